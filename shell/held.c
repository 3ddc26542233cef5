/* Standard output that is held back until what it tells of lasts. */
#include <stdio.h>
#include <stdio_ext.h>

#include "shell/complain.h"
#include "shell/held.h"

static struct ds_system *told; /* NULL: nothing is held */
static size_t held;            /* bytes, at most */

void
held_begin(struct ds_system *sys)
{
	told = sys;
	held = 0;
}

bool
held_release(void)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if (told != NULL &&
	    (st = ds_system_flush(told, NULL, &diag)) != DS_OK) {
		/* not true, perhaps; and the complaint comes here again */
		__fpurge(stdout);
		told = NULL;
		complain_status("the catalog", st, &diag);
		return false;
	}
	held = 0;
	return fflush(stdout) == 0;
}

/* Half of the buffer: it never fills, which would let out what it has. */
bool
held_write(size_t len)
{
	if (told == NULL)
		return true;
	held += len;
	return held < HELD_BUF / 2 || held_release();
}

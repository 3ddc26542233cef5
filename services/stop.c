/* Has the process been asked to end? */
#include <stddef.h>

#include "services/stop.h"

static bool (*stop_asked)(void);

void
ds_stop_set(bool (*asked)(void))
{
	stop_asked = asked;
}

bool
ds_stop_asked(void)
{
	return stop_asked != NULL && stop_asked();
}

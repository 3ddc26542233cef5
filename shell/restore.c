/* idcams --restore: the master catalog back from its portable copy. */
#include <stdio.h>

#include "services/portable.h"
#include "shell/complain.h"
#include "shell/restore.h"

enum { NOTHING = 12 };

int
restore_print(const char *root, const char *path)
{
	struct ds_portable info = {0};
	struct ds_diag diag = {0};
	enum ds_status st;
	char when[32];

	st = ds_restore_master(root, path, &info, &diag);
	if (st != DS_OK) {
		complain_status("--restore", st, &diag);
		return NOTHING;
	}
	if (strftime(when, sizeof(when), "%Y-%m-%d %H:%M:%S", &info.exported) ==
	    0)
		when[0] = '\0';
	printf("catalog %s of %s\n", info.name, when);
	complain("--rebuild enters what is newer, dsvol check says what is "
		 "older");
	return 0;
}

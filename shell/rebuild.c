/* idcams --rebuild: what came back, a line each. */
#include <stdio.h>

#include "services/catalogs.h"
#include "shell/complain.h"
#include "shell/rebuild.h"

enum { SOME_NOT = 4, NOTHING = 12 };

static void
told(void *ctx, const char *what, const char *name, enum ds_status st,
    const struct ds_diag *diag)
{
	const char *text = diag != NULL && diag->text[0] != '\0'
			       ? diag->text
			       : ds_status_text(st);

	if (st == DS_OK) {
		printf("%s %s\n", what, name);
		return;
	}
	printf("%s %s not: %s\n", what, name, text);
	*(int *)ctx = SOME_NOT;
}

int
rebuild_print(const char *root)
{
	struct ds_diag diag = {0};
	enum ds_status st;
	int rc = 0;

	st = ds_rebuild(root, told, &rc, &diag);
	if (st == DS_OK)
		return rc;
	complain_status("--rebuild", st, &diag);
	return NOTHING;
}

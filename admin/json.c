/* Objects for programs: what dsvol and dsprofile share. */
#include <jansson.h>
#include <stdio.h>

#include "admin/admin.h"

/* An object a line, as idcams --format json has them; NULL: no memory. */
bool
dsvol_print_object(struct json_t *o)
{
	bool ok = o != NULL && json_dumpf(o, stdout, JSON_COMPACT) == 0 &&
		  putchar('\n') != EOF;

	json_decref(o);
	return ok;
}

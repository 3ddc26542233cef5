/* An object a line, as idcams --format json has them. */
#include <stdio.h>

#include "admin/json.h"

bool
admin_print_object(json_t *o)
{
	bool ok = o != NULL && json_dumpf(o, stdout, JSON_COMPACT) == 0 &&
		  putchar('\n') != EOF;

	json_decref(o);
	return ok;
}

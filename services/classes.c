/*
 * Storage and management classes: where catamount.conf defines some, a data set
 * has one of these, so that a name mistyped is found; where it defines none,
 * any name is kept, as it says nothing to us.
 */
#include <string.h>

#include "services/system_int.h"

static bool
is_defined(const struct ds_classes *c, const char *name)
{
	if (name[0] == '\0' || c->n == 0)
		return true;
	for (unsigned i = 0; i < c->n; i++)
		if (strcmp(c->name[i], name) == 0)
			return true;
	return false;
}

enum ds_status
ds_classes_check(const struct ds_config *cfg, const char *storclas,
    const char *mgmtclas, const char *dsn, struct ds_diag *diag)
{
	if (!is_defined(&cfg->storclasses, storclas))
		return ds_fail(diag, DS_INVALID, dsn,
		    "the storage class %s is not defined here", storclas);
	if (!is_defined(&cfg->mgmtclasses, mgmtclas))
		return ds_fail(diag, DS_INVALID, dsn,
		    "the management class %s is not defined here", mgmtclas);
	return DS_OK;
}

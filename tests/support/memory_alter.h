/* ALTER in place of the real one: memory_services.h includes it. */
#ifndef CATAMOUNT_TESTS_SUPPORT_MEMORY_ALTER_H
#define CATAMOUNT_TESTS_SUPPORT_MEMORY_ALTER_H

#include <stdio.h>
#include <string.h>

#include "services/alter.h"

static struct ds_alter altered; /* the last that was asked of ds_alter */
static char alterations[400];   /* names: entry>new name; */

enum ds_status
ds_alter(struct ds_system *sys, const char *name, const struct ds_alter *al,
    unsigned *warnp, struct ds_diag *diag)
{
	size_t n = strlen(alterations);

	(void)sys;
	altered = *al;
	altered.catalog = NULL;
	altered.rolled_ctx = NULL;
	ask_catalog(al->catalog);
	snprintf(alterations + n, sizeof(alterations) - n, "%s>%s;", name,
	    al->newname);
	*warnp = 0;
	if (strcmp(name, "A.NONE") == 0)
		return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
	return DS_OK;
}

bool
ds_alter_fits(const struct ds_entry *ent, const struct ds_alter *al,
    const char **keywordp)
{
	*keywordp = "FREESPACE";
	return !alter_says(al, ALTER_W_FREESPACE) || ent->type == DS_DATA;
}

#endif

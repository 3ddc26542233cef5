/*
 * Roots that processes open and close one after the other. Functions are
 * inline: no test uses all of them. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_MADE_ROOT_H
#define CATAMOUNT_TESTS_SUPPORT_MADE_ROOT_H

#include <string.h>

#include "services/system_int.h"
#include "tests/support/root.h"

static inline struct ds_system *
root_open(const char *dir)
{
	struct ds_system *sys = NULL;

	assert_int_equal(ds_system_open(dir, &sys, NULL, NULL), DS_OK);
	return sys;
}

/* A new one that was opened once, so that no step is its making. 0, else -1. */
static inline int
root_made(char dir[ROOT_LEN], const char *test)
{
	struct ds_system *sys = NULL;

	if (!root_new(dir, test) ||
	    ds_system_open(dir, &sys, NULL, NULL) != DS_OK)
		return -1;
	ds_system_close(&sys);
	return 0;
}

/* A user catalog UCAT.ONE for A, so that two files are written. */
static inline void
root_route_a(const char *dir)
{
	struct ds_entry *ucat = ds_entry_new(), *alias = ds_entry_new();
	struct ds_system *sys = root_open(dir);

	assert_true(ucat != NULL && alias != NULL);
	ucat->type = DS_UCAT;
	strcpy(ucat->name, "UCAT.ONE");
	assert_int_equal(
	    cat_ucat_create(ds_system_catalog(sys), ucat, NULL), DS_OK);
	alias->type = DS_ALIAS;
	strcpy(alias->name, "A");
	strcpy(alias->related, "UCAT.ONE");
	assert_int_equal(
	    cat_put(ds_system_catalog(sys), NULL, alias, NULL), DS_OK);
	ds_entry_free(&ucat);
	ds_entry_free(&alias);
	ds_system_close(&sys);
}

#endif

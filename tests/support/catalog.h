/*
 * A catalog of its own for each test, and what the catalog's tests share.
 * Functions are inline: no test uses all of them.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_CATALOG_H
#define CATAMOUNT_TESTS_SUPPORT_CATALOG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "catalog/catalog.h"
#include "tests/support/root.h"

#define MASTER "CATALOG.MASTER"

struct fixture {
	char dir[ROOT_LEN];
	struct catalog *cat;
	struct ds_diag diag;
};

static inline int
setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	if (f == NULL || !root_new(f->dir, "t200x"))
		return -1;
	*state = f;
	return cat_open(f->dir, MASTER, true, 20000, &f->cat, &f->diag) == DS_OK
		   ? 0
		   : -1;
}

static inline int
teardown(void **state)
{
	struct fixture *f = *state;

	cat_close(&f->cat);
	if (root_remove(f->dir) != 0)
		return -1;
	free(f);
	return 0;
}

static inline struct ds_entry *
put(struct fixture *f, enum ds_type type, const char *name)
{
	struct ds_entry *ent = ds_entry_new();

	assert_non_null(ent);
	ent->type = type;
	assert_true(strlen(name) <= DSNAME_MAX);
	strcpy(ent->name, name);
	assert_int_equal(cat_put(f->cat, NULL, ent, &f->diag), DS_OK);
	return ent;
}

static inline void
tie(struct fixture *f, struct ds_entry *owner, struct ds_entry *member)
{
	assert_int_equal(cat_associate(f->cat, owner, member, &f->diag), DS_OK);
}

/* A cluster with data and index; the caller frees what it asks for. */
static inline struct ds_entry *
put_sphere(struct fixture *f, enum ds_type type, const char *name)
{
	struct ds_entry *own = put(f, type, name), *part;
	char part_name[DSNAME_MAX + 10];

	snprintf(part_name, sizeof(part_name), "%s.DATA", name);
	part = put(f, DS_DATA, part_name);
	tie(f, own, part);
	ds_entry_free(&part);
	snprintf(part_name, sizeof(part_name), "%s.INDEX", name);
	part = put(f, DS_INDEX, part_name);
	tie(f, own, part);
	ds_entry_free(&part);
	return own;
}

static inline void
add_extent(struct ds_volume_cell *cell, uint32_t n)
{
	struct ds_extent x = {n, n + 1, n * 100ULL, n * 100ULL + 99, n};

	assert_true(ds_entry_add_extent(cell, &x));
}

struct names {
	char text[4096];
	int n, stop_after;
};

static inline bool
collect(void *ctx, const struct ds_entry *ent)
{
	struct names *names = ctx;
	size_t at = strlen(names->text);

	snprintf(names->text + at, sizeof(names->text) - at, "%c:%s ",
	    (char)ent->type, ent->name);
	return ++names->n != names->stop_after;
}

static inline const char *
list(struct fixture *f, enum cat_sel sel, const char *pattern)
{
	static struct names names;

	memset(&names, 0, sizeof(names));
	assert_int_equal(
	    cat_list(f->cat, NULL, sel, pattern, collect, &names, &f->diag),
	    DS_OK);
	return names.text;
}

static inline const char *
assocs(struct fixture *f, const char *name)
{
	static struct names names;
	struct ds_entry *ent = NULL;
	size_t i, at;

	memset(&names, 0, sizeof(names));
	assert_int_equal(cat_get(f->cat, NULL, name, &ent, &f->diag), DS_OK);
	for (i = 0; i < ent->nassocs; i++) {
		at = strlen(names.text);
		snprintf(names.text + at, sizeof(names.text) - at, "%c:%s ",
		    (char)ent->assocs[i].type, ent->assocs[i].name);
	}
	ds_entry_free(&ent);
	return names.text;
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif

/*
 * A root of its own for each test, open, and what the tests of services share.
 * Functions are inline: no test uses all of them.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_SERVICES_H
#define CATAMOUNT_TESTS_SUPPORT_SERVICES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/enq.h"
#include "services/locate.h"
#include "services/system_int.h"
#include "tests/support/define.h"
#include "tests/support/root.h"

struct fixture {
	char dir[ROOT_LEN];
	struct ds_system *sys;
	struct ds_diag diag;
};

static inline int
setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	if (f == NULL)
		return -1;
	setenv("CATAMOUNT_CLOCK", "2026-03-01T12:00:00", 1);
	if (!root_new(f->dir, "t400x"))
		return -1;
	*state = f;
	return ds_system_open(f->dir, &f->sys, NULL, &f->diag) == DS_OK ? 0
									: -1;
}

static inline int
teardown(void **state)
{
	struct fixture *f = *state;

	ds_system_close(&f->sys);
	if (root_remove(f->dir) != 0)
		return -1;
	free(f);
	return 0;
}

/* --- helpers -------------------------------------------------------------- */

static inline enum ds_status
define(struct fixture *f, const struct ds_define_cluster *def)
{
	struct ds_defined out;

	return ds_define_cluster(f->sys, def, &out, &f->diag);
}

static inline struct ds_entry *
locate(struct fixture *f, const char *name)
{
	struct ds_entry *ent = NULL;

	assert_int_equal(ds_locate(f->sys, NULL, name, &ent, &f->diag), DS_OK);
	return ent;
}

static inline bool
there(struct fixture *f, const char *name)
{
	struct ds_entry *ent = NULL;
	enum ds_status st = ds_locate(f->sys, NULL, name, &ent, NULL);

	ds_entry_free(&ent);
	return st == DS_OK;
}

struct told {
	char text[1024];
};

static inline void
told(void *ctx, enum ds_type type, const char *name)
{
	struct told *t = ctx;
	size_t at = strlen(t->text);

	snprintf(
	    t->text + at, sizeof(t->text) - at, "%c:%s ", (char)type, name);
}

static const struct ds_delete_opts plain = {.erase = -1};

static inline enum ds_status delete (struct fixture *f, const char *name) {
	return ds_delete(f->sys, name, &plain, NULL, NULL, &f->diag);
}

static inline int
files(struct fixture *f)
{
	struct volume *vol = NULL;
	int n = 0;

	assert_int_equal(
	    ds_system_volume(f->sys, "VOL001", &vol, &f->diag), DS_OK);
	assert_int_equal(vol_list(vol, count_file, &n, &f->diag), DS_OK);
	return n;
}

static inline uint32_t
used_tracks(struct fixture *f)
{
	struct cat_volume vol;

	assert_int_equal(
	    cat_volume_get(ds_system_catalog(f->sys), "VOL001", &vol, &f->diag),
	    DS_OK);
	return vol.used_tracks;
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif

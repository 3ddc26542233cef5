/*
 * Members of partitioned data sets: DELETE PDS(MEMBER) and ALTER of its name.
 * What is wrong with the data set is a catalog error, with the member an action
 * error and its reason; the line that names the member comes last.
 */
#include <stdlib.h>
#include <string.h>

#include "services/library.h"
#include "utilities/member_int.h"

struct names {
	char (*v)[MEMBER_MAX + 1];
	size_t n, cap;
};

/* The data set itself cannot be used. */
static void
library_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn)
{
	if (st == DS_OPEN_NOTVSAM)
		st = DS_CAT_TYPE;
	ams_catalog_error(run, st, diag, dsn);
}

static void
member_error(struct ams_run *run, enum ds_status st, const struct ds_diag *diag,
    const char *dsn, const char *old, const char *new)
{
	if (st != DS_NOTFOUND && st != DS_EXIST) {
		ams_action_error(run, st, diag, dsn, NULL, 0);
		return;
	}
	sysprint_msgv(run->sp, MSG_IDC3302I, dsn, NULL);
	if (st == DS_NOTFOUND)
		sysprint_msgv(run->sp, MSG_IDC3330I, old, NULL);
	else
		sysprint_msgv(run->sp, MSG_IDC3331I, new, NULL);
}

/* Nobody else may have the data set, unless FILE names a DD that is SHR: with
 * "minimal allocation serialization" in the example 13-A of DELETE, SC23-6846.
 */
static enum dd_disp
disposition(struct ams_run *run, const char *dsn, const char *dd)
{
	char name[DSNAME_MAX + 1];

	if (dd != NULL && dd_dsname(run->dds, dd, name, NULL) == DS_OK &&
	    strcmp(name, dsn) == 0 && dd_shared(run->dds, dd))
		return DD_SHR;
	return DD_OLD;
}

/* --- DELETE ----------------------------------------------------------------
 */

static bool
add(struct names *l, const char *name)
{
	size_t cap = l->cap > 0 ? 2 * l->cap : 64;
	void *v;

	if (l->n == l->cap) {
		if ((v = realloc(l->v, cap * sizeof(*l->v))) == NULL)
			return false;
		l->v = v;
		l->cap = cap;
	}
	memcpy(l->v[l->n++], name, MEMBER_MAX + 1);
	return true;
}

/* Members first, then what aliases are left. */
static enum ds_status
collect(struct ds_library *lib, const char *pattern, struct names *l,
    struct ds_diag *diag)
{
	struct ds_member m = {0};
	enum ds_status st;

	if (!ds_member_generic(pattern))
		return add(l, pattern) ? DS_OK : DS_NOMEM;
	while ((st = ds_member_next(lib, m.name, &m, diag)) == DS_OK)
		if (ds_member_match(pattern, m.name) && !add(l, m.name))
			return DS_NOMEM;
	if (st == DS_EOD)
		st = l->n > 0 ? DS_OK : DS_NOTFOUND;
	return st;
}

static int
delete_one(struct ams_run *run, struct ds_library *lib, const char *dsn,
    const char *member, bool generic, bool test)
{
	struct ds_diag diag = {0};
	struct ds_member m;
	enum ds_status st;

	st = ds_member_find(lib, member, &m, &diag);
	/* An alias of a PDSE went with its member. */
	if (st == DS_NOTFOUND && generic)
		return CC_OK;
	if (st == DS_OK && test) {
		ams_note(
		    run, false, "test: member %s would be deleted", member);
		return CC_OK;
	}
	if (st == DS_OK)
		st = ds_member_delete(lib, member, &diag);
	if (st == DS_OK) {
		sysprint_msgv(run->sp, MSG_IDC0549I, member, NULL);
		return CC_OK;
	}
	member_error(run, st, &diag, dsn, member, member);
	sysprint_msgv(run->sp, MSG_IDC0548I, member, NULL);
	return CC_ERROR;
}

static int
delete_all(struct ams_run *run, struct ds_library *lib, const char *dsn,
    const char *member, bool test)
{
	struct names l = {0};
	struct ds_diag diag = {0};
	enum ds_status st;
	int cc = CC_OK, one;

	st = collect(lib, member, &l, &diag);
	for (size_t i = 0; st == DS_OK && i < l.n && !ams_interrupted(run);
	     i++) {
		one = delete_one(
		    run, lib, dsn, l.v[i], ds_member_generic(member), test);
		cc = one > cc ? one : cc;
	}
	if (st != DS_OK) {
		member_error(run, st, &diag, dsn, member, member);
		sysprint_msgv(run->sp, MSG_IDC0548I, member, NULL);
		cc = CC_ERROR;
	}
	free(l.v);
	return cc;
}

int
member_delete(struct ams_run *run, const char *dsn, const char *member,
    const char *dd, bool test)
{
	struct ds_library *lib = NULL;
	struct ds_diag diag = {0};
	enum ds_status st;
	int cc;

	st = ds_library_open(
	    run->sys, dsn, disposition(run, dsn, dd), true, &lib, &diag);
	if (st != DS_OK) {
		library_error(run, st, &diag, dsn);
		sysprint_msgv(run->sp, MSG_IDC0548I, member, NULL);
		return CC_ERROR;
	}
	cc = delete_all(run, lib, dsn, member, test);
	if ((st = ds_library_close(&lib, &diag)) != DS_OK) {
		ams_close_error(run, st, &diag, dsn);
		cc = CC_FAILED;
	}
	return cc;
}

/* --- ALTER -----------------------------------------------------------------
 */

int
member_rename(
    struct ams_run *run, const char *dsn, const char *old, const char *new)
{
	struct ds_library *lib = NULL;
	struct ds_diag diag = {0};
	enum ds_status st;
	int cc = CC_OK;

	st = ds_library_open(run->sys, dsn, DD_OLD, true, &lib, &diag);
	if (st != DS_OK) {
		library_error(run, st, &diag, dsn);
		cc = CC_ERROR;
	} else if ((st = ds_member_rename(lib, old, new, &diag)) != DS_OK) {
		member_error(run, st, &diag, dsn, old, new);
		cc = CC_ERROR;
	}
	st = ds_library_close(&lib, &diag);
	if (st != DS_OK) {
		ams_close_error(run, st, &diag, dsn);
		cc = CC_FAILED;
	}
	if (cc == CC_OK)
		sysprint_msgv(run->sp, MSG_IDC0535I, old, NULL);
	else
		sysprint_msgv(run->sp, MSG_IDC0534I, old, NULL);
	return cc;
}

/* cp: data sets and members to others, with their attributes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dsn/dsn_int.h"
#include "services/define.h"

/* --- members -------------------------------------------------------------- */

struct libraries {
	struct ds_library *from, *to;
	const char *to_dsn;
};

/* The content and the user data (ISPF's statistics) of a member. */
static bool
copy_member(struct dsn *d, const struct libraries *l, const char *name,
    const char *new_name)
{
	struct ds_file *in = NULL, *out = NULL;
	struct ds_diag diag = {0};
	struct ds_member m;
	enum ds_status st;
	bool whole;

	st = ds_member_find(l->from, name, &m, &diag);
	if (st == DS_OK)
		st = ds_member_open(
		    l->from, name, DS_INPUT | DS_SEQ, &in, &diag);
	if (st == DS_OK)
		st = ds_member_open(
		    l->to, new_name, DS_OUTPUT | DS_SEQ, &out, &diag);
	if (st != DS_OK) {
		dsn_say_status(
		    name, st == DS_NOTFOUND ? DS_NOMEMBER : st, &diag);
		ds_abandon(&in);
		return false;
	}
	whole = dsn_copy_records(d, "cp", in, out, name, new_name);
	whole = dsn_copy_end(&out, new_name, whole);
	ds_abandon(&in);
	if (whole && m.user_len > 0) {
		st = ds_member_user(l->to, new_name, m.user, m.user_len, &diag);
		if (st != DS_OK)
			dsn_say_status(new_name, st, &diag);
		whole = st == DS_OK;
	}
	return whole;
}

/* Aliases of a whole library come behind the members. */
static bool
copy_aliases(const struct libraries *l)
{
	struct ds_diag diag = {0};
	struct ds_member m = {0};
	enum ds_status st;

	while ((st = ds_member_next(l->from, m.name, &m, &diag)) == DS_OK) {
		if (!m.alias)
			continue;
		st = ds_member_alias(l->to, m.name, m.main, &diag);
		if (st != DS_OK && st != DS_EXIST) {
			dsn_say_status(m.name, st, &diag);
			return false;
		}
	}
	if (st != DS_EOD)
		dsn_say_status(l->to_dsn, st, &diag);
	return st == DS_EOD;
}

static bool
copy_matching(struct dsn *d, const struct libraries *l, const char *pattern)
{
	struct members m = {0};
	bool ok = dsn_members_match(l->from, pattern, true, &m);
	size_t i;

	for (i = 0; ok && i < m.n; i++)
		ok = copy_member(d, l, m.v[i], m.v[i]);
	if (!ok && i > 1)
		dsn_say(
		    "%s: %zu of %zu members are copied", l->to_dsn, i - 1, m.n);
	if (ok && strcmp(pattern, "*") == 0)
		ok = copy_aliases(l);
	dsn_members_free(&m);
	return ok;
}

/* Both are libraries; to's is there. */
static bool
copy_in_libraries(struct dsn *d, const struct name *from, const struct name *to)
{
	struct libraries l = {.to_dsn = to->dsn};
	struct ds_diag diag = {0};
	const char *at = from->dsn;
	enum ds_status st;
	bool ok = false;

	st = ds_library_open(d->sys, at, DD_SHR, false, &l.from, &diag);
	if (st == DS_OK) {
		at = to->dsn;
		st = ds_library_open(d->sys, at, DD_SHR, true, &l.to, &diag);
	}
	if (st != DS_OK)
		dsn_say_status(at, st, &diag);
	else if (!from->has_member || from->generic)
		ok =
		    copy_matching(d, &l, from->has_member ? from->member : "*");
	else
		ok = copy_member(d, &l, from->member,
		    to->has_member ? to->member : from->member);
	if (ok && (st = ds_library_close(&l.to, &diag)) != DS_OK) {
		dsn_say_status(to->dsn, st, &diag);
		ok = false;
	}
	ds_library_abandon(&l.to);
	ds_library_abandon(&l.from);
	return ok;
}

/* --- the target ----------------------------------------------------------- */

static bool
is_there(struct dsn *d, const struct name *n)
{
	struct ds_diag diag = {0};
	struct ds_entry *e = NULL;
	const bool there = !(n->relative && n->number > 0) &&
			   dsn_name_entry(d, n->dsn, &e, &diag) == DS_OK;

	ds_entry_free(&e);
	return there;
}

/* One data set to another, by DDs. spec is OUT's. */
static bool
copy_data_set(struct dsn *d, const char *from, const char *to, const char *spec)
{
	struct dd_table *dds = NULL;
	struct ds_file *in = NULL, *out = NULL;
	struct ds_diag diag = {0};
	char *in_spec = dsn_format("IN=%s,shr", from);
	const char *at = from;
	enum ds_status st = DS_NOMEM;
	bool whole = false;

	if (in_spec != NULL)
		st = dd_table_new(d->sys, &dds);
	if (st == DS_OK)
		st = dd_alloc(dds, in_spec, &diag);
	if (st == DS_OK)
		st = ds_open_dd(dds, "IN", DS_INPUT | DS_SEQ, NULL, &in, &diag);
	if (st == DS_OK) {
		at = to;
		st = dd_alloc(dds, spec, &diag);
	}
	if (st != DS_OK)
		dsn_say_status(at, st, &diag);
	else if (dsn_copy_open_out(d, dds, to, ds_attrs(in), &out))
		whole = dsn_copy_records(d, "cp", in, out, from, to);
	whole = dsn_copy_end(&out, to, whole);
	ds_abandon(&in);
	if (dds != NULL)
		whole = dsn_copy_finish(&dds, whole);
	free(in_spec);
	return whole;
}

static bool
copy_new_library(struct dsn *d, const struct name *from, const struct name *to,
    const char *spec)
{
	const struct ds_delete_opts opts = {
	    .purge = true, .force = true, .erase = -1};
	struct dd_table *dds = NULL;
	struct ds_diag diag = {0};
	enum ds_status st;

	st = dd_table_new(d->sys, &dds);
	if (st == DS_OK)
		st = dd_alloc(dds, spec, &diag);
	if (st != DS_OK)
		dsn_say_status(to->dsn, st, &diag);
	if (dds != NULL && !dsn_copy_finish(&dds, st == DS_OK))
		return false;
	if (st == DS_OK && copy_in_libraries(d, from, to))
		return true;
	if (st == DS_OK)
		ds_delete(d->sys, to->dsn, &opts, NULL, NULL, NULL);
	return false;
}

static bool
copy_new_cluster(struct dsn *d, const struct name *from, const struct name *to,
    const char *model)
{
	const struct ds_delete_opts opts = {.purge = true, .erase = -1};
	char *spec = dsn_format("OUT=%s,old", to->dsn);
	char name[FULL_MAX + 1];
	bool ok = spec != NULL && dsn_copy_define(d, model, to->dsn);

	dsn_name_full(from, name);
	if (ok && !copy_data_set(d, name, to->dsn, spec)) {
		ds_delete(d->sys, to->dsn, &opts, NULL, NULL, NULL);
		ok = false;
	}
	free(spec);
	return ok;
}

/* The target is not there: it is made like the source, or --like. */
static bool
copy_new(struct dsn *d, const struct name *from, const struct name *to)
{
	const char *model = d->like != NULL ? d->like : from->dsn;
	const bool whole = !from->has_member || from->generic;
	char name[FULL_MAX + 1], into[FULL_MAX + 1];
	const enum ds_org org = to->has_member ? DS_ORG_PO
				: whole        ? DS_ORG_NONE
					       : DS_ORG_PS;
	char *like = NULL, *spec;
	bool ok = false;

	dsn_name_full(from, name);
	dsn_name_full(to, into);
	if (d->made_as == NULL && dsn_copy_is_vsam(d, model) &&
	    !to->has_member && !to->relative)
		return copy_new_cluster(d, from, to, model);
	if (d->made_as == NULL && (like = dsn_copy_like(d, model, org)) == NULL)
		return false;
	spec = like != NULL ? dsn_format("OUT=%s,%s", into, like)
			    : dsn_format("OUT=%s,new,%s", into, d->made_as);
	free(like);
	if (spec != NULL && whole && dsn_name_is_library(d, from->dsn))
		ok = copy_new_library(d, from, to, spec);
	else if (spec != NULL)
		ok = copy_data_set(d, name, into, spec);
	free(spec);
	return ok;
}

static bool
copy_onto(struct dsn *d, const struct name *from, const struct name *to)
{
	const bool lib_from = dsn_name_is_library(d, from->dsn);
	const bool lib_to = dsn_name_is_library(d, to->dsn);
	char name[FULL_MAX + 1], into[FULL_MAX + 1];
	char *spec;
	bool ok;

	dsn_name_full(from, name);
	dsn_name_full(to, into);
	if (lib_from && lib_to)
		return copy_in_libraries(d, from, to);
	if ((lib_from && !from->has_member) || from->generic ||
	    (lib_to && !to->has_member)) {
		dsn_say(
		    "%s: a library's members go to a library; name one member",
		    lib_to ? into : name);
		return false;
	}
	spec = dsn_format("OUT=%s,%s", into, to->has_member ? "shr" : "old");
	ok = spec != NULL && copy_data_set(d, name, into, spec);
	free(spec);
	return ok;
}

static bool
same(const struct name *a, const struct name *b)
{
	const bool new_one = b->relative && b->number > 0;

	return !new_one && strcmp(a->dsn, b->dsn) == 0 &&
	       (a->has_member != b->has_member
		       ? false
		       : !a->has_member || strcmp(a->member, b->member) == 0);
}

bool
dsn_cp(struct dsn *d, int n, char *const *args)
{
	struct name from, to;
	bool there;

	(void)n;
	if (!dsn_name_parse(d, args[0], false, false, &from) ||
	    !dsn_name_parse(d, args[1], false, true, &to))
		return false;
	if (to.generic) {
		dsn_say("%s: one data set or member is to be named", args[1]);
		return false;
	}
	if (same(&from, &to) ||
	    (strcmp(from.dsn, to.dsn) == 0 && !to.has_member && !to.relative)) {
		dsn_say("%s and %s are the same", args[0], args[1]);
		return false;
	}
	if ((from.generic || !from.has_member) && to.has_member &&
	    dsn_name_is_library(d, from.dsn)) {
		dsn_say("%s: many members do not become one", args[1]);
		return false;
	}
	if (!is_there(d, &from)) {
		dsn_say("%s: %s", args[0], ds_status_text(DS_CAT_NOTFOUND));
		return false;
	}
	there = is_there(d, &to);
	if (there && (d->like != NULL || d->made_as != NULL)) {
		dsn_say("%s: it is there already", args[1]);
		return false;
	}
	return there ? copy_onto(d, &from, &to) : copy_new(d, &from, &to);
}

/* ls and stat: names of data sets and members, and what is known of them. */
#include <stdio.h>
#include <string.h>

#include "dsn/dsn_int.h"

/* Names come in their order, through all catalogs, and go out at once. */
struct listing {
	struct dsn *d;
	uint64_t n;
	bool ok;
};

static bool
print_row(struct dsn *d, const char *catalog, const char *name)
{
	struct ds_diag diag = {0};
	struct facts f;
	enum ds_status st;
	bool ok = true;

	if (!d->longer && !d->json) {
		puts(name);
		return true;
	}
	st = dsn_facts_get(d, catalog, name, &f, &diag);
	if (st == DS_CAT_NOTFOUND)
		return true; /* it has gone meanwhile */
	if (st != DS_OK) {
		dsn_say_status(name, st, &diag);
		return false;
	}
	if (d->json)
		ok = dsn_facts_print_json(&f);
	else
		dsn_facts_print_long(&f);
	dsn_facts_free(&f);
	return ok;
}

static bool
list_one(void *ctx, const char *name, enum ds_type type, const char *catalog)
{
	struct listing *l = ctx;

	if (dsn_stopped())
		return false;
	if (!l->d->all &&
	    (type == DS_DATA || type == DS_INDEX || type == DS_TRUENAME))
		return true;
	l->n++;
	l->ok = print_row(l->d, catalog, name);
	return l->ok && !ferror(stdout);
}

/* what: what was asked for, "" all. */
static bool
list_by(
    struct dsn *d, enum ds_select sel, const char *pattern, const char *what)
{
	struct listing l = {d, 0, true};
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_list_names(d->sys, sel, pattern, "", list_one, &l, &diag);
	if (st != DS_OK) {
		dsn_say_status(what[0] != '\0' ? what : "ls", st, &diag);
		return false;
	}
	if (dsn_stopped())
		return false;
	if (l.n == 0 && what[0] != '\0') {
		dsn_say("%s: no such name", what);
		return false;
	}
	return l.ok;
}

/* --- members -------------------------------------------------------------- */

typedef bool member_fn(
    struct dsn *d, const char *dsn, const struct ds_member *m);

static bool
print_member(struct dsn *d, const char *dsn, const struct ds_member *m)
{
	if (d->json)
		return dsn_member_print_json(dsn, m);
	if (d->longer)
		dsn_member_print_long(m);
	else
		puts(m->name);
	return true;
}

static bool
stat_member(struct dsn *d, const char *dsn, const struct ds_member *m)
{
	return d->json ? dsn_member_print_json(dsn, m)
		       : dsn_member_print_stat(dsn, m);
}

static bool
each_member(struct dsn *d, const struct name *n, member_fn *fn)
{
	struct ds_library *lib = NULL;
	struct ds_diag diag = {0};
	struct ds_member m;
	struct members l = {0};
	enum ds_status st;
	bool ok;
	size_t i;

	st = ds_library_open(d->sys, n->dsn, DD_SHR, false, &lib, &diag);
	if (st != DS_OK) {
		dsn_say_status(n->dsn, st, &diag);
		return false;
	}
	ok = dsn_members_match(lib, n->member, false, &l);
	for (i = 0; ok && i < l.n && !dsn_stopped(); i++) {
		st = ds_member_find(lib, l.v[i], &m, &diag);
		if (st == DS_OK) {
			ok = fn(d, n->dsn, &m);
		} else if (st != DS_NOTFOUND) {
			dsn_say_status(n->dsn, st, &diag);
			ok = false;
		}
	}
	dsn_members_free(&l);
	ds_library_abandon(&lib);
	return ok;
}

/* --- the commands --------------------------------------------------------- */

/* A name stands for itself and all that is below it. */
static bool
list_name(struct dsn *d, const struct name *n, const char *what)
{
	char mask[PATTERN_MAX + 4];

	if (strpbrk(n->dsn, "*%") != NULL)
		return list_by(d, DS_SEL_MASK, n->dsn, what);
	if (n->relative || strlen(n->dsn) + 3 > DSNAME_MAX)
		return list_by(d, DS_SEL_MASK, n->dsn, what);
	snprintf(mask, sizeof(mask), "%s.**", n->dsn);
	return list_by(d, DS_SEL_MASK, mask, what);
}

bool
dsn_ls(struct dsn *d, int n, char *const *args)
{
	struct name name;
	bool ok = true, one;
	int i;

	if (n == 0)
		ok = list_by(d, DS_SEL_ALL, "", "");
	for (i = 0; i < n && !dsn_stopped(); i++) {
		one = dsn_name_parse(d, args[i], true, false, &name) &&
		      (name.has_member ? each_member(d, &name, print_member)
				       : list_name(d, &name, args[i]));
		ok = ok && one;
	}
	return ok;
}

static bool
stat_name(struct dsn *d, const struct name *n)
{
	struct ds_diag diag = {0};
	struct facts f;
	enum ds_status st;
	bool ok;

	if (n->has_member)
		return each_member(d, n, stat_member);
	st = dsn_facts_get(d, NULL, n->dsn, &f, &diag);
	if (st != DS_OK) {
		dsn_say_status(n->dsn, st, &diag);
		return false;
	}
	ok = d->json ? dsn_facts_print_json(&f) : dsn_facts_print_stat(&f);
	dsn_facts_free(&f);
	return ok;
}

bool
dsn_stat(struct dsn *d, int n, char *const *args)
{
	struct name name;
	bool ok = true, one;
	int i;

	for (i = 0; i < n && !dsn_stopped(); i++) {
		if (i > 0 && !d->json)
			puts("");
		one = dsn_name_parse(d, args[i], false, false, &name) &&
		      stat_name(d, &name);
		ok = ok && one;
	}
	return ok;
}

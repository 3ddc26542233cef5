/* cat and get: data sets and members to the host. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dsn/dsn_int.h"
#include "utilities/progress.h"

/* One data set or member to a file of the host, or to standard output. */
static bool
get_one(struct dsn *d, const char *verb, const char *name, const char *path)
{
	struct dd_table *dds = NULL;
	struct ds_file *in = NULL, *out = NULL;
	struct ds_diag diag = {0};
	const bool standard = strcmp(path, "-") == 0;
	const char *to = standard ? "standard output" : path;
	char *spec = dsn_format("IN=%s,shr", name), *host = NULL;
	enum ds_status st = DS_NOMEM;
	bool whole = false;

	if (spec != NULL)
		st = dd_table_new(d->sys, &dds);
	if (st == DS_OK)
		st = dd_alloc(dds, spec, &diag);
	if (st == DS_OK)
		st = ds_open_dd(dds, "IN", DS_INPUT | DS_SEQ, NULL, &in, &diag);
	if (st != DS_OK) {
		dsn_say_status(name, st, &diag);
		goto out;
	}
	if ((host = dsn_host_spec(d, "OUT", path, ds_attrs(in), true)) == NULL)
		goto out;
	st = dd_alloc(dds, host, &diag);
	if (st == DS_OK)
		st = ds_open_dd(
		    dds, "OUT", DS_OUTPUT | DS_SEQ, ds_attrs(in), &out, &diag);
	if (st != DS_OK) {
		dsn_say_status(to, st, &diag);
		goto out;
	}
	/* Records on the terminal themselves say how far it is. */
	if (standard && d->progress != NULL && d->progress->seen)
		verb = NULL;
	whole = dsn_copy_records(d, verb, in, out, name, to);
out:
	whole = dsn_copy_end(&out, to, whole);
	ds_abandon(&in);
	if (dds != NULL)
		whole = dsn_copy_finish(&dds, whole);
	free(host);
	free(spec);
	return whole;
}

static bool
library_members(struct dsn *d, const struct name *n, struct members *l)
{
	struct ds_library *lib = NULL;
	struct ds_diag diag = {0};
	enum ds_status st;
	bool ok;

	st = ds_library_open(d->sys, n->dsn, DD_SHR, false, &lib, &diag);
	if (st != DS_OK) {
		dsn_say_status(n->dsn, st, &diag);
		return false;
	}
	ok = dsn_members_match(lib, n->member, false, l);
	ds_library_abandon(&lib);
	return ok;
}

static bool
cat_members(struct dsn *d, struct name *n)
{
	struct members l = {0};
	char full[FULL_MAX + 1];
	bool ok;
	size_t i;

	ok = library_members(d, n, &l);
	for (i = 0; ok && i < l.n; i++) {
		snprintf(n->member, sizeof(n->member), "%s", l.v[i]);
		dsn_name_full(n, full);
		ok = get_one(d, "cat", full, "-");
	}
	dsn_members_free(&l);
	return ok;
}

bool
dsn_cat(struct dsn *d, int n, char *const *args)
{
	char full[FULL_MAX + 1];
	struct name name;
	bool ok = true, one;
	int i;

	for (i = 0; i < n && !dsn_stopped(); i++) {
		one = dsn_name_parse(d, args[i], false, false, &name);
		if (one && name.generic)
			one = cat_members(d, &name);
		else if (one && !name.has_member &&
			 dsn_name_is_library(d, name.dsn)) {
			dsn_say("%s: a library: its members are %s(*)", args[i],
			    name.dsn);
			one = false;
		} else if (one) {
			dsn_name_full(&name, full);
			one = get_one(d, "cat", full, "-");
		}
		ok = ok && one;
	}
	return ok;
}

static bool
is_directory(const char *path)
{
	struct stat sb;

	return stat(path, &sb) == 0 && S_ISDIR(sb.st_mode);
}

/* Each to DIR/MEMBER and the suffix. */
static bool
get_members(struct dsn *d, struct name *n, const char *dir)
{
	struct members l = {0};
	char full[FULL_MAX + 1], *path;
	bool ok;
	size_t i;

	ok = library_members(d, n, &l);
	for (i = 0; ok && i < l.n; i++) {
		snprintf(n->member, sizeof(n->member), "%s", l.v[i]);
		dsn_name_full(n, full);
		path = dsn_format("%s/%s%s", dir, l.v[i], d->suffix);
		ok = path != NULL && get_one(d, "get", full, path);
		free(path);
	}
	dsn_members_free(&l);
	return ok;
}

static bool
make_directory(const char *dir)
{
	if (is_directory(dir) || mkdir(dir, 0777) == 0)
		return true;
	dsn_say("%s: %s", dir, strerror(errno));
	return false;
}

bool
dsn_get(struct dsn *d, int n, char *const *args)
{
	const char *to = n > 1 ? args[1] : ".";
	char full[FULL_MAX + 1], *path;
	struct name name;
	bool ok;

	if (!dsn_name_parse(d, args[0], false, false, &name))
		return false;
	if (!name.has_member && dsn_name_is_library(d, name.dsn)) {
		name.has_member = name.generic = true;
		snprintf(name.member, sizeof(name.member), "*");
	}
	if (name.generic)
		return make_directory(to) && get_members(d, &name, to);
	dsn_name_full(&name, full);
	if (strcmp(to, "-") == 0 || !is_directory(to))
		return get_one(d, "get", full, to);
	path = dsn_format(
	    "%s/%s%s", to, name.has_member ? name.member : name.dsn, d->suffix);
	ok = path != NULL && get_one(d, "get", full, path);
	free(path);
	return ok;
}

/* put: files of the host to data sets and members; mkdir makes a library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dsn/dsn_int.h"
#include "services/define.h"
#include "utilities/progress.h"

/* How the target is allocated: made by --new or --like, else as it is there.
 * *definedp: a cluster was made. */
static char *
target_spec(struct dsn *d, const struct name *n, bool *definedp)
{
	char full[FULL_MAX + 1], *like, *spec = NULL;

	dsn_name_full(n, full);
	*definedp = false;
	if (d->made_as != NULL)
		return dsn_format("OUT=%s,new,%s", full, d->made_as);
	if (d->like == NULL)
		return dsn_format(
		    "OUT=%s,%s", full, n->has_member ? "shr" : "old");
	if (dsn_copy_is_vsam(d, d->like) && !n->has_member && !n->relative) {
		*definedp = dsn_copy_define(d, d->like, n->dsn);
		return *definedp ? dsn_format("OUT=%s,old", full) : NULL;
	}
	if ((like = dsn_copy_like(
		 d, d->like, n->has_member ? DS_ORG_PO : DS_ORG_PS)) != NULL)
		spec = dsn_format("OUT=%s,%s", full, like);
	free(like);
	return spec;
}

static void
undefine(struct dsn *d, const char *dsn)
{
	const struct ds_delete_opts opts = {.purge = true, .erase = -1};

	ds_delete(d->sys, dsn, &opts, NULL, NULL, NULL);
}

/* The DDs IN and OUT, the input open. */
static bool
open_in(struct dsn *d, struct dd_table *dds, const char *path,
    const char *to_spec, const char *to, struct ds_file **inp)
{
	const char *from = strcmp(path, "-") == 0 ? "standard input" : path;
	struct ds_diag diag = {0};
	struct ds_attrs a = {0};
	char *spec = NULL;
	enum ds_status st;

	st = dd_alloc(dds, to_spec, &diag);
	if (st == DS_OK)
		st = ds_dd_attrs(dds, "OUT", &a, &diag);
	if (st != DS_OK) {
		dsn_say_status(to, st, &diag);
		if (st == DS_CAT_NOTFOUND && d->made_as == NULL)
			dsn_say(
			    "%s: --new ATTRIBUTES or --like DSN makes it", to);
		return false;
	}
	if ((spec = dsn_host_spec(d, "IN", path, &a, false)) == NULL)
		return false;
	st = dd_alloc(dds, spec, &diag);
	progress_opening(d->progress);
	if (st == DS_OK)
		st = ds_open_dd(dds, "IN", DS_INPUT | DS_SEQ, &a, inp, &diag);
	progress_opened(d->progress);
	if (st != DS_OK)
		dsn_say_status(from, st, &diag);
	free(spec);
	return st == DS_OK;
}

bool
dsn_put_file(struct dsn *d, const char *path, const struct name *n)
{
	struct dd_table *dds = NULL;
	struct ds_file *in = NULL, *out = NULL;
	char to[FULL_MAX + 1], *spec;
	bool whole = false, defined;

	dsn_name_full(n, to);
	if ((spec = target_spec(d, n, &defined)) == NULL)
		return false;
	if (dd_table_new(d->sys, &dds) != DS_OK)
		dsn_say("no memory");
	else if (open_in(d, dds, path, spec, to, &in) &&
		 dsn_copy_open_out(d, dds, to, ds_attrs(in), &out))
		whole = dsn_copy_records(d, "put", in, out, path, to);
	whole = dsn_copy_end(&out, to, whole);
	ds_abandon(&in);
	whole = dsn_copy_finish(&dds, whole);
	if (!whole && defined)
		undefine(d, n->dsn);
	free(spec);
	return whole;
}

bool
dsn_put(struct dsn *d, int n, char *const *args)
{
	struct stat sb;
	struct name to;
	bool directory;

	if (!dsn_name_parse(d, args[n - 1], false, true, &to))
		return false;
	if (to.generic && strcmp(to.member, "*") != 0) {
		dsn_say("%s: files become members by their names: NAME(*)",
		    args[n - 1]);
		return false;
	}
	directory = stat(args[0], &sb) == 0 && S_ISDIR(sb.st_mode);
	if (to.generic || directory || n > 2 ||
	    (!to.has_member && !to.relative && dsn_name_is_library(d, to.dsn)))
		return to.has_member && !to.generic
			   ? (dsn_say(
				  "%s: one file becomes a member", args[n - 1]),
				 false)
			   : dsn_put_members(d, n - 1, args, &to);
	return dsn_put_file(d, args[0], &to);
}

/* --- mkdir ---------------------------------------------------------------- */

static bool
make_library(struct dsn *d, const struct name *n)
{
	struct dd_table *dds = NULL;
	struct ds_diag diag = {0};
	char full[FULL_MAX + 1], *like = NULL, *spec;
	enum ds_status st = DS_NOMEM;

	dsn_name_full(n, full);
	if (d->like != NULL &&
	    (like = dsn_copy_like(d, d->like, DS_ORG_PO)) == NULL)
		return false;
	spec = like != NULL
		   ? dsn_format("LIB=%s,%s", full, like)
		   : dsn_format("LIB=%s,new,dsorg=po,%s", full,
			 d->made_as != NULL ? d->made_as : "recfm=FB,lrecl=80");
	if (spec != NULL)
		st = dd_table_new(d->sys, &dds);
	if (st == DS_OK)
		st = dd_alloc(dds, spec, &diag);
	if (st != DS_OK)
		dsn_say_status(full, st, &diag);
	if (dds != NULL && !dsn_copy_finish(&dds, st == DS_OK))
		st = st == DS_OK ? DS_IO : st;
	free(spec);
	free(like);
	return st == DS_OK;
}

bool
dsn_mkdir(struct dsn *d, int n, char *const *args)
{
	struct name name;
	bool ok = true;
	int i;

	for (i = 0; i < n; i++) {
		if (!dsn_name_parse(d, args[i], false, true, &name)) {
			ok = false;
		} else if (name.has_member) {
			dsn_say("%s: a library is made, not a member", args[i]);
			ok = false;
		} else if (!make_library(d, &name)) {
			ok = false;
		}
	}
	return ok;
}

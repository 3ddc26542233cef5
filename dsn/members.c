/* put of several files: they become members of a library by their names. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dsn/dsn_int.h"

/* A file and the member that it becomes. */
struct pair {
	char *path;
	char member[MEMBER_MAX + 1];
};

struct pairs {
	struct pair *v;
	size_t n;
};

static void
pairs_free(struct pairs *p)
{
	size_t i;

	for (i = 0; i < p->n; i++)
		free(p->v[i].path);
	free(p->v);
}

/* The name up to its first period, in upper case. */
static bool
pairs_add(struct pairs *p, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash != NULL ? slash + 1 : path;
	const size_t len = strcspn(base, ".");
	struct pair *v = realloc(p->v, (p->n + 1) * sizeof(*v));
	char *copy = strdup(path);
	size_t i;

	if (v != NULL)
		p->v = v;
	if (v == NULL || copy == NULL) {
		free(copy);
		dsn_say("no memory");
		return false;
	}
	v = &p->v[p->n++];
	v->path = copy;
	for (i = 0; i < len && i < MEMBER_MAX; i++)
		v->member[i] = (char)toupper((unsigned char)base[i]);
	v->member[i] = '\0';
	if (len <= MEMBER_MAX && member_valid(v->member, len))
		return true;
	dsn_say(
	    "%s: %.*s is not a member name (1 to 8 of A-Z 0-9 @ # $, no digit "
	    "first); put it alone, to NAME(MEMBER)",
	    path, (int)len, base);
	return false;
}

static bool
pairs_add_directory(struct pairs *p, const char *dir)
{
	struct dirent **list = NULL;
	struct stat sb;
	char *path;
	bool ok = true;
	int i, n = scandir(dir, &list, NULL, alphasort);

	if (n < 0) {
		dsn_say("%s: %s", dir, strerror(errno));
		return false;
	}
	for (i = 0; i < n; i++) {
		path = dsn_format("%s/%s", dir, list[i]->d_name);
		ok = ok && path != NULL;
		if (ok && list[i]->d_name[0] != '.' && stat(path, &sb) == 0 &&
		    S_ISREG(sb.st_mode))
			ok = pairs_add(p, path);
		free(path);
		free(list[i]);
	}
	free(list);
	return ok;
}

static int
by_member(const void *a, const void *b)
{
	return strcmp(
	    ((const struct pair *)a)->member, ((const struct pair *)b)->member);
}

/* All names are known to be good before the first file is stored. */
static bool
pairs_make(struct pairs *p, int n, char *const *args)
{
	struct stat sb;
	size_t j;
	int i;

	for (i = 0; i < n; i++)
		if (stat(args[i], &sb) == 0 && S_ISDIR(sb.st_mode)
			? !pairs_add_directory(p, args[i])
			: !pairs_add(p, args[i]))
			return false;
	if (p->n > 0)
		qsort(p->v, p->n, sizeof(*p->v), by_member);
	for (j = 1; j < p->n; j++)
		if (strcmp(p->v[j - 1].member, p->v[j].member) == 0) {
			dsn_say("%s and %s would both be member %s",
			    p->v[j - 1].path, p->v[j].path, p->v[j].member);
			return false;
		}
	return true;
}

/* --- storing them --------------------------------------------------------- */

/* One file as a member of the open library, which says what its records are. */
static bool
store(struct dsn *d, struct ds_library *lib, const struct ds_attrs *a,
    const struct pair *pair)
{
	struct dd_table *dds = NULL;
	struct ds_file *in = NULL, *out = NULL;
	struct ds_diag diag = {0};
	char *spec = dsn_host_spec(d, "IN", pair->path, a, false);
	const char *at = pair->path;
	enum ds_status st = DS_NOMEM;
	bool whole = false;

	if (spec != NULL)
		st = dd_table_new(d->sys, &dds);
	if (st == DS_OK)
		st = dd_alloc(dds, spec, &diag);
	if (st == DS_OK)
		st = ds_open_dd(dds, "IN", DS_INPUT | DS_SEQ, a, &in, &diag);
	if (st == DS_OK) {
		at = pair->member;
		st = ds_member_open(lib, at, DS_OUTPUT | DS_SEQ, &out, &diag);
	}
	if (st == DS_OK) {
		ds_set_source(out, ds_attrs(in));
		whole = dsn_copy_records(d, "put", in, out, pair->path, at);
	} else {
		dsn_say_status(at, st, &diag);
	}
	whole = dsn_copy_end(&out, at, whole);
	ds_abandon(&in);
	dd_table_free(&dds);
	free(spec);
	return whole;
}

/* From the first on; *np: how many are stored. Each is safe from a kill at
 * once, from a power cut at the close. */
static bool
store_all(struct dsn *d, const char *dsn, const struct pairs *p, size_t *np)
{
	struct ds_library *lib = NULL;
	struct ds_diag diag = {0};
	struct ds_attrs a = {0};
	enum ds_status st;
	bool ok = true;

	st = ds_library_open(d->sys, dsn, DD_SHR, true, &lib, &diag);
	if (st == DS_OK)
		st = ds_name_attrs(d->sys, dsn, &a, &diag);
	if (st != DS_OK) {
		dsn_say_status(dsn, st, &diag);
		ds_library_abandon(&lib);
		return false;
	}
	ds_library_defer(lib);
	for (; ok && *np < p->n; *np += ok)
		ok = store(d, lib, &a, &p->v[*np]);
	if ((st = ds_library_close(&lib, &diag)) != DS_OK) {
		dsn_say_status(dsn, st, &diag);
		ok = false;
	}
	return ok;
}

bool
dsn_put_members(struct dsn *d, int n, char *const *args, struct name *to)
{
	struct pairs p = {0};
	bool ok = pairs_make(&p, n, args);
	size_t stored = 0;

	if (ok && p.n == 0) {
		dsn_say("%s: no files in it", args[0]);
		ok = false;
	}
	/* What makes the library stores the first one. */
	if (ok && (d->made_as != NULL || d->like != NULL)) {
		to->has_member = true;
		snprintf(to->member, sizeof(to->member), "%s", p.v[0].member);
		ok = dsn_put_file(d, p.v[0].path, to);
		stored = ok;
	}
	if (ok)
		ok = store_all(d, to->dsn, &p, &stored);
	if (!ok && stored > 0)
		dsn_say(
		    "%s: %zu of %zu files are stored", to->dsn, stored, p.n);
	pairs_free(&p);
	return ok;
}

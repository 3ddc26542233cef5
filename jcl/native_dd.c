/*
 * DDs as files. A program of the host reads and writes lines of UTF-8 in
 * $DD_name, a file of its own; what it has changed is written back when it has
 * ended well, all of the data set or nothing.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/codepage.h"
#include "jcl/native_int.h"
#include "services/locate.h"

enum { RECORD_MAX = 32760 };

/* --- records to lines ----------------------------------------------------- */

static enum ds_status
put_line(const struct codepage *cp, const struct ds_rec *rec, bool fixed,
    char *line, FILE *fp)
{
	size_t n = rec->len;

	/* As on a path: blanks at the end of a fixed record are none of it. */
	while (fixed && n > 0 && rec->data[n - 1] == codepage_blank(cp))
		n--;
	n = codepage_to_utf8(cp, rec->data, n, line);
	line[n++] = '\n';
	return fwrite(line, 1, n, fp) == n ? DS_OK : DS_IO;
}

enum ds_status
native_copy(struct ds_file *file, bool text, FILE *fp, struct ds_diag *diag)
{
	const struct ds_attrs *a = ds_attrs(file);
	const struct codepage *cp = NULL;
	struct ds_rec rec;
	enum ds_status st;
	size_t room = 0;
	char *line = NULL, *p;

	st = codepage_get(a->ccsid, &cp, diag);
	while (st == DS_OK && (st = ds_get(file, &rec, diag)) == DS_OK) {
		if (!text) {
			if (fwrite(rec.data, 1, rec.len, fp) != rec.len)
				st = DS_IO;
			continue;
		}
		if (room < (size_t)rec.len * CODEPAGE_UTF8_MAX + 1) {
			room = (size_t)rec.len * CODEPAGE_UTF8_MAX + 1;
			if ((p = realloc(line, room)) == NULL) {
				st = DS_NOMEM;
				break;
			}
			line = p;
		}
		st = put_line(cp, &rec, a->fixed, line, fp);
	}
	free(line);
	if (st == DS_IO || st == DS_NOMEM)
		ds_fail(diag, st, a->name, "%s", strerror(errno));
	return st == DS_EOD ? DS_OK : st;
}

/* --- making --------------------------------------------------------------- */

/* A library without a member has no lines. */
static bool
is_library(struct native *nt, const char *dd)
{
	const struct step_result *res = nt->sr->res;
	struct ds_entry *ent = NULL;
	bool is = false;

	for (size_t i = 0; i < res->ndata; i++) {
		if (strcmp(res->data[i].dd, dd) != 0 ||
		    strchr(res->data[i].name, '(') != NULL)
			continue;
		is = ds_find(nt->sr->job->env->sys, NULL, res->data[i].name,
			 &ent, NULL) == DS_OK &&
		     ent->org == DS_ORG_PO;
		ds_entry_free(&ent);
		break;
	}
	return is;
}

/* These have nothing to be read yet. */
static bool
is_empty(enum ds_status st)
{
	return st == DS_OPEN_EMPTY || st == DS_NOMEMBER || st == DS_NOFILE ||
	       st == DS_OPEN_NOTVSAM || st == DS_OPEN_EMPTYPATH;
}

static void
remember(struct native_dd *dd)
{
	struct stat sb;

	if (stat(dd->path, &sb) != 0)
		return;
	dd->changed = sb.st_mtim;
	dd->size = sb.st_size;
	dd->ino = sb.st_ino;
}

static enum ds_status
fill(struct native *nt, struct native_dd *dd)
{
	struct ds_file *file = NULL;
	enum ds_status st;
	FILE *fp;

	if ((fp = fopen(dd->path, "we")) == NULL)
		return ds_fail_errno(&nt->diag, errno, dd->name,
		    "a file for the program: %s", strerror(errno));
	st = ds_open_dd(
	    nt->sr->dds, dd->name, DS_INPUT | DS_SEQ, NULL, &file, &nt->diag);
	if (st == DS_OK)
		st = native_copy(file, true, fp, &nt->diag);
	else if (is_empty(st))
		st = DS_OK;
	ds_abandon(&file);
	if (fclose(fp) != 0 && st == DS_OK)
		st = ds_fail_errno(&nt->diag, errno, dd->name,
		    "a file for the program: %s", strerror(errno));
	remember(dd);
	return st;
}

static enum ds_status
add(struct native *nt, const char *name)
{
	struct native_dd *dd = calloc(1, sizeof(*dd));

	if (dd == NULL || asprintf(&dd->path, "%s/%s", nt->dir, name) < 0) {
		free(dd);
		return ds_fail(&nt->diag, DS_NOMEM, name, NULL);
	}
	snprintf(dd->name, sizeof(dd->name), "%s", name);
	dd->next = nt->dds;
	nt->dds = dd;
	return fill(nt, dd);
}

enum ds_status
native_dds_make(struct native *nt)
{
	enum ds_status st = DS_OK;
	const char *name;
	size_t i;

	for (i = 0; st == DS_OK && (name = dd_name(nt->sr->dds, i)) != NULL;
	     i++)
		if (!is_library(nt, name))
			st = add(nt, name);
	return st;
}

void
native_dds_free(struct native *nt)
{
	struct native_dd *dd;

	while ((dd = nt->dds) != NULL) {
		nt->dds = dd->next;
		unlink(dd->path);
		free(dd->path);
		free(dd);
	}
}

/* --- lines to records ----------------------------------------------------- */

/* A line that is no record: nothing is stored. */
static enum ds_status
put_record(struct native *nt, struct ds_file *file, const struct codepage *cp,
    const char *line, size_t len, unsigned number)
{
	struct codepage_err err;
	uint8_t rec[RECORD_MAX];
	char why[120];
	enum ds_status st;
	size_t n = 0;

	st = codepage_from_utf8(cp, line, len, rec, sizeof(rec), &n, &err);
	if (st == DS_OK)
		st = ds_put(file, rec, n, &nt->diag);
	else if (st == DS_BADTEXT)
		codepage_err_text(&err, why, sizeof(why));
	if (st == DS_OK)
		return DS_OK;
	return ds_fail(&nt->diag, st, ds_attrs(file)->name, "line %u: %s",
	    number, st == DS_BADTEXT ? why : ds_status_text(st));
}

static enum ds_status
put_lines(struct native *nt, struct ds_file *file, FILE *fp)
{
	const struct codepage *cp = NULL;
	unsigned number = 0;
	enum ds_status st;
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	st = codepage_get(ds_attrs(file)->ccsid, &cp, &nt->diag);
	while (st == DS_OK && (n = getline(&line, &cap, fp)) > 0) {
		if (line[n - 1] == '\n')
			n--;
		st = put_record(nt, file, cp, line, (size_t)n, ++number);
	}
	free(line);
	return st;
}

/* Text, of which a new data set without attributes becomes VB. */
static enum ds_status
store_file(struct native *nt, const char *path, const char *ddname)
{
	static const struct ds_attrs like = {.org = DS_ORG_PS,
	    .recfm = DS_RECFM_VB,
	    .lrecl = RECORD_MAX - 4,
	    .ccsid = CCSID_1047,
	    .text = true};
	unsigned intent = DS_OUTPUT | DS_SEQ;
	struct ds_file *file = NULL;
	struct ds_attrs a = {0};
	enum ds_status st;
	FILE *fp;

	/* A cluster is written whole where it can be emptied. */
	if (ds_dd_attrs(nt->sr->dds, ddname, &a, NULL) == DS_OK && a.vsam)
		intent |= DS_RESET;
	if ((fp = fopen(path, "re")) == NULL)
		return ds_fail_errno(&nt->diag, errno, ddname, NULL);
	st = ds_open_dd(nt->sr->dds, ddname, intent, &like, &file, &nt->diag);
	if (st == DS_OPEN_NORESET)
		st = ds_open_dd(nt->sr->dds, ddname,
		    intent & ~(unsigned)DS_RESET, &like, &file, &nt->diag);
	if (st == DS_OK)
		st = put_lines(nt, file, fp);
	fclose(fp);
	if (st == DS_OK)
		return ds_close(&file, &nt->diag);
	if (st == DS_NOSPACE)
		ds_close_short(&file, NULL);
	ds_abandon(&file);
	return st;
}

static bool
has_changed(const struct native_dd *dd)
{
	struct stat sb;

	return stat(dd->path, &sb) == 0 &&
	       (sb.st_size != dd->size || sb.st_ino != dd->ino ||
		   sb.st_mtim.tv_sec != dd->changed.tv_sec ||
		   sb.st_mtim.tv_nsec != dd->changed.tv_nsec);
}

enum ds_status
native_dds_store(struct native *nt)
{
	enum ds_status st = DS_OK;
	struct native_dd *dd;

	for (dd = nt->dds; st == DS_OK && dd != NULL; dd = dd->next)
		if (has_changed(dd))
			st = store_file(nt, dd->path, dd->name);
	return st;
}

enum ds_status
native_print(struct native *nt, const char *file, const char *ddname)
{
	enum ds_status st = DS_OK;
	char *path = NULL;
	struct stat sb;

	if (asprintf(&path, "%s/%s", nt->dir, file) < 0)
		return ds_fail(&nt->diag, DS_NOMEM, NULL, NULL);
	if (stat(path, &sb) == 0 && sb.st_size > 0) {
		if (!dd_exists(nt->sr->dds, ddname) &&
		    !allocate_sysout(nt->sr, ddname))
			st = ds_fail(&nt->diag, DS_NOMEM, ddname, NULL);
		else
			st = store_file(nt, path, ddname);
	}
	free(path);
	return st;
}

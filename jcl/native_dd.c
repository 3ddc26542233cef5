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

/* The file of the host that a DD is, alone; NULL: it is none. */
static const char *
host_file(const struct native *nt, const char *name)
{
	const struct jcl_dd *dd = jcl_dd_find(nt->sr->step, name);

	return dd != NULL && dd->next == NULL ? dd->path.name : NULL;
}

static enum ds_status
add(struct native *nt, const char *name)
{
	struct native_dd *dd = calloc(1, sizeof(*dd));
	const char *host = host_file(nt, name);

	if (dd != NULL)
		dd->path =
		    host != NULL ? strdup(host) : native_dir_path(nt, name);
	if (dd == NULL || dd->path == NULL) {
		free(dd);
		return ds_fail(&nt->diag, DS_NOMEM, name, NULL);
	}
	snprintf(dd->name, sizeof(dd->name), "%s", name);
	dd->host = host != NULL;
	dd->next = nt->dds;
	nt->dds = dd;
	return dd->host ? DS_OK : fill(nt, dd);
}

/* What called this one reads and writes these itself. */
static bool
is_callers(const struct native *nt, const char *name)
{
	return nt->called &&
	       (strcmp(name, "SYSTSIN") == 0 || strcmp(name, "SYSTSPRT") == 0);
}

enum ds_status
native_dds_make(struct native *nt)
{
	enum ds_status st = DS_OK;
	const char *name;
	size_t i;

	for (i = 0; st == DS_OK && (name = dd_name(nt->sr->dds, i)) != NULL;
	     i++)
		if (!is_library(nt, name) && !is_callers(nt, name))
			st = add(nt, name);
	return st;
}

void
native_dds_free(struct native *nt)
{
	struct native_dd *dd;

	while ((dd = nt->dds) != NULL) {
		nt->dds = dd->next;
		free(dd->path);
		free(dd);
	}
}

const struct native_dd *
native_dd_find(const struct native *nt, const char *name)
{
	const struct native_dd *dd;

	for (dd = nt->dds; dd != NULL; dd = dd->next)
		if (strcmp(dd->name, name) == 0)
			break;
	return dd;
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

/* A listing is whole even so: what the code page lacks is a question mark. */
static size_t
print_text(const struct codepage *cp, const char *line, size_t len,
    uint8_t *rec, size_t max)
{
	struct codepage_err err;
	size_t at = 0, n = 0, got;

	while (at < len && n < max) {
		const size_t left = len - at < max - n ? len - at : max - n;

		got = 0;
		if (codepage_from_utf8(cp, line + at, left, rec + n, max - n,
			&got, &err) == DS_OK) {
			at += left;
			n += got;
			continue;
		}
		codepage_from_utf8(
		    cp, line + at, err.pos, rec + n, max - n, &got, NULL);
		n += got;
		at += err.pos;
		if (n < max)
			codepage_from_utf8(
			    cp, "?", 1, rec + n++, 1, &got, NULL);
		for (at++; at < len && (line[at] & 0xC0) == 0x80;)
			at++;
	}
	return n;
}

/* False of *cutp: all of it was printed. */
static enum ds_status
print_record(struct native *nt, struct ds_file *file, const struct codepage *cp,
    const char *line, size_t len, bool *cutp)
{
	const struct ds_attrs *a = ds_attrs(file);
	size_t max =
	    a->lrecl > 0 && a->lrecl < RECORD_MAX ? a->lrecl : RECORD_MAX - 4;
	uint8_t rec[RECORD_MAX];
	size_t n;

	if (a->lrecl > 4 && !a->fixed && a->recfm != DS_RECFM_NONE &&
	    a->recfm != DS_RECFM_U)
		max = a->lrecl - 4;
	n = print_text(cp, line, len, rec, max);
	*cutp |= n == max && len > max;
	return ds_put(file, rec, n, &nt->diag);
}

static enum ds_status
put_lines(struct native *nt, struct ds_file *file, FILE *fp, bool print)
{
	const struct codepage *cp = NULL;
	unsigned number = 0;
	bool cut = false;
	enum ds_status st;
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	st = codepage_get(ds_attrs(file)->ccsid, &cp, &nt->diag);
	while (st == DS_OK && (n = getline(&line, &cap, fp)) > 0) {
		if (line[n - 1] == '\n')
			n--;
		st = print
			 ? print_record(nt, file, cp, line, (size_t)n, &cut)
			 : put_record(nt, file, cp, line, (size_t)n, ++number);
	}
	free(line);
	if (cut)
		joblog_note(nt->sr->job->log, LOG_JOB | LOG_SYSTEM,
		    "%s: LINES WERE CUT TO %u BYTES", ds_attrs(file)->name,
		    ds_attrs(file)->lrecl);
	return st;
}

/* Text, of which a new data set without attributes becomes VB. */
static enum ds_status
store_file(struct native *nt, const char *path, const char *ddname, bool print)
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
		st = put_lines(nt, file, fp, print);
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
		if (!dd->host && has_changed(dd))
			st = store_file(nt, dd->path, dd->name, false);
	return st;
}

enum ds_status
native_print(struct native *nt, const char *file, const char *ddname)
{
	enum ds_status st = DS_OK;
	char *path = native_dir_path(nt, file);
	struct stat sb;

	if (path == NULL)
		return ds_fail(&nt->diag, DS_NOMEM, NULL, NULL);
	if (stat(path, &sb) == 0 && sb.st_size > 0) {
		if (!dd_exists(nt->sr->dds, ddname) &&
		    !allocate_sysout(nt->sr, ddname))
			st = ds_fail(&nt->diag, DS_NOMEM, ddname, NULL);
		else
			st = store_file(nt, path, ddname, true);
	}
	free(path);
	return st;
}

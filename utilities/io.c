/* INFILE, INDATASET, OUTFILE, OUTDATASET. */
#include <stdio.h>
#include <string.h>

#include "utilities/io_int.h"

/* A host path, absolute or not: it has what no data set name has. */
static bool
is_path(const char *name)
{
	return strpbrk(name, "/abcdefghijklmnopqrstuvwxyz") != NULL;
}

const char *
io_name(const struct ds_file *f, const struct ams_plist *top, const char *file)
{
	const char *dd = ams_text(top, file, 0);
	const char *name = ds_attrs(f)->name;

	return dd != NULL && is_path(name) ? dd : name;
}

/* The form is that of IEC161I, without what only a job has; the codes of
 * MSG=SMBBIAS rest on memory (mem). */
static void
tell_bias(struct ams_run *run, const struct ds_file *file, const char *dd)
{
	const struct ds_attrs *a = ds_attrs(file);
	char line[SYSPRINT_WIDTH];
	int n;

	if (a->bias[0] == '\0' || dd == NULL)
		return;
	n = snprintf(line, sizeof(line), "IEC161I 001(%s)-255,,,%s,,,,%s",
	    a->bias, dd, a->name);
	sysprint_line(run->sp, '0', line, (size_t)n);
}

enum { IO_NAME = 64 };

/* A name with its member or relative number. */
static const char *
io_full_name(
    const struct ams_plist *top, const char *dataset, char out[IO_NAME])
{
	const struct ams_value *v = &ams_find(top, dataset)->values[0];

	snprintf(out, IO_NAME, "%s%s%s%s", v->text, v->has_member ? "(" : "",
	    v->has_member ? v->member : "", v->has_member ? ")" : "");
	return out;
}

struct ds_file *
io_open(struct ams_run *run, const struct ams_plist *top, const char *file,
    const char *dataset, unsigned intent, const struct ds_attrs *like)
{
	const char *dd = ams_text(top, file, 0);
	const char *dsn = ams_text(top, dataset, 0);
	struct ds_file *f = NULL;
	struct ds_diag diag = {0};
	struct ds_attrs asked = {0};
	char name[IO_NAME];
	enum ds_status st;

	if (dd != NULL) {
		st = ds_open_dd(run->dds, dd, intent, like, &f, &diag);
		snprintf(name, sizeof(name), "%s",
		    st == DS_OPEN_NODD || diag.name[0] == '\0' ||
			    is_path(diag.name)
			? dd
			: diag.name);
	} else if (dsn != NULL) {
		io_full_name(top, dataset, name);
		st = ds_open_name(run->sys, name, intent, &f, &diag);
	} else {
		return NULL; /* the reader has asked for one of them */
	}
	if (st == DS_OK && like != NULL && (intent & DS_OUTPUT) != 0)
		ds_set_source(f, like);
	if (st == DS_OK) {
		tell_bias(run, f, dd);
		return f;
	}
	io_attrs(run, top, file, dataset, &asked);
	if (asked.vsam)
		ams_open_error(run, st, &diag, name);
	else
		ams_system_open_error(run, st, &diag, name);
	return NULL;
}

void
io_attrs(struct ams_run *run, const struct ams_plist *top, const char *file,
    const char *dataset, struct ds_attrs *attrsp)
{
	const char *dd = ams_text(top, file, 0);
	const char *dsn = ams_text(top, dataset, 0);
	char full[IO_NAME];

	if (dd != NULL)
		ds_dd_attrs(run->dds, dd, attrsp, NULL);
	else if (dsn != NULL)
		ds_name_attrs(
		    run->sys, io_full_name(top, dataset, full), attrsp, NULL);
}

bool
io_close(struct ams_run *run, struct ds_file **filep, const char *name)
{
	struct ds_diag diag = {0};
	char copy[64];
	enum ds_status st;

	if (*filep == NULL)
		return true;
	snprintf(copy, sizeof(copy), "%s", name); /* the file may own it */
	st = ds_close(filep, &diag);
	if (st == DS_OK)
		return true;
	ams_close_error(run, st, &diag, copy);
	return false;
}

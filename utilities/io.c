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

enum { IO_NAME = DS_DIAG_NAME };

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

/* --- ENVIRONMENT -----------------------------------------------------------
 */

/* Words for ISAM and tapes ask for nothing here, as z/OS has no ISAM either. */
static struct dd_dcb
read_environment(
    const struct ams_plist *top, const char *file, const char *dataset)
{
	static const struct {
		const char *words[2];
		enum ds_recfm recfm;
	} formats[] = {
	    {{"FIXUNB", "F"}, DS_RECFM_F},
	    {{"FIXBLK", "FB"}, DS_RECFM_FB},
	    {{"VARUNB", "V"}, DS_RECFM_V},
	    {{"VARBLK", "VB"}, DS_RECFM_VB},
	    {{"SPNUNB", "S"}, DS_RECFM_VS},
	    {{"SPNBLK", "SB"}, DS_RECFM_VBS},
	    {{"UNDEF", "U"}, DS_RECFM_U},
	};
	const struct ams_plist *env =
	    ams_sub(ams_sub(top, file), "ENVIRONMENT");
	struct dd_dcb dcb = {0};
	const char *s;

	if (env == NULL)
		env = ams_sub(ams_sub(top, dataset), "ENVIRONMENT");
	dcb.lrecl = (uint32_t)ams_num(env, "RECORDSIZE", 0, 0);
	dcb.blksize = (uint32_t)ams_num(env, "BLOCKSIZE", 0, 0);
	s = ams_text(env, "RECORDFORMAT", 0);
	for (size_t i = 0;
	     s != NULL && i < sizeof(formats) / sizeof(formats[0]); i++)
		if (strcmp(s, formats[i].words[0]) == 0 ||
		    strcmp(s, formats[i].words[1]) == 0)
			dcb.recfm = formats[i].recfm;
	return dcb;
}

/* A data set has the attributes that it was made with: what says others of it
 * would read something else than was written. */
static bool
agrees(const struct ds_attrs *a, const struct dd_dcb *dcb)
{
	static const char kinds[] = {[DS_RECFM_F] = 'F',
	    [DS_RECFM_FB] = 'F',
	    [DS_RECFM_FBS] = 'F',
	    [DS_RECFM_V] = 'V',
	    [DS_RECFM_VB] = 'V',
	    [DS_RECFM_VS] = 'V',
	    [DS_RECFM_VBS] = 'V',
	    [DS_RECFM_U] = 'U'};

	if (a->vsam || a->dummy)
		return true;
	if (dcb->recfm != DS_RECFM_NONE && a->recfm != DS_RECFM_NONE &&
	    kinds[dcb->recfm] != kinds[a->recfm])
		return false;
	return dcb->lrecl == 0 || a->lrecl == 0 || a->lrecl == dcb->lrecl;
}

static bool
check_environment(struct ams_run *run, struct ds_file **filep,
    const struct dd_dcb *dcb, const char *name)
{
	char recfm[8];

	if (dcb->weak || agrees(ds_attrs(*filep), dcb))
		return true;
	sysprint_msgv(run->sp, MSG_IDC3300I, name, NULL);
	sysprint_msgv(run->sp, MSG_IDC3312I, NULL);
	ams_note(run, true,
	    "environment says what it is not: it has RECFM %s, LRECL %u",
	    ds_recfm_name(ds_attrs(*filep)->recfm, 0, recfm),
	    ds_attrs(*filep)->lrecl);
	ds_abandon(filep);
	return false;
}

struct ds_file *
io_open(struct ams_run *run, const struct ams_plist *top, const char *file,
    const char *dataset, unsigned intent, const struct ds_attrs *like)
{
	return io_open_as(run, top, file, dataset, intent, like, DS_RECFM_NONE);
}

struct ds_file *
io_open_as(struct ams_run *run, const struct ams_plist *top, const char *file,
    const char *dataset, unsigned intent, const struct ds_attrs *like,
    enum ds_recfm weak)
{
	const char *dd = ams_text(top, file, 0);
	const char *dsn = ams_text(top, dataset, 0);
	struct ds_file *f = NULL;
	struct ds_diag diag = {0};
	struct ds_attrs asked = {0};
	char name[IO_NAME];
	struct dd_dcb dcb = read_environment(top, file, dataset);
	enum ds_status st;

	if (weak != DS_RECFM_NONE && dcb.recfm == DS_RECFM_NONE) {
		dcb.recfm = weak;
		dcb.weak = true;
	}
	if (dd != NULL) {
		dd_table_dcb(run->dds, &dcb);
		st = ds_open_dd(run->dds, dd, intent, like, &f, &diag);
		dd_table_dcb(run->dds, NULL);
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
		if (!check_environment(run, &f, &dcb, name))
			return NULL;
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

void
io_drop(struct ams_run *run, struct ds_file **filep)
{
	if (run->abend[0] != '\0')
		ds_close_short(filep, NULL);
	else
		ds_abandon(filep);
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

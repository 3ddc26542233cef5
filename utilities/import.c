/*
 * IMPORT: what EXPORT wrote, made anew or loaded into an empty data set. It is
 * there as a whole, or the failure has changed nothing.
 */
#include <stdio.h>
#include <string.h>

#include "utilities/define_int.h"
#include "utilities/io_int.h"
#include "utilities/portable_int.h"

struct import {
	struct ams_run *run;
	const struct ams_plist *top;
	struct ds_file *in;
	const char *in_name;
	struct ds_import *im;
	struct ds_import_how how;
	char target[DSNAME_MAX + 1];
	uint64_t records;
	bool catalog; /* the copy is of one, called name */
	char name[DSNAME_MAX + 1];
};

/* OUTDATASET, or the data set of OUTFILE. False: a message was printed. */
static bool
read_how(struct import *m)
{
	const struct ams_plist *top = m->top;
	const char *dd = ams_text(top, "OUTFILE", 0);
	const char *catalog = ams_text(top, "CATALOG", 0);
	struct ds_diag diag = {0};
	enum ds_status st;

	m->how.target = m->target;
	m->how.catalog = catalog != NULL ? catalog : "";
	m->how.into_empty = ams_coded(top, "INTOEMPTY");
	m->how.purge = ams_coded(top, "PURGE");
	m->how.erase = portable_erase(top);
	ams_copy_text(m->target, sizeof(m->target), top, "OUTDATASET");
	if (dd == NULL)
		return true;
	if ((st = dd_dsname(m->run->dds, dd, m->target, &diag)) == DS_OK)
		return true;
	ams_open_error(m->run, st, &diag, dd);
	return false;
}

/* One of OBJECTS. KEYRANGES and DEVICETYPE are obsolete, FILE names a DD that
 * only mounts. */
static bool
read_object(struct import *m, const struct ams_plist *l)
{
	struct ds_import_object obj = {.ordered = -1};
	struct ds_diag diag = {0};
	enum ds_status st;

	ams_copy_text(obj.name, sizeof(obj.name), l, "NAME");
	ams_copy_text(obj.newname, sizeof(obj.newname), l, "NEWNAME");
	ams_copy_text(obj.owner, sizeof(obj.owner), l, "OWNER");
	ams_copy_text(obj.storclas, sizeof(obj.storclas), l, "STORAGECLASS");
	ams_copy_text(obj.mgmtclas, sizeof(obj.mgmtclas), l, "MANAGEMENTCLASS");
	ams_copy_text(obj.dataclas, sizeof(obj.dataclas), l, "DATACLASS");
	obj.nvolumes = ams_read_volumes(obj.volumes, l);
	obj.ordered = ams_coded_flag(l, "ORDERED", "UNORDERED");
	st = ds_import_object(m->im, &obj, &diag);
	if (st == DS_OK)
		return true;
	portable_say_failed(m->run, st, &diag, obj.name);
	return false;
}

static bool
read_objects(struct import *m)
{
	const struct ams_param *p = ams_find(m->top, "OBJECTS");

	for (int i = 0; p != NULL && i < p->nvalues; i++)
		if (!read_object(m, p->values[i].sub))
			return false;
	return true;
}

/* The portable data set up to its records. */
static bool
begin(struct import *m)
{
	struct ds_portable info;
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!read_how(m))
		return false;
	m->in = io_open_as(m->run, m->top, "INFILE", "INDATASET",
	    DS_INPUT | DS_SEQ, NULL, ds_portable_attrs.recfm);
	if (m->in == NULL) {
		sysprint_msgv(m->run->sp, MSG_IDC3613I, NULL);
		return false;
	}
	m->in_name = io_name(m->in, m->top, "INFILE");
	st = ds_import_begin(m->run->sys, m->in, &m->im, &info, &diag);
	if (st != DS_OK) {
		portable_say_copy_failed(m->run, st, &diag, m->in_name);
		return false;
	}
	portable_say_when(m->run, MSG_IDC0604I, &info.exported);
	m->catalog = info.type == DS_UCAT;
	memcpy(m->name, info.name, sizeof(m->name));
	return m->catalog || read_objects(m);
}

static bool
load_catalog(struct import *m)
{
	struct ds_copied done = {0};
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_import_catalog(
	    m->im, ams_given(m->top, "ALIAS"), ams_stop, m->run, &done, &diag);
	if (st == DS_OK) {
		m->records = done.records;
		return true;
	}
	if (done.portable)
		portable_say_copy_failed(m->run, st, &diag, m->in_name);
	else
		portable_say_failed(m->run, st, &diag, m->name);
	return false;
}

static bool
load(struct import *m)
{
	struct ds_copied done = {0};
	struct ds_defined made;
	struct ds_diag diag = {0};
	bool replaces = false;
	enum ds_status st;

	st = ds_import_place(m->im, &m->how, &replaces, &diag);
	if (st != DS_OK) {
		portable_say_failed(m->run, st, &diag, m->target);
		return false;
	}
	if (replaces)
		sysprint_msgv(m->run->sp, MSG_IDC0611I, NULL);
	progress_begin(m->run->progress, "IMPORT", "records", 0, m->in);
	st = ds_import_load(m->im, ams_stop, m->run, &done, &diag);
	progress_end(m->run->progress);
	if (st == DS_OK) {
		done.portable = false;
		st = ds_import_commit(
		    m->im, ams_say_deleted, m->run, &made, &diag);
	}
	if (st != DS_OK && done.portable)
		portable_say_copy_failed(m->run, st, &diag, m->in_name);
	else if (st != DS_OK)
		portable_say_failed(m->run, st, &diag, m->target);
	if (st != DS_OK) {
		sysprint_msgv(m->run->sp, MSG_IDC3602I, NULL);
		return false;
	}
	m->records = done.records;
	ams_say_defined(m->run, &made);
	return true;
}

int
ams_import(struct ams_run *run, const struct ams_command *cmd)
{
	struct import m = {.run = run, .top = cmd->top};
	bool good, begun;

	begun = begin(&m);
	good = begun && (m.catalog ? load_catalog(&m) : load(&m));
	ds_import_free(&m.im);
	good = io_close(run, &m.in, m.in_name) && good;
	if (begun)
		ams_records(run, m.records);
	return ams_end(run, good ? CC_OK : CC_FAILED);
}

/*
 * BLDINDEX: each alternate index of the list is built from the base, one after
 * the other; what is wrong with one does not keep the others.
 *
 * The sort is ours: INTERNALSORT and EXTERNALSORT say how much memory it takes
 * before it uses a work file of its own; WORKFILES is not needed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "services/bldindex.h"
#include "utilities/idcams_int.h"

enum {
	SORT_INTERNAL = 64 * 1024 * 1024, /* bytes */
	SORT_EXTERNAL = 16 * 1024 * 1024,
	HEX_LEN = 2 * 255 + 4, /* X'..' of a key and the end */
};

struct building {
	struct ams_run *run;
	bool faults; /* IDC1653I */
};

static void
hex_constant(char out[HEX_LEN], const uint8_t *p, size_t len)
{
	char *at = out;

	at += sprintf(at, "X'");
	for (size_t i = 0; i < len && i < 255; i++)
		at += sprintf(at, "%02X", p[i]);
	strcpy(at, "'");
}

/* What a message says of a base record: its prime key or its RBA. */
static void
pointer_text(char out[HEX_LEN], const struct ds_build_note *note)
{
	if (note->by_key)
		hex_constant(out, note->ptr, note->ptr_len);
	else
		snprintf(out, HEX_LEN, "%" PRIu64, note->rba);
}

static void
say_nonunique(struct ams_run *run, const struct ds_build_note *note)
{
	char key[HEX_LEN], ptr[HEX_LEN], line[SYSPRINT_WIDTH + 1];
	int n;

	hex_constant(key, note->key, note->keylen);
	pointer_text(ptr, note);
	sysprint_msgv(run->sp, MSG_IDC1645I, key, NULL);
	n = snprintf(line, sizeof(line), "         PRIME %s IS %s",
	    note->by_key ? "KEY" : "RBA", ptr);
	sysprint_line(run->sp, ' ', line,
	    n < SYSPRINT_WIDTH ? (size_t)n : SYSPRINT_WIDTH);
}

static void
say(void *ctx, const struct ds_build_note *note)
{
	struct building *b = ctx;
	char text[HEX_LEN], n[24];

	b->faults = true;
	switch (note->fault) {
	case DS_BUILD_NOKEY:
		pointer_text(text, note);
		sysprint_msgv(b->run->sp, MSG_IDC1644I, text, NULL);
		break;
	case DS_BUILD_NONUNIQUE:
		say_nonunique(b->run, note);
		break;
	case DS_BUILD_EXCESS:
		hex_constant(text, note->key, note->keylen);
		snprintf(n, sizeof(n), "%" PRIu64, note->excess);
		sysprint_msgv(b->run->sp, MSG_IDC1646I, n,
		    note->by_key ? "KEY" : "RBA", text, NULL);
		break;
	}
}

/* All are read, and then sorted into their place. */
static void
begin(void *ctx, uint64_t n, struct ds_file *base)
{
	struct building *b = ctx;

	progress_begin(b->run->progress, "BLDINDEX",
	    base != NULL ? "records read" : "keys built", n, base);
}

static bool
stop(void *ctx)
{
	const struct building *b = ctx;

	return ams_interrupted(b->run);
}

/* --- names -----------------------------------------------------------------
 */

/* The data set of value i of the ddname or the name parameter. False: a message
 * was printed. */
static bool
name_of(struct ams_run *run, const struct ams_plist *top, const char *file,
    const char *dataset, int i, char out[DSNAME_MAX + 1])
{
	const char *dd = ams_text(top, file, i);
	const char *dsn = ams_text(top, dataset, i);
	struct ds_diag diag = {0};
	enum ds_status st;

	if (dd == NULL) {
		snprintf(out, DSNAME_MAX + 1, "%s", dsn != NULL ? dsn : "");
		return true;
	}
	if ((st = dd_dsname(run->dds, dd, out, &diag)) == DS_OK)
		return true;
	ams_open_error(run, st, &diag, dd);
	return false;
}

static void
say_failed(struct ams_run *run, enum ds_status st, const struct ds_diag *diag,
    const char *name)
{
	enum msg_id id = MSG_COUNT;

	if (st == DS_INVALID)
		id = ams_msg_by_number(diag->text);
	if (id != MSG_COUNT)
		sysprint_msgv(run->sp, id, name, NULL);
	else if (st == DS_CAT_NOTFOUND)
		ams_catalog_error(run, st, diag, name);
	else if (ds_status_class(st) == 'R')
		ams_action_error(run, st, diag, name, NULL, 0);
	else
		ams_open_error(run, st, diag, name);
}

static int
build_one(struct ams_run *run, const struct ams_plist *top, const char *base,
    const char *name)
{
	struct building b = {.run = run};
	struct ds_build how = {
	    .note = say, .stop = stop, .begin = begin, .ctx = &b};
	struct ds_diag diag = {0};
	enum ds_status st;

	how.memory =
	    ams_coded(top, "EXTERNALSORT") ? SORT_EXTERNAL : SORT_INTERNAL;
	st = ds_build_aix(run->sys, base, name, &how, &diag);
	progress_end(run->progress);
	if (st != DS_OK) {
		if (st == DS_EOD)
			ams_say_interrupted(run);
		else
			say_failed(run, st, &diag, name);
		sysprint_msgv(run->sp, MSG_IDC2654I, name, NULL);
		return st == DS_EOD ? CC_FAILED : CC_ERROR;
	}
	sysprint_msgv(
	    run->sp, b.faults ? MSG_IDC1653I : MSG_IDC0652I, name, NULL);
	return b.faults ? CC_WARNING : CC_OK;
}

/* False: messages were printed; nothing can be built. */
static bool
find_base(struct ams_run *run, const struct ams_plist *top,
    char base[DSNAME_MAX + 1], int *ccp)
{
	struct ds_improper how = {0};
	char name[DSNAME_MAX + 1];
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!name_of(run, top, "INFILE", "INDATASET", 0, name))
		return false;
	st = ds_build_base(run->sys, name, base, &how, &diag);
	if (st == DS_OPEN_EMPTY)
		sysprint_msgv(run->sp, MSG_IDC3643I, name, NULL);
	else if (st != DS_OK)
		say_failed(run, st, &diag, name);
	if (st == DS_OK)
		*ccp = ams_open_warning(run, &how, name);
	return st == DS_OK;
}

int
ams_bldindex(struct ams_run *run, const struct ams_command *cmd)
{
	const struct ams_plist *top = cmd->top;
	const struct ams_param *p = ams_find(top, "OUTFILE");
	char base[DSNAME_MAX + 1], name[DSNAME_MAX + 1];
	int cc = CC_OK, one, i;

	if (p == NULL)
		p = ams_find(top, "OUTDATASET");
	if (!find_base(run, top, base, &cc))
		return ams_end(run, CC_FAILED);
	for (i = 0; p != NULL && i < p->nvalues && cc < CC_FAILED; i++) {
		if (name_of(run, top, "OUTFILE", "OUTDATASET", i, name)) {
			one = build_one(run, top, base, name);
		} else {
			sysprint_msgv(
			    run->sp, MSG_IDC2654I, p->values[i].text, NULL);
			one = CC_ERROR;
		}
		cc = one > cc ? one : cc;
	}
	return ams_end(run, cc);
}

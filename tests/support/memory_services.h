/*
 * Services that stand in memory, in place of the real ones, and a deck run over
 * them: for tests of IDCAMS alone. Defines the functions of services/: one test
 * program includes it, once.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_MEMORY_SERVICES_H
#define CATAMOUNT_TESTS_SUPPORT_MEMORY_SERVICES_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codepage.h"
#include "services/catalogs.h"
#include "services/bldindex.h"
#include "services/define.h"
#include "services/gdg.h"
#include "services/library.h"
#include "services/locate.h"
#include "services/security.h"
#include "tests/support/capture.h"
#include "tests/support/memory_portable.h"
#include "tests/support/memory_records.h"
#include "utilities/idcams.h"

/* --- a catalog in memory ------------------------------------------------- */

static struct ds_entry *entries[8];
static int nentries;
static char deletions[400]; /* what was asked of ds_delete */
static struct ds_define_cluster defined;
static struct ds_define_nonvsam defined_nonvsam;
static struct ds_define_path defined_path;
static struct ds_define_ucat defined_ucat;
static struct ds_define_alias defined_alias;
static struct ds_delete_ucat delete_ucat_opts; /* of the last */
static char built[120]; /* base, alternate index, bytes for the sort */
static struct ds_delete_opts delete_opts;  /* of the last */
static char asked_catalog[DSNAME_MAX + 1]; /* CATALOG of the last, or "" */

static void
ask_catalog(const char *name)
{
	snprintf(asked_catalog, sizeof(asked_catalog), "%s",
	    name != NULL ? name : "");
}

__attribute__((unused)) static struct ds_entry *
entry_new(enum ds_type type, const char *name)
{
	struct ds_entry *e = ds_entry_new();

	assert_non_null(e);
	e->type = type;
	snprintf(e->name, sizeof(e->name), "%s", name);
	strcpy(e->catalog, "CATALOG.MASTER");
	e->created = 2023100;
	entries[nentries++] = e;
	return e;
}

__attribute__((unused)) static void
add_ksds(void)
{
	struct ds_entry *e = entry_new(DS_CLUSTER, "A.KSDS");

	assert_true(ds_entry_add_assoc(e, DS_DATA, "A.KSDS.DATA"));
	assert_true(ds_entry_add_assoc(e, DS_INDEX, "A.KSDS.INDEX"));
	e = entry_new(DS_DATA, "A.KSDS.DATA");
	assert_true(ds_entry_add_assoc(e, DS_CLUSTER, "A.KSDS"));
	e = entry_new(DS_INDEX, "A.KSDS.INDEX");
	assert_true(ds_entry_add_assoc(e, DS_CLUSTER, "A.KSDS"));
}

void
ds_now(struct tm *tmp)
{
	memset(tmp, 0, sizeof(*tmp)); /* 2023-04-19T14:13:49 */
	tmp->tm_year = 123;
	tmp->tm_mon = 3;
	tmp->tm_mday = 19;
	tmp->tm_hour = 14;
	tmp->tm_min = 13;
	tmp->tm_sec = 49;
}

uint32_t
ds_today(void)
{
	return 2023109;
}

enum ds_status
ds_locate(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry *e;
	int i;
	size_t k;

	(void)sys;
	(void)catalog;
	for (i = 0; i < nentries; i++) {
		if (strcmp(entries[i]->name, name) != 0)
			continue;
		e = ds_entry_new();
		assert_non_null(e);
		*e = *entries[i];
		e->assocs = NULL;
		e->nassocs = 0;
		for (k = 0; k < entries[i]->nassocs; k++)
			assert_true(
			    ds_entry_add_assoc(e, entries[i]->assocs[k].type,
				entries[i]->assocs[k].name));
		*entp = e;
		return DS_OK;
	}
	return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
}

enum ds_status
ds_find(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_entry **entp, struct ds_diag *diag)
{
	return ds_locate(sys, catalog, name, entp, diag);
}

/* Everybody may see everything in memory. */
uint64_t
ds_system_suppressed(const struct ds_system *sys)
{
	(void)sys;
	return 0;
}

enum ds_status
ds_list(struct ds_system *sys, const char *catalog, enum ds_select sel,
    const char *pattern, bool with_stats,
    bool (*fn)(void *ctx, const struct ds_entry *ent), void *ctx,
    struct ds_diag *diag)
{
	const char *name;
	int i;

	(void)sys;
	ask_catalog(catalog);
	(void)with_stats;
	(void)diag;
	for (i = 0; i < nentries; i++) {
		name = entries[i]->name;
		if (sel == DS_SEL_ALL ||
		    (sel == DS_SEL_LEVEL &&
			dsname_level_match(pattern, name)) ||
		    (sel == DS_SEL_GENERIC && dsname_match(pattern, name)) ||
		    (sel == DS_SEL_MASK && dsname_mask_match(pattern, name)))
			if (!fn(ctx, entries[i]))
				break;
	}
	return DS_OK;
}

bool
ds_catalog_exists(struct ds_system *sys, const char *name)
{
	(void)sys;
	return strcmp(name, "CATALOG.MASTER") == 0;
}

enum ds_status
ds_examine_catalog(struct ds_system *sys, const char *name, enum ds_test test,
    ds_catalog_fault_fn *fault, ds_stop_fn *stop, void *ctx,
    struct ds_examined *sump, struct ds_diag *diag)
{
	(void)sys;
	(void)name;
	(void)test;
	(void)fault;
	(void)stop;
	(void)ctx;
	(void)diag;
	*sump = (struct ds_examined){.cis = 3, .records = 2};
	return DS_OK;
}

enum ds_status
ds_catalog_self(struct ds_system *sys, const char *name,
    bool (*fn)(void *ctx, const struct ds_entry *ent), void *ctx,
    struct ds_diag *diag)
{
	(void)sys;
	(void)fn;
	(void)ctx;
	return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
}

enum ds_status
ds_verify_catalog(
    struct ds_system *sys, const char *name, bool recover, struct ds_diag *diag)
{
	(void)sys;
	(void)name;
	(void)recover;
	(void)diag;
	return DS_OK;
}

#include "tests/support/memory_alter.h"

enum ds_status
ds_delete(struct ds_system *sys, const char *name,
    const struct ds_delete_opts *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	size_t n = strlen(deletions);

	(void)sys;
	delete_opts = *opts;
	delete_opts.catalog = NULL;
	ask_catalog(opts->catalog);
	snprintf(deletions + n, sizeof(deletions) - n, "%s%s%s;", name,
	    opts->purge ? ",PURGE" : "", opts->noscratch ? ",NSCR" : "");
	if (strcmp(name, "A.KSDS") == 0) {
		deleted(ctx, DS_DATA, "A.KSDS.DATA");
		deleted(ctx, DS_INDEX, "A.KSDS.INDEX");
		deleted(ctx, DS_CLUSTER, "A.KSDS");
		return DS_OK;
	}
	if (strcmp(name, "A.KEEP") == 0)
		return ds_fail(diag, DS_CAT_UNEXPIRED, name, NULL);
	if (strncmp(name, "A.PS", 4) == 0) {
		deleted(ctx, DS_NONVSAM, name);
		return DS_OK;
	}
	return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
}

enum ds_status
ds_define_cluster(struct ds_system *sys, const struct ds_define_cluster *def,
    struct ds_defined *outp, struct ds_diag *diag)
{
	(void)sys;
	defined = *def;
	if (strcmp(def->cluster.name, "A.DUP") == 0)
		return ds_fail(diag, DS_CAT_DUPLICATE, NULL, NULL);
	if (def->cluster.avglrecl > def->cluster.maxlrecl)
		return ds_fail(diag, DS_INVALID, NULL, "IDC3515I");
	if (strcmp(def->cluster.name, "A.FULL") == 0)
		return ds_fail(diag, DS_CAT_NOSPACE, NULL, NULL);
	snprintf(outp->data, sizeof(outp->data), "A.NEW.DATA");
	snprintf(outp->index, sizeof(outp->index), "A.NEW.INDEX");
	strcpy(outp->data_volser, "VOL001");
	strcpy(outp->index_volser, "VOL002");
	outp->data_generated = def->data.name[0] == '\0';
	outp->index_generated = def->index.name[0] == '\0';
	strcpy(outp->storclas, "STANDARD");
	strcpy(outp->mgmtclas, "STANDARD");
	return DS_OK;
}

enum ds_status
ds_define_gdg(struct ds_system *sys, const struct ds_define_gdg *def,
    struct ds_diag *diag)
{
	(void)sys;
	if (strcmp(def->name, "A.DUP") == 0)
		return ds_fail(diag, DS_CAT_DUPLICATE, def->name, NULL);
	return DS_OK;
}

enum ds_status
ds_gdg_existing(struct ds_system *sys, const char *base, int relative,
    char out[DSNAME_MAX + 1], struct ds_diag *diag)
{
	(void)sys;
	(void)relative;
	(void)out;
	return ds_fail(diag, DS_CAT_NOTFOUND, base, NULL);
}

enum ds_status
ds_gdg_delete_base(struct ds_system *sys, const char *catalog, const char *name,
    bool test, struct ds_diag *diag)
{
	(void)sys;
	(void)catalog;
	(void)test;
	return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
}

enum ds_status
ds_define_path(struct ds_system *sys, const struct ds_define_path *def,
    struct ds_diag *diag)
{
	(void)sys;
	defined_path = *def;
	if (strcmp(def->name, "A.DUP") == 0)
		return ds_fail(diag, DS_CAT_DUPLICATE, def->name, NULL);
	if (strcmp(def->entry, "A.NONE") == 0)
		return ds_fail(diag, DS_CAT_NOTFOUND, def->entry, NULL);
	if (strcmp(def->entry, "A.PS") == 0)
		return ds_fail(diag, DS_CAT_RELATED, def->entry, NULL);
	return DS_OK;
}

enum ds_status
dd_dsname(const struct dd_table *dds, const char *ddname,
    char out[DSNAME_MAX + 1], struct ds_diag *diag)
{
	(void)dds;
	if (strcmp(ddname, "NODD") == 0)
		return ds_fail(diag, DS_OPEN_NODD, ddname, NULL);
	snprintf(out, DSNAME_MAX + 1, "DD.%s", ddname);
	return DS_OK;
}

bool
dd_shared(const struct dd_table *dds, const char *ddname)
{
	(void)dds;
	return strcmp(ddname, "SHARED") == 0;
}

/* Nothing waits for the disk here. */
enum ds_status
ds_system_flush(struct ds_system *sys, unsigned *undonep, struct ds_diag *diag)
{
	(void)sys;
	(void)undonep;
	(void)diag;
	return DS_OK;
}

/* --- libraries: none is there ----------------------------------------------
 */

enum ds_status
ds_library_open(struct ds_system *sys, const char *name, enum dd_disp disp,
    bool output, struct ds_library **libp, struct ds_diag *diag)
{
	(void)sys;
	(void)disp;
	(void)output;
	(void)libp;
	return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
}

enum ds_status
ds_library_close(struct ds_library **libp, struct ds_diag *diag)
{
	(void)libp;
	(void)diag;
	return DS_OK;
}

enum ds_status
ds_member_find(struct ds_library *lib, const char *name,
    struct ds_member *memberp, struct ds_diag *diag)
{
	(void)lib;
	(void)memberp;
	return ds_fail(diag, DS_NOTFOUND, name, NULL);
}

enum ds_status
ds_member_next(struct ds_library *lib, const char *name,
    struct ds_member *memberp, struct ds_diag *diag)
{
	(void)lib;
	(void)memberp;
	return ds_fail(diag, DS_EOD, name, NULL);
}

bool
ds_member_match(const char *pattern, const char *name)
{
	return strcmp(pattern, name) == 0;
}

bool
ds_member_generic(const char *pattern)
{
	return strchr(pattern, '*') != NULL;
}

enum ds_status
ds_member_delete(struct ds_library *lib, const char *name, struct ds_diag *diag)
{
	(void)lib;
	return ds_fail(diag, DS_NOTFOUND, name, NULL);
}

enum ds_status
ds_member_rename(struct ds_library *lib, const char *old, const char *new,
    struct ds_diag *diag)
{
	(void)lib;
	(void)new;
	return ds_fail(diag, DS_NOTFOUND, old, NULL);
}

enum ds_status
ds_build_base(struct ds_system *sys, const char *name, char out[DSNAME_MAX + 1],
    struct ds_improper *howp, struct ds_diag *diag)
{
	(void)sys;
	*howp = (struct ds_improper){0};
	if (strcmp(name, "A.EMPTY") == 0)
		return ds_fail(diag, DS_OPEN_EMPTY, name, NULL);
	if (strcmp(name, "A.PS") == 0)
		return ds_fail(diag, DS_INVALID, name, "IDC3641I");
	snprintf(out, DSNAME_MAX + 1, "%s", name);
	return DS_OK;
}

/* A.FAULTS has one of each kind that goes with a prime key, A.RBAS with RBAs.
 */
enum ds_status
ds_build_aix(struct ds_system *sys, const char *base, const char *name,
    const struct ds_build *how, struct ds_diag *diag)
{
	static const uint8_t key[2] = {0xC1, 0xC2}, ptr[3] = {0xF1, 0xF2, 0xF3};
	struct ds_build_note note = {.key = key,
	    .keylen = 2,
	    .ptr = ptr,
	    .ptr_len = 3,
	    .by_key = strcmp(name, "A.RBAS") != 0,
	    .rba = 18432,
	    .excess = 7};

	snprintf(built, sizeof(built), "%s,%s,%zu", base, name, how->memory);
	if (how->stop != NULL && how->stop(how->ctx))
		return ds_fail(diag, DS_EOD, NULL, "stopped");
	(void)sys;
	if (strcmp(name, "A.PS") == 0)
		return ds_fail(diag, DS_INVALID, name, "IDC2640I");
	if (strcmp(name, "A.OTHER") == 0)
		return ds_fail(diag, DS_INVALID, name, "IDC2642I");
	if (strcmp(name, "A.FULL") == 0)
		return ds_fail(diag, DS_OPEN_NORESET, name, NULL);
	if (strcmp(name, "A.FAULTS") != 0 && note.by_key)
		return DS_OK;
	for (note.fault = DS_BUILD_NOKEY; note.fault <= DS_BUILD_EXCESS;
	     note.fault++)
		how->note(how->ctx, &note);
	return DS_OK;
}

enum ds_status
ds_define_nonvsam(struct ds_system *sys, const struct ds_define_nonvsam *def,
    struct ds_diag *diag)
{
	(void)sys;
	defined_nonvsam = *def;
	if (strcmp(def->name, "A.DUP") == 0)
		return ds_fail(diag, DS_CAT_DUPLICATE, NULL, NULL);
	return DS_OK;
}

enum ds_status
ds_define_ucat(struct ds_system *sys, const struct ds_define_ucat *def,
    struct ds_defined *outp, struct ds_diag *diag)
{
	(void)sys;
	(void)outp;
	(void)diag;
	defined_ucat = *def;
	return DS_OK;
}

enum ds_status
ds_define_alias(struct ds_system *sys, const struct ds_define_alias *def,
    struct ds_diag *diag)
{
	(void)sys;
	defined_alias = *def;
	if (strcmp(def->target, "A.NONE") == 0)
		return ds_fail(diag, DS_CAT_NOTFOUND, def->target, NULL);
	return DS_OK;
}

enum ds_status
ds_ucat_disconnect(
    struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	(void)sys;
	return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
}

enum ds_status
ds_ucat_connect(struct ds_system *sys, const char *name, const char *volser,
    void (*missing)(void *ctx, const char *volser), void *ctx,
    struct ds_diag *diag)
{
	(void)sys;
	(void)missing;
	(void)ctx;
	return ds_fail(diag, DS_CAT_UNAVAIL, name, "not here, on %s", volser);
}

enum ds_status
ds_ucat_delete(struct ds_system *sys, const char *name,
    const struct ds_delete_ucat *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	(void)sys;
	(void)deleted;
	(void)ctx;
	delete_ucat_opts = *opts;
	return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
}

enum ds_status
ds_merge_entry(struct ds_system *sys, const char *name, const char *source,
    const char *target,
    void (*moved)(void *ctx, enum ds_type type, const char *name), void *ctx,
    struct ds_diag *diag)
{
	(void)sys;
	(void)source;
	(void)target;
	(void)moved;
	(void)ctx;
	return ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
}

enum ds_status
ds_copy_catalog(struct ds_system *sys, const char *source, const char *target,
    uint64_t *np, struct ds_diag *diag)
{
	(void)sys;
	(void)source;
	*np = 0;
	return ds_fail(diag, DS_CAT_NOTEMPTY, target, NULL);
}

static struct ds_recatalog recataloged;
static char strayed[60]; /* what was asked of ds_delete_stray */

enum ds_status
ds_recatalog(
    struct ds_system *sys, const struct ds_recatalog *how, struct ds_diag *diag)
{
	(void)sys;
	recataloged = *how;
	if (strcmp(how->name, "A.NONE") == 0)
		return ds_fail(diag, DS_CAT_NOVVR, how->name, "not there");
	return DS_OK;
}

enum ds_status
ds_delete_stray(struct ds_system *sys, const char *name, bool plain, bool test,
    enum ds_type *typep, struct ds_diag *diag)
{
	(void)sys;
	(void)diag;
	snprintf(strayed, sizeof(strayed), "%s%s%s", name,
	    plain ? ",NVR" : ",VVR", test ? ",TEST" : "");
	*typep = plain ? DS_NONVSAM : DS_DATA;
	return DS_OK;
}

enum ds_status
ds_diagnose(struct ds_system *sys, const struct ds_diagnose *how,
    uint64_t *checkedp, struct ds_diag *diag)
{
	(void)sys;
	(void)how;
	(void)diag;
	*checkedp = 0;
	return DS_OK;
}

enum ds_status
ds_export_catalog(struct ds_system *sys, const char *name, struct ds_file *out,
    ds_stop_fn *stop, void *ctx, struct tm *whenp, struct ds_copied *donep,
    struct ds_diag *diag)
{
	(void)sys;
	(void)out;
	(void)stop;
	(void)ctx;
	ds_now(whenp);
	*donep = (struct ds_copied){0};
	return ds_fail(diag, DS_CAT_TYPE, name, NULL);
}

enum ds_status
ds_import_catalog(struct ds_import *im, bool aliases, ds_stop_fn *stop,
    void *ctx, struct ds_copied *donep, struct ds_diag *diag)
{
	(void)im;
	(void)aliases;
	(void)stop;
	(void)ctx;
	*donep = (struct ds_copied){0};
	return ds_fail(diag, DS_CAT_DUPLICATE, NULL, NULL);
}

/* --- running a deck ------------------------------------------------------ */

struct deck {
	const char *next;
	char card[200];
	struct sysprint *sp;
};

static int
deck_read(void *ctx, const char **recp, size_t *lenp)
{
	struct deck *d = ctx;
	size_t n = strcspn(d->next, "\n");

	if (*d->next == '\0')
		return 0;
	assert_true(n < sizeof(d->card));
	memcpy(d->card, d->next, n);
	d->next += n + (d->next[n] == '\n');
	*recp = d->card;
	*lenp = n;
	return 1;
}

static void
deck_echo(void *ctx, const char *rec, size_t len)
{
	sysprint_echo(((struct deck *)ctx)->sp, rec, len);
}

static void
deck_message(void *ctx, const struct msg *m)
{
	sysprint_msg(((struct deck *)ctx)->sp, m);
}

static void
deck_begin(void *ctx)
{
	sysprint_command(((struct deck *)ctx)->sp);
}

static bool (*deck_interrupted)(void);
static bool deck_quiet; /* no echoes */

/* The caller frees. maxcc -1: any. */
static char *
run(const char *text, int maxcc)
{
	struct deck d = {.next = text};
	const struct ams_ops ops = {.ctx = &d,
	    .read = deck_read,
	    .echo = deck_quiet ? NULL : deck_echo,
	    .message = deck_message,
	    .begin = deck_begin};
	struct capture cap = {0};
	struct sysprint_opts o = {true, true, false, capture_write, &cap};
	struct ams_run r = {0};
	int cc;

	d.sp = r.sp = sysprint_new(&o);
	r.reader = ams_reader_new(&ops, NULL);
	assert_non_null(r.sp);
	assert_non_null(r.reader);
	r.interrupted = deck_interrupted;
	cc = idcams_run(&r, NULL, NULL);
	if (maxcc >= 0)
		assert_int_equal(cc, maxcc);
	ams_reader_free(&r.reader);
	sysprint_free(&r.sp);
	return cap.text;
}

#define HEADING                                                               \
	"1IDCAMS  SYSTEM SERVICES                                           " \
	"TIME: 14:13:49        04/19/23     PAGE      "
#define COMPLETE(n)                                                           \
	"0IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM CONDITION CODE WAS " n \
	"\n"
#define CC(n) "0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS " n "\n"
#define FAILED "0IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12\n"
#define RECORDS(n) "0IDC0005I NUMBER OF RECORDS PROCESSED WAS " n "\n"

/* Run one command: what stands between its echo and the end. */
__attribute__((unused)) static void
expect(const char *command, int maxcc, const char *want)
{
	char *got = run(command, maxcc), *p, full[4000], cc[8];
	const char *c = command;

	snprintf(cc, sizeof(cc), "%d", maxcc);
	snprintf(full, sizeof(full), "%s1\n0\n", HEADING);
	while (*c != '\0') {
		size_t n = strcspn(c, "\n"), at = strlen(full);

		snprintf(full + at, sizeof(full) - at, " %.*s\n", (int)n, c);
		c += n + (c[n] == '\n');
	}
	p = full + strlen(full);
	snprintf(p, sizeof(full) - (size_t)(p - full),
	    "%s0\n0IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM CONDITION "
	    "CODE WAS %s\n",
	    want, cc);
	assert_string_equal(got, full);
	free(got);
}

__attribute__((unused)) static int
reset(void **state)
{
	(void)state;
	while (nentries > 0)
		ds_entry_free(&entries[--nentries]);
	nsets = 0;
	set_path = NULL;
	deletions[0] = '\0';
	memset(&defined, 0, sizeof(defined));
	return 0;
}

__attribute__((unused)) static struct ds_file *
letters(const char *name, enum ds_org org)
{
	struct ds_file *f = set_new(name, org, org == DS_ORG_KSDS ? 2 : 0);

	set_add(f, "AA01", 0);
	set_add(f, "AB02", 0);
	set_add(f, "AB9C3", 0);
	set_add(f, "BA04", 0);
	return f;
}

#endif

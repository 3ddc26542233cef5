/*
 * EXAMINE and VERIFY of a catalog. It is an SQLite file here: INDEXTEST has
 * SQLite look through its pages and indexes, DATATEST looks at each entry and
 * what it is tied to. The messages are those of a KSDS, which a catalog is on
 * z/OS; a page counts as a control interval, an entry as a record. A fault is a
 * line of ours.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "services/catalogs.h"
#include "services/locate.h"
#include "utilities/examine_int.h"
#include "utilities/report.h"

struct looking {
	struct ams_run *run;
	const char *name;
	int64_t limit; /* faults told */
	int64_t faults;
};

bool
ams_names_catalog(struct ams_run *run, const char *name)
{
	return name[0] != '\0' && ds_catalog_exists(run->sys, name);
}

static void
tell(void *ctx, const char *what)
{
	struct looking *l = ctx;

	if (++l->faults <= l->limit)
		ams_note(l->run, false, "%s: %s", l->name, what);
}

/* Which says little by itself, but of one that is locked. */
static void
not_to_be_had(struct looking *l, enum ds_status st, const struct ds_diag *diag)
{
	ams_catalog_error(l->run, st, diag, l->name);
	if (st == DS_CAT_UNAVAIL && diag->text[0] != '\0' &&
	    strcmp(diag->text, DS_UCAT_LOCKED) != 0 &&
	    strcmp(diag->text, DS_UCAT_SUSPENDED) != 0)
		ams_note(l->run, true, "%s", diag->text);
}

static bool
stop(void *ctx)
{
	const struct looking *l = ctx;

	return ams_interrupted(l->run) || sysprint_failed(l->run->sp);
}

/* One test and its summary; false: it could not be made. */
static bool
test(struct looking *l, enum ds_test which)
{
	const bool data = which == DS_TEST_DATA;
	const int64_t before = l->faults;
	struct sysprint *sp = l->run->sp;
	struct ds_examined sum = {0};
	struct ds_diag diag = {0};
	enum ds_status st;

	sysprint_msgv(sp, data ? MSG_IDC01701I : MSG_IDC01700I, NULL);
	progress_begin(l->run->progress, "EXAMINE",
	    data ? "entries" : "steps of the check", 0, NULL);
	st = ds_examine_catalog(
	    l->run->sys, l->name, which, tell, stop, l, &sum, &diag);
	progress_end(l->run->progress);
	if (st == DS_STOPPED)
		ams_say_interrupted(l->run);
	else if (st != DS_OK && st != DS_CORRUPT)
		not_to_be_had(l, st, &diag);
	if (st == DS_CORRUPT)
		sysprint_msgv(sp, data ? MSG_IDC21703I : MSG_IDC21701I, NULL);
	else if (st == DS_OK)
		sysprint_msgv(sp, data ? MSG_IDC01709I : MSG_IDC01724I, NULL);
	if (st != DS_OK && st != DS_CORRUPT)
		return false;
	report_examined(sp, &(struct report_examined){.name = l->name,
				.data = data,
				.faults = (uint64_t)(l->faults - before),
				.sum = &sum});
	if (data) {
		examine_number(sp, MSG_IDC01708I, sum.cis);
		examine_number(sp, MSG_IDC01710I, sum.records);
		examine_number(sp, MSG_IDC01711I, sum.empty_cis);
	}
	return true;
}

int
ams_examine_catalog(
    struct ams_run *run, const struct ams_plist *top, const char *name)
{
	struct looking l = {.run = run,
	    .name = name,
	    .limit = ams_num(top, "ERRORLIMIT", 0, INT32_MAX)};
	bool data = ams_coded(top, "DATATEST"), done = true;

	if (!ams_coded(top, "NOINDEXTEST"))
		done = test(&l, DS_TEST_INDEX);
	if (done && data && l.faults > 0)
		ams_note(run, false,
		    "DATATEST is not made with this index; "
		    "NOINDEXTEST asks for it");
	else if (done && data)
		done = test(&l, DS_TEST_DATA);
	return ams_end(run, !done          ? CC_FAILED
			    : l.faults > 0 ? CC_ERROR
					   : CC_OK);
}

int
ams_verify_catalog(struct ams_run *run, const char *name, bool recover)
{
	struct looking l = {.run = run, .name = name};
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_verify_catalog(run->sys, name, recover, &diag);
	if (st == DS_OK)
		return ams_end(run, CC_OK);
	if (st == DS_CORRUPT)
		ams_action_error(run, st, &diag, name, NULL, 0);
	else
		not_to_be_had(&l, st, &diag);
	return ams_end(run, CC_FAILED);
}

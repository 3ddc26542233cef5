/*
 * EXAMINE: the tests of index and data, each fault with its message, the place
 * in its component, and the control interval as it is on disk.
 *
 * The texts of z/OS are used where they are known (base/messages.def says how
 * well); a fault that has none is a line of ours. What a fault says always
 * follows, with component and RBA.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "services/locate.h"
#include "utilities/examine_int.h"
#include "utilities/print_int.h"
#include "utilities/report.h"

struct examine {
	struct ams_run *run;
	const char *name;
	struct ds_examine *ex;
	struct print_form form; /* of displays */
	int64_t limit;          /* faults told in detail */
	int64_t faults, stale;
	bool major; /* the index leads astray: no test of the data */
	bool shown; /* the last control interval displayed: */
	bool shown_index;
	uint64_t shown_rba;
};

enum msg_id
ams_fault_msg(enum ds_fault f)
{
	switch (f) {
	case DS_F_IX_ORDER:
		return MSG_IDC11704I;
	case DS_F_IX_POINTERS:
	case DS_F_IX_TWICE:
		return MSG_IDC11705I;
	case DS_F_CA_TWICE:
		return MSG_IDC11707I;
	case DS_F_IX_COUNT:
		return MSG_IDC11711I;
	case DS_F_CA_UNKNOWN:
		return MSG_IDC11724I;
	case DS_F_SEQSET_FIRST:
	case DS_F_SEQSET_LAST:
		return MSG_IDC11725I;
	case DS_F_FREE_COUNTS:
		return MSG_IDC11728I;
	case DS_F_KEY_ORDER:
		return MSG_IDC11733I;
	default:
		return MSG_COUNT;
	}
}

/* Wrong totals alone do not lead the test of the data astray. */
static bool
is_major(enum ds_fault f)
{
	return ds_fault_test(f) == 'I' && f != DS_F_IX_COUNT &&
	       f != DS_F_USED_CIS && f != DS_F_SEQSET_FIRST &&
	       f != DS_F_SEQSET_LAST;
}

/* The control interval, once in a row. */
static void
display(struct examine *e, const struct ds_found *f)
{
	const uint32_t at = (uint32_t)(f->rba % f->ci_len);
	const uint64_t rba = f->rba - at;
	char s[24];

	snprintf(s, sizeof(s), "%" PRIu64, rba);
	if (e->shown && e->shown_index == f->index && e->shown_rba == rba) {
		if (f->index)
			sysprint_msgv(e->run->sp, MSG_IDC01721I, s, NULL);
	} else {
		sysprint_msgv(e->run->sp,
		    f->index ? MSG_IDC01720I : MSG_IDC01713I, s, NULL);
		sysprint_known(e->run->sp, true); /* the fault has it */
		print_dump(&e->form, f->ci, f->ci_len);
		sysprint_known(e->run->sp, false);
		e->shown = true;
		e->shown_index = f->index;
		e->shown_rba = rba;
	}
	if (at != 0) {
		snprintf(s, sizeof(s), "%08" PRIX32, at);
		sysprint_msgv(e->run->sp, MSG_IDC01714I, s, NULL);
	}
}

static void
tell(void *ctx, const struct ds_found *f)
{
	struct examine *e = ctx;
	enum msg_id id = ams_fault_msg(f->fault);

	if (f->stale)
		e->stale++;
	else
		e->faults++;
	e->major |= is_major(f->fault);
	if (e->faults + e->stale > e->limit || sysprint_failed(e->run->sp))
		return;
	report_fault(e->run->sp, f);
	report_told(e->run->sp);
	if (id != MSG_COUNT)
		sysprint_msgv(e->run->sp, id, NULL);
	ams_note(e->run, id != MSG_COUNT, "%s RBA %" PRIu64 ": %s",
	    f->component, f->rba, f->what);
	if (f->ci != NULL)
		display(e, f);
}

/* Of an alternate index, each pointer is followed, then the base read. */
static void
begin_base(void *ctx)
{
	struct examine *e = ctx;

	progress_begin(
	    e->run->progress, "EXAMINE", "records of the base", 0, NULL);
}

static bool
stop(void *ctx)
{
	const struct examine *e = ctx;

	return ams_interrupted(e->run) || sysprint_failed(e->run->sp);
}

void
examine_number(struct sysprint *sp, enum msg_id id, uint64_t n)
{
	char s[24];

	snprintf(s, sizeof(s), "%" PRIu64, n);
	sysprint_msgv(sp, id, s, NULL);
}

static void
statistics(struct examine *e, const struct ds_examined *sum)
{
	examine_number(e->run->sp, MSG_IDC01708I, sum->cis);
	examine_number(e->run->sp, MSG_IDC01710I, sum->records);
	examine_number(e->run->sp, MSG_IDC01711I, sum->empty_cis);
	examine_number(e->run->sp, MSG_IDC01712I, sum->maxlen);
	examine_number(e->run->sp, MSG_IDC01722I,
	    sum->bytes > 0 ? sum->free_bytes * 100 / sum->bytes : 0);
}

/* One test and its summary; false: it could not be made. */
static bool
test(struct examine *e, enum ds_test which, enum msg_id begins, enum msg_id ok,
    enum msg_id bad)
{
	struct ds_examined sum = {0};
	struct ds_diag diag = {0};
	int64_t before = e->faults, stale = e->stale;
	enum ds_status st;

	sysprint_msgv(e->run->sp, begins, NULL);
	progress_begin(e->run->progress, "EXAMINE", "control intervals",
	    ds_examine_cis(e->ex, which), NULL);
	progress_each(e->run->progress, ds_examine_cisize(e->ex, which));
	ds_examine_on_base(e->ex, begin_base, e);
	st = ds_examine_test(e->ex, which, tell, stop, e, &sum, &diag);
	progress_end(e->run->progress);
	if (st == DS_STOPPED) {
		ams_say_interrupted(e->run);
		return false;
	}
	if (st != DS_OK && (st != DS_CORRUPT || e->faults == before)) {
		ams_open_error(e->run, st, &diag, e->name);
		return false;
	}
	if (e->faults > before)
		sysprint_msgv(e->run->sp, bad, NULL);
	else if (e->stale == stale)
		sysprint_msgv(e->run->sp, ok, NULL);
	else /* of what z/OS does not look at, and has no text for */
		ams_note(e->run, true,
		    "DATATEST complete - no errors but what is told above");
	if (e->faults > before)
		ams_note(e->run, true, "%" PRId64 " fault%s",
		    e->faults - before, e->faults - before == 1 ? "" : "s");
	report_examined(
	    e->run->sp, &(struct report_examined){.name = e->name,
			    .data = which == DS_TEST_DATA,
			    .faults = (uint64_t)(e->faults - before),
			    .differences = (uint64_t)(e->stale - stale),
			    .sum = &sum});
	if (which == DS_TEST_DATA)
		statistics(e, &sum);
	return true;
}

/* The tests asked for. A set without an index has one test alone, which is
 * made instead of the other. */
static bool
tests(struct examine *e, const struct ams_plist *top)
{
	bool index = !ams_coded(top, "NOINDEXTEST");
	bool data = ams_coded(top, "DATATEST");

	if (index && !ds_examine_has_index(e->ex)) {
		ams_note(e->run, false, "%s has no index, its data are tested",
		    e->name);
		index = false;
		data = true;
	}
	if (index && !test(e, DS_TEST_INDEX, MSG_IDC01700I, MSG_IDC01724I,
			 MSG_IDC21701I))
		return false;
	if (data && e->major) {
		ams_note(e->run, false,
		    "DATATEST is not made with this index; "
		    "NOINDEXTEST asks for it");
		return true;
	}
	return !data || test(e, DS_TEST_DATA, MSG_IDC01701I, MSG_IDC01709I,
			    MSG_IDC21703I);
}

static bool
open_set(struct examine *e)
{
	struct ds_attrs attrs = {0};
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_name_attrs(e->run->sys, e->name, &attrs, &diag);
	if (st == DS_OK)
		st = print_form_set(
		    &e->form, e->run->sp, PRINT_DUMP, &attrs, &diag);
	if (st == DS_OK)
		st = ds_examine_open(e->run->sys, e->name, &e->ex, &diag);
	if (st == DS_CAT_NOTFOUND && !ds_catalog_exists(e->run->sys, e->name))
		ams_catalog_error(e->run, st, &diag, e->name);
	else if (st != DS_OK)
		ams_open_error(e->run, st, &diag, e->name);
	return st == DS_OK;
}

int
ams_examine(struct ams_run *run, const struct ams_command *cmd)
{
	struct examine e = {.run = run,
	    .name = ams_text(cmd->top, "NAME", 0),
	    .limit = ams_num(cmd->top, "ERRORLIMIT", 0, INT32_MAX)};
	struct ds_improper how;
	bool done;
	int cc;

	if (e.name != NULL && ams_names_catalog(run, e.name))
		return ams_examine_catalog(run, cmd->top, e.name);
	if (e.name == NULL || !open_set(&e))
		return ams_end(run, CC_FAILED);
	how = ds_examine_improper(e.ex);
	cc = ams_open_warning(run, &how, e.name);
	done = tests(&e, cmd->top);
	ds_examine_close(&e.ex);
	return ams_end(run, !done          ? CC_FAILED
			    : e.faults > 0 ? CC_ERROR
			    : e.stale > 0  ? CC_WARNING
					   : cc);
}

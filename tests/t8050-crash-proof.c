/*
 * The crash proof. Random requests, commits, reopens and loads go to sets of
 * every organization, so small that each has three index levels and ten
 * checkpoints; the power is cut before, in and after the operations on the
 * volume, the process killed, an operation fails with EIO or ENOSPC or writes a
 * part, and the recovery that follows is struck likewise. Then base and
 * alternate indexes are verified and compared with the model: nothing
 * acknowledged is lost, nothing half-done is seen, and the steps go on.
 *
 * Each persistent transition has a name (crash_label.h). The tables say how
 * often each was struck and how; what was never struck is a failure.
 *
 * CATAMOUNT_SEED chooses another run; with CATAMOUNT_LONG every operation is
 * struck in every way. Compiled with the mutants' switches, a failure ends the
 * process at once (t8051).
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <time.h>

#include "tests/support/vsam_test.h"
#include "tests/support/crash_set.h"
#include "tests/support/crash_label.h"
#include "tests/support/boot.h"
#include "tests/support/long.h"
#include "access-methods/vsam/vsam_int.h"

/* One way to strike a run. */
struct point {
	size_t at;   /* the operation; 0: behind a step */
	size_t step; /* that step */
	enum cl_aspect aspect;
};

/* What may be found after it; kept: whatever comes, a power cut too. */
struct range {
	unsigned from, to, kept;
};

static struct cs cs;
static struct vol_fault plan;
static struct cl_trace look, seen;
static uint64_t run_seed;
static const struct cs_shape *shape;
static uint64_t set_seed;
static unsigned points, redone, levels;
static bool mutated;             /* a step is left out */
static enum cl_transition focus; /* ... which these operations need */

/* [1] in a recovery */
static unsigned struck[2][CL_END][CL_ASPECTS];
static unsigned carried[CC_END][CL_CARRIERS][CL_AFTER + 1];
static uint16_t done_by[CS_STEPS]; /* contents, by step */
static bool first_commits[CS_STEPS];

static void
fault(const char *what, const struct point *pt, size_t then)
{
	static const char *const aspect[] = {"a cut before", "a cut in",
	    "a cut behind", "a kill before", "EIO in", "ENOSPC in",
	    "a short write in"};

	if (mutated)
		_exit(1);
	fail_msg("%s: %s: %s operation %d (%s, step %d), recovery %d, seed "
		 "%llu of run %llu",
	    shape->what, what, aspect[pt->aspect], (int)pt->at,
	    cl_transition[look.op[pt->at]].name, (int)pt->step, (int)then,
	    (unsigned long long)set_seed, (unsigned long long)run_seed);
}

/* --- a run -----------------------------------------------------------------
 */

static void
plan_make(const struct point *pt, struct cl_trace *t, bool recovery)
{
	memset(&plan, 0, sizeof(plan));
	memset(t, 0, sizeof(*t));
	t->cs = &cs;
	t->recovery = recovery;
	plan.see = cl_see;
	plan.ctx = t;
	if (pt != NULL) {
		plan.at = pt->at;
		plan.seed = (unsigned)(pt->at * 31 + set_seed);
		plan.kind = pt->aspect == CL_KILL    ? VOL_FAULT_KILL
			    : pt->aspect <= CL_AFTER ? VOL_FAULT_CUT
			    : pt->aspect == CL_SHORT ? VOL_FAULT_TEAR
						     : VOL_FAULT_ERRNO;
		plan.before = pt->aspect == CL_BEFORE;
		plan.error = pt->aspect == CL_EIO ? EIO : ENOSPC;
	}
}

static void
wrap(const struct point *pt, struct cl_trace *t, bool recovery)
{
	struct vset *vs = &cs.as.base;
	struct volume *inner = vs->vol;

	plan_make(pt, t, recovery);
	vs->vol = NULL;
	assert_ok(
	    vol_fault_wrap(&inner, &plan, &vs->vol, &vs->diag), &vs->diag);
}

static void
unwrap(void)
{
	struct vset *vs = &cs.as.base;

	vset_abandon(vs);
	vol_close(&vs->vol);
	if (plan.struck && plan.kind == VOL_FAULT_CUT)
		boot_again(vs->dir);
	assert_ok(vol_open(vs->dir, false, &vs->vol, &vs->diag), &vs->diag);
}

static bool
dead(void)
{
	return plan.struck &&
	       (plan.kind == VOL_FAULT_CUT || plan.kind == VOL_FAULT_KILL);
}

/* What a look-run notes of the set between two steps. */
struct measure {
	uint64_t splits_ci, splits_ca, harba, free_ca;
	uint32_t levels;
};

static struct measure
measure(void)
{
	struct am_file *file = cs.as.base.file;
	struct measure m = {0};
	const struct comp_state *ix;

	if (file == NULL)
		return m;
	ix = &am_state(file)->part[SPHERE_INDEX];
	m.splits_ci = am_stats(file, SPHERE_DATA)->splits_ci;
	m.splits_ca = am_stats(file, SPHERE_DATA)->splits_ca;
	m.harba = am_state(file)->part[SPHERE_DATA].harba + ix->harba;
	m.levels = ix->levels;
	m.free_ca = ix->spare[VSAM_SPARE_FREE_CA];
	return m;
}

static void
note(unsigned i, const struct measure *a)
{
	const struct cs_step *s = &cs.step[i];
	static uint8_t rec[CS_REC];
	struct measure b = measure();
	unsigned bits = 0;

	levels = b.levels > levels ? b.levels : levels;
	if (s->kind > CS_ERASE) {
		done_by[i] = 0;
		return;
	}
	bits |= 1U << (s->kind == CS_PUT      ? CC_INSERT
		       : s->kind == CS_UPDATE ? CC_UPDATE
					      : CC_ERASE);
	bits |= (unsigned)(b.splits_ci > a->splits_ci) << CC_CI_SPLIT;
	bits |= (unsigned)(b.splits_ca > a->splits_ca) << CC_CA_SPLIT;
	bits |= (unsigned)(b.levels > a->levels) << CC_LEVEL;
	bits |= (unsigned)(cs.as.n > 0) << CC_AIX;
	bits |= (unsigned)(b.harba > a->harba) << CC_GROWN;
	bits |=
	    (unsigned)(shape->max > shape->ci_len &&
		       cs_rec(&cs, s->key, s->version, rec) > shape->ci_len - 7)
	    << CC_SPANNED;
	if (b.free_ca != a->free_ca)
		bits |=
		    s->kind == CS_ERASE ? 1U << CC_RECLAIM : 1U << CC_REUSED;
	done_by[i] = (uint16_t)bits;
}

/* Steps from first on, until one fails; what may be found then. */
static struct range
work(struct cl_trace *t, size_t stop_behind)
{
	struct range r = {0, 0, 0};
	bool watch = t == &look;
	struct measure m;

	cs.durable = cs.seed % 2;
	if (cs_open_update(&cs) != DS_OK || dead())
		return r;
	for (unsigned i = 0; i < CS_STEPS; i++) {
		cl_step(t, i, cs.step[i].kind);
		m = measure();
		first_commits[i] = watch && redo_full(cs.as.base.file->sphere);
		if (cs_do(&cs, i) != DS_OK || dead())
			break;
		if (watch)
			note(i, &m);
		r.to = i + 1;
		if (cs.durable || cs.step[i].kind > CS_ERASE)
			r.from = i + 1;
		if (stop_behind == i + 1) {
			vol_fault_now(cs.as.base.vol);
			break;
		}
	}
	return r;
}

/* --- what was struck -------------------------------------------------------
 */

/* The last operation before at that makes something last. */
static size_t
labelled_before(const struct cl_trace *t, size_t at)
{
	while (at-- > 1)
		if (t->op[at] != CL_OTHER)
			break;
	return at;
}

/* A function of what a point strikes, for each transition of it. */
typedef void strike_fn(unsigned *count, bool *anyp);

static void
add_one(unsigned *count, bool *anyp)
{
	(void)anyp;
	++*count;
}

static void
is_zero(unsigned *count, bool *anyp)
{
	*anyp |= *count == 0;
}

static void
strike_op(const struct cl_trace *t, size_t at, enum cl_aspect aspect,
    strike_fn *fn, bool *anyp)
{
	enum cl_transition op = (enum cl_transition)t->op[at];

	if (at == 0 || op == CL_OTHER)
		return;
	fn(&struck[t->recovery][op][aspect], anyp);
	if (t->recovery || aspect > CL_AFTER)
		return;
	for (int c = 0; c < CL_CARRIERS; c++)
		for (int bit = 0; cl_carrier[c] == op && bit < CC_END; bit++)
			if (t->content[at] >> bit & 1)
				fn(&carried[bit][c][aspect], anyp);
}

/* A record is stored by a step without an operation: what the cut leaves of it
 * is any of its sectors. */
static void
strike_step(size_t step, enum cl_aspect aspect, strike_fn *fn, bool *anyp)
{
	if (step >= CS_STEPS || done_by[step] == 0)
		return;
	fn(&struck[0][CL_RECORD][aspect], anyp);
	for (int bit = 0; bit < CC_END; bit++)
		if (done_by[step] >> bit & 1)
			fn(&carried[bit][0][aspect], anyp);
}

static void
strikes(
    const struct cl_trace *t, const struct point *pt, strike_fn *fn, bool *anyp)
{
	size_t prev = labelled_before(t, pt->at);

	if (pt->at == 0) {
		strike_step(pt->step - 1, CL_DURING, fn, anyp);
		strike_step(pt->step, CL_BEFORE, fn, anyp);
		if (pt->step > 1)
			strike_step(pt->step - 2, CL_AFTER, fn, anyp);
		return;
	}
	strike_op(t, pt->at, pt->aspect, fn, anyp);
	if (pt->aspect == CL_BEFORE)
		strike_op(t, prev, CL_AFTER, fn, anyp);
	/* The log begins anew between the state and what follows. */
	if (t->recovery)
		return;
	if (t->op[pt->at] == CL_STATE && pt->aspect <= CL_DURING)
		fn(&struck[0][CL_RESTART][CL_BEFORE], anyp);
	if (t->op[prev] == CL_STATE && pt->aspect <= CL_DURING)
		fn(&struck[0][CL_RESTART][pt->aspect + 1], anyp);
}

/* --- looking ---------------------------------------------------------------
 */

/* What each operation makes last: of the steps since the last that did. */
static void
contents(struct cl_trace *t)
{
	size_t drained = 0, published = 0, first;

	for (size_t at = 1; at <= t->n; at++) {
		size_t step = t->step[at], until = step + !first_commits[step];
		unsigned bits = 0;
		bool drain = t->op[at] == CL_DRAIN_NEXT;

		first = drain && drained > published ? drained : published;
		for (size_t i = first; i < until && i < CS_STEPS; i++)
			bits |= done_by[i];
		t->content[at] = (uint16_t)bits;
		if (drain)
			drained = until;
		if (t->op[at] == CL_STATE)
			published = until;
	}
}

/* False: there were fewer than three index levels. */
static bool
look_at(void)
{
	unsigned checkpoints = 0;
	struct range r;

	levels = 0;
	cs_make(&cs, shape, set_seed);
	wrap(NULL, &look, false);
	r = work(&look, 0);
	if (r.to != CS_STEPS)
		fail_msg(
		    "%s: step %u: %s", shape->what, r.to, cs.as.base.diag.text);
	unwrap();
	contents(&look);
	for (size_t at = 1; at <= look.n; at++)
		checkpoints += look.op[at] == CL_STATE;
	if (!cs_sound(&cs) || cs_found(&cs, CS_STEPS, CS_STEPS) < 0)
		fail_msg("%s: seed %llu without a fault", shape->what,
		    (unsigned long long)set_seed);
	print_message("# %s: seed %llu, %u operations, %u checkpoints, %u "
		      "index levels\n",
	    shape->what, (unsigned long long)set_seed, (unsigned)look.n,
	    checkpoints, levels);
	assert_true(checkpoints >= 10);
	cs_free(&cs);
	return levels == 0 || levels >= 3;
}

/* --- a strike, and what is left ----------------------------------------------
 */

/* It is still wrapped then. */
static struct range
strike(const struct point *pt)
{
	struct range r;

	cs_make(&cs, shape, set_seed);
	wrap(pt, &seen, false);
	r = work(&seen, pt->at == 0 ? pt->step : 0);
	assert_true(plan.struck);
	if (pt->at > 0 && seen.op[pt->at] != look.op[pt->at])
		fault("it is not the same run", pt, 0);
	r.kept = r.from;
	if (pt->aspect > CL_AFTER)
		r.from = r.to;
	if (r.to < CS_STEPS)
		r.to++;
	return r;
}

/* The steps go on from what is there. */
static void
go_on(const struct point *pt, size_t then, int n)
{
	struct vset *vs = &cs.as.base;
	bool empty = !cs.model[n].loaded;
	enum ds_status st;
	int i;

	st = empty ? cs_open(&cs, AM_OUTPUT | AM_RESET) : cs_open_update(&cs);
	if (st != DS_OK)
		fault("a writer cannot open it", pt, then);
	if (!empty && cs_differs(&cs, &cs.model[n]) != NULL)
		fault("a writer finds something else", pt, then);
	for (i = n; i < n + 4 && i < CS_STEPS; i++)
		if (cs_do(&cs, (unsigned)i) != DS_OK)
			fault("a later step fails", pt, then);
	if (vs->file != NULL && am_loading(vs->file))
		return;
	if (vs->file != NULL && vset_close(vs) != DS_OK)
		fault("it cannot be closed", pt, then);
	if (!cs_sound(&cs) || cs_found(&cs, (unsigned)i, (unsigned)i) < 0)
		fault("it is not what later steps made", pt, then);
}

static int
look_after(const struct point *pt, size_t then, const struct range *r)
{
	int n;

	if (!cs_sound(&cs))
		fault("it is damaged", pt, then);
	if ((n = cs_found(&cs, r->from, r->to)) < 0)
		fault("it is not what a step left", pt, then);
	return n;
}

static void
try_point(const struct point *pt)
{
	struct range r = strike(pt);
	int n;

	strikes(&look, pt, add_one, NULL);
	points++;
	unwrap();
	n = look_after(pt, 0, &r);
	go_on(pt, 0, n);
	cs_free(&cs);
}

/* --- the recovery struck -----------------------------------------------------
 */

static struct cl_trace back;

static void
recover(const struct point *pt, struct cl_trace *t)
{
	if (plan.struck && plan.kind == VOL_FAULT_CUT) {
		unwrap();
		wrap(pt, t, true);
	} else {
		vset_abandon(&cs.as.base);
		plan_make(pt, t, true);
		vol_fault_again(cs.as.base.vol, &plan);
	}
	if (cs_open_update(&cs) == DS_OK && pt != NULL && !plan.struck)
		vol_fault_now(cs.as.base.vol);
	unwrap();
}

/* Is there something that was never struck? */
static bool
is_new(const struct cl_trace *t, const struct point *pt)
{
	bool any = false;

	strikes(t, pt, is_zero, &any);
	return any;
}

static void
strike_recovery(const struct point *first, const struct point *second)
{
	struct range r = strike(first);
	int n;

	/* What only a kill left may go with the power. */
	if (second->aspect <= CL_AFTER)
		r.from = r.kept;
	recover(second, &seen);
	if (seen.op[second->at] != back.op[second->at])
		fault("it is not the same recovery", first, second->at);
	strikes(&back, second, add_one, NULL);
	points++;
	redone++;
	n = look_after(first, second->at, &r);
	go_on(first, second->at, n);
	cs_free(&cs);
}

static void
recovery_from(const struct point *first)
{
	struct point pt = {0, 0, CL_BEFORE};

	strike(first);
	memset(&back, 0, sizeof(back));
	recover(NULL, &back);
	cs_free(&cs);
	/* The last is a cut behind all of it. */
	for (pt.at = 1; pt.at <= back.n + 1; pt.at++)
		for (int a = 0; a < CL_ASPECTS; a++) {
			pt.aspect = (enum cl_aspect)a;
			if ((back.op[pt.at] == CL_OTHER && pt.at <= back.n) ||
			    (pt.at > back.n && a > 0) || a == CL_AFTER ||
			    (a == CL_SHORT &&
				!cl_transition[back.op[pt.at]].writes))
				continue;
			if (long_or(1, 0) || focus == CL_BACK ||
			    is_new(&back, &pt))
				strike_recovery(first, &pt);
		}
}

/* --- which points ------------------------------------------------------------
 */

static struct point all[CL_OPS * CL_ASPECTS];

static size_t
all_points(void)
{
	size_t n = 0;

	for (size_t at = 1; at <= look.n; at++)
		for (int a = 0; a < CL_ASPECTS; a++) {
			if (look.op[at] == CL_OTHER || a == CL_AFTER ||
			    (a == CL_SHORT &&
				!cl_transition[look.op[at]].writes))
				continue;
			all[n++] = (struct point){
			    at, look.step[at], (enum cl_aspect)a};
		}
	for (size_t i = 1; i < CS_STEPS; i++) {
		all[n++] = (struct point){0, i, CL_DURING};
		all[n++] = (struct point){0, i, CL_KILL};
	}
	for (size_t i = n; i > 1; i--) {
		size_t j = test_mix(set_seed, i) % i;
		struct point pt = all[j];

		all[j] = all[i - 1];
		all[i - 1] = pt;
	}
	for (size_t i = 0, first = 0; i < n && focus != CL_OTHER; i++)
		if (all[i].aspect <= CL_KILL && look.op[all[i].at] == focus) {
			struct point pt = all[i];

			all[i] = all[first];
			all[first++] = pt;
		}
	return n;
}

/* Strike what is new, and more points of those that are not. */
static void
round_of(const struct cs_shape *sh, uint64_t seed, unsigned more)
{
	unsigned recoveries = 0;
	size_t n;

	shape = sh;
	for (set_seed = seed; !look_at(); set_seed += 1000)
		assert_true(set_seed < seed + 5000);
	n = all_points();
	for (size_t i = 0; i < n && focus != CL_BACK; i++) {
		bool new = is_new(&look, &all[i]);

		if (!new &&more == 0)
			continue;
		more -= !new;
		try_point(&all[i]);
	}
	for (size_t i = 0; i < n && recoveries < long_or(60, mutated ? 6 : 3);
	     i++) {
		enum cl_transition op = (enum cl_transition)look.op[all[i].at];

		if (all[i].aspect == CL_KILL ||
		    (all[i].aspect == CL_DURING &&
			(op == CL_PLACE || op == CL_PLACE_SYNC ||
			    op == CL_STATE))) {
			recovery_from(&all[i]);
			recoveries++;
		}
	}
}

/* Two seeds: requests are durable in the other half of the steps. */
static void
run(void **state)
{
	unsigned more = long_or(CL_OPS * CL_ASPECTS, mutated ? 60 : 20);

	for (uint64_t i = 0; i < 2; i++)
		round_of(*state, run_seed + i, more);
}

/* --- the tables ------------------------------------------------------------
 */

static bool
wanted(int recovery, int t, int aspect)
{
	int where = recovery ? CL_R : CL_W;

	if ((cl_transition[t].where & where) == 0)
		return false;
	/* These are stores to memory. */
	if (t == CL_RECORD || t == CL_RESTART)
		return aspect <= CL_AFTER;
	return aspect != CL_SHORT || cl_transition[t].writes;
}

static unsigned
never_struck(void)
{
	unsigned never = 0;

	for (int t = 1; t < CL_END; t++)
		for (int a = 0; a < CL_ASPECTS; a++)
			for (int rec = 0; rec < 2; rec++)
				never +=
				    wanted(rec, t, a) && struck[rec][t][a] == 0;
	for (int bit = 0; bit < CC_END; bit++)
		for (int c = 0; c < CL_CARRIERS; c++)
			for (int a = 0; a <= CL_AFTER; a++)
				never += carried[bit][c][a] == 0;
	return never;
}

static void
table(int recovery)
{
	print_message("# %-38s%8s%8s%8s%8s%8s%8s%8s\n",
	    recovery ? "in a recovery" : "transition", "before", "during",
	    "after", "killed", "EIO", "ENOSPC", "short");
	for (int t = 1; t < CL_END; t++) {
		if (!wanted(recovery, t, CL_BEFORE))
			continue;
		print_message("# %-38s", cl_transition[t].name);
		for (int a = 0; a < CL_ASPECTS; a++)
			if (wanted(recovery, t, a))
				print_message("%8u", struck[recovery][t][a]);
			else
				print_message("%8s", "-");
		print_message("\n");
	}
}

static void
table_of_contents(void)
{
	print_message("# %-28s", "before/during/after");
	for (int c = 0; c < CL_CARRIERS; c++)
		print_message(" %11s", cl_carrier_name[c]);
	print_message("\n");
	for (int bit = 0; bit < CC_END; bit++) {
		print_message("# %-28s", cl_content_name[bit]);
		for (int c = 0; c < CL_CARRIERS; c++) {
			const unsigned *n = carried[bit][c];
			char cell[64];

			snprintf(cell, sizeof(cell), "%u/%u/%u", n[CL_BEFORE],
			    n[CL_DURING], n[CL_AFTER]);
			print_message(" %11s", cell);
		}
		print_message("\n");
	}
}

/* what, org, CI, CIs a CA, index CI, key, record lengths, keys, of which one
 * of so many is loaded, AIX, REUSE */
static const struct cs_shape shapes[] = {
    {"KSDS with an upgrade set", DS_ORG_KSDS, 512, 1, 512, 60, 80, 200, 70, 2,
	2, false},
    {"KSDS", DS_ORG_KSDS, 512, 2, 512, 120, 180, 330, 100, 12, 0, true},
    {"KSDS, spanned", DS_ORG_KSDS, 512, 4, 512, 100, 120, 1800, 80, 2, 0, true},
    {"VRRDS", DS_ORG_VRRDS, 512, 1, 512, 0, 260, 450, 190, 2, 0, true},
    {"ESDS", DS_ORG_ESDS, 512, 3, 512, 0, 12, 300, 150, 2, 0, true},
    {"RRDS", DS_ORG_RRDS, 512, 3, 512, 0, 90, 90, 100, 2, 0, true},
    {"LDS", DS_ORG_LDS, 4096, 2, 512, 0, 4096, 4096, 60, 2, 0, true},
};
enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

/* One wrong byte in a file: it is reported, or makes no difference. */
static void
wrong_byte(const char *name, uint64_t dice)
{
	struct vset *vs = &cs.as.base;
	struct vol_file *file = NULL;
	uint64_t at, size;
	enum ds_status st;
	uint8_t byte;

	assert_ok(vol_file_open(vs->vol, name, VOL_WRITE, &file, &vs->diag),
	    &vs->diag);
	size = vol_size(file);
	at = dice % 4 == 0 ? dice / 4 % (5 * COMP_PAGE) : dice / 4 % size;
	assert_ok(vol_read(file, at, &byte, 1, &vs->diag), &vs->diag);
	byte ^= (uint8_t)(1U << dice / 7 % 8);
	assert_ok(vol_write(file, at, &byte, 1, &vs->diag), &vs->diag);
	st = cs_open(&cs, AM_INPUT);
	if (st == DS_OK && cs_wrong(&cs, &cs.model[0]))
		fault(name, &(struct point){(size_t)at, 0, CL_BEFORE}, 0);
	vset_abandon(vs);
	byte ^= (uint8_t)(1U << dice / 7 % 8);
	assert_ok(vol_write(file, at, &byte, 1, &vs->diag), &vs->diag);
	vol_file_close(&file);
}

static void
a_wrong_byte_is_never_given(void **state)
{
	(void)state;
	for (size_t i = 0; i < SHAPES; i++) {
		shape = &shapes[i];
		cs_make(&cs, shape, run_seed);
		for (uint64_t n = 0; n < long_or(2000, 120); n++)
			wrong_byte(n % 3 == 0 && shape->keylen > 0
				       ? cs.as.base.index_name
				       : cs.as.base.name,
			    test_mix(run_seed, n));
		cs_free(&cs);
	}
}

/* A seed may not have all of them: then others do. */
static void
every_transition_was_struck_in_every_way(void **state)
{
	(void)state;
	if (mutated)
		return; /* what is left out was never struck, of course */
	for (uint64_t i = 2; never_struck() > 0 && i < 60; i++)
		for (size_t sh = 0; sh < SHAPES; sh++)
			round_of(&shapes[sh], run_seed + i, 0);
	table(0);
	table(1);
	table_of_contents();
	print_message("# run %llu: %u points, %u of them in a recovery\n",
	    (unsigned long long)run_seed, points, redone);
	assert_int_equal(never_struck(), 0);
}

#ifdef CRASH_MUTANTS
/* Each step, order and check that may be left out. */
static const struct {
	const char *name;
	int *which, value;
	enum cl_transition focus;
} mutant[] = {
    {"no sync of what a load wrote", &sphere_skip_flush, FLUSH_LOADED},
    {"no sync of the batch", &sphere_skip_flush, FLUSH_BATCH},
    {"no sync of what is in place", &sphere_skip_flush, FLUSH_PLACE},
    {"no sync of the state", &sphere_skip_flush, FLUSH_SLOT},
    {"no sync of the mark", &sphere_skip_flush, FLUSH_TOUCH},
    {"no sync of the state that says empty", &sphere_skip_flush, FLUSH_RESET},
    {"no sync of a batch written back", &sphere_skip_flush, FLUSH_RECOVERED,
	CL_BACK},
    {"no sync of a batch that is found", &sphere_skip_flush, FLUSH_FOUND,
	CL_BACK},
    {"no sync of new space", &sphere_skip_flush, FLUSH_RESERVED},
    {"no sync of a drain", &log_mutant, LOG_DRAIN_UNSYNCED},
    {"in place before the batch", &sphere_skip_flush, SPHERE_PLACE_FIRST},
    {"the state before what is in place", &sphere_skip_flush,
	SPHERE_SLOT_FIRST},
    {"the base's state before its members'", &sphere_skip_flush,
	SPHERE_LEADER_FIRST, CL_MEMBER},
    {"the base recovered before its members", &sphere_skip_flush,
	SPHERE_OTHERS_LAST, CL_BACK},
    {"the tail a request late", &log_mutant, LOG_TAIL_LATE},
    {"a drain over before it is written", &log_mutant, LOG_DRAIN_LATE},
    {"a log of another state", &log_mutant, LOG_NO_SEQUENCE},
    {"a durable file of another state", &log_mutant, LOG_DURABLE_STALE},
    {"no sync of a log that is found", &log_mutant, LOG_UNSETTLED, CL_BACK},
    {"a durable file not looked at", &log_mutant, LOG_DURABLE_UNUSED},
    {"no CRC of a batch's head", &sphere_skip_flush, SPHERE_NO_HEAD_CRC,
	CL_BATCH_HEAD},
    {"no CRC of a batch's images", &sphere_skip_flush, SPHERE_NO_IMAGE_CRC},
    {"no CRC of a control interval", &sphere_skip_flush, SPHERE_NO_CI_CRC},
};

/* False: the names were listed. */
static bool
choose_mutant(void)
{
	const char *name = getenv("CRASH_MUTANT");

	for (size_t i = 0; i < sizeof(mutant) / sizeof(mutant[0]); i++)
		if (name != NULL && strcmp(name, "list") == 0)
			puts(mutant[i].name);
		else if (name != NULL && strcmp(name, mutant[i].name) == 0) {
			*mutant[i].which = mutant[i].value;
			focus = mutant[i].focus;
			mutated = true;
		}
	return name == NULL || strcmp(name, "list") != 0;
}
#else
static bool
choose_mutant(void)
{
	return true;
}
#endif

int
main(void)
{
	struct CMUnitTest tests[SHAPES + 2];

	if (!choose_mutant())
		return 0;
	run_seed = run_seed_choose();
	test_dirs_in_memory();
	tests[0] =
	    (struct CMUnitTest)cmocka_unit_test(a_wrong_byte_is_never_given);
	for (size_t i = 0; i < SHAPES; i++)
		tests[i + 1] = (struct CMUnitTest){shapes[i].what, run, NULL,
		    NULL, (void *)(uintptr_t)&shapes[i]};
	tests[SHAPES + 1] = (struct CMUnitTest)cmocka_unit_test(
	    every_transition_was_struck_in_every_way);
	return _cmocka_run_group_tests(
		   "crash", tests, SHAPES + 2, NULL, NULL) != 0;
}

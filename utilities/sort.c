/*
 * SORT: SORTIN, or SORTIN01 to SORTIN99 merged, by way of SKIPREC, INCLUDE,
 * STOPAFT, INREC, sorting, SUM, OUTREC and OUTFIL to SORTOUT and others, in
 * this order (SC23-6878 "What happens when").
 *
 * Outputs are opened when a sort has read all; so SORTOUT may be SORTIN. Equal
 * records always keep their order, whatever EQUALS says.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "services/define.h"
#include "utilities/sort_int.h"

enum {
	MEMORY = 256 * 1024 * 1024, /* where MAINSIZE does not say */
	MEMORY_MIN = 16 * 1024,
};

/* --- SORT ------------------------------------------------------------------
 */

static bool
sorter_failed(struct sort *s, enum ds_status st)
{
	char number[24];

	s->failed = true;
	if (st == DS_FULL) {
		snprintf(number, sizeof(number), "%" PRIu64, s->accepted);
		sort_msg(s, MSG_ICE046A, number, NULL);
		utility_detail(&s->u, &s->u.diag, st);
	} else {
		utility_failed(&s->u, "SORTWK", st);
	}
	return false;
}

static bool
begin_sorter(struct sort *s, struct sorter **sp)
{
	const struct sort_order *o = &s->order;
	struct sort_parms parms = {.dir = ds_system_root(s->u.run->sys),
	    .key_off = o->direct ? o->off : 0,
	    .key_len = o->len,
	    .memory = s->plan.memory};
	enum ds_status st;

	if (parms.memory == 0)
		parms.memory = MEMORY;
	if (parms.memory < MEMORY_MIN)
		parms.memory = MEMORY_MIN;
	st = sorter_new(&parms, sp, &s->u.diag);
	return st == DS_OK || sorter_failed(s, st);
}

/* A record with its key in front where it does not have it as it is. */
static bool
add_record(struct sort *s, struct sorter *so, const uint8_t *rec, uint32_t len,
    uint8_t *keyed)
{
	const struct sort_order *o = &s->order;
	enum ds_status st;

	s->bytes += len;
	if (o->direct) {
		if (len < o->need)
			return sort_too_short(s, len, o->need, "SORT/MERGE");
	} else {
		if (!sort_key_of(s, rec, len, keyed))
			return false;
		memcpy(keyed + o->len, rec, len);
		rec = keyed;
		len += o->len;
	}
	st = sorter_add(so, rec, len, &s->u.diag);
	return st == DS_OK || sorter_failed(s, st);
}

static bool
fill_sorter(struct sort *s, struct sorter *so, uint8_t *keyed)
{
	struct sort_source src = {.area = s->area[0]};
	enum sort_taken got = SORT_TAKEN;
	enum ds_status st;

	snprintf(src.dd, sizeof(src.dd), "%s", s->plan.in_dd);
	src.file = s->input;
	src.text = ds_attrs(s->input)->text;
	while (got != SORT_ENOUGH && sort_image(s, &src)) {
		got = sort_take(s, &src, s->area[1]);
		if (got == SORT_FAILED ||
		    (got == SORT_TAKEN &&
			!add_record(s, so, src.rec, src.len, keyed)))
			return false;
	}
	if (s->failed)
		return false;
	ds_abandon(&s->input);
	st = sorter_end(so, &s->u.diag);
	return st == DS_OK || sorter_failed(s, st);
}

static bool
drain_sorter(struct sort *s, struct sorter *so, struct sort_group *g)
{
	const struct sort_order *o = &s->order;
	const uint8_t *rec, *key;
	uint32_t len;
	enum ds_status st;

	while ((st = sorter_next(so, &rec, &len, &s->u.diag)) == DS_OK) {
		if (utility_stopped(&s->u)) {
			s->failed = true;
			return false;
		}
		key = rec + (o->direct ? o->off : 0);
		if (!o->direct) {
			rec += o->len;
			len -= o->len;
		}
		if (!sort_in_order(s, g, key, rec, len))
			return false;
	}
	if (st != DS_EOD)
		return sorter_failed(s, st);
	return sort_end_group(s, g);
}

/* Of images behind INREC: what was read may be longer than was said. */
static uint32_t
longest(const struct sort *s)
{
	return s->variable && s->plan.inrec == NULL ? s->in_lrecl : s->made_len;
}

static bool
do_sort(struct sort *s, struct sort_group *g)
{
	struct sorter *so = NULL;
	uint8_t *keyed = arena_alloc(s->arena, SORT_KEYS * 8 + SORT_RECORD);
	bool ok;

	if (keyed == NULL)
		sort_note(s, "NO MEMORY");
	ok = keyed != NULL && begin_sorter(s, &so) &&
	     fill_sorter(s, so, keyed) && sort_outputs_open(s, longest(s)) &&
	     drain_sorter(s, so, g);
	if (ok && sorter_runs(so) == 0)
		sort_msg(s, MSG_ICE080I, NULL);
	sorter_free(&so);
	return ok;
}

/* --- COPY ------------------------------------------------------------------
 */

static bool
do_copy(struct sort *s)
{
	struct sort_source src = {.area = s->area[0]};
	enum sort_taken got = SORT_TAKEN;

	snprintf(src.dd, sizeof(src.dd), "%s", s->plan.in_dd);
	src.file = s->input;
	src.text = ds_attrs(s->input)->text;
	if (!sort_outputs_open(s, s->made_len))
		return false;
	while (got != SORT_ENOUGH && sort_image(s, &src)) {
		got = sort_take(s, &src, s->area[1]);
		if (got == SORT_FAILED ||
		    (got == SORT_TAKEN &&
			!sort_outputs_put(s, src.rec, src.len)))
			return false;
	}
	return !s->failed;
}

/* --- the run ---------------------------------------------------------------
 */

static bool
run_plan(struct sort *s)
{
	struct sort_group g = {.key = arena_alloc(s->arena, s->order.len + 1U),
	    .rec = s->area[SORT_AREAS - 1]};
	struct sort_source src = {0};

	if (g.key == NULL) {
		sort_note(s, "NO MEMORY");
		return false;
	}
	if (s->plan.op == SORT_MERGE)
		return sort_merge(s, &g);
	snprintf(src.dd, sizeof(src.dd), "%s", s->plan.in_dd);
	if (!sort_source_open(s, &src, true)) {
		ds_abandon(&src.file);
		return false;
	}
	s->input = src.file;
	sort_say_type(s);
	if (!sort_fields_fit(s))
		return false;
	return s->plan.op == SORT_SORT ? do_sort(s, &g) : do_copy(s);
}

static void
say_counts(struct sort *s)
{
	char a[24], b[24];

	snprintf(a, sizeof(a), "%" PRIu64, s->deleted);
	sort_msg(s, MSG_ICE055I, "0", a, NULL);
	snprintf(a, sizeof(a), "%" PRIu64, s->in);
	snprintf(b, sizeof(b), "%" PRIu64, s->out);
	sort_msg(s, MSG_ICE054I, a, b, NULL);
	if (s->plan.op == SORT_SORT) {
		snprintf(a, sizeof(a), "%" PRIu64, s->bytes);
		sort_msg(s, MSG_ICE134I, a, NULL);
	}
}

/* What stands in front of the statements, then they. */
static void
say_begin(struct sort *s)
{
	static const char *const ops[] = {"SORT ", "SORT ", "MERGE", "COPY "};
	static const char *const days[] = {
	    "SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"};
	static const char *const months[] = {"JAN", "FEB", "MAR", "APR", "MAY",
	    "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
	struct sort_list *held = s->held;
	struct tm tm;
	char when[64];

	s->held = NULL;
	if (!s->failed)
		sort_msg(s, MSG_ICE143I, ops[s->plan.op], NULL);
	ds_now(&tm);
	snprintf(when, sizeof(when), "%02d:%02d ON %s %s %02d, %d", tm.tm_hour,
	    tm.tm_min, days[tm.tm_wday % 7], months[tm.tm_mon % 12], tm.tm_mday,
	    tm.tm_year + 1900);
	sort_msg(s, MSG_ICE000I, "CATAMOUNT SORT", when, NULL);
	s->held = held;
	sort_release(s);
}

/* The code page of constants: that of the input. */
static bool
take_page(struct sort *s)
{
	const char *const names[] = {
	    "SORTIN", "SORTIN01", "SORTIN1", "SORTOUT"};
	struct ds_attrs a = {0};
	enum ds_status st;

	for (size_t i = 0; i < 4 && a.ccsid == 0; i++)
		ds_dd_attrs(s->u.run->dds, names[i], &a, NULL);
	st = dd_text_table(a.ccsid, &s->text, &s->u.diag);
	if (st != DS_OK)
		utility_failed(&s->u, "CODE PAGE", st);
	return st == DS_OK;
}

/* MSGDDN= of PARM: where the listing goes. */
static const char *
message_dd(const char *parm, char dd[SORT_DDNAME])
{
	const char *at = parm != NULL ? strstr(parm, "MSGDDN=") : NULL;
	size_t n;

	snprintf(dd, SORT_DDNAME, "SYSOUT");
	if (at == NULL)
		return dd;
	at += strlen("MSGDDN=");
	n = strcspn(at, ",");
	if (member_valid(at, n))
		snprintf(dd, SORT_DDNAME, "%.*s", (int)n, at);
	return dd;
}

static bool
prepare(struct sort *s)
{
	for (unsigned i = 0; i < SORT_AREAS; i++)
		if ((s->area[i] = arena_alloc(s->arena, SORT_RECORD + 1)) ==
		    NULL)
			return false;
	snprintf(s->plan.in_dd, sizeof(s->plan.in_dd), "SORTIN");
	snprintf(s->plan.out_dd, sizeof(s->plan.out_dd), "SORTOUT");
	s->plan.outfil_tail = &s->plan.outfils;
	return sort_hold(s);
}

static void
run_sort(struct sort *s)
{
	struct utility *u = &s->u;
	bool ok;

	if (!take_page(s) || !sort_symbols(s))
		s->failed = true;
	else if (dd_exists(u->run->dds, "SYSIN") && !utility_sysin(u, "SYSIN"))
		s->failed = true;
	else
		sort_read(s);
	say_begin(s);
	if (s->failed || u->abended)
		return;
	sort_order_init(&s->order, &s->plan, &s->text);
	ok = run_plan(s) && !s->failed && sort_outputs_close(s);
	ds_abandon(&s->input);
	if (ok)
		say_counts(s);
	else
		s->failed = true;
}

void
program_sort(struct program_run *run, struct program_end *endp)
{
	struct sort *s = calloc(1, sizeof(*s));
	char dd[SORT_DDNAME];

	if (s == NULL) {
		program_code(endp, UT_END);
		return;
	}
	s->form = (struct utility_form){.open = MSG_COUNT,
	    .failed = UT_END,
	    .print = message_dd(run->parm, dd)};
	s->arena = arena_new();
	if (utility_begin(&s->u, run, &s->form) && s->arena != NULL &&
	    prepare(s))
		run_sort(s);
	else
		utility_cc(&s->u, UT_END);
	sort_outputs_abandon(s);
	sort_release(s);
	if (s->failed)
		utility_cc(&s->u, UT_END);
	if (!s->u.abended)
		sort_msg(s, MSG_ICE052I, NULL);
	utility_end(&s->u, endp);
	arena_free(&s->arena);
	free(s);
}

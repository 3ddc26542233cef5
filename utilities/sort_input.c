/*
 * SORT's inputs: records become images, and go the way to the sort by SKIPREC,
 * INCLUDE, STOPAFT and INREC.
 */
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "utilities/sort_int.h"

enum { DUMMY_LRECL = 80 };

/* --- input -----------------------------------------------------------------
 */

/* F or V, of the open input. */
static char
input_kind(struct sort *s, const struct ds_attrs *a)
{
	struct ds_attrs out = {0};
	const char kind = sort_kind(a);

	if (kind == 'F' || kind == 'V')
		return kind;
	if (s->plan.type != 0)
		return s->plan.type;
	/* VSAM, dummies: as SORTOUT is (doc, "VSAM considerations") */
	if (ds_dd_attrs(s->u.run->dds, s->plan.out_dd, &out, NULL) == DS_OK &&
	    (sort_kind(&out) == 'F' || sort_kind(&out) == 'V'))
		return sort_kind(&out);
	return a->fixed || a->dummy ? 'F' : 'V';
}

static uint32_t
dummy_lrecl(struct sort *s)
{
	struct ds_attrs out = {0};

	if (s->plan.lengths[0] != 0)
		return s->plan.lengths[0];
	if (ds_dd_attrs(s->u.run->dds, s->plan.out_dd, &out, NULL) == DS_OK &&
	    out.lrecl != 0)
		return out.lrecl;
	return DUMMY_LRECL;
}

/* The first input says what records are. */
static bool
take_attrs(struct sort *s, const char *dd, const struct ds_attrs *a)
{
	if (sort_kind(a) == 'U') {
		sort_note(s, "%s HAS RECFM U, WHICH SORT DOES NOT TAKE", dd);
		return false;
	}
	s->variable = input_kind(s, a) == 'V';
	s->ccsid = a->ccsid;
	s->in_lrecl = sort_lrecl(a, s->variable);
	if (s->in_lrecl == 0)
		s->in_lrecl = s->variable ? SORT_RECORD : dummy_lrecl(s);
	if (s->in_lrecl > SORT_RECORD) {
		if (!s->variable) {
			sort_note(s, "%s HAS RECORDS OF MORE THAN %d BYTES", dd,
			    SORT_RECORD);
			return false;
		}
		s->in_lrecl = SORT_RECORD;
	}
	return true;
}

/* Another input of a merge. */
static bool
same_attrs(struct sort *s, const char *dd, const struct ds_attrs *a)
{
	const char kind = sort_kind(a);
	uint32_t lrecl = sort_lrecl(a, s->variable);

	if (kind != 0 && kind != (s->variable ? 'V' : 'F')) {
		sort_note(s, "%s IS OF ANOTHER RECFM THAN THE FIRST INPUT", dd);
		return false;
	}
	if (s->variable && lrecl > s->in_lrecl && lrecl <= SORT_RECORD)
		s->in_lrecl = lrecl;
	return true;
}

static bool
bad_record(struct sort *s, const struct sort_source *src, uint32_t len)
{
	sort_note(s, "A RECORD OF %u BYTES OF %s IS LONGER THAN %u", len,
	    src->dd,
	    s->variable ? (uint32_t)SORT_RECORD - SORT_RDW : s->in_lrecl);
	return false;
}

/* The next one as an image; false: the end, or a failure that was said. */
bool
sort_image(struct sort *s, struct sort_source *src)
{
	struct ds_rec rec;
	enum ds_status st;

	if (utility_stopped(&s->u)) {
		s->failed = true;
		return false;
	}
	st = ds_get(src->file, &rec, &s->u.diag);
	if (st != DS_OK) {
		if (st != DS_EOD)
			sort_io_failed(s, src->dd, st);
		return false;
	}
	if (s->variable) {
		if (rec.len > SORT_RECORD - SORT_RDW)
			return bad_record(s, src, rec.len);
		/* of a part of a concatenation that has longer ones */
		if (rec.len + SORT_RDW > s->in_lrecl)
			s->in_lrecl = rec.len + SORT_RDW;
		be32_put(src->area, 0);
		be16_put(src->area, (uint16_t)(rec.len + SORT_RDW));
		memcpy(src->area + SORT_RDW, rec.data, rec.len);
		src->rec = src->area;
		src->len = rec.len + SORT_RDW;
		return true;
	}
	if (rec.len > s->in_lrecl)
		return bad_record(s, src, rec.len);
	src->rec = rec.data;
	if (rec.len < s->in_lrecl) {
		memcpy(src->area, rec.data, rec.len);
		memset(src->area + rec.len, src->text ? s->text.blank : 0,
		    s->in_lrecl - rec.len);
		src->rec = src->area;
	}
	src->len = s->in_lrecl;
	return true;
}

bool
sort_source_open(struct sort *s, struct sort_source *src, bool first)
{
	const struct ds_attrs *a;
	enum ds_status st;

	st = ds_open_dd(s->u.run->dds, src->dd, DS_INPUT | DS_SEQ, NULL,
	    &src->file, &s->u.diag);
	if (st == DS_OPEN_NODD)
		sort_msg(s, MSG_ICE056A, src->dd, NULL);
	else if (st != DS_OK)
		utility_open_failed(&s->u, src->dd, st);
	if (st != DS_OK) {
		s->failed = true;
		return false;
	}
	a = ds_attrs(src->file);
	src->text = a->text;
	return first ? take_attrs(s, src->dd, a) : same_attrs(s, src->dd, a);
}

/* --- from an input to the sort or the outputs ------------------------------
 */

/* SKIPREC, INCLUDE, STOPAFT, INREC. */
enum sort_taken
sort_take(struct sort *s, struct sort_source *src, uint8_t *area)
{
	const struct sort_builder b = {.s = s,
	    .variable = s->variable,
	    .in_variable = s->variable,
	    .fill = s->variable ? -1 : s->text.blank,
	    .out_len = s->made_len,
	    .what = "INREC"};
	bool ok;

	if (s->plan.stops && s->accepted >= s->plan.stop)
		return SORT_ENOUGH;
	s->in++;
	if (s->in <= s->plan.skip ||
	    !sort_passes(s, &s->plan.filter, src->rec, src->len, false, &ok)) {
		s->deleted++;
		return s->failed ? SORT_FAILED : SORT_DROPPED;
	}
	s->accepted++;
	if (s->plan.inrec == NULL)
		return SORT_TAKEN;
	if (!sort_build(&b, s->plan.inrec, src->rec, src->len, area, &src->len))
		return SORT_FAILED;
	src->rec = area;
	return SORT_TAKEN;
}

bool
sort_too_short(struct sort *s, uint32_t len, uint32_t need, const char *what)
{
	char have[16], want[16];

	snprintf(have, sizeof(have), "%u", len);
	snprintf(want, sizeof(want), "%u", need);
	sort_msg(s, MSG_ICE218A, have, want, what, NULL);
	return false;
}

/* The key of a record, zeros where it is too short; false: said. */
bool
sort_key_of(struct sort *s, const uint8_t *rec, uint32_t len, uint8_t *key)
{
	const uint32_t need = s->order.need;

	if (len < need) {
		if (!s->plan.short_ok)
			return sort_too_short(s, len, need, "SORT/MERGE");
		memcpy(s->area[3], rec, len);
		memset(s->area[3] + len, 0, need - len);
		rec = s->area[3];
	}
	sort_order_key(&s->order, rec, key);
	return true;
}

/* Fields end inside records of one length. */
bool
sort_fields_fit(struct sort *s)
{
	const struct sort_plan *p = &s->plan;
	uint32_t sums = 0;

	if (p->inrec != NULL && !sort_reform_check(s, p->inrec, "INREC",
				    s->variable, s->variable, s->in_lrecl))
		return false;
	s->made_len = p->inrec != NULL ? sort_reform_len(p->inrec, s->in_lrecl)
				       : s->in_lrecl;
	for (unsigned i = 0; i < p->nsums; i++)
		if (p->sums[i].pos + p->sums[i].len - 1 > sums)
			sums = p->sums[i].pos + p->sums[i].len - 1;
	s->sums_need = sums;
	if (s->variable)
		return true;
	if (p->filter.need > s->in_lrecl)
		sort_msg(s, MSG_ICE113A, NULL);
	else if (s->order.need > s->made_len)
		sort_msg(s, MSG_ICE027A, NULL);
	else if (sums > s->made_len)
		sort_msg(s, MSG_ICE109A, NULL);
	else
		return true;
	sort_line(s, ' ', "CATAMOUNT ** A FIELD ENDS BEHIND BYTE %u",
	    p->filter.need > s->in_lrecl ? s->in_lrecl : s->made_len);
	return false;
}

void
sort_say_type(struct sort *s)
{
	sort_msg(s, MSG_ICE201I, s->variable ? "V" : "F",
	    s->variable ? "5" : "1", NULL);
}

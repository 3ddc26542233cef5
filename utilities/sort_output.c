/*
 * SORT's outputs: SORTOUT and the DDs of OUTFILs. One that is not closed keeps
 * its old content.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "services/locate.h"
#include "utilities/sort_int.h"

/* --- attributes ------------------------------------------------------------
 */

char
sort_kind(const struct ds_attrs *a)
{
	switch (a->recfm) {
	case DS_RECFM_F:
	case DS_RECFM_FB:
	case DS_RECFM_FBS:
		return a->vsam ? 0 : 'F';
	case DS_RECFM_V:
	case DS_RECFM_VB:
	case DS_RECFM_VS:
	case DS_RECFM_VBS:
		return a->vsam ? 0 : 'V';
	case DS_RECFM_U:
		return 'U';
	default:
		return 0;
	}
}

uint32_t
sort_lrecl(const struct ds_attrs *a, bool variable)
{
	if (a->lrecl == 0 || a->dummy)
		return 0;
	return variable && a->vsam ? a->lrecl + SORT_RDW : a->lrecl;
}

static const char *
type_text(enum ds_recfm recfm, bool variable)
{
	switch (recfm) {
	case DS_RECFM_FB:
	case DS_RECFM_FBS:
		return "FB";
	case DS_RECFM_VB:
	case DS_RECFM_VBS:
		return "VB";
	case DS_RECFM_U:
		return "U";
	default:
		return variable ? "V" : "F";
	}
}

void
sort_io_failed(struct sort *s, const char *dd, enum ds_status st)
{
	s->failed = true;
	if (st == DS_OPEN_NODD)
		sort_msg(s, MSG_ICE056A, dd, NULL);
	else
		utility_failed(&s->u, dd, st);
}

/* --- opening ---------------------------------------------------------------
 */

static bool
open_out(struct sort *s, struct sort_out *o, bool variable, uint32_t len)
{
	const struct ds_attrs like = {.org = DS_ORG_PS,
	    .recfm = variable ? DS_RECFM_VB : DS_RECFM_FB,
	    .lrecl = len,
	    .ccsid = s->ccsid,
	    .fixed = !variable};
	const struct ds_attrs *a;
	enum ds_status st;
	char kind;

	st = ds_open_dd(s->u.run->dds, o->dd, DS_OUTPUT | DS_SEQ, &like,
	    &o->file, &s->u.diag);
	if (st == DS_OPEN_NODD || st == DS_NOMEMBER)
		sort_msg(s, MSG_ICE056A, o->dd, NULL);
	else if (st != DS_OK)
		utility_open_failed(&s->u, o->dd, st);
	if (st != DS_OK) {
		s->failed = true;
		return false;
	}
	a = ds_attrs(o->file);
	o->variable = variable;
	o->vsam = a->vsam;
	o->lrecl = sort_lrecl(a, variable);
	kind = sort_kind(a);
	if (kind != 0 && kind != (variable ? 'V' : 'F')) {
		sort_note(s, "%s HAS RECFM %s, THE RECORDS ARE %s", o->dd,
		    type_text(a->recfm, variable), variable ? "V" : "F");
		return false;
	}
	if (!variable && o->lrecl > SORT_RECORD) {
		sort_note(s, "%s HAS RECORDS OF MORE THAN %d BYTES", o->dd,
		    SORT_RECORD);
		return false;
	}
	return true;
}

/* ICE171I, or that it is not allowed. */
static bool
differs(struct sort *s, uint32_t out, uint32_t in)
{
	const int cc = out > in ? s->plan.pad_cc : s->plan.trunc_cc;
	char a[16], b[16], c[16];

	snprintf(a, sizeof(a), "%u", out);
	snprintf(b, sizeof(b), "%u", in);
	snprintf(c, sizeof(c), "%d", cc);
	sort_msg(s, MSG_ICE171I, a, b, c, NULL);
	utility_cc(&s->u, cc);
	s->failed |= cc >= UT_END;
	return !s->failed;
}

static bool
unequal(struct sort *s, const struct sort_out *o, uint32_t len)
{
	char a[16], b[16];

	snprintf(a, sizeof(a), "%u", len);
	snprintf(b, sizeof(b), "%u", o->lrecl);
	sort_msg(s, MSG_ICE222A, a, b, o->dd, NULL);
	return false;
}

/* Of a data set with records in blocks; 0: it is none, or has none. */
static uint32_t
block_size(struct sort *s, const char *dd)
{
	struct ds_entry *ent = NULL;
	char dsn[DSNAME_MAX + 1];
	uint32_t n = 0;

	if (dd_dsname(s->u.run->dds, dd, dsn, NULL) != DS_OK ||
	    ds_find(s->u.run->sys, NULL, dsn, &ent, NULL) != DS_OK)
		return 0;
	if (ent->org == DS_ORG_PS || ent->org == DS_ORG_PO)
		n = ent->blksize;
	ds_entry_free(&ent);
	return n;
}

static void
say_sortout(struct sort *s)
{
	const struct sort_out *o = &s->sortout;
	const char *type = type_text(ds_attrs(o->file)->recfm, s->variable);
	char number[16], block[16];
	uint32_t n = block_size(s, o->dd);

	snprintf(number, sizeof(number), "%u", o->lrecl);
	snprintf(block, sizeof(block), "%u", n);
	if (n > 0)
		sort_msg(s, MSG_ICE090I, number, block, type, NULL);
	else
		sort_msg(s, MSG_ICE091I, number, type, NULL);
}

static bool
open_sortout(struct sort *s, uint32_t len)
{
	struct sort_out *o = &s->sortout;

	snprintf(o->dd, sizeof(o->dd), "%s", s->plan.out_dd);
	if (!open_out(s, o, s->variable, len))
		return false;
	if (o->lrecl == 0)
		o->lrecl = len;
	if (!s->variable && !o->vsam && o->lrecl != len &&
	    !differs(s, o->lrecl, len))
		return false;
	say_sortout(s);
	return true;
}

static bool
open_outfil(struct sort *s, struct sort_outfil *o, uint32_t len)
{
	const bool variable = o->ftov || (s->variable && !o->vtof);
	uint32_t out = len;

	if (o->reform != NULL) {
		if (!sort_reform_check(s, o->reform, o->outs[0].dd, s->variable,
			variable && !o->ftov, len))
			return false;
		out = sort_reform_len(o->reform, len);
	}
	if (!s->variable && o->filter.need > len) {
		sort_msg(s, MSG_ICE113A, NULL);
		sort_line(s, ' ',
		    "CATAMOUNT ** %s: A FIELD ENDS BEHIND BYTE %u",
		    o->outs[0].dd, len);
		return false;
	}
	if (o->vtof && o->reform == NULL) {
		sort_note(s, "VTOF NEEDS BUILD=");
		return false;
	}
	if (o->ftov && !s->variable)
		out += SORT_RDW;
	o->out_len = out;
	if (o->report != NULL)
		out = sort_report_len(o->report, out, variable);
	for (unsigned i = 0; i < o->n; i++) {
		if (!open_out(s, &o->outs[i], variable, out))
			return false;
		if (o->outs[i].lrecl == 0)
			o->outs[i].lrecl = out;
		if (!variable && !o->outs[i].vsam && o->outs[i].lrecl != out)
			return unequal(s, &o->outs[i], out);
	}
	return true;
}

/* Is it a DD of an OUTFIL? */
static bool
of_outfil(const struct sort *s, const char *dd)
{
	for (const struct sort_outfil *o = s->plan.outfils; o != NULL;
	     o = o->next)
		for (unsigned i = 0; i < o->n; i++)
			if (strcmp(o->outs[i].dd, dd) == 0)
				return true;
	return false;
}

bool
sort_outputs_open(struct sort *s, uint32_t in_len)
{
	const char *dd = s->plan.out_dd;
	struct sort_outfil *o;
	uint32_t len = in_len;

	if (s->plan.outrec != NULL) {
		if (!sort_reform_check(s, s->plan.outrec, "OUTREC", s->variable,
			s->variable, in_len))
			return false;
		len = sort_reform_len(s->plan.outrec, in_len);
	}
	s->out_len = len;
	s->to_sortout = !of_outfil(s, dd) && (s->plan.outfils == NULL ||
						 dd_exists(s->u.run->dds, dd));
	if (s->to_sortout && !open_sortout(s, len))
		return false;
	for (o = s->plan.outfils; o != NULL; o = o->next)
		if (!open_outfil(s, o, len))
			return false;
	return true;
}

/* --- writing ---------------------------------------------------------------
 */

/* An image of the output's kind. */
static bool
write_out(struct sort *s, struct sort_out *o, const uint8_t *rec, uint32_t len)
{
	enum ds_status st;

	if (o->variable) {
		if (len > o->lrecl && !o->vsam) {
			if (!s->plan.cut_long) {
				sort_note(s,
				    "A RECORD OF %u BYTES IS LONGER THAN THE "
				    "LRECL OF %s, %u (OPTION VLLONG CUTS)",
				    len, o->dd, o->lrecl);
				return false;
			}
			len = o->lrecl;
		}
		rec += SORT_RDW;
		len -= SORT_RDW;
	} else if (!o->vsam && len > o->lrecl) {
		len = o->lrecl;
	}
	st = ds_put(o->file, rec, len, &s->u.diag);
	if (st != DS_OK) {
		sort_io_failed(s, o->dd, st);
		return false;
	}
	o->written++;
	return true;
}

/* To SORTOUT, filled with zeros to its length. */
static bool
write_sortout(struct sort *s, const uint8_t *rec, uint32_t len)
{
	struct sort_out *o = &s->sortout;

	if (!o->variable && !o->vsam && len < o->lrecl) {
		memcpy(s->area[3], rec, len);
		memset(s->area[3] + len, 0, o->lrecl - len);
		rec = s->area[3];
		len = o->lrecl;
	}
	return write_out(s, o, rec, len);
}

/* The output whose turn it is. */
static unsigned
turn_of(struct sort_outfil *o)
{
	const unsigned at = o->turn;

	if (++o->turned >= o->split) {
		o->turned = 0;
		if (o->turn + 1 < o->n)
			o->turn++;
		else if (!o->split_once)
			o->turn = 0;
	}
	return at;
}

struct line {
	struct sort *s;
	struct sort_outfil *o;
	unsigned turn;
};

/* With a RDW, where FTOV asks for it; blanks dropped where VLTRIM does. */
static const uint8_t *
finish(const struct line *l, const uint8_t *rec, uint32_t *lenp)
{
	struct sort_outfil *o = l->o;
	uint8_t *area = l->s->area[3];
	uint32_t len = *lenp;

	if (o->ftov && !l->s->variable) {
		if (len > SORT_RECORD - SORT_RDW)
			len = SORT_RECORD - SORT_RDW;
		memmove(area + SORT_RDW, rec, len);
		be32_put(area, 0);
		len += SORT_RDW;
		be16_put(area, (uint16_t)len);
		rec = area;
	} else if (!l->o->outs[0].variable && len < o->out_len) {
		memmove(area, rec, len);
		memset(area + len, l->s->text.blank, o->out_len - len);
		rec = area;
		len = o->out_len;
	}
	while (o->trim && o->outs[0].variable && len > SORT_RDW + 1 &&
	       rec[len - 1] == o->trimmed)
		len--;
	*lenp = len;
	return rec;
}

static bool
write_line(void *ctx, const uint8_t *rec, uint32_t len)
{
	const struct line *l = ctx;
	struct sort_outfil *o = l->o;

	rec = finish(l, rec, &len);
	o->lines++;
	if (o->report != NULL)
		return sort_report_line(l->s, o, rec, len);
	if (o->split > 0)
		return write_out(l->s, &o->outs[l->turn], rec, len);
	for (unsigned i = 0; i < o->n; i++)
		if (!write_out(l->s, &o->outs[i], rec, len))
			return false;
	return true;
}

bool
sort_outfil_write(
    struct sort *s, struct sort_outfil *o, const uint8_t *rec, uint32_t len)
{
	for (unsigned i = 0; i < o->n; i++)
		if (!write_out(s, &o->outs[i], rec, len))
			return false;
	return true;
}

static bool
give(struct sort *s, struct sort_outfil *o, const uint8_t *rec, uint32_t len)
{
	struct line l = {.s = s, .o = o};
	const struct sort_builder b = {.s = s,
	    .variable = s->variable && !o->vtof,
	    .in_variable = s->variable,
	    .fill = o->fill_said   ? o->fill
		    : !s->variable ? s->text.blank
				   : -1,
	    .what = o->outs[0].dd,
	    .out_len =
		!s->variable ? o->out_len - (o->ftov ? SORT_RDW : 0U) : 0,
	    .line = write_line,
	    .ctx = &l};

	l.turn = o->split > 0 ? turn_of(o) : 0;
	if (o->report != NULL && !sort_report_take(s, o, rec, len))
		return false;
	if (o->reform != NULL) {
		if (!sort_build(&b, o->reform, rec, len, s->area[5], &len))
			return false;
		rec = s->area[5];
	}
	return write_line(&l, rec, len);
}

/* *tookp: it passes. */
static bool
offer(struct sort *s, struct sort_outfil *o, const uint8_t *rec, uint32_t len,
    bool *tookp)
{
	bool ok = true;

	o->seen++;
	if (o->seen < o->first || (o->last != 0 && o->seen > o->last))
		return true;
	if (!sort_passes(s, &o->filter, rec, len, false, &ok))
		return ok;
	*tookp = true;
	o->taken++;
	return give(s, o, rec, len);
}

bool
sort_outputs_put(struct sort *s, const uint8_t *rec, uint32_t len)
{
	struct sort_outfil *o;
	bool took = false;

	if (s->plan.outrec != NULL) {
		const struct sort_builder b = {.s = s,
		    .variable = s->variable,
		    .in_variable = s->variable,
		    .fill = s->variable ? -1 : s->text.blank,
		    .out_len = s->out_len,
		    .what = "OUTREC"};

		if (!sort_build(&b, s->plan.outrec, rec, len, s->area[4], &len))
			return false;
		rec = s->area[4];
	}
	s->out++;
	if (s->to_sortout && !write_sortout(s, rec, len))
		return false;
	for (o = s->plan.outfils; o != NULL; o = o->next)
		if (!o->save && !offer(s, o, rec, len, &took))
			return false;
	for (o = s->plan.outfils; o != NULL; o = o->next)
		if (o->save && (took ? (o->seen++, false)
				     : !offer(s, o, rec, len, &(bool){0})))
			return false;
	return true;
}

/* --- the end ---------------------------------------------------------------
 */

static bool
close_out(struct sort *s, struct sort_out *o)
{
	enum ds_status st = ds_close(&o->file, &s->u.diag);

	if (st != DS_OK)
		sort_io_failed(s, o->dd, st);
	return st == DS_OK;
}

static void
say_outfil(struct sort *s, const struct sort_outfil *o)
{
	char dd[16], in[24], deleted[24], report[24], data[24], out[24];
	uint64_t n;

	for (unsigned i = 0; i < o->n; i++) {
		n = o->outs[i].written;
		snprintf(dd, sizeof(dd), "%-8s", o->outs[i].dd);
		snprintf(in, sizeof(in), "%" PRIu64, o->seen);
		snprintf(
		    deleted, sizeof(deleted), "%" PRIu64, o->seen - o->taken);
		snprintf(report, sizeof(report), "%" PRIu64, o->headings);
		snprintf(data, sizeof(data), "%" PRIu64, n - o->headings);
		snprintf(out, sizeof(out), "%" PRIu64, n);
		sort_msg(s, MSG_ICE227I, dd, deleted, report, data, NULL);
		sort_msg(s, MSG_ICE228I, dd, in, out, NULL);
	}
}

bool
sort_outputs_close(struct sort *s)
{
	struct sort_outfil *o;

	for (o = s->plan.outfils; o != NULL; o = o->next)
		if (o->report != NULL && !sort_report_end(s, o))
			return false;
	if (s->to_sortout && !close_out(s, &s->sortout))
		return false;
	for (o = s->plan.outfils; o != NULL; o = o->next) {
		for (unsigned i = 0; i < o->n; i++)
			if (!close_out(s, &o->outs[i]))
				return false;
		say_outfil(s, o);
		if (o->taken == 0)
			utility_cc(&s->u, s->plan.null_outfil_cc);
	}
	if (s->out == 0 && s->to_sortout)
		utility_cc(&s->u, s->plan.null_cc);
	return true;
}

void
sort_outputs_abandon(struct sort *s)
{
	struct sort_outfil *o;

	utility_drop(&s->u, &s->sortout.file);
	for (o = s->plan.outfils; o != NULL; o = o->next)
		for (unsigned i = 0; i < o->n; i++)
			utility_drop(&s->u, &o->outs[i].file);
}

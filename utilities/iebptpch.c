/*
 * IEBPTPCH: data sets and members to be read by people, printed in groups of
 * eight characters or by fields, or punched as cards.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codepage.h"
#include "utilities/iebptpch_int.h"

enum {
	GROUP = 8,        /* characters of a group */
	GROUPS_LINE = 12, /* of a printed line */
	GROUP_GAP = 2,
	CARD_TEXT = 72, /* of a card with a sequence number */
	CARD_SEQ = 8,
	PAGE_COLUMN = 109,
};

static const struct utility_form form = {
    .title = "PRINT/PUNCH DATA SET UTILITY",
    .title_column = 1,
    .page_column = 99,
    .page = "PAGE ",
    .digits = 4,
    .open = MSG_IEB417I,
    .failed = UT_FAILED};

struct ptpch {
	struct utility u;
	struct arena *arena;
	struct ptpch_plan plan;
	struct dd_text in_text, out_text;
	struct ds_file *in, *out;
	struct ds_library *lib;
	uint32_t line, page; /* of the printed output; line 0: no page yet */
	uint32_t seq;        /* of the next card */
	uint8_t rec[1 + PTPCH_LINE];
	uint8_t edited[PTPCH_LINE];
	uint8_t whole[2 * RECORD_MOST]; /* a record by TOTCONV */
};

static bool
well(const struct ptpch *p)
{
	return !p->u.abended && p->u.cc < UT_FAILED;
}

static bool
put(struct ptpch *p, const uint8_t *rec, size_t len)
{
	enum ds_status st = ds_put(p->out, rec, len, &p->u.diag);

	if (st != DS_OK)
		utility_failed(&p->u, "SYSUT2", st);
	return st == DS_OK;
}

/* --- printed lines ---------------------------------------------------------
 */

/* A line with its control character. */
static bool
put_printed(struct ptpch *p, char ctl, const uint8_t *text, size_t len)
{
	memset(p->rec, p->out_text.blank, sizeof(p->rec));
	p->rec[0] = p->out_text.to[(uint8_t)ctl];
	memcpy(p->rec + 1, text, len < PTPCH_LINE ? len : PTPCH_LINE);
	return put(p, p->rec, sizeof(p->rec));
}

/* The titles of a page, its number behind the first. */
static bool
begin_page(struct ptpch *p)
{
	uint8_t line[PTPCH_LINE];
	char number[32];

	p->line = 0;
	for (uint32_t i = 0; i < p->plan.ntitles; i++) {
		memcpy(line, p->plan.titles[i], sizeof(line));
		snprintf(number, sizeof(number), "PAGE %04" PRIu32, p->page);
		for (size_t k = 0; i == 0 && number[k] != '\0'; k++)
			line[PAGE_COLUMN - 1 + k] =
			    p->out_text.to[(uint8_t)number[k]];
		if (!put_printed(p, i == 0 ? '1' : ' ', line, sizeof(line)))
			return false;
		p->line++;
	}
	p->page++;
	return true;
}

static bool
print_line(struct ptpch *p, const uint8_t *text, size_t len)
{
	static const char controls[] = {' ', ' ', '0', '-'};
	const uint32_t cntrl = p->plan.cntrl;
	const bool turn =
	    p->page == p->plan.initpg || p->line + cntrl > p->plan.maxline;
	char ctl = controls[cntrl];

	if (turn) {
		if (!begin_page(p))
			return false;
		ctl = p->line == 0 ? '1' : '0';
	}
	p->line += cntrl;
	return put_printed(p, ctl, text, len);
}

/* --- cards -----------------------------------------------------------------
 */

static bool
punch_card(struct ptpch *p, const uint8_t *text, size_t len)
{
	char digits[16];

	memset(p->rec, p->out_text.blank, PTPCH_CARD);
	memcpy(p->rec, text, len);
	if (p->plan.numbered) {
		snprintf(
		    digits, sizeof(digits), "%08" PRIu32, p->seq % 100000000);
		p->seq += p->plan.cdincr;
		for (int i = 0; i < CARD_SEQ; i++)
			p->rec[CARD_TEXT + i] =
			    p->out_text.to[(uint8_t)digits[i]];
	}
	return put(p, p->rec, PTPCH_CARD);
}

/* --- records ---------------------------------------------------------------
 */

/* A byte of the input, in the code page of the output. */
static uint8_t
translated(const struct ptpch *p, uint8_t byte)
{
	return p->out_text.to[(uint8_t)p->in_text.from[byte]];
}

/* In groups of eight, as many lines as it takes; one for an empty record. */
static bool
print_groups(struct ptpch *p, const uint8_t *data, size_t len)
{
	const size_t each = GROUP * GROUPS_LINE;
	uint8_t line[PTPCH_LINE];
	size_t at = 0, n;

	do {
		n = len - at < each ? len - at : each;
		memset(line, p->out_text.blank, sizeof(line));
		for (size_t i = 0; i < n; i++)
			line[i / GROUP * (GROUP + GROUP_GAP) + i % GROUP] =
			    data[at + i];
		if (!print_line(p, line, sizeof(line)))
			return false;
		at += n;
	} while (at < len);
	return true;
}

static bool
punch_all(struct ptpch *p, const uint8_t *data, size_t len)
{
	const size_t each = p->plan.numbered ? CARD_TEXT : PTPCH_CARD;
	size_t at = 0, n;

	do {
		n = len - at < each ? len - at : each;
		if (!punch_card(p, data + at, n))
			return false;
		at += n;
	} while (at < len);
	return true;
}

/* Records with control characters go as they are. */
static bool
put_preformed(struct ptpch *p, const struct ds_rec *rec)
{
	size_t n = rec->len < sizeof(p->whole) ? rec->len : sizeof(p->whole);

	for (size_t i = 0; i < n; i++)
		p->whole[i] = i == 0 && p->plan.preform == 'M'
				  ? rec->data[i]
				  : translated(p, rec->data[i]);
	return put(p, p->whole, n);
}

static bool
put_edited(
    struct ptpch *p, const struct record_group *g, const struct ds_rec *rec)
{
	uint32_t n = record_edit(g->fields, rec->data, rec->len, p->edited,
	    p->plan.punch ? PTPCH_CARD : PTPCH_LINE, false, p->out_text.blank);

	return p->plan.punch
		   ? punch_card(p, p->edited,
			 p->plan.numbered && n > CARD_TEXT ? CARD_TEXT : n)
		   : print_line(p, p->edited, n);
}

static bool
put_record(
    struct ptpch *p, const struct record_group *g, const struct ds_rec *rec)
{
	uint32_t n = rec->len < RECORD_MOST ? rec->len : RECORD_MOST;

	if (p->plan.preform != 0)
		return put_preformed(p, rec);
	if (g != NULL && g->fields != NULL)
		return put_edited(p, g, rec);
	if (p->plan.total && n > 0) {
		record_convert(p->plan.totconv, rec->data, n, p->whole);
		n = record_out_len(p->plan.totconv, n);
	} else {
		for (uint32_t i = 0; i < n; i++)
			p->whole[i] = translated(p, rec->data[i]);
	}
	return p->plan.punch ? punch_all(p, p->whole, n)
			     : print_groups(p, p->whole, n);
}

/* Is the record, the number-th from 1, one of those that are wanted? */
static bool
is_wanted(const struct ptpch_plan *plan, uint64_t number)
{
	if (number <= plan->strtaft)
		return false;
	return plan->skip <= 1 || (number - plan->strtaft) % plan->skip == 0;
}

/* Of SYSUT1 or a member; groups NULL: all records as they are. */
static bool
put_records(struct ptpch *p, const struct record_group *group)
{
	const bool grouped = group != NULL;
	uint64_t number = 0, done = 0;
	enum ds_status st = DS_EOD;
	struct ds_rec rec;

	while ((!grouped || group != NULL) &&
	       (p->plan.stopaft == 0 || done < p->plan.stopaft)) {
		if (utility_stopped(&p->u))
			return false;
		st = ds_get(p->in, &rec, &p->u.diag);
		if (st != DS_OK)
			break;
		if (is_wanted(&p->plan, ++number)) {
			if (!put_record(p, group, &rec))
				return false;
			done++;
		}
		if (grouped && record_ends(group, &rec))
			group = group->next;
	}
	if (st != DS_OK && st != DS_EOD)
		utility_failed(&p->u, "SYSUT1", st);
	return well(p);
}

/* --- data sets and members -------------------------------------------------
 */

static bool
put_line(struct ptpch *p, const char *text)
{
	uint8_t line[PTPCH_CARD];
	size_t n = strlen(text);

	for (size_t i = 0; i < n; i++)
		line[i] = p->out_text.to[(uint8_t)text[i]];
	return p->plan.punch ? punch_card(p, line, n) : print_line(p, line, n);
}

/* PRINT says where a data set or member ends (mem). */
static bool
say_end(struct ptpch *p)
{
	return p->plan.punch || p->plan.preform != 0 ||
	       put_line(p, "END OF DATA FOR SDS OR MEMBER");
}

static void
put_member(struct ptpch *p, const char *name, const struct ptpch_member *m)
{
	char text[40], padded[MEMBER_MAX + 1];
	enum ds_status st;

	st =
	    ds_member_open(p->lib, name, DS_INPUT | DS_SEQ, &p->in, &p->u.diag);
	if (st == DS_NOMEMBER) {
		snprintf(padded, sizeof(padded), "%-8s", name);
		utility_msg(&p->u, MSG_IEB408I, padded, NULL);
		return;
	}
	if (st != DS_OK) {
		utility_open_failed(&p->u, "SYSUT1", st);
		return;
	}
	snprintf(text, sizeof(text), "MEMBER NAME  %s", name);
	if ((p->plan.preform != 0 || put_line(p, text)) &&
	    put_records(p, m != NULL ? m->groups : NULL))
		say_end(p);
	ds_abandon(&p->in);
}

static void
put_library(struct ptpch *p, const char *dsn)
{
	const struct ptpch_member *m = p->plan.members;
	struct ds_member each = {0};
	enum ds_status st = DS_OK;

	p->lib = utility_library(&p->u, "SYSUT1", dsn, NULL);
	if (p->lib == NULL)
		return;
	for (; m != NULL && m->name[0] != '\0' && well(p); m = m->next)
		put_member(p, m->name, m);
	/* without MEMBER all of them */
	if (p->plan.members == NULL || p->plan.members->name[0] == '\0') {
		while (well(p) && (st = ds_member_next(p->lib, each.name, &each,
				       &p->u.diag)) == DS_OK)
			if (!each.alias)
				put_member(p, each.name, p->plan.members);
		if (well(p) && st != DS_EOD)
			utility_failed(&p->u, "SYSUT1", st);
	}
	ds_library_abandon(&p->lib);
}

static void
put_sequential(struct ptpch *p)
{
	const struct ptpch_member *m = p->plan.members;

	p->in = utility_open(&p->u, "SYSUT1", DS_INPUT | DS_SEQ, NULL);
	if (p->in != NULL && put_records(p, m != NULL ? m->groups : NULL))
		say_end(p);
	ds_abandon(&p->in);
}

/* --- the run ---------------------------------------------------------------
 */

/* Code pages by catalog and SPEC; SYSUT2's is for literals. */
static bool
find_pages(struct ptpch *p)
{
	struct dd_table *dds = p->u.run->dds;
	struct ds_attrs from = {0}, to = {0};
	enum ds_status st;

	st = ds_dd_attrs(dds, "SYSUT1", &from, &p->u.diag);
	if (st == DS_OPEN_NODD) {
		utility_open_failed(&p->u, "SYSUT1", st);
		return false;
	}
	st = ds_dd_attrs(dds, "SYSUT2", &to, &p->u.diag);
	if (st == DS_OPEN_NODD) {
		utility_open_failed(&p->u, "SYSUT2", st);
		return false;
	}
	st = dd_text_table(from.ccsid, &p->in_text, &p->u.diag);
	if (st == DS_OK)
		st = dd_text_table(to.ccsid, &p->out_text, &p->u.diag);
	if (st != DS_OK)
		utility_failed(&p->u, "CODE PAGE", st);
	return st == DS_OK;
}

static void
run_plan(struct ptpch *p)
{
	struct ds_attrs like = {.org = DS_ORG_PS,
	    .recfm = DS_RECFM_FB,
	    .ctlchar = p->plan.punch ? 0 : 'A',
	    .lrecl = p->plan.punch ? PTPCH_CARD : 1 + PTPCH_LINE,
	    .ccsid = CCSID_1047,
	    .text = true}; /* short records are filled */
	enum utility_place place;
	char dsn[DSNAME_MAX + 1];

	place = utility_place(&p->u, "SYSUT1", dsn);
	if (p->plan.po != (place == UT_LIBRARY)) {
		utility_note(&p->u, UT_FAILED, "SYSUT1 IS %sPARTITIONED",
		    p->plan.po ? "NOT " : "");
		return;
	}
	p->page = p->plan.initpg;
	p->seq = p->plan.cdseq;
	p->out = utility_open(&p->u, "SYSUT2", DS_OUTPUT | DS_SEQ, &like);
	if (p->out == NULL)
		return;
	if (p->plan.po)
		put_library(p, dsn);
	else
		put_sequential(p);
	if (well(p))
		utility_close(&p->u, &p->out, "SYSUT2");
	utility_drop(&p->u, &p->out);
}

void
program_iebptpch(struct program_run *run, struct program_end *endp)
{
	struct ptpch *p = calloc(1, sizeof(*p));

	if (p == NULL) {
		program_code(endp, UT_FAILED);
		return;
	}
	p->arena = arena_new();
	if (!utility_begin(&p->u, run, &form) || p->arena == NULL)
		utility_cc(&p->u, UT_FAILED);
	else if (utility_sysin(&p->u, "SYSIN") && find_pages(p) &&
		 ptpch_read(
		     &p->u, p->arena, &p->in_text, &p->out_text, &p->plan))
		run_plan(p);
	arena_free(&p->arena);
	utility_end(&p->u, endp);
	free(p);
}

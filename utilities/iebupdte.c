/*
 * IEBUPDTE: source libraries from cards: members added, replaced, changed by
 * sequence number, copied.
 *
 * A member is stored whole or stays as it was. A statement that is wrong is
 * code 4 and the next function is done, where both masters are libraries.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utilities/iebupdte_int.h"

static const struct utility_form form = {.title = "SYSIN",
    .title_column = 34,
    .page_column = 94,
    .page = "IEBUPDTE LOG PAGE ",
    .digits = 4,
    .open = MSG_COUNT,
    .failed = UT_FAILED,
    .syntax = UT_WARNING};

bool
updte_wrong(struct updte *up, const char *what)
{
	utility_note(&up->u, UT_WARNING, "%s", what);
	return false;
}

bool
updte_well(const struct updte *up)
{
	return !up->u.abended && up->u.cc < UT_FAILED;
}

/* --- cards -----------------------------------------------------------------
 */

static bool
is_dotted(const struct dd_card *card)
{
	return card->len >= 2 && card->text[0] == '.' && card->text[1] == '/';
}

/* Is the operation of a "./" card one that goes inside a function? */
static bool
is_detail(const struct dd_card *card)
{
	const char *p = card->text + 2, *end = card->text + card->len;

	while (p < end && *p != ' ')
		p++; /* a label */
	while (p < end && *p == ' ')
		p++;
	return (end - p >= 6 && memcmp(p, "NUMBER", 6) == 0) ||
	       (end - p >= 6 && memcmp(p, "DELETE", 6) == 0);
}

enum updte_card
updte_next(struct updte *up, struct dd_card *cardp, struct control_stmt *stmtp)
{
	struct utility *u = &up->u;
	enum ds_status st;
	bool bad;

	for (;;) {
		if (utility_stopped(u))
			return UPDTE_END;
		st = dd_cards_next(u->sysin, cardp, &u->diag);
		if (st != DS_OK) {
			if (st != DS_EOD)
				utility_failed(u, "SYSIN", st);
			return UPDTE_END;
		}
		if (!is_dotted(cardp))
			return UPDTE_DATA;
		dd_cards_again(u->sysin);
		if (!is_detail(cardp))
			return UPDTE_FUNCTION;
		if (utility_next(u, up->arena, true, stmtp, &bad))
			return UPDTE_DETAIL;
		if (!bad)
			return UPDTE_END;
	}
}

void
updte_take_card(struct updte *up, const struct dd_card *card)
{
	size_t n = card->len < up->lrecl ? card->len : up->lrecl;

	memset(up->rec, up->text.blank, up->lrecl);
	for (size_t i = 0; i < n; i++)
		up->rec[i] = up->xlate[card->raw[i]];
	for (size_t i = n; i < card->len && !up->cut; i++)
		if (card->text[i] != ' ') {
			up->cut = true;
			utility_note(&up->u, UT_WARNING,
			    "** WHAT STANDS BEHIND COLUMN %zu OF CARDS IS NOT "
			    "STORED",
			    n);
		}
}

/* --- records ---------------------------------------------------------------
 */

void
updte_list(struct updte *up, const char *tag)
{
	char text[UPDTE_CARD + 1];
	uint32_t n = up->lrecl < UPDTE_CARD ? up->lrecl : UPDTE_CARD;

	for (uint32_t i = 0; i < n; i++)
		text[i] = up->text.from[up->rec[i]];
	text[n] = '\0';
	utility_line(
	    &up->u, ' ', "%-80s  %s%s", text, tag, tag[0] != '\0' ? "*" : "");
}

static void
put_number(struct updte *up, struct updte_numbering *num)
{
	const struct updte_field *f = &up->f.new_seq;
	char digits[24];
	int n;

	n = snprintf(
	    digits, sizeof(digits), "%0*" PRIu64, (int)f->len, num->next);
	num->next += num->incr;
	if ((uint32_t)n > f->len && !up->overflowed) {
		up->overflowed = true;
		utility_note(&up->u, UT_WARNING,
		    "SEQUENCE NUMBERS ARE LONGER THAN THEIR FIELD");
	}
	for (uint32_t i = 0; i < f->len; i++)
		up->rec[f->at + i] =
		    up->text.to[(uint8_t)digits[(uint32_t)n - f->len + i]];
}

bool
updte_put(struct updte *up, struct updte_numbering *num, const char *tag)
{
	struct utility *u = &up->u;
	enum ds_status st;

	if (num != NULL && num->on)
		put_number(up, num);
	if (tag != NULL || up->f.list)
		updte_list(up, tag != NULL ? tag : "");
	st = ds_put(up->out, up->rec, up->lrecl, &u->diag);
	if (st != DS_OK)
		utility_failed(u, "NEW MASTER", st);
	return st == DS_OK;
}

bool
updte_numbers(struct updte *up, const struct control_stmt *stmt,
    struct updte_numbering *nump)
{
	const uint32_t most = 99999999;
	uint32_t new1, incr;

	if (!control_number(control_find(stmt, "NEW1"), most, &new1) ||
	    !control_number(control_find(stmt, "INCR"), most, &incr) ||
	    incr == 0)
		return updte_wrong(up, "NUMBER NEEDS NEW1= AND INCR=");
	*nump =
	    (struct updte_numbering){.on = true, .next = new1, .incr = incr};
	return true;
}

/* --- functions -------------------------------------------------------------
 */

/* ADD, REPL: the cards that follow. */
static bool
store_cards(struct updte *up)
{
	struct updte_numbering num = {0};
	struct control_stmt stmt;
	struct dd_card card;
	enum updte_card next;

	for (;;) {
		next = updte_next(up, &card, &stmt);
		if (next == UPDTE_DETAIL) {
			if (strcmp(stmt.op, "NUMBER") != 0)
				return updte_wrong(
				    up, "DELETE GOES WITH CHANGE");
			if (up->f.new_seq.len == 0)
				return updte_wrong(up,
				    "SEQFLD= IS BEHIND THE RECORDS OF THE NEW "
				    "MASTER");
			if (!updte_numbers(up, &stmt, &num))
				return false;
			continue;
		}
		if (next != UPDTE_DATA)
			return updte_well(up);
		updte_take_card(up, &card);
		if (!updte_put(up, &num, NULL))
			return false;
	}
}

static bool
copy_old(struct updte *up)
{
	struct utility *u = &up->u;
	struct ds_rec rec;
	enum ds_status st = DS_OK;

	while (!utility_stopped(u) &&
	       (st = ds_get(up->in, &rec, &u->diag)) == DS_OK) {
		memset(up->rec, up->text.blank, up->lrecl);
		memcpy(up->rec, rec.data,
		    rec.len < up->lrecl ? rec.len : up->lrecl);
		if (!updte_put(up, NULL, NULL))
			return false;
	}
	if (st != DS_OK && st != DS_EOD)
		utility_failed(u, "SYSUT1", st);
	return updte_well(up);
}

/* The old master's records must not be longer than the new one's. */
static bool
old_fits(struct updte *up)
{
	return up->in == NULL || ds_attrs(up->in)->dummy ||
	       ds_attrs(up->in)->lrecl <= up->lrecl ||
	       updte_wrong(up, "RECORDS OF THE OLD MASTER ARE LONGER THAN "
			       "THOSE OF THE NEW");
}

static bool
do_records(struct updte *up)
{
	if (strcmp(up->f.op, "CHANGE") == 0)
		return updte_change(up);
	return strcmp(up->f.op, "REPRO") == 0 ? copy_old(up) : store_cards(up);
}

/* The member was stored. */
static void
finish_member(struct updte *up, bool was_there)
{
	struct utility *u = &up->u;
	struct ds_library *lib = up->f.in_place ? up->old_lib : up->new_lib;
	enum ds_status st = DS_OK;

	snprintf(up->last, sizeof(up->last), "%s", updte_new_name(up));
	if (up->f.has_ssi)
		st = ds_member_user(
		    lib, up->last, up->f.ssi, UPDTE_SSI, &u->diag);
	if (st != DS_OK)
		utility_failed(u, up->last, st);
	else
		utility_msg(
		    u, was_there ? MSG_IEB816I : MSG_IEB817I, up->last, NULL);
}

/* False: it was not done; its cards are passed over. */
static bool
do_function(struct updte *up)
{
	bool was_there = false, ok;

	up->cut = up->overflowed = false;
	up->last[0] = '\0';
	if (!updte_open_libraries(up) || !updte_check_function(up) ||
	    (updte_is_old_needed(up) && !updte_open_old(up)))
		return false;
	if (updte_to_library(up))
		was_there = updte_is_member(up,
		    up->f.in_place ? up->old_lib : up->new_lib,
		    updte_new_name(up));
	ok = updte_open_new(up) && updte_check_records(up) && old_fits(up) &&
	     do_records(up) && utility_close(&up->u, &up->out, "SYSUT2");
	utility_drop(&up->u, &up->out);
	ds_abandon(&up->in);
	if (ok && updte_to_library(up))
		finish_member(up, was_there);
	return ok;
}

static void
do_alias(struct updte *up, const struct control_stmt *stmt)
{
	char name[MEMBER_MAX + 1];
	enum ds_status st;

	if (up->last[0] == '\0' ||
	    !updte_take_name(control_find(stmt, "NAME"), name)) {
		updte_wrong(up, "ALIAS NEEDS NAME= AND A MEMBER IN FRONT");
		return;
	}
	st = ds_member_alias(up->new_lib != NULL ? up->new_lib : up->old_lib,
	    name, up->last, &up->u.diag);
	if (st == DS_EXIST)
		utility_note(&up->u, UT_WARNING,
		    "MEMBER NAME (%s) IS IN THE NEW MASTER", name);
	else if (st != DS_OK)
		utility_failed(&up->u, name, st);
}

static bool
is_function(const char *op)
{
	return strcmp(op, "ADD") == 0 || strcmp(op, "REPL") == 0 ||
	       strcmp(op, "CHANGE") == 0 || strcmp(op, "REPRO") == 0;
}

/* Cards up to the next function. */
static void
pass_cards(struct updte *up)
{
	struct control_stmt stmt;
	struct dd_card card;
	enum updte_card next;

	do
		next = updte_next(up, &card, &stmt);
	while (next == UPDTE_DATA || next == UPDTE_DETAIL);
}

/* A function that failed ends the job where a master is sequential. */
static bool
may_go_on(const struct updte *up)
{
	return updte_well(up) && up->new_place != UT_SEQUENTIAL &&
	       (up->new_only || up->old_place != UT_SEQUENTIAL);
}

/* One "./" statement; false: the job ends. */
static bool
do_statement(struct updte *up, const struct control_stmt *stmt)
{
	if (strcmp(stmt->op, "ENDUP") == 0)
		return false;
	if (strcmp(stmt->op, "ALIAS") == 0) {
		do_alias(up, stmt);
		return updte_well(up);
	}
	if (strcmp(stmt->op, "LABEL") == 0)
		return true; /* no data set has user labels */
	if (is_function(stmt->op)) {
		if (updte_take_function(up, stmt) && do_function(up))
			return updte_well(up);
	} else {
		updte_wrong(up, "THIS IS NO STATEMENT OF IEBUPDTE");
	}
	if (!may_go_on(up))
		return false;
	pass_cards(up);
	return true;
}

static void
do_all(struct updte *up)
{
	struct control_stmt stmt;
	struct dd_card card;
	enum updte_card next;
	bool bad, go = true;

	next = updte_next(up, &card, &stmt);
	if (next == UPDTE_DATA || next == UPDTE_DETAIL) {
		updte_wrong(up, "A FUNCTION STATEMENT IS MISSING IN FRONT");
		pass_cards(up);
	}
	while (go && updte_well(up)) {
		arena_free(&up->arena);
		if ((up->arena = arena_new()) == NULL) {
			utility_note(&up->u, UT_FAILED, "NO MEMORY");
			return;
		}
		if (utility_next(&up->u, up->arena, true, &stmt, &bad))
			go = do_statement(up, &stmt);
		else if (!bad || !may_go_on(up))
			go = false;
		else
			pass_cards(up);
	}
}

/* PARM=NEW or MOD; words behind them name routines, which are not called. */
static bool
take_parm(struct updte *up)
{
	const char *parm = up->u.run->parm != NULL ? up->u.run->parm : "";
	size_t n = strcspn(parm, ",");

	up->new_only = n == 3 && memcmp(parm, "NEW", 3) == 0;
	if (up->new_only || n == 0 || (n == 3 && memcmp(parm, "MOD", 3) == 0))
		return true;
	utility_note(&up->u, UT_FAILED, "PARM IS NEW OR MOD");
	return false;
}

static bool
find_masters(struct updte *up)
{
	struct utility *u = &up->u;

	up->new_place = utility_place(u, "SYSUT2", up->new_dsn);
	if (!up->new_only) {
		up->old_place = utility_place(u, "SYSUT1", up->old_dsn);
		if (up->old_place == UT_NODD) {
			utility_open_failed(u, "SYSUT1", DS_OPEN_NODD);
			return false;
		}
	}
	/* without a new master it may be UPDATE=INPLACE */
	if (up->new_place == UT_NODD && up->new_only) {
		utility_open_failed(u, "SYSUT2", DS_OPEN_NODD);
		return false;
	}
	return true;
}

void
program_iebupdte(struct program_run *run, struct program_end *endp)
{
	struct updte *up = calloc(1, sizeof(*up));
	char code[16];

	if (up == NULL) {
		program_code(endp, UT_FAILED);
		return;
	}
	up->arena = arena_new();
	if (utility_begin(&up->u, run, &form) && up->arena != NULL) {
		if (take_parm(up) && utility_sysin(&up->u, "SYSIN") &&
		    find_masters(up))
			do_all(up);
		updte_close_libraries(up);
		snprintf(code, sizeof(code), "%08d", up->u.cc);
		utility_msg(&up->u, MSG_IEB818I, code, NULL);
		utility_msg(&up->u, MSG_IEB819I, NULL);
	} else {
		utility_cc(&up->u, UT_FAILED);
	}
	arena_free(&up->arena);
	utility_end(&up->u, endp);
	free(up);
}

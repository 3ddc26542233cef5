/*
 * IEBUPDTE's CHANGE: the old master beside the cards, both in the order of
 * their sequence numbers. A card replaces the record that has its number, or
 * comes in between.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "utilities/iebupdte_int.h"

struct change {
	struct updte *up;
	struct ds_rec old; /* the next of the old master */
	bool have;         /* there is one */
	bool failed;
	uint8_t passed[UPDTE_SEQ]; /* number of the last card */
	bool any;
	/* NUMBER: records from first to last, all of them */
	struct updte_numbering num;
	bool all;
	uint8_t first[UPDTE_SEQ], last[UPDTE_SEQ];
	/* NUMBER with INSERT=YES: cards, then old records that would not
	 * ascend any more */
	struct updte_numbering insert;
	bool inserting, pushing;
};

/* --- the old master --------------------------------------------------------
 */

static void
next_old(struct change *ch)
{
	struct utility *u = &ch->up->u;
	enum ds_status st = ds_get(ch->up->in, &ch->old, &u->diag);

	ch->have = st == DS_OK;
	if (st != DS_OK && st != DS_EOD) {
		utility_failed(u, "OLD MASTER", st);
		ch->failed = true;
	}
}

static int
compare(const struct change *ch, const uint8_t *a, const uint8_t *b)
{
	return memcmp(a, b, ch->up->f.seq.len);
}

/* Is its sequence number below that of the old record (or: the same)? */
static int
old_beside(const struct change *ch, const uint8_t *seq)
{
	const struct updte_field *f = &ch->up->f.seq;

	if (ch->old.len < f->at + f->len)
		return 1;
	return compare(ch, ch->old.data + f->at, seq);
}

static void
take_old(struct change *ch)
{
	memset(ch->up->rec, ch->up->text.blank, ch->up->lrecl);
	memcpy(ch->up->rec, ch->old.data,
	    ch->old.len < ch->up->lrecl ? ch->old.len : ch->up->lrecl);
}

/* The numbering that a record with this number gets. */
static struct updte_numbering *
numbering_of(struct change *ch, const uint8_t *seq)
{
	if (!ch->num.on)
		return NULL;
	if (ch->all || (compare(ch, seq, ch->first) >= 0 &&
			   compare(ch, seq, ch->last) <= 0))
		return &ch->num;
	return NULL;
}

static uint64_t
number_of(const struct change *ch, const uint8_t *seq)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < ch->up->f.seq.len; i++) {
		char c = ch->up->text.from[seq[i]];

		if (c >= '0' && c <= '9')
			n = n * 10 + (uint64_t)(c - '0');
	}
	return n;
}

/* Behind inserted cards: is the record's number not above the last of them? */
static bool
is_pushed(struct change *ch, const uint8_t *seq)
{
	ch->pushing = ch->pushing &&
		      number_of(ch, seq) <= ch->insert.next - ch->insert.incr;
	return ch->pushing;
}

static void
keep_old(struct change *ch)
{
	const uint8_t *seq;

	take_old(ch);
	seq = ch->up->rec + ch->up->f.seq.at;
	if (!updte_put(ch->up,
		is_pushed(ch, seq) ? &ch->insert : numbering_of(ch, seq), NULL))
		ch->failed = true;
	else
		next_old(ch);
}

/* Old records below seq, or up to it, as they are. */
static void
keep_until(struct change *ch, const uint8_t *seq, bool inclusive)
{
	while (!ch->failed && ch->have &&
	       old_beside(ch, seq) < (inclusive ? 1 : 0))
		keep_old(ch);
}

/* --- cards -----------------------------------------------------------------
 */

/* SEQ1= and the like: as long as the field, zeros in front. */
static bool
take_seq(
    struct change *ch, const struct control_value *v, uint8_t out[UPDTE_SEQ])
{
	const uint32_t len = ch->up->f.seq.len;
	const uint8_t *to = ch->up->text.to;

	if (control_empty(v) || v->is_list || v->len > len)
		return false;
	memset(out, to['0'], UPDTE_SEQ);
	for (size_t i = 0; i < v->len; i++)
		out[len - v->len + i] = to[(uint8_t)v->text[i]];
	return true;
}

static bool
change_number(struct change *ch, const struct control_stmt *stmt)
{
	const struct control_value *seq1 = control_find(stmt, "SEQ1");
	const struct control_value *seq2 = control_find(stmt, "SEQ2");
	struct updte_numbering num = {0};
	bool insert = control_is(control_find(stmt, "INSERT"), "YES");

	ch->inserting = false;
	if (!updte_numbers(ch->up, stmt, &num))
		return false;
	ch->all = control_is(seq1, "ALL");
	if (ch->all) {
		ch->num = num;
		return !insert || updte_wrong(ch->up,
				      "INSERT=YES AND SEQ1=ALL EXCLUDE EACH "
				      "OTHER");
	}
	if (!take_seq(ch, seq1, ch->first))
		return updte_wrong(ch->up, "NUMBER NEEDS SEQ1=");
	if (insert) {
		keep_until(ch, ch->first, true);
		ch->insert = num;
		ch->inserting = true;
		ch->pushing = false;
		return true;
	}
	if (!take_seq(ch, seq2, ch->last))
		return updte_wrong(ch->up, "NUMBER NEEDS SEQ2= OR INSERT=YES");
	keep_until(ch, ch->first, false);
	ch->num = num;
	return true;
}

static bool
change_delete(struct change *ch, const struct control_stmt *stmt)
{
	uint8_t first[UPDTE_SEQ], last[UPDTE_SEQ];
	bool some = false;

	ch->inserting = false;
	if (!take_seq(ch, control_find(stmt, "SEQ1"), first) ||
	    !take_seq(ch, control_find(stmt, "SEQ2"), last) ||
	    compare(ch, first, last) > 0)
		return updte_wrong(ch->up, "DELETE NEEDS SEQ1= AND SEQ2=");
	keep_until(ch, first, false);
	while (!ch->failed && ch->have && old_beside(ch, last) <= 0) {
		take_old(ch);
		updte_list(ch->up, "DELETED");
		some = true;
		next_old(ch);
	}
	if (!some && !ch->failed)
		utility_note(
		    &ch->up->u, UT_WARNING, "NO RECORD HAS A NUMBER OF DELETE");
	return true;
}

/* A card with the number of a record. */
static bool
replace(struct change *ch, const struct dd_card *card)
{
	struct updte *up = ch->up;
	const uint32_t column = up->f.column;
	uint8_t seq[UPDTE_SEQ];

	memcpy(seq, ch->old.data + up->f.seq.at, up->f.seq.len);
	take_old(ch);
	updte_list(up, "REPLACED");
	if (column == 0)
		updte_take_card(up, card);
	else
		for (uint32_t i = column; i < up->lrecl && i < card->len; i++)
			up->rec[i] = up->xlate[card->raw[i]];
	if (!updte_put(up, numbering_of(ch, seq), "REPLACEMENT"))
		return false;
	next_old(ch);
	return true;
}

static bool
change_data(struct change *ch, const struct dd_card *card)
{
	struct updte *up = ch->up;
	uint8_t seq[UPDTE_SEQ];

	updte_take_card(up, card);
	memcpy(seq, up->rec + up->f.seq.at, up->f.seq.len);
	if (ch->inserting) {
		ch->pushing = true;
		return !up->f.in_place
			   ? updte_put(up, &ch->insert, "INSERTED")
			   : updte_wrong(up, "NOTHING IS INSERTED IN PLACE");
	}
	if (ch->any && compare(ch, seq, ch->passed) <= 0)
		return updte_wrong(
		    up, "A SEQUENCE NUMBER OF SYSIN DOES NOT ASCEND");
	memcpy(ch->passed, seq, sizeof(seq));
	ch->any = true;
	keep_until(ch, seq, false);
	if (ch->failed)
		return false;
	if (ch->have && old_beside(ch, seq) == 0)
		return replace(ch, card);
	if (up->f.in_place || up->f.column != 0)
		return updte_wrong(up, "NO RECORD HAS THE NUMBER OF A CARD");
	updte_take_card(up, card);
	return updte_put(up, numbering_of(ch, seq), "INSERTED");
}

bool
updte_change(struct updte *up)
{
	struct change ch = {.up = up};
	struct control_stmt stmt;
	struct dd_card card;
	enum updte_card next;
	bool ok = true;

	next_old(&ch);
	while (ok && !ch.failed) {
		next = updte_next(up, &card, &stmt);
		if (next == UPDTE_DATA)
			ok = change_data(&ch, &card);
		else if (next != UPDTE_DETAIL)
			break;
		else if (strcmp(stmt.op, "NUMBER") == 0)
			ok = change_number(&ch, &stmt);
		else
			ok = change_delete(&ch, &stmt);
	}
	while (ok && !ch.failed && ch.have && !utility_stopped(&up->u))
		keep_old(&ch);
	return ok && !ch.failed && !up->u.abended;
}

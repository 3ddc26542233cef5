/* IEBUPDTE: what a function statement says. */
#include <stdio.h>
#include <string.h>

#include "utilities/iebupdte_int.h"

/* ddl: two digits of a column, one of a length. */
static bool
take_field(const struct control_value *v, struct updte_field *f)
{
	uint32_t n;

	if (!control_number(v, 999, &n) || v->len != 3 || n < 10)
		return false;
	f->at = n / 10 - 1;
	f->len = n % 10;
	return f->len >= 1 && f->len <= UPDTE_SEQ &&
	       f->at + f->len <= UPDTE_CARD;
}

static bool
take_seqfld(struct updte_function *f, const struct control_value *v)
{
	const struct control_value *first = control_values(v);

	if (!take_field(first, &f->seq))
		return false;
	f->new_seq = f->seq;
	return first->next == NULL || !v->is_list ||
	       take_field(first->next, &f->new_seq);
}

static bool
take_ssi(struct updte_function *f, const struct control_value *v)
{
	unsigned byte;

	if (v->quoted || v->is_list || v->len != 2 * UPDTE_SSI ||
	    strspn(v->text, "0123456789ABCDEF") != v->len)
		return false;
	for (int i = 0; i < UPDTE_SSI; i++) {
		sscanf(v->text + 2 * i, "%2X", &byte);
		f->ssi[i] = (uint8_t)byte;
	}
	f->has_ssi = true;
	return true;
}

bool
updte_take_name(const struct control_value *v, char out[MEMBER_MAX + 1])
{
	return control_name(v, out, MEMBER_MAX + 1) &&
	       member_valid(out, strlen(out));
}

/* One operand; false: it is wrong. */
static bool
take_operand(struct updte_function *f, const struct control_value *v)
{
	uint32_t n;

	if (strcmp(v->key, "NAME") == 0)
		return updte_take_name(v, f->name);
	if (strcmp(v->key, "MEMBER") == 0)
		return updte_take_name(v, f->member);
	if (strcmp(v->key, "LIST") == 0)
		return f->list = control_is(v, "ALL");
	if (strcmp(v->key, "SEQFLD") == 0)
		return take_seqfld(f, v);
	if (strcmp(v->key, "UPDATE") == 0)
		return f->in_place = control_is(v, "INPLACE");
	if (strcmp(v->key, "SSI") == 0)
		return take_ssi(f, v);
	if (strcmp(v->key, "NEW") == 0) {
		f->to_library = control_is(v, "PO");
		f->to_sequential = control_is(v, "PS");
		return f->to_library || f->to_sequential;
	}
	if (strcmp(v->key, "COLUMN") == 0) {
		if (!control_number(v, UPDTE_CARD, &n) || n == 0)
			return false;
		f->column = n - 1;
		return true;
	}
	/* a level and its source, which only go into a listing */
	return (strcmp(v->key, "LEVEL") == 0 ||
		   strcmp(v->key, "SOURCE") == 0) &&
	       v->len > 0;
}

bool
updte_take_function(struct updte *up, const struct control_stmt *stmt)
{
	struct updte_function *f = &up->f;
	const struct control_value *v;

	memset(f, 0, sizeof(*f));
	memcpy(f->op, stmt->op, sizeof(f->op));
	f->seq = f->new_seq = (struct updte_field){.at = 72, .len = 8};
	for (v = stmt->operands; v != NULL; v = v->next)
		if (!take_operand(f, v)) {
			utility_note(&up->u, UT_WARNING,
			    "AN OPERAND OF %s IS WRONG: %s", f->op,
			    v->key[0] != '\0' ? v->key : v->text);
			return false;
		}
	if (f->in_place && strcmp(f->op, "CHANGE") != 0)
		return updte_wrong(up, "UPDATE=INPLACE GOES WITH CHANGE");
	return true;
}

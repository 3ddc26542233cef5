/* SUM: records with equal control fields become one. */
#include <stdio.h>
#include <string.h>

#include "utilities/sort_int.h"

/* --- SUM -------------------------------------------------------------------
 */

static bool
sum_number(struct sort *s, const uint8_t *rec, const struct sort_field *f,
    sort_num *np)
{
	sort_get(rec + f->pos - 1, f, np);
	if (f->fmt == SORT_FS || sort_is_valid(rec + f->pos - 1, f))
		return true;
	utility_abend(
	    &s->u, 0x0C7, 0, "a field of SUM is no number of its format");
	s->failed = true;
	return false;
}

/* Add rec's fields to the group's; *addedp false: one has no room, nothing was
 * changed. */
static bool
add_up(struct sort *s, struct sort_group *g, const uint8_t *rec, uint32_t len,
    bool *addedp)
{
	uint8_t made[SORT_FIELDS][32];
	const struct sort_field *f;
	sort_num a, b;
	unsigned i;

	*addedp = false;
	if (len < s->sums_need || g->len < s->sums_need)
		return s->plan.short_ok ||
		       sort_too_short(
			   s, len < g->len ? len : g->len, s->sums_need, "SUM");
	for (i = 0; i < s->plan.nsums; i++) {
		f = &s->plan.sums[i];
		if (!sum_number(s, g->rec, f, &a) || !sum_number(s, rec, f, &b))
			return false;
		if (!sort_put(made[i], f->len, f->fmt,
			f->fmt == SORT_ZD && !s->plan.signs_kept, a + b,
			&s->text))
			return true;
	}
	for (i = 0; i < s->plan.nsums; i++) {
		f = &s->plan.sums[i];
		memcpy(g->rec + f->pos - 1, made[i], f->len);
	}
	*addedp = true;
	return true;
}

static bool
say_overflow(struct sort *s, struct sort_group *g)
{
	char code[16];

	if (g->overflow)
		return true;
	g->overflow = true;
	snprintf(code, sizeof(code), "%d", s->plan.overflow);
	sort_msg(s, MSG_ICE152I, code, NULL);
	utility_cc(&s->u, s->plan.overflow);
	s->failed |= s->plan.overflow >= UT_END;
	return !s->failed;
}

/* A record in order, by its key. */
static bool
sum_record(struct sort *s, struct sort_group *g, const uint8_t *key,
    const uint8_t *rec, uint32_t len)
{
	bool added = true;

	if (g->any && memcmp(g->key, key, s->order.len) == 0) {
		if (s->plan.nsums > 0 && !add_up(s, g, rec, len, &added))
			return false;
		if (added) {
			s->deleted++;
			return true;
		}
		if ((len >= s->sums_need || !s->plan.short_ok) &&
		    !say_overflow(s, g))
			return false;
	}
	if (g->any && !sort_outputs_put(s, g->rec, g->len))
		return false;
	g->any = true;
	memcpy(g->key, key, s->order.len);
	memcpy(g->rec, rec, len);
	g->len = len;
	return true;
}

bool
sort_in_order(struct sort *s, struct sort_group *g, const uint8_t *key,
    const uint8_t *rec, uint32_t len)
{
	if (s->plan.summed)
		return sum_record(s, g, key, rec, len);
	return sort_outputs_put(s, rec, len);
}

bool
sort_end_group(struct sort *s, struct sort_group *g)
{
	return !g->any || sort_outputs_put(s, g->rec, g->len);
}

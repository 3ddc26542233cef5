/* Does a record meet a condition? */
#include <stdio.h>
#include <string.h>

#include "utilities/sort_int.h"

static bool
holds(enum sort_rel rel, int c)
{
	switch (rel) {
	case SORT_EQ:
		return c == 0;
	case SORT_NE:
		return c != 0;
	case SORT_GT:
		return c > 0;
	case SORT_GE:
		return c >= 0;
	case SORT_LT:
		return c < 0;
	default:
		return c <= 0;
	}
}

static int
compare(const char *order, const uint8_t *a, const uint8_t *b, uint32_t n)
{
	if (order == NULL)
		return memcmp(a, b, n);
	for (uint32_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return (uint8_t)order[a[i]] < (uint8_t)order[b[i]] ? -1
									   : 1;
	return 0;
}

/* n bytes of p beside as many pads. */
static int
beside_pad(const char *order, const uint8_t *p, uint32_t n, uint8_t pad)
{
	int c = 0;

	for (uint32_t i = 0; c == 0 && i < n; i++)
		c = compare(order, p + i, &pad, 1);
	return c;
}

static int
compare_fields(const struct sort_cond *c, const uint8_t *a, const uint8_t *b)
{
	const uint32_t na = c->x.len, nb = c->y.len;
	const uint32_t n = na < nb ? na : nb;
	int d;

	if (c->left) {
		d = na > nb ? beside_pad(NULL, a, na - n, c->pad)
			    : -beside_pad(NULL, b, nb - n, c->pad);
		return d != 0 ? d : memcmp(a + na - n, b + nb - n, n);
	}
	d = compare(c->order, a, b, n);
	if (d != 0)
		return d;
	return na > nb ? beside_pad(c->order, a + n, na - n, c->pad)
		       : -beside_pad(c->order, b + n, nb - n, c->pad);
}

static int
compare_numbers(sort_num a, sort_num b)
{
	return a < b ? -1 : a > b;
}

static bool
is_in(const struct sort_cond *c, const uint8_t *x)
{
	if (c->x.len <= c->nbytes)
		return memmem(c->bytes, c->nbytes, x, c->x.len) != NULL;
	return memmem(x, c->x.len, c->bytes, c->nbytes) != NULL;
}

bool
sort_test_cond(const struct sort_cond *c, const uint8_t *rec)
{
	const uint8_t *x = rec + c->x.pos - 1;
	sort_num a, b;
	bool yes;

	switch (c->test) {
	case SORT_ALWAYS:
		return true;
	case SORT_NEVER:
		return false;
	case SORT_AND:
		return sort_test_cond(c->a, rec) && sort_test_cond(c->b, rec);
	case SORT_OR:
		return sort_test_cond(c->a, rec) || sort_test_cond(c->b, rec);
	case SORT_BYTES:
		return holds(c->rel, compare(c->order, x, c->bytes, c->nbytes));
	case SORT_FIELD:
		return holds(c->rel, compare_fields(c, x, rec + c->y.pos - 1));
	case SORT_NUMBER:
		sort_get(x, &c->x, &a);
		return holds(c->rel, compare_numbers(a, c->number));
	case SORT_NUMBERS:
		sort_get(x, &c->x, &a);
		sort_get(rec + c->y.pos - 1, &c->y, &b);
		return holds(c->rel, compare_numbers(a, b));
	case SORT_SUBSTR:
		yes = is_in(c, x);
		break;
	default:
		yes = sort_is_valid(x, &c->x);
		break;
	}
	return yes == (c->rel == SORT_EQ);
}

bool
sort_passes(struct sort *s, const struct sort_filter *f, const uint8_t *rec,
    uint32_t len, bool lenient, bool *okp)
{
	char have[16], need[16];

	*okp = true;
	if (f->cond == NULL)
		return true;
	if (len >= f->need)
		return sort_test_cond(f->cond, rec) != f->omit;
	if (lenient || s->plan.compare_short) {
		memcpy(s->area[3], rec, len);
		memset(s->area[3] + len, 0, f->need - len);
		return sort_test_cond(f->cond, s->area[3]) != f->omit;
	}
	/* the condition as a whole is not met (doc, "VLSHRT") */
	if (s->plan.short_ok)
		return f->omit;
	snprintf(have, sizeof(have), "%u", len);
	snprintf(need, sizeof(need), "%u", f->need);
	sort_msg(s, MSG_ICE218A, have, need, "INCLUDE/OMIT", NULL);
	*okp = false;
	return false;
}

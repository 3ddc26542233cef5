/*
 * Control fields as bytes that memcmp orders:
 *
 *	CH BI	as they are		AC	by ISO 8859-1
 *	FI	the sign bit turned
 *	PD ZD FS UFF SFF	the number, 8 bytes for up to 18 digits, else
 *		16, the sign bit turned; so minus zero is zero
 *
 * and all bits turned where a field descends. Where all are CH or BI, ascend
 * and lie behind each other, a record has its key as it is.
 */
#include <string.h>

#include "base/bytes.h"
#include "utilities/sort_int.h"

enum { SHORT_DIGITS = 18, SHORT_NUMBER = 8, LONG_NUMBER = 16 };

static uint32_t
key_len(const struct sort_field *f)
{
	if (f->fmt == SORT_FI || !sort_is_number(f->fmt))
		return f->len;
	/* digits that are none may have fifteen */
	return sort_digits(f) < SHORT_DIGITS && f->len <= SHORT_DIGITS
		   ? SHORT_NUMBER
		   : LONG_NUMBER;
}

void
sort_order_init(struct sort_order *o, const struct sort_plan *plan,
    const struct dd_text *text)
{
	const struct sort_control *k;
	uint32_t end = 0;

	memset(o, 0, sizeof(*o));
	o->keys = plan->keys;
	o->nkeys = plan->nkeys;
	o->text = text;
	o->direct = plan->nkeys > 0 && !plan->short_ok;
	for (unsigned i = 0; i < plan->nkeys; i++) {
		k = &plan->keys[i];
		if ((k->f.fmt != SORT_CH && k->f.fmt != SORT_BI) ||
		    k->descending || (i > 0 && k->f.pos != end + 1))
			o->direct = false;
		end = k->f.pos + k->f.len - 1;
		if (end > o->need)
			o->need = end;
		o->len += key_len(&k->f);
	}
	if (o->direct)
		o->off = plan->keys[0].f.pos - 1;
}

static void
put_number(uint8_t *key, uint32_t len, sort_num n)
{
	uint64_t high;

	if (len == SHORT_NUMBER) {
		be64_put(key, (uint64_t)(int64_t)n ^ UINT64_C(1) << 63);
		return;
	}
	high = (uint64_t)(n >> 64) ^ UINT64_C(1) << 63;
	be64_put(key, high);
	be64_put(key + 8, (uint64_t)n);
}

void
sort_order_key(const struct sort_order *o, const uint8_t *rec, uint8_t *key)
{
	for (unsigned i = 0; i < o->nkeys; i++) {
		const struct sort_control *k = &o->keys[i];
		const uint8_t *p = rec + k->f.pos - 1;
		const uint32_t len = key_len(&k->f);
		sort_num n = 0;

		if (k->f.fmt == SORT_AC) {
			for (uint32_t b = 0; b < len; b++)
				key[b] = (uint8_t)o->text->from[p[b]];
		} else if (k->f.fmt == SORT_FI) {
			memcpy(key, p, len);
			key[0] ^= 0x80;
		} else if (sort_is_number(k->f.fmt)) {
			sort_get(p, &k->f, &n);
			put_number(key, len, n);
		} else {
			memcpy(key, p, len);
		}
		for (uint32_t b = 0; k->descending && b < len; b++)
			key[b] = (uint8_t)~key[b];
		key += len;
	}
}

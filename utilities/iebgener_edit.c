/* IEBGENER: fields of a record moved and converted. */
#include <string.h>

#include "utilities/iebgener_int.h"

uint32_t
gener_out_len(enum gener_conversion how, uint32_t len)
{
	switch (how) {
	case GENER_PZ:
		return len * 2 - 1;
	case GENER_ZP:
		return len / 2 + 1;
	default:
		return len;
	}
}

/* Packed to zoned: the last byte's two halves change places. */
static void
packed_to_zoned(const uint8_t *in, uint32_t len, uint8_t *out)
{
	for (uint32_t i = 0; i + 1 < len; i++) {
		*out++ = (uint8_t)(0xF0 | in[i] >> 4);
		*out++ = (uint8_t)(0xF0 | (in[i] & 0x0F));
	}
	*out = (uint8_t)(in[len - 1] << 4 | in[len - 1] >> 4);
}

static void
zoned_to_packed(const uint8_t *in, uint32_t len, uint8_t *out)
{
	uint32_t at = gener_out_len(GENER_ZP, len) - 1;

	memset(out, 0, at + 1);
	out[at] = (uint8_t)(in[len - 1] << 4 | in[len - 1] >> 4);
	/* digits from the right, the odd ones into the right halves */
	for (uint32_t i = len - 1, half = 1; i-- > 0; half++) {
		if (half % 2 == 1)
			out[--at] = in[i] & 0x0F;
		else
			out[at] |= (uint8_t)(in[i] << 4);
	}
}

/* Characters of the H set, as a reader of EBCDIC cards takes its punches (mem):
 * the five in which it differs. */
static uint8_t
h_set(uint8_t c)
{
	switch (c) {
	case 0x7B: /* # is = */
		return 0x7E;
	case 0x7C: /* @ is ' */
		return 0x7D;
	case 0x50: /* & is + */
		return 0x4E;
	case 0x6C: /* % is ( */
		return 0x4D;
	case 0x4C: /* < is ) */
		return 0x5D;
	default:
		return c;
	}
}

static void
convert(const struct gener_field *f, const uint8_t *in, uint8_t *out)
{
	switch (f->conversion) {
	case GENER_PZ:
		packed_to_zoned(in, f->len, out);
		return;
	case GENER_ZP:
		zoned_to_packed(in, f->len, out);
		return;
	case GENER_HE:
		for (uint32_t i = 0; i < f->len; i++)
			out[i] = h_set(in[i]);
		return;
	case GENER_COPY:
		memcpy(out, in, f->len);
		return;
	}
}

uint32_t
gener_edit(const struct gener_field *fields, const uint8_t *rec, uint32_t len,
    uint8_t *out, uint32_t lrecl, bool fixed, uint8_t blank)
{
	const struct gener_field *f;
	uint32_t end = 0;

	memset(out, blank, lrecl);
	for (f = fields; f != NULL; f = f->next) {
		if (f->to + f->out_len > end)
			end = f->to + f->out_len;
		if (f->literal != NULL)
			memcpy(out + f->to, f->literal, f->len);
		else if (f->from + f->len <= len)
			convert(f, rec + f->from, out + f->to);
		else if (f->conversion == GENER_COPY && f->from < len)
			memcpy(out + f->to, rec + f->from, len - f->from);
	}
	return fixed ? lrecl : end;
}

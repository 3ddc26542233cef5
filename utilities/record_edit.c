/* Fields of a record moved and converted. */
#include <string.h>

#include "utilities/record_int.h"

uint32_t
record_out_len(enum record_conversion how, uint32_t len)
{
	switch (how) {
	case RECORD_PZ:
		return len * 2 - 1;
	case RECORD_ZP:
		return len / 2 + 1;
	case RECORD_XE:
		return len * 2;
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
	uint32_t at = record_out_len(RECORD_ZP, len) - 1;

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

/* Each half of a byte as the character of its digit. */
static void
to_hexadecimal(const uint8_t *in, uint32_t len, uint8_t *out)
{
	for (uint32_t i = 0; i < 2 * len; i++) {
		uint8_t half = i % 2 == 0 ? in[i / 2] >> 4 : in[i / 2] & 0x0F;

		/* C'0' is X'F0', C'A' X'C1', in every EBCDIC page */
		out[i] = (uint8_t)(half < 10 ? 0xF0 + half : 0xC1 + half - 10);
	}
}

void
record_convert(
    enum record_conversion how, const uint8_t *in, uint32_t len, uint8_t *out)
{
	switch (how) {
	case RECORD_PZ:
		packed_to_zoned(in, len, out);
		return;
	case RECORD_ZP:
		zoned_to_packed(in, len, out);
		return;
	case RECORD_HE:
		for (uint32_t i = 0; i < len; i++)
			out[i] = h_set(in[i]);
		return;
	case RECORD_XE:
		to_hexadecimal(in, len, out);
		return;
	case RECORD_COPY:
		memcpy(out, in, len);
		return;
	}
}

bool
record_ends(const struct record_group *group, const struct ds_rec *rec)
{
	return group->ident_len > 0 &&
	       (uint64_t)group->ident_from + group->ident_len <= rec->len &&
	       memcmp(rec->data + group->ident_from, group->ident,
		   group->ident_len) == 0;
}

uint32_t
record_edit(const struct record_field *fields, const uint8_t *rec, uint32_t len,
    uint8_t *out, uint32_t lrecl, bool fixed, uint8_t blank)
{
	const struct record_field *f;
	uint32_t end = 0;

	memset(out, blank, lrecl);
	for (f = fields; f != NULL; f = f->next) {
		if (f->to + f->out_len > end)
			end = f->to + f->out_len;
		if (f->literal != NULL)
			memcpy(out + f->to, f->literal, f->len);
		else if (f->from + f->len <= len)
			record_convert(
			    f->conversion, rec + f->from, f->len, out + f->to);
		else if (f->conversion == RECORD_COPY && f->from < len)
			memcpy(out + f->to, rec + f->from, len - f->from);
	}
	return fixed ? lrecl : end;
}

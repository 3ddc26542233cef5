/* One line of a listing, filled in by print column. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "utilities/listing_int.h"

void
listing_clear(struct listing_line *l)
{
	memset(l->text, ' ', sizeof(l->text));
	l->len = 0;
}

/* Text from print column col on, cut at the line's end. */
void
listing_put(struct listing_line *l, int col, const char *s)
{
	size_t at = (size_t)col - 1, n = strlen(s);

	if (n > sizeof(l->text) - at)
		n = sizeof(l->text) - at;
	memcpy(l->text + at, s, n);
	if (at + n > l->len)
		l->len = at + n;
}

/* A field: the value keeps its end whatever its length. */
void
listing_field(struct listing_line *l, int col, int width, const char *label,
    const char *value)
{
	char f[64];
	size_t n = strlen(value), w = (size_t)width;

	if (n > w)
		n = w;
	memset(f, '-', w);
	memcpy(f, label, strlen(label));
	memcpy(f + w - n, value, n);
	f[w] = '\0';
	listing_put(l, col, f);
}

void
listing_num(
    struct listing_line *l, int col, int width, const char *label, uint64_t num)
{
	char s[24];

	snprintf(s, sizeof(s), "%" PRIu64, num);
	listing_field(l, col, width, label, s);
}

void
listing_out(struct sysprint *sp, char ctl, struct listing_line *l)
{
	sysprint_line(sp, ctl, l->text, l->len);
	listing_clear(l);
}

/* A line of fixed text. */
void
listing_text(struct sysprint *sp, char ctl, int col, const char *s)
{
	struct listing_line l;

	listing_clear(&l);
	listing_put(&l, col, s);
	listing_out(sp, ctl, &l);
}

void
listing_hex(struct listing_line *l, int col, const char *label, uint32_t v)
{
	char s[16];

	snprintf(s, sizeof(s), "X'%08X'", v);
	listing_field(l, col, 24, label, s);
}

/*
 * One line of a listing, filled in by print column (from 1). A field has its
 * label at the left, its value at the right and dashes between.
 */
#ifndef CATAMOUNT_UTILITIES_LISTING_INT_H
#define CATAMOUNT_UTILITIES_LISTING_INT_H

#include <stddef.h>
#include <stdint.h>

#include "utilities/sysprint.h"

struct listing_line {
	char text[SYSPRINT_WIDTH];
	size_t len; /* columns used */
};

void listing_clear(struct listing_line *l);
/* Text from print column col on, cut at the line's end. */
void listing_put(struct listing_line *l, int col, const char *s);
/* Fields of width columns, up to 63; a long value covers its label. */
void listing_field(struct listing_line *l, int col, int width,
    const char *label, const char *value);
void listing_num(struct listing_line *l, int col, int width, const char *label,
    uint64_t num);
/* X'nnnnnnnn' in a field of 24. */
void listing_hex(
    struct listing_line *l, int col, const char *label, uint32_t v);
/* Print it and clear it. */
void listing_out(struct sysprint *sp, char ctl, struct listing_line *l);
/* A line of one text. */
void listing_text(struct sysprint *sp, char ctl, int col, const char *s);

#endif

/*
 * DDs whose records are text: listings out, control statements in. Inside it is
 * ISO 8859-1, a byte a column; the records are in their data set's code page.
 */
#ifndef CATAMOUNT_UTILITIES_DD_TEXT_INT_H
#define CATAMOUNT_UTILITIES_DD_TEXT_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "services/dataset.h"

enum { DD_TEXT_MAX = 32760 }; /* characters of a record, as LRECL's limit */

/* Both ways, for one code page. */
struct dd_text {
	char from[256];  /* of ISO 8859-1, by byte of a record; else SUB */
	uint8_t to[256]; /* of the code page; else its blank */
	uint8_t blank;
};
/* ccsid 0: the default of roots. */
enum ds_status dd_text_table(
    uint16_t ccsid, struct dd_text *tp, struct ds_diag *diag);

/* What a new path without attributes is for a listing. */
struct dd_print;
enum ds_status dd_print_open(struct dd_table *dds, const char *ddname,
    enum ds_recfm recfm, uint32_t lrecl, struct dd_print **pp,
    struct ds_diag *diag);
/* A line, its control character in front; cut to the data set's records. */
enum ds_status dd_print_line(
    struct dd_print *p, const char *line, size_t len, struct ds_diag *diag);
/* Always frees; NULL is fine. */
enum ds_status dd_print_close(struct dd_print **pp, struct ds_diag *diag);

struct dd_cards;
enum ds_status dd_cards_open(struct dd_table *dds, const char *ddname,
    struct dd_cards **cp, struct ds_diag *diag);
void dd_cards_close(struct dd_cards **cp); /* NULL is fine */
struct dd_card {
	const char *text; /* borrowed until the next, like raw */
	const uint8_t *raw;
	size_t len;
	unsigned long number; /* from 1 */
};
/* DS_EOD */
enum ds_status dd_cards_next(
    struct dd_cards *c, struct dd_card *cardp, struct ds_diag *diag);
/* The next dd_cards_next gives the last one again. */
void dd_cards_again(struct dd_cards *c);
const struct ds_attrs *dd_cards_attrs(const struct dd_cards *c);

#endif

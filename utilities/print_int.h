/*
 * PRINT inside: how one record is printed. Knows bytes, code pages, columns.
 */
#ifndef CATAMOUNT_UTILITIES_PRINT_INT_H
#define CATAMOUNT_UTILITIES_PRINT_INT_H

#include <stdint.h>

#include "services/dataset.h"
#include "utilities/sysprint.h"

enum print_format { PRINT_DUMP, PRINT_HEX, PRINT_CHARACTER };

struct print_form {
	struct sysprint *sp;
	enum print_format format;
	struct ds_attrs attrs;
	char chars[256];  /* what is printed of a byte, a period where none */
	char hex[256][2]; /* its digits */
};

/* For records of these attributes. DS_UNSUPPORTED: an unknown code page. */
enum ds_status print_form_set(struct print_form *form, struct sysprint *sp,
    enum print_format format, const struct ds_attrs *attrs,
    struct ds_diag *diag);
/* An empty line, the line that names the record, its data. */
void print_record(const struct print_form *form, const struct ds_rec *rec);
/* Bytes that are no record, as PRINT DUMP shows its data. */
void print_dump(
    const struct print_form *form, const uint8_t *data, uint32_t len);

#endif

/*
 * RECORD of IEBGENER and IEBPTPCH: groups of records, and fields moved and
 * converted.
 */
#ifndef CATAMOUNT_UTILITIES_RECORD_INT_H
#define CATAMOUNT_UTILITIES_RECORD_INT_H

#include "utilities/utility_int.h"

enum {
	RECORD_LITERAL = 40, /* characters of one */
	RECORD_MOST = 32760, /* bytes of an edited one */
	RECORD_IDENT = 8,    /* characters of IDENT's name */
};

enum record_conversion {
	RECORD_COPY,
	RECORD_PZ,
	RECORD_ZP,
	RECORD_HE,
	RECORD_XE
};

struct record_field {
	uint32_t from;    /* offset in the input record, when no literal */
	uint32_t len;     /* bytes of it */
	uint32_t to;      /* offset in the output record */
	uint32_t out_len; /* bytes there */
	enum record_conversion conversion;
	const uint8_t *literal; /* in the output's code page; NULL: none */
	struct record_field *next;
};

/* RECORD: a group of input records, up to one that has ident at ident_from. */
struct record_group {
	uint32_t ident_len; /* 0: all that is left */
	uint32_t ident_from;
	uint8_t ident[RECORD_IDENT]; /* in the input's code page */
	struct record_field *fields; /* NULL: records are as they are */
	struct record_group *next;
};

/* For reading RECORD: limits of the statement in front, absent 0, and counts.
 */
struct record_reader {
	struct utility *u;
	struct arena *arena;
	const struct dd_text *in, *out; /* code pages */
	unsigned conversions;           /* 1 << enum record_conversion */
	bool literals;                  /* FIELD may have some */
	uint32_t maxflds, maxgps, maxlits;
	uint32_t fields, groups, nliterals;
};
/* The operands of a RECORD statement, into *group. False: said. */
bool record_read(struct record_reader *r, const struct control_stmt *stmt,
    struct record_group *group);

/* Is it the last record of the group? */
bool record_ends(const struct record_group *group, const struct ds_rec *rec);
/* The bytes that a conversion makes of len. */
uint32_t record_out_len(enum record_conversion how, uint32_t len);
/* One field's bytes; in has len of them. */
void record_convert(
    enum record_conversion how, const uint8_t *in, uint32_t len, uint8_t *out);
/*
 * A record by its fields, into out of lrecl bytes (fixed: all of them are
 * filled); the length of it. What no field fills is blank.
 */
uint32_t record_edit(const struct record_field *fields, const uint8_t *rec,
    uint32_t len, uint8_t *out, uint32_t lrecl, bool fixed, uint8_t blank);

#endif

/* Inside IEBGENER: what its statements say, and the editing of a record. */
#ifndef CATAMOUNT_UTILITIES_IEBGENER_INT_H
#define CATAMOUNT_UTILITIES_IEBGENER_INT_H

#include "base/dsname.h"
#include "services/library.h"
#include "utilities/utility_int.h"

enum {
	GENER_LITERAL = 40,   /* characters of one */
	GENER_ALIASES = 16,   /* of a member */
	GENER_RECORD = 32760, /* bytes of an edited one */
	GENER_IDENT = 8,      /* characters of IDENT's name */
};

enum gener_conversion { GENER_COPY, GENER_PZ, GENER_ZP, GENER_HE };

struct gener_field {
	uint32_t from;    /* offset in the input record, when no literal */
	uint32_t len;     /* bytes of it */
	uint32_t to;      /* offset in the output record */
	uint32_t out_len; /* bytes there */
	enum gener_conversion conversion;
	const uint8_t *literal; /* in the output's code page; NULL: none */
	struct gener_field *next;
};

/* RECORD: a group of input records, up to one that has name at from. */
struct gener_group {
	uint32_t ident_len; /* 0: all that is left */
	uint32_t ident_from;
	uint8_t ident[GENER_IDENT]; /* in the input's code page */
	struct gener_field *fields; /* NULL: records are copied */
	struct gener_group *next;
};

/* MEMBER, or the whole of a sequential output. */
struct gener_member {
	char name[MEMBER_MAX + 1]; /* "": none */
	char alias[GENER_ALIASES][MEMBER_MAX + 1];
	unsigned naliases;
	struct gener_group *groups;
	struct gener_member *next;
};

struct gener_plan {
	bool given;       /* GENERATE was coded */
	bool partitioned; /* MEMBER was */
	bool edits;       /* some RECORD has FIELDs */
	struct gener_member *members;
};

/* Read SYSIN. False: it is wrong, which was said. Literals are converted by
 * the tables of the input and of the output. */
bool gener_read(struct utility *u, struct arena *arena,
    const struct dd_text *in, const struct dd_text *out,
    struct gener_plan *planp);

/* The bytes that a conversion makes of len. */
uint32_t gener_out_len(enum gener_conversion how, uint32_t len);
/*
 * A record by its fields, into out of lrecl bytes (fixed: all of them are
 * filled); the length of it. What no field fills is blank.
 */
uint32_t gener_edit(const struct gener_field *fields, const uint8_t *rec,
    uint32_t len, uint8_t *out, uint32_t lrecl, bool fixed, uint8_t blank);

#endif

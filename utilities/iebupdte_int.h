/* Inside IEBUPDTE: what is updated, and one function of it. */
#ifndef CATAMOUNT_UTILITIES_IEBUPDTE_INT_H
#define CATAMOUNT_UTILITIES_IEBUPDTE_INT_H

#include "utilities/utility_int.h"

enum {
	UPDTE_CARD = 80,
	UPDTE_SEQ = 8,     /* longest sequence number */
	UPDTE_REC = 32760, /* longest record of a master */
	UPDTE_SSI = 4,
};

/* Where sequence numbers are in a record. */
struct updte_field {
	uint32_t at, len; /* offset, bytes */
};

/* Numbers that are given to records. */
struct updte_numbering {
	bool on;
	uint64_t next, incr;
};

/* ADD, REPL, CHANGE or REPRO. */
struct updte_function {
	char op[CONTROL_WORD];
	char name[MEMBER_MAX + 1];   /* "": of a sequential data set */
	char member[MEMBER_MAX + 1]; /* MEMBER=: its name in the new master */
	bool list;                   /* LIST=ALL */
	bool in_place;               /* UPDATE=INPLACE */
	bool to_library, to_sequential; /* NEW=PO, NEW=PS */
	uint32_t column;                /* offset; 0: whole records */
	struct updte_field seq, new_seq;
	uint8_t ssi[UPDTE_SSI];
	bool has_ssi;
};

struct updte {
	struct utility u;
	struct arena *arena; /* of the function at work */
	bool new_only;       /* PARM=NEW: there is no old master */
	enum utility_place old_place, new_place;
	char old_dsn[DSNAME_MAX + 1], new_dsn[DSNAME_MAX + 1];
	struct ds_library *old_lib, *new_lib; /* may be one */
	bool old_output;     /* the old one alone is open for output */
	uint8_t xlate[256];  /* SYSIN's bytes in the new master's code page */
	struct dd_text text; /* of the new master */
	/* the function at work */
	struct updte_function f;
	struct ds_file *in, *out;
	uint32_t lrecl;  /* of out */
	bool cut;        /* a card was longer than records, which was said */
	bool overflowed; /* a number was longer than its field, likewise */
	char last[MEMBER_MAX + 1]; /* the member that ALIAS is of; "" none */
	uint8_t rec[UPDTE_REC];
};

enum updte_card {
	UPDTE_DATA,
	UPDTE_DETAIL,   /* NUMBER, DELETE: *stmtp */
	UPDTE_FUNCTION, /* another one, ALIAS, ENDUP: still to be read */
	UPDTE_END,      /* of SYSIN, or a failure */
};
/* What comes next in SYSIN inside a function. */
enum updte_card updte_next(
    struct updte *up, struct dd_card *cardp, struct control_stmt *stmtp);
/* A card as a record of the new master, in up->rec. */
void updte_take_card(struct updte *up, const struct dd_card *card);
/* up->rec to the new master; tag: "INSERTED" and so on, listed then. */
bool updte_put(struct updte *up, struct updte_numbering *num, const char *tag);
/* up->rec as it was is listed: it is replaced or deleted. */
void updte_list(struct updte *up, const char *tag);
/* The number of NEW1=, INCR=; false: said. */
bool updte_numbers(struct updte *up, const struct control_stmt *stmt,
    struct updte_numbering *nump);
bool updte_wrong(struct updte *up, const char *what);

bool updte_well(const struct updte *up);

/* --- iebupdte_read.c -------------------------------------------------------
 */

/* A function statement as up->f; false: it is wrong, which was said. */
bool updte_take_function(struct updte *up, const struct control_stmt *stmt);
bool updte_take_name(const struct control_value *v, char out[MEMBER_MAX + 1]);

/* --- iebupdte_master.c: each false when it was said that it cannot be ------
 */

bool updte_is_old_needed(const struct updte *up);
/* Does the function at work write a member, and of which name? */
bool updte_to_library(const struct updte *up);
const char *updte_new_name(const struct updte *up);
/* Libraries are opened when a function needs them, and stay open. */
bool updte_open_libraries(struct updte *up);
void updte_close_libraries(struct updte *up);
bool updte_is_member(
    struct updte *up, struct ds_library *lib, const char *name);
/* Do names and masters fit the function? */
bool updte_check_function(struct updte *up);
bool updte_open_old(struct updte *up);
bool updte_open_new(struct updte *up);
/* Are the records such as have sequence numbers? */
bool updte_check_records(struct updte *up);

/* iebupdte_change.c: CHANGE. False: it was not done, which was said. */
bool updte_change(struct updte *up);

#endif

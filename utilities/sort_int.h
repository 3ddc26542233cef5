/*
 * Inside SORT: what its statements say, and how records are compared, built
 * and written.
 *
 * A record is an image here: one of variable length has its record descriptor
 * word in front, so that position 1 is the first byte of the image for both
 * kinds, as control statements count (SC23-6878, "Position").
 */
#ifndef CATAMOUNT_UTILITIES_SORT_INT_H
#define CATAMOUNT_UTILITIES_SORT_INT_H

#include "utilities/utility_int.h"

enum {
	SORT_RDW = 4,
	SORT_RECORD = 32767, /* bytes of an image at most */
	SORT_CONST = 256,    /* of a constant, once */
	SORT_KEYS = 4092,    /* of all control fields together */
	SORT_FIELDS = 128,   /* control fields, sum fields */
	SORT_DIGITS = 31,    /* of a number */
	SORT_DDS = 100,      /* of an OUTFIL, of a MERGE */
	SORT_DDNAME = 9,
	SORT_EDIT = 64, /* characters of an edited number */
	/* record areas: the input's image, INREC's, IFTHEN's, a short one
	 * filled, OUTREC's, OUTFIL's, a summed one */
	SORT_AREAS = 7,
};

/* Signed, of 31 digits and more. */
__extension__ typedef __int128 sort_num;

enum sort_fmt {
	SORT_NOFMT,
	SORT_CH,
	SORT_AC, /* EBCDIC that orders as ASCII */
	SORT_BI,
	SORT_FI,
	SORT_PD,
	SORT_ZD,
	SORT_FS,  /* blanks, a sign, digits */
	SORT_UFF, /* the digits that are there */
	SORT_SFF, /* ... and a minus sign */
	SORT_SS,  /* substring, in comparisons */
};

struct sort_field {
	uint32_t pos, len; /* from 1; bytes */
	enum sort_fmt fmt;
};

/* A field of SORT or MERGE FIELDS=. */
struct sort_control {
	struct sort_field f;
	bool descending;
};

/* --- conditions ------------------------------------------------------------
 */

enum sort_rel {
	SORT_EQ,
	SORT_NE,
	SORT_GT,
	SORT_GE,
	SORT_LT,
	SORT_LE,
};
enum sort_test {
	SORT_ALWAYS, /* COND=ALL */
	SORT_NEVER,  /* COND=NONE */
	SORT_AND,
	SORT_OR,
	SORT_BYTES,   /* x beside bytes, which are as long */
	SORT_FIELD,   /* x beside y as bytes */
	SORT_NUMBER,  /* x beside number */
	SORT_NUMBERS, /* x beside y as numbers */
	SORT_SUBSTR,  /* x in bytes, or bytes in x */
	SORT_NUMERIC, /* x is a number: NUM */
};
struct sort_cond {
	enum sort_test test;
	enum sort_rel rel;
	struct sort_field x, y;
	uint8_t pad;       /* of the shorter of two fields, */
	bool left;         /* in front: they are binary */
	const char *order; /* of bytes, where it is not theirs; else NULL */
	const uint8_t *bytes;
	uint32_t nbytes;
	sort_num number;
	struct sort_cond *a, *b; /* of AND and OR */
};
/* A condition and the last byte that it looks at. */
struct sort_filter {
	struct sort_cond *cond; /* NULL: every record */
	bool omit;
	uint32_t need;
};

/* --- records built anew ----------------------------------------------------
 */

enum sort_piece_kind {
	SORT_COPIED, /* a field as it is */
	SORT_REST,   /* from pos to the end of the record */
	SORT_LITERAL,
	SORT_EDITED,    /* a number by a pattern */
	SORT_CONVERTED, /* a number in another format: TO= */
	SORT_HEX,
	SORT_TRAN,    /* by a table of 256 */
	SORT_SEQNUM,  /* of the record */
	SORT_CHANGED, /* by a table of values: CHANGE= */
	SORT_NEWLINE, /* OUTFIL: the record ends, another begins */
};
struct sort_change {
	const uint8_t *from, *to;
	uint32_t nfrom, nto;
	struct sort_change *next;
};
struct sort_edit {
	char pattern[SORT_EDIT];
	uint8_t signs[4]; /* leading + and -, trailing + and - */
};
struct sort_piece {
	enum sort_piece_kind kind;
	uint32_t column; /* from 1; 0: behind the last */
	uint8_t align;   /* 2, 4, 8: H F D; else 0 */
	struct sort_field f;
	uint32_t out_len;
	uint32_t repeat; /* of a literal */
	const uint8_t *bytes;
	uint32_t nbytes;
	enum sort_fmt to; /* of SORT_CONVERTED and SORT_SEQNUM */
	struct sort_edit *edit;
	sort_num next_number, start, step; /* of SORT_SEQNUM */
	struct sort_field restart;         /* len 0: none */
	uint8_t *restart_value;            /* of the last record */
	bool restart_seen;
	struct sort_change *changes;
	const uint8_t *nomatch; /* NULL: a record without is an error */
	uint32_t nnomatch;
	uint32_t nomatch_pos; /* 0: nomatch says it */
	struct sort_piece *next;
};
enum sort_reform_kind { SORT_BUILD, SORT_OVERLAY, SORT_IFTHEN };
enum sort_when { SORT_INIT, SORT_WHEN, SORT_OTHERWISE };
struct sort_reform;
struct sort_clause {
	enum sort_when when;
	struct sort_filter filter;
	struct sort_reform *reform; /* NULL: as it is */
	bool go_on;                 /* HIT=NEXT */
	struct sort_clause *next;
};
struct sort_reform {
	enum sort_reform_kind kind;
	struct sort_piece *pieces;
	uint32_t need;               /* the last byte that pieces look at */
	struct sort_clause *clauses; /* of SORT_IFTHEN */
	uint32_t out_len;            /* IFOUTLEN=; 0: not said */
	bool lines;                  /* there are SORT_NEWLINEs */
};

/* --- OUTFIL ----------------------------------------------------------------
 */

struct sort_out {
	char dd[SORT_DDNAME];
	struct ds_file *file;
	uint32_t lrecl; /* of an image; 0: any */
	bool variable;
	bool vsam;
	uint64_t written;
};
struct sort_report; /* sort_report.c */
struct sort_outfil {
	struct sort_out *outs;
	unsigned n;
	struct sort_filter filter;
	bool save; /* what no other OUTFIL takes */
	struct sort_reform *reform;
	uint64_t first, last; /* STARTREC, ENDREC; last 0: all */
	uint64_t split;       /* records to each in turn; 0: all to each */
	bool split_once;      /* SPLIT1R: the last one has the rest */
	bool vtof, ftov;
	bool fill_said; /* VLFILL */
	uint8_t fill;
	bool trim; /* VLTRIM */
	uint8_t trimmed;
	struct sort_report *report;
	/* as it goes */
	uint32_t out_len; /* of an image behind reform, at most */
	uint64_t seen, taken, lines;
	uint64_t headings; /* lines of the report that are no data */
	unsigned turn;
	uint64_t turned;
	struct sort_outfil *next;
};

/* --- all that was said -----------------------------------------------------
 */

enum sort_op { SORT_NOOP, SORT_SORT, SORT_MERGE, SORT_COPY };

struct sort_plan {
	enum sort_op op;
	struct sort_control keys[SORT_FIELDS];
	unsigned nkeys;
	struct sort_filter filter;
	bool filtered;
	struct sort_reform *inrec, *outrec;
	bool summed; /* SUM was given */
	struct sort_field sums[SORT_FIELDS];
	unsigned nsums;
	bool given; /* SORT or MERGE was */
	bool stops; /* STOPAFT */
	uint64_t skip, stop;
	bool short_ok;      /* VLSHRT */
	bool compare_short; /* VLSCMP */
	bool cut_long;      /* VLLONG */
	bool signs_kept;    /* NZDPRINT */
	/* RC0, RC4, RC16 of OVFLO, PAD, TRUNC, NULLOUT, NULLOFL */
	int overflow, pad_cc, trunc_cc, null_cc, null_outfil_cc;
	size_t memory;
	char type;           /* RECORD TYPE=: 'F', 'V', 0 */
	uint32_t lengths[3]; /* RECORD LENGTH=: in, after E15, out */
	char in_dd[SORT_DDNAME], out_dd[SORT_DDNAME];
	struct sort_outfil *outfils, **outfil_tail;
};

/* How control fields order records. */
struct sort_order {
	const struct sort_control *keys;
	unsigned nkeys;
	uint32_t need; /* bytes of a record that they reach to */
	uint32_t len;  /* of a key that memcmp orders */
	bool direct;   /* a record has it as it is, */
	uint32_t off;  /* there */
	const struct dd_text *text;
};

struct sort_list; /* lines that wait for ICE143I */
struct sort_stmt;

struct sort {
	struct utility u;
	struct utility_form form;
	struct arena *arena;
	struct sort_list *held; /* NULL: lines are printed at once */
	struct dd_text text;    /* of constants: SORTIN's code page */
	struct sort_plan plan;
	struct sort_order order;
	struct sort_symbol *symbols;
	bool failed;
	/* as it goes */
	uint16_t ccsid;
	bool variable;
	uint32_t in_lrecl; /* of an image */
	uint32_t out_len;  /* ... behind OUTREC, at most */
	uint64_t in, deleted, accepted, out;
	uint64_t bytes;     /* sorted */
	uint32_t made_len;  /* of an image behind INREC, at most */
	uint32_t sums_need; /* bytes that sum fields reach to */
	struct ds_file *input;
	struct sort_out sortout;
	bool to_sortout;
	uint8_t *area[SORT_AREAS]; /* SORT_RECORD + 1 bytes each */
};

/* --- listing: sort_list.c --------------------------------------------------
 */

void sort_line(struct sort *s, char ctl, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void sort_text(struct sort *s, char ctl, const char *text, size_t len);
/* Inserts, ended by NULL. What ends in A has code 16 and sets failed. */
void sort_msg(struct sort *s, enum msg_id id, ...);
/* What DFSORT has no known message for: "CATAMOUNT ..."; code 16. */
void sort_note(struct sort *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Lines wait from here on; sort_release prints them. */
bool sort_hold(struct sort *s);
void sort_release(struct sort *s);
/* How many lines wait; the next ones stand behind the line-th, until at is
 * given again as SIZE_MAX. */
size_t sort_held(const struct sort *s);
void sort_insert_at(struct sort *s, size_t line);

/* --- statements: sort_cards.c ----------------------------------------------
 */

enum { SORT_PARTS = 512 };
/* Where a part of the operands stood. */
struct sort_part {
	uint32_t at;   /* in text */
	uint32_t col;  /* of its card, from 0 */
	uint32_t line; /* of the listing that waits */
};
struct sort_stmt {
	char op[16];
	const char *text; /* operands, of all cards */
	struct sort_part parts[SORT_PARTS];
	unsigned nparts;
};
/* The next statement of a DD; false: the end, or a failure that was said. */
bool sort_next(struct sort *s, struct sort_stmt *stmt);
/* SYMNAMES, if there is one. */
bool sort_symbols(struct sort *s);
/* text with its symbols replaced; NULL: no memory, or too long. */
const char *sort_symbols_put(struct sort *s, const char *text);

/* --- words of a statement: sort_scan.c -------------------------------------
 */

struct sort_scan {
	struct sort *s;
	const struct sort_stmt *stmt;
	const char *at;
	enum sort_fmt fmt; /* FORMAT= */
	bool bad;          /* said */
};
/* Say it where the scan is; false always. */
bool scan_bad(struct sort_scan *sc, enum msg_id id);
bool scan_note(struct sort_scan *sc, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
bool scan_is(const struct sort_scan *sc, const char *word);
/* Past word if it is there, as a whole word. */
bool scan_word(struct sort_scan *sc, const char *word);
bool scan_char(struct sort_scan *sc, char c);
bool scan_need(struct sort_scan *sc, char c);
/* A word of letters, digits and national characters, "" none. */
void scan_name(struct sort_scan *sc, char out[SORT_DDNAME * 2]);
bool scan_number(struct sort_scan *sc, uint64_t max, uint64_t *np);
bool scan_signed(struct sort_scan *sc, sort_num *np);
/* C'..', X'..', or 'text' when bare; false: none is here, or it is bad. */
bool scan_constant(struct sort_scan *sc, bool bare, const uint8_t **bytesp,
    uint32_t *np, bool *hexp);
/* DATE1, DATE1(c) ..: today as a constant; false: none is here, or it is bad.
 */
bool scan_date(struct sort_scan *sc, const uint8_t **bytesp, uint32_t *np);
bool scan_fmt(struct sort_scan *sc, enum sort_fmt *fmtp);
/* p,m */
bool scan_field(struct sort_scan *sc, struct sort_field *f);
/* Does the format take that length? */
bool sort_fmt_len(enum sort_fmt fmt, uint32_t len);
bool sort_is_number(enum sort_fmt fmt);
/* Past a value, whatever it is. */
void scan_skip(struct sort_scan *sc);

/* --- statements: sort_statement.c, sort_option.c ---------------------------
 */

/* All of SYSIN and PARM; failed is set where something is wrong. */
void sort_read(struct sort *s);
bool sort_option(struct sort_scan *sc);
bool sort_cond_read(struct sort_scan *sc, struct sort_filter *fp);
/* The operand's parentheses with what is in them. */
bool sort_build_read(struct sort_scan *sc, enum sort_reform_kind kind,
    bool outfil, struct sort_reform **rp);
/* IFTHEN=(...), the word itself passed; adds to *rp. */
bool sort_ifthen_read(
    struct sort_scan *sc, bool outfil, struct sort_reform **rp);
bool sort_outfil_read(struct sort_scan *sc);
/* The edit of a number whose field is p->f: ",M12", ",TO=PD,LENGTH=4" and so
 * on; first: no comma stands in front. */
bool sort_number_read(struct sort_scan *sc, struct sort_piece *p, bool first);

/* --- numbers: sort_number.c ------------------------------------------------
 */

/* False: it has what is no digit; *np is what it says all the same. */
bool sort_get(const uint8_t *p, const struct sort_field *f, sort_num *np);
/* Has it digits and a sign that SUM takes? */
bool sort_is_valid(const uint8_t *p, const struct sort_field *f);
/* False: it has no room. positive: the sign of what is not negative, F or C. */
bool sort_put(uint8_t *p, uint32_t len, enum sort_fmt fmt, bool printable,
    sort_num n, const struct dd_text *text);
unsigned sort_digits(const struct sort_field *f);
/* What a pattern makes of n: out has len bytes. */
void sort_edit_number(const struct sort_edit *edit, sort_num n, uint8_t *out,
    uint32_t len, const struct dd_text *text);
/* The pattern of M0 to M26 for that many digits. */
bool sort_mask(unsigned m, unsigned digits, const struct dd_text *text,
    struct sort_edit *ep);

/* --- records: sort_test.c, sort_build.c, sort_key.c ------------------------
 */

/* The record's bytes up to need are there. */
bool sort_test_cond(const struct sort_cond *c, const uint8_t *rec);
/*
 * Does the record pass? *okp false: it is too short, which was said. scratch
 * has SORT_RECORD bytes.
 */
bool sort_passes(struct sort *s, const struct sort_filter *f,
    const uint8_t *rec, uint32_t len, bool lenient, bool *okp);

/* Bytes of an image that r makes of one of in_len, for fixed records. */
uint32_t sort_reform_len(const struct sort_reform *r, uint32_t in_len);
/* How to build: fill is what is missing is filled with; -1: it is an error,
 * which is said with what. */
struct sort_builder {
	struct sort *s;
	bool variable;    /* the record to be built */
	bool in_variable; /* that it is built of */
	uint32_t out_len; /* of fixed ones behind IFTHEN; 0: as they are */
	int fill;
	const char *what;
	/* called for each line that ends before the last */
	bool (*line)(void *ctx, const uint8_t *rec, uint32_t len);
	void *ctx;
};
/* To out, SORT_RECORD bytes; false: said. */
bool sort_build(const struct sort_builder *b, struct sort_reform *r,
    const uint8_t *rec, uint32_t len, uint8_t *out, uint32_t *lenp);
/* n as an edited or a converted piece: p->out_len bytes. */
void sort_put_number(
    struct sort *s, const struct sort_piece *p, sort_num n, uint8_t *to);
/* Does r fit the records, and begin with a RDW where it must? */
bool sort_reform_check(struct sort *s, const struct sort_reform *r,
    const char *what, bool in_variable, bool variable, uint32_t in_lrecl);

void sort_order_init(struct sort_order *o, const struct sort_plan *plan,
    const struct dd_text *text);
/* The key of a record, need bytes of which are there; len bytes. */
void sort_order_key(
    const struct sort_order *o, const uint8_t *rec, uint8_t *key);

/* --- inputs: sort_input.c
 * --------------------------------------------
 */

/* What a record is made an image in, and how short ones are filled. */
struct sort_source {
	char dd[SORT_DDNAME];
	struct ds_file *file;
	bool text;
	uint8_t *area;   /* SORT_RECORD + 1 */
	uint8_t *made;   /* of a merge: behind INREC */
	uint8_t *key;    /* of a merge */
	uint8_t *before; /* the key before this */
	bool any;
	const uint8_t *rec;
	uint32_t len;
};

/* first: its attributes are those of all. False: said. */
bool sort_source_open(struct sort *s, struct sort_source *src, bool first);
/* The next one as an image; false: the end, or a failure that was said. */
bool sort_image(struct sort *s, struct sort_source *src);
enum sort_taken { SORT_TAKEN, SORT_DROPPED, SORT_ENOUGH, SORT_FAILED };
/* The image by SKIPREC, INCLUDE, STOPAFT, INREC, which builds in area. */
enum sort_taken sort_take(
    struct sort *s, struct sort_source *src, uint8_t *area);
/* ICE218A; false always. */
bool sort_too_short(
    struct sort *s, uint32_t len, uint32_t need, const char *what);
/* The key of a record, zeros where it is too short; false: said. */
bool sort_key_of(
    struct sort *s, const uint8_t *rec, uint32_t len, uint8_t *key);
/* Do fields end inside records of one length? */
bool sort_fields_fit(struct sort *s);
void sort_say_type(struct sort *s);

/* --- in order: sort_sum.c, sort_merge.c
 * --------------------------------------
 */

/* The record that waits for others with its key. */
struct sort_group {
	bool any;
	bool overflow; /* was said */
	uint8_t *key;
	uint8_t *rec;
	uint32_t len;
};
/* A record in order, by its key: to SUM or to the outputs. */
bool sort_in_order(struct sort *s, struct sort_group *g, const uint8_t *key,
    const uint8_t *rec, uint32_t len);
bool sort_end_group(struct sort *s, struct sort_group *g);
bool sort_merge(struct sort *s, struct sort_group *g);

/* --- outputs: sort_output.c ------------------------------------------------
 */

/* Open all; false: said. in_len: of an image behind INREC, at most. */
bool sort_outputs_open(struct sort *s, uint32_t in_len);
/* A record behind sorting and summing. */
bool sort_outputs_put(struct sort *s, const uint8_t *rec, uint32_t len);
/* A line to all of an OUTFIL. */
bool sort_outfil_write(
    struct sort *s, struct sort_outfil *o, const uint8_t *rec, uint32_t len);
/* Trailers, closes, counts. */
bool sort_outputs_close(struct sort *s);
void sort_outputs_abandon(struct sort *s);
/* A message of a failed request, or its abend. */
void sort_io_failed(struct sort *s, const char *dd, enum ds_status st);
/* F or V of records; 0: it does not say. */
char sort_kind(const struct ds_attrs *a);
/* Bytes of an image of its records at most; 0: it does not say. */
uint32_t sort_lrecl(const struct ds_attrs *a, bool variable);

/* --- reports of OUTFIL: sort_report.c
 * --------------------------------------
 */

/* HEADER1= and so on; adds to *rp. */
bool sort_report_read(struct sort_scan *sc, struct sort_report **rp);
/* Bytes of an image with its control character. */
uint32_t sort_report_len(
    const struct sort_report *r, uint32_t len, bool variable);
/* A record that is taken, in front of its lines. */
bool sort_report_take(
    struct sort *s, struct sort_outfil *o, const uint8_t *rec, uint32_t len);
/* A line of data. */
bool sort_report_line(
    struct sort *s, struct sort_outfil *o, const uint8_t *rec, uint32_t len);
/* What stands behind all data. */
bool sort_report_end(struct sort *s, struct sort_outfil *o);

#endif

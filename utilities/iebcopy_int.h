/* Inside IEBCOPY: what its statements say, copies, unloads and loads. */
#ifndef CATAMOUNT_UTILITIES_IEBCOPY_INT_H
#define CATAMOUNT_UTILITIES_IEBCOPY_INT_H

#include "base/dsname.h"
#include "services/library.h"
#include "utilities/utility_int.h"

enum { COPY_FAILED = 8 }; /* the highest code of IEBCOPY */

struct copy_input;

/* One name of SELECT or EXCLUDE, which may be a pattern. */
struct copy_name {
	char name[MEMBER_MAX + 1];
	char to[MEMBER_MAX + 1]; /* "": the same */
	bool replace;
	const struct copy_input *found; /* in which input; NULL: not yet */
	struct copy_name *next;
};

struct copy_input {
	char dd[MEMBER_MAX + 1];
	bool replace;
	struct copy_input *next;
};

/* Inputs with the names that are taken of them. */
struct copy_step {
	struct copy_input *inputs;
	struct copy_name *select, *exclude;
	struct copy_step *next;
};

/* COPY and what belongs to it. */
struct copy_op {
	char out[MEMBER_MAX + 1];
	bool list;  /* members are named as they are copied */
	bool group; /* COPYGRP: aliases go with their members */
	struct copy_step *steps;
};

/* A content that was stored, and its name there: aliases follow it. */
struct copy_content {
	uint64_t id;
	uint32_t track; /* of an unload */
	char to[MEMBER_MAX + 1];
};

struct copy {
	struct utility u;
	struct arena *arena;
	bool pending; /* a COPY was read behind the last operation */
	struct control_stmt next;
	/* PARM */
	bool replace, compress, list, noreplace4;
	/* the operation at work */
	const struct copy_op *op;
	const struct copy_step *step;
	const struct copy_input *input;
	struct ds_library *out, *in;
	char out_dsn[DSNAME_MAX + 1], in_dsn[DSNAME_MAX + 1];
	const char *done;         /* "COPIED", "LOADED", "UNLOADED" */
	uint64_t members, copied; /* of the input at work */
	struct copy_content *contents;
	size_t ncontents, room;
};

/* PARM read; false: said. */
bool copy_read_parm(struct copy *c);
/* The next operation; NULL: there is none, or it is wrong, which was said. */
struct copy_op *copy_read(struct copy *c);

/*
 * Is the member taken, and under which name? toname has MEMBER_MAX + 1 bytes.
 */
bool copy_takes(
    struct copy *c, const struct ds_member *m, char *toname, bool *replacep);
/* Is the name free in the output, or may it be replaced? What is not, is said.
 */
bool copy_may_write(
    struct copy *c, const struct ds_member *m, const char *to, bool replace);
/* A member was stored: its user data, its line. */
bool copy_stored(struct copy *c, const struct ds_member *m, const char *to);
/*
 * Contents of the input at work that were stored: noted one by one, sorted
 * when all are, then found. NULL: it is none of them.
 */
bool copy_note_content(struct copy *c, uint64_t id, const char *to);
void copy_sort_contents(struct copy *c);
struct copy_content *copy_find_content(const struct copy *c, uint64_t id);
/* An alias, under the name alias, of what was stored as main. */
bool copy_alias(struct copy *c, const struct ds_member *m, const char *alias,
    const char *main);
/* A failure of an operation. */
void copy_failed(struct copy *c, const char *what, enum ds_status st);
bool copy_well(const struct copy *c);

/* --- iebcopy_unload.c, iebcopy_load.c; doc/formats/unload.md ---------------
 */

/* The input, open, to the sequential data set of ddname. */
void copy_unload(struct copy *c, const char *ddname);
/* What the members of an unload, the input at work, are like; *likep stays when
 * that cannot be told. */
void copy_load_like(struct copy *c, struct ds_attrs *likep);
/* file, open, is what an unload has made: to the output. Frees file. */
void copy_load(struct copy *c, struct ds_file *file);

enum {
	UNLOAD_COPYR1 = 56,
	UNLOAD_COPYR2 = 276,
	UNLOAD_COUNT = 12,    /* of a block: flag, MBBCCHHR, lengths */
	UNLOAD_KEY = 8,       /* of a directory block */
	UNLOAD_DIR = 256,     /* ... its data */
	UNLOAD_EXTENT = 16,   /* of COPYR2 */
	UNLOAD_BLOCK = 32716, /* the largest that fits a record of 32760 */
};

/* The record format of ds_recfm_bits; false: it is none. */
bool unload_recfm_of(uint8_t byte, enum ds_recfm *recfmp);

#endif

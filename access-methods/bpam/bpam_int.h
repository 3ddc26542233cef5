/*
 * Inside bpam: the records that a library's component holds, and requests on
 * them. The component is key-sequenced; doc/formats/partitioned.md has tables.
 *
 *	key		a record of it
 *	1 identity	a content that no name leads to
 *	2 name		a directory entry
 *	3		the library: next identity, directory blocks
 *	4 identity n	chunk n of a content, from 1; the last is its end
 *
 * Contents come last so that new ones are added at the end of the component.
 * The library's own record is behind the directory so that who looks for what
 * is not there, or for the end, does not meet a content that is damaged.
 */
#ifndef CATAMOUNT_AM_BPAM_BPAM_INT_H
#define CATAMOUNT_AM_BPAM_BPAM_INT_H

#include "access-methods/am_int.h"
#include "access-methods/bpam/bpam.h"

enum bpam_kind {
	BPAM_LOOSE = 1,
	BPAM_NAME,
	BPAM_LIBRARY,
	BPAM_CONTENT,
};

enum {
	BPAM_LIBRARY_LEN = 48,
	BPAM_LOOSE_LEN = BPAM_KEY_LEN + 8,
	BPAM_NAME_LEN = 64, /* without user data */
	BPAM_CHUNK_HEAD = 25,
	BPAM_END_LEN = 48,
	BPAM_PREFIX_LEN = 4, /* RDW of V; length of U */
	BPAM_LRECL_MAX = 32760,
	BPAM_REC_MAX = 32768,
};

#define BPAM_END_CHUNK UINT32_MAX

/* What a content's end says. */
struct bpam_end {
	uint32_t names; /* that lead to it */
	uint64_t records, bytes, chunks;
};

/* A content that this opener reads or writes. */
struct bpam_use {
	struct bpam_use *next;
	uint64_t id;
	unsigned n;
	void *token; /* of holds */
};

struct bpam {
	struct am_file *file;
	struct am_pos *pos; /* of the directory */
	struct bpam_holds holds;
	struct bpam_use *uses;
	bool output, library, deferred;
	bool changing; /* within bpam_begin and bpam_end */
	bool empty;    /* it was never opened for output: no members */
	uint32_t blocks;
	uint64_t now;
	enum ds_status broken; /* a change ended half-way: only close */
	uint8_t rec[BPAM_REC_MAX];
};

/* How records lie in a content. */
struct bpam_shape {
	bool fixed, variable;
	uint32_t prefix; /* bytes in front of a record */
	uint32_t max;    /* longest record without it */
	uint32_t chunk;  /* bytes of the stream in a chunk */
};
enum ds_status bpam_shape_get(
    const struct bpam *lib, struct bpam_shape *shapep, struct ds_diag *diag);

/* --- library.c: records by key --------------------------------------------
 */

void bpam_key_name(uint8_t key[BPAM_KEY_LEN], const char *name);
void bpam_key_id(uint8_t key[BPAM_KEY_LEN], enum bpam_kind kind, uint64_t id,
    uint32_t chunk);
/* Bytes of EBCDIC to a name; false: it is none. */
bool bpam_name_get(const uint8_t *p, char name[MEMBER_MAX + 1]);
void bpam_name_put(uint8_t *p, const char *name);

/*
 * The record with a key, or with ge the first from there on; to buf, which has
 * BPAM_REC_MAX bytes. DS_NOTFOUND.
 */
enum ds_status bpam_rec_get(struct bpam *lib, struct am_pos *pos,
    const uint8_t key[BPAM_KEY_LEN], bool ge, uint8_t *buf, uint32_t *lenp,
    struct ds_diag *diag);

/*
 * A change of several records: begin, then any of them, then end with the
 * outcome so far. One that fails after it changed something is undone whole.
 */
struct bpam_change {
	struct bpam *lib;
	bool changed;
};
enum ds_status bpam_begin(
    struct bpam *lib, struct bpam_change *ch, struct ds_diag *diag);
enum ds_status bpam_end(
    struct bpam_change *ch, enum ds_status st, struct ds_diag *diag);
enum ds_status bpam_put(struct bpam_change *ch, const void *rec, uint32_t len,
    struct ds_diag *diag);
/* The record with the key of rec gets its bytes. */
enum ds_status bpam_update(struct bpam_change *ch, const void *rec,
    uint32_t len, struct ds_diag *diag);
enum ds_status bpam_erase(struct bpam_change *ch,
    const uint8_t key[BPAM_KEY_LEN], struct ds_diag *diag);

/* A change is done: durable, unless that is deferred. */
enum ds_status bpam_done(struct bpam *lib, struct ds_diag *diag);

/* The library's own record. */
struct bpam_head {
	uint64_t next_id;
	uint64_t names;     /* directory entries */
	uint64_t dir_bytes; /* of them in directory blocks */
	uint32_t blocks;
	bool library;
};
enum ds_status bpam_head_get(
    struct bpam *lib, struct bpam_head *headp, struct ds_diag *diag);
uint32_t bpam_head_put(
    const struct bpam_head *head, uint8_t rec[BPAM_LIBRARY_LEN]);

/* --- contents.c: what leads to a content, and what becomes of it -----------
 */

enum ds_status bpam_end_get(
    struct bpam *lib, uint64_t id, struct bpam_end *endp, struct ds_diag *diag);
uint32_t bpam_end_put(
    uint64_t id, const struct bpam_end *end, uint8_t rec[BPAM_END_LEN]);
/* One name more or less; without any it is loose. */
enum ds_status bpam_names_add(
    struct bpam_change *ch, uint64_t id, int n, struct ds_diag *diag);
enum ds_status bpam_loose_put(
    struct bpam_change *ch, uint64_t id, struct ds_diag *diag);

enum ds_status bpam_use_take(
    struct bpam *lib, uint64_t id, struct ds_diag *diag);
void bpam_use_end(struct bpam *lib, uint64_t id);
/* Remove a loose content and its row, if nobody uses it. */
enum ds_status bpam_clean(struct bpam *lib, uint64_t id, struct ds_diag *diag);
/* The same for all loose contents. */
enum ds_status bpam_clean_all(struct bpam *lib, struct ds_diag *diag);

/* --- directory.c -----------------------------------------------------------
 */

enum ds_status bpam_entry_get(const struct bpam *lib, const uint8_t *rec,
    uint32_t len, struct bpam_entry *entp, struct ds_diag *diag);
uint32_t bpam_entry_put(const struct bpam_entry *ent, uint8_t *rec);
/* Name with new content, in a change: STOW A or R. *oldp: the content that it
 * had, 0 none. */
enum ds_status bpam_enter(struct bpam_change *ch, struct bpam_entry *ent,
    bool replace, uint64_t *oldp, struct ds_diag *diag);

#endif

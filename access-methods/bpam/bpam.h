/*
 * Partitioned data sets (DSORG=PO): a directory of members, and their records.
 * Knows a component and member names, never a data set's name in the catalog.
 *
 * A library that is open for output is shared: others read it, and of a PDSE
 * write other members. What a function that changes the directory has done is
 * seen whole or not at all, also after a kill.
 */
#ifndef CATAMOUNT_AM_BPAM_BPAM_H
#define CATAMOUNT_AM_BPAM_BPAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access-methods/am.h"
#include "base/dsname.h"

enum {
	BPAM_KEY_LEN = 13,   /* of the records in the component */
	BPAM_USER_MAX = 62,  /* bytes of user data: 31 halfwords */
	BPAM_BLOCK_LEN = 256 /* of a directory block */
};

struct bpam; /* an open library */
struct bpam_reader;
struct bpam_writer;

/* A directory entry. */
struct bpam_entry {
	char name[MEMBER_MAX + 1];
	bool alias;
	char main[MEMBER_MAX + 1]; /* of an alias: its member, when made */
	uint64_t id;      /* of the content; its low 24 bits are the TTR */
	uint64_t records; /* in the content */
	uint64_t bytes;   /* of them, without control fields */
	uint64_t changed; /* when the content was stored: seconds since 1970 */
	uint8_t user_len; /* bytes, even */
	uint8_t user[BPAM_USER_MAX];
};

/*
 * Who uses a content: of a PDSE it is kept until nobody does. hold: alone asks
 * for what nobody else has; DS_BUSY. NULL: only this program uses the library.
 */
struct bpam_holds {
	enum ds_status (*hold)(
	    void *ctx, uint64_t id, bool alone, void **tokenp);
	void (*let_go)(void *ctx, void *token);
	void *ctx;
};

struct bpam_parms {
	struct sphere_parms sphere;
	bool output;
	struct bpam_holds holds;
	/* A library that was never opened for output is made, when it is: it
	 * is alone then. */
	bool library;    /* PDSE */
	uint32_t blocks; /* of a PDS's directory */
	uint64_t now;    /* seconds since 1970, of what is stored */
};

/* Was it never opened for output? Then the open for output has to be alone. */
bool bpam_is_new(struct volume *vol, const char *data_name);
/* DS_CORRUPT; the outcomes of am_open. */
enum ds_status bpam_open(struct volume *vol, const char *data_name,
    const struct bpam_parms *parms, struct bpam **libp, struct ds_diag *diag);
/* Readers and writers are freed first. */
enum ds_status bpam_close(struct bpam **libp, struct ds_diag *diag);
void bpam_abandon(struct bpam **libp); /* NULL is fine */
/* What STOW and the like do is safe from a power cut at bpam_commit and the
 * close from now on, not when each returns: for who stores many. */
void bpam_defer(struct bpam *lib);
enum ds_status bpam_commit(struct bpam *lib, struct ds_diag *diag);
const struct comp_attr *bpam_attr(const struct bpam *lib);
struct sphere_state *bpam_state(struct bpam *lib);
bool bpam_is_library(const struct bpam *lib); /* PDSE */

/* --- the directory ---------------------------------------------------------
 */

/* BLDL. DS_NOTFOUND. */
enum ds_status bpam_find(struct bpam *lib, const char *name,
    struct bpam_entry *entp, struct ds_diag *diag);
/* The first entry behind name ("": of all), in EBCDIC order. DS_EOD. */
enum ds_status bpam_next(struct bpam *lib, const char *name,
    struct bpam_entry *entp, struct ds_diag *diag);
/*
 * STOW C: another name, which must be free. The content, and an alias being
 * one, stay. DS_NOTFOUND, DS_EXIST, DS_DIRFULL.
 */
enum ds_status bpam_rename(
    struct bpam *lib, const char *old, const char *new, struct ds_diag *diag);
/* STOW D. The aliases of a PDSE's member go with it, a PDS's stay. */
enum ds_status bpam_delete(
    struct bpam *lib, const char *name, struct ds_diag *diag);
/* STOW A of an alias of the member main (or of that which main is one of). */
enum ds_status bpam_alias(struct bpam *lib, const char *alias, const char *main,
    const void *user, size_t user_len, struct ds_diag *diag);
/* STOW R of user data alone. */
enum ds_status bpam_user(struct bpam *lib, const char *name, const void *user,
    size_t user_len, struct ds_diag *diag);
/* Blocks that the directory fills, and that a PDS's has (PDSE: the same). */
enum ds_status bpam_blocks(
    struct bpam *lib, uint32_t *usedp, uint32_t *totalp, struct ds_diag *diag);
/*
 * Directory blocks one after the other, as BSAM reads them: after is the state
 * of the walk, zeros at first. block has BPAM_BLOCK_LEN bytes. DS_EOD.
 */
struct bpam_walk {
	char after[MEMBER_MAX + 1];
	uint32_t blocks; /* given */
	bool last;       /* the block with the end mark was given */
};
enum ds_status bpam_block(struct bpam *lib, struct bpam_walk *walk,
    uint8_t *block, struct ds_diag *diag);
/*
 * Compress: what names of lib lead to, and they, go to the component called
 * to, which is empty and of the same attributes; what no name leads to stays
 * behind. Nobody changes lib meanwhile. The new component is complete and
 * closed on DS_OK, and empty else. stop is asked now and then; NULL is fine.
 */
enum ds_status bpam_compress(struct bpam *lib, struct volume *vol,
    const char *to, const struct sphere_parms *parms, bool (*stop)(void),
    struct ds_diag *diag);

/* --- members ---------------------------------------------------------------
 */

/* The records of a member: of the content that it has now, to the end. */
enum ds_status bpam_reader_new(struct bpam *lib, const char *name,
    struct bpam_reader **rdp, struct ds_diag *diag);
void bpam_reader_free(struct bpam_reader **rdp); /* NULL is fine */
const struct bpam_entry *bpam_reader_entry(const struct bpam_reader *rd);
/* off: of the record in the stream, which bpam_seek takes. DS_EOD. */
enum ds_status bpam_read(struct bpam_reader *rd, const uint8_t **datap,
    uint32_t *lenp, uint64_t *offp, struct ds_diag *diag);
/* The next record is that with number rrn, from 1. DS_NOTFOUND. */
enum ds_status bpam_seek_rrn(
    struct bpam_reader *rd, uint64_t rrn, struct ds_diag *diag);
/* ... that begins at off. DS_BADRBA. */
enum ds_status bpam_seek_off(
    struct bpam_reader *rd, uint64_t off, struct ds_diag *diag);

/* New content, which no name leads to before it is stowed. */
enum ds_status bpam_writer_new(
    struct bpam *lib, struct bpam_writer **wrp, struct ds_diag *diag);
/* DS_BADLENGTH, DS_NOSPACE: it goes on with other records. */
enum ds_status bpam_write(struct bpam_writer *wr, const void *data, size_t len,
    uint64_t *offp, struct ds_diag *diag);
/*
 * STOW A, or with replace R, durable; frees the writer, whatever the outcome.
 * A member that there is loses its old content; user NULL: it has no user data.
 * DS_EXIST, DS_DIRFULL.
 */
enum ds_status bpam_stow(struct bpam_writer **wrp, const char *name,
    bool replace, const void *user, size_t user_len, struct ds_diag *diag);
/* The content is dropped. NULL is fine. */
void bpam_writer_free(struct bpam_writer **wrp);

#endif

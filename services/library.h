/*
 * Partitioned data sets by name: their members listed, renamed, deleted, given
 * aliases. A member's records are read and written by services/dataset.h, under
 * the name DSN(MEMBER).
 */
#ifndef CATAMOUNT_SERVICES_LIBRARY_H
#define CATAMOUNT_SERVICES_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/dsname.h"
#include "base/entry.h"
#include "base/status.h"
#include "services/dataset.h"

struct ds_library;

enum { DS_MEMBER_USER = 62 };

struct ds_member {
	char name[MEMBER_MAX + 1];
	bool alias;
	char main[MEMBER_MAX + 1]; /* of an alias: its member */
	uint64_t id;               /* another when the content is another */
	uint64_t records, bytes;   /* without control fields */
	uint64_t changed;          /* seconds since 1970 */
	uint8_t user_len;
	uint8_t user[DS_MEMBER_USER];
};

/*
 * disp: SHR, or OLD, which nobody else may hold the data set beside. Output
 * to a PDS is one opener's at a time. DS_CAT_NOTFOUND; DS_OPEN_NOTVSAM: it is
 * not partitioned; DS_OPEN_INUSE with the holder.
 */
enum ds_status ds_library_open(struct ds_system *sys, const char *name,
    enum dd_disp disp, bool output, struct ds_library **libp,
    struct ds_diag *diag);
/*
 * From now on what is stowed, renamed and deleted is safe from a power cut at
 * ds_library_commit and the close, not when each returns (a kill loses nothing
 * of it): for who stores many members.
 */
void ds_library_defer(struct ds_library *lib);
enum ds_status ds_library_commit(struct ds_library *lib, struct ds_diag *diag);
/*
 * A member of an open library, for records: DS_INPUT, or DS_OUTPUT for new
 * content, which ds_close stows. It is closed before the library is.
 * DS_NOMEMBER, DS_OPEN_INUSE.
 */
enum ds_status ds_member_open(struct ds_library *lib, const char *member,
    unsigned intent, struct ds_file **filep, struct ds_diag *diag);
enum ds_status ds_library_close(
    struct ds_library **libp, struct ds_diag *diag); /* NULL is fine */
void ds_library_abandon(struct ds_library **libp);   /* NULL is fine */
const struct ds_entry *ds_library_entry(const struct ds_library *lib);
/* Blocks of the directory that are filled, and that there are. */
enum ds_status ds_library_blocks(struct ds_library *lib, uint32_t *usedp,
    uint32_t *totalp, struct ds_diag *diag);

enum ds_status ds_member_find(struct ds_library *lib, const char *name,
    struct ds_member *memberp, struct ds_diag *diag); /* DS_NOTFOUND */
/* The first behind name ("": of all), in EBCDIC order. DS_EOD. */
enum ds_status ds_member_next(struct ds_library *lib, const char *name,
    struct ds_member *memberp, struct ds_diag *diag);
/* '%' stands for one character, '*' for any number. */
bool ds_member_match(const char *pattern, const char *name);
bool ds_member_generic(const char *pattern);

/*
 * Each is done and durable, or not at all. DS_NOTFOUND, DS_EXIST, DS_DIRFULL;
 * DS_OPEN_INUSE: a member is being written, with the holder.
 */
enum ds_status ds_member_delete(
    struct ds_library *lib, const char *name, struct ds_diag *diag);
enum ds_status ds_member_rename(struct ds_library *lib, const char *old,
    const char *new, struct ds_diag *diag);
enum ds_status ds_member_alias(struct ds_library *lib, const char *alias,
    const char *name, struct ds_diag *diag);
enum ds_status ds_member_user(struct ds_library *lib, const char *name,
    const void *user, size_t user_len, struct ds_diag *diag);

/*
 * A library without members of which nobody has said what its records are has
 * records as those of like from now on; any other stays as it is. Nobody has it
 * open. DS_OPEN_INUSE with the holder.
 */
enum ds_status ds_library_describe(struct ds_system *sys, const char *name,
    const struct ds_attrs *like, struct ds_diag *diag);

/* What a compress has found and done; bytes are those of control intervals. */
struct ds_compressed {
	bool library; /* a PDSE, which has nothing to be compressed */
	uint64_t free_before, free_after;
};
/*
 * Give back what replaced and deleted members of a PDS had, as IEBCOPY's
 * compress in place does; the data set is held OLD, and nobody has it open, not
 * this program either. It keeps its extents. Its members are there with their
 * contents all the time, also when the process is killed, or the host has no
 * room for the two copies that there are for a while. DS_OPEN_INUSE with the
 * holder; DS_OPEN_NOTVSAM: it is not partitioned.
 */
enum ds_status ds_pds_compress(struct ds_system *sys, const char *name,
    struct ds_compressed *outp, struct ds_diag *diag);

#endif

/*
 * A sphere: the components of one data set that live and die together (data,
 * and for keyed sets an index), their control intervals in memory, and the
 * one state that is published for all of them.
 *
 * This layer knows control intervals as images of ci_len bytes with a
 * checksum, a record count and a byte count each; it does not look inside.
 * vsam/ puts records into them, qsam/ a stream of bytes.
 *
 * Who commits: nothing reaches the main files but through sphere_commit (a
 * double-write batch, in-place writes, then the new state in the other slot)
 * or through a loader (past the high-used RBA, seen only when committed). So
 * a death at any instant leaves the last committed state; requests completed
 * since are in the redo log (sphere_begin, sphere_end), and the next open has
 * them again.
 */
#ifndef CATAMOUNT_AM_SPHERE_SPHERE_H
#define CATAMOUNT_AM_SPHERE_SPHERE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access-methods/volume/volume.h"
#include "base/entry.h"
#include "base/status.h"

enum { SPHERE_ID_LEN = 16, SPHERE_NAME_LEN = 33 };

enum sphere_part { SPHERE_DATA, SPHERE_INDEX, SPHERE_PARTS };

/* What a catalog says of a component, or of its owner, and no access method
 * goes by: kept so that the entries can be made again. there: it is known. */
struct comp_words {
	bool there;
	char whole_type; /* enum ds_type of the owner, or its own; 0 not said */
	uint8_t share_region, share_system; /* SHAREOPTIONS */
	uint32_t bufspace;
	char owner[9], exceptexit[9]; /* of the component */
	char whole_owner[9];          /* of the cluster or alternate index */
	char storclas[31], mgmtclas[31], dataclas[31];
	char catalog[DSNAME_MAX + 1]; /* that has the entry */
	char extra[97];               /* of struct ds_entry; "" if longer */
};

/*
 * What a component is, kept in its header so that a lost catalog can be rebuilt
 * from the volumes. Fixed when it is made but for what sphere_write_attr says.
 * doc/formats/component.md.
 */
struct comp_attr {
	uint8_t id[SPHERE_ID_LEN];     /* this component: its file's name */
	uint8_t sphere[SPHERE_ID_LEN]; /* the sphere: the same in all parts */
	uint8_t peer[SPHERE_ID_LEN];   /* data: its index; index: its data */
	enum sphere_part part;
	enum ds_org org;
	char name[DSNAME_MAX + 1];    /* component name when it was made */
	char cluster[DSNAME_MAX + 1]; /* cluster or data set name, likewise */
	uint32_t ci_len;              /* bytes of a control interval */
	uint32_t cis_per_ca;
	uint16_t keylen;
	uint32_t rkp;
	uint32_t avglrecl, maxlrecl;
	uint8_t fspc_ci, fspc_ca; /* per cent */
	uint32_t flags;           /* enum ds_attr_flag */
	uint16_t ccsid;
	enum ds_recfm recfm; /* PS */
	char ctlchar;
	uint32_t lrecl, blksize;
	uint32_t space_type, space_pri, space_sec;
	uint32_t created, expires; /* yyyyddd */
	uint64_t first_cas;        /* control areas of the primary extent */
	/* An alternate index (else zeros): the data component of its base, and
	 * where the alternate key is in a base record. */
	uint8_t base[SPHERE_ID_LEN];
	uint32_t axrkp;
	/* Made by a version whose runs (doc/formats/component.md) ended at 1
	 * MiB; of new ones false. */
	bool short_runs;
	struct comp_words words;
};

/* One component's part of the published state. */
struct comp_state {
	uint64_t hurba;   /* high-used RBA, bytes */
	uint64_t harba;   /* high-allocated RBA, bytes */
	uint64_t records; /* all logical records (index: index records) */
	uint64_t bytes;   /* their bytes without control fields */
	uint32_t extents;
	/* index: */
	uint32_t levels;     /* 0: no index record yet */
	uint64_t root_rba;   /* HI-LEVEL-RBA */
	uint64_t seqset_rba; /* first sequence-set record */
	uint64_t last_rba;   /* last sequence-set record */
	uint64_t spare[4];   /* for vsam/ and qsam/; kept */
};

struct sphere_state {
	uint64_t seq;     /* generation; the higher valid slot is the state */
	bool loaded;      /* was ever opened for output and closed */
	bool open_output; /* a writer had it open: not closed if found set */
	uint64_t reset_epoch; /* counts REUSE resets; part of every checksum,
				 so stale control intervals do not verify */
	bool counted; /* the side area has sums: see counts below. Set while
			 the set is empty; never by hand when it is not. */
	struct comp_state part[SPHERE_PARTS];
};

struct sphere;

enum sphere_mode {
	SPHERE_READ = 1,
	SPHERE_UPDATE = 2, /* reading and writing */
};

struct sphere_parms {
	uint32_t bufnd, bufni; /* frames of each kind; 0: chosen here */
	uint64_t bufsp;        /* bytes of all frames; 0: chosen here */
	/*
	 * More space is needed: the part wants at least min_cas more control
	 * areas. Answer how many were granted, or DS_NOSPACE. NULL: never.
	 */
	enum ds_status (*extend)(void *ctx, enum sphere_part part,
	    uint64_t min_cas, uint64_t *casp, struct ds_diag *diag);
	void *extend_ctx;
	size_t log_len; /* bytes of the redo log; 0: chosen here */
	/* Others may have the sphere open at the same time, a writer among
	 * them; else the caller keeps them out. */
	bool shared;
	unsigned wait_ms; /* for another's request at most; 0: chosen here */
	/* What others' messages call who opens it; borrowed for the open.
	 * NULL: nothing but its program. */
	const char *job;
	bool durable; /* a completed request is safe from a power cut too */
	/* Buffers by the size of the set: a fifth of the data (24 to 100 MiB),
	 * the whole index (up to 256 MiB); smbvsp, smbvspi say bytes else. */
	bool direct;
	uint64_t smbvsp, smbvspi; /* 0: not said */
	struct sphere_lsr *lsr;   /* buffers of this pool; borrowed until the
				     close. NULL: own ones */
};

/*
 * A resource pool (LSR): buffers that all data sets share that one thread has
 * open by it. A component uses the subpool with the smallest buffers that hold
 * its control intervals. What has changed is written by commits alone, so all
 * writing is deferred.
 */
struct sphere_lsr;
struct sphere_subpool {
	uint32_t ci_len; /* bytes of a buffer, a multiple of 512 */
	uint32_t frames; /* 3 at least, as BLDVRP has it */
	unsigned parts;  /* 1 << SPHERE_DATA, 1 << SPHERE_INDEX, or both */
};
enum { SPHERE_SUBPOOLS_MAX = 32 };
/* DS_INVALID, DS_NOMEM. */
enum ds_status sphere_lsr_new(const struct sphere_subpool *subs, size_t n,
    struct sphere_lsr **lsrp, struct ds_diag *diag);
/* DS_INVALID, and nothing happened: a data set that uses it is open. */
enum ds_status sphere_lsr_free(struct sphere_lsr **lsrp, struct ds_diag *diag);
/* Buffers that a subpool (from 0) has, and those without a content. */
void sphere_lsr_stats(
    const struct sphere_lsr *lsr, size_t sub, uint32_t *heldp, uint32_t *freep);

/* What an open found in the log of a writer that died. */
struct sphere_recovery {
	uint64_t requests; /* that were done again; 0: none */
	bool overlay;      /* for this reader alone; else committed */
	bool damaged;      /* records were left out: the log is not whole */
	bool missing;      /* it was not closed, and there is no log of it */
	/* The log is not that of this boot: what was not durable may be
	 * missing, and not everything was (sphere_parms.durable). */
	bool durable_only;
	uint64_t lost; /* requests that are known to be left out */
};

/* A file name from an identity, and a new random identity. All zeros is none.
 */
bool sphere_id_is_none(const uint8_t id[SPHERE_ID_LEN]);
void sphere_id_name(const uint8_t id[SPHERE_ID_LEN], char out[SPHERE_NAME_LEN]);
enum ds_status sphere_id_new(uint8_t id[SPHERE_ID_LEN], struct ds_diag *diag);

/* Is it of an alternate index? */
bool comp_has_base(const struct comp_attr *attr);

/*
 * Make the component files, empty, durable, with space for their primary
 * extents reserved (later when flags hold DS_A_NORESERVE). index is NULL for
 * sets without one. The identities (id, sphere, peer) are given. On failure no
 * file is left.
 */
enum ds_status sphere_create(struct volume *vol, const struct comp_attr *data,
    const struct comp_attr *index, struct ds_diag *diag);
/* Remove the files; erase overwrites the data with zeros first. Files that
 * are not there are no error. index_name may be NULL. */
enum ds_status sphere_remove(struct volume *vol, const char *data_name,
    const char *index_name, bool erase, struct ds_diag *diag);
/* The same, for several in turn: gone for good from the next vol_sync on. */
enum ds_status sphere_drop(struct volume *vol, const char *data_name,
    const char *index_name, bool erase, struct ds_diag *diag);
/* Read a component's header alone: for LISTCAT, rebuild, tests. */
enum ds_status sphere_read_attr(struct volume *vol, const char *name,
    struct comp_attr *attrp, struct ds_diag *diag);
/*
 * Let a component's header say what its catalog entry says by now: names, free
 * space, flags, code page, expiration; of an empty set keys, record lengths
 * and organization too. The new page differs from the old one within one
 * sector, so a death leaves one of the two. Nobody has the sphere open.
 * DS_INVALID: what is fixed when a component is made is another's.
 */
enum ds_status sphere_write_attr(struct volume *vol, const char *name,
    const struct comp_attr *attr, struct ds_diag *diag);
/* The published state alone (a lost double-write batch is looked through). */
enum ds_status sphere_read_state(struct volume *vol, const char *data_name,
    struct sphere_state *statep, struct ds_stats stats[SPHERE_PARTS],
    struct ds_diag *diag);
/*
 * What opening would find wrong with a component's file at once, without
 * opening it, beside a writer too: DS_CORRUPT when the header cannot be read or
 * is not id's, a data component's states cannot be, or a file of its sphere is
 * shorter than its high-used RBA. A writer that empties the set at that moment
 * looks like the last: look again.
 */
enum ds_status sphere_look(struct volume *vol, const char *name,
    const uint8_t id[SPHERE_ID_LEN], struct ds_diag *diag);

/*
 * Open by the data component's file name; the header names the index. A
 * complete double-write batch found there is applied first (SPHERE_READ uses
 * it as an overlay and writes nothing). DS_CORRUPT: header, states or
 * identities do not fit, or a file is shorter than its high-used RBA.
 * Requests found in the log are done again, and committed (SPHERE_UPDATE).
 * Locks nothing: services holds the ENQ.
 */
enum ds_status sphere_open(struct volume *vol, const char *data_name,
    unsigned mode, const struct sphere_parms *parms, struct sphere **spp,
    struct ds_diag *diag);
/* Commits nothing: requests that were logged are done again by the next open,
 * all else that is not committed is dropped. Statistics are kept. */
void sphere_close(struct sphere **spp);
const struct sphere_recovery *sphere_recovered(const struct sphere *sp);

const struct comp_attr *sphere_attr(
    const struct sphere *sp, enum sphere_part part);
/* The working state; a writer changes it, sphere_commit publishes it. */
struct sphere_state *sphere_state(struct sphere *sp);
/* Working statistics of a part (rec_*, splits_*, excps are counted here). */
struct ds_stats *sphere_stats(struct sphere *sp, enum sphere_part part);
/* The statistics block counts, as it is on disk now. One that is damaged counts
 * as zeros until it is written next; what the state has is not in it. */
bool sphere_stats_sound(struct sphere *sp);
const char *sphere_name(const struct sphere *sp); /* for messages */

/*
 * Publish: every dirty control interval, the state and the statistics reach
 * the disk, all or nothing. closing clears open_output. Loaders must have
 * been finished. On failure (DS_FULL, DS_IO) the sphere may only be closed.
 * The committed state then is the old one; only when writing in place or
 * publishing failed, after the batch was safe, the next open finds and
 * finishes the new one.
 *
 * DS_INVALID, and nothing happened: a high-used RBA went back, or a control
 * interval at or behind its part's high-used RBA was changed. What lies
 * between old and new high-used RBA and was not written reads as zeros.
 */
enum ds_status sphere_commit(
    struct sphere *sp, bool closing, struct ds_diag *diag);

/*
 * Everything completed so far is safe from a power cut when it returns: by one
 * write of the log's where that has all, else by sphere_commit, whose outcomes
 * it has. Within a request nothing is done.
 */
enum ds_status sphere_harden(struct sphere *sp, struct ds_diag *diag);

/*
 * Spheres that change together: a base cluster and its upgrade set. Both are
 * open for update, on one volume, and member's header names leader's data
 * component as its base. From then on sphere_commit of leader publishes both
 * as one, that of member is refused (DS_INVALID). member is closed first.
 */
enum ds_status sphere_join(
    struct sphere *leader, struct sphere *member, struct ds_diag *diag);
/* sphere_dirty_full over all of a group. sphere_dirty_full of one that is in a
 * group is never true: only who knows the whole request may commit. */
bool sphere_group_full(const struct sphere *leader);

/*
 * A request, put, update or erase: all that is changed between sphere_begin
 * and sphere_end is one record of the log, seen whole or not at all after the
 * death of this process. st is the request's outcome so far, given back unless
 * the log has a worse one; what a failed request changed (a split) is logged
 * as well. The pairs may be nested: the outermost is the request.
 *
 * What is changed outside of a request is as lasting as the next commit, and
 * so is all that follows until then. A commit in the middle of a request that
 * has changed something is DS_INVALID.
 */
void sphere_begin(struct sphere *sp);
/* The request failed half-way: neither it nor what follows is to be logged. */
void sphere_unlogged(struct sphere *sp);
enum ds_status sphere_end(
    struct sphere *sp, enum ds_status st, struct ds_diag *diag);

/*
 * Sharing (sphere_parms.shared). Each opener has images of his own and follows
 * the log: sphere_sync brings them to what others have completed by now, whole
 * requests at a time, and waits for nobody. sphere_version counts what was
 * caught up with: a place taken before is then to be found again.
 *
 * Reading what others commit at the same moment is DS_AGAIN, from any function
 * that reads images: sphere_sync, then the request from its start.
 */
enum ds_status sphere_sync(struct sphere *sp, struct ds_diag *diag);
uint64_t sphere_version(const struct sphere *sp);
/*
 * Before sphere_begin: writers take turns, and this one has seen all that is
 * completed. DS_TIMEOUT, with the holder, after wait_ms. sphere_leave comes
 * behind sphere_end. They nest, and do nothing for a sphere not shared.
 */
enum ds_status sphere_enter(struct sphere *sp, struct ds_diag *diag);
void sphere_leave(struct sphere *sp);
/* The close begins: it is not to wait again for whom the last request waited
 * in vain. */
void sphere_closing(struct sphere *sp);
/*
 * Records that a get for update gave are the opener's until they are unlocked,
 * it closes, or dies. id names the record, never 0, who the position. In
 * sphere_enter. DS_LOCKED, with the holder: another opener has it. DS_STRINGS:
 * this opener has as many as one can have.
 */
enum ds_status sphere_lock(
    struct sphere *sp, uint64_t id, const void *who, struct ds_diag *diag);
/* Those of a position; of a record, for all positions of this opener. */
void sphere_unlock(struct sphere *sp, const void *who);
void sphere_unlock_id(struct sphere *sp, uint64_t id);
/* How long this opener waits for another, at most. */
unsigned sphere_wait_ms(const struct sphere *sp);

/* --- the pool: single control intervals, direct access ------------------ */

/* What vsam/ knows of an image; forgotten when it may have changed. */
struct buf_note {
	bool looked;   /* seg, nrec, len are known */
	uint8_t seg;   /* of vsam_ci_head */
	uint16_t nrec; /* records */
	uint16_t len;  /* bytes, when all have the same length; else 0 */
	uint8_t uses;  /* since the look */
	uint8_t every; /* behind the image are the heads of each every-th
			  record's key; 0: not yet, 255: of no use */
};

struct sphere_buf {
	uint8_t *data; /* ci_len bytes */
	uint64_t rba;
	void *decoded; /* vsam/ may hang a decoded form here, ... */
	void (*decoded_free)(void *); /* ... freed with the frame's content */
	enum sphere_part part;
	uint32_t records; /* of the side entry; set by buf_dirty */
	uint32_t bytes;
	struct buf_note note;
	uint16_t extra; /* bytes behind the image, for what is noted of it */
};

/* The buffers of a part, and what they did since the open. */
struct sphere_buffers {
	uint32_t ci_len;
	uint32_t limit; /* before clean ones are replaced; of the subpool */
	uint32_t held;  /* buffers there are; of the subpool */
	uint32_t used;  /* with a control interval of the part */
	uint64_t hits;  /* found in them */
	uint64_t reads; /* brought into them; the ring's are not among these */
	bool lsr;
};
enum ds_status sphere_buffers(const struct sphere *sp, enum sphere_part part,
    struct sphere_buffers *bufp, struct ds_diag *diag);

enum buf_how {
	BUF_READ,  /* the image as committed or changed; verified */
	BUF_WRITE, /* likewise, and the caller will change it */
	BUF_NEW,   /* zeros, not read: the caller formats all of it */
};

/*
 * The ci_len bytes of a control interval as they are, whether they fit their
 * checksum or not: to be shown, never to be used.
 */
enum ds_status sphere_peek(struct sphere *sp, enum sphere_part part,
    uint64_t rba, uint8_t *image, struct ds_diag *diag);

/*
 * Pin a control interval. DS_CORRUPT with its RBA when the checksum does not
 * fit; DS_BADRBA beyond the high-allocated RBA or not a CI boundary.
 * Dirty frames are never stolen: when too many are dirty the pool grows, up
 * to sphere_dirty_limit, where vsam/ commits between two requests.
 */
enum ds_status buf_get(struct sphere *sp, enum sphere_part part, uint64_t rba,
    enum buf_how how, struct sphere_buf **bufp, struct ds_diag *diag);
/*
 * n control intervals (BUF_BRING_MAX at most) will be asked for at once: those
 * in the pool come into the processor's cache, the others are read together.
 * Whatever goes wrong shows when they are asked for.
 */
enum { BUF_BRING_MAX = 32 };
void buf_bring(
    struct sphere *sp, enum sphere_part part, const uint64_t *rbas, size_t n);
/* Its image changed; records and bytes go to the side area (0, 0 for free
 * control intervals; for index records 1 and their length). */
void buf_dirty(struct sphere *sp, struct sphere_buf *buf, uint32_t records,
    uint32_t bytes);
void buf_release(struct sphere *sp, struct sphere_buf **bufp); /* NULL fine */
/*
 * What was changed, for the log, which else takes the whole image: called
 * behind each change and before the buf_dirty that ends them, in the order of
 * the changes, and for all of them.
 */
/* Bytes [off, off + len) of the image are new. */
void buf_told_bytes(
    struct sphere *sp, struct sphere_buf *buf, uint32_t off, uint32_t len);
/* Bytes [off, off + len) of the image are zeros now. */
void buf_told_zeros(
    struct sphere *sp, struct sphere_buf *buf, uint32_t off, uint32_t len);
/* len bytes went from offset src to dst (memmove). */
void buf_told_move(struct sphere *sp, struct sphere_buf *buf, uint32_t dst,
    uint32_t src, uint32_t len);
/* The image became that of from, a control interval of the same part, which
 * is told of only afterwards if it changes too. */
void buf_told_copy(
    struct sphere *sp, struct sphere_buf *buf, const struct sphere_buf *from);
/* True when a commit is due before more is changed. */
bool sphere_dirty_full(const struct sphere *sp);

/* Bytes of a component's file up to an RBA that is a multiple of its control
 * area; 0: no component is made so. */
uint64_t sphere_file_len(const struct comp_attr *attr, uint64_t rba);
/*
 * More control areas for a part: raises harba by at least min_cas areas
 * through parms.extend, reserves the space in the file. DS_NOSPACE.
 */
enum ds_status sphere_extend(struct sphere *sp, enum sphere_part part,
    uint64_t min_cas, struct ds_diag *diag);

/* --- the ring: sequential reading ---------------------------------------- */

struct sphere_ring;

/* A small private read-ahead ring over the data part. */
enum ds_status ring_open(
    struct sphere *sp, struct sphere_ring **ringp, struct ds_diag *diag);
void ring_close(struct sphere_ring **ringp);
/*
 * The control interval at rba, verified, borrowed until the next ring_get on
 * the same ring. A changed image in the pool is given instead of the file's.
 * Ascending or near-by RBAs are cheap; any order is right. records and bytes
 * of its side entry come with it.
 */
enum ds_status ring_get(struct sphere_ring *ring, uint64_t rba,
    const uint8_t **datap, uint32_t *recordsp, struct ds_diag *diag);

/* --- the loader: sequential writing past the high-used RBA -----------------
 */

struct sphere_loader;

/*
 * Write whole control areas of a part from its high-used RBA on (a multiple
 * of the CA length), in large writes in the background. Extends as needed.
 */
enum ds_status loader_open(struct sphere *sp, enum sphere_part part,
    struct sphere_loader **ldp, struct ds_diag *diag);
/* A zeroed image for the next control interval and its RBA; borrowed until
 * the next loader call. */
enum ds_status loader_next(struct sphere_loader *ld, uint8_t **datap,
    uint64_t *rbap, struct ds_diag *diag);
/* The image of loader_next is complete. */
enum ds_status loader_put(struct sphere_loader *ld, uint32_t records,
    uint32_t bytes, struct ds_diag *diag);
/* The same of an index record, with the sums of all that is below it. */
struct sphere_sums;
enum ds_status loader_put_index(struct sphere_loader *ld, uint32_t bytes,
    const struct sphere_sums *below, struct ds_diag *diag);
/*
 * Everything written; sets hurba of the working state behind the last control
 * interval put (vsam/ rounds up to a CA where the organization wants it) and
 * frees the loader. Nothing is visible before sphere_commit. While a loader
 * is open its control intervals can neither be read nor counted.
 */
enum ds_status loader_finish(struct sphere_loader **ldp, struct ds_diag *diag);
/* Drops the load; the sphere may only be closed then. NULL is fine. */
void loader_abort(struct sphere_loader **ldp);

/* --- counts: by the side area ----------------------------------------------
 */

struct sphere_sums {
	uint64_t records, bytes;
};

/* A place in a stream of records: so much for a record, so much for each of
 * its bytes (modulo 2^64: both together are not negative). */
struct sphere_measure {
	uint64_t record, byte;
};
static inline uint64_t
sphere_measure(const struct sphere_measure *m, const struct sphere_sums *s)
{
	return s->records * m->record + s->bytes * m->byte;
}

/* Records and bytes of the control interval at rba (its side entry). */
enum ds_status side_get(struct sphere *sp, enum sphere_part part, uint64_t rba,
    uint32_t *recordsp, uint32_t *bytesp, struct ds_diag *diag);
/* Sums over a control area, from 0. */
enum ds_status side_ca_sum(struct sphere *sp, enum sphere_part part,
    uint64_t ca, uint64_t *recordsp, uint64_t *bytesp, struct ds_diag *diag);
/*
 * Sums over n control intervals of base + number[i] times their length,
 * each with those before it. For index records of a counted set: of what is
 * below them.
 */
enum ds_status side_sums(struct sphere *sp, enum sphere_part part,
    uint64_t base, const uint32_t *number, uint32_t n, struct sphere_sums *cum,
    struct ds_diag *diag);
/*
 * The control interval in the order of RBAs where a place in the stream is,
 * and what is before it. DS_EOD: the stream is not so long. O(log n), for
 * parts with sums in their pages; else one pass over all pages comes first.
 */
enum ds_status side_find(struct sphere *sp, enum sphere_part part,
    const struct sphere_measure *m, uint64_t place, uint64_t *rbap,
    struct sphere_sums *beforep, struct ds_diag *diag);
/* What is before the control interval at rba. */
enum ds_status side_before(struct sphere *sp, enum sphere_part part,
    uint64_t rba, struct sphere_sums *beforep, struct ds_diag *diag);
/* Check what side_find goes by: bad is told the first RBA of each page whose
 * sums are wrong. */
enum ds_status side_prefix_check(struct sphere *sp, enum sphere_part part,
    void (*bad)(void *ctx, uint64_t rba), void *ctx, struct ds_diag *diag);

/*
 * Sums of all that is below an index record, of a counted set (else these do
 * nothing, and get zeros). They are changed in a request, after sums_hold, and
 * are logged like an image.
 */
enum ds_status sums_get(struct sphere *sp, uint64_t rba,
    struct sphere_sums *belowp, struct ds_diag *diag);
enum ds_status sums_hold(struct sphere *sp, uint64_t rba, struct ds_diag *diag);
void sums_set(struct sphere *sp, uint64_t rba, const struct sphere_sums *below);
/* more is added (modulo 2^64), 31 bits of each at the most. */
void sums_add(struct sphere *sp, uint64_t rba, const struct sphere_sums *more);
/* Changes whenever what is below an index record that is pinned does, or the
 * record itself; and ... */
uint64_t buf_changes(const struct sphere_buf *buf);
/* ... whenever any control interval gets other counts. */
uint64_t sums_changes(const struct sphere *sp);

/*
 * REUSE: publish "empty" durably (hurba 0, a new reset_epoch), then go on with
 * an empty sphere. sphere_commit makes it loaded.
 */
enum ds_status sphere_reset(struct sphere *sp, struct ds_diag *diag);

#endif

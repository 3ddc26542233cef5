/*
 * Inside vsam/: an open data set, positions, the index tree, loads.
 */
#ifndef CATAMOUNT_AM_VSAM_VSAM_INT_H
#define CATAMOUNT_AM_VSAM_VSAM_INT_H

#include "access-methods/am_int.h"
#include "access-methods/vsam/ci.h"
#include "access-methods/vsam/index.h"

/* comp_state.spare of a KSDS. */
enum {
	VSAM_SPARE_USED_CIS = 0, /* data: control intervals in use */
	VSAM_SPARE_FREE_CA = 0,  /* index: first free record with a free CA */
	VSAM_SPARE_FREE_IX = 1,  /* index: first other free record; 0: none */
};

struct vsam_load;
struct vsam_bulk;

/* am_file.priv of the three organizations. */
struct vsam_file {
	struct am_file *file;
	struct sphere *sp;
	const struct comp_attr *data, *index; /* index NULL without one */
	uint32_t ci_len, cis_per_ca;
	uint64_t ca_len; /* bytes of RBAs in a control area */
	uint32_t keylen, rkp;
	uint32_t min_len;  /* bytes a record has at least: rkp + keylen, or 1 */
	uint32_t max_len;  /* bytes at most, a VRRDS's number with them */
	uint32_t reserve;  /* FREESPACE: bytes in a CI */
	uint32_t load_cis; /* FREESPACE: CIs of a CA that are filled */
	struct vsam_ix_dim dim;
	uint64_t changes; /* counts what moves records or index entries */
	struct vsam_load *load;
	struct vsam_bulk *bulk;   /* a load whose records come in any order */
	uint8_t *left, *right;    /* images of a split, writers alone */
	uint32_t slot_len, slots; /* RRDS: bytes, slots in a CI */
	bool spanned;             /* records may be longer than a CI */
	uint64_t rba_limit;       /* RBAs that data may have */
};

/* VRRDS: bytes of the number in front of a record. */
enum { VSAM_RRN_LEN = AM_VRRDS_NUMBER };

/* Places in the stream of records, each with extra bytes; and by number. */
static inline struct sphere_measure
vsam_by_bytes(const struct vsam_file *vf, uint64_t extra)
{
	bool numbers =
	    vf->data->org == DS_ORG_VRRDS && !(vf->file->intent & AM_ADDRESSED);

	return (struct sphere_measure){extra - (numbers ? VSAM_RRN_LEN : 0), 1};
}
static inline struct sphere_measure
vsam_by_number(void)
{
	return (struct sphere_measure){1, 0};
}

static inline bool
vsam_keyed(const struct vsam_file *vf)
{
	return vf->data->org == DS_ORG_KSDS || vf->data->org == DS_ORG_VRRDS ||
	       vf->data->org == DS_ORG_PO;
}

/* --- file.c: what the organizations share --------------------------------- */

static inline struct vsam_file *
vsam_file_of(const struct am_pos *pos)
{
	return pos->file->priv;
}

enum ds_status vsam_file_open(
    struct am_file *file, struct vsam_file **vfp, struct ds_diag *diag);
void vsam_file_free(struct vsam_file **vfp); /* NULL is fine; drops a load */
/* am_ops.moved */
void vsam_moved(struct am_file *file);
/* am_ops of every organization here. */
enum ds_status vsam_open(struct am_file *file, struct ds_diag *diag);
enum ds_status vsam_finish(struct am_file *file, struct ds_diag *diag);
void vsam_free(struct am_file *file); /* drops a load */
/* Between two requests: commit when many control intervals are dirty. */
enum ds_status vsam_make_room(struct vsam_file *vf, struct ds_diag *diag);
/* May the request change the data set now? DS_NOACCESS. */
enum ds_status vsam_may_write(const struct vsam_file *vf, struct ds_diag *diag);
/* An update or erase: is there a record that it can mean? DS_NOACCESS,
 * DS_LOADING, DS_NOUPDATE. Makes room for it. */
enum ds_status vsam_may_change(
    struct vsam_file *vf, bool held, struct ds_diag *diag);
/* am_ops of what keeps its records. */
enum ds_status vsam_no_erase(struct am_pos *pos, struct ds_diag *diag);
/* DS_BADLENGTH: not between min_len and max_len. */
enum ds_status vsam_length_check(
    const struct vsam_file *vf, size_t len, struct ds_diag *diag);
/* DS_CORRUPT and the like, with component, RBA and what is wrong. */
enum ds_status vsam_fault(const struct vsam_file *vf, enum sphere_part part,
    uint64_t rba, enum ds_status st, const char *why, struct ds_diag *diag);
/* Check the image at rba, whose organization is known. */
enum ds_status vsam_ci_look(struct vsam_file *vf, enum sphere_part part,
    uint64_t rba, const uint8_t *ci, struct vsam_ci_head *headp,
    struct ds_diag *diag);
/* A data CI through the pool, checked. The caller releases *bufp. */
enum ds_status vsam_ci_get(struct vsam_file *vf, uint64_t rba, enum buf_how how,
    struct sphere_buf **bufp, struct vsam_ci_head *headp, struct ds_diag *diag);
/*
 * vsam_ci_splice in a buffer that was looked at (head, and spot where the
 * record is or goes), and what vsam_ci_changed does; the log gets no more than
 * what moved and what is new. False: no room, nothing changed.
 */
bool vsam_ci_edit(struct vsam_file *vf, struct sphere_buf *buf,
    const struct vsam_ci_head *head, const struct vsam_ci_spot *spot,
    uint32_t ndel, const uint8_t *rec, uint32_t len, uint32_t reserve);
/* Bytes of an image are replaced by as many others: no count changes. */
void vsam_ci_overwrite(struct vsam_file *vf, struct sphere_buf *buf,
    uint32_t nrec, uint32_t off, const uint8_t *bytes, uint32_t len);
/*
 * The record of a checked image in which place is, when before is what comes
 * before the CI; *beforep: before that record. A place at or behind the last
 * one's end: the spot behind it.
 */
void vsam_ci_place(const struct vsam_file *vf, const uint8_t *ci,
    const struct sphere_measure *m, uint64_t place,
    const struct sphere_sums *before, struct vsam_ci_spot *spotp,
    struct sphere_sums *beforep);
/* The image of bufp changed; its counts go to the side area. */
void vsam_ci_changed(
    struct vsam_file *vf, struct sphere_buf *buf, uint32_t nrec);

/* May the data component reach to end? DS_NOSPACE: not without extended
 * addressability. */
enum ds_status vsam_may_reach(
    const struct vsam_file *vf, uint64_t end, struct ds_diag *diag);

/* The same, and space for it. */
enum ds_status vsam_reach(
    struct vsam_file *vf, uint64_t end, struct ds_diag *diag);

/* --- span.c: spanned records ------------------------------------------------
 */

/* A spanned record put together, and the buffer for it. */
struct vsam_span {
	uint8_t *data;
	uint32_t len, cap; /* bytes */
	uint32_t segs;
	uint16_t update;
};

void vsam_span_free(struct vsam_span *span);
static inline void
vsam_span_begin(struct vsam_span *span)
{
	span->len = span->segs = 0;
}
/* Segments of a record of len bytes; 1 when it is not spanned. */
uint32_t vsam_segments(const struct vsam_file *vf, uint32_t len);
/* Append the segment in a checked image. *lastp: the record is complete.
 * DS_SEGMENTS: it is not the one that belongs there. */
enum ds_status vsam_span_add(struct vsam_file *vf, struct vsam_span *span,
    uint64_t rba, const uint8_t *ci, const struct vsam_ci_head *head,
    bool *lastp, struct ds_diag *diag);
/* The same for the CI at rba, by the ring (NULL: the pool). */
enum ds_status vsam_span_read(struct vsam_file *vf, struct vsam_span *span,
    struct sphere_ring *ring, uint64_t rba, bool *lastp, struct ds_diag *diag);
/* Segment i (from 0) of n of a record: its bytes, and its flags. */
uint32_t vsam_segment_at(const struct vsam_file *vf, uint32_t len, uint32_t i,
    uint32_t n, uint8_t *segp);
/* Write a record into bufs, one a segment; n 1 makes an ordinary control
 * interval, rec NULL an empty one. */
void vsam_span_store(struct vsam_file *vf, struct sphere_buf **bufs, uint32_t n,
    const uint8_t *rec, uint32_t len, uint16_t update);

/* --- ksds_tree.c: the way through the index --------------------------------
 */

struct ksds_path {
	uint32_t levels;
	struct {
		struct sphere_buf *buf; /* pinned */
		uint32_t entry;
	} at[VSAM_IX_LEVELS]; /* [0] is the sequence set */
};

static inline struct vsam_ix_node *
ksds_node(const struct sphere_buf *buf)
{
	return buf->decoded;
}

void ksds_path_release(struct vsam_file *vf, struct ksds_path *path);
/* Pin an index record; its node hangs on it. level 0: any. */
enum ds_status ksds_node_get(struct vsam_file *vf, uint64_t rba, uint32_t level,
    struct sphere_buf **bufp, struct ds_diag *diag);
/* From the top to the entry that key belongs to. Nothing pinned on failure.
 * DS_NOTFOUND: there is no index record. */
enum ds_status ksds_descend(struct vsam_file *vf, const uint8_t *key,
    struct ksds_path *path, struct ds_diag *diag);
/* The same for a reader, who wants the sequence set alone: *leafp is pinned. */
enum ds_status ksds_leaf_find(struct vsam_file *vf, const uint8_t *key,
    struct sphere_buf **leafp, uint32_t *entryp, struct ds_diag *diag);
/* A data CI for reading, pinned and looked at: its note is valid. */
enum ds_status ksds_ci_pin(struct vsam_file *vf, uint64_t rba,
    struct sphere_buf **bufp, struct ds_diag *diag);
/* What a note tells of the keys: behind the image, or NULL. */
static inline const uint64_t *
ksds_heads(
    const struct vsam_file *vf, const uint8_t *ci, const struct buf_note *note)
{
	if (note->every == 0 || note->every == 255)
		return NULL;
	return (const uint64_t *)(const void *)(ci + vf->ci_len);
}
/* The first record of an image with this note whose key is not below key. */
uint32_t ksds_lower(const struct vsam_file *vf, const uint8_t *ci,
    const struct buf_note *note, const uint8_t *key, bool *foundp);
/* The first sequence-set record that can be read behind the one behind *leafp,
 * which cannot, replaces it; NULL: behind the first. DS_EOD: there is none. */
enum ds_status ksds_leaf_beyond(
    struct vsam_file *vf, struct sphere_buf **leafp, struct ds_diag *diag);
/* The sequence-set record before or behind *leafp replaces it; DS_EOD. */
enum ds_status ksds_leaf_next(
    struct vsam_file *vf, struct sphere_buf **leafp, struct ds_diag *diag);
enum ds_status ksds_leaf_prev(
    struct vsam_file *vf, struct sphere_buf **leafp, struct ds_diag *diag);

static inline uint64_t
ksds_ci_rba(
    const struct vsam_file *vf, const struct vsam_ix_node *leaf, uint32_t entry)
{
	return leaf->base_rba + (uint64_t)leaf->ptr[entry] * vf->ci_len;
}

/* The record before that of path at level, pinned; DS_EOD. */
enum ds_status ksds_path_prev(struct vsam_file *vf,
    const struct ksds_path *path, uint32_t level, struct sphere_buf **bufp,
    struct ds_diag *diag);
/* A free index record: the RBA of its control area, 0 for none, and of the
 * next free one. */
enum ds_status ksds_free_get(struct vsam_file *vf, uint64_t rba,
    struct vsam_ix_free *fp, struct ds_diag *diag);
/* Entry of a sequence-set record begins a group: is seg, of its CI, a first
 * segment when there are more, and else none? DS_SEGMENTS. */
enum ds_status ksds_group_check(struct vsam_file *vf,
    const struct sphere_buf *leaf, uint32_t entry, uint8_t seg,
    struct ds_diag *diag);

/* DS_OK: there is an index; DS_NOTFOUND: none yet. */
enum ds_status ksds_root_check(struct vsam_file *vf, struct ds_diag *diag);

/* --- ksds_many.c: many keys at once ----------------------------------------
 */

struct ksds_many; /* what a position has pinned for am_get_many */

/* DS_UNSUPPORTED: not of this set. *manyp is NULL at first. */
enum ds_status ksds_many_get(struct vsam_file *vf, struct ksds_many **manyp,
    struct am_want *want, size_t n, size_t keylen, struct ds_diag *diag);
void ksds_many_free(struct vsam_file *vf, struct ksds_many **manyp);

/* --- ksds_change.c: a set of index changes, made at once or not at all ------
 */

struct ksds_change {
	struct vsam_file *vf;
	struct sphere_state state; /* as it will be */
	uint32_t n;
	struct {
		struct sphere_buf *buf;
		struct vsam_ix_node *node; /* NULL: it becomes free */
		struct vsam_ix_free free;
		struct sphere_sums sums; /* of what is below it then */
	} rec[2 * VSAM_IX_LEVELS + 2];
	/* What comes in or goes: below the sequence-set record landed, whose
	 * path was this before the change. */
	bool lands;
	uint64_t landed;
	struct ksds_path path; /* not pinned here */
	struct sphere_sums more;
};

void ksds_change_begin(struct ksds_change *ch, struct vsam_file *vf);
/* A copy of an index record's node, to be changed. Borrowed. */
enum ds_status ksds_change_copy(struct ksds_change *ch, uint64_t rba,
    uint32_t level, struct vsam_ix_node **nodep, struct ds_diag *diag);
/* A new index record, a free one or at the end. Borrowed. */
enum ds_status ksds_change_new(struct ksds_change *ch, uint32_t level,
    struct vsam_ix_node **nodep, uint64_t *rbap, struct ds_diag *diag);
/*
 * The record of path at level was divided: left stays where it was, right is
 * new behind it. Tell the levels above.
 */
enum ds_status ksds_change_divided(struct ksds_change *ch,
    const struct ksds_path *path, uint32_t level,
    const struct vsam_ix_node *left, uint64_t right_rba, struct ds_diag *diag);
/* The record of a path becomes free, a sequence-set record with its CA. */
enum ds_status ksds_change_free(
    struct ksds_change *ch, uint64_t rba, uint32_t level, struct ds_diag *diag);
/* Records that were below one of the change's records go below another. */
void ksds_change_shift(struct ksds_change *ch, const struct vsam_ix_node *from,
    const struct vsam_ix_node *to, const struct sphere_sums *sums);
/* All that is below it now. */
struct sphere_sums ksds_change_below(
    const struct ksds_change *ch, const struct vsam_ix_node *node);
/* more comes in below leaf, a node of the change, or NULL: that of path. */
enum ds_status ksds_change_land(struct ksds_change *ch,
    const struct ksds_path *path, const struct vsam_ix_node *leaf,
    const struct sphere_sums *more, struct ds_diag *diag);
void ksds_change_apply(struct ksds_change *ch); /* cannot fail */
void ksds_change_drop(struct ksds_change *ch);

/* --- ksds_sums.c: by the sums of what is below -----------------------------
 */

/* Before the first change below path. */
enum ds_status ksds_path_hold(
    struct vsam_file *vf, const struct ksds_path *path, struct ds_diag *diag);
void ksds_path_add(struct vsam_file *vf, const struct ksds_path *path,
    uint64_t records, uint64_t bytes); /* modulo 2^64: may be less */
/*
 * The sequence-set record (pinned) and entry where a place of the stream is,
 * and what is before the entry's control interval. DS_NOTFOUND: the stream is
 * not so long.
 */
enum ds_status ksds_find_place(struct vsam_file *vf,
    const struct sphere_measure *m, uint64_t place, struct sphere_buf **leafp,
    uint32_t *entryp, struct sphere_sums *beforep, struct ds_diag *diag);
/* What is before the entry that path leads to. */
enum ds_status ksds_path_before(struct vsam_file *vf,
    const struct ksds_path *path, struct sphere_sums *beforep,
    struct ds_diag *diag);
/* Sums up to each entry of an index record. Borrowed until it is released. */
enum ds_status ksds_node_sums(struct vsam_file *vf, struct sphere_buf *buf,
    const struct sphere_sums **cump, struct ds_diag *diag);

/* --- ksds_split.c ----------------------------------------------------------
 */

/*
 * Make room: divide the control interval that path leads to at cut, with rec
 * in it when cut->side says so, by a free CI, a new CA behind, or by dividing
 * the control area first. *donep: rec is in; else try again from the top.
 * On failure nothing has changed.
 */
enum ds_status ksds_split(struct vsam_file *vf, struct ksds_path *path,
    const struct vsam_ci_cut *cut, uint32_t idx, const uint8_t *rec,
    uint32_t len, bool sequential, bool *donep, uint64_t *rbap,
    struct ds_diag *diag);

/*
 * Divide the control area of path before entry at, or as near to it as can
 * be: the higher entries go to a new one. There are two groups at least.
 */
enum ds_status ksds_split_ca(struct vsam_file *vf, const struct ksds_path *path,
    uint32_t at, struct ds_diag *diag);
/* A control area, free or at the end of those in use, and its sequence-set
 * record, linked in behind leaf. */
enum ds_status ksds_new_ca(struct ksds_change *ch, struct vsam_ix_node *leaf,
    struct vsam_ix_node **nodep, uint64_t *rbap, struct ds_diag *diag);
/* All of a CA's entries and CIs from entry at on go to next, another CA. */
enum ds_status ksds_pin_moved(struct vsam_file *vf, uint64_t from,
    const struct vsam_ix_node *next, struct sphere_buf **bufs,
    struct ds_diag *diag);
void ksds_move_cis(struct vsam_file *vf, struct sphere_buf **bufs, uint32_t n);

/* --- ksds_span.c: whole control intervals that come, change and go ----------
 */

/* What a request wants at the entry that path leads to. */
struct ksds_unit {
	const uint8_t *rec; /* NULL: none, the entry's CI becomes empty */
	uint32_t len;
	const uint8_t *near_key; /* insert: of the unit there */
	bool before;             /* insert: in front of that unit */
	bool near_spanned;
	bool sequential;
	uint32_t old_len; /* replace: bytes of the record before */
	uint64_t rba;     /* where it came to be */
};

/* A new group of entries before or behind the one of path, by free CIs of the
 * CA or a new CA. *donep false: the CA was divided, try again from the top.
 * On failure no record has changed. */
enum ds_status ksds_unit_insert(struct vsam_file *vf,
    const struct ksds_path *path, struct ksds_unit *u, bool *donep,
    struct ds_diag *diag);
/* The group of path holds rec alone, or nothing; it held one record at the
 * most. */
enum ds_status ksds_unit_replace(struct vsam_file *vf,
    const struct ksds_path *path, struct ksds_unit *u, bool *donep,
    struct ds_diag *diag);

/* --- ksds_reclaim.c --------------------------------------------------------
 */

/* The control interval of key became empty: when its whole CA is, it goes. */
enum ds_status ksds_reclaim(
    struct vsam_file *vf, const uint8_t *key, struct ds_diag *diag);

/* --- ksds_put.c ------------------------------------------------------------
 */

enum ds_status ksds_insert(struct vsam_file *vf, const uint8_t *rec,
    uint32_t len, bool sequential, uint64_t *rbap, struct ds_diag *diag);
enum ds_status ksds_replace(struct vsam_file *vf, const uint8_t *key,
    const uint8_t *rec, uint32_t len, uint64_t *rbap, struct ds_diag *diag);
enum ds_status ksds_remove(
    struct vsam_file *vf, const uint8_t *key, struct ds_diag *diag);

/* --- esds.c ------------------------------------------------------------------
 */

/* The RBA that a record of len bytes would get now. DS_OK or the failure of
 * reading the last control interval. */
enum ds_status esds_next_rba(
    struct vsam_file *vf, uint32_t len, uint64_t *rbap, struct ds_diag *diag);

/* --- load.c: records into an empty data set --------------------------------
 */

enum ds_status vsam_load_open(struct vsam_file *vf, struct ds_diag *diag);
void vsam_load_abort(struct vsam_load **loadp); /* NULL is fine */
enum ds_status vsam_load_put(struct vsam_file *vf, const uint8_t *rec,
    uint32_t len, uint64_t *rbap, struct ds_diag *diag);
/* RRDS: the record of slot rrn, above those before. */
enum ds_status vsam_load_slot(struct vsam_file *vf, const uint8_t *rec,
    uint64_t rrn, uint64_t *rbap, struct ds_diag *diag);
/* LDS: the next control interval. */
enum ds_status vsam_load_ci(struct vsam_file *vf, const uint8_t *data,
    uint64_t *rbap, struct ds_diag *diag);
uint64_t vsam_load_count(const struct vsam_load *load); /* last RRN, too */
/* Write the rest and the index; the state has it all. Frees vf->load. */
enum ds_status vsam_load_finish(struct vsam_file *vf, struct ds_diag *diag);

/* --- bulk.c: the same in any order -----------------------------------------
 */

enum ds_status vsam_bulk_open(
    struct vsam_file *vf, const struct am_bulk *how, struct ds_diag *diag);
void vsam_bulk_free(struct vsam_bulk **bulkp); /* NULL is fine */
/* A record whose length is checked. After a failure of the work file this and
 * the finish give it again. */
enum ds_status vsam_bulk_put(struct vsam_file *vf, const uint8_t *rec,
    uint32_t len, struct ds_diag *diag);
/* All into the load, which is to be finished then. DS_DUPLICATE. */
enum ds_status vsam_bulk_finish(struct vsam_file *vf, struct ds_diag *diag);

#endif

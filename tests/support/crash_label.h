/*
 * Which persistent transition an operation on the volume belongs to, told by
 * the file, the place in it and what came before; and how often each was cut.
 * Include after crash_set.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_CRASH_LABEL_H
#define CATAMOUNT_TESTS_SUPPORT_CRASH_LABEL_H

#include "access-methods/sphere/sphere_int.h"
#include "tests/support/crash_set.h"

/* name, the operation writes (so it can be short), where it must occur: W in
 * the work, R in a recovery. */
#define CL_TRANSITIONS(X)                                               \
	X(OTHER, "", 0, 0)                                              \
	X(MARK, "open for output: the mark", 1, CL_W)                   \
	X(LOG_NEW, "log: made", 0, CL_W)                                \
	X(LOG_SPACE, "log: its space", 0, CL_W)                         \
	X(LOG_GONE, "log: removed", 0, CL_W | CL_R)                     \
	X(EXTENT, "extent: space", 0, CL_W)                             \
	X(EXTENT_SYNC, "extent: sync", 0, CL_W)                         \
	X(LOAD, "load: control areas", 1, CL_W)                         \
	X(LOAD_SYNC, "load: sync", 0, CL_W)                             \
	X(BATCH_NEW, "double-write batch: made", 0, CL_W)               \
	X(BATCH_IMAGES, "double-write batch: images", 1, CL_W | CL_R)   \
	X(BATCH_HEAD, "double-write batch: head", 1, CL_W | CL_R)       \
	X(BATCH_SYNC, "double-write batch: sync", 0, CL_W | CL_R)       \
	X(PLACE, "in place: write", 1, CL_W | CL_R)                     \
	X(PLACE_SYNC, "in place: sync", 0, CL_W | CL_R)                 \
	X(STATE, "publish: the state's slot", 1, CL_W | CL_R)           \
	X(MEMBER, "publish: an alternate index's slot", 1, CL_W | CL_R) \
	X(EMPTY, "REUSE: the slot that says empty", 1, CL_W)            \
	X(STATS, "statistics", 1, CL_W)                                 \
	X(BATCH_GONE, "double-write batch: removed", 0, CL_W)           \
	X(LEASE_NEW, "lease of a log: new file", 0, CL_W)               \
	X(LEASE_ZEROS, "lease of a log: zeros", 1, CL_W)                \
	X(LEASE_FLUSH, "lease of a log: sync", 0, CL_W)                 \
	X(LEASE_POOL, "lease of a log: from the pool", 0, CL_W)         \
	X(LEASE_NAME, "lease of a log: its name", 0, CL_W)              \
	X(DRAIN_FIRST, "drain: header and records", 1, CL_W)            \
	X(DRAIN_AGAIN, "drain: after a restart", 1, CL_W)               \
	X(DRAIN_NEXT, "drain: from a partial page on", 1, CL_W)         \
	X(CLEAR, "return of a log: header cleared", 1, CL_W | CL_R)     \
	X(RETURN, "return of a log: to the pool", 0, CL_W | CL_R)       \
	X(FOUND, "batch found: made lasting", 0, CL_R)                  \
	X(BACK, "batch found: written back", 1, CL_R)                   \
	X(BACK_SYNC, "batch found: sync", 0, CL_R)                      \
	X(LOG_SYNC, "log found: sync", 0, CL_R)                         \
	X(RECORD, "log: a request's record", 0, CL_W)                   \
	X(RESTART, "log: restart (wrap)", 0, CL_W)

enum { CL_W = 1, CL_R = 2 };
#define CL_ENUM(id, name, writes, where) CL_##id,
enum cl_transition { CL_TRANSITIONS(CL_ENUM) CL_END };
#define CL_NAME(id, name, writes, where) {name, writes, where},
static const struct {
	const char *name;
	int writes, where;
} cl_transition[] = {CL_TRANSITIONS(CL_NAME)};

/* What requests did that an operation makes last: bits. */
#define CL_CONTENTS(X)                         \
	X(INSERT, "record put")                \
	X(UPDATE, "record updated")            \
	X(ERASE, "record erased")              \
	X(CI_SPLIT, "CI split")                \
	X(CA_SPLIT, "CA split")                \
	X(LEVEL, "new index level")            \
	X(AIX, "upgrade of alternate indexes") \
	X(SPANNED, "spanned record")           \
	X(GROWN, "extent")                     \
	X(RECLAIM, "CA reclaimed")             \
	X(REUSED, "reclaimed CA used again")
#define CC_ENUM(id, name) CC_##id,
enum cl_content { CL_CONTENTS(CC_ENUM) CC_END };
#define CC_NAME(id, name) name,
static const char *const cl_content_name[] = {CL_CONTENTS(CC_NAME)};

/* The operations that carry them. */
static const enum cl_transition cl_carrier[] = {CL_RECORD, CL_DRAIN_NEXT,
    CL_BATCH_IMAGES, CL_BATCH_HEAD, CL_BATCH_SYNC, CL_PLACE, CL_PLACE_SYNC,
    CL_STATE};
enum { CL_CARRIERS = sizeof(cl_carrier) / sizeof(cl_carrier[0]) };
static const char *const cl_carrier_name[CL_CARRIERS] = {
    "record", "drain", "images", "head", "sync", "place", "sync", "slot"};

/* How an operation is struck. */
enum cl_aspect {
	CL_BEFORE,
	CL_DURING,
	CL_AFTER,
	CL_KILL,
	CL_EIO,
	CL_ENOSPC,
	CL_SHORT,
	CL_ASPECTS
};

enum { CL_OPS = 6000 };

/* A run that was watched. */
struct cl_trace {
	struct cs *cs;
	size_t n; /* operations, from 1 */
	uint8_t op[CL_OPS];
	uint16_t step[CL_OPS];
	uint16_t content[CL_OPS]; /* of what it makes last */
	unsigned now;             /* the step that is made */
	bool recovery;
	/* what came before */
	bool marked, closing, batched, placing, leasing, drained;
	enum cs_kind kind;
	size_t opened; /* a durable file, by the operation before */
};

static UNUSED_OK bool
cl_ends(const char *name, const char *end)
{
	size_t len = strlen(name), n = strlen(end);

	return len >= n && strcmp(name + len - n, end) == 0;
}

static UNUSED_OK enum cl_transition
cl_durable(struct cl_trace *t, enum vol_fault_op op, uint64_t offset)
{
	bool first = !t->drained;

	if (op == VOL_OP_CREATE || op == VOL_OP_RENAME) {
		t->leasing = true;
		t->drained = false;
		return op == VOL_OP_CREATE ? CL_LEASE_NEW : CL_LEASE_POOL;
	}
	if (op == VOL_OP_FLUSH && t->leasing)
		return CL_LEASE_FLUSH;
	if (op != VOL_OP_WRITE)
		return CL_OTHER;
	if (t->leasing)
		return CL_LEASE_ZEROS;
	/* Who clears it has opened it just for that. */
	if (t->opened == t->n)
		return CL_CLEAR;
	if (offset > 0)
		return CL_DRAIN_NEXT;
	t->drained = true;
	return first ? CL_DRAIN_FIRST : CL_DRAIN_AGAIN;
}

static UNUSED_OK enum cl_transition
cl_batch(struct cl_trace *t, enum vol_fault_op op, uint64_t offset)
{
	switch (op) {
	case VOL_OP_CREATE:
		return CL_BATCH_NEW;
	case VOL_OP_WRITE:
		t->batched = true;
		t->placing = false;
		return offset == 0 ? CL_BATCH_HEAD : CL_BATCH_IMAGES;
	case VOL_OP_FLUSH:
		/* What was not written in this life was found. */
		if (t->recovery && !t->batched)
			return CL_FOUND;
		t->placing = true;
		return CL_BATCH_SYNC;
	case VOL_OP_DROP:
		return CL_BATCH_GONE;
	default:
		return CL_OTHER;
	}
}

static UNUSED_OK enum cl_transition
cl_slot(struct cl_trace *t, const char *name)
{
	if (strcmp(name, t->cs->as.base.name) != 0)
		return t->batched || t->recovery ? CL_MEMBER : CL_MARK;
	if (t->recovery || t->batched || t->closing) {
		t->marked &= !t->closing;
		t->closing = t->batched = t->placing = false;
		return CL_STATE;
	}
	if (!t->marked) {
		t->marked = true;
		return CL_MARK;
	}
	return t->kind == CS_RESET ? CL_EMPTY : CL_STATE;
}

static UNUSED_OK enum cl_transition
cl_component(struct cl_trace *t, enum vol_fault_op op, const char *name,
    uint64_t offset, bool data)
{
	if (op == VOL_OP_RESERVE)
		return CL_EXTENT;
	if (op == VOL_OP_FLUSH)
		return t->placing           ? CL_PLACE_SYNC
		       : t->recovery        ? CL_BACK_SYNC
		       : t->kind == CS_LOAD ? CL_LOAD_SYNC
					    : CL_EXTENT_SYNC;
	if (op != VOL_OP_WRITE)
		return CL_OTHER;
	if (data && offset == COMP_STATS_OFFSET)
		return CL_STATS;
	if (data && offset < COMP_STATS_OFFSET)
		return cl_slot(t, name);
	return t->placing ? CL_PLACE : t->recovery ? CL_BACK : CL_LOAD;
}

/* Data component, index, or neither: -1. */
static UNUSED_OK int
cl_part(const struct cs *cs, const char *name)
{
	char index[SPHERE_NAME_LEN];

	if (strcmp(name, cs->as.base.name) == 0)
		return SPHERE_DATA;
	if (strcmp(name, cs->as.base.index_name) == 0)
		return SPHERE_INDEX;
	for (int i = 0; i < cs->as.n; i++) {
		if (strcmp(name, cs->as.aix[i].name) == 0)
			return SPHERE_DATA;
		sphere_id_name(cs->as.aix[i].index.id, index);
		if (strcmp(name, index) == 0)
			return SPHERE_INDEX;
	}
	return -1;
}

static UNUSED_OK enum cl_transition
cl_classify(
    struct cl_trace *t, enum vol_fault_op op, const char *name, uint64_t offset)
{
	int part;

	if (cl_ends(name, ".dur"))
		return cl_durable(t, op, offset);
	if (cl_ends(name, ".batch"))
		return cl_batch(t, op, offset);
	if (cl_ends(name, ".log"))
		return op == VOL_OP_CREATE    ? CL_LOG_NEW
		       : op == VOL_OP_RESERVE ? CL_LOG_SPACE
		       : op == VOL_OP_DROP    ? CL_LOG_GONE
		       : op == VOL_OP_FLUSH   ? CL_LOG_SYNC
					      : CL_OTHER;
	if (op == VOL_OP_RENAME)
		return CL_RETURN;
	if (op == VOL_OP_SYNC && t->leasing) {
		t->leasing = false;
		return CL_LEASE_NAME;
	}
	part = cl_part(t->cs, name);
	return part >= 0 ? cl_component(t, op, name, offset, part == 0)
			 : CL_OTHER;
}

static UNUSED_OK void
cl_see(void *ctx, enum vol_fault_op op, const char *name, uint64_t offset)
{
	struct cl_trace *t = ctx;

	assert_true(++t->n + 1 < CL_OPS);
	t->op[t->n] = (uint8_t)cl_classify(t, op, name, offset);
	t->step[t->n] = (uint16_t)t->now;
	if (op == VOL_OP_OPEN && cl_ends(name, ".dur"))
		t->opened = t->n + 1;
}

/* A step begins. */
static UNUSED_OK void
cl_step(struct cl_trace *t, unsigned i, enum cs_kind kind)
{
	t->now = i;
	t->kind = kind;
	t->closing = t->marked && kind >= CS_REOPEN;
}

#endif

/*
 * Data sets that are written to as files: clients, and what there is then.
 * Include after tests/support/nfs_sets.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_NFS_WRITE_H
#define CATAMOUNT_TESTS_SUPPORT_NFS_WRITE_H

#include "nfs/ops.h"

/* Sessions end soon in tests; nothing waits for a time, all for a state. */
static inline void
serve_writing(struct fixture *f, struct serving *s)
{
	serve_with(f,
	    (struct ops_config){
		.idle_ms = 1, .hold_ms = 600000, .writable = true},
	    s);
}

/* The next operations are this client's. */
static inline void
as_client(struct serving *s, uint64_t client)
{
	const struct ops_caller who = {
	    .uid = geteuid(), .gid = getegid(), .client = client};

	assert_int_equal(ops_act_for(s->ops, &who), OPS_OK);
}

/* Until nothing is open and nothing is to be published. */
static inline void
settle(struct serving *s)
{
	while (ops_idle(s->ops) >= 0)
		usleep(500);
}

static inline enum ops_status
truncate_to(struct serving *s, const struct ops_fh *fh, uint64_t size)
{
	const struct ops_set set = {.has_size = true, .size = size};

	return ops_setattr(s->ops, fh, &set);
}

static inline enum ops_status
write_at(struct serving *s, const struct ops_fh *fh, uint64_t offset,
    const void *data, size_t len)
{
	enum ops_stable done;

	return ops_write(s->ops, fh, offset, data, len, OPS_UNSTABLE, &done);
}

static inline uint64_t
size_of(struct serving *s, const struct ops_fh *fh)
{
	struct ops_attr a;

	assert_int_equal(ops_getattr(s->ops, fh, &a), OPS_OK);
	return a.size;
}

/* What READ gives is these bytes, as many as GETATTR says. */
static inline void
assert_reads(struct serving *s, const struct ops_fh *fh, const void *want,
    size_t want_len)
{
	uint8_t *got;
	size_t len;

	got = read_all(s, fh, 0, 3000, &len);
	assert_int_equal(len, want_len);
	assert_memory_equal(got, want, len);
	assert_int_equal(size_of(s, fh), len);
	free(got);
}

/* Pieces of step bytes, the second before the first, and so on. */
static inline void
write_shuffled(struct serving *s, const struct ops_fh *fh, const uint8_t *data,
    size_t len, size_t step)
{
	for (size_t at = 0; at < len; at += 2 * step) {
		if (at + step < len)
			assert_int_equal(
			    write_at(s, fh, at + step, data + at + step,
				len - at - step < step ? len - at - step
						       : step),
			    OPS_OK);
		assert_int_equal(write_at(s, fh, at, data + at,
				     len - at < step ? len - at : step),
		    OPS_OK);
	}
}

#endif

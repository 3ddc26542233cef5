/* What the tests of libraries share: one in a directory of its own, members
 * written and read in one line each. Include after cmocka.h. */
#ifndef CATAMOUNT_TESTS_SUPPORT_LIBRARY_SET_H
#define CATAMOUNT_TESTS_SUPPORT_LIBRARY_SET_H

#include "access-methods/bpam/bpam.h"
#include "tests/support/vsam_test.h"

struct lset {
	struct vset vs;
	struct bpam *lib;
	bool library;
	uint32_t blocks;
	unsigned faults;
	struct ds_diag diag;
};

static UNUSED_OK void
lset_new(struct lset *ls, bool library, uint32_t blocks, enum ds_recfm recfm,
    uint32_t lrecl, uint32_t ci_len)
{
	memset(ls, 0, sizeof(*ls));
	vset_attrs(&ls->vs, DS_ORG_KSDS, ci_len, 2, ci_len - 7);
	ls->vs.data.org = ls->vs.index.org = DS_ORG_PO;
	ls->vs.data.keylen = ls->vs.index.keylen = BPAM_KEY_LEN;
	ls->vs.data.recfm = recfm;
	ls->vs.data.lrecl = lrecl;
	sphere_id_name(ls->vs.data.id, ls->vs.name);
	sphere_id_name(ls->vs.index.id, ls->vs.index_name);
	assert_int_equal(
	    vol_open(ls->vs.dir, false, &ls->vs.vol, &ls->diag), DS_OK);
	assert_int_equal(
	    sphere_create(ls->vs.vol, &ls->vs.data, &ls->vs.index, &ls->diag),
	    DS_OK);
	ls->library = library;
	ls->blocks = blocks;
}

static UNUSED_OK enum ds_status
lset_open_as(struct lset *ls, bool output, const struct bpam_holds *holds,
    struct bpam **libp)
{
	struct bpam_parms parms = {.output = output,
	    .library = ls->library,
	    .blocks = ls->blocks,
	    .now = 1000};

	if (holds != NULL)
		parms.holds = *holds;
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &ls->vs;
	return bpam_open(ls->vs.vol, ls->vs.name, &parms, libp, &ls->diag);
}

static UNUSED_OK enum ds_status
lset_open(struct lset *ls, bool output)
{
	return lset_open_as(ls, output, NULL, &ls->lib);
}

static UNUSED_OK enum ds_status
lset_close(struct lset *ls)
{
	return bpam_close(&ls->lib, &ls->diag);
}

static UNUSED_OK void
lset_found(void *ctx, const struct am_found *found)
{
	struct lset *ls = ctx;

	ls->faults++;
	fprintf(stderr, "# fault %s\n", found->what);
}

/* The closed library has no fault. */
static UNUSED_OK void
lset_verify(struct lset *ls)
{
	enum ds_status st;

	st = am_examine(ls->vs.vol, ls->vs.name, AM_TEST_INDEX | AM_TEST_DATA,
	    lset_found, NULL, ls, NULL, &ls->diag);
	if (st != DS_OK)
		fprintf(stderr, "# %s\n", ls->diag.text);
	assert_int_equal(st, DS_OK);
	assert_int_equal(ls->faults, 0);
}

/* The closed library is compressed: it is another component then. */
static UNUSED_OK void
lset_compress(struct lset *ls)
{
	char next[SPHERE_NAME_LEN], index[SPHERE_NAME_LEN];
	struct sphere_parms parms = {
	    .extend = vset_extend, .extend_ctx = &ls->vs};

	assert_int_equal(lset_open(ls, false), DS_OK);
	ls->vs.data.id[0]++;
	ls->vs.index.id[0]++;
	memcpy(ls->vs.data.peer, ls->vs.index.id, SPHERE_ID_LEN);
	memcpy(ls->vs.index.peer, ls->vs.data.id, SPHERE_ID_LEN);
	sphere_id_name(ls->vs.data.id, next);
	sphere_id_name(ls->vs.index.id, index);
	assert_int_equal(
	    sphere_create(ls->vs.vol, &ls->vs.data, &ls->vs.index, &ls->diag),
	    DS_OK);
	assert_int_equal(
	    bpam_compress(ls->lib, ls->vs.vol, next, &parms, NULL, &ls->diag),
	    DS_OK);
	bpam_abandon(&ls->lib);
	assert_int_equal(sphere_remove(ls->vs.vol, ls->vs.name,
			     ls->vs.index_name, false, &ls->diag),
	    DS_OK);
	strcpy(ls->vs.name, next);
	strcpy(ls->vs.index_name, index);
}

static UNUSED_OK void
lset_free(struct lset *ls)
{
	bpam_abandon(&ls->lib);
	vol_close(&ls->vs.vol);
	test_dir_free(ls->vs.dir);
}

/* The bytes of record n of a member that was written with seed. */
static UNUSED_OK size_t
lset_record(uint8_t *out, unsigned seed, unsigned n, size_t max)
{
	size_t len = (seed * 31U + n * 17U) % (max + 1), i;

	for (i = 0; i < len; i++)
		out[i] = (uint8_t)(seed + n * 7 + i);
	return len;
}

/* A member of n records; stowed as replace says. */
static UNUSED_OK enum ds_status
lset_write(struct lset *ls, const char *name, unsigned member_seed, unsigned n,
    size_t max, bool replace)
{
	struct bpam_writer *wr = NULL;
	static uint8_t rec[32768];
	enum ds_status st;
	size_t len;

	if ((st = bpam_writer_new(ls->lib, &wr, &ls->diag)) != DS_OK)
		return st;
	for (unsigned i = 0; i < n; i++) {
		len = lset_record(rec, member_seed, i, max);
		st = bpam_write(wr, rec, len, NULL, &ls->diag);
		if (st != DS_OK) {
			bpam_writer_free(&wr);
			return st;
		}
	}
	return bpam_stow(&wr, name, replace, NULL, 0, &ls->diag);
}

/* Does the member have the n records of seed? F records are padded. */
static UNUSED_OK void
lset_check(struct bpam *lib, const char *name, unsigned member_seed, unsigned n,
    size_t max, bool fixed)
{
	struct bpam_reader *rd = NULL;
	static uint8_t want[32768];
	const uint8_t *data;
	struct ds_diag diag = {0};
	uint32_t len = 0;
	size_t wlen;

	assert_int_equal(bpam_reader_new(lib, name, &rd, &diag), DS_OK);
	for (unsigned i = 0; i < n; i++) {
		assert_int_equal(
		    bpam_read(rd, &data, &len, NULL, &diag), DS_OK);
		memset(want, 0, sizeof(want));
		wlen = lset_record(want, member_seed, i, max);
		assert_int_equal(len, fixed ? max : wlen);
		assert_memory_equal(data, want, len);
	}
	assert_int_equal(bpam_read(rd, &data, &len, NULL, &diag), DS_EOD);
	assert_int_equal(bpam_reader_entry(rd)->records, n);
	bpam_reader_free(&rd);
}

#endif

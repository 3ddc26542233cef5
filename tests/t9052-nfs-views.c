/*
 * Data sets as streams of bytes: what a view is follows from the records and
 * the definition of the views (nfs/view.h), record by record.
 */
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"

static const char *const suffix[OPS_VIEWS] = {
    [OPS_BINARY] = "", [OPS_TEXT] = ",text", [OPS_RDW] = ",rdw"};

/* Bytes at offset are those of the model, in pieces of any length. */
static void
check_at(struct serving *s, const struct ops_fh *fh, const uint8_t *model,
    size_t len, uint64_t offset, size_t want)
{
	uint8_t buf[5000];
	const size_t left = offset < len ? len - (size_t)offset : 0;
	size_t got = 0;
	bool eof;

	assert_true(want <= sizeof(buf));
	assert_int_equal(
	    ops_read(s->ops, fh, offset, buf, want, &got, &eof), OPS_OK);
	assert_int_equal(got, want < left ? want : left);
	if (got > 0)
		assert_memory_equal(buf, model + offset, got);
	assert_int_equal(eof, offset + got >= len);
}

static void
check_view(struct serving *s, const char *name, enum ops_view view, uint32_t n,
    bool fixed)
{
	char path[100];
	struct ops_attr a;
	struct ops_fh fh;
	uint8_t *model, *all;
	size_t len, all_len;
	uint64_t at = 12345;

	snprintf(path, sizeof(path), "%s%s", name, suffix[view]);
	model = set_stream(view, n, fixed, &len);
	assert_int_equal(walk(s, path, &fh), OPS_OK);
	assert_int_equal(ops_getattr(s->ops, &fh, &a), OPS_OK);
	assert_int_equal(a.size, len);
	all = read_all(s, &fh, 0, 65536, &all_len);
	assert_int_equal(all_len, len);
	assert_memory_equal(all, model, len);
	for (int i = 0; i < 60; i++) {
		at = at * 6364136223846793005u + 1442695040888963407u;
		check_at(s, &fh, model, len, (at >> 33) % len, at >> 20 & 4095);
	}
	check_at(s, &fh, model, len, len - 1, 10);
	check_at(s, &fh, model, len, len, 10);
	check_at(s, &fh, model, len, len + 1000, 10);
	check_at(s, &fh, model, len, UINT64_MAX - 4, 10);
	check_at(s, &fh, model, len, 0, 1);
	assert_int_equal(ops_getattr(s->ops, &fh, &a), OPS_OK);
	assert_int_equal(a.size, len);
	free(all);
	free(model);
}

static void
check_views(struct serving *s, const char *name, uint32_t n, bool fixed)
{
	for (int v = 0; v < OPS_VIEWS; v++)
		check_view(s, name, (enum ops_view)v, n, fixed);
}

static void
check_cluster(void **state, const char *name, enum ds_org org, bool fixed)
{
	struct fixture *f = *state;
	struct serving s;

	set_cluster(f, name, org, fixed);
	set_fill(f, name, 0, 3000, fixed);
	serve(f, &s);
	check_views(&s, name, 3000, fixed);
	serve_end(&s);
}

static void
test_ksds(void **state)
{
	check_cluster(state, "A.KSDS.F", DS_ORG_KSDS, true);
	check_cluster(state, "A.KSDS.V", DS_ORG_KSDS, false);
}

static void
test_esds(void **state)
{
	check_cluster(state, "A.ESDS.F", DS_ORG_ESDS, true);
	check_cluster(state, "A.ESDS.V", DS_ORG_ESDS, false);
}

static void
test_rrds(void **state)
{
	check_cluster(state, "A.RRDS", DS_ORG_RRDS, true);
}

static void
test_vrrds(void **state)
{
	check_cluster(state, "A.VRRDS", DS_ORG_VRRDS, false);
}

static void
check_nonvsam(void **state, const char *name, enum ds_recfm recfm, int po)
{
	struct fixture *f = *state;
	const bool fixed = recfm == DS_RECFM_FB;
	char with[60], path[60];
	struct serving s;

	set_nonvsam(f, name, recfm, po);
	snprintf(with, sizeof(with), po ? "%s(MEM)" : "%s", name);
	snprintf(path, sizeof(path), po ? "%s/MEM" : "%s", name);
	set_fill(f, with, 0, 3000, fixed);
	serve(f, &s);
	check_views(&s, path, 3000, fixed);
	serve_end(&s);
}

static void
test_sequential(void **state)
{
	check_nonvsam(state, "A.PS.FB", DS_RECFM_FB, 0);
	check_nonvsam(state, "A.PS.VB", DS_RECFM_VB, 0);
	check_nonvsam(state, "A.PS.U", DS_RECFM_U, 0);
}

static void
test_members(void **state)
{
	check_nonvsam(state, "A.PDS.FB", DS_RECFM_FB, 1);
	check_nonvsam(state, "A.PDS.VB", DS_RECFM_VB, 1);
	check_nonvsam(state, "A.LIB.FB", DS_RECFM_FB, 2);
	check_nonvsam(state, "A.LIB.VB", DS_RECFM_VB, 2);
}

/* Reading goes to the end of what is allocated, as REPRO does. */
static void
test_linear(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent;
	struct ds_file *file = NULL;
	struct ops_attr a;
	struct serving s;
	struct ops_fh fh;
	uint8_t ci[4096], *all;
	size_t len;

	set_cluster(f, "A.LDS", DS_ORG_LDS, true);
	assert_int_equal(
	    ds_open_name(f->sys, "A.LDS", DS_OUTPUT | DS_SEQ, &file, &f->diag),
	    DS_OK);
	for (int i = 1; i <= 3; i++) {
		memset(ci, i, sizeof(ci));
		assert_int_equal(ds_put(file, ci, sizeof(ci), &f->diag), DS_OK);
	}
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	ent = locate(f, "A.LDS.DATA");
	serve(f, &s);
	assert_int_equal(walk(&s, "A.LDS", &fh), OPS_OK);
	assert_int_equal(ops_getattr(s.ops, &fh, &a), OPS_OK);
	assert_int_equal(a.size, ent->stats.harba);
	all = read_all(&s, &fh, 0, 10000, &len);
	assert_int_equal(len, a.size);
	for (size_t i = 0; i < len; i += 4096)
		assert_int_equal(all[i], i < 3 * 4096 ? i / 4096 + 1 : 0);
	assert_int_equal(ops_getattr(s.ops, &fh, &a), OPS_OK);
	assert_int_equal(a.size, len);
	free(all);
	serve_end(&s);
	ds_entry_free(&ent);
}

/* Of size 0, and there is nothing to be read. */
static void
test_empty(void **state)
{
	static const char *const paths[] = {
	    "E.KSDS", "E.KSDS,text", "E.PS", "E.PS,rdw", "E.PDS/NONE"};
	struct fixture *f = *state;
	struct ops_attr a;
	struct serving s;
	struct ops_fh fh;
	uint8_t *all;
	size_t len;

	set_cluster(f, "E.KSDS", DS_ORG_KSDS, true);
	set_nonvsam(f, "E.PS", DS_RECFM_VB, 0);
	set_nonvsam(f, "E.PDS", DS_RECFM_VB, 1);
	set_fill(f, "E.PDS(NONE)", 0, 0, false);
	serve(f, &s);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		assert_int_equal(walk(&s, paths[i], &fh), OPS_OK);
		assert_int_equal(ops_getattr(s.ops, &fh, &a), OPS_OK);
		assert_int_equal(a.type, OPS_REG);
		assert_int_equal(a.size, 0);
		all = read_all(&s, &fh, 0, 100, &len);
		assert_int_equal(len, 0);
		free(all);
	}
	serve_end(&s);
}

/* Slots without a record are no part of the stream. */
static void
test_holes(void **state)
{
	struct fixture *f = *state;
	struct ds_file *file = NULL;
	struct ops_attr a;
	struct serving s;
	struct ops_fh fh;
	uint8_t rec[SET_LEN_MAX], *all;
	size_t len;

	set_cluster(f, "A.RRDS", DS_ORG_RRDS, true);
	assert_int_equal(
	    ds_open_name(f->sys, "A.RRDS", DS_OUTPUT | DS_SEQ, &file, &f->diag),
	    DS_OK);
	for (uint32_t i = 0; i < 5; i++) {
		set_record(i, true, rec);
		assert_int_equal(
		    ds_put_rrn(file, rec, SET_FIXED, 7 + 100 * i, &f->diag),
		    DS_OK);
	}
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	serve(f, &s);
	assert_int_equal(walk(&s, "A.RRDS", &fh), OPS_OK);
	assert_int_equal(ops_getattr(s.ops, &fh, &a), OPS_OK);
	assert_int_equal(a.size, 5 * SET_FIXED);
	all = read_all(&s, &fh, SET_FIXED, 33, &len);
	assert_int_equal(len, 4 * SET_FIXED);
	for (uint32_t i = 1; i < 5; i++) {
		set_record(i, true, rec);
		assert_memory_equal(all + (i - 1) * SET_FIXED, rec, SET_FIXED);
	}
	free(all);
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_ksds),
	    T(test_esds),
	    T(test_rrds),
	    T(test_vrrds),
	    T(test_sequential),
	    T(test_members),
	    T(test_linear),
	    T(test_empty),
	    T(test_holes),
	};

	return cmocka_run_group_tests_name("nfs-views", tests, NULL, NULL);
}

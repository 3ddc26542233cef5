/* Handles: good as long as the data set is there, and for it alone. */
#include "services/alter.h"
#include "services/library.h"
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"

static void
rename_set(struct fixture *f, const char *from, const char *to)
{
	struct ds_alter al = {.said = UINT64_C(1) << ALTER_W_NEWNAME};
	unsigned warn = 0;

	snprintf(al.newname, sizeof(al.newname), "%s", to);
	assert_int_equal(ds_alter(f->sys, from, &al, &warn, &f->diag), DS_OK);
}

static void
check_bytes(struct serving *s, const struct ops_fh *fh, uint32_t n)
{
	uint8_t *model, *all;
	size_t len, all_len;

	model = set_stream(OPS_BINARY, n, true, &len);
	all = read_all(s, fh, 0, 4096, &all_len);
	assert_int_equal(all_len, len);
	assert_memory_equal(all, model, len);
	free(all);
	free(model);
}

static void
restart(struct serving *s)
{
	struct fixture *f = s->f;

	serve_end(s);
	serve(f, s);
}

/* Libraries that were looked into. */
static void
let_go(struct serving *s)
{
	while (ops_idle(s->ops) >= 0)
		usleep(10000);
}

static void
check_stale(struct serving *s, const struct ops_fh *fh)
{
	struct ops_attr a;
	uint8_t buf[10];
	size_t got;
	bool eof;

	assert_int_equal(ops_getattr(s->ops, fh, &a), OPS_STALE);
	assert_int_equal(
	    ops_read(s->ops, fh, 0, buf, 10, &got, &eof), OPS_STALE);
}

/* Of another server, of another name. */
static void
test_renamed(void **state)
{
	struct fixture *f = *state;
	struct ops_attr before, after;
	struct ops_fh ksds, ps;
	struct serving s;

	set_cluster(f, "A.KSDS", DS_ORG_KSDS, true);
	set_nonvsam(f, "A.PS", DS_RECFM_FB, 0);
	set_fill(f, "A.KSDS", 0, 10, true);
	set_fill(f, "A.PS", 0, 20, true);
	serve(f, &s);
	assert_int_equal(walk(&s, "A.KSDS", &ksds), OPS_OK);
	assert_int_equal(walk(&s, "A.PS", &ps), OPS_OK);
	assert_int_equal(ops_getattr(s.ops, &ksds, &before), OPS_OK);
	restart(&s);
	check_bytes(&s, &ksds, 10);
	check_bytes(&s, &ps, 20);
	restart(&s);
	rename_set(f, "A.KSDS", "B.OTHER.KSDS");
	rename_set(f, "A.PS", "B.OTHER.PS");
	check_bytes(&s, &ksds, 10);
	check_bytes(&s, &ps, 20);
	assert_int_equal(ops_getattr(s.ops, &ksds, &after), OPS_OK);
	assert_int_equal(after.fileid, before.fileid);
	serve_end(&s);
}

/* New content of a sequential data set comes in another component; a
 * compressed library is another one. */
static void
test_rewritten(void **state)
{
	struct fixture *f = *state;
	struct ops_attr before, after;
	struct ds_compressed out;
	struct ops_fh ps, mem;
	struct serving s;

	set_nonvsam(f, "A.PS", DS_RECFM_FB, 0);
	set_nonvsam(f, "A.PDS", DS_RECFM_FB, 1);
	set_fill(f, "A.PS", 0, 20, true);
	set_fill(f, "A.PDS(M)", 0, 3, true);
	set_fill(f, "A.PDS(M)", 0, 7, true);
	serve(f, &s);
	assert_int_equal(walk(&s, "A.PS", &ps), OPS_OK);
	assert_int_equal(walk(&s, "A.PDS/M", &mem), OPS_OK);
	assert_int_equal(ops_getattr(s.ops, &ps, &before), OPS_OK);
	set_fill(f, "A.PS", 0, 30, true);
	let_go(&s);
	assert_int_equal(
	    ds_pds_compress(f->sys, "A.PDS", &out, &f->diag), DS_OK);
	check_bytes(&s, &ps, 30);
	check_bytes(&s, &mem, 7);
	assert_int_equal(ops_getattr(s.ops, &ps, &after), OPS_OK);
	assert_int_equal(after.fileid, before.fileid);
	assert_true(after.change != before.change);
	assert_int_equal(after.size, 30 * SET_FIXED);
	restart(&s);
	rename_set(f, "A.PS", "A.RENAMED");
	check_bytes(&s, &ps, 30);
	serve_end(&s);
}

/* What is made again under the name is another data set. */
static void
test_deleted(void **state)
{
	struct fixture *f = *state;
	struct ops_fh ksds, ps, pds, mem;
	struct serving s;

	for (int i = 0; i < 2; i++) {
		set_cluster(f, "A.KSDS", DS_ORG_KSDS, true);
		set_nonvsam(f, "A.PS", DS_RECFM_FB, 0);
		set_nonvsam(f, "A.PDS", DS_RECFM_FB, 1);
		set_fill(f, "A.KSDS", 0, 10, true);
		set_fill(f, "A.PS", 0, 20, true);
		set_fill(f, "A.PDS(M)", 0, 20, true);
		if (i > 0)
			break;
		serve(f, &s);
		assert_int_equal(walk(&s, "A.KSDS", &ksds), OPS_OK);
		assert_int_equal(walk(&s, "A.PS", &ps), OPS_OK);
		assert_int_equal(walk(&s, "A.PDS", &pds), OPS_OK);
		assert_int_equal(walk(&s, "A.PDS/M", &mem), OPS_OK);
		let_go(&s);
		assert_int_equal(delete (f, "A.KSDS"), DS_OK);
		assert_int_equal(delete (f, "A.PS"), DS_OK);
		assert_int_equal(delete (f, "A.PDS"), DS_OK);
	}
	check_stale(&s, &ksds);
	check_stale(&s, &ps);
	check_stale(&s, &pds);
	check_stale(&s, &mem);
	serve_end(&s);
}

static void
test_members(void **state)
{
	struct fixture *f = *state;
	struct ds_library *lib = NULL;
	struct ds_file *file = NULL;
	uint8_t rec[SET_LEN_MAX];
	struct ops_fh mem;
	struct serving s;

	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	set_fill(f, "A.LIB(M)", 0, 20, true);
	serve(f, &s);
	assert_int_equal(walk(&s, "A.LIB/M", &mem), OPS_OK);
	check_bytes(&s, &mem, 20);
	/* New content, while the old one is open here still. */
	assert_int_equal(
	    ds_library_open(f->sys, "A.LIB", DD_SHR, true, &lib, &f->diag),
	    DS_OK);
	assert_int_equal(
	    ds_member_open(lib, "M", DS_OUTPUT, &file, &f->diag), DS_OK);
	for (uint32_t i = 0; i < 5; i++) {
		set_record(i, true, rec);
		assert_int_equal(ds_put(file, rec, SET_FIXED, &f->diag), DS_OK);
	}
	check_bytes(&s, &mem, 20);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	check_bytes(&s, &mem, 5);
	assert_int_equal(ds_member_rename(lib, "M", "N", &f->diag), DS_OK);
	assert_int_equal(ds_library_close(&lib, &f->diag), DS_OK);
	check_stale(&s, &mem);
	serve_end(&s);
}

/* No bytes of a client's harm: not ours, cut, with one changed. */
static void
test_foreign(void **state)
{
	struct fixture *f = *state;
	struct ops_fh good, bad;
	struct ops_attr a;
	struct serving s;
	enum ops_status st;
	uint64_t r = 42;

	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	set_fill(f, "A.LIB(M)", 0, 20, true);
	serve(f, &s);
	assert_int_equal(walk(&s, "A.LIB/M", &good), OPS_OK);
	memset(&bad, 0, sizeof(bad));
	assert_int_equal(ops_getattr(s.ops, &bad, &a), OPS_BADHANDLE);
	for (int i = 0; i < 2000; i++) {
		r = r * 6364136223846793005u + 1442695040888963407u;
		bad = good;
		if (i % 3 == 0)
			bad.len = (uint8_t)(r >> 40) % (OPS_FH_MAX + 1);
		bad.data[(r >> 20) % good.len] ^=
		    (uint8_t)(1 + (r >> 50) % 255);
		st = ops_getattr(s.ops, &bad, &a);
		assert_true(st == OPS_BADHANDLE || st == OPS_STALE ||
			    (st == OPS_OK &&
				memcmp(bad.data + 6, good.data + 6, 8) == 0));
	}
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_renamed),
	    T(test_rewritten),
	    T(test_deleted),
	    T(test_members),
	    T(test_foreign),
	};

	return cmocka_run_group_tests_name("nfs-handles", tests, NULL, NULL);
}

/* Who may write: profiles decide for the caller, and he is told. */
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs_write.h"
#include "tests/support/security.h"

static const struct ops_caller nobody = {54321, 54321, NULL, 0, 0};
static struct ops_caller me;

static void
make_sets(struct fixture *f)
{
	char path[ROOT_LEN + 20];
	FILE *fp;

	set_nonvsam(f, "A.READ", DS_RECFM_FB, 0);
	set_fill(f, "A.READ", 0, 3, true);
	set_nonvsam(f, "A.UPDATE", DS_RECFM_FB, 0);
	set_fill(f, "A.UPDATE", 0, 3, true);
	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	set_fill(f, "A.LIB(M)", 0, 3, true);
	set_cluster(f, "A.KSDS", DS_ORG_KSDS, true);
	set_fill(f, "A.KSDS", 0, 3, true);
	profile(f, "A.**", DS_ACCESS_READ);
	profile(f, "A.UPDATE", DS_ACCESS_UPDATE);
	snprintf(path, sizeof(path), "%s/catamount.conf", f->dir);
	assert_non_null(fp = fopen(path, "a"));
	fputs("security=on\n", fp);
	fclose(fp);
	me = (struct ops_caller){geteuid(), getegid(), NULL, 0, 0};
}

static void
become(struct serving *s, const struct ops_caller *who)
{
	assert_int_equal(ops_act_for(s->ops, who), OPS_OK);
}

static uint32_t
may(struct serving *s, const struct ops_fh *fh)
{
	uint32_t granted;

	assert_int_equal(ops_access(s->ops, fh, 0x3f, &granted), OPS_OK);
	return granted;
}

static void
refuse(struct serving *s, const char *path)
{
	struct ops_attr a;
	struct ops_fh fh;

	assert_int_equal(walk(s, path, &fh), OPS_OK);
	assert_int_equal(may(s, &fh), OPS_ACCESS_READ);
	assert_int_equal(ops_getattr(s->ops, &fh, &a), OPS_OK);
	assert_int_equal(a.mode, 0444);
	assert_int_equal(write_at(s, &fh, 0, "A", 1), OPS_ACCES);
	assert_int_equal(write_at(s, &fh, a.size, "A", 1), OPS_ACCES);
	assert_int_equal(truncate_to(s, &fh, 0), OPS_ACCES);
	assert_int_equal(truncate_to(s, &fh, 80), OPS_ACCES);
	assert_int_equal(size_of(s, &fh), a.size);
}

/* READ is not enough, to whom UPDATE is granted it is. */
static void
test_update(void **state)
{
	struct fixture *f = *state;
	struct ops_attr a;
	struct serving s;
	struct ops_fh fh;

	make_sets(f);
	serve_writing(f, &s);
	become(&s, &nobody);
	refuse(&s, "A.READ");
	refuse(&s, "A.LIB/M");
	refuse(&s, "A.KSDS");
	assert_int_equal(walk(&s, "text/A.UPDATE", &fh), OPS_OK);
	assert_int_equal(may(&s, &fh),
	    OPS_ACCESS_READ | OPS_ACCESS_MODIFY | OPS_ACCESS_EXTEND);
	assert_int_equal(truncate_to(&s, &fh, 0), OPS_OK);
	assert_int_equal(write_at(&s, &fh, 0, "HIS\n", 4), OPS_OK);
	assert_int_equal(ops_commit(s.ops, &fh), OPS_OK);
	settle(&s); /* in his name */
	assert_reads(&s, &fh, "HIS\n", 4);
	assert_int_equal(ops_getattr(s.ops, &fh, &a), OPS_OK);
	assert_int_equal(a.mode, 0666);
	serve_end(&s);
}

/* What is made: a data set needs ALTER, a member UPDATE of its library. */
static void
test_create(void **state)
{
	struct fixture *f = *state;
	struct ops_fh root, lib, fh, other;
	struct ops_attr a;
	struct serving s;

	make_sets(f);
	serve_writing(f, &s);
	become(&s, &nobody);
	assert_int_equal(walk(&s, "", &root), OPS_OK);
	assert_int_equal(walk(&s, "A.LIB", &lib), OPS_OK);
	assert_int_equal(ops_create(s.ops, &root, "A.NEW", 5, OPS_UNCHECKED,
			     NULL, NULL, &fh, &a),
	    OPS_ACCES);
	assert_int_equal(ops_create(s.ops, &lib, "NEW", 3, OPS_UNCHECKED, NULL,
			     NULL, &fh, &a),
	    OPS_ACCES);
	assert_false(there(f, "A.NEW"));
	/* A temporary file is his alone. */
	assert_int_equal(ops_create(s.ops, &lib, "M~", 2, OPS_UNCHECKED, NULL,
			     NULL, &fh, &a),
	    OPS_OK);
	assert_int_equal(write_at(&s, &fh, 0, "A", 1), OPS_OK);
	assert_int_equal(
	    ops_rename(s.ops, &lib, "M~", 2, &lib, "M", 1), OPS_ACCES);
	become(&s, &me);
	assert_int_equal(write_at(&s, &fh, 0, "A", 1), OPS_ACCES);
	assert_int_equal(ops_create(s.ops, &lib, "NEW", 3, OPS_UNCHECKED, NULL,
			     NULL, &other, &a),
	    OPS_OK);
	serve_end(&s);
	f->sys->config.security = false;
	assert_records(f, "A.LIB(M)", 0, 3, true);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_update),
	    T(test_create),
	};

	return cmocka_run_group_tests_name(
	    "nfs-write-security", tests, NULL, NULL);
}

/* The name space: what is found under which name, and which error else. */
#include "services/gdg.h"
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"

static void
make_sets(struct fixture *f)
{
	set_cluster(f, "PAY.MASTER", DS_ORG_KSDS, true);
	set_nonvsam(f, "PAY.INPUT.DAILY", DS_RECFM_FB, 0);
	set_nonvsam(f, "PAY.SOURCE", DS_RECFM_FB, 1);
	set_fill(f, "PAY.SOURCE(BETA)", 0, 3, true);
	set_fill(f, "PAY.SOURCE(ALPHA)", 0, 2, true);
	set_nonvsam(f, "SINGLE", DS_RECFM_VB, 0);
}

static void
check(
    struct serving *s, const char *path, enum ops_status st, enum ops_type type)
{
	struct ops_attr a = {0};
	enum ops_status is = stat_path(s, path, &a);

	if (is != st)
		print_message("# %s: %s\n", path, ops_status_text(is));
	assert_int_equal(is, st);
	if (st == OPS_OK)
		assert_int_equal(a.type, type);
}

static void
test_types(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	make_sets(f);
	serve(f, &s);
	check(&s, "", OPS_OK, OPS_DIR);
	check(&s, "PAY.MASTER", OPS_OK, OPS_REG);
	check(&s, "pay.Master", OPS_OK, OPS_REG);
	check(&s, "PAY.INPUT.DAILY", OPS_OK, OPS_REG);
	check(&s, "PAY.SOURCE", OPS_OK, OPS_DIR);
	check(&s, "PAY.SOURCE/alpha", OPS_OK, OPS_REG);
	check(&s, "SINGLE", OPS_OK, OPS_REG);
	check(&s, "PAY", OPS_OK, OPS_DIR);
	check(&s, "PAY/INPUT.DAILY", OPS_OK, OPS_REG);
	check(&s, "PAY/INPUT/DAILY", OPS_OK, OPS_REG);
	check(&s, "PAY/SOURCE/BETA", OPS_OK, OPS_REG);
	check(&s, "text/PAY/SOURCE/BETA", OPS_OK, OPS_REG);
	check(&s, "PAY.SOURCE/./..", OPS_OK, OPS_DIR);
	serve_end(&s);
}

static void
test_errors(void **state)
{
	char name[300];
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh, root;

	make_sets(f);
	serve(f, &s);
	check(&s, "PAY.NONE", OPS_NOENT, 0);
	check(&s, "PAY.MASTER.DATA", OPS_NOENT, 0); /* a component */
	check(&s, ".vimrc.swp", OPS_NOENT, 0);
	check(&s, "TOOLONGQUALIFIER", OPS_NOENT, 0);
	check(&s, "A B", OPS_NOENT, 0);
	check(&s, "PAY.MASTER/X", OPS_NOTDIR, 0);
	check(&s, "PAY.SOURCE/GAMMA", OPS_NOENT, 0);
	check(&s, "PAY.SOURCE/MUCHTOOLONG", OPS_NOENT, 0);
	check(&s, "PAY.MASTER,ebcdic", OPS_INVAL, 0);
	check(&s, ",text", OPS_NOENT, 0);
	assert_int_equal(walk(&s, "", &root), OPS_OK);
	memset(name, 'A', sizeof(name));
	assert_int_equal(
	    ops_lookup(s.ops, &root, name, 255, &fh, NULL), OPS_NOENT);
	assert_int_equal(
	    ops_lookup(s.ops, &root, name, 256, &fh, NULL), OPS_NAMETOOLONG);
	assert_int_equal(
	    ops_lookup(s.ops, &root, "A\0B", 3, &fh, NULL), OPS_INVAL);
	assert_int_equal(
	    ops_lookup(s.ops, &root, "A/B", 3, &fh, NULL), OPS_INVAL);
	assert_int_equal(ops_lookup(s.ops, &root, "", 0, &fh, NULL), OPS_INVAL);
	assert_int_equal(
	    ops_lookup(s.ops, &root, "\xff\xfe", 2, &fh, NULL), OPS_NOENT);
	serve_end(&s);
}

/* The view is part of the handle and of the file number. */
static void
test_views(void **state)
{
	struct ops_attr bin, text, suffixed, rdw;
	struct fixture *f = *state;
	struct serving s;

	make_sets(f);
	serve(f, &s);
	assert_int_equal(stat_path(&s, "PAY.SOURCE/BETA", &bin), OPS_OK);
	assert_int_equal(stat_path(&s, "text/PAY.SOURCE/BETA", &text), OPS_OK);
	assert_int_equal(
	    stat_path(&s, "PAY.SOURCE/BETA,text", &suffixed), OPS_OK);
	assert_int_equal(stat_path(&s, "PAY.SOURCE,rdw/BETA", &rdw), OPS_OK);
	assert_int_equal(bin.size, 3 * SET_FIXED);
	assert_int_equal(rdw.size, 3 * (SET_FIXED + 4));
	/* Record i: i blanks less, the X'51' one byte more, the newline. */
	assert_int_equal(text.size, 3 * (SET_FIXED + 2) - (0 + 1 + 2));
	assert_int_equal(text.fileid, suffixed.fileid);
	assert_true(text.fileid != bin.fileid && rdw.fileid != bin.fileid);
	serve_end(&s);
}

static void
test_mount(void **state)
{
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh, in;
	uint16_t export;

	make_sets(f);
	serve(f, &s);
	assert_int_equal(ops_mount(s.ops, "/PAY", OPS_TEXT, 9, &fh), OPS_OK);
	assert_int_equal(
	    ops_lookup(s.ops, &fh, "source", 6, &in, NULL), OPS_OK);
	assert_int_equal(ops_lookup(s.ops, &in, "beta", 4, &in, NULL), OPS_OK);
	assert_true(ops_fh_export(&in, &export));
	assert_int_equal(export, 9);
	assert_int_equal(
	    ops_mount(s.ops, "/rdw/PAY.SOURCE", OPS_BINARY, 9, &fh), OPS_OK);
	assert_int_equal(
	    ops_mount(s.ops, "/PAY.MASTER", OPS_BINARY, 9, &fh), OPS_NOTDIR);
	assert_int_equal(
	    ops_mount(s.ops, "/NONE", OPS_BINARY, 9, &fh), OPS_NOENT);
	serve_end(&s);
}

static void
test_generations(void **state)
{
	static const struct ds_define_gdg base = {
	    .name = "PAY.GROUP", .limit = 5};
	struct fixture *f = *state;
	char target[OPS_LINK_MAX], name[60];
	struct serving s;
	struct ops_fh fh;
	size_t len;

	assert_int_equal(ds_define_gdg(f->sys, &base, &f->diag), DS_OK);
	for (int i = 1; i <= 3; i++) {
		snprintf(name, sizeof(name), "PAY.GROUP.G000%dV00", i);
		set_nonvsam(f, name, DS_RECFM_FB, 0);
		set_fill(f, name, 0, (uint32_t)i, true);
		assert_int_equal(
		    ds_gdg_rollin(f->sys, NULL, name, NULL, NULL, &f->diag),
		    DS_OK);
	}
	serve(f, &s);
	check(&s, "PAY.GROUP", OPS_OK, OPS_DIR);
	check(&s, "PAY.GROUP/G0002V00", OPS_OK, OPS_REG);
	check(&s, "PAY.GROUP.G0002V00", OPS_OK, OPS_REG);
	check(&s, "PAY.GROUP/0", OPS_OK, OPS_LNK);
	check(&s, "PAY.GROUP/-2", OPS_OK, OPS_LNK);
	check(&s, "PAY.GROUP/-3", OPS_NOENT, 0);
	check(&s, "PAY.GROUP/+1", OPS_NOENT, 0);
	check(&s, "PAY.GROUP/G0009V00", OPS_NOENT, 0);
	assert_int_equal(walk(&s, "PAY.GROUP/(-1)", &fh), OPS_OK);
	assert_int_equal(ops_readlink(s.ops, &fh, target, &len), OPS_OK);
	assert_int_equal(len, 8);
	assert_memory_equal(target, "G0002V00", 8);
	assert_int_equal(walk(&s, "PAY.GROUP/G0001V00", &fh), OPS_OK);
	assert_int_equal(ops_readlink(s.ops, &fh, target, &len), OPS_INVAL);
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_types),
	    T(test_errors),
	    T(test_views),
	    T(test_mount),
	    T(test_generations),
	};

	return cmocka_run_group_tests_name("nfs-names", tests, NULL, NULL);
}

/* Directories: what they list, by any pages, behind any cookie. */
#include "services/library.h"
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"

enum { NAMES = 300 };

struct listing {
	char names[NAMES + 10][50];
	uint64_t cookies[NAMES + 10], fileids[NAMES + 10];
	struct ops_attr attrs[NAMES + 10];
	bool has_attr[NAMES + 10];
	int n, room;
};

static bool
take(void *ctx, const struct ops_dirent *e)
{
	struct listing *l = ctx;

	if (l->room-- == 0)
		return false;
	assert_true(l->n < NAMES + 10);
	snprintf(
	    l->names[l->n], sizeof(l->names[0]), "%.*s", (int)e->len, e->name);
	l->cookies[l->n] = e->cookie;
	l->fileids[l->n] = e->fileid;
	l->has_attr[l->n] = e->has_attr;
	l->attrs[l->n++] = e->attr;
	return true;
}

/* By pages of page entries. */
static void
list(struct serving *s, const struct ops_fh *fh, int page, bool attr,
    struct listing *l)
{
	uint64_t cookie = 0;
	bool eof = false;

	l->n = 0;
	while (!eof) {
		l->room = page;
		assert_int_equal(
		    ops_readdir(s->ops, fh, cookie, true, attr, take, l, &eof),
		    OPS_OK);
		cookie = l->n > 0 ? l->cookies[l->n - 1] : 0;
	}
}

static struct listing first, again;

static void
check_same(void)
{
	assert_int_equal(again.n, first.n);
	for (int i = 0; i < first.n; i++) {
		assert_string_equal(again.names[i], first.names[i]);
		assert_int_equal(again.cookies[i], first.cookies[i]);
		assert_int_equal(again.fileids[i], first.fileids[i]);
	}
}

static void
test_library(void **state)
{
	static const char *const names[] = {
	    ".", "..", "ALPHA", "BETA", "GAMMA"};
	struct fixture *f = *state;
	struct ops_attr a;
	struct serving s;
	struct ops_fh fh;

	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	set_fill(f, "A.LIB(BETA)", 0, 2, true);
	set_fill(f, "A.LIB(GAMMA)", 0, 3, true);
	set_fill(f, "A.LIB(ALPHA)", 0, 1, true);
	serve(f, &s);
	assert_int_equal(walk(&s, "A.LIB", &fh), OPS_OK);
	list(&s, &fh, 100, true, &first);
	assert_int_equal(first.n, 5);
	for (int i = 0; i < 5; i++) {
		assert_string_equal(first.names[i], names[i]);
		assert_true(first.has_attr[i]);
		if (i >= 2)
			assert_int_equal(
			    first.attrs[i].size, (i - 1) * SET_FIXED);
	}
	assert_int_equal(stat_path(&s, "A.LIB/GAMMA", &a), OPS_OK);
	assert_int_equal(a.fileid, first.fileids[4]);
	for (int page = 1; page < 5; page++) {
		list(&s, &fh, page, false, &again);
		check_same();
	}
	serve_end(&s);
}

/* All of the root by full name, what is below a level by the rest. */
static void
test_root(void **state)
{
	static const char *const names[] = {
	    ".", "..", "A.KSDS", "A.LIB", "A.Z.PS", "B.PS"};
	static const char *const below[] = {".", "..", "KSDS", "LIB", "Z.PS"};
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh;

	set_nonvsam(f, "B.PS", DS_RECFM_FB, 0);
	set_nonvsam(f, "A.Z.PS", DS_RECFM_FB, 0);
	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	set_cluster(f, "A.KSDS", DS_ORG_KSDS, true);
	serve(f, &s);
	assert_int_equal(walk(&s, "", &fh), OPS_OK);
	list(&s, &fh, 100, true, &first);
	assert_int_equal(first.n, 6);
	for (int i = 0; i < 6; i++)
		assert_string_equal(first.names[i], names[i]);
	assert_int_equal(first.attrs[2].type, OPS_REG);
	assert_int_equal(first.attrs[3].type, OPS_DIR);
	assert_int_equal(walk(&s, "A", &fh), OPS_OK);
	list(&s, &fh, 100, true, &first);
	assert_int_equal(first.n, 5);
	for (int i = 0; i < 5; i++)
		assert_string_equal(first.names[i], below[i]);
	for (int page = 1; page < 5; page++) {
		list(&s, &fh, page, false, &again);
		check_same();
	}
	serve_end(&s);
}

static void
make_many(struct fixture *f)
{
	char name[60];

	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	for (int i = 0; i < NAMES; i++) {
		snprintf(name, sizeof(name), "A.LIB(M%d)", i * 7919 % 10000);
		set_fill(f, name, 0, 1, true);
	}
}

/* A cookie says the same to the next server, and when entries have gone: what
 * was given is not given again, what is behind it is. */
static void
test_cookies(void **state)
{
	struct fixture *f = *state;
	struct ds_library *lib = NULL;
	struct serving s;
	struct ops_fh fh;
	bool eof;

	make_many(f);
	serve(f, &s);
	assert_int_equal(walk(&s, "A.LIB", &fh), OPS_OK);
	list(&s, &fh, 1000, false, &first);
	assert_int_equal(first.n, NAMES + 2);
	list(&s, &fh, 17, false, &again);
	check_same();
	serve_end(&s);
	serve(f, &s);
	again.n = 0;
	again.room = 3;
	assert_int_equal(ops_readdir(s.ops, &fh, first.cookies[100], true,
			     false, take, &again, &eof),
	    OPS_OK);
	assert_false(eof);
	assert_string_equal(again.names[0], first.names[101]);
	/* The entry that the reply ended with goes. */
	assert_int_equal(
	    ds_library_open(f->sys, "A.LIB", DD_SHR, true, &lib, &f->diag),
	    DS_OK);
	assert_int_equal(
	    ds_member_delete(lib, again.names[2], &f->diag), DS_OK);
	assert_int_equal(ds_library_close(&lib, &f->diag), DS_OK);
	again.room = 1;
	assert_int_equal(ops_readdir(s.ops, &fh, again.cookies[2], true, false,
			     take, &again, &eof),
	    OPS_OK);
	assert_string_equal(again.names[3], first.names[104]);
	/* Behind the last there is nothing. */
	again.n = 0;
	assert_int_equal(ops_readdir(s.ops, &fh, first.cookies[NAMES + 1], true,
			     false, take, &again, &eof),
	    OPS_OK);
	assert_int_equal(again.n, 0);
	assert_true(eof);
	serve_end(&s);
}

static void
test_errors(void **state)
{
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh;
	bool eof;

	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	set_fill(f, "A.LIB(M)", 0, 1, true);
	serve(f, &s);
	assert_int_equal(walk(&s, "A.LIB", &fh), OPS_OK);
	again.room = 0;
	assert_int_equal(
	    ops_readdir(s.ops, &fh, 0, true, false, take, &again, &eof),
	    OPS_TOOSMALL);
	again.room = 0;
	assert_int_equal(
	    ops_readdir(s.ops, &fh, 2, true, false, take, &again, &eof),
	    OPS_TOOSMALL);
	assert_int_equal(
	    ops_readdir(s.ops, &fh, 123456789, true, false, take, &again, &eof),
	    OPS_BADCOOKIE);
	assert_int_equal(walk(&s, "A.LIB/M", &fh), OPS_OK);
	assert_int_equal(
	    ops_readdir(s.ops, &fh, 0, true, false, take, &again, &eof),
	    OPS_NOTDIR);
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_library),
	    T(test_root),
	    T(test_cookies),
	    T(test_errors),
	};

	return cmocka_run_group_tests_name("nfs-readdir", tests, NULL, NULL);
}

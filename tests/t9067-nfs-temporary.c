/*
 * Files of temporary names, and data sets that are saved by renaming one: as
 * rsync, vim and sed do it.
 */
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs_write.h"

enum { OLD = 20, MANY = 200 };

static void
make_sets(struct fixture *f)
{
	set_nonvsam(f, "A.FB", DS_RECFM_FB, 0);
	set_fill(f, "A.FB", 0, OLD, true);
	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	set_fill(f, "A.LIB(M)", 0, OLD, true);
}

static enum ops_status
make(struct serving *s, const struct ops_fh *dir, const char *name,
    struct ops_fh *fh)
{
	struct ops_attr a;

	return ops_create(
	    s->ops, dir, name, strlen(name), OPS_UNCHECKED, NULL, NULL, fh, &a);
}

static enum ops_status
move(struct serving *s, const struct ops_fh *dir, const char *from,
    const char *to)
{
	return ops_rename(s->ops, dir, from, strlen(from), dir, to, strlen(to));
}

static enum ops_status
look(struct serving *s, const struct ops_fh *dir, const char *name)
{
	struct ops_fh fh;

	return ops_lookup(s->ops, dir, name, strlen(name), &fh, NULL);
}

static void
write_all(struct serving *s, const struct ops_fh *fh, uint32_t n)
{
	size_t len;
	uint8_t *all = set_stream(OPS_TEXT, n, true, &len);

	write_shuffled(s, fh, all, len, 700);
	assert_reads(s, fh, all, len);
	assert_int_equal(ops_commit(s->ops, fh), OPS_OK);
	free(all);
}

/* Names that programs make; those that are a data set's or a member's are. */
static void
test_names(void **state)
{
	static const char *const temporary[] = {".A.FB.x1Y2z3", "A.FB~", "4913",
	    "sedAb12Cd", "tmp_x", "a b.swp", ".nfs0000"};
	static const char *const none[] = {"no name", "x.y.z+", "A..B", "AB_C"};
	struct fixture *f = *state;
	struct ops_fh root, lib, fh;
	struct serving s;

	make_sets(f);
	serve_writing(f, &s);
	assert_int_equal(walk(&s, "", &root), OPS_OK);
	assert_int_equal(walk(&s, "A.LIB", &lib), OPS_OK);
	for (size_t i = 0; i < sizeof(temporary) / sizeof(temporary[0]); i++) {
		assert_int_equal(look(&s, &lib, temporary[i]), OPS_NOENT);
		assert_int_equal(make(&s, &lib, temporary[i], &fh), OPS_OK);
		assert_int_equal(look(&s, &lib, temporary[i]), OPS_OK);
		assert_int_equal(look(&s, &root, temporary[i]), OPS_NOENT);
		assert_int_equal(make(&s, &root, temporary[i], &fh), OPS_OK);
	}
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		assert_int_equal(make(&s, &root, none[i], &fh), OPS_BADNAME);
		assert_int_equal(make(&s, &lib, none[i], &fh), OPS_BADNAME);
	}
	assert_int_equal(make(&s, &root, "a.tmp", &fh), OPS_OK);
	assert_true(there(f, "A.TMP"));
	assert_int_equal(make(&s, &lib, "a.tmp", &fh), OPS_OK);
	serve_end(&s);
}

static bool
count_one(void *ctx, const struct ops_dirent *e)
{
	(void)e;
	++*(int *)ctx;
	return true;
}

static void
save(struct fixture *f, struct serving *s, const char *dir, const char *temp,
    const char *to, const char *name)
{
	struct ops_attr a;
	struct ops_fh d, fh;
	int n = 0, m = 0;
	uint8_t *all;
	size_t len;
	bool eof;

	assert_int_equal(walk(s, dir, &d), OPS_OK);
	assert_int_equal(
	    ops_readdir(s->ops, &d, 0, false, true, count_one, &n, &eof),
	    OPS_OK);
	assert_int_equal(make(s, &d, temp, &fh), OPS_OK);
	write_all(s, &fh, MANY);
	assert_int_equal(
	    ops_readdir(s->ops, &d, 0, false, true, count_one, &m, &eof),
	    OPS_OK);
	assert_int_equal(n, m); /* it is not listed */
	assert_int_equal(move(s, &d, temp, to), OPS_OK);
	assert_int_equal(look(s, &d, temp), OPS_NOENT);
	assert_int_equal(ops_getattr(s->ops, &fh, &a), OPS_STALE);
	assert_int_equal(
	    ops_lookup(s->ops, &d, to, strlen(to), &fh, NULL), OPS_OK);
	all = set_stream(OPS_TEXT, MANY, true, &len);
	assert_reads(s, &fh, all, len);
	settle(s);
	assert_records(f, name, 0, MANY, true);
	free(all);
}

static void
test_save(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent;
	struct serving s;

	make_sets(f);
	serve_writing(f, &s);
	save(f, &s, "text", ".A.FB.x1Y2z3", "A.FB", "A.FB");
	save(f, &s, "", ".A.FB.x1Y2z3", "a.fb,text", "A.FB");
	save(f, &s, "text/A.LIB", "sedAb12Cd", "M", "A.LIB(M)");
	save(f, &s, "text/A.LIB", "NEW~", "NEW", "A.LIB(NEW)");
	/* Attributes stay. */
	ent = locate(f, "A.FB");
	assert_int_equal(ent->recfm, DS_RECFM_FB);
	ds_entry_free(&ent);
	serve_end(&s);
}

/* Nothing is changed by what cannot be stored; the file is there as before. */
static void
test_refused(void **state)
{
	struct fixture *f = *state;
	struct ops_fh d, fh;
	struct serving s;
	char line[82];

	memset(line, 'A', sizeof(line));
	make_sets(f);
	serve_writing(f, &s);
	assert_int_equal(walk(&s, "text/A.LIB", &d), OPS_OK);
	assert_int_equal(make(&s, &d, "M~", &fh), OPS_OK);
	assert_int_equal(write_at(&s, &fh, 0, line, sizeof(line)), OPS_OK);
	assert_int_equal(move(&s, &d, "M~", "M"), OPS_FBIG);
	assert_int_equal(move(&s, &d, "M~", "NEW"), OPS_FBIG);
	assert_int_equal(look(&s, &d, "NEW"), OPS_NOENT);
	assert_reads(&s, &fh, line, sizeof(line));
	assert_records(f, "A.LIB(M)", 0, OLD, true);
	/* A data set under such a name would not be one any more. */
	assert_int_equal(move(&s, &d, "M", "M.bak"), OPS_BADNAME);
	assert_int_equal(move(&s, &d, "M~", "no name"), OPS_BADNAME);
	/* Cut to what fits it is well. */
	assert_int_equal(truncate_to(&s, &fh, 80), OPS_OK);
	assert_int_equal(size_of(&s, &fh), 80);
	assert_int_equal(move(&s, &d, "M~", "N~"), OPS_OK);
	assert_int_equal(look(&s, &d, "M~"), OPS_NOENT);
	assert_int_equal(move(&s, &d, "N~", "M"), OPS_OK);
	assert_int_equal(make(&s, &d, "A~", &fh), OPS_OK);
	assert_int_equal(ops_remove(s.ops, &d, "A~", 2, false), OPS_OK);
	assert_int_equal(look(&s, &d, "A~"), OPS_NOENT);
	assert_int_equal(write_at(&s, &fh, 0, "A", 1), OPS_STALE);
	serve_end(&s);
}

/* They outlive the server, as what was committed does. */
static void
test_restart(void **state)
{
	struct fixture *f = *state;
	struct ops_fh d, fh;
	struct serving s;

	make_sets(f);
	serve_writing(f, &s);
	assert_int_equal(walk(&s, "text", &d), OPS_OK);
	assert_int_equal(make(&s, &d, ".A.FB.x", &fh), OPS_OK);
	write_all(&s, &fh, MANY);
	serve_end(&s);
	serve_writing(f, &s);
	assert_int_not_equal(size_of(&s, &fh), 0);
	assert_int_equal(move(&s, &d, ".A.FB.x", "A.FB"), OPS_OK);
	settle(&s);
	assert_records(f, "A.FB", 0, MANY, true);
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_names),
	    T(test_save),
	    T(test_refused),
	    T(test_restart),
	};

	return cmocka_run_group_tests_name("nfs-temporary", tests, NULL, NULL);
}

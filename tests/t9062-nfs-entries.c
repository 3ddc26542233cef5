/* Names that are changed: remove, rename, mkdir. */
#include "services/catalogs.h"
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"

static void
serve_writable(struct fixture *f, struct serving *s)
{
	serve_with(
	    f, (struct ops_config){.idle_ms = 600000, .writable = true}, s);
}

/* Both are paths; the last part is the name. */
static enum ops_status
split(struct serving *s, const char *path, struct ops_fh *dirp,
    const char **namep)
{
	const char *slash = strrchr(path, '/');
	char dir[100] = "";

	*namep = slash != NULL ? slash + 1 : path;
	if (slash != NULL)
		snprintf(dir, sizeof(dir), "%.*s", (int)(slash - path), path);
	return walk(s, dir, dirp);
}

static enum ops_status
unlink_path(struct serving *s, const char *path, bool directory)
{
	struct ops_fh dir;
	const char *name;

	assert_int_equal(split(s, path, &dir, &name), OPS_OK);
	return ops_remove(s->ops, &dir, name, strlen(name), directory);
}

static enum ops_status
rename_path(struct serving *s, const char *from, const char *to)
{
	struct ops_fh a, b;
	const char *an, *bn;

	assert_int_equal(split(s, from, &a, &an), OPS_OK);
	assert_int_equal(split(s, to, &b, &bn), OPS_OK);
	return ops_rename(s->ops, &a, an, strlen(an), &b, bn, strlen(bn));
}

static enum ops_status
mkdir_path(struct serving *s, const char *path)
{
	struct ops_attr a = {0};
	struct ops_fh dir, fh;
	enum ops_status st;
	const char *name;

	assert_int_equal(split(s, path, &dir, &name), OPS_OK);
	st = ops_mkdir(s->ops, &dir, name, strlen(name), &fh, &a);
	if (st == OPS_OK)
		assert_int_equal(a.type, OPS_DIR);
	return st;
}

static void
make_sets(struct fixture *f)
{
	set_cluster(f, "A.KSDS", DS_ORG_KSDS, true);
	set_fill(f, "A.KSDS", 0, 10, true);
	set_nonvsam(f, "A.PS", DS_RECFM_FB, 0);
	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	set_fill(f, "A.LIB(M)", 0, 2, true);
	set_fill(f, "A.LIB(N)", 0, 3, true);
	set_nonvsam(f, "A.EMPTY", DS_RECFM_FB, 2);
}

static void
test_read_only(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	make_sets(f);
	serve(f, &s);
	assert_int_equal(unlink_path(&s, "A.PS", false), OPS_ROFS);
	assert_int_equal(unlink_path(&s, "A.LIB/M", false), OPS_ROFS);
	assert_int_equal(rename_path(&s, "A.PS", "A.Q"), OPS_ROFS);
	assert_int_equal(mkdir_path(&s, "A.NEW"), OPS_ROFS);
	assert_true(there(f, "A.PS"));
	serve_end(&s);
}

static void
test_remove(void **state)
{
	struct fixture *f = *state;
	struct ops_attr a;
	struct serving s;
	struct ops_fh fh;
	size_t len;

	make_sets(f);
	serve_writable(f, &s);
	/* Open here, which does not keep it. */
	assert_int_equal(walk(&s, "A.KSDS", &fh), OPS_OK);
	free(read_all(&s, &fh, 0, 100, &len));
	assert_int_equal(unlink_path(&s, "A.KSDS", true), OPS_NOTDIR);
	assert_int_equal(unlink_path(&s, "A/KSDS", false), OPS_OK);
	assert_false(there(f, "A.KSDS"));
	assert_int_equal(ops_getattr(s.ops, &fh, &a), OPS_STALE);
	assert_int_equal(unlink_path(&s, "A.KSDS", false), OPS_NOENT);
	assert_int_equal(unlink_path(&s, "A.LIB", false), OPS_ISDIR);
	assert_int_equal(unlink_path(&s, "A.LIB", true), OPS_NOTEMPTY);
	assert_int_equal(unlink_path(&s, "A", true), OPS_NOTEMPTY);
	assert_int_equal(unlink_path(&s, "text", true), OPS_NOTEMPTY);
	assert_int_equal(unlink_path(&s, ".", true), OPS_INVAL);
	assert_int_equal(walk(&s, "A.LIB/M", &fh), OPS_OK);
	free(read_all(&s, &fh, 0, 100, &len));
	assert_int_equal(unlink_path(&s, "A.LIB/m", false), OPS_OK);
	assert_int_equal(stat_path(&s, "A.LIB/M", &a), OPS_NOENT);
	assert_int_equal(unlink_path(&s, "A.LIB/N", false), OPS_OK);
	assert_int_equal(unlink_path(&s, "A.LIB", true), OPS_OK);
	assert_int_equal(unlink_path(&s, "A.EMPTY", true), OPS_OK);
	assert_false(there(f, "A.LIB"));
	serve_end(&s);
}

/* An alias goes itself, what it leads to stays. */
static void
test_alias(void **state)
{
	struct ds_define_alias def;
	struct fixture *f = *state;
	struct ops_attr a, b;
	struct serving s;

	make_sets(f);
	memset(&def, 0, sizeof(def));
	strcpy(def.name, "A.ALSO");
	strcpy(def.target, "A.PS");
	assert_int_equal(ds_define_alias(f->sys, &def, &f->diag), DS_OK);
	serve_writable(f, &s);
	assert_int_equal(stat_path(&s, "A.ALSO", &a), OPS_OK);
	assert_int_equal(stat_path(&s, "A.PS", &b), OPS_OK);
	assert_int_equal(a.fileid, b.fileid);
	assert_int_equal(rename_path(&s, "A.ALSO", "A.OTHER"), OPS_PERM);
	assert_int_equal(unlink_path(&s, "A.ALSO", false), OPS_OK);
	assert_true(there(f, "A.PS"));
	assert_int_equal(stat_path(&s, "A.ALSO", &a), OPS_NOENT);
	serve_end(&s);
}

static void
test_rename(void **state)
{
	struct fixture *f = *state;
	struct ops_attr a, b;
	struct serving s;

	make_sets(f);
	serve_writable(f, &s);
	assert_int_equal(stat_path(&s, "A.KSDS", &a), OPS_OK);
	assert_int_equal(rename_path(&s, "A.KSDS", "b.new"), OPS_OK);
	assert_int_equal(stat_path(&s, "B.NEW", &b), OPS_OK);
	assert_int_equal(a.fileid, b.fileid);
	assert_int_equal(rename_path(&s, "B/NEW", "A/BACK"), OPS_OK);
	assert_true(there(f, "A.BACK"));
	assert_int_equal(rename_path(&s, "A.BACK", "A.BACK"), OPS_OK);
	assert_int_equal(rename_path(&s, "A.PS", "A.BACK"), OPS_EXIST);
	assert_int_equal(rename_path(&s, "A.PS", ".A.PS.swp"), OPS_BADNAME);
	assert_int_equal(rename_path(&s, "A.PS", "A.LIB/X"), OPS_XDEV);
	assert_int_equal(rename_path(&s, "A.LIB/M", "M"), OPS_XDEV);
	assert_int_equal(rename_path(&s, "A.LIB/M", "A.EMPTY/M"), OPS_XDEV);
	assert_int_equal(rename_path(&s, "A.LIB/M", "A.LIB/new"), OPS_OK);
	assert_int_equal(rename_path(&s, "A.LIB/NEW", "A.LIB/N"), OPS_EXIST);
	assert_int_equal(rename_path(&s, "A.LIB/NEW", "A.LIB/9X"), OPS_BADNAME);
	assert_int_equal(rename_path(&s, "A.LIB/M", "A.LIB/X"), OPS_NOENT);
	assert_int_equal(stat_path(&s, "A.LIB/NEW", &a), OPS_OK);
	assert_int_equal(a.size, 2 * SET_FIXED);
	assert_int_equal(rename_path(&s, "A.LIB", "A.LIB2"), OPS_OK);
	assert_int_equal(stat_path(&s, "A.LIB2/N", &a), OPS_OK);
	serve_end(&s);
}

static void
test_mkdir(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	make_sets(f);
	serve_writable(f, &s);
	assert_int_equal(mkdir_path(&s, "my.library"), OPS_OK);
	assert_int_equal(mkdir_path(&s, "MY/OTHER"), OPS_OK);
	assert_true(there(f, "MY.OTHER"));
	assert_int_equal(mkdir_path(&s, "MY.LIBRARY"), OPS_EXIST);
	assert_int_equal(mkdir_path(&s, "MY.LIBRARY/SUB"), OPS_INVAL);
	assert_int_equal(mkdir_path(&s, "no name"), OPS_BADNAME);
	set_fill(f, "MY.LIBRARY(M)", 0, 5, false);
	serve_end(&s);
}

/* Who has it keeps it. */
static void
test_in_use(void **state)
{
	struct fixture *f = *state;
	struct ds_file *file = NULL;
	struct serving s;

	make_sets(f);
	serve_writable(f, &s);
	assert_int_equal(
	    ds_open_name(f->sys, "A.KSDS", DS_INPUT, &file, &f->diag), DS_OK);
	assert_int_equal(unlink_path(&s, "A.KSDS", false), OPS_DELAY);
	assert_int_equal(rename_path(&s, "A.KSDS", "B.KSDS"), OPS_DELAY);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	assert_int_equal(unlink_path(&s, "A.KSDS", false), OPS_OK);
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_read_only),
	    T(test_remove),
	    T(test_alias),
	    T(test_rename),
	    T(test_mkdir),
	    T(test_in_use),
	};

	return cmocka_run_group_tests_name("nfs-entries", tests, NULL, NULL);
}

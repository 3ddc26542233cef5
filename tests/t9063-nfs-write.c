/*
 * Sequential data sets and members that are written as files. What they are to
 * have is made by set_record, as bytes of each view by set_stream, by hand.
 */
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs_write.h"

enum { MANY = 300 };

struct kind {
	const char *name, *path;
	bool fixed;
};
/* path: behind the tree of a view */
static const struct kind kinds[] = {
    {"A.FB", "A.FB", true},
    {"A.VB", "A.VB", false},
    {"A.LIB(M)", "A.LIB/M", true},
    {"A.VLIB(M)", "A.VLIB/M", false},
    {"A.PDS(M)", "A.PDS/M", true},
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static void
make_sets(struct fixture *f, uint32_t n)
{
	set_nonvsam(f, "A.FB", DS_RECFM_FB, 0);
	set_nonvsam(f, "A.VB", DS_RECFM_VB, 0);
	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	set_nonvsam(f, "A.VLIB", DS_RECFM_VB, 2);
	set_nonvsam(f, "A.PDS", DS_RECFM_FB, 1);
	for (int k = 0; k < KINDS; k++)
		set_fill(f, kinds[k].name, 0, n, kinds[k].fixed);
}

static void
open_path(
    struct serving *s, const struct kind *k, enum ops_view v, struct ops_fh *fh)
{
	char path[80];

	snprintf(path, sizeof(path), "%s/%s", ops_view_names[v], k->path);
	assert_int_equal(walk(s, path, fh), OPS_OK);
}

/* Binary has no ends of records that differ. */
static bool
keeps_ends(const struct kind *k, enum ops_view v)
{
	return k->fixed || v != OPS_BINARY;
}

static void
replace(
    struct fixture *f, struct serving *s, const struct kind *k, enum ops_view v)
{
	size_t old_len, len;
	uint8_t *old = set_stream(v, 20, k->fixed, &old_len);
	uint8_t *new = set_stream(v, MANY, k->fixed, &len);
	struct ops_fh fh;

	open_path(s, k, v, &fh);
	as_client(s, 1);
	assert_int_equal(truncate_to(s, &fh, 0), OPS_OK);
	assert_reads(s, &fh, "", 0);
	write_shuffled(s, &fh, new, len, 1000);
	assert_reads(s, &fh, new, len);
	as_client(s, 2);
	assert_reads(s, &fh, old, old_len);
	assert_int_equal(write_at(s, &fh, 0, "x", 1), OPS_DELAY);
	as_client(s, 1);
	assert_int_equal(ops_commit(s->ops, &fh), OPS_OK);
	settle(s);
	as_client(s, 2);
	assert_reads(s, &fh, new, len);
	settle(s);
	if (keeps_ends(k, v))
		assert_records(f, k->name, 0, MANY, k->fixed);
	set_fill(f, k->name, 0, 20, k->fixed);
	free(new);
	free(old);
}

/* The old content is others' until the new one is published. */
static void
test_replace(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	make_sets(f, 20);
	serve_writing(f, &s);
	for (int k = 0; k < KINDS; k++)
		for (int v = 0; v < OPS_VIEWS; v++)
			replace(f, &s, &kinds[k], (enum ops_view)v);
	serve_end(&s);
}

static void
append(
    struct fixture *f, struct serving *s, const struct kind *k, enum ops_view v)
{
	size_t old, len;
	uint8_t *all;
	struct ops_fh fh;

	free(set_stream(v, 20, k->fixed, &old));
	all = set_stream(v, MANY, k->fixed, &len);
	open_path(s, k, v, &fh);
	/* As a client does that has the last page: from its beginning. */
	assert_int_equal(
	    write_at(s, &fh, old - 100, all + old - 100, 900), OPS_OK);
	assert_int_equal(size_of(s, &fh), old + 800);
	assert_int_equal(
	    write_at(s, &fh, old + 800, all + old + 800, len - old - 800),
	    OPS_OK);
	assert_reads(s, &fh, all, len);
	assert_int_equal(ops_commit(s->ops, &fh), OPS_OK);
	settle(s);
	assert_reads(s, &fh, all, len);
	settle(s);
	if (keeps_ends(k, v))
		assert_records(f, k->name, 0, MANY, k->fixed);
	set_fill(f, k->name, 0, 20, k->fixed);
	free(all);
}

static void
test_append(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	make_sets(f, 20);
	serve_writing(f, &s);
	for (int k = 0; k < KINDS; k++)
		for (int v = 0; v < OPS_VIEWS; v++)
			append(f, &s, &kinds[k], (enum ops_view)v);
	serve_end(&s);
}

/* Byte 2000 and 50 more become those of record 200's stream; nothing else. */
static void
edit(struct serving *s, const struct kind *k, enum ops_view v)
{
	uint8_t *all, old[2];
	struct ops_fh fh;
	size_t len;

	all = set_stream(v, 20, k->fixed, &len);
	open_path(s, k, v, &fh);
	/* Two letters within a record: lengths stay. */
	memcpy(old, all + 1000 + 12, 2);
	all[1012] = all[1013];
	all[1013] = old[0];
	if (!keeps_ends(k, v)) {
		assert_int_equal(
		    write_at(s, &fh, 1012, all + 1012, 2), OPS_INVAL);
		assert_non_null(strstr(s->log, "use text or rdw"));
		memcpy(all + 1012, old, 2);
	} else {
		assert_int_equal(write_at(s, &fh, 1012, all + 1012, 2), OPS_OK);
	}
	assert_reads(s, &fh, all, len);
	assert_int_equal(ops_commit(s->ops, &fh), OPS_OK);
	settle(s);
	assert_reads(s, &fh, all, len);
	/* Again as it was. */
	memcpy(all + 1012, old, 2);
	if (keeps_ends(k, v))
		assert_int_equal(write_at(s, &fh, 1012, all + 1012, 2), OPS_OK);
	assert_int_equal(ops_commit(s->ops, &fh), OPS_OK);
	settle(s);
	assert_reads(s, &fh, all, len);
	settle(s);
	free(all);
}

static void
test_edit(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	make_sets(f, 20);
	serve_writing(f, &s);
	for (int k = 0; k < KINDS; k++)
		for (int v = 0; v < OPS_VIEWS; v++) {
			edit(&s, &kinds[k], (enum ops_view)v);
			assert_records(f, kinds[k].name, 0, 20, kinds[k].fixed);
		}
	serve_end(&s);
}

/* To the end of record 5; then three zeros more, which F binary fills up. */
static void
test_truncate(void **state)
{
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh;
	uint8_t *all;
	size_t len;

	make_sets(f, 20);
	serve_writing(f, &s);
	all = set_stream(OPS_TEXT, 20, false, &len);
	free(set_stream(OPS_TEXT, 5, false, &len));
	open_path(&s, &kinds[1], OPS_TEXT, &fh);
	assert_int_equal(truncate_to(&s, &fh, len), OPS_OK);
	assert_reads(&s, &fh, all, len);
	settle(&s);
	assert_reads(&s, &fh, all, len);
	settle(&s);
	assert_records(f, "A.VB", 0, 5, false);
	free(all);
	all = set_stream(OPS_BINARY, 20, true, &len);
	all = realloc(all, len + SET_FIXED);
	memset(all + len, 0, SET_FIXED);
	open_path(&s, &kinds[0], OPS_BINARY, &fh);
	assert_int_equal(truncate_to(&s, &fh, len), OPS_OK); /* as it is */
	assert_int_equal(ops_idle(s.ops), -1);
	assert_int_equal(truncate_to(&s, &fh, len + 3), OPS_OK);
	assert_reads(&s, &fh, all, len + 3);
	ops_open(s.ops, &fh);
	assert_int_equal(ops_close(s.ops, &fh, false), OPS_OK);
	assert_reads(&s, &fh, all, len + SET_FIXED);
	free(all);
	serve_end(&s);
}

static void
test_empty(void **state)
{
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh;

	make_sets(f, 20);
	serve_writing(f, &s);
	for (int k = 0; k < KINDS; k++) {
		open_path(&s, &kinds[k], OPS_TEXT, &fh);
		assert_int_equal(truncate_to(&s, &fh, 0), OPS_OK);
		settle(&s);
		assert_reads(&s, &fh, "", 0);
		/* A last line without its end is a line. */
		assert_int_equal(write_at(&s, &fh, 0, "AB\n\nC", 5), OPS_OK);
		assert_int_equal(ops_open(s.ops, &fh), OPS_OK);
		assert_int_equal(ops_close(s.ops, &fh, false), OPS_OK);
		assert_reads(&s, &fh, "AB\n\nC\n", 6);
	}
	serve_end(&s);
}

/* What cannot be stored is said, and the old content stands. */
static void
refuse(struct serving *s, const struct kind *k, enum ops_view v,
    const void *data, size_t len, enum ops_status want)
{
	size_t old_len;
	uint8_t *old = set_stream(v, 20, k->fixed, &old_len);
	struct ops_fh fh;

	open_path(s, k, v, &fh);
	assert_int_equal(truncate_to(s, &fh, 0), OPS_OK);
	/* Of what does not come in order COMMIT tells it. */
	write_shuffled(s, &fh, data, len, (len + 1) / 2);
	assert_int_equal(ops_commit(s->ops, &fh), want);
	assert_int_equal(write_at(s, &fh, len, "A", 1), want);
	assert_int_equal(ops_commit(s->ops, &fh), want);
	settle(s);
	assert_reads(s, &fh, old, old_len);
	/* By CLOSE, too. */
	assert_int_equal(ops_open(s->ops, &fh), OPS_OK);
	assert_int_equal(truncate_to(s, &fh, 0), OPS_OK);
	assert_int_equal(write_at(s, &fh, 0, data, len), want);
	assert_int_equal(ops_close(s->ops, &fh, false), want);
	assert_reads(s, &fh, old, old_len);
	/* Begun anew it is well. */
	assert_int_equal(truncate_to(s, &fh, 0), OPS_OK);
	assert_int_equal(write_at(s, &fh, 0, data, len), want);
	assert_int_equal(truncate_to(s, &fh, 0), OPS_OK);
	assert_int_equal(write_at(s, &fh, 0, old, old_len), OPS_OK);
	assert_int_equal(ops_commit(s->ops, &fh), OPS_OK);
	settle(s);
	assert_reads(s, &fh, old, old_len);
	settle(s);
	free(old);
}

static void
test_refused(void **state)
{
	static const uint8_t rdw[] = {0, 6, 0, 1, 'A', 'B'};
	static const uint8_t longer[] = {1, 0, 0, 0};
	struct fixture *f = *state;
	char line[SET_LEN_MAX + 2];
	struct serving s;

	make_sets(f, 20);
	serve_writing(f, &s);
	memset(line, 'A', sizeof(line));
	for (int k = 0; k < KINDS; k++) {
		const size_t max = kinds[k].fixed ? SET_FIXED : SET_LEN_MAX;

		line[max + 1] = '\n';
		refuse(&s, &kinds[k], OPS_TEXT, line, max + 2, OPS_FBIG);
		line[max + 1] = 'A';
		assert_non_null(strstr(s.log, "record"));
		/* U+20AC is not in code page 1047. */
		refuse(
		    &s, &kinds[k], OPS_TEXT, "A\n\xE2\x82\xAC\n", 6, OPS_INVAL);
		refuse(&s, &kinds[k], OPS_RDW, rdw, sizeof(rdw), OPS_INVAL);
		refuse(
		    &s, &kinds[k], OPS_RDW, longer, sizeof(longer), OPS_FBIG);
	}
	/* A record of the greatest length is none too long. */
	serve_end(&s);
}

/* What is not committed does not last. */
static void
test_uncommitted(void **state)
{
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh;
	uint8_t *old;
	size_t len;

	make_sets(f, 20);
	serve_with(f,
	    (struct ops_config){.idle_ms = 20, .hold_ms = 20, .writable = true},
	    &s);
	old = set_stream(OPS_TEXT, 20, false, &len);
	open_path(&s, &kinds[1], OPS_TEXT, &fh);
	assert_int_equal(write_at(&s, &fh, len, "NEW\n", 4), OPS_OK);
	settle(&s);
	assert_non_null(strstr(s.log, "has not committed"));
	assert_reads(&s, &fh, old, len);
	/* A client that is lost: the same. */
	assert_int_equal(ops_open(s.ops, &fh), OPS_OK);
	assert_int_equal(write_at(&s, &fh, len, "NEW\n", 4), OPS_OK);
	assert_int_equal(ops_close(s.ops, &fh, true), OPS_OK);
	assert_reads(&s, &fh, old, len);
	/* As long as it is open it is held, however long that is. */
	assert_int_equal(ops_open(s.ops, &fh), OPS_OK);
	assert_int_equal(ops_open(s.ops, &fh), OPS_OK);
	assert_int_equal(write_at(&s, &fh, len, "NEW\n", 4), OPS_OK);
	settle(&s);
	assert_int_equal(ops_close(s.ops, &fh, false), OPS_OK);
	settle(&s);
	assert_int_equal(size_of(&s, &fh), len + 4);
	as_client(&s, 2);
	assert_int_equal(size_of(&s, &fh), len);
	as_client(&s, 0);
	assert_int_equal(ops_close(s.ops, &fh, false), OPS_OK);
	as_client(&s, 2);
	assert_int_equal(size_of(&s, &fh), len + 4);
	free(old);
	serve_end(&s);
}

/* Who has it for himself keeps it; who reads it is waited for. */
static void
test_in_use(void **state)
{
	struct fixture *f = *state;
	struct ds_file *file = NULL;
	struct serving s;
	struct ops_fh fh;

	make_sets(f, 20);
	serve_writing(f, &s);
	open_path(&s, &kinds[0], OPS_BINARY, &fh);
	assert_int_equal(
	    ds_open_name(f->sys, "A.FB", DS_OUTPUT, &file, &f->diag), DS_OK);
	assert_int_equal(truncate_to(&s, &fh, 0), OPS_DELAY);
	assert_non_null(strstr(s.log, "A.FB is in use by"));
	ds_abandon(&file);
	assert_int_equal(truncate_to(&s, &fh, 0), OPS_OK);
	/* The name is held from here on. */
	assert_int_equal(
	    ds_open_name(f->sys, "A.FB", DS_OUTPUT, &file, &f->diag),
	    DS_OPEN_INUSE);
	assert_int_equal(
	    ds_open_name(f->sys, "A.FB", DS_INPUT, &file, &f->diag), DS_OK);
	assert_int_equal(ops_open(s.ops, &fh), OPS_OK);
	assert_int_equal(ops_close(s.ops, &fh, false), OPS_DELAY);
	assert_non_null(strstr(s.log, "to be published, but in use by"));
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	assert_int_equal(ops_close(s.ops, &fh, false), OPS_OK);
	assert_reads(&s, &fh, "", 0);
	serve_end(&s);
}

/* What is removed takes with it what was written to it; what is renamed has
 * it. */
static void
test_names(void **state)
{
	struct fixture *f = *state;
	struct ops_fh fh, root, lib;
	struct serving s;

	make_sets(f, 20);
	serve_writing(f, &s);
	assert_int_equal(walk(&s, "", &root), OPS_OK);
	assert_int_equal(walk(&s, "A.LIB", &lib), OPS_OK);
	for (int k = 0; k < KINDS; k++) {
		open_path(&s, &kinds[k], OPS_TEXT, &fh);
		assert_int_equal(truncate_to(&s, &fh, 0), OPS_OK);
		assert_int_equal(write_at(&s, &fh, 0, "NEW\n", 4), OPS_OK);
	}
	assert_int_equal(ops_remove(s.ops, &root, "A.FB", 4, false), OPS_OK);
	assert_int_equal(ops_remove(s.ops, &lib, "M", 1, false), OPS_OK);
	assert_false(there(f, "A.FB"));
	assert_int_equal(
	    ops_rename(s.ops, &root, "A.VB", 4, &root, "A.NEW", 5), OPS_OK);
	assert_int_equal(walk(&s, "text/A.NEW", &fh), OPS_OK);
	assert_reads(&s, &fh, "NEW\n", 4);
	serve_end(&s);
}

/* Is the one who asks told that he may not? Exports say rw, this says ro. */
static void
test_read_only(void **state)
{
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh;

	make_sets(f, 20);
	set_cluster(f, "A.KSDS", DS_ORG_KSDS, true);
	serve(f, &s);
	open_path(&s, &kinds[0], OPS_BINARY, &fh);
	assert_int_equal(truncate_to(&s, &fh, 0), OPS_ROFS);
	assert_int_equal(write_at(&s, &fh, 0, "A", 1), OPS_ROFS);
	assert_int_equal(ops_open(s.ops, &fh), OPS_ROFS);
	serve_end(&s);
	serve_writing(f, &s);
	assert_int_equal(walk(&s, "", &fh), OPS_OK);
	assert_int_equal(write_at(&s, &fh, 0, "A", 1), OPS_ISDIR);
	assert_int_equal(walk(&s, "A.LIB", &fh), OPS_OK);
	assert_int_equal(write_at(&s, &fh, 0, "A", 1), OPS_ISDIR);
	assert_int_equal(truncate_to(&s, &fh, 0), OPS_ISDIR);
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_replace),
	    T(test_append),
	    T(test_edit),
	    T(test_truncate),
	    T(test_empty),
	    T(test_refused),
	    T(test_uncommitted),
	    T(test_in_use),
	    T(test_names),
	    T(test_read_only),
	};

	return cmocka_run_group_tests_name("nfs-write", tests, NULL, NULL);
}

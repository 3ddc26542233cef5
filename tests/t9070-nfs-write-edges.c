/*
 * Sequential data sets and members that are written as files: truncated, what
 * cannot be stored, what is not committed, what others use.
 */
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs_write.h"
#include "tests/support/nfs_kinds.h"

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

/* A hole is zeros, which would have to be written: not too many. */
static void
test_holes(void **state)
{
	struct fixture *f = *state;
	struct ops_fh fh, root;
	struct serving s;
	uint8_t *all;
	size_t len;

	make_sets(f, 20);
	serve_writing(f, &s);
	all = set_stream(OPS_BINARY, 20, true, &len);
	open_path(&s, &kinds[0], OPS_BINARY, &fh);
	assert_int_equal(write_at(&s, &fh, INT64_MAX - 1, "A", 1), OPS_FBIG);
	assert_int_equal(write_at(&s, &fh, INT64_MAX, "A", 1), OPS_FBIG);
	assert_int_equal(write_at(&s, &fh, UINT64_MAX, "A", 1), OPS_FBIG);
	assert_int_equal(write_at(&s, &fh, 1ULL << 40, "A", 1), OPS_FBIG);
	assert_int_equal(truncate_to(&s, &fh, 1ULL << 40), OPS_FBIG);
	assert_int_equal(truncate_to(&s, &fh, INT64_MAX), OPS_FBIG);
	assert_int_equal(truncate_to(&s, &fh, UINT64_MAX), OPS_FBIG);
	assert_reads(&s, &fh, all, len);
	settle(&s);
	/* A record's worth of zeros is none too many. */
	all = realloc(all, len + 2 * SET_FIXED);
	memset(all + len, 0, SET_FIXED);
	memcpy(all + len + SET_FIXED, all, SET_FIXED);
	assert_int_equal(
	    write_at(&s, &fh, len + SET_FIXED, all, SET_FIXED), OPS_OK);
	assert_int_equal(ops_commit(s.ops, &fh), OPS_OK);
	settle(&s);
	assert_reads(&s, &fh, all, len + 2 * SET_FIXED);
	assert_int_equal(walk(&s, "", &root), OPS_OK);
	assert_int_equal(ops_create(s.ops, &root, ".x", 2, OPS_UNCHECKED, NULL,
			     NULL, &fh, NULL),
	    OPS_OK);
	assert_int_equal(write_at(&s, &fh, 1ULL << 40, "A", 1), OPS_FBIG);
	assert_int_equal(truncate_to(&s, &fh, 1ULL << 40), OPS_FBIG);
	free(all);
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
	uint64_t verifier;
	uint8_t *old;
	size_t len;

	make_sets(f, 20);
	serve_with(f,
	    (struct ops_config){.idle_ms = 1, .hold_ms = 1, .writable = true},
	    &s);
	verifier = ops_verifier(s.ops);
	old = set_stream(OPS_TEXT, 20, false, &len);
	open_path(&s, &kinds[1], OPS_TEXT, &fh);
	assert_int_equal(write_at(&s, &fh, len, "NEW\n", 4), OPS_OK);
	settle(&s);
	assert_non_null(strstr(s.log, "has not committed"));
	/* Its COMMIT says so: it has to write it again (RFC 1813, 3.3.21). */
	assert_int_not_equal(ops_verifier(s.ops), verifier);
	assert_reads(&s, &fh, old, len);
	/* A client that is lost: the same. */
	assert_int_equal(ops_open(s.ops, &fh), OPS_OK);
	assert_int_equal(write_at(&s, &fh, len, "NEW\n", 4), OPS_OK);
	assert_int_equal(ops_close(s.ops, &fh, true), OPS_OK);
	assert_reads(&s, &fh, old, len);
	verifier = ops_verifier(s.ops);
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
	assert_int_equal(ops_verifier(s.ops), verifier); /* nothing was lost */
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
	    T(test_truncate),
	    T(test_empty),
	    T(test_holes),
	    T(test_refused),
	    T(test_uncommitted),
	    T(test_in_use),
	    T(test_names),
	    T(test_read_only),
	};

	return cmocka_run_group_tests_name(
	    "nfs-write-edges", tests, NULL, NULL);
}

/*
 * Sequential data sets and members that are written as files. What they are to
 * have is made by set_record, as bytes of each view by set_stream, by hand.
 */
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs_write.h"
#include "tests/support/nfs_kinds.h"

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
			if (kinds[k].views >> v & 1)
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
			if (kinds[k].views >> v & 1)
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
			if ((kinds[k].views >> v & 1) == 0)
				continue;
			edit(&s, &kinds[k], (enum ops_view)v);
			assert_records(f, kinds[k].name, 0, 20, kinds[k].fixed);
		}
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_replace),
	    T(test_append),
	    T(test_edit),
	};

	return cmocka_run_group_tests_name("nfs-write", tests, NULL, NULL);
}

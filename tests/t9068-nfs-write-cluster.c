/*
 * Clusters that are written as files: loaded, added to, changed in place.
 * Records and streams are made by set_record and set_stream, by hand.
 */
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs_write.h"

enum { OLD = 20, MANY = 200 };

static const struct kind {
	const char *name;
	enum ds_org org;
	bool fixed;
} kinds[] = {
    {"A.KSDS", DS_ORG_KSDS, true},
    {"A.VKSDS", DS_ORG_KSDS, false},
    {"A.ESDS", DS_ORG_ESDS, true},
    {"A.VESDS", DS_ORG_ESDS, false},
    {"A.RRDS", DS_ORG_RRDS, true},
    {"A.VRRDS", DS_ORG_RRDS, false},
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static void
open_path(
    struct serving *s, const struct kind *k, enum ops_view v, struct ops_fh *fh)
{
	char path[80];

	snprintf(path, sizeof(path), "%s/%s", ops_view_names[v], k->name);
	assert_int_equal(walk(s, path, fh), OPS_OK);
}

static void
make(struct fixture *f, const struct kind *k, uint32_t n)
{
	set_cluster(f, k->name, k->org, k->fixed);
	if (n > 0)
		set_fill(f, k->name, 0, n, k->fixed);
}

static void
publish(struct serving *s, const struct ops_fh *fh)
{
	assert_int_equal(ops_commit(s->ops, fh), OPS_OK);
	settle(s);
}

/* Into an empty one, all at once; others see nothing before. */
static void
load(
    struct fixture *f, struct serving *s, const struct kind *k, enum ops_view v)
{
	struct ops_fh fh;
	uint8_t *all;
	size_t len;

	make(f, k, 0);
	all = set_stream(v, MANY, k->fixed, &len);
	open_path(s, k, v, &fh);
	if (!k->fixed && v == OPS_BINARY) {
		assert_int_equal(write_at(s, &fh, 0, all, len), OPS_INVAL);
		assert_non_null(strstr(s->log, "use rdw or text"));
	} else {
		assert_int_equal(truncate_to(s, &fh, 0), OPS_OK);
		write_shuffled(s, &fh, all, len, 1000);
		assert_reads(s, &fh, all, len);
		as_client(s, 2);
		assert_reads(s, &fh, "", 0);
		as_client(s, 0);
		publish(s, &fh);
		assert_reads(s, &fh, all, len);
		settle(s);
		assert_records(f, k->name, 0, MANY, k->fixed);
		/* All of the content is not replaced. */
		assert_int_equal(truncate_to(s, &fh, 0), OPS_ROFS);
		assert_int_equal(truncate_to(s, &fh, 100), OPS_ROFS);
		settle(s);
	}
	free(all);
	assert_int_equal(delete (f, k->name), DS_OK);
}

static void
test_load(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	serve_writing(f, &s);
	for (int k = 0; k < KINDS; k++)
		for (int v = 0; v < OPS_VIEWS; v++)
			load(f, &s, &kinds[k], (enum ops_view)v);
	serve_end(&s);
}

/* Behind the last record; a client may send the page in front of it again. */
static void
append(
    struct fixture *f, struct serving *s, const struct kind *k, enum ops_view v)
{
	size_t old, len;
	uint8_t *all;
	struct ops_fh fh;

	make(f, k, OLD);
	free(set_stream(v, OLD, k->fixed, &old));
	all = set_stream(v, MANY, k->fixed, &len);
	open_path(s, k, v, &fh);
	assert_int_equal(
	    write_at(s, &fh, old - 30, all + old - 30, 500), OPS_OK);
	assert_int_equal(
	    write_at(s, &fh, old + 470, all + old + 470, len - old - 470),
	    OPS_OK);
	assert_reads(s, &fh, all, len);
	publish(s, &fh);
	assert_reads(s, &fh, all, len);
	settle(s);
	assert_records(f, k->name, 0, MANY, k->fixed);
	free(all);
	assert_int_equal(delete (f, k->name), DS_OK);
}

static void
test_append(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	serve_writing(f, &s);
	for (int k = 0; k < KINDS; k++)
		for (int v = 0; v < OPS_VIEWS; v++)
			if (kinds[k].fixed || v != OPS_BINARY)
				append(f, &s, &kinds[k], (enum ops_view)v);
	serve_end(&s);
}

/*
 * Bytes within records: two letters behind the key change places, in a record
 * and, by one write, in two. The key stays, and so does the length.
 */
static void
change(
    struct fixture *f, struct serving *s, const struct kind *k, enum ops_view v)
{
	struct ops_fh fh;
	uint8_t *all, c;
	size_t len, at, rec;

	make(f, k, OLD);
	all = set_stream(v, OLD, k->fixed, &len);
	free(set_stream(v, 5, k->fixed, &at)); /* record 5 begins here */
	free(set_stream(v, 6, k->fixed, &rec));
	rec -= at;
	open_path(s, k, v, &fh);
	for (size_t i = at + 16; i < at + 20; i += 2) {
		c = all[i];
		all[i] = all[i + 1];
		all[i + 1] = c;
	}
	assert_int_equal(write_at(s, &fh, at + 16, all + at + 16, 4), OPS_OK);
	as_client(s, 2); /* others see it at once */
	assert_reads(s, &fh, all, len);
	as_client(s, 0);
	c = all[at + rec + 16];
	all[at + rec + 16] = all[at + rec + 17];
	all[at + rec + 17] = c;
	all[at + 20] = all[at + 21];
	assert_int_equal(write_at(s, &fh, at + 18, all + at + 18, rec), OPS_OK);
	assert_reads(s, &fh, all, len);
	/* The first byte of the key, or in rdw of the length. */
	c = (uint8_t)(all[at] ^ 1);
	if (k->org == DS_ORG_KSDS || v == OPS_RDW)
		assert_int_equal(write_at(s, &fh, at, &c, 1),
		    v == OPS_RDW ? OPS_FBIG : OPS_INVAL);
	if (v == OPS_TEXT)
		assert_int_equal(write_at(s, &fh, at + 20, "\n", 1), OPS_INVAL);
	assert_reads(s, &fh, all, len);
	settle(s);
	free(all);
	assert_int_equal(delete (f, k->name), DS_OK);
}

static void
test_change(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	serve_writing(f, &s);
	for (int k = 0; k < KINDS; k++)
		for (int v = 0; v < OPS_VIEWS; v++)
			if (kinds[k].fixed || v != OPS_BINARY)
				change(f, &s, &kinds[k], (enum ops_view)v);
	serve_end(&s);
}

/* The records of a stream of the rdw view, last first. */
static uint8_t *
turned(const uint8_t *all, size_t len)
{
	uint8_t *out = malloc(len), *p = out + len;
	size_t n;

	for (size_t at = 0; at < len; at += n) {
		n = (size_t)all[at] << 8 | all[at + 1];
		p -= n;
		memcpy(p, all + at, n);
	}
	return out;
}

/* In no order they get theirs. */
static void
test_order(void **state)
{
	struct fixture *f = *state;
	uint8_t *all, *back;
	struct serving s;
	struct ops_fh fh;
	size_t len, old;

	serve_writing(f, &s);
	all = set_stream(OPS_RDW, MANY, false, &len);
	free(set_stream(OPS_RDW, OLD, false, &old));
	back = turned(all, len);
	make(f, &kinds[1], 0);
	open_path(&s, &kinds[1], OPS_RDW, &fh);
	assert_int_equal(write_at(&s, &fh, 0, back, len), OPS_OK);
	assert_reads(&s, &fh, back, len);
	publish(&s, &fh);
	assert_reads(&s, &fh, all, len);
	settle(&s);
	assert_int_equal(delete (f, "A.VKSDS"), DS_OK);
	/* Those behind record 19 are inserted in front of it. */
	make(f, &kinds[1], 0);
	set_fill(f, "A.VKSDS", MANY - OLD, MANY, false);
	open_path(&s, &kinds[1], OPS_RDW, &fh);
	old = size_of(&s, &fh);
	assert_int_equal(write_at(&s, &fh, old, back + old, len - old), OPS_OK);
	publish(&s, &fh);
	assert_reads(&s, &fh, all, len);
	settle(&s);
	assert_records(f, "A.VKSDS", 0, MANY, false);
	free(back);
	free(all);
	serve_end(&s);
}

/* A key that is there, or that comes twice: nothing of it is added. */
static void
test_duplicates(void **state)
{
	struct fixture *f = *state;
	size_t len, some;
	struct serving s;
	struct ops_fh fh;
	uint8_t *all;

	serve_writing(f, &s);
	all = set_stream(OPS_RDW, MANY, false, &len);
	make(f, &kinds[1], OLD);
	open_path(&s, &kinds[1], OPS_RDW, &fh);
	some = size_of(&s, &fh);
	/* New records, and then the first one again. */
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ops_open(s.ops, &fh), OPS_OK);
		assert_int_equal(
		    write_at(&s, &fh, some, all + some, len - some), OPS_OK);
		if (i == 0)
			assert_int_equal(
			    write_at(&s, &fh, len, all, some), OPS_OK);
		else
			assert_int_equal(
			    write_at(&s, &fh, len, all + some, len - some),
			    OPS_OK);
		assert_int_equal(ops_close(s.ops, &fh, false), OPS_EXIST);
		assert_reads(&s, &fh, all, some);
		settle(&s);
		assert_records(f, "A.VKSDS", 0, OLD, false);
	}
	/* Into an empty one, too. */
	make(f, &kinds[0], 0);
	open_path(&s, &kinds[0], OPS_TEXT, &fh);
	assert_int_equal(
	    write_at(&s, &fh, 0, "00000001\n00000001\n", 18), OPS_OK);
	assert_int_equal(ops_open(s.ops, &fh), OPS_OK);
	assert_int_equal(ops_close(s.ops, &fh, false), OPS_EXIST);
	assert_reads(&s, &fh, "", 0);
	/* A record that ends before its key does. */
	open_path(&s, &kinds[1], OPS_TEXT, &fh);
	assert_int_equal(
	    write_at(&s, &fh, size_of(&s, &fh), "0000009\n", 8), OPS_FBIG);
	settle(&s);
	free(all);
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_load),
	    T(test_append),
	    T(test_change),
	    T(test_order),
	    T(test_duplicates),
	};

	return cmocka_run_group_tests_name(
	    "nfs-write-cluster", tests, NULL, NULL);
}

/* NFS version 3: SETATTR, WRITE, CREATE and COMMIT over TCP. */
#include "tests/support/services.h"

#include "tests/support/nfs_sets.h"
#include "tests/support/nfs3_server.h"

enum { MANY = 3000, FBIG = 27, NOTSYNC = 10002, FILE_SYNC = 2 };

static int
make_sets(void **state)
{
	static struct fixture f;

	(void)state;
	nfsd_log_off();
	if (!root_new(f.dir, "t9065") ||
	    ds_system_open(f.dir, &f.sys, NULL, &f.diag) != DS_OK)
		return -1;
	set_nonvsam(&f, "NFS.PS", DS_RECFM_FB, 0);
	set_fill(&f, "NFS.PS", 0, 5, true);
	set_nonvsam(&f, "NFS.LIB", DS_RECFM_VB, 2);
	ds_system_close(&f.sys);
	memcpy(dir, f.dir, sizeof(dir));
	return 0;
}

static int
remove_sets(void **state)
{
	(void)state;
	return root_remove(dir);
}

static struct nfs3_fh
text(const char *name)
{
	char path[60];

	snprintf(path, sizeof(path), "%s,text", name);
	return looked_up(path);
}

static void
same_handle(const struct nfs3_fh *a, const struct nfs3_fh *b)
{
	assert_int_equal(a->len, b->len);
	assert_memory_equal(a->data, b->data, a->len);
}

/* JUKEBOX is no outcome: as clients do, again. */
#define UNTIL_DONE(st, call)               \
	while (((st) = (call)) == JUKEBOX) \
	poll(NULL, 0, 20)

static void
reads(const struct nfs3_fh *fh, const void *want, size_t len)
{
	const uint8_t *data;
	struct nfs3_attr a;
	uint32_t st;
	size_t got;
	bool eof;

	UNTIL_DONE(st, nfs3_getattr(s.n, fh, &a));
	assert_int_equal(st, 0);
	assert_int_equal(a.size, len);
	UNTIL_DONE(st, nfs3_read(s.n, fh, 0, 1 << 20, &data, &got, &eof));
	assert_int_equal(st, 0);
	assert_int_equal(got, len);
	assert_memory_equal(data, want, len);
	assert_true(eof);
}

/* What others than the client see, by way of services. */
static void
published_as(const char *name, uint32_t n, bool fixed)
{
	struct fixture f = {0};
	struct ds_file *file = NULL;
	enum ds_status st;
	struct ds_rec r;
	uint32_t got = 0;

	assert_int_equal(ds_system_open(dir, &f.sys, NULL, &f.diag), DS_OK);
	while (got != n) {
		const struct ds_open_parms how = {.disp = DD_SHR};

		st = ds_open_with(
		    f.sys, name, DS_INPUT | DS_SEQ, &how, &file, &f.diag);
		if (st == DS_OPEN_INUSE || st == DS_BUSY) {
			poll(NULL, 0, 20);
			continue;
		}
		assert_int_equal(st, DS_OK);
		for (got = 0; ds_get(file, &r, &f.diag) == DS_OK; got++)
			;
		ds_abandon(&file);
		poll(NULL, 0, got != n ? 20 : 0);
	}
	assert_records(&f, name, 0, n, fixed);
	ds_system_close(&f.sys);
}

static void
a_copy_is_published_when_the_client_is_done(void **state)
{
	uint64_t verf = 0, other = 1;
	struct nfs3_fh fh, again;
	uint8_t *all;
	uint32_t st, n;
	size_t len;

	(void)state;
	start("/ * rw");
	all = set_stream(OPS_TEXT, MANY, true, &len);
	fh = text("NFS.PS");
	UNTIL_DONE(st, nfs3_set_size(s.n, &fh, 0));
	assert_int_equal(st, 0);
	for (size_t at = 0; at < len; at += n) {
		n = len - at < 8000 ? (uint32_t)(len - at) : 8000;
		assert_int_equal(
		    nfs3_write(s.n, &fh, at, all + at, n, 0, &verf), 0);
	}
	assert_int_equal(nfs3_commit(s.n, &fh, &other), 0);
	assert_int_equal(verf, other);
	reads(&fh, all, len);
	published_as("NFS.PS", MANY, true);
	reads(&fh, all, len);
	again = text("NFS.PS");
	same_handle(&fh, &again);
	free(all);
	stop();
	/* Another server, another verifier. */
	start("/ * rw");
	UNTIL_DONE(st, nfs3_commit(s.n, &fh, &other));
	assert_int_equal(st, 0);
	assert_int_not_equal(verf, other);
	stop();
}

static void
one_is_made_and_written(void **state)
{
	struct nfs3_fh fh, lib, same;
	uint64_t verf;
	uint32_t st;

	(void)state;
	start("/ * rw");
	assert_int_equal(
	    nfs3_create(s.n, &s.root, "nfs.new,text", 0, 0, &fh), 0);
	reads(&fh, "", 0);
	assert_int_equal(
	    nfs3_write(s.n, &fh, 0, "one\n", 4, FILE_SYNC, &verf), 0);
	reads(&fh, "one\n", 4);
	assert_int_equal(
	    nfs3_create(s.n, &s.root, "NFS.NEW", 1, 0, &same), EXIST);
	assert_int_equal(
	    nfs3_create(s.n, &s.root, "NFS.NEW,text", 0, 0, &same), 0);
	same_handle(&fh, &same);
	lib = looked_up("NFS.LIB");
	assert_int_equal(nfs3_create(s.n, &lib, "mem,text", 2, 77, &fh), 0);
	assert_int_equal(nfs3_create(s.n, &lib, "MEM,text", 2, 77, &same), 0);
	same_handle(&fh, &same);
	assert_int_equal(
	    nfs3_create(s.n, &lib, "MEM,text", 2, 78, &same), EXIST);
	assert_int_equal(
	    nfs3_create(s.n, &lib, "no.member", 0, 0, &same), INVAL);
	assert_int_equal(
	    nfs3_create(s.n, &s.root, "NFS..NO", 0, 0, &same), INVAL);
	assert_int_equal(
	    nfs3_create(s.n, &s.root, "NFS.LIB", 0, 0, &same), ISDIR);
	assert_int_equal(
	    nfs3_write(s.n, &fh, 0, "in it\n", 6, FILE_SYNC, &verf), 0);
	reads(&fh, "in it\n", 6);
	stop();
	/* All that is committed is there when the server has ended. */
	start("/ * rw");
	fh = text("NFS.NEW");
	reads(&fh, "one\n", 4);
	UNTIL_DONE(st, nfs3_lookup(s.n, &lib, "MEM,text", &fh));
	assert_int_equal(st, 0);
	reads(&fh, "in it\n", 6);
	stop();
}

static void
what_cannot_be_stored_is_told(void **state)
{
	struct nfs3_fh fh;
	struct xdr_out call;
	char line[202];
	uint64_t verf;
	uint32_t st;

	(void)state;
	memset(line, 'A', sizeof(line));
	line[sizeof(line) - 1] = '\n';
	start("/ * rw");
	fh = text("NFS.PS");
	UNTIL_DONE(st, nfs3_set_size(s.n, &fh, 0));
	assert_int_equal(
	    nfs3_write(s.n, &fh, 100, line + 100, 102, 0, &verf), 0);
	assert_int_equal(nfs3_write(s.n, &fh, 0, line, 100, 0, &verf), 0);
	assert_int_equal(nfs3_commit(s.n, &fh, &verf), FBIG);
	/* At once, of what comes in order. */
	assert_int_equal(nfs3_set_size(s.n, &fh, 0), 0);
	assert_int_equal(
	    nfs3_write(s.n, &fh, 0, line, sizeof(line), FILE_SYNC, &verf),
	    FBIG);
	/* The guard of SETATTR: ctime is not zero. */
	call = nfs3_on(s.n, SETATTR, &fh);
	nfs3_put_set(&call, false, 0);
	xdr_put_bool(&call, true);
	xdr_put_u64(&call, 0);
	nfs3_do(s.n, &call, &st);
	assert_int_equal(st, NOTSYNC);
	stop();
	published_as("NFS.PS", MANY, true);
}

static void
what_is_exported_ro_is_not_written(void **state)
{
	struct nfs3_fh fh, made;
	uint64_t verf;

	(void)state;
	start("/ *");
	fh = looked_up("NFS.PS");
	assert_int_equal(nfs3_set_size(s.n, &fh, 0), ROFS);
	assert_int_equal(nfs3_write(s.n, &fh, 0, "A", 1, 0, &verf), ROFS);
	assert_int_equal(nfs3_commit(s.n, &fh, &verf), ROFS);
	assert_int_equal(
	    nfs3_create(s.n, &s.root, "NFS.NO", 0, 0, &made), ROFS);
	stop();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_copy_is_published_when_the_client_is_done),
	    cmocka_unit_test(one_is_made_and_written),
	    cmocka_unit_test(what_cannot_be_stored_is_told),
	    cmocka_unit_test(what_is_exported_ro_is_not_written),
	};

	return cmocka_run_group_tests_name(
	    "nfs3 write", tests, make_sets, remove_sets);
}

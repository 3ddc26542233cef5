/* NFS versions 4.1 and 4.2 over TCP, with data sets behind them. Numbers of
 * errors and attributes are those of RFC 8881. */
#include "tests/support/services.h"

#include "tests/support/nfs4_client.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs3_server.h"

enum { RECORDS = 3000, SMALL = 5 };

static int
make_sets(void **state)
{
	static struct fixture f;

	(void)state;
	nfsd_log_off();
	if (!root_new(f.dir, "t9200") ||
	    ds_system_open(f.dir, &f.sys, NULL, &f.diag) != DS_OK)
		return -1;
	set_cluster(&f, "NFS.KSDS", DS_ORG_KSDS, false);
	set_fill(&f, "NFS.KSDS", 0, RECORDS, false);
	set_nonvsam(&f, "NFS.PS", DS_RECFM_FB, 0);
	set_fill(&f, "NFS.PS", 0, SMALL, true);
	set_nonvsam(&f, "NFS.LIB", DS_RECFM_FB, 1);
	set_fill(&f, "NFS.LIB(ONE)", 0, SMALL, true);
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

static struct nfs4 *
client(uint32_t minor)
{
	return v4_open(
	    server_port(s.server), minor, minor == 1 ? "test" : "second");
}

/* PUTROOTFH and the names behind it; their answers are to be passed over. */
static void
go_to(struct nfs4 *n, const char *first, const char *second)
{
	v4_next(n);
	v4_op(n, V4_PUTROOTFH);
	if (first != NULL)
		v4_name(n, V4_LOOKUP, first);
	if (second != NULL)
		v4_name(n, V4_LOOKUP, second);
}

static void
went(struct nfs4 *n, int names)
{
	assert_int_equal(v4_answer(n, V4_PUTROOTFH), 0);
	for (int i = 0; i < names; i++)
		assert_int_equal(v4_answer(n, V4_LOOKUP), 0);
}

static void
put_read(struct nfs4 *n, uint64_t at, uint32_t count)
{
	static const uint8_t anonymous[16];

	v4_op(n, V4_READ);
	xdr_put_fixed(&n->out, anonymous, 16);
	xdr_put_u64(&n->out, at);
	xdr_put_u32(&n->out, count);
}

static void
reads_as(struct nfs4 *n, const char *view, const char *name,
    const uint8_t *want, size_t len, uint32_t count)
{
	size_t at = 0, got;
	bool eof = false;

	while (!eof) {
		const uint8_t *p;

		go_to(n, view, name);
		put_read(n, at, count);
		assert_int_equal(v4_do(n), 0);
		went(n, 2);
		assert_int_equal(v4_answer(n, V4_READ), 0);
		eof = xdr_get_bool(&n->in);
		p = xdr_get_opaque(&n->in, count, &got);
		assert_true(xdr_done(&n->in) && at + got <= len);
		assert_true(got > 0 || eof);
		assert_memory_equal(p, want + at, got);
		at += got;
	}
	assert_int_equal(at, len);
}

static void
data_sets_read_as_their_records_in_each_view(void **state)
{
	static const char *const views[] = {"binary", "text", "rdw"};

	(void)state;
	start("/ *");
	for (uint32_t minor = 1; minor <= 2; minor++) {
		struct nfs4 *n = client(minor);

		for (int i = 0; i < 3; i++) {
			size_t len;
			uint8_t *want =
			    set_stream((enum ops_view)i, RECORDS, false, &len);

			reads_as(n, views[i], "NFS.KSDS", want, len, 1 << 20);
			reads_as(n, views[i], "nfs.ksds", want, len, 99999);
			free(want);
		}
		v4_shut(n);
	}
	stop();
}

static void
attributes_are_those_of_version_3(void **state)
{
	/* supported, type, size; owner */
	static const uint32_t bits[] = {1 << 0 | 1 << 1 | 1 << 4, 1U << 4};
	struct nfs3_attr want;
	struct nfs3_fh fh;
	struct nfs4 *n;
	char owner[16];
	const uint8_t *p;
	size_t len;

	(void)state;
	start("/ *");
	fh = looked_up("NFS.KSDS");
	assert_int_equal(nfs3_getattr(s.n, &fh, &want), 0);
	n = client(1);
	go_to(n, "NFS.KSDS", NULL);
	v4_op(n, V4_GETFH);
	v4_op(n, V4_GETATTR);
	xdr_put_u32(&n->out, 2);
	xdr_put_u32(&n->out, bits[0]);
	xdr_put_u32(&n->out, bits[1]);
	assert_int_equal(v4_do(n), 0);
	went(n, 1);
	assert_int_equal(v4_answer(n, V4_GETFH), 0);
	/* It is the same handle as well. */
	p = xdr_get_opaque(&n->in, 128, &len);
	assert_int_equal(len, fh.len);
	assert_memory_equal(p, fh.data, len);
	assert_int_equal(v4_answer(n, V4_GETATTR), 0);
	assert_int_equal(xdr_get_u32(&n->in), 2);
	assert_int_equal(xdr_get_u32(&n->in), bits[0]);
	assert_int_equal(xdr_get_u32(&n->in), bits[1]);
	xdr_get_u32(&n->in); /* bytes of them */
	assert_int_equal(xdr_get_u32(&n->in), 3);
	/* The mandatory ones, 0 to 11 and FILEHANDLE (RFC 8881, 5.6). */
	assert_int_equal(xdr_get_u32(&n->in) & 0x80fff, 0x80fff);
	xdr_get_u32(&n->in);
	assert_int_equal(
	    xdr_get_u32(&n->in), 1U << 11);       /* SUPPATTR_EXCLCREAT */
	assert_int_equal(xdr_get_u32(&n->in), 1); /* NF4REG */
	assert_int_equal(xdr_get_u64(&n->in), want.size);
	snprintf(owner, sizeof(owner), "%u", want.uid);
	p = xdr_get_opaque(&n->in, 16, &len);
	assert_int_equal(len, strlen(owner));
	assert_memory_equal(p, owner, len);
	assert_true(xdr_done(&n->in));
	v4_shut(n);
	stop();
}

static void
put_verify(struct nfs4 *n, uint32_t op, uint32_t lease)
{
	v4_op(n, op);
	xdr_put_u32(&n->out, 1);
	xdr_put_u32(&n->out, 1 << 10); /* LEASE_TIME */
	xdr_put_u32(&n->out, 4);
	xdr_put_u32(&n->out, lease);
}

static void
verify_compares_attributes(void **state)
{
	enum { SAME = 10009, NOT_SAME = 10027 };
	struct nfs4 *n;

	(void)state;
	start("/ *");
	n = client(1);
	go_to(n, NULL, NULL);
	put_verify(n, V4_VERIFY, 90);
	put_verify(n, V4_NVERIFY, 91);
	put_verify(n, V4_NVERIFY, 90);
	assert_int_equal(v4_do(n), SAME);
	go_to(n, NULL, NULL);
	put_verify(n, V4_VERIFY, 91);
	assert_int_equal(v4_do(n), NOT_SAME);
	v4_shut(n);
	stop();
}

/* The names of a directory, each with a blank behind it. */
static void
list(struct nfs4 *n, const char *view, uint32_t most, char *names, size_t room)
{
	uint64_t cookie = 0;
	bool eof = false;
	size_t len, at = 0;

	while (!eof) {
		go_to(n, view, NULL);
		v4_op(n, V4_READDIR);
		xdr_put_u64(&n->out, cookie);
		xdr_put_u64(&n->out, 0);
		xdr_put_u32(&n->out, most);
		xdr_put_u32(&n->out, most);
		xdr_put_u32(&n->out, 1);
		xdr_put_u32(&n->out, 1 << 1 | 1 << 20); /* TYPE, FILEID */
		assert_int_equal(v4_do(n), 0);
		went(n, view != NULL ? 1 : 0);
		assert_int_equal(v4_answer(n, V4_READDIR), 0);
		xdr_get_u64(&n->in);
		while (xdr_get_bool(&n->in)) {
			const uint8_t *p;

			cookie = xdr_get_u64(&n->in);
			assert_true(cookie > 2);
			p = xdr_get_opaque(&n->in, 255, &len);
			assert_true(at + len + 2 < room);
			memcpy(names + at, p, len);
			at += len;
			names[at++] = ' ';
			assert_int_equal(xdr_get_u32(&n->in), 1);
			xdr_get_u32(&n->in);
			assert_int_equal(xdr_get_u32(&n->in), 12);
			xdr_get_bytes(&n->in, 12);
		}
		eof = xdr_get_bool(&n->in);
		assert_true(xdr_done(&n->in));
	}
	names[at] = '\0';
}

static void
directories_list_all_entries_in_small_replies(void **state)
{
	char names[200];
	struct nfs4 *n;

	(void)state;
	start("/ *");
	n = client(2);
	list(n, NULL, 8000, names, sizeof(names));
	assert_string_equal(names, "NFS.KSDS NFS.LIB NFS.PS ");
	list(n, NULL, 80, names, sizeof(names)); /* one entry a reply */
	assert_string_equal(names, "NFS.KSDS NFS.LIB NFS.PS ");
	list(n, "NFS.LIB", 8000, names, sizeof(names));
	assert_string_equal(names, "ONE ");
	v4_shut(n);
	stop();
}

static void
without_an_export_of_all_directories_lead_to_what_is_exported(void **state)
{
	char names[200];
	struct nfs4 *n;
	uint8_t *want;
	size_t len;

	(void)state;
	start("/text/NFS *\n/rdw/OTHER 192.0.2.1\n");
	n = client(1);
	list(n, NULL, 8000, names, sizeof(names));
	assert_string_equal(names, "text ");
	list(n, "text", 8000, names, sizeof(names));
	assert_string_equal(names, "NFS ");
	go_to(n, "rdw", NULL);
	assert_int_equal(v4_do(n), NOENT);
	go_to(n, "NFS.KSDS", NULL);
	assert_int_equal(v4_do(n), NOENT);
	want = set_stream(OPS_TEXT, SMALL, true, &len);
	go_to(n, "text", "NFS");
	v4_name(n, V4_LOOKUP, "PS");
	put_read(n, 0, 4000);
	assert_int_equal(v4_do(n), 0);
	went(n, 3);
	assert_int_equal(v4_answer(n, V4_READ), 0);
	assert_true(xdr_get_bool(&n->in));
	assert_memory_equal(xdr_get_opaque(&n->in, len, &len), want, len);
	free(want);
	v4_shut(n);
	stop();
}

/* --- sessions ---------------------------------------------------------------
 */

static void
a_request_sent_again_is_answered_as_it_was(void **state)
{
	enum { RETRY_UNCACHED_REP = 10068, SEQ_MISORDERED = 10063 };
	static uint8_t first[4096];
	struct nfs4 *n;
	uint32_t done;
	size_t len = 0;

	(void)state;
	start("/ *");
	n = client(1);
	for (int i = 0; i < 2; i++) {
		v4_begin(n);
		v4_sequence(n, 1, 1, true);
		v4_op(n, V4_PUTROOTFH);
		v4_put_open(n, "NFS.PS", 1, 0, false);
		assert_int_equal(v4_send(n, &done), 0);
		assert_int_equal(done, 3);
		if (i == 0) {
			len = xdr_left(&n->in);
			memcpy(first, n->in.at, len);
		}
		assert_int_equal(xdr_left(&n->in), len);
		assert_memory_equal(n->in.at, first, len);
	}
	/* Nothing was kept of the second one. */
	for (int i = 0; i < 2; i++) {
		v4_begin(n);
		v4_sequence(n, 1, 2, false);
		assert_int_equal(
		    v4_send(n, &done), i == 0 ? 0 : RETRY_UNCACHED_REP);
	}
	v4_begin(n);
	v4_sequence(n, 1, 4, false);
	assert_int_equal(v4_send(n, &done), SEQ_MISORDERED);
	v4_begin(n);
	v4_sequence(n, 2, 0, false);
	assert_int_equal(v4_send(n, &done), SEQ_MISORDERED);
	v4_shut(n);
	stop();
}

static void
operations_stand_where_they_may(void **state)
{
	enum {
		OP_ILLEGAL = 10044,
		BADSESSION = 10052,
		BADSLOT = 10053,
		SEQUENCE_POS = 10064,
		TOO_MANY_OPS = 10070,
		OP_NOT_IN_SESSION = 10071,
		MINOR_VERS_MISMATCH = 10021,
		BADXDR = 10036
	};
	struct nfs4 *n;
	uint32_t done;

	(void)state;
	start("/ *");
	n = client(1);
	v4_begin(n);
	v4_op(n, V4_PUTROOTFH);
	assert_int_equal(v4_send(n, &done), OP_NOT_IN_SESSION);
	v4_next(n);
	v4_sequence(n, 0, n->seq + 1, false);
	assert_int_equal(v4_do(n), SEQUENCE_POS);
	v4_next(n);
	v4_op(n, 9999);
	assert_int_equal(v4_do(n), OP_ILLEGAL);
	assert_int_equal(v4_answer(n, OP_ILLEGAL), OP_ILLEGAL);
	v4_next(n);
	v4_op(n, V4_PUTFH);
	xdr_put_u32(&n->out, 1000);
	assert_int_equal(v4_do(n), BADXDR);
	v4_begin(n);
	v4_sequence(n, 4, 1, false);
	assert_int_equal(v4_send(n, &done), BADSLOT);
	v4_begin(n);
	v4_sequence(n, 3, 1, false);
	for (int i = 0; i < 16; i++)
		v4_op(n, V4_PUTROOTFH);
	assert_int_equal(v4_send(n, &done), TOO_MANY_OPS);
	n->session[15] ^= 1;
	v4_begin(n);
	v4_sequence(n, 0, 1, false);
	assert_int_equal(v4_send(n, &done), BADSESSION);
	n->minor = 3;
	v4_begin(n);
	assert_int_equal(v4_send(n, &done), MINOR_VERS_MISMATCH);
	assert_int_equal(done, 0);
	v4_shut(n);
	stop();
}

static void
a_client_that_restarts_loses_its_old_session(void **state)
{
	enum {
		BADSESSION = 10052,
		CLIENTID_BUSY = 10074,
		SEQ_MISORDERED = 10063
	};
	uint8_t old[16];
	uint32_t seq = 0, done;
	uint64_t id;
	struct nfs4 *n;

	(void)state;
	start("/ *");
	n = client(1);
	id = n->client;
	/* The same again is the same client. */
	assert_int_equal(v4_exchange(n, "test", 1, &seq), 0);
	assert_true(n->client == id && seq == 2);
	memcpy(old, n->session, 16);
	assert_int_equal(v4_exchange(n, "test", 2, &seq), 0);
	assert_true(n->client != id);
	/* Until it is confirmed the old one stands. */
	v4_next(n);
	assert_int_equal(v4_do(n), 0);
	assert_int_equal(v4_create_session(n, seq + 1), SEQ_MISORDERED);
	assert_int_equal(v4_create_session(n, seq), 0);
	memcpy(old, n->session, 16);
	assert_int_equal(v4_create_session(n, seq), 0); /* sent again */
	assert_memory_equal(old, n->session, 16);
	v4_next(n);
	assert_int_equal(v4_do(n), 0);
	v4_begin(n);
	v4_op(n, V4_DESTROY_CLIENTID);
	xdr_put_u64(&n->out, n->client);
	assert_int_equal(v4_send(n, &done), CLIENTID_BUSY);
	v4_begin(n);
	v4_op(n, V4_DESTROY_SESSION);
	xdr_put_fixed(&n->out, n->session, 16);
	assert_int_equal(v4_send(n, &done), 0);
	v4_begin(n);
	v4_sequence(n, 0, 2, false);
	assert_int_equal(v4_send(n, &done), BADSESSION);
	v4_begin(n);
	v4_op(n, V4_DESTROY_CLIENTID);
	xdr_put_u64(&n->out, n->client);
	assert_int_equal(v4_send(n, &done), 0);
	v4_shut(n);
	stop();
}

/* --- opens ------------------------------------------------------------------
 */

static uint32_t
open_ps(struct nfs4 *n, uint32_t access, uint32_t deny, uint8_t id[16])
{
	uint32_t st;

	go_to(n, NULL, NULL);
	v4_put_open(n, "NFS.PS", access, deny, false);
	st = v4_do(n);
	went(n, 0);
	assert_int_equal(v4_answer(n, V4_OPEN), st);
	if (st == 0)
		memcpy(id, xdr_get_bytes(&n->in, 16), 16);
	return st;
}

static uint32_t
close_ps(struct nfs4 *n, const uint8_t id[16])
{
	go_to(n, "NFS.PS", NULL);
	v4_op(n, V4_CLOSE);
	xdr_put_u32(&n->out, 0);
	xdr_put_fixed(&n->out, id, 16);
	return v4_do(n);
}

static void
an_open_that_denies_keeps_others_out_until_its_close(void **state)
{
	enum {
		LOCKED = 10012,
		SHARE_DENIED = 10015,
		OLD_STATEID = 10024,
		BAD_STATEID = 10025
	};
	struct nfs4 *n, *other;
	uint8_t id[16], id2[16];

	(void)state;
	start("/ *");
	n = client(1);
	other = v4_open(server_port(s.server), 2, "other");
	assert_int_equal(open_ps(n, 1, 1, id), 0);
	assert_int_equal(be32_get(id), 1);
	assert_int_equal(open_ps(other, 1, 0, id2), SHARE_DENIED);
	go_to(other, "NFS.PS", NULL);
	put_read(other, 0, 10);
	assert_int_equal(v4_do(other), LOCKED);
	/* The same owner again: the same open, with the next number. */
	assert_int_equal(open_ps(n, 1, 0, id2), 0);
	assert_int_equal(be32_get(id2), 2);
	assert_memory_equal(id + 4, id2 + 4, 12);
	assert_int_equal(close_ps(n, id), OLD_STATEID);
	assert_int_equal(close_ps(other, id2), BAD_STATEID);
	assert_int_equal(close_ps(n, id2), 0);
	assert_int_equal(close_ps(n, id2), BAD_STATEID);
	assert_int_equal(open_ps(other, 1, 0, id2), 0);
	v4_shut(other);
	v4_shut(n);
	stop();
}

static void
nothing_is_changed_by_this_version(void **state)
{
	enum { NFS4_ISDIR = 21, NFS4_INVAL = 22 };
	struct nfs4 *n;
	uint8_t id[16];

	(void)state;
	start("/ * rw");
	n = client(1);
	assert_int_equal(open_ps(n, 2, 0, id), ROFS);
	assert_int_equal(open_ps(n, 3, 0, id), ROFS);
	assert_int_equal(open_ps(n, 0, 0, id), NFS4_INVAL);
	go_to(n, NULL, NULL);
	v4_put_open(n, "NFS.NEW", 1, 0, true);
	assert_int_equal(v4_do(n), ROFS);
	go_to(n, NULL, NULL);
	v4_put_open(n, "NFS.LIB", 1, 0, false);
	assert_int_equal(v4_do(n), NFS4_ISDIR);
	go_to(n, NULL, NULL);
	v4_name(n, V4_REMOVE, "NFS.PS");
	assert_int_equal(v4_do(n), ROFS);
	looked_up("NFS.PS");
	go_to(n, "NFS.PS", NULL);
	v4_op(n, V4_ACCESS);
	xdr_put_u32(&n->out, 0x3f);
	assert_int_equal(v4_do(n), 0);
	went(n, 1);
	assert_int_equal(v4_answer(n, V4_ACCESS), 0);
	assert_int_equal(xdr_get_u32(&n->in), 0x3f);
	assert_int_equal(xdr_get_u32(&n->in) & 0x1c, 0); /* MODIFY to DELETE */
	v4_shut(n);
	stop();
}

static void
names_that_are_none_are_told_apart(void **state)
{
	static const struct {
		const char *name;
		uint32_t st;
	} names[] = {{"NFS.NONE", 2}, {"", 22}, {".", 10041}, {"..", 10041},
	    {"A/B", 10041}};
	struct nfs4 *n;
	char longest[300];

	(void)state;
	start("/ *");
	n = client(1);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		go_to(n, names[i].name, NULL);
		assert_int_equal(v4_do(n), names[i].st);
	}
	memset(longest, 'A', 256);
	longest[256] = '\0';
	go_to(n, longest, NULL);
	assert_int_equal(v4_do(n), NAMETOOLONG);
	go_to(n, "NFS.PS", "X");
	assert_int_equal(v4_do(n), NOTDIR);
	v4_next(n);
	v4_op(n, V4_GETFH);
	assert_int_equal(v4_do(n), 10020); /* NOFILEHANDLE */
	v4_next(n);
	v4_op(n, V4_RESTOREFH);
	assert_int_equal(v4_do(n), 10030);
	go_to(n, NULL, NULL);
	v4_op(n, V4_LOOKUPP);
	assert_int_equal(v4_do(n), NOENT);
	v4_shut(n);
	stop();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(data_sets_read_as_their_records_in_each_view),
	    cmocka_unit_test(attributes_are_those_of_version_3),
	    cmocka_unit_test(verify_compares_attributes),
	    cmocka_unit_test(directories_list_all_entries_in_small_replies),
	    cmocka_unit_test(
		without_an_export_of_all_directories_lead_to_what_is_exported),
	    cmocka_unit_test(a_request_sent_again_is_answered_as_it_was),
	    cmocka_unit_test(operations_stand_where_they_may),
	    cmocka_unit_test(a_client_that_restarts_loses_its_old_session),
	    cmocka_unit_test(
		an_open_that_denies_keeps_others_out_until_its_close),
	    cmocka_unit_test(nothing_is_changed_by_this_version),
	    cmocka_unit_test(names_that_are_none_are_told_apart),
	};

	return cmocka_run_group_tests_name(
	    "t9200", tests, make_sets, remove_sets);
}

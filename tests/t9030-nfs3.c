/* MOUNT and NFS version 3 over TCP, with data sets behind them. */
#include "tests/support/services.h"

#include "tests/support/nfs_sets.h"
#include "tests/support/nfs3_server.h"
#include "tests/support/random.h"

enum { RECORDS = 3000, MEMBER_RECORDS = 40, SMALL = 5 };

static int
make_sets(void **state)
{
	static struct fixture f;

	(void)state;
	nfsd_log_off();
	if (!root_new(f.dir, "t9030") ||
	    ds_system_open(f.dir, &f.sys, NULL, &f.diag) != DS_OK)
		return -1;
	set_cluster(&f, "NFS.KSDS", DS_ORG_KSDS, false);
	set_fill(&f, "NFS.KSDS", 0, RECORDS, false);
	set_cluster(&f, "NFS.EMPTY", DS_ORG_ESDS, true);
	set_cluster(&f, "OTHER.GONE", DS_ORG_ESDS, true);
	set_fill(&f, "OTHER.GONE", 0, SMALL, true);
	set_nonvsam(&f, "NFS.PS", DS_RECFM_FB, 0);
	set_fill(&f, "NFS.PS", 0, SMALL, true);
	set_nonvsam(&f, "NFS.LIB", DS_RECFM_FB, 1);
	set_fill(&f, "NFS.LIB(ONE)", 0, MEMBER_RECORDS, true);
	set_fill(&f, "NFS.LIB(TWO)", 0, SMALL, true);
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

/* By reads of count bytes it is these bytes, and GETATTR knew how many. */
static void
reads_as(
    const struct nfs3_fh *fh, const uint8_t *want, size_t len, uint32_t count)
{
	const uint8_t *data;
	struct nfs3_attr a;
	size_t at = 0, got;
	bool eof = false;

	assert_int_equal(nfs3_getattr(s.n, fh, &a), 0);
	assert_int_equal(a.type, 1);
	assert_int_equal(a.size, len);
	while (!eof) {
		assert_int_equal(
		    nfs3_read(s.n, fh, at, count, &data, &got, &eof), 0);
		assert_true(got <= count && at + got <= len);
		assert_true(got > 0 || eof);
		if (got > 0)
			assert_memory_equal(data, want + at, got);
		at += got;
	}
	assert_int_equal(at, len);
	assert_int_equal(
	    nfs3_read(s.n, fh, len + 9, count, &data, &got, &eof), 0);
	assert_true(got == 0 && eof);
}

static void
data_sets_read_as_their_records(void **state)
{
	static const char *const trees[] = {"/", "/text", "/rdw"};
	static const enum ops_view views[] = {OPS_BINARY, OPS_TEXT, OPS_RDW};

	(void)state;
	start("/ *");
	for (int i = 0; i < 3; i++) {
		struct nfs3_fh fh;
		uint8_t *want;
		size_t len;

		assert_int_equal(nfs3_mount(s.n, trees[i], &s.root), 0);
		want = set_stream(views[i], RECORDS, false, &len);
		fh = looked_up("NFS.KSDS");
		reads_as(&fh, want, len, 1 << 20);
		reads_as(&fh, want, len, 9999);
		free(want);
		want = set_stream(views[i], SMALL, true, &len);
		fh = looked_up("nfs.ps");
		reads_as(&fh, want, len, 7);
		free(want);
		fh = looked_up("NFS.EMPTY");
		reads_as(&fh, (const uint8_t *)"", 0, 100);
	}
	stop();
}

/* Eight reads in flight on each of four connections. */
static void
many_reads_at_once_get_their_own_bytes(void **state)
{
	enum { CONNS = 4, FLIGHT = 8, PART = 10007 };
	struct nfs3 *n[CONNS];
	struct nfs3_fh fh;
	uint8_t *want;
	size_t len, at, got;
	const uint8_t *data;
	bool eof;

	(void)state;
	start("/ *");
	fh = looked_up("NFS.KSDS");
	want = set_stream(OPS_BINARY, RECORDS, false, &len);
	assert_true(len > CONNS * FLIGHT * PART / 4);
	for (int i = 0; i < CONNS; i++) {
		n[i] = nfs3_open(server_port(s.server));
		for (size_t r = 0; r < FLIGHT; r++)
			nfs3_ask_read(n[i], &fh,
			    (r * 7919 + (size_t)i * 50021) % len, PART);
	}
	for (int i = 0; i < CONNS; i++) {
		for (size_t r = 0; r < FLIGHT; r++) {
			at = (r * 7919 + (size_t)i * 50021) % len;
			assert_int_equal(nfs3_got_read(n[i], (uint32_t)r + 1,
					     &data, &got, &eof),
			    0);
			assert_int_equal(
			    got, len - at < PART ? len - at : PART);
			assert_memory_equal(data, want + at, got);
		}
		nfs3_close(n[i]);
	}
	free(want);
	stop();
}

struct seen {
	int total, dots, ksds, lib;
	bool attrs;
};

static void
see(struct seen *seen, struct xdr_in *in, bool plus)
{
	char text[64] = "";
	struct nfs3_attr a = {0};
	struct nfs3_fh fh;
	const uint8_t *name;
	uint64_t fileid = xdr_get_u64(in);
	size_t len;

	name = xdr_get_opaque(in, sizeof(text) - 1, &len);
	assert_non_null(name);
	memcpy(text, name, len);
	seen->total++;
	seen->dots += text[0] == '.';
	seen->ksds += strcmp(text, "NFS.KSDS") == 0;
	seen->lib += strcmp(text, "NFS.LIB") == 0;
	xdr_get_u64(in); /* the cookie: it is the last one's that counts */
	if (!plus)
		return;
	if (nfs3_get_post(in, &a))
		assert_int_equal(a.fileid, fileid);
	if (!xdr_get_bool(in)) {
		assert_string_equal(text, "..");
		return;
	}
	nfs3_get_fh(in, &fh);
	seen->attrs = true;
}

/* All entries, by replies of count bytes. */
static struct seen
list_all(const struct nfs3_fh *fh, uint32_t proc, uint32_t count)
{
	static const uint8_t verf[8];
	struct seen seen = {0};
	uint64_t cookie = 0;
	bool eof = false;

	for (int replies = 0; !eof; replies++) {
		struct xdr_out call = nfs3_on(s.n, proc, fh);
		struct nfs3_attr a;
		struct xdr_in in;
		const uint8_t *end;
		uint32_t st;

		xdr_put_u64(&call, cookie);
		xdr_put_fixed(&call, verf, 8);
		if (proc == READDIRPLUS)
			xdr_put_u32(&call, count);
		xdr_put_u32(&call, count);
		in = nfs3_do(s.n, &call, &st);
		assert_int_equal(st, 0);
		assert_true(xdr_left(&in) <= count);
		assert_true(nfs3_get_post(&in, &a) && a.type == 2);
		xdr_get_fixed(&in, 8);
		while (xdr_get_bool(&in)) {
			struct xdr_in peek = in;
			size_t len;

			xdr_get_u64(&peek);
			xdr_get_opaque(&peek, 255, &len);
			cookie = xdr_get_u64(&peek);
			see(&seen, &in, proc == READDIRPLUS);
		}
		eof = xdr_get_bool(&in);
		end = in.at;
		assert_true(xdr_done(&in) && end == in.end);
		assert_true(replies < 100);
	}
	return seen;
}

static void
directories_are_listed_in_any_pieces(void **state)
{
	static const uint32_t counts[] = {400, 1000, 32768};
	struct nfs3_fh lib;

	(void)state;
	start("/ *");
	lib = looked_up("NFS.LIB");
	for (int i = 0; i < 3; i++)
		for (uint32_t proc = READDIR; proc <= READDIRPLUS; proc++) {
			struct seen seen = list_all(&s.root, proc, counts[i]);

			assert_int_equal(seen.dots, 2);
			assert_int_equal(seen.ksds, 1);
			assert_int_equal(seen.lib, 1);
			assert_int_equal(seen.attrs, proc == READDIRPLUS);
			seen = list_all(&lib, proc, counts[i]);
			assert_int_equal(seen.total, 4);
		}
	stop();
}

/* One call's status, its results of no interest. What another thread of the
 * server has open is asked for again, as clients do. */
static uint32_t
status_of(struct xdr_out *call)
{
	uint32_t st;

	for (;;) {
		nfs3_do(s.n, call, &st);
		if (st != JUKEBOX)
			return st;
		poll(NULL, 0, 20);
	}
}

static uint32_t
readdir_status(const struct nfs3_fh *fh, uint32_t count)
{
	struct xdr_out call = nfs3_on(s.n, READDIR, fh);

	xdr_put_u64(&call, 0);
	xdr_put_u64(&call, 0);
	xdr_put_u32(&call, count);
	return status_of(&call);
}

static void
each_failure_has_its_status(void **state)
{
	struct nfs3_fh fh, ksds, lib, bad = {.len = 8};
	struct nfs3_attr a;
	struct xdr_out call;
	const uint8_t *data;
	char name[300];
	size_t len;
	bool eof;

	(void)state;
	start("/ *");
	ksds = looked_up("NFS.KSDS");
	lib = looked_up("NFS.LIB");
	assert_int_equal(nfs3_lookup(s.n, &s.root, "NO.SUCH", &fh), NOENT);
	assert_int_equal(nfs3_lookup(s.n, &lib, "THREE", &fh), NOENT);
	assert_int_equal(nfs3_lookup(s.n, &lib, "two", &fh), 0);
	assert_int_equal(nfs3_lookup(s.n, &ksds, "A", &fh), NOTDIR);
	memset(name, 'A', sizeof(name));
	name[256] = '\0';
	assert_int_equal(nfs3_lookup(s.n, &s.root, name, &fh), NAMETOOLONG);
	assert_int_equal(nfs3_getattr(s.n, &bad, &a), BADHANDLE);
	bad.len = 0;
	assert_int_equal(nfs3_getattr(s.n, &bad, &a), BADHANDLE);
	fh = ksds;
	fh.data[8] ^= 0x55; /* another identity, which there is not */
	assert_int_equal(nfs3_getattr(s.n, &fh, &a), STALE);
	assert_int_equal(nfs3_read(s.n, &fh, 0, 10, &data, &len, &eof), STALE);
	assert_int_equal(nfs3_read(s.n, &lib, 0, 10, &data, &len, &eof), ISDIR);
	assert_int_equal(readdir_status(&ksds, 1000), NOTDIR);
	assert_int_equal(readdir_status(&s.root, 0), TOOSMALL);
	assert_int_equal(readdir_status(&s.root, 130), TOOSMALL);
	call = nfs3_on(s.n, READLINK, &ksds);
	assert_int_equal(status_of(&call), INVAL);
	assert_int_equal(nfs3_mount(s.n, "/NO.SUCH", &fh), NOENT);
	assert_int_equal(nfs3_mount(s.n, "/NFS.KSDS", &fh), NOTDIR);
	assert_int_equal(nfs3_mount(s.n, "nothing", &fh), ACCES);
	stop();
}

/* SYMLINK, MKNOD, LINK: there are no such things. */
static void
refused_as(const char *lines, uint32_t want)
{
	/* Procedures, and how many "none" stand behind the status. */
	static const struct {
		uint32_t proc;
		size_t absent;
	} all[] = {{10, 2}, {11, 2}, {15, 3}};
	struct nfs3_fh ksds;

	start(lines);
	ksds = looked_up("NFS.KSDS");
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		struct xdr_out call = nfs3_on(s.n, all[i].proc, &ksds);
		struct xdr_in in;
		uint32_t st;

		in = nfs3_do(s.n, &call, &st);
		assert_int_equal(st, want);
		for (size_t j = 0; j < all[i].absent; j++)
			assert_false(xdr_get_bool(&in));
		assert_true(xdr_done(&in));
	}
	stop();
}

static void
what_cannot_be_made_is_refused(void **state)
{
	(void)state;
	refused_as("/ *", ROFS);
	refused_as("/ * rw", NOTSUPP);
}

/* A call of a procedure that takes a directory and a name. */
static struct xdr_out
on_name(uint32_t proc, const char *name)
{
	struct xdr_out call = nfs3_on(s.n, proc, &s.root);

	xdr_put_string(&call, name);
	/* sattr3: nothing is set */
	for (int i = 0; proc == MKDIR && i < 6; i++)
		xdr_put_u32(&call, 0);
	return call;
}

static uint32_t
renamed(const char *from, const char *to)
{
	struct xdr_out call = nfs3_on(s.n, RENAME, &s.root);

	xdr_put_string(&call, from);
	xdr_put_opaque(&call, s.root.data, s.root.len);
	xdr_put_string(&call, to);
	return status_of(&call);
}

static uint32_t
did(uint32_t proc, const char *name)
{
	struct xdr_out call = on_name(proc, name);

	return status_of(&call);
}

static void
names_change_where_they_are_exported_rw(void **state)
{
	struct nfs3_attr a;
	struct nfs3_fh fh;
	struct xdr_out call;
	struct xdr_in in;
	uint32_t st;

	(void)state;
	start("/ * rw");
	call = on_name(MKDIR, "NFS.MADE");
	in = nfs3_do(s.n, &call, &st);
	assert_int_equal(st, 0);
	assert_true(xdr_get_bool(&in));
	nfs3_get_fh(&in, &fh);
	assert_true(nfs3_get_post(&in, &a) && a.type == 2);
	assert_false(xdr_get_bool(&in));
	assert_true(nfs3_get_post(&in, &a) && xdr_done(&in));
	assert_int_equal(did(MKDIR, "NFS.MADE"), EXIST);
	assert_int_equal(renamed("NFS.MADE", "NFS.MOVED"), 0);
	assert_int_equal(nfs3_getattr(s.n, &fh, &a), 0);
	assert_int_equal(renamed("NFS.MADE", "NFS.MOVED"), NOENT);
	assert_int_equal(did(REMOVE, "NFS.MOVED"), ISDIR);
	assert_int_equal(did(RMDIR, "NFS.MOVED"), 0);
	assert_int_equal(did(RMDIR, "NFS.MOVED"), NOENT);
	assert_int_equal(nfs3_getattr(s.n, &fh, &a), STALE);
	call = nfs3_on(s.n, ACCESS, &s.root);
	xdr_put_u32(&call, 0x1f);
	in = nfs3_do(s.n, &call, &st);
	nfs3_get_post(&in, &a);
	assert_int_not_equal(xdr_get_u32(&in) & 0x04, 0); /* MODIFY */
	stop();
	start("/ * ro");
	assert_int_equal(did(MKDIR, "NFS.MADE"), ROFS);
	assert_int_equal(did(REMOVE, "NFS.PS"), ROFS);
	assert_int_equal(did(RMDIR, "NFS.LIB"), ROFS);
	assert_int_equal(renamed("NFS.PS", "NFS.MOVED"), ROFS);
	stop();
	/* One is rw, but not this one. */
	start("/ 127.0.0.1 ro\n/NFS * rw\n");
	assert_int_equal(did(REMOVE, "NFS.PS"), ROFS);
	call = nfs3_on(s.n, ACCESS, &s.root);
	xdr_put_u32(&call, 0x1f);
	in = nfs3_do(s.n, &call, &st);
	nfs3_get_post(&in, &a);
	assert_int_equal(xdr_get_u32(&in), 0x03);
	stop();
}

/* A client that lost its connection sends the same bytes again. */
static void
what_is_sent_again_is_not_done_again(void **state)
{
	struct xdr_out call;
	struct xdr_in in;
	struct nfs3 *again;

	(void)state;
	start("/ * rw");
	assert_int_equal(did(MKDIR, "NFS.MADE"), 0);
	call = on_name(RMDIR, "NFS.MADE");
	assert_int_equal(status_of(&call), 0);
	again = nfs3_open(server_port(s.server));
	for (int i = 0; i < 3; i++) {
		in = rpc_roundtrip(
		    again->fd, &call, again->reply, sizeof(again->reply));
		assert_int_equal(xdr_get_u32(&in), 0);
	}
	/* The same with another xid is another request. */
	assert_int_equal(did(RMDIR, "NFS.MADE"), NOENT);
	/* The same xid with other arguments, too. */
	s.n->xid -= 1;
	assert_int_equal(did(MKDIR, "NFS.MADE"), 0);
	assert_int_equal(did(RMDIR, "NFS.MADE"), 0);
	nfs3_close(again);
	stop();
}

/* One random call: any procedure, a handle that is good or changed, arguments
 * of any bytes, many of them zero. */
static void
send_random(const struct nfs3_fh fhs[4])
{
	struct nfs3_fh fh = fhs[rnd(4)];
	struct xdr_out call;
	uint8_t *p;
	size_t n = rnd(80);

	if (rnd(4) == 0)
		fh.data[rnd(fh.len)] ^= (uint8_t)(1 + rnd(255));
	if (rnd(8) == 0)
		fh.len = rnd(65);
	call = nfs3_on(s.n, (uint32_t)rnd(24), &fh);
	if ((p = xdr_reserve(&call, n)) != NULL)
		for (size_t i = 0; i < n; i++)
			p[i] = (uint8_t)(rnd(3) ? 0 : rnd(256));
	if (rnd(6) == 0)
		s.n->call[4 + rnd(xdr_used(&call) - 4)] = (uint8_t)rnd(256);
	rpc_end(&call);
	rpc_send_bytes(s.n->fd, call.base, xdr_used(&call));
}

static void
random_calls_are_answered_or_end_the_connection(void **state)
{
	struct nfs3_fh fhs[4];
	struct nfs3_attr a;
	uint32_t n = 0;
	uint8_t mark[4];

	(void)state;
	start("/ * rw");
	fhs[0] = s.root;
	fhs[1] = looked_up("NFS.KSDS");
	fhs[2] = looked_up("NFS.LIB");
	assert_int_equal(nfs3_lookup(s.n, &fhs[2], "ONE", &fhs[3]), 0);
	for (seed = 1; n < 3000; n++) {
		send_random(fhs);
		if (rpc_recv_bytes(s.n->fd, mark, 4)) {
			size_t len = be32_get(mark) & 0x7fffffffU;

			assert_true(len >= 20 && len % 4 == 0);
			assert_true(len <= sizeof(s.n->reply));
			assert_true(rpc_recv_bytes(s.n->fd, s.n->reply, len));
		} else {
			nfs3_close(s.n);
			s.n = nfs3_open(server_port(s.server));
		}
	}
	/* Nothing that was there is gone. */
	for (int i = 0; i < 4; i++)
		assert_int_equal(nfs3_getattr(s.n, &fhs[i], &a), 0);
	stop();
}

static void
the_file_system_says_what_it_can(void **state)
{
	struct nfs3_attr a;
	struct xdr_out call;
	struct xdr_in in;
	uint32_t st;

	(void)state;
	start("/ *");
	call = nfs3_on(s.n, FSINFO, &s.root);
	in = nfs3_do(s.n, &call, &st);
	assert_int_equal(st, 0);
	assert_true(nfs3_get_post(&in, &a) && a.type == 2);
	assert_int_equal(xdr_get_u32(&in), 1 << 20); /* rtmax */
	assert_int_equal(xdr_get_u32(&in), 1 << 20);
	assert_int_equal(xdr_left(&in), 4 * 5 + 8 + 8 + 4);
	call = nfs3_on(s.n, FSSTAT, &s.root);
	in = nfs3_do(s.n, &call, &st);
	assert_int_equal(st, 0);
	nfs3_get_post(&in, &a);
	assert_true(xdr_get_u64(&in) > 0);
	assert_int_equal(xdr_left(&in), 5 * 8 + 4);
	call = nfs3_on(s.n, PATHCONF, &s.root);
	in = nfs3_do(s.n, &call, &st);
	assert_int_equal(st, 0);
	nfs3_get_post(&in, &a);
	assert_int_equal(xdr_left(&in), 6 * 4);
	call = nfs3_on(s.n, ACCESS, &s.root);
	xdr_put_u32(&call, 0x3f);
	in = nfs3_do(s.n, &call, &st);
	assert_int_equal(st, 0);
	nfs3_get_post(&in, &a);
	assert_int_equal(xdr_get_u32(&in), 0x03); /* READ, LOOKUP */
	assert_true(xdr_done(&in));
	stop();
}

static void
exports_say_who_and_what(void **state)
{
	struct nfs3_fh nfs, fh;
	struct nfs3_attr a;
	struct xdr_out call;
	struct xdr_in in;
	size_t len;

	(void)state;
	start("/NFS 127.0.0.1\n/OTHER 10.0.0.0/8,::1\n");
	assert_int_equal(nfs3_mount(s.n, "/", &fh), ACCES);
	assert_int_equal(nfs3_mount(s.n, "/OTHER", &fh), ACCES);
	assert_int_equal(nfs3_mount(s.n, "/nfs", &nfs), 0);
	assert_int_equal(nfs3_mount(s.n, "/text/NFS", &fh), 0);
	assert_int_equal(nfs3_lookup(s.n, &nfs, "PS", &fh), 0);
	assert_int_equal(nfs3_lookup(s.n, &nfs, "GONE", &fh), NOENT);
	/* No way up leads out of it. */
	assert_int_equal(nfs3_lookup(s.n, &nfs, "..", &fh), 0);
	assert_memory_equal(fh.data, nfs.data, nfs.len);
	assert_int_equal(nfs3_lookup(s.n, &nfs, "LIB", &fh), 0);
	assert_int_equal(nfs3_lookup(s.n, &fh, "..", &fh), 0);
	assert_memory_equal(fh.data, nfs.data, nfs.len);
	assert_int_equal(nfs3_mount(s.n, "/NFS/../OTHER", &fh), ACCES);
	assert_int_equal(nfs3_mount(s.n, "/NFS/LIB", &fh), 0);
	call = nfs3_begin(s.n, MOUNT_PROG, 5);
	in = rpc_roundtrip(s.n->fd, &call, s.n->reply, sizeof(s.n->reply));
	assert_true(xdr_get_bool(&in));
	assert_memory_equal(xdr_get_opaque(&in, 99, &len), "/NFS", 4);
	assert_true(xdr_get_bool(&in));
	assert_memory_equal(xdr_get_opaque(&in, 99, &len), "127.0.0.1", 9);
	assert_false(xdr_get_bool(&in));
	assert_true(xdr_get_bool(&in));
	assert_memory_equal(xdr_get_opaque(&in, 99, &len), "/OTHER", 6);
	assert_true(xdr_get_bool(&in));
	assert_memory_equal(xdr_get_opaque(&in, 99, &len), "10.0.0.0/8", 10);
	assert_true(xdr_get_bool(&in));
	assert_memory_equal(xdr_get_opaque(&in, 99, &len), "::1", 3);
	assert_false(xdr_get_bool(&in) || xdr_get_bool(&in));
	assert_true(xdr_done(&in));
	/* After a reload: to others, then to nobody. */
	nfsd_export(&s.nfsd, exports_of("/NFS 10.0.0.1\n"));
	assert_int_equal(nfs3_getattr(s.n, &nfs, &a), ACCES);
	nfsd_export(&s.nfsd, exports_of("/OTHER *\n"));
	assert_int_equal(nfs3_getattr(s.n, &nfs, &a), STALE);
	nfsd_export(&s.nfsd, exports_of("/NFS *\n"));
	assert_int_equal(nfs3_getattr(s.n, &nfs, &a), 0);
	stop();
}

static void
handles_outlive_the_server_and_not_the_data_set(void **state)
{
	const struct ds_delete_opts opts = {.erase = -1};
	struct ds_system *sys = NULL;
	struct nfs3_fh ksds, gone, one;
	struct nfs3_attr a;
	uint8_t *want;
	size_t len;

	(void)state;
	start("/ *");
	ksds = looked_up("NFS.KSDS");
	gone = looked_up("OTHER.GONE");
	one = looked_up("NFS.LIB");
	assert_int_equal(nfs3_lookup(s.n, &one, "ONE", &one), 0);
	stop();
	assert_int_equal(ds_system_open(dir, &sys, NULL, NULL), DS_OK);
	assert_int_equal(
	    ds_delete(sys, "OTHER.GONE", &opts, NULL, NULL, NULL), DS_OK);
	ds_system_close(&sys);
	start("/ *");
	want = set_stream(OPS_BINARY, RECORDS, false, &len);
	reads_as(&ksds, want, len, 65536);
	free(want);
	want = set_stream(OPS_BINARY, MEMBER_RECORDS, true, &len);
	reads_as(&one, want, len, 65536);
	free(want);
	assert_int_equal(nfs3_getattr(s.n, &gone, &a), STALE);
	stop();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(data_sets_read_as_their_records),
	    cmocka_unit_test(many_reads_at_once_get_their_own_bytes),
	    cmocka_unit_test(directories_are_listed_in_any_pieces),
	    cmocka_unit_test(each_failure_has_its_status),
	    cmocka_unit_test(what_cannot_be_made_is_refused),
	    cmocka_unit_test(names_change_where_they_are_exported_rw),
	    cmocka_unit_test(what_is_sent_again_is_not_done_again),
	    cmocka_unit_test(random_calls_are_answered_or_end_the_connection),
	    cmocka_unit_test(the_file_system_says_what_it_can),
	    cmocka_unit_test(exports_say_who_and_what),
	    cmocka_unit_test(handles_outlive_the_server_and_not_the_data_set),
	};

	return cmocka_run_group_tests_name(
	    "nfs 3", tests, make_sets, remove_sets);
}

/*
 * A server over TCP in this process, of the root in dir, and a client of it.
 * Include after tests/support/services.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_NFS3_SERVER_H
#define CATAMOUNT_TESTS_SUPPORT_NFS3_SERVER_H

#include "nfs/log.h"
#include "nfs/nfsd.h"
#include "nfs/server.h"
#include "tests/support/nfs3_client.h"

/* The statuses of RFC 1813, 2.6 and appendix I. */
enum {
	NOENT = 2,
	ACCES = 13,
	EXIST = 17,
	NOTDIR = 20,
	ISDIR = 21,
	INVAL = 22,
	ROFS = 30,
	NAMETOOLONG = 63,
	STALE = 70,
	BADHANDLE = 10001,
	NOTSUPP = 10004,
	TOOSMALL = 10005,
	JUKEBOX = 10008
};

static char dir[ROOT_LEN];

static struct serving_tcp {
	struct nfsd nfsd;
	struct server *server;
	struct nfs3 *n;
	struct nfs3_fh root;
} s;

static inline struct exports *
exports_of(const char *lines)
{
	FILE *fp = fmemopen((void *)(uintptr_t)lines, strlen(lines), "r");
	struct exports *ex = NULL;

	assert_non_null(fp);
	assert_int_equal(exports_parse(fp, "exports", &ex, NULL), DS_OK);
	fclose(fp);
	return ex;
}

static inline void
start(const char *lines)
{
	struct ops_config ops = {.root = dir,
	    .idle_ms = 50,
	    .writable = strstr(lines, "rw") != NULL};
	struct server_config config = {.threads = 3,
	    .table = &nfsd_table,
	    .begin = nfsd_begin,
	    .idle = nfsd_idle,
	    .end = nfsd_finish,
	    .ctx = &s.nfsd};

	memset(&s, 0, sizeof(s));
	assert_int_equal(nfsd_init(&s.nfsd, NULL), DS_OK);
	s.nfsd.exports = exports_of(lines);
	assert_int_equal(ops_server_new(&ops, &s.nfsd.ops, NULL), DS_OK);
	assert_int_equal(server_start(&config, &s.server, NULL), DS_OK);
	s.n = nfs3_open(server_port(s.server));
	if (lines[1] == ' ')
		assert_int_equal(nfs3_mount(s.n, "/", &s.root), 0);
}

static inline void
stop(void)
{
	nfs3_close(s.n);
	server_stop(&s.server);
	nfsd_end(&s.nfsd);
}

static inline struct nfs3_fh
looked_up(const char *name)
{
	struct nfs3_fh fh = {0};

	assert_int_equal(nfs3_lookup(s.n, &s.root, name, &fh), 0);
	return fh;
}

#endif

/*
 * A client of RPC over TCP, by hand: calls are put together byte by byte, so
 * that a test can send what no client would. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_RPC_CLIENT_H
#define CATAMOUNT_TESTS_SUPPORT_RPC_CLIENT_H

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/bytes.h"
#include "nfs/xdr.h"

enum { RPC_WAIT_MS = 60000, RPC_WIRE = (1 << 20) + 65536 };

static inline int
rpc_connect(uint16_t port)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
	    .sin_port = htons(port),
	    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof(to)), 0);
	return fd;
}

static inline void
rpc_send_bytes(int fd, const void *data, size_t len)
{
	const uint8_t *p = data;

	while (len > 0) {
		ssize_t n = send(fd, p, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		assert_true(n > 0);
		p += n;
		len -= (size_t)n;
	}
}

/* True: len bytes; false: the other end is closed before. */
static inline bool
rpc_recv_bytes(int fd, void *data, size_t len)
{
	uint8_t *p = data;

	while (len > 0) {
		struct pollfd pfd = {.fd = fd, .events = POLLIN};
		ssize_t n;

		assert_true(poll(&pfd, 1, RPC_WAIT_MS) != 0);
		n = recv(fd, p, len, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

/* The server closes, sooner or later. */
static inline bool
rpc_closed(int fd)
{
	uint8_t byte;

	return !rpc_recv_bytes(fd, &byte, 1);
}

/*
 * A call's record with its mark in front: header, AUTH_SYS of uid and gid
 * (uid < 0: AUTH_NONE), then the caller's arguments; rpc_end() sets the mark.
 */
static inline void
rpc_begin(struct xdr_out *out, uint8_t *buf, size_t len, uint32_t xid,
    uint32_t prog, uint32_t vers, uint32_t proc, int uid)
{
	*out = xdr_out(buf, len);
	xdr_put_u32(out, 0);
	xdr_put_u32(out, xid);
	xdr_put_u32(out, 0);
	xdr_put_u32(out, 2);
	xdr_put_u32(out, prog);
	xdr_put_u32(out, vers);
	xdr_put_u32(out, proc);
	if (uid >= 0) {
		xdr_put_u32(out, 1);
		xdr_put_u32(out, 4 * 5 + 8); /* "test" has no padding */
		xdr_put_u32(out, 0);
		xdr_put_string(out, "test");
		xdr_put_u32(out, (uint32_t)uid);
		xdr_put_u32(out, (uint32_t)uid);
		xdr_put_u32(out, 1);
		xdr_put_u32(out, (uint32_t)uid);
	} else {
		xdr_put_u32(out, 0);
		xdr_put_u32(out, 0);
	}
	xdr_put_u32(out, 0);
	xdr_put_u32(out, 0);
}

static inline void
rpc_end(struct xdr_out *out)
{
	assert_false(out->full);
	be32_put(out->base, 0x80000000U | (uint32_t)(xdr_used(out) - 4));
}

/* A reply's record without its mark, in buf; its length. */
static inline size_t
rpc_reply(int fd, uint8_t *buf, size_t room)
{
	uint8_t mark[4];
	uint32_t len;

	assert_true(rpc_recv_bytes(fd, mark, 4));
	len = be32_get(mark);
	assert_true(len & 0x80000000U); /* ours are one fragment */
	len &= 0x7fffffffU;
	assert_true(len <= room);
	assert_true(rpc_recv_bytes(fd, buf, len));
	return len;
}

/* The results of an accepted and successful reply to xid. */
static inline struct xdr_in
rpc_results(const uint8_t *buf, size_t len, uint32_t xid)
{
	struct xdr_in in = xdr_in(buf, len);

	assert_int_equal(xdr_get_u32(&in), xid);
	assert_int_equal(xdr_get_u32(&in), 1);
	assert_int_equal(xdr_get_u32(&in), 0);
	assert_int_equal(xdr_get_u32(&in), 0);
	assert_int_equal(xdr_get_u32(&in), 0);
	assert_int_equal(xdr_get_u32(&in), 0);
	assert_false(in.bad);
	return in;
}

/* Send the call and get its results, in buf. */
static inline struct xdr_in
rpc_roundtrip(int fd, struct xdr_out *call, uint8_t *buf, size_t room)
{
	rpc_end(call);
	rpc_send_bytes(fd, call->base, xdr_used(call));
	return rpc_results(
	    buf, rpc_reply(fd, buf, room), be32_get(call->base + 4));
}

#endif

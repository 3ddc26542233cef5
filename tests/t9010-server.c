/* The server's loop: honest clients are served whatever others do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <cmocka.h>

#include "nfs/log.h"
#include "nfs/record.h"
#include "nfs/server.h"
#include "tests/support/random.h"
#include "tests/support/rpc_client.h"

enum { NULL_PROC = 0, SUM = 1, DATA = 2, MIB = 1 << 20 };

/* The number of bytes of an opaque, and their sum. */
static enum rpc_result
sum(struct rpc_call *call, struct xdr_out *res)
{
	size_t len;
	const uint8_t *p = xdr_get_opaque(&call->args, MIB, &len);
	uint32_t total = 0;

	for (size_t i = 0; i < len; i++)
		total += p[i];
	xdr_put_u32(res, (uint32_t)len);
	xdr_put_u32(res, total);
	return RPC_DONE;
}

/* So many bytes, each of them what is asked for. */
static enum rpc_result
data(struct rpc_call *call, struct xdr_out *res)
{
	uint32_t len = xdr_get_max(&call->args, MIB);
	uint32_t byte = xdr_get_u32(&call->args);
	uint8_t *p;

	xdr_put_u32(res, len);
	if ((p = xdr_reserve(res, len + xdr_pad(len))) != NULL)
		memset(p, (int)byte, len + xdr_pad(len));
	return RPC_DONE;
}

static const struct rpc_proc procs[] = {
    {"NULL", rpc_null}, {"SUM", sum}, {"DATA", data}};
static const struct rpc_version versions[] = {{300, 1, "TEST", procs, 3}};
static const struct rpc_table table = {versions, 1};

static struct server *
start(struct server_config config)
{
	struct server *s = NULL;

	config.table = &table;
	config.threads = config.threads ? config.threads : 2;
	assert_int_equal(server_start(&config, &s, NULL), DS_OK);
	return s;
}

static uint8_t wire[RPC_WIRE], back[RPC_WIRE];

static void
ask_data(int fd, uint32_t xid, uint32_t len, uint32_t byte)
{
	uint8_t buf[128];
	struct xdr_out call;

	rpc_begin(&call, buf, sizeof(buf), xid, 300, 1, DATA, 0);
	xdr_put_u32(&call, len);
	xdr_put_u32(&call, byte);
	rpc_end(&call);
	rpc_send_bytes(fd, buf, xdr_used(&call));
}

static void
get_data(int fd, uint32_t xid, uint32_t len, uint8_t byte)
{
	struct xdr_in in =
	    rpc_results(back, rpc_reply(fd, back, sizeof(back)), xid);
	const uint8_t *p;
	size_t got;

	p = xdr_get_opaque(&in, MIB, &got);
	assert_int_equal(got, len);
	assert_true(xdr_done(&in));
	for (size_t i = 0; i < got; i++)
		if (p[i] != byte)
			fail();
}

/* A record of SUM over len bytes of value byte, in wire; its length. */
static size_t
make_sum(uint32_t xid, uint32_t len, uint8_t byte)
{
	struct xdr_out call;
	uint8_t *p;

	rpc_begin(&call, wire, sizeof(wire), xid, 300, 1, SUM, -1);
	xdr_put_u32(&call, len);
	p = xdr_reserve(&call, len + xdr_pad(len));
	assert_non_null(p);
	memset(p, byte, len + xdr_pad(len));
	rpc_end(&call);
	return xdr_used(&call);
}

static void
get_sum(int fd, uint32_t xid, uint32_t len, uint8_t byte)
{
	struct xdr_in in =
	    rpc_results(back, rpc_reply(fd, back, sizeof(back)), xid);

	assert_int_equal(xdr_get_u32(&in), len);
	assert_int_equal(xdr_get_u32(&in), len * byte);
	assert_true(xdr_done(&in));
}

static void
serves(int fd, uint32_t xid)
{
	ask_data(fd, xid, 100, xid & 0xff);
	get_data(fd, xid, 100, (uint8_t)xid);
}

static void
calls_in_flight_are_answered_in_order(void **state)
{
	struct server *s = start((struct server_config){0});
	int fd = rpc_connect(server_port(s));

	(void)state;
	for (uint32_t i = 0; i < 300; i++)
		ask_data(fd, i, i * 7 % 900, i & 0xff);
	for (uint32_t i = 0; i < 300; i++)
		get_data(fd, i, i * 7 % 900, (uint8_t)i);
	/* Replies that no socket buffer holds: the server waits, goes on. */
	for (uint32_t i = 0; i < 24; i++)
		ask_data(fd, i, MIB - i, i + 1);
	for (uint32_t i = 0; i < 24; i++)
		get_data(fd, i, MIB - i, (uint8_t)(i + 1));
	close(fd);
	server_stop(&s);
	assert_null(s);
}

static void
requests_arrive_in_any_pieces(void **state)
{
	struct server *s = start((struct server_config){0});
	int fd = rpc_connect(server_port(s));
	size_t n;

	(void)state;
	n = make_sum(1, 20, 3);
	for (size_t i = 0; i < n; i++)
		rpc_send_bytes(fd, wire + i, 1);
	get_sum(fd, 1, 20, 3);
	seed = 5;
	for (uint32_t xid = 2; xid < 12; xid++) {
		uint32_t len = xid == 11 ? MIB : (uint32_t)rnd(300000);

		n = make_sum(xid, len, (uint8_t)xid);
		for (size_t at = 0, part; at < n; at += part) {
			part = 1 + rnd(rnd(3) ? 100000 : 10);
			part = part < n - at ? part : n - at;
			rpc_send_bytes(fd, wire + at, part);
		}
		get_sum(fd, xid, len, (uint8_t)xid);
	}
	close(fd);
	server_stop(&s);
}

static void
fragments_make_a_request(void **state)
{
	struct server *s = start((struct server_config){0});
	int fd = rpc_connect(server_port(s));
	uint8_t mark[4];
	size_t n = make_sum(9, 5000, 2);

	(void)state;
	for (size_t at = 4; at < n; at += 100) {
		size_t part = n - at < 100 ? n - at : 100;

		be32_put(
		    mark, (uint32_t)part | (at + part == n ? 0x80000000U : 0));
		rpc_send_bytes(fd, mark, 4);
		rpc_send_bytes(fd, wire + at, part);
	}
	get_sum(fd, 9, 5000, 2);
	close(fd);
	server_stop(&s);
}

static void
what_is_no_request_is_cut_off_and_others_are_not(void **state)
{
	static const char *const bad[] = {
	    "\xff\xff\xff\xff",             /* longer than any */
	    "\x80\x11\x00\x01",             /* by a byte: 1 MiB, 64 KiB, 1 */
	    "\x80\x00\x00\x04GET ",         /* too short */
	    "\x80\x00\x00\x0c..........12", /* no call */
	};
	static const size_t len[] = {4, 4, 8, 16};
	struct server *s = start((struct server_config){0});
	int good = rpc_connect(server_port(s));
	struct server_numbers numbers;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		int fd = rpc_connect(server_port(s));

		rpc_send_bytes(fd, bad[i], len[i]);
		assert_true(rpc_closed(fd));
		close(fd);
		serves(good, (uint32_t)i);
	}
	server_numbers(s, &numbers);
	assert_int_equal(numbers.broken, 4);
	assert_int_equal(numbers.buffers_used, 0);
	close(good);
	server_stop(&s);
}

enum { SLOW = 12, FEW = 4 };

/* Who waits for a buffer hurries the server, which cuts off who holds one,
 * until nobody waits. */
static void
wait_until_cut_off(struct server *s, unsigned n)
{
	struct server_numbers numbers;

	do
		server_numbers(s, &numbers);
	while (numbers.stalled < n && poll(NULL, 0, 10) == 0);
}

/* More clients than buffers want a megabyte each and do not read it: they are
 * cut off, and one who reads is served. */
static void
who_does_not_read_is_cut_off(void **state)
{
	struct server *s =
	    start((struct server_config){.buffers = FEW, .hurry_ms = 100});
	struct server_numbers numbers;
	int slow[SLOW], good;

	(void)state;
	for (int i = 0; i < SLOW; i++) {
		int small = 4096;

		slow[i] = rpc_connect(server_port(s));
		setsockopt(
		    slow[i], SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
		for (uint32_t n = 0; n < 16; n++)
			ask_data(slow[i], n, MIB, 1);
	}
	good = rpc_connect(server_port(s));
	serves(good, 3);
	wait_until_cut_off(s, SLOW - FEW);
	for (int i = 0; i < SLOW; i++)
		close(slow[i]);
	do
		server_numbers(s, &numbers);
	while (numbers.connections > 1 && poll(NULL, 0, 10) == 0);
	assert_int_equal(numbers.buffers_used, 0);
	for (uint32_t i = 0; i < 8; i++)
		ask_data(good, i, MIB, i);
	for (uint32_t i = 0; i < 8; i++)
		get_data(good, i, MIB, (uint8_t)i);
	close(good);
	server_stop(&s);
}

/* The same with halves of requests. */
static void
who_does_not_go_on_is_cut_off(void **state)
{
	struct server *s =
	    start((struct server_config){.buffers = FEW, .hurry_ms = 100});
	struct server_numbers numbers;
	int slow[SLOW], good;

	(void)state;
	make_sum(1, MIB, 1);
	for (int i = 0; i < SLOW; i++) {
		slow[i] = rpc_connect(server_port(s));
		rpc_send_bytes(slow[i], wire, i % 2 ? 100 : 20000);
	}
	good = rpc_connect(server_port(s));
	serves(good, 3);
	wait_until_cut_off(s, SLOW / 2 - FEW);
	for (int i = 0; i < SLOW; i++)
		close(slow[i]);
	do
		server_numbers(s, &numbers);
	while (numbers.connections > 1 && poll(NULL, 0, 10) == 0);
	assert_int_equal(numbers.buffers_used, 0);
	serves(good, 4);
	close(good);
	server_stop(&s);
}

/* 600 connections do nothing, 64 have a megabyte in flight each. */
static void
many_are_idle_and_many_are_busy(void **state)
{
	enum { IDLE = 600, BUSY = 64, FLIGHT = 4, PART = 256 << 10 };
	struct rlimit files;
	static int idle[IDLE], busy[BUSY];
	int nidle = IDLE;
	struct server *s = start((struct server_config){0});
	struct server_numbers numbers;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
	files.rlim_cur = files.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
	/* Both ends are in this process. */
	if (files.rlim_cur < 2 * (IDLE + BUSY) + 64)
		nidle = 100;
	for (int i = 0; i < nidle; i++)
		idle[i] = rpc_connect(server_port(s));
	for (int i = 0; i < BUSY; i++) {
		busy[i] = rpc_connect(server_port(s));
		for (uint32_t n = 0; n < FLIGHT; n++)
			ask_data(busy[i], n, PART, (uint32_t)i);
	}
	for (int i = 0; i < nidle; i += 50)
		serves(idle[i], (uint32_t)i);
	for (int i = 0; i < BUSY; i++)
		for (uint32_t n = 0; n < FLIGHT; n++)
			get_data(busy[i], n, PART, (uint8_t)i);
	server_numbers(s, &numbers);
	assert_int_equal(numbers.connections, nidle + BUSY);
	assert_int_equal(numbers.stalled + numbers.refused, 0);
	server_stop(&s);
	for (int i = 0; i < nidle; i++)
		close(idle[i]);
	for (int i = 0; i < BUSY; i++)
		close(busy[i]);
}

static void
an_address_has_its_number_of_connections(void **state)
{
	struct server *s = start((struct server_config){.per_address = 3});
	int fd[3], more;

	(void)state;
	for (int i = 0; i < 3; i++) {
		fd[i] = rpc_connect(server_port(s));
		serves(fd[i], 1);
	}
	more = rpc_connect(server_port(s));
	assert_true(rpc_closed(more));
	close(more);
	serves(fd[0], 2);
	/* One that is closed makes room, as soon as that is noticed. */
	close(fd[1]);
	for (bool served = false; !served;) {
		size_t n = make_sum(5, 0, 0);

		more = rpc_connect(server_port(s));
		served = send(more, wire, n, MSG_NOSIGNAL) == (ssize_t)n &&
			 rpc_recv_bytes(more, back, 4);
		close(more);
	}
	close(fd[0]);
	close(fd[2]);
	server_stop(&s);
}

static atomic_int begun, ended;

static enum ds_status
begin(void *ctx, void **workerp, struct ds_diag *diag)
{
	(void)ctx;
	if (begun == 3)
		return ds_fail(diag, DS_NOMEM, NULL, "the fourth");
	begun++;
	*workerp = &begun;
	return DS_OK;
}

static void
end(void *worker)
{
	assert_ptr_equal(worker, &begun);
	ended++;
}

static void
threads_that_began_are_ended(void **state)
{
	struct server_config config = {
	    .threads = 3, .begin = begin, .end = end, .table = &table};
	struct server *s = start(config);
	struct ds_diag diag;
	int fd = rpc_connect(server_port(s));

	(void)state;
	/* It is stopped with a request half there and replies not read. */
	for (uint32_t n = 0; n < 16; n++)
		ask_data(fd, n, MIB, 1);
	rpc_send_bytes(fd, "\x80", 1);
	server_stop(&s);
	assert_int_equal(begun, 3);
	assert_int_equal(ended, 3);
	close(fd);
	/* One that cannot be made is a start that failed. */
	begun = ended = 0;
	config.threads = 4;
	assert_int_equal(server_start(&config, &s, &diag), DS_NOMEM);
	assert_int_equal(ended, 3);
}

static void
a_port_that_is_taken_is_told(void **state)
{
	struct server *s = start((struct server_config){0}), *other = NULL;
	struct server_config config = {
	    .threads = 1, .table = &table, .port = server_port(s)};
	struct ds_diag diag;

	(void)state;
	assert_int_equal(server_start(&config, &other, &diag), DS_IO);
	assert_int_equal(diag.sys_errno, EADDRINUSE);
	config.address = "no.such.host";
	assert_int_equal(server_start(&config, &other, &diag), DS_INVALID);
	assert_null(other);
	server_stop(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(calls_in_flight_are_answered_in_order),
	    cmocka_unit_test(requests_arrive_in_any_pieces),
	    cmocka_unit_test(fragments_make_a_request),
	    cmocka_unit_test(what_is_no_request_is_cut_off_and_others_are_not),
	    cmocka_unit_test(who_does_not_read_is_cut_off),
	    cmocka_unit_test(who_does_not_go_on_is_cut_off),
	    cmocka_unit_test(many_are_idle_and_many_are_busy),
	    cmocka_unit_test(an_address_has_its_number_of_connections),
	    cmocka_unit_test(threads_that_began_are_ended),
	    cmocka_unit_test(a_port_that_is_taken_is_told),
	};

	nfsd_log_off();
	return cmocka_run_group_tests_name("server", tests, NULL, NULL);
}

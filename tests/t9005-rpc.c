/* ONC RPC: what a call is answered with, by RFC 5531. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "nfs/rpc.h"
#include "tests/support/random.h"

/* Whose words the last call had, and what it says. */
static struct rpc_cred seen;

static enum rpc_result
twice(struct rpc_call *call, struct xdr_out *res)
{
	seen = call->cred;
	xdr_put_u32(res, 2 * xdr_get_u32(&call->args));
	return RPC_DONE;
}

static enum rpc_result
too_much(struct rpc_call *call, struct xdr_out *res)
{
	(void)call;
	while (!res->full)
		xdr_put_u32(res, 7);
	return RPC_DONE;
}

static enum rpc_result
forbidden(struct rpc_call *call, struct xdr_out *res)
{
	(void)call;
	xdr_put_u32(res, 7);
	return RPC_FORBIDDEN;
}

static enum rpc_result
drop(struct rpc_call *call, struct xdr_out *res)
{
	(void)call;
	xdr_put_u32(res, 7);
	return RPC_DROP;
}

static const struct rpc_proc procs[] = {
    {"NULL", rpc_null},
    {"TWICE", twice},
    {"GAP", NULL},
    {"TOOMUCH", too_much},
    {"FORBIDDEN", forbidden},
    {"DROP", drop},
};
static const struct rpc_version versions[] = {
    {100, 3, "TEST", procs, 6},
    {100, 5, "TEST", procs, 2},
    {101, 1, "OTHER", procs, 1},
};
static const struct rpc_table table = {versions, 3};
static struct rpc_count counts[3 * RPC_PROCS_MAX];

/* Words, big-endian, as a call; the reply's words. */
static size_t
ask(const uint32_t *words, size_t n, uint32_t *reply, size_t room)
{
	uint8_t in[256], out[256];
	struct xdr_out res = xdr_out(out, sizeof(out));
	struct rpc_call call = {.peer = NULL};

	for (size_t i = 0; i < n; i++)
		be32_put(in + 4 * i, words[i]);
	if (!rpc_answer(&table, &call, in, 4 * n, &res, counts))
		return 0;
	assert_false(res.full);
	assert_true(xdr_used(&res) % 4 == 0 && xdr_used(&res) / 4 <= room);
	for (size_t i = 0; i < xdr_used(&res) / 4; i++)
		reply[i] = be32_get(out + 4 * i);
	return xdr_used(&res) / 4;
}

/* A call of AUTH_NONE with one argument is answered with exactly these. */
#define ANSWERS(prog, vers, proc, ...)                                    \
	do {                                                              \
		const uint32_t call_[] = {                                \
		    77, 0, 2, prog, vers, proc, 0, 0, 0, 0, 21};          \
		const uint32_t want_[] = {77, 1, __VA_ARGS__};            \
		uint32_t got_[64];                                        \
		assert_int_equal(ask(call_, sizeof(call_) / 4, got_, 64), \
		    sizeof(want_) / 4);                                   \
		assert_memory_equal(got_, want_, sizeof(want_));          \
	} while (0)

/* reply_stat, verifier, accept_stat: section 9 of the RFC. */
static void
each_outcome_has_its_reply(void **state)
{
	(void)state;
	ANSWERS(100, 3, 1, 0, 0, 0, 0, 42);
	ANSWERS(100, 3, 0, 0, 0, 0, 0);
	ANSWERS(99, 3, 1, 0, 0, 0, 1);        /* PROG_UNAVAIL */
	ANSWERS(100, 4, 1, 0, 0, 0, 2, 3, 5); /* PROG_MISMATCH */
	ANSWERS(101, 9, 0, 0, 0, 0, 2, 1, 1);
	ANSWERS(100, 3, 6, 0, 0, 0, 3); /* PROC_UNAVAIL */
	ANSWERS(100, 3, 2, 0, 0, 0, 3);
	ANSWERS(100, 3, UINT32_MAX, 0, 0, 0, 3);
	ANSWERS(100, 3, 3, 0, 0, 0, 5); /* SYSTEM_ERR: it is too long */
	ANSWERS(100, 3, 4, 1, 1, 5);    /* MSG_DENIED AUTH_ERROR TOOWEAK */
}

static void
arguments_that_are_not_there_are_garbage(void **state)
{
	static const uint32_t call[] = {77, 0, 2, 100, 3, 1, 0, 0, 0, 0};
	static const uint32_t want[] = {77, 1, 0, 0, 0, 4};
	uint32_t got[64];

	(void)state;
	assert_int_equal(ask(call, 10, got, 64), 6);
	assert_memory_equal(got, want, sizeof(want));
}

static void
another_version_of_rpc_is_told_which(void **state)
{
	static const uint32_t call[] = {77, 0, 3, 100, 3, 1, 0, 0, 0, 0};
	static const uint32_t want[] = {77, 1, 1, 0, 2, 2};
	uint32_t got[64];

	(void)state;
	assert_int_equal(ask(call, 10, got, 64), 6);
	assert_memory_equal(got, want, sizeof(want));
}

static void
what_is_no_call_ends_the_connection(void **state)
{
	static const uint32_t reply[] = {77, 1, 2, 100, 3, 1, 0, 0, 0, 0};
	uint32_t got[64];

	(void)state;
	assert_int_equal(ask(reply, 10, got, 64), 0);
	for (size_t n = 0; n < 6; n++) {
		static const uint32_t call[] = {77, 0, 2, 100, 3, 1};

		assert_int_equal(ask(call, n, got, 64), 0);
	}
}

static void
a_call_that_runs_already_has_no_reply(void **state)
{
	static const uint32_t call[] = {77, 0, 2, 100, 3, 5, 0, 0, 0, 0};
	uint32_t got[64];

	(void)state;
	assert_int_equal(ask(call, 10, got, 64), 0);
}

static void
auth_sys_says_who_asks(void **state)
{
	static const uint32_t call[] = {77, 0, 2, 100, 3, 1, 1, 36, 12345, 5,
	    0x686f7374, 0x31000000, 501, 20, 2, 20, 61, 0, 0, 4};
	uint32_t got[64];

	(void)state;
	assert_int_equal(ask(call, 20, got, 64), 7);
	assert_int_equal(got[6], 8);
	assert_int_equal(seen.flavor, RPC_AUTH_SYS);
	assert_int_equal(seen.uid, 501);
	assert_int_equal(seen.gid, 20);
	assert_int_equal(seen.ngids, 2);
	assert_int_equal(seen.gids[0], 20);
	assert_int_equal(seen.gids[1], 61);
}

/* The status of MSG_DENIED, AUTH_ERROR; 0: it was accepted. */
static uint32_t
denied(const uint32_t *call, size_t n)
{
	uint32_t got[64];

	if (ask(call, n, got, 64) != 5)
		return 0;
	assert_int_equal(got[2], 1);
	assert_int_equal(got[3], 1);
	return got[4];
}

static void
credentials_that_are_wrong_are_denied(void **state)
{
	/* 17 groups; a length that is too short, too long; the name too long */
	uint32_t call[64] = {77, 0, 2, 100, 3, 1, 1, 88, 1, 0, 501, 20, 17};
	static const uint32_t gss[] = {77, 0, 2, 100, 3, 1, 6, 4, 0, 0, 0, 21};
	static const uint32_t shrt[] = {
	    77, 0, 2, 100, 3, 1, 1, 12, 1, 0, 501, 0, 0, 21};
	static const uint32_t lng[] = {
	    77, 0, 2, 100, 3, 1, 1, 24, 1, 0, 501, 20, 0, 9, 0, 0, 21};
	static const uint32_t name[] = {
	    77, 0, 2, 100, 3, 1, 1, 20, 1, 256, 501, 20, 0, 0, 0, 21};
	static const uint32_t huge[] = {77, 0, 2, 100, 3, 1, 0, 401, 0, 0};
	static const uint32_t verf[] = {77, 0, 2, 100, 3, 1, 0, 0, 0, 401, 21};

	(void)state;
	assert_int_equal(denied(call, 13 + 17 + 3), 1); /* AUTH_BADCRED */
	assert_int_equal(denied(shrt, 14), 1);
	assert_int_equal(denied(lng, 17), 1);
	assert_int_equal(denied(name, 16), 1);
	assert_int_equal(denied(huge, 10), 1);
	assert_int_equal(denied(verf, 11), 3); /* AUTH_BADVERF */
	assert_int_equal(denied(gss, 12), 2);  /* AUTH_REJECTEDCRED */
}

static void
what_was_done_is_counted(void **state)
{
	const struct rpc_count *c = &counts[1];

	(void)state;
	memset(counts, 0, sizeof(counts));
	ANSWERS(100, 3, 1, 0, 0, 0, 0, 42);
	ANSWERS(100, 3, 1, 0, 0, 0, 0, 42);
	arguments_that_are_not_there_are_garbage(state);
	assert_int_equal(c->calls, 3);
	assert_int_equal(c->failed, 1);
	assert_int_equal(c->bytes_in, 44 + 44 + 40);
	assert_int_equal(c->bytes_out, 28 + 28 + 24);
}

/* Random changes of a call: an answer or an end, nothing else. */
static void
changed_calls_do_no_harm(void **state)
{
	static const uint32_t call[] = {77, 0, 2, 100, 3, 1, 1, 36, 12345, 5,
	    0x686f7374, 0x31000000, 501, 20, 2, 20, 61, 0, 0, 4};

	(void)state;
	for (seed = 1; seed < 20000; seed++) {
		size_t len = rnd(4) ? sizeof(call) : rnd(sizeof(call));
		uint8_t *in = malloc(len + (len == 0)), out[300];
		struct xdr_out res = xdr_out(out, rnd(sizeof(out)));
		struct rpc_call c = {.peer = NULL};

		assert_non_null(in);
		for (size_t i = 0; i < len; i++)
			in[i] = (uint8_t)(call[i / 4] >> (24 - 8 * (i % 4)));
		for (size_t i = rnd(4); i > 0 && len > 0; i--)
			in[rnd(len)] = (uint8_t)(rnd(2) ? rnd(256) : 255);
		rpc_answer(&table, &c, in, len, &res, NULL);
		free(in);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_outcome_has_its_reply),
	    cmocka_unit_test(arguments_that_are_not_there_are_garbage),
	    cmocka_unit_test(another_version_of_rpc_is_told_which),
	    cmocka_unit_test(what_is_no_call_ends_the_connection),
	    cmocka_unit_test(a_call_that_runs_already_has_no_reply),
	    cmocka_unit_test(auth_sys_says_who_asks),
	    cmocka_unit_test(credentials_that_are_wrong_are_denied),
	    cmocka_unit_test(what_was_done_is_counted),
	    cmocka_unit_test(changed_calls_do_no_harm),
	};

	return cmocka_run_group_tests_name("rpc", tests, NULL, NULL);
}

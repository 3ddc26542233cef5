/*
 * Reads that fail inside a request: the diagnosis tells by z/OS's reason code
 * of which component they were, 4 data, 8 index set, 12 sequence set
 * (SYM6-1 IDARMRCD), and the next request is served. A volume that fails one
 * operation after the other; what it was is seen by file and RBA.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "access-methods/rpl.h"
#include "base/bytes.h"
#include "tests/support/vsam_test.h"

enum { RECS = 600, LEN = 40, MOST = 12 };

static struct vset vs;
static struct vol_fault plan;
static struct am_rpl *rpl;
static uint8_t area[64];

/* The last read that was seen. */
static char read_of[40];

static void
see(void *ctx, enum vol_fault_op op, const char *name, uint64_t offset)
{
	(void)ctx;
	(void)offset;
	if (op == VOL_OP_READ && plan.count + 1 == plan.at)
		snprintf(read_of, sizeof(read_of), "%s", name);
}

static void
make(void)
{
	uint8_t rec[LEN];

	memset(rec, 'r', sizeof(rec));
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, LEN);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	for (unsigned i = 1; i <= RECS; i++) {
		be64_put(rec, i);
		assert_ok(am_put(vs.pos, rec, LEN, 0, true, NULL, &vs.diag),
		    &vs.diag);
	}
	assert_ok(vset_close(&vs), &vs.diag);
}

static enum ds_status
get(void)
{
	struct rpl_req q = {.opt = RPL_KEY | RPL_DIR, .area = area};
	struct am_rec got;
	uint8_t key[8];

	be64_put(key, RECS / 2);
	q.arealen = sizeof(area);
	q.arg = key;
	q.arglen = 8;
	return rpl_get(rpl, &q, &got, &vs.diag);
}

static void
a_read_that_fails_tells_of_what_it_was(void **state)
{
	struct volume *plain;
	unsigned seen[4] = {0};
	enum ds_status st;
	bool data;

	(void)state;
	make();
	plain = vs.vol;
	plan.see = see;
	assert_ok(vol_fault_wrap(&plain, &plan, &vs.vol, &vs.diag), &vs.diag);
	for (uint64_t k = 1; k < MOST; k++) {
		assert_ok(vset_open(&vs, AM_INPUT | AM_DIR), &vs.diag);
		assert_ok(rpl_new(vs.file, &rpl, &vs.diag), &vs.diag);
		read_of[0] = '\0';
		plan.struck = false;
		plan.kind = VOL_FAULT_ERRNO;
		plan.error = EIO;
		plan.at = plan.count + k;
		st = get();
		plan.at = 0;
		data = strcmp(read_of, vs.name) == 0;
		if (st == DS_IO) {
			assert_int_equal(vs.diag.sys_errno, EIO);
			if (data)
				assert_int_equal(vs.diag.io_reason, 4);
			else
				assert_true(vs.diag.io_reason == 8 ||
					    vs.diag.io_reason == 12);
			seen[vs.diag.io_reason / 4]++;
		} else {
			assert_ok(st, &vs.diag);
		}
		assert_ok(get(), &vs.diag);
		rpl_free(&rpl);
		assert_ok(vset_close(&vs), &vs.diag);
	}
	for (unsigned i = 1; i < 4; i++)
		if (seen[i] == 0)
			fail_msg("no read with reason %u", 4 * i);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_read_that_fails_tells_of_what_it_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

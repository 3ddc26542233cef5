/* Outcomes of NFS operations have the protocols' numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "nfs/ops.h"

/* RFC 1813 2.6, RFC 8881 15.1. */
static void
test_numbers(void **state)
{
	(void)state;
	assert_int_equal(ops_status_v3(OPS_OK), 0);
	assert_int_equal(ops_status_v3(OPS_NOENT), 2);
	assert_int_equal(ops_status_v3(OPS_ROFS), 30);
	assert_int_equal(ops_status_v3(OPS_NAMETOOLONG), 63);
	assert_int_equal(ops_status_v3(OPS_STALE), 70);
	assert_int_equal(ops_status_v3(OPS_BADHANDLE), 10001);
	assert_int_equal(ops_status_v3(OPS_DELAY), 10008);
	assert_int_equal(ops_status_v4(OPS_DELAY), 10008);
}

/* v3 has no number for a name that is none; v4 has 10041. */
static void
test_bad_name(void **state)
{
	(void)state;
	assert_int_equal(ops_status_v3(OPS_BADNAME), 22);
	assert_int_equal(ops_status_v4(OPS_BADNAME), 10041);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_bad_name),
	};

	return cmocka_run_group_tests_name("nfs-status", tests, NULL, NULL);
}

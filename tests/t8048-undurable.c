/*
 * Of the two files of a log only the durable one is left, or the mapped one is
 * of another boot: what was durable is done again, and what was not may be
 * missing. The next open knows which of the two it is.
 *
 * Expected values: each put is one request, and one where sphere_parms.durable
 * is said is durable when it returns (sphere.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "access-methods/am_int.h"
#include "base/bytes.h"
#include "tests/support/vsam_test.h"
#include "tests/support/boot.h"

enum { REC = 50 };

static struct vset vs;
static uint64_t key;

static void
open_for(unsigned intent, bool durable)
{
	struct am_parms parms = {.intent = intent};

	parms.sphere.durable = durable;
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = &vs;
	assert_int_equal(
	    am_open(vs.vol, vs.name, &parms, &vs.file, &vs.diag), DS_OK);
	assert_int_equal(am_pos_new(vs.file, &vs.pos), DS_OK);
}

static void
put(void)
{
	uint8_t rec[REC] = {0};

	be64_put(rec, ++key);
	assert_int_equal(
	    am_put(vs.pos, rec, REC, 0, false, NULL, &vs.diag), DS_OK);
}

/* A set of one record; then three requests, and nobody closes. */
static void
set_up(bool durable)
{
	key = 0;
	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, REC);
	vset_create(&vs);
	open_for(AM_OUTPUT | AM_SEQ, false);
	put();
	assert_int_equal(vset_close(&vs), DS_OK);
	open_for(AM_INPUT | AM_OUTPUT | AM_DIR, durable);
	put();
	put();
	put();
	vset_abandon(&vs);
}

static void
log_gone(void)
{
	char path[600];

	snprintf(path, sizeof(path), "%s/%s.log", vs.dir, vs.name);
	assert_int_equal(unlink(path), 0);
}

/* What an open finds, for reading and for output. */
static void
finds(bool durable, uint64_t requests, bool feared)
{
	static const unsigned intents[] = {AM_INPUT, AM_INPUT | AM_OUTPUT};

	for (size_t i = 0; i < 2; i++) {
		open_for(intents[i], durable);
		assert_int_equal(am_recovered(vs.file)->requests, requests);
		assert_int_equal(am_recovered(vs.file)->durable_only, feared);
		assert_false(am_recovered(vs.file)->damaged);
		assert_false(am_recovered(vs.file)->missing);
		vset_abandon(&vs);
	}
	vset_free(&vs);
}

static void
with_the_mapped_log_all_requests_are_there(void **state)
{
	(void)state;
	set_up(true);
	finds(false, 3, false);
}

static void
without_it_what_was_not_durable_is_feared_to_be_lost(void **state)
{
	(void)state;
	set_up(true);
	log_gone();
	finds(false, key - 1, true);
}

static void
after_another_boot_too(void **state)
{
	(void)state;
	set_up(true);
	boot_again(vs.dir);
	finds(false, key - 1, true);
}

static void
nothing_is_feared_where_each_request_is_durable(void **state)
{
	(void)state;
	set_up(true);
	log_gone();
	finds(true, key - 1, false);
	set_up(true);
	boot_again(vs.dir);
	finds(true, key - 1, false);
}

static void
a_mapped_log_of_another_boot_alone_may_lack_some(void **state)
{
	(void)state;
	set_up(false);
	boot_again(vs.dir);
	open_for(AM_INPUT, false);
	assert_true(am_recovered(vs.file)->durable_only ||
		    am_recovered(vs.file)->missing);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(with_the_mapped_log_all_requests_are_there),
	    cmocka_unit_test(
		without_it_what_was_not_durable_is_feared_to_be_lost),
	    cmocka_unit_test(after_another_boot_too),
	    cmocka_unit_test(nothing_is_feared_where_each_request_is_durable),
	    cmocka_unit_test(a_mapped_log_of_another_boot_alone_may_lack_some),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

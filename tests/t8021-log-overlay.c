/*
 * What the log says is what the pool has: after each request the set is opened
 * beside its writer, as a reader does after a death, and each control interval
 * of that overlay is compared with the writer's, byte for byte, with its
 * counts and the state. So whatever a request tells the log is all that it did.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "access-methods/am_int.h"
#include "tests/support/vsam_test.h"
#include "tests/support/log_test.h"

static struct lt lt;

static void
same_part(struct sphere *a, struct sphere *b, enum sphere_part part)
{
	const struct comp_state *sa = &sphere_state(a)->part[part];
	const struct comp_state *sb = &sphere_state(b)->part[part];
	uint32_t len = sphere_attr(a, part)->ci_len;
	uint32_t ra, rb, ba, bb;
	struct ds_diag d;

	assert_memory_equal(sa, sb, sizeof(*sa));
	for (uint64_t rba = 0; rba < sa->hurba; rba += len) {
		struct sphere_buf *x = NULL, *y = NULL;

		assert_ok(side_get(a, part, rba, &ra, &ba, &d), &d);
		assert_ok(side_get(b, part, rba, &rb, &bb, &d), &d);
		assert_int_equal(ra, rb);
		assert_int_equal(ba, bb);
		assert_ok(buf_get(a, part, rba, BUF_READ, &x, &d), &d);
		assert_ok(buf_get(b, part, rba, BUF_READ, &y, &d), &d);
		if (memcmp(x->data, y->data, len) != 0)
			fail_msg("%s %s: request %d, part %d, RBA %d",
			    lt.sh->what, "another image", (int)lt.m.requests,
			    (int)part, (int)rba);
		buf_release(a, &x);
		buf_release(b, &y);
	}
}

static void
compare(void)
{
	struct sphere_parms parms = {.bufnd = 8};
	struct sphere *sp = NULL;
	struct ds_diag d;

	assert_ok(
	    sphere_open(lt.vs.vol, lt.vs.name, SPHERE_READ, &parms, &sp, &d),
	    &d);
	assert_false(sphere_recovered(sp)->damaged);
	same_part(lt.vs.file->sphere, sp, SPHERE_DATA);
	if (sphere_attr(sp, SPHERE_INDEX) != NULL)
		same_part(lt.vs.file->sphere, sp, SPHERE_INDEX);
	sphere_close(&sp);
}

static void
run(void **state)
{
	const struct lt_shape *sh = *state;
	bool longer = getenv("CATAMOUNT_LONG") != NULL;

	lt_make(&lt, sh, 11);
	assert_ok(lt_open(&lt, AM_INPUT | AM_OUTPUT), &lt.vs.diag);
	for (int i = 0; i < (longer ? 20000 : 700); i++) {
		assert_ok(lt_request(&lt), &lt.vs.diag);
		compare();
	}
	vset_abandon(&lt.vs);
	vset_verify(&lt.vs);
	assert_ok(lt_open(&lt, AM_INPUT), &lt.vs.diag);
	assert_null(lt_differs(&lt, &lt.m));
	vset_free(&lt.vs);
}

/* org, CI, CIs a CA, index CI, record lengths, keys, log */
static const struct lt_shape shapes[] = {
    {"KSDS, fixed", DS_ORG_KSDS, 512, 3, 512, 80, 80, 150, 65536},
    {"KSDS, variable", DS_ORG_KSDS, 1024, 5, 512, 12, 400, 200, 65536},
    {"KSDS, one CI a CA", DS_ORG_KSDS, 512, 1, 512, 10, 120, 200, 65536},
    {"KSDS, large CIs", DS_ORG_KSDS, 18432, 4, 4096, 9, 700, 200, 262144},
    {"KSDS, spanned", DS_ORG_KSDS, 512, 6, 512, 12, 1500, 80, 65536},
    {"KSDS, log too small", DS_ORG_KSDS, 2048, 3, 512, 12, 800, 90, 8192},
    {"ESDS", DS_ORG_ESDS, 512, 3, 512, 12, 300, 300, 65536},
    {"ESDS, spanned", DS_ORG_ESDS, 512, 6, 512, 12, 1500, 80, 65536},
    {"RRDS", DS_ORG_RRDS, 512, 3, 512, 90, 90, 100, 65536},
};

int
main(void)
{
	struct CMUnitTest tests[sizeof(shapes) / sizeof(shapes[0])];
	size_t i, n = sizeof(shapes) / sizeof(shapes[0]);

	test_dirs_in_memory();
	for (i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){shapes[i].what, run, NULL, NULL,
		    (void *)(uintptr_t)&shapes[i]};
	return _cmocka_run_group_tests("overlay", tests, n, NULL, NULL) != 0;
}

/*
 * A writer's death at one operation of the volume, over the set of log_test.h:
 * the fault around its volume, the models of what is to come, and which of
 * them is found afterwards. Include after log_test.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_LOG_CRASH_H
#define CATAMOUNT_TESTS_SUPPORT_LOG_CRASH_H

#include "tests/support/boot.h"
#include "tests/support/log_test.h"

/* models[i] is what the set has after i of the n requests that come, and
 * before they are made; there is one more, which may be in flight. */
static UNUSED_OK void
lt_foresee(const struct lt *lt, struct lt_model *models, int n)
{
	models[0] = lt->m;
	for (int i = 1; i <= n + 1; i++) {
		models[i] = models[i - 1];
		lt_next(lt, &models[i], &(uint32_t){0});
	}
}

/* kind: VOL_FAULT_CUT, else the process is killed. */
static UNUSED_OK void
lt_wrap(
    struct lt *lt, struct vol_fault *plan, uint64_t at, int kind, unsigned seed)
{
	struct volume *inner = lt->vs.vol;

	memset(plan, 0, sizeof(*plan));
	plan->at = at;
	plan->seed = seed;
	plan->kind = kind == VOL_FAULT_CUT ? VOL_FAULT_CUT : VOL_FAULT_KILL;
	lt->vs.vol = NULL;
	assert_ok(vol_fault_wrap(&inner, plan, &lt->vs.vol, &lt->vs.diag),
	    &lt->vs.diag);
}

static UNUSED_OK void
lt_unwrap(struct lt *lt, const struct vol_fault *plan)
{
	vol_close(&lt->vs.vol);
	if (plan->struck && plan->kind == VOL_FAULT_CUT)
		boot_again(lt->vs.dir);
	assert_ok(vol_open(lt->vs.dir, false, &lt->vs.vol, &lt->vs.diag),
	    &lt->vs.diag);
}

/* The model that the set is like, from..to requests; -1: none of them.
 * *redonep: the requests that the recovery did again are added. */
static UNUSED_OK int64_t
lt_found(struct lt *lt, const struct lt_model *models, uint64_t from,
    uint64_t to, uint64_t *redonep)
{
	if (lt_open(lt, AM_INPUT) != DS_OK)
		return -1;
	*redonep += am_recovered(lt->vs.file)->requests;
	for (uint64_t n = to + 1; n-- > from;)
		if (lt_differs(lt, &models[n]) == NULL) {
			vset_close(&lt->vs);
			return (int64_t)n;
		}
	vset_abandon(&lt->vs);
	return -1;
}

#endif

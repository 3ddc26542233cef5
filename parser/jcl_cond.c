/*
 * Is a step to run? COND and IF against how the steps before it ended; pure
 * functions of the tree and the results.
 *
 * A step that did not run, or abended, has no code: a test of it is not met
 * and a relation of it is false. Once a step has abended those behind it are
 * bypassed, except with COND=EVEN or ONLY, and in an IF construct that has
 * ABEND or ABENDCC anywhere (JCL Reference, "Defaults" of IF).
 */
#include "parser/jcl.h"

static bool
compare(int a, enum jcl_op op, int b)
{
	switch (op) {
	case JCL_GT:
		return a > b;
	case JCL_GE:
		return a >= b;
	case JCL_EQ:
		return a == b;
	case JCL_NE:
		return a != b;
	case JCL_LT:
		return a < b;
	case JCL_LE:
		return a <= b;
	}
	return false;
}

/* --- COND ----------------------------------------------------------------- */

static bool
test_met(const struct jcl_test *t, const struct jcl_result *r)
{
	return r->state == JCL_ENDED && compare(t->code, t->op, r->code);
}

bool
jcl_cond_test(
    const struct jcl_cond *cond, const struct jcl_result *results, int n)
{
	const struct jcl_test *t;
	int i;

	for (t = cond->tests; t < cond->tests + cond->ntests; t++) {
		if (t->step != JCL_ANY_STEP) {
			if (t->step < n && test_met(t, &results[t->step]))
				return true;
			continue;
		}
		for (i = 0; i < n; i++) {
			if (test_met(t, &results[i]))
				return true;
		}
	}
	return false;
}

/* --- IF ------------------------------------------------------------------- */

/* The step of an expression, or NULL when it is none of the n. */
static const struct jcl_result *
result_of(const struct jcl_expr *e, const struct jcl_result *results, int n)
{
	return e->step >= 0 && e->step < n ? &results[e->step] : NULL;
}

/* RC alone is the highest so far; 0 when no step has one. */
static bool
rc_true(const struct jcl_expr *e, const struct jcl_result *results, int n)
{
	const struct jcl_result *r = result_of(e, results, n);
	int i, highest = 0;

	if (e->step != JCL_ANY_STEP)
		return r != NULL && r->state == JCL_ENDED &&
		       compare(r->code, e->op, e->value);
	for (i = 0; i < n; i++) {
		if (results[i].state == JCL_ENDED && results[i].code > highest)
			highest = results[i].code;
	}
	return compare(highest, e->op, e->value);
}

/* The last abend; NULL: there was none. */
static const struct jcl_result *
last_abend(const struct jcl_result *results, int n)
{
	while (n-- > 0) {
		if (results[n].state == JCL_ABENDED)
			return &results[n];
	}
	return NULL;
}

static bool
abendcc_true(const struct jcl_expr *e, const struct jcl_result *results, int n)
{
	const struct jcl_result *r = e->step == JCL_ANY_STEP
					 ? last_abend(results, n)
					 : result_of(e, results, n);

	if (r == NULL || r->state != JCL_ABENDED)
		return false;
	if (r->user != e->user)
		return e->op == JCL_NE;
	return compare(r->abend, e->op, e->value);
}

static bool
abend_true(const struct jcl_expr *e, const struct jcl_result *results, int n)
{
	const struct jcl_result *r = result_of(e, results, n);
	bool is;

	if (e->step == JCL_ANY_STEP)
		is = last_abend(results, n) != NULL;
	else if (r == NULL || r->state == JCL_NOT_RUN)
		return false;
	else
		is = r->state == JCL_ABENDED;
	return is == (e->op == JCL_EQ);
}

static bool
run_true(const struct jcl_expr *e, const struct jcl_result *results, int n)
{
	const struct jcl_result *r = result_of(e, results, n);
	bool is = r != NULL && r->state != JCL_NOT_RUN;

	return is == (e->op == JCL_EQ);
}

/* The depth of an expression is bounded by the reader. */
bool
jcl_if_true(const struct jcl_expr *e, const struct jcl_result *results, int n)
{
	if (e == NULL)
		return false;
	switch (e->kind) {
	case JCL_EXPR_AND:
		return jcl_if_true(e->left, results, n) &&
		       jcl_if_true(e->right, results, n);
	case JCL_EXPR_OR:
		return jcl_if_true(e->left, results, n) ||
		       jcl_if_true(e->right, results, n);
	case JCL_EXPR_NOT:
		return !jcl_if_true(e->left, results, n);
	case JCL_EXPR_RC:
		return rc_true(e, results, n);
	case JCL_EXPR_ABENDCC:
		return abendcc_true(e, results, n);
	case JCL_EXPR_ABEND:
		return abend_true(e, results, n);
	case JCL_EXPR_RUN:
		return run_true(e, results, n);
	}
	return false;
}

/* --- both ----------------------------------------------------------------- */

/* The number of the outermost IF whose other clause is taken; 0: none. */
static int
other_clause(const struct jcl_clause *c, const struct jcl_result *results)
{
	int stmt = 0;

	for (; c != NULL; c = c->outer) {
		if (jcl_if_true(c->condition->expr, results,
			c->condition->first_step) == c->otherwise)
			stmt = c->condition->stmt;
	}
	return stmt;
}

/* Is the step in an IF construct that asks for abends? */
static bool
asks_for_abends(const struct jcl_clause *c)
{
	while (c != NULL && !c->condition->abend)
		c = c->outer;
	return c != NULL;
}

enum jcl_verdict
jcl_step_verdict(const struct jcl_job *job, int n,
    const struct jcl_result *results, int *stmtp)
{
	const struct jcl_step *s = &job->steps[n];
	int stmt;

	if (stmtp != NULL)
		*stmtp = 0;
	if (jcl_cond_test(&job->cond, results, n))
		return JCL_STEP_JOB_COND;
	if ((stmt = other_clause(s->clause, results)) > 0) {
		if (stmtp != NULL)
			*stmtp = stmt;
		return JCL_STEP_IF;
	}
	if (job->restart.coded && job->restart.step == n)
		return JCL_STEP_RUNS; /* its COND is not looked at */
	if (last_abend(results, n) != NULL) {
		if (!s->cond.even && !s->cond.only &&
		    !asks_for_abends(s->clause))
			return JCL_STEP_ABEND;
	} else if (s->cond.only) {
		return JCL_STEP_ONLY;
	}
	if (jcl_cond_test(&s->cond, results, n))
		return JCL_STEP_COND;
	return JCL_STEP_RUNS;
}

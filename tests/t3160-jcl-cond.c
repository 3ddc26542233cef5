/*
 * COND and IF as truth tables. Values by hand from SA23-1385 "COND parameter"
 * (a test that is met bypasses the step) and "IF/THEN/ELSE/ENDIF statement
 * construct"; a step that was bypassed or abended has no code for either.
 *
 * Results are written one character a step: 0 4 8 and so on a code, - not run,
 * A abended with S0C4, U with U0012.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/jcl_text.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))

static int
results_of(const char *s, struct jcl_result *r)
{
	int n = 0;

	for (; s[n] != '\0'; n++) {
		memset(&r[n], 0, sizeof(r[n]));
		if (s[n] == '-')
			continue;
		r[n].state = JCL_ENDED;
		if (s[n] == 'A' || s[n] == 'U') {
			r[n].state = JCL_ABENDED;
			r[n].abend = s[n] == 'A' ? 0x0C4 : 12;
			r[n].user = s[n] == 'U';
		} else {
			r[n].code = s[n] - '0';
		}
	}
	return n;
}

static struct jcl *
read_ok(const char *deck)
{
	struct jcl *j = jcl_text_read(deck, NULL, false);
	char *said = jcl_said(j, JCL_ERROR);

	if (j->failed)
		fail_msg("%s\nsaid\n%s", deck, said);
	free(said);
	return j;
}

/* The verdict on the last step, as a letter. */
static char
verdict(const char *deck, const char *results, int *stmtp)
{
	static const char letters[] = "RJCOAI";
	struct jcl *j = read_ok(deck);
	struct jcl_result r[16];
	int n = results_of(results, r);
	char v;

	assert_int_equal(n, j->jobs[0].nsteps - 1);
	v = letters[jcl_step_verdict(&j->jobs[0], n, r, stmtp)];
	jcl_free(&j);
	return v;
}

/* R runs, J COND of JOB, C COND, O ONLY, A abend, I IF. */
struct row {
	const char *param, *results;
	char verdict;
};

static void
check_rows(const char *fmt, const struct row *rows, size_t n)
{
	char deck[500];
	size_t i;
	char v;

	for (i = 0; i < n; i++) {
		snprintf(deck, sizeof(deck), fmt, rows[i].param);
		v = verdict(deck, rows[i].results, NULL);
		if (v != rows[i].verdict)
			fail_msg("%s after %s is %c, not %c", rows[i].param,
			    rows[i].results, v, rows[i].verdict);
	}
}

#define TWO                                           \
	"//J JOB\n//S1 EXEC PGM=A\n//S2 EXEC PGM=A\n" \
	"//S3 EXEC PGM=A,COND=%s\n"
#define ONE "//J JOB\n//S1 EXEC PGM=A\n//S2 EXEC PGM=A,COND=%s\n"

static void
each_operator_compares_the_code_with_that_of_the_step(void **state)
{
	static const struct row rows[] = {
	    {"(4,GT)", "0", 'C'},
	    {"(4,GT)", "4", 'R'},
	    {"(4,GT)", "8", 'R'},
	    {"(4,GE)", "0", 'C'},
	    {"(4,GE)", "4", 'C'},
	    {"(4,GE)", "8", 'R'},
	    {"(4,EQ)", "0", 'R'},
	    {"(4,EQ)", "4", 'C'},
	    {"(4,EQ)", "8", 'R'},
	    {"(4,NE)", "0", 'C'},
	    {"(4,NE)", "4", 'R'},
	    {"(4,NE)", "8", 'C'},
	    {"(4,LT)", "0", 'R'},
	    {"(4,LT)", "4", 'R'},
	    {"(4,LT)", "8", 'C'},
	    {"(4,LE)", "0", 'R'},
	    {"(4,LE)", "4", 'C'},
	    {"(4,LE)", "8", 'C'},
	};

	(void)state;
	check_rows(ONE, rows, LEN(rows));
}

static void
a_test_without_a_step_is_of_each_that_ran(void **state)
{
	static const struct row rows[] = {
	    {"(0,NE)", "00", 'R'},
	    {"(0,NE)", "04", 'C'},
	    {"(0,NE)", "40", 'C'},
	    {"(0,NE)", "-0", 'R'},
	    {"(0,NE)", "--", 'R'},
	    {"(0,EQ)", "--", 'R'},
	    {"(0,EQ)", "-4", 'R'},
	    /* With a step, of that one. */
	    {"(0,NE,S1)", "04", 'R'},
	    {"(0,NE,S1)", "40", 'C'},
	    {"(0,EQ,S1)", "-0", 'R'},
	    /* Any of several bypasses. */
	    {"((0,NE,S1),(0,NE,S2))", "00", 'R'},
	    {"((0,NE,S1),(0,NE,S2))", "40", 'C'},
	    {"((0,NE,S1),(0,NE,S2))", "04", 'C'},
	    {"((8,EQ,S1),(4,EQ,S2))", "48", 'R'},
	};

	(void)state;
	check_rows(TWO, rows, LEN(rows));
}

static void
even_and_only_are_about_abends(void **state)
{
	static const struct row rows[] = {
	    {"(9,LT)", "A0", 'A'},
	    {"(9,LT)", "0A", 'A'},
	    {"EVEN", "00", 'R'},
	    {"EVEN", "A-", 'R'},
	    {"EVEN", "0U", 'R'},
	    {"ONLY", "00", 'O'},
	    {"ONLY", "A-", 'R'},
	    {"ONLY", "0U", 'R'},
	    {"((4,LT),EVEN)", "0A", 'R'},
	    {"((4,LT),EVEN)", "8A", 'C'},
	    {"((4,LT),EVEN)", "80", 'C'},
	    {"((4,LT),EVEN)", "00", 'R'},
	    {"(ONLY,(4,LT))", "0A", 'R'},
	    {"(ONLY,(4,LT))", "8A", 'C'},
	    {"(ONLY,(4,LT))", "00", 'O'},
	    /* The abended step has no code to test. */
	    {"((0,EQ,S1),EVEN)", "A-", 'R'},
	    {"((0,NE,S1),EVEN)", "A-", 'R'},
	};

	(void)state;
	check_rows(TWO, rows, LEN(rows));
}

static void
cond_of_job_ends_the_job(void **state)
{
	static const struct row rows[] = {
	    {"(4,LT)", "00", 'R'},
	    {"(4,LT)", "48", 'J'},
	    {"(4,LT)", "80", 'J'},
	    {"((4,EQ),(8,EQ))", "0-", 'R'},
	    {"((4,EQ),(8,EQ))", "80", 'J'},
	};

	(void)state;
	check_rows("//J JOB COND=%s\n//S1 EXEC PGM=A\n//S2 EXEC PGM=A\n"
		   "//S3 EXEC PGM=A,COND=EVEN\n",
	    rows, LEN(rows));
}

static void
cond_names_steps_of_procedures(void **state)
{
	static const char deck[] =
	    "//J JOB\n//P PROC\n//A EXEC PGM=X\n//B EXEC PGM=X,COND=(0,NE,A)\n"
	    "// PEND\n//A EXEC PGM=Y\n//S EXEC P\n//T EXEC P\n"
	    "//E EXEC PGM=X,COND=(0,NE,T.A)\n";
	struct jcl *j = read_ok(deck);
	const struct jcl_job *job = &j->jobs[0];

	/* Steps: 0 A, 1 S.A, 2 S.B, 3 T.A, 4 T.B, 5 E. Inside a procedure A is
	 * the one beside it. */
	(void)state;
	assert_int_equal(job->nsteps, 6);
	assert_int_equal(job->steps[2].cond.tests[0].step, 1);
	assert_int_equal(job->steps[4].cond.tests[0].step, 3);
	assert_int_equal(job->steps[5].cond.tests[0].step, 3);
	jcl_free(&j);
}

/* A COND that an EXEC gives to what it calls names steps beside that EXEC. */
static void
cond_of_a_call_names_steps_beside_it(void **state)
{
	static const char deck[] =
	    "//J JOB\n//IN PROC\n//X EXEC PGM=X\n// PEND\n"
	    "//OUT PROC\n//A EXEC PGM=Y\n//B EXEC IN,COND=(0,NE,A)\n"
	    "// PEND\n//S EXEC OUT\n";
	struct jcl *j = read_ok(deck);

	(void)state;
	assert_int_equal(j->jobs[0].steps[1].cond.tests[0].step, 0);
	jcl_free(&j);
}

/* JCL Reference, "When the JOB statement contains a RESTART parameter". */
static void
the_restart_step_runs_whatever_its_cond(void **state)
{
	static const struct row rows[] = {
	    {"ONLY", "--", 'R'},
	    {"(0,EQ,S1)", "--", 'R'},
	    {"EVEN", "--", 'R'},
	};

	(void)state;
	check_rows("//J JOB RESTART=S3\n//S1 EXEC PGM=A\n//S2 EXEC PGM=A\n"
		   "//S3 EXEC PGM=A,COND=%s\n",
	    rows, LEN(rows));
}

/* --- IF ------------------------------------------------------------------- */

static bool
if_true(const char *expr, const char *results)
{
	char deck[600];
	struct jcl_result r[16];
	struct jcl *j;
	bool is;
	int n;

	snprintf(deck, sizeof(deck),
	    "//J JOB\n//S1 EXEC PGM=A\n//S2 EXEC PGM=A\n"
	    "// IF %s THEN\n//S3 EXEC PGM=A\n// ENDIF\n",
	    expr);
	j = read_ok(deck);
	n = results_of(results, r);
	is = jcl_if_true(j->jobs[0].steps[2].clause->condition->expr, r, n);
	jcl_free(&j);
	return is;
}

struct if_row {
	const char *expr, *results;
	bool is;
};

static void
check_ifs(const struct if_row *rows, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (if_true(rows[i].expr, rows[i].results) != rows[i].is)
			fail_msg("IF %s after %s is not %d", rows[i].expr,
			    rows[i].results, rows[i].is);
	}
}

static void
each_operator_of_if_compares(void **state)
{
	/* Signs and words; the code of the step stands on the left. */
	static const struct {
		const char *ops[3];
		bool at0, at4, at8; /* with 4 */
	} rows[] = {
	    {{">", "GT", NULL}, false, false, true},
	    {{"<", "LT", NULL}, true, false, false},
	    {{">=", "GE", "NL"}, false, true, true},
	    {{"<=", "LE", "NG"}, true, true, false},
	    {{"=", "EQ", NULL}, false, true, false},
	    {{"\xC2\xAC=", "NE", "^="}, true, false, true},
	    {{"\xC2\xAC>", NULL, NULL}, true, true, false},
	    {{"\xC2\xAC<", NULL, NULL}, false, true, true},
	};
	char expr[40];
	size_t i;
	int k;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		for (k = 0; k < 3 && rows[i].ops[k] != NULL; k++) {
			snprintf(
			    expr, sizeof(expr), "(S1.RC %s 4)", rows[i].ops[k]);
			assert_int_equal(if_true(expr, "00"), rows[i].at0);
			assert_int_equal(if_true(expr, "40"), rows[i].at4);
			assert_int_equal(if_true(expr, "80"), rows[i].at8);
		}
	}
}

static void
rc_alone_is_the_highest_so_far(void **state)
{
	static const struct if_row rows[] = {
	    {"(RC = 4)", "40", true},
	    {"(RC = 4)", "04", true},
	    {"(RC = 4)", "48", false},
	    {"(RC = 8)", "84", true},
	    {"RC=0", "--", true},
	    {"(RC > 0)", "--", false},
	    {"(RC = 4)", "4A", true},
	    {"(S1.RC = 0)", "-0", false},
	    {"(S1.RC NE 0)", "-0", false},
	    {"(S1.RC = 0)", "A0", false},
	    {"(NOT S1.RC = 0)", "A0", true},
	};

	(void)state;
	check_ifs(rows, LEN(rows));
}

static void
abend_abendcc_and_run(void **state)
{
	static const struct if_row rows[] = {
	    {"ABEND", "00", false},
	    {"ABEND", "0A", true},
	    {"ABEND", "U0", true},
	    {"(ABEND = TRUE)", "A0", true},
	    {"(ABEND = FALSE)", "A0", false},
	    {"(ABEND = FALSE)", "00", true},
	    {"(ABEND NE TRUE)", "00", true},
	    {"\xC2\xAC"
	     "ABEND",
		"00", true},
	    {"(S1.ABEND = FALSE)", "0A", true},
	    {"(S1.ABEND = FALSE)", "-A", false},
	    {"(S1.ABEND)", "A0", true},
	    {"(S1.ABEND)", "0A", false},
	    {"(ABENDCC = S0C4)", "A0", true},
	    {"(ABENDCC = S0C4)", "0U", false},
	    {"(ABENDCC = U0012)", "0U", true},
	    {"(ABENDCC = U12)", "0U", true},
	    {"(ABENDCC = S00C)", "0U", false},
	    {"(ABENDCC NE S0C4)", "0U", true},
	    {"(ABENDCC NE S0C4)", "00", false},
	    /* Without a step the last abend counts. */
	    {"(ABENDCC = S0C4)", "AU", false},
	    {"(S1.ABENDCC = S0C4)", "AU", true},
	    {"(S1.RUN)", "00", true},
	    {"(S1.RUN)", "A0", true},
	    {"(S1.RUN)", "-0", false},
	    {"(S1.RUN = FALSE)", "-0", true},
	    {"(NOT S1.RUN)", "-0", true},
	};

	(void)state;
	check_ifs(rows, LEN(rows));
}

static void
not_is_first_and_and_or_go_from_left_to_right(void **state)
{
	static const struct if_row rows[] = {
	    {"(S1.RC = 0 & S2.RC = 0)", "00", true},
	    {"(S1.RC = 0 & S2.RC = 0)", "04", false},
	    {"(S1.RC = 0 AND S2.RC = 0)", "40", false},
	    {"(S1.RC = 0 | S2.RC = 0)", "40", true},
	    {"(S1.RC = 0 OR S2.RC = 0)", "44", false},
	    {"(S1.RC=0&S2.RC=0)", "00", true},
	    /* true OR (..) would be true; from the left it is false. */
	    {"(S1.RC = 0 | S2.RC = 0 & S2.RC = 4)", "00", false},
	    {"(S1.RC = 0 | (S2.RC = 0 & S2.RC = 4))", "00", true},
	    {"(NOT S1.RC = 0 & S2.RC = 0)", "40", true},
	    {"(NOT (S1.RC = 0 & S2.RC = 0))", "44", true},
	    {"(\xC2\xAC(S1.RC = 0) | S2.RC = 4)", "04", true},
	    {"((S1.RC = 0) & ((S2.RC = 4)))", "04", true},
	};

	(void)state;
	check_ifs(rows, LEN(rows));
}

static void
steps_run_in_one_clause(void **state)
{
	/* Steps: 0 A, 1 T, 2 T2, 3 N, 4 E, 5 Z. */
	static const char deck[] =
	    "//J JOB\n//A EXEC PGM=X\n// IF (RC = 0) THEN\n//T EXEC PGM=X\n"
	    "//T2 EXEC PGM=X\n// IF (A.RC = 0) THEN\n// ELSE\n"
	    "//N EXEC PGM=X\n// ENDIF\n// ELSE\n//E EXEC PGM=X\n// ENDIF\n"
	    "//Z EXEC PGM=X\n";
	static const struct {
		int step;
		const char *results;
		enum jcl_verdict verdict;
		int stmt;
	} rows[] = {
	    {1, "0", JCL_STEP_RUNS, 0},
	    {1, "4", JCL_STEP_IF, 3},
	    /* What a step in the clause ends with does not count for it. */
	    {2, "08", JCL_STEP_RUNS, 0},
	    {2, "4-", JCL_STEP_IF, 3},
	    {3, "000", JCL_STEP_IF, 6},
	    /* The outer one is named. */
	    {3, "4--", JCL_STEP_IF, 3},
	    {4, "000-", JCL_STEP_IF, 3},
	    {4, "4---", JCL_STEP_RUNS, 0},
	    {5, "4---0", JCL_STEP_RUNS, 0},
	};
	struct jcl *j = read_ok(deck);
	struct jcl_result r[8];
	size_t i;
	int stmt;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		results_of(rows[i].results, r);
		assert_int_equal(
		    jcl_step_verdict(&j->jobs[0], rows[i].step, r, &stmt),
		    rows[i].verdict);
		assert_int_equal(stmt, rows[i].stmt);
	}
	jcl_free(&j);
}

static void
only_an_if_that_asks_for_abends_goes_on_behind_one(void **state)
{
	static const char fmt[] = "//J JOB\n//S1 EXEC PGM=A\n//S2 EXEC PGM=A\n"
				  "// IF %s THEN\n//S3 EXEC PGM=A\n// ENDIF\n";
	static const struct row rows[] = {
	    {"(ABEND)", "0A", 'R'},
	    {"(ABEND)", "00", 'I'},
	    {"(RC = 0)", "0A", 'A'},
	    {"(ABENDCC = S0C4)", "0A", 'R'},
	    {"(RC = 0 | ABEND)", "0A", 'R'},
	    {"(ABENDCC = S0C7)", "0A", 'I'},
	};
	static const char twice[] =
	    "//J JOB\n//S1 EXEC PGM=A\n// IF (ABEND) THEN\n//S2 EXEC PGM=A\n"
	    "//S3 EXEC PGM=A\n// ENDIF\n";
	static const char other[] =
	    "//J JOB\n//S1 EXEC PGM=A\n// IF (NOT ABEND) THEN\n// ELSE\n"
	    "//S2 EXEC PGM=A\n// ENDIF\n";
	static const char behind[] =
	    "//J JOB\n//S1 EXEC PGM=A\n// IF (ABEND) THEN\n//S2 EXEC PGM=A\n"
	    "// ENDIF\n//S3 EXEC PGM=A\n";

	(void)state;
	check_rows(fmt, rows, LEN(rows));
	/* Nor does an abend in the construct end it. */
	assert_int_equal(verdict(twice, "A0", NULL), 'R');
	assert_int_equal(verdict(twice, "AA", NULL), 'R');
	assert_int_equal(verdict(other, "A", NULL), 'R');
	assert_int_equal(verdict(behind, "A0", NULL), 'A');
}

static void
what_is_wrong_with_an_if_is_told(void **state)
{
	static const struct {
		const char *expr, *said;
	} rows[] = {
	    {"(S9.RC = 0) THEN",
		"3 CATAMOUNT IF: no step of that name stands in front of it "
		"@3:8\n"},
	    {"(RC 0) THEN", "3 CATAMOUNT IF: an operator is missing @3:11\n"},
	    {"(RC = X) THEN",
		"3 CATAMOUNT IF: a code of 0 to 4095 is missing @3:13\n"},
	    {"(RC = 4096) THEN",
		"3 CATAMOUNT IF: a code of 0 to 4095 is missing @3:13\n"},
	    {"(RC = 0 THEN",
		"3 CATAMOUNT IF: a right parenthesis is missing @3:15\n"},
	    {"(RC = 0)) THEN",
		"3 CATAMOUNT IF: what stands behind the expression is not "
		"part of it @3:15\n"},
	    {"() THEN", "3 CATAMOUNT IF: RC, ABEND, ABENDCC or RUN is missing "
			"@3:8\n"},
	    {"(ABENDCC = 0C4) THEN",
		"3 CATAMOUNT IF: an abend code, Sxxx or Unnnn, is missing "
		"@3:18\n"},
	    {"(RC = 0)", "3 IEFC621I EXPECTED CONTINUATION NOT RECEIVED @3\n"},
	};
	char deck[200], *said;
	struct jcl *j;
	size_t i;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		snprintf(deck, sizeof(deck),
		    "//J JOB\n//S1 EXEC PGM=A\n// IF %s\n//S EXEC PGM=B\n"
		    "// ENDIF\n",
		    rows[i].expr);
		j = jcl_text_read(deck, NULL, false);
		said = jcl_said(j, JCL_WARNING);
		assert_string_equal(said, rows[i].said);
		free(said);
		jcl_free(&j);
	}
}

static void
a_continued_if_and_its_balance(void **state)
{
	static const struct {
		const char *deck, *said;
	} rows[] = {
	    {"// IF (S1.RC = 0 &\n//     ABEND) THEN\n//S EXEC PGM=B\n"
	     "// ENDIF\n",
		""},
	    {"// IF (RC = 0) THEN\n//S EXEC PGM=B\n",
		"4 CATAMOUNT ENDIF is missing for the IF of statement 3 @0\n"},
	    {"// ENDIF\n", "3 CATAMOUNT ENDIF without IF @3\n"},
	    {"// ELSE\n", "3 CATAMOUNT ELSE without IF @3\n"},
	    {"// IF (RC = 0) THEN\n// ELSE\n// ELSE\n// ENDIF\n",
		"5 CATAMOUNT ELSE without IF @5\n"},
	};
	char deck[200], *said;
	struct jcl *j;
	size_t i;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		snprintf(deck, sizeof(deck), "//J JOB\n//S1 EXEC PGM=A\n%s",
		    rows[i].deck);
		j = jcl_text_read(deck, NULL, false);
		said = jcl_said(j, JCL_WARNING);
		assert_string_equal(said, rows[i].said);
		free(said);
		jcl_free(&j);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(
		each_operator_compares_the_code_with_that_of_the_step),
	    cmocka_unit_test(a_test_without_a_step_is_of_each_that_ran),
	    cmocka_unit_test(even_and_only_are_about_abends),
	    cmocka_unit_test(cond_of_job_ends_the_job),
	    cmocka_unit_test(cond_names_steps_of_procedures),
	    cmocka_unit_test(cond_of_a_call_names_steps_beside_it),
	    cmocka_unit_test(the_restart_step_runs_whatever_its_cond),
	    cmocka_unit_test(each_operator_of_if_compares),
	    cmocka_unit_test(rc_alone_is_the_highest_so_far),
	    cmocka_unit_test(abend_abendcc_and_run),
	    cmocka_unit_test(not_is_first_and_and_or_go_from_left_to_right),
	    cmocka_unit_test(steps_run_in_one_clause),
	    cmocka_unit_test(
		only_an_if_that_asks_for_abends_goes_on_behind_one),
	    cmocka_unit_test(what_is_wrong_with_an_if_is_told),
	    cmocka_unit_test(a_continued_if_and_its_balance),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

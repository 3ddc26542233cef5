/*
 * Random decks of statements that are right and wrong, with procedures that
 * call each other: whatever comes out keeps the promises of README-jcl.md. The
 * numbers of the listing are 1, 2, 3 ..; messages, steps and DDs name numbers
 * that are listed; a job without an error is whole; reading twice is the same.
 * CATAMOUNT_SEED repeats a run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/jcl_text.h"
#include "tests/support/random.h"

enum { RIGHT = 15 };

static const char *const pieces[] = {
    "//S%d EXEC PGM=IEFBR14\n",
    "//T%d EXEC PGM=X,COND=(4,LT),PARM='A B'\n",
    "//P%d EXEC P1\n",
    "//Q%d EXEC P3,REGION=1M\n",
    "//D%d DD DSN=A.B(+1),DISP=(,CATLG),SPACE=(TRK,1)\n",
    "//SYSIN DD *\nDATA %d\n/*\n",
    "//D%d DD DATA,DLM=ZZ\n//X\nZZ\n",
    "//E%d DD DDNAME=D%d\n",
    "// SET A=V%d,B=&A\n",
    "// IF (RC > %d) THEN\n//I EXEC PGM=I\n// ENDIF\n",
    "//* COMMENT %d\n",
    "//O%d OUTPUT CLASS=A\n",
    "/*JOBPARM X=%d\n",
    "//N%d DD DSN=&&T,DISP=(NEW,PASS),\n//   UNIT=SYSDA\n",
    "// EXEC PGM=R%d\n",
    /* from here on mostly wrong */
    "//P%d EXEC P2,A=&B,PARM.X=Z,COND=EVEN\n",
    "//X.D%d DD DSN=A.B,DISP=SHR\n",
    "//X.D1 DD DSN=OVER%d\n",
    "//D1 DD DSN=*.S%d.D1,DISP=OLD\n",
    "//    DD DSN=CONCAT%d,DISP=SHR\n",
    "//    DD\n",
    "// IF (RC > %d) THEN\n",
    "// IF (S%d.RC = 0) THEN\n",
    "// ELSE\n",
    "// ENDIF\n",
    "// INCLUDE MEMBER=I1\n",
    "// INCLUDE MEMBER=NONE%d\n",
    "//W DD SYSOUT=*,OUTPUT=*.O%d\n",
    "//J%d JOB\n",
    "/*\n",
    "//R%d PROC\n//X EXEC PGM=R\n// PEND\n",
    "// EXEC R%d\n",
    "//BAD%d EXCE PGM=A\n",
    "//B DD DISP=(NEW,CATLGG),DNS=X%d\n",
    "//B DD DSN=A.B,DISP=(NEW,%d\n",
    "//C DD DSN=A,\n",
    "stray %d\n",
    "//L%d DD DSN=lower\n",
    "//\n",
    "// PEND\n",
};

static const struct jcl_library library[] = {
    {"P1", "//P1 PROC A=1\n//X EXEC PGM=&A\n//D1 DD DSN=D.&A,DISP=SHR\n"
	   "//    DD DSN=D.&A,DISP=SHR\n//D2 DD SYSOUT=*\n"},
    {"P2", "//X EXEC PGM=A&A\n//D1 DD DUMMY\n//Y EXEC P1,A=PX\n"
	   "//Z EXEC PGM=B,COND=(0,NE,X)\n"},
    {"P3", "// IF (ABEND) THEN\n//X EXEC P2,A=C\n// ENDIF\n"
	   "// INCLUDE MEMBER=I1\n"},
    {"I1", "//I1 DD DSN=I.N,DISP=SHR\n// SET I=1\n"},
    {NULL, NULL},
};

/* Half of the decks have nothing of the pieces that are mostly wrong. */
static void
make_deck(char *out, size_t size)
{
	const size_t all = sizeof(pieces) / sizeof(pieces[0]);
	const size_t of = rnd(2) == 0 ? all : RIGHT;
	size_t at = 0;
	uint64_t i, n = 3 + rnd(20);
	int v;

	at += (size_t)snprintf(out, size, "//JOB JOB\n//S1 EXEC PGM=A\n");
	for (i = 0; i < n && at + 200 < size; i++) {
		v = (int)rnd(3) + 1;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		at += (size_t)snprintf(
		    out + at, size - at, pieces[rnd(of)], v, v);
#pragma GCC diagnostic pop
	}
}

static int
check_listing(const struct jcl_job *job)
{
	int i, last = 0;

	for (i = 0; i < job->nlisting; i++) {
		if (job->listing[i].stmt == 0)
			continue;
		assert_int_equal(job->listing[i].stmt, last + 1);
		last++;
	}
	return last;
}

/* The first line of a statement in the listing. */
static const char *
line_of(const struct jcl_job *job, int stmt)
{
	int i;

	for (i = 0; i < job->nlisting; i++) {
		if (job->listing[i].stmt == stmt)
			return job->listing[i].text;
	}
	fail_msg("statement %d is not listed", stmt);
	return "";
}

static void
check_steps(const struct jcl_job *job)
{
	const struct jcl_step *s;
	const struct jcl_dd *d;
	int i, k;

	for (i = 0; i < job->nsteps; i++) {
		s = &job->steps[i];
		assert_non_null(strstr(line_of(job, s->stmt), "EXEC"));
		if (!job->failed)
			assert_non_null(s->pgm);
		assert_true(
		    s->clause == NULL || s->clause->condition->first_step <= i);
		for (k = 0; k < s->cond.ntests; k++)
			assert_true(s->cond.tests[k].step < i);
		for (k = 0; k < s->ndds; k++) {
			for (d = s->dds[k]; d != NULL; d = d->next) {
				assert_string_equal(d->name, s->dds[k]->name);
				assert_non_null(
				    strstr(line_of(job, d->stmt), "DD"));
			}
		}
	}
}

static void
check_job(const struct jcl_job *job)
{
	int last = check_listing(job), i, errors = 0;

	for (i = 0; i < job->nmessages; i++) {
		assert_in_range(job->messages[i].stmt, 0, last);
		if (i > 0)
			assert_true(
			    job->messages[i - 1].stmt <= job->messages[i].stmt);
		errors += job->messages[i].severity == JCL_ERROR;
	}
	assert_int_equal(job->failed, errors > 0);
	if (!job->failed)
		assert_true(job->nsteps > 0);
	check_steps(job);
}

static void
random_decks_keep_the_promises(void **state)
{
	const char *given = getenv("CATAMOUNT_SEED");
	int rounds = getenv("CATAMOUNT_SMALL") != NULL ? 100 : 5000;
	uint64_t first = given != NULL ? strtoull(given, NULL, 10) : 1;
	char deck[4096], *one, *two;
	struct jcl *j, *again;
	int i, k, whole = 0;

	(void)state;
	for (i = 0; i < rounds; i++) {
		seed = first + (uint64_t)i;
		make_deck(deck, sizeof(deck));
		j = jcl_text_read(deck, library, false);
		again = jcl_text_read(deck, library, false);
		for (k = 0; k < j->njobs; k++) {
			check_job(&j->jobs[k]);
			whole += !j->jobs[k].failed;
		}
		one = jcl_tree(j);
		two = jcl_tree(again);
		assert_string_equal(one, two);
		free(one);
		free(two);
		one = jcl_said(j, JCL_INFO);
		two = jcl_said(again, JCL_INFO);
		assert_string_equal(one, two);
		free(one);
		free(two);
		jcl_free(&j);
		jcl_free(&again);
	}
	/* Enough of them are right for it to mean something. */
	assert_true(whole > rounds / 50);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(random_decks_keep_the_promises),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

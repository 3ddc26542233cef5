/*
 * What is wrong with JCL is told: all of it, with number, statement, card and
 * column. Numbers and wording are those of MVS 3.8 (src38) and what z/OS
 * prints, as far as known (base/messages_jcl.def says which is which); places
 * are counted by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/jcl_text.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))

static void
check(const char *deck, const char *expect)
{
	struct jcl *j = jcl_text_read(deck, NULL, false);
	char *said = jcl_said(j, JCL_WARNING);

	if (strcmp(said, expect) != 0)
		fail_msg("%s\nsaid\n%s\nnot\n%s", deck, said, expect);
	assert_int_equal(j->failed, expect[0] != '\0');
	free(said);
	jcl_free(&j);
}

struct row {
	const char *operands;
	const char *said; /* behind the statement number, without newline */
};

/* Operands of one statement behind a head; stmt is its number. */
static void
check_rows(const char *head, const char *tail, int stmt, const struct row *rows,
    size_t n)
{
	char deck[600], expect[300];
	size_t i;

	for (i = 0; i < n; i++) {
		snprintf(deck, sizeof(deck), "%s%s\n%s", head, rows[i].operands,
		    tail);
		if (rows[i].said[0] == '\0')
			expect[0] = '\0';
		else
			snprintf(expect, sizeof(expect), "%d %s\n", stmt,
			    rows[i].said);
		check(deck, expect);
	}
}

/* "//D DD " is seven columns: operands begin in column 8. */
static void
check_dds(const struct row *rows, size_t n)
{
	check_rows("//J JOB\n//S EXEC PGM=A\n//D DD ", "", 3, rows, n);
}

static void
keywords_of_dd(void **state)
{
	static const struct row rows[] = {
	    {"DNS=A",
		"IEFC630I UNIDENTIFIED KEYWORD DNS ON THE DD STATEMENT @3:8"},
	    {"DSN=A,SYSPROC=B",
		"IEFC630I UNIDENTIFIED KEYWORD SYSPROC ON THE DD STATEMENT "
		"@3:14"},
	    {"DSN=A,DISP=SHR,DISP=OLD",
		"CATAMOUNT keyword DISP is coded twice @3:23"},
	    {"DSN=A,SHR", "IEF643I UNIDENTIFIED POSITIONAL PARAMETER ON THE DD "
			  "STATEMENT @3:14"},
	    {"*,DATA", "IEF643I UNIDENTIFIED POSITIONAL PARAMETER ON THE DD "
		       "STATEMENT @3:10"},
	    {"DCB=(RECFM=FB,LREC=80)",
		"IEFC630I UNIDENTIFIED KEYWORD LREC IN THE DCB FIELD @3:22"},
	    {"VOL=(PRIVATE,SRE=A)",
		"IEFC630I UNIDENTIFIED KEYWORD SRE IN THE VOLUME FIELD "
		"@3:21"},
	    {"SYSOUT=A,DISP=SHR",
		"IEF652I MUTUALLY EXCLUSIVE KEYWORDS ON THE DD STATEMENT "
		"@3:17"},
	    {"*,SYSOUT=A",
		"IEF652I MUTUALLY EXCLUSIVE KEYWORDS ON THE DD STATEMENT "
		"@3:10"},
	    {"PATH='/a',DSN=B",
		"IEF652I MUTUALLY EXCLUSIVE KEYWORDS ON THE DD STATEMENT "
		"@3:18"},
	    {"DSN=A,LIKE=B,REFDD=*.X",
		"IEF645I INVALID REFERBACK IN THE REFDD FIELD @3:27\n"
		"3 IEF652I MUTUALLY EXCLUSIVE KEYWORDS ON THE DD STATEMENT "
		"@3:21"},
	    {"DUMMY,DSN=A,DISP=OLD", ""},
	};

	(void)state;
	check_dds(rows, LEN(rows));
}

static void
form_of_operands(void **state)
{
	static const struct row rows[] = {
	    {"DSN=A,DISP=(NEW,CATLG",
		"IEFC622I UNBALANCED PARENTHESIS ON THE DD STATEMENT @3:29"},
	    {"DSN=A,DISP=NEW)",
		"IEFC622I UNBALANCED PARENTHESIS ON THE DD STATEMENT @3:22"},
	    {"DSN=A'B'",
		"IEFC629I INCORRECT USE OF APOSTROPHE ON THE DD STATEMENT "
		"@3:13"},
	    {"DISP=(NEW)(OLD)",
		"IEFC625I INCORRECT USE OF LEFT PARENTHESIS ON THE DD "
		"STATEMENT @3:18"},
	    {"=A", "IEF632I FORMAT ERROR ON THE DD STATEMENT @3:8"},
	    {"DSN=(A)=B", "IEF632I FORMAT ERROR ON THE DD STATEMENT @3:15"},
	    {"DSN=A;B",
		"IEFC620I UNIDENTIFIABLE CHARACTER ; ON THE DD STATEMENT "
		"@3:13\n"
		"3 IEF632I FORMAT ERROR IN THE DSNAME FIELD @3:12"},
	    {"DSN=A_B,DISP=SHR",
		"IEFC620I UNIDENTIFIABLE CHARACTER _ ON THE DD STATEMENT "
		"@3:13\n"
		"3 IEF632I FORMAT ERROR IN THE DSNAME FIELD @3:12"},
	    {"DISP=((((((((((((((((((((NEW))))))))))))))))))))",
		"IEFC625I INCORRECT USE OF LEFT PARENTHESIS ON THE DD "
		"STATEMENT @3:29"},
	    {"VOL=A=B=C=D=E=F=G=H=I=J",
		"IEF632I FORMAT ERROR ON THE DD STATEMENT @3:27"},
	};

	(void)state;
	check_dds(rows, LEN(rows));
}

static void
data_set_names(void **state)
{
	static const struct row rows[] = {
	    {"DSN=A..B",
		"IEFC624I INCORRECT USE OF PERIOD IN THE DSNAME FIELD @3:12"},
	    {"DSN=A.B.",
		"IEFC624I INCORRECT USE OF PERIOD IN THE DSNAME FIELD @3:12"},
	    {"DSN=A.*",
		"IEFC628I INCORRECT USE OF ASTERISK IN THE DSNAME FIELD "
		"@3:12"},
	    {"DSN=A+1",
		"IEFC626I INCORRECT USE OF PLUS IN THE DSNAME FIELD @3:12"},
	    {"DSN=1A.B",
		"IEF647I NON-ALPHABETIC FIRST CHARACTER OF NAME IN THE "
		"DSNAME FIELD @3:12"},
	    {"DSN=A.LONGLONGQ",
		"IEF632I FORMAT ERROR IN THE DSNAME FIELD @3:12"},
	    {"DSN=A2345678.A2345678.A2345678.A2345678.A2345678", ""},
	    {"DSN=A2345678.A2345678.A2345678.A2345678.A2345678X",
		"IEF642I EXCESSIVE PARAMETER LENGTH IN THE DSNAME FIELD "
		"@3:12"},
	    {"DSN=A(MEMBERTOO)",
		"IEF642I EXCESSIVE PARAMETER LENGTH IN THE DSNAME FIELD "
		"@3:14"},
	    {"DSN=A(1M)",
		"IEF647I NON-ALPHABETIC FIRST CHARACTER OF NAME IN THE "
		"DSNAME FIELD @3:14"},
	    {"DSN=A(M,N)",
		"IEF641I IMPROPER SUBPARAMETER LIST IN THE DSNAME FIELD "
		"@3:14"},
	    {"DSN=&&TOOLONGNAME",
		"IEF642I EXCESSIVE PARAMETER LENGTH IN THE DSNAME FIELD "
		"@3:12"},
	    {"DSN=A.&B..C",
		"IEFC627I INCORRECT USE OF AMPERSAND IN THE DSNAME FIELD "
		"@3:12"},
	    {"DSN=*.NODD",
		"IEF645I INVALID REFERBACK IN THE DSNAME FIELD @3:12"},
	    {"DSN=*.T.D",
		"IEF645I INVALID REFERBACK IN THE DSNAME FIELD @3:12"},
	};

	(void)state;
	check_dds(rows, LEN(rows));
}

static void
values_of_dd(void **state)
{
	static const struct row rows[] = {
	    {"DSN=A,DISP=(NEW,CATALOG,DELETE)",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE DISP FIELD "
		"@3:24"},
	    {"DSN=A,DISP=(NEW,CATLG,PASS)",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE DISP FIELD "
		"@3:30"},
	    {"DSN=A,DISP=(NEW,CATLG,DELETE,KEEP)",
		"IEF640I EXCESSIVE NUMBER OF POSITIONAL PARAMETERS IN THE "
		"DISP FIELD @3:19"},
	    {"SPACE=(TRK(1,1))",
		"IEF641I IMPROPER SUBPARAMETER LIST IN THE SPACE FIELD "
		"@3:15\n"
		"3 IEF646I REQUIRED POSITIONAL PARAMETER MISSING IN THE SPACE "
		"FIELD @3:14"},
	    {"SPACE=(TRACKS,1)",
		"IEF644I INVALID NUMERIC IN THE SPACE FIELD @3:15"},
	    {"SPACE=(TRK,(1,X))",
		"IEF644I INVALID NUMERIC IN THE SPACE FIELD @3:22"},
	    {"SPACE=(TRK,99999999)",
		"IEF638I SPECIFIED NUMERIC EXCEEDS MAXIMUM ALLOWED IN THE "
		"SPACE FIELD @3:19"},
	    {"SPACE=(TRK,(1,1,1,1))",
		"IEF640I EXCESSIVE NUMBER OF POSITIONAL PARAMETERS IN THE "
		"SPACE FIELD @3:26"},
	    {"SPACE=(TRK,1,RLS)",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE SPACE "
		"FIELD @3:21"},
	    {"RECFM=FBX",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE RECFM "
		"FIELD @3:14"},
	    {"LRECL=8X", "IEF644I INVALID NUMERIC IN THE LRECL FIELD @3:14"},
	    {"VOL=SER=VOLSER7",
		"IEF642I EXCESSIVE PARAMETER LENGTH IN THE SER FIELD @3:16"},
	    {"UNIT=TOOLONGUNIT",
		"IEF642I EXCESSIVE PARAMETER LENGTH IN THE UNIT FIELD @3:13"},
	    {"SYSOUT=AB", "IEF632I FORMAT ERROR IN THE SYSOUT FIELD @3:15"},
	    {"SYSOUT=A,OUTPUT=*.NONE",
		"IEF645I INVALID REFERBACK IN THE OUTPUT FIELD @3:24"},
	    {"RECORG=XX",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE RECORG "
		"FIELD @3:15"},
	    {"KEYLEN=256",
		"IEF638I SPECIFIED NUMERIC EXCEEDS MAXIMUM ALLOWED IN THE "
		"KEYLEN FIELD @3:15"},
	    {"EXPDT=2030", "IEF644I INVALID NUMERIC IN THE EXPDT FIELD @3:14"},
	    {"PATH=tmp,FILEDATA=TEXT",
		"CATAMOUNT lower case outside apostrophes (--fold folds it) "
		"@3\n3 IEF632I FORMAT ERROR IN THE PATH FIELD @3:13"},
	    {"PATHMODE=SIRUSER",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE PATHMODE "
		"FIELD @3:17"},
	    {"*,DLM=A", "IEF632I FORMAT ERROR IN THE DLM FIELD @3:14"},
	};

	(void)state;
	check_dds(rows, LEN(rows));
}

static void
labels_and_operations(void **state)
{
	static const struct {
		const char *deck, *said;
	} rows[] = {
	    {"//J JOB\n//1S EXEC PGM=A\n", "2 IEFC662I INVALID LABEL @2\n"},
	    {"//J JOB\n//STEPNAME9 EXEC PGM=A\n",
		"2 IEFC662I INVALID LABEL @2\n"},
	    {"//J JOB\n//S EXEC PGM=A\n//D-D DD DUMMY\n",
		"3 IEFC662I INVALID LABEL @3\n"},
	    {"// JOB\n//S EXEC PGM=A\n", "1 IEFC663I NO LABEL @1\n"},
	    {"//TOOLONGJOB JOB\n//S EXEC PGM=A\n",
		"1 IEFC662I INVALID LABEL @1\n"},
	    {"//J JOB\n//S EXEC PGM=A\n// DD DUMMY\n",
		"3 IEFC663I NO LABEL @3\n"},
	    {"//J JOB\n//S EXCE PGM=A\n//D DD DUMMY\n",
		"1 IEFC607I JOB HAS NO STEPS @1\n"
		"2 IEFC605I UNIDENTIFIED OPERATION FIELD @2\n"
		"3 IEFC606I MISPLACED DD STATEMENT @3\n"},
	    {"//J JOB\n//S\n//T EXEC PGM=A\n",
		"2 IEFC605I UNIDENTIFIED OPERATION FIELD @2\n"},
	    /* The comma was forgotten. */
	    {"//J JOB\n//S EXEC PGM=A\n//D DD DSN=A\n//  DISP=SHR\n",
		"4 IEFC605I UNIDENTIFIED OPERATION FIELD @4\n"},
	    {"//J JOB\n//D DD DUMMY\n//S EXEC PGM=A\n",
		"2 IEFC606I MISPLACED DD STATEMENT @2\n"},
	    {"//J JOB\n//S EXEC PGM=A\n//T.D DD DUMMY\n",
		"3 IEFC611I OVERRIDDEN STEP NOT FOUND IN PROCEDURE @3\n"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < LEN(rows); i++)
		check(rows[i].deck, rows[i].said);
}

static void
parameters_of_exec(void **state)
{
	/* "//S EXEC " is nine columns. */
	static const struct row rows[] = {
	    {"PGM=A,FOO=1",
		"IEFC630I UNIDENTIFIED KEYWORD FOO ON THE EXEC STATEMENT "
		"@2:16"},
	    {"PARM=A",
		"IEF646I REQUIRED POSITIONAL PARAMETER MISSING ON THE EXEC "
		"STATEMENT @2"},
	    {"PGM=PROGRAMNAME",
		"IEF642I EXCESSIVE PARAMETER LENGTH IN THE PGM FIELD @2:14"},
	    {"PGM=1A",
		"IEF647I NON-ALPHABETIC FIRST CHARACTER OF NAME IN THE PGM "
		"FIELD @2:14"},
	    {"PGM=*.S.D", "IEF645I INVALID REFERBACK IN THE PGM FIELD @2:14"},
	    {"PGM=A,COND=(4096,LT)",
		"IEF638I SPECIFIED NUMERIC EXCEEDS MAXIMUM ALLOWED IN THE "
		"COND FIELD @2:22"},
	    {"PGM=A,COND=(4,LX)",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE COND FIELD "
		"@2:24"},
	    {"PGM=A,COND=(4)",
		"IEF646I REQUIRED POSITIONAL PARAMETER MISSING IN THE COND "
		"FIELD @2:21"},
	    {"PGM=A,COND=(4,LT,NONE)",
		"IEF645I INVALID REFERBACK IN THE COND FIELD @2:27"},
	    {"PGM=A,COND=((1,LT),(2,LT),(3,LT),(4,LT),(5,LT),\n// (6,LT),"
	     "(7,LT),(8,LT),(9,LT))",
		"IEF640I EXCESSIVE NUMBER OF POSITIONAL PARAMETERS IN THE "
		"COND FIELD @3:25"},
	    {"PGM=A,COND=(EVEN,ONLY)",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE COND FIELD "
		"@2:27"},
	    {"PGM=A,REGION=9999999K",
		"IEF638I SPECIFIED NUMERIC EXCEEDS MAXIMUM ALLOWED IN THE "
		"REGION FIELD @2:23"},
	    {"PGM=A,REGION=XM",
		"IEF644I INVALID NUMERIC IN THE REGION FIELD @2:23"},
	    {"PGM=A,TIME=(1,60)",
		"IEF638I SPECIFIED NUMERIC EXCEEDS MAXIMUM ALLOWED IN THE "
		"TIME FIELD @2:24"},
	    {"PGM=A,PARM=A,PARMDD=B",
		"IEF652I MUTUALLY EXCLUSIVE KEYWORDS ON THE EXEC STATEMENT "
		"@2"},
	    {"PGM=A,PARM.S=B",
		"IEFC630I UNIDENTIFIED KEYWORD PARM.S ON THE EXEC STATEMENT "
		"@2:16"},
	};

	(void)state;
	check_rows("//J JOB\n//S EXEC ", "", 2, rows, LEN(rows));
}

static void
a_parm_has_100_characters(void **state)
{
	char deck[300], parm[102];
	struct jcl *j;
	char *said;
	int n;

	(void)state;
	for (n = 100; n <= 101; n++) {
		memset(parm, 'P', sizeof(parm));
		parm[n] = '\0';
		/* "//S EXEC PGM=A,PARM=('" is 22 columns; 49 to column 71. */
		snprintf(deck, sizeof(deck),
		    "//J JOB\n//S EXEC PGM=A,PARM=('%.49s\n"
		    "//             %s')\n",
		    parm, parm + 49);
		j = jcl_text_read(deck, NULL, false);
		said = jcl_said(j, JCL_ERROR);
		assert_string_equal(said,
		    n == 100 ? ""
			     : "2 IEF642I EXCESSIVE PARAMETER LENGTH IN THE "
			       "PARM FIELD @2:21\n");
		assert_int_equal(j->jobs[0].steps[0].parm_len, n);
		free(said);
		jcl_free(&j);
	}
}

static void
parameters_of_job(void **state)
{
	/* "//J JOB " is eight columns. */
	static const struct row rows[] = {
	    {"FOO=1", "IEFC630I UNIDENTIFIED KEYWORD FOO ON THE JOB STATEMENT "
		      "@1:9"},
	    {"A,B,C",
		"IEF640I EXCESSIVE NUMBER OF POSITIONAL PARAMETERS ON THE "
		"JOB STATEMENT @1:13"},
	    {"CLASS=A,X",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER ON THE JOB "
		"STATEMENT @1:17"},
	    {"A,'A PROGRAMMER NAME OF 25'",
		"IEF642I EXCESSIVE PARAMETER LENGTH IN THE PROGRAMMER NAME "
		"FIELD @1:11"},
	    {"MSGCLASS=AB",
		"IEF642I EXCESSIVE PARAMETER LENGTH IN THE MSGCLASS FIELD "
		"@1:18"},
	    {"MSGLEVEL=(3,1)",
		"IEF638I SPECIFIED NUMERIC EXCEEDS MAXIMUM ALLOWED IN THE "
		"MSGLEVEL FIELD @1:19"},
	    {"TYPRUN=SCANN",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE TYPRUN "
		"FIELD @1:16"},
	    {"PRTY=16",
		"IEF638I SPECIFIED NUMERIC EXCEEDS MAXIMUM ALLOWED IN THE "
		"PRTY FIELD @1:14"},
	    {"COND=(4,LT,S)",
		"IEF640I EXCESSIVE NUMBER OF POSITIONAL PARAMETERS IN THE "
		"COND FIELD @1:14"},
	    {"COND=EVEN",
		"IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE COND FIELD "
		"@1:14"},
	    {"RESTART=NONE",
		"CATAMOUNT RESTART names a step that is not there @1:17"},
	    {"JOBRC=(STEP,NONE)",
		"CATAMOUNT JOBRC names a step that is not there @1:15"},
	};

	(void)state;
	check_rows("//J JOB ", "//S EXEC PGM=A\n", 1, rows, LEN(rows));
}

static void
other_statements(void **state)
{
	static const struct {
		const char *deck, *said;
	} rows[] = {
	    {"// SET\n",
		"2 IEF646I REQUIRED POSITIONAL PARAMETER MISSING ON THE SET "
		"STATEMENT @2\n"},
	    {"// SET A\n",
		"2 IEF632I FORMAT ERROR ON THE SET STATEMENT @2:8\n"},
	    {"// SET LONGSYMBOL=1\n",
		"2 IEF632I FORMAT ERROR ON THE SET STATEMENT @2:8\n"},
	    {"// INCLUDE FOO=A\n",
		"2 IEF632I FORMAT ERROR ON THE INCLUDE STATEMENT @2:12\n"},
	    {"// INCLUDE MEMBER=NONE\n",
		"2 CATAMOUNT INCLUDE group NONE was not found @2:19\n"},
	    {"// JCLLIB ORDER=A..B\n",
		"2 IEFC624I INCORRECT USE OF PERIOD IN THE ORDER FIELD "
		"@2:17\n"},
	    {"//S EXEC PGM=A\n// JCLLIB ORDER=A\n",
		"3 CATAMOUNT JCLLIB stands once, in front of the first EXEC "
		"@3\n"},
	    {"// PEND\n", "2 CATAMOUNT PEND without PROC @2\n"},
	    {"// PROC\n// PEND\n", "2 IEFC663I NO LABEL @2\n"},
	    {"// EXPORT SYMLIST\n",
		"2 IEF632I FORMAT ERROR ON THE EXPORT STATEMENT @2:11\n"},
	};
	char deck[200];
	size_t i;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		snprintf(deck, sizeof(deck), "//J JOB\n%s//Z EXEC PGM=Z\n",
		    rows[i].deck);
		check(deck, rows[i].said);
	}
	check("//J JOB\n//P PROC\n//S EXEC PGM=A\n",
	    "1 IEFC607I JOB HAS NO STEPS @1\n"
	    "2 CATAMOUNT PEND is missing @2\n");
	/* The only EXEC calls a procedure without one (mem). */
	check("//J JOB\n//P PROC\n// SET A=1\n// PEND\n//S EXEC P\n",
	    "1 IEFC607I JOB HAS NO STEPS @1\n");
	check("//J JOB\n//P PROC\n// PEND\n//S EXEC P\n//T EXEC PGM=A\n", "");
}

static void
all_errors_of_a_job_are_found(void **state)
{
	(void)state;
	check("//J JOB CLAS=A\n"
	      "//S1 EXEC PMG=A\n"
	      "//D DD DSN=A..B,DISP=(NEW,CATALOG),UNIT=SYSDA,\n"
	      "//  SPACE=(TRK,X),LABLE=1\n"
	      "//S2 EXEC PGM=A,COND=(4,LT,S9)\n"
	      "//E DD DSN=*.S1.NONE\n",
	    "1 IEFC630I UNIDENTIFIED KEYWORD CLAS ON THE JOB STATEMENT "
	    "@1:9\n"
	    "2 IEFC630I UNIDENTIFIED KEYWORD PMG ON THE EXEC STATEMENT "
	    "@2:11\n"
	    "2 IEF646I REQUIRED POSITIONAL PARAMETER MISSING ON THE EXEC "
	    "STATEMENT @2\n"
	    "3 IEFC624I INCORRECT USE OF PERIOD IN THE DSNAME FIELD @3:12\n"
	    "3 IEF643I UNIDENTIFIED POSITIONAL PARAMETER IN THE DISP FIELD "
	    "@3:27\n"
	    "3 IEF644I INVALID NUMERIC IN THE SPACE FIELD @4:16\n"
	    "3 IEFC630I UNIDENTIFIED KEYWORD LABLE ON THE DD STATEMENT "
	    "@4:19\n"
	    "4 IEF645I INVALID REFERBACK IN THE COND FIELD @5:28\n"
	    "5 IEF645I INVALID REFERBACK IN THE DSNAME FIELD @6:12\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(keywords_of_dd),
	    cmocka_unit_test(form_of_operands),
	    cmocka_unit_test(data_set_names),
	    cmocka_unit_test(values_of_dd),
	    cmocka_unit_test(labels_and_operations),
	    cmocka_unit_test(parameters_of_exec),
	    cmocka_unit_test(a_parm_has_100_characters),
	    cmocka_unit_test(parameters_of_job),
	    cmocka_unit_test(other_statements),
	    cmocka_unit_test(all_errors_of_a_job_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

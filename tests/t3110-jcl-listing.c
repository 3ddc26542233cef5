/*
 * The JCL listing. The first is what a z/OS 2.4 printed for a job of its own
 * with an in-stream procedure (zout; names changed): numbers, prefixes, where
 * an added DD stands, what has no number. The rest is by hand from that and
 * from SA23-1386 "Identifying procedure statements in the listing".
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/jcl_text.h"

static void
check(const char *deck, const struct jcl_library *library, const char *listing)
{
	struct jcl *j = jcl_text_read(deck, library, false);
	char *out;

	assert_non_null(j);
	assert_int_equal(j->njobs, 1);
	out = jcl_listed(&j->jobs[0]);
	if (strcmp(out, listing) != 0)
		fail_msg("%s\nlisted\n%s\nnot\n%s", deck, out, listing);
	free(out);
	jcl_free(&j);
}

static void
an_in_stream_procedure_is_listed_as_on_zos(void **state)
{
	static const char deck[] =
	    "//DBDGEN00 JOB MSGLEVEL=1,MSGCLASS=E,CLASS=K,\n"
	    "//   LINES=999999,TIME=1440,REGION=0M,\n"
	    "//   MEMLIMIT=NOLIMIT\n"
	    "/*JOBPARM  SYSAFF=*\n"
	    "//*\n"
	    "//DBDGEN   PROC MBR=TEMPNAME\n"
	    "//C        EXEC PGM=ASMA90,\n"
	    "//             PARM='OBJECT,NODECK,NOLIST'\n"
	    "//SYSLIB   DD DISP=SHR,\n"
	    "//      DSN=A.MACLIB\n"
	    "//SYSPRINT DD SYSOUT=*\n"
	    "//L        EXEC PGM=IEWL,\n"
	    "//             PARM='XREF,NOLIST',\n"
	    "//             COND=(0,LT,C)\n"
	    "//SYSLMOD  DD DISP=SHR,\n"
	    "//      DSN=A.LOADLIB(&MBR)\n"
	    "//*\n"
	    "//         PEND\n"
	    "//DLORD6   EXEC DBDGEN,\n"
	    "//             MBR=DLORD6\n"
	    "//SYSIN    DD DISP=SHR,\n"
	    "//      DSN=A.SOURCE(DLORD6)\n";
	static const char listing[] =
	    "        1 //DBDGEN00 JOB MSGLEVEL=1,MSGCLASS=E,CLASS=K,\n"
	    "          //   LINES=999999,TIME=1440,REGION=0M,\n"
	    "          //   MEMLIMIT=NOLIMIT\n"
	    "        2 /*JOBPARM  SYSAFF=*\n"
	    "          //*\n"
	    "        3 //DBDGEN   PROC MBR=TEMPNAME\n"
	    "          //C        EXEC PGM=ASMA90,\n"
	    "          //             PARM='OBJECT,NODECK,NOLIST'\n"
	    "          //SYSLIB   DD DISP=SHR,\n"
	    "          //      DSN=A.MACLIB\n"
	    "          //SYSPRINT DD SYSOUT=*\n"
	    "          //L        EXEC PGM=IEWL,\n"
	    "          //             PARM='XREF,NOLIST',\n"
	    "          //             COND=(0,LT,C)\n"
	    "          //SYSLMOD  DD DISP=SHR,\n"
	    "          //      DSN=A.LOADLIB(&MBR)\n"
	    "          //*\n"
	    "          //         PEND\n"
	    "        4 //DLORD6   EXEC DBDGEN,\n"
	    "          //             MBR=DLORD6\n"
	    "        5 ++DBDGEN   PROC MBR=TEMPNAME\n"
	    "        6 ++C        EXEC PGM=ASMA90,\n"
	    "          ++             PARM='OBJECT,NODECK,NOLIST'\n"
	    "        7 ++SYSLIB   DD DISP=SHR,\n"
	    "          ++      DSN=A.MACLIB\n"
	    "        8 ++SYSPRINT DD SYSOUT=*\n"
	    "        9 //SYSIN    DD DISP=SHR,\n"
	    "          //      DSN=A.SOURCE(DLORD6)\n"
	    "       10 ++L        EXEC PGM=IEWL,\n"
	    "          ++             PARM='XREF,NOLIST',\n"
	    "          ++             COND=(0,LT,C)\n"
	    "       11 ++SYSLMOD  DD DISP=SHR,\n"
	    "          ++      DSN=A.LOADLIB(&MBR)\n"
	    "          IEFC653I SUBSTITUTION JCL - "
	    "DISP=SHR,DSN=A.LOADLIB(DLORD6)\n"
	    "          ++*\n";

	(void)state;
	check(deck, NULL, listing);
}

static void
a_substitution_stands_behind_its_statement(void **state)
{
	(void)state;
	/* zout, but for the names */
	check("//TECN93VV JOB  NOTIFY=&SYSUID\n"
	      "//STEP1    EXEC PGM=IDCAMS\n"
	      "//SYSPRINT DD   SYSOUT=*\n"
	      "//SYSIN    DD   *\n"
	      "  LISTC\n"
	      "/*\n",
	    NULL,
	    "        1 //TECN93VV JOB  NOTIFY=&SYSUID\n"
	    "          IEFC653I SUBSTITUTION JCL - NOTIFY=IBMUSER\n"
	    "        2 //STEP1    EXEC PGM=IDCAMS\n"
	    "        3 //SYSPRINT DD   SYSOUT=*\n"
	    "        4 //SYSIN    DD   *\n");
}

static void
a_catalogued_procedure_has_xx_and_x_slash(void **state)
{
	static const struct jcl_library library[] = {
	    {"P", "//P PROC\n//* SAYS WHAT\n//A EXEC PGM=X\n//D DD DSN=D,\n"
		  "//  DISP=SHR\n//E DD DUMMY\n// INCLUDE MEMBER=I\n"},
	    {"I", "//F DD DUMMY\n"},
	    {NULL, NULL},
	};

	(void)state;
	check("//J JOB\n//S EXEC P\n//* OTHER DATA\n//A.D DD DSN=E\n"
	      "//A.G DD DUMMY\n//T EXEC PGM=Y\n//\n",
	    library,
	    "        1 //J JOB\n"
	    "        2 //S EXEC P\n"
	    "        3 XXP PROC\n"
	    "          XX* SAYS WHAT\n"
	    "        4 XXA EXEC PGM=X\n"
	    "          //* OTHER DATA\n"
	    "        5 //A.D DD DSN=E\n"
	    "          X/D DD DSN=D,\n"
	    "          X/  DISP=SHR\n"
	    "        6 XXE DD DUMMY\n"
	    "        7 XX INCLUDE MEMBER=I\n"
	    "        8 XXF DD DUMMY\n"
	    "        9 //A.G DD DUMMY\n"
	    "       10 //T EXEC PGM=Y\n"
	    "          //\n");
}

static void
a_long_substitution_goes_on_in_the_next_line(void **state)
{
	/* 28 characters of heading and 94 of text fill 122 columns. */
	(void)state;
	check("//J JOB\n// SET A=0123456789\n"
	      "//S EXEC PGM=X,PARM='&A&A&A&A&A&A&A&A&A'\n",
	    NULL,
	    "        1 //J JOB\n"
	    "        2 // SET A=0123456789\n"
	    "        3 //S EXEC PGM=X,PARM='&A&A&A&A&A&A&A&A&A'\n"
	    "          IEFC653I SUBSTITUTION JCL - PGM=X,PARM='"
	    "01234567890123456789012345678901234567890123456789"
	    "01234567890123456789012345678901\n"
	    "          23456789'\n");
}

static void
messages_of_expansion_name_the_library(void **state)
{
	static const struct jcl_library library[] = {
	    {"P", "//A EXEC PGM=X\n"}, {"I", "//D DD DUMMY\n"}, {NULL, NULL}};
	static const char deck[] =
	    "//J JOB\n%s//S EXEC P\n//T EXEC PGM=Y\n// INCLUDE MEMBER=I\n";
	static const struct {
		const char *order, *said;
	} rows[] = {
	    {"", "2 IEFC001I PROCEDURE P WAS EXPANDED USING SYSTEM LIBRARY "
		 "SYS1.PROCLIB @2\n"
		 "5 IEFC002I INCLUDE GROUP I WAS EXPANDED USING SYSTEM "
		 "LIBRARY SYS1.PROCLIB @4\n"},
	    {"// JCLLIB ORDER=(MY.LIB,B.LIB)\n",
		"3 IEFC001I PROCEDURE P WAS EXPANDED USING PRIVATE LIBRARY "
		"MY.LIB @3\n"
		"6 IEFC002I INCLUDE GROUP I WAS EXPANDED USING PRIVATE "
		"LIBRARY MY.LIB @5\n"},
	};
	struct jcl *j;
	char text[200], *said;
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		snprintf(text, sizeof(text), deck, rows[i].order);
		j = jcl_text_read(text, library, false);
		said = jcl_said(j, JCL_INFO);
		assert_string_equal(said, rows[i].said);
		free(said);
		jcl_free(&j);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_in_stream_procedure_is_listed_as_on_zos),
	    cmocka_unit_test(a_substitution_stands_behind_its_statement),
	    cmocka_unit_test(a_catalogued_procedure_has_xx_and_x_slash),
	    cmocka_unit_test(a_long_substitution_goes_on_in_the_next_line),
	    cmocka_unit_test(messages_of_expansion_name_the_library),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Symbols and procedures: who sets what, where it is substituted, what an EXEC
 * overrides and adds. Expected values by hand from SA23-1385 "Using symbols",
 * "Overriding parameters", and the decks of the corpus that break naive
 * readers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/jcl_text.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))
#define J "//J JOB\n"

struct row {
	const char *deck, *tree, *said;
};

static void
check_rows(const struct row *rows, size_t n, const struct jcl_library *library)
{
	struct jcl *j;
	char *tree, *said;
	size_t i;

	for (i = 0; i < n; i++) {
		j = jcl_text_read(rows[i].deck, library, false);
		assert_non_null(j);
		tree = jcl_tree(j);
		said = jcl_said(j, JCL_WARNING);
		if (strcmp(tree, rows[i].tree) != 0)
			fail_msg("%s\ngave\n%s\nnot\n%s", rows[i].deck, tree,
			    rows[i].tree);
		if (strcmp(said, rows[i].said) != 0)
			fail_msg("%s\nsaid\n%s\nnot\n%s", rows[i].deck, said,
			    rows[i].said);
		free(tree);
		free(said);
		jcl_free(&j);
	}
}

static void
a_symbol_ends_where_its_name_does_or_at_a_period(void **state)
{
	static const struct row rows[] = {
	    {J "// SET H=PROD,M=MEM\n//S EXEC PGM=A\n"
	       "//D DD DSN=&H..DATA(&M),DISP=SHR\n"
	       "//E DD DSN=&H.X.&M\n"
	       "//F DD DSN=A.&H&M\n",
		"J JOB\nS EXEC PGM=A\n"
		"D DD DSN=PROD.DATA(MEM),DISP=SHR\n"
		"E DD DSN=PRODX.MEM\n"
		"F DD DSN=A.PRODMEM\n",
		""},
	    /* Two ampersands are a temporary data set. */
	    {J "// SET T=X\n//S EXEC PGM=A\n//D DD DSN=&&T,DISP=(,PASS)\n"
	       "//E DD DSN=&&T&T\n",
		"J JOB\nS EXEC PGM=A\nD DD DSN=&&T,DISP=(,PASS)\n"
		"E DD DSN=&&TX\n",
		""},
	    /* The later SET counts from there on. */
	    {J "// SET P=A\n//S EXEC PGM=&P\n// SET P=B\n//T EXEC PGM=&P\n",
		"J JOB\nS EXEC PGM=A\nT EXEC PGM=B\n", ""},
	    /* A value may be several parameters. */
	    {J "// SET SP='(CYL,(1,2),RLSE)',X='UNIT=SYSDA,DISP=OLD'\n"
	       "//S EXEC PGM=A\n//D DD DSN=A,SPACE=&SP,&X\n",
		"J JOB\nS EXEC PGM=A\n"
		"D DD DSN=A,SPACE=(CYL,(1,2),RLSE),UNIT=SYSDA,DISP=OLD\n",
		""},
	    /* A value of others; no value. */
	    {J "// SET A=X\n// SET B=&A.Y,C=\n// SET B=&B.Z\n"
	       "//S EXEC PGM=&B&C\n",
		"J JOB\nS EXEC PGM=XYZ\n", ""},
	};

	(void)state;
	check_rows(rows, LEN(rows), NULL);
}

static void
apostrophes_keep_symbols_but_for_some_keywords(void **state)
{
	static const struct row rows[] = {
	    {J "// SET A=X\n//S EXEC PGM=P,PARM='A=&A,&&A'\n"
	       "//D DD PATH='/u/&A',PATHDISP=KEEP\n"
	       "//E DD AMP=('BUFND=&A')\n"
	       "//F DD DSN=A,DISP=SHR,ACCODE='&A'\n",
		"J JOB\nS EXEC PGM=P,PARM='A=X,&&A'\n"
		"D DD PATH='/u/X',PATHDISP=KEEP\n"
		"E DD AMP=('BUFND=X')\n"
		"F DD DSN=A,DISP=SHR,ACCODE='&A'\n",
		""},
	    /* Those of a symbol's value are not; those right behind a symbol
	     * are. */
	    {J "// SET A=X,D='DSN='\n// SET B='&A',C=&A\n"
	       "//S EXEC PGM=P&C,PARM=&B\n//D DD &D'A.&A',DISP=OLD\n",
		"J JOB\nS EXEC PGM=PX,PARM=&A\nD DD DSN='A.X',DISP=OLD\n", ""},
	};

	(void)state;
	check_rows(rows, LEN(rows), NULL);
}

static void
two_ampersands_of_parm_are_one(void **state)
{
	struct jcl *j =
	    jcl_text_read(J "//S EXEC PGM=A,PARM='3462&&5'\n"
			    "//T EXEC PGM=A,PARM=(A,'B C','D''E')\n",
		NULL, false);

	(void)state;
	assert_string_equal(j->jobs[0].steps[0].parm, "3462&5");
	assert_int_equal(j->jobs[0].steps[0].parm_len, 6);
	assert_string_equal(j->jobs[0].steps[1].parm, "A,B C,D'E");
	jcl_free(&j);
}

/* JCL Reference, "Coding symbols in comments", both examples. */
static void
a_blank_that_a_symbol_brings_ends_the_operands(void **state)
{
	static const struct row rows[] = {
	    {J "// SET QUOTE=''''\n"
	       "//S1 EXEC PGM=IEFBR14,PARM=&QUOTE.ABC   DEF&QUOTE\n"
	       "//DD1 DD DUMMY\n",
		"J JOB\nS1 EXEC\nDD1 DD DUMMY\n",
		"3 IEFC621I EXPECTED CONTINUATION NOT RECEIVED @3\n"},
	    {J "// SET CONT='  ',T='(30,0)'\n"
	       "//S1 EXEC PGM=IEFBR14&CONT,PARM='ABC  DEF',TIME=&T\n",
		"J JOB\nS1 EXEC PGM=IEFBR14\n", ""},
	};

	(void)state;
	check_rows(rows, LEN(rows), NULL);
}

static void
a_symbol_that_nobody_set_is_left_as_it_is(void **state)
{
	static const struct row rows[] = {
	    /* Alone it is a temporary data set, as of old. */
	    {J "//S EXEC PGM=A\n//D DD DSN=&X,DISP=(,PASS)\n",
		"J JOB\nS EXEC PGM=A\nD DD DSN=&X,DISP=(,PASS)\n", ""},
	    {J "//S EXEC PGM=A\n//D DD DSN=&X..DATA,DISP=SHR\n",
		"J JOB\nS EXEC PGM=A\nD DD DSN=&X..DATA,DISP=SHR\n",
		"3 IEFC627I INCORRECT USE OF AMPERSAND IN THE DSNAME FIELD "
		"@3:12\n"},
	    {J "//S EXEC PGM=&X\n", "J JOB\nS EXEC PGM=&X\n",
		"2 IEFC627I INCORRECT USE OF AMPERSAND IN THE PGM FIELD "
		"@2:14\n"},
	    {J "//S EXEC PGM=A,PARM='&X'\n", "J JOB\nS EXEC PGM=A,PARM='&X'\n",
		""},
	};

	(void)state;
	check_rows(rows, LEN(rows), NULL);
}

static const struct jcl_library procs[] = {
    {"P", "//P PROC A=1,B=2\n//S1 EXEC PGM=PG&A&B&C\n"
	  "//D DD DSN=A.Q&A,DISP=SHR\n"},
    {"TWO", "//A EXEC PGM=X,PARM=PA,COND=(4,LT),REGION=1M\n"
	    "//D DD DSN=DA,DISP=SHR,DCB=(RECFM=FB,LRECL=80)\n"
	    "// DD DSN=DB,DISP=SHR\n"
	    "//E DD DUMMY\n"
	    "//B EXEC PGM=Y,PARM=PB\n"
	    "//D DD SYSOUT=A\n"},
    {NULL, NULL},
};

static void
exec_overrides_proc_overrides_set(void **state)
{
	static const struct row rows[] = {
	    {J "// SET A=S,C=S\n//X EXEC P\n",
		"J JOB\nX.S1 EXEC PGM=PG12S\nD DD DSN=A.Q1,DISP=SHR\n", ""},
	    {J "// SET A=S\n//X EXEC P,A=E,C=E\n",
		"J JOB\nX.S1 EXEC PGM=PGE2E\nD DD DSN=A.QE,DISP=SHR\n", ""},
	    /* No value takes the default away. */
	    {J "//X EXEC PROC=P,A=Z,B=,C=\n",
		"J JOB\nX.S1 EXEC PGM=PGZ\nD DD DSN=A.QZ,DISP=SHR\n", ""},
	    /* Coded twice: the first counts. */
	    {J "//X EXEC P,A=Y,A=Z,C=\n",
		"J JOB\nX.S1 EXEC PGM=PGY2\nD DD DSN=A.QY,DISP=SHR\n", ""},
	    /* It is neither on PROC nor used. */
	    {J "//X EXEC P,C=,Q=1\n",
		"J JOB\nX.S1 EXEC PGM=PG12\nD DD DSN=A.Q1,DISP=SHR\n",
		"2 IEFC657I THE SYMBOL Q WAS NOT USED @2\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows), procs);
}

static void
a_set_counts_where_its_symbol_belongs(void **state)
{
	static const struct jcl_library library[] = {
	    {"OUTER", "//OUTER PROC X=O\n//I EXEC INNER,Y=&X\n"
		      "//AFTER EXEC PGM=&X\n"},
	    {"INNER", "//INNER PROC Y=IN\n//U EXEC PGM=&Y&X\n"
		      "// SET X=C,N=NEW\n//T EXEC PGM=&Y&X\n"},
	    {NULL, NULL},
	};
	static const struct row rows[] = {
	    /* X is OUTER's and ends with it; N is nobody's, so the job's. */
	    {J "// SET X=JOBS\n//X EXEC OUTER\n//E EXEC PGM=&X&N\n",
		"J JOB\nI.U EXEC PGM=OO\nI.T EXEC PGM=OC\n"
		"X.AFTER EXEC PGM=C\nE EXEC PGM=JOBSNEW\n",
		""},
	};

	(void)state;
	check_rows(rows, LEN(rows), library);
}

static void
the_examples_of_the_jcl_reference_come_out(void **state)
{
	/* "Examples of coding symbols in nested procedures", example 1. */
	static const char nested[] =
	    "//MYJOB JOB\n//SET1 SET A=123,B=456\n"
	    "//PROC1 PROC A=234,C=GHI\n"
	    "//PSTEP1 EXEC PROC=PROC2,A=ABC,B=DEF\n"
	    "//PSTEP2 EXEC PGM=IEFBR14,PARM='&A-&B-&C'\n// PEND\n"
	    "//PROC2 PROC\n//P2STEP1 EXEC PGM=IEBGENER\n"
	    "//SYSPRINT DD SYSOUT=A\n//SYSUT1 DD DSN=&A..&B,DISP=SHR\n"
	    "//SYSUT2 DD SYSOUT=A,DCB=LRECL=&C\n// PEND\n"
	    "//STEP1 EXEC PROC=PROC1,A=,C=789\n"
	    "//BARNEY EXEC PGM=IEFBR14,PARM='&A-&B-&C'\n";
	/* "Determining equivalent JCL": what becomes of apostrophes and
	 * ampersands; symbols of one statement are set at once. */
	static const char equivalent[] =
	    "//J JOB\n"
	    "//E PROC SYM1='What''''s up, Doc?',SYM2=(DEF),SYM3=&&&&TEMP1,\n"
	    "// SYM4='&&TEMP2',SYM5=&&TEMP3,TEMP3=TEMPNAME,SYM6=&TEMP3\n"
	    "//S1 EXEC PGM=WTO,PARM='&SYM1',ACCT=&SYM2\n"
	    "//DD1 DD DSN=&SYM3\n//DD2 DD DSN=&SYM4\n//DD3 DD DSN=&SYM5\n"
	    "//DD4 DD DSN=&SYM6\n// PEND\n//X EXEC E\n";
	static const struct row rows[] = {
	    {nested,
		"MYJOB JOB\n"
		"PSTEP1.P2STEP1 EXEC PGM=IEBGENER\nSYSPRINT DD SYSOUT=A\n"
		"SYSUT1 DD DSN=ABC.DEF,DISP=SHR\n"
		"SYSUT2 DD SYSOUT=A,DCB=LRECL=789\n"
		"STEP1.PSTEP2 EXEC PGM=IEFBR14,PARM='-456-789'\n"
		"BARNEY EXEC PGM=IEFBR14,PARM='123-456-&C'\n",
		""},
	    {equivalent,
		"J JOB\n"
		"X.S1 EXEC PGM=WTO,PARM='What''s up, Doc?',ACCT=(DEF)\n"
		"DD1 DD DSN=&&TEMP1\nDD2 DD DSN=&&TEMP2\nDD3 DD DSN=&TEMP3\n"
		"DD4 DD DSN=&TEMP3\n",
		""},
	};

	(void)state;
	check_rows(rows, LEN(rows), NULL);
}

static void
exec_parameters_override_by_step(void **state)
{
	static const struct row rows[] = {
	    /* PARM alone: the first has it, the others lose theirs. */
	    {J "//X EXEC TWO,PARM=NEW\n",
		"J JOB\n"
		"X.A EXEC PGM=X,COND=(4,LT),REGION=1M,PARM=NEW\n"
		"D DD DSN=DA,DISP=SHR,DCB=(RECFM=FB,LRECL=80)\n"
		"+ DD DSN=DB,DISP=SHR\nE DD DUMMY\n"
		"X.B EXEC PGM=Y\nD DD SYSOUT=A\n",
		""},
	    /* Others alone: for all. COND= takes it away. */
	    {J "//X EXEC TWO,PARM.B=NEW,REGION=2M,COND.A=\n",
		"J JOB\n"
		"X.A EXEC PGM=X,PARM=PA,REGION=2M\n"
		"D DD DSN=DA,DISP=SHR,DCB=(RECFM=FB,LRECL=80)\n"
		"+ DD DSN=DB,DISP=SHR\nE DD DUMMY\n"
		"X.B EXEC PGM=Y,REGION=2M,PARM=NEW\nD DD SYSOUT=A\n",
		""},
	    {J "//X EXEC TWO,PARM.C=NEW,PARAM.A=Y\n",
		"J JOB\n"
		"X.A EXEC PGM=X,PARM=PA,COND=(4,LT),REGION=1M\n"
		"D DD DSN=DA,DISP=SHR,DCB=(RECFM=FB,LRECL=80)\n"
		"+ DD DSN=DB,DISP=SHR\nE DD DUMMY\n"
		"X.B EXEC PGM=Y,PARM=PB\nD DD SYSOUT=A\n",
		"2 IEFC630I UNIDENTIFIED KEYWORD PARAM.A ON THE EXEC "
		"STATEMENT @2:25\n"
		"2 IEFC611I OVERRIDDEN STEP NOT FOUND IN PROCEDURE @2:14\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows), procs);
}

static void
dds_override_part_by_part(void **state)
{
	static const char head[] =
	    "J JOB\nX.A EXEC PGM=X,PARM=PA,COND=(4,LT),REGION=1M\n";
	static const struct {
		const char *over, *tree;
	} rows[] = {
	    /* Keyword by keyword, DCB subparameter by subparameter. */
	    {"//A.D DD DSN=NEW,DCB=(LRECL=133,BLKSIZE=0)\n",
		"D DD DSN=NEW,DCB=(LRECL=133,BLKSIZE=0),DISP=SHR\n"
		"+ DD DSN=DB,DISP=SHR\nE DD DUMMY\n"
		"X.B EXEC PGM=Y,PARM=PB\nD DD SYSOUT=A\n"},
	    /* An empty one leaves the first; a third is added. */
	    {"//A.D DD\n//  DD DSN=NEWB\n//  DD DSN=NEWC,DISP=OLD\n",
		"D DD DSN=DA,DISP=SHR,DCB=(RECFM=FB,LRECL=80)\n"
		"+ DD DSN=NEWB,DISP=SHR\n+ DD DSN=NEWC,DISP=OLD\n"
		"E DD DUMMY\n"
		"X.B EXEC PGM=Y,PARM=PB\nD DD SYSOUT=A\n"},
	    /* In another order than the procedure's; without its step; added
	     * ones come last. */
	    {"//E DD DSN=E,DISP=OLD\n//D DD DISP=OLD\n//N DD *\nX\n"
	     "//B.D DD SYSOUT=B\n//M DD DUMMY\n",
		"D DD DISP=OLD,DSN=DA,DCB=(RECFM=FB,LRECL=80)\n"
		"+ DD DSN=DB,DISP=SHR\nE DD DSN=E,DISP=OLD\nN DD *\n|X\n"
		"X.B EXEC PGM=Y,PARM=PB\nD DD SYSOUT=B\nM DD DUMMY\n"},
	    /* What excludes each other is replaced. */
	    {"//A.D DD *\nDATA\n//B.D DD DSN=F,DISP=OLD\n",
		"D DD *,DCB=(RECFM=FB,LRECL=80)\n|DATA\n"
		"+ DD DSN=DB,DISP=SHR\nE DD DUMMY\n"
		"X.B EXEC PGM=Y,PARM=PB\nD DD DSN=F,DISP=OLD\n"},
	    /* No value takes a parameter away; DUMMY all but DCB. */
	    {"//A.D DD DUMMY\n//A.E DD DUMMY,DSN=X\n",
		"D DD DUMMY,DCB=(RECFM=FB,LRECL=80)\n"
		"+ DD DSN=DB,DISP=SHR\nE DD DUMMY,DSN=X\n"
		"X.B EXEC PGM=Y,PARM=PB\nD DD SYSOUT=A\n"},
	    {"//A.D DD DCB=\n//A.E DD DSN=\n",
		"D DD DCB=,DSN=DA,DISP=SHR\n+ DD DSN=DB,DISP=SHR\n"
		"E DD DUMMY,DSN=\n"
		"X.B EXEC PGM=Y,PARM=PB\nD DD SYSOUT=A\n"},
	};
	char deck[400], tree[600];
	struct row r = {deck, tree, ""};
	size_t i;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		snprintf(
		    deck, sizeof(deck), J "//X EXEC TWO\n%s", rows[i].over);
		snprintf(tree, sizeof(tree), "%s%s", head, rows[i].tree);
		check_rows(&r, 1, procs);
	}
}

static void
overridden_subparameters_keep_the_others(void **state)
{
	struct jcl *j = jcl_text_read(J
	    "//X EXEC TWO\n//A.D DD DCB=(LRECL=133,BLKSIZE=0)\n",
	    procs, false);
	const struct jcl_dcb *d = &j->jobs[0].steps[0].dds[0]->dcb;

	(void)state;
	assert_string_equal(d->recfm, "FB");
	assert_int_equal(d->lrecl, 133);
	assert_int_equal(d->blksize, 0);
	jcl_free(&j);
}

static void
overrides_come_in_the_order_of_steps(void **state)
{
	static const struct row rows[] = {
	    {J "//X EXEC TWO\n//B.D DD SYSOUT=B\n//A.E DD DSN=E\n",
		"J JOB\nX.A EXEC PGM=X,PARM=PA,COND=(4,LT),REGION=1M\n"
		"D DD DSN=DA,DISP=SHR,DCB=(RECFM=FB,LRECL=80)\n"
		"+ DD DSN=DB,DISP=SHR\nE DD DUMMY\n"
		"X.B EXEC PGM=Y,PARM=PB\nD DD SYSOUT=B\n",
		"9 IEFC611I OVERRIDDEN STEP NOT FOUND IN PROCEDURE @4\n"},
	    {J "//X EXEC NONE\n//D DD DUMMY\n//Y EXEC PGM=Z\n",
		"J JOB\nY EXEC PGM=Z\n",
		"2 IEFC612I PROCEDURE NONE WAS NOT FOUND @2:10\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows), procs);
}

static void
procedures_nest_15_deep(void **state)
{
	static char text[17][64];
	static struct jcl_library library[18];
	static char names[17][4];
	struct jcl *j;
	char *said;
	int i;

	(void)state;
	/* P1 calls P2 and so on; P15 runs a program. */
	for (i = 1; i <= 16; i++) {
		snprintf(names[i], sizeof(names[i]), "P%d", i);
		snprintf(text[i], sizeof(text[i]),
		    i < 15 ? "//C%d EXEC P%d\n" : "//C%d EXEC PGM=LAST\n", i,
		    i + 1);
		library[i - 1] = (struct jcl_library){names[i], text[i]};
	}
	j = jcl_text_read(J "//S EXEC P1\n", library, false);
	assert_false(j->failed);
	assert_int_equal(j->jobs[0].nsteps, 1);
	assert_string_equal(j->jobs[0].steps[0].caller, "C14");
	jcl_free(&j);

	snprintf(text[15], sizeof(text[15]), "//C15 EXEC P16\n");
	j = jcl_text_read(J "//S EXEC P1\n", library, false);
	said = jcl_said(j, JCL_ERROR);
	assert_string_equal(said, "17 CATAMOUNT procedures are nested more "
				  "than 15 deep @P15:1:12\n");
	free(said);
	jcl_free(&j);

	/* One that calls itself ends, too. */
	snprintf(text[1], sizeof(text[1]), "//C EXEC P1\n");
	j = jcl_text_read(J "//S EXEC P1\n", library, false);
	assert_true(j->failed);
	jcl_free(&j);
}

static void
system_symbols_are_there_until_set(void **state)
{
	static const struct jcl_symbol_value symbols[] = {
	    {"SYSNAME", "SYS1"}, {"SYSPLEX", "PLEX"}};
	const struct jcl_options options = {
	    .user = "ME", .symbols = symbols, .nsymbols = 2};
	static const char deck[] =
	    "//J JOB USER=HIM\n// SET SYSPLEX=MINE\n"
	    "//S EXEC PGM=A,PARM='&SYSNAME &SYSPLEX &SYSUID'\n"
	    "//D DD *,SYMBOLS=CNVTSYS\n&SYSNAME &SYSPLEX\n";
	struct jcl *j = jcl_read(deck, strlen(deck), NULL, &options);
	const struct jcl_step *s = j->jobs[0].steps;

	/* The user is the job's own. */
	(void)state;
	assert_string_equal(s[0].parm, "SYS1 MINE HIM");
	assert_memory_equal(s[0].dds[0]->lines[0].text, "SYS1 MINE", 9);
	jcl_free(&j);
}

static void
in_stream_data_has_exported_symbols_alone(void **state)
{
	static const struct row rows[] = {
	    {J "// EXPORT SYMLIST=(A)\n// SET A=X,B=Y\n//S EXEC PGM=P\n"
	       "//D DD *,SYMBOLS=JCLONLY\n&A &B &A.Z &SYSUID\n/*\n"
	       "//E DD *\n&A\n",
		"J JOB\nS EXEC PGM=P\n"
		"D DD *,SYMBOLS=JCLONLY\n|X &B XZ IBMUSER\n"
		"E DD *\n|&A\n",
		""},
	    {J "// EXPORT SYMLIST=*\n// SET A=X\n//S EXEC PGM=P\n"
	       "//D DD *,SYMBOLS=EXECSYS\n&A &SYSUID\n",
		"J JOB\nS EXEC PGM=P\nD DD *,SYMBOLS=EXECSYS\n|X IBMUSER\n",
		""},
	};

	(void)state;
	check_rows(rows, LEN(rows), NULL);
}

static void
ddname_takes_the_place_of_another_dd(void **state)
{
	static const struct jcl_library library[] = {
	    {"P", "//A EXEC PGM=X\n//SYSIN DD DDNAME=IN\n//Z DD DUMMY\n"},
	    {NULL, NULL}};
	struct jcl *j = jcl_text_read(
	    J "//S EXEC P\n//IN DD *\nHELLO\n//T EXEC P\n", library, false);
	const struct jcl_step *s = j->jobs[0].steps;
	char *said = jcl_said(j, JCL_INFO);

	(void)state;
	assert_int_equal(s[0].ndds, 2);
	assert_string_equal(s[0].dds[0]->name, "SYSIN");
	assert_string_equal(s[0].dds[0]->ddname, "IN");
	assert_int_equal(s[0].dds[0]->nlines, 1);
	assert_string_equal(s[0].dds[1]->name, "Z");
	/* Nothing answers: as DUMMY, and it is told of. */
	assert_true(s[1].dds[0]->dummy);
	assert_non_null(strstr(said, "IEF686I DDNAME REFERRED TO ON DDNAME "
				     "KEYWORD IN PRIOR STEP WAS NOT "
				     "RESOLVED"));
	assert_false(j->failed);
	free(said);
	jcl_free(&j);
}

/* JCL Reference, "References to concatenated data sets", both examples. */
static void
ddname_and_a_concatenation(void **state)
{
	struct jcl *j = jcl_text_read(J
	    "//S EXEC PGM=X\n//SYSPRINT DD SYSOUT=*\n"
	    "//SYSUT1 DD DDNAME=INPUT\n//INPUT DD DSN=T1,DISP=SHR\n"
	    "// DD DSN=T2,DISP=SHR\n//SYSUT2 DD SYSOUT=*\n"
	    "//T EXEC PGM=X\n//SYSUT1 DD DDNAME=INPUT\n"
	    "//SYSPRINT DD SYSOUT=*\n//SYSUT2 DD SYSOUT=*\n"
	    "//INPUT DD DSN=T1,DISP=SHR\n// DD DSN=T2,DISP=SHR\n",
	    NULL, false);
	const struct jcl_step *s = j->jobs[0].steps;

	(void)state;
	assert_int_equal(s[0].ndds, 3);
	assert_string_equal(s[0].dds[1]->dsn.name, "T1");
	assert_string_equal(s[0].dds[1]->next->dsn.name, "T2");
	assert_int_equal(s[1].ndds, 3);
	assert_string_equal(s[1].dds[0]->dsn.name, "T1");
	assert_null(s[1].dds[0]->next);
	assert_string_equal(s[1].dds[2]->name, "SYSUT2");
	assert_string_equal(s[1].dds[2]->next->dsn.name, "T2");
	jcl_free(&j);
}

static void
what_stands_before_a_period_of_a_step_name_is_ignored(void **state)
{
	static const struct row rows[] = {
	    {J "//ANY.S EXEC PGM=A\n//T EXEC PGM=B,COND=(0,NE,S)\n",
		"J JOB\nS EXEC PGM=A\nT EXEC PGM=B,COND=(0,NE,S)\n", ""},
	};

	(void)state;
	check_rows(rows, LEN(rows), NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_symbol_ends_where_its_name_does_or_at_a_period),
	    cmocka_unit_test(apostrophes_keep_symbols_but_for_some_keywords),
	    cmocka_unit_test(two_ampersands_of_parm_are_one),
	    cmocka_unit_test(a_blank_that_a_symbol_brings_ends_the_operands),
	    cmocka_unit_test(a_symbol_that_nobody_set_is_left_as_it_is),
	    cmocka_unit_test(exec_overrides_proc_overrides_set),
	    cmocka_unit_test(a_set_counts_where_its_symbol_belongs),
	    cmocka_unit_test(the_examples_of_the_jcl_reference_come_out),
	    cmocka_unit_test(exec_parameters_override_by_step),
	    cmocka_unit_test(dds_override_part_by_part),
	    cmocka_unit_test(overridden_subparameters_keep_the_others),
	    cmocka_unit_test(overrides_come_in_the_order_of_steps),
	    cmocka_unit_test(procedures_nest_15_deep),
	    cmocka_unit_test(system_symbols_are_there_until_set),
	    cmocka_unit_test(in_stream_data_has_exported_symbols_alone),
	    cmocka_unit_test(ddname_takes_the_place_of_another_dd),
	    cmocka_unit_test(ddname_and_a_concatenation),
	    cmocka_unit_test(
		what_stands_before_a_period_of_a_step_name_is_ignored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

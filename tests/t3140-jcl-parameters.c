/*
 * Parameters of JOB, EXEC, DD and OUTPUT as values. By hand from SA23-1385, the
 * forms being those that real jobs have most often.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/support/jcl_text.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))
#define JS "//J JOB\n//S EXEC PGM=A\n"

static struct jcl *
read_ok(const char *deck)
{
	struct jcl *j = jcl_text_read(deck, NULL, false);
	char *said = jcl_said(j, JCL_WARNING);

	if (said[0] != '\0')
		fail_msg("%s\nsaid\n%s", deck, said);
	free(said);
	return j;
}

/* The first DD of a step whose DD statements follow. */
static const struct jcl_dd *
dd_of(struct jcl **jp, const char *operands)
{
	char deck[600];

	snprintf(deck, sizeof(deck), JS "//D DD %s\n", operands);
	*jp = read_ok(deck);
	return (*jp)->jobs[0].steps[0].dds[0];
}

static void
job_has_its_parameters(void **state)
{
	struct jcl *j = read_ok(
	    "//PAYROLL JOB (A123,'R 5'),'J. O''HARA',CLASS=C,MSGCLASS=X,\n"
	    "// MSGLEVEL=(2,0),NOTIFY=ME,REGION=8M,TIME=(2,30),USER=HIM,\n"
	    "// COND=((8,LT),(4,EQ)),TYPRUN=SCAN,PRTY=9,GROUP=G,\n"
	    "// RESTART=(S2,CHK1),JOBRC=(STEP,S1),GDGBIAS=STEP,LINES=5\n"
	    "//S1 EXEC PGM=A\n//S2 EXEC PGM=B\n");
	const struct jcl_job *b = &j->jobs[0];

	(void)state;
	assert_string_equal(b->name, "PAYROLL");
	assert_string_equal(b->accounting, "(A123,'R 5')");
	assert_string_equal(b->programmer, "J. O'HARA");
	assert_int_equal(b->class, 'C');
	assert_int_equal(b->msgclass, 'X');
	assert_int_equal(b->msglevel_statements, 2);
	assert_int_equal(b->msglevel_messages, 0);
	assert_string_equal(b->notify, "ME");
	assert_int_equal(b->region, 8192);
	assert_int_equal(b->time.kind, JCL_TIME_LIMIT);
	assert_int_equal(b->time.seconds, 150);
	assert_string_equal(b->user, "HIM");
	assert_string_equal(b->group, "G");
	assert_int_equal(b->cond.ntests, 2);
	assert_int_equal(b->cond.tests[1].op, JCL_EQ);
	assert_int_equal(b->typrun, JCL_TYPRUN_SCAN);
	assert_int_equal(b->prty, 9);
	assert_true(b->restart.coded);
	assert_int_equal(b->restart.step, 1);
	assert_string_equal(b->restart.checkid, "CHK1");
	assert_int_equal(b->jobrc, JCL_JOBRC_STEP);
	assert_int_equal(b->jobrc_step, 0);
	assert_true(b->gdgbias_step);
	assert_string_equal(jcl_param_find(&b->params, "LINES"), "5");
	assert_null(jcl_param_find(&b->params, "CARDS"));
	jcl_free(&j);

	j = read_ok("//J JOB\n//S EXEC PGM=A\n");
	b = &j->jobs[0];
	assert_int_equal(b->region, -1);
	assert_int_equal(b->msglevel_statements, -1);
	assert_int_equal(b->prty, -1);
	assert_false(b->restart.coded);
	assert_int_equal(b->jobrc, JCL_JOBRC_MAX);
	jcl_free(&j);
}

static void
restart_finds_a_step_of_a_procedure(void **state)
{
	static const char body[] =
	    "//P PROC\n//A EXEC PGM=X\n//B EXEC PGM=Y\n// PEND\n"
	    "//S EXEC PGM=Z\n//T EXEC P\n";
	static const struct {
		const char *restart;
		int step;
	} rows[] = {{"S", 0}, {"T", 1}, {"T.B", 2}, {"*", 0}};
	char deck[300];
	struct jcl *j;
	size_t i;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		snprintf(deck, sizeof(deck), "//J JOB RESTART=%s\n%s",
		    rows[i].restart, body);
		j = read_ok(deck);
		assert_true(j->jobs[0].restart.coded);
		assert_int_equal(j->jobs[0].restart.step, rows[i].step);
		jcl_free(&j);
	}
}

static void
exec_has_its_parameters(void **state)
{
	struct jcl *j = read_ok(
	    "//J JOB\n"
	    "//A EXEC PGM=X,PARM='A,B',REGION=0M,TIME=1440,ACCT=(1,2)\n"
	    "//B EXEC PGM=Y,PARMDD=IN,REGION=4096K,TIME=(,10),DYNAMNBR=5\n"
	    "//C EXEC PGM=Z,PARM=ABC/DEF,REGION=512,TIME=NOLIMIT\n"
	    "//D EXEC PGM=Z,PARM=\n");
	const struct jcl_step *s = j->jobs[0].steps;

	(void)state;
	assert_string_equal(s[0].pgm, "X");
	assert_string_equal(s[0].parm, "A,B");
	assert_int_equal(s[0].region, 0);
	assert_int_equal(s[0].time.kind, JCL_TIME_NOLIMIT);
	assert_string_equal(s[0].acct, "(1,2)");
	assert_string_equal(s[1].parmdd, "IN");
	assert_null(s[1].parm);
	assert_int_equal(s[1].region, 4096);
	assert_int_equal(s[1].time.seconds, 10);
	assert_string_equal(jcl_param_find(&s[1].params, "DYNAMNBR"), "5");
	assert_string_equal(s[2].parm, "ABC/DEF");
	assert_int_equal(s[2].region, 512);
	assert_int_equal(s[2].time.kind, JCL_TIME_NOLIMIT);
	assert_null(s[3].parm);
	assert_int_equal(s[3].region, -1);
	assert_int_equal(s[3].time.kind, JCL_TIME_NONE);
	jcl_free(&j);
}

static void
a_data_set_name_has_its_kind(void **state)
{
	static const struct {
		const char *coded;
		enum jcl_dsn_kind kind;
		const char *name, *member;
		bool relative;
		int generation;
	} rows[] = {
	    {"A.B", JCL_DSN_NAME, "A.B", NULL, false, 0},
	    {"A.B(M)", JCL_DSN_NAME, "A.B", "M", false, 0},
	    {"'A.B'", JCL_DSN_NAME, "A.B", NULL, false, 0},
	    {"A.B(+1)", JCL_DSN_NAME, "A.B", NULL, true, 1},
	    {"A.B(0)", JCL_DSN_NAME, "A.B", NULL, true, 0},
	    {"A.B(-12)", JCL_DSN_NAME, "A.B", NULL, true, -12},
	    {"A.G0001V00", JCL_DSN_NAME, "A.G0001V00", NULL, false, 0},
	    {"&&T", JCL_DSN_TEMP, "T", NULL, false, 0},
	    {"&&T(M)", JCL_DSN_TEMP, "T", "M", false, 0},
	    {"&T", JCL_DSN_TEMP, "T", NULL, false, 0},
	    {"NULLFILE", JCL_DSN_NULLFILE, "NULLFILE", NULL, false, 0},
	};
	const struct jcl_dd *d;
	char operands[100];
	struct jcl *j;
	size_t i;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		snprintf(operands, sizeof(operands), "%s=%s,DISP=SHR",
		    i % 2 ? "DSN" : "DSNAME", rows[i].coded);
		d = dd_of(&j, operands);
		assert_int_equal(d->dsn.kind, rows[i].kind);
		assert_string_equal(d->dsn.name, rows[i].name);
		if (rows[i].member == NULL)
			assert_null(d->dsn.member);
		else
			assert_string_equal(d->dsn.member, rows[i].member);
		assert_int_equal(d->dsn.relative, rows[i].relative);
		assert_int_equal(d->dsn.generation, rows[i].generation);
		assert_int_equal(d->dummy, rows[i].kind == JCL_DSN_NULLFILE);
		jcl_free(&j);
	}
}

static void
disp_has_three_parts(void **state)
{
	/* NEW 1 OLD 2 SHR 3 MOD 4; DELETE 1 KEEP 2 PASS 3 CATLG 4 UNCATLG 5 */
	static const struct {
		const char *coded;
		int status, normal, abnormal;
	} rows[] = {
	    {"SHR", 3, 0, 0},
	    {"(NEW,CATLG,DELETE)", 1, 4, 1},
	    {"OLD", 2, 0, 0},
	    {"(OLD,DELETE)", 2, 1, 0},
	    {"(MOD,PASS)", 4, 3, 0},
	    {"(,CATLG)", 0, 4, 0},
	    {"(,PASS)", 0, 3, 0},
	    {"(MOD,DELETE,DELETE)", 4, 1, 1},
	    {"(,CATLG,DELETE)", 0, 4, 1},
	    {"(,KEEP)", 0, 2, 0},
	    {"(SHR)", 3, 0, 0},
	    {"(NEW,DELETE,CATLG)", 1, 1, 4},
	    {"(OLD,UNCATLG,KEEP)", 2, 5, 2},
	    {"(OLD,,DELETE)", 2, 0, 1},
	};
	const struct jcl_dd *d;
	char operands[100];
	struct jcl *j;
	size_t i;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		snprintf(
		    operands, sizeof(operands), "DSN=A,DISP=%s", rows[i].coded);
		d = dd_of(&j, operands);
		assert_true(d->disp_coded);
		assert_int_equal(d->status, rows[i].status);
		assert_int_equal(d->normal, rows[i].normal);
		assert_int_equal(d->abnormal, rows[i].abnormal);
		jcl_free(&j);
	}
	d = dd_of(&j, "DSN=A");
	assert_false(d->disp_coded);
	jcl_free(&j);
}

static void
space_has_its_forms(void **state)
{
	static const struct {
		const char *coded;
		int unit;
		int64_t length, primary, secondary, directory;
		bool rlse, contig, round;
	} rows[] = {
	    {"(CYL,(10,5))", JCL_SPACE_CYL, 0, 10, 5, 0, 0, 0, 0},
	    {"(CYL,(10,5),RLSE)", JCL_SPACE_CYL, 0, 10, 5, 0, 1, 0, 0},
	    {"(CYL,(10,5),RLSE,,)", JCL_SPACE_CYL, 0, 10, 5, 0, 1, 0, 0},
	    {"(TRK,1)", JCL_SPACE_TRK, 0, 1, 0, 0, 0, 0, 0},
	    {"(TRK,(1))", JCL_SPACE_TRK, 0, 1, 0, 0, 0, 0, 0},
	    {"(TRK,(1,1,20))", JCL_SPACE_TRK, 0, 1, 1, 20, 0, 0, 0},
	    {"(TRK,(1,,20))", JCL_SPACE_TRK, 0, 1, 0, 20, 0, 0, 0},
	    {"(800,(100,50),,CONTIG,ROUND)", JCL_SPACE_BLOCKS, 800, 100, 50, 0,
		0, 1, 1},
	    {"(TRK,0)", JCL_SPACE_TRK, 0, 0, 0, 0, 0, 0, 0},
	};
	const struct jcl_space *s;
	char operands[100];
	struct jcl *j;
	size_t i;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		snprintf(operands, sizeof(operands), "SPACE=%s", rows[i].coded);
		s = &dd_of(&j, operands)->space;
		assert_int_equal(s->unit, rows[i].unit);
		assert_int_equal(s->length, rows[i].length);
		assert_int_equal(s->primary, rows[i].primary);
		assert_int_equal(s->secondary, rows[i].secondary);
		assert_int_equal(s->directory, rows[i].directory);
		assert_int_equal(s->rlse, rows[i].rlse);
		assert_int_equal(s->contig, rows[i].contig);
		assert_int_equal(s->round, rows[i].round);
		jcl_free(&j);
	}
	s = &dd_of(&j, "SPACE=(80,(1,1)),AVGREC=K")->space;
	assert_int_equal(s->avgrec, 'K');
	jcl_free(&j);
}

static void
dcb_and_its_subparameters(void **state)
{
	const struct jcl_dd *d;
	struct jcl *j;

	(void)state;
	d = dd_of(&j, "DCB=(RECFM=FB,LRECL=80,BLKSIZE=3120,DSORG=PS,BUFNO=5)");
	assert_string_equal(d->dcb.recfm, "FB");
	assert_int_equal(d->dcb.lrecl, 80);
	assert_int_equal(d->dcb.blksize, 3120);
	assert_string_equal(d->dcb.dsorg, "PS");
	assert_int_equal(d->dcb.bufno, 5);
	assert_int_equal(d->dcb.keylen, -1);
	jcl_free(&j);
	d = dd_of(&j, "RECFM=VBS,LRECL=X,BLKSIZE=32K,KEYLEN=8,KEYOFF=3,"
		      "RECORG=KS");
	assert_string_equal(d->dcb.recfm, "VBS");
	assert_true(d->dcb.lrecl_x);
	assert_int_equal(d->dcb.blksize, 32768);
	assert_int_equal(d->dcb.keylen, 8);
	assert_int_equal(d->keyoff, 3);
	assert_string_equal(d->recorg, "KS");
	jcl_free(&j);
	d = dd_of(&j, "DCB=RECFM=U");
	assert_string_equal(d->dcb.recfm, "U");
	jcl_free(&j);
	d = dd_of(&j, "RECFM=FBB");
	assert_string_equal(d->dcb.recfm, "FB");
	jcl_free(&j);
	d = dd_of(&j, "DCB=(A.MODEL,LRECL=100)");
	assert_string_equal(d->dcb.model, "A.MODEL");
	assert_int_equal(d->dcb.lrecl, 100);
	jcl_free(&j);
}

static void
unit_and_volume(void **state)
{
	const struct jcl_dd *d;
	struct jcl *j;

	(void)state;
	d = dd_of(&j, "UNIT=SYSDA,VOL=SER=ABC123");
	assert_string_equal(d->unit, "SYSDA");
	assert_int_equal(d->volume.nserials, 1);
	assert_string_equal(d->volume.serials[0], "ABC123");
	jcl_free(&j);
	d = dd_of(&j, "UNIT=(3390,2,DEFER),VOL=(PRIVATE,RETAIN,2,5,"
		      "SER=(A,B))");
	assert_string_equal(d->unit, "3390");
	assert_int_equal(d->units, 2);
	assert_true(d->volume.private);
	assert_true(d->volume.retain);
	assert_int_equal(d->volume.sequence, 2);
	assert_int_equal(d->volume.count, 5);
	assert_int_equal(d->volume.nserials, 2);
	assert_string_equal(d->volume.serials[1], "B");
	jcl_free(&j);
	d = dd_of(&j, "UNIT=AFF=X,VOLUME=REF=A.B");
	assert_string_equal(d->unit_affinity, "X");
	assert_string_equal(d->volume.ref.name, "A.B");
	jcl_free(&j);
}

static void
sysout_and_output(void **state)
{
	struct jcl *j =
	    read_ok("//J JOB\n//O1 OUTPUT CLASS=B,DEFAULT=YES,COPIES=2\n"
		    "//S EXEC PGM=A\n//O2 OUTPUT DEST=X\n"
		    "//A DD SYSOUT=*\n//B DD SYSOUT=(A,INTRDR)\n"
		    "//C DD SYSOUT=(,),OUTPUT=(*.O1,*.S.O2),COPIES=3,HOLD=YES\n"
		    "//D DD SYSOUT=(X,,F1),DEST=N.U,OUTLIM=5000\n"
		    "//E DD DSN=A\n");
	const struct jcl_job *b = &j->jobs[0];
	struct jcl_dd **d = b->steps[0].dds;

	(void)state;
	assert_int_equal(b->noutputs, 1);
	assert_int_equal(b->outputs[0]->class, 'B');
	assert_true(b->outputs[0]->dflt);
	assert_int_equal(b->steps[0].noutputs, 1);
	assert_int_equal(d[0]->sysout.class, '*');
	assert_string_equal(d[1]->sysout.writer, "INTRDR");
	assert_int_equal(d[2]->sysout.class, ' ');
	assert_int_equal(d[2]->sysout.noutputs, 2);
	assert_string_equal(d[2]->sysout.outputs[1]->name, "O2");
	assert_int_equal(d[2]->sysout.copies, 3);
	assert_true(d[2]->sysout.hold);
	assert_string_equal(d[3]->sysout.form, "F1");
	assert_string_equal(d[3]->sysout.dest, "N.U");
	assert_int_equal(d[3]->sysout.outlim, 5000);
	assert_int_equal(d[4]->sysout.class, 0);
	jcl_free(&j);
}

static void
paths_and_the_rest(void **state)
{
	const struct jcl_dd *d;
	struct jcl *j;

	(void)state;
	d = dd_of(&j, "PATH='/tmp/a b',PATHOPTS=(OWRONLY,OCREAT),PATHMODE=("
		      "SIRUSR,\n// SIWUSR,SIRGRP),PATHDISP=(KEEP,DELETE),"
		      "FILEDATA=TEXT");
	assert_string_equal(d->path.name, "/tmp/a b");
	assert_int_equal(d->path.noptions, 2);
	assert_string_equal(d->path.options[1], "OCREAT");
	assert_int_equal(d->path.mode, 0640);
	assert_int_equal(d->path.normal, JCL_DISP_KEEP);
	assert_int_equal(d->path.abnormal, JCL_DISP_DELETE);
	assert_int_equal(d->path.data, JCL_FILEDATA_TEXT);
	jcl_free(&j);
	d = dd_of(&j, "DSN=A,LIKE=B.C,AMP=('BUFNI=3','BUFND=4'),EXPDT="
		      "2030/001,\n// STORCLAS=S,DATACLAS=D,MGMTCLAS=M,"
		      "DSNTYPE=(LIBRARY,2),FREE=CLOSE");
	assert_string_equal(d->like.name, "B.C");
	assert_string_equal(d->amp, "BUFNI=3,BUFND=4");
	assert_string_equal(d->expdt, "2030/001");
	assert_string_equal(d->storclas, "S");
	assert_string_equal(d->dataclas, "D");
	assert_string_equal(d->mgmtclas, "M");
	assert_string_equal(d->dsntype, "LIBRARY");
	assert_true(d->free_close);
	jcl_free(&j);
	d = dd_of(&j, "DSN=A,LABEL=(1,SL,,IN,RETPD=30),AMP='BUFND=8,BUFNI=8'");
	assert_true(d->label_in);
	assert_int_equal(d->retpd, 30);
	assert_string_equal(d->amp, "BUFND=8,BUFNI=8");
	jcl_free(&j);
	d = dd_of(&j, "DUMMY,DCB=BLKSIZE=80");
	assert_true(d->dummy);
	jcl_free(&j);
}

static void
back_references_are_pointers(void **state)
{
	struct jcl *j = read_ok(
	    "//J JOB\n//P PROC\n//PS EXEC PGM=X\n//D DD DSN=P.D,DISP=SHR\n"
	    "// PEND\n"
	    "//A EXEC PGM=X\n//L DD DSN=LIB(GO),DISP=SHR\n"
	    "//D DD DSN=*.L,DCB=*.L,VOL=REF=*.L\n"
	    "//B EXEC P\n"
	    "//C EXEC PGM=*.A.L\n//E DD DSN=*.A.D,DISP=OLD\n"
	    "//F DD DSN=*.B.PS.D,DISP=OLD,REFDD=*.E\n");
	const struct jcl_step *s = j->jobs[0].steps;

	(void)state;
	assert_int_equal(s[0].dds[1]->dsn.kind, JCL_DSN_REF);
	assert_ptr_equal(s[0].dds[1]->dsn.ref, s[0].dds[0]);
	assert_ptr_equal(s[0].dds[1]->dcb.ref, s[0].dds[0]);
	assert_ptr_equal(s[0].dds[1]->volume.ref.ref, s[0].dds[0]);
	assert_ptr_equal(s[2].pgm_ref, s[0].dds[0]);
	assert_string_equal(s[2].pgm, "GO");
	assert_ptr_equal(s[2].dds[0]->dsn.ref, s[0].dds[1]);
	assert_ptr_equal(s[2].dds[1]->dsn.ref, s[1].dds[0]);
	assert_ptr_equal(s[2].dds[1]->refdd, s[2].dds[0]);
	jcl_free(&j);
}

static void
a_job_has_its_own_dds(void **state)
{
	struct jcl *j = read_ok(
	    "//J JOB\n// JCLLIB ORDER=(A.B,C)\n//JOBLIB DD DSN=L1,DISP=SHR\n"
	    "// DD DSN=L2,DISP=SHR\n//JOBCAT DD DSN=C,DISP=SHR\n"
	    "//S EXEC PGM=A\n//D DD DUMMY\n//D2 DD DUMMY\n");
	const struct jcl_job *b = &j->jobs[0];

	(void)state;
	assert_int_equal(b->njcllib, 2);
	assert_string_equal(b->jcllib[1], "C");
	assert_int_equal(b->ndds, 2);
	assert_string_equal(b->joblib->dsn.name, "L1");
	assert_string_equal(b->joblib->next->dsn.name, "L2");
	assert_null(b->joblib->next->next);
	assert_int_equal(b->steps[0].ndds, 2);
	assert_non_null(jcl_dd_find(&b->steps[0], "D2"));
	assert_null(jcl_dd_find(&b->steps[0], "JOBLIB"));
	jcl_free(&j);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(job_has_its_parameters),
	    cmocka_unit_test(restart_finds_a_step_of_a_procedure),
	    cmocka_unit_test(exec_has_its_parameters),
	    cmocka_unit_test(a_data_set_name_has_its_kind),
	    cmocka_unit_test(disp_has_three_parts),
	    cmocka_unit_test(space_has_its_forms),
	    cmocka_unit_test(dcb_and_its_subparameters),
	    cmocka_unit_test(unit_and_volume),
	    cmocka_unit_test(sysout_and_output),
	    cmocka_unit_test(paths_and_the_rest),
	    cmocka_unit_test(back_references_are_pointers),
	    cmocka_unit_test(a_job_has_its_own_dds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

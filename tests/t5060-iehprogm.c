/* IEHPROGM; what its statements do is said by SC23-6864, the older ones by
 * GC26-4065. */
#include "services/gdg.h"
#include "tests/support/program.h"

static const char *
progm(struct job_step *s, struct fixture *f, const char *cards)
{
	step_begin(s, f);
	step_cards(s, "SYSIN", cards);
	return step_run(s, "IEHPROGM", NULL);
}

static void
a_data_set_is_scratched(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.B,new,recfm=FB,lrecl=80", "X\n");
	assert_string_equal(
	    progm(&s, *state, " SCRATCH DSNAME=A.B,VOL=3390=VOL001,PURGE\n"),
	    "0000");
	says(step_print(&s, "SYSPRINT"),
	    "1SYSTEM SUPPORT UTILITIES ---- IEHPROGM");
	says(s.text, " NORMAL END OF TASK RETURNED BY SCRATCH\n"
		     " UTILITY END\n");
	assert_false(there(*state, "A.B"));
}

static void
what_is_not_there_is_8_and_the_next_is_done(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.B,new,recfm=FB,lrecl=80", "X\n");
	assert_string_equal(progm(&s, *state,
				" SCRATCH DSNAME=A.GONE,VOL=3390=VOL001\n"
				" SCRATCH DSNAME=A.B,VOL=3390=VOL001\n"),
	    "0008");
	says(step_print(&s, "SYSPRINT"),
	    " CATAMOUNT SCRATCH OF A.GONE WAS NOT DONE\n"
	    " CATAMOUNT ** entry not found: A.GONE");
	assert_false(there(*state, "A.B"));
}

/* The clock of the tests is 2026-03-01, day 60. */
static void
purge_is_asked_for(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.B,new,recfm=FB,lrecl=80,expdt=2030001", "X\n");
	assert_string_equal(
	    progm(&s, *state, " SCRATCH DSNAME=A.B,VOL=3390=VOL001\n"), "0008");
	assert_true(there(*state, "A.B"));
	assert_string_equal(
	    progm(&s, *state, " SCRATCH DSNAME=A.B,VOL=3390=VOL001,PURGE\n"),
	    "0000");
	assert_false(there(*state, "A.B"));
}

static void
members_are_scratched_and_renamed(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.LIB,new,recfm=FB,lrecl=80,space=trk(1,1,2)", NULL);
	step_make(*state, "A.LIB(ONE),shr", "1\n");
	step_make(*state, "A.LIB(TWO),shr", "2\n");
	assert_string_equal(progm(&s, *state,
				" SCRATCH DSNAME=A.LIB,VOL=3390=VOL001,"
				"MEMBER=ONE\n"
				" RENAME DSNAME=A.LIB,VOL=3390=VOL001,\n"
				"               MEMBER=TWO,NEWNAME=ZWEI\n"),
	    "0000");
	assert_string_equal(step_members(&s, "A.LIB"), "ZWEI");
	assert_string_equal(progm(&s, *state,
				" SCRATCH DSNAME=A.LIB,VOL=3390=VOL001,"
				"MEMBER=GONE\n"),
	    "0008");
}

static void
a_data_set_is_renamed(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.B,new,recfm=FB,lrecl=80", "X\n");
	step_make(*state, "A.C,new,recfm=FB,lrecl=80", "Y\n");
	assert_string_equal(progm(&s, *state,
				" RENAME DSNAME=A.B,VOL=3390=VOL001,"
				"NEWNAME=A.D\n"),
	    "0000");
	assert_string_equal(step_records(&s, "A.D"), "X\n");
	assert_string_equal(progm(&s, *state,
				" RENAME DSNAME=A.D,VOL=3390=VOL001,"
				"NEWNAME=A.C\n"),
	    "0008");
	assert_string_equal(step_records(&s, "A.C"), "Y\n");
	assert_string_equal(step_records(&s, "A.D"), "X\n");
}

/* What was uncatalogued is found on its volume again, with its bytes. */
static void
entries_go_and_come(void **state)
{
	struct job_step s = {0};
	struct ds_entry *ent;

	step_make(*state, "A.B,new,recfm=FB,lrecl=80", "X\n");
	assert_string_equal(progm(&s, *state, " UNCATLG DSNAME=A.B\n"), "0000");
	assert_false(there(*state, "A.B"));
	assert_string_equal(progm(&s, *state, " UNCATLG DSNAME=A.B\n"), "0008");
	assert_string_equal(
	    progm(&s, *state, " CATLG DSNAME=A.B,VOL=3390=VOL001\n"), "0000");
	assert_string_equal(step_records(&s, "A.B"), "X\n");
	assert_string_equal(
	    progm(&s, *state, " CATLG DSNAME=A.B,VOL=3390=VOL001\n"), "0008");
	assert_string_equal(
	    progm(&s, *state, " CATLG DSNAME=A.TAPE,VOL=3390=(V1,V2)\n"),
	    "0000");
	ent = locate(*state, "A.TAPE");
	assert_int_equal(ent->nvolumes, 2);
	assert_string_equal(ent->volumes[1].volser, "V2");
	assert_int_equal(ent->volumes[0].devtype, 0x3010200F);
	ds_entry_free(&ent);
	/* an entry alone has nothing on a volume */
	assert_string_equal(
	    progm(&s, *state, " SCRATCH DSNAME=A.TAPE,VOL=3390=V1\n"), "0008");
	assert_true(there(*state, "A.TAPE"));
}

static void
groups_are_built_and_deleted(void **state)
{
	struct job_step s = {0};
	struct ds_entry *ent;

	assert_string_equal(
	    progm(&s, *state, " BLDG INDEX=A.G,ENTRIES=5,DELETE\n"), "0000");
	ent = locate(*state, "A.G");
	assert_int_equal(ent->type, DS_GDG);
	assert_int_equal(ent->gdg_limit, 5);
	assert_int_equal(
	    ent->flags & (DS_A_SCRATCH | DS_A_EMPTY), DS_A_SCRATCH);
	ds_entry_free(&ent);
	assert_string_equal(progm(&s, *state, " DLTX INDEX=A.G\n"), "0000");
	assert_false(there(*state, "A.G"));
}

static void
a_cluster_is_not_scratched(void **state)
{
	struct job_step s = {0};

	step_begin(&s, *state);
	step_cards(&s, "SYSIN",
	    "  DEFINE CLUSTER(NAME(A.K) KEYS(4 0) RECORDSIZE(80 80) TRK(1))\n");
	assert_string_equal(step_run(&s, "IDCAMS", NULL), "0000");
	assert_string_equal(
	    progm(&s, *state, " SCRATCH DSNAME=A.K,VOL=3390=VOL001\n"), "0008");
	assert_string_equal(progm(&s, *state, " UNCATLG DSNAME=A.K\n"), "0008");
	assert_true(there(*state, "A.K"));
}

static void
wrong_statements_are_8(void **state)
{
	static const char *const wrong[] = {" SCRATCH VOL=3390=VOL001\n",
	    " SCRATCH DSNAME=A..B,VOL=3390=VOL001\n",
	    " SCRATCH DSNAME=A.B,VOL=VOL001\n",
	    " SCRATCH DSNAME=A.B,VOL=3390=TOOLONG\n",
	    " SCRATCH DSNAME=A.B,VOL=3390=VOL001,FOO\n",
	    " SCRATCH VTOC,VOL=3390=VOL001\n",
	    " SCRATCH DSNAME=A.B,NEWNAME=A.C\n", " RENAME DSNAME=A.B\n",
	    " RENAME DSNAME=A.B,NEWNAME=A..C\n",
	    " RENAME DSNAME=A.B,MEMBER=1X,NEWNAME=A\n", " CATLG DSNAME=A.C\n",
	    " BLDG INDEX=A.G\n", " BLDG INDEX=A.G,ENTRIES=256\n",
	    " BLDA INDEX=A,ALIAS=B\n", " ADD DSNAME=A.B,PASWORD2=X\n",
	    " FROB DSNAME=A.B\n", " SCRATCH DSNAME=(A.B\n"};
	struct job_step s = {0};

	step_make(*state, "A.B,new,recfm=FB,lrecl=80", "X\n");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		progm(&s, *state, wrong[i]);
		if (strcmp(s.ended, "0008") != 0)
			fail_msg("%s: %s", wrong[i], s.ended);
		says(step_print(&s, "SYSPRINT"), "CATAMOUNT ");
		assert_string_equal(step_records(&s, "A.B"), "X\n");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_data_set_is_scratched),
	    T(what_is_not_there_is_8_and_the_next_is_done),
	    T(purge_is_asked_for),
	    T(members_are_scratched_and_renamed),
	    T(a_data_set_is_renamed),
	    T(entries_go_and_come),
	    T(groups_are_built_and_deleted),
	    T(a_cluster_is_not_scratched),
	    T(wrong_statements_are_8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

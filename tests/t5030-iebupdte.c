/*
 * IEBUPDTE. What its statements do is said by SC23-6864; sequence numbers stand
 * in columns 73 to 80, so step_records shows them behind the text.
 */
#include "tests/support/program.h"

static const char lib80[] = "new,recfm=FB,lrecl=80,space=trk(5,1,5)";

static void
make_library(struct fixture *f, const char *dsn)
{
	char spec[128];

	snprintf(spec, sizeof(spec), "%s,%s", dsn, lib80);
	step_make(f, spec, NULL);
}

/* Lines "text|number" become cards with the number in columns 73 to 80. */
static const char *
numbered(const char *lines)
{
	static char out[8192];
	char *to = out;
	const char *nl, *bar;

	for (; (nl = strchr(lines, '\n')) != NULL; lines = nl + 1) {
		bar = memchr(lines, '|', (size_t)(nl - lines));
		if (bar == NULL)
			to += sprintf(to, "%.*s\n", (int)(nl - lines), lines);
		else
			to += sprintf(to, "%-72.*s%.*s\n", (int)(bar - lines),
			    lines, (int)(nl - bar - 1), bar + 1);
	}
	*to = '\0';
	return out;
}

/* The records of name are these. */
static void
holds(struct job_step *s, const char *name, const char *lines)
{
	assert_string_equal(step_records(s, name), numbered(lines));
}

static const char *
update(
    struct job_step *s, struct fixture *f, const char *parm, const char *cards)
{
	step_begin(s, f);
	if (parm == NULL)
		step_dd(s, "SYSUT1=A.LIB,shr");
	step_dd(s, "SYSUT2=A.LIB,shr");
	step_cards(s, "SYSIN", numbered(cards));
	return step_run(s, "IEBUPDTE", parm);
}

static void
members_are_added(void **state)
{
	struct job_step s = {0};

	make_library(*state, "A.LIB");
	assert_string_equal(update(&s, *state, "NEW",
				"./ ADD NAME=ONE\n"
				"FIRST\n"
				" SECOND ./ NO STATEMENT\n"
				"./       ADD   NAME=TWO,LIST=ALL\n"
				"ANOTHER\n"
				"./       ALIAS NAME=ZWEI\n"
				"./ ENDUP\n"
				"NOT READ\n"),
	    "0000");
	step_print(&s, "SYSPRINT");
	says(s.text, "IEBUPDTE LOG PAGE 0001\n-./ ADD NAME=ONE\n"
		     " IEB817I MEMBER NAME (ONE) NOT FOUND IN NM DIRECTORY. "
		     "STOWED WITH TTR.\n");
	says(s.text, " ANOTHER\n IEB817I MEMBER NAME (TWO)");
	says(s.text, "0IEB818I HIGHEST CONDITION CODE WAS 00000000\n"
		     " IEB819I END OF JOB IEBUPDTE.\n");
	assert_null(strstr(s.text, "FIRST"));
	assert_string_equal(step_members(&s, "A.LIB"), "ONE TWO ZWEI*");
	assert_string_equal(
	    step_records(&s, "A.LIB(ONE)"), "FIRST\n SECOND ./ NO STATEMENT\n");
	assert_string_equal(step_records(&s, "A.LIB(ZWEI)"), "ANOTHER\n");
}

/* ADD replaces with PARM=NEW alone; REPL wants what is there. */
static void
add_and_repl_look_at_the_old_master(void **state)
{
	struct job_step s = {0};

	make_library(*state, "A.LIB");
	update(&s, *state, "NEW", "./ ADD NAME=ONE\nOLD\n");
	assert_string_equal(update(&s, *state, NULL,
				"./ ADD NAME=ONE\nNEW\n"
				"./ ADD NAME=TWO\n2\n"),
	    "0004");
	says(step_print(&s, "SYSPRINT"),
	    "CATAMOUNT MEMBER NAME (ONE) IS IN THE OLD MASTER");
	assert_string_equal(step_records(&s, "A.LIB(ONE)"), "OLD\n");
	assert_string_equal(step_records(&s, "A.LIB(TWO)"), "2\n");
	assert_string_equal(
	    update(&s, *state, "NEW", "./ ADD NAME=ONE\nNEW\n"), "0000");
	says(step_print(&s, "SYSPRINT"),
	    "IEB816I MEMBER NAME (ONE) FOUND IN NM DIRECTORY. TTR IS NOW "
	    "ALTERED.\n");
	assert_string_equal(step_records(&s, "A.LIB(ONE)"), "NEW\n");
	assert_string_equal(update(&s, *state, NULL,
				"./ REPL NAME=ONE\nAGAIN\n"
				"./ REPL NAME=GONE\nX\n"),
	    "0004");
	assert_string_equal(step_records(&s, "A.LIB(ONE)"), "AGAIN\n");
	assert_string_equal(step_members(&s, "A.LIB"), "ONE TWO");
}

static void
added_records_are_numbered(void **state)
{
	struct job_step s = {0};

	make_library(*state, "A.LIB");
	assert_string_equal(update(&s, *state, "NEW",
				"./ ADD NAME=ONE\n"
				"./ NUMBER NEW1=10,INCR=100\n"
				"A\nB\nC\n"
				"./ ADD NAME=TWO,SEQFLD=(738,013)\n"
				"./ NUMBER NEW1=5,INCR=5\n"
				"XXXA\n"),
	    "0000");
	holds(&s, "A.LIB(ONE)", "A|00000010\nB|00000110\nC|00000210\n");
	assert_string_equal(step_records(&s, "A.LIB(TWO)"), "005A\n");
}

static void
make_numbered(struct fixture *f, const char *lines)
{
	struct job_step s = {0};

	make_library(f, "A.LIB");
	step_begin(&s, f);
	step_dd(&s, "SYSUT2=A.LIB(M),shr");
	step_dd(&s, "SYSIN=dummy");
	step_cards(&s, "SYSUT1", numbered(lines));
	assert_string_equal(step_run(&s, "IEBGENER", NULL), "0000");
}

static const char base[] = "A|00000010\nB|00000020\nC|00000030\nD|00000040\n";

static void
cards_replace_and_come_in_between(void **state)
{
	struct job_step s = {0};

	make_numbered(*state, base);
	assert_string_equal(update(&s, *state, NULL,
				"./ CHANGE NAME=M\n"
				"NEW B|00000020\n"
				"BETWEEN|00000025\n"
				"LAST|00000050\n"),
	    "0000");
	holds(&s, "A.LIB(M)",
	    "A|00000010\nNEW B|00000020\nBETWEEN|00000025\nC|00000030\n"
	    "D|00000040\nLAST|00000050\n");
	says(step_print(&s, "SYSPRINT"), "00000025  INSERTED*\n");
	says(s.text, "00000020  REPLACED*\n");
	says(s.text, "00000020  REPLACEMENT*\n");
	says(s.text, "IEB816I MEMBER NAME (M)");
}

static void
records_are_deleted(void **state)
{
	struct job_step s = {0};

	make_numbered(*state, base);
	assert_string_equal(update(&s, *state, NULL,
				"./ CHANGE NAME=M\n"
				"./ DELETE SEQ1=20,SEQ2=30\n"
				"E|00000045\n"),
	    "0000");
	holds(&s, "A.LIB(M)", "A|00000010\nD|00000040\nE|00000045\n");
	says(step_print(&s, "SYSPRINT"), "00000020  DELETED*\n");
	assert_string_equal(update(&s, *state, NULL,
				"./ CHANGE NAME=M\n"
				"./ DELETE SEQ1=11,SEQ2=12\n"),
	    "0004");
}

static void
records_are_numbered_again(void **state)
{
	struct job_step s = {0};

	make_numbered(*state, base);
	assert_string_equal(update(&s, *state, NULL,
				"./ CHANGE NAME=M\n"
				"./ NUMBER SEQ1=ALL,NEW1=100,INCR=100\n"
				"BETWEEN|00000025\n"),
	    "0000");
	holds(&s, "A.LIB(M)",
	    "A|00000100\nB|00000200\nBETWEEN|00000300\nC|00000400\n"
	    "D|00000500\n");
	assert_string_equal(
	    update(&s, *state, NULL,
		"./ CHANGE NAME=M\n"
		"./ NUMBER SEQ1=200,SEQ2=300,NEW1=210,INCR=10\n"),
	    "0000");
	holds(&s, "A.LIB(M)",
	    "A|00000100\nB|00000210\nBETWEEN|00000220\nC|00000400\n"
	    "D|00000500\n");
}

/* By hand: 15 and 25 come behind 10; 20 is not above 25, so it is 35, and 30,
 * which is not above 35, is 45; 40 is not above 45, so it is 55. */
static void
blocks_are_inserted_and_push(void **state)
{
	struct job_step s = {0};

	make_numbered(*state, base);
	assert_string_equal(update(&s, *state, NULL,
				"./ CHANGE NAME=M\n"
				"./ NUMBER SEQ1=10,NEW1=15,INCR=10,INSERT=YES\n"
				"X\nY\n"),
	    "0000");
	holds(&s, "A.LIB(M)",
	    "A|00000010\nX|00000015\nY|00000025\nB|00000035\nC|00000045\n"
	    "D|00000055\n");
	make_library(*state, "A.KEEP");
	assert_string_equal(update(&s, *state, NULL,
				"./ CHANGE NAME=M\n"
				"./ NUMBER SEQ1=10,NEW1=11,INCR=1,INSERT=YES\n"
				"Z\n"),
	    "0000");
	holds(&s, "A.LIB(M)",
	    "A|00000010\nZ|00000011\nX|00000015\nY|00000025\nB|00000035\n"
	    "C|00000045\nD|00000055\n");
}

static void
columns_are_replaced(void **state)
{
	struct job_step s = {0};

	make_numbered(*state, "ABCDEF|00000010\n");
	assert_string_equal(update(&s, *state, NULL,
				"./ CHANGE NAME=M,COLUMN=4\n"
				"xxxX|00000010\n"),
	    "0000");
	holds(&s, "A.LIB(M)", "ABCX|00000010\n");
}

static void
a_member_is_updated_in_place(void **state)
{
	struct job_step s = {0};

	make_numbered(*state, base);
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.LIB,old");
	step_cards(&s, "SYSIN",
	    numbered("./ CHANGE NAME=M,UPDATE=INPLACE\nNEW|00000030\n"));
	assert_string_equal(step_run(&s, "IEBUPDTE", NULL), "0000");
	holds(&s, "A.LIB(M)",
	    "A|00000010\nB|00000020\nNEW|00000030\nD|00000040\n");
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.LIB,old");
	step_cards(&s, "SYSIN",
	    numbered("./ CHANGE NAME=M,UPDATE=INPLACE\nNEW|00000035\n"));
	assert_string_equal(step_run(&s, "IEBUPDTE", NULL), "0004");
	holds(&s, "A.LIB(M)",
	    "A|00000010\nB|00000020\nNEW|00000030\nD|00000040\n");
}

static void
members_go_from_master_to_master(void **state)
{
	struct job_step s = {0};

	make_numbered(*state, base);
	make_library(*state, "A.NEW");
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.LIB");
	step_dd(&s, "SYSUT2=A.NEW,old");
	step_cards(&s, "SYSIN",
	    numbered("./ REPRO NAME=M\n"
		     "./ CHANGE NAME=M,MEMBER=N\nNEW|00000030\n"
		     "./ REPRO NAME=GONE\n"
		     "./ ADD NAME=P,SSI=0A0B0C0D\nP\n"));
	assert_string_equal(step_run(&s, "IEBUPDTE", NULL), "0004");
	assert_string_equal(step_members(&s, "A.NEW"), "M N P");
	holds(&s, "A.NEW(M)", base);
	holds(&s, "A.NEW(N)",
	    "A|00000010\nB|00000020\nNEW|00000030\nD|00000040\n");
	holds(&s, "A.LIB(M)", base);
}

static void
sequential_masters_are_changed(void **state)
{
	struct job_step s = {0};

	step_make(*state, "A.OLD,new,recfm=FB,lrecl=80", NULL);
	step_begin(&s, *state);
	step_dd(&s, "SYSUT2=A.OLD,old");
	step_cards(&s, "SYSIN", numbered("./ ADD\nA|00000010\nB|00000020\n"));
	assert_string_equal(step_run(&s, "IEBUPDTE", "NEW"), "0000");
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.OLD");
	step_dd(&s, "SYSUT2=A.NEW,new,recfm=FB,lrecl=80");
	step_cards(&s, "SYSIN",
	    numbered("./ CHANGE LIST=ALL\n./ DELETE SEQ1=10,SEQ2=10\n"));
	assert_string_equal(step_run(&s, "IEBUPDTE", "MOD"), "0000");
	holds(&s, "A.NEW", "B|00000020\n");
	/* a failure ends it, and the old content stays */
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.OLD");
	step_dd(&s, "SYSUT2=A.NEW,old");
	step_cards(&s, "SYSIN",
	    numbered("./ CHANGE\nX|00000020\nY|00000010\n./ FOO\n"));
	assert_string_equal(step_run(&s, "IEBUPDTE", NULL), "0004");
	holds(&s, "A.NEW", "B|00000020\n");
}

static void
wrong_statements_are_4_and_the_next_is_done(void **state)
{
	static const char *const wrong[] = {"./ ADD\nX\n",
	    "./ ADD NAME=1X\nX\n", "./ ADD NAME=A,LIST=SOME\nX\n",
	    "./ ADD NAME=A,SEQFLD=799\nX\n",
	    "./ ADD NAME=A,UPDATE=INPLACE\nX\n", "./ ADD NAME=A,SSI=12\nX\n",
	    "./ ADD NAME=A,FOO=1\nX\n", "./ FROB NAME=A\nX\n",
	    "./ ADD NAME=(A\nX\n", "./ ALIAS NAME=X\n",
	    "DATA WITHOUT A FUNCTION\n",
	    "./ ADD NAME=A\n./ DELETE SEQ1=1,SEQ2=2\nX\n",
	    "./ ADD NAME=A\n./ NUMBER NEW1=1\nX\n",
	    "./ CHANGE NAME=M\nX|00000020\nY|00000020\n",
	    "./ CHANGE NAME=M\n./ DELETE SEQ1=2,SEQ2=1\n",
	    "./ CHANGE NAME=M\n./ NUMBER SEQ1=1,NEW1=1,INCR=1\n",
	    "./ CHANGE NAME=M\n./ NUMBER SEQ1=ALL,NEW1=1,INCR=0\n"};
	struct job_step s = {0};
	char cards[1024];

	make_numbered(*state, base);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		snprintf(cards, sizeof(cards), "%s./ %s NAME=LAST\n%zu\n",
		    wrong[i], i == 0 ? "ADD" : "REPL", i);
		if (strcmp(update(&s, *state, NULL, cards), "0004") != 0)
			fail_msg("%s: %s\n%s", wrong[i], s.ended,
			    step_print(&s, "SYSPRINT"));
		snprintf(cards, sizeof(cards), "%zu\n", i);
		assert_string_equal(step_records(&s, "A.LIB(LAST)"), cards);
		assert_string_equal(step_members(&s, "A.LIB"), "LAST M");
		holds(&s, "A.LIB(M)", base);
	}
}

static void
missing_dds_and_formats_are_12(void **state)
{
	struct job_step s = {0};

	make_library(*state, "A.LIB");
	step_begin(&s, *state);
	step_dd(&s, "SYSUT2=A.LIB,old");
	step_cards(&s, "SYSIN", "./ ADD NAME=A\n");
	assert_string_equal(step_run(&s, "IEBUPDTE", NULL), "0012");
	says(s.log.text, "IEC130I SYSUT1 DD STATEMENT MISSING");
	assert_string_equal(update(&s, *state, "OLD", "./ ENDUP\n"), "0012");
	step_make(*state, "A.V,new,recfm=VB,lrecl=84,space=trk(1,1,1)", NULL);
	step_begin(&s, *state);
	step_dd(&s, "SYSUT2=A.V,old");
	step_cards(&s, "SYSIN", "./ ADD NAME=A\nX\n");
	assert_string_equal(step_run(&s, "IEBUPDTE", "NEW"), "0012");
	assert_string_equal(step_members(&s, "A.V"), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(members_are_added),
	    T(add_and_repl_look_at_the_old_master),
	    T(added_records_are_numbered),
	    T(cards_replace_and_come_in_between),
	    T(records_are_deleted),
	    T(records_are_numbered_again),
	    T(blocks_are_inserted_and_push),
	    T(columns_are_replaced),
	    T(a_member_is_updated_in_place),
	    T(members_go_from_master_to_master),
	    T(sequential_masters_are_changed),
	    T(wrong_statements_are_4_and_the_next_is_done),
	    T(missing_dds_and_formats_are_12),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

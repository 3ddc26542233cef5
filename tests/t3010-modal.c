/*
 * IF THEN ELSE DO END SET PARM CANCEL and condition codes, by table. Expected
 * values: SC23-6846 "Modal commands"; for null clauses, stray DO and END and
 * bypassed commands the MVS 3.8 reader (IDCRI01). A command CCn.X ends with
 * condition code n (tests/support/deck.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/deck.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))
#define DO(n) "do DELETE ENTRYNAME(" n ")\n"
#define SKIPPED "IDC0204I PRECEDING COMMAND BYPASSED DUE TO CONDITION CODES\n"
#define IGNORED "IDC3207I REMAINDER OF COMMAND INPUT STREAM IGNORED\n"
#define BYPASSED                                            \
	"IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. " \
	"CONDITION CODE IS 12\n"
#define COMMA "IDC0206I IMPROPERLY PLACED COMMA HAS BEEN FOUND AND IGNORED\n"
#define BAD_ELSE "IDC4227I AN 'ELSE' COMMAND APPEARS IMPROPERLY\n"
#define BAD_END "IDC4228I AN 'END' COMMAND IS INVALID\n"
#define BAD_IF "IDC4229I 'IF' COMMAND HAS INVALID RELATIONAL EXPRESSION\n"
#define BAD_SET "IDC4230I 'SET' COMMAND HAS INVALID ASSIGNMENT EXPRESSION\n"
#define BAD_THEN "IDC4232I IMPROPER OR MISSING 'THEN' KEYWORD\n"
#define DEEP "IDC4237I TOO MANY LEVELS OF 'IF' COMMAND NESTING\n"

struct row {
	const char *deck, *expect;
};

static void
check(const char *text, const char *parm, const char *expect)
{
	struct deck d = {.quiet = true};

	deck_run_len(&d, text, strlen(text), NULL, parm);
	if (strcmp(d.out, expect) != 0)
		fail_msg("%s\ngave\n%s\nnot\n%s", text, d.out, expect);
	free(d.out);
}

static void
check_rows(const struct row *rows, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		check(rows[i].deck, NULL, rows[i].expect);
}

/* After a command that ended with 4, is the clause done? */
static void
conditions_compare_the_codes(void **state)
{
	static const struct {
		const char *cond;
		bool done;
	} rows[] = {
	    {"LASTCC = 4", true},
	    {"LASTCC=4", true},
	    {"LASTCC EQ 4", true},
	    {"LASTCC=04", true},
	    {"LASTCC = 0", false},
	    {"LASTCC ^= 4", false},
	    {"LASTCC ^=0", true},
	    {"LASTCC NE 0", true},
	    {"LASTCC NE 4", false},
	    {"LASTCC \xAC= 0", true},
	    {"LASTCC \xC2\xAC= 0", true},
	    {"LASTCC > 3", true},
	    {"LASTCC > 4", false},
	    {"LASTCC GT 4", false},
	    {"LASTCC < 5", true},
	    {"LASTCC LT 4", false},
	    {"LASTCC >= 4", true},
	    {"LASTCC GE 5", false},
	    {"LASTCC <= 4", true},
	    {"LASTCC LE 3", false},
	    {"MAXCC LE 08", true},
	    {"MAXCC=8", false},

	    /* Compared as coded, not cut to 16. */
	    {"LASTCC < 99999999999999999999", true},
	    {"LASTCC > 16", false},
	};
	char deck[200], expect[200];
	size_t i;

	(void)state;
	for (i = 0; i < LEN(rows); i++) {
		snprintf(deck, sizeof(deck), " DEL CC4.A\n IF %s THEN DEL B\n",
		    rows[i].cond);
		snprintf(expect, sizeof(expect), "%s%send 4\n", DO("CC4.A"),
		    rows[i].done ? DO("B") : SKIPPED);
		check(deck, NULL, expect);
	}
}

static void
invalid_conditions_stop(void **state)
{
	static const char *const conds[] = {"", "LASTCC",
	    "LASTCC =", "LASTCC 4", "LASTCC = X", "LASTCC = 4X THEN",
	    "LASTCC == 4", "LASTCC = -4", "FOO = 4", "LASTC = 4", "LASTCCX = 4",
	    "4 = LASTCC", "(LASTCC = 4)", "LASTCC EQUALS 4"};
	char deck[200];
	size_t i;

	(void)state;
	for (i = 0; i < LEN(conds); i++) {
		snprintf(deck, sizeof(deck), " IF %s THEN\n LISTC\n", conds[i]);
		check(deck, NULL, BAD_IF IGNORED "stop 16\n");
	}
	check(" IF LASTCC = 4\n THEN LISTC\n", NULL,
	    BAD_THEN IGNORED "stop 16\n");
	check(" IF LASTCC = 4 LISTC\n", NULL, BAD_THEN IGNORED "stop 16\n");
	check(
	    " IF LASTCC = 4 THEN(LISTC)\n", NULL, BAD_THEN IGNORED "stop 16\n");
	check(" THEN LISTC\n", NULL, BAD_THEN IGNORED "stop 16\n");
	check(" IF(LASTCC=0) THEN LISTC\n", NULL,
	    "IDC3219I VERB NAME 'IF(LASTCC=0)' UNKNOWN\n" BYPASSED "end 12\n");
}

static void
clauses_are_done_by_the_condition(void **state)
{
	static const struct row rows[] = {
	    {" IF LASTCC=0 THEN DEL A\n ELSE DEL B\n DEL C\n",
		DO("A") SKIPPED DO("C") "end 0\n"},
	    {" IF LASTCC=1 THEN DEL A\n ELSE DEL B\n DEL C\n",
		SKIPPED DO("B") DO("C") "end 0\n"},
	    {" IF LASTCC = 0 -\n THEN -\n DEL A\n ELSE -\n DEL B\n",
		DO("A") SKIPPED "end 0\n"},
	    {" IF LASTCC=0 THEN DO\n  DEL A\n  DEL B\n END\n ELSE DO\n  DEL C\n"
	     " END\n DEL D\n",
		DO("A") DO("B") SKIPPED DO("D") "end 0\n"},
	    {" IF LASTCC=1 THEN DO\n  DEL A\n END\n ELSE DO\n  DEL C\n END\n",
		SKIPPED DO("C") "end 0\n"},
	    {" DEL CC8.X\n IF LASTCC=8 THEN DO\n  DEL A\n  DEL B\n END\n"
	     " ELSE DO\n  DEL C\n  DEL D\n END\n DEL E\n",
		DO("CC8.X") DO("A") DO("B") SKIPPED SKIPPED DO("E") "end 8\n"},
	    {" DEL CC8.X\n IF LASTCC=0 THEN DO\n  DEL A\n  DEL B\n END\n"
	     " ELSE DO\n  DEL C\n  DEL D\n END\n DEL E\n",
		DO("CC8.X") SKIPPED SKIPPED DO("C") DO("D") DO("E") "end 8\n"},
	    /* LASTCC is looked at when the IF is read. */
	    {" IF LASTCC=0 THEN DO\n DEL CC8.A\n DEL B\n END\n ELSE DEL C\n",
		DO("CC8.A") DO("B") SKIPPED "end 8\n"},
	    /* A blank record or a comment is a null command, which leaves the
	     * ELSE without its IF; with a mark it is not. */
	    {" IF LASTCC=1 THEN DEL A\n -\n /* X */ -\n ELSE DEL B\n",
		SKIPPED DO("B") "end 0\n"},
	    {" IF LASTCC=1 THEN DEL A\n\n ELSE DEL B\n",
		SKIPPED BAD_ELSE IGNORED "stop 16\n"},
	    {" IF LASTCC=1 THEN DEL A\n /* X */\n ELSE DEL B\n",
		SKIPPED BAD_ELSE IGNORED "stop 16\n"},
	    {" IF LASTCC=1 THEN DO\n\n DEL A\n /* X */\n END\n ELSE DEL B\n",
		SKIPPED DO("B") "end 0\n"},
	    /* Commas do not belong here. */
	    {" IF MAXCC,=,0 THEN DEL A\n", COMMA COMMA DO("A") "end 0\n"},
	    /* SET in a branch. */
	    {" IF LASTCC=1 THEN SET MAXCC=8\n ELSE SET MAXCC=4\n", "end 4\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
an_else_binds_to_the_latest_if(void **state)
{
	static const struct row rows[] = {
	    {" IF LASTCC=0 THEN IF LASTCC=1 THEN DEL A\n ELSE DEL B\n",
		SKIPPED DO("B") "end 0\n"},
	    {" IF LASTCC=0 THEN IF LASTCC=1 THEN DEL A\n ELSE DEL B\n"
	     " ELSE DEL C\n",
		SKIPPED DO("B") SKIPPED "end 0\n"},
	    {" IF LASTCC=1 THEN IF LASTCC=0 THEN DEL A\n ELSE DEL B\n"
	     " ELSE DEL C\n DEL D\n",
		SKIPPED SKIPPED DO("C") DO("D") "end 0\n"},
	    {" IF LASTCC=0 THEN DO\n IF LASTCC=1 THEN DEL A\n END\n"
	     " ELSE DEL B\n",
		SKIPPED SKIPPED "end 0\n"},
	    {" IF LASTCC=1 THEN DO\n IF LASTCC=1 THEN DEL A\n END\n"
	     " ELSE DEL B\n",
		SKIPPED DO("B") "end 0\n"},
	    /* A chain of ELSE IF. */
	    {" DEL CC8.X\n IF LASTCC=0 THEN DEL A\n ELSE IF LASTCC=8 THEN DEL "
	     "B\n"
	     " ELSE DEL C\n DEL D\n",
		DO("CC8.X") SKIPPED DO("B") SKIPPED DO("D") "end 8\n"},
	    /* Its own null clause first, then the outer one's. */
	    {" IF LASTCC=1 THEN IF LASTCC=0 THEN\n ELSE\n ELSE DEL A\n",
		DO("A") "end 0\n"},
	    {" ELSE DEL A\n DEL B\n", BAD_ELSE IGNORED "stop 16\n"},
	    {" IF LASTCC=0 THEN DEL A\n DEL B\n ELSE DEL C\n",
		DO("A") DO("B") BAD_ELSE IGNORED "stop 16\n"},
	    {" IF LASTCC=0 THEN DEL A\n ELSE DEL B\n ELSE DEL C\n",
		DO("A") SKIPPED BAD_ELSE IGNORED "stop 16\n"},
	    {" IF LASTCC=0 THEN DO\n ELSE DEL A\n",
		BAD_ELSE IGNORED "stop 16\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
a_clause_may_be_null(void **state)
{
	static const struct row rows[] = {
	    /* What follows is unconditional. */
	    {" IF LASTCC = 8 THEN\n DEL A\n", DO("A") "end 0\n"},
	    {" IF LASTCC = 8 THEN\n ELSE DEL A\n", DO("A") "end 0\n"},
	    {" IF LASTCC = 0 THEN\n ELSE DEL A\n DEL B\n",
		SKIPPED DO("B") "end 0\n"},
	    {" IF LASTCC = 0 THEN;\n ELSE DEL A\n", SKIPPED "end 0\n"},
	    {" IF LASTCC = 0 THEN DEL A\n ELSE\n DEL B\n",
		DO("A") DO("B") "end 0\n"},
	    {" IF LASTCC = 8 THEN /* X */\n ELSE /* Y */\n DEL B\n",
		DO("B") "end 0\n"},
	    /* A THEN with a mark and a blank record behind it is null too. */
	    {" IF LASTCC = 8 THEN -\n\n DEL B\n", DO("B") "end 0\n"},
	    {" IF LASTCC = 8 THEN -\n ELSE -\n DEL B\n", DO("B") "end 0\n"},
	    /* As real decks have it: the DO is a stray one, SET is done. */
	    {" DEL CC8.A\n IF LASTCC = 0 THEN\n DO\n SET MAXCC = 0\n END\n"
	     " DEL B\n",
		DO("CC8.A") DO("B") "end 0\n"},
	    {" DEL CC4.A\n IF LASTCC = 8 THEN\n SET MAXCC = 0\n",
		DO("CC4.A") "end 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
do_groups_have_rules_of_their_own(void **state)
{
	static const struct row rows[] = {
	    /* What follows DO or END in their records is dropped. */
	    {" IF LASTCC=0 THEN DO DEL A\n DEL B\n END DEL C\n",
		DO("B") "end 0\n"},
	    {" IF LASTCC=0 THEN DO -\n DEL A -\n PURGE\n DEL B\n END -\n DEL "
	     "C\n",
		DO("B") "end 0\n"},
	    /* Stray ones at level 0. */
	    {" DO\n DEL A\n END\n END\n DEL B\n", DO("A") DO("B") "end 0\n"},
	    {" DO DEL A\n DEL B\n", DO("B") "end 0\n"},
	    /* A stray DO in a group: its END is ignored as well. */
	    {" IF LASTCC=1 THEN DO\n DO\n DEL A\n END\n DEL B\n END\n DEL C\n",
		SKIPPED SKIPPED DO("C") "end 0\n"},
	    /* No END at the end of the input. */
	    {" IF LASTCC=0 THEN DO\n DEL A\n", DO("A") "end 0\n"},
	    /* An END as a clause. */
	    {" IF LASTCC=0 THEN END\n", BAD_END IGNORED "stop 16\n"},
	    {" IF LASTCC=0 THEN DO\n IF LASTCC=0 THEN END\n",
		BAD_END IGNORED "stop 16\n"},
	    /* An END closes what waits for an ELSE. */
	    {" IF LASTCC=0 THEN DO\n IF LASTCC=0 THEN DEL A\n END\n DEL B\n",
		DO("A") DO("B") "end 0\n"},
	    {" IF LASTCC=0 THEN DEL A\n END\n DEL B\n",
		DO("A") DO("B") "end 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
levels_nest_ten_deep(void **state)
{
	char deck[4096] = "";
	int i;

	(void)state;
	for (i = 0; i < 10; i++)
		strcat(deck, " IF LASTCC=0 THEN DO\n");
	strcat(deck, " DEL A\n");
	for (i = 0; i < 10; i++)
		strcat(deck, " END\n");
	strcat(deck, " DEL B\n");
	check(deck, NULL, DO("A") DO("B") "end 0\n");
	deck[0] = '\0';
	for (i = 0; i < 11; i++)
		strcat(deck, " IF LASTCC=0 THEN -\n");
	strcat(deck, " DEL A\n");
	check(deck, NULL, DEEP IGNORED "stop 16\n");
	check(deck + strlen(" IF LASTCC=0 THEN -\n"), NULL, DO("A") "end 0\n");
}

static void
bypassed_commands_are_checked_all_the_same(void **state)
{
	static const struct row rows[] = {
	    {" DEL CC4.A\n IF LASTCC=0 THEN DO\n LISTC FOO\n DEL B\n END\n"
	     " IF LASTCC=4 THEN DEL C\n",
		DO("CC4.A") "IDC3211I KEYWORD 'FOO' IS IMPROPER\n"
			    "IDC3216I ABOVE TEXT BYPASSED UNTIL NEXT "
			    "COMMAND\n" SKIPPED DO("C") "end 4\n"},
	    {" IF LASTCC=4 THEN FOO\n",
		"IDC3219I VERB NAME 'FOO' UNKNOWN\n"
		"IDC3216I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND\nend 0\n"},
	    /* An ELSE still goes with its THEN. */
	    {" IF LASTCC=4 THEN FOO\n ELSE DEL A\n",
		"IDC3219I VERB NAME 'FOO' UNKNOWN\n"
		"IDC3216I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND\n" DO(
		    "A") "end 0\n"},
	    {" IF LASTCC=4 THEN DO\n SET LASTCC=16\n CANCEL\n END\n DEL A\n",
		DO("A") "end 0\n"},
	    {" IF LASTCC=4 THEN PARM MARGINS(1 72)\nDEL A\n DEL B\n",
		SKIPPED "IDC3219I VERB NAME 'EL' UNKNOWN\n" BYPASSED DO(
		    "B") "end 12\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
set_changes_the_codes(void **state)
{
	static const struct row rows[] = {
	    {" SET MAXCC=4\n", "end 4\n"},
	    {" SET MAXCC = 4 /* X */\n", "end 4\n"},
	    {" SET MAXCC EQ 4;\n", "end 4\n"},
	    {" SET -\n MAXCC -\n = -\n 4\n", "end 4\n"},
	    {" DEL CC8.A\n SET MAXCC=0\n", DO("CC8.A") "end 0\n"},
	    {" DEL CC8.A\n SET LASTCC=0\n", DO("CC8.A") "end 8\n"},
	    {" SET LASTCC=8\n", "end 8\n"},
	    {" DEL CC8.A\n SET LASTCC=4\n IF LASTCC=4 THEN DEL B\n",
		DO("CC8.A") DO("B") "end 8\n"},
	    {" DEL CC8.A\n SET MAXCC=0\n IF LASTCC=8 THEN DEL B\n",
		DO("CC8.A") DO("B") "end 0\n"},
	    /* Later commands raise it again. */
	    {" DEL CC8.A\n SET MAXCC=0\n DEL CC4.B\n",
		DO("CC8.A") DO("CC4.B") "end 4\n"},
	    {" SET MAXCC=16\n DEL A\n", IGNORED "stop 16\n"},
	    {" SET MAXCC=99999999999\n DEL A\n", IGNORED "stop 16\n"},
	    {" SET LASTCC=16\n DEL A\n", IGNORED "stop 16\n"},
	    {" SET MAXCC=15\n DEL A\n", DO("A") "end 15\n"},
	    {" SET LASTCC 0\n DEL A\n", BAD_SET IGNORED "stop 16\n"},
	    {" SET LASTCC NE 0\n DEL A\n", BAD_SET IGNORED "stop 16\n"},
	    {" SET CC=0\n", BAD_SET IGNORED "stop 16\n"},
	    {" SET MAXCC=X\n", BAD_SET IGNORED "stop 16\n"},
	    {" SET MAXCC=-1\n", BAD_SET IGNORED "stop 16\n"},
	    {" SET MAXCC=\n", BAD_SET IGNORED "stop 16\n"},
	    {" SET\n", BAD_SET IGNORED "stop 16\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
codes_run_through_the_step(void **state)
{
	static const struct row rows[] = {
	    /* LASTCC is that of the last functional command. */
	    {" DEL CC8.A\n DEL B\n IF LASTCC=0 THEN DEL C\n"
	     " IF MAXCC=8 THEN DEL D\n",
		DO("CC8.A") DO("B") DO("C") DO("D") "end 8\n"},
	    {" IF LASTCC=0 THEN DEL A\n", DO("A") "end 0\n"},
	    /* A syntax error counts as 12. */
	    {" LISTC FOO\n IF LASTCC=12 THEN DEL A\n",
		"IDC3211I KEYWORD 'FOO' IS IMPROPER\n" BYPASSED DO(
		    "A") "end 12\n"},
	    {" DEL CC16.A\n DEL B\n", DO("CC16.A") IGNORED "stop 16\n"},
	    {" DEL CC20.A\n DEL B\n", DO("CC20.A") IGNORED "stop 16\n"},
	    {" DEL CC12.A\n DEL B\n", DO("CC12.A") DO("B") "end 12\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
cancel_ends_the_step_with_the_code_so_far(void **state)
{
	static const struct row rows[] = {
	    {" DEL CC8.A\n CANCEL\n DEL B\n", DO("CC8.A") "stop 8\n"},
	    {" IF LASTCC=0 THEN DO\n CANCEL\n DEL B\n END\n", "stop 0\n"},
	    {" DEL CC8.A\n SET MAXCC=0\n CANCEL\n", DO("CC8.A") "stop 0\n"},
	    /* It has no operands (SC23-6846, "CANCEL"). */
	    {" CANCEL FOO\n DEL B\n",
		"IDC3211I KEYWORD 'FOO' IS IMPROPER\n" BYPASSED DO(
		    "B") "end 12\n"},
	    {" IF LASTCC=4 THEN CANCEL (A)\n DEL B\n",
		"IDC3205I DELIMITER '(' IS NOT PROPERLY PRECEDED BY A "
		"CONSTANT OR KEYWORD\nIDC3216I ABOVE TEXT BYPASSED UNTIL "
		"NEXT COMMAND\n" DO("B") "end 0\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
parm_sets_margins(void **state)
{
#define BAD_MARGINS                                     \
	"IDC1927I INVALID 'MARGINS' VALUES SPECIFIED. " \
	"DEFAULT MARGINS ASSUMED\n"
	static const struct row rows[] = {
	    {" PARM MARGINS(1 72)\nDEL A\n", DO("A") "end 0\n"},
	    {" PARM MAR(5,9)\n    DEL A\n    DEL B C\n",
		DO("A") DO("B") "end 0\n"},
	    {" PARM MARGINS(0 72)\n DEL A\n", BAD_MARGINS DO("A") "end 4\n"},
	    {" PARM MARGINS(72 2)\n DEL A\n", BAD_MARGINS DO("A") "end 4\n"},
	    {" PARM MARGINS(2 2)\n DEL A\n", BAD_MARGINS DO("A") "end 4\n"},
	    {" PARM MARGINS(2)\n DEL A\n",
		"IDC3225I REQUIRED (SUB)PARAMETER OF 'MARGINS' IS "
		"MISSING\n" BYPASSED DO("A") "end 12\n"},
	    {" PARM MARGINS(1 72) FOO\n DEL A\n",
		"IDC3211I KEYWORD 'FOO' IS IMPROPER\n" BYPASSED DO(
		    "A") "end 12\n"},
	    {" PARM TEST(OFF) GRAPHICS(TABLE(MYTAB))\n PARM TEST(TRACE "
	     "AREAS(AB CD) FULL((AA 1 2)(BB)))\n PARM\n PARM TEST(FULL(ZZ "
	     "1))\n",
		"end 0\n"},
	    {" PARM TEST(OFF TRACE)\n",
		"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'TRACE'\n" BYPASSED
		"end 12\n"},
	};

	(void)state;
	check_rows(rows, LEN(rows));
}

static void
exec_parm_is_the_same(void **state)
{
	(void)state;
	check("DEL A\n", "MARGINS(1 72)", DO("A") "end 0\n");
	check(
	    "DEL A\n", "GRAPHICS(CHAIN(TN)),MARGINS(1,72)", DO("A") "end 0\n");
	check(" DEL A\n", "", DO("A") "end 0\n");
	check(" DEL A\n", "FOO",
	    "IDC3211I KEYWORD 'FOO' IS IMPROPER\n" BYPASSED
	    "parm refused\nstop 16\n");
}

static enum ams_chain
chain_of(const char *parm)
{
	const struct ams_ops ops = {.read = deck_read};
	struct ams_reader *r = ams_reader_new(&ops, NULL);
	enum ams_chain chain;

	assert_true(ams_reader_parm(r, parm));
	chain = ams_reader_settings(r)->chain;
	ams_reader_free(&r);
	return chain;
}

static void
parm_chooses_the_print_chain(void **state)
{
	(void)state;
	assert_int_equal(chain_of(""), AMS_CHAIN_PN);
	assert_int_equal(chain_of("GRPH(CHAIN(TN))"), AMS_CHAIN_TN);
	assert_int_equal(chain_of("GRAPHICS(CHAIN(SN))"), AMS_CHAIN_SN);
	assert_int_equal(chain_of("GRAPHICS(CHAIN(RN))"), AMS_CHAIN_RN);
}

static void
lastcc_is_zero_while_a_command_is_done(void **state)
{
	static const char text[] = " DEL CC8.A\n DEL B\n";
	struct deck d = {.in = text, .end = text + sizeof(text) - 1};
	const struct ams_ops ops = {.ctx = &d, .read = deck_read};
	struct ams_reader *r = ams_reader_new(&ops, NULL);
	struct arena *a = arena_new();
	const struct ams_command *cmd;

	(void)state;
	assert_int_equal(ams_next(r, a, &cmd), AMS_COMMAND);
	ams_done(r, 8);
	assert_int_equal(ams_lastcc(r), 8);
	assert_int_equal(ams_next(r, a, &cmd), AMS_COMMAND);
	assert_int_equal(ams_lastcc(r), 0);
	assert_int_equal(ams_maxcc(r), 8);
	arena_free(&a);
	ams_reader_free(&r);
}

static int
fail_read(void *ctx, const char **recp, size_t *lenp)
{
	(void)ctx;
	(void)recp;
	(void)lenp;
	return -1;
}

static void
an_input_error_is_16(void **state)
{
	struct deck d = {0};
	const struct ams_ops ops = {
	    .ctx = &d, .read = fail_read, .message = deck_message};
	struct ams_reader *r = ams_reader_new(&ops, NULL);
	struct arena *a = arena_new();
	const struct ams_command *cmd;

	(void)state;
	assert_int_equal(ams_next(r, a, &cmd), AMS_STOPPED);
	assert_int_equal(ams_maxcc(r), 16);
	assert_int_equal(ams_next(r, a, &cmd), AMS_STOPPED);
	assert_string_equal(d.out, IGNORED);
	free(d.out);
	arena_free(&a);
	ams_reader_free(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(conditions_compare_the_codes),
	    cmocka_unit_test(invalid_conditions_stop),
	    cmocka_unit_test(clauses_are_done_by_the_condition),
	    cmocka_unit_test(an_else_binds_to_the_latest_if),
	    cmocka_unit_test(a_clause_may_be_null),
	    cmocka_unit_test(do_groups_have_rules_of_their_own),
	    cmocka_unit_test(levels_nest_ten_deep),
	    cmocka_unit_test(bypassed_commands_are_checked_all_the_same),
	    cmocka_unit_test(set_changes_the_codes),
	    cmocka_unit_test(codes_run_through_the_step),
	    cmocka_unit_test(cancel_ends_the_step_with_the_code_so_far),
	    cmocka_unit_test(parm_sets_margins),
	    cmocka_unit_test(exec_parm_is_the_same),
	    cmocka_unit_test(parm_chooses_the_print_chain),
	    cmocka_unit_test(lastcc_is_zero_while_a_command_is_done),
	    cmocka_unit_test(an_input_error_is_16),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

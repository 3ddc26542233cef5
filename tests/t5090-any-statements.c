/*
 * Any control statements are survived: decks of words that the utilities know,
 * put together at random, legal or not. A program ends with a code that it may
 * end with, or an abend; what it was not asked to change is as it was.
 */
#include "tests/support/program.h"
#include "tests/support/random.h"

enum { DECKS = 60, DECKS_SMALL = 10, LINES = 6, WORDS = 7 };

static const char *const words[] = {"COPY", "OUTDD=SYSUT2", "INDD=SYSUT1",
    "INDD=((SYSUT1,R))", "SELECT", "MEMBER=(A,(B,C,R))", "MEMBER=*", "EXCLUDE",
    "GENERATE", "MAXFLDS=9,MAXGPS=9,MAXNAME=9,MAXLITS=99", "RECORD",
    "FIELD=(4,1,PZ,1)", "FIELD=(3,'ABC',,5)", "FIELD=(80,1,XE,1)",
    "FIELD=(32760,32760,,32760)", "IDENT=(2,'AB',1)", "MEMBER", "NAME=(X,Y)",
    "NAME=A", "PRINT", "PUNCH", "TYPORG=PO", "TYPORG=PS", "STOPAFT=2",
    "CDSEQ=99999999", "CNTRL=3", "TITLE", "ITEM=('T',1)", "COMPARE",
    "./ ADD NAME=Q", "./ CHANGE NAME=A", "./ REPL NAME=A", "./ REPRO NAME=A",
    "./ NUMBER SEQ1=ALL,NEW1=1,INCR=1",
    "./ NUMBER SEQ1=1,NEW1=2,INCR=3,INSERT=YES", "./ DELETE SEQ1=0,SEQ2=9",
    "./ ENDUP", "./ ALIAS NAME=Z", "DATA", "00000001", "SCRATCH", "UNCATLG",
    "CATLG", "RENAME", "DSNAME=A.NONE", "VOL=3390=(VOL001)", "NEWNAME=A.X",
    "MEMBER=A", "PURGE", "(", ")", "'", ",", "=", "X'4'", "''", ""};

/* Lines of words, some of them joined by commas, some cut short. */
static void
make_deck(char *deck)
{
	const size_t n = sizeof(words) / sizeof(words[0]);
	char *to = deck;

	for (uint64_t l = rnd(LINES) + 1; l > 0; l--) {
		char line[1024] = "";

		if (rnd(4) != 0)
			strcat(line, " ");
		for (uint64_t w = rnd(WORDS) + 1; w > 0; w--) {
			strcat(line, words[rnd(n)]);
			strcat(line, rnd(3) == 0 ? " " : ",");
		}
		if (rnd(2) == 0 && line[0] != '\0')
			line[strlen(line) - 1] = '\0';
		to += sprintf(to, "%.80s\n", line);
	}
}

static void
run_one(struct fixture *f, const char *program, const char *deck, bool library)
{
	struct job_step s = {0};

	step_begin(&s, f);
	step_dd(&s, library ? "SYSUT1=A.LIB" : "SYSUT1=A.SEQ");
	step_dd(&s, library ? "SYSUT2=A.OUT,old" : "SYSUT2=A.SEQ2,old");
	step_cards(&s, "SYSIN", deck);
	step_run(&s, program, NULL);
	if (s.end.kind == PROGRAM_CODE && s.end.code != 0 && s.end.code != 4 &&
	    s.end.code != 8 && s.end.code != 12)
		fail_msg("%s: %s\n%s", program, s.ended, deck);
	assert_string_equal(step_records(&s, "A.SEQ"), "AB 00000001\nCD\n");
	assert_string_equal(step_members(&s, "A.LIB"), "A B");
	assert_string_equal(step_records(&s, "A.LIB(A)"), "1\n2\n");
}

static void
any_statements_are_survived(void **state)
{
	const unsigned decks =
	    getenv("CATAMOUNT_SMALL") != NULL ? DECKS_SMALL : DECKS;
	struct fixture *f = *state;
	char deck[LINES * 82 + 1];
	const struct program *p;

	seed = 5090;
	step_make(f, "A.SEQ,new,recfm=FB,lrecl=80", "AB 00000001\nCD\n");
	step_make(f, "A.SEQ2,new,recfm=FB,lrecl=80", "X\n");
	step_make(f, "A.LIB,new,recfm=FB,lrecl=80,space=trk(2,1,2)", NULL);
	step_make(f, "A.OUT,new,recfm=FB,lrecl=80,dsntype=library", NULL);
	step_make(f, "A.LIB(A),shr", "1\n2\n");
	step_make(f, "A.LIB(B),shr", "3\n");
	for (unsigned i = 0; i < decks; i++) {
		make_deck(deck);
		for (size_t k = 0; (p = program_at(k)) != NULL; k++)
			if (strncmp(p->name, "IE", 2) == 0)
				run_one(f, p->name, deck, i % 2 == 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(any_statements_are_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

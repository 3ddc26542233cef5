/*
 * What is wrong with a command: one message of the IDC32xx family with its
 * insert, then IDC3202I and condition code 12. Texts and causes: the message
 * table and the MVS 3.8 reader; ranges: SC23-6846.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/deck.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))

/* A command without its first blank, and its message; NULL: it is good. */
struct row {
	const char *command, *message;
};

static void
check_rows(const struct row *rows, size_t n)
{
	char deck[2048], expect[512];
	struct deck d;
	size_t i;

	for (i = 0; i < n; i++) {
		memset(&d, 0, sizeof(d));
		d.quiet = true;
		snprintf(deck, sizeof(deck), "%s\n", rows[i].command);
		snprintf(expect, sizeof(expect),
		    "%s\nIDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. "
		    "CONDITION CODE IS 12\nend 12\n",
		    rows[i].message != NULL ? rows[i].message : "");
		deck_run_len(
		    &d, deck, strlen(deck), &(struct ams_settings){0}, NULL);
		if (rows[i].message == NULL ? strncmp(d.out, "do ", 3) != 0
					    : strcmp(d.out, expect) != 0)
			fail_msg("%s gave\n%s\nnot\n%s", deck, d.out,
			    rows[i].message != NULL ? expect : "do ...");
		free(d.out);
	}
}

#define CHECK(name, ...)                                        \
	static void name(void **state)                          \
	{                                                       \
		static const struct row rows[] = {__VA_ARGS__}; \
                                                                \
		(void)state;                                    \
		check_rows(rows, LEN(rows));                    \
	}

CHECK(keywords_are_spelled_exactly,
    {"DELETE A PURGEE", "IDC3211I KEYWORD 'PURGEE' IS IMPROPER"},
    {"DELETE A PURG", "IDC3211I KEYWORD 'PURG' IS IMPROPER"},
    {"DELETE A purge", "IDC3211I KEYWORD 'purge' IS IMPROPER"},
    {"LISTC A.B", "IDC3211I KEYWORD 'A.B' IS IMPROPER"},
    {"LISTC 'ALL'", "IDC3211I KEYWORD ''ALL'' IS IMPROPER"},
    {"LISTC X'C1'", "IDC3211I KEYWORD 'X'C1'' IS IMPROPER"},
    {"LISTC ABCDEFGHIJKLMNOPQRSTUVW",
	"IDC3211I KEYWORD 'ABCDEFGHIJKLMNOPQRST' IS IMPROPER"},
    {"DEF CL(NAME(A) CYLS(1 1))", "IDC3211I KEYWORD 'CYLS' IS IMPROPER"},
    {"DEF CL(NAME(A) RECS(1))", "IDC3211I KEYWORD 'RECS' IS IMPROPER"},
    {"DEF CL(NAME(A)) IDX(NAME(B))", "IDC3211I KEYWORD 'IDX' IS IMPROPER"},
    {"DELT A", "IDC3219I VERB NAME 'DELT' UNKNOWN"},
    {"PRINT IDS(A) DEC", "IDC3211I KEYWORD 'DEC' IS IMPROPER"},
    {"DEF CL(NAME(A) SHROPT(2 3))", "IDC3211I KEYWORD 'SHROPT' IS IMPROPER"},
    {"DEF CL(NAME(A) LOG(SOME))", "IDC3211I KEYWORD 'SOME' IS IMPROPER"},
    {"DEF CL(NAME(A) LOG('ALL'))", "IDC3211I KEYWORD 'ALL' IS IMPROPER"})

CHECK(parentheses_stand_where_the_table_has_them,
    {"LISTC ENT", "IDC3208I LEFT PARENTHESIS MISSING FOLLOWING KEYWORD 'ENT'"},
    {"LISTC ENT A",
	"IDC3208I LEFT PARENTHESIS MISSING FOLLOWING KEYWORD 'ENT'"},
    {"DEF CLUSTER NAME(A)",
	"IDC3208I LEFT PARENTHESIS MISSING FOLLOWING KEYWORD 'CLUSTER'"},
    {"LISTC ALL(A)", "IDC3205I DELIMITER '(' IS NOT PROPERLY PRECEDED BY A "
		     "CONSTANT OR KEYWORD"},
    {"DEF CL(NAME(A B))", "IDC3209I RIGHT PARENTHESIS MISSING AFTER 'A'"},
    {"DEF CL(NAME((A)))",
	"IDC3205I DELIMITER '(' IS NOT PROPERLY PRECEDED BY A CONSTANT OR "
	"KEYWORD"},
    {"LISTC (ALL)", "IDC3205I DELIMITER '(' IS NOT PROPERLY PRECEDED BY A "
		    "CONSTANT OR KEYWORD"},
    {"DEF CL(NAME(A)(B))", "IDC3205I DELIMITER '(' IS NOT PROPERLY PRECEDED "
			   "BY A CONSTANT OR KEYWORD"},
    {"DEF CL(NAME())", "IDC3205I DELIMITER ')' IS NOT PROPERLY PRECEDED BY A "
		       "CONSTANT OR KEYWORD"},
    {"DEF CL()", "IDC3205I DELIMITER ')' IS NOT PROPERLY PRECEDED BY A "
		 "CONSTANT OR KEYWORD"},
    {"DELETE ()", "IDC3205I DELIMITER ')' IS NOT PROPERLY PRECEDED BY A "
		  "CONSTANT OR KEYWORD"},
    {"DEF CL(NAME(A) KEYS(8(0)))",
	"IDC3212I INVALID LEFT PARENTHESIS AFTER '8'"},
    {"DEF CL(NAME(A(B)))", "IDC3212I INVALID LEFT PARENTHESIS AFTER 'A'"})

CHECK(lists_have_a_length,
    {"DEF CL(NAME(A) KEYS(8 0 0))",
	"IDC3200I TOO MANY POSITIONAL PARAMETERS AFTER '0'"},
    {"DEF CL(NAME(A) CYL(1 2 3))",
	"IDC3200I TOO MANY POSITIONAL PARAMETERS AFTER '2'"},
    {"PARM TEST(AREAS(A B C D E F G H I J K))",
	"IDC3223I TOO MANY CONSTANTS IN LIST BEGINNING AT 'A'"},
    /* Behind the positional parameters a keyword is expected ... */
    {"DELETE A B.C", "IDC3211I KEYWORD 'B.C' IS IMPROPER"},
    {"DELETE (A B) C.D", "IDC3211I KEYWORD 'C.D' IS IMPROPER"},
    {"IMPORT IDS(A) ODS(B) OBJ((C D))", "IDC3211I KEYWORD 'D' IS IMPROPER"},
    /* ... unless the list has none. */
    {"DEF CL(NAME(A) KRNG((00 10 20)))",
	"IDC3200I TOO MANY POSITIONAL PARAMETERS AFTER '10'"},
    {"DELETE A CL B.C", "IDC3211I KEYWORD 'B.C' IS IMPROPER"},
    {"IMPORT IDS(A) ODS(B) OBJ((C)(D) E)",
	"IDC3210I INVALID PARENTHESES FOR SPECIFYING REPEATED SUBPARAMETER "
	"LIST"},
    {"IMPORT IDS(A) ODS(B) OBJ((C)(D NEWNM(E)))", NULL},
    {"IMPORT IDS(A) ODS(B) OBJ(C NEWNM(E))", NULL},
    {"DEF CL(NAME(A) KRNG((00 10)(20 30)))", NULL},
    {"DEF CL(NAME(A) KRNG(00 10))", NULL},
    {"DEF CL(NAME(A) KRNG((00)))",
	"IDC3225I REQUIRED (SUB)PARAMETER OF 'KEYRANGES' IS MISSING"},
    {"DEF CL(NAME(A) KRNG((1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)"
     "(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)))",
	NULL},
    {"DEF CL(NAME(A) KRNG((1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)"
     "(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)(1 2)))",
	"IDC3218I TOO MANY REPEATED SUBPARAMETER LISTS APPEAR"})

CHECK(a_keyword_stands_once,
    {"LISTC ALL ALL", "IDC3213I KEYWORD 'ALL' APPEARS TOO OFTEN"},
    {"LISTC ENT(A) ENTRIES(B)", "IDC3213I KEYWORD 'ENTRIES' APPEARS TOO OFTEN"},
    {"DEF CL(NAME(A) VOL(A) VOLUME(B))",
	"IDC3213I KEYWORD 'VOLUME' APPEARS TOO OFTEN"})

CHECK(numbers_have_digits_and_a_range,
    {"DEF CL(NAME(A) CYL(1A))",
	"IDC3220I IMPROPER NUMERIC DIGIT FOUND IN '1A'"},
    {"DEF CL(NAME(A) CYL(-1))",
	"IDC3220I IMPROPER NUMERIC DIGIT FOUND IN '-1'"},
    {"DEF CL(NAME(A) CYL(''))", "IDC3220I IMPROPER NUMERIC DIGIT FOUND IN ''"},
    {"DEF CL(NAME(A) CYL(16777215 16777215))", NULL},
    {"DEF CL(NAME(A) CYL(16777216))",
	"IDC3221I CONSTANT '16777216' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) CYL(1 16777216))",
	"IDC3221I CONSTANT '16777216' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) CYL(99999999999999999999999))",
	"IDC3221I CONSTANT '99999999999999999999' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) CYL(X'FFFFFF'))", NULL},
    {"DEF CL(NAME(A) CYL(X'1000000'))",
	"IDC3221I CONSTANT '1000000' NOT WITHIN VALUE RANGE"},
    {"PRINT IDS(A) SKIP(X'1F",
	"IDC3214I HEX OR BINARY CONSTANT SPECIFIED IMPROPERLY"},
    {"DEF CL(NAME(A) KEYS(1 0))", NULL},
    {"DEF CL(NAME(A) KEYS(255 32760))", NULL},
    {"DEF CL(NAME(A) KEYS(0 0))",
	"IDC3221I CONSTANT '0' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) KEYS(256 0))",
	"IDC3221I CONSTANT '256' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) FSPC(100 100))", NULL},
    {"DEF CL(NAME(A) FSPC(101))",
	"IDC3221I CONSTANT '101' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) FSPC(0 101))",
	"IDC3221I CONSTANT '101' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) SHR(4 4))", NULL}, {"DEF CL(NAME(A) SHR(1 3))", NULL},
    {"DEF CL(NAME(A) SHR(3))", NULL},
    {"DEF CL(NAME(A) SHR(5))", "IDC3221I CONSTANT '5' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) SHR(0))", "IDC3221I CONSTANT '0' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) SHR(2 2))",
	"IDC3221I CONSTANT '2' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) CISZ(8000))", NULL},
    {"DEF CL(NAME(A) CISZ(32769))",
	"IDC3221I CONSTANT '32769' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) RECSZ(19 32767))", NULL},
    {"DEF CL(NAME(A) FOR(9999))", NULL},
    {"DEF CL(NAME(A) FOR(10000))",
	"IDC3221I CONSTANT '10000' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) BUFSP(16776704))", NULL},
    {"DEF CL(NAME(A) BUFSP(16776705))",
	"IDC3221I CONSTANT '16776705' NOT WITHIN VALUE RANGE"},
    {"DEF GDG(NAME(A) LIM(1))", NULL}, {"DEF GDG(NAME(A) LIM(255))", NULL},
    {"DEF GDG(NAME(A) LIM(0))", "IDC3221I CONSTANT '0' NOT WITHIN VALUE RANGE"},
    {"DEF GDG(NAME(A) LIM(256))",
	"IDC3221I CONSTANT '256' NOT WITHIN VALUE RANGE"},
    {"DEF GDG(NAME(A) LIM(999) EXT)", NULL},
    {"DEF GDG(NAME(A) LIM(1000) EXT)",
	"IDC3221I CONSTANT '1000' NOT WITHIN VALUE RANGE"},
    {"PRINT IDS(A) FADDR(18446744073709551616)",
	"IDC3221I CONSTANT '18446744073709551616' NOT WITHIN VALUE RANGE"})

CHECK(dates_are_julian, {"DEF CL(NAME(A) TO(99365))", NULL},
    {"DEF CL(NAME(A) TO(2025001))", NULL},
    {"DEF CL(NAME(A) TO(1999366))", NULL}, {"DEF CL(NAME(A) TO(99366))", NULL},
    {"DEF CL(NAME(A) TO(2024366))", NULL},
    {"DEF CL(NAME(A) TO(2000366))", NULL},
    {"DEF CL(NAME(A) TO(2026366))",
	"IDC3221I CONSTANT '2026366' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) TO(2100366))",
	"IDC3221I CONSTANT '2100366' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) TO(2025367))",
	"IDC3221I CONSTANT '2025367' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) TO(2025000))",
	"IDC3221I CONSTANT '2025000' NOT WITHIN VALUE RANGE"},
    {"DEF CL(NAME(A) TO(202500))",
	"IDC3203I ITEM '202500' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DEF CL(NAME(A) TO(2025.1))",
	"IDC3220I IMPROPER NUMERIC DIGIT FOUND IN '2025.1'"})

CHECK(names_keep_their_rules,
    {"DELETE A234567.B234567.C234567.D234567.E234567.F234", NULL},
    {"DELETE A234567.B234567.C234567.D234567.E234567.F2345",
	"IDC3203I ITEM 'A234567.B234567.C234' DOES NOT ADHERE TO "
	"RESTRICTIONS"},
    {"DELETE A.b", "IDC3203I ITEM 'A.b' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DELETE A..B", "IDC3203I ITEM 'A..B' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DELETE 1A", "IDC3203I ITEM '1A' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DELETE ''", "IDC3203I ITEM '' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DELETE 'A.B '", "IDC3203I ITEM 'A.B ' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DELETE A.*", NULL}, {"DELETE A.*.B", NULL}, {"DELETE A.** MASK", NULL},
    {"DELETE A.%B*.C MASK", NULL},
    {"DELETE **.A MASK",
	"IDC3203I ITEM '**.A' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DEF CL(NAME(A.*))",
	"IDC3203I ITEM 'A.*' DOES NOT ADHERE TO RESTRICTIONS"},
    {"REPRO INFILE(ABCDEFGH) OUTFILE(A)", NULL},
    {"REPRO INFILE(ABCDEFGHI) OUTFILE(A)",
	"IDC3201I CONSTANT 'ABCDEFGHI' EXCEEDS LENGTH LIMIT"},
    {"REPRO INFILE(1A) OUTFILE(A)",
	"IDC3203I ITEM '1A' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DEF CL(NAME(A) VOL(123456 * VOL-01 &SYSR1 ******))", NULL},
    {"DEF CL(NAME(A) VOL(1234567))",
	"IDC3201I CONSTANT '1234567' EXCEEDS LENGTH LIMIT"},
    {"DEF CL(NAME(A) VOL(A.B))",
	"IDC3203I ITEM 'A.B' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DEF CL(NAME(A) OWNER('MY NAME'))", NULL},
    {"DEF CL(NAME(A) OWNER(ABCDEFGHI))",
	"IDC3201I CONSTANT 'ABCDEFGHI' EXCEEDS LENGTH LIMIT"},
    {"DEF CL(NAME(A) OWNER(A.B))",
	"IDC3203I ITEM 'A.B' DOES NOT ADHERE TO RESTRICTIONS"})

CHECK(members_and_generations_follow_a_name, {"DELETE A.B(MEM)", NULL},
    {"DELETE (A.B(M1) A.B(M2))", NULL}, {"DELETE A.B(*)", NULL},
    {"DELETE A.B(M*%)", NULL}, {"DELETE 'A.B(MEM)'", NULL},
    {"DELETE 'A234567.B234567.C234567.D234567.E234567.F234(M)'", NULL},
    {"DELETE A.B(0)", NULL}, {"DELETE A.B(-1)", NULL},
    {"DELETE A.B(+12)", NULL}, {"REPRO IDS(A(M)) ODS(B(N))", NULL},
    {"DELETE A.B(+12345)",
	"IDC3203I ITEM '+12345' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DELETE A.B(MEMBERLONG)",
	"IDC3203I ITEM 'MEMBERLONG' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DELETE A.B(MEM/PW)", "IDC3217I PASSWORD IMPROPER AFTER 'MEM'"},
    {"DELETE A.B/PW(MEM/PW)", "IDC3217I PASSWORD IMPROPER AFTER 'MEM'"},
    {"DELETE A.B (MEM)", "IDC3212I INVALID LEFT PARENTHESIS AFTER 'A.B'"},
    {"DELETE A.B(M N)", "IDC3209I RIGHT PARENTHESIS MISSING AFTER 'M'"},
    {"DELETE A.B()", "IDC3212I INVALID LEFT PARENTHESIS AFTER 'A.B'"},
    {"REPRO IDS(A(M*)) ODS(B)",
	"IDC3203I ITEM 'M*' DOES NOT ADHERE TO RESTRICTIONS"},
    {"REPRO IDS('A(*)') ODS(B)",
	"IDC3203I ITEM 'A(*)' DOES NOT ADHERE TO RESTRICTIONS"})

CHECK(required_parameters_are_looked_for_at_the_end,
    {"DELETE", "IDC3225I REQUIRED (SUB)PARAMETER OF 'DELETE' IS MISSING"},
    {"DEF CL(VOL(V) CYL(1))",
	"IDC3225I REQUIRED (SUB)PARAMETER OF 'CLUSTER' IS MISSING"},
    {"DEF CAT(A)", "IDC3225I REQUIRED (SUB)PARAMETER OF 'DEFINE' IS MISSING"},
    {"DEF AIX(NAME(A))",
	"IDC3225I REQUIRED (SUB)PARAMETER OF 'ALTERNATEINDEX' IS MISSING"},
    {"DEF PATH(NAME(A))",
	"IDC3225I REQUIRED (SUB)PARAMETER OF 'PATH' IS MISSING"},
    {"DEF GDG(NAME(A))", "IDC3225I REQUIRED (SUB)PARAMETER OF "
			 "'GENERATIONDATAGROUP' IS MISSING"},
    {"DEF CL(NAME(A) KEYS(8))",
	"IDC3225I REQUIRED (SUB)PARAMETER OF 'KEYS' IS MISSING"},
    {"DEF NVSAM(NAME(A) DEVT(3390))",
	"IDC3225I REQUIRED (SUB)PARAMETER OF 'NONVSAM' IS MISSING"},
    {"DEF NVSAM(NAME(A) VOL(V))",
	"IDC3225I REQUIRED (SUB)PARAMETER OF 'NONVSAM' IS MISSING"},
    {"REPRO IDS(A)", "IDC3225I REQUIRED (SUB)PARAMETER OF 'REPRO' IS MISSING"},
    {"REPRO ODS(A)", "IDC3225I REQUIRED (SUB)PARAMETER OF 'REPRO' IS MISSING"},
    {"VERIFY", "IDC3225I REQUIRED (SUB)PARAMETER OF 'VERIFY' IS MISSING"},
    {"EXPORT A", "IDC3225I REQUIRED (SUB)PARAMETER OF 'EXPORT' IS MISSING"},
    {"EXPORT A DCON", NULL},
    {"IMPORT CON", "IDC3225I REQUIRED (SUB)PARAMETER OF 'IMPORT' IS MISSING"},
    {"IMPORT IDS(A)",
	"IDC3225I REQUIRED (SUB)PARAMETER OF 'IMPORT' IS MISSING"},
    /* A fault in the text comes first. */
    {"DEF CL(VOL(V) FOO)", "IDC3211I KEYWORD 'FOO' IS IMPROPER"})

CHECK(exclusive_parameters_are_inconsistent,
    {"DEF CL(NAME(A) CYL(1) TRK(1))",
	"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'TRACKS'"},
    {"DEF CL(NAME(A) IXD NIXD)",
	"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'NONINDEXED'"},
    {"DEF CL(NAME(A) TO(99365) FOR(1))",
	"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'FOR'"},
    {"DEF CL(NAME(A)) PATH(NAME(B) PENT(A))",
	"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'PATH'"},
    {"DEF NVSAM(NAME(A)) DATA(NAME(B))",
	"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'DATA'"},
    {"DEF PATH(NAME(A) PENT(B)) IX(NAME(C))",
	"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'INDEX'"},
    {"REPRO IDS(A) IFILE(B) ODS(C)",
	"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'INFILE'"},
    {"REPRO IDS(A) ODS(C) SKIP(1) FKEY(A)",
	"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'FROMKEY'"},
    {"DELETE A SCR NSCR",
	"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'NOSCRATCH'"},
    {"DELETE A CL PATH", "IDC3226I INCONSISTENT PARAMETERS INVOLVING 'PATH'"},
    {"LISTC ENT(A) LVL(B)",
	"IDC3226I INCONSISTENT PARAMETERS INVOLVING 'LEVEL'"})

CHECK(positional_parameters_come_first,
    {"DELETE CLUSTER A.B", "IDC3211I KEYWORD 'A.B' IS IMPROPER"},
    {"DELETE CLUSTER", NULL}, /* an entry of that name */
    /* NEWNAME(B) is a member of NEWNAME. */
    {"ALTER NEWNAME(B) A", "IDC3211I KEYWORD 'A' IS IMPROPER"})

CHECK(the_first_fault_is_the_one_reported,
    {"DEF CL(NAME(A.) VOL(TOOLONGV) FOO)",
	"IDC3203I ITEM 'A.' DOES NOT ADHERE TO RESTRICTIONS"},
    {"DEF CL(NAME(A) VOL(TOOLONGV) FOO)",
	"IDC3201I CONSTANT 'TOOLONGV' EXCEEDS LENGTH LIMIT"})

static const struct ams_command *
one_command(
    struct ams_reader **rp, struct arena *a, struct deck *d, const char *text)
{
	const struct ams_ops ops = {
	    .ctx = d, .read = deck_read, .message = deck_message};
	const struct ams_command *cmd = NULL;

	d->in = text;
	d->end = text + strlen(text);
	*rp = ams_reader_new(&ops, NULL);
	assert_int_equal(ams_next(*rp, a, &cmd), AMS_COMMAND);
	return cmd;
}

static void
defaults_are_filled_in(void **state)
{
	struct deck d = {0};
	struct arena *a = arena_new();
	struct ams_reader *r;
	const struct ams_plist *l, *top;

	(void)state;
	top = one_command(
	    &r, a, &d, " DEF CL(NAME(A) SHR(3) NOERASE NIXD) DATA(SHR(2))\n")
		  ->top;
	l = ams_sub(top, "CLUSTER");
	assert_true(ams_coded(l, "NOERASE"));
	assert_true(ams_given(l, "NOREUSE") && !ams_coded(l, "NOREUSE"));
	assert_true(ams_given(l, "NONINDEXED"));
	assert_false(ams_given(l, "INDEXED"));
	assert_false(ams_given(l, "ERASE"));
	assert_int_equal(ams_num(l, "SHAREOPTIONS", 0, -1), 3);
	assert_int_equal(ams_num(l, "SHAREOPTIONS", 1, -1), 3);
	assert_int_equal(ams_num(l, "KEYS", 0, -1), 64);
	assert_int_equal(ams_num(l, "KEYS", 1, -1), 0);
	assert_false(ams_coded(l, "KEYS"));
	assert_int_equal(ams_num(l, "RECORDSIZE", 1, -1), 4089);
	assert_int_equal(ams_num(l, "FREESPACE", 1, -1), 0);
	assert_false(ams_given(l, "CYLINDERS"));
	/* A component has what is coded for it, and no defaults. */
	l = ams_sub(top, "DATA");
	assert_int_equal(l->nparams, 1);
	assert_int_equal(ams_num(l, "SHAREOPTIONS", 1, -1), -1);
	assert_null(ams_sub(top, "INDEX"));
	assert_null(ams_text(l, "NAME", 0));
	assert_null(ams_text(NULL, "NAME", 0));
	ams_reader_free(&r);
	top = one_command(&r, a, &d, " PRINT IDS(A) COUNT(0)\n")->top;
	assert_true(ams_given(top, "DUMP"));
	assert_int_equal(ams_num(top, "COUNT", 0, -1), 0);
	ams_reader_free(&r);
	arena_free(&a);
	free(d.out);
}

static void
values_are_converted(void **state)
{
	struct deck d = {0};
	struct arena *a = arena_new();
	struct ams_reader *r;
	const struct ams_plist *top;
	const struct ams_value *v;

	(void)state;
	top = one_command(&r, a, &d, " PRINT IDS(A) SKIP(X'1F') COUNT(00012)\n")
		  ->top;
	assert_int_equal(ams_num(top, "SKIP", 0, -1), 31);
	assert_int_equal(ams_num(top, "COUNT", 0, -1), 12);
	ams_reader_free(&r);
	top = one_command(&r, a, &d,
	    " PRINT IDS(A) TADDR(B'101') "
	    "FKEY(X'C1005C')\n")
		  ->top;
	assert_int_equal(ams_num(top, "TOADDRESS", 0, -1), 5);
	v = &ams_find(top, "FROMKEY")->values[0];
	assert_true(v->hex && !v->quoted);
	assert_int_equal(v->len, 3);
	assert_memory_equal(v->text, "\xC1\x00\x5C", 4);
	ams_reader_free(&r);
	top = one_command(&r, a, &d, " DEF CL(NAME('A') TO(99365))\n")->top;
	assert_int_equal(
	    ams_num(ams_sub(top, "CLUSTER"), "TO", 0, -1), 1999365);
	v = &ams_find(ams_sub(top, "CLUSTER"), "NAME")->values[0];
	assert_true(v->quoted && !v->hex && !v->has_member);
	ams_reader_free(&r);
	top = one_command(&r, a, &d, " DEF CL(NAME(A) TO(2030001))\n")->top;
	assert_int_equal(
	    ams_num(ams_sub(top, "CLUSTER"), "TO", 0, -1), 2030001);
	ams_reader_free(&r);
	top = one_command(&r, a, &d, " DELETE ('A.B(C)' D(-1))\n")->top;
	v = ams_find(top, "ENTRYNAME")->values;
	assert_string_equal(v[0].text, "A.B");
	assert_int_equal(v[0].len, 3);
	assert_string_equal(v[0].member, "C");
	assert_string_equal(v[1].member, "-1");
	ams_reader_free(&r);
	arena_free(&a);
	free(d.out);
}

static void
values_behind_a_dd_are_its_sub_parameters(void **state)
{
	struct deck d = {0};
	struct arena *a = arena_new();
	struct ams_reader *r;
	const struct ams_plist *top, *env;

	(void)state;
	top = one_command(
	    &r, a, &d, " REPRO IFILE(IN/PW ENV(RECFM(FB) BLKSZ(80))) ODS(A)\n")
		  ->top;
	assert_string_equal(ams_text(top, "INFILE", 0), "IN");
	assert_string_equal(ams_find(top, "INFILE")->values[0].password, "PW");
	env = ams_sub(ams_sub(top, "INFILE"), "ENVIRONMENT");
	assert_string_equal(ams_text(env, "RECORDFORMAT", 0), "FB");
	assert_int_equal(ams_num(env, "BLOCKSIZE", 0, 0), 80);
	assert_null(ams_find(top, "OUTDATASET")->sub);
	ams_reader_free(&r);
	arena_free(&a);
	free(d.out);
}

/* TSO folds a name in quotes; a key is data. */
static void
a_quoted_name_is_folded_where_lower_case_is(void **state)
{
	static const char text[] =
	    "print ids('pay.roll(m1)') fkey('ab') tokey('cD*') ofile('out')\n"
	    "define cluster(name('q.r.s') owner('it is') volumes('vol001') -\n"
	    " dataclass('dc1'))\n"
	    "delete ('a.lib'('mem') 'x.y*' a.b('c'))\n";
	const struct ams_settings set = {.fold = true};
	const struct ams_ops ops = {.read = deck_read, .message = deck_message};
	struct deck d = {.in = text, .end = text + sizeof(text) - 1};
	struct ams_ops own = ops;
	const struct ams_command *cmd = NULL;
	const struct ams_value *v;
	struct ams_reader *r;
	struct arena *a = arena_new();

	(void)state;
	own.ctx = &d;
	r = ams_reader_new(&own, &set);
	assert_int_equal(ams_next(r, a, &cmd), AMS_COMMAND);
	v = ams_find(cmd->top, "INDATASET")->values;
	assert_string_equal(v->text, "PAY.ROLL");
	assert_string_equal(v->member, "M1");
	assert_string_equal(ams_text(cmd->top, "FROMKEY", 0), "ab");
	assert_string_equal(ams_text(cmd->top, "TOKEY", 0), "cD*");
	assert_string_equal(ams_text(cmd->top, "OUTFILE", 0), "OUT");
	ams_done(r, 0);
	assert_int_equal(ams_next(r, a, &cmd), AMS_COMMAND);
	assert_string_equal(
	    ams_text(ams_sub(cmd->top, "CLUSTER"), "NAME", 0), "Q.R.S");
	assert_string_equal(
	    ams_text(ams_sub(cmd->top, "CLUSTER"), "VOLUMES", 0), "VOL001");
	assert_string_equal(
	    ams_text(ams_sub(cmd->top, "CLUSTER"), "DATACLASS", 0), "DC1");
	assert_string_equal(
	    ams_text(ams_sub(cmd->top, "CLUSTER"), "OWNER", 0), "it is");
	ams_done(r, 0);
	assert_int_equal(ams_next(r, a, &cmd), AMS_COMMAND);
	v = ams_find(cmd->top, "ENTRYNAME")->values;
	assert_string_equal(v[0].text, "A.LIB");
	assert_string_equal(v[0].member, "MEM");
	assert_string_equal(v[1].text, "X.Y*");
	assert_string_equal(v[2].member, "C");
	ams_reader_free(&r);
	arena_free(&a);
	free(d.out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(keywords_are_spelled_exactly),
	    cmocka_unit_test(parentheses_stand_where_the_table_has_them),
	    cmocka_unit_test(lists_have_a_length),
	    cmocka_unit_test(a_keyword_stands_once),
	    cmocka_unit_test(numbers_have_digits_and_a_range),
	    cmocka_unit_test(dates_are_julian),
	    cmocka_unit_test(names_keep_their_rules),
	    cmocka_unit_test(members_and_generations_follow_a_name),
	    cmocka_unit_test(required_parameters_are_looked_for_at_the_end),
	    cmocka_unit_test(exclusive_parameters_are_inconsistent),
	    cmocka_unit_test(positional_parameters_come_first),
	    cmocka_unit_test(the_first_fault_is_the_one_reported),
	    cmocka_unit_test(defaults_are_filled_in),
	    cmocka_unit_test(values_are_converted),
	    cmocka_unit_test(values_behind_a_dd_are_its_sub_parameters),
	    cmocka_unit_test(a_quoted_name_is_folded_where_lower_case_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

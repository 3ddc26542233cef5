/*
 * Completion: what may stand at a place of a command. Expected values come
 * from the syntax diagrams of SC23-6846; those of long lists are looked for
 * one by one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "shell/complete.h"

static struct completions got;

/* A source that says what it was asked. */
static void
names(void *ctx, enum complete_kind kind, const char *prefix,
    void (*add)(void *to, const char *name), void *to)
{
	static const char *const dsns[] = {
	    "PAY.MASTER", "PAY.MASTER.", "PAY.OTHER", "QUERY.", NULL};
	static const char *const dds[] = {"INPUT", "OUTPUT", NULL};
	static const char *const volumes[] = {"VOL001", "VOL002", NULL};
	static const char *const files[] = {"/tmp/x/", "/tmp/Xfile", NULL};
	static const char *const mine[] = {"LOAD", "LOGON", "MAIN", NULL};
	static const char *const *const all[] = {
	    [COMPLETE_MEMBER] = mine,
	    [COMPLETE_DSN] = dsns,
	    [COMPLETE_DD] = dds,
	    [COMPLETE_VOLSER] = volumes,
	    [COMPLETE_FILE] = files,
	};
	const char *const *n;

	(void)ctx;
	for (n = all[kind]; *n != NULL; n++)
		if (kind == COMPLETE_MEMBER
			? strcmp(prefix, "MY.LIB") == 0
			: strncmp(*n, prefix, strlen(prefix)) == 0)
			add(to, *n);
}

/* The candidates, blank-separated, each with what follows it. */
static const char *
all(const char *text)
{
	static const struct complete_source src = {.names = names};
	static char line[65536];
	size_t i, at = 0;

	completions_free(&got);
	complete(text, strlen(text), &src, &got);
	line[0] = '\0';
	for (i = 0; i < got.n; i++)
		at += (size_t)snprintf(line + at, sizeof(line) - at, "%s%s%c",
		    i > 0 ? " " : "", got.items[i].text,
		    got.items[i].after == ' '    ? '_'
		    : got.items[i].after == '\0' ? '.'
						 : got.items[i].after);
	return line;
}

static bool
has(const char *text, const char *word)
{
	size_t i;

	(void)all(text);
	for (i = 0; i < got.n; i++)
		if (strcmp(got.items[i].text, word) == 0)
			return true;
	return false;
}

static void
a_verb_comes_first(void **state)
{
	(void)state;
	assert_string_equal(all("LISTC"), "LISTCAT_ LISTCRA_");
	assert_string_equal(all("de"), "DEFINE_ DELETE_");
	assert_string_equal(all("BIX"), "BIX_"); /* another spelling of it */
	assert_string_equal(all("HE"), "HELP_");
	assert_true(has("", "QUIT"));
	assert_true(has("", "IF"));
	assert_string_equal(all("XYZ"), "");
	assert_string_equal(all("XYZ "), "");
	assert_int_equal(got.start, 4);
}

static void
a_clause_begins_with_a_verb_too(void **state)
{
	(void)state;
	assert_string_equal(all("IF "), "LASTCC_ MAXCC_");
	assert_string_equal(all("IF LASTCC = 0 "), "THEN_");
	assert_string_equal(all("IF LASTCC=0 T"), "THEN_");
	assert_string_equal(all("if maxcc eq 0 then VER"), "VERIFY_");
	assert_string_equal(all("ELSE VER"), "VERIFY_");
	assert_string_equal(all("ELSE HE"), ""); /* not a word of the shell */
	assert_string_equal(all("SET M"), "MAXCC_");
}

static void
keywords_are_those_of_the_list(void **state)
{
	(void)state;
	assert_string_equal(all("DEFINE CL"), "CLUSTER(");
	assert_true(has("DEFINE CLUSTER(", "NAME"));
	assert_true(has("DEFINE CLUSTER(", "INDEXED"));
	assert_false(has("DEFINE CLUSTER(", "CLUSTER"));
	assert_false(has("DEFINE CLUSTER(", "LIMIT"));
	assert_true(has("DEFINE GDG(", "LIMIT"));
	assert_false(has("DEFINE GDG(", "KEYS"));
	/* behind the list it is the level above again */
	assert_false(has("DEFINE CLUSTER(NAME(A) ) ", "INDEXED"));
	assert_true(has("DEFINE CLUSTER(NAME(A) ) ", "DATA"));
	assert_true(
	    has("DEFINE CLUSTER(NAME(A)) DATA(", "CONTROLINTERVALSIZE"));
	assert_string_equal(all("DEFINE CLUSTER(NAME(A.B) FREE"), "FREESPACE(");
	assert_string_equal(all("DEFINE CLUSTER(IND"), "INDEXED_");
}

static void
what_was_given_or_is_excluded_is_not_offered(void **state)
{
	(void)state;
	assert_false(has("DEFINE CLUSTER(NAME(A) ", "NAME"));
	assert_false(has("DEFINE CLUSTER(INDEXED ", "NONINDEXED"));
	assert_false(has("DEFINE CLUSTER(CYL(1 1) ", "TRACKS"));
	assert_true(has("DEFINE CLUSTER(CYL(1 1) ", "KEYS"));
	assert_false(has("DEFINE CLUSTER(NAME(A)) ", "PATH"));
	/* components go with an object that has them */
	assert_false(has("DEFINE PATH(NAME(A)) ", "DATA"));
	assert_false(has("DEFINE NONVSAM(NAME(A)) ", "INDEX"));
	assert_true(has("DEFINE AIX(NAME(A)) ", "INDEX"));
	assert_false(has("PRINT INDATASET(A) CHAR ", "HEX"));
	assert_false(has("PRINT INDATASET(A) CHAR ", "INFILE"));
}

static void
obsolete_keywords_come_when_nothing_else_fits(void **state)
{
	(void)state;
	assert_false(has("DEFINE CLUSTER(", "IMBED"));
	assert_string_equal(all("DEFINE CLUSTER(IMB"), "IMBED_");
}

static void
values_are_of_their_kind(void **state)
{
	(void)state;
	assert_string_equal(
	    all("PRINT INDATASET(PAY.M"), "PAY.MASTER) PAY.MASTER..");
	assert_int_equal(got.start, strlen("PRINT INDATASET("));
	assert_string_equal(all("PRINT IDS(q"), "QUERY..");
	assert_string_equal(all("PRINT INFILE("), "INPUT) OUTPUT)");
	assert_string_equal(
	    all("DEFINE CLUSTER(VOLUMES(VOL001 V"), "VOL001_ VOL002_");
	assert_string_equal(
	    all("DEFINE CLUSTER(LOG("), "ALL) NONE) REDO) UNDO)");
	assert_string_equal(all("DEFINE CLUSTER(KEYS("), "");
	assert_string_equal(got.hint, "length and offset of the key");
	assert_string_equal(all("PRINT INDATASET(A.B(PAY"), ""); /* a member */
	assert_string_equal(all("LISTCAT ENTRIES(QUERY.X PAY.O"), "PAY.OTHER_");
}

static void
members_are_those_of_the_library(void **state)
{
	(void)state;
	assert_string_equal(all("PRINT IDS(my.lib(lo"), "LOAD) LOGON)");
	assert_int_equal(got.start, strlen("PRINT IDS(my.lib("));
	assert_string_equal(all("DELETE MY.LIB(M"), "MAIN)");
	assert_string_equal(all("DELETE (A.B MY.LIB(M"), "MAIN)");
	assert_string_equal(all("DELETE MY.PDS(M"), "");
	assert_string_equal(
	    all("ALTER MY.LIB(MAIN) NEWNAME(MY.LIB(LOG"), "LOGON)");
}

static void
positional_values_come_first(void **state)
{
	(void)state;
	assert_string_equal(all("DELETE PAY.O"), "PAY.OTHER_");
	assert_string_equal(all("DELETE (QUERY.X PAY.O"), "PAY.OTHER_");
	assert_true(has("DELETE PAY.OTHER ", "PURGE"));
	assert_true(has("DELETE (A B) ", "PURGE"));
	assert_false(has("DELETE PAY.OTHER ", "PAY.OTHER"));
	assert_true(has("DELETE A.B(MEM) ", "PURGE"));
}

static void
strings_and_comments_are_passed(void **state)
{
	(void)state;
	assert_string_equal(all("PRINT INDATASET('PAY.O"), "PAY.OTHER'");
	assert_int_equal(got.start, strlen("PRINT INDATASET('"));
	assert_false(got.exact);
	/* A name is folded in quotes, too. */
	assert_string_equal(all("print indataset('pay.o"), "PAY.OTHER'");
	assert_string_equal(all("listcat ent('pay.o"), "PAY.OTHER'");
	assert_string_equal(
	    all("listcat ent('pay.master' 'pay.o"), "PAY.OTHER'");
	assert_string_equal(all("repro infile('inp"), "INPUT'");
	assert_string_equal(all("PRINT INDATASET(A) FROMKEY('pay.o"), "");
	assert_true(has("PRINT INDATASET('IT''S (') ", "SKIP"));
	assert_string_equal(all("/* PRINT ( */ VERI"), "VERIFY_");
	assert_string_equal(all("/* VERI"), "");
	assert_string_equal(all("LISTCAT /* x"), "");
	assert_string_equal(all("LISTCAT; DEL"), "");
}

static void
sub_parameters_follow_values(void **state)
{
	(void)state;
	assert_true(has("REPRO INFILE(INPUT ", "ENVIRONMENT"));
	assert_false(has("REPRO INFILE(", "ENVIRONMENT"));
	assert_true(has("REPRO INFILE(INPUT ENV(", "RECORDFORMAT"));
	assert_true(has("IMPORT IDS(A) OBJECTS((A ", "NEWNAME"));
}

static void
words_of_the_shell_have_words(void **state)
{
	(void)state;
	assert_string_equal(all("HELP VERI"), "VERIFY_");
	assert_string_equal(all("HELP DEFINE CLU"), "CLUSTER_");
	assert_true(has("HELP DEFINE CLUSTER ", "KEYS"));
	assert_string_equal(all("help idc3012"), "IDC3012I_");
	assert_string_equal(all("DD X=pay.o"), "PAY.OTHER.");
	assert_string_equal(all("DD X=pa"), "PAY.MASTER. PAY.MASTER.. "
					    "PAY.OTHER. path:.");
	assert_string_equal(all("DD X=path:/tmp/"), "/tmp/Xfile. /tmp/x/.");
	assert_int_equal(got.start, strlen("DD X=path:"));
	assert_string_equal(all("QUIT "), "");
}

static void
nothing_comes_of_nonsense(void **state)
{
	char deep[4096];
	size_t i;

	(void)state;
	memset(deep, '(', sizeof(deep) - 1);
	deep[sizeof(deep) - 1] = '\0';
	assert_string_equal(all(deep), "");
	for (i = 0; i + 1 < sizeof(deep); i++)
		deep[i] = "DEFINE CLUSTER("[i % 15];
	(void)all(deep);
	assert_string_equal(all(")))) ;;; '''"), "");
	assert_string_equal(all("DEFINE CLUSTER(NAME(A)))) VO"), "");
	memset(deep, 'A', sizeof(deep) - 1);
	assert_string_equal(all(deep), "");
	for (i = 1; i < 256; i++) {
		deep[0] = (char)i;
		deep[1] = '\0';
		(void)all(deep);
	}
}

/* A NUL is a blank: nothing waits for its end. */
static void
a_nul_ends_no_text(void **state)
{
	struct completions c;

	(void)state;
	complete("DEFINE\0CL", 9, NULL, &c);
	assert_int_equal(c.n, 1);
	assert_string_equal(c.items[0].text, "CLUSTER");
	completions_free(&c);
	complete("\0", 1, NULL, &c);
	completions_free(&c);
}

static void
the_common_part_is_counted(void **state)
{
	(void)state;
	(void)all("PRINT IDS(PAY");
	assert_int_equal(completions_common(&got), strlen("PAY."));
	(void)all("PRINT IDS(PAY.M");
	assert_int_equal(completions_common(&got), strlen("PAY.MASTER"));
	(void)all("PRINT IDS(ZZ");
	assert_int_equal(completions_common(&got), 0);
	completions_free(&got);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_verb_comes_first),
	    cmocka_unit_test(a_clause_begins_with_a_verb_too),
	    cmocka_unit_test(keywords_are_those_of_the_list),
	    cmocka_unit_test(what_was_given_or_is_excluded_is_not_offered),
	    cmocka_unit_test(obsolete_keywords_come_when_nothing_else_fits),
	    cmocka_unit_test(values_are_of_their_kind),
	    cmocka_unit_test(members_are_those_of_the_library),
	    cmocka_unit_test(positional_values_come_first),
	    cmocka_unit_test(strings_and_comments_are_passed),
	    cmocka_unit_test(sub_parameters_follow_values),
	    cmocka_unit_test(words_of_the_shell_have_words),
	    cmocka_unit_test(nothing_comes_of_nonsense),
	    cmocka_unit_test(a_nul_ends_no_text),
	    cmocka_unit_test(the_common_part_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Data set names, generic names, levels and masks. Expected values are those
 * of SC23-6846 "Data set names" and SC23-6846 DELETE, LISTCAT (examples of
 * entry names and of the MASK parameter), worked out by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/dsname.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))

struct expect {
	const char *name;
	bool ok;
};

static void
check_all(const struct expect *e, size_t n,
    bool (*valid)(const char *name, size_t len))
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (valid(e[i].name, strlen(e[i].name)) != e[i].ok)
			fail_msg("'%s' should be %s", e[i].name,
			    e[i].ok ? "valid" : "refused");
	}
}

static void
names_follow_the_rules(void **state)
{
	static const struct expect e[] = {
	    {"A", true},
	    {"A.B", true},
	    {"ABCDEFGH.@BCDEFGH.#1.$-", true},
	    {"SYS1.G0001V00", true},
	    {"A234567.B234567.C234567.D234567.E234567.F234", true}, /* 44 */
	    {"A234567.B234567.C234567.D234567.E234567.F2345", false},
	    {"", false},
	    {".", false},
	    {".A", false},
	    {"A.", false},
	    {"A..B", false},
	    {"A.1B", false},
	    {"1A", false},
	    {"-A", false},
	    {"A.-B", false},
	    {"ABCDEFGHI", false},
	    {"A.ABCDEFGHI", false},
	    {"a.b", false},
	    {"A.B ", false},
	    {"A_B", false},
	    {"A.*", false},
	    {"A(B)", false},
	    {"A\x80", false},
	};

	(void)state;
	check_all(e, LEN(e), dsname_valid);
	assert_false(dsname_valid("A\0B", 3));
	assert_true(dsname_valid("A.BXXX", 3)); /* len decides, not the NUL */
}

static void
members_and_volsers_follow_the_rules(void **state)
{
	static const struct expect m[] = {
	    {"A", true},
	    {"ABCDEFGH", true},
	    {"A-1", true},
	    {"ABCDEFGHI", false},
	    {"1A", false},
	    {"A.B", false},
	    {"+1", false},
	    {"", false},
	};
	static const struct expect v[] = {
	    {"1", true},
	    {"000001", true},
	    {"VOL-01", true},
	    {"@#$", true},
	    {"1234567", false},
	    {"VOL 1", false},
	    {"*", false},
	    {"", false},
	    {"vol001", false},
	};

	(void)state;
	check_all(m, LEN(m), member_valid);
	check_all(v, LEN(v), volser_valid);
}

static void
qualifiers_are_counted(void **state)
{
	(void)state;
	assert_int_equal(dsname_qualifiers(""), 0);
	assert_int_equal(dsname_qualifiers("A"), 1);
	assert_int_equal(dsname_qualifiers("A.B.C"), 3);
}

static void
an_asterisk_stands_for_a_whole_qualifier(void **state)
{
	static const struct expect e[] = {
	    {"A.*", true},
	    {"A.*.B", true},
	    {"*.B", true},
	    {"*", true},
	    {"A.B", true},
	    {"A*.B", false},
	    {"A.*B", false},
	    {"A.**", false},
	    {"A.%", false},
	    {"A..*", false},
	    {"A.*.", false},
	    {"", false},
	};

	(void)state;
	check_all(e, LEN(e), dsname_generic_valid);
	assert_true(dsname_generic("A.*"));
	assert_false(dsname_generic("A.B"));
}

struct match {
	const char *pattern, *name;
	bool ok;
};

static void
match_all(const struct match *m, size_t n,
    bool (*match)(const char *pattern, const char *name))
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (match(m[i].pattern, m[i].name) != m[i].ok)
			fail_msg("'%s' should %stake '%s'", m[i].pattern,
			    m[i].ok ? "" : "not ", m[i].name);
	}
}

static void
a_generic_name_has_as_many_qualifiers(void **state)
{
	static const struct match m[] = {
	    {"A.*", "A.B", true},
	    {"A.*", "A", false},
	    {"A.*", "A.B.C", false},
	    {"A.*.C", "A.B.C", true},
	    {"A.*.C", "A.C", false},
	    {"A.*.C", "A.B.B.C", false},
	    {"A.*.C", "A.B.CC", false},
	    {"*.B", "A.B", true},
	    {"*", "A", true},
	    {"*", "A.B", false},
	    {"A.B", "A.B", true},
	    {"A.B", "A.BB", false},
	    {"A.BB", "A.B", false},
	};

	(void)state;
	match_all(m, LEN(m), dsname_match);
}

static void
a_level_takes_what_is_below(void **state)
{
	static const struct match m[] = {
	    {"A", "A.B", true},
	    {"A", "A.B.C", true},
	    {"A", "A", false},
	    {"A", "AB.C", false},
	    {"A.B", "A.B.C", true},
	    {"A.B", "A.BC.D", false},
	    {"A.*.C", "A.B.C.D", true},
	    {"A.*.C", "A.B.C", false},
	    {"A.*.C", "A.B.D.E", false},
	};

	(void)state;
	match_all(m, LEN(m), dsname_level_match);
}

static void
masks_have_their_own_rules(void **state)
{
	static const struct expect e[] = {
	    {"A.**", true},
	    {"A.**.B", true},
	    {"A.*.B", true},
	    {"A*.%%B.C%", true},
	    {"%A", true},
	    {"A.*B*C*", true},
	    {"A.ABCDEFGH*", true},
	    {"A.B**", true},
	    {"A.%%%%%%%%", true},
	    {"A.%%%%%%%%%", false},
	    {"A.ABCDEFGHI*", false},
	    {"**", false},
	    {"**.A", false},
	    {"**A", false},
	    {"A.1*", false},
	    {"A..*", false},
	    {"", false},
	};

	(void)state;
	check_all(e, LEN(e), dsname_mask_valid);
}

static void
masks_match_by_character_and_by_qualifier(void **state)
{
	static const struct match m[] = {
	    {"A.**", "A", true},
	    {"A.**", "A.B", true},
	    {"A.**", "A.B.C.D", true},
	    {"A.**", "AB", false},
	    {"A.**", "B.A", false},
	    {"A.**.Z", "A.Z", true},
	    {"A.**.Z", "A.B.Z.C.Z", true},
	    {"A.**.Z", "A.B.Z.C", false},
	    {"A.**.B.**.C", "A.X.B.Y.C", true},
	    {"A.**.B.**.C", "A.B.C", true},
	    {"A.**.B.**.C", "A.C.B", false},
	    {"A.**.**", "A", true},
	    {"A.*", "A.B", true},
	    {"A.*", "A", false},
	    {"A.*", "A.B.C", false},
	    {"A.B*", "A.B", true},
	    {"A.B*", "A.BCD", true},
	    {"A.B*", "A.CB", false},
	    {"A.*B", "A.XB", true},
	    {"A.*B*D", "A.ABCD", true},
	    {"A.*B*D", "A.ABC", false},
	    {"A.%", "A.B", true},
	    {"A.%", "A.BC", false},
	    {"A.%%C", "A.ABC", true},
	    {"A.B", "A.B", true},
	};

	(void)state;
	match_all(m, LEN(m), dsname_mask_match);
	/* Seven ** against a name of 22 qualifiers: no exponential search. */
	assert_false(dsname_mask_match("A.**.B.**.B.**.B.**.B.**.B.**.B.**.C",
	    "A.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B.B"));
}

static void
every_match_begins_with_the_literal_prefix(void **state)
{
	(void)state;
	assert_int_equal(dsname_literal_prefix("A.B"), 3);
	assert_int_equal(dsname_literal_prefix("A.*.B"), 2);
	assert_int_equal(dsname_literal_prefix("A.B*"), 3);
	assert_int_equal(dsname_literal_prefix("A.B%"), 3);
	assert_int_equal(dsname_literal_prefix("*"), 0);
	/* A.** takes A itself. */
	assert_int_equal(dsname_literal_prefix("A.**"), 1);
}

static void
component_names_come_from_the_cluster(void **state)
{
	char out[DSNAME_MAX + 1];

	(void)state;
	assert_true(dsname_component(out, "A.B", "DATA"));
	assert_string_equal(out, "A.B.DATA");
	assert_true(dsname_component(out, "A.CLUSTER", "INDEX"));
	assert_string_equal(out, "A.INDEX");
	assert_true(dsname_component(out, "A.CLUSTERX", "DATA"));
	assert_string_equal(out, "A.CLUSTERX.DATA");
	assert_true(dsname_component(out, "A.XCLUSTER", "DATA"));
	assert_string_equal(out, "A.XCLUSTER.DATA");
	/* 39 + 5 characters are just 44. */
	assert_true(dsname_component(
	    out, "A234567.B234567.C234567.D234567.E234567", "DATA"));
	assert_int_equal(strlen(out), 44);
	assert_false(dsname_component(
	    out, "A234567.B234567.C234567.D234567.E234567", "INDEX"));
}

static void
a_generation_has_a_number_and_a_version(void **state)
{
	static const char *const none[] = {"G0001V00", "A.G0000V00",
	    "A.G001V00", "A.G00001V00", "A.H0001V00", "A.G0001W00",
	    "A.G000AV00", "A.G0001VA0", "A.G0001V00.B", "A.G0001V0",
	    /* a base of 36 characters */
	    "A234567.B234567.C234567.D234567.E234.G0001V00"};
	char base[DSNAME_MAX + 1];
	int number, version;
	size_t i;

	(void)state;
	assert_true(dsname_generation("A.B.G9999V07", base, &number, &version));
	assert_string_equal(base, "A.B");
	assert_int_equal(number, 9999);
	assert_int_equal(version, 7);
	/* a base of 35 characters gives a name of 44 */
	assert_true(dsname_generation(
	    "A234567.B234567.C234567.D234567.E23.G0001V00", base, NULL, NULL));
	assert_int_equal(strlen(base), GDG_BASE_MAX);
	for (i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_false(dsname_generation(none[i], NULL, NULL, NULL));
}

static void
a_relative_number_has_a_sign_or_none(void **state)
{
	static const char *const none[] = {
	    "", "+", "-", "A", "+1A", "1-", "--1", "+12345", "+ 1"};
	int rel = 5;
	size_t i;

	(void)state;
	assert_true(dsname_relative("+1", &rel));
	assert_int_equal(rel, 1);
	assert_true(dsname_relative("0", &rel));
	assert_int_equal(rel, 0);
	assert_true(dsname_relative("-9999", &rel));
	assert_int_equal(rel, -9999);
	for (i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_false(dsname_relative(none[i], &rel));
	assert_int_equal(rel, -9999);
}

/* The rule of the wrap: below 1000 is behind what is above 9000, and what is
 * not below 1000 in front of what has wrapped. */
static void
numbers_go_on_behind_9999(void **state)
{
	static const struct {
		int number;
		int64_t oldest, newest, place;
	} t[] = {
	    {1, 0, 0, 1},
	    {9999, 0, 0, 9999},
	    {2, 1, 1, 2},
	    {5000, 1, 1, 5000},
	    {9500, 1, 1, 9500},        /* a gap, no wrap */
	    {1, 9990, 9999, 10000},    /* G0001 behind G9999 */
	    {999, 9990, 9001, 10998},  /* the highest that wraps */
	    {1000, 9990, 9999, 1000},  /* the lowest that does not */
	    {1, 8990, 9000, 1},        /* no number above 9000 */
	    {9998, 9999, 10000, 9998}, /* one of before the wrap */
	    {3, 9999, 10001, 10002},   /* goes on in the new round */
	    {3, 10000, 10001, 10002},  /* the old round has gone */
	    {9500, 10000, 10001, 19499},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		assert_int_equal(
		    gdg_place(t[i].number, t[i].oldest, t[i].newest),
		    t[i].place);
	assert_int_equal(gdg_number(1), 1);
	assert_int_equal(gdg_number(9999), 9999);
	assert_int_equal(gdg_number(10000), 1);
	assert_int_equal(gdg_number(19998), 9999);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names_follow_the_rules),
	    cmocka_unit_test(members_and_volsers_follow_the_rules),
	    cmocka_unit_test(qualifiers_are_counted),
	    cmocka_unit_test(an_asterisk_stands_for_a_whole_qualifier),
	    cmocka_unit_test(a_generic_name_has_as_many_qualifiers),
	    cmocka_unit_test(a_level_takes_what_is_below),
	    cmocka_unit_test(masks_have_their_own_rules),
	    cmocka_unit_test(masks_match_by_character_and_by_qualifier),
	    cmocka_unit_test(every_match_begins_with_the_literal_prefix),
	    cmocka_unit_test(component_names_come_from_the_cluster),
	    cmocka_unit_test(a_generation_has_a_number_and_a_version),
	    cmocka_unit_test(a_relative_number_has_a_sign_or_none),
	    cmocka_unit_test(numbers_go_on_behind_9999),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

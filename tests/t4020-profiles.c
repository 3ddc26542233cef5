/*
 * Names of profiles, which of them protects a data set, what its access list
 * gives. Examples and rules: z/OS Security Server RACF Command Language
 * Reference, "Generic profile rules - enhanced generic naming active", and
 * Security Administrator's Guide.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/profile.h"
#include "tests/support/random.h"

static void
names_are_racfs(void **state)
{
	static const char *const good[] = {"ABC.EF*", "ABC.EF.**", "ABC.DE.**",
	    "A.B.C", "A", "A.*.C", "A.%%%", "A.%BC.D%", "A.**.B", "A.ABCDEFGH*",
	    "A.*", "@A.#B.$C-1"};
	static const char *const bad[] = {"", "ABC.DE**", "A.**.B.**",
	    "A%C.EFG", "*.EFG", "ABC*.XYZ", "**.XYZ", "**", "*", "A.B*C",
	    "A.***", "A.ABCDEFGHI", "A..B", "A.", ".A", "A.1B", "A.B C", "a.b",
	    "A.*B", "A.B.C.D.E.F.G.H.I.J.K.L.M.N.O.P.Q.R.S.T.U.V.W"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		if (!profile_valid(good[i], strlen(good[i])))
			fail_msg("%s is refused", good[i]);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (profile_valid(bad[i], strlen(bad[i])))
			fail_msg("%s is taken", bad[i]);
	assert_true(userid_valid("@ANNA1", 6));
	assert_false(userid_valid("1ANNA", 5));
	assert_false(userid_valid("AN-NA", 5));
	assert_false(userid_valid("ANNA-LENA", 9));
	assert_false(userid_valid("", 0));
}

/* The book's table of what ends in asterisks. */
static void
endings_protect_as_the_table_says(void **state)
{
	static const char *const names[] = {"AB.CD", "AB.CDEF", "AB.CD.EF",
	    "AB.CD.EF.GH", "AB.CDEF.GH", "AB.CX", "ABC.XY.XY.DEF", "AB"};
	static const struct {
		const char *profile, *yes;
	} rows[] = {
	    {"AB.CD*", "11000000"},
	    {"AB.CD.*", "00100000"},
	    {"AB.CD.**", "10110000"},
	    {"AB.CD*.**", "11111000"},
	    {"AB.CD.*.**", "00110000"},
	    {"AB.C%", "10000100"},
	    {"AB.**", "11111101"},
	    {"ABC.**.DEF", "00000010"},
	    {"ABC.*.DEF", "00000000"},
	    {"AB.CD", "10000000"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
			if (profile_match(rows[i].profile, names[k]) !=
			    (rows[i].yes[k] == '1'))
				fail_msg(
				    "%s and %s", rows[i].profile, names[k]);
}

/* --- the most specific, beside a plain model --------------------------------
 */

/* Does pattern stand for name? By trying everything; a period belongs to "**"
 * in front of it or behind it. */
static bool
model_match(const char *p, const char *n)
{
	if (strcmp(p, ".**") == 0)
		return *n == '\0' || *n == '.';
	if (strncmp(p, ".**.", 4) == 0) {
		for (; *n == '.'; n += 1 + strcspn(n + 1, "."))
			if (model_match(p + 3, n))
				return true;
		return false;
	}
	if (*p == '*') {
		if (p[-1] == '.' && (*n == '\0' || *n == '.'))
			return false; /* a qualifier has a character */
		for (;; n++) {
			if (model_match(p + 1, n))
				return true;
			if (*n == '\0' || *n == '.')
				return false;
		}
	}
	if (*p == '\0' || *n == '\0')
		return *p == *n;
	return (*p == '%' ? *n != '.' : *p == *n) && model_match(p + 1, n + 1);
}

/* What stands at the place i of a profile: 0 itself, 1 '%', 2 '*', 3 '**'. */
static int
model_class(const char *p, size_t i)
{
	if (p[i] == '%')
		return 1;
	return p[i] != '*' ? 0 : p[i + 1] == '*' ? 3 : 2;
}

/* Of two that stand for one name: compared from the left, the first place where
 * they differ decides, and there the more general one loses. */
static bool
model_better(const char *a, const char *b)
{
	size_t i = 0;

	while (a[i] != '\0' && a[i] == b[i] &&
	       model_class(a, i) == model_class(b, i))
		i++;
	if (a[i] == '\0')
		return true;
	if (b[i] == '\0')
		return false;
	return model_class(a, i) < model_class(b, i);
}

static void
random_name(char *out, bool generic)
{
	static const char *const plain[] = {"A", "B", "AB", "BA", "ABB"};
	static const char *const some[] = {
	    "*", "A*", "B*", "AB*", "%", "%B", "A%", "%%", "A", "AB", "**"};
	const int n = 1 + (int)rnd(4);
	bool many = false;
	const char *q;

	strcpy(out, "H");
	for (int i = 0; i < n; i++) {
		do
			q = generic ? some[rnd(11)] : plain[rnd(5)];
		while (many && strcmp(q, "**") == 0);
		many = many || strcmp(q, "**") == 0;
		strcat(out, ".");
		strcat(out, q);
	}
}

static int
compare(const void *a, const void *b)
{
	return profile_compare(a, b);
}

enum { SETS = 400, PROFILES = 24, NAMES = 60 };

/* One search: the first that fits, in the order of profile_compare. */
static void
search(char (*profiles)[DSNAME_MAX + 1], const char *name, int *hitsp)
{
	const char *ours = NULL, *best = NULL;

	for (int i = 0; i < PROFILES; i++) {
		if (profile_match(profiles[i], name) !=
		    model_match(profiles[i], name))
			fail_msg("%s and %s", profiles[i], name);
		if (!model_match(profiles[i], name))
			continue;
		if (ours == NULL)
			ours = profiles[i];
		if (best == NULL || model_better(profiles[i], best))
			best = profiles[i];
	}
	*hitsp += best != NULL;
	if (ours != best && strcmp(ours, best) != 0)
		fail_msg("%s: %s, and %s is better", name, ours, best);
}

static void
the_most_specific_is_found_first(void **state)
{
	char profiles[PROFILES][DSNAME_MAX + 1], name[DSNAME_MAX + 1];
	int hits = 0;

	(void)state;
	seed = 4020;
	for (int s = 0; s < SETS; s++) {
		for (int i = 0; i < PROFILES; i++) {
			random_name(profiles[i], rnd(8) > 0);
			assert_true(
			    profile_valid(profiles[i], strlen(profiles[i])));
		}
		qsort(profiles, PROFILES, sizeof(profiles[0]), compare);
		for (int k = 0; k < NAMES; k++) {
			random_name(name, false);
			search(profiles, name, &hits);
		}
	}
	assert_true(hits > SETS * NAMES / 4);
}

/* --- what a profile gives ---------------------------------------------------
 */

static enum ds_access
allows(enum ds_access uacc, const char *list, const char *userid,
    const char *groups, bool operations)
{
	static char in[8][USERID_MAX + 1];
	static struct ds_permit permits[8];
	struct ds_asker who = {userid, in, 0, operations};
	struct ds_profile p = {
	    .name = "H.**", .uacc = uacc, .permits = permits};
	char text[128], word[16], id[9];
	int at = 0, n;

	snprintf(text, sizeof(text), "%s", groups);
	for (char *w = strtok(text, " "); w != NULL; w = strtok(NULL, " "))
		strcpy(in[who.ngroups++], w);
	for (; sscanf(list + at, " %8[^=]=%15s%n", id, word, &n) == 2;
	     at += n) {
		strcpy(permits[p.npermits].id, id);
		assert_true(
		    ds_access_parse(word, &permits[p.npermits++].access));
	}
	return profile_allows(&p, &who);
}

/*
 * Whoever the access list names has what it says, more or less than UACC; a
 * user's own line goes before those of his groups, of which the highest
 * counts; OPERATIONS goes behind both; "*" is for all who have a user ID.
 */
static void
the_access_list_goes_before_uacc(void **state)
{
	static const struct {
		enum ds_access uacc;
		const char *list, *user, *groups;
		bool operations;
		enum ds_access allowed;
	} rows[] = {
	    {DS_ACCESS_NONE, "", "ANNA", "", false, DS_ACCESS_NONE},
	    {DS_ACCESS_READ, "", "ANNA", "", false, DS_ACCESS_READ},
	    {DS_ACCESS_READ, "", "", "", false, DS_ACCESS_READ},
	    {DS_ACCESS_NONE, "ANNA=UPDATE", "ANNA", "", false,
		DS_ACCESS_UPDATE},
	    {DS_ACCESS_ALTER, "ANNA=NONE", "ANNA", "", false, DS_ACCESS_NONE},
	    {DS_ACCESS_ALTER, "ANNA=NONE", "BERT", "", false, DS_ACCESS_ALTER},
	    {DS_ACCESS_READ, "STAFF=NONE", "ANNA", "STAFF", false,
		DS_ACCESS_NONE},
	    {DS_ACCESS_NONE, "OPS=READ STAFF=CONTROL TEAM=UPDATE", "ANNA",
		"OPS STAFF TEAM", false, DS_ACCESS_CONTROL},
	    {DS_ACCESS_NONE, "ANNA=READ STAFF=ALTER", "ANNA", "STAFF", false,
		DS_ACCESS_READ},
	    {DS_ACCESS_NONE, "STAFF=ALTER ANNA=READ", "ANNA", "STAFF", false,
		DS_ACCESS_READ},
	    {DS_ACCESS_NONE, "*=READ", "ANNA", "", false, DS_ACCESS_READ},
	    {DS_ACCESS_NONE, "*=READ", "", "", false, DS_ACCESS_NONE},
	    {DS_ACCESS_UPDATE, "*=READ", "ANNA", "", false, DS_ACCESS_UPDATE},
	    {DS_ACCESS_NONE, "*=ALTER STAFF=READ", "ANNA", "STAFF", false,
		DS_ACCESS_READ},
	    {DS_ACCESS_NONE, "", "ANNA", "", true, DS_ACCESS_ALTER},
	    {DS_ACCESS_NONE, "ANNA=READ", "ANNA", "", true, DS_ACCESS_READ},
	    {DS_ACCESS_NONE, "STAFF=NONE", "ANNA", "STAFF", true,
		DS_ACCESS_NONE},
	    {DS_ACCESS_NONE, "*=READ", "ANNA", "", true, DS_ACCESS_ALTER},
	    {DS_ACCESS_NONE, "ANNA=EXECUTE", "ANNA", "", false,
		DS_ACCESS_EXECUTE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (allows(rows[i].uacc, rows[i].list, rows[i].user,
			rows[i].groups, rows[i].operations) != rows[i].allowed)
			fail_msg("row %zu: %s", i, rows[i].list);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names_are_racfs),
	    cmocka_unit_test(endings_protect_as_the_table_says),
	    cmocka_unit_test(the_most_specific_is_found_first),
	    cmocka_unit_test(the_access_list_goes_before_uacc),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

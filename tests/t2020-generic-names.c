/*
 * Generic names beside a plain model: random names and patterns, matched by
 * trying every way qualifiers can be taken, as SC23-6846 has the rules; a
 * listing gives what the model gives, and takes it from an index.
 */
#include "catalog/cat_int.h"
#include "tests/support/catalog.h"
#include "tests/support/random.h"

enum { NAMES = 400, ROUNDS = 3000, PARTS = 24 };

/* --- the model ------------------------------------------------------------ */

struct parts {
	char part[PARTS][DSNAME_MAX + 1];
	int n;
};

static void
split(const char *s, struct parts *out)
{
	size_t len;

	out->n = 0;
	do {
		len = strcspn(s, ".");
		memcpy(out->part[out->n], s, len);
		out->part[out->n++][len] = '\0';
		s += len;
	} while (*s++ == '.');
}

static bool
model_text(const char *p, const char *q)
{
	if (*p == '\0')
		return *q == '\0';
	if (*p == '*')
		return model_text(p + 1, q) ||
		       (*q != '\0' && model_text(p, q + 1));
	return *q != '\0' && (*p == '%' || *p == *q) &&
	       model_text(p + 1, q + 1);
}

static bool
model_mask(const struct parts *p, int i, const struct parts *q, int j)
{
	if (i == p->n)
		return j == q->n;
	if (strcmp(p->part[i], "**") == 0)
		return model_mask(p, i + 1, q, j) ||
		       (j < q->n && model_mask(p, i, q, j + 1));
	return j < q->n && model_text(p->part[i], q->part[j]) &&
	       model_mask(p, i + 1, q, j + 1);
}

/* A '*' is one qualifier; a level has more behind it. */
static bool
model(enum cat_sel sel, const char *pattern, const char *name)
{
	struct parts p, q;
	int i;

	split(pattern, &p);
	split(name, &q);
	if (sel == CAT_MASK)
		return model_mask(&p, 0, &q, 0);
	if (sel == CAT_LEVEL ? q.n <= p.n : q.n != p.n)
		return false;
	for (i = 0; i < p.n; i++)
		if (strcmp(p.part[i], "*") != 0 &&
		    strcmp(p.part[i], q.part[i]) != 0)
			return false;
	return true;
}

static bool
matched(enum cat_sel sel, const char *pattern, const char *name)
{
	return sel == CAT_MASK    ? dsname_mask_match(pattern, name)
	       : sel == CAT_LEVEL ? dsname_level_match(pattern, name)
				  : dsname_match(pattern, name);
}

/* --- names and patterns by chance ----------------------------------------- */

/* Few letters, so that many fit. */
static void
random_name(char out[DSNAME_MAX + 1], int most)
{
	int n = 1 + (int)rnd((uint64_t)most), i;
	size_t len, at = 0, k;

	for (i = 0; i < n; i++) {
		if (i > 0)
			out[at++] = '.';
		len = 1 + rnd(3);
		for (k = 0; k < len; k++)
			out[at++] = (char)('A' + rnd(2));
	}
	out[at] = '\0';
}

static bool
valid(enum cat_sel sel, const char *p)
{
	size_t len = strlen(p);

	if (sel == CAT_MASK)
		return dsname_mask_valid(p, len);
	return dsname_generic_valid(p, len) &&
	       (sel != CAT_LEVEL || (p[len - 1] != '*'));
}

/* Some qualifiers of a name become generic ones. */
static void
random_pattern(enum cat_sel sel, char out[DSNAME_MAX + 1])
{
	static const char *const words[] = {
	    "*", "**", "A*", "*B", "%", "A%", "*A*", "%*", "B"};
	char name[DSNAME_MAX + 1];
	const char *word;
	struct parts p;
	size_t at;
	int i;

	do {
		random_name(name, 5);
		split(name, &p);
		for (at = 0, i = 0; i < p.n; i++) {
			word = p.part[i];
			if (rnd(2) == 0)
				word = words[sel == CAT_MASK ? rnd(9) : 0];
			at += (size_t)snprintf(out + at, DSNAME_MAX + 1 - at,
			    "%s%s", i > 0 ? "." : "", word);
		}
	} while (!valid(sel, out));
}

/* --- the tests ------------------------------------------------------------ */

static void
matching_is_the_models(void **state)
{
	char name[DSNAME_MAX + 1], pattern[DSNAME_MAX + 1];
	int sel, i, k, hits[CAT_MASK + 1] = {0};

	(void)state;
	for (sel = CAT_GENERIC; sel <= CAT_MASK; sel++)
		for (i = 0; i < ROUNDS; i++) {
			random_pattern((enum cat_sel)sel, pattern);
			for (k = 0; k < 20; k++) {
				random_name(name, 5);
				if (matched((enum cat_sel)sel, pattern, name) !=
				    model((enum cat_sel)sel, pattern, name))
					fail_msg("%s for %s (%d)", pattern,
					    name, sel);
				hits[sel] +=
				    model((enum cat_sel)sel, pattern, name);
			}
		}
	for (sel = CAT_GENERIC; sel <= CAT_MASK; sel++)
		assert_true(hits[sel] > 100); /* it is about something */
}

struct taken {
	enum cat_sel sel;
	const char *pattern;
	int n;
};

static bool
take(void *ctx, const struct ds_entry *ent)
{
	struct taken *t = ctx;

	assert_true(model(t->sel, t->pattern, ent->name));
	t->n++;
	return true;
}

static void
a_listing_gives_what_the_model_gives(void **state)
{
	static char names[NAMES][DSNAME_MAX + 1];
	struct fixture *f = *state;
	char pattern[DSNAME_MAX + 1];
	struct ds_entry *ent;
	struct taken t;
	int i, n = 0, round, want;

	assert_int_equal(cat_begin(f->cat, &f->diag), DS_OK);
	while (n < NAMES) {
		random_name(names[n], 6);
		for (i = 0; i < n && strcmp(names[i], names[n]) != 0; i++)
			;
		if (i < n)
			continue;
		ent = put(f, DS_NONVSAM, names[n++]);
		ds_entry_free(&ent);
	}
	assert_int_equal(cat_commit(f->cat, &f->diag), DS_OK);
	for (round = 0; round < 300; round++) {
		t.sel = (enum cat_sel)(CAT_GENERIC + round % 3);
		random_pattern(t.sel, pattern);
		t.pattern = pattern;
		t.n = want = 0;
		for (i = 0; i < NAMES; i++)
			want += model(t.sel, pattern, names[i]);
		assert_int_equal(
		    cat_list(f->cat, NULL, t.sel, pattern, take, &t, &f->diag),
		    DS_OK);
		if (t.n != want)
			fail_msg("%s: %d, not %d", pattern, t.n, want);
	}
}

/* The plan of a statement, as SQLite tells it. */
static void
plan(struct fixture *f, const char *sql, char *out, size_t size)
{
	char text[1024];
	sqlite3_stmt *st = NULL;
	size_t at = 0;

	snprintf(text, sizeof(text), "EXPLAIN QUERY PLAN %s", sql);
	assert_int_equal(
	    sqlite3_prepare_v2(f->cat->files[0]->db, text, -1, &st, NULL),
	    SQLITE_OK);
	out[0] = '\0';
	while (sqlite3_step(st) == SQLITE_ROW)
		at += (size_t)snprintf(out + at, size - at, "%s; ",
		    (const char *)sqlite3_column_text(st, 3));
	sqlite3_finalize(st);
}

static void
a_listing_by_prefix_is_a_range_of_an_index(void **state)
{
	struct fixture *f = *state;
	char text[1024];

	plan(f, cat_list_prefix, text, sizeof(text));
	assert_non_null(strstr(text, "SEARCH entry USING"));
	assert_non_null(strstr(text, "(name>? AND name<?)"));
	assert_null(strstr(text, "SCAN"));
	plan(f, cat_list_all, text, sizeof(text));
	assert_non_null(strstr(text, "entry_order"));
	assert_null(strstr(text, "TEMP B-TREE"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(matching_is_the_models),
	    cmocka_unit_test_setup_teardown(
		a_listing_gives_what_the_model_gives, setup, teardown),
	    cmocka_unit_test_setup_teardown(
		a_listing_by_prefix_is_a_range_of_an_index, setup, teardown),
	};

	seed = 2020;
	return cmocka_run_group_tests(tests, NULL, NULL);
}

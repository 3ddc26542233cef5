/*
 * Names in their order through several catalogs: the same as a listing of
 * entries gives, sorted, however they are paged and whatever is changed
 * meanwhile.
 */
#include "tests/support/services.h"

#include "services/catalogs.h"
#include "services/temporary.h"
#include "tests/support/random.h"

enum { MANY = 1500, NAME = DSNAME_MAX + 1 };

struct names {
	char (*v)[NAME];
	size_t n, cap;
	size_t stop; /* after so many; 0: never */
};

static void
add(struct names *l, const char *name)
{
	if (l->n == l->cap) {
		l->cap = l->cap > 0 ? 2 * l->cap : 64;
		l->v = realloc(l->v, l->cap * sizeof(*l->v));
		assert_non_null(l->v);
	}
	snprintf(l->v[l->n++], NAME, "%s", name);
}

static bool
add_entry(void *ctx, const struct ds_entry *ent)
{
	add(ctx, ent->name);
	return true;
}

static bool
add_name(void *ctx, const char *name, enum ds_type type, const char *catalog)
{
	struct names *l = ctx;

	assert_true(type != 0);
	assert_true(catalog[0] != '\0');
	add(l, name);
	return l->stop == 0 || l->n < l->stop;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void
nonvsam(struct fixture *f, const char *name)
{
	struct ds_define_nonvsam def = {.nvolumes = 1, .group = 100};

	snprintf(def.name, sizeof(def.name), "%s", name);
	strcpy(def.volumes[0], "VOL009");
	assert_int_equal(ds_define_nonvsam(f->sys, &def, &f->diag), DS_OK);
}

/* Names by chance, in the master and in two user catalogs. */
static void
fill(struct fixture *f)
{
	static const char *const ucats[] = {"UCAT.A", "UCAT.B"};
	static const char *const heads[] = {"A", "B", "C"};
	struct ds_define_cluster def;
	char name[NAME];

	for (int i = 0; i < 2; i++) {
		struct ds_define_ucat ucat = {0};
		struct ds_define_alias alias = {0};
		struct ds_defined made;

		strcpy(ucat.level.name, ucats[i]);
		ucat.level.unit = DS_UNIT_TRK;
		ucat.level.pri = 1;
		ucat.level.nvolumes = 1;
		strcpy(ucat.level.volumes[0], "VOL001");
		assert_int_equal(
		    ds_define_ucat(f->sys, &ucat, &made, &f->diag), DS_OK);
		strcpy(alias.name, heads[i]);
		strcpy(alias.target, ucats[i]);
		assert_int_equal(
		    ds_define_alias(f->sys, &alias, &f->diag), DS_OK);
	}
	for (int i = 0; i < MANY; i++) {
		snprintf(name, sizeof(name), "%s.%c%u.X%d", heads[rnd(3)],
		    (char)('A' + rnd(3)), (unsigned)rnd(20), i);
		nonvsam(f, name);
	}
	assert_int_equal(ds_system_flush(f->sys, NULL, &f->diag), DS_OK);
	def_small(&def, "A.CLUSTER");
	assert_int_equal(define(f, &def), DS_OK);
	/* whose name is the beginning of others' */
	nonvsam(f, "A.A1");
	assert_int_equal(ds_system_flush(f->sys, NULL, &f->diag), DS_OK);
}

/* ds_list sorted, against ds_list_names in one go and by pages. */
static size_t
compare(struct fixture *f, enum ds_select sel, const char *pattern)
{
	struct names want = {0}, got = {0}, page = {0};
	char after[NAME] = "";

	assert_int_equal(ds_list(f->sys, NULL, sel, pattern, false, add_entry,
			     &want, &f->diag),
	    DS_OK);
	if (want.n > 0)
		qsort(want.v, want.n, sizeof(*want.v), by_name);
	assert_int_equal(
	    ds_list_names(f->sys, sel, pattern, "", add_name, &got, &f->diag),
	    DS_OK);
	assert_int_equal(got.n, want.n);
	for (size_t i = 0; i < want.n; i++)
		assert_string_equal(got.v[i], want.v[i]);
	got.n = 0;
	do {
		page.n = 0;
		page.stop = 1 + rnd(300);
		assert_int_equal(ds_list_names(f->sys, sel, pattern, after,
				     add_name, &page, &f->diag),
		    DS_OK);
		for (size_t i = 0; i < page.n; i++)
			add(&got, page.v[i]);
		if (page.n > 0)
			strcpy(after, page.v[page.n - 1]);
	} while (page.n == page.stop);
	assert_int_equal(got.n, want.n);
	for (size_t i = 0; i < want.n; i++)
		assert_string_equal(got.v[i], want.v[i]);
	free(want.v);
	free(got.v);
	free(page.v);
	return got.n;
}

static void
they_are_those_of_the_entries_sorted(void **state)
{
	static const struct {
		enum ds_select sel;
		const char *pattern;
	} asked[] = {{DS_SEL_MASK, "A.**"}, {DS_SEL_MASK, "A.A1.**"},
	    {DS_SEL_MASK, "*.B*.**"}, {DS_SEL_MASK, "**.X7"},
	    {DS_SEL_MASK, "%.C%.X*"}, {DS_SEL_MASK, "UCAT.*"},
	    {DS_SEL_MASK, "NOT.THERE"}, {DS_SEL_LEVEL, "B"},
	    {DS_SEL_LEVEL, "A.A1"}, {DS_SEL_GENERIC, "C.*.X1"},
	    {DS_SEL_GENERIC, "A.CLUSTER"}, {DS_SEL_MASK, "B.A1.X**"}};
	struct fixture *f = *state;

	fill(f);
	/* two catalogs, two aliases, a cluster with data and index, A.A1 */
	assert_int_equal(compare(f, DS_SEL_ALL, ""), MANY + 8);
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
		compare(f, asked[i].sel, asked[i].pattern);
}

static void
temporary_data_sets_are_none_of_them(void **state)
{
	struct fixture *f = *state;
	struct ds_define_ps def = {.recfm = DS_RECFM_FB, .lrecl = 80};
	struct ds_temps *temps = NULL;
	struct names l = {0};

	assert_int_equal(ds_temps_new(f->sys, "JOB", &temps, &f->diag), DS_OK);
	assert_int_equal(ds_temps_name(temps, "T", def.name, &f->diag), DS_OK);
	assert_int_equal(ds_temps_define(temps, &def, &f->diag), DS_OK);
	assert_int_equal(
	    ds_list_names(f->sys, DS_SEL_ALL, "", "", add_name, &l, &f->diag),
	    DS_OK);
	assert_int_equal(l.n, 0);
	ds_temps_free(&temps);
}

/* --- changed meanwhile ---------------------------------------------------- */

struct changing {
	struct fixture *f;
	char last[NAME];
	size_t n;
};

/* Each third goes as it is given, and new ones come before and behind it. */
static bool
change(void *ctx, const char *name, enum ds_type type, const char *catalog)
{
	struct changing *c = ctx;
	char other[NAME];

	(void)catalog;
	assert_true(strcmp(name, c->last) > 0);
	snprintf(c->last, sizeof(c->last), "%s", name);
	if (type != DS_NONVSAM || ++c->n % 3 != 0 || strlen(name) > 30)
		return true;
	assert_int_equal(delete (c->f, name), DS_OK);
	snprintf(other, sizeof(other), "A.A.N%zu", c->n);
	nonvsam(c->f, other);
	assert_int_equal(ds_system_flush(c->f->sys, NULL, NULL), DS_OK);
	return c->n < MANY / 2;
}

static void
who_is_given_a_name_may_change_what_there_is(void **state)
{
	struct fixture *f = *state;
	struct changing c = {.f = f};

	fill(f);
	assert_int_equal(
	    ds_list_names(f->sys, DS_SEL_ALL, "", "", change, &c, &f->diag),
	    DS_OK);
	assert_true(c.n >= MANY / 2);
	compare(f, DS_SEL_ALL, "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(they_are_those_of_the_entries_sorted),
	    T(temporary_data_sets_are_none_of_them),
	    T(who_is_given_a_name_may_change_what_there_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

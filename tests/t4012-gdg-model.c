/*
 * Groups against a plain model: random definitions, roll-ins, deletions and
 * changed limits under every combination of the options. The model orders
 * generations as z/OS is said to: by a bit, set below 1000 while numbers above
 * 9000 are there, then by number; the bits go when all have it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/gdg.h"
#include "services/locate.h"
#include "services/system_int.h"
#include "tests/support/census.h"
#include "tests/support/random.h"
#include "tests/support/root.h"

enum { GROUPS = 4, MOST = 64, STEPS = 400, NAMES = 512 };

/* --- the model ------------------------------------------------------------ */

struct gen {
	int number, version;
	bool wrapped;
	bool ours;   /* a data set with a file, managed by SMS */
	bool dated;  /* has not expired */
	char status; /* 'A', 'D', 'R' */
};

struct group {
	char name[DSNAME_MAX + 1];
	int limit;
	uint32_t flags;
	struct gen g[MOST]; /* active ones in order, then the others */
	int active, n;
};

static struct group groups[GROUPS];

static long
order_of(const struct gen *g)
{
	return g->wrapped * 10000L + g->number;
}

static void
drop(struct group *gr, int i)
{
	memmove(&gr->g[i], &gr->g[i + 1],
	    (size_t)(gr->n - i - 1) * sizeof(gr->g[0]));
	gr->n--;
	gr->active -= i < gr->active;
}

/* An active one leaves. */
static void
leave(struct group *gr, int i)
{
	struct gen g = gr->g[i];
	bool scratch = (gr->flags & DS_A_SCRATCH) != 0 &&
		       (!g.dated || (gr->flags & DS_A_PURGE) != 0);

	drop(gr, i);
	if (!scratch && g.ours) {
		g.status = 'R';
		gr->g[gr->n++] = g;
	}
}

static void
settle_bits(struct group *gr)
{
	int i;

	for (i = 0; i < gr->active; i++)
		if (!gr->g[i].wrapped)
			return;
	for (i = 0; i < gr->active; i++)
		gr->g[i].wrapped = false;
}

static bool
gets_bit(const struct group *gr, int number)
{
	int i, high = 0;

	for (i = 0; i < gr->active; i++) {
		if (gr->g[i].wrapped)
			return number < 1000;
		high = gr->g[i].number > high ? gr->g[i].number : high;
	}
	return number < 1000 && high > 9000;
}

/* Comes in as active; false: too old for a full group. */
static bool
come(struct group *gr, struct gen in)
{
	int i, same = -1, others;

	in.wrapped = gets_bit(gr, in.number);
	in.status = 'A';
	for (i = 0; i < gr->active; i++)
		if (gr->g[i].number == in.number)
			same = i;
	others = gr->active - (same >= 0);
	i = same == 0 ? 1 : 0; /* the oldest of the others */
	if (others >= gr->limit && order_of(&in) < order_of(&gr->g[i]))
		return false;
	if (same >= 0)
		leave(gr, same);
	if (others >= gr->limit)
		for (i = (gr->flags & DS_A_EMPTY) ? gr->active
						  : gr->active + 1 - gr->limit;
		     i > 0; i--)
			leave(gr, 0);
	for (i = 0; i < gr->active && order_of(&gr->g[i]) < order_of(&in); i++)
		continue;
	memmove(
	    &gr->g[i + 1], &gr->g[i], (size_t)(gr->n - i) * sizeof(gr->g[0]));
	gr->g[i] = in;
	gr->active++;
	gr->n++;
	settle_bits(gr);
	return true;
}

static int
find(const struct group *gr, int number, int version)
{
	int i;

	for (i = 0; i < gr->n; i++)
		if (gr->g[i].number == number && gr->g[i].version == version)
			return i;
	return -1;
}

static void
name_of(const struct group *gr, const struct gen *g, char out[DSNAME_MAX + 1])
{
	snprintf(out, DSNAME_MAX + 1, "%.20s.G%04dV%02d", gr->name, g->number,
	    g->version);
}

/* --- the same twice ------------------------------------------------------- */

static char dir[ROOT_LEN];
static struct ds_system *sys;

static enum ds_status
define_ours(const char *name, bool dated)
{
	struct ds_define_ps def = {.recfm = DS_RECFM_F,
	    .lrecl = 80,
	    .unit = DS_UNIT_TRK,
	    .pri = 1,
	    .expires = dated ? 2099365 : 0};

	snprintf(def.name, sizeof(def.name), "%s", name);
	return ds_define_ps(sys, &def, NULL);
}

static enum ds_status
define_nonvsam(const char *name, bool dated)
{
	struct ds_define_nonvsam def = {.expires = dated ? 2099365 : 0};

	snprintf(def.name, sizeof(def.name), "%s", name);
	return ds_define_nonvsam(sys, &def, NULL);
}

/* A number that leads somewhere: the next one, one of before, any. */
static int
some_number(const struct group *gr)
{
	int last = gr->active > 0 ? gr->g[gr->active - 1].number : 9990;
	int n;

	switch (rnd(8)) {
	case 0:
		n = (int)rnd(9999) + 1;
		break;
	case 1:
		n = last - 3 + (int)rnd(6);
		break;
	default:
		n = last + 1 + (int)rnd(3);
		break;
	}
	return n > 9999 ? n - 9999 : n < 1 ? n + 9999 : n;
}

static void
try_define(struct group *gr)
{
	struct gen g = {.number = some_number(gr),
	    .version = rnd(5) == 0 ? (int)rnd(3) : 0,
	    .dated = rnd(4) == 0};
	char name[DSNAME_MAX + 1];
	enum ds_status st;
	bool in;

	name_of(gr, &g, name);
	if (find(gr, g.number, g.version) >= 0) {
		assert_int_equal(define_nonvsam(name, false), DS_CAT_DUPLICATE);
		return;
	}
	in = come(gr, g);
	st = define_nonvsam(name, g.dated);
	assert_int_equal(st, in ? DS_OK : DS_CAT_RELATED);
}

static void
try_new(struct group *gr)
{
	struct gen g = {.number = some_number(gr),
	    .ours = true,
	    .dated = rnd(4) == 0,
	    .status = 'D'};
	char name[DSNAME_MAX + 1];

	if (find(gr, g.number, 0) >= 0)
		return;
	name_of(gr, &g, name);
	assert_int_equal(define_ours(name, g.dated), DS_OK);
	gr->g[gr->n++] = g;
}

/* One that is not active, or is. */
static void
try_rollin(struct group *gr)
{
	char name[DSNAME_MAX + 1];
	struct gen g;
	enum ds_status st;
	bool in;
	int i;

	if (gr->n == 0)
		return;
	i = (int)rnd((uint64_t)gr->n);
	if (i < gr->active && gr->n > gr->active && rnd(4) > 0)
		i = gr->active;
	g = gr->g[i];
	name_of(gr, &g, name);
	st = ds_gdg_rollin(sys, NULL, name, NULL, NULL, NULL);
	if (i < gr->active) {
		assert_int_equal(st, DS_OK);
		return;
	}
	drop(gr, i);
	in = come(gr, g);
	if (!in)
		gr->g[gr->n++] = g;
	assert_int_equal(st, in ? DS_OK : DS_CAT_RELATED);
}

static void
try_delete(struct group *gr)
{
	const struct ds_delete_opts opts = {.erase = -1, .purge = true};
	char name[DSNAME_MAX + 1];
	int i;

	if (gr->n == 0)
		return;
	i = (int)rnd((uint64_t)gr->n);
	if (i < gr->active && gr->n > gr->active)
		i = gr->n - 1;
	name_of(gr, &gr->g[i], name);
	assert_int_equal(ds_delete(sys, name, &opts, NULL, NULL, NULL), DS_OK);
	drop(gr, i);
	settle_bits(gr);
}

static void
count_rolled(void *ctx, const char *name, enum ds_rolled how)
{
	(void)name;
	(void)how;
	++*(int *)ctx;
}

static void
try_alter(struct group *gr)
{
	struct ds_alter_gdg al = {.limit = rnd(2) ? (int)rnd(6) + 1 : 0,
	    .scratch = (int)rnd(3) - 1,
	    .empty = (int)rnd(3) - 1,
	    .fifo = (int)rnd(3) - 1,
	    .purge = (int)rnd(3) - 1,
	    .extended = -1};
	const struct {
		int word;
		uint32_t flag;
	} w[] = {{al.scratch, DS_A_SCRATCH}, {al.empty, DS_A_EMPTY},
	    {al.fifo, DS_A_FIFO}, {al.purge, DS_A_PURGE}};
	int i, told = 0, left = 0;

	for (i = 0; i < 4; i++)
		if (w[i].word >= 0)
			gr->flags = (gr->flags & ~w[i].flag) |
				    (w[i].word ? w[i].flag : 0);
	gr->limit = al.limit > 0 ? al.limit : gr->limit;
	for (; gr->active > gr->limit; left++)
		leave(gr, 0);
	settle_bits(gr);
	assert_int_equal(
	    ds_alter_gdg(sys, NULL, gr->name, &al, count_rolled, &told, NULL),
	    DS_OK);
	assert_int_equal(told, left);
}

/* --- are they the same? --------------------------------------------------- */

struct seen {
	char text[NAMES][DSNAME_MAX + 8];
	int n;
};

static bool
see(void *ctx, const struct ds_entry *ent)
{
	struct seen *s = ctx;

	assert_true(s->n < NAMES);
	snprintf(s->text[s->n++], sizeof(s->text[0]), "%s %c%c", ent->name,
	    ent->type == DS_GDS ? ent->gds_status : '-',
	    ds_entry_assoc(ent, DS_GDG) != NULL ? '+' : '-');
	return true;
}

static bool
has(const struct seen *s, const char *text)
{
	int i;

	for (i = 0; i < s->n; i++)
		if (strcmp(s->text[i], text) == 0)
			return true;
	return false;
}

static void
compare_group(const struct group *gr, const struct seen *s)
{
	char name[DSNAME_MAX + 1], text[DSNAME_MAX + 8];
	struct ds_entry *base = NULL;
	int i;

	assert_int_equal(ds_locate(sys, NULL, gr->name, &base, NULL), DS_OK);
	assert_int_equal(base->gdg_limit, gr->limit);
	assert_int_equal(base->flags, gr->flags);
	assert_int_equal(base->nassocs, gr->active);
	for (i = 0; i < gr->n; i++) {
		name_of(gr, &gr->g[i], name);
		if (i < gr->active)
			assert_string_equal(base->assocs[i].name, name);
		snprintf(text, sizeof(text), "%s %c%c", name, gr->g[i].status,
		    i < gr->active ? '+' : '-');
		if (!has(s, text))
			fail_msg("there is no %s", text);
	}
	ds_entry_free(&base);
}

/* As a run that begins now has them. */
static void
compare_numbers(const struct group *gr)
{
	char name[DSNAME_MAX + 1], out[DSNAME_MAX + 1];
	struct ds_system *run = NULL;
	struct gen next = {.number = 1};
	int i;

	assert_int_equal(ds_system_open(dir, &run, NULL, NULL), DS_OK);
	for (i = 0; i < gr->active; i++) {
		name_of(gr, &gr->g[gr->active - 1 - i], name);
		assert_int_equal(
		    ds_gdg_absolute(run, gr->name, -i, out, NULL), DS_OK);
		assert_string_equal(out, name);
	}
	assert_int_equal(
	    ds_gdg_absolute(run, gr->name, -i, out, NULL), DS_CAT_NOTFOUND);
	if (gr->active > 0)
		next.number = gr->g[gr->active - 1].number % 9999 + 1;
	name_of(gr, &next, name);
	/* behind what has wrapped there is room up to 999 */
	if (gr->active == 0 ||
	    gr->g[0].wrapped == gr->g[gr->active - 1].wrapped ||
	    next.number < 1000) {
		assert_int_equal(
		    ds_gdg_absolute(run, gr->name, 1, out, NULL), DS_OK);
		assert_string_equal(out, name);
	} else {
		assert_int_equal(ds_gdg_absolute(run, gr->name, 1, out, NULL),
		    DS_CAT_RELATED);
	}
	ds_system_close(&run);
}

static void
compare_all(void)
{
	static struct seen s;
	int i, total = GROUPS;

	s.n = 0;
	assert_int_equal(
	    ds_list(sys, NULL, DS_SEL_ALL, "", false, see, &s, NULL), DS_OK);
	for (i = 0; i < GROUPS; i++) {
		compare_group(&groups[i], &s);
		total += groups[i].n;
	}
	assert_int_equal(s.n, total);
}

static void
random_changes_come_out_as_the_model_has_them(void **state)
{
	static void (*const what[])(struct group *) = {try_define, try_define,
	    try_define, try_new, try_new, try_rollin, try_rollin, try_rollin,
	    try_delete, try_alter};
	struct ds_define_gdg def = {.limit = 3};
	struct group *gr;
	int i;

	(void)state;
	seed = 4012;
	for (i = 0; i < GROUPS; i++) {
		snprintf(groups[i].name, sizeof(groups[i].name), "G.N%d", i);
		snprintf(def.name, sizeof(def.name), "G.N%d", i);
		groups[i].flags = def.flags = (uint32_t)rnd(16) * DS_A_SCRATCH;
		groups[i].limit = def.limit = (int)rnd(5) + 1;
		assert_int_equal(ds_define_gdg(sys, &def, NULL), DS_OK);
	}
	for (i = 0; i < STEPS; i++) {
		gr = &groups[rnd(GROUPS)];
		if (gr->n + 8 > MOST)
			try_delete(gr);
		what[rnd(sizeof(what) / sizeof(what[0]))](gr);
		compare_all();
		if (i % 10 == 0)
			compare_numbers(gr);
	}
	ds_system_close(&sys);
	census_check(dir, 0);
}

/* DEFINE ALIAS relates to no base, but the catalog may. */
static void
an_alias_of_a_base_has_its_generations_and_goes_with_it(void **state)
{
	const struct ds_define_gdg def = {.name = "H.G", .limit = 2};
	const struct ds_delete_opts force = {.erase = -1, .force = true};
	struct ds_entry *alias = ds_entry_new(), *base = NULL;
	char out[DSNAME_MAX + 1];

	(void)state;
	assert_int_equal(ds_system_open(dir, &sys, NULL, NULL), DS_OK);
	assert_int_equal(ds_define_gdg(sys, &def, NULL), DS_OK);
	assert_int_equal(define_nonvsam("H.G.G0007V00", false), DS_OK);
	assert_int_equal(ds_locate(sys, NULL, "H.G", &base, NULL), DS_OK);
	alias->type = DS_ALIAS;
	strcpy(alias->name, "I.ALIAS");
	strcpy(alias->related, "H.G");
	assert_int_equal(
	    cat_put(ds_system_catalog(sys), NULL, alias, NULL), DS_OK);
	assert_int_equal(
	    cat_associate(ds_system_catalog(sys), base, alias, NULL), DS_OK);
	assert_int_equal(ds_gdg_absolute(sys, "I.ALIAS", 0, out, NULL), DS_OK);
	assert_string_equal(out, "H.G.G0007V00");
	/* the numbers of the base are fixed by it */
	assert_int_equal(define_nonvsam("H.G.G0008V00", false), DS_OK);
	assert_int_equal(ds_gdg_absolute(sys, "H.G", 0, out, NULL), DS_OK);
	assert_string_equal(out, "H.G.G0007V00");
	assert_int_equal(
	    ds_delete(sys, "H.G", &force, NULL, NULL, NULL), DS_OK);
	ds_entry_free(&base);
	assert_int_equal(
	    ds_locate(sys, NULL, "I.ALIAS", &base, NULL), DS_CAT_NOTFOUND);
	ds_entry_free(&alias);
	ds_system_close(&sys);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(random_changes_come_out_as_the_model_has_them),
	    cmocka_unit_test(
		an_alias_of_a_base_has_its_generations_and_goes_with_it),
	};
	int failed;

	setenv("CATAMOUNT_CLOCK", "2026-03-01T12:00:00", 1);
	if (!root_new(dir, "t4012") ||
	    ds_system_open(dir, &sys, NULL, NULL) != DS_OK)
		return 1;
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	ds_system_close(&sys);
	return root_remove(dir) == 0 ? failed : 1;
}

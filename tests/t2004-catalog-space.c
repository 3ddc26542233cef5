/* The catalog: routing, space, intents, many processes. */
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/support/catalog.h"
#include "tests/support/child.h"

/* --- routing -------------------------------------------------------------- */

static struct ds_entry *
ucat(struct fixture *f, const char *name)
{
	struct ds_entry *ent = ds_entry_new();

	ent->type = DS_UCAT;
	strcpy(ent->name, name);
	assert_int_equal(cat_ucat_create(f->cat, ent, &f->diag), DS_OK);
	return ent;
}

static void
alias(struct fixture *f, const char *name, struct ds_entry *target)
{
	struct ds_entry *ent = ds_entry_new();

	ent->type = DS_ALIAS;
	strcpy(ent->name, name);
	strcpy(ent->related, target->name);
	assert_int_equal(cat_put(f->cat, MASTER, ent, &f->diag), DS_OK);
	tie(f, target, ent);
	ds_entry_free(&ent);
}

static const char *
route(struct fixture *f, const char *name)
{
	static char out[DSNAME_MAX + 1];

	assert_int_equal(cat_route(f->cat, name, out, &f->diag), DS_OK);
	return out;
}

static void
names_go_to_the_longest_alias(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *u1, *u2, *u3, *ent;

	u1 = ucat(f, "UCAT.ONE");
	u2 = ucat(f, "UCAT.TWO");
	u3 = ucat(f, "THREE");
	alias(f, "PROD", u1);
	alias(f, "PROD.PAY", u2);
	assert_string_equal(route(f, "PROD.X"), "UCAT.ONE");
	assert_string_equal(route(f, "PROD.PAY.X"), "UCAT.TWO");
	assert_string_equal(route(f, "PROD.PAYX.X"), "UCAT.ONE");
	assert_string_equal(route(f, "PROD.PAY"), "UCAT.ONE");
	assert_string_equal(route(f, "PROD"), MASTER);
	assert_string_equal(route(f, "PRODX.PAY"), MASTER);
	/* the first qualifier is a catalog's name */
	assert_string_equal(route(f, "THREE.A.B"), "THREE");
	assert_string_equal(route(f, "THREE"), MASTER);
	ent = put_sphere(f, DS_CLUSTER, "PROD.PAY.KSDS");
	assert_string_equal(ent->catalog, "UCAT.TWO");
	ds_entry_free(&ent);
	assert_string_equal(assocs(f, "UCAT.TWO"), "X:PROD.PAY ");
	assert_string_equal(assocs(f, "PROD.PAY"), "U:UCAT.TWO ");
	/* CATALOG(...) overrides the search */
	assert_int_equal(
	    cat_get(f->cat, MASTER, "PROD.PAY.KSDS", &ent, &f->diag),
	    DS_CAT_NOTFOUND);
	assert_int_equal(
	    cat_get(f->cat, "UCAT.TWO", "PROD.PAY.KSDS", &ent, &f->diag),
	    DS_OK);
	ds_entry_free(&ent);
	assert_int_equal(
	    cat_get(f->cat, "NO.SUCH", "A", &ent, &f->diag), DS_CAT_UNAVAIL);
	assert_string_equal(f->diag.name, "NO.SUCH");
	ds_entry_free(&u1);
	ds_entry_free(&u2);
	ds_entry_free(&u3);
}

static void
a_listing_looks_into_the_catalogs_it_can_reach(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *u1, *u2, *ent;
	struct names names = {0};

	u1 = ucat(f, "UCAT.ONE");
	u2 = ucat(f, "UCAT.TWO");
	alias(f, "PROD", u1);
	alias(f, "TEST", u2);
	ent = put(f, DS_NONVSAM, "PROD.A");
	ds_entry_free(&ent);
	ent = put(f, DS_NONVSAM, "TEST.A");
	ds_entry_free(&ent);
	ent = put(f, DS_NONVSAM, "OTHER.A");
	ds_entry_free(&ent);
	assert_string_equal(
	    list(f, CAT_GENERIC, "*.A"), "A:OTHER.A A:PROD.A A:TEST.A ");
	assert_string_equal(list(f, CAT_LEVEL, "PROD"), "A:PROD.A ");
	assert_string_equal(list(f, CAT_LEVEL, "OTHER"), "A:OTHER.A ");
	assert_int_equal(cat_list(f->cat, "UCAT.TWO", CAT_ALL, NULL, collect,
			     &names, &f->diag),
	    DS_OK);
	assert_string_equal(names.text, "A:TEST.A ");
	ds_entry_free(&u1);
	ds_entry_free(&u2);
}

static void
a_transaction_spans_catalogs(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *u1, *a, *b;
	struct ds_entry *got = NULL;

	u1 = ucat(f, "UCAT.ONE");
	alias(f, "PROD", u1);
	assert_int_equal(cat_begin(f->cat, &f->diag), DS_OK);
	a = put(f, DS_NONVSAM, "PROD.A");
	b = put(f, DS_NONVSAM, "OTHER.A");
	cat_rollback(f->cat);
	assert_int_equal(
	    cat_get(f->cat, NULL, "PROD.A", &got, NULL), DS_CAT_NOTFOUND);
	ds_entry_free(&a);
	ds_entry_free(&b);
	assert_int_equal(cat_begin(f->cat, &f->diag), DS_OK);
	a = put(f, DS_NONVSAM, "PROD.A");
	b = put(f, DS_NONVSAM, "OTHER.A");
	assert_int_equal(cat_commit(f->cat, &f->diag), DS_OK);
	/* another process sees both: a second set of connections */
	cat_close(&f->cat);
	assert_int_equal(
	    cat_open(f->dir, MASTER, false, 1000, &f->cat, &f->diag), DS_OK);
	assert_int_equal(cat_get(f->cat, NULL, "PROD.A", &got, NULL), DS_OK);
	assert_string_equal(got->catalog, "UCAT.ONE");
	ds_entry_free(&got);
	assert_int_equal(cat_get(f->cat, NULL, "OTHER.A", &got, NULL), DS_OK);
	ds_entry_free(&got);
	/* tying across catalogs is refused */
	assert_int_equal(cat_associate(f->cat, a, b, &f->diag), DS_CAT_RELATED);
	ds_entry_free(&u1);
	ds_entry_free(&a);
	ds_entry_free(&b);
}

/* Row numbers are used again: what was read and deleted since is not tied to
 * whatever has its row now. */
static void
a_deleted_owner_is_tied_to_nothing(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *base = put(f, DS_CLUSTER, "D.K"), *got = NULL;
	struct ds_entry *aix;

	assert_int_equal(cat_remove(f->cat, base, &f->diag), DS_OK);
	aix = put(f, DS_AIX, "D.X");
	assert_int_equal(aix->rowid, base->rowid);
	assert_int_equal(
	    cat_associate(f->cat, base, aix, &f->diag), DS_CAT_NOTFOUND);
	assert_string_equal(f->diag.name, "D.K");
	assert_int_equal(cat_get(f->cat, NULL, "D.X", &got, NULL), DS_OK);
	assert_int_equal(got->nassocs, 0);
	ds_entry_free(&got);
	ds_entry_free(&aix);
	ds_entry_free(&base);
}

/* --- space ---------------------------------------------------------------- */

static const uint8_t comp[4][16] = {{1}, {2}, {3}, {4}};

static void
add_volume(struct fixture *f, const char *volser, uint32_t cylinders)
{
	struct cat_volume vol = {
	    .devtype = 0x3010200F, .cylinders = cylinders, .online = true};

	snprintf(vol.volser, sizeof(vol.volser), "%s", volser);
	snprintf(vol.uri, sizeof(vol.uri), "volumes/%s", volser);
	assert_int_equal(cat_volume_add(f->cat, &vol, &f->diag), DS_OK);
}

static enum ds_status
take(struct fixture *f, int who, uint32_t tracks, uint32_t unit, int pieces,
    struct ds_extent *x, int *np)
{
	return cat_space_take(
	    f->cat, "VOL001", comp[who], tracks, unit, pieces, x, np, &f->diag);
}

static void
space_is_taken_by_first_fit(void **state)
{
	struct fixture *f = *state;
	struct cat_volume vol;
	struct ds_extent x[5];
	int n = 0;

	add_volume(f, "VOL001", 4); /* cylinder 0 is not for data sets */
	assert_int_equal(take(f, 0, 1, 1, 5, x, &n), DS_OK);
	assert_int_equal(n, 1);
	assert_int_equal(x[0].low_cchh, 0x00010000);
	assert_int_equal(x[0].high_cchh, 0x00010000);
	/* a cylinder starts on a boundary */
	assert_int_equal(take(f, 1, 15, 15, 5, x, &n), DS_OK);
	assert_int_equal(x[0].low_cchh, 0x00020000);
	assert_int_equal(x[0].high_cchh, 0x0002000E);
	/* tracks go into the first gap, behind the first track */
	assert_int_equal(take(f, 2, 3, 3, 5, x, &n), DS_OK);
	assert_int_equal(x[0].low_cchh, 0x00010001);
	assert_int_equal(x[0].high_cchh, 0x00010003);
	assert_int_equal(
	    cat_volume_get(f->cat, "VOL001", &vol, &f->diag), DS_OK);
	assert_int_equal(vol.used_tracks, 19);
	/* given back, joined again, taken again from the start */
	assert_int_equal(
	    cat_space_give(f->cat, "VOL001", comp[2], &f->diag), DS_OK);
	assert_int_equal(
	    cat_space_give(f->cat, "VOL001", comp[0], &f->diag), DS_OK);
	assert_int_equal(
	    cat_space_give(f->cat, "VOL001", comp[0], &f->diag), DS_OK);
	assert_int_equal(take(f, 3, 15, 15, 1, x, &n), DS_OK);
	assert_int_equal(x[0].low_cchh, 0x00010000);
}

/* A gap in front, one behind, and both: what is given back joins them. */
static void
space_given_back_joins_the_gaps_beside_it(void **state)
{
	static const int orders[][3] = {
	    {0, 1, 2}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}};
	struct fixture *f = *state;
	struct ds_extent x[5];
	size_t i, k;
	int n = 0;

	add_volume(f, "VOL001", 4); /* 3 cylinders */
	for (i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		for (k = 0; k < 3; k++)
			assert_int_equal(
			    take(f, (int)k, 15, 15, 1, x, &n), DS_OK);
		for (k = 0; k < 3; k++) {
			assert_int_equal(cat_space_give(f->cat, "VOL001",
					     comp[orders[i][k]], &f->diag),
			    DS_OK);
			/* the first two are one piece when they touch */
			if (k == 1 && orders[i][0] + orders[i][1] != 2) {
				assert_int_equal(
				    take(f, 3, 30, 15, 1, x, &n), DS_OK);
				assert_int_equal(n, 1);
				assert_int_equal(cat_space_give(f->cat,
						     "VOL001", comp[3], NULL),
				    DS_OK);
			}
		}
		assert_int_equal(take(f, 3, 45, 15, 1, x, &n), DS_OK);
		assert_int_equal(x[0].low_cchh, 0x00010000);
		assert_int_equal(x[0].high_cchh, 0x0003000E);
		assert_int_equal(
		    cat_space_give(f->cat, "VOL001", comp[3], NULL), DS_OK);
	}
}

static void
space_comes_in_pieces_when_it_must(void **state)
{
	struct fixture *f = *state;
	struct cat_volume vol;
	struct ds_extent x[5];
	int n = 0;

	add_volume(f, "VOL001", 5); /* 4 cylinders, 60 tracks */
	assert_int_equal(take(f, 0, 15, 15, 1, x, &n), DS_OK); /* 1 */
	assert_int_equal(take(f, 1, 15, 15, 1, x, &n), DS_OK); /* 2 */
	assert_int_equal(take(f, 2, 15, 15, 1, x, &n), DS_OK); /* 3 */
	cat_space_give(f->cat, "VOL001", comp[1], NULL);
	/* cylinders 2 and 4 are free */
	assert_int_equal(take(f, 3, 30, 15, 1, x, &n), DS_CAT_NOSPACE);
	assert_string_equal(f->diag.name, "VOL001");
	assert_int_equal(take(f, 3, 45, 15, 5, x, &n), DS_CAT_NOSPACE);
	assert_int_equal(
	    cat_volume_get(f->cat, "VOL001", &vol, &f->diag), DS_OK);
	assert_int_equal(vol.used_tracks, 30); /* the attempts took nothing */
	assert_int_equal(take(f, 3, 30, 15, 5, x, &n), DS_OK);
	assert_int_equal(n, 2);
	assert_int_equal(x[0].low_cchh, 0x00020000);
	assert_int_equal(x[1].low_cchh, 0x00040000);
	assert_int_equal(x[1].high_cchh, 0x0004000E);
	assert_int_equal(take(f, 3, 1, 1, 5, x, &n), DS_CAT_NOSPACE);
}

static void
wrong_volumes_and_amounts_are_refused(void **state)
{
	struct fixture *f = *state;
	struct cat_volume vol = {.volser = "V1", .cylinders = 1};
	struct ds_extent x[5];
	int n = 0;

	assert_int_equal(take(f, 0, 1, 1, 5, x, &n), DS_CAT_NOVOLUME);
	assert_int_equal(
	    cat_volume_get(f->cat, "VOL001", &vol, &f->diag), DS_CAT_NOVOLUME);
	assert_int_equal(cat_volume_add(f->cat, &vol, &f->diag), DS_INVALID);
	vol.cylinders = 262669; /* beyond an EAV */
	assert_int_equal(cat_volume_add(f->cat, &vol, &f->diag), DS_INVALID);
	add_volume(f, "VOL001", 262668);
	vol.cylinders = 3339;
	strcpy(vol.volser, "VOL001");
	assert_int_equal(
	    cat_volume_add(f->cat, &vol, &f->diag), DS_CAT_DUPLICATE);
	assert_int_equal(take(f, 0, 0, 1, 5, x, &n), DS_INVALID);
	assert_int_equal(take(f, 0, 4, 3, 5, x, &n), DS_INVALID);
	assert_int_equal(take(f, 0, 15, 15, 0, x, &n), DS_INVALID);
	/* beyond cylinder 65535 the upper bits go beside the head */
	assert_int_equal(take(f, 0, 65535 * 15, 15, 1, x, &n), DS_OK);
	assert_int_equal(take(f, 1, 1, 1, 1, x, &n), DS_OK);
	assert_int_equal(x[0].low_cchh, 0x00000010);
}

static bool
count_volume(void *ctx, const struct cat_volume *vol)
{
	strcat(ctx, vol->volser);
	strcat(ctx, " ");
	return true;
}

static void
volumes_are_listed_by_name(void **state)
{
	struct fixture *f = *state;
	char text[64] = "";

	add_volume(f, "VOL002", 10);
	add_volume(f, "VOL001", 10);
	assert_int_equal(
	    cat_volume_list(f->cat, count_volume, text, &f->diag), DS_OK);
	assert_string_equal(text, "VOL001 VOL002 ");
}

/* --- intents -------------------------------------------------------------- */

struct intents {
	struct fixture *f;
	char text[256];
};

static bool
clear_intent(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	struct intents *in = ctx;
	size_t at = strlen(in->text);

	snprintf(in->text + at, sizeof(in->text) - at, "%c %s %d %s;", kind,
	    volser, comp_id[0], holder);
	assert_int_equal(cat_intent_clear(in->f->cat, id, &in->f->diag), DS_OK);
	return true;
}

static void
intents_are_kept_until_cleared(void **state)
{
	struct fixture *f = *state;
	struct intents in = {f, ""};
	int64_t id = 0;

	assert_int_equal(
	    cat_intent_put(f->cat, 'D', "VOL001", comp[0], "H1", &id, &f->diag),
	    DS_OK);
	assert_int_equal(
	    cat_intent_put(f->cat, 'X', "VOL001", comp[1], "H2", &id, &f->diag),
	    DS_OK);
	assert_int_equal(
	    cat_intent_list(f->cat, clear_intent, &in, &f->diag), DS_OK);
	assert_string_equal(in.text, "D VOL001 1 H1;X VOL001 2 H2;");
	in.text[0] = '\0';
	assert_int_equal(
	    cat_intent_list(f->cat, clear_intent, &in, &f->diag), DS_OK);
	assert_string_equal(in.text, "");
}

static void
a_component_is_known_by_its_entry(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *u1 = ucat(f, "UCAT.ONE"), *a = ds_entry_new();
	bool known = true;

	alias(f, "PROD", u1);
	assert_int_equal(
	    cat_component_known(f->cat, comp[0], &known, &f->diag), DS_OK);
	assert_false(known);
	a->type = DS_DATA;
	strcpy(a->name, "PROD.A.DATA");
	memcpy(a->comp_id, comp[0], 16);
	assert_int_equal(cat_put(f->cat, NULL, a, &f->diag), DS_OK);
	assert_int_equal(
	    cat_component_known(f->cat, comp[0], &known, &f->diag), DS_OK);
	assert_true(known);
	ds_entry_free(&a);
	ds_entry_free(&u1);
}

/* --- many processes ------------------------------------------------------- */

enum { PROCESSES = 6, EACH = 25 };

/* Its own connections; entries and space in one transaction each. */
static int
child(const char *dir, int me)
{
	struct catalog *cat = NULL;
	struct ds_extent x[5];
	struct ds_entry *ent = ds_entry_new();
	uint8_t id[16] = {9, (uint8_t)me};
	int i, n, bad = 0;

	if (cat_open(dir, MASTER, true, 60000, &cat, NULL) != DS_OK)
		return 1;
	ent->type = DS_NONVSAM;
	for (i = 0; i < EACH && bad == 0; i++) {
		snprintf(ent->name, sizeof(ent->name), "P%d.N%d", me, i);
		id[2] = (uint8_t)i;
		bad |= cat_begin(cat, NULL) != DS_OK;
		bad |= cat_put(cat, NULL, ent, NULL) != DS_OK;
		bad |= cat_space_take(
			   cat, "VOL001", id, 2, 1, 1, x, &n, NULL) != DS_OK;
		bad |= cat_commit(cat, NULL) != DS_OK;
	}
	ds_entry_free(&ent);
	cat_close(&cat);
	return bad;
}

static bool
count(void *ctx, const struct ds_entry *ent)
{
	(void)ent;
	++*(int *)ctx;
	return true;
}

static void
processes_change_one_catalog_at_once(void **state)
{
	struct fixture *f = *state;
	struct cat_volume vol;
	pid_t pids[PROCESSES];
	int i, status, n = 0;

	add_volume(f, "VOL001", 100);
	cat_close(&f->cat); /* connections do not cross a fork */
	for (i = 0; i < PROCESSES; i++)
		if ((pids[i] = child_fork()) == 0)
			_exit(child(f->dir, i));
	for (i = 0; i < PROCESSES; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_int_equal(status, 0);
	}
	assert_int_equal(
	    cat_open(f->dir, MASTER, false, 1000, &f->cat, &f->diag), DS_OK);
	assert_int_equal(
	    cat_list(f->cat, NULL, CAT_ALL, NULL, count, &n, &f->diag), DS_OK);
	assert_int_equal(n, PROCESSES * EACH);
	assert_int_equal(
	    cat_volume_get(f->cat, "VOL001", &vol, &f->diag), DS_OK);
	assert_int_equal(vol.used_tracks, PROCESSES * EACH * 2);
}

static void
processes_make_one_catalog_at_once(void **state)
{
	struct fixture *f = *state;
	char dir[80], path[128];
	pid_t pids[PROCESSES];
	struct stat sb;
	int i, status;

	snprintf(dir, sizeof(dir), "%s/new", f->dir);
	assert_int_equal(mkdir(dir, 0700), 0);
	for (i = 0; i < PROCESSES; i++)
		if ((pids[i] = child_fork()) == 0) {
			struct catalog *cat = NULL;
			struct ds_diag d;

			_exit(
			    (int)cat_open(dir, MASTER, true, 60000, &cat, &d));
		}
	for (i = 0; i < PROCESSES; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_int_equal(status, 0);
	}
	snprintf(path, sizeof(path), "%s/%s.db", dir, MASTER);
	assert_int_equal(stat(path, &sb), 0);
	assert_int_equal(sb.st_mode & 0777, 0600);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(names_go_to_the_longest_alias),
	    T(a_listing_looks_into_the_catalogs_it_can_reach),
	    T(a_transaction_spans_catalogs),
	    T(a_deleted_owner_is_tied_to_nothing),
	    T(space_is_taken_by_first_fit),
	    T(space_given_back_joins_the_gaps_beside_it),
	    T(space_comes_in_pieces_when_it_must),
	    T(wrong_volumes_and_amounts_are_refused),
	    T(volumes_are_listed_by_name),
	    T(intents_are_kept_until_cleared),
	    T(a_component_is_known_by_its_entry),
	    T(processes_change_one_catalog_at_once),
	    T(processes_make_one_catalog_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

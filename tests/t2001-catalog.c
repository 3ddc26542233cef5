/* The catalog: entries, associations, order, routing, space, intents. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "catalog/catalog.h"

#define MASTER "CATALOG.MASTER"

struct fixture {
	char dir[64];
	struct catalog *cat;
	struct ds_diag diag;
};

static int
setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	snprintf(f->dir, sizeof(f->dir), "/tmp/t2001-XXXXXX");
	if (f == NULL || mkdtemp(f->dir) == NULL)
		return -1;
	*state = f;
	return cat_open(f->dir, MASTER, true, 20000, &f->cat, &f->diag) == DS_OK
		   ? 0
		   : -1;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	char cmd[128];

	cat_close(&f->cat);
	snprintf(cmd, sizeof(cmd), "rm -rf '%s'", f->dir);
	if (system(cmd) != 0)
		return -1;
	free(f);
	return 0;
}

static struct ds_entry *
put(struct fixture *f, enum ds_type type, const char *name)
{
	struct ds_entry *ent = ds_entry_new();

	assert_non_null(ent);
	ent->type = type;
	snprintf(ent->name, sizeof(ent->name), "%s", name);
	assert_int_equal(cat_put(f->cat, NULL, ent, &f->diag), DS_OK);
	return ent;
}

static void
tie(struct fixture *f, struct ds_entry *owner, struct ds_entry *member)
{
	assert_int_equal(cat_associate(f->cat, owner, member, &f->diag), DS_OK);
}

/* A cluster with data and index; the caller frees what it asks for. */
static struct ds_entry *
put_sphere(struct fixture *f, enum ds_type type, const char *name)
{
	struct ds_entry *own = put(f, type, name), *part;
	char part_name[DSNAME_MAX + 10];

	snprintf(part_name, sizeof(part_name), "%s.DATA", name);
	part = put(f, DS_DATA, part_name);
	tie(f, own, part);
	ds_entry_free(&part);
	snprintf(part_name, sizeof(part_name), "%s.INDEX", name);
	part = put(f, DS_INDEX, part_name);
	tie(f, own, part);
	ds_entry_free(&part);
	return own;
}

static void
add_extent(struct ds_volume_cell *cell, uint32_t n)
{
	struct ds_extent x = {n, n + 1, n * 100ULL, n * 100ULL + 99, n};

	assert_true(ds_entry_add_extent(cell, &x));
}

/* --- entries -------------------------------------------------------------- */

static void
an_entry_comes_back_as_it_was_stored(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *a = ds_entry_new(), *b = NULL;
	struct ds_volume_cell *cell;

	a->type = DS_DATA;
	strcpy(a->name, "A.B.DATA");
	strcpy(a->owner, "OWNER1");
	a->created = 2026334;
	a->expires = 9999999;
	a->flags = DS_A_ERASE | DS_A_NOSCRATCH_VOL | DS_A_SMS;
	strcpy(a->storclas, "SCTECH");
	a->ccsid = 1047;
	a->org = DS_ORG_KSDS;
	a->keylen = 255;
	a->rkp = 32760;
	a->maxlrecl = UINT32_MAX;
	a->share_region = 4;
	a->fspc_ca = 100;
	a->space_type = DS_SPACE_CYL;
	a->space_pri = 16777215;
	memset(a->comp_id, 0xAB, sizeof(a->comp_id));
	a->ctlchar = 'A';
	a->gds_status = 'D';
	strcpy(a->extra, "LOG=ALL\nBWO=NO\n");
	cell = ds_entry_add_volume(a);
	strcpy(cell->volser, "VOL001");
	cell->devtype = 0x3010200F;
	add_extent(cell, 1);
	add_extent(cell, 2);
	cell = ds_entry_add_volume(a);
	strcpy(cell->volser, "*");
	cell->volflag = DS_VOLFLAG_CANDIDATE;
	assert_int_equal(cat_put(f->cat, NULL, a, &f->diag), DS_OK);
	assert_string_equal(a->catalog, MASTER);
	assert_true(a->rowid > 0);

	assert_int_equal(
	    cat_get(f->cat, NULL, "A.B.DATA", &b, &f->diag), DS_OK);
	assert_int_equal(b->rowid, a->rowid);
	assert_int_equal(b->type, DS_DATA);
	assert_string_equal(b->owner, "OWNER1");
	assert_int_equal(b->created, 2026334);
	assert_int_equal(b->expires, 9999999);
	assert_int_equal(b->flags, a->flags);
	assert_string_equal(b->storclas, "SCTECH");
	assert_string_equal(b->mgmtclas, "");
	assert_int_equal(b->ccsid, 1047);
	assert_int_equal(b->org, DS_ORG_KSDS);
	assert_int_equal(b->keylen, 255);
	assert_int_equal(b->rkp, 32760);
	assert_int_equal(b->maxlrecl, UINT32_MAX);
	assert_int_equal(b->share_region, 4);
	assert_int_equal(b->fspc_ca, 100);
	assert_int_equal(b->space_pri, 16777215);
	assert_memory_equal(b->comp_id, a->comp_id, 16);
	assert_int_equal(b->ctlchar, 'A');
	assert_int_equal(b->gds_status, 'D');
	assert_string_equal(b->extra, "LOG=ALL\nBWO=NO\n");
	assert_int_equal(b->nvolumes, 2);
	assert_int_equal(b->volumes[0].nextents, 2);
	assert_int_equal(b->volumes[0].extents[1].low_rba, 200);
	assert_int_equal(b->volumes[0].extents[1].high_rba, 299);
	assert_int_equal(b->volumes[0].extents[1].tracks, 2);
	assert_string_equal(b->volumes[1].volser, "*");
	assert_int_equal(b->volumes[1].volflag, DS_VOLFLAG_CANDIDATE);
	assert_int_equal(b->volumes[1].nextents, 0);
	ds_entry_free(&a);
	ds_entry_free(&b);
}

static void
a_name_is_there_once(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *a = put(f, DS_NONVSAM, "A.B"), *b = ds_entry_new();

	b->type = DS_CLUSTER;
	strcpy(b->name, "A.B");
	assert_int_equal(cat_put(f->cat, NULL, b, &f->diag), DS_CAT_DUPLICATE);
	assert_string_equal(f->diag.name, "A.B");
	assert_int_equal(b->rowid, 0);
	ds_entry_free(&a);
	ds_entry_free(&b);
	assert_int_equal(
	    cat_get(f->cat, NULL, "A.C", &b, &f->diag), DS_CAT_NOTFOUND);
	assert_null(b);
}

static void
an_update_rewrites_fields_and_extents(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *a = put(f, DS_DATA, "A.B"), *b = NULL;

	add_extent(ds_entry_add_volume(a), 7);
	a->maxlrecl = 80;
	assert_int_equal(cat_update(f->cat, a, &f->diag), DS_OK);
	assert_int_equal(cat_get(f->cat, NULL, "A.B", &b, &f->diag), DS_OK);
	assert_int_equal(b->maxlrecl, 80);
	assert_int_equal(b->volumes[0].extents[0].tracks, 7);
	assert_int_equal(cat_remove(f->cat, a, &f->diag), DS_OK);
	assert_int_equal(cat_update(f->cat, b, &f->diag), DS_CAT_NOTFOUND);
	assert_int_equal(cat_remove(f->cat, b, &f->diag), DS_CAT_NOTFOUND);
	ds_entry_free(&a);
	ds_entry_free(&b);
}

static void
a_rollback_leaves_nothing(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *a, *b = NULL;

	assert_int_equal(cat_begin(f->cat, &f->diag), DS_OK);
	assert_int_equal(cat_begin(f->cat, &f->diag), DS_INVALID);
	a = put_sphere(f, DS_CLUSTER, "A.B");
	cat_rollback(f->cat);
	cat_rollback(f->cat);
	assert_int_equal(
	    cat_get(f->cat, NULL, "A.B", &b, &f->diag), DS_CAT_NOTFOUND);
	assert_int_equal(
	    cat_get(f->cat, NULL, "A.B.DATA", &b, &f->diag), DS_CAT_NOTFOUND);
	ds_entry_free(&a);
}

static void
names_that_are_none_are_refused(void **state)
{
	static const char *const bad[] = {"", "a.b", "A..B", ".A", "A.", "1A",
	    "ABCDEFGHI", "A'; DROP TABLE entry; --"};
	struct fixture *f = *state;
	struct ds_entry *a = ds_entry_new();
	size_t i;

	a->type = DS_NONVSAM;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(a->name, sizeof(a->name), "%s", bad[i]);
		assert_int_equal(
		    cat_put(f->cat, NULL, a, &f->diag), DS_INVALID);
	}
	strcpy(a->name, "A.B");
	a->type = (enum ds_type)'?';
	assert_int_equal(cat_put(f->cat, NULL, a, &f->diag), DS_INVALID);
	ds_entry_free(&a);
}

/* --- associations and order ----------------------------------------------- */

struct names {
	char text[4096];
	int n, stop_after;
};

static bool
collect(void *ctx, const struct ds_entry *ent)
{
	struct names *names = ctx;
	size_t at = strlen(names->text);

	snprintf(names->text + at, sizeof(names->text) - at, "%c:%s ",
	    (char)ent->type, ent->name);
	return ++names->n != names->stop_after;
}

static const char *
list(struct fixture *f, enum cat_sel sel, const char *pattern)
{
	static struct names names;

	memset(&names, 0, sizeof(names));
	assert_int_equal(
	    cat_list(f->cat, NULL, sel, pattern, collect, &names, &f->diag),
	    DS_OK);
	return names.text;
}

static const char *
assocs(struct fixture *f, const char *name)
{
	static struct names names;
	struct ds_entry *ent = NULL;
	size_t i, at;

	memset(&names, 0, sizeof(names));
	assert_int_equal(cat_get(f->cat, NULL, name, &ent, &f->diag), DS_OK);
	for (i = 0; i < ent->nassocs; i++) {
		at = strlen(names.text);
		snprintf(names.text + at, sizeof(names.text) - at, "%c:%s ",
		    (char)ent->assocs[i].type, ent->assocs[i].name);
	}
	ds_entry_free(&ent);
	return names.text;
}

/* The shape of a real z/OS listing: a base, its alternate index, a path. */
static void
make_card_sphere(struct fixture *f)
{
	struct ds_entry *aix, *base, *path;

	/* the index first: order must not come from creation */
	aix = put_sphere(f, DS_AIX, "CARD.VSAM.AIX");
	base = put_sphere(f, DS_CLUSTER, "CARD.VSAM.KSDS");
	tie(f, base, aix);
	path = put(f, DS_PATH, "CARD.VSAM.AIX.PATH");
	tie(f, aix, path);
	ds_entry_free(&aix);
	ds_entry_free(&base);
	ds_entry_free(&path);
}

static void
associates_stand_in_the_order_of_listcat(void **state)
{
	struct fixture *f = *state;

	make_card_sphere(f);
	/* as in the CARDDATA sphere of a z/OS 2.x LISTCAT */
	assert_string_equal(assocs(f, "CARD.VSAM.KSDS"),
	    "D:CARD.VSAM.KSDS.DATA I:CARD.VSAM.KSDS.INDEX G:CARD.VSAM.AIX ");
	assert_string_equal(assocs(f, "CARD.VSAM.AIX"),
	    "D:CARD.VSAM.AIX.DATA I:CARD.VSAM.AIX.INDEX C:CARD.VSAM.KSDS "
	    "R:CARD.VSAM.AIX.PATH ");
	assert_string_equal(
	    assocs(f, "CARD.VSAM.KSDS.DATA"), "C:CARD.VSAM.KSDS ");
	assert_string_equal(
	    assocs(f, "CARD.VSAM.AIX.INDEX"), "G:CARD.VSAM.AIX ");
	assert_string_equal(assocs(f, "CARD.VSAM.AIX.PATH"),
	    "G:CARD.VSAM.AIX D:CARD.VSAM.AIX.DATA I:CARD.VSAM.AIX.INDEX "
	    "D:CARD.VSAM.KSDS.DATA I:CARD.VSAM.KSDS.INDEX ");
}

static void
a_listing_follows_the_sphere(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent;

	make_card_sphere(f);
	ent = put(f, DS_NONVSAM, "CARD.VSAM.ABC");
	ds_entry_free(&ent);
	ent = put(f, DS_NONVSAM, "CARD.VSAM.KSDS.BIN");
	ds_entry_free(&ent);
	/* the path in front of the cluster, the index behind it: z/OS 2.x */
	assert_string_equal(list(f, CAT_ALL, NULL),
	    "A:CARD.VSAM.ABC R:CARD.VSAM.AIX.PATH C:CARD.VSAM.KSDS "
	    "D:CARD.VSAM.KSDS.DATA I:CARD.VSAM.KSDS.INDEX G:CARD.VSAM.AIX "
	    "D:CARD.VSAM.AIX.DATA I:CARD.VSAM.AIX.INDEX "
	    "A:CARD.VSAM.KSDS.BIN ");
	assert_string_equal(list(f, CAT_GENERIC, "CARD.VSAM.*"),
	    "A:CARD.VSAM.ABC C:CARD.VSAM.KSDS G:CARD.VSAM.AIX ");
	assert_string_equal(list(f, CAT_LEVEL, "CARD.VSAM.AIX"),
	    "R:CARD.VSAM.AIX.PATH D:CARD.VSAM.AIX.DATA "
	    "I:CARD.VSAM.AIX.INDEX ");
	assert_string_equal(list(f, CAT_MASK, "CARD.**.%ATA"),
	    "D:CARD.VSAM.KSDS.DATA D:CARD.VSAM.AIX.DATA ");
	assert_string_equal(list(f, CAT_LEVEL, "CARDX"), "");
}

static void
a_listing_stops_when_told(void **state)
{
	struct fixture *f = *state;
	struct names names = {.stop_after = 2};

	make_card_sphere(f);
	assert_int_equal(
	    cat_list(f->cat, NULL, CAT_ALL, NULL, collect, &names, &f->diag),
	    DS_OK);
	assert_int_equal(names.n, 2);
}

static void
a_rename_keeps_the_sphere_together(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent = NULL;

	make_card_sphere(f);
	assert_int_equal(
	    cat_get(f->cat, NULL, "CARD.VSAM.KSDS", &ent, &f->diag), DS_OK);
	assert_int_equal(cat_rename(f->cat, ent, "CARD.VSAM.AIX", &f->diag),
	    DS_CAT_DUPLICATE);
	assert_string_equal(f->diag.name, "CARD.VSAM.AIX");
	assert_int_equal(cat_rename(f->cat, ent, "AAA", &f->diag), DS_OK);
	assert_int_equal(
	    cat_rename(f->cat, ent, "BBB", &f->diag), DS_CAT_NOTFOUND);
	ds_entry_free(&ent);
	assert_int_equal(
	    cat_get(f->cat, NULL, "CARD.VSAM.AIX", &ent, &f->diag), DS_OK);
	assert_int_equal(cat_rename(f->cat, ent, "ZZZ", &f->diag), DS_OK);
	ds_entry_free(&ent);
	assert_string_equal(list(f, CAT_ALL, NULL),
	    "C:AAA D:CARD.VSAM.KSDS.DATA I:CARD.VSAM.KSDS.INDEX G:ZZZ "
	    "D:CARD.VSAM.AIX.DATA I:CARD.VSAM.AIX.INDEX "
	    "R:CARD.VSAM.AIX.PATH ");
	assert_int_equal(
	    cat_get(f->cat, NULL, "CARD.VSAM.AIX.PATH", &ent, &f->diag), DS_OK);
	assert_string_equal(ent->related, "ZZZ");
	ds_entry_free(&ent);
}

static void
removing_an_entry_unties_it(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent = NULL;

	make_card_sphere(f);
	assert_int_equal(
	    cat_get(f->cat, NULL, "CARD.VSAM.AIX", &ent, &f->diag), DS_OK);
	assert_int_equal(cat_remove(f->cat, ent, &f->diag), DS_OK);
	ds_entry_free(&ent);
	assert_string_equal(assocs(f, "CARD.VSAM.KSDS"),
	    "D:CARD.VSAM.KSDS.DATA I:CARD.VSAM.KSDS.INDEX ");
	assert_string_equal(assocs(f, "CARD.VSAM.AIX.PATH"), "");
}

static void
generations_follow_their_base_and_wrap(void **state)
{
	static const char *const gens[] = {
	    "G.G9998V00", "G.G0001V00", "G.G9999V01", "G.G0002V00"};
	struct fixture *f = *state;
	struct ds_entry *base, *gen;
	size_t i;

	base = put(f, DS_GDG, "G");
	gen = put(f, DS_NONVSAM, "G.A");
	ds_entry_free(&gen);
	for (i = 0; i < 4; i++) {
		gen = put(f, DS_GDS, gens[i]);
		tie(f, base, gen);
		ds_entry_free(&gen);
	}
	/* rolled off: no longer tied, stands by its own name */
	gen = put(f, DS_GDS, "G.G0500V00");
	ds_entry_free(&gen);
	gen = put(f, DS_GDS, "G.NOGEN");
	assert_int_equal(
	    cat_associate(f->cat, base, gen, &f->diag), DS_CAT_RELATED);
	assert_int_equal(cat_remove(f->cat, gen, &f->diag), DS_OK);
	ds_entry_free(&gen);
	/* after G9999 comes G0001 */
	assert_string_equal(list(f, CAT_ALL, NULL),
	    "B:G H:G.G9998V00 H:G.G9999V01 H:G.G0001V00 H:G.G0002V00 "
	    "A:G.A H:G.G0500V00 ");
	assert_string_equal(assocs(f, "G"),
	    "H:G.G9998V00 H:G.G9999V01 H:G.G0001V00 H:G.G0002V00 ");
	assert_string_equal(assocs(f, "G.G0001V00"), "B:G ");
	ds_entry_free(&base);
}

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
		if ((pids[i] = fork()) == 0)
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
		if ((pids[i] = fork()) == 0) {
			struct catalog *cat = NULL;
			struct ds_diag d;

			_exit(cat_open(dir, MASTER, true, 60000, &cat, &d));
		}
	for (i = 0; i < PROCESSES; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_int_equal(status, 0);
	}
	snprintf(path, sizeof(path), "%s/%s.db", dir, MASTER);
	assert_int_equal(stat(path, &sb), 0);
	assert_int_equal(sb.st_mode & 0777, 0600);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(an_entry_comes_back_as_it_was_stored),
	    T(a_name_is_there_once),
	    T(an_update_rewrites_fields_and_extents),
	    T(a_rollback_leaves_nothing),
	    T(names_that_are_none_are_refused),
	    T(associates_stand_in_the_order_of_listcat),
	    T(a_listing_follows_the_sphere),
	    T(a_listing_stops_when_told),
	    T(a_rename_keeps_the_sphere_together),
	    T(removing_an_entry_unties_it),
	    T(generations_follow_their_base_and_wrap),
	    T(names_go_to_the_longest_alias),
	    T(a_listing_looks_into_the_catalogs_it_can_reach),
	    T(a_transaction_spans_catalogs),
	    T(space_is_taken_by_first_fit),
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

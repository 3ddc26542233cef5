/* The catalog: entries, their associations and their order. */
#include "tests/support/catalog.h"

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
	/* apart again, the generation stands by its own name */
	assert_int_equal(
	    cat_get(f->cat, NULL, "G.G9998V00", &gen, &f->diag), DS_OK);
	assert_int_equal(cat_dissociate(f->cat, base, gen, &f->diag), DS_OK);
	assert_int_equal(cat_dissociate(f->cat, base, gen, &f->diag), DS_OK);
	assert_string_equal(list(f, CAT_ALL, NULL),
	    "B:G H:G.G9999V01 H:G.G0001V00 H:G.G0002V00 "
	    "A:G.A H:G.G0500V00 H:G.G9998V00 ");
	assert_string_equal(assocs(f, "G.G9998V00"), "");
	/* and comes back to its place, in front of what has wrapped */
	tie(f, base, gen);
	ds_entry_free(&gen);
	assert_string_equal(assocs(f, "G"),
	    "H:G.G9998V00 H:G.G9999V01 H:G.G0001V00 H:G.G0002V00 ");
	ds_entry_free(&base);
}

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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

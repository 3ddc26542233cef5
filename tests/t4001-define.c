/* DEFINE CLUSTER in a root of its own. */
#include "tests/support/services.h"

/* --- DEFINE CLUSTER ------------------------------------------------------- */

/*
 * Values: ACCTDATA.VSAM.KSDS in a LISTCAT ALL of z/OS 2.x (CYL(1 5) KEYS(11 0)
 * RECORDSIZE(300 300) SHAREOPTIONS(2 3) ERASE).
 */
static void
a_ksds_gets_the_attributes_of_zos(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct ds_defined out;
	struct ds_entry *c, *d, *x;

	def_ksds(&def, "ACCT.KSDS");
	def.cluster.share_region = 2;
	def.cluster.share_system = 3;
	def.cluster.erase = 1;
	strcpy(def.cluster.volumes[0], "AWSHJ1");
	def.cluster.nvolumes = 1;
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_string_equal(out.data, "ACCT.KSDS.DATA");
	assert_string_equal(out.index, "ACCT.KSDS.INDEX");
	assert_true(out.data_generated && out.index_generated);
	assert_string_equal(out.data_volser, "VOL001");
	assert_string_equal(out.storclas, "STANDARD");
	assert_string_equal(out.mgmtclas, "");

	c = locate(f, "ACCT.KSDS");
	assert_int_equal(c->type, DS_CLUSTER);
	assert_int_equal(c->created, 2026060);
	assert_int_equal(c->expires, 0);
	assert_string_equal(c->storclas, "STANDARD");
	assert_int_equal(c->nassocs, 2);
	assert_string_equal(c->assocs[1].name, "ACCT.KSDS.INDEX");
	d = locate(f, "ACCT.KSDS.DATA");
	assert_int_equal(d->keylen, 11);
	assert_int_equal(d->bufspace, 37376);
	assert_int_equal(d->cisize, 18432);
	assert_int_equal(d->cis_per_ca, 45);
	assert_int_equal(d->share_region, 2);
	assert_int_equal(d->share_system, 3);
	assert_int_equal(d->flags & DS_A_ERASE, DS_A_ERASE);
	assert_int_equal(d->space_type, DS_SPACE_CYL);
	assert_int_equal(d->space_pri, 1);
	assert_int_equal(d->space_sec, 5);
	assert_int_equal(d->physrec, 18432);
	assert_int_equal(d->physrecs_per_trk, 3);
	assert_int_equal(d->tracks_per_ca, 15);
	assert_int_equal(d->volumes[0].devtype, 0x3010200F);
	assert_int_equal(d->volumes[0].extents[0].high_rba, 829439);
	assert_int_equal(d->volumes[0].extents[0].low_cchh & 0xFFFF, 0);
	assert_int_equal(d->volumes[0].extents[0].high_cchh & 0xFFFF, 0xE);
	assert_true(d->stats_known);
	assert_int_equal(d->stats.harba, 829440);
	assert_int_equal(d->stats.hurba, 0);
	assert_int_equal(d->stats.extents, 1);
	x = locate(f, "ACCT.KSDS.INDEX");
	assert_int_equal(x->keylen, 11);
	assert_int_equal(x->avglrecl, 0);
	assert_int_equal(x->maxlrecl, 505);
	assert_int_equal(x->bufspace, 0);
	assert_int_equal(x->cisize, 512);
	assert_int_equal(x->cis_per_ca, 49);
	assert_int_equal(x->flags & DS_A_ERASE, 0);
	assert_int_equal(x->share_region, 2);
	assert_int_equal(x->space_type, DS_SPACE_TRACK);
	assert_int_equal(x->space_pri, 1);
	assert_int_equal(x->space_sec, 1);
	assert_int_equal(x->volumes[0].extents[0].high_rba, 25087);
	assert_true(x->stats_known);
	assert_int_equal(x->stats.harba, 25088);
	ds_entry_free(&c);
	ds_entry_free(&d);
	ds_entry_free(&x);
	assert_int_equal(files(f), 2);
	assert_int_equal(used_tracks(f), 16);
}

static void
explicit_names_and_levels_are_honoured(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct ds_defined out;
	struct ds_entry *ent;

	def_ksds(&def, "U.SEC");
	strcpy(def.data.name, "U.SEC.DAT");
	strcpy(def.index.name, "U.SEC.IDX");
	def.cluster.cisize = 8192;
	def.cluster.fspc_ci = 10;
	def.data.fspc_ca = 15; /* DATA before CLUSTER */
	def.cluster.reuse = 1;
	def.data.spanned = 1;
	def.index.share_region = 3;
	def.data.unit = DS_UNIT_TRK;
	def.data.pri = def.data.sec = 3;
	strcpy(def.cluster.owner, "BOSS");
	strcpy(def.cluster.exceptexit, "EXIT1");
	strcpy(def.extra, "LOG=NONE\n");
	def.expires = 2030001;
	def.ccsid = 37;
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_false(out.data_generated || out.index_generated);
	ent = locate(f, "U.SEC.DAT");
	assert_int_equal(ent->cisize, 8192);
	assert_int_equal(ent->fspc_ci, 10);
	assert_int_equal(ent->fspc_ca, 15);
	assert_int_equal(ent->flags & (DS_A_REUSE | DS_A_SPANNED),
	    DS_A_REUSE | DS_A_SPANNED);
	assert_int_equal(ent->space_type, DS_SPACE_TRACK);
	assert_int_equal(ent->tracks_per_ca, 3);
	assert_int_equal(ent->share_region, 1);
	assert_int_equal(ent->share_system, 3);
	assert_string_equal(ent->exceptexit, "EXIT1");
	assert_string_equal(ent->owner, "");
	assert_int_equal(ent->ccsid, 37);
	ds_entry_free(&ent);
	ent = locate(f, "U.SEC.IDX");
	assert_int_equal(ent->cisize, 8192);
	assert_int_equal(ent->fspc_ci, 0);
	assert_int_equal(ent->flags & (DS_A_REUSE | DS_A_SPANNED), DS_A_REUSE);
	assert_int_equal(ent->share_region, 3);
	ds_entry_free(&ent);
	ent = locate(f, "U.SEC");
	assert_string_equal(ent->owner, "BOSS");
	assert_string_equal(ent->extra, "LOG=NONE\n");
	assert_int_equal(ent->expires, 2030001);
	ds_entry_free(&ent);
}

static void
every_organization_is_defined(void **state)
{
	static const struct {
		enum ds_org org;
		int64_t avg, max;
		enum ds_org is;
		const char *index; /* NULL: none */
		int keylen;
		int coded; /* KEYS(coded 0), or -1 */
	} t[] = {
	    {DS_ORG_KSDS, -1, -1, DS_ORG_KSDS, "A.B.INDEX", 64, -1},
	    {DS_ORG_ESDS, 80, 80, DS_ORG_ESDS, NULL, 0, -1},
	    {DS_ORG_ESDS, 80, 200, DS_ORG_ESDS, NULL, 0, -1},
	    /* KEYLEN 4 in the LISTCAT of such a set on z/OS 1.10 */
	    {DS_ORG_ESDS, -1, -1, DS_ORG_ESDS, NULL, 4, 4},
	    {DS_ORG_RRDS, 80, 80, DS_ORG_RRDS, NULL, 0, -1},
	    {DS_ORG_RRDS, -1, -1, DS_ORG_RRDS, NULL, 0, -1},
	    {DS_ORG_RRDS, 80, 200, DS_ORG_VRRDS, "A.B.INDEX", 4, -1},
	    {DS_ORG_LDS, -1, -1, DS_ORG_LDS, NULL, 0, -1},
	};
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct ds_defined out;
	struct ds_entry *ent;
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		def_init(&def, "A.B");
		def.org = t[i].org;
		def.org_given = true;
		def.cluster.unit = DS_UNIT_TRK;
		def.cluster.pri = def.cluster.sec = 1;
		def.cluster.avglrecl = t[i].avg;
		def.cluster.maxlrecl = t[i].max;
		if (t[i].coded > 0) {
			def.cluster.keylen = t[i].coded;
			def.cluster.rkp = 0;
		}
		assert_int_equal(
		    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
		assert_string_equal(
		    out.index, t[i].index != NULL ? t[i].index : "");
		ent = locate(f, "A.B");
		assert_int_equal(ent->org, t[i].is);
		ds_entry_free(&ent);
		ent = locate(f, "A.B.DATA");
		assert_int_equal(ent->org, t[i].is);
		assert_int_equal(ent->keylen, t[i].keylen);
		if (t[i].org != DS_ORG_LDS)
			assert_int_equal(
			    ent->maxlrecl, t[i].max < 0 ? 4089 : t[i].max);
		else
			assert_int_equal(ent->cisize, 4096);
		assert_true(ent->stats_known);
		ds_entry_free(&ent);
		assert_int_equal(delete (f, "A.B"), DS_OK);
	}
	assert_int_equal(files(f), 0);
}

static enum ds_status
try_define(
    struct fixture *f, const struct ds_define_cluster *def, const char *text)
{
	enum ds_status st = define(f, def);

	if (st == DS_INVALID)
		assert_string_equal(f->diag.text, text);
	assert_string_equal(f->diag.name, "A.B");
	return st;
}

/* The numbers are those of access method services' own checks, the catalog's
 * return codes 192, 196, 204, 208. */
static void
contradictions_are_refused_by_number(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;

	def_ksds(&def, "A.B");
	def.cluster.unit = DS_UNIT_NONE;
	assert_int_equal(try_define(f, &def, "IDC3505I"), DS_INVALID);
	def_ksds(&def, "A.B");
	def.cluster.pri = 0;
	assert_int_equal(try_define(f, &def, "IDC3505I"), DS_INVALID);
	def_ksds(&def, "A.B");
	def.cluster.unit = DS_UNIT_REC;
	def.cluster.avglrecl = def.cluster.maxlrecl = -1;
	assert_int_equal(try_define(f, &def, "IDC3507I"), DS_INVALID);
	def_ksds(&def, "A.B");
	def.cluster.avglrecl = 301;
	assert_int_equal(try_define(f, &def, "IDC3515I"), DS_INVALID);
	def_ksds(&def, "A.B");
	def.data.reuse = 1;
	def.index.reuse = 0;
	assert_int_equal(try_define(f, &def, "IDC3519I"), DS_INVALID);
	def_ksds(&def, "A.B");
	def.org = DS_ORG_RRDS;
	def.data.spanned = 1;
	assert_int_equal(try_define(f, &def, "IDC3521I"), DS_INVALID);
	def_ksds(&def, "A.B");
	def.cluster.maxlrecl = 32762;
	assert_int_equal(try_define(f, &def, "IDC3522I"), DS_INVALID);
	def.cluster.maxlrecl = 32761;
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(delete (f, "A.B"), DS_OK);
	def_ksds(&def, "A.B");
	def.cluster.keylen = 255;
	def.cluster.rkp = 45;
	assert_int_equal(define(f, &def), DS_OK); /* to the last byte */
	assert_int_equal(delete (f, "A.B"), DS_OK);
	def.cluster.rkp = 46;
	assert_int_equal(try_define(f, &def, ""), DS_CAT_KEY);
	def_ksds(&def, "A.B");
	def.cluster.bufspace = 1000;
	assert_int_equal(define(f, &def), DS_OK); /* raised */
	assert_int_equal(delete (f, "A.B"), DS_OK);
	def_ksds(&def, "A.B");
	def.data.spanned = 1;
	def.cluster.unit = DS_UNIT_TRK;
	def.cluster.avglrecl = def.cluster.maxlrecl = 60000;
	assert_int_equal(
	    try_define(f, &def,
		"a control area holds 55266 bytes of a spanned record"),
	    DS_INVALID);
	def_ksds(&def, "A.B");
	def.cluster.avglrecl = def.cluster.maxlrecl = 0;
	assert_int_equal(try_define(f, &def, ""), DS_CAT_LRECL);
	def_ksds(&def, "A.B");
	def.cluster.pri = 70000; /* the volume has 65519 */
	assert_int_equal(define(f, &def), DS_CAT_NOSPACE);
	assert_int_equal(files(f), 0);
	assert_int_equal(used_tracks(f), 0);
	assert_false(there(f, "A.B"));
}

static void
a_double_name_leaves_nothing(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;

	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(define(f, &def), DS_CAT_DUPLICATE);
	assert_string_equal(f->diag.name, "A.B");
	def_ksds(&def, "A.C");
	strcpy(def.data.name, "A.B.DATA");
	assert_int_equal(define(f, &def), DS_CAT_DUPLICATE);
	assert_string_equal(f->diag.name, "A.B.DATA");
	strcpy(def.data.name, "A.C");
	assert_int_equal(define(f, &def), DS_CAT_DUPLICATE);
	assert_int_equal(files(f), 2);
	assert_int_equal(used_tracks(f), 16);
	assert_false(there(f, "A.C"));
}

static void
component_names_are_generated_by_length(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct ds_defined out;

	/* the last qualifier CLUSTER is replaced */
	def_ksds(&def, "A.B.CLUSTER");
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_string_equal(out.data, "A.B.DATA");
	assert_string_equal(out.index, "A.B.INDEX");
	/* the same names again: a unique one */
	def_ksds(&def, "A.B");
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_int_equal(strncmp(out.data, "A.B.T", 5), 0);
	assert_int_equal(dsname_qualifiers(out.data), 5);
	/* a name of one qualifier keeps it */
	def_ksds(&def, "CLUSTER");
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_string_equal(out.data, "CLUSTER.DATA");
	def_ksds(&def, "B.CLUSTER");
	assert_int_equal(define(f, &def), DS_OK);
	def_ksds(&def, "B");
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_int_equal(strncmp(out.data, "B.T", 3), 0);
	assert_int_equal(dsname_qualifiers(out.data), 5);
	/* 38 and 39 characters */
	def_ksds(&def, "ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH.AB");
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_string_equal(
	    out.index, "ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH.AB.INDEX");
	def_ksds(&def, "ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH.ABC");
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_string_equal(
	    out.data, "ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH.ABC.D");
	assert_string_equal(
	    out.index, "ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH.ABC.I");
	/* 44 */
	def_ksds(&def, "ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH");
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_int_equal(
	    strncmp(out.data, "ABCDEFGH.ABCDEFGH.ABCDEFGH.ABCDEFGH.T", 37), 0);
	assert_int_equal(strlen(out.data), 44);
	assert_string_not_equal(out.data, out.index);
}

/* An alias of two qualifiers routes the cluster: generated names follow it, a
 * name of its own that is routed elsewhere is found all the same. */
static void
components_are_found_whatever_routes_them(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ucat = ds_entry_new(), *alias = ds_entry_new(), *ent;
	struct ds_define_cluster def;
	struct ds_defined out;

	ucat->type = DS_UCAT;
	strcpy(ucat->name, "UCAT.ONE");
	assert_int_equal(
	    cat_ucat_create(ds_system_catalog(f->sys), ucat, &f->diag), DS_OK);
	alias->type = DS_ALIAS;
	strcpy(alias->name, "A.B");
	strcpy(alias->related, "UCAT.ONE");
	assert_int_equal(
	    cat_put(ds_system_catalog(f->sys), NULL, alias, &f->diag), DS_OK);
	ds_entry_free(&ucat);
	ds_entry_free(&alias);
	def_ksds(&def, "A.B.C.DATA"); /* takes the first choice away */
	assert_int_equal(define(f, &def), DS_OK);
	def_ksds(&def, "A.B.C");
	strcpy(def.index.name, "OTHER.NAME");
	assert_int_equal(define(f, &def), DS_CAT_RELATED);
	strcpy(def.catalog, "UCAT.ONE"); /* sends it there all the same */
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	ent = locate(f, out.data);
	assert_string_equal(ent->catalog, "UCAT.ONE");
	ds_entry_free(&ent);
	ent = locate(f, "OTHER.NAME");
	assert_int_equal(ent->type, DS_INDEX);
	assert_string_equal(ent->catalog, "UCAT.ONE");
	ds_entry_free(&ent);
}

static void
a_model_gives_what_is_not_said(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct ds_define_nonvsam nv = {.name = "A.PS"};
	struct ds_entry *ent;

	def_ksds(&def, "A.MODEL");
	def.cluster.share_region = 2;
	def.cluster.reuse = 1;
	def.data.erase = 1;
	def.cluster.fspc_ci = 20;
	strcpy(def.cluster.owner, "BOSS");
	assert_int_equal(define(f, &def), DS_OK);
	def_init(&def, "A.COPY");
	strcpy(def.model, "A.MODEL");
	def.cluster.keylen = 5;
	def.cluster.rkp = 2;
	assert_int_equal(define(f, &def), DS_OK);
	ent = locate(f, "A.COPY.DATA");
	assert_int_equal(ent->keylen, 5);
	assert_int_equal(ent->rkp, 2);
	assert_int_equal(ent->maxlrecl, 300);
	assert_int_equal(ent->share_region, 2);
	assert_int_equal(ent->fspc_ci, 20);
	assert_int_equal(ent->space_type, DS_SPACE_CYL);
	assert_int_equal(ent->space_sec, 5);
	assert_int_equal(
	    ent->flags & (DS_A_ERASE | DS_A_REUSE), DS_A_ERASE | DS_A_REUSE);
	ds_entry_free(&ent);
	ent = locate(f, "A.COPY");
	assert_string_equal(ent->owner, "BOSS");
	ds_entry_free(&ent);
	/* not a cluster, not there */
	nv.nvolumes = 1;
	strcpy(nv.volumes[0], "XYZ");
	assert_int_equal(ds_define_nonvsam(f->sys, &nv, &f->diag), DS_OK);
	def_init(&def, "A.D");
	strcpy(def.model, "A.PS");
	assert_int_equal(define(f, &def), DS_INVALID);
	assert_string_equal(f->diag.text, "IDC3501I");
	strcpy(def.model, "A.NONE");
	assert_int_equal(define(f, &def), DS_CAT_NOTFOUND);
	/* the one that is missing, not the one to be made */
	assert_string_equal(f->diag.name, "A.NONE");
}

/* All that DEFINE CLUSTER can say, level by level. */
static void
a_model_gives_every_attribute(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct ds_entry *ent;

	def_ksds(&def, "A.MODEL");
	def.cluster.bufspace = 500000;
	def.cluster.writecheck = def.cluster.speed = 1;
	strcpy(def.cluster.exceptexit, "EXITPGM");
	strcpy(def.data.owner, "DATAMAN");
	strcpy(def.mgmtclas, "MCLASS");
	strcpy(def.dataclas, "DCLASS");
	strcpy(def.extra, "LOG=UNDO\nBWO=TYPECICS\n");
	def.expires = 2099001;
	def.ccsid = 1047;
	assert_int_equal(define(f, &def), DS_OK);
	def_init(&def, "A.COPY");
	strcpy(def.model, "A.MODEL");
	strcpy(def.extra, "LOG=NONE\n");
	assert_int_equal(define(f, &def), DS_OK);
	ent = locate(f, "A.COPY.DATA");
	assert_int_equal(ent->bufspace, 500000);
	assert_int_equal(ent->flags & (DS_A_WRITECHECK | DS_A_SPEED),
	    DS_A_WRITECHECK | DS_A_SPEED);
	assert_string_equal(ent->exceptexit, "EXITPGM");
	assert_string_equal(ent->owner, "DATAMAN");
	assert_int_equal(ent->ccsid, 1047);
	ds_entry_free(&ent);
	ent = locate(f, "A.COPY");
	assert_string_equal(ent->mgmtclas, "MCLASS");
	assert_string_equal(ent->dataclas, "DCLASS");
	assert_string_equal(ent->extra, "LOG=NONE\nBWO=TYPECICS\n");
	assert_int_equal(ent->expires, 2099001);
	ds_entry_free(&ent);
	/* a component's model is a component of its kind */
	def_ksds(&def, "A.PART");
	def.cluster.share_region = 0;
	strcpy(def.data.model, "A.MODEL.DATA");
	assert_int_equal(define(f, &def), DS_OK);
	ent = locate(f, "A.PART.DATA");
	assert_string_equal(ent->exceptexit, "EXITPGM");
	ds_entry_free(&ent);
	def_ksds(&def, "A.WRONG");
	strcpy(def.data.model, "A.MODEL.INDEX");
	assert_int_equal(define(f, &def), DS_INVALID);
	assert_string_equal(f->diag.text, "IDC3501I");
	def_ksds(&def, "A.WRONG");
	strcpy(def.index.model, "A.MODEL");
	assert_int_equal(define(f, &def), DS_INVALID);
}

/* The table of common value ranges: LINEAR has no records and no keys, free
 * space is for what is indexed. KEYS of NONINDEXED is kept. */
static void
an_organization_refuses_words_of_others(void **state)
{
	static const struct {
		enum ds_org org;
		int keylen, fspc, avg, max;
		const char *text; /* NULL: accepted */
	} cases[] = {
	    {DS_ORG_LDS, -1, -1, -1, -1, NULL},
	    {DS_ORG_LDS, 8, -1, -1, -1, "IDC3226I KEYS"},
	    {DS_ORG_LDS, -1, -1, 80, 80, "IDC3226I RECORDSIZE"},
	    {DS_ORG_LDS, -1, 10, -1, -1, "IDC3226I FREESPACE"},
	    {DS_ORG_ESDS, 8, -1, 80, 80, NULL},
	    {DS_ORG_ESDS, -1, 10, 80, 80, "IDC3226I FREESPACE"},
	    {DS_ORG_RRDS, -1, 10, 80, 80, "IDC3226I FREESPACE"},
	    {DS_ORG_RRDS, -1, 10, 40, 80, NULL}, /* of varying length */
	    {DS_ORG_KSDS, 8, 10, 80, 80, NULL},
	};
	struct fixture *f = *state;
	struct ds_define_cluster def;
	size_t i;
	int level;

	for (i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		struct ds_define_level *l;
		char name[16];

		level = i % 2;
		snprintf(name, sizeof(name), "A.N%d", (int)i);
		def_init(&def, name);
		def.org = cases[i / 2].org;
		def.org_given = true;
		def.cluster.unit = DS_UNIT_TRK;
		def.cluster.pri = 1;
		l = level == 0 ? &def.cluster : &def.data;
		l->keylen = cases[i / 2].keylen;
		l->rkp = l->keylen > 0 ? 0 : -1;
		l->fspc_ci = l->fspc_ca = cases[i / 2].fspc;
		l->avglrecl = cases[i / 2].avg;
		l->maxlrecl = cases[i / 2].max;
		if (cases[i / 2].text == NULL) {
			assert_int_equal(define(f, &def), DS_OK);
			continue;
		}
		assert_int_equal(define(f, &def), DS_INVALID);
		assert_string_equal(f->diag.text, cases[i / 2].text);
	}
}

/* Off SMS volumes are required, must be there and are tried in turn. */
static void
without_sms_volumes_count(void **state)
{
	struct fixture *f = *state;
	struct cat_volume vol = {.volser = "SMALL1",
	    .uri = "volumes/SMALL1",
	    .devtype = 0x3010200F,
	    .cylinders = 3,
	    .online = true};
	struct ds_define_cluster def;
	struct ds_defined out;
	struct ds_entry *ent;
	char path[128];

	snprintf(path, sizeof(path), "mkdir %s/volumes/SMALL1", f->dir);
	assert_int_equal(system(path), 0);
	assert_int_equal(
	    cat_volume_add(ds_system_catalog(f->sys), &vol, &f->diag), DS_OK);
	f->sys->config.sms = false;
	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_INVALID);
	assert_string_equal(f->diag.text, "IDC3506I");
	strcpy(def.cluster.volumes[0], "NOVOL1");
	def.cluster.nvolumes = 1;
	assert_int_equal(define(f, &def), DS_CAT_NOVOLUME);
	assert_string_equal(f->diag.name, "NOVOL1");
	strcpy(def.cluster.volumes[0], "SMALL1");
	strcpy(def.cluster.volumes[1], "VOL001");
	def.cluster.nvolumes = 2;
	def.cluster.pri = 2; /* and a track for the index: 2 do not fit */
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_string_equal(out.data_volser, "VOL001");
	assert_string_equal(out.storclas, "");
	ent = locate(f, "A.B.DATA");
	assert_int_equal(ent->nvolumes, 2);
	assert_int_equal(ent->volumes[0].volflag, DS_VOLFLAG_PRIME);
	assert_string_equal(ent->volumes[1].volser, "SMALL1");
	assert_int_equal(ent->volumes[1].volflag, DS_VOLFLAG_CANDIDATE);
	assert_int_equal(ent->flags & DS_A_SMS, 0);
	ds_entry_free(&ent);
	def_ksds(&def, "A.C");
	strcpy(def.cluster.volumes[0], "SMALL1");
	def.cluster.nvolumes = 1;
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_string_equal(out.index_volser, "SMALL1");
	/* an index goes to its own volume, and is told and listed there */
	def_ksds(&def, "A.D");
	strcpy(def.data.volumes[0], "VOL001");
	strcpy(def.index.volumes[0], "NOVOL1");
	def.data.nvolumes = def.index.nvolumes = 1;
	assert_int_equal(define(f, &def), DS_CAT_NOVOLUME);
	strcpy(def.index.volumes[0], "SMALL1");
	assert_int_equal(
	    ds_define_cluster(f->sys, &def, &out, &f->diag), DS_OK);
	assert_string_equal(out.data_volser, "VOL001");
	assert_string_equal(out.index_volser, "SMALL1");
	ent = locate(f, "A.D.INDEX");
	assert_string_equal(ent->volumes[0].volser, "SMALL1");
	ds_entry_free(&ent);
	assert_int_equal(delete (f, "A.D"), DS_OK);
	assert_int_equal(delete (f, "A.B"), DS_OK);
	assert_int_equal(delete (f, "A.C"), DS_OK);
	assert_int_equal(used_tracks(f), 0);
}

static void
under_sms_any_volume_will_do(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct ds_entry *ent;

	def_ksds(&def, "A.B");
	strcpy(def.cluster.volumes[0], "*");
	strcpy(def.cluster.volumes[1], "*");
	strcpy(def.cluster.volumes[2], "AWSHJ1");
	def.cluster.nvolumes = 3;
	strcpy(def.storclas, "SCTECH");
	assert_int_equal(define(f, &def), DS_OK);
	ent = locate(f, "A.B.DATA");
	assert_int_equal(ent->nvolumes, 3);
	assert_string_equal(ent->volumes[0].volser, "VOL001");
	assert_string_equal(ent->volumes[2].volser, "*");
	assert_int_equal(ent->volumes[2].volflag, DS_VOLFLAG_CANDIDATE);
	ds_entry_free(&ent);
	ent = locate(f, "A.B");
	assert_string_equal(ent->storclas, "SCTECH");
	ds_entry_free(&ent);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_ksds_gets_the_attributes_of_zos),
	    T(explicit_names_and_levels_are_honoured),
	    T(every_organization_is_defined),
	    T(contradictions_are_refused_by_number),
	    T(a_double_name_leaves_nothing),
	    T(component_names_are_generated_by_length),
	    T(components_are_found_whatever_routes_them),
	    T(a_model_gives_what_is_not_said),
	    T(a_model_gives_every_attribute),
	    T(an_organization_refuses_words_of_others),
	    T(without_sms_volumes_count),
	    T(under_sms_any_volume_will_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

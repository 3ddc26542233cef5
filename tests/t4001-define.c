/* DEFINE, DELETE and look-up in a root of their own. */
#include <errno.h>
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

#include "services/define.h"
#include "services/enq.h"
#include "services/locate.h"
#include "services/system_int.h"

struct fixture {
	char dir[64];
	struct ds_system *sys;
	struct ds_diag diag;
};

static int
setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	if (f == NULL)
		return -1;
	setenv("CATAMOUNT_CLOCK", "2026-03-01T12:00:00", 1);
	snprintf(f->dir, sizeof(f->dir), "/tmp/t4001-XXXXXX");
	if (mkdtemp(f->dir) == NULL)
		return -1;
	*state = f;
	return ds_system_open(f->dir, &f->sys, NULL, &f->diag) == DS_OK ? 0
									: -1;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	char cmd[128];

	ds_system_close(&f->sys);
	snprintf(cmd, sizeof(cmd), "rm -rf '%s'", f->dir);
	if (system(cmd) != 0)
		return -1;
	free(f);
	return 0;
}

/* --- helpers -------------------------------------------------------------- */

static void
level_absent(struct ds_define_level *l)
{
	memset(l, 0, sizeof(*l));
	l->keylen = l->rkp = -1;
	l->avglrecl = l->maxlrecl = -1;
	l->fspc_ci = l->fspc_ca = -1;
	l->bufspace = -1;
	l->erase = l->reuse = l->spanned = l->speed = -1;
	l->writecheck = l->ordered = -1;
}

static void
def_init(struct ds_define_cluster *def, const char *name)
{
	memset(def, 0, sizeof(*def));
	level_absent(&def->cluster);
	level_absent(&def->data);
	level_absent(&def->index);
	strcpy(def->cluster.name, name);
	def->org = DS_ORG_KSDS;
}

/* DEFINE CLUSTER (NAME(name) CYL(1 5) KEYS(11 0) RECORDSIZE(300 300)) */
static void
def_ksds(struct ds_define_cluster *def, const char *name)
{
	def_init(def, name);
	def->cluster.unit = DS_UNIT_CYL;
	def->cluster.pri = 1;
	def->cluster.sec = 5;
	def->cluster.keylen = 11;
	def->cluster.rkp = 0;
	def->cluster.avglrecl = def->cluster.maxlrecl = 300;
}

static enum ds_status
define(struct fixture *f, const struct ds_define_cluster *def)
{
	struct ds_defined out;

	return ds_define_cluster(f->sys, def, &out, &f->diag);
}

static struct ds_entry *
locate(struct fixture *f, const char *name)
{
	struct ds_entry *ent = NULL;

	assert_int_equal(ds_locate(f->sys, NULL, name, &ent, &f->diag), DS_OK);
	return ent;
}

static bool
there(struct fixture *f, const char *name)
{
	struct ds_entry *ent = NULL;
	enum ds_status st = ds_locate(f->sys, NULL, name, &ent, NULL);

	ds_entry_free(&ent);
	return st == DS_OK;
}

struct told {
	char text[1024];
};

static void
told(void *ctx, enum ds_type type, const char *name)
{
	struct told *t = ctx;
	size_t at = strlen(t->text);

	snprintf(
	    t->text + at, sizeof(t->text) - at, "%c:%s ", (char)type, name);
}

static const struct ds_delete_opts plain = {.erase = -1};

static enum ds_status delete (struct fixture *f, const char *name) {
	return ds_delete(f->sys, name, &plain, NULL, NULL, &f->diag);
}

static bool
count_file(void *ctx, const char *name)
{
	(void)name;
	++*(int *)ctx;
	return true;
}

static int
files(struct fixture *f)
{
	struct volume *vol = NULL;
	int n = 0;

	assert_int_equal(
	    ds_system_volume(f->sys, "VOL001", &vol, &f->diag), DS_OK);
	assert_int_equal(vol_list(vol, count_file, &n, &f->diag), DS_OK);
	return n;
}

static uint32_t
used_tracks(struct fixture *f)
{
	struct cat_volume vol;

	assert_int_equal(
	    cat_volume_get(ds_system_catalog(f->sys), "VOL001", &vol, &f->diag),
	    DS_OK);
	return vol.used_tracks;
}

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
delete_tells_data_index_cluster(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct told t = {""};

	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(
	    ds_delete(f->sys, "A.B", &plain, told, &t, &f->diag), DS_OK);
	/* the order of IDC0550I on z/OS */
	assert_string_equal(t.text, "D:A.B.DATA I:A.B.INDEX C:A.B ");
	assert_false(there(f, "A.B"));
	assert_false(there(f, "A.B.DATA"));
	assert_int_equal(files(f), 0);
	assert_int_equal(used_tracks(f), 0);
	assert_int_equal(delete (f, "A.B"), DS_CAT_NOTFOUND);
	assert_string_equal(f->diag.name, "A.B");
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
	} t[] = {
	    {DS_ORG_KSDS, -1, -1, DS_ORG_KSDS, "A.B.INDEX", 64},
	    {DS_ORG_ESDS, 80, 80, DS_ORG_ESDS, NULL, 0},
	    {DS_ORG_ESDS, 80, 200, DS_ORG_ESDS, NULL, 0},
	    {DS_ORG_RRDS, 80, 80, DS_ORG_RRDS, NULL, 0},
	    {DS_ORG_RRDS, -1, -1, DS_ORG_RRDS, NULL, 0},
	    {DS_ORG_RRDS, 80, 200, DS_ORG_VRRDS, "A.B.INDEX", 4},
	    {DS_ORG_LDS, -1, -1, DS_ORG_LDS, NULL, 0},
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
	assert_int_equal(try_define(f, &def, ""), DS_CAT_BUFSPACE);
	def_ksds(&def, "A.B");
	def.data.spanned = 1;
	def.cluster.unit = DS_UNIT_TRK;
	def.cluster.avglrecl = def.cluster.maxlrecl = 60000;
	assert_int_equal(try_define(f, &def, ""), DS_CAT_LRECL);
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
	assert_int_equal(strncmp(out.data, "A.T", 3), 0);
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

/* --- NONVSAM and PS ------------------------------------------------------- */

static void
a_nonvsam_entry_is_a_name_alone(void **state)
{
	struct fixture *f = *state;
	struct ds_define_nonvsam nv = {.name = "A.PS",
	    .nvolumes = 2,
	    .volumes = {"VOLA", "VOLB"},
	    .ndevtypes = 1,
	    .devtypes = {0x3010200F},
	    .nfseqn = 2,
	    .fseqn = {1, 2},
	    .owner = "BOSS"};
	struct ds_entry *ent;
	struct told t = {""};

	assert_int_equal(ds_define_nonvsam(f->sys, &nv, &f->diag), DS_OK);
	ent = locate(f, "A.PS");
	assert_int_equal(ent->type, DS_NONVSAM);
	assert_int_equal(ent->nvolumes, 2);
	assert_int_equal(ent->volumes[1].devtype, 0x3010200F);
	assert_int_equal(ent->volumes[1].fseqn, 2);
	assert_false(ent->stats_known);
	ds_entry_free(&ent);
	assert_int_equal(
	    ds_define_nonvsam(f->sys, &nv, &f->diag), DS_CAT_DUPLICATE);
	strcpy(nv.name, "A.PS2");
	nv.nfseqn = 1;
	assert_int_equal(ds_define_nonvsam(f->sys, &nv, &f->diag), DS_INVALID);
	assert_string_equal(f->diag.text, "IDC3503I");
	assert_int_equal(
	    ds_delete(f->sys, "A.PS", &plain, told, &t, &f->diag), DS_OK);
	assert_string_equal(t.text, "A:A.PS ");
}

static void
a_ps_has_blocks_of_half_a_track(void **state)
{
	static const struct {
		enum ds_recfm recfm;
		uint32_t lrecl, blksize, want; /* 0: refused */
	} t[] = {
	    {DS_RECFM_FB, 80, 0, 27920}, /* as ICE090I shows: (SDB) 27920 */
	    {DS_RECFM_FB, 80, 800, 800},
	    {DS_RECFM_FB, 80, 801, 0},
	    {DS_RECFM_F, 80, 0, 80},
	    {DS_RECFM_FB, 32760, 0, 32760},
	    {DS_RECFM_FB, 32761, 0, 0},
	    {DS_RECFM_FB, 0, 0, 0},
	    {DS_RECFM_VB, 255, 0, 27998},
	    {DS_RECFM_VB, 255, 258, 0},
	    {DS_RECFM_VB, 255, 259, 259},
	    {DS_RECFM_VB, 4, 0, 0},
	    {DS_RECFM_VB, 32757, 0, 0},
	    {DS_RECFM_V, 100, 0, 104},
	    {DS_RECFM_U, 0, 0, 27998},
	    {DS_RECFM_U, 0, 32761, 0},
	    {DS_RECFM_NONE, 80, 0, 0},
	};
	struct fixture *f = *state;
	struct ds_define_ps def;
	struct ds_entry *ent;
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		memset(&def, 0, sizeof(def));
		strcpy(def.name, "A.PS");
		def.recfm = t[i].recfm;
		def.lrecl = t[i].lrecl;
		def.blksize = t[i].blksize;
		assert_int_equal(ds_define_ps(f->sys, &def, &f->diag),
		    t[i].want != 0 ? DS_OK : DS_INVALID);
		if (t[i].want == 0)
			continue;
		ent = locate(f, "A.PS");
		assert_int_equal(ent->blksize, t[i].want);
		assert_int_equal(ent->org, DS_ORG_PS);
		assert_true(ent->stats_known);
		ds_entry_free(&ent);
		assert_int_equal(delete (f, "A.PS"), DS_OK);
	}
	assert_int_equal(files(f), 0);
	assert_int_equal(used_tracks(f), 0);
}

/* --- DELETE --------------------------------------------------------------- */

static void
an_unexpired_entry_stays_without_purge(void **state)
{
	struct fixture *f = *state;
	struct ds_delete_opts purge = {.purge = true, .erase = -1};
	struct ds_define_cluster def;

	def_ksds(&def, "A.B");
	def.expires = 2026061; /* tomorrow: the clock says 2026-03-01, 060 */
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(delete (f, "A.B"), DS_CAT_UNEXPIRED);
	setenv("CATAMOUNT_CLOCK", "2026-03-02T00:00:00", 1);
	assert_int_equal(delete (f, "A.B"), DS_OK);
	def.expires = 1999365; /* never */
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(delete (f, "A.B"), DS_CAT_UNEXPIRED);
	assert_int_equal(
	    ds_delete(f->sys, "A.B", &purge, NULL, NULL, &f->diag), DS_OK);
	def.expires = 1999364;
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(delete (f, "A.B"), DS_OK);
}

static void
the_type_must_fit(void **state)
{
	struct fixture *f = *state;
	struct ds_delete_opts opts = {.erase = -1, .type = DS_NONVSAM};
	struct ds_define_cluster def;

	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(
	    ds_delete(f->sys, "A.B", &opts, NULL, NULL, &f->diag), DS_CAT_TYPE);
	assert_int_equal(delete (f, "A.B.DATA"), DS_CAT_TYPE);
	opts.type = DS_CLUSTER;
	assert_int_equal(
	    ds_delete(f->sys, "A.B", &opts, NULL, NULL, &f->diag), DS_OK);
}

static void
noscratch_leaves_the_files(void **state)
{
	struct fixture *f = *state;
	struct ds_delete_opts opts = {.erase = -1, .noscratch = true};
	struct ds_define_cluster def;

	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(
	    ds_delete(f->sys, "A.B", &opts, NULL, NULL, &f->diag), DS_OK);
	assert_false(there(f, "A.B"));
	assert_int_equal(files(f), 2);
	assert_int_equal(used_tracks(f), 16);
}

/* In use: by another root handle's process. */
static void
a_data_set_in_use_is_not_deleted(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct enq *enq = NULL;
	int to[2], from[2];
	char c = 'x';
	pid_t pid;

	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(pipe(to), 0);
	assert_int_equal(pipe(from), 0);
	if ((pid = fork()) == 0) {
		enq_set_job("NIGHTLY");
		if (enq_take(f->dir, "SYSDSN", "A.B", ENQ_SHR, 0, &enq, NULL) !=
			DS_OK ||
		    write(from[1], &c, 1) != 1 || read(to[0], &c, 1) != 1)
			_exit(1);
		_exit(0);
	}
	assert_int_equal(read(from[0], &c, 1), 1);
	assert_int_equal(delete (f, "A.B"), DS_CAT_INUSE);
	assert_int_equal(f->diag.status, DS_CAT_INUSE);
	assert_string_equal(f->diag.name, "A.B");
	assert_non_null(strstr(f->diag.holder, "job NIGHTLY"));
	assert_true(there(f, "A.B"));
	assert_int_equal(write(to[1], &c, 1), 1);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(delete (f, "A.B"), DS_OK);
	close(to[0]);
	close(to[1]);
	close(from[0]);
	close(from[1]);
}

static struct ds_entry *
put(struct fixture *f, enum ds_type type, const char *name,
    struct ds_entry *owner)
{
	struct ds_entry *ent = ds_entry_new();

	assert_non_null(ent);
	ent->type = type;
	snprintf(ent->name, sizeof(ent->name), "%s", name);
	if (owner != NULL && type == DS_ALIAS)
		strcpy(ent->related, owner->name);
	assert_int_equal(
	    cat_put(ds_system_catalog(f->sys), NULL, ent, &f->diag), DS_OK);
	if (owner != NULL)
		assert_int_equal(cat_associate(ds_system_catalog(f->sys), owner,
				     ent, &f->diag),
		    DS_OK);
	return ent;
}

static void
aliases_and_generations_go_with_their_owner(void **state)
{
	struct fixture *f = *state;
	struct ds_delete_opts force = {.erase = -1, .force = true};
	struct ds_define_nonvsam nv = {.name = "G.G0001V00"};
	struct ds_entry *a, *b;
	struct told t = {""};

	a = put(f, DS_NONVSAM, "A.PS", NULL);
	b = put(f, DS_ALIAS, "A.ALIAS", a);
	ds_entry_free(&a);
	ds_entry_free(&b);
	assert_int_equal(
	    ds_delete(f->sys, "A.PS", &plain, told, &t, &f->diag), DS_OK);
	assert_string_equal(t.text, "X:A.ALIAS A:A.PS ");
	a = put(f, DS_GDG, "G", NULL);
	ds_entry_free(&a);
	/* DEFINE NONVSAM of a generation rolls it in */
	assert_int_equal(ds_define_nonvsam(f->sys, &nv, &f->diag), DS_OK);
	a = locate(f, "G.G0001V00");
	assert_int_equal(a->type, DS_GDS);
	assert_int_equal(a->gds_status, 'A');
	ds_entry_free(&a);
	assert_int_equal(delete (f, "G"), DS_CAT_NOTEMPTY);
	t.text[0] = '\0';
	assert_int_equal(
	    ds_delete(f->sys, "G", &force, told, &t, &f->diag), DS_OK);
	assert_string_equal(t.text, "H:G.G0001V00 B:G ");
}

/* --- lists ---------------------------------------------------------------- */

static bool
list_harba(void *ctx, const struct ds_entry *ent)
{
	char *text = ctx;
	size_t at = strlen(text);

	snprintf(text + at, 256 - at, "%c%s%llu ", (char)ent->type,
	    ent->stats_known ? "+" : "-", (unsigned long long)ent->stats.harba);
	return true;
}

static void
a_listing_has_the_components_state(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	char text[256] = "";

	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(ds_list(f->sys, NULL, DS_SEL_LEVEL, "A", true,
			     list_harba, text, &f->diag),
	    DS_OK);
	assert_string_equal(text, "C-0 D+829440 I+25088 ");
	text[0] = '\0';
	assert_int_equal(ds_list(f->sys, NULL, DS_SEL_GENERIC, "A.B.INDEX",
			     true, list_harba, text, &f->diag),
	    DS_OK);
	assert_string_equal(text, "I+25088 ");
	text[0] = '\0';
	assert_int_equal(ds_list(f->sys, NULL, DS_SEL_ALL, NULL, false,
			     list_harba, text, &f->diag),
	    DS_OK);
	assert_string_equal(text, "C-0 D-0 I-0 ");
	assert_true(ds_catalog_exists(f->sys, "CATALOG.MASTER"));
	assert_true(ds_catalog_exists(f->sys, ""));
	assert_false(ds_catalog_exists(f->sys, "A.B"));
	assert_int_equal(ds_list(f->sys, "NO.CAT", DS_SEL_ALL, NULL, false,
			     list_harba, text, &f->diag),
	    DS_CAT_UNAVAIL);
}

static void
a_lost_file_leaves_the_entry_listed(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct ds_entry *ent;
	char cmd[128];

	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	snprintf(cmd, sizeof(cmd), "rm %s/volumes/VOL001/*", f->dir);
	assert_int_equal(system(cmd), 0);
	ent = locate(f, "A.B.DATA");
	assert_false(ent->stats_known);
	ds_entry_free(&ent);
	ent = locate(f, "A.B.INDEX");
	assert_false(ent->stats_known);
	ds_entry_free(&ent);
	assert_int_equal(delete (f, "A.B"), DS_OK);
	assert_int_equal(used_tracks(f), 0);
}

/* Host blocks of the data component's file, in bytes. */
static long long
host_bytes(struct fixture *f, const char *name)
{
	struct ds_entry *ent = locate(f, name);
	char comp[SPHERE_NAME_LEN], path[200];
	struct stat sb;

	sphere_id_name(ent->comp_id, comp);
	ds_entry_free(&ent);
	snprintf(path, sizeof(path), "%s/volumes/VOL001/%s", f->dir, comp);
	assert_int_equal(stat(path, &sb), 0);
	return (long long)sb.st_blocks * 512;
}

static void
host_space_is_reserved_when_configured(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;

	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	assert_true(host_bytes(f, "A.B.DATA") < 100000);
	f->sys->config.reserve = true;
	def_ksds(&def, "A.C");
	assert_int_equal(define(f, &def), DS_OK);
	assert_true(host_bytes(f, "A.C.DATA") >= 829440);
}

/* --- more space ----------------------------------------------------------- */

static void
an_extension_takes_the_secondary_amount(void **state)
{
	struct fixture *f = *state;
	struct ds_extender ext = {.sys = f->sys,
	    .name = {"A.B.DATA", "A.B.INDEX"},
	    .catalog = "CATALOG.MASTER"};
	struct sphere_state sphere;
	struct ds_define_cluster def;
	struct ds_entry *ent;
	uint64_t cas = 0;

	def_ksds(&def, "A.B"); /* CYL(1 5) */
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(
	    ds_extend(&ext, SPHERE_DATA, 1, &cas, &f->diag), DS_OK);
	assert_int_equal(cas, 5);
	ent = locate(f, "A.B.DATA");
	/* cylinder 2 is the index's: not to be joined with the first */
	assert_int_equal(ent->volumes[0].nextents, 2);
	assert_int_equal(ent->volumes[0].extents[1].low_rba, 829440);
	assert_int_equal(ent->volumes[0].extents[1].tracks, 75);
	assert_int_equal(ent->volumes[0].extents[1].high_rba, 829440 * 6 - 1);
	ds_entry_free(&ent);
	/* the component still has one: what is there is granted first */
	memset(&sphere, 0, sizeof(sphere));
	sphere.part[SPHERE_DATA].harba = 829440;
	ext.state = &sphere;
	assert_int_equal(
	    ds_extend(&ext, SPHERE_DATA, 3, &cas, &f->diag), DS_OK);
	assert_int_equal(cas, 5);
	/* more than one amount at a time; extents that touch are one */
	sphere.part[SPHERE_DATA].harba = 829440 * 6;
	assert_int_equal(
	    ds_extend(&ext, SPHERE_DATA, 6, &cas, &f->diag), DS_OK);
	assert_int_equal(cas, 10);
	ent = locate(f, "A.B.DATA");
	assert_int_equal(ent->volumes[0].nextents, 2);
	assert_int_equal(ent->volumes[0].extents[1].tracks, 225);
	ds_entry_free(&ent);
	assert_int_equal(used_tracks(f), 16 + 225);
	assert_int_equal(delete (f, "A.B"), DS_OK);
	assert_int_equal(used_tracks(f), 0);
}

static void
an_extension_without_secondary_is_refused(void **state)
{
	struct fixture *f = *state;
	struct ds_extender ext = {.sys = f->sys,
	    .name = {"A.B.DATA", "A.B.INDEX"},
	    .catalog = "CATALOG.MASTER"};
	struct ds_define_cluster def;
	uint64_t cas = 0;

	def_ksds(&def, "A.B");
	def.cluster.sec = 0;
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(
	    ds_extend(&ext, SPHERE_DATA, 1, &cas, &f->diag), DS_NOSPACE);
	assert_string_equal(f->diag.name, "A.B.DATA");
	assert_int_equal(
	    ds_extend(&ext, SPHERE_INDEX, 1, &cas, &f->diag), DS_OK);
	def_ksds(&def, "A.C");
	def.cluster.sec = 65520;
	assert_int_equal(define(f, &def), DS_OK);
	strcpy(ext.name[0], "A.C.DATA");
	assert_int_equal(
	    ds_extend(&ext, SPHERE_DATA, 1, &cas, &f->diag), DS_NOSPACE);
	assert_int_equal(delete (f, "A.C"), DS_OK);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_ksds_gets_the_attributes_of_zos),
	    T(delete_tells_data_index_cluster),
	    T(explicit_names_and_levels_are_honoured),
	    T(every_organization_is_defined),
	    T(contradictions_are_refused_by_number),
	    T(a_double_name_leaves_nothing),
	    T(component_names_are_generated_by_length),
	    T(a_model_gives_what_is_not_said),
	    T(without_sms_volumes_count),
	    T(under_sms_any_volume_will_do),
	    T(a_nonvsam_entry_is_a_name_alone),
	    T(a_ps_has_blocks_of_half_a_track),
	    T(an_unexpired_entry_stays_without_purge),
	    T(the_type_must_fit),
	    T(noscratch_leaves_the_files),
	    T(a_data_set_in_use_is_not_deleted),
	    T(aliases_and_generations_go_with_their_owner),
	    T(a_listing_has_the_components_state),
	    T(a_lost_file_leaves_the_entry_listed),
	    T(host_space_is_reserved_when_configured),
	    T(an_extension_takes_the_secondary_amount),
	    T(an_extension_without_secondary_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

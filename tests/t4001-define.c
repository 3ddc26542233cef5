/* DEFINE, DELETE and look-up in a root of their own. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_ksds_gets_the_attributes_of_zos),
	    T(delete_tells_data_index_cluster),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Each function of services that takes the name of a data set, at each level of
 * access: with one below what it needs it is refused, from there on not for
 * that reason. What it needs is from SC23-6846, "Required RACF Authorization
 * Tables", and z/OS Security Server RACF Security Administrator's Guide,
 * "Access authorities for DASD data sets"; VERIFY and EXAMINE (mem).
 *
 * With --names it prints the functions of its tables, which t4760 compares with
 * those of the headers.
 */
#include "services/alter.h"
#include "services/bldindex.h"
#include "services/catalogs.h"
#include "services/check.h"
#include "services/dataset.h"
#include "services/gdg.h"
#include "services/library.h"
#include "services/portable.h"
#include "services/relocate.h"
#include "services/relocate.h"
#include "services/volumes.h"
#include "tests/support/services.h"
#include "tests/support/security.h"

#define UCAT "OTHER.CAT"

/* --- what there is -----------------------------------------------------------
 */

static void
must(struct fixture *f, enum ds_status st)
{
	if (st != DS_OK)
		fail_msg(
		    "%s %s %s", ds_status_name(st), f->diag.name, f->diag.text);
}

static enum ds_status
define_aix(struct fixture *f, const char *name)
{
	struct ds_define_cluster def;

	def_small(&def, name);
	strcpy(def.relate, "OTHER.KSDS");
	def.cluster.keylen = 4;
	def.cluster.rkp = 20;
	def.cluster.avglrecl = def.cluster.maxlrecl = 200;
	def.cluster.reuse = 1;
	return define(f, &def);
}

static enum ds_status
define_ps(struct fixture *f, const char *name, bool library)
{
	struct ds_define_ps def = {.recfm = DS_RECFM_FB,
	    .lrecl = 80,
	    .unit = DS_UNIT_TRK,
	    .pri = 1,
	    .partitioned = library,
	    .library = library};

	strcpy(def.name, name);
	return ds_define_ps(f->sys, &def, &f->diag);
}

static enum ds_status
define_nonvsam(struct fixture *f, const char *name)
{
	struct ds_define_nonvsam def = {.nvolumes = 1};

	strcpy(def.name, name);
	strcpy(def.volumes[0], "VOL001");
	return ds_define_nonvsam(f->sys, &def, &f->diag);
}

static enum ds_status
define_gdg(struct fixture *f, const char *name)
{
	struct ds_define_gdg def = {.limit = 3};

	strcpy(def.name, name);
	return ds_define_gdg(f->sys, &def, &f->diag);
}

static enum ds_status
define_ucat(struct fixture *f, const char *name)
{
	struct ds_define_ucat def = {0};
	struct ds_defined made;

	level_absent(&def.level);
	strcpy(def.level.name, name);
	def.level.unit = DS_UNIT_CYL;
	def.level.pri = 1;
	return ds_define_ucat(f->sys, &def, &made, &f->diag);
}

static enum ds_status
define_path(struct fixture *f, const char *name)
{
	struct ds_define_path def = {.update = -1};

	strcpy(def.name, name);
	strcpy(def.entry, "OTHER.AIX");
	return ds_define_path(f->sys, &def, &f->diag);
}

static void
load_one(struct fixture *f, const char *name, size_t len)
{
	static const uint8_t rec[300];
	struct ds_file *file = NULL;

	must(
	    f, ds_open_name(f->sys, name, DS_OUTPUT | DS_SEQ, &file, &f->diag));
	must(f, ds_put(file, rec, len, &f->diag));
	must(f, ds_close(&file, &f->diag));
}

static void
furnish(struct fixture *f)
{
	struct ds_define_cluster def;

	def_ksds(&def, "OTHER.KSDS");
	must(f, define(f, &def));
	must(f, define_aix(f, "OTHER.AIX"));
	load_one(f, "OTHER.KSDS", 300);
	must(f, define_path(f, "OTHER.PATH"));
	must(f, define_ps(f, "OTHER.PS", false));
	load_one(f, "OTHER.PS", 80);
	must(f, define_ps(f, "OTHER.LIB", true));
	must(f, define_ps(f, "OTHER.PDS", true));
	must(f, define_nonvsam(f, "OTHER.PLAIN"));
	must(f, define_gdg(f, "OTHER.GDG"));
	must(f, define_ps(f, "OTHER.GDG.G0001V00", false));
	must(f, define_ucat(f, UCAT));
	must(f, define_ucat(f, "OTHER.EMPTY"));
}

/* --- what is asked -----------------------------------------------------------
 */

static enum ds_status
opened(struct fixture *f, const char *name, unsigned intent)
{
	struct ds_file *file = NULL;
	enum ds_status st;

	st = ds_open_name(f->sys, name, intent, &file, &f->diag);
	ds_abandon(&file);
	return st;
}

static enum ds_status
q_input(struct fixture *f)
{
	return opened(f, "OTHER.KSDS", DS_INPUT | DS_SEQ);
}

static enum ds_status
q_output(struct fixture *f)
{
	return opened(f, "OTHER.KSDS", DS_OUTPUT | DS_SEQ);
}

static enum ds_status
q_control(struct fixture *f)
{
	return opened(f, "OTHER.KSDS", DS_INPUT | DS_CNV);
}

static enum ds_status
q_component(struct fixture *f)
{
	return opened(f, "OTHER.KSDS.DATA", DS_INPUT | DS_SEQ);
}

static enum ds_status
q_path_output(struct fixture *f)
{
	return opened(f, "OTHER.PATH", DS_OUTPUT | DS_DIR);
}

static enum ds_status
q_ps_output(struct fixture *f)
{
	return opened(f, "OTHER.PS", DS_OUTPUT | DS_SEQ);
}

static enum ds_status
q_member_output(struct fixture *f)
{
	return opened(f, "OTHER.LIB(M)", DS_OUTPUT | DS_SEQ);
}

static enum ds_status
q_generation(struct fixture *f)
{
	return opened(f, "OTHER.GDG.G0001V00", DS_INPUT | DS_SEQ);
}

static enum ds_status
q_open_with(struct fixture *f)
{
	const struct ds_open_parms how = {.disp = DD_MOD};
	struct ds_file *file = NULL;
	enum ds_status st;

	st = ds_open_with(
	    f->sys, "OTHER.PS", DS_OUTPUT | DS_SEQ, &how, &file, &f->diag);
	ds_abandon(&file);
	return st;
}

static enum ds_status
with_dd(struct fixture *f, const char *spec, bool open)
{
	struct dd_table *dds = NULL;
	struct ds_file *file = NULL;
	struct ds_attrs attrs;
	enum ds_status st;

	must(f, dd_table_new(f->sys, &dds));
	st = dd_alloc(dds, spec, &f->diag);
	if (st == DS_OK && open)
		st = ds_open_dd(
		    dds, "D", DS_INPUT | DS_SEQ, NULL, &file, &f->diag);
	else if (st == DS_OK)
		st = ds_dd_attrs(dds, "D", &attrs, &f->diag);
	ds_abandon(&file);
	dd_table_free(&dds);
	return st;
}

static enum ds_status
q_open_dd(struct fixture *f)
{
	return with_dd(f, "D=OTHER.PS,shr", true);
}

static enum ds_status
q_dd_new(struct fixture *f)
{
	return with_dd(f, "D=OTHER.NEW,new,recfm=fb,lrecl=80", false);
}

static enum ds_status
q_examine(struct fixture *f)
{
	struct ds_examine *ex = NULL;
	enum ds_status st;

	st = ds_examine_open(f->sys, "OTHER.KSDS", &ex, &f->diag);
	ds_examine_close(&ex);
	return st;
}

static enum ds_status
q_verify(struct fixture *f)
{
	return ds_verify(f->sys, "OTHER.KSDS", false, &f->diag);
}

static enum ds_status
q_verify_told(struct fixture *f)
{
	struct ds_improper how;

	return ds_verify_told(f->sys, "OTHER.KSDS", true, &how, &f->diag);
}

static void
note_nothing(void *ctx, const char *what)
{
	(void)ctx;
	(void)what;
}

static enum ds_status
q_examine_catalog(struct fixture *f)
{
	struct ds_examined sum;

	return ds_examine_catalog(f->sys, UCAT, DS_TEST_INDEX, note_nothing,
	    NULL, NULL, &sum, &f->diag);
}

static bool
no_entry(void *ctx, const struct ds_entry *ent)
{
	(void)ctx;
	(void)ent;
	return true;
}

static enum ds_status
q_catalog_self(struct fixture *f)
{
	return ds_catalog_self(f->sys, UCAT, no_entry, NULL, &f->diag);
}

static enum ds_status
q_verify_catalog(struct fixture *f)
{
	return ds_verify_catalog(f->sys, UCAT, true, &f->diag);
}

static enum ds_status
library(struct fixture *f, bool output)
{
	struct ds_library *lib = NULL;
	enum ds_status st;

	st = ds_library_open(
	    f->sys, "OTHER.LIB", DD_SHR, output, &lib, &f->diag);
	ds_library_abandon(&lib);
	return st;
}

static enum ds_status
q_library(struct fixture *f)
{
	return library(f, false);
}

static enum ds_status
q_library_output(struct fixture *f)
{
	return library(f, true);
}

static enum ds_status
q_describe(struct fixture *f)
{
	const struct ds_attrs like = {.recfm = DS_RECFM_FB, .lrecl = 80};

	return ds_library_describe(f->sys, "OTHER.PDS", &like, &f->diag);
}

static enum ds_status
q_compress(struct fixture *f)
{
	struct ds_compressed done;

	return ds_pds_compress(f->sys, "OTHER.PDS", &done, &f->diag);
}

static enum ds_status
q_locate(struct fixture *f)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = ds_locate(f->sys, NULL, "OTHER.KSDS.DATA", &ent, &f->diag);
	ds_entry_free(&ent);
	return st;
}

static enum ds_status
q_locate_entry(struct fixture *f)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = ds_locate_entry(f->sys, NULL, "OTHER.KSDS.DATA", &ent, &f->diag);
	ds_entry_free(&ent);
	return st;
}

static enum ds_status
q_locate_identity(struct fixture *f)
{
	struct ds_entry *ent = NULL, *found = NULL;
	uint8_t id[DS_IDENTITY_LEN];
	enum ds_status st;

	must(f, cat_get(f->sys->cat, NULL, "OTHER.KSDS.DATA", &ent, &f->diag));
	assert_true(ds_identity(f->sys, ent, id));
	st = ds_locate_identity(f->sys, id, &found, &f->diag);
	ds_entry_free(&found);
	ds_entry_free(&ent);
	return st;
}

static bool
count_entry(void *ctx, const struct ds_entry *ent)
{
	*(int *)ctx += strncmp(ent->name, "OTHER.", 6) == 0;
	return true;
}

/* An entry that is kept back is a refusal. */
static enum ds_status
q_list(struct fixture *f)
{
	const uint64_t before = ds_system_suppressed(f->sys);
	uint64_t kept;
	int n = 0;

	must(f, ds_list(f->sys, NULL, DS_SEL_LEVEL, "OTHER", false, count_entry,
		    &n, &f->diag));
	kept = ds_system_suppressed(f->sys) - before;
	assert_int_equal((uint64_t)n + kept > 12, true);
	assert_true(n == 0 || kept == 0);
	return n > 0 ? DS_OK : DS_CAT_SECURITY;
}

static bool
count_name(void *ctx, const char *name)
{
	*(int *)ctx += strcmp(name, "OTHER.PLAIN") == 0;
	return true;
}

static enum ds_status
q_names(struct fixture *f)
{
	int n = 0;

	must(f, ds_names(f->sys, "OTHER.P", 50, count_name, &n, &f->diag));
	return n > 0 ? DS_OK : DS_CAT_SECURITY;
}

static bool
count_listed(
    void *ctx, const char *name, enum ds_type type, const char *catalog)
{
	(void)type;
	(void)catalog;
	*(int *)ctx += strncmp(name, "OTHER.", 6) == 0;
	return true;
}

/* All of them, or none: components go with their clusters. */
static enum ds_status
q_list_names(struct fixture *f)
{
	int n = 0;

	must(f, ds_list_names(f->sys, DS_SEL_LEVEL, "OTHER", "", count_listed,
		    &n, &f->diag));
	assert_true(n == 0 || n > 12);
	return n > 0 ? DS_OK : DS_CAT_SECURITY;
}

static enum ds_status
q_define_cluster(struct fixture *f)
{
	struct ds_define_cluster def;

	def_small(&def, "OTHER.NEW");
	def.org = DS_ORG_ESDS;
	def.cluster.avglrecl = def.cluster.maxlrecl = 80;
	return define(f, &def);
}

static enum ds_status
q_define_aix(struct fixture *f)
{
	return define_aix(f, "OTHER.NEW");
}

static enum ds_status
q_define_path(struct fixture *f)
{
	return define_path(f, "OTHER.NEW");
}

static enum ds_status
q_define_nonvsam(struct fixture *f)
{
	return define_nonvsam(f, "OTHER.NEW");
}

static enum ds_status
q_define_ps(struct fixture *f)
{
	return define_ps(f, "OTHER.NEW", false);
}

static enum ds_status
q_define_gdg(struct fixture *f)
{
	return define_gdg(f, "OTHER.NEW");
}

static enum ds_status
q_define_ucat(struct fixture *f)
{
	return define_ucat(f, "OTHER.NEW");
}

static enum ds_status
q_define_alias(struct fixture *f)
{
	struct ds_define_alias def = {0};

	strcpy(def.name, "OTHER.NEW");
	strcpy(def.target, "OTHER.PLAIN");
	return ds_define_alias(f->sys, &def, &f->diag);
}

static enum ds_status
q_delete(struct fixture *f)
{
	return delete (f, "OTHER.KSDS");
}

static enum ds_status
q_alter(struct fixture *f)
{
	struct ds_alter al = {.said = (uint64_t)1 << ALTER_W_OWNER};

	strcpy(al.owner, "X");
	return ds_alter(f->sys, "OTHER.KSDS", &al, NULL, &f->diag);
}

static enum ds_status
q_rename(struct fixture *f)
{
	struct ds_alter al = {.said = (uint64_t)1 << ALTER_W_NEWNAME};

	strcpy(al.newname, "OTHER.NEW");
	return ds_alter(f->sys, "OTHER.PS", &al, NULL, &f->diag);
}

static enum ds_status
q_alter_gdg(struct fixture *f)
{
	const struct ds_alter_gdg al = {.limit = 2,
	    .scratch = -1,
	    .empty = -1,
	    .fifo = -1,
	    .purge = -1,
	    .extended = -1};

	return ds_alter_gdg(
	    f->sys, NULL, "OTHER.GDG", &al, NULL, NULL, &f->diag);
}

static enum ds_status
q_rollin(struct fixture *f)
{
	return ds_gdg_rollin(
	    f->sys, NULL, "OTHER.GDG.G0001V00", NULL, NULL, &f->diag);
}

static enum ds_status
q_reclaim(struct fixture *f)
{
	return ds_gdg_reclaim(f->sys, "OTHER.GDG.G0001V00", &f->diag);
}

static enum ds_status
q_delete_base(struct fixture *f)
{
	return ds_gdg_delete_base(f->sys, NULL, "OTHER.GDG", true, &f->diag);
}

static enum ds_status
q_build_base(struct fixture *f)
{
	struct ds_improper how;
	char out[DSNAME_MAX + 1];

	return ds_build_base(f->sys, "OTHER.KSDS", out, &how, &f->diag);
}

static enum ds_status
q_build_aix(struct fixture *f)
{
	const struct ds_build how = {.memory = 65536};

	return ds_build_aix(f->sys, "OTHER.KSDS", "OTHER.AIX", &how, &f->diag);
}

static enum ds_status
q_disconnect(struct fixture *f)
{
	return ds_ucat_disconnect(f->sys, UCAT, &f->diag);
}

static enum ds_status
q_connect(struct fixture *f)
{
	return ds_ucat_connect(
	    f->sys, "OTHER.EMPTY", "VOL001", NULL, NULL, &f->diag);
}

static enum ds_status
q_ucat_delete(struct fixture *f)
{
	const struct ds_delete_ucat how = {.force = true};

	return ds_ucat_delete(f->sys, UCAT, &how, NULL, NULL, &f->diag);
}

static void
moved(void *ctx, enum ds_type type, const char *name)
{
	(void)ctx;
	(void)type;
	(void)name;
}

static enum ds_status
q_merge(struct fixture *f)
{
	return ds_merge_entry(f->sys, "OTHER.PLAIN", "CATALOG.MASTER", UCAT,
	    moved, NULL, &f->diag);
}

static enum ds_status
q_copy_catalog(struct fixture *f)
{
	uint64_t n;

	return ds_copy_catalog(f->sys, UCAT, "OTHER.EMPTY", &n, &f->diag);
}

static enum ds_status
q_recatalog(struct fixture *f)
{
	struct ds_recatalog how = {.type = DS_CLUSTER};

	strcpy(how.name, "OTHER.LOST");
	return ds_recatalog(f->sys, &how, &f->diag);
}

static enum ds_status
q_stray(struct fixture *f)
{
	enum ds_type type;

	return ds_delete_stray(
	    f->sys, "OTHER.LOST", true, true, &type, &f->diag);
}

static bool
found_stray(void *ctx, const struct ds_stray_found *found)
{
	(void)ctx;
	(void)found;
	return true;
}

static enum ds_status
q_diagnose(struct fixture *f)
{
	const struct ds_diagnose how = {.catalog = "", .found = found_stray};
	uint64_t n;

	return ds_diagnose(f->sys, &how, &n, &f->diag);
}

static enum ds_status
q_export(struct fixture *f)
{
	const struct ds_export_how how = {.temporary = true, .erase = -1};
	struct ds_export *ex = NULL;
	enum ds_status st;

	st = ds_export_begin(f->sys, "OTHER.KSDS", &how, &ex, &f->diag);
	ds_export_free(&ex);
	return st;
}

/* A file of the host that does not last. */
static struct ds_file *
host_file(struct fixture *f, struct dd_table **ddsp, unsigned intent)
{
	struct ds_file *file = NULL;
	char spec[ROOT_LEN + 64];

	snprintf(
	    spec, sizeof(spec), "P=path:%s.port,recfm=vbs,lrecl=32000", f->dir);
	must(f, dd_table_new(f->sys, ddsp));
	must(f, dd_alloc(*ddsp, spec, &f->diag));
	must(f, ds_open_dd(*ddsp, "P", intent | DS_SEQ, NULL, &file, &f->diag));
	return file;
}

static enum ds_status
q_export_catalog(struct fixture *f)
{
	struct dd_table *dds = NULL;
	struct ds_file *out = host_file(f, &dds, DS_OUTPUT);
	struct ds_copied done;
	enum ds_status st;
	struct tm when;

	st = ds_export_catalog(
	    f->sys, UCAT, out, NULL, NULL, &when, &done, &f->diag);
	ds_abandon(&out);
	dd_table_free(&dds);
	return st;
}

/* What the owner has exported, so that it is there to be imported. */
static void
make_portable(struct fixture *f, bool catalog)
{
	const struct ds_export_how how = {.temporary = true, .erase = -1};
	struct dd_table *dds = NULL;
	struct ds_export *ex = NULL;
	struct ds_copied done;
	struct ds_file *out;
	struct tm when;

	as_owner(f);
	out = host_file(f, &dds, DS_OUTPUT);
	if (catalog) {
		must(f, ds_export_catalog(f->sys, UCAT, out, NULL, NULL, &when,
			    &done, &f->diag));
	} else {
		must(f,
		    ds_export_begin(f->sys, "OTHER.KSDS", &how, &ex, &f->diag));
		must(f, ds_export_write(
			    ex, out, NULL, NULL, &when, &done, &f->diag));
	}
	must(f, ds_close(&out, &f->diag));
	ds_export_free(&ex);
	dd_table_free(&dds);
	as(f, "ANNA");
}

static enum ds_status
import(struct fixture *f, bool catalog)
{
	const struct ds_import_how how = {
	    .target = "OTHER.KSDS", .catalog = "", .erase = -1};
	struct ds_import *im = NULL;
	struct dd_table *dds = NULL;
	struct ds_portable info;
	struct ds_copied done;
	struct ds_file *in;
	enum ds_status st;
	bool replaces;

	make_portable(f, catalog);
	in = host_file(f, &dds, DS_INPUT);
	must(f, ds_import_begin(f->sys, in, &im, &info, &f->diag));
	st = catalog ? ds_import_catalog(im, false, NULL, NULL, &done, &f->diag)
		     : ds_import_place(im, &how, &replaces, &f->diag);
	ds_import_free(&im);
	ds_abandon(&in);
	dd_table_free(&dds);
	return st;
}

static enum ds_status
q_import(struct fixture *f)
{
	return import(f, false);
}

static enum ds_status
q_import_catalog(struct fixture *f)
{
	return import(f, true);
}

static enum ds_status
q_authorize(struct fixture *f)
{
	return ds_authorize(f->sys, "OTHER.X", DS_ACCESS_UPDATE, &f->diag);
}

static const struct question_row {
	const char *function;
	enum ds_access needs;
	enum ds_status (*ask)(struct fixture *f);
	const char *what; /* NULL: all of it */
} rows[] = {
    {"ds_open_name", DS_ACCESS_READ, q_input, "input"},
    {"ds_open_name", DS_ACCESS_UPDATE, q_output, "output"},
    {"ds_open_name", DS_ACCESS_CONTROL, q_control, "control intervals"},
    {"ds_open_name", DS_ACCESS_READ, q_component, "a component"},
    {"ds_open_name", DS_ACCESS_UPDATE, q_path_output, "a path"},
    {"ds_open_name", DS_ACCESS_UPDATE, q_ps_output, "sequential"},
    {"ds_open_name", DS_ACCESS_UPDATE, q_member_output, "a member"},
    {"ds_open_name", DS_ACCESS_READ, q_generation, "a generation"},
    {"ds_open_with", DS_ACCESS_UPDATE, q_open_with, NULL},
    {"ds_open_dd", DS_ACCESS_READ, q_open_dd, NULL},
    {"dd_alloc", DS_ACCESS_ALTER, q_dd_new, "NEW"},
    {"ds_examine_open", DS_ACCESS_CONTROL, q_examine, NULL},
    {"ds_verify", DS_ACCESS_CONTROL, q_verify, NULL},
    {"ds_verify_told", DS_ACCESS_CONTROL, q_verify_told, NULL},
    {"ds_examine_catalog", DS_ACCESS_CONTROL, q_examine_catalog, NULL},
    {"ds_catalog_self", DS_ACCESS_READ, q_catalog_self, NULL},
    {"ds_verify_catalog", DS_ACCESS_CONTROL, q_verify_catalog, NULL},
    {"ds_library_open", DS_ACCESS_READ, q_library, "input"},
    {"ds_library_open", DS_ACCESS_UPDATE, q_library_output, "output"},
    {"ds_library_describe", DS_ACCESS_UPDATE, q_describe, NULL},
    {"ds_pds_compress", DS_ACCESS_UPDATE, q_compress, NULL},
    {"ds_locate", DS_ACCESS_READ, q_locate, NULL},
    {"ds_locate_entry", DS_ACCESS_READ, q_locate_entry, NULL},
    {"ds_locate_identity", DS_ACCESS_READ, q_locate_identity, NULL},
    {"ds_list", DS_ACCESS_READ, q_list, NULL},
    {"ds_names", DS_ACCESS_READ, q_names, NULL},
    {"ds_list_names", DS_ACCESS_READ, q_list_names, NULL},
    {"ds_define_cluster", DS_ACCESS_ALTER, q_define_cluster, NULL},
    {"ds_define_cluster", DS_ACCESS_ALTER, q_define_aix, "RELATE"},
    {"ds_define_path", DS_ACCESS_ALTER, q_define_path, NULL},
    {"ds_define_nonvsam", DS_ACCESS_ALTER, q_define_nonvsam, NULL},
    {"ds_define_ps", DS_ACCESS_ALTER, q_define_ps, NULL},
    {"ds_define_gdg", DS_ACCESS_ALTER, q_define_gdg, NULL},
    {"ds_define_ucat", DS_ACCESS_ALTER, q_define_ucat, NULL},
    {"ds_define_alias", DS_ACCESS_ALTER, q_define_alias, NULL},
    {"ds_delete", DS_ACCESS_ALTER, q_delete, NULL},
    {"ds_alter", DS_ACCESS_ALTER, q_alter, NULL},
    {"ds_alter", DS_ACCESS_ALTER, q_rename, "NEWNAME"},
    {"ds_alter_gdg", DS_ACCESS_ALTER, q_alter_gdg, NULL},
    {"ds_gdg_rollin", DS_ACCESS_ALTER, q_rollin, NULL},
    {"ds_gdg_reclaim", DS_ACCESS_ALTER, q_reclaim, NULL},
    {"ds_gdg_delete_base", DS_ACCESS_ALTER, q_delete_base, NULL},
    {"ds_build_base", DS_ACCESS_READ, q_build_base, NULL},
    {"ds_build_aix", DS_ACCESS_UPDATE, q_build_aix, NULL},
    {"ds_ucat_connect", DS_ACCESS_ALTER, q_connect, NULL},
    {"ds_ucat_disconnect", DS_ACCESS_ALTER, q_disconnect, NULL},
    {"ds_ucat_delete", DS_ACCESS_ALTER, q_ucat_delete, NULL},
    {"ds_merge_entry", DS_ACCESS_ALTER, q_merge, NULL},
    {"ds_copy_catalog", DS_ACCESS_ALTER, q_copy_catalog, NULL},
    {"ds_recatalog", DS_ACCESS_ALTER, q_recatalog, NULL},
    {"ds_delete_stray", DS_ACCESS_ALTER, q_stray, NULL},
    {"ds_diagnose", DS_ACCESS_READ, q_diagnose, NULL},
    {"ds_export_begin", DS_ACCESS_ALTER, q_export, NULL},
    {"ds_export_catalog", DS_ACCESS_ALTER, q_export_catalog, NULL},
    {"ds_import_place", DS_ACCESS_ALTER, q_import, NULL},
    {"ds_import_catalog", DS_ACCESS_ALTER, q_import_catalog, NULL},
    {"ds_authorize", DS_ACCESS_UPDATE, q_authorize, NULL},
};
enum { NROWS = sizeof(rows) / sizeof(rows[0]) };

/* Those that ask nobody, and why. */
static const struct {
	const char *function, *why;
} others[] = {
    {"ds_system_open", "names no data set"},
    {"ds_system_close", "names no data set"},
    {"ds_system_set_wait", "names no data set"},
    {"ds_system_flush", "what it makes last was asked for"},
    {"ds_system_join", "names no data set"},
    {"ds_system_owner", "names no data set"},
    {"ds_system_root", "names no data set"},
    {"ds_system_config", "names no data set"},
    {"ds_catalog_exists", "that a catalog is there, as its names are led"},
    {"dd_table_new", "names no data set"},
    {"ds_name_attrs", "as a look into catalog and VTOC, for which z/OS asks "
		      "nobody"},
    {"ds_dd_attrs", "the same"},
    {"ds_find", "the same; what goes on from there asks"},
    {"ds_identity", "a number of an entry that the caller has"},
    {"ds_gdg_absolute", "a name for a name; its open asks"},
    {"ds_gdg_existing", "a name for a name; its open asks"},
    {"ds_gdg_name", "a name for a name; its open asks"},
    {"ds_gdg_forget", "a name for a name"},
    {"ds_gdg_current", "a name for a name"},
    {"ds_gdg_fix", "a name for a name"},
    {"ds_gdg_all", "names for a name; their opens ask"},
    {"ds_import_begin", "a file of the host; ds_import_place asks"},
    {"ds_temps_new", "a job's own"},
    {"ds_who", "who keeps a name from others, whom they may have to ask"},
    {"ds_volume_list", "volumes alone"},
    {"ds_volume_vtoc", "names on a volume, as z/OS shows them"},
    {"ds_authorize_operations", "t4021"},
    {"ds_authorize_spooled", "t4853"},
    {"ds_volume_add", "operations"},
    {"ds_volume_remove", "operations"},
    {"ds_volume_vary", "operations"},
    {"ds_volume_resize", "operations"},
    {"ds_pool_change", "operations"},
    {"ds_volume_check", "operations"},
    {"ds_relocate", "operations"},
    {"ds_relocate_all", "operations"},
    {"ds_rebuild", "operations"},
    {"ds_system_act_for", "t4021"},
    {"ds_system_act_as", "t4021"},
    {"ds_system_user", "the one who asks"},
    {"ds_system_on_denied", "the one who asks"},
    {"ds_system_on_kept", "of a group that was changed, which asks"},
    {"ds_system_on_full", "of what the one who asks writes"},
    {"ds_system_suppressed", "a number"},
    {"ds_profile_add", "t4021"},
    {"ds_profile_alter", "t4021"},
    {"ds_profile_delete", "t4021"},
    {"ds_profile_permit", "t4021"},
    {"ds_profile_list", "t4021"},
    {"ds_group_connect", "t4021"},
    {"ds_group_list", "SPECIAL, below"},
    {"ds_login_set", "SPECIAL, below"},
    {"ds_login_list", "SPECIAL, below"},
    {"ds_access_check", "t4021"},
};
enum { NOTHERS = sizeof(others) / sizeof(others[0]) };

/* --- the matrix
 * --------------------------------------------------------------- */

static void
set_level(struct fixture *f, enum ds_access level)
{
	as_owner(f);
	permit(f, "OTHER.**", "ANNA", level);
	permit(f, "CATALOG.**", "ANNA", level);
	as(f, "ANNA");
}

static void
ask_at_each_level(struct fixture *f, const struct question_row *row)
{
	enum ds_status st;

	for (int level = 0; level < DS_ACCESSES; level++) {
		set_level(f, (enum ds_access)level);
		memset(&f->diag, 0, sizeof(f->diag));
		st = row->ask(f);
		if (refused(st) != (level < (int)row->needs))
			fail_msg("%s (%s) with %s: %s %s", row->function,
			    row->what != NULL ? row->what : "",
			    ds_access_name((enum ds_access)level),
			    ds_status_name(st), f->diag.text);
		if (refused(st) && level == 0 &&
		    strncmp(f->diag.text, "user ANNA has ", 14) != 0 &&
		    row->ask != q_list && row->ask != q_names &&
		    row->ask != q_list_names)
			fail_msg("%s says: %s", row->function, f->diag.text);
	}
}

static void
each_function_needs_its_level(void **state)
{
	char port[ROOT_LEN + 8];
	struct fixture *f = NULL;
	void *own = NULL;

	(void)state;
	for (size_t i = 0; i < NROWS; i++) {
		assert_int_equal(setup(&own), 0);
		f = own;
		furnish(f);
		guard(f);
		as_owner(f);
		profile(f, "OTHER.**", DS_ACCESS_NONE);
		profile(f, "CATALOG.**", DS_ACCESS_NONE);
		ask_at_each_level(f, &rows[i]);
		as_owner(f);
		snprintf(port, sizeof(port), "%s.port", f->dir);
		unlink(port);
		assert_int_equal(teardown(&own), 0);
	}
}

/* Volumes, groups and logins are the root owner's. */
static void
the_root_is_its_owners(void **state)
{
	struct fixture *f = *state;
	struct ds_diag *d = &f->diag;
	const struct ds_check check = {.n = 0};
	struct ds_checked sum;
	bool moved_it;
	bool moved;

	guard(f);
	as_owner(f);
	assert_int_equal(
	    ds_volume_add(f->sys, "VOL002", NULL, false, 0, d), DS_OK);
	as(f, "ANNA");
	assert_int_equal(ds_volume_add(f->sys, "VOL003", NULL, false, 0, d),
	    DS_CAT_SECURITY);
	assert_int_equal(
	    ds_volume_remove(f->sys, "VOL002", d), DS_CAT_SECURITY);
	assert_int_equal(
	    ds_volume_vary(f->sys, "VOL002", false, d), DS_CAT_SECURITY);
	assert_int_equal(
	    ds_volume_resize(f->sys, "VOL002", 100, d), DS_CAT_SECURITY);
	assert_int_equal(
	    ds_pool_change(f->sys, "VOL002", true, d), DS_CAT_SECURITY);
	assert_int_equal(
	    ds_volume_check(f->sys, &check, &sum, d), DS_CAT_SECURITY);
	assert_int_equal(
	    ds_relocate(f->sys, "PAY.X", "VOL001", "VOL002", &moved_it, d),
	    DS_CAT_SECURITY);
	assert_int_equal(
	    ds_relocate_all(f->sys, "VOL001", "VOL002", NULL, NULL, d),
	    DS_CAT_SECURITY);
	assert_int_equal(
	    ds_relocate(f->sys, "OTHER.PLAIN", "VOL001", "VOL002", &moved, d),
	    DS_CAT_SECURITY);
	assert_int_equal(
	    ds_relocate_all(f->sys, "VOL001", "VOL002", NULL, NULL, d),
	    DS_CAT_SECURITY);
	assert_int_equal(ds_login_set(f->sys, "x", "ANNA", d), DS_CAT_SECURITY);
	assert_int_equal(ds_group_list(f->sys, NULL, NULL, d), DS_CAT_SECURITY);
	assert_int_equal(ds_login_list(f->sys, NULL, NULL, d), DS_CAT_SECURITY);
	as_owner(f);
	assert_int_equal(ds_volume_remove(f->sys, "VOL002", d), DS_OK);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_function_needs_its_level),
	    T(the_root_is_its_owners),
	};

	if (argc > 1 && strcmp(argv[1], "--names") == 0) {
		for (size_t i = 0; i < NROWS; i++)
			puts(rows[i].function);
		for (size_t i = 0; i < NOTHERS; i++)
			printf("%s\t%s\n", others[i].function, others[i].why);
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}

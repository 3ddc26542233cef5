/* DEFINE NONVSAM and PS, DELETE, look-up and extension. */
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/support/services.h"
#include "tests/support/child.h"

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

/* Define with ERASE or not, delete; is there a byte of the data component that
 * is not zero? Asked of the file by a second name. */
static bool
bytes_remain(struct fixture *f, int defined, int deleted)
{
	struct ds_delete_opts opts = {.erase = deleted};
	struct ds_define_cluster def;
	char name[SPHERE_NAME_LEN], path[200], kept[100];
	struct ds_entry *ent;
	struct volume *vol;
	bool remain = false;
	FILE *fp;
	int c;

	def_ksds(&def, "A.B");
	def.cluster.erase = defined;
	assert_int_equal(define(f, &def), DS_OK);
	ent = locate(f, "A.B.DATA");
	assert_int_equal(
	    ds_component(f->sys, ent, name, &vol, &f->diag), DS_OK);
	ds_entry_free(&ent);
	snprintf(path, sizeof(path), "%s/volumes/VOL001/%s", f->dir, name);
	snprintf(kept, sizeof(kept), "%s/kept", f->dir);
	assert_int_equal(link(path, kept), 0);
	assert_int_equal(
	    ds_delete(f->sys, "A.B", &opts, NULL, NULL, &f->diag), DS_OK);
	assert_int_not_equal(access(path, F_OK), 0);
	assert_non_null(fp = fopen(kept, "r"));
	while ((c = getc(fp)) != EOF)
		remain = remain || c != 0;
	fclose(fp);
	assert_int_equal(unlink(kept), 0);
	return remain;
}

static void
erase_is_the_commands_word_then_the_catalogs(void **state)
{
	struct fixture *f = *state;

	assert_true(bytes_remain(f, 0, -1));
	assert_false(bytes_remain(f, 1, -1)); /* DEFINE ... ERASE */
	assert_true(bytes_remain(f, 1, 0));   /* DELETE ... NOERASE */
	assert_false(bytes_remain(f, 0, 1));  /* DELETE ... ERASE */
}

/* In use: by another root handle's process. */
static void
a_data_set_in_use_is_not_deleted(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct enq_owner *owner = NULL;
	struct enq *enq = NULL;
	int to[2], from[2];
	char c = 'x';
	pid_t pid;

	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(pipe(to), 0);
	assert_int_equal(pipe(from), 0);
	if ((pid = child_fork()) == 0) {
		close(to[1]);
		close(from[0]);
		enq_set_job("NIGHTLY");
		if (enq_owner_new(f->dir, NULL, &owner, NULL) != DS_OK ||
		    enq_take(owner, "SYSDSN", "A.B", ENQ_SHR, 0, &enq, NULL) !=
			DS_OK ||
		    write(from[1], &c, 1) != 1 || read(to[0], &c, 1) != 1)
			_exit(1);
		_exit(0);
	}
	/* A child that dies is the end of the pipe, not a wait for ever. */
	close(to[0]);
	close(from[1]);
	assert_int_equal(read(from[0], &c, 1), 1);
	assert_int_equal(delete (f, "A.B"), DS_CAT_INUSE);
	assert_int_equal(f->diag.status, DS_CAT_INUSE);
	assert_string_equal(f->diag.name, "A.B");
	assert_non_null(strstr(f->diag.holder, "job NIGHTLY"));
	assert_true(there(f, "A.B"));
	assert_int_equal(write(to[1], &c, 1), 1);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(delete (f, "A.B"), DS_OK);
	close(to[1]);
	close(from[0]);
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

/* A basic format data set has 16 extents; one whose space nobody chose grows
 * as far as the volume goes. */
static void
a_chosen_space_ends_after_sixteen_extents(void **state)
{
	struct fixture *f = *state;
	struct ds_extender ext = {
	    .sys = f->sys, .name = {"A.PS"}, .catalog = "CATALOG.MASTER"};
	struct ds_define_ps def = {
	    .name = "A.PS", .recfm = DS_RECFM_FB, .lrecl = 80};
	struct ds_entry *ent;
	uint64_t cas = 0;
	int i;

	def.unit = DS_UNIT_TRK;
	def.pri = 2;
	def.sec = 1;
	assert_int_equal(ds_define_ps(f->sys, &def, &f->diag), DS_OK);
	for (i = 0; i < 15; i++) {
		assert_int_equal(
		    ds_extend(&ext, SPHERE_DATA, 1, &cas, &f->diag), DS_OK);
		assert_int_equal(cas, 1);
	}
	assert_int_equal(
	    ds_extend(&ext, SPHERE_DATA, 1, &cas, &f->diag), DS_NOSPACE);
	assert_int_equal(used_tracks(f), 17);
	assert_int_equal(delete (f, "A.PS"), DS_OK);
	def.unit = DS_UNIT_NONE;
	def.pri = def.sec = 0;
	assert_int_equal(ds_define_ps(f->sys, &def, &f->diag), DS_OK);
	for (i = 0; i < 40; i++)
		assert_int_equal(
		    ds_extend(&ext, SPHERE_DATA, 1, &cas, &f->diag), DS_OK);
	ent = locate(f, "A.PS");
	assert_int_equal(ent->volumes[0].nextents, 1);
	assert_int_equal(ent->volumes[0].extents[0].tracks, 15 + 40 * 150);
	ds_entry_free(&ent);
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_nonvsam_entry_is_a_name_alone),
	    T(a_ps_has_blocks_of_half_a_track),
	    T(delete_tells_data_index_cluster),
	    T(an_unexpired_entry_stays_without_purge),
	    T(the_type_must_fit),
	    T(noscratch_leaves_the_files),
	    T(erase_is_the_commands_word_then_the_catalogs),
	    T(a_data_set_in_use_is_not_deleted),
	    T(aliases_and_generations_go_with_their_owner),
	    T(a_listing_has_the_components_state),
	    T(a_lost_file_leaves_the_entry_listed),
	    T(host_space_is_reserved_when_configured),
	    T(an_extension_takes_the_secondary_amount),
	    T(a_chosen_space_ends_after_sixteen_extents),
	    T(an_extension_without_secondary_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

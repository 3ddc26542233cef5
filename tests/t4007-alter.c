/*
 * ALTER as services do it: what an entry says by then, what the component's
 * header says, and what an open does with it.
 */
#include "services/alter.h"
#include "services/bldindex.h"
#include "services/dataset.h"
#include "services/dd_int.h"
#include "tests/support/services.h"

/* --- helpers -------------------------------------------------------------- */

static void
say(struct ds_alter *al, enum alter_word word)
{
	al->said |= (uint64_t)1 << word;
}

static void
say_not(struct ds_alter *al, enum alter_word word)
{
	say(al, word);
	al->no |= (uint64_t)1 << word;
}

static enum ds_status
alter(struct fixture *f, const char *name, const struct ds_alter *al)
{
	unsigned warn = 0;

	return ds_alter(f->sys, name, al, &warn, &f->diag);
}

static enum ds_status
rename_to(struct fixture *f, const char *name, const char *newname)
{
	struct ds_alter al = {.said = 0};

	say(&al, ALTER_W_NEWNAME);
	strcpy(al.newname, newname);
	return alter(f, name, &al);
}

static enum ds_status
keys_of(struct fixture *f, const char *name, int len, int off)
{
	struct ds_alter al = {.keylen = len, .rkp = off};

	say(&al, ALTER_W_KEYS);
	return alter(f, name, &al);
}

static enum ds_status
sizes_of(struct fixture *f, const char *name, int64_t avg, int64_t max)
{
	struct ds_alter al = {.avglrecl = avg, .maxlrecl = max};

	say(&al, ALTER_W_RECORDSIZE);
	return alter(f, name, &al);
}

static struct comp_attr
header_of(struct fixture *f, const char *name)
{
	struct ds_entry *ent = locate(f, name);
	char comp[SPHERE_NAME_LEN];
	struct volume *vol = NULL;
	struct comp_attr attr;

	assert_int_equal(
	    ds_component(f->sys, ent, comp, &vol, &f->diag), DS_OK);
	assert_int_equal(sphere_read_attr(vol, comp, &attr, &f->diag), DS_OK);
	ds_entry_free(&ent);
	return attr;
}

static int
intents(struct fixture *f)
{
	int n = 0;

	assert_int_equal(cat_intent_list(ds_system_catalog(f->sys),
			     count_intent, &n, &f->diag),
	    DS_OK);
	return n;
}

/* n records of len bytes, numbered at off by 8 digits from first on. */
static enum ds_status
put(struct fixture *f, const char *name, int first, int n, size_t len,
    size_t off)
{
	struct ds_file *file = NULL;
	uint8_t rec[512] = {0};
	char key[9];
	enum ds_status st;

	st = ds_open_name(f->sys, name, DS_OUTPUT | DS_SEQ, &file, &f->diag);
	for (int i = 0; i < n && st == DS_OK; i++) {
		snprintf(key, sizeof(key), "%08d", first + i);
		memcpy(rec + off, key, 8);
		st = ds_put(file, rec, len, &f->diag);
	}
	if (file == NULL)
		return st;
	if (st != DS_OK) {
		ds_abandon(&file);
		return st;
	}
	return ds_close(&file, &f->diag);
}

static void
new_small(struct fixture *f, const char *name)
{
	struct ds_define_cluster def;

	def_small(&def, name);
	assert_int_equal(define(f, &def), DS_OK);
}

/* A KSDS, an alternate index of it, and a path. */
static void
new_sphere(struct fixture *f)
{
	struct ds_define_path path = {
	    .name = "A.P", .entry = "A.X", .update = 1};
	struct ds_define_cluster def;

	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	def_small(&def, "A.X");
	strcpy(def.relate, "A.B");
	def.unique = def.upgrade = -1;
	def.cluster.keylen = 8;
	def.cluster.rkp = 20;
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(ds_define_path(f->sys, &path, &f->diag), DS_OK);
}

#define REFUSED(call, number)                              \
	do {                                               \
		assert_int_equal((call), DS_INVALID);      \
		assert_string_equal(f->diag.text, number); \
	} while (0)

/* --- attributes ------------------------------------------------------------
 */

/* 300 bytes in control intervals of 18432: 61 of them, with 20 per cent left
 * free 49. 45 control intervals in a control area (a LISTCAT of z/OS 2.x). */
static void
free_space_is_left_by_the_next_load(void **state)
{
	struct fixture *f = *state;
	struct ds_alter al = {.fspc_ci = 20, .fspc_ca = 10};
	struct ds_define_cluster def;
	struct comp_attr attr;
	struct ds_entry *ent;

	def_ksds(&def, "A.FULL");
	assert_int_equal(define(f, &def), DS_OK);
	def_ksds(&def, "A.B");
	assert_int_equal(define(f, &def), DS_OK);
	say(&al, ALTER_W_FREESPACE);
	assert_int_equal(alter(f, "A.B.DATA", &al), DS_OK);
	attr = header_of(f, "A.B.DATA");
	assert_int_equal(attr.fspc_ci, 20);
	assert_int_equal(attr.fspc_ca, 10);
	assert_int_equal(put(f, "A.FULL", 1, 61, 300, 0), DS_OK);
	assert_int_equal(put(f, "A.B", 1, 61, 300, 0), DS_OK);
	ent = locate(f, "A.FULL.DATA");
	assert_int_equal(ent->stats.freespc, 44 * 18432);
	ds_entry_free(&ent);
	ent = locate(f, "A.B.DATA");
	assert_int_equal(ent->stats.freespc, 43 * 18432);
	assert_int_equal(ent->fspc_ci, 20);
	ds_entry_free(&ent);
	assert_int_equal(intents(f), 0);
}

static void
words_name_the_entry_that_has_them(void **state)
{
	struct fixture *f = *state;
	struct ds_alter al = {.fspc_ci = 20}, er = {.said = 0}, up = er;

	new_sphere(f);
	say(&al, ALTER_W_FREESPACE);
	REFUSED(alter(f, "A.B", &al), "IDC3190I FREESPACE");
	REFUSED(alter(f, "A.B.INDEX", &al), "IDC3190I FREESPACE");
	REFUSED(alter(f, "A.P", &al), "IDC3190I FREESPACE");
	assert_int_equal(alter(f, "A.X.DATA", &al), DS_OK);
	say_not(&er, ALTER_W_ERASE);
	REFUSED(alter(f, "A.B", &er), "IDC3190I NOERASE");
	say_not(&up, ALTER_W_UPDATE);
	REFUSED(alter(f, "A.X", &up), "IDC3190I NOUPDATE");
	assert_int_equal(alter(f, "A.P", &up), DS_OK);
	REFUSED(keys_of(f, "A.B.INDEX", 4, 0), "IDC3547I");
}

static void
what_is_said_is_done_whole_or_not_at_all(void **state)
{
	struct fixture *f = *state;
	struct ds_alter al = {.fspc_ci = 20, .bufspace = 1};
	struct ds_entry *ent;

	new_small(f, "A.B");
	say(&al, ALTER_W_FREESPACE);
	say(&al, ALTER_W_BUFFERSPACE);
	/* two data control intervals and one of the index are the least */
	assert_int_equal(alter(f, "A.B.DATA", &al), DS_CAT_BUFSPACE);
	ent = locate(f, "A.B.DATA");
	assert_int_equal(ent->fspc_ci, 0);
	ds_entry_free(&ent);
	assert_int_equal(header_of(f, "A.B.DATA").fspc_ci, 0);
	assert_int_equal(intents(f), 0);
}

static void
words_that_are_kept_replace_their_own_line(void **state)
{
	struct fixture *f = *state;
	struct ds_alter al = {.extra = "LOG=UNDO\nBWO=TYPEIMS\n"};
	struct ds_alter next = {.extra = "LOG=\nACCOUNT=X\n"};
	struct ds_entry *ent;

	new_small(f, "A.B");
	say(&al, ALTER_W_LOG);
	say(&al, ALTER_W_BWO);
	assert_int_equal(alter(f, "A.B", &al), DS_OK);
	ent = locate(f, "A.B");
	assert_string_equal(ent->extra, "LOG=UNDO\nBWO=TYPEIMS\n");
	ds_entry_free(&ent);
	assert_true(header_of(f, "A.B.DATA").flags & DS_A_LOGGED);
	say(&next, ALTER_W_NULL_LOG);
	say(&next, ALTER_W_ACCOUNT);
	assert_int_equal(alter(f, "A.B", &next), DS_OK);
	ent = locate(f, "A.B");
	assert_string_equal(ent->extra, "BWO=TYPEIMS\nACCOUNT=X\n");
	ds_entry_free(&ent);
	assert_false(header_of(f, "A.B.DATA").flags & DS_A_LOGGED);
}

/* IEC161I 052: the update inhibit indicator is on; ACB error 168. */
static void
an_inhibited_component_is_not_opened_for_output(void **state)
{
	static const char *const parts[] = {
	    "A.B.DATA", "A.B.INDEX", "A.X.DATA"};
	struct fixture *f = *state;
	struct ds_alter on = {.said = 0}, off = on;
	struct ds_file *file = NULL;

	new_sphere(f);
	assert_int_equal(put(f, "A.B", 1, 2, 300, 0), DS_OK);
	say(&on, ALTER_W_INHIBIT);
	say_not(&off, ALTER_W_INHIBIT);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(alter(f, parts[i], &on), DS_OK);
		assert_int_equal(put(f, "A.B", 10, 1, 300, 0), DS_OPEN_INUSE);
		assert_int_equal(
		    ds_open_name(f->sys, "A.B", DS_INPUT, &file, &f->diag),
		    DS_OK);
		assert_int_equal(ds_close(&file, &f->diag), DS_OK);
		assert_int_equal(alter(f, parts[i], &off), DS_OK);
	}
	assert_int_equal(put(f, "A.B", 10, 1, 300, 0), DS_OK);
}

static void
an_alternate_index_with_records_stays_as_it_is(void **state)
{
	struct fixture *f = *state;
	struct ds_alter unique = {.said = 0}, not = unique, upgrade;
	struct ds_build how = {.memory = 1 << 20};

	new_sphere(f);
	say(&unique, ALTER_W_UNIQUEKEY);
	assert_int_equal(put(f, "A.B", 1, 2, 300, 0), DS_OK);
	/* empty until it is built: what it will have is not known */
	assert_int_equal(alter(f, "A.X.DATA", &unique), DS_OK);
	assert_false(header_of(f, "A.X.DATA").flags & DS_A_NONUNIQKEY);
	say_not(&not, ALTER_W_UNIQUEKEY);
	assert_int_equal(alter(f, "A.X.DATA", &not ), DS_OK);
	assert_int_equal(
	    ds_build_aix(f->sys, "A.B", "A.X", &how, &f->diag), DS_OK);
	REFUSED(alter(f, "A.X.DATA", &unique), "IDC3538I");
	not = upgrade = (struct ds_alter){.said = 0};
	say(&upgrade, ALTER_W_UPGRADE);
	say_not(&not, ALTER_W_UPGRADE);
	assert_int_equal(alter(f, "A.X", &not ), DS_OK);
	assert_false(header_of(f, "A.X.DATA").flags & DS_A_UPGRADE);
	REFUSED(alter(f, "A.X", &upgrade), "IDC3538I");
	/* nothing new: nothing to be refused */
	assert_int_equal(alter(f, "A.X", &not ), DS_OK);
	not = unique;
	say_not(&not, ALTER_W_UNIQUEKEY);
	assert_int_equal(alter(f, "A.X.DATA", &not ), DS_OK);
}

/* --- keys and record lengths ------------------------------------------------
 */

static void
default_sizes_of_an_empty_set_may_be_altered(void **state)
{
	struct fixture *f = *state;
	struct ds_alter al = {
	    .keylen = 8, .rkp = 4, .avglrecl = 50, .maxlrecl = 100};
	struct comp_attr attr;
	struct ds_entry *ent;

	new_small(f, "A.B"); /* KEYS(64 0) RECORDSIZE(4089 4089) */
	say(&al, ALTER_W_KEYS);
	say(&al, ALTER_W_RECORDSIZE);
	assert_int_equal(alter(f, "A.B", &al), DS_OK);
	attr = header_of(f, "A.B.DATA");
	assert_int_equal(attr.keylen, 8);
	assert_int_equal(attr.rkp, 4);
	assert_int_equal(attr.maxlrecl, 100);
	assert_int_equal(header_of(f, "A.B.INDEX").keylen, 8);
	assert_int_equal(put(f, "A.B", 1, 10, 101, 4), DS_BADLENGTH);
	assert_int_equal(put(f, "A.B", 1, 10, 100, 4), DS_OK);
	ent = locate(f, "A.B.DATA");
	assert_int_equal(ent->stats.rec_total, 10);
	assert_int_equal(ent->keylen, 8);
	assert_int_equal(ent->avglrecl, 50);
	ds_entry_free(&ent);
}

static void
sizes_that_were_chosen_or_are_used_stay(void **state)
{
	struct fixture *f = *state;
	struct ds_alter same = {.keylen = 11, .rkp = 0};
	struct ds_alter equal = {.keylen = 64, .rkp = 0};
	struct ds_define_cluster def;
	unsigned warn = 0;

	def_ksds(&def, "A.B"); /* KEYS(11 0) */
	assert_int_equal(define(f, &def), DS_OK);
	REFUSED(keys_of(f, "A.B", 8, 0), "IDC3545I");
	REFUSED(sizes_of(f, "A.B", 200, 300), "IDC3545I");
	say(&same, ALTER_W_KEYS);
	assert_int_equal(
	    ds_alter(f->sys, "A.B", &same, &warn, &f->diag), DS_OK);
	assert_int_equal(warn, ALTER_EQUAL_OTHER);
	new_small(f, "A.D");
	say(&equal, ALTER_W_KEYS);
	assert_int_equal(
	    ds_alter(f->sys, "A.D", &equal, &warn, &f->diag), DS_OK);
	assert_int_equal(warn, ALTER_EQUAL_DEFAULT);
	assert_int_equal(put(f, "A.D", 1, 1, 300, 0), DS_OK);
	REFUSED(keys_of(f, "A.D", 8, 0), "IDC3539I");
	REFUSED(sizes_of(f, "A.D", 100, 200), "IDC3539I");
}

static void
new_sizes_must_fit(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	int64_t cisize;
	struct ds_entry *ent;

	new_small(f, "A.D");
	ent = locate(f, "A.D.DATA");
	cisize = ent->cisize;
	ds_entry_free(&ent);
	/* seven bytes of control information beside a record (manual) */
	REFUSED(sizes_of(f, "A.D", 100, cisize - 6), "IDC3540I");
	REFUSED(sizes_of(f, "A.D", 200, 100), "IDC3515I");
	/* the key of 64 bytes is there still */
	REFUSED(sizes_of(f, "A.D", 63, 63), "IDC3546I");
	REFUSED(keys_of(f, "A.D", 64, 4026), "IDC3546I");
	/* the index control interval was made for keys of 64 */
	REFUSED(keys_of(f, "A.D", 255, 0), "IDC3540I");
	assert_int_equal(sizes_of(f, "A.D", 100, cisize - 7), DS_OK);
	def_small(&def, "A.R");
	def.org = DS_ORG_RRDS;
	def.org_given = true;
	assert_int_equal(define(f, &def), DS_OK);
	REFUSED(sizes_of(f, "A.R", 10, 20), "IDC3542I");
	REFUSED(keys_of(f, "A.R", 4, 0), "IDC3547I");
	assert_int_equal(sizes_of(f, "A.R", 20, 20), DS_OK);
}

/* 5 bytes of header, the key, one pointer of the base's key length. */
static void
alternate_keys_must_fit_their_base(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;

	def_ksds(&def, "A.B"); /* records of 300 bytes, keys of 11 */
	assert_int_equal(define(f, &def), DS_OK);
	def_small(&def, "A.X");
	strcpy(def.relate, "A.B");
	def.unique = def.upgrade = -1;
	assert_int_equal(define(f, &def), DS_OK); /* KEYS(64 0) */
	REFUSED(keys_of(f, "A.X", 9, 292), "IDC3541I");
	REFUSED(sizes_of(f, "A.X", 79, 79), "IDC3546I");
	assert_int_equal(sizes_of(f, "A.X", 80, 80), DS_OK);
	assert_int_equal(keys_of(f, "A.X", 8, 292), DS_OK);
	assert_int_equal(header_of(f, "A.X.DATA").axrkp, 292);
	assert_int_equal(header_of(f, "A.X.DATA").rkp, 5);
}

static void
a_base_goes_on_to_hold_its_alternate_keys(void **state)
{
	struct ds_define_path path = {
	    .name = "A.P", .entry = "A.D", .update = 1};
	struct fixture *f = *state;
	struct ds_define_cluster def;

	new_small(f, "A.D");
	def_small(&def, "A.X");
	strcpy(def.relate, "A.D");
	def.unique = def.upgrade = -1;
	def.cluster.keylen = 10;
	def.cluster.rkp = 100;
	assert_int_equal(define(f, &def), DS_OK);
	REFUSED(sizes_of(f, "A.D", 109, 109), "IDC3541I");
	/* a path over the cluster stands for it */
	assert_int_equal(ds_define_path(f->sys, &path, &f->diag), DS_OK);
	assert_int_equal(sizes_of(f, "A.P", 110, 110), DS_OK);
	assert_int_equal(header_of(f, "A.D.DATA").maxlrecl, 110);
}

static void
an_entry_sequenced_set_becomes_linear(void **state)
{
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct ds_alter al = {.said = 0};
	struct ds_file *file = NULL;
	uint8_t page[4096] = {1};

	say(&al, ALTER_W_TYPE);
	def_small(&def, "A.E");
	def.org = DS_ORG_ESDS;
	def.org_given = true;
	def.cluster.cisize = 4096;
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(alter(f, "A.E", &al), DS_OK);
	assert_int_equal(header_of(f, "A.E.DATA").org, DS_ORG_LDS);
	assert_int_equal(
	    ds_open_name(f->sys, "A.E", DS_OUTPUT, &file, &f->diag), DS_OK);
	assert_int_equal(ds_put(file, page, sizeof(page), &f->diag), DS_OK);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	REFUSED(alter(f, "A.E", &al), "IDC3190I TYPE");
}

/* --- names ------------------------------------------------------------------
 */

static void
a_renamed_sphere_is_the_same_sphere(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent;
	struct ds_build how = {.memory = 1 << 20};
	struct ds_file *file = NULL;
	int before;

	new_sphere(f);
	before = files(f);
	assert_int_equal(rename_to(f, "A.B", "A.NEW.BASE"), DS_OK);
	assert_int_equal(rename_to(f, "A.X", "A.NEW.AIX"), DS_OK);
	assert_int_equal(rename_to(f, "A.P", "A.NEW.PATH"), DS_OK);
	assert_int_equal(rename_to(f, "A.B.DATA", "A.NEW.D"), DS_OK);
	assert_false(there(f, "A.B"));
	assert_false(there(f, "A.B.DATA"));
	assert_int_equal(put(f, "A.NEW.BASE", 1, 5, 300, 0), DS_OK);
	assert_int_equal(
	    ds_build_aix(f->sys, "A.NEW.BASE", "A.NEW.AIX", &how, &f->diag),
	    DS_OK);
	ent = locate(f, "A.NEW.PATH");
	assert_string_equal(ent->assocs[0].name, "A.NEW.AIX");
	ds_entry_free(&ent);
	ent = locate(f, "A.NEW.AIX");
	assert_string_equal(ds_entry_assoc(ent, DS_CLUSTER), "A.NEW.BASE");
	ds_entry_free(&ent);
	assert_int_equal(
	    ds_open_name(f->sys, "A.NEW.PATH", DS_INPUT, &file, &f->diag),
	    DS_OK);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	assert_string_equal(header_of(f, "A.NEW.D").name, "A.NEW.D");
	assert_string_equal(header_of(f, "A.NEW.D").cluster, "A.NEW.BASE");
	assert_int_equal(files(f), before);
	assert_int_equal(intents(f), 0);
}

static void
a_name_that_is_there_or_elsewhere_is_refused(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ucat = ds_entry_new(), *alias = ds_entry_new();

	new_small(f, "A.B");
	new_small(f, "A.C");
	assert_int_equal(rename_to(f, "A.B", "A.C"), DS_CAT_DUPLICATE);
	assert_int_equal(rename_to(f, "A.B", "A.C.INDEX"), DS_CAT_DUPLICATE);
	assert_int_equal(rename_to(f, "A.B", "A.B"), DS_CAT_DUPLICATE);
	assert_int_equal(rename_to(f, "A.Q", "A.R"), DS_CAT_NOTFOUND);
	ucat->type = DS_UCAT;
	strcpy(ucat->name, "UCAT.ONE");
	assert_int_equal(
	    cat_ucat_create(ds_system_catalog(f->sys), ucat, NULL), DS_OK);
	alias->type = DS_ALIAS;
	strcpy(alias->name, "U");
	strcpy(alias->related, "UCAT.ONE");
	assert_int_equal(
	    cat_put(ds_system_catalog(f->sys), NULL, alias, NULL), DS_OK);
	assert_int_equal(rename_to(f, "A.B", "U.B"), DS_CAT_RELATED);
	assert_int_equal(rename_to(f, "U", "V"), DS_CAT_TYPE);
	ds_entry_free(&ucat);
	ds_entry_free(&alias);
	assert_true(there(f, "A.B"));
}

static void
an_alias_follows_its_renamed_target(void **state)
{
	struct fixture *f = *state;
	struct ds_define_ps ps = {.name = "A.PS",
	    .recfm = DS_RECFM_FB,
	    .lrecl = 80,
	    .unit = DS_UNIT_TRK,
	    .pri = 1};
	struct ds_entry *target, *alias = ds_entry_new();
	struct catalog *cat = ds_system_catalog(f->sys);

	assert_int_equal(ds_define_ps(f->sys, &ps, &f->diag), DS_OK);
	assert_int_equal(put(f, "A.PS", 1, 3, 80, 0), DS_OK);
	target = locate(f, "A.PS");
	alias->type = DS_ALIAS;
	strcpy(alias->name, "A.ALIAS");
	strcpy(alias->related, "A.PS");
	assert_int_equal(cat_put(cat, NULL, alias, NULL), DS_OK);
	assert_int_equal(cat_associate(cat, target, alias, NULL), DS_OK);
	assert_int_equal(rename_to(f, "A.PS", "A.NEW"), DS_OK);
	assert_int_equal(put(f, "A.ALIAS", 4, 3, 80, 0), DS_OK);
	assert_string_equal(header_of(f, "A.NEW").name, "A.NEW");
	ds_entry_free(&target);
	ds_entry_free(&alias);
}

/* --- in use ------------------------------------------------------------------
 */

static void
who_has_it_open_is_not_surprised(void **state)
{
	struct fixture *f = *state;
	struct ds_alter fspc = {.fspc_ci = 10}, share = {.share_region = 2};
	struct ds_alter owner = {.owner = "JOHN"};
	struct ds_system *other = NULL;
	struct ds_file *file = NULL;

	new_small(f, "A.B");
	assert_int_equal(put(f, "A.B", 1, 1, 300, 0), DS_OK);
	say(&fspc, ALTER_W_FREESPACE);
	say(&share, ALTER_W_SHAREOPTIONS);
	say(&owner, ALTER_W_OWNER);
	assert_int_equal(ds_system_open(f->dir, &other, NULL, &f->diag), DS_OK);
	assert_int_equal(
	    ds_open_name(other, "A.B", DS_INPUT, &file, &f->diag), DS_OK);
	assert_int_equal(alter(f, "A.B.DATA", &fspc), DS_CAT_INUSE);
	assert_int_equal(alter(f, "A.B.DATA", &share), DS_CAT_INUSE);
	assert_int_equal(rename_to(f, "A.B", "A.C"), DS_CAT_INUSE);
	assert_true(f->diag.holder[0] != '\0');
	assert_int_equal(alter(f, "A.B", &owner), DS_OK);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	ds_system_close(&other);
	assert_int_equal(alter(f, "A.B.DATA", &fspc), DS_OK);
	assert_int_equal(rename_to(f, "A.B", "A.C"), DS_OK);
}

/* The one who holds the new name may be about to define it. */
static void
the_new_name_is_held_too(void **state)
{
	struct fixture *f = *state;
	struct enq_owner *other = NULL;
	struct enq *enq = NULL;

	new_small(f, "A.B");
	assert_int_equal(enq_owner_new(f->dir, NULL, &other, NULL), DS_OK);
	assert_int_equal(
	    enq_take(other, "SYSDSN", "A.C", ENQ_SHR, 0, &enq, NULL), DS_OK);
	assert_int_equal(rename_to(f, "A.B", "A.C"), DS_CAT_INUSE);
	enq_free(&enq);
	enq_owner_free(&other);
	assert_int_equal(rename_to(f, "A.B", "A.C"), DS_OK);
}

/* --- volumes -----------------------------------------------------------------
 */

static void
candidates_come_and_go(void **state)
{
	struct fixture *f = *state;
	struct ds_alter add = {
	    .naddvols = 3, .addvols = {"*", "NOSUCH", "VOL001"}};
	struct ds_alter rem = {.nremvols = 1, .remvols = {"*"}};
	struct ds_entry *ent;

	new_small(f, "A.B");
	say(&add, ALTER_W_ADDVOLUMES);
	say(&rem, ALTER_W_REMOVEVOLUMES);
	/* its own volume is among its volumes already */
	assert_int_equal(alter(f, "A.B.DATA", &add), DS_INVALID);
	add.naddvols = 2;
	assert_int_equal(alter(f, "A.B.DATA", &add), DS_OK);
	ent = locate(f, "A.B.DATA");
	assert_int_equal(ent->nvolumes, 3);
	assert_string_equal(ent->volumes[2].volser, "*");
	assert_int_equal(ent->volumes[2].volflag, DS_VOLFLAG_CANDIDATE);
	ds_entry_free(&ent);
	assert_int_equal(alter(f, "A.B.DATA", &rem), DS_OK);
	assert_int_equal(alter(f, "A.B.DATA", &rem), DS_OK);
	assert_int_equal(alter(f, "A.B.DATA", &rem), DS_INVALID);
	strcpy(rem.remvols[0], "VOL001");
	assert_int_equal(alter(f, "A.B.DATA", &rem), DS_INVALID);
	assert_string_equal(f->diag.text, "it has space on volume VOL001");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(free_space_is_left_by_the_next_load),
	    T(words_name_the_entry_that_has_them),
	    T(what_is_said_is_done_whole_or_not_at_all),
	    T(words_that_are_kept_replace_their_own_line),
	    T(an_inhibited_component_is_not_opened_for_output),
	    T(an_alternate_index_with_records_stays_as_it_is),
	    T(default_sizes_of_an_empty_set_may_be_altered),
	    T(sizes_that_were_chosen_or_are_used_stay),
	    T(new_sizes_must_fit),
	    T(alternate_keys_must_fit_their_base),
	    T(a_base_goes_on_to_hold_its_alternate_keys),
	    T(an_entry_sequenced_set_becomes_linear),
	    T(a_renamed_sphere_is_the_same_sphere),
	    T(a_name_that_is_there_or_elsewhere_is_refused),
	    T(an_alias_follows_its_renamed_target),
	    T(who_has_it_open_is_not_surprised),
	    T(the_new_name_is_held_too),
	    T(candidates_come_and_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

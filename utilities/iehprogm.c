/*
 * IEHPROGM: data sets and members scratched and renamed, entries made and
 * removed. The catalog is where a data set's bytes are found, so SCRATCH and
 * RENAME change its entry too, as they do for SMS-managed data sets.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/alter.h"
#include "services/catalogs.h"
#include "services/define.h"
#include "services/gdg.h"
#include "services/locate.h"
#include "utilities/utility_int.h"

static const struct utility_form form = {
    .title = "SYSTEM SUPPORT UTILITIES ---- IEHPROGM",
    .title_column = 1,
    .page_column = 99,
    .page = "PAGE ",
    .digits = 1,
    .open = MSG_COUNT, /* its number is not known */
    .failed = UT_ERROR};

/* What a statement says. */
struct request {
	struct utility *u;
	const struct control_stmt *stmt;
	char dsn[DSNAME_MAX + 1], newname[DSNAME_MAX + 1];
	char member[MEMBER_MAX + 1];
	char volumes[DS_VOLUMES_MAX][VOLSER_MAX + 1];
	int nvolumes;
	bool purge;
};

static bool
wrong(struct request *r, const char *what)
{
	utility_note(r->u, UT_ERROR, "%s", what);
	return false;
}

/* --- operands --------------------------------------------------------------
 */

static bool
take_dsname(const struct control_value *v, char out[DSNAME_MAX + 1])
{
	return control_name(v, out, DSNAME_MAX + 1) &&
	       dsname_valid(out, strlen(out));
}

static bool
add_volume(struct request *r, const char *serial, size_t len)
{
	if (r->nvolumes == DS_VOLUMES_MAX || !volser_valid(serial, len))
		return false;
	memcpy(r->volumes[r->nvolumes], serial, len);
	r->volumes[r->nvolumes++][len] = '\0';
	return true;
}

/* VOL=device=serial, VOL=device=(serial,...), with file numbers of tapes as
 * second parts, which are passed over. */
static bool
take_volumes(struct request *r, const struct control_value *v)
{
	const char *eq = strchr(v->text, '=');
	const struct control_value *each;

	if (eq == NULL || eq == v->text)
		return false;
	if (!v->is_list)
		return add_volume(r, eq + 1, strlen(eq + 1));
	for (each = v->list; each != NULL; each = each->next)
		if (!add_volume(r, each->text, each->len))
			return false;
	return eq[1] == '\0';
}

/* The operands that all statements share; false: said. */
static bool
read_request(struct request *r)
{
	const struct control_stmt *s = r->stmt;
	const struct control_value *v = s->operands;
	bool ok = true;

	for (; ok && v != NULL; v = v->next) {
		if (strcmp(v->key, "DSNAME") == 0 ||
		    strcmp(v->key, "INDEX") == 0)
			ok = take_dsname(v, r->dsn);
		else if (strcmp(v->key, "NEWNAME") == 0)
			ok = control_name(v, r->newname, sizeof(r->newname));
		else if (strcmp(v->key, "MEMBER") == 0)
			ok = control_name(v, r->member, sizeof(r->member)) &&
			     member_valid(r->member, strlen(r->member));
		else if (strcmp(v->key, "VOL") == 0)
			ok = take_volumes(r, v);
		else if (control_is(v, "PURGE"))
			r->purge = true;
		else if (strcmp(v->key, "ENTRIES") != 0 &&
			 strcmp(v->key, "CVOL") != 0 &&
			 !control_is(v, "EMPTY") && !control_is(v, "DELETE") &&
			 !control_is(v, "SYS"))
			ok = false;
		if (!ok)
			utility_note(r->u, UT_ERROR,
			    "AN OPERAND OF %s IS WRONG: %s", s->op,
			    v->key[0] != '\0' ? v->key : v->text);
	}
	if (ok && r->dsn[0] == '\0')
		return wrong(r, "DSNAME= IS MISSING");
	return ok;
}

/* --- what is done ----------------------------------------------------------
 */

/* The entry of a data set that these statements may name. */
static enum ds_status
find_plain(struct request *r, struct ds_entry **entp)
{
	struct ds_diag *diag = &r->u->diag;
	enum ds_status st;

	st = ds_find(r->u->run->sys, NULL, r->dsn, entp, diag);
	if (st == DS_OK && (*entp)->type != DS_NONVSAM &&
	    (*entp)->type != DS_GDS) {
		ds_entry_free(entp);
		st = ds_fail(diag, DS_CAT_TYPE, r->dsn, "it is a VSAM entry");
	}
	return st;
}

/* Is it on one of the volumes that were named? SMS has chosen its own. */
static bool
is_on(const struct request *r, const struct ds_entry *ent)
{
	if (r->nvolumes == 0 || ds_system_config(r->u->run->sys)->sms)
		return true;
	for (int i = 0; i < r->nvolumes; i++)
		if (ent->nvolumes > 0 &&
		    strcmp(ent->volumes[0].volser, r->volumes[i]) == 0)
			return true;
	return false;
}

/* A data set with bytes of its own, on the volume. */
static enum ds_status
find_on_volume(struct request *r)
{
	struct ds_entry *ent = NULL;
	enum ds_status st = find_plain(r, &ent);

	if (st == DS_OK &&
	    ((ent->flags & DS_A_NOSCRATCH_VOL) != 0 || !is_on(r, ent)))
		st = ds_fail(&r->u->diag, DS_CAT_NOVVR, r->dsn,
		    "the volume does not have it");
	ds_entry_free(&ent);
	return st;
}

/* A member, by what act does with an open library. */
static enum ds_status
on_member(struct request *r)
{
	struct ds_library *lib = NULL;
	struct ds_diag *diag = &r->u->diag;
	enum ds_status st, closed;

	st = ds_library_open(r->u->run->sys, r->dsn, DD_SHR, true, &lib, diag);
	if (st != DS_OK)
		return st;
	if (r->newname[0] != '\0')
		st = ds_member_rename(lib, r->member, r->newname, diag);
	else
		st = ds_member_delete(lib, r->member, diag);
	closed = ds_library_close(&lib, st == DS_OK ? diag : NULL);
	return st == DS_OK ? closed : st;
}

static enum ds_status
scratch(struct request *r)
{
	const struct ds_delete_opts opts = {.purge = r->purge, .erase = -1};
	enum ds_status st = find_on_volume(r);

	if (st != DS_OK)
		return st;
	if (r->member[0] != '\0')
		return on_member(r);
	return ds_delete(
	    r->u->run->sys, r->dsn, &opts, NULL, NULL, &r->u->diag);
}

static enum ds_status
rename_set(struct request *r)
{
	struct ds_alter al = {.said = 1ULL << ALTER_W_NEWNAME};
	const size_t n = strlen(r->newname);
	enum ds_status st = find_on_volume(r);
	unsigned warn = 0;

	if (st != DS_OK)
		return st;
	if (r->member[0] != '\0')
		return member_valid(r->newname, n)
			   ? on_member(r)
			   : ds_fail(&r->u->diag, DS_INVALID, r->newname,
				 "it is no member's name");
	if (!dsname_valid(r->newname, n))
		return ds_fail(&r->u->diag, DS_INVALID, r->newname,
		    "it is no data set's name");
	memcpy(al.newname, r->newname, n + 1);
	return ds_alter(r->u->run->sys, r->dsn, &al, &warn, &r->u->diag);
}

/* What is on a volume gets its entry back; else an entry is made that says
 * where it is. */
static enum ds_status
catalog(struct request *r)
{
	struct ds_recatalog again = {.type = DS_NONVSAM};
	struct ds_define_nonvsam def = {.nvolumes = r->nvolumes,
	    .ndevtypes = 1,
	    .devtypes = {DS_DEVTYPE_3390}};
	struct ds_entry *ent = NULL;
	struct ds_diag *diag = &r->u->diag;
	struct ds_system *sys = r->u->run->sys;
	enum ds_status st;

	if (ds_find(sys, NULL, r->dsn, &ent, NULL) == DS_OK) {
		ds_entry_free(&ent);
		return ds_fail(diag, DS_CAT_DUPLICATE, r->dsn, NULL);
	}
	memcpy(again.name, r->dsn, sizeof(again.name));
	st = ds_recatalog(sys, &again, diag);
	if (st != DS_CAT_NOVVR)
		return st;
	if (r->nvolumes == 0)
		return ds_fail(diag, DS_INVALID, r->dsn, "VOL= is missing");
	memcpy(def.name, r->dsn, sizeof(def.name));
	memcpy(def.volumes, r->volumes, sizeof(def.volumes));
	return ds_define_nonvsam(sys, &def, diag);
}

static enum ds_status
uncatalog(struct request *r)
{
	const struct ds_delete_opts opts = {
	    .purge = true, .noscratch = true, .erase = -1};
	struct ds_entry *ent = NULL;
	enum ds_status st = find_plain(r, &ent);

	ds_entry_free(&ent);
	if (st != DS_OK)
		return st;
	return ds_delete(
	    r->u->run->sys, r->dsn, &opts, NULL, NULL, &r->u->diag);
}

static enum ds_status
build_group(struct request *r)
{
	struct ds_define_gdg def = {0};
	uint32_t n;

	if (!control_number(
		control_find(r->stmt, "ENTRIES"), GDG_LIMIT_MAX, &n) ||
	    n == 0)
		return ds_fail(&r->u->diag, DS_INVALID, r->dsn,
		    "ENTRIES= is 1 to %d", GDG_LIMIT_MAX);
	memcpy(def.name, r->dsn, sizeof(def.name));
	def.limit = (int)n;
	if (control_find(r->stmt, "EMPTY") != NULL)
		def.flags |= DS_A_EMPTY;
	if (control_find(r->stmt, "DELETE") != NULL)
		def.flags |= DS_A_SCRATCH;
	return ds_define_gdg(r->u->run->sys, &def, &r->u->diag);
}

static enum ds_status
delete_group(struct request *r)
{
	const struct ds_delete_opts opts = {.erase = -1, .type = DS_GDG};

	return ds_delete(
	    r->u->run->sys, r->dsn, &opts, NULL, NULL, &r->u->diag);
}

/* --- statements ------------------------------------------------------------
 */

static const struct action {
	const char *op;
	enum ds_status (*act)(struct request *r);
	bool rename; /* it needs NEWNAME= */
} actions[] = {
    {"SCRATCH", scratch, false},
    {"RENAME", rename_set, true},
    {"CATLG", catalog, false},
    {"UNCATLG", uncatalog, false},
    {"BLDG", build_group, false},
    {"DLTX", delete_group, false},
};

/* What has nothing here that it could work on. */
static const char *const refused[] = {"ADD", "BLDA", "BLDX", "CONNECT",
    "DELETEP", "DLTA", "LIST", "RELEASE", "REPLACE"};

static const struct action *
find_action(const char *op)
{
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (strcmp(actions[i].op, op) == 0)
			return &actions[i];
	return NULL;
}

static void
refuse(struct request *r)
{
	const char *op = r->stmt->op;

	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (strcmp(op, refused[i]) == 0) {
			utility_note(r->u, UT_ERROR,
			    "%s: THERE ARE NO PASSWORDS AND NO CVOLS HERE", op);
			return;
		}
	wrong(r, "THIS IS NO STATEMENT OF IEHPROGM");
}

static void
do_statement(struct utility *u, const struct control_stmt *stmt)
{
	struct request r = {.u = u, .stmt = stmt};
	const struct action *a = find_action(stmt->op);
	enum ds_status st;

	if (a == NULL) {
		refuse(&r);
		return;
	}
	if (control_find(stmt, "VTOC") != NULL) {
		wrong(&r, "WHOLE DS_VOLUMES_MAX ARE NOT SCRATCHED");
		return;
	}
	if (!read_request(&r))
		return;
	if (a->rename != (r.newname[0] != '\0')) {
		wrong(&r, "NEWNAME= GOES WITH RENAME");
		return;
	}
	if ((st = a->act(&r)) == DS_OK) {
		utility_line(u, ' ', "NORMAL END OF TASK RETURNED BY %s",
		    a->op); /* mem */
		return;
	}
	utility_note(u, UT_ERROR, "%s OF %s WAS NOT DONE", a->op, r.dsn);
	utility_detail(u, &u->diag, st);
}

void
program_iehprogm(struct program_run *run, struct program_end *endp)
{
	struct utility *u = calloc(1, sizeof(*u));
	struct control_stmt stmt;
	struct arena *arena;
	bool go, bad;

	if (u == NULL) {
		program_code(endp, UT_FAILED);
		return;
	}
	go = utility_begin(u, run, &form) && utility_sysin(u, "SYSIN");
	if (!go)
		utility_cc(u, UT_FAILED);
	while (go && !u->abended) {
		if ((arena = arena_new()) == NULL) {
			utility_note(u, UT_FAILED, "NO MEMORY");
			break;
		}
		if (utility_next(u, arena, false, &stmt, &bad))
			do_statement(u, &stmt);
		else
			go = bad;
		arena_free(&arena);
	}
	utility_line(u, ' ', "UTILITY END"); /* mem */
	utility_end(u, endp);
	free(u);
}

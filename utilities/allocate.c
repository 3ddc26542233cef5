/*
 * ALLOCATE: a data set for a ddname, made first when it is NEW; several behind
 * each other; a file of the host, the terminal. The commands that follow use
 * the ddname; what becomes of the data set is done when the run ends or REUSE
 * takes its ddname, as FREE would.
 */
#include <stdio.h>
#include <string.h>

#include "services/define.h"
#include "services/locate.h"
#include "utilities/allocate_int.h"

enum { TEMP_NAMES = 1000 };

/* --- refusals ---------------------------------------------------------- */

static bool
say_failed(struct allocation *a, enum ds_status st, const struct ds_diag *diag)
{
	const char *dsn = a->dsn[0] != '\0' ? a->dsn : a->dd;

	if (st == DS_CAT_NOTFOUND) {
		ams_ikj_no_data_set(a->run, dsn);
		return false;
	}
	if (st == DS_BUSY || st == DS_CAT_INUSE) {
		ams_ikj(a->run, "IKJ56225I", "DATA SET", dsn,
		    "ALREADY IN USE, TRY LATER");
		if (diag->holder[0] != '\0')
			ams_note(a->run, true, "held by %s", diag->holder);
		return false;
	}
	if (ds_status_class(st) == 'C') {
		ams_catalog_error(a->run, st, diag, dsn);
		return false;
	}
	ams_note(a->run, false, "%s not allocated: %s", dsn,
	    diag->text[0] != '\0' ? diag->text : ds_status_text(st));
	return false;
}

/* --- names ------------------------------------------------------------------
 */

/* What the commands read from and print to stays open: it is not freed. */
static bool
is_run_dd(const char *dd)
{
	return strcmp(dd, "SYSIN") == 0 || strcmp(dd, "SYSPRINT") == 0;
}

/* FILE of a DD that is there already: REUSE frees it. */
static bool
free_ddname(struct allocation *a)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!ams_coded(a->top, "REUSE") || is_run_dd(a->dd)) {
		ams_ikj(a->run, "IKJ56246I", "FILE", a->dd,
		    "NOT ALLOCATED, FILE IN USE");
		return false;
	}
	st = dd_free(a->run->dds, a->dd, a->dsn, &diag);
	return st == DS_OK || say_failed(a, st, &diag);
}

/* FILE, or a name that nothing has. */
static bool
take_ddname(struct allocation *a)
{
	const char *dd = ams_text(a->top, "FILE", 0);

	if (dd != NULL) {
		snprintf(a->dd, sizeof(a->dd), "%s", dd);
		return !dd_exists(a->run->dds, a->dd) || free_ddname(a);
	}
	for (unsigned i = 1; i < 100000; i++) {
		snprintf(a->dd, sizeof(a->dd), "SYS%05u", i);
		if (!dd_exists(a->run->dds, a->dd))
			return true;
	}
	return false;
}

static bool
exists(struct allocation *a, const char *name)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = ds_find(a->run->sys, NULL, name, &ent, NULL);
	ds_entry_free(&ent);
	return st == DS_OK;
}

/* A name of the system's making, as z/OS has it: gone at the end. */
static bool
temporary_name(struct allocation *a)
{
	const char *user = ds_system_config(a->run->sys)->userid;
	char when[32];
	struct tm now;

	memset(&now, 0, sizeof(now));
	ds_now(&now);
	if (strftime(when, sizeof(when), "SYS%y%j.T%H%M%S", &now) == 0)
		return false;
	for (unsigned i = 1; i < TEMP_NAMES; i++) {
		snprintf(a->dsn, sizeof(a->dsn), "%.20s.RA000.%.8s.R%07u", when,
		    user[0] != '\0' ? user : "CATAMNT", i);
		if (!exists(a, a->dsn))
			return a->temporary = true;
	}
	return false;
}

/* Is it to be made? NEW, MOD of what is not there, and SPACE without a word on
 * it (mem). */
static bool
wants_new(struct allocation *a, const struct ams_value *v)
{
	if (v == NULL || ams_coded(a->top, "NEW"))
		return true;
	if (ams_coded(a->top, "MOD"))
		return !exists(a, v->text);
	return ams_coded(a->top, "SPACE") && !ams_coded(a->top, "OLD") &&
	       !ams_coded(a->top, "SHR");
}

/* The data set of DSNAME, NULL when none was coded. */
static bool
take_dsname(struct allocation *a, const struct ams_value *v)
{
	a->is_new = wants_new(a, v);
	if (v == NULL)
		return temporary_name(a);
	snprintf(a->dsn, sizeof(a->dsn), "%s%s%s%s", v->text,
	    v->has_member ? "(" : "", v->has_member ? v->member : "",
	    v->has_member ? ")" : "");
	return true;
}

/* LIKE, or the data set of REFDD. */
static bool
take_like(struct allocation *a)
{
	const char *dd = ams_text(a->top, "REFDD", 0);
	const char *like = ams_text(a->top, "LIKE", 0);
	char name[DSNAME_MAX + 1] = "";
	struct ds_diag diag = {0};
	enum ds_status st = DS_OK;

	if (like != NULL)
		snprintf(name, sizeof(name), "%s", like);
	else if (dd != NULL)
		st = dd_dsname(a->run->dds, dd, name, &diag);
	if (st == DS_OK && name[0] != '\0')
		st = ds_find(a->run->sys, NULL, name, &a->like, &diag);
	if (st == DS_OK)
		return true;
	if (st == DS_CAT_NOTFOUND)
		snprintf(a->dsn, sizeof(a->dsn), "%s", name);
	return say_failed(a, st, &diag);
}

/* --- all of it ------------------------------------------------------------ */

static bool
is_vsam(const struct allocation *a)
{
	return ams_coded(a->top, "RECORG") ||
	       (a->like != NULL && a->like->type == DS_CLUSTER);
}

/* What stands on the ddname when it is no data set. */
static bool
add_no_dataset(struct allocation *a)
{
	if (ams_coded(a->top, "DUMMY")) {
		allocate_add(a, "dummy");
		allocate_add_dcb(a);
	} else if (ams_coded(a->top, "PATH")) {
		if (!allocate_add_path(a))
			return false;
	} else {
		allocate_add_terminal(a);
	}
	return allocate_can_be(a, true);
}

static bool
add_dataset(struct allocation *a, const struct ams_value *v)
{
	bool vsam;

	if (!take_dsname(a, v))
		return false;
	vsam = is_vsam(a);
	if (!allocate_can_be(a, vsam || !a->is_new))
		return false;
	allocate_add(a, "%s", a->dsn);
	if (a->is_new && vsam)
		return allocate_cluster(a);
	if (a->is_new)
		allocate_add_new(a);
	else
		allocate_add(a, "%s",
		    ams_coded(a->top, "SHR")   ? ",shr"
		    : ams_coded(a->top, "MOD") ? ",mod"
					       : ",old");
	return true;
}

static bool
is_terminal(const struct ams_value *v)
{
	return v != NULL && strcmp(v->text, "*") == 0;
}

/* One that the ddname stands for; v: of DSNAME, or NULL. */
static bool
allocate_one(struct allocation *a, const struct ams_value *v)
{
	struct ds_diag diag = {0};
	enum ds_status st;
	bool good;

	a->spec[0] = a->dsn[0] = '\0';
	a->made = false;
	allocate_add(a, "%s=", a->dd);
	if (ams_coded(a->top, "DUMMY") || ams_coded(a->top, "PATH") ||
	    is_terminal(v))
		good = add_no_dataset(a);
	else
		good = add_dataset(a, v);
	if (!good || (st = dd_alloc(a->run->dds, a->spec, &diag)) == DS_OK)
		return good;
	allocate_unmake_cluster(a);
	return say_failed(a, st, &diag);
}

/* Data sets behind each other are read, so none of them is made. */
static bool
can_concatenate(struct allocation *a, const struct ams_param *p)
{
	if (p == NULL || p->nvalues < 2)
		return true;
	for (int i = 0; i < p->nvalues; i++) {
		if (!is_terminal(&p->values[i]) && !wants_new(a, &p->values[i]))
			continue;
		ams_note(a->run, false,
		    "ALLOCATE of several data sets takes such as are there");
		return false;
	}
	return true;
}

/* All of them, or none. */
static bool
allocate_all(struct allocation *a)
{
	const struct ams_param *p = ams_find(a->top, "DSNAME");
	bool good;

	if (p != NULL && ams_coded(a->top, "PATH")) {
		ams_note(a->run, false,
		    "ALLOCATE PATH excludes the data set of DSNAME");
		return false;
	}
	if (p == NULL || ams_coded(a->top, "DUMMY"))
		return allocate_one(a, NULL);
	good = can_concatenate(a, p);
	for (int i = 0; good && i < p->nvalues; i++)
		good = allocate_one(a, &p->values[i]);
	if (!good)
		dd_free(a->run->dds, a->dd, NULL, NULL);
	return good;
}

int
ams_allocate(struct ams_run *run, const struct ams_command *cmd)
{
	struct allocation a = {.run = run, .top = cmd->top};
	bool good;

	good = take_like(&a) && take_ddname(&a) && allocate_all(&a);
	if (good)
		dd_set_dynamic(run->dds, a.dd);
	if (good && (a.temporary || ams_coded(cmd->top, "DELETE")))
		dd_set_end(run->dds, a.dd, DD_END_DELETE);
	else if (good && ams_coded(cmd->top, "UNCATALOG"))
		dd_set_end(run->dds, a.dd, DD_END_UNCATALOG);
	ds_entry_free(&a.like);
	return ams_end(run, good ? CC_OK : CC_FAILED);
}

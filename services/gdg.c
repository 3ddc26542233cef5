/*
 * Generation data groups: DEFINE, relative numbers, a group as one data set.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/define_int.h"
#include "services/enq.h"
#include "services/gdg_int.h"

/* --- fixed numbers -------------------------------------------------------- */

struct gdg_view {
	char base[DSNAME_MAX + 1];
	char (*names)[DSNAME_MAX + 1]; /* active ones, oldest first */
	size_t n;
	char (*made)[DSNAME_MAX + 1]; /* by this run: (+1) and so on */
	size_t nmade;
	bool earlier; /* as they were before this run: ds_gdg_fix */
	struct gdg_view *next;
};

static void
view_free(struct gdg_view **viewp)
{
	if (*viewp == NULL)
		return;
	free((*viewp)->names);
	free((*viewp)->made);
	free(*viewp);
	*viewp = NULL;
}

void
gdg_views_free(struct gdg_view **viewsp)
{
	struct gdg_view *next;

	for (; *viewsp != NULL; *viewsp = next) {
		next = (*viewsp)->next;
		view_free(viewsp);
	}
}

void
ds_gdg_forget(struct ds_system *sys)
{
	gdg_views_free(&sys->gdgs);
}

static void
view_forget(struct ds_system *sys, const char *base)
{
	struct gdg_view **viewp, *view;

	for (viewp = &sys->gdgs; (view = *viewp) != NULL; viewp = &view->next)
		if (strcmp(view->base, base) == 0) {
			*viewp = view->next;
			view_free(&view);
			return;
		}
}

/* --- DEFINE --------------------------------------------------------------- */

static enum ds_status
put_base(struct ds_system *sys, const struct ds_define_gdg *def,
    const char *catalog, struct ds_diag *diag)
{
	struct ds_entry *ent = ds_entry_new();
	enum ds_status st;

	if (ent == NULL)
		return ds_fail(diag, DS_NOMEM, def->name, NULL);
	ent->type = DS_GDG;
	memcpy(ent->name, def->name, sizeof(ent->name));
	memcpy(ent->owner, def->owner, sizeof(ent->owner));
	ent->created = ds_today();
	ent->expires = def->expires;
	ent->flags = def->flags;
	ent->gdg_limit = (uint16_t)def->limit;
	st = cat_put(sys->cat, catalog, ent, diag);
	ds_entry_free(&ent);
	return st;
}

enum ds_status
ds_define_gdg(struct ds_system *sys, const struct ds_define_gdg *def,
    struct ds_diag *diag)
{
	const bool extended = (def->flags & DS_A_GDGEXT) != 0;
	char catalog[DSNAME_MAX + 1];
	struct enq *enq = NULL;
	enum ds_status st;

	if (strlen(def->name) > GDG_BASE_MAX)
		return ds_fail(diag, DS_INVALID, def->name, "IDC3523I");
	if (def->limit < 1 ||
	    def->limit > (extended ? GDG_LIMIT_EXTENDED : GDG_LIMIT_MAX))
		return ds_fail(diag, DS_INVALID, def->name,
		    "LIMIT %d is not 1 to %d", def->limit,
		    extended ? GDG_LIMIT_EXTENDED : GDG_LIMIT_MAX);
	st = define_catalog(sys, def->catalog, def->name, catalog, diag);
	if (st != DS_OK)
		return st;
	st = enq_take(
	    ds_system_owner(sys), "SYSDSN", def->name, ENQ_EXC, 0, &enq, diag);
	if (st == DS_OK)
		st = put_base(sys, def, catalog, diag);
	/* One of its name that was there before has no say in its numbers. */
	if (st == DS_OK)
		view_forget(sys, def->name);
	enq_free(&enq);
	return st;
}

/* --- relative numbers ----------------------------------------------------- */

enum ds_status
gdg_names(const struct ds_entry *base, char (**namesp)[DSNAME_MAX + 1],
    size_t *np, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1];
	size_t i, n = 0;

	names = calloc(base->nassocs + 1, sizeof(*names));
	if (names == NULL)
		return ds_fail(diag, DS_NOMEM, base->name, NULL);
	for (i = 0; i < base->nassocs; i++)
		if (base->assocs[i].type == DS_GDS)
			memcpy(
			    names[n++], base->assocs[i].name, sizeof(*names));
	*namesp = names;
	*np = n;
	return DS_OK;
}

struct waiting {
	const char *base;
	char status; /* of those that are wanted */
	char (*names)[DSNAME_MAX + 1];
	size_t n;
	bool failed;
};

static bool
add_waiting(void *ctx, const struct ds_entry *ent)
{
	struct waiting *w = ctx;
	char base[DSNAME_MAX + 1], (*names)[DSNAME_MAX + 1];

	if (ent->type != DS_GDS || ent->gds_status != w->status ||
	    (w->status == 'R' && (ent->flags & DS_A_SCRATCH) == 0) ||
	    !dsname_generation(ent->name, base, NULL, NULL) ||
	    strcmp(base, w->base) != 0)
		return true;
	names = realloc(w->names, (w->n + 1) * sizeof(*names));
	w->failed = names == NULL;
	if (w->failed)
		return false;
	w->names = names;
	memcpy(names[w->n++], ent->name, sizeof(*names));
	return true;
}

static enum ds_status
list_of_status(struct ds_system *sys, const struct ds_entry *base, char status,
    char (**namesp)[DSNAME_MAX + 1], size_t *np, struct ds_diag *diag)
{
	struct waiting w = {.base = base->name, .status = status};
	char pattern[DSNAME_MAX + 3];
	enum ds_status st;

	snprintf(pattern, sizeof(pattern), "%s.*", base->name);
	st = cat_list(sys->cat, base->catalog, CAT_GENERIC, pattern,
	    add_waiting, &w, diag);
	if (st == DS_OK && w.failed)
		st = ds_fail(diag, DS_NOMEM, base->name, NULL);
	if (st != DS_OK) {
		free(w.names);
		return st;
	}
	*namesp = w.names;
	*np = w.n;
	return DS_OK;
}

enum ds_status
gdg_waiting(struct ds_system *sys, const struct ds_entry *base,
    char (**namesp)[DSNAME_MAX + 1], size_t *np, struct ds_diag *diag)
{
	return list_of_status(sys, base, 'D', namesp, np, diag);
}

enum ds_status
gdg_left(struct ds_system *sys, const struct ds_entry *base,
    char (**namesp)[DSNAME_MAX + 1], size_t *np, struct ds_diag *diag)
{
	return list_of_status(sys, base, 'R', namesp, np, diag);
}

/* By its name or an alias. */
static enum ds_status
get_base(struct ds_system *sys, const char *name, struct ds_entry **basep,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	if ((st = ds_follow_alias(sys, name, &ent, diag)) != DS_OK)
		return st;
	if (ent->type != DS_GDG)
		st = ds_fail(
		    diag, DS_CAT_TYPE, name, "it is no generation data group");
	if (st != DS_OK)
		ds_entry_free(&ent);
	else
		*basep = ent;
	return st;
}

/* What the catalog has now. */
static enum ds_status
view_new(struct ds_system *sys, const char *base, struct gdg_view **viewp,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	struct gdg_view *view;
	enum ds_status st;

	if ((st = get_base(sys, base, &ent, diag)) != DS_OK)
		return st;
	if ((view = calloc(1, sizeof(*view))) == NULL)
		st = ds_fail(diag, DS_NOMEM, base, NULL);
	else if ((st = gdg_names(ent, &view->names, &view->n, diag)) == DS_OK)
		snprintf(view->base, sizeof(view->base), "%s", ent->name);
	if (st == DS_OK) {
		*viewp = view;
		view = NULL;
	}
	free(view);
	ds_entry_free(&ent);
	return st;
}

static struct gdg_view *
view_find(struct ds_system *sys, const char *base)
{
	struct gdg_view *view;

	for (view = sys->gdgs; view != NULL; view = view->next)
		if (strcmp(view->base, base) == 0)
			break;
	return view;
}

/* What it had when it was asked for first, by whatever name. */
static enum ds_status
view_get(struct ds_system *sys, const char *base, struct gdg_view **viewp,
    struct ds_diag *diag)
{
	struct gdg_view *view = view_find(sys, base), *fresh = NULL;
	enum ds_status st;

	if (view == NULL) {
		if ((st = view_new(sys, base, &fresh, diag)) != DS_OK)
			return st;
		view = view_find(sys, fresh->base);
	}
	if (view == NULL) {
		view = fresh;
		view->next = sys->gdgs;
		sys->gdgs = view;
	} else {
		view_free(&fresh);
	}
	*viewp = view;
	return DS_OK;
}

enum ds_status
ds_gdg_fix(struct ds_system *sys, const char *base, const char *newest,
    struct ds_diag *diag)
{
	struct gdg_view *view = NULL;
	enum ds_status st;
	size_t n;
	void *p;

	if ((st = view_get(sys, base, &view, diag)) != DS_OK)
		return st;
	view->earlier = true;
	for (n = view->n; n > 0 && strcmp(view->names[n - 1], newest) != 0;)
		n--;
	view->n = n;
	if (n > 0 || newest[0] == '\0')
		return DS_OK;
	/* It has left the group: what is asked of it will not be found. */
	p = realloc(view->names, sizeof(*view->names));
	if (p == NULL)
		return ds_fail(diag, DS_NOMEM, base, NULL);
	view->names = p;
	snprintf(view->names[0], sizeof(view->names[0]), "%s", newest);
	view->n = 1;
	return DS_OK;
}

void
gdg_ends(
    char (*names)[DSNAME_MAX + 1], size_t n, int64_t *oldestp, int64_t *newestp)
{
	int first = 0, last = 0;

	if (n > 0) {
		dsname_generation(names[0], NULL, &first, NULL);
		dsname_generation(names[n - 1], NULL, &last, NULL);
	}
	*oldestp = first;
	*newestp = last < first ? last + GDG_ROUND : last;
}

/* The next round's numbers are used up when older ones are still there. */
static enum ds_status
next_name(
    const struct gdg_view *view, int relative, char *out, struct ds_diag *diag)
{
	int64_t oldest, newest;
	int number;

	gdg_ends(view->names, view->n, &oldest, &newest);
	number = gdg_number(newest + relative);
	if (view->n > 0 && gdg_place(number, oldest, newest) <= newest)
		return ds_fail(diag, DS_CAT_RELATED, view->base,
		    "its numbers have gone around, and G%04d is still there",
		    gdg_number(oldest));
	snprintf(out, DSNAME_MAX + 1, "%.*s.G%04dV00", GDG_BASE_MAX, view->base,
	    number);
	return DS_OK;
}

enum ds_status
ds_gdg_absolute(struct ds_system *sys, const char *base, int relative,
    char out[DSNAME_MAX + 1], struct ds_diag *diag)
{
	struct gdg_view *view = NULL;
	char asked[DSNAME_MAX + 8];
	enum ds_status st;

	if ((st = view_get(sys, base, &view, diag)) != DS_OK)
		return st;
	if (relative > 0)
		return next_name(view, relative, out, diag);
	if ((size_t)-relative >= view->n) {
		snprintf(asked, sizeof(asked), "%s(%d)", base, relative);
		return ds_fail(diag, DS_CAT_NOTFOUND, asked,
		    "%s has %zu generations", base, view->n);
	}
	memcpy(
	    out, view->names[view->n - 1 - (size_t)-relative], DSNAME_MAX + 1);
	return DS_OK;
}

enum ds_status
gdg_note_made(struct ds_system *sys, const char *name, struct ds_diag *diag)
{
	char base[DSNAME_MAX + 1];
	struct gdg_view *view;
	void *p;

	if (!dsname_generation(name, base, NULL, NULL) ||
	    (view = view_find(sys, base)) == NULL)
		return DS_OK; /* no number of it was asked for */
	p = realloc(view->made, (view->nmade + 1) * sizeof(*view->made));
	if (p == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	view->made = p;
	snprintf(view->made[view->nmade++], sizeof(*view->made), "%s", name);
	return DS_OK;
}

static bool
was_made(const struct ds_system *sys, const char *name)
{
	const struct gdg_view *view;
	size_t i;

	for (view = sys->gdgs; view != NULL; view = view->next)
		for (i = 0; i < view->nmade; i++)
			if (strcmp(view->made[i], name) == 0)
				return true;
	return false;
}

enum ds_status
ds_gdg_existing(struct ds_system *sys, const char *base, int relative,
    char out[DSNAME_MAX + 1], struct ds_diag *diag)
{
	char name[DSNAME_MAX + 1];
	enum ds_status st;

	st = ds_gdg_absolute(sys, base, relative, name, diag);
	if (st == DS_OK && relative > 0 && !was_made(sys, name))
		st = ds_fail(diag, DS_CAT_NOTFOUND, name,
		    "this run has made no generation %s(+%d)", base, relative);
	if (st == DS_OK)
		memcpy(out, name, sizeof(name));
	return st;
}

enum ds_status
ds_gdg_name(struct ds_system *sys, const char *name, char *out, size_t out_len,
    struct ds_diag *diag)
{
	char base[DSNAME_MAX + 1], number[8], absolute[DSNAME_MAX + 1];
	const char *open = strchr(name, '(');
	size_t len = open != NULL ? strlen(open) : 0;
	enum ds_status st;
	int relative;

	if (len >= 3 && len <= sizeof(number) && open[len - 1] == ')' &&
	    open - name <= DSNAME_MAX) {
		snprintf(
		    number, sizeof(number), "%.*s", (int)len - 2, open + 1);
		snprintf(base, sizeof(base), "%.*s", (int)(open - name), name);
		if (dsname_relative(number, &relative)) {
			st = ds_gdg_existing(
			    sys, base, relative, absolute, diag);
			if (st != DS_OK)
				return st;
			name = absolute;
		}
	}
	if (name != out)
		snprintf(out, out_len, "%s", name);
	return DS_OK;
}

/* Has anybody added to the group since its numbers were fixed? */
enum ds_status
ds_gdg_current(struct ds_system *sys, const char *base, struct ds_diag *diag)
{
	struct gdg_view *fixed = NULL, *now = NULL;
	enum ds_status st;

	st = view_get(sys, base, &fixed, diag);
	if (st == DS_OK && fixed->earlier)
		return DS_OK;
	if (st == DS_OK)
		st = view_new(sys, base, &now, diag);
	if (st == DS_OK && now->n > 0 &&
	    (fixed->n == 0 || strcmp(now->names[now->n - 1],
				  fixed->names[fixed->n - 1]) != 0))
		st = ds_fail(diag, DS_CAT_INUSE, base,
		    "others have been added since its numbers were fixed");
	view_free(&now);
	return st;
}

enum ds_status
gdg_hold(struct ds_system *sys, const char *base, struct enq **enqp,
    struct ds_diag *diag)
{
	struct enq_owner *owner = ds_system_owner(sys);
	struct ds_entry *ent = NULL;
	struct enq *enq = NULL;
	enum ds_status st;
	bool held;

	if ((st = get_base(sys, base, &ent, diag)) != DS_OK)
		return st;
	held = enq_held(owner, "SYSDSN", ent->name);
	st = enq_take(owner, "SYSDSN", ent->name, ENQ_EXC, 0, &enq, diag);
	/* Who held it all the time knows all that came. */
	if (st == DS_OK && !held)
		st = ds_gdg_current(sys, ent->name, diag);
	ds_entry_free(&ent);
	if (st != DS_OK)
		enq_free(&enq);
	else
		*enqp = enq;
	return st;
}

/* --- the group as one data set -------------------------------------------- */

enum ds_status
ds_gdg_all(struct ds_system *sys, const char *base, enum ds_gdg_order order,
    char (**namesp)[DSNAME_MAX + 1], size_t *np, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL, swap[DSNAME_MAX + 1];
	struct ds_entry *ent = NULL;
	enum ds_status st;
	size_t i, n = 0;

	if ((st = get_base(sys, base, &ent, diag)) != DS_OK)
		return st;
	st = gdg_names(ent, &names, &n, diag);
	if (st == DS_OK && n == 0)
		st = ds_fail(
		    diag, DS_CAT_NOTFOUND, base, "it has no generations");
	if (st == DS_OK && order == DS_GDG_USECATLG)
		order =
		    (ent->flags & DS_A_FIFO) != 0 ? DS_GDG_FIFO : DS_GDG_LIFO;
	for (i = 0; st == DS_OK && order == DS_GDG_LIFO && i < n / 2; i++) {
		memcpy(swap, names[i], sizeof(swap));
		memcpy(names[i], names[n - 1 - i], sizeof(swap));
		memcpy(names[n - 1 - i], swap, sizeof(swap));
	}
	ds_entry_free(&ent);
	if (st != DS_OK) {
		free(names);
		return st;
	}
	*namesp = names;
	*np = n;
	return DS_OK;
}

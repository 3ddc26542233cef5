/*
 * Generations come into their group and leave it.
 *
 * One transaction makes the new one active, takes out who leaves, and says in
 * the base when it was changed. Files that go have intents in it, so a death
 * behind it is finished by whoever opens the root next. When the group is in a
 * user catalog, whose file does not commit with the master's, the intents are
 * committed in front of it: a component that an entry still names stays.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/dd_int.h"
#include "services/define_int.h"
#include "services/enq.h"
#include "services/gdg_int.h"
#include "services/security_int.h"

enum { CHANGE_TRIES = 8 };

/* One that leaves. */
struct leaving {
	struct ds_entry *ent;
	enum ds_rolled how;
	struct enq *name, *open; /* of one that is scratched */
	char holder[sizeof(((struct ds_diag *)NULL)->holder)]; /* else */
};

/* A file that goes. */
struct going {
	const struct ds_entry *ent;
	char volser[VOLSER_MAX + 1];
	uint8_t id[SPHERE_ID_LEN];
	int64_t intent;
};

struct change {
	struct ds_system *sys;
	struct ds_entry *base; /* as it was when who leaves was chosen */
	struct ds_entry *in;   /* comes in; NULL: none */
	bool fresh;            /* it has no entry yet, and is the caller's */
	const char *rollin;    /* the name of one that has; NULL: none */
	const struct ds_alter_gdg *alter; /* or NULL */
	struct leaving *out;
	size_t nout;
	struct going *files;
	size_t nfiles;
	struct enq_owner *opener; /* holds what is scratched */
	char holder[HOLDER_LEN];
};

bool
ds_unexpired(uint32_t expires)
{
	if (expires == 9999999 || expires == 1999365 || expires == 1999366)
		return true; /* never */
	return expires != 0 && expires > ds_today();
}

enum ds_status
gdg_base_of(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_entry **basep, struct ds_diag *diag)
{
	char base[DSNAME_MAX + 1];
	struct ds_entry *ent = NULL;
	enum ds_status st;

	*basep = NULL;
	if (!dsname_generation(name, base, NULL, NULL))
		return DS_OK;
	st = cat_get(sys->cat, catalog, base, &ent, diag);
	if (st == DS_CAT_NOTFOUND)
		return DS_OK;
	if (st == DS_OK && ent->type == DS_GDG)
		*basep = ent;
	else
		ds_entry_free(&ent);
	return st;
}

enum ds_status
gdg_defer(struct ds_system *sys, const char *catalog, struct ds_entry *ent,
    struct ds_diag *diag)
{
	struct ds_entry *base = NULL;
	enum ds_status st;

	st = gdg_base_of(sys, catalog, ent->name, &base, diag);
	if (base != NULL) {
		ent->type = DS_GDS;
		ent->gds_status = 'D';
	}
	ds_entry_free(&base);
	return st;
}

/* --- who leaves ----------------------------------------------------------- */

static int
new_limit(const struct change *c)
{
	return c->alter != NULL && c->alter->limit > 0 ? c->alter->limit
						       : c->base->gdg_limit;
}

static uint32_t
new_flags(const struct change *c)
{
	const struct ds_alter_gdg *a = c->alter;
	const struct {
		int word;
		uint32_t flag;
	} words[] = {
	    {a != NULL ? a->scratch : -1, DS_A_SCRATCH},
	    {a != NULL ? a->empty : -1, DS_A_EMPTY},
	    {a != NULL ? a->fifo : -1, DS_A_FIFO},
	    {a != NULL ? a->purge : -1, DS_A_PURGE},
	};
	uint32_t flags = c->base->flags;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i].word == 1)
			flags |= words[i].flag;
		else if (words[i].word == 0)
			flags &= ~words[i].flag;
	return flags;
}

static enum ds_status
add_leaving(struct change *c, const char *name, struct ds_diag *diag)
{
	enum ds_status st;

	st = cat_get(
	    c->sys->cat, c->base->catalog, name, &c->out[c->nout].ent, diag);
	if (st == DS_OK)
		c->nout++;
	return st == DS_CAT_NOTFOUND ? DS_BUSY : st;
}

/* How many of the oldest leave a group of n for one that comes in; the group
 * is emptied when that is one too many. */
static size_t
count_leaving(const struct change *c, size_t n)
{
	size_t limit = (size_t)new_limit(c), all = n + (c->in != NULL);

	if (limit == 0 || all <= limit)
		return 0;
	if (c->in != NULL && (new_flags(c) & DS_A_EMPTY) != 0)
		return n;
	return all - limit;
}

/* Would it be the first to leave? */
static enum ds_status
check_age(const struct change *c, char (*names)[DSNAME_MAX + 1], size_t n,
    int number, struct ds_diag *diag)
{
	int64_t oldest, newest;

	gdg_ends(names, n, &oldest, &newest);
	if (n == 0 || gdg_place(number, oldest, newest) > oldest)
		return DS_OK;
	return ds_fail(diag, DS_CAT_RELATED, c->in->name,
	    "%s is full, and all of its generations are newer", c->base->name);
}

static enum ds_status
choose(struct change *c, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	int number = 0, other;
	size_t n = 0, kept = 0, i, leave;
	enum ds_status st;

	if ((st = gdg_names(c->base, &names, &n, diag)) != DS_OK)
		return st;
	if ((c->out = calloc(n + 1, sizeof(*c->out))) == NULL)
		st = ds_fail(diag, DS_NOMEM, c->base->name, NULL);
	if (c->in != NULL)
		dsname_generation(c->in->name, NULL, &number, NULL);
	/* another version of the same generation */
	for (i = 0; st == DS_OK && i < n; i++) {
		dsname_generation(names[i], NULL, &other, NULL);
		if (c->in != NULL && other == number)
			st = add_leaving(c, names[i], diag);
		else
			memmove(names[kept++], names[i], sizeof(*names));
	}
	leave = count_leaving(c, kept);
	if (st == DS_OK && c->in != NULL && leave > 0)
		st = check_age(c, names, kept, number, diag);
	for (i = 0; st == DS_OK && i < leave; i++)
		st = add_leaving(c, names[i], diag);
	free(names);
	return st;
}

/* --- what becomes of them ------------------------------------------------- */

/* Nobody has it, and from now on nobody gets it. */
static bool
hold(struct change *c, struct leaving *l)
{
	struct ds_diag diag = {0};
	char comp[SPHERE_NAME_LEN];
	enum ds_status st;

	st = enq_take(ds_system_owner(c->sys), "SYSDSN", l->ent->name, ENQ_EXC,
	    0, &l->name, &diag);
	if (st == DS_OK && ds_has_file(l->ent)) {
		sphere_id_name(l->ent->comp_id, comp);
		st = open_lock_alone(c->opener, comp, &l->open, &diag);
	}
	memcpy(l->holder, diag.holder, sizeof(l->holder));
	return st == DS_OK;
}

/*
 * Scratched, when the group says so and it may be. What has no bytes of ours,
 * or is not managed by storage management, is uncatalogued else; all others
 * have to have an entry.
 */
static void
decide(struct change *c, struct leaving *l)
{
	const struct ds_mgmtclas *mc =
	    ds_mgmtclas_get(&c->sys->config, l->ent->mgmtclas);
	uint32_t flags = new_flags(c);
	bool may = (flags & DS_A_PURGE) != 0 || !ds_unexpired(l->ent->expires);

	/* the management class, if it says what becomes of it */
	if (mc != NULL && mc->rolloff == DS_ROLLOFF_EXPIRE)
		flags |= DS_A_SCRATCH;
	else if (mc != NULL && mc->rolloff == DS_ROLLOFF_KEEP)
		flags &= ~(uint32_t)DS_A_SCRATCH;
	if ((flags & DS_A_SCRATCH) != 0 && may)
		l->how = hold(c, l) ? DS_ROLLED_DELETED : DS_ROLLED_INUSE;
	else if ((l->ent->flags & DS_A_SMS) == 0 &&
		 ((flags & DS_A_SCRATCH) == 0 || !may))
		l->how = DS_ROLLED_UNCATALOGED;
	else
		l->how = DS_ROLLED_RECATALOGED;
}

static struct going *
add_going(struct change *c, const struct ds_entry *ent, const char *volser)
{
	struct going *f = &c->files[c->nfiles++];

	f->ent = ent;
	snprintf(f->volser, sizeof(f->volser), "%s", volser);
	memcpy(f->id, ent->comp_id, sizeof(f->id));
	return f;
}

/* One for each volume, and the index of a partitioned data set. */
static void
list_files(struct change *c, const struct ds_entry *ent)
{
	char home[VOLSER_MAX + 1];
	size_t i;

	for (i = 0; i < ent->nvolumes; i++)
		if (ds_cell_used(&ent->volumes[i]))
			add_going(c, ent, ent->volumes[i].volser);
	if (ent->org == DS_ORG_PO) {
		ds_home(ent, home);
		ds_library_index_id(ent->comp_id, add_going(c, ent, home)->id);
	}
}

static enum ds_status
decide_all(struct change *c, struct ds_diag *diag)
{
	size_t i, n = 0;

	for (i = 0; i < c->nout; i++) {
		decide(c, &c->out[i]);
		n += c->out[i].ent->nvolumes + 1;
	}
	if ((c->files = calloc(n + 1, sizeof(*c->files))) == NULL)
		return ds_fail(diag, DS_NOMEM, c->base->name, NULL);
	for (i = 0; i < c->nout; i++)
		if (c->out[i].how == DS_ROLLED_DELETED &&
		    ds_has_file(c->out[i].ent))
			list_files(c, c->out[i].ent);
	return DS_OK;
}

/* --- doing it ------------------------------------------------------------- */

static enum ds_status
put_intents(struct change *c, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	struct going *f;
	size_t i;

	for (i = 0; st == DS_OK && i < c->nfiles; i++) {
		f = &c->files[i];
		st = cat_intent_put(c->sys->cat, 'X', f->volser, f->id,
		    c->holder, &f->intent, diag);
	}
	return st;
}

/* Is it still what was chosen? DS_BUSY: choose again. */
static enum ds_status
check_entry(
    struct ds_system *sys, const struct ds_entry *was, struct ds_diag *diag)
{
	struct ds_entry *now = NULL;
	enum ds_status st;
	size_t i;

	st = cat_get(sys->cat, was->catalog, was->name, &now, diag);
	if (st == DS_OK)
		st = now->rowid == was->rowid && now->type == was->type &&
			     now->flags == was->flags &&
			     now->gdg_limit == was->gdg_limit &&
			     now->gds_status == was->gds_status &&
			     now->nvolumes == was->nvolumes &&
			     now->nassocs == was->nassocs &&
			     memcmp(now->comp_id, was->comp_id,
				 sizeof(now->comp_id)) == 0
			 ? DS_OK
			 : DS_BUSY;
	for (i = 0; st == DS_OK && i < was->nassocs; i++)
		if (strcmp(now->assocs[i].name, was->assocs[i].name) != 0)
			st = DS_BUSY;
	ds_entry_free(&now);
	return st == DS_CAT_NOTFOUND ? DS_BUSY : st;
}

static enum ds_status
check_all(struct change *c, struct ds_diag *diag)
{
	enum ds_status st = check_entry(c->sys, c->base, diag);
	size_t i;

	if (st == DS_OK && c->in != NULL && !c->fresh)
		st = check_entry(c->sys, c->in, diag);
	for (i = 0; st == DS_OK && i < c->nout; i++)
		st = check_entry(c->sys, c->out[i].ent, diag);
	return st == DS_BUSY ? ds_fail(diag, st, c->base->name,
				   "it is changed all the time")
			     : st;
}

/* An entry goes with its aliases. */
static enum ds_status
remove_entry(
    struct ds_system *sys, const struct ds_entry *ent, struct ds_diag *diag)
{
	struct ds_entry *alias = NULL;
	enum ds_status st = DS_OK;
	size_t i;

	for (i = 0; st == DS_OK && i < ent->nassocs; i++) {
		if (ent->assocs[i].type != DS_ALIAS)
			continue;
		st = cat_get(
		    sys->cat, ent->catalog, ent->assocs[i].name, &alias, diag);
		if (st == DS_OK)
			st = cat_remove(sys->cat, alias, diag);
		ds_entry_free(&alias);
	}
	return st == DS_OK ? cat_remove(sys->cat, ent, diag) : st;
}

static enum ds_status
take_out(struct change *c, struct leaving *l, struct ds_diag *diag)
{
	enum ds_status st;

	if (l->how != DS_ROLLED_RECATALOGED && l->how != DS_ROLLED_INUSE)
		return remove_entry(c->sys, l->ent, diag);
	st = cat_dissociate(c->sys->cat, c->base, l->ent, diag);
	if (st != DS_OK)
		return st;
	l->ent->gds_status = 'R';
	if (l->how == DS_ROLLED_INUSE)
		l->ent->flags |= DS_A_SCRATCH;
	return cat_update(c->sys->cat, l->ent, diag);
}

static enum ds_status
put_in(struct change *c, struct ds_diag *diag)
{
	enum ds_status st;

	if (c->in == NULL)
		return DS_OK;
	c->in->type = DS_GDS;
	c->in->gds_status = 'A';
	c->in->flags &= ~(uint32_t)DS_A_SCRATCH;
	st = c->fresh ? cat_put(c->sys->cat, c->base->catalog, c->in, diag)
		      : cat_update(c->sys->cat, c->in, diag);
	return st == DS_OK ? cat_associate(c->sys->cat, c->base, c->in, diag)
			   : st;
}

/* ALTERED= of a base's extra words is LISTCAT's LAST ALTER. */
static enum ds_status
set_base(struct change *c, struct ds_diag *diag)
{
	struct ds_entry *b = c->base;

	b->gdg_limit = (uint16_t)new_limit(c);
	b->flags = new_flags(c);
	snprintf(b->extra, sizeof(b->extra), "ALTERED=%07u\n", ds_today());
	return cat_update(c->sys->cat, b, diag);
}

static enum ds_status
change_entries(struct change *c, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	size_t i;

	for (i = 0; st == DS_OK && i < c->nout; i++)
		st = take_out(c, &c->out[i], diag);
	if (st == DS_OK)
		st = put_in(c, diag);
	return st == DS_OK ? set_base(c, diag) : st;
}

/* What was not committed is nothing to be settled. */
static void
forget_intents(struct change *c)
{
	for (size_t i = 0; i < c->nfiles; i++)
		c->files[i].intent = 0;
}

static enum ds_status
commit(struct change *c, struct ds_diag *diag)
{
	struct catalog *cat = c->sys->cat;
	bool apart = strcmp(c->base->catalog, cat_master(cat)) != 0;
	bool early = apart && c->nfiles > 0, entered = false;
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	if ((st = check_all(c, diag)) == DS_OK)
		st = put_intents(c, diag);
	if (st == DS_OK && early && (st = cat_commit(cat, diag)) == DS_OK) {
		entered = true;
		ds_step("gdg: intents");
		if ((st = cat_begin(cat, diag)) == DS_OK)
			st = check_all(c, diag);
	}
	if (st == DS_OK)
		st = change_entries(c, diag);
	if (st == DS_OK)
		return cat_commit(cat, diag);
	cat_rollback(cat);
	if (!entered)
		forget_intents(c);
	return st;
}

/* Files without an entry go; when it failed, all have one. */
static void
settle(struct change *c)
{
	size_t i;

	for (i = 0; i < c->nfiles; i++)
		if (c->files[i].intent != 0)
			ds_intent_settle(c->sys, c->files[i].intent,
			    c->files[i].volser, c->files[i].id,
			    (c->files[i].ent->flags & DS_A_ERASE) != 0, NULL);
}

static void
change_free(struct change *c)
{
	size_t i;

	for (i = 0; i < c->nout; i++) {
		enq_free(&c->out[i].open);
		enq_free(&c->out[i].name);
		ds_entry_free(&c->out[i].ent);
	}
	enq_owner_free(&c->opener);
	free(c->out);
	free(c->files);
	ds_entry_free(&c->base);
	if (c->rollin != NULL)
		ds_entry_free(&c->in);
}

static enum ds_status
check_rollin(const struct ds_entry *ent, struct ds_diag *diag)
{
	if (ent->type != DS_GDS && ent->type != DS_NONVSAM)
		return ds_fail(diag, DS_CAT_TYPE, ent->name,
		    "the entry is of type %c", (char)ent->type);
	return DS_OK;
}

static enum ds_status
load(struct change *c, const char *catalog, const char *base,
    struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	if (c->rollin != NULL)
		st = cat_get(c->sys->cat, catalog, c->rollin, &c->in, diag);
	if (st == DS_OK && c->rollin != NULL)
		st = check_rollin(c->in, diag);
	if (st == DS_OK)
		st = cat_get(c->sys->cat, catalog, base, &c->base, diag);
	if (st == DS_OK && c->base->type != DS_GDG)
		st = ds_fail(
		    diag, DS_CAT_TYPE, base, "it is no generation data group");
	return st;
}

/* One attempt. */
static enum ds_status
change_once(struct change *c, const char *catalog, const char *base,
    struct ds_diag *diag)
{
	struct enq *life = NULL;
	enum ds_status st;

	if ((st = load(c, catalog, base, diag)) != DS_OK)
		return st;
	if (c->rollin != NULL && ds_entry_assoc(c->in, DS_GDG) != NULL)
		return DS_OK; /* it is active */
	if ((st = choose(c, diag)) == DS_OK)
		st = enq_owner_new(c->sys->root, NULL, &c->opener, diag);
	if (st == DS_OK)
		st = decide_all(c, diag);
	if (st == DS_OK)
		st = ds_intent_begin(c->sys, c->holder, &life, diag);
	if (st == DS_OK) {
		ds_step("gdg: chosen");
		st = commit(c, diag);
		if (st == DS_OK)
			ds_step("gdg: changed");
		settle(c);
	}
	enq_free(&life);
	return st;
}

void
ds_system_on_kept(struct ds_system *sys, ds_gdg_kept_fn *fn, void *ctx)
{
	sys->kept = fn;
	sys->kept_ctx = ctx;
}

static void
tell(const struct change *c, ds_rolled_fn *rolled, void *ctx)
{
	const struct leaving *l;

	for (l = c->out; l < c->out + c->nout; l++)
		if (rolled != NULL)
			rolled(ctx, l->ent->name, l->how);
		else if (l->how == DS_ROLLED_INUSE && c->sys->kept != NULL)
			c->sys->kept(c->sys->kept_ctx, l->ent->name, l->holder);
}

/* What another change of the group is about to do is waited for; what DELETE
 * and the like do in between is looked at again. */
static enum ds_status
change(const struct change *what, const char *catalog, const char *base,
    ds_rolled_fn *rolled, void *ctx, struct ds_diag *diag)
{
	struct enq_owner *turn = NULL;
	struct enq *enq = NULL;
	struct change c;
	enum ds_status st;
	int tries = 0;

	st = enq_owner_new(what->sys->root, NULL, &turn, diag);
	if (st == DS_OK)
		st = enq_take(turn, "SYSGDG", base, ENQ_EXC,
		    (int)what->sys->wait_ms, &enq, diag);
	while (st == DS_OK) {
		c = *what;
		st = change_once(&c, catalog, base, diag);
		if (st == DS_OK)
			tell(&c, rolled, ctx);
		change_free(&c);
		if (st != DS_BUSY || ++tries == CHANGE_TRIES)
			break;
		st = DS_OK;
	}
	enq_free(&enq);
	enq_owner_free(&turn);
	return st == DS_BUSY ? ds_fail(diag, DS_CAT_INUSE, base, NULL) : st;
}

/* --- what is asked for ---------------------------------------------------- */

enum ds_status
gdg_enter(struct ds_system *sys, const struct ds_entry *base,
    struct ds_entry *ent, struct ds_diag *diag)
{
	const struct change what = {.sys = sys, .in = ent, .fresh = true};

	return change(&what, base->catalog, base->name, NULL, NULL, diag);
}

static enum ds_status
check_alter(const struct ds_entry *base, const struct ds_alter_gdg *alter,
    struct ds_diag *diag)
{
	const bool extended = (base->flags & DS_A_GDGEXT) != 0;

	if (alter->extended >= 0 && alter->extended != extended)
		return ds_fail(diag, DS_INVALID, base->name,
		    "a group is made %s by DEFINE alone",
		    extended ? "NOEXTENDED" : "EXTENDED");
	if (alter->limit > (extended ? GDG_LIMIT_EXTENDED : GDG_LIMIT_MAX) ||
	    alter->limit < 0)
		return ds_fail(diag, DS_INVALID, base->name,
		    "LIMIT of this group is %d at most",
		    extended ? GDG_LIMIT_EXTENDED : GDG_LIMIT_MAX);
	return DS_OK;
}

enum ds_status
ds_alter_gdg(struct ds_system *sys, const char *catalog, const char *name,
    const struct ds_alter_gdg *alter, ds_rolled_fn *rolled, void *ctx,
    struct ds_diag *diag)
{
	const struct change what = {.sys = sys, .alter = alter};
	struct ds_entry *base = NULL;
	enum ds_status st;

	if ((st = cat_get(sys->cat, catalog, name, &base, diag)) != DS_OK)
		return st;
	if (base->type != DS_GDG)
		st = ds_fail(
		    diag, DS_CAT_TYPE, name, "it is no generation data group");
	if (st == DS_OK)
		st = security_entry(sys, base, DS_ACCESS_ALTER, diag);
	if (st == DS_OK)
		st = check_alter(base, alter, diag);
	if (st == DS_OK)
		st =
		    change(&what, base->catalog, base->name, rolled, ctx, diag);
	ds_entry_free(&base);
	return st;
}

enum ds_status
ds_gdg_rollin(struct ds_system *sys, const char *catalog, const char *name,
    ds_rolled_fn *rolled, void *ctx, struct ds_diag *diag)
{
	const struct change what = {.sys = sys, .rollin = name};
	struct ds_entry *ent = NULL;
	char base[DSNAME_MAX + 1];
	enum ds_status st;

	if ((st = cat_get(sys->cat, catalog, name, &ent, diag)) != DS_OK)
		return st;
	st = security_entry(sys, ent, DS_ACCESS_ALTER, diag);
	if (st != DS_OK)
		;
	else if (dsname_generation(name, base, NULL, NULL))
		st = change(&what, ent->catalog, base, rolled, ctx, diag);
	else
		st = ds_fail(
		    diag, DS_CAT_RELATED, name, "it has no generation's name");
	ds_entry_free(&ent);
	return st;
}

/* --- DELETE RECOVERY ------------------------------------------------------ */

static enum ds_status
leave_alone(struct ds_system *sys, const struct ds_entry *base,
    const char *name, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = cat_get(sys->cat, base->catalog, name, &ent, diag);
	if (st == DS_OK && ent->gds_status != 'D')
		st = cat_dissociate(sys->cat, base, ent, diag);
	if (st == DS_OK) {
		ent->gds_status = 'R';
		st = cat_update(sys->cat, ent, diag);
	}
	ds_entry_free(&ent);
	return st;
}

/* What was to be rolled in at the end of its run has no group then. */
static enum ds_status
leave_waiting(
    struct ds_system *sys, const struct ds_entry *base, struct ds_diag *diag)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t i, n = 0;

	st = gdg_waiting(sys, base, &names, &n, diag);
	for (i = 0; st == DS_OK && i < n; i++)
		st = leave_alone(sys, base, names[i], diag);
	free(names);
	return st;
}

/* In a transaction. */
static enum ds_status
remove_base(struct ds_system *sys, const char *catalog, const char *name,
    struct ds_diag *diag)
{
	struct ds_entry *base = NULL;
	enum ds_status st;
	size_t i;

	st = cat_get(sys->cat, catalog, name, &base, diag);
	if (st == DS_OK && base->type != DS_GDG)
		st = ds_fail(
		    diag, DS_CAT_TYPE, name, "it is no generation data group");
	for (i = 0; st == DS_OK && i < base->nassocs; i++)
		if (base->assocs[i].type == DS_GDS)
			st = leave_alone(sys, base, base->assocs[i].name, diag);
	if (st == DS_OK)
		st = leave_waiting(sys, base, diag);
	if (st == DS_OK)
		st = remove_entry(sys, base, diag);
	ds_entry_free(&base);
	return st;
}

enum ds_status
ds_gdg_delete_base(struct ds_system *sys, const char *catalog, const char *name,
    bool test, struct ds_diag *diag)
{
	struct enq *enq = NULL;
	enum ds_status st;

	st = security_name(sys, name, DS_ACCESS_ALTER, diag);
	if (st == DS_OK)
		st = enq_take(ds_system_owner(sys), "SYSDSN", name, ENQ_EXC, 0,
		    &enq, diag);
	if (st == DS_OK)
		st = cat_begin(sys->cat, diag);
	if (st == DS_OK) {
		st = remove_base(sys, catalog, name, diag);
		if (st == DS_OK && !test)
			st = cat_commit(sys->cat, diag);
		else
			cat_rollback(sys->cat);
	}
	enq_free(&enq);
	return st;
}

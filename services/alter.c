/*
 * ALTER: what may be altered of which entry, and the steps that change it.
 *
 *	1  intents ('H', one for each component whose header may change)
 *	2  the entries, in one transaction
 *	3  the headers follow the entries
 *	4  the intents cleared
 *
 * The catalog is what counts. A death behind 2 leaves headers that say what was
 * before: whoever opens the root, or opens a data set while intents are there,
 * does 3. Where entry and intent are in one catalog file, 1 and 2 are one
 * commit.
 */
#include <stdio.h>
#include <string.h>

#include "services/alter_int.h"
#include "services/dd_int.h"
#include "services/define_int.h"
#include "services/enq.h"
#include "services/security_int.h"

enum { ALTER_TRIES = 8 };

#define BIT(word) ((uint64_t)1 << ALTER_W_##word)

/* What nobody may have open meanwhile: an open goes on with what it was when
 * it began. */
static const uint64_t alone_words = BIT(CCSID) | BIT(EXTADDR) | BIT(FREESPACE) |
				    BIT(KEYS) | BIT(NEWNAME) | BIT(RECORDSIZE) |
				    BIT(REUSE) | BIT(SHAREOPTIONS) | BIT(TYPE) |
				    BIT(UNIQUEKEY) | BIT(UPGRADE);
/* What headers say too, be it for the making of entries again alone. */
static const uint64_t header_words =
    BIT(ACCOUNT) | BIT(BUFFERSPACE) | BIT(BWO) | BIT(ERASE) |
    BIT(EXCEPTIONEXIT) | BIT(FRLOG) | BIT(INHIBIT) | BIT(LOG) |
    BIT(LOGREPLICATE) | BIT(LOGSTREAMID) | BIT(MANAGEMENTCLASS) | BIT(OWNER) |
    BIT(RECLAIMCA) | BIT(RETENTION) | BIT(RLSENABLE) | BIT(STORAGECLASS) |
    BIT(WRITECHECK) | BIT(NULL_BWO) | BIT(NULL_EXIT) | BIT(NULL_LOG) |
    BIT(NULL_LOGSTREAMID) | BIT(NULL_MANAGEMENTCLASS) | BIT(NULL_STORAGECLASS) |
    BIT(NULL_OWNER) | BIT(NULL_RETENTION);
/* Of an alternate index, what its base's openers must know too. */
static const uint64_t base_words =
    BIT(KEYS) | BIT(RECORDSIZE) | BIT(UNIQUEKEY) | BIT(UPGRADE);

static const struct {
	const char *keyword, *opposite;
	unsigned levels;
} words[ALTER_W_COUNT] = {
#define X(word, keyword, opposite, levels) \
	[ALTER_W_##word] = {keyword, opposite, levels},
    ALTER_WORDS(X)
#undef X
};

enum ds_status
alter_refuse(struct ds_diag *diag, const struct ds_entry *ent,
    const char *number, const char *insert)
{
	return ds_fail(diag, DS_INVALID, ent->name, "%s%s%s", number,
	    insert[0] != '\0' ? " " : "", insert);
}

/* --- what fits ------------------------------------------------------------ */

static unsigned
level_of(const struct ds_entry *ent)
{
	bool aix = ds_entry_assoc(ent, DS_AIX) != NULL;

	switch (ent->type) {
	case DS_AIX:
		return ALTER_AIX;
	case DS_CLUSTER:
		return ALTER_CLUSTER;
	case DS_DATA:
		return aix ? ALTER_AIX_DATA : ALTER_DATA;
	case DS_INDEX:
		return aix ? ALTER_AIX_INDEX : ALTER_INDEX;
	case DS_PAGESPACE:
		return ALTER_PGSPC;
	case DS_PATH:
		return ALTER_PATH;
	case DS_UCAT:
		return ALTER_UCAT;
	case DS_NONVSAM:
	case DS_GDS:
		return ALTER_NONVSAM;
	case DS_GDG:
		return ALTER_GDG;
	default:
		return 0;
	}
}

bool
ds_alter_fits(const struct ds_entry *ent, const struct ds_alter *al,
    const char **keywordp)
{
	unsigned level = level_of(ent);

	for (int i = 0; i < ALTER_W_COUNT; i++) {
		if (!alter_says(al, (enum alter_word)i) ||
		    (words[i].levels & level) != 0)
			continue;
		*keywordp = words[i].opposite != NULL &&
				    !alter_yes(al, (enum alter_word)i)
				? words[i].opposite
				: words[i].keyword;
		return false;
	}
	return true;
}

static enum ds_status
check_fits(
    const struct ds_entry *ent, const struct ds_alter *al, struct ds_diag *diag)
{
	const char *keyword = NULL;

	if (level_of(ent) == 0)
		return ds_fail(diag, DS_CAT_TYPE, ent->name,
		    "an entry of type %c is not altered", (char)ent->type);
	if (ds_alter_fits(ent, al, &keyword))
		return DS_OK;
	if (strcmp(keyword, "KEYS") == 0 || strcmp(keyword, "RECORDSIZE") == 0)
		return alter_refuse(diag, ent, "IDC3547I", "");
	return alter_refuse(diag, ent, "IDC3190I", keyword);
}

/* --- the entries ---------------------------------------------------------- */

void
alter_set_free(struct alter_set *set)
{
	ds_entry_free(&set->own.ent);
	ds_entry_free(&set->data.ent);
	ds_entry_free(&set->index.ent);
	ds_entry_free(&set->other.ent);
	ds_entry_free(&set->base);
	ds_entry_free(&set->base_data);
	set->named = NULL;
	set->own.changed = set->data.changed = false;
	set->index.changed = set->other.changed = false;
}

/* The entry that ent hangs on, when it is a component. */
static enum ds_status
get_owner(struct alter_set *set, const struct ds_entry *ent,
    struct ds_entry **ownp, struct ds_diag *diag)
{
	static const enum ds_type types[] = {DS_CLUSTER, DS_AIX, DS_PAGESPACE};
	enum ds_status st = DS_OK;

	for (size_t i = 0; i < 3 && st == DS_OK && *ownp == NULL; i++)
		st = ds_assoc_get(set->sys, ent, types[i], ownp, diag);
	if (st == DS_OK && *ownp == NULL)
		st = ds_fail(diag, DS_CAT_RELATED, ent->name,
		    "the component belongs to no cluster");
	return st;
}

/* The rest of the sphere of set->own, as far as it is not there. */
static enum ds_status
get_parts(struct alter_set *set, struct ds_diag *diag)
{
	struct ds_system *sys = set->sys;
	const struct ds_entry *own = set->own.ent;
	enum ds_status st = DS_OK;

	if (set->data.ent == NULL)
		st = ds_data_get(sys, own, &set->data.ent, diag);
	if (st == DS_OK && set->index.ent == NULL)
		st = ds_assoc_get(sys, own, DS_INDEX, &set->index.ent, diag);
	if (st != DS_OK || own->type != DS_AIX)
		return st;
	st = ds_assoc_get(sys, own, DS_CLUSTER, &set->base, diag);
	if (st == DS_OK && set->base != NULL)
		st = ds_data_get(sys, set->base, &set->base_data, diag);
	return st;
}

/* KEYS and RECORDSIZE of a path are of what it is over. */
static enum ds_status
get_under(struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_entry *path = set->other.ent;
	enum ds_status st;

	if (path->type != DS_PATH ||
	    (set->al->said & (BIT(KEYS) | BIT(RECORDSIZE))) == 0)
		return DS_OK;
	if (path->nassocs == 0)
		return ds_fail(diag, DS_CAT_RELATED, path->name,
		    "the path leads to no entry");
	st = cat_get(set->sys->cat, path->catalog, path->assocs[0].name,
	    &set->own.ent, diag);
	return st == DS_OK ? get_parts(set, diag) : st;
}

static enum ds_status
load(struct alter_set *set, const char *name, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	alter_set_free(set);
	st = cat_get(set->sys->cat, set->al->catalog, name, &ent, diag);
	if (st != DS_OK)
		return st;
	switch (ent->type) {
	case DS_DATA:
	case DS_INDEX:
		set->named = ent->type == DS_DATA ? &set->data : &set->index;
		set->named->ent = ent;
		st = get_owner(set, ent, &set->own.ent, diag);
		return st == DS_OK ? get_parts(set, diag) : st;
	case DS_CLUSTER:
	case DS_AIX:
	case DS_PAGESPACE:
		set->named = &set->own;
		set->named->ent = ent;
		return get_parts(set, diag);
	default:
		set->named = &set->other;
		set->named->ent = ent;
		return get_under(set, diag);
	}
}

static bool
same_entry(const struct ds_entry *a, const struct ds_entry *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	return a->rowid == b->rowid && a->type == b->type &&
	       strcmp(a->name, b->name) == 0 &&
	       memcmp(a->comp_id, b->comp_id, sizeof(a->comp_id)) == 0;
}

/* --- locks ---------------------------------------------------------------- */

enum { LOCK_NAMES = 4, LOCK_COMPS = 2 };

struct locks {
	struct enq *names[LOCK_NAMES];
	struct enq *comps[LOCK_COMPS];
	struct enq_owner *opener;
	bool alone; /* nobody has the components open */
};

static void
unlock(struct locks *lk)
{
	for (int i = 0; i < LOCK_COMPS; i++)
		enq_free(&lk->comps[i]);
	for (int i = 0; i < LOCK_NAMES; i++)
		enq_free(&lk->names[i]);
	enq_owner_free(&lk->opener);
	lk->alone = false;
}

/* The entry with the file by which a data set is open. */
static const struct ds_entry *
opened_by(const struct alter_set *set)
{
	const struct ds_entry *ent =
	    set->data.ent != NULL ? set->data.ent : set->other.ent;

	return ds_has_file(ent) ? ent : NULL;
}

static bool
needs_base(const struct alter_set *set)
{
	return set->base != NULL && (set->al->said & base_words) != 0;
}

static enum ds_status
lock_names(const struct alter_set *set, struct locks *lk, struct ds_diag *diag)
{
	struct enq_name v[LOCK_NAMES];
	size_t n = 0;

	if (set->own.ent != NULL)
		v[n++] =
		    (struct enq_name){"SYSDSN", set->own.ent->name, ENQ_EXC};
	if (set->other.ent != NULL)
		v[n++] =
		    (struct enq_name){"SYSDSN", set->other.ent->name, ENQ_EXC};
	if (needs_base(set))
		v[n++] = (struct enq_name){"SYSDSN", set->base->name, ENQ_EXC};
	if (alter_says(set->al, ALTER_W_NEWNAME))
		v[n++] = (struct enq_name){"SYSDSN", set->al->newname, ENQ_EXC};
	return enq_take_list(
	    ds_system_owner(set->sys), v, n, 0, lk->names, diag);
}

static enum ds_status
lock_component(
    struct locks *lk, int i, const struct ds_entry *ent, struct ds_diag *diag)
{
	char comp[SPHERE_NAME_LEN];

	if (ent == NULL)
		return DS_OK;
	sphere_id_name(ent->comp_id, comp);
	return open_lock_alone(lk->opener, comp, &lk->comps[i], diag);
}

/* What changes names or what openers go by is done alone. For the rest the
 * headers follow when nobody has the set open, else with a later ALTER; what
 * they do not say disturbs nobody. */
static enum ds_status
lock(const struct alter_set *set, struct locks *lk, struct ds_diag *diag)
{
	enum ds_status st;

	if ((set->al->said & (alone_words | header_words)) == 0)
		return DS_OK;
	st = enq_owner_new(set->sys->root, NULL, &lk->opener, diag);
	if (st == DS_OK)
		st = lock_names(set, lk, diag);
	if (st == DS_OK)
		st = lock_component(lk, 0, opened_by(set), diag);
	if (st == DS_OK && needs_base(set))
		st = lock_component(lk, 1, set->base_data, diag);
	lk->alone = st == DS_OK;
	if (st != DS_BUSY && st != DS_OPEN_INUSE)
		return st;
	unlock(lk);
	if ((set->al->said & alone_words) == 0)
		return DS_OK;
	return ds_busy_entry(st, diag);
}

/* --- the change ----------------------------------------------------------- */

enum { FILES = 2 };

struct change {
	const char *name;
	char holder[HOLDER_LEN];
	struct {
		uint8_t id[SPHERE_ID_LEN];
		char volser[VOLSER_MAX + 1];
		int64_t intent;
	} file[FILES];
	int nfiles; /* whose intents are there */
};

static enum ds_status
put_intent(struct alter_set *set, struct change *ch, const struct ds_entry *ent,
    struct ds_diag *diag)
{
	int i = ch->nfiles;

	if (!ds_has_file(ent))
		return DS_OK;
	memcpy(ch->file[i].id, ent->comp_id, SPHERE_ID_LEN);
	ds_home(ent, ch->file[i].volser);
	ch->nfiles++;
	return cat_intent_put(set->sys->cat, 'H', ch->file[i].volser,
	    ent->comp_id, ch->holder, &ch->file[i].intent, diag);
}

static enum ds_status
put_intents(struct alter_set *set, struct change *ch, struct ds_diag *diag)
{
	enum ds_status st;

	ch->nfiles = 0;
	if (set->data.ent == NULL)
		return put_intent(set, ch, set->other.ent, diag);
	st = put_intent(set, ch, set->data.ent, diag);
	return st == DS_OK ? put_intent(set, ch, set->index.ent, diag) : st;
}

static enum ds_status
apply(struct alter_set *set, struct ds_diag *diag)
{
	enum ds_status st;

	set->warn = 0;
	if ((st = alter_sizes(set, diag)) != DS_OK ||
	    (st = alter_attrs(set, diag)) != DS_OK)
		return st;
	return alter_volumes(set, diag);
}

static enum ds_status
store(struct alter_set *set, struct ds_diag *diag)
{
	struct alter_ent *all[] = {
	    &set->own, &set->data, &set->index, &set->other};
	enum ds_status st = DS_OK;

	for (size_t i = 0; i < 4 && st == DS_OK; i++)
		if (all[i]->changed)
			st = cat_update(set->sys->cat, all[i]->ent, diag);
	if (st == DS_OK && alter_says(set->al, ALTER_W_NEWNAME))
		st = alter_rename(set, diag);
	return st;
}

/* Inside the transaction: are they still what was locked? */
static enum ds_status
load_again(struct alter_set *set, const struct change *ch, struct ds_diag *diag)
{
	struct alter_set was = *set;
	enum ds_status st;

	set->own.ent = set->data.ent = set->index.ent = NULL;
	set->other.ent = set->base = set->base_data = NULL;
	st = load(set, ch->name, diag);
	if (st == DS_OK && (!same_entry(set->own.ent, was.own.ent) ||
			       !same_entry(set->data.ent, was.data.ent) ||
			       !same_entry(set->index.ent, was.index.ent) ||
			       !same_entry(set->other.ent, was.other.ent) ||
			       !same_entry(set->base, was.base)))
		st = ds_fail(
		    diag, DS_BUSY, ch->name, "it is changed all the time");
	alter_set_free(&was);
	return st;
}

static enum ds_status
change_entries(struct alter_set *set, struct change *ch, bool headers,
    struct ds_diag *diag)
{
	struct catalog *cat = set->sys->cat;
	bool apart = strcmp(set->named->ent->catalog, cat_master(cat)) != 0;
	bool committed = false;
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	if ((st = load_again(set, ch, diag)) == DS_OK)
		st = apply(set, diag);
	if (st == DS_OK && headers)
		st = put_intents(set, ch, diag);
	if (st == DS_OK && headers && apart) {
		/* two files do not commit as one: the intents first */
		if ((st = cat_commit(cat, diag)) == DS_OK) {
			committed = true;
			ds_step("alter: intents");
			if ((st = cat_begin(cat, diag)) != DS_OK)
				return st;
			st = load_again(set, ch, diag);
			if (st == DS_OK)
				st = apply(set, diag);
		}
	}
	if (st == DS_OK)
		st = store(set, diag);
	if (st == DS_OK)
		st = cat_commit(cat, diag);
	if (st == DS_OK)
		return st;
	cat_rollback(cat);
	if (!committed)
		ch->nfiles = 0;
	return st;
}

/* The entries say it now, so this cannot fail any more: what is left undone
 * stays with its intent. */
static void
follow(struct alter_set *set, const struct change *ch)
{
	enum ds_status st = DS_OK;
	int i;

	for (i = 0; i < ch->nfiles && st == DS_OK; i++) {
		st = ds_header_follow(
		    set->sys, ch->file[i].volser, ch->file[i].id, NULL);
		ds_step("alter: header written");
	}
	if (st != DS_OK || cat_begin_lazy(set->sys->cat, NULL) != DS_OK)
		return;
	for (i = 0; i < ch->nfiles && st == DS_OK; i++)
		st = cat_intent_clear(set->sys->cat, ch->file[i].intent, NULL);
	if (st == DS_OK)
		cat_commit(set->sys->cat, NULL);
	else
		cat_rollback(set->sys->cat);
}

static enum ds_status
change(
    struct alter_set *set, const char *name, bool headers, struct ds_diag *diag)
{
	struct change ch = {.name = name};
	struct enq *life = NULL;
	bool copied = false;
	enum ds_status st;

	st = alter_copy_profile(set, &copied, diag);
	if (copied)
		ds_step("alter: profile copied");
	if (st == DS_OK && headers)
		st = ds_intent_begin(set->sys, ch.holder, &life, diag);
	if (st == DS_OK)
		st = change_entries(set, &ch, headers, diag);
	if (st == DS_OK)
		ds_step("alter: entries changed");
	else if (copied)
		cat_profile_remove(set->sys->cat, set->al->newname, NULL);
	/* Intents that were committed before are cleared in any case. */
	if (ch.nfiles > 0)
		follow(set, &ch);
	enq_free(&life);
	return st;
}

/* A component's new name is its cluster's business, as far as it is below that
 * one's name. Source: SC23-6846, "Required RACF Authorization Tables", which
 * asks of no other either. */
static enum ds_status
may_alter(const struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_entry *ent = set->named->ent;
	enum ds_status st;

	st = security_entry(set->sys, ent, DS_ACCESS_ALTER, diag);
	if (st != DS_OK || !alter_says(set->al, ALTER_W_NEWNAME))
		return st;
	if (set->own.ent != NULL && set->named != &set->own &&
	    (ent->type == DS_DATA || ent->type == DS_INDEX))
		return define_may_name(
		    set->sys, set->own.ent->name, set->al->newname, diag);
	return security_name(set->sys, set->al->newname, DS_ACCESS_ALTER, diag);
}

/* One attempt; DS_BUSY: it has changed meanwhile. */
static enum ds_status
alter_once(struct alter_set *set, const char *name, struct ds_diag *diag)
{
	struct locks lk = {0};
	enum ds_status st;

	if ((st = load(set, name, diag)) != DS_OK ||
	    (st = may_alter(set, diag)) != DS_OK ||
	    (st = check_fits(set->named->ent, set->al, diag)) != DS_OK)
		return st;
	if (alter_says(set->al, ALTER_W_NEWNAME) &&
	    (st = alter_rename_check(set, diag)) != DS_OK)
		return st;
	if ((st = alter_gdg(set, diag)) != DS_OK)
		return st;
	if ((st = lock(set, &lk, diag)) == DS_OK)
		st = alter_linear(set, diag);
	if (st == DS_OK)
		st =
		    change(set, name, lk.alone && opened_by(set) != NULL, diag);
	unlock(&lk);
	return st;
}

enum ds_status
ds_alter(struct ds_system *sys, const char *name, const struct ds_alter *al,
    unsigned *warnp, struct ds_diag *diag)
{
	struct alter_set set = {.sys = sys, .al = al};
	enum ds_status st;
	int tries = 0;

	do {
		st = alter_once(&set, name, diag);
	} while (st == DS_BUSY && ++tries < ALTER_TRIES);
	if (st == DS_BUSY)
		st = ds_fail(diag, DS_CAT_INUSE, name, NULL);
	if (st == DS_OK && warnp != NULL)
		*warnp = set.warn;
	alter_set_free(&set);
	return st;
}

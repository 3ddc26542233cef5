/*
 * Data sets moved to another volume: relocate.h. A component keeps its
 * identity, so its file has the same name there and nothing in it is changed.
 *
 *	1  the space on the new volume, and for each file an intent V on the old
 *	   volume and one on the new: one transaction
 *	2  the files, copied, durable
 *	3  the entries name the new volume: one transaction
 *	4  each intent settled: the file of a volume that the entry names stays,
 *	   that of another goes, with its space
 *
 * A death before 3 leaves copies, one after it leaves old files; 4 does the
 * rest in either case, by whoever opens the root next. Entries in a user
 * catalog are another file than intents and ledger: that changes nothing, as
 * the intents are there from 1 to 4.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/dd_int.h"
#include "services/define_int.h"
#include "services/enq.h"
#include "services/relocate.h"
#include "services/security.h"
#include "services/stop.h"

enum { PIECES = 16, BUFFER = 1 << 20, PARTS_MAX = 2 * 256 + 2 };

/* A component file. */
struct part {
	struct ds_entry *ent; /* NULL: the index of a library */
	uint8_t id[SPHERE_ID_LEN];
	int64_t old, new; /* intents */
	struct ds_extent x[PIECES];
	int nx;
};

struct mover {
	struct ds_system *sys;
	const char *from, *to;
	struct ds_entry *owners[PARTS_MAX]; /* whose names are held */
	struct enq *names[PARTS_MAX], *opens[PARTS_MAX];
	size_t nowners;
	struct part parts[PARTS_MAX];
	size_t nparts;
	struct enq_owner *opener;
};

static void
mover_free(struct mover *m)
{
	for (size_t i = 0; i < PARTS_MAX; i++) {
		enq_free(&m->opens[i]);
		enq_free(&m->names[i]);
		ds_entry_free(&m->owners[i]);
		ds_entry_free(&m->parts[i].ent);
	}
	enq_owner_free(&m->opener);
	free(m);
}

/* --- settling ------------------------------------------------------------- */

/* Does the entry of a component, or of the library whose index it is, say that
 * it is on the volume? */
static enum ds_status
is_on(struct ds_system *sys, const char *volser, const uint8_t id[16],
    bool *yesp, struct ds_diag *diag)
{
	uint8_t data[SPHERE_ID_LEN];
	char home[VOLSER_MAX + 1];
	struct ds_entry *ent = NULL;
	enum ds_status st;
	bool yes = false;

	st = cat_get_component(sys->cat, id, &ent, diag);
	if (st == DS_CAT_NOTFOUND) {
		ds_library_index_id(id, data);
		st = cat_get_component(sys->cat, data, &ent, diag);
	}
	if (st == DS_CAT_NOTFOUND) {
		*yesp = false;
		return DS_OK;
	}
	if (st != DS_OK)
		return st;
	ds_home(ent, home);
	yes = strcmp(home, volser) == 0;
	for (size_t i = 0; i < ent->nvolumes; i++)
		yes |= ds_cell_used(&ent->volumes[i]) &&
		       strcmp(ent->volumes[i].volser, volser) == 0;
	ds_entry_free(&ent);
	*yesp = yes;
	return DS_OK;
}

enum ds_status
ds_relocate_settle(struct ds_system *sys, int64_t id, const char *volser,
    const uint8_t comp_id[16], struct ds_diag *diag)
{
	char name[SPHERE_NAME_LEN];
	struct volume *vol;
	enum ds_status st;
	bool stays = false;

	if ((st = is_on(sys, volser, comp_id, &stays, diag)) != DS_OK)
		return st;
	if (stays)
		return cat_intent_clear(sys->cat, id, diag);
	if ((st = ds_system_one_volume(sys, volser, &vol, diag)) != DS_OK)
		return st;
	sphere_id_name(comp_id, name);
	if ((st = sphere_remove(vol, name, NULL, false, diag)) != DS_OK)
		return st;
	ds_step("move: file removed");
	if ((st = cat_begin(sys->cat, diag)) != DS_OK)
		return st;
	st = cat_space_give(sys->cat, volser, comp_id, diag);
	if (st == DS_OK)
		st = cat_intent_clear(sys->cat, id, diag);
	if (st == DS_OK)
		return cat_commit(sys->cat, diag);
	cat_rollback(sys->cat);
	return st;
}

/* --- what moves ----------------------------------------------------------- */

/* Takes *entp over. */
static enum ds_status
add_part(struct mover *m, struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry *ent = *entp;
	struct part *p = &m->parts[m->nparts];
	size_t used = 0;

	if (m->nparts + 2 > PARTS_MAX)
		return ds_fail(diag, DS_UNSUPPORTED, ent->name,
		    "it has too many alternate indexes");
	for (size_t i = 0; i < ent->nvolumes; i++)
		used += ds_cell_used(&ent->volumes[i]);
	if (used != 1 || ds_begins_elsewhere(ent))
		return ds_fail(diag, DS_UNSUPPORTED, ent->name,
		    "it is on several volumes");
	memcpy(p->id, ent->comp_id, sizeof(p->id));
	p->ent = ent;
	*entp = NULL;
	m->nparts++;
	if (ent->org == DS_ORG_PO && ent->type != DS_DATA)
		ds_library_index_id(ent->comp_id, m->parts[m->nparts++].id);
	return DS_OK;
}

/* A cluster's, an alternate index's components; or the data set itself. */
static enum ds_status
add_owner(struct mover *m, struct ds_entry **entp, struct ds_diag *diag)
{
	struct ds_entry *ent = *entp, *part = NULL, *own = NULL;
	enum ds_status st = DS_OK;

	if (m->nowners == PARTS_MAX)
		return ds_fail(diag, DS_UNSUPPORTED, ent->name,
		    "it has too many alternate indexes");
	m->owners[m->nowners++] = ent;
	*entp = NULL;
	if (ent->type == DS_NONVSAM || ent->type == DS_GDS) {
		st = cat_get(m->sys->cat, ent->catalog, ent->name, &own, diag);
		if (st == DS_OK)
			st = add_part(m, &own, diag);
		ds_entry_free(&own);
		return st;
	}
	for (size_t i = 0; i < ent->nassocs && st == DS_OK; i++) {
		const enum ds_type type = ent->assocs[i].type;

		if (type != DS_DATA && type != DS_INDEX &&
		    (type != DS_AIX || ent->type == DS_AIX))
			continue;
		st = cat_get(m->sys->cat, ent->catalog, ent->assocs[i].name,
		    &part, diag);
		if (st == DS_OK)
			st = type == DS_AIX ? add_owner(m, &part, diag)
					    : add_part(m, &part, diag);
		ds_entry_free(&part);
	}
	return st;
}

/* What is to be moved as one with what has the name: an alternate index with
 * its base, a component with its cluster. */
static enum ds_status
find(struct mover *m, const char *name, struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	const char *owner;
	enum ds_status st;

	st = ds_follow_alias(m->sys, name, &ent, diag);
	for (int depth = 0; st == DS_OK && depth < 2; depth++) {
		owner = NULL;
		if (ent->type == DS_DATA || ent->type == DS_INDEX ||
		    ent->type == DS_AIX)
			owner = ds_entry_assoc(ent, DS_CLUSTER);
		if (owner == NULL &&
		    (ent->type == DS_DATA || ent->type == DS_INDEX)) {
			owner = ds_entry_assoc(ent, DS_AIX);
			if (owner == NULL)
				owner = ds_entry_assoc(ent, DS_PAGESPACE);
		}
		if (owner != NULL) {
			char next[DSNAME_MAX + 1];

			snprintf(next, sizeof(next), "%s", owner);
			ds_entry_free(&ent);
			st = cat_get(m->sys->cat, NULL, next, &ent, diag);
		}
	}
	if (st == DS_OK && ent->type != DS_CLUSTER &&
	    ent->type != DS_PAGESPACE && !ds_has_file(ent))
		st = ds_fail(diag, DS_CAT_TYPE, name,
		    "it is no data set with bytes of its own");
	if (st == DS_OK)
		st = add_owner(m, &ent, diag);
	ds_entry_free(&ent);
	return st;
}

/* All on the volume, or none of it; *therep: all. */
static enum ds_status
where(const struct mover *m, bool *therep, struct ds_diag *diag)
{
	size_t there = 0, n = 0;

	for (size_t i = 0; i < m->nparts; i++)
		if (m->parts[i].ent != NULL) {
			n++;
			there += strcmp(m->parts[i].ent->volumes[0].volser,
				     m->from) == 0;
		}
	if (there != 0 && there != n)
		return ds_fail(diag, DS_UNSUPPORTED, m->owners[0]->name,
		    "it is on several volumes");
	*therep = there > 0;
	return DS_OK;
}

/* Its names, and its components alone, as DELETE has them. */
static enum ds_status
hold(struct mover *m, struct ds_diag *diag)
{
	char comp[SPHERE_NAME_LEN];
	enum ds_status st;

	st = enq_owner_new(m->sys->root, NULL, &m->opener, diag);
	for (size_t i = 0; i < m->nowners && st == DS_OK; i++)
		st = enq_take(ds_system_owner(m->sys), "SYSDSN",
		    m->owners[i]->name, ENQ_EXC, 0, &m->names[i], diag);
	for (size_t i = 0; i < m->nparts && st == DS_OK; i++) {
		const struct ds_entry *ent = m->parts[i].ent;

		if (ent == NULL || ent->type == DS_INDEX)
			continue;
		sphere_id_name(ent->comp_id, comp);
		st = open_lock_alone(m->opener, comp, &m->opens[i], diag);
	}
	return ds_busy_entry(st, diag);
}

/* --- doing it ------------------------------------------------------------- */

static enum ds_status
take(struct mover *m, const char *holder, struct ds_diag *diag)
{
	struct catalog *cat = m->sys->cat;
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	for (size_t i = 0; i < m->nparts && st == DS_OK; i++) {
		struct part *p = &m->parts[i];
		const struct ds_volume_cell *cell =
		    p->ent != NULL ? &p->ent->volumes[0] : NULL;
		uint32_t tracks = 0;

		for (size_t k = 0; cell != NULL && k < cell->nextents; k++)
			tracks += cell->extents[k].tracks;
		if (tracks > 0)
			st = cat_space_take(cat, m->to, p->id, tracks,
			    p->ent->tracks_per_ca, PIECES, p->x, &p->nx, diag);
		if (st == DS_OK)
			st = cat_intent_put(
			    cat, 'V', m->from, p->id, holder, &p->old, diag);
		if (st == DS_OK)
			st = cat_intent_put(
			    cat, 'V', m->to, p->id, holder, &p->new, diag);
	}
	if (st == DS_OK && (st = cat_commit(cat, diag)) == DS_OK)
		return DS_OK;
	cat_rollback(cat);
	for (size_t i = 0; i < m->nparts; i++)
		m->parts[i].old = m->parts[i].new = 0;
	return st;
}

static bool
is_zero(const uint8_t *p, size_t n)
{
	return n == 0 || (p[0] == 0 && memcmp(p, p + 1, n - 1) == 0);
}

/* Holes stay holes. */
static enum ds_status
copy_bytes(struct mover *m, struct vol_file *in, struct vol_file *out,
    uint8_t *buf, struct ds_diag *diag)
{
	const uint64_t len = vol_size(in);
	enum ds_status st;
	size_t n;

	st = m->sys->config.reserve ? vol_reserve(out, 0, len, diag)
				    : vol_truncate(out, len, diag);
	for (uint64_t at = 0; at < len && st == DS_OK; at += n) {
		n = len - at < BUFFER ? (size_t)(len - at) : BUFFER;
		st = vol_read(in, at, buf, n, diag);
		if (st == DS_OK && !is_zero(buf, n))
			st = vol_write(out, at, buf, n, diag);
		if (st == DS_OK && ds_stop_asked())
			st = ds_fail(diag, DS_STOPPED, NULL, NULL);
	}
	return st == DS_OK ? vol_flush(out, diag) : st;
}

static enum ds_status
copy_file(struct mover *m, struct volume *from, struct volume *to,
    const struct part *p, uint8_t *buf, struct ds_diag *diag)
{
	struct vol_file *in = NULL, *out = NULL;
	char name[SPHERE_NAME_LEN];
	enum ds_status st;

	sphere_id_name(p->id, name);
	st = vol_file_open(from, name, VOL_READ, &in, diag);
	if (st == DS_OK)
		st = vol_file_open(
		    to, name, VOL_WRITE | VOL_CREATE | VOL_LATER, &out, diag);
	if (st == DS_OK)
		st = copy_bytes(m, in, out, buf, diag);
	vol_file_close(&out);
	vol_file_close(&in);
	return st;
}

static enum ds_status
copy_files(struct mover *m, struct ds_diag *diag)
{
	struct volume *from = NULL, *to = NULL;
	uint8_t *buf = malloc(BUFFER);
	enum ds_status st;

	if (buf == NULL)
		return ds_fail(diag, DS_NOMEM, m->owners[0]->name, NULL);
	st = ds_system_one_volume(m->sys, m->from, &from, diag);
	if (st == DS_OK)
		st = ds_system_one_volume(m->sys, m->to, &to, diag);
	if (st == DS_OK && vol_align(from) != vol_align(to))
		st = ds_fail(diag, DS_UNSUPPORTED, m->to,
		    "its files lie otherwise than those of %s", m->from);
	for (size_t i = 0; i < m->nparts && st == DS_OK; i++) {
		st = copy_file(m, from, to, &m->parts[i], buf, diag);
		ds_step("move: file copied");
	}
	if (st == DS_OK)
		st = vol_sync(to, diag);
	free(buf);
	return st;
}

/* The cell of the old volume becomes that of the new one; what was a candidate
 * there is none any more. */
static enum ds_status
change_cells(const struct mover *m, const struct part *p, struct ds_entry *ent,
    struct ds_diag *diag)
{
	struct ds_volume_cell *cell = &ent->volumes[0];
	uint64_t rba = 0, bytes = 0;
	uint32_t tracks = 0;
	size_t n = 1;

	for (size_t k = 0; k < cell->nextents; k++)
		tracks += cell->extents[k].tracks;
	if (cell->nextents > 0)
		bytes = cell->extents[cell->nextents - 1].high_rba + 1;
	free(cell->extents);
	cell->extents = NULL;
	cell->nextents = 0;
	snprintf(cell->volser, sizeof(cell->volser), "%s", m->to);
	for (int k = 0; k < p->nx; k++) {
		struct ds_extent x = p->x[k];

		x.low_rba = rba;
		rba += bytes / (tracks / ent->tracks_per_ca) *
		       (x.tracks / ent->tracks_per_ca);
		x.high_rba = rba - 1;
		if (!ds_entry_add_extent(cell, &x))
			return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	}
	for (size_t i = 1; i < ent->nvolumes; i++)
		if (strcmp(ent->volumes[i].volser, m->to) != 0)
			ent->volumes[n++] = ent->volumes[i];
		else
			free(ent->volumes[i].extents);
	ent->nvolumes = n;
	return DS_OK;
}

/* Within the transaction: has it another alternate index by now? */
static enum ds_status
check_owner(struct mover *m, const struct ds_entry *was, struct ds_diag *diag)
{
	struct ds_entry *now = NULL;
	enum ds_status st;
	bool same;

	st = cat_get(m->sys->cat, was->catalog, was->name, &now, diag);
	if (st != DS_OK)
		return st;
	same = now->type == was->type && now->nassocs == was->nassocs;
	for (size_t i = 0; same && i < now->nassocs; i++)
		same = now->assocs[i].type == was->assocs[i].type &&
		       strcmp(now->assocs[i].name, was->assocs[i].name) == 0;
	ds_entry_free(&now);
	return same ? DS_OK
		    : ds_fail(diag, DS_CAT_INUSE, was->name,
			  "it was changed meanwhile");
}

static enum ds_status
enter(struct mover *m, struct ds_diag *diag)
{
	struct catalog *cat = m->sys->cat;
	struct ds_entry *ent = NULL;
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	for (size_t i = 0; i < m->nowners && st == DS_OK; i++)
		st = check_owner(m, m->owners[i], diag);
	for (size_t i = 0; i < m->nparts && st == DS_OK; i++) {
		const struct part *p = &m->parts[i];

		if (p->ent == NULL)
			continue;
		st = cat_get(cat, p->ent->catalog, p->ent->name, &ent, diag);
		if (st == DS_OK &&
		    (memcmp(ent->comp_id, p->id, sizeof(p->id)) != 0 ||
			strcmp(ent->volumes[0].volser, m->from) != 0))
			st = ds_fail(diag, DS_CAT_INUSE, ent->name,
			    "it was changed meanwhile");
		if (st == DS_OK)
			st = change_cells(m, p, ent, diag);
		if (st == DS_OK)
			st = cat_update(cat, ent, diag);
		ds_entry_free(&ent);
	}
	if (st == DS_OK)
		return cat_commit(cat, diag);
	cat_rollback(cat);
	return st;
}

static void
settle(struct mover *m)
{
	for (size_t i = 0; i < m->nparts; i++) {
		const struct part *p = &m->parts[i];

		if (p->new != 0)
			ds_relocate_settle(m->sys, p->new, m->to, p->id, NULL);
		if (p->old != 0)
			ds_relocate_settle(
			    m->sys, p->old, m->from, p->id, NULL);
	}
}

/* Requests of a writer that died are done again first: they are in a log of the
 * old volume. */
static enum ds_status
check_closed(struct mover *m, struct ds_diag *diag)
{
	char comp[SPHERE_NAME_LEN];
	struct sphere_state state;
	struct volume *vol = NULL;
	enum ds_status st = DS_OK;

	for (size_t i = 0; i < m->nparts && st == DS_OK; i++) {
		const struct ds_entry *ent = m->parts[i].ent;

		if (ent == NULL || ent->type == DS_INDEX)
			continue;
		st = ds_component(m->sys, ent, comp, &vol, diag);
		if (st == DS_OK)
			st = sphere_read_state(vol, comp, &state, NULL, diag);
		if (st == DS_OK && state.open_output)
			st = ds_fail(diag, DS_CAT_INUSE, ent->name,
			    "its last writer did not close it: VERIFY it");
	}
	return st;
}

static enum ds_status
move(struct mover *m, struct ds_diag *diag)
{
	struct enq *life = NULL;
	char holder[HOLDER_LEN];
	enum ds_status st;

	if ((st = ds_intent_begin(m->sys, holder, &life, diag)) != DS_OK)
		return st;
	if ((st = take(m, holder, diag)) == DS_OK) {
		ds_step("move: space taken");
		st = copy_files(m, diag);
	}
	if (st == DS_OK && (st = enter(m, diag)) == DS_OK)
		ds_step("move: entered");
	settle(m);
	enq_free(&life);
	return st;
}

enum ds_status
ds_relocate(struct ds_system *sys, const char *name, const char *from,
    const char *to, bool *movedp, struct ds_diag *diag)
{
	struct mover *m;
	enum ds_status st;
	bool there = false;

	if ((st = ds_authorize_operations(sys, from, diag)) != DS_OK ||
	    (st = cat_volume_online(sys->cat, from, diag)) != DS_OK ||
	    (st = cat_volume_online(sys->cat, to, diag)) != DS_OK)
		return st;
	if (strcmp(from, to) == 0)
		return ds_fail(diag, DS_INVALID, to, "it is the same volume");
	if ((m = calloc(1, sizeof(*m))) == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	m->sys = sys;
	m->from = from;
	m->to = to;
	if ((st = find(m, name, diag)) == DS_OK &&
	    (st = where(m, &there, diag)) == DS_OK && there &&
	    (st = hold(m, diag)) == DS_OK &&
	    (st = check_closed(m, diag)) == DS_OK)
		st = move(m, diag);
	mover_free(m);
	if (st == DS_OK)
		*movedp = there;
	return st;
}

/* --- all of a volume ------------------------------------------------------ */

struct all {
	const char *from;
	char (*names)[DSNAME_MAX + 1];
	size_t n, cap;
	bool nomem;
};

static bool
note(void *ctx, const struct ds_entry *ent)
{
	struct all *a = ctx;
	size_t cap = a->cap > 0 ? 2 * a->cap : 64;
	static const enum ds_type owners[] = {DS_CLUSTER, DS_AIX, DS_PAGESPACE};
	const char *name = NULL;
	bool there = false;
	void *p;

	for (size_t i = 0; i < ent->nvolumes && ds_has_file(ent); i++)
		there |= ds_cell_used(&ent->volumes[i]) &&
			 strcmp(ent->volumes[i].volser, a->from) == 0;
	/* an index goes with its data */
	if (!there || ent->type == DS_INDEX)
		return true;
	for (size_t i = 0; i < 3 && name == NULL && ent->type == DS_DATA; i++)
		name = ds_entry_assoc(ent, owners[i]);
	if (a->n == a->cap) {
		if ((p = realloc(a->names, cap * sizeof(*a->names))) == NULL) {
			a->nomem = true;
			return false;
		}
		a->names = p;
		a->cap = cap;
	}
	snprintf(a->names[a->n++], sizeof(*a->names), "%s",
	    name != NULL ? name : ent->name);
	return true;
}

enum ds_status
ds_relocate_all(struct ds_system *sys, const char *from, const char *to,
    void (*told)(void *ctx, const char *name, enum ds_status st,
	const struct ds_diag *diag),
    void *ctx, struct ds_diag *diag)
{
	struct all a = {.from = from};
	struct ds_diag why;
	enum ds_status st;
	bool moved;

	if ((st = ds_authorize_operations(sys, from, diag)) != DS_OK ||
	    (st = cat_volume_online(sys->cat, from, diag)) != DS_OK ||
	    (st = cat_volume_online(sys->cat, to, diag)) != DS_OK)
		return st;
	st = cat_list(sys->cat, NULL, CAT_ALL, NULL, note, &a, diag);
	if (st == DS_OK && a.nomem)
		st = ds_fail(diag, DS_NOMEM, from, NULL);
	for (size_t i = 0; i < a.n && st == DS_OK; i++) {
		enum ds_status one;

		memset(&why, 0, sizeof(why));
		moved = false;
		one = ds_relocate(sys, a.names[i], from, to, &moved, &why);
		/* one that another took along is there no more */
		if ((one == DS_OK && moved) ||
		    (one != DS_OK && one != DS_CAT_NOTFOUND))
			told(ctx, a.names[i], one, &why);
		if (ds_stop_asked())
			st = ds_fail(diag, DS_STOPPED, from, NULL);
	}
	free(a.names);
	return st;
}

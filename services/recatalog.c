/*
 * Entries made again from what components say of themselves: RECATALOG, and
 * the rebuilding of lost catalogs (rebuild.c). The headers have names and
 * attributes (header.c keeps them so), the state says how much is allocated;
 * where it is on the volume the ledger says or, when that is lost, it gets
 * tracks anew. Candidate volumes are not known to a component.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/gdg_int.h"
#include "services/recatalog_int.h"
#include "services/security_int.h"

enum { EXTENTS_MAX = 123, TRACK_CYLINDER = 15 };

/* --- what is on volumes --------------------------------------------------- */

static bool
is_component_name(const char *name)
{
	return strlen(name) == SPHERE_NAME_LEN - 1 &&
	       strspn(name, "0123456789abcdef") == SPHERE_NAME_LEN - 1;
}

struct scan {
	struct ds_system *sys;
	struct volume *vol;
	const char *volser;
	bool (*fn)(void *ctx, const struct recat_comp *c);
	void *ctx;
	bool stopped;
};

/* The index of a library is of no entry: it is known as its data are. */
enum ds_status
recat_known(struct ds_system *sys, const struct comp_attr *a, bool *knownp,
    struct ds_diag *diag)
{
	uint8_t id[SPHERE_ID_LEN];

	memcpy(id, a->id, sizeof(id));
	if (a->org == DS_ORG_PO && a->part == SPHERE_INDEX)
		memcpy(id, a->peer, sizeof(id));
	return cat_component_known(sys->cat, id, knownp, diag);
}

enum ds_status
recat_free_to(struct ds_system *sys, const struct comp_attr *a,
    const char *name, struct ds_diag *diag)
{
	char apart[DSNAME_MAX + 1] = "";
	enum ds_status st;
	bool known = false;

	st = recat_known(sys, a, &known, diag);
	if (st == DS_OK && known)
		return ds_fail(
		    diag, DS_CAT_DUPLICATE, name, "it is in a catalog");
	if (st == DS_OK)
		st = ds_component_apart(sys, a->id, apart, diag);
	if (st != DS_OK || apart[0] == '\0')
		return st;
	ds_fail(diag, DS_CAT_NOVVR, name,
	    "it is of catalog %s, which is not connected", apart);
	if (diag != NULL)
		diag->explains = true;
	return DS_CAT_NOVVR;
}

bool
recat_is_piece(struct volume *vol, const char *name)
{
	struct vol_file *file = NULL;
	uint8_t magic[8] = {0};
	bool piece = false;

	if (vol_file_open(vol_span_inner(vol), name, VOL_READ, &file, NULL) ==
		DS_OK &&
	    vol_read(file, 0, magic, sizeof(magic), NULL) == DS_OK)
		piece = memcmp(magic, "CTMTPIEC", sizeof(magic)) == 0;
	vol_file_close(&file);
	return piece;
}

static bool
scan_one(void *ctx, const char *name)
{
	struct scan *s = ctx;
	struct recat_comp c;

	if (!is_component_name(name))
		return true;
	memset(&c, 0, sizeof(c));
	snprintf(c.file, sizeof(c.file), "%s", name);
	snprintf(c.volser, sizeof(c.volser), "%s", s->volser);
	c.readable = sphere_read_attr(s->vol, name, &c.attr, NULL) == DS_OK;
	if (!c.readable && recat_is_piece(s->vol, name))
		return true;
	s->stopped = !s->fn(s->ctx, &c);
	return !s->stopped;
}

static bool
scan_volume(void *ctx, const struct cat_volume *v)
{
	struct scan *s = ctx;

	if (!v->online ||
	    ds_system_volume(s->sys, v->volser, &s->vol, NULL) != DS_OK)
		return true;
	s->volser = v->volser;
	vol_list(vol_span_inner(s->vol), scan_one, s, NULL);
	return !s->stopped;
}

enum ds_status
recat_scan(struct ds_system *sys,
    bool (*fn)(void *ctx, const struct recat_comp *c), void *ctx,
    struct ds_diag *diag)
{
	struct scan s = {.sys = sys, .fn = fn, .ctx = ctx};

	return cat_volume_list(sys->cat, scan_volume, &s, diag);
}

/* --- one component -------------------------------------------------------- */

static const uint32_t cluster_flags = DS_A_REUSE | DS_A_WRITECHECK |
				      DS_A_ORDERED | DS_A_ERASE | DS_A_SPANNED |
				      DS_A_SPEED | DS_A_SMS | DS_A_LOGGED;

/* Not VSAM: one component, and an entry alone. */
static bool
is_plain(const struct comp_attr *a)
{
	return a->org == DS_ORG_PS || a->org == DS_ORG_PO;
}

/* Of the data set that the component is of. */
static enum ds_type
type_of(const struct comp_attr *a)
{
	if (is_plain(a))
		return DS_NONVSAM;
	if (a->words.whole_type == DS_PAGESPACE)
		return DS_PAGESPACE;
	return comp_has_base(a) ? DS_AIX : DS_CLUSTER;
}

static void
take_words(struct ds_entry *ent, const struct comp_words *w)
{
	ent->share_region = w->there ? w->share_region : 1;
	ent->share_system = w->there ? w->share_system : 3;
	ent->bufspace = w->bufspace;
	memcpy(ent->owner, w->owner, sizeof(ent->owner));
	memcpy(ent->exceptexit, w->exceptexit, sizeof(ent->exceptexit));
}

static void
take_classes(struct ds_entry *ent, const struct comp_words *w)
{
	memcpy(ent->owner, w->whole_owner, sizeof(ent->owner));
	memcpy(ent->storclas, w->storclas, sizeof(ent->storclas));
	memcpy(ent->mgmtclas, w->mgmtclas, sizeof(ent->mgmtclas));
	memcpy(ent->dataclas, w->dataclas, sizeof(ent->dataclas));
	memcpy(ent->extra, w->extra, sizeof(w->extra));
}

/* Tracks of a control area: what its physical records take. */
static void
take_tracks(struct ds_entry *ent, const struct comp_attr *a)
{
	uint32_t blocks;

	if (is_plain(a)) {
		ent->tracks_per_ca =
		    a->space_type == DS_SPACE_CYL ? TRACK_CYLINDER : 1;
		return;
	}
	ent->physrec = space_physrec(a->ci_len);
	ent->physrecs_per_trk = space_records_per_track(ent->physrec);
	blocks =
	    ent->physrec > 0 ? a->cis_per_ca * (a->ci_len / ent->physrec) : 0;
	if (ent->physrecs_per_trk > 0)
		ent->tracks_per_ca = (blocks + ent->physrecs_per_trk - 1) /
				     ent->physrecs_per_trk;
	if (ent->tracks_per_ca == 0)
		ent->tracks_per_ca = 1;
}

static struct ds_entry *
entry_of(const struct comp_attr *a)
{
	struct ds_entry *ent = ds_entry_new();

	if (ent == NULL)
		return NULL;
	ent->type = is_plain(a)               ? DS_NONVSAM
		    : a->part == SPHERE_INDEX ? DS_INDEX
					      : DS_DATA;
	memcpy(ent->name, a->name, sizeof(ent->name));
	memcpy(ent->comp_id, a->id, sizeof(ent->comp_id));
	ent->org = a->org;
	ent->keylen = a->keylen;
	ent->rkp = a->rkp;
	ent->axrkp = a->axrkp;
	ent->avglrecl = a->avglrecl;
	ent->maxlrecl = is_plain(a) ? 0 : a->maxlrecl;
	ent->recfm = a->recfm;
	ent->ctlchar = a->ctlchar;
	ent->lrecl = a->lrecl;
	ent->blksize = a->blksize;
	ent->cisize = a->ci_len;
	ent->cis_per_ca = a->cis_per_ca;
	ent->fspc_ci = a->fspc_ci;
	ent->fspc_ca = a->fspc_ca;
	ent->flags = a->flags & ~(uint32_t)(DS_A_UPGRADE | DS_A_NORESERVE |
					    DS_A_TEMPORARY);
	ent->ccsid = a->ccsid;
	ent->space_type = (enum ds_space)a->space_type;
	ent->space_pri = a->space_pri;
	ent->space_sec = a->space_sec;
	ent->created = a->created;
	if (a->org == DS_ORG_PO) {
		/* what its records of members are made by is not its own */
		ent->keylen = 0;
		ent->avglrecl = 0;
		ent->flags &= ~(uint32_t)DS_A_EXTADDR;
	}
	take_tracks(ent, a);
	take_words(ent, &a->words);
	if (ent->type == DS_NONVSAM) {
		ent->expires = a->expires;
		take_classes(ent, &a->words);
	}
	return ent;
}

/* --- where its space is --------------------------------------------------- */

/* Control areas in front of a place in the file. */
static uint64_t
cas_before(const struct comp_attr *a, uint64_t cas, uint64_t place)
{
	uint64_t ca = (uint64_t)a->ci_len * a->cis_per_ca, low = 0, high = cas;

	while (low < high) {
		uint64_t mid = low + (high - low + 1) / 2;

		if (sphere_file_len(a, mid * ca) <= place)
			low = mid;
		else
			high = mid - 1;
	}
	return low;
}

/* The tracks of a stretch of control areas on one volume: those that the
 * ledger has for it, if they are as many, else new ones. */
static enum ds_status
place_cell(struct ds_system *sys, struct ds_entry *ent, const char *volser,
    uint64_t first, uint64_t n, struct ds_diag *diag)
{
	uint64_t ca = (uint64_t)ent->cisize * ent->cis_per_ca, rba = first * ca;
	uint64_t tracks = n * ent->tracks_per_ca, have = 0;
	struct ds_extent x[EXTENTS_MAX];
	struct ds_volume_cell *cell;
	enum ds_status st;
	size_t nx = 0, i;
	int taken = 0;

	st = cat_space_of(
	    sys->cat, volser, ent->comp_id, x, EXTENTS_MAX, &nx, diag);
	for (i = 0; st == DS_OK && i < nx && nx <= EXTENTS_MAX; i++)
		have += x[i].tracks;
	if (st == DS_OK && have != tracks) {
		st = cat_space_give(sys->cat, volser, ent->comp_id, diag);
		if (st == DS_OK && tracks > UINT32_MAX)
			st = ds_fail(diag, DS_CAT_NOSPACE, volser, NULL);
		if (st == DS_OK)
			st = cat_space_take(sys->cat, volser, ent->comp_id,
			    (uint32_t)tracks, ent->tracks_per_ca, EXTENTS_MAX,
			    x, &taken, diag);
		nx = (size_t)taken;
	}
	if (st != DS_OK)
		return st;
	if ((cell = ds_entry_add_volume(ent)) == NULL)
		return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	snprintf(cell->volser, sizeof(cell->volser), "%s", volser);
	cell->devtype = DS_DEVTYPE_3390;
	cell->volflag =
	    ent->nvolumes == 1 ? DS_VOLFLAG_PRIME : DS_VOLFLAG_OVERFLOW;
	for (i = 0; i < nx; i++) {
		x[i].low_rba = rba;
		rba += x[i].tracks / ent->tracks_per_ca * ca;
		x[i].high_rba = rba - 1;
		if (!ds_entry_add_extent(cell, &x[i]))
			return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	}
	return DS_OK;
}

/* Inside of a transaction. */
static enum ds_status
place_entry(struct ds_system *sys, const struct recat_comp *c,
    struct ds_entry *ent, uint64_t harba, struct ds_diag *diag)
{
	uint64_t ca = (uint64_t)ent->cisize * ent->cis_per_ca;
	uint64_t cas = harba / ca, at = 0, next;
	struct vol_piece pieces[VOL_PIECES_MAX];
	const char *volser = c->volser;
	struct volume *vol;
	enum ds_status st;
	unsigned n = 0, i;

	if ((st = ds_system_volume(sys, c->volser, &vol, diag)) == DS_OK)
		st = vol_span_pieces(vol, c->file, pieces, &n, diag);
	for (i = 0; i <= n && st == DS_OK; i++) {
		next = i < n ? cas_before(&c->attr, cas, pieces[i].start) : cas;
		if (next > at)
			st = place_cell(sys, ent, volser, at, next - at, diag);
		else if (i == 0 && n > 0)
			ds_set_home(ent, c->volser);
		at = next;
		if (i < n)
			volser = pieces[i].volser;
	}
	if (st == DS_OK && ent->nvolumes == 0)
		st = ds_fail(
		    diag, DS_CORRUPT, ent->name, "the component has no space");
	return st;
}

/* --- the whole ------------------------------------------------------------ */

/* What is made of one data component. */
struct recat {
	struct recat_comp data, index;
	bool has_index;
	struct ds_entry *whole; /* NULL of a sequential data set */
	struct ds_entry *part[SPHERE_PARTS];
	struct ds_entry *base; /* of an alternate index */
	struct sphere_state state;
};

static void
recat_free(struct recat *r)
{
	ds_entry_free(&r->whole);
	ds_entry_free(&r->part[0]);
	ds_entry_free(&r->part[1]);
	ds_entry_free(&r->base);
}

static enum ds_status
find_index(struct ds_system *sys, struct recat *r, struct ds_diag *diag)
{
	struct recat_comp *x = &r->index;
	struct volume *vol;
	enum ds_status st;

	r->has_index = !sphere_id_is_none(r->data.attr.peer);
	if (!r->has_index)
		return DS_OK;
	sphere_id_name(r->data.attr.peer, x->file);
	memcpy(x->volser, r->data.volser, sizeof(x->volser));
	st = ds_system_volume(sys, x->volser, &vol, diag);
	if (st == DS_OK)
		st = sphere_read_attr(vol, x->file, &x->attr, diag);
	return st;
}

static enum ds_status
find_base(struct ds_system *sys, struct recat *r, struct ds_diag *diag)
{
	struct ds_entry *data = NULL;
	enum ds_status st;

	if (!comp_has_base(&r->data.attr))
		return DS_OK;
	st = cat_get_component(sys->cat, r->data.attr.base, &data, diag);
	if (st == DS_OK)
		st = ds_assoc_get(sys, data, DS_CLUSTER, &r->base, diag);
	if (st == DS_CAT_NOTFOUND || (st == DS_OK && r->base == NULL))
		st = ds_fail(diag, DS_CAT_RELATED, r->data.attr.cluster,
		    "its base cluster is in no catalog");
	ds_entry_free(&data);
	return st;
}

static enum ds_status
make_entries(struct recat *r, struct ds_diag *diag)
{
	const struct comp_attr *a = &r->data.attr;

	r->part[SPHERE_DATA] = entry_of(a);
	if (r->has_index)
		r->part[SPHERE_INDEX] = entry_of(&r->index.attr);
	if (!is_plain(a))
		r->whole = ds_entry_new();
	if (r->part[SPHERE_DATA] == NULL ||
	    (r->has_index && r->part[SPHERE_INDEX] == NULL) ||
	    (!is_plain(a) && r->whole == NULL))
		return ds_fail(diag, DS_NOMEM, a->cluster, NULL);
	if (r->whole == NULL)
		return DS_OK;
	r->whole->type = type_of(a);
	memcpy(r->whole->name, a->cluster, sizeof(r->whole->name));
	r->whole->org = a->org;
	r->whole->ccsid = a->ccsid;
	r->whole->created = a->created;
	r->whole->expires = a->expires;
	r->whole->flags = a->flags & (cluster_flags | DS_A_UPGRADE);
	if (!comp_has_base(a))
		r->whole->flags &= ~(uint32_t)DS_A_UPGRADE;
	take_classes(r->whole, &a->words);
	return DS_OK;
}

/* A generation goes into its group, if that is there. */
static enum ds_status
enter_plain(struct ds_system *sys, struct recat *r, const char *catalog,
    struct ds_diag *diag)
{
	struct ds_entry *ent = r->part[SPHERE_DATA], *group = NULL;
	enum ds_status st;

	st = place_entry(
	    sys, &r->data, ent, r->state.part[SPHERE_DATA].harba, diag);
	if (st == DS_OK)
		st = gdg_base_of(sys, catalog, ent->name, &group, diag);
	if (st == DS_OK && group != NULL) {
		snprintf(ent->catalog, sizeof(ent->catalog), "%s", catalog);
		st = gdg_enter(sys, group, ent, diag);
	} else if (st == DS_OK) {
		st = cat_put(sys->cat, catalog, ent, diag);
	}
	ds_entry_free(&group);
	return st;
}

static enum ds_status
enter(struct ds_system *sys, struct recat *r, const char *catalog,
    struct ds_diag *diag)
{
	const struct recat_comp *comp[SPHERE_PARTS] = {&r->data, &r->index};
	enum ds_status st = DS_OK;
	int i;

	if (r->whole == NULL)
		return enter_plain(sys, r, catalog, diag);
	st = cat_put(sys->cat, catalog, r->whole, diag);
	for (i = 0; i <= (int)r->has_index && st == DS_OK; i++) {
		st = place_entry(
		    sys, comp[i], r->part[i], r->state.part[i].harba, diag);
		if (st == DS_OK)
			st = cat_put(sys->cat, catalog, r->part[i], diag);
		if (st == DS_OK)
			st =
			    cat_associate(sys->cat, r->whole, r->part[i], diag);
	}
	if (st == DS_OK && r->base != NULL)
		st = cat_associate(sys->cat, r->base, r->whole, diag);
	return st;
}

/* Somebody else may be making or deleting it just now: he holds the name. */
static enum ds_status
enter_alone(struct ds_system *sys, struct recat *r, const char *catalog,
    struct ds_diag *diag)
{
	struct enq *name = NULL;
	enum ds_status st;

	st = enq_take(ds_system_owner(sys), "SYSDSN", r->data.attr.cluster,
	    ENQ_EXC, 0, &name, diag);
	if (st == DS_BUSY)
		st = ds_fail(diag, DS_CAT_INUSE, r->data.attr.cluster, NULL);
	if (st != DS_OK || (st = cat_begin(sys->cat, diag)) != DS_OK)
		goto out;
	st = recat_free_to(sys, &r->data.attr, r->data.attr.cluster, diag);
	if (st == DS_OK)
		st = enter(sys, r, catalog, diag);
	if (st == DS_OK)
		st = cat_commit(sys->cat, diag);
	else
		cat_rollback(sys->cat);
out:
	enq_free(&name);
	return st;
}

/* With its base, whatever routes its name. */
static enum ds_status
choose_catalog(struct ds_system *sys, const struct recat *r, const char *in,
    char out[DSNAME_MAX + 1], struct ds_diag *diag)
{
	if (r->base != NULL)
		in = r->base->catalog;
	if (in[0] == '\0')
		return cat_route(sys->cat, r->data.attr.cluster, out, diag);
	snprintf(out, DSNAME_MAX + 1, "%s", in);
	return DS_OK;
}

enum ds_status
recat_enter(struct ds_system *sys, const struct recat_comp *data,
    const char *catalog, struct ds_diag *diag)
{
	struct ds_stats stats[SPHERE_PARTS];
	struct recat *r = calloc(1, sizeof(*r));
	char in[DSNAME_MAX + 1];
	struct volume *vol;
	enum ds_status st;

	if (r == NULL)
		return ds_fail(diag, DS_NOMEM, data->attr.cluster, NULL);
	r->data = *data;
	st = find_index(sys, r, diag);
	if (st == DS_OK)
		st = find_base(sys, r, diag);
	if (st == DS_OK)
		st = make_entries(r, diag);
	if (st == DS_OK)
		st = ds_system_volume(sys, data->volser, &vol, diag);
	if (st == DS_OK)
		st = sphere_read_state(vol, data->file, &r->state, stats, diag);
	if (st == DS_OK)
		st = choose_catalog(sys, r, catalog, in, diag);
	if (st == DS_OK)
		st = enter_alone(sys, r, in, diag);
	recat_free(r);
	free(r);
	return st;
}

/* --- RECATALOG ------------------------------------------------------------ */

struct search {
	struct ds_system *sys;
	const struct ds_recatalog *how;
	struct recat_comp best;
	bool found;
	enum ds_status st;
};

static bool
search_one(void *ctx, const struct recat_comp *c)
{
	struct search *s = ctx;
	bool known = false;

	if (!c->readable || c->attr.part != SPHERE_DATA ||
	    strcmp(c->attr.cluster, s->how->name) != 0 ||
	    type_of(&c->attr) != s->how->type)
		return true;
	s->st = cat_component_known(s->sys->cat, c->attr.id, &known, NULL);
	if (s->st != DS_OK)
		return false;
	if (!known && (!s->found || c->attr.created > s->best.attr.created)) {
		s->best = *c;
		s->found = true;
	}
	return true;
}

/* Names that were coded are those of the components. */
static enum ds_status
check_names(struct ds_system *sys, const struct search *s, struct ds_diag *diag)
{
	const struct ds_recatalog *how = s->how;
	char file[SPHERE_NAME_LEN];
	struct comp_attr index;
	struct volume *vol;
	enum ds_status st = DS_OK;

	if (how->data[0] != '\0' && strcmp(how->data, s->best.attr.name) != 0)
		return ds_fail(diag, DS_CAT_NOVVR, how->data,
		    "the data component is %s", s->best.attr.name);
	if (how->index[0] == '\0')
		return DS_OK;
	sphere_id_name(s->best.attr.peer, file);
	st = ds_system_volume(sys, s->best.volser, &vol, diag);
	if (st == DS_OK)
		st = sphere_read_attr(vol, file, &index, diag);
	if (st == DS_OK && strcmp(how->index, index.name) != 0)
		st = ds_fail(diag, DS_CAT_NOVVR, how->index,
		    "the index component is %s", index.name);
	return st;
}

enum ds_status
ds_recatalog(
    struct ds_system *sys, const struct ds_recatalog *how, struct ds_diag *diag)
{
	struct search *s;
	enum ds_status st;

	st = security_name(sys, how->name, DS_ACCESS_ALTER, diag);
	if (st != DS_OK)
		return st;
	if ((s = calloc(1, sizeof(*s))) == NULL)
		return ds_fail(diag, DS_NOMEM, how->name, NULL);
	s->sys = sys;
	s->how = how;
	st = recat_scan(sys, search_one, s, diag);
	if (st == DS_OK)
		st = s->st;
	if (st == DS_OK && !s->found)
		st = ds_fail(diag, DS_CAT_NOVVR, how->name,
		    "no volume has a component of it that is in no catalog");
	if (st == DS_OK)
		st = check_names(sys, s, diag);
	if (st == DS_OK)
		st = recat_enter(sys, &s->best, how->catalog, diag);
	free(s);
	return st;
}

/* --- DELETE VVR, NVR ------------------------------------------------------ */

struct strays {
	struct ds_system *sys;
	const char *name;
	bool plain;
	struct recat_comp found;
	bool any;
};

static bool
stray_one(void *ctx, const struct recat_comp *c)
{
	struct strays *s = ctx;
	bool known = true;

	if (!c->readable || strcmp(c->attr.name, s->name) != 0 ||
	    is_plain(&c->attr) != s->plain ||
	    (s->plain && c->attr.part == SPHERE_INDEX) ||
	    recat_known(s->sys, &c->attr, &known, NULL) != DS_OK || known)
		return true;
	s->found = *c;
	s->any = true;
	return false;
}

/* Its space and its file go as those of a DELETE that died do. */
static enum ds_status
drop_stray(
    struct ds_system *sys, const struct recat_comp *c, struct ds_diag *diag)
{
	struct vol_piece pieces[VOL_PIECES_MAX];
	struct enq *life = NULL;
	char holder[HOLDER_LEN];
	struct volume *vol;
	enum ds_status st;
	unsigned n = 0, i;
	int64_t id = 0;

	if ((st = ds_system_volume(sys, c->volser, &vol, diag)) == DS_OK)
		st = vol_span_pieces(vol, c->file, pieces, &n, diag);
	if (st == DS_OK)
		st = ds_intent_begin(sys, holder, &life, diag);
	for (i = n + 1; i > 0 && st == DS_OK; i--) {
		const char *volser = i > 1 ? pieces[i - 2].volser : c->volser;

		st = cat_intent_put(
		    sys->cat, 'X', volser, c->attr.id, holder, &id, diag);
		if (st == DS_OK)
			st = ds_intent_settle(
			    sys, id, volser, c->attr.id, false, diag);
	}
	if (st == DS_OK && c->attr.org == DS_ORG_PO) {
		st = cat_intent_put(
		    sys->cat, 'X', c->volser, c->attr.peer, holder, &id, diag);
		if (st == DS_OK)
			st = ds_intent_settle(
			    sys, id, c->volser, c->attr.peer, false, diag);
	}
	enq_free(&life);
	return st;
}

enum ds_status
ds_delete_stray(struct ds_system *sys, const char *name, bool plain, bool test,
    enum ds_type *typep, struct ds_diag *diag)
{
	struct enq *held = NULL;
	enum ds_status st;
	struct strays *s;

	if ((st = security_name(sys, name, DS_ACCESS_ALTER, diag)) != DS_OK)
		return st;
	if ((s = calloc(1, sizeof(*s))) == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	s->sys = sys;
	s->name = name;
	s->plain = plain;
	st = recat_scan(sys, stray_one, s, diag);
	if (st == DS_OK && !s->any)
		st = ds_fail(diag, DS_CAT_NOVVR, name,
		    "no volume has a component of this name that is in no "
		    "catalog");
	if (st == DS_OK)
		st = enq_take(ds_system_owner(sys), "SYSDSN",
		    s->found.attr.cluster, ENQ_EXC, 0, &held, diag);
	if (st == DS_BUSY)
		st = ds_fail(diag, DS_CAT_INUSE, name, NULL);
	if (st == DS_OK)
		st = recat_free_to(sys, &s->found.attr, name, diag);
	if (st == DS_OK && !test)
		st = drop_stray(sys, &s->found, diag);
	if (st == DS_OK)
		*typep = plain                                ? DS_NONVSAM
			 : s->found.attr.part == SPHERE_INDEX ? DS_INDEX
							      : DS_DATA;
	enq_free(&held);
	free(s);
	return st;
}

/*
 * A suspect of check.c judged, in a transaction that keeps all others from
 * changing catalogs, and mended there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/check_int.h"
#include "services/recatalog_int.h"

enum { TRACKS_CYL = 15, EXTENTS = 256 };

/* --- what both files ask -------------------------------------------------- */

bool
check_id_get(const char *file, uint8_t id[SPHERE_ID_LEN])
{
	static const char hex[] = "0123456789abcdef";

	if (strlen(file) != SPHERE_NAME_LEN - 1)
		return false;
	for (size_t i = 0; i < SPHERE_ID_LEN; i++) {
		const char *h = strchr(hex, file[2 * i]);
		const char *l = strchr(hex, file[2 * i + 1]);

		if (h == NULL || l == NULL)
			return false;
		id[i] = (uint8_t)((h - hex) << 4 | (l - hex));
	}
	return true;
}

uint32_t
check_track(uint32_t cchh)
{
	uint32_t cyl = cchh >> 16 | (cchh >> 4 & 0xFFF) << 16;

	return cyl * TRACKS_CYL + (cchh & 0xF);
}

struct tracks {
	uint32_t low, n;
};

static int
by_low(const void *a, const void *b)
{
	const struct tracks *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

/* Ascending, those that adjoin joined; how many there are then. */
static size_t
take_tracks(const struct ds_extent *x, size_t n, struct tracks *out)
{
	size_t m = 0;

	for (size_t i = 0; i < n; i++)
		out[i] =
		    (struct tracks){check_track(x[i].low_cchh), x[i].tracks};
	qsort(out, n, sizeof(*out), by_low);
	for (size_t i = 0; i < n; i++)
		if (m > 0 && out[m - 1].low + out[m - 1].n == out[i].low)
			out[m - 1].n += out[i].n;
		else
			out[m++] = out[i];
	return m;
}

bool
check_same_tracks(struct checking *k, const struct ds_entry *ent,
    const struct ds_volume_cell *cell)
{
	struct tracks has[EXTENTS], is[EXTENTS];
	struct ds_extent x[EXTENTS];
	size_t n = 0, m;

	k->st = cat_space_of(
	    k->sys->cat, cell->volser, ent->comp_id, x, EXTENTS, &n, k->diag);
	if (k->st != DS_OK)
		return true;
	if (n > EXTENTS || cell->nextents > EXTENTS)
		return false;
	n = take_tracks(x, n, has);
	m = take_tracks(cell->extents, cell->nextents, is);
	return n == m && memcmp(has, is, n * sizeof(*is)) == 0;
}

static bool
is_missing(struct checking *k, const char *volser, const char *file)
{
	struct volume *vol;

	return cat_volume_online(k->sys->cat, volser, NULL) == DS_OK &&
	       ds_system_one_volume(k->sys, volser, &vol, NULL) == DS_OK &&
	       !vol_exists(vol, file);
}

/*
 * An entry may have a piece whose file is to be made yet (extend.c); what the
 * beginning of the file says is there, must be.
 */
bool
check_no_file(
    struct checking *k, const struct ds_entry *ent, char volser[VOLSER_MAX + 1])
{
	struct vol_piece pieces[VOL_PIECES_MAX];
	char file[SPHERE_NAME_LEN];
	struct volume *vol = NULL;
	unsigned n = 0;

	sphere_id_name(ent->comp_id, file);
	ds_home(ent, volser);
	if (is_missing(k, volser, file))
		return true;
	if ((ent->nvolumes == 1 && !ds_begins_elsewhere(ent)) ||
	    cat_volume_online(k->sys->cat, volser, NULL) != DS_OK ||
	    ds_system_volume(k->sys, volser, &vol, NULL) != DS_OK ||
	    vol_span_pieces(vol, file, pieces, &n, NULL) != DS_OK)
		return false;
	for (unsigned i = 0; i < n; i++)
		if (is_missing(k, pieces[i].volser, file)) {
			snprintf(
			    volser, VOLSER_MAX + 1, "%s", pieces[i].volser);
			return true;
		}
	return false;
}

bool
check_is_damaged(
    struct checking *k, const struct ds_entry *ent, struct ds_diag *diag)
{
	char file[SPHERE_NAME_LEN], volser[VOLSER_MAX + 1];
	struct volume *vol;

	sphere_id_name(ent->comp_id, file);
	ds_home(ent, volser);
	/* an index is looked at with its data */
	return ent->type != DS_INDEX && check_is_chosen(k, volser) &&
	       cat_volume_online(k->sys->cat, volser, NULL) == DS_OK &&
	       ds_system_volume(k->sys, volser, &vol, NULL) == DS_OK &&
	       vol_exists(vol, file) &&
	       sphere_look(vol, file, ent->comp_id, diag) == DS_CORRUPT;
}

/* --- what is told --------------------------------------------------------- */

/* When the transaction is done. */
static enum ds_status
tell(struct checking *k, const struct ds_check_found *f)
{
	size_t cap = k->told_cap > 0 ? 2 * k->told_cap : 8;
	void *p;

	if (k->ntold == k->told_cap) {
		if ((p = realloc(k->told, cap * sizeof(*k->told))) == NULL)
			return ds_fail(k->diag, DS_NOMEM, f->name, NULL);
		k->told = p;
		k->told_cap = cap;
	}
	k->told[k->ntold++] = *f;
	return DS_OK;
}

struct naming {
	const uint8_t *id;
	bool found;
};

/* A temporary data set has its intent as long as it is there. */
static bool
names(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	struct naming *n = ctx;

	(void)id;
	(void)volser;
	(void)holder;
	n->found = kind != 'T' && memcmp(comp_id, n->id, SPHERE_ID_LEN) == 0;
	return !n->found;
}

/* Is it of an entry, or in somebody's hand? */
static enum ds_status
is_somebodys(struct checking *k, const uint8_t id[SPHERE_ID_LEN], bool *yesp)
{
	struct naming n = {id, false};
	bool known = false;
	enum ds_status st;

	st = ds_component_stays(k->sys, id, &known, k->diag);
	if (st == DS_OK && !known)
		st = cat_intent_list(k->sys->cat, names, &n, k->diag);
	if (st == DS_OK)
		*yesp = known || n.found;
	return st;
}

/* --- files ---------------------------------------------------------------- */

/* The cluster of a base's data component; false: it is in no catalog. */
static bool
base_of(struct checking *k, const uint8_t id[SPHERE_ID_LEN],
    char out[DSNAME_MAX + 1])
{
	struct ds_entry *ent = NULL;
	const char *cluster = NULL;

	if (cat_get_component(k->sys->cat, id, &ent, NULL) == DS_OK)
		cluster = ds_entry_assoc(ent, DS_CLUSTER);
	if (cluster != NULL)
		snprintf(out, DSNAME_MAX + 1, "%s", cluster);
	ds_entry_free(&ent);
	return cluster != NULL;
}

static const char *
org_word(enum ds_org org)
{
	return org == DS_ORG_ESDS                          ? " NONINDEXED"
	       : org == DS_ORG_LDS                         ? " LINEAR"
	       : org == DS_ORG_RRDS || org == DS_ORG_VRRDS ? " NUMBERED"
							   : " INDEXED";
}

/* The command that makes the entries of a data component again. */
static void
command_of(struct checking *k, const struct comp_attr *a, const char *volser,
    char out[DS_CHECK_COMMAND])
{
	char base[DSNAME_MAX + 1], in[DSNAME_MAX + 12] = "";
	char routed[DSNAME_MAX + 1] = "";

	/* its catalog, unless its name leads there */
	if (a->words.catalog[0] != '\0' &&
	    cat_there(k->sys->cat, a->words.catalog) &&
	    cat_route(k->sys->cat, a->cluster, routed, NULL) == DS_OK &&
	    strcmp(routed, a->words.catalog) != 0)
		snprintf(in, sizeof(in), " CATALOG(%s)", a->words.catalog);
	if (a->org == DS_ORG_PS || a->org == DS_ORG_PO)
		snprintf(out, DS_CHECK_COMMAND,
		    "DEFINE NONVSAM(NAME(%s) DEVICETYPES(3390) VOLUMES(%s) "
		    "RECATALOG)%s",
		    a->cluster, volser, in);
	else if (a->words.whole_type == DS_PAGESPACE)
		snprintf(out, DS_CHECK_COMMAND,
		    "DEFINE PAGESPACE(NAME(%s) VOLUME(%s) RECATALOG)%s",
		    a->cluster, volser, in);
	else if (!comp_has_base(a))
		snprintf(out, DS_CHECK_COMMAND,
		    "DEFINE CLUSTER(NAME(%s)%s VOLUMES(%s) RECATALOG)%s",
		    a->cluster, org_word(a->org), volser, in);
	else if (base_of(k, a->base, base))
		snprintf(out, DS_CHECK_COMMAND,
		    "DEFINE ALTERNATEINDEX(NAME(%s) RELATE(%s) VOLUMES(%s) "
		    "RECATALOG)%s",
		    a->cluster, base, volser, in);
}

static const char *
part_word(const struct comp_attr *a)
{
	return a->part == SPHERE_INDEX ? "the index" : "the data";
}

/* Once for all files of a catalog. */
static bool
is_first_of(struct checking *k, const char *apart)
{
	void *p;

	for (size_t i = 0; i < k->napart; i++)
		if (strcmp(k->apart[i], apart) == 0)
			return false;
	p = realloc(k->apart, (k->napart + 1) * sizeof(*k->apart));
	if (p != NULL) {
		k->apart = p;
		snprintf(k->apart[k->napart++], sizeof(*k->apart), "%s", apart);
	}
	return true;
}

/* What a file that nobody names says of itself. apart: the catalog that has
 * it and is not connected, or "". */
static void
describe_file(struct checking *k, struct volume *vol, const char *apart,
    struct ds_check_found *f)
{
	struct comp_attr a;

	if (sphere_read_attr(vol, f->file, &a, NULL) != DS_OK) {
		if (recat_is_piece(vol, f->file)) {
			snprintf(f->text, sizeof(f->text),
			    "a piece of a component that is in no catalog");
			return;
		}
		f->kind = DS_CHECK_DAMAGED;
		if (apart[0] != '\0')
			snprintf(f->text, sizeof(f->text),
			    "of the catalog %s, which is not connected, and "
			    "its header cannot be read",
			    apart);
		else
			snprintf(f->text, sizeof(f->text),
			    "in no catalog, and its header cannot be read");
		return;
	}
	snprintf(f->name, sizeof(f->name), "%s", a.name);
	if (apart[0] != '\0') {
		snprintf(f->text, sizeof(f->text),
		    "%s of %s, of the catalog %s, which is not connected",
		    part_word(&a), a.cluster, apart);
		if (is_first_of(k, apart))
			snprintf(f->command, sizeof(f->command),
			    "IMPORT CONNECT OBJECTS((%s DEVICETYPE(3390) "
			    "VOLUMES(%s)))",
			    apart, f->volser);
		return;
	}
	if ((a.flags & DS_A_TEMPORARY) != 0) {
		snprintf(f->text, sizeof(f->text),
		    "of a temporary data set that is in no catalog");
		return;
	}
	snprintf(f->text, sizeof(f->text), "%s of %s, in no catalog",
	    part_word(&a), a.cluster);
	if (a.part == SPHERE_DATA)
		command_of(k, &a, f->volser, f->command);
}

static enum ds_status
again_file(struct checking *k, const struct suspect *s)
{
	struct ds_check_found f = {.kind = DS_CHECK_FILE};
	char apart[DSNAME_MAX + 1] = "";
	struct volume *vol = NULL;
	enum ds_status st;
	bool somebodys = false;

	if ((st = is_somebodys(k, s->id, &somebodys)) != DS_OK || somebodys)
		return st;
	st = ds_system_one_volume(k->sys, s->volser, &vol, k->diag);
	if (st != DS_OK)
		return st;
	snprintf(f.volser, sizeof(f.volser), "%s", s->volser);
	sphere_id_name(s->id, f.file);
	if (!vol_exists(vol, f.file))
		return DS_OK;
	st = ds_component_apart(k->sys, s->id, apart, k->diag);
	if (st != DS_OK)
		return st;
	describe_file(k, vol, apart, &f);
	return tell(k, &f);
}

/* --- the ledger ----------------------------------------------------------- */

/* Tracks of what no entry, no intent and no file names. */
static enum ds_status
again_nobody(struct checking *k, const struct suspect *s)
{
	struct ds_check_found f = {.kind = DS_CHECK_NOBODY};
	struct ds_extent x[EXTENTS];
	struct volume *vol = NULL;
	uint32_t tracks = 0;
	enum ds_status st;
	bool somebodys = false;
	size_t n = 0;

	if ((st = is_somebodys(k, s->id, &somebodys)) != DS_OK || somebodys)
		return st;
	sphere_id_name(s->id, f.file);
	/* Not known when it is offline; a file keeps its tracks. */
	if (cat_volume_online(k->sys->cat, s->volser, NULL) != DS_OK ||
	    ds_system_one_volume(k->sys, s->volser, &vol, NULL) != DS_OK ||
	    vol_exists(vol, f.file))
		return DS_OK;
	st = cat_space_of(
	    k->sys->cat, s->volser, s->id, x, EXTENTS, &n, k->diag);
	if (st != DS_OK || n == 0)
		return st;
	for (size_t i = 0; i < n && i < EXTENTS; i++)
		tracks += x[i].tracks;
	if (k->mend)
		st = cat_space_give(k->sys->cat, s->volser, s->id, k->diag);
	if (st != DS_OK)
		return st;
	snprintf(f.volser, sizeof(f.volser), "%s", s->volser);
	snprintf(f.text, sizeof(f.text),
	    "%u tracks of a component that is nowhere", tracks);
	f.mended = k->mend;
	return tell(k, &f);
}

static enum ds_status
again_ledger(struct checking *k, const struct suspect *s)
{
	struct ds_check_found f = {.kind = DS_CHECK_LEDGER};
	struct ds_diag diag = {0};
	enum ds_status st;

	st = cat_volume_cover(k->sys->cat, s->volser, false, &diag);
	if (st != DS_CORRUPT)
		return st;
	snprintf(f.volser, sizeof(f.volser), "%s", s->volser);
	snprintf(f.text, sizeof(f.text), "%.150s", diag.text);
	if (k->mend) {
		st = cat_volume_cover(k->sys->cat, s->volser, true, k->diag);
		if (st != DS_OK)
			return st;
		f.mended = true;
	}
	return tell(k, &f);
}

/* --- entries -------------------------------------------------------------- */

static enum ds_status
mend_entry(struct checking *k, const struct ds_entry *ent,
    const struct ds_volume_cell *cell)
{
	enum ds_status st;

	st = cat_space_give(k->sys->cat, cell->volser, ent->comp_id, k->diag);
	return st == DS_OK
		   ? ds_claim_entry(k->sys, ent->catalog, ent->name, k->diag)
		   : st;
}

static enum ds_status
again_cell(struct checking *k, const struct ds_entry *ent,
    const struct ds_volume_cell *cell)
{
	struct ds_check_found f = {.kind = DS_CHECK_EXTENTS};
	bool same = check_same_tracks(k, ent, cell);
	enum ds_status st;

	if (k->st != DS_OK || same)
		return k->st;
	snprintf(f.volser, sizeof(f.volser), "%s", cell->volser);
	snprintf(f.name, sizeof(f.name), "%s", ent->name);
	sphere_id_name(ent->comp_id, f.file);
	snprintf(f.text, sizeof(f.text),
	    "the ledger has other tracks than the entry");
	if (k->mend) {
		if ((st = mend_entry(k, ent, cell)) != DS_OK)
			return st;
		f.mended = true;
	}
	return tell(k, &f);
}

static enum ds_status
again_no_file(struct checking *k, const struct ds_entry *ent)
{
	struct ds_check_found f = {.kind = DS_CHECK_ENTRY};

	if (!check_no_file(k, ent, f.volser))
		return DS_OK;
	snprintf(f.name, sizeof(f.name), "%s", ent->name);
	sphere_id_name(ent->comp_id, f.file);
	snprintf(f.text, sizeof(f.text), "the entry is there, its file is not");
	return tell(k, &f);
}

static enum ds_status
again_damaged(struct checking *k, const struct ds_entry *ent)
{
	struct ds_check_found f = {.kind = DS_CHECK_DAMAGED};
	struct ds_diag diag = {0};

	/* without a piece it is short: that is told */
	if (check_no_file(k, ent, f.volser) || !check_is_damaged(k, ent, &diag))
		return DS_OK;
	ds_home(ent, f.volser);
	snprintf(f.name, sizeof(f.name), "%s", ent->name);
	sphere_id_name(ent->comp_id, f.file);
	snprintf(f.text, sizeof(f.text), "%.150s",
	    diag.text[0] != '\0' ? diag.text : "its header cannot be read");
	return tell(k, &f);
}

/* Nobody changes the entry, but its deletion may be in hand. */
static enum ds_status
again_entry(struct checking *k, const struct suspect *s)
{
	struct ds_entry *ent = NULL;
	struct naming n = {NULL, false};
	enum ds_status st;

	st = cat_peek(k->sys->cat, s->catalog, s->name, &ent, k->diag);
	if (st == DS_CAT_NOTFOUND)
		return DS_OK;
	if (st == DS_OK) {
		n.id = ent->comp_id;
		st = cat_intent_list(k->sys->cat, names, &n, k->diag);
	}
	for (size_t i = 0; st == DS_OK && !n.found && i < ent->nvolumes; i++)
		if (ds_cell_used(&ent->volumes[i]) &&
		    check_is_chosen(k, ent->volumes[i].volser))
			st = again_cell(k, ent, &ent->volumes[i]);
	if (st == DS_OK && !n.found)
		st = again_no_file(k, ent);
	if (st == DS_OK && !n.found)
		st = again_damaged(k, ent);
	ds_entry_free(&ent);
	return st;
}

/* A file and the catalogs that have an entry of it. */
struct twice {
	struct ds_check_found f;
	char own[DSNAME_MAX + 1]; /* that its header says; "" */
	char first[DSNAME_MAX + 1];
	unsigned n;
};

/* The name that DELETE takes. */
static const char *
whole_name(const struct ds_entry *ent)
{
	static const enum ds_type owners[] = {DS_CLUSTER, DS_AIX, DS_PAGESPACE};
	const char *name = NULL;

	if (ent->type != DS_DATA)
		return ent->name;
	for (size_t i = 0; name == NULL && i < 3; i++)
		name = ds_entry_assoc(ent, owners[i]);
	return name != NULL ? name : ent->name;
}

/* The command takes the entry away whose catalog is not the file's own. */
static enum ds_status
twice_in(struct checking *k, const uint8_t id[SPHERE_ID_LEN],
    const char *catalog, struct twice *t)
{
	struct ds_entry *ent = NULL;
	struct comp_attr a;
	struct volume *vol;
	enum ds_status st;

	st = cat_get_component_in(k->sys->cat, catalog, id, &ent, k->diag);
	if (st == DS_CAT_NOTFOUND)
		return DS_OK;
	if (st != DS_OK)
		return st;
	if (++t->n == 1) {
		ds_home(ent, t->f.volser);
		snprintf(t->f.name, sizeof(t->f.name), "%s", ent->name);
		snprintf(t->first, sizeof(t->first), "%s", catalog);
		if (ds_system_volume(k->sys, t->f.volser, &vol, NULL) ==
			DS_OK &&
		    sphere_read_attr(vol, t->f.file, &a, NULL) == DS_OK)
			snprintf(t->own, sizeof(t->own), "%s", a.words.catalog);
	}
	if (t->own[0] != '\0' && strcmp(catalog, t->own) != 0)
		snprintf(t->f.command, sizeof(t->f.command),
		    "DELETE %s NOSCRATCH CATALOG(%s)", whole_name(ent),
		    catalog);
	snprintf(t->f.text, sizeof(t->f.text),
	    "of the catalogs %s and %s, which both have an entry of the file",
	    t->first, catalog);
	ds_entry_free(&ent);
	return DS_OK;
}

static enum ds_status
again_twice(struct checking *k, const struct suspect *s)
{
	struct twice t = {.f.kind = DS_CHECK_TWICE};
	struct catalog *cat = k->sys->cat;
	char(*names)[DSNAME_MAX + 1] = NULL;
	enum ds_status st;
	size_t n = 0;

	sphere_id_name(s->id, t.f.file);
	st = cat_ucat_names(cat, &names, &n, k->diag);
	for (size_t i = 0; i <= n && st == DS_OK; i++)
		st = twice_in(
		    k, s->id, i == 0 ? cat_master(cat) : names[i - 1], &t);
	free(names);
	return st == DS_OK && t.n > 1 ? tell(k, &t.f) : st;
}

/* --- work ----------------------------------------------------------------- */

struct seeking {
	int64_t id;
	bool found;
};

static bool
seek(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	struct seeking *s = ctx;

	(void)kind;
	(void)volser;
	(void)comp_id;
	(void)holder;
	s->found = id == s->id;
	return !s->found;
}

static const char *
work_text(char kind)
{
	switch (kind) {
	case 'D':
		return "a DEFINE that died";
	case 'H':
		return "an ALTER that died";
	case 'T':
		return "a temporary data set of a job that ended";
	default:
		return "a DELETE that died";
	}
}

static enum ds_status
again_work(struct checking *k, const struct suspect *s)
{
	struct ds_check_found f = {.kind = DS_CHECK_WORK};
	struct seeking n = {s->intent, false};
	enum ds_status st;

	st = cat_intent_list(k->sys->cat, seek, &n, k->diag);
	if (st != DS_OK || !n.found)
		return st;
	snprintf(f.volser, sizeof(f.volser), "%s", s->volser);
	sphere_id_name(s->id, f.file);
	snprintf(f.text, sizeof(f.text), "%s: it cannot be settled now%s",
	    work_text(s->work),
	    cat_volume_online(k->sys->cat, s->volser, NULL) == DS_OK
		? ""
		: ", the volume is offline");
	return tell(k, &f);
}

/* --- a volume ------------------------------------------------------------- */

static enum ds_status
again_volume(struct checking *k, const struct suspect *s)
{
	struct ds_check_found f = {.kind = DS_CHECK_VOLUME};
	struct cat_volume vol;
	enum ds_status st;

	st = cat_volume_get(k->sys->cat, s->volser, &vol, k->diag);
	if (st != DS_OK || !vol.online ||
	    !ds_system_volume_missing(k->sys, &vol))
		return st;
	snprintf(f.volser, sizeof(f.volser), "%s", s->volser);
	snprintf(f.text, sizeof(f.text),
	    "its directory %.80s is not there: put it back, or vary the "
	    "volume offline",
	    vol.uri);
	return tell(k, &f);
}

/* --- one suspect ---------------------------------------------------------- */

static enum ds_status
judge(struct checking *k, const struct suspect *s)
{
	switch (s->kind) {
	case DS_CHECK_LEDGER:
		return again_ledger(k, s);
	case DS_CHECK_NOBODY:
		return again_nobody(k, s);
	case DS_CHECK_ENTRY:
		return again_entry(k, s);
	case DS_CHECK_TWICE:
		return again_twice(k, s);
	case DS_CHECK_VOLUME:
		return again_volume(k, s);
	case DS_CHECK_WORK:
		return again_work(k, s);
	default:
		return again_file(k, s);
	}
}

/* In a root that may not be written, nobody of this machine changes it. */
static enum ds_status
judge_alone(struct checking *k, const struct suspect *s)
{
	enum ds_status st = cat_begin(k->sys->cat, k->diag);
	bool begun = st == DS_OK;

	if (st != DS_OK && (st != DS_CAT_SECURITY || k->mend))
		return st;
	k->ntold = 0;
	st = judge(k, s);
	if (st == DS_OK && k->mend)
		return cat_commit(k->sys->cat, k->diag);
	if (begun)
		cat_rollback(k->sys->cat);
	return st;
}

enum ds_status
check_again(struct checking *k, const struct suspect *s)
{
	enum ds_status st;

	k->mend = k->how->repair;
	st = judge_alone(k, s);
	/* what cannot be mended is undone, and told as it is */
	if (k->mend && (st == DS_CAT_NOSPACE || st == DS_CORRUPT)) {
		k->mend = false;
		st = judge_alone(k, s);
	}
	for (size_t i = 0; st == DS_OK && i < k->ntold; i++) {
		k->sum.found++;
		k->sum.mended += k->told[i].mended;
		k->how->found(k->how->ctx, &k->told[i]);
	}
	return st;
}

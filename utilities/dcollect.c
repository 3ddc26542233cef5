/*
 * DCOLLECT: a record for each volume that is asked for, for each data set on
 * it and, of VSAM, for what it belongs to.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/define.h"
#include "services/locate.h"
#include "utilities/io_int.h"
#include "utilities/dcollect_int.h"
#include "utilities/idcams_int.h"

enum { VOLUMES_MAX = 256, TRACKS_CYL = 15 };

/* A used piece of a volume, in tracks. */
struct piece {
	uint32_t first, tracks;
};

struct collection {
	struct ams_run *run;
	const struct ams_plist *top;
	const struct codepage *cp;
	struct tm now;
	struct ds_volume volumes[VOLUMES_MAX];
	int nvolumes;
	const struct ds_volume *vol; /* at work */
	struct piece *pieces;        /* of that */
	size_t npieces, room;
	struct ds_file *out;
	uint64_t records;
	struct ds_entry owner; /* whose components come next: its classes */
	enum ds_status st;     /* of what went wrong in a callback */
	struct ds_diag diag;
};

/* --- which volumes ----------------------------------------------------------
 */

/* A serial, or its beginning and an asterisk. */
static bool
is_listed(const struct ams_plist *top, const char *kw, const char *volser)
{
	const struct ams_param *p = ams_find(top, kw);

	for (int i = 0; p != NULL && i < p->nvalues; i++) {
		const char *want = p->values[i].text;
		size_t n = strcspn(want, "*");

		if (want[n] == '*' ? strncmp(want, volser, n) == 0
				   : strcmp(want, volser) == 0)
			return true;
	}
	return false;
}

static bool
take_volume(void *ctx, const struct ds_volume *vol)
{
	struct collection *c = ctx;

	if (is_listed(c->top, "VOLUMES", vol->volser) &&
	    !is_listed(c->top, "EXCLUDEVOLUMES", vol->volser) &&
	    c->nvolumes < VOLUMES_MAX)
		c->volumes[c->nvolumes++] = *vol;
	return true;
}

/* --- free space -------------------------------------------------------------
 */

static uint32_t
track_of(uint32_t cchh)
{
	uint32_t cyl = cchh >> 16 | (cchh & 0xFFF0) << 12;

	return cyl * TRACKS_CYL + (cchh & 0xF);
}

static bool
add_piece(struct collection *c, const struct ds_extent *x)
{
	size_t room = c->room > 0 ? 2 * c->room : 256;
	struct piece *p = c->pieces;

	if (c->npieces == c->room) {
		if ((p = realloc(p, room * sizeof(*p))) == NULL)
			return false;
		c->pieces = p;
		c->room = room;
	}
	c->pieces[c->npieces].first = track_of(x->low_cchh);
	c->pieces[c->npieces++].tracks = x->tracks;
	return true;
}

static bool
see_extents(void *ctx, const struct ds_entry *ent)
{
	struct collection *c = ctx;

	for (size_t i = 0; i < ent->nvolumes; i++) {
		const struct ds_volume_cell *cell = &ent->volumes[i];

		if (strcmp(cell->volser, c->vol->volser) != 0)
			continue;
		for (size_t k = 0; k < cell->nextents; k++)
			if (!add_piece(c, &cell->extents[k])) {
				c->st = ds_fail(&c->diag, DS_NOMEM, NULL, NULL);
				return false;
			}
	}
	return true;
}

static int
by_track(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

static void
add_gap(struct dcollect_free *f, uint32_t from, uint32_t to)
{
	uint32_t cyl = (from + TRACKS_CYL - 1) / TRACKS_CYL;
	uint32_t whole = to / TRACKS_CYL > cyl ? to / TRACKS_CYL - cyl : 0;

	if (to <= from)
		return;
	f->extents++;
	f->tracks += to - from;
	f->cylinders += whole;
	f->rest += to - from - whole * TRACKS_CYL;
	if (to - from > f->largest)
		f->largest = to - from;
}

static struct dcollect_free
free_space(struct collection *c)
{
	struct dcollect_free f = {0};
	uint32_t at = DS_VOLUME_RESERVED;

	if (c->npieces > 0)
		qsort(c->pieces, c->npieces, sizeof(*c->pieces), by_track);
	for (size_t i = 0; i < c->npieces; i++) {
		add_gap(&f, at, c->pieces[i].first);
		if (c->pieces[i].first + c->pieces[i].tracks > at)
			at = c->pieces[i].first + c->pieces[i].tracks;
	}
	add_gap(&f, at, c->vol->cylinders * TRACKS_CYL);
	return f;
}

/* --- the records ------------------------------------------------------------
 */

static bool
put(struct collection *c, const uint8_t *rec, size_t len)
{
	if (ams_interrupted(c->run))
		c->st = DS_STOPPED;
	else
		c->st = ds_put(c->out, rec, len, &c->diag);
	if (c->st == DS_OK)
		c->records++;
	return c->st == DS_OK;
}

static void
keep_owner(struct collection *c, const struct ds_entry *ent)
{
	struct ds_entry *o = &c->owner;

	memcpy(o->name, ent->name, sizeof(o->name));
	memcpy(o->storclas, ent->storclas, sizeof(o->storclas));
	memcpy(o->mgmtclas, ent->mgmtclas, sizeof(o->mgmtclas));
	memcpy(o->dataclas, ent->dataclas, sizeof(o->dataclas));
	o->expires = ent->expires;
}

/* The classes and the date of a component are those of what it is of. */
static void
take_classes(const struct collection *c, struct ds_entry *ent)
{
	const struct ds_entry *o = &c->owner;
	const char *of = ds_entry_assoc(ent, DS_CLUSTER);

	if (ent->type != DS_DATA && ent->type != DS_INDEX)
		return;
	if (of == NULL)
		of = ds_entry_assoc(ent, DS_AIX);
	if (of == NULL || strcmp(of, o->name) != 0)
		return;
	memcpy(ent->storclas, o->storclas, sizeof(ent->storclas));
	memcpy(ent->mgmtclas, o->mgmtclas, sizeof(ent->mgmtclas));
	memcpy(ent->dataclas, o->dataclas, sizeof(ent->dataclas));
	ent->expires = o->expires;
}

static bool
collect_entry(void *ctx, const struct ds_entry *ent)
{
	struct collection *c = ctx;
	uint8_t rec[DCOLLECT_D_LEN];
	struct ds_entry copy;
	size_t n;

	if (ent->type == DS_CLUSTER || ent->type == DS_AIX)
		keep_owner(c, ent);
	for (n = 0; n < ent->nvolumes; n++)
		if (strcmp(ent->volumes[n].volser, c->vol->volser) == 0 &&
		    ent->volumes[n].nextents > 0)
			break;
	if (n == ent->nvolumes)
		return true;
	copy = *ent;
	take_classes(c, &copy);
	ent = &copy;
	if (!put(c, rec, dcollect_d(c->cp, &c->now, ent, n, rec)))
		return false;
	/* What it belongs to is told once, where it begins (mem). */
	if ((ent->type != DS_DATA && ent->type != DS_INDEX) || n > 0)
		return true;
	return put(c, rec, dcollect_a(c->cp, &c->now, ent, rec));
}

static bool
list(struct collection *c, bool stats,
    bool (*fn)(void *ctx, const struct ds_entry *ent))
{
	enum ds_status st;

	st = ds_list(
	    c->run->sys, NULL, DS_SEL_ALL, NULL, stats, fn, c, &c->diag);
	if (c->st == DS_OK)
		c->st = st;
	return c->st == DS_OK;
}

static bool
collect_volume(struct collection *c)
{
	uint8_t rec[DCOLLECT_V_LEN];
	struct dcollect_free space;

	if (!ams_coded(c->top, "NOVOLUMEINFO")) {
		c->npieces = 0;
		if (!list(c, false, see_extents))
			return false;
		space = free_space(c);
		if (!put(c, rec,
			dcollect_v(c->cp, &c->now, c->vol, &space, rec)))
			return false;
	}
	return ams_coded(c->top, "NODATAINFO") || list(c, true, collect_entry);
}

/* --- the command ------------------------------------------------------------
 */

/* What asks a migration manager, an SMS configuration or an exit. */
static bool
can_be(struct ams_run *run, const struct ams_plist *top)
{
	static const struct {
		const char *keyword, *why;
	} none[] = {
	    {"MIGRATEDATA", "there is no migration manager here"},
	    {"BACKUPDATA", "there is no migration manager here"},
	    {"CAPPLANDATA", "there is no migration manager here"},
	    {"MIGRSNAPALL", "there is no migration manager here"},
	    {"MIGRSNAPERR", "there is no migration manager here"},
	    {"SMSDATA", "there is no control data set of SMS here"},
	    {"STORAGEGROUP", "volumes have no storage groups here: VOLUMES(*) "
			     "takes all"},
	    {"EXITNAME", "exits are not called here"},
	};

	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		if (!ams_coded(top, none[i].keyword))
			continue;
		ams_note(run, false, "DCOLLECT %s: %s", none[i].keyword,
		    none[i].why);
		return false;
	}
	if (ams_coded(top, "VOLUMES"))
		return true;
	ams_note(run, false, "DCOLLECT needs VOLUMES: nothing else is here");
	return false;
}

/* OUTDATASET is added to, unless it says REPLACECONTENTS; a DD is as it says.
 */
static bool
open_out(struct collection *c)
{
	static const struct ds_attrs like = {.name = "DCOLLECT",
	    .org = DS_ORG_PS,
	    .recfm = DS_RECFM_VB,
	    .lrecl = 644};
	struct ds_open_parms how = {
	    .disp = ams_coded(c->top, "REPLACECONTENTS") ? DD_OLD : DD_MOD};
	const char *dd = ams_text(c->top, "OUTFILE", 0);
	const char *dsn = ams_text(c->top, "OUTDATASET", 0);
	struct ds_diag diag = {0};
	enum ds_status st;

	if (dd != NULL)
		st = ds_open_dd(
		    c->run->dds, dd, DS_OUTPUT | DS_SEQ, &like, &c->out, &diag);
	else
		st = ds_open_with(
		    c->run->sys, dsn, DS_OUTPUT | DS_SEQ, &how, &c->out, &diag);
	if (st != DS_OK)
		ams_system_open_error(c->run, st, &diag, dd != NULL ? dd : dsn);
	return st == DS_OK;
}

static bool
collect(struct collection *c)
{
	uint16_t ccsid = ds_attrs(c->out)->ccsid;
	const char *name;
	int i;

	c->st = ds_volume_list(c->run->sys, take_volume, c, &c->diag);
	if (c->st == DS_OK)
		c->st = codepage_get(
		    ccsid != 0 ? ccsid : CCSID_1047, &c->cp, &c->diag);
	for (i = 0; c->st == DS_OK && i < c->nvolumes; i++) {
		c->vol = &c->volumes[i];
		collect_volume(c);
	}
	name = ds_attrs(c->out)->name;
	if (c->st == DS_STOPPED)
		ams_say_interrupted(c->run);
	else if (c->st != DS_OK)
		ams_action_error(c->run, c->st, &c->diag, name, NULL, 0);
	return c->st == DS_OK;
}

int
ams_dcollect(struct ams_run *run, const struct ams_command *cmd)
{
	struct collection c = {.run = run, .top = cmd->top};
	struct ds_diag diag = {0};
	enum ds_status st = DS_OK;
	char name[DS_DIAG_NAME];
	bool good;

	ds_now(&c.now);
	if (!can_be(run, cmd->top) || !open_out(&c))
		return ams_end(run, CC_FAILED);
	snprintf(name, sizeof(name), "%s", ds_attrs(c.out)->name);
	good = collect(&c);
	if (good && (st = ds_close(&c.out, &diag)) != DS_OK) {
		ams_close_error(run, st, &diag, name);
		good = false;
	}
	io_drop(run, &c.out);
	free(c.pieces);
	ams_records(run, good ? c.records : 0);
	if (good && c.nvolumes == 0)
		ams_note(run, false, "no volume is of that name");
	return ams_end(run, !good             ? CC_FAILED
			    : c.nvolumes == 0 ? CC_WARNING
					      : CC_OK);
}

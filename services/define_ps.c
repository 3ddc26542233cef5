/* DEFINE NONVSAM, and new sequential data sets with bytes of their own. */
#include <stdio.h>
#include <string.h>

#include "services/define_int.h"
#include "services/gdg_int.h"
#include "services/group_int.h"

/*
 * A sequential data set is a stream in control intervals of 28,672 bytes, two
 * on a track: 57,344 bytes are no less than any blocking gets on a 3390 track,
 * so what fits a space on z/OS fits it here.
 */
enum {
	PS_CI = 28672,
	PS_CIS_TRACK = 2,
	PS_PRI = 15, /* tracks, when no space is asked for */
	PS_SEC = 150,
	BLKSIZE_HALF = 27998, /* the largest block of which two fit a track */
	BLKSIZE_MAX = 32760
};

/* --- NONVSAM -------------------------------------------------------------- */

static bool
fill_volumes(struct ds_entry *ent, const struct ds_define_nonvsam *def)
{
	struct ds_volume_cell *cell;
	int i;

	for (i = 0; i < def->nvolumes; i++) {
		if ((cell = ds_entry_add_volume(ent)) == NULL)
			return false;
		memcpy(cell->volser, def->volumes[i], sizeof(cell->volser));
		/* one device type may stand for all volumes */
		if (def->ndevtypes > 0)
			cell->devtype = def->devtypes[i < def->ndevtypes
							  ? i
							  : def->ndevtypes - 1];
		if (i < def->nfseqn)
			cell->fseqn = def->fseqn[i];
	}
	return true;
}

/* A generation is active at once: its base is known. */
static enum ds_status
put_nonvsam(struct ds_system *sys, const char *catalog, struct ds_entry *ent,
    unsigned group, struct ds_diag *diag)
{
	struct ds_entry *base = NULL;
	enum ds_status st;

	st = gdg_base_of(sys, catalog, ent->name, &base, diag);
	if (st == DS_OK && base != NULL)
		st = ds_system_flush(sys, NULL, diag);
	if (st == DS_OK && base != NULL)
		st = gdg_enter(sys, base, ent, diag);
	else if (st == DS_OK && group > 0)
		st = group_put(sys, catalog, ent, group, diag);
	else if (st == DS_OK)
		st = cat_put(sys->cat, catalog, ent, diag);
	ds_entry_free(&base);
	return st;
}

enum ds_status
ds_define_nonvsam(struct ds_system *sys, const struct ds_define_nonvsam *def,
    struct ds_diag *diag)
{
	char catalog[DSNAME_MAX + 1];
	struct ds_entry *ent = NULL;
	enum ds_status st;

	if (def->nfseqn != 0 && def->nfseqn != def->nvolumes)
		return ds_fail(diag, DS_INVALID, def->name, "IDC3503I");
	/* one for all, or one each; the message of z/OS is not known */
	if (def->ndevtypes > 1 && def->ndevtypes != def->nvolumes)
		return ds_fail(diag, DS_INVALID, def->name,
		    "DEVICETYPES has %d and VOLUMES %d", def->ndevtypes,
		    def->nvolumes);
	st = define_catalog(sys, def->catalog, def->name, catalog, diag);
	if (st != DS_OK)
		return st;
	if ((ent = ds_entry_new()) == NULL)
		return ds_fail(diag, DS_NOMEM, def->name, NULL);
	ent->type = DS_NONVSAM;
	memcpy(ent->name, def->name, sizeof(ent->name));
	memcpy(ent->owner, def->owner, sizeof(ent->owner));
	ent->created = ds_today();
	ent->expires = def->expires;
	ent->ccsid = def->ccsid;
	ent->flags = DS_A_NOSCRATCH_VOL;
	if (fill_volumes(ent, def))
		st = put_nonvsam(sys, catalog, ent, def->group, diag);
	else
		st = ds_fail(diag, DS_NOMEM, def->name, NULL);
	ds_entry_free(&ent);
	return st;
}

/* --- sequential data sets ------------------------------------------------- */

static bool
is_fixed(enum ds_recfm recfm)
{
	return recfm == DS_RECFM_F || recfm == DS_RECFM_FB ||
	       recfm == DS_RECFM_FBS;
}

/* The system-determined block size: half a track, whole records. */
static uint32_t
determine_blksize(const struct ds_define_ps *def)
{
	uint32_t lrecl = def->lrecl;

	switch (def->recfm) {
	case DS_RECFM_F:
		return lrecl;
	case DS_RECFM_FB:
	case DS_RECFM_FBS:
		return lrecl >= BLKSIZE_HALF ? lrecl
					     : BLKSIZE_HALF / lrecl * lrecl;
	case DS_RECFM_V:
		return lrecl + 4;
	case DS_RECFM_VB:
		return lrecl + 4 > BLKSIZE_HALF ? lrecl + 4 : BLKSIZE_HALF;
	default:
		return BLKSIZE_HALF;
	}
}

enum ds_status
define_ps_format(
    const struct ds_define_ps *def, uint32_t *blksizep, struct ds_diag *diag)
{
	bool spanned = def->recfm == DS_RECFM_VS || def->recfm == DS_RECFM_VBS;
	uint32_t blksize;

	if (def->recfm == DS_RECFM_NONE)
		return ds_fail(diag, DS_INVALID, def->name, "RECFM is needed");
	if (def->lrecl > BLKSIZE_MAX ||
	    (def->lrecl == 0 && def->recfm != DS_RECFM_U))
		return ds_fail(diag, DS_INVALID, def->name,
		    "LRECL %u is not 1 to %d", def->lrecl, BLKSIZE_MAX);
	if ((def->recfm == DS_RECFM_V || def->recfm == DS_RECFM_VB) &&
	    (def->lrecl < 5 || def->lrecl > BLKSIZE_MAX - 4))
		return ds_fail(diag, DS_INVALID, def->name,
		    "LRECL %u is not 5 to %d for variable records", def->lrecl,
		    BLKSIZE_MAX - 4);
	blksize = def->blksize != 0 ? def->blksize : determine_blksize(def);
	if (blksize > BLKSIZE_MAX)
		return ds_fail(diag, DS_INVALID, def->name,
		    "BLKSIZE %u is above %d", blksize, BLKSIZE_MAX);
	if (is_fixed(def->recfm) && blksize % def->lrecl != 0)
		return ds_fail(diag, DS_INVALID, def->name,
		    "BLKSIZE %u is no multiple of LRECL %u", blksize,
		    def->lrecl);
	if (!is_fixed(def->recfm) && !spanned && def->recfm != DS_RECFM_U &&
	    blksize < def->lrecl + 4)
		return ds_fail(diag, DS_INVALID, def->name,
		    "BLKSIZE %u is below LRECL %u and 4", blksize, def->lrecl);
	*blksizep = blksize;
	return DS_OK;
}

static uint64_t
ps_tracks(enum ds_unit unit, uint64_t amount, uint32_t blksize)
{
	uint64_t blocks = space_records_per_track(blksize);

	if (blocks == 0)
		blocks = 1;
	switch (unit) {
	case DS_UNIT_CYL:
		return amount * SPACE_TRACKS_CYL;
	case DS_UNIT_REC: /* blocks */
		return (amount + blocks - 1) / blocks;
	case DS_UNIT_KB:
		return (amount * 1024 + blocks * blksize - 1) /
		       (blocks * blksize);
	case DS_UNIT_MB:
		return (amount * 1048576 + blocks * blksize - 1) /
		       (blocks * blksize);
	default:
		return amount;
	}
}

static enum ds_status
ps_space(const struct ds_define_ps *def, uint32_t blksize,
    struct define_part *part, struct ds_diag *diag)
{
	struct ds_entry *ent = part->ent;
	bool none = def->unit == DS_UNIT_NONE, cyl = def->unit == DS_UNIT_CYL;
	enum ds_unit unit = none ? DS_UNIT_TRK : def->unit;
	uint64_t pri = ps_tracks(unit, none ? PS_PRI : def->pri, blksize);
	uint64_t sec = ps_tracks(unit, none ? PS_SEC : def->sec, blksize);
	const uint64_t most = 262668 * SPACE_TRACKS_CYL;

	if (pri > most || sec > most)
		return ds_fail(diag, DS_CAT_NOSPACE, def->name,
		    "more than a volume can have");
	if (pri == 0)
		pri = 1; /* SPACE=(TRK,0): a track is the least there is */
	part->unit = cyl ? SPACE_TRACKS_CYL : 1;
	part->tracks =
	    (uint32_t)(pri + part->unit - 1) / part->unit * part->unit;
	part->ca_bytes = (uint64_t)part->unit * PS_CIS_TRACK * PS_CI;
	/* nobody chose an amount, so nobody counts on its end: extended format
	 * has no limit of 16 extents */
	if (!def->partitioned && (def->kind == DS_PS_EXTENDED ||
				     (none && def->kind == DS_PS_UNSAID)))
		ent->flags |= DS_A_EXTENDED;
	if (!def->partitioned && def->kind == DS_PS_LARGE)
		ent->flags |= DS_A_LARGE;
	if (part->tracks > BASIC_TRACKS && !def->library &&
	    (ent->flags & (DS_A_EXTENDED | DS_A_LARGE)) == 0)
		return ds_fail(diag, DS_CAT_NOSPACE, def->name,
		    "more than %d tracks of a volume need DSNTYPE=LARGE",
		    BASIC_TRACKS);
	ent->space_type = cyl ? DS_SPACE_CYL : DS_SPACE_TRACK;
	ent->space_pri = part->tracks / part->unit;
	ent->space_sec = (uint32_t)(cyl ? sec / SPACE_TRACKS_CYL : sec);
	ent->cisize = PS_CI;
	ent->cis_per_ca = part->unit * PS_CIS_TRACK;
	ent->tracks_per_ca = part->unit;
	return DS_OK;
}

void
define_ps_attr(const struct ds_entry *ent, struct comp_attr *a)
{
	memset(a, 0, sizeof(*a));
	a->part = SPHERE_DATA;
	a->org = DS_ORG_PS;
	memcpy(a->name, ent->name, sizeof(a->name));
	memcpy(a->cluster, ent->name, sizeof(a->cluster));
	a->ci_len = ent->cisize;
	a->cis_per_ca = ent->cis_per_ca;
	a->maxlrecl = ent->lrecl;
	a->flags = ent->flags;
	a->ccsid = ent->ccsid;
	a->recfm = ent->recfm;
	a->ctlchar = ent->ctlchar;
	a->lrecl = ent->lrecl;
	a->blksize = ent->blksize;
	a->space_type = (uint32_t)ent->space_type;
	a->space_pri = ent->space_pri;
	a->space_sec = ent->space_sec;
	a->created = ent->created;
	a->expires = ent->expires;
	a->first_cas = ent->space_pri;
}

static struct ds_entry *
ps_entry(
    struct ds_system *sys, const struct ds_define_ps *def, uint32_t blksize)
{
	const struct ds_config *cfg = &sys->config;
	struct ds_entry *ent = ds_entry_new();

	if (ent == NULL)
		return NULL;
	ent->type = DS_NONVSAM;
	memcpy(ent->name, def->name, sizeof(ent->name));
	ent->created = ds_today();
	ent->expires = def->expires;
	ent->org = DS_ORG_PS;
	ent->recfm = def->recfm;
	ent->ctlchar = def->ctlchar;
	ent->lrecl = def->lrecl;
	ent->blksize = blksize;
	ent->ccsid = def->ccsid != 0 ? def->ccsid : cfg->ccsid;
	if (def->unsaid)
		snprintf(ent->extra, sizeof(ent->extra), "DCB=NONE\n");
	if (def->temporary != NULL)
		ent->flags |= DS_A_TEMPORARY;
	if (cfg->sms) {
		ent->flags |= DS_A_SMS;
		memcpy(ent->storclas, def->storclas, sizeof(def->storclas));
		memcpy(ent->mgmtclas, def->mgmtclas, sizeof(def->mgmtclas));
		memcpy(ent->dataclas, def->dataclas, sizeof(def->dataclas));
	}
	return ent;
}

/* Its classes, the root's where it names none, and what they say where it says
 * nothing. */
static enum ds_status
take_classes(
    const struct ds_config *cfg, struct ds_define_ps *def, struct ds_diag *diag)
{
	const struct ds_dataclas *dc;
	enum ds_status st;

	if (!cfg->sms)
		return DS_OK;
	if (def->storclas[0] == '\0')
		snprintf(def->storclas, sizeof(def->storclas), "%.8s",
		    cfg->storclas);
	if (def->mgmtclas[0] == '\0')
		snprintf(def->mgmtclas, sizeof(def->mgmtclas), "%.8s",
		    cfg->mgmtclas);
	if (def->dataclas[0] == '\0')
		snprintf(def->dataclas, sizeof(def->dataclas), "%.8s",
		    cfg->dataclas);
	st = ds_classes_check(
	    cfg, def->storclas, def->mgmtclas, def->name, diag);
	if (st == DS_OK)
		st = ds_dataclas_check(cfg, def->dataclas, def->name, diag);
	if (st != DS_OK)
		return st;
	if (def->temporary == NULL)
		def->expires =
		    ds_class_expires(cfg, def->mgmtclas, def->expires);
	if ((dc = ds_dataclas_get(cfg, def->dataclas)) == NULL)
		return DS_OK;
	/* what nobody has said is U only until somebody says all of it */
	if (def->unsaid && dc->recfm != DS_RECFM_NONE &&
	    (dc->recfm == DS_RECFM_U || dc->lrecl > 0))
		def->recfm = DS_RECFM_NONE;
	if (def->recfm == DS_RECFM_NONE)
		def->recfm = dc->recfm;
	def->unsaid = def->unsaid && def->recfm == DS_RECFM_NONE;
	if (def->lrecl == 0 && def->recfm != DS_RECFM_U)
		def->lrecl = dc->lrecl;
	if (def->unit == DS_UNIT_NONE && dc->unit != DS_UNIT_NONE) {
		def->unit = (enum ds_unit)dc->unit;
		def->pri = dc->pri;
		def->sec = dc->sec;
	}
	if (def->kind == DS_PS_UNSAID && dc->extended)
		def->kind = DS_PS_EXTENDED;
	while (!def->partitioned && def->nmore + 1 < (int)dc->volumes)
		strcpy(def->more[def->nmore++], "*");
	return DS_OK;
}

static enum ds_status
define_ps(
    struct ds_system *sys, const struct ds_define_ps *def, struct ds_diag *diag)
{
	char volumes[DEFINE_VOLUMES][VOLSER_MAX + 1] = {{0}};
	struct define_plan plan;
	enum ds_status st;
	uint32_t blksize = 0;

	memset(&plan, 0, sizeof(plan));
	plan.temporary = def->temporary;
	/* any volume: of the class, which honours names when it guarantees
	 * space; without SMS the first one */
	snprintf(volumes[0], sizeof(volumes[0]), "%s",
	    def->volser[0] != '\0' ? def->volser
	    : sys->config.sms      ? "*"
				   : sys->config.pool[0]);
	memcpy(volumes + 1, def->more, sizeof(def->more));
	st = def->temporary != NULL
		 ? define_catalog_of(sys, "", def->name, plan.catalog, diag)
		 : define_catalog(sys, "", def->name, plan.catalog, diag);
	if (st == DS_OK)
		st = define_ps_format(def, &blksize, diag);
	if (st == DS_OK)
		st = define_volumes(
		    sys, def->storclas, volumes, 1 + def->nmore, &plan, diag);
	if (st != DS_OK)
		return st;
	plan.nparts = 1;
	plan.part[0].ent = ps_entry(sys, def, blksize);
	if (plan.part[0].ent == NULL)
		return ds_fail(diag, DS_NOMEM, def->name, NULL);
	st = ps_space(def, blksize, &plan.part[0], diag);
	if (st == DS_OK) {
		define_ps_attr(plan.part[0].ent, &plan.part[0].attr);
		if (def->partitioned)
			st = define_po_plan(def, &plan, diag);
	}
	if (st == DS_OK)
		st = define_make(sys, &plan, diag);
	if (st == DS_OK && def->partitioned)
		define_po_made(sys, def->name);
	define_plan_free(&plan);
	return st;
}

enum ds_status
ds_define_ps(
    struct ds_system *sys, const struct ds_define_ps *def, struct ds_diag *diag)
{
	struct ds_define_ps full = *def;
	enum ds_status st;

	st = take_classes(&sys->config, &full, diag);
	return st == DS_OK ? define_ps(sys, &full, diag) : st;
}

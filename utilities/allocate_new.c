/*
 * ALLOCATE, what a new data set is made with: space, the attributes of a
 * cluster, the words of a DD's SPEC.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "services/define.h"
#include "services/space.h"
#include "utilities/allocate_int.h"
#include "base/date.h"
#include "utilities/define_int.h"

enum {
	HALF_TRACK = 27998, /* of blocks whose length is not said */
};

/* --- space ------------------------------------------------------------------
 */

/* Tracks for n units of SPACE, when they are blocks or records. */
static uint64_t
tracks_of(const struct allocation *a, uint64_t n)
{
	static const uint64_t units[] = {1, 1024, 1048576};
	const char *unit = ams_text(a->top, "AVGREC", 0);
	uint64_t len = (uint64_t)ams_num(a->top, "AVBLOCK", 0, 0), per;
	uint32_t block = (uint32_t)ams_num(a->top, "BLOCK", 0, 0);

	if (ams_coded(a->top, "AVBLOCK")) {
		n *= len * units[unit == NULL             ? 0
				 : strcmp(unit, "K") == 0 ? 1
				 : strcmp(unit, "M") == 0 ? 2
							  : 0];
		return (n + 2 * HALF_TRACK - 1) / (2 * HALF_TRACK);
	}
	if (block == 0)
		block = (uint32_t)ams_num(a->top, "BLKSIZE", 0, 0);
	if (block == 0)
		return n; /* in tracks (mem) */
	per = space_records_per_track(block);
	return per == 0 ? n : (n + per - 1) / per;
}

/* SPACE in tracks or cylinders. False: none was coded. */
static bool
space_of(const struct allocation *a, bool *cylp, uint64_t *prip, uint64_t *secp)
{
	if (!ams_coded(a->top, "SPACE"))
		return false;
	*cylp = ams_coded(a->top, "CYLINDERS");
	*prip = (uint64_t)ams_num(a->top, "SPACE", 0, 0);
	*secp = (uint64_t)ams_num(a->top, "SPACE", 1, 0);
	if (!*cylp && !ams_coded(a->top, "TRACKS")) {
		*prip = tracks_of(a, *prip);
		*secp = tracks_of(a, *secp);
	}
	if (!*cylp && ams_coded(a->top, "ROUND")) {
		*cylp = true;
		*prip = (*prip + SPACE_TRACKS_CYL - 1) / SPACE_TRACKS_CYL;
		*secp = (*secp + SPACE_TRACKS_CYL - 1) / SPACE_TRACKS_CYL;
	}
	return true;
}

/* EXPDT or RETPD as yyyyddd; 0: neither. */
static uint32_t
expiry(const struct ams_plist *top)
{
	int64_t days = ams_num(top, "RETPD", 0, 0);

	if (ams_coded(top, "EXPDT"))
		return (uint32_t)ams_num(top, "EXPDT", 0, 0);
	if (!ams_coded(top, "RETPD"))
		return 0;
	return days >= DS_DATE_FOREVER_DAYS
		   ? DS_DATE_NEVER
		   : ds_date_add(ds_today(), (int)days);
}

/* --- a cluster --------------------------------------------------------------
 */

static const struct {
	const char *word;
	enum ds_org org;
} recorgs[] = {
    {"KS", DS_ORG_KSDS},
    {"ES", DS_ORG_ESDS},
    {"RR", DS_ORG_RRDS},
    {"LS", DS_ORG_LDS},
};

static void
cluster_words(struct allocation *a, struct ds_define_cluster *def)
{
	const char *org = ams_text(a->top, "RECORG", 0);
	uint64_t pri, sec;
	bool cyl;

	for (size_t i = 0; org != NULL && i < 4; i++)
		if (strcmp(org, recorgs[i].word) == 0) {
			def->org = recorgs[i].org;
			def->org_given = true;
		}
	if (space_of(a, &cyl, &pri, &sec)) {
		def->cluster.unit = cyl ? DS_UNIT_CYL : DS_UNIT_TRK;
		def->cluster.pri = (uint32_t)pri;
		def->cluster.sec = (uint32_t)sec;
	}
	if (ams_coded(a->top, "KEYLEN")) {
		def->cluster.keylen = (int)ams_num(a->top, "KEYLEN", 0, 0);
		def->cluster.rkp = (int)ams_num(a->top, "KEYOFF", 0, 0);
	}
	if (ams_coded(a->top, "LRECL"))
		def->cluster.avglrecl = def->cluster.maxlrecl =
		    ams_num(a->top, "LRECL", 0, 0);
	ams_copy_text(def->storclas, sizeof(def->storclas), a->top, "STORCLAS");
	ams_copy_text(def->mgmtclas, sizeof(def->mgmtclas), a->top, "MGMTCLAS");
	ams_copy_text(def->dataclas, sizeof(def->dataclas), a->top, "DATACLAS");
	def->expires = expiry(a->top);
	if (a->like != NULL)
		snprintf(def->model, sizeof(def->model), "%s", a->like->name);
}

bool
allocate_cluster(struct allocation *a)
{
	struct ds_define_cluster def = {.org = DS_ORG_KSDS};
	struct ds_defined made;
	struct ds_diag diag = {0};
	enum ds_status st;

	ams_read_level(&def.cluster, NULL);
	ams_read_level(&def.data, NULL);
	ams_read_level(&def.index, NULL);
	cluster_words(a, &def);
	def.cluster.nvolumes =
	    ams_read_volume_list(def.cluster.volumes, a->top, "VOLUME");
	snprintf(def.cluster.name, sizeof(def.cluster.name), "%.44s", a->dsn);
	st = ds_define_cluster(a->run->sys, &def, &made, &diag);
	if (st == DS_OK)
		return a->made = true;
	ams_catalog_error(a->run, st, &diag, a->dsn);
	return false;
}

void
allocate_unmake_cluster(struct allocation *a)
{
	const struct ds_delete_opts opts = {.purge = true, .erase = -1};

	if (a->made)
		ds_delete(a->run->sys, a->dsn, &opts, NULL, NULL, NULL);
}

/* --- the SPEC of a DD -------------------------------------------------------
 */

void
allocate_add(struct allocation *a, const char *fmt, ...)
{
	size_t n = strlen(a->spec);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(a->spec + n, sizeof(a->spec) - n, fmt, ap);
	va_end(ap);
}

/* RECFM(F B A) is FBA. z/OS leaves to the first open what was not said, which
 * makes it U (mem). */
static void
add_recfm(struct allocation *a)
{
	const struct ams_param *p = ams_find(a->top, "RECFM");
	char name[8];

	if (p == NULL && a->like != NULL && a->like->recfm != DS_RECFM_NONE)
		allocate_add(a, ",recfm=%s",
		    ds_recfm_name(a->like->recfm, a->like->ctlchar, name));
	else if (p == NULL && a->is_new)
		allocate_add(a, ",recfm=u");
	if (p == NULL)
		return;
	allocate_add(a, ",recfm=");
	for (int i = 0; i < p->nvalues; i++)
		allocate_add(a, "%s", p->values[i].text);
}

static void
add_number(
    struct allocation *a, const char *word, const char *keyword, uint32_t like)
{
	int64_t n = ams_num(a->top, keyword, 0, a->like != NULL ? like : 0);

	if (n > 0)
		allocate_add(a, ",%s=%lld", word, (long long)n);
}

/* Directory blocks of a PDS; 0: it is none, or not said. */
static long long
dir_blocks(const struct allocation *a)
{
	const uint32_t like =
	    a->like != NULL ? ds_extra_number(a->like->extra, "DIRBLOCKS") : 0;

	return ams_num(a->top, "DIR", 0, like);
}

static void
add_space(struct allocation *a)
{
	long long dir = dir_blocks(a);
	uint64_t pri, sec;
	bool cyl;

	if (!space_of(a, &cyl, &pri, &sec)) {
		if (a->like == NULL || a->like->space_pri == 0)
			return;
		cyl = a->like->space_type == DS_SPACE_CYL;
		pri = a->like->space_pri;
		sec = a->like->space_sec;
	}
	allocate_add(a, ",space=%s(%llu,%llu", cyl ? "cyl" : "trk",
	    (unsigned long long)pri, (unsigned long long)sec);
	if (dir > 0)
		allocate_add(a, ",%lld", dir);
	allocate_add(a, ")");
}

static void
add_volumes(struct allocation *a)
{
	const struct ams_param *p = ams_find(a->top, "VOLUME");

	if (p == NULL)
		return;
	allocate_add(a, ",vol=(");
	for (int i = 0; i < p->nvalues; i++)
		allocate_add(a, "%s%s", i > 0 ? "," : "", p->values[i].text);
	allocate_add(a, ")");
}

static void
add_kind(struct allocation *a)
{
	const char *dsorg = ams_text(a->top, "DSORG", 0);
	const char *type = ams_text(a->top, "DSNTYPE", 0);

	const struct ds_entry *like = a->like;

	if (dsorg != NULL ? strncmp(dsorg, "PO", 2) == 0
			  : like != NULL && like->org == DS_ORG_PO)
		allocate_add(a, ",dsorg=po");
	if (dsorg == NULL && type == NULL && like != NULL &&
	    (like->flags & DS_A_LIBRARY) != 0)
		type = "LIBRARY";
	if (type == NULL && like != NULL && ds_ps_kind_word(like)[0] != '\0')
		type = ds_ps_kind_word(like);
	if (type != NULL &&
	    (strcmp(type, "LIBRARY") == 0 || strcmp(type, "PDS") == 0 ||
		ds_ps_kind(type) != DS_PS_UNSAID))
		allocate_add(a, ",dsntype=%s", type);
}

void
allocate_add_dcb(struct allocation *a)
{
	add_recfm(a);
	add_number(a, "lrecl", "LRECL", a->like != NULL ? a->like->lrecl : 0);
	add_number(
	    a, "blksize", "BLKSIZE", a->like != NULL ? a->like->blksize : 0);
}

void
allocate_add_new(struct allocation *a)
{
	uint32_t expires = expiry(a->top);

	allocate_add(a, ",new");
	allocate_add_dcb(a);
	add_space(a);
	add_volumes(a);
	add_kind(a);
	if (expires != 0)
		allocate_add(a, ",expdt=%07u", expires);
}

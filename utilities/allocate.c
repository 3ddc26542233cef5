/*
 * ALLOCATE: a data set for a ddname, made first when it is NEW. The commands
 * that follow use the ddname; what becomes of the data set is done when the
 * run ends, as FREE would.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "services/define.h"
#include "services/locate.h"
#include "services/space.h"
#include "utilities/dates_int.h"
#include "utilities/define_int.h"

enum {
	SPEC_MAX = 1600,
	DDNAME_MAX = 8,
	HALF_TRACK = 27998, /* of blocks whose length is not said */
	TEMP_NAMES = 1000
};

struct allocation {
	struct ams_run *run;
	const struct ams_plist *top;
	char dd[DDNAME_MAX + 1];
	char dsn[DSNAME_MAX + DDNAME_MAX + 3]; /* with its member */
	bool is_new, temporary;
	bool made;             /* a cluster was */
	struct ds_entry *like; /* LIKE, REFDD; or NULL */
	char spec[SPEC_MAX];
};

/* --- refusals --------------------------------------------------------------
 */

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

/* Words whose subject is not here: a spool, attribute lists, classes of what
 * is no cluster. */
static bool
can_be(struct allocation *a, bool vsam)
{
	static const struct {
		const char *keyword, *why;
		bool vsam_too;
	} none[] = {
	    {"SYSOUT", "asks for a spool, which is not here", true},
	    {"DEST", "asks for a spool, which is not here", true},
	    {"COPIES", "asks for a spool, which is not here", true},
	    {"HOLD", "asks for a spool, which is not here", true},
	    {"USING", "names an attribute list of TSO, which is not here",
		true},
	    {"DATACLAS", "is for clusters", false},
	    {"STORCLAS", "is for clusters", false},
	    {"MGMTCLAS", "is for clusters", false},
	};

	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		if (!ams_coded(a->top, none[i].keyword) ||
		    (vsam && !none[i].vsam_too))
			continue;
		ams_note(a->run, false, "ALLOCATE %s %s", none[i].keyword,
		    none[i].why);
		return false;
	}
	return true;
}

/* --- names ------------------------------------------------------------------
 */

/* FILE, or a name that nothing has. */
static bool
take_ddname(struct allocation *a)
{
	const char *dd = ams_text(a->top, "FILE", 0);

	if (dd != NULL) {
		snprintf(a->dd, sizeof(a->dd), "%s", dd);
		if (!dd_exists(a->run->dds, a->dd))
			return true;
		ams_ikj(a->run, "IKJ56246I", "FILE", a->dd,
		    "NOT ALLOCATED, FILE IN USE");
		return false;
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

	st = ds_locate(a->run->sys, NULL, name, &ent, NULL);
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

/* DSNAME, and whether it is to be made: NEW, MOD of what is not there, and
 * SPACE without a word on it (mem). */
static bool
take_dsname(struct allocation *a)
{
	const struct ams_param *p = ams_find(a->top, "DSNAME");
	const struct ams_value *v = p != NULL ? &p->values[0] : NULL;

	a->is_new = ams_coded(a->top, "NEW") ||
		    (ams_coded(a->top, "SPACE") && !ams_coded(a->top, "OLD") &&
			!ams_coded(a->top, "SHR") && !ams_coded(a->top, "MOD"));
	if (v == NULL) {
		a->is_new = true;
		return temporary_name(a);
	}
	if (ams_coded(a->top, "MOD") && !exists(a, v->text))
		a->is_new = true;
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
		st = ds_locate(a->run->sys, NULL, name, &a->like, &diag);
	if (st == DS_OK)
		return true;
	if (st == DS_CAT_NOTFOUND)
		snprintf(a->dsn, sizeof(a->dsn), "%s", name);
	return say_failed(a, st, &diag);
}

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
	return days >= DATE_FOREVER_DAYS ? DATE_NEVER
					 : date_add(ds_today(), (int)days);
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

static bool
make_cluster(struct allocation *a)
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

/* No DD leads to it: it goes again. */
static void
unmake_cluster(struct allocation *a)
{
	const struct ds_delete_opts opts = {.purge = true, .erase = -1};

	if (a->made)
		ds_delete(a->run->sys, a->dsn, &opts, NULL, NULL, NULL);
}

/* --- the SPEC of a DD -------------------------------------------------------
 */

static void
add(struct allocation *a, const char *fmt, ...)
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
		add(a, ",recfm=%s",
		    ds_recfm_name(a->like->recfm, a->like->ctlchar, name));
	else if (p == NULL && a->is_new)
		add(a, ",recfm=u");
	if (p == NULL)
		return;
	add(a, ",recfm=");
	for (int i = 0; i < p->nvalues; i++)
		add(a, "%s", p->values[i].text);
}

static void
add_number(
    struct allocation *a, const char *word, const char *keyword, uint32_t like)
{
	int64_t n = ams_num(a->top, keyword, 0, a->like != NULL ? like : 0);

	if (n > 0)
		add(a, ",%s=%lld", word, (long long)n);
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
	add(a, ",space=%s(%llu,%llu", cyl ? "cyl" : "trk",
	    (unsigned long long)pri, (unsigned long long)sec);
	if (dir > 0)
		add(a, ",%lld", dir);
	add(a, ")");
}

static void
add_volumes(struct allocation *a)
{
	const struct ams_param *p = ams_find(a->top, "VOLUME");

	if (p == NULL)
		return;
	add(a, ",vol=(");
	for (int i = 0; i < p->nvalues; i++)
		add(a, "%s%s", i > 0 ? "," : "", p->values[i].text);
	add(a, ")");
}

static void
add_kind(struct allocation *a)
{
	const char *dsorg = ams_text(a->top, "DSORG", 0);
	const char *type = ams_text(a->top, "DSNTYPE", 0);

	const struct ds_entry *like = a->like;

	if (dsorg != NULL ? strncmp(dsorg, "PO", 2) == 0
			  : like != NULL && like->org == DS_ORG_PO)
		add(a, ",dsorg=po");
	if (dsorg == NULL && type == NULL && like != NULL &&
	    (like->flags & DS_A_LIBRARY) != 0)
		type = "LIBRARY";
	if (type != NULL &&
	    (strcmp(type, "LIBRARY") == 0 || strcmp(type, "PDS") == 0))
		add(a, ",dsntype=%s", type);
}

/* What a new data set that is no cluster is made with. */
static void
add_new(struct allocation *a)
{
	uint32_t expires = expiry(a->top);

	add(a, ",new");
	add_recfm(a);
	add_number(a, "lrecl", "LRECL", a->like != NULL ? a->like->lrecl : 0);
	add_number(
	    a, "blksize", "BLKSIZE", a->like != NULL ? a->like->blksize : 0);
	add_space(a);
	add_volumes(a);
	add_kind(a);
	if (expires != 0)
		add(a, ",expdt=%07u", expires);
}

/* --- all of it --------------------------------------------------------------
 */

static bool
is_vsam(const struct allocation *a)
{
	return ams_coded(a->top, "RECORG") ||
	       (a->like != NULL && a->like->type == DS_CLUSTER);
}

static bool
make_spec(struct allocation *a)
{
	bool vsam;

	add(a, "%s=", a->dd);
	if (ams_coded(a->top, "DUMMY")) {
		add(a, "dummy");
		add_recfm(a);
		add_number(a, "lrecl", "LRECL", 0);
		add_number(a, "blksize", "BLKSIZE", 0);
		return can_be(a, true);
	}
	if (!take_dsname(a) || !take_like(a))
		return false;
	vsam = is_vsam(a);
	if (!can_be(a, vsam || !a->is_new))
		return false;
	add(a, "%s", a->dsn);
	if (a->is_new && vsam)
		return make_cluster(a);
	if (a->is_new)
		add_new(a);
	else
		add(a, "%s",
		    ams_coded(a->top, "SHR")   ? ",shr"
		    : ams_coded(a->top, "MOD") ? ",mod"
					       : ",old");
	return true;
}

int
ams_allocate(struct ams_run *run, const struct ams_command *cmd)
{
	struct allocation a = {.run = run, .top = cmd->top};
	struct ds_diag diag = {0};
	enum ds_status st;
	bool good;

	good = take_ddname(&a) && make_spec(&a);
	if (good && (st = dd_alloc(run->dds, a.spec, &diag)) != DS_OK) {
		good = say_failed(&a, st, &diag);
		unmake_cluster(&a);
	}
	if (good && (a.temporary || ams_coded(cmd->top, "DELETE")))
		dd_set_end(run->dds, a.dd, DD_END_DELETE);
	else if (good && ams_coded(cmd->top, "UNCATALOG"))
		dd_set_end(run->dds, a.dd, DD_END_UNCATALOG);
	ds_entry_free(&a.like);
	return ams_end(run, good ? CC_OK : CC_FAILED);
}

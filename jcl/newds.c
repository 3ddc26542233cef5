/*
 * What NEW makes: a sequential or partitioned data set, a temporary one, or a
 * cluster, as the DD, its model and what it is to be like say.
 */
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "jcl/job_int.h"
#include "services/define.h"
#include "services/locate.h"

/* --- records -------------------------------------------------------------- */

static enum ds_status
coded_dcb(const struct jcl_dcb *from, struct dd_dcb *dcb, struct ds_diag *diag)
{
	if (from->recfm != NULL && dcb->recfm == DS_RECFM_NONE &&
	    !ds_recfm_parse(from->recfm, &dcb->recfm, &dcb->ctlchar))
		return ds_fail(diag, DS_INVALID, NULL,
		    "RECFM=%s is not known here", from->recfm);
	if (from->lrecl > 0 && dcb->lrecl == 0)
		dcb->lrecl = (uint32_t)from->lrecl;
	if (from->blksize > 0 && dcb->blksize == 0)
		dcb->blksize = (uint32_t)from->blksize;
	return DS_OK;
}

/* The label of a data set that is there. */
static void
label_dcb(const struct ds_entry *ent, struct dd_dcb *dcb)
{
	if (dcb->recfm == DS_RECFM_NONE) {
		dcb->recfm = ent->recfm;
		dcb->ctlchar = ent->ctlchar;
	}
	if (dcb->lrecl == 0)
		dcb->lrecl = ent->lrecl;
	if (dcb->blksize == 0)
		dcb->blksize = ent->blksize;
}

enum ds_status
newds_dcb(struct step_run *sr, const struct jcl_dd *dd, struct dd_dcb *dcb,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	memset(dcb, 0, sizeof(*dcb));
	st = coded_dcb(&dd->dcb, dcb, diag);
	if (st == DS_OK && dd->dcb.ref != NULL)
		st = coded_dcb(&dd->dcb.ref->dcb, dcb, diag);
	if (st == DS_OK && dd->dcb.model != NULL) {
		st =
		    ds_find(sr->job->env->sys, NULL, dd->dcb.model, &ent, diag);
		if (st == DS_OK)
			label_dcb(ent, dcb);
		ds_entry_free(&ent);
	}
	return st;
}

/* LIKE, or the data set of REFDD; *likep stays NULL: neither. */
static enum ds_status
find_like(struct step_run *sr, const struct jcl_dd *dd, struct ds_entry **likep,
    struct ds_diag *diag)
{
	struct dd_name name;
	enum ds_status st;

	if (dd->like.kind == JCL_DSN_NAME)
		return ds_find(
		    sr->job->env->sys, NULL, dd->like.name, likep, diag);
	if (dd->refdd == NULL)
		return DS_OK;
	st = dd_resolve(sr->job, dd->refdd, &name, diag);
	return st == DS_OK
		   ? ds_find(sr->job->env->sys, NULL, name.dsn, likep, diag)
		   : st;
}

/* --- dates ---------------------------------------------------------------- */

static uint32_t
days_from_now(int days)
{
	return days >= DS_DATE_FOREVER_DAYS ? DS_DATE_NEVER
					    : ds_date_add(ds_today(), days);
}

/* yyddd is of the years 1900 to 1999; yyyy/ddd. 99365 and 99366 are never. */
static uint32_t
expires(const struct jcl_dd *dd)
{
	unsigned y = 0, d = 0;

	if (dd->retpd >= 0)
		return days_from_now(dd->retpd);
	if (dd->expdt == NULL)
		return 0;
	if (strchr(dd->expdt, '/') != NULL) {
		if (sscanf(dd->expdt, "%4u/%3u", &y, &d) != 2)
			return 0;
	} else if (sscanf(dd->expdt, "%2u%3u", &y, &d) == 2) {
		y += 1900;
	}
	if (y == 1999 && d >= 365)
		return DS_DATE_NEVER;
	return d == 0 ? 0 : y * 1000 + d;
}

/* --- space and volumes ---------------------------------------------------- */

static uint32_t
amount(int64_t n)
{
	return n < 0 ? 0 : n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

/* KiB of n blocks or records of length bytes. */
static int64_t
kib(const struct jcl_space *s, int64_t n)
{
	int64_t unit = s->avgrec == 'K' ? 1024 : s->avgrec == 'M' ? 1048576 : 1;
	int64_t len = s->length > 0 ? s->length : 1;

	if (n > INT64_MAX / unit / len)
		return UINT32_MAX;
	return (n * unit * len + 1023) / 1024;
}

static void
take_space(const struct jcl_dd *dd, enum ds_unit *unitp, uint32_t *prip,
    uint32_t *secp)
{
	const struct jcl_space *s = &dd->space;

	switch (s->unit) {
	case JCL_SPACE_NONE:
		return;
	case JCL_SPACE_TRK:
	case JCL_SPACE_ABSTR:
		*unitp = DS_UNIT_TRK;
		break;
	case JCL_SPACE_CYL:
		*unitp = DS_UNIT_CYL;
		break;
	case JCL_SPACE_BLOCKS:
		*unitp = DS_UNIT_KB;
		*prip = amount(kib(s, s->primary));
		*secp = amount(kib(s, s->secondary));
		return;
	}
	*prip = amount(s->primary);
	*secp = amount(s->secondary);
}

static void
like_space(const struct ds_entry *like, struct ds_define_ps *def)
{
	if (def->unit != DS_UNIT_NONE || like->space_pri == 0)
		return;
	def->unit =
	    like->space_type == DS_SPACE_CYL ? DS_UNIT_CYL : DS_UNIT_TRK;
	def->pri = like->space_pri;
	def->sec = like->space_sec;
}

/* VOL=REF: where that data set is, or a DD of an earlier step has it. */
static void
reference_volume(
    struct step_run *sr, const struct jcl_dsn *ref, char out[VOLSER_MAX + 1])
{
	struct ds_entry *ent = NULL;
	struct dd_name name;
	const char *dsn = ref->name;

	if (ref->kind == JCL_DSN_REF) {
		if (ref->ref == NULL || !dd_is_data_set(ref->ref) ||
		    dd_resolve(sr->job, ref->ref, &name, NULL) != DS_OK)
			return;
		dsn = name.dsn;
	}
	if (dsn == NULL)
		return;
	if (ds_find(sr->job->env->sys, NULL, dsn, &ent, NULL) == DS_OK &&
	    ent->nvolumes > 0)
		memcpy(out, ent->volumes[0].volser, VOLSER_MAX + 1);
	ds_entry_free(&ent);
}

static int
take_volumes(struct step_run *sr, const struct jcl_dd *dd, char first[],
    char more[][VOLSER_MAX + 1], int most)
{
	const struct jcl_volume *v = &dd->volume;
	int i, n = 0;

	if (v->ref.kind != JCL_DSN_NONE)
		reference_volume(sr, &v->ref, first);
	if (v->nserials > 0)
		snprintf(first, VOLSER_MAX + 1, "%s", v->serials[0]);
	for (i = 1; i < v->nserials && n < most; i++)
		snprintf(more[n++], VOLSER_MAX + 1, "%s", v->serials[i]);
	return n;
}

/* --- data sets that are no clusters --------------------------------------- */

static void
take_kind(const struct jcl_dd *dd, const struct dd_name *name,
    const struct ds_entry *like, struct ds_define_ps *def)
{
	const char *type = dd->dsntype, *org = dd->dcb.dsorg;
	const bool same = like != NULL && like->org == DS_ORG_PO;

	def->dirblocks = amount(dd->space.directory);
	if (type != NULL)
		def->kind = ds_ps_kind(type);
	else if (like != NULL)
		def->kind = ds_ps_kind(ds_ps_kind_word(like));
	if (same && def->dirblocks == 0 && org == NULL && type == NULL)
		def->dirblocks = ds_extra_number(like->extra, "DIRBLOCKS");
	def->library = type != NULL && strncmp(type, "LIBRARY", 7) == 0;
	def->partitioned = def->library || def->dirblocks > 0 ||
			   name->member[0] != '\0' ||
			   (type != NULL && strcmp(type, "PDS") == 0) ||
			   (org != NULL && strncmp(org, "PO", 2) == 0) ||
			   (same && org == NULL);
	/* without directory blocks it can only be a library */
	if (def->partitioned && def->dirblocks == 0)
		def->library = true;
}

/* What is not said of records waits for who writes them. */
static void
take_records(const struct dd_dcb *dcb, const struct ds_entry *like,
    struct ds_define_ps *d)
{
	struct dd_dcb all = *dcb;

	if (like != NULL) {
		label_dcb(like, &all);
		all.blksize = dcb->blksize;
	}
	if (all.recfm != DS_RECFM_NONE &&
	    (all.recfm == DS_RECFM_U || all.lrecl > 0)) {
		d->recfm = all.recfm;
		d->ctlchar = all.ctlchar;
		d->lrecl = all.lrecl;
		d->blksize = all.blksize;
		return;
	}
	d->recfm = DS_RECFM_U;
	d->unsaid = true;
}

static void
take_class(const char *name, char *out, size_t size)
{
	if (name != NULL)
		snprintf(out, size, "%s", name);
}

static enum ds_status
make_data_set(struct step_run *sr, const struct jcl_dd *dd,
    const struct dd_name *name, const struct ds_entry *like,
    struct ds_diag *diag)
{
	struct ds_define_ps def = {0};
	struct dd_dcb dcb;
	enum ds_status st;

	if ((st = newds_dcb(sr, dd, &dcb, diag)) != DS_OK)
		return st;
	memcpy(def.name, name->dsn, sizeof(def.name));
	take_kind(dd, name, like, &def);
	take_records(&dcb, like, &def);
	take_space(dd, &def.unit, &def.pri, &def.sec);
	if (like != NULL)
		like_space(like, &def);
	def.nmore = take_volumes(sr, dd, def.volser, def.more,
	    (int)(sizeof(def.more) / sizeof(def.more[0])));
	take_class(dd->storclas, def.storclas, sizeof(def.storclas));
	take_class(dd->mgmtclas, def.mgmtclas, sizeof(def.mgmtclas));
	take_class(dd->dataclas, def.dataclas, sizeof(def.dataclas));
	def.expires = expires(dd);
	if (name->temporary)
		return ds_temps_define(sr->job->temps, &def, diag);
	return ds_define_ps(sr->job->env->sys, &def, diag);
}

/* --- clusters ------------------------------------------------------------- */

static void
empty_level(struct ds_define_level *l)
{
	memset(l, 0, sizeof(*l));
	l->keylen = l->rkp = -1;
	l->avglrecl = l->maxlrecl = -1;
	l->fspc_ci = l->fspc_ca = -1;
	l->bufspace = -1;
	l->erase = l->reuse = l->spanned = l->speed = -1;
	l->writecheck = l->ordered = -1;
}

static bool
take_recorg(const char *recorg, struct ds_define_cluster *def)
{
	static const struct {
		const char *word;
		enum ds_org org;
	} words[] = {{"KS", DS_ORG_KSDS}, {"ES", DS_ORG_ESDS},
	    {"RR", DS_ORG_RRDS}, {"LS", DS_ORG_LDS}};

	for (size_t i = 0; recorg != NULL && i < 4; i++)
		if (strcmp(recorg, words[i].word) == 0) {
			def->org = words[i].org;
			def->org_given = true;
		}
	return def->org_given;
}

/* Records for AVGREC, which say how long they are. */
static void
cluster_space(const struct jcl_dd *dd, struct ds_define_level *l)
{
	const struct jcl_space *s = &dd->space;

	take_space(dd, &l->unit, &l->pri, &l->sec);
	if (s->unit == JCL_SPACE_BLOCKS && s->avgrec == 'U' && s->length > 0) {
		l->unit = DS_UNIT_REC;
		l->pri = amount(s->primary);
		l->sec = amount(s->secondary);
		l->avglrecl = s->length;
	}
}

static enum ds_status
make_cluster(struct step_run *sr, const struct jcl_dd *dd,
    const struct dd_name *name, const struct ds_entry *like,
    struct ds_diag *diag)
{
	struct ds_define_cluster def = {
	    .org = DS_ORG_KSDS, .unique = -1, .upgrade = -1};
	struct ds_define_level *l = &def.cluster;
	struct ds_defined made;

	empty_level(&def.cluster);
	empty_level(&def.data);
	empty_level(&def.index);
	memcpy(l->name, name->dsn, sizeof(l->name));
	take_recorg(dd->recorg, &def);
	if (like != NULL)
		snprintf(def.model, sizeof(def.model), "%s", like->name);
	cluster_space(dd, l);
	if (dd->dcb.keylen > 0) {
		l->keylen = (int)dd->dcb.keylen;
		l->rkp = dd->keyoff > 0 ? (int)dd->keyoff : 0;
	}
	if (dd->dcb.lrecl > 0) {
		l->maxlrecl = dd->dcb.lrecl;
		if (l->avglrecl < 0)
			l->avglrecl = dd->dcb.lrecl;
	}
	l->nvolumes = take_volumes(sr, dd, l->volumes[0], l->volumes + 1, 58);
	l->nvolumes += l->volumes[0][0] != '\0';
	take_class(dd->storclas, def.storclas, sizeof(def.storclas));
	take_class(dd->mgmtclas, def.mgmtclas, sizeof(def.mgmtclas));
	take_class(dd->dataclas, def.dataclas, sizeof(def.dataclas));
	def.expires = expires(dd);
	return ds_define_cluster(sr->job->env->sys, &def, &made, diag);
}

enum ds_status
newds_make(struct step_run *sr, const struct jcl_dd *dd,
    const struct dd_name *name, struct ds_diag *diag)
{
	struct ds_entry *like = NULL;
	enum ds_status st;

	st = find_like(sr, dd, &like, diag);
	if (st != DS_OK)
		return st;
	if (dd->recorg != NULL || (like != NULL && like->type == DS_CLUSTER))
		st = name->temporary ? ds_fail(diag, DS_UNSUPPORTED, name->dsn,
					   "a temporary cluster")
				     : make_cluster(sr, dd, name, like, diag);
	else
		st = make_data_set(sr, dd, name, like, diag);
	ds_entry_free(&like);
	return st;
}

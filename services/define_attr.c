/*
 * DEFINE CLUSTER's words to attributes: DATA and INDEX before CLUSTER before
 * MODEL before the defaults, the checks of access method services and of the
 * catalog, space, and the entries as they will be stored.
 */
#include <stdio.h>
#include <string.h>

#include "services/define_int.h"

enum {
	LRECL_MAX = 32761,
	LRECL_DEFAULT = 4089,
	SPANNED_AVG = 4086,
	SPANNED_MAX = 32600,
	KEYLEN_DEFAULT = 64,
	SHARE_REGION = 1,
	SHARE_SYSTEM = 3,
	AIX_HEADER = 5, /* bytes before the key of an alternate index record */
};

/* --- levels --------------------------------------------------------------- */

#define TAKE(field, absent)                      \
	do {                                     \
		if (to->field == (absent))       \
			to->field = from->field; \
	} while (0)

/* Fill what to does not say from from. Space: only with the unit it is in;
 * with_space false leaves it alone. Names never pass on. */
static void
merge(struct ds_define_level *to, const struct ds_define_level *from,
    bool with_space)
{
	if (with_space && to->unit == DS_UNIT_NONE) {
		to->unit = from->unit;
		to->pri = from->pri;
		to->sec = from->sec;
	}
	if (to->nvolumes == 0) {
		memcpy(to->volumes, from->volumes, sizeof(to->volumes));
		to->nvolumes = from->nvolumes;
	}
	if (to->keylen < 0) {
		to->keylen = from->keylen;
		to->rkp = from->rkp;
	}
	if (to->maxlrecl < 0) {
		to->avglrecl = from->avglrecl;
		to->maxlrecl = from->maxlrecl;
	}
	TAKE(cisize, 0);
	TAKE(fspc_ci, -1);
	TAKE(fspc_ca, -1);
	TAKE(share_region, 0);
	TAKE(share_system, 0);
	TAKE(bufspace, -1);
	TAKE(erase, -1);
	TAKE(reuse, -1);
	TAKE(spanned, -1);
	TAKE(speed, -1);
	TAKE(writecheck, -1);
	TAKE(ordered, -1);
	if (to->exceptexit[0] == '\0')
		memcpy(
		    to->exceptexit, from->exceptexit, sizeof(to->exceptexit));
}

static int
flag_of(const struct ds_entry *ent, uint32_t flag)
{
	return (ent->flags & flag) != 0;
}

/* A component of the model, as a level. */
static void
level_of_entry(const struct ds_entry *ent, struct ds_define_level *l)
{
	size_t i;

	memset(l, 0, sizeof(*l));
	l->unit = ent->space_type == DS_SPACE_CYL ? DS_UNIT_CYL : DS_UNIT_TRK;
	l->pri = ent->space_pri;
	l->sec = ent->space_sec;
	for (i = 0; i < ent->nvolumes && i < DEFINE_VOLUMES; i++)
		memcpy(l->volumes[l->nvolumes++], ent->volumes[i].volser,
		    sizeof(l->volumes[0]));
	/* what its organization does not have is not said: the one that is
	 * coded over it may */
	l->keylen = ent->keylen > 0 ? ent->keylen : -1;
	l->rkp = (int)ent->rkp;
	l->avglrecl = ent->maxlrecl > 0 ? (int64_t)ent->avglrecl : -1;
	l->maxlrecl = ent->maxlrecl > 0 ? (int64_t)ent->maxlrecl : -1;
	l->cisize = ent->cisize;
	l->fspc_ci = ent->fspc_ci;
	l->fspc_ca = ent->fspc_ca;
	l->share_region = ent->share_region;
	l->share_system = ent->share_system;
	l->bufspace = -1; /* struct effective has it */
	l->erase = flag_of(ent, DS_A_ERASE);
	l->reuse = flag_of(ent, DS_A_REUSE);
	l->spanned = flag_of(ent, DS_A_SPANNED);
	l->speed = flag_of(ent, DS_A_SPEED);
	l->writecheck = flag_of(ent, DS_A_WRITECHECK);
	l->ordered = flag_of(ent, DS_A_ORDERED);
	memcpy(l->exceptexit, ent->exceptexit, sizeof(l->exceptexit));
	memcpy(l->owner, ent->owner, sizeof(l->owner));
}

/* What is in force: def with the model worked in. */
struct effective {
	enum ds_org org;
	struct ds_define_level data, index;
	char storclas[31], mgmtclas[31], dataclas[31], owner[9];
	uint32_t expires;
	bool has_model;
	uint32_t model_bufspace; /* at least so much */
	uint16_t model_ccsid;    /* 0 none */
	char extra[512];
	uint32_t class_flags; /* of the components, by the data class */
	/* an alternate index: */
	enum ds_type type; /* of the entry that has the components */
	bool aix;
	int unique, upgrade;
	uint32_t axrkp;
	struct ds_entry *base_data; /* the data component of its base */
};

/* The words kept as they were given, of which the model adds those that were
 * not coded. */
static void
merge_extra(char *to, size_t size, const char *from)
{
	size_t at = strlen(to), len, key;
	char word[64];
	const char *p;

	for (p = from; *p != '\0'; p += len) {
		len = strcspn(p, "\n");
		key = strcspn(p, "=\n") + 1;
		len += p[len] == '\n';
		if (key >= sizeof(word) || at + len + 1 > size)
			continue;
		snprintf(word, sizeof(word), "%.*s", (int)key, p);
		if (strstr(to, word) != NULL)
			continue;
		memcpy(to + at, p, len);
		to[at += len] = '\0';
	}
}

/* A component as the model of one of its kind; name "" none. */
static enum ds_status
merge_part(struct ds_system *sys, const char *catalog, const char *name,
    enum ds_type type, struct effective *eff, struct ds_diag *diag)
{
	struct ds_define_level *to = type == DS_DATA ? &eff->data : &eff->index;
	struct ds_define_level level;
	struct ds_entry *ent = NULL;
	enum ds_status st;

	if (name[0] == '\0')
		return DS_OK;
	if ((st = cat_get(sys->cat, catalog, name, &ent, diag)) != DS_OK)
		return st;
	if (ent->type != type) {
		ds_entry_free(&ent);
		return ds_fail(diag, DS_INVALID, name, "IDC3501I");
	}
	level_of_entry(ent, &level);
	if (eff->aix && type == DS_DATA) {
		level.rkp = (int)ent->axrkp;
		if (eff->unique < 0)
			eff->unique = !flag_of(ent, DS_A_NONUNIQKEY);
	}
	merge(to, &level, true);
	if (to->owner[0] == '\0')
		memcpy(to->owner, level.owner, sizeof(to->owner));
	if (type == DS_DATA && ent->bufspace > eff->model_bufspace &&
	    to->bufspace < 0)
		eff->model_bufspace = ent->bufspace;
	if (eff->model_ccsid == 0)
		eff->model_ccsid = ent->ccsid;
	ds_entry_free(&ent);
	return DS_OK;
}

static const char *
or_null(const char *s)
{
	return s[0] != '\0' ? s : NULL;
}

static void
take_text(char *to, size_t size, const char *from)
{
	if (to[0] == '\0')
		snprintf(to, size, "%s", from);
}

/* Everything that was not coded, the date of expiration too (mem). */
static enum ds_status
merge_model(struct ds_system *sys, const struct ds_define_cluster *def,
    struct effective *eff, struct ds_diag *diag)
{
	struct ds_entry *model = NULL;
	enum ds_status st;
	size_t i;

	st = cat_get(sys->cat, or_null(def->cluster.model_catalog), def->model,
	    &model, diag);
	if (st != DS_OK)
		return st;
	if (model->type != eff->type)
		st = ds_fail(diag, DS_INVALID, def->model, "IDC3501I");
	else if (!def->org_given)
		eff->org =
		    model->org == DS_ORG_VRRDS ? DS_ORG_RRDS : model->org;
	for (i = 0; i < model->nassocs && st == DS_OK; i++)
		if (model->assocs[i].type == DS_DATA ||
		    model->assocs[i].type == DS_INDEX)
			st = merge_part(sys, model->catalog,
			    model->assocs[i].name, model->assocs[i].type, eff,
			    diag);
	take_text(eff->owner, sizeof(eff->owner), model->owner);
	take_text(eff->storclas, sizeof(eff->storclas), model->storclas);
	take_text(eff->mgmtclas, sizeof(eff->mgmtclas), model->mgmtclas);
	take_text(eff->dataclas, sizeof(eff->dataclas), model->dataclas);
	merge_extra(eff->extra, sizeof(eff->extra), model->extra);
	if (eff->expires == 0)
		eff->expires = model->expires;
	if (eff->aix && eff->upgrade < 0)
		eff->upgrade = flag_of(model, DS_A_UPGRADE);
	eff->has_model = true;
	ds_entry_free(&model);
	return st;
}

/* A data class as a level: what it does not say is absent. */
static void
level_of_class(
    const struct ds_dataclas *dc, bool aix, struct ds_define_level *l)
{
	memset(l, 0, sizeof(*l));
	l->unit = (enum ds_unit)dc->unit;
	l->pri = dc->pri;
	l->sec = dc->sec;
	l->keylen = l->rkp = -1;
	l->avglrecl = l->maxlrecl = -1;
	l->fspc_ci = l->fspc_ca = -1;
	l->bufspace = -1;
	l->erase = l->reuse = l->spanned = l->speed = -1;
	l->writecheck = l->ordered = -1;
	l->cisize = dc->cisize;
	l->share_region = (int)dc->share_region;
	l->share_system = (int)dc->share_system;
	if (dc->free_given) {
		l->fspc_ci = (int)dc->fspc_ci;
		l->fspc_ca = (int)dc->fspc_ca;
	}
	/* records of an alternate index are no records of the class */
	if (dc->keylen > 0 && !aix) {
		l->keylen = (int)dc->keylen;
		l->rkp = (int)dc->rkp;
	}
	if (dc->maxlrecl > 0 && !aix) {
		l->avglrecl = dc->avglrecl;
		l->maxlrecl = dc->maxlrecl;
	}
}

/* What neither words nor model say. */
static void
merge_class(const struct ds_config *cfg, bool org_given, struct effective *eff)
{
	const struct ds_dataclas *dc = ds_dataclas_get(cfg, eff->dataclas);
	struct ds_define_level level;
	const uint32_t cisize = eff->index.cisize;

	if (dc == NULL)
		return;
	eff->class_flags = (dc->extended ? DS_A_EXTENDED : 0) |
			   (dc->addressable ? DS_A_EXTADDR : 0);
	if (!org_given && dc->recorg != DS_ORG_NONE && !eff->aix &&
	    eff->type == DS_CLUSTER)
		eff->org = dc->recorg;
	level_of_class(dc, eff->aix, &level);
	/* keys and free space are those of organizations that have them */
	if (eff->org != DS_ORG_KSDS)
		level.keylen = level.rkp = -1;
	if (eff->org == DS_ORG_ESDS || eff->org == DS_ORG_LDS)
		level.fspc_ci = level.fspc_ca = -1;
	merge(&eff->data, &level, true);
	merge(&eff->index, &level, false);
	eff->index.cisize = cisize; /* the class's is of data */
	while (eff->data.nvolumes < (int)dc->volumes)
		strcpy(eff->data.volumes[eff->data.nvolumes++], "*");
}

static enum ds_status
resolve(struct ds_system *sys, const struct ds_define_cluster *def,
    struct effective *eff, struct ds_diag *diag)
{
	const struct ds_config *cfg = &sys->config;
	enum ds_status st;

	memset(eff, 0, sizeof(*eff));
	eff->org = def->org == DS_ORG_NONE ? DS_ORG_KSDS : def->org;
	eff->data = def->data;
	eff->index = def->index;
	merge(&eff->data, &def->cluster, true);
	merge(&eff->index, &def->cluster, false);
	memcpy(eff->owner, def->cluster.owner, sizeof(eff->owner));
	memcpy(eff->storclas, def->storclas, sizeof(eff->storclas));
	memcpy(eff->mgmtclas, def->mgmtclas, sizeof(eff->mgmtclas));
	memcpy(eff->dataclas, def->dataclas, sizeof(eff->dataclas));
	eff->expires = def->expires;
	eff->aix = def->relate[0] != '\0';
	eff->type = eff->aix         ? DS_AIX
		    : def->pagespace ? DS_PAGESPACE
				     : DS_CLUSTER;
	eff->unique = def->unique;
	eff->upgrade = def->upgrade;
	memcpy(eff->extra, def->extra, sizeof(eff->extra));
	/* the model of a component before that of the cluster (mem) */
	if ((st = merge_part(sys, or_null(def->data.model_catalog),
		 def->data.model, DS_DATA, eff, diag)) != DS_OK ||
	    (st = merge_part(sys, or_null(def->index.model_catalog),
		 def->index.model, DS_INDEX, eff, diag)) != DS_OK)
		return st;
	if (def->model[0] != '\0' &&
	    (st = merge_model(sys, def, eff, diag)) != DS_OK)
		return st;
	if (!cfg->sms) {
		eff->storclas[0] = eff->mgmtclas[0] = eff->dataclas[0] = '\0';
		return DS_OK;
	}
	if (eff->storclas[0] == '\0')
		memcpy(eff->storclas, cfg->storclas, sizeof(eff->storclas));
	if (eff->mgmtclas[0] == '\0')
		memcpy(eff->mgmtclas, cfg->mgmtclas, sizeof(eff->mgmtclas));
	if (eff->dataclas[0] == '\0')
		memcpy(eff->dataclas, cfg->dataclas, sizeof(eff->dataclas));
	merge_class(cfg, def->org_given || eff->has_model, eff);
	return DS_OK;
}

/* --- checks --------------------------------------------------------------- */

static enum ds_status
refuse(struct ds_diag *diag, const char *name, const char *msgid)
{
	return ds_fail(diag, DS_INVALID, name, "%s", msgid);
}

/* None is what they have anyway. */
static bool
asks_freespace(const struct ds_define_level *l)
{
	return l->fspc_ci > 0 || l->fspc_ca > 0;
}

static bool
any_coded(int cluster, int data)
{
	return cluster >= 0 || data >= 0;
}

/*
 * Words that an organization does not take. KEYS of NONINDEXED and NUMBERED
 * are kept and listed, as z/OS does. The message is that of other words that
 * exclude each other (mem).
 */
static enum ds_status
check_org_words(const struct ds_define_cluster *def,
    const struct effective *eff, struct ds_diag *diag)
{
	const struct ds_define_level *c = &def->cluster, *d = &def->data;
	const char *word = NULL;
	bool linear = eff->org == DS_ORG_LDS;
	bool fixed =
	    eff->org == DS_ORG_RRDS && eff->data.avglrecl == eff->data.maxlrecl;

	if ((linear || fixed || eff->org == DS_ORG_ESDS) &&
	    (asks_freespace(c) || asks_freespace(d)))
		word = "FREESPACE";
	else if (linear && any_coded(c->keylen, d->keylen))
		word = "KEYS";
	else if (linear && (c->maxlrecl >= 0 || d->maxlrecl >= 0))
		word = "RECORDSIZE";
	if (word != NULL)
		return ds_fail(
		    diag, DS_INVALID, def->cluster.name, "IDC3226I %s", word);
	return DS_OK;
}

/* Storage management looks at the classes behind access method services'
 * own checks. A root that defines none takes any name. */
static enum ds_status
take_class(const struct ds_config *cfg, const char *name, struct effective *eff,
    struct ds_diag *diag)
{
	enum ds_status st;

	st = ds_classes_check(cfg, eff->storclas, eff->mgmtclas, name, diag);
	if (st == DS_OK)
		st = ds_dataclas_check(cfg, eff->dataclas, name, diag);
	if (st == DS_OK)
		eff->expires =
		    ds_class_expires(cfg, eff->mgmtclas, eff->expires);
	return st;
}

/* As set_defaults makes it. */
static bool
has_index(const struct effective *eff)
{
	return eff->org == DS_ORG_KSDS ||
	       (eff->org == DS_ORG_RRDS &&
		   eff->data.avglrecl < eff->data.maxlrecl);
}

/* In the order in which access method services makes them. */
static enum ds_status
check_words(const struct ds_define_cluster *def, struct effective *eff,
    struct ds_diag *diag)
{
	const struct ds_define_level *d = &eff->data;
	const char *name = def->cluster.name;
	bool spanned = d->spanned == 1 || (eff->aix && d->spanned < 0);
	enum ds_status st;

	if ((st = check_org_words(def, eff, diag)) != DS_OK)
		return st;
	if (d->unit == DS_UNIT_NONE)
		return refuse(diag, name, "IDC3505I");
	if (d->unit == DS_UNIT_REC && d->maxlrecl < 0)
		return refuse(diag, name, "IDC3507I");
	if (spanned && (eff->org == DS_ORG_RRDS || eff->org == DS_ORG_LDS))
		return refuse(diag, name, "IDC3521I");
	if (has_index(eff) && (d->reuse == 1) != (eff->index.reuse == 1))
		return refuse(diag, name, "IDC3519I");
	if (eff->org == DS_ORG_LDS)
		return DS_OK;
	if (d->maxlrecl > LRECL_MAX && !spanned)
		return refuse(diag, name, "IDC3522I");
	if (d->avglrecl > d->maxlrecl)
		return refuse(diag, name, "IDC3515I");
	if (d->maxlrecl == 0 || d->avglrecl == 0 ||
	    d->maxlrecl > UINT32_MAX / 2)
		return ds_fail(diag, DS_CAT_LRECL, name, "record length");
	return DS_OK;
}

/* Defaults, and what an organization does without. */
static void
set_defaults(struct effective *eff)
{
	struct ds_define_level *d = &eff->data;
	bool spanned;

	if (eff->aix && d->spanned < 0)
		d->spanned = 1;
	spanned = d->spanned == 1;
	if (eff->org == DS_ORG_LDS) {
		d->avglrecl = d->maxlrecl = 0;
		d->spanned = 0;
	} else if (d->maxlrecl < 0) {
		d->avglrecl = spanned || eff->aix ? SPANNED_AVG : LRECL_DEFAULT;
		d->maxlrecl = spanned || eff->aix ? SPANNED_MAX : LRECL_DEFAULT;
	}
	/* NUMBERED of varying length: indexed by a record number of 4 bytes */
	if (eff->org == DS_ORG_RRDS && d->avglrecl < d->maxlrecl)
		eff->org = DS_ORG_VRRDS;
	if (eff->org == DS_ORG_VRRDS) {
		d->keylen = 4;
		d->rkp = 0;
	} else if (d->keylen < 0) {
		/* KEYS coded for a set without keys is kept and listed, as
		 * z/OS does; nothing else comes of it. */
		d->keylen = eff->org == DS_ORG_KSDS ? KEYLEN_DEFAULT : 0;
		d->rkp = 0;
	}
	if (d->rkp < 0)
		d->rkp = 0;
	if ((eff->org != DS_ORG_KSDS && eff->org != DS_ORG_VRRDS) ||
	    d->fspc_ci < 0)
		d->fspc_ci = 0;
	if ((eff->org != DS_ORG_KSDS && eff->org != DS_ORG_VRRDS) ||
	    d->fspc_ca < 0)
		d->fspc_ca = 0;
}

/* The alternate key must be in the base's records, and a record must hold one
 * pointer. The key of an alternate index is behind a header of 5 bytes. */
static enum ds_status
set_alternate_key(const char *name, struct effective *eff, struct ds_diag *diag)
{
	struct ds_define_level *d = &eff->data;
	const struct ds_entry *base = eff->base_data;

	if (!eff->aix)
		return DS_OK;
	if (d->keylen < 1 || d->keylen > 255 ||
	    (int64_t)d->keylen + d->rkp > base->maxlrecl)
		return ds_fail(diag, DS_CAT_KEY, name,
		    "%d bytes from offset %d of base records of %u", d->keylen,
		    d->rkp, base->maxlrecl);
	if (d->maxlrecl <
	    AIX_HEADER + d->keylen + (int64_t)define_pointer_len(base))
		return ds_fail(diag, DS_CAT_KEY, name,
		    "RECORDSIZE does not hold a key and one pointer");
	eff->axrkp = (uint32_t)d->rkp;
	d->rkp = AIX_HEADER;
	return DS_OK;
}

static enum ds_status
check_key(const char *name, const struct effective *eff,
    const struct space_comp *data, struct ds_diag *diag)
{
	const struct ds_define_level *d = &eff->data;
	int64_t end = (int64_t)d->keylen + d->rkp, limit = d->maxlrecl;

	if (eff->org != DS_ORG_KSDS)
		return DS_OK;
	/* the key of a spanned record is in its first segment */
	if (d->spanned == 1 && limit > data->cisize - 10)
		limit = data->cisize - 10;
	if (d->keylen < 1 || d->keylen > 255 || end > limit)
		return ds_fail(diag, DS_CAT_KEY, name,
		    "%d bytes from offset %d, of %lld", d->keylen, d->rkp,
		    (long long)limit);
	return DS_OK;
}

static enum ds_status
plan_space(const struct ds_define_cluster *def, const struct effective *eff,
    struct space_plan *space, struct ds_diag *diag)
{
	const struct ds_define_level *d = &eff->data, *x = &eff->index;
	struct space_ask ask;
	enum ds_status st;

	memset(&ask, 0, sizeof(ask));
	ask.org = eff->org;
	ask.spanned = d->spanned == 1;
	ask.avglrecl = (uint32_t)d->avglrecl;
	ask.maxlrecl = (uint32_t)d->maxlrecl;
	ask.keylen = (uint32_t)d->keylen;
	ask.cisize = d->cisize;
	ask.index_cisize = x->cisize;
	ask.bufspace = d->bufspace;
	ask.unit = d->unit;
	ask.pri = d->pri;
	ask.sec = d->sec;
	ask.index_unit = x->unit;
	ask.index_pri = x->pri;
	ask.index_sec = x->sec;
	st = space_plan(&ask, space, diag);
	if (st == DS_OK && space->bufspace < eff->model_bufspace)
		space->bufspace = eff->model_bufspace;
	if (st != DS_OK && diag != NULL && diag->name[0] == '\0')
		snprintf(
		    diag->name, sizeof(diag->name), "%s", def->cluster.name);
	return st;
}

/* --- entries -------------------------------------------------------------- */

static uint32_t
level_flags(const struct ds_define_level *l, bool data)
{
	uint32_t flags = 0;

	flags |= l->reuse == 1 ? DS_A_REUSE : 0;
	flags |= l->writecheck == 1 ? DS_A_WRITECHECK : 0;
	flags |= l->ordered == 1 ? DS_A_ORDERED : 0;
	if (!data)
		return flags;
	flags |= l->erase == 1 ? DS_A_ERASE : 0;
	flags |= l->spanned == 1 ? DS_A_SPANNED : 0;
	flags |= l->speed == 1 ? DS_A_SPEED : 0;
	return flags;
}

static struct ds_entry *
entry_new(enum ds_type type, const char *name, const struct effective *eff,
    const struct ds_system *sys, uint16_t ccsid)
{
	struct ds_entry *ent = ds_entry_new();

	if (ent == NULL)
		return NULL;
	ent->type = type;
	snprintf(ent->name, sizeof(ent->name), "%s", name);
	ent->created = ds_today();
	ent->org = eff->org;
	ent->ccsid = ccsid != 0              ? ccsid
		     : eff->model_ccsid != 0 ? eff->model_ccsid
					     : sys->config.ccsid;
	ent->flags = sys->config.sms ? DS_A_SMS : 0;
	if (ds_extra_durable(eff->extra))
		ent->flags |= DS_A_LOGGED;
	return ent;
}

static void
fill_comp(struct ds_entry *ent, const struct ds_define_level *l,
    const struct effective *eff, const struct space_comp *sc)
{
	bool data = ent->type == DS_DATA;

	ent->flags |= level_flags(l, data) | eff->class_flags;
	ent->keylen = (uint16_t)eff->data.keylen;
	ent->rkp = (uint32_t)eff->data.rkp;
	ent->axrkp = data ? eff->axrkp : 0;
	if (data && eff->aix && eff->unique != 1)
		ent->flags |= DS_A_NONUNIQKEY;
	ent->avglrecl = data ? (uint32_t)l->avglrecl : 0;
	ent->maxlrecl = data ? (uint32_t)l->maxlrecl : sc->cisize - 7;
	ent->cisize = sc->cisize;
	ent->cis_per_ca = sc->cis_per_ca;
	ent->tracks_per_ca = sc->tracks_per_ca;
	ent->physrec = sc->physrec;
	ent->physrecs_per_trk = sc->physrecs_per_trk;
	ent->share_region =
	    (uint8_t)(l->share_region != 0 ? l->share_region : SHARE_REGION);
	ent->share_system =
	    (uint8_t)(l->share_system != 0 ? l->share_system : SHARE_SYSTEM);
	if (data) {
		ent->fspc_ci = (uint8_t)l->fspc_ci;
		ent->fspc_ca = (uint8_t)l->fspc_ca;
	}
	memcpy(ent->exceptexit, l->exceptexit, sizeof(ent->exceptexit));
	memcpy(ent->owner, l->owner, sizeof(ent->owner));
	ent->space_type = sc->type;
	ent->space_pri = sc->pri;
	ent->space_sec = sc->sec;
}

static void
fill_attr(struct define_part *part, enum sphere_part which, const char *cluster,
    const struct space_comp *sc)
{
	const struct ds_entry *ent = part->ent;
	struct comp_attr *a = &part->attr;

	a->part = which;
	a->org = ent->org;
	memcpy(a->name, ent->name, sizeof(a->name));
	snprintf(a->cluster, sizeof(a->cluster), "%s", cluster);
	a->ci_len = ent->cisize;
	a->cis_per_ca = ent->cis_per_ca;
	a->keylen = ent->keylen;
	a->rkp = ent->rkp;
	a->avglrecl = ent->avglrecl;
	a->maxlrecl = ent->maxlrecl;
	a->fspc_ci = ent->fspc_ci;
	a->fspc_ca = ent->fspc_ca;
	a->flags = ent->flags;
	a->ccsid = ent->ccsid;
	a->space_type = (uint32_t)ent->space_type;
	a->space_pri = ent->space_pri;
	a->space_sec = ent->space_sec;
	a->created = ent->created;
	a->axrkp = ent->axrkp;
	a->first_cas = space_cas(sc, sc->pri_tracks);
	part->tracks = sc->pri_tracks;
	part->unit = sc->tracks_per_ca;
	part->ca_bytes = (uint64_t)sc->cis_per_ca * sc->cisize;
}

/* ACCOUNT is listed with the data component. */
static void
take_account(struct ds_entry *ent, const char *extra)
{
	size_t len;
	const char *p = ds_extra_find(extra, "ACCOUNT", &len);

	if (p != NULL)
		snprintf(ent->extra, sizeof(ent->extra), "ACCOUNT=%.*s\n",
		    (int)len, p);
}

static enum ds_status
make_part(struct ds_system *sys, const struct ds_define_cluster *def,
    const struct effective *eff, enum sphere_part which,
    const struct space_comp *sc, struct define_plan *plan, struct ds_diag *diag)
{
	bool data = which == SPHERE_DATA;
	const struct ds_define_level *l = data ? &eff->data : &eff->index;
	struct define_part *part = &plan->part[which];
	char name[DSNAME_MAX + 1];
	enum ds_status st;

	memcpy(name, l->name, sizeof(name));
	if (name[0] == '\0')
		st = define_component_name(sys, plan->catalog,
		    def->cluster.name, data ? "DATA" : "INDEX", name, diag);
	else
		st = plan->replaces
			 ? DS_OK
			 : define_new_name(sys, plan->catalog, name, diag);
	if (st == DS_OK && l->name[0] != '\0' && def->catalog[0] == '\0' &&
	    !plan->replaces)
		st = define_same_route(sys, plan->catalog, name, diag);
	if (st != DS_OK)
		return st;
	if (strcmp(name, def->cluster.name) == 0 ||
	    (!data && strcmp(name, plan->part[0].ent->name) == 0))
		return ds_fail(diag, DS_CAT_DUPLICATE, name,
		    "cluster and components need names of their own");
	part->ent =
	    entry_new(data ? DS_DATA : DS_INDEX, name, eff, sys, def->ccsid);
	if (part->ent == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	fill_comp(part->ent, l, eff, sc);
	fill_attr(part, which, def->cluster.name, sc);
	if (data)
		take_account(part->ent, eff->extra);
	if (data && eff->aix) {
		memcpy(part->attr.base, eff->base_data->comp_id, SPHERE_ID_LEN);
		if (eff->upgrade != 0)
			part->attr.flags |= DS_A_UPGRADE;
	}
	plan->nparts++;
	return DS_OK;
}

static enum ds_status
make_cluster(struct ds_system *sys, const struct ds_define_cluster *def,
    const struct effective *eff, struct define_plan *plan, struct ds_diag *diag)
{
	struct ds_entry *ent =
	    entry_new(eff->type, def->cluster.name, eff, sys, def->ccsid);

	if (ent == NULL)
		return ds_fail(diag, DS_NOMEM, def->cluster.name, NULL);
	plan->cluster = ent;
	ent->expires = eff->expires;
	ent->flags |= level_flags(&eff->data, true);
	if (eff->aix && eff->upgrade != 0)
		ent->flags |= DS_A_UPGRADE;
	memcpy(ent->owner, eff->owner, sizeof(ent->owner));
	memcpy(ent->storclas, eff->storclas, sizeof(ent->storclas));
	memcpy(ent->mgmtclas, eff->mgmtclas, sizeof(ent->mgmtclas));
	memcpy(ent->dataclas, eff->dataclas, sizeof(ent->dataclas));
	memcpy(ent->extra, eff->extra, sizeof(ent->extra));
	return DS_OK;
}

/* An alternate index begins where its base does: they are published together.
 * Its volumes are those that it may go on on. */
static enum ds_status
aix_volumes(struct ds_system *sys, const struct effective *eff,
    struct define_plan *plan, struct ds_diag *diag)
{
	const char *home = eff->base_data->volumes[0].volser;
	const struct ds_define_level *l = &eff->data;
	enum ds_status st = DS_OK;
	int n = 0;

	strcpy(plan->volumes[n++], home);
	plan->ntry = 1;
	plan->pool = sys->config.sms;
	if (plan->pool)
		plan->candidates = l->nvolumes > 1 ? l->nvolumes - 1 : 0;
	for (int i = 0; i < l->nvolumes && !plan->pool && st == DS_OK; i++) {
		st = ds_system_online(sys, l->volumes[i], diag);
		if (strcmp(l->volumes[i], home) != 0 && n < DEFINE_VOLUMES)
			strcpy(plan->volumes[n++], l->volumes[i]);
	}
	plan->nvolumes = n;
	return st;
}

static enum ds_status
choose_volumes(struct ds_system *sys, struct effective *eff,
    struct define_plan *plan, struct ds_diag *diag)
{
	enum ds_status st;
	int i;

	/* Without SMS an index may say where it goes. */
	for (i = 0; i < eff->index.nvolumes && !sys->config.sms; i++) {
		st = ds_system_online(sys, eff->index.volumes[i], diag);
		if (st != DS_OK)
			return st;
	}
	if (!eff->aix && !sys->config.sms &&
	    (eff->index.nvolumes != eff->data.nvolumes ||
		memcmp(eff->index.volumes, eff->data.volumes,
		    sizeof(eff->data.volumes)) != 0)) {
		memcpy(plan->index_volumes, eff->index.volumes,
		    sizeof(plan->index_volumes));
		plan->nindex_volumes = eff->index.nvolumes;
	}
	if (!eff->aix)
		return define_volumes(sys, eff->storclas, eff->data.volumes,
		    eff->data.nvolumes, plan, diag);
	return aix_volumes(sys, eff, plan, diag);
}

static enum ds_status
make_all(struct ds_system *sys, const struct ds_define_cluster *def,
    struct effective *eff, struct define_plan *plan, struct ds_diag *diag)
{
	struct space_plan space;
	enum ds_status st;

	set_defaults(eff);
	if ((st = set_alternate_key(def->cluster.name, eff, diag)) != DS_OK ||
	    (st = choose_volumes(sys, eff, plan, diag)) != DS_OK ||
	    (st = plan_space(def, eff, &space, diag)) != DS_OK ||
	    (st = check_key(def->cluster.name, eff, &space.data, diag)) !=
		DS_OK ||
	    (st = make_cluster(sys, def, eff, plan, diag)) != DS_OK)
		return st;
	st = make_part(sys, def, eff, SPHERE_DATA, &space.data, plan, diag);
	if (st != DS_OK)
		return st;
	plan->part[SPHERE_DATA].ent->bufspace = space.bufspace;
	plan->part[SPHERE_DATA].attr.expires = eff->expires;
	if (space.index.cisize == 0)
		return DS_OK;
	return make_part(sys, def, eff, SPHERE_INDEX, &space.index, plan, diag);
}

enum ds_status
define_words(struct ds_system *sys, const struct ds_define_cluster *def,
    struct ds_diag *diag)
{
	struct effective eff;
	enum ds_status st;

	if ((st = resolve(sys, def, &eff, diag)) != DS_OK)
		return st;
	st = check_words(def, &eff, diag);
	if (st == DS_OK && !eff.aix && !sys->config.sms &&
	    eff.data.nvolumes == 0)
		st = refuse(diag, def->cluster.name, "IDC3506I");
	/* what is wrong for the catalog waits until it is asked */
	return st == DS_INVALID ? st : DS_OK;
}

enum ds_status
define_attrs(struct ds_system *sys, const struct ds_define_cluster *def,
    struct define_plan *plan, struct ds_diag *diag)
{
	struct effective eff;
	enum ds_status st;

	if ((st = resolve(sys, def, &eff, diag)) != DS_OK ||
	    (st = check_words(def, &eff, diag)) != DS_OK ||
	    (st = take_class(&sys->config, def->cluster.name, &eff, diag)) !=
		DS_OK)
		return st;
	if (eff.aix)
		st = define_base(sys, plan->catalog, def->relate, &plan->base,
		    &eff.base_data, diag);
	if (st == DS_OK)
		st = make_all(sys, def, &eff, plan, diag);
	ds_entry_free(&eff.base_data);
	return st;
}

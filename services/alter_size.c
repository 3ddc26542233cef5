/*
 * KEYS, RECORDSIZE and TYPE: of a set without records, whose values are still
 * the defaults of DEFINE. What is coded must fit the control intervals and
 * areas that the set has got.
 *
 * Source: SC23-6846 "ALTER", KEYS, RECORDSIZE, TYPE; the messages of MVS 3.8's
 * IDCAL01, in an order that rests on memory.
 */
#include "services/alter_int.h"
#include "services/define_int.h"

enum {
	KEYLEN_DEFAULT = 64,
	LRECL_DEFAULT = 4089,
	SPANNED_AVG = 4086,
	SPANNED_MAX = 32600,
	LRECL_MAX = 32761,
	AIX_HEADER = 5,
	CI_CONTROL = 7,       /* of one record in a control interval */
	SEGMENT_CONTROL = 10, /* of a segment, its two RDFs among them */
	LINEAR_CI = 4096,
};

/* What will hold when all is well. */
struct sizes {
	uint32_t keylen, rkp; /* rkp: of the alternate key in the base */
	int64_t avglrecl, maxlrecl;
};

static enum ds_status
is_empty(struct alter_set *set, bool *emptyp, struct ds_diag *diag)
{
	char comp[SPHERE_NAME_LEN];
	struct sphere_state state;
	struct volume *vol;
	enum ds_status st;

	st = ds_component(set->sys, set->data.ent, comp, &vol, diag);
	if (st == DS_OK)
		st = sphere_read_state(vol, comp, &state, NULL, diag);
	if (st == DS_OK)
		*emptyp = state.part[SPHERE_DATA].hurba == 0;
	return st;
}

static bool
is_aix(const struct alter_set *set)
{
	return set->own.ent->type == DS_AIX;
}

static bool
is_spanned(const struct alter_set *set)
{
	return (set->data.ent->flags & DS_A_SPANNED) != 0;
}

static struct sizes
sizes_now(const struct alter_set *set)
{
	const struct ds_entry *d = set->data.ent;

	return (struct sizes){.keylen = d->keylen,
	    .rkp = is_aix(set) ? d->axrkp : d->rkp,
	    .avglrecl = d->avglrecl,
	    .maxlrecl = d->maxlrecl};
}

/* May these words be said of it at all? */
static enum ds_status
check_kind(const struct alter_set *set, struct ds_diag *diag)
{
	enum ds_org org = set->data.ent->org;

	if ((alter_says(set->al, ALTER_W_KEYS) && org != DS_ORG_KSDS) ||
	    org == DS_ORG_LDS)
		return alter_refuse(diag, set->named->ent, "IDC3547I", "");
	return DS_OK;
}

/*
 * One of the two: same as now, it is a warning and nothing is done; else only
 * what is a default may be changed. *takep: it is to be changed.
 */
static enum ds_status
check_change(struct alter_set *set, bool same, bool is_default, bool *takep,
    struct ds_diag *diag)
{
	*takep = false;
	if (same) {
		set->warn |=
		    is_default ? ALTER_EQUAL_DEFAULT : ALTER_EQUAL_OTHER;
		return DS_OK;
	}
	if (!is_default)
		return alter_refuse(diag, set->named->ent, "IDC3545I", "");
	*takep = true;
	return DS_OK;
}

static enum ds_status
take_keys(struct alter_set *set, struct sizes *sz, bool *changedp,
    struct ds_diag *diag)
{
	const struct ds_alter *al = set->al;
	enum ds_status st;
	bool take;

	if (!alter_says(al, ALTER_W_KEYS))
		return DS_OK;
	st = check_change(set,
	    sz->keylen == (uint32_t)al->keylen && sz->rkp == (uint32_t)al->rkp,
	    sz->keylen == KEYLEN_DEFAULT && sz->rkp == 0, &take, diag);
	if (st == DS_OK && take) {
		sz->keylen = (uint32_t)al->keylen;
		sz->rkp = (uint32_t)al->rkp;
		*changedp = true;
	}
	return st;
}

static enum ds_status
take_lengths(struct alter_set *set, struct sizes *sz, bool *changedp,
    struct ds_diag *diag)
{
	const struct ds_alter *al = set->al;
	bool spanned = is_spanned(set) || is_aix(set);
	enum ds_status st;
	bool take;

	if (!alter_says(al, ALTER_W_RECORDSIZE))
		return DS_OK;
	st = check_change(set,
	    sz->avglrecl == al->avglrecl && sz->maxlrecl == al->maxlrecl,
	    sz->avglrecl == (spanned ? SPANNED_AVG : LRECL_DEFAULT) &&
		sz->maxlrecl == (spanned ? SPANNED_MAX : LRECL_DEFAULT),
	    &take, diag);
	if (st == DS_OK && take) {
		sz->avglrecl = al->avglrecl;
		sz->maxlrecl = al->maxlrecl;
		*changedp = true;
	}
	return st;
}

/* The longest record that its control intervals hold. */
static int64_t
longest(const struct alter_set *set)
{
	const struct ds_entry *d = set->data.ent;

	if (is_spanned(set))
		return (int64_t)d->cis_per_ca * (d->cisize - SEGMENT_CONTROL);
	return d->cisize - CI_CONTROL < LRECL_MAX ? d->cisize - CI_CONTROL
						  : LRECL_MAX;
}

static enum ds_status
check_lengths(
    const struct alter_set *set, const struct sizes *sz, struct ds_diag *diag)
{
	const struct ds_entry *ent = set->named->ent;

	if (sz->avglrecl > sz->maxlrecl)
		return alter_refuse(diag, ent, "IDC3515I", "");
	if (set->data.ent->org == DS_ORG_RRDS && sz->avglrecl != sz->maxlrecl)
		return alter_refuse(diag, ent, "IDC3542I", "");
	if (sz->maxlrecl > longest(set))
		return alter_refuse(diag, ent, "IDC3540I", "");
	return DS_OK;
}

/* The key in the first segment of a record, the index record of a control area
 * in its control interval. */
static enum ds_status
check_keys(
    const struct alter_set *set, const struct sizes *sz, struct ds_diag *diag)
{
	const struct ds_entry *ent = set->named->ent, *d = set->data.ent;
	const uint64_t at = is_aix(set) ? AIX_HEADER : sz->rkp;
	uint32_t index_ci;

	if (d->org != DS_ORG_KSDS)
		return DS_OK;
	if (at + sz->keylen > (uint64_t)sz->maxlrecl)
		return alter_refuse(diag, ent, "IDC3546I", "");
	index_ci = space_index_ci(d->cis_per_ca, sz->keylen);
	if ((is_spanned(set) &&
		at + sz->keylen > d->cisize - SEGMENT_CONTROL) ||
	    set->index.ent == NULL || index_ci == 0 ||
	    index_ci > set->index.ent->cisize)
		return alter_refuse(diag, ent, "IDC3540I", "");
	return DS_OK;
}

/* An alternate index with keylen and axrkp over a base of these sizes: its key
 * in the base's records, a key and one pointer in its own. */
static enum ds_status
check_pair(const struct alter_set *set, uint32_t keylen, uint32_t axrkp,
    int64_t maxlrecl, const struct ds_entry *base, struct ds_diag *diag)
{
	const struct ds_entry *ent = set->named->ent;

	if ((int64_t)axrkp + keylen > base->maxlrecl)
		return alter_refuse(diag, ent, "IDC3541I", "");
	if (AIX_HEADER + (int64_t)keylen + define_pointer_len(base) > maxlrecl)
		return alter_refuse(diag, ent, "IDC3546I", "");
	return DS_OK;
}

/* A base that changes must go on to hold the keys of its alternate indexes. */
static enum ds_status
check_upgrade_set(
    struct alter_set *set, const struct sizes *sz, struct ds_diag *diag)
{
	struct ds_system *sys = set->sys;
	const struct ds_entry *own = set->own.ent;
	struct ds_entry base = *set->data.ent, *aix = NULL, *data = NULL;
	enum ds_status st = DS_OK;

	base.keylen = (uint16_t)sz->keylen;
	base.maxlrecl = (uint32_t)sz->maxlrecl;
	for (size_t i = 0; i < own->nassocs && st == DS_OK; i++) {
		if (own->assocs[i].type != DS_AIX)
			continue;
		st = cat_get(
		    sys->cat, own->catalog, own->assocs[i].name, &aix, diag);
		if (st == DS_OK)
			st = ds_data_get(sys, aix, &data, diag);
		if (st == DS_OK)
			st = check_pair(set, data->keylen, data->axrkp,
			    data->maxlrecl, &base, diag);
		ds_entry_free(&data);
		ds_entry_free(&aix);
	}
	return st;
}

static enum ds_status
check_sizes(struct alter_set *set, const struct sizes *sz, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = check_lengths(set, sz, diag)) != DS_OK ||
	    (st = check_keys(set, sz, diag)) != DS_OK)
		return st;
	if (!is_aix(set))
		return check_upgrade_set(set, sz, diag);
	if (set->base_data == NULL)
		return ds_fail(diag, DS_CAT_RELATED, set->own.ent->name,
		    "the alternate index has no base");
	return check_pair(
	    set, sz->keylen, sz->rkp, sz->maxlrecl, set->base_data, diag);
}

static void
set_sizes(struct alter_set *set, const struct sizes *sz)
{
	struct ds_entry *d = set->data.ent, *x = set->index.ent;

	d->keylen = (uint16_t)sz->keylen;
	if (is_aix(set))
		d->axrkp = sz->rkp;
	else
		d->rkp = sz->rkp;
	d->avglrecl = (uint32_t)sz->avglrecl;
	d->maxlrecl = (uint32_t)sz->maxlrecl;
	set->data.changed = true;
	if (x == NULL)
		return;
	x->keylen = d->keylen;
	x->rkp = d->rkp;
	set->index.changed = true;
}

static enum ds_status
keys_and_lengths(struct alter_set *set, struct ds_diag *diag)
{
	struct sizes sz;
	bool changed = false, empty = false;
	enum ds_status st;

	if (!alter_says(set->al, ALTER_W_KEYS) &&
	    !alter_says(set->al, ALTER_W_RECORDSIZE))
		return DS_OK;
	if ((st = check_kind(set, diag)) != DS_OK)
		return st;
	sz = sizes_now(set);
	if ((st = take_keys(set, &sz, &changed, diag)) != DS_OK ||
	    (st = take_lengths(set, &sz, &changed, diag)) != DS_OK || !changed)
		return st;
	if ((st = is_empty(set, &empty, diag)) != DS_OK)
		return st;
	if (!empty)
		return alter_refuse(diag, set->named->ent, "IDC3539I", "");
	if ((st = check_sizes(set, &sz, diag)) == DS_OK)
		set_sizes(set, &sz);
	return st;
}

/* TYPE(LINEAR): an entry-sequenced set with control intervals of 4096 bytes. */
enum ds_status
alter_linear_check(const struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_entry *d = set->data.ent;

	if (d->org != DS_ORG_ESDS || d->cisize != LINEAR_CI ||
	    (d->flags & DS_A_SPANNED) != 0 ||
	    ds_entry_assoc(set->own.ent, DS_AIX) != NULL)
		return alter_refuse(diag, set->named->ent, "IDC3190I", "TYPE");
	return DS_OK;
}

/* One without records; else alter_linear.c has done it. */
static enum ds_status
to_linear(struct alter_set *set, struct ds_diag *diag)
{
	struct ds_entry *d = set->data.ent;
	enum ds_status st;

	if (!alter_says(set->al, ALTER_W_TYPE) || set->linear)
		return DS_OK;
	if ((st = alter_linear_check(set, diag)) != DS_OK)
		return st;
	set->own.ent->org = d->org = DS_ORG_LDS;
	d->avglrecl = d->maxlrecl = d->rkp = 0;
	d->keylen = 0;
	set->own.changed = set->data.changed = true;
	return DS_OK;
}

enum ds_status
alter_sizes(struct alter_set *set, struct ds_diag *diag)
{
	enum ds_status st = keys_and_lengths(set, diag);

	return st == DS_OK ? to_linear(set, diag) : st;
}

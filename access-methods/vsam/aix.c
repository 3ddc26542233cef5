/*
 * A base cluster opened with alternate indexes. It wraps the base's own table
 * of operations: reading passes through, or goes by a path; each put, update
 * and erase changes the upgrade set in the same request, and the commit of the
 * base publishes all (sphere_join).
 *
 * An alternate index that is empty, so was never built, is not upgraded, as on
 * z/OS; a path over it cannot be opened. So none is ever half there.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/aix_int.h"

static struct aix_set *
set_of(const struct am_pos *pos)
{
	return pos->file->priv;
}

/* --- open and close --------------------------------------------------------
 */

static void
member_close(struct aix_member *m)
{
	am_pos_free(&m->pos);
	am_abandon(&m->file);
	free(m->buf);
	m->buf = NULL;
}

static void
set_free(struct aix_set *set)
{
	am_pos_free(&set->probe);
	for (size_t i = 0; i < set->n; i++)
		member_close(&set->member[i]);
	/* the base's sphere is the wrapping file's */
	set->base->ops->free(set->base);
	free(set->base);
	free(set->member);
	free(set);
}

static void
aix_free(struct am_file *file)
{
	set_free(file->priv);
	file->priv = NULL;
}

static enum ds_status
aix_open_never(struct am_file *file, struct ds_diag *diag)
{
	return ds_fail(diag, DS_INVALID,
	    sphere_attr(file->sphere, SPHERE_DATA)->name, NULL);
}

static enum ds_status
aix_finish(struct am_file *file, struct ds_diag *diag)
{
	struct aix_set *set = file->priv;
	enum ds_status st;

	if (set->broken != DS_OK)
		return ds_fail(diag, set->broken,
		    sphere_attr(file->sphere, SPHERE_DATA)->name,
		    "a request could not be undone; what came since the last "
		    "commit is given up");
	st = set->base->ops->finish(set->base, diag);
	for (size_t i = 0; st == DS_OK && i < set->n; i++)
		if (set->member[i].upgrade)
			st = set->member[i].file->ops->finish(
			    set->member[i].file, diag);
	return st;
}

/* How the alternate index itself is opened. */
static unsigned
member_intent(const struct am_parms *parms, const struct am_aix *aix)
{
	if ((parms->intent & AM_OUTPUT) && aix->upgrade)
		return AM_OUTPUT | AM_DIR;
	return AM_INPUT | (parms->intent & (AM_SEQ | AM_DIR));
}

/* *emptyp: it was never built; then nothing is open. */
static enum ds_status
member_open(struct aix_set *set, struct volume *vol,
    const struct am_parms *parms, const struct am_aix *aix, bool *emptyp,
    struct ds_diag *diag)
{
	struct aix_member *m = &set->member[set->n];
	const struct comp_attr *attr, *base;
	struct am_parms own = {.sphere = aix->sphere};
	struct sphere_state state;
	enum ds_status st;

	memset(m, 0, sizeof(*m));
	*emptyp = false;
	st = sphere_read_state(vol, aix->data_name, &state, NULL, diag);
	if (st != DS_OK)
		return st;
	if (state.part[SPHERE_DATA].hurba == 0) {
		*emptyp = true;
		return DS_OK;
	}
	own.intent = member_intent(parms, aix);
	/* One outside the upgrade set changes with nobody's request. */
	own.sphere.shared = set->base->shared && aix->upgrade;
	own.sphere.wait_ms = parms->sphere.wait_ms;
	m->upgrade = (own.intent & AM_OUTPUT) != 0;
	st = am_open(vol, aix->data_name, &own, &m->file, diag);
	if (st != DS_OK)
		return st;
	set->n++; /* set_free closes it from here on */
	attr = sphere_attr(m->file->sphere, SPHERE_DATA);
	base = sphere_attr(set->base->sphere, SPHERE_DATA);
	if ((st = aix_shape_set(&m->sh, attr, base, diag)) != DS_OK)
		return st;
	if (set->base->loading)
		return ds_fail(diag, DS_CORRUPT, attr->name,
		    "the alternate index has records, its base has none");
	if ((m->buf = malloc(m->sh.max_len)) == NULL ||
	    am_pos_new(m->file, &m->pos) != DS_OK)
		return ds_fail(diag, DS_NOMEM, attr->name, NULL);
	/* Readers join too where base and index change under them. */
	if (m->upgrade || own.sphere.shared)
		st = sphere_join(set->base->sphere, m->file->sphere, diag);
	return st;
}

/* Those that the intent needs. */
static enum ds_status
members_open(struct aix_set *set, struct volume *vol,
    const struct am_parms *parms, int *warningp, struct ds_diag *diag)
{
	const struct am_aix *aix;
	bool empty, output = (parms->intent & AM_OUTPUT) != 0;
	enum ds_status st;

	for (size_t i = 0; i < parms->naix; i++) {
		aix = &parms->aix[i];
		if (aix != parms->path && !(output && aix->upgrade))
			continue;
		st = member_open(set, vol, parms, aix, &empty, diag);
		if (st != DS_OK)
			return st;
		if (empty && aix == parms->path)
			return ds_fail(diag, DS_OPEN_EMPTYPATH,
			    sphere_attr(set->base->sphere, SPHERE_DATA)->name,
			    "the alternate index has not been built");
		if (empty)
			*warningp = 100;
		else if (aix == parms->path)
			set->path = &set->member[set->n - 1];
	}
	return DS_OK;
}

static const struct am_ops aix_ops;

enum ds_status
aix_attach(struct volume *vol, const struct am_parms *parms,
    struct am_file **basep, struct ds_diag *diag)
{
	struct am_file *base = *basep, *file = NULL;
	struct aix_set *set = NULL;
	int warning = 0;
	enum ds_status st;

	if (base->ops != &ksds_ops && base->ops != &esds_ops)
		return ds_fail(diag, DS_INVALID,
		    sphere_attr(base->sphere, SPHERE_DATA)->name,
		    "it can have no alternate index");
	file = calloc(1, sizeof(*file));
	set = calloc(1, sizeof(*set));
	if (file == NULL || set == NULL ||
	    (set->member = calloc(parms->naix, sizeof(*set->member))) == NULL) {
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
		goto out;
	}
	set->base = base;
	st = members_open(set, vol, parms, &warning, diag);
	base->warning = warning;
	if (st == DS_OK && set->n > 0 && (base->intent & AM_OUTPUT) &&
	    am_pos_new(base, &set->probe) != DS_OK)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (st != DS_OK || set->n == 0)
		goto out;
	/* A request is more than the base's own part of it. */
	file->ops = &aix_ops;
	file->sphere = base->sphere;
	file->intent = base->intent;
	file->loading = base->loading;
	file->logged = base->logged;
	file->shared = base->shared;
	file->version = base->version;
	file->durable = base->durable;
	file->warning = warning;
	file->priv = set;
	*basep = file;
	return DS_OK;
out:
	if (set != NULL) {
		am_pos_free(&set->probe);
		for (size_t i = 0; i < set->n; i++)
			member_close(&set->member[i]);
		free(set->member);
	}
	free(set);
	free(file);
	return st;
}

/* --- positions -------------------------------------------------------------
 */

static void
aix_pos_free(struct am_pos *pos)
{
	struct aix_pos *ap = pos->priv;

	if (ap == NULL)
		return;
	am_pos_free(&ap->base);
	am_pos_free(&ap->aix);
	free(ap->old);
	free(ap->rec);
	free(ap->want);
	free(ap);
	pos->priv = NULL;
}

static enum ds_status
aix_pos_new(struct am_pos *pos)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = calloc(1, sizeof(*ap));
	enum ds_status st;

	if (ap == NULL)
		return DS_NOMEM;
	pos->priv = ap;
	st = am_pos_new(set->base, &ap->base);
	if (st == DS_OK && set->path != NULL) {
		st = am_pos_new(set->path->file, &ap->aix);
		if (st == DS_OK &&
		    (ap->rec = malloc(set->path->sh.max_len)) == NULL)
			st = DS_NOMEM;
	}
	if (st == DS_OK && (set->base->intent & AM_OUTPUT) &&
	    (ap->old = malloc(
		 sphere_attr(set->base->sphere, SPHERE_DATA)->maxlrecl)) ==
		NULL)
		st = DS_NOMEM;
	if (st != DS_OK)
		aix_pos_free(pos);
	return st;
}

static enum ds_status
aix_point(struct am_pos *pos, enum am_how how, enum am_match match,
    bool backward, const void *arg, size_t arglen, uint64_t num,
    struct ds_diag *diag)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = pos->priv;
	enum ds_status st;

	if (set->path != NULL)
		return aix_path_point(
		    pos, how, match, backward, arg, arglen, diag);
	st = set->base->ops->point(
	    ap->base, how, match, backward, arg, arglen, num, diag);
	if (st == DS_OK)
		ap->held = false;
	return st;
}

static enum ds_status
aix_get(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = pos->priv;
	enum ds_status st;

	ap->held = false;
	if (set->path != NULL)
		st = aix_path_get(pos, recp, diag);
	else
		st = set->base->ops->get(ap->base, recp, diag);
	if (st != DS_OK || ap->old == NULL)
		return st;
	/* What the upgrade set has of it, for an update or erase. */
	if (recp->len > sphere_attr(set->base->sphere, SPHERE_DATA)->maxlrecl)
		return ds_fail_rba(diag, DS_CORRUPT,
		    sphere_attr(set->base->sphere, SPHERE_DATA)->name,
		    recp->rba, "record longer than the maximum");
	memcpy(ap->old, recp->data, recp->len);
	ap->old_len = recp->len;
	ap->old_rba = recp->rba;
	ap->held = true;
	return DS_OK;
}

/* --- changes ---------------------------------------------------------------
 */

static const char *
base_name(const struct aix_set *set)
{
	return sphere_attr(set->base->sphere, SPHERE_DATA)->name;
}

/* May a request change the set, and is there room to do it whole? */
static enum ds_status
change_begin(struct am_file *file, struct ds_diag *diag)
{
	struct aix_set *set = file->priv;
	enum ds_status st;

	if (!(file->intent & AM_OUTPUT))
		return ds_fail(diag, DS_NOACCESS, base_name(set), NULL);
	if (set->broken != DS_OK)
		return ds_fail(diag, set->broken, base_name(set),
		    "an earlier request failed half-way");
	if (!sphere_group_full(file->sphere))
		return DS_OK;
	if ((st = aix_finish(file, diag)) != DS_OK)
		return st;
	return sphere_commit(file->sphere, false, diag);
}

/* The base has the record, at another RBA than was foreseen. */
static enum ds_status
enter_again(struct aix_set *set, const void *data, size_t len, uint64_t wrong,
    uint64_t rba, struct ds_diag *diag)
{
	bool dup;
	enum ds_status st;

	aix_undo(set, NULL, 0, data, len, wrong);
	st = set->broken;
	if (st == DS_OK)
		st = aix_enter(set, NULL, 0, data, len, rba, &dup, diag);
	return st == DS_OK ? st : aix_broken(set, st);
}

/* What would make the base refuse the record, before any key is entered; and
 * the RBA that an ESDS will give it. */
static enum ds_status
put_check(struct aix_set *set, const uint8_t *data, size_t len, uint64_t *rbap,
    struct ds_diag *diag)
{
	struct vsam_file *vf = set->base->priv;
	enum ds_status st;

	if (len < vf->min_len || len > vf->data->maxlrecl)
		return ds_fail(diag, DS_BADLENGTH, vf->data->name,
		    "record of %zu bytes, %u to %u allowed", len, vf->min_len,
		    vf->data->maxlrecl);
	if (vf->data->org != DS_ORG_KSDS)
		return esds_next_rba(vf, (uint32_t)len, rbap, diag);
	st = set->base->ops->point(set->probe, AM_KEY, AM_EQ, false,
	    data + vf->rkp, vf->keylen, 0, diag);
	if (st == DS_OK)
		return ds_fail(diag, DS_DUPLICATE, vf->data->name, NULL);
	return st == DS_NOTFOUND ? DS_OK : st;
}

static enum ds_status
aix_put(struct am_pos *pos, const void *data, size_t len, uint64_t rrn,
    bool sequential, uint64_t *rbap, struct ds_diag *diag)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = pos->priv;
	uint64_t rba = 0, is = 0;
	bool dup = false;
	enum ds_status st;

	if ((st = change_begin(pos->file, diag)) != DS_OK ||
	    (st = put_check(set, data, len, &rba, diag)) != DS_OK ||
	    (st = aix_enter(set, NULL, 0, data, len, rba, &dup, diag)) != DS_OK)
		return st;
	st = set->base->ops->put(
	    ap->base, data, len, rrn, sequential, &is, diag);
	if (st != DS_OK) {
		aix_undo(set, NULL, 0, data, len, rba);
		return st;
	}
	set->changes++;
	if (is != rba && !set->member[0].sh.by_key &&
	    (st = enter_again(set, data, len, rba, is, diag)) != DS_OK)
		return st;
	if (rbap != NULL)
		*rbap = is;
	pos->feedback = dup ? 8 : 0;
	return DS_OK;
}

static bool
key_differs(const struct aix_shape *sh, const uint8_t *a, size_t alen,
    const uint8_t *b, size_t blen)
{
	const uint8_t *ka = aix_key_of(sh, a, alen);
	const uint8_t *kb = aix_key_of(sh, b, blen);

	return ka == NULL || kb == NULL || memcmp(ka, kb, sh->keylen) != 0;
}

/* The same for an update. By a path its own key must stay, too. */
static enum ds_status
update_check(struct aix_set *set, const struct aix_pos *ap, const uint8_t *data,
    size_t len, struct ds_diag *diag)
{
	struct vsam_file *vf = set->base->priv;
	const char *name = vf->data->name;

	if (!ap->held)
		return ds_fail(diag, DS_NOUPDATE, name, NULL);
	if (len < vf->min_len || len > vf->data->maxlrecl)
		return ds_fail(diag, DS_BADLENGTH, name, NULL);
	if (vf->data->org == DS_ORG_KSDS &&
	    memcmp(ap->old + vf->rkp, data + vf->rkp, vf->keylen) != 0)
		return ds_fail(diag, DS_KEYCHANGED, name, NULL);
	if (vf->data->org == DS_ORG_ESDS && len != ap->old_len)
		return ds_fail(diag, DS_LENCHANGED, name, NULL);
	if (set->path != NULL &&
	    key_differs(&set->path->sh, ap->old, ap->old_len, data, len))
		return ds_fail(diag, DS_KEYCHANGED, name,
		    "the key of the path is changed");
	return DS_OK;
}

static enum ds_status
aix_update(
    struct am_pos *pos, const void *data, size_t len, struct ds_diag *diag)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = pos->priv;
	bool dup = false;
	enum ds_status st;

	if ((st = change_begin(pos->file, diag)) != DS_OK ||
	    (st = update_check(set, ap, data, len, diag)) != DS_OK ||
	    (st = aix_enter(set, ap->old, ap->old_len, data, len, ap->old_rba,
		 &dup, diag)) != DS_OK)
		return st;
	st = set->base->ops->update(ap->base, data, len, diag);
	if (st != DS_OK) {
		aix_undo(set, ap->old, ap->old_len, data, len, ap->old_rba);
		return st;
	}
	ap->held = false;
	set->changes++;
	pos->stored = ap->base->stored;
	pos->feedback = dup ? 8 : 0;
	return aix_leave(
	    set, ap->old, ap->old_len, data, len, ap->old_rba, diag);
}

static enum ds_status
aix_erase(struct am_pos *pos, struct ds_diag *diag)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = pos->priv;
	enum ds_status st;

	if ((st = change_begin(pos->file, diag)) != DS_OK)
		return st;
	if (((struct vsam_file *)set->base->priv)->data->org == DS_ORG_ESDS)
		return ds_fail(diag, DS_NOERASE, base_name(set), NULL);
	if (!ap->held)
		return ds_fail(diag, DS_NOUPDATE, base_name(set), NULL);
	if ((st = set->base->ops->erase(ap->base, diag)) != DS_OK)
		return st;
	ap->held = false;
	set->changes++;
	return aix_leave(set, ap->old, ap->old_len, NULL, 0, ap->old_rba, diag);
}

/* Of the base's stream; records by a path have none. */
static enum ds_status
aix_offset(
    struct am_pos *pos, uint64_t extra, uint64_t *offsetp, struct ds_diag *diag)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = pos->priv;

	if (set->path != NULL || set->base->ops->offset == NULL)
		return ds_fail(diag, DS_UNSUPPORTED, base_name(set),
		    "no offsets in records by a path");
	return set->base->ops->offset(ap->base, extra, offsetp, diag);
}

static void
aix_moved(struct am_file *file)
{
	struct aix_set *set = file->priv;

	set->base->ops->moved(set->base);
	for (size_t i = 0; i < set->n; i++)
		set->member[i].file->ops->moved(set->member[i].file);
	set->changes++;
}

static void
aix_again(struct am_pos *pos)
{
	struct aix_set *set = set_of(pos);
	struct aix_pos *ap = pos->priv;

	ap->held = false;
	if (set->path != NULL)
		aix_path_again(pos);
	else
		set->base->ops->again(ap->base);
}

void
aix_view(struct am_file *file, struct aix_view *viewp)
{
	const struct aix_set *set = file->priv;

	memset(viewp, 0, sizeof(*viewp));
	viewp->base = file;
	if (file->ops != &aix_ops)
		return;
	viewp->base = set->base;
	for (size_t i = 0; i < set->n; i++)
		viewp->upgrades |= set->member[i].upgrade;
	if (set->path != NULL) {
		viewp->path = true;
		viewp->keylen = set->path->sh.keylen;
		viewp->rkp = set->path->sh.axrkp;
	}
}

static const struct am_ops aix_ops = {
    .open = aix_open_never,
    .finish = aix_finish,
    .free = aix_free,
    .pos_new = aix_pos_new,
    .pos_free = aix_pos_free,
    .point = aix_point,
    .get = aix_get,
    .put = aix_put,
    .update = aix_update,
    .erase = aix_erase,
    .offset = aix_offset,
    .moved = aix_moved,
    .again = aix_again,
};

bool
am_path_unique(const struct am_file *file)
{
	const struct aix_set *set = file->priv;

	return file->ops == &aix_ops && set->path != NULL &&
	       set->path->sh.unique;
}

struct sphere_state *
am_aix_state(const struct am_file *file, const char *data_name)
{
	const struct aix_set *set = file->priv;
	char name[SPHERE_NAME_LEN];

	if (file->ops != &aix_ops)
		return NULL;
	for (size_t i = 0; i < set->n; i++) {
		struct sphere *sp = set->member[i].file->sphere;

		sphere_id_name(sphere_attr(sp, SPHERE_DATA)->id, name);
		if (strcmp(name, data_name) == 0)
			return sphere_state(sp);
	}
	return NULL;
}

/*
 * Open data sets: the rules that all organizations share, and the way to the
 * table of each.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/am_int.h"

enum {
	EXTRA_MAX = 65536, /* bytes that a stream has more for each record */
	AM_TRIES = 1000,   /* of a request that others' commits disturb */
};

static const struct am_ops *
ops_for(enum ds_org org, unsigned intent)
{
	switch (org) {
	case DS_ORG_PO: /* the records of bpam/ */
		return &ksds_ops;
	case DS_ORG_KSDS:
		return intent & (AM_ADDRESSED | AM_INDEX) ? &esds_ops
							  : &ksds_ops;
	case DS_ORG_ESDS:
		return &esds_ops;
	case DS_ORG_RRDS:
		return &rrds_ops;
	case DS_ORG_VRRDS:
		return intent & (AM_ADDRESSED | AM_INDEX) ? &esds_ops
							  : &vrrds_ops;
	case DS_ORG_LDS:
		return &lds_ops;
	case DS_ORG_PS:
		return &qsam_ops;
	default:
		return NULL;
	}
}

static enum ds_status
intent_check(const struct am_file *file, struct ds_diag *diag)
{
	const struct comp_attr *attr = sphere_attr(file->sphere, SPHERE_DATA);
	unsigned in = file->intent;

	if (file->ops == NULL)
		return ds_fail(diag, DS_UNSUPPORTED, attr->name,
		    "data sets of this organization are not supported");
	if (!(in & (AM_INPUT | AM_OUTPUT)))
		return ds_fail(diag, DS_INVALID, attr->name, "no intent");
	if ((in & (AM_RESET | AM_APPEND)) && !(in & AM_OUTPUT))
		return ds_fail(diag, DS_INVALID, attr->name,
		    "reset or append without output");
	if ((in & AM_OUTPUT) && file->ops == &esds_ops &&
	    attr->org != DS_ORG_ESDS)
		return ds_fail(diag, DS_INVALID, attr->name,
		    "output in RBA order to a set with an index");
	if ((in & AM_INDEX) && sphere_attr(file->sphere, SPHERE_INDEX) == NULL)
		return ds_fail(
		    diag, DS_INVALID, attr->name, "there is no index");
	return DS_OK;
}

/* Records in any order: where have they a key, and what does the sort need? */
static enum ds_status
bulk_check(const struct am_file *file, struct ds_diag *diag)
{
	const struct comp_attr *attr = sphere_attr(file->sphere, SPHERE_DATA);

	if (!(file->intent & AM_BULK))
		return DS_OK;
	if (!(file->intent & AM_OUTPUT) || file->bulk.dir == NULL)
		return ds_fail(diag, DS_INVALID, attr->name,
		    "a bulk load without output or a directory for its work "
		    "file");
	if (attr->org != DS_ORG_KSDS && attr->org != DS_ORG_VRRDS)
		return ds_fail(diag, DS_UNSUPPORTED, attr->name,
		    "records of this organization have no key to sort by");
	return DS_OK;
}

/* Which rules of OPEN apply to what the set has been through. */
static enum ds_status
state_check(struct am_file *file, struct ds_diag *diag)
{
	const struct comp_attr *attr = sphere_attr(file->sphere, SPHERE_DATA);
	const struct sphere_state *state = sphere_state(file->sphere);
	bool vsam = attr->org != DS_ORG_PS && attr->org != DS_ORG_PO;
	bool used = state->part[SPHERE_DATA].hurba > 0;

	/* A sequential set without data is read as empty, as on z/OS; a linear
	 * one to the end of its space, whether it was ever written or not. */
	if (!(file->intent & AM_OUTPUT)) {
		if (vsam && attr->org != DS_ORG_LDS && !state->loaded)
			return ds_fail(diag, DS_OPEN_EMPTY, attr->name, NULL);
		return DS_OK;
	}
	if (file->intent & AM_RESET) {
		if (vsam && used && !(attr->flags & DS_A_REUSE))
			return ds_fail(diag, DS_OPEN_NORESET, attr->name, NULL);
		return used ? sphere_reset(file->sphere, diag) : DS_OK;
	}
	return DS_OK;
}

static enum ds_status
file_open(struct am_file *file, bool shared, struct ds_diag *diag)
{
	const struct comp_attr *attr = sphere_attr(file->sphere, SPHERE_DATA);
	enum ds_status st;

	file->ops = ops_for(attr->org, file->intent);
	file->shared = shared && attr->org != DS_ORG_PS;
	if ((st = intent_check(file, diag)) != DS_OK ||
	    (st = bulk_check(file, diag)) != DS_OK ||
	    (st = state_check(file, diag)) != DS_OK)
		return st;
	file->loading =
	    (file->intent & AM_OUTPUT) &&
	    sphere_state(file->sphere)->part[SPHERE_DATA].hurba == 0;
	if ((file->intent & AM_BULK) && !file->loading)
		return ds_fail(diag, DS_INVALID, attr->name,
		    "a bulk load into a data set that is not empty");
	if (file->loading)
		smb_loading(file);
	/* A load, and what is added to a sequential set, is complete when it
	 * is closed. */
	file->logged = (file->intent & AM_OUTPUT) && !file->loading &&
		       attr->org != DS_ORG_PS;
	file->durable = (file->intent & AM_DURABLE) != 0;
	return file->ops->open(file, diag);
}

/* What the base's own requests are like when records are asked for by a path:
 * one by its key or RBA after the other. */
static unsigned
base_intent(const struct am_parms *parms)
{
	if (parms->path == NULL)
		return parms->intent;
	return (parms->intent & ~(unsigned)AM_SEQ) | AM_DIR;
}

enum ds_status
am_open(struct volume *vol, const char *data_name, const struct am_parms *parms,
    struct am_file **filep, struct ds_diag *diag)
{
	struct sphere_parms sparms = parms->sphere;
	unsigned mode = SPHERE_READ;
	struct am_file *file;
	enum ds_status st;

	if ((st = smb_check(parms, diag)) != DS_OK)
		return st;
	if ((file = calloc(1, sizeof(*file))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	file->intent = base_intent(parms);
	file->bulk = parms->bulk;
	if (file->intent & AM_OUTPUT)
		mode = SPHERE_UPDATE;
	smb_choose(file, parms, &sparms);
	if (sparms.durable)
		file->intent |= AM_DURABLE;
	sparms.durable = (file->intent & AM_DURABLE) != 0;
	st = sphere_open(vol, data_name, mode, &sparms, &file->sphere, diag);
	if (st == DS_OK)
		st = file_open(file, sparms.shared, diag);
	if (st == DS_OK && parms->naix > 0)
		st = aix_attach(vol, parms, &file, diag);
	if (st != DS_OK) {
		am_abandon(&file);
		return st;
	}
	file->strno = parms->strno;
	*filep = file;
	return DS_OK;
}

/* All that is pending, and it is durable; what others did as well. */
static enum ds_status
finish(struct am_file *file, bool closing, struct ds_diag *diag)
{
	enum ds_status st;

	if (closing)
		sphere_closing(file->sphere);
	if ((st = sphere_enter(file->sphere, diag)) != DS_OK)
		return st;
	st = file->ops->finish(file, diag);
	if (st == DS_OK && closing) {
		/* Open and close for output is a load, if of none. */
		sphere_state(file->sphere)->loaded = true;
		st = sphere_commit(file->sphere, true, diag);
	}
	sphere_leave(file->sphere);
	/* Others go on meanwhile, and one write may serve several. */
	return st == DS_OK && !closing ? sphere_harden(file->sphere, diag) : st;
}

enum ds_status
am_close(struct am_file **filep, struct ds_diag *diag)
{
	struct am_file *file;
	enum ds_status st = DS_OK;

	if (filep == NULL || (file = *filep) == NULL)
		return DS_OK;
	if (file->intent & AM_OUTPUT)
		st = finish(file, true, diag);
	am_abandon(filep);
	return st;
}

void
am_abandon(struct am_file **filep)
{
	struct am_file *file;

	if (filep == NULL || (file = *filep) == NULL)
		return;
	if (file->ops != NULL)
		file->ops->free(file);
	sphere_close(&file->sphere);
	free(file);
	*filep = NULL;
}

enum ds_status
am_commit(struct am_file *file, struct ds_diag *diag)
{
	const char *name = sphere_attr(file->sphere, SPHERE_DATA)->name;

	if (!(file->intent & AM_OUTPUT))
		return DS_OK;
	if (file->loading)
		return ds_fail(diag, DS_LOADING, name, NULL);
	return finish(file, false, diag);
}

int
am_warning(const struct am_file *file)
{
	return file->warning;
}

bool
am_loading(const struct am_file *file)
{
	return file->loading;
}

int
am_feedback(const struct am_pos *pos)
{
	return pos->feedback;
}

const struct comp_attr *
am_attr(const struct am_file *file)
{
	return sphere_attr(file->sphere, SPHERE_DATA);
}

const struct comp_attr *
am_index_attr(const struct am_file *file)
{
	return sphere_attr(file->sphere, SPHERE_INDEX);
}

struct ds_stats *
am_stats(struct am_file *file, enum sphere_part part)
{
	return sphere_stats(file->sphere, part);
}

struct sphere_state *
am_state(struct am_file *file)
{
	return sphere_state(file->sphere);
}

const struct sphere_recovery *
am_recovered(const struct am_file *file)
{
	return sphere_recovered(file->sphere);
}

enum ds_status
am_pos_new(struct am_file *file, struct am_pos **posp)
{
	struct am_pos *pos = calloc(1, sizeof(*pos));
	enum ds_status st;

	if (pos == NULL)
		return DS_NOMEM;
	pos->file = file;
	pos->for_update = (file->intent & AM_OUTPUT) != 0;
	if ((st = file->ops->pos_new(pos)) != DS_OK) {
		free(pos);
		return st;
	}
	*posp = pos;
	return DS_OK;
}

void
am_pos_free(struct am_pos **posp)
{
	struct am_pos *pos;

	if (posp == NULL || (pos = *posp) == NULL)
		return;
	am_release(pos);
	am_many_free(pos);
	pos->file->ops->pos_free(pos);
	free(pos);
	*posp = NULL;
}

static enum ds_status
too_often(const struct am_file *file, struct ds_diag *diag)
{
	return ds_fail(diag, DS_TIMEOUT,
	    sphere_attr(file->sphere, SPHERE_DATA)->name,
	    "others commit faster than it can be read");
}

/* Where others changed the set, places are found again. */
void
am_look_again(struct am_file *file)
{
	uint64_t version = sphere_version(file->sphere);

	if (version == file->version)
		return;
	file->version = version;
	if (file->ops->moved != NULL)
		file->ops->moved(file);
}

enum ds_status
am_catch_up(struct am_file *file, struct ds_diag *diag)
{
	enum ds_status st = sphere_sync(file->sphere, diag);

	am_look_again(file);
	return st;
}

bool
am_again(struct am_file *file, int *triesp, enum ds_status *stp,
    struct ds_diag *diag)
{
	while (*stp == DS_AGAIN && (*triesp)++ < AM_TRIES)
		if ((*stp = am_catch_up(file, diag)) == DS_OK)
			return true;
	if (*stp == DS_AGAIN)
		*stp = too_often(file, diag);
	return false;
}

enum ds_status
am_point(struct am_pos *pos, enum am_how how, enum am_match match,
    bool backward, const void *arg, size_t arglen, uint64_t num,
    struct ds_diag *diag)
{
	struct am_file *file = pos->file;
	enum ds_status st = DS_AGAIN;

	if (how == AM_OFFSET && arglen > EXTRA_MAX)
		return ds_fail(diag, DS_BADOPTION, NULL, NULL);
	if (!file->shared)
		return file->ops->point(
		    pos, how, match, backward, arg, arglen, num, diag);
	for (int n = 0; am_again(file, &n, &st, diag);)
		st = file->ops->point(
		    pos, how, match, backward, arg, arglen, num, diag);
	return st;
}

static void
run_next(struct am_run *run, struct am_rec *recp)
{
	recp->data = run->data;
	recp->len = run->len;
	recp->rba = run->rba;
	recp->rrn = run->rrn;
	run->data += run->len;
	run->rba += run->len;
	run->rrn += run->rrn != 0;
	run->left--;
}

enum ds_status
am_get(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	struct am_file *file = pos->file;
	enum ds_status st = DS_AGAIN;

	recp->more = false;
	if (pos->run.left > 0) {
		run_next(&pos->run, recp);
		return DS_OK;
	}
	if (!file->shared) {
		pos->run.wanted = true;
		st = file->ops->get(pos, recp, diag);
		pos->run.wanted = false;
		return st;
	}
	am_release(pos);
	if (pos->for_update && file->logged)
		return am_get_locked(pos, recp, diag);
	for (int n = 0; am_again(file, &n, &st, diag);)
		st = file->ops->get(pos, recp, diag);
	return st;
}

enum ds_status
am_offset(
    struct am_pos *pos, uint64_t extra, uint64_t *offsetp, struct ds_diag *diag)
{
	struct am_file *file = pos->file;
	const char *name = sphere_attr(file->sphere, SPHERE_DATA)->name;
	enum ds_status st = DS_AGAIN;

	if (extra > EXTRA_MAX)
		return ds_fail(diag, DS_BADOPTION, name, NULL);
	if (file->ops->offset == NULL)
		return ds_fail(diag, DS_UNSUPPORTED, name,
		    "no offsets in records by this way");
	if (file->loading)
		return ds_fail(diag, DS_LOADING, name, NULL);
	if (!file->shared)
		return file->ops->offset(pos, extra, offsetp, diag);
	for (int n = 0; am_again(file, &n, &st, diag);)
		st = file->ops->offset(pos, extra, offsetp, diag);
	return st;
}

enum ds_status
am_get_run(
    struct am_pos *pos, struct am_rec *recp, uint32_t *np, struct ds_diag *diag)
{
	struct am_run *run = &pos->run;
	enum ds_status st;

	if ((st = am_get(pos, recp, diag)) != DS_OK)
		return st;
	*np = 1;
	if (run->left == 0 || run->len != recp->len ||
	    run->data != recp->data + recp->len)
		return DS_OK;
	*np += run->left;
	run->left = 0; /* where it ends is known to who gave it */
	return DS_OK;
}

uint64_t
am_version(const struct am_file *file)
{
	return sphere_version(file->sphere);
}

enum ds_status
am_size(struct am_file *file, uint64_t extra, uint64_t *bytesp,
    uint64_t *recordsp, struct ds_diag *diag)
{
	const struct comp_attr *attr = sphere_attr(file->sphere, SPHERE_DATA);
	enum sphere_part part =
	    file->intent & AM_INDEX ? SPHERE_INDEX : SPHERE_DATA;
	const struct comp_state *cs = &sphere_state(file->sphere)->part[part];

	enum ds_status st;

	if (file->loading)
		return ds_fail(diag, DS_LOADING, attr->name, NULL);
	if (file->shared && (st = am_catch_up(file, diag)) != DS_OK)
		return st;
	*recordsp = cs->records;
	*bytesp = cs->bytes + cs->records * extra;
	/* The number in front of each record is not of the record. */
	if (file->ops == &vrrds_ops)
		*bytesp -= cs->records * AM_VRRDS_NUMBER;
	return DS_OK;
}

enum ds_status
am_request_begin(struct am_file *file, struct ds_diag *diag)
{
	enum ds_status st;

	if (!file->logged)
		return DS_OK;
	if (file->shared) {
		if ((st = sphere_enter(file->sphere, diag)) != DS_OK)
			return st;
		am_look_again(file);
	}
	sphere_begin(file->sphere);
	return DS_OK;
}

enum ds_status
am_request_end(struct am_file *file, enum ds_status st, struct ds_diag *diag)
{
	if (!file->logged)
		return st;
	st = sphere_end(file->sphere, st, diag);
	if (file->shared)
		sphere_leave(file->sphere);
	return st == DS_OK && file->durable ? sphere_harden(file->sphere, diag)
					    : st;
}

enum ds_status
am_put(struct am_pos *pos, const void *data, size_t len, uint64_t rrn,
    bool sequential, uint64_t *rbap, struct ds_diag *diag)
{
	enum ds_status st;

	pos->feedback = 0;
	if ((st = am_request_begin(pos->file, diag)) != DS_OK)
		return st;
	st = pos->file->ops->put(pos, data, len, rrn, sequential, rbap, diag);
	return am_request_end(pos->file, st, diag);
}

enum ds_status
am_update(
    struct am_pos *pos, const void *data, size_t len, struct ds_diag *diag)
{
	enum ds_status st;

	pos->feedback = 0;
	if ((st = am_request_begin(pos->file, diag)) != DS_OK)
		return st;
	if ((st = am_lock_check(pos, diag)) == DS_OK)
		st = pos->file->ops->update(pos, data, len, diag);
	if (st == DS_OK)
		am_lock_end(pos);
	return am_request_end(pos->file, st, diag);
}

enum ds_status
am_erase(struct am_pos *pos, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = am_request_begin(pos->file, diag)) != DS_OK)
		return st;
	if ((st = am_lock_check(pos, diag)) == DS_OK)
		st = pos->file->ops->erase(pos, diag);
	if (st == DS_OK)
		am_lock_end(pos);
	return am_request_end(pos->file, st, diag);
}

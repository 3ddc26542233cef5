/*
 * A volume that goes wrong on purpose, around another one. It counts every
 * operation on files; the chosen one fails, is torn, or is the last before the
 * power goes: fault_cut.c says what is left then. The struck creation, removal
 * or change of a name itself may have happened or not.
 *
 * A request is done when it is waited for, the latest moment that the
 * interface allows: a flush does not cover a request nobody waited for.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/volume/fault_int.h"

enum strike { STRIKE_NONE, STRIKE_FAIL, STRIKE_TEAR, STRIKE_CUT };

/* --- the plan ----------------------------------------------------------------
 */

/* One more operation, op on a file: does it strike? *errp is the errno then. */
static enum strike
next_operation(struct fault_volume *fv, enum vol_fault_op op, const char *name,
    uint64_t offset, int *errp)
{
	struct vol_fault *plan = fv->plan;

	*errp = EIO;
	if (fv->dark)
		return STRIKE_FAIL;
	if (plan->see != NULL)
		plan->see(plan->ctx, op, name, offset);
	if (++plan->count != plan->at)
		return STRIKE_NONE;
	plan->struck = true;
	if (plan->kind == VOL_FAULT_KILL) {
		fault_process_ends(fv);
		return STRIKE_FAIL;
	}
	if (plan->kind == VOL_FAULT_CUT && plan->before) {
		fault_power_cut(fv);
		return STRIKE_FAIL;
	}
	if (plan->kind == VOL_FAULT_CUT)
		return STRIKE_CUT;
	if (plan->kind == VOL_FAULT_TEAR)
		return STRIKE_TEAR;
	*errp = plan->error != 0 ? plan->error : EIO;
	return STRIKE_FAIL;
}

/* --- volume
 * ---------------------------------------------------------------------- */

static struct fault_volume *
fault_of(struct volume *vol)
{
	return (struct fault_volume *)(void *)vol;
}

static void
fault_close(struct volume *vol)
{
	struct fault_volume *fv = fault_of(vol);
	struct fault_volume **at = &fv->plan->volumes;
	struct fault_node *node;

	while (*at != NULL && *at != fv)
		at = &(*at)->next;
	if (*at != NULL)
		*at = fv->next;
	while ((node = fv->nodes) != NULL) {
		fv->nodes = node->next;
		fault_node_unref(node);
	}
	fault_settle_names(fv, false);
	vol_close(&fv->inner);
	free(fv);
}

static uint64_t
fault_free_bytes(const struct volume *vol)
{
	return vol_free(
	    ((const struct fault_volume *)(const void *)vol)->inner);
}

static struct fault_node *
node_get(struct fault_volume *fv, const char *name)
{
	struct fault_node *node = fv->nodes;

	while (node != NULL && strcmp(node->name, name) != 0)
		node = node->next;
	if (node == NULL && (node = calloc(1, sizeof(*node))) != NULL) {
		strcpy(node->name, name);
		node->refs = 1;
		node->next = fv->nodes;
		fv->nodes = node;
	}
	return node;
}

static void
node_forget(struct fault_volume *fv, const char *name)
{
	struct fault_node **at = &fv->nodes, *node;

	while ((node = *at) != NULL && strcmp(node->name, name) != 0)
		at = &node->next;
	if (node != NULL) {
		*at = node->next;
		fault_node_unref(node);
	}
}

static enum ds_status
file_make(struct fault_volume *fv, const char *name, unsigned mode,
    struct vol_file **filep, struct ds_diag *diag)
{
	struct fault_file *ff = calloc(1, sizeof(*ff));
	enum ds_status st;

	if (ff == NULL || (ff->node = node_get(fv, name)) == NULL) {
		free(ff);
		return ds_fail(diag, DS_NOMEM, name, NULL);
	}
	ff->file.ops = fv->vol.ops;
	ff->file.vol = &fv->vol;
	ff->file.writable = (mode & (VOL_WRITE | VOL_CREATE)) != 0;
	strcpy(ff->file.name, name);
	/* Buffers here need no alignment, so the inner file goes through the
	 * page cache. */
	st = vol_file_open(
	    fv->inner, name, mode & ~(unsigned)VOL_DIRECT, &ff->inner, diag);
	if (st == DS_OK && ff->file.writable && ff->node->inner == NULL) {
		st = vol_file_open(
		    fv->inner, name, VOL_WRITE, &ff->node->inner, diag);
		if (st == DS_OK)
			ff->node->flushed_size = vol_size(ff->node->inner);
	}
	if (st != DS_OK) {
		vol_file_close(&ff->inner);
		free(ff);
		return st;
	}
	ff->node->refs++;
	*filep = &ff->file;
	return DS_OK;
}

static enum ds_status
fault_open(struct volume *vol, const char *name, unsigned mode,
    struct vol_file **filep, struct ds_diag *diag)
{
	struct fault_volume *fv = fault_of(vol);
	struct vol_file *file = NULL;
	int err;
	enum ds_status st;
	enum strike strike = next_operation(
	    fv, mode & VOL_CREATE ? VOL_OP_CREATE : VOL_OP_OPEN, name, 0, &err);

	if (strike == STRIKE_CUT) {
		fault_power_cut(fv);
		if ((mode & VOL_CREATE) && fault_dice(fv, 2) == 0 &&
		    vol_file_open(fv->inner, name, VOL_CREATE, &file, NULL) ==
			DS_OK)
			vol_file_close(&file);
	}
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, name, "open");
	if (*fault_find_name(fv, name, true) != NULL) {
		if ((mode & VOL_CREATE) == 0)
			return vol_fail(diag, ENOENT, name, "open");
		fault_settle_names(fv, false);
	}
	st = file_make(fv, name, mode, filep, diag);
	if (st != DS_OK || (mode & VOL_CREATE) == 0)
		return st;
	if ((mode & (VOL_LATER | VOL_SCRATCH)) == 0)
		fault_settle_names(fv, false);
	else if (!fault_note_name(fv, name, false))
		st = ds_fail(diag, DS_NOMEM, name, NULL);
	if (st != DS_OK)
		vol_file_close(filep);
	return st;
}

static enum ds_status
fault_sync(struct volume *vol, struct ds_diag *diag)
{
	struct fault_volume *fv = fault_of(vol);
	int err;
	enum strike strike = next_operation(fv, VOL_OP_SYNC, "", 0, &err);

	if (strike == STRIKE_CUT)
		fault_power_cut(fv);
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, NULL, "flush the directory");
	fault_settle_names(fv, false);
	return DS_OK;
}

static bool
fault_exists(struct volume *vol, const char *name)
{
	struct fault_volume *fv = fault_of(vol);

	return !fv->dark && *fault_find_name(fv, name, true) == NULL &&
	       vol_exists(fv->inner, name);
}

static enum ds_status
fault_drop(struct volume *vol, const char *name, struct ds_diag *diag)
{
	struct fault_volume *fv = fault_of(vol);
	int err;
	enum strike strike = next_operation(fv, VOL_OP_DROP, name, 0, &err);

	if (strike == STRIKE_CUT) {
		fault_power_cut(fv);
		if (fault_dice(fv, 2) == 0)
			vol_remove(fv->inner, name, NULL);
	}
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, name, "remove");
	if (!fault_exists(vol, name))
		return vol_fail(diag, ENOENT, name, "remove");
	if (!fault_note_name(fv, name, true))
		return ds_fail(diag, DS_NOMEM, name, NULL);
	node_forget(fv, name);
	return DS_OK;
}

/* What was made and dropped before lasts no later than this. */
static enum ds_status
fault_rename(
    struct volume *vol, const char *from, const char *to, struct ds_diag *diag)
{
	struct fault_volume *fv = fault_of(vol);
	struct fault_node *node;
	enum ds_status st;
	int err;
	enum strike strike = next_operation(fv, VOL_OP_RENAME, to, 0, &err);

	if (strike == STRIKE_CUT) {
		fault_power_cut(fv);
		if (fault_dice(fv, 2) == 0)
			vol_rename(fv->inner, from, to, NULL);
	}
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, from, "rename");
	fault_settle_names(fv, false);
	st = vol_rename(fv->inner, from, to, diag);
	if (st != DS_OK)
		return st;
	node_forget(fv, to); /* of an open that found nothing */
	for (node = fv->nodes; node != NULL; node = node->next)
		if (strcmp(node->name, from) == 0)
			strcpy(node->name, to);
	if (!fault_note_name(fv, to, false))
		return ds_fail(diag, DS_NOMEM, from, NULL);
	strcpy(fv->names->from, from);
	return DS_OK;
}

struct fault_lister {
	struct fault_volume *fv;
	bool (*fn)(void *ctx, const char *name);
	void *ctx;
};

static bool
list_undropped(void *ctx, const char *name)
{
	struct fault_lister *l = ctx;

	return *fault_find_name(l->fv, name, true) != NULL ||
	       l->fn(l->ctx, name);
}

static enum ds_status
fault_list(struct volume *vol, bool (*fn)(void *ctx, const char *name),
    void *ctx, struct ds_diag *diag)
{
	struct fault_volume *fv = fault_of(vol);
	struct fault_lister l = {fv, fn, ctx};
	int err;
	enum strike strike = next_operation(fv, VOL_OP_LIST, "", 0, &err);

	if (strike == STRIKE_CUT)
		fault_power_cut(fv);
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, NULL, "list volume");
	return vol_list(fv->inner, list_undropped, &l, diag);
}

/* --- files
 * -------------------------------------------------------------------------- */

static void
fault_file_close(struct vol_file *file)
{
	struct fault_file *ff = (struct fault_file *)(void *)file;

	if (file->map_len > 0) {
		struct fault_volume *fv = fault_of(file->vol);

		if (!fv->dark)
			fault_map_write(ff->node);
		if (--ff->node->map_users == 0) {
			/* A power cut has chosen already. */
			if (!fv->dark || fv->plan->kind == VOL_FAULT_KILL)
				fault_map_log(ff->node);
			fault_map_free(ff->node);
		}
	}
	vol_file_close(&ff->inner);
	fault_node_unref(ff->node);
	free(ff);
}

static enum ds_status
fault_submit(struct vol_file *file, struct vol_req *req, struct ds_diag *diag)
{
	(void)file;
	(void)diag;
	req->pending = true;
	return DS_OK;
}

static uint8_t *
gather(const struct vol_req *req)
{
	uint8_t *all = malloc(vol_req_len(req) + 1), *p = all;

	for (int i = 0; all != NULL && i < req->niov; i++) {
		memcpy(p, req->iov[i].iov_base, req->iov[i].iov_len);
		p += req->iov[i].iov_len;
	}
	return all;
}

/* Returns errno, 0. */
static int
do_write(struct fault_volume *fv, struct fault_file *ff, struct vol_req *req,
    enum strike strike, int err)
{
	size_t len = vol_req_len(req);
	uint8_t *data;

	if (strike == STRIKE_FAIL)
		return err;
	if ((data = gather(req)) == NULL)
		return ENOMEM;
	if (strike == STRIKE_TEAR)
		len = len / 2 / SECTOR * SECTOR;
	else
		err = 0;
	int rc = fault_log_write(ff->node, req->offset, data, len,
	    req->durable && strike == STRIKE_NONE);
	if (rc == 0 &&
	    vol_write(ff->inner, req->offset, data, len, NULL) != DS_OK)
		rc = EIO;
	free(data);
	req->done = len;
	if (strike == STRIKE_CUT) {
		fault_power_cut(fv);
		return EIO;
	}
	return rc != 0 ? rc : err;
}

static int
do_read(struct fault_volume *fv, struct fault_file *ff, struct vol_req *req,
    enum strike strike, int err)
{
	struct vol_req inner = *req;

	if (strike == STRIKE_CUT)
		fault_power_cut(fv);
	if (strike != STRIKE_NONE)
		return err;
	fault_map_write(ff->node);
	if (vol_submit(ff->inner, &inner, NULL) != DS_OK ||
	    vol_wait(ff->inner, &inner, NULL) != DS_OK)
		return EIO;
	req->done = inner.done;
	return 0;
}

static void
fault_wait(struct vol_file *file, struct vol_req *req)
{
	struct fault_file *ff = (struct fault_file *)(void *)file;
	struct fault_volume *fv = fault_of(file->vol);
	int err;
	enum strike strike =
	    next_operation(fv, req->write ? VOL_OP_WRITE : VOL_OP_READ,
		file->name, req->offset, &err);

	req->error = req->write ? do_write(fv, ff, req, strike, err)
				: do_read(fv, ff, req, strike, err);
	req->pending = false;
}

static enum ds_status
fault_flush(struct vol_file *file, struct ds_diag *diag)
{
	struct fault_file *ff = (struct fault_file *)(void *)file;
	struct fault_volume *fv = fault_of(file->vol);
	int err;
	enum strike strike =
	    next_operation(fv, VOL_OP_FLUSH, file->name, 0, &err);

	if (strike == STRIKE_CUT)
		fault_power_cut(fv);
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, file->name, "flush");
	fault_log_clear(ff->node);
	if (ff->node->map != NULL) {
		memcpy(ff->node->map_flushed, ff->node->map, ff->node->map_end);
		fault_map_write(ff->node);
	}
	if (ff->node->inner != NULL)
		ff->node->flushed_size = vol_size(ff->node->inner);
	return DS_OK;
}

static enum ds_status
fault_reserve(
    struct vol_file *file, uint64_t offset, uint64_t len, struct ds_diag *diag)
{
	struct fault_file *ff = (struct fault_file *)(void *)file;
	struct fault_volume *fv = fault_of(file->vol);
	struct change *ch;
	int err;
	enum strike strike =
	    next_operation(fv, VOL_OP_RESERVE, file->name, offset, &err);

	if (strike == STRIKE_FAIL || strike == STRIKE_TEAR)
		return vol_fail(diag, err, file->name, "reserve space");
	if ((ch = fault_log_add(ff->node)) == NULL)
		return ds_fail(diag, DS_NOMEM, file->name, NULL);
	ch->kind = CHANGE_RESERVE;
	ch->offset = offset;
	ch->len = (size_t)len;
	if (strike == STRIKE_CUT) {
		fault_power_cut(fv);
		return vol_fail(diag, err, file->name, "reserve space");
	}
	if (ff->node->map != NULL)
		ff->node->map_end = fault_map_end(ff->node, offset + len);
	return vol_reserve(ff->inner, offset, len, diag);
}

static enum ds_status
fault_truncate(struct vol_file *file, uint64_t len, struct ds_diag *diag)
{
	struct fault_file *ff = (struct fault_file *)(void *)file;
	struct fault_volume *fv = fault_of(file->vol);
	int err;
	enum strike strike =
	    next_operation(fv, VOL_OP_TRUNCATE, file->name, 0, &err);
	enum ds_status st;

	if (strike == STRIKE_CUT)
		fault_power_cut(fv);
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, file->name, "truncate");
	if ((st = vol_truncate(ff->inner, len, diag)) == DS_OK) {
		fault_log_clear(ff->node);
		ff->node->flushed_size = len;
	}
	return st;
}

static uint64_t
fault_size(struct vol_file *file)
{
	return vol_size(((struct fault_file *)(void *)file)->inner);
}

static enum ds_status
fault_map(
    struct vol_file *file, size_t len, uint8_t **memp, struct ds_diag *diag)
{
	struct fault_file *ff = (struct fault_file *)(void *)file;
	struct fault_volume *fv = fault_of(file->vol);
	struct fault_node *node = ff->node;
	int err;
	enum strike strike =
	    next_operation(fv, VOL_OP_MAP, file->name, 0, &err);

	if (strike == STRIKE_CUT)
		fault_power_cut(fv);
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, file->name, "map");
	if (node->map != NULL && len > node->map_len)
		return ds_fail(diag, DS_INVALID, file->name, "longer mapping");
	if (node->map != NULL) {
		node->map_users++;
		*memp = node->map;
		return DS_OK;
	}
	node->map = calloc(1, len);
	node->map_flushed = calloc(1, len);
	node->map_len = len;
	node->map_end = fault_map_end(node, vol_size(ff->inner));
	if (node->map == NULL || node->map_flushed == NULL) {
		fault_map_free(node);
		return ds_fail(diag, DS_NOMEM, file->name, NULL);
	}
	/* What is there now counts as on disk: zeros of a new file, or what a
	 * cut left. */
	if (vol_read(ff->inner, 0, node->map, node->map_end, NULL) == DS_OK)
		memcpy(node->map_flushed, node->map, node->map_end);
	node->map_users = 1;
	*memp = node->map;
	return DS_OK;
}

/* Locks are no bytes: they go wrong with nothing. */
static enum ds_status
fault_lock(struct vol_file *file, uint64_t offset, uint64_t len,
    enum vol_lock how, struct ds_diag *diag)
{
	return vol_lock(
	    ((struct fault_file *)(void *)file)->inner, offset, len, how, diag);
}

static bool
fault_locked(struct vol_file *file, uint64_t offset, uint64_t len)
{
	return vol_locked(
	    ((struct fault_file *)(void *)file)->inner, offset, len);
}

static bool
fault_named(struct vol_file *file)
{
	return vol_named(((struct fault_file *)(void *)file)->inner);
}

static const struct vol_ops fault_ops = {
    .close = fault_close,
    .free_bytes = fault_free_bytes,
    .open = fault_open,
    .drop = fault_drop,
    .rename = fault_rename,
    .sync = fault_sync,
    .exists = fault_exists,
    .list = fault_list,
    .file_close = fault_file_close,
    .submit = fault_submit,
    .wait = fault_wait,
    .flush = fault_flush,
    .reserve = fault_reserve,
    .truncate = fault_truncate,
    .size = fault_size,
    .map = fault_map,
    .lock = fault_lock,
    .locked = fault_locked,
    .named = fault_named,
};

enum ds_status
vol_fault_wrap(struct volume **innerp, struct vol_fault *plan,
    struct volume **volp, struct ds_diag *diag)
{
	struct fault_volume *fv = calloc(1, sizeof(*fv));

	if (fv == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	fv->vol.ops = &fault_ops;
	fv->vol.readonly = (*innerp)->readonly;
	fv->inner = *innerp;
	fv->plan = plan;
	fv->random = plan->seed * 2862933555777941757U + 3037000493U;
	if (plan->volumes == NULL) {
		plan->count = 0;
		plan->struck = false;
	}
	fv->next = plan->volumes;
	plan->volumes = fv;
	*innerp = NULL;
	*volp = &fv->vol;
	return DS_OK;
}

void
vol_fault_now(struct volume *vol)
{
	struct fault_volume *fv = fault_of(vol);

	if (fv->dark)
		return;
	fv->plan->struck = true;
	if (fv->plan->kind == VOL_FAULT_KILL)
		fault_process_ends(fv);
	else
		fault_power_cut(fv);
}

void
vol_fault_again(struct volume *vol, struct vol_fault *plan)
{
	struct fault_volume *fv = fault_of(vol);

	fv->plan = plan;
	fv->dark = false;
	fv->random = plan->seed * 2862933555777941757U + 3037000493U;
	plan->count = 0;
	plan->struck = false;
}

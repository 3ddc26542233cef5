/*
 * A volume that goes wrong on purpose, around another one. It counts every
 * operation on files; the chosen one fails, is torn, or is the last before the
 * power goes.
 *
 * For the power cut each file keeps what was done to it since its last flush,
 * with the bytes that were there before. The cut takes all of it back and
 * does a part again, as a disk may: each write whole, not at all, or some of
 * its 512-byte sectors, chosen by the seed. A durable write stays whatever is
 * chosen for those before it. Files appear and disappear at once but for those
 * made later and dropped, which do from the next vol_sync on; the struck
 * creation or removal itself may have happened or not. A truncation is on disk
 * at once, and what the file had before with it.
 *
 * A mapped file is memory of its own here, which goes to the file when it is
 * read or closed, or the process ends; at a power cut any of its sectors that
 * changed since the last flush may be lost.
 *
 * A request is done when it is waited for, the latest moment that the
 * interface allows: a flush does not cover a request nobody waited for.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/volume/volume_int.h"

enum { SECTOR = 512 };

enum change_kind { CHANGE_WRITE, CHANGE_RESERVE };

struct change {
	enum change_kind kind;
	bool durable;
	uint64_t offset;
	size_t len;
	size_t old_len; /* bytes that were there before */
	uint8_t *old, *new;
};

struct fault_node {
	struct fault_node *next;
	char name[VOL_NAME_MAX];
	unsigned refs;          /* open files, and one while it has a name */
	struct vol_file *inner; /* for writing; NULL: never changed */
	uint64_t flushed_size;
	struct change *log;
	size_t nlog, cap;
	uint8_t *map, *map_flushed; /* of map_len bytes each; NULL: none */
	size_t map_len, map_end;    /* the file has map_end bytes of it */
};

/* A change of the directory that no vol_sync has made last. */
struct fault_name {
	struct fault_name *next;
	char name[VOL_NAME_MAX];
	bool dropped;
	char from[VOL_NAME_MAX]; /* renamed; "": made, if not dropped */
};

struct fault_volume {
	struct volume vol;
	struct volume *inner;
	struct vol_fault *plan;
	struct fault_node *nodes;
	struct fault_name *names;
	bool dark; /* the power is gone */
	uint64_t random;
};

struct fault_file {
	struct vol_file file;
	struct fault_node *node;
	struct vol_file *inner;
};

enum strike { STRIKE_NONE, STRIKE_FAIL, STRIKE_TEAR, STRIKE_CUT };

/* --- maps -----------------------------------------------------------------
 */

/* Whole sectors that a file of size bytes has of its map. */
static size_t
map_end(const struct fault_node *node, uint64_t size)
{
	return size < node->map_len ? (size_t)size / SECTOR * SECTOR
				    : node->map_len;
}

/* What the map holds goes to the file. */
static void
map_write(struct fault_node *node)
{
	if (node->map != NULL)
		vol_write(node->inner, 0, node->map, node->map_end, NULL);
}

static void
map_free(struct fault_node *node)
{
	free(node->map);
	free(node->map_flushed);
	node->map = node->map_flushed = NULL;
}

static void
process_ends(struct fault_volume *fv)
{
	fv->dark = true;
	for (struct fault_node *node = fv->nodes; node; node = node->next)
		map_write(node);
}

/* --- the plan ----------------------------------------------------------------
 */

/* One more operation: does it strike? *errp is the errno then. */
static enum strike
next_operation(struct fault_volume *fv, int *errp)
{
	struct vol_fault *plan = fv->plan;

	*errp = EIO;
	if (fv->dark)
		return STRIKE_FAIL;
	if (++plan->count != plan->at)
		return STRIKE_NONE;
	plan->struck = true;
	if (plan->kind == VOL_FAULT_KILL) {
		process_ends(fv);
		return STRIKE_FAIL;
	}
	if (plan->kind == VOL_FAULT_CUT)
		return STRIKE_CUT;
	if (plan->kind == VOL_FAULT_TEAR)
		return STRIKE_TEAR;
	*errp = plan->error != 0 ? plan->error : EIO;
	return STRIKE_FAIL;
}

static uint32_t
dice(struct fault_volume *fv, uint32_t sides)
{
	fv->random = fv->random * 6364136223846793005U + 1442695040888963407U;
	return (uint32_t)(fv->random >> 33) % sides;
}

/* --- the log
 * ------------------------------------------------------------------ */

static void
log_clear(struct fault_node *node)
{
	for (size_t i = 0; i < node->nlog; i++) {
		free(node->log[i].old);
		free(node->log[i].new);
	}
	node->nlog = 0;
}

static void
node_unref(struct fault_node *node)
{
	if (--node->refs > 0)
		return;
	log_clear(node);
	map_free(node);
	free(node->log);
	vol_file_close(&node->inner);
	free(node);
}

/* A new entry, zeroed; NULL: no memory. */
static struct change *
log_add(struct fault_node *node)
{
	if (node->nlog == node->cap) {
		size_t cap = node->cap > 0 ? 2 * node->cap : 16;
		struct change *log = realloc(node->log, cap * sizeof(*log));

		if (log == NULL)
			return NULL;
		node->log = log;
		node->cap = cap;
	}
	memset(&node->log[node->nlog], 0, sizeof(node->log[0]));
	return &node->log[node->nlog++];
}

static int
log_write(struct fault_node *node, uint64_t offset, const uint8_t *data,
    size_t len, bool durable)
{
	struct change *ch = log_add(node);
	uint64_t size = vol_size(node->inner);

	if (ch == NULL)
		return ENOMEM;
	ch->kind = CHANGE_WRITE;
	ch->durable = durable;
	ch->offset = offset;
	ch->len = len;
	if (offset < size)
		ch->old_len =
		    size - offset < len ? (size_t)(size - offset) : len;
	ch->old = malloc(len + 1);
	ch->new = malloc(len + 1);
	if (ch->old == NULL || ch->new == NULL)
		return ENOMEM;
	memcpy(ch->new, data, len);
	if (vol_read(node->inner, offset, ch->old, len, NULL) != DS_OK)
		return EIO;
	return 0;
}

static void
redo_write(struct fault_volume *fv, struct fault_node *node, struct change *ch)
{
	uint32_t choice = ch->durable ? 0 : dice(fv, 3);

	if (choice == 0) {
		vol_write(node->inner, ch->offset, ch->new, ch->len, NULL);
		return;
	}
	if (choice == 1)
		return;
	for (size_t at = 0; at < ch->len; at += SECTOR) {
		size_t n = ch->len - at < SECTOR ? ch->len - at : SECTOR;

		if (dice(fv, 2) == 0)
			vol_write(node->inner, ch->offset + at, ch->new + at, n,
			    NULL);
	}
}

/* Each sector of a map is on disk as it is, or as it was flushed. */
static void
redo_map(struct fault_volume *fv, struct fault_node *node)
{
	if (node->map == NULL)
		return;
	for (size_t at = 0; at < node->map_end; at += SECTOR)
		if (memcmp(node->map + at, node->map_flushed + at, SECTOR) !=
			0 &&
		    dice(fv, 2) == 0)
			vol_write(
			    node->inner, at, node->map + at, SECTOR, NULL);
}

static void
redo(struct fault_volume *fv, struct fault_node *node, struct change *ch)
{
	if (ch->kind == CHANGE_WRITE)
		redo_write(fv, node, ch);
	else if (dice(fv, 2) == 0)
		vol_reserve(node->inner, ch->offset, ch->len, NULL);
}

/*
 * Until the next sync a name made later may go, and a dropped one may come
 * back, with the power. A dropped file therefore stays below until then.
 */
static void
settle_names(struct fault_volume *fv, bool cut)
{
	for (struct fault_name *nm = fv->names, *next; nm != NULL; nm = next) {
		next = nm->next;
		if (nm->from[0] != '\0') {
			if (cut && dice(fv, 2) == 0)
				vol_rename(fv->inner, nm->name, nm->from, NULL);
		} else if (nm->dropped ? !cut || dice(fv, 2) == 0
				       : cut && dice(fv, 2) == 0) {
			vol_remove(fv->inner, nm->name, NULL);
		}
		free(nm);
	}
	fv->names = NULL;
}

static struct fault_name **
find_name(struct fault_volume *fv, const char *name, bool dropped)
{
	struct fault_name **at = &fv->names;

	while (*at != NULL &&
	       ((*at)->dropped != dropped || strcmp((*at)->name, name) != 0))
		at = &(*at)->next;
	return at;
}

static bool
note_name(struct fault_volume *fv, const char *name, bool dropped)
{
	struct fault_name *nm = calloc(1, sizeof(*nm));

	if (nm == NULL)
		return false;
	strcpy(nm->name, name);
	nm->dropped = dropped;
	nm->next = fv->names;
	fv->names = nm;
	return true;
}

/* The power goes: make the files what the disk may have of them. */
static void
power_cut(struct fault_volume *fv)
{
	fv->dark = true;
	for (struct fault_node *node = fv->nodes; node; node = node->next) {
		for (size_t i = node->nlog; i-- > 0;) {
			struct change *ch = &node->log[i];

			if (ch->kind == CHANGE_WRITE && ch->old_len > 0)
				vol_write(node->inner, ch->offset, ch->old,
				    ch->old_len, NULL);
		}
		if (node->nlog > 0)
			vol_truncate(node->inner, node->flushed_size, NULL);
		for (size_t i = 0; i < node->nlog; i++)
			redo(fv, node, &node->log[i]);
		redo_map(fv, node);
		log_clear(node);
	}
	settle_names(fv, true);
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
	struct fault_node *node;

	while ((node = fv->nodes) != NULL) {
		fv->nodes = node->next;
		node_unref(node);
	}
	settle_names(fv, false);
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
		node_unref(node);
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
	enum strike strike = next_operation(fv, &err);

	if (strike == STRIKE_CUT) {
		power_cut(fv);
		if ((mode & VOL_CREATE) && dice(fv, 2) == 0 &&
		    vol_file_open(fv->inner, name, VOL_CREATE, &file, NULL) ==
			DS_OK)
			vol_file_close(&file);
	}
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, name, "open");
	if (*find_name(fv, name, true) != NULL) {
		if ((mode & VOL_CREATE) == 0)
			return vol_fail(diag, ENOENT, name, "open");
		settle_names(fv, false);
	}
	st = file_make(fv, name, mode, filep, diag);
	if (st != DS_OK || (mode & VOL_CREATE) == 0)
		return st;
	if ((mode & (VOL_LATER | VOL_SCRATCH)) == 0)
		settle_names(fv, false);
	else if (!note_name(fv, name, false))
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
	enum strike strike = next_operation(fv, &err);

	if (strike == STRIKE_CUT)
		power_cut(fv);
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, NULL, "flush the directory");
	settle_names(fv, false);
	return DS_OK;
}

static bool
fault_exists(struct volume *vol, const char *name)
{
	struct fault_volume *fv = fault_of(vol);

	return !fv->dark && *find_name(fv, name, true) == NULL &&
	       vol_exists(fv->inner, name);
}

static enum ds_status
fault_drop(struct volume *vol, const char *name, struct ds_diag *diag)
{
	struct fault_volume *fv = fault_of(vol);
	int err;
	enum strike strike = next_operation(fv, &err);

	if (strike == STRIKE_CUT) {
		power_cut(fv);
		if (dice(fv, 2) == 0)
			vol_remove(fv->inner, name, NULL);
	}
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, name, "remove");
	if (!fault_exists(vol, name))
		return vol_fail(diag, ENOENT, name, "remove");
	if (!note_name(fv, name, true))
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
	enum strike strike = next_operation(fv, &err);

	if (strike == STRIKE_CUT) {
		power_cut(fv);
		if (dice(fv, 2) == 0)
			vol_rename(fv->inner, from, to, NULL);
	}
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, from, "rename");
	settle_names(fv, false);
	st = vol_rename(fv->inner, from, to, diag);
	if (st != DS_OK)
		return st;
	for (node = fv->nodes; node != NULL; node = node->next)
		if (strcmp(node->name, from) == 0)
			strcpy(node->name, to);
	if (!note_name(fv, to, false))
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

	return *find_name(l->fv, name, true) != NULL || l->fn(l->ctx, name);
}

static enum ds_status
fault_list(struct volume *vol, bool (*fn)(void *ctx, const char *name),
    void *ctx, struct ds_diag *diag)
{
	struct fault_volume *fv = fault_of(vol);
	struct fault_lister l = {fv, fn, ctx};
	int err;
	enum strike strike = next_operation(fv, &err);

	if (strike == STRIKE_CUT)
		power_cut(fv);
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
		if (!fault_of(file->vol)->dark)
			map_write(ff->node);
		map_free(ff->node);
	}
	vol_file_close(&ff->inner);
	node_unref(ff->node);
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
	int rc = log_write(ff->node, req->offset, data, len,
	    req->durable && strike == STRIKE_NONE);
	if (rc == 0 &&
	    vol_write(ff->inner, req->offset, data, len, NULL) != DS_OK)
		rc = EIO;
	free(data);
	req->done = len;
	if (strike == STRIKE_CUT) {
		power_cut(fv);
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
		power_cut(fv);
	if (strike != STRIKE_NONE)
		return err;
	map_write(ff->node);
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
	enum strike strike = next_operation(fv, &err);

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
	enum strike strike = next_operation(fv, &err);

	if (strike == STRIKE_CUT)
		power_cut(fv);
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, file->name, "flush");
	log_clear(ff->node);
	if (ff->node->map != NULL) {
		memcpy(ff->node->map_flushed, ff->node->map, ff->node->map_end);
		map_write(ff->node);
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
	enum strike strike = next_operation(fv, &err);

	if (strike == STRIKE_FAIL || strike == STRIKE_TEAR)
		return vol_fail(diag, err, file->name, "reserve space");
	if ((ch = log_add(ff->node)) == NULL)
		return ds_fail(diag, DS_NOMEM, file->name, NULL);
	ch->kind = CHANGE_RESERVE;
	ch->offset = offset;
	ch->len = (size_t)len;
	if (strike == STRIKE_CUT) {
		power_cut(fv);
		return vol_fail(diag, err, file->name, "reserve space");
	}
	if (ff->node->map != NULL)
		ff->node->map_end = map_end(ff->node, offset + len);
	return vol_reserve(ff->inner, offset, len, diag);
}

static enum ds_status
fault_truncate(struct vol_file *file, uint64_t len, struct ds_diag *diag)
{
	struct fault_file *ff = (struct fault_file *)(void *)file;
	struct fault_volume *fv = fault_of(file->vol);
	int err;
	enum strike strike = next_operation(fv, &err);
	enum ds_status st;

	if (strike == STRIKE_CUT)
		power_cut(fv);
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, file->name, "truncate");
	if ((st = vol_truncate(ff->inner, len, diag)) == DS_OK) {
		log_clear(ff->node);
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
	enum strike strike = next_operation(fv, &err);

	if (strike == STRIKE_CUT)
		power_cut(fv);
	if (strike != STRIKE_NONE)
		return vol_fail(diag, err, file->name, "map");
	if (node->map != NULL || len % SECTOR != 0)
		return ds_fail(diag, DS_INVALID, file->name, "second mapping");
	node->map = calloc(1, len);
	node->map_flushed = calloc(1, len);
	node->map_len = len;
	node->map_end = map_end(node, vol_size(ff->inner));
	if (node->map == NULL || node->map_flushed == NULL) {
		map_free(node);
		return ds_fail(diag, DS_NOMEM, file->name, NULL);
	}
	/* What is there now counts as on disk: zeros of a new file, or what a
	 * cut left. */
	if (vol_read(ff->inner, 0, node->map, node->map_end, NULL) == DS_OK)
		memcpy(node->map_flushed, node->map, node->map_end);
	*memp = node->map;
	return DS_OK;
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
	plan->count = 0;
	plan->struck = false;
	*innerp = NULL;
	*volp = &fv->vol;
	return DS_OK;
}

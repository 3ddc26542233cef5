/* The volume interface: checks common to all backends, and the dispatch. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "access-methods/volume/volume_int.h"

size_t
vol_req_len(const struct vol_req *req)
{
	size_t len = 0;

	for (int i = 0; i < req->niov; i++)
		len += req->iov[i].iov_len;
	return len;
}

bool
vol_name_component(const char *name)
{
	size_t i;

	for (i = 0; name[i] != '\0'; i++)
		if (i == 32 || !isxdigit((unsigned char)name[i]) ||
		    isupper((unsigned char)name[i]))
			return false;
	return i == 32;
}

/* A plain file name: no path, nothing hidden. */
bool
vol_name_valid(const char *name)
{
	size_t i;

	for (i = 0; name[i] != '\0'; i++) {
		unsigned char c = (unsigned char)name[i];

		if (i + 1 >= VOL_NAME_MAX || (!isalnum(c) && c != '.'))
			return false;
	}
	return i > 0 && name[0] != '.';
}

enum ds_status
vol_fail(struct ds_diag *diag, int err, const char *name, const char *what)
{
	if (err == EACCES || err == EPERM || err == EROFS) {
		ds_fail(diag, DS_OPEN_SECURITY, name, "%s: not allowed", what);
		if (diag != NULL)
			diag->sys_errno = err;
		return DS_OPEN_SECURITY;
	}
	return ds_fail_errno(diag, err, name, "%s", what);
}

void
vol_close(struct volume **volp)
{
	if (volp == NULL || *volp == NULL)
		return;
	(*volp)->ops->close(*volp);
	*volp = NULL;
}

size_t
vol_align(const struct volume *vol)
{
	(void)vol;
	return VOL_ALIGN;
}

size_t
vol_best_size(const struct volume *vol)
{
	(void)vol;
	return VOL_BEST;
}

uint64_t
vol_free(const struct volume *vol)
{
	return vol->ops->free_bytes(vol);
}

enum ds_status
vol_file_open(struct volume *vol, const char *name, unsigned mode,
    struct vol_file **filep, struct ds_diag *diag)
{
	if (!vol_name_valid(name))
		return ds_fail(diag, DS_INVALID, NULL, "bad component name");
	if (vol->readonly && (mode & (VOL_WRITE | VOL_CREATE)) != 0)
		return vol_fail(diag, EROFS, name, "open for output");
	return vol->ops->open(vol, name, mode, filep, diag);
}

void
vol_file_close(struct vol_file **filep)
{
	if (filep == NULL || *filep == NULL)
		return;
	(*filep)->ops->file_close(*filep);
	*filep = NULL;
}

enum ds_status
vol_sync(struct volume *vol, struct ds_diag *diag)
{
	return vol->ops->sync(vol, diag);
}

enum ds_status
vol_remove(struct volume *vol, const char *name, struct ds_diag *diag)
{
	enum ds_status st = vol_drop(vol, name, diag);

	return st == DS_OK ? vol_sync(vol, diag) : st;
}

enum ds_status
vol_drop(struct volume *vol, const char *name, struct ds_diag *diag)
{
	if (!vol_name_valid(name))
		return ds_fail(diag, DS_INVALID, NULL, "bad component name");
	if (vol->readonly)
		return vol_fail(diag, EROFS, name, "remove");
	return vol->ops->drop(vol, name, diag);
}

enum ds_status
vol_rename(
    struct volume *vol, const char *from, const char *to, struct ds_diag *diag)
{
	if (!vol_name_valid(from) || !vol_name_valid(to))
		return ds_fail(diag, DS_INVALID, NULL, "bad component name");
	if (vol->readonly)
		return vol_fail(diag, EROFS, from, "rename");
	return vol->ops->rename(vol, from, to, diag);
}

bool
vol_exists(struct volume *vol, const char *name)
{
	return vol_name_valid(name) && vol->ops->exists(vol, name);
}

enum ds_status
vol_list(struct volume *vol, bool (*fn)(void *ctx, const char *name), void *ctx,
    struct ds_diag *diag)
{
	return vol->ops->list(vol, fn, ctx, diag);
}

enum ds_status
vol_submit(struct vol_file *file, struct vol_req *req, struct ds_diag *diag)
{
	req->done = 0;
	req->error = 0;
	req->pending = false;
	req->next = NULL;
	if (req->write && !file->writable)
		return vol_fail(diag, EROFS, file->name, "write");
	if (req->niov < 0 || req->offset > INT64_MAX ||
	    vol_req_len(req) > INT64_MAX - req->offset)
		return ds_fail(diag, DS_INVALID, file->name,
		    "transfer at an impossible offset");
	return file->ops->submit(file, req, diag);
}

enum ds_status
vol_wait(struct vol_file *file, struct vol_req *req, struct ds_diag *diag)
{
	if (req->pending)
		file->ops->wait(file, req);
	if (req->error != 0) {
		enum ds_status st = vol_fail(diag, req->error, file->name,
		    req->write ? "write" : "read");

		if (diag != NULL)
			diag->rba = req->offset;
		return st;
	}
	return DS_OK;
}

static enum ds_status
transfer(struct vol_file *file, bool write, uint64_t offset, void *buf,
    size_t len, struct ds_diag *diag)
{
	struct iovec iov = {buf, len};
	struct vol_req req = {
	    .write = write, .offset = offset, .iov = &iov, .niov = 1};
	enum ds_status st;

	if ((st = vol_submit(file, &req, diag)) != DS_OK)
		return st;
	return vol_wait(file, &req, diag);
}

enum ds_status
vol_read(struct vol_file *file, uint64_t offset, void *buf, size_t len,
    struct ds_diag *diag)
{
	return transfer(file, false, offset, buf, len, diag);
}

enum ds_status
vol_write(struct vol_file *file, uint64_t offset, const void *buf, size_t len,
    struct ds_diag *diag)
{
	return transfer(file, true, offset, (void *)(uintptr_t)buf, len, diag);
}

enum ds_status
vol_flush(struct vol_file *file, struct ds_diag *diag)
{
	return file->ops->flush(file, diag);
}

enum ds_status
vol_reserve(
    struct vol_file *file, uint64_t offset, uint64_t len, struct ds_diag *diag)
{
	if (offset > INT64_MAX || len > INT64_MAX - offset)
		return ds_fail(diag, DS_INVALID, file->name,
		    "reservation at an impossible offset");
	if (!file->writable)
		return vol_fail(diag, EROFS, file->name, "reserve");
	return len == 0 ? DS_OK : file->ops->reserve(file, offset, len, diag);
}

enum ds_status
vol_truncate(struct vol_file *file, uint64_t len, struct ds_diag *diag)
{
	if (len > INT64_MAX)
		return ds_fail(
		    diag, DS_INVALID, file->name, "impossible length");
	if (!file->writable)
		return vol_fail(diag, EROFS, file->name, "truncate");
	return file->ops->truncate(file, len, diag);
}

uint64_t
vol_size(struct vol_file *file)
{
	return file->ops->size(file);
}

uint64_t
vol_cached(struct vol_file *file, uint64_t offset, uint64_t len)
{
	if (file->ops->cached == NULL || len == 0)
		return 0;
	return file->ops->cached(file, offset, len);
}

enum ds_status
vol_map(struct vol_file *file, size_t len, uint8_t **memp, struct ds_diag *diag)
{
	enum ds_status st;

	if (file->ops->map == NULL)
		return ds_fail(diag, DS_UNSUPPORTED, file->name,
		    "files of this volume cannot be mapped");
	if (len == 0 || file->map_len != 0)
		return ds_fail(
		    diag, DS_INVALID, file->name, "impossible mapping");
	if ((st = file->ops->map(file, len, memp, diag)) == DS_OK)
		file->map_len = len;
	return st;
}

void
vol_map_prepare(struct vol_file *file, size_t offset, size_t len)
{
	if (offset >= file->map_len || file->ops->map_prepare == NULL)
		return;
	if (len > file->map_len - offset)
		len = file->map_len - offset;
	file->ops->map_prepare(file, offset, len);
}

enum ds_status
vol_lock(struct vol_file *file, uint64_t offset, uint64_t len,
    enum vol_lock how, struct ds_diag *diag)
{
	if (file->ops->lock == NULL)
		return ds_fail(diag, DS_UNSUPPORTED, file->name,
		    "files of this volume cannot be locked");
	if (offset > INT64_MAX || len == 0 || len > INT64_MAX - offset)
		return ds_fail(diag, DS_INVALID, file->name, "impossible lock");
	return file->ops->lock(file, offset, len, how, diag);
}

bool
vol_locked(struct vol_file *file, uint64_t offset, uint64_t len)
{
	if (file->ops->locked == NULL || offset > INT64_MAX ||
	    len > INT64_MAX - offset)
		return true;
	return file->ops->locked(file, offset, len);
}

bool
vol_named(struct vol_file *file)
{
	return file->ops->named == NULL || file->ops->named(file);
}

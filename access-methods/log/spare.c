/*
 * A volume's pool of durable files: a few, each written once from end to end,
 * so that a drain to it changes no metadata. A sphere's first drain takes one
 * by giving it the sphere's name; the close gives it back, so the pool fills
 * from use and a closed sphere has none.
 *
 * A file of the pool has no header, and that is durable before it gets its
 * name there: so a file that was just leased says nothing, whatever sphere
 * had it before and however old the components are that it is leased to. A
 * name that a power cut takes back leaves such a file with its sphere, which
 * uses it or gives it back again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/log/log.h"

enum {
	PAGE = 4096,
	POOL_FILES = 4,
	POOL_LEN = 4 * 1024 * 1024, /* bytes that a file of the pool keeps */
	CHUNK = 256 * 1024,
};

void
spare_name(const uint8_t data_id[LOG_ID_LEN], char out[LOG_NAME_LEN])
{
	log_name(data_id, out);
	memcpy(out + 2 * LOG_ID_LEN, ".dur", 5);
}

static void
pool_name(unsigned i, char out[LOG_NAME_LEN])
{
	snprintf(out, LOG_NAME_LEN, "spare.%u", i);
}

enum ds_status
spare_grow(struct vol_file *file, size_t len, struct ds_diag *diag)
{
	uint64_t at = vol_size(file) / PAGE * PAGE;
	enum ds_status st = DS_OK;
	uint8_t *zeros;

	if (at >= len)
		return DS_OK;
	if ((zeros = aligned_alloc(PAGE, CHUNK)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	memset(zeros, 0, CHUNK);
	for (; st == DS_OK && at < len; at += CHUNK) {
		size_t n = len - at < CHUNK ? (size_t)(len - at) : CHUNK;

		st = vol_write(file, at, zeros, n, diag);
	}
	free(zeros);
	return st == DS_OK ? vol_flush(file, diag) : st;
}

/* Of several who ask for the same file one gets it. */
static bool
take_one(struct volume *vol, const char *name)
{
	char from[LOG_NAME_LEN];

	for (unsigned i = 0; i < POOL_FILES; i++) {
		pool_name(i, from);
		if (vol_rename(vol, from, name, NULL) == DS_OK)
			return true;
	}
	return false;
}

enum ds_status
spare_lease(struct volume *vol, const uint8_t data_id[LOG_ID_LEN], size_t len,
    struct vol_file **filep, struct ds_diag *diag)
{
	unsigned mode = VOL_WRITE | VOL_DIRECT;
	struct vol_file *file = NULL;
	char name[LOG_NAME_LEN];
	enum ds_status st;
	bool had;

	spare_name(data_id, name);
	had = vol_exists(vol, name);
	if (!had && !take_one(vol, name))
		mode |= VOL_CREATE | VOL_LATER;
	st = vol_file_open(vol, name, mode, &file, diag);
	if (st != DS_OK)
		return st;
	if ((st = spare_grow(file, len, diag)) == DS_OK)
		st = vol_sync(vol, diag);
	if (st == DS_OK) {
		*filep = file;
		return DS_OK;
	}
	vol_file_close(&file);
	/* It takes space that is missing, and nobody drained to it yet. */
	if (!had)
		vol_drop(vol, name, NULL);
	return st;
}

/* Without header it says nothing. */
static enum ds_status
header_clear(
    struct volume *vol, const char *name, bool cut, struct ds_diag *diag)
{
	struct vol_file *file = NULL;
	uint8_t zeros[PAGE] = {0};
	struct iovec iov = {zeros, sizeof(zeros)};
	struct vol_req req = {
	    .write = true, .durable = true, .iov = &iov, .niov = 1};
	enum ds_status st;

	if ((st = vol_file_open(vol, name, VOL_WRITE, &file, diag)) != DS_OK)
		return st;
	if (!log_is_mutant(LOG_POOL_HEADER) &&
	    (st = vol_submit(file, &req, diag)) == DS_OK)
		st = vol_wait(file, &req, diag);
	if (st == DS_OK && cut && vol_size(file) > POOL_LEN)
		st = vol_truncate(file, POOL_LEN, diag);
	vol_file_close(&file);
	return st;
}

void
spare_return(struct volume *vol, const uint8_t data_id[LOG_ID_LEN])
{
	char name[LOG_NAME_LEN], to[LOG_NAME_LEN];
	enum ds_status st;

	spare_name(data_id, name);
	if (!vol_exists(vol, name))
		return;
	st = header_clear(vol, name, true, NULL);
	for (unsigned i = 0; st == DS_OK && i < POOL_FILES; i++) {
		pool_name(i, to);
		st = vol_rename(vol, name, to, NULL);
		if (st == DS_OK)
			return;
		st = st == DS_EXIST ? DS_OK : st;
	}
	vol_drop(vol, name, NULL);
}

enum ds_status
spare_forget(
    struct volume *vol, const uint8_t data_id[LOG_ID_LEN], struct ds_diag *diag)
{
	char name[LOG_NAME_LEN];

	spare_name(data_id, name);
	if (log_is_mutant(LOG_DURABLE_KEPT) || !vol_exists(vol, name))
		return DS_OK;
	return header_clear(vol, name, false, diag);
}

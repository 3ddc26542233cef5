/*
 * Writes of a commit, many at once: two buffers, of which one is filled while
 * what the other has is on its way.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

enum { WAVES = 2, WAVE_WRITES = 16 };

struct wave {
	uint8_t *mem;
	size_t used; /* bytes */
	unsigned n;  /* writes on their way */
	struct vol_file *file[WAVE_WRITES];
	struct vol_req req[WAVE_WRITES];
	struct iovec iov[WAVE_WRITES];
};

struct waves {
	struct wave wave[WAVES];
	unsigned cur;
	size_t len; /* bytes of each */
};

enum ds_status
waves_new(size_t len, struct waves **wsp)
{
	struct waves *ws = calloc(1, sizeof(*ws));

	if (ws == NULL)
		return DS_NOMEM;
	ws->len = page_ceil(len);
	*wsp = ws;
	return DS_OK;
}

/* Wait for the writes of one; the first that failed. */
static enum ds_status
settle(struct wave *wave, struct ds_diag *diag)
{
	enum ds_status st = DS_OK, one;

	for (unsigned i = 0; i < wave->n; i++) {
		one = vol_wait(
		    wave->file[i], &wave->req[i], st == DS_OK ? diag : NULL);
		st = st == DS_OK ? one : st;
	}
	wave->n = 0;
	wave->used = 0;
	return st;
}

enum ds_status
waves_end(struct waves *ws, struct ds_diag *diag)
{
	enum ds_status st = DS_OK, one;

	/* A plan without images has none. */
	for (unsigned i = 0; ws != NULL && i < WAVES; i++) {
		one = settle(&ws->wave[i], st == DS_OK ? diag : NULL);
		st = st == DS_OK ? one : st;
	}
	return st;
}

void
waves_free(struct waves **wsp)
{
	if (*wsp == NULL)
		return;
	waves_end(*wsp, NULL);
	for (unsigned i = 0; i < WAVES; i++)
		free((*wsp)->wave[i].mem);
	free(*wsp);
	*wsp = NULL;
}

enum ds_status
waves_room(struct waves *ws, size_t len, uint8_t **memp, struct ds_diag *diag)
{
	struct wave *wave = &ws->wave[ws->cur];
	enum ds_status st;

	if (wave->n == WAVE_WRITES || wave->used + len > ws->len) {
		ws->cur = (ws->cur + 1) % WAVES;
		wave = &ws->wave[ws->cur];
		if ((st = settle(wave, diag)) != DS_OK)
			return st;
	}
	if (wave->mem == NULL && (wave->mem = page_alloc(ws->len)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	*memp = wave->mem + wave->used;
	return DS_OK;
}

enum ds_status
waves_write(struct waves *ws, struct vol_file *file, uint64_t offset,
    size_t len, struct ds_diag *diag)
{
	struct wave *wave = &ws->wave[ws->cur];
	unsigned i = wave->n;
	enum ds_status st;

	wave->file[i] = file;
	wave->iov[i].iov_base = wave->mem + wave->used;
	wave->iov[i].iov_len = len;
	wave->req[i] = (struct vol_req){
	    .write = true, .offset = offset, .iov = &wave->iov[i], .niov = 1};
	if ((st = vol_submit(file, &wave->req[i], diag)) != DS_OK)
		return st;
	wave->n++;
	wave->used += len;
	return DS_OK;
}

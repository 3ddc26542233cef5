/*
 * A load whose records come in any order: they are kept by a sort, and when
 * the data set is closed they go to the load in key order. Until then the
 * components are not touched.
 */
#include <stdio.h>
#include <stdlib.h>

#include "access-methods/vsam/vsam_int.h"
#include "base/sort.h"

/* Bytes, where nothing was said. More is not faster: memory that is touched
 * first costs more than a merge of runs in the page cache. */
#define MEMORY ((uint64_t)64 << 20)
enum { KEY_SHOWN = 32 };

struct vsam_bulk {
	struct sorter *sort;
	struct am_bulk how;    /* but for dir */
	enum ds_status failed; /* the sort lacks records since */
};

enum ds_status
vsam_bulk_open(
    struct vsam_file *vf, const struct am_bulk *how, struct ds_diag *diag)
{
	uint64_t memory = how->memory != 0 ? how->memory : MEMORY;
	struct sort_parms parms = {.dir = how->dir,
	    .key_off = vf->rkp,
	    .key_len = vf->keylen,
	    .memory = memory < SIZE_MAX / 2 ? memory : SIZE_MAX / 2};
	struct vsam_bulk *bulk = calloc(1, sizeof(*bulk));
	enum ds_status st;

	if (bulk == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	bulk->how = *how;
	bulk->how.dir = NULL;
	if ((st = sorter_new(&parms, &bulk->sort, diag)) == DS_OK) {
		vf->bulk = bulk;
		bulk = NULL;
	}
	vsam_bulk_free(&bulk);
	return st;
}

void
vsam_bulk_free(struct vsam_bulk **bulkp)
{
	if (bulkp == NULL || *bulkp == NULL)
		return;
	sorter_free(&(*bulkp)->sort);
	free(*bulkp);
	*bulkp = NULL;
}

static enum ds_status
failed(const struct vsam_file *vf, struct ds_diag *diag)
{
	return ds_fail(diag, vf->bulk->failed, vf->data->name,
	    "records could not be kept for the sort; the data set stays empty");
}

enum ds_status
vsam_bulk_put(struct vsam_file *vf, const uint8_t *rec, uint32_t len,
    struct ds_diag *diag)
{
	struct vsam_bulk *bulk = vf->bulk;

	if (bulk->failed != DS_OK)
		return failed(vf, diag);
	bulk->failed = sorter_add(bulk->sort, rec, len, diag);
	return bulk->failed;
}

/* No one wants to know: the load fails, and says which key it is. */
static enum ds_status
duplicate_fails(
    const struct vsam_file *vf, const uint8_t *key, struct ds_diag *diag)
{
	char hex[2 * KEY_SHOWN + 1] = "";
	uint32_t i;

	for (i = 0; i < vf->keylen && i < KEY_SHOWN; i++)
		sprintf(hex + 2 * (size_t)i, "%02X", key[i]);
	return ds_fail(diag, DS_DUPLICATE, vf->data->name,
	    "the key X'%s'%s comes more than once", hex,
	    i < vf->keylen ? "..." : "");
}

static enum ds_status
duplicate(const struct vsam_file *vf, const uint8_t *data, uint32_t len,
    struct ds_diag *diag)
{
	const struct am_bulk *how = &vf->bulk->how;
	struct am_rec rec = {.data = data, .len = len};

	if (how->duplicate == NULL)
		return duplicate_fails(vf, data + vf->rkp, diag);
	/* The number is none of the record's bytes. */
	if (vf->data->org == DS_ORG_VRRDS) {
		rec.rrn = be32_get(data);
		rec.data += VSAM_RRN_LEN;
		rec.len -= VSAM_RRN_LEN;
	}
	how->duplicate(how->ctx, data + vf->rkp, vf->keylen, &rec);
	return DS_OK;
}

enum ds_status
vsam_bulk_finish(struct vsam_file *vf, struct ds_diag *diag)
{
	struct vsam_bulk *bulk = vf->bulk;
	const uint8_t *rec;
	uint32_t len;
	uint64_t rba;
	enum ds_status st;

	if (bulk->failed != DS_OK)
		return failed(vf, diag);
	st = sorter_end(bulk->sort, diag);
	while (st == DS_OK) {
		st = sorter_next(bulk->sort, &rec, &len, diag);
		if (st != DS_OK)
			break;
		st = vsam_load_put(vf, rec, len, &rba, diag);
		if (st == DS_DUPLICATE)
			st = duplicate(vf, rec, len, diag);
	}
	if (st != DS_EOD)
		return st;
	vsam_bulk_free(&vf->bulk);
	return DS_OK;
}

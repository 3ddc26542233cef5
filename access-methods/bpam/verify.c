/*
 * Checking a library: what its records say together.
 *
 *	BP-I1  Each record has one of the known keys and fits its kind.
 *	BP-I2  Each directory entry leads to a content and says its totals.
 *	BP-I3  A content counts the names that lead to it; it is loose exactly
 *	       when there is none.
 *	BP-I4  A content with a name has all its chunks, and they its records.
 *	BP-I5  The library's own record counts the directory's entries.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/bpam/bpam_int.h"
#include "base/bytes.h"

struct check {
	struct bpam *lib;
	am_found_fn *report;
	am_stop_fn *stop;
	void *ctx;
	bool faulty;
	uint64_t *ids; /* of directory entries */
	size_t n, cap;
	uint64_t names, dir_bytes;
	uint64_t content; /* looked at last */
};

static void
fault(struct check *ck, enum ds_fault f)
{
	const struct am_found found = {
	    .fault = f, .part = SPHERE_DATA, .what = ds_fault_text(f)};

	ck->faulty = true;
	if (ck->report != NULL)
		ck->report(ck->ctx, &found);
}

static bool
note(struct check *ck, uint64_t id)
{
	size_t cap = ck->cap > 0 ? 2 * ck->cap : 256;
	uint64_t *ids;

	if (ck->n == ck->cap) {
		if ((ids = realloc(ck->ids, cap * sizeof(*ids))) == NULL)
			return false;
		ck->ids = ids;
		ck->cap = cap;
	}
	ck->ids[ck->n++] = id;
	return true;
}

/* BP-I2, BP-I4: the member is read to its end. */
static enum ds_status
check_member(
    struct check *ck, const struct bpam_entry *ent, struct ds_diag *diag)
{
	struct bpam_reader *rd = NULL;
	uint64_t records = 0, bytes = 0;
	const uint8_t *data;
	enum ds_status st;
	uint32_t len = 0;

	st = bpam_reader_new(ck->lib, ent->name, &rd, diag);
	if (st == DS_CORRUPT)
		fault(ck, DS_F_PO_LEADS);
	if (st != DS_OK)
		return st == DS_CORRUPT ? DS_OK : st;
	while ((st = bpam_read(rd, &data, &len, NULL, diag)) == DS_OK) {
		records++;
		bytes += len;
	}
	bpam_reader_free(&rd);
	if (st == DS_CORRUPT ||
	    (st == DS_EOD && (records != ent->records || bytes != ent->bytes)))
		fault(ck, DS_F_PO_CHUNKS);
	return st == DS_EOD || st == DS_CORRUPT ? DS_OK : st;
}

static enum ds_status
check_names(struct check *ck, struct ds_diag *diag)
{
	struct bpam_entry ent = {0};
	enum ds_status st;

	while ((st = bpam_next(ck->lib, ent.name, &ent, diag)) == DS_OK) {
		if (ck->stop != NULL && ck->stop(ck->ctx))
			return ds_fail(diag, DS_STOPPED, NULL, NULL);
		ck->names++;
		ck->dir_bytes += 12U + ent.user_len;
		if (!note(ck, ent.id))
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
		/* An alias has the content of another entry, mostly. */
		if ((st = check_member(ck, &ent, diag)) != DS_OK)
			return st;
	}
	if (st == DS_CORRUPT) {
		fault(ck, DS_F_PO_RECORD);
		return DS_OK;
	}
	return st == DS_EOD ? DS_OK : st;
}

static int
by_id(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static uint32_t
names_of(const struct check *ck, uint64_t id)
{
	size_t low = 0, high = ck->n, mid;
	uint32_t n = 0;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (ck->ids[mid] < id)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < ck->n && ck->ids[low] == id; low++)
		n++;
	return n;
}

static enum ds_status
is_loose(struct check *ck, uint64_t id, bool *loosep, struct ds_diag *diag)
{
	uint8_t key[BPAM_KEY_LEN], *rec = malloc(BPAM_REC_MAX);
	enum ds_status st;
	uint32_t len = 0;

	if (rec == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	bpam_key_id(key, BPAM_LOOSE, id, 0);
	st = bpam_rec_get(ck->lib, ck->lib->pos, key, false, rec, &len, diag);
	free(rec);
	*loosep = st == DS_OK;
	return st == DS_NOTFOUND ? DS_OK : st;
}

/* BP-I1, BP-I3 of a record of some content. */
static enum ds_status
check_content(
    struct check *ck, const uint8_t *rec, uint32_t len, struct ds_diag *diag)
{
	const uint64_t id = be64_get(rec + 1);
	const bool end = be32_get(rec + 9) == BPAM_END_CHUNK;
	const uint32_t names = names_of(ck, id);
	enum ds_status st;
	bool loose = false;

	if (end ? len != BPAM_END_LEN
		: len <= BPAM_CHUNK_HEAD || be32_get(rec + 9) == 0)
		fault(ck, DS_F_PO_RECORD);
	else if (end && be32_get(rec + 13) != names)
		fault(ck, DS_F_PO_NAMES);
	if (id == ck->content)
		return DS_OK;
	ck->content = id;
	st = is_loose(ck, id, &loose, diag);
	if (st == DS_OK && loose != (names == 0))
		fault(ck, DS_F_PO_NAMES);
	return st;
}

/* Every record, in the order of keys. */
static enum ds_status
check_records(struct check *ck, struct ds_diag *diag)
{
	uint8_t key[BPAM_KEY_LEN] = {0}, *rec = malloc(BPAM_REC_MAX);
	enum ds_status st = DS_OK;
	uint32_t len = 0;
	int i;

	if (rec == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	for (;;) {
		st = bpam_rec_get(
		    ck->lib, ck->lib->pos, key, true, rec, &len, diag);
		if (st != DS_OK)
			break;
		memcpy(key, rec, sizeof(key));
		if (rec[0] > BPAM_CONTENT || rec[0] < BPAM_LOOSE ||
		    (rec[0] == BPAM_LOOSE && len != BPAM_LOOSE_LEN) ||
		    (rec[0] == BPAM_LIBRARY && len != BPAM_LIBRARY_LEN))
			fault(ck, DS_F_PO_RECORD);
		if (rec[0] == BPAM_CONTENT &&
		    (st = check_content(ck, rec, len, diag)) != DS_OK)
			break;
		for (i = BPAM_KEY_LEN - 1; i >= 0 && ++key[i] == 0; i--)
			continue;
		if (i < 0)
			break;
	}
	free(rec);
	return st == DS_NOTFOUND ? DS_OK : st;
}

enum ds_status
bpam_examine(struct volume *vol, const char *data_name, am_found_fn *report,
    am_stop_fn *stop, void *ctx, struct ds_diag *diag)
{
	struct check ck = {.report = report, .stop = stop, .ctx = ctx};
	const struct bpam_parms parms = {0};
	struct bpam_head head = {0};
	struct ds_diag own;
	enum ds_status st;

	if (diag == NULL)
		diag = &own;
	st = bpam_open(vol, data_name, &parms, &ck.lib, diag);
	if (st == DS_CORRUPT) {
		fault(&ck, DS_F_PO_RECORD);
		return st;
	}
	if (st == DS_OK && ck.lib->empty) {
		bpam_abandon(&ck.lib);
		return DS_OK;
	}
	if (st == DS_OK)
		st = check_names(&ck, diag);
	if (st == DS_OK) {
		if (ck.n > 0)
			qsort(ck.ids, ck.n, sizeof(*ck.ids), by_id);
		st = check_records(&ck, diag);
	}
	if (st == DS_OK)
		st = bpam_head_get(ck.lib, &head, diag);
	if (st == DS_CORRUPT) {
		fault(&ck, DS_F_PO_RECORD);
		st = DS_OK;
	} else if (st == DS_OK &&
		   (head.names != ck.names || head.dir_bytes != ck.dir_bytes))
		fault(&ck, DS_F_PO_TOTALS);
	bpam_abandon(&ck.lib);
	free(ck.ids);
	if (st == DS_OK && ck.faulty)
		st = ds_fail(diag, DS_CORRUPT, NULL, "the library is damaged");
	return st;
}

/*
 * Contents: how many names lead to one, who uses it, and its removal. A content
 * without a name is loose and has a row of its own, so that what a writer left
 * that died is found. It goes when nobody uses it; a PDS keeps it until it is
 * compressed.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/bpam/bpam_int.h"
#include "base/bytes.h"

uint32_t
bpam_end_put(uint64_t id, const struct bpam_end *end, uint8_t rec[BPAM_END_LEN])
{
	memset(rec, 0, BPAM_END_LEN);
	bpam_key_id(rec, BPAM_CONTENT, id, BPAM_END_CHUNK);
	be32_put(rec + 13, end->names);
	be64_put(rec + 17, end->records);
	be64_put(rec + 25, end->bytes);
	be64_put(rec + 33, end->chunks);
	return BPAM_END_LEN;
}

enum ds_status
bpam_end_get(
    struct bpam *lib, uint64_t id, struct bpam_end *endp, struct ds_diag *diag)
{
	uint8_t key[BPAM_KEY_LEN];
	const uint8_t *rec = lib->rec;
	enum ds_status st;
	uint32_t len = 0;

	bpam_key_id(key, BPAM_CONTENT, id, BPAM_END_CHUNK);
	st = bpam_rec_get(lib, lib->pos, key, false, lib->rec, &len, diag);
	if (st == DS_NOTFOUND || (st == DS_OK && len != BPAM_END_LEN))
		return ds_fail(diag, DS_CORRUPT, bpam_attr(lib)->name,
		    "a member's content has no end");
	if (st != DS_OK)
		return st;
	endp->names = be32_get(rec + 13);
	endp->records = be64_get(rec + 17);
	endp->bytes = be64_get(rec + 25);
	endp->chunks = be64_get(rec + 33);
	return DS_OK;
}

enum ds_status
bpam_loose_put(struct bpam_change *ch, uint64_t id, struct ds_diag *diag)
{
	uint8_t rec[BPAM_LOOSE_LEN] = {0};

	bpam_key_id(rec, BPAM_LOOSE, id, 0);
	be64_put(rec + BPAM_KEY_LEN, ch->lib->now);
	return bpam_put(ch, rec, sizeof(rec), diag);
}

enum ds_status
bpam_names_add(struct bpam_change *ch, uint64_t id, int n, struct ds_diag *diag)
{
	struct bpam *lib = ch->lib;
	uint8_t rec[BPAM_END_LEN];
	struct bpam_end end = {0};
	enum ds_status st;

	if ((st = bpam_end_get(lib, id, &end, diag)) != DS_OK)
		return st;
	if ((n < 0 && end.names < (uint32_t)-n) ||
	    (n > 0 && end.names > UINT32_MAX - (uint32_t)n))
		return ds_fail(diag, DS_CORRUPT, bpam_attr(lib)->name,
		    "a member's content counts its names wrong");
	end.names += (uint32_t)n;
	st = bpam_update(ch, rec, bpam_end_put(id, &end, rec), diag);
	return st == DS_OK && end.names == 0 ? bpam_loose_put(ch, id, diag)
					     : st;
}

/* --- users -----------------------------------------------------------------
 */

static struct bpam_use **
find_use(struct bpam *lib, uint64_t id)
{
	struct bpam_use **up = &lib->uses;

	while (*up != NULL && (*up)->id != id)
		up = &(*up)->next;
	return up;
}

enum ds_status
bpam_use_take(struct bpam *lib, uint64_t id, struct ds_diag *diag)
{
	struct bpam_use *use = *find_use(lib, id);
	enum ds_status st = DS_OK;

	if (use != NULL) {
		use->n++;
		return DS_OK;
	}
	if ((use = calloc(1, sizeof(*use))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	use->id = id;
	use->n = 1;
	/* The contents of a PDS are removed when nobody else has it open. */
	if (lib->holds.hold != NULL && lib->library)
		st = lib->holds.hold(lib->holds.ctx, id, false, &use->token);
	if (st != DS_OK) {
		free(use);
		return ds_fail(diag, st, bpam_attr(lib)->name,
		    "a member's content is being removed");
	}
	use->next = lib->uses;
	lib->uses = use;
	return DS_OK;
}

void
bpam_use_end(struct bpam *lib, uint64_t id)
{
	struct bpam_use **up = find_use(lib, id), *use = *up;

	if (use == NULL || --use->n > 0)
		return;
	*up = use->next;
	if (use->token != NULL)
		lib->holds.let_go(lib->holds.ctx, use->token);
	free(use);
}

/* --- removal ---------------------------------------------------------------
 */

/* Erase the first record of content id; DS_NOTFOUND: there is none left, and
 * its row has gone too. */
static enum ds_status
clean_step(struct bpam *lib, uint64_t id, struct ds_diag *diag)
{
	uint8_t key[BPAM_KEY_LEN], row[BPAM_KEY_LEN];
	struct bpam_change ch;
	enum ds_status st;
	uint32_t len = 0;
	bool last = false;

	bpam_key_id(key, BPAM_CONTENT, id, 0);
	bpam_key_id(row, BPAM_LOOSE, id, 0);
	if ((st = bpam_begin(lib, &ch, diag)) != DS_OK)
		return st;
	/* Only what is loose still. */
	st = bpam_rec_get(lib, lib->pos, row, false, lib->rec, &len, diag);
	if (st == DS_OK) {
		st = bpam_rec_get(
		    lib, lib->pos, key, true, lib->rec, &len, diag);
		if (st == DS_NOTFOUND ||
		    (st == DS_OK && memcmp(lib->rec, key, 9) != 0)) {
			last = true;
			memcpy(key, row, sizeof(key));
			st = DS_OK;
		} else if (st == DS_OK) {
			memcpy(key, lib->rec, sizeof(key));
		}
		if (st == DS_OK)
			st = bpam_erase(&ch, key, diag);
	}
	st = bpam_end(&ch, st, diag);
	return st == DS_OK && last ? DS_NOTFOUND : st;
}

enum ds_status
bpam_clean(struct bpam *lib, uint64_t id, struct ds_diag *diag)
{
	struct bpam_end end = {0};
	void *token = NULL;
	enum ds_status st;

	if (*find_use(lib, id) != NULL)
		return DS_OK;
	/* One without an end was not written to it; a row that is wrong costs
	 * no member. */
	st = bpam_end_get(lib, id, &end, NULL);
	if (st != DS_CORRUPT && (st != DS_OK || end.names > 0))
		return st;
	if (lib->holds.hold != NULL && lib->library &&
	    lib->holds.hold(lib->holds.ctx, id, true, &token) != DS_OK)
		return DS_OK;
	do {
		st = clean_step(lib, id, diag);
	} while (st == DS_OK);
	if (token != NULL)
		lib->holds.let_go(lib->holds.ctx, token);
	return st == DS_NOTFOUND ? DS_OK : st;
}

enum ds_status
bpam_clean_all(struct bpam *lib, struct ds_diag *diag)
{
	uint8_t key[BPAM_KEY_LEN];
	enum ds_status st, first = DS_OK;
	uint64_t id = 0;
	uint32_t len = 0;

	for (;;) {
		bpam_key_id(key, BPAM_LOOSE, id, 0);
		st = bpam_rec_get(
		    lib, lib->pos, key, true, lib->rec, &len, diag);
		if (st == DS_NOTFOUND ||
		    (st == DS_OK && lib->rec[0] != BPAM_LOOSE))
			return first;
		if (st != DS_OK)
			return st;
		id = be64_get(lib->rec + 1);
		/* One that is damaged keeps no other from going. */
		st = bpam_clean(lib, id, first == DS_OK ? diag : NULL);
		if (first == DS_OK)
			first = st;
		if (lib->broken != DS_OK || id++ == UINT64_MAX)
			return first;
	}
}

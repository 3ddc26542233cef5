/*
 * A library's component: opened, made when it is new, and its records by key.
 * A change of several records is one request of the sphere's log.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/bpam/bpam_int.h"
#include "base/bytes.h"
#include "base/codepage.h"

/* --- keys ------------------------------------------------------------------
 */

static const struct codepage *
page(void)
{
	const struct codepage *cp = NULL;

	/* The letters, digits and @ # $ of names are the same in any. */
	codepage_get(CCSID_1047, &cp, NULL);
	return cp;
}

void
bpam_name_put(uint8_t *p, const char *name)
{
	const struct codepage *cp = page();
	size_t i, n = strlen(name);

	for (i = 0; i < MEMBER_MAX; i++)
		if (i >= n ||
		    !codepage_from_unicode(cp, (unsigned char)name[i], &p[i]))
			p[i] = codepage_blank(cp);
}

bool
bpam_name_get(const uint8_t *p, char name[MEMBER_MAX + 1])
{
	const struct codepage *cp = page();
	size_t i, n = MEMBER_MAX;
	char out[MEMBER_MAX + 1] = {0};

	while (n > 0 && p[n - 1] == codepage_blank(cp))
		n--;
	for (i = 0; i < n; i++) {
		uint32_t code = codepage_to_unicode(cp, p[i]);

		if (code <= ' ' || code > '~')
			return false;
		out[i] = (char)code;
	}
	if (!member_valid(out, n))
		return false;
	memcpy(name, out, sizeof(out));
	return true;
}

void
bpam_key_name(uint8_t key[BPAM_KEY_LEN], const char *name)
{
	memset(key, 0, BPAM_KEY_LEN);
	key[0] = BPAM_NAME;
	bpam_name_put(key + 1, name);
}

void
bpam_key_id(
    uint8_t key[BPAM_KEY_LEN], enum bpam_kind kind, uint64_t id, uint32_t chunk)
{
	key[0] = (uint8_t)kind;
	be64_put(key + 1, id);
	be32_put(key + 9, chunk);
}

/* --- records ---------------------------------------------------------------
 */

static enum ds_status
get_once(struct bpam *lib, struct am_pos *pos, const uint8_t *key, bool ge,
    struct am_rec *rec, struct ds_diag *diag)
{
	const struct am_ops *ops = lib->file->ops;
	const enum am_match match = ge ? AM_GE : AM_EQ;
	enum ds_status st;

	/* In a change all that others did is seen already. */
	if (!lib->changing) {
		st = am_point(
		    pos, AM_KEY, match, false, key, BPAM_KEY_LEN, 0, diag);
		return st == DS_OK ? am_get(pos, rec, diag) : st;
	}
	st = ops->point(pos, AM_KEY, match, false, key, BPAM_KEY_LEN, 0, diag);
	return st == DS_OK ? ops->get(pos, rec, diag) : st;
}

enum ds_status
bpam_rec_get(struct bpam *lib, struct am_pos *pos,
    const uint8_t key[BPAM_KEY_LEN], bool ge, uint8_t *buf, uint32_t *lenp,
    struct ds_diag *diag)
{
	struct am_rec rec;
	enum ds_status st;

	if (lib->empty)
		return ds_fail(diag, DS_NOTFOUND, bpam_attr(lib)->name, NULL);
	st = get_once(lib, pos, key, ge, &rec, diag);
	if (st == DS_EOD)
		st = DS_NOTFOUND;
	if (st != DS_OK)
		return st;
	if (rec.len < BPAM_KEY_LEN || rec.len > BPAM_REC_MAX)
		return ds_fail_rba(diag, DS_CORRUPT, bpam_attr(lib)->name,
		    rec.rba, "a record of a library of %u bytes", rec.len);
	memcpy(buf, rec.data, rec.len);
	*lenp = rec.len;
	return DS_OK;
}

enum ds_status
bpam_begin(struct bpam *lib, struct bpam_change *ch, struct ds_diag *diag)
{
	enum ds_status st;

	if (lib->broken != DS_OK || !lib->output)
		return ds_fail(diag, lib->output ? lib->broken : DS_NOACCESS,
		    bpam_attr(lib)->name,
		    lib->output ? "an earlier change failed"
				: "it is open for input");
	if ((st = am_request_begin(lib->file, diag)) != DS_OK)
		return st;
	ch->lib = lib;
	ch->changed = false;
	if ((st = vsam_room(lib->file, diag)) != DS_OK)
		return am_request_end(lib->file, st, diag);
	lib->file->whole = true;
	lib->changing = true;
	return DS_OK;
}

enum ds_status
bpam_end(struct bpam_change *ch, enum ds_status st, struct ds_diag *diag)
{
	struct bpam *lib = ch->lib;

	lib->file->whole = false;
	lib->changing = false;
	/* Nobody sees the half of it: what is shared forgets it now, what is
	 * not at the close, which then stores nothing. */
	if (st != DS_OK && ch->changed) {
		sphere_unlogged(lib->file->sphere);
		if (!lib->file->shared)
			lib->broken = st;
	}
	return am_request_end(lib->file, st, diag);
}

enum ds_status
bpam_put(
    struct bpam_change *ch, const void *rec, uint32_t len, struct ds_diag *diag)
{
	struct bpam *lib = ch->lib;

	ch->changed = true; /* even one that fails may have split */
	return lib->file->ops->put(lib->pos, rec, len, 0, false, NULL, diag);
}

/* The directory's position holds the record. */
static enum ds_status
hold(struct bpam *lib, const uint8_t *key, struct ds_diag *diag)
{
	struct am_rec rec;

	return get_once(lib, lib->pos, key, false, &rec, diag);
}

enum ds_status
bpam_update(
    struct bpam_change *ch, const void *rec, uint32_t len, struct ds_diag *diag)
{
	struct bpam *lib = ch->lib;
	enum ds_status st;

	if ((st = hold(lib, rec, diag)) != DS_OK)
		return st;
	ch->changed = true;
	return lib->file->ops->update(lib->pos, rec, len, diag);
}

enum ds_status
bpam_erase(struct bpam_change *ch, const uint8_t key[BPAM_KEY_LEN],
    struct ds_diag *diag)
{
	struct bpam *lib = ch->lib;
	enum ds_status st;

	if ((st = hold(lib, key, diag)) != DS_OK)
		return st;
	ch->changed = true;
	return lib->file->ops->erase(lib->pos, diag);
}

void
bpam_defer(struct bpam *lib)
{
	lib->deferred = true;
}

enum ds_status
bpam_commit(struct bpam *lib, struct ds_diag *diag)
{
	return am_commit(lib->file, diag);
}

enum ds_status
bpam_done(struct bpam *lib, struct ds_diag *diag)
{
	return lib->deferred ? DS_OK : bpam_commit(lib, diag);
}

/* --- the library's own record ----------------------------------------------
 */

uint32_t
bpam_head_put(const struct bpam_head *head, uint8_t rec[BPAM_LIBRARY_LEN])
{
	memset(rec, 0, BPAM_LIBRARY_LEN);
	bpam_key_id(rec, BPAM_LIBRARY, 0, 0);
	rec[BPAM_KEY_LEN] = head->library;
	be32_put(rec + 14, head->blocks);
	be64_put(rec + 18, head->next_id);
	be64_put(rec + 26, head->names);
	be64_put(rec + 34, head->dir_bytes);
	return BPAM_LIBRARY_LEN;
}

enum ds_status
bpam_head_get(struct bpam *lib, struct bpam_head *headp, struct ds_diag *diag)
{
	uint8_t key[BPAM_KEY_LEN];
	const uint8_t *rec = lib->rec;
	enum ds_status st;
	uint32_t len = 0;

	bpam_key_id(key, BPAM_LIBRARY, 0, 0);
	st = bpam_rec_get(lib, lib->pos, key, false, lib->rec, &len, diag);
	if (st == DS_NOTFOUND || (st == DS_OK && len != BPAM_LIBRARY_LEN))
		return ds_fail(diag, DS_CORRUPT, bpam_attr(lib)->name,
		    "the library has no record of its own");
	if (st != DS_OK)
		return st;
	headp->library = rec[BPAM_KEY_LEN] != 0;
	headp->blocks = be32_get(rec + 14);
	headp->next_id = be64_get(rec + 18);
	headp->names = be64_get(rec + 26);
	headp->dir_bytes = be64_get(rec + 34);
	if (headp->next_id == 0)
		return ds_fail(diag, DS_CORRUPT, bpam_attr(lib)->name,
		    "the library's own record is damaged");
	return DS_OK;
}

/* --- opening ---------------------------------------------------------------
 */

bool
bpam_is_new(struct volume *vol, const char *data_name)
{
	struct sphere_state state;

	return sphere_read_state(vol, data_name, &state, NULL, NULL) == DS_OK &&
	       state.part[SPHERE_DATA].hurba == 0;
}

/* A load of one record: there from its close on, or not at all. */
static enum ds_status
make(struct volume *vol, const char *data_name, const struct bpam_parms *parms,
    struct ds_diag *diag)
{
	const struct bpam_head head = {
	    .next_id = 1, .blocks = parms->blocks, .library = parms->library};
	struct am_parms am = {.sphere = parms->sphere, .intent = AM_OUTPUT};
	uint8_t rec[BPAM_LIBRARY_LEN];
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	enum ds_status st;

	am.sphere.shared = false;
	if ((st = am_open(vol, data_name, &am, &file, diag)) != DS_OK)
		return st;
	if ((st = am_pos_new(file, &pos)) != DS_OK)
		ds_fail(diag, st, am_attr(file)->name, NULL);
	else if (!am_loading(file))
		st = DS_OK; /* another was first */
	else
		st = am_put(
		    pos, rec, bpam_head_put(&head, rec), 0, true, NULL, diag);
	am_pos_free(&pos);
	if (st == DS_OK)
		return am_close(&file, diag);
	am_abandon(&file);
	return st;
}

static enum ds_status
check(struct bpam *lib, struct ds_diag *diag)
{
	const struct comp_attr *attr = bpam_attr(lib);
	struct bpam_shape shape;
	struct bpam_head head;
	enum ds_status st;

	if (attr->org != DS_ORG_PO || attr->keylen != BPAM_KEY_LEN ||
	    attr->rkp != 0 || am_index_attr(lib->file) == NULL)
		return ds_fail(diag, DS_CORRUPT, attr->name,
		    "it is no component of a library");
	if ((st = bpam_shape_get(lib, &shape, diag)) != DS_OK || lib->empty)
		return st;
	/* Without it members can be read still. */
	st = bpam_head_get(lib, &head, diag);
	if (st == DS_CORRUPT && !lib->output)
		return DS_OK;
	if (st != DS_OK)
		return st;
	lib->library = head.library;
	lib->blocks = head.blocks;
	return DS_OK;
}

enum ds_status
bpam_open(struct volume *vol, const char *data_name,
    const struct bpam_parms *parms, struct bpam **libp, struct ds_diag *diag)
{
	struct am_parms am = {.sphere = parms->sphere, .intent = AM_INPUT};
	struct bpam *lib;
	enum ds_status st = DS_OK;

	if ((lib = calloc(1, sizeof(*lib))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	lib->holds = parms->holds;
	lib->output = parms->output;
	lib->now = parms->now;
	lib->library = parms->library;
	lib->blocks = parms->blocks;
	if (parms->output) {
		am.intent |= AM_OUTPUT;
		if (bpam_is_new(vol, data_name))
			st = make(vol, data_name, parms, diag);
	}
	am.sphere.shared = true;
	if (st == DS_OK)
		st = am_open(vol, data_name, &am, &lib->file, diag);
	if (st == DS_OK) {
		lib->empty = am_state(lib->file)->part[SPHERE_DATA].hurba == 0;
		if ((st = am_pos_new(lib->file, &lib->pos)) == DS_OK) {
			lib->pos->for_update = false;
			st = check(lib, diag);
		}
	}
	/* What a writer left that died; a PDS keeps it until it is compressed.
	 * What is damaged of it stays, and is nobody's matter here. */
	if (st == DS_OK && lib->output && lib->library) {
		bpam_clean_all(lib, NULL);
		if (lib->broken != DS_OK)
			st = ds_fail(diag, lib->broken, bpam_attr(lib)->name,
			    "what was left over cannot be removed");
	}
	if (st != DS_OK)
		bpam_abandon(&lib);
	else
		*libp = lib;
	return st;
}

void
bpam_abandon(struct bpam **libp)
{
	struct bpam *lib;

	if (libp == NULL || (lib = *libp) == NULL)
		return;
	while (lib->uses != NULL) {
		lib->uses->n = 1;
		bpam_use_end(lib, lib->uses->id);
	}
	am_pos_free(&lib->pos);
	am_abandon(&lib->file);
	free(lib);
	*libp = NULL;
}

enum ds_status
bpam_close(struct bpam **libp, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	struct bpam *lib;

	if (libp == NULL || (lib = *libp) == NULL)
		return DS_OK;
	if (lib->broken != DS_OK) {
		st = ds_fail(diag, lib->broken, bpam_attr(lib)->name,
		    "an earlier change failed");
	} else {
		am_pos_free(&lib->pos);
		st = am_close(&lib->file, diag);
	}
	bpam_abandon(libp);
	return st;
}

const struct comp_attr *
bpam_attr(const struct bpam *lib)
{
	return am_attr(lib->file);
}

struct sphere_state *
bpam_state(struct bpam *lib)
{
	return am_state(lib->file);
}

bool
bpam_is_library(const struct bpam *lib)
{
	return lib->library;
}

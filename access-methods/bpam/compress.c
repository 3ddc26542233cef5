/*
 * Compress: the records that a library's names lead to, loaded in their order
 * into a component of their own. Erasing what is loose in its place would not
 * do: its control intervals lie among those of what stays, and new contents
 * have higher keys than all of them.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/bpam/bpam_int.h"
#include "base/bytes.h"

/* Identities of loose contents, ascending as their rows are. */
struct loose {
	uint64_t *v;
	size_t n, cap, at; /* at: contents before it were passed */
};

static enum ds_status
add_loose(struct loose *l, uint64_t id, struct ds_diag *diag)
{
	size_t cap = l->cap > 0 ? 2 * l->cap : 256;
	uint64_t *v;

	if (l->n == l->cap) {
		if ((v = realloc(l->v, cap * sizeof(*v))) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, NULL);
		l->v = v;
		l->cap = cap;
	}
	l->v[l->n++] = id;
	return DS_OK;
}

/* Asked for ascending identities. */
static bool
is_loose(struct loose *l, uint64_t id)
{
	while (l->at < l->n && l->v[l->at] < id)
		l->at++;
	return l->at < l->n && l->v[l->at] == id;
}

/* A row of a loose content is noted, its records are passed over. */
static enum ds_status
copy_one(const struct am_rec *rec, struct loose *l, struct am_pos *to,
    struct ds_diag *diag)
{
	if (rec->len < BPAM_KEY_LEN)
		return ds_fail_rba(diag, DS_CORRUPT, NULL, rec->rba,
		    "a record of a library of %u bytes", rec->len);
	if (rec->data[0] == BPAM_LOOSE)
		return add_loose(l, be64_get(rec->data + 1), diag);
	if (rec->data[0] == BPAM_CONTENT &&
	    is_loose(l, be64_get(rec->data + 1)))
		return DS_OK;
	return am_put(to, rec->data, rec->len, 0, true, NULL, diag);
}

static enum ds_status
copy(struct bpam *lib, struct am_pos *to, bool (*stop)(void),
    struct ds_diag *diag)
{
	struct am_pos *from = NULL;
	struct loose l = {0};
	struct am_rec rec;
	enum ds_status st;

	if ((st = am_pos_new(lib->file, &from)) != DS_OK)
		return ds_fail(diag, st, bpam_attr(lib)->name, NULL);
	st = am_point(from, AM_FIRST, AM_GE, false, NULL, 0, 0, diag);
	while (st == DS_OK && (st = am_get(from, &rec, diag)) == DS_OK) {
		st = copy_one(&rec, &l, to, diag);
		if (st == DS_OK && stop != NULL && stop())
			st = ds_fail(
			    diag, DS_STOPPED, bpam_attr(lib)->name, NULL);
	}
	am_pos_free(&from);
	free(l.v);
	return st == DS_EOD ? DS_OK : st;
}

enum ds_status
bpam_compress(struct bpam *lib, struct volume *vol, const char *to,
    const struct sphere_parms *parms, bool (*stop)(void), struct ds_diag *diag)
{
	struct am_parms am = {.sphere = *parms, .intent = AM_OUTPUT | AM_SEQ};
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	enum ds_status st;

	if (lib->empty)
		return DS_OK;
	am.sphere.shared = false;
	if ((st = am_open(vol, to, &am, &file, diag)) != DS_OK)
		return st;
	if (!am_loading(file))
		st = ds_fail(diag, DS_EXIST, am_attr(file)->name,
		    "the component is not empty");
	else if ((st = am_pos_new(file, &pos)) != DS_OK)
		ds_fail(diag, st, am_attr(file)->name, NULL);
	else
		st = copy(lib, pos, stop, diag);
	am_pos_free(&pos);
	if (st == DS_OK)
		return am_close(&file, diag);
	am_abandon(&file);
	return st;
}

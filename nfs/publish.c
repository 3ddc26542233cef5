/*
 * New content becomes records: of a sequential data set, or of a member. Both
 * keep the old content until the new one is closed; what is appended to a
 * member is new content, which begins with the records that it has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nfs/ops_int.h"
#include "nfs/publish.h"

enum {
	RDW_LEN = 4,
	PIECE = 256 << 10,
	/* Of a data set of which nobody has said what its records are, as IBM's
	 * server has it unless told otherwise (cpn2co115): VB of 8196. */
	VB_LRECL = 8196,
	U_MAX = 32760,
};

/* --- what it is for --------------------------------------------------------
 */

static void
set_lengths(const struct ds_attrs *a, struct cut_parms *cut)
{
	const bool unsaid = a->unsaid || a->lrecl == 0;

	cut->fixed = a->fixed && !unsaid;
	cut->ccsid = a->ccsid;
	switch (a->recfm) {
	case DS_RECFM_F:
	case DS_RECFM_FB:
	case DS_RECFM_FBS:
		cut->max = a->lrecl;
		break;
	case DS_RECFM_U:
		cut->max = a->lrecl != 0 ? a->lrecl : U_MAX;
		return;
	default:
		cut->max = a->lrecl > RDW_LEN ? a->lrecl - RDW_LEN : 0;
		break;
	}
	if (unsaid || cut->max == 0)
		cut->max = VB_LRECL - RDW_LEN;
}

static uint64_t
was_member(struct ds_system *sys, const struct target *t, const char *member,
    struct ds_diag *diag, enum ds_status *stp)
{
	struct ds_library *lib = NULL;
	struct ds_member m = {0};

	*stp = ds_library_open(sys, t->name, DD_SHR, false, &lib, diag);
	if (*stp == DS_OK)
		*stp = ds_member_find(lib, member, &m, diag);
	ds_library_abandon(&lib);
	return hash_bytes(4, &m.id, sizeof(m.id));
}

static uint64_t
was_set(const struct ds_entry *e)
{
	uint64_t v[3] = {0, e->stats.rec_total, e->stats.bytes};

	memcpy(&v[0], e->comp_id + DS_IDENTITY_LEN, sizeof(v[0]));
	return hash_bytes(4, v, sizeof(v));
}

static enum ds_status
find_cluster(struct ds_system *sys, const struct ds_entry *ent,
    struct target *t, struct ds_diag *diag)
{
	const char *name = ds_entry_assoc(ent, DS_DATA);
	struct ds_entry *d = NULL;
	struct cut_parms *cut = &t->cut;
	enum ds_status st;

	if (t->member || name == NULL)
		return ds_fail(diag, DS_UNSUPPORTED, ent->name, NULL);
	if ((st = ds_locate(sys, ent->catalog, name, &d, diag)) != DS_OK)
		return st;
	t->cluster = true;
	t->org = d->org;
	t->keylen = d->keylen;
	t->rkp = d->rkp;
	t->empty = d->stats.hurba == 0;
	t->was = d->stats.rec_total;
	cut->max = d->maxlrecl;
	cut->min = d->org == DS_ORG_KSDS ? d->rkp + d->keylen : 1;
	cut->ccsid = d->ccsid;
	cut->whole = true;
	/* As the view has it: records of one length, as far as they are. */
	cut->fixed = d->avglrecl == d->maxlrecl &&
		     d->stats.rec_total * d->maxlrecl == d->stats.bytes;
	t->view_ok = cut->fixed || cut->view != OPS_BINARY;
	if (d->org != DS_ORG_KSDS && d->org != DS_ORG_ESDS &&
	    d->org != DS_ORG_RRDS && d->org != DS_ORG_VRRDS)
		st = ds_fail(diag, DS_UNSUPPORTED, ent->name, NULL);
	if (!d->stats_known)
		st = ds_fail(diag, DS_OPEN_IO, ent->name, NULL);
	ds_entry_free(&d);
	return st;
}

static enum ds_status
find(struct ds_system *sys, const struct node *node, struct target *t,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	if ((st = ds_locate_identity(sys, node->id, &ent, diag)) != DS_OK)
		return st;
	memcpy(t->name, ent->name, sizeof(t->name));
	t->org = ent->org;
	t->member = node->kind == NODE_MEMBER;
	t->view_ok = true;
	if (ent->type == DS_CLUSTER)
		st = find_cluster(sys, ent, t, diag);
	else if (t->member != (ent->org == DS_ORG_PO))
		st = ds_fail(diag, DS_UNSUPPORTED, ent->name, NULL);
	else
		t->was = was_set(ent);
	ds_entry_free(&ent);
	if (st != DS_OK)
		return st;
	if (t->member) {
		snprintf(
		    t->file, sizeof(t->file), "%s(%s)", t->name, node->text);
		t->was = was_member(sys, t, node->text, diag, &st);
	} else {
		snprintf(t->file, sizeof(t->file), "%s", t->name);
	}
	return st;
}

enum ds_status
target_find(struct ds_system *sys, const struct node *node, struct target *tp,
    struct ds_diag *diag)
{
	struct target t = {.cut = {.view = node->view}};
	struct ds_attrs attrs;
	enum ds_status st;

	if ((st = find(sys, node, &t, diag)) != DS_OK)
		return st;
	if (!t.cluster) {
		st = ds_name_attrs(sys, t.file, &attrs, diag);
		if (st != DS_OK)
			return st;
		set_lengths(&attrs, &t.cut);
	}
	*tp = t;
	return DS_OK;
}

bool
target_may_edit(const struct target *t)
{
	return t->cut.fixed || t->cut.view != OPS_BINARY;
}

/* --- records ---------------------------------------------------------------
 */

static enum ds_status
put(void *ctx, const uint8_t *rec, size_t len, struct ds_diag *diag)
{
	return ds_put(ctx, rec, len, diag);
}

enum ds_status
content_cut(const struct target *t, const struct content *c, cut_fn *fn,
    void *ctx, struct ds_diag *diag)
{
	uint64_t at = c->base;
	uint8_t *buf = malloc(PIECE);
	struct cutter *cut = NULL;
	enum ds_status st;
	size_t n;

	st = buf != NULL ? cut_new(&t->cut, fn, ctx, &cut, diag)
			 : ds_fail(diag, DS_NOMEM, NULL, NULL);
	for (; st == DS_OK && at < c->size; at += n) {
		n = c->size - at < PIECE ? (size_t)(c->size - at) : PIECE;
		if ((st = stream_read(c->stream, at, buf, n, diag)) == DS_OK)
			st = cut_feed(cut, buf, n, diag);
	}
	if (st == DS_OK)
		st = cut_end(cut, diag);
	cut_free(&cut);
	free(buf);
	return st;
}

/* The records that the member has go first. */
static enum ds_status
put_old(struct ds_system *sys, struct ds_file *file, const struct target *t,
    struct ds_diag *diag)
{
	const struct ds_open_parms how = {.disp = DD_SHR};
	struct ds_file *old = NULL;
	struct ds_rec rec;
	enum ds_status st;

	st = ds_open_with(sys, t->file, DS_INPUT | DS_SEQ, &how, &old, diag);
	while (st == DS_OK && (st = ds_get(old, &rec, diag)) == DS_OK)
		st = ds_put(file, rec.data, rec.len, diag);
	ds_abandon(&old);
	return st == DS_EOD ? DS_OK : st;
}

enum ds_status
publish(struct ds_system *sys, const struct target *t, const struct content *c,
    struct ds_diag *diag)
{
	const bool append = c->mode == STREAM_APPEND;
	const struct ds_open_parms how = {
	    .disp = append && !t->member ? DD_MOD : DD_SHR,
	    .program = {.recfm = DS_RECFM_VB, .lrecl = VB_LRECL}};
	struct ds_file *file = NULL;
	enum ds_status st;

	st = ds_open_with(sys, t->file, DS_OUTPUT | DS_SEQ, &how, &file, diag);
	if (st == DS_OK && append && t->member)
		st = put_old(sys, file, t, diag);
	if (st == DS_OK)
		st = content_cut(t, c, put, file, diag);
	if (st == DS_OK)
		st = ds_close(&file, diag);
	ds_abandon(&file);
	return st;
}

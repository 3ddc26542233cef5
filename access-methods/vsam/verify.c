/*
 * Every invariant of a VSAM data set, checked apart from the code that keeps
 * it: control intervals, side area, index, order of keys. The names (CI-I1,
 * KS-I2 ...) are those of README.md.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

struct check {
	struct vsam_file *vf;
	unsigned tests; /* enum am_test */
	am_found_fn *report;
	am_stop_fn *stop;
	void *ctx;
	struct am_examined *sum;
	uint8_t *image; /* VSAM_CI_MAX bytes, for show_ci */
	uint64_t faults;
	uint64_t records, bytes; /* of all records seen */
	/* RBA of the side page told last, and if one was told at all */
	uint64_t side_rba[SPHERE_PARTS];
	bool side_bad[SPHERE_PARTS];
	/* KSDS */
	uint8_t *ci_seen; /* a byte a data CI: 1 in use, 2 free */
	uint8_t *ix_seen; /* a byte an index CI */
	uint64_t used_cis, ix_records, ix_free;
	uint8_t key[VSAM_KEY_MAX]; /* of the last record */
	bool have_key;
	uint8_t sep[VSAM_KEY_MAX]; /* of the last sequence-set entry */
	uint32_t sep_len;
	bool have_sep;
	/* spanned: segments of the record before are still to come */
	bool in_span;
	uint16_t update;
	uint32_t span_len;
	/* last record seen of each level, and what it says comes next */
	bool have_next[VSAM_IX_LEVELS + 1];
	uint64_t last_rba[VSAM_IX_LEVELS + 1], next_rba[VSAM_IX_LEVELS + 1];
};

/* The image of what a fault is about. */
static void
show_ci(struct check *ck, struct am_found *found)
{
	const struct comp_attr *attr = sphere_attr(ck->vf->sp, found->part);
	uint64_t rba;

	switch (found->fault) {
	case DS_F_IX_SIDE:
	case DS_F_SIDE_PAGE:
	case DS_F_IX_STATE:
	case DS_F_IX_COUNT:
	case DS_F_CA_UNKNOWN:
	case DS_F_USED_CIS:
	case DS_F_TOTALS:
	case DS_F_STATISTICS:
		return;
	default:
		break;
	}
	rba = found->rba - found->rba % attr->ci_len;
	if (attr->ci_len > VSAM_CI_MAX ||
	    sphere_peek(ck->vf->sp, found->part, rba, ck->image, NULL) != DS_OK)
		return;
	found->ci = ck->image;
	found->ci_len = attr->ci_len;
}

/* what: the fault's text with more, or NULL. Without its index records
 * neither test gets anywhere, so what keeps them from being read is told by
 * both; all else by its own test. */
static void
fault_text(struct check *ck, enum ds_fault f, enum sphere_part part,
    uint64_t rba, const char *what)
{
	struct am_found found = {.fault = f,
	    .part = part,
	    .rba = rba,
	    .what = what != NULL ? what : ds_fault_text(f)};
	unsigned of = ds_fault_test(f) == 'I' ? AM_TEST_INDEX : AM_TEST_DATA;

	if ((ck->tests & of) == 0 && f > DS_F_IX_STATE)
		return;
	ck->faults++;
	if (ck->report == NULL)
		return;
	show_ci(ck, &found);
	ck->report(ck->ctx, &found);
}

static void
fault(struct check *ck, enum ds_fault f, enum sphere_part part, uint64_t rba)
{
	fault_text(ck, f, part, rba, NULL);
}

/* What the codec of index records found wrong. */
static enum ds_fault
index_fault(const char *why)
{
	if (strcmp(why, ds_fault_text(DS_F_IX_ORDER)) == 0)
		return DS_F_IX_ORDER;
	if (strcmp(why, ds_fault_text(DS_F_IX_POINTERS)) == 0)
		return DS_F_IX_POINTERS;
	return DS_F_IX_BYTES;
}

/*
 * Is it the side page of what cannot be read? All that the page describes
 * cannot, for the same reason: it is told once.
 */
static bool
side_failed(struct check *ck, enum sphere_part part, uint64_t rba)
{
	struct ds_diag why = {0};
	uint32_t records, bytes;
	char text[sizeof(why.text) + 100];

	if (side_get(ck->vf->sp, part, rba, &records, &bytes, &why) !=
		DS_CORRUPT ||
	    !why.has_rba)
		return false;
	if (ck->side_bad[part] && ck->side_rba[part] == why.rba)
		return true;
	ck->side_bad[part] = true;
	ck->side_rba[part] = why.rba;
	snprintf(text, sizeof(text),
	    "%s; the control intervals from here on that it describes cannot "
	    "be read",
	    why.text);
	fault_text(ck, part == SPHERE_INDEX ? DS_F_IX_SIDE : DS_F_SIDE_PAGE,
	    part, why.rba, text);
	return true;
}

/* A failure to read: a fault to report and go on, or the end. */
static enum ds_status
failed(struct check *ck, enum sphere_part part, uint64_t rba, enum ds_status st,
    const struct ds_diag *why, struct ds_diag *diag)
{
	enum ds_fault f =
	    part == SPHERE_INDEX ? index_fault(why->text) : DS_F_CI_BYTES;
	char text[sizeof(why->text) + 40];

	if (st == DS_NOMEM) {
		if (diag != NULL)
			*diag = *why;
		return st;
	}
	if (side_failed(ck, part, rba))
		return DS_OK;
	snprintf(text, sizeof(text), "%s: %s", ds_status_text(st), why->text);
	fault_text(ck, f, part, rba, text);
	return DS_OK;
}

/* Is the test to end now? */
static enum ds_status
go_on(const struct check *ck, struct ds_diag *diag)
{
	if (ck->stop == NULL || !ck->stop(ck->ctx))
		return DS_OK;
	return ds_fail(diag, DS_STOPPED, ck->vf->data->name, NULL);
}

/* The side entry of a control interval against what is in it (CI-I3). */
static enum ds_status
side_check(struct check *ck, uint64_t rba, uint32_t nrec, uint32_t bytes,
    struct ds_diag *diag)
{
	uint32_t records = 0, len = 0;
	struct ds_diag why;
	enum ds_status st;

	st = side_get(ck->vf->sp, SPHERE_DATA, rba, &records, &len, &why);
	if (st != DS_OK)
		return failed(ck, SPHERE_DATA, rba, st, &why, diag);
	if (records != nrec || len != bytes)
		fault(ck, nrec == 0 ? DS_F_FREE_COUNTS : DS_F_CI_COUNTS,
		    SPHERE_DATA, rba);
	ck->records += nrec;
	ck->bytes += bytes;
	return DS_OK;
}

/* A control interval that no record can be in. */
static enum ds_status
unused_check(struct check *ck, uint64_t rba, struct ds_diag *diag)
{
	if ((ck->tests & AM_TEST_DATA) == 0)
		return DS_OK;
	ck->sum->cis++;
	ck->sum->free_bytes += ck->vf->ci_len;
	return side_check(ck, rba, 0, 0, diag);
}

/* A control interval in use, for the statistics. */
static void
sum_ci(struct check *ck, const struct vsam_ci_head *head)
{
	ck->sum->cis++;
	ck->sum->empty_cis += head->nrec == 0;
	ck->sum->free_bytes += head->nfree;
}

static void
sum_record(struct check *ck, uint32_t len)
{
	if (len > ck->sum->maxlen)
		ck->sum->maxlen = len;
}

/* The segments of a spanned record (SP-I1, SP-I2); head is of the CI at rba,
 * joined: it is to go on with the record before. */
static void
span_check(struct check *ck, uint64_t rba, const struct vsam_ci_head *head,
    bool joined)
{
	bool more = (head->seg & VSAM_RDF_NOTFIRST) != 0;

	if (joined != more)
		fault(ck, joined ? DS_F_SEG_MISSING : DS_F_SEG_STRAY,
		    SPHERE_DATA, rba);
	if (joined && more && head->update != ck->update)
		fault(ck, DS_F_SEG_UPDATE, SPHERE_DATA, rba);
	ck->span_len = (more ? ck->span_len : 0) + head->used;
	if (head->seg != 0 && ck->span_len > ck->vf->data->maxlrecl)
		fault(ck, DS_F_SEG_LONG, SPHERE_DATA, rba);
	if (head->seg != 0)
		sum_record(ck, ck->span_len);
	ck->in_span = (head->seg & VSAM_RDF_NOTLAST) != 0;
	ck->update = head->update;
}

/* Records that count for a CI: one for the first segment. */
static uint32_t
records_of(const struct vsam_ci_head *head)
{
	return head->seg & VSAM_RDF_NOTFIRST ? 0 : head->nrec;
}

/* --- KSDS ------------------------------------------------------------------
 */

static void
keys_check(struct check *ck, uint64_t rba, const uint8_t *ci,
    const uint8_t *sep, uint32_t sep_len)
{
	struct vsam_file *vf = ck->vf;
	struct vsam_ci_cur cur;
	const uint8_t *key;

	vsam_ci_begin(&cur, ci, vf->ci_len);
	while (vsam_ci_next(&cur)) {
		sum_record(ck, cur.len);
		key = ci + cur.off + vf->rkp;
		if (ck->have_key && memcmp(ck->key, key, vf->keylen) >= 0)
			fault(ck, DS_F_KEY_ORDER, SPHERE_DATA, rba + cur.off);
		if (ck->have_sep && memcmp(key, ck->sep, ck->sep_len) <= 0)
			fault(ck, DS_F_KEY_LOW, SPHERE_DATA, rba + cur.off);
		if (memcmp(key, sep, sep_len) > 0)
			fault(ck, DS_F_KEY_HIGH, SPHERE_DATA, rba + cur.off);
		memcpy(ck->key, key, vf->keylen);
		ck->have_key = true;
	}
}

static enum ds_status
entry_check(struct check *ck, const struct vsam_ix_node *leaf, uint32_t i,
    struct ds_diag *diag)
{
	struct vsam_file *vf = ck->vf;
	uint64_t rba = ksds_ci_rba(vf, leaf, i);
	struct sphere_buf *buf = NULL;
	struct vsam_ci_head head;
	struct ds_diag why;
	enum ds_status st;

	/* That no other entry has it the codec and leaf_check have seen to. */
	ck->ci_seen[rba / vf->ci_len] = 1;
	ck->used_cis++;
	if ((ck->tests & AM_TEST_DATA) == 0)
		return go_on(ck, diag);
	if ((st = go_on(ck, diag)) != DS_OK)
		return st;
	st = vsam_ci_get(vf, rba, BUF_READ, &buf, &head, &why);
	if (st == DS_OK) {
		sum_ci(ck, &head);
		span_check(
		    ck, rba, &head, i > 0 && vsam_ix_joined(leaf, i - 1));
		if (ck->in_span &&
		    (i + 1 == leaf->n || !vsam_ix_joined(leaf, i)))
			fault(ck, DS_F_SEG_LAST, SPHERE_DATA, rba);
		if (records_of(&head) > 0)
			keys_check(ck, rba, buf->data, vsam_ix_key(leaf, i),
			    leaf->len[i]);
		st = side_check(ck, rba, records_of(&head), head.used, diag);
		buf_release(vf->sp, &buf);
	} else {
		ck->in_span = false;
		st = failed(ck, SPHERE_DATA, rba, st, &why, diag);
	}
	ck->sep_len = leaf->len[i];
	memcpy(ck->sep, vsam_ix_key(leaf, i), leaf->len[i]);
	ck->have_sep = true;
	return st;
}

/* Control intervals that no entry points to: unique, and without records. */
static enum ds_status
free_check(
    struct check *ck, const struct vsam_ix_node *leaf, struct ds_diag *diag)
{
	struct vsam_file *vf = ck->vf;
	uint64_t ci = leaf->base_rba / vf->ci_len, rba;
	uint32_t i;
	enum ds_status st = DS_OK;

	for (i = 0; i < leaf->nfree; i++)
		ck->ci_seen[ci + leaf->free_ci[i]] = 2;
	for (i = 0; st == DS_OK && i < vf->cis_per_ca; i++) {
		rba = leaf->base_rba + (uint64_t)i * vf->ci_len;
		if (ck->ci_seen[ci + i] != 1)
			st = unused_check(ck, rba, diag);
	}
	return st;
}

static enum ds_status
leaf_check(struct check *ck, const struct vsam_ix_node *leaf, uint64_t rba,
    struct ds_diag *diag)
{
	struct vsam_file *vf = ck->vf;
	uint64_t ci = leaf->base_rba / vf->ci_len;
	uint32_t i;
	enum ds_status st = DS_OK;

	for (i = 0; i < vf->cis_per_ca; i++)
		if (ck->ci_seen[ci + i] != 0) {
			fault(ck, DS_F_CA_TWICE, SPHERE_INDEX, rba);
			return DS_OK;
		}
	for (i = 0; st == DS_OK && i < leaf->n; i++)
		st = entry_check(ck, leaf, i, diag);
	return st == DS_OK ? free_check(ck, leaf, diag) : st;
}

/* The record's place: seen once, last key as above, horizontal pointers. */
static bool
place_check(struct check *ck, uint64_t rba, const struct vsam_ix_node *node,
    const uint8_t *sep, uint32_t sep_len)
{
	struct vsam_file *vf = ck->vf;
	uint32_t level = node->level, last = node->n - 1;

	if (ck->ix_seen[rba / vf->dim.ci_len] != 0) {
		fault(ck, DS_F_IX_TWICE, SPHERE_INDEX, rba);
		return false;
	}
	ck->ix_seen[rba / vf->dim.ci_len] = 1;
	ck->ix_records++;
	if (node->len[last] != sep_len ||
	    memcmp(vsam_ix_key(node, last), sep, sep_len) != 0)
		fault(ck, DS_F_IX_ABOVE, SPHERE_INDEX, rba);
	if (ck->have_next[level] && ck->next_rba[level] != rba)
		fault(ck, DS_F_IX_NEXT, SPHERE_INDEX, ck->last_rba[level]);
	if (!ck->have_next[level] && level == 1 &&
	    sphere_state(vf->sp)->part[SPHERE_INDEX].seqset_rba != rba)
		fault(ck, DS_F_SEQSET_FIRST, SPHERE_INDEX, rba);
	ck->have_next[level] = true;
	ck->last_rba[level] = rba;
	ck->next_rba[level] = node->next_rba;
	return true;
}

/* The side entry of an index record against those of what it points to; of
 * the highest against the state (IX-I5). */
static enum ds_status
below_check(struct check *ck, struct sphere_buf *buf, struct ds_diag *diag)
{
	struct sphere *sp = ck->vf->sp;
	const struct sphere_state *state = sphere_state(sp);
	const struct comp_state *d = &state->part[SPHERE_DATA];
	const struct sphere_sums *cum = NULL;
	struct sphere_sums below = {0}, all;
	struct ds_diag why;
	enum ds_status st;

	if (!state->counted)
		return DS_OK;
	st = sums_get(sp, buf->rba, &below, &why);
	if (st != DS_OK)
		return failed(ck, SPHERE_INDEX, buf->rba, st, &why, diag);
	/* Below the sequence set are the counts of data. */
	st = ksds_node_sums(ck->vf, buf, &cum, &why);
	if (st != DS_OK && ksds_node(buf)->level == 1 && why.has_rba)
		return failed(ck, SPHERE_DATA, why.rba, st, &why, diag);
	if (st != DS_OK)
		return failed(ck, SPHERE_INDEX, buf->rba, st, &why, diag);
	all = cum[ksds_node(buf)->n - 1];
	if (below.records != all.records || below.bytes != all.bytes ||
	    (buf->rba == state->part[SPHERE_INDEX].root_rba &&
		(below.records != d->records || below.bytes != d->bytes)))
		fault(ck, DS_F_IX_BELOW, SPHERE_INDEX, buf->rba);
	return DS_OK;
}

static enum ds_status
node_check(struct check *ck, uint64_t rba, uint32_t level, const uint8_t *sep,
    uint32_t sep_len, struct ds_diag *diag)
{
	struct vsam_file *vf = ck->vf;
	const struct vsam_ix_node *node;
	struct sphere_buf *buf = NULL;
	struct ds_diag why;
	uint32_t i;
	enum ds_status st;

	st = ksds_node_get(vf, rba, level, &buf, &why);
	if (st != DS_OK) {
		ck->have_next[level] = false;
		return failed(ck, SPHERE_INDEX, rba, st, &why, diag);
	}
	node = ksds_node(buf);
	if (place_check(ck, rba, node, sep, sep_len)) {
		if (level == 1)
			st = leaf_check(ck, node, rba, diag);
		for (i = 0; level > 1 && st == DS_OK && i < node->n; i++)
			st = node_check(ck,
			    (uint64_t)node->ptr[i] * vf->dim.ci_len, level - 1,
			    vsam_ix_key(node, i), node->len[i], diag);
		if (st == DS_OK)
			st = below_check(ck, buf, diag);
	}
	buf_release(vf->sp, &buf);
	return st;
}

/* Free index records, and control areas: in one chain each, not in use, and
 * without records (KS-I5). */
static enum ds_status
chain_check(struct check *ck, unsigned which, struct ds_diag *diag)
{
	struct vsam_file *vf = ck->vf;
	uint64_t rba = sphere_state(vf->sp)->part[SPHERE_INDEX].spare[which];
	struct vsam_ix_free f;
	struct ds_diag why;
	uint64_t ci;
	uint32_t i;
	enum ds_status st = DS_OK;

	for (; st == DS_OK && rba != 0; rba = f.next_rba) {
		if ((st = ksds_free_get(vf, rba, &f, &why)) != DS_OK)
			return failed(ck, SPHERE_INDEX, rba, st, &why, diag);
		if (ck->ix_seen[rba / vf->dim.ci_len] != 0 ||
		    (f.base_rba != 0) != (which == VSAM_SPARE_FREE_CA)) {
			fault(ck, DS_F_FREE_CHAIN, SPHERE_INDEX, rba);
			return DS_OK;
		}
		ck->ix_seen[rba / vf->dim.ci_len] = 2;
		ck->ix_free++;
		ci = f.base_rba / vf->ci_len;
		for (i = 0;
		     f.base_rba != 0 && st == DS_OK && i < vf->cis_per_ca;
		     i++) {
			if (ck->ci_seen[ci + i] != 0)
				fault(ck, DS_F_CA_FREE_USED, SPHERE_DATA,
				    (ci + i) * vf->ci_len);
			ck->ci_seen[ci + i] = 2;
			st = unused_check(ck, (ci + i) * vf->ci_len, diag);
		}
	}
	return st;
}

/* What the state says of the whole (KS-I4, IX-I4). */
static void
totals_check(struct check *ck)
{
	struct vsam_file *vf = ck->vf;
	const struct sphere_state *state = sphere_state(vf->sp);
	const struct comp_state *d = &state->part[SPHERE_DATA];
	const struct comp_state *ix = &state->part[SPHERE_INDEX];
	uint64_t ca;
	uint32_t level;

	for (ca = 0; ca < d->hurba / vf->ca_len; ca++)
		if (ck->ci_seen[ca * vf->cis_per_ca] == 0 &&
		    ck->ci_seen[(ca + 1) * vf->cis_per_ca - 1] == 0 &&
		    memchr(ck->ci_seen + ca * vf->cis_per_ca, 1,
			vf->cis_per_ca) == NULL)
			fault(
			    ck, DS_F_CA_UNKNOWN, SPHERE_DATA, ca * vf->ca_len);
	if (d->spare[VSAM_SPARE_USED_CIS] != ck->used_cis)
		fault(ck, DS_F_USED_CIS, SPHERE_DATA, 0);
	if (ix->records != ck->ix_records ||
	    ix->records + ck->ix_free != ix->hurba / vf->dim.ci_len)
		fault(ck, DS_F_IX_COUNT, SPHERE_INDEX, 0);
	if (ck->have_next[1] && ix->last_rba != ck->last_rba[1])
		fault(ck, DS_F_SEQSET_LAST, SPHERE_INDEX, ix->last_rba);
	for (level = 1; level <= VSAM_IX_LEVELS; level++)
		if (ck->have_next[level] && ck->next_rba[level] != 0)
			fault(
			    ck, DS_F_IX_END, SPHERE_INDEX, ck->last_rba[level]);
}

static enum ds_status
ksds_check(struct check *ck, struct ds_diag *diag)
{
	struct vsam_file *vf = ck->vf;
	const struct sphere_state *state = sphere_state(vf->sp);
	const struct comp_state *d = &state->part[SPHERE_DATA];
	const struct comp_state *ix = &state->part[SPHERE_INDEX];
	enum ds_status st = DS_OK;

	if (d->hurba % vf->ca_len != 0 || ix->levels > VSAM_IX_LEVELS ||
	    (d->hurba > 0) != (ix->levels > 0)) {
		fault(ck, DS_F_IX_STATE, SPHERE_DATA, d->hurba);
		return DS_OK;
	}
	ck->ci_seen = calloc(d->hurba / vf->ci_len + 1, 1);
	ck->ix_seen = calloc(ix->hurba / vf->dim.ci_len + 1, 1);
	if (ck->ci_seen == NULL || ck->ix_seen == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (ix->levels > 0)
		st = node_check(
		    ck, ix->root_rba, ix->levels, (const uint8_t *)"", 0, diag);
	if (st == DS_OK)
		st = chain_check(ck, VSAM_SPARE_FREE_CA, diag);
	if (st == DS_OK)
		st = chain_check(ck, VSAM_SPARE_FREE_IX, diag);
	/* What cannot be read cannot be counted. */
	if (st == DS_OK && !ck->side_bad[SPHERE_INDEX])
		totals_check(ck);
	return st;
}

/* --- ESDS and RRDS ----------------------------------------------------------
 */

/* Statistics of a control interval that passed: of n full slots, or of records
 * as head says. */
static void
sum_flat(struct check *ck, const uint8_t *ci, const struct vsam_ci_head *head,
    uint32_t n)
{
	struct vsam_file *vf = ck->vf;
	uint32_t slot_len = vf->data->maxlrecl;
	struct vsam_ci_cur cur;

	if (vf->data->org == DS_ORG_RRDS) {
		ck->sum->cis++;
		ck->sum->free_bytes +=
		    (vsam_slots(vf->ci_len, slot_len) - n) * slot_len;
		sum_record(ck, slot_len);
		return;
	}
	sum_ci(ck, head);
	vsam_ci_begin(&cur, ci, vf->ci_len);
	while (head->seg == 0 && vsam_ci_next(&cur))
		sum_record(ck, cur.len);
}

static enum ds_status
flat_ci_check(struct check *ck, uint64_t rba, struct ds_diag *diag)
{
	struct vsam_file *vf = ck->vf;
	struct vsam_ci_head head = {0};
	struct sphere_buf *buf = NULL;
	uint32_t slot_len = vf->data->maxlrecl, n = 0, bytes = 0;
	bool slots = vf->data->org == DS_ORG_RRDS;
	bool linear = vf->data->org == DS_ORG_LDS;
	const char *text = NULL;
	struct ds_diag why;
	enum ds_status st;

	if (slots) {
		st = side_get(vf->sp, SPHERE_DATA, rba, &n, &bytes, &why);
		if (st == DS_OK && n == 0)
			return unused_check(ck, rba, diag);
	}
	st = buf_get(vf->sp, SPHERE_DATA, rba, BUF_READ, &buf, &why);
	if (st != DS_OK)
		return failed(ck, SPHERE_DATA, rba, st, &why, diag);
	if (linear) { /* any bytes are right; none are there if not counted */
		n = buf->records > 0;
		buf_release(vf->sp, &buf);
		ck->sum->cis++;
		return side_check(ck, rba, n, n * vf->ci_len, diag);
	}
	if (slots)
		st =
		    vsam_slot_check(buf->data, vf->ci_len, slot_len, &n, &text);
	else
		st = vsam_ci_check(buf->data, vf->ci_len, 1, &head, &text);
	if (st == DS_OK)
		sum_flat(ck, buf->data, &head, n);
	buf_release(vf->sp, &buf);
	if (st != DS_OK) {
		fault_text(ck, DS_F_CI_BYTES, SPHERE_DATA, rba, text);
		return DS_OK;
	}
	if (slots)
		return side_check(ck, rba, n, n * slot_len, diag);
	if (head.seg != 0 && !vf->spanned)
		fault(ck, DS_F_SEG_NOSPAN, SPHERE_DATA, rba);
	if (ck->in_span && rba % vf->ca_len == 0)
		fault(ck, DS_F_SEG_CA, SPHERE_DATA, rba);
	span_check(ck, rba, &head, ck->in_span);
	return side_check(ck, rba, records_of(&head), head.used, diag);
}

static void
prefix_bad(void *ctx, uint64_t rba)
{
	fault(ctx, DS_F_PREFIX, SPHERE_DATA, rba);
}

/* The sums on which offsets go (ES-I2). */
static enum ds_status
prefix_check(struct check *ck, struct ds_diag *diag)
{
	struct ds_diag why;
	enum ds_status st;

	st = side_prefix_check(ck->vf->sp, SPHERE_DATA, prefix_bad, ck, &why);
	/* A page that cannot be read was told with its control intervals. */
	if (st == DS_NOMEM)
		return failed(ck, SPHERE_DATA, 0, st, &why, diag);
	return DS_OK;
}

static enum ds_status
flat_check(struct check *ck, struct ds_diag *diag)
{
	struct vsam_file *vf = ck->vf;
	uint64_t rba, end = sphere_state(vf->sp)->part[SPHERE_DATA].hurba;
	enum ds_status st = DS_OK;

	if ((ck->tests & AM_TEST_DATA) == 0)
		return DS_OK;
	for (rba = 0; st == DS_OK && rba + vf->ci_len <= end; rba += vf->ci_len)
		if ((st = go_on(ck, diag)) == DS_OK)
			st = flat_ci_check(ck, rba, diag);
	if (st == DS_OK)
		st = prefix_check(ck, diag);
	if (ck->in_span)
		fault(ck, DS_F_SEG_LAST, SPHERE_DATA, end);
	return st;
}

/* What is told and keeps nothing from being sound. */
static void
tell_only(struct check *ck, enum ds_fault f)
{
	const struct am_found found = {
	    .fault = f, .part = SPHERE_DATA, .what = ds_fault_text(f)};

	if (ck->report != NULL)
		ck->report(ck->ctx, &found);
}

/* What the state says of all records (KS-I4); a record of varying length with
 * a number has that in front. */
static void
sum_check(struct check *ck)
{
	const struct comp_state *d =
	    &sphere_state(ck->vf->sp)->part[SPHERE_DATA];
	struct am_examined *sum = ck->sum;

	if ((ck->tests & AM_TEST_DATA) == 0)
		return;
	if (!ck->side_bad[SPHERE_DATA] && !ck->side_bad[SPHERE_INDEX] &&
	    (d->records != ck->records || d->bytes != ck->bytes))
		fault(ck, DS_F_TOTALS, SPHERE_DATA, 0);
	if (!sphere_stats_sound(ck->vf->sp))
		tell_only(ck, DS_F_STATISTICS);
	sum->records = ck->records;
	sum->bytes = sum->cis * ck->vf->ci_len;
	if (ck->vf->data->org == DS_ORG_VRRDS && sum->maxlen > VSAM_RRN_LEN)
		sum->maxlen -= VSAM_RRN_LEN;
}

enum ds_status
vsam_examine(struct sphere *sp, unsigned tests, am_found_fn *report,
    am_stop_fn *stop, void *ctx, struct am_examined *sum, struct ds_diag *diag)
{
	struct am_file file = {.sphere = sp, .intent = AM_INPUT};
	struct check ck = {.tests = tests,
	    .report = report,
	    .stop = stop,
	    .ctx = ctx,
	    .sum = sum};
	struct vsam_file *vf = NULL;
	enum ds_status st;

	if ((st = vsam_file_open(&file, &vf, diag)) != DS_OK)
		return st;
	ck.vf = vf;
	if ((ck.image = malloc(VSAM_CI_MAX)) == NULL)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	else
		st = vsam_keyed(vf) ? ksds_check(&ck, diag)
				    : flat_check(&ck, diag);
	if (st == DS_OK)
		sum_check(&ck);
	free(ck.image);
	free(ck.ci_seen);
	free(ck.ix_seen);
	if (st == DS_OK && ck.faults > 0)
		st = ds_fail(diag, DS_CORRUPT, vf->data->name,
		    "%llu faults found", (unsigned long long)ck.faults);
	vsam_file_free(&vf);
	return st;
}

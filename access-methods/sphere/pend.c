/*
 * What the log has for control intervals and side pages that are not in the
 * pool: kept, in the order of the log, until they are wanted. So who follows
 * another's log reads nothing that he does not ask for.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

#define PEND_NONE UINT32_MAX
enum { PEND_BUCKETS = 1024 };

struct pend_op {
	struct log_op op; /* its data are at mem + data */
	size_t data;
	uint32_t next;
};

struct pend_ci {
	uint64_t rba;          /* or number of a side page ... */
	enum sphere_part part; /* ... of part - SPHERE_PARTS */
	uint32_t first, last;  /* operations; PEND_NONE: they are done */
	uint32_t next;         /* in the bucket */
};

struct pend {
	struct pend_ci *cis;
	struct pend_op *ops;
	uint8_t *mem;
	size_t ncis, cis_cap, nops, ops_cap, len, cap;
	size_t live;      /* control intervals */
	uint32_t *bucket; /* nbuckets of them, a power of two */
	size_t nbuckets;
};

/* Room for one more of size bytes in an array. */
static bool
more(void *arrayp, size_t *capp, size_t n, size_t extra, size_t size)
{
	size_t cap = *capp > 0 ? *capp : 64;
	void *grown;

	if (n + extra <= *capp)
		return true;
	while (cap < n + extra)
		cap *= 2;
	if ((grown = realloc(*(void **)arrayp, cap * size)) == NULL)
		return false;
	*(void **)arrayp = grown;
	*capp = cap;
	return true;
}

static uint32_t *
bucket_of(const struct pend *p, enum sphere_part part, uint64_t rba)
{
	uint64_t h = (rba * 2 + (uint64_t)part) * 0x9E3779B97F4A7C15U;

	return &p->bucket[(size_t)(h >> 32) & (p->nbuckets - 1)];
}

static struct pend_ci *
find(const struct sphere *sp, enum sphere_part part, uint64_t rba)
{
	const struct pend *p = sp->pend;

	if (p == NULL || p->live == 0)
		return NULL;
	for (uint32_t i = *bucket_of(p, part, rba); i != PEND_NONE;
	     i = p->cis[i].next)
		if (p->cis[i].rba == rba && p->cis[i].part == part)
			return &p->cis[i];
	return NULL;
}

static bool
rehash(struct pend *p, size_t nbuckets)
{
	uint32_t *bucket = malloc(nbuckets * sizeof(*bucket));

	if (bucket == NULL)
		return false;
	free(p->bucket);
	p->bucket = bucket;
	p->nbuckets = nbuckets;
	memset(bucket, 0xFF, nbuckets * sizeof(*bucket));
	for (size_t i = 0; i < p->ncis; i++) {
		struct pend_ci *ci = &p->cis[i];
		uint32_t *head = bucket_of(p, ci->part, ci->rba);

		if (ci->first == PEND_NONE)
			continue;
		ci->next = *head;
		*head = (uint32_t)i;
	}
	return true;
}

/* The entry for a control interval that has none yet; NULL: no memory. */
static struct pend_ci *
enter(struct pend *p, enum sphere_part part, uint64_t rba)
{
	struct pend_ci *ci;
	uint32_t *head;

	if (p->nbuckets == 0 && !rehash(p, PEND_BUCKETS))
		return NULL;
	if (p->ncis >= 2 * p->nbuckets && !rehash(p, 4 * p->nbuckets))
		return NULL;
	if (!more(&p->cis, &p->cis_cap, p->ncis, 1, sizeof(*p->cis)))
		return NULL;
	ci = &p->cis[p->ncis];
	head = bucket_of(p, part, rba);
	*ci = (struct pend_ci){rba, part, PEND_NONE, PEND_NONE, *head};
	*head = (uint32_t)p->ncis++;
	p->live++;
	return ci;
}

static enum ds_status
add(struct sphere *sp, enum sphere_part part, uint64_t key,
    const struct log_op *op, struct ds_diag *diag)
{
	struct pend *p = sp->pend;
	struct pend_ci *ci;
	struct pend_op *po;

	if (p == NULL && (p = sp->pend = calloc(1, sizeof(*p))) == NULL)
		return ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
	/* Room first: an entry always has an operation. */
	if (!more(&p->ops, &p->ops_cap, p->nops, 1, sizeof(*p->ops)) ||
	    !more(&p->mem, &p->cap, p->len, op->len, 1) ||
	    ((ci = find(sp, part, key)) == NULL &&
		(ci = enter(p, part, key)) == NULL))
		return ds_fail(diag, DS_NOMEM, sphere_name(sp), NULL);
	po = &p->ops[p->nops];
	po->op = *op;
	po->op.data = NULL;
	po->data = p->len;
	po->next = PEND_NONE;
	if (op->len > 0)
		memcpy(p->mem + p->len, op->data, op->len);
	p->len += op->len;
	if (ci->first == PEND_NONE)
		ci->first = (uint32_t)p->nops;
	else
		p->ops[ci->last].next = (uint32_t)p->nops;
	ci->last = (uint32_t)p->nops++;
	return DS_OK;
}

enum ds_status
pend_add(struct sphere *sp, const struct log_op *op, struct ds_diag *diag)
{
	return add(sp, (enum sphere_part)op->part, op->rba, op, diag);
}

static enum sphere_part
side_of(enum sphere_part part)
{
	return (enum sphere_part)((unsigned)part + SPHERE_PARTS);
}

enum ds_status
pend_add_side(struct sphere *sp, uint64_t number, const struct log_op *op,
    struct ds_diag *diag)
{
	return add(sp, side_of((enum sphere_part)op->part), number, op, diag);
}

bool
pend_has(const struct sphere *sp, enum sphere_part part, uint64_t rba)
{
	return find(sp, part, rba) != NULL;
}

static void
forget(struct pend *p, struct pend_ci *ci)
{
	uint32_t *at = bucket_of(p, ci->part, ci->rba);

	while (&p->cis[*at] != ci)
		at = &p->cis[*at].next;
	*at = ci->next;
	ci->first = ci->last = PEND_NONE;
	if (--p->live == 0)
		p->ncis = p->nops = p->len = 0;
}

/* What waits for the frame, of a control interval or a side page. False:
 * nothing did. */
static bool
take(struct sphere *sp, enum sphere_part part, bool side, struct frame *frame)
{
	struct pend_ci *ci = find(sp, side ? side_of(part) : part, frame->key);

	if (ci == NULL)
		return false;
	for (uint32_t i = ci->first; i != PEND_NONE;
	     i = sp->pend->ops[i].next) {
		struct log_op op = sp->pend->ops[i].op;

		if (op.len > 0)
			op.data = sp->pend->mem + sp->pend->ops[i].data;
		if (side)
			side_op_do(sp, part, frame, &op);
		else
			redo_op_do(&frame->buf, &op);
	}
	forget(sp->pend, ci);
	return true;
}

void
pend_apply(struct sphere *sp, enum sphere_part part, struct frame *frame)
{
	if (!take(sp, part, false, frame))
		return;
	pool_dirty(&sp->comp[part].pool, frame);
	sp->comp[part].changed = true;
}

void
pend_apply_side(struct sphere *sp, enum sphere_part part, struct frame *frame)
{
	if (take(sp, part, true, frame))
		pool_dirty(&sp->comp[part].side, frame);
}

uint64_t
pend_bytes(const struct sphere *sp)
{
	const struct pend *p = sp->pend;

	/* Data images are the longer ones as a rule. */
	return p == NULL ? 0
			 : (uint64_t)p->live * sp->comp[SPHERE_DATA].lo.ci_len;
}

void
pend_clear(struct sphere *sp)
{
	struct pend *p = sp->pend;

	if (p == NULL)
		return;
	p->live = p->ncis = p->nops = p->len = 0;
	if (p->nbuckets > 0)
		memset(p->bucket, 0xFF, p->nbuckets * sizeof(*p->bucket));
}

void
pend_free(struct sphere *sp)
{
	struct pend *p = sp->pend;

	if (p == NULL)
		return;
	free(p->cis);
	free(p->ops);
	free(p->mem);
	free(p->bucket);
	free(p);
	sp->pend = NULL;
}

enum ds_status
pend_settle(struct sphere *sp, struct ds_diag *diag)
{
	struct pend *p = sp->pend;
	struct sphere_buf *buf = NULL;
	struct frame *frame = NULL;
	enum ds_status st = DS_OK;

	if (p == NULL)
		return DS_OK;
	for (size_t i = 0; st == DS_OK && p->live > 0 && i < p->ncis; i++) {
		if (p->cis[i].first == PEND_NONE)
			continue;
		if (p->cis[i].part >= SPHERE_PARTS) {
			st = side_load(sp,
			    (enum sphere_part)(p->cis[i].part - SPHERE_PARTS),
			    p->cis[i].rba, &frame, diag);
			continue;
		}
		st = buf_pin(
		    sp, p->cis[i].part, p->cis[i].rba, BUF_READ, &buf, diag);
		buf_release(sp, &buf);
	}
	return st;
}

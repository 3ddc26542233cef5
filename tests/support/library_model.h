/* A model of a library: what names lead to, changed by random operations as the
 * library is. Include after cmocka.h. */
#ifndef CATAMOUNT_TESTS_SUPPORT_LIBRARY_MODEL_H
#define CATAMOUNT_TESTS_SUPPORT_LIBRARY_MODEL_H

#include "tests/support/library_set.h"
#include "tests/support/random.h"

enum { LM_NAMES = 9, LM_MAX = 80 };

struct lm_member {
	bool there, alias;
	unsigned seed, n; /* of its records: lset_record */
	uint64_t content; /* equal where names lead to one content */
};

struct lm {
	struct lm_member m[LM_NAMES];
	uint64_t contents;
	bool library;
};

enum lm_what { LM_WRITE, LM_DROP, LM_DELETE, LM_RENAME, LM_ALIAS, LM_USER };

struct lm_op {
	enum lm_what what;
	int a, b;
	unsigned seed, n;
};

static UNUSED_OK const char *
lm_name(int i)
{
	static const char *const names[LM_NAMES] = {
	    "A", "ABC", "B1", "LONGNAME", "$X", "M", "N9", "Z", "@"};

	return names[i];
}

static UNUSED_OK struct lm_op
lm_next(void)
{
	static const enum lm_what whats[] = {LM_WRITE, LM_WRITE, LM_WRITE,
	    LM_WRITE, LM_DROP, LM_DELETE, LM_DELETE, LM_RENAME, LM_ALIAS,
	    LM_USER};
	struct lm_op op = {.what = whats[rnd(10)]};

	op.a = (int)rnd(LM_NAMES);
	op.b = (int)rnd(LM_NAMES);
	op.seed = (unsigned)rnd(1000);
	op.n = rnd(4) == 0 ? (unsigned)rnd(60) : (unsigned)rnd(5);
	return op;
}

/* The aliases of a member of a PDSE go with its content. */
static UNUSED_OK void
lm_drop_aliases(struct lm *lm, int a)
{
	for (int i = 0; i < LM_NAMES; i++)
		if (lm->library && !lm->m[a].alias && i != a &&
		    lm->m[i].there && lm->m[i].content == lm->m[a].content)
			lm->m[i].there = false;
}

/* What the operation does to the model, and its outcome. */
static UNUSED_OK enum ds_status
lm_do(struct lm *lm, const struct lm_op *op)
{
	struct lm_member *a = &lm->m[op->a], *b = &lm->m[op->b];

	switch (op->what) {
	case LM_WRITE:
		if (a->there)
			lm_drop_aliases(lm, op->a);
		*a = (struct lm_member){
		    true, false, op->seed, op->n, ++lm->contents};
		return DS_OK;
	case LM_DROP:
		return DS_OK;
	case LM_DELETE:
		if (!a->there)
			return DS_NOTFOUND;
		lm_drop_aliases(lm, op->a);
		a->there = false;
		return DS_OK;
	case LM_RENAME:
	case LM_ALIAS:
		if (!a->there)
			return DS_NOTFOUND;
		if (b->there)
			return DS_EXIST;
		*b = *a;
		if (op->what == LM_ALIAS)
			b->alias = true;
		else
			a->there = false;
		return DS_OK;
	case LM_USER:
		return a->there ? DS_OK : DS_NOTFOUND;
	}
	return DS_INVALID;
}

/* The same in the library. */
static UNUSED_OK enum ds_status
lm_apply(struct lset *ls, const struct lm_op *op)
{
	const char *a = lm_name(op->a), *b = lm_name(op->b);
	struct bpam_writer *wr = NULL;
	enum ds_status st;
	uint8_t rec[LM_MAX];

	switch (op->what) {
	case LM_WRITE:
		return lset_write(ls, a, op->seed, op->n, LM_MAX, true);
	case LM_DROP:
		st = bpam_writer_new(ls->lib, &wr, &ls->diag);
		for (unsigned i = 0; st == DS_OK && i < op->n; i++)
			st = bpam_write(wr, rec,
			    lset_record(rec, op->seed, i, LM_MAX), NULL,
			    &ls->diag);
		bpam_writer_free(&wr);
		return st;
	case LM_DELETE:
		return bpam_delete(ls->lib, a, &ls->diag);
	case LM_RENAME:
		return bpam_rename(ls->lib, a, b, &ls->diag);
	case LM_ALIAS:
		return bpam_alias(ls->lib, b, a, NULL, 0, &ls->diag);
	case LM_USER:
		return bpam_user(
		    ls->lib, a, "user data", op->seed % 5 * 2, &ls->diag);
	}
	return DS_INVALID;
}

/* Has the member these records? */
static UNUSED_OK bool
lm_same(struct bpam *lib, const char *name, const struct lm_member *m)
{
	struct bpam_reader *rd = NULL;
	uint8_t want[LM_MAX];
	const uint8_t *data;
	bool same = true;
	uint32_t len = 0;
	size_t wlen;

	if (bpam_reader_new(lib, name, &rd, NULL) != DS_OK)
		return false;
	same = bpam_reader_entry(rd)->records == m->n &&
	       bpam_reader_entry(rd)->alias == m->alias;
	for (unsigned i = 0; same && i < m->n; i++) {
		wlen = lset_record(want, m->seed, i, LM_MAX);
		same = bpam_read(rd, &data, &len, NULL, NULL) == DS_OK &&
		       len == wlen && memcmp(data, want, len) == 0;
	}
	same = same && bpam_read(rd, &data, &len, NULL, NULL) == DS_EOD;
	bpam_reader_free(&rd);
	return same;
}

/* Has the library these members and no others? */
static UNUSED_OK bool
lm_like(struct bpam *lib, const struct lm *lm)
{
	struct bpam_entry ent = {0};
	int there = 0, listed = 0;

	for (int i = 0; i < LM_NAMES; i++) {
		there += lm->m[i].there;
		if (lm->m[i].there && !lm_same(lib, lm_name(i), &lm->m[i]))
			return false;
	}
	while (bpam_next(lib, ent.name, &ent, NULL) == DS_OK)
		listed++;
	return listed == there;
}

#endif

/*
 * The sort: full memory is put in order and written as a run; FAN runs of one
 * level are merged to one of the next, so each record is written log times.
 * The last merge is read as it goes. Runs are in the order of their records'
 * arrival and only neighbours are merged: so equal keys keep theirs.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/sort.h"
#include "base/sort_int.h"

enum {
	FAN = 64,
	MEMORY_MIN = 4096,
	PIECE_MIN = 4096,
	PIECE_MAX = 1024 * 1024, /* of a run that is written or read at once */
	LINE = 64,
	AHEAD = 8,       /* records that are fetched before they are copied */
	AHEAD_LEN = 256, /* bytes of each */
	ITEMS = 1024,
	ITEM_COST = 2 * sizeof(struct sort_item), /* itself, and its order */
};

struct run {
	off_t start, end; /* in the file */
	unsigned level;
};

/* One run being read. */
struct source {
	off_t at, end; /* what is still in the file */
	uint8_t *buf;
	size_t cap, len, pos; /* bytes; of the record at the front */
	uint64_t head;        /* of that one */
	uint32_t rec_len;
	size_t number; /* of the run: an equal key in an earlier one is first */
};

struct sorter {
	char *dir;
	struct sort_key key;
	size_t memory, piece;
	uint8_t *mem; /* map: records as SORT_LEN and bytes */
	size_t mapped, used;
	struct sort_item *items, *tmp; /* tmp: what sort_items needs */
	size_t n, items_cap, tmp_cap, next;
	uint32_t max_len; /* of all records */
	int fd;           /* -1: none yet */
	off_t end;
	struct run *runs;
	size_t nruns, runs_cap, written;
	struct source *src;   /* of the merge that goes on */
	struct source **heap; /* those with a record, the lowest first */
	size_t nsrc, nheap;
	bool lent;    /* the lowest's record was given out */
	uint8_t *out; /* a piece of a run being written */
	size_t out_len;
};

enum ds_status
sorter_new(
    const struct sort_parms *parms, struct sorter **sp, struct ds_diag *diag)
{
	struct sorter *s = calloc(1, sizeof(*s));

	assert(parms->key_len > 0);
	if (s == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	s->fd = -1;
	s->key = (struct sort_key){parms->key_off, parms->key_len};
	s->memory = parms->memory > MEMORY_MIN ? parms->memory : MEMORY_MIN;
	s->piece = s->memory / (FAN + 1);
	if (s->piece < PIECE_MIN)
		s->piece = PIECE_MIN;
	if (s->piece > PIECE_MAX)
		s->piece = PIECE_MAX;
	if ((s->dir = strdup(parms->dir)) == NULL) {
		sorter_free(&s);
		return ds_fail(diag, DS_NOMEM, NULL, "sort");
	}
	*sp = s;
	return DS_OK;
}

static void
sources_free(struct sorter *s)
{
	for (size_t i = 0; i < s->nsrc; i++)
		free(s->src[i].buf);
	free(s->src);
	free(s->heap);
	s->src = NULL;
	s->heap = NULL;
	s->nsrc = s->nheap = 0;
}

static void
memory_free(struct sorter *s)
{
	if (s->mem != NULL)
		munmap(s->mem, s->mapped);
	free(s->items);
	free(s->tmp);
	s->mem = NULL;
	s->items = s->tmp = NULL;
	s->mapped = s->items_cap = s->tmp_cap = 0;
}

void
sorter_free(struct sorter **sp)
{
	struct sorter *s;

	if (sp == NULL || (s = *sp) == NULL)
		return;
	sources_free(s);
	memory_free(s);
	if (s->fd >= 0)
		close(s->fd);
	free(s->dir);
	free(s->runs);
	free(s->out);
	free(s);
	*sp = NULL;
}

/* --- in memory -------------------------------------------------------------
 */

/* Room for a record of size bytes and its item. Pages are taken as they are
 * used. */
static enum ds_status
memory_take(struct sorter *s, size_t size, struct ds_diag *diag)
{
	size_t want = size > s->memory ? size : s->memory;
	size_t cap = s->items_cap + s->items_cap / 2 + ITEMS;
	void *p;

	if (s->used + size > s->mapped) {
		p = s->mem == NULL
			? mmap(NULL, want, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			      0)
			: mremap(s->mem, s->mapped, want, MREMAP_MAYMOVE);
		if (p == MAP_FAILED)
			return ds_fail(diag, DS_NOMEM, NULL, "sort");
		s->mem = p;
		s->mapped = want;
		madvise(p, want, MADV_HUGEPAGE); /* a hint */
	}
	if (s->n < s->items_cap)
		return DS_OK;
	if ((p = realloc(s->items, cap * sizeof(*s->items))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, "sort");
	s->items = p;
	s->items_cap = cap;
	return DS_OK;
}

static enum ds_status
sort_memory(struct sorter *s, struct ds_diag *diag)
{
	if (s->n < 2)
		return DS_OK;
	if (s->n > s->tmp_cap) {
		free(s->tmp);
		s->tmp_cap = 0;
		if ((s->tmp = malloc(s->n * sizeof(*s->tmp))) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, "sort");
		s->tmp_cap = s->n;
	}
	sort_items(s->items, s->tmp, s->n, s->mem, &s->key);
	return DS_OK;
}

/* Records lie in no order: those that come soon are fetched. */
static void
fetch(const struct sorter *s, size_t i)
{
	const uint8_t *p;

	if (i + AHEAD >= s->n)
		return;
	p = s->mem + s->items[i + AHEAD].at;
	for (size_t k = 0; k <= AHEAD_LEN && k <= s->max_len; k += LINE)
		__builtin_prefetch(p + k);
}

static uint32_t
len_at(const uint8_t *p)
{
	uint32_t len;

	memcpy(&len, p, SORT_LEN);
	return len;
}

/* --- the file --------------------------------------------------------------
 */

static enum ds_status
file_open(struct sorter *s, struct ds_diag *diag)
{
	char path[4096];

	if (s->fd >= 0)
		return DS_OK;
	s->fd = open(s->dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (s->fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {
		snprintf(path, sizeof(path), "%s/sort-XXXXXX", s->dir);
		if ((s->fd = mkostemp(path, O_CLOEXEC)) >= 0)
			unlink(path);
	}
	if (s->fd < 0)
		return ds_fail_errno(
		    diag, errno, s->dir, "no temporary file for a sort");
	return DS_OK;
}

static enum ds_status
write_all(struct sorter *s, const uint8_t *p, size_t len, struct ds_diag *diag)
{
	ssize_t n;

	while (len > 0) {
		n = pwrite(s->fd, p, len, s->end);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return ds_fail_errno(diag, n < 0 ? errno : ENOSPC,
			    s->dir, "writing a run of a sort");
		p += n;
		len -= (size_t)n;
		s->end += n;
	}
	return DS_OK;
}

static enum ds_status
out_flush(struct sorter *s, struct ds_diag *diag)
{
	size_t len = s->out_len;

	s->out_len = 0;
	return write_all(s, s->out, len, diag);
}

/* len bytes to the run being written, in pieces. */
static enum ds_status
out_add(struct sorter *s, const uint8_t *p, size_t len, struct ds_diag *diag)
{
	size_t part;
	enum ds_status st = DS_OK;

	while (st == DS_OK && len > 0) {
		part = s->piece - s->out_len;
		if (part > len)
			part = len;
		memcpy(s->out + s->out_len, p, part);
		s->out_len += part;
		p += part;
		len -= part;
		if (s->out_len == s->piece)
			st = out_flush(s, diag);
	}
	return st;
}

static enum ds_status
out_begin(struct sorter *s, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = file_open(s, diag)) != DS_OK)
		return st;
	if (s->out == NULL && (s->out = malloc(s->piece)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, "sort");
	return DS_OK;
}

/* What was written since start is a run. */
static enum ds_status
run_add(struct sorter *s, off_t start, unsigned level, struct ds_diag *diag)
{
	struct run *runs;
	enum ds_status st;

	if ((st = out_flush(s, diag)) != DS_OK)
		return st;
	if (s->nruns == s->runs_cap) {
		runs =
		    realloc(s->runs, (s->runs_cap + FAN) * sizeof(struct run));
		if (runs == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, "sort");
		s->runs = runs;
		s->runs_cap += FAN;
	}
	s->runs[s->nruns++] = (struct run){start, s->end, level};
	s->written++;
	return DS_OK;
}

/* --- reading runs ----------------------------------------------------------
 */

/* More of the run behind what is left in the buffer, need bytes at least. */
static enum ds_status
source_fill(
    struct sorter *s, struct source *src, size_t need, struct ds_diag *diag)
{
	size_t want, cap = need > s->piece ? need : s->piece;
	uint8_t *p;
	ssize_t n;

	if (cap > src->cap) {
		if ((p = realloc(src->buf, cap)) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, "sort");
		src->buf = p;
		src->cap = cap;
	}
	src->len -= src->pos;
	memmove(src->buf, src->buf + src->pos, src->len);
	src->pos = 0;
	while (src->len < src->cap && src->at < src->end) {
		want = src->cap - src->len;
		if ((off_t)want > src->end - src->at)
			want = (size_t)(src->end - src->at);
		n = pread(s->fd, src->buf + src->len, want, src->at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return ds_fail_errno(diag, n < 0 ? errno : EIO, s->dir,
			    "reading a run of a sort");
		src->len += (size_t)n;
		src->at += n;
	}
	if (src->len < need)
		return ds_fail(diag, DS_IO, s->dir, "a run of a sort changed");
	return DS_OK;
}

static const uint8_t *
source_rec(const struct source *src)
{
	return src->buf + src->pos + SORT_LEN;
}

/* The record at the front, whole; DS_EOD: none is left. */
static enum ds_status
source_look(struct sorter *s, struct source *src, struct ds_diag *diag)
{
	uint32_t len;
	enum ds_status st = DS_OK;

	if (src->pos == src->len && src->at == src->end)
		return DS_EOD;
	if (src->len - src->pos < SORT_LEN)
		st = source_fill(s, src, SORT_LEN, diag);
	if (st != DS_OK)
		return st;
	len = len_at(src->buf + src->pos);
	if (len > s->max_len || len < (uint64_t)s->key.off + s->key.len)
		return ds_fail(diag, DS_IO, s->dir, "a run of a sort changed");
	if (src->len - src->pos - SORT_LEN < len)
		st = source_fill(s, src, SORT_LEN + (size_t)len, diag);
	if (st != DS_OK)
		return st;
	src->rec_len = len;
	src->head = sort_head(source_rec(src), &s->key, 0);
	return DS_OK;
}

/* --- merging ---------------------------------------------------------------
 */

static bool
is_before(
    const struct sorter *s, const struct source *a, const struct source *b)
{
	int c = 0;

	if (a->head != b->head)
		return a->head < b->head;
	if (s->key.len > 8)
		c = memcmp(source_rec(a) + s->key.off + 8,
		    source_rec(b) + s->key.off + 8, s->key.len - 8);
	return c != 0 ? c < 0 : a->number < b->number;
}

/* Source i of the heap has become greater. */
static void
heap_down(struct sorter *s, size_t i)
{
	struct source *src = s->heap[i];
	size_t k;

	while ((k = 2 * i + 1) < s->nheap) {
		if (k + 1 < s->nheap &&
		    is_before(s, s->heap[k + 1], s->heap[k]))
			k++;
		if (!is_before(s, s->heap[k], src))
			break;
		s->heap[i] = s->heap[k];
		i = k;
	}
	s->heap[i] = src;
}

/* Read runs from first on. */
static enum ds_status
sources_open(struct sorter *s, size_t first, struct ds_diag *diag)
{
	struct source *src;
	enum ds_status st;

	s->src = calloc(s->nruns - first, sizeof(*s->src));
	s->heap = calloc(s->nruns - first, sizeof(struct source *));
	if (s->src == NULL || s->heap == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, "sort");
	for (size_t i = first; i < s->nruns; i++) {
		src = &s->src[s->nsrc++];
		src->number = i;
		src->at = s->runs[i].start;
		src->end = s->runs[i].end;
		if ((st = source_look(s, src, diag)) != DS_OK)
			return st;
		s->heap[s->nheap++] = src;
	}
	for (size_t i = s->nheap / 2; i-- > 0;)
		heap_down(s, i);
	return DS_OK;
}

/* Past the lowest record. */
static enum ds_status
merge_step(struct sorter *s, struct ds_diag *diag)
{
	struct source *src = s->heap[0];
	enum ds_status st;

	src->pos += SORT_LEN + src->rec_len;
	st = source_look(s, src, diag);
	if (st != DS_OK && st != DS_EOD)
		return st;
	if (st == DS_EOD)
		s->heap[0] = s->heap[--s->nheap];
	if (s->nheap > 0)
		heap_down(s, 0);
	return DS_OK;
}

/* The space of runs that are merged is given back where that can be done. */
static void
runs_drop(struct sorter *s, size_t first)
{
	off_t start = s->runs[first].start;

	fallocate(s->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, start,
	    s->runs[s->nruns - 1].end - start);
	s->nruns = first;
}

/* The runs from first on become one. */
static enum ds_status
merge(struct sorter *s, size_t first, struct ds_diag *diag)
{
	unsigned level = s->runs[first].level + 1;
	struct source *src;
	off_t start = s->end;
	enum ds_status st;

	st = sources_open(s, first, diag);
	while (st == DS_OK && s->nheap > 0) {
		src = s->heap[0];
		st = out_add(s, src->buf + src->pos,
		    SORT_LEN + (size_t)src->rec_len, diag);
		if (st == DS_OK)
			st = merge_step(s, diag);
	}
	sources_free(s);
	if (st != DS_OK)
		return st;
	runs_drop(s, first);
	return run_add(s, start, level, diag);
}

/* FAN runs of one level at the end become one of the next. */
static enum ds_status
merge_levels(struct sorter *s, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	while (st == DS_OK && s->nruns >= FAN &&
	       s->runs[s->nruns - FAN].level == s->runs[s->nruns - 1].level)
		st = merge(s, s->nruns - FAN, diag);
	return st;
}

static enum ds_status
spill(struct sorter *s, struct ds_diag *diag)
{
	off_t start = s->end;
	const uint8_t *p;
	enum ds_status st;

	if ((st = sort_memory(s, diag)) == DS_OK)
		st = out_begin(s, diag);
	for (size_t i = 0; st == DS_OK && i < s->n; i++) {
		fetch(s, i);
		p = s->mem + s->items[i].at;
		st = out_add(s, p, SORT_LEN + (size_t)len_at(p), diag);
	}
	if (st == DS_OK)
		st = run_add(s, start, 0, diag);
	s->n = 0;
	s->used = 0;
	return st == DS_OK ? merge_levels(s, diag) : st;
}

/* --- what callers see ------------------------------------------------------
 */

enum ds_status
sorter_add(
    struct sorter *s, const uint8_t *rec, uint32_t len, struct ds_diag *diag)
{
	size_t size = SORT_LEN + (size_t)len;
	enum ds_status st;

	assert(len >= (uint64_t)s->key.off + s->key.len);
	if (s->n > 0 && s->used + size + (s->n + 1) * ITEM_COST > s->memory &&
	    (st = spill(s, diag)) != DS_OK)
		return st;
	if ((s->used + size > s->mapped || s->n == s->items_cap) &&
	    (st = memory_take(s, size, diag)) != DS_OK)
		return st;
	if (len > s->max_len)
		s->max_len = len;
	memcpy(s->mem + s->used, &len, SORT_LEN);
	memcpy(s->mem + s->used + SORT_LEN, rec, len);
	s->items[s->n++] =
	    (struct sort_item){sort_head(rec, &s->key, 0), s->used};
	s->used += size;
	return DS_OK;
}

enum ds_status
sorter_end(struct sorter *s, struct ds_diag *diag)
{
	enum ds_status st;

	if (s->nruns == 0)
		return sort_memory(s, diag);
	if (s->n > 0 && (st = spill(s, diag)) != DS_OK)
		return st;
	/* The merge's buffers take the place of the memory. */
	memory_free(s);
	while (s->nruns > FAN)
		if ((st = merge(s, s->nruns - FAN, diag)) != DS_OK)
			return st;
	return sources_open(s, 0, diag);
}

enum ds_status
sorter_next(struct sorter *s, const uint8_t **recp, uint32_t *lenp,
    struct ds_diag *diag)
{
	const uint8_t *p;
	enum ds_status st;

	if (s->src == NULL) {
		if (s->next == s->n)
			return DS_EOD;
		fetch(s, s->next);
		p = s->mem + s->items[s->next++].at;
		*lenp = len_at(p);
		*recp = p + SORT_LEN;
		return DS_OK;
	}
	/* what was lent last is passed now */
	if (s->lent && (st = merge_step(s, diag)) != DS_OK)
		return st;
	s->lent = s->nheap > 0;
	if (!s->lent)
		return DS_EOD;
	*recp = source_rec(s->heap[0]);
	*lenp = s->heap[0]->rec_len;
	return DS_OK;
}

size_t
sorter_runs(const struct sorter *s)
{
	return s->written;
}

/*
 * The sort: full memory is sorted by an index of eight-byte heads and written
 * as a run; FAN runs of one level are merged to one of the next, so each record
 * is written log times. The last merge is read as it goes.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/sort.h"

enum { FAN = 32, RECS_MIN = 64 };

struct item {
	uint64_t head;
	uint32_t at; /* number of the record in mem */
};

struct run {
	off_t start, end; /* in the file */
	unsigned level;
};

/* One run being read. */
struct source {
	off_t at, end;
	uint8_t *buf;
	size_t len, pos; /* bytes in buf; next record */
};

struct sorter {
	char *dir;
	size_t rec_len, cap; /* bytes; records in memory */
	uint8_t *mem;
	struct item *items;
	size_t n; /* in memory */
	size_t next;
	int fd; /* -1: none yet */
	off_t end;
	struct run *runs;
	size_t nruns, runs_cap, written;
	struct source *src; /* of the merge that goes on */
	size_t nsrc;
	size_t buf_len; /* of a source: whole records */
	uint8_t *out;   /* the same, of a merge to a run */
};

enum ds_status
sorter_new(const char *dir, size_t rec_len, size_t memory, struct sorter **sp,
    struct ds_diag *diag)
{
	struct sorter *s = calloc(1, sizeof(*s));

	assert(rec_len > 0);
	if (s == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	s->fd = -1;
	s->rec_len = rec_len;
	/* the sort of items takes as much again */
	s->cap = memory / (rec_len + 2 * sizeof(struct item));
	if (s->cap < RECS_MIN)
		s->cap = RECS_MIN;
	if (s->cap > UINT32_MAX)
		s->cap = UINT32_MAX;
	s->buf_len = s->cap / (FAN + 1) * rec_len;
	if (s->buf_len < rec_len)
		s->buf_len = rec_len;
	s->dir = strdup(dir);
	s->mem = malloc(s->cap * rec_len);
	s->items = malloc(s->cap * sizeof(struct item));
	if (s->dir == NULL || s->mem == NULL || s->items == NULL) {
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
	s->src = NULL;
	s->nsrc = 0;
}

void
sorter_free(struct sorter **sp)
{
	struct sorter *s;

	if (sp == NULL || (s = *sp) == NULL)
		return;
	sources_free(s);
	if (s->fd >= 0)
		close(s->fd);
	free(s->dir);
	free(s->mem);
	free(s->items);
	free(s->runs);
	free(s->out);
	free(s);
	*sp = NULL;
}

/* --- in memory -------------------------------------------------------------
 */

static uint64_t
head_of(const uint8_t *rec, size_t len)
{
	uint8_t b[8] = {0};

	memcpy(b, rec, len < 8 ? len : 8);
	return be64_get(b);
}

static int
item_order(const void *pa, const void *pb, void *ctx)
{
	const struct item *a = pa, *b = pb;
	const struct sorter *s = ctx;

	if (a->head != b->head)
		return a->head < b->head ? -1 : 1;
	return memcmp(s->mem + a->at * s->rec_len, s->mem + b->at * s->rec_len,
	    s->rec_len);
}

static void
sort_memory(struct sorter *s)
{
	for (size_t i = 0; i < s->n; i++)
		s->items[i] = (struct item){
		    head_of(s->mem + i * s->rec_len, s->rec_len), (uint32_t)i};
	qsort_r(s->items, s->n, sizeof(struct item), item_order, s);
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
run_add(struct sorter *s, off_t start, unsigned level, struct ds_diag *diag)
{
	struct run *runs;

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

/* --- merging ---------------------------------------------------------------
 */

static enum ds_status
source_fill(struct sorter *s, struct source *src, struct ds_diag *diag)
{
	size_t want = s->buf_len;
	ssize_t n;

	if ((off_t)want > src->end - src->at)
		want = (size_t)(src->end - src->at);
	src->pos = src->len = 0;
	while (src->len < want) {
		n = pread(s->fd, src->buf + src->len, want - src->len, src->at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return ds_fail_errno(diag, n < 0 ? errno : EIO, s->dir,
			    "reading a run of a sort");
		src->len += (size_t)n;
		src->at += n;
	}
	return DS_OK;
}

static const uint8_t *
source_rec(const struct source *src)
{
	return src->buf + src->pos;
}

/* Read runs from first on. */
static enum ds_status
sources_open(struct sorter *s, size_t first, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	s->src = calloc(s->nruns - first, sizeof(struct source));
	if (s->src == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, "sort");
	for (size_t i = first; st == DS_OK && i < s->nruns; i++) {
		struct source *src = &s->src[s->nsrc++];

		src->at = s->runs[i].start;
		src->end = s->runs[i].end;
		if ((src->buf = malloc(s->buf_len)) == NULL)
			return ds_fail(diag, DS_NOMEM, NULL, "sort");
		st = source_fill(s, src, diag);
	}
	return st;
}

/* The source whose record is the lowest; NULL: none has one. There are FAN at
 * the most, so looking at all is cheap. */
static struct source *
lowest(const struct sorter *s)
{
	struct source *low = NULL;

	for (size_t i = 0; i < s->nsrc; i++) {
		struct source *src = &s->src[i];

		if (src->pos < src->len &&
		    (low == NULL || memcmp(source_rec(src), source_rec(low),
					s->rec_len) < 0))
			low = src;
	}
	return low;
}

static enum ds_status
source_step(struct sorter *s, struct source *src, struct ds_diag *diag)
{
	src->pos += s->rec_len;
	if (src->pos == src->len && src->at < src->end)
		return source_fill(s, src, diag);
	return DS_OK;
}

/* The runs from first on become one. */
static enum ds_status
merge(struct sorter *s, size_t first, struct ds_diag *diag)
{
	unsigned level = s->runs[first].level + 1;
	struct source *src;
	size_t used = 0;
	off_t start = s->end;
	enum ds_status st;

	if (s->out == NULL && (s->out = malloc(s->buf_len)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, "sort");
	st = sources_open(s, first, diag);
	while (st == DS_OK && (src = lowest(s)) != NULL) {
		memcpy(s->out + used, source_rec(src), s->rec_len);
		used += s->rec_len;
		if (used == s->buf_len) {
			st = write_all(s, s->out, used, diag);
			used = 0;
		}
		if (st == DS_OK)
			st = source_step(s, src, diag);
	}
	if (st == DS_OK)
		st = write_all(s, s->out, used, diag);
	sources_free(s);
	if (st != DS_OK)
		return st;
	s->nruns = first;
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
	size_t used = 0;
	enum ds_status st;

	if ((st = file_open(s, diag)) != DS_OK)
		return st;
	if (s->out == NULL && (s->out = malloc(s->buf_len)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, "sort");
	sort_memory(s);
	for (size_t i = 0; st == DS_OK && i < s->n; i++) {
		memcpy(s->out + used, s->mem + s->items[i].at * s->rec_len,
		    s->rec_len);
		used += s->rec_len;
		if (used == s->buf_len) {
			st = write_all(s, s->out, used, diag);
			used = 0;
		}
	}
	if (st == DS_OK)
		st = write_all(s, s->out, used, diag);
	if (st == DS_OK)
		st = run_add(s, start, 0, diag);
	s->n = 0;
	return st == DS_OK ? merge_levels(s, diag) : st;
}

/* --- what callers see ------------------------------------------------------
 */

enum ds_status
sorter_add(struct sorter *s, const uint8_t *rec, struct ds_diag *diag)
{
	enum ds_status st;

	if (s->n == s->cap && (st = spill(s, diag)) != DS_OK)
		return st;
	memcpy(s->mem + s->n++ * s->rec_len, rec, s->rec_len);
	return DS_OK;
}

enum ds_status
sorter_end(struct sorter *s, struct ds_diag *diag)
{
	enum ds_status st;

	if (s->nruns == 0) {
		sort_memory(s);
		return DS_OK;
	}
	if (s->n > 0 && (st = spill(s, diag)) != DS_OK)
		return st;
	/* The merge's buffers take the place of the memory. */
	free(s->mem);
	free(s->items);
	s->mem = NULL;
	s->items = NULL;
	while (s->nruns > FAN)
		if ((st = merge(s, s->nruns - FAN, diag)) != DS_OK)
			return st;
	return sources_open(s, 0, diag);
}

enum ds_status
sorter_next(struct sorter *s, const uint8_t **recp, struct ds_diag *diag)
{
	struct source *src;
	enum ds_status st;

	if (s->nsrc == 0) {
		if (s->next == s->n)
			return DS_EOD;
		*recp = s->mem + s->items[s->next++].at * s->rec_len;
		return DS_OK;
	}
	/* what was lent last is passed now */
	if (s->next > 0) {
		st = source_step(s, &s->src[s->next - 1], diag);
		if (st != DS_OK)
			return st;
	}
	if ((src = lowest(s)) == NULL) {
		s->next = 0;
		return DS_EOD;
	}
	s->next = (size_t)(src - s->src) + 1;
	*recp = source_rec(src);
	return DS_OK;
}

size_t
sorter_runs(const struct sorter *s)
{
	return s->written;
}

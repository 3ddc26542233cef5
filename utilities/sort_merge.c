/* MERGE: SORTIN01 to SORTIN99, each in order, become one. */
#include <stdio.h>
#include <string.h>

#include "utilities/sort_int.h"

/* --- MERGE -----------------------------------------------------------------
 */

struct merge {
	struct sort_source src[SORT_DDS];
	unsigned n;
	unsigned heap[SORT_DDS], nheap; /* the lowest key first */
};

static bool
open_sources(struct sort *s, struct merge *m)
{
	struct sort_source *src;
	char dd[SORT_DDNAME * 2];

	for (unsigned i = 0; i < SORT_DDS; i++) {
		/* SORTIN01, and SORTIN1 too */
		snprintf(dd, sizeof(dd), "%.6s%02u", s->plan.in_dd, i);
		if (!dd_exists(s->u.run->dds, dd) && i < 10)
			snprintf(dd, sizeof(dd), "%.6s%u", s->plan.in_dd, i);
		if (!dd_exists(s->u.run->dds, dd))
			continue;
		src = &m->src[m->n];
		snprintf(src->dd, sizeof(src->dd), "%.8s", dd);
		src->area = arena_alloc(s->arena, SORT_RECORD + 1);
		src->made = arena_alloc(s->arena, SORT_RECORD + 1);
		src->key = arena_alloc(s->arena, 2 * (size_t)s->order.len);
		if (src->area == NULL || src->made == NULL ||
		    src->key == NULL) {
			sort_note(s, "NO MEMORY");
			return false;
		}
		src->before = src->key + s->order.len;
		if (!sort_source_open(s, src, m->n++ == 0))
			return false;
	}
	snprintf(dd, sizeof(dd), "%.6s01", s->plan.in_dd);
	if (m->n == 0)
		sort_msg(s, MSG_ICE056A, dd, NULL);
	return m->n > 0;
}

/* The next record of a source that passes; *gotp false: it has ended. */
static bool
advance(struct sort *s, struct sort_source *src, bool *gotp)
{
	enum sort_taken got;

	*gotp = false;
	for (;;) {
		if (!sort_image(s, src))
			return !s->failed;
		got = sort_take(s, src, src->made);
		if (got == SORT_FAILED)
			return false;
		if (got == SORT_ENOUGH)
			return true;
		if (got == SORT_TAKEN)
			break;
	}
	memcpy(src->before, src->key, s->order.len);
	if (!sort_key_of(s, src->rec, src->len, src->key))
		return false;
	if (src->any && memcmp(src->key, src->before, s->order.len) < 0) {
		sort_msg(s, MSG_ICE068A, src->dd, NULL);
		return false;
	}
	src->any = true;
	*gotp = true;
	return true;
}

/* Equal keys: that of the lower number is first. */
static bool
is_before(const struct sort *s, const struct merge *m, unsigned a, unsigned b)
{
	const int c = memcmp(m->src[a].key, m->src[b].key, s->order.len);

	return c != 0 ? c < 0 : a < b;
}

static void
sink(const struct sort *s, struct merge *m, unsigned i)
{
	const unsigned moved = m->heap[i];
	unsigned k;

	while ((k = 2 * i + 1) < m->nheap) {
		if (k + 1 < m->nheap &&
		    is_before(s, m, m->heap[k + 1], m->heap[k]))
			k++;
		if (!is_before(s, m, m->heap[k], moved))
			break;
		m->heap[i] = m->heap[k];
		i = k;
	}
	m->heap[i] = moved;
}

static bool
merge_all(struct sort *s, struct merge *m, struct sort_group *g)
{
	struct sort_source *src;
	bool got;

	for (unsigned i = 0; i < m->n; i++) {
		if (!advance(s, &m->src[i], &got))
			return false;
		if (got)
			m->heap[m->nheap++] = i;
	}
	for (unsigned i = m->nheap / 2; i-- > 0;)
		sink(s, m, i);
	while (m->nheap > 0) {
		src = &m->src[m->heap[0]];
		if (!sort_in_order(s, g, src->key, src->rec, src->len) ||
		    !advance(s, src, &got))
			return false;
		if (!got)
			m->heap[0] = m->heap[--m->nheap];
		if (m->nheap > 0)
			sink(s, m, 0);
	}
	return sort_end_group(s, g);
}

bool
sort_merge(struct sort *s, struct sort_group *g)
{
	struct merge *m = arena_alloc(s->arena, sizeof(*m));
	bool ok;

	if (m == NULL) {
		sort_note(s, "NO MEMORY");
		return false;
	}
	ok = open_sources(s, m);
	if (ok) {
		sort_say_type(s);
		ok = sort_fields_fit(s) && sort_outputs_open(s, s->made_len) &&
		     merge_all(s, m, g);
	}
	for (unsigned i = 0; i < m->n; i++)
		ds_abandon(&m->src[i].file);
	return ok;
}

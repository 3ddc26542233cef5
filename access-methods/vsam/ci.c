/* One control interval's bytes: check, walk, change, build. */
#include <assert.h>
#include <string.h>

#include "access-methods/vsam/ci.h"

/* Maximal runs of equal length, in record order. */
struct runs {
	uint32_t n;
	uint16_t len[VSAM_RUNS_MAX + 2]; /* an insert can add two */
	uint16_t count[VSAM_RUNS_MAX + 2];
};

static void
cidf_put(uint8_t *ci, uint32_t ci_len, uint32_t off, uint32_t nfree)
{
	be16_put(ci + ci_len - VSAM_CIDF_LEN, (uint16_t)off);
	be16_put(ci + ci_len - 2, (uint16_t)nfree);
}

static void
rdf_put(uint8_t *rdf, int flags, uint32_t value)
{
	rdf[0] = (uint8_t)flags;
	be16_put(rdf + 1, (uint16_t)value);
}

void
vsam_ci_format(uint8_t *ci, uint32_t ci_len)
{
	memset(ci, 0, ci_len);
	cidf_put(ci, ci_len, 0, ci_len - VSAM_CIDF_LEN);
}

void
vsam_ci_segment(uint8_t *ci, uint32_t ci_len, const uint8_t *data, uint32_t len,
    uint8_t seg, uint16_t update)
{
	uint32_t rdfs = ci_len - VSAM_SEG_CONTROL;

	memcpy(ci, data, len);
	memset(ci + len, 0, rdfs - len);
	rdf_put(ci + rdfs, VSAM_RDF_COUNT | seg, update);
	rdf_put(ci + rdfs + VSAM_RDF_LEN, VSAM_RDF_PAIRED | seg, len);
	cidf_put(ci, ci_len, len, rdfs - len);
}

static enum ds_status
corrupt(const char **whyp, const char *why)
{
	*whyp = why;
	return DS_CORRUPT;
}

/* The CIDF, and the space for RDFs that follows from it. */
static enum ds_status
head_check(const uint8_t *ci, uint32_t ci_len, struct vsam_ci_head *headp,
    const char **whyp)
{
	uint32_t off = vsam_ci_used(ci, ci_len);
	uint32_t nfree = be16_get(ci + ci_len - 2);
	uint32_t room = ci_len - VSAM_CIDF_LEN;

	memset(headp, 0, sizeof(*headp));
	if (off == 0 && nfree == 0) {
		headp->eof = true;
		headp->rdfs = room;
		return DS_OK;
	}
	if (nfree & 0x8000)
		return corrupt(whyp, "CIDF: control interval split busy");
	if (off > room || nfree > room - off)
		return corrupt(whyp, "CIDF: free space reaches into the CIDF");
	if ((room - off - nfree) % VSAM_RDF_LEN != 0)
		return corrupt(whyp, "CIDF: no whole number of RDFs");
	headp->used = off;
	headp->nfree = nfree;
	headp->rdfs = off + nfree;
	return DS_OK;
}

/*
 * Decode the run whose right RDF ends at *rdfp; moves *rdfp to its left end.
 */
static enum ds_status
run_check(const uint8_t *ci, uint32_t rdfs, uint32_t *rdfp, uint32_t *lenp,
    uint32_t *countp, const char **whyp)
{
	const uint8_t *rdf = ci + *rdfp - VSAM_RDF_LEN;

	*lenp = be16_get(rdf + 1);
	*countp = 1;
	*rdfp -= VSAM_RDF_LEN;
	if (rdf[0] == 0)
		return DS_OK;
	if (rdf[0] != VSAM_RDF_PAIRED)
		return corrupt(whyp, "RDF: unknown flags");
	if (*rdfp < rdfs + VSAM_RDF_LEN)
		return corrupt(whyp, "RDF: the second of a pair is missing");
	rdf -= VSAM_RDF_LEN;
	*rdfp -= VSAM_RDF_LEN;
	if (rdf[0] != VSAM_RDF_COUNT)
		return corrupt(whyp, "RDF: the second of a pair is no count");
	*countp = be16_get(rdf + 1);
	if (*countp < 2)
		return corrupt(whyp, "RDF: a run of fewer than two records");
	return DS_OK;
}

/* A segment: alone, with exactly two RDFs. */
static enum ds_status
segment_check(const uint8_t *ci, uint32_t ci_len, uint32_t min_len,
    struct vsam_ci_head *head, const char **whyp)
{
	const uint8_t *rdf = ci + ci_len - VSAM_REC_CONTROL;
	uint8_t seg = rdf[0] & VSAM_RDF_SEGMENT;

	if (head->rdfs != ci_len - VSAM_SEG_CONTROL)
		return corrupt(whyp, "RDFs: a segment has two of them");
	if (rdf[0] != (VSAM_RDF_PAIRED | seg) ||
	    rdf[-VSAM_RDF_LEN] != (VSAM_RDF_COUNT | seg))
		return corrupt(whyp, "RDF: flags of a segment");
	if (be16_get(rdf + 1) != head->used || head->used == 0)
		return corrupt(whyp, "RDF: length of a segment");
	if ((seg & VSAM_RDF_NOTLAST) && head->nfree > 0)
		return corrupt(whyp, "CIDF: free space behind a segment");
	if (seg == VSAM_RDF_NOTLAST && head->used < min_len)
		return corrupt(whyp, "RDF: the key is not in the segment");
	head->nrec = 1;
	head->seg = seg;
	head->update = be16_get(rdf - VSAM_RDF_LEN + 1);
	return DS_OK;
}

enum ds_status
vsam_ci_check(const uint8_t *ci, uint32_t ci_len, uint32_t min_len,
    struct vsam_ci_head *headp, const char **whyp)
{
	struct vsam_ci_head head;
	uint32_t rdf = ci_len - VSAM_CIDF_LEN, sum = 0, len, count;
	enum ds_status st;

	assert(ci_len >= VSAM_CI_MIN && ci_len <= VSAM_CI_MAX);
	if ((st = head_check(ci, ci_len, &head, whyp)) != DS_OK)
		return st;
	if (rdf > head.rdfs && ci[rdf - VSAM_RDF_LEN] & VSAM_RDF_SEGMENT) {
		st = segment_check(ci, ci_len, min_len, &head, whyp);
		if (st == DS_OK)
			*headp = head;
		return st;
	}
	while (rdf > head.rdfs) {
		st = run_check(ci, head.rdfs, &rdf, &len, &count, whyp);
		if (st != DS_OK)
			return st;
		if (len == 0 || len < min_len)
			return corrupt(whyp, "RDF: record length too small");
		if (len > (head.used - sum) / count)
			return corrupt(whyp, "RDFs: lengths exceed the CIDF");
		if (sum == 0)
			head.even = len;
		else if (len != head.even)
			head.even = 0;
		sum += len * count;
		head.nrec += count;
	}
	if (sum != head.used)
		return corrupt(whyp, "RDFs: lengths do not fill the CIDF");
	*headp = head;
	return DS_OK;
}

void
vsam_ci_begin(struct vsam_ci_cur *cur, const uint8_t *ci, uint32_t ci_len)
{
	uint32_t nfree = be16_get(ci + ci_len - 2);
	uint32_t used = vsam_ci_used(ci, ci_len);

	memset(cur, 0, sizeof(*cur));
	cur->ci = ci;
	cur->rdf = ci_len - VSAM_CIDF_LEN;
	/* the software end of file has no RDF */
	cur->stop = used == 0 ? cur->rdf : used + nfree;
}

bool
vsam_ci_next_run(struct vsam_ci_cur *cur)
{
	const uint8_t *rdf;

	cur->off += cur->len;
	cur->len = 0;
	if (cur->rdf <= cur->stop)
		return false;
	cur->rdf -= VSAM_RDF_LEN;
	rdf = cur->ci + cur->rdf;
	cur->len = be16_get(rdf + 1);
	if (rdf[0] & VSAM_RDF_PAIRED) {
		cur->rdf -= VSAM_RDF_LEN;
		if (!(rdf[0] & VSAM_RDF_SEGMENT))
			cur->left = be16_get(rdf - VSAM_RDF_LEN + 1) - 1u;
	}
	return true;
}

void
vsam_ci_end(struct vsam_ci_cur *cur, const uint8_t *ci, uint32_t ci_len)
{
	vsam_ci_begin(cur, ci, ci_len);
	cur->off = vsam_ci_used(ci, ci_len);
	cur->rdf = cur->stop;
	cur->stop = ci_len - VSAM_CIDF_LEN;
}

bool
vsam_ci_prev_run(struct vsam_ci_cur *cur)
{
	const uint8_t *rdf;

	if (cur->rdf >= cur->stop)
		return false;
	rdf = cur->ci + cur->rdf;
	cur->rdf += VSAM_RDF_LEN;
	if (rdf[0] & VSAM_RDF_COUNT) {
		if (!(rdf[0] & VSAM_RDF_SEGMENT))
			cur->left = be16_get(rdf + 1) - 1u;
		rdf += VSAM_RDF_LEN;
		cur->rdf += VSAM_RDF_LEN;
	}
	cur->len = be16_get(rdf + 1);
	cur->off -= cur->len;
	return true;
}

void
vsam_ci_seek(struct vsam_ci_cur *cur, const uint8_t *ci, uint32_t ci_len,
    uint32_t idx, bool backward)
{
	uint32_t rdf;

	vsam_ci_begin(cur, ci, ci_len);
	if (!backward && idx == 0)
		return;
	for (;;) {
		rdf = cur->rdf;
		if (!vsam_ci_next_run(cur))
			break;
		if (idx <= cur->left)
			break;
		idx -= cur->left + 1;
		cur->off += cur->left * cur->len;
		cur->left = 0;
	}
	if (cur->len == 0) { /* behind the last record */
		if (backward)
			vsam_ci_end(cur, ci, ci_len);
		return;
	}
	/* Record idx of this run is to come: stand on its neighbour. A record
	 * before the run's first does not exist, but off and len serve. */
	if (backward) {
		cur->off += (idx + 1) * cur->len;
		cur->left = idx + 1;
		cur->rdf = rdf;
		cur->stop = ci_len - VSAM_CIDF_LEN;
		return;
	}
	cur->off += idx * cur->len - cur->len;
	cur->left -= idx;
	cur->left++;
}

void
vsam_ci_seek_even(struct vsam_ci_cur *cur, const uint8_t *ci, uint32_t nrec,
    uint32_t len, uint32_t idx, bool backward)
{
	cur->ci = ci;
	cur->len = len;
	cur->rdf = cur->stop = 0; /* no other run */
	cur->left = backward ? idx + 1 : nrec - idx;
	/* Stand on the neighbour of record idx, as vsam_ci_seek does. */
	cur->off = backward ? (idx + 1) * len : idx * len - len;
}

/* A key's first eight bytes as a number; shorter keys end in zeros. */
static inline uint64_t
key_head(const uint8_t *key, uint32_t keylen)
{
	uint64_t h = 0;

	if (keylen >= 8)
		return be64_get(key);
	for (uint32_t i = 0; i < keylen; i++)
		h |= (uint64_t)key[i] << (56 - 8 * i);
	return h;
}

/* Of n keys, step bytes apart, how many are below key. */
static inline uint32_t
keys_below(const uint8_t *at, uint32_t n, size_t step, uint64_t head,
    const uint8_t *key, uint32_t keylen)
{
	uint32_t below = 0;

	if (keylen == 8) {
		for (uint32_t i = 0; i < n; i++)
			below += be64_get(at + i * step) < head;
		return below;
	}
	for (uint32_t i = 0; i < n; i++) {
		uint64_t h = key_head(at + i * step, keylen);

		below += h < head || (h == head && keylen > 8 &&
					 memcmp(at + i * step + 8, key + 8,
					     keylen - 8) < 0);
	}
	return below;
}

enum { FIND_FEW = 12, FIND_PARTS = 16 };

/* Into how many parts n records are divided. */
static inline uint32_t
parts_of(uint32_t n)
{
	return n < 9 * 9 ? 8 : n < 12 * 12 ? 11 : FIND_PARTS;
}

/* To the part of [*lop, *lop + *np) that has the place, by the last keys of
 * all parts but the last. */
static inline void
narrow(const uint8_t *ci, uint32_t len, uint64_t head, const uint8_t *key,
    uint32_t rkp, uint32_t keylen, uint32_t *lop, uint32_t *np)
{
	uint32_t parts = parts_of(*np), part = *np / parts, below;

	below = keys_below(ci + (size_t)(*lop + part - 1) * len + rkp,
	    parts - 1, (size_t)part * len, head, key, keylen);
	*lop += below * part;
	*np = below == parts - 1 ? *np - below * part : part;
}

uint32_t
vsam_ci_find_even(const uint8_t *ci, uint32_t nrec, uint32_t len,
    const uint8_t *key, uint32_t rkp, uint32_t keylen)
{
	uint64_t head = key_head(key, keylen);
	uint32_t lo = 0, n = nrec;

	while (n > FIND_FEW)
		narrow(ci, len, head, key, rkp, keylen, &lo, &n);
	return lo + keys_below(
			ci + (size_t)lo * len + rkp, n, len, head, key, keylen);
}

enum { HEADS_LINE = 8 }; /* heads in a cache line */

uint32_t
vsam_ci_heads(const uint8_t *ci, uint32_t nrec, uint32_t len, uint32_t rkp,
    uint32_t keylen, uint64_t *heads, uint32_t cap)
{
	uint32_t every, n;

	if (nrec == 0 || cap == 0)
		return 0;
	every = (nrec + cap - 1) / cap;
	n = nrec / every;
	for (uint32_t i = 0; i < n; i++)
		heads[i] = key_head(
		    ci + (size_t)((i + 1) * every - 1) * len + rkp, keylen);
	/* Keys that begin alike are better told apart by themselves. */
	return every < 255 && heads[0] != heads[n - 1] ? every : 0;
}

uint32_t
vsam_ci_find_heads(const uint64_t *heads, uint32_t every, const uint8_t *ci,
    uint32_t nrec, uint32_t len, const uint8_t *key, uint32_t rkp,
    uint32_t keylen)
{
	uint64_t head = key_head(key, keylen);
	uint32_t n = nrec / every, below = 0, line, i, lo, end;

	/* The last of each line, then those of one line. */
	for (i = HEADS_LINE - 1; i < n; i += HEADS_LINE)
		below += heads[i] < head;
	line = below * HEADS_LINE;
	end = n - line < HEADS_LINE ? n : line + HEADS_LINE;
	for (below = line, i = line; i < end; i++)
		below += heads[i] < head;
	lo = below * every;
	if (every == 1 && (keylen <= 8 || below == n || heads[below] != head))
		return lo;
	/* Groups whose last key begins alike, and the one behind them. */
	while (keylen > 8 && below < n && heads[below] == head)
		below++;
	end = below < n ? (below + 1) * every : nrec;
	return lo + vsam_ci_find_even(
			ci + (size_t)lo * len, end - lo, len, key, rkp, keylen);
}

bool
vsam_ci_find(const uint8_t *ci, uint32_t ci_len, const uint8_t *key,
    uint32_t rkp, uint32_t keylen, struct vsam_ci_spot *spotp)
{
	struct vsam_ci_cur cur;
	uint32_t idx = 0, lo, hi, mid;
	int c;

	vsam_ci_begin(&cur, ci, ci_len);
	while (vsam_ci_next_run(&cur)) {
		lo = 0;
		hi = cur.left + 1;
		while (lo < hi) {
			mid = (lo + hi) / 2;
			c = memcmp(
			    ci + cur.off + mid * cur.len + rkp, key, keylen);
			if (c < 0) {
				lo = mid + 1;
				continue;
			}
			hi = mid;
			if (c == 0) {
				lo = mid;
				break;
			}
		}
		if (lo <= cur.left) {
			spotp->idx = idx + lo;
			spotp->off = cur.off + lo * cur.len;
			spotp->len = cur.len;
			return memcmp(ci + spotp->off + rkp, key, keylen) == 0;
		}
		idx += cur.left + 1;
		cur.off += cur.left * cur.len;
		cur.left = 0;
	}
	spotp->idx = idx;
	spotp->off = cur.off;
	spotp->len = 0;
	return false;
}

void
vsam_ci_spot_at(const uint8_t *ci, uint32_t ci_len, uint32_t idx,
    struct vsam_ci_spot *spotp)
{
	struct vsam_ci_cur cur;

	vsam_ci_seek(&cur, ci, ci_len, idx, false);
	spotp->idx = idx;
	spotp->len = vsam_ci_next(&cur) ? cur.len : 0;
	spotp->off = cur.off;
}

enum ds_status
vsam_ci_spot_off(const uint8_t *ci, uint32_t ci_len, uint32_t off,
    struct vsam_ci_spot *spotp)
{
	struct vsam_ci_cur cur;
	uint32_t idx = 0, k;

	vsam_ci_begin(&cur, ci, ci_len);
	while (vsam_ci_next_run(&cur)) {
		/* records of this run that start before off */
		k = off <= cur.off ? 0 : (off - cur.off - 1) / cur.len + 1;
		if (k <= cur.left) {
			spotp->idx = idx + k;
			spotp->off = cur.off + k * cur.len;
			spotp->len = cur.len;
			return spotp->off == off ? DS_OK : DS_NOTFOUND;
		}
		idx += cur.left + 1;
		cur.off += cur.left * cur.len;
		cur.left = 0;
	}
	spotp->idx = idx;
	spotp->off = cur.off;
	spotp->len = 0;
	return DS_NOTFOUND;
}

/* --- changing ------------------------------------------------------------ */

/* Append count records of len, joining the last run when it fits. */
static void
runs_add(struct runs *r, uint32_t len, uint32_t count)
{
	if (count == 0)
		return;
	if (r->n > 0 && r->len[r->n - 1] == len) {
		r->count[r->n - 1] = (uint16_t)(r->count[r->n - 1] + count);
		return;
	}
	r->len[r->n] = (uint16_t)len;
	r->count[r->n] = (uint16_t)count;
	r->n++;
}

static uint32_t
runs_ctl(const struct runs *r)
{
	uint32_t i, ctl = VSAM_CIDF_LEN;

	for (i = 0; i < r->n; i++)
		ctl += r->count[i] > 1 ? 2 * VSAM_RDF_LEN : VSAM_RDF_LEN;
	return ctl;
}

/* Control fields for used bytes of records; the free space is zeroed. */
static void
runs_write(const struct runs *r, uint8_t *ci, uint32_t ci_len, uint32_t used)
{
	uint32_t i, rdf = ci_len - VSAM_CIDF_LEN;

	for (i = 0; i < r->n; i++) {
		rdf -= VSAM_RDF_LEN;
		if (r->count[i] == 1) {
			rdf_put(ci + rdf, 0, r->len[i]);
			continue;
		}
		rdf_put(ci + rdf, VSAM_RDF_PAIRED, r->len[i]);
		rdf -= VSAM_RDF_LEN;
		rdf_put(ci + rdf, VSAM_RDF_COUNT, r->count[i]);
	}
	memset(ci + used, 0, rdf - used);
	cidf_put(ci, ci_len, used, rdf - used);
}

/* The runs after the change, and where record idx is. */
static void
runs_splice(struct runs *r, const uint8_t *ci, uint32_t ci_len, uint32_t idx,
    uint32_t ndel, uint32_t len, struct vsam_ci_spot *spotp)
{
	struct vsam_ci_cur cur;
	uint32_t at = 0, n;

	r->n = 0;
	memset(spotp, 0, sizeof(*spotp));
	vsam_ci_begin(&cur, ci, ci_len);
	while (vsam_ci_next_run(&cur)) {
		n = cur.left + 1;
		if (idx >= at && idx < at + n) {
			spotp->off = cur.off + (idx - at) * cur.len;
			spotp->len = cur.len;
			runs_add(r, cur.len, idx - at);
			runs_add(r, len, len > 0);
			runs_add(r, cur.len, at + n - idx - ndel);
		} else {
			runs_add(r, cur.len, n);
		}
		at += n;
		cur.off += cur.left * cur.len;
		cur.left = 0;
	}
	if (spotp->len == 0) {
		spotp->off = cur.off;
		runs_add(r, len, len > 0);
	}
}

bool
vsam_ci_splice(uint8_t *ci, uint32_t ci_len, uint32_t idx, uint32_t ndel,
    const uint8_t *rec, uint32_t len, uint32_t reserve)
{
	struct runs r;
	struct vsam_ci_spot spot;
	uint32_t used = vsam_ci_used(ci, ci_len), gone, now;

	if (rec == NULL)
		len = 0;
	runs_splice(&r, ci, ci_len, idx, ndel, len, &spot);
	gone = ndel ? spot.len : 0;
	now = used - gone + len;
	if (now + runs_ctl(&r) + reserve > ci_len)
		return false;
	memmove(
	    ci + spot.off + len, ci + spot.off + gone, used - spot.off - gone);
	if (len > 0)
		memcpy(ci + spot.off, rec, len);
	runs_write(&r, ci, ci_len, now);
	return true;
}

void
vsam_ci_split(uint8_t *left, uint8_t *right, uint32_t ci_len, uint32_t idx)
{
	struct runs l, r;
	struct vsam_ci_cur cur;
	uint32_t used = vsam_ci_used(left, ci_len), at = 0, n, keep, bytes = 0;

	l.n = r.n = 0;
	vsam_ci_begin(&cur, left, ci_len);
	while (vsam_ci_next_run(&cur)) {
		n = cur.left + 1;
		keep = idx <= at ? 0 : idx - at < n ? idx - at : n;
		runs_add(&l, cur.len, keep);
		runs_add(&r, cur.len, n - keep);
		bytes += keep * cur.len;
		at += n;
		cur.off += cur.left * cur.len;
		cur.left = 0;
	}
	memcpy(right, left + bytes, used - bytes);
	runs_write(&r, right, ci_len, used - bytes);
	runs_write(&l, left, ci_len, bytes);
}

/* Bytes that a growing sequence of records takes in a control interval. */
struct sizer {
	uint32_t bytes, last, count;
};

static void
sizer_add(struct sizer *s, uint32_t len)
{
	if (len != s->last) {
		s->last = len;
		s->count = 0;
	}
	s->bytes += len;
	if (++s->count <= 2)
		s->bytes += VSAM_RDF_LEN;
}

/* lens[0..n): the records of ci with the new one at its place. */
static uint32_t
lens_with_new(const uint8_t *ci, uint32_t ci_len, uint32_t idx, uint32_t len,
    uint16_t *lens)
{
	struct vsam_ci_cur cur;
	uint32_t n = 0;

	vsam_ci_begin(&cur, ci, ci_len);
	while (vsam_ci_next(&cur)) {
		if (n == idx)
			lens[n++] = (uint16_t)len;
		lens[n++] = (uint16_t)cur.len;
	}
	if (n == idx)
		lens[n++] = (uint16_t)len;
	return n;
}

void
vsam_ci_choose_cut(const uint8_t *ci, uint32_t ci_len, uint32_t idx,
    uint32_t len, bool sequential, uint32_t reserve, struct vsam_ci_cut *cutp)
{
	uint16_t lens[VSAM_RECS_MAX];
	uint16_t right[VSAM_RECS_MAX]; /* bytes of the records from m on */
	struct sizer s = {VSAM_CIDF_LEN, 0, 0};
	uint32_t n = lens_with_new(ci, ci_len, idx, len, lens);
	uint32_t m, best = UINT32_MAX, bad;

	for (m = n; m-- > 0;) {
		sizer_add(&s, lens[m]);
		right[m] = (uint16_t)(s.bytes < 65535 ? s.bytes : 65535);
	}
	cutp->keep = idx;
	cutp->side = VSAM_NEW_NEITHER;
	s = (struct sizer){VSAM_CIDF_LEN, 0, 0};
	for (m = 1; m < n; m++) {
		sizer_add(&s, lens[m - 1]);
		if (s.bytes > ci_len)
			break;
		if (right[m] > ci_len)
			continue;
		if (!sequential)
			bad = s.bytes > right[m] ? s.bytes - right[m]
						 : right[m] - s.bytes;
		else if (m == idx + 1 &&
			 (s.bytes + reserve <= ci_len || idx == 0))
			bad = 0;
		else if (m == idx)
			bad = 1;
		else
			bad = 2 + (m > idx ? m - idx : idx - m);
		if (bad < best) {
			best = bad;
			cutp->side = m > idx ? VSAM_NEW_LEFT : VSAM_NEW_RIGHT;
			cutp->keep = m > idx ? m - 1 : m;
		}
	}
}

/* --- building ------------------------------------------------------------ */

void
vsam_ci_build_begin(
    struct vsam_ci_build *b, uint8_t *ci, uint32_t ci_len, uint32_t reserve)
{
	memset(b, 0, sizeof(*b));
	b->ci = ci;
	b->ci_len = ci_len;
	b->limit = ci_len - reserve;
	b->ctl = VSAM_CIDF_LEN;
	b->rdf = ci_len - VSAM_CIDF_LEN;
}

void
vsam_ci_build_run(struct vsam_ci_build *b)
{
	if (b->run_count == 0)
		return;
	b->rdf -= VSAM_RDF_LEN;
	rdf_put(
	    b->ci + b->rdf, b->run_count > 1 ? VSAM_RDF_PAIRED : 0, b->run_len);
	if (b->run_count > 1) {
		b->rdf -= VSAM_RDF_LEN;
		rdf_put(b->ci + b->rdf, VSAM_RDF_COUNT, b->run_count);
	}
	b->run_len = b->run_count = 0;
}

void
vsam_ci_build_end(struct vsam_ci_build *b)
{
	vsam_ci_build_run(b);
	cidf_put(b->ci, b->ci_len, b->used, b->rdf - b->used);
}

/* --- slots --------------------------------------------------------------- */

static uint32_t
slot_rdf(uint32_t ci_len, uint32_t slot)
{
	return ci_len - VSAM_CIDF_LEN - VSAM_RDF_LEN * (slot + 1);
}

uint32_t
vsam_slots(uint32_t ci_len, uint32_t slot_len)
{
	return (ci_len - VSAM_CIDF_LEN) / (slot_len + VSAM_RDF_LEN);
}

void
vsam_slot_format(uint8_t *ci, uint32_t ci_len, uint32_t slot_len)
{
	uint32_t i, n = vsam_slots(ci_len, slot_len);

	memset(ci, 0, ci_len);
	for (i = 0; i < n; i++)
		rdf_put(ci + slot_rdf(ci_len, i), VSAM_RDF_EMPTY, slot_len);
	cidf_put(ci, ci_len, n * slot_len,
	    ci_len - VSAM_CIDF_LEN - n * (slot_len + VSAM_RDF_LEN));
}

enum ds_status
vsam_slot_check(const uint8_t *ci, uint32_t ci_len, uint32_t slot_len,
    uint32_t *fullp, const char **whyp)
{
	struct vsam_ci_head head;
	uint32_t i, n = vsam_slots(ci_len, slot_len), full = 0;
	const uint8_t *rdf;
	enum ds_status st;

	if ((st = head_check(ci, ci_len, &head, whyp)) != DS_OK)
		return st;
	if (head.used != n * slot_len || head.rdfs != slot_rdf(ci_len, n - 1))
		return corrupt(whyp, "CIDF: not the slots of this data set");
	for (i = 0; i < n; i++) {
		rdf = ci + slot_rdf(ci_len, i);
		if ((rdf[0] & ~VSAM_RDF_EMPTY) != 0)
			return corrupt(whyp, "RDF: unknown flags");
		if (be16_get(rdf + 1) != slot_len)
			return corrupt(whyp, "RDF: not the slot's length");
		full += rdf[0] == 0;
	}
	*fullp = full;
	return DS_OK;
}

bool
vsam_slot_full(const uint8_t *ci, uint32_t ci_len, uint32_t slot)
{
	return ci[slot_rdf(ci_len, slot)] == 0;
}

void
vsam_slot_set(uint8_t *ci, uint32_t ci_len, uint32_t slot_len, uint32_t slot,
    const uint8_t *rec)
{
	ci[slot_rdf(ci_len, slot)] = rec != NULL ? 0 : VSAM_RDF_EMPTY;
	if (rec != NULL)
		memcpy(ci + slot * slot_len, rec, slot_len);
	else
		memset(ci + slot * slot_len, 0, slot_len);
}

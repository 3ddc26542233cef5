/*
 * libFuzzer target: bytes as a control interval.
 *
 * The first byte says how many of the bytes are changes to make; the others
 * are the right end of a CI of 512 bytes. What the check lets pass must be
 * walked alike in both directions, and each change must leave a CI that
 * passes again, with the records expected.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/ci.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CI = 512 };

static void
must(bool ok)
{
	if (!ok)
		abort();
}

static uint32_t
walk(const uint8_t *ci)
{
	struct vsam_ci_head head;
	struct vsam_ci_cur cur;
	uint32_t n = 0, at = 0;
	const char *why;

	must(vsam_ci_check(ci, CI, 0, &head, &why) == DS_OK);
	vsam_ci_begin(&cur, ci, CI);
	for (; vsam_ci_next(&cur); n++, at += cur.len)
		must(cur.off == at && cur.len > 0);
	must(n == head.nrec && at == head.used);
	vsam_ci_end(&cur, ci, CI);
	while (vsam_ci_prev(&cur)) {
		at -= cur.len;
		must(cur.off == at);
		n--;
	}
	must(n == 0 && at == 0);
	return head.nrec;
}

static void
cut(const uint8_t *ci, uint32_t idx, uint32_t len, bool sequential)
{
	uint8_t left[CI], right[CI], rec[CI] = {0};
	struct vsam_ci_cut c;
	uint32_t n = walk(ci);

	vsam_ci_choose_cut(ci, CI, idx, len, sequential, 50, &c);
	must(c.keep <= n);
	memcpy(left, ci, CI);
	vsam_ci_split(left, right, CI, c.keep);
	must(walk(left) == c.keep && walk(right) == n - c.keep);
	if (c.side == VSAM_NEW_LEFT)
		must(vsam_ci_splice(left, CI, idx, 0, rec, len, 0));
	else if (c.side == VSAM_NEW_RIGHT)
		must(vsam_ci_splice(right, CI, idx - c.keep, 0, rec, len, 0));
	else
		must(idx > 0 && idx < n && c.keep == idx);
}

static void
change(uint8_t *ci, const uint8_t op[3])
{
	uint8_t rec[CI];
	uint32_t n = walk(ci), idx = op[1] % (n + 1), len = op[2] * 2u + 1;
	uint32_t ndel = idx < n && op[0] & 1;
	struct vsam_ci_spot spot;
	bool erase = ndel && op[0] & 2;

	memset(rec, op[2], sizeof(rec));
	if (len > CI - 7)
		len = CI - 7;
	if (!vsam_ci_splice(ci, CI, idx, ndel, erase ? NULL : rec, len, 0)) {
		must(!erase);
		if (ndel == 0 && n > 0)
			cut(ci, idx, len, op[0] & 4);
		return;
	}
	must(walk(ci) == n + !erase - ndel);
	vsam_ci_spot_at(ci, CI, idx, &spot);
	must(
	    erase || (spot.len == len && memcmp(ci + spot.off, rec, len) == 0));
	vsam_ci_find(ci, CI, op, 0, 1, &spot);
	must(spot.idx <= n + 1 && spot.off <= CI);
}

/* Written again, it is the same. */
static void
segment(const uint8_t *ci, const struct vsam_ci_head *head)
{
	uint8_t again[CI];

	must(walk(ci) == 1);
	vsam_ci_segment(again, CI, ci, head->used, head->seg, head->update);
	must(memcmp(again + CI - VSAM_SEG_CONTROL, ci + CI - VSAM_SEG_CONTROL,
		 VSAM_SEG_CONTROL) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct vsam_ci_head head;
	uint8_t ci[CI] = {0};
	const char *why;
	uint32_t full;
	size_t ops, i, n;

	if (size < 1)
		return 0;
	ops = data[0];
	data++;
	size--;
	if (ops * 3 > size)
		return 0;
	n = size - ops * 3 < CI ? size - ops * 3 : CI;
	memcpy(ci + CI - n, data + ops * 3, n);
	for (i = 1; i < 200; i += 33)
		vsam_slot_check(ci, CI, (uint32_t)i, &full, &why);
	if (vsam_ci_check(ci, CI, 0, &head, &why) != DS_OK)
		return 0;
	/* what changes records is not for segments */
	if (head.seg != 0) {
		segment(ci, &head);
		return 0;
	}
	for (i = 0; i < ops; i++)
		change(ci, data + i * 3);
	walk(ci);
	return 0;
}

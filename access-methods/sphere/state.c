/*
 * The published state of a sphere, the checkpoint number of its index, and
 * the statistics block: pages of their own, big-endian
 * (doc/formats/component.md).
 *
 * A slot page holds its record twice, so that a byte gone bad in the newest
 * slot does not quietly bring back the state before it.
 */
#include <assert.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"
#include "base/crc32c.h"

enum {
	STATE_VERSION = 2, /* counted; others write 1 */
	STATE_PART = 64,   /* the first part's offset */
	STATE_LOADED = 0x01,
	STATE_OPEN_OUTPUT = 0x02,
	STATE_COUNTED = 0x04,
	CKPT_LEN = 64,
	STATS_PART = 32,
	STATS_PART_LEN = 72,
	STATS_LEN = STATS_PART + SPHERE_PARTS * STATS_PART_LEN,
};

static_assert(STATE_PART + SPHERE_PARTS * STATE_PART_LEN <= STATE_LEN, "slot");
static_assert(STATE_COPY + STATE_LEN <= COMP_PAGE, "both copies");

static const uint8_t state_magic[8] = {'C', 'T', 'M', 'T', 'S', 'T', 'A', 'T'};
static const uint8_t ckpt_magic[8] = {'C', 'T', 'M', 'T', 'C', 'K', 'P', 'T'};
static const uint8_t stats_magic[8] = {'C', 'T', 'M', 'T', 'S', 'C', 'N', 'T'};

/*
 * All records begin alike: magic 8, version 4, CRC-32C 4 over the record with
 * this field zero, sphere identity 16.
 */
static void
record_seal(uint8_t *rec, size_t len, const uint8_t *magic, uint32_t version,
    const uint8_t *sphere_id)
{
	memcpy(rec, magic, 8);
	be32_put(rec + 8, version);
	memcpy(rec + 16, sphere_id, SPHERE_ID_LEN);
	be32_put(rec + 12, 0);
	be32_put(rec + 12, crc32c(rec, len));
}

static bool
record_valid(const uint8_t *rec, size_t len, const uint8_t *magic,
    const uint8_t *sphere_id)
{
	uint8_t copy[STATE_LEN];

	if (memcmp(rec, magic, 8) != 0 ||
	    memcmp(rec + 16, sphere_id, SPHERE_ID_LEN) != 0)
		return false;
	assert(len <= sizeof(copy));
	memcpy(copy, rec, len);
	be32_put(copy + 12, 0);
	return sphere_is_mutant(SPHERE_NO_STATE_CRC) ||
	       crc32c(copy, len) == be32_get(rec + 12);
}

void
state_part_encode(const struct comp_state *cs, uint8_t p[STATE_PART_LEN])
{
	be64_put(p, cs->hurba);
	be64_put(p + 8, cs->harba);
	be64_put(p + 16, cs->records);
	be64_put(p + 24, cs->bytes);
	be32_put(p + 32, cs->extents);
	be32_put(p + 36, cs->levels);
	be64_put(p + 40, cs->root_rba);
	be64_put(p + 48, cs->seqset_rba);
	be64_put(p + 56, cs->last_rba);
	for (size_t i = 0; i < 4; i++)
		be64_put(p + 64 + 8 * i, cs->spare[i]);
}

void
state_part_decode(const uint8_t p[STATE_PART_LEN], struct comp_state *cs)
{
	cs->hurba = be64_get(p);
	cs->harba = be64_get(p + 8);
	cs->records = be64_get(p + 16);
	cs->bytes = be64_get(p + 24);
	cs->extents = be32_get(p + 32);
	cs->levels = be32_get(p + 36);
	cs->root_rba = be64_get(p + 40);
	cs->seqset_rba = be64_get(p + 48);
	cs->last_rba = be64_get(p + 56);
	for (size_t i = 0; i < 4; i++)
		cs->spare[i] = be64_get(p + 64 + 8 * i);
}

void
slot_record_encode(
    const struct slot *slot, const uint8_t *sphere_id, uint8_t rec[STATE_LEN])
{
	const struct sphere_state *state = &slot->state;

	memset(rec, 0, STATE_LEN);
	be64_put(rec + 32, state->seq);
	be64_put(rec + 40, state->reset_epoch);
	rec[48] = (uint8_t)((state->loaded ? STATE_LOADED : 0) |
			    (state->open_output ? STATE_OPEN_OUTPUT : 0) |
			    (state->counted ? STATE_COUNTED : 0));
	be64_put(rec + 56, slot->index_ckpt);
	for (size_t i = 0; i < SPHERE_PARTS; i++)
		state_part_encode(
		    &state->part[i], rec + STATE_PART + i * STATE_PART_LEN);
	record_seal(rec, STATE_LEN, state_magic,
	    state->counted ? STATE_VERSION : 1, sphere_id);
}

bool
slot_record_decode(const uint8_t rec[STATE_LEN], const uint8_t *sphere_id,
    struct slot *slotp, bool *newerp)
{
	struct slot slot;

	*newerp = false;
	if (!record_valid(rec, STATE_LEN, state_magic, sphere_id))
		return false;
	if (be32_get(rec + 8) > STATE_VERSION) {
		*newerp = true;
		return false;
	}
	memset(&slot, 0, sizeof(slot));
	slot.state.seq = be64_get(rec + 32);
	slot.state.reset_epoch = be64_get(rec + 40);
	slot.state.loaded = (rec[48] & STATE_LOADED) != 0;
	slot.state.open_output = (rec[48] & STATE_OPEN_OUTPUT) != 0;
	slot.state.counted = (rec[48] & STATE_COUNTED) != 0;
	slot.index_ckpt = be64_get(rec + 56);
	for (size_t i = 0; i < SPHERE_PARTS; i++)
		state_part_decode(
		    rec + STATE_PART + i * STATE_PART_LEN, &slot.state.part[i]);
	*slotp = slot;
	return true;
}

void
slot_encode(
    const struct slot *slot, const uint8_t *sphere_id, uint8_t page[COMP_PAGE])
{
	memset(page, 0, COMP_PAGE);
	slot_record_encode(slot, sphere_id, page);
	memcpy(page + STATE_COPY, page, STATE_LEN);
}

enum ds_status
slot_choose(const uint8_t pages[2 * COMP_PAGE], const uint8_t *sphere_id,
    const char *name, struct slot *slotp, struct ds_diag *diag)
{
	struct slot slot, best;
	bool found = false, newer = false, is_newer;

	memset(&best, 0, sizeof(best));
	for (size_t at = 0; at < 2 * COMP_PAGE; at += STATE_COPY) {
		if (slot_record_decode(
			pages + at, sphere_id, &slot, &is_newer) &&
		    (!found || slot.state.seq > best.state.seq)) {
			best = slot;
			found = true;
		}
		newer |= is_newer;
	}
	if (newer)
		return ds_fail(diag, DS_VERSION, name,
		    "the state was written by a newer version");
	if (!found)
		return ds_fail_rba(diag, DS_CORRUPT, name, 0,
		    "neither state slot fits its checksum");
	*slotp = best;
	return DS_OK;
}

static bool
part_fits(const struct comp_state *cs, const struct comp_layout *lo)
{
	if (lo == NULL)
		return cs->hurba == 0 && cs->harba == 0;
	return cs->harba <= COMP_RBA_MAX && cs->harba % lo->ca_len == 0 &&
	       cs->hurba <= cs->harba && cs->hurba % lo->ci_len == 0;
}

bool
slot_fits(
    const struct slot *slot, const struct comp_layout *const lo[SPHERE_PARTS])
{
	return part_fits(&slot->state.part[SPHERE_DATA], lo[SPHERE_DATA]) &&
	       part_fits(&slot->state.part[SPHERE_INDEX], lo[SPHERE_INDEX]) &&
	       slot->index_ckpt <= slot->state.seq;
}

void
ckpt_encode(uint64_t ckpt, const uint8_t *sphere_id, uint8_t page[COMP_PAGE])
{
	memset(page, 0, COMP_PAGE);
	be64_put(page + 32, ckpt);
	record_seal(page, CKPT_LEN, ckpt_magic, 1, sphere_id);
	memcpy(page + STATE_COPY, page, CKPT_LEN);
}

bool
ckpt_decode(
    const uint8_t page[COMP_PAGE], const uint8_t *sphere_id, uint64_t *ckptp)
{
	for (size_t at = 0; at <= STATE_COPY; at += STATE_COPY)
		if (record_valid(page + at, CKPT_LEN, ckpt_magic, sphere_id)) {
			*ckptp = be64_get(page + at + 32);
			return true;
		}
	return false;
}

void
stats_encode(const struct ds_stats stats[SPHERE_PARTS],
    const uint8_t *sphere_id, uint8_t page[COMP_PAGE])
{
	memset(page, 0, COMP_PAGE);
	for (size_t i = 0; i < SPHERE_PARTS; i++) {
		uint8_t *p = page + STATS_PART + i * STATS_PART_LEN;

		be64_put(p, stats[i].rec_deleted);
		be64_put(p + 8, stats[i].rec_inserted);
		be64_put(p + 16, stats[i].rec_updated);
		be64_put(p + 24, stats[i].rec_retrieved);
		be64_put(p + 32, stats[i].splits_ci);
		be64_put(p + 40, stats[i].splits_ca);
		be64_put(p + 48, stats[i].excps);
		be64_put(p + 56, stats[i].freespc);
		be64_put(p + 64, stats[i].tod);
	}
	record_seal(page, STATS_LEN, stats_magic, 1, sphere_id);
}

bool
stats_valid(const uint8_t page[COMP_PAGE], const uint8_t *sphere_id)
{
	static const uint8_t never[STATS_LEN];

	return memcmp(page, never, sizeof(never)) == 0 ||
	       record_valid(page, STATS_LEN, stats_magic, sphere_id);
}

void
stats_decode(const uint8_t page[COMP_PAGE], const uint8_t *sphere_id,
    struct ds_stats stats[SPHERE_PARTS])
{
	memset(stats, 0, SPHERE_PARTS * sizeof(stats[0]));
	if (!record_valid(page, STATS_LEN, stats_magic, sphere_id))
		return;
	for (size_t i = 0; i < SPHERE_PARTS; i++) {
		const uint8_t *p = page + STATS_PART + i * STATS_PART_LEN;

		stats[i].rec_deleted = be64_get(p);
		stats[i].rec_inserted = be64_get(p + 8);
		stats[i].rec_updated = be64_get(p + 16);
		stats[i].rec_retrieved = be64_get(p + 24);
		stats[i].splits_ci = be64_get(p + 32);
		stats[i].splits_ca = be64_get(p + 40);
		stats[i].excps = be64_get(p + 48);
		stats[i].freespc = be64_get(p + 56);
		stats[i].tod = be64_get(p + 64);
	}
}

void
stats_from_state(
    const struct sphere_state *state, struct ds_stats stats[SPHERE_PARTS])
{
	for (size_t i = 0; i < SPHERE_PARTS; i++) {
		const struct comp_state *cs = &state->part[i];

		stats[i].rec_total = cs->records;
		stats[i].harba = cs->harba;
		stats[i].hurba = cs->hurba;
		stats[i].extents = cs->extents;
		stats[i].levels = cs->levels;
		stats[i].seqset_rba = cs->seqset_rba;
		stats[i].hilevel_rba = cs->root_rba;
	}
}

/*
 * Bytes and places in a component file. Hex is made by hand from the tables of
 * doc/formats/component.md, places by the arithmetic written beside them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"
#include "base/crc32c.h"
#include "tests/support/sphere_test.h"

/* Put hex digits (blanks ignored) at p. */
static void
hex(uint8_t *p, const char *digits)
{
	unsigned byte;

	for (; *digits != '\0'; digits += 2) {
		while (*digits == ' ')
			digits++;
		assert_int_equal(sscanf(digits, "%2x", &byte), 1);
		*p++ = (uint8_t)byte;
	}
}

static void
seal(uint8_t *rec, size_t len)
{
	be32_put(rec + 12, 0);
	be32_put(rec + 12, crc32c(rec, len));
}

static struct comp_attr
sample(void)
{
	struct comp_attr a = {.part = SPHERE_INDEX,
	    .org = DS_ORG_VRRDS,
	    .recfm = DS_RECFM_VB,
	    .ctlchar = 'A',
	    .fspc_ci = 10,
	    .fspc_ca = 20,
	    .ccsid = 1047,
	    .keylen = 11,
	    .ci_len = 18432,
	    .cis_per_ca = 45,
	    .rkp = 3,
	    .avglrecl = 300,
	    .maxlrecl = 301,
	    .flags = DS_A_REUSE | DS_A_SMS,
	    .lrecl = 80,
	    .blksize = 27920,
	    .space_type = DS_SPACE_CYL,
	    .space_pri = 5,
	    .space_sec = 1,
	    .created = 2024123,
	    .expires = 9999999,
	    .first_cas = 258,
	    .name = "A.B",
	    .cluster = "XY"};

	for (unsigned i = 0; i < SPHERE_ID_LEN; i++) {
		a.id[i] = (uint8_t)(0xA0 + i);
		a.sphere[i] = (uint8_t)(0xB0 + i);
		a.peer[i] = (uint8_t)(0xC0 + i);
	}
	return a;
}

static const char sample_name[] = "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf";

static void
sample_page(uint8_t page[COMP_PAGE])
{
	memset(page, 0, COMP_PAGE);
	hex(page, "43544D54434F4D50" /* CTMTCOMP */
		  "00000003 00000000"
		  "A0A1A2A3A4A5A6A7A8A9AAABACADAEAF"
		  "B0B1B2B3B4B5B6B7B8B9BABBBCBDBEBF"
		  "C0C1C2C3C4C5C6C7C8C9CACBCCCDCECF"
		  "01 04 04 41 0A 14 0417"
		  "000B 0001 00004800 0000002D 00000003"
		  "0000012C 0000012D 00080020 00000050"
		  "00006D10 00000002 00000005 00000001"
		  "001EE2BB 0098967F 0000000000000102");
	hex(page + 144, "412E42");
	hex(page + 188, "5859");
	seal(page, COMP_PAGE);
}

static void
the_identity_page_is_as_documented(void **state)
{
	struct comp_attr a = sample(), back;
	uint8_t want[COMP_PAGE], page[COMP_PAGE];
	struct ds_diag d;

	(void)state;
	sample_page(want);
	header_encode(&a, page);
	assert_memory_equal(page, want, COMP_PAGE);
	memset(&back, 0, sizeof(back));
	assert_ok(header_decode(want, sample_name, &back, &d), &d);
	assert_memory_equal(back.id, a.id, sizeof(a.id));
	assert_int_equal(back.ci_len, 18432);
	assert_int_equal(back.expires, 9999999);
	assert_int_equal(back.first_cas, 258);
	assert_string_equal(back.cluster, "XY");
}

static void
reserved_bytes_are_not_looked_at(void **state)
{
	uint8_t page[COMP_PAGE];
	struct comp_attr back;
	struct ds_diag d;

	(void)state;
	sample_page(page);
	page[140] = page[300] = page[4095] = 0xFF;
	seal(page, COMP_PAGE);
	assert_ok(header_decode(page, sample_name, &back, &d), &d);
}

/* Version 1, and 2 of an alternate index, have short runs, whatever was in what
 * was reserved then. */
static void
older_versions_have_short_runs(void **state)
{
	uint8_t page[COMP_PAGE], made[COMP_PAGE];
	struct comp_attr back;
	struct ds_diag d;

	(void)state;
	sample_page(page);
	page[11] = 1;
	page[75] = 0;
	seal(page, COMP_PAGE);
	assert_ok(header_decode(page, sample_name, &back, &d), &d);
	assert_true(back.short_runs);
	header_encode(&back, made);
	assert_memory_equal(page, made, COMP_PAGE);
	page[74] = 0xFF;
	seal(page, COMP_PAGE);
	assert_ok(header_decode(page, sample_name, &back, &d), &d);
	assert_true(back.short_runs);
	page[74] = 0;
	page[11] = 2;
	page[232] = 1;
	seal(page, COMP_PAGE);
	assert_ok(header_decode(page, sample_name, &back, &d), &d);
	assert_true(back.short_runs);
	header_encode(&back, made);
	assert_memory_equal(page, made, COMP_PAGE);
	/* Of version 3 it is no more reserved. */
	sample_page(page);
	assert_ok(header_decode(page, sample_name, &back, &d), &d);
	assert_false(back.short_runs);
	page[75] = 2;
	seal(page, COMP_PAGE);
	assert_int_equal(
	    header_decode(page, sample_name, &back, &d), DS_CORRUPT);
}

static void
a_newer_version_is_told_from_damage(void **state)
{
	uint8_t page[COMP_PAGE];
	struct comp_attr back;
	struct ds_diag d;

	(void)state;
	sample_page(page);
	page[11] = 4;
	assert_int_equal(
	    header_decode(page, sample_name, &back, &d), DS_CORRUPT);
	seal(page, COMP_PAGE);
	assert_int_equal(
	    header_decode(page, sample_name, &back, &d), DS_VERSION);
}

static void
impossible_attributes_are_damage(void **state)
{
	static const struct {
		size_t at;
		const char *bytes;
	} bad[] = {
	    {64, "02"},
	    {65, "08"},
	    {66, "09"},
	    {68, "65"},
	    {69, "FF"},
	    {76, "00000000"},
	    {76, "00000100"},
	    {76, "00000201"},
	    {76, "00100200"},
	    {76, "FFFFFFFF"},
	    {80, "00000000"},
	    {80, "FFFFFFFF"},
	    {80, "000000E4"}, /* 228 CIs: over 4 MiB */
	    {108, "00000004"},
	    {128, "FFFFFFFFFFFFFFFF"},
	    {128, "0000000200000000"},
	    {144, "0041"},
	    {144, "411F42"},
	    {145, "0042"},
	    {188, "FF"},
	    {16, "00"},
	};
	uint8_t page[COMP_PAGE];
	struct comp_attr back;
	struct ds_diag d;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		sample_page(page);
		hex(page + bad[i].at, bad[i].bytes);
		seal(page, COMP_PAGE);
		if (header_decode(page, sample_name, &back, &d) != DS_CORRUPT)
			fail_msg("offset %zu, %s", bad[i].at, bad[i].bytes);
	}
}

static void
a_state_slot_is_as_documented(void **state)
{
	static const uint8_t id[SPHERE_ID_LEN] = "sphere-identity";
	struct slot slot = {.state = {.seq = 7,
				.loaded = true,
				.open_output = true,
				.reset_epoch = 2},
	    .index_ckpt = 6};
	uint8_t want[COMP_PAGE] = {0}, page[COMP_PAGE];

	(void)state;
	slot.state.part[0] = (struct comp_state){.hurba = 0x1000,
	    .harba = 0x2000,
	    .records = 3,
	    .bytes = 4,
	    .extents = 5,
	    .levels = 6,
	    .root_rba = 7,
	    .seqset_rba = 8,
	    .last_rba = 9,
	    .spare = {10, 11, 12, 13}};
	slot.state.part[1].hurba = 0x200;
	slot.state.part[1].harba = 0x400;
	hex(want, "43544D5453544154" /* CTMTSTAT */
		  "00000001 00000000");
	memcpy(want + 16, id, 16);
	hex(want + 32, "0000000000000007 0000000000000002"
		       "03 00000000000000 0000000000000006"
		       "0000000000001000 0000000000002000"
		       "0000000000000003 0000000000000004"
		       "00000005 00000006"
		       "0000000000000007 0000000000000008"
		       "0000000000000009"
		       "000000000000000A 000000000000000B"
		       "000000000000000C 000000000000000D"
		       "0000000000000200 0000000000000400");
	seal(want, 512);
	memcpy(want + 2048, want, 512);
	slot_encode(&slot, id, page);
	assert_memory_equal(page, want, COMP_PAGE);
}

static void
the_newest_whole_copy_of_the_slots_counts(void **state)
{
	static const uint8_t id[SPHERE_ID_LEN] = "sphere-identity";
	struct slot a = {.state = {.seq = 8}}, b = {.state = {.seq = 9}}, got;
	uint8_t pages[2 * COMP_PAGE];
	struct ds_diag d;

	(void)state;
	slot_encode(&a, id, pages);
	slot_encode(&b, id, pages + COMP_PAGE);
	assert_ok(slot_choose(pages, id, "N", &got, &d), &d);
	assert_int_equal(got.state.seq, 9);
	pages[COMP_PAGE + 100] ^= 1; /* the first copy of the newer */
	assert_ok(slot_choose(pages, id, "N", &got, &d), &d);
	assert_int_equal(got.state.seq, 9);
	pages[COMP_PAGE + 2048 + 100] ^= 1; /* and its second */
	assert_ok(slot_choose(pages, id, "N", &got, &d), &d);
	assert_int_equal(got.state.seq, 8);
	memset(pages, 0, COMP_PAGE);
	assert_int_equal(slot_choose(pages, id, "N", &got, &d), DS_CORRUPT);
	assert_string_equal(d.name, "N");
}

static void
a_side_page_is_as_documented(void **state)
{
	struct component comp = {.id_crc = 0x11223344};
	struct side_entry ent = {.crc = 0xDEADBEEF, .records = 2, .bytes = 300};
	uint8_t want[COMP_PAGE] = {0}, page[COMP_PAGE], both[8];

	(void)state;
	side_page_init(page, 5, 201);
	side_entry_put(page, 0, &ent);
	ent.records = 1;
	side_entry_put(page, 200, &ent);
	ent.bytes = 10; /* the sums follow a second writing */
	side_entry_put(page, 200, &ent);
	side_page_seal(&comp, page, 9, 3);
	hex(want, "53494445 00000000 0000000000000005"
		  "0000000000000003 0000000000000009"
		  "0000000000000003 0000000000000136"
		  "000000C9 11223344");
	hex(want + 64, "DEADBEEF 00000002 0000012C 0000000000000000");
	hex(want + 64 + 200 * 20,
	    "DEADBEEF 00000001 0000000A 0000000000000000");
	/* The checksum of the checksums of header and entries. */
	be32_put(both, crc32c(want, 64));
	be32_put(both + 4, crc32c(want + 64, COMP_PAGE - 64));
	be32_put(want + 4, crc32c(both, 8));
	assert_memory_equal(page, want, COMP_PAGE);
}

static void
a_checksum_depends_on_the_place(void **state)
{
	struct component a = {.id_crc = 1}, b = {.id_crc = 2};
	uint8_t image[512] = {1}, seed[24] = {0};
	uint32_t crc;

	(void)state;
	assert_true(layout_init(&a.lo, 512, 1, false) &&
		    layout_init(&b.lo, 512, 1, false));
	crc = side_ci_crc(&a, 5, 0x1200, image);
	be32_put(seed, crc32c(image, 512));
	seed[7] = 1;
	seed[14] = 0x12;
	seed[23] = 5;
	assert_int_equal(crc, crc32c(seed, 24));
	assert_int_not_equal(crc, side_ci_crc(&b, 5, 0x1200, image));
	assert_int_not_equal(crc, side_ci_crc(&a, 6, 0x1200, image));
	assert_int_not_equal(crc, side_ci_crc(&a, 5, 0x1400, image));
}

static void
rbas_map_to_offsets_by_hand(void **state)
{
	struct comp_layout lo;
	uint32_t entry;

	(void)state;
	/* 45 * 18432 = 829440, on disk 203 pages = 831488; one area a run of
	 * 4096 + 831488 = 835584 bytes behind 16384 of header. */
	assert_true(layout_init(&lo, 18432, 45, true));
	assert_int_equal(lo.run_len, 835584);
	assert_int_equal(layout_offset(&lo, 0), 20480);
	assert_int_equal(layout_offset(&lo, 18432), 38912);
	assert_int_equal(layout_offset(&lo, 829440), 16384 + 835584 + 4096);
	assert_int_equal(layout_file_len(&lo, 829440), 16384 + 835584);
	assert_int_equal(layout_file_len(&lo, 0), 16384);
	/* 49 * 512 = 25088, on disk 28672; 36 areas of 1764 intervals a run,
	 * nine side pages. */
	assert_true(layout_init(&lo, 512, 49, true));
	assert_int_equal(lo.cas_per_run, 36);
	assert_int_equal(lo.side_pages, 9);
	assert_int_equal(layout_offset(&lo, 0), 16384 + 9 * 4096);
	assert_int_equal(layout_offset(&lo, 25088), 16384 + 9 * 4096 + 28672);
	assert_int_equal(
	    layout_offset(&lo, 36 * 25088), 16384 + 2 * 9 * 4096 + 36 * 28672);
	assert_int_equal(layout_side_page(&lo, 201 * 512, &entry), 1);
	assert_int_equal(entry, 0);
	assert_int_equal(layout_side_page(&lo, 1764 * 512, &entry), 9);
	assert_int_equal(layout_side_page(&lo, 1763 * 512, &entry), 8);
	assert_int_equal(entry, 1763 - 8 * 201);
	assert_int_equal(layout_side_rba(&lo, 8, &entry), 8 * 201 * 512);
	assert_int_equal(entry, 1764 - 8 * 201);
}

/* Over two runs: every interval has a place of its own, apart from side
 * pages, areas start on pages, and side entries are found back. */
static void
check_layout(uint32_t ci_len, uint32_t cis_per_ca, bool short_runs)
{
	struct comp_layout lo;
	uint64_t end = COMP_HEADER_LEN, rba, at, page, first;
	uint32_t entry, entries;

	assert_true(layout_init(&lo, ci_len, cis_per_ca, short_runs));
	for (uint64_t ci = 0; ci < 2 * (uint64_t)lo.cis_per_run + 1; ci++) {
		rba = ci * ci_len;
		at = layout_offset(&lo, rba);
		page = layout_side_page(&lo, rba, &entry);
		first = layout_side_rba(&lo, page, &entries);
		assert_true(entry < entries && entries <= SIDE_ENTRIES);
		assert_true(first + (uint64_t)entry * ci_len == rba);
		if (ci % lo.cis_per_run == 0) {
			assert_true(
			    layout_side_offset(&lo, page) == page_ceil(end));
			end = layout_side_offset(&lo, page) + lo.side_len;
			assert_true(at == end);
		}
		assert_true(at >= end && at - end < COMP_PAGE);
		if (ci % cis_per_ca == 0)
			assert_true(at % COMP_PAGE == 0);
		else
			assert_true(at == end);
		end = at + ci_len;
		assert_true(
		    layout_file_len(&lo, rba + ci_len) == page_ceil(end));
	}
}

static void
every_interval_has_its_own_place(void **state)
{
	(void)state;
	for (uint32_t ci_len = 512; ci_len <= 32768; ci_len += 512)
		for (uint32_t n = 1; (uint64_t)n * ci_len <= 900000;
		     n += n / 4 + 1)
			for (int old = 0; old < 2; old++)
				check_layout(ci_len, n, old);
	for (int old = 0; old < 2; old++) {
		check_layout(1024 * 1024, 4, old);
		check_layout(131584, 3, old);
	}
}

static void
longer_runs_fill_their_side_pages(void **state)
{
	struct comp_layout lo, old;

	(void)state;
	/* 45 * 16384 = 737280, 180 pages: four areas of 180 intervals, a fifth
	 * would need a second page of 201. A run of 4096 + 4 * 737280. */
	assert_true(layout_init(&lo, 16384, 45, false));
	assert_int_equal(lo.cas_per_run, 4);
	assert_int_equal(lo.side_pages, 1);
	assert_int_equal(lo.run_len, 2953216);
	assert_int_equal(layout_offset(&lo, 737280), 16384 + 4096 + 737280);
	assert_int_equal(
	    layout_offset(&lo, 4 * 737280), 16384 + 2953216 + 4096);
	/* Areas of 180: a second would need a second page, as a run of two. */
	assert_true(layout_init(&lo, 4096, 180, false));
	assert_int_equal(lo.cas_per_run, 1);
	/* 49 * 512: nine pages have 1809 entries, 36 areas 1764 of them. */
	assert_true(layout_init(&lo, 512, 49, false));
	assert_int_equal(lo.cas_per_run, 36);
	assert_int_equal(lo.side_pages, 9);
	/* 10 * 40960 = 409600: two areas come to 1 MiB, ten to 4 MiB, which a
	 * page of 201 would let pass. */
	assert_true(layout_init(&lo, 40960, 10, false));
	assert_int_equal(lo.cas_per_run, 10);
	/* No set has more side pages than it had. */
	for (uint32_t ci_len = 512; ci_len <= 32768; ci_len += 512)
		for (uint32_t n = 1; (uint64_t)n * ci_len <= 900000;
		     n += n / 4 + 1) {
			assert_true(layout_init(&lo, ci_len, n, false));
			assert_true(layout_init(&old, ci_len, n, true));
			assert_int_equal(lo.side_pages, old.side_pages);
			assert_true(lo.cas_per_run >= old.cas_per_run);
		}
}

static void
absurd_shapes_are_refused(void **state)
{
	struct comp_layout lo;

	(void)state;
	assert_false(layout_init(&lo, 0, 1, false));
	assert_false(layout_init(&lo, 511, 1, false));
	assert_false(layout_init(&lo, 512, 0, false));
	assert_false(layout_init(&lo, 1000, 2, false));
	assert_false(layout_init(&lo, 2 * 1024 * 1024, 1, false));
	assert_false(layout_init(&lo, 0xFFFFFE00U, 0xFFFFFFFFU, false));
	assert_true(layout_init(&lo, 512, 8192, false));
	assert_false(layout_init(&lo, 512, 8193, false));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_identity_page_is_as_documented),
	    cmocka_unit_test(reserved_bytes_are_not_looked_at),
	    cmocka_unit_test(older_versions_have_short_runs),
	    cmocka_unit_test(a_newer_version_is_told_from_damage),
	    cmocka_unit_test(impossible_attributes_are_damage),
	    cmocka_unit_test(a_state_slot_is_as_documented),
	    cmocka_unit_test(the_newest_whole_copy_of_the_slots_counts),
	    cmocka_unit_test(a_side_page_is_as_documented),
	    cmocka_unit_test(a_checksum_depends_on_the_place),
	    cmocka_unit_test(rbas_map_to_offsets_by_hand),
	    cmocka_unit_test(every_interval_has_its_own_place),
	    cmocka_unit_test(longer_runs_fill_their_side_pages),
	    cmocka_unit_test(absurd_shapes_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

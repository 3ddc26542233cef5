/*
 * Libraries: members in every record format, the directory and its blocks,
 * STOW's functions, what a PDS keeps and a PDSE gives back, several openers.
 * Directory blocks are worked out by hand from SC23-6855 "Partitioned Data Set
 * Directory".
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/library_set.h"

enum { CI = 1024 };

static void
a_library_without_members_reads_as_empty(void **state)
{
	struct bpam_entry ent;
	struct bpam_walk walk = {0};
	uint8_t block[BPAM_BLOCK_LEN];
	struct lset ls;

	(void)state;
	lset_new(&ls, false, 2, DS_RECFM_FB, 80, CI);
	assert_int_equal(lset_open(&ls, false), DS_OK);
	assert_int_equal(bpam_find(ls.lib, "A", &ent, &ls.diag), DS_NOTFOUND);
	assert_int_equal(bpam_next(ls.lib, "", &ent, &ls.diag), DS_EOD);
	assert_int_equal(lset_close(&ls), DS_OK);
	/* Opened for output and closed it is as empty. */
	assert_int_equal(lset_open(&ls, true), DS_OK);
	assert_int_equal(bpam_next(ls.lib, "", &ent, &ls.diag), DS_EOD);
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_verify(&ls);
	assert_int_equal(lset_open(&ls, false), DS_OK);
	/* The end mark is alone: 2 + 12 bytes; the second block is unused. */
	assert_int_equal(bpam_block(ls.lib, &walk, block, &ls.diag), DS_OK);
	assert_memory_equal(
	    block, "\0\16\377\377\377\377\377\377\377\377\0\0\0\0\0", 15);
	assert_int_equal(bpam_block(ls.lib, &walk, block, &ls.diag), DS_OK);
	assert_memory_equal(block, "\0\0\0\0", 4);
	assert_int_equal(bpam_block(ls.lib, &walk, block, &ls.diag), DS_EOD);
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_free(&ls);
}

static void
round_trip(enum ds_recfm recfm, uint32_t lrecl, size_t max)
{
	const bool fixed = recfm == DS_RECFM_F || recfm == DS_RECFM_FB;
	struct lset ls;

	lset_new(&ls, true, 0, recfm, lrecl, CI);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	assert_int_equal(lset_write(&ls, "NONE", 1, 0, max, false), DS_OK);
	assert_int_equal(lset_write(&ls, "ONE", 2, 1, max, false), DS_OK);
	assert_int_equal(lset_write(&ls, "MANY", 3, 300, max, false), DS_OK);
	lset_check(ls.lib, "MANY", 3, 300, max, fixed);
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_verify(&ls);
	assert_int_equal(lset_open(&ls, false), DS_OK);
	lset_check(ls.lib, "NONE", 1, 0, max, fixed);
	lset_check(ls.lib, "ONE", 2, 1, max, fixed);
	lset_check(ls.lib, "MANY", 3, 300, max, fixed);
	lset_free(&ls);
}

static void
records_of_every_format_come_back(void **state)
{
	(void)state;
	round_trip(DS_RECFM_F, 80, 80);
	round_trip(DS_RECFM_FB, 3000, 3000);
	round_trip(DS_RECFM_V, 84, 80);
	round_trip(DS_RECFM_VB, 5004, 5000);
	round_trip(DS_RECFM_VBS, 255, 251);
	round_trip(DS_RECFM_U, 700, 700);
}

static void
a_record_too_long_is_refused_and_the_writer_goes_on(void **state)
{
	struct bpam_writer *wr = NULL;
	struct lset ls;

	(void)state;
	lset_new(&ls, true, 0, DS_RECFM_FB, 5, CI);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	assert_int_equal(bpam_writer_new(ls.lib, &wr, &ls.diag), DS_OK);
	assert_int_equal(
	    bpam_write(wr, "123456", 6, NULL, &ls.diag), DS_BADLENGTH);
	assert_int_equal(bpam_write(wr, "12345", 5, NULL, &ls.diag), DS_OK);
	assert_int_equal(bpam_stow(&wr, "M", false, NULL, 0, &ls.diag), DS_OK);
	assert_null(wr);
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_verify(&ls);
	lset_free(&ls);
}

static void
seek_all(enum ds_recfm recfm, uint32_t lrecl, size_t max)
{
	uint64_t offs[200], off;
	struct bpam_reader *rd = NULL;
	const uint8_t *data;
	struct lset ls;
	uint32_t len;

	lset_new(&ls, true, 0, recfm, lrecl, 512);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	assert_int_equal(lset_write(&ls, "M", 5, 200, max, false), DS_OK);
	assert_int_equal(bpam_reader_new(ls.lib, "M", &rd, &ls.diag), DS_OK);
	for (unsigned i = 0; i < 200; i++)
		assert_int_equal(
		    bpam_read(rd, &data, &len, &offs[i], &ls.diag), DS_OK);
	for (unsigned i = 0; i < 200; i++) {
		unsigned n = i * 77 % 200;

		assert_int_equal(bpam_seek_rrn(rd, n + 1, &ls.diag), DS_OK);
		assert_int_equal(
		    bpam_read(rd, &data, &len, &off, &ls.diag), DS_OK);
		assert_int_equal(off, offs[n]);
		assert_int_equal(
		    bpam_seek_off(rd, offs[199 - n], &ls.diag), DS_OK);
		assert_int_equal(
		    bpam_read(rd, &data, &len, &off, &ls.diag), DS_OK);
		assert_int_equal(off, offs[199 - n]);
	}
	assert_int_equal(bpam_seek_rrn(rd, 201, &ls.diag), DS_NOTFOUND);
	assert_int_equal(bpam_seek_rrn(rd, 0, &ls.diag), DS_NOTFOUND);
	assert_int_equal(bpam_seek_off(rd, offs[7] + 1, &ls.diag), DS_BADRBA);
	assert_int_equal(bpam_seek_off(rd, UINT64_MAX, &ls.diag), DS_BADRBA);
	bpam_reader_free(&rd);
	lset_free(&ls);
}

static void
a_record_is_found_by_number_and_by_offset(void **state)
{
	(void)state;
	seek_all(DS_RECFM_FB, 80, 80);
	seek_all(DS_RECFM_VB, 104, 100);
	seek_all(DS_RECFM_VB, 3004, 3000);
	seek_all(DS_RECFM_U, 40, 40);
}

static void
members_are_listed_in_ebcdic_order(void **state)
{
	/* EBCDIC: $ 5B, # 7B, @ 7C, letters C1.., digits F0.. */
	static const char *const want[] = {
	    "$A", "#A", "@A", "A", "A$", "AB", "A1", "Z", "Z9999999"};
	static const int order[] = {4, 8, 0, 3, 6, 1, 7, 2, 5};
	struct bpam_entry ent = {0};
	struct lset ls;

	(void)state;
	lset_new(&ls, true, 0, DS_RECFM_FB, 80, CI);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	for (size_t i = 0; i < 9; i++)
		assert_int_equal(
		    lset_write(&ls, want[order[i]], 1, 1, 80, false), DS_OK);
	for (size_t i = 0; i < 9; i++) {
		assert_int_equal(
		    bpam_next(ls.lib, ent.name, &ent, &ls.diag), DS_OK);
		assert_string_equal(ent.name, want[i]);
	}
	assert_int_equal(bpam_next(ls.lib, ent.name, &ent, &ls.diag), DS_EOD);
	lset_free(&ls);
}

static void
stow_adds_replaces_renames_and_deletes(void **state)
{
	struct bpam_writer *wr = NULL;
	struct bpam_entry ent;
	struct lset ls;

	(void)state;
	for (int library = 0; library < 2; library++) {
		lset_new(&ls, library, 5, DS_RECFM_VB, 84, CI);
		assert_int_equal(lset_open(&ls, true), DS_OK);
		assert_int_equal(lset_write(&ls, "A", 1, 9, 80, false), DS_OK);
		assert_int_equal(
		    lset_write(&ls, "A", 2, 3, 80, false), DS_EXIST);
		lset_check(ls.lib, "A", 1, 9, 80, false);
		assert_int_equal(lset_write(&ls, "A", 2, 3, 80, true), DS_OK);
		lset_check(ls.lib, "A", 2, 3, 80, false);
		assert_int_equal(lset_write(&ls, "B", 3, 5, 80, true), DS_OK);
		assert_int_equal(
		    bpam_rename(ls.lib, "A", "B", &ls.diag), DS_EXIST);
		assert_int_equal(
		    bpam_rename(ls.lib, "NO", "C", &ls.diag), DS_NOTFOUND);
		assert_int_equal(
		    bpam_rename(ls.lib, "A", "9", &ls.diag), DS_INVALID);
		assert_int_equal(
		    bpam_rename(ls.lib, "A", "C", &ls.diag), DS_OK);
		lset_check(ls.lib, "C", 2, 3, 80, false);
		assert_int_equal(
		    bpam_find(ls.lib, "A", &ent, &ls.diag), DS_NOTFOUND);
		assert_int_equal(bpam_delete(ls.lib, "B", &ls.diag), DS_OK);
		assert_int_equal(
		    bpam_delete(ls.lib, "B", &ls.diag), DS_NOTFOUND);
		assert_int_equal(
		    bpam_user(ls.lib, "C", "1234", 4, &ls.diag), DS_OK);
		assert_int_equal(
		    bpam_user(ls.lib, "C", "123", 3, &ls.diag), DS_INVALID);
		assert_int_equal(bpam_find(ls.lib, "C", &ent, &ls.diag), DS_OK);
		assert_int_equal(ent.user_len, 4);
		assert_memory_equal(ent.user, "1234", 4);
		/* A name that is none: the writer goes, and its content. */
		assert_int_equal(bpam_writer_new(ls.lib, &wr, &ls.diag), DS_OK);
		assert_int_equal(
		    bpam_stow(&wr, "toolongname", true, NULL, 0, &ls.diag),
		    DS_INVALID);
		assert_int_equal(lset_close(&ls), DS_OK);
		lset_verify(&ls);
		lset_free(&ls);
	}
}

static void
aliases_lead_to_the_content_of_their_member(void **state)
{
	struct bpam_entry ent;
	struct lset ls;

	(void)state;
	for (int library = 0; library < 2; library++) {
		lset_new(&ls, library, 5, DS_RECFM_VB, 84, CI);
		assert_int_equal(lset_open(&ls, true), DS_OK);
		assert_int_equal(lset_write(&ls, "M", 1, 9, 80, false), DS_OK);
		assert_int_equal(
		    bpam_alias(ls.lib, "X", "M", NULL, 0, &ls.diag), DS_OK);
		assert_int_equal(
		    bpam_alias(ls.lib, "Y", "X", "ab", 2, &ls.diag), DS_OK);
		assert_int_equal(
		    bpam_alias(ls.lib, "Y", "M", NULL, 0, &ls.diag), DS_EXIST);
		assert_int_equal(
		    bpam_alias(ls.lib, "W", "N", NULL, 0, &ls.diag),
		    DS_NOTFOUND);
		lset_check(ls.lib, "Y", 1, 9, 80, false);
		assert_int_equal(
		    bpam_rename(ls.lib, "M", "N", &ls.diag), DS_OK);
		assert_int_equal(bpam_find(ls.lib, "Y", &ent, &ls.diag), DS_OK);
		assert_true(ent.alias);
		assert_string_equal(ent.main, "N");
		/* New content: a PDS's alias has the old TTR still, a PDSE's
		 * goes with the old content. */
		assert_int_equal(lset_write(&ls, "N", 2, 4, 80, true), DS_OK);
		lset_check(ls.lib, "N", 2, 4, 80, false);
		if (library) {
			assert_int_equal(bpam_find(ls.lib, "Y", &ent, &ls.diag),
			    DS_NOTFOUND);
			assert_int_equal(
			    bpam_alias(ls.lib, "Y", "N", NULL, 0, &ls.diag),
			    DS_OK);
		} else {
			lset_check(ls.lib, "Y", 1, 9, 80, false);
		}
		assert_int_equal(bpam_delete(ls.lib, "N", &ls.diag), DS_OK);
		assert_int_equal(bpam_find(ls.lib, "Y", &ent, &ls.diag),
		    library ? DS_NOTFOUND : DS_OK);
		assert_int_equal(lset_close(&ls), DS_OK);
		lset_verify(&ls);
		lset_free(&ls);
	}
}

/* 254 bytes of a block: 21 entries of 12 bytes leave two. */
static void
a_directory_of_one_block_takes_twenty_members(void **state)
{
	struct bpam_entry ent;
	uint32_t used = 0, total = 0;
	char name[MEMBER_MAX + 1];
	struct lset ls;

	(void)state;
	lset_new(&ls, false, 1, DS_RECFM_FB, 80, CI);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	for (int i = 0; i < 20; i++) {
		snprintf(name, sizeof(name), "M%d", i);
		assert_int_equal(lset_write(&ls, name, 1, 1, 80, false), DS_OK);
	}
	assert_int_equal(bpam_blocks(ls.lib, &used, &total, &ls.diag), DS_OK);
	assert_int_equal(used, 1);
	assert_int_equal(total, 1);
	/* The end mark needs room as well. */
	assert_int_equal(lset_write(&ls, "M20", 1, 1, 80, false), DS_DIRFULL);
	assert_int_equal(bpam_find(ls.lib, "M20", &ent, &ls.diag), DS_NOTFOUND);
	/* Nothing was broken by it, and what needs no room is done. */
	assert_int_equal(lset_write(&ls, "M3", 9, 7, 80, true), DS_OK);
	assert_int_equal(bpam_rename(ls.lib, "M4", "Z", &ls.diag), DS_OK);
	assert_int_equal(
	    bpam_user(ls.lib, "Z", "abcd", 4, &ls.diag), DS_DIRFULL);
	assert_int_equal(bpam_user(ls.lib, "Z", "ab", 2, &ls.diag), DS_OK);
	assert_int_equal(bpam_delete(ls.lib, "M5", &ls.diag), DS_OK);
	assert_int_equal(lset_write(&ls, "M20", 1, 1, 80, false), DS_OK);
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_verify(&ls);
	lset_free(&ls);
}

static void
directory_blocks_are_as_bsam_reads_them(void **state)
{
	static const uint8_t want[] = {0, 2 + 12 + 14 + 12, 0xC1, 0x40, 0x40,
	    0x40, 0x40, 0x40, 0x40, 0x40, 0, 0, 1, 0, 0xE7, 0x40, 0x40, 0x40,
	    0x40, 0x40, 0x40, 0x40, 0, 0, 1, 0x81, 'u', 'v', 0xFF, 0xFF, 0xFF,
	    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0};
	struct bpam_walk walk = {0};
	uint8_t block[BPAM_BLOCK_LEN];
	struct lset ls;

	(void)state;
	lset_new(&ls, true, 0, DS_RECFM_FB, 80, CI);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	assert_int_equal(lset_write(&ls, "A", 1, 1, 80, false), DS_OK);
	assert_int_equal(
	    bpam_alias(ls.lib, "X", "A", "uv", 2, &ls.diag), DS_OK);
	assert_int_equal(bpam_block(ls.lib, &walk, block, &ls.diag), DS_OK);
	assert_int_equal(block[1], 2 + 12 + 14 + 12);
	assert_memory_equal(block, want, sizeof(want));
	assert_int_equal(bpam_block(ls.lib, &walk, block, &ls.diag), DS_EOD);
	lset_free(&ls);
}

static uint64_t
records_stored(struct lset *ls)
{
	struct sphere_state state;

	assert_int_equal(
	    sphere_read_state(ls->vs.vol, ls->vs.name, &state, NULL, &ls->diag),
	    DS_OK);
	return state.part[SPHERE_DATA].records;
}

static void
a_pds_keeps_old_content_until_it_is_compressed(void **state)
{
	uint64_t once[2], many[2];
	struct lset ls;

	(void)state;
	for (int library = 0; library < 2; library++) {
		lset_new(&ls, library, 5, DS_RECFM_FB, 80, CI);
		assert_int_equal(lset_open(&ls, true), DS_OK);
		assert_int_equal(lset_write(&ls, "M", 1, 100, 80, true), DS_OK);
		assert_int_equal(lset_close(&ls), DS_OK);
		once[library] = records_stored(&ls);
		assert_int_equal(lset_open(&ls, true), DS_OK);
		for (unsigned i = 0; i < 10; i++)
			assert_int_equal(
			    lset_write(&ls, "M", i, 100, 80, true), DS_OK);
		assert_int_equal(lset_close(&ls), DS_OK);
		many[library] = records_stored(&ls);
		lset_compress(&ls);
		assert_int_equal(lset_open(&ls, true), DS_OK);
		lset_check(ls.lib, "M", 9, 100, 80, true);
		assert_int_equal(lset_close(&ls), DS_OK);
		assert_int_equal(records_stored(&ls), once[library]);
		lset_verify(&ls);
		lset_free(&ls);
	}
	/* 8,000 bytes are nine chunks of 992; ten old contents of those, an end
	 * and a row each. */
	assert_int_equal(many[0], once[0] + 10 * (9 + 1 + 1));
	assert_int_equal(many[1], once[1]);
}

static void
a_full_data_set_keeps_the_old_member(void **state)
{
	struct lset ls;

	(void)state;
	lset_new(&ls, true, 0, DS_RECFM_FB, 80, CI);
	ls.vs.space = 6;
	assert_int_equal(lset_open(&ls, true), DS_OK);
	assert_int_equal(lset_write(&ls, "M", 1, 20, 80, true), DS_OK);
	assert_int_equal(lset_write(&ls, "M", 2, 5000, 80, true), DS_NOSPACE);
	lset_check(ls.lib, "M", 1, 20, 80, true);
	/* What was written is given back. */
	assert_int_equal(lset_write(&ls, "M", 3, 20, 80, true), DS_OK);
	lset_check(ls.lib, "M", 3, 20, 80, true);
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_verify(&ls);
	lset_free(&ls);
}

static void
a_reader_has_the_content_that_it_opened(void **state)
{
	struct bpam_reader *rd = NULL;
	struct bpam *other = NULL;
	const uint8_t *data;
	uint8_t want[80] = {0};
	uint32_t len;
	struct lset ls;
	unsigned i;

	(void)state;
	lset_new(&ls, true, 0, DS_RECFM_FB, 80, CI);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	assert_int_equal(lset_write(&ls, "M", 1, 100, 80, false), DS_OK);
	assert_int_equal(bpam_reader_new(ls.lib, "M", &rd, &ls.diag), DS_OK);
	assert_int_equal(bpam_read(rd, &data, &len, NULL, &ls.diag), DS_OK);
	assert_int_equal(lset_write(&ls, "M", 2, 50, 80, true), DS_OK);
	for (i = 1; i < 100; i++) {
		assert_int_equal(
		    bpam_read(rd, &data, &len, NULL, &ls.diag), DS_OK);
		memset(want, 0, sizeof(want));
		lset_record(want, 1, i, 80);
		assert_memory_equal(data, want, 80);
	}
	bpam_reader_free(&rd);
	/* Another opener sees what was stowed, before the close. */
	assert_int_equal(lset_open_as(&ls, false, NULL, &other), DS_OK);
	lset_check(other, "M", 2, 50, 80, true);
	assert_int_equal(lset_write(&ls, "N", 3, 5, 80, true), DS_OK);
	lset_check(other, "N", 3, 5, 80, true);
	bpam_abandon(&other);
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_verify(&ls);
	lset_free(&ls);
}

static void
two_openers_write_members_of_one_pdse(void **state)
{
	struct bpam_writer *a = NULL, *b = NULL;
	struct bpam *other = NULL;
	uint8_t rec[80];
	struct lset ls;

	(void)state;
	lset_new(&ls, true, 0, DS_RECFM_FB, 80, CI);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	assert_int_equal(lset_open_as(&ls, true, NULL, &other), DS_OK);
	assert_int_equal(bpam_writer_new(ls.lib, &a, &ls.diag), DS_OK);
	assert_int_equal(bpam_writer_new(other, &b, &ls.diag), DS_OK);
	for (unsigned i = 0; i < 200; i++) {
		size_t len = lset_record(rec, 1, i, 80);

		assert_int_equal(
		    bpam_write(a, rec, len, NULL, &ls.diag), DS_OK);
		len = lset_record(rec, 2, i, 80);
		assert_int_equal(
		    bpam_write(b, rec, len, NULL, &ls.diag), DS_OK);
	}
	assert_int_equal(bpam_stow(&a, "A", false, NULL, 0, &ls.diag), DS_OK);
	assert_int_equal(bpam_stow(&b, "B", false, NULL, 0, &ls.diag), DS_OK);
	lset_check(ls.lib, "B", 2, 200, 80, true);
	lset_check(other, "A", 1, 200, 80, true);
	assert_int_equal(bpam_close(&other, &ls.diag), DS_OK);
	assert_int_equal(lset_close(&ls), DS_OK);
	lset_verify(&ls);
	lset_free(&ls);
}

static void
what_is_open_for_input_is_not_changed(void **state)
{
	struct bpam_writer *wr = NULL;
	struct lset ls;

	(void)state;
	lset_new(&ls, true, 0, DS_RECFM_FB, 80, CI);
	assert_int_equal(lset_open(&ls, true), DS_OK);
	assert_int_equal(lset_write(&ls, "M", 1, 1, 80, false), DS_OK);
	assert_int_equal(lset_close(&ls), DS_OK);
	assert_int_equal(lset_open(&ls, false), DS_OK);
	assert_int_equal(bpam_writer_new(ls.lib, &wr, &ls.diag), DS_NOACCESS);
	assert_int_equal(bpam_delete(ls.lib, "M", &ls.diag), DS_NOACCESS);
	assert_int_equal(bpam_rename(ls.lib, "M", "N", &ls.diag), DS_NOACCESS);
	lset_free(&ls);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_library_without_members_reads_as_empty),
	    cmocka_unit_test(records_of_every_format_come_back),
	    cmocka_unit_test(
		a_record_too_long_is_refused_and_the_writer_goes_on),
	    cmocka_unit_test(a_record_is_found_by_number_and_by_offset),
	    cmocka_unit_test(members_are_listed_in_ebcdic_order),
	    cmocka_unit_test(stow_adds_replaces_renames_and_deletes),
	    cmocka_unit_test(aliases_lead_to_the_content_of_their_member),
	    cmocka_unit_test(a_directory_of_one_block_takes_twenty_members),
	    cmocka_unit_test(directory_blocks_are_as_bsam_reads_them),
	    cmocka_unit_test(a_pds_keeps_old_content_until_it_is_compressed),
	    cmocka_unit_test(a_full_data_set_keeps_the_old_member),
	    cmocka_unit_test(a_reader_has_the_content_that_it_opened),
	    cmocka_unit_test(two_openers_write_members_of_one_pdse),
	    cmocka_unit_test(what_is_open_for_input_is_not_changed),
	};

	test_dirs_in_memory();
	return cmocka_run_group_tests(tests, NULL, NULL);
}

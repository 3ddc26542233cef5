/*
 * What the records of a sequential data set become at its open for output: the
 * label's, unless the DD says others, or nobody has said any yet. Expected
 * values: the order of SC23-6855 "Completing the DCB", block sizes by hand
 * (27998 / 80 * 80 = 27920).
 */
#include "services/dataset.h"
#include "tests/support/services.h"

static void
make(struct fixture *f, bool unsaid, enum ds_recfm recfm, uint32_t lrecl)
{
	struct ds_define_ps def = {.name = "A.B",
	    .recfm = unsaid ? DS_RECFM_U : recfm,
	    .lrecl = lrecl,
	    .unsaid = unsaid};

	assert_int_equal(ds_define_ps(f->sys, &def, &f->diag), DS_OK);
}

/* Write n records of len bytes by a DD; what the DD, the program and the source
 * say; the status of the open. */
static enum ds_status
put(struct fixture *f, const char *spec, const struct dd_dcb *dd,
    const struct dd_dcb *program, const struct ds_attrs *like, size_t len,
    int n)
{
	static const char rec[500];
	struct dd_table *dds = NULL;
	struct ds_file *file = NULL;
	enum ds_status st;

	assert_int_equal(dd_table_new(f->sys, &dds), DS_OK);
	assert_int_equal(dd_alloc(dds, spec, &f->diag), DS_OK);
	if (dd != NULL)
		dd_set_dcb(dds, "X", dd);
	dd_table_dcb(dds, program);
	st = ds_open_dd(dds, "X", DS_OUTPUT | DS_SEQ, like, &file, &f->diag);
	for (int i = 0; st == DS_OK && i < n; i++)
		assert_int_equal(ds_put(file, rec, len, &f->diag), DS_OK);
	if (st == DS_OK)
		assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	dd_table_free(&dds);
	return st;
}

static void
expect(struct fixture *f, enum ds_recfm recfm, char ctl, uint32_t lrecl,
    uint32_t blksize, uint64_t records)
{
	struct ds_entry *ent = locate(f, "A.B");
	struct ds_file *file = NULL;
	struct ds_rec rec;
	uint64_t n = 0;

	assert_int_equal(ent->recfm, recfm);
	assert_int_equal(ent->ctlchar, ctl);
	assert_int_equal(ent->lrecl, lrecl);
	assert_int_equal(ent->blksize, blksize);
	assert_false(ds_extra_says(ent->extra, "DCB", "NONE"));
	ds_entry_free(&ent);
	assert_int_equal(
	    ds_open_name(f->sys, "A.B", DS_INPUT | DS_SEQ, &file, &f->diag),
	    DS_OK);
	while (ds_get(file, &rec, &f->diag) == DS_OK)
		n++;
	assert_int_equal(n, records);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
}

static const struct dd_dcb fb80 = {.recfm = DS_RECFM_FB, .lrecl = 80};
static const struct dd_dcb vba = {
    .recfm = DS_RECFM_VB, .ctlchar = 'A', .lrecl = 125, .weak = true};
static const struct ds_attrs like80 = {
    .recfm = DS_RECFM_FB, .lrecl = 80, .fixed = true};
static const struct ds_attrs cluster = {
    .vsam = true, .org = DS_ORG_KSDS, .lrecl = 200};

static void
an_unsaid_one_takes_those_of_what_is_copied(void **state)
{
	struct fixture *f = *state;

	make(f, true, DS_RECFM_NONE, 0);
	assert_int_equal(
	    put(f, "X=A.B,old", NULL, NULL, &like80, 80, 3), DS_OK);
	expect(f, DS_RECFM_FB, 0, 80, 27920, 3);
}

static void
an_unsaid_one_takes_those_of_the_program_first(void **state)
{
	struct fixture *f = *state;

	make(f, true, DS_RECFM_NONE, 0);
	assert_int_equal(
	    put(f, "X=A.B,old", NULL, &vba, &like80, 80, 1), DS_OK);
	expect(f, DS_RECFM_VB, 'A', 125, 27998, 1);
}

static void
an_unsaid_one_takes_the_dds_before_all(void **state)
{
	const struct dd_dcb dd = {.lrecl = 100, .blksize = 1000};
	struct fixture *f = *state;

	make(f, true, DS_RECFM_NONE, 0);
	assert_int_equal(
	    put(f, "X=A.B,old", &dd, NULL, &like80, 100, 2), DS_OK);
	expect(f, DS_RECFM_FB, 0, 100, 1000, 2);
}

static void
an_unsaid_one_is_filled_by_mod_as_well(void **state)
{
	struct fixture *f = *state;

	make(f, true, DS_RECFM_NONE, 0);
	assert_int_equal(
	    put(f, "X=A.B,mod", NULL, NULL, &like80, 80, 2), DS_OK);
	assert_int_equal(
	    put(f, "X=A.B,mod", NULL, NULL, &like80, 80, 1), DS_OK);
	expect(f, DS_RECFM_FB, 0, 80, 27920, 3);
}

/* Varying records of a cluster become VB, whose length counts four bytes. */
static void
a_copy_of_a_cluster_has_its_record_length(void **state)
{
	struct fixture *f = *state;

	make(f, true, DS_RECFM_NONE, 0);
	assert_int_equal(
	    put(f, "X=A.B,old", NULL, NULL, &cluster, 200, 1), DS_OK);
	expect(f, DS_RECFM_VB, 0, 204, 27998, 1);
}

static void
a_label_that_is_said_stays(void **state)
{
	struct fixture *f = *state;

	make(f, false, DS_RECFM_FB, 100);
	assert_int_equal(
	    put(f, "X=A.B,old", NULL, &vba, &like80, 100, 1), DS_OK);
	expect(f, DS_RECFM_FB, 0, 100, 27900, 1);
}

static void
the_dd_changes_the_label_of_what_it_rewrites(void **state)
{
	struct fixture *f = *state;

	make(f, false, DS_RECFM_FB, 100);
	assert_int_equal(put(f, "X=A.B,old", NULL, NULL, NULL, 100, 4), DS_OK);
	assert_int_equal(put(f, "X=A.B,old", &fb80, NULL, NULL, 80, 1), DS_OK);
	expect(f, DS_RECFM_FB, 0, 80, 27920, 1);
}

static void
what_is_added_goes_by_the_label(void **state)
{
	struct fixture *f = *state;

	make(f, false, DS_RECFM_FB, 100);
	assert_int_equal(put(f, "X=A.B,old", NULL, NULL, NULL, 100, 4), DS_OK);
	assert_int_equal(put(f, "X=A.B,mod", &fb80, NULL, NULL, 100, 1), DS_OK);
	expect(f, DS_RECFM_FB, 0, 100, 27900, 5);
}

static void
what_does_not_go_together_changes_nothing(void **state)
{
	const struct dd_dcb bad = {
	    .recfm = DS_RECFM_FB, .lrecl = 80, .blksize = 100};
	struct fixture *f = *state;

	make(f, false, DS_RECFM_FB, 100);
	assert_int_equal(put(f, "X=A.B,old", NULL, NULL, NULL, 100, 4), DS_OK);
	assert_int_equal(
	    put(f, "X=A.B,old", &bad, NULL, NULL, 80, 1), DS_INVALID);
	expect(f, DS_RECFM_FB, 0, 100, 27900, 4);
}

static void
an_unsaid_one_that_nobody_wrote_is_empty(void **state)
{
	struct fixture *f = *state;
	struct ds_file *file = NULL;
	struct ds_rec rec;

	make(f, true, DS_RECFM_NONE, 0);
	assert_int_equal(
	    ds_open_name(f->sys, "A.B", DS_INPUT | DS_SEQ, &file, &f->diag),
	    DS_OK);
	assert_int_equal(ds_get(file, &rec, &f->diag), DS_EOD);
	ds_abandon(&file);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(an_unsaid_one_takes_those_of_what_is_copied),
	    T(an_unsaid_one_takes_those_of_the_program_first),
	    T(an_unsaid_one_takes_the_dds_before_all),
	    T(an_unsaid_one_is_filled_by_mod_as_well),
	    T(a_copy_of_a_cluster_has_its_record_length),
	    T(a_label_that_is_said_stays),
	    T(the_dd_changes_the_label_of_what_it_rewrites),
	    T(what_is_added_goes_by_the_label),
	    T(what_does_not_go_together_changes_nothing),
	    T(an_unsaid_one_that_nobody_wrote_is_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * SYSOUT data sets. Bytes of the file: the table of doc/formats/spool.md;
 * EBCDIC by the code page table (A is X'C1', 0 is X'F0', blank X'40').
 */
#include "services/sysout.h"
#include "tests/support/services.h"

static void
path_of(struct fixture *f, char out[128])
{
	snprintf(out, 128, "%s/list", f->dir);
}

static void
alloc(struct fixture *f, struct dd_table **ddsp, const struct dd_dcb *dcb)
{
	char path[128];

	path_of(f, path);
	assert_int_equal(dd_table_new(f->sys, ddsp), DS_OK);
	assert_int_equal(
	    dd_alloc_sysout(*ddsp, "LIST", path, dcb, &f->diag), DS_OK);
}

static void
put_all(struct fixture *f, struct dd_table *dds, const struct ds_attrs *like,
    const char *const *recs, size_t n)
{
	struct ds_file *file = NULL;

	assert_int_equal(
	    ds_open_dd(dds, "LIST", DS_OUTPUT | DS_SEQ, like, &file, &f->diag),
	    DS_OK);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(
		    ds_put(file, recs[i], strlen(recs[i]), &f->diag), DS_OK);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
}

static void
expect_line(struct sysout *so, char ctl, const char *text)
{
	const char *line;
	struct ds_diag diag;
	size_t len;
	char c;

	assert_int_equal(sysout_line(so, &c, &line, &len, &diag), DS_OK);
	assert_int_equal(c, ctl);
	assert_string_equal(line, text);
	assert_int_equal(len, strlen(text));
}

static void
lines_come_back_with_their_control_characters(void **state)
{
	static const char *const recs[] = {
	    "\xF1\xC1\xC2\x40\x40", "\xF0\xC1", "\x60\xC2", "\x40", "\x4E\xC1"};
	static const struct ds_attrs like = {
	    .recfm = DS_RECFM_VB, .ctlchar = 'A', .lrecl = 125};
	struct fixture *f = *state;
	struct dd_table *dds = NULL;
	struct sysout *so = NULL;
	const char *line;
	char path[128], c;
	size_t len;

	alloc(f, &dds, NULL);
	put_all(f, dds, &like, recs, 5);
	path_of(f, path);
	assert_int_equal(sysout_open(path, &so, &f->diag), DS_OK);
	assert_int_equal(sysout_attrs(so)->recfm, DS_RECFM_VB);
	assert_int_equal(sysout_attrs(so)->lrecl, 125);
	expect_line(so, '1', "AB");
	expect_line(so, '0', "A");
	expect_line(so, '-', "B");
	expect_line(so, ' ', "");
	expect_line(so, '+', "A");
	assert_int_equal(sysout_line(so, &c, &line, &len, &f->diag), DS_EOD);
	sysout_close(&so);
	dd_table_free(&dds);
}

static void
a_second_open_adds_and_keeps_the_first_ones_attributes(void **state)
{
	static const char *const one[] = {"\xC1"}, *const two[] = {"\xC2"};
	static const struct ds_attrs like = {
	    .recfm = DS_RECFM_VB, .ctlchar = 'A', .lrecl = 125};
	struct fixture *f = *state;
	struct dd_table *dds = NULL;
	struct sysout *so = NULL;
	char path[128];

	alloc(f, &dds, NULL);
	put_all(f, dds, NULL, one, 1);
	put_all(f, dds, &like, two, 1);
	path_of(f, path);
	assert_int_equal(sysout_open(path, &so, &f->diag), DS_OK);
	assert_int_equal(sysout_attrs(so)->ctlchar, 0);
	expect_line(so, ' ', "A");
	expect_line(so, ' ', "B");
	sysout_close(&so);
	dd_table_free(&dds);
}

/* The words of the DD go before the program's. */
static void
the_file_has_the_format_of_its_table(void **state)
{
	static const uint8_t want[] = {'C', 'T', 'M', 'S', 'P', 'O', 'O', 'L',
	    0, 1,       /* version */
	    0x04, 0x17, /* 1047 */
	    DS_RECFM_FB, 'A', 0, 0, 0, 0, 0, 133, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	    0, 0, /* 32 bytes */
	    0, 6, 0, 0, 0xC1, 0xC2, 0, 4, 0, 0};
	static const char *const recs[] = {"\xC1\xC2", ""};
	static const struct ds_attrs like = {
	    .recfm = DS_RECFM_VB, .ctlchar = 'M', .lrecl = 99};
	const struct dd_dcb dcb = {
	    .recfm = DS_RECFM_FB, .ctlchar = 'A', .lrecl = 133};
	struct fixture *f = *state;
	struct dd_table *dds = NULL;
	uint8_t got[100];
	char path[128];
	FILE *fp;

	alloc(f, &dds, &dcb);
	put_all(f, dds, &like, recs, 2);
	path_of(f, path);
	fp = fopen(path, "r");
	assert_non_null(fp);
	assert_int_equal(fread(got, 1, sizeof(got), fp), sizeof(want));
	assert_memory_equal(got, want, sizeof(want));
	fclose(fp);
	dd_table_free(&dds);
}

static void
a_damaged_file_is_said_to_be_with_its_offset(void **state)
{
	/* a descriptor of 3 bytes; one that says more than there is */
	static const struct {
		uint8_t tail[6];
		size_t len;
	} t[] = {{{0, 3, 0, 0}, 4}, {{0, 6, 0, 0, 0xC1}, 5}, {{0, 4, 1, 0}, 4},
	    {{0, 5}, 2}};
	static const char *const recs[] = {"\xC1"};
	struct fixture *f = *state;
	struct dd_table *dds = NULL;
	struct sysout *so = NULL;
	const uint8_t *rec;
	uint32_t len;
	char path[128];
	FILE *fp;

	path_of(f, path);
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		unlink(path);
		alloc(f, &dds, NULL);
		put_all(f, dds, NULL, recs, 1);
		fp = fopen(path, "a");
		assert_non_null(fp);
		fwrite(t[i].tail, 1, t[i].len, fp);
		fclose(fp);
		assert_int_equal(sysout_open(path, &so, &f->diag), DS_OK);
		assert_int_equal(sysout_get(so, &rec, &len, &f->diag), DS_OK);
		assert_int_equal(
		    sysout_get(so, &rec, &len, &f->diag), DS_CORRUPT);
		assert_true(f->diag.has_rba);
		assert_int_equal(f->diag.rba, 32 + 5);
		sysout_close(&so);
		dd_table_free(&dds);
	}
}

static void
what_is_no_spool_file_is_refused(void **state)
{
	struct fixture *f = *state;
	struct sysout *so = NULL;
	char path[128];
	FILE *fp;

	path_of(f, path);
	assert_int_equal(sysout_open(path, &so, &f->diag), DS_NOFILE);
	fp = fopen(path, "w");
	assert_non_null(fp);
	fputs("CTMSPOOL", fp);
	fclose(fp);
	assert_int_equal(sysout_open(path, &so, &f->diag), DS_CORRUPT);
	assert_null(so);
}

static void
bytes_that_no_printer_prints_are_periods(void **state)
{
	/* X'15' and X'25' are line ends of text, X'00' a blank */
	static const char *const recs[] = {"\xC1\x15\x25\xC2"};
	struct fixture *f = *state;
	struct dd_table *dds = NULL;
	struct sysout *so = NULL;
	char path[128];

	alloc(f, &dds, NULL);
	put_all(f, dds, NULL, recs, 1);
	path_of(f, path);
	assert_int_equal(sysout_open(path, &so, &f->diag), DS_OK);
	expect_line(so, ' ', "A..B");
	sysout_close(&so);
	dd_table_free(&dds);
}

static void
a_record_has_32760_bytes_at_most(void **state)
{
	struct fixture *f = *state;
	struct dd_table *dds = NULL;
	struct ds_file *file = NULL;
	char *rec = calloc(1, 32761);

	assert_non_null(rec);
	alloc(f, &dds, NULL);
	assert_int_equal(
	    ds_open_dd(dds, "LIST", DS_OUTPUT | DS_SEQ, NULL, &file, &f->diag),
	    DS_OK);
	for (int i = 0; i < 5; i++)
		assert_int_equal(ds_put(file, rec, 32760, &f->diag), DS_OK);
	assert_int_equal(ds_put(file, rec, 32761, &f->diag), DS_BADLENGTH);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	assert_int_equal(
	    ds_open_dd(dds, "LIST", DS_INPUT | DS_SEQ, NULL, &file, &f->diag),
	    DS_OPEN_NOTVSAM);
	dd_table_free(&dds);
	free(rec);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(lines_come_back_with_their_control_characters),
	    T(a_second_open_adds_and_keeps_the_first_ones_attributes),
	    T(the_file_has_the_format_of_its_table),
	    T(a_damaged_file_is_said_to_be_with_its_offset),
	    T(what_is_no_spool_file_is_refused),
	    T(bytes_that_no_printer_prints_are_periods),
	    T(a_record_has_32760_bytes_at_most),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

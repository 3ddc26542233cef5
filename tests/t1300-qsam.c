/*
 * Sequential data sets: every record format, records at the edges of pages and
 * control areas, and a model test. Expected bytes are worked out by hand from
 * doc/formats/sequential.md.
 */
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "tests/support/qsam_file.h"

static enum ds_status
put(struct qsam_test *qt, const void *data, size_t len)
{
	return qsam_ops.put(&qt->pos, data, len, 0, true, NULL, NULL);
}

static enum ds_status
get(struct qsam_test *qt, struct am_rec *rec)
{
	return qsam_ops.get(&qt->pos, rec, NULL);
}

static void
check_verify(struct qsam_test *qt)
{
	int faults;

	assert_int_equal(qt_verify(qt, &faults), DS_OK);
	assert_int_equal(faults, 0);
}

static void
check_totals(
    struct qsam_test *qt, uint64_t records, uint64_t bytes, uint64_t hurba)
{
	struct ds_stats stats[SPHERE_PARTS];
	struct sphere_state state;

	assert_int_equal(
	    sphere_read_state(qt->vol, qt->name, &state, stats, NULL), DS_OK);
	assert_int_equal(state.part[SPHERE_DATA].records, records);
	assert_int_equal(state.part[SPHERE_DATA].bytes, bytes);
	assert_int_equal(state.part[SPHERE_DATA].hurba, hurba);
}

static void
an_empty_data_set_reads_as_no_records(void **state)
{
	struct qsam_test qt;
	struct am_rec rec;
	struct ds_diag diag;

	(void)state;
	qt_new(&qt, DS_RECFM_FB, 80, 4096, 4);
	assert_int_equal(qt_open(&qt, AM_INPUT, &diag), DS_OK);
	assert_int_equal(get(&qt, &rec), DS_EOD);
	assert_int_equal(
	    qsam_ops.point(&qt.pos, AM_FIRST, AM_GE, false, NULL, 0, 0, NULL),
	    DS_NOTFOUND);
	assert_int_equal(qt_close(&qt), DS_OK);
	check_verify(&qt);
	/* Opened for output and closed it is as empty as before. */
	assert_int_equal(qt_open(&qt, AM_OUTPUT, &diag), DS_OK);
	assert_int_equal(qt_close(&qt), DS_OK);
	check_totals(&qt, 0, 0, 0);
	assert_int_equal(qt_open(&qt, AM_INPUT, &diag), DS_OK);
	assert_int_equal(get(&qt, &rec), DS_EOD);
	assert_int_equal(qt_close(&qt), DS_OK);
	qt_free(&qt);
}

/* The first bytes of the stream, as they lie in the first page. */
static void
check_page(struct qsam_test *qt, const void *want, size_t len)
{
	const struct sphere_parms parms = {0};
	struct sphere_buf *buf = NULL;
	struct sphere *sp = NULL;

	assert_int_equal(
	    sphere_open(qt->vol, qt->name, SPHERE_READ, &parms, &sp, NULL),
	    DS_OK);
	assert_int_equal(
	    buf_get(sp, SPHERE_DATA, 0, BUF_READ, &buf, NULL), DS_OK);
	assert_memory_equal(buf->data, want, len);
	assert_int_equal(buf->data[len], 0);
	buf_release(sp, &buf);
	sphere_close(&sp);
}

static void
bytes_lie_as_the_format_says(void **state)
{
	struct qsam_test qt;

	(void)state;
	qt_new(&qt, DS_RECFM_F, 3, 512, 1);
	assert_int_equal(qt_open(&qt, AM_OUTPUT, NULL), DS_OK);
	assert_int_equal(put(&qt, "abc", 3), DS_OK);
	assert_int_equal(put(&qt, "d", 1), DS_OK);
	assert_int_equal(put(&qt, "efgh", 4), DS_BADLENGTH);
	assert_int_equal(put(&qt, "xyz", 3), DS_OK);
	assert_int_equal(qt_close(&qt), DS_OK);
	check_page(&qt, "abcd\0\0xyz", 9);
	check_totals(&qt, 3, 9, 512);
	check_verify(&qt);
	qt_free(&qt);

	qt_new(&qt, DS_RECFM_VB, 7, 512, 1);
	assert_int_equal(qt_open(&qt, AM_OUTPUT, NULL), DS_OK);
	assert_int_equal(put(&qt, "abc", 3), DS_OK);
	assert_int_equal(put(&qt, "", 0), DS_OK);
	assert_int_equal(put(&qt, "abcd", 4), DS_BADLENGTH);
	assert_int_equal(put(&qt, "d", 1), DS_OK);
	assert_int_equal(qt_close(&qt), DS_OK);
	check_page(&qt, "\0\7\0\0abc\0\4\0\0\0\5\0\0d", 16);
	check_totals(&qt, 3, 4, 512);
	check_verify(&qt);
	qt_free(&qt);

	qt_new(&qt, DS_RECFM_U, 0, 512, 1);
	assert_int_equal(qt_open(&qt, AM_OUTPUT, NULL), DS_OK);
	assert_int_equal(put(&qt, "abc", 3), DS_OK);
	assert_int_equal(put(&qt, "d", 1), DS_OK);
	assert_int_equal(qt_close(&qt), DS_OK);
	check_page(&qt, "\0\0\0\3abc\0\0\0\1d", 12);
	check_totals(&qt, 2, 4, 512);
	check_verify(&qt);
	qt_free(&qt);
}

/* n records of len bytes over pages of 512, 2 pages a control area. */
static void
edge(enum ds_recfm recfm, uint32_t lrecl, uint32_t len, uint32_t n)
{
	struct qsam_test qt;
	struct am_rec rec;
	uint8_t *data = malloc(len + 1);
	uint32_t prefix = recfm == DS_RECFM_F ? 0 : 4, i;
	uint64_t end = (uint64_t)(len + prefix) * n;

	qt_new(&qt, recfm, lrecl, 512, 2);
	assert_int_equal(qt_open(&qt, AM_OUTPUT, NULL), DS_OK);
	for (i = 0; i < n; i++) {
		memset(data, (int)(i + 1), len);
		assert_int_equal(put(&qt, data, len), DS_OK);
	}
	assert_int_equal(qt_close(&qt), DS_OK);
	check_totals(&qt, n, (uint64_t)n * len, (end + 511) / 512 * 512);
	check_verify(&qt);
	assert_int_equal(qt_open(&qt, AM_INPUT, NULL), DS_OK);
	for (i = 0; i < n; i++) {
		memset(data, (int)(i + 1), len);
		assert_int_equal(get(&qt, &rec), DS_OK);
		assert_int_equal(rec.len, len);
		assert_int_equal(rec.rba, (uint64_t)i * (len + prefix));
		assert_int_equal(rec.rrn, i + 1);
		assert_memory_equal(rec.data, data, len);
	}
	assert_int_equal(get(&qt, &rec), DS_EOD);
	assert_int_equal(get(&qt, &rec), DS_EOD);
	assert_int_equal(qt_close(&qt), DS_OK);
	qt_free(&qt);
	free(data);
}

static void
records_meet_the_edges_of_pages(void **state)
{
	(void)state;
	edge(DS_RECFM_F, 512, 512, 2); /* exactly a page, a CA */
	edge(DS_RECFM_F, 512, 512, 5); /* and into the next */
	edge(DS_RECFM_F, 511, 511, 3); /* one byte less */
	edge(DS_RECFM_F, 513, 513, 3); /* one more */
	edge(DS_RECFM_F, 1, 1, 512);   /* LRECL 1, a page full */
	edge(DS_RECFM_F, 1, 1, 513);
	edge(DS_RECFM_F, 256, 256, 4);
	edge(DS_RECFM_F, 32760, 32760, 3); /* over many control areas */
	edge(DS_RECFM_V, 600, 508, 2);     /* with its RDW a page */
	edge(DS_RECFM_V, 600, 506, 3);     /* an RDW over a page's end */
	edge(DS_RECFM_V, 600, 507, 4);
	edge(DS_RECFM_V, 600, 0, 128); /* RDWs alone fill a page */
	edge(DS_RECFM_V, 600, 0, 129);
	edge(DS_RECFM_VB, 32760, 32756, 3);
	edge(DS_RECFM_U, 32760, 32760, 2);
	edge(DS_RECFM_U, 32760, 508, 3);
}

static void
output_rewrites_and_append_goes_on(void **state)
{
	struct qsam_test qt;
	struct am_rec rec;

	(void)state;
	qt_new(&qt, DS_RECFM_V, 100, 512, 2);
	assert_int_equal(qt_open(&qt, AM_OUTPUT, NULL), DS_OK);
	assert_int_equal(put(&qt, "one", 3), DS_OK);
	assert_int_equal(qt_close(&qt), DS_OK);
	assert_int_equal(qt_open(&qt, AM_OUTPUT | AM_APPEND, NULL), DS_OK);
	assert_int_equal(put(&qt, "two", 3), DS_OK);
	/* Output is not read, input not written. */
	assert_int_equal(get(&qt, &rec), DS_NOACCESS);
	assert_int_equal(qt_close(&qt), DS_OK);
	check_totals(&qt, 2, 6, 512);
	check_verify(&qt);
	assert_int_equal(qt_open(&qt, AM_INPUT, NULL), DS_OK);
	assert_int_equal(put(&qt, "x", 1), DS_NOACCESS);
	assert_int_equal(get(&qt, &rec), DS_OK);
	assert_memory_equal(rec.data, "one", 3);
	assert_int_equal(get(&qt, &rec), DS_OK);
	assert_memory_equal(rec.data, "two", 3);
	assert_int_equal(get(&qt, &rec), DS_EOD);
	assert_int_equal(qt_close(&qt), DS_OK);
	assert_int_equal(qt_open(&qt, AM_OUTPUT, NULL), DS_OK);
	assert_int_equal(put(&qt, "three", 5), DS_OK);
	assert_int_equal(qt_close(&qt), DS_OK);
	check_totals(&qt, 1, 5, 512);
	check_verify(&qt);
	qt_free(&qt);
}

static void
what_was_not_closed_was_not_written(void **state)
{
	struct qsam_test qt;
	int i;

	(void)state;
	qt_new(&qt, DS_RECFM_F, 100, 512, 2);
	assert_int_equal(qt_open(&qt, AM_OUTPUT, NULL), DS_OK);
	assert_int_equal(put(&qt, "one", 3), DS_OK);
	assert_int_equal(qt_close(&qt), DS_OK);
	assert_int_equal(qt_open(&qt, AM_OUTPUT | AM_APPEND, NULL), DS_OK);
	for (i = 0; i < 1000; i++)
		assert_int_equal(put(&qt, "x", 1), DS_OK);
	qt_abandon(&qt);
	check_totals(&qt, 1, 100, 512);
	check_verify(&qt);
	/* And what follows is not disturbed by what was dropped. */
	assert_int_equal(qt_open(&qt, AM_OUTPUT | AM_APPEND, NULL), DS_OK);
	for (i = 0; i < 20; i++)
		assert_int_equal(put(&qt, "y", 1), DS_OK);
	assert_int_equal(qt_close(&qt), DS_OK);
	check_totals(&qt, 21, 2100, 2560);
	check_verify(&qt);
	qt_free(&qt);
}

static void
no_space_keeps_whole_records(void **state)
{
	struct qsam_test qt;
	struct am_rec rec;
	uint8_t data[300] = {1};
	uint32_t n = 0;

	(void)state;
	qt_new(&qt, DS_RECFM_F, 300, 512, 1);
	qt.cas_left = 3;
	assert_int_equal(qt_open(&qt, AM_OUTPUT, NULL), DS_OK);
	while (put(&qt, data, 300) == DS_OK)
		n++;
	assert_int_equal(put(&qt, data, 300), DS_NOSPACE);
	assert_int_equal(put(&qt, data, 1), DS_NOSPACE);
	/* One control area of the primary, three granted: 2048 bytes. */
	assert_int_equal(n, 6);
	assert_int_equal(qt_close(&qt), DS_OK);
	check_totals(&qt, 6, 1800, 2048);
	check_verify(&qt);
	assert_int_equal(qt_open(&qt, AM_INPUT, NULL), DS_OK);
	for (n = 0; get(&qt, &rec) == DS_OK; n++)
		assert_int_equal(rec.len, 300);
	assert_int_equal(n, 6);
	assert_int_equal(qt_close(&qt), DS_OK);
	qt_free(&qt);
}

static void
requests_that_do_not_fit_are_refused(void **state)
{
	struct qsam_test qt;
	struct am_rec rec;

	(void)state;
	qt_new(&qt, DS_RECFM_V, 100, 512, 2);
	assert_int_equal(qt_open(&qt, AM_OUTPUT, NULL), DS_OK);
	assert_int_equal(put(&qt, "abc", 3), DS_OK);
	assert_int_equal(put(&qt, "de", 2), DS_OK);
	assert_int_equal(
	    qsam_ops.point(&qt.pos, AM_FIRST, AM_EQ, false, NULL, 0, 0, NULL),
	    DS_NOACCESS);
	assert_int_equal(qt_close(&qt), DS_OK);
	assert_int_equal(qt_open(&qt, AM_INPUT, NULL), DS_OK);
	assert_int_equal(
	    qsam_ops.point(&qt.pos, AM_KEY, AM_EQ, false, "a", 1, 0, NULL),
	    DS_BADOPTION);
	assert_int_equal(
	    qsam_ops.point(&qt.pos, AM_RBA, AM_EQ, false, NULL, 0, 1, NULL),
	    DS_BADRBA);
	assert_int_equal(
	    qsam_ops.point(&qt.pos, AM_RBA, AM_EQ, false, NULL, 0, 13, NULL),
	    DS_BADRBA);
	assert_int_equal(qsam_ops.point(&qt.pos, AM_RBA, AM_EQ, false, NULL, 0,
			     UINT64_MAX, NULL),
	    DS_BADRBA);
	assert_int_equal(
	    qsam_ops.point(&qt.pos, AM_RRN, AM_EQ, false, NULL, 0, 3, NULL),
	    DS_NOTFOUND);
	assert_int_equal(
	    qsam_ops.point(&qt.pos, AM_RRN, AM_EQ, false, NULL, 0, 0, NULL),
	    DS_NOTFOUND);
	/* The position is where it was. */
	assert_int_equal(get(&qt, &rec), DS_OK);
	assert_int_equal(rec.rrn, 1);
	assert_int_equal(
	    qsam_ops.point(&qt.pos, AM_RBA, AM_EQ, false, NULL, 0, 7, NULL),
	    DS_OK);
	assert_int_equal(get(&qt, &rec), DS_OK);
	assert_int_equal(rec.rrn, 2);
	assert_int_equal(
	    qsam_ops.update(&qt.pos, "xx", 2, NULL), DS_UNSUPPORTED);
	assert_int_equal(qsam_ops.erase(&qt.pos, NULL), DS_NOERASE);
	assert_int_equal(qt_close(&qt), DS_OK);
	qt_free(&qt);
}

/* --- a model ---------------------------------------------------------------
 */

enum { MODEL_MAX = 60000 };

struct model {
	uint32_t len[MODEL_MAX];
	uint64_t off[MODEL_MAX];
	uint32_t n;
	uint64_t end, bytes;
};

static uint32_t rng;

static uint32_t
draw(uint32_t below)
{
	rng = rng * 1664525u + 1013904223u;
	return (rng >> 8) % below;
}

/* Byte k of record i, from nothing else. */
static uint8_t
byte_of(uint32_t i, uint32_t k)
{
	return (uint8_t)(i * 31 + k * 7 + (k >> 8));
}

static void
check_record(const struct model *m, const struct am_rec *rec, uint32_t i)
{
	uint32_t k;

	assert_int_equal(rec->rrn, i + 1);
	assert_int_equal(rec->rba, m->off[i]);
	assert_int_equal(rec->len, m->len[i]);
	for (k = 0; k < rec->len; k++)
		if (rec->data[k] != byte_of(i, k))
			fail_msg("record %u byte %u", i, k);
}

static void
model_write(struct qsam_test *qt, struct model *m, enum ds_recfm recfm,
    uint32_t max, uint32_t count)
{
	const uint32_t prefix = recfm == DS_RECFM_FB ? 0 : 4;
	uint8_t *data = malloc(max);
	uint32_t k, len;

	for (; count > 0; count--, m->n++) {
		len = recfm == DS_RECFM_FB ? max : draw(draw(max) + 1);
		for (k = 0; k < len; k++)
			data[k] = byte_of(m->n, k);
		assert_int_equal(put(qt, data, len), DS_OK);
		m->len[m->n] = len;
		m->off[m->n] = m->end;
		m->end += len + prefix;
		m->bytes += len;
	}
	free(data);
}

static void
model_check(struct qsam_test *qt, const struct model *m, uint32_t probes)
{
	struct am_rec rec;
	uint32_t i, k;

	assert_int_equal(qt_open(qt, AM_INPUT, NULL), DS_OK);
	for (i = 0; i < m->n; i++) {
		assert_int_equal(get(qt, &rec), DS_OK);
		check_record(m, &rec, i);
	}
	assert_int_equal(get(qt, &rec), DS_EOD);
	/* Backward from the last. */
	if (m->n > 0)
		assert_int_equal(qsam_ops.point(&qt->pos, AM_LAST, AM_EQ, true,
				     NULL, 0, 0, NULL),
		    DS_OK);
	for (i = m->n; i > 0; i--) {
		assert_int_equal(get(qt, &rec), DS_OK);
		check_record(m, &rec, i - 1);
	}
	if (m->n > 0)
		assert_int_equal(get(qt, &rec), DS_EOD);
	/* By number and by offset, and on a little, either way. */
	for (; probes > 0 && m->n > 0; probes--) {
		const bool backward = draw(2) == 1, by_rba = draw(2) == 1;

		i = draw(m->n);
		assert_int_equal(
		    qsam_ops.point(&qt->pos, by_rba ? AM_RBA : AM_RRN, AM_EQ,
			backward, NULL, 0, by_rba ? m->off[i] : i + 1, NULL),
		    DS_OK);
		for (k = draw(5); k > 0 && i < m->n; k--) {
			assert_int_equal(get(qt, &rec), DS_OK);
			check_record(m, &rec, i);
			i += backward ? UINT32_MAX : 1;
		}
	}
	assert_int_equal(qt_close(qt), DS_OK);
}

static void
run_model(enum ds_recfm recfm, uint32_t lrecl, uint32_t ci_len,
    uint32_t cis_per_ca, uint32_t per_session, uint32_t seed)
{
	const uint32_t max = recfm == DS_RECFM_VB ? lrecl - 4 : lrecl;
	struct model *m = calloc(1, sizeof(*m));
	struct qsam_test qt;
	uint32_t session;

	rng = seed;
	qt_new(&qt, recfm, lrecl, ci_len, cis_per_ca);
	for (session = 0; session < 6; session++) {
		if (session == 3) { /* rewritten from the start */
			memset(m, 0, sizeof(*m));
			assert_int_equal(qt_open(&qt, AM_OUTPUT, NULL), DS_OK);
		} else {
			assert_int_equal(
			    qt_open(&qt, AM_OUTPUT | AM_APPEND, NULL), DS_OK);
		}
		model_write(
		    &qt, m, recfm, max, draw(per_session) + session % 2);
		assert_int_equal(qt_close(&qt), DS_OK);
		check_totals(&qt, m->n, m->bytes,
		    (m->end + ci_len - 1) / ci_len * ci_len);
		check_verify(&qt);
		model_check(&qt, m, 200);
	}
	qt_free(&qt);
	free(m);
}

static void
random_records_agree_with_a_model(void **state)
{
	(void)state;
	run_model(DS_RECFM_FB, 80, 4096, 3, 2000, 1);
	run_model(DS_RECFM_FB, 1, 512, 45, 5000, 2);
	run_model(DS_RECFM_FB, 1000, 512, 1, 200, 3);
	run_model(DS_RECFM_VB, 84, 512, 2, 2000, 4);
	run_model(DS_RECFM_VB, 3000, 512, 7, 500, 5);
	run_model(DS_RECFM_VB, 32760, 18432, 45, 500, 6);
	run_model(DS_RECFM_VB, 255, 18432, 15, 9000, 7);
	run_model(DS_RECFM_U, 5000, 2048, 5, 1000, 8);
	run_model(DS_RECFM_VB, 5, 512, 3, 3000, 9);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_empty_data_set_reads_as_no_records),
	    cmocka_unit_test(bytes_lie_as_the_format_says),
	    cmocka_unit_test(records_meet_the_edges_of_pages),
	    cmocka_unit_test(output_rewrites_and_append_goes_on),
	    cmocka_unit_test(what_was_not_closed_was_not_written),
	    cmocka_unit_test(no_space_keeps_whole_records),
	    cmocka_unit_test(requests_that_do_not_fit_are_refused),
	    cmocka_unit_test(random_records_agree_with_a_model),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

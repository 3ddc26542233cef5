/*
 * Checking a sequential data set: every page readable, every record where the
 * one before it ends, counts and totals right.
 *
 *	QS-I1  Records follow each other from RBA 0 without gaps.
 *	QS-I2  A side entry counts the records that start in its page and
 *	       their bytes with prefixes.
 *	QS-I3  The totals of the state are the sums over the records.
 *	QS-I4  Behind the last record its page is zero.
 */
#include <stdio.h>

#include "access-methods/qsam/qsam_int.h"

struct check {
	struct sphere *sp;
	struct qsam_shape shape;
	struct qsam_reader *rd;
	am_found_fn *report;
	struct am_examined *sum;
	void *ctx;
	uint64_t off;     /* where the next record starts */
	uint64_t records; /* found */
	bool faulty;
	bool blind; /* a page could not be read: totals are not known */
};

/* what: the fault's text with more, or NULL. */
static void
fault(struct check *ck, enum ds_fault f, uint64_t rba, const char *what)
{
	const struct am_found found = {.fault = f,
	    .part = SPHERE_DATA,
	    .rba = rba,
	    .what = what != NULL ? what : ds_fault_text(f)};

	ck->faulty = true;
	if (ck->report != NULL)
		ck->report(ck->ctx, &found);
}

/* QS-I1, QS-I2. The next page is checked from where the counts put it, so one
 * damaged page is one fault. */
static enum ds_status
check_page(struct check *ck, uint64_t rba, struct ds_diag *diag)
{
	const uint64_t end = rba + ck->shape.ci_len, from = ck->off;
	const uint8_t *data;
	uint32_t len, records = 0, bytes = 0, n = 0;
	enum ds_status st;
	uint64_t next;

	st = side_get(ck->sp, SPHERE_DATA, rba, &records, &bytes, diag);
	if (st == DS_OK)
		st = qsam_page(ck->rd, rba, &data, NULL, diag);
	while (st == DS_OK && ck->off < end && ck->off < ck->shape.end) {
		st = qsam_read(ck->rd, ck->off, &data, &len, &next, diag);
		if (st == DS_OK) {
			ck->off = next;
			n++;
			if (len > ck->sum->maxlen)
				ck->sum->maxlen = len;
		}
	}
	if (st == DS_CORRUPT) {
		fault(ck, DS_F_PS_BYTES, diag->has_rba ? diag->rba : rba,
		    diag->text);
		ck->blind = true;
	} else if (st != DS_OK) {
		return st;
	} else if (n != records || ck->off - from != bytes) {
		fault(ck, DS_F_PS_COUNTS, rba, NULL);
	}
	if (ck->blind && ck->off != from + bytes)
		ck->off = from + bytes;
	ck->records += records;
	return DS_OK;
}

/* QS-I4. */
static void
check_tail(struct check *ck)
{
	const uint32_t ci_len = ck->shape.ci_len;
	uint32_t at = (uint32_t)(ck->shape.end % ci_len);
	const uint64_t rba = ck->shape.end - at;
	const uint8_t *data;

	if (at == 0 || qsam_page(ck->rd, rba, &data, NULL, NULL) != DS_OK)
		return;
	for (; at < ci_len; at++)
		if (data[at] != 0) {
			fault(ck, DS_F_PS_TAIL, rba + at, NULL);
			return;
		}
}

enum ds_status
qsam_examine(struct sphere *sp, am_found_fn *report, am_stop_fn *stop,
    void *ctx, struct am_examined *sum, struct ds_diag *diag)
{
	struct check ck = {.sp = sp, .report = report, .sum = sum, .ctx = ctx};
	struct ds_diag own;
	enum ds_status st;
	uint64_t rba;

	if (diag == NULL)
		diag = &own;
	if ((st = qsam_shape_get(sp, &ck.shape, diag)) != DS_OK) {
		if (st == DS_CORRUPT)
			fault(&ck, DS_F_PS_BYTES, diag->rba, diag->text);
		return st;
	}
	if ((st = qsam_reader_new(sp, &ck.shape, &ck.rd, diag)) != DS_OK)
		return st;
	for (rba = 0; st == DS_OK && rba < ck.shape.end; rba += ck.shape.ci_len)
		st = stop != NULL && stop(ctx)
			 ? ds_fail(diag, DS_STOPPED, ck.shape.name, NULL)
			 : check_page(&ck, rba, diag);
	if (st == DS_OK) {
		/* QS-I3: by the walk, or by the counts where it failed. */
		if (ck.off != ck.shape.end || ck.records != ck.shape.records)
			fault(&ck, DS_F_PS_TOTALS, ck.shape.end, NULL);
		check_tail(&ck);
		sum->records = ck.records;
		sum->bytes = rba;
		sum->cis = rba / ck.shape.ci_len;
		sum->free_bytes = rba - ck.shape.end;
	}
	qsam_reader_free(&ck.rd);
	if (st == DS_OK && ck.faulty)
		st = ds_fail(diag, DS_CORRUPT, ck.shape.name,
		    "the sequential data set is damaged");
	return st;
}

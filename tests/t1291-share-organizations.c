/*
 * Sharing of every organization: two writers and readers forward, backward and
 * by number take turns; each answer is the array's. The log is short, so that
 * each writer commits what the other did. The expected values are the array's.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/long.h"
#include "tests/support/random.h"
#include "tests/support/share_test.h"

enum { MANY = 1500, WRITERS = 2, READERS = 3, REC = 200, CI = 1024 };

/* A record of the model: its version, length and RBA; len 0: there is none. */
struct item {
	uint32_t version, len;
	uint64_t rba;
};

static struct vset vs;
static struct opener wr[WRITERS], rd[READERS];
static struct item model[MANY + 1]; /* by number, from 1 */
static uint32_t count;              /* ESDS, LDS: records */
static uint64_t next_no[READERS];
static bool goes_back[READERS];

static void
record_make(uint8_t *rec, uint64_t no)
{
	memset(rec, (int)(model[no].version & 0xFF), model[no].len);
	be32_put(rec, model[no].version);
	be32_put(rec + 4, (uint32_t)no);
}

static bool
by_entry(void)
{
	return vs.data.org == DS_ORG_ESDS || vs.data.org == DS_ORG_LDS;
}

static uint32_t
new_len(void)
{
	if (vs.data.org == DS_ORG_LDS)
		return CI;
	if (vs.data.org == DS_ORG_RRDS)
		return REC;
	/* some span */
	if (vs.data.flags & DS_A_SPANNED)
		return 8 + (uint32_t)rnd(rnd(4) == 0 ? 3000 : REC);
	return 8 + (uint32_t)rnd(REC - 8);
}

static void
check(const struct am_rec *rec, uint64_t no)
{
	uint8_t want[4096];

	assert_int_equal(rec->len, model[no].len);
	record_make(want, no);
	assert_memory_equal(rec->data, want, rec->len);
}

/* The record of a number, by the way that the organization has. */
static enum ds_status
find(struct opener *op, uint64_t no, struct am_rec *recp)
{
	enum ds_status st;

	if (vs.data.org == DS_ORG_ESDS)
		st = am_point(op->pos, AM_RBA, AM_EQ, false, NULL, 0,
		    model[no].rba, &op->diag);
	else
		st = am_point(
		    op->pos, AM_RRN, AM_EQ, false, NULL, 0, no, &op->diag);
	return st == DS_OK ? am_get(op->pos, recp, &op->diag) : st;
}

static void
write_new(struct opener *op, uint64_t no)
{
	uint8_t rec[4096];
	uint64_t rba = 0;

	model[no].version = (uint32_t)rnd(1000000);
	model[no].len = new_len();
	record_make(rec, no);
	assert_ok(am_put(op->pos, rec, model[no].len, by_entry() ? 0 : no,
		      false, &rba, &op->diag),
	    &op->diag);
	model[no].rba = rba;
}

static void
write_one(struct opener *op)
{
	uint64_t no = 1 + rnd(by_entry() ? (count > 0 ? count : 1) : MANY);
	struct am_rec rec;
	uint8_t image[4096];

	if (by_entry() && (count == 0 || (count < MANY && rnd(3) == 0))) {
		write_new(op, ++count);
		return;
	}
	if (model[no].len == 0) {
		assert_int_equal(find(op, no, &rec), DS_NOTFOUND);
		write_new(op, no);
		return;
	}
	assert_ok(find(op, no, &rec), &op->diag);
	check(&rec, no);
	if (!by_entry() && rnd(3) == 0) {
		assert_ok(am_erase(op->pos, &op->diag), &op->diag);
		model[no].len = 0;
		return;
	}
	model[no].version = (uint32_t)rnd(1000000);
	if (vs.data.org == DS_ORG_VRRDS)
		model[no].len = new_len();
	record_make(image, no);
	assert_ok(
	    am_update(op->pos, image, model[no].len, &op->diag), &op->diag);
}

static void
read_on(unsigned i)
{
	uint64_t no = next_no[i], end = by_entry() ? count : MANY;
	struct opener *op = &rd[i];
	struct am_rec rec;
	enum ds_status st;

	while (no >= 1 && no <= end && model[no].len == 0)
		no = goes_back[i] ? no - 1 : no + 1;
	st = am_get(op->pos, &rec, &op->diag);
	if (no >= 1 && no <= end) {
		assert_ok(st, &op->diag);
		check(&rec, no);
		next_no[i] = goes_back[i] ? no - 1 : no + 1;
		return;
	}
	if (vs.data.org == DS_ORG_LDS && st == DS_OK)
		return; /* zeros of what is allocated */
	assert_int_equal(st, DS_EOD);
	goes_back[i] = vs.data.org != DS_ORG_LDS && rnd(2) != 0;
	next_no[i] = goes_back[i] ? end : 1;
	am_point(op->pos, goes_back[i] ? AM_LAST : AM_FIRST, AM_GE,
	    goes_back[i], NULL, 0, 0, &op->diag);
}

static void
make_set(enum ds_org org, uint32_t flags)
{
	memset(model, 0, sizeof(model));
	memset(wr, 0, sizeof(wr));
	memset(rd, 0, sizeof(rd));
	count = 0;
	seed = (uint64_t)org * 7 + flags + 1;
	vset_attrs(&vs, org, org == DS_ORG_LDS ? 4096 : CI, 4,
	    org == DS_ORG_LDS             ? 0
	    : (flags & DS_A_SPANNED) != 0 ? 3100
					  : REC);
	vs.data.flags |= flags;
	if (org == DS_ORG_LDS)
		vs.data.ci_len = CI;
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT | AM_SEQ), &vs.diag);
	wr[0].pos = vs.pos;
	for (uint64_t no = 1; no <= 50; no++)
		write_new(&wr[0], no);
	count = 50;
	assert_ok(vset_close(&vs), &vs.diag);
	wr[0].pos = NULL;
}

static void
openers_agree(enum ds_org org, uint32_t flags)
{
	unsigned n = long_or(40000, 4000);

	make_set(org, flags);
	for (unsigned i = 0; i < WRITERS; i++) {
		wr[i].log_len = 16384;
		opener_open(&wr[i], &vs, AM_OUTPUT | AM_DIR);
	}
	for (unsigned i = 0; i < READERS; i++) {
		next_no[i] = 1;
		goes_back[i] = false;
		opener_open(&rd[i], &vs, AM_INPUT | (i == 0 ? AM_SEQ : AM_DIR));
	}
	for (unsigned k = 0; k < n; k++) {
		write_one(&wr[rnd(WRITERS)]);
		for (unsigned i = 0; i < READERS; i++)
			if (rnd(3) == 0)
				read_on(i);
		if (rnd(400) == 0) {
			unsigned i = (unsigned)rnd(WRITERS);

			opener_close(&wr[i]);
			opener_open(&wr[i], &vs, AM_OUTPUT | AM_DIR);
		}
	}
	for (unsigned i = 0; i < READERS; i++)
		opener_close(&rd[i]);
	for (unsigned i = 0; i < WRITERS; i++)
		opener_close(&wr[i]);
	vset_verify(&vs);
	vset_free(&vs);
}

static void
openers_of_an_esds_agree(void **state)
{
	(void)state;
	openers_agree(DS_ORG_ESDS, 0);
}

static void
openers_of_an_esds_of_spanned_records_agree(void **state)
{
	(void)state;
	openers_agree(DS_ORG_ESDS, DS_A_SPANNED);
}

static void
openers_of_an_rrds_agree(void **state)
{
	(void)state;
	openers_agree(DS_ORG_RRDS, 0);
}

static void
openers_of_a_vrrds_agree(void **state)
{
	(void)state;
	openers_agree(DS_ORG_VRRDS, 0);
}

static void
openers_of_an_lds_agree(void **state)
{
	(void)state;
	openers_agree(DS_ORG_LDS, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(openers_of_an_esds_agree),
	    cmocka_unit_test(openers_of_an_esds_of_spanned_records_agree),
	    cmocka_unit_test(openers_of_an_rrds_agree),
	    cmocka_unit_test(openers_of_a_vrrds_agree),
	    cmocka_unit_test(openers_of_an_lds_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

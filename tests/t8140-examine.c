/*
 * Each fault that a data set can have is planted, and found by its own test
 * with component and RBA: all of base/fault.h, or the last test fails. Bytes
 * are changed through the sphere, so that checksums fit; places are worked out
 * by hand from doc/formats/.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/bytes.h"
#include "tests/support/aix_test.h"
#include "tests/support/library_set.h"
#include "access-methods/sphere/sphere_int.h"
#include "access-methods/vsam/vsam_int.h"

enum { CI = 512, NRECS = 120, LEN = 110 };

static struct vset vs;
static bool planted[DS_F_COUNT];
static uint8_t rec[4096];

static const uint8_t *
mk(uint64_t key)
{
	memset(rec, (int)key, sizeof(rec));
	be64_put(rec, key);
	return rec;
}

struct finding {
	enum ds_fault fault;
	enum sphere_part part;
	uint64_t rba;
	bool found, image;
	unsigned n;
};

static void
look(void *ctx, const struct am_found *found)
{
	struct finding *f = ctx;

	f->n++;
	assert_true(found->what[0] != '\0');
	if (found->fault != f->fault || found->part != f->part ||
	    found->rba != f->rba)
		return;
	f->found = true;
	f->image = found->ci != NULL && found->ci_len == CI;
}

/* The fault is among those of its test, and not of the other, unless it keeps
 * index records from being read. */
static void
finds_in(struct volume *vol, const char *name, enum ds_fault fault,
    enum sphere_part part, uint64_t rba)
{
	struct finding f = {.fault = fault, .part = part, .rba = rba};
	bool index = ds_fault_test(fault) == 'I';
	unsigned own = index ? AM_TEST_INDEX : AM_TEST_DATA;
	unsigned other = index ? AM_TEST_DATA : AM_TEST_INDEX;
	struct am_examined sum;

	assert_int_equal(
	    am_examine(vol, name, own, look, NULL, &f, &sum, NULL), DS_CORRUPT);
	if (!f.found)
		fail_msg("%s at %llu is not among %u faults",
		    ds_fault_name(fault), (unsigned long long)rba, f.n);
	planted[fault] = true;
	f.found = false;
	am_examine(vol, name, other, look, NULL, &f, &sum, NULL);
	assert_int_equal(f.found, fault <= DS_F_IX_STATE);
}

static void
finds(enum ds_fault fault, enum sphere_part part, uint64_t rba)
{
	finds_in(vs.vol, vs.name, fault, part, rba);
	vset_free(&vs);
}

/* --- what damages ----------------------------------------------------------
 */

static struct sphere *
sphere_of(const char *name)
{
	struct sphere *sp = NULL;

	assert_ok(sphere_open(vs.vol, name, SPHERE_UPDATE, NULL, &sp, &vs.diag),
	    &vs.diag);
	return sp;
}

static void
sphere_done(struct sphere *sp)
{
	assert_ok(sphere_commit(sp, true, &vs.diag), &vs.diag);
	sphere_close(&sp);
}

static void
poke(enum sphere_part part, uint64_t rba, uint32_t at, uint8_t value)
{
	struct sphere *sp = sphere_of(vs.name);
	struct sphere_buf *buf = NULL;

	assert_ok(buf_get(sp, part, rba, BUF_WRITE, &buf, &vs.diag), &vs.diag);
	buf->data[at] = value;
	buf_dirty(sp, buf, buf->records, buf->bytes);
	buf_release(sp, &buf);
	sphere_done(sp);
}

/* What the side area says of a control interval. */
static void
count(uint64_t rba, uint32_t records, uint32_t bytes)
{
	struct sphere *sp = sphere_of(vs.name);
	struct sphere_buf *buf = NULL;

	assert_ok(
	    buf_get(sp, SPHERE_DATA, rba, BUF_WRITE, &buf, &vs.diag), &vs.diag);
	buf_dirty(sp, buf, records, bytes);
	buf_release(sp, &buf);
	sphere_done(sp);
}

/* The bytes of the CI at from, and what counts of it, over those at rba. */
static void
overwrite(uint64_t rba, uint64_t from)
{
	struct sphere *sp = sphere_of(vs.name);
	struct sphere_buf *buf = NULL, *src = NULL;

	assert_ok(
	    buf_get(sp, SPHERE_DATA, from, BUF_READ, &src, &vs.diag), &vs.diag);
	assert_ok(
	    buf_get(sp, SPHERE_DATA, rba, BUF_WRITE, &buf, &vs.diag), &vs.diag);
	memcpy(buf->data, src->data, CI);
	buf_dirty(sp, buf, src->records, src->bytes);
	buf_release(sp, &src);
	buf_release(sp, &buf);
	sphere_done(sp);
}

/* What an index record's side entry says is below it: one byte more. */
static void
count_below(uint64_t rba)
{
	struct sphere_sums more = {0, 1};
	struct sphere *sp = sphere_of(vs.name);

	assert_ok(sums_hold(sp, rba, &vs.diag), &vs.diag);
	sums_add(sp, rba, &more);
	sphere_done(sp);
}

/* What a side page says is before it. */
static void
count_before(uint64_t page)
{
	struct sphere *sp = sphere_of(vs.name);
	struct sphere_sums before;
	struct frame *frame = NULL;

	assert_ok(side_load(sp, SPHERE_DATA, page, &frame, &vs.diag), &vs.diag);
	side_prefix_get(frame->buf.data, &before);
	before.records++;
	side_prefix_put(frame->buf.data, &before);
	pool_dirty(&sp->comp[SPHERE_DATA].side, frame);
	sphere_done(sp);
}

/* --- key-sequenced sets ------------------------------------------------------
 */

/* 120 records of 110 bytes, keys 10, 20 ...: four a CI, four CIs a CA, eight
 * CAs, two levels of index; the root is index record 8. */
static void
ksds(void)
{
	uint64_t k;

	vset_attrs(&vs, DS_ORG_KSDS, CI, 4, 505);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	for (k = 1; k <= NRECS; k++)
		assert_ok(
		    am_put(vs.pos, mk(k * 10), LEN, 0, true, NULL, &vs.diag),
		    &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
}

static void
index_faults(void **state)
{
	(void)state;
	ksds();
	poke(SPHERE_INDEX, 1024, 16, 2); /* level 2 for 1 */
	finds(DS_F_IX_BYTES, SPHERE_INDEX, 1024);
	ksds(); /* root: key 00000000000000A0 becomes 0000000000000FA0 */
	poke(SPHERE_INDEX, 8 * CI, 500, 0x0F);
	finds(DS_F_IX_ORDER, SPHERE_INDEX, 8 * CI);
	ksds(); /* the first pointer is the last byte: CI 0 becomes CI 1 */
	poke(SPHERE_INDEX, 512, 504, 1);
	finds(DS_F_IX_POINTERS, SPHERE_INDEX, 512);
	ksds(); /* root: CA 0's becomes CA 1's */
	poke(SPHERE_INDEX, 8 * CI, 504, 1);
	finds(DS_F_IX_TWICE, SPHERE_INDEX, 512);
	ksds(); /* root: A0 becomes A5 */
	poke(SPHERE_INDEX, 8 * CI, 501, 0xA5);
	finds(DS_F_IX_ABOVE, SPHERE_INDEX, 0);
	ksds(); /* horizontal pointer: 512 becomes 1024 */
	poke(SPHERE_INDEX, 0, 10, 4);
	finds(DS_F_IX_NEXT, SPHERE_INDEX, 0);
	ksds(); /* that of the last sequence-set record: 0 becomes 512 */
	poke(SPHERE_INDEX, 7 * CI, 10, 2);
	finds(DS_F_IX_END, SPHERE_INDEX, 7 * CI);
	ksds(); /* base RBA 2048 becomes 0 */
	poke(SPHERE_INDEX, 512, 6, 0);
	finds(DS_F_CA_TWICE, SPHERE_INDEX, 512);
}

static void
sums_below(void **state)
{
	(void)state;
	ksds(); /* a sequence-set record, the first, and the highest */
	count_below(3 * CI);
	finds(DS_F_IX_BELOW, SPHERE_INDEX, 3 * CI);
	ksds();
	count_below(0);
	finds(DS_F_IX_BELOW, SPHERE_INDEX, 0);
	ksds();
	count_below(8 * CI);
	finds(DS_F_IX_BELOW, SPHERE_INDEX, 8 * CI);
	ksds(); /* they agree, but not with the state */
	count(0, 4, 4 * LEN + 1);
	count_below(0);
	count_below(8 * CI);
	finds(DS_F_IX_BELOW, SPHERE_INDEX, 8 * CI);
}

/* 900 records of 110 bytes, four a CI: 225 CIs, on a run's first two side
 * pages. The second describes CIs 201 to 224. */
static void
sums_before(void **state)
{
	int i;

	(void)state;
	vset_attrs(&vs, DS_ORG_ESDS, CI, 4, 505);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	for (i = 0; i < 900; i++)
		assert_ok(am_put(vs.pos, mk(1), LEN, 0, true, NULL, &vs.diag),
		    &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	count_before(1);
	finds(DS_F_PREFIX, SPHERE_DATA, 201 * CI);
}

/* A byte of the file that describes the part's first control intervals. */
static void
side_flip(enum sphere_part part)
{
	const struct comp_attr *attr =
	    part == SPHERE_DATA ? &vs.data : &vs.index;
	struct comp_layout lo;
	char path[600];
	uint8_t byte;
	off_t at;
	int fd;

	layout_of(&lo, attr);
	at = (off_t)layout_side_offset(&lo, 0) + 100;
	snprintf(path, sizeof(path), "%s/%s", vs.dir,
	    part == SPHERE_DATA ? vs.name : vs.index_name);
	fd = open(path, O_RDWR | O_CLOEXEC);
	assert_int_equal(pread(fd, &byte, 1, at), 1);
	byte ^= 0xFF;
	assert_int_equal(pwrite(fd, &byte, 1, at), 1);
	close(fd);
}

/* The block behind the identity and the two slots. */
static void
statistics(void **state)
{
	struct finding f = {.fault = DS_F_STATISTICS, .part = SPHERE_DATA};
	struct am_examined sum;
	char path[600];
	int fd;

	(void)state;
	ksds();
	snprintf(path, sizeof(path), "%s/%s", vs.dir, vs.name);
	fd = open(path, O_RDWR | O_CLOEXEC);
	assert_int_equal(pwrite(fd, "XXXX", 4, 3 * 4096 + 40), 4);
	close(fd);
	assert_int_equal(am_examine(vs.vol, vs.name, AM_TEST_DATA, look, NULL,
			     &f, &sum, NULL),
	    DS_OK);
	assert_true(f.found);
	assert_int_equal(f.n, 1);
	planted[DS_F_STATISTICS] = true;
	vset_free(&vs);
}

static unsigned
faults_of(unsigned test)
{
	struct finding f = {.fault = DS_F_COUNT};
	struct am_examined sum;

	am_examine(vs.vol, vs.name, test, look, NULL, &f, &sum, NULL);
	return f.n;
}

/* All that a side page describes cannot be read; it is told once, of its own
 * component. */
static void
side_pages(void **state)
{
	(void)state;
	ksds();
	side_flip(SPHERE_DATA);
	assert_int_equal(faults_of(AM_TEST_INDEX), 0);
	assert_int_equal(faults_of(AM_TEST_DATA), 1);
	finds(DS_F_SIDE_PAGE, SPHERE_DATA, 0);
	ksds();
	side_flip(SPHERE_INDEX);
	assert_int_equal(faults_of(AM_TEST_INDEX), 1);
	finds(DS_F_IX_SIDE, SPHERE_INDEX, 0);
}

static struct comp_state *
part_of(struct sphere *sp, enum sphere_part part)
{
	return &sphere_state(sp)->part[part];
}

/* Change a part's numbers of the state. */
#define TWIST(part, change)               \
	do {                              \
		struct sphere *sp_;       \
		struct comp_state *cs;    \
		ksds();                   \
		sp_ = sphere_of(vs.name); \
		cs = part_of(sp_, part);  \
		change;                   \
		sphere_done(sp_);         \
	} while (0)

static void
totals(void **state)
{
	(void)state;
	TWIST(SPHERE_INDEX, cs->levels = 0);
	finds(DS_F_IX_STATE, SPHERE_DATA, 8 * 2048);
	TWIST(SPHERE_INDEX, cs->seqset_rba = 512);
	finds(DS_F_SEQSET_FIRST, SPHERE_INDEX, 0);
	TWIST(SPHERE_INDEX, cs->last_rba = 0);
	finds(DS_F_SEQSET_LAST, SPHERE_INDEX, 0);
	TWIST(SPHERE_INDEX, cs->records++);
	finds(DS_F_IX_COUNT, SPHERE_INDEX, 0);
	/* one sequence-set record is taken for the whole index */
	TWIST(SPHERE_INDEX, (cs->root_rba = 3 * CI, cs->levels = 1));
	finds(DS_F_CA_UNKNOWN, SPHERE_DATA, 0);
	TWIST(SPHERE_DATA, cs->spare[VSAM_SPARE_USED_CIS]++);
	finds(DS_F_USED_CIS, SPHERE_DATA, 0);
	TWIST(SPHERE_DATA, cs->records--);
	finds(DS_F_TOTALS, SPHERE_DATA, 0);
}

/* The records of the third CA, keys 330 to 480, go; it is free then. */
static uint64_t
free_ca(void)
{
	struct am_rec got;
	uint8_t key[8];
	uint64_t k, at;

	ksds();
	assert_ok(vset_open(&vs, AM_INPUT | AM_OUTPUT), &vs.diag);
	for (k = 33; k <= 48; k++) {
		be64_put(key, k * 10);
		assert_ok(
		    am_point(vs.pos, AM_KEY, AM_EQ, false, key, 8, 0, &vs.diag),
		    &vs.diag);
		assert_ok(am_get(vs.pos, &got, &vs.diag), &vs.diag);
		assert_ok(am_erase(vs.pos, &vs.diag), &vs.diag);
	}
	at = am_state(vs.file)->part[SPHERE_INDEX].spare[VSAM_SPARE_FREE_CA];
	assert_int_equal(
	    at, 2 * CI); /* its sequence-set record was the third */
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
	return at;
}

static void
free_lists(void **state)
{
	struct comp_state *cs;
	struct sphere *sp;
	uint64_t at;

	(void)state;
	at = free_ca(); /* in both chains */
	sp = sphere_of(vs.name);
	cs = part_of(sp, SPHERE_INDEX);
	cs->spare[VSAM_SPARE_FREE_IX] = at;
	sphere_done(sp);
	finds(DS_F_FREE_CHAIN, SPHERE_INDEX, at);
	at = free_ca(); /* of CA 1, which is in use, for CA 2 */
	poke(SPHERE_INDEX, at, 6, 2048 >> 8);
	finds(DS_F_CA_FREE_USED, SPHERE_DATA, 2048);
}

static void
data_faults(void **state)
{
	struct finding f = {.fault = DS_F_KEY_ORDER, .rba = 110};

	(void)state;
	ksds();
	poke(SPHERE_DATA, 512, 510, 0x80); /* CIDF */
	finds(DS_F_CI_BYTES, SPHERE_DATA, 512);
	ksds();
	count(512, 3, 440);
	finds(DS_F_CI_COUNTS, SPHERE_DATA, 512);
	ksds(); /* two CIs of the last CA are not in use */
	count(31 * CI, 1, 0);
	finds(DS_F_FREE_COUNTS, SPHERE_DATA, 31 * CI);
	ksds();
	poke(SPHERE_DATA, 0, 337, 45); /* key 40 becomes 45, above CI 0's */
	finds(DS_F_KEY_HIGH, SPHERE_DATA, 330);
	ksds();
	poke(SPHERE_DATA, 512, 7, 35); /* key 50 becomes 35 */
	finds(DS_F_KEY_LOW, SPHERE_DATA, 512);
	ksds();
	poke(SPHERE_DATA, 0, 117, 9); /* key 20 becomes 9 */
	am_examine(vs.vol, vs.name, AM_TEST_DATA, look, NULL, &f, NULL, NULL);
	assert_true(f.image); /* the control interval comes along */
	finds(DS_F_KEY_ORDER, SPHERE_DATA, 110);
}

/* 30 CIs of four records of 110, 62 bytes free in each but the two free CIs of
 * the last CA: 30 * 62 + 2 * 512 of 32 * 512 bytes. */
static void
what_there_is_is_counted(void **state)
{
	struct am_examined sum;

	(void)state;
	ksds();
	assert_ok(am_examine(vs.vol, vs.name, AM_TEST_DATA, NULL, NULL, NULL,
		      &sum, &vs.diag),
	    &vs.diag);
	assert_int_equal(sum.cis, 32);
	assert_int_equal(sum.empty_cis, 0);
	assert_int_equal(sum.records, NRECS);
	assert_int_equal(sum.maxlen, LEN);
	assert_int_equal(sum.bytes, 32 * 512);
	assert_int_equal(sum.free_bytes, 30 * 62 + 2 * 512);
	vset_free(&vs);
}

static bool
third(void *ctx)
{
	return ++*(int *)ctx == 3;
}

static void
a_test_ends_when_asked(void **state)
{
	struct am_examined sum = {.cis = 77};
	int n = 0;

	(void)state;
	ksds();
	assert_int_equal(am_examine(vs.vol, vs.name, AM_TEST_DATA, NULL, third,
			     &n, &sum, &vs.diag),
	    DS_STOPPED);
	assert_int_equal(n, 3);
	assert_int_equal(sum.cis, 77);
	vset_free(&vs);
}

/* --- spanned records -------------------------------------------------------
 */

/* CIs 0 (a record), 1 to 3 (three segments of 1100 bytes), 4 (a record); four
 * a CA where cas is 4. */
static void
spanned(uint32_t cas, uint32_t flags)
{
	static const uint32_t lens[] = {100, 1100, 100};
	uint32_t i;

	vset_attrs(&vs, DS_ORG_ESDS, CI, cas, 1100);
	vs.data.flags = flags;
	if ((flags & DS_A_SPANNED) == 0)
		vs.data.maxlrecl = vs.data.avglrecl = 100;
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	for (i = 0; i < 3; i++)
		if (lens[i] <= vs.data.maxlrecl)
			assert_ok(am_put(vs.pos, mk(i), lens[i], 0, true, NULL,
				      &vs.diag),
			    &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
}

static void
segment_faults(void **state)
{
	struct sphere_buf *buf = NULL;
	struct sphere *sp;

	(void)state;
	spanned(8, DS_A_SPANNED);
	overwrite(3 * CI, 4 * CI); /* a record for the last segment */
	finds(DS_F_SEG_MISSING, SPHERE_DATA, 3 * CI);
	spanned(8, DS_A_SPANNED);
	overwrite(0, 3 * CI); /* the last segment for the first record */
	finds(DS_F_SEG_STRAY, SPHERE_DATA, 0);
	spanned(8, DS_A_SPANNED);
	overwrite(3 * CI, 2 * CI); /* 502 bytes for the last 96 */
	finds(DS_F_SEG_LONG, SPHERE_DATA, 3 * CI);
	spanned(8, DS_A_SPANNED);
	overwrite(4 * CI, 1 * CI); /* a first segment at the end */
	finds(DS_F_SEG_LAST, SPHERE_DATA, 5 * CI);
	spanned(4, DS_A_SPANNED);
	overwrite(3 * CI, 2 * CI); /* goes on in the next CA */
	finds(DS_F_SEG_CA, SPHERE_DATA, 4 * CI);
	spanned(8, DS_A_SPANNED);
	poke(SPHERE_DATA, 2 * CI, 504, 1); /* update number 1 for 0 */
	finds(DS_F_SEG_UPDATE, SPHERE_DATA, 2 * CI);
	/* A last segment of 100 bytes: RDFs X'60' 100, X'20' 0. */
	spanned(8, 0);
	sp = sphere_of(vs.name);
	assert_ok(
	    buf_get(sp, SPHERE_DATA, 0, BUF_WRITE, &buf, &vs.diag), &vs.diag);
	memset(buf->data, 0, CI);
	memcpy(buf->data + 502, "\x28\0\0\x60\0\x64\0\x64\x01\x92", 10);
	buf_dirty(sp, buf, buf->records, buf->bytes);
	buf_release(sp, &buf);
	sphere_done(sp);
	finds(DS_F_SEG_NOSPAN, SPHERE_DATA, 0);
}

/* --- sequential data sets --------------------------------------------------
 */

/* 120 records of 50 bytes, 54 with their prefix: 6480 bytes, 336 in the last
 * page. */
static void
sequential(void)
{
	uint32_t i;

	vset_attrs(&vs, DS_ORG_PS, CI, 4, 100);
	vs.data.recfm = DS_RECFM_VB;
	vs.data.lrecl = 104;
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT), &vs.diag);
	for (i = 0; i < NRECS; i++)
		assert_ok(am_put(vs.pos, mk(i), 50, 0, true, NULL, &vs.diag),
		    &vs.diag);
	assert_ok(vset_close(&vs), &vs.diag);
	vset_verify(&vs);
}

static void
sequential_faults(void **state)
{
	struct sphere *sp;

	(void)state;
	sequential();
	poke(SPHERE_DATA, 0, 55, 200); /* the second RDW, beyond LRECL */
	finds(DS_F_PS_BYTES, SPHERE_DATA, 54);
	sequential();
	count(512, 9, 490);
	finds(DS_F_PS_COUNTS, SPHERE_DATA, 512);
	sequential();
	poke(SPHERE_DATA, 12 * CI, 400, 'x');
	finds(DS_F_PS_TAIL, SPHERE_DATA, 12 * CI + 400);
	sequential();
	sp = sphere_of(vs.name);
	part_of(sp, SPHERE_DATA)->records--;
	sphere_done(sp);
	/* a record less is a prefix less: the stream seems to end there */
	finds(DS_F_PS_TOTALS, SPHERE_DATA, 6480 - 4);
}

/* --- partitioned data sets -------------------------------------------------
 */

static struct lset ls;

/* A PDSE with member A: 8,000 bytes in chunks of 512 - 7 - 25 = 480. */
static void
library(void)
{
	lset_new(&ls, true, 0, DS_RECFM_FB, 80, CI);
	assert_ok(lset_open(&ls, true), &ls.diag);
	assert_ok(lset_write(&ls, "A", 1, 100, 80, false), &ls.diag);
	assert_ok(lset_close(&ls), &ls.diag);
	lset_verify(&ls);
}

/* The record with a key (kind, then 12 bytes) changes: byte at becomes value,
 * or with at 0 the record goes. */
static void
spoil(const char *key, uint32_t at, uint8_t value)
{
	struct am_rec got;

	assert_ok(vset_open(&ls.vs, AM_INPUT | AM_OUTPUT), &ls.vs.diag);
	assert_ok(am_point(ls.vs.pos, AM_KEY, AM_EQ, false, key, BPAM_KEY_LEN,
		      0, &ls.vs.diag),
	    &ls.vs.diag);
	assert_ok(am_get(ls.vs.pos, &got, &ls.vs.diag), &ls.vs.diag);
	memcpy(rec, got.data, got.len);
	rec[at] = value;
	assert_ok(at == 0 ? am_erase(ls.vs.pos, &ls.vs.diag)
			  : am_update(ls.vs.pos, rec, got.len, &ls.vs.diag),
	    &ls.vs.diag);
	assert_ok(vset_close(&ls.vs), &ls.vs.diag);
}

static void
library_finds(enum ds_fault fault)
{
	finds_in(ls.vs.vol, ls.vs.name, fault, SPHERE_DATA, 0);
	lset_free(&ls);
}

static void
library_faults(void **state)
{
	static const char end[] = "\4\0\0\0\0\0\0\0\1\377\377\377\377";
	static const char chunk[] = "\4\0\0\0\0\0\0\0\1\0\0\0\3";
	static const char name[] = "\2\301@@@@@@@\0\0\0\0";
	static const char head[] = "\3\0\0\0\0\0\0\0\0\0\0\0\0";

	(void)state;
	library();
	spoil(name, 14, 63); /* user data that is longer than can be */
	library_finds(DS_F_PO_RECORD);
	library();
	spoil(name, 30, 9); /* another identity */
	library_finds(DS_F_PO_LEADS);
	library();
	spoil(end, 16, 2);
	library_finds(DS_F_PO_NAMES);
	library();
	spoil(chunk, 0, 0);
	library_finds(DS_F_PO_CHUNKS);
	library();
	spoil(head, 33, 7);
	library_finds(DS_F_PO_TOTALS);
}

/* --- alternate indexes -----------------------------------------------------
 */

/* Base records key 4, alternate key 2 at 4: 0001 of key 01, 0002 of key 02. */
static void
aix_fault(
    enum ds_fault fault, uint64_t rba, const uint8_t *second, uint32_t len)
{
	static const uint8_t first[] = {
	    1, 4, 0, 1, 2, '0', '1', '0', '0', '0', '1'};
	const uint8_t *recs[2] = {first, second};
	uint32_t lens[2] = {sizeof(first), len};
	struct finding f = {.fault = fault, .part = SPHERE_DATA, .rba = rba};
	static struct aset as;

	memset(&as, 0, sizeof(as));
	vset_attrs(&as.base, DS_ORG_KSDS, 1024, 5, 20);
	as.base.data.keylen = as.base.index.keylen = 4;
	vset_create(&as.base);
	aset_add(&as, 2, 4, DS_A_NONUNIQKEY | DS_A_UPGRADE, 512, 100);
	assert_ok(vset_open(&as.base, AM_OUTPUT | AM_SEQ), &as.base.diag);
	assert_ok(
	    am_put(as.base.pos, "000101xx", 8, 0, true, NULL, &as.base.diag),
	    &as.base.diag);
	assert_ok(
	    am_put(as.base.pos, "000202xx", 8, 0, true, NULL, &as.base.diag),
	    &as.base.diag);
	assert_ok(vset_close(&as.base), &as.base.diag);
	aset_load(&as, 0, recs, lens, len > 0 ? 2 : 1);
	assert_int_equal(am_examine_aix(as.base.vol, as.aix[0].name, look, NULL,
			     &f, &as.base.diag),
	    DS_CORRUPT);
	if (!f.found)
		fail_msg("%s is not found", ds_fault_name(fault));
	planted[fault] = true;
	aset_free(&as);
}

static void
alternate_index_faults(void **state)
{
	static const uint8_t flag[] = {
	    3, 4, 0, 1, 2, '0', '2', '0', '0', '0', '2'};
	static const uint8_t order[] = {
	    1, 4, 0, 2, 2, '0', '2', '0', '0', '0', '2', '0', '0', '0', '2'};
	static const uint8_t none[] = {
	    1, 4, 0, 1, 2, '0', '2', '0', '0', '0', '3'};
	static const uint8_t other[] = {
	    1, 4, 0, 1, 2, '0', '2', '0', '0', '0', '1'};

	(void)state;
	aix_fault(DS_F_AIX_RECORD, 11, flag, sizeof(flag));
	aix_fault(DS_F_AIX_ORDER, 11, order, sizeof(order));
	aix_fault(DS_F_AIX_NOBASE, 11, none, sizeof(none));
	aix_fault(DS_F_AIX_KEY, 11, other, sizeof(other));
	aix_fault(DS_F_AIX_COUNT, 0, flag, 0);
}

/* Three base records of one alternate key; the record has room for two
 * pointers, 5 + 2 + 2 * 4 = 15 bytes. One pointer less than those is a fault.
 */
static void
no_room_for_all_pointers(void **state)
{
	static const uint8_t two[] = {
	    1, 4, 0, 2, 2, '0', '1', '0', '0', '0', '1', '0', '0', '0', '2'};
	static const uint8_t one[] = {
	    1, 4, 0, 1, 2, '0', '1', '0', '0', '0', '1'};
	static const char *const base[] = {"000101xx", "000201xx", "000301xx"};
	static struct aset as;

	(void)state;
	for (int lack = 1; lack <= 2; lack++) {
		const uint8_t *recs[1] = {lack == 1 ? two : one};
		uint32_t lens[1] = {lack == 1 ? sizeof(two) : sizeof(one)};
		struct finding f = {
		    .fault = lack == 1 ? DS_F_AIX_LACKS : DS_F_AIX_COUNT,
		    .part = SPHERE_DATA};
		enum ds_status want = lack == 1 ? DS_OK : DS_CORRUPT;

		memset(&as, 0, sizeof(as));
		vset_attrs(&as.base, DS_ORG_KSDS, 1024, 5, 20);
		as.base.data.keylen = as.base.index.keylen = 4;
		vset_create(&as.base);
		aset_add(&as, 2, 4, DS_A_NONUNIQKEY | DS_A_UPGRADE, 512, 15);
		assert_ok(
		    vset_open(&as.base, AM_OUTPUT | AM_SEQ), &as.base.diag);
		for (int i = 0; i < 3; i++)
			assert_ok(am_put(as.base.pos, base[i], 8, 0, true, NULL,
				      &as.base.diag),
			    &as.base.diag);
		assert_ok(vset_close(&as.base), &as.base.diag);
		aset_load(&as, 0, recs, lens, 1);
		assert_int_equal(am_examine_aix(as.base.vol, as.aix[0].name,
				     look, NULL, &f, &as.base.diag),
		    want);
		assert_true(f.found);
		assert_int_equal(f.n, 1);
		planted[f.fault] = true;
		aset_free(&as);
	}
}

static void
every_fault_was_planted(void **state)
{
	int f;

	(void)state;
	for (f = 0; f < DS_F_COUNT; f++)
		if (!planted[f])
			fail_msg("%s was not", ds_fault_name((enum ds_fault)f));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(index_faults),
	    cmocka_unit_test(sums_below),
	    cmocka_unit_test(sums_before),
	    cmocka_unit_test(side_pages),
	    cmocka_unit_test(statistics),
	    cmocka_unit_test(totals),
	    cmocka_unit_test(free_lists),
	    cmocka_unit_test(data_faults),
	    cmocka_unit_test(what_there_is_is_counted),
	    cmocka_unit_test(a_test_ends_when_asked),
	    cmocka_unit_test(segment_faults),
	    cmocka_unit_test(sequential_faults),
	    cmocka_unit_test(library_faults),
	    cmocka_unit_test(alternate_index_faults),
	    cmocka_unit_test(no_room_for_all_pointers),
	    cmocka_unit_test(every_fault_was_planted),
	};

	if (access("/dev/shm", W_OK) == 0)
		setenv("TMPDIR", "/dev/shm", 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

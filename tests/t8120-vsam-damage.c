/*
 * Damaged VSAM sets. Bytes are changed through the sphere, so the checksums
 * are right and the codecs and checks of vsam/ have to notice. Each fault is
 * named with its part and RBA, nothing crashes or runs for ever, and what is
 * not damaged stays readable.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/bytes.h"
#include "tests/support/vsam_test.h"

enum { NRECS = 120, LEN = 110 };

static struct vset vs;
static uint8_t rec[512];

static const uint8_t *
mk(uint64_t key)
{
	memset(rec, (int)key, sizeof(rec));
	be64_put(rec, key);
	return rec;
}

/* 120 records of 110 bytes, keys 10, 20 ...: four a CI, four CIs a CA, eight
 * CAs, two levels of index; the root is index record 8. */
static void
make(void)
{
	uint64_t k;

	vset_attrs(&vs, DS_ORG_KSDS, 512, 4, 505);
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
	for (k = 1; k <= NRECS; k++)
		assert_int_equal(
		    am_put(vs.pos, mk(k * 10), LEN, 0, true, NULL, &vs.diag),
		    DS_OK);
	assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
}

/* Change a byte behind the back of vsam/. */
static void
poke(enum sphere_part part, uint64_t rba, uint32_t at, uint8_t value)
{
	struct sphere_parms parms = {0};
	struct sphere *sp = NULL;
	struct sphere_buf *buf = NULL;

	assert_int_equal(
	    sphere_open(vs.vol, vs.name, SPHERE_UPDATE, &parms, &sp, &vs.diag),
	    DS_OK);
	assert_int_equal(
	    buf_get(sp, part, rba, BUF_WRITE, &buf, &vs.diag), DS_OK);
	buf->data[at] = value;
	buf_dirty(sp, buf, buf->records, buf->bytes);
	buf_release(sp, &buf);
	assert_int_equal(sphere_commit(sp, true, &vs.diag), DS_OK);
	sphere_close(&sp);
}

struct finding {
	enum sphere_part part;
	uint64_t rba;
	const char *what;
	bool found;
	unsigned n;
};

static void
look(void *ctx, enum sphere_part part, uint64_t rba, const char *what)
{
	struct finding *f = ctx;

	f->n++;
	if (part == f->part && rba == f->rba && strstr(what, f->what) != NULL)
		f->found = true;
}

/* Verify names this fault, perhaps with others. */
static void
finds(enum sphere_part part, uint64_t rba, const char *what)
{
	struct finding f = {part, rba, what, false, 0};

	assert_int_equal(
	    am_verify(vs.vol, vs.name, look, &f, &vs.diag), DS_CORRUPT);
	if (!f.found)
		print_message("# %s: not among %u faults\n", what, f.n);
	assert_true(f.found);
	vset_free(&vs);
}

static void
faults_in_data_are_named(void **state)
{
	(void)state;
	make(); /* first CI: 440 bytes, a run of four, 62 free */
	poke(SPHERE_DATA, 512, 510, 0x80);
	finds(SPHERE_DATA, 512, "CIDF");
	make();
	poke(SPHERE_DATA, 1024, 505, 0x04); /* RDF X'40' becomes X'04' */
	finds(SPHERE_DATA, 1024, "RDF: unknown flags");
	make();
	poke(SPHERE_DATA, 0, 117, 9); /* key 20 becomes 9 */
	finds(SPHERE_DATA, 110, "KS-I1");
	make();
	poke(SPHERE_DATA, 0, 337, 45); /* key 40 becomes 45, sep is 40 */
	finds(SPHERE_DATA, 330, "KS-I2: key above");
	make();
	poke(SPHERE_DATA, 512, 7, 35); /* key 50 becomes 35 */
	finds(SPHERE_DATA, 512, "KS-I2: key belongs");
}

static void
faults_in_the_index_are_named(void **state)
{
	(void)state;
	/* sequence-set record: header, then entries from byte 504 on down;
	 * the first pointer is its last byte */
	make();
	poke(SPHERE_INDEX, 512, 504, 1); /* CI 0 becomes CI 1, which is used */
	finds(SPHERE_INDEX, 512, "one CI is there twice");
	make();
	poke(SPHERE_INDEX, 1024, 16, 2);
	finds(SPHERE_INDEX, 1024, "another level");
	make();
	poke(SPHERE_INDEX, 0, 11 - 1, 4); /* horizontal: 512 becomes 1024 */
	finds(SPHERE_INDEX, 0, "IX-I3");
	make();
	poke(SPHERE_INDEX, 512, 6, 0); /* base RBA 2048 becomes 0 */
	finds(SPHERE_INDEX, 512, "KS-I3: control area with two");
	make();
	poke(SPHERE_INDEX, 512, 5, 1); /* base RBA far behind */
	finds(SPHERE_INDEX, 512, "base RBA");
	make();
	poke(SPHERE_INDEX, 8 * 512, 504, 1); /* root: CA 0's becomes CA 1's */
	finds(SPHERE_INDEX, 512, "IX-I1");
	make(); /* root: 00000000000000A0, F 0, L 8, pointer 0 */
	poke(SPHERE_INDEX, 8 * 512, 501, 0xA5);
	finds(SPHERE_INDEX, 0, "IX-I2");
	make();
	poke(SPHERE_INDEX, 8 * 512, 504, 200);
	finds(SPHERE_INDEX, 200 * 512, "behind the index's high-used");
}

/* The root's pointer to sequence-set record 1 becomes one to record 5. */
static void
poke_root_entry(void)
{
	struct sphere_parms parms = {0};
	struct sphere *sp = NULL;
	struct sphere_buf *buf = NULL;
	uint32_t first, second;

	assert_int_equal(
	    sphere_open(vs.vol, vs.name, SPHERE_UPDATE, &parms, &sp, &vs.diag),
	    DS_OK);
	assert_int_equal(
	    buf_get(sp, SPHERE_INDEX, 8 * 512, BUF_WRITE, &buf, &vs.diag),
	    DS_OK);
	/* the last byte of an entry is its pointer; two a section */
	first = 505 - 3 - buf->data[503];
	second = first - 1;
	assert_int_equal(buf->data[504], 0);
	assert_int_equal(buf->data[second], 1);
	buf->data[second] = 5;
	buf_dirty(sp, buf, buf->records, buf->bytes);
	buf_release(sp, &buf);
	assert_int_equal(sphere_commit(sp, true, &vs.diag), DS_OK);
	sphere_close(&sp);
}

/* Pointers that lead in a circle end in a status, both ways. */
static void
circles_are_no_loops(void **state)
{
	struct am_rec got;
	enum ds_status st = DS_OK;
	uint32_t back, n;

	(void)state;
	for (back = 0; back < 2; back++) {
		make();
		if (back)
			poke_root_entry();
		else /* the third sequence-set record points to the second */
			poke(SPHERE_INDEX, 1024, 10, 2);
		assert_int_equal(vset_open(&vs, AM_INPUT), DS_OK);
		assert_int_equal(am_point(vs.pos, back ? AM_LAST : AM_FIRST,
				     AM_GE, back, NULL, 0, 0, &vs.diag),
		    DS_OK);
		for (n = 0; n <= 2 * NRECS; n++)
			if ((st = am_get(vs.pos, &got, &vs.diag)) != DS_OK)
				break;
		assert_int_equal(st, DS_CORRUPTIX);
		assert_true(n < NRECS);
		vset_free(&vs);
	}
}

/* Change the state, or what the side area says of a CI. */
static void
twist(void (*fn)(struct sphere_state *state), uint64_t rba, uint32_t records,
    uint32_t bytes)
{
	struct sphere_parms parms = {0};
	struct sphere *sp = NULL;
	struct sphere_buf *buf = NULL;

	assert_int_equal(
	    sphere_open(vs.vol, vs.name, SPHERE_UPDATE, &parms, &sp, &vs.diag),
	    DS_OK);
	if (fn == NULL) {
		assert_int_equal(
		    buf_get(sp, SPHERE_DATA, rba, BUF_WRITE, &buf, &vs.diag),
		    DS_OK);
		buf_dirty(sp, buf, records, bytes);
		buf_release(sp, &buf);
	} else {
		fn(sphere_state(sp));
	}
	assert_int_equal(sphere_commit(sp, true, &vs.diag), DS_OK);
	sphere_close(&sp);
}

static void
used_cis(struct sphere_state *state)
{
	state->part[SPHERE_DATA].spare[0]++;
}

static void
records(struct sphere_state *state)
{
	state->part[SPHERE_DATA].records--;
}

static void
seqset(struct sphere_state *state)
{
	state->part[SPHERE_INDEX].seqset_rba = 512;
}

static void
seqset_end(struct sphere_state *state)
{
	state->part[SPHERE_INDEX].last_rba = 0;
}

static void
index_records(struct sphere_state *state)
{
	state->part[SPHERE_INDEX].records++;
}

static void
root(struct sphere_state *state)
{
	state->part[SPHERE_INDEX].root_rba = 3 * 512;
	state->part[SPHERE_INDEX].levels = 1;
}

static void
counts_are_checked(void **state)
{
	(void)state;
	make();
	twist(NULL, 512, 3, 440);
	finds(SPHERE_DATA, 512, "CI-I3");
	make(); /* 30 CIs are in use, two of the last CA are not */
	twist(NULL, 31 * 512, 1, 0);
	finds(SPHERE_DATA, 31 * 512, "CI-I3");
	make();
	twist(used_cis, 0, 0, 0);
	finds(SPHERE_DATA, 0, "KS-I4: other number of control");
	make();
	twist(records, 0, 0, 0);
	finds(SPHERE_DATA, 0, "KS-I4: the state counts");
	make();
	twist(seqset, 0, 0, 0);
	finds(SPHERE_INDEX, 0, "IX-I4: the sequence set begins");
	make();
	twist(seqset_end, 0, 0, 0);
	finds(SPHERE_INDEX, 0, "IX-I4: the sequence set ends");
	make();
	twist(index_records, 0, 0, 0);
	finds(SPHERE_INDEX, 0, "IX-I4: other number");
	make(); /* one sequence-set record is taken for the whole index */
	twist(root, 0, 0, 0);
	finds(SPHERE_DATA, 0, "KS-I3: control area that no");
}

/* Sets without an index: 12 records of 90 bytes in three CIs. */
static void
make_flat(enum ds_org org)
{
	uint32_t n;

	vset_attrs(&vs, org, 512, 4, 90);
	vset_create(&vs);
	assert_int_equal(vset_open(&vs, AM_OUTPUT), DS_OK);
	for (n = 0; n < 12; n++)
		assert_int_equal(
		    am_put(vs.pos, mk(n), 90, 0, true, NULL, &vs.diag), DS_OK);
	assert_int_equal(vset_close(&vs), DS_OK);
	vset_verify(&vs);
}

static void
faults_without_an_index_are_named(void **state)
{
	struct am_rec got;
	enum ds_status st;
	uint32_t n, bad;
	size_t i;
	static const enum ds_org orgs[] = {DS_ORG_ESDS, DS_ORG_RRDS};

	(void)state;
	for (i = 0; i < 2; i++) {
		make_flat(orgs[i]);
		poke(SPHERE_DATA, 512, 505, 0x80);
		assert_int_equal(vset_open(&vs, AM_INPUT | AM_SEQ), DS_OK);
		n = bad = 0;
		while ((st = am_get(vs.pos, &got, &vs.diag)) != DS_EOD) {
			if (st == DS_OK) {
				n++;
				continue;
			}
			assert_int_equal(st, DS_CORRUPT);
			assert_int_equal(vs.diag.rba, 512);
			bad++;
		}
		assert_int_equal(bad, 1);
		assert_int_equal(n, 12 - 5);
		vset_close(&vs);
		finds(SPHERE_DATA, 512, "RDF: unknown flags");
		make_flat(orgs[i]);
		twist(NULL, 512, 4, 360);
		finds(SPHERE_DATA, 512, "CI-I3");
		make_flat(orgs[i]);
		twist(records, 0, 0, 0);
		finds(SPHERE_DATA, 0, "counts other records");
	}
}

static void
a_wrong_byte_on_disk_is_no_data(void **state)
{
	char path[300];
	struct am_rec got;
	uint8_t b[64];
	uint32_t n = 0, bad = 0;
	enum ds_status st;
	off_t at, size;
	int fd;

	(void)state;
	make();
	snprintf(path, sizeof(path), "%s/%s", vs.dir, vs.name);
	assert_true((fd = open(path, O_RDWR)) >= 0);
	size = lseek(fd, 0, SEEK_END);
	/* the record of key 500: its filling is X'F4' */
	for (at = 0; at + 64 <= size; at++) {
		assert_int_equal(pread(fd, b, 64, at), 64);
		if (be64_get(b) == 500 && b[8] == 0xF4 && b[63] == 0xF4)
			break;
	}
	assert_true(at + 64 <= size);
	assert_int_equal(pwrite(fd, "X", 1, at + 50), 1);
	close(fd);
	assert_int_equal(vset_open(&vs, AM_INPUT | AM_SEQ), DS_OK);
	while ((st = am_get(vs.pos, &got, &vs.diag)) != DS_EOD) {
		if (st == DS_OK) {
			n++;
			continue;
		}
		assert_int_equal(st, DS_CORRUPT);
		assert_true(vs.diag.has_rba);
		assert_int_equal(vs.diag.rba, 12 * 512); /* records 49-52 */
		bad++;
	}
	assert_int_equal(bad, 1);
	assert_int_equal(n, NRECS - 4); /* the rest stays readable */
	vset_close(&vs);
	finds(SPHERE_DATA, 12 * 512, "checksum");
}

/* Whatever requests find, they end; and a status tells. */
static void
try_everything(void)
{
	struct am_rec got;
	uint32_t i, back, n;
	uint8_t key[8];

	if (vset_open(&vs, AM_INPUT | AM_OUTPUT) != DS_OK)
		return;
	for (back = 0; back < 2; back++) {
		n = 0;
		if (am_point(vs.pos, back ? AM_LAST : AM_FIRST, AM_GE, back,
			NULL, 0, 0, &vs.diag) != DS_OK)
			continue;
		for (i = 0; i < 200; i++)
			n += am_get(vs.pos, &got, &vs.diag) == DS_OK;
		assert_true(n <= 3 * NRECS);
	}
	for (i = 0; i < 60; i++) {
		be64_put(key, (uint64_t)rand() % 1300);
		if (am_point(vs.pos, AM_KEY, AM_GE, false, key, 8, 0,
			&vs.diag) != DS_OK ||
		    am_get(vs.pos, &got, &vs.diag) != DS_OK)
			continue;
		if (i % 3 == 0) {
			memcpy(rec, got.data, got.len);
			am_update(
			    vs.pos, rec, 8 + (size_t)rand() % 400, &vs.diag);
		} else if (i % 3 == 1) {
			am_erase(vs.pos, &vs.diag);
		}
	}
	for (i = 0; i < 60; i++)
		am_put(vs.pos, mk((uint64_t)rand() % 1300),
		    8 + (size_t)rand() % 400, 0, i % 2, NULL, &vs.diag);
	am_point(vs.pos, AM_RRN, AM_EQ, false, NULL, 0,
	    1 + (uint64_t)rand() % NRECS, &vs.diag);
	am_point(vs.pos, AM_RBA, AM_GE, true, NULL, 0, (uint64_t)rand() % 20000,
	    &vs.diag);
	vset_close(&vs);
}

static void
read_in_rba_order(unsigned intent)
{
	struct am_rec got;
	uint32_t i;

	if (vset_open(&vs, AM_INPUT | intent) != DS_OK)
		return;
	for (i = 0; i < 400; i++)
		am_get(vs.pos, &got, &vs.diag);
	vset_close(&vs);
}

static void
random_damage_is_survived(void **state)
{
	struct finding f = {SPHERE_DATA, 0, "", false, 0};
	uint32_t round, i, n, cis, at, value;
	enum sphere_part part;

	(void)state;
	srand(8120);
	for (round = 0; round < 150; round++) {
		make();
		n = 1 + round % 4;
		for (i = 0; i < n; i++) {
			part = rand() % 3 ? SPHERE_INDEX : SPHERE_DATA;
			cis = part == SPHERE_INDEX ? 9 : 30;
			/* header or control fields; any value or a small one */
			at = rand() % 2 ? (uint32_t)rand() % 40
					: 400 + (uint32_t)rand() % 112;
			value = (uint32_t)rand() % (rand() % 2 ? 256 : 12);
			poke(part, (uint64_t)rand() % cis * 512, at,
			    (uint8_t)value);
		}
		am_verify(vs.vol, vs.name, look, &f, &vs.diag);
		read_in_rba_order(AM_ADDRESSED);
		read_in_rba_order(AM_INDEX);
		try_everything();
		am_verify(vs.vol, vs.name, look, &f, &vs.diag);
		vset_free(&vs);
	}
	assert_true(f.n > 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(faults_in_data_are_named),
	    cmocka_unit_test(faults_in_the_index_are_named),
	    cmocka_unit_test(circles_are_no_loops),
	    cmocka_unit_test(counts_are_checked),
	    cmocka_unit_test(faults_without_an_index_are_named),
	    cmocka_unit_test(a_wrong_byte_on_disk_is_no_data),
	    cmocka_unit_test(random_damage_is_survived),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * The messages of EXAMINE's errors, from a damaged component to SYSPRINT: each
 * text that is known of z/OS is printed for a set that has the fault, with the
 * number that VSAM Demystified (appendix B.7) gives it. Bytes are changed
 * through the sphere, so that checksums fit; places are worked out by hand from
 * doc/formats/.
 */
#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"
#include "services/dataset.h"
#include "tests/support/services.h"

/*
 * Records of 110 bytes, keys 10, 20 ...: four a CI of 512 bytes, 49 CIs a
 * track, which is a control area: 400 records are in three. Index records 0 to
 * 2 are the sequence set, 3 is the root. An index record is 505 bytes; its
 * first entry's pointer is the last of them, at 504, its key in front of 502.
 */
enum { CI = 512, CIS = 49, LEN = 110, NRECS = 400 };

static void
load(struct fixture *f)
{
	struct ds_define_cluster def;
	struct ds_file *file = NULL;
	uint8_t rec[LEN] = {0};

	def_init(&def, "A.K");
	def.cluster.unit = DS_UNIT_TRK;
	def.cluster.pri = 3;
	def.cluster.sec = 1;
	def.cluster.cisize = CI;
	def.cluster.keylen = 8;
	def.cluster.rkp = 0;
	def.cluster.avglrecl = def.cluster.maxlrecl = LEN;
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(
	    ds_open_name(f->sys, "A.K", DS_OUTPUT | DS_SEQ, &file, &f->diag),
	    DS_OK);
	for (uint64_t k = 1; k <= NRECS; k++) {
		be64_put(rec, k * 10);
		assert_int_equal(ds_put(file, rec, LEN, &f->diag), DS_OK);
	}
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
}

static struct sphere *
sphere_of(struct fixture *f)
{
	struct ds_entry *data = locate(f, "A.K.DATA");
	char comp[SPHERE_NAME_LEN];
	struct volume *vol = NULL;
	struct sphere *sp = NULL;

	assert_int_equal(
	    ds_component(f->sys, data, comp, &vol, &f->diag), DS_OK);
	ds_entry_free(&data);
	assert_int_equal(
	    sphere_open(vol, comp, SPHERE_UPDATE, NULL, &sp, &f->diag), DS_OK);
	return sp;
}

static void
sphere_done(struct fixture *f, struct sphere *sp)
{
	assert_int_equal(sphere_commit(sp, true, &f->diag), DS_OK);
	sphere_close(&sp);
}

/* A byte of a control interval, or (at < 0) how many records are in it. */
static void
poke(struct fixture *f, enum sphere_part part, uint64_t rba, int at, int value)
{
	struct sphere *sp = sphere_of(f);
	struct sphere_buf *buf = NULL;

	assert_int_equal(
	    buf_get(sp, part, rba, BUF_WRITE, &buf, &f->diag), DS_OK);
	if (at >= 0)
		buf->data[at] = (uint8_t)value;
	buf_dirty(sp, buf, at < 0 ? (uint32_t)value : buf->records, buf->bytes);
	buf_release(sp, &buf);
	sphere_done(f, sp);
}

/* EXAMINE with both tests has this line, and ends with 8. */
static void
says(struct fixture *f, const char *line)
{
	const char *build = getenv("CATAMOUNT_BUILD");
	char command[ROOT_LEN + 256], got[200];
	bool found = false;
	FILE *p;

	snprintf(command, sizeof(command),
	    "%s/bin/idcams --asa --no-pages --root %s "
	    "-e 'EXAMINE NAME(A.K) INDEXTEST DATATEST'",
	    build != NULL ? build : "build", f->dir);
	assert_non_null(p = popen(command, "r"));
	while (fgets(got, sizeof(got), p) != NULL) {
		got[strcspn(got, "\n")] = '\0';
		found = found || strcmp(got, line) == 0;
	}
	assert_int_equal(pclose(p), 8 << 8);
	if (!found)
		fail_msg("no line is \"%s\"", line);
}

static void
an_index_out_of_sequence(void **state)
{
	struct fixture *f = *state;

	load(f); /* root: key 07A8 (1960) becomes 7FA8 */
	poke(f, SPHERE_INDEX, 3 * CI, 500, 0x7F);
	says(f, "0IDC11704I INDEX KEYS ARE NOT IN SEQUENCE");
}

static void
a_pointer_twice_in_a_record(void **state)
{
	struct fixture *f = *state;

	load(f); /* CI 0 becomes CI 1 */
	poke(f, SPHERE_INDEX, CI, 504, 1);
	says(f, "0IDC11705I INDEX RECORD CONTAINS DUPLICATE INDEX POINTERS");
}

static void
two_entries_with_a_record(void **state)
{
	struct fixture *f = *state;

	load(f); /* root: CA 0's becomes CA 1's */
	poke(f, SPHERE_INDEX, 3 * CI, 504, 1);
	says(f, "0IDC11705I INDEX RECORD CONTAINS DUPLICATE INDEX POINTERS");
}

static void
a_control_area_twice(void **state)
{
	struct fixture *f = *state;

	load(f); /* base RBA X'00006200' (25088) becomes 0 */
	poke(f, SPHERE_INDEX, CI, 6, 0);
	says(f, "0IDC11707I DUPLICATE INDEX POINTERS FOUND IN SEQUENCE SET");
}

static void
totals_of_the_index(void **state)
{
	struct fixture *f = *state;
	struct sphere *sp;

	load(f);
	sp = sphere_of(f);
	sphere_state(sp)->part[SPHERE_INDEX].records++;
	sphere_done(f, sp);
	says(f, "0IDC11711I INDEX CONTROL INTERVAL COUNT ERROR");
}

static void
a_control_area_unknown(void **state)
{
	struct fixture *f = *state;
	struct sphere *sp;

	load(f); /* one sequence-set record is taken for the whole index */
	sp = sphere_of(f);
	sphere_state(sp)->part[SPHERE_INDEX].root_rba = CI;
	sphere_state(sp)->part[SPHERE_INDEX].levels = 1;
	sphere_done(f, sp);
	says(f, "0IDC11724I DATA COMPONENT CA NOT KNOWN TO SEQUENCE SET");
}

static void
ends_of_the_sequence_set(void **state)
{
	struct fixture *f = *state;
	struct sphere *sp;

	load(f);
	sp = sphere_of(f);
	sphere_state(sp)->part[SPHERE_INDEX].seqset_rba = CI;
	sphere_done(f, sp);
	says(f, "0IDC11725I SEQUENCE SET RBA INCONSISTENT WITH "
		"VSAM-MAINTAINED RBA");
}

static void
data_where_none_is(void **state)
{
	struct fixture *f = *state;

	load(f); /* 8 records are in CA 2, so its last CI is free */
	poke(f, SPHERE_DATA, (uint64_t)(3 * CIS - 1) * CI, -1, 1);
	says(f, "0IDC11728I DATA FOUND IN EMPTY CI");
}

static void
a_key_out_of_sequence(void **state)
{
	struct fixture *f = *state;

	load(f); /* the second record's key, 20, becomes 5 */
	poke(f, SPHERE_DATA, 0, LEN + 7, 5);
	says(f, "0IDC11733I DATA COMPONENT KEY SEQUENCE ERROR");
}

#define TEST(t) cmocka_unit_test_setup_teardown(t, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(an_index_out_of_sequence),
	    TEST(a_pointer_twice_in_a_record),
	    TEST(two_entries_with_a_record),
	    TEST(a_control_area_twice),
	    TEST(totals_of_the_index),
	    TEST(a_control_area_unknown),
	    TEST(ends_of_the_sequence_set),
	    TEST(data_where_none_is),
	    TEST(a_key_out_of_sequence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

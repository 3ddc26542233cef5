/*
 * The functions of include/catamount.h: what they ask of their arguments, what
 * they say when something is wrong, and what a file and its strings own. Codes:
 * ACB error codes and RPL feedback of SYM6-1 IDAERRCD and IDARMRCD.
 */
#include "tests/support/services.h"

#include <errno.h>

#include "lib/lib_int.h"

static struct ctm_system *sys;
static struct ctm_file *file;
static struct ctm_string *string;
static struct ctm_error err;
static char area[64];

enum { SEQ = CTM_KEY | CTM_SEQ, DIRECT = CTM_KEY | CTM_DIR, RECORDS = 50 };

static int
lib_setup(void **state)
{
	struct ds_define_cluster def;
	struct fixture *f;

	if (setup(state) != 0)
		return -1;
	f = *state;
	def_init(&def, "A.KSDS");
	def.cluster.unit = DS_UNIT_TRK;
	def.cluster.pri = def.cluster.sec = 1;
	def.cluster.keylen = 4;
	def.cluster.rkp = 0;
	def.cluster.avglrecl = 20;
	def.cluster.maxlrecl = 40;
	def.cluster.reuse = 1;
	if (define(f, &def) != DS_OK)
		return -1;
	strcpy(def.cluster.name, "A.SHARED");
	def.cluster.share_region = 2;
	def.cluster.share_system = 3;
	if (define(f, &def) != DS_OK)
		return -1;
	return ctm_system_open(f->dir, &sys, &err);
}

static int
lib_teardown(void **state)
{
	ctm_abandon(&file);
	ctm_system_close(&sys);
	return teardown(state);
}

static void
must(int outcome)
{
	if (outcome != CTM_OK)
		fail_msg("%s (%d, %d) %s", err.text, err.code, err.reason,
		    err.holder);
}

static struct ctm_request
asking(unsigned options, unsigned key)
{
	static char text[12];
	struct ctm_request q = {
	    .options = options, .area = area, .area_length = sizeof(area)};

	snprintf(text, sizeof(text), "%04u", key % 10000);
	q.key = text;
	q.key_length = 4;
	return q;
}

static int
put(unsigned options, unsigned key)
{
	struct ctm_request q = asking(options, key);
	char rec[24];

	snprintf(rec, sizeof(rec), "%04u a record here", key % 10000);
	return ctm_put(string, &q, rec, 20, NULL, &err);
}

static int
get(unsigned options, unsigned key, struct ctm_record *rec)
{
	struct ctm_request q = asking(options, key);

	return ctm_get(string, &q, rec, &err);
}

static void
open_it(unsigned intent)
{
	must(ctm_open(sys, "A.KSDS", intent, NULL, &file, &err));
	must(ctm_string_new(file, &string, &err));
}

static void
load(void)
{
	open_it(CTM_OUTPUT | CTM_SEQUENTIAL);
	for (unsigned i = 1; i <= RECORDS; i++)
		must(put(SEQ, 2 * i));
	must(ctm_close(&file, &err));
}

static void
an_open_that_fails_says_why(void **state)
{
	struct ctm_open_parms parms = {.size = sizeof(parms)};
	struct ctm_file *other = NULL, *none = NULL;

	(void)state;
	assert_int_equal(ctm_open(sys, "NO.SUCH", CTM_INPUT, NULL, &none, &err),
	    CTM_CATALOG);
	assert_int_equal(err.error_class, CTM_CATALOG);
	assert_int_equal(err.reason, 42);
	assert_string_equal(err.name, "NO.SUCH");
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", CTM_INPUT, NULL, &none, &err), CTM_OPEN);
	assert_int_equal(err.code, 8);
	assert_int_equal(err.reason, 160);
	assert_string_equal(err.symbol, "DS_OPEN_EMPTY");
	/* error may be NULL */
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", CTM_INPUT, NULL, &none, NULL), CTM_OPEN);
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", 0, NULL, &none, &err), CTM_HOST);
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", 1 << 20, NULL, &none, &err), CTM_HOST);
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", CTM_INPUT | CTM_RESET, NULL, &none, &err),
	    CTM_HOST);
	parms.size--;
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", CTM_OUTPUT, &parms, &none, &err), CTM_HOST);
	parms.size++;
	parms.disposition = 9;
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", CTM_OUTPUT, &parms, &none, &err), CTM_HOST);
	load();
	open_it(CTM_OUTPUT);
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", CTM_OUTPUT, NULL, &other, &err), CTM_OPEN);
	assert_int_equal(err.reason, 168);
	assert_string_not_equal(err.holder, "");
	must(ctm_close(&file, &err));
	assert_null(none);
	assert_null(other);
	assert_int_equal(ctm_close(&none, &err), CTM_OK);
	assert_int_equal(ctm_close(NULL, NULL), CTM_OK);
}

/* Byte at of the component's file changes; a second time it is as it was. */
static void
flip(struct fixture *f, const char *component, long at)
{
	struct ds_entry *ent = locate(f, component);
	char name[SPHERE_NAME_LEN], path[200];
	FILE *fp;
	int c;

	sphere_id_name(ent->comp_id, name);
	ds_entry_free(&ent);
	snprintf(path, sizeof(path), "%s/volumes/VOL001/%s", f->dir, name);
	assert_non_null(fp = fopen(path, "r+"));
	assert_int_equal(fseek(fp, at, SEEK_SET), 0);
	c = fgetc(fp);
	assert_int_equal(fseek(fp, at, SEEK_SET), 0);
	assert_int_equal(fputc(c ^ 1, fp), c ^ 1);
	assert_int_equal(fclose(fp), 0);
}

/* ACBERFLG 132: the open, not a request, met it. */
static void
damage_that_an_open_meets_is_its_code_132(void **state)
{
	static const struct {
		const char *component;
		long at, copy; /* 0: there is none */
		const char *says;
	} cases[] = {
	    {"A.KSDS.INDEX", 100, 0, ""},
	    {"A.KSDS.DATA", 100, 0, ""},
	    /* the page that says of which checkpoint the index is */
	    {"A.KSDS.INDEX", 4096 + 8, 4096 + 2048 + 8, "not of the same time"},
	};

	load();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		flip(*state, cases[i].component, cases[i].at);
		if (cases[i].copy != 0)
			flip(*state, cases[i].component, cases[i].copy);
		assert_int_equal(
		    ctm_open(sys, "A.KSDS", CTM_INPUT, NULL, &file, &err),
		    CTM_OPEN);
		assert_int_equal(err.error_class, CTM_OPEN);
		assert_int_equal(err.code, 8);
		assert_int_equal(err.reason, 132);
		assert_string_equal(err.symbol, "DS_OPEN_IO");
		assert_string_not_equal(err.name, "");
		assert_non_null(strstr(err.text, cases[i].says));
		assert_int_equal(
		    ctm_open_dd(sys, "A.KSDS", CTM_INPUT, &file, &err),
		    CTM_OPEN);
		assert_int_equal(err.reason, 132);
		flip(*state, cases[i].component, cases[i].at);
		if (cases[i].copy != 0)
			flip(*state, cases[i].component, cases[i].copy);
		open_it(CTM_INPUT);
		must(ctm_close(&file, &err));
	}
}

/* SHAREOPTIONS(2 3): a writer and readers, of one job under its DISP=OLD. */
static void
files_of_one_system_are_one_job(void **state)
{
	const struct fixture *f = *state;
	struct ctm_system *other = NULL;
	struct ctm_string *reads = NULL;
	struct ctm_file *reader = NULL, *none = NULL;
	struct ctm_request q = asking(DIRECT, 7);
	struct ctm_record rec;

	must(ctm_open(sys, "A.SHARED", CTM_OUTPUT, NULL, &file, &err));
	must(ctm_string_new(file, &string, &err));
	must(put(SEQ, 1));
	must(ctm_close(&file, &err));
	must(ctm_open(sys, "A.SHARED", CTM_OUTPUT, NULL, &file, &err));
	must(ctm_string_new(file, &string, &err));
	must(ctm_open(sys, "A.SHARED", CTM_INPUT, NULL, &reader, &err));
	must(ctm_string_new(reader, &reads, &err));
	must(put(DIRECT, 7));
	q = asking(DIRECT, 7);
	must(ctm_get(reads, &q, &rec, &err));
	must(ctm_system_open(f->dir, &other, &err));
	assert_int_equal(
	    ctm_open(other, "A.SHARED", CTM_INPUT, NULL, &none, &err),
	    CTM_OPEN);
	assert_int_equal(err.reason, 168);
	ctm_system_close(&other);
	must(ctm_close(&reader, &err));
	must(ctm_close(&file, &err));
}

static void
a_file_says_what_it_is_and_counts(void **state)
{
	struct ctm_attributes a;
	struct ctm_statistics s;
	struct ctm_record rec;

	(void)state;
	load();
	open_it(CTM_INPUT | CTM_OUTPUT);
	ctm_file_attributes(file, &a);
	assert_string_equal(a.name, "A.KSDS");
	assert_int_equal(a.organization, CTM_KSDS);
	assert_int_equal(a.key_length, 4);
	assert_int_equal(a.key_offset, 0);
	assert_int_equal(a.record_max, 40);
	assert_int_equal(a.record_average, 20);
	assert_true(a.reuse && !a.spanned && !a.is_path && !a.loading);
	assert_int_equal(a.ccsid, 1047);
	assert_int_equal(ctm_open_warning(file), 0);
	must(put(DIRECT, 1));
	must(get(DIRECT | CTM_UPD, 2, &rec));
	must(put(DIRECT | CTM_UPD, 2));
	must(ctm_file_statistics(file, CTM_DATA, &s, &err));
	assert_int_equal(s.records, RECORDS + 1);
	assert_int_equal(s.bytes, 20 * (RECORDS + 1));
	assert_int_equal(s.inserted, 1);
	assert_int_equal(s.updated, 1);
	assert_int_equal(s.retrieved, 1);
	must(ctm_file_statistics(file, CTM_INDEX, &s, &err));
	assert_int_equal(s.levels, 1);
	assert_int_equal(ctm_file_statistics(file, 2, &s, &err), CTM_HOST);
	must(ctm_commit(file, &err));
	must(ctm_close(&file, &err));
	open_it(CTM_OUTPUT | CTM_RESET);
	ctm_file_attributes(file, &a);
	assert_true(a.loading);
	assert_int_equal(ctm_commit(file, &err), CTM_REQUEST);
	assert_int_equal(err.reason, 116);
	must(ctm_close(&file, &err));
}

/* ACCBIAS overrides what the intent says; the names are those of AMP. */
static void
buffers_are_chosen_or_said(void **state)
{
	struct ctm_open_parms parms = {.size = sizeof(parms)};
	struct ctm_buffers b;
	struct ctm_record rec;

	(void)state;
	load();
	must(ctm_open(
	    sys, "A.KSDS", CTM_INPUT | CTM_SEQUENTIAL, NULL, &file, &err));
	must(ctm_file_buffers(file, CTM_DATA, &b, &err));
	assert_string_equal(b.bias, "SO");
	must(ctm_close(&file, &err));
	parms.bias = CTM_BIAS_DO;
	must(ctm_open(
	    sys, "A.KSDS", CTM_INPUT | CTM_SEQUENTIAL, &parms, &file, &err));
	must(ctm_string_new(file, &string, &err));
	must(get(DIRECT, 4, &rec));
	must(get(DIRECT, 4, &rec));
	must(ctm_file_buffers(file, CTM_DATA, &b, &err));
	assert_string_equal(b.bias, "DO");
	assert_int_equal(b.reads, 1);
	assert_true(b.hits >= 1 && b.length > 0);
	must(ctm_close(&file, &err));
	parms.bias = CTM_BIAS_DW + 1;
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", CTM_INPUT, &parms, &file, &err), CTM_HOST);
}

/* Two files, one pool: it goes when the last of them is closed. */
static void
files_share_a_pool(void **state)
{
	/* 6 buffers for all; the default CI of 18,432 bytes fits the larger */
	const struct ctm_subpool subs[] = {{.length = 4096, .buffers = 3},
	    {.length = 20480, .buffers = 3, .data = 1}};
	struct ctm_open_parms parms = {.size = sizeof(parms)};
	struct ctm_file *second = NULL;
	struct ctm_pool *pool = NULL;
	unsigned all = 77, unused = 77;
	struct ctm_buffers b;
	struct ctm_record rec;

	(void)state;
	load();
	assert_int_equal(ctm_pool_new(subs, 0, &pool, &err), CTM_HOST);
	assert_null(pool);
	must(ctm_pool_new(subs, 1, &pool, &err));
	parms.pool = pool;
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", CTM_INPUT, &parms, &file, &err), CTM_OPEN);
	assert_int_equal(err.reason, 220);
	must(ctm_pool_free(&pool, &err));
	must(ctm_pool_new(subs, 2, &pool, &err));
	parms.pool = pool;
	must(ctm_open(
	    sys, "A.KSDS", CTM_INPUT | CTM_DIRECT, &parms, &file, &err));
	must(ctm_open(
	    sys, "A.KSDS", CTM_INPUT | CTM_DIRECT, &parms, &second, &err));
	must(ctm_string_new(file, &string, &err));
	must(get(DIRECT, 4, &rec));
	must(ctm_file_buffers(file, CTM_DATA, &b, &err));
	assert_string_equal(b.bias, "");
	assert_int_equal(b.length, 18432);
	/* the first has the index's one control interval, the second the
	 * data's */
	for (size_t i = 0; i < 2; i++) {
		must(ctm_pool_buffers(pool, i, &all, &unused, &err));
		assert_int_equal(all, 3);
		assert_int_equal(unused, 2);
	}
	assert_int_equal(
	    ctm_pool_buffers(pool, 2, &all, &unused, &err), CTM_HOST);
	assert_int_equal(ctm_pool_free(&pool, &err), CTM_HOST);
	assert_non_null(pool);
	must(ctm_close(&second, &err));
	must(ctm_close(&file, &err));
	must(ctm_pool_free(&pool, &err));
	assert_null(pool);
	must(ctm_pool_free(&pool, &err));
}

static void
what_fails_writes_no_record(void **state)
{
	struct ctm_record rec = {.data = area, .length = 77, .rba = 5};
	struct ctm_request q;

	(void)state;
	load();
	open_it(CTM_INPUT);
	assert_int_equal(get(DIRECT, 3, &rec), CTM_REQUEST);
	assert_int_equal(err.reason, CTM_NOT_FOUND);
	assert_int_equal(err.code, 8);
	assert_ptr_equal(rec.data, area);
	assert_int_equal(rec.length, 77);
	q = asking(DIRECT, 4);
	q.area_length = 19;
	assert_int_equal(ctm_get(string, &q, &rec, &err), CTM_REQUEST);
	assert_int_equal(err.reason, CTM_AREA_TOO_SMALL);
	assert_int_equal(rec.length, 20);
	assert_int_equal(rec.rba, 5);
	assert_int_equal(get(DIRECT | 1u << 20, 4, &rec), CTM_REQUEST);
	assert_int_equal(err.reason, CTM_BAD_OPTIONS);
	assert_int_equal(put(SEQ, 5), CTM_REQUEST);
	assert_int_equal(err.reason, 68);
	assert_int_equal(ctm_endrequest(string, &err), CTM_REQUEST);
	assert_int_equal(err.reason, 208);
	must(get(DIRECT, 4, &rec));
	assert_ptr_equal(rec.data, area);
	assert_memory_equal(area, "0004 a record here", 18);
}

static void
strings_go_with_their_file(void **state)
{
	struct ctm_open_parms parms = {.size = sizeof(parms), .strno = 2};
	struct ctm_string *s[4] = {NULL};
	struct ctm_request q = asking(SEQ | CTM_LOC, 0);
	struct ctm_record rec;

	(void)state;
	load();
	must(ctm_open(sys, "A.KSDS", CTM_INPUT, &parms, &file, &err));
	for (int i = 0; i < 4; i++)
		must(ctm_string_new(file, &s[i], &err));
	must(ctm_get(s[0], &q, &rec, &err));
	must(ctm_get(s[1], &q, &rec, &err));
	assert_int_equal(ctm_get(s[2], &q, &rec, &err), CTM_REQUEST);
	assert_int_equal(err.reason, 64);
	ctm_string_free(&s[1]);
	assert_null(s[1]);
	ctm_string_free(&s[1]);
	must(ctm_get(s[2], &q, &rec, &err));
	assert_memory_equal(rec.data, "0002", 4);
	must(ctm_close(&file, &err));
	assert_null(file);
}

static void
many_records_come_at_once(void **state)
{
	struct ctm_want wants[3] = {
	    {.key = "0004"}, {.key = "0005"}, {.key = "0100"}};

	(void)state;
	load();
	open_it(CTM_INPUT | CTM_DIRECT);
	must(ctm_get_many(string, CTM_KEY, 4, wants, 3, &err));
	assert_int_equal(wants[0].outcome, CTM_OK);
	assert_memory_equal(wants[0].record.data, "0004", 4);
	assert_int_equal(wants[1].outcome, CTM_REQUEST);
	assert_int_equal(wants[1].reason, CTM_NOT_FOUND);
	assert_memory_equal(wants[2].record.data, "0100", 4);
	assert_int_equal(
	    ctm_get_many(string, CTM_KEY, 3, wants, 3, &err), CTM_REQUEST);
	assert_int_equal(err.reason, 112);
	wants[1].key = NULL;
	assert_int_equal(
	    ctm_get_many(string, CTM_KEY, 4, wants, 3, &err), CTM_REQUEST);
	assert_int_equal(
	    ctm_get_many(string, CTM_KEY | CTM_UPD, 4, wants, 3, &err),
	    CTM_REQUEST);
	assert_int_equal(err.reason, CTM_BAD_OPTIONS);
	assert_int_equal(
	    ctm_get_many(string, CTM_KEY, 4, wants, CTM_MANY_MAX + 1, &err),
	    CTM_HOST);
}

/* 50 records of 20 bytes, each with a newline behind it. */
static void
a_data_set_is_a_stream_of_bytes(void **state)
{
	struct ctm_record rec;
	uint64_t bytes = 0, records = 0, offset = 0;

	(void)state;
	load();
	open_it(CTM_INPUT);
	must(ctm_size(file, 1, &bytes, &records, &err));
	assert_int_equal(bytes, 21 * RECORDS);
	assert_int_equal(records, RECORDS);
	assert_int_equal(ctm_offset(string, 1, &offset, &err), CTM_REQUEST);
	assert_int_equal(err.reason, CTM_NO_POSITION);
	must(ctm_point_offset(string, 21 * 9 + 20, 1, &err));
	must(get(SEQ, 0, &rec));
	assert_memory_equal(rec.data, "0020", 4);
	must(ctm_offset(string, 1, &offset, &err));
	assert_int_equal(offset, 21 * 9);
	assert_int_equal(
	    ctm_point_offset(string, 21 * RECORDS, 1, &err), CTM_REQUEST);
	assert_int_equal(err.reason, CTM_NOT_FOUND);
	assert_int_equal(get(SEQ, 0, &rec), CTM_REQUEST);
	assert_int_equal(err.reason, CTM_NO_POSITION);
}

/* A program that dies: what is completed stays, a load does not. */
static void
abandoned_files_keep_what_is_completed(void **state)
{
	struct ctm_record rec;

	(void)state;
	open_it(CTM_OUTPUT);
	must(put(SEQ, 1));
	ctm_abandon(&file);
	assert_null(file);
	ctm_abandon(&file);
	load();
	open_it(CTM_OUTPUT);
	must(put(DIRECT, 1));
	ctm_abandon(&file);
	open_it(CTM_INPUT | CTM_OUTPUT);
	must(get(DIRECT, 1, &rec));
	assert_int_equal(ctm_open_warning(file), 118);
}

static void
files_of_the_host_are_read_and_written(void **state)
{
	const struct fixture *f = *state;
	struct ctm_request next = {.options = CTM_REC | CTM_SEQ | CTM_LOC};
	struct ctm_request third = {.options = CTM_REC | CTM_DIR | CTM_LOC};
	struct ctm_string *two = NULL;
	struct ctm_attributes a;
	struct ctm_record rec;
	char spec[128];

	snprintf(spec, sizeof(spec), "path:%s/x,recfm=fb,lrecl=4", f->dir);
	must(ctm_open_dd(sys, spec, CTM_OUTPUT, &file, &err));
	must(ctm_string_new(file, &string, &err));
	assert_int_equal(ctm_string_new(file, &two, &err), CTM_REQUEST);
	for (unsigned i = 0; i < 5; i++) {
		snprintf(area, sizeof(area), "%04u", i);
		must(ctm_put(string, &next, area, 4, NULL, &err));
	}
	must(ctm_close(&file, &err));
	must(ctm_open_dd(sys, spec, CTM_INPUT, &file, &err));
	ctm_file_attributes(file, &a);
	assert_int_equal(a.organization, CTM_PS);
	assert_int_equal(a.record_max, 4);
	assert_int_equal(a.ci_length, 0);
	must(ctm_string_new(file, &string, &err));
	third.number = 3;
	must(ctm_get(string, &third, &rec, &err));
	assert_memory_equal(rec.data, "0002", 4);
	must(ctm_get(string, &next, &rec, &err));
	must(ctm_get(string, &next, &rec, &err));
	assert_int_equal(rec.length, 4);
	assert_int_equal(ctm_get(string, &next, &rec, &err), CTM_REQUEST);
	assert_int_equal(err.reason, CTM_END_OF_DATA);
	assert_int_equal(get(DIRECT, 1, &rec), CTM_REQUEST);
	assert_int_equal(err.reason, CTM_BAD_OPTIONS);
	assert_int_equal(
	    ctm_open_dd(sys, "path:/x,recfm=what", CTM_INPUT, &file, &err),
	    CTM_HOST);
}

/* Register 15 = 12: 4, 8, 12 of reads (t1421 has them from a faulty volume),
 * 16 of writes. An open's is 132, a commit's the host's. */
static void
an_io_error_of_a_request_has_code_12(void **state)
{
	struct ds_diag d = {0};

	(void)state;
	for (int reason = 4; reason <= 12; reason += 4) {
		ds_fail_errno(&d, EIO, "A.KSDS", NULL);
		d.io_reason = reason;
		assert_int_equal(
		    lib_request_outcome(DS_IO, &d, true, &err), CTM_REQUEST);
		assert_int_equal(err.error_class, CTM_REQUEST);
		assert_int_equal(err.code, 12);
		assert_int_equal(err.reason, reason);
		assert_int_equal(err.host_errno, EIO);
	}
	ds_fail_errno(&d, EIO, "A.KSDS", NULL);
	assert_int_equal(
	    lib_request_outcome(DS_IO, &d, true, &err), CTM_REQUEST);
	assert_int_equal(err.reason, 16);
	assert_int_equal(
	    lib_request_outcome(DS_IO, &d, false, &err), CTM_REQUEST);
	assert_int_equal(err.reason, 4);
	assert_int_equal(
	    lib_request_outcome(DS_IO, &d, false, NULL), CTM_REQUEST);
	assert_int_equal(lib_open_outcome(DS_IO, &d, &err), CTM_OPEN);
	assert_int_equal(err.reason, 132);
	assert_int_equal(lib_outcome(DS_IO, &d, &err), CTM_HOST);
	assert_int_equal(
	    lib_request_outcome(DS_NOMEM, &d, false, &err), CTM_HOST);
}

/* Slot 4000 of 4089 bytes is far below 4 GiB; a secondary amount of 7000
 * cylinders, of 180 such control intervals each, is not. */
static void
space_behind_4_gib_is_not_taken(void **state)
{
	struct ctm_request q = {.options = CTM_KEY | CTM_SKP, .number = 1};
	struct ds_define_cluster def;
	struct fixture *f = *state;
	struct ctm_statistics s;
	char rec[4089] = {0};
	uint64_t harba;

	def_init(&def, "A.SLOTS");
	def.org = DS_ORG_RRDS;
	def.cluster.unit = DS_UNIT_CYL;
	def.cluster.pri = 10;
	def.cluster.sec = 7000;
	def.cluster.avglrecl = def.cluster.maxlrecl = sizeof(rec);
	def.data.cisize = 4096;
	assert_int_equal(define(f, &def), DS_OK);
	must(ctm_open(sys, "A.SLOTS", CTM_OUTPUT, NULL, &file, &err));
	must(ctm_string_new(file, &string, &err));
	must(ctm_put(string, &q, rec, sizeof(rec), NULL, &err));
	must(ctm_close(&file, &err));
	must(ctm_open(sys, "A.SLOTS", CTM_OUTPUT, NULL, &file, &err));
	must(ctm_string_new(file, &string, &err));
	must(ctm_file_statistics(file, CTM_DATA, &s, &err));
	harba = s.harba;
	q.options = CTM_KEY | CTM_DIR;
	q.number = 4000;
	assert_int_equal(
	    ctm_put(string, &q, rec, sizeof(rec), NULL, &err), CTM_REQUEST);
	assert_int_equal(err.reason, 28);
	assert_non_null(strstr(err.text, "extended addressability"));
	must(ctm_file_statistics(file, CTM_DATA, &s, &err));
	assert_int_equal(s.harba, harba);
}

static unsigned twice[4], ntwice;

static void
on_duplicate(void *context, const struct ctm_record *record, const void *key,
    size_t key_length)
{
	assert_ptr_equal(context, twice);
	assert_int_equal(key_length, 4);
	assert_int_equal(record->length, 20);
	assert_memory_equal(record->data, key, 4);
	assert_true(ntwice < 4);
	twice[ntwice++] = (unsigned)atoi(record->data);
}

static int
bulk(int (*order)(unsigned i), unsigned options,
    const struct ctm_open_parms *parms)
{
	must(ctm_open(sys, "A.KSDS", CTM_OUTPUT | CTM_BULK | CTM_RESET, parms,
	    &file, &err));
	must(ctm_string_new(file, &string, &err));
	for (unsigned i = 0; i < 1000; i++)
		must(put(options, (unsigned)order(i)));
	return ctm_close(&file, &err);
}

static int
down(unsigned i)
{
	return (int)(999 - i);
}

/* 37 and 1000 have no common divisor: each number once; but 500 to 502 come
 * in place of 0 to 2. */
static int
mixed(unsigned i)
{
	unsigned n = i * 37 % 1000;

	return (int)(n < 3 ? n + 500 : n);
}

static void
a_bulk_load_takes_records_in_any_order(void **state)
{
	struct ctm_request next = {.options = SEQ | CTM_LOC};
	struct ctm_open_parms parms = {.size = sizeof(parms),
	    .bulk_memory = 5000,
	    .duplicate = on_duplicate,
	    .duplicate_context = twice};
	struct ctm_record rec;

	(void)state;
	must(bulk(down, SEQ, NULL));
	must(bulk(down, DIRECT, NULL));
	assert_int_equal(bulk(mixed, SEQ, NULL), CTM_REQUEST);
	assert_int_equal(err.reason, CTM_DUPLICATE);
	must(bulk(mixed, SEQ, &parms));
	assert_int_equal(ntwice, 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(twice[i], 500 + i);
	must(ctm_open(sys, "A.KSDS", CTM_INPUT, NULL, &file, &err));
	must(ctm_string_new(file, &string, &err));
	for (unsigned i = 3; i < 1000; i++) {
		must(ctm_get(string, &next, &rec, &err));
		assert_int_equal(atoi(rec.data), i);
	}
	assert_int_equal(ctm_get(string, &next, &rec, &err), CTM_REQUEST);
	must(ctm_close(&file, &err));
	/* not into one with records, for input, or by a DD */
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", CTM_OUTPUT | CTM_BULK, NULL, &file, &err),
	    CTM_HOST);
	assert_int_equal(
	    ctm_open(sys, "A.KSDS", CTM_INPUT | CTM_BULK, NULL, &file, &err),
	    CTM_HOST);
	assert_int_equal(
	    ctm_open_dd(sys, "dummy", CTM_OUTPUT | CTM_BULK, &file, &err),
	    CTM_HOST);
}

int
main(void)
{
#define L(name) cmocka_unit_test_setup_teardown(name, lib_setup, lib_teardown)
	const struct CMUnitTest tests[] = {
	    L(an_open_that_fails_says_why),
	    L(an_io_error_of_a_request_has_code_12),
	    L(space_behind_4_gib_is_not_taken),
	    L(damage_that_an_open_meets_is_its_code_132),
	    L(files_of_one_system_are_one_job),
	    L(a_file_says_what_it_is_and_counts),
	    L(buffers_are_chosen_or_said),
	    L(files_share_a_pool),
	    L(what_fails_writes_no_record),
	    L(strings_go_with_their_file),
	    L(many_records_come_at_once),
	    L(a_data_set_is_a_stream_of_bytes),
	    L(abandoned_files_keep_what_is_completed),
	    L(files_of_the_host_are_read_and_written),
	    L(a_bulk_load_takes_records_in_any_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

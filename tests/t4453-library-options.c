/*
 * What a program can say to the library beside names and records: intents,
 * dispositions, parameters of an open and options of a request; and what it is
 * told of a data set. t1400 to t1421 have the requests in full; here is that
 * each option comes through. Reasons: RPL feedback codes of SC23-6855.
 */
#include "tests/support/services.h"

#include <dirent.h>

#include "include/catamount.h"
#include "tests/support/sharing.h"

enum { RECORDS = 100, DIRECT = CTM_KEY | CTM_DIR, SEQ = CTM_KEY | CTM_SEQ };

static struct ctm_system *sys;
static struct ctm_file *file;
static struct ctm_string *string;
static struct ctm_error err;
static uint8_t area[1024];

static int
options_setup(void **state)
{
	struct fixture *f;

	if (setup(state) != 0)
		return -1;
	f = *state;
	share_define(f->sys, "T.K", "", 3, false);
	share_load(f->sys, "T.K", RECORDS);
	return ctm_system_open(f->dir, &sys, &err);
}

static int
options_teardown(void **state)
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

static void
fails(int outcome, int class, int reason)
{
	assert_int_equal(outcome, class);
	assert_int_equal(err.error_class, class);
	assert_int_equal(err.reason, reason);
}

static void
open_it(const char *name, unsigned intent, const struct ctm_open_parms *parms)
{
	must(ctm_open(sys, name, intent, parms, &file, &err));
	must(ctm_string_new(file, &string, &err));
}

static void
close_it(void)
{
	must(ctm_close(&file, &err));
}

/* A request for the first length bytes of the key of record n, into area. */
static struct ctm_request
asking(unsigned options, unsigned n, size_t length)
{
	static uint8_t rec[REC_LEN];

	rec_make(rec, 0, n, 1);
	return (struct ctm_request){.options = options,
	    .key = rec,
	    .key_length = length,
	    .number = n,
	    .area = area,
	    .area_length = sizeof(area)};
}

static int
get(unsigned options, unsigned n)
{
	struct ctm_request q = asking(options, n, REC_KEYLEN);
	struct ctm_record rec;

	return ctm_get(string, &q, &rec, &err);
}

/* What the area has is record n. */
static void
is_record(unsigned n)
{
	uint8_t rec[REC_LEN];

	rec_make(rec, 0, n, 1);
	assert_memory_equal(area, rec, REC_KEYLEN);
}

static int
put(unsigned options, unsigned n, size_t length)
{
	struct ctm_request q = asking(options, n, REC_KEYLEN);
	uint8_t rec[2 * REC_LEN];

	rec_make(rec, 0, n, 1);
	return ctm_put(string, &q, rec, length, NULL, &err);
}

static void
the_version_is_that_of_the_header(void **state)
{
	char want[24];

	(void)state;
	snprintf(
	    want, sizeof(want), "%d.%d.", CTM_VERSION_MAJOR, CTM_VERSION_MINOR);
	assert_memory_equal(ctm_version(), want, strlen(want));
}

/* The codes that the header names are those of the statuses. */
static void
reasons_have_the_numbers_of_their_codes(void **state)
{
	static const struct {
		enum ctm_reason reason;
		enum ds_status st;
	} codes[] = {
	    {CTM_END_OF_DATA, DS_EOD},
	    {CTM_DUPLICATE, DS_DUPLICATE},
	    {CTM_OUT_OF_SEQUENCE, DS_SEQUENCE},
	    {CTM_NOT_FOUND, DS_NOTFOUND},
	    {CTM_RECORD_IN_USE, DS_LOCKED},
	    {CTM_NO_SPACE, DS_NOSPACE},
	    {CTM_BAD_RBA, DS_BADRBA},
	    {CTM_AREA_TOO_SMALL, DS_AREASMALL},
	    {CTM_NO_POSITION, DS_NOPOSITION},
	    {CTM_NO_GET_FOR_UPDATE, DS_NOUPDATE},
	    {CTM_KEY_CHANGED, DS_KEYCHANGED},
	    {CTM_BAD_OPTIONS, DS_BADOPTION},
	    {CTM_BAD_LENGTH, DS_BADLENGTH},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		assert_int_equal(
		    ds_status_reason(codes[i].st), codes[i].reason);
		assert_int_equal(ds_status_rc(codes[i].st), 8);
		assert_int_equal(ds_status_class(codes[i].st), 'R');
	}
}

/* --- requests --------------------------------------------------------------
 */

static void
records_are_got_in_every_way(void **state)
{
	struct ctm_request q;
	struct ctm_record rec;
	uint64_t rba;

	(void)state;
	open_it("T.K", CTM_INPUT, NULL);
	must(get(CTM_KEY | CTM_DIR | CTM_NSP, 10));
	is_record(10);
	must(get(SEQ, 0));
	is_record(11);
	must(get(DIRECT | CTM_BWD | CTM_LRD, 0));
	is_record(RECORDS - 1);
	must(get(CTM_KEY | CTM_SKP, 40));
	is_record(40);
	fails(get(CTM_KEY | CTM_SKP, 30), CTM_REQUEST, CTM_OUT_OF_SEQUENCE);
	must(get(CTM_REC | CTM_DIR, 3));
	is_record(2);
	/* a generic key: 0000001 is that of 10 to 19 */
	q = asking(DIRECT | CTM_GEN, 10, 7);
	must(ctm_get(string, &q, &rec, &err));
	is_record(10);
	/* no key is as high; as none is equal, KGE finds the next */
	q = asking(DIRECT, 0, REC_KEYLEN);
	q.key = "00000000";
	must(ctm_get(string, &q, &rec, &err));
	rba = rec.rba;
	q.key = "0000005/";
	fails(ctm_get(string, &q, &rec, &err), CTM_REQUEST, CTM_NOT_FOUND);
	q.options |= CTM_KGE;
	must(ctm_get(string, &q, &rec, &err));
	is_record(50);
	q = asking(CTM_ADR | CTM_DIR, 0, 0);
	q.number = rec.rba;
	must(ctm_get(string, &q, &rec, &err));
	is_record(50);
	q.number = rba + 1;
	fails(ctm_get(string, &q, &rec, &err), CTM_REQUEST, CTM_BAD_RBA);
}

static void
a_point_takes_a_position_and_an_endrequest_ends_it(void **state)
{
	struct ctm_request q = asking(SEQ | CTM_BWD | CTM_LRD, 0, 0);

	(void)state;
	open_it("T.K", CTM_INPUT, NULL);
	must(ctm_point(string, &q, &err));
	must(get(SEQ | CTM_BWD, 0));
	is_record(RECORDS - 1);
	must(get(SEQ | CTM_BWD, 0));
	is_record(RECORDS - 2);
	fails(get(SEQ, 0), CTM_REQUEST, CTM_NO_POSITION);
	q = asking(DIRECT, 60, REC_KEYLEN);
	must(ctm_point(string, &q, &err));
	must(get(SEQ, 0));
	is_record(60);
	must(ctm_endrequest(string, &err));
	fails(ctm_endrequest(string, &err), CTM_REQUEST, 208);
	fails(get(SEQ, 0), CTM_REQUEST, CTM_NO_POSITION);
	q = asking(DIRECT, RECORDS, REC_KEYLEN);
	fails(ctm_point(string, &q, &err), CTM_REQUEST, CTM_NOT_FOUND);
}

static void
what_is_held_for_update_is_changed_or_erased(void **state)
{
	struct ctm_string *two = NULL;
	struct ctm_request q;
	struct ctm_record rec;

	(void)state;
	open_it("T.K", CTM_INPUT | CTM_OUTPUT, NULL);
	must(ctm_string_new(file, &two, &err));
	fails(put(DIRECT | CTM_UPD, 10, REC_LEN), CTM_REQUEST,
	    CTM_NO_GET_FOR_UPDATE);
	must(get(DIRECT | CTM_UPD, 10));
	q = asking(DIRECT | CTM_UPD, 10, REC_KEYLEN);
	fails(ctm_get(two, &q, &rec, &err), CTM_REQUEST, CTM_RECORD_IN_USE);
	assert_string_not_equal(err.holder, "");
	fails(put(DIRECT | CTM_UPD, 11, REC_LEN), CTM_REQUEST, CTM_KEY_CHANGED);
	fails(put(DIRECT | CTM_UPD, 10, REC_LEN + 1), CTM_REQUEST,
	    CTM_BAD_LENGTH);
	must(ctm_erase(string, &q, &err));
	fails(ctm_erase(string, &q, &err), CTM_REQUEST, CTM_NO_GET_FOR_UPDATE);
	fails(get(DIRECT, 10), CTM_REQUEST, CTM_NOT_FOUND);
	must(put(DIRECT, 10, REC_LEN));
	fails(put(DIRECT, 10, REC_LEN), CTM_REQUEST, CTM_DUPLICATE);
	must(get(DIRECT, 10));
}

static void
whole_control_intervals_are_asked_for_at_the_open(void **state)
{
	struct ctm_request q = asking(CTM_CNV | CTM_DIR, 0, 0);
	struct ctm_record rec;

	(void)state;
	open_it("T.K", CTM_INPUT, NULL);
	/* 68: access not allowed by the open intent */
	fails(ctm_get(string, &q, &rec, &err), CTM_REQUEST, 68);
	close_it();
	open_it("T.K", CTM_INPUT | CTM_CONTROL, NULL);
	must(ctm_get(string, &q, &rec, &err));
	assert_int_equal(rec.length, 1024);
	is_record(0);
}

/* Record n has the alternate key n modulo 50: 60 has that of 10; 7 and 57 are
 * there, 107 is new. Reason 8 of return code 0. */
static void
a_put_tells_of_a_duplicate_alternate_key(void **state)
{
	struct fixture *f = *state;
	struct ctm_record rec = {.duplicate_key = 77};
	struct ctm_request q;
	uint8_t data[REC_LEN];

	share_define(f->sys, "T.A", "T.K", 3, true);
	share_build(f->sys, "T.K", "T.A");
	open_it("T.K", CTM_INPUT | CTM_OUTPUT, NULL);
	/* a new record, of an alternate key that others have */
	q = asking(DIRECT, 107, REC_KEYLEN);
	rec_make(data, 0, 107, 1);
	must(ctm_put(string, &q, data, REC_LEN, &rec, &err));
	assert_int_equal(rec.duplicate_key, 1);
	/* and one that nobody has */
	q = asking(DIRECT, 108, REC_KEYLEN);
	rec_make(data, 0, 108, 1);
	memcpy(data + 8, "NEW1", 4);
	must(ctm_put(string, &q, data, REC_LEN, &rec, &err));
	assert_int_equal(rec.duplicate_key, 0);
	/* an update that leaves it, one to a new one, one to one that is there
	 */
	q.options |= CTM_UPD;
	for (int i = 0; i < 3; i++) {
		static const char keys[3][5] = {"NEW1", "NEW2", "0007"};

		must(get(q.options, 108));
		memcpy(data + 8, keys[i], 4);
		must(ctm_put(string, &q, data, REC_LEN, &rec, &err));
		assert_int_equal(rec.duplicate_key, i == 2);
	}
	/* the next has the same alternate key: 7, 57, 107, 108 */
	close_it();
	share_path(f->sys, "T.P", "T.A");
	open_it("T.P", CTM_INPUT, NULL);
	q = asking(CTM_KEY | CTM_DIR | CTM_NSP, 0, 4);
	q.key = "0007";
	for (int i = 0; i < 4; i++) {
		must(ctm_get(string, &q, &rec, &err));
		assert_int_equal(rec.duplicate_key, i < 3);
		q.options = SEQ;
	}
}

/* An error says of which data set it is, however early it was found. */
static void
errors_name_the_data_set(void **state)
{
	struct ctm_open_parms parms = {.size = sizeof(parms), .bias = 77};
	struct ctm_want wants[1] = {{.number = 1}};
	struct ctm_request q = asking(SEQ, 0, 0);
	const struct fixture *f = *state;
	struct ctm_file *none = NULL;
	char path[100], spec[140];

	fails(ctm_open(sys, "T.K", 0, NULL, &none, &err), CTM_HOST, 0);
	assert_string_equal(err.name, "T.K");
	fails(
	    ctm_open(sys, "T.K", CTM_INPUT, &parms, &none, &err), CTM_HOST, 0);
	assert_string_equal(err.name, "T.K");
	parms.bias = 0;
	parms.smbvsp = UINT64_MAX;
	fails(
	    ctm_open(sys, "T.K", CTM_INPUT, &parms, &none, &err), CTM_HOST, 0);
	assert_string_equal(err.name, "T.K");
	open_it("T.K", CTM_INPUT, NULL);
	fails(get(1u << 20, 0), CTM_REQUEST, CTM_BAD_OPTIONS);
	assert_non_null(strstr(err.name, "T.K"));
	fails(ctm_get_many(string, CTM_KEY, 8, wants, CTM_MANY_MAX + 1, &err),
	    CTM_HOST, 0);
	assert_non_null(strstr(err.name, "T.K"));
	fails(ctm_endrequest(string, &err), CTM_REQUEST, 208);
	assert_non_null(strstr(err.name, "T.K"));
	close_it();
	snprintf(path, sizeof(path), "%s/x", f->dir);
	snprintf(spec, sizeof(spec), "path:%s,recfm=fb,lrecl=4", path);
	must(ctm_open_dd(sys, spec, CTM_OUTPUT, &file, &err));
	must(ctm_string_new(file, &string, &err));
	fails(ctm_erase(string, &q, &err), CTM_REQUEST, 80);
	assert_string_equal(err.name, path);
	fails(ctm_endrequest(string, &err), CTM_REQUEST, 208);
	assert_string_equal(err.name, path);
	fails(ctm_get_many(string, CTM_REC, 0, wants, 1, &err), CTM_REQUEST,
	    CTM_BAD_OPTIONS);
	assert_string_equal(err.name, path);
	fails(ctm_size(file, 0, &wants[0].number, &wants[0].number, &err),
	    CTM_HOST, 0);
	assert_string_equal(err.name, path);
}

/* --- opens -----------------------------------------------------------------
 */

static void
data_sets_say_what_they_are(void **state)
{
	static const struct {
		const char *name;
		enum ds_org org;
		int is;
	} sets[] = {{"T.E", DS_ORG_ESDS, CTM_ESDS},
	    {"T.R", DS_ORG_RRDS, CTM_RRDS}, {"T.V", DS_ORG_VRRDS, CTM_VRRDS},
	    {"T.L", DS_ORG_LDS, CTM_LDS}};
	struct fixture *f = *state;
	struct ds_define_cluster def;
	struct ctm_attributes a;

	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		def_init(&def, sets[i].name);
		def.org = sets[i].org;
		def.cluster.unit = DS_UNIT_TRK;
		def.cluster.pri = def.cluster.sec = 1;
		if (sets[i].org != DS_ORG_LDS) {
			def.cluster.avglrecl = 40;
			def.cluster.maxlrecl =
			    sets[i].org == DS_ORG_RRDS ? 40 : 50;
		}
		assert_int_equal(define(f, &def), DS_OK);
		must(
		    ctm_open(sys, sets[i].name, CTM_OUTPUT, NULL, &file, &err));
		ctm_file_attributes(file, &a);
		assert_int_equal(a.organization, sets[i].is);
		close_it();
	}
}

/* 100: an alternate index of the upgrade set is empty. 160: so is what is to
 * be read. */
static void
paths_and_components_say_what_they_are(void **state)
{
	struct fixture *f = *state;
	struct ctm_attributes a;

	share_define(f->sys, "T.A", "T.K", 3, true);
	share_path(f->sys, "T.P", "T.A");
	must(ctm_open(sys, "T.K", CTM_OUTPUT, NULL, &file, &err));
	assert_int_equal(ctm_open_warning(file), 100);
	close_it();
	fails(
	    ctm_open(sys, "T.P", CTM_INPUT, NULL, &file, &err), CTM_OPEN, 196);
	share_build(f->sys, "T.K", "T.A");
	must(ctm_open(sys, "T.P", CTM_INPUT, NULL, &file, &err));
	assert_int_equal(ctm_open_warning(file), 0);
	ctm_file_attributes(file, &a);
	assert_true(a.is_path && !a.is_component && !a.unique);
	assert_int_equal(a.organization, CTM_KSDS);
	assert_int_equal(a.key_length, 4);
	assert_int_equal(a.key_offset, 8);
	close_it();
	must(ctm_open(sys, "T.K.DATA", CTM_INPUT, NULL, &file, &err));
	ctm_file_attributes(file, &a);
	assert_true(a.is_component && !a.is_path);
	assert_int_equal(a.ci_length, 1024);
	close_it();
	assert_int_equal(
	    ctm_open(sys, "T.K.DATA", CTM_OUTPUT, NULL, &file, &err), CTM_OPEN);
}

/* OLD keeps others out for reading too, SHR lets SHAREOPTIONS(3) decide; MOD
 * goes on behind the records of a sequential data set. */
static void
dispositions_are_those_of_a_dd(void **state)
{
	struct fixture *f = *state;
	struct ctm_open_parms parms = {
	    .size = sizeof(parms), .disposition = CTM_OLD};
	struct ctm_system *other = NULL;
	struct ctm_file *none = NULL;

	must(ctm_system_open(f->dir, &other, &err));
	must(ctm_open(sys, "T.K", CTM_OUTPUT, &parms, &file, &err));
	fails(ctm_open(other, "T.K", CTM_INPUT, NULL, &none, &err), CTM_OPEN,
	    168);
	close_it();
	parms.disposition = CTM_SHR;
	must(ctm_open(sys, "T.K", CTM_OUTPUT, &parms, &file, &err));
	must(ctm_open(other, "T.K", CTM_OUTPUT, &parms, &none, &err));
	must(ctm_close(&none, &err));
	close_it();
	ctm_system_close(&other);
}

static void
a_sequential_data_set_is_replaced_or_extended(void **state)
{
	const struct ctm_request next = {
	    .options = CTM_REC | CTM_SEQ | CTM_LOC};
	struct ctm_open_parms parms = {.size = sizeof(parms)};
	struct ctm_record rec;

	(void)state;
	must(ctm_open_dd(
	    sys, "T.PS,new,recfm=fb,lrecl=4", CTM_OUTPUT, &file, &err));
	for (int i = 0; i < 4; i++) {
		if (i > 0)
			must(ctm_open(
			    sys, "T.PS", CTM_OUTPUT, &parms, &file, &err));
		must(ctm_string_new(file, &string, &err));
		snprintf((char *)area, sizeof(area), "%04d", i);
		must(ctm_put(string, &next, area, 4, NULL, &err));
		/* there at the close alone: 116, as while loading */
		fails(ctm_commit(file, &err), CTM_REQUEST, 116);
		close_it();
		/* 0; 1 in its place; 2 and 3 behind it */
		parms.disposition = i == 0 ? CTM_DEFAULT : CTM_MOD;
	}
	open_it("T.PS", CTM_INPUT, NULL);
	for (int i = 1; i < 4; i++) {
		snprintf((char *)area, sizeof(area), "%04d", i);
		must(ctm_get(string, &next, &rec, &err));
		assert_memory_equal(rec.data, area, 4);
	}
	fails(ctm_get(string, &next, &rec, &err), CTM_REQUEST, CTM_END_OF_DATA);
	must(ctm_commit(file, &err));
	close_it();
	fails(
	    ctm_open(sys, "T.PS", CTM_OUTPUT | CTM_RESET, &parms, &file, &err),
	    CTM_HOST, 0);
	assert_non_null(strstr(err.text, "CTM_MOD"));
	fails(ctm_open(sys, "T.PS", CTM_OUTPUT | CTM_BULK, NULL, &file, &err),
	    CTM_HOST, 0);
}

static void
a_file_of_the_host_is_there_at_the_close(void **state)
{
	const struct ctm_request next = {.options = CTM_REC | CTM_SEQ};
	const struct fixture *f = *state;
	char spec[128], path[100];

	snprintf(path, sizeof(path), "%s/x", f->dir);
	snprintf(spec, sizeof(spec), "path:%s,recfm=fb,lrecl=4", path);
	must(ctm_open_dd(sys, spec, CTM_OUTPUT, &file, &err));
	must(ctm_string_new(file, &string, &err));
	must(ctm_put(string, &next, "0000", 4, NULL, &err));
	fails(ctm_commit(file, &err), CTM_REQUEST, 116);
	assert_int_not_equal(access(path, F_OK), 0);
	close_it();
	assert_int_equal(access(path, F_OK), 0);
	must(ctm_open_dd(sys, spec, CTM_INPUT, &file, &err));
	must(ctm_commit(file, &err));
	close_it();
	must(ctm_open_dd(sys, "dummy", CTM_OUTPUT, &file, &err));
	must(ctm_commit(file, &err));
}

/* How many buffers there are when all records were got, in no order. */
static unsigned
buffers_of(const struct ctm_open_parms *parms, int part)
{
	struct ctm_buffers b;

	must(
	    ctm_open(sys, "T.BIG", CTM_INPUT | CTM_DIRECT, parms, &file, &err));
	must(ctm_string_new(file, &string, &err));
	for (unsigned i = 0; i < WRITER_RECS; i++)
		must(get(DIRECT, i * 37 % WRITER_RECS));
	must(ctm_file_buffers(file, part, &b, &err));
	close_it();
	return b.buffers;
}

/* Control intervals of 1024 bytes, 15 records each: 667 of data. */
static void
buffers_are_as_many_as_was_said(void **state)
{
	struct ctm_open_parms parms = {.size = sizeof(parms)};
	struct fixture *f = *state;
	unsigned own;

	share_define(f->sys, "T.BIG", "", 3, false);
	share_load(f->sys, "T.BIG", WRITER_RECS);
	assert_true((own = buffers_of(&parms, CTM_DATA)) >= 667);
	parms.bufnd = 40;
	parms.bufni = 9;
	assert_int_equal(buffers_of(&parms, CTM_DATA), 40);
	assert_int_equal(buffers_of(&parms, CTM_INDEX), 9);
	parms.bufnd = parms.bufni = 1; /* too few: 8 */
	assert_int_equal(buffers_of(&parms, CTM_DATA), 8);
	assert_int_equal(buffers_of(&parms, CTM_INDEX), 8);
	/* three quarters are the data's */
	parms =
	    (struct ctm_open_parms){.size = sizeof(parms), .bufsp = 400 << 10};
	assert_int_equal(buffers_of(&parms, CTM_DATA), 300);
	parms = (struct ctm_open_parms){
	    .size = sizeof(parms), .bias = CTM_BIAS_DO, .smbvsp = 200 << 10};
	assert_int_equal(buffers_of(&parms, CTM_DATA), 200);
	parms.smbvsp = 0;
	parms.smbvspi = 4 << 10;
	assert_int_equal(buffers_of(&parms, CTM_DATA), own);
	assert_true(buffers_of(&parms, CTM_INDEX) <= 8);
	parms.bias = CTM_BIAS_USER;
	parms.smbvspi = 0;
	parms.bufnd = 30;
	assert_int_equal(buffers_of(&parms, CTM_DATA), 30);
}

/* As AMP's table of "System-managed buffering" has it, where an open for output
 * is for direct and changing use unless it says another. */
static void
the_intent_chooses_the_bias(void **state)
{
	static const struct {
		unsigned intent;
		const char *bias;
	} cases[] = {
	    {CTM_INPUT, "SO"},
	    {CTM_INPUT | CTM_SEQUENTIAL, "SO"},
	    {CTM_INPUT | CTM_DIRECT, "DO"},
	    {CTM_INPUT | CTM_SEQUENTIAL | CTM_DIRECT, "SW"},
	    {CTM_OUTPUT, "DW"},
	    {CTM_OUTPUT | CTM_SEQUENTIAL, "SW"},
	    {CTM_OUTPUT | CTM_DIRECT, "DO"},
	};
	struct ctm_buffers b;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		must(ctm_open(sys, "T.K", cases[i].intent, NULL, &file, &err));
		must(ctm_file_buffers(file, CTM_DATA, &b, &err));
		assert_string_equal(b.bias, cases[i].bias);
		close_it();
	}
}

static void
biases_have_their_names(void **state)
{
	static const char *const names[] = {"SO", "", "SO", "SW", "DO", "DW"};
	struct ctm_open_parms parms = {.size = sizeof(parms)};
	struct ctm_buffers b;

	(void)state;
	for (int bias = CTM_BIAS_SYSTEM; bias <= CTM_BIAS_DW; bias++) {
		parms.bias = bias;
		must(ctm_open(sys, "T.K", CTM_INPUT, &parms, &file, &err));
		must(ctm_file_buffers(file, CTM_DATA, &b, &err));
		assert_string_equal(b.bias, names[bias]);
		close_it();
	}
}

/* What a DD says of positions and buffers holds for a file that is opened by
 * it. 64: no string is free. */
static void
a_dd_says_it_too(void **state)
{
	struct ctm_string *two = NULL;
	struct ctm_request q = asking(SEQ, 0, 0);
	struct ctm_record rec;
	struct ctm_buffers b;

	(void)state;
	must(ctm_open_dd(
	    sys, "T.K,shr,amp=(accbias=dw,strno=1)", CTM_INPUT, &file, &err));
	must(ctm_file_buffers(file, CTM_DATA, &b, &err));
	assert_string_equal(b.bias, "DW");
	must(ctm_string_new(file, &string, &err));
	must(ctm_string_new(file, &two, &err));
	must(get(SEQ, 0));
	fails(ctm_get(two, &q, &rec, &err), CTM_REQUEST, 64);
}

/* 33 blocks of 1024 bytes are on a track of a 3390, and a control area is 15
 * tracks: 495 control intervals of 506,880 bytes. */
static void
a_set_counts_what_is_done_to_it(void **state)
{
	const uint64_t ca = 506880;
	struct ctm_request q = asking(DIRECT, 0, REC_KEYLEN);
	struct fixture *f = *state;
	struct ctm_statistics s;
	uint8_t rec[REC_LEN];

	open_it("T.K", CTM_INPUT | CTM_OUTPUT, NULL);
	must(ctm_file_statistics(file, CTM_DATA, &s, &err));
	assert_int_equal(s.hurba, ca);
	assert_int_equal(s.harba, ca);
	assert_int_equal(s.extents, 1);
	assert_int_equal(s.ci_splits, 0);
	must(get(DIRECT | CTM_UPD, 10));
	must(ctm_erase(string, &q, &err));
	q.options |= CTM_UPD;
	must(get(DIRECT | CTM_UPD, 11));
	must(ctm_erase(string, &q, &err));
	/* behind record 59 in a control interval that is full */
	rec_make(rec, 0, 59, 1);
	memcpy(rec, "0000005A", REC_KEYLEN);
	q.options = DIRECT;
	must(ctm_put(string, &q, rec, REC_LEN, NULL, &err));
	must(ctm_file_statistics(file, CTM_DATA, &s, &err));
	assert_int_equal(s.deleted, 2);
	assert_int_equal(s.ci_splits, 1);
	assert_int_equal(s.ca_splits, 0);
	assert_true(s.excps > 0);
	close_it();
	/* a control area that is full, with another behind it */
	share_define(f->sys, "T.BIG", "", 3, false);
	share_load(f->sys, "T.BIG", WRITER_RECS);
	open_it("T.BIG", CTM_INPUT | CTM_OUTPUT, NULL);
	must(ctm_put(string, &q, rec, REC_LEN, NULL, &err));
	must(ctm_file_statistics(file, CTM_DATA, &s, &err));
	assert_int_equal(s.ca_splits, 1);
	assert_int_equal(s.hurba, 3 * ca);
}

/* Files of the volume whose names end so are removed; how many they are. */
static int
without(const struct fixture *f, const char *suffix)
{
	char path[600];
	struct dirent *de;
	int n = 0;
	DIR *d;

	snprintf(path, sizeof(path), "%s/volumes/VOL001", f->dir);
	assert_non_null(d = opendir(path));
	while ((de = readdir(d)) != NULL) {
		size_t len = strlen(de->d_name);

		if (len < strlen(suffix) ||
		    strcmp(de->d_name + len - strlen(suffix), suffix) != 0)
			continue;
		snprintf(path, sizeof(path), "%s/volumes/VOL001/%s", f->dir,
		    de->d_name);
		assert_int_equal(unlink(path), 0);
		n++;
	}
	closedir(d);
	return n;
}

/* A power cut may leave nothing of the mapped log; what a durable request wrote
 * is in another. Without it the record is lost, and the open says 116. */
static void
a_durable_request_outlives_the_mapped_log(void **state)
{
	struct ctm_open_parms parms = {.size = sizeof(parms)};
	unsigned intent = CTM_INPUT | CTM_OUTPUT;

	for (int how = 0; how < 3; how++) {
		parms.durable = how == 1;
		open_it("T.K", intent | (how == 2 ? CTM_DURABLE : 0), &parms);
		must(put(DIRECT, 200 + (unsigned)how, REC_LEN));
		ctm_abandon(&file);
		assert_int_equal(without(*state, ".log"), 1);
		open_it("T.K", intent, NULL);
		assert_int_equal(get(DIRECT, 200 + (unsigned)how),
		    how > 0 ? CTM_OK : CTM_REQUEST);
		assert_int_equal(ctm_open_warning(file), 116);
		close_it();
	}
}

/* Files below the root that are open and have no name. */
static int
work_files(const struct fixture *f)
{
	char path[64], is[600];
	int n = 0;

	for (int fd = 0; fd < 256; fd++) {
		ssize_t len;

		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		if ((len = readlink(path, is, sizeof(is) - 1)) < 0)
			continue;
		is[len] = '\0';
		n += strncmp(is, f->dir, strlen(f->dir)) == 0 &&
		     strstr(is, "(deleted)") != NULL;
	}
	return n;
}

static void
a_bulk_load_takes_the_memory_that_it_is_given(void **state)
{
	struct ctm_open_parms parms = {.size = sizeof(parms)};
	struct fixture *f = *state;

	share_define(f->sys, "T.B", "", 3, true);
	for (int small = 0; small < 2; small++) {
		parms.bulk_memory = small ? 16 * REC_LEN : 0;
		open_it("T.B", CTM_OUTPUT | CTM_BULK | CTM_RESET, &parms);
		for (unsigned i = 1000; i-- > 0;)
			must(put(SEQ, i, REC_LEN));
		assert_int_equal(work_files(f), small);
		close_it();
		open_it("T.B", CTM_INPUT, NULL);
		must(get(SEQ, 0));
		is_record(0);
		close_it();
	}
}

int
main(void)
{
#define O(name) \
	cmocka_unit_test_setup_teardown(name, options_setup, options_teardown)
	const struct CMUnitTest tests[] = {
	    O(the_version_is_that_of_the_header),
	    O(reasons_have_the_numbers_of_their_codes),
	    O(records_are_got_in_every_way),
	    O(a_point_takes_a_position_and_an_endrequest_ends_it),
	    O(what_is_held_for_update_is_changed_or_erased),
	    O(whole_control_intervals_are_asked_for_at_the_open),
	    O(a_put_tells_of_a_duplicate_alternate_key),
	    O(errors_name_the_data_set),
	    O(data_sets_say_what_they_are),
	    O(paths_and_components_say_what_they_are),
	    O(dispositions_are_those_of_a_dd),
	    O(a_sequential_data_set_is_replaced_or_extended),
	    O(a_file_of_the_host_is_there_at_the_close),
	    O(buffers_are_as_many_as_was_said),
	    O(the_intent_chooses_the_bias),
	    O(biases_have_their_names),
	    O(a_set_counts_what_is_done_to_it),
	    O(a_durable_request_outlives_the_mapped_log),
	    O(a_bulk_load_takes_the_memory_that_it_is_given),
	    O(a_dd_says_it_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * IEBCOPY's unload and load. Bytes are those that doc/formats/unload.md says;
 * the unload that is loaded first is made here by hand, as a z/OS writes one:
 * several blocks in a record, an extent that does not begin at track 0.
 */
#include "base/bytes.h"
#include "tests/support/program.h"
#include "utilities/iebcopy_int.h"

/* --- an unload by hand -----------------------------------------------------
 */

struct image {
	uint8_t bytes[8192]; /* of a file of RECFM=VB without blocks */
	size_t len;
};

static void
add_record(struct image *im, const void *data, size_t len)
{
	be16_put(im->bytes + im->len, (uint16_t)(len + 4));
	be16_put(im->bytes + im->len + 2, 0);
	memcpy(im->bytes + im->len + 4, data, len);
	im->len += len + 4;
}

static size_t
put_count(uint8_t *to, unsigned cc, unsigned hh, unsigned r, unsigned key,
    unsigned len)
{
	memset(to, 0, UNLOAD_COUNT);
	be16_put(to + 4, (uint16_t)cc);
	be16_put(to + 6, (uint16_t)hh);
	to[8] = (uint8_t)r;
	to[9] = (uint8_t)key;
	be16_put(to + 10, (uint16_t)len);
	return UNLOAD_COUNT;
}

/* FB 4: member A "AAAABBBB" at TTR 1,1 with alias B, member C empty at 2,1.
 * The extent begins at cylinder 2, track 14; 15 tracks a cylinder. */
static void
make_image(struct image *im)
{
	static const uint8_t entries[] = {0xC1, 0x40, 0x40, 0x40, 0x40, 0x40,
	    0x40, 0x40, 0, 1, 1, 1, 0xAB, 0xCD, 0xC2, 0x40, 0x40, 0x40, 0x40,
	    0x40, 0x40, 0x40, 0, 1, 1, 0x80, 0xC3, 0x40, 0x40, 0x40, 0x40, 0x40,
	    0x40, 0x40, 0, 2, 1, 0};
	uint8_t r1[UNLOAD_COPYR1] = {
	    0, 0xCA, 0x6D, 0x0F, 2, 0, 0, 80, 0, 4, 0x90};
	uint8_t r2[UNLOAD_COPYR2] = {1}, rec[600];
	size_t n;

	im->len = 0;
	be16_put(r1 + 26, 15);
	add_record(im, r1, sizeof(r1));
	be16_put(r2 + 16 + 6, 2);
	be16_put(r2 + 16 + 8, 14);
	be16_put(r2 + 16 + 14, 5);
	add_record(im, r2, sizeof(r2));
	memset(rec, 0, sizeof(rec));
	n = put_count(rec, 2, 14, 1, UNLOAD_KEY, UNLOAD_DIR);
	memset(rec + n, 0xFF, 8);
	be16_put(rec + n + 8, (uint16_t)(2 + sizeof(entries) + 8));
	memcpy(rec + n + 10, entries, sizeof(entries));
	memset(rec + n + 10 + sizeof(entries), 0xFF, 8);
	n += UNLOAD_KEY + UNLOAD_DIR;
	n += put_count(rec + n, 0, 0, 0, 0, 0);
	add_record(im, rec, n);
	n = put_count(rec, 3, 0, 1, 0, 4); /* TTR 1,1 */
	memset(rec + n, 0xC1, 4);
	n += 4;
	n += put_count(rec + n, 3, 0, 2, 0, 4);
	memset(rec + n, 0xC2, 4);
	n += 4;
	n += put_count(rec + n, 3, 0, 3, 0, 0);
	n += put_count(rec + n, 3, 1, 1, 0, 0); /* C: its end alone */
	add_record(im, rec, n);
}

static void
write_image(struct fixture *f, const struct image *im)
{
	char path[STEP_PATH];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/IMAGE", f->dir);
	fp = fopen(path, "w");
	assert_non_null(fp);
	assert_int_equal(fwrite(im->bytes, 1, im->len, fp), im->len);
	assert_int_equal(fclose(fp), 0);
}

static const char *
load(struct job_step *s, struct fixture *f, const char *cards)
{
	char spec[STEP_PATH * 2];

	step_begin(s, f);
	snprintf(spec, sizeof(spec),
	    "IN=path:%s/IMAGE,binary,recfm=VB,lrecl=1000", f->dir);
	step_dd(s, spec);
	step_dd(s, "OUT=A.OUT,old");
	step_cards(s, "SYSIN", cards);
	return step_run(s, "IEBCOPY", NULL);
}

static void
an_unload_of_zos_is_loaded(void **state)
{
	struct job_step s = {0};
	struct ds_library *lib = NULL;
	struct ds_member m;
	struct image im;

	make_image(&im);
	write_image(*state, &im);
	step_make(*state, "A.OUT,new,recfm=FB,lrecl=4,space=trk(1,1,1)", NULL);
	assert_string_equal(
	    load(&s, *state, " COPY OUTDD=OUT,INDD=IN\n"), "0000");
	says(step_print(&s, "SYSPRINT"),
	    " IEB167I FOLLOWING MEMBER(S) LOADED FROM INPUT DATA SET "
	    "REFERENCED BY IN\n"
	    " IEB154I A        HAS BEEN SUCCESSFULLY LOADED\n"
	    " IEB154I C        HAS BEEN SUCCESSFULLY LOADED\n"
	    " IEB154I B        HAS BEEN SUCCESSFULLY LOADED\n"
	    " IEB1098I 3 OF 3 MEMBERS LOADED FROM INPUT DATA SET "
	    "REFERENCED BY IN\n");
	assert_string_equal(step_members(&s, "A.OUT"), "A B* C");
	assert_string_equal(step_records(&s, "A.OUT(A)"), "AAAA\nBBBB\n");
	assert_string_equal(step_records(&s, "A.OUT(B)"), "AAAA\nBBBB\n");
	assert_string_equal(step_records(&s, "A.OUT(C)"), "");
	assert_int_equal(
	    ds_library_open(s.f->sys, "A.OUT", DD_SHR, false, &lib, &s.f->diag),
	    DS_OK);
	assert_int_equal(ds_member_find(lib, "A", &m, NULL), DS_OK);
	assert_int_equal(m.user_len, 2);
	assert_memory_equal(m.user, "\xAB\xCD", 2);
	ds_library_abandon(&lib);
}

static void
members_of_an_unload_are_selected(void **state)
{
	struct job_step s = {0};
	struct image im;

	make_image(&im);
	write_image(*state, &im);
	step_make(*state, "A.OUT,new,recfm=FB,lrecl=4,space=trk(1,1,1)", NULL);
	assert_string_equal(load(&s, *state,
				" COPY OUTDD=OUT,INDD=IN\n"
				" SELECT MEMBER=((B,X),GONE)\n"),
	    "0004");
	assert_string_equal(step_members(&s, "A.OUT"), "X");
	assert_string_equal(step_records(&s, "A.OUT(X)"), "AAAA\nBBBB\n");
}

/* Any change and any end of the bytes is survived, and is no more than 8. */
static void
a_damaged_unload_is_survived(void **state)
{
	static const uint8_t values[] = {0x00, 0x01, 0x7F, 0xFF};
	struct job_step s = {0};
	struct image im, bad;

	make_image(&im);
	step_make(*state, "A.OUT,new,recfm=FB,lrecl=4,space=trk(5,1,5)", NULL);
	for (size_t i = 0; i < im.len; i += 3) {
		bad = im;
		bad.bytes[i] = values[i / 3 % sizeof(values)];
		write_image(*state, &bad);
		load(&s, *state, " COPY OUTDD=OUT,INDD=((IN,R))\n");
		if (s.end.kind == PROGRAM_CODE)
			assert_true(s.end.code <= 8);
		bad.len = i;
		write_image(*state, &bad);
		load(&s, *state, " COPY OUTDD=OUT,INDD=((IN,R))\n");
		assert_true(s.end.kind != PROGRAM_CODE || s.end.code <= 8);
	}
}

/* --- unloads of ours -------------------------------------------------------
 */

static void
make_members(struct fixture *f, const char *attrs)
{
	static const char *const names[] = {"ALPHA", "BETA", "GAMMA"};
	char spec[128], lines[8192];

	snprintf(spec, sizeof(spec), "A.LIB,%s", attrs);
	step_make(f, spec, NULL);
	for (int i = 0; i < 3; i++) {
		lines[0] = '\0';
		for (int k = 0; k < i * 200; k++)
			sprintf(lines + strlen(lines), "%s %.*s\n", names[i],
			    k % 7, "XXXXXXX");
		snprintf(spec, sizeof(spec), "A.LIB(%s),shr", names[i]);
		step_make(f, spec, lines);
	}
}

static enum ds_status
give_alias(struct ds_library *lib, struct ds_diag *diag)
{
	enum ds_status st = ds_member_user(lib, "GAMMA", "USER", 4, diag);

	return st == DS_OK ? ds_member_alias(lib, "AAA", "GAMMA", diag) : st;
}

static void
round_trip(struct fixture *f, const char *attrs, const char *unload)
{
	struct job_step s = {0};
	struct ds_library *lib = NULL;
	static char before[STEP_TEXT];
	char spec[160];

	make_members(f, attrs);
	assert_int_equal(
	    ds_library_open(f->sys, "A.LIB", DD_OLD, true, &lib, &f->diag),
	    DS_OK);
	assert_int_equal(give_alias(lib, &f->diag), DS_OK);
	assert_int_equal(ds_library_close(&lib, &f->diag), DS_OK);
	step_begin(&s, f);
	step_dd(&s, "IN=A.LIB");
	snprintf(spec, sizeof(spec), "OUT=A.SEQ,new,%s", unload);
	step_dd(&s, spec);
	step_cards(&s, "SYSIN", " COPY OUTDD=OUT,INDD=IN\n");
	assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0000");
	says(step_print(&s, "SYSPRINT"),
	    " IEB154I AAA      HAS BEEN SUCCESSFULLY UNLOADED\n"
	    " IEB154I ALPHA    HAS BEEN SUCCESSFULLY UNLOADED\n"
	    " IEB154I BETA     HAS BEEN SUCCESSFULLY UNLOADED\n"
	    " IEB154I GAMMA    HAS BEEN SUCCESSFULLY UNLOADED\n");
	snprintf(spec, sizeof(spec), "A.NEW,%s", attrs);
	step_make(f, spec, NULL);
	step_begin(&s, f);
	step_dd(&s, "IN=A.SEQ");
	step_dd(&s, "OUT=A.NEW,old");
	step_cards(&s, "SYSIN", " COPY OUTDD=OUT,INDD=IN\n");
	assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0000");
	assert_string_equal(step_members(&s, "A.NEW"), "AAA* ALPHA BETA GAMMA");
	for (int i = 0; i < 4; i++) {
		static const char *const m[] = {
		    "AAA", "ALPHA", "BETA", "GAMMA"};

		snprintf(spec, sizeof(spec), "A.LIB(%s)", m[i]);
		snprintf(before, sizeof(before), "%s", step_records(&s, spec));
		snprintf(spec, sizeof(spec), "A.NEW(%s)", m[i]);
		assert_string_equal(step_records(&s, spec), before);
	}
}

static void
fixed_records_come_back(void **state)
{
	round_trip(*state, "new,recfm=FB,lrecl=80,space=trk(9,9,9)",
	    "recfm=VS,lrecl=32760,blksize=6144");
}

static void
variable_records_come_back(void **state)
{
	round_trip(*state, "new,recfm=VB,lrecl=255,space=trk(9,9,9)",
	    "recfm=VBS,lrecl=32760");
}

static void
members_of_a_pdse_come_back(void **state)
{
	round_trip(*state, "new,recfm=VB,lrecl=255,dsntype=library",
	    "recfm=VB,lrecl=1024");
}

static void
undefined_records_come_back(void **state)
{
	round_trip(*state, "new,recfm=U,blksize=6144,space=trk(9,9,9)",
	    "recfm=VBS,lrecl=6200");
}

/* COPYR1 and the directory of an unload, byte by byte. */
static void
an_unload_is_by_its_format(void **state)
{
	struct fixture *f = *state;
	struct job_step s = {0};
	const uint8_t *p = (const uint8_t *)s.text;
	char path[STEP_PATH];
	FILE *fp;
	size_t n;

	step_make(f, "A.LIB,new,recfm=FB,lrecl=80,blksize=800,space=trk(9,9,9)",
	    NULL);
	step_make(f, "A.LIB(X),shr", "FIRST\n");
	step_begin(&s, f);
	step_dd(&s, "IN=A.LIB");
	step_file(&s, "OUT", "binary,recfm=VB,lrecl=1024");
	step_cards(&s, "SYSIN", " COPY OUTDD=OUT,INDD=IN\n");
	assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0000");
	snprintf(path, sizeof(path), "%s/OUT", f->dir);
	fp = fopen(path, "r");
	assert_non_null(fp);
	n = fread(s.text, 1, sizeof(s.text), fp);
	fclose(fp);
	/* RDWs; COPYR1, COPYR2, a directory block, its end, a block, an end */
	assert_int_equal(
	    n, 6 * 4 + 56 + 276 + (12 + 8 + 256) + 12 + (12 + 80) + 12);
	assert_memory_equal(
	    p, "\0\x3C\0\0\0\xCA\x6D\x0F\x02\0\x03\x20\0\x50", 14);
	assert_int_equal(p[14], 0x90); /* FB */
	p += 60 + 280;
	assert_memory_equal(p + 4 + 9, "\x08\x01\x00", 3);
	assert_memory_equal(p + 16, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 8);
	/* used: 2, an entry of 12, a mark of 8; X at track 1, record 1 */
	assert_memory_equal(p + 24,
	    "\0\x16\xE7\x40\x40\x40\x40\x40\x40\x40\0\1\1\0\xFF\xFF", 16);
	p += 280 + 16;
	assert_memory_equal(p + 4, "\0\0\0\0\0\0\0\1\1\0\0\x50\xC6\xC9", 14);
}

static void
what_cannot_be_unloaded_is_8(void **state)
{
	static const char *const outs[] = {
	    "recfm=FB,lrecl=80", "recfm=VB,lrecl=100", "recfm=VB,lrecl=300"};
	struct job_step s = {0};
	char spec[80];

	step_make(
	    *state, "A.LIB,new,recfm=FB,lrecl=400,space=trk(1,1,1)", NULL);
	for (int i = 0; i < 3; i++) {
		step_begin(&s, *state);
		step_dd(&s, "IN=A.LIB");
		snprintf(spec, sizeof(spec), "OUT=A.O%d,new,%s", i, outs[i]);
		step_dd(&s, spec);
		step_cards(&s, "SYSIN", " COPY OUTDD=OUT,INDD=IN\n");
		assert_string_equal(step_run(&s, "IEBCOPY", NULL), "0008");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(an_unload_of_zos_is_loaded),
	    T(members_of_an_unload_are_selected),
	    T(a_damaged_unload_is_survived),
	    T(fixed_records_come_back),
	    T(variable_records_come_back),
	    T(members_of_a_pdse_come_back),
	    T(undefined_records_come_back),
	    T(an_unload_is_by_its_format),
	    T(what_cannot_be_unloaded_is_8),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

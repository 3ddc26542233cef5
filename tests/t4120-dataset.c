/*
 * DDs and open data sets over a root of their own: sequential data sets,
 * clusters, host files, cards, concatenations, who may open what when.
 * Expected bytes are worked out by hand (IBM-1047 chart).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "access-methods/am.h"
#include "services/dataset.h"
#include "tests/support/child.h"
#include "tests/support/define.h"
#include "tests/support/root.h"

static char dir[ROOT_LEN];
static struct ds_system *sys;
static struct dd_table *dds;
static struct ds_diag diag;

static int
group_setup(void **state)
{
	char root[100];

	(void)state;
	if (!root_new(dir, "t4120"))
		return -1;
	snprintf(root, sizeof(root), "%s/root", dir);
	return ds_system_open(root, &sys, NULL, &diag) == DS_OK ? 0 : -1;
}

static int
group_teardown(void **state)
{
	(void)state;
	ds_system_close(&sys);
	return root_remove(dir);
}

static int
setup(void **state)
{
	(void)state;
	memset(&diag, 0, sizeof(diag));
	return dd_table_new(sys, &dds) == DS_OK ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	dd_table_free(&dds);
	return 0;
}

static void
ok(enum ds_status st)
{
	if (st != DS_OK)
		fail_msg("%s: %s: %s (%s)", ds_status_name(st), diag.name,
		    diag.text, diag.holder);
}

/* NAME=path:DIR/file and what follows. */
static enum ds_status
alloc_path(const char *name, const char *file, const char *rest)
{
	char spec[200];

	snprintf(spec, sizeof(spec), "%s=path:%s/%s%s", name, dir, file, rest);
	return dd_alloc(dds, spec, &diag);
}

static void
make_file(const char *file, const void *data, size_t len)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	assert_non_null(f = fopen(path, "w"));
	assert_int_equal(fwrite(data, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static void
check_file(const char *file, const void *data, size_t len)
{
	char path[128], *buf = malloc(len + 1);
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	assert_non_null(f = fopen(path, "r"));
	assert_int_equal(fread(buf, 1, len + 1, f), len);
	assert_memory_equal(buf, data, len);
	fclose(f);
	free(buf);
}

/* As REPRO does. Returns the records copied. */
static int
copy(const char *from, const char *to)
{
	struct ds_file *in = NULL, *out = NULL;
	struct ds_attrs target = {0};
	struct ds_rec rec;
	enum ds_status st;
	int n = 0;

	ok(ds_dd_attrs(dds, to, &target, &diag));
	ok(ds_open_dd(dds, from, DS_INPUT | DS_SEQ, &target, &in, &diag));
	ok(ds_open_dd(dds, to, DS_OUTPUT | DS_SEQ, ds_attrs(in), &out, &diag));
	while ((st = ds_get(in, &rec, &diag)) == DS_OK) {
		ok(ds_put(out, rec.data, rec.len, &diag));
		n++;
	}
	assert_int_equal(st, DS_EOD);
	ok(ds_close(&in, &diag));
	ok(ds_close(&out, &diag));
	return n;
}

static void
define_ksds(const char *name, int keylen, int lrecl)
{
	struct ds_define_cluster def;
	struct ds_defined out;

	def_small(&def, name);
	def.org_given = true;
	def.cluster.keylen = keylen;
	def.cluster.rkp = 0;
	def.cluster.avglrecl = def.cluster.maxlrecl = lrecl;
	ok(ds_define_cluster(sys, &def, &out, &diag));
}

static void
text_goes_to_a_new_data_set_and_back(void **state)
{
	(void)state;
	make_file("in", "AB\n\nC\n", 6);
	ok(alloc_path("in", "in", ",text"));
	ok(dd_alloc(
	    dds, "OUT=T.NEW,new,recfm=FB,lrecl=3,space=trk(1,1)", &diag));
	assert_int_equal(copy("IN", "OUT"), 3);
	/* Short lines were filled with blanks, not X'00'. */
	ok(alloc_path("BIN", "bin", ""));
	ok(dd_alloc(dds, "PS=t.new,shr", &diag));
	assert_int_equal(copy("PS", "BIN"), 3);
	check_file("bin", "\xC1\xC2\x40\x40\x40\x40\xC3\x40\x40", 9);
	ok(alloc_path("TXT", "txt", ",text"));
	assert_int_equal(copy("PS", "TXT"), 3);
	check_file("txt", "AB\n\nC\n", 6);
	assert_int_equal(
	    dd_alloc(dds, "X=T.NEW,new,recfm=U", &diag), DS_CAT_DUPLICATE);
}

static void
mod_appends_and_old_rewrites(void **state)
{
	(void)state;
	make_file("in", "A\n", 2);
	ok(alloc_path("IN", "in", ",text"));
	ok(dd_alloc(dds, "N=T.MOD,new,recfm=VB,lrecl=84", &diag));
	assert_int_equal(copy("IN", "N"), 1);
	ok(dd_alloc(dds, "M=T.MOD,mod", &diag));
	assert_int_equal(copy("IN", "M"), 1);
	assert_int_equal(copy("IN", "M"), 1);
	ok(alloc_path("TXT", "txt", ",text"));
	ok(dd_alloc(dds, "O=T.MOD,old", &diag));
	assert_int_equal(copy("O", "TXT"), 3);
	check_file("txt", "A\nA\nA\n", 6);
	assert_int_equal(copy("IN", "O"), 1);
	assert_int_equal(copy("O", "TXT"), 1);
	check_file("txt", "A\n", 2);
}

static void
short_binary_records_fill_with_zeros(void **state)
{
	(void)state;
	make_file("in", "\0\5\0\0a\0\6\0\0bc", 11);
	ok(alloc_path("IN", "in", ",recfm=VB"));
	ok(dd_alloc(dds, "PS=T.ZERO,new,recfm=F,lrecl=2", &diag));
	assert_int_equal(copy("IN", "PS"), 2);
	ok(alloc_path("BIN", "bin", ",recfm=F,lrecl=2"));
	assert_int_equal(copy("PS", "BIN"), 2);
	check_file("bin", "a\0bc", 4);
}

static void
an_empty_data_set_has_no_records(void **state)
{
	(void)state;
	ok(dd_alloc(dds, "PS=T.EMPTY,new,recfm=F,lrecl=2", &diag));
	ok(alloc_path("BIN", "bin", ",recfm=F,lrecl=2"));
	assert_int_equal(copy("PS", "BIN"), 0);
	check_file("bin", "", 0);
}

static void
clusters_are_loaded_read_and_found(void **state)
{
	struct ds_file *f = NULL;
	struct ds_rec rec;

	(void)state;
	define_ksds("T.KSDS", 2, 4);
	make_file("in", "01aa02bb04dd", 12);
	ok(alloc_path("IN", "in", ",recfm=F,lrecl=4"));
	ok(dd_alloc(dds, "K=T.KSDS,old", &diag));
	assert_int_equal(
	    ds_open_dd(dds, "K", DS_INPUT, NULL, &f, &diag), DS_OPEN_EMPTY);
	assert_string_equal(diag.name, "T.KSDS");
	assert_null(f);
	assert_int_equal(copy("IN", "K"), 3);
	ok(ds_open_dd(dds, "K", DS_INPUT, NULL, &f, &diag));
	assert_true(ds_attrs(f)->vsam);
	assert_int_equal(ds_attrs(f)->org, DS_ORG_KSDS);
	assert_int_equal(ds_attrs(f)->keylen, 2);
	assert_int_equal(ds_attrs(f)->lrecl, 4);
	ok(ds_point_key(f, "03", 2, &diag));
	ok(ds_get(f, &rec, &diag));
	assert_memory_equal(rec.data, "04dd", 4);
	assert_int_equal(ds_get(f, &rec, &diag), DS_EOD);
	assert_int_equal(ds_point_key(f, "05", 2, &diag), DS_NOTFOUND);
	assert_int_equal(ds_point_key(f, "012", 3, &diag), DS_BADKEYLEN);
	assert_int_equal(ds_put(f, "05ee", 4, &diag), DS_NOACCESS);
	ok(ds_close(&f, &diag));
	/* A duplicate is refused, then replaced. */
	ok(ds_open_name(
	    sys, "T.KSDS", DS_OUTPUT | DS_SEQ | DS_REPLACE, &f, &diag));
	assert_int_equal(ds_put(f, "02xx", 4, &diag), DS_DUPLICATE);
	ok(ds_replace(f, "02xx", 4, &diag));
	ok(ds_put(f, "03cc", 4, &diag));
	assert_int_equal(ds_put(f, "03ccc", 5, &diag), DS_BADLENGTH);
	assert_int_equal(ds_replace(f, "0", 1, &diag), DS_BADLENGTH);
	ok(ds_close(&f, &diag));
	ok(alloc_path("BIN", "bin", ""));
	assert_int_equal(copy("K", "BIN"), 4);
	check_file("bin", "01aa02xx03cc04dd", 16);
}

/* SMB's choice for sequential input is SO, SC23-6855; AMP says another. */
static void
a_dd_says_how_it_is_buffered(void **state)
{
	struct am_buffers buf;
	struct ds_file *f = NULL;

	(void)state;
	define_ksds("T.AMP", 2, 4);
	make_file("in", "01aa02bb04dd", 12);
	ok(alloc_path("IN", "in", ",recfm=F,lrecl=4"));
	ok(dd_alloc(dds, "K=T.AMP,old", &diag));
	assert_int_equal(copy("IN", "K"), 3);
	ok(dd_alloc(dds, "S=T.AMP,amp=(msg=smbbias)", &diag));
	ok(ds_open_dd(dds, "S", DS_INPUT | DS_SEQ, NULL, &f, &diag));
	assert_string_equal(ds_attrs(f)->bias, "SO");
	ok(ds_close(&f, &diag));
	ok(dd_alloc(dds, "D=T.AMP,amp=(accbias=do)", &diag));
	ok(ds_open_dd(dds, "D", DS_INPUT | DS_SEQ, NULL, &f, &diag));
	assert_string_equal(ds_attrs(f)->bias, "");
	ok(am_buffers(ds_file_am(f), SPHERE_DATA, &buf, &diag));
	assert_int_equal(buf.bias, AM_BIAS_DO);
	ok(ds_close(&f, &diag));
	ok(dd_alloc(dds, "N=T.AMP,amp=(accbias=user,bufnd=33)", &diag));
	ok(ds_open_dd(dds, "N", DS_INPUT | DS_SEQ, NULL, &f, &diag));
	ok(am_buffers(ds_file_am(f), SPHERE_DATA, &buf, &diag));
	assert_int_equal(buf.bias, AM_BIAS_USER);
	assert_int_equal(buf.pool.limit, 33);
	ok(ds_close(&f, &diag));
	ok(ds_open_name(sys, "T.AMP", DS_INPUT | DS_SEQ, &f, &diag));
	assert_string_equal(ds_attrs(f)->bias, "");
	ok(ds_close(&f, &diag));
}

static void
components_are_read_by_address(void **state)
{
	struct ds_file *f = NULL;
	struct ds_rec rec;
	int n = 0;

	(void)state;
	ok(ds_open_name(sys, "T.KSDS.DATA", DS_INPUT, &f, &diag));
	assert_true(ds_attrs(f)->component);
	assert_int_equal(ds_attrs(f)->org, DS_ORG_ESDS);
	ok(ds_get(f, &rec, &diag));
	assert_int_equal(rec.rba, 0);
	ok(ds_get(f, &rec, &diag));
	assert_int_equal(rec.rba, 4);
	ok(ds_point_rba(f, 8, &diag));
	ok(ds_get(f, &rec, &diag));
	assert_memory_equal(rec.data, "03cc", 4);
	ok(ds_close(&f, &diag));
	ok(ds_open_name(sys, "T.KSDS.INDEX", DS_INPUT, &f, &diag));
	while (ds_get(f, &rec, &diag) == DS_OK)
		n++;
	assert_int_equal(n, 1);
	assert_int_equal(ds_attrs(f)->component, true);
	ok(ds_close(&f, &diag));
	assert_int_equal(ds_open_name(sys, "T.KSDS.DATA", DS_OUTPUT, &f, &diag),
	    DS_OPEN_NOTVSAM);
}

static void
text_takes_the_page_of_its_target(void **state)
{
	(void)state;
	make_file("in", "\xC3\x84[\n", 4); /* 273: X'4A' and X'63' */
	ok(alloc_path("IN", "in", ",text"));
	ok(dd_alloc(dds, "PS=T.GERMAN,new,recfm=F,lrecl=2,ccsid=273", &diag));
	assert_int_equal(copy("IN", "PS"), 1);
	ok(alloc_path("BIN", "bin", ",recfm=F,lrecl=2"));
	assert_int_equal(copy("PS", "BIN"), 1);
	check_file("bin", "\x4A\x63", 2);
	ok(alloc_path("TXT", "txt", ",text"));
	assert_int_equal(copy("PS", "TXT"), 1);
	check_file("txt", "\xC3\x84[\n", 4);
}

static void
cards_and_dummy(void **state)
{
	static const char *const cards[] = {"A", "", "B C"};
	static const char *const bad[] = {
	    "12345678901234567890123456789012345678901234567890"
	    "1234567890123456789012345678901"};
	struct ds_file *f = NULL;
	struct ds_rec rec;

	(void)state;
	ok(dd_alloc_instream(dds, "cards", cards, 3, &diag));
	ok(alloc_path("TXT", "txt", ",text"));
	assert_int_equal(copy("CARDS", "TXT"), 3);
	check_file("txt", "A\n\nB C\n", 7);
	assert_int_equal(
	    dd_alloc_instream(dds, "X", bad, 1, &diag), DS_BADTEXT);
	assert_string_equal(diag.text, "card 1 is longer than 80 columns");
	assert_false(dd_exists(dds, "X"));
	ok(dd_alloc(dds, "D=dummy", &diag));
	assert_int_equal(copy("CARDS", "D"), 3);
	ok(ds_open_dd(dds, "D", DS_INPUT, NULL, &f, &diag));
	assert_true(ds_attrs(f)->dummy);
	assert_int_equal(ds_get(f, &rec, &diag), DS_EOD);
	ok(ds_close(&f, &diag));
	assert_int_equal(ds_open_dd(dds, "CARDS", DS_OUTPUT, NULL, &f, &diag),
	    DS_OPEN_NOTVSAM);
	/* Cards are passed over and gone back to. */
	ok(ds_open_dd(dds, "CARDS", DS_INPUT, NULL, &f, &diag));
	ok(ds_point_rrn(f, 3, &diag));
	ok(ds_get(f, &rec, &diag));
	assert_int_equal(rec.rrn, 3);
	assert_memory_equal(rec.data, "\xC2\x40\xC3\x40", 4);
	ok(ds_point_rrn(f, 1, &diag));
	ok(ds_get(f, &rec, &diag));
	assert_int_equal(rec.rrn, 1);
	assert_int_equal(ds_point_rrn(f, 5, &diag), DS_NOTFOUND);
	assert_int_equal(ds_point_rrn(f, 0, &diag), DS_BADRRN);
	ok(ds_close(&f, &diag));
}

static void
concatenations_read_on(void **state)
{
	static const char *const cards[] = {"C"};
	struct ds_file *f = NULL;
	struct ds_rec rec;

	(void)state;
	make_file("a", "A\n", 2);
	make_file("e", "", 0);
	make_file("b", "B\nB2\n", 5);
	ok(alloc_path("C", "a", ",text,recfm=FB,lrecl=80"));
	ok(alloc_path("C", "e", ",text"));
	ok(alloc_path("c", "b", ",text"));
	ok(dd_alloc_instream(dds, "C", cards, 1, &diag));
	ok(dd_alloc(dds, "C=dummy", &diag));
	ok(alloc_path("TXT", "txt", ",text"));
	assert_int_equal(copy("C", "TXT"), 4);
	check_file("txt", "A\nB\nB2\nC\n", 9);
	ok(ds_open_dd(dds, "C", DS_INPUT, NULL, &f, &diag));
	ok(ds_point_rrn(f, 4, &diag));
	ok(ds_get(f, &rec, &diag));
	assert_int_equal(rec.rrn, 4);
	assert_int_equal(rec.data[0], 0xC3);
	ok(ds_point_rrn(f, 2, &diag));
	ok(ds_get(f, &rec, &diag));
	assert_int_equal(rec.data[0], 0xC2);
	assert_int_equal(ds_point_key(f, "A", 1, &diag), DS_BADOPTION);
	ds_abandon(&f);
	assert_int_equal(
	    ds_open_dd(dds, "C", DS_OUTPUT, NULL, &f, &diag), DS_OPEN_NOTVSAM);
	/* Not alike. */
	ok(alloc_path("U", "a", ",text,recfm=FB,lrecl=80"));
	ok(alloc_path("U", "b", ",text,recfm=FB,lrecl=81"));
	assert_int_equal(
	    ds_open_dd(dds, "U", DS_INPUT, NULL, &f, &diag), DS_OPEN_NOTVSAM);
	ok(alloc_path("V", "a", ",text"));
	ok(dd_alloc(dds, "V=T.KSDS", &diag));
	assert_int_equal(
	    ds_open_dd(dds, "V", DS_INPUT, NULL, &f, &diag), DS_OPEN_NOTVSAM);
}

static void
what_is_not_there_is_told(void **state)
{
	struct ds_file *f = NULL;

	(void)state;
	assert_int_equal(
	    ds_open_dd(dds, "NODD", DS_INPUT, NULL, &f, &diag), DS_OPEN_NODD);
	assert_string_equal(diag.name, "NODD");
	assert_int_equal(dd_alloc(dds, "X=NO.SUCH", &diag), DS_CAT_NOTFOUND);
	assert_false(dd_exists(dds, "X"));
	assert_int_equal(dd_alloc(dds, "X", &diag), DS_INVALID);
	assert_int_equal(dd_alloc(dds, "TOOLONGDD=dummy", &diag), DS_INVALID);
	assert_int_equal(dd_alloc(dds, "=dummy", &diag), DS_INVALID);
	assert_int_equal(dd_alloc(dds, "1X=dummy", &diag), DS_INVALID);
	assert_int_equal(
	    ds_open_name(sys, "NO.SUCH", DS_INPUT, &f, &diag), DS_CAT_NOTFOUND);
	assert_int_equal(ds_open_name(sys, "A.PDS(MEM)", DS_INPUT, &f, &diag),
	    DS_CAT_NOTFOUND);
	ok(alloc_path("P", "missing", ",text"));
	assert_int_equal(
	    ds_open_dd(dds, "P", DS_INPUT, NULL, &f, &diag), DS_NOFILE);
	assert_null(f);
}

static void
bad_text_stores_nothing(void **state)
{
	struct ds_file *in = NULL;

	(void)state;
	make_file("good", "OLD\n", 4);
	ok(alloc_path("G", "good", ",text"));
	ok(dd_alloc(dds, "PS=T.KEEP,new,recfm=F,lrecl=3", &diag));
	assert_int_equal(copy("G", "PS"), 1);
	make_file("in", "A\nB\nC\xFF\n", 7);
	ok(alloc_path("IN", "in", ",text"));
	assert_int_equal(
	    ds_open_dd(dds, "IN", DS_INPUT, NULL, &in, &diag), DS_BADTEXT);
	assert_string_equal(
	    diag.text, "line 3: byte X'FF' in column 2 is not UTF-8");
	ok(alloc_path("TXT", "txt", ",text"));
	assert_int_equal(copy("PS", "TXT"), 1);
	check_file("txt", "OLD\n", 4);
}

static void
an_abandoned_append_was_not_made(void **state)
{
	struct ds_file *f = NULL;
	int i;

	(void)state;
	ok(dd_alloc(dds, "M=T.KEEP,mod", &diag));
	ok(ds_open_dd(dds, "M", DS_OUTPUT, NULL, &f, &diag));
	for (i = 0; i < 100000; i++)
		ok(ds_put(f, "xyz", 3, &diag));
	ds_abandon(&f);
	ok(alloc_path("TXT", "txt", ",text"));
	assert_int_equal(copy("M", "TXT"), 1);
	check_file("txt", "OLD\n", 4);
	/* The space it took is used by the next. */
	ok(ds_open_dd(dds, "M", DS_OUTPUT, NULL, &f, &diag));
	for (i = 0; i < 100000; i++)
		ok(ds_put(f, "xyz", 3, &diag));
	ok(ds_close(&f, &diag));
	assert_int_equal(copy("M", "TXT"), 100001);
}

static void
space_ends_with_sixteen_extents(void **state)
{
	/* trk(1,1): 16 tracks of 57,344 bytes; 80-byte records. */
	struct ds_file *f = NULL;
	struct ds_entry *ent = NULL;
	uint8_t rec[80] = {0xC1};
	enum ds_status st;
	uint32_t n = 0;

	(void)state;
	(void)ent;
	ok(dd_alloc(
	    dds, "PS=T.FULL,new,recfm=FB,lrecl=80,space=trk(1,1)", &diag));
	ok(ds_open_dd(dds, "PS", DS_OUTPUT, NULL, &f, &diag));
	while ((st = ds_put(f, rec, 80, &diag)) == DS_OK && n < 20000)
		n++;
	assert_int_equal(st, DS_NOSPACE);
	assert_int_equal(n, 16 * 57344 / 80);
	ok(ds_close(&f, &diag));
	ok(dd_alloc(dds, "D=dummy", &diag));
	assert_int_equal(copy("PS", "D"), n);
}

/* A child opens and waits; the parent is refused and told who. */
static void
others_are_kept_out_and_told(void **state)
{
	const struct ds_delete_opts opts = {.purge = true, .erase = -1};
	struct ds_file *f = NULL, *g = NULL;
	int down[2], up[2], status;
	char c;
	pid_t pid;

	(void)state;
	/* In one process too: many readers or one writer. */
	ok(ds_open_name(sys, "T.KSDS", DS_INPUT, &f, &diag));
	ok(ds_open_name(sys, "T.KSDS", DS_INPUT, &g, &diag));
	ds_abandon(&g);
	assert_int_equal(
	    ds_open_name(sys, "T.KSDS", DS_OUTPUT, &g, &diag), DS_OPEN_INUSE);
	assert_string_equal(diag.holder, "this program itself");
	/* The job's name for it is no obstacle, its being open is. */
	assert_int_equal(
	    ds_delete(sys, "T.KSDS", &opts, NULL, NULL, &diag), DS_CAT_INUSE);
	assert_string_equal(diag.holder, "this program itself");
	ok(ds_close(&f, &diag));

	assert_int_equal(pipe(down), 0);
	assert_int_equal(pipe(up), 0);
	pid = child_fork();
	if (pid == 0) {
		char root[100];
		struct ds_system *mine = NULL;
		struct ds_file *h = NULL;

		close(down[1]);
		close(up[0]);
		snprintf(root, sizeof(root), "%s/root", dir);
		if (ds_system_open(root, &mine, NULL, NULL) != DS_OK ||
		    ds_open_name(mine, "T.KSDS", DS_OUTPUT, &h, NULL) != DS_OK)
			_exit(1);
		if (write(up[1], "x", 1) != 1 || read(down[0], &c, 1) != 1)
			_exit(2);
		_exit(0); /* dies with it open */
	}
	/* A child that dies is the end of the pipe, not a wait for ever. */
	close(down[0]);
	close(up[1]);
	assert_int_equal(read(up[0], &c, 1), 1);
	assert_int_equal(
	    ds_open_name(sys, "T.KSDS", DS_INPUT, &f, &diag), DS_OPEN_INUSE);
	assert_string_not_equal(diag.holder, "");
	assert_int_equal(dd_alloc(dds, "K=T.KSDS", &diag), DS_BUSY);
	assert_string_not_equal(diag.holder, "");
	assert_int_equal(write(down[1], "x", 1), 1);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	ok(ds_open_name(sys, "T.KSDS", DS_INPUT, &f, &diag));
	ok(ds_close(&f, &diag));
	close(down[1]);
	close(up[0]);
}

static void
verify_looks_at_the_end(void **state)
{
	(void)state;
	ok(ds_verify(sys, "T.KSDS", false, &diag));
	ok(ds_verify(sys, "T.KSDS", true, &diag));
	ok(ds_verify(sys, "T.KSDS.DATA", false, &diag));
	define_ksds("T.NEVER", 2, 4);
	ok(ds_verify(sys, "T.NEVER", false, &diag));
	ok(ds_verify(sys, "T.NEVER", true, &diag));
	assert_int_equal(
	    ds_verify(sys, "T.KEEP", false, &diag), DS_OPEN_NOTVSAM);
	assert_int_equal(
	    ds_verify(sys, "NO.SUCH", false, &diag), DS_CAT_NOTFOUND);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(text_goes_to_a_new_data_set_and_back),
	    TEST(mod_appends_and_old_rewrites),
	    TEST(short_binary_records_fill_with_zeros),
	    TEST(an_empty_data_set_has_no_records),
	    TEST(clusters_are_loaded_read_and_found),
	    TEST(a_dd_says_how_it_is_buffered),
	    TEST(components_are_read_by_address),
	    TEST(text_takes_the_page_of_its_target),
	    TEST(cards_and_dummy),
	    TEST(concatenations_read_on),
	    TEST(what_is_not_there_is_told),
	    TEST(bad_text_stores_nothing),
	    TEST(an_abandoned_append_was_not_made),
	    TEST(space_ends_with_sixteen_extents),
	    TEST(others_are_kept_out_and_told),
	    TEST(verify_looks_at_the_end),
	};

	return cmocka_run_group_tests(tests, group_setup, group_teardown);
}

/*
 * Data sets that others use, that are damaged, that the caller may not read;
 * many threads on one.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>

#include "services/locate.h"
#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/security.h"

static enum ops_status
read_at(struct serving *s, const struct ops_fh *fh, uint64_t at, size_t *gotp)
{
	uint8_t buf[1000];
	bool eof;

	return ops_read(s->ops, fh, at, buf, sizeof(buf), gotp, &eof);
}

/* A writer alone: who reads is told to try later, at last no more. What is
 * published is there all the time. */
static void
test_in_use(void **state)
{
	struct fixture *f = *state;
	struct ds_file *file = NULL;
	enum ops_status st;
	struct ops_attr a;
	struct serving s;
	struct ops_fh fh;
	size_t got;

	set_nonvsam(f, "A.PS", DS_RECFM_FB, 0);
	set_fill(f, "A.PS", 0, 20, true);
	serve_with(f, (struct ops_config){.delay_ms = 300}, &s);
	assert_int_equal(walk(&s, "A.PS", &fh), OPS_OK);
	assert_int_equal(
	    ds_open_name(f->sys, "A.PS", DS_OUTPUT, &file, &f->diag), DS_OK);
	while ((st = read_at(&s, &fh, 0, &got)) == OPS_DELAY)
		usleep(10000);
	assert_int_equal(st, OPS_ACCES);
	assert_non_null(strstr(s.log, "A.PS is in use by"));
	assert_int_equal(ops_getattr(s.ops, &fh, &a), OPS_OK);
	assert_int_equal(a.size, 20 * SET_FIXED);
	ds_abandon(&file);
	assert_int_equal(read_at(&s, &fh, 0, &got), OPS_OK);
	serve_end(&s);
}

/* What was read is let go after a while, for who wants it alone. */
static void
test_idle(void **state)
{
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh;
	size_t got;
	int left;

	set_nonvsam(f, "A.PS", DS_RECFM_FB, 0);
	set_fill(f, "A.PS", 0, 20, true);
	serve_with(f, (struct ops_config){.idle_ms = 50}, &s);
	assert_int_equal(ops_idle(s.ops), -1);
	assert_int_equal(walk(&s, "A.PS", &fh), OPS_OK);
	assert_int_equal(read_at(&s, &fh, 0, &got), OPS_OK);
	while ((left = ops_idle(s.ops)) >= 0) {
		assert_true(left <= 50);
		usleep(10000);
	}
	assert_int_equal(delete (f, "A.PS"), DS_OK);
	assert_int_equal(read_at(&s, &fh, 0, &got), OPS_STALE);
	serve_end(&s);
}

/* No more are open at once than may be. */
static void
test_limit(void **state)
{
	struct fixture *f = *state;
	struct ops_fh fh[4];
	struct serving s;
	char name[20];
	size_t got;

	serve_with(
	    f, (struct ops_config){.max_open = 2, .idle_ms = 600000}, &s);
	for (int i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "A.PS%d", i);
		set_nonvsam(f, name, DS_RECFM_FB, 0);
		set_fill(f, name, 0, 20, true);
		assert_int_equal(walk(&s, name, &fh[i]), OPS_OK);
		assert_int_equal(read_at(&s, &fh[i], 0, &got), OPS_OK);
		assert_int_equal(got, 1000);
	}
	assert_int_equal(delete (f, "A.PS0"), DS_OK);
	assert_int_equal(delete (f, "A.PS1"), DS_OK);
	assert_int_equal(delete (f, "A.PS2"), DS_CAT_INUSE);
	serve_end(&s);
}

static struct ds_file *
open_writer(struct fixture *f, const char *name)
{
	const struct ds_open_parms how = {.disp = DD_SHR};
	struct ds_file *file = NULL;

	assert_int_equal(
	    ds_open_with(f->sys, name, DS_INPUT | DS_OUTPUT | DS_DIR, &how,
		&file, &f->diag),
	    DS_OK);
	return file;
}

static void
put_one(struct fixture *f, struct ds_file *file, uint32_t i)
{
	uint8_t rec[SET_LEN_MAX];

	set_record(i, true, rec);
	assert_int_equal(ds_put(file, rec, SET_FIXED, &f->diag), DS_OK);
}

static void
check_bytes(struct serving *s, const char *path, enum ops_view view, uint32_t n)
{
	uint8_t *model, *all;
	size_t len, all_len;
	struct ops_attr a;
	struct ops_fh fh;

	assert_int_equal(walk(s, path, &fh), OPS_OK);
	assert_int_equal(ops_getattr(s->ops, &fh, &a), OPS_OK);
	model = set_stream(view, n, true, &len);
	assert_int_equal(a.size, len);
	all = read_all(s, &fh, 0, 500, &all_len);
	assert_int_equal(all_len, len);
	assert_memory_equal(all, model, len);
	free(all);
	free(model);
}

/* Each completed request is seen, and the change attribute is another. */
static void
test_writer_beside(void **state)
{
	struct ds_define_cluster def;
	struct fixture *f = *state;
	struct ops_attr a, b;
	struct ds_file *file;
	struct serving s;

	def_ksds(&def, "A.KSDS");
	def.cluster.keylen = SET_KEY;
	def.cluster.avglrecl = def.cluster.maxlrecl = SET_FIXED;
	def.cluster.share_region = 3;
	def.cluster.share_system = 3;
	assert_int_equal(define(f, &def), DS_OK);
	set_fill(f, "A.KSDS", 0, 50, true);
	serve(f, &s);
	check_bytes(&s, "A.KSDS", OPS_BINARY, 50);
	check_bytes(&s, "A.KSDS,text", OPS_TEXT, 50);
	assert_int_equal(stat_path(&s, "A.KSDS", &a), OPS_OK);
	file = open_writer(f, "A.KSDS");
	for (uint32_t i = 50; i < 60; i++) {
		put_one(f, file, i);
		check_bytes(&s, "A.KSDS", OPS_BINARY, i + 1);
		check_bytes(&s, "A.KSDS,text", OPS_TEXT, i + 1);
		check_bytes(&s, "A.KSDS,rdw", OPS_RDW, i + 1);
		assert_int_equal(stat_path(&s, "A.KSDS", &b), OPS_OK);
		assert_true(b.change != a.change);
		a = b;
	}
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	check_bytes(&s, "A.KSDS", OPS_BINARY, 60);
	serve_end(&s);
}

/* --- damage ----------------------------------------------------------------
 */

/* A byte of record number i is another one on the disk. */
static void
damage(struct fixture *f, const char *component, uint32_t i)
{
	struct ds_entry *ent = locate(f, component);
	char hex[SPHERE_NAME_LEN], path[200];
	uint8_t rec[SET_LEN_MAX], *all, *at;
	struct stat sb;
	int fd;

	sphere_id_name(ent->comp_id, hex);
	snprintf(path, sizeof(path), "%s/volumes/%s/%s", f->dir,
	    ent->volumes[0].volser, hex);
	ds_entry_free(&ent);
	set_record(i, true, rec);
	assert_true((fd = open(path, O_RDWR)) >= 0);
	assert_int_equal(fstat(fd, &sb), 0);
	all = malloc((size_t)sb.st_size);
	assert_int_equal(pread(fd, all, (size_t)sb.st_size, 0), sb.st_size);
	at = memmem(all, (size_t)sb.st_size, rec, SET_FIXED);
	assert_non_null(at);
	*at ^= 0xff;
	assert_int_equal(pwrite(fd, at, 1, at - all), 1);
	free(all);
	close(fd);
}

/* What is in front of it is read, it is not, what is far behind it is. */
static void
check_damage(struct serving *s, const char *path, enum ops_view view)
{
	uint8_t *model, buf[1000];
	struct ops_fh fh;
	size_t len, n = 0, got = 0;
	enum ops_status st;
	bool eof = false;

	model = set_stream(view, 3000, true, &len);
	assert_int_equal(walk(s, path, &fh), OPS_OK);
	while ((st = ops_read(s->ops, &fh, n, buf, sizeof(buf), &got, &eof)) ==
	       OPS_OK) {
		assert_false(eof);
		assert_true(got > 0 && n + got < len);
		assert_memory_equal(buf, model + n, got);
		n += got;
	}
	assert_int_equal(st, OPS_IO);
	assert_true(n <= 1500 * (size_t)(SET_FIXED + 4));
	assert_int_equal(ops_read(s->ops, &fh, n, buf, 10, &got, &eof), OPS_IO);
	if (view != OPS_TEXT) {
		assert_int_equal(
		    ops_read(s->ops, &fh, len - 1000, buf, 1000, &got, &eof),
		    OPS_OK);
		assert_memory_equal(buf, model + len - 1000, 1000);
	}
	free(model);
}

static void
test_damage(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	set_cluster(f, "A.KSDS", DS_ORG_KSDS, true);
	set_nonvsam(f, "A.PS", DS_RECFM_FB, 0);
	set_fill(f, "A.KSDS", 0, 3000, true);
	set_fill(f, "A.PS", 0, 3000, true);
	damage(f, "A.KSDS.DATA", 1500);
	damage(f, "A.PS", 1500);
	serve(f, &s);
	check_damage(&s, "A.KSDS", OPS_BINARY);
	assert_non_null(strstr(s.log, "A.KSDS"));
	check_damage(&s, "A.KSDS,rdw", OPS_RDW);
	check_damage(&s, "A.PS", OPS_BINARY);
	serve_end(&s);
}

/* --- who may ---------------------------------------------------------------
 */

static void
test_permission(void **state)
{
	const uint32_t gids[] = {4711};
	const struct ops_caller nobody = {54321, 54321, gids, 1, 0};
	struct ops_caller me = {
	    (uint32_t)getuid(), (uint32_t)getgid(), NULL, 0, 0};
	struct fixture *f = *state;
	struct ops_fh fh, open;
	struct serving s;
	uint32_t may;
	size_t got;
	FILE *fp;
	char path[200];

	set_nonvsam(f, "A.SECRET", DS_RECFM_FB, 0);
	set_fill(f, "A.SECRET", 0, 3, true);
	set_nonvsam(f, "A.OPEN", DS_RECFM_FB, 0);
	set_fill(f, "A.OPEN", 0, 3, true);
	profile(f, "A.SECRET", DS_ACCESS_NONE);
	profile(f, "A.OPEN", DS_ACCESS_READ);
	snprintf(path, sizeof(path), "%s/catamount.conf", f->dir);
	assert_non_null(fp = fopen(path, "a"));
	fputs("security=on\n", fp);
	fclose(fp);
	serve(f, &s);
	assert_int_equal(ops_act_for(s.ops, &me), OPS_OK);
	assert_int_equal(walk(&s, "A.SECRET", &fh), OPS_OK);
	assert_int_equal(walk(&s, "A.OPEN", &open), OPS_OK);
	assert_int_equal(read_at(&s, &fh, 0, &got), OPS_OK);
	assert_int_equal(ops_act_for(s.ops, &nobody), OPS_OK);
	/* It is open here, for another. */
	assert_int_equal(read_at(&s, &fh, 0, &got), OPS_ACCES);
	assert_int_equal(
	    ops_access(s.ops, &open, OPS_ACCESS_READ, &may), OPS_OK);
	assert_int_equal(may, OPS_ACCESS_READ);
	assert_int_equal(read_at(&s, &open, 0, &got), OPS_OK);
	assert_int_equal(walk(&s, "A.SECRET", &fh), OPS_ACCES);
	assert_int_equal(ops_act_for(s.ops, &me), OPS_OK);
	assert_int_equal(read_at(&s, &fh, 0, &got), OPS_OK);
	serve_end(&s);
}

/* --- threads ---------------------------------------------------------------
 */

struct reader {
	struct ops_server *server;
	struct ops_fh fh;
	const uint8_t *model;
	size_t len;
	uint64_t seed;
	bool good;
};

static void *
read_much(void *arg)
{
	struct reader *r = arg;
	struct ops *ops = NULL;
	uint8_t buf[3000];
	uint64_t at;
	size_t got;
	bool eof;

	r->good = ops_new(r->server, &ops, NULL) == DS_OK;
	for (int i = 0; i < 300 && r->good; i++) {
		r->seed = r->seed * 6364136223846793005u + 1442695040888963407u;
		at = (r->seed >> 33) % r->len;
		r->good = ops_read(ops, &r->fh, at, buf, sizeof(buf), &got,
			      &eof) == OPS_OK &&
			  (got == sizeof(buf) || eof) &&
			  memcmp(buf, r->model + at, got) == 0;
	}
	ops_free(&ops);
	return NULL;
}

static void
test_threads(void **state)
{
	enum { THREADS = 4 };
	struct fixture *f = *state;
	struct reader readers[THREADS];
	pthread_t threads[THREADS];
	struct serving s;
	uint8_t *model;
	size_t len;

	set_cluster(f, "A.KSDS", DS_ORG_KSDS, false);
	set_fill(f, "A.KSDS", 0, 3000, false);
	model = set_stream(OPS_RDW, 3000, false, &len);
	serve(f, &s);
	for (int i = 0; i < THREADS; i++) {
		readers[i] = (struct reader){.server = s.server,
		    .model = model,
		    .len = len,
		    .seed = (uint64_t)i};
		assert_int_equal(
		    walk(&s, "A.KSDS,rdw", &readers[i].fh), OPS_OK);
	}
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(
		    pthread_create(&threads[i], NULL, read_much, &readers[i]),
		    0);
	for (int i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_join(threads[i], NULL), 0);
		assert_true(readers[i].good);
	}
	free(model);
	serve_end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_in_use),
	    T(test_idle),
	    T(test_limit),
	    T(test_writer_beside),
	    T(test_damage),
	    T(test_permission),
	    T(test_threads),
	};

	return cmocka_run_group_tests_name("nfs-shared", tests, NULL, NULL);
}

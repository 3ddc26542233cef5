/*
 * Writers and readers of one data set, each a process of its own, some of them
 * killed and stopped at random instants: no acknowledged put or update is
 * lost, none is seen twice, nobody sees a record torn or older than one that
 * was acknowledged before, base and alternate index say the same.
 *
 * What was acknowledged stands in memory that all processes of the test share:
 * a writer notes an attempt before the request and its success behind it.
 * Readers look at the notes first and at the data set then.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "services/enq.h"
#include "tests/support/child.h"
#include "tests/support/long.h"
#include "tests/support/sharing.h"
#include "tests/support/root.h"

enum { WRITERS = 4, READERS = 3, GROUPS = 50, MOST = WRITER_RECS };

/* What one writer has tried and done; number n's version in versions[n]. */
struct notes {
	_Atomic unsigned tried, done; /* puts: numbers below it */
	_Atomic unsigned versions_tried[MOST], versions_done[MOST];
};

struct shared {
	struct notes w[WRITERS];
	_Atomic unsigned long gets[READERS];
	_Atomic bool end;
	char fault[400];
	_Atomic int faults;
};

static char root[ROOT_LEN];
static struct ds_system *sys;
static struct ds_diag diag;
static struct shared *sh;
static unsigned seed;
static pid_t writers[WRITERS], readers[READERS]; /* 0: none */

static void
kill_child(pid_t *pidp)
{
	int status;

	if (*pidp <= 0)
		return;
	kill(*pidp, SIGKILL);
	waitpid(*pidp, &status, 0);
	*pidp = 0;
}

static int
group_setup(void **state)
{
	(void)state;
	sh = mmap(NULL, sizeof(*sh), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return sh != MAP_FAILED ? 0 : -1;
}

static int
setup(void **state)
{
	(void)state;
	if (!root_new(root, "t4710"))
		return -1;
	return ds_system_open(root, &sys, NULL, &diag) == DS_OK ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	/* A test that failed left its children. */
	for (unsigned i = 0; i < WRITERS; i++)
		kill_child(&writers[i]);
	for (unsigned i = 0; i < READERS; i++)
		kill_child(&readers[i]);
	ds_system_close(&sys);
	return root_remove(root);
}

/* In a child: say what is wrong and end. */
#define FAULT(...)                                                           \
	do {                                                                 \
		if (atomic_fetch_add(&sh->faults, 1) == 0)                   \
			snprintf(sh->fault, sizeof(sh->fault), __VA_ARGS__); \
		_exit(1);                                                    \
	} while (0)

static void
must(enum ds_status st, const char *what)
{
	if (st != DS_OK)
		FAULT("%s: %s %.99s %s (%s)", what, ds_status_name(st),
		    diag.name, diag.text, diag.holder);
}

static struct ds_file *
open_shared(const char *name, unsigned intent)
{
	struct ds_system *mine = NULL;
	struct dd_table *dds = NULL;
	struct ds_file *file = NULL;
	char spec[64];

	must(ds_system_open(root, &mine, NULL, &diag), "root");
	must(dd_table_new(mine, &dds), "table");
	snprintf(spec, sizeof(spec), "D=%s,shr", name);
	must(dd_alloc(dds, spec, &diag), "allocation");
	must(ds_open_dd(dds, "D", intent, NULL, &file, &diag), "open");
	return file;
}

/* --- writers ---------------------------------------------------------------
 */

/* The record by its key; DS_NOTFOUND. */
static enum ds_status
find(
    struct ds_file *file, unsigned writer, unsigned number, struct ds_rec *recp)
{
	uint8_t rec[REC_LEN];
	enum ds_status st;

	rec_make(rec, writer, number, 1);
	st = ds_point_key(file, rec, REC_KEYLEN, &diag);
	if (st == DS_OK)
		st = ds_get(file, recp, &diag);
	if (st == DS_OK && memcmp(recp->data, rec, REC_KEYLEN) != 0)
		st = DS_NOTFOUND;
	return st;
}

/* A predecessor was killed: the request in hand was done or it was not. */
static void
take_over(struct ds_file *file, unsigned writer)
{
	struct notes *w = &sh->w[writer];
	unsigned n = atomic_load(&w->tried), a, b;
	uint64_t version;
	struct ds_rec rec;
	enum ds_status st;

	if (n > atomic_load(&w->done)) {
		st = find(file, writer, n - 1, &rec);
		if (st != DS_OK && st != DS_NOTFOUND)
			must(st, "taking over");
		if (st == DS_NOTFOUND)
			atomic_store(&w->tried, n - 1);
		else
			atomic_store(&w->versions_done[n - 1], 1);
		atomic_store(&w->done, atomic_load(&w->tried));
	}
	for (n = 0; n < atomic_load(&w->done); n++) {
		if (atomic_load(&w->versions_done[n]) ==
		    atomic_load(&w->versions_tried[n]))
			continue;
		must(find(file, writer, n, &rec), "taking over");
		if (!rec_read(rec.data, rec.len, &a, &b, &version))
			FAULT("writer %u: a torn record %u", writer, n);
		atomic_store(&w->versions_tried[n], (unsigned)version);
		atomic_store(&w->versions_done[n], (unsigned)version);
	}
}

static void
put_one(struct ds_file *file, unsigned writer)
{
	struct notes *w = &sh->w[writer];
	unsigned n = atomic_load(&w->tried);
	uint8_t rec[REC_LEN];

	rec_make(rec, writer, n, 1);
	atomic_store(&w->versions_tried[n], 1);
	atomic_store(&w->tried, n + 1);
	must(ds_put(file, rec, sizeof(rec), &diag), "put");
	atomic_store(&w->versions_done[n], 1);
	atomic_store(&w->done, n + 1);
}

static void
update_one(struct ds_file *file, unsigned writer, unsigned n)
{
	struct notes *w = &sh->w[writer];
	unsigned version = atomic_load(&w->versions_done[n]) + 1;
	uint8_t rec[REC_LEN];

	rec_make(rec, writer, n, version);
	atomic_store(&w->versions_tried[n], version);
	must(ds_replace(file, rec, sizeof(rec), &diag), "replace");
	atomic_store(&w->versions_done[n], version);
}

static void
writer_process(const char *name, unsigned writer, bool keyed)
{
	struct ds_file *file = open_shared(name, DS_OUTPUT | DS_DIR);
	unsigned s = (unsigned)getpid(), n;

	if (keyed)
		take_over(file, writer);
	else /* whether its last is there nobody can say */
		atomic_store(
		    &sh->w[writer].done, atomic_load(&sh->w[writer].tried));
	while (!atomic_load(&sh->end)) {
		n = atomic_load(&sh->w[writer].done);
		if (keyed && n > 0 && (unsigned)rand_r(&s) % 3 == 0)
			update_one(file, writer, (unsigned)rand_r(&s) % n);
		else if (n + 1 < MOST)
			put_one(file, writer);
		usleep((unsigned)rand_r(&s) % 400);
	}
	must(ds_close(&file, &diag), "close");
	_exit(0);
}

/* --- readers ---------------------------------------------------------------
 */

static unsigned seen[WRITERS][MOST]; /* versions, of this reader */

/* A record that was read must be one of ours and not older than before. low:
 * what was acknowledged before the request. */
static void
check_record(const struct ds_rec *rec, unsigned *writerp, unsigned *numberp,
    unsigned low)
{
	uint64_t version;
	unsigned tried;

	if (!rec_read(rec->data, rec->len, writerp, numberp, &version) ||
	    *writerp >= WRITERS)
		FAULT("a torn record: %.*s", (int)REC_KEYLEN,
		    (const char *)rec->data);
	if (version < low || version < seen[*writerp][*numberp])
		FAULT("record %u of %u: version %llu after %u, %u", *numberp,
		    *writerp, (unsigned long long)version, low,
		    seen[*writerp][*numberp]);
	tried = atomic_load(&sh->w[*writerp].versions_tried[*numberp]);
	if (version > tried)
		FAULT("record %u of %u: version %llu, tried %u", *numberp,
		    *writerp, (unsigned long long)version, tried);
	seen[*writerp][*numberp] = (unsigned)version;
}

static void
read_one(struct ds_file *file, unsigned *s)
{
	unsigned w = (unsigned)rand_r(s) % WRITERS, n, low, a, b;
	unsigned done = atomic_load(&sh->w[w].done);
	struct ds_rec rec;
	enum ds_status st;

	if (done == 0)
		return;
	n = (unsigned)rand_r(s) % done;
	low = atomic_load(&sh->w[w].versions_done[n]);
	st = find(file, w, n, &rec);
	if (st != DS_OK)
		FAULT("record %u of %u, acknowledged: %s %s", n, w,
		    ds_status_name(st), diag.text);
	check_record(&rec, &a, &b, low);
}

/* All of it in order: each that was acknowledged before, none twice. */
static void
read_all(struct ds_file *file, bool keyed)
{
	unsigned done[WRITERS], known[WRITERS] = {0}, count[WRITERS] = {0};
	unsigned w, n;
	struct ds_rec rec;
	uint8_t last[WRITERS][REC_KEYLEN] = {{0}};
	enum ds_status st;

	for (w = 0; w < WRITERS; w++) {
		done[w] = atomic_load(&sh->w[w].done);
		for (n = 0; n < done[w]; n++)
			known[w] += atomic_load(&sh->w[w].versions_done[n]) > 0;
	}
	st = keyed ? ds_point_key(file, "0", 1, &diag)
		   : ds_point_rba(file, 0, &diag);
	must(st, "point");
	while ((st = ds_get(file, &rec, &diag)) == DS_OK) {
		check_record(&rec, &w, &n, 0);
		/* by key; in entry sequence those of each writer ascend */
		if (memcmp(rec.data, last[keyed ? 0 : w], REC_KEYLEN) <= 0)
			FAULT("key %.8s after %.8s", (const char *)rec.data,
			    (const char *)last[keyed ? 0 : w]);
		memcpy(last[keyed ? 0 : w], rec.data, REC_KEYLEN);
		count[w] +=
		    n < done[w] && atomic_load(&sh->w[w].versions_done[n]) > 0;
	}
	if (st != DS_EOD)
		must(st, "get in sequence");
	for (w = 0; w < WRITERS; w++)
		if (count[w] != known[w])
			FAULT("in sequence %u of %u acknowledged ones of %u",
			    count[w], known[w], w);
}

/* All of one alternate key: likewise. */
static void
read_group(struct ds_file *path, unsigned group)
{
	unsigned done[WRITERS], count[WRITERS] = {0}, w, n, want;
	static unsigned char twice[WRITERS][MOST];
	struct ds_rec rec;
	enum ds_status st;
	char key[8];

	for (w = 0; w < WRITERS; w++)
		done[w] = atomic_load(&sh->w[w].done);
	memset(twice, 0, sizeof(twice));
	snprintf(key, sizeof(key), "%04u", group);
	st = ds_point_key(path, key, 4, &diag);
	while (st == DS_OK && (st = ds_get(path, &rec, &diag)) == DS_OK) {
		check_record(&rec, &w, &n, 0);
		if (n % GROUPS != group)
			break;
		if (twice[w][n]++ != 0)
			FAULT("record %u of %u twice by the path", n, w);
		count[w] += n < done[w];
	}
	if (st != DS_OK && st != DS_EOD && st != DS_NOTFOUND)
		must(st, "get by the path");
	for (w = 0; w < WRITERS; w++) {
		want = done[w] / GROUPS + (group < done[w] % GROUPS);
		if (count[w] != want)
			FAULT("by the path %u of %u acknowledged ones of %u",
			    count[w], want, w);
	}
}

/* How a reader goes. */
enum kind { BY_KEY, IN_SEQUENCE, BY_PATH, IN_ENTRY_SEQUENCE };

static void
reader_process(const char *name, enum kind kind, unsigned reader)
{
	struct ds_file *file = open_shared(name, DS_INPUT);
	unsigned s = (unsigned)getpid();

	while (!atomic_load(&sh->end)) {
		if (kind == BY_KEY)
			read_one(file, &s);
		else if (kind != BY_PATH)
			read_all(file, kind == IN_SEQUENCE);
		else
			read_group(file, (unsigned)rand_r(&s) % GROUPS);
		atomic_fetch_add(&sh->gets[reader], 1);
		usleep(100);
	}
	must(ds_close(&file, &diag), "close");
	_exit(0);
}

/* --- the run ---------------------------------------------------------------
 */

struct run {
	const char *base, *path;
	unsigned nwriters, nreaders;
	bool keyed;
	enum kind kind[READERS];
	unsigned kills, stops;
};

static void
start_writer(struct run *r, unsigned w)
{
	if ((writers[w] = child_fork()) == 0)
		writer_process(r->base, w, r->keyed);
}

static void
start_reader(struct run *r, unsigned i)
{
	if ((readers[i] = child_fork()) == 0)
		reader_process(
		    r->kind[i] == BY_PATH ? r->path : r->base, r->kind[i], i);
}

static void
check_faults(void)
{
	if (atomic_load(&sh->faults) > 0)
		fail_msg("%s", sh->fault);
}

/* No reader ends by itself. */
static void
check_reader(unsigned i)
{
	int status;

	check_faults();
	if (waitpid(readers[i], &status, WNOHANG) == 0)
		return;
	readers[i] = 0;
	check_faults();
	fail_msg("reader %u ended, status X'%X'", i, (unsigned)status);
}

/* Readers go on beside a writer that is stopped, wherever it is. */
static void
stop_one(struct run *r)
{
	pid_t pid = writers[(unsigned)rand_r(&seed) % r->nwriters];
	unsigned long before[READERS];
	unsigned i;

	kill(pid, SIGSTOP);
	for (i = 0; i < r->nreaders; i++)
		before[i] = atomic_load(&sh->gets[i]);
	for (i = 0; i < r->nreaders; i++)
		while (atomic_load(&sh->gets[i]) < before[i] + 2) {
			check_reader(i);
			usleep(500);
		}
	kill(pid, SIGCONT);
	r->stops++;
}

/* Others go on when one is killed, and its successor where it ended. */
static void
kill_one(struct run *r)
{
	unsigned w = (unsigned)rand_r(&seed) % r->nwriters, i;

	kill_child(&writers[w]);
	check_faults();
	start_writer(r, w);
	if (r->nreaders > 0 && (unsigned)rand_r(&seed) % 4 == 0) {
		i = (unsigned)rand_r(&seed) % r->nreaders;
		kill_child(&readers[i]);
		start_reader(r, i);
	}
	r->kills++;
}

static void
end_child(pid_t *pidp)
{
	int status;

	if (*pidp <= 0)
		return;
	assert_int_equal(waitpid(*pidp, &status, 0), *pidp);
	*pidp = 0;
	check_faults();
	assert_int_equal(status, 0);
}

static void
end_all(void)
{
	unsigned i;

	atomic_store(&sh->end, true);
	for (i = 0; i < WRITERS; i++)
		end_child(&writers[i]);
	for (i = 0; i < READERS; i++)
		end_child(&readers[i]);
	check_faults();
}

static void
run(struct run *r, unsigned rounds)
{
	unsigned i;

	memset(sh, 0, sizeof(*sh));
	sh->w[0].tried = sh->w[0].done = 1; /* share_load's */
	sh->w[0].versions_tried[0] = sh->w[0].versions_done[0] = 1;
	for (i = 0; i < r->nwriters; i++)
		start_writer(r, i);
	for (i = 0; i < r->nreaders; i++)
		start_reader(r, i);
	for (i = 0; i < rounds; i++) {
		usleep((unsigned)rand_r(&seed) % 30000);
		check_faults();
		if ((unsigned)rand_r(&seed) % 3 == 0)
			stop_one(r);
		else
			kill_one(r);
	}
	end_all();
}

/* What is there at the end: all that was acknowledged, once, at its version. */
static void
check_end(const struct run *r)
{
	static unsigned char count[WRITERS][MOST];
	struct ds_file *file = NULL;
	struct ds_rec rec;
	unsigned w = 0, n = 0, total = 0;
	uint64_t version;
	enum ds_status st;

	memset(count, 0, sizeof(count));
	share_ok(ds_open_name(sys, r->base, DS_INPUT, &file, &diag), &diag);
	while ((st = ds_get(file, &rec, &diag)) == DS_OK) {
		assert_true(rec_read(rec.data, rec.len, &w, &n, &version));
		assert_true(w < r->nwriters);
		assert_true(n < sh->w[w].tried);
		assert_true(version >= sh->w[w].versions_done[n]);
		assert_true(version <= sh->w[w].versions_tried[n]);
		assert_int_equal(count[w][n]++, 0);
		total++;
	}
	assert_int_equal(st, DS_EOD);
	share_ok(ds_close(&file, &diag), &diag);
	for (w = 0; w < r->nwriters; w++)
		for (n = 0; n < sh->w[w].done; n++)
			if (sh->w[w].versions_done[n] > 0)
				assert_int_equal(count[w][n], 1);
	share_examine(sys, r->base);
	if (r->path != NULL)
		share_examine(sys, "T.A");
	print_message("# %u records, %u kills, %u stops, %lu %lu %lu reads\n",
	    total, r->kills, r->stops, sh->gets[0], sh->gets[1], sh->gets[2]);
}

static void
keyed(unsigned nwriters, int share, bool aix, unsigned rounds)
{
	struct run r = {.base = "T.K",
	    .path = aix ? "T.P" : NULL,
	    .nwriters = nwriters,
	    .nreaders = aix ? READERS : READERS - 1,
	    .keyed = true,
	    .kind = {BY_KEY, IN_SEQUENCE, BY_PATH}};

	share_define(sys, "T.K", "", share, false);
	if (aix) {
		share_define(sys, "T.A", "T.K", share, true);
		share_path(sys, "T.P", "T.A");
	}
	/* One record, so that nobody loads. */
	share_load(sys, "T.K", 1);
	if (aix)
		share_build(sys, "T.K", "T.A");
	run(&r, rounds);
	check_end(&r);
}

static void
entries(unsigned nwriters, int share, unsigned rounds)
{
	struct run r = {.base = "T.K",
	    .nwriters = nwriters,
	    .nreaders = 2,
	    .kind = {IN_ENTRY_SEQUENCE, IN_ENTRY_SEQUENCE}};

	share_define_esds(sys, "T.K", share);
	share_load(sys, "T.K", 1);
	run(&r, rounds);
	check_end(&r);
}

static void
one_writer_and_readers(void **state)
{
	(void)state;
	keyed(1, 2, false, long_or(400, 20));
}

static void
one_writer_and_readers_by_a_path_too(void **state)
{
	(void)state;
	keyed(1, 2, true, long_or(400, 20));
}

static void
writers_and_readers(void **state)
{
	(void)state;
	keyed(4, 4, false, long_or(400, 20));
}

static void
writers_and_readers_by_a_path_too(void **state)
{
	(void)state;
	keyed(3, 3, true, long_or(400, 20));
}

static void
writers_append_to_an_entry_sequenced_set(void **state)
{
	(void)state;
	entries(3, 3, long_or(400, 25));
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const char *given = getenv("CATAMOUNT_SEED");
	const struct CMUnitTest tests[] = {
	    T(one_writer_and_readers),
	    T(one_writer_and_readers_by_a_path_too),
	    T(writers_and_readers),
	    T(writers_and_readers_by_a_path_too),
	    T(writers_append_to_an_entry_sequenced_set),
	};

	seed = given != NULL ? (unsigned)strtoul(given, NULL, 10)
			     : (unsigned)getpid();
	printf("# CATAMOUNT_SEED=%u\n", seed);
	alarm(long_or(3000, 300));
	return cmocka_run_group_tests(tests, group_setup, NULL);
}

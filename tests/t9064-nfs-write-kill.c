/*
 * Servers that are killed in the midst of writing: what was committed is
 * published by the next one, what was not is gone, nothing is half there.
 */
#include <dlfcn.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs_write.h"

enum { MANY = 200, OLD = 20 };

/* How far the child has come. */
enum { BEGUN, COMMITTED, PUBLISHED };
static atomic_int *progress;

/* --- a death at each sync and removal ---------------------------------------
 */

/* Of the child: how many it has yet to live; 0: it lives for ever. */
static unsigned lives;

static void
die(void)
{
	kill(getpid(), SIGKILL);
}

static void
step(void)
{
	if (lives > 0 && --lives == 0)
		die();
}

int
fdatasync(int fd)
{
	int (*real)(int);

	step();
	*(void **)&real = dlsym(RTLD_NEXT, "fdatasync");
	return real(fd);
}

int
fsync(int fd)
{
	int (*real)(int);

	step();
	*(void **)&real = dlsym(RTLD_NEXT, "fsync");
	return real(fd);
}

int
unlink(const char *path)
{
	int (*real)(const char *);

	step();
	*(void **)&real = dlsym(RTLD_NEXT, "unlink");
	return real(path);
}

/* What the child does before it dies. */
typedef void writing_fn(struct serving *s, const struct ops_fh *fh);

/* It has a server of its own on f's root, and writes to path. */
static void
in_child(struct fixture *f, const char *path, writing_fn *fn)
{
	struct serving s;
	struct ops_fh fh;
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (pid == 0) {
		serve_writing(f, &s);
		assert_int_equal(walk(&s, path, &fh), OPS_OK);
		as_client(&s, 1);
		fn(&s, &fh);
		die();
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void
put_new(struct serving *s, const struct ops_fh *fh)
{
	size_t len;
	uint8_t *all = set_stream(OPS_TEXT, MANY, true, &len);

	if (truncate_to(s, fh, 0) != OPS_OK ||
	    write_at(s, fh, 0, all, len) != OPS_OK)
		abort();
	free(all);
}

static void
replace_committed(struct serving *s, const struct ops_fh *fh)
{
	put_new(s, fh);
	if (ops_commit(s->ops, fh) != OPS_OK)
		abort();
}

static void
replace_uncommitted(struct serving *s, const struct ops_fh *fh)
{
	put_new(s, fh);
}

static void
append_committed(struct serving *s, const struct ops_fh *fh)
{
	size_t old, len;
	uint8_t *all = set_stream(OPS_TEXT, MANY, true, &len);

	free(set_stream(OPS_TEXT, OLD, true, &old));
	if (write_at(s, fh, old, all + old, len - old) != OPS_OK ||
	    ops_commit(s->ops, fh) != OPS_OK)
		abort();
	free(all);
}

/* Committed, and then more. */
static void
append_more(struct serving *s, const struct ops_fh *fh)
{
	append_committed(s, fh);
	if (write_at(s, fh, size_of(s, fh), "MORE\n", 5) != OPS_OK)
		abort();
}

static uint32_t
count_records(struct fixture *f, const char *name)
{
	struct ds_file *file = NULL;
	struct ds_rec r;
	uint32_t n = 0;

	assert_int_equal(
	    ds_open_name(f->sys, name, DS_INPUT | DS_SEQ, &file, &f->diag),
	    DS_OK);
	while (ds_get(file, &r, &f->diag) == DS_OK)
		n++;
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	return n;
}

/* What a server after it publishes: n records; 0: the old ones or the new. */
static void
check(struct fixture *f, const char *name, uint32_t n)
{
	struct serving s;

	serve_with(f,
	    (struct ops_config){.idle_ms = 1, .hold_ms = 1, .writable = true},
	    &s);
	settle(&s);
	if (n == 0)
		n = count_records(f, name);
	/* A truncation alone lasts, too, of a client that does not go on. */
	assert_true(n == OLD || n == MANY || (n == 0 && *progress == BEGUN));
	assert_records(f, name, 0, n, true);
	serve_end(&s);
}

static void
test_kill(void **state)
{
	static const struct {
		writing_fn *fn;
		uint32_t n;
	} cases[] = {
	    {replace_committed, MANY},
	    {replace_uncommitted, OLD},
	    {append_committed, MANY},
	    {append_more, OLD},
	};
	static const char *const names[][2] = {
	    {"text/A.FB", "A.FB"}, {"text/A.LIB/M", "A.LIB(M)"}};
	struct fixture *f = *state;

	set_nonvsam(f, "A.FB", DS_RECFM_FB, 0);
	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (int j = 0; j < 2; j++) {
			set_fill(f, names[j][1], 0, OLD, true);
			in_child(f, names[j][0], cases[i].fn);
			assert_records(f, names[j][1], 0, OLD, true);
			check(f, names[j][1], cases[i].n);
		}
}

/* The client goes on with the next server as if nothing had been. */
static void
test_go_on(void **state)
{
	struct fixture *f = *state;
	struct serving s;
	struct ops_fh fh;
	uint8_t *all;
	size_t len;

	set_nonvsam(f, "A.FB", DS_RECFM_FB, 0);
	set_fill(f, "A.FB", 0, OLD, true);
	in_child(f, "text/A.FB", replace_uncommitted);
	serve_writing(f, &s);
	assert_int_equal(walk(&s, "text/A.FB", &fh), OPS_OK);
	all = set_stream(OPS_TEXT, MANY, true, &len);
	as_client(&s, 2);
	assert_int_not_equal(size_of(&s, &fh), len);
	as_client(&s, 1);
	assert_reads(&s, &fh, all, len);
	/* What was not committed is sent again. */
	assert_int_equal(write_at(&s, &fh, 0, all, len), OPS_OK);
	assert_int_equal(ops_commit(s.ops, &fh), OPS_OK);
	settle(&s);
	assert_records(f, "A.FB", 0, MANY, true);
	free(all);
	serve_end(&s);
}

/* While it is down others have written it: what they wrote is newer. */
static void
test_changed_meanwhile(void **state)
{
	struct fixture *f = *state;
	struct serving s;

	set_nonvsam(f, "A.FB", DS_RECFM_FB, 0);
	set_fill(f, "A.FB", 0, OLD, true);
	in_child(f, "text/A.FB", replace_committed);
	set_fill(f, "A.FB", 0, 7, true);
	serve_writing(f, &s);
	settle(&s);
	assert_non_null(strstr(s.log, "what was written is dropped"));
	serve_end(&s);
	assert_records(f, "A.FB", 0, 7, true);
	in_child(f, "text/A.FB", replace_committed);
	assert_int_equal(delete (f, "A.FB"), DS_OK);
	serve_writing(f, &s);
	settle(&s);
	assert_non_null(strstr(s.log, "it is there no more"));
	serve_end(&s);
}

/* Any bytes in place of the file: told, and nothing is written. */
static void
test_damaged(void **state)
{
	char cmd[300];
	struct fixture *f = *state;
	struct serving s;

	set_nonvsam(f, "A.FB", DS_RECFM_FB, 0);
	set_fill(f, "A.FB", 0, OLD, true);
	in_child(f, "text/A.FB", replace_committed);
	snprintf(cmd, sizeof(cmd),
	    "printf X | dd of=\"$(ls %s/nfs/w.*)\" bs=1 seek=40 conv=notrunc "
	    "2>/dev/null",
	    f->dir);
	assert_int_equal(system(cmd), 0);
	serve_writing(f, &s);
	assert_non_null(strstr(s.log, "no stream of this version"));
	settle(&s);
	assert_records(f, "A.FB", 0, OLD, true);
	serve_end(&s);
}

/* Writes, commits, publishes; dies at the step. False: it lived. */
static bool
dies_at(struct fixture *f, const char *path, writing_fn *fn, unsigned at)
{
	struct serving s;
	struct ops_fh fh;
	pid_t pid;
	int status;

	*progress = BEGUN;
	assert_true((pid = fork()) >= 0);
	if (pid == 0) {
		serve_writing(f, &s);
		assert_int_equal(walk(&s, path, &fh), OPS_OK);
		lives = at;
		fn(&s, &fh);
		*progress = COMMITTED;
		settle(&s);
		*progress = PUBLISHED;
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status);
}

static void
each_step(struct fixture *f, const char *path, const char *name, writing_fn *fn,
    unsigned first)
{
	bool died = true;
	unsigned at;
	uint32_t n;

	for (at = first; died; at += 3) {
		set_fill(f, name, 0, OLD, true);
		died = dies_at(f, path, fn, at);
		n = count_records(f, name);
		assert_true(n == OLD || n == MANY);
		assert_true(died || (n == MANY && *progress == PUBLISHED));
		if (*progress >= COMMITTED)
			n = MANY;
		else if (n == OLD) /* COMMIT may have been done, unsaid */
			n = 0;
		check(f, name, n);
	}
	assert_true(at > 12); /* there are such steps */
}

/* Is there new content that was being published? */
static bool
was_publishing(struct fixture *f)
{
	char cmd[200];

	snprintf(cmd, sizeof(cmd),
	    "[ \"$(od -An -tu1 -j16 -N1 %s/nfs/w.* 2>/dev/null)\" = '   2' ]",
	    f->dir);
	return system(cmd) == 0;
}

/* What a server adds before it dies. */
static void
add_part(struct fixture *f, const char *name, enum ds_org org)
{
	const unsigned intent = DS_INPUT | DS_OUTPUT | DS_SEQ | DS_REPLACE;
	struct ds_file *file = NULL;
	uint8_t rec[SET_LEN_MAX];

	if (org != DS_ORG_RRDS) {
		set_fill(f, name, OLD, OLD + 30, true);
		return;
	}
	assert_int_equal(
	    ds_open_name(f->sys, name, intent, &file, &f->diag), DS_OK);
	for (uint32_t i = OLD; i < OLD + 30; i++)
		assert_int_equal(ds_put_rrn(file, rec, set_record(i, true, rec),
				     i + 1, &f->diag),
		    DS_OK);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
}

/*
 * A cluster is added to record by record. Who dies in the midst of it has added
 * some: here it is done by hand, when he died before the first.
 */
static void
each_step_of_adding(struct fixture *f, enum ds_org org, const char *name)
{
	char path[40];
	bool died = true;
	int parts = 0;
	uint32_t n;

	snprintf(path, sizeof(path), "text/%s", name);
	for (unsigned at = 1; died; at += parts == 0 ? 1 : 4) {
		set_cluster(f, name, org, true);
		set_fill(f, name, 0, OLD, true);
		died = dies_at(f, path, append_committed, at);
		n = count_records(f, name);
		assert_true(n >= OLD && n <= MANY);
		if (was_publishing(f) && n == OLD) {
			add_part(f, name, org);
			parts++;
		}
		check(f, name, *progress >= COMMITTED ? MANY : 0);
		assert_int_equal(delete (f, name), DS_OK);
	}
	assert_true(parts > 0);
}

static void
test_each_step_of_adding(void **state)
{
	struct fixture *f = *state;

	each_step_of_adding(f, DS_ORG_KSDS, "A.KSDS");
	each_step_of_adding(f, DS_ORG_ESDS, "A.ESDS");
	each_step_of_adding(f, DS_ORG_RRDS, "A.RRDS");
}

static void
test_each_step(void **state)
{
	struct fixture *f = *state;

	set_nonvsam(f, "A.FB", DS_RECFM_FB, 0);
	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	each_step(f, "text/A.FB", "A.FB", replace_committed, 1);
	each_step(f, "text/A.FB", "A.FB", append_committed, 2);
	each_step(f, "text/A.LIB/M", "A.LIB(M)", append_committed, 1);
}

int
main(void)
{
	static const int shared = MAP_SHARED | MAP_ANONYMOUS;

	const struct CMUnitTest tests[] = {
	    T(test_kill),
	    T(test_go_on),
	    T(test_changed_meanwhile),
	    T(test_damaged),
	    T(test_each_step),
	    T(test_each_step_of_adding),
	};

	progress = mmap(
	    NULL, sizeof(*progress), PROT_READ | PROT_WRITE, shared, -1, 0);
	if (progress == MAP_FAILED)
		return 1;
	return cmocka_run_group_tests_name("nfs-write-kill", tests, NULL, NULL);
}

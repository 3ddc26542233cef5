/*
 * Servers that are killed in the midst of writing: what was committed is
 * published by the next one, what was not is gone, nothing is half there.
 */
#include <sys/wait.h>

#include "tests/support/services.h"
#include "tests/support/nfs_sets.h"
#include "tests/support/nfs_write.h"

enum { MANY = 200, OLD = 20 };

/* What the child does before it dies. */
typedef void writing_fn(struct serving *s, const struct ops_fh *fh);

static void
die(void)
{
	kill(getpid(), SIGKILL);
}

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

/* A server after it: its client's view, and what is published. */
static void
check(struct fixture *f, const char *path, const char *name, uint32_t n)
{
	struct serving s;

	serve_with(f,
	    (struct ops_config){.idle_ms = 20, .hold_ms = 20, .writable = true},
	    &s);
	settle(&s);
	assert_records(f, name, 0, n, true);
	serve_end(&s);
	(void)path;
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
			check(f, names[j][0], names[j][1], cases[i].n);
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(test_kill),
	    T(test_go_on),
	    T(test_changed_meanwhile),
	    T(test_damaged),
	};

	return cmocka_run_group_tests_name("nfs-write-kill", tests, NULL, NULL);
}

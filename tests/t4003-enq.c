/* ENQ between real processes. */
#include <setjmp.h>
#include <signal.h>
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

#include "base/bytes.h"
#include "base/crc32c.h"
#include "services/enq.h"
#include "services/system_int.h"
#include "tests/support/child.h"
#include "tests/support/root.h"

static char root[ROOT_LEN];

static int
setup(void **state)
{
	(void)state;
	return root_new(root, "t4003") ? 0 : -1;
}

static int
teardown(void **state)
{
	(void)state;
	return root_remove(root);
}

/* A process that holds a resource until it is told to end, or is killed. */
struct holder {
	pid_t pid;
	int to; /* a byte ends the process */
};

/* The owner that this process is in these tests. */
static struct enq_owner *
self(void)
{
	static struct enq_owner *owner;
	static pid_t pid;
	static char of[sizeof(root)];

	if (pid != getpid() || strcmp(of, root) != 0) {
		enq_owner_free(&owner);
		assert_int_equal(
		    enq_owner_new(root, NULL, &owner, NULL), DS_OK);
		pid = getpid();
		memcpy(of, root, sizeof(of));
	}
	return owner;
}

static enum ds_status
take(const char *name, enum enq_mode mode, int ms, struct enq **enqp,
    struct ds_diag *diag)
{
	return enq_take(self(), "SYSDSN", name, mode, ms, enqp, diag);
}

static struct holder
hold(const char *name, enum enq_mode mode, const char *job)
{
	struct holder h;
	int to[2], from[2];
	char c;

	assert_int_equal(pipe(to), 0);
	assert_int_equal(pipe(from), 0);
	if ((h.pid = child_fork()) == 0) {
		struct enq *enq = NULL;

		close(to[1]);
		close(from[0]);
		enq_set_job(job);
		c = take(name, mode, 5000, &enq, NULL) == DS_OK ? 'y' : 'n';
		if (write(from[1], &c, 1) != 1 || read(to[0], &c, 1) != 1)
			_exit(1);
		enq_free(&enq);
		_exit(0);
	}
	close(to[0]);
	close(from[1]);
	assert_int_equal(read(from[0], &c, 1), 1);
	assert_int_equal(c, 'y');
	close(from[0]);
	h.to = to[1];
	return h;
}

static void
end(struct holder h, int sig)
{
	int status;

	/* not by closing: later children have a copy of the pipe's end */
	if (sig != 0)
		kill(h.pid, sig);
	else
		assert_int_equal(write(h.to, "e", 1), 1);
	close(h.to);
	assert_int_equal(waitpid(h.pid, &status, 0), h.pid);
}

static void
shared_holders_keep_exclusive_ones_out(void **state)
{
	struct holder a = hold("A.B", ENQ_SHR, ""), b;
	struct enq *enq = NULL;
	struct ds_diag diag;

	(void)state;
	b = hold("A.B", ENQ_SHR, "");
	assert_int_equal(take("A.B", ENQ_EXC, 0, &enq, &diag), DS_BUSY);
	assert_null(enq);
	assert_int_equal(take("A.B", ENQ_SHR, 0, &enq, &diag), DS_OK);
	enq_free(&enq);
	assert_int_equal(take("A.C", ENQ_EXC, 0, &enq, &diag), DS_OK);
	enq_free(&enq);
	end(a, 0);
	assert_int_equal(take("A.B", ENQ_EXC, 0, &enq, &diag), DS_BUSY);
	end(b, 0);
	assert_int_equal(take("A.B", ENQ_EXC, 0, &enq, &diag), DS_OK);
	enq_free(&enq);
	enq_free(&enq);
	assert_null(enq);
}

static void
an_exclusive_holder_is_named(void **state)
{
	struct holder a = hold("A.B", ENQ_EXC, "PAYROLL1");
	struct enq *enq = NULL;
	struct ds_diag diag;
	char want[80];

	(void)state;
	assert_int_equal(take("A.B", ENQ_SHR, 0, &enq, &diag), DS_BUSY);
	assert_string_equal(diag.name, "A.B");
	snprintf(want, sizeof(want), "job PAYROLL1 (%s, process %ld)",
	    "t4003-enq.t", (long)a.pid);
	assert_string_equal(diag.holder, want);
	end(a, 0);
}

static void
several_holders_are_counted(void **state)
{
	struct holder a = hold("A.B", ENQ_SHR, ""), b, c;
	struct enq *enq = NULL;
	struct ds_diag diag;

	(void)state;
	b = hold("A.B", ENQ_SHR, "");
	c = hold("A.X", ENQ_EXC, "");
	assert_int_equal(take("A.B", ENQ_EXC, 0, &enq, &diag), DS_BUSY);
	assert_non_null(strstr(diag.holder, " and 1 more"));
	end(a, 0);
	end(b, 0);
	end(c, 0);
}

static void
a_killed_holder_holds_no_more(void **state)
{
	struct holder a = hold("A.B", ENQ_EXC, "VICTIM"), b;
	struct enq *enq = NULL;
	struct ds_diag diag;

	(void)state;
	end(a, SIGKILL);
	assert_int_equal(take("A.B", ENQ_EXC, 0, &enq, &diag), DS_OK);
	enq_free(&enq);
	/* its entry in the table is stale and is not told */
	b = hold("A.B", ENQ_EXC, "HEIR");
	assert_int_equal(take("A.B", ENQ_EXC, 0, &enq, &diag), DS_BUSY);
	assert_non_null(strstr(diag.holder, "HEIR"));
	assert_null(strstr(diag.holder, "more"));
	end(b, 0);
}

static void
a_wait_ends_when_the_holder_does(void **state)
{
	struct holder a = hold("A.B", ENQ_EXC, "");
	struct enq *enq = NULL;
	struct ds_diag diag;
	pid_t killer;
	int status;

	(void)state;
	assert_int_equal(take("A.B", ENQ_EXC, 60, &enq, &diag), DS_BUSY);
	if ((killer = child_fork()) == 0) {
		usleep(50000);
		kill(a.pid, SIGKILL);
		_exit(0);
	}
	assert_int_equal(take("A.B", ENQ_EXC, 60000, &enq, &diag), DS_OK);
	enq_free(&enq);
	waitpid(killer, &status, 0);
	end(a, SIGKILL);
}

static void
an_owner_gets_what_it_holds(void **state)
{
	struct enq *a = NULL, *b = NULL, *c = NULL;
	struct ds_diag diag;
	struct holder h;

	(void)state;
	assert_int_equal(take("A.B", ENQ_SHR, 0, &a, &diag), DS_OK);
	assert_int_equal(take("A.B", ENQ_SHR, 0, &b, &diag), DS_OK);
	h = hold("A.B", ENQ_SHR, "");
	/* shared becomes exclusive only when nobody else has it */
	assert_int_equal(take("A.B", ENQ_EXC, 0, &c, &diag), DS_BUSY);
	end(h, 0);
	assert_int_equal(take("A.B", ENQ_EXC, 0, &c, &diag), DS_OK);
	enq_free(&a);
	enq_free(&b);
	assert_true(enq_held(self(), "SYSDSN", "A.B"));
	assert_false(enq_held(self(), "SYSDSN", "A.C"));
	/* the last of the three is still there: a child cannot have it */
	if ((h.pid = child_fork()) == 0) {
		a = NULL;
		_exit(take("A.B", ENQ_SHR, 0, &a, NULL) == DS_BUSY ? 0 : 1);
	}
	int status;
	assert_int_equal(waitpid(h.pid, &status, 0), h.pid);
	assert_int_equal(status, 0);
	enq_free(&c);
	assert_false(enq_held(self(), "SYSDSN", "A.B"));
	h = hold("A.B", ENQ_EXC, "");
	assert_false(enq_held(self(), "SYSDSN", "A.B"));
	end(h, 0);
}

static void
a_child_frees_nothing_of_its_parent(void **state)
{
	struct enq *a = NULL, *b = NULL;
	struct ds_diag diag;
	int status;
	pid_t pid;

	(void)state;
	assert_int_equal(take("A.B", ENQ_EXC, 0, &a, &diag), DS_OK);
	if ((pid = child_fork()) == 0) {
		enq_free(&a);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if ((pid = child_fork()) == 0)
		_exit((int)take("A.B", ENQ_EXC, 0, &b, NULL));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WEXITSTATUS(status), DS_BUSY);
	enq_free(&a);
}

static void
names_are_kept_apart(void **state)
{
	struct enq *a = NULL, *b = NULL;
	struct ds_diag diag;
	struct holder h = hold("A.B", ENQ_EXC, "");

	(void)state;
	assert_int_equal(
	    enq_take(self(), "SYSVSAM", "A.B", ENQ_EXC, 0, &a, &diag), DS_OK);
	assert_int_equal(
	    enq_take(self(), "SYSDSNA", ".B", ENQ_EXC, 0, &b, &diag), DS_OK);
	enq_free(&a);
	enq_free(&b);
	end(h, 0);
}

static void
a_damaged_table_is_no_obstacle(void **state)
{
	struct holder h;
	struct enq *enq = NULL;
	struct ds_diag diag;
	char path[128];
	FILE *fp;
	int i;

	(void)state;
	assert_int_equal(take("A.B", ENQ_EXC, 0, &enq, &diag), DS_OK);
	enq_free(&enq);
	snprintf(path, sizeof(path), "%s/enq/holders", root);
	assert_non_null(fp = fopen(path, "w"));
	for (i = 0; i < 5000; i++)
		fputs("ENQ1garbage", fp);
	fclose(fp);
	h = hold("A.B", ENQ_EXC, "");
	assert_int_equal(take("A.B", ENQ_EXC, 0, &enq, &diag), DS_BUSY);
	end(h, 0);
}

/* Who died may have a successor of the same number; it holds nothing. */
static void
a_process_of_the_same_number_is_not_taken_for_it(void **state)
{
	struct holder h = hold("A.B", ENQ_EXC, "PAYROLL1");
	struct enq *enq = NULL;
	struct ds_diag diag;
	uint8_t slot[256];
	char path[128];
	FILE *fp;

	(void)state;
	snprintf(path, sizeof(path), "%s/enq/holders", root);
	assert_non_null(fp = fopen(path, "r+"));
	do /* those before it are free */
		assert_int_equal(fread(slot, sizeof(slot), 1, fp), 1);
	while (memcmp(slot, "ENQ1", 4) != 0);
	assert_int_equal(be64_get(slot + 24), enq_process_start(h.pid));
	/* The slot says of the same process that it began a tick before. */
	be64_put(slot + 24, be64_get(slot + 24) - 1);
	be32_put(slot + 4, crc32c(slot + 8, sizeof(slot) - 8));
	assert_int_equal(fseek(fp, -(long)sizeof(slot), SEEK_CUR), 0);
	assert_int_equal(fwrite(slot, sizeof(slot), 1, fp), 1);
	fclose(fp);
	assert_int_equal(take("A.B", ENQ_SHR, 0, &enq, &diag), DS_BUSY);
	assert_non_null(strstr(diag.holder, "which has ended"));
	end(h, 0);
}

static void
the_files_are_private(void **state)
{
	struct enq *enq = NULL;
	struct ds_diag diag;
	char path[128], kept[sizeof(root)];
	struct stat sb;

	(void)state;
	memcpy(kept, root, sizeof(kept));
	assert_int_equal(take("A.B", ENQ_EXC, 0, &enq, &diag), DS_OK);
	snprintf(path, sizeof(path), "%s/enq/locks", root);
	assert_int_equal(stat(path, &sb), 0);
	assert_int_equal(sb.st_mode & 0777, 0600);
	enq_free(&enq);
	snprintf(root, sizeof(root), "/nonexistent");
	assert_int_equal(take("R", ENQ_EXC, 0, &enq, &diag), DS_NOFILE);
	snprintf(root, sizeof(root), "%s", kept);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(shared_holders_keep_exclusive_ones_out),
	    T(an_exclusive_holder_is_named),
	    T(several_holders_are_counted),
	    T(a_killed_holder_holds_no_more),
	    T(a_wait_ends_when_the_holder_does),
	    T(an_owner_gets_what_it_holds),
	    T(a_child_frees_nothing_of_its_parent),
	    T(names_are_kept_apart),
	    T(a_damaged_table_is_no_obstacle),
	    T(a_process_of_the_same_number_is_not_taken_for_it),
	    T(the_files_are_private),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Programs that count in the same records: get for update, one more, put. Each
 * that was acknowledged counts, whoever else does the same at the same time,
 * is stopped in between or dies with a record in hand.
 */
#include "tests/support/services.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>

#include "access-methods/am_int.h"
#include "include/catamount.h"
#include "lib/lib_int.h"
#include "tests/support/children.h"
#include "tests/support/long.h"
#include "tests/support/sharing.h"

enum { PROGRAMS = 3, COUNTERS = 4 };

struct shared {
	_Atomic unsigned tried[COUNTERS], done[COUNTERS];
	_Atomic bool end;
	_Atomic int faults;
	char fault[400];
};

static struct shared *sh;

/* In a child. */
static void
must(int outcome, const char *what, const struct ctm_error *err)
{
	if (outcome == CTM_OK)
		return;
	if (atomic_fetch_add(&sh->faults, 1) == 0)
		snprintf(sh->fault, sizeof(sh->fault), "%s: %s (%s)", what,
		    err->text, err->holder);
	_exit(1);
}

/* A record of writer 0: its version is the count. */
static void
count_one(struct ctm_string *string, unsigned n)
{
	uint8_t rec[REC_LEN];
	struct ctm_request get = {.options = CTM_KEY | CTM_DIR | CTM_UPD,
	    .key = rec,
	    .key_length = REC_KEYLEN,
	    .area = rec,
	    .area_length = REC_LEN};
	const struct ctm_request put = {.options = CTM_KEY | CTM_DIR | CTM_UPD};
	struct ctm_record got;
	struct ctm_error err;
	uint64_t version;
	unsigned w, number;

	rec_make(rec, 0, n, 1);
	must(ctm_get(string, &get, &got, &err), "get", &err);
	if (!rec_read(rec, got.length, &w, &number, &version))
		must(1, "torn", &err);
	rec_make(rec, 0, n, version + 1);
	atomic_fetch_add(&sh->tried[n], 1);
	must(ctm_put(string, &put, rec, REC_LEN, NULL, &err), "put", &err);
	atomic_fetch_add(&sh->done[n], 1);
}

static void
program(const char *dir, const char *name)
{
	const struct ctm_open_parms parms = {
	    .size = sizeof(parms), .disposition = CTM_SHR};
	struct ctm_system *sys = NULL;
	struct ctm_string *string = NULL;
	struct ctm_file *file = NULL;
	unsigned s = (unsigned)getpid();
	struct ctm_error err = {0};

	must(ctm_system_open(dir, &sys, &err), "root", &err);
	must(ctm_open(sys, name, CTM_OUTPUT | CTM_DIRECT, &parms, &file, &err),
	    "open", &err);
	must(ctm_string_new(file, &string, &err), "string", &err);
	while (!atomic_load(&sh->end)) {
		count_one(string, (unsigned)rand_r(&s) % COUNTERS);
		usleep((unsigned)rand_r(&s) % 100);
	}
	must(ctm_close(&file, &err), "close", &err);
	_exit(0);
}

static pid_t
start(struct fixture *f)
{
	pid_t pid = child_fork();

	if (pid == 0)
		program(f->dir, "T.K");
	return pid;
}

static void
disturb(struct fixture *f, pid_t pid[PROGRAMS], unsigned *seed)
{
	pid_t *one = &pid[(unsigned)rand_r(seed) % PROGRAMS];
	int status;

	usleep((unsigned)rand_r(seed) % 20000);
	if ((unsigned)rand_r(seed) % 2 == 0) {
		kill(*one, SIGSTOP);
		usleep((unsigned)rand_r(seed) % 5000);
		kill(*one, SIGCONT);
		return;
	}
	kill(*one, SIGKILL);
	assert_int_equal(waitpid(*one, &status, 0), *one);
	*one = start(f);
}

static void
check_counts(struct fixture *f)
{
	struct ds_file *file = NULL;
	struct ds_rec rec;
	unsigned w = 0, n = 0, seen = 0;
	uint64_t version;

	share_ok(
	    ds_open_name(f->sys, "T.K", DS_INPUT, &file, &f->diag), &f->diag);
	while (ds_get(file, &rec, &f->diag) == DS_OK) {
		assert_true(rec_read(rec.data, rec.len, &w, &n, &version));
		assert_true(version >= 1 + sh->done[n]);
		assert_true(version <= 1 + sh->tried[n]);
		seen++;
	}
	assert_int_equal(seen, COUNTERS);
	share_ok(ds_close(&file, &f->diag), &f->diag);
	share_examine(f->sys, "T.K");
	print_message("# counted %u %u %u %u\n", sh->done[0], sh->done[1],
	    sh->done[2], sh->done[3]);
}

static void
counts(struct fixture *f, bool aix)
{
	unsigned seed = (unsigned)getpid(), rounds = long_or(500, 40);
	pid_t pid[PROGRAMS];
	int status;

	sh = child_memory(sizeof(*sh));
	alarm(300); /* a hang is a fault */
	share_define(f->sys, "T.K", "", 3, false);
	if (aix)
		share_define(f->sys, "T.A", "T.K", 3, true);
	share_load(f->sys, "T.K", COUNTERS);
	if (aix)
		share_build(f->sys, "T.K", "T.A");
	for (int i = 0; i < PROGRAMS; i++)
		pid[i] = start(f);
	while (rounds-- > 0 && atomic_load(&sh->faults) == 0)
		disturb(f, pid, &seed);
	atomic_store(&sh->end, true);
	for (int i = 0; i < PROGRAMS; i++)
		assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
	if (atomic_load(&sh->faults) > 0)
		fail_msg("%s", sh->fault);
	check_counts(f);
	munmap(sh, sizeof(*sh));
}

static void
no_update_is_lost(void **state)
{
	counts(*state, false);
}

static void
no_update_is_lost_beside_an_alternate_index(void **state)
{
	counts(*state, true);
}

/* --- a record in hand ------------------------------------------------------
 */

static int
get_update(struct ctm_string *string, unsigned n, struct ctm_error *err)
{
	uint8_t rec[REC_LEN];
	const struct ctm_request get = {.options = CTM_KEY | CTM_DIR | CTM_UPD,
	    .key = rec,
	    .key_length = REC_KEYLEN,
	    .area = rec,
	    .area_length = REC_LEN};
	struct ctm_record got;

	rec_make(rec, 0, n, 1);
	return ctm_get(string, &get, &got, err);
}

/* A child that has record n for update or, if in_request, is in a request. */
static pid_t
hold(struct fixture *f, unsigned n, bool in_request)
{
	const struct ctm_open_parms parms = {
	    .size = sizeof(parms), .disposition = CTM_SHR};
	struct ctm_system *sys = NULL;
	struct ctm_string *string = NULL;
	struct ctm_file *file = NULL;
	struct ctm_error err;
	int fd[2];
	char c = 'x';
	pid_t pid;

	assert_int_equal(pipe(fd), 0);
	if ((pid = child_fork()) == 0) {
		if (ctm_system_open(f->dir, &sys, &err) != CTM_OK ||
		    ctm_open(sys, "T.K", CTM_OUTPUT | CTM_DIRECT, &parms, &file,
			&err) != CTM_OK ||
		    ctm_string_new(file, &string, &err) != CTM_OK ||
		    (in_request ? sphere_enter(file->am->sphere, NULL) != DS_OK
				: get_update(string, n, &err) != CTM_OK) ||
		    write(fd[1], &c, 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	close(fd[1]);
	assert_int_equal(read(fd[0], &c, 1), 1);
	close(fd[0]);
	return pid;
}

/* Replacing it needs it; others are free; its holder's death frees it. */
static void
a_record_in_hand_is_waited_for_and_its_holder_named(void **state)
{
	struct fixture *f = *state;
	struct dd_table *dds = NULL;
	struct ds_file *file = NULL;
	uint8_t rec[REC_LEN];
	char who[32];
	int status;
	pid_t pid;

	share_define(f->sys, "T.K", "", 4, false);
	share_load(f->sys, "T.K", COUNTERS);
	pid = hold(f, 2, false);
	kill(pid, SIGSTOP);
	assert_int_equal(dd_table_new(f->sys, &dds), DS_OK);
	share_ok(dd_alloc(dds, "D=T.K,shr", &f->diag), &f->diag);
	ds_system_set_wait(f->sys, 50);
	share_ok(
	    ds_open_dd(dds, "D", DS_OUTPUT | DS_DIR, NULL, &file, &f->diag),
	    &f->diag);
	rec_make(rec, 0, 1, 2);
	share_ok(ds_replace(file, rec, REC_LEN, &f->diag), &f->diag);
	rec_make(rec, 0, 2, 2);
	memset(&f->diag, 0, sizeof(f->diag));
	assert_int_equal(ds_replace(file, rec, REC_LEN, &f->diag), DS_LOCKED);
	snprintf(who, sizeof(who), "process %ld", (long)pid);
	assert_non_null(strstr(f->diag.holder, who));
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	share_ok(ds_replace(file, rec, REC_LEN, &f->diag), &f->diag);
	share_ok(ds_close(&file, &f->diag), &f->diag);
	dd_table_free(&dds);
}

/* The program of this build, with a root that waits one second: its SYSPRINT.
 */
static void
idcams(struct fixture *f, const char *command, char *out, size_t size)
{
	char self[600], path[2000];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	size_t n = 0;
	FILE *fp;

	assert_true(len > 0);
	self[len] = '\0';
	*strstr(self, "/tests/") = '\0';
	snprintf(path, sizeof(path), "%s/catamount.conf", f->dir);
	assert_non_null(fp = fopen(path, "a"));
	fputs("wait=1\n", fp);
	assert_int_equal(fclose(fp), 0);
	snprintf(path, sizeof(path),
	    "%s/bin/idcams --no-pages --root %s --dd i=T.IN,shr "
	    "--dd o=T.K,shr -e '%s' 2>&1",
	    self, f->dir, command);
	assert_non_null(fp = popen(path, "r"));
	while (n < size - 1 && fgets(out + n, (int)(size - n), fp) != NULL)
		n += strlen(out + n);
	out[n] = '\0';
	pclose(fp);
}

static void
assert_told(struct fixture *f, const char *command, bool in_request,
    const char *message, const char *detail)
{
	char out[8000], who[40];
	pid_t pid = hold(f, 2, in_request);
	int status;

	kill(pid, SIGSTOP);
	idcams(f, command, out, sizeof(out));
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	snprintf(who, sizeof(who), "PROCESS %ld)", (long)pid);
	if (strstr(out, message) == NULL || strstr(out, "HELD BY") == NULL ||
	    strstr(out, who) == NULL || strstr(out, detail) == NULL ||
	    strstr(out, "PERMANENT I/O ERROR") != NULL)
		fail_msg("%s", out);
}

/* 20: exclusive control conflict, SC23-6855, RPL feedback codes. */
static void
idcams_says_whom_it_waited_for(void **state)
{
	struct fixture *f = *state;

	share_define(f->sys, "T.K", "", 4, false);
	share_load(f->sys, "T.K", COUNTERS);
	share_define(f->sys, "T.IN", "", 4, false);
	share_load(f->sys, "T.IN", COUNTERS);
	assert_told(f, "REPRO INFILE(I) OUTFILE(O) REPLACE", true,
	    "I/O RETURN CODE IS 20", "DID NOT END IN 1000 MS");
	assert_told(f, "REPRO INFILE(I) OUTFILE(O) REPLACE", false,
	    "I/O RETURN CODE IS 20", "FOR THE RECORD OR KEY X");
	assert_told(f, "VERIFY DATASET(T.K)", true, "OPEN RETURN CODE IS 168",
	    "VERIFY");
}

/* A put into T.K by one who waits ms, which it says. */
static void
waits(struct ctm_system *sys, unsigned ms, const char *holder)
{
	const struct ctm_open_parms parms = {
	    .size = sizeof(parms), .disposition = CTM_SHR};
	const struct ctm_request put = {.options = CTM_KEY | CTM_DIR};
	struct ctm_string *string = NULL;
	struct ctm_file *file = NULL;
	struct ctm_error err = {0};
	uint8_t rec[REC_LEN];
	char want[40];

	ctm_system_wait(sys, ms);
	assert_int_equal(
	    ctm_open(sys, "T.K", CTM_OUTPUT | CTM_DIRECT, &parms, &file, &err),
	    CTM_OK);
	assert_int_equal(ctm_string_new(file, &string, &err), CTM_OK);
	rec_make(rec, 0, COUNTERS + 1, 1);
	assert_int_equal(
	    ctm_put(string, &put, rec, REC_LEN, NULL, &err), CTM_HOST);
	assert_string_equal(err.symbol, "DS_TIMEOUT");
	snprintf(want, sizeof(want), "did not end in %u ms", ms > 0 ? ms : 1);
	assert_non_null(strstr(err.text, want));
	assert_non_null(strstr(err.holder, holder));
	ctm_abandon(&file);
}

/* The second and third file have the root that the first one had. */
static void
a_program_waits_as_long_as_it_says(void **state)
{
	struct fixture *f = *state;
	struct ctm_system *sys = NULL;
	struct ctm_error err;
	char who[40];
	int status;
	pid_t pid;

	share_define(f->sys, "T.K", "", 4, false);
	share_load(f->sys, "T.K", COUNTERS);
	pid = hold(f, 2, true);
	snprintf(who, sizeof(who), "process %ld", (long)pid);
	assert_int_equal(ctm_system_open(f->dir, &sys, &err), CTM_OK);
	waits(sys, 30, who);
	waits(sys, 20, who);
	waits(sys, 0, who);
	ctm_system_close(&sys);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(a_program_waits_as_long_as_it_says),
	    T(idcams_says_whom_it_waited_for),
	    T(no_update_is_lost),
	    T(no_update_is_lost_beside_an_alternate_index),
	    T(a_record_in_hand_is_waited_for_and_its_holder_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Threads, each with the set open for itself: two write, two read. Under
 * ThreadSanitizer (make TSAN=1) it must report nothing. Each thread's records
 * are whole, and none of them older than what it saw before.
 */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/long.h"
#include "tests/support/share_test.h"

enum { KEYS = 300, THREADS = 4 };

static struct vset vs;
static unsigned rounds;
static unsigned writers_left;

/* cmocka's assertions belong to the main thread. */
struct worker {
	pthread_t thread;
	unsigned no;
	const char *failed;
	struct ds_diag diag;
};

static enum ds_status
get(struct opener *op, uint64_t key, uint32_t *versionp)
{
	struct am_rec rec;
	enum ds_status st = opener_get(op, key, &rec);

	if (st != DS_OK)
		return st;
	return share_record_whole(&rec, key, versionp) ? DS_OK : DS_CORRUPT;
}

static const char *
write_all(struct opener *op, unsigned no)
{
	uint32_t version;

	for (unsigned r = 0; r < rounds; r++) {
		for (uint64_t key = no; key < KEYS; key += 2)
			if (get(op, key, &version) != DS_OK ||
			    version != r + 1 ||
			    opener_update(op, key, r + 2) != DS_OK)
				return "update";
		/* splits */
		if (opener_put(op, KEYS + r * 2 + no, 1) != DS_OK)
			return "put";
		if (r % 4 == no && opener_commit(op) != DS_OK)
			return "commit";
	}
	return NULL;
}

static const char *
read_all(struct opener *op)
{
	uint32_t seen[KEYS] = {0}, version;

	while (__atomic_load_n(&writers_left, __ATOMIC_ACQUIRE) > 0)
		for (uint64_t key = 0; key < KEYS; key++) {
			if (get(op, key, &version) != DS_OK)
				return "get";
			if (version < seen[key])
				return "an older record";
			seen[key] = version;
		}
	return NULL;
}

static void *
work(void *arg)
{
	struct worker *w = arg;
	struct opener op = {.log_len = 65536};
	bool writes = w->no < 2;
	unsigned intent = writes ? AM_OUTPUT : AM_INPUT;

	if (opener_try(&op, &vs, intent | AM_DIR) != DS_OK)
		w->failed = "open";
	else
		w->failed = writes ? write_all(&op, w->no) : read_all(&op);
	w->diag = op.diag;
	am_pos_free(&op.pos);
	if (am_close(&op.file, &op.diag) != DS_OK && w->failed == NULL)
		w->failed = "close";
	vol_close(&op.vol);
	if (writes)
		__atomic_sub_fetch(&writers_left, 1, __ATOMIC_RELEASE);
	return NULL;
}

static void
threads_share_a_set(void **state)
{
	struct worker w[THREADS];

	(void)state;
	rounds = long_or(100, 10);
	writers_left = 2;
	share_make(&vs, KEYS, 1, 1);
	for (unsigned i = 0; i < THREADS; i++) {
		w[i] = (struct worker){.no = i};
		assert_int_equal(
		    pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
	}
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(w[i].thread, NULL);
	for (unsigned i = 0; i < THREADS; i++)
		if (w[i].failed != NULL)
			fail_msg("thread %u: %s: %s %s", i, w[i].failed,
			    ds_status_name(w[i].diag.status), w[i].diag.text);
	vset_verify(&vs);
	vset_free(&vs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(threads_share_a_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

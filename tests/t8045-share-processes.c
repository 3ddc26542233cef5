/*
 * Real processes share one set: two or four writers, each with keys of its own
 * all over the set, and readers by key, forward and backward. Writers are
 * killed and stopped at random instants, and come again.
 *
 * Of each key there is told, in memory that all share, how many requests were
 * acknowledged and how many were tried. Each request is numbered; the record
 * has the number, or is erased where the number says so. So what a reader sees
 * is right if it is one of the states from what was acknowledged before it
 * asked to what was tried when it was answered, and not older than what the
 * same reader saw before. Nothing acknowledged is lost, nothing is there twice.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <time.h>

#include "tests/support/children.h"
#include "tests/support/long.h"
#include "tests/support/random.h"
#include "tests/support/share_test.h"

enum { KEYS = 2000, WRITERS_MAX = 4, READERS = 3 };

struct told {
	uint32_t acked[KEYS], tried[KEYS];
	uint32_t done; /* acknowledged requests */
	uint32_t reads;
	uint32_t quit;
	char why[400];
};

static struct told *told;
static struct vset vs;
static uint32_t seen[KEYS]; /* by this reader */

/* After request number n: is there a record? */
static bool
there(uint32_t n)
{
	return n % 4 != 0;
}

static uint32_t
load(const uint32_t *p)
{
	return __atomic_load_n(p, __ATOMIC_SEQ_CST);
}

static void
give_up(const char *what, uint64_t key, const struct ds_diag *d)
{
	snprintf(told->why, sizeof(told->why), "%s: key %llu: %s %s", what,
	    (unsigned long long)key, d != NULL ? ds_status_name(d->status) : "",
	    d != NULL ? d->text : "");
	_exit(CHILD_FAILED);
}

/* The number in a record that is whole. */
static uint32_t
number_of(const struct am_rec *rec, uint64_t key)
{
	uint32_t n;

	if (!share_record_whole(rec, key, &n))
		give_up("a record of two", key, NULL);
	return n;
}

/* The record of a key, if there is one. */
static bool
look(struct opener *op, uint64_t key, uint32_t *np)
{
	enum ds_status st = opener_point(op, key);
	struct am_rec rec;

	if (st == DS_NOTFOUND)
		return false;
	if (st == DS_OK)
		st = am_get(op->pos, &rec, &op->diag);
	/* erased between the two: behind it comes another */
	if (st == DS_EOD || (st == DS_OK && be64_get(rec.data) != key))
		return false;
	if (st != DS_OK)
		give_up("look", key, &op->diag);
	*np = number_of(&rec, key);
	return true;
}

static void
end(struct opener *op)
{
	am_pos_free(&op->pos);
	if (am_close(&op->file, &op->diag) != DS_OK)
		give_up("close", 0, &op->diag);
	vol_close(&op->vol);
	_exit(0);
}

/* --- writers -----------------------------------------------------------------
 */

static void
write_one(struct opener *op, uint64_t key)
{
	uint32_t n = load(&told->acked[key]) + 1, is = 0;
	enum ds_status st;

	if (look(op, key, &is) != there(n - 1) || (there(n - 1) && is != n - 1))
		give_up("another than was acknowledged", key, NULL);
	__atomic_store_n(&told->tried[key], n, __ATOMIC_SEQ_CST);
	if (!there(n))
		st = am_erase(op->pos, &op->diag);
	else if (there(n - 1))
		st = opener_update(op, key, n);
	else
		st = opener_put(op, key, n);
	if (st != DS_OK)
		give_up("write", key, &op->diag);
	__atomic_store_n(&told->acked[key], n, __ATOMIC_SEQ_CST);
	__atomic_add_fetch(&told->done, 1, __ATOMIC_SEQ_CST);
}

/* The one before may have died in a request: it was made, or not. */
static void
settle(struct opener *op, uint64_t key)
{
	uint32_t acked = load(&told->acked[key]), n = 0;
	uint32_t tried = load(&told->tried[key]);

	if (acked == tried)
		return;
	if (look(op, key, &n)) {
		if (n != acked && n != tried)
			give_up("neither of two", key, NULL);
	} else {
		n = there(tried) ? acked : tried;
		if (there(n))
			give_up("none of two", key, NULL);
	}
	told->acked[key] = told->tried[key] = n;
}

static void
be_writer(unsigned who, unsigned writers)
{
	struct opener op = {.log_len = 128 * 1024};

	seed = (uint64_t)getpid() * 977 + who;
	if (opener_try(&op, &vs, AM_OUTPUT | AM_DIR) != DS_OK)
		give_up("open", who, &op.diag);
	for (uint64_t key = who; key < KEYS; key += writers)
		settle(&op, key);
	while (load(&told->quit) == 0) {
		write_one(&op, rnd(KEYS / writers) * writers + who);
		if (rnd(300) == 0 && am_commit(op.file, &op.diag) != DS_OK)
			give_up("commit", 0, &op.diag);
		if (rnd(300) == 0 && opener_commit(&op) != DS_OK)
			give_up("commit", 0, &op.diag);
	}
	end(&op);
}

/* --- readers -----------------------------------------------------------------
 */

/* One of the states from acked to tried, of those not before seen. */
static void
judge(uint64_t key, bool found, uint32_t n, uint32_t acked, uint32_t tried)
{
	uint32_t low = acked > seen[key] ? acked : seen[key];

	if (found) {
		if (n < low || n > tried)
			give_up("a state of another time", key, NULL);
		seen[key] = n;
		return;
	}
	for (n = low; n <= tried; n++)
		if (!there(n)) {
			seen[key] = n;
			return;
		}
	give_up("no record", key, NULL);
}

static void
read_by_key(struct opener *op, uint64_t key)
{
	uint32_t acked = load(&told->acked[key]), n = 0;
	bool found = look(op, key, &n);

	judge(key, found, n, acked, load(&told->tried[key]));
}

/* The next record, and none of those passed over should have been there. */
static void
read_next(struct opener *op, bool backward, uint64_t *nextp)
{
	static uint32_t acked[KEYS];
	struct am_rec rec;
	uint64_t key, at = *nextp;
	enum ds_status st;

	memcpy(acked, told->acked, sizeof(acked));
	st = am_get(op->pos, &rec, &op->diag);
	if (st != DS_OK && st != DS_EOD)
		give_up("get", at, &op->diag);
	key = st == DS_OK ? be64_get(rec.data) : backward ? UINT64_MAX : KEYS;
	if (st == DS_OK && (key >= KEYS || (backward ? key > at : key < at)))
		give_up("not in order", key, NULL);
	for (; at != key; at = backward ? at - 1 : at + 1)
		judge(at, false, 0, acked[at], load(&told->tried[at]));
	if (st == DS_OK) {
		judge(key, true, number_of(&rec, key), acked[key],
		    load(&told->tried[key]));
		*nextp = backward ? key - 1 : key + 1;
		/* the end of that direction is asked for as well */
		if (*nextp < KEYS)
			return;
	}
	if (am_point(op->pos, backward ? AM_LAST : AM_FIRST, AM_GE, backward,
		NULL, 0, 0, &op->diag) != DS_OK)
		give_up("point", 0, &op->diag);
	/* What comes first now is not known: no record is passed over. */
	if (am_get(op->pos, &rec, &op->diag) != DS_OK)
		give_up("get", 0, &op->diag);
	key = be64_get(rec.data);
	*nextp = backward ? key - 1 : key + 1;
}

static void
be_reader(unsigned who)
{
	struct opener op = {0};
	bool backward = who == 2;
	uint64_t next = 0;

	seed = (uint64_t)getpid() * 31 + who;
	if (opener_try(&op, &vs, AM_INPUT | (who == 1 ? AM_SEQ : AM_DIR)) !=
	    DS_OK)
		give_up("open", who, &op.diag);
	if (backward && am_point(op.pos, AM_LAST, AM_GE, true, NULL, 0, 0,
			    &op.diag) != DS_OK)
		give_up("point", who, &op.diag);
	next = backward ? KEYS - 1 : 0;
	while (load(&told->quit) == 0) {
		if (who == 0)
			read_by_key(&op, rnd(KEYS));
		else
			read_next(&op, backward, &next);
		__atomic_add_fetch(&told->reads, 1, __ATOMIC_SEQ_CST);
	}
	end(&op);
}

/* --- the parent --------------------------------------------------------------
 */

static void
make_set(void)
{
	uint8_t rec[SHARE_REC];

	told = child_memory(sizeof(*told));
	memset(seen, 0, sizeof(seen));
	vset_attrs(&vs, DS_ORG_KSDS, 1024, 4, SHARE_REC);
	vset_create(&vs);
	assert_ok(vset_open(&vs, AM_OUTPUT | AM_SEQ), &vs.diag);
	for (uint64_t k = 0; k < KEYS; k++) {
		told->acked[k] = told->tried[k] = (uint32_t)(k % 4);
		if (!there(told->acked[k]))
			continue;
		share_record_make(rec, k, told->acked[k]);
		assert_ok(
		    am_put(vs.pos, rec, SHARE_REC, 0, true, NULL, &vs.diag),
		    &vs.diag);
	}
	assert_ok(vset_close(&vs), &vs.diag);
}

static void
pause_ms(long ms)
{
	struct timespec ts = {0, ms * 1000000};

	nanosleep(&ts, NULL);
}

static pid_t
start(bool writer, unsigned who, unsigned writers)
{
	pid_t pid = child_fork();

	if (pid != 0)
		return pid;
	if (writer)
		be_writer(who, writers);
	be_reader(who);
	return 0;
}

static void
check_end(void)
{
	struct opener op = {0};

	opener_open(&op, &vs, AM_OUTPUT | AM_DIR);
	for (uint64_t k = 0; k < KEYS; k++) {
		settle(&op, k);
		memset(seen, 0, sizeof(seen));
		read_by_key(&op, k);
	}
	opener_close(&op);
	vset_verify(&vs);
}

static void
processes(unsigned writers)
{
	unsigned rounds = long_or(300, 25);
	pid_t wr[WRITERS_MAX], rd[READERS];

	make_set();
	seed = writers;
	for (unsigned i = 0; i < READERS; i++)
		rd[i] = start(false, i, 0);
	for (unsigned i = 0; i < writers; i++)
		wr[i] = start(true, i, writers);
	for (unsigned r = 0; r < rounds && told->why[0] == '\0'; r++) {
		unsigned i = (unsigned)rnd(writers);
		uint32_t done = load(&told->done);

		/* They get on, however slow the machine is. */
		for (int n = 0; load(&told->done) < done + 100 && n < 5000; n++)
			pause_ms(2);
		pause_ms((long)rnd(10));
		if (rnd(2) == 0) {
			kill(wr[i], SIGSTOP);
			pause_ms((long)rnd(30));
			kill(wr[i], SIGCONT);
			continue;
		}
		kill(wr[i], SIGKILL);
		child_ended(wr[i], true, told->why);
		wr[i] = start(true, i, writers);
	}
	__atomic_store_n(&told->quit, 1, __ATOMIC_SEQ_CST);
	for (unsigned i = 0; i < writers; i++)
		child_ended(wr[i], false, told->why);
	for (unsigned i = 0; i < READERS; i++)
		child_ended(rd[i], false, told->why);
	printf("# %u requests, %u reads\n", told->done, told->reads);
	check_end();
	assert_int_equal(told->why[0], '\0');
	munmap(told, sizeof(*told));
	vset_free(&vs);
}

static void
two_writers_and_readers_among_kills(void **state)
{
	(void)state;
	processes(2);
}

static void
four_writers_and_readers_among_kills(void **state)
{
	(void)state;
	processes(4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(two_writers_and_readers_among_kills),
	    cmocka_unit_test(four_writers_and_readers_among_kills),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * libFuzzer: a control file of a shared sphere in which somebody has written.
 * A writer and a reader have a small set open; words of the control file are
 * overwritten, all but the latch, which is the C library's; then both go on,
 * and a third opens it.
 *
 * Input: patches, each its offset in the control file (2) and a word (8); one
 * byte in front of all says when they are made.
 */
#include "tests/support/fuzz_set.h"

enum { FUZZ_MAX = 512, PATCH = 10, SHARED_WAIT_MS = 1 };
/* All in front of the openers, and the first three of them. */
enum { PATCHED = offsetof(struct share_ctl, opener[3]) - 8 };

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t len);

/* When: bits of the first byte. */
enum when {
	EARLY = 1, /* before the writer's first request */
	TWICE = 2, /* once more between two requests */
	THIRD = 4, /* a third opens it behind them */
	CLOSE = 8, /* the writer goes first */
};

struct opener {
	struct am_file *file;
	struct am_pos *pos;
};

static struct ds_diag diag;

static bool
join(struct opener *op, unsigned intent)
{
	struct am_parms parms = {.intent = intent};

	parms.sphere.extend = extend;
	parms.sphere.shared = true;
	parms.sphere.wait_ms = SHARED_WAIT_MS;
	parms.sphere.job = "FUZZ";
	memset(op, 0, sizeof(*op));
	return am_open(vol, data_name, &parms, &op->file, &diag) == DS_OK &&
	       am_pos_new(op->file, &op->pos) == DS_OK;
}

static void
leave(struct opener *op)
{
	am_pos_free(&op->pos);
	if (op->file != NULL)
		am_close(&op->file, &diag);
}

/* Is this byte of the control file the latch's? */
static bool
of_latch(size_t at)
{
	size_t latch = offsetof(struct share_ctl, latch);

	return at + 8 > latch && at < latch + sizeof(pthread_mutex_t);
}

static void
patch(struct opener *op, const uint8_t *in, size_t len)
{
	struct share *sh = op->file->sphere->share;

	for (; sh != NULL && sh->ctl != NULL && len >= PATCH;
	     in += PATCH, len -= PATCH) {
		size_t at = be16_get(in) % PATCHED;

		if (!of_latch(at))
			memcpy((uint8_t *)sh->ctl + at, in + 2, 8);
	}
}

static void
change(struct opener *op, uint64_t key)
{
	uint8_t rec[LEN] = {0};

	if (op->pos == NULL)
		return;
	be64_put(rec, key);
	am_put(op->pos, rec, LEN, 0, false, NULL, &diag);
}

static void
read_all(struct opener *op)
{
	struct am_rec got;
	int n = 0;

	if (op->pos == NULL || am_point(op->pos, AM_FIRST, AM_GE, false, NULL,
				   0, 0, &diag) != DS_OK)
		return;
	while (am_get(op->pos, &got, &diag) == DS_OK && n++ < 1000)
		continue;
}

static void
work(struct opener *w, struct opener *r, const uint8_t *in, size_t len)
{
	struct opener third;

	if (in[0] & EARLY)
		patch(w, in + 1, len - 1);
	change(w, 15);
	read_all(r);
	patch(w, in + 1, len - 1);
	change(w, 25);
	read_all(r);
	if (in[0] & TWICE)
		patch(w, in + 1, len - 1);
	change(r, 35);
	am_commit(w->file, &diag);
	read_all(r);
	if (in[0] & THIRD) {
		if (join(&third, AM_INPUT | AM_OUTPUT))
			change(&third, 45);
		read_all(&third);
		leave(&third);
	}
}

/* Logs, batch and control file, which the next input's are not to be. */
static void
remove_beside(void)
{
	static const char *const kind[] = {"batch", "log", "bad", "dur", "shr"};
	char name[BATCH_NAME_LEN];

	for (size_t i = 0; i < sizeof(kind) / sizeof(kind[0]); i++) {
		snprintf(name, sizeof(name), "%s.%s", data_name, kind[i]);
		vol_remove(vol, name, NULL);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *in, size_t len)
{
	struct opener w, r;

	if (len > FUZZ_MAX || len < 1 + PATCH)
		return 0;
	set_up();
	if (!join(&w, AM_INPUT | AM_OUTPUT) || !join(&r, AM_INPUT | AM_OUTPUT))
		abort();
	work(&w, &r, in, len);
	leave(in[0] & CLOSE ? &w : &r);
	leave(in[0] & CLOSE ? &r : &w);
	remove_beside();
	restore();
	return 0;
}

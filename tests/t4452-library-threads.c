/*
 * One system, several threads: each uses a file of its own, some on the same
 * data set. What must hold is in each thread's own checks; `make TSAN=1` finds
 * what is shared and should not be.
 */
#include "tests/support/services.h"

#include <pthread.h>

#include "include/catamount.h"

enum { WRITERS = 2, READERS = 2, RECORDS = 3000, ROUNDS = 3, LEN = 200 };

static struct ctm_system *sys;

struct work {
	pthread_t thread;
	int number;
	char failure[400];
};

static int
failed(struct work *w, int outcome, const char *what, struct ctm_error *err)
{
	if (outcome != CTM_OK && w->failure[0] == '\0')
		snprintf(
		    w->failure, sizeof(w->failure), "%s: %s", what, err->text);
	return outcome != CTM_OK;
}

static void
make(char *rec, unsigned key)
{
	memset(rec, 'a' + (int)(key % 26), LEN);
	snprintf(rec, 9, "%08u", key % 100000000);
	rec[8] = '.';
}

/* Records in no order into a data set that grows: extents, splits. */
static void *
writer(void *arg)
{
	struct ctm_request q = {.options = CTM_KEY | CTM_DIR};
	struct ctm_request first = {.options = CTM_KEY | CTM_SEQ};
	struct work *w = arg;
	struct ctm_string *string = NULL;
	struct ctm_file *file = NULL;
	struct ctm_error err;
	char name[16], rec[LEN];

	snprintf(name, sizeof(name), "A.W%d", w->number);
	for (unsigned round = 0; round < 2; round++) {
		if (failed(w,
			ctm_open(sys, name, CTM_OUTPUT, NULL, &file, &err),
			"open", &err) ||
		    failed(
			w, ctm_string_new(file, &string, &err), "string", &err))
			break;
		for (unsigned i = 0; i < (round ? RECORDS : 1); i++) {
			make(rec, round ? i * 1009 % RECORDS + 1 : 0);
			if (failed(w,
				ctm_put(string, round ? &q : &first, rec, LEN,
				    NULL, &err),
				"put", &err))
				break;
		}
		failed(w, ctm_close(&file, &err), "close", &err);
	}
	ctm_abandon(&file);
	return NULL;
}

static void *
reader(void *arg)
{
	struct ctm_request q = {.options = CTM_KEY | CTM_SEQ | CTM_LOC};
	struct work *w = arg;
	struct ctm_string *string = NULL;
	struct ctm_file *file = NULL;
	struct ctm_record got;
	struct ctm_error err;
	char rec[LEN];
	unsigned n;

	for (int round = 0; round < ROUNDS; round++) {
		if (failed(w,
			ctm_open(sys, "A.READ", CTM_INPUT | CTM_SEQUENTIAL,
			    NULL, &file, &err),
			"open", &err) ||
		    failed(
			w, ctm_string_new(file, &string, &err), "string", &err))
			break;
		for (n = 0; ctm_get(string, &q, &got, &err) == CTM_OK; n++) {
			make(rec, n);
			if (got.length != LEN ||
			    memcmp(got.data, rec, LEN) != 0)
				snprintf(w->failure, sizeof(w->failure),
				    "another record than %u", n);
		}
		if (n != RECORDS)
			snprintf(w->failure, sizeof(w->failure),
			    "%u records: %s", n, err.text);
		failed(w, ctm_close(&file, &err), "close", &err);
	}
	ctm_abandon(&file);
	return NULL;
}

static void
cluster(struct fixture *f, const char *name)
{
	struct ds_define_cluster def;

	def_init(&def, name);
	def.cluster.unit = DS_UNIT_TRK;
	def.cluster.pri = def.cluster.sec = 1;
	def.cluster.keylen = 8;
	def.cluster.rkp = 0;
	def.cluster.avglrecl = def.cluster.maxlrecl = LEN;
	assert_int_equal(define(f, &def), DS_OK);
}

static void
fill(void)
{
	struct ctm_request q = {.options = CTM_KEY | CTM_SEQ};
	struct ctm_string *string = NULL;
	struct ctm_file *file = NULL;
	char rec[LEN];

	assert_int_equal(
	    ctm_open(sys, "A.READ", CTM_OUTPUT, NULL, &file, NULL), CTM_OK);
	assert_int_equal(ctm_string_new(file, &string, NULL), CTM_OK);
	for (unsigned i = 0; i < RECORDS; i++) {
		make(rec, i);
		assert_int_equal(
		    ctm_put(string, &q, rec, LEN, NULL, NULL), CTM_OK);
	}
	assert_int_equal(ctm_close(&file, NULL), CTM_OK);
}

static void
files_of_one_system_serve_many_threads(void **state)
{
	struct fixture *f = *state;
	struct work w[WRITERS + READERS];
	char name[16];

	memset(w, 0, sizeof(w));
	cluster(f, "A.READ");
	for (int i = 0; i < WRITERS; i++) {
		snprintf(name, sizeof(name), "A.W%d", i);
		cluster(f, name);
	}
	assert_int_equal(ctm_system_open(f->dir, &sys, NULL), CTM_OK);
	fill();
	for (int i = 0; i < WRITERS + READERS; i++) {
		w[i].number = i;
		assert_int_equal(pthread_create(&w[i].thread, NULL,
				     i < WRITERS ? writer : reader, &w[i]),
		    0);
	}
	for (int i = 0; i < WRITERS + READERS; i++)
		pthread_join(w[i].thread, NULL);
	ctm_system_close(&sys);
	for (int i = 0; i < WRITERS + READERS; i++)
		assert_string_equal(w[i].failure, "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(files_of_one_system_serve_many_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

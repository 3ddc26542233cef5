/*
 * SORT beside a plain model: records of random numbers and texts, written in
 * each format by an encoder of the test's own, ordered by an insertion that
 * knows the numbers themselves. Small memory forces runs and merges.
 */
#include "tests/support/random.h"
#include "tests/support/sort.h"

enum {
	FIELDS = 6,
	RECORDS = 1200,
	SEQ_AT = 60, /* number of the record, so that each is another */
	LRECL = 64,
	TEXT = 3,
};

/* Where the fields are; text, binary, fixed, packed, zoned, floating. */
static const struct place {
	const char *fmt;
	unsigned pos, len; /* from 1 */
} places[FIELDS] = {{"CH", 1, TEXT}, {"BI", 5, 2}, {"FI", 10, 3}, {"PD", 20, 4},
    {"ZD", 30, 5}, {"FS", 40, 7}};

struct model_rec {
	long value[FIELDS];
	unsigned seq;
	uint8_t bytes[LRECL];
};

struct model {
	struct model_rec recs[RECORDS];
	unsigned n;
	unsigned key[FIELDS];
	bool down[FIELDS];
	unsigned nkeys;
};

/* --- the model -------------------------------------------------------------
 */

static void
encode_packed(uint8_t *to, unsigned len, long v)
{
	char digits[32];

	snprintf(digits, sizeof(digits), "%0*ld", (int)(2 * len - 1), labs(v));
	for (unsigned i = 0; i < len; i++) {
		const int low = i + 1 < len   ? digits[2 * i + 1] - '0'
				: v < 0       ? 0xD
				: labs(v) % 2 ? 0xF
					      : 0xC;

		to[i] = (uint8_t)((digits[2 * i] - '0') << 4 | low);
	}
}

static void
encode_zoned(uint8_t *to, unsigned len, long v)
{
	char digits[32];

	snprintf(digits, sizeof(digits), "%0*ld", (int)len, labs(v));
	for (unsigned i = 0; i < len; i++)
		to[i] = (uint8_t)(0xF0 | (digits[i] - '0'));
	if (v < 0)
		to[len - 1] = (uint8_t)(0xD0 | (to[len - 1] & 0xF));
}

static void
encode_floating(uint8_t *to, unsigned len, long v)
{
	char text[32];
	int n = snprintf(text, sizeof(text), "%ld", v);

	memset(to, 0x40, len);
	for (int i = 0; i < n; i++)
		to[(int)len - n + i] =
		    text[i] == '-' ? 0x60 : (uint8_t)(0xF0 | (text[i] - '0'));
}

static void
encode(struct model_rec *r, unsigned field)
{
	const struct place *p = &places[field];
	uint8_t *to = r->bytes + p->pos - 1;
	const long v = r->value[field];

	switch (field) {
	case 3:
		encode_packed(to, p->len, v);
		break;
	case 4:
		encode_zoned(to, p->len, v);
		break;
	case 5:
		encode_floating(to, p->len, v);
		break;
	default: /* big-endian; a text is a number of 24 bits here */
		for (unsigned i = 0; i < p->len; i++)
			to[i] = (uint8_t)(v >> (8 * (p->len - 1 - i)));
		break;
	}
}

static long
random_value(unsigned field, unsigned spread)
{
	static const long most[FIELDS] = {
	    0xFFFFFF, 0xFFFF, 0x7FFFFF, 9999999, 99999, 99999};
	const long m =
	    spread < (unsigned long)most[field] ? (long)spread : most[field];
	const long v = (long)(rnd((unsigned long)(m + 1)));

	return field >= 2 && rnd(2) == 0 ? -v : v;
}

static void
fill(struct model *m, unsigned n)
{
	const unsigned spread = 1U << (1 + rnd(24));

	m->n = n;
	for (unsigned i = 0; i < n; i++) {
		struct model_rec *r = &m->recs[i];

		memset(r->bytes, 0x40, LRECL);
		for (unsigned f = 0; f < FIELDS; f++) {
			r->value[f] = random_value(f, spread);
			encode(r, f);
		}
		r->seq = i;
		r->bytes[SEQ_AT] = (uint8_t)(i >> 8);
		r->bytes[SEQ_AT + 1] = (uint8_t)i;
	}
}

static int
compare(
    const struct model *m, const struct model_rec *a, const struct model_rec *b)
{
	for (unsigned i = 0; i < m->nkeys; i++) {
		const long x = a->value[m->key[i]], y = b->value[m->key[i]];

		if (x != y)
			return (x < y) != m->down[i] ? -1 : 1;
	}
	return 0;
}

/* Equal ones stay in order. */
static void
order(struct model *m)
{
	struct model_rec r;
	unsigned k;

	for (unsigned i = 1; i < m->n; i++) {
		r = m->recs[i];
		for (k = i; k > 0 && compare(m, &m->recs[k - 1], &r) > 0; k--)
			m->recs[k] = m->recs[k - 1];
		m->recs[k] = r;
	}
}

static void
keep(struct model *m, unsigned field, long least)
{
	unsigned n = 0;

	for (unsigned i = 0; i < m->n; i++)
		if (m->recs[i].value[field] >= least)
			m->recs[n++] = m->recs[i];
	m->n = n;
}

/* The first of equal ones, with the sum of their zoned fields when that has
 * room; then the next begins a group. */
static void
sum(struct model *m, bool add)
{
	unsigned n = 0;

	for (unsigned i = 0; i < m->n; i++) {
		struct model_rec *last = n > 0 ? &m->recs[n - 1] : NULL;
		long v;

		if (last != NULL && compare(m, last, &m->recs[i]) == 0) {
			v = last->value[4] + m->recs[i].value[4];
			if (!add)
				continue;
			if (labs(v) <= 99999) {
				last->value[4] = v;
				encode(last, 4);
				continue;
			}
		}
		m->recs[n++] = m->recs[i];
	}
	m->n = n;
}

/* --- the step --------------------------------------------------------------
 */

static void
random_keys(struct model *m, bool summed, char *cards, size_t size)
{
	const char *comma = "";
	size_t at;

	m->nkeys = 1 + (unsigned)(rnd(3));
	at = (size_t)snprintf(cards, size, " SORT FIELDS=(\n");
	for (unsigned i = 0; i < m->nkeys; i++) {
		do
			m->key[i] = (unsigned)(rnd(FIELDS));
		while (summed && m->key[i] == 4);
		m->down[i] = rnd(2) == 0;
		at += (size_t)snprintf(cards + at, size - at, "%s  %u,%u,%s,%c",
		    comma, places[m->key[i]].pos, places[m->key[i]].len,
		    places[m->key[i]].fmt, m->down[i] ? 'D' : 'A');
		comma = ",\n";
	}
	snprintf(cards + at, size - at, ")\n");
}

static void
write_file(struct fixture *f, const char *name, const struct model *m,
    unsigned from, unsigned to)
{
	char path[STEP_PATH];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/%s", f->dir, name);
	fp = fopen(path, "w");
	assert_non_null(fp);
	for (unsigned i = from; i < to; i++)
		assert_int_equal(fwrite(m->recs[i].bytes, LRECL, 1, fp), 1);
	assert_int_equal(fclose(fp), 0);
}

static void
is_the_model(struct job_step *s, const struct model *m, const char *cards)
{
	char path[STEP_PATH];
	uint8_t rec[LRECL];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/SORTOUT", s->f->dir);
	fp = fopen(path, "r");
	assert_non_null(fp);
	for (unsigned i = 0; i < m->n; i++) {
		assert_int_equal(fread(rec, LRECL, 1, fp), 1);
		if (memcmp(rec, m->recs[i].bytes, LRECL) != 0)
			fail_msg("record %u differs: %s", i, cards);
	}
	assert_int_equal(fread(rec, 1, LRECL, fp), 0);
	fclose(fp);
}

static void
run(struct job_step *s, const char *cards)
{
	step_file(s, "SORTOUT", "binary,recfm=FB,lrecl=64");
	step_file(s, "SYSOUT", "text");
	step_cards(s, "SYSIN", cards);
	step_run(s, "SORT", NULL);
	if (strcmp(s->ended, "0000") != 0)
		fail_msg("%s %s", s->ended, step_print(s, "SYSOUT"));
}

static void
one_sort(struct fixture *f, struct model *m)
{
	const unsigned kind = (unsigned)(rnd(4));
	const bool summed = kind == 1 || kind == 2;
	const unsigned field = 2 + (unsigned)(rnd(4));
	const long least = random_value(field, 1U << 10);
	char cards[1000], more[200] = "";
	struct job_step s = {0};

	fill(m, (unsigned)(rnd(RECORDS)));
	random_keys(m, summed, cards, sizeof(cards));
	if (kind == 1)
		snprintf(more, sizeof(more), " SUM FIELDS=NONE\n");
	if (kind == 2)
		snprintf(more, sizeof(more), " SUM FIELDS=(30,5,ZD)\n");
	if (kind == 3)
		snprintf(more, sizeof(more),
		    " INCLUDE COND=(%u,%u,%s,GE,%+ld)\n", places[field].pos,
		    places[field].len, places[field].fmt, least);
	if (rnd(2) == 0)
		strcat(more, " OPTION MAINSIZE=16K\n");
	strcat(cards, more);
	step_begin(&s, f);
	write_file(f, "SORTIN", m, 0, m->n);
	step_file(&s, "SORTIN", "binary,recfm=FB,lrecl=64");
	run(&s, cards);
	if (kind == 3)
		keep(m, field, least);
	order(m);
	if (summed)
		sum(m, kind == 2);
	is_the_model(&s, m, cards);
}

static void
sorts_are_those_of_the_model(void **state)
{
	struct model *m = malloc(sizeof(*m));

	seed = 42;
	assert_non_null(m);
	for (unsigned i = 0; i < 60; i++)
		one_sort(*state, m);
	free(m);
}

static void
merges_are_those_of_the_model(void **state)
{
	struct model *m = malloc(sizeof(*m)), *part = malloc(sizeof(*part));
	char cards[1000], dd[24];
	struct job_step s = {0};

	seed = 4711;
	assert_true(m != NULL && part != NULL);
	for (unsigned i = 0; i < 20; i++) {
		const unsigned files = 1 + (unsigned)(rnd(9));

		fill(m, (unsigned)(rnd(RECORDS)));
		random_keys(m, false, cards, sizeof(cards));
		memcpy(cards, "MERGE", 5); /* over " SORT" */
		memmove(cards + 1, cards, strlen(cards) + 1);
		cards[0] = ' ';
		step_begin(&s, *state);
		for (unsigned k = 0; k < files; k++) {
			const unsigned from = m->n * k / files;
			const unsigned to = m->n * (k + 1) / files;

			*part = *m;
			part->n = to - from;
			memmove(part->recs, m->recs + from,
			    part->n * sizeof(part->recs[0]));
			order(part);
			snprintf(dd, sizeof(dd), "SORTIN%02u", k + 1);
			write_file(*state, dd, part, 0, part->n);
			step_file(&s, dd, "binary,recfm=FB,lrecl=64");
		}
		run(&s, cards);
		order(m);
		is_the_model(&s, m, cards);
	}
	free(m);
	free(part);
}

static void
more_than_memory_is_merged(void **state)
{
	struct model *m = malloc(sizeof(*m));
	struct job_step s = {0};

	seed = 7;
	assert_non_null(m);
	fill(m, RECORDS);
	m->nkeys = 1;
	m->key[0] = 0;
	m->down[0] = false;
	step_begin(&s, *state);
	write_file(*state, "SORTIN", m, 0, m->n);
	step_file(&s, "SORTIN", "binary,recfm=FB,lrecl=64");
	run(&s, " SORT FIELDS=(1,3,CH,A),MAINSIZE=16K\n");
	order(m);
	is_the_model(&s, m, "");
	assert_null(strstr(step_print(&s, "SYSOUT"), "IN MAIN STORAGE"));
	says(s.text, " ICE054I 0 RECORDS - IN: 1200, OUT: 1200\n");
	free(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(sorts_are_those_of_the_model),
	    T(merges_are_those_of_the_model),
	    T(more_than_memory_is_merged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

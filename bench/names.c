/*
 * Look-ups in the catalogs of a root that bench/run has filled, each row as a
 * line of JSON like those of the engines:
 *
 *	names MB REP GROUPS SIZE N	GROUPS levels of SIZE entries, N
 *look-ups
 *
 * lookup	ds_locate of a name by chance, the entry with all it has
 * level	a listing of a level, SIZE entries; the unit is a listing
 * complete	how a prefix goes on, as completion asks: up to 100 names
 * directory	all that there is directly below a first qualifier
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/clock.h"
#include "services/locate.h"

struct bench {
	struct ds_system *sys;
	unsigned long groups, size, n;
	uint64_t seed;
	unsigned long seen; /* entries or names of the request at work */
};

static unsigned long
chance(struct bench *b, unsigned long below)
{
	b->seed = b->seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned long)(b->seed >> 33) % below;
}

static bool
count_entry(void *ctx, const struct ds_entry *ent)
{
	struct bench *b = ctx;

	(void)ent;
	b->seen++;
	return true;
}

static bool
count_name(void *ctx, const char *name)
{
	struct bench *b = ctx;

	(void)name;
	b->seen++;
	return true;
}

/* The level of a group, as bench/run names them. */
static void
level_name(unsigned long group, char out[DSNAME_MAX + 1])
{
	snprintf(
	    out, DSNAME_MAX + 1, "B%lu.L%06lu", group % 10, group % 1000000);
}

static bool
one_lookup(struct bench *b)
{
	char level[DSNAME_MAX + 1], name[2 * DSNAME_MAX];
	struct ds_entry *ent = NULL;
	struct ds_diag diag = {0};

	level_name(chance(b, b->groups), level);
	snprintf(name, sizeof(name), "%s.N%06lu", level, chance(b, b->size));
	if (ds_locate(b->sys, NULL, name, &ent, &diag) != DS_OK)
		return false;
	ds_entry_free(&ent);
	return true;
}

static bool
one_level(struct bench *b)
{
	char level[DSNAME_MAX + 1];
	struct ds_diag diag = {0};

	level_name(chance(b, b->groups), level);
	b->seen = 0;
	return ds_list(b->sys, NULL, DS_SEL_LEVEL, level, true, count_entry, b,
		   &diag) == DS_OK &&
	       b->seen == b->size;
}

static bool
one_completion(struct bench *b)
{
	char level[DSNAME_MAX + 1], prefix[2 * DSNAME_MAX];
	struct ds_diag diag = {0};

	level_name(chance(b, b->groups), level);
	snprintf(prefix, sizeof(prefix), "%s.N", level);
	b->seen = 0;
	return ds_names(b->sys, prefix, 100, count_name, b, &diag) == DS_OK &&
	       b->seen > 0;
}

static bool
one_directory(struct bench *b)
{
	char prefix[32];
	struct ds_diag diag = {0};

	snprintf(prefix, sizeof(prefix), "B%lu.", chance(b, 10));
	b->seen = 0;
	return ds_names(b->sys, prefix, 1 << 20, count_name, b, &diag) ==
		   DS_OK &&
	       b->seen >= b->groups / 10;
}

static bool
row(struct bench *b, const char *name, unsigned long n,
    bool (*one)(struct bench *b), char **argv)
{
	double start = clock_seconds(CLOCK_MONOTONIC);
	double cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID), took;
	unsigned long i;

	for (i = 0; i < n; i++)
		if (!one(b)) {
			fprintf(stderr, "names: %s failed\n", name);
			return false;
		}
	took = clock_seconds(CLOCK_MONOTONIC) - start;
	cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	printf("{\"row\":\"%s\",\"engine\":\"idcams\",\"mb\":%s,\"rep\":%s,"
	       "\"n\":%lu,\"seconds\":%.6f,\"rate\":%.1f,\"cpu_us\":%.3f}\n",
	    name, argv[1], argv[2], n, took, (double)n / took,
	    cpu * 1e6 / (double)n);
	return true;
}

int
main(int argc, char **argv)
{
	struct bench b = {.seed = 1};
	struct ds_diag diag = {0};
	bool ok;

	if (argc != 6 || (b.groups = strtoul(argv[3], NULL, 10)) == 0 ||
	    (b.size = strtoul(argv[4], NULL, 10)) == 0 ||
	    (b.n = strtoul(argv[5], NULL, 10)) == 0) {
		fprintf(stderr, "usage: names MB REP GROUPS SIZE N\n");
		return 2;
	}
	if (ds_system_open(NULL, &b.sys, NULL, &diag) != DS_OK) {
		fprintf(stderr, "names: %s\n", diag.text);
		return 1;
	}
	ok = row(&b, "lookup", b.n, one_lookup, argv) &&
	     row(&b, "level", b.n / 100 + 1, one_level, argv) &&
	     row(&b, "complete", b.n / 100 + 1, one_completion, argv) &&
	     row(&b, "directory", b.n / 10000 + 1, one_directory, argv);
	ds_system_close(&b.sys);
	return ok ? 0 : 1;
}

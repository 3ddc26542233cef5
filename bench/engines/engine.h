/*
 * One shape for every engine that is measured, so that a row of the table
 * means the same for each: the rows (driver.c) are written once, over these
 * functions, and an engine is one file that links with its own library alone.
 *
 * Records are 256 bytes with an 8-byte key at 0 (workload.h). A function that
 * fails says why on standard error and ends the program: a benchmark has
 * nothing to save.
 */
#ifndef CATAMOUNT_BENCH_ENGINES_ENGINE_H
#define CATAMOUNT_BENCH_ENGINES_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/engines/workload.h"

/* What a data set is opened for; each engine is set up for it as its manual
 * advises (README.md has the table). */
enum bench_mode {
	BENCH_LOAD,        /* make it; records come in key order */
	BENCH_LOAD_RANDOM, /* make it by whatever the engine has for records
			      that come in any order */
	BENCH_PUT_RANDOM,  /* make it by single inserts in any order */
	BENCH_SCAN_ONCE,   /* one pass of a new process: small buffers */
	BENCH_SCAN,        /* passes over what is in memory */
	BENCH_GET,         /* by key: all of it in memory */
	BENCH_UPDATE,      /* a commit is safe from a power cut */
	BENCH_UNSYNCED,    /* a commit is safe from the process's death at the
			      least where the engine has such a thing */
};

struct bench {
	const char *dir;  /* the engine's own: empty before a load */
	uint64_t records; /* in the data set, when it is loaded */
	uint64_t cache;   /* bytes of buffers that hold all of it */
	enum bench_mode mode;
	int threads; /* that will use it */
	bool shared; /* by others who may write, threads or processes */
};

/* What a scan saw: to be compared with what is there. */
struct bench_sum {
	uint64_t records;
	uint64_t keys; /* sum of the first eight bytes, as a number */
};

struct engine {
	const char *name;
	bool processes; /* "beside" takes two processes; else two threads */
	/* Can be read while another writes; written by many at once. */
	bool beside, many_writers;

	/* NULL: the engine has nothing for this mode. */
	void *(*open)(const struct bench *b);
	void (*close)(void *h); /* what was put is durable */

	/* A thread's own: NULL where the handle itself will do. */
	void *(*thread_open)(void *h);
	void (*thread_close)(void *t);

	void (*put)(void *h, const uint8_t *rec); /* loads, inserts */
	/* All records in key order, each key looked at; copy: each record is
	 * brought to a place of the caller's. */
	void (*scan)(void *t, bool copy, struct bench_sum *sum);
	/* One record, by its key; copied to rec. False: it is not there. */
	bool (*get)(void *t, const uint8_t *key, uint8_t *rec);
	/* n of them at once, copied to recs. NULL: the engine has no such. */
	bool (*get_many)(void *t, const uint8_t (*keys)[BENCH_KEYLEN], size_t n,
	    uint8_t *recs);
	/* Replace the record with this key; commit ends a group of these (and
	 * of inserts). */
	void (*update)(void *t, const uint8_t *rec);
	void (*insert)(void *t, const uint8_t *rec);
	void (*commit)(void *t);
	/* The record that has the byte at this offset of all records in key
	 * order. NULL: the engine has no such. */
	bool (*offset)(void *t, uint64_t offset, uint8_t *rec);
	/* Is the file there for the time being alone: log, double-write area?
	 * NULL: none of them is. */
	bool (*transient)(const char *file);
	/* Bytes of extents that were reserved and hold nothing. NULL: none. */
	uint64_t (*unused)(const struct bench *b);
};

extern const struct engine bench_engine; /* the one of this program */

_Noreturn void bench_die(const char *what, const char *why);
/* Zeros, or the end: what they are for. */
void *bench_zeros(size_t size, const char *what);

#endif

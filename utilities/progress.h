/*
 * How a long command gets on: counted for each record, entry or control
 * interval, shown a few times a second to a person who watches.
 */
#ifndef CATAMOUNT_UTILITIES_PROGRESS_H
#define CATAMOUNT_UTILITIES_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct ds_file;

enum {
	PROGRESS_FIRST_MS = 400, /* quick commands show nothing */
	PROGRESS_EVERY_MS = 200,
	PROGRESS_LINE = 80
};

struct progress {
	/* Show a line in the place of the last; NULL: nothing any more. */
	void (*show)(const char *line);
	bool seen; /* who watches sees standard output, which may say enough */

	/* The command at work; verb NULL: none. */
	const char *verb, *unit; /* "REPRO", "records" */
	struct ds_file *in;      /* says how far it is; NULL: total does */
	uint64_t total;          /* units; 0 unknown */
	uint64_t done, bytes;
	uint32_t each; /* bytes of a unit; 0: in, or progress_bytes, knows */
	uint64_t look, step; /* the clock is looked at when done is look */
	int64_t begun, looked, at; /* milliseconds; at: shown last, or 0 */
};

/* Below, p NULL does nothing. What is borrowed is so until progress_end. */
void progress_begin(struct progress *p, const char *verb, const char *unit,
    uint64_t total, struct ds_file *in);
void progress_each(struct progress *p, uint32_t bytes); /* of a unit */
void progress_end(struct progress *p);
/* A data set is about to be opened for input: text of the host is counted while
 * it is read through, until progress_opened. */
void progress_opening(struct progress *p);
void progress_opened(struct progress *p);
/* Look at the clock; for progress_step. */
void progress_look(struct progress *p);

/* One more. */
static inline void
progress_step(struct progress *p)
{
	if (p != NULL && ++p->done >= p->look)
		progress_look(p);
}

/* Bytes of it. */
static inline void
progress_bytes(struct progress *p, uint64_t bytes)
{
	if (p != NULL)
		p->bytes += bytes;
}

/* The line for so many milliseconds, of at of of (0: unknown); for tests. */
void progress_text(const struct progress *p, int64_t ms, uint64_t at,
    uint64_t of, char line[PROGRESS_LINE]);

#endif

/*
 * A clock that goes on evenly, whatever is done to the time of day: to measure
 * how long something takes, and to wait that long at most.
 */
#ifndef CATAMOUNT_BASE_TICKS_H
#define CATAMOUNT_BASE_TICKS_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds since some moment before the process began; above 0. */
static inline int64_t
ticks_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

/* The same in milliseconds. */
static inline int64_t
ticks_ms(void)
{
	return ticks_ns() / 1000000;
}

#endif

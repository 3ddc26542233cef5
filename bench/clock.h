/*
 * Seconds of a clock, for programs that link with no other file of bench/.
 */
#ifndef CATAMOUNT_BENCH_CLOCK_H
#define CATAMOUNT_BENCH_CLOCK_H

#include <time.h>

static inline double
clock_seconds(clockid_t id)
{
	struct timespec ts;

	clock_gettime(id, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

#endif

/*
 * How much a test does, and which run of it: make check-long sets
 * CATAMOUNT_LONG for more of it, CATAMOUNT_SEED repeats a random one.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_LONG_H
#define CATAMOUNT_TESTS_SUPPORT_LONG_H

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static inline unsigned
long_or(unsigned longer, unsigned normal)
{
	return getenv("CATAMOUNT_LONG") != NULL ? longer : normal;
}

static inline uint64_t
run_seed_choose(void)
{
	const char *seed = getenv("CATAMOUNT_SEED");

	return seed != NULL ? strtoull(seed, NULL, 10)
			    : (uint64_t)time(NULL) % 1000000;
}

#endif

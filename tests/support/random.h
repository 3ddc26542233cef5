/*
 * Random numbers that the seed repeats, the same everywhere.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_RANDOM_H
#define CATAMOUNT_TESTS_SUPPORT_RANDOM_H

#include <stdint.h>

static uint64_t seed;

/* 0 to n - 1 */
static inline uint64_t
rnd(uint64_t n)
{
	seed = seed * 6364136223846793005U + 1442695040888963407U;
	return (seed >> 33) % n;
}

#endif

/*
 * How much a test does: make check-long sets CATAMOUNT_LONG for more of it.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_LONG_H
#define CATAMOUNT_TESTS_SUPPORT_LONG_H

#include <stdlib.h>

static inline unsigned
long_or(unsigned longer, unsigned normal)
{
	return getenv("CATAMOUNT_LONG") != NULL ? longer : normal;
}

#endif

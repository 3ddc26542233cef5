/*
 * A test that is also compiled with LOG_MUTANTS, and must then fail: LOG_MUTANT
 * in the environment names the fault that is built in. Without LOG_MUTANTS both
 * functions do nothing.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_LOG_MUTANT_H
#define CATAMOUNT_TESTS_SUPPORT_LOG_MUTANT_H

#include <stdlib.h>
#include <unistd.h>

#include "access-methods/log/log.h"

static inline void
log_mutant_set(void)
{
#ifdef LOG_MUTANTS
	if (getenv("LOG_MUTANT") != NULL)
		log_mutant = atoi(getenv("LOG_MUTANT"));
#endif
}

/* One that is sure to fail need not say where. */
static inline void
log_mutant_noticed(void)
{
#ifdef LOG_MUTANTS
	if (log_mutant != 0)
		_exit(1);
#endif
}

#endif

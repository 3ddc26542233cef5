/*
 * A process that is struck at its n-th step, where the system calls
 * ds_step_hook. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_STEP_H
#define CATAMOUNT_TESTS_SUPPORT_STEP_H

#include "services/system_int.h"
#include "tests/support/child.h"

static int step_countdown, step_signal;

static inline void
step_strike(const char *step)
{
	(void)step;
	if (--step_countdown == 0)
		kill(getpid(), step_signal);
}

/* This process gets sig at its n-th step from now, from 1. */
static inline void
step_await(int n, int sig)
{
	step_countdown = n;
	step_signal = sig;
	ds_step_hook = step_strike;
}

/* A child that opens the root, does what, and gets sig at its n-th step. If it
 * comes to its end its exit status is 0: done, 2: refused, 1: no root. */
static inline pid_t
step_child(const char *root, enum ds_status (*act)(struct ds_system *, int),
    int what, int n, int sig)
{
	struct ds_system *sys = NULL;
	pid_t pid = child_fork();

	if (pid != 0)
		return pid;
	if (ds_system_open(root, &sys, NULL, NULL) != DS_OK)
		_exit(1);
	step_await(n, sig);
	_exit(act(sys, what) == DS_OK ? 0 : 2);
}

#endif

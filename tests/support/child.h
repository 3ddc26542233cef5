/*
 * Child processes of tests: none outlives its test. One that did would keep
 * the test's standard output open, and prove would wait for ever.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_CHILD_H
#define CATAMOUNT_TESTS_SUPPORT_CHILD_H

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

/* fork(); the child dies with its parent, however that ends. */
static inline pid_t
child_fork(void)
{
	pid_t parent = getpid(), pid = fork();

	if (pid != 0)
		return pid;
	/* The parent may have ended before it was asked for. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
		_exit(126);
	/* cmocka's handlers would go on with the parent's tests. */
	signal(SIGSEGV, SIG_DFL);
	signal(SIGBUS, SIG_DFL);
	signal(SIGFPE, SIG_DFL);
	signal(SIGILL, SIG_DFL);
	signal(SIGSYS, SIG_DFL);
	return 0;
}

#endif

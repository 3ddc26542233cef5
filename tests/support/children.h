/*
 * Children that work side by side until they are told to end, or killed: what
 * all of them see, and how they end. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_CHILDREN_H
#define CATAMOUNT_TESTS_SUPPORT_CHILDREN_H

#include <stdbool.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "tests/support/child.h"

enum { CHILD_FAILED = 9 }; /* exit status: and it has told why */

/* Zeros, that children share with their parent; given back by munmap. */
static inline void *
child_memory(size_t size)
{
	void *mem = mmap(NULL, size, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	assert_true(mem != MAP_FAILED);
	return mem;
}

/* One of them was killed by us, or ended as it should; why: what any told. */
static inline void
child_ended(pid_t pid, bool killed, const char *why)
{
	int status = 0;

	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_FAILED)
		fail_msg("%s", why);
	if (killed && WIFSIGNALED(status))
		return;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

#endif

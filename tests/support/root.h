/*
 * A directory of its own for a test, which gives it a root or a catalog.
 * Functions are inline: no test uses all of them.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_ROOT_H
#define CATAMOUNT_TESTS_SUPPORT_ROOT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOT_LEN = 64 };

/* A new one, with the test's number in its name. */
static inline bool
root_new(char dir[ROOT_LEN], const char *test)
{
	snprintf(dir, ROOT_LEN, "/tmp/%s-XXXXXX", test);
	return mkdtemp(dir) != NULL;
}

/* With all that is in it; 0, else -1: as cmocka wants it. */
static inline int
root_remove(const char *dir)
{
	char cmd[128];

	snprintf(cmd, sizeof(cmd), "rm -rf '%s'", dir);
	return system(cmd) == 0 ? 0 : -1;
}

/* Its configuration is these lines alone. */
static inline bool
root_configure(const char *dir, const char *lines)
{
	char path[128];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/catamount.conf", dir);
	if ((fp = fopen(path, "w")) == NULL)
		return false;
	fputs(lines, fp);
	return fclose(fp) == 0;
}

#endif

/*
 * The reserve: a file of the root whose only use is to be given up. Deleting
 * frees space, but the catalog needs some to say so, and SQLite some to open
 * it at all; on a full disk neither would be there.
 *
 * It is given up for the opening of a root and for DELETE alone, and taken
 * again at once, so that no other command can use it up. What is guaranteed:
 * on a full file system a root opens, can be listed and read, and entries can
 * be deleted, unless somebody else takes the space in the moment in which it
 * is free, or the file system does not give back what a file gives up.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "services/system_int.h"

enum {
	RESERVE_LEN = 1024 * 1024,
	RESERVE_STEP = 64 * 1024,
	/* Less is low: a log and an index of SQLite, some transactions. */
	LOW = 512 * 1024,
	/* With less the reserve would be what fills the disk. */
	PLENTY = 4 * RESERVE_LEN,
};

static uint64_t
free_bytes(const char *root)
{
	struct statvfs vfs;

	return statvfs(root, &vfs) == 0 ? (uint64_t)vfs.f_bavail * vfs.f_frsize
					: PLENTY;
}

/* As long as can be, up to RESERVE_LEN. */
static void
take(const char *root)
{
	char path[PATH_MAX + 16];
	struct stat dir;
	off_t len;
	int fd;

	snprintf(path, sizeof(path), "%s/" SYSTEM_RESERVE, root);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return;
	/* As everything in the root: its group's when that shares it. */
	if (stat(root, &dir) == 0 &&
	    (fchmod(fd, dir.st_mode & S_IWGRP ? 0660 : 0600) != 0 ||
		(geteuid() == 0 && fchown(fd, dir.st_uid, dir.st_gid) != 0)))
		errno = 0; /* another of the group made it */
	for (len = RESERVE_LEN; len > 0; len -= RESERVE_STEP) {
		if (posix_fallocate(fd, 0, len) == 0)
			break;
		if (ftruncate(fd, 0) != 0)
			break;
	}
	close(fd);
}

bool
reserve_release(const char *root)
{
	char path[PATH_MAX + 16];

	if (free_bytes(root) >= LOW)
		return false;
	snprintf(path, sizeof(path), "%s/" SYSTEM_RESERVE, root);
	return truncate(path, 0) == 0;
}

void
reserve_restore(const char *root, bool released)
{
	char path[PATH_MAX + 16];
	struct stat sb;

	snprintf(path, sizeof(path), "%s/" SYSTEM_RESERVE, root);
	if (released || ((stat(path, &sb) != 0 || sb.st_size < RESERVE_LEN) &&
			    free_bytes(root) >= PLENTY))
		take(root);
}

/* The files of ENQ in a root, and locks on their bytes. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "services/enq_int.h"

static struct enq_root *roots; /* under the lock of enq.c */

static struct flock
byte_at(uint64_t at, short how)
{
	struct flock fl;

	memset(&fl, 0, sizeof(fl));
	fl.l_type = how;
	fl.l_whence = SEEK_SET;
	fl.l_start = (off_t)at;
	fl.l_len = 1;
	return fl;
}

int
enq_byte(int fd, uint64_t at, short how)
{
	struct flock fl = byte_at(at, how);

	return fcntl(fd, F_OFD_SETLK, &fl);
}

bool
enq_byte_taken(int fd, uint64_t at, short how)
{
	struct flock fl = byte_at(at, how);

	return fcntl(fd, F_OFD_GETLK, &fl) == 0 && fl.l_type != F_UNLCK;
}

/* The folder, like the root: its owner's when root makes it. */
static enum ds_status
make_folder(const char *root, struct stat *sbp, struct ds_diag *diag)
{
	char path[4200];
	struct stat sb;

	snprintf(path, sizeof(path), "%s/enq", root);
	if (stat(root, &sb) == 0 && mkdir(path, sb.st_mode & 07777) == 0 &&
	    (chmod(path, sb.st_mode & 07777) != 0 ||
		(geteuid() == 0 && chown(path, sb.st_uid, sb.st_gid) != 0)))
		return ds_fail_errno(diag, errno, path, "chmod");
	if (stat(path, sbp) != 0)
		return ds_fail_errno(diag, errno, path, "stat");
	return DS_OK;
}

/* Like the folder it is in: 0660 in a shared root. */
static enum ds_status
open_file(const char *root, const char *name, int *fdp, bool *readonlyp,
    struct ds_diag *diag)
{
	char path[4200];
	struct stat sb;
	enum ds_status st;
	int fd;

	snprintf(path, sizeof(path), "%s/enq/%s", root, name);
	fd = open(path, O_RDWR | O_CLOEXEC);
	*readonlyp = fd < 0 && (errno == EACCES || errno == EROFS);
	if (*readonlyp)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 && errno != ENOENT)
		return ds_fail_errno(diag, errno, path, "open");
	if (fd < 0) {
		if ((st = make_folder(root, &sb, diag)) != DS_OK)
			return st;
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		if (fd < 0 ||
		    fchmod(fd, sb.st_mode & S_IWGRP ? 0660 : 0600) != 0 ||
		    (geteuid() == 0 && fchown(fd, sb.st_uid, sb.st_gid) != 0)) {
			st = ds_fail_errno(diag, errno, path, "make");
			if (fd >= 0)
				close(fd);
			return st;
		}
	}
	*fdp = fd;
	return DS_OK;
}

/* Known by what it is, as a root has many paths. */
static struct enq_root *
find_root(const struct stat *sb)
{
	struct enq_root *er;

	for (er = roots; er != NULL; er = er->next)
		if (er->dev == sb->st_dev && er->ino == sb->st_ino)
			return er;
	return NULL;
}

static enum ds_status
root_get(const char *path, int locks, bool readonly, struct enq_root **rootp,
    struct ds_diag *diag)
{
	struct enq_root *er;
	enum ds_status st;
	struct stat sb;
	bool unused;

	if (fstat(locks, &sb) != 0)
		return ds_fail_errno(diag, errno, path, "stat");
	if ((er = find_root(&sb)) != NULL) {
		er->refs++;
		*rootp = er;
		return DS_OK;
	}
	if ((er = calloc(1, sizeof(*er))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	er->holders = -1;
	st = open_file(path, "holders", &er->holders, &unused, diag);
	if (st != DS_OK && !readonly) {
		free(er);
		return st;
	}
	er->dev = sb.st_dev;
	er->ino = sb.st_ino;
	er->readonly = readonly;
	er->refs = 1;
	er->next = roots;
	roots = er;
	*rootp = er;
	return DS_OK;
}

enum ds_status
enq_root_open(const char *path, int *locksp, struct enq_root **rootp,
    struct ds_diag *diag)
{
	enum ds_status st;
	bool readonly;
	int fd;

	st = open_file(path, "locks", &fd, &readonly, diag);
	if (st != DS_OK)
		return st;
	if ((st = root_get(path, fd, readonly, rootp, diag)) != DS_OK)
		close(fd);
	else
		*locksp = fd;
	return st;
}

enum ds_status
enq_root_join(
    const char *path, int locks, struct enq_root **rootp, struct ds_diag *diag)
{
	char file[4200];
	struct stat want, sb;
	int flags = fcntl(locks, F_GETFL);

	snprintf(file, sizeof(file), "%s/enq/locks", path);
	if (flags < 0 || fstat(locks, &sb) != 0 || stat(file, &want) != 0 ||
	    want.st_dev != sb.st_dev || want.st_ino != sb.st_ino)
		return ds_fail(diag, DS_INVALID, NULL,
		    "descriptor %d is not of this root's ENQ", locks);
	return root_get(
	    path, locks, (flags & O_ACCMODE) == O_RDONLY, rootp, diag);
}

void
enq_root_close(struct enq_root **rootp)
{
	struct enq_root *er = *rootp, **at;

	*rootp = NULL;
	if (er == NULL || --er->refs > 0)
		return;
	for (at = &roots; *at != er; at = &(*at)->next)
		continue;
	*at = er->next;
	if (er->holders >= 0)
		close(er->holders);
	free(er);
}

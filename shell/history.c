/*
 * The file of the history. Whoever reads or changes it locks it; who shortens
 * it puts a new one in its place, so that one who waited for the lock of the
 * old one looks again.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shell/terminal_int.h"

/* A file of ours, and no other's: in a shared root others could make one. Who
 * is root works for the root's owner. */
static bool
is_ours(const struct stat *sb)
{
	return S_ISREG(sb->st_mode) &&
	       (sb->st_uid == geteuid() || geteuid() == 0);
}

/* A file that root makes belongs to the owner of its folder. */
static void
give_to_owner(int fd, const char *path)
{
	const char *slash = strrchr(path, '/');
	char folder[PATH_MAX];
	struct stat sb;
	int n;

	if (geteuid() != 0 || slash == NULL)
		return;
	n = snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path), path);
	if (n <= 0 || n >= (int)sizeof(folder) || stat(folder, &sb) != 0)
		return;
	if (fchown(fd, sb.st_uid, sb.st_gid) != 0)
		return; /* it stays root's, who can still use it */
}

/* Open and lock it as it is now. -1: it cannot be had. */
static int
open_locked(const char *path, int flags)
{
	struct stat sb, now;
	int fd, tries;

	for (tries = 0; tries < 8; tries++) {
		fd = open(
		    path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
		if (fd < 0)
			return -1;
		if (fstat(fd, &sb) == 0 && is_ours(&sb) &&
		    flock(fd, LOCK_EX) == 0 && stat(path, &now) == 0 &&
		    now.st_ino == sb.st_ino && now.st_dev == sb.st_dev) {
			if (sb.st_size == 0)
				give_to_owner(fd, path);
			return fd;
		}
		close(fd);
	}
	return -1;
}

static void
write_all(int fd, const char *p, size_t n, bool *okp)
{
	ssize_t put;

	while (n > 0 && *okp) {
		put = write(fd, p, n);
		if (put < 0 && errno == EINTR)
			continue;
		*okp = put > 0;
		p += put > 0 ? put : 0;
		n -= put > 0 ? (size_t)put : 0;
	}
}

/* The last HISTORY_LINES of text, within HISTORY_BYTES / 2. */
static const char *
tail(const char *text, size_t len)
{
	const char *p = text + len;
	int lines = 0;

	while (p > text && (size_t)(text + len - p) < HISTORY_BYTES / 2) {
		if (p[-1] == '\n' && p != text + len &&
		    ++lines == HISTORY_LINES)
			return p;
		p--;
	}
	if (p == text)
		return p;
	p = memchr(p, '\n', (size_t)(text + len - p));
	return p != NULL ? p + 1 : text + len;
}

/* A shorter one in its place. */
static void
shorten(const char *path, const char *text, size_t len)
{
	char new[PATH_MAX];
	bool ok = true;
	int fd;

	if (snprintf(new, sizeof(new), "%s.XXXXXX", path) >= (int)sizeof(new))
		return;
	if ((fd = mkostemp(new, O_CLOEXEC)) < 0)
		return;
	give_to_owner(fd, path);
	write_all(fd, text, len, &ok);
	close(fd);
	if (!ok || rename(new, path) != 0)
		unlink(new);
}

/* The whole file, NUL behind it, or NULL. */
static char *
read_whole(int fd, size_t *lenp)
{
	struct stat sb;
	size_t n = 0;
	ssize_t got;
	char *text;

	if (fstat(fd, &sb) != 0 || sb.st_size < 0 ||
	    sb.st_size > 64 * (off_t)HISTORY_BYTES)
		return NULL;
	if ((text = malloc((size_t)sb.st_size + 1)) == NULL)
		return NULL;
	while (n < (size_t)sb.st_size) {
		got = read(fd, text + n, (size_t)sb.st_size - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		n += (size_t)got;
	}
	text[n] = '\0';
	*lenp = n;
	return text;
}

void
history_file_read(
    const char *path, void (*line)(void *ctx, const char *command), void *ctx)
{
	int fd = open_locked(path, O_RDONLY);
	char *text = NULL, *p, *end;
	size_t len = 0;

	if (fd >= 0)
		text = read_whole(fd, &len);
	if (text != NULL) {
		p = text + (tail(text, len) - text);
		if ((size_t)(text + len - p) < len / 2)
			shorten(path, p, (size_t)(text + len - p));
		for (; (end = strchr(p, '\n')) != NULL; p = end + 1) {
			*end = '\0';
			if (end > p)
				line(ctx, p);
		}
	}
	free(text);
	if (fd >= 0)
		close(fd);
}

void
history_file_add(const char *path, const char *command)
{
	int fd = open_locked(path, O_WRONLY | O_APPEND | O_CREAT);
	size_t len = strlen(command);
	bool ok = true;
	char *line;

	if (fd < 0)
		return;
	if ((line = malloc(len + 1)) != NULL) {
		memcpy(line, command, len);
		line[len] = '\n';
		write_all(fd, line, len + 1, &ok);
		free(line);
	}
	close(fd);
}

/*
 * Waiting for another process's transaction: as long as the one who opened the
 * catalogs says, and then who it is. SQLite locks bytes of NAME.db-shm, which
 * may not be opened to ask for their holder (README.md), so the kernel's list
 * of locks is read.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "base/ticks.h"
#include "catalog/cat_int.h"

/*
 * Who has committed begins anew at once, so a long pause would meet the lock
 * taken each time.
 */
enum { PAUSE_MAX_MS = 10 };
/* Bytes of the log's index: the writer, a checkpoint, a recovery. Source: the
 * SQLite file format, "WAL-Index Format", locks. */
enum { LOCK_WRITE = 120, LOCK_RECOVER = 122 };

void
cat_set_wait(struct catalog *cat, int ms)
{
	cat->busy_ms = ms;
}

void
cat_on_wait(struct catalog *cat, bool (*go_on)(void))
{
	cat->go_on = go_on;
}

int
cat_wait(void *ctx, int turn)
{
	struct cat_file *file = ctx;
	const struct catalog *cat = file->cat;
	struct timespec nap = {0, 0};
	long left, ms = turn < PAUSE_MAX_MS ? turn + 1 : PAUSE_MAX_MS;

	if (turn == 0)
		file->wait_began = ticks_ms();
	left = cat->busy_ms - (ticks_ms() - file->wait_began);
	if (left <= 0 || (cat->go_on != NULL && !cat->go_on()))
		return 0;
	nap.tv_nsec = (ms < left ? ms : left) * 1000000;
	nanosleep(&nap, NULL);
	return 1;
}

/* --- who has it -------------------------------------------------------------
 */

/* A line of /proc/locks; false: not of a writer, or not of the file. */
static bool
is_writer(const char *line, const struct stat *sb, long *pidp, bool *samep)
{
	unsigned long long ino, from, to;
	unsigned major, minor;
	long pid;

	if (sscanf(line, "%*s POSIX %*s WRITE %ld %x:%x:%llu %llu %llu", &pid,
		&major, &minor, &ino, &from, &to) != 6 ||
	    ino != sb->st_ino || from > LOCK_RECOVER || to < LOCK_WRITE)
		return false;
	*samep = major == major(sb->st_dev) && minor == minor(sb->st_dev);
	*pidp = pid;
	return true;
}

/*
 * The process that has the lock; 0: nobody any more, or it cannot be seen. Some
 * file systems (btrfs, overlays) list another device than stat does: then the
 * number of the file has to do.
 */
static long
find_writer(const char *path)
{
	char line[256], shm[PATH_MAX + 8];
	long pid = 0, found = 0;
	bool same = false;
	struct stat sb;
	FILE *fp;

	snprintf(shm, sizeof(shm), "%s-shm", path);
	if (stat(shm, &sb) != 0 || (fp = fopen("/proc/locks", "re")) == NULL)
		return 0;
	while (!same && fgets(line, sizeof(line), fp) != NULL)
		if (is_writer(line, &sb, &pid, &same) && pid > 0)
			found = pid;
	fclose(fp);
	return found;
}

static void
describe(long pid, char *out, size_t size)
{
	char path[64], name[32] = "";
	FILE *fp;

	if (pid == (long)getpid()) {
		snprintf(out, size, "this program itself");
		return;
	}
	snprintf(path, sizeof(path), "/proc/%ld/comm", pid);
	if (pid > 0 && (fp = fopen(path, "re")) != NULL) {
		if (fgets(name, sizeof(name), fp) == NULL)
			name[0] = '\0';
		fclose(fp);
	}
	name[strcspn(name, "\n")] = '\0';
	for (char *p = name; *p != '\0'; p++)
		if (!isprint((unsigned char)*p))
			*p = '?';
	if (name[0] != '\0')
		snprintf(out, size, "%s (process %ld)", name, pid);
	else
		snprintf(out, size, "another process");
}

enum ds_status
cat_file_fail(
    struct cat_file *file, int rc, const char *doing, struct ds_diag *diag)
{
	enum ds_status st = cat_fail(file->db, rc, file->path, doing, diag);
	const int ms = file->cat->busy_ms;

	if (st != DS_TIMEOUT || diag == NULL)
		return st;
	ds_fail(diag, st, file->name,
	    "the catalog is still busy after %d.%03d seconds", ms / 1000,
	    ms % 1000);
	describe(find_writer(file->path), diag->holder, sizeof(diag->holder));
	return st;
}

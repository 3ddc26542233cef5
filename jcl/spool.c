/* The spool: numbers, directories and files of jobs. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jcl/spool.h"
#include "services/enq.h"

#define STORED "job.json"

struct spool_job {
	char *dir;
	char id[JOB_ID_LEN];
	mode_t mode; /* of its files */
	struct enq *life;
};

/* --- paths ---------------------------------------------------------------- */

static char *
path_of(const char *dir, const char *name)
{
	char *path = NULL;

	return asprintf(&path, "%s/%s", dir, name) < 0 ? NULL : path;
}

char *
spool_path(struct ds_system *sys, const char *id, const char *name)
{
	char *path = NULL;

	if (asprintf(&path, "%s/spool/%s%s%s", ds_system_root(sys), id,
		name[0] != '\0' ? "/" : "", name) < 0)
		return NULL;
	return path;
}

bool
spool_id(const char *text, char id[JOB_ID_LEN])
{
	char *end;
	long n;

	if (strncasecmp(text, "JOB", 3) == 0)
		text += 3;
	if (strspn(text, "0123456789") != strlen(text) || text[0] == '\0')
		return false;
	errno = 0;
	n = strtol(text, &end, 10);
	if (errno != 0 || n < 1 || n > SPOOL_JOBS)
		return false;
	snprintf(id, JOB_ID_LEN, "JOB%05u", (unsigned)n % 100000);
	return true;
}

/* --- numbers -------------------------------------------------------------- */

/* A hint alone: the directories say which numbers are in use. */
static unsigned
last_number(const char *hint)
{
	FILE *fp = fopen(hint, "re");
	unsigned n = 0;

	if (fp == NULL)
		return 0;
	if (fscanf(fp, "%5u", &n) != 1)
		n = 0;
	fclose(fp);
	return n;
}

static void
set_last_number(const char *hint, unsigned n, mode_t mode)
{
	char text[16];
	int fd, len = snprintf(text, sizeof(text), "%05u\n", n);

	fd = open(hint, O_WRONLY | O_CREAT | O_CLOEXEC, mode);
	if (fd < 0)
		return;
	if (pwrite(fd, text, (size_t)len, 0) == len)
		fchmod(fd, mode);
	close(fd);
}

/* mkdir is who decides between two that want one number. */
static enum ds_status
take_number(
    struct spool_job *sj, const char *spool, mode_t mode, struct ds_diag *diag)
{
	char *hint = path_of(spool, "last"), name[JOB_ID_LEN + 1];
	unsigned n, i;

	if (hint == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	n = last_number(hint);
	for (i = 0; i < SPOOL_JOBS; i++) {
		n = n >= SPOOL_JOBS ? 1 : n + 1;
		snprintf(name, sizeof(name), "JOB%05u", n % 100000);
		free(sj->dir);
		if ((sj->dir = path_of(spool, name)) == NULL)
			break;
		if (mkdir(sj->dir, mode) == 0 || errno != EEXIST)
			break;
	}
	if (i == SPOOL_JOBS || sj->dir == NULL || access(sj->dir, W_OK) != 0) {
		free(hint);
		return i == SPOOL_JOBS
			   ? ds_fail(diag, DS_FULL, "spool",
				 "all %d job numbers are in use", SPOOL_JOBS)
			   : ds_fail_errno(diag, errno, "spool",
				 "the job's directory: %s", strerror(errno));
	}
	chmod(sj->dir, mode); /* whatever the umask */
	memcpy(sj->id, name, sizeof(sj->id));
	set_last_number(hint, n, sj->mode);
	free(hint);
	return DS_OK;
}

/* --- a job's -------------------------------------------------------------- */

enum ds_status
spool_job_new(
    struct ds_system *sys, struct spool_job **sjp, struct ds_diag *diag)
{
	struct spool_job *sj = calloc(1, sizeof(*sj));
	char *spool = spool_path(sys, "", "");
	enum ds_status st;
	struct stat sb;
	mode_t mode = 0700;

	if (sj == NULL || spool == NULL) {
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
		goto out;
	}
	/* Who shares the root shares its jobs. */
	if (stat(ds_system_root(sys), &sb) == 0 && (sb.st_mode & S_IWGRP) != 0)
		mode = 02770;
	sj->mode = mode == 0700 ? 0600 : 0660;
	if (mkdir(spool, mode) == 0)
		chmod(spool, mode);
	st = take_number(sj, spool, mode, diag);
	if (st == DS_OK)
		st = enq_take(ds_system_owner(sys), "SYSJOB", sj->id, ENQ_EXC,
		    0, &sj->life, diag);
	if (st == DS_OK) {
		*sjp = sj;
		sj = NULL;
	}
out:
	free(spool);
	spool_job_free(&sj);
	return st;
}

void
spool_job_free(struct spool_job **sjp)
{
	if (sjp == NULL || *sjp == NULL)
		return;
	enq_free(&(*sjp)->life);
	free((*sjp)->dir);
	free(*sjp);
	*sjp = NULL;
}

const char *
spool_job_id(const struct spool_job *sj)
{
	return sj->id;
}

char *
spool_job_path(const struct spool_job *sj, const char *name)
{
	return path_of(sj->dir, name);
}

FILE *
spool_job_create(
    const struct spool_job *sj, const char *name, struct ds_diag *diag)
{
	char *path = path_of(sj->dir, name);
	FILE *fp = NULL;
	int fd = -1;

	if (path != NULL)
		fd = open(
		    path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, sj->mode);
	if (fd >= 0) {
		fchmod(fd, sj->mode);
		fp = fdopen(fd, "w");
	}
	if (fp == NULL) {
		ds_fail_errno(diag, path != NULL ? errno : ENOMEM, name,
		    "the spool: %s", strerror(errno));
		if (fd >= 0)
			close(fd);
	}
	free(path);
	return fp;
}

enum ds_status
spool_job_store(const struct spool_job *sj, const char *text, size_t len,
    struct ds_diag *diag)
{
	char *to = path_of(sj->dir, STORED);
	char *from = path_of(sj->dir, STORED ".new");
	enum ds_status st = DS_OK;
	FILE *fp = NULL;

	if (to == NULL || from == NULL) {
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	} else if ((fp = spool_job_create(sj, STORED ".new", diag)) == NULL) {
		st = DS_IO;
	} else if (fwrite(text, 1, len, fp) != len) {
		st = ds_fail_errno(diag, errno, STORED, "writing the spool");
	}
	if (fp != NULL && fclose(fp) != 0 && st == DS_OK)
		st = ds_fail_errno(diag, errno, STORED, "writing the spool");
	if (st == DS_OK && rename(from, to) != 0)
		st = ds_fail_errno(diag, errno, STORED, "writing the spool");
	free(from);
	free(to);
	return st;
}

/* --- of all jobs ---------------------------------------------------------- */

static int
is_job(const struct dirent *d)
{
	char id[JOB_ID_LEN];

	return strlen(d->d_name) == JOB_ID_LEN - 1 && spool_id(d->d_name, id) &&
	       strcmp(id, d->d_name) == 0;
}

enum ds_status
spool_list(struct ds_system *sys, bool (*fn)(void *ctx, const char *id),
    void *ctx, struct ds_diag *diag)
{
	char *spool = spool_path(sys, "", "");
	struct dirent **list = NULL;
	bool go_on = true;
	int i, n;

	if (spool == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	n = scandir(spool, &list, is_job, alphasort);
	free(spool);
	if (n < 0)
		return errno == ENOENT
			   ? DS_OK
			   : ds_fail_errno(diag, errno, "spool", NULL);
	for (i = 0; i < n; i++) {
		go_on = go_on && fn(ctx, list[i]->d_name);
		free(list[i]);
	}
	free(list);
	return DS_OK;
}

enum ds_status
spool_read(
    struct ds_system *sys, const char *id, char **textp, struct ds_diag *diag)
{
	char *path = spool_path(sys, id, STORED), *text = NULL;
	size_t cap = 0;
	FILE *fp;

	if (path == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	fp = fopen(path, "re");
	free(path);
	if (fp == NULL)
		return ds_fail_errno(diag, errno, id, NULL);
	if (getdelim(&text, &cap, '\0', fp) < 0) {
		free(text);
		fclose(fp);
		return ds_fail(diag, DS_NOFILE, id, "nothing is said of it");
	}
	fclose(fp);
	*textp = text;
	return DS_OK;
}

/* The owner of a run of jobs is not asked about its own. */
bool
spool_runs(struct ds_system *sys, const char *id)
{
	struct ds_diag diag;

	return enq_test(ds_system_owner(sys), "SYSJOB", id, ENQ_EXC, &diag) ==
	       DS_BUSY;
}

enum ds_status
spool_purge(struct ds_system *sys, const char *id, struct ds_diag *diag)
{
	char *dir = spool_path(sys, id, "");
	enum ds_status st = DS_OK;
	struct dirent *d;
	DIR *dp;

	if (dir == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	if ((dp = opendir(dir)) == NULL) {
		st = ds_fail_errno(diag, errno, id, NULL);
	} else if (spool_runs(sys, id)) {
		st = ds_fail(diag, DS_BUSY, id, "it runs");
	} else {
		while ((d = readdir(dp)) != NULL)
			if (d->d_name[0] != '.')
				unlinkat(dirfd(dp), d->d_name, 0);
		if (rmdir(dir) != 0)
			st = ds_fail_errno(diag, errno, id, NULL);
	}
	if (dp != NULL)
		closedir(dp);
	free(dir);
	return st;
}

/*
 * The directory in which a program of the host works: work/ of the root has one
 * for each that runs, named by its job, so that what a killed job leaves is
 * known for it and goes when jobs are next run.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "jcl/native_int.h"

enum { OPEN_DIRECTORIES = 16 };

static char *
work_path(struct ds_system *sys, const char *name)
{
	char *path = NULL;

	if (asprintf(&path, "%s/work%s%s", ds_system_root(sys),
		name[0] != '\0' ? "/" : "", name) < 0)
		return NULL;
	return path;
}

/* Who shares the root may make one there, too; each is its maker's alone. */
static void
make_parent(struct ds_system *sys)
{
	char *path = work_path(sys, "");
	struct stat sb;
	mode_t mode = 0700;

	if (stat(ds_system_root(sys), &sb) == 0 && (sb.st_mode & S_IWGRP) != 0)
		mode = 02770;
	if (path != NULL && mkdir(path, mode) == 0)
		chmod(path, mode);
	free(path);
}

static int
remove_one(const char *path, const struct stat *sb, int type, struct FTW *where)
{
	(void)sb;
	(void)where;
	if (type == FTW_DP)
		rmdir(path);
	else
		unlink(path);
	return 0;
}

static void
remove_tree(const char *path)
{
	nftw(path, remove_one, OPEN_DIRECTORIES, FTW_DEPTH | FTW_PHYS);
}

bool
native_dir_make(struct native *nt)
{
	struct ds_system *sys = nt->sr->job->env->sys;
	char name[JOB_ID_LEN + 8];

	make_parent(sys);
	snprintf(name, sizeof(name), "%s.XXXXXX", nt->sr->job->res->id);
	if ((nt->dir = work_path(sys, name)) == NULL) {
		errno = ENOMEM;
		return false;
	}
	if (mkdtemp(nt->dir) != NULL)
		return true;
	free(nt->dir);
	nt->dir = NULL;
	return false;
}

void
native_dir_remove(struct native *nt)
{
	native_dds_free(nt);
	if (nt->dir != NULL)
		remove_tree(nt->dir);
	free(nt->dir);
	nt->dir = NULL;
}

char *
native_dir_path(const struct native *nt, const char *name)
{
	char *path = NULL;

	return asprintf(&path, "%s/%s", nt->dir, name) < 0 ? NULL : path;
}

/* "JOB00007.a1b2c3": its job. */
static bool
job_of(const char *name, char id[JOB_ID_LEN])
{
	char text[JOB_ID_LEN];

	if (strlen(name) != JOB_ID_LEN - 1 + 7 || name[JOB_ID_LEN - 1] != '.')
		return false;
	snprintf(text, sizeof(text), "%.8s", name);
	return spool_id(text, id) && strcmp(text, id) == 0;
}

void
job_sweep(struct ds_system *sys)
{
	char *work = work_path(sys, ""), *path, id[JOB_ID_LEN];
	DIR *dir = work != NULL ? opendir(work) : NULL;
	const struct dirent *e;

	while (dir != NULL && (e = readdir(dir)) != NULL) {
		if (!job_of(e->d_name, id) || spool_runs(sys, id))
			continue;
		if ((path = work_path(sys, e->d_name)) != NULL)
			remove_tree(path);
		free(path);
	}
	if (dir != NULL)
		closedir(dir);
	free(work);
}

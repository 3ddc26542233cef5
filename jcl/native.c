/*
 * A step's program that is not of the table: a script or an executable of a
 * directory that is bound to a name of STEPLIB or JOBLIB, a member of a data
 * set there, or of the directory of programs. Never of $PATH.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jcl/native_int.h"

/* --- finding -------------------------------------------------------------- */

/* The file of a directory; the caller frees. */
static char *
in_directory(const char *dir, const char *pgm)
{
	struct stat sb;
	char *path = NULL;

	if (dir == NULL || asprintf(&path, "%s/%s", dir, pgm) < 0)
		return NULL;
	if (stat(path, &sb) == 0 && S_ISREG(sb.st_mode))
		return path;
	free(path);
	return NULL;
}

/* Records to a file that can be run: a script by its lines, an executable by
 * its bytes. False: it is neither. */
static bool
extract(struct native *nt, struct ds_file *file, const char *path)
{
	static const char elf[] = {0x7F, 'E', 'L', 'F'};
	const bool text = ds_attrs(file)->recfm != DS_RECFM_U;
	char head[4] = "";
	enum ds_status st;
	FILE *fp;

	if ((fp = fopen(path, "w+e")) == NULL)
		return false;
	st = native_copy(file, text, fp, &nt->diag);
	rewind(fp);
	if (st == DS_OK && fread(head, 1, 4, fp) != 4)
		st = DS_EOD;
	fclose(fp);
	return st == DS_OK && chmod(path, 0700) == 0 &&
	       (memcmp(head, "#!", 2) == 0 || memcmp(head, elf, 4) == 0);
}

static char *
in_data_set(struct native *nt, const char *dsn, const char *pgm)
{
	char name[DSNAME_MAX + MEMBER_MAX + 3], *path = NULL;
	struct ds_file *file = NULL;

	snprintf(name, sizeof(name), "%.44s(%.8s)", dsn, pgm);
	if (ds_open_name(nt->sr->job->env->sys, name, DS_INPUT | DS_SEQ, &file,
		&nt->diag) != DS_OK)
		return NULL;
	path = native_dir_path(nt, NATIVE_PROGRAM);
	if (path != NULL && !extract(nt, file, path)) {
		unlink(path);
		free(path);
		path = NULL;
	}
	ds_abandon(&file);
	return path;
}

static char *
in_library(struct native *nt, const char *dsn, const char *pgm)
{
	const struct job_binding *b = binding_find(nt->sr->job->env, dsn);

	return b != NULL ? in_directory(b->dir, pgm)
			 : in_data_set(nt, dsn, pgm);
}

static char *
find(struct native *nt, const char *pgm)
{
	struct job *job = nt->sr->job;
	const struct jcl_dd *dd = jcl_dd_find(nt->sr->step, "STEPLIB");
	struct dd_name name;
	char *path = NULL;

	if (nt->sr->step->pgm_ref != NULL)
		dd = nt->sr->step->pgm_ref; /* where else it might be */
	for (dd = dd != NULL ? dd : job->jcl->joblib;
	     path == NULL && dd != NULL; dd = dd->next) {
		if (dd_is_data_set(dd) &&
		    dd_resolve(job, dd, &name, &nt->diag) == DS_OK)
			path = in_library(nt, name.dsn, pgm);
	}
	return path != NULL ? path : in_directory(job->env->programs, pgm);
}

/* --- running -------------------------------------------------------------- */

/* A file that is no program of its own right gets it in a copy. */
static char *
runnable(struct native *nt, char *path)
{
	char *copy = NULL, buf[65536];
	FILE *from, *to = NULL;
	size_t n;

	if (path == NULL || access(path, X_OK) == 0)
		return path;
	from = fopen(path, "re");
	if (from != NULL &&
	    (copy = native_dir_path(nt, NATIVE_PROGRAM)) != NULL)
		to = fopen(copy, "we");
	while (to != NULL && (n = fread(buf, 1, sizeof(buf), from)) > 0)
		fwrite(buf, 1, n, to);
	if (from != NULL)
		fclose(from);
	if (to == NULL || fclose(to) != 0 || chmod(copy, 0700) != 0) {
		free(copy);
		return path;
	}
	free(path);
	return copy;
}

/* SYSIN is its standard input, too. */
static void
run(struct native *nt, const char *path, const char *parm,
    struct program_end *endp)
{
	const int out = O_WRONLY | O_CREAT | O_TRUNC;
	const struct native_dd *sysin = native_dd_find(nt, "SYSIN");
	char *const argv[] = {(char *)path, (char *)parm, NULL};
	const struct native_exec ex = {.path = path,
	    .argv = argv,
	    .streams = {
		{sysin != NULL ? sysin->path : "/dev/null", O_RDONLY, 0},
		{NATIVE_STDOUT, out, 0600}, {NATIVE_STDERR, out, 0600}}};
	int status;

	if (!native_exec(nt, &ex, &status, endp))
		return;
	if (WIFSIGNALED(status)) {
		native_signal(WTERMSIG(status), endp);
		return;
	}
	memset(endp, 0, sizeof(*endp));
	endp->kind = PROGRAM_CODE;
	endp->code = (unsigned)WEXITSTATUS(status);
}

/* library: the data set that has it; NULL: those of the step. */
static bool
find_and_run(struct native *nt, const char *library, const char *pgm,
    const char *parm, struct program_end *endp)
{
	char *path = NULL;
	bool found;

	if (!native_dir_make(nt)) {
		native_abend(endp, NATIVE_ABEND_MODULE,
		    "a directory for it: %s", strerror(errno));
		return true;
	}
	if (pgm[0] != '\0' && strchr(pgm, '/') == NULL)
		path =
		    runnable(nt, library != NULL ? in_library(nt, library, pgm)
						 : find(nt, pgm));
	if ((found = path != NULL)) {
		if (native_dds_make(nt) != DS_OK) {
			native_abend(
			    endp, NATIVE_ABEND_OPEN, "%s", nt->diag.text);
		} else {
			run(nt, path, parm, endp);
			native_finish(nt, endp);
		}
	}
	native_dir_remove(nt);
	free(path);
	return found;
}

bool
native_run(struct step_run *sr, const char *pgm, const char *parm,
    struct program_end *endp)
{
	struct native nt = {.sr = sr};

	return find_and_run(&nt, NULL, pgm, parm, endp);
}

bool
native_call(struct step_run *sr, const char *library, const char *pgm,
    const char *parm, struct program_end *endp)
{
	struct native nt = {.sr = sr, .called = true};

	return find_and_run(&nt, library, pgm, parm, endp);
}

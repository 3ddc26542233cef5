/*
 * The pool of catamount.conf, changed: one line of the file, all others stay
 * as they are, comments and all. The new file takes the old one's place.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "services/enq.h"
#include "services/security.h"
#include "services/system_int.h"
#include "services/volumes.h"

enum { CHANGE_WAIT_MS = 10000 };

/* Does the line set the pool? Blanks may stand around the keyword. */
static bool
sets_pool(const char *line)
{
	line += strspn(line, " \t");
	if (strncmp(line, "pool", 4) != 0)
		return false;
	line += 4;
	return line[strspn(line, " \t")] == '=';
}

static void
put_pool(FILE *out, char (*volsers)[VOLSER_MAX + 1], unsigned n)
{
	fputs("pool=", out);
	for (unsigned i = 0; i < n; i++)
		fprintf(out, "%s%s", i > 0 ? " " : "", volsers[i]);
	fputc('\n', out);
}

/* The last of several lines counts, so each of them goes but the first. */
static enum ds_status
copy(FILE *in, FILE *out, char (*volsers)[VOLSER_MAX + 1], unsigned n)
{
	char *line = NULL;
	size_t size = 0;
	bool done = false;
	ssize_t len;

	while ((len = getline(&line, &size, in)) >= 0) {
		if (!sets_pool(line)) {
			fwrite(line, 1, (size_t)len, out);
			if (len > 0 && line[len - 1] != '\n')
				fputc('\n', out);
			continue;
		}
		if (!done)
			put_pool(out, volsers, n);
		done = true;
	}
	if (!done)
		put_pool(out, volsers, n);
	free(line);
	return ferror(in) || fflush(out) != 0 ? DS_IO : DS_OK;
}

/* As who may read and write it as the one that it replaces. */
static bool
same_owner(int from, int to)
{
	struct stat sb;

	return fstat(from, &sb) == 0 && fchmod(to, sb.st_mode & 0777) == 0 &&
	       (geteuid() != 0 || fchown(to, sb.st_uid, sb.st_gid) == 0);
}

static enum ds_status
rewrite(const char *path, const char *tmp, char (*volsers)[VOLSER_MAX + 1],
    unsigned n, struct ds_diag *diag)
{
	FILE *in = fopen(path, "re"), *out = NULL;
	enum ds_status st = DS_OK;
	int fd = -1;

	if (in == NULL)
		return ds_fail_errno(diag, errno, path, "open");
	fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || (out = fdopen(fd, "w")) == NULL ||
	    !same_owner(fileno(in), fd) || copy(in, out, volsers, n) != DS_OK ||
	    fsync(fd) != 0)
		st = ds_fail_errno(diag, errno, tmp, "write");
	fclose(in);
	if (out != NULL) {
		if (fclose(out) != 0 && st == DS_OK)
			st = ds_fail_errno(diag, errno, tmp, "write");
	} else if (fd >= 0)
		close(fd);
	if (st == DS_OK && rename(tmp, path) != 0)
		st = ds_fail_errno(diag, errno, path, "rename");
	if (st != DS_OK)
		unlink(tmp);
	return st;
}

/* The pool that cfg has, with the volume or without it. */
static enum ds_status
change(
    struct ds_config *cfg, const char *volser, bool add, struct ds_diag *diag)
{
	unsigned i;

	for (i = 0; i < cfg->npool; i++)
		if (strcmp(cfg->pool[i], volser) == 0)
			break;
	if (add && i < cfg->npool)
		return ds_fail(
		    diag, DS_CAT_DUPLICATE, volser, "it is in the pool");
	if (!add && i == cfg->npool)
		return ds_fail(
		    diag, DS_CAT_NOVOLUME, volser, "it is not in the pool");
	if (add && cfg->npool == DS_POOL_MAX)
		return ds_fail(diag, DS_INVALID, volser,
		    "a pool has %d volumes at most", DS_POOL_MAX);
	if (!add && cfg->npool == 1)
		return ds_fail(
		    diag, DS_INVALID, volser, "it is the last one of the pool");
	if (add) {
		snprintf(cfg->pool[cfg->npool++], sizeof(cfg->pool[0]), "%s",
		    volser);
		return DS_OK;
	}
	cfg->npool--;
	memmove(cfg->pool[i], cfg->pool[i + 1],
	    (cfg->npool - i) * sizeof(cfg->pool[0]));
	return DS_OK;
}

enum ds_status
ds_pool_change(
    struct ds_system *sys, const char *volser, bool add, struct ds_diag *diag)
{
	char path[PATH_MAX + 32], tmp[PATH_MAX + 32];
	struct cat_volume vol;
	struct enq *enq = NULL;
	struct ds_config cfg;
	enum ds_status st;

	if ((st = ds_authorize_operations(sys, "catamount.conf", diag)) !=
	    DS_OK)
		return st;
	if (add && (st = cat_volume_get(sys->cat, volser, &vol, diag)) != DS_OK)
		return st;
	snprintf(path, sizeof(path), "%s/catamount.conf", sys->root);
	snprintf(tmp, sizeof(tmp), "%s/catamount.conf.new", sys->root);
	st = enq_take(ds_system_owner(sys), "SYSCONF", "POOL", ENQ_EXC,
	    CHANGE_WAIT_MS, &enq, diag);
	if (st != DS_OK)
		return st;
	/* as it is now: another may have changed it */
	ds_config_default(&cfg);
	if ((st = ds_config_read(path, &cfg, diag)) == DS_OK &&
	    (st = change(&cfg, volser, add, diag)) == DS_OK &&
	    (st = rewrite(path, tmp, cfg.pool, cfg.npool, diag)) == DS_OK) {
		memcpy(sys->config.pool, cfg.pool, sizeof(cfg.pool));
		sys->config.npool = cfg.npool;
	}
	enq_free(&enq);
	return st;
}

/*
 * A root whose master catalog may be lost, opened. For what puts another in its
 * place the recovery area is kept until that is done.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "services/system_int.h"

#define KEPT ".kept"

/* The recovery area of the master, or what is kept of one, by another name. */
static void
move_area(
    const char *root, const char *master, const char *from, const char *to)
{
	char path[PATH_MAX + 128], new[PATH_MAX + 128];

	snprintf(path, sizeof(path), "%s/" SYSTEM_RECOVERY "/%s.cra%s", root,
	    master, from);
	snprintf(new, sizeof(new), "%s/" SYSTEM_RECOVERY "/%s.cra%s", root,
	    master, to != NULL ? to : "");
	if (to == NULL)
		unlink(path);
	else
		rename(path, new);
}

/* Of its recovery area, if it is to be; else the master is empty. */
static enum ds_status
recover_master(const char *root, const struct ds_config *cfg,
    struct ds_lost *lost, struct ds_diag *diag)
{
	char dir[PATH_MAX + 32], areas[PATH_MAX + 32];
	struct cat_recovered out = {false};
	enum ds_status st;

	lost->made = true;
	if (!lost->recover) {
		move_area(root, cfg->master, "", KEPT);
		return DS_OK;
	}
	snprintf(dir, sizeof(dir), "%s/catalogs", root);
	snprintf(areas, sizeof(areas), "%s/" SYSTEM_RECOVERY, root);
	st = cat_recover(dir, areas, cfg->master, cfg->master, &out, diag);
	lost->recovered = st == DS_OK;
	lost->whole = st == DS_OK && out.whole;
	return st == DS_NOFILE || st == DS_CORRUPT ? DS_OK : st;
}

/* A log without its catalog would be taken for the new one's. */
static enum ds_status
make_lost(const char *root, struct ds_lost *lost, struct ds_diag *diag)
{
	static const char *const left[] = {".db-wal", ".db-shm"};
	char path[PATH_MAX + 128];
	struct ds_config cfg;
	enum ds_status st;
	struct stat sb;
	size_t i;

	ds_config_default(&cfg);
	snprintf(path, sizeof(path), "%s/" SYSTEM_CONF, root);
	if ((st = ds_config_read(path, &cfg, diag)) != DS_OK)
		return st;
	snprintf(path, sizeof(path), "%s/catalogs", root);
	if (access(path, F_OK) != 0) {
		if (stat(root, &sb) != 0)
			return ds_fail_errno(diag, errno, root, "stat");
		st = ds_root_make_dir(root, "catalogs", &sb, diag);
		if (st != DS_OK)
			return st;
	}
	snprintf(path, sizeof(path), "%s/catalogs/%s.db", root, cfg.master);
	if (access(path, F_OK) == 0)
		return DS_OK;
	for (i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/catalogs/%s%s", root,
		    cfg.master, left[i]);
		unlink(path);
	}
	if ((st = recover_master(root, &cfg, lost, diag)) != DS_OK)
		return st;
	return ds_root_make_catalog(root, &cfg, diag);
}

/* Two at once would each take the other's log for one that is left. Who waits
 * for a lock whose file is gone finds the master there. */
static enum ds_status
make_alone(const char *root, struct ds_lost *lost, struct ds_diag *diag)
{
	char path[PATH_MAX + 32];
	enum ds_status st;
	int fd;

	if ((fd = ds_root_lock(root, diag)) < 0)
		return diag != NULL ? diag->status : DS_IO;
	st = make_lost(root, lost, diag);
	snprintf(path, sizeof(path), "%s/.making", root);
	unlink(path);
	close(fd);
	return st;
}

enum ds_status
ds_system_open_lost(const char *dir, struct ds_system **sysp,
    struct ds_lost *lost, struct ds_diag *diag)
{
	char root[PATH_MAX];
	enum ds_status st;

	if ((st = ds_root_find(dir, root, diag)) != DS_OK)
		return st;
	if (!ds_root_is(root))
		return ds_fail(diag, DS_NOFILE, root, "there is no root");
	if ((st = make_alone(root, lost, diag)) != DS_OK)
		return st;
	return ds_system_open(dir, sysp, NULL, diag);
}

void
ds_system_lost_end(const char *dir, const struct ds_lost *lost, bool done)
{
	static const char *const files[] = {".db", ".db-wal", ".db-shm"};
	char root[PATH_MAX], path[PATH_MAX + 128];
	struct ds_config cfg;

	if (!lost->made || lost->recover ||
	    ds_root_find(dir, root, NULL) != DS_OK)
		return;
	ds_config_default(&cfg);
	snprintf(path, sizeof(path), "%s/" SYSTEM_CONF, root);
	if (ds_config_read(path, &cfg, NULL) != DS_OK)
		return;
	for (size_t i = 0; i < 3 && !done; i++) {
		snprintf(path, sizeof(path), "%s/catalogs/%s%s", root,
		    cfg.master, files[i]);
		unlink(path);
	}
	move_area(root, cfg.master, KEPT, done ? NULL : "");
}

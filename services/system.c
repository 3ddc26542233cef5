/*
 * The system root: found, made on first use by any number of processes at
 * once, opened.
 *
 * catamount.conf is written last, under another name and renamed, while
 * root/.making is locked: a root without it is not made yet, and whoever dies
 * half-way leaves what the next one goes on with.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "services/enq.h"
#include "services/gdg_int.h"
#include "services/security_int.h"
#include "services/stop.h"
#include "services/system_int.h"

#define CONF SYSTEM_CONF

void (*ds_step_hook)(const char *step);

void
ds_step(const char *step)
{
	if (ds_step_hook != NULL)
		ds_step_hook(step);
}

/* --- where it is ---------------------------------------------------------- */

enum ds_status
ds_root_find(const char *dir, char out[PATH_MAX], struct ds_diag *diag)
{
	const char *env = getenv("CATAMOUNT_ROOT"), *home = getenv("HOME");
	struct passwd entry, *pw = NULL;
	char login[4096];
	int n;

	if (dir != NULL && dir[0] != '\0') {
		n = snprintf(out, PATH_MAX, "%s", dir);
	} else if (env != NULL && env[0] != '\0') {
		n = snprintf(out, PATH_MAX, "%s", env);
	} else if (ds_config_root("/etc/" CONF, out)) {
		n = 0;
	} else {
		if (home == NULL || home[0] == '\0') {
			getpwuid_r(
			    geteuid(), &entry, login, sizeof(login), &pw);
			home = pw != NULL ? pw->pw_dir : "/";
		}
		n = snprintf(out, PATH_MAX, "%s/.local/share/catamount", home);
	}
	if (n < 0 || n >= PATH_MAX - 256)
		return ds_fail(
		    diag, DS_INVALID, NULL, "the root's path is too long");
	return DS_OK;
}

/* Locks and shared memory do not hold between machines. */
bool
ds_fs_is_network(unsigned long magic)
{
	static const uint32_t network[] = {
	    0x00006969, /* NFS */
	    0x0000517B, /* SMB */
	    0xFE534D42, /* SMB 2 */
	    0xFF534D42, /* CIFS */
	    0x01021997, /* 9p */
	    0x5346414F, /* AFS */
	    0x6B414653, /* kAFS */
	    0x73757245, /* Coda */
	    0x0000564C, /* NCP */
	    0x00C36400, /* Ceph */
	    0x0BD00BD0, /* Lustre */
	    0x47504653, /* GPFS */
	    0x01161970, /* GFS2 */
	    0x7461636F, /* OCFS2 */
	    0x786F4256, /* VirtualBox shared folder */
	};
	size_t i;

	for (i = 0; i < sizeof(network) / sizeof(network[0]); i++)
		if ((uint32_t)magic == network[i])
			return true;
	return false;
}

static enum ds_status
check_local(const char *root, struct ds_diag *diag)
{
	struct statfs fs;

	if (statfs(root, &fs) != 0)
		return ds_fail_errno(diag, errno, root, "statfs");
	if (ds_fs_is_network((unsigned long)fs.f_type))
		return ds_fail(diag, DS_UNSUPPORTED, root,
		    "the root is on a network file system, where locks do not "
		    "hold; choose a local directory by --root");
	return DS_OK;
}

/* --- making it ------------------------------------------------------------ */

static enum ds_status
make_parents(const char *path, struct ds_diag *diag)
{
	char part[PATH_MAX], *p;

	snprintf(part, sizeof(part), "%s", path);
	for (p = part + 1; (p = strchr(p, '/')) != NULL; p++) {
		*p = '\0';
		if (mkdir(part, 0755) != 0 && errno != EEXIST)
			return ds_fail_errno(diag, errno, part, "make");
		*p = '/';
	}
	if (mkdir(part, 0700) != 0 && errno != EEXIST)
		return ds_fail_errno(diag, errno, part, "make");
	return DS_OK;
}

/* A folder of somebody's files is not to become a root. */
static enum ds_status
check_empty(const char *root, struct ds_diag *diag)
{
	static const char *const ours[] = {".", "..", ".making", CONF,
	    CONF ".new", SYSTEM_RESERVE, SYSTEM_RECOVERY, "catalogs", "volumes",
	    "spool", "enq", "lost+found"};
	struct dirent *de;
	size_t i, n = sizeof(ours) / sizeof(ours[0]);
	char found[64] = "";
	DIR *d;

	if ((d = opendir(root)) == NULL)
		return ds_fail_errno(diag, errno, root, "open");
	while (found[0] == '\0' && (de = readdir(d)) != NULL) {
		for (i = 0; i < n && strcmp(de->d_name, ours[i]) != 0; i++)
			;
		if (i == n)
			snprintf(found, sizeof(found), "%.60s", de->d_name);
	}
	closedir(d);
	if (found[0] != '\0')
		return ds_fail(diag, DS_EXIST, root,
		    "the directory is no system root and is not empty: it "
		    "holds '%s'",
		    found);
	return DS_OK;
}

/* root is 0700, or 2770 when its group shares it; so is what is in it. */
static mode_t
dir_mode(const struct stat *sb)
{
	return (sb->st_mode & S_ISGID) && (sb->st_mode & S_IWGRP) ? 02770
								  : 0700;
}

enum ds_status
ds_root_make_dir(const char *root, const char *name, const struct stat *sb,
    struct ds_diag *diag)
{
	char path[PATH_MAX + 64];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	if (mkdir(path, 0700) != 0 && errno != EEXIST)
		return ds_fail_errno(diag, errno, path, "make");
	if (geteuid() == 0 && chown(path, sb->st_uid, sb->st_gid) != 0)
		return ds_fail_errno(diag, errno, path, "chown");
	if (chmod(path, dir_mode(sb)) != 0)
		return ds_fail_errno(diag, errno, path, "chmod");
	return DS_OK;
}

/* A volume of a root: its folder, unless that is elsewhere (dir), then its
 * entry in the ledger. DS_CAT_DUPLICATE: it has one. */
static enum ds_status
enter_volume(struct catalog *cat, const char *root, const char *volser,
    const char *dir, uint32_t cylinders, struct ds_diag *diag)
{
	struct cat_volume vol;
	enum ds_status st;
	struct stat sb;

	memset(&vol, 0, sizeof(vol));
	snprintf(vol.volser, sizeof(vol.volser), "%s", volser);
	if (dir == NULL)
		snprintf(vol.uri, sizeof(vol.uri), "volumes/%s", volser);
	else if (strlen(dir) < sizeof(vol.uri))
		strcpy(vol.uri, dir);
	else
		return ds_fail(diag, DS_INVALID, dir, "path too long");
	vol.devtype = DS_DEVTYPE_3390;
	vol.cylinders = cylinders;
	vol.online = true;
	if (stat(root, &sb) != 0)
		return ds_fail_errno(diag, errno, root, "stat");
	if (dir == NULL &&
	    (st = ds_root_make_dir(root, vol.uri, &sb, diag)) != DS_OK)
		return st;
	return cat_volume_add(cat, &vol, diag);
}

static enum ds_status
make_volume(struct catalog *cat, const char *root, const char *volser,
    uint32_t cylinders, struct ds_diag *diag)
{
	enum ds_status st;

	st = enter_volume(cat, root, volser, NULL, cylinders, diag);
	return st == DS_CAT_DUPLICATE ? DS_OK : st;
}

/* A root that an older version made gets the directory here. One without it is
 * one whose areas cannot be written. */
static void
keep_recovery(const char *root, struct catalog *cat)
{
	char(*names)[DSNAME_MAX + 1] = NULL;
	char path[PATH_MAX + 32];
	bool made = false;
	struct stat sb;
	size_t n = 0;

	snprintf(path, sizeof(path), "%s/" SYSTEM_RECOVERY, root);
	if (access(path, F_OK) != 0 && stat(root, &sb) == 0)
		made =
		    ds_root_make_dir(root, SYSTEM_RECOVERY, &sb, NULL) == DS_OK;
	cat_set_recovery(cat, path);
	/* opened, each has its area */
	if (made && cat_ucat_names(cat, &names, &n, NULL) == DS_OK)
		for (size_t i = 0; i < n; i++)
			cat_there(cat, names[i]);
	free(names);
}

enum ds_status
ds_root_make_catalog(
    const char *root, const struct ds_config *cfg, struct ds_diag *diag)
{
	struct catalog *cat = NULL;
	char path[PATH_MAX + 16];
	enum ds_status st;

	snprintf(path, sizeof(path), "%s/catalogs", root);
	st = cat_open(path, cfg->master, true, SYSTEM_BUSY_MS, &cat, diag);
	if (st == DS_OK)
		keep_recovery(root, cat);
	for (unsigned i = 0; i < cfg->npool && st == DS_OK; i++)
		st = make_volume(cat, root, cfg->pool[i], cfg->cylinders, diag);
	cat_close(&cat);
	return st;
}

static enum ds_status
make_conf(const char *root, const struct ds_config *cfg, const struct stat *sb,
    struct ds_diag *diag)
{
	char path[PATH_MAX + 32], tmp[PATH_MAX + 32];
	enum ds_status st = DS_OK;
	FILE *fp;
	int fd;

	snprintf(path, sizeof(path), "%s/" CONF, root);
	snprintf(tmp, sizeof(tmp), "%s/" CONF ".new", root);
	fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return ds_fail_errno(diag, errno, tmp, "make");
	if ((fp = fdopen(fd, "w")) == NULL) {
		close(fd);
		return ds_fail(diag, DS_NOMEM, tmp, NULL);
	}
	ds_config_write(fp, cfg);
	if (fflush(fp) != 0 ||
	    fchmod(fd, dir_mode(sb) == 0700 ? 0600 : 0660) != 0 ||
	    (geteuid() == 0 && fchown(fd, sb->st_uid, sb->st_gid) != 0) ||
	    fsync(fd) != 0)
		st = ds_fail_errno(diag, errno, tmp, "write");
	if (fclose(fp) != 0 && st == DS_OK)
		st = ds_fail_errno(diag, errno, tmp, "write");
	if (st == DS_OK && rename(tmp, path) != 0)
		st = ds_fail_errno(diag, errno, path, "rename");
	if (st != DS_OK)
		unlink(tmp);
	return st;
}

static enum ds_status
make_all(const char *root, struct ds_diag *diag)
{
	static const char *const dirs[] = {
	    "catalogs", SYSTEM_RECOVERY, "volumes", "spool", "enq"};
	struct ds_config cfg;
	enum ds_status st;
	struct stat sb;
	size_t i;

	ds_config_default(&cfg);
	if (stat(root, &sb) != 0)
		return ds_fail_errno(diag, errno, root, "stat");
	for (i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++)
		if ((st = ds_root_make_dir(root, dirs[i], &sb, diag)) != DS_OK)
			return st;
	ds_step("root directories");
	if ((st = ds_root_make_catalog(root, &cfg, diag)) != DS_OK)
		return st;
	ds_step("root catalog");
	return make_conf(root, &cfg, &sb, diag);
}

bool
ds_root_is(const char *root)
{
	char path[PATH_MAX + 32];

	snprintf(path, sizeof(path), "%s/" CONF, root);
	return access(path, F_OK) == 0;
}

/* The lock of the one who makes the root; -1 and diag. */
int
ds_root_lock(const char *root, struct ds_diag *diag)
{
	struct timespec nap = {0, 20000000};
	char path[PATH_MAX + 32];
	struct flock fl;
	int fd, i;

	snprintf(path, sizeof(path), "%s/.making", root);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0) {
		ds_fail_errno(diag, errno, path, "make");
		return -1;
	}
	for (i = 0; i < SYSTEM_BUSY_MS / 20; i++) {
		memset(&fl, 0, sizeof(fl));
		fl.l_type = F_WRLCK;
		if (fcntl(fd, F_OFD_SETLK, &fl) == 0)
			return fd;
		nanosleep(&nap, NULL);
	}
	ds_fail(diag, DS_TIMEOUT, root, "another process is making the root");
	close(fd);
	return -1;
}

static enum ds_status
make_root(const char *root, bool *madep, struct ds_diag *diag)
{
	char path[PATH_MAX + 32];
	enum ds_status st;
	struct stat sb;
	int fd;

	if ((st = make_parents(root, diag)) != DS_OK ||
	    (st = check_local(root, diag)) != DS_OK ||
	    (st = check_empty(root, diag)) != DS_OK)
		return st;
	/* private unless its group shares it */
	if (stat(root, &sb) == 0 && dir_mode(&sb) == 0700 &&
	    (sb.st_mode & 07777) != 0700 && chmod(root, 0700) != 0)
		return ds_fail_errno(diag, errno, root, "chmod");
	if ((fd = ds_root_lock(root, diag)) < 0)
		return diag != NULL ? diag->status : DS_IO;
	if (!ds_root_is(root) && (st = make_all(root, diag)) == DS_OK)
		*madep = true;
	if (st == DS_OK) {
		/* who waits for the lock of a file that is gone finds the
		 * root made all the same */
		snprintf(path, sizeof(path), "%s/.making", root);
		unlink(path);
	}
	close(fd);
	return st;
}

enum ds_status
ds_system_init(const char *dir, const char *group, struct ds_diag *diag)
{
	struct group *gr = group != NULL ? getgrnam(group) : NULL;
	char root[PATH_MAX];
	enum ds_status st;
	bool made = false;

	if (group != NULL && gr == NULL)
		return ds_fail(
		    diag, DS_INVALID, group, "there is no such group");
	if ((st = ds_root_find(dir, root, diag)) != DS_OK)
		return st;
	if (ds_root_is(root))
		return ds_fail(diag, DS_EXIST, root, "the root exists");
	if ((st = make_parents(root, diag)) != DS_OK ||
	    (st = check_empty(root, diag)) != DS_OK)
		return st;
	if (gr != NULL && chown(root, (uid_t)-1, gr->gr_gid) != 0)
		return ds_fail_errno(diag, errno, root, "group %s", group);
	if (chmod(root, gr != NULL ? 02770 : 0700) != 0)
		return ds_fail_errno(diag, errno, root, "chmod");
	return make_root(root, &made, diag);
}

/* --- opening it ----------------------------------------------------------- */

static bool
go_on(void)
{
	return !ds_stop_asked();
}

static enum ds_status
open_parts(struct ds_system *sys, struct ds_diag *diag)
{
	char path[PATH_MAX + 32], real[PATH_MAX];
	enum ds_status st;
	bool released;

	/* absolute: the program may change its directory */
	if (realpath(sys->root, real) == NULL)
		return ds_fail_errno(diag, errno, sys->root, "path");
	if (strlen(real) >= PATH_MAX - 256)
		return ds_fail(diag, DS_INVALID, NULL, "path too long");
	strcpy(sys->root, real);
	ds_config_default(&sys->config);
	snprintf(path, sizeof(path), "%s/" CONF, sys->root);
	if ((st = ds_config_read(path, &sys->config, diag)) != DS_OK)
		return st;
	sys->wait_ms = sys->config.wait_ms;
	snprintf(path, sizeof(path), "%s/catalogs", sys->root);
	released = reserve_release(sys->root);
	st = cat_open(path, sys->config.master, false, (int)sys->wait_ms,
	    &sys->cat, diag);
	if (st == DS_OK) {
		keep_recovery(sys->root, sys->cat);
		cat_on_wait(sys->cat, go_on);
		ds_settle(sys);
	}
	reserve_restore(sys->root, released);
	return st;
}

/* A job that started this program has handed its names to it; what is left
 * behind by another root's is no fault. */
static enum ds_status
make_owner(struct ds_system *sys, struct ds_diag *diag)
{
	const char *text = getenv(ENQ_ENV);

	if (text != NULL &&
	    enq_owner_adopt(sys->root, text, &sys->owner, NULL) == DS_OK)
		return DS_OK;
	return enq_owner_new(sys->root, NULL, &sys->owner, diag);
}

enum ds_status
ds_system_open(
    const char *dir, struct ds_system **sysp, bool *madep, struct ds_diag *diag)
{
	struct ds_system *sys;
	enum ds_status st;
	bool made = false;

	if ((sys = calloc(1, sizeof(*sys))) == NULL)
		return ds_fail(diag, DS_NOMEM, dir, NULL);
	if ((st = ds_root_find(dir, sys->root, diag)) != DS_OK)
		goto out;
	if (ds_root_is(sys->root))
		st = check_local(sys->root, diag);
	else
		st = make_root(sys->root, &made, diag);
	if (st != DS_OK || (st = make_owner(sys, diag)) != DS_OK ||
	    (st = open_parts(sys, diag)) != DS_OK)
		goto out;
	if (madep != NULL)
		*madep = made;
	*sysp = sys;
	sys = NULL;
out:
	ds_system_close(&sys);
	return st;
}

void
ds_system_close(struct ds_system **sysp)
{
	int i;

	if (sysp == NULL || *sysp == NULL)
		return;
	for (i = 0; i < (*sysp)->nvolumes; i++)
		vol_close(&(*sysp)->volumes[i].vol);
	ds_system_flush(*sysp, NULL, NULL);
	cat_close(&(*sysp)->cat);
	gdg_views_free(&(*sysp)->gdgs);
	security_free(&(*sysp)->security);
	if (!(*sysp)->joined)
		enq_owner_free(&(*sysp)->owner);
	free(*sysp);
	*sysp = NULL;
}

void
ds_system_join(struct ds_system *sys, struct ds_system *with)
{
	if (!sys->joined)
		enq_owner_free(&sys->owner);
	sys->owner = with->owner;
	sys->joined = true;
}

void
ds_system_set_wait(struct ds_system *sys, unsigned ms)
{
	sys->wait_ms = ms > 0 ? ms : 1;
	cat_set_wait(sys->cat, (int)sys->wait_ms);
}

struct enq_owner *
ds_system_owner(struct ds_system *sys)
{
	return sys->owner;
}

const char *
ds_system_root(const struct ds_system *sys)
{
	return sys->root;
}

const struct ds_config *
ds_system_config(const struct ds_system *sys)
{
	return &sys->config;
}

struct catalog *
ds_system_catalog(struct ds_system *sys)
{
	return sys->cat;
}

enum ds_status
ds_system_one_volume(struct ds_system *sys, const char *volser,
    struct volume **volp, struct ds_diag *diag)
{
	struct volume *vol = NULL;
	enum ds_status st;

	if ((st = ds_system_volume(sys, volser, &vol, diag)) == DS_OK)
		*volp = vol_span_inner(vol);
	return st;
}

static enum ds_status
peer_get(
    void *ctx, const char *volser, struct volume **volp, struct ds_diag *diag)
{
	return ds_system_one_volume(ctx, volser, volp, diag);
}

enum { URI_MAX = PATH_MAX + 300 };

static void
volume_uri(const struct ds_system *sys, const struct cat_volume *vol,
    char uri[URI_MAX])
{
	if (vol->uri[0] == '/' || strchr(vol->uri, ':') != NULL)
		snprintf(uri, URI_MAX, "%s", vol->uri);
	else
		snprintf(uri, URI_MAX, "%s/%s", sys->root, vol->uri);
}

bool
ds_system_volume_missing(
    const struct ds_system *sys, const struct cat_volume *vol)
{
	char uri[URI_MAX];
	struct stat sb;

	volume_uri(sys, vol, uri);
	return stat(uri, &sb) != 0 && (errno == ENOENT || errno == ENOTDIR) &&
	       strchr(vol->uri, ':') == NULL;
}

static enum ds_status
open_volume(struct ds_system *sys, const struct cat_volume *vol,
    struct volume **volp, struct ds_diag *diag)
{
	const struct vol_peers peers = {.get = peer_get, .ctx = sys};
	struct volume *one = NULL;
	char uri[URI_MAX];
	enum ds_status st;

	volume_uri(sys, vol, uri);
	if (ds_system_volume_missing(sys, vol))
		return ds_fail(diag, DS_CAT_NOVOLUME, vol->volser,
		    "the volume's directory is not there");
	if ((st = vol_open(uri, false, &one, diag)) == DS_OK)
		st = vol_span_wrap(&one, &peers, volp, diag);
	vol_close(&one);
	return st;
}

enum ds_status
ds_system_volume(struct ds_system *sys, const char *volser,
    struct volume **volp, struct ds_diag *diag)
{
	struct cat_volume vol;
	enum ds_status st;
	int i;

	for (i = 0; i < sys->nvolumes; i++)
		if (strcmp(sys->volumes[i].volser, volser) == 0) {
			*volp = sys->volumes[i].vol;
			return DS_OK;
		}
	if ((st = cat_volume_get(sys->cat, volser, &vol, diag)) != DS_OK)
		return st;
	if (!vol.online)
		return ds_fail(
		    diag, DS_CAT_NOVOLUME, volser, "the volume is offline");
	if (i == SYSTEM_VOLUMES)
		return ds_fail(diag, DS_CAT_NOVOLUME, volser,
		    "more than %d volumes are open", SYSTEM_VOLUMES);
	st = open_volume(sys, &vol, &sys->volumes[i].vol, diag);
	if (st != DS_OK)
		return st;
	strcpy(sys->volumes[i].volser, volser);
	sys->nvolumes++;
	*volp = sys->volumes[i].vol;
	return DS_OK;
}

enum ds_status
ds_system_add_volume(
    struct ds_system *sys, const char *volser, struct ds_diag *diag)
{
	return make_volume(
	    sys->cat, sys->root, volser, sys->config.cylinders, diag);
}

enum ds_status
ds_system_enter_volume(struct ds_system *sys, const char *volser,
    const char *dir, uint32_t cylinders, struct ds_diag *diag)
{
	enum ds_status st;

	if (dir != NULL && (st = check_local(dir, diag)) != DS_OK)
		return st;
	return enter_volume(sys->cat, sys->root, volser, dir, cylinders, diag);
}

/* Is it in the ledger, online or not? */
static bool
is_volume(struct ds_system *sys, const char *volser)
{
	struct cat_volume vol;

	return cat_volume_get(sys->cat, volser, &vol, NULL) == DS_OK;
}

static enum ds_status
make_unless_there(
    struct ds_system *sys, const char *volser, struct ds_diag *diag)
{
	return is_volume(sys, volser) ? DS_OK
				      : make_volume(sys->cat, sys->root, volser,
					    sys->config.cylinders, diag);
}

/* A volume that the configuration names and that is not there is made. One
 * that is offline stays so. */
enum ds_status
ds_system_pool(struct ds_system *sys, struct ds_diag *diag)
{
	const struct ds_config *cfg = &sys->config;
	enum ds_status st = DS_OK;
	struct volume *vol;

	for (unsigned i = 0; i < cfg->npool && st == DS_OK; i++) {
		st = ds_system_volume(sys, cfg->pool[i], &vol, diag);
		if (st == DS_CAT_NOVOLUME)
			st = make_unless_there(sys, cfg->pool[i], diag);
	}
	for (unsigned k = 0; k < cfg->nstorclases && cfg->sms; k++)
		for (unsigned i = 0;
		     i < cfg->storclases[k].npool && st == DS_OK; i++)
			st = make_unless_there(
			    sys, cfg->storclases[k].pool[i], diag);
	return st;
}

enum ds_status
ds_system_online(
    struct ds_system *sys, const char *volser, struct ds_diag *diag)
{
	const struct ds_config *cfg = &sys->config;
	enum ds_status st = DS_OK;

	if (ds_pool_has(cfg->pool[0], cfg->npool, volser) ||
	    ds_class_has(cfg, volser))
		st = make_unless_there(sys, volser, diag);
	return st == DS_OK ? cat_volume_online(sys->cat, volser, diag) : st;
}

/* The catalog keeps it with the rarely used words of the entry. */
static const char home_key[] = "HOME";

void
ds_home(const struct ds_entry *ent, char volser[VOLSER_MAX + 1])
{
	if (ent->type != DS_INDEX ||
	    !ds_extra_get(ent->extra, home_key, volser, VOLSER_MAX + 1))
		snprintf(volser, VOLSER_MAX + 1, "%s", ent->volumes[0].volser);
}

void
ds_set_home(struct ds_entry *ent, const char *volser)
{
	snprintf(ent->extra, sizeof(ent->extra), "%s=%s\n", home_key, volser);
}

bool
ds_begins_elsewhere(const struct ds_entry *ent)
{
	char home[VOLSER_MAX + 1];

	ds_home(ent, home);
	return strcmp(home, ent->volumes[0].volser) != 0;
}

enum ds_status
ds_assoc_get(struct ds_system *sys, const struct ds_entry *ent,
    enum ds_type type, struct ds_entry **outp, struct ds_diag *diag)
{
	const char *name = ds_entry_assoc(ent, type);

	if (name == NULL)
		return DS_OK;
	return cat_get(ds_system_catalog(sys), ent->catalog, name, outp, diag);
}

enum ds_status
ds_data_get(struct ds_system *sys, const struct ds_entry *ent,
    struct ds_entry **datap, struct ds_diag *diag)
{
	enum ds_status st = ds_assoc_get(sys, ent, DS_DATA, datap, diag);

	if (st == DS_OK && *datap == NULL)
		st = ds_fail(diag, DS_CAT_RELATED, ent->name,
		    "it has no data component");
	return st;
}

enum ds_status
ds_busy_entry(enum ds_status st, struct ds_diag *diag)
{
	if (st != DS_BUSY && st != DS_OPEN_INUSE)
		return st;
	if (diag != NULL)
		diag->status = DS_CAT_INUSE;
	return DS_CAT_INUSE;
}

bool
ds_has_file(const struct ds_entry *ent)
{
	return ent != NULL && ent->nvolumes > 0 &&
	       !sphere_id_is_none(ent->comp_id);
}

enum ds_status
ds_component(struct ds_system *sys, const struct ds_entry *ent,
    char name[SPHERE_NAME_LEN], struct volume **volp, struct ds_diag *diag)
{
	char home[VOLSER_MAX + 1];

	if (!ds_has_file(ent)) {
		ds_fail(diag, DS_OPEN_NOTVSAM, ent->name,
		    ds_is_migrated(ent)
			? "it is migrated, and nothing here can recall it"
			: "the entry has no bytes of its own");
		if (diag != NULL)
			diag->explains = ds_is_migrated(ent);
		return DS_OPEN_NOTVSAM;
	}
	sphere_id_name(ent->comp_id, name);
	ds_home(ent, home);
	return ds_system_volume(sys, home, volp, diag);
}

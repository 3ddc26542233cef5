/*
 * User catalogs: made, connected, disconnected, removed.
 *
 * A catalog is a file and a connector, which names the file's stem. All of it
 * is done while the master is locked, so nobody meets one without the other;
 * the connector counts. What a death leaves is a file without a connector:
 * empty, the next maker takes it; with entries it stays for a connect.
 *
 * A stem that was used is not used again while anything of it is there: the
 * log of a removed catalog beside the file of a new one would be taken for the
 * new one's.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "catalog/cat_int.h"

static const char *const suffixes[] = {".db", "-wal", "-shm"};
enum { SUFFIXES = 3, STEM_HEAD = 34 };

static bool
suffix_path(
    char out[PATH_MAX], const struct catalog *cat, const char *stem, int which)
{
	char tail[16];

	snprintf(tail, sizeof(tail), ".db%s", which > 0 ? suffixes[which] : "");
	return cat_file_path(out, cat->dir, stem, tail);
}

/* Is the file, or what is left of one, there? */
static bool
stem_used(const struct catalog *cat, const char *stem)
{
	char path[PATH_MAX];
	int i;

	for (i = 0; i < SUFFIXES; i++)
		if (!suffix_path(path, cat, stem, i) || access(path, F_OK) == 0)
			return true;
	return false;
}

static bool
stem_there(const struct catalog *cat, const char *stem)
{
	char path[PATH_MAX];

	return suffix_path(path, cat, stem, 0) && access(path, F_OK) == 0;
}

static void
remove_stem(const struct catalog *cat, const char *stem)
{
	char path[PATH_MAX];
	int i;

	for (i = 0; i < SUFFIXES; i++)
		if (suffix_path(path, cat, stem, i))
			unlink(path);
	cat_sync_dir(cat->dir);
}

/* What makers left that died: while the master is locked nobody makes one. */
static void
sweep(const struct catalog *cat)
{
	char path[PATH_MAX];
	struct dirent *de;
	DIR *d;

	if ((d = opendir(cat->dir)) == NULL)
		return;
	while ((de = readdir(d)) != NULL)
		if ((strstr(de->d_name, ".new-") != NULL ||
			strncmp(de->d_name, ".restore-", 9) == 0) &&
		    cat_file_path(path, cat->dir, de->d_name, ""))
			unlink(path);
	closedir(d);
}

static void
new_stem(const struct catalog *cat, const char *name, char stem[DSNAME_MAX + 1])
{
	uint32_t r = 0;

	snprintf(stem, DSNAME_MAX + 1, "%s", name);
	while (stem_used(cat, stem)) {
		if (getrandom(&r, sizeof(r), 0) < 0)
			r++;
		snprintf(stem, DSNAME_MAX + 1, "%.*s~%08X", STEM_HEAD, name, r);
	}
}

/* A file of this name without a connector: may a new catalog have it? */
static enum ds_status
check_orphan(struct catalog *cat, const char *stem, const char *name,
    struct ds_diag *diag)
{
	struct cat_file *file = NULL;
	char entry[DSNAME_MAX + 1];
	enum ds_status st;
	bool any = false;

	st = cat_file_open(cat, stem, name, &file, diag);
	if (st == DS_OK)
		st = cat_any_entry(file, entry, &any, diag);
	cat_file_close(&file);
	if (st == DS_OK && any)
		st = ds_fail(diag, DS_CAT_DUPLICATE, name,
		    "its file is there, disconnected, with entries");
	return st;
}

/* Is it a name for a new connector? */
static enum ds_status
check_new(struct catalog *cat, const struct ds_entry *ent, struct ds_diag *diag)
{
	char stem[DSNAME_MAX + 1];
	char extra[CAT_EXTRA];
	enum ds_status st;
	bool found = false;

	if (ent->type != DS_UCAT || !dsname_valid(ent->name, strlen(ent->name)))
		return ds_fail(diag, DS_INVALID, ent->name, "not a catalog");
	if (strcmp(ent->name, cat_master(cat)) == 0)
		return ds_fail(diag, DS_CAT_DUPLICATE, ent->name,
		    "it is the master catalog");
	st = cat_connector(cat, ent->name, stem, extra, &found, diag);
	if (st == DS_OK && found)
		return ds_fail(
		    diag, DS_CAT_DUPLICATE, ent->name, "the catalog exists");
	return st;
}

/* The master is locked. *madep: the file was made here. */
static enum ds_status
create(struct catalog *cat, struct ds_entry *ent, bool *madep,
    struct ds_diag *diag)
{
	char stem[DSNAME_MAX + 1];
	enum ds_status st;

	if ((st = check_new(cat, ent, diag)) != DS_OK)
		return st;
	sweep(cat);
	if (stem_there(cat, ent->name)) {
		snprintf(stem, sizeof(stem), "%s", ent->name);
		st = check_orphan(cat, stem, ent->name, diag);
	} else {
		new_stem(cat, ent->name, stem);
		st = cat_file_make(cat->dir, stem, ent->name, diag);
		*madep = st == DS_OK;
	}
	if (st != DS_OK)
		return st;
	snprintf(ent->related, sizeof(ent->related), "%s", stem);
	return cat_put(cat, cat_master(cat), ent, diag);
}

enum ds_status
cat_ucat_create(struct catalog *cat, struct ds_entry *ent, struct ds_diag *diag)
{
	struct cat_file *file;
	enum ds_status st;
	bool made = false;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	if ((st = create(cat, ent, &made, diag)) == DS_OK)
		st = cat_commit(cat, diag);
	else
		cat_rollback(cat);
	if (st != DS_OK) {
		if (made)
			remove_stem(cat, ent->related);
		return st;
	}
	return cat_file_of(cat, ent->name, &file, diag);
}

static enum ds_status
remake(struct catalog *cat, const char *name, struct cat_recovered *outp,
    struct ds_diag *diag)
{
	char stem[DSNAME_MAX + 1];
	char extra[CAT_EXTRA];
	enum ds_status st;
	bool found = false;

	st = cat_connector(cat, name, stem, extra, &found, diag);
	if (st == DS_OK && (!found || strchr(stem, '/') != NULL))
		st = ds_fail(diag, DS_CAT_NOTFOUND, name, NULL);
	if (st != DS_OK || stem_there(cat, stem))
		return st;
	remove_stem(cat, stem); /* a log without its file is worth nothing */
	st = DS_NOFILE;
	if (cat->recovery[0] != '\0')
		st = cat_recover(
		    cat->dir, cat->recovery, stem, name, outp, diag);
	if (st != DS_NOFILE && st != DS_CORRUPT)
		return st;
	outp->whole = false;
	return cat_file_make(cat->dir, stem, name, diag);
}

enum ds_status
cat_ucat_remake(struct catalog *cat, const char *name,
    struct cat_recovered *outp, struct ds_diag *diag)
{
	struct cat_recovered out = {.whole = true};
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	st = remake(cat, name, &out, diag);
	cat_rollback(cat); /* nothing of the master was changed */
	if (st == DS_OK)
		*outp = out;
	return st;
}

enum ds_status
cat_ucat_names(struct catalog *cat, char (**namesp)[DSNAME_MAX + 1], size_t *np,
    struct ds_diag *diag)
{
	return cat_ucats(cat, namesp, np, diag);
}

bool
cat_there(struct catalog *cat, const char *name)
{
	struct cat_file *file;

	return cat_file_of(cat, name, &file, NULL) == DS_OK;
}

/* In place of a file that is there, but has no connector and no entries, too:
 * that is what a death left. */
static enum ds_status
restore(struct catalog *cat, struct ds_entry *ent, const uint8_t *buf,
    size_t len, bool *madep, struct ds_diag *diag)
{
	char stem[DSNAME_MAX + 1];
	enum ds_status st;

	if ((st = check_new(cat, ent, diag)) != DS_OK)
		return st;
	if (stem_there(cat, ent->name) &&
	    (st = check_orphan(cat, ent->name, ent->name, diag)) != DS_OK)
		return st;
	sweep(cat);
	new_stem(cat, ent->name, stem);
	st = cat_file_restore(cat, stem, ent->name, buf, len, diag);
	if (st != DS_OK)
		return st;
	*madep = true;
	snprintf(ent->related, sizeof(ent->related), "%s", stem);
	return cat_put(cat, cat_master(cat), ent, diag);
}

enum ds_status
cat_ucat_restore(struct catalog *cat, struct ds_entry *ent, const uint8_t *buf,
    size_t len, struct ds_diag *diag)
{
	enum ds_status st;
	bool made = false;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	if ((st = restore(cat, ent, buf, len, &made, diag)) == DS_OK)
		st = cat_commit(cat, diag);
	else
		cat_rollback(cat);
	if (st != DS_OK && made)
		remove_stem(cat, ent->related);
	return st;
}

/* --- connecting ----------------------------------------------------------- */

/* Does a file with this stem hold the catalog name, and no connector lead to
 * it? */
static bool
may_connect(struct catalog *cat, const char *stem, const char *name,
    struct ds_diag *diag)
{
	struct cat_file *file = NULL;
	enum ds_status st;

	if (!stem_there(cat, stem))
		return false;
	st = cat_file_open(cat, stem, name, &file, diag);
	cat_file_close(&file);
	return st == DS_OK;
}

bool
cat_stem_fits(const char *stem, const char *name)
{
	char head[DSNAME_MAX + 2];
	size_t len;

	len = (size_t)snprintf(head, sizeof(head), "%.*s~", STEM_HEAD, name);
	return strcmp(stem, name) == 0 || strncmp(stem, head, len) == 0;
}

/* NAME.db, or one that was made while that was in use. */
static bool
find_stem(struct catalog *cat, const char *name, char stem[DSNAME_MAX + 1],
    struct ds_diag *diag)
{
	struct dirent *de;
	size_t len;
	bool found;
	DIR *d;

	snprintf(stem, DSNAME_MAX + 1, "%s", name);
	if (may_connect(cat, stem, name, diag))
		return true;
	if ((d = opendir(cat->dir)) == NULL)
		return false;
	found = false;
	while (!found && (de = readdir(d)) != NULL) {
		len = strlen(de->d_name);
		if (len < 4 || len - 3 > DSNAME_MAX ||
		    strcmp(de->d_name + len - 3, ".db") != 0)
			continue;
		snprintf(
		    stem, DSNAME_MAX + 1, "%.*s", (int)(len - 3), de->d_name);
		found = cat_stem_fits(stem, name) &&
			may_connect(cat, stem, name, diag);
	}
	closedir(d);
	return found;
}

static enum ds_status
connect_file(struct catalog *cat, struct ds_entry *ent, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = check_new(cat, ent, diag)) != DS_OK)
		return st;
	if (!find_stem(cat, ent->name, ent->related, diag)) {
		/* what is wrong with a file that is there was said */
		if (!stem_there(cat, ent->name))
			ds_fail(diag, DS_CAT_UNAVAIL, ent->name,
			    "its file is not in catalogs of this root");
		return DS_CAT_UNAVAIL;
	}
	return cat_put(cat, cat_master(cat), ent, diag);
}

enum ds_status
cat_ucat_connect(
    struct catalog *cat, struct ds_entry *ent, struct ds_diag *diag)
{
	struct cat_file *file;
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	if ((st = connect_file(cat, ent, diag)) == DS_OK)
		st = cat_commit(cat, diag);
	else
		cat_rollback(cat);
	if (st != DS_OK)
		return st;
	return cat_file_of(cat, ent->name, &file, diag);
}

/* --- away with it --------------------------------------------------------- */

static enum ds_status
run_name(struct cat_file *file, enum cat_sql id, const char *name,
    struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_stmt(file, id, &st, diag)) != DS_OK)
		return status;
	sqlite3_bind_text(st, 1, name, -1, SQLITE_STATIC);
	return cat_run(file, st, diag);
}

/* Connector and aliases; stem is what the connector said. */
static enum ds_status
remove_connector(struct catalog *cat, const char *name,
    char stem[DSNAME_MAX + 1], bool keep, struct ds_diag *diag)
{
	struct cat_file *master = cat->files[0];
	char extra[CAT_EXTRA];
	enum ds_status st;
	bool found = false;

	st = cat_connector(cat, name, stem, extra, &found, diag);
	if (st == DS_OK && !found)
		st = ds_fail(
		    diag, DS_CAT_NOTFOUND, name, "not in %s", master->name);
	if (st != DS_OK || keep)
		return st;
	if ((st = run_name(master, SQL_UCAT_NOALIAS, name, diag)) != DS_OK)
		return st;
	return run_name(master, SQL_UCAT_DEL, name, diag);
}

enum ds_status
cat_ucat_disconnect(struct catalog *cat, const char *name, struct ds_diag *diag)
{
	struct cat_file *file = NULL;
	char stem[DSNAME_MAX + 1];
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	/* a catalog that cannot be opened is disconnected all the same */
	if (cat_file_of(cat, name, &file, NULL) != DS_OK)
		file = NULL;
	if ((st = remove_connector(cat, name, stem, false, diag)) == DS_OK)
		st = cat_commit(cat, diag);
	else
		cat_rollback(cat);
	if (st == DS_OK)
		cat_recovery_remove(cat, name);
	if (st != DS_OK || file == NULL || file == cat->files[0])
		return st;
	/* The file is to be whole by itself, as far as readers let it; the
	 * last to close it takes the log away. */
	sqlite3_wal_checkpoint_v2(
	    file->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	cat_file_forget(cat, name);
	return DS_OK;
}

/* Its writers are locked out from here on, so what is empty stays so. A file
 * that is lost or damaged holds nothing that could be kept. */
static enum ds_status
check_empty(
    struct catalog *cat, const char *name, bool any, struct ds_diag *diag)
{
	struct cat_file *file;
	char entry[DSNAME_MAX + 1] = "";
	enum ds_status st;
	bool has = false;

	if ((st = cat_file_of(cat, name, &file, diag)) != DS_OK)
		return any ? DS_OK : st;
	if (file == cat->files[0])
		return ds_fail(diag, DS_CAT_TYPE, name,
		    "the master catalog is not deleted");
	st = cat_file_join(cat, file, diag);
	if (st == DS_OK)
		st = cat_any_entry(file, entry, &has, diag);
	if (st == DS_OK && has && !any)
		st = ds_fail(diag, DS_CAT_NOTEMPTY, name,
		    "the catalog has entries: %s", entry);
	return any && st != DS_TIMEOUT ? DS_OK : st;
}

enum ds_status
cat_ucat_delete(struct catalog *cat, const char *name, bool any, bool keep,
    struct ds_diag *diag)
{
	char stem[DSNAME_MAX + 1] = "";
	enum ds_status st;

	if ((st = cat_begin(cat, diag)) != DS_OK)
		return st;
	if ((st = check_empty(cat, name, any, diag)) == DS_OK)
		st = remove_connector(cat, name, stem, keep, diag);
	if (st == DS_OK)
		st = cat_commit(cat, diag);
	else
		cat_rollback(cat);
	if (st != DS_OK)
		return st;
	cat_file_forget(cat, name);
	if (!keep)
		cat_recovery_remove(cat, name);
	if (strchr(stem, '/') == NULL)
		remove_stem(cat, stem);
	return DS_OK;
}

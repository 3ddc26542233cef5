/*
 * Transactions over catalog files: the master first, others as they are
 * touched; and commits that are flushed later.
 */
#include "catalog/cat_int.h"

/* SQLite takes this between transactions alone. */
static enum ds_status
set_lazy(struct cat_file *file, bool lazy, struct ds_diag *diag)
{
	int rc;

	if (file->lazy == lazy)
		return DS_OK;
	rc = sqlite3_exec(file->db,
	    lazy ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL",
	    NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		return cat_file_fail(file, rc, "access", diag);
	file->lazy = lazy;
	return DS_OK;
}

enum ds_status
cat_file_join(struct catalog *cat, struct cat_file *file, struct ds_diag *diag)
{
	enum ds_status status;
	sqlite3_stmt *st;

	if (file->in_tx)
		return DS_OK;
	if ((status = set_lazy(file, cat->lazy, diag)) != DS_OK)
		return status;
	if ((status = cat_stmt(file, SQL_BEGIN, &st, diag)) != DS_OK)
		return status;
	if ((status = cat_run(file, st, diag)) == DS_OK)
		file->in_tx = true;
	return status;
}

static enum ds_status
begin(struct catalog *cat, bool lazy, struct ds_diag *diag)
{
	enum ds_status st;

	if (cat->in_tx)
		return ds_fail(diag, DS_INVALID, cat_master(cat),
		    "a transaction has been begun already");
	cat->lazy = lazy;
	if ((st = cat_file_join(cat, cat->files[0], diag)) == DS_OK)
		cat->in_tx = true;
	return st;
}

enum ds_status
cat_begin(struct catalog *cat, struct ds_diag *diag)
{
	return begin(cat, false, diag);
}

enum ds_status
cat_begin_lazy(struct catalog *cat, struct ds_diag *diag)
{
	return begin(cat, true, diag);
}

/*
 * The log alone: what it does not hold any more was flushed before it left. A
 * commit that changes nothing would not flush, so the file is asked itself.
 */
static enum ds_status
flush_log(struct cat_file *file, struct ds_diag *diag)
{
	sqlite3_file *log = NULL;
	int rc;

	rc = sqlite3_file_control(
	    file->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
	if (rc == SQLITE_OK && log != NULL && log->pMethods != NULL)
		rc = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
	if (rc != SQLITE_OK)
		return cat_fail(file->db, rc, file->path, "flushing", diag);
	file->unflushed = false;
	return DS_OK;
}

enum ds_status
cat_flush(struct catalog *cat, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	struct cat_file *file;
	int i;

	for (i = 0; i < cat->nfiles && st == DS_OK; i++)
		if (cat->files[i]->unflushed)
			st = flush_log(cat->files[i], diag);
	for (file = cat->retired; file != NULL && st == DS_OK;
	     file = file->retired)
		if (file->unflushed)
			st = flush_log(file, diag);
	return st;
}

/*
 * User catalogs first, the master with its intents last: a death between the
 * two leaves an intent, and whoever finds it looks for the entry.
 */
enum ds_status
cat_commit(struct catalog *cat, struct ds_diag *diag)
{
	enum ds_status status = DS_OK;
	sqlite3_stmt *st;
	int i;

	for (i = cat->nfiles - 1; i >= 0 && status == DS_OK; i--) {
		if (!cat->files[i]->in_tx)
			continue;
		status = cat_recovery_log(cat->files[i], diag);
		if (status == DS_OK)
			status = cat_stmt(cat->files[i], SQL_COMMIT, &st, diag);
		if (status == DS_OK)
			status = cat_run(cat->files[i], st, diag);
		if (status != DS_OK)
			break;
		cat->files[i]->in_tx = false;
		if (cat->files[i]->lazy)
			cat->files[i]->unflushed = true;
	}
	if (status != DS_OK)
		cat_rollback(cat);
	cat->in_tx = false;
	return status;
}

void
cat_rollback(struct catalog *cat)
{
	sqlite3_stmt *st;
	int i;

	for (i = 0; i < cat->nfiles; i++) {
		if (!cat->files[i]->in_tx)
			continue;
		/* SQLite rolls back by itself after some errors. */
		if (!sqlite3_get_autocommit(cat->files[i]->db) &&
		    cat_stmt(cat->files[i], SQL_ROLLBACK, &st, NULL) == DS_OK)
			cat_run(cat->files[i], st, NULL);
		cat_recovery_forget(cat->files[i]);
		cat->files[i]->in_tx = false;
	}
	cat->in_tx = false;
}

enum ds_status
cat_change_begin(struct catalog *cat, struct cat_file *file,
    struct cat_change *ch, struct ds_diag *diag)
{
	enum ds_status st;

	ch->own = !cat->in_tx;
	if (ch->own && (st = cat_begin(cat, diag)) != DS_OK)
		return st;
	/* The master's lock was taken first, by everybody: no deadlock. The
	 * catalog may have been removed until then. */
	st = cat_file_still(cat, file, diag);
	if (st == DS_OK)
		st = cat_file_join(cat, file, diag);
	if (st != DS_OK && ch->own)
		cat_rollback(cat);
	return st;
}

enum ds_status
cat_change_end(struct catalog *cat, struct cat_change *ch, enum ds_status st,
    struct ds_diag *diag)
{
	if (!ch->own)
		return st;
	if (st == DS_OK)
		return cat_commit(cat, diag);
	cat_rollback(cat);
	return st;
}

void
cat_trim(struct catalog *cat)
{
	int i;

	for (i = 0; i < cat->nfiles; i++)
		if (!cat->files[i]->in_tx)
			sqlite3_wal_checkpoint_v2(cat->files[i]->db, NULL,
			    SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

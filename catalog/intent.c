/* Intents: what is being done to files, in rows that outlive the doer. */
#include <string.h>

#include "catalog/cat_int.h"

enum ds_status
cat_intent_put(struct catalog *cat, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder, int64_t *idp,
    struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status status;
	sqlite3_stmt *st;
	int64_t id = 0;

	if ((status = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return status;
	status = cat_stmt(file, SQL_INTENT_PUT, &st, diag);
	if (status == DS_OK) {
		sqlite3_bind_text(st, 1, &kind, 1, SQLITE_STATIC);
		sqlite3_bind_text(st, 2, volser, -1, SQLITE_STATIC);
		sqlite3_bind_blob(st, 3, comp_id, 16, SQLITE_STATIC);
		sqlite3_bind_text(st, 4, holder, -1, SQLITE_STATIC);
		status = cat_run(file, st, diag);
		id = sqlite3_last_insert_rowid(file->db);
	}
	status = cat_change_end(cat, &ch, status, diag);
	if (status == DS_OK)
		*idp = id;
	return status;
}

enum ds_status
cat_intent_clear(struct catalog *cat, int64_t id, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	struct cat_change ch;
	enum ds_status status;
	sqlite3_stmt *st;

	if ((status = cat_change_begin(cat, file, &ch, diag)) != DS_OK)
		return status;
	status = cat_stmt(file, SQL_INTENT_DEL, &st, diag);
	if (status == DS_OK) {
		sqlite3_bind_int64(st, 1, id);
		status = cat_run(file, st, diag);
	}
	return cat_change_end(cat, &ch, status, diag);
}

/* One at a time by ascending id, so fn may clear the one it is given. */
enum ds_status
cat_intent_list(struct catalog *cat,
    bool (*fn)(void *ctx, int64_t id, char kind, const char *volser,
	const uint8_t comp_id[16], const char *holder),
    void *ctx, struct ds_diag *diag)
{
	struct cat_file *file = cat->files[0];
	char kind[2], volser[VOLSER_MAX + 1], holder[64];
	uint8_t comp_id[16];
	enum ds_status status;
	sqlite3_stmt *st;
	int64_t id = 0;
	bool row = false;

	for (;;) {
		status = cat_stmt(file, SQL_INTENT_LIST, &st, diag);
		if (status != DS_OK)
			return status;
		sqlite3_bind_int64(st, 1, id);
		status = cat_step_row(file, st, &row, diag);
		if (status != DS_OK || !row)
			break;
		id = sqlite3_column_int64(st, 0);
		cat_text(st, 1, kind, sizeof(kind));
		cat_text(st, 2, volser, sizeof(volser));
		memset(comp_id, 0, sizeof(comp_id));
		if (sqlite3_column_bytes(st, 3) == (int)sizeof(comp_id))
			memcpy(comp_id, sqlite3_column_blob(st, 3),
			    sizeof(comp_id));
		cat_text(st, 4, holder, sizeof(holder));
		sqlite3_reset(st);
		if (!fn(ctx, id, kind[0], volser, comp_id, holder))
			return DS_OK;
	}
	sqlite3_reset(st);
	return status;
}

/*
 * The tables of a catalog file, their version, and the way up from older ones.
 * doc/formats/catalog.md says what each column means.
 */
#include <stdio.h>

#include "catalog/cat_int.h"

/* Version 1. Every catalog has every table; the ledger (volume, space, gap)
 * and the intents of the master alone are used. */
static const char version_1[] =
    "CREATE TABLE meta ("
    " item TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL);"

    "CREATE TABLE entry ("
    " id INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL, type TEXT NOT NULL,"
    " owner TEXT NOT NULL, created INTEGER NOT NULL,"
    " expires INTEGER NOT NULL, flags INTEGER NOT NULL,"
    " storclas TEXT NOT NULL, mgmtclas TEXT NOT NULL,"
    " dataclas TEXT NOT NULL, ccsid INTEGER NOT NULL,"
    " org INTEGER NOT NULL, keylen INTEGER NOT NULL,"
    " rkp INTEGER NOT NULL, axrkp INTEGER NOT NULL,"
    " avglrecl INTEGER NOT NULL, maxlrecl INTEGER NOT NULL,"
    " bufspace INTEGER NOT NULL, cisize INTEGER NOT NULL,"
    " cis_per_ca INTEGER NOT NULL, tracks_per_ca INTEGER NOT NULL,"
    " physrec INTEGER NOT NULL, physrecs_per_trk INTEGER NOT NULL,"
    " share_region INTEGER NOT NULL, share_system INTEGER NOT NULL,"
    " fspc_ci INTEGER NOT NULL, fspc_ca INTEGER NOT NULL,"
    " exceptexit TEXT NOT NULL, space_type INTEGER NOT NULL,"
    " space_pri INTEGER NOT NULL, space_sec INTEGER NOT NULL,"
    " recfm INTEGER NOT NULL, ctlchar TEXT NOT NULL,"
    " lrecl INTEGER NOT NULL, blksize INTEGER NOT NULL,"
    " gdg_limit INTEGER NOT NULL, gds_status TEXT NOT NULL,"
    " related TEXT NOT NULL, extra TEXT NOT NULL,"
    " comp_id BLOB,"
    " sort_name TEXT NOT NULL, sort_sub TEXT NOT NULL,"
    " sort_pos INTEGER NOT NULL);"
    "CREATE UNIQUE INDEX entry_name ON entry (name);"
    "CREATE INDEX entry_order ON entry (sort_name, sort_sub, sort_pos, name);"
    "CREATE INDEX entry_comp ON entry (comp_id) WHERE comp_id IS NOT NULL;"
    "CREATE INDEX entry_ucat ON entry (name) WHERE type = 'U';"
    "CREATE INDEX entry_related ON entry (related) WHERE type = 'X';"

    "CREATE TABLE cell ("
    " entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,"
    " pos INTEGER NOT NULL, volser TEXT NOT NULL, devtype INTEGER NOT NULL,"
    " volflag INTEGER NOT NULL, fseqn INTEGER NOT NULL,"
    " PRIMARY KEY (entry_id, pos));"
    "CREATE TABLE extent ("
    " entry_id INTEGER NOT NULL, pos INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " low_cchh INTEGER NOT NULL, high_cchh INTEGER NOT NULL,"
    " low_rba INTEGER NOT NULL, high_rba INTEGER NOT NULL,"
    " tracks INTEGER NOT NULL,"
    " PRIMARY KEY (entry_id, pos, seq),"
    " FOREIGN KEY (entry_id, pos) REFERENCES cell (entry_id, pos)"
    "  ON DELETE CASCADE);"
    "CREATE TABLE assoc ("
    " owner_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,"
    " member_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,"
    " rank INTEGER NOT NULL, pos INTEGER NOT NULL,"
    " PRIMARY KEY (owner_id, member_id));"
    "CREATE INDEX assoc_member ON assoc (member_id);"

    "CREATE TABLE volume ("
    " volser TEXT PRIMARY KEY NOT NULL, uri TEXT NOT NULL,"
    " devtype INTEGER NOT NULL, cylinders INTEGER NOT NULL,"
    " online INTEGER NOT NULL);"
    "CREATE TABLE space ("
    " volser TEXT NOT NULL REFERENCES volume (volser),"
    " low INTEGER NOT NULL, tracks INTEGER NOT NULL,"
    " comp_id BLOB NOT NULL, PRIMARY KEY (volser, low));"
    "CREATE INDEX space_comp ON space (volser, comp_id);"
    "CREATE TABLE gap ("
    " volser TEXT NOT NULL REFERENCES volume (volser),"
    " low INTEGER NOT NULL, tracks INTEGER NOT NULL,"
    " PRIMARY KEY (volser, low));"
    "CREATE TABLE intent ("
    " id INTEGER PRIMARY KEY, kind TEXT NOT NULL, volser TEXT NOT NULL,"
    " comp_id BLOB NOT NULL, holder TEXT NOT NULL);";

/* Version 2: gaps by their size, so that a volume in many pieces is searched
 * as fast as one in a few. */
static const char version_2[] =
    "CREATE INDEX gap_size ON gap (volser, tracks DESC, low);";

/* Version 3: what is on its way from one catalog to another. The master's rows
 * alone are used. */
static const char version_3[] =
    "CREATE TABLE move ("
    " id INTEGER PRIMARY KEY, name TEXT NOT NULL, source TEXT NOT NULL,"
    " target TEXT NOT NULL, holder TEXT NOT NULL);";

/* Version 4: who may do what with data sets. The master's rows alone are
 * used. */
static const char version_4[] =
    "CREATE TABLE profile ("
    " name TEXT PRIMARY KEY NOT NULL, hlq TEXT NOT NULL,"
    " owner TEXT NOT NULL, uacc INTEGER NOT NULL, audit INTEGER NOT NULL,"
    " warning INTEGER NOT NULL, created INTEGER NOT NULL);"
    "CREATE INDEX profile_hlq ON profile (hlq, name);"
    "CREATE TABLE permit ("
    " profile TEXT NOT NULL REFERENCES profile (name)"
    "  ON DELETE CASCADE ON UPDATE CASCADE,"
    " id TEXT NOT NULL, access INTEGER NOT NULL,"
    " PRIMARY KEY (profile, id));"
    "CREATE TABLE membership ("
    " userid TEXT NOT NULL, grp TEXT NOT NULL,"
    " PRIMARY KEY (userid, grp));"
    "CREATE TABLE login ("
    " login TEXT PRIMARY KEY NOT NULL, userid TEXT NOT NULL);"
    "INSERT INTO meta (item, value) VALUES ('security', '0');";

/* Version 5: what the catalog knows of its recovery area (recovery.h). */
static const char version_5[] =
    "INSERT INTO meta (item, value) VALUES ('recovery', '');";

const struct cat_step cat_steps[] = {
    {1, version_1},
    {2, version_2},
    {3, version_3},
    {4, version_4},
    {5, version_5},
};
const int cat_nsteps = sizeof(cat_steps) / sizeof(cat_steps[0]);

static enum ds_status
user_version(sqlite3 *db, const char *what, int *versionp, struct ds_diag *diag)
{
	sqlite3_stmt *st = NULL;
	int rc;

	rc = sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &st, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(st);
	if (rc == SQLITE_ROW)
		*versionp = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	if (rc != SQLITE_ROW)
		return cat_fail(db, rc, what, "reading its version", diag);
	return DS_OK;
}

/* Inside of a transaction: another process may have been faster. */
static enum ds_status
migrate_steps(sqlite3 *db, const struct cat_step *steps, int nsteps,
    const char *what, struct ds_diag *diag)
{
	enum ds_status st;
	char pragma[64];
	int i, rc, at = 0;

	if ((st = user_version(db, what, &at, diag)) != DS_OK)
		return st;
	for (i = 0; i < nsteps; i++) {
		if (steps[i].to <= at)
			continue;
		rc = sqlite3_exec(db, steps[i].sql, NULL, NULL, NULL);
		if (rc != SQLITE_OK)
			return cat_fail(db, rc, what, "upgrading", diag);
		snprintf(pragma, sizeof(pragma), "PRAGMA user_version = %d",
		    steps[i].to);
		rc = sqlite3_exec(db, pragma, NULL, NULL, NULL);
		if (rc != SQLITE_OK)
			return cat_fail(db, rc, what, "upgrading", diag);
	}
	return DS_OK;
}

enum ds_status
cat_migrate(sqlite3 *db, const struct cat_step *steps, int nsteps,
    const char *what, struct ds_diag *diag)
{
	enum ds_status st;
	int rc, version = 0, last = steps[nsteps - 1].to;

	if ((st = user_version(db, what, &version, diag)) != DS_OK)
		return st;
	if (version > last || version < 0)
		return ds_fail(diag, DS_VERSION, what,
		    "catalog of version %d, this program knows up to %d",
		    version, last);
	if (version == last)
		return DS_OK;
	rc = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		return cat_fail(db, rc, what, "upgrading", diag);
	st = migrate_steps(db, steps, nsteps, what, diag);
	if (st == DS_OK) {
		rc = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
		if (rc != SQLITE_OK)
			st = cat_fail(db, rc, what, "upgrading", diag);
	}
	if (st != DS_OK)
		sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	return st;
}

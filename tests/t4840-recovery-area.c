/*
 * The recovery area of a catalog: what was committed is in it, row by row,
 * whatever was done, whoever died; and what cannot be had again is told.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "catalog/recovery.h"
#include "tests/support/catalog.h"
#include "tests/support/child.h"

enum { TABLES = RECOVERY_TABLES, PATH_LEN = 256 };

static char areas[96], area[128], again[96];

static int
setup_area(void **state)
{
	struct fixture *f;

	if (setup(state) != 0)
		return -1;
	f = *state;
	snprintf(areas, sizeof(areas), "%s/areas", f->dir);
	snprintf(area, sizeof(area), "%s/%s.cra", areas, MASTER);
	snprintf(again, sizeof(again), "%s/again", f->dir);
	if (mkdir(areas, 0700) != 0 || mkdir(again, 0700) != 0)
		return -1;
	cat_set_recovery(f->cat, areas);
	return 0;
}

static void
open_again(struct fixture *f)
{
	cat_close(&f->cat);
	assert_int_equal(
	    cat_open(f->dir, MASTER, false, 20000, &f->cat, &f->diag), DS_OK);
	cat_set_recovery(f->cat, areas);
}

/* The catalog as its area has it, in again. */
static enum ds_status
recover(const char *name, struct cat_recovered *outp)
{
	char path[PATH_LEN + 64];

	snprintf(path, sizeof(path), "%s/%s.db", again, name);
	unlink(path);
	return cat_recover(again, areas, name, name, outp, NULL);
}

static long long
ask(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *st = NULL;
	long long n = -1;

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		n = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return n;
}

/* Rows that one has and the other has not, by number and all columns. */
static void
check_same(struct fixture *f, const char *name)
{
	static const char *const sides[] = {"main", "here", "main"};
	struct cat_recovered out = {false};
	char sql[512], path[PATH_LEN + 64];
	sqlite3 *db = NULL;

	assert_int_equal(recover(name, &out), DS_OK);
	assert_true(out.whole);
	snprintf(path, sizeof(path), "%s/%s.db", again, name);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	snprintf(sql, sizeof(sql), "ATTACH '%s/%s.db' AS here", f->dir, name);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	for (int i = 0; i < 2 * TABLES; i++) {
		const char *t = recovery_tables[i / 2];

		snprintf(sql, sizeof(sql),
		    "SELECT COUNT(*) FROM (SELECT rowid, * FROM %s.%s "
		    "EXCEPT SELECT rowid, * FROM %s.%s)",
		    sides[i % 2], t, sides[i % 2 + 1], t);
		if (ask(db, sql) != 0)
			print_message("# table %s, %s\n", t, sides[i % 2]);
		assert_int_equal(ask(db, sql), 0);
	}
	sqlite3_close(db);
}

/* --- tests -----------------------------------------------------------------
 */

static void
change_entries(struct fixture *f)
{
	struct ds_entry *base, *aix, *ent;
	struct ds_volume_cell *cell;
	struct ds_extent x = {1, 2, 3, 0x100000004, 5};

	base = put_sphere(f, DS_CLUSTER, "A.K");
	aix = put_sphere(f, DS_AIX, "A.X");
	tie(f, base, aix);
	ent = put(f, DS_NONVSAM, "A.N");
	cell = ds_entry_add_volume(ent);
	strcpy(cell->volser, "VOL001");
	assert_true(ds_entry_add_extent(cell, &x));
	ent->avglrecl = 128;
	ent->maxlrecl = 32768;
	ent->created = 2026001;
	ent->expires = 9999999;
	memset(ent->comp_id, 0xa5, sizeof(ent->comp_id));
	memset(ent->extra, 'x', 300); /* longer than one byte can say */
	assert_int_equal(cat_update(f->cat, ent, &f->diag), DS_OK);
	assert_int_equal(cat_rename(f->cat, base, "A.L", &f->diag), DS_OK);
	assert_int_equal(cat_rename(f->cat, ent, "A.K", &f->diag), DS_OK);
	/* by foreign keys its cells and ties go too */
	assert_int_equal(cat_remove(f->cat, aix, &f->diag), DS_OK);
	ds_entry_free(&base);
	ds_entry_free(&aix);
	ds_entry_free(&ent);
	ent = put(f, DS_NONVSAM, "A.GONE");
	assert_int_equal(cat_remove(f->cat, ent, &f->diag), DS_OK);
	ds_entry_free(&ent);
}

static void
change_others(struct fixture *f)
{
	const struct cat_volume vol = {
	    "VOL009", "volumes/VOL009", 0x3010200F, 20, 0, true};
	const struct ds_profile p = {.name = "PAY.**", .owner = "ME"};
	const enum ds_access read = DS_ACCESS_READ;
	const uint8_t id[16] = {9};
	struct ds_extent x[5];
	int64_t intent;
	int n;

	assert_int_equal(cat_volume_add(f->cat, &vol, NULL), DS_OK);
	assert_int_equal(cat_volume_resize(f->cat, "VOL009", 30, NULL), DS_OK);
	assert_int_equal(cat_volume_vary(f->cat, "VOL009", false, NULL), DS_OK);
	assert_int_equal(cat_volume_vary(f->cat, "VOL009", true, NULL), DS_OK);
	for (int i = 0; i < 3; i++)
		assert_int_equal(
		    cat_space_take(f->cat, "VOL009", id, 4, 1, 5, x, &n, NULL),
		    DS_OK);
	assert_int_equal(cat_space_give(f->cat, "VOL009", id, NULL), DS_OK);
	assert_int_equal(
	    cat_intent_put(f->cat, 'D', "VOL009", id, "1.2.3", &intent, NULL),
	    DS_OK);
	assert_int_equal(cat_profile_add(f->cat, &p, NULL), DS_OK);
	assert_int_equal(
	    cat_permit(f->cat, "PAY.**", "YOU", &read, NULL), DS_OK);
	assert_int_equal(
	    cat_permit(f->cat, "PAY.**", "HE", &read, NULL), DS_OK);
	/* by a foreign key its access list has the new name */
	assert_int_equal(
	    cat_profile_rename(f->cat, "PAY.**", "PAY.X", NULL), DS_OK);
	assert_int_equal(cat_permit(f->cat, "PAY.X", "HE", NULL, NULL), DS_OK);
	assert_int_equal(
	    cat_member_set(f->cat, "YOU", "GRP", true, NULL), DS_OK);
	assert_int_equal(cat_login_set(f->cat, "you.2", "YOU", NULL), DS_OK);
}

static void
whatever_is_done_is_in_the_area(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent;

	change_entries(f);
	change_others(f);
	check_same(f, MASTER);
	/* by what was there when it began, and by all rows copied */
	open_again(f);
	ent = put(f, DS_NONVSAM, "A.AGAIN");
	assert_int_equal(cat_remove(f->cat, ent, &f->diag), DS_OK);
	ds_entry_free(&ent);
	check_same(f, MASTER);
	assert_int_equal(unlink(area), 0);
	open_again(f);
	check_same(f, MASTER);
}

static void
what_was_undone_is_not(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent;
	uint8_t tail[40];
	struct stat sb;
	int fd;

	assert_int_equal(cat_begin(f->cat, &f->diag), DS_OK);
	ent = put(f, DS_NONVSAM, "A.NEVER");
	ds_entry_free(&ent);
	cat_rollback(f->cat);
	ent = put(f, DS_NONVSAM, "A.B");
	ds_entry_free(&ent);
	check_same(f, MASTER);
	/* what somebody left who died in front of his commit */
	fd = open(area, O_RDWR);
	assert_int_equal(fstat(fd, &sb), 0);
	memset(tail, 0x55, sizeof(tail));
	assert_true(
	    recovery_write(fd, (uint64_t)sb.st_size, tail, sizeof(tail)));
	close(fd);
	ent = put(f, DS_NONVSAM, "A.C");
	ds_entry_free(&ent);
	check_same(f, MASTER);
}

/* The mark names the frame it ends with: another catalog's, or that of a
 * catalog that was put back from a copy, is not gone on with. */
static void
an_area_of_another_time_is_made_anew(void **state)
{
	struct fixture *f = *state;
	char cmd[8 * PATH_LEN];
	struct ds_entry *ent;

	ent = put(f, DS_NONVSAM, "A.B");
	ds_entry_free(&ent);
	cat_close(&f->cat);
	snprintf(cmd, sizeof(cmd),
	    "cp '%s/%s.db' '%s/kept' && cp '%s' '%s/was'", f->dir, MASTER,
	    f->dir, area, f->dir);
	assert_int_equal(system(cmd), 0);
	open_again(f);
	ent = put(f, DS_NONVSAM, "A.LOST");
	ds_entry_free(&ent);
	cat_close(&f->cat);
	snprintf(cmd, sizeof(cmd), "cp '%s/kept' '%s/%s.db'", f->dir, f->dir,
	    MASTER);
	assert_int_equal(system(cmd), 0);
	open_again(f); /* the older catalog, the newer area */
	ent = put(f, DS_NONVSAM, "A.N");
	ds_entry_free(&ent);
	check_same(f, MASTER);
	cat_close(&f->cat);
	snprintf(cmd, sizeof(cmd), "cp '%s/was' '%s'", f->dir, area);
	assert_int_equal(system(cmd), 0);
	open_again(f); /* the newer catalog, the older area */
	check_same(f, MASTER);
	ent = put(f, DS_NONVSAM, "A.O");
	ds_entry_free(&ent);
	check_same(f, MASTER);
}

static void
a_catalog_of_version_4_gets_one(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent = put(f, DS_NONVSAM, "A.B");
	char path[PATH_LEN];
	sqlite3 *db = NULL;

	ds_entry_free(&ent);
	cat_close(&f->cat);
	assert_int_equal(unlink(area), 0);
	snprintf(path, sizeof(path), "%s/%s.db", f->dir, MASTER);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db,
			     "DELETE FROM meta WHERE item = 'recovery'; "
			     "PRAGMA user_version = 4",
			     NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(db);
	open_again(f);
	check_same(f, MASTER); /* nothing was changed, and it is there */
}

/* The boot in the header is another: each frame is looked at. */
static void
after_a_power_cut_every_frame_is_looked_at(void **state)
{
	struct fixture *f = *state;
	struct recovery_header h;
	struct ds_entry *ent;
	char id[RECOVERY_ID + 1], boot[RECOVERY_BOOT + 1];
	int fd;

	change_entries(f);
	ent = put(f, DS_NONVSAM, "A.LAST");
	ds_entry_free(&ent);
	for (int torn = 0; torn < 2; torn++) {
		cat_close(&f->cat);
		fd = open(area, O_RDWR);
		assert_int_equal(recovery_header_read(fd, &h, NULL), DS_OK);
		strcpy(id, h.id);
		memset(h.boot, '0', RECOVERY_BOOT);
		assert_true(recovery_header_write(fd, &h));
		if (torn) /* far from the end */
			assert_true(recovery_write(
			    fd, RECOVERY_HEADER + 40, "\0\0\0\0\0\0\0\0", 8));
		open_again(f);
		close(fd);
		check_same(f, MASTER);
		fd = open(area, O_RDWR);
		assert_int_equal(recovery_header_read(fd, &h, NULL), DS_OK);
		close(fd);
		assert_int_equal(strcmp(h.id, id) != 0, torn);
		recovery_boot(boot);
		assert_string_equal(h.boot, boot);
	}
}

/* Cut anywhere, and any byte turned over: what is in front is had, the rest
 * is told, nothing else happens. */
static void
a_damaged_area_gives_what_is_in_front(void **state)
{
	struct fixture *f = *state;
	struct cat_recovered out;
	struct stat sb;
	uint8_t *all, was;
	enum ds_status st;
	sqlite3 *db = NULL;
	char path[PATH_LEN];
	int fd;

	change_others(f);
	cat_close(&f->cat);
	fd = open(area, O_RDWR);
	assert_int_equal(fstat(fd, &sb), 0);
	all = malloc((size_t)sb.st_size);
	assert_true(recovery_read(fd, 0, all, (size_t)sb.st_size));
	for (off_t at = 0; at < sb.st_size; at += 97) {
		was = (uint8_t)~all[at];
		assert_true(recovery_write(fd, (uint64_t)at, &was, 1));
		st = recover(MASTER, &out);
		if (at < RECOVERY_HEADER)
			assert_int_equal(st, DS_CORRUPT);
		else
			assert_true(st == DS_OK && !out.whole);
		assert_true(recovery_write(fd, (uint64_t)at, &all[at], 1));
	}
	assert_int_equal(recover(MASTER, &out), DS_OK);
	assert_true(out.whole);
	assert_int_equal(ftruncate(fd, sb.st_size - 1), 0);
	assert_int_equal(recover(MASTER, &out), DS_OK);
	assert_false(out.whole);
	snprintf(path, sizeof(path), "%s/%s.db", again, MASTER);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(ask(db, "SELECT COUNT(*) FROM profile"), 1);
	assert_int_equal(ask(db, "SELECT COUNT(*) FROM login"), 0);
	sqlite3_close(db);
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_int_equal(recover(MASTER, &out), DS_CORRUPT);
	assert_int_equal(unlink(area), 0);
	assert_int_equal(recover(MASTER, &out), DS_NOFILE);
	close(fd);
	free(all);
}

static long long
work_recovered(void)
{
	struct cat_recovered out = {false};
	char path[PATH_LEN];
	sqlite3 *db = NULL;
	long long n;

	assert_int_equal(recover(MASTER, &out), DS_OK);
	snprintf(path, sizeof(path), "%s/%s.db", again, MASTER);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	n = ask(db, "SELECT COUNT(*) FROM intent");
	sqlite3_close(db);
	return n;
}

/* What finishes or undoes it removes files, so the rows must say all of it. A
 * log that is left beside the lost file is not laid over the new one. */
static void
work_begun_comes_back_of_a_whole_area_alone(void **state)
{
	struct fixture *f = *state;
	const uint8_t id[16] = {1, 2, 3};
	struct recovery_header h;
	char log[PATH_LEN];
	int64_t intent;
	struct stat sb;
	int fd;

	assert_int_equal(
	    cat_intent_put(f->cat, 'D', "VOL009", id, "1.2.3", &intent, NULL),
	    DS_OK);
	cat_close(&f->cat);
	assert_int_equal(work_recovered(), 1);
	snprintf(log, sizeof(log), "%s/%s.db-wal", again, MASTER);
	fd = open(log, O_RDWR | O_CREAT, 0600);
	assert_int_equal(write(fd, "left", 4), 4);
	close(fd);
	assert_int_equal(work_recovered(), 1);
	assert_true(stat(log, &sb) != 0 || sb.st_size == 0);
	fd = open(area, O_RDWR);
	assert_int_equal(recovery_header_read(fd, &h, NULL), DS_OK);
	h.boot[0] = h.boot[0] == '0' ? '1' : '0';
	assert_true(recovery_header_write(fd, &h));
	assert_int_equal(work_recovered(), 0);
	h.boot[0] = 0;
	recovery_boot(h.boot);
	assert_true(recovery_header_write(fd, &h));
	assert_int_equal(work_recovered(), 1);
	assert_int_equal(fstat(fd, &sb), 0);
	/* bytes behind the last frame that are no frame */
	assert_true(recovery_write(fd, (uint64_t)sb.st_size, "half", 4));
	assert_int_equal(work_recovered(), 0);
	close(fd);
}

/* Good frames of records that are none. */
static void
records_that_make_no_sense_do_nothing(void **state)
{
	struct fixture *f = *state;
	struct recovery_mark m = {.len = RECOVERY_HEADER};
	struct cat_recovered out;
	uint8_t b[RECOVERY_FRAME + 64] = {0}, *records;
	uint32_t seed = 4840;
	size_t n;
	int fd;

	cat_close(&f->cat);
	fd = open(area, O_RDWR);
	assert_true(recovery_frame_read(fd, 1 << 20, &m, &records, &n));
	free(records);
	assert_int_equal(ftruncate(fd, (off_t)m.len), 0);
	for (int turn = 0; turn < 28; turn++) {
		for (size_t i = 0; i < 64; i++) {
			seed = seed * 1664525 + 1013904223;
			b[12 + i] = (uint8_t)(seed >> 24);
		}
		/* the first record begins well: table, 'P' or 'D', columns */
		b[12] = (uint8_t)(turn % (TABLES + 1));
		b[13] = turn % 3 == 0 ? 'D' : turn == 1 ? 'X' : 'P';
		b[22] = turn % 2 ? 48 : b[22] % 12;
		be32_put(b, 64);
		be32_put(b + 8, m.crc);
		be32_put(b + 4, crc32c(b + 8, 68));
		be32_put(b + 76, 64);
		assert_true(recovery_write(fd, m.len, b, 80));
		assert_int_equal(recover(MASTER, &out), DS_OK);
		assert_false(out.whole);
	}
	close(fd);
}

/* No change fails by its area; the area says that it ends too early. */
static void
an_area_that_cannot_be_written_says_so(void **state)
{
	struct fixture *f = *state;
	struct cat_recovered out;
	char path[PATH_LEN + 8];
	struct ds_entry *ent;

	ent = put(f, DS_NONVSAM, "A.B");
	ds_entry_free(&ent);
	snprintf(path, sizeof(path), "%s.new", area);
	assert_int_equal(mkdir(path, 0700), 0); /* where a copy would begin */
	assert_int_equal(truncate(area, RECOVERY_HEADER), 0);
	ent = put(f, DS_NONVSAM, "A.C");
	ds_entry_free(&ent);
	assert_int_equal(recover(MASTER, &out), DS_OK);
	assert_false(out.whole);
	assert_int_equal(rmdir(path), 0);
	ent = put(f, DS_NONVSAM, "A.D");
	ds_entry_free(&ent);
	check_same(f, MASTER);
}

/* Who has the lost file open still does not write into the new one's area. */
static void
a_file_that_is_gone_has_no_area(void **state)
{
	struct fixture *f = *state;
	struct catalog *old = f->cat;
	struct cat_recovered out;
	char path[PATH_LEN];
	struct ds_entry *ent;

	ent = put(f, DS_NONVSAM, "A.B");
	ds_entry_free(&ent);
	for (int i = 0; i < 3; i++) {
		static const char *const tails[] = {"", "-wal", "-shm"};

		snprintf(
		    path, sizeof(path), "%s/%s.db%s", f->dir, MASTER, tails[i]);
		assert_int_equal(unlink(path), 0);
	}
	assert_int_equal(
	    cat_recover(f->dir, areas, MASTER, MASTER, &out, NULL), DS_OK);
	f->cat = NULL;
	open_again(f);
	ent = put(f, DS_NONVSAM, "A.NEW");
	ds_entry_free(&ent);
	ent = ds_entry_new();
	ent->type = DS_NONVSAM;
	strcpy(ent->name, "A.OLD");
	cat_put(old, NULL, ent, NULL);
	ds_entry_free(&ent);
	check_same(f, MASTER);
	cat_close(&old);
	check_same(f, MASTER);
}

static void
what_is_dead_does_not_pile_up(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent = put(f, DS_NONVSAM, "A.B");
	struct stat sb;

	memset(ent->extra, 'x', 400);
	for (int i = 0; i < 15; i++) {
		assert_int_equal(cat_begin(f->cat, &f->diag), DS_OK);
		for (int j = 0; j < 800; j++)
			assert_int_equal(
			    cat_update(f->cat, ent, &f->diag), DS_OK);
		assert_int_equal(cat_commit(f->cat, &f->diag), DS_OK);
	}
	ds_entry_free(&ent);
	/* 12,000 records of more than 500 bytes would be 6,000,000 */
	assert_int_equal(stat(area, &sb), 0);
	assert_true(sb.st_size < 2000000);
	check_same(f, MASTER);
}

/* Entries that come and go: 15 times 1200 records of more than 100 bytes. */
static void
what_came_and_went_does_not_pile_up(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent[1200];
	char name[DSNAME_MAX + 1];
	struct stat sb;

	for (int i = 0; i < 15; i++) {
		assert_int_equal(cat_begin(f->cat, &f->diag), DS_OK);
		for (int j = 0; j < 1200; j++) {
			snprintf(name, sizeof(name), "SOME.LEVEL.N%d", j);
			ent[j] = put(f, DS_NONVSAM, name);
		}
		assert_int_equal(cat_commit(f->cat, &f->diag), DS_OK);
		assert_int_equal(cat_begin(f->cat, &f->diag), DS_OK);
		for (int j = 0; j < 1200; j++) {
			assert_int_equal(
			    cat_remove(f->cat, ent[j], &f->diag), DS_OK);
			ds_entry_free(&ent[j]);
		}
		assert_int_equal(cat_commit(f->cat, &f->diag), DS_OK);
	}
	assert_int_equal(stat(area, &sb), 0);
	assert_true(sb.st_size < 1500000);
	check_same(f, MASTER);
}

static void
user_catalogs_have_their_own(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ucat = ds_entry_new(), *alias, *ent;
	char path[PATH_LEN];

	ucat->type = DS_UCAT;
	strcpy(ucat->name, "UCAT.ONE");
	assert_int_equal(cat_ucat_create(f->cat, ucat, &f->diag), DS_OK);
	alias = ds_entry_new();
	alias->type = DS_ALIAS;
	strcpy(alias->name, "U");
	strcpy(alias->related, "UCAT.ONE");
	assert_int_equal(cat_put(f->cat, MASTER, alias, &f->diag), DS_OK);
	ent = put(f, DS_NONVSAM, "U.B");
	assert_string_equal(ent->catalog, "UCAT.ONE");
	check_same(f, MASTER);
	check_same(f, "UCAT.ONE");
	snprintf(path, sizeof(path), "%s/UCAT.ONE.cra", areas);
	assert_int_equal(access(path, F_OK), 0);
	assert_int_equal(
	    cat_ucat_disconnect(f->cat, "UCAT.ONE", &f->diag), DS_OK);
	assert_int_equal(access(path, F_OK), -1); /* not of this root */
	ds_entry_free(&ucat);
	ds_entry_free(&alias);
	ds_entry_free(&ent);
}

static void
define_names(const char *dir, char who, int n, int told)
{
	struct catalog *cat = NULL;
	struct ds_entry *ent;

	if (cat_open(dir, MASTER, false, 60000, &cat, NULL) != DS_OK)
		_exit(1);
	cat_set_recovery(cat, areas);
	for (int i = 0; i < n; i++) {
		if ((ent = ds_entry_new()) == NULL)
			_exit(2);
		ent->type = DS_NONVSAM;
		snprintf(ent->name, sizeof(ent->name), "A.%c%d", who, i);
		if (cat_put(cat, NULL, ent, NULL) != DS_OK)
			_exit(3);
		ds_entry_free(&ent);
		if (told >= 0 && write(told, "x", 1) != 1)
			_exit(4);
	}
	cat_close(&cat);
	_exit(0);
}

static void
processes_write_one_area(void **state)
{
	struct fixture *f = *state;
	int status;

	cat_close(&f->cat);
	for (int i = 0; i < 3; i++)
		if (child_fork() == 0)
			define_names(f->dir, (char)('A' + i), 20, -1);
	for (int i = 0; i < 3; i++) {
		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
	open_again(f);
	check_same(f, MASTER);
	assert_int_equal(
	    ask(f->cat->files[0]->db, "SELECT COUNT(*) FROM entry"), 60);
}

/* Killed behind its Nth acknowledged change, wherever that is: the area alone
 * has each that was acknowledged, and the next to open has both the same. */
static void
what_was_acknowledged_outlives_a_kill(void **state)
{
	struct fixture *f = *state;
	struct cat_recovered out;
	char path[PATH_LEN], sql[96], byte;
	struct ds_entry *ent;
	sqlite3 *db;
	pid_t pid;
	int p[2], n, had;

	snprintf(path, sizeof(path), "%s/%s.db", again, MASTER);
	for (int turn = 0; turn < 4; turn++) {
		assert_int_equal(pipe(p), 0);
		cat_close(&f->cat);
		if ((pid = child_fork()) == 0) {
			close(p[0]);
			define_names(f->dir, (char)('A' + turn), 1000, p[1]);
		}
		close(p[1]);
		for (n = 0; n < 3 + 5 * turn && read(p[0], &byte, 1) == 1;)
			n++;
		kill(pid, SIGKILL);
		while (read(p[0], &byte, 1) == 1)
			n++;
		close(p[0]);
		assert_int_equal(waitpid(pid, NULL, 0), pid);
		assert_int_equal(recover(MASTER, &out), DS_OK);
		db = NULL;
		assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
		snprintf(sql, sizeof(sql),
		    "SELECT COUNT(*) FROM entry WHERE name GLOB 'A.%c*'",
		    'A' + turn);
		had = (int)ask(db, sql);
		sqlite3_close(db);
		assert_true(had == n || had == n + 1);
		open_again(f);
		ent = put(f, DS_NONVSAM, "B.B");
		assert_int_equal(cat_remove(f->cat, ent, NULL), DS_OK);
		ds_entry_free(&ent);
		check_same(f, MASTER);
	}
}

#define AREA(fn) cmocka_unit_test_setup_teardown(fn, setup_area, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    AREA(whatever_is_done_is_in_the_area),
	    AREA(what_was_undone_is_not),
	    AREA(an_area_of_another_time_is_made_anew),
	    AREA(a_catalog_of_version_4_gets_one),
	    AREA(after_a_power_cut_every_frame_is_looked_at),
	    AREA(a_damaged_area_gives_what_is_in_front),
	    AREA(work_begun_comes_back_of_a_whole_area_alone),
	    AREA(records_that_make_no_sense_do_nothing),
	    AREA(an_area_that_cannot_be_written_says_so),
	    AREA(a_file_that_is_gone_has_no_area),
	    AREA(what_is_dead_does_not_pile_up),
	    AREA(what_came_and_went_does_not_pile_up),
	    AREA(user_catalogs_have_their_own),
	    AREA(processes_write_one_area),
	    AREA(what_was_acknowledged_outlives_a_kill),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

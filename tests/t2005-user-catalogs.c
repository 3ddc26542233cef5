/* User catalogs come and go while other processes have them open. */
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/support/catalog.h"
#include "tests/support/child.h"

#define NAME "UCAT.ONE"

static struct catalog *
another(struct fixture *f, int busy_ms)
{
	struct catalog *cat = NULL;

	assert_int_equal(
	    cat_open(f->dir, MASTER, false, busy_ms, &cat, &f->diag), DS_OK);
	return cat;
}

static enum ds_status
create(struct catalog *cat, struct ds_diag *diag)
{
	struct ds_entry *ent = ds_entry_new();
	enum ds_status st;

	assert_non_null(ent);
	ent->type = DS_UCAT;
	strcpy(ent->name, NAME);
	st = cat_ucat_create(cat, ent, diag);
	ds_entry_free(&ent);
	return st;
}

static enum ds_status
put_in(struct catalog *cat, const char *name, struct ds_diag *diag)
{
	struct ds_entry *ent = ds_entry_new();
	enum ds_status st;

	assert_non_null(ent);
	ent->type = DS_NONVSAM;
	strcpy(ent->name, name);
	st = cat_put(cat, NAME, ent, diag);
	ds_entry_free(&ent);
	return st;
}

static enum ds_status
look(struct catalog *cat, const char *name)
{
	struct ds_entry *ent = NULL;
	enum ds_status st = cat_get(cat, NAME, name, &ent, NULL);

	ds_entry_free(&ent);
	return st;
}

static bool
file_there(struct fixture *f)
{
	char path[ROOT_LEN + 32];
	struct stat sb;

	snprintf(path, sizeof(path), "%s/" NAME ".db", f->dir);
	return stat(path, &sb) == 0;
}

static void
what_was_deleted_is_not_written_to(void **state)
{
	struct fixture *f = *state;
	struct catalog *b = another(f, 20000);

	assert_int_equal(create(f->cat, &f->diag), DS_OK);
	assert_int_equal(put_in(b, "A.B", &f->diag), DS_OK);
	assert_int_equal(cat_ucat_delete(f->cat, NAME, false, false, &f->diag),
	    DS_CAT_NOTEMPTY);
	assert_int_equal(look(b, "A.B"), DS_OK);
	assert_int_equal(
	    cat_ucat_delete(f->cat, NAME, true, false, &f->diag), DS_OK);
	assert_false(file_there(f));
	/* b has the old file open: it is nobody's any more */
	assert_int_equal(put_in(b, "A.C", &f->diag), DS_CAT_UNAVAIL);
	assert_int_equal(look(b, "A.B"), DS_CAT_UNAVAIL);
	/* and what comes then is the new one */
	assert_int_equal(create(f->cat, &f->diag), DS_OK);
	assert_int_equal(look(b, "A.B"), DS_CAT_NOTFOUND);
	assert_int_equal(put_in(b, "A.D", &f->diag), DS_OK);
	cat_close(&b);
	assert_int_equal(look(f->cat, "A.D"), DS_OK);
}

struct nested {
	struct fixture *f;
	int n;
};

static bool
delete_meanwhile(void *ctx, const struct ds_entry *ent)
{
	struct nested *x = ctx;

	assert_string_not_equal(ent->name, "");
	if (x->n++ == 0)
		assert_int_equal(
		    cat_ucat_delete(x->f->cat, NAME, true, false, &x->f->diag),
		    DS_OK);
	return true;
}

static void
a_listing_goes_on_over_what_is_deleted(void **state)
{
	struct fixture *f = *state;
	struct nested x = {f, 0};
	struct catalog *b = another(f, 20000);

	assert_int_equal(create(f->cat, &f->diag), DS_OK);
	assert_int_equal(put_in(b, "A.B", &f->diag), DS_OK);
	assert_int_equal(put_in(b, "A.C", &f->diag), DS_OK);
	assert_int_equal(put_in(b, "A.D", &f->diag), DS_OK);
	assert_int_equal(
	    cat_list(b, NAME, CAT_ALL, NULL, delete_meanwhile, &x, &f->diag),
	    DS_OK);
	assert_int_equal(x.n, 3);
	cat_close(&b);
}

static void
a_disconnected_one_is_whole_and_comes_back(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *ent = ds_entry_new();
	struct catalog *b = another(f, 20000);

	assert_int_equal(create(f->cat, &f->diag), DS_OK);
	assert_int_equal(put_in(f->cat, "A.B", &f->diag), DS_OK);
	assert_int_equal(look(b, "A.B"), DS_OK);
	assert_int_equal(cat_ucat_disconnect(f->cat, NAME, &f->diag), DS_OK);
	assert_true(file_there(f));
	assert_int_equal(put_in(b, "A.C", &f->diag), DS_CAT_UNAVAIL);
	/* a new one does not take the file with its entries */
	assert_int_equal(create(b, &f->diag), DS_CAT_DUPLICATE);
	ent->type = DS_UCAT;
	strcpy(ent->name, NAME);
	assert_int_equal(cat_ucat_connect(b, ent, &f->diag), DS_OK);
	assert_int_equal(
	    cat_ucat_connect(f->cat, ent, &f->diag), DS_CAT_DUPLICATE);
	assert_int_equal(look(f->cat, "A.B"), DS_OK);
	strcpy(ent->name, "UCAT.NONE");
	assert_int_equal(
	    cat_ucat_connect(f->cat, ent, &f->diag), DS_CAT_UNAVAIL);
	ds_entry_free(&ent);
	cat_close(&b);
}

/* The stem of a removed one is not used while something of it is there. */
static void
a_log_left_behind_is_not_taken_for_a_new_ones(void **state)
{
	struct fixture *f = *state;
	char path[ROOT_LEN + 32];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/" NAME ".db-wal", f->dir);
	fp = fopen(path, "w");
	assert_non_null(fp);
	fputs("of another catalog", fp);
	fclose(fp);
	assert_int_equal(create(f->cat, &f->diag), DS_OK);
	assert_false(file_there(f));
	assert_int_equal(put_in(f->cat, "A.B", &f->diag), DS_OK);
	/* it is connected again by its own name */
	assert_int_equal(cat_ucat_disconnect(f->cat, NAME, &f->diag), DS_OK);
	{
		struct ds_entry *ent = ds_entry_new();

		ent->type = DS_UCAT;
		strcpy(ent->name, NAME);
		assert_int_equal(
		    cat_ucat_connect(f->cat, ent, &f->diag), DS_OK);
		ds_entry_free(&ent);
	}
	assert_int_equal(look(f->cat, "A.B"), DS_OK);
}

static void
who_waits_for_a_writer_does_so_for_his_limit(void **state)
{
	struct fixture *f = *state;
	struct catalog *b = another(f, 50);

	assert_int_equal(create(f->cat, &f->diag), DS_OK);
	assert_int_equal(cat_begin(f->cat, &f->diag), DS_OK);
	assert_int_equal(put_in(f->cat, "A.B", &f->diag), DS_OK);
	/* readers wait for nobody */
	assert_int_equal(look(b, "A.B"), DS_CAT_NOTFOUND);
	assert_int_equal(
	    cat_ucat_delete(b, NAME, true, false, &f->diag), DS_TIMEOUT);
	assert_int_equal(cat_commit(f->cat, &f->diag), DS_OK);
	assert_int_equal(look(b, "A.B"), DS_OK);
	cat_close(&b);
}

enum { PROCESSES = 4, ROUNDS = 12 };

/* What may not come of a request while others make and delete the catalog: the
 * first of it, 0 none. */
static int
unexpected(int before, enum ds_status st)
{
	bool fine = st == DS_OK || st == DS_CAT_UNAVAIL ||
		    st == DS_CAT_NOTFOUND || st == DS_CAT_DUPLICATE ||
		    st == DS_CAT_NOTEMPTY;

	return before != 0 || fine ? before : (int)st;
}

static int
come_and_go(struct fixture *f, int who)
{
	struct catalog *cat = NULL;
	char name[16];
	int i, bad = 0;

	if (cat_open(f->dir, MASTER, false, 30000, &cat, NULL) != DS_OK)
		return 99;
	snprintf(name, sizeof(name), "P%d.X", who);
	for (i = 0; i < ROUNDS; i++) {
		bad = unexpected(bad, create(cat, NULL));
		bad = unexpected(bad, put_in(cat, name, NULL));
		bad = unexpected(bad, look(cat, name));
		bad = unexpected(
		    bad, cat_ucat_delete(cat, NAME, i % 2 == 0, false, NULL));
	}
	cat_close(&cat);
	return bad;
}

static void
many_make_and_delete_it_at_once(void **state)
{
	struct fixture *f = *state;
	int i, status;

	for (i = 0; i < PROCESSES; i++)
		if (child_fork() == 0)
			_exit(come_and_go(f, i));
	for (i = 0; i < PROCESSES; i++) {
		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
	/* whatever is there now works */
	if (create(f->cat, &f->diag) != DS_OK)
		assert_int_equal(f->diag.status, DS_CAT_DUPLICATE);
	assert_int_equal(put_in(f->cat, "LAST.X", &f->diag), DS_OK);
	assert_int_equal(
	    cat_ucat_delete(f->cat, NAME, true, false, &f->diag), DS_OK);
	assert_false(file_there(f));
}

/* The entry that thousands are tied to is got without them. */
static void
ten_thousand_aliases_are_tied_to_one(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *to = NULL, *alias;
	char routed[DSNAME_MAX + 1];
	int i;

	assert_int_equal(create(f->cat, &f->diag), DS_OK);
	assert_int_equal(cat_begin(f->cat, &f->diag), DS_OK);
	for (i = 0; i < 10000; i++) {
		assert_int_equal(
		    cat_peek(f->cat, NULL, NAME, &to, &f->diag), DS_OK);
		assert_int_equal(to->nassocs, 0);
		alias = ds_entry_new();
		alias->type = DS_ALIAS;
		snprintf(alias->name, sizeof(alias->name), "A%d", i);
		strcpy(alias->related, NAME);
		assert_int_equal(
		    cat_put(f->cat, MASTER, alias, &f->diag), DS_OK);
		assert_int_equal(
		    cat_associate(f->cat, to, alias, &f->diag), DS_OK);
		ds_entry_free(&alias);
		ds_entry_free(&to);
	}
	assert_int_equal(cat_commit(f->cat, &f->diag), DS_OK);
	assert_int_equal(cat_route(f->cat, "A9999.X", routed, &f->diag), DS_OK);
	assert_string_equal(routed, NAME);
	assert_int_equal(cat_get(f->cat, NULL, NAME, &to, &f->diag), DS_OK);
	assert_int_equal(to->nassocs, 10000);
	ds_entry_free(&to);
	assert_int_equal(
	    cat_ucat_delete(f->cat, NAME, false, false, &f->diag), DS_OK);
	assert_int_equal(
	    cat_get(f->cat, NULL, "A5", &to, &f->diag), DS_CAT_NOTFOUND);
}

/* Whoever removes an entry, and however: its aliases go with it. */
static void
an_alias_does_not_outlive_its_target(void **state)
{
	struct fixture *f = *state;
	struct ds_entry *to = put(f, DS_NONVSAM, "A.B");
	struct ds_entry *alias = put(f, DS_ALIAS, "A.C");
	struct ds_entry *path = put(f, DS_PATH, "A.D"), *got = NULL;

	tie(f, to, alias);
	tie(f, to, path);
	assert_int_equal(cat_remove(f->cat, to, &f->diag), DS_OK);
	assert_int_equal(
	    cat_get(f->cat, NULL, "A.C", &got, &f->diag), DS_CAT_NOTFOUND);
	assert_int_equal(cat_get(f->cat, NULL, "A.D", &got, &f->diag), DS_OK);
	ds_entry_free(&got);
	ds_entry_free(&path);
	ds_entry_free(&alias);
	ds_entry_free(&to);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(what_was_deleted_is_not_written_to),
	    T(a_listing_goes_on_over_what_is_deleted),
	    T(a_disconnected_one_is_whole_and_comes_back),
	    T(a_log_left_behind_is_not_taken_for_a_new_ones),
	    T(who_waits_for_a_writer_does_so_for_his_limit),
	    T(many_make_and_delete_it_at_once),
	    T(ten_thousand_aliases_are_tied_to_one),
	    T(an_alias_does_not_outlive_its_target),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

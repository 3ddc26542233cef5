/*
 * The image of a master catalog put into an empty one: rows as they were, but
 * nothing of what was under way at its moment that would do something to files
 * now; the number of the profiles goes on, so that whoever has read others
 * reads them again.
 */
#include <sys/stat.h>

#include "tests/support/catalog.h"

static bool
count(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	char *kinds = ctx;

	(void)id, (void)volser, (void)comp_id, (void)holder;
	kinds[strlen(kinds)] = kind;
	return true;
}

static struct catalog *
another(struct fixture *f, const char *name, const char *master)
{
	struct catalog *cat = NULL;
	char dir[ROOT_LEN + 16];

	snprintf(dir, sizeof(dir), "%s/%s", f->dir, name);
	assert_int_equal(mkdir(dir, 0700), 0);
	assert_int_equal(
	    cat_open(dir, master, true, 20000, &cat, &f->diag), DS_OK);
	return cat;
}

static uint64_t
seq(struct catalog *cat)
{
	uint64_t n = 0;

	assert_int_equal(cat_security_seq(cat, &n, NULL), DS_OK);
	return n;
}

static void
what_was_under_way_stays_behind(void **state)
{
	static const char kinds[] = "DEVHTG";
	const uint8_t comp_id[16] = {1, 2, 3};
	struct fixture *f = *state;
	struct catalog *other = another(f, "other", MASTER);
	uint8_t *image = NULL;
	char found[16] = "";
	int64_t id;
	size_t len = 0;

	for (size_t i = 0; kinds[i] != '\0'; i++)
		assert_int_equal(cat_intent_put(f->cat, kinds[i], "VOL001",
				     comp_id, "HOLDER", &id, &f->diag),
		    DS_OK);
	assert_int_equal(
	    cat_image(f->cat, NULL, &image, &len, &f->diag), DS_OK);
	assert_int_equal(
	    cat_master_restore(other, image, len, &f->diag), DS_OK);
	assert_int_equal(cat_intent_list(other, count, found, NULL), DS_OK);
	/* a header that follows its entry, a temporary data set's end */
	assert_string_equal(found, "HT");
	assert_true(seq(other) > seq(f->cat));
	cat_image_free(image);
	cat_close(&other);
}

static void
entries_and_what_they_are_tied_to(void **state)
{
	struct fixture *f = *state;
	struct catalog *other = another(f, "other", MASTER);
	struct ds_entry *base, *ent = NULL;
	uint8_t *image = NULL;
	size_t len = 0;

	base = put(f, DS_GDG, "A.G");
	ds_entry_free(&base);
	assert_int_equal(
	    cat_image(f->cat, NULL, &image, &len, &f->diag), DS_OK);
	assert_int_equal(
	    cat_master_restore(other, image, len, &f->diag), DS_OK);
	assert_int_equal(cat_get(other, NULL, "A.G", &ent, &f->diag), DS_OK);
	assert_int_equal(ent->type, DS_GDG);
	ds_entry_free(&ent);
	/* it has an entry now */
	assert_int_equal(
	    cat_master_restore(other, image, len, &f->diag), DS_CAT_DUPLICATE);
	cat_image_free(image);
	cat_close(&other);
}

static void
an_image_of_another_or_a_damaged_one_changes_nothing(void **state)
{
	struct fixture *f = *state;
	struct catalog *other = another(f, "other", "CATALOG.OTHER");
	struct catalog *same = another(f, "same", MASTER);
	const uint64_t before = seq(same);
	uint8_t *image = NULL;
	size_t len = 0;

	assert_int_equal(
	    cat_image(f->cat, NULL, &image, &len, &f->diag), DS_OK);
	assert_int_equal(
	    cat_master_restore(other, image, len, &f->diag), DS_CORRUPT);
	assert_int_equal(
	    cat_master_restore(same, image, len / 2, &f->diag), DS_CORRUPT);
	memset(image, 0, 100);
	assert_int_equal(
	    cat_master_restore(same, image, len, &f->diag), DS_CORRUPT);
	assert_true(seq(same) == before);
	cat_image_free(image);
	cat_close(&same);
	cat_close(&other);
}

#define C(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    C(what_was_under_way_stays_behind),
	    C(entries_and_what_they_are_tied_to),
	    C(an_image_of_another_or_a_damaged_one_changes_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

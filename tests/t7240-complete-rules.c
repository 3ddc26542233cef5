/*
 * Completion where one word makes others useless: organizations in DEFINE, the
 * type of the entry in ALTER. Expected values: SC23-6846, for what each
 * parameter of DEFINE CLUSTER is, and "Entry Types That Can Be Altered".
 */
#include "services/gdg.h"
#include "shell/complete.h"
#include "shell/names.h"
#include "tests/support/services.h"

static struct complete_source src;

static bool
has(const char *text, const char *word)
{
	struct completions got;
	bool found = false;

	complete(text, strlen(text), &src, &got);
	for (size_t i = 0; i < got.n; i++)
		found = found || strcmp(got.items[i].text, word) == 0;
	completions_free(&got);
	return found;
}

static void
offered(const char *text, const char *const *words, bool wanted)
{
	for (; *words != NULL; words++)
		if (has(text, *words) != wanted)
			fail_msg("%s%s: %s offered", text, *words,
			    wanted ? "not" : "is");
}

static void
an_organization_has_its_own_words(void **state)
{
	static const char *const keyed[] = {"KEYS", "FREESPACE", NULL};
	static const char *const none[] = {
	    "KEYS", "FREESPACE", "RECORDSIZE", "SPANNED", NULL};
	static const char *const slots[] = {"KEYS", "SPANNED", NULL};

	(void)state;
	offered("DEFINE CLUSTER(", none, true);
	offered("DEFINE CLUSTER(INDEXED ", none, true);
	offered("DEFINE CLUSTER(LINEAR ", none, false);
	offered("DEFINE CLUSTER(LIN ", none, false); /* another spelling */
	offered("DEFINE CLUSTER(NAME(A) NONINDEXED ", keyed, false);
	assert_true(has("DEFINE CLUSTER(NONINDEXED ", "SPANNED"));
	assert_true(has("DEFINE CLUSTER(NONINDEXED ", "RECORDSIZE"));
	offered("DEFINE CLUSTER(NUMBERED ", slots, false);
	/* its records may vary in length: it has free space then */
	assert_true(has("DEFINE CLUSTER(NUMBERED ", "FREESPACE"));
}

static void
words_say_what_the_organization_is(void **state)
{
	static const char *const others[] = {
	    "NONINDEXED", "NUMBERED", "LINEAR", NULL};

	(void)state;
	offered("DEFINE CLUSTER(NAME(A) ", others, true);
	offered("DEFINE CLUSTER(KEYS(8 0) ", others, false);
	assert_true(has("DEFINE CLUSTER(KEYS(8 0) ", "INDEXED"));
	assert_false(has("DEFINE CLUSTER(RECORDSIZE(80 80) ", "LINEAR"));
	assert_true(has("DEFINE CLUSTER(RECORDSIZE(80 80) ", "NUMBERED"));
	assert_false(has("DEFINE CLUSTER(SPANNED ", "NUMBERED"));
	assert_true(has("DEFINE CLUSTER(SPANNED ", "NONINDEXED"));
}

static void
components_go_by_the_cluster(void **state)
{
	(void)state;
	assert_true(has("DEFINE CLUSTER(NAME(A)) ", "INDEX"));
	assert_true(has("DEFINE CLUSTER(NAME(A) NUMBERED) ", "INDEX"));
	assert_false(has("DEFINE CLUSTER(NAME(A) LINEAR) ", "INDEX"));
	assert_false(has("DEFINE CLUSTER(NONINDEXED NAME(A)) ", "INDEX"));
	assert_true(has("DEFINE CLUSTER(NONINDEXED NAME(A)) ", "DATA"));
	assert_false(has("DEFINE CLUSTER(LINEAR) DATA(", "KEYS"));
	assert_false(has("DEFINE CLUSTER(LINEAR VOL(A)) DATA(", "FREESPACE"));
	assert_true(has("DEFINE CLUSTER(NAME(A)) DATA(", "KEYS"));
	/* of the command at the cursor, not of one before */
	assert_true(has("DEFINE AIX(NAME(A) RELATE(B)) DATA(", "KEYS"));
}

static void
an_entry_has_its_words(void **state)
{
	static const char *const of_group[] = {
	    "LIMIT", "EMPTY", "NOSCRATCH", "FIFO", "EXTENDED", NULL};
	static const char *const of_data[] = {
	    "FREESPACE", "ERASE", "INHIBIT", "ADDVOLUMES", NULL};
	static const char *const of_any[] = {
	    "OWNER", "NEWNAME", "CATALOG", NULL};
	struct fixture *f = *state;
	struct names names = {.sys = f->sys};
	struct ds_define_cluster def;
	struct ds_define_gdg group = {.name = "A.G", .limit = 3};

	def_ksds(&def, "A.K");
	assert_int_equal(define(f, &def), DS_OK);
	assert_int_equal(ds_define_gdg(f->sys, &group, &f->diag), DS_OK);
	src.ctx = &names;
	src.alters = names_alters;
	offered("ALTER A.G ", of_group, true);
	offered("ALTER A.G ", of_data, false);
	offered("ALTER A.G ", of_any, true);
	offered("ALTER A.K ", of_group, false);
	offered("ALTER 'a.k' ", of_group, false);
	offered("ALTER A.K/SECRET ", of_group, false);
	offered("ALTER A.K ", of_data, false); /* the component has them */
	offered("alter a.k ", of_any, true);
	assert_true(has("ALTER A.K ", "KEYS"));
	offered("ALTER A.K.DATA ", of_data, true);
	offered("ALTER A.K.DATA ", of_group, false);
	assert_false(has("ALTER A.K.INDEX ", "FREESPACE"));
	assert_true(has("ALTER A.K.INDEX ", "SHAREOPTIONS"));
	/* What is not there, or may be several: the manual's whole list. */
	offered("ALTER NO.SUCH ", of_group, true);
	offered("ALTER A.* ", of_data, true);
	/* A member has a name and nothing else. */
	assert_true(has("ALTER A.LIB(MEM) ", "NEWNAME"));
	assert_false(has("ALTER A.LIB(MEM) ", "OWNER"));
	assert_true(has("ALTER A.LIB(MEM) ", "CATALOG"));
	/* Behind a value it is the list of the command again. */
	offered("ALTER A.G OWNER(ME) ", of_group, true);
	offered("ALTER A.K OWNER(ME) ", of_group, false);
	src = (struct complete_source){0};
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_organization_has_its_own_words),
	    cmocka_unit_test(words_say_what_the_organization_is),
	    cmocka_unit_test(components_go_by_the_cluster),
	    cmocka_unit_test_setup_teardown(
		an_entry_has_its_words, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Programs that use libcatamount are asked as commands are: open code 152
 * (SC23-6855, OPEN return and reason codes). */
#include "tests/support/services.h"
#include "tests/support/security.h"

#include "include/catamount.h"
#include "services/dataset.h"

static void
turn_on(const struct fixture *f)
{
	char path[ROOT_LEN + 32];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/catamount.conf", f->dir);
	fp = fopen(path, "a");
	assert_non_null(fp);
	fputs("security=on\n", fp);
	assert_int_equal(fclose(fp), 0);
}

static int
library_setup(void **state)
{
	struct ds_define_cluster def;
	struct ds_file *file = NULL;
	struct fixture *f;

	if (setup(state) != 0)
		return -1;
	f = *state;
	def_ksds(&def, "PAY.KSDS");
	assert_int_equal(define(f, &def), DS_OK);
	/* not empty: an input open of what was never loaded is 160 */
	assert_int_equal(ds_open_name(f->sys, "PAY.KSDS", DS_OUTPUT | DS_SEQ,
			     &file, &f->diag),
	    DS_OK);
	assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	as_owner(f);
	profile(f, "PAY.**", DS_ACCESS_NONE);
	turn_on(f);
	setenv("CATAMOUNT_USER", "ANNA", 1);
	return 0;
}

static int
library_teardown(void **state)
{
	unsetenv("CATAMOUNT_USER");
	return teardown(state);
}

/* 152 of an open, 0 when it is open. */
static int
code_of(struct ctm_system *root, unsigned intent)
{
	struct ctm_file *file = NULL;
	struct ctm_error error;

	if (ctm_open(root, "PAY.KSDS", intent, NULL, &file, &error) == CTM_OK) {
		assert_int_equal(ctm_close(&file, &error), CTM_OK);
		return 0;
	}
	assert_null(file);
	assert_int_equal(error.error_class, CTM_OPEN);
	assert_int_equal(error.code, 8);
	if (error.reason == 152)
		assert_string_equal(error.name, "PAY.KSDS");
	return error.reason;
}

static void
an_open_is_refused_with_152(void **state)
{
	static const struct {
		enum ds_access has;
		int input, output, control;
	} rows[] = {
	    {DS_ACCESS_NONE, 152, 152, 152},
	    {DS_ACCESS_EXECUTE, 152, 152, 152},
	    {DS_ACCESS_READ, 0, 152, 152},
	    {DS_ACCESS_UPDATE, 0, 0, 152},
	    {DS_ACCESS_CONTROL, 0, 0, 0},
	    {DS_ACCESS_ALTER, 0, 0, 0},
	};
	struct fixture *f = *state;
	struct ctm_system *root = NULL;
	struct ctm_error error;

	assert_int_equal(ctm_system_open(f->dir, &root, &error), CTM_OK);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		permit(f, "PAY.**", "ANNA", rows[i].has);
		assert_int_equal(code_of(root, CTM_INPUT), rows[i].input);
		assert_int_equal(code_of(root, CTM_OUTPUT), rows[i].output);
		assert_int_equal(
		    code_of(root, CTM_INPUT | CTM_CONTROL), rows[i].control);
	}
	ctm_system_close(&root);
}

#define TL(name) \
	cmocka_unit_test_setup_teardown(name, library_setup, library_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    TL(an_open_is_refused_with_152),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

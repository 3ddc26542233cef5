/* IEBCOMPR; the rules are those of SC23-6864. */
#include "tests/support/program.h"

static const char *
compare(struct job_step *s, struct fixture *f, const char *cards)
{
	step_begin(s, f);
	step_dd(s, "SYSUT1=A.ONE");
	step_dd(s, "SYSUT2=A.TWO");
	step_cards(s, "SYSIN", cards);
	return step_run(s, "IEBCOMPR", NULL);
}

static void
make_two(struct fixture *f, const char *one, const char *two)
{
	step_make(f, "A.ONE,new,recfm=FB,lrecl=80", one);
	step_make(f, "A.TWO,new,recfm=FB,lrecl=80", two);
}

static void
equal_data_sets_are_0(void **state)
{
	struct job_step s = {0};

	make_two(*state, "A\nB\n", "A\nB\n");
	assert_string_equal(compare(&s, *state, ""), "0000");
	says(step_print(&s, "SYSPRINT"), "COMPARE UTILITY");
	says(s.text, "-IEB227I TOTAL NUMBER OF RECORDS COMPARED = 00000002\n");
	assert_string_equal(
	    compare(&s, *state, " COMPARE TYPORG=PS\n"), "0000");
}

static void
empty_data_sets_are_equal(void **state)
{
	struct job_step s = {0};

	make_two(*state, NULL, NULL);
	assert_string_equal(compare(&s, *state, ""), "0000");
	says(step_print(&s, "SYSPRINT"), "COMPARED = 00000000\n");
}

static void
unequal_records_are_shown(void **state)
{
	struct job_step s = {0};

	make_two(*state, "A\nB\nC\n", "A\nX\nC\n");
	assert_string_equal(compare(&s, *state, ""), "0008");
	step_print(&s, "SYSPRINT");
	says(s.text,
	    "-IEB221I RECORDS ARE NOT EQUAL\n"
	    " DDNAME = SYSUT1   LOGICAL RECORD NUMBER = 00000002  LENGTH = "
	    "80\n"
	    "      1  B\n");
	says(s.text, " DDNAME = SYSUT2   LOGICAL RECORD NUMBER = 00000002");
	/* X'C2' is B, X'E7' X */
	says(s.text, "        C444");
	says(s.text, "        E444");
	says(s.text, "COMPARED = 00000003\n");
}

static void
an_extra_record_is_8(void **state)
{
	struct job_step s = {0};

	make_two(*state, "A\n", "A\nMORE\n");
	assert_string_equal(compare(&s, *state, ""), "0008");
	says(step_print(&s, "SYSPRINT"),
	    "IEB226I EXTRA RECORD ON SYSUT2 DATA SET\n");
}

static void
ten_unequal_ones_end_it(void **state)
{
	struct job_step s = {0};

	make_two(*state, "1\n2\n3\n4\n5\n6\n7\n8\n9\n0\n1\n",
	    "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n");
	assert_string_equal(compare(&s, *state, ""), "0012");
	says(step_print(&s, "SYSPRINT"),
	    "IEB225I JOB TERMINATED AFTER TEN CONSECUTIVE UNEQUAL COMPARES\n");
	says(s.text, "COMPARED = 00000010\n");
}

/* Nine in a row, an equal one, nine: each is compared. */
static void
an_equal_one_begins_a_new_row(void **state)
{
	struct job_step s = {0};

	make_two(*state, "1\n2\n3\n4\n5\n6\n7\n8\n9\n=\n1\n2\n",
	    "a\nb\nc\nd\ne\nf\ng\nh\ni\n=\na\nb\n");
	assert_string_equal(compare(&s, *state, ""), "0008");
	says(step_print(&s, "SYSPRINT"), "COMPARED = 00000012\n");
}

static void
make_libraries(struct fixture *f)
{
	step_make(f, "A.ONE,new,recfm=FB,lrecl=80,space=trk(1,1,2)", NULL);
	step_make(f, "A.TWO,new,recfm=FB,lrecl=80,dsntype=library", NULL);
	step_make(f, "A.ONE(A),shr", "A\n");
	step_make(f, "A.ONE(C),shr", "C\n");
	step_make(f, "A.TWO(A),shr", "A\n");
	step_make(f, "A.TWO(B1),shr", "B\n");
	step_make(f, "A.TWO(C),shr", "C\n");
}

static void
libraries_are_compared_by_member(void **state)
{
	struct job_step s = {0};

	make_libraries(*state);
	assert_string_equal(
	    compare(&s, *state, " COMPARE TYPORG=PO\n"), "0000");
	says(step_print(&s, "SYSPRINT"), "MEMBER NAME  A\n");
	says(s.text, "COMPARED = 00000002\n");
	step_make(*state, "A.TWO(C),shr", "X\n");
	assert_string_equal(
	    compare(&s, *state, " COMPARE TYPORG=PO\n"), "0008");
	/* a name of its own on either side: nothing is compared */
	step_make(*state, "A.ONE(Z),shr", "Z\n");
	assert_string_equal(
	    compare(&s, *state, " COMPARE TYPORG=PO\n"), "0012");
	says(step_print(&s, "SYSPRINT"),
	    "IEB223I TRUE NAMES MISSING FROM BOTH SETS\n");
	says(s.text, "COMPARED = 00000000\n");
}

static void
user_data_is_compared(void **state)
{
	struct job_step s = {0};
	struct ds_library *lib = NULL;
	struct fixture *f = *state;

	make_libraries(f);
	assert_int_equal(
	    ds_library_open(f->sys, "A.ONE", DD_OLD, true, &lib, &f->diag),
	    DS_OK);
	assert_int_equal(ds_member_user(lib, "A", "12", 2, &f->diag), DS_OK);
	assert_int_equal(ds_library_close(&lib, &f->diag), DS_OK);
	assert_string_equal(
	    compare(&s, *state, " COMPARE TYPORG=PO\n"), "0008");
	says(step_print(&s, "SYSPRINT"), "IEB224I USER DATA FIELDS UNEQUAL\n");
}

static void
what_cannot_be_compared_is_12(void **state)
{
	struct job_step s = {0};

	make_two(*state, "A\n", "A\n");
	assert_string_equal(
	    compare(&s, *state, " COMPARE TYPORG=PO\n"), "0012");
	assert_string_equal(
	    compare(&s, *state, " COMPARE TYPORG=XX\n"), "0012");
	assert_string_equal(compare(&s, *state, " FROB\n"), "0012");
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.ONE");
	step_dd(&s, "SYSIN=dummy");
	assert_string_equal(step_run(&s, "IEBCOMPR", NULL), "0012");
	says(step_print(&s, "SYSPRINT"),
	    "IEB229I DDNAME SYSUT2 CANNOT BE OPENED\n");
	step_make(*state, "A.SHORT,new,recfm=FB,lrecl=79", "A\n");
	step_begin(&s, *state);
	step_dd(&s, "SYSUT1=A.ONE");
	step_dd(&s, "SYSUT2=A.SHORT");
	step_dd(&s, "SYSIN=dummy");
	assert_string_equal(step_run(&s, "IEBCOMPR", NULL), "0012");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(equal_data_sets_are_0),
	    T(empty_data_sets_are_equal),
	    T(unequal_records_are_shown),
	    T(an_extra_record_is_8),
	    T(ten_unequal_ones_end_it),
	    T(an_equal_one_begins_a_new_row),
	    T(libraries_are_compared_by_member),
	    T(user_data_is_compared),
	    T(what_cannot_be_compared_is_12),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The table of programs; IEFBR14; IDCAMS as a step runs it. */
#include "tests/support/program.h"

static void
names_find_their_program(void **state)
{
	size_t i;

	(void)state;
	assert_non_null(program_find("IEFBR14"));
	assert_null(program_find("IEFBR15"));
	assert_null(program_find("iefbr14"));
	assert_null(program_find(""));
	for (i = 0; program_at(i) != NULL; i++)
		assert_ptr_equal(
		    program_find(program_at(i)->name), program_at(i));
}

static void
an_end_has_its_text(void **state)
{
	struct program_end end = {.kind = PROGRAM_CODE, .code = 4};
	char text[PROGRAM_END_TEXT];

	(void)state;
	program_end_text(&end, text);
	assert_string_equal(text, "0004");
	end.kind = PROGRAM_SYSTEM;
	end.code = 0xB37;
	program_end_text(&end, text);
	assert_string_equal(text, "SB37");
	end.code = 0x0C7;
	program_end_text(&end, text);
	assert_string_equal(text, "S0C7");
	end.kind = PROGRAM_USER;
	end.code = 16;
	program_end_text(&end, text);
	assert_string_equal(text, "U0016");
}

static void
iefbr14_does_nothing(void **state)
{
	struct job_step s = {0};

	step_begin(&s, *state);
	step_dd(&s, "X=A.B,new,recfm=FB,lrecl=80");
	assert_string_equal(step_run(&s, "IEFBR14", NULL), "0000");
	assert_true(there(*state, "A.B")); /* the allocation made it */
}

static void
idcams_reads_sysin_and_prints_records(void **state)
{
	struct job_step s = {0};

	step_begin(&s, *state);
	step_cards(&s, "SYSIN", "  DELETE NOT.THERE\n  SET MAXCC = 4\n");
	assert_string_equal(step_run(&s, "IDCAMS", NULL), "0004");
	says(step_print(&s, "SYSPRINT"), "1IDCAMS  SYSTEM SERVICES");
	says(s.text, "0IDC3012I ENTRY NOT.THERE NOT FOUND");
	says(s.text, "0IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM "
		     "CONDITION CODE WAS 4\n");
}

static void
idcams_without_sysin_is_16(void **state)
{
	struct job_step s = {0};

	step_begin(&s, *state);
	assert_string_equal(step_run(&s, "IDCAMS", NULL), "0016");
	says(step_print(&s, "SYSPRINT"), "IDC3300I  ERROR OPENING SYSIN");
}

static void
idcams_takes_parm(void **state)
{
	struct job_step s = {0};

	step_begin(&s, *state);
	step_cards(&s, "SYSIN", "ZZZ DELETE NOT.THERE\n");
	assert_string_equal(step_run(&s, "IDCAMS", "MARGINS(5 72)"), "0008");
	says(step_print(&s, "SYSPRINT"), "ENTRY NOT.THERE NOT FOUND");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names_find_their_program),
	    cmocka_unit_test(an_end_has_its_text),
	    T(iefbr14_does_nothing),
	    T(idcams_reads_sysin_and_prints_records),
	    T(idcams_without_sysin_is_16),
	    T(idcams_takes_parm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

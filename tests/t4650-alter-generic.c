/*
 * ALTER over services that stand in memory: codes, generic names, new names
 * made of them. What IDC0531I and IDC0532I say is MVS 3.8's; that an ALTER that
 * fails ends with IDC3003I is seen in listings of z/OS.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/memory_services.h"

#define ALTERED(name) "0IDC0531I ENTRY " name " ALTERED\n"
#define NOT_ALTERED(name) " IDC0532I ** ENTRY " name " NOT ALTERED\n"

static void
make_world(void)
{
	while (nentries > 0)
		ds_entry_free(&entries[--nentries]);
	alterations[0] = '\0';
	entry_new(DS_NONVSAM, "A.KEEP");
	add_ksds();
	entry_new(DS_NONVSAM, "A.PS");
	entry_new(DS_NONVSAM, "A.PS2");
}

static void
alter_ends_with_its_code(void **state)
{
	(void)state;
	make_world();
	expect("  ALTER A.B NEWNAME(A.C)", 0, ALTERED("A.B") CC("0"));
	expect("  ALTER A.NONE OWNER(JOE)", 12,
	    "0IDC3012I ENTRY A.NONE NOT FOUND\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS "
	    "IGG0CLEG-42\n" NOT_ALTERED("A.NONE") FAILED);
	assert_string_equal(alterations, "A.B>A.C;A.NONE>;");
}

static void
a_generic_name_gives_each_its_new_name(void **state)
{
	(void)state;
	make_world();
	expect("  ALTER A.* NEWNAME(NEW.TEST.*)", 0,
	    ALTERED("A.KEEP") ALTERED("A.KSDS") ALTERED("A.PS") ALTERED("A.PS2")
		CC("0"));
	assert_string_equal(alterations,
	    "A.KEEP>NEW.TEST.KEEP;A.KSDS>NEW.TEST.KSDS;A.PS>NEW.TEST.PS;"
	    "A.PS2>NEW.TEST.PS2;");
}

static void
a_generic_name_takes_what_the_words_fit(void **state)
{
	(void)state;
	make_world();
	expect("  ALTER A.KSDS.* FREESPACE(10 10)", 0,
	    ALTERED("A.KSDS.DATA") CC("0"));
	assert_string_equal(alterations, "A.KSDS.DATA>;");
}

static void
asterisks_of_both_names_must_agree(void **state)
{
	(void)state;
	make_world();
	expect("  ALTER A.* NEWNAME(A.B)", 12,
	    "0IDC3536I INVALID USE OF * WITH THE NEWNAME "
	    "PARAMETER\n" NOT_ALTERED("A.*") FAILED);
	expect("  ALTER A.PS NEWNAME(A.*)", 12,
	    "0IDC3536I INVALID USE OF * WITH THE NEWNAME "
	    "PARAMETER\n" NOT_ALTERED("A.PS") FAILED);
	expect("  ALTER A.* NEWNAME(A.*.C.*)", 12,
	    "0IDC3536I INVALID USE OF * WITH THE NEWNAME "
	    "PARAMETER\n" NOT_ALTERED("A.*") FAILED);
	assert_string_equal(alterations, "");
}

/* 41 characters and a qualifier of 4: one more than 44. */
static void
a_generated_name_may_be_too_long(void **state)
{
	(void)state;
	make_world();
	expect("  ALTER A.* -\n"
	       "  NEWNAME(AAAAAAAA.BBBBBBBB.CCCCCCCC.DDDDDDDD.EEEE.*)",
	    12,
	    "0IDC3529I NAME CREATED FROM GENERIC NEWNAME IS LONGER THAN 44 "
	    "CHARACTERS\n" NOT_ALTERED(
		"A.KEEP") "0IDC3529I NAME CREATED FROM GENERIC NEWNAME IS "
			  "LONGER THAN 44 "
			  "CHARACTERS\n" NOT_ALTERED("A.KSDS") ALTERED("A.PS")
			      ALTERED("A.PS2") FAILED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(alter_ends_with_its_code),
	    cmocka_unit_test(a_generic_name_gives_each_its_new_name),
	    cmocka_unit_test(a_generic_name_takes_what_the_words_fit),
	    cmocka_unit_test(asterisks_of_both_names_must_agree),
	    cmocka_unit_test(a_generated_name_may_be_too_long),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	while (nentries > 0)
		ds_entry_free(&entries[--nentries]);
	return failed;
}

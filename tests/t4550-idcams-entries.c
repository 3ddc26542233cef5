/*
 * IDCAMS over services that stand in memory: commands that work on entries.
 * Decks in, whole SYSPRINTs out.
 *
 * The expected lines are those that z/OS prints for the same case
 * where a listing of it is known (DELETE, DEFINE, LISTCAT ENTRIES), else worked
 * out by hand from the rules in utilities/choices.md.
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

/* The numbers behind a label, wherever it stands. */
static const char *
found(const char *got, const char *label)
{
	static char out[200];
	const char *p;
	size_t n = 0;

	out[0] = '\0';
	for (p = got; (p = strstr(p, label)) != NULL;) {
		p += strlen(label);
		p += strspn(p, "-");
		n += (size_t)snprintf(out + n, sizeof(out) - n, "%.*s ",
		    (int)strcspn(p, " \n"), p);
	}
	return out;
}

/* The names that a LISTCAT lists. */
static void
expect_names(const char *deck, const char *want)
{
	char *got = run(deck, 0);

	assert_string_equal(found(got, "0NONVSAM ------- "), want);
	free(got);
}

/* --- DELETE, DEFINE, VERIFY ---------------------------------------------- */

static void
delete_lists_components_first(void **state)
{
	(void)state;
	expect("  DELETE A.KSDS PURGE", 0,
	    "0IDC0550I ENTRY (D) A.KSDS.DATA DELETED\n"
	    "0IDC0550I ENTRY (I) A.KSDS.INDEX DELETED\n"
	    "0IDC0550I ENTRY (C) A.KSDS DELETED\n" CC("0"));
	assert_string_equal(deletions, "A.KSDS,PURGE;");
}

static void
delete_goes_on_after_a_missing_entry(void **state)
{
	(void)state;
	expect("  DELETE (A.NONE A.PS A.KEEP) NOSCRATCH", 8,
	    "0IDC3012I ENTRY A.NONE NOT FOUND\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS "
	    "IGG0CLEG-42\n"
	    " IDC0551I ** ENTRY A.NONE NOT DELETED\n"
	    "0IDC0550I ENTRY (A) A.PS DELETED\n"
	    "0IDC3023I UNEXPIRED PURGE DATE\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 84 - REASON CODE IS "
	    "IGG0CLEX-6\n"
	    " IDC0551I ** ENTRY A.KEEP NOT DELETED\n" CC("8"));
	assert_string_equal(deletions, "A.NONE,NSCR;A.PS,NSCR;A.KEEP,NSCR;");
}

static void
delete_by_pattern_takes_owners(void **state)
{
	(void)state;
	add_ksds();
	entry_new(DS_NONVSAM, "A.PS");
	entry_new(DS_NONVSAM, "A.PS.TWO");
	free(run("  DELETE A.*", 0));
	assert_string_equal(deletions, "A.KSDS;A.PS;");
	deletions[0] = '\0';
	free(run("  DELETE A.** MASK NONVSAM", 0));
	assert_string_equal(deletions, "A.PS;A.PS.TWO;");
	expect("  DELETE B.*", 8,
	    "0IDC3012I ENTRY B.* NOT FOUND\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS "
	    "IGG0CLEG-42\n"
	    " IDC0551I ** ENTRY B.* NOT DELETED\n" CC("8"));
	expect("  DELETE (A.** B.**) MASK", 8,
	    "0IDC2900I MASK PARAMETER NOT ALLOWED FOR MORE THAN ONE "
	    "ENTRY-NAME TO BE SPECIFIED IN ONE DELETE COMMAND\n" CC("8"));
}

static void
define_says_what_was_made(void **state)
{
	(void)state;
	expect("  DEFINE CLUSTER(NAME(A.NEW) CYL(5 1) SHR(2) FREESPACE(10) -\n"
	       "    KEYS(11 2) RECSZ(300 400) REUSE FOR(10) LOG(NONE) -\n"
	       "    VOLUMES(V1 V2)) DATA(CISZ(4096) NAME(A.NEW.DATA))",
	    0,
	    "0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0\n"
	    "0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL002 IS 0\n"
	    "0IDC0512I NAME GENERATED-(I) A.NEW.INDEX\n"
	    " IDC0181I STORAGECLASS USED IS STANDARD\n"
	    " IDC0181I MANAGEMENTCLASS USED IS STANDARD\n" CC("0"));
	assert_int_equal(defined.org, DS_ORG_KSDS);
	assert_false(defined.org_given);
	assert_int_equal(defined.cluster.unit, DS_UNIT_CYL);
	assert_int_equal(defined.cluster.pri, 5);
	assert_int_equal(defined.cluster.sec, 1);
	assert_int_equal(defined.cluster.share_region, 2);
	assert_int_equal(defined.cluster.share_system, 3);
	assert_int_equal(defined.cluster.fspc_ci, 10);
	assert_int_equal(defined.cluster.fspc_ca, 0);
	assert_int_equal(defined.cluster.keylen, 11);
	assert_int_equal(defined.cluster.rkp, 2);
	assert_int_equal(defined.cluster.maxlrecl, 400);
	assert_int_equal(defined.cluster.reuse, 1);
	assert_int_equal(defined.cluster.erase, -1);
	assert_int_equal(defined.cluster.nvolumes, 2);
	assert_string_equal(defined.cluster.volumes[1], "V2");
	assert_int_equal(defined.expires, 2023119);
	assert_string_equal(defined.extra, "LOG=NONE\n");
	assert_true(defined.have_data);
	assert_false(defined.have_index);
	assert_int_equal(defined.data.cisize, 4096);
	assert_int_equal(defined.data.keylen, -1);
	assert_int_equal(defined.data.fspc_ca, -1);
	assert_int_equal(defined.data.unit, DS_UNIT_NONE);
}

static void
define_that_fails_has_its_message(void **state)
{
	(void)state;
	expect("  DEFINE CLUSTER(NAME(A.DUP) TRK(1) VOL(V))", 12,
	    "0IGD17101I DATA SET A.DUP\n"
	    " NOT DEFINED BECAUSE DUPLICATE NAME EXISTS IN CATALOG\n"
	    " RETURN CODE IS 8 REASON CODE IS 38 IGG0CLEH\n"
	    " IGD17219I UNABLE TO CONTINUE DEFINE OF DATA SET\n"
	    " A.DUP\n"
	    "0IDC3013I DUPLICATE DATA SET NAME\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS "
	    "IGG0CLEH-38\n" FAILED);
	expect("  DEFINE CLUSTER(NAME(A.B) TRK(1) RECSZ(80 60))", 12,
	    "0IDC3515I AVERAGE RECORD SIZE EXCEEDS MAXIMUM RECORD "
	    "SIZE\n" FAILED);
	expect("  DEFINE CLUSTER(NAME(A.FULL) TRK(1) RECSZ(8 8))", 12,
	    "0IDC3020I INSUFFICIENT SPACE ON USER VOLUME\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 68 - REASON CODE IS "
	    "IGG0CLEX-20\n" FAILED);
	expect("  DEFINE NONVSAM(NAME(A.DUP) DEVT(3390) VOL(V))", 12,
	    "0IDC3013I DUPLICATE DATA SET NAME\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS "
	    "IGG0CLEH-38\n" FAILED);
	expect("  DEFINE NONVSAM(NAME(A.B) DEVT(3390) VOL(V))", 0, CC("0"));
}

static void
an_alternate_index_is_defined_with_its_words(void **state)
{
	(void)state;
	expect("  DEF AIX(NAME(A.X)REL(A.B)TRK(1)KEY(4 7)UNQK NUPG)"
	       "DATA(NAME(D))",
	    0,
	    "0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0\n"
	    "0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL002 IS 0\n"
	    "0IDC0512I NAME GENERATED-(I) A.NEW.INDEX\n"
	    " IDC0181I STORAGECLASS USED IS STANDARD\n"
	    " IDC0181I MANAGEMENTCLASS USED IS STANDARD\n" CC("0"));
	assert_string_equal(defined.relate, "A.B");
	assert_int_equal(defined.cluster.keylen, 4);
	assert_int_equal(defined.cluster.rkp, 7);
	assert_int_equal(defined.unique, 1);
	assert_int_equal(defined.upgrade, 0);
	expect("  DEFINE PATH(NAME(A.P) PENT(A.X) NUPD)", 0, CC("0"));
	expect("  DEFINE PATH(NAME(A.DUP) PENT(A.X))", 12,
	    "0IDC3013I DUPLICATE DATA SET NAME\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS "
	    "IGG0CLEH-38\n" FAILED);
	expect("  DEFINE PATH(NAME(A.P) PENT(A.NONE))", 12,
	    "0IDC3012I ENTRY A.NONE NOT FOUND\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS "
	    "IGG0CLEG-42\n" FAILED);
	expect("  DEFINE PATH(NAME(A.P) PENT(A.PS))", 12,
	    "0IDC3022I INVALID RELATED OBJECT\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 80 - REASON CODE IS "
	    "IGG0CLEX-0\n" FAILED);
}

/* Texts: base/messages.def, from SYM7 IDCTSBI0; the order of lines: mem. */
static void
bldindex_has_its_messages(void **state)
{
	(void)state;
	expect("  BLDINDEX IDS(A.B) ODS(A.X A.Y)", 0,
	    "0IDC0652I A.X SUCCESSFULLY BUILT\n"
	    "0IDC0652I A.Y SUCCESSFULLY BUILT\n" CC("0"));
	expect("  BIX INFILE(B) OUTFILE(X)", 0,
	    "0IDC0652I DD.X SUCCESSFULLY BUILT\n" CC("0"));
	expect("  BLDINDEX IDS(A.B) ODS(A.FAULTS)", 4,
	    "0IDC1644I ALTERNATE INDEX KEY NOT IN BASE RECORD X'F1F2F3'\n"
	    "0IDC1645I NONUNIQUE AIX KEY X'C1C2'\n"
	    "          PRIME KEY IS X'F1F2F3'\n"
	    "0IDC1646I 7 EXCESS PRIME KEY VALUES FOR AIX KEY X'C1C2'\n"
	    "0IDC1653I A.FAULTS BUILT WITH ERRORS\n" CC("4"));
	expect("  BLDINDEX IDS(A.B) ODS(A.RBAS)", 4,
	    "0IDC1644I ALTERNATE INDEX KEY NOT IN BASE RECORD 18432\n"
	    "0IDC1645I NONUNIQUE AIX KEY X'C1C2'\n"
	    "          PRIME RBA IS 18432\n"
	    "0IDC1646I 7 EXCESS PRIME RBA VALUES FOR AIX KEY X'C1C2'\n"
	    "0IDC1653I A.RBAS BUILT WITH ERRORS\n" CC("4"));
	expect("  BLDINDEX IDS(A.B) ODS(A.PS A.OTHER A.X)", 8,
	    "0IDC2640I A.PS NOT AN AIX\n"
	    "0IDC2654I A.PS WAS NOT BUILT\n"
	    "0IDC2642I A.OTHER NOT RELATED TO BASE\n"
	    "0IDC2654I A.OTHER WAS NOT BUILT\n"
	    "0IDC0652I A.X SUCCESSFULLY BUILT\n" CC("8"));
	expect("  BLDINDEX IDS(A.B) ODS(A.FULL)", 8,
	    "0IDC3300I  ERROR OPENING A.FULL\n"
	    " IDC3351I ** VSAM OPEN RETURN CODE IS 232\n"
	    "0IDC2654I A.FULL WAS NOT BUILT\n" CC("8"));
	expect("  BLDINDEX IDS(A.B) OUTFILE(NODD)", 8,
	    "0IDC3300I  ERROR OPENING NODD\n"
	    " IDC3304I ** JCL STATEMENT MISSING\n"
	    "0IDC2654I NODD WAS NOT BUILT\n" CC("8"));
	expect("  BLDINDEX IDS(A.EMPTY) ODS(A.X)", 12,
	    "0IDC3643I A.EMPTY IS EMPTY\n" FAILED);
	expect("  BLDINDEX IDS(A.PS) ODS(A.X)", 12,
	    "0IDC3641I A.PS NOT A BASE CLUSTER\n" FAILED);
}

static void
what_is_not_built_says_so(void **state)
{
	(void)state;
	letters("IN", DS_ORG_PS);
	expect("  DELETE A.PS RECOVERY", 12,
	    "0CATAMOUNT DELETE RECOVERY GOES WITH USERCATALOG AND "
	    "GENERATIONDATAGROUP; OF A VVDS EACH COMPONENT HAS ITS PART "
	    "HERE\n" FAILED);
	assert_string_equal(deletions, "");
}

static void
verify_ends_with_its_code(void **state)
{
	(void)state;
	letters("A.B", DS_ORG_KSDS);
	expect("  VERIFY DATASET(A.B)", 0, CC("0"));
	expect("  VFY DS(A.NONE)", 12,
	    "0IKJ56228I DATA SET A.NONE NOT IN CATALOG OR CATALOG CAN NOT "
	    "BE ACCESSED\n" FAILED);
}

/* --- EXAMINE ---------------------------------------------------------------
 */

/* Control intervals of X'C10000FF', at RBA 8 (support/memory_services.h). */
#define BLANKS_14 "              "
#define SHOWN                                                         \
	" 000000  C10000FF" /* column 17 of 85, then 32 characters */ \
	    BLANKS_14 BLANKS_14 BLANKS_14 BLANKS_14 "            "    \
	"*A..." BLANKS_14 BLANKS_14 "*\n"

static void
examine_tells_each_fault_and_shows_its_place(void **state)
{
	(void)state;
	letters("A.B", DS_ORG_KSDS);
	examine_finds[DS_F_IX_ORDER] = examine_finds[DS_F_IX_ABOVE] = true;
	expect("  EXAMINE NAME(A.B) DATATEST", 8,
	    "0IDC01700I INDEXTEST BEGINS\n"
	    "0IDC11704I INDEX KEYS ARE NOT IN SEQUENCE\n"
	    " CATAMOUNT ** A.B.INDEX RBA 8: INDEX ENTRIES: NOT IN SEQUENCE\n"
	    "0IDC01720I INDEX CONTROL INTERVAL DISPLAY AT RBA 8 FOLLOWS\n" SHOWN
	    "0CATAMOUNT A.B.INDEX RBA 8: IX-I2: LAST KEY DIFFERS FROM THE "
	    "ENTRY ABOVE\n"
	    "0IDC01721I REFER TO INDEX CONTROL INTERVAL DISPLAY FOR RBA 8\n"
	    "0IDC21701I MAJOR ERRORS FOUND BY INDEXTEST\n"
	    " CATAMOUNT ** 2 FAULTS\n"
	    "0CATAMOUNT DATATEST IS NOT MADE WITH THIS INDEX; NOINDEXTEST "
	    "ASKS FOR IT\n" CC("8"));
	memset(examine_finds, 0, sizeof(examine_finds));
	examine_finds[DS_F_KEY_ORDER] = true;
	expect("  EXAMINE NAME(A.B) NOITEST DTEST", 8,
	    "0IDC01701I DATATEST BEGINS\n"
	    "0IDC11733I DATA COMPONENT KEY SEQUENCE ERROR\n"
	    " CATAMOUNT ** A.B.DATA RBA 10: KS-I1: KEY NOT ABOVE THE ONE "
	    "BEFORE\n"
	    "0IDC01713I DATA CONTROL INTERVAL DISPLAY AT RBA 8 FOLLOWS\n" SHOWN
	    "0IDC01714I ERROR LOCATED AT OFFSET 00000002\n"
	    "0IDC21703I MAJOR ERRORS FOUND BY DATATEST\n"
	    " CATAMOUNT ** 1 FAULT\n"
	    "0IDC01708I 10 CONTROL INTERVALS ENCOUNTERED\n"
	    "0IDC01710I DATA COMPONENT CONTAINS 3 RECORDS\n"
	    "0IDC01711I DATA COMPONENT CONTAINS 2 DELETED CONTROL INTERVALS\n"
	    "0IDC01712I MAXIMUM LENGTH DATA RECORD CONTAINS 77 BYTES\n"
	    "0IDC01722I 45 PERCENT FREE SPACE\n" CC("8"));
	memset(examine_finds, 0, sizeof(examine_finds));
}

/* Totals that are wrong are no reason to leave the data alone. */
static void
wrong_totals_do_not_keep_datatest_away(void **state)
{
	char *got;

	(void)state;
	letters("A.B", DS_ORG_KSDS);
	examine_finds[DS_F_IX_COUNT] = true;
	got = run("  EXAMINE NAME(A.B) DATATEST ERRORLIMIT(0)", 8);
	assert_null(strstr(got, "IDC11711I"));
	assert_non_null(strstr(got, "0IDC21701I MAJOR ERRORS"));
	assert_non_null(strstr(got, "0IDC01709I DATATEST COMPLETE"));
	free(got);
	got = run("  EXAMINE NAME(A.B) ERRORLIMIT(1)", 8);
	assert_non_null(strstr(got, "0IDC11711I INDEX CONTROL INTERVAL COUNT"));
	free(got);
	examine_finds[DS_F_IX_COUNT] = false;
	examine_improper = (struct ds_improper){.code = 118, .redone = 7};
	got = run("  EXAMINE NAME(A.B)", 4);
	assert_non_null(
	    strstr(got, " IDC3351I ** VSAM OPEN RETURN CODE IS 118\n"
			" CATAMOUNT ** NOT CLOSED BY ITS LAST WRITER: 7 "
			"REQUESTS DONE AGAIN FROM ITS LOG\n"));
	free(got);
	examine_improper.code = 0;
}

/* --- LISTCAT ------------------------------------------------------------- */

#define COUNTS(cl, d, i, n, total)                               \
	"0         THE NUMBER OF ENTRIES PROCESSED WAS:\n"       \
	"                    AIX -------------------0\n"         \
	"                    ALIAS -----------------0\n"         \
	"                    CLUSTER ---------------" cl "\n"    \
	"                    DATA ------------------" d "\n"     \
	"                    GDG -------------------0\n"         \
	"                    INDEX -----------------" i "\n"     \
	"                    NONVSAM ---------------" n "\n"     \
	"                    PAGESPACE -------------0\n"         \
	"                    PATH ------------------0\n"         \
	"                    SPACE -----------------0\n"         \
	"                    USERCATALOG -----------0\n"         \
	"                    TAPELIBRARY -----------0\n"         \
	"                    TAPEVOLUME ------------0\n"         \
	"                    TOTAL -----------------" total "\n" \
	"0         THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS 0\n"
#define IN_CAT "      IN-CAT --- CATALOG.MASTER\n"

static void
listcat_entries_goes_on_behind_the_command(void **state)
{
	(void)state;
	add_ksds();
	expect("  LISTCAT ENTRIES(A.KSDS)", 0,
	    "0CLUSTER ------- A.KSDS\n" IN_CAT
	    "0   DATA ------- A.KSDS.DATA\n" IN_CAT
	    "0   INDEX ------ A.KSDS.INDEX\n" IN_CAT HEADING
	    "2\n" COUNTS("1", "1", "1", "0", "3") CC("0"));
	expect("  LISTC ENT(A.KSDS) DATA", 0,
	    "0   DATA ------- A.KSDS.DATA\n" IN_CAT HEADING
	    "2\n" COUNTS("0", "1", "0", "0", "1") CC("0"));
	expect("  LISTCAT ENT(A.KSDS.INDEX)", 0,
	    "0INDEX --------- A.KSDS.INDEX\n" IN_CAT HEADING
	    "2\n" COUNTS("0", "0", "1", "0", "1") CC("0"));
}

static void
listcat_of_what_is_not_there_is_a_warning(void **state)
{
	(void)state;
	add_ksds();
	expect("  LISTCAT ENTRIES(A.NONE) ALL", 4,
	    "0IDC3012I ENTRY A.NONE NOT FOUND\n"
	    " IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS "
	    "IGG0CLEG-42\n"
	    " IDC1566I ** A.NONE NOT LISTED\n" HEADING
	    "2\n" COUNTS("0", "0", "0", "0", "0") CC("4"));
	expect("  LISTCAT ENTRIES(A.KSDS) NONVSAM", 4,
	    "0IDC1565I A.KSDS NOT A REQUESTED TYPE\n" HEADING
	    "2\n" COUNTS("0", "0", "0", "0", "0") CC("4"));
	expect("  LISTCAT LEVEL(A.*)", 12,
	    "0IDC3568I A.* INVALID USE OF *\n" FAILED);
}

static void
listcat_level_has_pages_of_its_own(void **state)
{
	char *got;

	(void)state;
	add_ksds();
	entry_new(DS_NONVSAM, "A.PS");
	got = run("  LISTCAT LEVEL(A)", 0);
	assert_string_equal(got,
	    HEADING "1\n0\n   LISTCAT LEVEL(A)\n" HEADING "2\n"
		    "-                             LISTING FROM CATALOG -- "
		    "CATALOG.MASTER\n"
		    "0CLUSTER ------- A.KSDS\n" IN_CAT
		    "0DATA ---------- A.KSDS.DATA\n" IN_CAT
		    "0INDEX --------- A.KSDS.INDEX\n" IN_CAT
		    "0NONVSAM ------- A.PS\n" IN_CAT HEADING "3\n"
		    "-                             LISTING FROM CATALOG -- "
		    "CATALOG.MASTER\n" COUNTS("1", "1", "1", "1", "4") CC("0")
			HEADING "4\n0\n" COMPLETE("0"));
	free(got);
}

static void
listcat_of_a_catalog_is_flush_left(void **state)
{
	char *got;

	(void)state;
	add_ksds();
	got = run("  LISTCAT", 0);
	assert_non_null(strstr(got, "\n0DATA ---------- A.KSDS.DATA\n"));
	free(got);
	got = run("  LISTCAT CATALOG(CATALOG.MASTER) CLUSTER DATA", 0);
	assert_non_null(strstr(got, "\n0DATA ---------- A.KSDS.DATA\n"));
	assert_null(strstr(got, "A.KSDS.INDEX"));
	free(got);
	/* Created on day 100, today is day 109. */
	got = run("  LISTCAT CREATION(9)", 0);
	assert_non_null(strstr(got, "TOTAL -----------------3"));
	free(got);
	got = run("  LISTCAT CREATION(10)", 0);
	assert_non_null(strstr(got, "TOTAL -----------------0"));
	free(got);
}

/* --- codes --------------------------------------------------------------- */

/* Today is 2023.109, and all was made on 2023.100. */
static void
dates_select_up_to_their_day(void **state)
{
	(void)state;
	entry_new(DS_NONVSAM, "A.DUE")->expires = 2023119;
	entry_new(DS_NONVSAM, "A.LATER")->expires = 2023120;
	entry_new(DS_NONVSAM, "A.NEW")->created = 2023101;
	expect_names("  LISTCAT EXPIRATION(10)", "A.DUE A.NEW ");
	expect_names("  LISTCAT EXPIRATION(11)", "A.DUE A.LATER A.NEW ");
	expect_names("  LISTCAT EXPIRATION(9)", "A.NEW ");
	expect_names("  LISTCAT CREATION(9)", "A.DUE A.LATER ");
	expect_names("  LISTCAT CREATION(8)", "A.DUE A.LATER A.NEW ");
	expect_names("  LISTCAT CREATION(10)", "");
}

/* ENTRIES/SECT of an index is by the CIs in a CA of its own data component,
 * the square root of 49 being 7; who knows no data component gives none. */
static void
an_index_is_measured_by_its_own_data(void **state)
{
	struct ds_entry *e;
	char *got;

	(void)state;
	add_ksds();
	entries[1]->cis_per_ca = 49;
	entries[2]->cis_per_ca = 10;
	e = entry_new(DS_INDEX, "B.INDEX");
	assert_true(ds_entry_add_assoc(e, DS_CLUSTER, "B"));
	got = run("  LISTCAT ALL", 0);
	assert_string_equal(found(got, "ENTRIES/SECT"), "7 0 ");
	free(got);
}

static void
codes_drive_the_run(void **state)
{
	char *got;

	(void)state;
	got = run("  DELETE A.NONE\n"
		  "  IF LASTCC = 8 THEN SET MAXCC = 0\n"
		  "  DELETE A.PS",
	    0);
	assert_non_null(
	    strstr(got, CC("8") "0\n   IF LASTCC = 8 THEN SET MAXCC = 0\n"
				" \n   DELETE A.PS\n"
				"0IDC0550I ENTRY (A) A.PS DELETED\n" CC(
				    "0") "0\n" COMPLETE("0")));
	free(got);
	got = run("  DELETE a.b\n  DELETE A.PS", 12);
	assert_non_null(strstr(got,
	    "   DELETE ...\n"
	    "0IDC3203I ITEM '...' DOES NOT ADHERE TO RESTRICTIONS\n"
	    "0IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. CONDITION "
	    "CODE IS 12\n0\n   DELETE A.PS\n"));
	free(got);
}

#define T(f) cmocka_unit_test_setup_teardown(f, reset, reset)

static bool
now(void)
{
	return true;
}

/* SIGTERM while it works: code 12, and nothing behind it is done. */
static void
an_interrupt_ends_each_command(void **state)
{
	(void)state;
	add_ksds();
	deck_interrupted = now;
	expect("  BLDINDEX IDS(A.KSDS) ODS(A.AIX A.AIX2)", 12,
	    "0CATAMOUNT INTERRUPTED BEFORE THE END\n"
	    "0IDC2654I A.AIX WAS NOT BUILT\n" FAILED);
	expect("  DELETE (A.KSDS A.PS)", 12,
	    "0CATAMOUNT INTERRUPTED BEFORE THE END\n" FAILED);
	assert_string_equal(deletions, "");
	expect("  LISTCAT ENTRIES(A.KSDS)", 12,
	    "0CATAMOUNT INTERRUPTED BEFORE THE END\n" FAILED);
	deck_interrupted = NULL;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(delete_lists_components_first),
	    T(delete_goes_on_after_a_missing_entry),
	    T(delete_by_pattern_takes_owners),
	    T(define_says_what_was_made),
	    T(define_that_fails_has_its_message),
	    T(an_alternate_index_is_defined_with_its_words),
	    T(bldindex_has_its_messages),
	    T(what_is_not_built_says_so),
	    T(verify_ends_with_its_code),
	    T(examine_tells_each_fault_and_shows_its_place),
	    T(wrong_totals_do_not_keep_datatest_away),
	    T(listcat_entries_goes_on_behind_the_command),
	    T(listcat_of_what_is_not_there_is_a_warning),
	    T(listcat_level_has_pages_of_its_own),
	    T(listcat_of_a_catalog_is_flush_left),
	    T(an_interrupt_ends_each_command),
	    T(dates_select_up_to_their_day),
	    T(an_index_is_measured_by_its_own_data),
	    T(codes_drive_the_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Decks of the shapes that are in use: what each command becomes. The features
 * are those that real decks show and that break simple parsers; the decks are
 * our own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/deck.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))

struct row {
	const char *deck, *expect;
};

static void
check_rows(const struct row *rows, size_t n)
{
	struct deck d;
	size_t i;

	for (i = 0; i < n; i++) {
		memset(&d, 0, sizeof(d));
		d.quiet = true;
		deck_run(&d, rows[i].deck);
		if (strcmp(d.out, rows[i].expect) != 0)
			fail_msg("%s\ngave\n%s\nnot\n%s", rows[i].deck, d.out,
			    rows[i].expect);
		free(d.out);
	}
}

#define CHECK(name, ...)                                        \
	static void name(void **state)                          \
	{                                                       \
		static const struct row rows[] = {__VA_ARGS__}; \
                                                                \
		(void)state;                                    \
		check_rows(rows, LEN(rows));                    \
	}

CHECK(a_hyphen_in_front_of_a_comment_is_text,
    {" DEFINE CLUSTER (NAME(BANK.ACCT) -        /* X -\n"
     "         MORE */ -\n"
     "         CYLINDERS(1 5))\n"
     "  REPRO INFILE(ACCTDATA) -\n"
     "        OUTFILE(ACCTVSAM)\n",
	"IDC3211I KEYWORD '-' IS IMPROPER\n"
	"IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. CONDITION CODE IS "
	"12\n"
	"do REPRO INFILE(ACCTDATA) OUTFILE(ACCTVSAM)\nend 12\n"})

CHECK(clusters_are_defined,
    {" DEFINE CLUSTER (NAME(BANK.ACCT.KSDS) -\n"
     "         CYLINDERS(1 5) -\n"
     "         VOLUMES(BANKV1 -\n"
     "         ) -\n"
     "         KEYS(11 0) -\n"
     "         RECORDSIZE(300 300) -\n"
     "         SHAREOPTIONS(2 3) -\n"
     "         ERASE -\n"
     "         INDEXED -\n"
     "         ) -\n"
     "         DATA (NAME(BANK.ACCT.KSDS.DATA) -\n"
     "         ) -\n"
     "         INDEX (NAME(BANK.ACCT.KSDS.INDEX) -\n"
     "         )\n",
	"do DEFINE CLUSTER( NAME(BANK.ACCT.KSDS) CYLINDERS(1 5) "
	"VOLUMES(BANKV1) KEYS(11 0) RECORDSIZE(300 300) SHAREOPTIONS(2 3) "
	"ERASE INDEXED) DATA( NAME(BANK.ACCT.KSDS.DATA)) INDEX( "
	"NAME(BANK.ACCT.KSDS.INDEX))\nend 0\n"},
    {" DEF CL(NAME(A.B)-\n   CISZ(8000)RECSZ(80,120)SHR(3)TRK(1,3) -\n"
     "   VOL(V1)UNQ IMBD REPL SPEED)-\n  DATA(KEYS (10,0) CISZ(4096))\n",
	"do DEFINE CLUSTER( NAME(A.B) CONTROLINTERVALSIZE(8000) "
	"RECORDSIZE(80 120) SHAREOPTIONS(3 3) TRACKS(1 3) VOLUMES(V1) "
	"UNIQUE IMBED REPLICATE SPEED) DATA( KEYS(10 0) "
	"CONTROLINTERVALSIZE(4096))\nend 0\n"},
    {" DEFINE CLUSTER(NAME(ZFS.ROOT) LINEAR CYL(50 5) VOL(*) -\n"
     "   STORCLAS(SCZFS) LOG(NONE) BWO(NO))\n",
	"do DEFINE CLUSTER( NAME(ZFS.ROOT) LINEAR CYLINDERS(50 5) VOLUMES(*) "
	"STORAGECLASS(SCZFS) LOG(NONE) BWO(NO))\nend 0\n"})

CHECK(the_catalog_may_come_first,
    {" DEFINE CAT(UCAT.A) NONVSAM(NAME(SYS1.LIB) DEVT(3390) VOL(RES001))\n",
	"do DEFINE CATALOG(UCAT.A) NONVSAM( NAME(SYS1.LIB) DEVICETYPES(3390) "
	"VOLUMES(RES001))\nend 0\n"},
    {" DEFINE ALIAS(NAME(PROD) RELATE(UCAT.A)) "
     "CATALOG(SYS1.MCAT/SECRET)\n",
	"do DEFINE ALIAS( NAME(PROD) RELATE(UCAT.A)) "
	"CATALOG(SYS1.MCAT/SECRET)\nend 0\n"},
    {" DEF UCAT(NAME(UCAT.A) TRK(100 10) VOL(V1) BUFSPC(3072) FOR(9999) -\n"
     "  NRVBL FILE(DD1)) DATA(TRK(90 10)) IX(TRK(10)) CAT(M/PW)\n",
	"do DEFINE USERCATALOG( NAME(UCAT.A) TRACKS(100 10) VOLUMES(V1) "
	"BUFFERSPACE(3072) FOR(9999) NOTRECOVERABLE FILE(DD1)) DATA( "
	"TRACKS(90 10)) INDEX( TRACKS(10)) CATALOG(M/PW)\nend 0\n"})

CHECK(alternate_indexes_paths_and_groups,
    {" DEFINE AIX (NAME(A.AIX) RELATE(A.KSDS) KEYS(26 304) -\n"
     "  NONUNIQUEKEY UPGRADE -\n  RECORDSIZE(350,350) VOLUMES(V1) "
     "CYLINDERS(5,1))\n"
     " DEFINE PATH (NAME(A.PATH) PENT(A.AIX))\n"
     " BLDINDEX IDS(A.KSDS) ODS(A.AIX)\n",
	"do DEFINE ALTERNATEINDEX( NAME(A.AIX) RELATE(A.KSDS) KEYS(26 304) "
	"NONUNIQUEKEY UPGRADE RECORDSIZE(350 350) VOLUMES(V1) "
	"CYLINDERS(5 1))\n"
	"do DEFINE PATH( NAME(A.PATH) PATHENTRY(A.AIX))\n"
	"do BLDINDEX INDATASET(A.KSDS) OUTDATASET(A.AIX)\nend 0\n"},
    {" DEFINE GENERATIONDATAGROUP -\n  (NAME(A.BKUP) -\n   LIMIT(5) -\n"
     "   SCRATCH NOEMPTY)\n",
	"do DEFINE GENERATIONDATAGROUP( NAME(A.BKUP) LIMIT(5) SCRATCH "
	"NOEMPTY)\nend 0\n"})

CHECK(entries_are_deleted,
    {" DELETE 'A.B.C'\n DELETE A.** MASK\n DEL A.* NVSAM SCR\n"
     " DELETE (A.B,A.C -\n  A.D) PURGE SCRATCH\n"
     " DELETE A.LIB(MEMBER)\n DELETE A.GDG(-1) NONVSAM\n"
     " DELETE A.GDG GDG FORCE PRG\n DELETE UCAT.A UCAT RCVRY\n",
	"do DELETE ENTRYNAME(A.B.C)\n"
	"do DELETE ENTRYNAME(A.**) MASK\n"
	"do DELETE ENTRYNAME(A.*) NONVSAM SCRATCH\n"
	"do DELETE ENTRYNAME(A.B A.C A.D) PURGE SCRATCH\n"
	"do DELETE ENTRYNAME(A.LIB(MEMBER))\n"
	"do DELETE ENTRYNAME(A.GDG(-1)) NONVSAM\n"
	"do DELETE ENTRYNAME(A.GDG) GENERATIONDATAGROUP FORCE PURGE\n"
	"do DELETE ENTRYNAME(UCAT.A) USERCATALOG RECOVERY\nend 0\n"})

CHECK(records_are_copied_and_printed,
    {" REPRO INFILE(IN) OUTDATASET(A.B) RLSSOURCE(NO) RLSTARGET(YES)\n"
     " REPRO IDS(A.B(M)) OFILE(OUT) SKIP(10) COUNT(5) REUSE\n"
     " PRINT IDS('A.B') CHAR FROMKEY('00 1') TOKEY(X'F0F0')\n"
     " PRINT INFILE(DD1 ENV(RECFM(VB) RECSZ(100))) HEX COUNT(1)\n"
     " VERIFY DATASET(A.B)\n VFY DS(A.B/PW) RECOVER\n"
     " LISTCAT ENT(A.B,C.D) ALL\n LISTC LVL(A) NAME\n"
     " LISTCAT ENTRY(A) VOLUMES\n EXAMINE NAME(A.B) INDEXTEST DATATEST\n",
	"do REPRO INFILE(IN) OUTDATASET(A.B) RLSSOURCE(NO) RLSTARGET(YES)\n"
	"do REPRO INDATASET(A.B(M)) OUTFILE(OUT) SKIP(10) COUNT(5) REUSE\n"
	"do PRINT INDATASET(A.B) CHARACTER FROMKEY(00 1) TOKEY(X'F0F0')\n"
	"do PRINT INFILE(DD1 ENVIRONMENT( RECORDFORMAT(VB) "
	"RECORDSIZE(100))) HEX COUNT(1)\n"
	"do VERIFY DATASET(A.B)\n"
	"do VERIFY DATASET(A.B/PW) RECOVER\n"
	"do LISTCAT ENTRIES(A.B C.D) ALL\n"
	"do LISTCAT LEVEL(A) NAMES\n"
	"do LISTCAT ENTRIES(A) VOLUME\n"
	"do EXAMINE NAME(A.B) INDEXTEST DATATEST\nend 0\n"})

CHECK(the_rarer_commands_parse,
    {" ALTER A.B.DATA FREESPACE(10 10)\n"
     " ALTER A.*.B NEWNAME(A.*.C)\n"
     " ALTER A NULLIFY(OWNER RETENTION) AVOL(V1 V2) INH\n"
     " EXPORT A.B OUTFILE(OUT) TEMPORARY\n EXPORT UCAT.A DISCONNECT\n"
     " IMPORT INFILE(IN) OUTDATASET(A.B) IEMPTY\n"
     " IMPORT CONNECT OBJECTS((UCAT.A DEVT(3390) VOL(V1))) CAT(M)\n"
     " ALLOCATE DSNAME('A.B(C)') NEW CATALOG SPACE(10,5) TRACKS -\n"
     "  BLKSIZE(1000) LRECL(100) DSORG(PS) UNIT(3390) VOL(338002) "
     "RECFM(F,B)\n"
     " ALLOC DA(A.B) SHR FILE(DD1) DSNTYPE(LIBRARY)\n"
     " DCOLLECT OFILE(OUT) VOL(PROD* V00001) NODATAINFO\n"
     " DIAGNOSE ICFCATALOG INFILE(DIAGDD) COMPAREDD(D1 D2 D3)\n"
     " SHCDS LISTDS(A.*)\n"
     " DEF PGSPC(NAME(A.PAGE) CYL(10) VOL(V1))\n"
     " DEF SPACE(VOL(V1) CAN FILE(DD1))\n",
	"do ALTER ENTRYNAME(A.B.DATA) FREESPACE(10 10)\n"
	"do ALTER ENTRYNAME(A.*.B) NEWNAME(A.*.C)\n"
	"do ALTER ENTRYNAME(A) NULLIFY( OWNER RETENTION) ADDVOLUMES(V1 V2) "
	"INHIBIT\n"
	"do EXPORT ENTRYNAME(A.B) OUTFILE(OUT) TEMPORARY\n"
	"do EXPORT ENTRYNAME(UCAT.A) DISCONNECT\n"
	"do IMPORT INFILE(IN) OUTDATASET(A.B) INTOEMPTY\n"
	"do IMPORT CONNECT OBJECTS(( NAME(UCAT.A) DEVICETYPE(3390) "
	"VOLUMES(V1) )) CATALOG(M)\n"
	"do ALLOCATE DSNAME(A.B(C)) NEW CATALOG SPACE(10 5) TRACKS "
	"BLKSIZE(1000) LRECL(100) DSORG(PS) UNIT(3390) VOLUME(338002) "
	"RECFM(F B)\n"
	"do ALLOCATE DSNAME(A.B) SHR FILE(DD1) DSNTYPE(LIBRARY)\n"
	"do DCOLLECT OUTFILE(OUT) VOLUMES(PROD* V00001) NODATAINFO\n"
	"do DIAGNOSE ICFCATALOG INFILE(DIAGDD) COMPAREDD(D1 D2 D3)\n"
	"do SHCDS LISTDS(A.*)\n"
	"do DEFINE PAGESPACE( NAME(A.PAGE) CYLINDERS(10) VOLUMES(V1))\n"
	"do DEFINE SPACE( VOLUMES(V1) CANDIDATE FILE(DD1))\nend 0\n"})

CHECK(dead_commands_parse,
    {" CNVTCAT INFILE(A) OUTFILE(B)\n CHKLIST INFILE(A)\n"
     " LISTCRA INFILE(A) COMPARE\n"
     " EXPORTRA CRA((A ALL)(B NONE)) OUTFILE(C)\n"
     " IMPORTRA INFILE(A) OBJECTS((B NEWNAME(C)))\n"
     " RESETCAT CAT(A B) CRAFILES((A ALL)) IGNORE\n",
	"do CNVTCAT INFILE(A) OUTFILE(B)\ndo CHKLIST INFILE(A)\n"
	"do LISTCRA INFILE(A) COMPARE\n"
	"do EXPORTRA CRA(( DDNAME(A) ALL ) ( DDNAME(B) NONE )) "
	"OUTFILE(C)\n"
	"do IMPORTRA INFILE(A) OBJECTS(( NAME(B) NEWNAME(C) ))\n"
	"do RESETCAT CATALOG(A B) CRAFILES(( DDNAME(A) ALL )) IGNORE\n"
	"end 0\n"})

CHECK(decks_end_as_they_do,
    /* A comment that is never closed, at the end of a deck. */
    {" DELETE A\n SET MAXCC=0\n /*\n", "do DELETE ENTRYNAME(A)\nend 0\n"},
    /* No separator between keyword and hyphen. */
    {" LISTC ENT(A)-\n  ALL-\n\n", "do LISTCAT ENTRIES(A) ALL\nend 0\n"},
    /* The idiom of most decks. */
    {" DELETE CC8.A CLUSTER PURGE\n IF LASTCC = 8 THEN -\n"
     "    SET MAXCC = 0\n DEFINE CLUSTER(NAME(A) TRK(1))\n",
	"do DELETE ENTRYNAME(CC8.A) CLUSTER PURGE\n"
	"do DEFINE CLUSTER( NAME(A) TRACKS(1))\nend 0\n"},
    {" DELETE CC8.A\n DELETE CC8.B\n SET MAXCC = 0\n",
	"do DELETE ENTRYNAME(CC8.A)\ndo DELETE ENTRYNAME(CC8.B)\nend 0\n"},
    {" DELETE CC8.A\n IF LASTCC > 8 THEN -\n   SET MAXCC = 16\n ELSE -\n"
     "   SET MAXCC = 0\n LISTC\n",
	"do DELETE ENTRYNAME(CC8.A)\ndo LISTCAT\nend 0\n"})

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_hyphen_in_front_of_a_comment_is_text),
	    cmocka_unit_test(clusters_are_defined),
	    cmocka_unit_test(the_catalog_may_come_first),
	    cmocka_unit_test(alternate_indexes_paths_and_groups),
	    cmocka_unit_test(entries_are_deleted),
	    cmocka_unit_test(records_are_copied_and_printed),
	    cmocka_unit_test(the_rarer_commands_parse),
	    cmocka_unit_test(dead_commands_parse),
	    cmocka_unit_test(decks_end_as_they_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

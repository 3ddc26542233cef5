/*
 * The spellings that must be there, and no other for the same keyword: those
 * of MVS 3.8 (IDCCDxx) and SC23-6846.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "parser/ams.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))

static void
every_verb_is_there(void **state)
{
	static const char *const verbs[] = {"PRINT", "REPRO", "DELETE", "DEL",
	    "DEFINE", "DEF", "ALTER", "IMPORT", "IMP", "EXPORT", "EXP",
	    "LISTCAT", "LISTC", "VERIFY", "VFY", "BLDINDEX", "BIX", "CNVTCAT",
	    "CNVTC", "CHKLIST", "CKLST", "EXPORTRA", "XPRA", "IMPORTRA", "MPRA",
	    "LISTCRA", "LISTR", "RESETCAT", "RCAT", "ALLOCATE", "ALLOC",
	    "EXAMINE", "DIAGNOSE", "DCOLLECT", "SETCACHE", "LISTDATA", "SHCDS",
	    "CREATE"};
	size_t i;

	(void)state;
	for (i = 0; i < LEN(verbs); i++) {
		if (ams_verb_find(verbs[i], strlen(verbs[i])) == NULL)
			fail_msg("no %s", verbs[i]);
	}
	assert_null(ams_verb_find("DELE", 4));
	assert_null(ams_verb_find("DELETE ", 7));
	assert_null(ams_verb_find("", 0));
	for (i = 0; ams_verbs[i] != NULL; i++)
		assert_non_null(ams_verbs[i]->help);
}

/* Keyword and its other spellings, MVS 3.8 IDCCDxx; where it stands. */
static const char *const spellings[][3] = {
    {"DEFINE", "CLUSTER", "CL"},
    {"DEFINE", "ALTERNATEINDEX", "AIX"},
    {"DEFINE", "PATH", NULL},
    {"DEFINE", "ALIAS", NULL},
    {"DEFINE", "DATA", NULL},
    {"DEFINE", "INDEX", "IX"},
    {"DEFINE", "NONVSAM", "NVSAM"},
    {"DEFINE", "GENERATIONDATAGROUP", "GDG"},
    {"DEFINE", "USERCATALOG", "UCAT"},
    {"DEFINE", "MASTERCATALOG", "MCAT MRCAT"},
    {"DEFINE", "PAGESPACE", "PGSPC"},
    {"DEFINE", "SPACE", "SPC"},
    {"DEFINE", "CATALOG", "CAT"},
    {"CLUSTER", "VOLUMES", "VOLUME VOL"},
    {"CLUSTER", "CYLINDERS", "CYLINDER CYL"},
    {"CLUSTER", "TRACKS", "TRACK TRK"},
    {"CLUSTER", "RECORDS", "RECORD REC"},
    {"CLUSTER", "KILOBYTES", "KILOBYTE KB"},
    {"CLUSTER", "MEGABYTES", "MEGABYTE MB"},
    {"CLUSTER", "INDEXED", "IXD"},
    {"CLUSTER", "NONINDEXED", "NIXD"},
    {"CLUSTER", "NUMBERED", "NUMD"},
    {"CLUSTER", "LINEAR", "LIN"},
    {"CLUSTER", "REUSE", "RUS"},
    {"CLUSTER", "NOREUSE", "NRUS"},
    {"CLUSTER", "SPANNED", "SPND"},
    {"CLUSTER", "NONSPANNED", "NSPND"},
    {"CLUSTER", "SPEED", NULL},
    {"CLUSTER", "RECOVERY", "RCVY"},
    {"CLUSTER", "KEYS", "KEY"},
    {"CLUSTER", "RECORDSIZE", "RECSZ"},
    {"CLUSTER", "CONTROLINTERVALSIZE", "CISZ CNVSZ"},
    {"CLUSTER", "FREESPACE", "FSPC"},
    {"CLUSTER", "SHAREOPTIONS", "SHAREOPTION SHR"},
    {"CLUSTER", "BUFFERSPACE", "BUFSP BUFSPC"},
    {"CLUSTER", "EXCEPTIONEXIT", "EEXT"},
    {"CLUSTER", "WRITECHECK", "WCK"},
    {"CLUSTER", "NOWRITECHECK", "NWCK"},
    {"CLUSTER", "ERASE", "ERAS"},
    {"CLUSTER", "NOERASE", "NERAS"},
    {"CLUSTER", "ORDERED", "ORD"},
    {"CLUSTER", "UNORDERED", "UNORD"},
    {"CLUSTER", "REPLICATE", "REPL"},
    {"CLUSTER", "NOREPLICATE", "NREPL"},
    {"CLUSTER", "IMBED", "IMBD"},
    {"CLUSTER", "NOIMBED", "NIMBD"},
    {"CLUSTER", "KEYRANGES", "KEYRANGE KRNG"},
    {"CLUSTER", "SUBALLOCATION", "SUBAL"},
    {"CLUSTER", "UNIQUE", "UNQ"},
    {"CLUSTER", "MASTERPW", "MRPW"},
    {"CLUSTER", "CONTROLPW", "CTLPW"},
    {"CLUSTER", "UPDATEPW", "UPDPW"},
    {"CLUSTER", "READPW", "RDPW"},
    {"CLUSTER", "ATTEMPTS", "ATTEMPT ATT"},
    {"CLUSTER", "AUTHORIZATION", "AUTH"},
    {"CLUSTER", "CYLINDERFAULT", "CYLF"},
    {"CLUSTER", "DESTAGEWAIT", "DSTGW"},
    {"CLUSTER", "NODESTAGEWAIT", "NDSTGW"},
    {"CLUSTER", "DATACLASS", "DATACLAS"},
    {"CLUSTER", "STORAGECLASS", "STORCLAS"},
    {"CLUSTER", "MANAGEMENTCLASS", "MGMTCLAS"},
    {"CLUSTER", "RECATALOG", "RCTLG"},
    {"CLUSTER", "NORECATALOG", "NRCTLG"},
    {"ALTERNATEINDEX", "UNIQUEKEY", "UNQK"},
    {"ALTERNATEINDEX", "NONUNIQUEKEY", "NUNQK"},
    {"ALTERNATEINDEX", "UPGRADE", "UPG"},
    {"ALTERNATEINDEX", "NOUPGRADE", "NUPG"},
    {"ALTERNATEINDEX", "RELATE", "REL"},
    {"PATH", "UPDATE", "UPD"},
    {"PATH", "NOUPDATE", "NUPD"},
    {"PATH", "PATHENTRY", "PENT"},
    {"GENERATIONDATAGROUP", "LIMIT", "LIM"},
    {"GENERATIONDATAGROUP", "EMPTY", "EMP"},
    {"GENERATIONDATAGROUP", "NOEMPTY", "NEMP"},
    {"GENERATIONDATAGROUP", "SCRATCH", "SCR"},
    {"GENERATIONDATAGROUP", "NOSCRATCH", "NSCR"},
    {"GENERATIONDATAGROUP", "EXTENDED", "EXT"},
    {"GENERATIONDATAGROUP", "NOEXTENDED", "NEXT"},
    {"NONVSAM", "DEVICETYPES", "DEVICETYPE DEVT"},
    {"NONVSAM", "FILESEQUENCENUMBERS", "FILESEQUENCENUMBER FSEQN"},
    {"CLUSTER", "RECOVERABLE", "RVBL"},
    {"CLUSTER", "NOTRECOVERABLE", "NRVBL"},
    {"DATA", "RECOVERABLE", "RVBL"},
    {"INDEX", "NOTRECOVERABLE", "NRVBL"},
    {"USERCATALOG", "RECOVERABLE", "RVBL"},
    {"USERCATALOG", "NOTRECOVERABLE", "NRVBL"},
    {"USERCATALOG", "ICFCATALOG", "ICFCAT"},
    {"SPACE", "CANDIDATE", "CAN"},
    {"DELETE", "PURGE", "PRG"},
    {"DELETE", "NOPURGE", "NPRG"},
    {"DELETE", "FORCE", "FRC"},
    {"DELETE", "NOFORCE", "NFRC"},
    {"DELETE", "SPACE", "SPC"},
    {"DELETE", "TRUENAME", "TNAME"},
    {"DELETE", "RECOVERY", "RCVRY"},
    {"ALTER", "NEWNAME", "NEWNM"},
    {"ALTER", "NULLIFY", "NULL"},
    {"ALTER", "ADDVOLUMES", "ADDVOLUME AVOL"},
    {"ALTER", "REMOVEVOLUMES", "REMOVEVOLUME RVOL"},
    {"ALTER", "INHIBIT", "INH"},
    {"ALTER", "UNINHIBIT", "UNINH"},
    {"ALTER", "BUFND", "BFND"},
    {"ALTER", "BUFNI", "BFNI"},
    {"NULLIFY", "RETENTION", "RETN"},
    {"AUTHORIZATION", "MODULE", "MDLE"},
    {"AUTHORIZATION", "STRING", "STRG"},
    {"EXPORT", "INHIBITSOURCE", "INHS"},
    {"EXPORT", "NOINHIBITSOURCE", "NINHS"},
    {"EXPORT", "INHIBITTARGET", "INHT"},
    {"EXPORT", "NOINHIBITTARGET", "NINHT"},
    {"EXPORT", "TEMPORARY", "TEMP"},
    {"EXPORT", "PERMANENT", "PERM"},
    {"EXPORT", "DISCONNECT", "DCON"},
    {"EXPORT", "CIMODE", "CIM"},
    {"EXPORT", "RECORDMODE", "RECM"},
    {"IMPORT", "CONNECT", "CON"},
    {"IMPORT", "INTOEMPTY", "IEMPTY"},
    {"IMPORT", "OBJECTS", "OBJECT OBJ"},
    {"REPRO", "INFILE", "IFILE"},
    {"REPRO", "OUTFILE", "OFILE"},
    {"REPRO", "INDATASET", "IDS"},
    {"REPRO", "OUTDATASET", "ODS"},
    {"REPRO", "FROMKEY", "FKEY"},
    {"REPRO", "TOKEY", NULL},
    {"REPRO", "FROMADDRESS", "FADDR"},
    {"REPRO", "TOADDRESS", "TADDR"},
    {"REPRO", "FROMNUMBER", "FNUM"},
    {"REPRO", "TONUMBER", "TNUM"},
    {"REPRO", "REPLACE", "REP"},
    {"REPRO", "NOREPLACE", "NREP"},
    {"REPRO", "ERRORLIMIT", "ELIMIT"},
    {"REPRO", "MERGECAT", "MRGC"},
    {"REPRO", "NOMERGECAT", "NOMRGC"},
    {"INFILE", "ENVIRONMENT", "ENV"},
    {"ENVIRONMENT", "BLOCKSIZE", "BLKSZ"},
    {"ENVIRONMENT", "RECORDFORMAT", "RECFM"},
    {"ENVIRONMENT", "RECORDSIZE", "RECSZ"},
    {"ENVIRONMENT", "PRIMEDATADEVICE", "PDEV"},
    {"ENVIRONMENT", "HIGHINDEXDEVICE", "HINDEXDEVICE HDEV"},
    {"ENVIRONMENT", "DUMMY", "DUM"},
    {"PRINT", "CHARACTER", "CHAR"},
    {"PRINT", "HEX", NULL},
    {"PRINT", "DUMP", NULL},
    {"VERIFY", "DATASET", "DS"},
    {"BLDINDEX", "EXTERNALSORT", "ESORT"},
    {"BLDINDEX", "INTERNALSORT", "ISORT"},
    {"BLDINDEX", "WORKFILES", "WORKFILE WFILES WFILE"},
    {"LISTCAT", "ENTRIES", "ENTRY ENT"},
    {"LISTCAT", "LEVEL", "LVL"},
    {"LISTCAT", "NAMES", "NAME"},
    {"LISTCAT", "HISTORY", "HIST"},
    {"LISTCAT", "ALLOCATION", "ALLOC"},
    {"LISTCAT", "ALL", NULL},
    {"LISTCAT", "CREATION", "CREAT"},
    {"LISTCAT", "EXPIRATION", "EXPIR"},
    {"LISTCAT", "NOTUSABLE", "NUS"},
    {"LISTCAT", "VOLUME", "VOLUMES VOL"},
    {"EXAMINE", "INDEXTEST", "ITEST"},
    {"EXAMINE", "NOINDEXTEST", "NOITEST"},
    {"EXAMINE", "DATATEST", "DTEST"},
    {"EXAMINE", "NODATATEST", "NODTEST"},
    {"PARM", "GRAPHICS", "GRPH"},
    {"PARM", "MARGINS", "MAR"},
    {"TEST", "AREAS", "AREA"},
};

static bool seen[LEN(spellings)];

static void
look_for(const char *owner, const struct ams_desc *table)
{
	const struct ams_desc *d;
	size_t i;

	for (d = table; d->keyword != NULL; d++) {
		for (i = 0; i < LEN(spellings); i++) {
			if (strcmp(spellings[i][0], owner) != 0 ||
			    strcmp(spellings[i][1], d->keyword) != 0)
				continue;
			if (spellings[i][2] == NULL
				? d->others == NULL
				: d->others != NULL &&
				      strcmp(spellings[i][2], d->others) == 0)
				seen[i] = true;
		}
		if (d->sub != NULL)
			look_for(d->keyword, d->sub);
	}
}

static void
every_listed_spelling_is_there_and_no_other(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; ams_verbs[i] != NULL; i++)
		look_for(ams_verbs[i]->verb, ams_verbs[i]->params);
	look_for("PARM", ams_verb_parm.params);
	for (i = 0; i < LEN(spellings); i++) {
		if (!seen[i])
			fail_msg("%s %s", spellings[i][0], spellings[i][1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_verb_is_there),
	    cmocka_unit_test(every_listed_spelling_is_there_and_no_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

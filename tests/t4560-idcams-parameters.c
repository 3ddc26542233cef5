/*
 * Walks the descriptors of every command that has an action: each keyword that
 * may be coded changes what is asked of services or what is printed, or stands
 * in the list below as one that z/OS does not use either, or ends with a line
 * of our own and code 12. Nothing is parsed and then silently forgotten.
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

#define LEN(a) (sizeof(a) / sizeof((a)[0]))

/* --- where keywords are coded: at the @ ---------------------------------- */

static const struct section {
	const char *verb, *list, *base;
} sections[] = {
    {"ALTER", NULL, "ALTER A.B @"},
    {"ALTER", "NULLIFY", "ALTER A.B NULLIFY(OWNER @)"},
    {"ALLOCATE", NULL, "ALLOC DSN(B.N) F(X) NEW SPACE(9) RECFM(F) @"},
    {"BLDINDEX", NULL, "BLDINDEX INDATASET(A.KSDS) OUTDATASET(A.AIX) @"},
    {"DEFINE", NULL, "DEFINE CLUSTER(NAME(A.NEW)) @"},
    {"DEFINE", "CLUSTER", "DEFINE CLUSTER(NAME(A.NEW) @)"},
    {"DEFINE", "ALTERNATEINDEX", "DEFINE AIX(NAME(A.NEW) RELATE(A.B) @)"},
    {"DEFINE", "PATH", "DEFINE PATH(NAME(A.NEW) PATHENTRY(A.B) @)"},
    {"DEFINE", "PAGESPACE", "DEFINE PAGESPACE(NAME(A.NEW) @)"},
    {"DEFINE", "DATA", "DEFINE CLUSTER(NAME(A.NEW)) DATA(CISZ(512) @)"},
    {"DEFINE", "INDEX", "DEFINE CLUSTER(NAME(A.NEW)) INDEX(CISZ(512) @)"},
    {"DEFINE", "NONVSAM", "DEFINE NONVSAM(NAME(A.NV) DEVT(3390) VOL(V) @)"},
    {"DEFINE", "ALIAS", "DEFINE ALIAS(NAME(A.NEW) RELATE(A.PS) @)"},
    {"DEFINE", "USERCATALOG", "DEFINE UCAT(NAME(A.NEW) @)"},
    {"DEFINE", "MASTERCATALOG", "DEFINE MASTERCATALOG(NAME(A.NEW) @)"},
    {"DELETE", NULL, "DELETE A.PS @"},
    {"EXAMINE", NULL, "EXAMINE NAME(IN.KSDS) @"},
    {"EXPORT", NULL, "EXPORT A.KSDS OUTFILE(OUTDD) @"},
    {"IMPORT", NULL, "IMPORT INFILE(INDD) OUTDATASET(A.B) @"},
    {"LISTCAT", NULL, "LISTCAT @"},
    {"PRINT", NULL, "PRINT INDATASET(IN.KSDS) @"},
    {"REPRO", NULL, "REPRO INDATASET(IN.KSDS) OUTDATASET(OUT.KSDS) @"},
    {"VERIFY", NULL, "VERIFY DATASET(IN.KSDS) @"},
};

#define ALLOC_NEW "ALLOC DSN(B.N) F(X) NEW @"
#define ALLOC_SPACE "ALLOC DSN(B.N) F(X) SPACE(9) @"
#define ALLOC_KS "ALLOC DSN(B.N) F(X) NEW RECORG(KS) @"

enum claim {
	EFFECT,  /* the request or the listing differs */
	DEFAULT, /* says what holds without it */
	IGNORED, /* by z/OS as well; why stands with the row */
	MESSAGE, /* a line of ours, code 12 */
};

/* What is not an effect, or needs values or a command of its own. */
static const struct special {
	const char *verb, *list, *keyword;
	enum claim claim;
	const char *sample, *base; /* NULL: made from the descriptor */
} specials[] = {
    {"ALTER", NULL, "FILE", IGNORED, NULL, NULL},
    /* Of VVDSs, tape libraries and tape volumes. */
    {"ALTER", NULL, "VVDSSPACE", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "LIBRARYENTRY", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "CONSOLENAME", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "DESCRIPTION", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "LIBDEVTYPE", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "LOGICALTYPE", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "NUMBEREMPTYSLOTS", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "NUMBERSLOTS", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "VOLUMEENTRY", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "CHECKPOINT", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "NOCHECKPOINT", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "COMPACTION", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "EXPIRATIONDATE", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "LIBRARYNAME", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "LOCATION", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "MEDIATYPE", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "OWNERINFORMATION", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "RECORDING", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "SHELFLOCATION", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "SPECIALATTRIBUTE", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "STORAGEGROUP", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "USEATTRIBUTE", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "WRITEDATE", MESSAGE, NULL, NULL},
    {"ALTER", NULL, "NULLIFY", EFFECT, "NULLIFY(OWNER)", NULL},
    {"ALTER", "NULLIFY", "AUTHORIZATION", IGNORED, "AUTHORIZATION(STRING)",
	NULL},
    {"ALTER", "NULLIFY", "OWNER", EFFECT, NULL, "ALTER A.B NULLIFY(BWO @)"},
    {"ALLOCATE", NULL, "DSNAME", EFFECT, NULL, "ALLOC F(X) NEW @"},
    {"ALLOCATE", NULL, "FILE", EFFECT, NULL, "ALLOC DSN(A.B) NEW @"},
    {"ALLOCATE", NULL, "NEW", EFFECT, NULL, "ALLOC DSN(A.B) F(X) @"},
    {"ALLOCATE", NULL, "OLD", EFFECT, NULL, ALLOC_SPACE},
    {"ALLOCATE", NULL, "SHR", EFFECT, NULL, "ALLOC DSN(A.B) F(X) @"},
    {"ALLOCATE", NULL, "MOD", EFFECT, NULL, "ALLOC DSN(A.PS) F(X) @"},
    {"ALLOCATE", NULL, "SPACE", EFFECT, "SPACE(5)", ALLOC_NEW},
    {"ALLOCATE", NULL, "TRACKS", EFFECT, NULL,
	"ALLOC DSN(A.B) F(X) NEW SPACE(9) BLKSIZE(6000) @"},
    {"ALLOCATE", NULL, "BLOCK", EFFECT, "BLOCK(9000)", NULL},
    {"ALLOCATE", NULL, "AVBLOCK", EFFECT, "AVBLOCK(60000)", NULL},
    {"ALLOCATE", NULL, "AVGREC", EFFECT, "AVGREC(K)",
	"ALLOC DSN(A.B) F(X) NEW SPACE(9 9) AVBLOCK(80) @"},
    {"ALLOCATE", NULL, "DIR", EFFECT, "DIR(5)", NULL},
    {"ALLOCATE", NULL, "BLKSIZE", EFFECT, "BLKSIZE(80)", NULL},
    {"ALLOCATE", NULL, "LRECL", EFFECT, "LRECL(80)", NULL},
    {"ALLOCATE", NULL, "RECFM", EFFECT, "RECFM(F B)", ALLOC_NEW},
    {"ALLOCATE", NULL, "DSORG", EFFECT, "DSORG(PO)", NULL},
    {"ALLOCATE", NULL, "KEYLEN", EFFECT, "KEYLEN(5)", ALLOC_KS},
    {"ALLOCATE", NULL, "REUSE", EFFECT, NULL, "ALLOC DUMMY F(TAKEN) @"},
    {"ALLOCATE", NULL, "PATH", EFFECT, "PATH('/a/b')", "ALLOC F(X) @"},
    {"ALLOCATE", NULL, "PATHOPTS", EFFECT, "PATHOPTS(OAPPEND)",
	"ALLOC F(X) PATH('/a/b') @"},
    {"ALLOCATE", NULL, "FILEDATA", EFFECT, "FILEDATA(TEXT)",
	"ALLOC F(X) PATH('/a/b') @"},
    {"ALLOCATE", NULL, "PATHDISP", MESSAGE, "PATHDISP(DELETE)",
	"ALLOC F(X) PATH('/a/b') @"},
    {"ALLOCATE", NULL, "PATHMODE", IGNORED, "PATHMODE(SIRUSR)", NULL},
    {"ALLOCATE", NULL, "INPUT", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "OUTPUT", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "KEYOFF", EFFECT, "KEYOFF(5)",
	"ALLOC DSN(B.N) F(X) NEW RECORG(KS) KEYLEN(2) @"},
    {"ALLOCATE", NULL, "LIKE", EFFECT, "LIKE(A.KSDS)", NULL},
    {"ALLOCATE", NULL, "REFDD", EFFECT, "REFDD(A)", NULL},
    {"ALLOCATE", NULL, "USING", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "DATACLAS", EFFECT, NULL, ALLOC_KS},
    {"ALLOCATE", NULL, "STORCLAS", EFFECT, NULL, ALLOC_KS},
    {"ALLOCATE", NULL, "MGMTCLAS", EFFECT, NULL, ALLOC_KS},
    {"ALLOCATE", NULL, "RETPD", EFFECT, "RETPD(5)", NULL},
    {"ALLOCATE", NULL, "ROUND", EFFECT, NULL, NULL},
    /* A new data set is catalogued, and kept, whatever is said. */
    {"ALLOCATE", NULL, "KEEP", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "CATALOG", IGNORED, NULL, NULL},
    /* Devices, tapes, mounting, buffers and profiles. */
    {"ALLOCATE", NULL, "UNIT", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "BUFNO", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "BUFL", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "MAXVOL", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "UCOUNT", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "VSEQ", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "POSITION", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "LABEL", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "EATTR", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "PARALLEL", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "PRIVATE", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "PROTECT", IGNORED, NULL, NULL},
    /* What is not used is free for others on the host's disk already. */
    {"ALLOCATE", NULL, "BFALN", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "BFTEK", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "BUFOFF", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "DEN", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "DIAGNS", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "EROPT", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "LIMCT", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "NCP", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "OPTCD", IGNORED, "OPTCD(C)", NULL},
    {"ALLOCATE", NULL, "TRTCH", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "ACCODE", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "RELEASE", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "HOLD", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "NOHOLD", IGNORED, NULL, NULL},
    {"ALLOCATE", NULL, "SYSOUT", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "DEST", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "COPIES", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "SECMODEL", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "ALTFILE", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "SUBSYS", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "BURST", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "CHARS", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "FCB", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "FLASH", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "FORMS", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "MODIFY", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "OUTDES", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "SEGMENT", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "SPIN", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "UCS", MESSAGE, NULL, NULL},
    {"ALLOCATE", NULL, "WRITER", MESSAGE, NULL, NULL},
    {"BLDINDEX", NULL, "INFILE", EFFECT, "INFILE(INDD)",
	"BLDINDEX OUTDATASET(A.AIX) @"},
    {"BLDINDEX", NULL, "INDATASET", EFFECT, "INDATASET(A.KSDS)",
	"BLDINDEX OUTDATASET(A.AIX) @"},
    {"BLDINDEX", NULL, "OUTFILE", EFFECT, "OUTFILE(OUTDD)",
	"BLDINDEX INDATASET(A.KSDS) @"},
    {"BLDINDEX", NULL, "OUTDATASET", EFFECT, "OUTDATASET(A.AIX)",
	"BLDINDEX INDATASET(A.KSDS) @"},
    /* Where and by which program z/OS sorts, not what comes of it. */
    {"BLDINDEX", NULL, "WORKFILES", IGNORED, NULL, NULL},
    {"BLDINDEX", NULL, "CATALOG", IGNORED, NULL, NULL},
    {"BLDINDEX", NULL, "SORTCALL", IGNORED, NULL, NULL},
    {"BLDINDEX", NULL, "NOSORTCALL", IGNORED, NULL, NULL},
    {"BLDINDEX", NULL, "SORTMESSAGELEVEL", IGNORED, NULL, NULL},
    {"BLDINDEX", NULL, "SORTMESSAGEDD", IGNORED, NULL, NULL},
    {"BLDINDEX", NULL, "SORTDEVICETYPE", IGNORED, NULL, NULL},
    {"BLDINDEX", NULL, "SORTFILENUMBER", IGNORED, NULL, NULL},
    {"DEFINE", "CLUSTER", "NAME", EFFECT, "NAME(A.B)", "DEFINE CLUSTER(@)"},
    {"DEFINE", "CLUSTER", "CCSID", EFFECT, "CCSID(37)", NULL},
    {"DEFINE", "ALTERNATEINDEX", "NAME", EFFECT, "NAME(A.B)",
	"DEFINE AIX(RELATE(A.B) @)"},
    {"DEFINE", "ALTERNATEINDEX", "RELATE", EFFECT, "RELATE(A.B)",
	"DEFINE AIX(NAME(A.B) @)"},
    {"DEFINE", "ALTERNATEINDEX", "CCSID", EFFECT, "CCSID(37)", NULL},
    {"DEFINE", "PATH", "NAME", EFFECT, "NAME(A.B)",
	"DEFINE PATH(PATHENTRY(A.B) @)"},
    {"DEFINE", "PATH", "PATHENTRY", EFFECT, "PATHENTRY(A.B)",
	"DEFINE PATH(NAME(A.B) @)"},
    /* A path has nothing on a volume: it is defined. */
    {"DEFINE", "PATH", "RECATALOG", IGNORED, NULL, NULL},
    {"DEFINE", "NONVSAM", "NAME", EFFECT, "NAME(A.B)",
	"DEFINE NONVSAM(DEVT(3390) VOL(V) @)"},
    {"DEFINE", "NONVSAM", "DEVICETYPES", EFFECT, NULL,
	"DEFINE NONVSAM(NAME(A.NV) VOL(V) @)"},
    {"DEFINE", "NONVSAM", "VOLUMES", EFFECT, NULL,
	"DEFINE NONVSAM(NAME(A.NV) DEVT(3390) @)"},
    {"DEFINE", "NONVSAM", "CCSID", EFFECT, "CCSID(37)", NULL},
    {"DEFINE", "NONVSAM", "COLLECTION", MESSAGE, NULL, NULL},
    {"DEFINE", "ALIAS", "NAME", EFFECT, "NAME(A.B)",
	"DEFINE ALIAS(RELATE(A.PS) @)"},
    {"DEFINE", "ALIAS", "RELATE", EFFECT, "RELATE(A.B)",
	"DEFINE ALIAS(NAME(A.NEW) @)"},
    {"DEFINE", "ALIAS", "SYMBOLICRELATE", EFFECT, "SYMBOLICRELATE('A.&S..B')",
	"DEFINE ALIAS(NAME(A.NEW) @)"},
    {"DEFINE", "USERCATALOG", "NAME", EFFECT, "NAME(A.B)",
	"DEFINE UCAT(OWNER(A) @)"},
    {"DEFINE", "USERCATALOG", "FILE", IGNORED, NULL, NULL},
    {"DEFINE", "MASTERCATALOG", "NAME", EFFECT, "NAME(A.B)",
	"DEFINE MASTERCATALOG(OWNER(A) @)"},
    {"DEFINE", "MASTERCATALOG", "FILE", IGNORED, NULL, NULL},
    /* FILE names a DD that mounts the volume; those that z/OS finds by itself
     * (SMS ones) need none. */
    {"DEFINE", "CLUSTER", "FILE", IGNORED, NULL, NULL},
    {"DEFINE", "ALTERNATEINDEX", "FILE", IGNORED, NULL, NULL},
    {"DEFINE", "PATH", "FILE", IGNORED, NULL, NULL},
    {"DEFINE", "DATA", "FILE", IGNORED, NULL, NULL},
    {"DEFINE", "INDEX", "FILE", IGNORED, NULL, NULL},
    {"DEFINE", "NONVSAM", "FILE", IGNORED, NULL, NULL},
    {"DEFINE", "PAGESPACE", "FILE", IGNORED, NULL, NULL},
    {"DEFINE", "PAGESPACE", "NAME", EFFECT, "NAME(A.B)", "DEFINE PAGESPACE(@)"},
    {"DELETE", NULL, "FILE", IGNORED, NULL, NULL},
    {"LISTCAT", NULL, "FILE", IGNORED, NULL, NULL},
    {"DEFINE", "DATA", "CONTROLINTERVALSIZE", EFFECT, NULL,
	"DEFINE CLUSTER(NAME(A.NEW)) DATA(NAME(A.B) @)"},
    {"DEFINE", "INDEX", "CONTROLINTERVALSIZE", EFFECT, NULL,
	"DEFINE CLUSTER(NAME(A.NEW)) INDEX(NAME(A.B) @)"},
    {"DEFINE", "DATA", "BUFND", MESSAGE, NULL, NULL},
    {"DEFINE", "DATA", "UNIQUEKEY", MESSAGE, NULL, NULL},
    {"DEFINE", "DATA", "NONUNIQUEKEY", MESSAGE, NULL, NULL},
    {"DEFINE", "INDEX", "BUFNI", MESSAGE, NULL, NULL},
    {"DELETE", NULL, "EXCLUDE", EFFECT, "EXCLUDE(A.PS)", "DELETE A.* @"},
    {"DELETE", NULL, "MASK", EFFECT, NULL, "DELETE A.P* @"},
    {"DELETE", NULL, "NODISCONNECT", EFFECT, NULL, "DELETE A.B UCAT @"},
    {"DELETE", NULL, "RECOVERY", MESSAGE, NULL, NULL},
    {"DELETE", NULL, "SCRATCH", DEFAULT, NULL, NULL},
    {"DELETE", NULL, "SPACE", MESSAGE, NULL, NULL},
    {"EXPORT", NULL, "DISCONNECT", EFFECT, NULL, NULL},
    {"EXPORT", NULL, "INFILE", IGNORED, NULL, NULL},
    {"EXPORT", NULL, "OUTFILE", EFFECT, "OUTFILE(OUTDD)", "EXPORT A.KSDS @"},
    {"EXPORT", NULL, "OUTDATASET", EFFECT, "OUTDATASET(OUT.KSDS)",
	"EXPORT A.KSDS @"},
    /* How z/OS reads: the copy is the same. */
    {"EXPORT", NULL, "CIMODE", IGNORED, NULL, NULL},
    {"EXPORT", NULL, "RECORDMODE", IGNORED, NULL, NULL},
    {"EXPORT", NULL, "LOCK", IGNORED, NULL, NULL}, /* of catalogs */
    {"EXPORT", NULL, "UNLOCK", DEFAULT, NULL, NULL},
    {"IMPORT", NULL, "INFILE", EFFECT, "INFILE(INDD)",
	"IMPORT OUTDATASET(A.B) @"},
    {"IMPORT", NULL, "INDATASET", EFFECT, "INDATASET(IN.KSDS)",
	"IMPORT OUTDATASET(A.B) @"},
    {"IMPORT", NULL, "OUTFILE", EFFECT, "OUTFILE(OUTDD)",
	"IMPORT INFILE(INDD) @"},
    {"IMPORT", NULL, "OUTDATASET", EFFECT, "OUTDATASET(A.C)",
	"IMPORT INFILE(INDD) @"},
    {"IMPORT", NULL, "OBJECTS", EFFECT, "OBJECTS((A NEWNAME(B)))", NULL},
    {"IMPORT", NULL, "CONNECT", MESSAGE, "CONNECT OBJECTS((A))", NULL},
    {"IMPORT", NULL, "SAVRAC", IGNORED, NULL, NULL}, /* no profiles */
    {"IMPORT", NULL, "NOSAVRAC", IGNORED, NULL, NULL},
    /* Of catalogs, which are no portable data sets here. */
    {"IMPORT", NULL, "ALIAS", IGNORED, NULL, NULL},
    {"IMPORT", NULL, "LOCK", IGNORED, NULL, NULL},
    {"IMPORT", NULL, "UNLOCK", DEFAULT, NULL, NULL},
    {"IMPORT", NULL, "VOLCATALOG", MESSAGE, NULL, NULL},
    {"LISTCAT", NULL, "CREATION", EFFECT, "CREATION(20)", NULL},
    {"LISTCAT", NULL, "ENTRIES", EFFECT, "ENTRIES(A.PS)", NULL},
    {"LISTCAT", NULL, "LIBRARY", IGNORED, NULL, NULL},
    {"LISTCAT", NULL, "NOTUSABLE", EFFECT, NULL, NULL},
    /* Of components whose names are apart: t4756. */
    {"LISTCAT", NULL, "CDILVL", IGNORED, NULL, NULL},
    {"LISTCAT", NULL, "NOCDILVL", DEFAULT, NULL, NULL},
    /* TSO's prefix: a batch program has none. */
    {"LISTCAT", NULL, "PREFIX", IGNORED, NULL, NULL},
    {"LISTCAT", NULL, "NOPREFIX", DEFAULT, NULL, NULL},
    {"PRINT", NULL, "INFILE", EFFECT, "INFILE(INDD)", "PRINT @"},
    {"PRINT", NULL, "INDATASET", EFFECT, "INDATASET(IN.KSDS)", "PRINT @"},
    {"PRINT", NULL, "OUTFILE", EFFECT, "OUTFILE(OUTDD)", NULL},
    {"PRINT", NULL, "FROMKEY", EFFECT, "FROMKEY(AB)", NULL},
    {"PRINT", NULL, "FROMADDRESS", EFFECT, "FROMADDRESS(100)", NULL},
    {"PRINT", NULL, "FROMNUMBER", EFFECT, "FROMNUMBER(2)",
	"PRINT INDATASET(IN.RRDS) @"},
    {"PRINT", NULL, "TONUMBER", EFFECT, NULL, "PRINT INDATASET(IN.RRDS) @"},
    {"PRINT", NULL, "SKIP", EFFECT, "SKIP(1)", NULL},
    {"PRINT", NULL, "DBCS", MESSAGE, NULL, NULL},
    {"PRINT", NULL, "DBCSCHECK", MESSAGE, NULL, NULL},
    {"PRINT", NULL, "SKIPDBCSCHECK", MESSAGE, "SKIPDBCSCHECK((0 5))", NULL},
    {"PRINT", NULL, "NODBCSCHECK", DEFAULT, NULL, NULL},
    {"PRINT", NULL, "INSERTSHIFT", MESSAGE, "INSERTSHIFT((0 5))", NULL},
    {"PRINT", NULL, "INSERTALL", MESSAGE, NULL, NULL},
    {"PRINT", NULL, "RLSSOURCE", MESSAGE, "RLSSOURCE(YES)", NULL},
    {"REPRO", NULL, "INFILE", EFFECT, "INFILE(INDD)",
	"REPRO OUTDATASET(OUT.KSDS) @"},
    {"REPRO", NULL, "INDATASET", EFFECT, "INDATASET(IN.KSDS)",
	"REPRO OUTDATASET(OUT.KSDS) @"},
    {"REPRO", NULL, "OUTFILE", EFFECT, "OUTFILE(OUTDD)",
	"REPRO INDATASET(IN.KSDS) @"},
    {"REPRO", NULL, "OUTDATASET", EFFECT, "OUTDATASET(OUT.KSDS)",
	"REPRO INDATASET(IN.KSDS) @"},
    {"REPRO", NULL, "FROMKEY", EFFECT, "FROMKEY(AB)", NULL},
    {"REPRO", NULL, "FROMADDRESS", EFFECT, "FROMADDRESS(100)", NULL},
    {"REPRO", NULL, "FROMNUMBER", EFFECT, "FROMNUMBER(2)",
	"REPRO INDATASET(IN.RRDS) OUTDATASET(OUT.KSDS) @"},
    {"REPRO", NULL, "TONUMBER", EFFECT, NULL,
	"REPRO INDATASET(IN.RRDS) OUTDATASET(OUT.KSDS) @"},
    {"REPRO", NULL, "TOKEY", EFFECT, "TOKEY(AA)", NULL},
    {"REPRO", NULL, "SKIP", EFFECT, "SKIP(1)", NULL},
    {"REPRO", NULL, "CIMODE", EFFECT, NULL,
	"REPRO INDATASET(IN.RRDS) OUTDATASET(OUT.KSDS) @"},
    {"REPRO", NULL, "NOCIMODE", DEFAULT, NULL, NULL},
    {"REPRO", NULL, "DBCS", MESSAGE, NULL, NULL},
    {"REPRO", NULL, "DBCSCHECK", MESSAGE, NULL, NULL},
    {"REPRO", NULL, "SKIPDBCSCHECK", MESSAGE, "SKIPDBCSCHECK((0 5))", NULL},
    {"REPRO", NULL, "NODBCSCHECK", DEFAULT, NULL, NULL},
    {"REPRO", NULL, "ENCIPHER", MESSAGE, "ENCIPHER(PRIVATEKEY)", NULL},
    {"REPRO", NULL, "DECIPHER", MESSAGE, "DECIPHER(SYSTEMKEY)", NULL},
    {"REPRO", NULL, "ENTRIES", MESSAGE, NULL, NULL},
    {"REPRO", NULL, "INSERTSHIFT", MESSAGE, "INSERTSHIFT((0 5))", NULL},
    {"REPRO", NULL, "INSERTALL", MESSAGE, NULL, NULL},
    /* As in the other commands: volumes are found without a DD. */
    {"REPRO", NULL, "FILE", IGNORED, NULL, NULL},
    {"REPRO", NULL, "LEVEL", MESSAGE, NULL, NULL},
    {"REPRO", NULL, "LIBRARYENTRIES", MESSAGE, NULL, NULL},
    {"REPRO", NULL, "MERGECAT", EFFECT, NULL, NULL},
    /* How much MERGECAT says: nothing to any other REPRO. */
    {"REPRO", NULL, "MESSAGELEVEL", IGNORED, NULL, NULL},
    {"REPRO", NULL, "RLSSOURCE", MESSAGE, "RLSSOURCE(QUIESCE)", NULL},
    {"REPRO", NULL, "RLSTARGET", MESSAGE, "RLSTARGET(YES)", NULL},
    {"REPRO", NULL, "VOLUMEENTRIES", MESSAGE, NULL, NULL},
    {"EXAMINE", NULL, "NAME", EFFECT, "NAME(IN.KSDS)", "EXAMINE @"},
    {"VERIFY", NULL, "FILE", EFFECT, "FILE(INDD)", "VERIFY @"},
    {"VERIFY", NULL, "DATASET", EFFECT, "DATASET(IN.KSDS)", "VERIFY @"},
};

static bool
same_text(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static const struct special *
special_of(const struct section *s, const char *keyword)
{
	size_t i;

	for (i = 0; i < LEN(specials); i++)
		if (strcmp(specials[i].verb, s->verb) == 0 &&
		    same_text(specials[i].list, s->list) &&
		    strcmp(specials[i].keyword, keyword) == 0)
			return &specials[i];
	return NULL;
}

/* --- a value for every type ---------------------------------------------- */

static const char *
value_of(const struct ams_desc *d)
{
	switch (d->type) {
	case AMS_DSN:
	case AMS_MEMBER:
	case AMS_GENERIC:
		return "A";
	case AMS_DATE:
		return "2030001";
	case AMS_SUBLISTS:
		return "(A B)";
	case AMS_INT:
	case AMS_STRING:
	case AMS_DD:
	case AMS_VOLSER:
	case AMS_NAME:
	case AMS_WORD:
	case AMS_FLAG:
	case AMS_LIST:
		break;
	}
	return "Q1";
}

static void
sample(const struct ams_desc *d, char *out, size_t size)
{
	if (d->type == AMS_FLAG)
		snprintf(out, size, "%s", d->keyword);
	else if (d->type == AMS_WORD)
		snprintf(out, size, "%s(%.*s)", d->keyword,
		    (int)strcspn(d->words, " "), d->words);
	else if (d->type == AMS_INT && d->values_min == 2)
		snprintf(out, size, "%s(%d %d)", d->keyword, (int)d->min,
		    (int)(d->max2 != 0 ? d->min2 : d->min));
	else if (d->type == AMS_INT)
		snprintf(out, size, "%s(%d)", d->keyword, (int)d->min);
	else
		snprintf(out, size, "%s(%s)", d->keyword, value_of(d));
}

/* --- what a command does -------------------------------------------------- */

static int broken; /* claims */

struct done {
	char *text; /* of SYSPRINT, without echoes */
	char deletions[sizeof(deletions)], catalog[DSNAME_MAX + 1];
	struct ds_define_cluster cluster;
	struct ds_define_nonvsam nonvsam;
	struct ds_define_path path;
	struct ds_define_ucat ucat;
	struct ds_define_alias alias;
	struct ds_alter alter;
	struct ds_delete_opts opts;
	struct ds_delete_ucat ucat_opts;
	struct ds_recatalog recat;
	char strayed[sizeof(strayed)];
	char built[sizeof(built)];
	unsigned intents;
	bool recover;
	char spec[sizeof(asked_spec)];
	struct dd_dcb dcb;
	struct ds_export_how export;
	struct ds_import_object object;
	char import[sizeof(asked_import)];
};

static void
forget(void)
{
	while (nentries > 0)
		ds_entry_free(&entries[--nentries]);
	nsets = 0;
	deletions[0] = asked_catalog[0] = '\0';
	memset(&defined, 0, sizeof(defined));
	memset(&defined_nonvsam, 0, sizeof(defined_nonvsam));
	memset(&defined_path, 0, sizeof(defined_path));
	memset(&defined_ucat, 0, sizeof(defined_ucat));
	memset(&recataloged, 0, sizeof(recataloged));
	strayed[0] = '\0';
	memset(&defined_alias, 0, sizeof(defined_alias));
	memset(&delete_ucat_opts, 0, sizeof(delete_ucat_opts));
	memset(&altered, 0, sizeof(altered));
	alterations[0] = '\0';
	memset(&delete_opts, 0, sizeof(delete_opts));
	built[0] = '\0';
	asked_intents = 0;
	asked_recover = false;
	asked_spec[0] = '\0';
	memset(&asked_dcb, 0, sizeof(asked_dcb));
	memset(&asked_export, 0, sizeof(asked_export));
	memset(&asked_object, 0, sizeof(asked_object));
	asked_import[0] = '\0';
}

static void
make_world(void)
{
	struct ds_entry *e;

	forget();
	add_ksds();
	e = entry_new(DS_NONVSAM, "A.PS");
	e->expires = 2030001;
	letters("IN.KSDS", DS_ORG_KSDS);
	letters("IN.RRDS", DS_ORG_RRDS);
	letters("INDD", DS_ORG_ESDS);
	set_add(set_new("OUT.KSDS", DS_ORG_KSDS, 4), "AA01", 0);
	set_new("OUTDD", DS_ORG_PS, 0);
}

static struct done
perform(const char *base, const char *insert)
{
	const char *at = strchr(base, '@');
	struct done d;
	char card[160];

	assert_non_null(at);
	assert_true(snprintf(card, sizeof(card), " %.*s%s%s\n",
			(int)(at - base), base, insert, at + 1) < 73);
	make_world();
	memset(&d, 0, sizeof(d));
	d.text = run(card, -1);
	strcpy(d.deletions, deletions);
	strcpy(d.catalog, asked_catalog);
	d.cluster = defined;
	d.nonvsam = defined_nonvsam;
	d.path = defined_path;
	d.ucat = defined_ucat;
	d.alias = defined_alias;
	d.recat = recataloged;
	strcpy(d.strayed, strayed);
	d.ucat_opts = delete_ucat_opts;
	d.alter = altered;
	d.opts = delete_opts;
	strcpy(d.built, built);
	d.intents = asked_intents;
	d.recover = asked_recover;
	strcpy(d.spec, asked_spec);
	d.dcb = asked_dcb;
	d.export = asked_export;
	d.object = asked_object;
	strcpy(d.import, asked_import);
	return d;
}

static bool
same(const struct done *a, const struct done *b)
{
	return strcmp(a->text, b->text) == 0 &&
	       strcmp(a->deletions, b->deletions) == 0 &&
	       strcmp(a->catalog, b->catalog) == 0 &&
	       memcmp(&a->cluster, &b->cluster, sizeof(a->cluster)) == 0 &&
	       memcmp(&a->nonvsam, &b->nonvsam, sizeof(a->nonvsam)) == 0 &&
	       memcmp(&a->path, &b->path, sizeof(a->path)) == 0 &&
	       memcmp(&a->ucat, &b->ucat, sizeof(a->ucat)) == 0 &&
	       memcmp(&a->recat, &b->recat, sizeof(a->recat)) == 0 &&
	       strcmp(a->strayed, b->strayed) == 0 &&
	       memcmp(&a->alias, &b->alias, sizeof(a->alias)) == 0 &&
	       memcmp(&a->ucat_opts, &b->ucat_opts, sizeof(a->ucat_opts)) ==
		   0 &&
	       memcmp(&a->alter, &b->alter, sizeof(a->alter)) == 0 &&
	       memcmp(&a->opts, &b->opts, sizeof(a->opts)) == 0 &&
	       strcmp(a->built, b->built) == 0 && a->intents == b->intents &&
	       a->recover == b->recover && strcmp(a->spec, b->spec) == 0 &&
	       memcmp(&a->dcb, &b->dcb, sizeof(a->dcb)) == 0 &&
	       memcmp(&a->export, &b->export, sizeof(a->export)) == 0 &&
	       memcmp(&a->object, &b->object, sizeof(a->object)) == 0 &&
	       strcmp(a->import, b->import) == 0;
}

static void
check_claim(enum claim claim, const char *base, const char *insert)
{
	struct done without = perform(base, ""), with = perform(base, insert);
	bool ours = strstr(with.text, "CATAMOUNT") != NULL &&
		    strstr(with.text, "IDC3003I") != NULL;
	bool syntax = strstr(with.text, "IDC3202I") != NULL;
	bool good = true;

	switch (claim) {
	case EFFECT:
		good = !ours && !syntax && !same(&without, &with);
		break;
	case DEFAULT:
		good = !ours && !syntax;
		break;
	case IGNORED:
		good = !ours && !syntax && same(&without, &with);
		break;
	case MESSAGE:
		good = ours;
		break;
	}
	if (!good) {
		print_error("claim %d does not hold for %s at %s:\n%s", claim,
		    insert, base, with.text);
		broken++;
	}
	free(without.text);
	free(with.text);
}

/* --- the walk --------------------------------------------------------------
 */

static void
check_keyword(const struct section *s, const struct ams_desc *d)
{
	const struct special *sp = special_of(s, d->keyword);
	enum claim claim = sp != NULL                               ? sp->claim
			   : (d->flags & AMS_OBSOLETE) != 0         ? IGNORED
			   : d->type == AMS_FLAG && d->dflt != NULL ? DEFAULT
								    : EFFECT;
	char made[120];

	sample(d, made, sizeof(made));
	check_claim(claim, sp != NULL && sp->base != NULL ? sp->base : s->base,
	    sp != NULL && sp->sample != NULL ? sp->sample : made);
}

static const struct ams_desc *
table_of(const struct section *s)
{
	const struct ams_desc *d =
	    ams_verb_find(s->verb, strlen(s->verb))->params;

	if (s->list == NULL)
		return d;
	while (d->keyword != NULL && strcmp(d->keyword, s->list) != 0)
		d++;
	assert_non_null(d->keyword);
	return d->sub;
}

static void
every_keyword_does_something_or_says_that_it_cannot(void **state)
{
	const struct ams_desc *d;
	size_t i;
	int n = 0;

	(void)state;
	deck_quiet = true;
	examine_finds[DS_F_IX_COUNT] = true; /* ERRORLIMIT has something */
	for (i = 0; i < LEN(sections); i++)
		for (d = table_of(&sections[i]); d->keyword != NULL; d++) {
			if (d->type == AMS_LIST && sections[i].list == NULL &&
			    strcmp(sections[i].verb, "DEFINE") == 0)
				continue; /* objects: sections of their own */
			if ((d->flags & AMS_POSITIONAL) != 0)
				continue;
			check_keyword(&sections[i], d);
			n++;
		}
	assert_true(n > 200);
	forget();
	assert_int_equal(broken, 0);
}

static void
what_is_said_of_an_environment_is_not_lost(void **state)
{
	static const char base[] = "PRINT INFILE(INDD @)";
	static const char repro[] = "REPRO IFILE(INDD) OFILE(OUTDD @)";

	(void)state;
	deck_quiet = true;
	/* About ISAM and tapes, which are not here. */
	check_claim(IGNORED, base, "ENV(DUMMY)");
	check_claim(IGNORED, base, "ENV(PDEV(3390) HDEV(3390))");
	check_claim(IGNORED, repro, "ENV(UNLOAD NLBL)");
	check_claim(EFFECT, base, "ENV(RECFM(FB))");
	check_claim(EFFECT, base, "ENV(DUMMY RECSZ(80))");
	check_claim(EFFECT, repro, "ENV(BLKSZ(800))");
	forget();
	assert_int_equal(broken, 0);
}

static void
a_value_that_asks_for_nothing_is_taken(void **state)
{
	(void)state;
	deck_quiet = true;
	check_claim(IGNORED, "PRINT IDS(IN.KSDS) @", "RLSSOURCE(NO)");
	check_claim(IGNORED, "REPRO IDS(IN.KSDS) ODS(OUT.KSDS) @",
	    "RLSSOURCE(NO) RLSTARGET(NO)");
	forget();
	assert_int_equal(broken, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(
		every_keyword_does_something_or_says_that_it_cannot),
	    cmocka_unit_test(what_is_said_of_an_environment_is_not_lost),
	    cmocka_unit_test(a_value_that_asks_for_nothing_is_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Commands that work on the records of data sets; PARM and CANCEL. */
#include <stddef.h>

#include "parser/verb_int.h"

enum {
	G_IN = 1,
	G_OUT,
	G_FROM,
	G_TO,
	G_REPLACE,
	G_REUSE,
	G_MERGE,
	G_CIMODE,
	G_SELECT,
	G_FORM,
	G_INDEX,
	G_DATA,
	G_SORT,
	G_SORTCALL,
	G_ERASE,
	G_INHS,
	G_INHT,
	G_PURGE,
	G_TEMP,
	G_LOCK,
	G_RAC,
	G_ALIAS,
	G_ORDERED,
	G_CIPHER,
	G_DBCS,
	G_INSERT,
	G_TEST,
	G_GRAPHICS,
};

const struct ams_desc ams_sub_keyranges[] = {
    ROW("LOW", NULL, AMS_STRING, "lowest key", .min = 1, .max = 64,
	.flags = AMS_POSITIONAL | AMS_REQUIRED),
    ROW("HIGH", NULL, AMS_STRING, "highest key", .min = 1, .max = 64,
	.flags = AMS_POSITIONAL | AMS_REQUIRED),
    TABLE_END,
};

static const struct ams_desc environment[] = {
    INT("BLOCKSIZE", "BLKSZ", 1, 32760, "bytes of a block"),
    FLAG("DUMMY", "DUM", 0, "dummy ISAM records as well"),
    NAME("HIGHINDEXDEVICE", "HINDEXDEVICE HDEV", "obsolete (ISAM)"),
    NAME("PRIMEDATADEVICE", "PDEV", "obsolete (ISAM)"),
    WORD("RECORDFORMAT", "RECFM",
	"FIXUNB F FIXBLK FB VARUNB V VARBLK VB SPNUNB S SPNBLK SB UNDEF U",
	"format of the records"),
    INT("RECORDSIZE", "RECSZ", 1, 32760, "bytes of a record"),
    FLAG("NOLABEL", "NLBL", 0, "tape without labels"),
    FLAG("UNLOAD", "UNLD", 0, "unload the tape at the end"),
    TABLE_END,
};

const struct ams_desc ams_sub_environment[] = {
    SUB("ENVIRONMENT", "ENV", environment, "attributes of the data set"),
    TABLE_END,
};

/* --- REPRO, PRINT -------------------------------------------------------- */

static const struct ams_desc cipher[] = {
    FLAG("EXTERNALKEYNAME", "EKN", 0, "name of a key"),
    FLAG("INTERNALKEYNAME", "IKN", 0, "name of a key"),
    FLAG("PRIVATEKEY", "PRIKEY", 0, "key not managed"),
    FLAG("SYSTEMKEY", "SYSKEY", 0, "key managed by the system"),
    TABLE_END,
};

static const struct ams_desc shift[] = {
    ROW("FROM", NULL, AMS_INT, "offset of the first byte", .min = 0,
	.max = 32760, .flags = AMS_POSITIONAL | AMS_REQUIRED),
    ROW("TO", NULL, AMS_INT, "offset of the last byte", .min = 0, .max = 32760,
	.flags = AMS_POSITIONAL | AMS_REQUIRED),
    TABLE_END,
};

/* Shift characters around double-byte data (mem). */
#define INSERT_ROWS                                                 \
	ROW("INSERTSHIFT", "ISHFT", AMS_SUBLISTS,                   \
	    "shift characters around these bytes", .values_min = 1, \
	    .values_max = 255, .group = G_INSERT, .sub = shift),    \
	    FLAG("INSERTALL", "ISALL", G_INSERT,                    \
		"shift characters around the whole record")

/* Where double-byte data are not checked. Source: SC23-6846. */
#define SKIPDBCS_ROW                                                          \
	ROW("SKIPDBCSCHECK", "SKDC", AMS_SUBLISTS,                            \
	    "bytes that are not checked", .values_min = 1, .values_max = 255, \
	    .group = G_DBCS, .sub = shift)

static const struct ams_desc repro[] = {
    DD_ENV_ROW("INFILE", "IFILE", G_IN, AMS_REQUIRED, "DD to read"),
    DSN_ENV_ROW("INDATASET", "IDS", G_IN, AMS_REQUIRED, "data set to read"),
    DD_ENV_ROW("OUTFILE", "OFILE", G_OUT, AMS_REQUIRED, "DD to write"),
    DSN_ENV_ROW("OUTDATASET", "ODS", G_OUT, AMS_REQUIRED, "data set to write"),
    FROM_TO_ROWS(G_FROM, G_TO),
    FLAG("REPLACE", "REP", G_REPLACE, "replace records of the same key"),
    FLAG_DFLT("NOREPLACE", "NREP", G_REPLACE, "they are errors"),
    FLAG("REUSE", "RUS", G_REUSE, "reset the output to empty first"),
    FLAG_DFLT("NOREUSE", "NRUS", G_REUSE, "add to the output"),
    ROW("ERRORLIMIT", "ELIMIT", AMS_INT, "errors that end the copy", .min = 1,
	.max = 2147483647, .dflt = "4"),
    FLAG("CIMODE", "CIM", G_CIMODE, "copy control intervals"),
    FLAG("NOCIMODE", "NCIM", G_CIMODE, "copy records"),
    ROW("ENTRIES", "ENTRY ENT", AMS_GENERIC, "entries to be merged",
	.flags = AMS_PASSWORD, .group = G_SELECT, .values_min = 1,
	.values_max = 1000),
    ROW("LEVEL", "LVL", AMS_GENERIC, "entries below these qualifiers",
	.group = G_SELECT, .values_min = 1, .values_max = 1000),
    FLAG("LIBRARYENTRIES", "LIBENTRIES LIBENT", 0, "tape libraries"),
    FLAG("VOLUMEENTRIES", "VOLENTRIES VOLENT", 0, "tape volumes"),
    FLAG("MERGECAT", "MRGC", G_MERGE, "move entries between catalogs"),
    FLAG_DFLT("NOMERGECAT", "NOMRGC", G_MERGE, "copy the whole"),
    ROW("MESSAGELEVEL", "MLEVEL", AMS_WORD, "how much MERGECAT says",
	.words = "ALL SHORT", .dflt = "ALL"),
    ROW("FILE", NULL, AMS_DD, "DDs of volumes", .values_min = 1,
	.values_max = 255),
    FLAG("DBCS", NULL, 0, "check double-byte characters"),
    FLAG("DBCSCHECK", "DBCSC", G_DBCS, "check double-byte characters"),
    SKIPDBCS_ROW,
    FLAG("NODBCSCHECK", "NODC NDBCSC", G_DBCS, "do not check them"),
    INSERT_ROWS,
    WORD("RLSSOURCE", NULL, "NO YES QUIESCE", "RLS access to the input"),
    WORD("RLSTARGET", NULL, "NO YES QUIESCE", "RLS access to the output"),
    ROW("ENCIPHER", "ENCPHR", AMS_LIST, "encipher the output",
	.group = G_CIPHER, .sub = cipher),
    ROW("DECIPHER", "DECPHR", AMS_LIST, "decipher the input", .group = G_CIPHER,
	.sub = cipher),
    TABLE_END,
};

const struct ams_verb ams_verb_repro = {
    .verb = "REPRO",
    .params = repro,
    .help = "copy records from one data set to another",
};

static const struct ams_desc print[] = {
    DD_ENV_ROW("INFILE", "IFILE", G_IN, AMS_REQUIRED, "DD to print"),
    DSN_ENV_ROW("INDATASET", "IDS", G_IN, AMS_REQUIRED, "data set to print"),
    ROW("OUTFILE", "OFILE", AMS_DD, "where the listing goes", .group = 0),
    FLAG("CHARACTER", "CHAR", G_FORM, "as characters"),
    FLAG("HEX", NULL, G_FORM, "as hexadecimal digits"),
    FLAG_DFLT("DUMP", NULL, G_FORM, "as both"),
    FLAG("DBCS", NULL, 0, "double-byte characters among them"),
    FROM_TO_ROWS(G_FROM, G_TO),
    FLAG("DBCSCHECK", "DBCSC", G_DBCS, "check double-byte characters"),
    SKIPDBCS_ROW,
    FLAG("NODBCSCHECK", "NODC NDBCSC", G_DBCS, "do not check them"),
    INSERT_ROWS,
    WORD("RLSSOURCE", NULL, "NO YES QUIESCE", "RLS access"),
    TABLE_END,
};

const struct ams_verb ams_verb_print = {
    .verb = "PRINT",
    .params = print,
    .help = "print the records of a data set",
};

/* --- VERIFY, EXAMINE, BLDINDEX ------------------------------------------- */

static const struct ams_desc verify[] = {
    ROW("FILE", NULL, AMS_DD, "DD of the data set", .group = G_IN,
	.flags = AMS_REQUIRED | AMS_PASSWORD),
    ROW("DATASET", "DS", AMS_DSN, "data set", .group = G_IN,
	.flags = AMS_REQUIRED | AMS_PASSWORD),
    FLAG("RECOVER", NULL, 0, "finish what was interrupted"),
    TABLE_END,
};

const struct ams_verb ams_verb_verify = {
    .verb = "VERIFY",
    .others = "VFY",
    .params = verify,
    .help = "bring the catalog in line with the end of a data set",
};

static const struct ams_desc examine[] = {
    ROW("NAME", NULL, AMS_DSN, "data set to be tested",
	.flags = AMS_REQUIRED | AMS_PASSWORD),
    FLAG_DFLT("INDEXTEST", "ITEST", G_INDEX, "test the index component"),
    FLAG("NOINDEXTEST", "NOITEST", G_INDEX, "do not test it"),
    FLAG("DATATEST", "DTEST", G_DATA, "test the data component"),
    FLAG_DFLT("NODATATEST", "NODTEST", G_DATA, "do not test it"),
    ROW("ERRORLIMIT", "ELIMIT", AMS_INT, "most error messages in detail",
	.min = 0, .max = 2147483647, .dflt = "2147483647"),
    TABLE_END,
};

const struct ams_verb ams_verb_examine = {
    .verb = "EXAMINE",
    .params = examine,
    .help = "test the structure of a key-sequenced data set",
};

static const struct ams_desc bldindex[] = {
    ROW("INFILE", "IFILE", AMS_DD, "DD of the base", .group = G_IN,
	.flags = AMS_REQUIRED | AMS_PASSWORD),
    ROW("INDATASET", "IDS", AMS_DSN, "the base", .group = G_IN,
	.flags = AMS_REQUIRED | AMS_PASSWORD),
    ROW("OUTFILE", "OFILE", AMS_DD, "DDs of the alternate indexes",
	.group = G_OUT, .flags = AMS_REQUIRED | AMS_PASSWORD, .values_min = 1,
	.values_max = 255),
    ROW("OUTDATASET", "ODS", AMS_DSN, "the alternate indexes or paths",
	.group = G_OUT, .flags = AMS_REQUIRED | AMS_PASSWORD, .values_min = 1,
	.values_max = 255),
    FLAG("EXTERNALSORT", "ESORT", G_SORT, "sort with work files"),
    FLAG_DFLT("INTERNALSORT", "ISORT", G_SORT, "sort in memory"),
    ROW("WORKFILES", "WORKFILE WFILES WFILE", AMS_DD, "work file DDs",
	.values_min = 1, .values_max = 2, .dflt = "IDCUT1 IDCUT2"),
    FLAG("SORTCALL", NULL, G_SORTCALL, "call the sort product"),
    FLAG("NOSORTCALL", NULL, G_SORTCALL, "use the sort built in"),
    WORD("SORTMESSAGELEVEL", "SORTMLVL", "ALL CRITICAL NONE",
	"messages of the sort"),
    ROW("SORTMESSAGEDD", "SORTMDD", AMS_DD, "DD for them", .group = 0),
    NAME("SORTDEVICETYPE", "SORTDVT", "device of the sort's work files"),
    INT("SORTFILENUMBER", "SORTFN", 0, 255, "number of work files"),
    CATALOG_ROW,
    TABLE_END,
};

const struct ams_verb ams_verb_bldindex = {
    .verb = "BLDINDEX",
    .others = "BIX",
    .params = bldindex,
    .help = "build alternate indexes",
};

/* --- EXPORT, IMPORT ------------------------------------------------------ */

static const struct ams_desc export[] = {
    ROW("ENTRYNAME", NULL, AMS_DSN, "cluster, alternate index or catalog",
	.flags = AMS_REQUIRED | AMS_POSITIONAL | AMS_PASSWORD),
    FLAG("DISCONNECT", "DCON", 0, "disconnect a user catalog"),
    ROW("INFILE", "IFILE", AMS_DD, "DD of the source", .group = G_IN),
    DD_ENV_ROW("OUTFILE", "OFILE", G_OUT, 0, "DD of the portable copy"),
    DSN_ENV_ROW("OUTDATASET", "ODS", G_OUT, 0, "the portable copy"),
    FLAG("CIMODE", "CIM", G_CIMODE, "copy control intervals"),
    FLAG("RECORDMODE", "RECM", G_CIMODE, "copy records"),
    FLAG("ERASE", "ERAS", G_ERASE, "overwrite the source with zeros"),
    FLAG("NOERASE", "NERAS", G_ERASE, "do not overwrite it"),
    FLAG("INHIBITSOURCE", "INHS", G_INHS, "source becomes read only"),
    FLAG_DFLT("NOINHIBITSOURCE", "NINHS", G_INHS, "it stays as it is"),
    FLAG("INHIBITTARGET", "INHT", G_INHT, "target will be read only"),
    FLAG_DFLT("NOINHIBITTARGET", "NINHT", G_INHT, "read and write"),
    FLAG("PURGE", "PRG", G_PURGE, "delete it even if not expired"),
    FLAG_DFLT("NOPURGE", "NPRG", G_PURGE, "not before it expires"),
    FLAG("TEMPORARY", "TEMP", G_TEMP, "the source stays"),
    FLAG_DFLT("PERMANENT", "PERM", G_TEMP, "the source is deleted"),
    FLAG("LOCK", NULL, G_LOCK, "lock the catalog exported"),
    FLAG("UNLOCK", NULL, G_LOCK, "do not lock it"),
    TABLE_END,
};

static const char *
export_check(const struct ams_plist *top, enum msg_id *idp)
{
	*idp = MSG_IDC3225I;
	if (ams_coded(top, "DISCONNECT") || ams_coded(top, "OUTFILE") ||
	    ams_coded(top, "OUTDATASET"))
		return NULL;
	return "EXPORT";
}

const struct ams_verb ams_verb_export = {
    .verb = "EXPORT",
    .others = "EXP",
    .params = export,
    .check = export_check,
    .help = "make a portable copy, or disconnect a user catalog",
};

static const struct ams_desc objects[] = {
    ROW("NAME", NULL, AMS_DSN, "object to be imported",
	.flags = AMS_POSITIONAL | AMS_REQUIRED | AMS_PASSWORD),
    NAME("DEVICETYPE", "DEVICETYPES DEVT", "device type"),
    ROW("FILE", NULL, AMS_DD, "DD of the volume", .group = 0),
    ROW("KEYRANGES", "KEYRANGE KRNG", AMS_SUBLISTS, "obsolete",
	.flags = AMS_OBSOLETE, .values_min = 1, .values_max = 20,
	.sub = ams_sub_keyranges),
    ROW("NEWNAME", "NEWNM", AMS_DSN, "its new name", .group = 0),
    FLAG("ORDERED", "ORD", G_ORDERED, "volumes in the order given"),
    FLAG("UNORDERED", "UNORD", G_ORDERED, "volumes in any order"),
    VOLUMES_ROW("volumes"),
    NAME("OWNER", NULL, "owner, for information"),
    NAME("STORAGECLASS", "STORCLAS", "SMS storage class"),
    NAME("MANAGEMENTCLASS", "MGMTCLAS", "SMS management class"),
    NAME("DATACLASS", "DATACLAS", "SMS data class"),
    TABLE_END,
};

static const struct ams_desc import[] = {
    DD_ENV_ROW("INFILE", "IFILE", G_IN, 0, "DD of the portable copy"),
    DSN_ENV_ROW("INDATASET", "IDS", G_IN, 0, "the portable copy"),
    ROW("OUTFILE", "OFILE", AMS_DD, "DD of the target", .group = G_OUT,
	.flags = AMS_PASSWORD),
    ROW("OUTDATASET", "ODS", AMS_DSN, "the target", .group = G_OUT,
	.flags = AMS_PASSWORD),
    ROW("OBJECTS", "OBJECT OBJ", AMS_SUBLISTS, "new attributes of objects",
	.values_min = 1, .values_max = 255, .sub = objects),
    FLAG("CONNECT", "CON", 0, "connect a user catalog"),
    FLAG("ERASE", "ERAS", G_ERASE, "overwrite what is replaced"),
    FLAG("NOERASE", "NERAS", G_ERASE, "do not overwrite it"),
    FLAG("PURGE", "PRG", G_PURGE, "replace it even if not expired"),
    FLAG_DFLT("NOPURGE", "NPRG", G_PURGE, "not before it expires"),
    FLAG("INTOEMPTY", "IEMPTY", 0, "into an empty data set"),
    FLAG("SAVRAC", NULL, G_RAC, "keep the security profile"),
    FLAG("NOSAVRAC", NULL, G_RAC, "do not keep it"),
    FLAG("ALIAS", "ALS", G_ALIAS, "define the aliases as well"),
    FLAG_DFLT("NOALIAS", "NALS", G_ALIAS, "do not define them"),
    FLAG("LOCK", NULL, G_LOCK, "the catalog stays locked"),
    FLAG("UNLOCK", NULL, G_LOCK, "the catalog is unlocked"),
    FLAG("VOLCATALOG", "VOLCAT", 0, "a tape volume catalog"),
    CATALOG_ROW,
    TABLE_END,
};

static const char *
import_check(const struct ams_plist *top, enum msg_id *idp)
{
	bool con = ams_coded(top, "CONNECT");

	*idp = MSG_IDC3225I;
	if (con && !ams_coded(top, "OBJECTS"))
		return "IMPORT";
	if (!con && !ams_coded(top, "INFILE") && !ams_coded(top, "INDATASET"))
		return "IMPORT";
	if (!con && !ams_coded(top, "OUTFILE") && !ams_coded(top, "OUTDATASET"))
		return "IMPORT";
	return NULL;
}

const struct ams_verb ams_verb_import = {
    .verb = "IMPORT",
    .others = "IMP",
    .params = import,
    .check = import_check,
    .help = "bring in a portable copy, or connect a user catalog",
};

/* --- PARM ---------------------------------------------------------------- */

static const struct ams_desc full[] = {
    ROW("DUMPID", NULL, AMS_NAME, "dump point",
	.flags = AMS_POSITIONAL | AMS_REQUIRED),
    ROW("BEGIN", NULL, AMS_INT, "first time", .min = 1, .max = 32767,
	.flags = AMS_POSITIONAL),
    ROW("COUNT", NULL, AMS_INT, "how many times", .min = 1, .max = 32767,
	.flags = AMS_POSITIONAL),
    TABLE_END,
};

static const struct ams_desc test[] = {
    FLAG("OFF", NULL, G_TEST, "no traces"),
    FLAG("TRACE", NULL, G_TEST, "trace tables"),
    ROW("AREAS", "AREA", AMS_NAME, "areas to be dumped", .values_min = 1,
	.values_max = 10),
    ROW("FULL", NULL, AMS_SUBLISTS, "dump points", .values_min = 1,
	.values_max = 100, .sub = full),
    TABLE_END,
};

static const struct ams_desc graphics[] = {
    ROW("CHAIN", NULL, AMS_WORD, "print chain", .words = "AN HN PN QN RN SN TN",
	.group = G_GRAPHICS),
    ROW("TABLE", NULL, AMS_NAME, "translate table", .group = G_GRAPHICS),
    TABLE_END,
};

static const struct ams_desc parm[] = {
    SUB("TEST", NULL, test, "diagnostic aids"),
    SUB("GRAPHICS", "GRPH", graphics, "characters that can be printed"),
    ROW("MARGINS", "MAR", AMS_INT, "first and last column that is read",
	.min = 0, .max = 32767, .values_min = 2, .values_max = 2),
    TABLE_END,
};

const struct ams_verb ams_verb_parm = {
    .verb = "PARM",
    .params = parm,
    .help = "set margins and the print chain",
};

/* --- CANCEL -------------------------------------------------------------- */

static const struct ams_desc cancel[] = {
    TABLE_END,
};

const struct ams_verb ams_verb_cancel = {
    .verb = "CANCEL",
    .params = cancel,
    .help = "end the step",
};

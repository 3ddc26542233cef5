/* The rarer commands: ALLOCATE, DCOLLECT, DIAGNOSE, SETCACHE, LISTDATA, SHCDS,
 * CREATE. Keywords and abbreviations rest on memory of SC23-6846 (mem). */
#include <stddef.h>

#include "parser/verb_int.h"

enum {
	G_WHAT = 1,
	G_DISP,
	G_STATUS,
	G_UNIT,
	G_EXPIRY,
	G_MODEL,
	G_OUT,
	G_IN,
	G_SELECT,
	G_DUMP,
	G_LIST,
	G_COMPARE,
	G_DEVICE,
	G_SWITCH,
	G_PLACE,
	G_WTO,
	G_USE,
	G_HOLD,
};

/* --- ALLOCATE ------------------------------------------------------------ */

/*
 * TSO's ALLOCATE: any keyword may be cut short. Spellings that would be of
 * several keywords and are in use all the same are listed (mem).
 */
static const struct ams_desc allocate[] = {
    ROW("DSNAME", "DATASET DSN DA", AMS_MEMBER,
	"data sets, behind each other; * the terminal", .values_min = 1,
	.values_max = 255, .flags = AMS_PASSWORD | AMS_TERMINAL),
    ROW("FILE", "DDNAME F FI FIL", AMS_DD, "DD to be allocated", .group = 0),
    ROW("PATH", NULL, AMS_STRING, "file of the host", .min = 1, .max = 255,
	.group = G_WHAT),
    ROW("PATHDISP", NULL, AMS_WORD, "what becomes of it at the end",
	.words = "KEEP DELETE", .values_min = 1, .values_max = 2),
    ROW("PATHMODE", NULL, AMS_WORD, "its permissions",
	.words = "SIRUSR SIWUSR SIXUSR SIRWXU SIRGRP SIWGRP SIXGRP SIRWXG "
		 "SIROTH SIWOTH SIXOTH SIRWXO SISUID SISGID",
	.values_min = 1, .values_max = 14),
    ROW("PATHOPTS", NULL, AMS_WORD, "how it is opened",
	.words = "ORDONLY OWRONLY ORDWR OAPPEND OCREAT OEXCL ONOCTTY "
		 "ONONBLOCK OSYNC OTRUNC",
	.values_min = 1, .values_max = 7),
    WORD("FILEDATA", NULL, "BINARY TEXT RECORD", "what it holds"),
    FLAG("NEW", NULL, G_STATUS, "does not exist yet"),
    FLAG("OLD", NULL, G_STATUS, "exists; nobody else may have it"),
    FLAG("SHR", NULL, G_STATUS, "exists; others may have it"),
    FLAG("MOD", NULL, G_STATUS, "is added to"),
    FLAG("DUMMY", NULL, G_WHAT, "no data set"),
    FLAG("REUSE", NULL, 0, "what the DD stands for already is freed"),
    FLAG("KEEP", NULL, G_DISP, "kept at the end"),
    FLAG("DELETE", NULL, G_DISP, "deleted at the end"),
    FLAG("CATALOG", NULL, G_DISP, "catalogued at the end"),
    FLAG("UNCATALOG", NULL, G_DISP, "uncatalogued at the end"),
    ROW("SPACE", "SP", AMS_INT, "primary and secondary space", .min = 0,
	.max = 16777215, .values_min = 1, .values_max = 2),
    FLAG("TRACKS", "TRACK TRK TR T", G_UNIT, "space in tracks"),
    FLAG("CYLINDERS", "CYLINDER CYL", G_UNIT, "space in cylinders"),
    ROW("BLOCK", NULL, AMS_INT, "space in blocks of this length", .min = 1,
	.max = 65535, .group = G_UNIT),
    ROW("AVBLOCK", NULL, AMS_INT, "space in records of this length", .min = 0,
	.max = 65535, .group = G_UNIT),
    WORD("AVGREC", NULL, "U K M", "units of records"),
    INT("DIR", NULL, 0, 65535, "directory blocks"),
    NAME("UNIT", NULL, "device"),
    ROW("VOLUME", "VOLUMES VOL", AMS_VOLSER, "volumes", .values_min = 1,
	.values_max = 59),
    INT("BLKSIZE", NULL, 0, 32760, "bytes of a block"),
    INT("LRECL", NULL, 0, 32760, "bytes of a record"),
    ROW("RECFM", NULL, AMS_WORD, "format of the records",
	.words = "A B D F M S T U V FB FBA FBM FBS FA FM FS VB VBA VBM "
		 "VBS VA VM VS UA UM",
	.values_min = 1, .values_max = 5),
    WORD("DSORG", NULL, "PS PSU PO POU DA DAU", "organization"),
    WORD("DSNTYPE", NULL, "LIBRARY PDS HFS PIPE BASIC LARGE EXTREQ EXTPREF",
	"type"),
    WORD("RECORG", NULL, "KS ES RR LS", "VSAM organization"),
    INT("KEYLEN", NULL, 0, 255, "bytes of the key"),
    INT("KEYOFF", "KEYOFFSET", 0, 32760, "offset of the key"),
    ROW("LIKE", NULL, AMS_DSN, "data set whose attributes are taken",
	.group = G_MODEL),
    ROW("REFDD", NULL, AMS_DD, "DD whose attributes are taken",
	.group = G_MODEL),
    ROW("USING", NULL, AMS_NAME, "attribute list", .group = G_MODEL),
    NAME("DATACLAS", "DATACLASS", "SMS data class"),
    NAME("STORCLAS", "STORAGECLASS", "SMS storage class"),
    NAME("MGMTCLAS", "MANAGEMENTCLASS", "SMS management class"),
    ROW("EXPDT", NULL, AMS_DATE, "keep until this date", .group = G_EXPIRY),
    ROW("RETPD", NULL, AMS_INT, "keep for so many days", .min = 0, .max = 9999,
	.group = G_EXPIRY),
    FLAG("RELEASE", "RLSE", 0, "give back unused space at close"),
    FLAG("ROUND", NULL, 0, "whole cylinders"),
    FLAG("INPUT", NULL, G_USE, "is read"),
    FLAG("OUTPUT", NULL, G_USE, "is written"),
    INT("BUFNO", NULL, 0, 255, "buffers"),
    INT("BUFL", NULL, 0, 32760, "bytes of a buffer"),
    INT("MAXVOL", NULL, 1, 255, "most volumes"),
    INT("UCOUNT", NULL, 1, 59, "devices"),
    INT("VSEQ", NULL, 1, 255, "first volume"),
    INT("POSITION", NULL, 1, 9999, "file on a tape"),
    WORD("LABEL", NULL, "SL SUL NL NSL BLP LTM AL AUL", "kind of label"),
    WORD("EATTR", NULL, "NO OPT", "extended attribute DSCBs"),
    FLAG("PARALLEL", NULL, 0, "a device a volume"),
    FLAG("PRIVATE", NULL, 0, "volumes are private"),
    FLAG("PROTECT", NULL, 0, "with a security profile"),
    WORD("BFALN", NULL, "F D", "alignment of buffers"),
    WORD("BFTEK", NULL, "S E A R", "how they are taken"),
    INT("BUFOFF", NULL, 0, 99, "prefix of a block of a tape"),
    INT("DEN", NULL, 0, 4, "density of a tape"),
    WORD("DIAGNS", NULL, "TRACE", "trace of opens"),
    WORD("EROPT", NULL, "ACC SKP ABE", "what an input error does"),
    INT("LIMCT", NULL, 1, 32760, "blocks that are searched"),
    INT("NCP", NULL, 1, 255, "reads in front of a check"),
    ROW("OPTCD", NULL, AMS_STRING, "services asked for", .min = 1, .max = 1,
	.values_min = 1, .values_max = 11),
    WORD("TRTCH", NULL, "C E T ET COMP NOCOMP", "recording on a tape"),
    STR("ACCODE", NULL, 1, 8, "access code of a tape"),
    STR("SECMODEL", NULL, 1, 44, "profile to be copied"),
    ROW("ALTFILE", NULL, AMS_DD, "SYSIN in the place of the data set",
	.group = 0),
    ROW("SUBSYS", NULL, AMS_STRING, "subsystem", .min = 1, .max = 67,
	.values_min = 1, .values_max = 254),
    FLAG("HOLD", NULL, G_HOLD, "keep the output in the queue"),
    FLAG("NOHOLD", NULL, G_HOLD, "do not"),
    ROW("SYSOUT", NULL, AMS_NAME, "output class", .flags = AMS_OPTVALUE,
	.group = G_WHAT),
    NAME("DEST", NULL, "where output goes"),
    INT("COPIES", NULL, 1, 255, "copies of the output"),
    FLAG("BURST", NULL, 0, "separate its sheets"),
    ROW("CHARS", NULL, AMS_NAME, "its character sets", .values_min = 1,
	.values_max = 4),
    ROW("FCB", NULL, AMS_NAME, "its form control buffer", .values_min = 1,
	.values_max = 2),
    STR("FLASH", NULL, 1, 8, "its overlay"),
    NAME("FORMS", NULL, "its paper"),
    STR("MODIFY", NULL, 1, 8, "its copy modification"),
    ROW("OUTDES", NULL, AMS_NAME, "its output descriptors", .values_min = 1,
	.values_max = 128),
    INT("SEGMENT", NULL, 1, 99999, "pages of a piece of it"),
    WORD("SPIN", NULL, "UNALLOC NO", "when it is printed"),
    NAME("UCS", NULL, "its character set"),
    NAME("WRITER", NULL, "its external writer"),
    TABLE_END,
};

const struct ams_verb ams_verb_allocate = {
    .verb = "ALLOCATE",
    .others = "ALLOC",
    .params = allocate,
    .help = "create or connect a data set",
    .shortened = true,
};

/* --- DCOLLECT, DIAGNOSE -------------------------------------------------- */

static const struct ams_desc dcollect[] = {
    ROW("OUTFILE", "OFILE", AMS_DD, "DD to write", .group = G_OUT,
	.flags = AMS_REQUIRED),
    ROW("OUTDATASET", "ODS", AMS_DSN, "data set to write", .group = G_OUT,
	.flags = AMS_REQUIRED),
    ROW("VOLUMES", "VOLUME VOL", AMS_STRING, "volumes, * at the end", .min = 1,
	.max = 6, .values_min = 1, .values_max = 255),
    ROW("STORAGEGROUP", "STG", AMS_NAME, "storage groups", .values_min = 1,
	.values_max = 255),
    ROW("EXCLUDEVOLUMES", "EXV", AMS_STRING, "volumes left out", .min = 1,
	.max = 6, .values_min = 1, .values_max = 255),
    FLAG("NODATAINFO", "NODI", 0, "no data set records"),
    FLAG("NOVOLUMEINFO", "NOVI", 0, "no volume records"),
    FLAG("MIGRATEDATA", "MIGD", 0, "migrated data sets"),
    FLAG("BACKUPDATA", "BACD", 0, "backed up data sets"),
    FLAG("CAPPLANDATA", "CAPD", 0, "capacity planning"),
    ROW("SMSDATA", "SMS", AMS_DSN, "SMS configuration", .group = 0),
    INT("ERRORLIMIT", "ELIMIT", 1, 2147483647, "errors that end it"),
    NAME("EXITNAME", "EXIT", "user exit"),
    FLAG("REPLACECONTENTS", "REPL", 0, "write over the output"),
    FLAG("MIGRSNAPALL", "MSALL", 0, "ask the migration manager"),
    FLAG("MIGRSNAPERR", "MSERR", 0, "ask it about errors"),
    TABLE_END,
};

const struct ams_verb ams_verb_dcollect = {
    .verb = "DCOLLECT",
    .others = "DCOL",
    .params = dcollect,
    .help = "collect records about data sets and volumes",
};

static const struct ams_desc scope[] = {
    ROW("ENTRIES", "ENT ENTRY", AMS_GENERIC, "entries", .group = G_SELECT,
	.flags = AMS_REQUIRED, .values_min = 1, .values_max = 255),
    ROW("CATALOG", "CAT", AMS_DSN, "catalogs", .group = G_SELECT,
	.flags = AMS_REQUIRED, .values_min = 1, .values_max = 99),
    ROW("LEVEL", "LVL", AMS_GENERIC, "what is below", .group = G_SELECT,
	.flags = AMS_REQUIRED),
    TABLE_END,
};

static const struct ams_desc diagnose[] = {
    FLAG("ICFCATALOG", "ICFCAT", G_WHAT, "a catalog"),
    FLAG("VVDS", NULL, G_WHAT, "a volume data set"),
    ROW("INFILE", "IFILE", AMS_DD, "DD to be checked", .group = G_IN,
	.flags = AMS_REQUIRED),
    ROW("INDATASET", "IDS", AMS_DSN, "data set to be checked", .group = G_IN,
	.flags = AMS_REQUIRED),
    ROW("COMPAREDD", "CMPRDD", AMS_DD, "DDs to compare with",
	.group = G_COMPARE, .values_min = 1, .values_max = 99),
    ROW("COMPAREDS", "CMPRDS", AMS_DSN, "data sets to compare with",
	.group = G_COMPARE, .values_min = 1, .values_max = 99),
    FLAG_DFLT("DUMP", NULL, G_DUMP, "dump what is wrong"),
    FLAG("NODUMP", NULL, G_DUMP, "do not dump"),
    FLAG("LIST", NULL, G_LIST, "list what is right"),
    FLAG_DFLT("NOLIST", NULL, G_LIST, "do not list it"),
    ROW("ERRORLIMIT", "ELIMIT", AMS_INT, "errors that end it", .min = 0,
	.max = 2147483647, .dflt = "16"),
    ROW("INCLUDE", "INCL", AMS_LIST, "only these", .group = G_SELECT,
	.sub = scope),
    ROW("EXCLUDE", "EXCL", AMS_LIST, "all but these", .group = G_SELECT,
	.sub = scope),
    FLAG("LOCK", NULL, 0, "lock the catalog"),
    TABLE_END,
};

const struct ams_verb ams_verb_diagnose = {
    .verb = "DIAGNOSE",
    .others = "DIAG",
    .params = diagnose,
    .help = "check a catalog or a volume data set",
};

/* --- cache subsystems ---------------------------------------------------- */

#define DEVICE_ROWS                                                       \
	ROW("FILE", NULL, AMS_DD, "DD of the volume", .group = G_PLACE),  \
	    ROW("VOLUME", "VOL", AMS_VOLSER, "volume", .group = G_PLACE), \
	    NAME("UNIT", NULL, "its device type")

static const struct ams_desc setcache[] = {
    DEVICE_ROWS,
    FLAG("DEVICE", "DEV", G_DEVICE, "caching for a device"),
    FLAG("SUBSYSTEM", "SSYS", G_DEVICE, "caching for a subsystem"),
    FLAG("NVS", NULL, G_DEVICE, "non-volatile storage"),
    FLAG("DASDFASTWRITE", "DFW", G_DEVICE, "fast write"),
    FLAG("CACHEFASTWRITE", "CFW", G_DEVICE, "cache fast write"),
    FLAG("DESTAGE", NULL, G_DEVICE, "write the cache out"),
    FLAG("DISCARDPINNED", NULL, G_DEVICE, "discard pinned data"),
    FLAG("REINITIALIZE", NULL, G_DEVICE, "start the subsystem anew"),
    FLAG("SETSECONDARY", NULL, G_DEVICE, "make a duplex pair"),
    FLAG("REESTABLISHDUPLEX", NULL, G_DEVICE, "make it a pair again"),
    FLAG("RESETTODUPLEX", NULL, G_DEVICE, "back to a pair"),
    FLAG("RESETTOSIMPLEX", NULL, G_DEVICE, "end the pair"),
    FLAG("SUSPENDPRIMARY", NULL, G_DEVICE, "suspend the primary"),
    FLAG("SUSPENDSECONDARY", NULL, G_DEVICE, "suspend the secondary"),
    FLAG("ON", NULL, G_SWITCH, "on"),
    FLAG("OFF", NULL, G_SWITCH, "off"),
    FLAG("PENDINGOFF", NULL, G_SWITCH, "off, when written out"),
    INT("ID", NULL, 0, 65535, "subsystem"),
    TABLE_END,
};

const struct ams_verb ams_verb_setcache = {
    .verb = "SETCACHE",
    .others = "SETC",
    .params = setcache,
    .help = "set the caching of a storage subsystem",
};

static const struct ams_desc listdata[] = {
    FLAG_DFLT("COUNTS", "CNT", G_WHAT, "use counts"),
    FLAG("STATUS", "STAT", G_WHAT, "status"),
    FLAG("DSTATUS", "DSTAT", G_WHAT, "device status"),
    FLAG("PINNED", "PIN", G_WHAT, "pinned data"),
    FLAG("REASON", NULL, G_WHAT, "reason codes"),
    FLAG("ACCESSCODE", "ACODE", G_WHAT, "access code"),
    DEVICE_ROWS,
    FLAG_DFLT("DEVICE", "DEV", G_DEVICE, "of a device"),
    FLAG("SUBSYSTEM", "SSYS", G_DEVICE, "of a subsystem"),
    FLAG("ALL", NULL, G_DEVICE, "of all"),
    FLAG("LEGEND", "LGND", G_LIST, "explain the headings"),
    FLAG_DFLT("NOLEGEND", "NOLGND", G_LIST, "do not"),
    FLAG("WTO", NULL, G_WTO, "to the operator as well"),
    FLAG("NOWTO", NULL, G_WTO, "not to the operator"),
    FLAG("SECONDARY", NULL, 0, "the secondary of a pair"),
    ROW("OUTFILE", "OFILE", AMS_DD, "DD to write", .group = G_OUT),
    ROW("OUTDATASET", "ODS", AMS_DSN, "data set to write", .group = G_OUT),
    TABLE_END,
};

const struct ams_verb ams_verb_listdata = {
    .verb = "LISTDATA",
    .others = "LDATA",
    .params = listdata,
    .help = "list the state of a storage subsystem",
};

/* --- SHCDS --------------------------------------------------------------- */

#define SPHERE(k, o, h) \
	ROW(k, o, AMS_GENERIC, h, .group = G_WHAT, .flags = AMS_REQUIRED)
#define SUBSYS(k, o, h) \
	ROW(k, o, AMS_NAME, h, .group = G_WHAT, .flags = AMS_REQUIRED)
#define ACTION(k, h) \
	ROW(k, NULL, AMS_FLAG, h, .group = G_WHAT, .flags = AMS_REQUIRED)

static const struct ams_desc shunted[] = {
    ROW("SPHERE", NULL, AMS_DSN, "sphere", .group = G_SELECT,
	.flags = AMS_REQUIRED),
    ROW("URID", NULL, AMS_STRING, "unit of recovery, or ALL", .min = 1,
	.max = 64, .group = G_SELECT, .flags = AMS_REQUIRED),
    TABLE_END,
};

#define SHUNTED(k, o, h)                                               \
	ROW(k, o, AMS_LIST, h, .group = G_WHAT, .flags = AMS_REQUIRED, \
	    .sub = shunted)

static const struct ams_desc shcds[] = {
    SPHERE("LISTDS", "LDS", "list a sphere"),
    SUBSYS("LISTSUBSYS", "LSS", "list a subsystem, or ALL"),
    SUBSYS("LISTSUBSYSDS", "LSSDSL", "and its data sets"),
    SPHERE("LISTRECOVERY", "LRCVRY", "list what needs recovery"),
    ROW("LISTALL", "LALL", AMS_FLAG, "list everything about recovery",
	.group = G_WHAT, .flags = AMS_REQUIRED),
    SHUNTED("LISTSHUNTED", NULL, "list shunted work"),
    SPHERE("FRSETRR", "SETRR", "forward recovery begins"),
    SPHERE("FRUNBIND", "UNB", "unbind retained locks"),
    SPHERE("FRBIND", "BIND", "bind retained locks again"),
    SPHERE("FRRESETRR", "RESET", "forward recovery has ended"),
    SPHERE("FRDELETEUNBOUNDLOCKS", "DUNBL", "delete unbound locks"),
    SPHERE("PERMITNONRLSUPDATE", "PERMIT", "allow updates without RLS"),
    SPHERE("DENYNONRLSUPDATE", "DENY", "allow them no more"),
    SUBSYS("REMOVESUBSYS", "RSS", "forget a subsystem"),
    SPHERE("CFREPAIR", "CFREP", "rebuild RLS information"),
    SPHERE("CFREPAIRDS", "CFREPDS", "rebuild that of a data set"),
    SPHERE("CFRESET", "CFRES", "fall back from RLS"),
    SPHERE("CFRESETDS", "CFRDS", "fall back, a data set"),
    SPHERE("CFQUIRSDS", "CFQDS", "quiesce a data set"),
    SHUNTED("RETRY", NULL, "retry shunted work"),
    SHUNTED("PURGE", NULL, "discard shunted work"),
    FLAG("JOBS", NULL, 0, "with the jobs"),
    FLAG("LIST", NULL, G_LIST, "list what was done"),
    FLAG("NOLIST", NULL, G_LIST, "do not"),
    FLAG("NONE", NULL, 0, "regardless of the volume"),
    VOLUMES_ROW("volumes"),
    NAME("UNIT", NULL, "their device type"),
    ROW("OUTFILE", "OFILE", AMS_DD, "where the listing goes", .group = 0),
    TABLE_END,
};

const struct ams_verb ams_verb_shcds = {
    .verb = "SHCDS",
    .params = shcds,
    .help = "record-level sharing: list and recover",
};

/* --- CREATE -------------------------------------------------------------- */

static const struct ams_desc libraryentry[] = {
    ROW("NAME", NULL, AMS_NAME, "tape library", .flags = AMS_REQUIRED),
    NAME("CONSOLENAME", "CONSOLE", "operator console"),
    STR("DESCRIPTION", "DESC", 1, 120, "description"),
    NAME("LIBRARYID", "LIBID", "number of the library"),
    STR("LIBDEVTYPE", "LDEVT", 1, 8, "device type"),
    NAME("LOGICALTYPE", "LOGTYP", "AUTOMATED or MANUAL"),
    INT("NUMBEREMPTYSLOTS", "NUMESLT", 0, 999999, "empty slots"),
    INT("NUMBERSLOTS", "NUMSLT", 0, 999999, "slots"),
    TABLE_END,
};

static const struct ams_desc volumeentry[] = {
    ROW("NAME", NULL, AMS_NAME, "V and the volume serial number",
	.flags = AMS_REQUIRED),
    NAME("LIBRARYNAME", "LIBNAME LIBNM", "tape library"),
    WORD("LOCATION", "LOC", "LIBRARY SHELF", "where it is"),
    NAME("MEDIATYPE", "MTYPE", "medium"),
    NAME("RECORDING", "REC", "recording technique"),
    STR("SHELFLOCATION", "SHELFLOC SHELF", 1, 32, "shelf"),
    NAME("STORAGEGROUP", "STORGRP", "storage group"),
    WORD("USEATTRIBUTE", "UATTR", "PRIVATE SCRATCH", "use"),
    ROW("EXPIRATIONDATE", "EXPDATE", AMS_STRING, "date", .min = 1, .max = 10),
    FLAG("CHECKPOINT", "CHKPT", 0, "a checkpoint volume"),
    NAME("OWNERINFORMATION", "OWNERINFO", "owner"),
    TABLE_END,
};

static const struct ams_desc create[] = {
    ROW("LIBRARYENTRY", "LIBENTRY LIBENT", AMS_LIST, "a tape library",
	.group = G_WHAT, .flags = AMS_REQUIRED, .sub = libraryentry),
    ROW("VOLUMEENTRY", "VOLENTRY VOLENT", AMS_LIST, "a tape volume",
	.group = G_WHAT, .flags = AMS_REQUIRED, .sub = volumeentry),
    CATALOG_ROW,
    TABLE_END,
};

const struct ams_verb ams_verb_create = {
    .verb = "CREATE",
    .params = create,
    .help = "create entries for tape libraries and volumes",
};

/* DEFINE: every object and its attributes. */
#include <stddef.h>
#include <string.h>

#include "parser/verb_int.h"

/* Groups of one attribute list; the numbers only have to differ. */
enum {
	G_SPACE = 1,
	G_ORG,
	G_ERASE,
	G_REUSE,
	G_SPANNED,
	G_SPEED,
	G_WRITECHECK,
	G_TO,
	G_RECATALOG,
	G_IMBED,
	G_REPLICATE,
	G_ORDERED,
	G_UNIQUE,
	G_STAGE,
	G_DESTAGE,
	G_RECOVERABLE,
	G_UNIQUEKEY,
	G_UPGRADE,
	G_UPDATE,
	G_LOGREP,
	G_RECLAIM,
	G_RLS,
	G_EMPTY,
	G_SCRATCH,
	G_PURGE,
	G_FIFO,
	G_EXTENDED,
	G_RELATE,
	G_CATTYPE,
	G_LOCK,
	G_SHARING,
	G_SUSPEND,
	G_SWAP,
	G_CANDIDATE,
	G_OBJECT = 100,
};

/* Rows of the levels; those with a default have it at the top level alone, so
 * that what is coded for a component is not hidden by it. */
#define NAME_ROW(f) \
	ROW("NAME", NULL, AMS_DSN, "entry name", .flags = (f) | AMS_PASSWORD)
#define MODEL_ROW                                                       \
	ROW("MODEL", NULL, AMS_DSN, "entry whose attributes are taken", \
	    .flags = AMS_PASSWORD, .values_min = 1, .values_max = 3)
#define OWNER_ROW NAME("OWNER", NULL, "owner, for information")
#define KEYS_ROW(d)                                                           \
	ROW("KEYS", "KEY", AMS_INT, "length and offset of the key", .min = 1, \
	    .max = 255, .min2 = 0, .max2 = 32760, .values_min = 2,            \
	    .values_max = 2, .dflt = d)
#define RECORDSIZE_ROW(d)                                                     \
	ROW("RECORDSIZE", "RECSZ", AMS_INT,                                   \
	    "average and maximum record length", .min = 1, .max = 2147483647, \
	    .values_min = 2, .values_max = 2, .dflt = d)
#define CISZ_ROW                                           \
	INT("CONTROLINTERVALSIZE", "CISZ CNVSZ", 1, 32768, \
	    "bytes of a control interval, rounded up to a valid size")
#define FREESPACE_ROW(d)                                                   \
	ROW("FREESPACE", "FSPC", AMS_INT,                                  \
	    "per cent left free in control intervals and areas", .min = 0, \
	    .max = 100, .values_min = 1, .values_max = 2, .dflt = d)
#define SHAREOPTIONS_ROW(d)                                                    \
	ROW("SHAREOPTIONS", "SHAREOPTION SHR", AMS_INT,                        \
	    "sharing between regions and between systems", .min = 1, .max = 4, \
	    .min2 = 3, .max2 = 4, .values_min = 1, .values_max = 2, .dflt = d)
#define BUFFERSPACE_ROW                                 \
	INT("BUFFERSPACE", "BUFSP BUFSPC", 0, 16776704, \
	    "least bytes of buffers")
#define EEXT_ROW NAME("EXCEPTIONEXIT", "EEXT", "I/O error exit, kept only")
#define FILE_ROW ROW("FILE", NULL, AMS_DD, "DD of the volume", .group = 0)

#define ERASE_ROWS(D)                                                     \
	FLAG("ERASE", "ERAS", G_ERASE, "overwrite with zeros on delete"), \
	    D("NOERASE", "NERAS", G_ERASE, "do not overwrite on delete")
#define REUSE_ROWS(D)                                                       \
	FLAG("REUSE", "RUS", G_REUSE, "may be reset to empty when opened"), \
	    D("NOREUSE", "NRUS", G_REUSE, "cannot be reset")
#define SPANNED_ROWS(S, N)                                                   \
	S("SPANNED", "SPND", G_SPANNED, "a record may be longer than a CI"), \
	    N("NONSPANNED", "NSPND", G_SPANNED, "a record fits in a CI")
#define SPEED_ROWS(D)                                                   \
	FLAG("SPEED", NULL, G_SPEED, "do not preformat on first load"), \
	    D("RECOVERY", "RCVY", G_SPEED, "preformat on first load")
#define WRITECHECK_ROWS(D)                                                 \
	FLAG("WRITECHECK", "WCK", G_WRITECHECK, "verify what is written"), \
	    D("NOWRITECHECK", "NWCK", G_WRITECHECK, "do not verify")
#define RECATALOG_ROWS(D)                                                     \
	FLAG("RECATALOG", "RCTLG", G_RECATALOG, "rebuild the catalog entry"), \
	    D("NORECATALOG", "NRCTLG", G_RECATALOG, "a new entry")

/* Ignored by z/OS as well. */
#define OBSOLETE_ROWS                                                        \
	FLAG_OLD("IMBED", "IMBD", G_IMBED, "obsolete"),                      \
	    FLAG_OLD("NOIMBED", "NIMBD", G_IMBED, "obsolete"),               \
	    FLAG_OLD("REPLICATE", "REPL", G_REPLICATE, "obsolete"),          \
	    FLAG_OLD("NOREPLICATE", "NREPL", G_REPLICATE, "obsolete"),       \
	    FLAG("ORDERED", "ORD", G_ORDERED, "volumes in the order given"), \
	    FLAG("UNORDERED", "UNORD", G_ORDERED, "volumes in any order"),   \
	    FLAG_OLD("UNIQUE", "UNQ", G_UNIQUE, "obsolete"),                 \
	    FLAG_OLD("SUBALLOCATION", "SUBAL", G_UNIQUE, "obsolete"),        \
	    FLAG_OLD("RECOVERABLE", "RVBL", G_RECOVERABLE, "obsolete"),      \
	    FLAG_OLD("NOTRECOVERABLE", "NRVBL", G_RECOVERABLE, "obsolete"),  \
	    FLAG_OLD("STAGE", NULL, G_STAGE, "obsolete"),                    \
	    FLAG_OLD("BIND", NULL, G_STAGE, "obsolete"),                     \
	    FLAG_OLD("CYLINDERFAULT", "CYLF", G_STAGE, "obsolete"),          \
	    FLAG_OLD("DESTAGEWAIT", "DSTGW", G_DESTAGE, "obsolete"),         \
	    FLAG_OLD("NODESTAGEWAIT", "NDSTGW", G_DESTAGE, "obsolete"),      \
	    ROW("KEYRANGES", "KEYRANGE KRNG", AMS_SUBLISTS, "obsolete",      \
		.values_min = 1, .values_max = 20, .flags = AMS_OBSOLETE,    \
		.sub = ams_sub_keyranges)

#define CLASS_ROWS                                                 \
	NAME("DATACLASS", "DATACLAS", "SMS data class"),           \
	    NAME("STORAGECLASS", "STORCLAS", "SMS storage class"), \
	    NAME("MANAGEMENTCLASS", "MGMTCLAS", "SMS management class")
#define ACCOUNT_ROW STR("ACCOUNT", NULL, 1, 32, "accounting information")

/* RLS, encryption and what else newer releases store with a cluster. */
#define NEWER_ROWS                                                             \
	WORD("LOG", NULL, "NONE UNDO ALL REDO", "recovery logging (RLS)"),     \
	    ROW("LOGSTREAMID", "LSID", AMS_DSN, "forward recovery log",        \
		.group = 0),                                                   \
	    WORD("BWO", NULL, "TYPECICS TYPEIMS TYPEOTHER NO",                 \
		"backup while open"),                                          \
	    WORD("FRLOG", NULL, "NONE REDO UNDO ALL", "batch logging"),        \
	    FLAG("LOGREPLICATE", "LOGR", G_LOGREP, "log for replication"),     \
	    FLAG("NOLOGREPLICATE", "NOLOGR", G_LOGREP,                         \
		"do not log for replication"),                                 \
	    WORD("EATTR", NULL, "NO OPT", "extended attribute DSCBs"),         \
	    STR("KEYLABEL", NULL, 1, 64, "encryption key label"),              \
	    FLAG("RLSENABLE", NULL, G_RLS, "RLS access allowed"),              \
	    FLAG("RLSQUIESCE", NULL, G_RLS, "RLS access not allowed"),         \
	    FLAG("RECLAIMCA", NULL, G_RECLAIM, "reuse empty control areas"),   \
	    FLAG("NORECLAIMCA", NULL, G_RECLAIM, "leave empty control areas"), \
	    INT("CCSID", NULL, 0, 65535, "coded character set of the text")

static const struct ams_desc cluster[] = {
    NAME_ROW(AMS_REQUIRED),
    SPACE_ROWS(G_SPACE),
    VOLUMES_ROW("volumes, or * for SMS to choose"),
    FLAG_DFLT("INDEXED", "IXD", G_ORG, "key-sequenced (KSDS)"),
    FLAG("NONINDEXED", "NIXD", G_ORG, "entry-sequenced (ESDS)"),
    FLAG("NUMBERED", "NUMD", G_ORG, "relative record (RRDS)"),
    FLAG("LINEAR", "LIN", G_ORG, "linear (LDS)"),
    FLAG("ZFS", NULL, G_ORG, "linear, for a zFS file system"),
    KEYS_ROW("64 0"),
    RECORDSIZE_ROW("4089 4089"),
    CISZ_ROW,
    FREESPACE_ROW("0 0"),
    SHAREOPTIONS_ROW("1 3"),
    ERASE_ROWS(FLAG_DFLT),
    REUSE_ROWS(FLAG_DFLT),
    SPANNED_ROWS(FLAG, FLAG_DFLT),
    SPEED_ROWS(FLAG_DFLT),
    WRITECHECK_ROWS(FLAG_DFLT),
    BUFFERSPACE_ROW,
    EEXT_ROW,
    MODEL_ROW,
    RETENTION_ROWS(G_TO),
    OWNER_ROW,
    CLASS_ROWS,
    ACCOUNT_ROW,
    NEWER_ROWS,
    RECATALOG_ROWS(FLAG_DFLT),
    FILE_ROW,
    OBSOLETE_ROWS,
    PASSWORD_ROWS,
    TABLE_END,
};

static const struct ams_desc aix[] = {
    NAME_ROW(AMS_REQUIRED),
    ROW("RELATE", "REL", AMS_DSN, "base cluster",
	.flags = AMS_REQUIRED | AMS_PASSWORD),
    SPACE_ROWS(G_SPACE),
    VOLUMES_ROW("volumes, or * for SMS to choose"),
    KEYS_ROW("64 0"),
    RECORDSIZE_ROW("4086 32600"),
    FLAG("UNIQUEKEY", "UNQK", G_UNIQUEKEY, "one base record a key"),
    FLAG_DFLT("NONUNIQUEKEY", "NUNQK", G_UNIQUEKEY, "several records a key"),
    FLAG_DFLT("UPGRADE", "UPG", G_UPGRADE, "kept up with its base"),
    FLAG("NOUPGRADE", "NUPG", G_UPGRADE, "not kept up with its base"),
    CISZ_ROW,
    FREESPACE_ROW("0 0"),
    SHAREOPTIONS_ROW("1 3"),
    ERASE_ROWS(FLAG_DFLT),
    REUSE_ROWS(FLAG_DFLT),
    SPANNED_ROWS(FLAG_DFLT, FLAG),
    SPEED_ROWS(FLAG_DFLT),
    WRITECHECK_ROWS(FLAG_DFLT),
    BUFFERSPACE_ROW,
    EEXT_ROW,
    MODEL_ROW,
    RETENTION_ROWS(G_TO),
    OWNER_ROW,
    CLASS_ROWS,
    ACCOUNT_ROW,
    NEWER_ROWS,
    RECATALOG_ROWS(FLAG_DFLT),
    FILE_ROW,
    OBSOLETE_ROWS,
    PASSWORD_ROWS,
    TABLE_END,
};

/* DATA and INDEX of a cluster, an alternate index or a catalog. */
static const struct ams_desc data[] = {
    NAME_ROW(0),
    SPACE_ROWS(G_SPACE),
    VOLUMES_ROW("volumes of the data component"),
    KEYS_ROW(NULL),
    RECORDSIZE_ROW(NULL),
    CISZ_ROW,
    FREESPACE_ROW(NULL),
    SHAREOPTIONS_ROW(NULL),
    ERASE_ROWS(FLAG),
    REUSE_ROWS(FLAG),
    SPANNED_ROWS(FLAG, FLAG),
    SPEED_ROWS(FLAG),
    WRITECHECK_ROWS(FLAG),
    FLAG("UNIQUEKEY", "UNQK", G_UNIQUEKEY, "one base record a key"),
    FLAG("NONUNIQUEKEY", "NUNQK", G_UNIQUEKEY, "several records a key"),
    BUFFERSPACE_ROW,
    INT("BUFND", "BFND", 0, 255, "data buffers (catalogs)"),
    EEXT_ROW,
    MODEL_ROW,
    OWNER_ROW,
    FILE_ROW,
    OBSOLETE_ROWS,
    PASSWORD_ROWS,
    TABLE_END,
};

static const struct ams_desc indx[] = {
    NAME_ROW(0),
    SPACE_ROWS(G_SPACE),
    VOLUMES_ROW("volumes of the index component"),
    CISZ_ROW,
    SHAREOPTIONS_ROW(NULL),
    REUSE_ROWS(FLAG),
    WRITECHECK_ROWS(FLAG),
    INT("BUFNI", "BFNI", 0, 255, "index buffers (catalogs)"),
    EEXT_ROW,
    MODEL_ROW,
    OWNER_ROW,
    FILE_ROW,
    OBSOLETE_ROWS,
    PASSWORD_ROWS,
    TABLE_END,
};

static const struct ams_desc path[] = {
    NAME_ROW(AMS_REQUIRED),
    ROW("PATHENTRY", "PENT", AMS_DSN, "alternate index or cluster",
	.flags = AMS_REQUIRED | AMS_PASSWORD),
    FLAG_DFLT("UPDATE", "UPD", G_UPDATE, "upgrade set is opened as well"),
    FLAG("NOUPDATE", "NUPD", G_UPDATE, "upgrade set is not opened"),
    MODEL_ROW,
    OWNER_ROW,
    RETENTION_ROWS(G_TO),
    RECATALOG_ROWS(FLAG_DFLT),
    FILE_ROW,
    PASSWORD_ROWS,
    TABLE_END,
};

/* EXTENDED allows 999 generations, else 255: the check function's part. */
static const struct ams_desc gdg[] = {
    NAME_ROW(AMS_REQUIRED),
    ROW("LIMIT", "LIM", AMS_INT, "most generations kept", .min = 1, .max = 999,
	.flags = AMS_REQUIRED),
    FLAG("EMPTY", "EMP", G_EMPTY, "uncatalog all when over the limit"),
    FLAG_DFLT("NOEMPTY", "NEMP", G_EMPTY, "uncatalog the oldest"),
    FLAG("SCRATCH", "SCR", G_SCRATCH, "delete what is rolled off"),
    FLAG_DFLT("NOSCRATCH", "NSCR", G_SCRATCH, "uncatalog only"),
    FLAG("PURGE", "PRG", G_PURGE, "delete even if not expired"),
    FLAG_DFLT("NOPURGE", "NPRG", G_PURGE, "not before it expires"),
    FLAG("FIFO", NULL, G_FIFO, "oldest first when read as one"),
    FLAG_DFLT("LIFO", NULL, G_FIFO, "newest first when read as one"),
    FLAG("EXTENDED", "EXT", G_EXTENDED, "up to 999 generations"),
    FLAG_DFLT("NOEXTENDED", "NEXT", G_EXTENDED, "up to 255 generations"),
    OWNER_ROW,
    RETENTION_ROWS(G_TO),
    TABLE_END,
};

static const struct ams_desc nonvsam[] = {
    NAME_ROW(AMS_REQUIRED),
    ROW("DEVICETYPES", "DEVICETYPE DEVT", AMS_STRING, "device types", .min = 1,
	.max = 8, .values_min = 1, .values_max = 255),
    ROW("VOLUMES", "VOLUME VOL", AMS_VOLSER, "volumes", .values_min = 1,
	.values_max = 255),
    ROW("FILESEQUENCENUMBERS", "FILESEQUENCENUMBER FSEQN", AMS_INT,
	"file numbers on tape volumes", .min = 0, .max = 65535, .values_min = 1,
	.values_max = 255),
    ROW("COLLECTION", "COLN", AMS_FLAG, "an OAM collection", .group = 0),
    OWNER_ROW,
    RETENTION_ROWS(G_TO),
    RECATALOG_ROWS(FLAG_DFLT),
    FILE_ROW,
    INT("CCSID", NULL, 0, 65535, "coded character set of the text"),
    TABLE_END,
};

static const struct ams_desc alias[] = {
    NAME_ROW(AMS_REQUIRED),
    ROW("RELATE", "REL", AMS_DSN, "entry it stands for", .flags = AMS_REQUIRED,
	.group = G_RELATE),
    ROW("SYMBOLICRELATE", NULL, AMS_STRING,
	"entry it stands for, with system symbols", .min = 1, .max = 44,
	.flags = AMS_REQUIRED, .group = G_RELATE),
    TABLE_END,
};

static const struct ams_desc usercatalog[] = {
    NAME_ROW(AMS_REQUIRED),
    SPACE_ROWS(G_SPACE),
    VOLUMES_ROW("volume"),
    FLAG_DFLT("ICFCATALOG", "ICFCAT", G_CATTYPE, "a catalog of this kind"),
    FLAG("VSAMCATALOG", "VSAMCAT", G_CATTYPE, "obsolete kind"),
    FLAG("VOLCATALOG", "VOLCAT", G_CATTYPE, "a tape volume catalog"),
    BUFFERSPACE_ROW,
    INT("BUFND", "BFND", 0, 255, "data buffers"),
    INT("BUFNI", "BFNI", 0, 255, "index buffers"),
    ROW("STRNO", NULL, AMS_INT, "concurrent requests", .min = 2, .max = 255,
	.dflt = "2"),
    FREESPACE_ROW("0 0"),
    RECORDSIZE_ROW("4086 32400"),
    SHAREOPTIONS_ROW("3 4"),
    CISZ_ROW,
    CLASS_ROWS,
    WORD("EATTR", NULL, "NO OPT", "extended attribute DSCBs"),
    WORD("LOG", NULL, "NONE UNDO ALL REDO", "recovery logging (RLS)"),
    FLAG("RLSENABLE", NULL, G_RLS, "RLS access allowed"),
    FLAG("RLSQUIESCE", NULL, G_RLS, "RLS access not allowed"),
    FLAG("LOCK", NULL, G_LOCK, "locked"),
    FLAG_DFLT("UNLOCK", NULL, G_LOCK, "not locked"),
    FLAG("ECSHARING", "ECSHR", G_SHARING, "enhanced sharing"),
    FLAG("NOECSHARING", "NOECSHR", G_SHARING, "no enhanced sharing"),
    FLAG("SUSPEND", NULL, G_SUSPEND, "requests wait"),
    FLAG("RESUME", NULL, G_SUSPEND, "requests go on"),
    FLAG("RECONNECT", NULL, 0, "connect a catalog that exists"),
    WRITECHECK_ROWS(FLAG_DFLT),
    MODEL_ROW,
    OWNER_ROW,
    RETENTION_ROWS(G_TO),
    FILE_ROW,
    OBSOLETE_ROWS,
    PASSWORD_ROWS,
    TABLE_END,
};

static const struct ams_desc pagespace[] = {
    NAME_ROW(AMS_REQUIRED),
    SPACE_ROWS(G_SPACE),
    VOLUMES_ROW("volume"),
    FLAG("SWAP", NULL, G_SWAP, "a swap data set"),
    FLAG_DFLT("NOSWAP", NULL, G_SWAP, "a paging data set"),
    WORD("EATTR", NULL, "NO OPT", "extended attribute DSCBs"),
    CLASS_ROWS,
    MODEL_ROW,
    OWNER_ROW,
    RETENTION_ROWS(G_TO),
    RECATALOG_ROWS(FLAG_DFLT),
    FILE_ROW,
    OBSOLETE_ROWS,
    PASSWORD_ROWS,
    TABLE_END,
};

/* VSAM data spaces: no catalog of this kind has them any more. */
static const struct ams_desc space[] = {
    SPACE_ROWS(G_SPACE),
    FLAG("CANDIDATE", "CAN", G_SPACE, "volume without space"),
    ROW("VOLUMES", "VOLUME VOL", AMS_VOLSER, "volumes", .flags = AMS_REQUIRED,
	.values_min = 1, .values_max = 59),
    ROW("RECORDSIZE", "RECSZ", AMS_INT, "average and maximum record length",
	.min = 1, .max = 32761, .values_min = 2, .values_max = 2),
    FILE_ROW,
    TABLE_END,
};

#define OBJECT(k, o, t, h)                                               \
	ROW(k, o, AMS_LIST, h, .group = G_OBJECT, .flags = AMS_REQUIRED, \
	    .sub = t)

static const struct ams_desc define[] = {
    OBJECT("CLUSTER", "CL", cluster, "a VSAM cluster"),
    OBJECT("ALTERNATEINDEX", "AIX", aix, "an alternate index"),
    OBJECT("PATH", NULL, path, "a path"),
    OBJECT("GENERATIONDATAGROUP", "GDG", gdg, "a generation data group"),
    OBJECT("NONVSAM", "NVSAM", nonvsam, "an entry for a non-VSAM data set"),
    OBJECT("ALIAS", NULL, alias, "another name"),
    OBJECT("USERCATALOG", "UCAT", usercatalog, "a user catalog"),
    OBJECT("MASTERCATALOG", "MCAT MRCAT", usercatalog, "as USERCATALOG"),
    OBJECT("PAGESPACE", "PGSPC", pagespace, "a page space"),
    OBJECT("SPACE", "SPC", space, "a VSAM data space (obsolete)"),
    SUB("DATA", NULL, data, "attributes of the data component"),
    SUB("INDEX", "IX", indx, "attributes of the index component"),
    CATALOG_ROW,
    TABLE_END,
};

/* A non-VSAM data set is on a device and a volume, but in a collection. */
static bool
is_nowhere(const struct ams_plist *nv)
{
	return nv != NULL && !ams_coded(nv, "COLLECTION") &&
	       !(ams_coded(nv, "DEVICETYPES") && ams_coded(nv, "VOLUMES"));
}

/* Is it coded, and more than what there is anyway: no free space? */
static bool
asks(const struct ams_plist *l, const char *word)
{
	return ams_coded(l, word) &&
	       (strcmp(word, "FREESPACE") != 0 || ams_num(l, word, 0, 0) > 0 ||
		   ams_num(l, word, 1, 0) > 0);
}

/* A word of the cluster or its data that the organization does not take. The
 * organization that a model gives is looked at when the command is done. */
static const char *
of_other_org(const struct ams_plist *top)
{
	static const char *const words[] = {"FREESPACE", "KEYS", "RECORDSIZE"};
	const struct ams_plist *c = ams_sub(top, "CLUSTER");
	const struct ams_plist *d = ams_sub(top, "DATA");
	size_t n = sizeof(words) / sizeof(words[0]);

	if (ams_coded(c, "RECATALOG"))
		return NULL;
	if (ams_coded(c, "NONINDEXED"))
		n = 1;
	else if (!ams_coded(c, "LINEAR") && !ams_coded(c, "ZFS"))
		n = 0;
	for (size_t i = 0; i < n; i++)
		if (asks(c, words[i]) || asks(d, words[i]))
			return words[i];
	return NULL;
}

/* Components go with an object that has them, and a GDG's limit depends on
 * EXTENDED. */
static const char *
define_check(const struct ams_plist *top, enum msg_id *idp)
{
	const struct ams_plist *g = ams_sub(top, "GENERATIONDATAGROUP");
	bool comps =
	    ams_coded(top, "CLUSTER") || ams_coded(top, "ALTERNATEINDEX") ||
	    ams_coded(top, "USERCATALOG") || ams_coded(top, "MASTERCATALOG");
	const char *word;

	*idp = MSG_IDC3226I;
	if (!comps && ams_coded(top, "DATA"))
		return "DATA";
	if (!comps && ams_coded(top, "INDEX"))
		return "INDEX";
	if ((word = of_other_org(top)) != NULL)
		return word;
	if (g != NULL && ams_given(g, "NOEXTENDED") &&
	    ams_num(g, "LIMIT", 0, 0) > 255) {
		*idp = MSG_IDC3221I;
		return ams_text(g, "LIMIT", 0);
	}
	if (is_nowhere(ams_sub(top, "NONVSAM"))) {
		*idp = MSG_IDC3225I;
		return "NONVSAM";
	}
	return NULL;
}

const struct ams_verb ams_verb_define = {
    .verb = "DEFINE",
    .others = "DEF",
    .params = define,
    .check = define_check,
    .help = "define a cluster, alternate index, path, GDG or other object",
};

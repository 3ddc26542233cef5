/* Commands of the VSAM catalogs that came before ICF: they parse, so that a
 * deck that holds one is read to its end. */
#include <stddef.h>

#include "parser/verb_int.h"

enum { G_IN = 1, G_OUT, G_FORM, G_LIST, G_COMPARE, G_RAC, G_IGNORE };

#define IN_ROWS                                               \
	DD_ENV_ROW("INFILE", "IFILE", G_IN, 0, "DD to read"), \
	    DSN_ENV_ROW("INDATASET", "IDS", G_IN, 0, "data set to read")
#define OUT_ROWS                                                 \
	DD_ENV_ROW("OUTFILE", "OFILE", G_OUT, 0, "DD to write"), \
	    DSN_ENV_ROW("OUTDATASET", "ODS", G_OUT, 0, "data set to write")

static const struct ams_desc cnvtcat[] = {
    IN_ROWS,
    OUT_ROWS,
    FLAG("LIST", NULL, G_LIST, "list entries"),
    FLAG("NOLIST", "NLIST", G_LIST, "do not"),
    ROW("MASTERCATALOG", "MCAT MRCAT", AMS_DSN, "master catalog",
	.flags = AMS_PASSWORD),
    CATALOG_ROW,
    TABLE_END,
};

const struct ams_verb ams_verb_cnvtcat = {
    .verb = "CNVTCAT",
    .others = "CNVTC",
    .params = cnvtcat,
    .help = "obsolete: convert an OS catalog",
};

static const struct ams_desc chklist[] = {
    DD_ENV_ROW("INFILE", "IFILE", G_IN, AMS_REQUIRED, "checkpoint data set"),
    ROW("CHECKID", "CHKID", AMS_STRING, "checkpoints", .min = 1, .max = 16,
	.values_min = 1, .values_max = 100),
    ROW("OUTFILE", "OFILE", AMS_DD, "where the listing goes", .group = 0),
    TABLE_END,
};

const struct ams_verb ams_verb_chklist = {
    .verb = "CHKLIST",
    .others = "CKLST",
    .params = chklist,
    .help = "obsolete: list tape data sets of a checkpoint",
};

static const struct ams_desc listcra[] = {
    ROW("INFILE", "IFILE", AMS_DD, "recovery volumes", .values_min = 1,
	.values_max = 255, .flags = AMS_REQUIRED),
    FLAG("COMPARE", "CMPR", G_COMPARE, "with the catalog"),
    FLAG("NOCOMPARE", "NCMPR", G_COMPARE, "not with it"),
    FLAG("DUMP", NULL, G_FORM, "as a dump"),
    FLAG("NAME", "NAMES", G_FORM, "names"),
    FLAG("SEQUENTIALDUMP", "SDUMP", G_FORM, "as a dump, in order"),
    ROW("MASTERPW", "MRPW", AMS_STRING, "password", .min = 1, .max = 8,
	.flags = AMS_OBSOLETE),
    ROW("OUTFILE", "OFILE", AMS_DD, "where the listing goes", .group = 0),
    CATALOG_ROW,
    TABLE_END,
};

const struct ams_verb ams_verb_listcra = {
    .verb = "LISTCRA",
    .others = "LISTR",
    .params = listcra,
    .help = "obsolete: list a catalog recovery area",
};

static const struct ams_desc crafile[] = {
    ROW("DDNAME", NULL, AMS_DD, "recovery volume",
	.flags = AMS_POSITIONAL | AMS_REQUIRED),
    FLAG("ALL", NULL, G_FORM, "all entries"),
    FLAG("NONE", NULL, G_FORM, "no entries"),
    FLAG("IGNORE", NULL, G_FORM, "left out"),
    ROW("INFILE", "IFILE", AMS_DD, "DD of the names", .group = G_FORM),
    ROW("ENTRIES", "ENTRY ENT", AMS_DSN, "these entries", .group = G_FORM,
	.values_min = 1, .values_max = 255),
    TABLE_END,
};

static const struct ams_desc exportra[] = {
    ROW("CRA", NULL, AMS_SUBLISTS, "recovery volumes", .values_min = 1,
	.values_max = 255, .flags = AMS_REQUIRED, .sub = crafile),
    FLAG("FORCE", "FRC", G_IGNORE, "even if not in order"),
    FLAG("NOFORCE", "NFRC", G_IGNORE, "only if in order"),
    ROW("MASTERPW", "MRPW", AMS_STRING, "password", .min = 1, .max = 8,
	.flags = AMS_OBSOLETE),
    OUT_ROWS,
    TABLE_END,
};

const struct ams_verb ams_verb_exportra = {
    .verb = "EXPORTRA",
    .others = "XPRA",
    .params = exportra,
    .help = "obsolete: export by a catalog recovery area",
};

static const struct ams_desc object[] = {
    ROW("NAME", NULL, AMS_DSN, "object",
	.flags = AMS_POSITIONAL | AMS_REQUIRED),
    NAME("DEVICETYPE", "DEVICETYPES DEVT", "device type"),
    ROW("FILE", NULL, AMS_DD, "DD of the volume", .group = 0),
    ROW("NEWNAME", "NEWNM", AMS_DSN, "its new name", .group = 0),
    VOLUMES_ROW("volumes"),
    TABLE_END,
};

static const struct ams_desc importra[] = {
    IN_ROWS,
    OUT_ROWS,
    ROW("OBJECTS", "OBJECT OBJ", AMS_SUBLISTS, "new attributes of objects",
	.values_min = 1, .values_max = 255, .sub = object),
    FLAG("SAVRAC", NULL, G_RAC, "keep the security profile"),
    FLAG("NOSAVRAC", NULL, G_RAC, "do not keep it"),
    CATALOG_ROW,
    TABLE_END,
};

const struct ams_verb ams_verb_importra = {
    .verb = "IMPORTRA",
    .others = "MPRA",
    .params = importra,
    .help = "obsolete: import what EXPORTRA wrote",
};

static const struct ams_desc resetcat[] = {
    ROW("CATALOG", "CAT", AMS_DSN, "catalog to be reset",
	.flags = AMS_REQUIRED | AMS_PASSWORD, .values_min = 1, .values_max = 2),
    ROW("CRAFILES", "CRAFILE", AMS_SUBLISTS, "recovery volumes",
	.values_min = 1, .values_max = 255, .sub = crafile),
    ROW("CRAVOLUMES", "CRAVOLUME CRAVOL", AMS_VOLSER, "recovery volumes",
	.values_min = 1, .values_max = 255),
    FLAG("IGNORE", "IGN", G_IGNORE, "go on after an I/O error"),
    FLAG("NOIGNORE", "NIGN", G_IGNORE, "end at an I/O error"),
    ROW("MASTERPW", "MRPW", AMS_STRING, "password", .min = 1, .max = 8,
	.flags = AMS_OBSOLETE),
    ROW("WORKFILE", "WFILE", AMS_DD, "work file", .group = 0),
    ROW("WORKCAT", "WCAT", AMS_DSN, "catalog of the work file", .group = 0),
    TABLE_END,
};

const struct ams_verb ams_verb_resetcat = {
    .verb = "RESETCAT",
    .others = "RCAT",
    .params = resetcat,
    .help = "obsolete: reset a catalog from its recovery areas",
};

/*
 * How the descriptor tables are written, and the rows that several commands
 * share. Sources: SYM7 IDCCDxx (MVS 3.8) for the keywords and abbreviations
 * that it has; SC23-6846 for the later ones, those marked "mem" from memory.
 */
#ifndef CATAMOUNT_PARSER_VERB_INT_H
#define CATAMOUNT_PARSER_VERB_INT_H

#include "parser/ams.h"

/* One verb_*.c each; the rarer ones together. */
extern const struct ams_verb ams_verb_define, ams_verb_alter, ams_verb_delete,
    ams_verb_listcat, ams_verb_repro, ams_verb_print, ams_verb_verify,
    ams_verb_examine, ams_verb_bldindex, ams_verb_export, ams_verb_import,
    ams_verb_allocate, ams_verb_dcollect, ams_verb_diagnose, ams_verb_setcache,
    ams_verb_listdata, ams_verb_shcds, ams_verb_create, ams_verb_cnvtcat,
    ams_verb_chklist, ams_verb_listcra, ams_verb_exportra, ams_verb_importra,
    ams_verb_resetcat;

/* Sub-tables that more than one command uses. */
extern const struct ams_desc ams_sub_keyranges[]; /* LOW HIGH */
extern const struct ams_desc ams_sub_environment[];

/* k keyword, o other spellings, g group, h help; dots: further members. */
#define ROW(k, o, t, h, ...)                                                 \
	{                                                                    \
		.keyword = k, .others = o, .type = t, .help = h, __VA_ARGS__ \
	}
#define FLAG(k, o, g, h) ROW(k, o, AMS_FLAG, h, .group = g)
#define FLAG_DFLT(k, o, g, h) ROW(k, o, AMS_FLAG, h, .group = g, .dflt = "")
#define FLAG_OLD(k, o, g, h) \
	ROW(k, o, AMS_FLAG, h, .group = g, .flags = AMS_OBSOLETE)
#define INT(k, o, lo, hi, h) ROW(k, o, AMS_INT, h, .min = lo, .max = hi)
#define STR(k, o, lo, hi, h) ROW(k, o, AMS_STRING, h, .min = lo, .max = hi)
#define WORD(k, o, w, h) ROW(k, o, AMS_WORD, h, .words = w)
#define NAME(k, o, h) ROW(k, o, AMS_NAME, h, .group = 0)
#define SUB(k, o, t, h) ROW(k, o, AMS_LIST, h, .sub = t)
#define TABLE_END               \
	{                       \
		.keyword = NULL \
	}

#define CATALOG_ROW                                                    \
	ROW("CATALOG", "CAT", AMS_DSN, "catalog that holds the entry", \
	    .flags = AMS_PASSWORD, .values_min = 1, .values_max = 2)

/* Space: in one unit, primary and secondary. */
#define SPACE_ROW(k, o, g, h)                                             \
	ROW(k, o, AMS_INT, h, .min = 0, .max = 16777215, .values_min = 1, \
	    .values_max = 2, .group = (g))
#define SPACE_ROWS(g)                                                    \
	SPACE_ROW("CYLINDERS", "CYLINDER CYL", g, "space in cylinders"), \
	    SPACE_ROW("TRACKS", "TRACK TRK", g, "space in tracks"),      \
	    SPACE_ROW("RECORDS", "RECORD REC", g, "space in records"),   \
	    SPACE_ROW("KILOBYTES", "KILOBYTE KB", g,                     \
		"space in units of 1024 bytes"),                         \
	    SPACE_ROW("MEGABYTES", "MEGABYTE MB", g,                     \
		"space in units of 1048576 bytes")

#define VOLUMES_ROW(h)                                               \
	ROW("VOLUMES", "VOLUME VOL", AMS_VOLSER, h, .values_min = 1, \
	    .values_max = 59)

/* Retention: one of the two. */
#define RETENTION_ROWS(g)                                                \
	ROW("TO", NULL, AMS_DATE, "keep until this date", .group = (g)), \
	    ROW("FOR", NULL, AMS_INT, "keep for so many days", .min = 0, \
		.max = 9999, .group = (g))

/* VSAM passwords: ignored since DFSMS, but they must parse. */
#define OLD_STR(k, o, lo, hi)                                                 \
	ROW(k, o, AMS_STRING, "VSAM password protection, ignored", .min = lo, \
	    .max = hi, .flags = AMS_OBSOLETE)
#define PASSWORD_ROWS                                                      \
	OLD_STR("MASTERPW", "MRPW", 1, 8),                                 \
	    OLD_STR("CONTROLPW", "CTLPW", 1, 8),                           \
	    OLD_STR("UPDATEPW", "UPDPW", 1, 8),                            \
	    OLD_STR("READPW", "RDPW", 1, 8), OLD_STR("CODE", NULL, 1, 8),  \
	    ROW("ATTEMPTS", "ATTEMPT ATT", AMS_INT,                        \
		"VSAM password protection, ignored", .min = 0, .max = 7,   \
		.flags = AMS_OBSOLETE),                                    \
	    ROW("AUTHORIZATION", "AUTH", AMS_STRING,                       \
		"VSAM password protection, ignored", .min = 1, .max = 256, \
		.values_min = 1, .values_max = 2, .flags = AMS_OBSOLETE)

/* Where records come from and go to, for REPRO and PRINT. */
#define FROM_TO_ROWS(from, to)                                                 \
	ROW("FROMKEY", "FKEY", AMS_STRING, "first key; a last * is generic",   \
	    .min = 1, .max = 255, .group = (from)),                            \
	    ROW("FROMADDRESS", "FADDR", AMS_INT, "first RBA", .min = 0,        \
		.max = INT64_MAX, .group = (from)),                            \
	    ROW("FROMNUMBER", "FNUM", AMS_INT, "first relative record number", \
		.min = 1, .max = UINT32_MAX, .group = (from)),                 \
	    ROW("SKIP", NULL, AMS_INT, "records to skip", .min = 0,            \
		.max = UINT32_MAX, .group = (from)),                           \
	    ROW("TOKEY", NULL, AMS_STRING, "last key; a last * is generic",    \
		.min = 1, .max = 255, .group = (to)),                          \
	    ROW("TOADDRESS", "TADDR", AMS_INT, "last RBA", .min = 0,           \
		.max = INT64_MAX, .group = (to)),                              \
	    ROW("TONUMBER", "TNUM", AMS_INT, "last relative record number",    \
		.min = 1, .max = UINT32_MAX, .group = (to)),                   \
	    ROW("COUNT", NULL, AMS_INT, "records to process", .min = 0,        \
		.max = UINT32_MAX, .group = (to))

/* A DD, with the attributes of a non-VSAM data set behind it. */
#define DD_ENV_ROW(k, o, g, f, h)                                       \
	ROW(k, o, AMS_DD, h, .group = (g), .flags = (f) | AMS_PASSWORD, \
	    .sub = ams_sub_environment)
#define DSN_ENV_ROW(k, o, g, f, h)                                          \
	ROW(k, o, AMS_MEMBER, h, .group = (g), .flags = (f) | AMS_PASSWORD, \
	    .sub = ams_sub_environment)

#endif

/*
 * Commands and parameters that can never do here what they ask for: their
 * subject (a cache subsystem, a tape library, a VSAM catalog of before ICF) is
 * not on this system. Each says why, and ends with code 12: z/OS without that
 * subject fails them as well, with messages whose text is not known.
 */
#include <stdio.h>
#include <string.h>

#include "utilities/idcams_int.h"

#define VSAM_CATALOG                                                           \
	"works on VSAM catalogs and CVOLs, which came before the catalogs of " \
	"today and are not kept here"
#define NO_CACHE                                                             \
	"is about the cache of a storage subsystem; volumes here are files " \
	"and have none"
#define NO_LIBRARY "is about tape libraries; there are none here"
#define NO_RLS                                                                 \
	"asks for record-level sharing; there is no SMSVSAM server here, and " \
	"SHAREOPTIONS decide who shares"
#define NO_CIPHER \
	"asks for the cryptographic services of z/OS, whose keys are not here"
#define NO_DBCS \
	"is about double-byte characters; code pages here are single-byte"

#define NO_VVDS                                                         \
	"is about a VVDS; each component says of itself here what one " \
	"would, and takes no space for it"
#define TAPES(word)                                         \
	{                                                   \
		"ALTER", NULL, NULL, word, NULL, NO_LIBRARY \
	}

#define NO_SPACE                                                            \
	"is about a VSAM data space; every component has space of its own " \
	"here"

/* with: what must be coded beside, or NULL. under: the list that holds the
 * keyword; no keyword: the whole command. unless: the value of the keyword
 * that asks for nothing. */
static const struct refusal {
	const char *verb, *with, *under, *keyword, *unless, *why;
} refusals[] = {
    TAPES("LIBRARYENTRY"),
    TAPES("VOLUMEENTRY"),
    {"ALTER", NULL, NULL, "VVDSSPACE", NULL, NO_VVDS},
    TAPES("CONSOLENAME"),
    TAPES("DESCRIPTION"),
    TAPES("LIBDEVTYPE"),
    TAPES("LOGICALTYPE"),
    TAPES("NUMBEREMPTYSLOTS"),
    TAPES("NUMBERSLOTS"),
    TAPES("CHECKPOINT"),
    TAPES("NOCHECKPOINT"),
    TAPES("COMPACTION"),
    TAPES("EXPIRATIONDATE"),
    TAPES("LIBRARYNAME"),
    TAPES("LOCATION"),
    TAPES("MEDIATYPE"),
    TAPES("OWNERINFORMATION"),
    TAPES("RECORDING"),
    TAPES("SHELFLOCATION"),
    TAPES("SPECIALATTRIBUTE"),
    TAPES("STORAGEGROUP"),
    TAPES("USEATTRIBUTE"),
    TAPES("WRITEDATE"),
    {"CHKLIST", NULL, NULL, NULL, NULL,
	"reads checkpoint data sets, which are not written here"},
    {"CNVTCAT", NULL, NULL, NULL, NULL, VSAM_CATALOG},
    {"CREATE", NULL, NULL, NULL, NULL, NO_LIBRARY},
    {"DEFINE", NULL, NULL, "SPACE", NULL, NO_SPACE},
    {"DEFINE", NULL, "NONVSAM", "COLLECTION", NULL,
	"names a collection of objects, which are not kept here"},
    {"DEFINE", "CLUSTER", "DATA", "BUFND", NULL, "is a word of catalogs"},
    {"DEFINE", "CLUSTER", "INDEX", "BUFNI", NULL, "is a word of catalogs"},
    {"DEFINE", "ALTERNATEINDEX", "DATA", "BUFND", NULL,
	"is a word of catalogs"},
    {"DEFINE", "ALTERNATEINDEX", "INDEX", "BUFNI", NULL,
	"is a word of catalogs"},
    {"DEFINE", "CLUSTER", "DATA", "UNIQUEKEY", NULL,
	"is a word of alternate indexes"},
    {"DEFINE", "CLUSTER", "DATA", "NONUNIQUEKEY", NULL,
	"is a word of alternate indexes"},
    {"DELETE", NULL, NULL, "SPACE", NULL, NO_SPACE},
    {"EXPORTRA", NULL, NULL, NULL, NULL, VSAM_CATALOG},
    {"IMPORT", NULL, NULL, "VOLCATALOG", NULL, NO_LIBRARY},
    {"IMPORTRA", NULL, NULL, NULL, NULL, VSAM_CATALOG},
    {"LISTCRA", NULL, NULL, NULL, NULL, VSAM_CATALOG},
    {"LISTDATA", NULL, NULL, NULL, NULL, NO_CACHE},
    {"PRINT", NULL, NULL, "DBCS", NULL, NO_DBCS},
    {"PRINT", NULL, NULL, "DBCSCHECK", NULL, NO_DBCS},
    {"PRINT", NULL, NULL, "SKIPDBCSCHECK", NULL, NO_DBCS},
    {"PRINT", NULL, NULL, "INSERTALL", NULL, NO_DBCS},
    {"PRINT", NULL, NULL, "INSERTSHIFT", NULL, NO_DBCS},
    {"PRINT", NULL, NULL, "RLSSOURCE", "NO", NO_RLS},
    {"REPRO", NULL, NULL, "DBCS", NULL, NO_DBCS},
    {"REPRO", NULL, NULL, "DBCSCHECK", NULL, NO_DBCS},
    {"REPRO", NULL, NULL, "SKIPDBCSCHECK", NULL, NO_DBCS},
    {"REPRO", NULL, NULL, "DECIPHER", NULL, NO_CIPHER},
    {"REPRO", NULL, NULL, "ENCIPHER", NULL, NO_CIPHER},
    {"REPRO", NULL, NULL, "INSERTALL", NULL, NO_DBCS},
    {"REPRO", NULL, NULL, "INSERTSHIFT", NULL, NO_DBCS},
    {"REPRO", NULL, NULL, "LIBRARYENTRIES", NULL, NO_LIBRARY},
    {"REPRO", NULL, NULL, "RLSSOURCE", "NO", NO_RLS},
    {"REPRO", NULL, NULL, "RLSTARGET", "NO", NO_RLS},
    {"REPRO", NULL, NULL, "VOLUMEENTRIES", NULL, NO_LIBRARY},
    {"RESETCAT", NULL, NULL, NULL, NULL, VSAM_CATALOG},
    {"SETCACHE", NULL, NULL, NULL, NULL, NO_CACHE},
    {"SHCDS", NULL, NULL, NULL, NULL, NO_RLS},
};

static bool
applies(const struct refusal *r, const struct ams_command *cmd)
{
	const struct ams_plist *l = cmd->top;
	const char *value;

	if (strcmp(r->verb, cmd->verb->verb) != 0 ||
	    (r->with != NULL && !ams_coded(l, r->with)))
		return false;
	if (r->keyword == NULL)
		return true;
	if (r->under != NULL)
		l = ams_sub(l, r->under);
	if (!ams_coded(l, r->keyword))
		return false;
	value = ams_text(l, r->keyword, 0);
	return r->unless == NULL || value == NULL ||
	       strcmp(value, r->unless) != 0;
}

bool
ams_refusal(const struct ams_command *cmd, char *why, size_t size)
{
	const struct refusal *r;
	size_t i;

	for (i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		r = &refusals[i];
		if (!applies(r, cmd))
			continue;
		snprintf(why, size, "%s%s%s %s", r->verb,
		    r->keyword != NULL ? " " : "",
		    r->keyword != NULL ? r->keyword : "", r->why);
		return true;
	}
	return false;
}

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

/* with: NULL, or a keyword that is coded. unless: its value that asks for
 * nothing. */
static const struct refusal {
	const char *verb, *with, *unless, *why;
} refusals[] = {
    {"CHKLIST", NULL, NULL,
	"reads checkpoint data sets, which are not written here"},
    {"CNVTCAT", NULL, NULL, VSAM_CATALOG},
    {"CREATE", NULL, NULL, NO_LIBRARY},
    {"DEFINE", "SPACE", NULL,
	"asks for a VSAM data space; every component has space of its own"},
    {"EXPORTRA", NULL, NULL, VSAM_CATALOG},
    {"IMPORTRA", NULL, NULL, VSAM_CATALOG},
    {"LISTCRA", NULL, NULL, VSAM_CATALOG},
    {"LISTCAT", "LIBRARY", NULL, NO_LIBRARY},
    {"LISTDATA", NULL, NULL, NO_CACHE},
    {"PRINT", "DBCS", NULL, NO_DBCS},
    {"PRINT", "DBCSCHECK", NULL, NO_DBCS},
    {"PRINT", "INSERTALL", NULL, NO_DBCS},
    {"PRINT", "INSERTSHIFT", NULL, NO_DBCS},
    {"PRINT", "RLSSOURCE", "NO", NO_RLS},
    {"REPRO", "DBCSCHECK", NULL, NO_DBCS},
    {"REPRO", "DECIPHER", NULL, NO_CIPHER},
    {"REPRO", "ENCIPHER", NULL, NO_CIPHER},
    {"REPRO", "INSERTALL", NULL, NO_DBCS},
    {"REPRO", "INSERTSHIFT", NULL, NO_DBCS},
    {"REPRO", "LIBRARYENTRIES", NULL, NO_LIBRARY},
    {"REPRO", "RLSSOURCE", "NO", NO_RLS},
    {"REPRO", "RLSTARGET", "NO", NO_RLS},
    {"REPRO", "VOLUMEENTRIES", NULL, NO_LIBRARY},
    {"RESETCAT", NULL, NULL, VSAM_CATALOG},
    {"SETCACHE", NULL, NULL, NO_CACHE},
    {"SHCDS", NULL, NULL, NO_RLS},
};

static bool
applies(const struct refusal *r, const struct ams_command *cmd)
{
	const char *value;

	if (strcmp(r->verb, cmd->verb->verb) != 0)
		return false;
	if (r->with == NULL)
		return true;
	if (!ams_coded(cmd->top, r->with))
		return false;
	value = ams_text(cmd->top, r->with, 0);
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
		    r->with != NULL ? " " : "", r->with != NULL ? r->with : "",
		    r->why);
		return true;
	}
	return false;
}

/*
 * Who may see and remove what a job printed. RACF's class JESSPOOL has a
 * profile for each; here there is its rule for what none protects: the owner
 * alone may do anything with it. Source: z/OS JES2 Initialization and Tuning
 * Guide, "Authorizing access to SYSOUT"; a resource is user ID, job name, job
 * number there too, behind the node, of which there is one here (mem).
 */
#include <stdio.h>
#include <string.h>

#include "services/security_int.h"

static void
refuse(struct ds_system *sys, struct security *sec, const char *name,
    enum ds_access level)
{
	struct ds_denial denial = {.wanted = level, .job = true};

	snprintf(denial.dsn, sizeof(denial.dsn), "%s", name);
	security_log_job(sys, name, level, DS_ACCESS_NONE);
	security_tell(sec, &denial);
}

enum ds_status
ds_authorize_spooled(struct ds_system *sys, const struct ds_spooled *what,
    enum ds_access level, bool quiet, struct ds_diag *diag)
{
	struct security *sec = NULL;
	char name[DSNAME_MAX + 1];
	enum ds_status st;

	if (!sys->config.security)
		return DS_OK;
	if ((st = security_get(sys, &sec, diag)) != DS_OK || sec->who.special ||
	    (what->owner[0] != '\0' &&
		strcmp(what->owner, sec->who.userid) == 0))
		return st;
	snprintf(name, sizeof(name), "%.8s.%.8s.%.8s",
	    what->owner[0] != '\0' ? what->owner : "?", what->job, what->id);
	if (!quiet)
		refuse(sys, sec, name, level);
	return ds_fail(diag, DS_CAT_SECURITY, what->id,
	    "user %s is not its owner",
	    sec->who.userid[0] != '\0' ? sec->who.userid : "without an ID");
}

/* dsprofile: what its verbs share. */
#ifndef CATAMOUNT_ADMIN_PROFILE_H
#define CATAMOUNT_ADMIN_PROFILE_H

#include <stdbool.h>

#include "base/status.h"
#include "services/security.h"

/* Exit statuses; DENIED: check's answer is no. */
enum {
	DSPROFILE_OK = 0,
	DSPROFILE_DENIED = 8,
	DSPROFILE_FAILED = 12,
	DSPROFILE_USAGE = 16
};

struct dsprofile {
	struct ds_system *sys;
	bool json;
	char **args; /* behind the verb */
	int nargs;
};

/* "dsprofile: WHAT: text: detail", on standard error. DSPROFILE_FAILED. */
int dsprofile_fail(
    const char *what, enum ds_status st, const struct ds_diag *diag);
/* Whoever sets things up is to know that no profile is asked yet. */
void dsprofile_note_off(const struct dsprofile *d);
/* The same of what was not understood. DSPROFILE_USAGE. */
int dsprofile_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* --- profile_change.c: the verbs; exit status ------------------------------
 */

int dsprofile_add(struct dsprofile *d);
int dsprofile_alter(struct dsprofile *d);
int dsprofile_delete(struct dsprofile *d);
int dsprofile_permit(struct dsprofile *d);
int dsprofile_connect(struct dsprofile *d);
int dsprofile_remove(struct dsprofile *d);
int dsprofile_login(struct dsprofile *d);

/* --- profile_show.c ----------------------------------------------------------
 */

int dsprofile_list(struct dsprofile *d);
int dsprofile_check(struct dsprofile *d);
int dsprofile_groups(struct dsprofile *d);
int dsprofile_logins(struct dsprofile *d);

#endif

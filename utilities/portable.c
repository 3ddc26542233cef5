/* What EXPORT and IMPORT say alike. */
#include <stdio.h>

#include "utilities/portable_int.h"

void
portable_say_failed(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *name)
{
	const char class = ds_status_class(st);

	if (st == DS_STOPPED)
		ams_say_interrupted(run);
	else if (class == 'C' || st == DS_INVALID)
		ams_catalog_error(run, st, diag, name);
	else if (class == 'O')
		ams_open_error(run, st, diag, name);
	else
		ams_action_error(run, st, diag, name, NULL, 0);
}

void
portable_say_copy_failed(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *name)
{
	if (st == DS_STOPPED) {
		ams_say_interrupted(run);
	} else if (st == DS_CORRUPT || st == DS_VERSION || st == DS_INVALID) {
		sysprint_msgv(run->sp, MSG_IDC3606I, NULL);
		ams_note(run, true, "%s: %s", name, diag->text);
	} else {
		ams_action_error(run, st, diag, name, NULL, 0);
	}
}

/* As access method services of MVS 3.8 writes them (mem). */
void
portable_say_when(struct ams_run *run, enum msg_id id, const struct tm *when)
{
	char date[PORTABLE_WHEN_LEN], time[PORTABLE_WHEN_LEN];

	if (strftime(date, sizeof(date), "%m/%d/%y", when) == 0)
		date[0] = '\0';
	if (strftime(time, sizeof(time), "%H:%M:%S", when) == 0)
		time[0] = '\0';
	sysprint_msgv(run->sp, id, date, time, NULL);
}

int
portable_erase(const struct ams_plist *top)
{
	if (ams_coded(top, "ERASE"))
		return 1;
	return ams_coded(top, "NOERASE") ? 0 : -1;
}

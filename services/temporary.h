/*
 * Temporary data sets: &&NAME of a job, and what it asks for without a name.
 *
 * Each is a sequential or partitioned data set with bytes of its own and a name
 * that the system makes, under which it is opened, allocated and deleted as any
 * other. It is in no listing, and goes with its job: when the job ends, or,
 * after a kill, when the root is next opened. Programs that the job started
 * and that outlive it keep it.
 *
 *	SYSyyddd.Thhmmss.RA000.jobname.name.H01		&&name
 *	SYSyyddd.Thhmmss.RA000.jobname.R01nnnnn		no DSNAME
 *
 * The time is that of ds_temps_new; RA001, RA002 ... keep apart jobs of one
 * name that begin in one second. Source: SC23-6841 (z/OS MVS JCL User's Guide),
 * "Temporary data sets" (mem).
 */
#ifndef CATAMOUNT_SERVICES_TEMPORARY_H
#define CATAMOUNT_SERVICES_TEMPORARY_H

#include "base/entry.h"
#include "base/status.h"
#include "services/define.h"
#include "services/system.h"

struct ds_temps; /* those of one job */

/*
 * A job begins: jobname is 1 to 8 characters, as a member's name. Changes
 * nothing on disk. sys is open until ds_temps_free. DS_INVALID.
 */
enum ds_status ds_temps_new(struct ds_system *sys, const char *jobname,
    struct ds_temps **tempsp, struct ds_diag *diag);
/*
 * The data set name of &&name, the same whenever it is asked for; name "": of
 * one without a DSNAME, another each time. DS_INVALID: name is none of 1 to 8
 * characters.
 */
enum ds_status ds_temps_name(struct ds_temps *temps, const char *name,
    char out[DSNAME_MAX + 1], struct ds_diag *diag);
/*
 * Make one, as ds_define_ps does: def->name is a name of ds_temps_name, and
 * def->temporary is set here. It is allocated and opened under that name then.
 * DS_CAT_DUPLICATE: &&name is there already.
 */
enum ds_status ds_temps_define(
    struct ds_temps *temps, struct ds_define_ps *def, struct ds_diag *diag);
/* Delete one; nobody has it open. DS_CAT_NOTFOUND, DS_CAT_INUSE. */
enum ds_status ds_temps_delete(
    struct ds_temps *temps, const char *dsname, struct ds_diag *diag);
/*
 * The job ends: what is left of its temporary data sets goes. What cannot go
 * now (it is open, its volume is offline) goes when the root is next opened.
 */
void ds_temps_free(struct ds_temps **tempsp); /* NULL is fine */

#endif

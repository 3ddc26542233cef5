/*
 * Between the actions of IDCAMS: codes, notes, messages that several share.
 */
#ifndef CATAMOUNT_UTILITIES_IDCAMS_INT_H
#define CATAMOUNT_UTILITIES_IDCAMS_INT_H

#include "utilities/idcams.h"

/* Condition codes. */
enum { CC_OK = 0, CC_WARNING = 4, CC_ERROR = 8, CC_FAILED = 12, CC_END = 16 };

/*
 * The last message of a function: IDC0001I with the code, or from 12 on
 * IDC3003I. Returns cc.
 */
int ams_end(struct ams_run *run, int cc);
/* Do one command by its verb: its condition code. */
int idcams_do(struct ams_run *run, const struct ams_command *cmd);
/* Is the command to end now? */
bool ams_interrupted(const struct ams_run *run);
/* For services that ask while they work; ctx is the struct ams_run. */
bool ams_stop(void *ctx);
/* IDC0550I; ctx is the struct ams_run. */
void ams_say_deleted(void *ctx, enum ds_type type, const char *name);
/* The line that says so, once a command. */
void ams_say_interrupted(struct ams_run *run);
/* cc, or 12 when names did not fit into memory or the command was interrupted,
 * which it says. */
int ams_whole(struct ams_run *run, bool nomem, int cc);
/* Is its subject nothing that this system has? why is then the line that says
 * so. */
bool ams_refusal(const struct ams_command *cmd, char *why, size_t size);
/* IDC0005I. */
void ams_records(struct ams_run *run, uint64_t records);

/* An open of what is no cluster (a host file, a sequential data set) that the
 * host refuses: IDC3300I, IDC3312I, our detail, and the reason on standard
 * error; else as ams_open_error. */
void ams_system_open_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn);
/*
 * An open that worked on what was not closed: IDC3300I, IDC3351I with 116 or
 * 118, what was done about it. Returns the condition code, 0 if it was closed.
 */
int ams_open_warning(
    struct ams_run *run, const struct ds_improper *how, const char *dsn);
/* The same of a target, whose alternate indexes may be a warning too (100). */
int ams_output_warning(
    struct ams_run *run, const struct ds_attrs *to, const char *dsn);
/*
 * A message of dynamic allocation, IKJnnnnnI and the text: as a z/OS prints it,
 * in lines of 72 columns that all begin with the number (zout: DELETE ...
 * NONVSAM of an entry that is not there; the width rests on that one).
 */
void ams_ikj(struct ams_run *run, const char *number, const char *before,
    const char *insert, const char *behind);
/* IKJ56228I: allocation by name found none. */
void ams_ikj_no_data_set(struct ams_run *run, const char *dsn);
/* IDC3301I and its second line. */
void ams_close_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn);

/*
 * What z/OS has no message for: "CATAMOUNT text" on a line of its own. second:
 * "CATAMOUNT ** text", a detail of the message above it. Never a number of
 * IBM's; upper case, for the print chain.
 */
void ams_note(struct ams_run *run, bool second, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Are both data sets of a REPRO catalogs? Then it is ams_copycat's. */
bool ams_is_catalog_copy(struct ams_run *run, const struct ams_command *cmd);

/* The message of a number ("IDC3515I" at the start of text), MSG_COUNT none. */
enum msg_id ams_msg_by_number(const char *text);

/* EXAMINE's message of a fault; MSG_COUNT: none of z/OS is known for it. */
enum msg_id ams_fault_msg(enum ds_fault f);

/* Is the value a generation by its relative number, BASE(-1)? */
bool ams_is_relative(const struct ams_value *v);
/* Its name, as numbers were fixed when one of the group was asked for first;
 * on failure what was written. */
enum { AMS_GENERATION = DSNAME_MAX + 12 };
enum ds_status ams_generation(struct ams_run *run, const struct ams_value *v,
    char out[AMS_GENERATION], struct ds_diag *diag);

#endif

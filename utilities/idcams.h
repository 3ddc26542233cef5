/*
 * IDCAMS as a program: reads commands, does them, prints SYSPRINT.
 */
#ifndef CATAMOUNT_UTILITIES_IDCAMS_H
#define CATAMOUNT_UTILITIES_IDCAMS_H

#include "parser/ams.h"
#include "services/dataset.h"
#include "services/system.h"
#include "utilities/progress.h"
#include "utilities/sysprint.h"

/* What a command's action works with. */
struct ams_run {
	struct ds_system *sys;
	struct dd_table *dds;
	struct sysprint *sp;
	/* What is printed is held until ds_system_flush: a change need not last
	 * before. The run flushes in front of its end. */
	unsigned held; /* so many changes at most one transaction; 0: not */
	struct ams_reader *reader; /* settings: the print chain */
	/* Has the process been asked to end? Asked for each record and each
	 * entry; the command at work ends then. NULL: never. */
	bool (*interrupted)(void);
	bool told_interrupted; /* of the command at work: once is enough */
	/* A data set that is not VSAM's and full ends the program, as it does
	 * on z/OS: which abend it is, "B37", "D37" or "E37"; "" not yet. What
	 * ends a program can end a step alone: abends. */
	bool abends;
	char abend[4];
	/* What is counted where interrupted is asked, of long commands; NULL:
	 * nobody watches. */
	struct progress *progress;
	/* The reason of a failure on standard error, as the host spells it;
	 * NULL: nowhere. */
	void (*complain)(
	    const char *what, enum ds_status st, const struct ds_diag *diag);
};

/* An action: does the command, prints its messages (IDC0001I or IDC3003I
 * included) and returns its condition code. */
typedef int ams_action(struct ams_run *run, const struct ams_command *cmd);

ams_action ams_alter, ams_bldindex, ams_define, ams_delete, ams_repro,
    ams_print, ams_listcat, ams_verify, ams_examine;
ams_action ams_diagnose;
ams_action ams_connect, ams_disconnect, ams_export, ams_import, ams_mergecat,
    ams_copycat, ams_allocate, ams_dcollect;

/* Run a whole input: echo, commands, IDC0002I. Returns MAXCC. hint is called
 * with AMS_HINT_ bits after a failed command (NULL: none). */
int idcams_run(struct ams_run *run, void (*hint)(void *ctx, unsigned hints),
    void *hint_ctx);

/* Would this command end at once with code 12, as there is no action for it or
 * for a parameter? why is then the line that says so. */
bool idcams_undone(const struct ams_command *cmd, char *why, size_t size);

/*
 * The messages of a failed status: for the catalog class the first message by
 * return code and IDC3009I; for opens IDC3300I and IDC3351I or IDC33xx; for
 * records IDC3302I and its second line. dsn is the name to print.
 */
void ams_catalog_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn);
void ams_open_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn);
void ams_action_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn, const void *rec, size_t len);

#endif

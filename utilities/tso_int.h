/*
 * Inside IKJEFT01: tso.c reads and prints, tso_ams.c does a command with the
 * reader of access method services, tso_command.c those that TSO has beside,
 * tso_submit.c SUBMIT and TIME.
 */
#ifndef CATAMOUNT_UTILITIES_TSO_INT_H
#define CATAMOUNT_UTILITIES_TSO_INT_H

#include "base/dsname.h"
#include "utilities/dd_text_int.h"
#include "utilities/idcams_int.h"
#include "utilities/program_int.h"

enum { TSO_COMMAND_MAX = 32768, TSO_FAILED = 12 };

struct tso {
	struct program_run *run;
	struct ds_diag diag;
	struct dd_cards *in;
	struct dd_print *out;
	struct sysprint *sp;
	bool print_failed;
	char prefix[9];            /* of unquoted names; "": none */
	char cmd[TSO_COMMAND_MAX]; /* joined, without comments */
	char raw[TSO_COMMAND_MAX]; /* the same, as written */
	int code;                  /* of the last command */
	bool stopped;              /* END, LOGOFF, or an error of 1A and 1B */
	bool abended;
	struct program_end end;
};

void tso_line(struct tso *t, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* A command of access method services or of its own table: its code. */
int tso_ams(struct tso *t, const char *text);
/* RENAME, which is ALTER NEWNAME. */
int tso_rename(struct tso *t, const char *operands);
/* One of TSO's table, bound. */
int tso_command(struct tso *t, const struct ams_command *cmd);
int tso_call(struct tso *t, const char *operands);
int tso_submit(struct tso *t, const char *operands);
int tso_time(struct tso *t);

#endif

/*
 * The programs that a job step runs: a table by name, what one gets and what it
 * gives back. Whoever runs steps has allocated the DDs and has done with them
 * what DISP says when the program has ended; a program opens and closes them.
 *
 *	struct program_end end;
 *
 *	if ((p = program_find("IEBGENER")) != NULL)
 *		p->run(&run, &end);
 *
 * Text is ISO 8859-1. A program writes its listing to the DD that z/OS's
 * writes to (SYSPRINT), as records with ASA control characters.
 */
#ifndef CATAMOUNT_UTILITIES_PROGRAM_H
#define CATAMOUNT_UTILITIES_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "services/dataset.h"
#include "services/system.h"

struct program_end;

/* What a program may ask of whoever runs its step. */
struct program_host {
	void *ctx;
	/* Run a program that is none of the table, of the library, NULL: of
	 * those of the step. False: it is not there. */
	bool (*call)(void *ctx, const char *library, const char *pgm,
	    const char *parm, struct program_end *endp);
	/* A DD of the internal reader for the step. False: there is none. */
	bool (*reader)(void *ctx, char ddname[9]);
};

/* What a program works with; all is borrowed for the call. */
struct program_run {
	struct ds_system *sys;
	struct dd_table *dds;
	const char *name; /* PGM=, as it was asked for: one of its aliases */
	const char *parm; /* EXEC PARM; NULL: none */
	/* Has the step been asked to end? Asked for each record; the program
	 * ends with S222 then. NULL: never. */
	bool (*interrupted)(void);
	/* A line of the job log (IEC130I ...), and why something failed that
	 * has no message: NULL: nowhere. */
	void (*log)(void *ctx, const char *line);
	void *log_ctx;
	const struct program_host *host; /* NULL: there is nobody */
	bool called; /* by a program, whose allocations stay as they are */
};

/* How it ended. */
enum program_kind {
	PROGRAM_CODE,   /* a condition code */
	PROGRAM_SYSTEM, /* abend with a system code, S0C7 */
	PROGRAM_USER,   /* abend with a user code, U0016 */
};
struct program_end {
	enum program_kind kind;
	unsigned code;   /* 0 to 4095; of PROGRAM_SYSTEM X'0B37' and so on */
	unsigned reason; /* of an abend; 0: none */
	char why[200];   /* of an abend: one sentence, or "" */
};

typedef void program_fn(struct program_run *run, struct program_end *endp);

struct program {
	const char *name;
	program_fn *run;
	const char *what; /* one line for people */
};

/* By its name or an alias, in upper case; NULL: it is none of ours. */
const struct program *program_find(const char *name);
/* The i-th row of the table from 0; NULL: there are no more. */
const struct program *program_at(size_t i);

/*
 * The abend that a failed request has on z/OS, where the program has no exit
 * for it: no space SB37, SD37 or SE37, a bad block or an I/O error S001, a
 * profile that refuses it S913. False:
 * it has none.
 */
bool program_abend_of(
    struct program_end *endp, enum ds_status st, const struct ds_diag *diag);
/* "0004", "SB37", "S0C7", "U0016". */
enum { PROGRAM_END_TEXT = 8 };
void program_end_text(
    const struct program_end *end, char out[PROGRAM_END_TEXT]);

#endif

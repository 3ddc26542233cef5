/*
 * What a run tells, as facts: for programs, beside the print lines that people
 * read. SYSPRINT hands on each message, note and line that goes through it;
 * what is more than lines (an entry, a record) is told by the functions below
 * in front of its lines:
 *
 *	if (report_entry(sp, ent, form))
 *		... the lines ...
 *	report_told(sp);
 *
 * Nothing here has an effect where nobody listens (sysprint_report).
 */
#ifndef CATAMOUNT_UTILITIES_REPORT_H
#define CATAMOUNT_UTILITIES_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/msg.h"
#include "services/dataset.h"
#include "utilities/sysprint.h"

struct listcat_form;

/* A command as the reader found it. */
struct report_command {
	const char *verb; /* in full, or the word that is none */
	int line;         /* of the input, from 1 */
	const char *text; /* from the verb on, in one line */
	size_t len;
	bool executed; /* false: only checked, by IF or behind an error */
};

/* Data that PRINT is about to list. */
struct report_print {
	const char *name; /* as messages call it */
	const char *form; /* "DUMP", "HEX", "CHARACTER" */
	const struct ds_attrs *attrs;
};

/* What EXAMINE has counted in one test. */
struct report_examined {
	const char *name;
	bool data; /* DATATEST; else INDEXTEST */
	uint64_t faults, differences;
	const struct ds_examined *sum; /* of DATATEST */
};

/*
 * A listener. All are called in the order of the listing, with borrowed
 * arguments; text is ISO 8859-1.
 */
struct report {
	void *ctx;
	/* A record of the input. */
	void (*input)(void *ctx, const char *rec, size_t len);
	/* A functional command, in front of its messages; and its end. */
	void (*command)(void *ctx, const struct report_command *cmd);
	void (*end)(void *ctx, int cc, int maxcc);
	void (*message)(void *ctx, const struct msg *m);
	/* A message of another part of the system, with its one insert. */
	void (*foreign)(void *ctx, const char *number, const char *text,
	    const char *insert);
	/* What z/OS has no message for; without CATAMOUNT in front. second: it
	 * is about the message above. */
	void (*note)(void *ctx, const char *text, bool second);
	/* A line that is told by nothing else. */
	void (*line)(void *ctx, const char *text, size_t len);
	/* LISTCAT */
	void (*entry)(void *ctx, const struct ds_entry *ent,
	    const struct listcat_form *form);
	void (*counts)(void *ctx, const uint64_t *counts);
	/* PRINT */
	void (*print)(void *ctx, const struct report_print *p);
	void (*record)(
	    void *ctx, const struct ds_attrs *attrs, const struct ds_rec *rec);
	/* IDC0005I's number */
	void (*processed)(void *ctx, uint64_t records);
	/* EXAMINE */
	void (*fault)(void *ctx, const struct ds_found *f);
	void (*examined)(void *ctx, const struct report_examined *e);
	/* A data set that was not closed by its last writer. */
	void (*improper)(
	    void *ctx, const char *name, const struct ds_improper *how);
	/* Nothing more can be told: the run is to end. */
	bool (*failed)(void *ctx);
};

/* Each returns whether lines are wanted as well. */
bool report_foreign(struct sysprint *sp, const char *number, const char *text,
    const char *insert);
bool report_note(struct sysprint *sp, const char *text, bool second);
bool report_entry(struct sysprint *sp, const struct ds_entry *ent,
    const struct listcat_form *form);
bool report_counts(struct sysprint *sp, const uint64_t *counts);
bool report_record(struct sysprint *sp, const struct ds_attrs *attrs,
    const struct ds_rec *rec);
bool report_fault(struct sysprint *sp, const struct ds_found *f);
/* Lines are told again from here on. */
void report_told(struct sysprint *sp);

/* These have no lines of their own, or messages that are told as well. */
void report_command(struct sysprint *sp, const struct report_command *cmd);
void report_end(struct sysprint *sp, int cc, int maxcc);
void report_print(struct sysprint *sp, const struct report_print *p);
void report_processed(struct sysprint *sp, uint64_t records);
void report_examined(struct sysprint *sp, const struct report_examined *e);
void report_improper(
    struct sysprint *sp, const char *name, const struct ds_improper *how);

#endif

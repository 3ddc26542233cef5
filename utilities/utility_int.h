/*
 * What the utilities share: SYSPRINT with its pages, messages, the condition
 * code, control statements, failures of opens and requests.
 */
#ifndef CATAMOUNT_UTILITIES_UTILITY_INT_H
#define CATAMOUNT_UTILITIES_UTILITY_INT_H

#include <stdint.h>

#include "base/dsname.h"
#include "base/msg.h"
#include "services/library.h"
#include "utilities/control_int.h"
#include "utilities/dd_text_int.h"
#include "utilities/program_int.h"

/* Condition codes. */
enum { UT_OK = 0, UT_WARNING = 4, UT_ERROR = 8, UT_FAILED = 12, UT_END = 16 };

/* How a utility's listing looks. */
struct utility_form {
	const char *title; /* NULL: it has no pages */
	int title_column;  /* from 1, behind the control character */
	int page_column;
	const char *page; /* "PAGE %04u" without the number's format */
	int digits;       /* of the page number; negative: blanks in front */
	/* "cannot be opened", with the ddname; MSG_COUNT: it is not known */
	enum msg_id open;
	int failed;        /* the code of a failure; 0: 12 */
	int syntax;        /* of a statement that is wrong; 0: the same */
	const char *print; /* the listing's ddname; NULL: SYSPRINT */
};

struct utility {
	struct program_run *run;
	const struct utility_form *form;
	int cc;
	bool abended;
	struct program_end end; /* when abended */
	struct dd_print *print; /* NULL: there is none */
	unsigned page;
	int line; /* of the page; 0: none was begun */
	bool print_failed;
	struct dd_cards *sysin;
	bool echo; /* cards are listed as they are read */
	struct ds_diag diag;
};

/* False: SYSPRINT cannot be written; utility_end all the same. A step without
 * SYSPRINT runs and lists nothing. */
bool utility_begin(struct utility *u, struct program_run *run,
    const struct utility_form *form);
void utility_end(struct utility *u, struct program_end *endp);
void utility_cc(struct utility *u, int cc); /* at least this */
void utility_abend(
    struct utility *u, unsigned code, unsigned reason, const char *why);

/* ctl: ' ', '0', '-', '1'. Cut at 120. */
void utility_line(struct utility *u, char ctl, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void utility_text(struct utility *u, char ctl, const char *text, size_t len);
/* The next line begins a page. */
void utility_eject(struct utility *u);
/* With its inserts, ended by NULL; its severity is the code at least. */
void utility_msg(struct utility *u, enum msg_id id, ...);
/* What z/OS has no known message for: "CATAMOUNT text". */
void utility_note(struct utility *u, int cc, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* A detail of the message above: "CATAMOUNT ** text". */
void utility_detail(
    struct utility *u, const struct ds_diag *diag, enum ds_status st);

/*
 * A DD opened, or what z/OS does when it cannot be: the message of the form
 * and code 12, S013-18 for a member that is not there, or another abend.
 */
struct ds_file *utility_open(struct utility *u, const char *ddname,
    unsigned intent, const struct ds_attrs *like);
/* The same said of an open that the caller did: u->diag. */
void utility_open_failed(
    struct utility *u, const char *ddname, enum ds_status st);
/* A request of a data set failed: an abend, or a note and the form's code. */
void utility_failed(struct utility *u, const char *what, enum ds_status st);
/* Close, saying what is wrong. True: all is there. */
bool utility_close(
    struct utility *u, struct ds_file **filep, const char *ddname);

/* Not closed yet: the records that were written are kept if it is for want of
 * space that the program ends, dropped else. NULL is fine. */
void utility_drop(struct utility *u, struct ds_file **filep);

/* What a DD leads to, by catalog and SPEC alone. */
enum utility_place {
	UT_NODD,
	UT_SEQUENTIAL, /* a member too, a path, a concatenation */
	UT_LIBRARY,    /* a partitioned data set; dsn is its name */
};
enum utility_place utility_place(
    struct utility *u, const char *ddname, char dsn[DSNAME_MAX + 1]);
/*
 * A partitioned data set as the DD has it; NULL: said. like: it is for output,
 * and its records are like those when nobody has said before what they are.
 */
struct ds_library *utility_library(struct utility *u, const char *ddname,
    const char *dsn, const struct ds_attrs *like);
/* What copies of a library's members are like. */
struct ds_attrs utility_like(const struct ds_entry *ent);

/* SYSIN opened, by its name of this program; false: said. */
bool utility_sysin(struct utility *u, const char *ddname);
/*
 * The next control statement. A bad one is said, code 12; *badp (NULL is fine)
 * then, and false, as at the end.
 */
bool utility_next(struct utility *u, struct arena *arena, bool dotted,
    struct control_stmt *stmtp, bool *badp);
/* Has the step been asked to end? Its abend is set then. */
bool utility_stopped(struct utility *u);

#endif

/*
 * The JCL reader: text in, jobs out. A job is a tree behind all expansion:
 * procedures, INCLUDE groups, symbols, overrides and DDNAME references are
 * done, back references are pointers, parameters are typed and checked. With
 * it come the listing and the messages, all of them, each with its statement.
 *
 *	jcl_cards.c   text -> card images -> statements; in-stream data
 *	jcl_symbol.c  symbols and their scopes, substitution
 *	jcl.l jcl.y   an operand field -> nodes
 *	jcl_expand.c  procedures, INCLUDE, overrides -> statements of a job
 *	jcl_job.c jcl_exec.c jcl_dd*.c	nodes -> typed parameters, checks
 *	jcl_if.c      IF expressions
 *	jcl_cond.c    COND and IF against the results of steps
 *
 * Touches nothing but memory: procedures and INCLUDE groups are given by the
 * caller. What a name means (is the data set there, is the program) is the
 * caller's too.
 * Source: SA23-1385 (MVS JCL Reference), messages of the converter.
 */
#ifndef CATAMOUNT_PARSER_JCL_H
#define CATAMOUNT_PARSER_JCL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/msg.h"

enum {
	JCL_NESTING_MAX = 15, /* procedures; INCLUDE groups; IF statements */
	JCL_STEPS_MAX = 255,  /* of a job */
	JCL_TESTS_MAX = 8,    /* of a COND parameter */
	JCL_VOLUMES_MAX = 255,
	JCL_PARM_MAX = 100,
};

/* --- what is read ---------------------------------------------------------
 */

enum jcl_member_kind { JCL_PROCEDURE, JCL_INCLUDE };

/* A member of a procedure library, as the caller found it. */
struct jcl_member {
	const char *text; /* borrowed until the next call */
	size_t len;
	const char *library; /* data set name, for IEFC001I and IEFC002I */
	bool private;        /* found by JCLLIB, not in a system library */
};

struct jcl_ops {
	void *ctx;
	/*
	 * Find a procedure or INCLUDE group. order: the libraries of JCLLIB
	 * ORDER, first to last, to be searched before the system's. 1 found,
	 * 0 not there, -1 it cannot be read. NULL: there are no libraries.
	 */
	int (*member)(void *ctx, enum jcl_member_kind kind, const char *name,
	    const char *const *order, int norder, struct jcl_member *mp);
};

struct jcl_symbol_value {
	const char *name, *value;
};

struct jcl_options {
	bool fold;        /* lower case outside quotes becomes upper case */
	const char *user; /* &SYSUID where the job has no USER; NULL: none */
	/* System symbols, which SET and procedures override. */
	const struct jcl_symbol_value *symbols;
	int nsymbols;
	int max_statements; /* of an expanded job; 0: 200,000 */
};

/* --- messages and the listing ---------------------------------------------
 */

enum jcl_severity { JCL_INFO, JCL_WARNING, JCL_ERROR };

struct jcl_message {
	enum jcl_severity severity;
	const char *number; /* "IEFC630I"; NULL: a note of our own */
	const char *text;   /* behind the number: "UNIDENTIFIED KEYWORD .." */
	int stmt;           /* statement number; 0: of none */
	int card;           /* line of the input or of the member, from 1 */
	int column;         /* from 1; 0: not known */
	const char *member; /* whose card it is; NULL: the input's */
};

/* A line of the JCL listing: number and text, which begins with //, XX, X/,
 * ++ or +/, or is a message ("IEFC653I SUBSTITUTION JCL - ..."). */
struct jcl_listing {
	int stmt; /* 0: none is printed */
	const char *text;
};

/* The line as printed: the number in 9 columns, a blank, the text. Returns the
 * length written, cut to size. */
size_t jcl_listing_format(char *out, size_t size, const struct jcl_listing *l);

/* --- parts of statements --------------------------------------------------
 */

/* A parameter as coded, symbols substituted; all of a statement's are kept. */
struct jcl_param {
	const char *keyword; /* NULL: positional */
	const char *value;   /* with its parentheses and apostrophes */
};

struct jcl_params {
	const struct jcl_param *list;
	int n;
};

enum jcl_op { JCL_GT, JCL_GE, JCL_EQ, JCL_NE, JCL_LT, JCL_LE };

/* Steps are named by their place in job->steps. */
enum { JCL_ANY_STEP = -1 };

struct jcl_test {
	int code;
	enum jcl_op op;
	int step; /* JCL_ANY_STEP: each that ran before */
};

struct jcl_cond {
	struct jcl_test tests[JCL_TESTS_MAX];
	int ntests;
	bool even, only;
};

enum jcl_expr_kind {
	JCL_EXPR_AND,
	JCL_EXPR_OR,
	JCL_EXPR_NOT, /* left alone */
	JCL_EXPR_RC,
	JCL_EXPR_ABENDCC,
	JCL_EXPR_ABEND,
	JCL_EXPR_RUN,
};

struct jcl_expr {
	enum jcl_expr_kind kind;
	const struct jcl_expr *left, *right;
	enum jcl_op op; /* RC, ABENDCC; of ABEND and RUN JCL_EQ: is it so */
	int step;       /* JCL_ANY_STEP: none coded */
	int value;      /* RC; ABENDCC's number, S0C4 is 0x0C4, U12 is 12 */
	bool user;      /* ABENDCC: Uxxxx */
};

/* A relational expression holds for what ran before its IF statement. */
struct jcl_if {
	const struct jcl_expr *expr;
	int stmt;
	int first_step; /* the step behind the IF: those before it count */
	bool abend;     /* it has ABEND or ABENDCC */
};

/* Where a step stands: in the THEN or ELSE clause of an IF, and so on out. */
struct jcl_clause {
	const struct jcl_if *condition;
	bool otherwise; /* the ELSE clause */
	const struct jcl_clause *outer;
};

enum jcl_time_kind { JCL_TIME_NONE, JCL_TIME_LIMIT, JCL_TIME_NOLIMIT };

struct jcl_time {
	enum jcl_time_kind kind; /* 1440, NOLIMIT, MAXIMUM: JCL_TIME_NOLIMIT */
	int seconds;             /* of JCL_TIME_LIMIT */
};

/* --- DD -------------------------------------------------------------------
 */

struct jcl_dd;

enum jcl_dsn_kind {
	JCL_DSN_NONE,
	JCL_DSN_NAME,     /* A.B, A.B(MEMBER), A.B(+1) */
	JCL_DSN_TEMP,     /* &&NAME; name is without the && */
	JCL_DSN_REF,      /* *.step.dd: that of ref */
	JCL_DSN_NULLFILE, /* as DUMMY */
};

struct jcl_dsn {
	enum jcl_dsn_kind kind;
	const char *name;
	const char *member; /* NULL: none */
	bool relative;      /* generation is of a group */
	int generation;     /* +1, 0, -1 */
	const struct jcl_dd *ref;
};

enum jcl_status {
	JCL_STATUS_NONE,
	JCL_STATUS_NEW,
	JCL_STATUS_OLD,
	JCL_STATUS_SHR,
	JCL_STATUS_MOD,
};

enum jcl_disp {
	JCL_DISP_NONE,
	JCL_DISP_DELETE,
	JCL_DISP_KEEP,
	JCL_DISP_PASS,
	JCL_DISP_CATLG,
	JCL_DISP_UNCATLG,
};

enum jcl_space_unit {
	JCL_SPACE_NONE,
	JCL_SPACE_TRK,
	JCL_SPACE_CYL,
	JCL_SPACE_BLOCKS, /* of length bytes each; records with avgrec */
	JCL_SPACE_ABSTR,
};

struct jcl_space {
	enum jcl_space_unit unit;
	int64_t length; /* JCL_SPACE_BLOCKS */
	int64_t primary, secondary, directory;
	bool rlse, contig, mxig, alx, round;
	char avgrec; /* U, K, M; 0: none */
};

struct jcl_dcb {
	const char *recfm;        /* letters as coded; NULL: none */
	bool lrecl_x;             /* LRECL=X */
	int64_t lrecl;            /* -1: none */
	int64_t blksize;          /* bytes, K M G done; -1 */
	const char *dsorg;        /* NULL */
	int64_t keylen;           /* -1; KEYLEN= of the DD too */
	int64_t bufno;            /* -1 */
	int64_t limct;            /* -1 */
	const char *optcd;        /* NULL */
	const char *model;        /* DCB=dsname; NULL */
	const struct jcl_dd *ref; /* DCB=*.step.dd */
};

struct jcl_volume {
	bool private, retain;
	int sequence, count; /* 0: none */
	const char *const *serials;
	int nserials;
	struct jcl_dsn ref; /* REF=; kind JCL_DSN_NONE: none */
};

/* A line of in-stream data, without trailing blanks. */
struct jcl_line {
	const char *text;
	size_t len;
	int card;
};

enum jcl_filedata {
	JCL_FILEDATA_NONE,
	JCL_FILEDATA_BINARY,
	JCL_FILEDATA_TEXT,
	JCL_FILEDATA_RECORD,
};

struct jcl_path {
	const char *name;           /* NULL: no PATH */
	const char *const *options; /* PATHOPTS: "OWRONLY", "OCREAT" */
	int noptions;
	int mode;                       /* PATHMODE; -1: none */
	enum jcl_disp normal, abnormal; /* PATHDISP: KEEP, DELETE, NONE */
	enum jcl_filedata data;
};

struct jcl_sysout {
	char class; /* a class, '*'; 0: no SYSOUT; ' ': SYSOUT=(,) */
	const char *writer, *form; /* NULL: none; INTRDR is a writer */
	const struct jcl_output *const *outputs; /* OUTPUT= */
	int noutputs;
	const char *dest; /* NULL: none */
	int copies;       /* 0: none */
	bool hold;        /* HOLD=YES */
	int64_t outlim;   /* 0: none */
};

struct jcl_dd {
	const char *name;    /* of the first of a concatenation too */
	struct jcl_dd *next; /* in the concatenation */
	int stmt, card;
	const char *member; /* whose card it is; NULL: the input's */
	struct jcl_params params;

	struct jcl_dsn dsn;
	/* DDNAME=: the DD of that name was put in its place; NULL. */
	const char *ddname;
	bool dummy; /* DUMMY, NULLFILE, a DDNAME that nothing answered */
	bool instream;
	const struct jcl_line *lines;
	int nlines;
	struct jcl_sysout sysout;
	struct jcl_path path;
	enum jcl_status status;
	enum jcl_disp normal, abnormal;
	bool disp_coded;
	struct jcl_space space;
	const char *unit;          /* NULL: none */
	int units;                 /* device count; 0: none */
	const char *unit_affinity; /* UNIT=AFF=ddname */
	struct jcl_volume volume;
	struct jcl_dcb dcb;
	struct jcl_dsn like; /* LIKE=: a name */
	const struct jcl_dd *refdd;
	const char *recorg; /* "KS" "ES" "RR" "LS"; NULL */
	int64_t keyoff;     /* -1: none */
	const char *amp;    /* "BUFND=4,ACCBIAS=SYSTEM"; NULL */
	const char *dsntype, *storclas, *dataclas, *mgmtclas; /* NULL: none */
	/* EXPDT=yyddd or yyyy/ddd, of LABEL too; RETPD=days, -1: none. */
	const char *expdt;
	int retpd;
	bool label_in, label_out; /* LABEL=(,,,IN) and OUT */
	bool free_close;          /* FREE=CLOSE */
	const char *gdgorder;     /* "LIFO", "FIFO"; NULL */
	const char *subsys;       /* as coded; NULL */
};

/* --- EXEC, OUTPUT, JOB ----------------------------------------------------
 */

struct jcl_output {
	const char *name;
	int stmt;
	struct jcl_params params;
	char class; /* 0: none */
	bool dflt;  /* DEFAULT=YES */
};

struct jcl_step {
	const char *name; /* of the EXEC that runs a program; "" none */
	/* Of the EXEC that called the procedure it stands in; NULL: it stands
	 * in the job. Messages name a step "procstep stepname", so this is
	 * their stepname and name their procstep. */
	const char *caller;
	const char *proc; /* the procedure's name; NULL */
	int stmt, card;
	const char *member;
	struct jcl_params params;

	const char *pgm;
	const struct jcl_dd *pgm_ref; /* PGM=*.step.dd */
	const char *parm;             /* joined, unquoted; NULL: none */
	size_t parm_len;
	const char *parmdd; /* NULL */
	struct jcl_cond cond;
	struct jcl_time time;
	int64_t region; /* KiB; 0: 0K or 0M, all there is; -1: none */
	const char *acct;
	const struct jcl_clause *clause; /* NULL: in no IF */
	struct jcl_dd **dds;             /* first of each concatenation */
	int ndds;
	const struct jcl_output **outputs; /* of the step */
	int noutputs;
};

enum jcl_typrun {
	JCL_TYPRUN_NONE,
	JCL_TYPRUN_SCAN,
	JCL_TYPRUN_HOLD,
	JCL_TYPRUN_JCLHOLD,
	JCL_TYPRUN_COPY,
};

struct jcl_restart {
	bool coded;
	int step; /* of job->steps; RESTART=* is 0 */
	const char *checkid;
};

enum jcl_jobrc { JCL_JOBRC_MAX, JCL_JOBRC_LAST, JCL_JOBRC_STEP };

struct jcl_job {
	const char *name;
	int stmt; /* 1 */
	int card;
	struct jcl_params params;

	const char *accounting; /* as coded; NULL */
	const char *programmer; /* NULL */
	char class, msgclass;   /* 0: none; a longer CLASS is in params */
	int msglevel_statements, msglevel_messages; /* -1: none */
	const char *notify, *user, *group;          /* NULL */
	int64_t region;                             /* as a step's */
	struct jcl_time time;
	struct jcl_cond cond; /* tests without steps */
	struct jcl_restart restart;
	enum jcl_typrun typrun;
	int prty; /* -1 */
	enum jcl_jobrc jobrc;
	int jobrc_step;
	bool gdgbias_step; /* GDGBIAS=STEP */

	const char *const *jcllib; /* JCLLIB ORDER */
	int njcllib;
	struct jcl_dd *joblib; /* a concatenation; NULL: none */
	struct jcl_dd **dds;   /* JOBLIB, JOBCAT, SYSCHK: in front of steps */
	int ndds;
	struct jcl_step *steps;
	int nsteps;
	const struct jcl_output **outputs; /* in front of the first step */
	int noutputs;

	const struct jcl_listing *listing;
	int nlisting;
	const struct jcl_message *messages; /* in the order of statements */
	int nmessages;
	bool failed; /* one of the messages is JCL_ERROR: it must not run */
	int first_card, last_card; /* of the input */
};

struct jcl {
	const struct jcl_job *jobs;
	int njobs;
	/* What belongs to no job: cards in front of the first one. */
	const struct jcl_message *messages;
	int nmessages;
	bool failed; /* one of the messages, here or in a job, is an error */
};

/*
 * Read len bytes of JCL: UTF-8 lines, CRLF and a byte order mark dropped, tabs
 * expanded to eight columns. NULL: no memory. All of the result is freed with
 * it. ops and options may be NULL.
 */
struct jcl *jcl_read(const char *text, size_t len, const struct jcl_ops *ops,
    const struct jcl_options *options);
void jcl_free(struct jcl **jp); /* NULL and *jp NULL are fine */

/* The step's DD of that name; NULL. */
const struct jcl_dd *jcl_dd_find(const struct jcl_step *s, const char *name);
/* A keyword's value as coded; NULL. */
const char *jcl_param_find(const struct jcl_params *p, const char *keyword);

/* --- is a step to run? ----------------------------------------------------
 */

enum jcl_state { JCL_NOT_RUN, JCL_ENDED, JCL_ABENDED };

/* How a step ended; not run, too, are those in front of a RESTART step. */
struct jcl_result {
	enum jcl_state state;
	int code;  /* JCL_ENDED: 0 to 4095 */
	int abend; /* JCL_ABENDED: 0x0C4, or 12 with user */
	bool user;
};

enum jcl_verdict {
	JCL_STEP_RUNS,
	JCL_STEP_JOB_COND, /* COND of JOB: IEF201I, no step runs any more */
	JCL_STEP_COND,     /* COND of EXEC is met: IEF202I */
	JCL_STEP_ONLY,     /* COND=ONLY, and no step has abended */
	JCL_STEP_ABEND,    /* a step before it has abended */
	JCL_STEP_IF,       /* it is in the other clause: IEF206I */
};

/*
 * Is step n to run after results of steps 0 to n - 1? stmtp, when not NULL, is
 * set to the IF statement's number for JCL_STEP_IF, else to 0.
 */
enum jcl_verdict jcl_step_verdict(const struct jcl_job *job, int n,
    const struct jcl_result *results, int *stmtp);

/* Does the COND parameter of the step, its tests alone, ask to bypass it? */
bool jcl_cond_test(
    const struct jcl_cond *cond, const struct jcl_result *results, int n);
/* Is the expression true after the results of n steps? */
bool jcl_if_true(
    const struct jcl_expr *expr, const struct jcl_result *results, int n);

#endif

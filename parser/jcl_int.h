/*
 * Inside the JCL reader: cards, statements, nodes, the conversion of one job.
 * All of it lives in one arena; a failed allocation sets conv->nomem and the
 * reader goes on with what it has until it can stop.
 */
#ifndef CATAMOUNT_PARSER_JCL_INT_H
#define CATAMOUNT_PARSER_JCL_INT_H

#include "base/arena.h"
#include "parser/jcl.h"

enum {
	JCL_CARD_LEN = 80,
	JCL_TEXT_MAX = 8194,         /* of an operand field */
	JCL_VALUE_MAX = 255,         /* of a symbol */
	JCL_DEPTH_MAX = 16,          /* of parentheses */
	JCL_EQUALS_MAX = 8,          /* of KEY=KEY=.. */
	JCL_STATEMENTS_MAX = 200000, /* of an expanded job */
	JCL_MESSAGES_MAX = 5000,     /* of a job; then one that says so */
	JCL_DDS_MAX = 3273,          /* of a step */
	JCL_EXPORTS_MAX = 1000,
	JCL_PROCS_MAX = 1000,  /* in-stream, of a job */
	JCL_CACHED_MAX = 1000, /* members kept */
};

/* A growing array in the arena; items are copied when it grows. */
struct jcl_vec {
	void *items;
	int n, cap;
};

/* --- cards and statements (jcl_cards.c, jcl_scan.c) ----------------------- */

struct jcl_card {
	const char *text; /* without trailing blanks */
	size_t len;       /* bytes */
	int line;         /* from 1 */
	bool too_long;    /* it had more than 80 columns */
};

/* Where characters of a text come from: those from at on, one column each,
 * or all of one column where a symbol was substituted. */
struct jcl_run {
	size_t at;
	int line, column;
	bool substituted;
};

/* An operand field in one piece. */
struct jcl_field {
	char *text; /* ends with two NULs, as flex wants it */
	size_t len;
	struct jcl_run *runs;
	int nruns;
	const char *member; /* as of the source */
};

enum jcl_kind {
	JCL_KIND_COMMENT,
	JCL_KIND_NULL,
	JCL_KIND_DELIMITER, /* a stray one */
	JCL_KIND_JES2,
	JCL_KIND_JOB,
	JCL_KIND_EXEC,
	JCL_KIND_DD,
	JCL_KIND_PROC,
	JCL_KIND_PEND,
	JCL_KIND_SET,
	JCL_KIND_INCLUDE,
	JCL_KIND_JCLLIB,
	JCL_KIND_IF,
	JCL_KIND_ELSE,
	JCL_KIND_ENDIF,
	JCL_KIND_OUTPUT,
	JCL_KIND_EXPORT,
	JCL_KIND_OTHER, /* CNTL, COMMAND ..: listed, nothing else */
	JCL_KIND_BAD,   /* its operation is none */
};

/* What the scan of a statement found; told when the statement is numbered. */
struct jcl_fault {
	enum msg_id id; /* MSG_COUNT: note */
	const char *note;
	int line, column;
	bool warning;
	struct jcl_fault *next;
};

struct jcl_stmt {
	enum jcl_kind kind;
	const char *name, *op; /* "" none */
	int card, ncards;      /* in the source's cards */
	bool generated;        /* //SYSIN DD * for data without a DD */
	struct jcl_field field;
	struct jcl_line *lines; /* in-stream data */
	int nlines;
	struct jcl_fault *faults;
	bool broken; /* the field cannot be read */
};

/* The input, or a member of a library. */
struct jcl_source {
	const char *member; /* NULL: the input */
	struct jcl_card *cards;
	int ncards;
	struct jcl_stmt *stmts;
	int nstmts;
};

/* Cut text into cards and these into statements. False: no memory. */
bool jcl_source_read(struct arena *a, const char *text, size_t len,
    const char *member, bool fold, struct jcl_source *sp);
bool jcl_cards_read(
    struct arena *a, const char *text, size_t len, struct jcl_source *sp);
/* Byte offset of a column (from 1); the length when the card is shorter. */
size_t jcl_card_at(const struct jcl_card *c, int column);
void jcl_place(const struct jcl_field *f, size_t at, int *linep, int *columnp);

/* --- nodes (jcl.l, jcl.y) ------------------------------------------------- */

enum jcl_node_kind {
	JCL_NODE_EMPTY,
	JCL_NODE_WORD,
	JCL_NODE_QUOTED,
	JCL_NODE_LIST,
	JCL_NODE_KEY, /* text=first */
};

/* A parameter, a value or a member of a list. */
struct jcl_node {
	enum jcl_node_kind kind;
	const char *text; /* WORD; QUOTED without apostrophes; KEY: keyword */
	size_t len;
	struct jcl_node *first, *last; /* of a LIST; a KEY's value */
	struct jcl_node *list;         /* WORD(list) */
	struct jcl_node *next;
	size_t at, end; /* in the field's text */
	const struct jcl_field *field;
};

struct jcl_span {
	size_t at, end;
};

struct jcl_parse {
	struct arena *arena;
	const struct jcl_field *field;
	size_t at; /* of the scanner */
	int depth, equals;
	bool finished, nomem;
	struct jcl_node *top; /* a LIST */
	bool failed;
	enum msg_id id; /* the first error */
	size_t error_at;
};

/* Nodes of the field: a LIST, or NULL with p's error or nomem. */
struct jcl_node *jcl_parse_field(
    struct jcl_parse *p, struct arena *a, const struct jcl_field *field);

/* --- symbols (jcl_symbol.c) ----------------------------------------------- */

enum { JCL_BUCKETS = 1024 };

struct jcl_symbol {
	char name[9];
	const char *value;
	size_t len;
	int level; /* of the procedure that it belongs to; 0: the job */
	bool used;
	bool exported;
	bool declared; /* by a PROC statement, or by the system */
	bool by_exec;
	struct jcl_symbol *chain; /* of the bucket, inner levels first */
	struct jcl_symbol *peer;  /* of the level */
};

struct jcl_symbols {
	struct arena *arena;
	struct jcl_symbol *bucket[JCL_BUCKETS];
	struct jcl_symbol *of_level[JCL_NESTING_MAX + 2];
	int level;
	struct jcl_vec exports; /* const char * */
	bool export_all;
};

/* Set at the present level. False: no memory. */
bool jcl_symbol_set(struct jcl_symbols *s, const char *name, const char *value,
    size_t len, struct jcl_symbol **symp);
/* By SET: where the EXEC or PROC of a procedure has set it, else for the job,
 * even behind the procedure that the SET stands in. */
bool jcl_symbol_reset(
    struct jcl_symbols *s, const char *name, const char *value, size_t len);
struct jcl_symbol *jcl_symbol_find(
    struct jcl_symbols *s, const char *name, size_t len);
/* Is there one of the present level? */
struct jcl_symbol *jcl_symbol_here(struct jcl_symbols *s, const char *name);
void jcl_symbols_push(struct jcl_symbols *s);
void jcl_symbols_pop(struct jcl_symbols *s);

/*
 * Substitute in a field of a statement of that kind. *changedp: a symbol was
 * found. False: no memory, or too long (then *longp).
 */
bool jcl_substitute(struct jcl_symbols *s, enum jcl_kind kind,
    const struct jcl_field *in, struct jcl_field *out, bool *changedp,
    bool *longp);
/* The same for a line of in-stream data; only exported symbols. system: those
 * of the system too. */
bool jcl_substitute_line(struct jcl_symbols *s, const struct jcl_line *in,
    bool system, struct jcl_line *out);

/* --- the conversion of a job ---------------------------------------------- */

/* A keyword of EXEC, to be laid over steps of the procedure it calls. */
struct jcl_exec_over {
	const char *keyword;
	const char *procstep; /* NULL: none coded */
	struct jcl_node *node;
	bool used;
};

/* A statement as it comes from a source. */
struct jcl_item {
	const struct jcl_source *source;
	const struct jcl_stmt *stmt;
	char style; /* of its listing: '/', 'X', '+' */
};

/* A DD, or a comment, that stands behind an EXEC of a procedure. */
struct jcl_over {
	struct jcl_item item;
	bool comment;
	const char *step;        /* NULL: the first one's */
	const char *dd;          /* "": unnamed, of the concatenation before */
	struct jcl_field *field; /* symbols substituted; NULL: cannot be */
	bool changed;            /* there were some */
	struct jcl_line *lines;
	bool used;
};

/* A procedure being expanded; the job itself has one too. */
struct jcl_level {
	struct jcl_level *outer;
	const char *caller; /* name of the EXEC; NULL: the job */
	const char *proc;
	struct jcl_over *overs;
	int novers;
	int next_over; /* those in front were for steps seen already */
	int lo, hi;    /* overrides of the step in hand */
	struct jcl_exec_over *execs;
	int nexecs;
	int steps;     /* EXECs seen at this level */
	int over_part; /* pairs with the next unnamed DD; -1: none */
	int ifs;       /* depth of IF when it began */
	int serial;    /* 0: the job; each call has its own */
	int depth;
};

/* Where statements come from: the innermost INCLUDE group first. */
struct jcl_feed {
	const struct jcl_source *source;
	int at, end;
	char style;
	struct jcl_feed *outer; /* NULL: a procedure or the job */
	int depth;              /* of INCLUDE */
};

struct jcl_instream_proc {
	const char *name;
	const struct jcl_source *source;
	int first, end; /* the PROC statement; behind the last one */
	struct jcl_instream_proc *next;
};

struct jcl_if_open {
	const struct jcl_clause *outer, *clause;
	const struct jcl_if *condition;
	bool in_else;
};

struct jcl_conv {
	struct arena *arena;
	const struct jcl_ops *ops;
	const struct jcl_options *options;
	bool nomem;
	bool stopped; /* a limit was passed: nothing more is expanded */
	struct jcl_job *job;
	struct jcl_symbols symbols;
	struct jcl_instream_proc *procs;
	int nprocs;
	struct jcl_feed *feed;
	struct jcl_level *level;
	int serials; /* calls of procedures so far */
	int stmt;    /* the last number given */
	int max_statements;
	/* The statement in hand, for messages. */
	const struct jcl_item *item;
	int item_stmt;
	struct jcl_vec steps;       /* struct jcl_step */
	struct jcl_vec step_levels; /* int: serial of each step's level */
	struct jcl_vec listing, messages;
	int nfaults;            /* messages that do not only inform */
	struct jcl_vec order;   /* const char *: JCLLIB */
	struct jcl_vec outputs; /* struct jcl_output *: all */
	struct jcl_vec dds;     /* struct jcl_dd *: of the step in hand */
	struct jcl_vec step_outputs;
	struct jcl_dd *last_part; /* of the concatenation in hand */
	bool dd_misplaced;        /* said so of the concatenation in hand */
	int step;                 /* in hand: DDs are its; -1: the job's */
	bool step_open;           /* a DD may come */
	const struct jcl_clause *clause;
	struct jcl_if_open ifs[JCL_NESTING_MAX];
	int nifs;
	bool seen_exec, seen_jcllib;
	struct jcl_vec cache; /* members read already */
};

/* jcl_message.c */
void *jcl_vec_add(struct jcl_conv *c, struct jcl_vec *v, size_t size);
char *jcl_dup(struct jcl_conv *c, const char *s, size_t len);
void *jcl_new(struct jcl_conv *c, size_t size);
/* A message about the statement in hand; node NULL: its first card. */
void jcl_say(struct jcl_conv *c, enum msg_id id, const struct jcl_node *node,
    const char *insert1, const char *insert2);
/* A note of our own. */
void jcl_note(struct jcl_conv *c, enum jcl_severity severity,
    const struct jcl_node *node, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void jcl_say_faults(struct jcl_conv *c, const struct jcl_stmt *s);
/* "ON THE DD STATEMENT" */
const char *jcl_on(struct jcl_conv *c);
/* Number the item, list its cards. style as in struct jcl_item; '/' in over is
 * put in the second column of what is overridden. */
void jcl_list(struct jcl_conv *c, const struct jcl_item *it, bool overridden);
void jcl_list_comment(struct jcl_conv *c, const struct jcl_item *it);
void jcl_list_substitution(struct jcl_conv *c, const struct jcl_field *f);
void jcl_finish_messages(struct jcl_conv *c);

/* jcl_value.c: values of nodes; each says what is wrong with it. field is the
 * keyword for the message's place. */
bool jcl_is(const struct jcl_node *n, const char *word);
bool jcl_empty(const struct jcl_node *n);
struct jcl_node *jcl_item_at(const struct jcl_node *list, int i);
int jcl_count(const struct jcl_node *list);
/* A value as a list: itself when it is one, else of one member. */
struct jcl_node *jcl_as_list(struct jcl_conv *c, struct jcl_node *n);
const char *jcl_raw(struct jcl_conv *c, const struct jcl_node *n);
bool jcl_number(struct jcl_conv *c, const struct jcl_node *n, const char *field,
    int64_t max, int64_t *valuep);
bool jcl_name(struct jcl_conv *c, const struct jcl_node *n, const char *field,
    size_t max, const char **namep);
/* One of words, blank-separated; its place, or -1 with a message. */
int jcl_word(struct jcl_conv *c, const struct jcl_node *n, const char *field,
    const char *words);
void jcl_wrong(struct jcl_conv *c, enum msg_id id, const struct jcl_node *n,
    const char *field);
/* The subparameters of a value: keywords, and positional ones by their place
 * from 0. */
void jcl_subparameters(struct jcl_conv *c, struct jcl_node *n,
    void (*keyword)(struct jcl_conv *c, struct jcl_node *n, void *to),
    void (*positional)(struct jcl_conv *c, struct jcl_node *n, int i, void *to),
    void *to);
bool jcl_label_valid(const char *s, size_t len, size_t max);
bool jcl_word_in(const char *list, const char *word);
void jcl_keep_params(
    struct jcl_conv *c, const struct jcl_node *top, struct jcl_params *p);
void jcl_cond_bind(
    struct jcl_conv *c, struct jcl_node *n, bool job, struct jcl_cond *cond);
void jcl_time_bind(struct jcl_conv *c, struct jcl_node *n, struct jcl_time *t);
void jcl_region_bind(struct jcl_conv *c, struct jcl_node *n, int64_t *kp);
/* A step by name: "STEP" or "STEP.PROCSTEP"; -1 none. */
int jcl_step_named(struct jcl_conv *c, const char *step, size_t len,
    const char *procstep, size_t procstep_len);

/* jcl_job.c, jcl_exec.c, jcl_dd.c, jcl_dsn.c, jcl_if.c */
struct jcl_binding {
	const char *keyword;
	/* n is the value; it may be empty. */
	void (*bind)(struct jcl_conv *c, struct jcl_node *n, void *to);
};
/* Keywords of a statement: those of table are bound, those of others are kept
 * as coded. What is in neither, or twice, has a message. */
void jcl_bind_keywords(struct jcl_conv *c, struct jcl_node *top,
    const struct jcl_binding *table, const char *others, void *to);
void jcl_job_bind(struct jcl_conv *c, struct jcl_node *top);
void jcl_job_late(struct jcl_conv *c, struct jcl_node *top);
bool jcl_exec_keyword(const char *word);
void jcl_exec_bind(
    struct jcl_conv *c, struct jcl_node *top, struct jcl_step *s);
void jcl_output_bind(
    struct jcl_conv *c, struct jcl_node *top, struct jcl_output *o);
struct jcl_node *jcl_dd_merge(
    struct jcl_conv *c, struct jcl_node *base, struct jcl_node *over);
void jcl_dd_bind(struct jcl_conv *c, struct jcl_node *top, struct jcl_dd *dd);
void jcl_dsn_bind(struct jcl_conv *c, struct jcl_node *n, const char *field,
    struct jcl_dsn *dsn);
/* What *.dd, *.step.dd or *.step.procstep.dd names; NULL with a message. */
const struct jcl_dd *jcl_referback(
    struct jcl_conv *c, const struct jcl_node *n, const char *field);
const struct jcl_output *jcl_output_named(
    struct jcl_conv *c, const char *name, size_t len);
const struct jcl_expr *jcl_if_read(
    struct jcl_conv *c, const struct jcl_field *f, bool *abendp);

/* jcl_expand.c, jcl_proc.c, jcl_step.c */
void jcl_convert(
    struct jcl_conv *c, const struct jcl_source *source, int first, int end);
void jcl_statements(struct jcl_conv *c);
void jcl_statement(struct jcl_conv *c, const struct jcl_item *it);
bool jcl_next(struct jcl_conv *c, struct jcl_item *it);
bool jcl_feed_push(struct jcl_conv *c, const struct jcl_source *s, int first,
    int end, char style);
/* The field with symbols substituted; NULL with a message, or no memory. */
struct jcl_field *jcl_substituted(
    struct jcl_conv *c, const struct jcl_stmt *s, bool *changedp);
/* Its nodes; NULL with a message. */
struct jcl_node *jcl_nodes(struct jcl_conv *c, const struct jcl_field *f);
/* The same; changed: symbols were substituted, so a line is listed and the end
 * of the operands is looked for again. */
struct jcl_node *jcl_changed_nodes(
    struct jcl_conv *c, struct jcl_field *f, bool changed);
/* All of it. */
struct jcl_node *jcl_operands(struct jcl_conv *c, const struct jcl_item *it);
struct jcl_line *jcl_data(struct jcl_conv *c, const struct jcl_stmt *s);
/* The text that a symbol is set to; NULL with a message. */
const char *jcl_symbol_text(
    struct jcl_conv *c, const struct jcl_node *n, size_t *lenp);
bool jcl_symbol_name(struct jcl_conv *c, const struct jcl_node *n);
void jcl_set(struct jcl_conv *c, const struct jcl_item *it);
void jcl_procedure(struct jcl_conv *c, const struct jcl_item *it);
const char *jcl_step_name(const struct jcl_stmt *s);
void jcl_exec(struct jcl_conv *c, const struct jcl_item *it);
void jcl_dd_statement(struct jcl_conv *c, const struct jcl_item *it);
void jcl_step_end(struct jcl_conv *c);
void jcl_clause_check(struct jcl_conv *c);
void jcl_call(struct jcl_conv *c, const struct jcl_item *it,
    struct jcl_node *top, const struct jcl_node *proc);
const struct jcl_source *jcl_fetch(struct jcl_conv *c,
    enum jcl_member_kind kind, const char *name, const char **howp);

#endif

/*
 * The command line of idcams.
 */
#ifndef CATAMOUNT_SHELL_OPTIONS_H
#define CATAMOUNT_SHELL_OPTIONS_H

#include <stdbool.h>

#include "parser/ams.h"

enum { EXIT_USAGE = 16 };

enum options_result {
	OPTIONS_RUN,  /* go on */
	OPTIONS_DONE, /* --help, --version: printed, exit with 0 */
	OPTIONS_BAD,  /* a message was printed: exit with EXIT_USAGE */
};

/* All strings are borrowed from argv. */
struct options {
	const char *root;    /* --root, or NULL */
	const char *parm;    /* --parm, or NULL */
	const char *group;   /* --group, or NULL */
	const char *who;     /* --who, or NULL */
	const char *restore; /* --restore, or NULL */
	bool rebuild;        /* --rebuild */
	const char **dds;    /* --dd, in the order given */
	const char **execs;  /* -e, likewise */
	char *const *files;  /* the FILE arguments */
	int ndds, nexecs, nfiles;
	int max_rc;   /* --max-rc: exit 0 up to this code; -1 not given */
	int progress; /* --progress 1, --no-progress 0, -1 not given */
	int pages;    /* --pages 1, --no-pages 0, -1 not given */
	bool asa, fold, init;
	bool json;        /* --format json */
	bool check;       /* --check: do nothing, say what is wrong */
	bool batch_input; /* --batch-input: a terminal by a deck's rules */
	bool have_chain;
	enum ams_chain chain; /* --graphics */
};

/* The arrays are the caller's to free with options_free, whatever came. */
enum options_result options_parse(
    struct options *o, int argc, char *const *argv);
void options_free(struct options *o);

#endif

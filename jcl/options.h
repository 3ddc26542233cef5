/* The command line of jclrun. */
#ifndef CATAMOUNT_JCL_OPTIONS_H
#define CATAMOUNT_JCL_OPTIONS_H

#include "jcl/run.h"

enum { EXIT_USAGE = 16, BINDS_MAX = 64, PROCLIBS_MAX = 32 };

enum run_command { RUN_JOBS, RUN_LIST, RUN_SHOW, RUN_PURGE };

struct run_options {
	enum run_command command;
	const char *root; /* NULL: the default */
	bool json, quiet, fold, scan, restart_recorded;
	int wait_ms;
	int max_rc; /* -1: none */
	const char *programs, *user;
	struct job_binding binds[BINDS_MAX];
	size_t nbinds;
	const char *proclibs[PROCLIBS_MAX];
	size_t nproclibs;
	char **args; /* files, or job numbers; borrowed */
	int nargs;
};

enum options_end { OPTIONS_GOOD, OPTIONS_DONE, OPTIONS_WRONG };

/* Help and version are printed here; so is what is wrong. */
enum options_end run_options_parse(
    struct run_options *o, int argc, char **argv);
/* What the configuration says, behind the options. False: a message is on
 * standard error. */
bool run_options_configure(struct run_options *o, const struct ds_config *cfg);
void run_options_free(struct run_options *o);

#endif

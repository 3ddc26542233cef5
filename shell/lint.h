/* idcams --check: decks read without doing them. */
#ifndef CATAMOUNT_SHELL_LINT_H
#define CATAMOUNT_SHELL_LINT_H

#include "shell/options.h"
#include "utilities/json.h"

/*
 * Check each FILE, each -e or standard input, a deck each; what is found goes
 * to standard output, "FILE:LINE:COLUMN: warning: text", or as objects to
 * json. *readp: all were read. Returns 12 with errors, 4 with warnings, 0, or
 * 16 when not all were read.
 */
int lint_run(const struct options *o, struct json_report *json, bool *readp);

#endif

/*
 * --format json: the facts of a run on standard output in the place of the
 * listing, an object a line (doc/formats/json.md).
 */
#ifndef CATAMOUNT_SHELL_FACTS_H
#define CATAMOUNT_SHELL_FACTS_H

#include <stdbool.h>

#include "utilities/json.h"

struct facts;

/* Begins the output; messages of the program become part of it. NULL: no
 * memory, and a message was printed. */
struct facts *facts_open(void);
struct json_report *facts_report(struct facts *f); /* NULL: f is NULL */
/* What is known so far goes out: who reads may act on it. NULL is fine. */
void facts_flush(struct facts *f);
/* The last object, with the condition code. False: it did not all get there.
 * Always frees; NULL is fine. */
bool facts_close(struct facts **fp, int maxcc);

#endif

/*
 * The facts of a run as JSON, an object a line: doc/formats/json.md has every
 * type and field.
 */
#ifndef CATAMOUNT_UTILITIES_JSON_H
#define CATAMOUNT_UTILITIES_JSON_H

#include "parser/ams.h"
#include "services/who.h"
#include "utilities/report.h"

struct json_report;

/* write takes a line of UTF-8 with its line end; false: it failed, and nothing
 * more is written. NULL: no memory. */
struct json_report *json_report_new(
    bool (*write)(void *ctx, const char *line, size_t len), void *ctx);
void json_report_free(struct json_report **jp); /* NULL is fine */
/* For sysprint_report; borrowed until json_report_free. */
const struct report *json_report_listener(const struct json_report *j);

/* The first line of a run and its last. */
void json_report_begin(struct json_report *j);
void json_report_done(struct json_report *j, int maxcc);
/* A message of the program itself, as it stands on standard error. */
void json_report_diagnostic(struct json_report *j, const char *text);
/* What --check found in a file. */
void json_report_finding(
    struct json_report *j, const char *file, const struct ams_finding *f);
/* Who has a data set: an object for each. */
void json_report_holder(struct json_report *j, const char *name,
    enum ds_use use, const struct enq_holder *h);

#endif

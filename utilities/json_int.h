/*
 * Between the files that make JSON: members of objects. A value that cannot be
 * made (no memory) marks the report as failed, nothing else has to look.
 */
#ifndef CATAMOUNT_UTILITIES_JSON_INT_H
#define CATAMOUNT_UTILITIES_JSON_INT_H

#include <jansson.h>

#include "utilities/json.h"

/* Takes over value, which may be NULL: no memory. */
void json_put(
    struct json_report *j, json_t *obj, const char *key, json_t *value);
void json_push(struct json_report *j, json_t *array, json_t *value);
void json_put_num(
    struct json_report *j, json_t *obj, const char *key, uint64_t num);
void json_put_bool(
    struct json_report *j, json_t *obj, const char *key, bool value);
/* Text of ISO 8859-1. */
void json_put_text(
    struct json_report *j, json_t *obj, const char *key, const char *text);
void json_put_textn(struct json_report *j, json_t *obj, const char *key,
    const char *text, size_t len);
/* "" is null. */
void json_put_or_null(
    struct json_report *j, json_t *obj, const char *key, const char *text);
/* UTF-8 of the host, or else ISO 8859-1. */
void json_put_host(
    struct json_report *j, json_t *obj, const char *key, const char *text);
/* Two digits a byte. */
void json_put_hex(struct json_report *j, json_t *obj, const char *key,
    const uint8_t *data, size_t len);

/* An object of that type, with the command that is at work. */
json_t *json_begin(struct json_report *j, const char *type);
/* Write it as a line; takes it over. */
void json_end(struct json_report *j, json_t *obj);

/* LISTCAT: the members of an entry (json_entry.c). */
void json_entry(struct json_report *j, json_t *obj, const struct ds_entry *ent,
    const struct listcat_form *form);
void json_entry_counts(
    struct json_report *j, json_t *obj, const uint64_t *counts);

#endif

/*
 * Inside the binder: what bind.c (lists), bind_value.c (one value) and
 * bind_finish.c (defaults, what is missing) share.
 */
#ifndef CATAMOUNT_PARSER_BIND_INT_H
#define CATAMOUNT_PARSER_BIND_INT_H

#include "parser/ams_int.h"

struct bind {
	struct arena *arena;
	const struct cards *cards;
	const char *text; /* of the group, NUL-terminated */
	const char *verb;
	struct ams_error *err;
	bool shortened; /* ams_verb.shortened */
};

/* Note the fault; each returns false. At an item that ends in front of end ...
 */
bool bind_fail_text(
    struct bind *b, enum msg_id id, size_t end, const char *s, size_t len);
bool bind_fail(struct bind *b, enum msg_id id, const struct ams_node *n);
/* ... or when all was read. */
bool bind_fail_end(struct bind *b, enum msg_id id, const char *keyword);
bool bind_no_memory(struct bind *b);

/* The i-th value of a parameter, from 0. */
bool bind_value(struct bind *b, const struct ams_desc *d, int i,
    const struct ams_node *n, struct ams_value *v);
/* Letters A-Z, digits, national characters and those of extra; not empty. */
bool bind_only_chars(const char *s, size_t len, const char *extra);

int bind_values_max(const struct ams_desc *d);
int bind_values_min(const struct ams_desc *d);
/* Room for n values and for those that defaults will add. */
bool bind_new_values(struct bind *b, struct ams_param *p, int n);
/* The next row of l; n is where it stands, or NULL. */
struct ams_param *bind_add_param(struct bind *b, struct ams_plist *l,
    const struct ams_desc *d, const struct ams_node *n);

/* What is missing or inconsistent in the list and those below; defaults. */
bool bind_finish(struct bind *b, const struct ams_desc *table,
    struct ams_plist *l, const char *owner);

#endif

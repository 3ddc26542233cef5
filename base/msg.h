/*
 * The messages of access method services: one table (base/messages.def) with
 * number, severity, spacing, text and where the text is known from. Inserts
 * are strings, numbered %1 to %9 in the text.
 */
#ifndef CATAMOUNT_BASE_MSG_H
#define CATAMOUNT_BASE_MSG_H

#include <stddef.h>

enum msg_id {
#define MSG(name, number, severity, spacing, source, text) MSG_##name,
#include "base/messages.def"
#undef MSG
	MSG_COUNT
};

enum { MSG_INSERTS = 6 };

struct msg {
	enum msg_id id;
	const char *insert[MSG_INSERTS]; /* borrowed; unused ones NULL */
};

const char *msg_number(enum msg_id id); /* "IDC3012I" */
int msg_severity(enum msg_id id);       /* 0 4 8 12 16: by the number */
char msg_spacing(enum msg_id id);       /* ASA: ' ' '0' '-' */
const char *msg_source(enum msg_id id); /* "src38", "zout", "doc", "mem" */
const char *msg_template(enum msg_id id);
/* "IDC3012I ENTRY A.B NOT FOUND"; returns the length written, cut to size. */
size_t msg_format(char *out, size_t size, const struct msg *m);

#endif

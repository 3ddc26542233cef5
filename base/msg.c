/* The message table and the one function that fills in inserts. */
#include <stdio.h>
#include <string.h>

#include "base/msg.h"

static const struct {
	const char *number;
	int severity;
	char spacing;
	const char *source;
	const char *text;
} messages[MSG_COUNT] = {
#define MSG(name, number, severity, spacing, source, text) \
	{number, severity, spacing, source, text},
#include "base/messages.def"
#undef MSG
};

const char *
msg_number(enum msg_id id)
{
	return messages[id].number;
}

int
msg_severity(enum msg_id id)
{
	return messages[id].severity;
}

char
msg_spacing(enum msg_id id)
{
	return messages[id].spacing;
}

const char *
msg_source(enum msg_id id)
{
	return messages[id].source;
}

const char *
msg_template(enum msg_id id)
{
	return messages[id].text;
}

static size_t
append(char *out, size_t size, size_t at, const char *s, size_t n)
{
	if (at + 1 >= size)
		return at;
	if (n > size - 1 - at)
		n = size - 1 - at;
	memcpy(out + at, s, n);
	return at + n;
}

size_t
msg_format(char *out, size_t size, const struct msg *m)
{
	const char *p = messages[m->id].text;
	const char *ins;
	size_t at = 0;
	int n;

	if (size == 0)
		return 0;
	at = append(out, size, at, messages[m->id].number,
	    strlen(messages[m->id].number));
	for (; *p != '\0'; p++) {
		if (p[0] == '%' && p[1] >= '1' && p[1] <= '0' + MSG_INSERTS) {
			n = p[1] - '1';
			ins = m->insert[n] != NULL ? m->insert[n] : "";
			at = append(out, size, at, ins, strlen(ins));
			p++;
		} else {
			at = append(out, size, at, p, 1);
		}
	}
	out[at] = '\0';
	return at;
}

/* Outcomes: the table behind base/status.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"

static const struct {
	const char *name;
	char class;
	int rc;
	int reason;
	const char *text;
} statuses[] = {
#define X(name, class, rc, rsn, text) {#name, class, rc, rsn, text},
    DS_STATUS_LIST(X)
#undef X
};

char
ds_status_class(enum ds_status st)
{
	return statuses[st].class;
}

int
ds_status_rc(enum ds_status st)
{
	return statuses[st].rc;
}

int
ds_status_reason(enum ds_status st)
{
	return statuses[st].reason;
}

const char *
ds_status_text(enum ds_status st)
{
	return statuses[st].text;
}

const char *
ds_status_name(enum ds_status st)
{
	return statuses[st].name;
}

void
ds_diag_name(const char *name, char out[DS_DIAG_NAME])
{
	static const char cut[] = "/...";
	const size_t len = strlen(name), room = DS_DIAG_NAME - 1;

	if (len <= room)
		snprintf(out, DS_DIAG_NAME, "%s", name);
	else
		snprintf(out, DS_DIAG_NAME, "%s%s", cut,
		    name + len - (room - strlen(cut)));
}

static enum ds_status
fill(struct ds_diag *diag, enum ds_status st, const char *name, int err,
    const char *fmt, va_list ap)
{
	if (diag == NULL)
		return st;
	memset(diag, 0, sizeof(*diag));
	diag->status = st;
	diag->sys_errno = err;
	if (name != NULL)
		ds_diag_name(name, diag->name);
	if (fmt != NULL)
		vsnprintf(diag->text, sizeof(diag->text), fmt, ap);
	return st;
}

enum ds_status
ds_fail(struct ds_diag *diag, enum ds_status st, const char *name,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(diag, st, name, 0, fmt, ap);
	va_end(ap);
	return st;
}

enum ds_status
ds_fail_rba(struct ds_diag *diag, enum ds_status st, const char *name,
    uint64_t rba, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(diag, st, name, 0, fmt, ap);
	va_end(ap);
	if (diag != NULL) {
		diag->has_rba = true;
		diag->rba = rba;
	}
	return st;
}

enum ds_status
ds_fail_errno(
    struct ds_diag *diag, int err, const char *name, const char *fmt, ...)
{
	enum ds_status st;
	va_list ap;

	switch (err) {
	case ENOSPC:
	case EDQUOT:
	case EFBIG: /* a limit of the process or of the file system */
		st = DS_FULL;
		break;
	case ENOENT:
		st = DS_NOFILE;
		break;
	case EEXIST:
		st = DS_EXIST;
		break;
	case ENOMEM:
		st = DS_NOMEM;
		break;
	default:
		st = DS_IO;
	}
	va_start(ap, fmt);
	fill(diag, st, name, err, fmt, ap);
	va_end(ap);
	return st;
}

/* In whatever case. */
static bool
says(const char *what, const char *part)
{
	return part[0] == '\0' || strcasestr(what, part) != NULL;
}

const char *
ds_status_sentence(const char *said, enum ds_status st,
    const struct ds_diag *diag, char out[DS_SENTENCE_MAX])
{
	const char *text = ds_status_text(st);
	const char *host =
	    diag->sys_errno != 0 ? strerror(diag->sys_errno) : "";
	const bool name = !says(said, diag->name);
	const bool detail = !says(text, diag->text);
	const bool reason = !says(diag->text, host);
	const bool holder = diag->holder[0] != '\0';

	snprintf(out, DS_SENTENCE_MAX, "%s%s%s%s%s%s%s%s%s", text,
	    name ? ": " : "", name ? diag->name : "", detail ? ": " : "",
	    detail ? diag->text : "", reason ? ": " : "", reason ? host : "",
	    holder ? "; held by " : "", diag->holder);
	return out;
}

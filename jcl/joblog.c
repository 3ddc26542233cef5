/* The lists of a job. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "jcl/joblog.h"
#include "services/define.h"

enum { LINE_MAX_LEN = 1024 };

static const char *const names[LOG_LISTS] = {"JESMSGLG", "JESJCL", "JESYSMSG"};

struct job_log {
	char id[JOB_ID_LEN];
	FILE *fp[LOG_LISTS];
	/* What is held of JESYSMSG; NULL: nothing is. */
	FILE *held;
	char *text;
	size_t len;
};

const char *
joblog_name(int i)
{
	return i < LOG_LISTS ? names[i] : NULL;
}

enum ds_status
joblog_open(struct spool_job *sj, struct job_log **logp, struct ds_diag *diag)
{
	struct job_log *log = calloc(1, sizeof(*log));

	if (log == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	snprintf(log->id, sizeof(log->id), "%s", spool_job_id(sj));
	for (int i = 0; i < LOG_LISTS; i++)
		if ((log->fp[i] = spool_job_create(sj, names[i], diag)) ==
		    NULL) {
			joblog_close(&log, NULL);
			return DS_IO;
		}
	*logp = log;
	return DS_OK;
}

enum ds_status
joblog_close(struct job_log **logp, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	struct job_log *log;
	bool bad;

	if (logp == NULL || (log = *logp) == NULL)
		return DS_OK;
	for (int i = 0; i < LOG_LISTS; i++) {
		if (log->fp[i] == NULL)
			continue;
		bad = ferror(log->fp[i]) != 0;
		if ((fclose(log->fp[i]) != 0 || bad) && st == DS_OK)
			st = ds_fail_errno(
			    diag, errno, names[i], "writing the spool");
	}
	if (log->held != NULL)
		fclose(log->held);
	free(log->text);
	free(log);
	*logp = NULL;
	return st;
}

void
joblog_hold(struct job_log *log)
{
	if (log->held == NULL)
		log->held = open_memstream(&log->text, &log->len);
}

void
joblog_want(struct job_log *log)
{
	if (log->held == NULL)
		return;
	fclose(log->held);
	log->held = NULL;
	if (log->text != NULL)
		fwrite(log->text, 1, log->len, log->fp[2]);
	free(log->text);
	log->text = NULL;
}

void
joblog_flush(struct job_log *log)
{
	for (int i = 0; i < LOG_LISTS; i++)
		fflush(log->fp[i]);
}

static void
put(struct job_log *log, unsigned to, const char *text)
{
	struct tm tm;

	memset(&tm, 0, sizeof(tm));
	ds_now(&tm);
	if ((to & LOG_JOB) != 0)
		fprintf(log->fp[0], " %02d.%02d.%02d %s  %s\n", tm.tm_hour,
		    tm.tm_min, tm.tm_sec, log->id, text);
	if ((to & LOG_JCL) != 0)
		fprintf(log->fp[1], " %s\n", text);
	if ((to & LOG_SYSTEM) != 0)
		fprintf(
		    log->held != NULL ? log->held : log->fp[2], " %s\n", text);
}

static void
format(char out[LINE_MAX_LEN], enum msg_id id, va_list ap)
{
	struct msg m = {.id = id};
	const char *s;
	int i;

	for (i = 0; i < MSG_INSERTS && (s = va_arg(ap, const char *)) != NULL;
	     i++)
		m.insert[i] = s;
	msg_format(out, LINE_MAX_LEN, &m);
}

void
joblog_msg(struct job_log *log, unsigned to, enum msg_id id, ...)
{
	char text[LINE_MAX_LEN];
	va_list ap;

	va_start(ap, id);
	format(text, id, ap);
	va_end(ap);
	put(log, to, text);
}

void
joblog_more(struct job_log *log, unsigned to, enum msg_id id, ...)
{
	char text[LINE_MAX_LEN];
	va_list ap;

	va_start(ap, id);
	format(text, id, ap);
	va_end(ap);
	put(log, to, text + strlen(msg_number(id)));
}

void
joblog_line(struct job_log *log, unsigned to, const char *fmt, ...)
{
	char text[LINE_MAX_LEN];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	put(log, to, text);
}

void
joblog_bare(struct job_log *log, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(log->fp[0], fmt, ap);
	va_end(ap);
	fputc('\n', log->fp[0]);
}

void
joblog_note(struct job_log *log, unsigned to, const char *fmt, ...)
{
	char text[LINE_MAX_LEN] = "CATAMOUNT ";
	const size_t n = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + n, sizeof(text) - n, fmt, ap);
	va_end(ap);
	put(log, to, text);
}

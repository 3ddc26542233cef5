/*
 * What is told of decisions: audit.log in the root, an object of JSON a line
 * (doc/formats/audit.md), and ICH408I. The log is opened for each line, so that
 * whoever rotates it need tell nobody, and written in one piece at its end;
 * what keeps it from being written keeps nobody from anything.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "services/enq_int.h"
#include "services/security_int.h"

enum { LINE_MAX_LEN = 1024, SHARED = 0660, PRIVATE = 0600 };

/* A string of JSON. What is not printable ASCII is a question mark: names of
 * programs and files may be anything. */
static void
put_text(FILE *fp, const char *key, const char *text)
{
	fprintf(fp, ",\"%s\":\"", key);
	for (; *text != '\0'; text++) {
		const unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fputc('\\', fp);
		fputc(c >= ' ' && c < 0x7F ? c : '?', fp);
	}
	fputc('"', fp);
}

static void
put_head(FILE *fp, struct ds_system *sys)
{
	const struct subject *who = &sys->security->who;
	const time_t now = time(NULL);
	char when[32], job[16];
	struct tm tm;

	if (gmtime_r(&now, &tm) == NULL ||
	    strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
		when[0] = '\0';
	enq_job_name(sys->owner, job);
	fprintf(fp, "{\"time\":\"%s\",\"uid\":%lu,\"pid\":%ld", when,
	    (unsigned long)getuid(), (long)getpid());
	put_text(fp, "user", who->userid);
	put_text(fp, "job", job);
	put_text(fp, "program", program_invocation_short_name);
}

/* root is 2770 when its group shares it. */
static void
append(const struct ds_system *sys, const char *line, size_t len)
{
	char path[PATH_MAX + 16];
	struct stat sb;
	mode_t mode;
	int fd;

	if (stat(sys->root, &sb) != 0)
		return;
	mode =
	    (sb.st_mode & S_ISGID) && (sb.st_mode & S_IWGRP) ? SHARED : PRIVATE;
	snprintf(path, sizeof(path), "%s/audit.log", sys->root);
	fd = open(
	    path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, PRIVATE);
	if (fd < 0)
		fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
	else if (fchmod(fd, mode) == 0 && geteuid() == 0 &&
		 fchown(fd, sb.st_uid, sb.st_gid) != 0)
		errno = 0; /* made by root, and its alone: a log all the same */
	if (fd < 0)
		return;
	while (write(fd, line, len) < 0 && errno == EINTR)
		;
	close(fd);
}

static void
finish(struct ds_system *sys, FILE *fp, const char *line)
{
	long len;

	fputs("}\n", fp);
	fflush(fp);
	len = ftell(fp);
	if (len > 0 && !ferror(fp))
		append(sys, line, (size_t)len);
	fclose(fp);
}

void
security_log(struct ds_system *sys, const char *name, enum ds_access wanted,
    const struct ds_decision *d)
{
	char line[LINE_MAX_LEN];
	FILE *fp = fmemopen(line, sizeof(line), "w");

	if (fp == NULL)
		return;
	put_head(fp, sys);
	put_text(fp, "name", name);
	put_text(fp, "wanted", ds_access_name(wanted));
	put_text(fp, "allowed", ds_access_name(d->allowed));
	put_text(fp, "profile", d->profile);
	put_text(fp, "outcome",
	    d->warning   ? "warning"
	    : d->granted ? "granted"
			 : "denied");
	finish(sys, fp, line);
}

void
security_log_job(struct ds_system *sys, const char *name, enum ds_access wanted,
    enum ds_access allowed)
{
	char line[LINE_MAX_LEN];
	FILE *fp = fmemopen(line, sizeof(line), "w");

	if (fp == NULL)
		return;
	put_head(fp, sys);
	put_text(fp, "class", "JESSPOOL");
	put_text(fp, "name", name);
	put_text(fp, "wanted", ds_access_name(wanted));
	put_text(fp, "allowed", ds_access_name(allowed));
	put_text(fp, "outcome", allowed >= wanted ? "granted" : "denied");
	finish(sys, fp, line);
}

void
security_log_change(
    struct ds_system *sys, const char *name, const char *what, bool done)
{
	char line[LINE_MAX_LEN];
	FILE *fp = fmemopen(line, sizeof(line), "w");

	if (fp == NULL)
		return;
	put_head(fp, sys);
	put_text(fp, "name", name);
	put_text(fp, "change", what);
	put_text(fp, "outcome", done ? "granted" : "denied");
	finish(sys, fp, line);
}

/* Source: z/OS Security Server RACF Messages and Codes, ICH408I; the line of a
 * data set without profile is from memory (mem). */
void
ds_denial_lines(const struct ds_denial *d,
    void (*line)(void *ctx, const char *text), void *ctx)
{
	char text[128];

	snprintf(text, sizeof(text),
	    "ICH408I USER(%-8s) GROUP(%-8s) NAME(%-20s)", d->userid, d->group,
	    d->person);
	line(ctx, text);
	if (d->job)
		snprintf(
		    text, sizeof(text), "ICH408I   %s CL(JESSPOOL)", d->dsn);
	else if (d->volser[0] != '\0')
		snprintf(text, sizeof(text),
		    "ICH408I   %s CL(DATASET ) VOL(%-6s)", d->dsn, d->volser);
	else
		snprintf(
		    text, sizeof(text), "ICH408I   %s CL(DATASET )", d->dsn);
	line(ctx, text);
	if (d->job) {
		line(ctx, "ICH408I   INSUFFICIENT ACCESS AUTHORITY");
	} else if (d->profile[0] == '\0') {
		line(ctx, "ICH408I   PROFILE NOT FOUND. IT IS REQUIRED FOR "
			  "AUTHORITY CHECKING");
	} else {
		line(ctx,
		    d->warning
			? "ICH408I   WARNING: INSUFFICIENT ACCESS AUTHORITY"
			: "ICH408I   INSUFFICIENT ACCESS AUTHORITY");
		snprintf(text, sizeof(text), "ICH408I   FROM %s%s", d->profile,
		    profile_generic(d->profile) ? " (G)" : "");
		line(ctx, text);
	}
	snprintf(text, sizeof(text),
	    "ICH408I   ACCESS INTENT(%-7s)  ACCESS ALLOWED(%-7s)",
	    ds_access_name(d->wanted), ds_access_name(d->allowed));
	line(ctx, text);
}

static void
print_line(void *ctx, const char *text)
{
	fprintf(ctx, "%s\n", text);
}

void
ds_denial_print(void *ctx, const struct ds_denial *d)
{
	ds_denial_lines(d, print_line, ctx);
}

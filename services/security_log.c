/*
 * What is told of decisions: audit.log in the root, an object of JSON a line
 * (doc/formats/audit.md), and ICH408I. The log is opened for each line, so that
 * whoever rotates it need tell nobody, and written in one piece at its end;
 * what keeps it from being written keeps nobody from anything, but is told.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "services/enq_int.h"
#include "services/security_int.h"

enum { LINE_MAX_LEN = 2048, SHARED = 0660, PRIVATE = 0600 };

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

/* --- the file ---------------------------------------------------------------
 */

static void (*unlogged)(const char *why);

void
ds_unlogged_set(void (*tell)(const char *why))
{
	unlogged = tell;
}

void
ds_unlogged_print(const char *why)
{
	fprintf(stderr, "%s: audit.log is not written: %s\n",
	    program_invocation_short_name, why);
}

/* Once a process, until another fault comes. */
static void
tell_unlogged(int err)
{
	static atomic_int told;

	if (atomic_exchange(&told, err) != err && unlogged != NULL)
		unlogged(strerror(err));
}

/* root is 2770 when its group shares it. O_NONBLOCK: a pipe in its place keeps
 * nobody waiting. -1 and errno. */
static int
open_log(const struct ds_system *sys)
{
	const int how = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
	char path[PATH_MAX + 16];
	struct stat sb;
	mode_t mode;
	int fd;

	if (stat(sys->root, &sb) != 0)
		return -1;
	mode =
	    (sb.st_mode & S_ISGID) && (sb.st_mode & S_IWGRP) ? SHARED : PRIVATE;
	snprintf(path, sizeof(path), "%s/audit.log", sys->root);
	fd = open(path, how | O_CREAT | O_EXCL, PRIVATE);
	if (fd < 0)
		fd = open(path, how);
	else if (fchmod(fd, mode) == 0 && geteuid() == 0 &&
		 fchown(fd, sb.st_uid, sb.st_gid) != 0)
		errno = 0; /* made by root, and its alone: a log all the same */
	if (fd < 0)
		return -1;
	if (fstat(fd, &sb) != 0 || !S_ISREG(sb.st_mode)) {
		close(fd);
		errno = EINVAL;
		return -1;
	}
	return fd;
}

/* A full disk may have cut the last line: it spoils no other. */
static bool
was_cut(int fd)
{
	struct stat sb;
	char last;

	return fstat(fd, &sb) == 0 && sb.st_size > 0 &&
	       pread(fd, &last, 1, sb.st_size - 1) == 1 && last != '\n';
}

/* line[0] is a newline, which is for the end of one that was cut. */
static void
append(const struct ds_system *sys, const char *line, size_t len)
{
	const int fd = open_log(sys);
	ssize_t n;

	if (fd < 0) {
		tell_unlogged(errno);
		return;
	}
	if (!was_cut(fd)) {
		line++;
		len--;
	}
	do
		n = write(fd, line, len);
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)len)
		tell_unlogged(n < 0 ? errno : ENOSPC);
	close(fd);
}

/* --- lines ------------------------------------------------------------------
 */

static void
finish(struct ds_system *sys, FILE *fp, const char *line)
{
	long len;

	fputs("}\n", fp);
	fflush(fp);
	len = ftell(fp);
	if (len > 0 && !ferror(fp))
		append(sys, line, (size_t)len);
	else
		tell_unlogged(EMSGSIZE);
	fclose(fp);
}

/* NULL: no memory, which is told. */
static FILE *
begin(char line[LINE_MAX_LEN], struct ds_system *sys)
{
	FILE *fp = fmemopen(line, LINE_MAX_LEN, "w");

	if (fp == NULL) {
		tell_unlogged(ENOMEM);
		return NULL;
	}
	fputc('\n', fp);
	put_head(fp, sys);
	return fp;
}

void
security_log(struct ds_system *sys, const char *name, enum ds_access wanted,
    const struct ds_decision *d)
{
	char line[LINE_MAX_LEN];
	FILE *fp = begin(line, sys);

	if (fp == NULL)
		return;
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
	FILE *fp = begin(line, sys);

	if (fp == NULL)
		return;
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
	FILE *fp = begin(line, sys);

	if (fp == NULL)
		return;
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

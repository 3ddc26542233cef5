/*
 * BPXBATCH: a command of the shell (SH), or a program of the host by its path
 * (PGM), with STDIN, STDOUT and STDERR as its streams and the variables of
 * STDENV. Its condition code is the exit status times 256, as z/OS has it.
 * Source: SA23-2280, "BPXBATCH"; which code a wrong PARM has is from memory
 * (mem).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jcl/native_int.h"

enum {
	CODE_BAD = 255, /* it could not begin (mem) */
	CODE_MASK = 0xFFF,
	LINES_MAX = 10000,
	STATUS_UNIT = 256,
};

/* Lines of a file; argv and environments end with NULL. */
struct lines {
	char **list;
	size_t n;
};

struct unix_run {
	struct native nt;
	struct lines parms; /* of PGM: the program, its arguments */
	struct lines env;
	char *command; /* of SH; NULL: the shell reads STDIN */
	bool shell;
	struct program_end *endp;
};

/* It cannot begin: why. False. */
static bool fail(struct unix_run *u, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static bool
fail(struct unix_run *u, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	joblog_note(
	    u->nt.sr->job->log, LOG_JOB | LOG_SYSTEM, "BPXBATCH: %s", text);
	memset(u->endp, 0, sizeof(*u->endp));
	u->endp->kind = PROGRAM_CODE;
	u->endp->code = CODE_BAD;
	return false;
}

/* --- lines ---------------------------------------------------------------- */

static bool
lines_add(struct lines *l, const char *text, size_t len)
{
	char **v;

	if (l->n >= LINES_MAX)
		return false;
	v = realloc(l->list, (l->n + 2) * sizeof(*v));
	if (v == NULL)
		return false;
	l->list = v;
	v[l->n] = strndup(text, len);
	v[l->n + 1] = NULL;
	return v[l->n] != NULL && ++l->n > 0;
}

static void
lines_free(struct lines *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->list[i]);
	free(l->list);
}

/* Each without blanks at its ends; empty ones are none. */
static bool
lines_read(struct unix_run *u, const char *dd, struct lines *l)
{
	const struct native_dd *d = native_dd_find(&u->nt, dd);
	char *line = NULL, *p;
	bool good = true;
	size_t cap = 0, len;
	FILE *fp;

	if (d == NULL)
		return true;
	if ((fp = fopen(d->path, "re")) == NULL)
		return fail(u, "%s: %s: %s", dd, d->path, strerror(errno));
	while (good && getline(&line, &cap, fp) > 0) {
		p = line + strspn(line, " \t");
		for (len = strlen(p); len > 0 && strchr(" \t\r\n", p[len - 1]);)
			len--;
		good = len == 0 || lines_add(l, p, len);
	}
	free(line);
	fclose(fp);
	return good || fail(u, "%s: too many lines", dd);
}

/* --- what is asked for ---------------------------------------------------- */

/* The words of a PARM are the arguments of PGM, and SH's command is one. */
static bool
split(struct unix_run *u, const char *text)
{
	size_t n;

	for (text += strspn(text, " "); *text != '\0';
	     text += n + strspn(text + n, " ")) {
		n = strcspn(text, " ");
		if (!lines_add(&u->parms, text, n))
			return false;
	}
	return true;
}

static bool
is_word(const char *text, size_t n, const char *word)
{
	return n == strlen(word) && strncmp(text, word, n) == 0;
}

/* SH: all of it with a blank between lines; nothing: the shell reads STDIN. */
static bool
join(struct unix_run *u, const char *first, const struct lines *more)
{
	size_t size = strlen(first) + 1, at;

	for (size_t i = 0; i < more->n; i++)
		size += strlen(more->list[i]) + 1;
	if ((u->command = malloc(size)) == NULL)
		return fail(u, "no memory");
	at = (size_t)snprintf(u->command, size, "%s", first);
	for (size_t i = 0; i < more->n; i++)
		at += (size_t)snprintf(u->command + at, size - at, "%s%s",
		    at > 0 ? " " : "", more->list[i]);
	if (at > 0)
		return true;
	free(u->command);
	u->command = NULL;
	return true;
}

/* The first word says which it is; what is behind it and, each an argument,
 * more lines. */
static bool
understand(struct unix_run *u, const char *text, const struct lines *more)
{
	const size_t n = strcspn(text, " ");
	const char *rest = text + n + strspn(text + n, " ");
	bool good;

	if (is_word(text, n, "SH")) {
		u->shell = true;
		return join(u, rest, more);
	}
	if (!is_word(text, n, "PGM"))
		return fail(u, "%.60s: SH or PGM stands in front", text);
	good = split(u, rest);
	for (size_t i = 0; good && i < more->n; i++)
		good =
		    lines_add(&u->parms, more->list[i], strlen(more->list[i]));
	return good || fail(u, "too many arguments");
}

/* Lines of STDPARM count when there is no PARM (mem). */
static bool
from_lines(struct unix_run *u)
{
	struct lines all = {0}, more;
	bool good;

	if (!(good = lines_read(u, "STDPARM", &all)))
		goto out;
	u->shell = all.n == 0;
	if (all.n > 0) {
		more = (struct lines){all.list + 1, all.n - 1};
		good = understand(u, all.list[0], &more);
	}
out:
	lines_free(&all);
	return good;
}

static bool
from_parm(struct unix_run *u, const char *parm)
{
	const struct lines none = {0};

	parm += strspn(parm, " ");
	return *parm != '\0' ? understand(u, parm, &none) : from_lines(u);
}

/* --- running -------------------------------------------------------------- */

static int
open_flags(const struct jcl_path *path, int access)
{
	static const struct {
		const char *word;
		int flag;
	} known[] = {{"OCREAT", O_CREAT}, {"OEXCL", O_EXCL},
	    {"OTRUNC", O_TRUNC}, {"OAPPEND", O_APPEND}};
	int flags = access;

	for (int i = 0; i < path->noptions; i++)
		for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++)
			if (strcmp(path->options[i], known[k].word) == 0)
				flags |= known[k].flag;
	return flags;
}

/* A PATH is the stream itself; what is another DD is written to it behind the
 * program's end. */
static void
set_stream(const struct unix_run *u, const char *dd, const char *file,
    struct native_stream *s)
{
	const struct native_dd *d = native_dd_find(&u->nt, dd);
	const struct jcl_dd *jd = jcl_dd_find(u->nt.sr->step, dd);

	if (d == NULL || !d->host || jd == NULL) {
		*s = (struct native_stream){
		    file, O_WRONLY | O_CREAT | O_TRUNC, 0600};
		return;
	}
	s->path = d->path;
	s->flags = open_flags(&jd->path, O_WRONLY);
	s->mode = jd->path.mode >= 0 ? (mode_t)jd->path.mode : 0600;
}

/* What cannot be opened is told before the program would run without it. */
static bool
check_stream(struct unix_run *u, const char *dd, const struct native_stream *s)
{
	int fd;

	if (s->path[0] != '/')
		return true;
	fd = open(
	    s->path, s->flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, s->mode);
	if (fd < 0 && errno != ENXIO)
		return fail(u, "%s: %s: %s", dd, s->path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return true;
}

/* A variable of STDENV, else ours. */
static const char *
variable(const struct unix_run *u, const char *name)
{
	const size_t n = strlen(name);

	for (size_t i = u->env.n; i > 0; i--)
		if (strncmp(u->env.list[i - 1], name, n) == 0 &&
		    u->env.list[i - 1][n] == '=')
			return u->env.list[i - 1] + n + 1;
	return getenv(name);
}

/* Where a user's programs begin: the home directory. */
static const char *
home(const struct unix_run *u)
{
	const char *dir = variable(u, "HOME");

	return dir != NULL && dir[0] == '/' && access(dir, X_OK) == 0 ? dir
								      : "/";
}

/* The file of PGM; the caller frees. NULL: it is none. */
static char *
program_path(struct unix_run *u)
{
	const char *name = u->parms.n > 0 ? u->parms.list[0] : "";
	char *path = NULL;
	struct stat sb;

	if (name[0] == '\0') {
		fail(u, "PGM without the path of a program");
		return NULL;
	}
	if (asprintf(&path, "%s%s%s", name[0] != '/' ? home(u) : "",
		name[0] != '/' ? "/" : "", name) < 0) {
		fail(u, "no memory");
		return NULL;
	}
	if (access(path, X_OK) == 0 && stat(path, &sb) == 0 &&
	    S_ISREG(sb.st_mode))
		return path;
	fail(u, "%s: %s", path,
	    access(path, F_OK) != 0 ? strerror(errno)
				    : "no program that can be run");
	free(path);
	return NULL;
}

/*
 * The exit status, or the signal, as wait(2) has it on z/OS. A step has twelve
 * bits for its code, so z/OS shows 0 for a status of 16, 32 and so on: a
 * failure has 4095 here in the place of that.
 */
static void
set_code(int status, struct program_end *endp)
{
	unsigned code;

	memset(endp, 0, sizeof(*endp));
	endp->kind = PROGRAM_CODE;
	if (WIFSIGNALED(status)) {
		endp->code = (unsigned)WTERMSIG(status);
		return;
	}
	code = (unsigned)WEXITSTATUS(status) * STATUS_UNIT;
	endp->code = code & CODE_MASK;
	if (code != 0 && endp->code == 0)
		endp->code = CODE_MASK;
}

static void
run_one(struct unix_run *u, const char *path, char *const *argv)
{
	const struct native_dd *in = native_dd_find(&u->nt, "STDIN");
	struct native_exec ex = {.path = path,
	    .argv = argv,
	    .env = u->env.list,
	    .cwd = home(u),
	    .streams = {{in != NULL ? in->path : "/dev/null", O_RDONLY, 0}}};
	int status;

	set_stream(u, "STDOUT", NATIVE_STDOUT, &ex.streams[1]);
	set_stream(u, "STDERR", NATIVE_STDERR, &ex.streams[2]);
	if (!check_stream(u, "STDIN", &ex.streams[0]) ||
	    !check_stream(u, "STDOUT", &ex.streams[1]) ||
	    !check_stream(u, "STDERR", &ex.streams[2]))
		return;
	/* It is open already where it was made anew. */
	ex.streams[1].flags &= ~O_EXCL;
	ex.streams[2].flags &= ~O_EXCL;
	if (native_exec(&u->nt, &ex, &status, u->endp))
		set_code(status, u->endp);
	native_finish(&u->nt, u->endp);
}

static void
run(struct unix_run *u, const char *parm)
{
	char *path;

	if (!lines_read(u, "STDENV", &u->env) || !from_parm(u, parm))
		return;
	if (u->shell) {
		char *const argv[] = {(char *)"sh",
		    u->command != NULL ? (char *)"-c" : NULL, u->command, NULL};

		run_one(u, "/bin/sh", argv);
		return;
	}
	if ((path = program_path(u)) != NULL)
		run_one(u, path, u->parms.list);
	free(path);
}

bool
unix_program(const char *pgm)
{
	return strcmp(pgm, "BPXBATCH") == 0 || strcmp(pgm, "BPXBATSL") == 0;
}

void
unix_run(struct step_run *sr, const char *parm, struct program_end *endp)
{
	struct unix_run u = {.nt = {.sr = sr}, .endp = endp};

	if (!native_dir_make(&u.nt)) {
		native_abend(endp, NATIVE_ABEND_MODULE,
		    "a directory for it: %s", strerror(errno));
		return;
	}
	if (native_dds_make(&u.nt) != DS_OK)
		native_abend(endp, NATIVE_ABEND_OPEN, "%s", u.nt.diag.text);
	else
		run(&u, parm != NULL ? parm : "");
	native_dir_remove(&u.nt);
	lines_free(&u.parms);
	lines_free(&u.env);
	free(u.command);
}

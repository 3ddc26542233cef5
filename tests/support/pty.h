/*
 * idcams at a pseudo-terminal: what is typed, and what is waited for. What it
 * writes is kept without control sequences, so text that was drawn piece by
 * piece stands in one piece.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_PTY_H
#define CATAMOUNT_TESTS_SUPPORT_PTY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>
#include <cmocka.h>

#include "tests/support/child.h"
#include "tests/support/root.h"

enum { PTY_OUT = 1 << 20, PTY_WAIT_MS = 60000 };

struct pty {
	char dir[ROOT_LEN]; /* root, home and files of the test */
	int fd;
	pid_t pid;
	char out[PTY_OUT]; /* all that came, in clear */
	size_t len, seen;  /* up to here it was waited for */
	int esc;           /* in a control sequence: 1 behind ESC, 2 "ESC [" */
	bool colour;       /* some sequence ended in 'm' */
};

static inline int
pty_setup(void **state)
{
	struct pty *p = calloc(1, sizeof(*p));

	if (p == NULL || !root_new(p->dir, "t72xx"))
		return -1;
	p->fd = -1;
	*state = p;
	return 0;
}

static inline int
pty_teardown(void **state)
{
	struct pty *p = *state;

	if (p->pid > 0) {
		kill(p->pid, SIGKILL);
		waitpid(p->pid, NULL, 0);
	}
	if (p->fd >= 0)
		close(p->fd);
	if (root_remove(p->dir) != 0)
		return -1;
	free(p);
	return 0;
}

/* env: NAME=VALUE, ended by NULL, over what is set here. PTY_STDOUT names a
 * file of the test's folder for standard output. */
static inline void
pty_child(const struct pty *p, char *const *argv, const char *const *env)
{
	char path[4096];

	signal(SIGINT, SIG_DFL); /* a job in the background ignores it */
	setenv("TERM", "xterm", 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	setenv("HOME", p->dir, 1);
	unsetenv("NO_COLOR");
	unsetenv("CATAMOUNT_HISTORY");
	snprintf(path, sizeof(path), "%s/root", p->dir);
	setenv("CATAMOUNT_ROOT", path, 1);
	for (; env != NULL && *env != NULL; env++)
		putenv((char *)*env);
	if (getenv("PTY_STDOUT") != NULL) {
		snprintf(
		    path, sizeof(path), "%s/%s", p->dir, getenv("PTY_STDOUT"));
		if (freopen(path, "w", stdout) == NULL)
			_exit(126);
	}
	snprintf(path, sizeof(path), "%s/bin/idcams",
	    getenv("CATAMOUNT_BUILD") != NULL ? getenv("CATAMOUNT_BUILD")
					      : "build");
	execv(path, argv);
	_exit(127);
}

static inline void
pty_start(struct pty *p, const char *const *args, const char *const *env)
{
	const struct winsize ws = {.ws_row = 50, .ws_col = 200};
	char *argv[16] = {(char *)"idcams"};
	int terminal, n;

	for (n = 0; args != NULL && args[n] != NULL && n < 14; n++)
		argv[n + 1] = (char *)args[n];
	assert_int_equal(openpty(&p->fd, &terminal, NULL, NULL, &ws), 0);
	p->len = p->seen = 0;
	p->pid = child_fork();
	assert_true(p->pid >= 0);
	if (p->pid == 0) {
		close(p->fd);
		if (login_tty(terminal) != 0)
			_exit(126);
		pty_child(p, argv, env);
	}
	close(terminal);
}

/* Without control sequences and carriage returns. */
static inline void
pty_take(struct pty *p, const char *s, size_t n)
{
	for (; n > 0; s++, n--) {
		if (p->esc == 1) {
			p->esc = *s == '[' ? 2 : 0;
		} else if (p->esc == 2) {
			if (*s >= '@') {
				p->esc = 0;
				p->colour = p->colour || *s == 'm';
			}
		} else if (*s == '\x1b') {
			p->esc = 1;
		} else if (*s != '\r' && *s != '\a' && p->len + 1 < PTY_OUT) {
			p->out[p->len++] = *s;
		}
	}
	p->out[p->len] = '\0';
}

/* Read what comes; false: it has ended, or nothing came for very long. */
static inline bool
pty_read(struct pty *p)
{
	struct pollfd pfd = {.fd = p->fd, .events = POLLIN};
	char piece[4096];
	ssize_t n;

	if (poll(&pfd, 1, PTY_WAIT_MS) <= 0)
		return false;
	n = read(p->fd, piece, sizeof(piece));
	if (n <= 0)
		return false;
	pty_take(p, piece, (size_t)n);
	return true;
}

/* Wait until text has come, behind what was waited for before. */
static inline void
pty_until(struct pty *p, const char *text)
{
	int status = 0;
	const char *at;

	while ((at = strstr(p->out + p->seen, text)) == NULL)
		if (!pty_read(p))
			fail_msg("no \"%s\" came (%s, %X) behind:\n%s", text,
			    waitpid(p->pid, &status, WNOHANG) == 0 ? "alive"
								   : "ended",
			    status, p->out + p->seen);
	p->seen = (size_t)(at - p->out) + strlen(text);
}

static inline void
pty_type(struct pty *p, const char *text)
{
	size_t n = strlen(text);

	assert_int_equal(write(p->fd, text, n), (ssize_t)n);
}

/* Type it and wait for what follows. */
static inline void
pty_talk(struct pty *p, const char *text, const char *answer)
{
	pty_type(p, text);
	pty_until(p, answer);
}

/* Did text come since the last one that was waited for? */
static inline bool
pty_said(const struct pty *p, const char *text)
{
	return strstr(p->out + p->seen, text) != NULL;
}

/* The exit status; -1 for a signal. */
static inline int
pty_status(struct pty *p)
{
	int status;

	while (pty_read(p))
		;
	/* It has ended, or does nothing for very long. */
	for (int i = 0; waitpid(p->pid, &status, WNOHANG) == 0; i++) {
		if (i == PTY_WAIT_MS / 10)
			fail_msg(
			    "it does not end; behind:\n%s", p->out + p->seen);
		usleep(10000);
	}
	p->pid = 0;
	close(p->fd);
	p->fd = -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif

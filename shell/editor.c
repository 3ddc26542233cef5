/*
 * The line editor: libedit, as ~/.editrc sets it. It draws on standard error,
 * so that standard output stays SYSPRINT's.
 *
 * libedit's own signal handling sends what comes to the whole process group;
 * here characters are waited for by us, and signals looked at in between.
 */
#include <ctype.h>
#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "shell/interrupt.h"
#include "shell/terminal_int.h"

enum { LIST_ROWS = 20, LIST_WIDTH = 80, AHEAD_MAX = 64 };

struct editor {
	EditLine *el;
	History *hist;
	FILE *out;
	locale_t locale; /* of the editor alone: UTF-8 */
	struct terminal_opts opts;
	const char *prompt;
	char *line; /* handed out */
	bool eof;   /* nothing comes any more */
	/* Read to see whether a TAB is typed; the next characters. */
	char ahead[AHEAD_MAX];
	size_t nahead;
};

/* --- signals -------------------------------------------------------------- */

static volatile sig_atomic_t resized, continued;

static void
note(int sig)
{
	if (sig == SIGWINCH)
		resized = 1;
	else
		continued = 1;
}

/* The size of the window, and the terminal's mode, which the shell that
 * stopped us has changed. */
static void
follow_signals(void *ctx)
{
	EditLine *el = ctx;

	if (resized) {
		resized = 0;
		el_resize(el);
	}
	if (continued) {
		continued = 0;
		el_set(el, EL_PREP_TERM, 1);
		el_set(el, EL_REFRESH);
	}
}

/* --- characters ----------------------------------------------------------- */

/* One byte, as read(2); those looked at come first. */
static ssize_t
read_byte(struct editor *e, char *cp)
{
	if (e->nahead == 0)
		return read(STDIN_FILENO, cp, 1);
	*cp = e->ahead[0];
	memmove(e->ahead, e->ahead + 1, --e->nahead);
	return 1;
}

/* One character of UTF-8; a byte that is none comes as '?'. libedit asks. */
static int
read_char(EditLine *el, wchar_t *wcp)
{
	struct editor *e = NULL;
	mbstate_t state;
	size_t used;
	ssize_t n;
	char c;

	el_get(el, EL_CLIENTDATA, &e);
	memset(&state, 0, sizeof(state));
	do {
		if (e->nahead == 0 && !terminal_wait(follow_signals, el))
			return -1;
		n = read_byte(e, &c);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n <= 0) {
			e->eof = true;
			return 0;
		}
		used = mbrtowc(wcp, &c, 1, &state);
		if (used == (size_t)-1) {
			*wcp = L'?';
			return 1;
		}
	} while (n < 0 || used == (size_t)-2);
	return 1;
}

/* More of a paste is there: a tab in it is no wish for completion. TABs alone
 * are those of an impatient person. */
static bool
is_pasting(struct editor *e)
{
	struct pollfd pfd = {.fd = STDIN_FILENO, .events = POLLIN};
	ssize_t n;
	size_t i;

	if (e->nahead < sizeof(e->ahead) && poll(&pfd, 1, 0) > 0) {
		n = read(STDIN_FILENO, e->ahead + e->nahead,
		    sizeof(e->ahead) - e->nahead);
		e->nahead += n > 0 ? (size_t)n : 0;
	}
	for (i = 0; i < e->nahead; i++)
		if (e->ahead[i] != '\t')
			return true;
	return false;
}

/* --- completion ----------------------------------------------------------- */

static int
columns(const struct editor *e)
{
	struct winsize ws;

	if (ioctl(fileno(e->out), TIOCGWINSZ, &ws) != 0 || ws.ws_col < 10)
		return LIST_WIDTH;
	return ws.ws_col;
}

/* The candidates, in columns under the line. */
static void
show(const struct editor *e, const struct completions *c)
{
	size_t i, widest = 1, per_row, rows, row;

	for (i = 0; i < c->n; i++)
		if (strlen(c->items[i].text) > widest)
			widest = strlen(c->items[i].text);
	per_row = (size_t)columns(e) / (widest + 2);
	per_row = per_row > 0 ? per_row : 1;
	rows = (c->n + per_row - 1) / per_row;
	fputc('\n', e->out);
	for (row = 0; row < rows && row < LIST_ROWS; row++) {
		for (i = row * per_row; i < (row + 1) * per_row && i < c->n;
		     i++)
			fprintf(e->out, "%-*s",
			    i + 1 == c->n || (i + 1) % per_row == 0
				? 0
				: (int)widest + 2,
			    c->items[i].text);
		fputc('\n', e->out);
	}
	if (rows > LIST_ROWS)
		fputs("... and more\n", e->out);
}

/* Characters, not bytes: libedit counts those. */
static int
characters(const char *s, size_t len)
{
	int n = 0;

	for (; len > 0; s++, len--)
		n += ((unsigned char)*s & 0xC0) != 0x80;
	return n;
}

/* Was the word typed in lower case? Then it goes on so. */
static bool
is_lower(const char *s, size_t len)
{
	bool lower = false;

	for (; len > 0; s++, len--) {
		if (isupper((unsigned char)*s))
			return false;
		lower = lower || islower((unsigned char)*s);
	}
	return lower;
}

/* Put the part that is certain in the place of the word. True: the line is
 * another now. */
static bool
insert(
    struct editor *e, const struct completions *c, const char *word, size_t len)
{
	size_t n = completions_common(c), i;
	char *text = malloc(n + 2);
	bool changed;

	if (text == NULL)
		return false;
	memcpy(text, c->items[0].text, n);
	for (i = 0; i < n && !c->exact && e->opts.fold && is_lower(word, len);
	     i++)
		text[i] = (char)tolower((unsigned char)text[i]);
	if (c->n == 1 && c->items[0].after != '\0')
		text[n++] = c->items[0].after;
	text[n] = '\0';
	changed = n != len || memcmp(text, word, len) != 0;
	if (changed) {
		el_deletestr(e->el, characters(word, len));
		el_insertstr(e->el, text);
	}
	free(text);
	return changed;
}

/* TAB. */
static unsigned char
complete_key(EditLine *el, int key)
{
	unsigned char result = CC_REFRESH;
	struct completions c = {0};
	struct editor *e = NULL;
	const LineInfo *li = el_line(el);
	size_t len = (size_t)(li->cursor - li->buffer);
	bool pasting;

	(void)key;
	el_get(el, EL_CLIENTDATA, &e);
	pasting = is_pasting(e);
	if (pasting || e->opts.complete == NULL) {
		el_insertstr(el, pasting ? "\t" : " ");
		return CC_REFRESH;
	}
	e->opts.complete(e->opts.ctx, li->buffer, len, &c);
	if (c.n > 0 && c.start <= len) {
		if (!insert(e, &c, li->buffer + c.start, len - c.start) &&
		    c.n > 1) {
			show(e, &c);
			result = CC_REDISPLAY;
		}
	} else if (c.hint != NULL) {
		fprintf(e->out, "\n(%s)\n", c.hint);
		result = CC_REDISPLAY;
	} else {
		result = CC_ERROR;
	}
	completions_free(&c);
	return result;
}

/* --- the editor ----------------------------------------------------------- */

static char *
prompt_of(EditLine *el)
{
	struct editor *e = NULL;

	el_get(el, EL_CLIENTDATA, &e);
	return (char *)e->prompt;
}

static void
enter(void *ctx, const char *command)
{
	struct editor *e = ctx;
	HistEvent ev;

	history(e->hist, &ev, H_ENTER, command);
}

/* Can the cursor of this terminal be moved? */
static bool
can_edit(FILE **outp)
{
	const char *term = getenv("TERM");

	if (term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0)
		return false;
	*outp = isatty(STDERR_FILENO) ? stderr : stdout;
	return isatty(STDIN_FILENO) && isatty(fileno(*outp));
}

/* That of the user if it is UTF-8, which decks are whatever it is. */
static locale_t
utf8_locale(void)
{
	locale_t l = newlocale(LC_CTYPE_MASK, "", (locale_t)0);

	if (l != (locale_t)0 && strcmp(nl_langinfo_l(CODESET, l), "UTF-8") == 0)
		return l;
	if (l != (locale_t)0)
		freelocale(l);
	return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

static bool
set_up(struct editor *e)
{
	HistEvent ev;

	e->hist = history_init();
	e->el = el_init("idcams", stdin, e->out, e->out);
	if (e->hist == NULL || e->el == NULL)
		return false;
	history(e->hist, &ev, H_SETSIZE, HISTORY_LINES);
	history(e->hist, &ev, H_SETUNIQUE, 1); /* none twice in a row */
	el_set(e->el, EL_CLIENTDATA, e);
	el_set(e->el, EL_SIGNAL, 0);
	el_set(e->el, EL_GETCFN, read_char);
	el_set(e->el, EL_PROMPT, prompt_of);
	el_set(e->el, EL_EDITOR, "emacs");
	el_set(e->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
	el_set(e->el, EL_HIST, history, e->hist);
	/* The narrow form would keep copies that it never frees. */
	el_wset(e->el, EL_ADDFN, L"ams-complete",
	    L"Complete the verb, keyword or name", complete_key);
	el_source(e->el, NULL); /* ~/.editrc; none is fine */
	el_set(e->el, EL_BIND, "^I", "ams-complete", NULL);
	return true;
}

struct editor *
editor_new(const struct terminal_opts *opts)
{
	struct editor *e;
	locale_t before;
	FILE *out;
	bool ok;

	if (!can_edit(&out) || (e = calloc(1, sizeof(*e))) == NULL)
		return NULL;
	e->opts = *opts;
	e->out = out;
	if ((e->locale = utf8_locale()) == (locale_t)0) {
		editor_free(&e);
		return NULL;
	}
	before = uselocale(e->locale);
	ok = set_up(e);
	uselocale(before);
	if (!ok) {
		editor_free(&e);
		return NULL;
	}
	if (opts->history != NULL)
		history_file_read(opts->history, enter, e);
	return e;
}

void
editor_free(struct editor **ep)
{
	struct editor *e = *ep;

	if (e == NULL)
		return;
	if (e->el != NULL)
		el_end(e->el);
	if (e->hist != NULL)
		history_end(e->hist);
	if (e->locale != (locale_t)0)
		freelocale(e->locale);
	free(e->line);
	free(e);
	*ep = NULL;
}

/* A line of libedit, copied: a command may ask for another. */
static enum terminal_got
keep_line(
    struct editor *e, const char *s, int n, const char **linep, size_t *lenp)
{
	size_t len = (size_t)n;

	free(e->line);
	if (len > 0 && s[len - 1] == '\n')
		len--;
	if ((e->line = malloc(len + 1)) == NULL)
		return TERMINAL_FAILED;
	memcpy(e->line, s, len);
	e->line[len] = '\0';
	*linep = e->line;
	*lenp = len;
	return TERMINAL_LINE;
}

enum terminal_got
editor_line(
    struct editor *e, const char *prompt, const char **linep, size_t *lenp)
{
	struct sigaction sa, winch, cont;
	enum terminal_got got;
	locale_t before;
	const char *s;
	int n = 0;

	memset(&sa, 0, sizeof(sa));
	sigemptyset(&sa.sa_mask);
	sa.sa_handler = note;
	sigaction(SIGWINCH, &sa, &winch);
	sigaction(SIGCONT, &sa, &cont);
	resized = 1; /* it may have been while a command was at work */
	before = uselocale(e->locale);
	e->prompt = prompt;
	/* Before the prompt is there, which a person answers. */
	el_set(e->el, EL_PREP_TERM, 1);
	s = el_gets(e->el, &n);
	uselocale(before);
	sigaction(SIGWINCH, &winch, NULL);
	sigaction(SIGCONT, &cont, NULL);
	if (s != NULL && n > 0 && !interrupted())
		return keep_line(e, s, n, linep, lenp);
	got = interrupted() ? TERMINAL_FAILED : TERMINAL_END;
	if (got == TERMINAL_END)
		fputc('\n', e->out); /* the shell's prompt on its own line */
	return got;
}

void
editor_remember(struct editor *e, const char *command)
{
	enter(e, command);
}

/*
 * IKJEFT01, the terminal monitor program in batch: commands of SYSTSIN, each
 * with what it says behind its echo in SYSTSPRT. The form of the listing and
 * the codes rest on memory of SA32-0971 (mem).
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utilities/tso_int.h"

enum { PRINT_LRECL = 133, LINE_MAX_LEN = 132, NUMBERED = 80, NUMBER_AT = 72 };

/* --- listing -------------------------------------------------------------- */

static void
put_line(struct tso *t, const char *text, size_t len)
{
	char line[1 + LINE_MAX_LEN];
	enum ds_status st;

	if (t->out == NULL || t->print_failed)
		return;
	if (len > LINE_MAX_LEN)
		len = LINE_MAX_LEN;
	line[0] = ' ';
	memcpy(line + 1, text, len);
	st = dd_print_line(t->out, line, 1 + len, &t->diag);
	if (st == DS_OK)
		return;
	t->print_failed = true;
	program_log(
	    t->run, "SYSTSPRT: %s %s", ds_status_text(st), t->diag.text);
}

void
tso_line(struct tso *t, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	put_line(t, text, strlen(text));
}

/* Lines of access method services, as TSO has them: no spacing, and nothing of
 * a function that has completed. */
static bool
write_line(void *ctx, const char *line, size_t len)
{
	static const char done[] = "IDC0001I";
	struct tso *t = ctx;

	if (len < 2 || (len > sizeof(done) && memcmp(line + 1, done, 8) == 0))
		return true;
	put_line(t, line + 1, len - 1);
	return !t->print_failed;
}

/* --- input ---------------------------------------------------------------- */

/* A card without its number and the blanks at its end. */
static size_t
card_length(const struct dd_card *card)
{
	size_t n = card->len, i = NUMBER_AT;

	while (n == NUMBERED && i < NUMBERED &&
	       isdigit((unsigned char)card->text[i]))
		i++;
	if (n == NUMBERED && i == NUMBERED)
		n = NUMBER_AT;
	while (n > 0 && card->text[n - 1] == ' ')
		n--;
	return n;
}

/* Comments go, lower case is folded, in apostrophes too. */
static void
fold(struct tso *t)
{
	const char *from = t->raw;
	char *to = t->cmd;
	bool quoted = false;
	size_t gap;

	while (*from != '\0') {
		if (!quoted && from[0] == '/' && from[1] == '*') {
			const char *end = strstr(from + 2, "*/");

			gap = end != NULL ? (size_t)(end + 2 - from)
					  : strlen(from);
			from += gap;
			*to++ = ' ';
			continue;
		}
		quoted ^= *from == '\'';
		*to++ = (char)toupper((unsigned char)*from++);
	}
	while (to > t->cmd && to[-1] == ' ')
		to--;
	*to = '\0';
}

/* Cards up to one that does not go on. False: there is none, or it is too long,
 * which is said. */
static bool
next_command(struct tso *t)
{
	struct dd_card card;
	enum ds_status st;
	size_t at = 0, n;
	char mark = '\0';

	do {
		st = dd_cards_next(t->in, &card, &t->diag);
		if (st != DS_OK)
			break;
		n = card_length(&card);
		put_line(t, card.text, n);
		if (mark == '+')
			for (; n > 0 && *card.text == ' '; n--)
				card.text++;
		mark = n > 0 ? card.text[n - 1] : '\0';
		if (mark == '-' || mark == '+')
			n--;
		if (at + n >= sizeof(t->raw)) {
			program_log(t->run, "SYSTSIN: a command is too long");
			t->code = TSO_FAILED;
			return false;
		}
		memcpy(t->raw + at, card.text, n);
		at += n;
	} while (mark == '-' || mark == '+');
	t->raw[at] = '\0';
	if (st != DS_OK && st != DS_EOD) {
		program_log(
		    t->run, "SYSTSIN: %s %s", ds_status_text(st), t->diag.text);
		t->code = TSO_FAILED;
		return false;
	}
	return st == DS_OK || at > 0;
}

/* --- commands ------------------------------------------------------------- */

static bool
is_word(const char *word, size_t n, const char *list)
{
	for (const char *p = list; *p != '\0'; p += strspn(p, " ")) {
		const size_t len = strcspn(p, " ");

		if (len == n && memcmp(p, word, n) == 0)
			return true;
		p += len;
	}
	return false;
}

static int
do_command(struct tso *t)
{
	const char *p = t->cmd + strspn(t->cmd, " ");
	const size_t n = strcspn(p, " (,");

	if (is_word(p, n, "END LOGOFF")) {
		t->stopped = true;
		return t->code;
	}
	if (is_word(p, n, "CALL"))
		return tso_call(t, p + n);
	if (is_word(p, n, "SUBMIT SUB"))
		return tso_submit(t, p + n);
	if (is_word(p, n, "TIME"))
		return tso_time(t);
	if (is_word(p, n, "RENAME REN"))
		return tso_rename(t, p + n);
	if (is_word(p, n, "EXEC EX") || *p == '%') {
		tso_line(t,
		    "CATAMOUNT %.*s of a CLIST or REXX exec: there is nothing "
		    "here that runs them",
		    (int)(n < 30 ? n : 30), p);
		return TSO_FAILED;
	}
	if (ams_verb_find(p, n) != NULL || ams_tso_find(p, n) != NULL)
		return tso_ams(t, p);
	tso_line(
	    t, "IKJ56500I COMMAND %.*s NOT FOUND", (int)(n < 60 ? n : 60), p);
	return TSO_FAILED;
}

/* 1A and 1B end behind what failed; the code of a step is that of its last
 * command. An abend is one of the step with 1A (of the system) and 1B (any). */
static void
run_command(struct tso *t)
{
	const char *name = t->run->name;
	const bool a = strcmp(name, "IKJEFT1A") == 0,
		   b = strcmp(name, "IKJEFT1B") == 0;

	fold(t);
	if (t->cmd[strspn(t->cmd, " ")] == '\0')
		return;
	t->abended = false;
	t->code = do_command(t);
	if ((a || b) && t->code != 0)
		t->stopped = true;
	if (t->abended && (b || (a && t->end.kind == PROGRAM_SYSTEM)))
		program_abend(&t->end, 0x04C, 0, "a called program abended");
	else
		t->abended = false;
}

static void
run_all(struct tso *t)
{
	const char *parm = t->run->parm;

	if (parm != NULL && parm[0] != '\0') {
		snprintf(t->raw, sizeof(t->raw), "%s", parm);
		run_command(t);
	}
	while (
	    !t->stopped && !t->print_failed && !program_interrupted(t->run)) {
		tso_line(t, "READY");
		if (!next_command(t)) {
			tso_line(t, "END");
			return;
		}
		run_command(t);
	}
}

/* --- all of it ------------------------------------------------------------ */

static bool
prepare(struct tso *t)
{
	const struct sysprint_opts so = {
	    .asa = true, .lower = true, .write = write_line, .ctx = t};
	enum ds_status st = DS_OK;

	snprintf(t->prefix, sizeof(t->prefix), "%s",
	    ds_system_config(t->run->sys)->userid);
	t->sp = sysprint_new(&so);
	if (t->sp == NULL)
		return false;
	if (dd_exists(t->run->dds, "SYSTSPRT"))
		st = dd_print_open(t->run->dds, "SYSTSPRT", DS_RECFM_FB,
		    PRINT_LRECL, &t->out, &t->diag);
	else
		program_log_msg(t->run, MSG_IEC130I, "SYSTSPRT", NULL);
	if (st == DS_OK && !dd_exists(t->run->dds, "SYSTSIN")) {
		program_log_msg(t->run, MSG_IEC130I, "SYSTSIN", NULL);
		return false;
	}
	if (st == DS_OK)
		st = dd_cards_open(t->run->dds, "SYSTSIN", &t->in, &t->diag);
	if (st != DS_OK)
		program_log(t->run, "IKJEFT01: %s: %s %s", t->diag.name,
		    ds_status_text(st), t->diag.text);
	return st == DS_OK;
}

static void
free_all(struct tso *t)
{
	char dd[MEMBER_MAX + 1], name[DSNAME_MAX + 1] = "";
	const char *first;
	enum ds_status st;

	while ((first = dd_first_dynamic(t->run->dds)) != NULL) {
		snprintf(dd, sizeof(dd), "%s", first);
		st = dd_free(t->run->dds, dd, name, &t->diag);
		if (st != DS_OK)
			program_log(t->run, "%s: %s", name, ds_status_text(st));
	}
}

void
program_tso(struct program_run *run, struct program_end *endp)
{
	struct tso *t = calloc(1, sizeof(*t));
	enum ds_status st;

	program_code(endp, TSO_FAILED);
	if (t == NULL)
		return;
	t->run = run;
	if (prepare(t))
		run_all(t);
	else
		t->code = TSO_FAILED;
	dd_cards_close(&t->in);
	st = dd_print_close(&t->out, &t->diag);
	if (st != DS_OK)
		program_log(run, "SYSTSPRT: %s", ds_status_text(st));
	sysprint_free(&t->sp);
	free_all(t);
	program_code(
	    endp, (st != DS_OK || t->print_failed) && t->code < TSO_FAILED
		      ? TSO_FAILED
		      : t->code);
	if (t->abended)
		*endp = t->end;
	if (program_interrupted(run))
		program_abend(
		    endp, ABEND_CANCELLED, 0, "the step was cancelled");
	free(t);
}

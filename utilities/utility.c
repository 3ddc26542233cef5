/* What the utilities share: listing, codes, opens, control statements. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "services/locate.h"
#include "utilities/utility_int.h"

enum {
	PRINT_LRECL = 121, /* FBA */
	PRINT_WIDTH = 120,
	PRINT_DEPTH = 60, /* lines of a page (mem) */
};

/* --- listing ---------------------------------------------------------------
 */

static const char *
print_dd(const struct utility *u)
{
	return u->form->print != NULL ? u->form->print : "SYSPRINT";
}

static void
put_line(struct utility *u, char ctl, const char *text, size_t len)
{
	char line[1 + PRINT_WIDTH];
	enum ds_status st;

	if (u->print == NULL || u->print_failed)
		return;
	if (len > PRINT_WIDTH)
		len = PRINT_WIDTH;
	line[0] = ctl;
	memcpy(line + 1, text, len);
	st = dd_print_line(u->print, line, 1 + len, &u->diag);
	if (st == DS_OK)
		return;
	u->print_failed = true;
	program_log(
	    u->run, "%s: %s %s", print_dd(u), ds_status_text(st), u->diag.text);
}

static void
begin_page(struct utility *u)
{
	const struct utility_form *f = u->form;
	char line[PRINT_WIDTH + 1], number[16];
	int n;

	u->page++;
	snprintf(number, sizeof(number), f->digits < 0 ? "%*u" : "%0*u",
	    f->digits < 0 ? -f->digits : f->digits, u->page);
	n = snprintf(
	    line, sizeof(line), "%*s%s", f->title_column - 1, "", f->title);
	snprintf(line + n, sizeof(line) - (size_t)n, "%*s%s%s",
	    f->page_column > n + 1 ? f->page_column - 1 - n : 1, "", f->page,
	    number);
	put_line(u, '1', line, strlen(line));
	u->line = 1;
}

void
utility_text(struct utility *u, char ctl, const char *text, size_t len)
{
	const int lines = ctl == '-' ? 3 : ctl == '0' ? 2 : 1;

	while (len > 0 && text[len - 1] == ' ')
		len--;
	if (u->form->title == NULL) {
		put_line(u, ctl, text, len);
		return;
	}
	if (u->line == 0 || ctl == '1' || u->line + lines > PRINT_DEPTH) {
		begin_page(u);
		ctl = '-'; /* the first line of a page (zout) */
	}
	u->line += lines;
	put_line(u, ctl, text, len);
}

void
utility_eject(struct utility *u)
{
	u->line = 0;
}

void
utility_line(struct utility *u, char ctl, const char *fmt, ...)
{
	char text[512];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (n >= (int)sizeof(text))
		n = (int)sizeof(text) - 1;
	utility_text(u, ctl, text, n > 0 ? (size_t)n : 0);
}

void
utility_msg(struct utility *u, enum msg_id id, ...)
{
	struct msg m = {.id = id};
	char text[512];
	const char *s;
	va_list ap;
	int n = 0;

	va_start(ap, id);
	while (n < MSG_INSERTS && (s = va_arg(ap, const char *)) != NULL)
		m.insert[n++] = s;
	va_end(ap);
	utility_cc(u, msg_severity(id));
	utility_text(
	    u, msg_spacing(id), text, msg_format(text, sizeof(text), &m));
}

void
utility_note(struct utility *u, int cc, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	utility_cc(u, cc);
	utility_line(u, ' ', "CATAMOUNT %s", text);
}

void
utility_detail(struct utility *u, const struct ds_diag *diag, enum ds_status st)
{
	utility_line(u, ' ', "CATAMOUNT ** %s%s%s%s%s%s", ds_status_text(st),
	    diag->name[0] != '\0' ? ": " : "", diag->name,
	    diag->text[0] != '\0' ? ": " : "", diag->text,
	    diag->holder[0] != '\0' ? ", held by " : "");
	if (diag->holder[0] != '\0')
		utility_line(u, ' ', "CATAMOUNT ** %s", diag->holder);
}

/* --- begin and end ---------------------------------------------------------
 */

bool
utility_begin(
    struct utility *u, struct program_run *run, const struct utility_form *form)
{
	enum ds_status st;

	memset(u, 0, sizeof(*u));
	u->run = run;
	u->form = form;
	u->echo = true;
	if (!dd_exists(run->dds, print_dd(u))) {
		program_log_msg(run, MSG_IEC130I, print_dd(u), NULL);
		return true;
	}
	st = dd_print_open(run->dds, print_dd(u), DS_RECFM_FB, PRINT_LRECL,
	    &u->print, &u->diag);
	if (st != DS_OK) {
		program_log(run, "%s: %s %s", print_dd(u), ds_status_text(st),
		    u->diag.text);
		utility_cc(u, UT_END);
	}
	return st == DS_OK;
}

void
utility_end(struct utility *u, struct program_end *endp)
{
	enum ds_status st;

	dd_cards_close(&u->sysin);
	st = dd_print_close(&u->print, &u->diag);
	if (st != DS_OK)
		program_log(u->run, "%s: %s %s", print_dd(u),
		    ds_status_text(st), u->diag.text);
	if (st != DS_OK || u->print_failed)
		utility_cc(u, UT_END);
	if (u->abended)
		*endp = u->end;
	else
		program_code(endp, u->cc);
}

void
utility_cc(struct utility *u, int cc)
{
	if (cc > u->cc)
		u->cc = cc;
}

void
utility_abend(
    struct utility *u, unsigned code, unsigned reason, const char *why)
{
	if (!u->abended)
		program_abend(&u->end, code, reason, why);
	u->abended = true;
}

bool
utility_stopped(struct utility *u)
{
	if (!program_interrupted(u->run))
		return false;
	utility_abend(u, ABEND_CANCELLED, 0, "the step was cancelled");
	return true;
}

/* --- data sets -------------------------------------------------------------
 */

static int
failure_code(const struct utility *u)
{
	return u->form->failed != 0 ? u->form->failed : UT_FAILED;
}

static void
say_not_opened(struct utility *u, const char *ddname)
{
	if (u->form->open == MSG_COUNT)
		utility_note(
		    u, failure_code(u), "DDNAME %s CANNOT BE OPENED", ddname);
	else
		utility_msg(u, u->form->open, ddname, NULL);
}

void
utility_open_failed(struct utility *u, const char *ddname, enum ds_status st)
{
	struct program_end end;

	if (st == DS_OPEN_NODD) {
		/* zout: the job log, and the message in SYSPRINT */
		program_log_msg(u->run, MSG_IEC130I, ddname, NULL);
		say_not_opened(u, ddname);
		return;
	}
	if (st == DS_NOMEMBER) {
		program_log_msg(u->run, MSG_IEC141I, ddname, u->diag.name);
		utility_abend(u, ABEND_OPEN, 0x18, "there is no such member");
		return;
	}
	if (st == DS_OPEN_SECURITY)
		program_log_msg(u->run, MSG_IEC150I, ddname, u->diag.name);
	if (program_abend_of(&end, st, &u->diag)) {
		utility_abend(u, end.code, end.reason, end.why);
		return;
	}
	say_not_opened(u, ddname);
	utility_detail(u, &u->diag, st);
	utility_cc(u, failure_code(u));
}

struct ds_file *
utility_open(struct utility *u, const char *ddname, unsigned intent,
    const struct ds_attrs *like)
{
	struct ds_file *file = NULL;
	enum ds_status st;

	st = ds_open_dd(u->run->dds, ddname, intent, like, &file, &u->diag);
	if (st != DS_OK)
		utility_open_failed(u, ddname, st);
	return file;
}

void
utility_failed(struct utility *u, const char *what, enum ds_status st)
{
	struct program_end end;

	if (program_abend_of(&end, st, &u->diag)) {
		program_log(u->run, "%s: %s %s", what, ds_status_text(st),
		    u->diag.text);
		utility_abend(u, end.code, end.reason, end.why);
		return;
	}
	utility_note(u, failure_code(u), "%s FAILED", what);
	utility_detail(u, &u->diag, st);
}

bool
utility_close(struct utility *u, struct ds_file **filep, const char *ddname)
{
	enum ds_status st = ds_close(filep, &u->diag);

	if (st != DS_OK)
		utility_failed(u, ddname, st);
	return st == DS_OK;
}

void
utility_drop(struct utility *u, struct ds_file **filep)
{
	if (u->abended && program_is_full(&u->end))
		ds_close_short(filep, &u->diag);
	else
		ds_abandon(filep);
}

enum utility_place
utility_place(struct utility *u, const char *ddname, char dsn[DSNAME_MAX + 1])
{
	struct dd_table *dds = u->run->dds;
	struct ds_entry *ent = NULL;
	struct ds_attrs a = {0};
	bool po = false;

	dsn[0] = '\0';
	if (!dd_exists(dds, ddname))
		return UT_NODD;
	if (dd_dsname(dds, ddname, dsn, &u->diag) != DS_OK ||
	    ds_dd_attrs(dds, ddname, &a, &u->diag) != DS_OK ||
	    strchr(a.name, '(') != NULL)
		return UT_SEQUENTIAL;
	if (ds_find(u->run->sys, NULL, dsn, &ent, NULL) == DS_OK)
		po = ent->org == DS_ORG_PO;
	ds_entry_free(&ent);
	return po ? UT_LIBRARY : UT_SEQUENTIAL;
}

struct ds_library *
utility_library(struct utility *u, const char *ddname, const char *dsn,
    const struct ds_attrs *like)
{
	const bool output = like != NULL;
	struct ds_library *lib = NULL;
	enum ds_status st = DS_OK;

	if (output)
		st = ds_library_describe(u->run->sys, dsn, like, &u->diag);
	if (st == DS_OK)
		st = ds_library_open(u->run->sys, dsn,
		    dd_shared(u->run->dds, ddname) || !output ? DD_SHR : DD_OLD,
		    output, &lib, &u->diag);
	if (st != DS_OK)
		utility_open_failed(u, ddname, st);
	return lib;
}

struct ds_attrs
utility_like(const struct ds_entry *ent)
{
	const bool fixed = ent->recfm == DS_RECFM_F ||
			   ent->recfm == DS_RECFM_FB ||
			   ent->recfm == DS_RECFM_FBS;

	return (struct ds_attrs){.org = DS_ORG_PS,
	    .recfm = ent->recfm,
	    .ctlchar = ent->ctlchar,
	    .lrecl = ent->lrecl,
	    .fixed = fixed,
	    .ccsid = ent->ccsid};
}

/* --- control statements ----------------------------------------------------
 */

bool
utility_sysin(struct utility *u, const char *ddname)
{
	enum ds_status st;

	st = dd_cards_open(u->run->dds, ddname, &u->sysin, &u->diag);
	if (st != DS_OK)
		utility_open_failed(u, ddname, st);
	return st == DS_OK;
}

static int
next_card(void *ctx, const char **textp, size_t *lenp)
{
	struct utility *u = ctx;
	struct dd_card card;
	enum ds_status st = dd_cards_next(u->sysin, &card, &u->diag);

	if (st == DS_EOD)
		return 0;
	if (st != DS_OK) {
		utility_failed(u, "SYSIN", st);
		return -1;
	}
	if (u->echo)
		utility_text(u, ' ', card.text, card.len);
	*textp = card.text;
	*lenp = card.len;
	return 1;
}

bool
utility_next(struct utility *u, struct arena *arena, bool dotted,
    struct control_stmt *stmtp, bool *badp)
{
	const struct control_source src = {
	    .next = next_card, .ctx = u, .dotted = dotted};
	char why[CONTROL_WHY];
	enum control_got got;

	if (badp != NULL)
		*badp = false;
	if (utility_stopped(u))
		return false;
	got = control_next(&src, arena, stmtp, why);
	if (got == CONTROL_BAD) {
		utility_note(u,
		    u->form->syntax != 0 ? u->form->syntax : failure_code(u),
		    "%s", why);
		if (badp != NULL)
			*badp = true;
	} else if (got == CONTROL_FAILED) {
		utility_cc(u, failure_code(u));
	}
	return got == CONTROL_STMT;
}

/*
 * Statuses become messages: which message a return code has on z/OS, which
 * second line goes with it, and what of ours is added for faults that z/OS
 * does not have.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "services/locate.h"
#include "utilities/idcams_int.h"
#include "utilities/report.h"

int
ams_end(struct ams_run *run, int cc)
{
	char s[16];

	if (run->abend[0] != '\0')
		return cc; /* who is ended says no more */
	snprintf(s, sizeof(s), "%d", cc);
	if (cc >= CC_FAILED)
		sysprint_msgv(run->sp, MSG_IDC3003I, NULL);
	else
		sysprint_msgv(run->sp, MSG_IDC0001I, s, NULL);
	return cc;
}

void
ams_records(struct ams_run *run, uint64_t records)
{
	char s[24];

	report_processed(run->sp, records);
	if (run->abend[0] != '\0')
		return;
	snprintf(s, sizeof(s), "%" PRIu64, records);
	sysprint_msgv(run->sp, MSG_IDC0005I, s, NULL);
}

void
ams_note(struct ams_run *run, bool second, const char *fmt, ...)
{
	char text[600];
	va_list ap;
	size_t begin, n, at, take;

	n = begin = (size_t)snprintf(
	    text, sizeof(text), "CATAMOUNT %s", second ? "** " : "");
	va_start(ap, fmt);
	vsnprintf(text + n, sizeof(text) - n, fmt, ap);
	va_end(ap);
	report_note(run->sp, text + begin, second); /* a path as it is */
	for (n = 0; text[n] != '\0'; n++)
		text[n] = (char)toupper((unsigned char)text[n]);
	for (at = 0; at < n; at += take) {
		take = n - at < SYSPRINT_WIDTH ? n - at : SYSPRINT_WIDTH;
		sysprint_line(
		    run->sp, second || at > 0 ? ' ' : '0', text + at, take);
	}
	report_told(run->sp);
}

bool
ams_interrupted(const struct ams_run *run)
{
	progress_step(run->progress);
	return run->interrupted != NULL && run->interrupted();
}

void
ams_say_interrupted(struct ams_run *run)
{
	if (!run->told_interrupted)
		ams_note(run, false, "interrupted before the end");
	run->told_interrupted = true;
}

int
ams_whole(struct ams_run *run, bool nomem, int cc)
{
	if (nomem)
		sysprint_msgv(run->sp, MSG_IDC3004I, NULL);
	else if (ams_interrupted(run))
		ams_say_interrupted(run);
	else
		return cc;
	return CC_FAILED;
}

bool
ams_stop(void *ctx)
{
	return ams_interrupted(ctx);
}

void
ams_say_deleted(void *ctx, enum ds_type type, const char *name)
{
	struct ams_run *run = ctx;
	char letter[2] = {(char)type, '\0'};

	sysprint_msgv(run->sp, MSG_IDC0550I, letter, name, NULL);
}

enum msg_id
ams_msg_by_number(const char *text)
{
	const char *n;
	int i;

	for (i = 0; i < MSG_COUNT; i++) {
		n = msg_number((enum msg_id)i);
		if (strncmp(text, n, strlen(n)) == 0)
			break;
	}
	return (enum msg_id)i;
}

static void
note_holder(struct ams_run *run, const struct ds_diag *diag)
{
	if (diag != NULL && diag->holder[0] != '\0')
		ams_note(run, true, "held by %s", diag->holder);
}

/* What is known of a fault that z/OS does not have, on one line: the file and
 * the place, what is wrong, what the host says. */
static void
note_details(struct ams_run *run, enum ds_status st, const struct ds_diag *diag)
{
	static const struct ds_diag none;
	const struct ds_diag *d = diag != NULL ? diag : &none;
	const char *text = d->text[0] != '\0' ? d->text : ds_status_text(st);
	const char *host = d->sys_errno != 0 ? strerror(d->sys_errno) : "";
	bool file = d->name[0] == '/' || d->has_rba;
	char rba[32] = "";

	if (d->has_rba)
		snprintf(rba, sizeof(rba), " RBA %" PRIu64, d->rba);
	if (host[0] != '\0' && strstr(text, host) != NULL)
		host = "";
	ams_note(run, true, "%s%s%s%s%s%s", file ? d->name : "", rba,
	    file ? ": " : "", text, host[0] != '\0' ? ": " : "", host);
}

/* --- the catalog --------------------------------------------------------- */

/* The first message, by return code of a status; all others have IDC3014I. */
static const struct {
	int rc;
	enum msg_id id;
} catalog_msgs[] = {
    {4, MSG_IDC3016I},
    {20, MSG_IDC3017I},
    {56, MSG_IDC3018I},
    {60, MSG_IDC3019I},
    {68, MSG_IDC3020I},
    {72, MSG_IDC3021I},
    {80, MSG_IDC3022I},
    {84, MSG_IDC3023I},
    {114, MSG_IDC3034I},
    {184, MSG_IDC3028I},
    {192, MSG_IDC3029I},
    {196, MSG_IDC3030I},
    {204, MSG_IDC3031I},
    {208, MSG_IDC3032I},
};

static enum msg_id
catalog_msg(int rc)
{
	size_t i;

	for (i = 0; i < sizeof(catalog_msgs) / sizeof(catalog_msgs[0]); i++)
		if (catalog_msgs[i].rc == rc)
			return catalog_msgs[i].id;
	return MSG_IDC3014I;
}

/* The module of IDC3009I. Two are known; the others are decoration (mem). */
static const char *
catalog_module(enum ds_status st, const struct ds_diag *diag)
{
	if (diag != NULL && diag->module[0] != '\0')
		return diag->module;
	if (st == DS_CAT_NOTFOUND)
		return "IGG0CLEG";
	if (st == DS_CAT_DUPLICATE)
		return "IGG0CLEH";
	if (st == DS_CAT_NOVVR)
		return "IGG0CLFF";
	return "IGG0CLEX";
}

/* What the host refuses becomes what a z/OS would say of it. */
static enum ds_status
catalog_status(enum ds_status st)
{
	switch (st) {
	case DS_BUSY:
	case DS_TIMEOUT:
	case DS_OPEN_INUSE:
		return DS_CAT_INUSE;
	case DS_FULL:
	case DS_NOSPACE:
		return DS_CAT_NOSPACE;
	default:
		return st;
	}
}

/* Somebody has locked or suspended it: no fault of the catalog. */
static bool
cat_is_held(enum ds_status st, const struct ds_diag *diag)
{
	return st == DS_CAT_UNAVAIL && diag != NULL &&
	       (strcmp(diag->text, DS_UCAT_LOCKED) == 0 ||
		   strcmp(diag->text, DS_UCAT_SUSPENDED) == 0);
}

/* Of what is refused: by what, and what it would take. */
static bool
says_why(enum ds_status st, const struct ds_diag *diag)
{
	if (diag == NULL || diag->text[0] == '\0')
		return false;
	return st == DS_CAT_SECURITY || st == DS_OPEN_SECURITY ||
	       diag->explains;
}

/* What is a catalog is there, whatever no entry of it says. */
static void
note_catalog(struct ams_run *run, const char *dsn)
{
	if (run->sys != NULL && dsn[0] != '\0' &&
	    ds_catalog_exists(run->sys, dsn))
		ams_note(run, true,
		    "%s is a catalog: LISTCAT CATALOG lists, EXAMINE tests, "
		    "DIAGNOSE compares it",
		    dsn);
}

void
ams_catalog_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn)
{
	enum ds_status orig = st;
	char rc[16], rsn[16];
	enum msg_id id;

	st = catalog_status(st);
	if (st == DS_INVALID && diag != NULL &&
	    (id = ams_msg_by_number(diag->text)) != MSG_COUNT) {
		/* what is behind the number is its insert */
		sysprint_msgv(run->sp, id,
		    diag->text[8] == ' ' ? diag->text + 9 : NULL, NULL);
		return;
	}
	if (st == DS_NOMEM) {
		sysprint_msgv(run->sp, MSG_IDC3004I, NULL);
		return;
	}
	if (ds_status_class(st) != 'C') {
		sysprint_msgv(run->sp, MSG_IDC3014I, NULL);
		note_details(run, st, diag);
		return;
	}
	/* What is missing may be another one: a model, a related entry. */
	if (st == DS_CAT_NOTFOUND && diag != NULL && diag->name[0] != '\0')
		dsn = diag->name;
	if (st == DS_CAT_NOTFOUND)
		sysprint_msgv(run->sp, MSG_IDC3012I, dsn, NULL);
	else if (st == DS_CAT_DUPLICATE)
		sysprint_msgv(run->sp, MSG_IDC3013I, NULL);
	else
		sysprint_msgv(run->sp, catalog_msg(ds_status_rc(st)), NULL);
	snprintf(rc, sizeof(rc), "%d", ds_status_rc(st));
	snprintf(rsn, sizeof(rsn), "%d", ds_status_reason(st));
	sysprint_msgv(
	    run->sp, MSG_IDC3009I, rc, catalog_module(st, diag), rsn, NULL);
	note_holder(run, diag);
	if (st == DS_CAT_NOTFOUND)
		note_catalog(run, dsn);
	if (orig != st || cat_is_held(st, diag) || says_why(st, diag))
		note_details(run, orig, diag);
}

/* --- opens --------------------------------------------------------------- */

/* The ACB error code that says the same; 0: none does. */
static int
open_code(enum ds_status st)
{
	if (ds_status_class(st) == 'O')
		return ds_status_reason(st);
	switch (st) {
	case DS_CAT_NOTFOUND:
		return 148;
	case DS_CAT_UNAVAIL:
		return 180;
	case DS_CAT_SECURITY:
		return 152;
	case DS_BUSY:
	case DS_TIMEOUT:
	case DS_CAT_INUSE:
		return 168;
	case DS_NOMEM:
		return 136;
	case DS_CORRUPT:
	case DS_CORRUPTIX:
	case DS_IO:
		return 132;
	default:
		return 0;
	}
}

/* How much of text goes on a line of width columns: whole words. */
static size_t
words_that_fit(const char *text, size_t width)
{
	size_t len = strlen(text), n = width;

	if (len <= width)
		return len;
	while (n > 0 && text[n] != ' ')
		n--;
	return n > 0 ? n : width;
}

void
ams_ikj(struct ams_run *run, const char *number, const char *before,
    const char *insert, const char *behind)
{
	enum { WIDTH = 72, TEXT = 200 };
	char text[TEXT], line[WIDTH + 1];
	const char *p = text;
	size_t room = WIDTH - strlen(number) - 1, n;
	bool prints;
	char ctl = '0';

	snprintf(text, sizeof(text), "%s %s %s", before, insert, behind);
	prints = report_foreign(run->sp, number, text, insert);
	do {
		n = words_that_fit(p, room);
		snprintf(line, sizeof(line), "%s %.*s", number, (int)n, p);
		if (prints)
			sysprint_line(run->sp, ctl, line, strlen(line));
		ctl = ' ';
		p += n;
		p += strspn(p, " ");
	} while (*p != '\0');
	report_told(run->sp);
}

void
ams_ikj_no_data_set(struct ams_run *run, const char *dsn)
{
	ams_ikj(run, "IKJ56228I", "DATA SET", dsn,
	    "NOT IN CATALOG OR CATALOG CAN NOT BE ACCESSED");
}

void
ams_open_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn)
{
	char code[16];
	int n = open_code(st);

	/* Data sets are allocated by name before they are opened. */
	if (st == DS_CAT_NOTFOUND && run->sys != NULL &&
	    ds_catalog_exists(run->sys, dsn)) {
		st = DS_OPEN_NOTVSAM; /* the master has no connector */
		n = open_code(st);
	}
	if (st == DS_CAT_NOTFOUND) {
		ams_ikj_no_data_set(run, dsn);
		return;
	}
	sysprint_msgv(run->sp, MSG_IDC3300I, dsn, NULL);
	if (st == DS_OPEN_NODD) {
		sysprint_msgv(run->sp, MSG_IDC3304I, NULL);
		return;
	}
	if (n != 0) {
		snprintf(code, sizeof(code), "%d", n);
		sysprint_msgv(run->sp, MSG_IDC3351I, "OPEN", code, NULL);
		note_holder(run, diag);
		if (st == DS_OPEN_NOTVSAM)
			note_catalog(run, dsn);
		if (n != 132 && n != 180 && !says_why(st, diag))
			return;
	} else {
		sysprint_msgv(run->sp, MSG_IDC3312I, NULL);
	}
	note_details(run, st, diag);
}

static void
lost_note(struct ams_run *run, const struct ds_improper *how)
{
	if (how->durable_only)
		ams_note(run, true,
		    "its log is not of this boot: requests that were not "
		    "durable may be lost");
	else
		ams_note(run, true,
		    "its log is gone or damaged: requests since the last "
		    "commit may be lost");
	if (how->lost > 0)
		ams_note(run, true, "at least %" PRIu64 " of them %s",
		    how->lost, how->lost == 1 ? "is" : "are");
	if (how->kept[0] != '\0')
		ams_note(
		    run, true, "a damaged log is kept as file %s", how->kept);
}

int
ams_open_warning(
    struct ams_run *run, const struct ds_improper *how, const char *dsn)
{
	char code[16];

	if (how->code == 0)
		return CC_OK;
	snprintf(code, sizeof(code), "%d", how->code);
	report_improper(run->sp, dsn, how);
	sysprint_msgv(run->sp, MSG_IDC3300I, dsn, NULL);
	sysprint_msgv(run->sp, MSG_IDC3351I, "OPEN", code, NULL);
	if (how->redone > 0)
		ams_note(run, true,
		    "not closed by its last writer: %" PRIu64
		    " request%s done again from its log",
		    how->redone, how->redone == 1 ? "" : "s");
	if (how->code == 116)
		lost_note(run, how);
	return CC_WARNING;
}

int
ams_output_warning(
    struct ams_run *run, const struct ds_attrs *to, const char *dsn)
{
	char code[16];

	/* An open has one code. */
	if (to->improper.code != 0 || to->warning == 0)
		return ams_open_warning(run, &to->improper, dsn);
	snprintf(code, sizeof(code), "%d", to->warning);
	sysprint_msgv(run->sp, MSG_IDC3300I, dsn, NULL);
	sysprint_msgv(run->sp, MSG_IDC3351I, "OPEN", code, NULL);
	return CC_WARNING;
}

/* A pipe that nobody writes to, or reads from, and a person who waits no more:
 * no error of the host. */
static bool
say_cut_short(struct ams_run *run, const struct ds_diag *diag)
{
	if (diag == NULL || diag->sys_errno != EINTR || !ams_interrupted(run))
		return false;
	ams_say_interrupted(run);
	return true;
}

void
ams_system_open_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn)
{
	int n = open_code(st);

	if (say_cut_short(run, diag))
		return;
	/* In use or not in the catalog has a code whatever it is. */
	if (st == DS_OPEN_NODD || (n != 0 && n != 132 && n != 152)) {
		ams_open_error(run, st, diag, dsn);
		return;
	}
	sysprint_msgv(run->sp, MSG_IDC3300I, dsn, NULL);
	sysprint_msgv(run->sp, MSG_IDC3312I, NULL);
	note_details(run, st, diag);
	if (run->complain != NULL)
		run->complain(dsn, st, diag);
}

void
ams_close_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn)
{
	if (say_cut_short(run, diag))
		return;
	sysprint_msgv(run->sp, MSG_IDC3301I, dsn, NULL);
	note_holder(run, diag);
	note_details(run, st, diag);
}

/* --- records ------------------------------------------------------------- */

static void
hex_text(char *out, const void *data, size_t len)
{
	static const char digits[] = "0123456789ABCDEF";
	const uint8_t *p = data;
	size_t i;

	for (i = 0; i < len; i++) {
		*out++ = digits[p[i] >> 4];
		*out++ = digits[p[i] & 15];
	}
	*out = '\0';
}

/*
 * Another has it, and did not give it up in time: feedback 20, exclusive
 * control conflict, whether it is a record or the data set that he has.
 */
static void
say_in_use(struct ams_run *run, enum ds_status st, const struct ds_diag *diag,
    bool has_rec, const char *hex)
{
	sysprint_msgv(run->sp, MSG_IDC3351I, "I/O", "20", NULL);
	note_holder(run, diag);
	if (has_rec)
		ams_note(run, true, "for the record or key X'%s'", hex);
	note_details(run, st, diag);
}

/* Does it say by which code z/OS would end the program? VSAM has none. */
static bool
is_x37(const struct ds_diag *diag)
{
	return diag != NULL && diag->status == DS_NOSPACE &&
	       diag->text[0] != '\0' &&
	       strncmp(diag->text + 1, "37-04: ", 7) == 0;
}

void
ams_action_error(struct ams_run *run, enum ds_status st,
    const struct ds_diag *diag, const char *dsn, const void *rec, size_t len)
{
	char hex[11] = "", code[16];

	if (rec != NULL)
		hex_text(hex, rec, len < 5 ? len : 5);
	if (say_cut_short(run, diag))
		return;
	if (run->abends && is_x37(diag)) {
		snprintf(run->abend, sizeof(run->abend), "%.3s", diag->text);
		note_details(run, st, diag);
		return;
	}
	sysprint_msgv(run->sp, MSG_IDC3302I, dsn, NULL);
	switch (st) {
	case DS_DUPLICATE:
		sysprint_msgv(run->sp, MSG_IDC3308I, hex, NULL);
		return;
	case DS_DUPAIX:
		sysprint_msgv(run->sp, MSG_IDC3327I, hex, NULL);
		return;
	case DS_BADLENGTH:
		sysprint_msgv(run->sp, MSG_IDC3309I, hex, NULL);
		return;
	case DS_SEQUENCE:
		sysprint_msgv(run->sp, MSG_IDC3314I, hex, NULL);
		return;
	case DS_BADKEYLEN:
		sysprint_msgv(run->sp, MSG_IDC3310I, NULL);
		return;
	case DS_LOCKED:
	case DS_BUSY:
	case DS_TIMEOUT:
		say_in_use(run, st, diag, rec != NULL, hex);
		return;
	default:
		break;
	}
	if (ds_status_class(st) == 'R') {
		snprintf(code, sizeof(code), "%d", ds_status_reason(st));
		sysprint_msgv(run->sp, MSG_IDC3351I, "I/O", code, NULL);
		if (st != DS_CORRUPT && st != DS_CORRUPTIX && !is_x37(diag) &&
		    (diag == NULL || diag->sys_errno == 0))
			return;
	} else {
		sysprint_msgv(run->sp, MSG_IDC3317I, NULL);
	}
	note_details(run, st, diag);
}

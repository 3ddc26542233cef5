/*
 * SUBMIT and TIME of IKJEFT01. Jobs go to the internal reader and run when the
 * one that submits them has ended; they have no number until then, so what z/OS
 * says with it is a note of our own.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "services/define.h"
#include "utilities/tso_int.h"

enum { CARD = 80, CARDS_MAX = 1000000, NAME_LEN = 8 };

#define SUBMIT_DD "SYSSUBM"

/* The cards of what is submitted. */
struct cards {
	char (*list)[CARD + 1];
	size_t n, room;
};

static bool
cards_add(struct tso *t, struct cards *c, const char *text, size_t len)
{
	while (len > 0 && text[len - 1] == ' ')
		len--;
	if (len > CARD) {
		tso_line(
		    t, "CATAMOUNT SUBMIT of a record longer than %d", CARD);
		return false;
	}
	if (c->n == c->room) {
		void *v;

		c->room = c->room == 0 ? 64 : 2 * c->room;
		v = c->n < CARDS_MAX
			? realloc(c->list, c->room * sizeof(*c->list))
			: NULL;
		if (v == NULL) {
			tso_line(t, "CATAMOUNT SUBMIT of too many records");
			return false;
		}
		c->list = v;
	}
	memcpy(c->list[c->n], text, len);
	c->list[c->n++][len] = '\0';
	return true;
}

/* The name of a JOB statement; false: it is none. */
static bool
job_name(const char *card, char name[NAME_LEN + 1])
{
	const char *p = card + 2;
	const size_t n = strcspn(p, " ");

	if (strncmp(card, "//", 2) != 0 || n == 0 || n > NAME_LEN)
		return false;
	p += n;
	p += strspn(p, " ");
	if (strncmp(p, "JOB", 3) != 0 || (p[3] != ' ' && p[3] != '\0'))
		return false;
	snprintf(name, NAME_LEN + 1, "%.*s", (int)n, card + 2);
	return true;
}

static bool
put_cards(struct tso *t, const struct cards *c)
{
	const struct program_host *host = t->run->host;
	struct dd_print *out = NULL;
	char line[CARD + 2], dd[MEMBER_MAX + 1];
	enum ds_status st;

	if (host == NULL || !host->reader(host->ctx, dd)) {
		tso_line(t, "CATAMOUNT SUBMIT: there is no internal reader");
		return false;
	}
	st = dd_print_open(
	    t->run->dds, dd, DS_RECFM_FB, CARD + 1, &out, &t->diag);
	for (size_t i = 0; st == DS_OK && i < c->n; i++) {
		snprintf(line, sizeof(line), " %s", c->list[i]);
		st = dd_print_line(out, line, strlen(line), &t->diag);
	}
	if (st == DS_OK)
		st = dd_print_close(&out, &t->diag);
	else
		dd_print_close(&out, NULL);
	if (st != DS_OK)
		tso_line(t, "CATAMOUNT SUBMIT: %s", ds_status_text(st));
	return st == DS_OK;
}

/* All of it is read before any of it is submitted. */
static int
submit_cards(struct tso *t, const struct cards *c)
{
	char name[NAME_LEN + 1];
	size_t jobs = 0;

	for (size_t i = 0; i < c->n; i++)
		jobs += job_name(c->list[i], name);
	if (jobs == 0) {
		tso_line(t, "CATAMOUNT SUBMIT of what has no JOB statement");
		return TSO_FAILED;
	}
	if (!put_cards(t, c))
		return TSO_FAILED;
	for (size_t i = 0; i < c->n; i++)
		if (job_name(c->list[i], name))
			tso_line(t,
			    "CATAMOUNT JOB %s SUBMITTED, RUNS BEHIND THIS ONE",
			    name);
	return 0;
}

/* --- data sets ------------------------------------------------------------ */

static enum ds_status
read_cards(struct tso *t, const char *dsn, struct cards *c)
{
	char spec[2 * DSNAME_MAX + 40];
	struct dd_cards *in = NULL;
	struct dd_card card;
	enum ds_status st;

	snprintf(spec, sizeof(spec), SUBMIT_DD "=%s,shr", dsn);
	st = dd_alloc(t->run->dds, spec, &t->diag);
	if (st != DS_OK)
		return st;
	dd_set_dynamic(t->run->dds, SUBMIT_DD);
	st = dd_cards_open(t->run->dds, SUBMIT_DD, &in, &t->diag);
	while (
	    st == DS_OK && (st = dd_cards_next(in, &card, &t->diag)) == DS_OK)
		if (!cards_add(t, c, card.text, card.len))
			st = DS_BADLENGTH;
	dd_cards_close(&in);
	dd_free(t->run->dds, SUBMIT_DD, NULL, NULL);
	return st == DS_EOD ? DS_OK : st;
}

/* 'A.B(C)' as it is, A.B(C) with the prefix in front, and CNTL behind where
 * that is not its last qualifier and such a data set is there (mem). */
static enum ds_status
read_named(struct tso *t, const char *text, size_t len, struct cards *c)
{
	const bool quoted = len > 1 && text[0] == '\'' && text[len - 1] == '\'';
	char base[DSNAME_MAX + 20], name[DSNAME_MAX + 40], member[12] = "";
	const char *paren;
	enum ds_status st;
	size_t n;

	if (quoted) {
		text++;
		len -= 2;
	}
	paren = memchr(text, '(', len);
	n = paren != NULL ? (size_t)(paren - text) : len;
	if (n == 0 || n > DSNAME_MAX || len - n >= sizeof(member))
		return ds_fail(&t->diag, DS_INVALID, NULL, "that is no name");
	snprintf(member, sizeof(member), "%.*s", (int)(len - n), text + n);
	snprintf(base, sizeof(base), "%s%s%.*s", quoted ? "" : t->prefix,
	    quoted || t->prefix[0] == '\0' ? "" : ".", (int)n, text);
	n = strlen(base);
	if (!quoted && (n < 5 || strcmp(base + n - 5, ".CNTL") != 0)) {
		snprintf(name, sizeof(name), "%s.CNTL%s", base, member);
		st = read_cards(t, name, c);
		if (st != DS_CAT_NOTFOUND && st != DS_INVALID)
			return st;
	}
	snprintf(name, sizeof(name), "%s%s", base, member);
	return read_cards(t, name, c);
}

/* A name up to a blank, comma or the parenthesis that ends a list. */
static size_t
name_length(const char *p)
{
	size_t n;
	int depth = 0;
	bool quoted = false;

	for (n = 0; p[n] != '\0'; n++) {
		if (!quoted && depth == 0 &&
		    (p[n] == ' ' || p[n] == ',' || p[n] == ')'))
			break;
		quoted ^= p[n] == '\'';
		depth += !quoted && p[n] == '(';
		depth -= !quoted && p[n] == ')';
	}
	return n;
}

static int
submit_names(struct tso *t, const char *p)
{
	const bool list = *p == '(';
	struct cards c = {0};
	enum ds_status st;
	int cc = 0;
	size_t n;

	p += list;
	for (p += strspn(p, " ,"); cc == 0 && (n = name_length(p)) > 0;
	     p += strspn(p, " ,")) {
		st = read_named(t, p, n, &c);
		if (st != DS_OK) {
			tso_line(t, "CATAMOUNT SUBMIT %.*s: %s", (int)n, p,
			    ds_status_text(st));
			cc = TSO_FAILED;
		}
		p += n;
		if (!list)
			break;
	}
	if (cc == 0)
		cc = submit_cards(t, &c);
	free(c.list);
	return cc;
}

/* --- SUBMIT * ------------------------------------------------------------- */

/* Cards of SYSTSIN up to an empty one, or the two characters of END(xx). */
static int
submit_input(struct tso *t, const char *end)
{
	struct cards c = {0};
	struct dd_card card;
	enum ds_status st;
	bool good = true;
	size_t n;
	int cc;

	while (good && (st = dd_cards_next(t->in, &card, &t->diag)) == DS_OK) {
		for (n = card.len; n > 0 && card.text[n - 1] == ' ';)
			n--;
		tso_line(t, "%.*s", (int)n, card.text);
		if (end[0] != '\0'
			? n == strlen(end) && strncmp(card.text, end, n) == 0
			: n == 0)
			break;
		good = cards_add(t, &c, card.text, n);
	}
	cc = good ? submit_cards(t, &c) : TSO_FAILED;
	free(c.list);
	return cc;
}

int
tso_submit(struct tso *t, const char *operands)
{
	const char *p = operands + strspn(operands, " ,"), *end;
	char mark[3] = "";

	if (*p != '*')
		return submit_names(t, p);
	if ((end = strstr(p, "END(")) != NULL && strlen(end) >= 7 &&
	    end[6] == ')')
		snprintf(mark, sizeof(mark), "%.2s", end + 4);
	return submit_input(t, mark);
}

/* --- TIME ----------------------------------------------------------------- */

/* Service units and the session are not counted (zout). */
int
tso_time(struct tso *t)
{
	const unsigned cpu = (unsigned)(clock() / CLOCKS_PER_SEC);
	char at[32] = "", month[32] = "";
	struct tm now;

	ds_now(&now);
	if (strftime(at, sizeof(at), "%I:%M:%S %p", &now) == 0 ||
	    strftime(month, sizeof(month), "%B", &now) == 0)
		return TSO_FAILED;
	for (char *p = month; *p != '\0'; p++)
		*p = (char)toupper((unsigned char)*p);
	tso_line(t,
	    "IKJ56650I TIME-%s. CPU-%02u:%02u:%02u SERVICE-0 SESSION-00:00:00 "
	    "%s %d,%d",
	    at, cpu / 3600, cpu / 60 % 60, cpu % 60, month, now.tm_mday,
	    now.tm_year + 1900);
	return 0;
}

/*
 * IEBCOMPR: two sequential data sets or two libraries, record by record.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "utilities/utility_int.h"

enum {
	COMPARE_MOST = 10, /* unequal ones behind each other */
	SHOWN = 64,        /* bytes of a record a line */
};

static const struct utility_form form = {.title = "COMPARE UTILITY",
    .title_column = 46,
    .page_column = 99,
    .page = "PAGE ",
    .digits = 4,
    .open = MSG_IEB229I,
    .failed = UT_FAILED};

/* One side. */
struct side {
	const char *dd;
	enum utility_place place;
	char dsn[DSNAME_MAX + 1];
	struct ds_library *lib;
	struct ds_file *file;
	struct ds_member m; /* the next of the directory */
	bool more;          /* there is one */
	struct dd_text text;
	struct ds_rec rec;
};

struct compare {
	struct utility u;
	struct side a, b;
	bool po;
	uint64_t records; /* compared */
	unsigned row;     /* unequal behind each other */
};

static bool
well(const struct compare *c)
{
	return !c->u.abended && c->u.cc < UT_FAILED;
}

/* --- listing ---------------------------------------------------------------
 */

static char
printable(const struct side *s, uint8_t byte)
{
	char c = s->text.from[byte];

	return (uint8_t)c < 0x20 || ((uint8_t)c >= 0x7F && (uint8_t)c < 0xA0)
		   ? '.'
		   : c;
}

/* A record, its characters and below them its bytes. */
static void
show(struct compare *c, const struct side *s, uint64_t number)
{
	static const char digits[] = "0123456789ABCDEF";
	char text[SHOWN + 1], high[SHOWN], low[SHOWN];
	const struct ds_rec *r = &s->rec;

	utility_line(&c->u, ' ',
	    "DDNAME = %-8s LOGICAL RECORD NUMBER = %08" PRIu64
	    "  LENGTH = %" PRIu32,
	    s->dd, number, r->len);
	for (uint32_t at = 0; at < r->len; at += SHOWN) {
		uint32_t n = r->len - at < SHOWN ? r->len - at : SHOWN;

		for (uint32_t i = 0; i < n; i++) {
			text[i] = printable(s, r->data[at + i]);
			high[i] = digits[r->data[at + i] >> 4];
			low[i] = digits[r->data[at + i] & 0xF];
		}
		text[n] = '\0';
		utility_line(&c->u, ' ', "%6" PRIu32 "  %s", at + 1, text);
		utility_line(&c->u, ' ', "        %.*s", (int)n, high);
		utility_line(&c->u, ' ', "        %.*s", (int)n, low);
	}
}

/* --- records ---------------------------------------------------------------
 */

/* False: its end, or a failure that was said. */
static bool
get(struct compare *c, struct side *s)
{
	enum ds_status st = ds_get(s->file, &s->rec, &c->u.diag);

	if (st != DS_OK && st != DS_EOD)
		utility_failed(&c->u, s->dd, st);
	return st == DS_OK;
}

/* The record is on one side alone. */
static void
say_extra(struct compare *c, const struct side *s, uint64_t number)
{
	utility_msg(&c->u, MSG_IEB226I, s->dd, NULL);
	show(c, s, number);
}

/* Two records; false: too many were unequal. */
static bool
compare_pair(struct compare *c, uint64_t number)
{
	const struct ds_rec *a = &c->a.rec, *b = &c->b.rec;

	c->records++;
	if (a->len == b->len && memcmp(a->data, b->data, a->len) == 0) {
		c->row = 0;
		return true;
	}
	utility_msg(&c->u, MSG_IEB221I, NULL);
	show(c, &c->a, number);
	show(c, &c->b, number);
	if (++c->row < COMPARE_MOST)
		return true;
	utility_msg(&c->u, MSG_IEB225I, NULL);
	return false;
}

static void
compare_records(struct compare *c)
{
	uint64_t number = 0;
	bool a, b;

	c->row = 0;
	while (!utility_stopped(&c->u)) {
		number++;
		a = get(c, &c->a);
		if (!well(c))
			return;
		b = get(c, &c->b);
		if (!well(c) || (!a && !b))
			return;
		if (a != b) {
			say_extra(c, a ? &c->a : &c->b, number);
			return;
		}
		if (!compare_pair(c, number))
			return;
	}
}

/* Records of a fixed length that differ cannot be equal. */
static bool
alike(struct compare *c)
{
	const struct ds_attrs *a = ds_attrs(c->a.file);
	const struct ds_attrs *b = ds_attrs(c->b.file);

	if (!a->fixed || !b->fixed || a->lrecl == b->lrecl || a->dummy ||
	    b->dummy)
		return true;
	utility_note(&c->u, UT_FAILED,
	    "LRECL OF SYSUT1 IS %" PRIu32 ", OF SYSUT2 %" PRIu32, a->lrecl,
	    b->lrecl);
	return false;
}

static void
compare_files(struct compare *c)
{
	if (alike(c))
		compare_records(c);
	ds_abandon(&c->a.file);
	ds_abandon(&c->b.file);
}

/* --- libraries -------------------------------------------------------------
 */

static bool
next_member(struct compare *c, struct side *s)
{
	enum ds_status st =
	    ds_member_next(s->lib, s->m.name, &s->m, &c->u.diag);

	s->more = st == DS_OK;
	if (st != DS_OK && st != DS_EOD)
		utility_failed(&c->u, s->dd, st);
	return well(c);
}

/* Names in EBCDIC order, as directories have them: letters come first. */
static int
compare_names(const struct compare *c, const char *a, const char *b)
{
	const uint8_t *to = c->a.text.to;

	for (; *a != '\0' && *a == *b; a++, b++)
		continue;
	return (int)(*a == '\0' ? 0 : to[(uint8_t)*a]) -
	       (int)(*b == '\0' ? 0 : to[(uint8_t)*b]);
}

/* Which side the next name is on: below 0 a alone, above 0 b alone. */
static int
which(const struct compare *c)
{
	if (!c->a.more || !c->b.more)
		return c->a.more ? -1 : 1;
	return compare_names(c, c->a.m.name, c->b.m.name);
}

static bool
rewind_directories(struct compare *c)
{
	memset(&c->a.m, 0, sizeof(c->a.m));
	memset(&c->b.m, 0, sizeof(c->b.m));
	return next_member(c, &c->a) && next_member(c, &c->b);
}

/* All names of one of the two have to be in the other one. */
static bool
names_fit(struct compare *c)
{
	uint64_t only_a = 0, only_b = 0;
	int w;

	if (!rewind_directories(c))
		return false;
	while (c->a.more || c->b.more) {
		w = which(c);
		only_a += w < 0;
		only_b += w > 0;
		if ((w <= 0 && !next_member(c, &c->a)) ||
		    (w >= 0 && !next_member(c, &c->b)))
			return false;
	}
	if (only_a == 0 || only_b == 0)
		return true;
	utility_msg(&c->u, MSG_IEB223I, NULL);
	return false;
}

static bool
open_member(struct compare *c, struct side *s)
{
	enum ds_status st = ds_member_open(
	    s->lib, s->m.name, DS_INPUT | DS_SEQ, &s->file, &c->u.diag);

	if (st != DS_OK)
		utility_open_failed(&c->u, s->dd, st);
	return st == DS_OK;
}

static void
compare_member(struct compare *c)
{
	const struct ds_member *a = &c->a.m, *b = &c->b.m;

	utility_line(&c->u, '0', "MEMBER NAME  %s", a->name);
	if (a->user_len != b->user_len ||
	    memcmp(a->user, b->user, a->user_len) != 0)
		utility_msg(&c->u, MSG_IEB224I, NULL);
	if (open_member(c, &c->a) && open_member(c, &c->b))
		compare_files(c);
	ds_abandon(&c->a.file);
}

static void
compare_libraries(struct compare *c)
{
	int w;

	c->a.lib = utility_library(&c->u, c->a.dd, c->a.dsn, NULL);
	c->b.lib = utility_library(&c->u, c->b.dd, c->b.dsn, NULL);
	if (c->a.lib != NULL && c->b.lib != NULL && names_fit(c) &&
	    rewind_directories(c))
		while (well(c) && c->a.more && c->b.more) {
			w = which(c);
			if (w == 0)
				compare_member(c);
			if ((w <= 0 && !next_member(c, &c->a)) ||
			    (w >= 0 && !next_member(c, &c->b)))
				break;
		}
	ds_library_abandon(&c->a.lib);
	ds_library_abandon(&c->b.lib);
}

/* --- the run ---------------------------------------------------------------
 */

static bool
read_sysin(struct compare *c)
{
	struct arena *arena = arena_new();
	struct control_stmt s;
	bool ok = arena != NULL;

	while (ok && utility_next(&c->u, arena, false, &s, NULL)) {
		const struct control_value *v = control_find(&s, "TYPORG");

		if (strcmp(s.op, "COMPARE") == 0 &&
		    (s.operands == NULL ||
			(v != NULL && v->next == NULL &&
			    (control_is(v, "PO") || control_is(v, "PS"))))) {
			c->po = control_is(v, "PO");
		} else if (strcmp(s.op, "LABELS") != 0) {
			utility_note(&c->u, UT_FAILED,
			    strcmp(s.op, "EXITS") == 0
				? "EXITS ARE NOT CALLED"
				: "THIS IS NO STATEMENT OF IEBCOMPR");
			ok = false;
		}
	}
	arena_free(&arena);
	return ok && well(c);
}

static bool
place(struct compare *c, struct side *s)
{
	enum ds_status st;
	struct ds_attrs a = {0};

	s->place = utility_place(&c->u, s->dd, s->dsn);
	if (s->place == UT_NODD) {
		utility_open_failed(&c->u, s->dd, DS_OPEN_NODD);
		return false;
	}
	if (c->po != (s->place == UT_LIBRARY)) {
		utility_note(&c->u, UT_FAILED, "%s IS %sPARTITIONED", s->dd,
		    c->po ? "NOT " : "");
		return false;
	}
	ds_dd_attrs(c->u.run->dds, s->dd, &a, NULL);
	st = dd_text_table(a.ccsid, &s->text, &c->u.diag);
	if (st != DS_OK)
		utility_failed(&c->u, s->dd, st);
	return st == DS_OK;
}

static void
compare(struct compare *c)
{
	char number[24];

	if (!place(c, &c->a) || !place(c, &c->b))
		return;
	if (c->po) {
		compare_libraries(c);
	} else {
		c->a.file =
		    utility_open(&c->u, c->a.dd, DS_INPUT | DS_SEQ, NULL);
		if (c->a.file == NULL)
			return;
		/* text of a file comes in the code page of the other side */
		c->b.file = utility_open(
		    &c->u, c->b.dd, DS_INPUT | DS_SEQ, ds_attrs(c->a.file));
		if (c->b.file != NULL)
			compare_files(c);
		ds_abandon(&c->a.file);
	}
	snprintf(number, sizeof(number), "%08" PRIu64, c->records);
	utility_msg(&c->u, MSG_IEB227I, number, NULL);
}

void
program_iebcompr(struct program_run *run, struct program_end *endp)
{
	struct compare *c = calloc(1, sizeof(*c));

	if (c == NULL) {
		program_code(endp, UT_FAILED);
		return;
	}
	c->a.dd = "SYSUT1";
	c->b.dd = "SYSUT2";
	if (utility_begin(&c->u, run, &form) && utility_sysin(&c->u, "SYSIN") &&
	    read_sysin(c))
		compare(c);
	utility_end(&c->u, endp);
	free(c);
}

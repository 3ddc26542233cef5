/*
 * Walks every descriptor of every verb: each spelling is accepted where it is
 * legal, each proper prefix that is not a spelling is refused (of ALLOCATE when
 * it begins several), ranges hold at both edges, lists at their length, groups
 * exclude. Whether the tables have the right spellings and ranges is t3031's
 * and t3020's part.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/support/deck.h"

#define LEN(a) (sizeof(a) / sizeof((a)[0]))

enum { SIZE = 200000 };

static char command[SIZE], item[SIZE / 2];
static long accepted, refused;

/* --- running one command ------------------------------------------------- */

static char *
run(const char *text)
{
	const struct ams_settings none = {0};
	struct deck d = {.quiet = true};

	deck_run_len(&d, text, strlen(text), &none, NULL);
	return d.out;
}

static void
must_accept(const char *text)
{
	char *out = run(text);

	if (strstr(out, "IDC3") != NULL)
		fail_msg("%.2000s\nshould be accepted:\n%s", text, out);
	accepted++;
	free(out);
}

static void
must_refuse(const char *text, const char *number)
{
	char *out = run(text);

	if (strstr(out, number) == NULL)
		fail_msg("%.2000s\nshould give %s:\n%s", text, number, out);
	refused++;
	free(out);
}

/* --- samples ------------------------------------------------------------- */

static void
put(char *out, const char *fmt, ...)
{
	size_t n = strlen(out);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out + n, SIZE / 2 - n, fmt, ap);
	va_end(ap);
}

static void put_required(
    char *out, const struct ams_desc *table, const struct ams_desc *except);

/* The i-th value of a parameter. */
static void
put_value(char *out, const struct ams_desc *d, int i)
{
	size_t n;

	switch (d->type) {
	case AMS_DSN:
	case AMS_MEMBER:
	case AMS_GENERIC:
		put(out, "A.B%d", i);
		break;
	case AMS_DD:
	case AMS_NAME:
		put(out, "D%d", i);
		break;
	case AMS_VOLSER:
		put(out, "V%05d", i);
		break;
	case AMS_INT:
		put(out, "%lld",
		    (long long)(i == 1 && d->max2 != 0 ? d->min2 : d->min));
		break;
	case AMS_STRING:
		n = d->min > 0 ? (size_t)d->min : 1;
		put(out, "'%.*s'", (int)n, "AAAAAAAAAAAAAAAAAAAA");
		break;
	case AMS_DATE:
		put(out, "2025001");
		break;
	case AMS_WORD:
		n = strcspn(d->words, " ");
		put(out, "%.*s", (int)n, d->words);
		break;
	case AMS_SUBLISTS:
		put(out, "(");
		put_required(out, d->sub, NULL);
		put(out, ")");
		break;
	case AMS_FLAG:
	case AMS_LIST:
		break;
	}
}

static int
least(const struct ams_desc *d)
{
	return d->values_max > 0 ? d->values_min : 1;
}

static int
most(const struct ams_desc *d)
{
	return d->values_max > 0 ? d->values_max : 1;
}

static void
put_values(char *out, const struct ams_desc *d, int n)
{
	int i;

	for (i = 0; i < n; i++) {
		if (i > 0)
			put(out, " ");
		put_value(out, d, i);
	}
}

static void
put_param(char *out, const struct ams_desc *d, const char *spelling)
{
	put(out, " %s", spelling);
	if (d->type == AMS_FLAG)
		return;
	put(out, "(");
	if (d->type == AMS_LIST) {
		put_required(out, d->sub, NULL);
		if (out[strlen(out) - 1] == '(')
			put_param(out, d->sub, d->sub->keyword);
	} else {
		put_values(out, d, least(d));
	}
	put(out, ")");
}

/* A non-VSAM data set has a device and a volume, or else is in a
 * collection. */
static void
put_place(
    char *out, const struct ams_desc *table, const struct ams_desc *except)
{
	const struct ams_desc *d;
	bool nonvsam = false;

	if (except != NULL && strcmp(except->keyword, "COLLECTION") == 0)
		return;
	for (d = table; d->keyword != NULL; d++)
		nonvsam |= strcmp(d->keyword, "COLLECTION") == 0;
	for (d = table; nonvsam && d->keyword != NULL; d++)
		if (d != except && (strcmp(d->keyword, "DEVICETYPES") == 0 ||
				       strcmp(d->keyword, "VOLUMES") == 0))
			put_param(out, d, d->keyword);
}

/* What the table asks for besides that parameter. */
static void
put_required(
    char *out, const struct ams_desc *table, const struct ams_desc *except)
{
	const struct ams_desc *d;
	int done[16] = {0}, n = 0, i;
	bool skip;

	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_POSITIONAL) != 0 &&
		    (d->flags & AMS_REQUIRED) != 0) {
			put(out, " ");
			put_values(out, d, 1);
		}
	}
	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_REQUIRED) == 0 ||
		    (d->flags & AMS_POSITIONAL) != 0 || d == except)
			continue;
		skip = except != NULL && d->group != 0 &&
		       d->group == except->group;
		for (i = 0; i < n; i++)
			skip = skip || done[i] == d->group;
		if (skip)
			continue;
		if (d->group != 0)
			done[n++] = d->group;
		put_param(out, d, d->keyword);
	}
	put_place(out, table, except);
}

/* --- one place where keywords stand -------------------------------------- */

struct place {
	const struct ams_verb *verb;
	const struct ams_desc *table;
	const char *before, *after; /* of the command */
};

/* What a verb's check function asks for besides; any may fit. */
static const char *const extras[] = {"", " OUTFILE(D) INFILE(E)", " OUTFILE(D)",
    " INFILE(E)", " DISCONNECT", " CONNECT OBJECTS((A))", " OBJECTS((A))"};

static const char *
build(const struct place *p, const struct ams_desc *d, const char *extra)
{
	static char req[SIZE / 2];

	req[0] = '\0';
	put_required(req, p->table, d);
	/* A limit over 255 goes with it. */
	if (strcmp(d->keyword, "LIMIT") == 0)
		put(req, " EXTENDED");
	snprintf(command, sizeof(command), "%s%s %s%s%s\n", p->before, req,
	    item, p->after, extra);
	return command;
}

static void
accept_item(const struct place *p, const struct ams_desc *d)
{
	char *out;
	bool good = false;
	size_t i;

	for (i = 0; i < LEN(extras) && !good; i++) {
		out = run(build(p, d, extras[i]));
		good = strstr(out, "IDC3") == NULL;
		free(out);
	}
	if (!good)
		must_accept(build(p, d, ""));
	accepted++;
}

static void
refuse_item(const struct place *p, const struct ams_desc *d, const char *number)
{
	must_refuse(build(p, d, ""), number);
}

static bool
is_spelling(const struct ams_desc *d, const char *word)
{
	const char *s = d->others;
	size_t n, len = strlen(word);

	if (strcmp(d->keyword, word) == 0)
		return true;
	while (s != NULL && *s != '\0') {
		n = strcspn(s, " ");
		if (n == len && memcmp(s, word, n) == 0)
			return true;
		s += n;
		s += strspn(s, " ");
	}
	return false;
}

static bool
in_table(const struct ams_desc *table, const char *word)
{
	const struct ams_desc *d;

	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_POSITIONAL) == 0 && is_spelling(d, word))
			return true;
	}
	return false;
}

/* How many keywords have a spelling that begins so? */
static int
beginning(const struct ams_desc *table, const char *word)
{
	char spellings[256], *s;
	int many = 0;

	for (const struct ams_desc *d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_POSITIONAL) != 0)
			continue;
		snprintf(spellings, sizeof(spellings), "%s %s", d->keyword,
		    d->others != NULL ? d->others : "");
		for (s = strtok(spellings, " "); s != NULL;
		     s = strtok(NULL, " "))
			if (strncmp(s, word, strlen(word)) == 0)
				break;
		many += s != NULL;
	}
	return many;
}

static void
check_spelling(
    const struct place *p, const struct ams_desc *d, const char *word)
{
	char wrong[64];
	size_t len = strlen(word), n;

	item[0] = '\0';
	put_param(item, d, word);
	accept_item(p, d);
	for (n = 1; n <= len + 1; n++) {
		snprintf(wrong, sizeof(wrong), "%.*s%s", (int)n, word,
		    n > len ? "X" : "");
		if (n == len || in_table(p->table, wrong))
			continue;
		item[0] = '\0';
		put_param(item, d, wrong);
		if (p->verb->shortened && beginning(p->table, wrong) == 1)
			accept_item(p, d);
		else
			refuse_item(p, d, "IDC32");
	}
}

static void
check_spellings(const struct place *p, const struct ams_desc *d)
{
	const char *s = d->others;
	char word[64];
	size_t n;

	check_spelling(p, d, d->keyword);
	while (s != NULL && *s != '\0') {
		n = strcspn(s, " ");
		snprintf(word, sizeof(word), "%.*s", (int)n, s);
		check_spelling(p, d, word);
		s += n;
		s += strspn(s, " ");
	}
}

static void
check_parentheses(const struct place *p, const struct ams_desc *d)
{
	char twice[SIZE / 4];

	if (d->type == AMS_FLAG) {
		snprintf(item, sizeof(item), "%s(A)", d->keyword);
		refuse_item(p, d, "IDC3205I");
	} else {
		snprintf(item, sizeof(item), "%s", d->keyword);
		if ((d->flags & AMS_OPTVALUE) != 0)
			accept_item(p, d);
		else
			refuse_item(p, d, "IDC3208I");
		snprintf(item, sizeof(item), "%s()", d->keyword);
		if ((d->flags & AMS_OPTVALUE) == 0)
			refuse_item(p, d, "IDC3205I");
	}
	item[0] = '\0';
	put_param(item, d, d->keyword);
	snprintf(twice, sizeof(twice), "%s", item);
	put(item, "%s", twice);
	refuse_item(p, d, "IDC3213I");
}

/* The i-th value is text, those around it samples. */
static void
set_value(const struct ams_desc *d, int i, const char *text)
{
	int k, n = least(d) > i + 1 ? least(d) : i + 1;

	snprintf(item, sizeof(item), "%s(", d->keyword);
	for (k = 0; k < n; k++) {
		put(item, k > 0 ? " " : "");
		if (k == i)
			put(item, "%s", text);
		else
			put_value(item, d, k);
	}
	put(item, ")");
}

static void
check_int(const struct place *p, const struct ams_desc *d, int i)
{
	bool second = i == 1 && d->max2 != 0;
	int64_t lo = second ? d->min2 : d->min, hi = second ? d->max2 : d->max;
	char text[40];

	assert_true(lo <= hi);
	snprintf(text, sizeof(text), "%lld", (long long)lo);
	set_value(d, i, text);
	accept_item(p, d);
	snprintf(text, sizeof(text), "%lld", (long long)hi);
	set_value(d, i, text);
	accept_item(p, d);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)hi + 1);
	set_value(d, i, text);
	refuse_item(p, d, "IDC3221I");
	if (lo > 0) {
		snprintf(text, sizeof(text), "%lld", (long long)lo - 1);
		set_value(d, i, text);
		refuse_item(p, d, "IDC3221I");
	}
	set_value(d, i, "1X");
	refuse_item(p, d, "IDC3220I");
}

/* A constant of so many characters. */
static void
set_length(const struct ams_desc *d, size_t len, bool quoted)
{
	char text[600];

	memset(text, 'A', sizeof(text));
	text[len + 2] = '\0';
	if (quoted)
		text[0] = text[len + 1] = '\'';
	else
		text[len] = '\0';
	set_value(d, 0, text);
}

static void
check_length(const struct place *p, const struct ams_desc *d, size_t max)
{
	set_length(d, max, false);
	accept_item(p, d);
	set_length(d, max + 1, false);
	refuse_item(p, d, "IDC3201I");
	if (d->type != AMS_STRING)
		return;
	set_length(d, max, true);
	accept_item(p, d);
	set_length(d, 0, true);
	refuse_item(p, d, "IDC3203I");
}

static void
check_words(const struct place *p, const struct ams_desc *d)
{
	const char *s = d->words;
	char word[32];
	size_t n;

	while (*s != '\0') {
		n = strcspn(s, " ");
		snprintf(word, sizeof(word), "%.*s", (int)n, s);
		set_value(d, 0, word);
		accept_item(p, d);
		s += n;
		s += strspn(s, " ");
	}
	set_value(d, 0, "NOSUCHWORD");
	refuse_item(p, d, "IDC3211I");
}

static void
check_names(const struct place *p, const struct ams_desc *d)
{
	set_value(d, 0, "A234567.B234567.C234567.D234567.E234567.F234");
	accept_item(p, d);
	set_value(d, 0, "'A.B'");
	accept_item(p, d);
	set_value(d, 0, "A.1");
	refuse_item(p, d, "IDC3203I");
	set_value(d, 0, "A.*");
	if (d->type == AMS_GENERIC)
		accept_item(p, d);
	else
		refuse_item(p, d, "IDC3203I");
	set_value(d, 0, "A.B(C)");
	if (d->type == AMS_DSN)
		refuse_item(p, d, "IDC3212I");
	else
		accept_item(p, d);
	set_value(d, 0, "A.B/PASS");
	if ((d->flags & AMS_PASSWORD) != 0)
		accept_item(p, d);
	else
		refuse_item(p, d, "IDC3217I");
}

static void
check_values(const struct place *p, const struct ams_desc *d)
{
	int i;

	switch (d->type) {
	case AMS_INT:
		for (i = 0; i < most(d) && i < 3; i++)
			check_int(p, d, i);
		break;
	case AMS_STRING:
		check_length(p, d, (size_t)d->max);
		break;
	case AMS_DD:
	case AMS_NAME:
		check_length(p, d, 8);
		break;
	case AMS_VOLSER:
		check_length(p, d, 6);
		break;
	case AMS_WORD:
		check_words(p, d);
		break;
	case AMS_DSN:
	case AMS_MEMBER:
	case AMS_GENERIC:
		check_names(p, d);
		break;
	case AMS_DATE:
		set_value(d, 0, "99001");
		accept_item(p, d);
		set_value(d, 0, "2025367");
		refuse_item(p, d, "IDC3221I");
		break;
	case AMS_FLAG:
	case AMS_LIST:
	case AMS_SUBLISTS:
		return;
	}
	/* The longest list, and one more. */
	snprintf(item, sizeof(item), "%s(", d->keyword);
	put_values(item, d, most(d));
	put(item, ")");
	accept_item(p, d);
	snprintf(item, sizeof(item), "%s(", d->keyword);
	put_values(item, d, most(d) + 1);
	put(item, ")");
	refuse_item(p, d,
	    most(d) == 1   ? "IDC3209I"
	    : most(d) == 2 ? "IDC3200I"
			   : "IDC3223I");
}

static void
check_group(const struct place *p, const struct ams_desc *d)
{
	const struct ams_desc *e;

	for (e = d + 1; d->group != 0 && e->keyword != NULL; e++) {
		if (e->group != d->group)
			continue;
		item[0] = '\0';
		put_param(item, d, d->keyword);
		put_param(item, e, e->keyword);
		refuse_item(p, d, "IDC3226I");
	}
}

/* Is the row itself well made? */
static void
check_row(const struct ams_desc *table, const struct ams_desc *d)
{
	const struct ams_desc *e;
	int dflts = 0;

	assert_non_null(d->help);
	assert_true(strlen(d->keyword) <= 20);
	assert_true(d->values_min <= d->values_max);
	assert_int_equal(d->type == AMS_WORD, d->words != NULL);
	if (d->type == AMS_LIST || d->type == AMS_SUBLISTS)
		assert_non_null(d->sub);
	for (e = table; e->keyword != NULL; e++) {
		if (e != d && (e->flags & AMS_POSITIONAL) == 0 &&
		    (d->flags & AMS_POSITIONAL) == 0 &&
		    (is_spelling(d, e->keyword) ||
			(e->others != NULL && is_spelling(d, e->others))))
			fail_msg("%s and %s", d->keyword, e->keyword);
		dflts +=
		    d->group != 0 && e->group == d->group && e->dflt != NULL;
	}
	if (dflts > 1)
		fail_msg("two defaults in the group of %s", d->keyword);
}

static void walk(const struct ams_verb *verb, const struct ams_desc *table,
    const char *before, const char *after);

static void
walk_sub(const struct place *p, const struct ams_desc *d)
{
	char before[2000] = "", after[200];
	bool lists = d->type == AMS_SUBLISTS;

	put(before, "%s", p->before);
	put_required(before, p->table, d);
	put(before, " %s(%s", d->keyword, lists ? "(" : "");
	if (!lists && d->type != AMS_LIST)
		put_values(before, d, least(d));
	snprintf(after, sizeof(after), "%s%s", lists ? "))" : ")", p->after);
	walk(p->verb, d->sub, before, after);
}

static void
walk(const struct ams_verb *verb, const struct ams_desc *table,
    const char *before, const char *after)
{
	const struct place p = {verb, table, before, after};
	const struct ams_desc *d;

	for (d = table; d->keyword != NULL; d++) {
		check_row(table, d);
		if ((d->flags & AMS_POSITIONAL) != 0)
			continue;
		check_spellings(&p, d);
		check_parentheses(&p, d);
		check_values(&p, d);
		check_group(&p, d);
		if (d->sub != NULL)
			walk_sub(&p, d);
	}
}

static void
every_descriptor_does_what_it_says(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; ams_verbs[i] != NULL; i++)
		walk(
		    ams_verbs[i], ams_verbs[i]->params, ams_verbs[i]->verb, "");
	walk(&ams_verb_parm, ams_verb_parm.params, "PARM", "");
	/* Something was really tried. */
	assert_true(accepted > 3000);
	assert_true(refused > 10000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_descriptor_does_what_it_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

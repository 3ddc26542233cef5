/*
 * Walks every descriptor of every verb: each spelling is accepted where it is
 * legal, each proper prefix that is not a spelling is refused, ranges hold at
 * both edges, lists at their length, groups exclude. The spellings that must
 * be there are those of MVS 3.8 (IDCCDxx) and SC23-6846, listed below.
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
		refuse_item(p, d, "IDC3212I");
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

/* --- what must be there -------------------------------------------------- */

static void
every_verb_is_there(void **state)
{
	static const char *const verbs[] = {"PRINT", "REPRO", "DELETE", "DEL",
	    "DEFINE", "DEF", "ALTER", "IMPORT", "IMP", "EXPORT", "EXP",
	    "LISTCAT", "LISTC", "VERIFY", "VFY", "BLDINDEX", "BIX", "CNVTCAT",
	    "CNVTC", "CHKLIST", "CKLST", "EXPORTRA", "XPRA", "IMPORTRA", "MPRA",
	    "LISTCRA", "LISTR", "RESETCAT", "RCAT", "ALLOCATE", "ALLOC",
	    "EXAMINE", "DIAGNOSE", "DCOLLECT", "SETCACHE", "LISTDATA", "SHCDS",
	    "CREATE"};
	size_t i;

	(void)state;
	for (i = 0; i < LEN(verbs); i++) {
		if (ams_verb_find(verbs[i], strlen(verbs[i])) == NULL)
			fail_msg("no %s", verbs[i]);
	}
	assert_null(ams_verb_find("DELE", 4));
	assert_null(ams_verb_find("DELETE ", 7));
	assert_null(ams_verb_find("", 0));
	for (i = 0; ams_verbs[i] != NULL; i++)
		assert_non_null(ams_verbs[i]->help);
}

/* Keyword and its other spellings, MVS 3.8 IDCCDxx; where it stands. */
static const char *const spellings[][3] = {
    {"DEFINE", "CLUSTER", "CL"},
    {"DEFINE", "ALTERNATEINDEX", "AIX"},
    {"DEFINE", "PATH", NULL},
    {"DEFINE", "ALIAS", NULL},
    {"DEFINE", "DATA", NULL},
    {"DEFINE", "INDEX", "IX"},
    {"DEFINE", "NONVSAM", "NVSAM"},
    {"DEFINE", "GENERATIONDATAGROUP", "GDG"},
    {"DEFINE", "USERCATALOG", "UCAT"},
    {"DEFINE", "MASTERCATALOG", "MCAT MRCAT"},
    {"DEFINE", "PAGESPACE", "PGSPC"},
    {"DEFINE", "SPACE", "SPC"},
    {"DEFINE", "CATALOG", "CAT"},
    {"CLUSTER", "VOLUMES", "VOLUME VOL"},
    {"CLUSTER", "CYLINDERS", "CYLINDER CYL"},
    {"CLUSTER", "TRACKS", "TRACK TRK"},
    {"CLUSTER", "RECORDS", "RECORD REC"},
    {"CLUSTER", "KILOBYTES", "KILOBYTE KB"},
    {"CLUSTER", "MEGABYTES", "MEGABYTE MB"},
    {"CLUSTER", "INDEXED", "IXD"},
    {"CLUSTER", "NONINDEXED", "NIXD"},
    {"CLUSTER", "NUMBERED", "NUMD"},
    {"CLUSTER", "LINEAR", "LIN"},
    {"CLUSTER", "REUSE", "RUS"},
    {"CLUSTER", "NOREUSE", "NRUS"},
    {"CLUSTER", "SPANNED", "SPND"},
    {"CLUSTER", "NONSPANNED", "NSPND"},
    {"CLUSTER", "SPEED", NULL},
    {"CLUSTER", "RECOVERY", "RCVY"},
    {"CLUSTER", "KEYS", "KEY"},
    {"CLUSTER", "RECORDSIZE", "RECSZ"},
    {"CLUSTER", "CONTROLINTERVALSIZE", "CISZ CNVSZ"},
    {"CLUSTER", "FREESPACE", "FSPC"},
    {"CLUSTER", "SHAREOPTIONS", "SHAREOPTION SHR"},
    {"CLUSTER", "BUFFERSPACE", "BUFSP BUFSPC"},
    {"CLUSTER", "EXCEPTIONEXIT", "EEXT"},
    {"CLUSTER", "WRITECHECK", "WCK"},
    {"CLUSTER", "NOWRITECHECK", "NWCK"},
    {"CLUSTER", "ERASE", "ERAS"},
    {"CLUSTER", "NOERASE", "NERAS"},
    {"CLUSTER", "ORDERED", "ORD"},
    {"CLUSTER", "UNORDERED", "UNORD"},
    {"CLUSTER", "REPLICATE", "REPL"},
    {"CLUSTER", "NOREPLICATE", "NREPL"},
    {"CLUSTER", "IMBED", "IMBD"},
    {"CLUSTER", "NOIMBED", "NIMBD"},
    {"CLUSTER", "KEYRANGES", "KEYRANGE KRNG"},
    {"CLUSTER", "SUBALLOCATION", "SUBAL"},
    {"CLUSTER", "UNIQUE", "UNQ"},
    {"CLUSTER", "MASTERPW", "MRPW"},
    {"CLUSTER", "CONTROLPW", "CTLPW"},
    {"CLUSTER", "UPDATEPW", "UPDPW"},
    {"CLUSTER", "READPW", "RDPW"},
    {"CLUSTER", "ATTEMPTS", "ATTEMPT ATT"},
    {"CLUSTER", "AUTHORIZATION", "AUTH"},
    {"CLUSTER", "CYLINDERFAULT", "CYLF"},
    {"CLUSTER", "DESTAGEWAIT", "DSTGW"},
    {"CLUSTER", "NODESTAGEWAIT", "NDSTGW"},
    {"CLUSTER", "DATACLASS", "DATACLAS"},
    {"CLUSTER", "STORAGECLASS", "STORCLAS"},
    {"CLUSTER", "MANAGEMENTCLASS", "MGMTCLAS"},
    {"CLUSTER", "RECATALOG", "RCTLG"},
    {"CLUSTER", "NORECATALOG", "NRCTLG"},
    {"ALTERNATEINDEX", "UNIQUEKEY", "UNQK"},
    {"ALTERNATEINDEX", "NONUNIQUEKEY", "NUNQK"},
    {"ALTERNATEINDEX", "UPGRADE", "UPG"},
    {"ALTERNATEINDEX", "NOUPGRADE", "NUPG"},
    {"ALTERNATEINDEX", "RELATE", "REL"},
    {"PATH", "UPDATE", "UPD"},
    {"PATH", "NOUPDATE", "NUPD"},
    {"PATH", "PATHENTRY", "PENT"},
    {"GENERATIONDATAGROUP", "LIMIT", "LIM"},
    {"GENERATIONDATAGROUP", "EMPTY", "EMP"},
    {"GENERATIONDATAGROUP", "NOEMPTY", "NEMP"},
    {"GENERATIONDATAGROUP", "SCRATCH", "SCR"},
    {"GENERATIONDATAGROUP", "NOSCRATCH", "NSCR"},
    {"GENERATIONDATAGROUP", "EXTENDED", "EXT"},
    {"GENERATIONDATAGROUP", "NOEXTENDED", "NEXT"},
    {"NONVSAM", "DEVICETYPES", "DEVICETYPE DEVT"},
    {"NONVSAM", "FILESEQUENCENUMBERS", "FILESEQUENCENUMBER FSEQN"},
    {"USERCATALOG", "RECOVERABLE", "RVBL"},
    {"USERCATALOG", "NOTRECOVERABLE", "NRVBL"},
    {"USERCATALOG", "ICFCATALOG", "ICFCAT"},
    {"SPACE", "CANDIDATE", "CAN"},
    {"DELETE", "PURGE", "PRG"},
    {"DELETE", "NOPURGE", "NPRG"},
    {"DELETE", "FORCE", "FRC"},
    {"DELETE", "NOFORCE", "NFRC"},
    {"DELETE", "SPACE", "SPC"},
    {"DELETE", "TRUENAME", "TNAME"},
    {"DELETE", "RECOVERY", "RCVRY"},
    {"ALTER", "NEWNAME", "NEWNM"},
    {"ALTER", "NULLIFY", "NULL"},
    {"ALTER", "ADDVOLUMES", "ADDVOLUME AVOL"},
    {"ALTER", "REMOVEVOLUMES", "REMOVEVOLUME RVOL"},
    {"ALTER", "INHIBIT", "INH"},
    {"ALTER", "UNINHIBIT", "UNINH"},
    {"ALTER", "BUFND", "BFND"},
    {"ALTER", "BUFNI", "BFNI"},
    {"NULLIFY", "RETENTION", "RETN"},
    {"AUTHORIZATION", "MODULE", "MDLE"},
    {"AUTHORIZATION", "STRING", "STRG"},
    {"EXPORT", "INHIBITSOURCE", "INHS"},
    {"EXPORT", "NOINHIBITSOURCE", "NINHS"},
    {"EXPORT", "INHIBITTARGET", "INHT"},
    {"EXPORT", "NOINHIBITTARGET", "NINHT"},
    {"EXPORT", "TEMPORARY", "TEMP"},
    {"EXPORT", "PERMANENT", "PERM"},
    {"EXPORT", "DISCONNECT", "DCON"},
    {"EXPORT", "CIMODE", "CIM"},
    {"EXPORT", "RECORDMODE", "RECM"},
    {"IMPORT", "CONNECT", "CON"},
    {"IMPORT", "INTOEMPTY", "IEMPTY"},
    {"IMPORT", "OBJECTS", "OBJECT OBJ"},
    {"REPRO", "INFILE", "IFILE"},
    {"REPRO", "OUTFILE", "OFILE"},
    {"REPRO", "INDATASET", "IDS"},
    {"REPRO", "OUTDATASET", "ODS"},
    {"REPRO", "FROMKEY", "FKEY"},
    {"REPRO", "TOKEY", NULL},
    {"REPRO", "FROMADDRESS", "FADDR"},
    {"REPRO", "TOADDRESS", "TADDR"},
    {"REPRO", "FROMNUMBER", "FNUM"},
    {"REPRO", "TONUMBER", "TNUM"},
    {"REPRO", "REPLACE", "REP"},
    {"REPRO", "NOREPLACE", "NREP"},
    {"REPRO", "ERRORLIMIT", "ELIMIT"},
    {"REPRO", "MERGECAT", "MRGC"},
    {"REPRO", "NOMERGECAT", "NOMRGC"},
    {"INFILE", "ENVIRONMENT", "ENV"},
    {"ENVIRONMENT", "BLOCKSIZE", "BLKSZ"},
    {"ENVIRONMENT", "RECORDFORMAT", "RECFM"},
    {"ENVIRONMENT", "RECORDSIZE", "RECSZ"},
    {"ENVIRONMENT", "PRIMEDATADEVICE", "PDEV"},
    {"ENVIRONMENT", "HIGHINDEXDEVICE", "HINDEXDEVICE HDEV"},
    {"ENVIRONMENT", "DUMMY", "DUM"},
    {"PRINT", "CHARACTER", "CHAR"},
    {"PRINT", "HEX", NULL},
    {"PRINT", "DUMP", NULL},
    {"VERIFY", "DATASET", "DS"},
    {"BLDINDEX", "EXTERNALSORT", "ESORT"},
    {"BLDINDEX", "INTERNALSORT", "ISORT"},
    {"BLDINDEX", "WORKFILES", "WORKFILE WFILES WFILE"},
    {"LISTCAT", "ENTRIES", "ENTRY ENT"},
    {"LISTCAT", "LEVEL", "LVL"},
    {"LISTCAT", "NAMES", "NAME"},
    {"LISTCAT", "HISTORY", "HIST"},
    {"LISTCAT", "ALLOCATION", "ALLOC"},
    {"LISTCAT", "ALL", NULL},
    {"LISTCAT", "CREATION", "CREAT"},
    {"LISTCAT", "EXPIRATION", "EXPIR"},
    {"LISTCAT", "NOTUSABLE", "NUS"},
    {"LISTCAT", "VOLUME", "VOLUMES VOL"},
    {"EXAMINE", "INDEXTEST", "ITEST"},
    {"EXAMINE", "NOINDEXTEST", "NOITEST"},
    {"EXAMINE", "DATATEST", "DTEST"},
    {"EXAMINE", "NODATATEST", "NODTEST"},
    {"PARM", "GRAPHICS", "GRPH"},
    {"PARM", "MARGINS", "MAR"},
    {"TEST", "AREAS", "AREA"},
};

static bool seen[LEN(spellings)];

static void
look_for(const char *owner, const struct ams_desc *table)
{
	const struct ams_desc *d;
	size_t i;

	for (d = table; d->keyword != NULL; d++) {
		for (i = 0; i < LEN(spellings); i++) {
			if (strcmp(spellings[i][0], owner) != 0 ||
			    strcmp(spellings[i][1], d->keyword) != 0)
				continue;
			if (spellings[i][2] == NULL
				? d->others == NULL
				: d->others != NULL &&
				      strcmp(spellings[i][2], d->others) == 0)
				seen[i] = true;
		}
		if (d->sub != NULL)
			look_for(d->keyword, d->sub);
	}
}

static void
every_listed_spelling_is_there_and_no_other(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; ams_verbs[i] != NULL; i++)
		look_for(ams_verbs[i]->verb, ams_verbs[i]->params);
	look_for("PARM", ams_verb_parm.params);
	for (i = 0; i < LEN(spellings); i++) {
		if (!seen[i])
			fail_msg("%s %s", spellings[i][0], spellings[i][1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_descriptor_does_what_it_says),
	    cmocka_unit_test(every_verb_is_there),
	    cmocka_unit_test(every_listed_spelling_is_there_and_no_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

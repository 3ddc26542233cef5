/* HELP: what it is asked for, looked up in the tables. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/msg.h"
#include "shell/help.h"
#include "shell/help_int.h"

enum { WORDS_MAX = 8, HEAD_MAX = 160 };

/* What has no table: modal commands and the words of the shell. */
static const struct plain {
	const char *word, *syntax, *help;
} plains[] = {
    {"IF",
	"IF {LASTCC | MAXCC} comparand n THEN [command | DO ... END] [ELSE "
	"[command | DO ... END]]",
	"do a command, or a group of them, by condition code; comparands are "
	"= ^= > < >= <= or EQ NE GT LT GE LE"},
    {"THEN", "IF ... THEN [command | DO ... END]",
	"what is done when the condition of IF holds"},
    {"ELSE", "ELSE [command | DO ... END]",
	"what is done when the condition of the IF in front does not hold"},
    {"DO", "DO ... END", "a group of commands behind THEN or ELSE"},
    {"SET", "SET {LASTCC | MAXCC} = n",
	"set a condition code; MAXCC is the step's. LASTCC=0 leaves MAXCC as "
	"it is. MAXCC=16 ends a batch"},
    {"CANCEL", "CANCEL", "end the run, with the highest code so far"},
    {"HELP", "HELP [command [keyword ...] | message-number]",
	"this text; a command or a parameter of it; a message"},
    {"DD", "DD NAME=SPEC",
	"allocate a DD, as the option --dd does: a data set, "
	"path:FILE[,recfm=FB,lrecl=80,text], or dummy"},
    {"QUIT", "{QUIT | EXIT | END}",
	"leave the shell, as Ctrl-D does; END inside a DO group ends that"},
};

static void
indented(int column, const char *text)
{
	struct help_wrap w = {.indent = column, .column = column};

	help_text(&w, text);
}

static void
overview(void)
{
	const struct ams_verb *v;
	size_t i;
	int n;

	help_out("%s\n", "Commands:");
	for (i = 0; (v = ams_verbs[i]) != NULL; i++) {
		n = help_out("  %s%s%s", v->verb, v->others != NULL ? " " : "",
		    v->others != NULL ? v->others : "");
		help_out("%*s", n < 24 ? 24 - n : 1, "");
		indented(24, v->help != NULL ? v->help : "");
	}
	help_out("%s\n", "Modal commands:\n"
			 "  IF THEN ELSE DO END SET PARM CANCEL\n"
			 "Words of this shell:\n"
			 "  HELP [command [keyword ...] | message-number]\n"
			 "  DD NAME=SPEC          allocate a DD\n"
			 "  END QUIT EXIT Ctrl-D  leave");
}

static const struct ams_verb *
find_verb(const char *word)
{
	if (strcmp(word, ams_verb_parm.verb) == 0)
		return &ams_verb_parm;
	return ams_verb_find(word, strlen(word));
}

/* Is it one of the blank-separated words? */
static bool
word_in(const char *list, const char *word)
{
	size_t n, len = strlen(word);

	for (; list != NULL && *list != '\0'; list += n, list += *list == ' ') {
		n = strcspn(list, " ");
		if (n == len && memcmp(list, word, n) == 0)
			return true;
	}
	return false;
}

static const struct ams_desc *
find_row(const struct ams_desc *table, const char *word)
{
	const struct ams_desc *d;

	for (d = table; d != NULL && d->keyword != NULL; d++)
		if (word_in(d->keyword, word) || word_in(d->others, word))
			return d;
	return NULL;
}

static void
title(const char *head, const char *others, const char *help)
{
	struct help_wrap w = {.indent = 2};

	w.column = help_out("%s%s%s%s:", head, others != NULL ? " (" : "",
	    others != NULL ? others : "", others != NULL ? ")" : "");
	help_text(&w, help != NULL ? help : "");
	help_out("\n");
}

/* A parameter with values: the form, the limits. */
static void
one_parameter(const char *head, const struct ams_desc *d)
{
	char values[HEAD_MAX];

	help_values(d, values, sizeof(values));
	if (values[0] != '\0')
		help_out("  %s(%s)\n", head, values);
	else
		help_out("  %s\n", head);
	if (d->type == AMS_INT)
		help_out("  n: %lld to %lld\n", (long long)d->min,
		    (long long)d->max);
	if (d->type == AMS_INT && d->max2 != 0)
		help_out("  the second: %lld to %lld\n", (long long)d->min2,
		    (long long)d->max2);
	if (d->type == AMS_STRING)
		help_out("  string: %lld to %lld characters\n",
		    (long long)d->min, (long long)d->max);
	if (d->dflt != NULL)
		help_out(
		    "  default%s%s\n", d->dflt[0] != '\0' ? ": " : "", d->dflt);
	if ((d->flags & AMS_OBSOLETE) != 0)
		help_out("%s\n", "  accepted and ignored, as z/OS does");
}

/* A command, or a parameter of it. */
static void
command(const struct ams_verb *v, char words[][32], size_t n)
{
	const struct ams_desc *d = NULL, *table = v->params;
	char head[HEAD_MAX];
	size_t i;

	snprintf(head, sizeof(head), "%s", v->verb);
	for (i = 1; i < n; i++) {
		if ((d = find_row(table, words[i])) == NULL) {
			help_out("%s has no parameter %s\n", head, words[i]);
			return;
		}
		snprintf(head + strlen(head), sizeof(head) - strlen(head),
		    " %s", d->keyword);
		table = d->sub;
	}
	title(head, d != NULL ? d->others : v->others,
	    d != NULL ? d->help : v->help);
	if (d != NULL && d->type != AMS_LIST && d->type != AMS_SUBLISTS)
		one_parameter(d->keyword, d);
	if (table != NULL)
		help_syntax(d != NULL ? d->keyword : v->verb, table, d != NULL);
}

/* --- messages ------------------------------------------------------------- */

static const char *
source_of(const char *mark)
{
	if (strcmp(mark, "zout") == 0)
		return "as z/OS prints it";
	if (strcmp(mark, "src38") == 0)
		return "as MVS 3.8 has it";
	return strcmp(mark, "doc") == 0 ? "from IBM's books" : "from memory";
}

static const char *
severity_of(int severity)
{
	switch (severity) {
	case 0:
		return "information";
	case 4:
		return "a warning; the command went on";
	case 8:
		return "an error; a part of the command was not done";
	case 12:
		return "a serious error; the command failed";
	default:
		return "the rest of the input is not read";
	}
}

/* The text with "..." where something is put in. */
static void
print_template(enum msg_id id)
{
	char line[HEAD_MAX * 2];
	struct msg m = {.id = id};
	size_t i;

	for (i = 0; i < MSG_INSERTS; i++)
		m.insert[i] = "...";
	msg_format(line, sizeof(line), &m);
	help_out("  ");
	indented(4, line);
}

/* False: there is no such message. Digits alone are its number. */
static bool
message(const char *word)
{
	char number[40];
	const char *meaning;
	bool found = false;
	int id, first = -1;
	size_t len;

	if (isdigit((unsigned char)word[0])) {
		snprintf(number, sizeof(number), "IDC%s", word);
		word = number;
	}
	len = strlen(word);

	for (id = 0; id < MSG_COUNT; id++) {
		if (strcmp(msg_number((enum msg_id)id), word) != 0 &&
		    !(strncmp(msg_number((enum msg_id)id), word, len) == 0 &&
			strcmp(msg_number((enum msg_id)id) + len, "I") == 0))
			continue;
		if (!found)
			help_out("%s\n", msg_number((enum msg_id)id));
		print_template((enum msg_id)id);
		first = found ? first : id;
		found = true;
	}
	if (!found)
		return false;
	help_out("  Severity %d: %s\n", msg_severity((enum msg_id)first),
	    severity_of(msg_severity((enum msg_id)first)));
	meaning = help_message_meaning(msg_number((enum msg_id)first));
	if (meaning != NULL) {
		help_out("  ");
		indented(2, meaning);
	}
	help_out(
	    "  The text is %s.\n", source_of(msg_source((enum msg_id)first)));
	return true;
}

/* --- the whole ------------------------------------------------------------ */

static size_t
split(const char *args, char words[WORDS_MAX][32])
{
	size_t n = 0, i;

	while (n < WORDS_MAX) {
		args += strspn(args, " \t(),;");
		if (*args == '\0')
			break;
		for (i = 0;
		     args[0] != '\0' && strchr(" \t(),;", args[0]) == NULL;
		     args++)
			if (i + 1 < sizeof(words[0]))
				words[n][i++] =
				    (char)toupper((unsigned char)args[0]);
		words[n++][i] = '\0';
	}
	return n;
}

static bool
plain(const char *word)
{
	size_t i;

	if (strcmp(word, "EXIT") == 0 || strcmp(word, "END") == 0)
		word = "QUIT";
	for (i = 0; i < sizeof(plains) / sizeof(plains[0]); i++) {
		if (strcmp(word, plains[i].word) != 0)
			continue;
		help_out("  ");
		indented(6, plains[i].syntax);
		help_out("  ");
		indented(2, plains[i].help);
		return true;
	}
	return false;
}

void
help_print(const char *args)
{
	char words[WORDS_MAX][32];
	size_t n = split(args, words);
	const struct ams_verb *v;

	if (n == 0)
		overview();
	else if ((v = find_verb(words[0])) != NULL)
		command(v, words, n);
	else if (!plain(words[0]) && !message(words[0]))
		help_out("No command or message %s. HELP lists the commands.\n",
		    words[0]);
}

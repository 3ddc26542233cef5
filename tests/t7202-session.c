/*
 * The shell, whole, through a pseudo-terminal. Expected: the commands as
 * SC23-6846 has them; when a line goes on, shell/README.md.
 */
#include "tests/support/pty.h"

#define PROMPT "idcams> "
#define MORE "   ...> "

static void
start(struct pty *p)
{
	pty_start(p, NULL, NULL);
	pty_until(p, PROMPT);
}

static void
the_prompt_shows_lastcc(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "set lastcc=8\r", "idcams(8)> ");
	pty_talk(p, "listcat ent(no.such)\r", "IDC3012I ENTRY NO.SUCH");
	pty_until(p, "idcams(4)> ");
	pty_talk(p, "set maxcc=0\r", "idcams(4)> ");
	pty_talk(p, "set lastcc=0\r", PROMPT);
	pty_type(p, "\x04");
	pty_until(p, "MAXIMUM CONDITION CODE WAS 0");
	assert_int_equal(pty_status(p), 0);
}

static void
a_command_goes_on_while_something_is_open(void **state)
{
	struct pty *p = *state;

	start(p);
	/* a parenthesis, a mark, a comment, THEN */
	pty_talk(p, "define nvsam(name(a.b)\r", MORE);
	pty_talk(p, "devt(3390) -\r", MORE);
	pty_talk(p, "/* where\r", MORE);
	pty_talk(p, "\r", MORE);
	pty_talk(p, "it is */ vol(vol001))\r", "WAS 0");
	pty_until(p, PROMPT);
	pty_talk(p, "if lastcc=0 then\r", MORE);
	pty_talk(p, "set lastcc=4\r", "idcams(4)> ");
	/* an empty line ends it */
	pty_talk(p, "listcat ent(a.b\r", "(4)...> ");
	pty_talk(p, "\r", "IDC0234I");
	pty_until(p, "NONVSAM ------- A.B");
	pty_until(p, PROMPT);
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 4);
}

static void
a_do_group_has_the_other_prompt(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "if maxcc=0 then do\r", MORE);
	pty_talk(p, "set lastcc=4\r", "(4)...> "); /* it shows LASTCC too */
	pty_talk(p, "end\r", "idcams(4)> ");       /* of the group */
	pty_type(p, "end\r");                      /* of the session */
	pty_until(p, "MAXIMUM CONDITION CODE WAS 4");
	assert_int_equal(pty_status(p), 4);
}

static void
condition_code_16_does_not_end_it(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "if x\r", "IDC4229I");
	pty_until(p, "idcams(16)> ");
	pty_talk(p, "listcat ent(a.b)\r", "IDC3012I");
	pty_until(p, "idcams(4)> ");
	pty_type(p, "exit\r");
	assert_int_equal(pty_status(p), 16);
}

static void
interrupt_clears_the_line_and_the_command(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "set maxcc=4", "set maxcc=4");
	pty_talk(p, "\x03", PROMPT);
	pty_talk(p, "delete (a.b\r", MORE);
	pty_talk(p, "c.d\x03", PROMPT);
	pty_talk(p, "set lastcc=0\r", PROMPT);
	pty_type(p, "quit\r");
	pty_until(p, "MAXIMUM CONDITION CODE WAS 0");
	assert_int_equal(pty_status(p), 0);
}

/* A command that was begun goes first; then the groups do, in which END would
 * be theirs and what a condition leaves out would not be done. */
static void
interrupt_leaves_a_do_group(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "if maxcc=0 then do\r", MORE);
	pty_talk(p, "delete (a.b\r", MORE);
	pty_talk(p, "\x03", MORE); /* the command */
	pty_talk(p, "if maxcc=4 then do\r", MORE);
	pty_talk(p, "\x03", "the DO group is left");
	pty_until(p, PROMPT);
	pty_talk(p, "set lastcc=8\r", "idcams(8)> "); /* is done */
	pty_type(p, "end\r");                         /* of the session */
	pty_until(p, "MAXIMUM CONDITION CODE WAS 8");
	assert_int_equal(pty_status(p), 8);
}

/* A FIFO that nobody writes holds the command up until it is interrupted. */
static void
interrupt_ends_a_command_alone(void **state)
{
	struct pty *p = *state;
	char fifo[ROOT_LEN + 16], line[ROOT_LEN + 64];
	FILE *writer;
	int i;

	snprintf(fifo, sizeof(fifo), "%s/fifo", p->dir);
	assert_int_equal(mkfifo(fifo, 0600), 0);
	signal(SIGPIPE, SIG_IGN); /* it may have closed it by then */
	start(p);
	snprintf(line, sizeof(line), "DD in=path:%s,recfm=FB,lrecl=4\r", fifo);
	pty_talk(p, line, PROMPT);
	pty_type(p, "print infile(in) character\r");
	writer = fopen(fifo, "w"); /* waits until it is open there */
	assert_non_null(writer);
	for (i = 0; i < 4; i++)
		fputs("ABCD", writer);
	fflush(writer);
	pty_talk(p, "\x03", "ends at the next record");
	fputs("ABCD", writer);
	fclose(writer);
	pty_until(p, "idcams(12)> ");
	pty_talk(p, "set lastcc=0\r", PROMPT);
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 12);
}

static void
tab_completes_verbs_keywords_and_names(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "defi\t",
	    "defi"
	    "ne ");
	pty_talk(p, "nonv\t",
	    "nonv"
	    "sam(");
	pty_talk(p, "name(long.name.one) devt(3390) vol(vol001))\r", "WAS 0");
	pty_until(p, PROMPT);
	pty_talk(p,
	    "define nonvsam(name(long.name.two) devt(3390) "
	    "vol(vol001))\r",
	    "WAS 0");
	pty_until(p, PROMPT);
	pty_talk(p, "DEL\t", "DELETE ");
	pty_talk(p, "LO\t", "NG.");
	pty_talk(p, "\t", "NAME.");
	pty_talk(p, "\t", "LONG.NAME.ONE  LONG.NAME.TWO");
	pty_until(p, "DELETE LONG.NAME."); /* drawn again */
	pty_talk(p, "T\t", "WO ");
	pty_talk(p, "\r", "IDC0550I ENTRY (A) LONG.NAME.TWO DELETED");
	pty_until(p, PROMPT);
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 0);
}

static void
keywords_complete_on_later_lines_too(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "define cluster(name(a)\r", MORE);
	pty_talk(p, "numb\t", "numbered ");
	pty_talk(p, "\x03", PROMPT);
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 0);
}

static void
the_history_is_kept_in_the_root(void **state)
{
	struct pty *p = *state;
	char path[ROOT_LEN + 32], text[512];
	struct stat sb;
	FILE *fp;
	size_t n;

	start(p);
	pty_talk(p, "set -\r", MORE);
	pty_talk(p, "lastcc=4\r", "idcams(4)> ");
	pty_talk(p, "set lastcc=0\r", PROMPT);
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 4);
	snprintf(path, sizeof(path), "%s/root/history", p->dir);
	fp = fopen(path, "r");
	assert_non_null(fp);
	n = fread(text, 1, sizeof(text) - 1, fp);
	text[n] = '\0';
	fclose(fp);
	assert_string_equal(text, "set lastcc=4\nset lastcc=0\nquit\n");
	assert_int_equal(stat(path, &sb), 0);
	assert_int_equal(sb.st_mode & 0777, 0600);
	/* up: quit, set lastcc=0, set lastcc=4 */
	start(p);
	pty_talk(p, "\x1b[A\x1b[A\x1b[A\r", "idcams(4)> ");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 4);
}

static void
the_history_has_no_line_twice_in_a_row(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "set lastcc=8\r", "idcams(8)> ");
	pty_talk(p, "set lastcc=4\r", "idcams(4)> ");
	pty_talk(p, "set lastcc=4\r", "idcams(4)> ");
	/* up: set lastcc=4, set lastcc=8 */
	pty_talk(p, "\x1b[A\x1b[A\r", "idcams(8)> ");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 8);
}

static void
help_comes_from_the_tables(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "help\r", "VERIFY VFY");
	pty_until(p, PROMPT);
	pty_talk(p, "help verify\r", "{FILE(ddname) | DATASET(entryname)}");
	pty_until(p, "RECOVER");
	pty_until(p, PROMPT);
	pty_talk(p, "help define cl keys\r", "KEYS(n n)");
	pty_until(p, "default: 64 0");
	pty_until(p, PROMPT);
	pty_talk(p, "HELP IDC3012I\r", "ENTRY ... NOT FOUND");
	pty_until(p, "Severity 12");
	pty_until(p, PROMPT);
	pty_talk(p, "help 3012\r", "ENTRY ... NOT FOUND");
	pty_talk(p, "help idc3012\r", "ENTRY ... NOT FOUND");
	pty_talk(p, "help 0531\r", "ALTER has changed the entry");
	pty_talk(p, "help 9999\r", "No command or message 9999");
	pty_talk(p, "help nonsense\r", "No command or message NONSENSE");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 0);
}

static void
messages_have_colour_where_there_is_any(void **state)
{
	static const char *const no[] = {"NO_COLOR=1", NULL};
	struct pty *p = *state;

	start(p);
	pty_talk(p, "lstc\r", "IDC3219I");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 12);
	assert_true(p->colour);
	p->colour = false;
	pty_start(p, NULL, no);
	pty_until(p, PROMPT);
	pty_talk(p, "lstc\r", "IDC3219I");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 12);
	assert_false(p->colour);
}

static void
a_dumb_terminal_gets_plain_lines(void **state)
{
	static const char *const dumb[] = {"TERM=dumb", NULL};
	struct pty *p = *state;

	pty_start(p, NULL, dumb);
	pty_until(p, PROMPT);
	pty_talk(p, "set lastcc=8\r", "idcams(8)> ");
	pty_talk(p, "delete (a\r", "(8)...> ");
	pty_talk(p, "\x03", "idcams(8)> ");
	pty_type(p, "\x04");
	pty_until(p, "MAXIMUM CONDITION CODE WAS 8");
	assert_int_equal(pty_status(p), 8);
	assert_false(p->colour);
}

static void
a_deck_can_be_pasted(void **state)
{
	static const char *const batch[] = {"--batch-input", NULL};
	struct pty *p = *state;
	int i;

	pty_start(p, batch, NULL);
	pty_until(p, PROMPT);
	/* what stands past column 72 is not read; END ends the group */
	for (i = 0; i < 30; i++)
		pty_type(p,
		    "  IF MAXCC = 0 THEN DO /* A GROUP */                 "
		    "                   00010000\r"
		    "    SET -\r"
		    "\tLASTCC = 4\r"
		    "    SET MAXCC = 0\r"
		    "  END\r");
	pty_type(p, "  SET MAXCC = 8\r");
	pty_until(p, "SET MAXCC = 8");
	pty_type(p, "quit\r");
	pty_until(p, "MAXIMUM CONDITION CODE WAS 8");
	assert_int_equal(pty_status(p), 8);
	assert_false(pty_said(p, "IDC32"));
}

static void
what_is_no_text_ends_its_line_alone(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "listcat /* \xE2\x82\xAC */\r", "U+20AC");
	pty_until(p, PROMPT);
	pty_talk(p, "set lastcc=4\r", "idcams(4)> ");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 4);
}

/* Two TABs and a name in one piece are a paste, no wish for completion. */
static void
a_tab_in_a_paste_is_a_blank(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "listcat\tentries(no.such)\tname\r", "IDC3012I");
	pty_until(p, "idcams(4)> ");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 4);
}

/* Both come in one read: the first completes, the second shows. */
static void
two_tabs_at_once_are_no_paste(void **state)
{
	struct pty *p = *state;

	start(p);
	pty_talk(p, "VERI\t\t", "VERIFY ");
	pty_until(p, "DATASET  FILE");
	pty_until(p, PROMPT "VERIFY "); /* drawn again */
	pty_talk(p, "\x03", PROMPT);
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 0);
}

static void
the_keys_are_those_of_editrc(void **state)
{
	struct pty *p = *state;
	char path[ROOT_LEN + 16];
	FILE *fp;

	snprintf(path, sizeof(path), "%s/.editrc", p->dir);
	fp = fopen(path, "w");
	assert_non_null(fp);
	fputs("bind -v\n", fp); /* vi: ESC 0 i at the beginning, x deletes */
	fclose(fp);
	start(p);
	pty_talk(p, "yset lastcc=8", "yset lastcc=8");
	pty_type(p, "\x1b");
	pty_talk(p, "0x\r", "idcams(8)> ");
	pty_talk(p, "HEL\t", "HELP ");
	pty_talk(p, "\x03", "idcams(8)> ");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 8);
}

static void
a_window_of_another_size_is_followed(void **state)
{
	const struct winsize narrow = {.ws_row = 10, .ws_col = 40};
	struct pty *p = *state;

	start(p);
	pty_talk(p, "set lastcc", "set lastcc");
	assert_int_equal(ioctl(p->fd, TIOCSWINSZ, &narrow), 0);
	pty_talk(p, "=4\r", "idcams(4)> ");
	/* 40 columns have one name a row */
	pty_talk(p, "define cluster(a", "cluster(a");
	pty_talk(p, "\t", "ccount(");
	pty_talk(p, "\x03", "idcams(4)> ");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 4);
}

static void
stop_and_continue_keep_the_line(void **state)
{
	struct pty *p = *state;
	int status;

	start(p);
	pty_talk(p, "set last", "set last");
	assert_int_equal(kill(p->pid, SIGSTOP), 0);
	assert_int_equal(waitpid(p->pid, &status, WUNTRACED), p->pid);
	assert_true(WIFSTOPPED(status));
	assert_int_equal(kill(p->pid, SIGCONT), 0);
	pty_until(p, "set last"); /* drawn again */
	pty_talk(p, "cc=4\r", "idcams(4)> ");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 4);
}

static void
sigterm_ends_it_at_the_prompt(void **state)
{
	struct pty *p = *state;

	start(p);
	assert_int_equal(kill(p->pid, SIGTERM), 0);
	assert_int_equal(pty_status(p), -1); /* by the signal */
}

/* Standard output that goes elsewhere has the listing alone. */
static void
a_listing_may_go_elsewhere(void **state)
{
	static const char *const env[] = {"PTY_STDOUT=listing", NULL};
	char path[ROOT_LEN + 16], text[4096];
	struct pty *p = *state;
	FILE *fp;
	size_t n;

	pty_start(p, NULL, env);
	pty_until(p, PROMPT);
	pty_talk(p, "help verify\r", "RECOVER");
	pty_talk(p, "listcat ent(no.such)\r", "idcams(4)> ");
	pty_type(p, "quit\r");
	assert_int_equal(pty_status(p), 4);
	snprintf(path, sizeof(path), "%s/listing", p->dir);
	fp = fopen(path, "r");
	assert_non_null(fp);
	n = fread(text, 1, sizeof(text) - 1, fp);
	text[n] = '\0';
	fclose(fp);
	assert_non_null(strstr(text, "IDC3012I ENTRY NO.SUCH NOT FOUND"));
	assert_null(strstr(text, "RECOVER"));
	assert_null(strstr(text, "idcams"));
	assert_null(strchr(text, '\x1b'));
}

#define T(name) cmocka_unit_test_setup_teardown(name, pty_setup, pty_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(the_prompt_shows_lastcc),
	    T(a_command_goes_on_while_something_is_open),
	    T(a_do_group_has_the_other_prompt),
	    T(condition_code_16_does_not_end_it),
	    T(interrupt_clears_the_line_and_the_command),
	    T(interrupt_leaves_a_do_group),
	    T(interrupt_ends_a_command_alone),
	    T(tab_completes_verbs_keywords_and_names),
	    T(keywords_complete_on_later_lines_too),
	    T(the_history_is_kept_in_the_root),
	    T(the_history_has_no_line_twice_in_a_row),
	    T(help_comes_from_the_tables),
	    T(two_tabs_at_once_are_no_paste),
	    T(messages_have_colour_where_there_is_any),
	    T(a_dumb_terminal_gets_plain_lines),
	    T(a_deck_can_be_pasted),
	    T(what_is_no_text_ends_its_line_alone),
	    T(a_tab_in_a_paste_is_a_blank),
	    T(the_keys_are_those_of_editrc),
	    T(a_window_of_another_size_is_followed),
	    T(stop_and_continue_keep_the_line),
	    T(sigterm_ends_it_at_the_prompt),
	    T(a_listing_may_go_elsewhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

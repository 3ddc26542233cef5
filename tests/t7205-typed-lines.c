/*
 * The lines of a typed command: when it is whole, the records that the command
 * reader gets, its form in one line; and the file of the history. Rules:
 * shell/README.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "shell/gather.h"
#include "shell/terminal_int.h"
#include "tests/support/child.h"
#include "tests/support/root.h"

/* Lines, each ended by '|', to "1" for more and "0" for whole, a letter a
 * line; then the records; then the form in one line. */
static const char *
gathered(const char *lines, bool batch)
{
	static struct gather g;
	static char out[4096];
	const char *rec, *end;
	size_t len, at = 0;

	gather_start(&g, batch);
	for (; *lines != '\0'; lines = end + 1) {
		end = strchr(lines, '|');
		out[at++] =
		    gather_line(&g, lines, (size_t)(end - lines)) == GATHER_MORE
			? '1'
			: '0';
	}
	while (gather_record(&g, &rec, &len))
		at += (size_t)snprintf(
		    out + at, sizeof(out) - at, " [%.*s]", (int)len, rec);
	snprintf(out + at, sizeof(out) - at, "%s{%s}", g.split ? " split" : " ",
	    g.joined);
	gather_free(&g);
	return out;
}

static void
marks_go_on(void **state)
{
	(void)state;
	assert_string_equal(
	    gathered("LISTCAT|", false), "0 [LISTCAT] {LISTCAT}");
	assert_string_equal(gathered("LISTCAT -  |ALL|", false),
	    "10 [LISTCAT -] [ALL] {LISTCAT ALL}");
	assert_string_equal(gathered("DELETE A.+|   B|", false),
	    "10 [DELETE A.+] [   B] {DELETE A.B}");
	assert_string_equal(gathered("|", false), "0 [] {}");
}

static void
what_is_open_goes_on(void **state)
{
	(void)state;
	assert_string_equal(gathered("DELETE (A|B)|", false),
	    "10 [DELETE (A -] [B)] {DELETE (A B)}");
	assert_string_equal(gathered("/* A|B */ VERIFY|", false),
	    "10 [/* A -] [B */ VERIFY] {/* A B */ VERIFY}");
	assert_string_equal(gathered("IF MAXCC=0 THEN|VERIFY|", false),
	    "10 [IF MAXCC=0 THEN -] [VERIFY] {IF MAXCC=0 THEN VERIFY}");
	assert_string_equal(gathered("else /* so */|VERIFY|", false),
	    "10 [else /* so */ -] [VERIFY] {else /* so */ VERIFY}");
	/* parentheses of strings and comments are none */
	assert_string_equal(gathered("PRINT IDS('(') /* ( */|", false),
	    "0 [PRINT IDS('(') /* ( */] {PRINT IDS('(') /* ( */}");
	assert_string_equal(
	    gathered("DELETE (A;|", false), "0 [DELETE (A;] {DELETE (A;}");
}

static void
no_trap_keeps_it_open(void **state)
{
	(void)state;
	/* an empty line ends it, not a comment; a lost quote does at once */
	assert_string_equal(
	    gathered("DELETE (A||", false), "10 [DELETE (A -] [] {DELETE (A }");
	assert_string_equal(
	    gathered("/* A||*/|", false), "110 [/* A -] [ -] [*/] {/* A  */}");
	assert_string_equal(gathered("PRINT IDS('A|", false),
	    "0 [PRINT IDS('A] {PRINT IDS('A}");
	assert_string_equal(gathered("DELETE A)))) (|", false),
	    "1 [DELETE A)))) ( -] {DELETE A)))) (}");
}

static void
a_string_over_lines_is_not_put_in_one(void **state)
{
	(void)state;
	assert_string_equal(gathered("X('AB -|CD')|", false),
	    "10 [X('AB -] [CD')] split{X('AB CD')}");
}

static void
a_deck_goes_on_by_marks_alone(void **state)
{
	char line[128];

	(void)state;
	assert_string_equal(
	    gathered(" DELETE (A|", true), "0 [ DELETE (A] { DELETE (A}");
	assert_string_equal(gathered(" IF MAXCC=0 THEN|", true),
	    "0 [ IF MAXCC=0 THEN] { IF MAXCC=0 THEN}");
	/* a mark in column 72 is one, in column 73 none */
	snprintf(line, sizeof(line), "%71s-00010000|", "A");
	assert_int_equal(gathered(line, true)[0], '1');
	snprintf(line, sizeof(line), "%72s-00010000|", "A");
	assert_int_equal(gathered(line, true)[0], '0');
	/* columns are characters, not bytes */
	snprintf(line, sizeof(line), "%69s\xC3\xA9 -00010000|", "A");
	assert_int_equal(gathered(line, true)[0], '1');
}

/* --- the history ---------------------------------------------------------- */

struct lines {
	int n;
	char first[64], last[64];
};

static void
count(void *ctx, const char *command)
{
	struct lines *l = ctx;

	if (l->n++ == 0)
		snprintf(l->first, sizeof(l->first), "%s", command);
	snprintf(l->last, sizeof(l->last), "%s", command);
}

static void
in_folder(const char *dir, const char *name, char out[128])
{
	snprintf(out, 128, "%s/%s", dir, name);
}

static void
several_shells_keep_one_history(void **state)
{
	char dir[ROOT_LEN], path[128], command[32];
	struct lines l = {0};
	struct stat sb;
	int i, j;

	(void)state;
	assert_true(root_new(dir, "t7205"));
	in_folder(dir, "history", path);
	for (i = 0; i < 4; i++) {
		if (child_fork() != 0)
			continue;
		for (j = 0; j < 200; j++) {
			snprintf(command, sizeof(command), "SHELL %d %d", i, j);
			history_file_add(path, command);
		}
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
	history_file_read(path, count, &l);
	assert_int_equal(l.n, 800);
	assert_int_equal(strncmp(l.last, "SHELL ", 6), 0);
	assert_int_equal(stat(path, &sb), 0);
	assert_int_equal(sb.st_mode & 07777, 0600);
	assert_int_equal(root_remove(dir), 0);
}

static void
a_long_history_is_cut_to_its_end(void **state)
{
	char dir[ROOT_LEN], path[128];
	struct lines l = {0};
	FILE *fp;
	int i;

	(void)state;
	assert_true(root_new(dir, "t7205"));
	in_folder(dir, "history", path);
	fp = fopen(path, "w");
	assert_non_null(fp);
	for (i = 1; i <= 5000; i++)
		fprintf(fp, "COMMAND %d\n", i);
	fclose(fp);
	history_file_read(path, count, &l);
	assert_int_equal(l.n, HISTORY_LINES);
	assert_string_equal(l.first, "COMMAND 4001");
	assert_string_equal(l.last, "COMMAND 5000");
	history_file_add(path, "ONE MORE");
	memset(&l, 0, sizeof(l));
	history_file_read(path, count, &l);
	assert_int_equal(l.n, HISTORY_LINES);
	assert_string_equal(l.first, "COMMAND 4002");
	assert_string_equal(l.last, "ONE MORE");
	assert_int_equal(root_remove(dir), 0);
}

/* What is no file of ours is left alone, and nothing waits for it. */
static void
what_is_no_plain_file_is_left_alone(void **state)
{
	char dir[ROOT_LEN], path[128], other[128];
	struct lines l = {0};
	struct stat sb;
	FILE *fp;

	(void)state;
	assert_true(root_new(dir, "t7205"));
	in_folder(dir, "history", path);
	in_folder(dir, "other", other);
	fp = fopen(other, "w");
	assert_non_null(fp);
	fclose(fp);
	assert_int_equal(symlink(other, path), 0);
	history_file_add(path, "COMMAND");
	assert_int_equal(stat(other, &sb), 0);
	assert_int_equal(sb.st_size, 0);
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	history_file_add(path, "COMMAND");
	history_file_read(path, count, &l);
	unlink(path);
	assert_int_equal(mkdir(path, 0700), 0);
	history_file_add(path, "COMMAND");
	history_file_read(path, count, &l);
	in_folder(dir, "no/such/folder", path);
	history_file_add(path, "COMMAND");
	history_file_read(path, count, &l);
	assert_int_equal(l.n, 0);
	assert_int_equal(root_remove(dir), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(marks_go_on),
	    cmocka_unit_test(what_is_open_goes_on),
	    cmocka_unit_test(no_trap_keeps_it_open),
	    cmocka_unit_test(a_string_over_lines_is_not_put_in_one),
	    cmocka_unit_test(a_deck_goes_on_by_marks_alone),
	    cmocka_unit_test(several_shells_keep_one_history),
	    cmocka_unit_test(a_long_history_is_cut_to_its_end),
	    cmocka_unit_test(what_is_no_plain_file_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * idcams: access method services at the command line. Puts together what the
 * layers give: a system root, DDs, the command reader on a deck, SYSPRINT.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "services/gdg.h"
#include "services/security.h"
#include "services/stop.h"
#include "shell/complain.h"
#include "shell/deck.h"
#include "shell/facts.h"
#include "shell/held.h"
#include "shell/interrupt.h"
#include "shell/lint.h"
#include "shell/listing.h"
#include "utilities/meter.h"
#include "shell/options.h"
#include "shell/session.h"
#include "shell/rebuild.h"
#include "shell/restore.h"
#include "shell/who.h"
#include "utilities/idcams.h"
#include "utilities/report.h"

/* One run; what is NULL is not there yet. */
struct shell {
	struct options opts;
	bool terminal; /* commands are typed */
	bool ran;      /* commands were read */
	struct ds_system *sys;
	struct dd_table *dds;
	struct session *session; /* when commands are typed */
	struct deck *deck;
	struct listing *listing;
	struct facts *facts; /* --format json */
	struct sysprint *sp;
	struct ams_reader *reader;
	unsigned hinted; /* enum ams_hint bits, once a run each */
};

/* A generation that should have gone. */
static void
say_kept(void *ctx, const char *name, const char *holder)
{
	(void)ctx;
	complain(
	    "%s is rolled off but not deleted: it is held by %s", name, holder);
}

static bool
open_system(struct shell *sh)
{
	struct ds_diag diag = {0};
	enum ds_status st;
	bool made = false;

	st = ds_system_open(sh->opts.root, &sh->sys, &made, &diag);
	if (st != DS_OK) {
		complain_status("system root", st, &diag);
		return false;
	}
	if (made)
		complain("made the system root %s", ds_system_root(sh->sys));
	ds_system_on_denied(sh->sys, ds_denial_print, stderr);
	ds_system_on_kept(sh->sys, say_kept, NULL);
	return true;
}

/* --init: an error when the root is there already. */
static bool
init_root(struct shell *sh)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_system_init(sh->opts.root, sh->opts.group, &diag);
	if (st != DS_OK)
		complain_status("--init", st, &diag);
	return st == DS_OK;
}

static bool
allocate(struct shell *sh)
{
	struct ds_diag diag = {0};
	enum ds_status st;
	int i;

	st = dd_table_new(sh->sys, &sh->dds);
	if (st != DS_OK) {
		complain_status("DDs", st, &diag);
		return false;
	}
	/* All are read before the first NEW makes a data set. */
	for (i = 0; i < sh->opts.ndds; i++) {
		st = dd_check(sh->opts.dds[i], &diag);
		if (st != DS_OK) {
			complain_status(sh->opts.dds[i], st, &diag);
			return false;
		}
	}
	for (i = 0; i < sh->opts.ndds; i++) {
		st = dd_alloc(sh->dds, sh->opts.dds[i], &diag);
		if (st != DS_OK) {
			complain_status(sh->opts.dds[i], st, &diag);
			return false;
		}
	}
	return true;
}

static bool
add_sysin(struct shell *sh)
{
	struct ds_file *file = NULL;
	struct ds_diag diag = {0};
	enum ds_status st;
	bool ok;

	st =
	    ds_open_dd(sh->dds, "SYSIN", DS_INPUT | DS_SEQ, NULL, &file, &diag);
	if (st != DS_OK) {
		complain_status("SYSIN", st, &diag);
		return false;
	}
	ok = deck_add_dd(sh->deck, &file);
	ds_abandon(&file);
	return ok;
}

/* Commands of the command line: before a root is made for a run that cannot
 * begin. */
static bool
open_given(struct shell *sh)
{
	const struct options *o = &sh->opts;
	bool ok = true;
	int i;

	if ((sh->deck = deck_new()) == NULL) {
		complain("no memory");
		return false;
	}
	for (i = 0; i < o->nexecs && ok; i++)
		ok = deck_add_text(sh->deck, o->execs[i]);
	for (i = 0; i < o->nfiles && ok; i++)
		ok = deck_add_file(sh->deck, o->files[i]);
	return ok;
}

/* The file of the history; "" keeps none. In a root that a group shares each
 * person has one. */
static void
history_path(const struct shell *sh, char *out, size_t size)
{
	const char *given = getenv("CATAMOUNT_HISTORY");
	const char *root = ds_system_root(sh->sys);
	struct stat sb;
	int n;

	if (given != NULL)
		n = snprintf(out, size, "%s", given);
	else if (stat(root, &sb) == 0 && (sb.st_mode & S_IWGRP) != 0)
		n = snprintf(out, size, "%s/history.%ld", root, (long)getuid());
	else
		n = snprintf(out, size, "%s/history", root);
	if (n < 0 || (size_t)n >= size)
		out[0] = '\0';
}

static int
typed_record(void *ctx, const char **recp, size_t *lenp)
{
	struct shell *sh = ctx;

	return session_record(sh->session, recp, lenp);
}

static bool
open_session(struct shell *sh)
{
	const struct names names = {sh->sys, sh->dds};
	char history[PATH_MAX];

	history_path(sh, history, sizeof(history));
	sh->terminal = true;
	sh->session = session_new(&names, history[0] != '\0' ? history : NULL,
	    sh->opts.batch_input, sh->opts.fold || !sh->opts.batch_input);
	if (sh->session == NULL) {
		complain("no memory");
		return false;
	}
	return deck_add_terminal(sh->deck, typed_record, sh);
}

/* Else they come from SYSIN, a terminal or a pipe. */
static bool
open_default(struct shell *sh)
{
	if (sh->opts.nexecs + sh->opts.nfiles > 0)
		return true;
	if (dd_exists(sh->dds, "SYSIN"))
		return add_sysin(sh);
	if (isatty(STDIN_FILENO))
		return open_session(sh);
	return deck_add_file(sh->deck, "-");
}

/* --- the reader's and SYSPRINT's callbacks -------------------------------- */

static int
read_record(void *ctx, const char **recp, size_t *lenp)
{
	struct shell *sh = ctx;

	return deck_read(sh->deck, recp, lenp);
}

/* What is typed stands on the terminal already. */
static void
echo_record(void *ctx, const char *rec, size_t len)
{
	struct shell *sh = ctx;

	if (!sh->terminal)
		sysprint_echo(sh->sp, rec, len);
}

static void
print_message(void *ctx, const struct msg *m)
{
	struct shell *sh = ctx;

	sysprint_msg(sh->sp, m);
}

static void
begin_command(void *ctx)
{
	struct shell *sh = ctx;
	enum ams_chain c = ams_reader_settings(sh->reader)->chain;

	/* PARM GRAPHICS in front of it may have chosen another chain. */
	sysprint_set_lower(sh->sp, c == AMS_CHAIN_TN || c == AMS_CHAIN_SN);
	if (!sh->terminal)
		sysprint_command(sh->sp);
	facts_flush(sh->facts);
}

static void
found_command(void *ctx, const struct ams_found *found)
{
	struct shell *sh = ctx;
	const struct report_command cmd = {.verb = found->verb,
	    .line = found->line,
	    .text = found->text,
	    .len = found->len,
	    .executed = found->executed};

	report_command(sh->sp, &cmd);
}

/* What stands outside the margins, as they are. */
static void
hint_column1(int left)
{
	if (left == 2)
		complain("hint: column 1 is not read: begin in column 2, or "
			 "use --parm 'MARGINS(1 72)'");
	else
		complain("hint: what stands in front of column %d is not read: "
			 "begin in column %d",
		    left, left);
}

/* One line on standard error for what z/OS silently does not read. */
static void
hint(void *ctx, unsigned hints)
{
	struct shell *sh = ctx;
	const struct ams_settings *set = ams_reader_settings(sh->reader);
	unsigned fresh;

	if (set->fold)
		hints &= ~(unsigned)AMS_HINT_LOWER;
	fresh = hints & ~sh->hinted;
	sh->hinted |= hints;
	if (fresh & AMS_HINT_JCL) {
		complain("hint: records that begin with // or /* are JCL: a "
			 "deck is what stands behind //SYSIN DD *");
		sh->hinted |= AMS_HINT_COLUMN1;
	} else if (fresh & AMS_HINT_COLUMN1)
		hint_column1(set->left);
	else if (fresh & AMS_HINT_PAST_RIGHT)
		complain("hint: what stands past column %d is not read: "
			 "continue on the next line behind a -",
		    set->right);
	else if (fresh & AMS_HINT_LOWER)
		complain("hint: lower case is not folded: write upper case, or "
			 "use --fold");
}

/* A command with an error of syntax has ended. */
static void
failed_command(void *ctx, unsigned hints)
{
	struct shell *sh = ctx;

	report_end(sh->sp, ams_lastcc(sh->reader), ams_maxcc(sh->reader));
	hint(ctx, hints);
}

/* --- the run -------------------------------------------------------------- */

static struct sysprint *
new_sysprint(const struct shell *sh, enum ams_chain chain)
{
	struct sysprint_opts so = {.write = listing_write, .ctx = sh->listing};
	struct sysprint *sp;

	so.asa = sh->opts.asa || listing_is_dd(sh->listing);
	so.pages = sh->opts.pages >= 0 ? sh->opts.pages == 1
				       : so.asa || !isatty(STDOUT_FILENO);
	so.lower = chain == AMS_CHAIN_TN || chain == AMS_CHAIN_SN;
	if (sh->facts != NULL && !listing_is_dd(sh->listing))
		so.write = NULL;
	sp = sysprint_new(&so);
	if (sp != NULL && sh->facts != NULL)
		sysprint_report(
		    sp, json_report_listener(facts_report(sh->facts)));
	return sp;
}

static bool
new_reader(struct shell *sh)
{
	const struct ams_ops ops = {.ctx = sh,
	    .read = read_record,
	    .echo = echo_record,
	    .message = print_message,
	    .begin = begin_command,
	    .failed = failed_command,
	    .command = found_command};
	struct ams_settings settings = {.left = 2, .right = 72};

	settings.fold = sh->opts.fold;
	settings.chain = AMS_CHAIN_PN;
	/* Typed by a person: no columns, either case, shown as typed. */
	if ((sh->terminal && !sh->opts.batch_input) || sh->opts.nexecs > 0) {
		settings.left = settings.right = 0;
		settings.fold = true;
		settings.chain = AMS_CHAIN_TN;
	}
	if (sh->terminal) {
		settings.mode = AMS_MODE_SESSION;
		settings.chain = AMS_CHAIN_TN;
		listing_colour(sh->listing);
	}
	if (sh->opts.have_chain)
		settings.chain = sh->opts.chain;
	sh->sp = new_sysprint(sh, settings.chain);
	sh->reader = ams_reader_new(&ops, &settings);
	if (sh->sp == NULL || sh->reader == NULL) {
		complain("no memory");
		return false;
	}
	if (sh->session != NULL)
		session_set_reader(sh->session, sh->reader);
	return true;
}

/* Entries that are one transaction at most, as the catalogs are locked. */
enum { GROUP_MOST = 128 };

static int
run(struct shell *sh)
{
	struct ams_run run = {0};
	int maxcc;

	run.sys = sh->sys;
	run.dds = sh->dds;
	run.sp = sh->sp;
	if (listing_is_held(sh->listing))
		run.held = deck_never_waits(sh->deck) ? GROUP_MOST : 1;
	run.reader = sh->reader;
	run.interrupted = interrupted;
	run.complain = complain_status;
	run.progress = meter_open(sh->opts.progress);
	if (sh->opts.parm != NULL &&
	    !ams_reader_parm(sh->reader, sh->opts.parm)) {
		sysprint_msgv(sh->sp, MSG_IDC0002I, "16", NULL);
		return 16;
	}
	if (run.held > 0)
		held_begin(sh->sys);
	maxcc = idcams_run(&run, hint, sh);
	held_begin(NULL);
	return maxcc;
}

/* The listing's MAXCC is of before: what is told says where the 16 is from. */
static void
end_failed(const char *what, enum ds_status st, const struct ds_diag *diag)
{
	char text[DSNAME_MAX + 64];

	snprintf(
	    text, sizeof(text), "the end of the run, exit status 16: %s", what);
	complain_status(text, st, diag);
}

/* MAXCC, or 16 when there was no run. */
static int
do_all(struct shell *sh)
{
	int maxcc;

	if (sh->opts.check)
		return lint_run(&sh->opts, facts_report(sh->facts), &sh->ran);
	if (sh->opts.init)
		return init_root(sh) ? 0 : 16;
	if (sh->opts.rebuild)
		return rebuild_print(sh->opts.root);
	if (sh->opts.restore != NULL)
		return restore_print(sh->opts.root, sh->opts.restore);
	if (sh->opts.who != NULL)
		return open_system(sh) && who_print(sh->sys, sh->opts.who,
					      facts_report(sh->facts))
			   ? 0
			   : 16;
	if (!open_given(sh) || !open_system(sh) || !allocate(sh) ||
	    !open_default(sh) ||
	    (sh->listing = listing_open(sh->dds, sh->facts != NULL)) == NULL ||
	    !new_reader(sh)) {
		listing_close(&sh->listing); /* it may be one of them */
		dd_table_undo(sh->dds);
		return 16;
	}
	sh->ran = true;
	maxcc = run(sh);
	sysprint_free(&sh->sp);
	if (!listing_close(&sh->listing))
		maxcc = 16;
	/* New generations are active from the end of their run on. */
	if (!dd_table_end(sh->dds, end_failed))
		maxcc = 16;
	return maxcc;
}

/* The exit status. */
static int
do_formatted(struct shell *sh)
{
	int maxcc;

	if (sh->opts.json && (sh->facts = facts_open()) == NULL)
		return 16;
	maxcc = do_all(sh);
	if (!facts_close(&sh->facts, maxcc))
		maxcc = 16;
	/* A run that could not begin has no code that may be forgiven. */
	return sh->ran && maxcc <= sh->opts.max_rc ? 0 : maxcc;
}

int
main(int argc, char **argv)
{
	struct shell sh = {0};
	enum options_result res;
	int status = 0;

	process_set_up();
	ds_unlogged_set(ds_unlogged_print);
	res = options_parse(&sh.opts, argc, argv);
	if (res == OPTIONS_BAD)
		status = EXIT_USAGE;
	else if (res == OPTIONS_RUN) {
		interrupt_set_up();
		ds_stop_set(interrupted);
		status = do_formatted(&sh);
	}
	session_free(&sh.session);
	ams_reader_free(&sh.reader);
	sysprint_free(&sh.sp);
	listing_close(&sh.listing);
	deck_free(&sh.deck);
	dd_table_free(&sh.dds);
	ds_system_close(&sh.sys);
	options_free(&sh.opts);
	if (interrupted())
		interrupt_end();
	return status;
}

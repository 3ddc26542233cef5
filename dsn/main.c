/* dsn: data sets for a person without a job, as ls, cat, cp and rm are for
 * files. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "dsn/dsn_int.h"
#include "services/gdg.h"
#include "services/security.h"
#include "services/stop.h"
#include "utilities/meter.h"

enum { EXIT_FAILED = 1, EXIT_BAD = 2 };

enum {
	OPT_ROOT = 256,
	OPT_FORMAT,
	OPT_TEXT,
	OPT_BINARY,
	OPT_RDW,
	OPT_LIKE,
	OPT_NEW,
	OPT_MERGE,
	OPT_REUSE,
	OPT_PURGE,
	OPT_SUFFIX,
};

/* Which commands an option goes with, by the bits of their places. */
enum {
	LS = 1 << 0,
	STAT = 1 << 1,
	CAT = 1 << 2,
	GET = 1 << 3,
	PUT = 1 << 4,
	CP = 1 << 5,
	MV = 1 << 6,
	RM = 1 << 7,
	MKDIR = 1 << 8,
	COMPRESS = 1 << 9,
};

static const struct command {
	const char *name;
	int bit, min, max; /* of arguments */
	bool (*run)(struct dsn *d, int n, char *const *args);
} commands[] = {
    {"ls", LS, 0, INT32_MAX, dsn_ls},
    {"stat", STAT, 1, INT32_MAX, dsn_stat},
    {"cat", CAT, 1, INT32_MAX, dsn_cat},
    {"get", GET, 1, 2, dsn_get},
    {"put", PUT, 2, INT32_MAX, dsn_put},
    {"cp", CP, 2, 2, dsn_cp},
    {"mv", MV, 2, 2, dsn_mv},
    {"rm", RM, 1, INT32_MAX, dsn_rm},
    {"mkdir", MKDIR, 1, INT32_MAX, dsn_mkdir},
    {"compress", COMPRESS, 1, INT32_MAX, dsn_compress},
};

static const struct option longs[] = {
    {"root", required_argument, NULL, OPT_ROOT},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"long", no_argument, NULL, 'l'},
    {"all", no_argument, NULL, 'a'},
    {"recursive", no_argument, NULL, 'r'},
    {"force", no_argument, NULL, 'f'},
    {"text", no_argument, NULL, OPT_TEXT},
    {"binary", no_argument, NULL, OPT_BINARY},
    {"rdw", no_argument, NULL, OPT_RDW},
    {"like", required_argument, NULL, OPT_LIKE},
    {"new", required_argument, NULL, OPT_NEW},
    {"merge", no_argument, NULL, OPT_MERGE},
    {"reuse", no_argument, NULL, OPT_REUSE},
    {"purge", no_argument, NULL, OPT_PURGE},
    {"suffix", required_argument, NULL, OPT_SUFFIX},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static const struct {
	int opt, with;
} goes[] = {
    {'l', LS},
    {'a', LS},
    {OPT_FORMAT, LS | STAT},
    {'r', RM},
    {'f', RM},
    {OPT_PURGE, RM},
    {OPT_TEXT, CAT | GET | PUT},
    {OPT_BINARY, CAT | GET | PUT},
    {OPT_RDW, CAT | GET | PUT},
    {OPT_LIKE, PUT | CP | MKDIR},
    {OPT_NEW, PUT | CP | MKDIR},
    {OPT_MERGE, PUT | CP},
    {OPT_REUSE, PUT | CP},
    {OPT_SUFFIX, GET},
};

static const char help[] =
    "usage: dsn COMMAND [options] NAME...\n"
    "Data sets and members by name, in any case: A.B, 'LIB(MEM)', 'A.B(0)'.\n"
    "\n"
    "  ls [-l] [-a] [NAME|MASK...]   names: NAME and all below it, a mask\n"
    "                                (A.*.B**), members 'LIB(*)'\n"
    "  stat NAME...                  what is known of each\n"
    "  cat NAME...                   records to standard output\n"
    "  get NAME [FILE|DIR]           to a file (- is standard output); a\n"
    "                                library's members to a directory\n"
    "  put FILE NAME                 from a file (- is standard input)\n"
    "  put FILE|DIR... LIB           files become members by their names\n"
    "  cp NAME NAME                  a data set, member or library; what is\n"
    "                                not there is made like the source\n"
    "  mv OLD NEW                    rename\n"
    "  rm [-r] [-f] NAME...          delete; -r what has members or\n"
    "                                generations, and all below a name\n"
    "  mkdir LIB...                  make a library\n"
    "  compress LIB...               give back what replaced and deleted\n"
    "                                members of a PDS had\n"
    "\n"
    "  --text, --binary, --rdw  lines (the default), records as they are, "
    "each\n"
    "                           record behind a record descriptor word\n"
    "  --new ATTRIBUTES         the target is made: recfm=FB,lrecl=80,\n"
    "                           space=trk(5,5), dsorg=po, as in a DD of "
    "idcams\n"
    "  --like DSN               the target is made like this one\n"
    "  --merge, --reuse         a cluster that has records gets more, equal\n"
    "                           keys being replaced, or is emptied first\n"
    "  --purge                  delete before the expiration date, too\n"
    "  --suffix .TXT            of the files that members become\n"
    "  --format json            of ls and stat: an object a line\n"
    "  --root DIR               the system root, as for idcams\n"
    "  -h, --help; -V, --version\n"
    "\n"
    "The exit status is 0, 1 when something is not done, 2 for a wrong "
    "option.\n";

static int
bad(const char *what, const char *why)
{
	dsn_say("%s%s; dsn --help", what, why);
	return EXIT_BAD;
}

/* The option as it was given, of the commands that it goes with. */
static bool
goes_with(int opt, int bit)
{
	size_t i;

	for (i = 0; i < sizeof(goes) / sizeof(goes[0]); i++)
		if (goes[i].opt == opt)
			return (goes[i].with & bit) != 0;
	return true;
}

static const char *
option_name(int opt)
{
	const struct option *o;

	for (o = longs; o->name != NULL; o++)
		if (o->val == opt)
			return o->name;
	return "option";
}

/* 0, or the exit status plus one. */
static int
take(struct dsn *d, const char **rootp, int c)
{
	switch (c) {
	case OPT_ROOT:
		*rootp = optarg;
		return optarg[0] != '\0'
			   ? 0
			   : 1 + bad("--root", ": no directory given");
	case OPT_FORMAT:
		d->json = strcmp(optarg, "json") == 0;
		return d->json || strcmp(optarg, "text") == 0
			   ? 0
			   : 1 + bad("--format", ": not text or json");
	case 'l':
		d->longer = true;
		return 0;
	case 'a':
		d->all = true;
		return 0;
	case 'r':
		d->recursive = true;
		return 0;
	case 'f':
		d->force = true;
		return 0;
	case OPT_TEXT:
		d->view = VIEW_TEXT;
		return 0;
	case OPT_BINARY:
		d->view = VIEW_BINARY;
		return 0;
	case OPT_RDW:
		d->view = VIEW_RDW;
		return 0;
	case OPT_LIKE:
		d->like = optarg;
		return 0;
	case OPT_NEW:
		d->made_as = optarg;
		return 0;
	case OPT_MERGE:
		d->merge = true;
		return 0;
	case OPT_REUSE:
		d->reuse = true;
		return 0;
	case OPT_PURGE:
		d->purge = true;
		return 0;
	case OPT_SUFFIX:
		d->suffix = optarg;
		return 0;
	case 'h':
		fputs(help, stdout);
		return 1 + (dsn_say_flush() ? 0 : EXIT_FAILED);
	case 'V':
		puts("dsn (Catamount) " CATAMOUNT_VERSION);
		return 1 + (dsn_say_flush() ? 0 : EXIT_FAILED);
	default:
		return 1 + EXIT_BAD;
	}
}

static const struct command *
find_command(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (strcmp(name, commands[i].name) == 0)
			return &commands[i];
	return NULL;
}

/* --like is a name, too. */
static bool
fold_like(struct dsn *d, struct name *like)
{
	if (d->like == NULL)
		return true;
	if (!dsn_name_parse(d, d->like, false, false, like))
		return false;
	d->like = like->dsn;
	return true;
}

/* A generation that should have gone. */
static void
say_kept(void *ctx, const char *name, const char *holder)
{
	(void)ctx;
	dsn_say(
	    "%s is rolled off but not deleted: it is held by %s", name, holder);
}

static bool
run(struct dsn *d, const char *root, const struct command *cmd, int n,
    char *const *args)
{
	struct ds_diag diag = {0};
	struct name like;
	enum ds_status st;
	bool made = false, ok;

	st = ds_system_open(root, &d->sys, &made, &diag);
	if (st != DS_OK) {
		dsn_say_status("system root", st, &diag);
		return false;
	}
	if (made)
		dsn_say("made the system root %s", ds_system_root(d->sys));
	ds_system_on_kept(d->sys, say_kept, NULL);
	d->progress = meter_open(-1);
	ok = fold_like(d, &like) && cmd->run(d, n, args);
	ok = dsn_say_flush() && ok;
	ds_system_close(&d->sys);
	return ok;
}

static int
check(const struct dsn *d, const struct command *cmd, int n)
{
	if (n < cmd->min || n > cmd->max)
		return bad(cmd->name,
		    n < cmd->min ? ": a name is missing" : ": too many names");
	if (d->like != NULL && d->made_as != NULL)
		return bad("--like and --new", " exclude each other");
	if (d->merge && d->reuse)
		return bad("--merge and --reuse", " exclude each other");
	if (d->suffix[0] != '\0' && strchr(d->suffix, '/') != NULL)
		return bad("--suffix", ": no part of a file's name");
	return 0;
}

static int
do_all(int argc, char **argv)
{
	struct dsn d = {.suffix = ""};
	const struct command *cmd = NULL;
	const char *root = NULL;
	int c, res, given = 0, opts[64];

	while ((c = getopt_long(argc, argv, "larfhV", longs, NULL)) != -1) {
		if ((res = take(&d, &root, c)) != 0)
			return res - 1;
		if (given == (int)(sizeof(opts) / sizeof(opts[0])))
			return bad("too many options", "");
		opts[given++] = c;
	}
	if (optind == argc)
		return bad("a command is missing", "");
	if ((cmd = find_command(argv[optind])) == NULL)
		return bad(argv[optind], ": not a command");
	while (given-- > 0)
		if (!goes_with(opts[given], cmd->bit))
			return bad(option_name(opts[given]),
			    ": it does not go with this command");
	argc -= optind + 1;
	argv += optind + 1;
	if ((res = check(&d, cmd, argc)) != 0)
		return res;
	return run(&d, root, cmd, argc, argv) ? 0 : EXIT_FAILED;
}

int
main(int argc, char **argv)
{
	int status;

	process_set_up();
	ds_unlogged_set(ds_unlogged_print);
	dsn_stop_set_up();
	ds_stop_set(dsn_stopped);
	status = do_all(argc, argv);
	dsn_stop_end();
	return status;
}

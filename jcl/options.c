/* The command line of jclrun. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "jcl/options.h"

enum {
	OPT_ROOT = 256,
	OPT_FORMAT,
	OPT_QUIET,
	OPT_FOLD,
	OPT_SCAN,
	OPT_WAIT,
	OPT_MAX_RC,
	OPT_BIND,
	OPT_PROCLIB,
	OPT_PROGRAMS,
	OPT_USER,
	OPT_RESTART_GDG,
	WAIT_SECONDS = 600,
};

static const struct option longs[] = {
    {"root", required_argument, NULL, OPT_ROOT},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"quiet", no_argument, NULL, OPT_QUIET},
    {"fold", no_argument, NULL, OPT_FOLD},
    {"scan", no_argument, NULL, OPT_SCAN},
    {"wait", required_argument, NULL, OPT_WAIT},
    {"max-rc", required_argument, NULL, OPT_MAX_RC},
    {"bind", required_argument, NULL, OPT_BIND},
    {"proclib", required_argument, NULL, OPT_PROCLIB},
    {"programs", required_argument, NULL, OPT_PROGRAMS},
    {"user", required_argument, NULL, OPT_USER},
    {"restart-gdg", required_argument, NULL, OPT_RESTART_GDG},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static const char help[] =
    "usage: jclrun [options] FILE...\n"
    "       jclrun [options] list\n"
    "       jclrun [options] show JOB [LIST | DD | STEP.DD]\n"
    "       jclrun [options] purge JOB... | all\n"
    "Run the jobs of the FILEs (- is standard input) one after the other, and\n"
    "print what they print; or look at the spool.\n"
    "\n"
    "  --root DIR       the system root (else $CATAMOUNT_ROOT,\n"
    "                   /etc/catamount.conf, ~/.local/share/catamount)\n"
    "  --format json    an object a job in place of its lists\n"
    "  --quiet          print nothing of jobs; it is in the spool\n"
    "  --fold           fold lower case outside apostrophes\n"
    "  --scan           check the JCL, run nothing\n"
    "  --wait SECONDS   for data sets that others have, at most (600)\n"
    "  --max-rc N       exit with 0 when the highest code is at most N\n"
    "  --bind DSN=DIR[,lrecl=N]  a directory as a partitioned data set\n"
    "  --proclib DIR    a directory of procedures; may be repeated\n"
    "  --programs DIR   a directory of programs\n"
    "  --user ID        who runs jobs without USER\n"
    "  --restart-gdg new|recorded  what relative generations of a job with\n"
    "                   RESTART mean: as they are now, or as when it began\n"
    "  --help, --version\n"
    "\n"
    "Exit status: the highest code, 239 at most; 240 a step abended, 241 JCL\n"
    "error, 242 cancelled or out of time, 243 not run, 16 not understood.\n";

static bool
wrong(const char *fmt, const char *what)
{
	fputs("jclrun: ", stderr);
	fprintf(stderr, fmt, what);
	fputs("; jclrun --help says more\n", stderr);
	return false;
}

static bool
number(const char *text, long most, int *np)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(text, &end, 10);
	if (end == text || *end != '\0' || errno != 0 || n < 0 || n > most)
		return wrong("%s is no such number", text);
	*np = (int)n;
	return true;
}

/* DSN=DIR[,lrecl=N] */
static bool
take_bind(struct run_options *o, const char *text)
{
	struct job_binding *b = &o->binds[o->nbinds];
	const char *eq = strchr(text, '='), *opt;
	size_t i, n = eq != NULL ? (size_t)(eq - text) : 0;
	int lrecl = 80;

	if (o->nbinds == BINDS_MAX)
		return wrong("%s: too many of --bind", text);
	if (n == 0 || n > DSNAME_MAX)
		return wrong("--bind %s: give DSN=DIR", text);
	for (i = 0; i < n; i++)
		b->dsn[i] = (char)toupper((unsigned char)text[i]);
	b->dsn[n] = '\0';
	if (!dsname_valid(b->dsn, n))
		return wrong("--bind %s: that is no data set name", text);
	opt = strstr(eq, ",lrecl=");
	if (opt != NULL && (!number(opt + 7, 32760, &lrecl) || lrecl == 0))
		return false;
	b->lrecl = (unsigned)lrecl;
	n = opt != NULL ? (size_t)(opt - eq - 1) : strlen(eq + 1);
	if (n == 0 || (b->dir = strndup(eq + 1, n)) == NULL)
		return wrong("--bind %s: give DSN=DIR", text);
	o->nbinds++;
	return true;
}

static bool
take(struct run_options *o, int opt, const char *arg)
{
	int n = 0;

	switch (opt) {
	case OPT_ROOT:
		o->root = arg;
		break;
	case OPT_FORMAT:
		o->json = strcmp(arg, "json") == 0;
		if (!o->json && strcmp(arg, "text") != 0)
			return wrong("--format %s is not json or text", arg);
		break;
	case OPT_QUIET:
		o->quiet = true;
		break;
	case OPT_FOLD:
		o->fold = true;
		break;
	case OPT_SCAN:
		o->scan = true;
		break;
	case OPT_WAIT:
		if (!number(arg, 1000000, &n))
			return false;
		o->wait_ms = n * 1000;
		break;
	case OPT_MAX_RC:
		return number(arg, 4095, &o->max_rc);
	case OPT_BIND:
		return take_bind(o, arg);
	case OPT_PROCLIB:
		if (o->nproclibs == PROCLIBS_MAX)
			return wrong("%s: too many of --proclib", arg);
		o->proclibs[o->nproclibs++] = arg;
		break;
	case OPT_PROGRAMS:
		o->programs = arg;
		break;
	case OPT_USER:
		o->user = arg;
		break;
	case OPT_RESTART_GDG:
		o->restart_recorded = strcmp(arg, "recorded") == 0;
		if (!o->restart_recorded && strcmp(arg, "new") != 0)
			return wrong(
			    "--restart-gdg %s is not new or recorded", arg);
		break;
	default:
		return wrong("%s", "not understood");
	}
	return true;
}

/* What is no option: a command, or files. */
static bool
take_arguments(struct run_options *o, int argc, char **argv)
{
	static const struct {
		const char *word;
		enum run_command command;
		int least, most;
	} words[] = {{"list", RUN_LIST, 0, 0}, {"show", RUN_SHOW, 1, 2},
	    {"purge", RUN_PURGE, 1, 10000}};

	if (argc == 0)
		return wrong("%s", "give a file of JCL");
	o->args = argv;
	o->nargs = argc;
	for (size_t i = 0; i < 3; i++) {
		if (strcmp(argv[0], words[i].word) != 0)
			continue;
		o->command = words[i].command;
		o->args++;
		o->nargs--;
		if (o->nargs < words[i].least || o->nargs > words[i].most)
			return wrong("%s: wrong arguments", argv[0]);
	}
	return true;
}

enum options_end
run_options_parse(struct run_options *o, int argc, char **argv)
{
	int opt;

	memset(o, 0, sizeof(*o));
	o->wait_ms = WAIT_SECONDS * 1000;
	o->max_rc = -1;
	while ((opt = getopt_long(argc, argv, "hV", longs, NULL)) != -1) {
		if (opt == 'h') {
			fputs(help, stdout);
			return OPTIONS_DONE;
		}
		if (opt == 'V') {
			printf("jclrun (Catamount) %s\n", CATAMOUNT_VERSION);
			return OPTIONS_DONE;
		}
		if (opt == '?' || !take(o, opt, optarg))
			return OPTIONS_WRONG;
	}
	return take_arguments(o, argc - optind, argv + optind) ? OPTIONS_GOOD
							       : OPTIONS_WRONG;
}

bool
run_options_configure(struct run_options *o, const struct ds_config *cfg)
{
	const char *value;

	for (unsigned i = 0; i < cfg->njobwords; i++) {
		value = cfg->jobwords[i].value;
		switch (cfg->jobwords[i].word) {
		case 'B':
			if (!take_bind(o, value))
				return false;
			break;
		case 'P':
			if (!take(o, OPT_PROCLIB, value))
				return false;
			break;
		default:
			if (o->programs == NULL)
				o->programs = value;
			break;
		}
	}
	return true;
}

void
run_options_free(struct run_options *o)
{
	for (size_t i = 0; i < o->nbinds; i++)
		free(o->binds[i].dir);
}

/* The command line of idcams: getopt_long and the help text. */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "shell/options.h"

enum {
	OPT_DD = 256,
	OPT_PARM,
	OPT_ROOT,
	OPT_FOLD,
	OPT_MAX_RC,
	OPT_ASA,
	OPT_PAGES,
	OPT_NO_PAGES,
	OPT_GRAPHICS,
	OPT_INIT,
	OPT_GROUP,
	OPT_WHO,
	OPT_REBUILD,
	OPT_FORMAT,
	OPT_PROGRESS,
	OPT_NO_PROGRESS,
	OPT_BATCH_INPUT,
	OPT_CHECK,
	OPT_RESTORE,
};

static const struct option longs[] = {
    {"execute", required_argument, NULL, 'e'},
    {"dd", required_argument, NULL, OPT_DD},
    {"parm", required_argument, NULL, OPT_PARM},
    {"root", required_argument, NULL, OPT_ROOT},
    {"fold", no_argument, NULL, OPT_FOLD},
    {"max-rc", required_argument, NULL, OPT_MAX_RC},
    {"asa", no_argument, NULL, OPT_ASA},
    {"pages", no_argument, NULL, OPT_PAGES},
    {"no-pages", no_argument, NULL, OPT_NO_PAGES},
    {"graphics", required_argument, NULL, OPT_GRAPHICS},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"progress", no_argument, NULL, OPT_PROGRESS},
    {"no-progress", no_argument, NULL, OPT_NO_PROGRESS},
    {"init", no_argument, NULL, OPT_INIT},
    {"group", required_argument, NULL, OPT_GROUP},
    {"who", required_argument, NULL, OPT_WHO},
    {"rebuild", no_argument, NULL, OPT_REBUILD},
    {"restore", required_argument, NULL, OPT_RESTORE},
    {"check", no_argument, NULL, OPT_CHECK},
    {"batch-input", no_argument, NULL, OPT_BATCH_INPUT},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static const char help[] =
    "usage: idcams [options] [FILE...]\n"
    "Do the access method services commands of the FILEs (- is standard\n"
    "input, the default) and print SYSPRINT on standard output.\n"
    "\n"
    "  -e, --execute COMMAND  do this command: no margins, lower case folded;\n"
    "                         may be repeated\n"
    "  --dd NAME=SPEC         allocate a DD; SPEC is DSN[,old|shr|mod...],\n"
    "                         path:/file[,recfm=FB,lrecl=80,text...], dummy,"
    " or -\n"
    "  --parm STRING          the PARM of EXEC, as 'MARGINS(1 80)'\n"
    "  --root DIR             the system root (else $CATAMOUNT_ROOT,\n"
    "                         /etc/catamount.conf, ~/.local/share/catamount)\n"
    "  --fold                 fold lower case outside quotes\n"
    "  --max-rc N             exit with 0 when the condition code is at most "
    "N\n"
    "  --asa                  ASA control characters in front of each line\n"
    "  --pages, --no-pages    page headings (default: not on a terminal)\n"
    "  --graphics CHAIN       print chain PN (default), TN, SN, AN, HN, QN, "
    "RN;\n"
    "                         TN and SN show lower case\n"
    "  --format json          the same facts for programs, an object a line\n"
    "  --progress, --no-progress\n"
    "                         show how a long command gets on (default: where\n"
    "                         standard error is a terminal)\n"
    "  --init [--group G]     make the root, private or shared by a group\n"
    "  --check                do nothing; say what is wrong or seldom meant, "
    "with\n"
    "                         file, line and column: 12 errors, 4 warnings, "
    "0\n"
    "  --batch-input          at a terminal: the rules of a deck, columns 2 "
    "to 72,\n"
    "                         continuation marks, upper case\n"
    "  --who NAME             who has the data set allocated and open\n"
    "  --rebuild              make lost catalogs again from the volumes\n"
    "  --restore FILE         put a lost master catalog back from its copy\n"
    "                         (EXPORT TEMPORARY)\n"
    "  -h, --help             this text\n"
    "  -V, --version          the version\n"
    "\n"
    "The exit status is MAXCC: 0 4 8 12 16; 16 too for a wrong option.\n"
    "Commands in a FILE stand in columns 2 to 72, in upper case.\n"
    "At a terminal: HELP, completion by TAB; END, QUIT or Ctrl-D leave.\n";

static enum options_result bad(const char *fmt, ...)
    __attribute__((format(printf, 1, 2)));

static enum options_result
bad(const char *fmt, ...)
{
	va_list ap;

	fputs("idcams: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputs("\nusage: idcams [options] [FILE...]; idcams --help\n", stderr);
	return OPTIONS_BAD;
}

static bool
parse_chain(struct options *o, const char *s)
{
	static const struct {
		const char *name;
		enum ams_chain chain;
	} chains[] = {{"PN", AMS_CHAIN_PN}, {"TN", AMS_CHAIN_TN},
	    {"SN", AMS_CHAIN_SN}, {"AN", AMS_CHAIN_AN}, {"HN", AMS_CHAIN_HN},
	    {"QN", AMS_CHAIN_QN}, {"RN", AMS_CHAIN_RN}};
	size_t i;

	for (i = 0; i < sizeof(chains) / sizeof(chains[0]); i++)
		if (strcasecmp(s, chains[i].name) == 0) {
			o->chain = chains[i].chain;
			o->have_chain = true;
			return true;
		}
	return false;
}

static bool
parse_max_rc(struct options *o, const char *s)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(s, &end, 10);
	if (errno != 0 || end == s || *end != '\0' || n < 0 || n > 4095)
		return false;
	o->max_rc = (int)n;
	return true;
}

/* One option; OPTIONS_RUN: go on with the next. */
static enum options_result
take(struct options *o, int c)
{
	switch (c) {
	case 'e':
		o->execs[o->nexecs++] = optarg;
		break;
	case OPT_DD:
		o->dds[o->ndds++] = optarg;
		break;
	case OPT_PARM:
		o->parm = optarg;
		break;
	case OPT_ROOT:
		o->root = optarg;
		break;
	case OPT_GROUP:
		o->group = optarg;
		break;
	case OPT_WHO:
		o->who = optarg;
		break;
	case OPT_REBUILD:
		o->rebuild = true;
		break;
	case OPT_RESTORE:
		o->restore = optarg;
		break;
	case OPT_FOLD:
		o->fold = true;
		break;
	case OPT_ASA:
		o->asa = true;
		break;
	case OPT_CHECK:
		o->check = true;
		break;
	case OPT_BATCH_INPUT:
		o->batch_input = true;
		break;
	case OPT_INIT:
		o->init = true;
		break;
	case OPT_PROGRESS:
	case OPT_NO_PROGRESS:
		o->progress = c == OPT_PROGRESS;
		break;
	case OPT_PAGES:
	case OPT_NO_PAGES:
		o->pages = c == OPT_PAGES;
		break;
	case OPT_MAX_RC:
		if (!parse_max_rc(o, optarg))
			return bad(
			    "--max-rc %s: not a number from 0 to 4095", optarg);
		break;
	case OPT_FORMAT:
		o->json = strcmp(optarg, "json") == 0;
		if (!o->json && strcmp(optarg, "text") != 0)
			return bad("--format %s: not text or json", optarg);
		break;
	case OPT_GRAPHICS:
		if (!parse_chain(o, optarg))
			return bad("--graphics %s: not a print chain", optarg);
		break;
	case 'h':
		fputs(help, stdout);
		return OPTIONS_DONE;
	case 'V':
		puts("idcams (Catamount) " CATAMOUNT_VERSION);
		return OPTIONS_DONE;
	default: /* getopt_long has said what is wrong */
		fputs("usage: idcams [options] [FILE...]; idcams --help\n",
		    stderr);
		return OPTIONS_BAD;
	}
	return OPTIONS_RUN;
}

/* Rules over several options. */
/* Is something said of what is to be run? */
static bool
has_work(const struct options *o)
{
	return o->nexecs > 0 || o->nfiles > 0 || o->ndds > 0;
}

static enum options_result
check(const struct options *o)
{
	const bool other = o->init || o->who != NULL || has_work(o);

	if (o->group != NULL && !o->init)
		return bad("--group goes with --init");
	if (o->init && (o->nexecs > 0 || o->nfiles > 0))
		return bad("--init makes a root and does no commands");
	if (o->rebuild && other)
		return bad("--rebuild stands alone");
	if (o->restore != NULL && (other || o->rebuild))
		return bad("--restore stands alone");
	if (o->who != NULL && o->init)
		return bad("--init makes a root, --who asks one");
	if (o->who != NULL && has_work(o))
		return bad("--who tells of a data set and does no commands");
	if (o->check && (o->init || o->who != NULL || o->ndds > 0))
		return bad("--check does nothing: not with --init, --who, "
			   "--dd");
	if (o->nexecs > 0 && o->nfiles > 0)
		return bad("commands by -e or by FILE, not both");
	if (o->root != NULL && o->root[0] == '\0')
		return bad("--root: no directory given");
	return OPTIONS_RUN;
}

enum options_result
options_parse(struct options *o, int argc, char *const *argv)
{
	enum options_result res;
	int c;

	memset(o, 0, sizeof(*o));
	o->max_rc = o->pages = o->progress = -1;
	o->dds = calloc((size_t)argc + 1, sizeof(*o->dds));
	o->execs = calloc((size_t)argc + 1, sizeof(*o->execs));
	if (o->dds == NULL || o->execs == NULL)
		return bad("no memory");
	while ((c = getopt_long(argc, argv, "e:hV", longs, NULL)) != -1)
		if ((res = take(o, c)) != OPTIONS_RUN)
			return res;
	o->files = argv + optind;
	o->nfiles = argc - optind;
	return check(o);
}

void
options_free(struct options *o)
{
	free(o->dds);
	free(o->execs);
	o->dds = o->execs = NULL;
}

/* dsvol: the volumes of a system root, for whoever keeps it. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/admin.h"
#include "base/dsname.h"
#include "base/process.h"
#include "services/security.h"

static const char help[] =
    "usage: dsvol [--root DIR] COMMAND\n"
    "The volumes of a system root and their space.\n"
    "\n"
    "  list                     each volume: capacity, what is used and free\n"
    "  vtoc SERIAL              what is where on a volume\n"
    "  add SERIAL               make a volume: [--cylinders N | --model M]\n"
    "                           [--dir PATH [--adopt]]\n"
    "  remove SERIAL            remove one that nothing is on\n"
    "  resize SERIAL            another capacity: --cylinders N | --model M\n"
    "  vary SERIAL online|offline\n"
    "  move FROM TO NAME...     data sets to another volume; --all that are\n"
    "                           there\n"
    "  class                    the classes that catamount.conf defines\n"
    "  check [SERIAL...]        the ledger beside catalogs and files; "
    "--repair\n"
    "                           mends the ledger\n"
    "  pool [add|remove SERIAL] the volumes that storage management chooses\n"
    "                           from\n"
    "\n"
    "  --root DIR     the system root (else $CATAMOUNT_ROOT,\n"
    "                 /etc/catamount.conf, ~/.local/share/catamount)\n"
    "  --cylinders N  2 to 262668\n"
    "  --model M      3390-1, -2, -3, -9, -27, -54, or EAV\n"
    "  --dir PATH     where its files are, in place of volumes/SERIAL\n"
    "  --adopt        that directory may hold files of a volume already\n"
    "  --format json  an object a line: list, vtoc, class, check\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 done, 1 check has found something, 12 failed, 16 not\n"
    "understood.\n";

enum {
	OPT_ROOT = 256,
	OPT_CYLINDERS,
	OPT_MODEL,
	OPT_DIR,
	OPT_ADOPT,
	OPT_FORMAT,
	OPT_REPAIR,
	OPT_ALL,
};

static const struct option longs[] = {
    {"root", required_argument, NULL, OPT_ROOT},
    {"cylinders", required_argument, NULL, OPT_CYLINDERS},
    {"model", required_argument, NULL, OPT_MODEL},
    {"dir", required_argument, NULL, OPT_DIR},
    {"adopt", no_argument, NULL, OPT_ADOPT},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"repair", no_argument, NULL, OPT_REPAIR},
    {"all", no_argument, NULL, OPT_ALL},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static const struct verb {
	const char *name;
	int least, most; /* arguments */
	int (*run)(struct dsvol *d);
} verbs[] = {
    {"list", 0, 0, dsvol_list},
    {"vtoc", 1, 1, dsvol_vtoc},
    {"add", 1, 1, dsvol_add},
    {"remove", 1, 1, dsvol_remove},
    {"resize", 1, 1, dsvol_resize},
    {"vary", 2, 2, dsvol_vary},
    {"pool", 0, 2, dsvol_pool},
    {"class", 0, 0, dsvol_class},
    {"move", 2, INT32_MAX, dsvol_move},
    {"check", 0, INT32_MAX, dsvol_check},
};

int
dsvol_fail(const char *what, enum ds_status st, const struct ds_diag *diag)
{
	char text[DS_SENTENCE_MAX];

	fprintf(stderr, "dsvol: %s: %s\n", what,
	    ds_status_sentence("", st, diag, text));
	return DSVOL_FAILED;
}

bool
dsvol_serial(const char *arg, char volser[VOLSER_MAX + 1])
{
	size_t n = strlen(arg);

	if (n <= VOLSER_MAX)
		for (size_t i = 0; i <= n; i++)
			volser[i] = (char)toupper((unsigned char)arg[i]);
	if (n <= VOLSER_MAX && volser_valid(volser, n))
		return true;
	fprintf(stderr, "dsvol: '%s' is no volume serial\n", arg);
	return false;
}

bool
dsvol_dsname(const char *arg, char name[DSNAME_MAX + 1])
{
	size_t n = strlen(arg);

	if (n <= DSNAME_MAX)
		for (size_t i = 0; i <= n; i++)
			name[i] = (char)toupper((unsigned char)arg[i]);
	if (n <= DSNAME_MAX && dsname_valid(name, n))
		return true;
	fprintf(stderr, "dsvol: '%s' is no data set name\n", arg);
	return false;
}

static bool
read_cylinders(const char *arg, uint32_t *np)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(arg, &end, 10);
	if (end == arg || *end != '\0' || errno != 0 || n < 2 || n > 262668) {
		fprintf(stderr, "dsvol: --cylinders %s: 2 to 262668\n", arg);
		return false;
	}
	*np = (uint32_t)n;
	return true;
}

static bool
read_model(const char *arg, uint32_t *np)
{
	if ((*np = model_cylinders(arg)) != 0)
		return true;
	fprintf(stderr,
	    "dsvol: --model %s: 3390-1, 3390-2, 3390-3, 3390-9, 3390-27, "
	    "3390-54 or EAV\n",
	    arg);
	return false;
}

/* False: not understood, and said so; or done (*donep). */
static bool
read_options(
    int argc, char **argv, struct dsvol *d, const char **rootp, bool *donep)
{
	bool ok = true;
	int c;

	while (ok && (c = getopt_long(argc, argv, "h", longs, NULL)) != -1) {
		if (c == OPT_ROOT)
			*rootp = optarg;
		else if (c == OPT_DIR)
			d->dir = optarg;
		else if (c == OPT_ADOPT)
			d->adopt = true;
		else if (c == OPT_REPAIR)
			d->repair = true;
		else if (c == OPT_ALL)
			d->all = true;
		else if (c == OPT_CYLINDERS)
			ok = read_cylinders(optarg, &d->cylinders);
		else if (c == OPT_MODEL)
			ok = read_model(optarg, &d->cylinders);
		else if (c == OPT_FORMAT && strcmp(optarg, "json") == 0)
			d->json = true;
		else if (c == OPT_FORMAT && strcmp(optarg, "text") == 0)
			d->json = false;
		else if (c == 'h' || c == 'V') {
			fputs(c == 'h' ? help
				       : "dsvol (Catamount) " CATAMOUNT_VERSION
					 "\n",
			    stdout);
			*donep = true;
			return false;
		} else
			ok = false;
	}
	return ok;
}

static const struct verb *
find_verb(const char *name, int nargs)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (strcmp(verbs[i].name, name) == 0 &&
		    nargs >= verbs[i].least && nargs <= verbs[i].most)
			return &verbs[i];
	return NULL;
}

int
main(int argc, char **argv)
{
	const struct verb *verb = NULL;
	struct ds_diag diag = {0};
	const char *root = NULL;
	struct dsvol d = {0};
	bool done = false;
	enum ds_status st;
	int rc;

	process_set_up();
	ds_unlogged_set(ds_unlogged_print);
	if (read_options(argc, argv, &d, &root, &done) && optind < argc) {
		d.args = argv + optind + 1;
		d.nargs = argc - optind - 1;
		verb = find_verb(argv[optind], d.nargs);
	}
	if (done)
		return DSVOL_OK;
	if (verb == NULL) {
		fputs("usage: dsvol [--root DIR] COMMAND; dsvol --help\n",
		    stderr);
		return DSVOL_USAGE;
	}
	if ((st = ds_system_open(root, &d.sys, NULL, &diag)) != DS_OK)
		return dsvol_fail("system root", st, &diag);
	rc = verb->run(&d);
	ds_system_close(&d.sys);
	if (fflush(stdout) != 0 && rc == DSVOL_OK)
		rc = DSVOL_FAILED;
	return rc;
}

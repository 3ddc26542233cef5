/* dsprofile: who may do what with the data sets of a system root. */
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "admin/profile.h"

static const char help[] =
    "usage: dsprofile [--root DIR] COMMAND\n"
    "Profiles: who may do what with the data sets of a system root.\n"
    "\n"
    "  add PROFILE [WORD...]     protect the data sets that it stands for\n"
    "  alter PROFILE WORD...     owner=ID uacc=LEVEL audit=LEVEL warning\n"
    "                            nowarning\n"
    "  delete PROFILE\n"
    "  permit PROFILE ID LEVEL   ID: a user, a group, or * (who has an ID)\n"
    "  permit PROFILE ID delete\n"
    "  list [NAME]               profiles; of a data set: its profile\n"
    "  check NAME LEVEL [USER]   may USER (else you) have it, and why\n"
    "  connect USER GROUP        put a user into a group\n"
    "  remove USER GROUP         and take him out of it\n"
    "  groups                    users and groups, as connect says\n"
    "  login LOGIN ID|delete     the user ID of a login\n"
    "  logins                    logins, as login says\n"
    "\n"
    "PROFILE is a data set name in which % is a character, * at the end of a\n"
    "qualifier the rest of it, * a qualifier and ** any number of qualifiers,\n"
    "but not in the first one. LEVEL is NONE, EXECUTE, READ, UPDATE, CONTROL\n"
    "or ALTER. RACF's ADDSD, ALTDSD, DELDSD, PERMIT and LISTDSD are taken, "
    "too,\n"
    "and words as UACC(READ).\n"
    "\n"
    "  --root DIR     the system root (else $CATAMOUNT_ROOT,\n"
    "                 /etc/catamount.conf, ~/.local/share/catamount)\n"
    "  --format json  an object a line: list, check, groups, logins\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 done, or granted; 8 check: not granted; 12 failed; 16 not\n"
    "understood.\n";

enum { OPT_ROOT = 256, OPT_FORMAT };

static const struct option longs[] = {
    {"root", required_argument, NULL, OPT_ROOT},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

static const struct verb {
	const char *name, *racf;
	int least, most; /* arguments */
	int (*run)(struct dsprofile *d);
} verbs[] = {
    {"add", "addsd", 1, 16, dsprofile_add},
    {"alter", "altdsd", 2, 16, dsprofile_alter},
    {"delete", "deldsd", 1, 1, dsprofile_delete},
    {"permit", "permit", 2, 4, dsprofile_permit},
    {"list", "listdsd", 0, 1, dsprofile_list},
    {"check", "check", 2, 3, dsprofile_check},
    {"connect", "connect", 2, 2, dsprofile_connect},
    {"remove", "remove", 2, 2, dsprofile_remove},
    {"groups", "listgrp", 0, 0, dsprofile_groups},
    {"login", "login", 2, 2, dsprofile_login},
    {"logins", "logins", 0, 0, dsprofile_logins},
};

int
dsprofile_fail(const char *what, enum ds_status st, const struct ds_diag *diag)
{
	fprintf(stderr, "dsprofile: %s: %s%s%s%s%s\n", what, ds_status_text(st),
	    diag->name[0] != '\0' ? ": " : "", diag->name,
	    diag->text[0] != '\0' ? ": " : "", diag->text);
	return DSPROFILE_FAILED;
}

void
dsprofile_note_off(const struct dsprofile *d)
{
	if (!ds_system_config(d->sys)->security)
		fputs("dsprofile: note: security=off in catamount.conf, so no "
		      "profile is asked\n",
		    stderr);
}

int
dsprofile_usage(const char *fmt, ...)
{
	va_list ap;

	fputs("dsprofile: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return DSPROFILE_USAGE;
}

/* False: not understood, and said so; or done (*donep). */
static bool
read_options(
    int argc, char **argv, struct dsprofile *d, const char **rootp, bool *donep)
{
	int c;

	/* '+': a word behind the verb is none */
	while ((c = getopt_long(argc, argv, "+h", longs, NULL)) != -1) {
		if (c == OPT_ROOT)
			*rootp = optarg;
		else if (c == OPT_FORMAT && strcmp(optarg, "json") == 0)
			d->json = true;
		else if (c == OPT_FORMAT && strcmp(optarg, "text") == 0)
			d->json = false;
		else if (c == 'h' || c == 'V') {
			fputs(c == 'h'
				  ? help
				  : "dsprofile (Catamount) " CATAMOUNT_VERSION
				    "\n",
			    stdout);
			*donep = true;
			return false;
		} else
			return false;
	}
	return true;
}

static const struct verb *
find_verb(const char *name, int nargs)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if ((strcasecmp(verbs[i].name, name) == 0 ||
			strcasecmp(verbs[i].racf, name) == 0) &&
		    nargs >= verbs[i].least && nargs <= verbs[i].most)
			return &verbs[i];
	return NULL;
}

int
main(int argc, char **argv)
{
	const struct verb *verb = NULL;
	struct dsprofile d = {0};
	struct ds_diag diag = {0};
	const char *root = NULL;
	bool done = false;
	enum ds_status st;
	int rc;

	ds_unlogged_set(ds_unlogged_print);
	if (read_options(argc, argv, &d, &root, &done) && optind < argc) {
		d.args = argv + optind + 1;
		d.nargs = argc - optind - 1;
		verb = find_verb(argv[optind], d.nargs);
	}
	if (done)
		return DSPROFILE_OK;
	if (verb == NULL)
		return dsprofile_usage(
		    "usage: dsprofile [--root DIR] COMMAND; dsprofile --help");
	if ((st = ds_system_open(root, &d.sys, NULL, &diag)) != DS_OK)
		return dsprofile_fail("system root", st, &diag);
	rc = verb->run(&d);
	ds_system_close(&d.sys);
	if (fflush(stdout) != 0 && rc == DSPROFILE_OK)
		rc = DSPROFILE_FAILED;
	return rc;
}

/*
 * Where each outcome of a record request is raised: by a cell of t1410, by a
 * fault of t1411, or elsewhere. A status of class R that is not here fails
 * both tests; so does one that is promised and not raised. The same list with
 * the reasons of z/OS's codes that cannot come: doc/feedback-codes.md.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_REQUEST_CODES_H
#define CATAMOUNT_TESTS_SUPPORT_REQUEST_CODES_H

#include <glob.h>
#include <stdio.h>

#include "base/status.h"
#include "tests/support/sphere_test.h"

enum code_where { BY_CELL = 1, BY_FAULT = 2, ELSEWHERE = 4 };

static const struct {
	enum ds_status st;
	unsigned where;
	const char *test; /* ELSEWHERE */
} request_codes[] = {
    {DS_OK, BY_CELL | BY_FAULT, NULL},
    {DS_EOD, BY_FAULT, NULL},
    {DS_DUPLICATE, BY_FAULT, NULL},
    {DS_DUPAIX, BY_FAULT, NULL},
    {DS_SEQUENCE, BY_FAULT, NULL},
    {DS_NOTFOUND, BY_FAULT, NULL},
    {DS_LOCKED, ELSEWHERE, "held for update by another program: t1293"},
    {DS_NOSPACE, BY_FAULT, NULL},
    {DS_BADRBA, BY_FAULT, NULL},
    {DS_AREASMALL, BY_FAULT, NULL},
    {DS_STRINGS, BY_FAULT, NULL},
    {DS_NOACCESS, BY_CELL | BY_FAULT, NULL},
    {DS_KEYTOESDS, BY_CELL, NULL},
    {DS_NOINSERT, BY_CELL, NULL},
    {DS_NOERASE, BY_CELL, NULL},
    {DS_BADLOCATE, BY_CELL, NULL},
    {DS_NOPOSITION, BY_FAULT, NULL},
    {DS_NOUPDATE, BY_CELL | BY_FAULT, NULL},
    {DS_KEYCHANGED, BY_FAULT, NULL},
    {DS_LENCHANGED, BY_FAULT, NULL},
    {DS_BADOPTION, BY_CELL, NULL},
    {DS_BADLENGTH, BY_FAULT, NULL},
    {DS_BADKEYLEN, BY_FAULT, NULL},
    {DS_LOADING, BY_FAULT, NULL},
    {DS_LOCSPAN, BY_CELL, NULL},
    {DS_SPANADDR, BY_CELL, NULL},
    {DS_SEGMENTS, ELSEWHERE, "damage: t1230"},
    {DS_NOBASE, ELSEWHERE, "an alternate index that is not upgraded: t1261"},
    {DS_TOOMANY, ELSEWHERE, "pointers beyond the maximum record: t1261"},
    {DS_BADCI, BY_FAULT, NULL},
    {DS_BADRRN, BY_FAULT, NULL},
    {DS_RRNADDR, BY_CELL, NULL},
    {DS_NOTBYPATH, BY_CELL | BY_FAULT, NULL},
    {DS_PUTBACKWARD, BY_CELL, NULL},
    {DS_BADENDREQ, BY_CELL | BY_FAULT, NULL},
    {DS_CORRUPT, ELSEWHERE, "damage: t8120"},
    {DS_CORRUPTIX, ELSEWHERE, "damage: t8120"},
};

enum { REQUEST_STATUSES = 256 };

/* Has the test that is named last in what mentions the status? */
static UNUSED_OK void
elsewhere_check(const char *status, const char *what)
{
	char pattern[32], line[512];
	glob_t found;
	bool says = false;
	FILE *fp;

	snprintf(pattern, sizeof(pattern), "tests/%s-*",
	    what + strlen(what) - strlen("tNNNN"));
	assert_int_equal(glob(pattern, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		assert_non_null(fp = fopen(found.gl_pathv[i], "r"));
		while (fgets(line, sizeof(line), fp) != NULL)
			says = says || strstr(line, status) != NULL;
		fclose(fp);
	}
	globfree(&found);
	if (!says)
		fail_msg("%s: %s does not mention it", status, pattern);
}

/* Was each status raised that where promises? */
static UNUSED_OK void
request_codes_check(const bool *raised, unsigned where)
{
	static const enum ds_status all[] = {
#define X(name, class, rc, rsn, text) name,
	    DS_STATUS_LIST(X)
#undef X
	};
	size_t n = sizeof(request_codes) / sizeof(request_codes[0]), at;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (ds_status_class(all[i]) != 'R')
			continue;
		for (at = 0; at < n && request_codes[at].st != all[i]; at++)
			;
		if (at == n)
			fail_msg(
			    "%s is raised nowhere", ds_status_name(all[i]));
		if (request_codes[at].where & where && !raised[all[i]])
			fail_msg("%s was not raised", ds_status_name(all[i]));
		if ((request_codes[at].where == ELSEWHERE) !=
		    (request_codes[at].test != NULL))
			fail_msg("%s has no reason", ds_status_name(all[i]));
		if (request_codes[at].test != NULL)
			elsewhere_check(
			    ds_status_name(all[i]), request_codes[at].test);
	}
}

#endif

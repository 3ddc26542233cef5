/* Commands of IKJEFT01 that are TSO's own: FREE, LISTDS, PROFILE, CALL. */
#include <stdio.h>
#include <string.h>

#include "services/library.h"
#include "services/locate.h"
#include "utilities/tso_int.h"

/* --- FREE ----------------------------------------------------------------- */

static int
free_dd(struct tso *t, const char *dd, const struct ams_command *cmd)
{
	struct dd_table *dds = t->run->dds;
	char name[DSNAME_MAX + 1] = "", copy[MEMBER_MAX + 1];
	enum ds_status st;

	if (!dd_exists(dds, dd)) {
		tso_line(
		    t, "IKJ56247I FILE %s NOT FREED, IS NOT ALLOCATED", dd);
		return TSO_FAILED;
	}
	if (!dd_is_dynamic(dds, dd)) {
		tso_line(t,
		    "CATAMOUNT %s is freed when the step ends that has it", dd);
		return TSO_FAILED;
	}
	snprintf(copy, sizeof(copy), "%s", dd);
	if (ams_coded(cmd->top, "DELETE"))
		dd_set_end(dds, copy, DD_END_DELETE);
	else if (ams_coded(cmd->top, "UNCATALOG"))
		dd_set_end(dds, copy, DD_END_UNCATALOG);
	st = dd_free(dds, copy, name, &t->diag);
	if (st == DS_OK)
		return 0;
	tso_line(t, "CATAMOUNT %s: %s", name, ds_status_text(st));
	return TSO_FAILED;
}

/* Each DD that was allocated to the data set. */
static int
free_data_set(struct tso *t, const char *dsn, const struct ams_command *cmd)
{
	struct dd_table *dds = t->run->dds;
	char name[DSNAME_MAX + 1];
	const char *dd;
	int cc = 0;
	bool any = false;

	for (size_t i = 0; (dd = dd_name(dds, i)) != NULL;) {
		if (!dd_is_dynamic(dds, dd) ||
		    dd_dsname(dds, dd, name, &t->diag) != DS_OK ||
		    strcmp(name, dsn) != 0) {
			i++;
			continue;
		}
		any = true;
		if (free_dd(t, dd, cmd) != 0)
			cc = TSO_FAILED;
		i = 0; /* the table is another */
	}
	if (any)
		return cc;
	tso_line(t, "IKJ56247I DATA SET %s NOT FREED, IS NOT ALLOCATED", dsn);
	return TSO_FAILED;
}

static int
do_free(struct tso *t, const struct ams_command *cmd)
{
	const char *text;
	int cc = 0;

	if (!ams_coded(cmd->top, "FILE") && !ams_coded(cmd->top, "DSNAME") &&
	    !ams_coded(cmd->top, "ALL")) {
		tso_line(t, "CATAMOUNT FREE takes FILE, DATASET or ALL");
		return TSO_FAILED;
	}
	for (int i = 0; (text = ams_text(cmd->top, "FILE", i)) != NULL; i++)
		if (free_dd(t, text, cmd) != 0)
			cc = TSO_FAILED;
	for (int i = 0; (text = ams_text(cmd->top, "DSNAME", i)) != NULL; i++)
		if (free_data_set(t, text, cmd) != 0)
			cc = TSO_FAILED;
	if (ams_coded(cmd->top, "ALL"))
		while ((text = dd_first_dynamic(t->run->dds)) != NULL)
			if (free_dd(t, text, cmd) != 0)
				cc = TSO_FAILED;
	return cc;
}

/* --- LISTDS --------------------------------------------------------------- */

static void
list_members(struct tso *t, const char *dsn)
{
	struct ds_library *lib = NULL;
	struct ds_member m = {0};
	enum ds_status st;

	tso_line(t, "--MEMBERS--");
	st = ds_library_open(t->run->sys, dsn, DD_SHR, false, &lib, &t->diag);
	while (st == DS_OK &&
	       (st = ds_member_next(lib, m.name, &m, &t->diag)) == DS_OK)
		if (!m.alias)
			tso_line(t, "  %s", m.name);
	ds_library_abandon(&lib);
	if (st != DS_EOD)
		tso_line(t, "CATAMOUNT %s: %s", dsn, ds_status_text(st));
}

static const char *
dsorg(const struct ds_entry *ent)
{
	if (ent->type == DS_CLUSTER)
		return "VSAM";
	return ent->org == DS_ORG_PO   ? "PO"
	       : ent->org == DS_ORG_PS ? "PS"
				       : "**";
}

static void
date_text(uint32_t day, char out[12])
{
	snprintf(out, 12, "%04u.%03u", day / 1000 % 10000, day % 1000);
}

/* HISTORY: dates and what guards it; STATUS: the DDs that have it (mem). */
static void
list_attributes(struct tso *t, const char *dsn, const struct ds_entry *ent,
    const struct ams_command *cmd)
{
	const bool history = ams_coded(cmd->top, "HISTORY"),
		   status = ams_coded(cmd->top, "STATUS");
	char recfm[8], created[12], expires[12], line[60], more[80] = "";
	char name[DSNAME_MAX + 1];
	const char *dd;

	date_text(ent->created, created);
	date_text(ent->expires, expires);
	if (history)
		snprintf(more, sizeof(more), "  %-9s %-9s %-8s", created,
		    expires,
		    ds_system_config(t->run->sys)->security ? "RACF" : "NONE");
	if (ent->type == DS_CLUSTER)
		snprintf(line, sizeof(line), "  **    **    **      VSAM");
	else
		snprintf(line, sizeof(line), "  %-5s %-5u %-7u %s",
		    ds_recfm_name(ent->recfm, ent->ctlchar, recfm), ent->lrecl,
		    ent->blksize, dsorg(ent));
	tso_line(t, "--RECFM-LRECL-BLKSIZE-DSORG%s%s",
	    history ? "-CREATED---EXPIRES---SECURITY" : "",
	    status ? "-DDNAME---DISP" : "");
	if (!status) {
		tso_line(t, "%s%s", line, more);
		return;
	}
	for (size_t i = 0; (dd = dd_name(t->run->dds, i)) != NULL; i++)
		if (dd_dsname(t->run->dds, dd, name, NULL) == DS_OK &&
		    strcmp(name, dsn) == 0)
			break;
	tso_line(t, "%s%s  %-8s %s", line, more, dd != NULL ? dd : "**",
	    dd != NULL ? "KEEP" : "**");
}

static int
list_one(struct tso *t, const char *dsn, const struct ams_command *cmd)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	st = ds_locate(t->run->sys, NULL, dsn, &ent, &t->diag);
	if (st != DS_OK) {
		tso_line(t,
		    "IKJ58503I DATA SET '%s' NOT IN CATALOG OR CATALOG CAN NOT "
		    "BE ACCESSED",
		    dsn);
		return TSO_FAILED;
	}
	tso_line(t, "%s", dsn);
	list_attributes(t, dsn, ent, cmd);
	if (ent->nvolumes > 0)
		tso_line(t, "--VOLUMES--");
	for (size_t i = 0; i < ent->nvolumes; i++)
		tso_line(t, "  %s", ent->volumes[i].volser);
	if (ams_coded(cmd->top, "MEMBERS") && ent->org == DS_ORG_PO)
		list_members(t, dsn);
	ds_entry_free(&ent);
	return 0;
}

static int
do_listds(struct tso *t, const struct ams_command *cmd)
{
	const char *dsn;
	int cc = 0;

	for (int i = 0; (dsn = ams_text(cmd->top, "DSLIST", i)) != NULL; i++)
		if (list_one(t, dsn, cmd) != 0)
			cc = TSO_FAILED;
	return cc;
}

/* --- PROFILE, CALL -------------------------------------------------------- */

static int
do_profile(struct tso *t, const struct ams_command *cmd)
{
	const char *prefix = ams_text(cmd->top, "PREFIX", 0);

	if (prefix != NULL)
		snprintf(t->prefix, sizeof(t->prefix), "%s", prefix);
	else if (ams_coded(cmd->top, "NOPREFIX"))
		t->prefix[0] = '\0';
	else if (t->prefix[0] == '\0')
		tso_line(t, "CATAMOUNT NOPREFIX");
	else
		tso_line(t, "CATAMOUNT PREFIX(%s)", t->prefix);
	return 0;
}

int
tso_command(struct tso *t, const struct ams_command *cmd)
{
	if (strcmp(cmd->verb->verb, "FREE") == 0)
		return do_free(t, cmd);
	if (strcmp(cmd->verb->verb, "LISTDS") == 0)
		return do_listds(t, cmd);
	return do_profile(t, cmd);
}

/* *(PGM), 'LIB(PGM)' or LIB(PGM), with the prefix; library is "" of the first.
 * False: it is none of these. */
static bool
program_of(const struct tso *t, const char **pp, char library[DSNAME_MAX + 1],
    char pgm[MEMBER_MAX + 1])
{
	const char *p = *pp + strspn(*pp, " ,");
	const char *open = strchr(p, '('), *shut;
	const bool quoted = *p == '\'';
	size_t n;

	if (open == NULL || (shut = strchr(open, ')')) == NULL)
		return false;
	n = (size_t)(shut - open) - 1;
	if (!member_valid(open + 1, n))
		return false;
	memcpy(pgm, open + 1, n);
	pgm[n] = '\0';
	library[0] = '\0';
	if (*p != '*' && snprintf(library, DSNAME_MAX + 1, "%s%s%.*s",
			     quoted ? "" : t->prefix,
			     quoted || t->prefix[0] == '\0' ? "" : ".",
			     (int)(open - p - quoted), p + quoted) > DSNAME_MAX)
		return false;
	shut++;
	if (*p == '\'' && *shut++ != '\'')
		return false;
	*pp = shut;
	return *shut == '\0' || *shut == ' ' || *shut == ',';
}

/* 'PARM', an apostrophe being two; false: it is none. */
static bool
parm_of(const char *p, char parm[101])
{
	size_t n = 0;
	bool closed = false;

	p += strspn(p, " ,");
	parm[0] = '\0';
	if (*p == '\0')
		return true;
	if (*p++ != '\'')
		return false;
	while (!closed && *p != '\0') {
		if (*p == '\'' && *++p != '\'') {
			closed = true;
		} else {
			if (n == 100)
				return false;
			parm[n++] = *p++;
		}
	}
	parm[n] = '\0';
	return closed && p[strspn(p, " ")] == '\0';
}

/* One of the table, or of the host. False: there is none. */
static bool
call(struct tso *t, const char *library, const char *pgm, const char *parm,
    struct program_end *endp)
{
	const struct program_host *host = t->run->host;
	const struct program *p = program_find(pgm);
	struct program_run run = *t->run;

	if (p == NULL)
		return host != NULL && host->call(host->ctx,
					   library[0] != '\0' ? library : NULL,
					   pgm, parm, endp);
	if (p->run == program_tso)
		return false;
	run.name = pgm;
	run.parm = parm;
	run.called = true;
	p->run(&run, endp);
	return true;
}

int
tso_call(struct tso *t, const char *operands)
{
	char library[DSNAME_MAX + 1], pgm[MEMBER_MAX + 1], parm[101];
	char code[PROGRAM_END_TEXT];
	struct program_end end;

	if (!program_of(t, &operands, library, pgm) ||
	    !parm_of(operands, parm)) {
		tso_line(t, "CATAMOUNT CALL takes LIBRARY(PROGRAM) or "
			    "*(PROGRAM), and 'PARM'");
		return TSO_FAILED;
	}
	if (!call(t, library, pgm, parm[0] != '\0' ? parm : NULL, &end)) {
		tso_line(t,
		    "CATAMOUNT CALL of %s, which is no program that it "
		    "can be of",
		    pgm);
		return TSO_FAILED;
	}
	if (end.kind == PROGRAM_CODE)
		return (int)end.code;
	program_end_text(&end, code);
	tso_line(t, "CATAMOUNT %s ended with %s%s%s", pgm, code,
	    end.why[0] != '\0' ? ": " : "", end.why);
	t->abended = true;
	t->end = end;
	return TSO_FAILED;
}

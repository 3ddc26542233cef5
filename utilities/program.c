/* The table of programs, and how one ends. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "utilities/program_int.h"

static void
iefbr14(struct program_run *run, struct program_end *endp)
{
	(void)run;
	program_code(endp, 0);
}

static const struct program programs[] = {
    {"IDCAMS", program_idcams, "access method services"},
    {"IEBCOMPR", program_iebcompr, "compares data sets record by record"},
    {"IEBCOPY", program_iebcopy, "copies, compresses, unloads libraries"},
    {"IEBGENER", program_iebgener, "copies, edits, makes members"},
    {"IEBPTPCH", program_iebptpch, "prints and punches data sets, members"},
    {"IEBUPDTE", program_iebupdte, "members from cards, changes by number"},
    {"ICEGENER", program_iebgener, "IEBGENER"},
    {"SORT", program_sort, "sorts, merges, copies and edits records"},
    {"ICEMAN", program_sort, "SORT"},
    {"SYNCSORT", program_sort, "SORT"},
    {"IEHPROGM", program_iehprogm, "scratches, renames, catalogs"},
    {"IKJEFT01", program_tso, "commands of TSO"},
    {"IKJEFT1A", program_tso, "IKJEFT01, which an error ends"},
    {"IKJEFT1B", program_tso, "IKJEFT01, which an error ends"},
    {"IEFBR14", iefbr14, "nothing: what DISP says is done all the same"},
};

const struct program *
program_at(size_t i)
{
	return i < sizeof(programs) / sizeof(programs[0]) ? &programs[i] : NULL;
}

const struct program *
program_find(const char *name)
{
	const struct program *p;
	size_t i;

	for (i = 0; (p = program_at(i)) != NULL; i++)
		if (strcmp(p->name, name) == 0)
			return p;
	return NULL;
}

void
program_end_text(const struct program_end *end, char out[PROGRAM_END_TEXT])
{
	const unsigned code = end->code & 0xFFF;

	switch (end->kind) {
	case PROGRAM_CODE:
		snprintf(out, PROGRAM_END_TEXT, "%04u", code);
		break;
	case PROGRAM_SYSTEM:
		snprintf(out, PROGRAM_END_TEXT, "S%03X", code);
		break;
	case PROGRAM_USER:
		snprintf(out, PROGRAM_END_TEXT, "U%04u", code);
		break;
	}
}

void
program_code(struct program_end *endp, int code)
{
	memset(endp, 0, sizeof(*endp));
	endp->kind = PROGRAM_CODE;
	endp->code = (unsigned)code;
}

void
program_abend(
    struct program_end *endp, unsigned code, unsigned reason, const char *why)
{
	memset(endp, 0, sizeof(*endp));
	endp->kind = PROGRAM_SYSTEM;
	endp->code = code;
	endp->reason = reason;
	snprintf(endp->why, sizeof(endp->why), "%s", why != NULL ? why : "");
}

/* The text of a full data set begins with the code: "D37-04: ...". */
static unsigned
space_code(const struct ds_diag *diag)
{
	if (strncmp(diag->text, "D37", 3) == 0)
		return 0xD37;
	if (strncmp(diag->text, "E37", 3) == 0)
		return 0xE37;
	return 0xB37;
}

bool
program_abend_of(
    struct program_end *endp, enum ds_status st, const struct ds_diag *diag)
{
	switch (st) {
	case DS_NOSPACE:
	case DS_FULL:
		program_abend(endp, space_code(diag), 4, diag->text);
		return true;
	case DS_CORRUPT:
	case DS_CORRUPTIX:
	case DS_BADBLOCK:
	case DS_IO:
		program_abend(endp, ABEND_IO, 4, diag->text);
		return true;
	case DS_OPEN_SECURITY:
	case DS_CAT_SECURITY:
		program_abend(endp, ABEND_SECURITY, 0x38, diag->text);
		return true;
	default:
		return false;
	}
}

bool
program_is_full(const struct program_end *end)
{
	return end->kind == PROGRAM_SYSTEM && (end->code & 0xFF) == 0x37;
}

bool
program_interrupted(const struct program_run *run)
{
	return run->interrupted != NULL && run->interrupted();
}

void
program_log(const struct program_run *run, const char *fmt, ...)
{
	char line[256];
	va_list ap;

	if (run->log == NULL)
		return;
	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	run->log(run->log_ctx, line);
}

void
program_log_msg(const struct program_run *run, enum msg_id id,
    const char *first, const char *second)
{
	const struct msg m = {.id = id, .insert = {first, second}};
	char line[256];

	msg_format(line, sizeof(line), &m);
	program_log(run, "%s", line);
}

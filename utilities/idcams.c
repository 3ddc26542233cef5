/*
 * IDCAMS: reads commands one by one, does each by its verb, keeps the
 * condition codes, ends with IDC0002I.
 */
#include <stdio.h>
#include <string.h>

#include "utilities/idcams_int.h"
#include "utilities/report.h"

enum { WHY_MAX = 200 };

/* Verbs with an action. All others are read and checked, and end with a
 * message of ours and code 12. */
static const struct {
	const char *verb;
	ams_action *act;
} actions[] = {
    {"ALLOCATE", ams_allocate},
    {"ALTER", ams_alter},
    {"BLDINDEX", ams_bldindex},
    {"DCOLLECT", ams_dcollect},
    {"DEFINE", ams_define},
    {"DELETE", ams_delete},
    {"DIAGNOSE", ams_diagnose},
    {"EXAMINE", ams_examine},
    {"EXPORT", ams_export},
    {"IMPORT", ams_import},
    {"LISTCAT", ams_listcat},
    {"PRINT", ams_print},
    {"REPRO", ams_repro},
    {"VERIFY", ams_verify},
};

/* A keyword that makes another command of a verb. */
static const struct {
	const char *verb, *keyword;
	ams_action *act;
} parts[] = {
    {"EXPORT", "DISCONNECT", ams_disconnect},
    {"IMPORT", "CONNECT", ams_connect},
    {"REPRO", "MERGECAT", ams_mergecat},
};

/* NULL: there is none. */
static ams_action *
find_action(const struct ams_command *cmd)
{
	const char *verb = cmd->verb->verb;
	size_t i;

	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (strcmp(verb, parts[i].verb) == 0 &&
		    ams_coded(cmd->top, parts[i].keyword))
			return parts[i].act;
	for (i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (strcmp(verb, actions[i].verb) == 0)
			return actions[i].act;
	return NULL;
}

bool
idcams_undone(const struct ams_command *cmd, char *why, size_t size)
{
	if (ams_refusal(cmd, why, size))
		return true;
	if (find_action(cmd) != NULL)
		return false;
	snprintf(why, size, "%s is not built in this version", cmd->verb->verb);
	return true;
}

int
idcams_do(struct ams_run *run, const struct ams_command *cmd)
{
	char why[WHY_MAX];

	if (!idcams_undone(cmd, why, sizeof(why)))
		return find_action(cmd)(run, cmd);
	ams_note(run, false, "%s", why);
	return ams_end(run, CC_FAILED);
}

/* PARM GRAPHICS may have chosen another chain. */
static void
follow_chain(struct ams_run *run)
{
	enum ams_chain c = ams_reader_settings(run->reader)->chain;

	sysprint_set_lower(run->sp, c == AMS_CHAIN_TN || c == AMS_CHAIN_SN);
}

/* What was done lasts before anything else shows it. */
static void
settle(struct ams_run *run)
{
	struct ds_diag diag = {0};
	unsigned undone = 0;
	enum ds_status st = ds_system_flush(run->sys, &undone, &diag);

	if (st == DS_OK)
		return;
	ams_catalog_error(run, st, &diag, "");
	if (undone > 0)
		ams_note(run, true,
		    "the last %u entries defined or deleted above were not",
		    undone);
	ams_done(run->reader, CC_FAILED);
}

/* The commands whose changes need not last at once. DELETE itself knows of
 * which entries that holds. */
static bool
goes_on(const struct ams_command *cmd)
{
	if (strcmp(cmd->verb->verb, "DELETE") == 0)
		return true;
	return strcmp(cmd->verb->verb, "DEFINE") == 0 &&
	       ams_coded(cmd->top, "NONVSAM") &&
	       !ams_coded(ams_sub(cmd->top, "NONVSAM"), "RECATALOG");
}

/* A command that failed; or was done without its end, which stands behind the
 * margin. */
static bool
wants_hint(unsigned hints, int cc)
{
	const unsigned cut = AMS_HINT_UNCLOSED | AMS_HINT_PAST_RIGHT;

	return hints != 0 && (cc >= CC_FAILED || (hints & cut) == cut);
}

/* One command of the input; false: it has ended. */
static bool
step(struct ams_run *run, void (*hint)(void *ctx, unsigned hints),
    void *hint_ctx)
{
	const struct ams_command *cmd = NULL;
	struct arena *arena = arena_new();
	enum ams_next next;
	unsigned hints;
	int cc;

	if (arena == NULL) {
		sysprint_msgv(run->sp, MSG_IDC3004I, NULL);
		ams_done(run->reader, CC_END);
		return false;
	}
	next = ams_next(run->reader, arena, &cmd);
	hints = ams_hints(run->reader);
	follow_chain(run);
	if (next == AMS_COMMAND) {
		if (!goes_on(cmd))
			settle(run);
		run->told_interrupted = false;
		cc = idcams_do(run, cmd);
		ams_done(run->reader, cc);
		report_end(run->sp, cc, ams_maxcc(run->reader));
		if (hint != NULL && wants_hint(hints, cc))
			hint(hint_ctx, hints);
	}
	arena_free(&arena);
	return next == AMS_COMMAND && !sysprint_failed(run->sp) &&
	       run->abend[0] == '\0';
}

int
idcams_run(struct ams_run *run, void (*hint)(void *ctx, unsigned hints),
    void *hint_ctx)
{
	char cc[16];

	follow_chain(run);
	while (step(run, hint, hint_ctx))
		;
	/* z/OS has a message of its own for it, whose text is not known. */
	settle(run);
	if (run->abend[0] != '\0')
		return ams_maxcc(run->reader);
	if (ams_cancelled(run->reader))
		ams_note(run, false, "CANCEL ended the step");
	snprintf(cc, sizeof(cc), "%d", ams_maxcc(run->reader));
	sysprint_msgv(run->sp, MSG_IDC0002I, cc, NULL);
	return ams_maxcc(run->reader);
}

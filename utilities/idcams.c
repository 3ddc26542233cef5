/*
 * IDCAMS: reads commands one by one, does each by its verb, keeps the
 * condition codes, ends with IDC0002I.
 */
#include <stdio.h>
#include <string.h>

#include "utilities/idcams_int.h"

/* Verbs with an action. All others are read and checked, and end with a
 * message of ours and code 12. */
static const struct {
	const char *verb;
	ams_action *act;
} actions[] = {
    {"BLDINDEX", ams_bldindex},
    {"DEFINE", ams_define},
    {"DELETE", ams_delete},
    {"LISTCAT", ams_listcat},
    {"PRINT", ams_print},
    {"REPRO", ams_repro},
    {"VERIFY", ams_verify},
};

/* Parameters without an action: the command is not done at all, since what
 * they ask for would be missing. under: the list that holds them. */
static const struct {
	const char *verb, *under, *keyword;
} missing[] = {
    {"DEFINE", "CLUSTER", "RECATALOG"},
    {"DEFINE", "ALTERNATEINDEX", "RECATALOG"},
    {"DEFINE", "PATH", "RECATALOG"},
    {"DEFINE", "PATH", "MODEL"},
    {"DEFINE", "NONVSAM", "RECATALOG"},
    {"DEFINE", "NONVSAM", "COLLECTION"},
    {"DELETE", NULL, "MASTERCATALOG"},
    {"DELETE", NULL, "NVR"},
    {"DELETE", NULL, "RECOVERY"},
    {"DELETE", NULL, "SPACE"},
    {"DELETE", NULL, "VVR"},
    {"LISTCAT", NULL, "NOTUSABLE"},
    {"PRINT", NULL, "DBCS"},
    {"REPRO", NULL, "CIMODE"},
    {"REPRO", NULL, "DECIPHER"},
    {"REPRO", NULL, "ENCIPHER"},
    {"REPRO", NULL, "ENTRIES"},
    {"REPRO", NULL, "LEVEL"},
    {"REPRO", NULL, "LIBRARYENTRIES"},
    {"REPRO", NULL, "MERGECAT"},
    {"REPRO", NULL, "VOLUMEENTRIES"},
};

/* The keyword that keeps the command from being done, or NULL. */
static const char *
missing_parameter(const struct ams_command *cmd)
{
	const struct ams_plist *l;
	size_t i;

	for (i = 0; i < sizeof(missing) / sizeof(missing[0]); i++) {
		if (strcmp(cmd->verb->verb, missing[i].verb) != 0)
			continue;
		l = missing[i].under != NULL
			? ams_sub(cmd->top, missing[i].under)
			: cmd->top;
		if (ams_coded(l, missing[i].keyword))
			return missing[i].keyword;
	}
	return NULL;
}

static int
do_command(struct ams_run *run, const struct ams_command *cmd)
{
	const char *verb = cmd->verb->verb, *kw;
	size_t i;

	kw = missing_parameter(cmd);
	if (kw != NULL) {
		ams_note(
		    run, false, "%s %s is not built in this version", verb, kw);
		return ams_end(run, CC_FAILED);
	}
	for (i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (strcmp(verb, actions[i].verb) == 0)
			return actions[i].act(run, cmd);
	ams_note(run, false, "%s is not built in this version", verb);
	return ams_end(run, CC_FAILED);
}

/* PARM GRAPHICS may have chosen another chain. */
static void
follow_chain(struct ams_run *run)
{
	enum ams_chain c = ams_reader_settings(run->reader)->chain;

	sysprint_set_lower(run->sp, c == AMS_CHAIN_TN || c == AMS_CHAIN_SN);
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
		cc = do_command(run, cmd);
		ams_done(run->reader, cc);
		if (hint != NULL && hints != 0 && cc >= CC_FAILED)
			hint(hint_ctx, hints);
	}
	arena_free(&arena);
	return next == AMS_COMMAND && !sysprint_failed(run->sp);
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
	if (ams_cancelled(run->reader))
		ams_note(run, false, "CANCEL ended the step");
	snprintf(cc, sizeof(cc), "%d", ams_maxcc(run->reader));
	sysprint_msgv(run->sp, MSG_IDC0002I, cc, NULL);
	return ams_maxcc(run->reader);
}

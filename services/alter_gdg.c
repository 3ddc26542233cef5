/*
 * ALTER of generation data groups: the words of a base, and ROLLIN of a
 * generation. What leaves a group then is gdg_roll.c's to say; it comes before
 * the other words of the command, as a change of its own.
 */
#include "services/alter_int.h"
#include "services/gdg.h"
#include "services/security_int.h"

static int
pair(const struct ds_alter *al, enum alter_word word)
{
	return alter_says(al, word) ? alter_yes(al, word) : -1;
}

static bool
says_group_word(const struct ds_alter *al)
{
	static const enum alter_word group[] = {ALTER_W_EMPTY, ALTER_W_EXTENDED,
	    ALTER_W_FIFO, ALTER_W_LIMIT, ALTER_W_PURGE, ALTER_W_SCRATCH};

	for (size_t i = 0; i < sizeof(group) / sizeof(group[0]); i++)
		if (alter_says(al, group[i]))
			return true;
	return false;
}

enum ds_status
alter_gdg(struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_alter *al = set->al;
	const struct ds_entry *ent = set->named->ent;
	const struct ds_alter_gdg group = {
	    .limit = alter_says(al, ALTER_W_LIMIT) ? al->limit : 0,
	    .scratch = pair(al, ALTER_W_SCRATCH),
	    .empty = pair(al, ALTER_W_EMPTY),
	    .fifo = pair(al, ALTER_W_FIFO),
	    .purge = pair(al, ALTER_W_PURGE),
	    .extended = pair(al, ALTER_W_EXTENDED)};

	enum ds_status st = DS_OK;

	security_asked(set->sys, ent, DS_ACCESS_ALTER);
	if (says_group_word(al))
		st = ds_alter_gdg(set->sys, ent->catalog, ent->name, &group,
		    al->rolled, al->rolled_ctx, diag);
	else if (alter_says(al, ALTER_W_ROLLIN))
		st = ds_gdg_rollin(set->sys, ent->catalog, ent->name,
		    al->rolled, al->rolled_ctx, diag);
	security_asked(set->sys, NULL, DS_ACCESS_NONE);
	return st;
}

/*
 * ALTER's words that are values of an entry: each is put where LISTCAT and the
 * opens look for it. A component's word is of that component alone; a cluster's
 * is of both where an open asks the component.
 */
#include <stdio.h>
#include <string.h>

#include "services/alter_int.h"

static void
set_flag(struct alter_ent *at, uint32_t flag, bool on)
{
	uint32_t flags;

	if (at->ent == NULL)
		return;
	flags = on ? at->ent->flags | flag : at->ent->flags & ~flag;
	at->changed = at->changed || flags != at->ent->flags;
	at->ent->flags = flags;
}

static void
set_parts(struct alter_set *set, uint32_t flag, bool on)
{
	set_flag(&set->data, flag, on);
	set_flag(&set->index, flag, on);
}

static void
set_all(struct alter_set *set, uint32_t flag, bool on)
{
	set_flag(&set->own, flag, on);
	set_parts(set, flag, on);
}

static void
set_text(struct alter_ent *at, char *field, size_t size, const char *value)
{
	snprintf(field, size, "%s", value);
	at->changed = true;
}

/* --- emptiness of an alternate index -------------------------------------- */

/* UNIQUEKEY and UPGRADE of one that has records would be said of records that
 * do not fit. */
static enum ds_status
check_aix(const struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_alter *al = set->al;
	const struct ds_entry *d = set->data.ent;
	char comp[SPHERE_NAME_LEN];
	struct sphere_state state;
	struct volume *vol;
	enum ds_status st;
	bool unique, upgrade;

	unique = alter_yes(al, ALTER_W_UNIQUEKEY) &&
		 (d->flags & DS_A_NONUNIQKEY) != 0;
	upgrade = alter_yes(al, ALTER_W_UPGRADE) &&
		  (set->own.ent->flags & DS_A_UPGRADE) == 0;
	if (!unique && !upgrade)
		return DS_OK;
	if ((st = ds_component(set->sys, d, comp, &vol, diag)) != DS_OK ||
	    (st = sphere_read_state(vol, comp, &state, NULL, diag)) != DS_OK)
		return st;
	if (state.part[SPHERE_DATA].hurba != 0)
		return alter_refuse(diag, set->named->ent, "IDC3538I", "");
	return DS_OK;
}

/* --- words kept as given -------------------------------------------------- */

/* Take the line of key out of extra. */
static void
drop_line(char *extra, const char *key, size_t len)
{
	char *p = extra, *end;

	while (*p != '\0') {
		end = strchr(p, '\n');
		end = end != NULL ? end + 1 : p + strlen(p);
		if (strncmp(p, key, len) == 0 && p[len] == '=') {
			memmove(p, end, strlen(end) + 1);
			return;
		}
		p = end;
	}
}

/* A line of the command, up to end, replaces that of its key. */
static enum ds_status
put_line(struct alter_ent *at, const char *line, const char *end,
    struct ds_diag *diag)
{
	char *extra = at->ent->extra;
	const size_t key = strcspn(line, "="), len = (size_t)(end - line);
	size_t n;

	drop_line(extra, line, key);
	at->changed = true;
	if (line[key + 1] == '\n')
		return DS_OK;
	n = strlen(extra);
	if (n + len >= sizeof(at->ent->extra))
		return ds_fail(
		    diag, DS_CAT_FULL, at->ent->name, "too many words");
	memcpy(extra + n, line, len);
	extra[n + len] = '\0';
	return DS_OK;
}

/* ACCOUNT is listed with the data component, and so kept there too. */
static enum ds_status
set_extra(struct alter_set *set, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	const char *p, *end;

	for (p = set->al->extra; *p != '\0' && st == DS_OK; p = end) {
		end = strchr(p, '\n');
		if (end == NULL || memchr(p, '=', (size_t)(end - p)) == NULL)
			return ds_fail(diag, DS_INVALID, set->named->ent->name,
			    "no line of the form KEY=value");
		end++;
		st = put_line(set->named, p, end, diag);
		if (st == DS_OK && set->data.ent != NULL &&
		    strncmp(p, "ACCOUNT=", 8) == 0)
			st = put_line(&set->data, p, end, diag);
	}
	return st;
}

/* LOG decides whether requests are durable: the flag is of all parts. */
static void
set_logged(struct alter_set *set)
{
	set_all(set, DS_A_LOGGED, ds_extra_durable(set->own.ent->extra));
}

/* --- values ----------------------------------------------------------------
 */

static void
set_component(struct alter_set *set)
{
	const struct ds_alter *al = set->al;
	struct alter_ent *at = set->named;
	struct ds_entry *ent = at->ent;

	if (alter_says(al, ALTER_W_FREESPACE)) {
		ent->fspc_ci = (uint8_t)al->fspc_ci;
		ent->fspc_ca = (uint8_t)al->fspc_ca;
		at->changed = true;
	}
	if (alter_says(al, ALTER_W_SHAREOPTIONS)) {
		ent->share_region = (uint8_t)al->share_region;
		if (al->share_system != 0)
			ent->share_system = (uint8_t)al->share_system;
		at->changed = true;
	}
	if (alter_says(al, ALTER_W_BUFFERSPACE)) {
		ent->bufspace = (uint32_t)al->bufspace;
		at->changed = true;
	}
	if (alter_says(al, ALTER_W_EXCEPTIONEXIT) ||
	    alter_says(al, ALTER_W_NULL_EXIT))
		set_text(at, ent->exceptexit, sizeof(ent->exceptexit),
		    al->exceptexit);
}

static void
set_flags(struct alter_set *set)
{
	static const struct {
		enum alter_word word;
		uint32_t flag;
	} flags[] = {
	    {ALTER_W_ERASE, DS_A_ERASE},
	    {ALTER_W_INHIBIT, DS_A_INHIBIT},
	    {ALTER_W_UPDATE, DS_A_UPDATE},
	    {ALTER_W_UPGRADE, DS_A_UPGRADE},
	    {ALTER_W_WRITECHECK, DS_A_WRITECHECK},
	};
	const struct ds_alter *al = set->al;

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (alter_says(al, flags[i].word))
			set_flag(set->named, flags[i].flag,
			    alter_yes(al, flags[i].word));
	if (alter_says(al, ALTER_W_UNIQUEKEY))
		set_flag(&set->data, DS_A_NONUNIQKEY,
		    !alter_yes(al, ALTER_W_UNIQUEKEY));
	if (alter_says(al, ALTER_W_REUSE))
		set_all(set, DS_A_REUSE, alter_yes(al, ALTER_W_REUSE));
	if (alter_says(al, ALTER_W_EXTADDR))
		set_parts(set, DS_A_EXTADDR, true);
}

static void
set_whole(struct alter_set *set)
{
	const struct ds_alter *al = set->al;
	struct alter_ent *at = set->named,
			 *all[] = {&set->own, &set->data, &set->index};
	struct ds_entry *ent = at->ent;

	if (alter_says(al, ALTER_W_OWNER) || alter_says(al, ALTER_W_NULL_OWNER))
		set_text(at, ent->owner, sizeof(ent->owner), al->owner);
	if (alter_says(al, ALTER_W_RETENTION) ||
	    alter_says(al, ALTER_W_NULL_RETENTION)) {
		ent->expires = al->expires;
		at->changed = true;
	}
	if (alter_says(al, ALTER_W_STORAGECLASS) ||
	    alter_says(al, ALTER_W_NULL_STORAGECLASS))
		set_text(
		    at, ent->storclas, sizeof(ent->storclas), al->storclas);
	if (alter_says(al, ALTER_W_MANAGEMENTCLASS) ||
	    alter_says(al, ALTER_W_NULL_MANAGEMENTCLASS))
		set_text(
		    at, ent->mgmtclas, sizeof(ent->mgmtclas), al->mgmtclas);
	if (!alter_says(al, ALTER_W_CCSID))
		return;
	ent->ccsid = al->ccsid;
	at->changed = true;
	for (size_t i = 0; i < 3; i++)
		if (all[i]->ent != NULL) {
			all[i]->ent->ccsid = al->ccsid;
			all[i]->changed = true;
		}
}

/* --- checks ----------------------------------------------------------------
 */

static enum ds_status
check_classes(const struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_alter *al = set->al;
	const struct ds_entry *ent = set->named->ent;
	bool storclas = alter_says(al, ALTER_W_STORAGECLASS);
	bool mgmtclas = alter_says(al, ALTER_W_MANAGEMENTCLASS);

	if ((ent->flags & DS_A_SMS) != 0)
		return ds_classes_check(&set->sys->config,
		    storclas ? al->storclas : "", mgmtclas ? al->mgmtclas : "",
		    ent->name, diag);
	if (storclas)
		return alter_refuse(diag, ent, "IDC3190I", "STORAGECLASS");
	if (mgmtclas)
		return alter_refuse(diag, ent, "IDC3190I", "MANAGEMENTCLASS");
	return DS_OK;
}

/* Two data buffers, and one of the index: the least that DEFINE takes too. */
static bool
buffers_too_small(const struct alter_set *set)
{
	const struct ds_entry *d = set->data.ent;
	uint64_t least;

	if (!alter_says(set->al, ALTER_W_BUFFERSPACE) || d == NULL)
		return false;
	least = 2 * (uint64_t)d->cisize;
	if (set->index.ent != NULL)
		least += set->index.ent->cisize;
	return (uint64_t)set->al->bufspace < least;
}

static enum ds_status
check_component(const struct alter_set *set, struct ds_diag *diag)
{
	const struct ds_alter *al = set->al;
	const struct ds_entry *ent = set->named->ent;

	if (alter_says(al, ALTER_W_FREESPACE) && ent->org != DS_ORG_KSDS &&
	    ent->org != DS_ORG_VRRDS)
		return alter_refuse(diag, ent, "IDC3190I", "FREESPACE");
	/* as of DEFINE: a base of alternate indexes is not emptied at an open;
	 * nor does REUSE go with an alternate index that had none (doc) */
	if (alter_yes(al, ALTER_W_REUSE) &&
	    (set->own.ent->type == DS_AIX ||
		ds_entry_assoc(set->own.ent, DS_AIX) != NULL))
		return alter_refuse(diag, ent, "IDC3190I", "REUSE");
	/* pointers of an alternate index to it would be longer */
	if (alter_says(al, ALTER_W_EXTADDR) &&
	    ((set->data.ent->flags & DS_A_EXTENDED) == 0 ||
		(set->data.ent->org == DS_ORG_ESDS &&
		    ds_entry_assoc(set->own.ent, DS_AIX) != NULL)))
		return alter_refuse(
		    diag, ent, "IDC3190I", "EXTENDEDADDRESSABLE");
	if (buffers_too_small(set))
		return ds_fail(diag, DS_CAT_BUFSPACE, ent->name, NULL);
	return DS_OK;
}

enum ds_status
alter_attrs(struct alter_set *set, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = check_component(set, diag)) != DS_OK ||
	    (st = check_classes(set, diag)) != DS_OK ||
	    (st = check_aix(set, diag)) != DS_OK)
		return st;
	set_component(set);
	set_flags(set);
	set_whole(set);
	if ((st = set_extra(set, diag)) == DS_OK && set->own.ent != NULL &&
	    set->named == &set->own)
		set_logged(set);
	return st;
}

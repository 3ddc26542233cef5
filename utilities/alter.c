/*
 * ALTER: the words of a command become what services change; one entry, or all
 * that a generic name takes and the words fit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/alter.h"
#include "services/locate.h"
#include "utilities/alter_int.h"
#include "utilities/define_int.h"
#include "utilities/idcams_int.h"

struct alteration {
	struct ams_run *run;
	struct ds_alter al;
	const char *pattern, *newname; /* newname NULL: NEWNAME not coded */
	struct alter_name {
		char name[DSNAME_MAX + 1];
	} * found;
	size_t nfound;
	char misfit[DSNAME_MAX + 1]; /* the first that the words do not fit */
	bool nomem;
};

/* --- words ---------------------------------------------------------------- */

static void
say(struct ds_alter *al, enum alter_word word)
{
	al->said |= (uint64_t)1 << word;
}

/* One keyword or two that exclude each other, and what they say. */
static const struct {
	const char *yes, *no;
	enum alter_word word;
} keywords[] = {
    {"ACCOUNT", NULL, ALTER_W_ACCOUNT},
    {"ADDVOLUMES", NULL, ALTER_W_ADDVOLUMES},
    {"BUFFERSPACE", NULL, ALTER_W_BUFFERSPACE},
    {"BUFND", NULL, ALTER_W_BUFND},
    {"BUFNI", NULL, ALTER_W_BUFNI},
    {"BWO", NULL, ALTER_W_BWO},
    {"CCSID", NULL, ALTER_W_CCSID},
    {"ECSHARING", "NOECSHARING", ALTER_W_ECSHARING},
    {"LOCK", "UNLOCK", ALTER_W_LOCK},
    {"SUSPEND", "RESUME", ALTER_W_SUSPEND},
    {"EMPTY", "NOEMPTY", ALTER_W_EMPTY},
    {"ERASE", "NOERASE", ALTER_W_ERASE},
    {"EXCEPTIONEXIT", NULL, ALTER_W_EXCEPTIONEXIT},
    {"EXTENDED", "NOEXTENDED", ALTER_W_EXTENDED},
    {"EXTENDEDADDRESSABLE", NULL, ALTER_W_EXTADDR},
    {"FIFO", "LIFO", ALTER_W_FIFO},
    {"FILEDATA", NULL, ALTER_W_FILEDATA},
    {"FREESPACE", NULL, ALTER_W_FREESPACE},
    {"FRLOG", NULL, ALTER_W_FRLOG},
    {"INHIBIT", "UNINHIBIT", ALTER_W_INHIBIT},
    {"KEYS", NULL, ALTER_W_KEYS},
    {"LIMIT", NULL, ALTER_W_LIMIT},
    {"LOG", NULL, ALTER_W_LOG},
    {"LOGREPLICATE", "NOLOGREPLICATE", ALTER_W_LOGREPLICATE},
    {"LOGSTREAMID", NULL, ALTER_W_LOGSTREAMID},
    {"MANAGEMENTCLASS", NULL, ALTER_W_MANAGEMENTCLASS},
    {"NEWNAME", NULL, ALTER_W_NEWNAME},
    {"OWNER", NULL, ALTER_W_OWNER},
    {"PURGE", "NOPURGE", ALTER_W_PURGE},
    {"RECLAIMCA", "NORECLAIMCA", ALTER_W_RECLAIMCA},
    {"RECORDSIZE", NULL, ALTER_W_RECORDSIZE},
    {"REMOVEVOLUMES", NULL, ALTER_W_REMOVEVOLUMES},
    {"TO", "FOR", ALTER_W_RETENTION},
    {"REUSE", "NOREUSE", ALTER_W_REUSE},
    {"RLSENABLE", "RLSQUIESCE", ALTER_W_RLSENABLE},
    {"ROLLIN", NULL, ALTER_W_ROLLIN},
    {"SCRATCH", "NOSCRATCH", ALTER_W_SCRATCH},
    {"SHAREOPTIONS", NULL, ALTER_W_SHAREOPTIONS},
    {"STORAGECLASS", NULL, ALTER_W_STORAGECLASS},
    {"STRNO", NULL, ALTER_W_STRNO},
    {"TYPE", NULL, ALTER_W_TYPE},
    {"UNIQUEKEY", "NONUNIQUEKEY", ALTER_W_UNIQUEKEY},
    {"UPDATE", "NOUPDATE", ALTER_W_UPDATE},
    {"UPGRADE", "NOUPGRADE", ALTER_W_UPGRADE},
    {"WRITECHECK", "NOWRITECHECK", ALTER_W_WRITECHECK},
};

static void
read_keywords(struct ds_alter *al, const struct ams_plist *top)
{
	bool no;

	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
		no = keywords[i].no != NULL && ams_coded(top, keywords[i].no);
		if (!no && !ams_coded(top, keywords[i].yes))
			continue;
		say(al, keywords[i].word);
		if (no)
			al->no |= (uint64_t)1 << keywords[i].word;
	}
}

static void
add_extra(struct ds_alter *al, const char *key, const char *value)
{
	size_t n = strlen(al->extra);
	char *p = al->extra + n + strlen(key) + 1;

	n += (size_t)snprintf(
	    al->extra + n, sizeof(al->extra) - n, "%s=%s\n", key, value);
	/* a line end within the value would begin another word */
	for (; n < sizeof(al->extra) && p < al->extra + n - 1; p++)
		if ((unsigned char)*p < ' ')
			*p = ' ';
}

/* Words that are kept as they were given, as DEFINE keeps them. */
static void
read_extra(struct ds_alter *al, const struct ams_plist *top)
{
	static const char *const words[] = {"ACCOUNT", "BWO", "BUFND", "BUFNI",
	    "FILEDATA", "FRLOG", "LOG", "LOGSTREAMID", "STRNO"};
	static const char *const pairs[][2] = {
	    {"LOGREPLICATE", "NOLOGREPLICATE"}, {"RLSENABLE", "RLSQUIESCE"},
	    {"RECLAIMCA", "NORECLAIMCA"}, {"ECSHARING", "NOECSHARING"},
	    {"LOCK", "UNLOCK"}, {"SUSPEND", "RESUME"}};
	const char *s, *second;
	char both[80];

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if ((s = ams_text(top, words[i], 0)) == NULL)
			continue;
		second = ams_text(top, words[i], 1);
		snprintf(both, sizeof(both), "%s%s%s", s,
		    second != NULL ? " " : "", second != NULL ? second : "");
		add_extra(al, words[i], both);
	}
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		for (int k = 0; k < 2; k++)
			if (ams_coded(top, pairs[i][k])) {
				add_extra(al, pairs[i][k], "YES");
				add_extra(al, pairs[i][1 - k], "");
			}
}

static void
read_nullify(struct ds_alter *al, const struct ams_plist *l)
{
	static const struct {
		const char *keyword;
		enum alter_word word;
		bool extra;
	} nulls[] = {
	    {"BWO", ALTER_W_NULL_BWO, true},
	    {"EXCEPTIONEXIT", ALTER_W_NULL_EXIT, false},
	    {"LOG", ALTER_W_NULL_LOG, true},
	    {"LOGSTREAMID", ALTER_W_NULL_LOGSTREAMID, true},
	    {"MANAGEMENTCLASS", ALTER_W_NULL_MANAGEMENTCLASS, false},
	    {"STORAGECLASS", ALTER_W_NULL_STORAGECLASS, false},
	    {"OWNER", ALTER_W_NULL_OWNER, false},
	    {"RETENTION", ALTER_W_NULL_RETENTION, false},
	};

	for (size_t i = 0; i < sizeof(nulls) / sizeof(nulls[0]); i++) {
		if (!ams_coded(l, nulls[i].keyword))
			continue;
		say(al, nulls[i].word);
		if (nulls[i].extra)
			add_extra(al, nulls[i].keyword, "");
	}
}

static int
read_volumes(char volumes[59][VOLSER_MAX + 1], const struct ams_plist *top,
    const char *kw)
{
	const struct ams_param *p = ams_find(top, kw);
	int i, n = 0;

	for (i = 0; p != NULL && i < p->nvalues && n < 59; i++)
		snprintf(
		    volumes[n++], VOLSER_MAX + 1, "%.6s", p->values[i].text);
	return n;
}

static void
read_values(struct ds_alter *al, const struct ams_plist *top)
{
	al->catalog = ams_text(top, "CATALOG", 0);
	al->naddvols = read_volumes(al->addvols, top, "ADDVOLUMES");
	al->nremvols = read_volumes(al->remvols, top, "REMOVEVOLUMES");
	al->share_region = (int)ams_num(top, "SHAREOPTIONS", 0, 0);
	al->share_system = (int)ams_num(top, "SHAREOPTIONS", 1, 0);
	al->fspc_ci = (int)ams_num(top, "FREESPACE", 0, 0);
	al->fspc_ca = (int)ams_num(top, "FREESPACE", 1, 0);
	al->bufspace = ams_num(top, "BUFFERSPACE", 0, 0);
	al->keylen = (int)ams_num(top, "KEYS", 0, 0);
	al->rkp = (int)ams_num(top, "KEYS", 1, 0);
	al->avglrecl = ams_num(top, "RECORDSIZE", 0, 0);
	al->maxlrecl = ams_num(top, "RECORDSIZE", 1, 0);
	al->ccsid = (uint16_t)ams_num(top, "CCSID", 0, 0);
	al->limit = (uint16_t)ams_num(top, "LIMIT", 0, 0);
	al->expires = ams_read_expiry(top);
	ams_copy_text(al->owner, sizeof(al->owner), top, "OWNER");
	ams_copy_text(
	    al->exceptexit, sizeof(al->exceptexit), top, "EXCEPTIONEXIT");
	ams_copy_text(al->storclas, sizeof(al->storclas), top, "STORAGECLASS");
	ams_copy_text(
	    al->mgmtclas, sizeof(al->mgmtclas), top, "MANAGEMENTCLASS");
	read_extra(al, top);
	read_nullify(al, ams_sub(top, "NULLIFY"));
}

/* --- one entry ------------------------------------------------------------ */

static int
not_altered(struct alteration *a, enum ds_status st, const struct ds_diag *diag,
    const char *name)
{
	ams_catalog_error(a->run, st, diag, name);
	/* codes that say little by themselves */
	if ((st == DS_CAT_RELATED || st == DS_CAT_NOTEMPTY) &&
	    diag->text[0] != '\0')
		ams_note(a->run, true, "%s", diag->text);
	sysprint_msgv(a->run->sp, MSG_IDC0532I, name, NULL);
	return CC_FAILED;
}

/* z/OS's text is not known. */
static void
rolled(void *ctx, const char *name, enum ds_rolled how)
{
	static const char *const what[] = {
	    [DS_ROLLED_DELETED] = "deleted",
	    [DS_ROLLED_UNCATALOGED] = "uncataloged",
	    [DS_ROLLED_RECATALOGED] = "kept as rolled off",
	    [DS_ROLLED_INUSE] = "in use and kept as rolled off",
	};
	struct alteration *a = ctx;

	ams_note(a->run, false, "generation %s is %s", name, what[how]);
}

static void
say_volumes(struct alteration *a, uint64_t any)
{
	const struct ds_alter *al = &a->al;

	for (int i = 0; i < al->naddvols; i++)
		sysprint_msgv(a->run->sp, MSG_IDC0526I,
		    any >> i & 1 ? "*" : al->addvols[i], "0", NULL);
	for (int i = 0; i < al->nremvols; i++)
		sysprint_msgv(
		    a->run->sp, MSG_IDC0526I, al->remvols[i], "0", NULL);
}

/* A data set that got the name of a generation is in its group by ROLLIN. */
static void
say_deferred(struct alteration *a)
{
	struct ds_entry *ent = NULL;
	struct ds_diag diag = {0};

	if (a->newname == NULL ||
	    !dsname_generation(a->al.newname, NULL, NULL, NULL))
		return;
	if (ds_locate(a->run->sys, a->al.catalog, a->al.newname, &ent, &diag) ==
		DS_OK &&
	    ent->type == DS_GDS && ent->gds_status == 'D')
		ams_note(a->run, true,
		    "%s is deferred: ALTER ROLLIN puts it in its group",
		    ent->name);
	ds_entry_free(&ent);
}

static int
alter_one(struct alteration *a, const char *name)
{
	struct sysprint *sp = a->run->sp;
	struct ds_diag diag = {0};
	uint64_t any = 0;
	unsigned warn = 0;
	enum ds_status st;

	a->al.anyp = &any;
	st = ds_alter(a->run->sys, name, &a->al, &warn, &diag);
	if (st != DS_OK)
		return not_altered(a, st, &diag,
		    st == DS_CAT_INUSE && diag.name[0] != '\0' ? diag.name
							       : name);
	if ((warn & ALTER_EQUAL_DEFAULT) != 0)
		sysprint_msgv(sp, MSG_IDC1543I, NULL);
	if ((warn & ALTER_EQUAL_OTHER) != 0)
		sysprint_msgv(sp, MSG_IDC1544I, NULL);
	a->al.anyp = NULL;
	say_volumes(a, any);
	sysprint_msgv(sp, MSG_IDC0531I, name, NULL);
	say_deferred(a);
	return warn != 0 ? CC_WARNING : CC_OK;
}

/* --- generic names -------------------------------------------------------- */

static bool
found(void *ctx, const struct ds_entry *ent)
{
	struct alteration *a = ctx;
	const char *keyword;
	struct alter_name *v;

	if (!ds_alter_fits(ent, &a->al, &keyword)) {
		if (a->misfit[0] == '\0')
			memcpy(a->misfit, ent->name, sizeof(a->misfit));
		return true;
	}
	/* by doubling, at powers of two */
	if ((a->nfound & (a->nfound - 1)) == 0) {
		v = realloc(
		    a->found, (a->nfound > 0 ? 2 * a->nfound : 1) * sizeof(*v));
		if (v == NULL) {
			a->nomem = true;
			return false;
		}
		a->found = v;
	}
	memcpy(a->found[a->nfound++].name, ent->name, DSNAME_MAX + 1);
	return true;
}

/* What stood at the asterisk of the old name is put at that of the new one.
 * False: the name is too long. */
static bool
new_name(const struct alteration *a, const char *name, char *out)
{
	const char *old = strchr(a->pattern, '*');
	const char *new = strchr(a->newname, '*');
	const char *q = name + (old - a->pattern);

	return snprintf(out, DSNAME_MAX + 1, "%.*s%.*s%s",
		   (int)(new - a->newname), a->newname, (int)strcspn(q, "."), q,
		   new + 1) <= DSNAME_MAX;
}

static int
alter_found(struct alteration *a, const char *name)
{
	if (a->newname != NULL && !new_name(a, name, a->al.newname)) {
		sysprint_msgv(a->run->sp, MSG_IDC3529I, NULL);
		sysprint_msgv(a->run->sp, MSG_IDC0532I, name, NULL);
		return CC_FAILED;
	}
	return alter_one(a, name);
}

static int
alter_pattern(struct alteration *a)
{
	struct ds_diag diag = {0};
	enum ds_status st;
	int cc = CC_OK, one;

	st = ds_list(a->run->sys, a->al.catalog, DS_SEL_GENERIC, a->pattern,
	    false, found, a, &diag);
	if (st == DS_OK && a->nfound == 0 && a->misfit[0] != '\0')
		return alter_found(a, a->misfit);
	if (st == DS_OK && a->nfound == 0)
		st = DS_CAT_NOTFOUND;
	if (st != DS_OK)
		return not_altered(a, st, &diag, a->pattern);
	for (size_t i = 0; i < a->nfound && !a->nomem; i++) {
		if (ams_interrupted(a->run))
			break;
		one = alter_found(a, a->found[i].name);
		cc = one > cc ? one : cc;
	}
	return cc;
}

/* A generic name has one asterisk, and so has the new name of what it takes. */
static bool
stars_fit(const struct alteration *a)
{
	const char *old = strchr(a->pattern, '*');
	const char *new;

	if (a->newname == NULL)
		return true;
	new = strchr(a->newname, '*');
	if (strchr(a->newname, '%') != NULL)
		return false;
	if (old == NULL || new == NULL)
		return old == new;
	return strchr(old + 1, '*') == NULL && strchr(new + 1, '*') == NULL;
}

/* --- the command -----------------------------------------------------------
 */

static int
alter_entry(struct alteration *a)
{
	if (!stars_fit(a)) {
		sysprint_msgv(a->run->sp, MSG_IDC3536I, NULL);
		sysprint_msgv(a->run->sp, MSG_IDC0532I, a->pattern, NULL);
		return CC_FAILED;
	}
	if (dsname_generic(a->pattern))
		return alter_pattern(a);
	if (a->newname != NULL)
		snprintf(
		    a->al.newname, sizeof(a->al.newname), "%s", a->newname);
	return alter_one(a, a->pattern);
}

int
ams_alter(struct ams_run *run, const struct ams_command *cmd)
{
	const struct ams_param *p = ams_find(cmd->top, "ENTRYNAME");
	const struct ams_param *n = ams_find(cmd->top, "NEWNAME");
	struct alteration a = {.run = run};
	char generation[AMS_GENERATION];
	struct ds_diag diag = {0};
	bool relative = ams_is_relative(&p->values[0]);
	enum ds_status st;
	int cc;

	if ((p->values[0].has_member && !relative) ||
	    (n != NULL && n->values[0].has_member))
		return alter_member(
		    run, &p->values[0], n != NULL ? &n->values[0] : NULL);
	a.pattern = p->values[0].text;
	if (relative) {
		st = ams_generation(run, &p->values[0], generation, &diag);
		if (st != DS_OK)
			return ams_end(
			    run, not_altered(&a, st, &diag, generation));
		a.pattern = generation;
	}
	a.newname = n != NULL ? n->values[0].text : NULL;
	read_keywords(&a.al, cmd->top);
	read_values(&a.al, cmd->top);
	a.al.rolled = rolled;
	a.al.rolled_ctx = &a;
	cc = alter_entry(&a);
	free(a.found);
	return ams_end(run, ams_whole(run, a.nomem, cc));
}

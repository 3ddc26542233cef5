/*
 * DEFINE: the parameters of a command become what services ask for, the
 * outcome becomes messages, in the order that z/OS has.
 */
#include <stdio.h>
#include <string.h>

#include "services/define.h"
#include "base/date.h"
#include "utilities/define_int.h"
#include "utilities/idcams_int.h"
#include "utilities/keyranges_int.h"

/* --- one level: CLUSTER, DATA or INDEX ----------------------------------- */

void
ams_copy_text(char *out, size_t size, const struct ams_plist *l, const char *kw)
{
	const char *s = ams_text(l, kw, 0);

	snprintf(out, size, "%s", s != NULL ? s : "");
}

/* What was coded here; a default is no reason to override another level. */
int64_t
ams_coded_num(const struct ams_plist *l, const char *kw, int i, int64_t none)
{
	return ams_coded(l, kw) ? ams_num(l, kw, i, none) : none;
}

/* 1 the word, 0 its opposite, -1 neither. */
int
ams_coded_flag(const struct ams_plist *l, const char *yes, const char *no)
{
	if (ams_coded(l, yes))
		return 1;
	return ams_coded(l, no) ? 0 : -1;
}

static void
read_space(struct ds_define_level *v, const struct ams_plist *l)
{
	static const struct {
		const char *keyword;
		enum ds_unit unit;
	} units[] = {
	    {"CYLINDERS", DS_UNIT_CYL},
	    {"TRACKS", DS_UNIT_TRK},
	    {"RECORDS", DS_UNIT_REC},
	    {"KILOBYTES", DS_UNIT_KB},
	    {"MEGABYTES", DS_UNIT_MB},
	};
	size_t i;

	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!ams_coded(l, units[i].keyword))
			continue;
		v->unit = units[i].unit;
		v->pri = (uint32_t)ams_num(l, units[i].keyword, 0, 0);
		v->sec = (uint32_t)ams_num(l, units[i].keyword, 1, 0);
	}
}

int
ams_read_volume_list(
    char volumes[59][VOLSER_MAX + 1], const struct ams_plist *l, const char *kw)
{
	const struct ams_param *p = ams_find(l, kw);
	int i, n = 0;

	for (i = 0; p != NULL && i < p->nvalues && n < 59; i++)
		snprintf(
		    volumes[n++], VOLSER_MAX + 1, "%.6s", p->values[i].text);
	return n;
}

int
ams_read_volumes(char volumes[59][VOLSER_MAX + 1], const struct ams_plist *l)
{
	return ams_read_volume_list(volumes, l, "VOLUMES");
}

/* l NULL: the level was not coded. */
void
ams_read_level(struct ds_define_level *v, const struct ams_plist *l)
{
	const char *s;

	ams_copy_text(v->name, sizeof(v->name), l, "NAME");
	read_space(v, l);
	v->nvolumes = ams_read_volumes(v->volumes, l);
	v->keylen = (int)ams_coded_num(l, "KEYS", 0, -1);
	v->rkp = (int)ams_coded_num(l, "KEYS", 1, -1);
	v->avglrecl = ams_coded_num(l, "RECORDSIZE", 0, -1);
	v->maxlrecl = ams_coded_num(l, "RECORDSIZE", 1, -1);
	v->cisize = (uint32_t)ams_coded_num(l, "CONTROLINTERVALSIZE", 0, 0);
	v->fspc_ci = (int)ams_coded_num(l, "FREESPACE", 0, -1);
	v->fspc_ca =
	    (int)ams_coded_num(l, "FREESPACE", 1, v->fspc_ci >= 0 ? 0 : -1);
	v->share_region = (int)ams_coded_num(l, "SHAREOPTIONS", 0, 0);
	v->share_system = (int)ams_coded_num(
	    l, "SHAREOPTIONS", 1, v->share_region > 0 ? 3 : 0);
	v->bufspace = ams_coded_num(l, "BUFFERSPACE", 0, -1);
	v->erase = ams_coded_flag(l, "ERASE", "NOERASE");
	v->reuse = ams_coded_flag(l, "REUSE", "NOREUSE");
	v->spanned = ams_coded_flag(l, "SPANNED", "NONSPANNED");
	v->speed = ams_coded_flag(l, "SPEED", "RECOVERY");
	v->writecheck = ams_coded_flag(l, "WRITECHECK", "NOWRITECHECK");
	v->ordered = ams_coded_flag(l, "ORDERED", "UNORDERED");
	ams_copy_text(v->exceptexit, sizeof(v->exceptexit), l, "EXCEPTIONEXIT");
	ams_copy_text(v->owner, sizeof(v->owner), l, "OWNER");
	ams_copy_text(v->model, sizeof(v->model), l, "MODEL");
	if ((s = ams_text(l, "MODEL", 1)) != NULL)
		snprintf(v->model_catalog, sizeof(v->model_catalog), "%s", s);
}

/* --- the cluster --------------------------------------------------------- */

static void
read_org(struct ds_define_cluster *def, const struct ams_plist *l)
{
	static const struct {
		const char *keyword;
		enum ds_org org;
	} orgs[] = {
	    {"INDEXED", DS_ORG_KSDS},
	    {"NONINDEXED", DS_ORG_ESDS},
	    {"NUMBERED", DS_ORG_RRDS},
	    {"LINEAR", DS_ORG_LDS},
	    {"ZFS", DS_ORG_LDS},
	};
	size_t i;

	def->org = DS_ORG_KSDS;
	for (i = 0; i < sizeof(orgs) / sizeof(orgs[0]); i++) {
		if (!ams_coded(l, orgs[i].keyword))
			continue;
		def->org = orgs[i].org;
		def->org_given = true;
	}
}

/* Words that are kept as they were given, one a line. */
static void
read_extra(struct ds_define_cluster *def, const struct ams_plist *l)
{
	static const char *const words[] = {"LOG", "LOGSTREAMID", "BWO",
	    "FRLOG", "EATTR", "KEYLABEL", "ACCOUNT"};
	static const char *const flags[] = {"LOGREPLICATE", "NOLOGREPLICATE",
	    "RLSENABLE", "RLSQUIESCE", "RECLAIMCA", "NORECLAIMCA"};
	size_t i, n = 0, size = sizeof(def->extra);
	const char *s;

	for (i = 0; i < sizeof(words) / sizeof(words[0]) && n < size; i++)
		if ((s = ams_text(l, words[i], 0)) != NULL)
			n += (size_t)snprintf(
			    def->extra + n, size - n, "%s=%s\n", words[i], s);
	for (i = 0; i < sizeof(flags) / sizeof(flags[0]) && n < size; i++)
		if (ams_coded(l, flags[i]))
			n += (size_t)snprintf(
			    def->extra + n, size - n, "%s=YES\n", flags[i]);
}

/* TO(date) or FOR(days); 9999 days are for ever. */
uint32_t
ams_read_expiry(const struct ams_plist *l)
{
	int64_t days;

	if (ams_coded(l, "TO"))
		return (uint32_t)ams_num(l, "TO", 0, 0);
	if (!ams_coded(l, "FOR"))
		return 0;
	days = ams_num(l, "FOR", 0, 0);
	if (days >= DS_DATE_FOREVER_DAYS)
		return DS_DATE_NEVER;
	return ds_date_add(ds_today(), (int)days);
}

void
ams_read_cluster(struct ds_define_cluster *def, const struct ams_plist *top,
    const struct ams_plist *l)
{
	read_org(def, l);
	ams_read_level(&def->cluster, l);
	ams_read_level(&def->data, ams_sub(top, "DATA"));
	ams_read_level(&def->index, ams_sub(top, "INDEX"));
	def->have_data = ams_coded(top, "DATA");
	def->have_index = ams_coded(top, "INDEX");
	ams_copy_text(def->model, sizeof(def->model), l, "MODEL");
	ams_copy_text(def->catalog, sizeof(def->catalog), top, "CATALOG");
	ams_copy_text(def->storclas, sizeof(def->storclas), l, "STORAGECLASS");
	ams_copy_text(
	    def->mgmtclas, sizeof(def->mgmtclas), l, "MANAGEMENTCLASS");
	ams_copy_text(def->dataclas, sizeof(def->dataclas), l, "DATACLASS");
	def->expires = ams_read_expiry(l);
	def->ccsid = (uint16_t)ams_coded_num(l, "CCSID", 0, 0);
	read_extra(def, l);
}

void
ams_say_defined(struct ams_run *run, const struct ds_defined *d)
{
	struct sysprint *sp = run->sp;

	if (d->data[0] != '\0')
		sysprint_msgv(sp, MSG_IDC0508I, d->data_volser, "0", NULL);
	if (d->index[0] != '\0')
		sysprint_msgv(sp, MSG_IDC0509I, d->index_volser, "0", NULL);
	if (d->data_generated)
		sysprint_msgv(sp, MSG_IDC0512I, "D", d->data, NULL);
	if (d->index_generated)
		sysprint_msgv(sp, MSG_IDC0512I, "I", d->index, NULL);
	if (d->storclas[0] != '\0')
		sysprint_msgv(sp, MSG_IDC0181I_STORAGECLASS, d->storclas, NULL);
	if (d->mgmtclas[0] != '\0')
		sysprint_msgv(
		    sp, MSG_IDC0181I_MANAGEMENTCLASS, d->mgmtclas, NULL);
	if (d->dataclas[0] != '\0')
		sysprint_msgv(sp, MSG_IDC0181I_DATACLASS, d->dataclas, NULL);
	if (d->keylabel)
		ams_note(run, true, "KEYLABEL is kept, data are not encrypted");
}

/* What storage management says in front of IDC3013I. */
static void
say_duplicate(struct ams_run *run, const char *name)
{
	const char *lines[] = {"IGD17101I DATA SET ",
	    ("NOT DEFINED BECAUSE "
	     "DUPLICATE NAME EXISTS IN CATALOG"),
	    "RETURN CODE IS 8 REASON CODE IS 38 IGG0CLEH",
	    "IGD17219I UNABLE TO CONTINUE DEFINE OF DATA SET", ""};
	char text[SYSPRINT_WIDTH];
	size_t i;
	int n;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		n = snprintf(text, sizeof(text), "%s%s", lines[i],
		    i == 0 || i == 4 ? name : "");
		sysprint_line(run->sp, i == 0 ? '0' : ' ', text, (size_t)n);
	}
}

/* The words of an alternate index that a cluster does not have; UNIQUEKEY may
 * be said of DATA. */
static void
read_aix(struct ds_define_cluster *def, const struct ams_plist *top,
    const struct ams_plist *l)
{
	ams_copy_text(def->relate, sizeof(def->relate), l, "RELATE");
	def->upgrade = ams_coded_flag(l, "UPGRADE", "NOUPGRADE");
	def->unique =
	    ams_coded_flag(ams_sub(top, "DATA"), "UNIQUEKEY", "NONUNIQUEKEY");
	if (def->unique < 0)
		def->unique = ams_coded_flag(l, "UNIQUEKEY", "NONUNIQUEKEY");
}

int
ams_define_made(struct ams_run *run, const struct ds_define_cluster *def)
{
	struct ds_defined made = {0};
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_define_cluster(run->sys, def, &made, &diag);
	if (st == DS_OK) {
		ams_say_defined(run, &made);
		return ams_end(run, CC_OK);
	}
	if (st == DS_CAT_DUPLICATE && ds_system_config(run->sys)->sms)
		say_duplicate(run, def->cluster.name);
	ams_catalog_error(run, st, &diag, def->cluster.name);
	/* words that contradict the model's organization: as of the reader */
	if (st == DS_INVALID && strncmp(diag.text, "IDC32", 5) == 0) {
		sysprint_msgv(run->sp, MSG_IDC3202I, NULL);
		return CC_FAILED;
	}
	return ams_end(run, CC_FAILED);
}

/* Without KEYS their length may be the model's, which is not known here. */
static bool
check_keyranges(const struct ams_run *run, const struct ams_plist *top,
    const struct ds_define_cluster *def)
{
	uint16_t ccsid =
	    def->ccsid != 0 ? def->ccsid : ds_system_config(run->sys)->ccsid;
	int keylen =
	    def->data.keylen >= 0 ? def->data.keylen : def->cluster.keylen;

	if (keylen < 0 && (def->model[0] != '\0' || def->data.model[0] != '\0'))
		keylen = 255;
	return keyranges_valid(ams_sub(top, "CLUSTER"), keylen, ccsid) &&
	       keyranges_valid(ams_sub(top, "DATA"), keylen, ccsid);
}

static int
define_cluster(struct ams_run *run, const struct ams_plist *top)
{
	struct ds_define_cluster def = {0};

	ams_read_cluster(&def, top, ams_sub(top, "CLUSTER"));
	if (!check_keyranges(run, top, &def)) {
		sysprint_msgv(run->sp, MSG_IDC3524I, NULL);
		return ams_end(run, CC_FAILED);
	}
	return ams_define_made(run, &def);
}

static int
define_aix(struct ams_run *run, const struct ams_plist *top)
{
	const struct ams_plist *l = ams_sub(top, "ALTERNATEINDEX");
	struct ds_define_cluster def = {0};

	ams_read_cluster(&def, top, l);
	read_aix(&def, top, l);
	return ams_define_made(run, &def);
}

static int
define_path(struct ams_run *run, const struct ams_plist *top)
{
	const struct ams_plist *l = ams_sub(top, "PATH");
	struct ds_define_path def = {0};
	struct ds_diag diag = {0};
	const char *s;
	enum ds_status st;

	ams_copy_text(def.name, sizeof(def.name), l, "NAME");
	ams_copy_text(def.entry, sizeof(def.entry), l, "PATHENTRY");
	ams_copy_text(def.owner, sizeof(def.owner), l, "OWNER");
	ams_copy_text(def.catalog, sizeof(def.catalog), top, "CATALOG");
	def.update = ams_coded_flag(l, "UPDATE", "NOUPDATE");
	ams_copy_text(def.model, sizeof(def.model), l, "MODEL");
	if ((s = ams_text(l, "MODEL", 1)) != NULL)
		snprintf(def.model_catalog, sizeof(def.model_catalog), "%s", s);
	def.expires = ams_read_expiry(l);
	st = ds_define_path(run->sys, &def, &diag);
	if (st == DS_OK)
		return ams_end(run, CC_OK);
	ams_catalog_error(
	    run, st, &diag, st == DS_CAT_NOTFOUND ? def.entry : def.name);
	return ams_end(run, CC_FAILED);
}

/* --- a non-VSAM entry ---------------------------------------------------- */

static int
read_list(
    uint32_t out[59], const struct ams_plist *l, const char *kw, uint32_t zero)
{
	const struct ams_param *p = ams_find(l, kw);
	int i, n = 0;

	for (i = 0; p != NULL && i < p->nvalues && n < 59; i++)
		out[n++] =
		    p->values[i].num > 0 ? (uint32_t)p->values[i].num : zero;
	return n;
}

/* Device types by name (mem); any other name is one of a group of devices,
 * which are 3390s here. */
static uint32_t
device_type(const char *s)
{
	static const struct {
		const char *name;
		uint32_t type;
	} types[] = {
	    {"0000", 0},
	    {"3380", 0x3010200E},
	    {"3390", DS_DEVTYPE_3390},
	    {"9345", 0x30102004},
	    {"3480", 0x78008080},
	    {"3490", 0x78048081},
	    {"3590-1", 0x78048083},
	};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (strcmp(s, types[i].name) == 0)
			return types[i].type;
	return DS_DEVTYPE_3390;
}

static int
define_nonvsam(struct ams_run *run, const struct ams_plist *top)
{
	const struct ams_plist *l = ams_sub(top, "NONVSAM");
	const struct ams_param *p = ams_find(l, "DEVICETYPES");
	struct ds_define_nonvsam def = {0};
	struct ds_diag diag = {0};
	enum ds_status st;
	int i;

	ams_copy_text(def.name, sizeof(def.name), l, "NAME");
	ams_copy_text(def.owner, sizeof(def.owner), l, "OWNER");
	ams_copy_text(def.catalog, sizeof(def.catalog), top, "CATALOG");
	def.ccsid = (uint16_t)ams_coded_num(l, "CCSID", 0, 0);
	def.nvolumes = ams_read_volumes(def.volumes, l);
	for (i = 0; p != NULL && i < p->nvalues && i < 59; i++)
		def.devtypes[def.ndevtypes++] = device_type(p->values[i].text);
	def.nfseqn = read_list(def.fseqn, l, "FILESEQUENCENUMBERS", 0);
	def.expires = ams_read_expiry(l);
	def.group = run->held;
	st = ds_define_nonvsam(run->sys, &def, &diag);
	if (st == DS_OK)
		return ams_end(run, CC_OK);
	ams_catalog_error(run, st, &diag, def.name);
	if (st ==
	    DS_CAT_RELATED) /* a generation that its group does not take */
		ams_note(run, true, "%s", diag.text);
	return ams_end(run, CC_FAILED);
}

int
ams_define(struct ams_run *run, const struct ams_command *cmd)
{
	static const struct {
		const char *object;
		int (*act)(struct ams_run *run, const struct ams_plist *top);
	} objects[] = {
	    {"CLUSTER", define_cluster},
	    {"ALTERNATEINDEX", define_aix},
	    {"PATH", define_path},
	    {"NONVSAM", define_nonvsam},
	    {"ALIAS", ams_define_alias},
	    {"USERCATALOG", ams_define_usercatalog},
	    {"MASTERCATALOG", ams_define_mastercatalog},
	    {"GENERATIONDATAGROUP", ams_define_gdg},
	    {"PAGESPACE", ams_define_pagespace},
	};
	const char *object = "";
	int cc;
	const struct ams_desc *d;
	size_t i;
	int n;

	if (ams_define_recatalog(run, cmd->top, &cc))
		return cc;
	for (i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
		if (ams_coded(cmd->top, objects[i].object))
			return objects[i].act(run, cmd->top);
	for (n = 0; n < cmd->top->nparams && object[0] == '\0'; n++) {
		d = cmd->top->params[n].desc;
		if (d->type == AMS_LIST && strcmp(d->keyword, "DATA") != 0 &&
		    strcmp(d->keyword, "INDEX") != 0)
			object = d->keyword;
	}
	ams_note(run, false, "DEFINE %s is not built in this version", object);
	return ams_end(run, CC_FAILED);
}

/*
 * A catalog entry as JSON: from struct ds_entry alone, as the listing. The
 * sections are those of the listing's form; members have the listing's labels
 * in lower case.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/date.h"
#include "utilities/json_int.h"
#include "utilities/listcat_int.h"

/* What all of this file work with. */
struct making {
	struct json_report *j;
	const struct ds_entry *ent;
	const struct listcat_form *form;
};

/* --- values --------------------------------------------------------------- */

/* yyyyddd as yyyy-mm-dd; no date is null. */
static void
put_date(struct making *m, json_t *obj, const char *key, uint32_t date)
{
	static const int ends[] = {
	    31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
	int year = (int)(date / 1000), day = (int)(date % 1000);
	int leap = ds_leap_year(year);
	int month = 0, begin = 0;
	char text[16];

	if (date == DS_DATE_NEVER) {
		json_put_text(m->j, obj, key, "never");
		return;
	}
	if (year > 9999 || day < 1 || day > 365 + leap) {
		json_put(m->j, obj, key, json_null());
		return;
	}
	while (day > ends[month] + (month > 0 ? leap : 0)) {
		begin = ends[month] + (month > 0 ? leap : 0);
		month++;
	}
	snprintf(text, sizeof(text), "%04u-%02u-%02u", (unsigned)year % 10000,
	    ((unsigned)month + 1) % 100, (unsigned)(day - begin) % 100);
	json_put_text(m->j, obj, key, text);
}

/* A time-of-day clock: bit 51 counts microseconds from 1900 on, of UTC. */
static void
put_tod(struct making *m, json_t *obj, const char *key, uint64_t tod)
{
	enum { FROM_1900 = 25567 }; /* days to 1970 */
	uint64_t micro = tod >> 12;
	time_t t = (time_t)(micro / 1000000) - (time_t)FROM_1900 * 86400;
	char day[32], text[48];
	struct tm tm;

	if (tod == 0 || gmtime_r(&t, &tm) == NULL) {
		json_put(m->j, obj, key, json_null());
		return;
	}
	strftime(day, sizeof(day), "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(text, sizeof(text), "%s.%06" PRIu64 "Z", day, micro % 1000000);
	json_put_text(m->j, obj, key, text);
}

static void
put_hex32(struct making *m, json_t *obj, const char *key, uint32_t v)
{
	char text[16];

	snprintf(text, sizeof(text), "%08" PRIX32, v);
	json_put_text(m->j, obj, key, text);
}

/* A word that the entry may have beside its fields. */
static void
put_extra(struct making *m, json_t *obj, const char *key, const char *word)
{
	char text[sizeof(m->ent->extra)];
	const bool has = ds_extra_get(m->ent->extra, word, text, sizeof(text));

	json_put_or_null(m->j, obj, key, has ? text : NULL);
}

/* Such a word that is said or not; said: what the member is then. */
static void
put_said(
    struct making *m, json_t *obj, const char *key, const char *word, bool said)
{
	const bool yes = ds_extra_says(m->ent->extra, word, "YES");

	json_put_bool(m->j, obj, key, yes == said);
}

static void
put_flag(struct making *m, json_t *obj, const char *key, uint32_t flag)
{
	json_put_bool(m->j, obj, key, (m->ent->flags & flag) != 0);
}

static void
put_num(struct making *m, json_t *obj, const char *key, uint64_t num)
{
	json_put_num(m->j, obj, key, num);
}

/* Backup while open, of which no more is known than what DEFINE said. */
static void
put_bwo(struct making *m, json_t *obj)
{
	put_extra(m, obj, "bwo", "BWO");
	json_put(m->j, obj, "bwo_status", json_null());
	json_put(m->j, obj, "bwo_timestamp", json_null());
}

/* --- HISTORY, SMSDATA, RLSDATA -------------------------------------------- */

static void
history(struct making *m, json_t *obj)
{
	const struct ds_entry *ent = m->ent;
	json_t *h = json_object();

	put_num(m, h, "release", 2);
	if (ent->type != DS_ALIAS && ent->type != DS_UCAT) {
		json_put_or_null(m->j, h, "dataset_owner", ent->owner);
		put_date(m, h, "creation", ent->created);
		put_date(m, h, "expiration", ent->expires);
	}
	/* SYSPRINT has no words for these */
	if (ent->type == DS_UCAT && ds_extra_says(ent->extra, "LOCK", "YES"))
		json_put_bool(m->j, h, "locked", true);
	if (ent->type == DS_UCAT && ds_extra_says(ent->extra, "SUSPEND", "YES"))
		json_put_bool(m->j, h, "suspended", true);
	if (ent->type == DS_DATA || (listcat_nonvsam(ent) && listcat_sms(ent)))
		put_extra(m, h, "account_info", "ACCOUNT");
	if (listcat_nonvsam(ent) &&
	    (ent->flags & (DS_A_LIBRARY | DS_A_LARGE)) != 0)
		json_put_text(m->j, h, "dsntype",
		    ent->flags & DS_A_LARGE ? "LARGE" : "LIBRARY");
	if (ds_is_migrated(ent))
		json_put_bool(m->j, h, "migrated", true);
	if (ent->type == DS_AIX && listcat_sms(ent))
		json_put_bool(m->j, h, "sms_managed", true);
	if (ent->type == DS_CLUSTER && !listcat_sms(ent))
		put_bwo(m, h);
	if (ent->type == DS_AIX && listcat_sms(ent))
		put_said(m, h, "ca_reclaim", "NORECLAIMCA", false);
	if (ent->type == DS_GDG)
		put_date(m, h, "last_alter", listcat_last_alter(ent));
	if (ent->type == DS_GDS)
		json_put_text(m->j, h, "status", listcat_gds_status(ent));
	json_put(m->j, obj, "history", h);
}

static void
smsdata(struct making *m, json_t *obj)
{
	const struct ds_entry *ent = m->ent;
	json_t *s;

	if (!listcat_sms(ent) ||
	    (ent->type != DS_CLUSTER && !listcat_nonvsam(ent)))
		return;
	s = json_object();
	json_put_or_null(m->j, s, "storageclass", ent->storclas);
	json_put_or_null(m->j, s, "managementclass", ent->mgmtclas);
	json_put_or_null(m->j, s, "dataclass", ent->dataclas);
	json_put(m->j, s, "lbackup", json_null());
	if (ent->type == DS_CLUSTER) {
		put_extra(m, s, "eattr", "EATTR");
		put_bwo(m, s);
		if (ent->org == DS_ORG_KSDS || ent->org == DS_ORG_VRRDS)
			put_said(m, s, "ca_reclaim", "NORECLAIMCA", false);
	}
	json_put(m->j, obj, "smsdata", s);
}

static void
rlsdata(struct making *m, json_t *obj)
{
	json_t *r;

	if (m->ent->type != DS_CLUSTER || !listcat_sms(m->ent))
		return;
	r = json_object();
	put_extra(m, r, "log", "LOG");
	put_extra(m, r, "frlog", "FRLOG");
	put_extra(m, r, "logstreamid", "LOGSTREAMID");
	json_put_bool(m->j, r, "recovery_required", false);
	put_said(m, r, "vsam_quiesced", "RLSQUIESCE", true);
	json_put_bool(m->j, r, "rls_in_use", false);
	put_said(m, r, "logreplicate", "LOGREPLICATE", true);
	json_put(m->j, r, "recovery_timestamp_local", json_null());
	json_put(m->j, r, "recovery_timestamp_gmt", json_null());
	json_put(m->j, r, "database", json_null());
	json_put(m->j, obj, "rlsdata", r);
}

static void
protection(struct making *m, json_t *obj)
{
	const struct ds_entry *ent = m->ent;
	const bool vsam = ent->type == DS_CLUSTER || ent->type == DS_AIX;

	if (listcat_nonvsam(ent) || (vsam && listcat_sms(ent)))
		json_put_bool(m->j, obj, "encryption", false);
	if (vsam || ent->type == DS_PATH || listcat_component(ent)) {
		json_put_bool(m->j, obj, "password", false);
		json_put_bool(m->j, obj, "racf", ent->racf);
	}
}

/* --- ASSOCIATIONS, ATTRIBUTES, STATISTICS --------------------------------- */

/* The label of an entry line without what only fills its columns. */
static void
put_kind(struct making *m, json_t *obj, enum ds_type type)
{
	json_put_text(m->j, obj, "kind", listcat_label(type));
}

static void
associations(struct making *m, json_t *obj)
{
	json_t *array = json_array(), *one;
	char symbolic[LISTCAT_EXTRA];
	size_t i;

	for (i = 0; i < m->ent->nassocs; i++) {
		one = json_object();
		put_kind(m, one, m->ent->assocs[i].type);
		json_put_text(m->j, one, "name", m->ent->assocs[i].name);
		json_push(m->j, array, one);
	}
	json_put(m->j, obj, "associations", array);
	if (!listcat_symbolic(symbolic, m->ent))
		return;
	json_put_text(m->j, obj, "symbolic", symbolic);
	json_put_or_null(m->j, obj, "resolved", m->ent->related);
}

static void
component_flags(struct making *m, json_t *a)
{
	json_t *share = json_array();

	json_push(m->j, share, json_integer(m->ent->share_region));
	json_push(m->j, share, json_integer(m->ent->share_system));
	json_put(m->j, a, "shroptns", share);
	put_flag(m, a, "speed", DS_A_SPEED);
	put_flag(m, a, "suballoc", DS_A_SUBALLOC);
	put_flag(m, a, "erase", DS_A_ERASE);
	put_flag(m, a, "writecheck", DS_A_WRITECHECK);
	put_flag(m, a, "ordered", DS_A_ORDERED);
	put_flag(m, a, "reuse", DS_A_REUSE);
	put_flag(m, a, "extended", DS_A_EXTENDED);
	put_flag(m, a, "ext_addr", DS_A_EXTADDR);
	put_flag(m, a, "inh_update", DS_A_INHIBIT);
	put_flag(m, a, "temp_exp", DS_A_TEMPEXP);
}

static void
component_attributes(struct making *m, json_t *a)
{
	const struct ds_entry *ent = m->ent;

	put_num(m, a, "keylen", ent->keylen);
	put_num(m, a, "rkp", ent->rkp);
	put_num(m, a, "avglrecl", ent->avglrecl);
	put_num(m, a, "maxlrecl", ent->maxlrecl);
	put_num(m, a, "bufspace", ent->bufspace);
	put_num(m, a, "cisize", ent->cisize);
	put_num(m, a, "ci_ca", ent->cis_per_ca);
	json_put_or_null(m->j, a, "excpexit", ent->exceptexit);
	component_flags(m, a);
	if (ent->type == DS_DATA) {
		json_put_text(
		    m->j, a, "organization", listcat_organization(ent->org));
		put_flag(m, a, "spanned", DS_A_SPANNED);
	}
	if (listcat_aix_data(ent)) {
		put_num(m, a, "axrkp", ent->axrkp);
		json_put_bool(
		    m->j, a, "uniquekey", (ent->flags & DS_A_NONUNIQKEY) == 0);
	}
}

static void
gdg_attributes(struct making *m, json_t *a)
{
	put_num(m, a, "limit", m->ent->gdg_limit);
	put_flag(m, a, "scratch", DS_A_SCRATCH);
	put_flag(m, a, "empty", DS_A_EMPTY);
	put_flag(m, a, "fifo", DS_A_FIFO);
	put_flag(m, a, "purge", DS_A_PURGE);
	put_flag(m, a, "extended", DS_A_GDGEXT);
}

/* 0 of an entry that says nothing of its records is no length of theirs. */
static void
put_known(struct making *m, json_t *a, const char *key, uint32_t num)
{
	if (num == 0 && m->ent->recfm == DS_RECFM_NONE)
		json_put_or_null(m->j, a, key, "");
	else
		put_num(m, a, key, num);
}

/* The listing has none; these are the catalog's. */
static void
nonvsam_attributes(struct making *m, json_t *a)
{
	const struct ds_entry *ent = m->ent;
	char recfm[8];

	json_put_or_null(m->j, a, "dsorg",
	    ent->org == DS_ORG_PS   ? "PS"
	    : ent->org == DS_ORG_PO ? "PO"
				    : "");
	json_put_or_null(
	    m->j, a, "recfm", ds_recfm_name(ent->recfm, ent->ctlchar, recfm));
	put_known(m, a, "lrecl", ent->lrecl);
	put_known(m, a, "blksize", ent->blksize);
	put_flag(m, a, "library", DS_A_LIBRARY);
}

static void
attributes(struct making *m, json_t *obj)
{
	const struct ds_entry *ent = m->ent;
	json_t *a = json_object();

	if (listcat_component(ent))
		component_attributes(m, a);
	else if (ent->type == DS_GDG)
		gdg_attributes(m, a);
	else if (ent->type == DS_AIX)
		put_flag(m, a, "upgrade", DS_A_UPGRADE);
	else if (ent->type == DS_PATH)
		put_flag(m, a, "update", DS_A_UPDATE);
	else if (listcat_nonvsam(ent))
		nonvsam_attributes(m, a);
	if (ent->ccsid != 0)
		put_num(m, a, "ccsid", ent->ccsid);
	json_put(m->j, obj, "attributes", a);
}

static void
statistics(struct making *m, json_t *obj)
{
	const struct ds_stats *s = &m->ent->stats;
	json_t *t = json_object();
	char tod[24];

	put_num(m, t, "rec_total", s->rec_total);
	put_num(m, t, "rec_deleted", s->rec_deleted);
	put_num(m, t, "rec_inserted", s->rec_inserted);
	put_num(m, t, "rec_updated", s->rec_updated);
	put_num(m, t, "rec_retrieved", s->rec_retrieved);
	put_num(m, t, "splits_ci", s->splits_ci);
	put_num(m, t, "splits_ca", s->splits_ca);
	put_num(m, t, "freespace_ci_percent", m->ent->fspc_ci);
	put_num(m, t, "freespace_ca_percent", m->ent->fspc_ca);
	put_num(m, t, "freespc", s->freespc);
	put_num(m, t, "excps", s->excps);
	put_num(m, t, "extents", s->extents);
	snprintf(tod, sizeof(tod), "%016" PRIX64, s->tod);
	json_put_text(m->j, t, "system_timestamp", tod);
	put_tod(m, t, "system_time", s->tod);
	if (m->ent->type == DS_INDEX) {
		put_num(m, t, "levels", s->levels);
		put_num(m, t, "entries_sect",
		    listcat_per_section(m->form->data_cis_per_ca));
		put_num(m, t, "seq_set_rba", s->seqset_rba);
		put_num(m, t, "hi_level_rba", s->hilevel_rba);
	}
	json_put(m->j, obj, "statistics", t);
}

/* --- ALLOCATION and VOLUME ------------------------------------------------ */

static void
allocation(struct making *m, json_t *obj)
{
	const struct ds_entry *ent = m->ent;
	json_t *a = json_object();

	json_put_text(
	    m->j, a, "space_type", listcat_space_type(ent->space_type));
	put_num(m, a, "space_pri", ent->space_pri);
	put_num(m, a, "space_sec", ent->space_sec);
	put_num(m, a, "hi_a_rba", ent->stats.harba);
	put_num(m, a, "hi_u_rba", ent->stats.hurba);
	json_put(m->j, obj, "allocation", a);
}

static json_t *
extent(struct making *m, const struct ds_extent *x)
{
	json_t *e = json_object();

	put_hex32(m, e, "low_cchh", x->low_cchh);
	put_hex32(m, e, "high_cchh", x->high_cchh);
	put_num(m, e, "low_rba", x->low_rba);
	put_num(m, e, "high_rba", x->high_rba);
	put_num(m, e, "tracks", x->tracks);
	return e;
}

/* A volume of a component in full; a candidate has no space yet. */
static void
volume_space(struct making *m, json_t *v, const struct ds_volume_cell *cell)
{
	const bool used = cell->volflag != DS_VOLFLAG_CANDIDATE;
	json_t *extents = json_array();
	uint64_t harba, hurba;
	size_t i;

	listcat_volume_rbas(m->ent, cell, &harba, &hurba);
	put_num(m, v, "extent_number", cell->nextents);
	json_put_text(m->j, v, "extent_type", used ? "00" : "FF");
	put_num(m, v, "phyrec_size", used ? m->ent->physrec : 0);
	put_num(m, v, "phyrecs_trk", used ? m->ent->physrecs_per_trk : 0);
	put_num(m, v, "tracks_ca", used ? m->ent->tracks_per_ca : 0);
	put_num(m, v, "hi_a_rba", harba);
	put_num(m, v, "hi_u_rba", hurba);
	for (i = 0; i < cell->nextents; i++)
		json_push(m->j, extents, extent(m, &cell->extents[i]));
	json_put(m->j, v, "extents", extents);
}

static void
volumes(struct making *m, json_t *obj, bool space)
{
	const struct ds_volume_cell *cell;
	json_t *array, *v;
	size_t i;

	if (m->ent->nvolumes == 0)
		return;
	array = json_array();
	for (i = 0; i < m->ent->nvolumes; i++) {
		cell = &m->ent->volumes[i];
		v = json_object();
		json_put_text(m->j, v, "volser", cell->volser);
		put_hex32(m, v, "devtype", cell->devtype);
		if (listcat_component(m->ent) || m->ent->type == DS_UCAT)
			json_put_text(
			    m->j, v, "volflag", listcat_volflag(cell->volflag));
		else
			put_num(m, v, "fseqn", cell->fseqn);
		if (space)
			volume_space(m, v, cell);
		json_push(m->j, array, v);
	}
	json_put(m->j, obj, "volumes", array);
}

static void
space(struct making *m, json_t *obj)
{
	const bool full =
	    listcat_component(m->ent) && m->form->detail != LISTCAT_VOLUME;

	if (full)
		allocation(m, obj);
	volumes(m, obj, full);
}

/* --- whole entries ---------------------------------------------------------
 */

void
json_entry(struct json_report *j, json_t *obj, const struct ds_entry *ent,
    const struct listcat_form *form)
{
	struct making m = {j, ent, form};

	put_kind(&m, obj, ent->type);
	json_put_text(j, obj, "name", ent->name);
	json_put_text(j, obj, "in_cat", ent->catalog);
	json_put_bool(j, obj, "associate", form->indented);
	if (form->detail == LISTCAT_NAME)
		return;
	history(&m, obj);
	smsdata(&m, obj);
	if (form->detail == LISTCAT_HISTORY)
		return;
	if (form->detail == LISTCAT_ALL) {
		rlsdata(&m, obj);
		protection(&m, obj);
		associations(&m, obj);
		attributes(&m, obj);
		if (listcat_component(ent))
			statistics(&m, obj);
	}
	space(&m, obj);
}

void
json_entry_counts(struct json_report *j, json_t *obj, const uint64_t *counts)
{
	static const char *const labels[LISTCAT_KINDS] = {"aix", "alias",
	    "cluster", "data", "gdg", "index", "nonvsam", "pagespace", "path",
	    "space", "usercatalog", "tapelibrary", "tapevolume"};
	uint64_t total = 0;
	int i;

	for (i = 0; i < LISTCAT_KINDS; i++) {
		json_put_num(j, obj, labels[i], counts[i]);
		total += counts[i];
	}
	json_put_num(j, obj, "total", total);
	json_put_num(j, obj, "suppressed", counts[LISTCAT_SUPPRESSED]);
}

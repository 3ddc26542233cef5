/*
 * The lines of LISTCAT. A data line holds up to four fields of 24 print
 * columns at 8, 37, 66 and 95: the label at the left, the value at the right,
 * dashes between. Titles stand at 6, entry lines at 1 or (associates) at 4.
 *
 * Source: a LISTCAT ALL of z/OS 2.x with ASA control, column by column; the
 * book SC23-6846, appendix B, for what the other forms list. What rests on
 * memory is marked.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/symbols.h"
#include "utilities/listcat_int.h"
#include "utilities/report.h"

const char *
listcat_or_null(const char *s)
{
	return s[0] != '\0' ? s : "(NULL)";
}

/* yyyyddd as yyyy.ddd. */
static const char *
date_text(char out[16], uint32_t date)
{
	snprintf(out, 16, "%04u.%03u", date / 1000 % 10000, date % 1000);
	return out;
}

const char *
listcat_extra(
    char out[LISTCAT_EXTRA], const struct ds_entry *ent, const char *key)
{
	size_t len;
	const char *p = ds_extra_find(ent->extra, key, &len);

	if (p == NULL)
		return "(NULL)";
	snprintf(out, LISTCAT_EXTRA, "%.*s", (int)len, p);
	return out;
}

/* A word that is kept as given: said or not. */
static const char *
says(const struct ds_entry *ent, const char *key)
{
	return ds_extra_says(ent->extra, key, "YES") ? "(YES)" : "(NO)";
}

/* Areas that are empty are used again unless NORECLAIMCA was said. */
static const char *
reclaims(const struct ds_entry *ent)
{
	return ds_extra_says(ent->extra, "NORECLAIMCA", "YES") ? "(NO)"
							       : "(YES)";
}

/* --- the entry's name ---------------------------------------------------- */

static const struct {
	enum ds_type type;
	enum listcat_kind kind;
	const char *label; /* of the entry line */
	const char *assoc; /* of an association, 9 columns */
} kinds[] = {
    {DS_AIX, LISTCAT_N_AIX, "AIX", "AIX------"},
    {DS_ALIAS, LISTCAT_N_ALIAS, "ALIAS", "ALIAS----"},
    {DS_CLUSTER, LISTCAT_N_CLUSTER, "CLUSTER", "CLUSTER--"},
    {DS_DATA, LISTCAT_N_DATA, "DATA", "DATA-----"},
    {DS_GDG, LISTCAT_N_GDG, "GDG BASE", "GDG------"},
    {DS_INDEX, LISTCAT_N_INDEX, "INDEX", "INDEX----"},
    {DS_NONVSAM, LISTCAT_N_NONVSAM, "NONVSAM", "NONVSAM--"},
    {DS_GDS, LISTCAT_N_NONVSAM, "NONVSAM", "NONVSAM--"},
    {DS_PAGESPACE, LISTCAT_N_PAGESPACE, "PAGESPACE", "PGSPACE--"},
    {DS_PATH, LISTCAT_N_PATH, "PATH", "PATH-----"},
    {DS_UCAT, LISTCAT_N_USERCATALOG, "USERCATALOG", "USERCAT--"},
    {DS_LIBRARY, LISTCAT_N_TAPELIBRARY, "TAPELIBRARY", "LIBRARY--"},
    {DS_TAPEVOL, LISTCAT_N_TAPEVOLUME, "TAPEVOLUME", "VOLUME---"},
};

static size_t
kind_row(enum ds_type type)
{
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].type == type)
			return i;
	return 6; /* anything unknown is listed as NONVSAM */
}

enum listcat_kind
listcat_kind(enum ds_type type)
{
	return kinds[kind_row(type)].kind;
}

const char *
listcat_label(enum ds_type type)
{
	return kinds[kind_row(type)].label;
}

static void
name_out(struct sysprint *sp, const struct ds_entry *ent, bool indented)
{
	char label[32];
	struct listing_line l;
	int col = indented ? 4 : 1;

	listing_clear(&l);
	snprintf(label, sizeof(label), "%s ", listcat_label(ent->type));
	listing_field(&l, col, 16 - col, label, "");
	listing_put(&l, 17, ent->name);
	listing_out(sp, '0', &l);
	listing_put(&l, TITLE, "IN-CAT ---");
	listing_put(&l, 17, ent->catalog);
	listing_out(sp, ' ', &l);
}

/* --- HISTORY ------------------------------------------------------------- */

bool
listcat_component(const struct ds_entry *ent)
{
	return ent->type == DS_DATA || ent->type == DS_INDEX;
}

bool
listcat_nonvsam(const struct ds_entry *ent)
{
	return ent->type == DS_NONVSAM || ent->type == DS_GDS;
}

bool
listcat_sms(const struct ds_entry *ent)
{
	return (ent->flags & DS_A_SMS) != 0;
}

uint32_t
listcat_last_alter(const struct ds_entry *ent)
{
	char date[LISTCAT_EXTRA];

	if (!ds_extra_get(ent->extra, "ALTERED", date, sizeof(date)) ||
	    strspn(date, "0123456789") != 7)
		return ent->created;
	return (uint32_t)strtoul(date, NULL, 10);
}

const char *
listcat_gds_status(const struct ds_entry *ent)
{
	return ent->gds_status == 'D'   ? "DEFERRED"
	       : ent->gds_status == 'R' ? "ROLLED-OFF"
					: "ACTIVE";
}

bool
listcat_symbolic(char out[LISTCAT_EXTRA], const struct ds_entry *ent)
{
	return ent->type == DS_ALIAS &&
	       ds_extra_get(ent->extra, DS_SYMBOLIC, out, LISTCAT_EXTRA);
}

/* Lines that only some types have, at the end of HISTORY. */
static void
history_extra(struct sysprint *sp, const struct ds_entry *ent)
{
	struct listing_line l;
	char account[LISTCAT_EXTRA];

	listing_clear(&l);
	if (ent->type == DS_DATA ||
	    (listcat_nonvsam(ent) && listcat_sms(ent))) {
		listing_field(&l, COL1, 53, "ACCOUNT-INFO",
		    listcat_extra(account, ent, "ACCOUNT"));
		listing_out(sp, ' ', &l);
	}
	if (listcat_nonvsam(ent) &&
	    (ent->flags & (DS_A_LIBRARY | DS_A_LARGE)) != 0) {
		listing_field(&l, COL1, FIELD, "DSNTYPE",
		    ent->flags & DS_A_LARGE ? "LARGE" : "LIBRARY");
		listing_out(sp, ' ', &l);
	}
	if (ent->type == DS_GDS) {
		listing_field(
		    &l, COL1, FIELD, "STATUS", listcat_gds_status(ent));
		listing_out(sp, ' ', &l);
	}
	if (ent->type == DS_AIX && listcat_sms(ent)) {
		listing_field(&l, COL1, FIELD, "SMS MANAGED", "(YES)");
		listing_out(sp, ' ', &l);
		listing_field(&l, COL1, FIELD, "CA-RECLAIM", reclaims(ent));
		listing_out(sp, ' ', &l);
	}
	if (ent->type == DS_CLUSTER && !listcat_sms(ent)) {
		listing_field(&l, COL1, FIELD, "BWO STATUS", "(NULL)");
		listing_field(&l, COL2, FIELD, "BWO TIMESTAMP", "(NULL)");
		listing_out(sp, ' ', &l);
		listing_field(&l, COL1, FIELD, "BWO", "(NULL)");
		listing_out(sp, ' ', &l);
	}
}

static void
history_out(struct sysprint *sp, const struct ds_entry *ent)
{
	char date[16];
	struct listing_line l;

	listing_clear(&l);
	listing_text(sp, ' ', TITLE, "HISTORY");
	if (ent->type == DS_ALIAS || ent->type == DS_UCAT) {
		listing_field(&l, COL1, FIELD, "RELEASE", "2");
		listing_out(sp, ' ', &l);
		return;
	}
	listing_field(
	    &l, COL1, FIELD, "DATASET-OWNER", listcat_or_null(ent->owner));
	listing_field(
	    &l, COL2, FIELD, "CREATION", date_text(date, ent->created));
	listing_out(sp, ' ', &l);
	listing_field(&l, COL1, FIELD, "RELEASE", "2");
	if (ent->type == DS_GDG) {
		listing_field(&l, COL2, FIELD, "LAST ALTER",
		    date_text(date, listcat_last_alter(ent)));
	} else {
		listing_field(&l, COL2, FIELD, "EXPIRATION",
		    date_text(date, ent->expires));
	}
	listing_out(sp, ' ', &l);
	history_extra(sp, ent);
}

/* --- SMSDATA, RLSDATA, ENCRYPTIONDATA ------------------------------------ */

static void
smsdata_cluster(struct sysprint *sp, const struct ds_entry *ent)
{
	char word[LISTCAT_EXTRA];
	struct listing_line l;

	listing_clear(&l);
	if (ent->org == DS_ORG_KSDS || ent->org == DS_ORG_VRRDS) {
		listing_field(&l, COL1, FIELD, "CA-RECLAIM", reclaims(ent));
		listing_out(sp, ' ', &l);
	}
	listing_field(
	    &l, COL1, FIELD, "EATTR", listcat_extra(word, ent, "EATTR"));
	listing_out(sp, ' ', &l);
	listing_field(&l, COL1, FIELD, "BWO STATUS", "00000000");
	listing_put(&l, COL2, "BWO TIMESTAMP---00000 00:00:00.0");
	listing_out(sp, ' ', &l);
	listing_field(&l, COL1, FIELD, "BWO", listcat_extra(word, ent, "BWO"));
	listing_out(sp, ' ', &l);
}

static void
smsdata_out(struct sysprint *sp, const struct ds_entry *ent)
{
	struct listing_line l;

	if (!listcat_sms(ent) ||
	    !(ent->type == DS_CLUSTER || listcat_nonvsam(ent)))
		return;
	listing_clear(&l);
	listing_text(sp, ' ', TITLE, "SMSDATA");
	listing_field(
	    &l, COL1, FIELD, "STORAGECLASS ", listcat_or_null(ent->storclas));
	listing_field(
	    &l, COL2, FIELD, "MANAGEMENTCLASS", listcat_or_null(ent->mgmtclas));
	listing_out(sp, ' ', &l);
	listing_field(
	    &l, COL1, FIELD, "DATACLASS ", listcat_or_null(ent->dataclas));
	listing_field(&l, COL2, FIELD, "LBACKUP ", "0000.000.0000");
	listing_out(sp, ' ', &l);
	if (ent->type == DS_CLUSTER)
		smsdata_cluster(sp, ent);
}

static void
rlsdata_out(struct sysprint *sp, const struct ds_entry *ent)
{
	char word[LISTCAT_EXTRA];
	struct listing_line l;

	if (ent->type != DS_CLUSTER || !listcat_sms(ent))
		return;
	listing_clear(&l);
	listing_text(sp, ' ', TITLE, "RLSDATA");
	listing_field(&l, COL1, 26, "LOG ", listcat_extra(word, ent, "LOG"));
	listing_field(&l, COL2, FIELD, "RECOVERY REQUIRED ", "(NO)");
	listing_field(
	    &l, COL3, FIELD, "FRLOG ", listcat_extra(word, ent, "FRLOG"));
	listing_out(sp, ' ', &l);
	listing_field(&l, COL1, 25, "VSAM QUIESCED ", says(ent, "RLSQUIESCE"));
	listing_field(&l, COL2, FIELD, "RLS IN USE ", "(NO)");
	listing_field(&l, COL3, 29, "LOGREPLICATE", says(ent, "LOGREPLICATE"));
	listing_out(sp, ' ', &l);
	listing_field(&l, COL1, 46, "LOGSTREAMID",
	    listcat_extra(word, ent, "LOGSTREAMID"));
	listing_out(sp, '0', &l);
	listing_text(
	    sp, ' ', COL1, "RECOVERY TIMESTAMP LOCAL-----X'0000000000000000'");
	listing_text(
	    sp, ' ', COL1, "RECOVERY TIMESTAMP GMT-------X'0000000000000000'");
	listing_field(&l, COL1, 32, "DATABASE ", "(NULL)");
	listing_out(sp, ' ', &l);
}

static void
encryption_out(struct sysprint *sp, const struct ds_entry *ent)
{
	bool has = listcat_nonvsam(ent) ||
		   ((ent->type == DS_CLUSTER || ent->type == DS_AIX) &&
		       listcat_sms(ent));

	if (!has)
		return;
	listing_text(sp, ' ', TITLE, "ENCRYPTIONDATA");
	listing_text(sp, ' ', COL1, "DATA SET ENCRYPTION-----(NO)");
}

/* --- ASSOCIATIONS -------------------------------------------------------- */

/* An alias by SYMBOLICRELATE, and what that is now (mem). */
static void
symbolic_out(
    struct sysprint *sp, const struct ds_entry *ent, const char *symbolic)
{
	struct listing_line l;

	listing_clear(&l);
	listing_text(sp, ' ', TITLE, "ASSOCIATIONS");
	listing_put(&l, COL1, "SYMBOLIC-");
	listing_put(&l, 17, symbolic);
	listing_out(sp, ' ', &l);
	listing_put(&l, COL1, "RESOLVED-");
	listing_put(&l, 17, listcat_or_null(ent->related));
	listing_out(sp, ' ', &l);
}

static void
associations_out(struct sysprint *sp, const struct ds_entry *ent)
{
	char symbolic[LISTCAT_EXTRA];
	struct listing_line l;
	size_t i;

	if (listcat_symbolic(symbolic, ent)) {
		symbolic_out(sp, ent, symbolic);
		return;
	}
	if (ent->nassocs == 0) {
		listing_text(sp, ' ', TITLE, "ASSOCIATIONS--------(NULL)");
		return;
	}
	listing_clear(&l);
	listing_text(sp, ' ', TITLE, "ASSOCIATIONS");
	for (i = 0; i < ent->nassocs; i++) {
		listing_put(
		    &l, COL1, kinds[kind_row(ent->assocs[i].type)].assoc);
		listing_put(&l, 17, ent->assocs[i].name);
		listing_out(sp, ' ', &l);
	}
}

/* --- whole entries ------------------------------------------------------- */

static void
space_out(
    struct sysprint *sp, const struct ds_entry *ent, enum listcat_detail detail)
{
	if (!listcat_component(ent) || detail == LISTCAT_VOLUME) {
		listcat_volumes(sp, ent);
		return;
	}
	listcat_allocation(sp, ent);
}

/* ALL, in the order of each type. */
static void
all_out(struct sysprint *sp, const struct ds_entry *ent,
    const struct listcat_form *form)
{
	bool attributes_first = ent->type == DS_AIX || ent->type == DS_GDG;

	rlsdata_out(sp, ent);
	encryption_out(sp, ent);
	if (ent->type == DS_CLUSTER || ent->type == DS_AIX ||
	    ent->type == DS_PATH || listcat_component(ent))
		listing_text(sp, ' ', TITLE,
		    ent->racf ? "PROTECTION-PSWD-----(NULL)     "
				"RACF---------------(YES)"
			      : "PROTECTION-PSWD-----(NULL)     "
				"RACF----------------(NO)");
	if (!listcat_component(ent))
		space_out(sp, ent, LISTCAT_ALL);
	if (attributes_first)
		listcat_attributes(sp, ent);
	associations_out(sp, ent);
	if (listcat_nonvsam(ent) || ent->type == DS_PATH ||
	    listcat_component(ent))
		listcat_attributes(sp, ent);
	if (listcat_component(ent)) {
		listcat_statistics(sp, ent, form);
		space_out(sp, ent, LISTCAT_ALL);
	}
}

static void
entry_out(struct sysprint *sp, const struct ds_entry *ent,
    const struct listcat_form *form)
{
	name_out(sp, ent, form->indented);
	if (form->detail == LISTCAT_NAME)
		return;
	history_out(sp, ent);
	smsdata_out(sp, ent);
	if (form->detail == LISTCAT_ALL)
		all_out(sp, ent, form);
	else if (form->detail != LISTCAT_HISTORY)
		space_out(sp, ent, form->detail);
}

void
listcat_entry(struct sysprint *sp, const struct ds_entry *ent,
    const struct listcat_form *form)
{
	if (report_entry(sp, ent, form))
		entry_out(sp, ent, form);
	report_told(sp);
}

static void
counts_out(struct sysprint *sp, const uint64_t counts[LISTCAT_COUNTS])
{
	static const char *const labels[LISTCAT_KINDS] = {"AIX ", "ALIAS ",
	    "CLUSTER ", "DATA ", "GDG ", "INDEX ", "NONVSAM ", "PAGESPACE ",
	    "PATH ", "SPACE ", "USERCATALOG ", "TAPELIBRARY ", "TAPEVOLUME "};
	uint64_t total = 0;
	struct listing_line l;
	char text[96];
	int i;

	listing_clear(&l);
	sysprint_eject(sp);
	listing_text(sp, '0', 10, "THE NUMBER OF ENTRIES PROCESSED WAS:");
	for (i = 0; i < LISTCAT_KINDS; i++) {
		listing_num(&l, 20, FIELD, labels[i], counts[i]);
		listing_out(sp, ' ', &l);
		total += counts[i];
	}
	listing_num(&l, 20, FIELD, "TOTAL ", total);
	listing_out(sp, ' ', &l);
	snprintf(text, sizeof(text),
	    "THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS %" PRIu64,
	    counts[LISTCAT_SUPPRESSED]);
	listing_text(sp, '0', 10, text);
}

void
listcat_counts(struct sysprint *sp, const uint64_t counts[LISTCAT_COUNTS])
{
	if (report_counts(sp, counts))
		counts_out(sp, counts);
	report_told(sp);
}

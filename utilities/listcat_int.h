/*
 * LISTCAT inside: how one entry and the counts are printed. Knows struct
 * ds_entry and columns, no catalog.
 */
#ifndef CATAMOUNT_UTILITIES_LISTCAT_INT_H
#define CATAMOUNT_UTILITIES_LISTCAT_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/entry.h"
#include "utilities/idcams_int.h"
#include "utilities/listing_int.h"
#include "utilities/sysprint.h"

/* Print columns: of the fields of a data line, their width, of the titles. */
enum { COL1 = 8, COL2 = 37, COL3 = 66, COL4 = 95, FIELD = 24, TITLE = 6 };

/* Each lists what the one before it does, and more. */
enum listcat_detail {
	LISTCAT_NAME,
	LISTCAT_HISTORY,
	LISTCAT_VOLUME,
	LISTCAT_ALLOCATION,
	LISTCAT_ALL
};

struct listcat_form {
	enum listcat_detail detail;
	bool indented; /* listed as the associate of the entry before */
	/* INDEX: control intervals of a control area of the data component,
	 * for ENTRIES/SECT; 0 unknown. */
	uint32_t data_cis_per_ca;
};

/* The count lines, in the order in which they are printed. */
enum listcat_kind {
	LISTCAT_N_AIX,
	LISTCAT_N_ALIAS,
	LISTCAT_N_CLUSTER,
	LISTCAT_N_DATA,
	LISTCAT_N_GDG,
	LISTCAT_N_INDEX,
	LISTCAT_N_NONVSAM,
	LISTCAT_N_PAGESPACE,
	LISTCAT_N_PATH,
	LISTCAT_N_SPACE,
	LISTCAT_N_USERCATALOG,
	LISTCAT_N_TAPELIBRARY,
	LISTCAT_N_TAPEVOLUME,
	LISTCAT_KINDS,
	/* behind the kinds: entries that were kept back */
	LISTCAT_SUPPRESSED = LISTCAT_KINDS,
	LISTCAT_COUNTS
};

/* Between listcat_format.c, listcat_component.c and json_entry.c. */
bool listcat_component(const struct ds_entry *ent); /* DATA or INDEX */
bool listcat_nonvsam(const struct ds_entry *ent);   /* generations too */
bool listcat_sms(const struct ds_entry *ent);       /* managed by it */
const char *listcat_or_null(const char *s);         /* "(NULL)" for "" */
enum { LISTCAT_EXTRA = 48 }; /* of a word that is kept as given */

/* The value of KEY=value in ent->extra, or "(NULL)". */
const char *listcat_extra(
    char out[LISTCAT_EXTRA], const struct ds_entry *ent, const char *key);
/* Of a group, yyyyddd: the day it was made when nothing altered it. */
uint32_t listcat_last_alter(const struct ds_entry *ent);
const char *listcat_gds_status(const struct ds_entry *ent); /* "ACTIVE" ... */
/* What the SYMBOLICRELATE of an alias said; false: it is an ordinary one. */
bool listcat_symbolic(char out[LISTCAT_EXTRA], const struct ds_entry *ent);
const char *listcat_space_type(enum ds_space type); /* "TRACK" ... */
const char *listcat_label(enum ds_type type);       /* of the entry line */
const char *listcat_organization(enum ds_org org);  /* "INDEXED" ... */
const char *listcat_volflag(int volflag);           /* "PRIME" ... */
bool listcat_aix_data(const struct ds_entry *ent);
/* ENTRIES/SECT of an index over control areas of n control intervals. */
uint32_t listcat_per_section(uint32_t n);
/* What of the component lies on this volume: its high allocated and high used
 * RBA. */
void listcat_volume_rbas(const struct ds_entry *ent,
    const struct ds_volume_cell *v, uint64_t *harbap, uint64_t *hurbap);
void listcat_attributes(struct sysprint *sp, const struct ds_entry *ent);
void listcat_statistics(struct sysprint *sp, const struct ds_entry *ent,
    const struct listcat_form *form);
void listcat_allocation(struct sysprint *sp, const struct ds_entry *ent);
void listcat_volumes(struct sysprint *sp, const struct ds_entry *ent);

/* listcat_types.c: a bit (1 << kind) of each type that is coded; 0 all. */
unsigned listcat_types(const struct ams_plist *top);
/*
 * Drop the types that do not go with the words beside them, and say so: CC_OK,
 * IDC1569I with CC_WARNING, or IDC2563I with CC_ERROR. None may be left, which
 * is not all then: nothing is listed.
 */
int listcat_check_types(struct sysprint *sp, unsigned *kindsp,
    enum listcat_detail detail, bool expiration);

enum listcat_kind listcat_kind(enum ds_type type);
void listcat_entry(struct sysprint *sp, const struct ds_entry *ent,
    const struct listcat_form *form);
/* The counts begin a page, as on z/OS. */
void listcat_counts(struct sysprint *sp, const uint64_t counts[LISTCAT_COUNTS]);

#endif

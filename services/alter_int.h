/*
 * Inside ALTER: the entries that one command may touch, and its parts.
 *
 *	alter.c		what fits, the locks, the transaction
 *	alter_attr.c	attributes of entries
 *	alter_size.c	KEYS, RECORDSIZE, TYPE: of sets without records
 *	alter_linear.c	TYPE of a set with records
 *	alter_volume.c	candidate volumes
 *	alter_name.c	NEWNAME
 *	alter_gdg.c	generation data groups
 *	header.c	the headers of components follow their entries
 */
#ifndef CATAMOUNT_SERVICES_ALTER_INT_H
#define CATAMOUNT_SERVICES_ALTER_INT_H

#include "services/alter.h"
#include "services/system_int.h"

/* One entry that may be rewritten; ent NULL: there is none. */
struct alter_ent {
	struct ds_entry *ent;
	bool changed;
};

struct alter_set {
	struct ds_system *sys;
	const struct ds_alter *al;
	/* the one that is named: one of the others when it is of a sphere */
	struct alter_ent *named;
	struct alter_ent own; /* cluster, alternate index, page space */
	struct alter_ent data, index;
	struct alter_ent other;     /* named, and of no sphere: a path ... */
	struct ds_entry *base_data; /* of an alternate index, else NULL */
	struct ds_entry *base;
	unsigned warn; /* enum alter_warning */
	bool linear;   /* TYPE is done already */
};

void alter_set_free(struct alter_set *set);

/* Work what is said into the entries. They are called in this order, inside
 * the transaction, with everything locked. */
enum ds_status alter_sizes(struct alter_set *set, struct ds_diag *diag);
enum ds_status alter_attrs(struct alter_set *set, struct ds_diag *diag);
enum ds_status alter_volumes(struct alter_set *set, struct ds_diag *diag);
/* Behind the rewriting of the entries. */
enum ds_status alter_rename(struct alter_set *set, struct ds_diag *diag);
/* Before the transaction; *donep: to be removed by its new name when that
 * fails. DS_CAT_PROFILE. */
enum ds_status alter_copy_profile(
    const struct alter_set *set, bool *donep, struct ds_diag *diag);
/* LIMIT and its like, ROLLIN: a change of its own, in front of all. */
enum ds_status alter_gdg(struct alter_set *set, struct ds_diag *diag);
/* TYPE(LINEAR) of what has records: a change of its own, with all locked. */
enum ds_status alter_linear(struct alter_set *set, struct ds_diag *diag);
enum ds_status alter_linear_check(
    const struct alter_set *set, struct ds_diag *diag);
/* May it have the new name? Before anything is locked. */
enum ds_status alter_rename_check(
    const struct alter_set *set, struct ds_diag *diag);

/* DS_INVALID with a message's number and its insert, "" none. */
enum ds_status alter_refuse(struct ds_diag *diag, const struct ds_entry *ent,
    const char *number, const char *insert);

#endif

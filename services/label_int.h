/* Inside services: what a sequential data set's records are, at its open. */
#ifndef CATAMOUNT_SERVICES_LABEL_INT_H
#define CATAMOUNT_SERVICES_LABEL_INT_H

#include "services/dataset.h"
#include "services/rewrite.h"

struct ds_target;

struct label {
	enum ds_recfm recfm;
	char ctlchar;
	uint32_t lrecl, blksize; /* blksize 0: system-determined */
	struct rewrite_as as;    /* label_prepare */
};

/* Has nobody said yet what the records of ent are? */
bool label_unsaid(const struct ds_entry *ent);
/* What they are for who writes ent from its beginning; true: that is not what
 * its label says. */
bool label_merge(const struct ds_entry *ent, const struct ds_open_parms *how,
    struct label *lp);
/* l->as is how ent is rewritten with it; l stays where it is until the rewrite
 * has ended. DS_INVALID: they do not go together. */
enum ds_status label_prepare(
    const struct ds_entry *ent, struct label *l, struct ds_diag *diag);

/*
 * label_po.c: the same for a library without members, by what is opened for
 * output in it. done: its entry and its components are others now; they are to
 * be found again.
 */
enum ds_status label_library(struct ds_system *sys, const struct ds_target *tg,
    const struct ds_open_parms *how, bool *donep, struct ds_diag *diag);

#endif

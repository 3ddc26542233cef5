/*
 * What the records of a sequential data set are, when it is opened for output:
 * the data set's label (its entry and the header of its component) says it,
 * unless the DD does, or nobody has said it yet. Then the first writer does.
 * Source: SC23-6855 "Completing the DCB" (mem: who goes before whom).
 */
#include <string.h>

#include "services/dataset_int.h"
#include "services/define_int.h"
#include "services/label_int.h"

/* The extra line of an entry whose records nobody has described. */
#define UNSAID "DCB"

bool
label_unsaid(const struct ds_entry *ent)
{
	return ds_extra_says(ent->extra, UNSAID, "NONE");
}

/* What a copy's source gives: it may be of any kind. */
static void
take_like(const struct ds_attrs *like, struct label *l)
{
	if (l->recfm == DS_RECFM_NONE) {
		l->recfm = like->recfm;
		l->ctlchar = like->ctlchar;
	}
	if (l->recfm == DS_RECFM_NONE && like->lrecl > 0)
		l->recfm = like->fixed ? DS_RECFM_FB : DS_RECFM_VB;
	if (l->lrecl > 0 || l->recfm == DS_RECFM_U)
		return;
	l->lrecl = like->lrecl;
	/* Records of a cluster have no descriptor, VB's count theirs. */
	if (recfm_is_variable(l->recfm) && !recfm_is_variable(like->recfm))
		l->lrecl += HOST_RDW_LEN;
	if (l->lrecl > HOST_LRECL_MAX)
		l->lrecl = HOST_LRECL_MAX;
}

static void
take_program(const struct dd_dcb *dcb, struct label *l)
{
	if (l->recfm == DS_RECFM_NONE) {
		l->recfm = dcb->recfm;
		l->ctlchar = dcb->ctlchar;
	}
	if (l->lrecl == 0)
		l->lrecl = dcb->lrecl;
	if (l->blksize == 0)
		l->blksize = dcb->blksize;
}

/* The parts of a label that the DD does not name stay. */
static void
take_label(const struct ds_entry *ent, struct label *l)
{
	bool same = l->recfm == DS_RECFM_NONE;

	if (same) {
		l->recfm = ent->recfm;
		l->ctlchar = ent->ctlchar;
	}
	if (l->lrecl == 0)
		l->lrecl = ent->lrecl;
	if (l->blksize == 0 && same && l->lrecl == ent->lrecl)
		l->blksize = ent->blksize;
}

bool
label_merge(const struct ds_entry *ent, const struct ds_open_parms *how,
    struct label *lp)
{
	struct label l = {.recfm = how->dcb.recfm,
	    .ctlchar = how->dcb.ctlchar,
	    .lrecl = how->dcb.lrecl,
	    .blksize = how->dcb.blksize};

	if (label_unsaid(ent)) {
		take_program(&how->program, &l);
		if (how->like != NULL)
			take_like(how->like, &l);
		if (l.recfm == DS_RECFM_NONE)
			l.recfm = DS_RECFM_U;
	} else {
		take_label(ent, &l);
	}
	*lp = l;
	return label_unsaid(ent) || l.recfm != ent->recfm ||
	       l.ctlchar != ent->ctlchar || l.lrecl != ent->lrecl ||
	       (l.blksize != 0 && l.blksize != ent->blksize);
}

/* In the transaction that gives the data set its new content. */
static enum ds_status
enter(void *ctx, struct ds_entry *ent, struct ds_diag *diag)
{
	const struct label *l = ctx;
	char *line, *next;

	(void)diag;
	ent->recfm = l->recfm;
	ent->ctlchar = l->ctlchar;
	ent->lrecl = l->lrecl;
	ent->blksize = l->blksize;
	if ((line = strstr(ent->extra, UNSAID "=NONE\n")) != NULL) {
		next = line + sizeof(UNSAID "=NONE\n") - 1;
		memmove(line, next, strlen(next) + 1);
	}
	return DS_OK;
}

enum ds_status
label_prepare(const struct ds_entry *ent, struct label *l, struct ds_diag *diag)
{
	const struct ds_define_ps def = {.recfm = l->recfm,
	    .ctlchar = l->ctlchar,
	    .lrecl = l->lrecl,
	    .blksize = l->blksize};
	struct ds_define_ps named = def;
	struct ds_entry now = *ent; /* for the call: what it points to is ent's
				     */
	enum ds_status st;

	memcpy(named.name, ent->name, sizeof(named.name));
	st = define_ps_format(&named, &l->blksize, diag);
	if (st != DS_OK)
		return st;
	enter(l, &now, NULL);
	memset(&l->as, 0, sizeof(l->as));
	define_ps_attr(&now, &l->as.attr);
	ds_header_words(&l->as.attr, &now, NULL, now.catalog);
	l->as.enter = enter;
	l->as.ctx = l;
	return DS_OK;
}

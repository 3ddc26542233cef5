/*
 * A member of a partitioned data set for records, and the directory of one:
 * input without a member gives its blocks, as BSAM does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/enq.h"
#include "services/label_int.h"
#include "services/library_int.h"

struct po_priv {
	struct ds_library *lib;
	bool borrowed; /* the library is another's, who closes it */
	struct bpam_reader *rd;
	struct bpam_writer *wr;
	struct enq *enq; /* of the member that is written */
	char member[MEMBER_MAX + 1];
	enum ds_status refused; /* a record that was not taken; DS_OK none */
	struct bpam_walk walk;  /* of the directory */
	uint8_t block[BPAM_BLOCK_LEN];
};

static void
free_priv(struct ds_file *file)
{
	struct po_priv *p = file->priv;

	if (p == NULL)
		return;
	bpam_reader_free(&p->rd);
	bpam_writer_free(&p->wr);
	enq_free(&p->enq);
	if (!p->borrowed)
		ds_library_abandon(&p->lib);
	free(p);
	file->priv = NULL;
}

static enum ds_status
po_get(struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag)
{
	struct po_priv *p = file->priv;
	enum ds_status st;

	if (p->rd == NULL)
		return ds_fail(diag, DS_NOACCESS, file->attrs.name,
		    "it is open for output");
	st = bpam_read(p->rd, &recp->data, &recp->len, &recp->rba, diag);
	if (st == DS_OK)
		recp->rrn = file->next_rrn;
	return st;
}

static enum ds_status
po_put(struct ds_file *file, const void *data, size_t len, uint64_t rrn,
    struct ds_diag *diag)
{
	struct po_priv *p = file->priv;
	enum ds_status st;

	(void)rrn;
	st = bpam_write(p->wr, data, len, NULL, diag);
	if (st != DS_OK && p->refused == DS_OK)
		p->refused = st;
	return st;
}

static enum ds_status
po_point_rba(struct ds_file *file, uint64_t rba, struct ds_diag *diag)
{
	struct po_priv *p = file->priv;

	if (p->rd == NULL)
		return ds_fail(diag, DS_NOACCESS, file->attrs.name,
		    "it is open for output");
	return bpam_seek_off(p->rd, rba, diag);
}

static enum ds_status
po_point_rrn(struct ds_file *file, uint64_t rrn, struct ds_diag *diag)
{
	struct po_priv *p = file->priv;

	if (p->rd == NULL)
		return ds_fail(diag, DS_NOACCESS, file->attrs.name,
		    "it is open for output");
	return bpam_seek_rrn(p->rd, rrn, diag);
}

static void
po_abandon(struct ds_file *file)
{
	free_priv(file);
}

/*
 * CLOSE stows the member under its name, without user data, as it does on
 * z/OS. One that is not whole is not stowed: what was there stays.
 */
static enum ds_status
po_close(struct ds_file *file, struct ds_diag *diag)
{
	struct po_priv *p = file->priv;
	enum ds_status st = DS_OK;

	if (p->refused != DS_OK)
		st = ds_fail(diag, p->refused, file->attrs.name,
		    "records were not taken: the member stays as it was");
	else if (p->wr != NULL)
		st = bpam_stow(&p->wr, p->member, true, NULL, 0, diag);
	bpam_reader_free(&p->rd);
	if (st == DS_OK && !p->borrowed)
		st = ds_library_close(&p->lib, diag);
	free_priv(file);
	return st;
}

static const struct file_ops member_ops = {
    .get = po_get,
    .put = po_put,
    .point_rba = po_point_rba,
    .point_rrn = po_point_rrn,
    .close = po_close,
    .abandon = po_abandon,
};

/* --- the directory ---------------------------------------------------------
 */

static enum ds_status
dir_get(struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag)
{
	struct po_priv *p = file->priv;
	enum ds_status st;

	st = bpam_block(p->lib->bpam, &p->walk, p->block, diag);
	if (st != DS_OK)
		return st;
	recp->data = p->block;
	recp->len = sizeof(p->block);
	recp->rba = (uint64_t)(p->walk.blocks - 1) * sizeof(p->block);
	recp->rrn = p->walk.blocks;
	return DS_OK;
}

static enum ds_status
dir_rewind(struct ds_file *file, struct ds_diag *diag)
{
	struct po_priv *p = file->priv;

	(void)diag;
	memset(&p->walk, 0, sizeof(p->walk));
	return DS_OK;
}

static const struct file_ops directory_ops = {
    .get = dir_get,
    .rewind = dir_rewind,
    .close = po_close,
    .abandon = po_abandon,
};

/* --- opening ---------------------------------------------------------------
 */

static enum ds_status
open_output(struct ds_file *file, enum dd_disp disp, struct ds_diag *diag)
{
	struct po_priv *p = file->priv;
	struct bpam_entry ent;
	enum ds_status st;

	st = library_hold_member(p->lib, p->member, &p->enq, diag);
	if (st != DS_OK)
		return st;
	/* Source: SA22-7597 "Disposition of Partitioned Data Sets". */
	if (disp == DD_MOD &&
	    bpam_find(p->lib->bpam, p->member, &ent, NULL) == DS_OK)
		return ds_fail(diag, DS_INVALID, file->attrs.name,
		    "MOD does not extend a member that is there");
	return bpam_writer_new(p->lib->bpam, &p->wr, diag);
}

static enum ds_status
open_member(struct ds_file *file, enum dd_disp disp, struct ds_diag *diag)
{
	struct po_priv *p = file->priv;
	enum ds_status st;

	if ((file->intent & DS_OUTPUT) != 0)
		return open_output(file, disp, diag);
	st = bpam_reader_new(p->lib->bpam, p->member, &p->rd, diag);
	return st != DS_NOTFOUND
		   ? st
		   : ds_fail(diag, DS_NOMEMBER, file->attrs.name, NULL);
}

/* The first member of a library may have to say what its records are. */
static enum ds_status
describe(struct ds_file *file, struct ds_system *sys, struct ds_target *tg,
    const struct ds_open_parms *how, struct ds_diag *diag)
{
	char name[DD_NAME_MAX + 1];
	enum ds_status st;
	bool done;

	st = label_library(sys, tg, how, &done, diag);
	if (st != DS_OK || !done)
		return st;
	snprintf(name, sizeof(name), "%s(%s)", tg->dsn, tg->member);
	ds_target_free(tg);
	memset(tg, 0, sizeof(*tg));
	if ((st = ds_target_find(sys, name, tg, diag)) == DS_OK)
		ds_target_attrs(tg, file->attrs.name, &file->attrs);
	return st;
}

static enum ds_status
open_as_asked(struct ds_file *file, struct ds_system *sys, struct ds_target *tg,
    const struct ds_open_parms *how, struct ds_diag *diag)
{
	const bool output = (file->intent & DS_OUTPUT) != 0;
	struct po_priv *p = file->priv;
	enum ds_status st;

	if (output && p->member[0] == '\0')
		return ds_fail(diag, DS_INVALID, file->attrs.name,
		    "records go to a member, which is to be named");
	if (output && (st = describe(file, sys, tg, how, diag)) != DS_OK)
		return st;
	st = library_open(sys, tg, how->disp, output, how, &p->lib, diag);
	if (st != DS_OK || p->member[0] == '\0')
		return st;
	return open_member(file, how->disp, diag);
}

/* A file of its ops; priv is there. */
static enum ds_status
new_file(const struct ds_target *tg, const char *name, unsigned intent,
    struct ds_file **filep, struct ds_diag *diag)
{
	struct po_priv *p = calloc(1, sizeof(*p));
	enum ds_status st;

	if (p == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	st = file_new(tg->member[0] != '\0' ? &member_ops : &directory_ops,
	    intent, filep, diag);
	if (st != DS_OK) {
		free(p);
		return st;
	}
	(*filep)->priv = p;
	memcpy(p->member, tg->member, sizeof(p->member));
	ds_target_attrs(tg, name, &(*filep)->attrs);
	return DS_OK;
}

static enum ds_status
opened(struct ds_file *file, enum ds_status st, struct ds_file **filep)
{
	if (st == DS_OK) {
		*filep = file;
	} else if (file != NULL) {
		free_priv(file);
		free(file);
	}
	return st;
}

enum ds_status
file_open_po(struct ds_system *sys, struct ds_target *tg, const char *name,
    const struct ds_open_parms *how, unsigned intent, struct ds_file **filep,
    struct ds_diag *diag)
{
	struct ds_file *file = NULL;
	enum ds_status st;

	if ((st = new_file(tg, name, intent, &file, diag)) == DS_OK)
		st = open_as_asked(file, sys, tg, how, diag);
	ds_target_free(tg);
	memset(tg, 0, sizeof(*tg));
	return opened(file, st, filep);
}

enum ds_status
ds_member_open(struct ds_library *lib, const char *member, unsigned intent,
    struct ds_file **filep, struct ds_diag *diag)
{
	struct ds_target tg = lib->tg; /* borrows its entries */
	char name[DD_NAME_MAX + 1];
	struct ds_file *file = NULL;
	struct po_priv *p;
	enum ds_status st;

	if (!member_valid(member, strlen(member)))
		return ds_fail(diag, DS_NOMEMBER, lib->tg.dsn, NULL);
	snprintf(tg.member, sizeof(tg.member), "%s", member);
	snprintf(name, sizeof(name), "%s(%s)", lib->tg.dsn, tg.member);
	if ((st = new_file(&tg, name, intent, &file, diag)) == DS_OK) {
		p = file->priv;
		p->lib = lib;
		p->borrowed = true;
		st = open_member(file, DD_SHR, diag);
	}
	return opened(file, st, filep);
}

/* Host files as open data sets. */
#include <stdlib.h>

#include "base/codepage.h"
#include "services/dataset_int.h"

struct host_priv {
	struct host_in *in;
	struct host_out *out;
};

static enum ds_status
host_get(struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag)
{
	struct host_priv *p = file->priv;
	enum ds_status st;

	st = host_in_get(p->in, &recp->data, &recp->len, diag);
	if (st != DS_OK)
		return st;
	recp->rba = 0;
	recp->rrn = file->next_rrn;
	return DS_OK;
}

static enum ds_status
host_put(struct ds_file *file, const void *data, size_t len, uint64_t rrn,
    struct ds_diag *diag)
{
	struct host_priv *p = file->priv;

	(void)rrn;
	return host_out_put(p->out, data, len, diag);
}

static enum ds_status
host_rewind(struct ds_file *file, struct ds_diag *diag)
{
	return host_in_rewind(((struct host_priv *)file->priv)->in, diag);
}

static void
host_abandon(struct ds_file *file)
{
	struct host_priv *p = file->priv;

	host_in_close(&p->in);
	host_out_abandon(&p->out);
	free(p);
	file->priv = NULL;
}

static enum ds_status
host_close(struct ds_file *file, struct ds_diag *diag)
{
	struct host_priv *p = file->priv;
	enum ds_status st = DS_OK;

	if (p->out != NULL)
		st = host_out_close(&p->out, diag);
	host_abandon(file);
	return st;
}

static bool
host_how_far(struct ds_file *file, uint64_t *atp, uint64_t *ofp)
{
	const struct host_priv *p = file->priv;

	return host_in_far(p->in, atp, ofp);
}

static const struct file_ops host_in_ops = {
    .get = host_get,
    .rewind = host_rewind,
    .close = host_close,
    .abandon = host_abandon,
    .how_far = host_how_far,
};

static const struct file_ops host_out_ops = {
    .put = host_put,
    .close = host_close,
    .abandon = host_abandon,
};

static void
set_attrs(struct ds_file *file, const struct host_spec *s, const char *path)
{
	struct ds_attrs *a = &file->attrs;

	host_name(path, a->name);
	a->org = DS_ORG_PS;
	a->recfm = s->recfm;
	a->ctlchar = s->ctlchar;
	a->lrecl = s->lrecl;
	a->ccsid = s->ccsid;
	a->fixed = recfm_is_fixed(s->recfm);
	a->text = s->text;
}

enum ds_status
file_open_host(struct ds_system *sys, const struct dd_part *part,
    unsigned intent, const struct ds_attrs *like, struct ds_file **filep,
    struct ds_diag *diag)
{
	const bool output = (intent & DS_OUTPUT) != 0;
	const uint16_t ccsid = ds_system_config(sys)->ccsid;
	const struct host_spec *spec;
	struct ds_file *file = NULL;
	struct host_priv *p;
	enum ds_status st;

	st = file_new(
	    output ? &host_out_ops : &host_in_ops, intent, &file, diag);
	if (st != DS_OK)
		return st;
	if ((file->priv = p = calloc(1, sizeof(*p))) == NULL) {
		free(file);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	if (output)
		st = host_out_open(&part->host, like, ccsid, &p->out, diag);
	else
		st = host_in_open(&part->host, like, ccsid, &p->in, diag);
	if (st != DS_OK) {
		host_abandon(file);
		free(file);
		return st;
	}
	spec = output ? host_out_spec(p->out) : host_in_spec(p->in);
	set_attrs(file, spec, part->host.path);
	*filep = file;
	return DS_OK;
}

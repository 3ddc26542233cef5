/*
 * Systems and open files. What services opens is one thread's, so each file
 * has an opened root of its own; a closed file leaves it to the next one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/lib_int.h"

static void
root_free(struct lib_root **rootp)
{
	if (*rootp == NULL)
		return;
	ds_system_close(&(*rootp)->sys);
	free(*rootp);
	*rootp = NULL;
}

static enum ds_status
root_open(const char *dir, struct lib_root **rootp, struct ds_diag *diag)
{
	struct lib_root *root = calloc(1, sizeof(*root));
	enum ds_status st;

	if (root == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	if ((st = ds_system_open(dir, &root->sys, NULL, diag)) != DS_OK) {
		free(root);
		return st;
	}
	*rootp = root;
	return DS_OK;
}

static enum ds_status
root_take(
    struct ctm_system *system, struct lib_root **rootp, struct ds_diag *diag)
{
	struct lib_root *root;
	unsigned wait_ms;
	enum ds_status st;

	pthread_mutex_lock(&system->lock);
	wait_ms = system->wait_ms;
	if ((root = system->idle) != NULL)
		system->idle = root->next;
	pthread_mutex_unlock(&system->lock);
	if (root == NULL) {
		if ((st = root_open(system->root, &root, diag)) != DS_OK)
			return st;
		ds_system_join(root->sys, system->first->sys);
	}
	if (wait_ms > 0)
		ds_system_set_wait(root->sys, wait_ms);
	*rootp = root;
	return DS_OK;
}

static void
root_give(struct ctm_system *system, struct lib_root *root)
{
	pthread_mutex_lock(&system->lock);
	root->next = system->idle;
	system->idle = root;
	pthread_mutex_unlock(&system->lock);
}

int
ctm_system_open(
    const char *dir, struct ctm_system **systemp, struct ctm_error *error)
{
	struct ctm_system *system = calloc(1, sizeof(*system));
	struct ds_diag diag = {0};
	struct lib_root *root = NULL;
	enum ds_status st;

	if (system == NULL)
		return lib_outcome(DS_NOMEM, &diag, error);
	if ((st = root_open(dir, &root, &diag)) != DS_OK) {
		free(system);
		return lib_outcome(st, &diag, error);
	}
	pthread_mutex_init(&system->lock, NULL);
	/* The one that was found, whatever the environment becomes. */
	snprintf(system->root, sizeof(system->root), "%s",
	    ds_system_root(root->sys));
	system->idle = system->first = root;
	*systemp = system;
	return CTM_OK;
}

void
ctm_system_wait(struct ctm_system *system, unsigned milliseconds)
{
	if (system == NULL)
		return;
	pthread_mutex_lock(&system->lock);
	system->wait_ms = milliseconds > 0 ? milliseconds : 1;
	pthread_mutex_unlock(&system->lock);
}

void
ctm_system_close(struct ctm_system **systemp)
{
	struct ctm_system *system;
	struct lib_root *root;

	if (systemp == NULL || (system = *systemp) == NULL)
		return;
	while ((root = system->idle) != NULL) {
		system->idle = root->next;
		if (root != system->first)
			root_free(&root);
	}
	root_free(&system->first);
	pthread_mutex_destroy(&system->lock);
	free(system);
	*systemp = NULL;
}

/* --- open and close --------------------------------------------------------
 */

static unsigned
intent_of(unsigned intent)
{
	unsigned ds = 0;

	if (intent & CTM_INPUT)
		ds |= DS_INPUT;
	if (intent & CTM_OUTPUT)
		ds |= DS_INPUT | DS_OUTPUT;
	if (intent & CTM_RESET)
		ds |= DS_RESET;
	if (intent & CTM_SEQUENTIAL)
		ds |= DS_SEQ;
	if (intent & CTM_DIRECT)
		ds |= DS_DIR;
	if (intent & CTM_CONTROL)
		ds |= DS_CNV;
	if (intent & CTM_DURABLE)
		ds |= DS_DURABLE;
	if (intent & CTM_BULK)
		ds |= DS_BULK;
	return ds;
}

static enum ds_status
parms_take(const struct ctm_open_parms *parms, unsigned intent,
    struct ds_open_parms *ds, struct ds_diag *diag)
{
	int disp = CTM_DEFAULT;

	memset(ds, 0, sizeof(*ds));
	if (parms != NULL && parms->size != sizeof(*parms))
		return ds_fail(
		    diag, DS_INVALID, NULL, "open parameters of another size");
	if (parms != NULL) {
		disp = parms->disposition;
		ds->strno = parms->strno;
		ds->bufnd = parms->bufnd;
		ds->bufni = parms->bufni;
		ds->bufsp = parms->bufsp;
		ds->durable = parms->durable != 0;
		ds->accbias = parms->bias;
		ds->smbvsp = parms->smbvsp;
		ds->smbvspi = parms->smbvspi;
		ds->lsr = parms->pool != NULL ? parms->pool->lsr : NULL;
		ds->bulk_memory = parms->bulk_memory;
	}
	if (disp < CTM_DEFAULT || disp > CTM_MOD)
		return ds_fail(
		    diag, DS_INVALID, NULL, "no disposition of this number");
	/* Begin empty, and go on behind what is there? */
	if (disp == CTM_MOD && intent & CTM_RESET)
		return ds_fail(diag, DS_INVALID, NULL,
		    "CTM_RESET and CTM_MOD exclude each other");
	if (disp == CTM_DEFAULT)
		disp = intent & CTM_OUTPUT ? CTM_OLD : CTM_SHR;
	if (ds->accbias < CTM_BIAS_SYSTEM || ds->accbias > CTM_BIAS_DW)
		return ds_fail(
		    diag, DS_INVALID, NULL, "no bias of this number");
	ds->disp = disp == CTM_SHR ? DD_SHR : disp == CTM_OLD ? DD_OLD : DD_MOD;
	return DS_OK;
}

static enum ds_status
intent_check(unsigned intent, struct ds_diag *diag)
{
	const unsigned all = CTM_INPUT | CTM_OUTPUT | CTM_RESET |
			     CTM_SEQUENTIAL | CTM_DIRECT | CTM_CONTROL |
			     CTM_DURABLE | CTM_BULK;

	if (intent & ~all || !(intent & (CTM_INPUT | CTM_OUTPUT)) ||
	    ((intent & (CTM_RESET | CTM_BULK)) && !(intent & CTM_OUTPUT)))
		return ds_fail(
		    diag, DS_INVALID, NULL, "intents that do not go together");
	return DS_OK;
}

static enum ds_status
file_new(struct ctm_system *system, unsigned intent, struct ctm_file **filep,
    struct ds_diag *diag)
{
	struct ctm_file *file;
	enum ds_status st;

	if ((st = intent_check(intent, diag)) != DS_OK)
		return st;
	if ((file = calloc(1, sizeof(*file))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	file->system = system;
	if ((st = root_take(system, &file->root, diag)) != DS_OK) {
		free(file);
		return st;
	}
	*filep = file;
	return DS_OK;
}

/* What remains of a file whose data set is closed. */
static void
file_free(struct ctm_file **filep)
{
	struct ctm_file *file = *filep;

	if (file == NULL)
		return;
	dd_table_free(&file->dds);
	root_give(file->system, file->root);
	free(file);
	*filep = NULL;
}

static void
tell_duplicate(
    void *ctx, const uint8_t *key, uint32_t keylen, const struct am_rec *rec)
{
	struct ctm_record record = {
	    .data = rec->data, .length = rec->len, .number = rec->rrn};
	struct ctm_file *file = ctx;

	file->duplicate(file->duplicate_context, &record, key, keylen);
}

static void
duplicates_take(struct ctm_file *file, const struct ctm_open_parms *parms,
    struct ds_open_parms *ds)
{
	if (parms == NULL || parms->duplicate == NULL)
		return;
	file->duplicate = parms->duplicate;
	file->duplicate_context = parms->duplicate_context;
	ds->duplicate = tell_duplicate;
	ds->duplicate_ctx = file;
}

int
ctm_open(struct ctm_system *system, const char *name, unsigned intent,
    const struct ctm_open_parms *parms, struct ctm_file **filep,
    struct ctm_error *error)
{
	struct ctm_file *file = NULL;
	struct ds_open_parms ds;
	struct ds_diag diag = {0};
	enum ds_status st;

	if ((st = parms_take(parms, intent, &ds, &diag)) == DS_OK)
		st = file_new(system, intent, &file, &diag);
	if (st == DS_OK)
		duplicates_take(file, parms, &ds);
	if (st == DS_OK)
		st = ds_open_with(file->root->sys, name, intent_of(intent), &ds,
		    &file->ds, &diag);
	if (st != DS_OK) {
		if (diag.name[0] == '\0')
			snprintf(diag.name, sizeof(diag.name), "%s", name);
		file_free(&file);
		return lib_open_outcome(st, &diag, error);
	}
	file->am = ds_file_am(file->ds);
	*filep = file;
	return CTM_OK;
}

/* --dd's NAME=SPEC of one name. */
static enum ds_status
dd_open(struct ctm_file *file, const char *spec, unsigned intent,
    struct ds_diag *diag)
{
	char *dd = malloc(strlen(spec) + sizeof("DD="));
	enum ds_status st;

	if (dd == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	sprintf(dd, "DD=%s", spec);
	if ((st = dd_table_new(file->root->sys, &file->dds)) != DS_OK)
		ds_fail(diag, st, NULL, NULL);
	if (st == DS_OK)
		st = dd_alloc(file->dds, dd, diag);
	if (st == DS_OK)
		st = ds_open_dd(
		    file->dds, "DD", intent_of(intent), NULL, &file->ds, diag);
	free(dd);
	return st;
}

int
ctm_open_dd(struct ctm_system *system, const char *spec, unsigned intent,
    struct ctm_file **filep, struct ctm_error *error)
{
	struct ctm_file *file = NULL;
	struct ds_diag diag = {0};
	enum ds_status st;

	if (intent & CTM_BULK)
		st = ds_fail(&diag, DS_INVALID, NULL,
		    "a DD is read and written in sequence");
	else
		st = file_new(system, intent, &file, &diag);
	if (st == DS_OK)
		st = dd_open(file, spec, intent, &diag);
	if (st != DS_OK) {
		file_free(&file);
		return lib_open_outcome(st, &diag, error);
	}
	file->am = ds_file_am(file->ds);
	*filep = file;
	return CTM_OK;
}

int
ctm_close(struct ctm_file **filep, struct ctm_error *error)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if (filep == NULL || *filep == NULL)
		return CTM_OK;
	lib_strings_free(*filep);
	st = ds_close(&(*filep)->ds, &diag);
	file_free(filep);
	return lib_outcome(st, &diag, error);
}

void
ctm_abandon(struct ctm_file **filep)
{
	if (filep == NULL || *filep == NULL)
		return;
	lib_strings_free(*filep);
	ds_abandon(&(*filep)->ds);
	file_free(filep);
}

int
ctm_commit(struct ctm_file *file, struct ctm_error *error)
{
	struct ds_diag diag = {0};

	return lib_outcome(ds_commit(file->ds, &diag), &diag, error);
}

int
ctm_open_warning(const struct ctm_file *file)
{
	const struct ds_attrs *a = ds_attrs(file->ds);

	return a->improper.code != 0 ? a->improper.code : a->warning;
}

/* --- what a file is --------------------------------------------------------
 */

static int
organization_of(enum ds_org org)
{
	static const int orgs[] = {
	    [DS_ORG_KSDS] = CTM_KSDS,
	    [DS_ORG_ESDS] = CTM_ESDS,
	    [DS_ORG_RRDS] = CTM_RRDS,
	    [DS_ORG_VRRDS] = CTM_VRRDS,
	    [DS_ORG_LDS] = CTM_LDS,
	    [DS_ORG_PS] = CTM_PS,
	};

	return (size_t)org < sizeof(orgs) / sizeof(orgs[0]) ? orgs[org] : 0;
}

void
ctm_file_attributes(
    const struct ctm_file *file, struct ctm_attributes *attributes)
{
	const struct ds_attrs *ds = ds_attrs(file->ds);
	struct ctm_attributes a = {0};
	const struct comp_attr *comp;

	snprintf(a.name, sizeof(a.name), "%s", ds->name);
	a.organization = organization_of(ds->org);
	a.is_path = ds->path;
	a.is_component = ds->component;
	a.key_length = ds->keylen;
	a.key_offset = ds->rkp;
	a.record_max = ds->lrecl;
	a.ccsid = ds->ccsid;
	if (file->am != NULL) {
		comp = am_attr(file->am);
		a.spanned = (comp->flags & DS_A_SPANNED) != 0;
		a.reuse = (comp->flags & DS_A_REUSE) != 0;
		a.unique = am_path_unique(file->am);
		a.record_average = comp->avglrecl;
		a.ci_length = comp->ci_len;
		a.cis_per_ca = comp->cis_per_ca;
		a.loading = am_loading(file->am);
	}
	*attributes = a;
}

/* Of an open VSAM file; DS_INVALID: it has no such component. */
static enum ds_status
part_of(const struct ctm_file *file, int part, enum sphere_part *partp,
    struct ds_diag *diag)
{
	*partp = part == CTM_INDEX ? SPHERE_INDEX : SPHERE_DATA;
	if (file->am != NULL && part >= CTM_DATA && part <= CTM_INDEX &&
	    (part == CTM_DATA || am_index_attr(file->am) != NULL))
		return DS_OK;
	return ds_fail(diag, DS_INVALID, ds_attrs(file->ds)->name,
	    "it has no such component");
}

int
ctm_file_buffers(struct ctm_file *file, int part, struct ctm_buffers *buffers,
    struct ctm_error *error)
{
	struct ds_diag diag = {0};
	struct am_buffers am;
	enum sphere_part sp;
	enum ds_status st;

	if ((st = part_of(file, part, &sp, &diag)) != DS_OK ||
	    (st = am_buffers(file->am, sp, &am, &diag)) != DS_OK)
		return lib_outcome(st, &diag, error);
	memset(buffers, 0, sizeof(*buffers));
	snprintf(buffers->bias, sizeof(buffers->bias), "%.3s",
	    am.bias == AM_BIAS_USER ? "" : am_bias_name(am.bias));
	buffers->buffers = am.pool.held;
	buffers->length = am.pool.ci_len;
	buffers->hits = am.pool.hits;
	buffers->reads = am.pool.reads;
	return CTM_OK;
}

int
ctm_file_statistics(struct ctm_file *file, int part,
    struct ctm_statistics *statistics, struct ctm_error *error)
{
	struct ds_diag diag = {0};
	struct ctm_statistics s = {0};
	const struct comp_state *state;
	const struct ds_stats *ds;
	enum sphere_part sp;
	enum ds_status st;

	if ((st = part_of(file, part, &sp, &diag)) != DS_OK)
		return lib_outcome(st, &diag, error);
	state = &am_state(file->am)->part[sp];
	ds = am_stats(file->am, sp);
	s.records = state->records;
	s.bytes = state->bytes;
	s.hurba = state->hurba;
	s.harba = state->harba;
	s.extents = state->extents;
	s.levels = state->levels;
	s.inserted = ds->rec_inserted;
	s.deleted = ds->rec_deleted;
	s.updated = ds->rec_updated;
	s.retrieved = ds->rec_retrieved;
	s.ci_splits = ds->splits_ci;
	s.ca_splits = ds->splits_ca;
	s.excps = ds->excps;
	*statistics = s;
	return CTM_OK;
}

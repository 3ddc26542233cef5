/*
 * The data sets that a thread has open, for reading. One that was not used for
 * a while is closed, since whoever wants it for himself (DISP=OLD, DELETE)
 * waits as long, or is refused; so is the one used longest ago, when there are
 * too many.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/ticks.h"
#include "nfs/ops_int.h"
#include "nfs/view.h"
#include "services/security.h"

/* Buffers of one: reading is sequential, by a ring of its own. */
enum { BUFND = 4, BUFNI = 4 };
/* A library that was looked into is held as long: who looks up one member soon
 * looks up another, and each opening costs a hundred times a look. */
enum { LIBRARY_IDLE_MS = 500 };

struct opened {
	unsigned n, max;
	struct opened_file files[];
};

enum ops_status
opened_new(struct ops *ops, struct opened **openedp)
{
	const unsigned max = ops->server->config.max_open;
	struct opened *p;

	/* One more, for when all others are pinned. */
	p = calloc(1, sizeof(*p) + (max + 1) * sizeof(p->files[0]));
	if (p == NULL)
		return OPS_FAULT;
	p->max = max;
	*openedp = p;
	return OPS_OK;
}

static void
close_file(struct opened_file *pf)
{
	view_free(&pf->view);
	ds_abandon(&pf->file);
	ds_library_abandon(&pf->lib);
}

static void
drop(struct opened *p, unsigned i)
{
	close_file(&p->files[i]);
	p->files[i] = p->files[--p->n];
}

void
opened_free(struct opened **openedp)
{
	if (openedp == NULL || *openedp == NULL)
		return;
	while ((*openedp)->n > 0)
		drop(*openedp, 0);
	free(*openedp);
	*openedp = NULL;
}

void
opened_drop(struct ops *ops, struct opened_file *file)
{
	drop(ops->opened, (unsigned)(file - ops->opened->files));
}

void
opened_release(struct ops *ops, const uint8_t id[DS_IDENTITY_LEN])
{
	struct opened *p = ops->opened;

	for (unsigned i = 0; i < p->n;)
		if (memcmp(p->files[i].node.id, id, DS_IDENTITY_LEN) == 0)
			drop(p, i);
		else
			i++;
}

void
opened_release_wanted(struct ops *ops)
{
	struct opened *p = ops->opened;

	for (unsigned i = 0; i < p->n;)
		if (server_wanted(ops->server, p->files[i].node.id))
			drop(p, i);
		else
			i++;
}

int
opened_idle(struct ops *ops)
{
	const int64_t now = ticks_ms(), idle = ops->server->config.idle_ms;
	struct opened *p = ops->opened;
	int64_t left, least = -1;
	unsigned i;

	for (i = 0; i < p->n;) {
		left = p->files[i].used - now;
		left += p->files[i].file == NULL && idle > LIBRARY_IDLE_MS
			    ? LIBRARY_IDLE_MS
			    : idle;
		if (left <= 0) {
			drop(p, i);
			continue;
		}
		if (least < 0 || left < least)
			least = left;
		i++;
	}
	return (int)least;
}

/* --- opening ---------------------------------------------------------------
 */

static bool
is_same(const struct node *a, const struct node *b)
{
	return a->kind == b->kind && a->view == b->view &&
	       memcmp(a->id, b->id, sizeof(a->id)) == 0 &&
	       strcmp(a->text, b->text) == 0;
}

struct opened_file *
opened_peek(struct ops *ops, const struct node *node)
{
	struct opened *p = ops->opened;

	for (unsigned i = 0; i < p->n; i++)
		if (is_same(&p->files[i].node, node))
			return &p->files[i];
	return NULL;
}

static enum ds_status
open_member(struct ops *ops, struct opened_file *pf, struct ds_diag *diag)
{
	enum ds_status st;

	st = ds_library_open(ops->sys, pf->name, DD_SHR, false, &pf->lib, diag);
	if (st == DS_OK)
		st = ds_member_find(pf->lib, pf->node.text, &pf->member, diag);
	return st == DS_OK ? ds_member_open(pf->lib, pf->node.text,
				 DS_INPUT | DS_SEQ, &pf->file, diag)
			   : st;
}

static enum ds_status
open_file(struct ops *ops, struct opened_file *pf, struct ds_diag *diag)
{
	const struct ds_open_parms how = {
	    .disp = DD_SHR, .bufnd = BUFND, .bufni = BUFNI};
	struct view_parms parms = {.view = pf->node.view};
	enum ds_status st;

	if (pf->node.kind == NODE_MEMBER) {
		st = open_member(ops, pf, diag);
		parms.records = pf->member.records;
		parms.bytes = pf->member.bytes;
	} else {
		st = ds_open_with(ops->sys, pf->name, DS_INPUT | DS_SEQ, &how,
		    &pf->file, diag);
		parms.counted = true;
		if (st == DS_OPEN_EMPTY) {
			pf->empty = true;
			return DS_OK;
		}
	}
	return st == DS_OK ? view_new(pf->file, &parms, &pf->view, diag) : st;
}

static void
make_room(struct opened *p)
{
	unsigned oldest = p->n;

	if (p->n < p->max)
		return;
	for (unsigned i = 0; i < p->n; i++)
		if (!p->files[i].pinned &&
		    (oldest == p->n ||
			p->files[i].used < p->files[oldest].used))
			oldest = i;
	if (oldest < p->n)
		drop(p, oldest);
}

static enum ops_status
open_found(struct ops *ops, const struct found *f, struct opened_file **filep)
{
	const uint64_t fileid = node_fileid(&f->node);
	struct opened *p = ops->opened;
	struct ds_diag diag = {0};
	struct opened_file *pf;
	struct timespec now;
	enum ds_status st;

	server_await(ops->server, f->node.id);
	make_room(p);
	pf = &p->files[p->n];
	memset(pf, 0, sizeof(*pf));
	pf->node = f->node;
	memcpy(pf->name, f->name, sizeof(pf->name));
	clock_gettime(CLOCK_REALTIME, &now);
	pf->nonce = hash_bytes(fileid, &now, sizeof(now));
	if ((st = open_file(ops, pf, &diag)) != DS_OK) {
		close_file(pf);
		if (st == DS_OPEN_INUSE || st == DS_BUSY) {
			server_log(ops->server, "%s is in use by %s", f->name,
			    diag.holder);
			return server_busy(ops->server, fileid);
		}
		return ops_failed(ops, f->name, st, &diag);
	}
	server_not_busy(ops->server, fileid);
	p->n++;
	*filep = pf;
	return OPS_OK;
}

/* Is it still what its name leads to? Of an open data set the name is held;
 * of a member another content may have come. */
bool
opened_is_current(struct opened_file *pf)
{
	struct ds_member m;

	if (pf->empty)
		return false;
	if (pf->lib == NULL)
		return true;
	return ds_member_find(pf->lib, pf->node.text, &m, NULL) == DS_OK &&
	       m.id == pf->member.id;
}

enum ops_status
opened_get(struct ops *ops, const struct ops_fh *fh, const struct found *found,
    struct opened_file **filep)
{
	struct opened_file *pf;
	struct found f = {0};
	struct node node;
	enum ops_status st;

	if (!handle_decode(fh, &node))
		return OPS_BADHANDLE;
	pf = opened_peek(ops, &node);
	if (pf != NULL && pf->library)
		return OPS_ISDIR;
	if (pf != NULL && !opened_is_current(pf)) {
		opened_drop(ops, pf);
		pf = NULL;
	}
	if (pf == NULL && found != NULL) {
		if ((st = open_found(ops, found, &pf)) != OPS_OK)
			return st;
	} else if (pf == NULL) {
		if ((st = names_resolve(ops, fh, &f)) != OPS_OK)
			return st;
		st = found_is_dir(&f)           ? OPS_ISDIR
		     : f.node.kind == NODE_LINK ? OPS_INVAL
						: open_found(ops, &f, &pf);
		found_free(&f);
		if (st != OPS_OK)
			return st;
	} else if (!attr_may(ops, pf->name, DS_ACCESS_READ) &&
		   !ops_authorized(ops, pf->name)) {
		return OPS_ACCES;
	}
	pf->used = ticks_ms();
	*filep = pf;
	return OPS_OK;
}

/* --- libraries -------------------------------------------------------------
 */

static struct node
library_node(const struct found *f)
{
	struct node node = {.kind = NODE_SET, .view = OPS_BINARY};

	memcpy(node.id, f->node.id, sizeof(node.id));
	return node;
}

enum ops_status
opened_library(struct ops *ops, const struct found *f, struct ds_library **libp)
{
	const struct node node = library_node(f);
	struct opened *p = ops->opened;
	struct opened_file *pf = opened_peek(ops, &node);
	struct ds_diag diag = {0};
	enum ds_status st;

	if (pf == NULL) {
		make_room(p);
		pf = &p->files[p->n];
		memset(pf, 0, sizeof(*pf));
		pf->node = node;
		pf->library = true;
		memcpy(pf->name, f->name, sizeof(pf->name));
		st = ds_library_open(
		    ops->sys, f->name, DD_SHR, false, &pf->lib, &diag);
		if (st == DS_OPEN_INUSE || st == DS_BUSY)
			return server_busy(ops->server, node_fileid(&node));
		if (st != DS_OK)
			return ops_failed(ops, f->name, st, &diag);
		server_not_busy(ops->server, node_fileid(&node));
		p->n++;
	}
	pf->used = ticks_ms();
	*libp = pf->lib;
	return OPS_OK;
}

void
opened_pin(struct ops *ops, const struct found *f, bool pinned)
{
	const struct node node = library_node(f);
	struct opened_file *pf = opened_peek(ops, &node);

	if (pf != NULL)
		pf->pinned = pinned;
}

/* --- what is read ----------------------------------------------------------
 */

/* Catch up with those who write to it meanwhile. */
static enum ds_status
catch_up(struct opened_file *pf, struct ds_diag *diag)
{
	uint64_t bytes, records, version = pf->version;
	struct timespec now;
	enum ds_status st = DS_OK;

	if (pf->lib == NULL)
		st = ds_stream_size(
		    pf->file, 0, &bytes, &records, &version, diag);
	if (st != DS_OK || version == pf->version)
		return st;
	clock_gettime(CLOCK_REALTIME, &now);
	pf->version = version;
	pf->changed = (struct ops_time){now.tv_sec, (uint32_t)now.tv_nsec};
	view_changed(pf->view);
	return DS_OK;
}

enum ops_status
opened_size(struct ops *ops, struct opened_file *pf, uint64_t *sizep,
    uint64_t *versionp)
{
	struct ds_diag diag = {0};
	uint64_t version;
	enum ds_status st;

	if (pf->empty) {
		*sizep = *versionp = 0;
		return OPS_OK;
	}
	if ((st = catch_up(pf, &diag)) == DS_OK)
		st = view_size(pf->view, sizep, &version, &diag);
	if (st != DS_OK)
		return ops_failed(ops, pf->name, st, &diag);
	*versionp = pf->version;
	return OPS_OK;
}

enum ops_status
opened_read(struct ops *ops, struct opened_file *pf, uint64_t offset, void *buf,
    size_t len, size_t *gotp, bool *eofp)
{
	struct ds_diag diag = {0};
	enum ds_status st;

	if (pf->empty) {
		*gotp = 0;
		*eofp = true;
		return OPS_OK;
	}
	if ((st = catch_up(pf, &diag)) == DS_OK)
		st = view_read(pf->view, offset, buf, len, gotp, eofp, &diag);
	return st == DS_OK ? OPS_OK : ops_failed(ops, pf->name, st, &diag);
}

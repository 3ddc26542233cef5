/*
 * Attributes. The catalog and the component's published state say them, without
 * any lock; of a data set that is open here, or that somebody is writing to,
 * the records say them as they are now.
 */
#include <string.h>
#include <time.h>

#include "nfs/scratch.h"
#include "nfs/session.h"
#include "nfs/view.h"
#include "services/security.h"

enum { BLOCK = 4096, RRN_LEN = 4 };
/* From 1900 to 1970; and units of a TOD clock in a microsecond. */
static const int64_t epoch_1970 = 2208988800;
enum { TOD_SHIFT = 12, USEC = 1000000 };

static struct ops_time
of_tod(uint64_t tod)
{
	const uint64_t us = tod >> TOD_SHIFT;

	return (struct ops_time){
	    (int64_t)(us / USEC) - epoch_1970, (uint32_t)(us % USEC * 1000)};
}

/* Midnight of yyyyddd, UTC. */
static struct ops_time
of_date(uint32_t yyyyddd)
{
	struct tm tm = {.tm_year = (int)(yyyyddd / 1000) - 1900,
	    .tm_mday = (int)(yyyyddd % 1000)};

	if (yyyyddd == 0)
		return (struct ops_time){0};
	return (struct ops_time){timegm(&tm), 0};
}

static const struct ds_entry *
records_of(const struct found *f)
{
	return f->data != NULL ? f->data : f->whole;
}

uint64_t
attr_change(const struct found *f)
{
	const struct ds_entry *e;
	uint64_t v[5] = {0};

	if (f->has_member) {
		v[0] = f->member.id;
		v[1] = f->member.changed;
		v[2] = f->member.bytes;
	} else if (f->whole != NULL) {
		e = records_of(f);
		v[0] = e->state_seq;
		v[1] = e->stats.rec_total;
		v[2] = e->stats.bytes;
		v[3] = e->stats.hurba;
		memcpy(&v[4], e->comp_id + DS_IDENTITY_LEN, sizeof(v[4]));
	}
	return hash_bytes(2, v, sizeof(v));
}

bool
attr_may(struct ops *ops, const char *name, int level)
{
	struct ds_decision d;
	struct ds_diag diag;

	if (!ops->secure || name[0] == '\0')
		return true;
	return ds_access_check(ops->sys, NULL, name, (enum ds_access)level, &d,
		   &diag) == DS_OK &&
	       d.granted;
}

bool
attr_may_write(struct ops *ops, const struct found *f)
{
	if (!ops->server->config.writable ||
	    (f->data != NULL && f->data->org == DS_ORG_LDS) ||
	    (f->node.kind != NODE_MEMBER && f->node.kind != NODE_SET) ||
	    found_is_dir(f))
		return false;
	return attr_may(ops, f->name, DS_ACCESS_UPDATE);
}

/* --- sizes -----------------------------------------------------------------
 */

/* By what is published. False: that does not say it. */
static bool
published_size(const struct found *f, uint64_t *sizep)
{
	const struct ds_entry *e = records_of(f);
	const uint64_t extra = view_extra(f->node.view);

	if (f->node.view == OPS_TEXT)
		return false;
	if (f->has_member) {
		*sizep = f->member.bytes + f->member.records * extra;
		return true;
	}
	if (!e->stats_known)
		return false;
	*sizep = e->stats.bytes + e->stats.rec_total * extra;
	if (e->org == DS_ORG_VRRDS) /* the number in front is not of a record */
		*sizep -= e->stats.rec_total * RRN_LEN;
	if (e->org == DS_ORG_LDS) /* all that is allocated */
		*sizep =
		    e->stats.harba +
		    (e->cisize > 0 ? e->stats.harba / e->cisize * extra : 0);
	return true;
}

/* By the records of an open data set. */
static enum ops_status
size_of_open(struct ops *ops, struct opened_file *file, struct ops_attr *a)
{
	enum ops_status st;
	uint64_t version = 0;

	if ((st = opened_size(ops, file, &a->size, &version)) != OPS_OK)
		return st;
	if (version != 0) {
		a->change = hash_bytes(file->nonce, &version, sizeof(version));
		a->mtime = a->ctime = file->changed;
	} else if (file->node.view == OPS_TEXT) {
		server_note_size(ops->server, a->fileid, a->change, a->size);
	}
	file->attr = *a;
	file->has_attr = true;
	return OPS_OK;
}

static enum ops_status
open_size(struct ops *ops, struct found *f, struct ops_attr *a)
{
	struct opened_file *file;
	struct ops_fh fh;
	enum ops_status st;

	handle_encode(&f->node, &fh);
	st = opened_get(ops, &fh, f, &file);
	return st == OPS_OK ? size_of_open(ops, file, a) : st;
}

bool
attr_of_open(struct ops *ops, const struct ops_fh *fh, struct ops_attr *attrp,
    enum ops_status *stp)
{
	struct opened_file *file;
	struct ops_attr a;
	struct node node;

	/* What is shown of it depends on who asks. */
	if (ops->secure || !handle_decode(fh, &node) ||
	    session_sees(ops, &node) ||
	    (file = opened_peek(ops, &node)) == NULL || !file->has_attr ||
	    !opened_is_current(file))
		return false;
	a = file->attr;
	if ((*stp = size_of_open(ops, file, &a)) == OPS_OK)
		*attrp = a;
	return true;
}

static enum ops_status
set_size(struct ops *ops, struct found *f, bool cheap, struct ops_attr *a,
    bool *knownp)
{
	const bool open = opened_peek(ops, &f->node) != NULL;
	const bool written = !f->has_member && records_of(f)->open_output;
	enum ops_status st;

	*knownp = true;
	if (!open && published_size(f, &a->size) && !written)
		return OPS_OK;
	if (!open && !written &&
	    server_size(ops->server, a->fileid, a->change, &a->size))
		return OPS_OK;
	if (!open && cheap) {
		*knownp = published_size(f, &a->size);
		return OPS_OK;
	}
	st = open_size(ops, f, a);
	/* What is being written, and not to be shared, is as it was published.
	 */
	if ((st == OPS_DELAY || st == OPS_ACCES) && published_size(f, &a->size))
		return OPS_OK;
	return st;
}

/* --- all of them -----------------------------------------------------------
 */

static void
set_times(const struct found *f, struct ops_attr *a)
{
	const struct ds_entry *e;

	if (f->has_member) {
		a->mtime.sec = (int64_t)f->member.changed;
	} else if (f->whole != NULL) {
		e = records_of(f);
		a->mtime = e->stats_known && e->stats.tod != 0
			       ? of_tod(e->stats.tod)
			       : of_date(f->whole->created);
	}
	a->ctime = a->atime = a->mtime;
}

static void
set_directory(struct ops *ops, const struct found *f, struct ops_attr *a)
{
	struct timespec now;

	a->type = OPS_DIR;
	a->mode = ops->server->config.writable ? 0755 : 0555;
	a->nlink = 2;
	a->size = a->used = BLOCK;
	if (f->whole != NULL && f->whole->org == DS_ORG_PO &&
	    !f->whole->open_output)
		return;
	/* Nobody counts what is entered into catalogs, or stowed meanwhile:
	 * always another. */
	clock_gettime(CLOCK_REALTIME, &now);
	a->change = hash_bytes(ops->server->verifier, &now, sizeof(now));
	a->mtime = a->ctime = a->atime =
	    (struct ops_time){now.tv_sec, (uint32_t)now.tv_nsec};
}

enum ops_status
attr_get(struct ops *ops, struct found *f, bool cheap, struct ops_attr *attrp,
    bool *knownp)
{
	struct ops_attr a = {.type = OPS_REG,
	    .mode = 0444,
	    .nlink = 1,
	    .uid = ops->uid,
	    .gid = ops->gid,
	    .fsid = ops->server->fsid,
	    .fileid = node_fileid(&f->node),
	    .change = attr_change(f)};
	enum ops_status st = OPS_OK;

	*knownp = true;
	set_times(f, &a);
	if (found_is_dir(f)) {
		set_directory(ops, f, &a);
	} else if (f->node.kind == NODE_LINK) {
		a.type = OPS_LNK;
		a.mode = 0777;
		a.size = sizeof("G0000V00") - 1;
	} else if (f->node.kind == NODE_SCRATCH) {
		st = scratch_attr(ops, &f->node, &a);
	} else {
		a.used = f->has_member ? f->member.bytes
				       : records_of(f)->stats.harba;
		if (!session_attr(ops, &f->node, &a))
			st = set_size(ops, f, cheap, &a, knownp);
		if (attr_may_write(ops, f))
			a.mode |= 0222;
	}
	if (f->whole != NULL && a.type != OPS_LNK &&
	    !attr_may(ops, f->name, DS_ACCESS_READ))
		a.mode = 0;
	if (st == OPS_OK)
		*attrp = a;
	return st;
}

/* Files that are made: sequential data sets and members, without records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nfs/scratch.h"
#include "nfs/session.h"
#include "nfs/suffix.h"
#include "services/define.h"

/* As IBM's server makes data sets unless told otherwise: VB of 8196
 * (cpn2co115). */
enum { CREATE_LRECL = 8196 };

/* --- data sets -------------------------------------------------------------
 */

/* Of a cluster: as IBM's server makes one unless told otherwise. */
enum { KEYLEN = 64, AVERAGE = 512, MAXIMUM = 4096, CYLINDERS = 1 };

static uint32_t
said_or(uint32_t said, uint32_t otherwise)
{
	return said != 0 ? said : otherwise;
}

static void
set_level(struct ds_define_level *l, const struct suffix *sx)
{
	memset(l, 0, sizeof(*l));
	l->keylen = l->rkp = l->fspc_ci = l->fspc_ca = -1;
	l->avglrecl = l->maxlrecl = l->bufspace = -1;
	l->erase = l->reuse = l->spanned = l->speed = -1;
	l->writecheck = l->ordered = -1;
	if (sx == NULL)
		return;
	l->unit = sx->pri != 0 ? (enum ds_unit)sx->unit : DS_UNIT_CYL;
	l->pri = said_or(sx->pri, CYLINDERS);
	l->sec = sx->pri != 0 ? sx->sec : CYLINDERS;
	l->avglrecl = said_or(sx->avglrecl, AVERAGE);
	l->maxlrecl = said_or(sx->maxlrecl, MAXIMUM);
	if (sx->org == DS_ORG_KSDS) {
		l->keylen = (int)said_or(sx->keylen, KEYLEN);
		l->rkp = (int)sx->rkp;
	}
	if (sx->spanned)
		l->spanned = 1;
	l->share_region = (int)sx->share_region;
	l->share_system = (int)sx->share_system;
}

static enum ds_status
define_cluster(struct ops *ops, const char *dsn, const struct suffix *sx,
    struct ds_diag *diag)
{
	struct ds_define_cluster *def = calloc(1, sizeof(*def));
	struct ds_defined out;
	enum ds_status st;

	if (def == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	set_level(&def->cluster, sx);
	set_level(&def->data, NULL);
	set_level(&def->index, NULL);
	snprintf(def->cluster.name, sizeof(def->cluster.name), "%s", dsn);
	def->org = sx->org;
	def->org_given = true;
	def->ccsid = (uint16_t)sx->ccsid;
	memcpy(def->dataclas, sx->dataclas, sizeof(sx->dataclas));
	memcpy(def->storclas, sx->storclas, sizeof(sx->storclas));
	memcpy(def->mgmtclas, sx->mgmtclas, sizeof(sx->mgmtclas));
	st = ds_define_cluster(ops->sys, def, &out, diag);
	free(def);
	return st;
}

/* What is said of one that is no cluster; the rest is in def. */
static void
set_ps(struct ds_define_ps *def, const struct suffix *sx)
{
	if (sx->recfm != DS_RECFM_NONE) {
		def->recfm = sx->recfm;
		def->ctlchar = sx->ctlchar;
	}
	if (sx->lrecl != 0)
		def->lrecl = sx->lrecl;
	def->blksize = sx->blksize;
	if (sx->pri != 0) {
		def->unit = (enum ds_unit)sx->unit;
		def->pri = sx->pri;
		def->sec = sx->sec;
	}
	def->ccsid = (uint16_t)sx->ccsid;
	memcpy(def->dataclas, sx->dataclas, sizeof(def->dataclas));
	memcpy(def->storclas, sx->storclas, sizeof(def->storclas));
	memcpy(def->mgmtclas, sx->mgmtclas, sizeof(def->mgmtclas));
}

static enum ops_status
create_set(struct ops *ops, const struct found *dir, const char *name,
    size_t len, const struct suffix *sx)
{
	struct ds_define_ps def = {.recfm = DS_RECFM_VB, .lrecl = CREATE_LRECL};
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!names_dsn(dir, name, len, def.name))
		return OPS_BADNAME;
	set_ps(&def, sx);
	st = sx->cluster ? define_cluster(ops, def.name, sx, &diag)
			 : ds_define_ps(ops->sys, &def, &diag);
	return ops_failed(ops, def.name, st, &diag);
}

/* Directory blocks of a PDS, and space of a library. */
enum { DIR_BLOCKS = 27, LIBRARY_TRACKS = 15 };

enum ops_status
create_library(
    struct ops *ops, const struct found *dir, const char *name, size_t len)
{
	struct ds_define_ps def = {.recfm = DS_RECFM_VB,
	    .lrecl = CREATE_LRECL,
	    .unit = DS_UNIT_TRK,
	    .pri = LIBRARY_TRACKS,
	    .sec = LIBRARY_TRACKS,
	    .partitioned = true};
	struct ds_diag diag = {0};
	struct suffix sx;
	enum ops_status st;

	if ((st = suffix_parse(name, &len, &sx)) != OPS_OK)
		return st;
	if (sx.cluster)
		return OPS_INVAL;
	if (!names_dsn(dir, name, len, def.name))
		return OPS_BADNAME;
	set_ps(&def, &sx);
	def.library = !sx.pds;
	def.dirblocks = sx.pds ? said_or(sx.dir, DIR_BLOCKS) : 0;
	return ops_failed(
	    ops, def.name, ds_define_ps(ops->sys, &def, &diag), &diag);
}

static enum ops_status
create_member(
    struct ops *ops, const struct found *dir, const char *name, size_t len)
{
	const struct ds_open_parms how = {.disp = DD_SHR,
	    .program = {.recfm = DS_RECFM_VB, .lrecl = CREATE_LRECL}};
	char member[MEMBER_MAX + 1], file[DSNAME_MAX + MEMBER_MAX + 3];
	struct ds_diag diag = {0};
	struct ds_file *out = NULL;
	enum ds_status st;

	if (len > MEMBER_MAX)
		return OPS_BADNAME;
	names_fold(name, len, member);
	if (!member_valid(member, len))
		return OPS_BADNAME;
	snprintf(file, sizeof(file), "%s(%s)", dir->name, member);
	st =
	    ds_open_with(ops->sys, file, DS_OUTPUT | DS_SEQ, &how, &out, &diag);
	if (st == DS_OK)
		st = ds_close(&out, &diag);
	return ops_failed(ops, file, st, &diag);
}

enum ops_status
create_file(struct ops *ops, const struct found *dir, const char *name,
    size_t len, struct found *f)
{
	struct suffix sx;
	size_t base = len;
	enum ops_status st;

	if ((st = suffix_parse(name, &base, &sx)) != OPS_OK)
		return st;
	if (dir->node.kind == NODE_SET)
		st = create_member(ops, dir, name, base);
	else if (dir->node.kind == NODE_GROUP)
		st = OPS_ACCES; /* generations are made by jobs */
	else
		st = create_set(ops, dir, name, base, &sx);
	return st == OPS_OK ? names_lookup(ops, dir, name, len, f) : st;
}

/* --- create ----------------------------------------------------------------
 */

struct creation {
	enum ops_create_how how;
	const uint8_t *verf;
	const struct ops_set *set;
};

/* It is there already. */
static enum ops_status
meet(struct ops *ops, const struct creation *c, const struct found *f)
{
	struct ops_fh fh;

	if (c->how == OPS_GUARDED)
		return OPS_EXIST;
	if (c->how == OPS_EXCLUSIVE)
		return server_made(ops->server, node_fileid(&f->node), c->verf)
			   ? OPS_OK
			   : OPS_EXIST;
	if (found_is_dir(f))
		return OPS_ISDIR;
	if (f->node.kind == NODE_LINK)
		return OPS_EXIST;
	handle_encode(&f->node, &fh);
	return c->set != NULL ? ops_set_attr(ops, &fh, c->set) : OPS_OK;
}

/* Of a new one the size alone says something: more than nothing is zeros. */
static enum ops_status
set_new(struct ops *ops, const struct creation *c, const struct found *f)
{
	struct ops_fh fh;

	if (c->how == OPS_EXCLUSIVE)
		server_note_made(ops->server, node_fileid(&f->node), c->verf);
	if (c->set == NULL || !c->set->has_size || c->set->size == 0)
		return OPS_OK;
	handle_encode(&f->node, &fh);
	return ops_set_attr(ops, &fh, c->set);
}

static enum ops_status
create_in(struct ops *ops, const struct found *dir, const char *name,
    size_t len, const struct creation *c, struct found *f)
{
	enum ops_status st;

	st = names_lookup(ops, dir, name, len, f);
	if (st == OPS_OK && f->node.kind != NODE_LEVEL)
		return meet(ops, c, f);
	found_free(f);
	memset(f, 0, sizeof(*f));
	if (st != OPS_OK && st != OPS_NOENT)
		return st;
	if (scratch_named(dir, name, len))
		st = scratch_create(ops, dir, name, len, f);
	else
		st = create_file(ops, dir, name, len, f);
	return st == OPS_OK ? set_new(ops, c, f) : st;
}

static enum ops_status
do_create(struct ops *ops, const struct ops_fh *fh, const char *name,
    size_t len, const struct creation *c, struct ops_fh *fhp,
    struct ops_attr *attrp)
{
	struct found dir = {0}, f = {0};
	enum ops_status st;
	bool known;

	if (!ops->server->config.writable)
		return OPS_ROFS;
	if (len > NAME_MAX_BYTES)
		return OPS_NAMETOOLONG;
	if (len == 0 || (len == 1 && name[0] == '.') ||
	    (len == 2 && memcmp(name, "..", 2) == 0))
		return OPS_EXIST;
	if ((st = names_resolve(ops, fh, &dir)) != OPS_OK)
		return st;
	st = found_is_dir(&dir) ? create_in(ops, &dir, name, len, c, &f)
				: OPS_NOTDIR;
	if (st == OPS_OK && attrp != NULL)
		st = attr_get(ops, &f, false, attrp, &known);
	if (st == OPS_OK)
		handle_encode(&f.node, fhp);
	found_free(&f);
	found_free(&dir);
	return st;
}

enum ops_status
ops_create(struct ops *ops, const struct ops_fh *dir, const char *name,
    size_t len, enum ops_create_how how, const uint8_t verf[OPS_CREATE_VERF],
    const struct ops_set *set, struct ops_fh *fhp, struct ops_attr *attrp)
{
	const struct creation c = {how, verf, set};
	enum ops_status st;

	ops_enter(ops);
	st = do_create(ops, dir, name, len, &c, fhp, attrp);
	ops_leave(ops);
	return st;
}

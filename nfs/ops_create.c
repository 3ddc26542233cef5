/* Files that are made: sequential data sets and members, without records. */
#include <stdio.h>
#include <string.h>

#include "nfs/scratch.h"
#include "nfs/session.h"
#include "services/define.h"

/* As IBM's server makes data sets unless told otherwise: VB of 8196
 * (cpn2co115). */
enum { CREATE_LRECL = 8196 };

/* --- data sets -------------------------------------------------------------
 */

static enum ops_status
create_set(
    struct ops *ops, const struct found *dir, const char *name, size_t len)
{
	struct ds_define_ps def = {.recfm = DS_RECFM_VB, .lrecl = CREATE_LRECL};
	struct ds_diag diag = {0};

	if (!names_dsn(dir, name, len, def.name))
		return OPS_BADNAME;
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
	size_t base = len;
	enum ops_view view;
	enum ops_status st;

	if ((st = names_suffix(name, &base, &view)) != OPS_OK)
		return st;
	if (dir->node.kind == NODE_SET)
		st = create_member(ops, dir, name, base);
	else if (dir->node.kind == NODE_GROUP)
		st = OPS_ACCES; /* generations are made by jobs */
	else
		st = create_set(ops, dir, name, base);
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

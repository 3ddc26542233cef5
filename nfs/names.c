/*
 * The name space:
 *
 *	/			all data sets by their full names
 *	/text /rdw /binary	the same, in this view; not listed
 *	/A.B			a data set; partitioned: its members; the base
 *				of a generation data group: its generations,
 *				and 0, -1, -2 ... as links to them
 *	/A			no data set: a level, what is below A by the
 *				rest of its name; not listed
 *	NAME,text ,rdw ,binary	NAME in this view; other words: suffix.h
 *
 *	.NAME.Ab12Cd ...	a temporary file (scratch.h); not listed
 *
 * Names are taken in any case and shown in upper case. Aliases of data sets are
 * second names. What has no records to be read as a stream - components,
 * paths, alternate indexes, page spaces, catalogs, entries without bytes of
 * ours - is not there.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nfs/ops_int.h"
#include "nfs/scratch.h"
#include "nfs/suffix.h"
#include "services/gdg.h"

enum { ALIAS_DEPTH = 8 };

void
found_free(struct found *f)
{
	ds_entry_free(&f->whole);
	ds_entry_free(&f->data);
}

bool
found_is_dir(const struct found *f)
{
	switch (f->node.kind) {
	case NODE_ROOT:
	case NODE_LEVEL:
	case NODE_GROUP:
		return true;
	case NODE_SET:
		return f->whole->org == DS_ORG_PO;
	default:
		return false;
	}
}

/* --- entries ---------------------------------------------------------------
 */

static enum ds_status
locate(struct ops *ops, const char *catalog, const char *name, bool stats,
    struct ds_entry **entp, struct ds_diag *diag)
{
	return stats ? ds_locate(ops->sys, catalog, name, entp, diag)
		     : ds_locate_entry(ops->sys, catalog, name, entp, diag);
}

/* Takes ent, which may be NULL on return. OPS_NOENT: it is nothing here. */
static enum ops_status
take_entry(struct ops *ops, struct ds_entry **entp, const struct node *like,
    bool stats, struct found *fp)
{
	struct found f = {.node = {.view = like->view, .export = like->export}};
	const char *data = ds_entry_assoc(*entp, DS_DATA);
	struct ds_diag diag = {0};
	enum ds_status st = DS_OK;

	snprintf(f.name, sizeof(f.name), "%s", (*entp)->name);
	switch ((*entp)->type) {
	case DS_GDG:
		f.node.kind = NODE_GROUP;
		snprintf(f.node.text, sizeof(f.node.text), "%s", f.name);
		break;
	case DS_CLUSTER:
		st = data == NULL ? DS_CAT_NOTFOUND
				  : locate(ops, (*entp)->catalog, data, stats,
					&f.data, &diag);
		/* fall through */
	case DS_NONVSAM:
	case DS_GDS:
		f.node.kind = NODE_SET;
		if (st == DS_OK &&
		    !ds_identity(
			ops->sys, f.data != NULL ? f.data : *entp, f.node.id))
			st = DS_CAT_NOTFOUND;
		break;
	default:
		st = DS_CAT_NOTFOUND;
		break;
	}
	f.whole = *entp;
	*entp = NULL;
	if (st != DS_OK) {
		found_free(&f);
		return ops_failed(ops, f.name, st, &diag);
	}
	*fp = f;
	return OPS_OK;
}

enum ops_status
names_find_entry(struct ops *ops, const char *dsn, const struct node *like,
    bool stats, struct found *fp)
{
	char name[DSNAME_MAX + 1];
	struct ds_entry *ent = NULL;
	struct ds_diag diag = {0};
	enum ds_status st;

	snprintf(name, sizeof(name), "%s", dsn);
	st = locate(ops, NULL, name, stats, &ent, &diag);
	for (int n = 0; st == DS_OK && ent->type == DS_ALIAS && n < ALIAS_DEPTH;
	     n++) {
		snprintf(name, sizeof(name), "%s", ent->related);
		ds_entry_free(&ent);
		st = locate(ops, NULL, name, stats, &ent, &diag);
	}
	if (st != DS_OK)
		return ops_failed(ops, name, st, &diag);
	return take_entry(ops, &ent, like, stats, fp);
}

enum ops_status
names_find(
    struct ops *ops, const char *dsn, const struct node *like, struct found *fp)
{
	return names_find_entry(ops, dsn, like, true, fp);
}

/* --- members ---------------------------------------------------------------
 */

/* f is the library, and becomes its member. */
static enum ops_status
to_member(struct ops *ops, struct found *f, const char *member)
{
	struct ds_library *lib = NULL;
	struct ds_diag diag = {0};
	enum ops_status ost;
	enum ds_status st;

	if ((ost = opened_library(ops, f, &lib)) != OPS_OK)
		return ost;
	st = ds_member_find(lib, member, &f->member, &diag);
	if (st == DS_NOTFOUND)
		return OPS_NOENT;
	if (st != DS_OK)
		return ops_failed(ops, f->name, st, &diag);
	f->has_member = true;
	f->node.kind = NODE_MEMBER;
	snprintf(f->node.text, sizeof(f->node.text), "%s", member);
	return OPS_OK;
}

/* --- handles ---------------------------------------------------------------
 */

static enum ops_status
stale_if_gone(enum ops_status st)
{
	return st == OPS_NOENT || st == OPS_NOTDIR ? OPS_STALE : st;
}

static enum ops_status
resolve_set(struct ops *ops, const struct node *node, struct found *fp)
{
	struct ds_entry *ent = NULL;
	struct ds_diag diag = {0};
	struct found f = {0};
	enum ops_status ost;
	enum ds_status st;

	st = ds_locate_identity(ops->sys, node->id, &ent, &diag);
	if (st != DS_OK)
		return stale_if_gone(ops_failed(ops, "a handle", st, &diag));
	ost = take_entry(ops, &ent, node, true, &f);
	if (ost == OPS_OK && node->kind == NODE_MEMBER)
		ost = found_is_dir(&f) ? to_member(ops, &f, node->text)
				       : OPS_STALE;
	if (ost == OPS_OK)
		*fp = f;
	else
		found_free(&f);
	return stale_if_gone(ost);
}

static enum ops_status
resolve_group(struct ops *ops, const struct node *node, struct found *fp)
{
	char group[DSNAME_MAX + 1];
	struct found f = {0};
	enum ops_status st;
	int number = 0;

	snprintf(group, sizeof(group), "%.*s", DSNAME_MAX, node->text);
	if (node->kind == NODE_LINK)
		node_link_parse(node, group, &number);
	st = names_find(ops, group, node, &f);
	if (st == OPS_OK && f.node.kind != NODE_GROUP)
		st = OPS_STALE;
	if (st != OPS_OK) {
		found_free(&f);
		return stale_if_gone(st);
	}
	f.node = *node;
	*fp = f;
	return OPS_OK;
}

enum ops_status
names_resolve(struct ops *ops, const struct ops_fh *fh, struct found *fp)
{
	struct found f = {0};

	if (!handle_decode(fh, &f.node))
		return OPS_BADHANDLE;
	switch (f.node.kind) {
	case NODE_SET:
	case NODE_MEMBER:
		return resolve_set(ops, &f.node, fp);
	case NODE_GROUP:
	case NODE_LINK:
		return resolve_group(ops, &f.node, fp);
	case NODE_ROOT:
	case NODE_LEVEL:
		break;
	case NODE_SCRATCH: /* each operation looks whether it is there */
		*fp = f;
		return OPS_OK;
	}
	snprintf(f.name, sizeof(f.name), "%.*s", DSNAME_MAX, f.node.text);
	*fp = f;
	return OPS_OK;
}

/* --- names -----------------------------------------------------------------
 */

static bool
hear_one(void *ctx, const char *name, enum ds_type type, const char *catalog)
{
	(void)name;
	(void)type;
	(void)catalog;
	*(bool *)ctx = true;
	return false;
}

static enum ops_status
find_level(struct ops *ops, const char *level, const struct node *like,
    struct found *fp)
{
	struct found f = {.node = *like};
	struct ds_diag diag = {0};
	enum ds_status st;
	bool any = false;

	st = ds_list_names(
	    ops->sys, DS_SEL_LEVEL, level, "", hear_one, &any, &diag);
	if (st != DS_OK)
		return ops_failed(ops, level, st, &diag);
	if (!any)
		return OPS_NOENT;
	f.node.kind = NODE_LEVEL;
	memset(f.node.id, 0, sizeof(f.node.id));
	snprintf(f.node.text, sizeof(f.node.text), "%s", level);
	snprintf(f.name, sizeof(f.name), "%s", level);
	*fp = f;
	return OPS_OK;
}

/* "NAME,text" is "NAME" and its view. */
enum ops_status
names_suffix(const char *name, size_t *lenp, enum ops_view *viewp)
{
	struct suffix sx;
	enum ops_status st;

	if (memchr(name, ',', *lenp) == NULL)
		return OPS_OK;
	st = suffix_parse(name, lenp, &sx);
	if (st == OPS_OK && sx.has_view)
		*viewp = sx.view;
	return st;
}

void
names_fold(const char *name, size_t len, char *out)
{
	for (size_t i = 0; i < len; i++)
		out[i] = (char)toupper((unsigned char)name[i]);
	out[len] = '\0';
}

bool
names_dsn(const struct found *dir, const char *name, size_t len,
    char dsn[DSNAME_MAX + 1])
{
	const size_t at =
	    dir->node.kind == NODE_ROOT ? 0 : strlen(dir->name) + 1;

	if (len == 0 || at + len > DSNAME_MAX)
		return false;
	if (at > 0)
		snprintf(
		    dsn, DSNAME_MAX + 1, "%.*s.", DSNAME_MAX - 1, dir->name);
	names_fold(name, len, dsn + at);
	return dsname_valid(dsn, at + len);
}

/* A data set, or what is below a name, in the root or a level. */
static enum ops_status
lookup_dsn(struct ops *ops, const struct found *dir, const char *name,
    size_t len, const struct node *like, struct found *fp)
{
	char dsn[DSNAME_MAX + 1];
	enum ops_status st;

	if (!names_dsn(dir, name, len, dsn))
		return OPS_NOENT;
	st = names_find(ops, dsn, like, fp);
	return st == OPS_NOENT ? find_level(ops, dsn, like, fp) : st;
}

static enum ops_status
lookup_member(struct ops *ops, const struct found *dir, const char *name,
    size_t len, const struct node *like, struct found *fp)
{
	char member[MEMBER_MAX + 1];
	struct found f = {0};
	enum ops_status st;

	if (len > MEMBER_MAX)
		return OPS_NOENT;
	names_fold(name, len, member);
	if (!member_valid(member, len))
		return OPS_NOENT;
	st = names_find(ops, dir->name, like, &f);
	if (st == OPS_OK && !found_is_dir(&f))
		st = OPS_STALE;
	if (st == OPS_OK)
		st = to_member(ops, &f, member);
	if (st == OPS_OK)
		*fp = f;
	else
		found_free(&f);
	return st;
}

/* A generation by its last qualifier, or a relative number: 0, -1, (-1). */
static enum ops_status
lookup_generation(struct ops *ops, const struct found *dir, const char *name,
    size_t len, const struct node *like, struct found *fp)
{
	char text[DSNAME_MAX + 1], dsn[2 * DSNAME_MAX + 2], *number = text;
	char(*names)[DSNAME_MAX + 1] = NULL;
	struct ds_diag diag = {0};
	enum ds_status st;
	size_t n = 0;
	int relative;

	if (len > MEMBER_MAX)
		return OPS_NOENT;
	names_fold(name, len, text);
	snprintf(dsn, sizeof(dsn), "%s.%s", dir->name, text);
	if (strlen(dsn) <= DSNAME_MAX &&
	    dsname_generation(dsn, NULL, NULL, NULL))
		return names_find(ops, dsn, like, fp);
	if (text[0] == '(' && text[len - 1] == ')') {
		text[len - 1] = '\0';
		number++;
	}
	if (!dsname_relative(number, &relative) || relative > 0)
		return OPS_NOENT;
	st = ds_gdg_all(ops->sys, dir->name, DS_GDG_LIFO, &names, &n, &diag);
	free(names);
	if (st != DS_OK)
		return ops_failed(ops, dir->name, st, &diag);
	if ((size_t)-relative >= n)
		return OPS_NOENT;
	*fp = (struct found){.node = *like};
	fp->node.kind = NODE_LINK;
	memset(fp->node.id, 0, sizeof(fp->node.id));
	snprintf(fp->node.text, sizeof(fp->node.text), "%.*s(%s%u)",
	    GDG_BASE_MAX, dir->name, relative < 0 ? "-" : "",
	    (unsigned)-relative % (GDG_LIMIT_EXTENDED + 1));
	snprintf(fp->name, sizeof(fp->name), "%s", dir->name);
	return OPS_OK;
}

/* Up is the root: what a directory was come to by, its handle does not say. */
static enum ops_status
lookup_dots(struct ops *ops, const struct found *dir, bool up, struct found *fp)
{
	struct ops_fh fh;
	struct found f = {.node = dir->node};

	if (!up || dir->node.kind == NODE_LEVEL) {
		handle_encode(&dir->node, &fh);
		return names_resolve(ops, &fh, fp);
	}
	f.node.kind = NODE_ROOT;
	f.node.text[0] = '\0';
	memset(f.node.id, 0, sizeof(f.node.id));
	*fp = f;
	return OPS_OK;
}

/* In lower case alone: in upper case it may be a level. */
static bool
is_view_tree(const char *name, size_t len, enum ops_view *viewp)
{
	return ops_view_named(name, len, viewp) &&
	       memcmp(name, ops_view_names[*viewp], len) == 0;
}

enum ops_status
names_lookup(struct ops *ops, const struct found *dir, const char *name,
    size_t len, struct found *fp)
{
	struct node like = dir->node;
	enum ops_view tree;
	enum ops_status st;

	if (!found_is_dir(dir))
		return OPS_NOTDIR;
	if (len == 0 || memchr(name, '\0', len) != NULL ||
	    memchr(name, '/', len) != NULL)
		return OPS_INVAL;
	if (len > NAME_MAX_BYTES)
		return OPS_NAMETOOLONG;
	if ((len == 1 && name[0] == '.') ||
	    (len == 2 && memcmp(name, "..", 2) == 0))
		return lookup_dots(ops, dir, len == 2, fp);
	if (dir->node.kind == NODE_ROOT && is_view_tree(name, len, &tree)) {
		like.view = tree;
		*fp = (struct found){.node = like};
		return OPS_OK;
	}
	if (scratch_named(dir, name, len))
		return scratch_find(ops, dir, name, len, fp);
	if ((st = names_suffix(name, &len, &like.view)) != OPS_OK)
		return st;
	if (len == 0)
		return OPS_NOENT;
	if (dir->node.kind == NODE_SET)
		return lookup_member(ops, dir, name, len, &like, fp);
	if (dir->node.kind == NODE_GROUP)
		return lookup_generation(ops, dir, name, len, &like, fp);
	return lookup_dsn(ops, dir, name, len, &like, fp);
}

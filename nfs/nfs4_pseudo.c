/*
 * NFS version 4 begins at one root. Where "/" is exported to the client that
 * is it; else directories, which can be read by anybody, lead to what is:
 *
 *	offset  len  field of their handles
 *	  +0     2   X'FE', 'P': no handle of a data set
 *	  +2     n   the path: "" or "/text"
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "nfs/nfs4_int.h"

enum { HEAD = 2, COOKIE_FIRST = 3 };

static const uint8_t magic[HEAD] = {0xfe, 'P'};

bool
n4_pseudo(const struct ops_fh *fh)
{
	return fh->len >= HEAD && memcmp(fh->data, magic, HEAD) == 0;
}

static void
make_pseudo(const char *path, struct ops_fh *fhp)
{
	size_t len = strlen(path);

	memset(fhp, 0, sizeof(*fhp));
	memcpy(fhp->data, magic, HEAD);
	memcpy(fhp->data + HEAD, path, len);
	fhp->len = (uint8_t)(HEAD + len);
}

/* path[] of a handle, which may be any bytes. */
static bool
path_of(const struct ops_fh *fh, char path[OPS_FH_MAX + 1])
{
	size_t len = (size_t)fh->len - HEAD;

	if (memchr(fh->data + HEAD, '\0', len) != NULL ||
	    (len > 0 && fh->data[HEAD] != '/'))
		return false;
	memcpy(path, fh->data + HEAD, len);
	path[len] = '\0';
	return true;
}

static bool
join(char path[EXPORT_PATH_MAX], const char *dir, const char *name, size_t len)
{
	size_t at = strcmp(dir, "/") == 0 ? 0 : strlen(dir);

	if (at + 1 + len >= EXPORT_PATH_MAX || memchr(name, '/', len) != NULL ||
	    memchr(name, '\0', len) != NULL)
		return false;
	memcpy(path, dir, at);
	path[at] = '/';
	memcpy(path + at + 1, name, len);
	path[at + 1 + len] = '\0';
	return true;
}

/* The export is below path, and for the client. */
static bool
is_below(const struct nfs4 *c, const struct exports *ex,
    const struct export_line *e, const char *path)
{
	size_t len = strlen(path);

	return strncasecmp(e->path, path, len) == 0 && e->path[len] == '/' &&
	       exports_for(ex, e->path, strlen(e->path), c->call->peer) == e;
}

static bool
leads_on(struct nfs4 *c, const char *path)
{
	struct nfsd *nfsd = ((struct nfsd_worker *)c->call->worker)->nfsd;
	bool found = false;

	pthread_rwlock_rdlock(&nfsd->lock);
	for (size_t i = 0; i < nfsd->exports->n && !found; i++)
		found =
		    is_below(c, nfsd->exports, &nfsd->exports->all[i], path);
	pthread_rwlock_unlock(&nfsd->lock);
	return found;
}

enum ops_status
n4_root(struct nfs4 *c, struct ops_fh *fhp)
{
	enum ops_status st = nfsd_mount(c->call, "/", fhp);

	if (st == OPS_ACCES) {
		make_pseudo("", fhp);
		st = OPS_OK;
	}
	return st;
}

enum ops_status
n4_pseudo_lookup(struct nfs4 *c, const struct ops_fh *dir, const char *name,
    size_t len, struct ops_fh *fhp)
{
	char path[OPS_FH_MAX + 1], to[EXPORT_PATH_MAX];
	enum ops_status st;

	if (!path_of(dir, path))
		return OPS_BADHANDLE;
	if (!join(to, path, name, len))
		return OPS_NOENT;
	st = nfsd_mount(c->call, to, fhp);
	if (st != OPS_ACCES)
		return st;
	if (strlen(to) + HEAD > OPS_FH_MAX || !leads_on(c, to))
		return OPS_NOENT;
	make_pseudo(to, fhp);
	return OPS_OK;
}

void
n4_pseudo_attr(const struct ops_fh *fh, struct ops_attr *attrp)
{
	uint64_t id = 0xcbf29ce484222325u;

	for (size_t i = 0; i < fh->len; i++)
		id = (id ^ fh->data[i]) * 0x100000001b3u;
	*attrp = (struct ops_attr){.type = OPS_DIR,
	    .mode = 0555,
	    .nlink = 2,
	    .size = 4096,
	    .fsid = 1,
	    .fileid = id,
	    .change = 1};
}

enum ops_status
n4_unlisted(struct nfs4 *c, const struct ops_fh *dir, const char *name,
    size_t len, struct ops_fh *fhp)
{
	static const char *const roots[] = {"/", "/text", "/rdw", "/binary"};
	char to[EXPORT_PATH_MAX];
	struct ops_fh root;

	for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]); i++) {
		if (nfsd_mount(c->call, roots[i], &root) != OPS_OK ||
		    root.len != dir->len ||
		    memcmp(root.data, dir->data, root.len) != 0)
			continue;
		if (join(to, roots[i], name, len) &&
		    nfsd_mount(c->call, to, fhp) == OPS_OK)
			return OPS_OK;
	}
	return OPS_NOENT;
}

/* The name in path of what leads to e; its length. */
static size_t
next_name(const struct export_line *e, const char *path, const char **namep)
{
	*namep = e->path + strlen(path) + 1;
	return strcspn(*namep, "/");
}

/* An export before the i-th has been listed by the same name. */
static bool
listed(const struct nfs4 *c, const struct exports *ex, size_t i,
    const char *path, const char *name, size_t len)
{
	const char *other;

	for (size_t j = 0; j < i; j++)
		if (is_below(c, ex, &ex->all[j], path) &&
		    next_name(&ex->all[j], path, &other) == len &&
		    strncasecmp(other, name, len) == 0)
			return true;
	return false;
}

/* The i-th export's name in path, copied; 0: it has none to be listed. */
static size_t
name_at(struct nfs4 *c, size_t i, const char *path, char name[EXPORT_PATH_MAX],
    bool *endp)
{
	struct nfsd *nfsd = ((struct nfsd_worker *)c->call->worker)->nfsd;
	const struct exports *ex;
	const char *p;
	size_t len = 0;

	pthread_rwlock_rdlock(&nfsd->lock);
	ex = nfsd->exports;
	*endp = i >= ex->n;
	if (!*endp && is_below(c, ex, &ex->all[i], path)) {
		len = next_name(&ex->all[i], path, &p);
		if (listed(c, ex, i, path, p, len))
			len = 0;
		memcpy(name, p, len);
	}
	pthread_rwlock_unlock(&nfsd->lock);
	return len;
}

enum ops_status
n4_pseudo_list(struct nfs4 *c, const struct ops_fh *dir, uint64_t cookie,
    ops_dirent_fn *fn, void *ctx, bool *eofp)
{
	char path[OPS_FH_MAX + 1], name[EXPORT_PATH_MAX];
	size_t i = cookie < COOKIE_FIRST ? 0 : cookie - COOKIE_FIRST + 1;
	bool end;

	if (!path_of(dir, path))
		return OPS_BADHANDLE;
	for (;; i++) {
		size_t len = name_at(c, i, path, name, &end);
		struct ops_dirent e = {
		    .name = name, .len = len, .cookie = i + COOKIE_FIRST};

		if (end)
			break;
		if (len == 0 ||
		    n4_pseudo_lookup(c, dir, name, len, &e.fh) != OPS_OK)
			continue;
		if (n4_pseudo(&e.fh)) {
			n4_pseudo_attr(&e.fh, &e.attr);
			e.has_attr = true;
		} else
			e.has_attr =
			    ops_getattr(c->ops, &e.fh, &e.attr) == OPS_OK;
		e.fileid = e.attr.fileid;
		if (!fn(ctx, &e)) {
			*eofp = false;
			return OPS_OK;
		}
	}
	*eofp = true;
	return OPS_OK;
}

/* NFS version 4: handles and names. */
#include <string.h>

#include "nfs/nfs4_int.h"

enum {
	ENTRY_TAIL = 8, /* no more entries, eof */
	LIST_MAX = 256 << 10,
	AUTH_SYS = 1,
	ACCESS_ALL = 0x3f, /* ACCESS4_READ to ACCESS4_EXECUTE */
	CHANGES = OPS_ACCESS_MODIFY | OPS_ACCESS_EXTEND | OPS_ACCESS_DELETE,
};

uint32_t
n4_enter(struct nfs4 *c, bool *writablep)
{
	bool writable = false;
	enum ops_status st = OPS_OK;

	if (!c->has_fh)
		return N4_NOFILEHANDLE;
	if (!n4_pseudo(&c->fh))
		st = nfsd_enter(c->call, &c->fh, &writable);
	if (writablep != NULL)
		*writablep = writable;
	return n4_status(st);
}

uint32_t
n4_name(struct nfs4 *c, const char **namep, size_t *lenp)
{
	*namep = (const char *)xdr_get_opaque(c->in, RPC_DATA_MAX, lenp);
	if (c->in->bad)
		return N4_BADXDR;
	if (*lenp == 0)
		return n4_status(OPS_INVAL);
	if (*lenp > N4_NAME_MAX)
		return n4_status(OPS_NAMETOOLONG);
	if ((*lenp == 1 && **namep == '.') ||
	    (*lenp == 2 && memcmp(*namep, "..", 2) == 0) ||
	    memchr(*namep, '/', *lenp) != NULL ||
	    memchr(*namep, '\0', *lenp) != NULL)
		return n4_status(OPS_BADNAME);
	return 0;
}

static void
set_fh(struct nfs4 *c, const struct ops_fh *fh)
{
	c->fh = *fh;
	c->has_fh = true;
	c->has_stateid = false;
}

uint32_t
n4_op_putrootfh(struct nfs4 *c)
{
	struct ops_fh fh;
	enum ops_status st = n4_root(c, &fh);

	if (st == OPS_OK)
		set_fh(c, &fh);
	return n4_status(st);
}

uint32_t
n4_op_putfh(struct nfs4 *c)
{
	struct ops_fh fh = {0};
	const uint8_t *p;
	size_t len;
	uint16_t id;

	p = xdr_get_opaque(c->in, 128, &len); /* NFS4_FHSIZE */
	if (c->in->bad)
		return N4_BADXDR;
	if (len > OPS_FH_MAX)
		return n4_status(OPS_BADHANDLE);
	fh.len = (uint8_t)len;
	memcpy(fh.data, p, len);
	if (!n4_pseudo(&fh) && !ops_fh_export(&fh, &id))
		return n4_status(OPS_BADHANDLE);
	set_fh(c, &fh);
	return n4_enter(c, NULL);
}

uint32_t
n4_op_getfh(struct nfs4 *c)
{
	if (!c->has_fh)
		return N4_NOFILEHANDLE;
	xdr_put_opaque(c->res, c->fh.data, c->fh.len);
	return 0;
}

uint32_t
n4_op_savefh(struct nfs4 *c)
{
	if (!c->has_fh)
		return N4_NOFILEHANDLE;
	c->saved = c->fh;
	c->has_saved = true;
	return 0;
}

uint32_t
n4_op_restorefh(struct nfs4 *c)
{
	if (!c->has_saved)
		return N4_RESTOREFH;
	set_fh(c, &c->saved);
	return 0;
}

/* Of what is no directory: a link is told from the rest. */
static uint32_t
not_dir(struct nfs4 *c, enum ops_status st)
{
	struct ops_attr a;

	if (st == OPS_NOTDIR && n4_getattr(c, &a) == OPS_OK &&
	    a.type == OPS_LNK)
		return N4_SYMLINK;
	return n4_status(st);
}

static enum ops_status
find(struct nfs4 *c, const char *name, size_t len, struct ops_fh *fhp)
{
	enum ops_status st;

	if (n4_pseudo(&c->fh))
		return n4_pseudo_lookup(c, &c->fh, name, len, fhp);
	st = ops_lookup(c->ops, &c->fh, name, len, fhp, NULL);
	if (st == OPS_NOENT && n4_unlisted(c, &c->fh, name, len, fhp) == OPS_OK)
		return OPS_OK;
	return st;
}

uint32_t
n4_op_lookup(struct nfs4 *c)
{
	const char *name;
	struct ops_fh fh;
	enum ops_status st;
	uint32_t bad;
	size_t len;

	if ((bad = n4_name(c, &name, &len)) != 0 ||
	    (bad = n4_enter(c, NULL)) != 0)
		return bad;
	if ((st = find(c, name, len, &fh)) != OPS_OK)
		return not_dir(c, st);
	set_fh(c, &fh);
	return 0;
}

uint32_t
n4_op_lookupp(struct nfs4 *c)
{
	struct ops_fh up;
	struct ops_attr a;
	enum ops_status st;
	uint32_t bad;

	if ((bad = n4_enter(c, NULL)) != 0)
		return bad;
	if (n4_pseudo(&c->fh))
		return n4_status(OPS_NOENT);
	if ((st = n4_getattr(c, &a)) != OPS_OK)
		return n4_status(st);
	if (a.type != OPS_DIR)
		return not_dir(c, OPS_NOTDIR);
	if ((st = nfsd_up(c->call, &c->fh, &up, NULL)) != OPS_OK)
		return n4_status(st);
	/* An export does not lead out of itself. */
	if (up.len == c->fh.len && memcmp(up.data, c->fh.data, up.len) == 0)
		return n4_status(OPS_NOENT);
	set_fh(c, &up);
	return 0;
}

uint32_t
n4_op_access(struct nfs4 *c)
{
	uint32_t wanted = xdr_get_u32(c->in), granted, bad;
	bool writable;

	if (c->in->bad)
		return N4_BADXDR;
	if ((bad = n4_enter(c, &writable)) != 0)
		return bad;
	wanted &= ACCESS_ALL;
	if (n4_pseudo(&c->fh))
		granted =
		    OPS_ACCESS_READ | OPS_ACCESS_LOOKUP | OPS_ACCESS_EXECUTE;
	else if ((bad = n4_status(
		      ops_access(c->ops, &c->fh, wanted, &granted))) != 0)
		return bad;
	/* Nothing is changed by way of this version. */
	xdr_put_u32(c->res, wanted);
	xdr_put_u32(c->res, granted & wanted & (uint32_t)~CHANGES);
	return 0;
}

uint32_t
n4_op_readlink(struct nfs4 *c)
{
	char target[OPS_LINK_MAX];
	struct ops_attr a;
	enum ops_status st;
	uint32_t bad;
	size_t len;

	if ((bad = n4_enter(c, NULL)) != 0)
		return bad;
	if ((st = n4_getattr(c, &a)) != OPS_OK)
		return n4_status(st);
	if (a.type != OPS_LNK)
		return N4_WRONG_TYPE;
	if ((st = ops_readlink(c->ops, &c->fh, target, &len)) != OPS_OK)
		return n4_status(st);
	xdr_put_opaque(c->res, target, len);
	return 0;
}

/* --- READDIR ---------------------------------------------------------------
 */

struct list {
	struct nfs4 *c;
	const uint32_t *bits;
	size_t end; /* of xdr_used, before the tail */
	bool cheap, some;
};

static bool
put_entry(void *ctx, const struct ops_dirent *e)
{
	struct list *l = ctx;
	struct xdr_out *res = l->c->res;
	size_t mark = xdr_used(res);
	struct ops_attr a = e->attr;

	/* What went while the list was made is in no list. */
	if (!l->cheap && !e->has_attr)
		return true;
	a.fileid = e->fileid;
	xdr_put_bool(res, true);
	xdr_put_u64(res, e->cookie);
	xdr_put_opaque(res, e->name, e->len);
	n4_put_attrs(l->c, l->bits, &e->fh, &a);
	if (res->full || xdr_used(res) > l->end) {
		xdr_rewind(res, mark);
		return false;
	}
	l->some = true;
	return true;
}

static enum ops_status
list(struct nfs4 *c, uint64_t cookie, struct list *l, bool *eofp)
{
	if (n4_pseudo(&c->fh))
		return n4_pseudo_list(c, &c->fh, cookie, put_entry, l, eofp);
	return ops_readdir(
	    c->ops, &c->fh, cookie, false, !l->cheap, put_entry, l, eofp);
}

uint32_t
n4_op_readdir(struct nfs4 *c)
{
	uint64_t cookie = xdr_get_u64(c->in);
	const uint8_t *verf = xdr_get_fixed(c->in, 8);
	uint32_t bits[N4_ATTR_WORDS], most, bad;
	struct list l = {.c = c, .bits = bits};
	enum ops_status st;
	size_t room;
	bool eof = false;

	xdr_get_u32(c->in); /* dircount is a hint */
	most = xdr_get_u32(c->in);
	n4_get_bitmap(c->in, bits);
	if (c->in->bad || verf == NULL)
		return N4_BADXDR;
	if ((bad = n4_enter(c, NULL)) != 0)
		return bad;
	if (cookie == 1 || cookie == 2)
		return n4_status(OPS_BADCOOKIE);
	most = most < LIST_MAX ? most : LIST_MAX;
	room = xdr_room(c->res) > N4_NEXT ? xdr_room(c->res) - N4_NEXT : 0;
	if (most > room)
		most = (uint32_t)room;
	if (most < 8 + ENTRY_TAIL)
		return n4_status(OPS_TOOSMALL);
	l.cheap = n4_cheap_attrs(bits);
	l.end = xdr_used(c->res) + most - ENTRY_TAIL;
	xdr_put_u64(c->res, 0); /* the verifier: a cookie is good for ever */
	if ((st = list(c, cookie, &l, &eof)) != OPS_OK)
		return n4_status(st);
	if (!eof && !l.some)
		return n4_status(OPS_TOOSMALL);
	xdr_put_bool(c->res, false);
	xdr_put_bool(c->res, eof);
	return 0;
}

/* --- SECINFO ---------------------------------------------------------------
 */

/* RFC 8881, 2.6.3.1.1.8: the handle is gone behind it. */
static void
put_flavors(struct nfs4 *c)
{
	xdr_put_u32(c->res, 1);
	xdr_put_u32(c->res, AUTH_SYS);
	c->has_fh = false;
}

uint32_t
n4_op_secinfo(struct nfs4 *c)
{
	const char *name;
	struct ops_fh fh;
	enum ops_status st;
	uint32_t bad;
	size_t len;

	if ((bad = n4_name(c, &name, &len)) != 0 ||
	    (bad = n4_enter(c, NULL)) != 0)
		return bad;
	if ((st = find(c, name, len, &fh)) != OPS_OK)
		return not_dir(c, st);
	put_flavors(c);
	return 0;
}

uint32_t
n4_op_secinfo_no_name(struct nfs4 *c)
{
	uint32_t style = xdr_get_max(c->in, 1), bad;

	if (c->in->bad)
		return N4_BADXDR;
	if ((bad = n4_enter(c, NULL)) != 0)
		return bad;
	if (style == 1 && (bad = n4_op_lookupp(c)) != 0)
		return bad;
	put_flavors(c);
	return 0;
}

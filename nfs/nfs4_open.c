/*
 * NFS version 4: OPEN, what goes with it, and READ. Records are written by
 * version 3 alone: an open to write is refused with NFS4ERR_ROFS.
 */
#include <string.h>

#include "nfs/nfs4_int.h"

enum {
	ACCESS_MASK = 3, /* of share_access; above it are wishes */
	CLAIM_NULL = 0,
	CLAIM_PREVIOUS = 1,
	CLAIM_FH = 4,
	CLAIM_LAST = 6,
	OPEN_CREATE = 1,
	GUARDED = 1,
	EXCLUSIVE = 2,
	EXCLUSIVE_ATTRS = 3,
	TESTED_MAX = 1024, /* stateids of a TEST_STATEID */
};

struct open_args {
	uint32_t access, deny, claim, mode;
	const uint8_t *owner;
	size_t owner_len;
	bool create, sized;
	const char *name;
	size_t len;
	uint32_t bad_name;
};

static void
get_stateid(struct xdr_in *in, struct n4_stateid *id)
{
	const uint8_t *p;

	id->seq = xdr_get_u32(in);
	p = xdr_get_bytes(in, N4_OTHER);
	if (p != NULL)
		memcpy(id->other, p, N4_OTHER);
}

static void
put_stateid(struct xdr_out *res, const struct n4_stateid *id)
{
	xdr_put_u32(res, id->seq);
	xdr_put_fixed(res, id->other, N4_OTHER);
}

static bool
all_are(const uint8_t other[N4_OTHER], uint8_t byte)
{
	for (int i = 0; i < N4_OTHER; i++)
		if (other[i] != byte)
			return false;
	return true;
}

/* Nobody's: of who reads without an open. */
static bool
is_anonymous(const struct n4_stateid *id)
{
	return (id->seq == 0 && all_are(id->other, 0)) ||
	       (id->seq == UINT32_MAX && all_are(id->other, 0xff));
}

/* "The current one" becomes what that is. */
static bool
is_current(struct nfs4 *c, struct n4_stateid *id)
{
	if (id->seq != 1 || !all_are(id->other, 0))
		return true;
	*id = c->stateid;
	return c->has_stateid;
}

/* Under the lock. */
static uint32_t
open_of(struct nfs4 *c, struct n4_stateid *id, struct n4_open **op)
{
	struct n4_open *o;

	if (!is_current(c, id) ||
	    (o = n4_open_of(c->client, id->other)) == NULL)
		return N4_BAD_STATEID;
	/* 0 is the last one (RFC 8881, 8.2.2). */
	if (id->seq != 0 && id->seq != o->seq)
		return id->seq < o->seq ? N4_OLD_STATEID : N4_BAD_STATEID;
	*op = o;
	return 0;
}

/* ... of the current handle. */
static uint32_t
open_of_fh(struct nfs4 *c, struct n4_stateid *id, struct n4_open **op)
{
	struct n4_open *o = NULL;
	uint32_t st = open_of(c, id, &o);

	if (st != 0)
		return st;
	if (o->fh.len != c->fh.len ||
	    memcmp(o->fh.data, c->fh.data, o->fh.len) != 0)
		return N4_BAD_STATEID;
	*op = o;
	return 0;
}

static void
remember(struct nfs4 *c, const struct n4_open *o)
{
	c->stateid.seq = o->seq;
	memcpy(c->stateid.other, o->other, N4_OTHER);
	c->has_stateid = true;
}

/* --- OPEN ------------------------------------------------------------------
 */

/* Attributes of a new file; true: and a size. */
static bool
skip_attrs(struct xdr_in *in)
{
	enum { SIZE_BIT = 1 << 4 };
	uint32_t bits[N4_ATTR_WORDS];
	size_t len;

	n4_get_bitmap(in, bits);
	xdr_get_opaque(in, RPC_DATA_MAX, &len);
	return (bits[0] & SIZE_BIT) != 0;
}

static void
get_open(struct nfs4 *c, struct open_args *a)
{
	struct xdr_in *in = c->in;

	xdr_get_u32(in); /* the sequence of version 4.0 */
	a->access = xdr_get_u32(in);
	a->deny = xdr_get_u32(in);
	xdr_get_u64(in); /* the session says who the client is */
	a->owner = xdr_get_opaque(in, N4_OWNER, &a->owner_len);
	a->create = xdr_get_max(in, OPEN_CREATE) == OPEN_CREATE;
	if (a->create) {
		a->mode = xdr_get_max(in, EXCLUSIVE_ATTRS);
		if (a->mode >= EXCLUSIVE)
			xdr_get_fixed(in, 8);
		if (a->mode != EXCLUSIVE)
			a->sized = skip_attrs(in);
	}
	a->claim = xdr_get_max(in, CLAIM_LAST);
	if (a->claim == CLAIM_NULL && !in->bad)
		a->bad_name = n4_name(c, &a->name, &a->len);
	else if (a->claim == CLAIM_PREVIOUS)
		xdr_get_u32(in);
}

static uint32_t
check_open(const struct nfs4 *c, const struct open_args *a)
{
	uint32_t access = a->access & ACCESS_MASK;

	if (c->in->bad)
		return N4_BADXDR;
	if (access == 0 || a->deny > ACCESS_MASK)
		return n4_status(OPS_INVAL);
	/* What was open before a restart is opened again by its handle. */
	if (a->claim == CLAIM_PREVIOUS)
		return N4_NO_GRACE;
	if (a->claim != CLAIM_NULL && a->claim != CLAIM_FH)
		return n4_status(OPS_NOTSUPP); /* no delegations are given */
	if (a->create && a->claim == CLAIM_FH)
		return n4_status(OPS_INVAL);
	return a->bad_name;
}

/* The file, which is there: nothing is created. */
static uint32_t
find_file(struct nfs4 *c, const struct open_args *a, struct ops_fh *fhp,
    uint64_t *changep)
{
	enum ops_status st;
	struct ops_attr attr;

	*changep = 0;
	*fhp = c->fh;
	if (a->claim == CLAIM_FH)
		return 0;
	if (n4_pseudo(&c->fh))
		return n4_status(a->create ? OPS_ROFS : OPS_NOENT);
	if ((st = ops_getattr(c->ops, &c->fh, &attr)) != OPS_OK)
		return n4_status(st);
	*changep = attr.change;
	st = ops_lookup(c->ops, &c->fh, a->name, a->len, fhp, NULL);
	if (st == OPS_NOENT && a->create)
		st = OPS_ROFS;
	else if (st == OPS_OK && a->create && a->mode >= GUARDED)
		st = OPS_EXIST;
	return n4_status(st);
}

/* May it be opened so, by who it is? */
static uint32_t
check_file(struct nfs4 *c, const struct open_args *a, const struct ops_fh *fh)
{
	enum ops_status st;
	struct ops_attr attr;
	uint32_t granted;

	if (n4_pseudo(fh))
		return n4_status(OPS_ISDIR);
	if ((st = ops_getattr(c->ops, fh, &attr)) != OPS_OK)
		return n4_status(st);
	if (attr.type != OPS_REG)
		return attr.type == OPS_DIR ? n4_status(OPS_ISDIR) : N4_SYMLINK;
	if ((a->access & N4_SHARE_WRITE) != 0 || a->sized)
		return n4_status(OPS_ROFS);
	st = ops_access(c->ops, fh, OPS_ACCESS_READ, &granted);
	if (st == OPS_OK && (granted & OPS_ACCESS_READ) == 0)
		st = OPS_ACCES;
	return n4_status(st);
}

/* Under the lock. */
static uint32_t
take_open(struct nfs4 *c, const struct open_args *a, const struct ops_fh *fh)
{
	struct n4_open *o;
	uint32_t access = a->access & ACCESS_MASK;

	o = n4_open_owned(c->client, fh, a->owner, a->owner_len);
	if (n4_open_denied(c->state, fh, o, access, a->deny))
		return N4_SHARE_DENIED;
	if (o == NULL)
		o = n4_open_add(
		    c->state, c->client, fh, a->owner, a->owner_len);
	if (o == NULL)
		return N4_RESOURCE;
	o->access |= access;
	o->deny |= a->deny;
	o->seq = o->seq == UINT32_MAX ? 1 : o->seq + 1;
	remember(c, o);
	return 0;
}

uint32_t
n4_op_open(struct nfs4 *c)
{
	struct open_args a = {0};
	struct ops_fh fh;
	uint64_t change;
	uint32_t st;

	get_open(c, &a);
	if ((st = check_open(c, &a)) != 0 || (st = n4_enter(c, NULL)) != 0 ||
	    (st = find_file(c, &a, &fh, &change)) != 0 ||
	    (st = check_file(c, &a, &fh)) != 0)
		return st;
	pthread_mutex_lock(&c->state->lock);
	st = take_open(c, &a, &fh);
	pthread_mutex_unlock(&c->state->lock);
	if (st != 0)
		return st;
	c->fh = fh;
	put_stateid(c->res, &c->stateid);
	xdr_put_bool(c->res, false); /* change_info4: of the directory */
	xdr_put_u64(c->res, change);
	xdr_put_u64(c->res, change);
	xdr_put_u32(c->res, 0); /* rflags: no locks are to be had */
	xdr_put_u32(c->res, 0); /* no attributes were set */
	xdr_put_u32(c->res, 0); /* OPEN_DELEGATE_NONE */
	return 0;
}

uint32_t
n4_op_close(struct nfs4 *c)
{
	/* RFC 8881, 18.2.4: what a client may not use any more. */
	static const struct n4_stateid none = {.seq = UINT32_MAX};
	struct n4_stateid id = {0};
	struct n4_open *o;
	uint32_t st;

	xdr_get_u32(c->in);
	get_stateid(c->in, &id);
	if (c->in->bad)
		return N4_BADXDR;
	if (!c->has_fh)
		return N4_NOFILEHANDLE;
	pthread_mutex_lock(&c->state->lock);
	if ((st = open_of_fh(c, &id, &o)) == 0)
		n4_open_drop(c->client, o);
	pthread_mutex_unlock(&c->state->lock);
	if (st != 0)
		return st;
	c->has_stateid = false;
	put_stateid(c->res, &none);
	return 0;
}

uint32_t
n4_op_open_downgrade(struct nfs4 *c)
{
	struct n4_stateid id = {0};
	struct n4_open *o;
	uint32_t access, deny, st;

	get_stateid(c->in, &id);
	xdr_get_u32(c->in);
	access = xdr_get_u32(c->in) & ACCESS_MASK;
	deny = xdr_get_u32(c->in);
	if (c->in->bad)
		return N4_BADXDR;
	if (!c->has_fh)
		return N4_NOFILEHANDLE;
	pthread_mutex_lock(&c->state->lock);
	st = open_of_fh(c, &id, &o);
	if (st == 0 && (access == 0 || (access & ~o->access) != 0 ||
			   (deny & ~o->deny) != 0))
		st = n4_status(OPS_INVAL);
	if (st == 0) {
		o->access = access;
		o->deny = deny;
		o->seq = o->seq == UINT32_MAX ? 1 : o->seq + 1;
		remember(c, o);
	}
	pthread_mutex_unlock(&c->state->lock);
	if (st == 0)
		put_stateid(c->res, &c->stateid);
	return st;
}

/* --- READ ------------------------------------------------------------------
 */

static uint32_t
may_read(struct nfs4 *c, struct n4_stateid *id)
{
	struct n4_open *o;
	uint32_t st = 0;

	pthread_mutex_lock(&c->state->lock);
	if (!is_anonymous(id))
		st = open_of_fh(c, id, &o);
	else if (n4_open_denied(c->state, &c->fh, NULL, N4_SHARE_READ, 0))
		st = N4_LOCKED;
	pthread_mutex_unlock(&c->state->lock);
	return st;
}

/*
 *	offset  len  field of READ4resok
 *	  +0     4   eof
 *	  +4     4   bytes
 *	  +8     n   the bytes, read to where they stand, and their padding
 */
enum { READ_HEAD = 8 };

uint32_t
n4_op_read(struct nfs4 *c)
{
	struct n4_stateid id = {0};
	size_t count, room, got = 0;
	uint64_t offset;
	uint32_t st;
	uint8_t *head;
	bool eof = false;

	get_stateid(c->in, &id);
	offset = xdr_get_u64(c->in);
	count = xdr_get_u32(c->in);
	if (c->in->bad)
		return N4_BADXDR;
	if ((st = n4_enter(c, NULL)) != 0)
		return st;
	if (n4_pseudo(&c->fh))
		return n4_status(OPS_ISDIR);
	if ((st = may_read(c, &id)) != 0)
		return st;
	if (count > RPC_DATA_MAX)
		count = RPC_DATA_MAX;
	/* Less than was asked for is allowed, and fits. */
	room = xdr_room(c->res);
	if (room < READ_HEAD + N4_NEXT)
		return N4_REP_TOO_BIG;
	room -= N4_NEXT;
	if (count > (room - READ_HEAD) / 4 * 4)
		count = (room - READ_HEAD) / 4 * 4;
	head = xdr_reserve(c->res, READ_HEAD + count + xdr_pad(count));
	if (head == NULL)
		return N4_REP_TOO_BIG;
	st = n4_status(ops_read(
	    c->ops, &c->fh, offset, head + READ_HEAD, count, &got, &eof));
	if (st != 0)
		return st;
	be32_put(head, eof ? 1 : 0);
	be32_put(head + 4, (uint32_t)got);
	memset(head + READ_HEAD + got, 0, xdr_pad(got));
	c->res->at = head + READ_HEAD + got + xdr_pad(got);
	return 0;
}

/* --- TEST_STATEID, FREE_STATEID ---------------------------------------------
 */

uint32_t
n4_op_test_stateid(struct nfs4 *c)
{
	uint32_t n = xdr_get_u32(c->in);

	if (n > TESTED_MAX || n > xdr_left(c->in) / (4 + N4_OTHER))
		return N4_BADXDR;
	xdr_put_u32(c->res, n);
	for (uint32_t i = 0; i < n; i++) {
		struct n4_stateid id = {0};
		struct n4_open *o;
		uint32_t st;

		get_stateid(c->in, &id);
		pthread_mutex_lock(&c->state->lock);
		/* The current one is none that can be tested. */
		st = id.seq == 1 && all_are(id.other, 0) ? N4_BAD_STATEID
							 : open_of(c, &id, &o);
		pthread_mutex_unlock(&c->state->lock);
		xdr_put_u32(c->res, st);
	}
	return 0;
}

uint32_t
n4_op_free_stateid(struct nfs4 *c)
{
	enum { LOCKS_HELD = 10037 };
	struct n4_stateid id = {0};
	struct n4_open *o;
	uint32_t st;

	get_stateid(c->in, &id);
	if (c->in->bad)
		return N4_BADXDR;
	pthread_mutex_lock(&c->state->lock);
	st = open_of(c, &id, &o);
	pthread_mutex_unlock(&c->state->lock);
	return st == 0 ? LOCKS_HELD : st; /* an open is ended by CLOSE */
}

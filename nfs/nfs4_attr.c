/* NFS version 4: attributes, and the operations that ask for them. */
#include <stdio.h>
#include <string.h>

#include "nfs/nfs4_int.h"

enum { /* RFC 8881, 5.6 and 5.7 */
	A_SUPPORTED = 0,
	A_TYPE = 1,
	A_FH_EXPIRE = 2,
	A_CHANGE = 3,
	A_SIZE = 4,
	A_LINK = 5,
	A_SYMLINK = 6,
	A_NAMED = 7,
	A_FSID = 8,
	A_UNIQUE = 9,
	A_LEASE = 10,
	A_RDATTR_ERROR = 11,
	A_ACL = 13,
	A_CANSETTIME = 15,
	A_CASE_INSENSITIVE = 16,
	A_CASE_PRESERVING = 17,
	A_CHOWN = 18,
	A_FILEHANDLE = 19,
	A_FILEID = 20,
	A_FILES_AVAIL = 21,
	A_FILES_FREE = 22,
	A_FILES_TOTAL = 23,
	A_HOMOGENEOUS = 26,
	A_MAXFILESIZE = 27,
	A_MAXLINK = 28,
	A_MAXNAME = 29,
	A_MAXREAD = 30,
	A_MAXWRITE = 31,
	A_MODE = 33,
	A_NO_TRUNC = 34,
	A_NUMLINKS = 35,
	A_OWNER = 36,
	A_GROUP = 37,
	A_RAWDEV = 41,
	A_SPACE_AVAIL = 42,
	A_SPACE_FREE = 43,
	A_SPACE_TOTAL = 44,
	A_SPACE_USED = 45,
	A_ATIME = 47,
	A_ATIME_SET = 48,
	A_TIME_DELTA = 51,
	A_CTIME = 52,
	A_MTIME = 53,
	A_MTIME_SET = 54,
	A_MOUNTED_ON = 55,
	A_EXCLCREAT = 75,
	A_END = 96,
	MAXLINK = 1,
};

static const uint8_t supported[] = {A_SUPPORTED, A_TYPE, A_FH_EXPIRE, A_CHANGE,
    A_SIZE, A_LINK, A_SYMLINK, A_NAMED, A_FSID, A_UNIQUE, A_LEASE,
    A_RDATTR_ERROR, A_ACL, A_CANSETTIME, A_CASE_INSENSITIVE, A_CASE_PRESERVING,
    A_CHOWN, A_FILEHANDLE, A_FILEID, A_FILES_AVAIL, A_FILES_FREE, A_FILES_TOTAL,
    A_HOMOGENEOUS, A_MAXFILESIZE, A_MAXLINK, A_MAXNAME, A_MAXREAD, A_MAXWRITE,
    A_MODE, A_NO_TRUNC, A_NUMLINKS, A_OWNER, A_GROUP, A_RAWDEV, A_SPACE_AVAIL,
    A_SPACE_FREE, A_SPACE_TOTAL, A_SPACE_USED, A_ATIME, A_TIME_DELTA, A_CTIME,
    A_MTIME, A_MOUNTED_ON, A_EXCLCREAT};

static bool
has(const uint32_t bits[N4_ATTR_WORDS], unsigned n)
{
	return (bits[n / 32] >> (n % 32) & 1) != 0;
}

static void
known(uint32_t bits[N4_ATTR_WORDS])
{
	memset(bits, 0, N4_ATTR_WORDS * sizeof(bits[0]));
	for (size_t i = 0; i < sizeof(supported); i++)
		bits[supported[i] / 32] |= 1U << (supported[i] % 32);
}

void
n4_get_bitmap(struct xdr_in *in, uint32_t bits[N4_ATTR_WORDS])
{
	uint32_t n = xdr_get_u32(in);

	memset(bits, 0, N4_ATTR_WORDS * sizeof(bits[0]));
	if (n > xdr_left(in) / 4)
		in->bad = true;
	for (uint32_t i = 0; i < n && !in->bad; i++) {
		uint32_t word = xdr_get_u32(in);

		if (i < N4_ATTR_WORDS)
			bits[i] = word;
	}
}

static void
put_bitmap(struct xdr_out *res, const uint32_t bits[N4_ATTR_WORDS])
{
	uint32_t n = N4_ATTR_WORDS;

	while (n > 0 && bits[n - 1] == 0)
		n--;
	xdr_put_u32(res, n);
	for (uint32_t i = 0; i < n; i++)
		xdr_put_u32(res, bits[i]);
}

bool
n4_cheap_attrs(const uint32_t bits[N4_ATTR_WORDS])
{
	for (unsigned n = 0; n < A_END; n++)
		if (has(bits, n) && n != A_RDATTR_ERROR && n != A_FILEID &&
		    n != A_MOUNTED_ON)
			return false;
	return true;
}

enum ops_status
n4_getattr(struct nfs4 *c, struct ops_attr *attrp)
{
	if (n4_pseudo(&c->fh)) {
		n4_pseudo_attr(&c->fh, attrp);
		return OPS_OK;
	}
	return ops_getattr(c->ops, &c->fh, attrp);
}

static void
put_time(struct xdr_out *res, const struct ops_time *t)
{
	xdr_put_u64(res, (uint64_t)t->sec);
	xdr_put_u32(res, t->nsec);
}

/* Owners are numbers (RFC 8881, 5.9): no names are shared with clients. */
static void
put_number(struct xdr_out *res, uint32_t id)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", id);
	xdr_put_string(res, text);
}

/* What is the same of all. */
static bool
put_fixed(struct nfs4 *c, unsigned n)
{
	uint32_t bits[N4_ATTR_WORDS];
	struct xdr_out *res = c->res;

	switch (n) {
	case A_SUPPORTED:
		known(bits);
		put_bitmap(res, bits);
		return true;
	case A_EXCLCREAT:
	case A_FH_EXPIRE: /* FH4_PERSISTENT; no bits */
	case A_ACL:
	case A_RDATTR_ERROR:
		xdr_put_u32(res, 0);
		return true;
	case A_LEASE:
		xdr_put_u32(res, N4_LEASE);
		return true;
	case A_LINK:
	case A_NAMED:
	case A_UNIQUE:
	case A_CANSETTIME:
	case A_CASE_PRESERVING:
		xdr_put_bool(res, false);
		return true;
	case A_SYMLINK:
	case A_CASE_INSENSITIVE:
	case A_CHOWN:
	case A_HOMOGENEOUS:
	case A_NO_TRUNC:
		xdr_put_bool(res, true);
		return true;
	case A_MAXFILESIZE:
		xdr_put_u64(res, INT64_MAX);
		return true;
	case A_MAXLINK:
		xdr_put_u32(res, MAXLINK);
		return true;
	case A_MAXNAME:
		xdr_put_u32(res, N4_NAME_MAX);
		return true;
	case A_MAXREAD:
	case A_MAXWRITE:
		xdr_put_u64(res, RPC_DATA_MAX);
		return true;
	case A_RAWDEV:
		xdr_put_u64(res, 0);
		return true;
	case A_TIME_DELTA:
		put_time(res, &(struct ops_time){.nsec = 1});
		return true;
	default:
		return false;
	}
}

static void
put_fs(struct xdr_out *res, unsigned n, const struct ops_fsstat *fs)
{
	const struct {
		unsigned n;
		uint64_t value;
	} all[] = {{A_FILES_AVAIL, fs->ffree}, {A_FILES_FREE, fs->ffree},
	    {A_FILES_TOTAL, fs->files}, {A_SPACE_AVAIL, fs->avail},
	    {A_SPACE_FREE, fs->free}, {A_SPACE_TOTAL, fs->total}};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i].n == n)
			xdr_put_u64(res, all[i].value);
}

static void
put_one(struct nfs4 *c, unsigned n, const struct ops_fh *fh,
    const struct ops_attr *a)
{
	struct xdr_out *res = c->res;

	switch (n) {
	case A_TYPE:
		xdr_put_u32(res, (uint32_t)a->type);
		break;
	case A_CHANGE:
		xdr_put_u64(res, a->change);
		break;
	case A_SIZE:
		xdr_put_u64(res, a->size);
		break;
	case A_FSID:
		xdr_put_u64(res, a->fsid);
		xdr_put_u64(res, 0);
		break;
	case A_FILEHANDLE:
		xdr_put_opaque(res, fh->data, fh->len);
		break;
	case A_FILEID:
	case A_MOUNTED_ON:
		xdr_put_u64(res, a->fileid);
		break;
	case A_MODE:
		xdr_put_u32(res, a->mode);
		break;
	case A_NUMLINKS:
		xdr_put_u32(res, a->nlink);
		break;
	case A_OWNER:
		put_number(res, a->uid);
		break;
	case A_GROUP:
		put_number(res, a->gid);
		break;
	case A_SPACE_USED:
		xdr_put_u64(res, a->used);
		break;
	case A_ATIME:
		put_time(res, &a->atime);
		break;
	case A_CTIME:
		put_time(res, &a->ctime);
		break;
	default: /* A_MTIME */
		put_time(res, &a->mtime);
		break;
	}
}

static bool
is_fs(unsigned n)
{
	return (n >= A_FILES_AVAIL && n <= A_FILES_TOTAL) ||
	       (n >= A_SPACE_AVAIL && n <= A_SPACE_TOTAL);
}

void
n4_put_attrs(struct nfs4 *c, const uint32_t bits[N4_ATTR_WORDS],
    const struct ops_fh *fh, const struct ops_attr *a)
{
	uint32_t want[N4_ATTR_WORDS];
	struct ops_fsstat fs = {0};
	bool fs_known = false;
	uint8_t *len;
	size_t began;

	known(want);
	for (int i = 0; i < N4_ATTR_WORDS; i++)
		want[i] &= bits[i];
	put_bitmap(c->res, want);
	len = xdr_reserve(c->res, 4);
	began = xdr_used(c->res);
	for (unsigned n = 0; n < A_END; n++) {
		if (!has(want, n) || put_fixed(c, n))
			continue;
		if (!is_fs(n)) {
			put_one(c, n, fh, a);
			continue;
		}
		/* Of a file system that cannot say it: nothing is free. */
		if (!fs_known && !n4_pseudo(fh))
			ops_fsstat(c->ops, fh, &fs);
		fs_known = true;
		put_fs(c->res, n, &fs);
	}
	if (len != NULL)
		be32_put(len, (uint32_t)(xdr_used(c->res) - began));
}

uint32_t
n4_op_getattr(struct nfs4 *c)
{
	uint32_t bits[N4_ATTR_WORDS], st;
	struct ops_attr a;

	n4_get_bitmap(c->in, bits);
	if (c->in->bad)
		return N4_BADXDR;
	if ((st = n4_enter(c, NULL)) != 0)
		return st;
	if (has(bits, A_ATIME_SET) || has(bits, A_MTIME_SET))
		return n4_status(OPS_INVAL); /* they can be set alone */
	if ((st = n4_status(n4_getattr(c, &a))) != 0)
		return st;
	n4_put_attrs(c, bits, &c->fh, &a);
	return 0;
}

/* 0: they are as said; N4_NOT_SAME: they are not. */
static uint32_t
compare(struct nfs4 *c)
{
	uint32_t bits[N4_ATTR_WORDS], all[N4_ATTR_WORDS], st;
	size_t mark = xdr_used(c->res), len, skip;
	const uint8_t *values;
	struct ops_attr a;
	bool same;

	n4_get_bitmap(c->in, bits);
	values = xdr_get_opaque(c->in, RPC_DATA_MAX, &len);
	if (c->in->bad)
		return N4_BADXDR;
	if ((st = n4_enter(c, NULL)) != 0)
		return st;
	if (has(bits, A_RDATTR_ERROR) || has(bits, A_ATIME_SET) ||
	    has(bits, A_MTIME_SET))
		return n4_status(OPS_INVAL);
	known(all);
	for (int i = 0; i < N4_ATTR_WORDS; i++)
		if ((bits[i] & ~all[i]) != 0)
			return N4_ATTRNOTSUPP;
	if ((st = n4_status(n4_getattr(c, &a))) != 0)
		return st;
	put_bitmap(c->res, bits);
	skip = xdr_used(c->res) + 4 - mark;
	xdr_rewind(c->res, mark);
	n4_put_attrs(c, bits, &c->fh, &a);
	if (c->res->full)
		return N4_REP_TOO_BIG;
	same =
	    xdr_used(c->res) - mark - skip == len &&
	    (len == 0 || memcmp(c->res->base + mark + skip, values, len) == 0);
	xdr_rewind(c->res, mark);
	return same ? 0 : N4_NOT_SAME;
}

uint32_t
n4_op_verify(struct nfs4 *c)
{
	return compare(c);
}

uint32_t
n4_op_nverify(struct nfs4 *c)
{
	uint32_t st = compare(c);

	return st == 0 ? N4_SAME : st == N4_NOT_SAME ? 0 : st;
}

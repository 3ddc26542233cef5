/* XDR: the parts of xdr.h that are not a few instructions. */
#include "nfs/xdr.h"

bool
xdr_get_bool(struct xdr_in *in)
{
	return xdr_get_max(in, 1) != 0;
}

uint32_t
xdr_get_max(struct xdr_in *in, uint32_t max)
{
	uint32_t v = xdr_get_u32(in);

	if (v > max) {
		in->bad = true;
		return 0;
	}
	return v;
}

const uint8_t *
xdr_get_fixed(struct xdr_in *in, size_t len)
{
	const uint8_t *p = xdr_get_bytes(in, len);

	/* What the padding holds is nobody's business: some clients do not
	 * clear it. */
	if (p == NULL || xdr_get_bytes(in, xdr_pad(len)) == NULL)
		return NULL;
	return p;
}

const uint8_t *
xdr_get_opaque(struct xdr_in *in, size_t max, size_t *lenp)
{
	size_t len = xdr_get_u32(in);
	const uint8_t *p;

	*lenp = 0;
	if (len > max)
		in->bad = true;
	if (in->bad || (p = xdr_get_fixed(in, len)) == NULL)
		return NULL;
	*lenp = len;
	return p;
}

bool
xdr_done(const struct xdr_in *in)
{
	return !in->bad && in->at == in->end;
}

void
xdr_put_fixed(struct xdr_out *out, const void *data, size_t len)
{
	size_t pad = xdr_pad(len);
	uint8_t *p;

	/* len + pad cannot wrap: what is in memory is far below SIZE_MAX. */
	if ((p = xdr_reserve(out, len + pad)) == NULL)
		return;
	if (len > 0)
		memcpy(p, data, len);
	memset(p + len, 0, pad);
}

void
xdr_put_opaque(struct xdr_out *out, const void *data, size_t len)
{
	if (len > UINT32_MAX) {
		out->full = true;
		return;
	}
	xdr_put_u32(out, (uint32_t)len);
	xdr_put_fixed(out, data, len);
}

void
xdr_put_string(struct xdr_out *out, const char *s)
{
	xdr_put_opaque(out, s, strlen(s));
}

void
xdr_rewind(struct xdr_out *out, size_t mark)
{
	out->at = out->base + mark;
	out->full = false;
}

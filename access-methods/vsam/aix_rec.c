/* The codec of alternate index records: bytes in, pointers out. */
#include <string.h>

#include "access-methods/vsam/aix.h"
#include "base/bytes.h"

enum { FLAG_BY_KEY = 0x01, KEY_MAX = 255 };

enum ds_status
aix_shape_set(struct aix_shape *sh, const struct comp_attr *aix,
    const struct comp_attr *base, struct ds_diag *diag)
{
	memset(sh, 0, sizeof(*sh));
	if (memcmp(aix->base, base->id, SPHERE_ID_LEN) != 0)
		return ds_fail(diag, DS_CORRUPT, aix->name,
		    "it is not an alternate index of %s", base->cluster);
	sh->keylen = aix->keylen;
	sh->axrkp = aix->axrkp;
	sh->unique = (aix->flags & DS_A_NONUNIQKEY) == 0;
	sh->max_len = aix->maxlrecl;
	if (base->org == DS_ORG_KSDS) {
		sh->by_key = true;
		sh->ptr_len = base->keylen;
		sh->base_rkp = base->rkp;
	} else if (base->org == DS_ORG_ESDS) {
		sh->ptr_len = base->flags & DS_A_EXTADDR ? 8 : 4;
	}
	if (aix->org != DS_ORG_KSDS || aix->rkp != AIX_HEADER_LEN ||
	    sh->keylen == 0 || sh->keylen > KEY_MAX || sh->ptr_len == 0 ||
	    sh->ptr_len > AIX_POINTER_MAX ||
	    sh->max_len < AIX_HEADER_LEN + sh->keylen + sh->ptr_len)
		return ds_fail(diag, DS_CORRUPT, aix->name,
		    "attributes of an alternate index that do not fit "
		    "together");
	return DS_OK;
}

enum ds_status
aix_rec_decode(const uint8_t *data, uint32_t len, const struct aix_shape *sh,
    struct aix_rec *recp, const char **whyp)
{
	uint32_t n;

	*whyp = "alternate index record of impossible length";
	if (len < AIX_HEADER_LEN + sh->keylen)
		return DS_CORRUPT;
	n = be16_get(data + 2);
	if (n == 0 || n > AIX_POINTERS_MAX ||
	    len != AIX_HEADER_LEN + sh->keylen + n * sh->ptr_len)
		return DS_CORRUPT;
	*whyp = "header of an alternate index record that is not of its kind";
	if (data[0] != (sh->by_key ? FLAG_BY_KEY : 0) ||
	    data[1] != sh->ptr_len || data[4] != sh->keylen)
		return DS_CORRUPT;
	*whyp = "several pointers for a unique alternate key";
	if (sh->unique && n > 1)
		return DS_CORRUPT;
	recp->key = data + AIX_HEADER_LEN;
	recp->ptrs = recp->key + sh->keylen;
	recp->n = n;
	return DS_OK;
}

uint32_t
aix_rec_find(const struct aix_rec *rec, const struct aix_shape *sh,
    const uint8_t *ptr, bool *foundp)
{
	uint32_t lo = 0, hi = rec->n, mid;
	int order;

	*foundp = false;
	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		order = memcmp(
		    rec->ptrs + (size_t)mid * sh->ptr_len, ptr, sh->ptr_len);
		if (order == 0) {
			*foundp = true;
			return mid;
		}
		if (order < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

uint32_t
aix_rec_begin(
    const struct aix_shape *sh, const uint8_t *key, uint32_t n, uint8_t *out)
{
	out[0] = sh->by_key ? FLAG_BY_KEY : 0;
	out[1] = (uint8_t)sh->ptr_len;
	be16_put(out + 2, (uint16_t)n);
	out[4] = (uint8_t)sh->keylen;
	memcpy(out + AIX_HEADER_LEN, key, sh->keylen);
	return AIX_HEADER_LEN + sh->keylen + n * sh->ptr_len;
}

uint32_t
aix_rec_add(uint8_t *data, uint32_t len, const struct aix_shape *sh, uint32_t i,
    const uint8_t *ptr)
{
	uint32_t at = AIX_HEADER_LEN + sh->keylen + i * sh->ptr_len;

	memmove(data + at + sh->ptr_len, data + at, len - at);
	memcpy(data + at, ptr, sh->ptr_len);
	be16_put(data + 2, (uint16_t)(be16_get(data + 2) + 1));
	return len + sh->ptr_len;
}

uint32_t
aix_rec_drop(
    uint8_t *data, uint32_t len, const struct aix_shape *sh, uint32_t i)
{
	uint32_t at = AIX_HEADER_LEN + sh->keylen + i * sh->ptr_len;

	memmove(data + at, data + at + sh->ptr_len, len - at - sh->ptr_len);
	be16_put(data + 2, (uint16_t)(be16_get(data + 2) - 1));
	return len - sh->ptr_len;
}

const uint8_t *
aix_key_of(const struct aix_shape *sh, const uint8_t *rec, size_t len)
{
	if (len < (uint64_t)sh->axrkp + sh->keylen)
		return NULL;
	return rec + sh->axrkp;
}

bool
aix_pointer_to(const struct aix_shape *sh, const uint8_t *rec, uint64_t rba,
    uint8_t out[AIX_POINTER_MAX])
{
	if (sh->by_key) {
		memcpy(out, rec + sh->base_rkp, sh->ptr_len);
		return true;
	}
	if (sh->ptr_len == 8) {
		be64_put(out, rba);
		return true;
	}
	be32_put(out, (uint32_t)rba);
	return rba <= UINT32_MAX;
}

uint64_t
aix_pointer_rba(const struct aix_shape *sh, const uint8_t *ptr)
{
	return sh->ptr_len == 8 ? be64_get(ptr) : be32_get(ptr);
}

/*
 * KEYRANGES of DEFINE: obsolete, and nothing comes of it; z/OS still reads it.
 * Values may not be longer than the key, and ranges ascend without overlap
 * (the cases behind IDC3524I rest on memory).
 */
#include <string.h>

#include "base/codepage.h"
#include "utilities/idcams_int.h"
#include "utilities/keyranges_int.h"

enum { KEYLEN_MAX = 255, KEYLEN_DEFAULT = 64 };

/* A value as a key of keylen bytes: a low one is filled with X'00', a high one
 * with X'FF'. False: it is longer, or not of the code page. */
static bool
make_key(const struct ams_value *v, uint16_t ccsid, size_t keylen, int fill,
    uint8_t key[KEYLEN_MAX])
{
	const struct codepage *cp;
	struct codepage_err err;

	if (v == NULL || v->len > keylen || keylen > KEYLEN_MAX)
		return false;
	memset(key, fill, keylen);
	if (v->hex)
		memcpy(key, v->text, v->len);
	else if (codepage_get(ccsid, &cp, NULL) != DS_OK)
		memcpy(key, v->text, v->len); /* DEFINE itself tells that */
	else if (codepage_from_latin1(cp, v->text, v->len, key, &err) != DS_OK)
		return false;
	return true;
}

static const struct ams_value *
value_of(const struct ams_plist *pair, const char *keyword)
{
	const struct ams_param *p = ams_find(pair, keyword);

	return p != NULL && p->nvalues > 0 ? &p->values[0] : NULL;
}

bool
keyranges_valid(const struct ams_plist *l, int keylen, uint16_t ccsid)
{
	const struct ams_param *p = ams_find(l, "KEYRANGES");
	uint8_t low[KEYLEN_MAX], high[KEYLEN_MAX], before[KEYLEN_MAX];
	size_t len = keylen > 0 ? (size_t)keylen : KEYLEN_DEFAULT;
	const struct ams_plist *pair;
	int i;

	for (i = 0; p != NULL && i < p->nvalues; i++) {
		if ((pair = p->values[i].sub) == NULL)
			continue;
		if (!make_key(value_of(pair, "LOW"), ccsid, len, 0x00, low) ||
		    !make_key(value_of(pair, "HIGH"), ccsid, len, 0xFF, high) ||
		    memcmp(low, high, len) > 0 ||
		    (i > 0 && memcmp(before, low, len) >= 0))
			return false;
		memcpy(before, high, len);
	}
	return true;
}

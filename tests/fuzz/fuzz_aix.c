/*
 * libFuzzer target: bytes as an alternate index record.
 *
 * The first three bytes choose key length, pointer length and kind. What
 * decodes is exactly as long as its header says; a pointer put in and dropped
 * leaves the record as it was, and finding never looks behind it
 * (AddressSanitizer).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/aix.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool ok)
{
	if (!ok)
		abort();
}

static void
change(const struct aix_shape *sh, const uint8_t *data, uint32_t len,
    uint32_t n, const uint8_t ptr[AIX_POINTER_MAX])
{
	uint8_t *copy = malloc(len + sh->ptr_len);
	struct aix_rec rec;
	const char *why;
	uint32_t at, now;
	bool found;

	must(copy != NULL);
	memcpy(copy, data, len);
	must(aix_rec_decode(copy, len, sh, &rec, &why) == DS_OK);
	at = aix_rec_find(&rec, sh, ptr, &found);
	must(at <= n && (!found || at < n));
	if (!found && n < AIX_POINTERS_MAX && !sh->unique) {
		now = aix_rec_add(copy, len, sh, at, ptr);
		must(aix_rec_decode(copy, now, sh, &rec, &why) == DS_OK);
		must(rec.n == n + 1);
		must(memcmp(rec.ptrs + (size_t)at * sh->ptr_len, ptr,
			 sh->ptr_len) == 0);
		must(aix_rec_drop(copy, now, sh, at) == len);
		must(memcmp(copy, data, len) == 0);
	}
	free(copy);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct aix_shape sh = {.max_len = UINT32_MAX};
	uint8_t ptr[AIX_POINTER_MAX] = {0};
	struct aix_rec rec;
	const char *why = NULL;
	uint8_t *copy;
	uint32_t len;

	if (size < 3)
		return 0;
	sh.keylen = 1 + data[0] % 255u;
	sh.ptr_len = 1 + data[1] % 255u;
	sh.by_key = data[2] & 1;
	sh.unique = data[2] & 2;
	data += 3;
	len = (uint32_t)(size - 3);
	if ((copy = malloc(len + 1u)) == NULL)
		return 0;
	memcpy(copy, data, len);
	if (aix_rec_decode(copy, len, &sh, &rec, &why) == DS_OK) {
		must(rec.n > 0 && (!sh.unique || rec.n == 1));
		must(len == AIX_HEADER_LEN + sh.keylen + rec.n * sh.ptr_len);
		memcpy(ptr, rec.ptrs, sh.ptr_len);
		change(&sh, data, len, rec.n, ptr);
		ptr[0] ^= 0x55;
		change(&sh, data, len, rec.n, ptr);
		memset(ptr, 0xFF, sizeof(ptr));
		change(&sh, data, len, rec.n, ptr);
	} else {
		must(why != NULL);
	}
	free(copy);
	return 0;
}

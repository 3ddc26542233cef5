/*
 * libFuzzer: a component's file whose further pieces are foreign bytes. Three
 * volumes in memory: the first has the file and the table, the two others what
 * is called a piece of it. Checksums are made right, so that the fuzzer gets
 * behind them.
 *
 * Input: length of the table (2), its bytes, length of the first piece (2), its
 * bytes, the bytes of the second piece.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access-methods/volume/volume.h"
#include "base/bytes.h"
#include "base/crc32c.h"

enum { FUZZ_MAX = 64 * 1024, HOME_LEN = 8192, ENTRY = 64, PAGE = 4096 };
enum { VOLUMES = 3 };
#define NAME "0102030405060708090a0b0c0d0e0f10"
#define TABLE NAME ".vols"

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t len);

static char dir[VOLUMES][40];
static struct volume *plain[VOLUMES]; /* [0] is inside of vol */
static struct volume *vol;

static void
must(enum ds_status st)
{
	if (st != DS_OK)
		abort();
}

static enum ds_status
peer(void *ctx, const char *volser, struct volume **volp, struct ds_diag *diag)
{
	(void)ctx;
	for (int i = 0; i < VOLUMES; i++)
		if (strcmp(volser, (const char *[]){
				       "VOL000", "VOL001", "VOL002"}[i]) == 0) {
			*volp = plain[i];
			return DS_OK;
		}
	return ds_fail(diag, DS_CAT_NOVOLUME, volser, NULL);
}

static void
clean_up(void)
{
	vol_close(&vol);
	for (int i = 0; i < VOLUMES; i++) {
		if (i > 0)
			vol_close(&plain[i]);
		rmdir(dir[i]);
	}
}

static void
set_up(void)
{
	static const struct vol_peers peers = {.get = peer};
	struct volume *inner;

	for (int i = 0; i < VOLUMES; i++) {
		strcpy(dir[i], "/dev/shm/fuzz-span-XXXXXX");
		if (mkdtemp(dir[i]) == NULL)
			abort();
		must(vol_open(dir[i], false, &plain[i], NULL));
	}
	inner = plain[0];
	must(vol_span_wrap(&inner, &peers, &vol, NULL));
	atexit(clean_up);
}

static void
seal(uint8_t *p, size_t len)
{
	be32_put(p + 12, 0);
	be32_put(p + 12, crc32c(p, len));
}

static void
put_file(int on, const char *name, const uint8_t *bytes, size_t len)
{
	char path[120];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir[on], name);
	if ((f = fopen(path, "wb")) == NULL ||
	    fwrite(bytes, 1, len, f) != len || fclose(f) != 0)
		abort();
}

/* A piece's first page is sealed, and each entry of the table that is used. */
static void
take(int on, const char *name, size_t sealed, const uint8_t *in, size_t len)
{
	uint8_t *copy = malloc(len + 1);

	if (copy == NULL)
		abort();
	memcpy(copy, in, len);
	for (size_t at = 0; at + sealed <= len && at < PAGE; at += sealed) {
		static const uint8_t none[ENTRY];

		if (memcmp(copy + at, none, ENTRY) != 0)
			seal(copy + at, sealed);
	}
	put_file(on, name, copy, len);
	free(copy);
}

static void
transfer(struct vol_file *file, uint64_t offset, size_t len)
{
	uint8_t *buf = calloc(1, len);
	struct ds_diag d;

	if (buf == NULL)
		abort();
	if (vol_read(file, offset, buf, len, &d) == DS_OK && offset < PAGE * 64)
		vol_write(file, offset, buf, len, &d);
	vol_cached(file, offset, len);
	free(buf);
}

/* Around each border, and where the table says that something begins. */
static void
use(const uint8_t *table, size_t len)
{
	struct vol_file *file = NULL;
	struct ds_diag d;
	uint64_t size;

	if (vol_file_open(vol, NAME, VOL_WRITE, &file, &d) != DS_OK)
		return;
	size = vol_size(file);
	transfer(file, 0, PAGE);
	transfer(file, HOME_LEN - 100, 3 * PAGE);
	if (size < INT64_MAX - PAGE)
		transfer(file, size, PAGE);
	for (size_t at = ENTRY; at + ENTRY <= len && at < 4 * ENTRY;
	     at += ENTRY) {
		uint64_t start = be64_get(table + at + 16);

		if (start < PAGE || start > INT64_MAX - 3 * PAGE)
			continue;
		transfer(file, start, PAGE);
		transfer(file, start - 7, 14);
		transfer(file, start - PAGE, 3 * PAGE);
	}
	vol_flush(file, &d);
	vol_reserve(file, HOME_LEN, PAGE, &d);
	vol_truncate(file, size < HOME_LEN ? size : HOME_LEN, &d);
	vol_file_close(&file);
}

static size_t
counted(const uint8_t **inp, size_t *lenp)
{
	size_t n;

	if (*lenp < 2)
		return 0;
	n = be16_get(*inp);
	*inp += 2;
	*lenp -= 2;
	return n < *lenp ? n : *lenp;
}

int
LLVMFuzzerTestOneInput(const uint8_t *in, size_t len)
{
	static const uint8_t home[HOME_LEN];
	const struct vol_piece next = {1, HOME_LEN, "VOL001"};
	const uint8_t *table;
	size_t n, of_table;

	if (len > FUZZ_MAX)
		return 0;
	if (vol == NULL)
		set_up();
	put_file(0, NAME, home, sizeof(home));
	of_table = counted(&in, &len);
	table = in;
	take(0, TABLE, ENTRY, in, of_table);
	in += of_table;
	len -= of_table;
	n = counted(&in, &len);
	take(1, NAME, PAGE, in, n);
	take(2, NAME, PAGE, in + n, len - n);
	use(table, of_table);
	vol_span_add(vol, NAME, &next, PAGE, NULL);
	vol_drop(vol, NAME, NULL);
	for (int i = 0; i < VOLUMES; i++)
		vol_remove(plain[i], NAME, NULL);
	vol_remove(plain[0], TABLE, NULL);
	return 0;
}

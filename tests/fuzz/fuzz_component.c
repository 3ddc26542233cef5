/*
 * libFuzzer: component files of foreign bytes, opened and read in every way.
 *
 * Input: length of the data file (4), its bytes, length of the index file (4),
 * its bytes, the batch's bytes. Names follow the identities in the headers and
 * checksums are made right, so that the fuzzer gets behind them.
 *
 * Seeds come from seed_component.c.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"
#include "base/crc32c.h"

enum { FUZZ_MAX = 1024 * 1024, READ_MAX = 64, SPACE_MAX = 8 * 1024 * 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t len);

static char dir[] = "/dev/shm/fuzz-component-XXXXXX"; /* in memory */
static struct volume *vol;

static void
clean_up(void)
{
	vol_close(&vol);
	rmdir(dir);
}

struct image {
	uint8_t *bytes;
	size_t len;
	char name[SPHERE_NAME_LEN + 8];
};

static void
seal(uint8_t *p, size_t len)
{
	be32_put(p + 12, 0);
	be32_put(p + 12, crc32c(p, len));
}

static bool
has(const struct image *im, uint64_t at, size_t len)
{
	return at <= im->len && len <= im->len - at;
}

static void
seal_side(struct image *im, uint64_t at)
{
	uint8_t *page = im->bytes + at, head[SIDE_HEADER_LEN], both[8];

	memcpy(head, page, SIDE_HEADER_LEN);
	be32_put(head + 4, 0);
	be32_put(both, crc32c(head, SIDE_HEADER_LEN));
	be32_put(both + 4,
	    crc32c(page + SIDE_HEADER_LEN, COMP_PAGE - SIDE_HEADER_LEN));
	be32_put(page + 4, crc32c(both, 8));
}

static void
seal_component(struct image *im)
{
	struct comp_layout lo;

	if (!has(im, 0, COMP_HEADER_LEN))
		return;
	seal(im->bytes, COMP_PAGE);
	for (size_t at = COMP_PAGE; at < 3 * COMP_PAGE; at += STATE_COPY)
		seal(im->bytes + at, memcmp(im->bytes + at, "CTMTCKPT", 8) == 0
					 ? 64
					 : STATE_LEN);
	if (!layout_init(&lo, be32_get(im->bytes + 76),
		be32_get(im->bytes + 80), be16_get(im->bytes + 74) == 0))
		return;
	for (uint64_t page = 0; page < 8; page++)
		if (has(im, layout_side_offset(&lo, page), COMP_PAGE))
			seal_side(im, layout_side_offset(&lo, page));
}

static void
seal_batch(struct image *im)
{
	uint64_t n, at;

	if (!has(im, 0, 2 * COMP_PAGE))
		return;
	seal(im->bytes + 512, STATE_LEN);
	n = be32_get(im->bytes + 48) % 64;
	at = COMP_PAGE + page_ceil(n * 24);
	for (uint64_t i = 0; i < n; i++) {
		uint8_t *p = im->bytes + COMP_PAGE + i * 24;
		size_t len = be32_get(p + 4);

		if (!has(im, COMP_PAGE + i * 24, 24) || !has(im, at, len))
			break;
		be32_put(p + 16, crc32c(im->bytes + at, len));
		at += len;
	}
	if (has(im, COMP_PAGE, n * 24))
		be32_put(im->bytes + 52, crc32c(im->bytes + COMP_PAGE, n * 24));
	seal(im->bytes, COMP_PAGE);
}

static void
write_file(const struct image *im)
{
	char path[200];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, im->name);
	fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
	if (fd < 0 || write(fd, im->bytes, im->len) != (ssize_t)im->len)
		abort();
	close(fd);
}

static void
unlink_file(const struct image *im)
{
	char path[200];

	snprintf(path, sizeof(path), "%s/%s", dir, im->name);
	unlink(path);
}

static void
read_part(struct sphere *sp, enum sphere_part part)
{
	const struct comp_attr *attr = sphere_attr(sp, part);
	struct sphere_buf *buf = NULL;
	struct ds_diag d;
	uint64_t harba, records, bytes;

	if (attr == NULL)
		return;
	harba = sphere_state(sp)->part[part].harba;
	for (uint64_t i = 0; i < READ_MAX && i * attr->ci_len < harba; i++) {
		if (buf_get(sp, part, i * attr->ci_len, BUF_READ, &buf, &d) ==
		    DS_OK)
			buf_release(sp, &buf);
	}
	side_ca_sum(sp, part, 0, &records, &bytes, &d);
	side_ca_sum(sp, part, harba / 2, &records, &bytes, &d);
}

static void
read_ring(struct sphere *sp)
{
	uint32_t len = sphere_attr(sp, SPHERE_DATA)->ci_len;
	struct sphere_ring *ring = NULL;
	const uint8_t *p;
	struct ds_diag d;

	if (ring_open(sp, &ring, &d) != DS_OK)
		return;
	for (uint64_t i = 0; i < READ_MAX; i++)
		ring_get(ring, i * len, &p, NULL, &d);
	ring_close(&ring);
}

static void
use(const char *name, unsigned mode)
{
	struct sphere *sp = NULL;
	struct ds_diag d;

	if (sphere_open(vol, name, mode, NULL, &sp, &d) != DS_OK)
		return;
	read_part(sp, SPHERE_DATA);
	read_part(sp, SPHERE_INDEX);
	read_ring(sp);
	if (mode == SPHERE_UPDATE)
		sphere_commit(sp, true, &d);
	sphere_close(&sp);
}

/* Space is really reserved when a writer opens: not more than a little. */
static bool
modest(const char *name)
{
	struct sphere_state st;

	return sphere_read_state(vol, name, &st, NULL, NULL) == DS_OK &&
	       st.part[0].harba <= SPACE_MAX && st.part[1].harba <= SPACE_MAX;
}

/* The next image: length, bytes. */
static void
take(struct image *im, const uint8_t **inp, size_t *lenp, bool counted)
{
	size_t n = *lenp;

	if (counted && n >= 4) {
		n = be32_get(*inp) % FUZZ_MAX;
		*inp += 4;
		*lenp -= 4;
		n = n < *lenp ? n : *lenp;
	}
	im->bytes = malloc(n + 1);
	if (im->bytes == NULL)
		abort();
	memcpy(im->bytes, *inp, n);
	im->len = n;
	*inp += n;
	*lenp -= n;
}

int
LLVMFuzzerTestOneInput(const uint8_t *in, size_t len)
{
	struct image data, index, batch;

	if (vol == NULL && (mkdtemp(dir) == NULL ||
			       vol_open(dir, false, &vol, NULL) != DS_OK ||
			       atexit(clean_up) != 0))
		abort();
	take(&data, &in, &len, true);
	take(&index, &in, &len, true);
	take(&batch, &in, &len, false);
	if (has(&data, 0, 64)) {
		seal_component(&data);
		seal_component(&index);
		seal_batch(&batch);
		sphere_id_name(data.bytes + 16, data.name);
		sphere_id_name(data.bytes + 48, index.name);
		snprintf(batch.name, sizeof(batch.name), "%s.batch", data.name);
		write_file(&data);
		write_file(&index);
		if (batch.len > 0)
			write_file(&batch);
		use(data.name, SPHERE_READ);
		if (modest(data.name))
			use(data.name, SPHERE_UPDATE);
		unlink_file(&data);
		unlink_file(&index);
		unlink_file(&batch);
	}
	free(data.bytes);
	free(index.bytes);
	free(batch.bytes);
	return 0;
}

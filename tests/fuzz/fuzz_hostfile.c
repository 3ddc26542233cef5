/*
 * libFuzzer target: bytes as a host file, through the readers of lines and of
 * F, V and U records.
 *
 * The first four bytes choose format, options and record length; the rest is
 * the file. Records must keep their length, a second reading must give the
 * same, and what reads well must come back from a file written from it.
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/codepage.h"
#include "base/crc32c.h"
#include "services/host_int.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool ok)
{
	if (!ok)
		abort();
}

static int
file_of(const uint8_t *data, size_t size, char path[32])
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	must(fd >= 0);
	must(write(fd, data, size) == (ssize_t)size);
	must(lseek(fd, 0, SEEK_SET) == 0);
	snprintf(path, 32, "/proc/self/fd/%d", fd);
	return fd;
}

struct result {
	enum ds_status st;
	uint64_t records, bytes;
	uint32_t sum;
};

/* Read to the end, counting; into out when it is not NULL. */
static void
read_all(struct host_in *in, struct host_out *out, struct result *r)
{
	const struct host_spec *s = host_in_spec(in);
	const uint32_t max = recfm_max_len(s->recfm, s->lrecl, s->blksize);
	const uint8_t *data;
	uint32_t len;

	memset(r, 0, sizeof(*r));
	while ((r->st = host_in_get(in, &data, &len, NULL)) == DS_OK) {
		must(len <= max);
		must(!recfm_is_fixed(s->recfm) || len == max);
		r->records++;
		r->bytes += len;
		r->sum = r->sum * 31 + crc32c(data, len);
		if (out != NULL)
			must(host_out_put(out, data, len, NULL) == DS_OK);
	}
}

static bool
same(const struct result *a, const struct result *b)
{
	return a->st == b->st && a->records == b->records &&
	       a->bytes == b->bytes && a->sum == b->sum;
}

/* V records of in, written by spec and read again, are the same; so are those
 * that came in segments, which leave whole. */
static void
check_back(const struct host_spec *spec, struct host_in *in,
    const struct result *first)
{
	struct host_spec back = *spec;
	struct host_out *out = NULL;
	struct host_in *again = NULL;
	struct result second;
	char path[32];

	snprintf(path, sizeof(path), "/tmp/fuzz-host-%d", getpid());
	back.path = path;
	must(host_out_open(&back, NULL, CCSID_1047, &out, NULL) == DS_OK);
	read_all(in, out, &second);
	must(same(first, &second));
	must(host_out_close(&out, NULL) == DS_OK);
	must(host_in_open(&back, NULL, CCSID_1047, &again, NULL) == DS_OK);
	read_all(again, NULL, &second);
	must(same(first, &second));
	host_in_close(&again);
	unlink(path);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum ds_recfm recfms[] = {DS_RECFM_NONE, DS_RECFM_F,
	    DS_RECFM_FB, DS_RECFM_V, DS_RECFM_VB, DS_RECFM_U, DS_RECFM_VS,
	    DS_RECFM_VBS};
	struct host_spec spec = {0};
	struct host_in *in = NULL;
	struct result first, second;
	char path[32];
	int fd;

	if (size < 4)
		return 0;
	spec.recfm = recfms[data[0] & 7];
	spec.text = (data[0] & 8) != 0;
	spec.bdw = !spec.text && (data[0] & 16) != 0;
	spec.host_ccsid = data[0] & 32 ? CCSID_LATIN1 : CCSID_UTF8;
	spec.ccsid = data[1] & 1 ? 37 : 1141;
	spec.lrecl = (uint32_t)(data[2] << 8 | data[3]);
	fd = file_of(data + 4, size - 4, path);
	spec.path = path;
	if (host_in_open(&spec, NULL, CCSID_1047, &in, NULL) == DS_OK) {
		read_all(in, NULL, &first);
		must(first.st == DS_EOD || !spec.text);
		must(host_in_rewind(in, NULL) == DS_OK);
		read_all(in, NULL, &second);
		must(same(&first, &second));
		if (first.st == DS_EOD && (data[1] & 2) != 0 && !spec.text &&
		    recfm_is_variable(host_in_spec(in)->recfm)) {
			must(host_in_rewind(in, NULL) == DS_OK);
			check_back(&spec, in, &first);
		}
		host_in_close(&in);
	}
	close(fd);
	return 0;
}

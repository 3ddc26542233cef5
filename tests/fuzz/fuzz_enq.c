/*
 * libFuzzer: a holder table of foreign bytes, read by who asks and by who is
 * refused. Half of its slots are in use by an owner of this process; checksums
 * are made right.
 *
 * Input: the table.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "services/enq_int.h"

enum { SLOT = 256, SLOTS = 64, FUZZ_MAX = SLOT * SLOTS };

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t len);

static char root[] = "/dev/shm/fuzz-enq-XXXXXX"; /* in memory */
static struct enq_owner *has, *wants;
static struct enq *held;
static uint64_t hash; /* of the name held, as the table has it */

static void
must(enum ds_status st)
{
	if (st != DS_OK)
		abort();
}

static void
path_of(const char *name, char *path, size_t size)
{
	snprintf(path, size, "%s/enq%s", root, name);
}

static void
clean_up(void)
{
	char path[100];

	enq_free(&held);
	enq_owner_free(&has);
	enq_owner_free(&wants);
	path_of("/locks", path, sizeof(path));
	unlink(path);
	path_of("/holders", path, sizeof(path));
	unlink(path);
	path_of("", path, sizeof(path));
	rmdir(path);
	rmdir(root);
}

static void
set_up(void)
{
	char path[100];
	int fd;

	if (mkdtemp(root) == NULL)
		abort();
	must(enq_owner_new(root, "FUZZ", &has, NULL));
	must(enq_owner_new(root, NULL, &wants, NULL));
	must(enq_take(has, "SYSDSN", "A.B", ENQ_EXC, 0, &held, NULL));
	hash = has->held->hash;
	path_of("/locks", path, sizeof(path));
	/* Never closed: the slots are in use until the end. */
	if ((fd = open(path, O_RDWR)) < 0)
		abort();
	for (uint64_t i = 2; i < SLOTS; i += 2)
		if (enq_byte(fd, ENQ_SLOTS + i, F_WRLCK) != 0)
			abort();
	atexit(clean_up);
}

static bool
hear(void *ctx, const struct enq_holder *h)
{
	char text[120];

	enq_holder_text(h, text, sizeof(text));
	*(size_t *)ctx += strlen(text) + strlen(h->qname) + strlen(h->rname);
	return true;
}

static void
put_table(const uint8_t *in, size_t len)
{
	uint8_t table[FUZZ_MAX];
	char path[100];
	FILE *f;

	memcpy(table, in, len);
	for (size_t at = 0; at + SLOT <= len; at += SLOT) {
		/* One in four is of the name that is held. */
		if (table[at + 8] % 4 == 0)
			be64_put(table + at + 8, hash);
		be32_put(table + at + 4, crc32c(table + at + 8, SLOT - 8));
	}
	path_of("/holders", path, sizeof(path));
	if ((f = fopen(path, "r+b")) == NULL || ftruncate(fileno(f), 0) != 0 ||
	    fwrite(table, 1, len, f) != len || fclose(f) != 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *in, size_t len)
{
	struct enq *got = NULL;
	struct ds_diag d;
	size_t heard = 0;

	if (len > FUZZ_MAX)
		return 0;
	if (has == NULL)
		set_up();
	put_table(in, len);
	must(enq_who(root, NULL, NULL, hear, &heard, &d));
	must(enq_who(root, "SYSDSN", "A.B", hear, &heard, &d));
	if (enq_take(wants, "SYSDSN", "A.B", ENQ_SHR, 0, &got, &d) != DS_BUSY)
		abort();
	if (memchr(d.holder, 0, sizeof(d.holder)) == NULL)
		abort();
	return 0;
}

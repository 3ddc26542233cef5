/* The bytes of a recovery area (recovery.h): header, frames, the mark. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "catalog/recovery.h"

static const char magic[8] = {'C', 'T', 'M', 'T', 'R', 'E', 'C', 'A'};
enum {
	AT_VERSION = 8,
	AT_SCHEMA = 12,
	AT_ID = 16,
	AT_NAME = 48,
	AT_BOOT = 92,
	AT_INCOMPLETE = 128,
	AT_CRC = 188,
};

const char *const recovery_tables[RECOVERY_TABLES] = {"entry", "cell", "extent",
    "assoc", "volume", "space", "gap", "move", "intent", "profile", "permit",
    "membership", "login"};

bool
recovery_path(
    char out[PATH_MAX], const char *dir, const char *name, const char *tail)
{
	int n = snprintf(out, PATH_MAX, "%s/%s.cra%s", dir, name, tail);

	return n > 0 && n < PATH_MAX;
}

void
recovery_boot(char boot[RECOVERY_BOOT + 1])
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);

	memset(boot, '-', RECOVERY_BOOT);
	boot[RECOVERY_BOOT] = '\0';
	if (fd < 0)
		return; /* one that is not known is like any other */
	recovery_read(fd, 0, boot, RECOVERY_BOOT);
	close(fd);
}

bool
recovery_read(int fd, uint64_t at, void *buf, size_t len)
{
	size_t done = 0;
	ssize_t n = 1;

	while (done < len && n > 0) {
		n = pread(
		    fd, (char *)buf + done, len - done, (off_t)(at + done));
		done += n > 0 ? (size_t)n : 0;
	}
	return done == len;
}

bool
recovery_write(int fd, uint64_t at, const void *buf, size_t len)
{
	size_t done = 0;
	ssize_t n = 1;

	while (done < len && n > 0) {
		n = pwrite(fd, (const char *)buf + done, len - done,
		    (off_t)(at + done));
		done += n > 0 ? (size_t)n : 0;
	}
	return done == len;
}

/* --- the header ------------------------------------------------------------
 */

bool
recovery_header_write(int fd, const struct recovery_header *h)
{
	uint8_t b[RECOVERY_HEADER] = {0};

	memcpy(b, magic, sizeof(magic));
	be32_put(b + AT_VERSION, h->version);
	be32_put(b + AT_SCHEMA, h->schema);
	memcpy(b + AT_ID, h->id, strlen(h->id));
	memcpy(b + AT_NAME, h->name, strlen(h->name));
	memcpy(b + AT_BOOT, h->boot, strlen(h->boot));
	be32_put(b + AT_INCOMPLETE, h->incomplete);
	be32_put(b + AT_CRC, crc32c(b, AT_CRC));
	return recovery_write(fd, 0, b, sizeof(b));
}

static void
take_text(char *out, const uint8_t *b, size_t len)
{
	memcpy(out, b, len);
	out[len] = '\0';
}

enum ds_status
recovery_header_read(int fd, struct recovery_header *hp, struct ds_diag *diag)
{
	uint8_t b[RECOVERY_HEADER];

	if (!recovery_read(fd, 0, b, sizeof(b)) ||
	    memcmp(b, magic, sizeof(magic)) != 0 ||
	    be32_get(b + AT_CRC) != crc32c(b, AT_CRC))
		return ds_fail(diag, DS_CORRUPT, NULL,
		    "the recovery area is damaged in its header");
	hp->version = be32_get(b + AT_VERSION);
	hp->schema = be32_get(b + AT_SCHEMA);
	take_text(hp->id, b + AT_ID, RECOVERY_ID);
	take_text(hp->name, b + AT_NAME, DSNAME_MAX);
	take_text(hp->boot, b + AT_BOOT, RECOVERY_BOOT);
	hp->incomplete = be32_get(b + AT_INCOMPLETE) != 0;
	if (hp->version > RECOVERY_VERSION || hp->schema > CAT_SCHEMA_VERSION)
		return ds_fail(diag, DS_VERSION, NULL,
		    "the recovery area was written by a newer version");
	return DS_OK;
}

/* --- the mark --------------------------------------------------------------
 */

void
recovery_mark_text(const struct recovery_mark *m, char *out, size_t size)
{
	snprintf(out, size, "%s %" PRIu64 " %" PRIu32 " %" PRIu64, m->id,
	    m->len, m->crc, m->dead);
}

bool
recovery_mark_parse(const char *text, struct recovery_mark *mp)
{
	struct recovery_mark m;
	int end = 0;

	if (sscanf(text, "%32s %" SCNu64 " %" SCNu32 " %" SCNu64 "%n", m.id,
		&m.len, &m.crc, &m.dead, &end) != 4 ||
	    text[end] != '\0' || strlen(m.id) != RECOVERY_ID ||
	    m.len < RECOVERY_HEADER || m.len > INT64_MAX)
		return false;
	*mp = m;
	return true;
}

/* --- frames ----------------------------------------------------------------
 */

bool
recovery_frame_read(int fd, uint64_t size, struct recovery_mark *m,
    uint8_t **recordsp, size_t *lenp)
{
	uint8_t head[12], *b;
	uint64_t len;

	if (size < m->len + RECOVERY_FRAME ||
	    !recovery_read(fd, m->len, head, sizeof(head)))
		return false;
	len = be32_get(head);
	if (len > size - m->len - RECOVERY_FRAME ||
	    be32_get(head + 8) != m->crc || (b = malloc(len + 8)) == NULL)
		return false;
	memcpy(b, head + 8, 4);
	if (!recovery_read(fd, m->len + 12, b + 4, len + 4) ||
	    be32_get(b + 4 + len) != len ||
	    be32_get(head + 4) != crc32c(b, len + 4)) {
		free(b);
		return false;
	}
	memmove(b, b + 4, len);
	m->crc = be32_get(head + 4);
	m->len += len + RECOVERY_FRAME;
	*recordsp = b;
	*lenp = len;
	return true;
}

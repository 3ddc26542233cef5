/*
 * New content of a data set, in a file of the root.
 *
 * Order of writes: that it is not committed, on disk; its bytes; COMMIT: bytes
 * on disk; that it is committed, on disk. So who finds it committed has all of
 * it, whenever the power went.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "nfs/stream.h"

/* doc/formats/nfs-stream.md */
enum {
	HEAD_LEN = 4096,
	HEAD_USED = 640,
	VERSION = 1,
	AT_VERSION = 8,
	AT_CRC = 12,
	AT_SAFE = 16,
	AT_MODE = 17,
	AT_KIND = 18,
	AT_VIEW = 19,
	AT_UID = 20,
	AT_GID = 24,
	AT_NGIDS = 28,
	AT_SIZE = 32,
	AT_BASE = 40,
	AT_WAS = 48,
	AT_CLIENT = 56,
	AT_ID = 64,
	AT_EXPORT = 72,
	AT_TEXT = 74, /* and an end: 51 */
	AT_GIDS = 128,
	AT_DIR_KIND = 192,
	AT_DIR_VIEW = 193,
	AT_DIR_EXPORT = 194,
	AT_DIR_ID = 196,
	AT_DIR_TEXT = 204, /* and an end: 51 */
	AT_NAME = 256,     /* and an end: 256 */
	PUBLISHING = 2,    /* at AT_SAFE */
};
static const uint8_t magic[8] = {'C', 'A', 'T', 'N', 'F', 'S', 'W', '\n'};

static enum ds_status
failed(const char *path, const char *what, struct ds_diag *diag)
{
	return ds_fail(diag,
	    errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? DS_NOSPACE
								 : DS_IO,
	    path, "%s: %s", what, strerror(errno));
}

enum ds_status
stream_dir(const char *root, char *dir, struct ds_diag *diag)
{
	if ((size_t)snprintf(dir, STREAM_PATH, "%s/nfs", root) >=
	    STREAM_PATH - 32)
		return ds_fail(diag, DS_INVALID, root, "its path is too long");
	return DS_OK;
}

/* --- the head --------------------------------------------------------------
 */

static void
encode(const struct stream_head *h, uint8_t *p)
{
	memset(p, 0, HEAD_USED);
	memcpy(p, magic, sizeof(magic));
	be32_put(p + AT_VERSION, VERSION);
	p[AT_SAFE] = h->publishing ? PUBLISHING : h->safe;
	p[AT_MODE] = (uint8_t)h->mode;
	p[AT_KIND] = (uint8_t)h->node.kind;
	p[AT_VIEW] = (uint8_t)h->node.view;
	be32_put(p + AT_UID, h->uid);
	be32_put(p + AT_GID, h->gid);
	be32_put(p + AT_NGIDS, h->ngids);
	be64_put(p + AT_SIZE, h->size);
	be64_put(p + AT_BASE, h->base);
	be64_put(p + AT_WAS, h->was);
	be64_put(p + AT_CLIENT, h->client);
	memcpy(p + AT_ID, h->node.id, DS_IDENTITY_LEN);
	be16_put(p + AT_EXPORT, h->node.export);
	memcpy(p + AT_TEXT, h->node.text, strlen(h->node.text));
	for (unsigned i = 0; i < h->ngids; i++)
		be32_put(p + AT_GIDS + 4 * i, h->gids[i]);
	if (h->node.kind == NODE_SCRATCH) {
		p[AT_DIR_KIND] = (uint8_t)h->dir.kind;
		p[AT_DIR_VIEW] = (uint8_t)h->dir.view;
		be16_put(p + AT_DIR_EXPORT, h->dir.export);
		memcpy(p + AT_DIR_ID, h->dir.id, DS_IDENTITY_LEN);
		memcpy(p + AT_DIR_TEXT, h->dir.text, strlen(h->dir.text));
		memcpy(p + AT_NAME, h->name, strlen(h->name));
	}
	be32_put(p + AT_CRC, crc32c(p + AT_SAFE, HEAD_USED - AT_SAFE));
}

/* Is it what a handle could lead to? */
static bool
sound(const struct node *node)
{
	struct ops_fh fh;
	struct node same;

	if (node->kind < NODE_ROOT || node->kind > NODE_SCRATCH)
		return false;
	handle_encode(node, &fh);
	return handle_decode(&fh, &same);
}

static bool
decode(const uint8_t *p, struct stream_head *h)
{
	memset(h, 0, sizeof(*h));
	if (memcmp(p, magic, sizeof(magic)) != 0 ||
	    be32_get(p + AT_VERSION) != VERSION ||
	    be32_get(p + AT_CRC) != crc32c(p + AT_SAFE, HEAD_USED - AT_SAFE))
		return false;
	h->safe = p[AT_SAFE] != 0;
	h->publishing = p[AT_SAFE] == PUBLISHING;
	h->mode = (enum stream_mode)p[AT_MODE];
	h->node.kind = (enum node_kind)p[AT_KIND];
	h->node.view = (enum ops_view)p[AT_VIEW];
	h->uid = be32_get(p + AT_UID);
	h->gid = be32_get(p + AT_GID);
	h->ngids = be32_get(p + AT_NGIDS);
	h->size = be64_get(p + AT_SIZE);
	h->base = be64_get(p + AT_BASE);
	h->was = be64_get(p + AT_WAS);
	h->client = be64_get(p + AT_CLIENT);
	memcpy(h->node.id, p + AT_ID, DS_IDENTITY_LEN);
	h->node.export = be16_get(p + AT_EXPORT);
	memcpy(h->node.text, p + AT_TEXT, NODE_TEXT_MAX);
	if (h->ngids > STREAM_GIDS)
		return false;
	for (unsigned i = 0; i < h->ngids; i++)
		h->gids[i] = be32_get(p + AT_GIDS + 4 * i);
	h->dir.kind = (enum node_kind)p[AT_DIR_KIND];
	h->dir.view = (enum ops_view)p[AT_DIR_VIEW];
	h->dir.export = be16_get(p + AT_DIR_EXPORT);
	memcpy(h->dir.id, p + AT_DIR_ID, DS_IDENTITY_LEN);
	memcpy(h->dir.text, p + AT_DIR_TEXT, NODE_TEXT_MAX);
	memcpy(h->name, p + AT_NAME, STREAM_NAME);
	return h->mode >= STREAM_REPLACE && h->mode <= STREAM_EDIT &&
	       h->base <= h->size && sound(&h->node) &&
	       (h->node.kind == NODE_SET || h->node.kind == NODE_MEMBER ||
		   (h->node.kind == NODE_SCRATCH && h->name[0] != '\0' &&
		       sound(&h->dir)));
}

enum ds_status
stream_put_head(struct stream *st, struct ds_diag *diag)
{
	uint8_t head[HEAD_USED];

	encode(&st->head, head);
	if (pwrite(st->fd, head, sizeof(head), 0) != (ssize_t)sizeof(head))
		return failed(st->path, "writing its head", diag);
	return DS_OK;
}

enum ds_status
stream_sync(const struct stream *st, struct ds_diag *diag)
{
	return fdatasync(st->fd) == 0 ? DS_OK
				      : failed(st->path, "writing it", diag);
}

/* --- there, and gone -------------------------------------------------------
 */

static enum ds_status
sync_dir(const char *dir, struct ds_diag *diag)
{
	const int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	enum ds_status st = DS_OK;

	if (fd < 0 || fsync(fd) != 0)
		st = failed(dir, "writing the directory", diag);
	if (fd >= 0)
		close(fd);
	return st;
}

/* The directory is as open to others as the root is. */
static enum ds_status
make_dir(const char *root, const char *dir, struct ds_diag *diag)
{
	struct stat sb;

	if (stat(dir, &sb) == 0)
		return DS_OK;
	if (stat(root, &sb) != 0 ||
	    (mkdir(dir, sb.st_mode & 07777) != 0 && errno != EEXIST))
		return failed(dir, "making the directory", diag);
	return sync_dir(root, diag);
}

static enum ds_status
stream_new(struct stream **stp, struct ds_diag *diag)
{
	struct stream *st = calloc(1, sizeof(*st));

	if (st == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	st->fd = -1;
	st->refs = 1;
	*stp = st;
	return DS_OK;
}

/* It is this server's as long as it is open. */
static enum ds_status
hold(const struct stream *s, struct ds_diag *diag)
{
	struct stat sb;

	if (flock(s->fd, LOCK_EX | LOCK_NB) != 0)
		return errno == EWOULDBLOCK
			   ? ds_fail(diag, DS_BUSY, s->path, NULL)
			   : failed(s->path, "holding it", diag);
	/* Who had it may have removed it. */
	if (fstat(s->fd, &sb) != 0 || sb.st_nlink == 0)
		return ds_fail(diag, DS_BUSY, s->path, NULL);
	return DS_OK;
}

enum ds_status
stream_create(const char *root, const struct stream_head *head,
    struct stream **stp, struct ds_diag *diag)
{
	struct stream *s = NULL;
	char dir[STREAM_PATH];
	struct node any = head->node;
	enum ds_status st;

	if ((st = stream_dir(root, dir, diag)) != DS_OK ||
	    (st = make_dir(root, dir, diag)) != DS_OK ||
	    (st = stream_new(&s, diag)) != DS_OK)
		return st;
	/* One of a data set, whatever its view. */
	any.view = OPS_BINARY;
	snprintf(s->path, sizeof(s->path), "%.480s/%c.%016llx", dir,
	    head->node.kind == NODE_SCRATCH ? 't' : 'w',
	    (unsigned long long)node_fileid(&any));
	s->head = *head;
	s->head.safe = false;
	s->fd = open(s->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (s->fd < 0) {
		st = errno == EEXIST ? ds_fail(diag, DS_EXIST, s->path, NULL)
				     : failed(s->path, "making it", diag);
		stream_close(&s);
		return st;
	}
	if ((st = hold(s, diag)) == DS_OK)
		st = stream_put_head(s, diag);
	if (st == DS_OK)
		st = stream_sync(s, diag);
	if (st == DS_OK)
		st = sync_dir(dir, diag);
	if (st != DS_OK)
		stream_remove(&s);
	else
		*stp = s;
	return st;
}

/* What came behind what was committed is there, too. */
static enum ds_status
grown(struct stream *s, struct ds_diag *diag)
{
	struct stat sb;

	s->committed = s->head.size;
	if (s->head.safe)
		return DS_OK;
	if (fstat(s->fd, &sb) != 0)
		return failed(s->path, "looking at it", diag);
	if (sb.st_size > HEAD_LEN &&
	    (uint64_t)sb.st_size - HEAD_LEN > s->head.size)
		s->head.size = (uint64_t)sb.st_size - HEAD_LEN;
	return DS_OK;
}

enum ds_status
stream_open(const char *path, struct stream **stp, struct ds_diag *diag)
{
	struct stream *s = NULL;
	uint8_t head[HEAD_USED];
	enum ds_status st;

	if ((st = stream_new(&s, diag)) != DS_OK)
		return st;
	snprintf(s->path, sizeof(s->path), "%s", path);
	if ((s->fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)) < 0)
		st = failed(path, "opening it", diag);
	else if ((st = hold(s, diag)) != DS_OK)
		; /* another server's */
	else if (pread(s->fd, head, sizeof(head), 0) != (ssize_t)sizeof(head) ||
		 !decode(head, &s->head))
		st = ds_fail(
		    diag, DS_CORRUPT, path, "it is no stream of this version");
	if (st == DS_OK)
		st = grown(s, diag);
	if (st != DS_OK)
		stream_close(&s);
	else
		*stp = s;
	return st;
}

struct stream *
stream_share(struct stream *st)
{
	st->refs++;
	return st;
}

void
stream_close(struct stream **stp)
{
	struct stream *st;

	if (stp == NULL || (st = *stp) == NULL)
		return;
	*stp = NULL;
	if (--st->refs > 0)
		return;
	if (st->fd >= 0)
		close(st->fd);
	free(st);
}

void
stream_remove(struct stream **stp)
{
	if (stp == NULL || *stp == NULL)
		return;
	unlink((*stp)->path);
	stream_close(stp);
}

/* --- bytes ------------------------------------------------------------------
 */

static enum ds_status
place(const struct stream *st, uint64_t offset, size_t len, off_t *atp,
    struct ds_diag *diag)
{
	if (offset > (uint64_t)INT64_MAX - HEAD_LEN - len)
		return ds_fail(diag, DS_NOSPACE, st->path, "it is too long");
	*atp = (off_t)(offset + HEAD_LEN);
	return DS_OK;
}

enum ds_status
stream_may_grow(
    const struct stream *s, uint64_t base, uint64_t size, struct ds_diag *diag)
{
	struct stat sb;
	uint64_t there;

	if (fstat(s->fd, &sb) != 0)
		return failed(s->path, "looking at it", diag);
	there = base + (uint64_t)sb.st_blocks * 512 + STREAM_HOLES;
	return size <= there
		   ? DS_OK
		   : ds_fail(diag, DS_BADLENGTH, NULL,
			 "more than %u bytes of it were never written",
			 STREAM_HOLES);
}

enum ds_status
stream_write_bytes(const struct stream *s, uint64_t offset, const void *buf,
    size_t len, struct ds_diag *diag)
{
	const uint8_t *p = buf;
	enum ds_status st;
	ssize_t n;
	off_t at = 0;

	if ((st = place(s, offset, len, &at, diag)) != DS_OK)
		return st;
	for (size_t done = 0; done < len; done += (size_t)n) {
		n = pwrite(s->fd, p + done, len - done, at + (off_t)done);
		if (n < 0 && errno == EINTR)
			n = 0;
		else if (n <= 0)
			return failed(s->path, "writing it", diag);
	}
	return DS_OK;
}

enum ds_status
stream_write(struct stream *s, uint64_t offset, const void *buf, size_t len,
    struct ds_diag *diag)
{
	enum ds_status st = stream_write_bytes(s, offset, buf, len, diag);

	if (st == DS_OK && offset + len > s->head.size)
		s->head.size = offset + len;
	return st;
}

enum ds_status
stream_read(const struct stream *s, uint64_t offset, void *buf, size_t len,
    struct ds_diag *diag)
{
	uint8_t *p = buf;
	enum ds_status st;
	ssize_t n;
	off_t at = 0;

	if ((st = place(s, offset, len, &at, diag)) != DS_OK)
		return st;
	for (size_t done = 0; done < len; done += (size_t)n) {
		n = pread(s->fd, p + done, len - done, at + (off_t)done);
		if (n < 0 && errno == EINTR) {
			n = 0;
		} else if (n < 0) {
			return failed(s->path, "reading it", diag);
		} else if (n == 0) {
			/* behind what was ever written: zeros */
			memset(p + done, 0, len - done);
			break;
		}
	}
	return DS_OK;
}

enum ds_status
stream_cut(const struct stream *s, uint64_t size, struct ds_diag *diag)
{
	enum ds_status st;
	off_t at = 0;

	if ((st = place(s, size, 0, &at, diag)) != DS_OK)
		return st;
	if (ftruncate(s->fd, at) != 0)
		return failed(s->path, "truncating it", diag);
	return DS_OK;
}

enum ds_status
stream_truncate(struct stream *s, uint64_t size, struct ds_diag *diag)
{
	enum ds_status st = stream_cut(s, size, diag);

	if (st == DS_OK)
		s->head.size = size;
	return st;
}

enum ds_status
stream_begin_change(struct stream *s, struct ds_diag *diag)
{
	enum ds_status st;

	if (!s->head.safe)
		return DS_OK;
	s->head.safe = s->head.publishing = false;
	if ((st = stream_put_head(s, diag)) == DS_OK)
		st = stream_sync(s, diag);
	return st;
}

enum ds_status
stream_commit(struct stream *s, struct ds_diag *diag)
{
	enum ds_status st;

	if (s->head.safe)
		return DS_OK;
	if ((st = stream_sync(s, diag)) != DS_OK)
		return st;
	s->head.safe = true;
	if ((st = stream_put_head(s, diag)) == DS_OK)
		st = stream_sync(s, diag);
	if (st != DS_OK)
		s->head.safe = false;
	return st;
}

enum ds_status
stream_begin_publish(struct stream *s, uint64_t was, struct ds_diag *diag)
{
	enum ds_status st;

	if ((st = stream_commit(s, diag)) != DS_OK)
		return st;
	s->head.publishing = true;
	s->head.was = was;
	if ((st = stream_put_head(s, diag)) == DS_OK)
		st = stream_sync(s, diag);
	return st;
}

/*
 * New content of a data set before it is published: a stream of bytes in a file
 * of the root (doc/formats/nfs-stream.md), which outlives the server.
 */
#ifndef CATAMOUNT_NFS_STREAM_H
#define CATAMOUNT_NFS_STREAM_H

#include <stdatomic.h>

#include "nfs/handle.h"

enum { STREAM_GIDS = 16, STREAM_PATH = 512, STREAM_NAME = 255 };

enum stream_mode {
	STREAM_REPLACE = 1, /* all of the data set's new content */
	STREAM_APPEND,      /* what is behind the base bytes that it has */
	STREAM_EDIT, /* all of it, made of the content that it has: of no use
			when that is another */
};

struct stream_head {
	bool safe;       /* all of it was committed */
	bool publishing; /* ... and it may have become records already: it has,
			    if the data set is not what it was */
	enum stream_mode mode;
	struct node node;
	uint64_t client;
	uint32_t uid, gid, gids[STREAM_GIDS];
	unsigned ngids;
	uint64_t size; /* bytes of the stream */
	uint64_t base; /* ... that the file has not: those of the data set */
	uint64_t was;  /* what the data set was, to be compared */
	/* Of a temporary file: the directory, and the name in it. */
	struct node dir;
	char name[STREAM_NAME + 1];
};

struct stream {
	atomic_uint refs;
	int fd;
	char path[STREAM_PATH];
	struct stream_head head;
	uint64_t committed; /* bytes that were, as it was opened */
};

/* Where they are: dir has room for STREAM_PATH. DS_INVALID: it is too long. */
enum ds_status stream_dir(const char *root, char *dir, struct ds_diag *diag);
/* A new one, whose name is durable. DS_EXIST: the data set has one. */
enum ds_status stream_create(const char *root, const struct stream_head *head,
    struct stream **stp, struct ds_diag *diag);
/* One that is there. DS_BUSY: another server has it; DS_CORRUPT: it is none. */
enum ds_status stream_open(
    const char *path, struct stream **stp, struct ds_diag *diag);
/* One more that closes it, and reads until then: its head is not his. */
struct stream *stream_share(struct stream *st);
void stream_close(struct stream **stp);  /* it stays; NULL is fine */
void stream_remove(struct stream **stp); /* it goes; NULL is fine */

/* Offsets are those of the stream, not in front of base. */
enum ds_status stream_write_bytes(const struct stream *st, uint64_t offset,
    const void *buf, size_t len, struct ds_diag *diag);
/* ... and the size grows. */
enum ds_status stream_write(struct stream *st, uint64_t offset, const void *buf,
    size_t len, struct ds_diag *diag);
/* May it become so long? Not when more than STREAM_HOLES bytes of it would be
 * zeros that nobody has written: DS_BADLENGTH. */
enum { STREAM_HOLES = 1 << 30 };
enum ds_status stream_may_grow(const struct stream *st, uint64_t base,
    uint64_t size, struct ds_diag *diag);
/* All len bytes, or DS_IO. */
enum ds_status stream_read(const struct stream *st, uint64_t offset, void *buf,
    size_t len, struct ds_diag *diag);
/* What is written is on disk. */
enum ds_status stream_sync(const struct stream *st, struct ds_diag *diag);
enum ds_status stream_cut(
    const struct stream *st, uint64_t size, struct ds_diag *diag);
/* What is behind size goes; what is not there yet is zeros. */
enum ds_status stream_truncate(
    struct stream *st, uint64_t size, struct ds_diag *diag);
/* The head, as it is. */
enum ds_status stream_put_head(struct stream *st, struct ds_diag *diag);
/* All of it is on disk, and says so. */
enum ds_status stream_commit(struct stream *st, struct ds_diag *diag);
/* The same, and that it is being published of what is now was. */
enum ds_status stream_begin_publish(
    struct stream *st, uint64_t was, struct ds_diag *diag);
/* ... that it is not committed any more, before it is changed. */
enum ds_status stream_begin_change(struct stream *st, struct ds_diag *diag);

#endif

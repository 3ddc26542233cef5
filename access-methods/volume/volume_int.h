/*
 * Inside volume/: what a backend provides. volume.c sends each call of
 * volume.h to the table of the volume or file it is made on.
 */
#ifndef CATAMOUNT_AM_VOLUME_VOLUME_INT_H
#define CATAMOUNT_AM_VOLUME_VOLUME_INT_H

#include "access-methods/volume/volume.h"

struct vol_ops {
	void (*close)(struct volume *vol); /* frees vol */
	uint64_t (*free_bytes)(const struct volume *vol);
	enum ds_status (*open)(struct volume *vol, const char *name,
	    unsigned mode, struct vol_file **filep, struct ds_diag *diag);
	enum ds_status (*drop)(
	    struct volume *vol, const char *name, struct ds_diag *diag);
	enum ds_status (*rename)(struct volume *vol, const char *from,
	    const char *to, struct ds_diag *diag);
	enum ds_status (*sync)(struct volume *vol, struct ds_diag *diag);
	bool (*exists)(struct volume *vol, const char *name);
	enum ds_status (*list)(struct volume *vol,
	    bool (*fn)(void *ctx, const char *name), void *ctx,
	    struct ds_diag *diag);

	void (*file_close)(struct vol_file *file); /* frees file */
	enum ds_status (*submit)(
	    struct vol_file *file, struct vol_req *req, struct ds_diag *diag);
	/* Until req->pending is false; volume.c makes the outcome of it. */
	void (*wait)(struct vol_file *file, struct vol_req *req);
	enum ds_status (*flush)(struct vol_file *file, struct ds_diag *diag);
	enum ds_status (*reserve)(struct vol_file *file, uint64_t offset,
	    uint64_t len, struct ds_diag *diag);
	enum ds_status (*truncate)(
	    struct vol_file *file, uint64_t len, struct ds_diag *diag);
	uint64_t (*size)(struct vol_file *file);
	/* NULL: none */
	uint64_t (*cached)(
	    struct vol_file *file, uint64_t offset, uint64_t len);
	enum ds_status (*map)(struct vol_file *file, size_t len, uint8_t **memp,
	    struct ds_diag *diag);
	void (*map_prepare)(struct vol_file *file, size_t offset, size_t len);
	enum ds_status (*lock)(struct vol_file *file, uint64_t offset,
	    uint64_t len, enum vol_lock how, struct ds_diag *diag);
	bool (*locked)(struct vol_file *file, uint64_t offset, uint64_t len);
	bool (*named)(struct vol_file *file);
};

enum { VOL_NAME_MAX = 48, VOL_ALIGN = 4096, VOL_BEST = 1024 * 1024 };

struct volume {
	const struct vol_ops *ops;
	bool readonly;
};

struct vol_file {
	const struct vol_ops *ops;
	struct volume *vol; /* outlives the file */
	char name[VOL_NAME_MAX];
	bool direct;    /* really past the page cache */
	bool writable;  /* VOL_WRITE or VOL_CREATE */
	size_t map_len; /* 0: not mapped */
};

size_t vol_req_len(const struct vol_req *req); /* sum of the iov, bytes */
bool vol_name_valid(const char *name);
bool vol_name_component(const char *name); /* 32 hexadecimal digits */
/* ds_fail_errno, with refusals told apart. */
enum ds_status vol_fail(
    struct ds_diag *diag, int err, const char *name, const char *what);

#endif

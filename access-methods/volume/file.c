/*
 * Volumes that are local directories. Bulk files are opened past the page
 * cache (O_DIRECT) and transferred through io_uring where the kernel has it,
 * else by threads (crew.c); the others, and file systems without O_DIRECT
 * (tmpfs), go through the page cache at once when submitted.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <liburing.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "access-methods/volume/crew.h"

enum { RING_DEPTH = CREW_DEPTH };

struct dir_volume {
	struct volume vol;
	int dirfd;
	mode_t mode;    /* of new files */
	bool chown_new; /* we are root, the directory is another's */
	uid_t uid;      /* its owner and group */
	gid_t gid;
	bool ring_tried; /* io_uring is set up at the first bulk transfer */
	bool ring_on;
	struct crew *crew; /* without one; NULL: no threads either */
	unsigned inflight; /* requests in the ring, or with the threads */
	struct io_uring ring;
};

struct dir_file {
	struct vol_file file;
	int fd;
	uint8_t *map; /* NULL: not mapped */
	unsigned inflight;
};

static struct dir_volume *
dir_of(const struct vol_file *file)
{
	return (struct dir_volume *)(void *)file->vol;
}

/* --- directory ----------------------------------------------------------- */

static void
dir_close(struct volume *vol)
{
	struct dir_volume *dv = (struct dir_volume *)(void *)vol;

	if (dv->ring_on)
		io_uring_queue_exit(&dv->ring);
	crew_free(&dv->crew);
	close(dv->dirfd);
	free(dv);
}

static uint64_t
dir_free_bytes(const struct volume *vol)
{
	const struct dir_volume *dv =
	    (const struct dir_volume *)(const void *)vol;
	struct statvfs vfs;

	if (fstatvfs(dv->dirfd, &vfs) != 0)
		return 0;
	return (uint64_t)vfs.f_bavail * vfs.f_frsize;
}

static enum ds_status
dir_sync(struct volume *vol, struct ds_diag *diag)
{
	if (fsync(((struct dir_volume *)(void *)vol)->dirfd) != 0)
		return vol_fail(diag, errno, NULL, "flush the directory");
	return DS_OK;
}

/* Mode and owner that the root's permissions want, whatever the umask. */
static int
own_new_file(const struct dir_volume *dv, int fd)
{
	if (fchmod(fd, dv->mode) != 0)
		return errno;
	if (dv->chown_new && fchown(fd, dv->uid, dv->gid) != 0)
		return errno;
	return 0;
}

static int
open_fd(
    const struct dir_volume *dv, const char *name, unsigned mode, bool *directp)
{
	int flags = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
	int fd;

	flags |= mode & (VOL_WRITE | VOL_CREATE) ? O_RDWR : O_RDONLY;
	if (mode & VOL_CREATE)
		flags |= O_CREAT | O_EXCL;
	*directp = (mode & VOL_DIRECT) != 0;
	if (*directp) {
		fd = openat(dv->dirfd, name, flags | O_DIRECT, dv->mode);
		if (fd >= 0 || errno != EINVAL)
			return fd;
		/* Some file systems make the file and refuse then. */
		flags &= ~O_EXCL;
		*directp = false;
	}
	return openat(dv->dirfd, name, flags, dv->mode);
}

static enum ds_status
dir_open(struct volume *vol, const char *name, unsigned mode,
    struct vol_file **filep, struct ds_diag *diag)
{
	struct dir_volume *dv = (struct dir_volume *)(void *)vol;
	struct dir_file *df;
	struct stat sb;
	enum ds_status st;
	int err;

	if ((df = calloc(1, sizeof(*df))) == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	df->file.ops = vol->ops;
	df->file.vol = vol;
	df->file.writable = (mode & (VOL_WRITE | VOL_CREATE)) != 0;
	memcpy(df->file.name, name, strlen(name) + 1);
	df->fd = open_fd(dv, name, mode, &df->file.direct);
	if (df->fd < 0) {
		st = vol_fail(diag, errno, name, "open");
		free(df);
		return st;
	}
	if (fstat(df->fd, &sb) != 0 || !S_ISREG(sb.st_mode)) {
		st = ds_fail(diag, DS_CORRUPT, name, "not a regular file");
		goto fail;
	}
	/* It kept a FIFO from blocking the open; a ring would fail on it. */
	fcntl(df->fd, F_SETFL, fcntl(df->fd, F_GETFL) & ~O_NONBLOCK);
	if (mode & VOL_CREATE) {
		if ((err = own_new_file(dv, df->fd)) != 0)
			st = vol_fail(diag, err, name, "set the mode");
		else
			st = mode & (VOL_SCRATCH | VOL_LATER)
				 ? DS_OK
				 : dir_sync(vol, diag);
		if (st != DS_OK) {
			unlinkat(dv->dirfd, name, 0);
			goto fail;
		}
	}
	*filep = &df->file;
	return DS_OK;
fail:
	close(df->fd);
	free(df);
	return st;
}

static enum ds_status
dir_drop(struct volume *vol, const char *name, struct ds_diag *diag)
{
	struct dir_volume *dv = (struct dir_volume *)(void *)vol;

	if (unlinkat(dv->dirfd, name, 0) != 0)
		return vol_fail(diag, errno, name, "remove");
	return DS_OK;
}

static bool
dir_exists(struct volume *vol, const char *name)
{
	struct dir_volume *dv = (struct dir_volume *)(void *)vol;

	return faccessat(dv->dirfd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static enum ds_status
dir_rename(
    struct volume *vol, const char *from, const char *to, struct ds_diag *diag)
{
	int fd = ((struct dir_volume *)(void *)vol)->dirfd;

	if (renameat2(fd, from, fd, to, RENAME_NOREPLACE) == 0)
		return DS_OK;
	/* Some file systems cannot refuse a name that is taken. */
	if (errno == EINVAL || errno == ENOSYS) {
		errno = EEXIST;
		if (!dir_exists(vol, to) && renameat(fd, from, fd, to) == 0)
			return DS_OK;
	}
	return vol_fail(diag, errno, from, "rename");
}

static enum ds_status
dir_list(struct volume *vol, bool (*fn)(void *ctx, const char *name), void *ctx,
    struct ds_diag *diag)
{
	struct dir_volume *dv = (struct dir_volume *)(void *)vol;
	int fd = openat(dv->dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct dirent *de;
	DIR *dir;

	if (fd < 0 || (dir = fdopendir(fd)) == NULL) {
		enum ds_status st = vol_fail(diag, errno, NULL, "list volume");

		if (fd >= 0)
			close(fd);
		return st;
	}
	errno = 0;
	while ((de = readdir(dir)) != NULL) {
		if (vol_name_component(de->d_name) && !fn(ctx, de->d_name)) {
			errno = 0;
			break;
		}
		errno = 0;
	}
	if (errno != 0) {
		enum ds_status st = vol_fail(diag, errno, NULL, "list volume");

		closedir(dir);
		return st;
	}
	closedir(dir);
	return DS_OK;
}

/* --- transfers ------------------------------------------------------------ */

static void
zero_rest(struct vol_req *req)
{
	size_t at = 0;

	for (int i = 0; i < req->niov; i++) {
		size_t len = req->iov[i].iov_len;
		size_t from = req->done > at ? req->done - at : 0;

		if (from < len)
			memset((uint8_t *)req->iov[i].iov_base + from, 0,
			    len - from);
		at += len;
	}
}

/* One pread or pwrite of what is left of the entry that req->done is in. */
static ssize_t
transfer_piece(int fd, const struct vol_req *req)
{
	size_t at = 0;
	int i;

	for (i = 0; at + req->iov[i].iov_len <= req->done; i++)
		at += req->iov[i].iov_len;
	uint8_t *p = (uint8_t *)req->iov[i].iov_base + (req->done - at);
	size_t len = req->iov[i].iov_len - (req->done - at);
	off_t off = (off_t)(req->offset + req->done);

	return req->write ? pwrite(fd, p, len, off) : pread(fd, p, len, off);
}

/*
 * Carry on after a short transfer. A direct transfer that stopped off a
 * block's edge met the end of the file.
 */
static void
transfer_rest(struct dir_file *df, struct vol_req *req)
{
	size_t len = vol_req_len(req);
	ssize_t n;

	while (req->done < len) {
		if (!req->write && df->file.direct && req->done % VOL_ALIGN)
			break;
		if ((n = transfer_piece(df->fd, req)) > 0) {
			req->done += (size_t)n;
		} else if (n < 0 && errno == EINTR) {
			continue;
		} else if (n < 0 || req->write) {
			req->error = n < 0 ? errno : EIO;
			return;
		} else {
			break;
		}
	}
	if (!req->write && req->done < len)
		zero_rest(req);
}

static void
finish(struct dir_file *df, struct vol_req *req, ssize_t res)
{
	bool undurable = false;

	if (res < 0 && req->durable &&
	    (res == -EOPNOTSUPP || res == -ENOSYS || res == -EINVAL)) {
		/* No RWF_DSYNC here: write and flush. */
		undurable = true;
		res = 0;
	}
	if (res < 0 && res != -EINTR && res != -EAGAIN) {
		req->error = (int)-res;
		return;
	}
	req->done = res < 0 ? 0 : (size_t)res;
	undurable |= req->done < vol_req_len(req);
	transfer_rest(df, req);
	if (req->error == 0 && req->durable && undurable &&
	    fdatasync(df->fd) != 0)
		req->error = errno;
}

static void
transfer_now(struct dir_file *df, struct vol_req *req)
{
	int flags = req->write && req->durable ? RWF_DSYNC : 0;
	ssize_t n;

	if (req->write)
		n = pwritev2(
		    df->fd, req->iov, req->niov, (off_t)req->offset, flags);
	else
		n = preadv(df->fd, req->iov, req->niov, (off_t)req->offset);
	finish(df, req, n < 0 ? -errno : n);
}

/* --- io_uring --------------------------------------------------------------
 */

/* What a request in flight carries; the request keeps its file in next. */
static struct dir_file *
req_file(struct vol_req *req)
{
	return (struct dir_file *)(void *)req->next;
}

/*
 * Wait for a completion. It comes, since the kernel ends all that it took; so
 * when waiting itself fails there is a look now and then. No buffer goes back
 * to its owner while the kernel may use it.
 */
static struct io_uring_cqe *
ring_wait(struct dir_volume *dv)
{
	static const struct timespec nap = {0, 1000000}; /* 1 ms */
	struct io_uring_cqe *cqe = NULL;

	while (io_uring_wait_cqe(&dv->ring, &cqe) != 0 &&
	       io_uring_peek_cqe(&dv->ring, &cqe) != 0)
		nanosleep(&nap, NULL);
	return cqe;
}

/* The kernel's part of a request is over; NULL: one that was taken back. */
static struct vol_req *
ring_take(struct dir_volume *dv)
{
	struct io_uring_cqe *cqe = ring_wait(dv);
	struct vol_req *req = io_uring_cqe_get_data(cqe);
	int rc = cqe->res;

	io_uring_cqe_seen(&dv->ring, cqe);
	if (req != NULL)
		finish(req_file(req), req, rc);
	return req;
}

/* --- in flight --------------------------------------------------------------
 */

/* In a thread of the crew's. */
static void
crew_transfer(struct vol_req *req)
{
	transfer_now(req_file(req), req);
}

/* Take one completion, waiting for it. */
static void
reap(struct dir_volume *dv)
{
	struct vol_req *req = dv->ring_on ? ring_take(dv) : crew_reap(dv->crew);

	if (req == NULL)
		return;
	dv->inflight--;
	req_file(req)->inflight--;
	req->next = NULL;
	req->pending = false;
}

/* Before it is handed over. */
static void
set_off(struct dir_volume *dv, struct dir_file *df, struct vol_req *req)
{
	req->next = (struct vol_req *)(void *)df;
	req->pending = true;
	dv->inflight++;
	df->inflight++;
}

/* The ring, or threads; false: neither. */
static bool
others_ready(struct dir_volume *dv)
{
	if (!dv->ring_tried) {
		dv->ring_tried = true;
		dv->ring_on =
		    io_uring_queue_init(RING_DEPTH, &dv->ring, 0) == 0;
		if (!dv->ring_on)
			dv->crew = crew_new(crew_transfer);
	}
	return dv->ring_on || crew_here(dv->crew);
}

/* Hand what is prepared to the kernel. False: it did not take all. */
static bool
ring_push(struct dir_volume *dv)
{
	int rc;

	do
		rc = io_uring_submit(&dv->ring);
	while (rc == -EINTR);
	return io_uring_sq_ready(&dv->ring) == 0;
}

/* False: the kernel did not take it. */
static bool
ring_submit(struct dir_volume *dv, struct dir_file *df, struct vol_req *req)
{
	struct io_uring_sqe *sqe;

	if ((sqe = io_uring_get_sqe(&dv->ring)) == NULL)
		return false;
	if (req->write) {
		io_uring_prep_writev(
		    sqe, df->fd, req->iov, (unsigned)req->niov, req->offset);
		sqe->rw_flags = req->durable ? RWF_DSYNC : 0;
	} else {
		io_uring_prep_readv(
		    sqe, df->fd, req->iov, (unsigned)req->niov, req->offset);
	}
	io_uring_sqe_set_data(sqe, req);
	if (!ring_push(dv)) {
		/* The kernel has not seen it: it becomes nothing. */
		io_uring_prep_nop(sqe);
		io_uring_sqe_set_data(sqe, NULL);
		return false;
	}
	set_off(dv, df, req);
	return true;
}

/* False: not taken, do it now. */
static bool
hand_over(struct dir_volume *dv, struct dir_file *df, struct vol_req *req)
{
	if (!others_ready(dv))
		return false;
	while (dv->inflight >= RING_DEPTH)
		reap(dv);
	if (dv->ring_on)
		return ring_submit(dv, df, req);
	set_off(dv, df, req);
	crew_submit(dv->crew, req);
	return true;
}

static enum ds_status
dir_submit(struct vol_file *file, struct vol_req *req, struct ds_diag *diag)
{
	struct dir_file *df = (struct dir_file *)(void *)file;

	(void)diag; /* failures are told by the wait */
	/* Who writes durably waits for it, and does it quicker himself than a
	 * thread of the kernel's. */
	if (!file->direct || (req->write && req->durable) ||
	    !hand_over(dir_of(file), df, req))
		transfer_now(df, req);
	return DS_OK;
}

static void
dir_wait(struct vol_file *file, struct vol_req *req)
{
	struct dir_volume *dv = dir_of(file);

	while (req->pending)
		reap(dv);
}

static void
dir_file_close(struct vol_file *file)
{
	struct dir_file *df = (struct dir_file *)(void *)file;

	/* Buffers of requests not waited for are still written into. */
	while (df->inflight > 0)
		reap(dir_of(file));
	if (df->map != NULL)
		munmap(df->map, file->map_len);
	close(df->fd);
	free(df);
}

/* --- the rest ---------------------------------------------------------------
 */

static enum ds_status
dir_flush(struct vol_file *file, struct ds_diag *diag)
{
	struct dir_file *df = (struct dir_file *)(void *)file;

	if (fdatasync(df->fd) != 0)
		return vol_fail(diag, errno, file->name, "flush");
	return DS_OK;
}

static uint64_t
dir_size(struct vol_file *file)
{
	struct dir_file *df = (struct dir_file *)(void *)file;
	struct stat sb;

	return fstat(df->fd, &sb) == 0 ? (uint64_t)sb.st_size : 0;
}

/* Without fallocate, bytes behind the end are made by writing zeros. */
static enum ds_status
reserve_by_writing(struct dir_file *df, uint64_t end, struct ds_diag *diag)
{
	uint64_t at = dir_size(&df->file);
	size_t len = 256 * 1024;
	uint8_t *zeros = aligned_alloc(VOL_ALIGN, len);
	enum ds_status st = DS_OK;

	if (zeros == NULL)
		return ds_fail(diag, DS_NOMEM, df->file.name, NULL);
	memset(zeros, 0, len);
	at = at / VOL_ALIGN * VOL_ALIGN == at ? at
					      : at + VOL_ALIGN - at % VOL_ALIGN;
	while (st == DS_OK && at < end) {
		size_t n = end - at < len ? (size_t)(end - at) : len;

		st = vol_write(&df->file, at, zeros, n, diag);
		at += n;
	}
	free(zeros);
	return st;
}

static enum ds_status
dir_reserve(
    struct vol_file *file, uint64_t offset, uint64_t len, struct ds_diag *diag)
{
	struct dir_file *df = (struct dir_file *)(void *)file;
	int rc;

	do
		rc = fallocate(df->fd, 0, (off_t)offset, (off_t)len);
	while (rc != 0 && errno == EINTR);
	if (rc == 0)
		return DS_OK;
	if (errno == EOPNOTSUPP || errno == ENOSYS)
		return reserve_by_writing(df, offset + len, diag);
	if (errno == EFBIG)
		errno = ENOSPC;
	return vol_fail(diag, errno, file->name, "reserve space");
}

/* cachestat(2), of Linux 6.5; the C library does not know it yet. */
enum { SYS_CACHESTAT = 451 };

struct cache_range {
	uint64_t offset, len;
};

struct cache_counts {
	uint64_t cached, dirty, writeback, evicted,
	    recently_evicted; /* pages */
};

static uint64_t
dir_cached(struct vol_file *file, uint64_t offset, uint64_t len)
{
	struct dir_file *df = (struct dir_file *)(void *)file;
	struct cache_range range = {offset, len};
	struct cache_counts counts = {0};

	if (syscall(SYS_CACHESTAT, df->fd, &range, &counts, 0) != 0)
		return 0;
	return counts.cached * (uint64_t)sysconf(_SC_PAGESIZE);
}

static enum ds_status
dir_truncate(struct vol_file *file, uint64_t len, struct ds_diag *diag)
{
	struct dir_file *df = (struct dir_file *)(void *)file;

	if (ftruncate(df->fd, (off_t)len) != 0)
		return vol_fail(diag, errno, file->name, "truncate");
	return DS_OK;
}

static enum ds_status
dir_map(struct vol_file *file, size_t len, uint8_t **memp, struct ds_diag *diag)
{
	struct dir_file *df = (struct dir_file *)(void *)file;
	int prot = file->writable ? PROT_READ | PROT_WRITE : PROT_READ;
	void *mem;

	mem = mmap(NULL, len, prot, MAP_SHARED, df->fd, 0);
	if (mem == MAP_FAILED)
		return vol_fail(diag, errno, file->name, "map");
	*memp = df->map = mem;
	return DS_OK;
}

/* One call instead of a page fault a page. */
static void
dir_map_prepare(struct vol_file *file, size_t offset, size_t len)
{
	struct dir_file *df = (struct dir_file *)(void *)file;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t from = offset / page * page;

	/* Linux 5.14; without it the pages come one by one. */
	(void)madvise(df->map + from, offset - from + len, MADV_POPULATE_WRITE);
}

static struct flock
range_of(uint64_t offset, uint64_t len, short type)
{
	return (struct flock){.l_type = type,
	    .l_whence = SEEK_SET,
	    .l_start = (off_t)offset,
	    .l_len = (off_t)len};
}

static enum ds_status
dir_lock(struct vol_file *file, uint64_t offset, uint64_t len,
    enum vol_lock how, struct ds_diag *diag)
{
	static const short types[] = {F_UNLCK, F_RDLCK, F_WRLCK};
	struct dir_file *df = (struct dir_file *)(void *)file;
	struct flock fl = range_of(offset, len, types[how]);
	int rc;

	do
		rc = fcntl(df->fd, F_OFD_SETLK, &fl);
	while (rc != 0 && errno == EINTR);
	if (rc == 0)
		return DS_OK;
	if (errno == EAGAIN || errno == EACCES)
		return ds_fail(diag, DS_BUSY, file->name, NULL);
	return vol_fail(diag, errno, file->name, "lock");
}

static bool
dir_locked(struct vol_file *file, uint64_t offset, uint64_t len)
{
	struct dir_file *df = (struct dir_file *)(void *)file;
	struct flock fl = range_of(offset, len, F_WRLCK);

	return fcntl(df->fd, F_OFD_GETLK, &fl) != 0 || fl.l_type != F_UNLCK;
}

static bool
dir_named(struct vol_file *file)
{
	struct dir_file *df = (struct dir_file *)(void *)file;
	struct stat sb;

	return fstat(df->fd, &sb) == 0 && sb.st_nlink > 0;
}

static const struct vol_ops dir_ops = {
    .close = dir_close,
    .free_bytes = dir_free_bytes,
    .open = dir_open,
    .drop = dir_drop,
    .rename = dir_rename,
    .sync = dir_sync,
    .exists = dir_exists,
    .list = dir_list,
    .file_close = dir_file_close,
    .submit = dir_submit,
    .wait = dir_wait,
    .flush = dir_flush,
    .reserve = dir_reserve,
    .truncate = dir_truncate,
    .size = dir_size,
    .cached = dir_cached,
    .map = dir_map,
    .map_prepare = dir_map_prepare,
    .lock = dir_lock,
    .locked = dir_locked,
    .named = dir_named,
};

enum ds_status
vol_open(
    const char *uri, bool readonly, struct volume **volp, struct ds_diag *diag)
{
	struct dir_volume *dv;
	struct stat sb;
	enum ds_status st;

	if (strncmp(uri, "file:", 5) == 0)
		uri += 5;
	if (uri[0] == '\0')
		return ds_fail(diag, DS_INVALID, NULL, "empty volume URI");
	if ((dv = calloc(1, sizeof(*dv))) == NULL)
		return ds_fail(diag, DS_NOMEM, uri, NULL);
	dv->vol.ops = &dir_ops;
	dv->vol.readonly = readonly;
	dv->dirfd = open(uri, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dv->dirfd < 0 || fstat(dv->dirfd, &sb) != 0) {
		st = vol_fail(diag, errno, uri, "open volume");
		if (dv->dirfd >= 0)
			close(dv->dirfd);
		free(dv);
		return st;
	}
	/* A shared root has set-group-ID directories. */
	dv->mode = sb.st_mode & S_ISGID ? 0660 : 0600;
	dv->chown_new = geteuid() == 0 && sb.st_uid != 0;
	dv->uid = sb.st_uid;
	dv->gid = sb.st_gid;
	*volp = &dv->vol;
	return DS_OK;
}

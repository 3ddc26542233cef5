/*
 * Host files, writing. A regular file is made without a name in the directory
 * of its place, and gets the name when it is complete and on disk: whatever
 * happens before leaves the old file as it was and no litter behind. Pipes and
 * devices are written as they are.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/codepage.h"
#include "services/host_int.h"
#include "services/stop.h"

enum { OUT_BUF = 1 << 18, DEFAULT_BLKSIZE = 32760, TEMP_TRIES = 1000 };

struct host_out {
	struct host_spec spec;
	char name[HOST_NAME_LEN];
	const struct codepage *cp;
	uint32_t max; /* longest record */
	bool strip;   /* text of F records: trailing blanks go */
	int fd;
	char *target; /* where the file will stand; NULL: written directly */
	char *dir;    /* of target */
	char *temp;   /* its name until then; NULL: it has none */
	uint8_t *buf;
	size_t used;
	size_t block; /* where the open block began in buf; used: none */
	uint64_t records;
	struct ds_diag fault; /* what keeps the file from its place */
};

static enum ds_status
failed(struct host_out *out, const char *what, struct ds_diag *diag)
{
	int err = errno;

	return ds_fail_errno(
	    diag, err, out->name, "%s: %s", what, strerror(err));
}

static enum ds_status
write_all(
    struct host_out *out, const uint8_t *p, size_t len, struct ds_diag *diag)
{
	ssize_t n;

	while (len > 0) {
		n = write(out->fd, p, len);
		/* The reader of a pipe has to make room, and he may never. */
		if (n < 0 && errno == EAGAIN && ds_stop_wait(out->fd, POLLOUT))
			continue;
		/* What is there of standard output might wait as well. */
		if (n < (ssize_t)len && ds_stop_asked()) {
			errno = EINTR;
			return failed(out, "writing failed", diag);
		}
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return failed(out, "writing failed", diag);
		p += n;
		len -= (size_t)n;
	}
	return DS_OK;
}

static void
end_block(struct host_out *out)
{
	if (!out->spec.bdw || out->block == out->used)
		return;
	be16_put(out->buf + out->block, (uint16_t)(out->used - out->block));
	be16_put(out->buf + out->block + 2, 0);
	out->block = out->used;
}

/* Write what is complete; an open block stays unless the file ends. */
static enum ds_status
flush(struct host_out *out, bool last, struct ds_diag *diag)
{
	enum ds_status st;
	size_t n;

	if (last)
		end_block(out);
	n = out->spec.bdw ? out->block : out->used;
	st = write_all(out, out->buf, n, diag);
	memmove(out->buf, out->buf + n, out->used - n);
	out->used -= n;
	out->block = 0;
	return st;
}

/* --- records ---------------------------------------------------------------
 */

static enum ds_status
put_text(
    struct host_out *out, const uint8_t *data, size_t len, struct ds_diag *diag)
{
	struct codepage_err err;
	enum ds_status st;
	char why[100];
	char *to = (char *)out->buf + out->used;

	while (
	    out->strip && len > 0 && data[len - 1] == codepage_blank(out->cp))
		len--;
	if (out->spec.host_ccsid == CCSID_LATIN1) {
		st = codepage_to_latin1(out->cp, data, len, to, &err);
		if (st != DS_OK) {
			codepage_err_text(&err, why, sizeof(why));
			return ds_fail(diag, st, out->name, "record %llu: %s",
			    (unsigned long long)out->records + 1, why);
		}
		out->used += len;
	} else {
		out->used += codepage_to_utf8(out->cp, data, len, to);
	}
	out->buf[out->used++] = '\n';
	return DS_OK;
}

static void
put_variable(struct host_out *out, const uint8_t *data, size_t len)
{
	const size_t rdw = len + HOST_RDW_LEN;

	if (out->spec.bdw) {
		if (out->block != out->used &&
		    (out->spec.recfm == DS_RECFM_V ||
			out->spec.recfm == DS_RECFM_VS ||
			out->used - out->block + rdw > out->spec.blksize))
			end_block(out);
		if (out->block == out->used)
			out->used += HOST_RDW_LEN;
	}
	be16_put(out->buf + out->used, (uint16_t)rdw);
	be16_put(out->buf + out->used + 2, 0);
	memcpy(out->buf + out->used + HOST_RDW_LEN, data, len);
	out->used += rdw;
}

static enum ds_status
put_record(
    struct host_out *out, const uint8_t *data, size_t len, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;

	/* Room for the worst case: text that grows, two descriptors. */
	if (OUT_BUF - out->used <
		len * CODEPAGE_UTF8_MAX + 2 * HOST_RDW_LEN + out->max &&
	    (st = flush(out, false, diag)) != DS_OK)
		return st;
	if (out->spec.text) {
		st = put_text(out, data, len, diag);
	} else if (recfm_is_variable(out->spec.recfm)) {
		put_variable(out, data, len);
	} else {
		memcpy(out->buf + out->used, data, len);
		out->used += len;
		if (recfm_is_fixed(out->spec.recfm)) {
			memset(out->buf + out->used, 0, out->max - len);
			out->used += out->max - len;
		}
	}
	if (st == DS_OK)
		out->records++;
	return st;
}

enum ds_status
host_out_put(
    struct host_out *out, const uint8_t *data, size_t len, struct ds_diag *diag)
{
	enum ds_status st;

	if (len > out->max) {
		/* What lacks it does not take the place of what was there; what
		 * went through a pipe is gone. */
		if (out->target != NULL && out->fault.status == DS_OK)
			ds_fail(&out->fault, DS_BADLENGTH, out->name,
			    "records were not taken: the file stays as it was");
		return ds_fail(diag, DS_BADLENGTH, out->name,
		    "a record of %zu bytes, the file takes %u", len, out->max);
	}
	st = put_record(out, data, len, &out->fault);
	if (st != DS_OK && diag != NULL)
		*diag = out->fault;
	return st;
}

/* --- opening ---------------------------------------------------------------
 */

/* What a path without attributes takes from the source. */
static void
take_like(struct host_spec *s, const struct ds_attrs *like)
{
	/* Blocks hold no longer ones; a record that is too long is refused. */
	const uint32_t most = s->bdw ? HOST_LRECL_MAX : HOST_FILE_LRECL_MAX;

	if (like->vsam) {
		s->recfm = like->fixed ? DS_RECFM_FB : DS_RECFM_VB;
		s->lrecl =
		    like->fixed ? like->lrecl : like->lrecl + HOST_RDW_LEN;
	} else {
		s->recfm = like->recfm;
		s->lrecl = like->lrecl;
	}
	if (s->lrecl > most)
		s->lrecl = most;
}

static enum ds_status
complete_spec(struct host_out *out, const struct ds_attrs *like, bool is_new,
    uint16_t ccsid, struct ds_diag *diag)
{
	struct host_spec *s = &out->spec;
	enum ds_status st;

	if (s->recfm == DS_RECFM_NONE && s->lrecl != 0)
		s->recfm = DS_RECFM_FB;
	if (s->recfm == DS_RECFM_NONE && like != NULL && (is_new || s->text))
		take_like(s, like);
	if (s->recfm == DS_RECFM_NONE && s->text)
		s->recfm = DS_RECFM_V;
	if (s->recfm == DS_RECFM_NONE)
		return ds_fail(diag, DS_INVALID, out->name,
		    "a binary file needs recfm= and lrecl= (or text)");
	if (recfm_is_fixed(s->recfm) && s->lrecl == 0 && like != NULL &&
	    like->fixed)
		s->lrecl = like->lrecl;
	if (recfm_is_fixed(s->recfm) && s->lrecl == 0)
		return ds_fail(
		    diag, DS_INVALID, out->name, "fixed records need lrecl=");
	if (recfm_is_variable(s->recfm) && s->lrecl == 0)
		s->lrecl = s->bdw && s->blksize > 2 * HOST_RDW_LEN
			       ? s->blksize - HOST_RDW_LEN
			   : s->bdw || s->text ? HOST_LRECL_MAX
					       : HOST_FILE_LRECL_MAX;
	if (s->bdw && s->blksize == 0)
		s->blksize = s->lrecl + HOST_RDW_LEN > DEFAULT_BLKSIZE
				 ? s->lrecl + HOST_RDW_LEN
				 : DEFAULT_BLKSIZE;
	if (s->lrecl > (s->bdw ? HOST_LRECL_MAX : HOST_FILE_LRECL_MAX) ||
	    s->blksize > INT16_MAX ||
	    (recfm_is_variable(s->recfm) && s->lrecl <= HOST_RDW_LEN) ||
	    (s->bdw && s->blksize < s->lrecl + HOST_RDW_LEN))
		return ds_fail(diag, DS_INVALID, out->name,
		    "lrecl= or blksize= is out of range");
	out->max = recfm_max_len(s->recfm, s->lrecl, s->blksize);
	if (s->ccsid == 0)
		s->ccsid =
		    like != NULL && like->ccsid != 0 ? like->ccsid : ccsid;
	out->strip = s->text && recfm_is_fixed(s->recfm) && !s->noblankstrip;
	st = codepage_get(s->ccsid, &out->cp, diag);
	return s->text ? st : DS_OK;
}

/* target and dir: where the file stands, links followed. */
static enum ds_status
find_place(
    struct host_out *out, const char *path, bool exists, struct ds_diag *diag)
{
	char *slash;

	out->target = exists ? realpath(path, NULL) : strdup(path);
	if (out->target == NULL)
		return failed(out, "cannot find its directory", diag);
	slash = strrchr(out->target, '/');
	if (slash == NULL)
		out->dir = strdup(".");
	else if (slash == out->target)
		out->dir = strdup("/");
	else
		out->dir = strndup(out->target, (size_t)(slash - out->target));
	return out->dir != NULL ? DS_OK
				: ds_fail(diag, DS_NOMEM, out->name, NULL);
}

/*
 * A name in dir that is free: by link (the file has none yet) or by create.
 * Sets temp.
 */
static bool
name_temp(struct host_out *out, bool create)
{
	static unsigned serial;
	char self[40], name[PATH_MAX];
	int i, rc;

	snprintf(self, sizeof(self), "/proc/self/fd/%d", out->fd);
	for (i = 0; i < TEMP_TRIES; i++) {
		rc = snprintf(name, sizeof(name), "%s/.catamount-%ld-%u",
		    out->dir, (long)getpid(), serial++);
		if (rc >= (int)sizeof(name)) {
			errno = ENAMETOOLONG;
			return false;
		}
		if (create)
			rc = out->fd = open(
			    name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		else
			rc = linkat(
			    AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
		if (rc >= 0)
			return (out->temp = strdup(name)) != NULL;
		if (errno != EEXIST)
			return false;
	}
	return false;
}

static enum ds_status
copy_old(struct host_out *out, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	uint8_t last = '\n';
	uint64_t total = 0;
	ssize_t n;
	int fd;

	if ((fd = open(out->target, O_RDONLY | O_CLOEXEC)) < 0)
		return failed(out, "cannot read what is there", diag);
	while ((n = read(fd, out->buf, OUT_BUF)) != 0 && st == DS_OK) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			st = failed(out, "cannot read what is there", diag);
			break;
		}
		last = out->buf[n - 1];
		total += (uint64_t)n;
		st = write_all(out, out->buf, (size_t)n, diag);
	}
	close(fd);
	if (st != DS_OK)
		return st;
	if (out->spec.text && last != '\n')
		out->buf[out->used++] = '\n';
	else if (!out->spec.text && recfm_is_fixed(out->spec.recfm) &&
		 total % out->max != 0)
		return ds_fail_rba(diag, DS_BADBLOCK, out->name,
		    total - total % out->max,
		    "what is there ends with %llu bytes of a record of %u",
		    (unsigned long long)(total % out->max), out->max);
	return DS_OK;
}

static enum ds_status
open_temp(struct host_out *out, const struct stat *old, struct ds_diag *diag)
{
	if (old != NULL && access(out->target, W_OK) < 0)
		return failed(out, "cannot write", diag);
	out->fd = open(out->dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
	if (out->fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR))
		name_temp(out, true); /* a file system without O_TMPFILE */
	if (out->fd < 0)
		return failed(out, "cannot create", diag);
	if (old == NULL)
		return DS_OK;
	if (fchown(out->fd, old->st_uid, old->st_gid) < 0 &&
	    fchown(out->fd, (uid_t)-1, old->st_gid) < 0)
		errno = 0; /* it becomes the writer's own */
	if (fchmod(out->fd, old->st_mode & 07777) < 0)
		return failed(out, "cannot set the permissions", diag);
	return out->spec.mod ? copy_old(out, diag) : DS_OK;
}

static enum ds_status
open_output(struct host_out *out, const char *path, const struct stat *old,
    struct ds_diag *diag)
{
	enum ds_status st;

	if (strcmp(path, "-") == 0) {
		fflush(stdout); /* what was printed before comes before */
		out->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	} else if (old != NULL && !S_ISREG(old->st_mode))
		out->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY |
					 (out->spec.mod ? O_APPEND : 0));
	else if ((st = find_place(out, path, old != NULL, diag)) != DS_OK)
		return st;
	else
		return open_temp(out, old, diag);
	if (out->fd < 0)
		return failed(out, "cannot open", diag);
	/* write_all waits for room itself; the file description is our own. */
	if (strcmp(path, "-") != 0 && S_ISFIFO(old->st_mode))
		fcntl(out->fd, F_SETFL, fcntl(out->fd, F_GETFL) | O_NONBLOCK);
	return DS_OK;
}

enum ds_status
host_out_open(const struct host_spec *spec, const struct ds_attrs *like,
    uint16_t ccsid, struct host_out **outp, struct ds_diag *diag)
{
	struct host_out *out = calloc(1, sizeof(*out));
	enum ds_status st;
	struct stat sb;
	bool exists;

	if (out == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	out->spec = *spec;
	out->fd = -1;
	host_name(spec->path, out->name);
	exists = strcmp(spec->path, "-") != 0 && stat(spec->path, &sb) == 0;
	if (exists && S_ISDIR(sb.st_mode)) {
		st = ds_fail(diag, DS_INVALID, out->name, "is a directory");
		goto out;
	}
	/* What is replaced says nothing of its records; what is extended is
	 * not new. */
	if ((st = complete_spec(out, like,
		 !(exists && spec->mod && S_ISREG(sb.st_mode)), ccsid, diag)) !=
	    DS_OK)
		goto out;
	if ((out->buf = malloc(OUT_BUF)) == NULL) {
		st = ds_fail(diag, DS_NOMEM, out->name, NULL);
		goto out;
	}
	st = open_output(out, spec->path, exists ? &sb : NULL, diag);
out:
	out->spec.path = NULL;
	if (st != DS_OK)
		host_out_abandon(&out);
	else
		*outp = out;
	return st;
}

/* --- closing ---------------------------------------------------------------
 */

static enum ds_status
put_in_place(struct host_out *out, struct ds_diag *diag)
{
	int dirfd;

	if (fsync(out->fd) < 0)
		return failed(out, "writing to disk failed", diag);
	if (out->temp == NULL && !name_temp(out, false))
		return failed(out, "cannot name the file", diag);
	if (rename(out->temp, out->target) < 0)
		return failed(out, "cannot put the file in its place", diag);
	free(out->temp);
	out->temp = NULL;
	dirfd = open(out->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dirfd >= 0) {
		fsync(dirfd); /* not every file system knows it */
		close(dirfd);
	}
	return DS_OK;
}

enum ds_status
host_out_close(struct host_out **outp, struct ds_diag *diag)
{
	struct host_out *out = *outp;
	enum ds_status st;

	st = out->fault.status;
	if (st != DS_OK && diag != NULL)
		*diag = out->fault;
	if (st == DS_OK)
		st = flush(out, true, diag);
	if (st == DS_OK && out->target != NULL)
		st = put_in_place(out, diag);
	if (st == DS_OK && out->target == NULL) {
		if (close(out->fd) < 0 && errno != EINTR)
			st = failed(out, "closing failed", diag);
		out->fd = -1;
	}
	host_out_abandon(outp);
	return st;
}

void
host_out_abandon(struct host_out **outp)
{
	struct host_out *out;

	if (outp == NULL || *outp == NULL)
		return;
	out = *outp;
	if (out->temp != NULL)
		unlink(out->temp);
	if (out->fd >= 0)
		close(out->fd);
	free(out->temp);
	free(out->target);
	free(out->dir);
	free(out->buf);
	free(out);
	*outp = NULL;
}

const struct host_spec *
host_out_spec(const struct host_out *out)
{
	return &out->spec;
}

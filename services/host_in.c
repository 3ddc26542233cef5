/*
 * Host files, reading: one buffer over a file descriptor, and over it the
 * readers of lines, of F, V and U records. Foreign bytes: every length is
 * checked before it is used.
 */
#include <errno.h>
#include <fcntl.h>
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

enum {
	/* Holds the longest line (4 bytes a character, CR and LF) and the
	 * longest record with its descriptor. */
	IN_BUF = 1 << 18,
	IN_ALIGN = 4096,
	IN_SIZE = IN_BUF + IN_ALIGN, /* what is unread moves up to a page */
	STOP_LINES = 1024,           /* between looks whether to stop */
	BDW_LARGE = 0x80,            /* a 31-bit block length follows */
};

struct host_in {
	struct host_spec spec;
	char name[HOST_NAME_LEN];
	const struct codepage *cp;
	uint32_t max; /* longest record */
	int fd;
	off_t first; /* offset of the first record; -1: cannot seek */
	uint8_t *buf;
	size_t start, end; /* unread bytes in buf */
	uint64_t offset;   /* of buf[start] in the file */
	bool eof;          /* nothing behind end */
	bool waits;        /* it is no regular file */
	uint64_t line;     /* lines read */
	uint64_t block_left;
	uint8_t *rec; /* a converted line, a record of several segments */
	struct ds_diag fault; /* the end or what went wrong; DS_OK: nothing */
};

/* Have want bytes unread, fewer at the end of the file. want <= IN_BUF. */
static enum ds_status
fill(struct host_in *in, size_t want, struct ds_diag *diag)
{
	size_t rest = in->end - in->start, at;
	ssize_t n;

	if (rest >= want || in->eof)
		return DS_OK;
	/* The kernel copies to where a page begins three times as fast. */
	if (in->start > 0) {
		at = (IN_ALIGN - rest % IN_ALIGN) % IN_ALIGN;
		memmove(in->buf + at, in->buf + in->start, rest);
		in->start = at;
		in->end = at + rest;
	}
	while (in->end - in->start < want) {
		/* A pipe may stay silent for ever. */
		n = in->waits && !ds_stop_wait(in->fd, POLLIN)
			? -1
			: read(in->fd, in->buf + in->end, IN_SIZE - in->end);
		/* EINTR too: only a signal that asks the process to end
		 * interrupts. */
		if (n < 0)
			return ds_fail_errno(diag, errno, in->name,
			    "reading failed: %s", strerror(errno));
		if (n == 0) {
			in->eof = true;
			break;
		}
		in->end += (size_t)n;
	}
	return DS_OK;
}

static size_t
unread(const struct host_in *in)
{
	return in->end - in->start;
}

static void
consume(struct host_in *in, size_t n)
{
	in->start += n;
	in->offset += n;
}

/* --- text ------------------------------------------------------------------
 */

/* The bytes of the next line without its end; *usedp with it. */
static enum ds_status
find_line(struct host_in *in, size_t *lenp, size_t *usedp, struct ds_diag *diag)
{
	const size_t most = (size_t)in->max * 4 + 2; /* with CR and LF */
	const uint8_t *at, *lf;
	enum ds_status st;
	size_t n;

	/* A line in the buffer is nearly always whole: look before filling. */
	lf = memchr(in->buf + in->start, '\n', unread(in));
	if (lf == NULL) {
		if ((st = fill(in, most + 1, diag)) != DS_OK)
			return st;
		lf = memchr(in->buf + in->start, '\n', unread(in));
	}
	at = in->buf + in->start;
	n = lf != NULL ? (size_t)(lf - at) : unread(in);
	if (lf == NULL && n == 0)
		return ds_fail(diag, DS_EOD, in->name, NULL);
	*usedp = lf != NULL ? n + 1 : n;
	if (lf != NULL && n > 0 && at[n - 1] == '\r')
		n--;
	*lenp = n;
	return DS_OK;
}

static enum ds_status
line_fault(struct host_in *in, enum ds_status st, const struct codepage_err *e,
    struct ds_diag *diag)
{
	char why[100];

	if (st == DS_BADLENGTH)
		return ds_fail(diag, DS_BADTEXT, in->name,
		    "line %llu: longer than %u characters",
		    (unsigned long long)in->line + 1, in->max);
	codepage_err_text(e, why, sizeof(why));
	return ds_fail(diag, DS_BADTEXT, in->name, "line %llu: %s",
	    (unsigned long long)in->line + 1, why);
}

static enum ds_status
get_line(struct host_in *in, const uint8_t **datap, uint32_t *lenp,
    struct ds_diag *diag)
{
	const char *at;
	size_t n = 0, used = 0, len = 0;
	struct codepage_err err;
	enum ds_status st;

	if ((st = find_line(in, &n, &used, diag)) != DS_OK)
		return st;
	at = (const char *)in->buf + in->start;
	if (in->spec.host_ccsid == CCSID_LATIN1) {
		len = n;
		st = n > in->max
			 ? DS_BADLENGTH
			 : codepage_from_latin1(in->cp, at, n, in->rec, &err);
	} else {
		st = codepage_from_utf8(
		    in->cp, at, n, in->rec, in->max, &len, &err);
	}
	if (st != DS_OK)
		return line_fault(in, st, &err, diag);
	if (recfm_is_fixed(in->spec.recfm)) {
		memset(in->rec + len, codepage_blank(in->cp), in->max - len);
		len = in->max;
	}
	consume(in, used);
	in->line++;
	*datap = in->rec;
	*lenp = (uint32_t)len;
	return DS_OK;
}

static enum ds_status
drop_bom(struct host_in *in, struct ds_diag *diag)
{
	enum ds_status st;

	if (in->spec.host_ccsid == CCSID_LATIN1)
		return DS_OK;
	if ((st = fill(in, 3, diag)) != DS_OK)
		return st;
	if (unread(in) >= 3 &&
	    memcmp(in->buf + in->start, "\xEF\xBB\xBF", 3) == 0)
		consume(in, 3);
	return DS_OK;
}

/* --- binary ----------------------------------------------------------------
 */

static enum ds_status
bad(const struct host_in *in, struct ds_diag *diag, const char *what)
{
	const uint8_t *p = in->buf + in->start;

	if (unread(in) < HOST_RDW_LEN)
		return ds_fail_rba(diag, DS_BADBLOCK, in->name, in->offset,
		    "the file ends inside a descriptor at offset %llu",
		    (unsigned long long)in->offset);
	return ds_fail_rba(diag, DS_BADBLOCK, in->name, in->offset,
	    "descriptor X'%02X%02X%02X%02X' at offset %llu: %s", p[0], p[1],
	    p[2], p[3], (unsigned long long)in->offset, what);
}

static enum ds_status
get_fixed(struct host_in *in, const uint8_t **datap, uint32_t *lenp,
    struct ds_diag *diag)
{
	const bool undefined = !recfm_is_fixed(in->spec.recfm);
	enum ds_status st;
	size_t n;

	if ((st = fill(in, in->max, diag)) != DS_OK)
		return st;
	n = unread(in);
	if (n == 0)
		return ds_fail(diag, DS_EOD, in->name, NULL);
	if (n > in->max)
		n = in->max;
	if (n < in->max && !undefined)
		return ds_fail_rba(diag, DS_BADBLOCK, in->name, in->offset,
		    "the file ends with %zu bytes of a record of %u at offset "
		    "%llu",
		    n, in->max, (unsigned long long)in->offset);
	*datap = in->buf + in->start;
	*lenp = (uint32_t)n;
	consume(in, n);
	return DS_OK;
}

/* At the start of a block: its descriptor, large block form too. */
static enum ds_status
get_bdw(struct host_in *in, struct ds_diag *diag)
{
	enum ds_status st;
	const uint8_t *p;
	uint32_t len;

	if ((st = fill(in, HOST_RDW_LEN, diag)) != DS_OK)
		return st;
	if (unread(in) == 0)
		return ds_fail(diag, DS_EOD, in->name, NULL);
	if (unread(in) < HOST_RDW_LEN)
		return bad(in, diag, "");
	p = in->buf + in->start;
	if ((p[0] & BDW_LARGE) != 0) {
		len = be32_get(p) & 0x7FFFFFFF;
	} else {
		len = be16_get(p);
		if (p[2] != 0 || p[3] != 0)
			return bad(in, diag, "not a block descriptor");
	}
	if (len < 2 * HOST_RDW_LEN)
		return bad(in, diag, "the block has no record");
	consume(in, HOST_RDW_LEN);
	in->block_left = len - HOST_RDW_LEN;
	return DS_OK;
}

/* The next record or segment: its descriptor checked, all of it unread. */
static enum ds_status
find_segment(
    struct host_in *in, uint32_t *lenp, uint8_t *codep, struct ds_diag *diag)
{
	const bool spanned =
	    in->spec.recfm == DS_RECFM_VS || in->spec.recfm == DS_RECFM_VBS;
	enum ds_status st;
	const uint8_t *p;
	uint32_t len;

	if (in->spec.bdw && in->block_left == 0 &&
	    (st = get_bdw(in, diag)) != DS_OK)
		return st;
	if ((st = fill(in, HOST_RDW_LEN, diag)) != DS_OK)
		return st;
	if (unread(in) == 0 && !in->spec.bdw)
		return ds_fail(diag, DS_EOD, in->name, NULL);
	if (unread(in) < HOST_RDW_LEN)
		return bad(in, diag, "");
	p = in->buf + in->start;
	len = be16_get(p);
	if (p[3] != 0 || p[2] > (spanned ? 3 : 0))
		return bad(in, diag, "not a record descriptor");
	if (len < HOST_RDW_LEN)
		return bad(in, diag, "shorter than itself");
	if (len - HOST_RDW_LEN > in->max)
		return bad(in, diag, "the record is longer than LRECL");
	if (in->spec.bdw && len > in->block_left)
		return bad(in, diag, "the record is longer than its block");
	*codep = p[2];
	if ((st = fill(in, len, diag)) != DS_OK)
		return st;
	if (unread(in) < len)
		return bad(in, diag, "the file ends inside the record");
	*lenp = len;
	return DS_OK;
}

static void
take_segment(struct host_in *in, uint32_t len)
{
	consume(in, len);
	if (in->spec.bdw)
		in->block_left -= len;
}

/* Segments after the first, gathered in rec: 3 middle, 2 last. */
static enum ds_status
get_spanned(struct host_in *in, uint32_t len, const uint8_t **datap,
    uint32_t *lenp, struct ds_diag *diag)
{
	enum ds_status st;
	uint32_t total = 0;
	uint8_t code = 1;

	for (;;) {
		len -= HOST_RDW_LEN;
		if (len > in->max - total)
			return bad(in, diag, "the record is longer than LRECL");
		memcpy(
		    in->rec + total, in->buf + in->start + HOST_RDW_LEN, len);
		total += len;
		take_segment(in, len + HOST_RDW_LEN);
		if (code == 2)
			break;
		if ((st = find_segment(in, &len, &code, diag)) == DS_EOD)
			return bad(in, diag, "");
		if (st != DS_OK)
			return st;
		if (code < 2)
			return bad(in, diag, "a later segment was expected");
	}
	*datap = in->rec;
	*lenp = total;
	return DS_OK;
}

static enum ds_status
get_variable(struct host_in *in, const uint8_t **datap, uint32_t *lenp,
    struct ds_diag *diag)
{
	enum ds_status st;
	uint32_t len = 0;
	uint8_t code = 0;

	if ((st = find_segment(in, &len, &code, diag)) != DS_OK)
		return st;
	if (code > 1)
		return bad(in, diag, "a first segment was expected");
	if (code == 1)
		return get_spanned(in, len, datap, lenp, diag);
	*datap = in->buf + in->start + HOST_RDW_LEN;
	*lenp = len - HOST_RDW_LEN;
	take_segment(in, len);
	return DS_OK;
}

enum ds_status
host_in_get(struct host_in *in, const uint8_t **datap, uint32_t *lenp,
    struct ds_diag *diag)
{
	enum ds_status st;

	/* Behind a fault nothing is known of where records begin. */
	if (in->fault.status != DS_OK) {
		if (diag != NULL)
			*diag = in->fault;
		return in->fault.status;
	}
	if (in->spec.text)
		st = get_line(in, datap, lenp, &in->fault);
	else if (recfm_is_variable(in->spec.recfm))
		st = get_variable(in, datap, lenp, &in->fault);
	else
		st = get_fixed(in, datap, lenp, &in->fault);
	if (st != DS_OK && diag != NULL)
		*diag = in->fault;
	return st;
}

/* --- opening ---------------------------------------------------------------
 */

/* Fill in what the SPEC leaves open. */
static enum ds_status
complete_spec(struct host_in *in, const struct ds_attrs *like, uint16_t ccsid,
    struct ds_diag *diag)
{
	struct host_spec *s = &in->spec;
	enum ds_status st;

	if (s->recfm == DS_RECFM_NONE && s->lrecl != 0)
		s->recfm = DS_RECFM_FB;
	if (s->recfm == DS_RECFM_NONE && s->text)
		s->recfm = DS_RECFM_V;
	if (s->recfm == DS_RECFM_NONE)
		return ds_fail(diag, DS_INVALID, in->name,
		    "a binary file needs recfm= and lrecl= (or text)");
	if (recfm_is_fixed(s->recfm) && s->lrecl == 0)
		return ds_fail(
		    diag, DS_INVALID, in->name, "fixed records need lrecl=");
	if (recfm_is_variable(s->recfm) && s->lrecl == 0)
		s->lrecl =
		    s->text || s->bdw ? HOST_LRECL_MAX : HOST_FILE_LRECL_MAX;
	if (s->lrecl > (s->bdw ? HOST_LRECL_MAX : HOST_FILE_LRECL_MAX) ||
	    s->blksize > HOST_LRECL_MAX ||
	    (recfm_is_variable(s->recfm) && s->lrecl <= HOST_RDW_LEN))
		return ds_fail(diag, DS_INVALID, in->name,
		    "lrecl= or blksize= is out of range");
	in->max = recfm_max_len(s->recfm, s->lrecl, s->blksize);
	if (s->ccsid == 0)
		s->ccsid = s->text && like != NULL && like->ccsid != 0
			       ? like->ccsid
			       : ccsid;
	st = codepage_get(s->ccsid, &in->cp, diag);
	return s->text ? st : DS_OK;
}

/* A pipe without a writer is open at once; its first read waits for him. */
static int
open_to_read(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

	if (fd >= 0)
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	return fd;
}

static enum ds_status
open_path(struct host_in *in, struct stat *sbp, struct ds_diag *diag)
{
	const char *path = in->spec.path;

	if (strcmp(path, "-") == 0)
		in->fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	else
		in->fd = open_to_read(path);
	if (in->fd < 0 || fstat(in->fd, sbp) < 0)
		return ds_fail_errno(
		    diag, errno, in->name, "cannot open: %s", strerror(errno));
	if (S_ISDIR(sbp->st_mode))
		return ds_fail(diag, DS_INVALID, in->name, "is a directory");
	in->waits = !S_ISREG(sbp->st_mode);
	in->first = S_ISREG(sbp->st_mode) ? lseek(in->fd, 0, SEEK_CUR) : -1;
	in->offset = in->first > 0 ? (uint64_t)in->first : 0;
	return DS_OK;
}

/* Copy what is left of a pipe to a file without a name. */
static enum ds_status
spool(struct host_in *in, struct ds_diag *diag)
{
	const char *dir = getenv("TMPDIR");
	FILE *f = NULL;
	enum ds_status st = DS_OK;
	int fd;

	fd = open(dir != NULL && dir[0] == '/' ? dir : "/tmp",
	    O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	f = fd >= 0 ? fdopen(fd, "w+") : tmpfile();
	if (f == NULL)
		return ds_fail_errno(diag, errno, in->name,
		    "cannot make a temporary file: %s", strerror(errno));
	while (st == DS_OK) {
		if ((st = fill(in, IN_BUF, diag)) != DS_OK)
			break;
		if (unread(in) == 0)
			break;
		if (fwrite(in->buf + in->start, 1, unread(in), f) != unread(in))
			st = ds_fail_errno(diag, errno, in->name,
			    "writing a temporary file: %s", strerror(errno));
		consume(in, unread(in));
	}
	if (st == DS_OK && fflush(f) != 0)
		st = ds_fail_errno(diag, errno, in->name,
		    "writing a temporary file: %s", strerror(errno));
	if (st == DS_OK) {
		fd = fcntl(fileno(f), F_DUPFD_CLOEXEC, 3);
		if (fd < 0) {
			st = ds_fail_errno(diag, errno, in->name, NULL);
		} else {
			close(in->fd);
			in->fd = fd;
			in->first = 0;
		}
	}
	fclose(f);
	return st;
}

static ds_reading_fn *reading;
static void *reading_ctx;

void
ds_reading_set(ds_reading_fn *fn, void *ctx)
{
	reading = fn;
	reading_ctx = ctx;
}

/* Every line becomes a record, or none does. */
static enum ds_status
check_text(struct host_in *in, struct ds_diag *diag)
{
	const uint8_t *data;
	enum ds_status st;
	uint32_t len;
	uint64_t n = 0;

	if (in->first < 0 && (st = spool(in, diag)) != DS_OK)
		return st;
	if ((st = host_in_rewind(in, diag)) != DS_OK)
		return st;
	while ((st = get_line(in, &data, &len, diag)) == DS_OK) {
		if (reading != NULL)
			reading(reading_ctx, len);
		if (++n % STOP_LINES == 0 && ds_stop_asked())
			return ds_fail_errno(diag, EINTR, in->name, NULL);
	}
	return st == DS_EOD ? host_in_rewind(in, diag) : st;
}

static enum ds_status
check_size(struct host_in *in, const struct stat *sb, struct ds_diag *diag)
{
	uint64_t left, over;

	if (in->first < 0 || !recfm_is_fixed(in->spec.recfm) ||
	    sb->st_size <= in->first)
		return DS_OK;
	left = (uint64_t)(sb->st_size - in->first);
	over = left % in->max;
	if (over == 0)
		return DS_OK;
	return ds_fail_rba(diag, DS_BADBLOCK, in->name,
	    (uint64_t)sb->st_size - over,
	    "the file ends with %llu bytes of a record of %u at offset %llu",
	    (unsigned long long)over, in->max,
	    (unsigned long long)((uint64_t)sb->st_size - over));
}

enum ds_status
host_in_open(const struct host_spec *spec, const struct ds_attrs *like,
    uint16_t ccsid, struct host_in **inp, struct ds_diag *diag)
{
	struct host_in *in = calloc(1, sizeof(*in));
	enum ds_status st = DS_OK;
	struct stat sb;

	if (in == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	in->spec = *spec;
	in->fd = -1;
	host_name(spec->path, in->name);
	if ((st = complete_spec(in, like, ccsid, diag)) != DS_OK)
		goto out;
	in->buf = aligned_alloc(IN_ALIGN, IN_SIZE);
	in->rec = malloc(in->max);
	if (in->buf == NULL || in->rec == NULL) {
		st = ds_fail(diag, DS_NOMEM, in->name, NULL);
		goto out;
	}
	if ((st = open_path(in, &sb, diag)) != DS_OK)
		goto out;
	st = in->spec.text ? check_text(in, diag) : check_size(in, &sb, diag);
out:
	in->spec.path = NULL;
	if (st != DS_OK)
		host_in_close(&in);
	else
		*inp = in;
	return st;
}

enum ds_status
host_in_rewind(struct host_in *in, struct ds_diag *diag)
{
	if (in->first < 0)
		return ds_fail(diag, DS_BADOPTION, in->name,
		    "a pipe cannot be read from its start again");
	if (lseek(in->fd, in->first, SEEK_SET) < 0)
		return ds_fail_errno(
		    diag, errno, in->name, "cannot seek: %s", strerror(errno));
	in->start = in->end = 0;
	in->eof = false;
	in->offset = (uint64_t)in->first;
	in->line = 0;
	in->fault.status = DS_OK;
	in->block_left = 0;
	return in->spec.text ? drop_bom(in, diag) : DS_OK;
}

bool
host_in_far(const struct host_in *in, uint64_t *atp, uint64_t *ofp)
{
	struct stat sb;

	if (fstat(in->fd, &sb) != 0 || !S_ISREG(sb.st_mode))
		return false;
	*atp = in->offset;
	*ofp = (uint64_t)sb.st_size;
	return true;
}

void
host_in_close(struct host_in **inp)
{
	if (inp == NULL || *inp == NULL)
		return;
	if ((*inp)->fd >= 0)
		close((*inp)->fd);
	free((*inp)->buf);
	free((*inp)->rec);
	free(*inp);
	*inp = NULL;
}

const struct host_spec *
host_in_spec(const struct host_in *in)
{
	return &in->spec;
}

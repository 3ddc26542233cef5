/* SYSOUT data sets: files of a job's spool, written by a DD, read as lines. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/codepage.h"
#include "services/dataset_int.h"
#include "services/sysout.h"

/* doc/formats/spool.md */
enum {
	SYSOUT_HEAD = 32,
	AT_VERSION = 8,
	AT_CCSID = 10,
	AT_RECFM = 12,
	AT_CTLCHAR = 13,
	AT_LRECL = 16,
	SYSOUT_VERSION = 1,
	SYSOUT_RDW = 4,
	SYSOUT_LRECL_MAX = 32760,
	SYSOUT_BUF = 64 * 1024,
};

static const uint8_t magic[8] = {'C', 'T', 'M', 'S', 'P', 'O', 'O', 'L'};

/* --- writing -------------------------------------------------------------- */

struct writer {
	int fd;
	size_t used;
	uint8_t buf[SYSOUT_BUF];
};

static enum ds_status
flush(struct ds_file *file, struct ds_diag *diag)
{
	struct writer *w = file->priv;
	size_t at = 0;
	ssize_t n;

	while (at < w->used) {
		n = write(w->fd, w->buf + at, w->used - at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return ds_fail_errno(diag, errno, file->attrs.name,
			    "writing the spool: %s", strerror(errno));
		at += (size_t)n;
	}
	w->used = 0;
	return DS_OK;
}

static enum ds_status
sysout_put(struct ds_file *file, const void *data, size_t len, uint64_t rrn,
    struct ds_diag *diag)
{
	struct writer *w = file->priv;
	enum ds_status st;

	(void)rrn;
	if (len > SYSOUT_LRECL_MAX)
		return ds_fail(diag, DS_BADLENGTH, file->attrs.name,
		    "a record of SYSOUT has %d bytes at most",
		    SYSOUT_LRECL_MAX);
	if (w->used + SYSOUT_RDW + len > sizeof(w->buf) &&
	    (st = flush(file, diag)) != DS_OK)
		return st;
	be16_put(w->buf + w->used, (uint16_t)(len + SYSOUT_RDW));
	be16_put(w->buf + w->used + 2, 0);
	memcpy(w->buf + w->used + SYSOUT_RDW, data, len);
	w->used += SYSOUT_RDW + len;
	return DS_OK;
}

/* What was printed is there whatever became of its program. */
static enum ds_status
sysout_end(struct ds_file *file, struct ds_diag *diag)
{
	struct writer *w = file->priv;
	enum ds_status st = flush(file, diag);

	if (w->fd >= 0 && close(w->fd) != 0 && st == DS_OK)
		st = ds_fail_errno(diag, errno, file->attrs.name,
		    "writing the spool: %s", strerror(errno));
	free(w);
	file->priv = NULL;
	return st;
}

static void
sysout_abandon(struct ds_file *file)
{
	sysout_end(file, NULL);
}

static const struct file_ops sysout_ops = {
    .put = sysout_put,
    .close = sysout_end,
    .abandon = sysout_abandon,
};

/* JCL's words, else the program's, else those of what it copies. */
static void
choose_attrs(struct dd_table *dds, const struct dd_part *part,
    const struct ds_attrs *like, struct ds_attrs *a)
{
	const struct host_spec *s = &part->host;

	a->recfm = s->recfm;
	a->ctlchar = s->ctlchar;
	a->lrecl = s->lrecl;
	if (a->recfm == DS_RECFM_NONE && dds->dcb.recfm != DS_RECFM_NONE) {
		a->recfm = dds->dcb.recfm;
		a->ctlchar = dds->dcb.ctlchar;
	} else if (a->recfm == DS_RECFM_NONE && like != NULL) {
		a->recfm = like->recfm;
		a->ctlchar = like->ctlchar;
	}
	if (a->lrecl == 0)
		a->lrecl = dds->dcb.lrecl != 0 ? dds->dcb.lrecl
			   : like != NULL      ? like->lrecl
					       : 0;
	a->fixed = recfm_is_fixed(a->recfm) && a->lrecl > 0;
}

static enum ds_status
open_end(struct writer *w, const char *path, const struct ds_attrs *a,
    struct ds_diag *diag)
{
	uint8_t *h = w->buf;
	off_t end;

	w->fd = open(
	    path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (w->fd < 0 || (end = lseek(w->fd, 0, SEEK_END)) < 0)
		return ds_fail_errno(
		    diag, errno, a->name, "the spool: %s", strerror(errno));
	if (end > 0)
		return DS_OK;
	memset(h, 0, SYSOUT_HEAD);
	memcpy(h, magic, sizeof(magic));
	be16_put(h + AT_VERSION, SYSOUT_VERSION);
	be16_put(h + AT_CCSID, a->ccsid);
	h[AT_RECFM] = (uint8_t)a->recfm;
	h[AT_CTLCHAR] = (uint8_t)a->ctlchar;
	be32_put(h + AT_LRECL, a->lrecl);
	w->used = SYSOUT_HEAD;
	return DS_OK;
}

enum ds_status
file_open_sysout(struct dd_table *dds, const char *ddname,
    const struct dd_part *part, unsigned intent, const struct ds_attrs *like,
    struct ds_file **filep, struct ds_diag *diag)
{
	struct ds_file *file = NULL;
	struct writer *w;
	enum ds_status st;

	if ((intent & DS_OUTPUT) == 0)
		return ds_fail(
		    diag, DS_OPEN_NOTVSAM, ddname, "SYSOUT is only written");
	if ((st = file_new(&sysout_ops, intent, &file, diag)) != DS_OK)
		return st;
	if ((w = malloc(sizeof(*w))) == NULL) {
		free(file);
		return ds_fail(diag, DS_NOMEM, ddname, NULL);
	}
	w->fd = -1;
	w->used = 0;
	file->priv = w;
	snprintf(file->attrs.name, sizeof(file->attrs.name), "%s", ddname);
	file->attrs.org = DS_ORG_PS;
	file->attrs.ccsid = ds_system_config(dds->sys)->ccsid;
	choose_attrs(dds, part, like, &file->attrs);
	if ((st = open_end(w, part->host.path, &file->attrs, diag)) != DS_OK) {
		sysout_abandon(file);
		free(file);
		return st;
	}
	*filep = file;
	return DS_OK;
}

enum ds_status
dd_alloc_sysout(struct dd_table *dds, const char *ddname, const char *path,
    const struct dd_dcb *dcb, struct ds_diag *diag)
{
	struct dd_part *part = calloc(1, sizeof(*part));
	enum ds_status st;

	if (part == NULL || (part->host.path = strdup(path)) == NULL) {
		dd_part_free(&part);
		return ds_fail(diag, DS_NOMEM, ddname, NULL);
	}
	part->kind = DD_SYSOUT;
	if (dcb != NULL) {
		part->host.recfm = dcb->recfm;
		part->host.ctlchar = dcb->ctlchar;
		part->host.lrecl = dcb->lrecl;
		part->host.blksize = dcb->blksize;
	}
	st = dd_add_part(dds, ddname, &part, diag);
	dd_part_free(&part);
	return st;
}

/* --- reading -------------------------------------------------------------- */

struct sysout {
	FILE *fp;
	struct sysout_attrs attrs;
	const struct codepage *cp;
	uint64_t at; /* of the next record */
	char name[HOST_NAME_LEN];
	uint8_t rec[SYSOUT_LRECL_MAX];
	char line[SYSOUT_LRECL_MAX * CODEPAGE_UTF8_MAX + 1];
};

static enum ds_status
bad(const struct sysout *so, const char *why, struct ds_diag *diag)
{
	return ds_fail_rba(diag, DS_CORRUPT, so->name, so->at, "%s", why);
}

static enum ds_status
read_head(struct sysout *so, struct ds_diag *diag)
{
	uint8_t h[SYSOUT_HEAD];

	if (fread(h, 1, sizeof(h), so->fp) != sizeof(h) ||
	    memcmp(h, magic, sizeof(magic)) != 0)
		return bad(so, "it is no SYSOUT data set", diag);
	if (be16_get(h + AT_VERSION) > SYSOUT_VERSION)
		return ds_fail(diag, DS_VERSION, so->name, NULL);
	if (h[AT_RECFM] > DS_RECFM_VBS)
		return bad(so, "its record format is none", diag);
	so->attrs.ccsid = be16_get(h + AT_CCSID);
	so->attrs.recfm = (enum ds_recfm)h[AT_RECFM];
	so->attrs.ctlchar = (char)h[AT_CTLCHAR];
	so->attrs.lrecl = be32_get(h + AT_LRECL);
	so->at = SYSOUT_HEAD;
	return codepage_get(so->attrs.ccsid, &so->cp, diag);
}

enum ds_status
sysout_open(const char *path, struct sysout **sop, struct ds_diag *diag)
{
	struct sysout *so = calloc(1, sizeof(*so));
	enum ds_status st;

	if (so == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	host_name(path, so->name);
	if ((so->fp = fopen(path, "re")) == NULL)
		st =
		    ds_fail_errno(diag, errno, so->name, "%s", strerror(errno));
	else
		st = read_head(so, diag);
	if (st != DS_OK)
		sysout_close(&so);
	else
		*sop = so;
	return st;
}

void
sysout_close(struct sysout **sop)
{
	if (sop == NULL || *sop == NULL)
		return;
	if ((*sop)->fp != NULL)
		fclose((*sop)->fp);
	free(*sop);
	*sop = NULL;
}

const struct sysout_attrs *
sysout_attrs(const struct sysout *so)
{
	return &so->attrs;
}

enum ds_status
sysout_get(struct sysout *so, const uint8_t **datap, uint32_t *lenp,
    struct ds_diag *diag)
{
	uint8_t rdw[SYSOUT_RDW];
	size_t n = fread(rdw, 1, sizeof(rdw), so->fp), len;

	if (n == 0)
		return ferror(so->fp) ? ds_fail_errno(diag, errno, so->name,
					    "reading the spool")
				      : ds_fail(diag, DS_EOD, so->name, NULL);
	len = n == sizeof(rdw) ? be16_get(rdw) : 0;
	if (len < SYSOUT_RDW || len > SYSOUT_LRECL_MAX + SYSOUT_RDW ||
	    be16_get(rdw + 2) != 0)
		return bad(so, "not a record descriptor", diag);
	len -= SYSOUT_RDW;
	if (fread(so->rec, 1, len, so->fp) != len)
		return bad(so, "the file ends inside the record", diag);
	so->at += SYSOUT_RDW + len;
	*datap = so->rec;
	*lenp = (uint32_t)len;
	return DS_OK;
}

/* Machine control characters print first and space then; for a list of lines
 * the skips to a channel are what matters. Source: GC26-7404 "Using control
 * characters" (mem). */
static char
machine_control(uint8_t c)
{
	switch (c) {
	case 0x8B: /* skip at once to channel 1 */
		return '1';
	case 0x13: /* space two at once */
		return '0';
	case 0x1B: /* space three at once */
		return '-';
	default:
		return ' ';
	}
}

static char
control_of(const struct sysout *so, uint8_t c)
{
	uint32_t code;

	if (so->attrs.ctlchar == 'M')
		return machine_control(c);
	code = codepage_to_unicode(so->cp, c);
	/* Channels 2 to 12 are what the printer's forms say: a new page. */
	if ((code >= '1' && code <= '9') || (code >= 'A' && code <= 'C'))
		return '1';
	return code == '0' || code == '-' || code == '+' ? (char)code : ' ';
}

/* The character of a byte; what no printer prints is a period. */
static size_t
put_char(const struct sysout *so, uint8_t byte, char *out)
{
	uint32_t c = codepage_to_unicode(so->cp, byte);

	/* From U+2400 on: pictures, that stand for line ends in records. */
	if (c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x2400 && c < 0x2440))
		c = byte == 0 ? ' ' : '.';
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	return codepage_to_utf8(so->cp, &byte, 1, out);
}

enum ds_status
sysout_line(struct sysout *so, char *ctlp, const char **linep, size_t *lenp,
    struct ds_diag *diag)
{
	const bool ctl = so->attrs.ctlchar != 0;
	const uint8_t *rec;
	enum ds_status st;
	size_t at = 0;
	uint32_t i, len;

	if ((st = sysout_get(so, &rec, &len, diag)) != DS_OK)
		return st;
	*ctlp = ctl && len > 0 ? control_of(so, rec[0]) : ' ';
	for (i = ctl ? 1 : 0; i < len; i++)
		at += put_char(so, rec[i], so->line + at);
	while (at > 0 && so->line[at - 1] == ' ')
		at--;
	so->line[at] = '\0';
	*linep = so->line;
	*lenp = at;
	return DS_OK;
}

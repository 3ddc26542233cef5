/*
 * Sequential data sets (DSORG=PS) behind am.h: opening, positions, and the
 * choice between reader and writer.
 */
#include <stdlib.h>

#include "access-methods/qsam/qsam_int.h"

struct qsam_file {
	struct qsam_shape shape;
	struct qsam_writer *wr; /* open for output */
};

/* Of a position: the record that the next get delivers. */
struct qsam_pos {
	struct qsam_reader *rd;
	uint64_t rrn; /* 0 or above the last: end of data */
	uint64_t off; /* where it starts */
	/* Of what get gave last or point found; last_rrn 0: nothing yet. */
	uint64_t last_rrn, last_off;
	bool known; /* off is right */
	bool backward;
};

static uint32_t
longest(const struct comp_attr *attr, enum qsam_kind kind)
{
	uint32_t len = attr->lrecl;

	if (kind == QSAM_FIXED)
		return len;
	if (kind == QSAM_VARIABLE)
		return (len > QSAM_PREFIX_LEN ? len : QSAM_LRECL_MAX) -
		       QSAM_PREFIX_LEN;
	if (len == 0)
		len = attr->blksize;
	return len != 0 ? len : QSAM_LRECL_MAX;
}

enum ds_status
qsam_shape_get(
    struct sphere *sp, struct qsam_shape *shapep, struct ds_diag *diag)
{
	const struct comp_attr *attr = sphere_attr(sp, SPHERE_DATA);
	const struct comp_state *cs = &sphere_state(sp)->part[SPHERE_DATA];
	struct qsam_shape s = {0};
	const char *wrong = NULL;

	s.name = sphere_name(sp);
	switch (attr->recfm) {
	case DS_RECFM_F:
	case DS_RECFM_FB:
	case DS_RECFM_FBS:
		s.kind = QSAM_FIXED;
		break;
	case DS_RECFM_V:
	case DS_RECFM_VB:
	case DS_RECFM_VS:
	case DS_RECFM_VBS:
		s.kind = QSAM_VARIABLE;
		break;
	default:
		s.kind = QSAM_UNDEFINED;
		break;
	}
	s.prefix = s.kind == QSAM_FIXED ? 0 : QSAM_PREFIX_LEN;
	s.max = longest(attr, s.kind);
	s.ci_len = attr->ci_len;
	s.records = cs->records;
	if (s.max == 0 || s.max > QSAM_LRECL_MAX || s.ci_len == 0)
		wrong = "record or page length";
	else if (cs->records > UINT64_MAX / 2 / QSAM_LRECL_MAX ||
		 cs->bytes > UINT64_MAX / 2)
		wrong = "totals";
	else if (s.kind == QSAM_FIXED && cs->bytes != cs->records * s.max)
		wrong = "totals";
	else
		s.end = cs->bytes + cs->records * s.prefix;
	if (wrong == NULL &&
	    (s.end > cs->hurba || cs->hurba - s.end >= s.ci_len))
		wrong = "high-used RBA";
	if (wrong != NULL)
		return ds_fail_rba(diag, DS_CORRUPT, s.name, cs->hurba,
		    "the %s of a sequential data set does not fit", wrong);
	*shapep = s;
	return DS_OK;
}

static void
qsam_free(struct am_file *file)
{
	struct qsam_file *qf = file->priv;

	if (qf == NULL)
		return;
	qsam_writer_free(&qf->wr);
	free(qf);
	file->priv = NULL;
}

/*
 * Output without AM_APPEND rewrites from the start, as OPEN OUTPUT does; an
 * append goes on behind the last record. What is there need not be sound to
 * be rewritten.
 */
static enum ds_status
qsam_open(struct am_file *file, struct ds_diag *diag)
{
	const struct comp_state *cs =
	    &sphere_state(file->sphere)->part[SPHERE_DATA];
	const bool output = (file->intent & AM_OUTPUT) != 0;
	struct qsam_file *qf = calloc(1, sizeof(*qf));
	enum ds_status st;

	if (qf == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	file->priv = qf;
	if (output && (file->intent & AM_APPEND) == 0 && cs->hurba > 0 &&
	    (st = sphere_reset(file->sphere, diag)) != DS_OK)
		goto out;
	st = qsam_shape_get(file->sphere, &qf->shape, diag);
	if (st != DS_OK || !output)
		goto out;
	file->loading = true;
	st = qsam_writer_new(file->sphere, &qf->shape, &qf->wr, diag);
out:
	if (st != DS_OK)
		qsam_free(file);
	return st;
}

static enum ds_status
qsam_finish(struct am_file *file, struct ds_diag *diag)
{
	struct qsam_file *qf = file->priv;

	return qf->wr != NULL ? qsam_writer_finish(qf->wr, diag) : DS_OK;
}

static enum ds_status
qsam_pos_new(struct am_pos *pos)
{
	struct qsam_file *qf = pos->file->priv;
	struct qsam_pos *qp = calloc(1, sizeof(*qp));
	enum ds_status st = DS_OK;

	if (qp == NULL)
		return DS_NOMEM;
	qp->rrn = 1;
	qp->known = true;
	if (qf->wr == NULL)
		st = qsam_reader_new(
		    pos->file->sphere, &qf->shape, &qp->rd, NULL);
	if (st != DS_OK)
		free(qp);
	else
		pos->priv = qp;
	return st;
}

static void
qsam_pos_free(struct am_pos *pos)
{
	struct qsam_pos *qp = pos->priv;

	if (qp == NULL)
		return;
	qsam_reader_free(&qp->rd);
	free(qp);
	pos->priv = NULL;
}

/* Records are found by number and by offset; there are no keys. */
static enum ds_status
qsam_point(struct am_pos *pos, enum am_how how, enum am_match match,
    bool backward, const void *arg, size_t arglen, uint64_t num,
    struct ds_diag *diag)
{
	const struct qsam_shape *s =
	    &((struct qsam_file *)pos->file->priv)->shape;
	struct qsam_pos *qp = pos->priv;
	enum ds_status st;
	uint64_t rrn = num, off = 0;

	(void)match;
	(void)arg;
	if (qp->rd == NULL)
		return ds_fail(
		    diag, DS_NOACCESS, s->name, "it is open for output");
	if (how == AM_KEY)
		return ds_fail(diag, DS_BADOPTION, s->name,
		    "a sequential data set has no keys");
	if (how == AM_FIRST)
		rrn = 1;
	else if (how == AM_LAST)
		rrn = s->records;
	if (how == AM_RBA)
		st = qsam_find_off(qp->rd, off = num, &rrn, diag);
	else if (how == AM_OFFSET)
		st = qsam_find_place(qp->rd, num, arglen, &off, &rrn, diag);
	else if (rrn == 0 || rrn > s->records)
		st = ds_fail(diag, DS_NOTFOUND, s->name, NULL);
	else
		st = qsam_find_rrn(qp->rd, rrn, &off, diag);
	if (st != DS_OK)
		return st;
	qp->rrn = qp->last_rrn = rrn;
	qp->off = qp->last_off = off;
	qp->known = true;
	qp->backward = backward;
	return DS_OK;
}

static enum ds_status
qsam_get(struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag)
{
	const struct qsam_shape *s =
	    &((struct qsam_file *)pos->file->priv)->shape;
	struct qsam_pos *qp = pos->priv;
	struct am_rec rec = {0};
	enum ds_status st;
	uint64_t next;

	if (qp->rd == NULL)
		return ds_fail(
		    diag, DS_NOACCESS, s->name, "it is open for output");
	if (qp->rrn == 0 || qp->rrn > s->records)
		return ds_fail(diag, DS_EOD, s->name, NULL);
	if (!qp->known &&
	    (st = qsam_find_rrn(qp->rd, qp->rrn, &qp->off, diag)) != DS_OK)
		return st;
	qp->known = true;
	rec.rba = qp->off;
	rec.rrn = qp->rrn;
	st = qsam_read(qp->rd, qp->off, &rec.data, &rec.len, &next, diag);
	if (st != DS_OK)
		return st;
	qp->last_rrn = rec.rrn;
	qp->last_off = rec.rba;
	if (qp->backward) {
		qp->rrn--;
		qp->known = false;
	} else {
		qp->rrn++;
		qp->off = next;
	}
	*recp = rec;
	return DS_OK;
}

static enum ds_status
qsam_offset(
    struct am_pos *pos, uint64_t extra, uint64_t *offsetp, struct ds_diag *diag)
{
	const struct qsam_file *qf = pos->file->priv;
	const struct qsam_pos *qp = pos->priv;

	(void)diag;
	*offsetp = qp->last_rrn == 0 ? 0
				     : qsam_place(&qf->shape, qp->last_off,
					   qp->last_rrn, extra);
	return DS_OK;
}

static enum ds_status
qsam_put(struct am_pos *pos, const void *data, size_t len, uint64_t rrn,
    bool sequential, uint64_t *rbap, struct ds_diag *diag)
{
	struct qsam_file *qf = pos->file->priv;

	(void)rrn;
	(void)sequential;
	if (qf->wr == NULL)
		return ds_fail(
		    diag, DS_NOACCESS, qf->shape.name, "it is open for input");
	return qsam_write(qf->wr, data, len, rbap, diag);
}

static enum ds_status
qsam_update(
    struct am_pos *pos, const void *data, size_t len, struct ds_diag *diag)
{
	struct qsam_file *qf = pos->file->priv;

	(void)data;
	(void)len;
	return ds_fail(diag, DS_UNSUPPORTED, qf->shape.name,
	    "records of a sequential data set are not updated in place");
}

static enum ds_status
qsam_erase(struct am_pos *pos, struct ds_diag *diag)
{
	struct qsam_file *qf = pos->file->priv;

	return ds_fail(diag, DS_NOERASE, qf->shape.name,
	    "records of a sequential data set are not erased");
}

const struct am_ops qsam_ops = {
    .open = qsam_open,
    .finish = qsam_finish,
    .free = qsam_free,
    .pos_new = qsam_pos_new,
    .pos_free = qsam_pos_free,
    .point = qsam_point,
    .get = qsam_get,
    .put = qsam_put,
    .update = qsam_update,
    .erase = qsam_erase,
    .offset = qsam_offset,
};

/* DDs whose records are text: listings out, control statements in. */
#include <stdlib.h>
#include <string.h>

#include "base/codepage.h"
#include "utilities/dd_text_int.h"

enum { SUB = 0x1A }; /* a character that no syntax accepts */

enum ds_status
dd_text_table(uint16_t ccsid, struct dd_text *tp, struct ds_diag *diag)
{
	const struct codepage *page;
	enum ds_status st;
	uint32_t c;

	st = codepage_get(ccsid != 0 ? ccsid : CCSID_1047, &page, diag);
	if (st != DS_OK)
		return st;
	tp->blank = codepage_blank(page);
	for (uint32_t i = 0; i < 256; i++) {
		c = codepage_to_unicode(page, (uint8_t)i);
		tp->from[i] = (char)(c <= 0xFF ? c : SUB);
		if (!codepage_from_unicode(page, i, &tp->to[i]))
			tp->to[i] = tp->blank;
	}
	return DS_OK;
}

/* --- listings --------------------------------------------------------------
 */

struct dd_print {
	struct ds_file *file;
	struct dd_text text;
	uint32_t max; /* characters of a record */
	bool failed;
	uint8_t rec[DD_TEXT_MAX];
};

static uint32_t
longest(const struct ds_attrs *a)
{
	const bool variable =
	    a->recfm == DS_RECFM_V || a->recfm == DS_RECFM_VB ||
	    a->recfm == DS_RECFM_VS || a->recfm == DS_RECFM_VBS;
	uint32_t max = a->lrecl;

	if (variable && !a->vsam)
		max = max > 4 ? max - 4 : 0;
	return max == 0 || max > DD_TEXT_MAX ? DD_TEXT_MAX : max;
}

enum ds_status
dd_print_open(struct dd_table *dds, const char *ddname, enum ds_recfm recfm,
    uint32_t lrecl, struct dd_print **pp, struct ds_diag *diag)
{
	/* text: short records of a fixed length fill with blanks */
	const struct ds_attrs like = {.org = DS_ORG_PS,
	    .recfm = recfm,
	    .ctlchar = 'A',
	    .lrecl = lrecl,
	    .ccsid = CCSID_1047,
	    .text = true};
	struct dd_print *p = calloc(1, sizeof(*p));
	enum ds_status st;

	if (p == NULL)
		return ds_fail(diag, DS_NOMEM, ddname, NULL);
	st = ds_open_dd(dds, ddname, DS_OUTPUT | DS_SEQ, &like, &p->file, diag);
	if (st == DS_OK)
		st = dd_text_table(ds_attrs(p->file)->ccsid, &p->text, diag);
	if (st != DS_OK) {
		ds_abandon(&p->file);
		free(p);
		return st;
	}
	p->max = longest(ds_attrs(p->file));
	*pp = p;
	return DS_OK;
}

enum ds_status
dd_print_line(
    struct dd_print *p, const char *line, size_t len, struct ds_diag *diag)
{
	enum ds_status st;

	if (len > p->max)
		len = p->max;
	for (size_t i = 0; i < len; i++)
		p->rec[i] = p->text.to[(uint8_t)line[i]];
	st = ds_put(p->file, p->rec, len, diag);
	p->failed |= st != DS_OK;
	return st;
}

enum ds_status
dd_print_close(struct dd_print **pp, struct ds_diag *diag)
{
	enum ds_status st;

	if (pp == NULL || *pp == NULL)
		return DS_OK;
	st = ds_close(&(*pp)->file, diag);
	free(*pp);
	*pp = NULL;
	return st;
}

/* --- cards -----------------------------------------------------------------
 */

struct dd_cards {
	struct ds_file *file;
	struct dd_text text;
	struct dd_card last;
	bool again;
	char rec[DD_TEXT_MAX];
};

enum ds_status
dd_cards_open(struct dd_table *dds, const char *ddname, struct dd_cards **cp,
    struct ds_diag *diag)
{
	struct dd_cards *c = calloc(1, sizeof(*c));
	enum ds_status st;

	if (c == NULL)
		return ds_fail(diag, DS_NOMEM, ddname, NULL);
	st = ds_open_dd(dds, ddname, DS_INPUT | DS_SEQ, NULL, &c->file, diag);
	if (st == DS_OK)
		st = dd_text_table(ds_attrs(c->file)->ccsid, &c->text, diag);
	if (st != DS_OK)
		dd_cards_close(&c);
	else
		*cp = c;
	return st;
}

void
dd_cards_close(struct dd_cards **cp)
{
	if (cp == NULL || *cp == NULL)
		return;
	ds_abandon(&(*cp)->file);
	free(*cp);
	*cp = NULL;
}

enum ds_status
dd_cards_next(struct dd_cards *c, struct dd_card *cardp, struct ds_diag *diag)
{
	struct ds_rec rec;
	enum ds_status st;

	if (c->again) {
		c->again = false;
		*cardp = c->last;
		return DS_OK;
	}
	if ((st = ds_get(c->file, &rec, diag)) != DS_OK)
		return st;
	if (rec.len > DD_TEXT_MAX)
		return ds_fail(diag, DS_BADLENGTH, ds_attrs(c->file)->name,
		    "a record of more than %d bytes is no card", DD_TEXT_MAX);
	for (uint32_t i = 0; i < rec.len; i++)
		c->rec[i] = c->text.from[rec.data[i]];
	c->last.text = c->rec;
	c->last.raw = rec.data;
	c->last.len = rec.len;
	c->last.number++;
	*cardp = c->last;
	return DS_OK;
}

void
dd_cards_again(struct dd_cards *c)
{
	c->again = true;
}

const struct ds_attrs *
dd_cards_attrs(const struct dd_cards *c)
{
	return ds_attrs(c->file);
}

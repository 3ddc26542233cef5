/* What EXEC gives its program: PARM, or the records of PARMDD. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/codepage.h"
#include "jcl/job_int.h"

enum { PARMDD_MAX = 32760 };

/* As programs of the table take it; what ISO 8859-1 lacks is a question mark.
 */
static char *
latin1(const char *text)
{
	char *out = malloc(strlen(text) + 1), *to = out;

	if (out == NULL)
		return NULL;
	for (; *text != '\0'; text++) {
		uint8_t c = (uint8_t)*text;

		if ((c == 0xC2 || c == 0xC3) && text[1] != '\0')
			*to++ = (char)((c & 3) << 6 | (*++text & 0x3F));
		else if (c < 0x80)
			*to++ = (char)c;
		else if (c >= 0xC0)
			*to++ = '?';
	}
	*to = '\0';
	return out;
}

char *
parm_utf8(const char *text)
{
	char *out = malloc(2 * strlen(text) + 1), *to = out;

	if (out == NULL)
		return NULL;
	for (; *text != '\0'; text++) {
		const uint8_t c = (uint8_t)*text;

		if (c >= 0x80)
			*to++ = (char)(0xC0 | c >> 6);
		*to++ = (char)(c < 0x80 ? c : 0x80 | (c & 0x3F));
	}
	*to = '\0';
	return out;
}

/* Without the blanks at its end. */
static size_t
trimmed(const struct codepage *cp, const struct ds_rec *rec)
{
	size_t n = rec->len;

	while (n > 0 && rec->data[n - 1] == codepage_blank(cp))
		n--;
	return n;
}

/* The records of PARMDD, one behind the other. */
static enum ds_status
read_records(struct step_run *sr, char *out, struct ds_diag *diag)
{
	const struct codepage *cp = NULL;
	struct ds_file *file = NULL;
	size_t n, total = 0, at = 0;
	struct ds_rec rec;
	enum ds_status st;

	st = ds_open_dd(
	    sr->dds, sr->step->parmdd, DS_INPUT | DS_SEQ, NULL, &file, diag);
	if (st == DS_OK)
		st = codepage_get(ds_attrs(file)->ccsid, &cp, diag);
	while (st == DS_OK && (st = ds_get(file, &rec, diag)) == DS_OK) {
		n = trimmed(cp, &rec);
		total += n;
		if (total > PARMDD_MAX)
			st = ds_fail(diag, DS_BADLENGTH, sr->step->parmdd,
			    "more than %d characters", PARMDD_MAX);
		else
			at += codepage_to_utf8(cp, rec.data, n, out + at);
	}
	out[at] = '\0';
	ds_abandon(&file);
	return st == DS_EOD ? DS_OK : st;
}

enum ds_status
parm_get(struct step_run *sr, struct parm *pp, struct ds_diag *diag)
{
	const struct jcl_step *step = sr->step;
	struct parm p = {0};
	enum ds_status st = DS_OK;

	if (step->parmdd != NULL) {
		p.utf8 = malloc(PARMDD_MAX * CODEPAGE_UTF8_MAX + 1);
		if (p.utf8 != NULL)
			st = read_records(sr, p.utf8, diag);
	} else if (step->parm != NULL) {
		p.utf8 = strndup(step->parm, step->parm_len);
	} else {
		*pp = p;
		return DS_OK;
	}
	if (st == DS_OK && p.utf8 != NULL)
		p.latin1 = latin1(p.utf8);
	if (st == DS_OK && p.latin1 == NULL)
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (st != DS_OK)
		parm_free(&p);
	else
		*pp = p;
	return st;
}

void
parm_free(struct parm *p)
{
	free(p->utf8);
	free(p->latin1);
	p->utf8 = p->latin1 = NULL;
}

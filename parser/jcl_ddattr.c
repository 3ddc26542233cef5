/* Parameters of DD that say what a data set is like: DCB, LABEL, AMP .. */
#include <string.h>

#include "base/dsname.h"
#include "parser/jcl_int.h"
#include "parser/jcl_dd_int.h"

/* --- DCB ------------------------------------------------------------------ */

/* Each letter sets a bit, so one that is there twice says nothing new: real
 * jobs have FBB. */
void
jcl_bind_recfm(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	const char *p = n->text;
	char *out = jcl_new(c, 8);
	size_t len = 0;
	bool ok;

	if (out == NULL)
		return;
	ok = n->kind == JCL_NODE_WORD && n->list == NULL && n->len <= 6 &&
	     *p != '\0' && strchr("FVUD", *p) != NULL;
	for (; ok && *p != '\0'; p++) {
		ok = len == 0 || strchr("BSTAM", *p) != NULL;
		if (strchr(out, *p) == NULL)
			out[len++] = *p;
	}
	if (!ok) {
		jcl_wrong(c, MSG_IEF643I, n, "RECFM");
		return;
	}
	((struct jcl_dd *)to)->dcb.recfm = out;
}

/* A number with K, M or G. */
static bool
scaled(struct jcl_conv *c, const struct jcl_node *n, const char *field,
    int64_t max, int64_t *valuep)
{
	struct jcl_node digits = *n;
	int64_t scale = 1;
	char text[16];

	if (n->kind == JCL_NODE_WORD && n->len > 1 && n->len < sizeof(text)) {
		memcpy(text, n->text, n->len + 1);
		if (text[n->len - 1] == 'K')
			scale = 1024;
		if (text[n->len - 1] == 'M')
			scale = 1024 * 1024;
		if (text[n->len - 1] == 'G')
			scale = 1024 * 1024 * 1024;
		if (scale > 1) {
			text[n->len - 1] = '\0';
			digits.text = text;
			digits.len--;
		}
	}
	if (!jcl_number(c, &digits, field, max / scale, valuep))
		return false;
	*valuep *= scale;
	return true;
}

void
jcl_bind_lrecl(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_dd *dd = to;

	if (jcl_is(n, "X"))
		dd->dcb.lrecl_x = true;
	else
		scaled(c, n, "LRECL", 16 * 1024 * 1024, &dd->dcb.lrecl);
}

void
jcl_bind_blksize(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	scaled(c, n, "BLKSIZE", INT64_C(2147483648),
	    &((struct jcl_dd *)to)->dcb.blksize);
}

void
jcl_bind_dsorg(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	static const char orgs[] =
	    "PS PSU PO POU DA DAU IS ISU CQ CX GS MQ TQ TR TX";

	if (jcl_word(c, n, "DSORG", orgs) >= 0)
		((struct jcl_dd *)to)->dcb.dsorg = n->text;
}

void
jcl_bind_keylen(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_number(c, n, "KEYLEN", 255, &((struct jcl_dd *)to)->dcb.keylen);
}

void
jcl_bind_bufno(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_number(c, n, "BUFNO", 255, &((struct jcl_dd *)to)->dcb.bufno);
}

void
jcl_bind_limct(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_number(c, n, "LIMCT", 32760, &((struct jcl_dd *)to)->dcb.limct);
}

void
jcl_bind_optcd(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	((struct jcl_dd *)to)->dcb.optcd = jcl_raw(c, n);
}

static const struct jcl_binding dcb_table[] = {
    {"RECFM", jcl_bind_recfm},
    {"LRECL", jcl_bind_lrecl},
    {"BLKSIZE", jcl_bind_blksize},
    {"DSORG", jcl_bind_dsorg},
    {"KEYLEN", jcl_bind_keylen},
    {"BUFNO", jcl_bind_bufno},
    {"LIMCT", jcl_bind_limct},
    {"OPTCD", jcl_bind_optcd},
    {NULL, NULL},
};

static void
dcb_keyword(struct jcl_conv *c, struct jcl_node *n, struct jcl_dd *dd)
{
	const struct jcl_binding *b;

	for (b = dcb_table; b->keyword != NULL; b++) {
		if (strcmp(b->keyword, n->text) != 0)
			continue;
		if (!jcl_empty(n->first))
			b->bind(c, n->first, dd);
		return;
	}
	if (!jcl_word_in(jcl_dcb_others, n->text))
		jcl_say(c, MSG_IEFC630I, n, n->text, "IN THE DCB FIELD");
}

/* DCB=*.dd, DCB=model, DCB=(*.dd,RECFM=FB) */
void
jcl_bind_dcb(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_node *list = jcl_as_list(c, n), *i;
	struct jcl_dd *dd = to;
	struct jcl_dsn model;

	if (list == NULL)
		return;
	for (i = list->first; i != NULL; i = i->next) {
		if (i->kind == JCL_NODE_KEY) {
			dcb_keyword(c, i, dd);
		} else if (i->kind != JCL_NODE_EMPTY) {
			if (i != list->first) {
				jcl_wrong(c, MSG_IEF643I, i, "DCB");
				continue;
			}
			jcl_dsn_bind(c, i, "DCB", &model);
			dd->dcb.ref = model.ref;
			if (model.kind == JCL_DSN_NAME)
				dd->dcb.model = model.name;
		}
	}
}

/* --- VSAM and SMS --------------------------------------------------------- */

void
jcl_bind_keyoff(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_number(c, n, "KEYOFF", 32760, &((struct jcl_dd *)to)->keyoff);
}

void
jcl_bind_recorg(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	if (jcl_word(c, n, "RECORG", "KS ES RR LS") >= 0)
		((struct jcl_dd *)to)->recorg = n->text;
}

void
jcl_bind_like(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_dd *dd = to;

	jcl_dsn_bind(c, n, "LIKE", &dd->like);
	if (dd->like.kind != JCL_DSN_NAME && dd->like.kind != JCL_DSN_NONE)
		jcl_wrong(c, MSG_IEF632I, n, "LIKE");
}

void
jcl_bind_refdd(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	((struct jcl_dd *)to)->refdd = jcl_referback(c, n, "REFDD");
}

/* AMP=('BUFND=4,BUFNI=3','ACCBIAS=SYSTEM') as one text. */
void
jcl_bind_amp(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_node *list = jcl_as_list(c, n);
	const struct jcl_node *i;
	const char *text;
	size_t len = 0, add;
	char *out;

	out = jcl_new(c, n->end - n->at + 2);
	if (list == NULL || out == NULL)
		return;
	for (i = list->first; i != NULL; i = i->next) {
		text = i->kind == JCL_NODE_QUOTED && i->list == NULL
			   ? i->text
			   : jcl_raw(c, i);
		add = strlen(text);
		if (add == 0)
			continue;
		if (len > 0)
			out[len++] = ',';
		memcpy(out + len, text, add);
		len += add;
	}
	((struct jcl_dd *)to)->amp = out;
}

void
jcl_bind_storclas(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_name(c, n, "STORCLAS", 8, &((struct jcl_dd *)to)->storclas);
}

void
jcl_bind_dataclas(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_name(c, n, "DATACLAS", 8, &((struct jcl_dd *)to)->dataclas);
}

void
jcl_bind_mgmtclas(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_name(c, n, "MGMTCLAS", 8, &((struct jcl_dd *)to)->mgmtclas);
}

void
jcl_bind_dsntype(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_node *list = jcl_as_list(c, n);

	if (list != NULL && jcl_word(c, list->first, "DSNTYPE",
				"LIBRARY PDS HFS PIPE BASIC LARGE EXTREQ "
				"EXTPREF") >= 0)
		((struct jcl_dd *)to)->dsntype = list->first->text;
}

void
jcl_bind_gdgorder(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	if (jcl_word(c, n, "GDGORDER", "LIFO FIFO USECATLG") >= 0)
		((struct jcl_dd *)to)->gdgorder = n->text;
}

/* --- expiration, LABEL ---------------------------------------------------- */

/* yyddd or yyyy/ddd */
void
jcl_bind_expdt(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	const char *s = n->text;
	bool ok = n->kind == JCL_NODE_WORD || n->kind == JCL_NODE_QUOTED;

	ok = ok && n->list == NULL &&
	     ((n->len == 5 && strspn(s, "0123456789") == 5) ||
		 (n->len == 8 && strspn(s, "0123456789") == 4 && s[4] == '/' &&
		     strspn(s + 5, "0123456789") == 3));
	if (!ok) {
		jcl_wrong(c, MSG_IEF644I, n, "EXPDT");
		return;
	}
	((struct jcl_dd *)to)->expdt = s;
}

void
jcl_bind_retpd(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	int64_t v;

	if (jcl_number(c, n, "RETPD", 93000, &v))
		((struct jcl_dd *)to)->retpd = (int)v;
}

static void
label_keyword(struct jcl_conv *c, struct jcl_node *n, void *dd)
{
	if (strcmp(n->text, "EXPDT") == 0)
		jcl_bind_expdt(c, n->first, dd);
	else if (strcmp(n->text, "RETPD") == 0)
		jcl_bind_retpd(c, n->first, dd);
	else
		jcl_say(c, MSG_IEFC630I, n, n->text, "IN THE LABEL FIELD");
}

static void
label_positional(struct jcl_conv *c, struct jcl_node *n, int i, void *to)
{
	struct jcl_dd *dd = to;
	int64_t v;

	switch (i) {
	case 0:
		jcl_number(c, n, "LABEL", 65535, &v);
		break;
	case 1:
		jcl_word(c, n, "LABEL", "SL SUL AL AUL NSL NL BLP LTM");
		break;
	case 2:
		jcl_word(c, n, "LABEL", "PASSWORD NOPWREAD");
		break;
	case 3:
		i = jcl_word(c, n, "LABEL", "IN OUT");
		dd->label_in = i == 0;
		dd->label_out = i == 1;
		break;
	default:
		jcl_wrong(c, MSG_IEF640I, n, "LABEL");
		break;
	}
}

void
jcl_bind_label(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_subparameters(c, n, label_keyword, label_positional, to);
}

/* --- z/OS UNIX files ------------------------------------------------------ */

void
jcl_bind_path(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	if ((n->kind != JCL_NODE_WORD && n->kind != JCL_NODE_QUOTED) ||
	    n->list != NULL || n->text[0] != '/')
		jcl_wrong(c, MSG_IEF632I, n, "PATH");
	else if (n->len > 255)
		jcl_wrong(c, MSG_IEF642I, n, "PATH");
	else
		((struct jcl_dd *)to)->path.name = n->text;
}

void
jcl_bind_pathopts(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	static const char words[] = "ORDONLY OWRONLY ORDWR OAPPEND OCREAT "
				    "OEXCL ONOCTTY ONONBLOCK OSYNC OTRUNC";
	struct jcl_node *list = jcl_as_list(c, n), *p;
	struct jcl_path *path = &((struct jcl_dd *)to)->path;
	const char **out;

	if (list == NULL)
		return;
	out = jcl_new(c, (size_t)jcl_count(list) * sizeof(*out));
	if (out == NULL)
		return;
	for (p = list->first; p != NULL; p = p->next) {
		if (jcl_word(c, p, "PATHOPTS", words) >= 0)
			out[path->noptions++] = p->text;
	}
	path->options = out;
}

void
jcl_bind_pathmode(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	static const char words[] =
	    "SIRUSR SIWUSR SIXUSR SIRWXU SIRGRP SIWGRP SIXGRP SIRWXG "
	    "SIROTH SIWOTH SIXOTH SIRWXO SISUID SISGID";
	static const int bits[] = {0400, 0200, 0100, 0700, 0040, 0020, 0010,
	    0070, 0004, 0002, 0001, 0007, 04000, 02000};
	struct jcl_node *list = jcl_as_list(c, n), *p;
	int mode = 0, i;

	if (list == NULL)
		return;
	for (p = list->first; p != NULL; p = p->next) {
		if ((i = jcl_word(c, p, "PATHMODE", words)) >= 0)
			mode |= bits[i];
	}
	((struct jcl_dd *)to)->path.mode = mode;
}

void
jcl_bind_pathdisp(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	static const enum jcl_disp disps[] = {JCL_DISP_KEEP, JCL_DISP_DELETE};
	struct jcl_path *path = &((struct jcl_dd *)to)->path;
	struct jcl_node *list = jcl_as_list(c, n), *p;
	int i;

	if (list == NULL)
		return;
	if (jcl_count(list) > 2)
		jcl_wrong(c, MSG_IEF640I, n, "PATHDISP");
	p = jcl_item_at(list, 0);
	if (!jcl_empty(p) &&
	    (i = jcl_word(c, p, "PATHDISP", "KEEP DELETE")) >= 0)
		path->normal = disps[i];
	p = jcl_item_at(list, 1);
	if (!jcl_empty(p) &&
	    (i = jcl_word(c, p, "PATHDISP", "KEEP DELETE")) >= 0)
		path->abnormal = disps[i];
}

void
jcl_bind_filedata(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	int i = jcl_word(c, n, "FILEDATA", "BINARY TEXT RECORD");

	((struct jcl_dd *)to)->path.data = (enum jcl_filedata)(i + 1);
}

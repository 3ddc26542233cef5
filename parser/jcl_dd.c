/*
 * DD statements: which parameters there are, which exclude each other, and
 * those that say where data is and what becomes of it.
 */
#include <string.h>

#include "base/dsname.h"
#include "parser/jcl_dd_int.h"
#include "parser/jcl_int.h"

const char jcl_dcb_others[] =
    "BFALN BFTEK BUFIN BUFL BUFMAX BUFOFF BUFOUT BUFSIZE CPRI CYLOFL DEN "
    "DIAGNS EROPT FUNC GNCP HIARCHY INTVL IPLTXID LBLTYPE MODE NCP NTM PCI "
    "PRTSP RESERVE RKP STACK THRESH TRTCH";

/* Kept as coded. */
static const char dd_others[] =
    "ACCODE AFF BLKSZLIM BURST CCSID CHARS CHKPT CNTL DSID DSKEYLBL EATTR "
    "FCB FLASH FREEVOL KEYCD1 KEYCD2 KEYENCD1 KEYENCD2 KEYLAB1 KEYLAB2 "
    "KEYLABL1 KEYLABL2 LGSTREAM MAXGENS MODIFY PROTECT QNAME RLS ROACCESS "
    "SECMODEL SEGMENT SEP SPIN SYMLIST TERM UCS BFALN BFTEK BUFIN BUFL "
    "BUFMAX BUFOFF BUFOUT BUFSIZE CPRI CYLOFL DEN DIAGNS EROPT FUNC GNCP "
    "INTVL IPLTXID MODE NCP NTM PCI PRTSP RESERVE RKP STACK THRESH TRTCH";

/* --- where the data is ---------------------------------------------------- */

static void
bind_dsn(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_dd *dd = to;

	jcl_dsn_bind(c, n, "DSNAME", &dd->dsn);
	if (dd->dsn.kind == JCL_DSN_NULLFILE)
		dd->dummy = true;
}

static void
bind_disp(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	static const char ends[] = "DELETE KEEP PASS CATLG UNCATLG";
	struct jcl_node *list = jcl_as_list(c, n), *i;
	struct jcl_dd *dd = to;
	int w;

	if (list == NULL)
		return;
	dd->disp_coded = true;
	if (jcl_count(list) > 3)
		jcl_wrong(c, MSG_IEF640I, n, "DISP");
	i = jcl_item_at(list, 0);
	if (!jcl_empty(i) &&
	    (w = jcl_word(c, i, "DISP", "NEW OLD SHR MOD")) >= 0)
		dd->status = (enum jcl_status)(w + 1);
	i = jcl_item_at(list, 1);
	if (!jcl_empty(i) && (w = jcl_word(c, i, "DISP", ends)) >= 0)
		dd->normal = (enum jcl_disp)(w + 1);
	i = jcl_item_at(list, 2);
	if (jcl_empty(i))
		return;
	if (jcl_is(i, "PASS"))
		jcl_wrong(c, MSG_IEF643I, i, "DISP");
	else if ((w = jcl_word(c, i, "DISP", ends)) >= 0)
		dd->abnormal = (enum jcl_disp)(w + 1);
}

/* (primary,secondary,directory) */
static void
space_quantity(struct jcl_conv *c, struct jcl_node *n, struct jcl_space *s)
{
	int64_t *to[] = {&s->primary, &s->secondary, &s->directory};
	struct jcl_node *list = jcl_as_list(c, n), *p;
	int i = 0;

	if (list == NULL)
		return;
	if (jcl_empty(list->first))
		jcl_wrong(c, MSG_IEF646I, n, "SPACE");
	for (p = list->first; p != NULL; p = p->next, i++) {
		if (i == 3) {
			jcl_wrong(c, MSG_IEF640I, p, "SPACE");
			break;
		}
		if (!jcl_empty(p))
			jcl_number(c, p, "SPACE", 16777215, to[i]);
	}
}

static void
space_unit(struct jcl_conv *c, struct jcl_node *n, struct jcl_space *s)
{
	if (jcl_empty(n))
		jcl_wrong(c, MSG_IEF646I, n, "SPACE");
	else if (n->list != NULL || n->kind == JCL_NODE_LIST)
		jcl_wrong(c, MSG_IEF641I, n, "SPACE");
	else if (jcl_is(n, "TRK"))
		s->unit = JCL_SPACE_TRK;
	else if (jcl_is(n, "CYL"))
		s->unit = JCL_SPACE_CYL;
	else if (jcl_is(n, "ABSTR"))
		s->unit = JCL_SPACE_ABSTR;
	else if (jcl_number(c, n, "SPACE", 65535, &s->length))
		s->unit = JCL_SPACE_BLOCKS;
}

static void
bind_space(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_space *s = &((struct jcl_dd *)to)->space;
	struct jcl_node *list = jcl_as_list(c, n), *i;

	if (list == NULL)
		return;
	space_unit(c, list->first, s);
	i = jcl_item_at(list, 1);
	if (i == NULL)
		jcl_wrong(c, MSG_IEF646I, n, "SPACE");
	else
		space_quantity(c, i, s);
	i = jcl_item_at(list, 2);
	if (!jcl_empty(i))
		s->rlse = jcl_word(c, i, "SPACE", "RLSE") == 0;
	i = jcl_item_at(list, 3);
	if (!jcl_empty(i) && jcl_word(c, i, "SPACE", "CONTIG MXIG ALX") >= 0) {
		s->contig = jcl_is(i, "CONTIG");
		s->mxig = jcl_is(i, "MXIG");
		s->alx = jcl_is(i, "ALX");
	}
	i = jcl_item_at(list, 4);
	if (!jcl_empty(i))
		s->round = jcl_word(c, i, "SPACE", "ROUND") == 0;
	if (jcl_count(list) > 5)
		jcl_wrong(c, MSG_IEF640I, n, "SPACE");
}

static void
bind_avgrec(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	if (jcl_word(c, n, "AVGREC", "U K M") >= 0)
		((struct jcl_dd *)to)->space.avgrec = n->text[0];
}

static void
bind_unit(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_node *list = jcl_as_list(c, n), *i;
	struct jcl_dd *dd = to;
	int64_t v;

	if (list == NULL)
		return;
	i = list->first;
	if (i->kind == JCL_NODE_KEY) {
		if (strcmp(i->text, "AFF") == 0)
			jcl_name(c, i->first, "UNIT", 8, &dd->unit_affinity);
		else if (strcmp(i->text, "SEP") != 0)
			jcl_say(
			    c, MSG_IEFC630I, i, i->text, "IN THE UNIT FIELD");
		return;
	}
	if (i->kind == JCL_NODE_WORD && i->list == NULL) {
		if (i->len > 8)
			jcl_wrong(c, MSG_IEF642I, i, "UNIT");
		dd->unit = i->text;
	} else if (i->kind != JCL_NODE_EMPTY) {
		jcl_wrong(c, MSG_IEF632I, i, "UNIT");
	}
	i = jcl_item_at(list, 1);
	if (!jcl_empty(i) && !jcl_is(i, "P") && i->kind != JCL_NODE_KEY &&
	    jcl_number(c, i, "UNIT", 59, &v))
		dd->units = (int)v;
	i = jcl_item_at(list, 2);
	if (!jcl_empty(i) && i->kind != JCL_NODE_KEY)
		jcl_word(c, i, "UNIT", "DEFER SMSHONOR");
}

/* --- VOLUME --------------------------------------------------------------- */

static void
volume_serials(struct jcl_conv *c, struct jcl_node *n, struct jcl_volume *v)
{
	struct jcl_node *list = jcl_as_list(c, n), *i;
	const char **out;

	if (list == NULL)
		return;
	if (jcl_count(list) > JCL_VOLUMES_MAX) {
		jcl_wrong(c, MSG_IEF640I, n, "VOLUME");
		return;
	}
	out = jcl_new(c, (size_t)jcl_count(list) * sizeof(*out));
	if (out == NULL)
		return;
	for (i = list->first; i != NULL; i = i->next) {
		if (i->list == NULL &&
		    (i->kind == JCL_NODE_WORD || i->kind == JCL_NODE_QUOTED) &&
		    volser_valid(i->text, i->len))
			out[v->nserials++] = i->text;
		else if (!jcl_empty(i))
			jcl_wrong(c,
			    i->len > VOLSER_MAX ? MSG_IEF642I : MSG_IEF632I, i,
			    "SER");
	}
	v->serials = out;
}

static void
volume_keyword(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_volume *v = to;

	if (strcmp(n->text, "SER") == 0)
		volume_serials(c, n->first, v);
	else if (strcmp(n->text, "REF") == 0)
		jcl_dsn_bind(c, n->first, "REF", &v->ref);
	else
		jcl_say(c, MSG_IEFC630I, n, n->text, "IN THE VOLUME FIELD");
}

static void
volume_positional(struct jcl_conv *c, struct jcl_node *n, int i, void *to)
{
	struct jcl_volume *v = to;
	int64_t number;

	switch (i) {
	case 0:
		v->private = jcl_word(c, n, "VOLUME", "PRIVATE") == 0;
		break;
	case 1:
		v->retain = jcl_word(c, n, "VOLUME", "RETAIN") == 0;
		break;
	case 2:
		if (jcl_number(c, n, "VOLUME", 255, &number))
			v->sequence = (int)number;
		break;
	case 3:
		if (jcl_number(c, n, "VOLUME", 255, &number))
			v->count = (int)number;
		break;
	default:
		jcl_wrong(c, MSG_IEF640I, n, "VOLUME");
		break;
	}
}

static void
bind_volume(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_subparameters(c, n, volume_keyword, volume_positional,
	    &((struct jcl_dd *)to)->volume);
}

/* --- SYSOUT --------------------------------------------------------------- */

static void
bind_sysout(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_sysout *s = &((struct jcl_dd *)to)->sysout;
	struct jcl_node *list = jcl_as_list(c, n), *i;

	if (list == NULL)
		return;
	i = list->first;
	s->class = ' ';
	if (!jcl_empty(i)) {
		if ((i->kind != JCL_NODE_WORD && i->kind != JCL_NODE_QUOTED) ||
		    i->list != NULL || i->len != 1)
			jcl_wrong(c, MSG_IEF632I, i, "SYSOUT");
		else
			s->class = i->text[0];
	}
	i = jcl_item_at(list, 1);
	if (!jcl_empty(i))
		jcl_name(c, i, "SYSOUT", 8, &s->writer);
	i = jcl_item_at(list, 2);
	if (!jcl_empty(i))
		s->form = jcl_raw(c, i);
	if (jcl_count(list) > 3)
		jcl_wrong(c, MSG_IEF640I, n, "SYSOUT");
}

/* OUTPUT=*.name, *.step.name: the last part is its name. */
static void
bind_output(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_sysout *s = &((struct jcl_dd *)to)->sysout;
	struct jcl_node *list = jcl_as_list(c, n), *i;
	const struct jcl_output **out;
	const char *name;

	if (list == NULL)
		return;
	out = jcl_new(c, (size_t)jcl_count(list) * sizeof(*out));
	if (out == NULL)
		return;
	for (i = list->first; i != NULL; i = i->next) {
		name = i->kind == JCL_NODE_WORD && i->list == NULL &&
			       strncmp(i->text, "*.", 2) == 0
			   ? strrchr(i->text, '.') + 1
			   : "";
		out[s->noutputs] = jcl_output_named(c, name, strlen(name));
		if (out[s->noutputs] == NULL)
			jcl_wrong(c, MSG_IEF645I, i, "OUTPUT");
		else
			s->noutputs++;
	}
	s->outputs = out;
}

static void
bind_dest(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	((struct jcl_dd *)to)->sysout.dest = jcl_raw(c, n);
}

static void
bind_copies(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_node *list = jcl_as_list(c, n);
	int64_t v;

	if (list != NULL && !jcl_empty(list->first) &&
	    jcl_number(c, list->first, "COPIES", 255, &v))
		((struct jcl_dd *)to)->sysout.copies = (int)v;
}

static void
bind_hold(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	int i = jcl_word(c, n, "HOLD", "YES Y NO N");

	((struct jcl_dd *)to)->sysout.hold = i == 0 || i == 1;
}

static void
bind_outlim(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_number(
	    c, n, "OUTLIM", 16777215, &((struct jcl_dd *)to)->sysout.outlim);
}

/* --- the rest ------------------------------------------------------------- */

static void
bind_ddname(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_name(c, n, "DDNAME", 8, &((struct jcl_dd *)to)->ddname);
}

static void
bind_free(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	((struct jcl_dd *)to)->free_close =
	    jcl_word(c, n, "FREE", "END CLOSE") == 1;
}

static void
bind_subsys(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	((struct jcl_dd *)to)->subsys = jcl_raw(c, n);
}

/* The scan of cards has used it already. */
static void
bind_dlm(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	(void)to;
	if ((n->kind != JCL_NODE_WORD && n->kind != JCL_NODE_QUOTED) ||
	    n->list != NULL || n->len < 2)
		jcl_wrong(c, MSG_IEF632I, n, "DLM");
	else if (n->len > 16)
		jcl_wrong(c, MSG_IEF642I, n, "DLM");
}

static void
bind_symbols(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_node *list = jcl_as_list(c, n);

	(void)to;
	if (list != NULL)
		jcl_word(
		    c, list->first, "SYMBOLS", "JCLONLY EXECSYS CNVTSYS NONE");
}

static const struct jcl_binding dd_table[] = {
    {"DSN", bind_dsn},
    {"DSNAME", bind_dsn},
    {"DISP", bind_disp},
    {"SYSOUT", bind_sysout},
    {"UNIT", bind_unit},
    {"SPACE", bind_space},
    {"DCB", jcl_bind_dcb},
    {"VOL", bind_volume},
    {"VOLUME", bind_volume},
    {"RECFM", jcl_bind_recfm},
    {"LRECL", jcl_bind_lrecl},
    {"BLKSIZE", jcl_bind_blksize},
    {"DSORG", jcl_bind_dsorg},
    {"DLM", bind_dlm},
    {"SYMBOLS", bind_symbols},
    {"LABEL", jcl_bind_label},
    {"DDNAME", bind_ddname},
    {"DSNTYPE", jcl_bind_dsntype},
    {"OUTPUT", bind_output},
    {"OUTLIM", bind_outlim},
    {"DEST", bind_dest},
    {"COPIES", bind_copies},
    {"HOLD", bind_hold},
    {"AVGREC", bind_avgrec},
    {"FREE", bind_free},
    {"KEYLEN", jcl_bind_keylen},
    {"BUFNO", jcl_bind_bufno},
    {"LIMCT", jcl_bind_limct},
    {"OPTCD", jcl_bind_optcd},
    {"KEYOFF", jcl_bind_keyoff},
    {"RECORG", jcl_bind_recorg},
    {"LIKE", jcl_bind_like},
    {"REFDD", jcl_bind_refdd},
    {"AMP", jcl_bind_amp},
    {"STORCLAS", jcl_bind_storclas},
    {"DATACLAS", jcl_bind_dataclas},
    {"MGMTCLAS", jcl_bind_mgmtclas},
    {"EXPDT", jcl_bind_expdt},
    {"RETPD", jcl_bind_retpd},
    {"PATH", jcl_bind_path},
    {"PATHOPTS", jcl_bind_pathopts},
    {"PATHMODE", jcl_bind_pathmode},
    {"PATHDISP", jcl_bind_pathdisp},
    {"FILEDATA", jcl_bind_filedata},
    {"GDGORDER", jcl_bind_gdgorder},
    {"SUBSYS", bind_subsys},
    {NULL, NULL},
};

/* *, DATA, DUMMY, DYNAM: the first parameter, and the only one of its kind. */
static void
positional(struct jcl_conv *c, const struct jcl_node *top, struct jcl_dd *dd)
{
	const struct jcl_node *n;

	for (n = top->first; n != NULL; n = n->next) {
		if (n->kind == JCL_NODE_KEY || n->kind == JCL_NODE_EMPTY)
			continue;
		if (n == top->first && (jcl_is(n, "*") || jcl_is(n, "DATA")))
			dd->instream = true;
		else if (n == top->first &&
			 (jcl_is(n, "DUMMY") || jcl_is(n, "DYNAM")))
			dd->dummy = true;
		else
			jcl_say(c, MSG_IEF643I, n, jcl_on(c), NULL);
	}
}

/* --- exclusive parameters ------------------------------------------------- */

static const struct {
	const char *keyword;
	const char *without;
} exclusive[] = {
    {"*", "DISP SYSOUT PATH DDNAME SUBSYS SPACE"},
    {"SYSOUT", "DISP DDNAME PATH AMP LIKE EXPDT RETPD"},
    {"PATH", "DSN DISP SPACE UNIT VOL VOLUME LIKE REFDD AMP LABEL DDNAME "
	     "EXPDT RETPD RECORG"},
    {"DDNAME", "DSN DISP SPACE UNIT VOL VOLUME LABEL AMP LIKE"},
    {"EXPDT", "RETPD"},
    {"LIKE", "REFDD"},
    {"RECORG", "DSORG DSNTYPE"},
    {"DSN", "DSNAME"},
    {"VOL", "VOLUME"},
};

/* Is it coded, with a value? */
static const struct jcl_node *
coded(const struct jcl_node *top, const char *keyword, size_t len)
{
	const struct jcl_node *n;

	for (n = top->first; n != NULL; n = n->next) {
		if (n->kind == JCL_NODE_KEY && n->len == len &&
		    memcmp(n->text, keyword, len) == 0 && !jcl_empty(n->first))
			return n;
	}
	return NULL;
}

static void
check_exclusive(
    struct jcl_conv *c, const struct jcl_node *top, const struct jcl_dd *dd)
{
	const struct jcl_node *n;
	const char *p;
	size_t i, len;
	bool has;

	for (i = 0; i < sizeof(exclusive) / sizeof(exclusive[0]); i++) {
		p = exclusive[i].keyword;
		has = p[0] == '*' ? dd->instream
				  : coded(top, p, strlen(p)) != NULL;
		if (!has)
			continue;
		for (p = exclusive[i].without; *p != '\0'; p += len) {
			p += *p == ' ';
			len = strcspn(p, " ");
			if ((n = coded(top, p, len)) != NULL)
				jcl_say(c, MSG_IEF652I, n, jcl_on(c), NULL);
		}
	}
}

void
jcl_dd_bind(struct jcl_conv *c, struct jcl_node *top, struct jcl_dd *dd)
{
	dd->dcb.lrecl = dd->dcb.blksize = dd->dcb.keylen = -1;
	dd->dcb.bufno = dd->dcb.limct = -1;
	dd->keyoff = -1;
	dd->retpd = -1;
	dd->path.mode = -1;
	if (top == NULL)
		return;
	jcl_keep_params(c, top, &dd->params);
	positional(c, top, dd);
	jcl_bind_keywords(c, top, dd_table, dd_others, dd);
	check_exclusive(c, top, dd);
	if (!dd->instream) {
		dd->lines = NULL;
		dd->nlines = 0;
	}
}

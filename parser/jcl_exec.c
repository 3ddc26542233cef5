/* The parameters of EXEC and OUTPUT, and how keywords are bound at all. */
#include <string.h>

#include "parser/jcl_int.h"

static bool
earlier(const struct jcl_node *top, const struct jcl_node *n)
{
	const struct jcl_node *p;

	for (p = top->first; p != n; p = p->next) {
		if (p->kind == JCL_NODE_KEY && strcmp(p->text, n->text) == 0)
			return true;
	}
	return false;
}

void
jcl_bind_keywords(struct jcl_conv *c, struct jcl_node *top,
    const struct jcl_binding *table, const char *others, void *to)
{
	const struct jcl_binding *b;
	struct jcl_node *n;

	for (n = top->first; n != NULL; n = n->next) {
		if (n->kind != JCL_NODE_KEY)
			continue;
		for (b = table; b->keyword != NULL; b++) {
			if (strcmp(b->keyword, n->text) == 0)
				break;
		}
		if (b->keyword == NULL && !jcl_word_in(others, n->text)) {
			jcl_say(c, MSG_IEFC630I, n, n->text, jcl_on(c));
			continue;
		}
		if (earlier(top, n)) {
			jcl_note(c, JCL_ERROR, n,
			    "keyword %.20s is coded twice", n->text);
			continue;
		}
		if (b->keyword != NULL && !jcl_empty(n->first))
			b->bind(c, n->first, to);
	}
}

/* --- EXEC ----------------------------------------------------------------- */

static const char exec_keywords[] =
    "PGM PARM PARMDD COND TIME REGION REGIONX ACCT ADDRSPC CCSID DPRTY "
    "DYNAMNBR MEMLIMIT PERFORM RD RLSTMOUT ROLL TVSMSG TVSAMCOM";

bool
jcl_exec_keyword(const char *word)
{
	return jcl_word_in(exec_keywords, word);
}

static void
bind_pgm(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_step *s = to;

	if (n->kind == JCL_NODE_WORD && strncmp(n->text, "*.", 2) == 0) {
		s->pgm_ref = jcl_referback(c, n, "PGM");
		s->pgm = s->pgm_ref != NULL && s->pgm_ref->dsn.member != NULL
			     ? s->pgm_ref->dsn.member
			     : "";
		return;
	}
	jcl_name(c, n, "PGM", 8, &s->pgm);
}

/* Add to the text of PARM; && there is one ampersand. */
static size_t
add_parm(char *out, size_t at, const char *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		out[at++] = s[i];
		if (s[i] == '&' && i + 1 < len && s[i + 1] == '&')
			i++;
	}
	return at;
}

/* PARM=(A,'B C') is A,B C. */
static void
bind_parm(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_step *s = to;
	const struct jcl_node *i;
	struct jcl_node *list = jcl_as_list(c, n);
	const char *text;
	char *out;
	size_t len = 0;

	out = jcl_new(c, n->end - n->at + 2);
	if (list == NULL || out == NULL)
		return;
	for (i = list->first; i != NULL; i = i->next) {
		if (i != list->first)
			out[len++] = ',';
		text = i->kind == JCL_NODE_QUOTED && i->list == NULL
			   ? i->text
			   : jcl_raw(c, i);
		len = add_parm(out, len, text, strlen(text));
	}
	s->parm = out;
	s->parm_len = len;
	if (len > JCL_PARM_MAX)
		jcl_wrong(c, MSG_IEF642I, n, "PARM");
}

static void
bind_parmdd(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_name(c, n, "PARMDD", 8, &((struct jcl_step *)to)->parmdd);
}

static void
bind_cond(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_cond_bind(c, n, false, &((struct jcl_step *)to)->cond);
}

static void
bind_time(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_time_bind(c, n, &((struct jcl_step *)to)->time);
}

static void
bind_region(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	jcl_region_bind(c, n, &((struct jcl_step *)to)->region);
}

static void
bind_acct(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	((struct jcl_step *)to)->acct = jcl_raw(c, n);
}

static const struct jcl_binding exec_table[] = {
    {"PGM", bind_pgm},
    {"PARM", bind_parm},
    {"PARMDD", bind_parmdd},
    {"COND", bind_cond},
    {"TIME", bind_time},
    {"REGION", bind_region},
    {"ACCT", bind_acct},
    {NULL, NULL},
};

void
jcl_exec_bind(struct jcl_conv *c, struct jcl_node *top, struct jcl_step *s)
{
	const struct jcl_node *n;

	jcl_keep_params(c, top, &s->params);
	for (n = top->first; n != NULL; n = n->next) {
		if (n->kind != JCL_NODE_KEY && n->kind != JCL_NODE_EMPTY)
			jcl_say(c, MSG_IEF643I, n, jcl_on(c), NULL);
	}
	jcl_bind_keywords(c, top, exec_table, exec_keywords, s);
	if (jcl_param_find(&s->params, "PGM") == NULL)
		jcl_say(c, MSG_IEF646I, NULL, jcl_on(c), NULL);
	if (s->parm != NULL && s->parmdd != NULL)
		jcl_say(c, MSG_IEF652I, NULL, jcl_on(c), NULL);
}

/* --- OUTPUT --------------------------------------------------------------- */

static const char output_keywords[] =
    "ADDRESS AFPPARMS AFPSTATS BUILDING BURST CHARS CKPTLINE CKPTPAGE "
    "CKPTSEC COLORMAP COMPACT COMSETUP CONTROL COPIES COPYCNT DATACK DDNAME "
    "DEPT DEST DPAGELBL DUPLEX FCB FLASH FORMDEF FORMLEN FORMS FSSDATA "
    "GROUPID INDEX INTRAY JESDS LINDEX LINECT MAILBCC MAILCC MAILFILE "
    "MAILFROM MAILTO MERGE MODIFY NAME NOTIFY OFFSETXB OFFSETXF OFFSETYB "
    "OFFSETYF OUTBIN OUTDISP OVERLAYB OVERLAYF OVFL PAGEDEF PIMSG PORTNO "
    "PRMODE PRTATTRS PRTERROR PRTOPTNS PRTQUEUE PRTY REPLYTO RESFMT RETAINF "
    "RETAINS RETRYL RETRYT ROOM SYSAREA THRESHLD TITLE TRC UCS USERDATA "
    "USERLIB USERPATH WRITER";

static void
bind_class(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	struct jcl_output *o = to;

	if (n->kind == JCL_NODE_WORD && n->list == NULL && n->len == 1)
		o->class = n->text[0];
	else
		jcl_wrong(c, MSG_IEF643I, n, "CLASS");
}

static void
bind_default(struct jcl_conv *c, struct jcl_node *n, void *to)
{
	((struct jcl_output *)to)->dflt =
	    jcl_word(c, n, "DEFAULT", "YES Y NO N") < 2 && n->text[0] == 'Y';
}

static const struct jcl_binding output_table[] = {
    {"CLASS", bind_class},
    {"DEFAULT", bind_default},
    {NULL, NULL},
};

void
jcl_output_bind(struct jcl_conv *c, struct jcl_node *top, struct jcl_output *o)
{
	const struct jcl_node *n;

	jcl_keep_params(c, top, &o->params);
	for (n = top->first; n != NULL; n = n->next) {
		if (n->kind != JCL_NODE_KEY && n->kind != JCL_NODE_EMPTY)
			jcl_say(c, MSG_IEF643I, n, jcl_on(c), NULL);
	}
	jcl_bind_keywords(c, top, output_table, output_keywords, o);
}

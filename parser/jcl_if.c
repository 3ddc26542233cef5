/*
 * The relational expression of IF, by recursive descent.
 *
 *	expression   term, then & or | and a term, as often as wanted
 *	term         NOT term, ( expression ), relation
 *	relation     [step.[procstep.]] RC, ABENDCC, ABEND or RUN, with an
 *	             operator and a value; these are optional for the last two
 *
 * AND and OR are of one order, from left to right (JCL Reference, "Priorities
 * of operators"). A step is one that came before the IF.
 */
#include <string.h>

#include "parser/jcl_int.h"

struct reader {
	struct jcl_conv *c;
	const struct jcl_field *f;
	size_t at;
	int depth;
	bool failed, abend;
};

static struct jcl_expr *expression(struct reader *r);

/* Say so, once. */
static void
fail(struct reader *r, const char *why)
{
	struct jcl_node at = {.field = r->f, .at = r->at};

	if (!r->failed)
		jcl_note(r->c, JCL_ERROR, &at, "IF: %s", why);
	r->failed = true;
}

static void
skip_blanks(struct reader *r)
{
	while (r->at < r->f->len && r->f->text[r->at] == ' ')
		r->at++;
}

static bool
word_char(char ch)
{
	return (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') ||
	       ch == '@' || ch == '#' || ch == '$' || ch == '.';
}

/* Length of the word that stands next. */
static size_t
word_len(struct reader *r)
{
	size_t n = 0;

	skip_blanks(r);
	while (r->at + n < r->f->len && word_char(r->f->text[r->at + n]))
		n++;
	return n;
}

static bool
take_word(struct reader *r, const char *word)
{
	size_t n = word_len(r);

	if (n != strlen(word) || memcmp(r->f->text + r->at, word, n) != 0)
		return false;
	r->at += n;
	return true;
}

static bool
take_sign(struct reader *r, const char *sign)
{
	size_t n = strlen(sign);

	skip_blanks(r);
	if (r->f->len - r->at < n || memcmp(r->f->text + r->at, sign, n) != 0)
		return false;
	r->at += n;
	return true;
}

/* Longer signs come first. "\xC2\xAC" is the not sign. */
static const struct {
	const char *sign;
	enum jcl_op op;
} operators[] =
    {
	{">=", JCL_GE},
	{"<=", JCL_LE},
	{"\xC2\xAC=", JCL_NE},
	{"\xC2\xAC>", JCL_LE},
	{"\xC2\xAC<", JCL_GE},
	{"^=", JCL_NE},
	{"^>", JCL_LE},
	{"^<", JCL_GE},
	{"!=", JCL_NE},
	{">", JCL_GT},
	{"<", JCL_LT},
	{"=", JCL_EQ},
},
  words[] = {
      {"GT", JCL_GT},
      {"LT", JCL_LT},
      {"NG", JCL_LE},
      {"NL", JCL_GE},
      {"EQ", JCL_EQ},
      {"NE", JCL_NE},
      {"GE", JCL_GE},
      {"LE", JCL_LE},
};

static bool
take_operator(struct reader *r, enum jcl_op *opp)
{
	size_t i;

	for (i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		if (take_sign(r, operators[i].sign)) {
			*opp = operators[i].op;
			return true;
		}
	}
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (take_word(r, words[i].sign)) {
			*opp = words[i].op;
			return true;
		}
	}
	return false;
}

static struct jcl_expr *
new_expr(struct reader *r, enum jcl_expr_kind kind)
{
	struct jcl_expr *e = jcl_new(r->c, sizeof(*e));

	if (e == NULL) {
		r->failed = true;
		return NULL;
	}
	e->kind = kind;
	e->step = JCL_ANY_STEP;
	return e;
}

/* Digits of a base; -1 when there is another character, or it is too large. */
static int
digits(const char *s, size_t len, int base, int max)
{
	int v = 0, d;
	size_t i;

	for (i = 0; i < len; i++) {
		d = s[i] >= '0' && s[i] <= '9' ? s[i] - '0' : 16;
		if (s[i] >= 'A' && s[i] <= 'F')
			d = s[i] - 'A' + 10;
		if (d >= base || (v = v * base + d) > max)
			return -1;
	}
	return len > 0 ? v : -1;
}

static void
rc_value(struct reader *r, struct jcl_expr *e)
{
	size_t n;

	if (!take_operator(r, &e->op)) {
		fail(r, "an operator is missing");
		return;
	}
	n = word_len(r);
	e->value = digits(r->f->text + r->at, n, 10, 4095);
	if (e->value < 0)
		fail(r, "a code of 0 to 4095 is missing");
	else
		r->at += n;
}

/* S0C4, U0012 */
static void
abendcc_value(struct reader *r, struct jcl_expr *e)
{
	const char *s;
	size_t n;

	if (!take_operator(r, &e->op)) {
		fail(r, "an operator is missing");
		return;
	}
	n = word_len(r);
	s = r->f->text + r->at;
	e->value = -1;
	if (n == 4 && s[0] == 'S')
		e->value = digits(s + 1, 3, 16, 0xFFF);
	if (n >= 2 && n <= 5 && s[0] == 'U') {
		e->user = true;
		e->value = digits(s + 1, n - 1, 10, 4095);
	}
	if (e->value < 0)
		fail(r, "an abend code, Sxxx or Unnnn, is missing");
	else
		r->at += n;
}

/* [= TRUE], [NE FALSE] */
static void
truth_value(struct reader *r, struct jcl_expr *e)
{
	bool yes = true;
	enum jcl_op op;

	e->op = JCL_EQ;
	if (!take_operator(r, &op))
		return;
	if (op != JCL_EQ && op != JCL_NE)
		fail(r, "the operator must be = or NE here");
	else if (take_word(r, "FALSE"))
		yes = false;
	else if (!take_word(r, "TRUE"))
		fail(r, "TRUE or FALSE is missing");
	e->op = yes == (op == JCL_EQ) ? JCL_EQ : JCL_NE;
}

/* The step of "STEP." or "STEP.PROCSTEP.", of len characters. */
static void
find_step(struct reader *r, const char *s, size_t len, struct jcl_expr *e)
{
	const char *dot;
	size_t n;

	if (len == 0)
		return;
	len--; /* the last period */
	dot = memchr(s, '.', len);
	n = dot != NULL ? (size_t)(dot - s) : len;
	e->step = jcl_step_named(r->c, s, n, dot != NULL ? dot + 1 : NULL,
	    dot != NULL ? len - n - 1 : 0);
	if (e->step < 0)
		fail(r, "no step of that name stands in front of it");
}

static const struct {
	const char *keyword;
	enum jcl_expr_kind kind;
	void (*value)(struct reader *r, struct jcl_expr *e);
} keywords[] = {
    {"RC", JCL_EXPR_RC, rc_value},
    {"ABENDCC", JCL_EXPR_ABENDCC, abendcc_value},
    {"ABEND", JCL_EXPR_ABEND, truth_value},
    {"RUN", JCL_EXPR_RUN, truth_value},
};

static struct jcl_expr *
relation(struct reader *r)
{
	const char *s;
	struct jcl_expr *e;
	size_t n = word_len(r), len, i;

	s = r->f->text + r->at;
	for (i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
		len = strlen(keywords[i].keyword);
		if (n < len ||
		    memcmp(s + n - len, keywords[i].keyword, len) != 0 ||
		    (n > len && s[n - len - 1] != '.'))
			continue;
		if ((e = new_expr(r, keywords[i].kind)) == NULL)
			return NULL;
		find_step(r, s, n - len, e);
		if (e->kind == JCL_EXPR_RUN && n == len)
			fail(r, "RUN needs a step");
		r->abend |=
		    e->kind == JCL_EXPR_ABEND || e->kind == JCL_EXPR_ABENDCC;
		r->at += n;
		keywords[i].value(r, e);
		return e;
	}
	fail(r, "RC, ABEND, ABENDCC or RUN is missing");
	return NULL;
}

static bool
take_not(struct reader *r)
{
	return take_sign(r, "\xC2\xAC") || take_sign(r, "^") ||
	       take_sign(r, "!") || take_word(r, "NOT");
}

static struct jcl_expr *
term(struct reader *r)
{
	struct jcl_expr *e;

	if (r->depth >= JCL_DEPTH_MAX) {
		fail(r, "it is nested too deep");
		return NULL;
	}
	r->depth++;
	if (take_not(r)) {
		if ((e = new_expr(r, JCL_EXPR_NOT)) != NULL)
			e->left = term(r);
	} else if (take_sign(r, "(")) {
		e = expression(r);
		if (!r->failed && !take_sign(r, ")"))
			fail(r, "a right parenthesis is missing");
	} else {
		e = relation(r);
	}
	r->depth--;
	return e;
}

/* As many terms as there are make a chain to the left, so it is kept short. */
static struct jcl_expr *
expression(struct reader *r)
{
	struct jcl_expr *left = term(r), *e;
	enum jcl_expr_kind kind;
	int terms = 1;

	while (!r->failed) {
		if (take_sign(r, "&") || take_word(r, "AND"))
			kind = JCL_EXPR_AND;
		else if (take_sign(r, "|") || take_word(r, "OR"))
			kind = JCL_EXPR_OR;
		else
			break;
		if (++terms > 100) {
			fail(r, "it has too many terms");
			break;
		}
		if ((e = new_expr(r, kind)) == NULL)
			break;
		e->left = left;
		e->right = term(r);
		left = e;
	}
	return left;
}

const struct jcl_expr *
jcl_if_read(struct jcl_conv *c, const struct jcl_field *f, bool *abendp)
{
	struct reader r = {.c = c, .f = f};
	struct jcl_expr *e = expression(&r);

	skip_blanks(&r);
	if (!r.failed && r.at < f->len)
		fail(&r, "what stands behind the expression is not part of it");
	*abendp = r.abend;
	return r.failed ? NULL : e;
}

/*
 * Values of parameters that several statements share: numbers, names, words of
 * a list, COND, TIME, REGION, references to steps. Each says what is wrong.
 */
#include <stdio.h>
#include <string.h>

#include "parser/jcl_int.h"

enum { CODE_MAX = 4095, MINUTES_MAX = 357912, REGION_MAX_K = 2096128 };

bool
jcl_is(const struct jcl_node *n, const char *word)
{
	return n != NULL && n->kind == JCL_NODE_WORD && n->list == NULL &&
	       strcmp(n->text, word) == 0;
}

bool
jcl_empty(const struct jcl_node *n)
{
	return n == NULL || n->kind == JCL_NODE_EMPTY;
}

struct jcl_node *
jcl_item_at(const struct jcl_node *list, int i)
{
	struct jcl_node *n = list != NULL ? list->first : NULL;

	while (n != NULL && i-- > 0)
		n = n->next;
	return n;
}

int
jcl_count(const struct jcl_node *list)
{
	const struct jcl_node *n;
	int count = 0;

	for (n = list->first; n != NULL; n = n->next)
		count++;
	return count;
}

struct jcl_node *
jcl_as_list(struct jcl_conv *c, struct jcl_node *n)
{
	struct jcl_node *list, *only;

	if (n->kind == JCL_NODE_LIST)
		return n;
	list = jcl_new(c, sizeof(*list));
	only = jcl_new(c, sizeof(*only));
	if (list == NULL || only == NULL)
		return NULL;
	*only = *n;
	only->next = NULL;
	*list = *n;
	list->kind = JCL_NODE_LIST;
	list->list = NULL;
	list->first = list->last = only;
	return list;
}

const char *
jcl_raw(struct jcl_conv *c, const struct jcl_node *n)
{
	const char *p;

	p = n->field != NULL && n->end > n->at
		? jcl_dup(c, n->field->text + n->at, n->end - n->at)
		: "";
	return p != NULL ? p : "";
}

void
jcl_wrong(struct jcl_conv *c, enum msg_id id, const struct jcl_node *n,
    const char *field)
{
	char out[64];

	snprintf(out, sizeof(out), "IN THE %.32s FIELD", field);
	jcl_say(c, id, n, out, NULL);
}

bool
jcl_number(struct jcl_conv *c, const struct jcl_node *n, const char *field,
    int64_t max, int64_t *valuep)
{
	const char *p;
	int64_t v = 0;

	if (n->kind != JCL_NODE_WORD || n->list != NULL || n->len == 0) {
		jcl_wrong(c, MSG_IEF644I, n, field);
		return false;
	}
	for (p = n->text; *p != '\0'; p++) {
		if (*p < '0' || *p > '9') {
			jcl_wrong(c, MSG_IEF644I, n, field);
			return false;
		}
		if (v <= max)
			v = v * 10 + (*p - '0');
	}
	if (v > max) {
		jcl_wrong(c, MSG_IEF638I, n, field);
		return false;
	}
	*valuep = v;
	return true;
}

static bool
alphabetic(char ch)
{
	return (ch >= 'A' && ch <= 'Z') || ch == '@' || ch == '#' || ch == '$';
}

bool
jcl_label_valid(const char *s, size_t len, size_t max)
{
	size_t i;

	if (len == 0 || len > max || !alphabetic(s[0]))
		return false;
	for (i = 1; i < len; i++) {
		if (!alphabetic(s[i]) && !(s[i] >= '0' && s[i] <= '9'))
			return false;
	}
	return true;
}

bool
jcl_name(struct jcl_conv *c, const struct jcl_node *n, const char *field,
    size_t max, const char **namep)
{
	enum msg_id id = MSG_IEF632I;

	if ((n->kind == JCL_NODE_WORD || n->kind == JCL_NODE_QUOTED) &&
	    n->list == NULL) {
		if (jcl_label_valid(n->text, n->len, max)) {
			*namep = n->text;
			return true;
		}
		if (n->len > max)
			id = MSG_IEF642I;
		else if (strchr(n->text, '&') != NULL)
			id = MSG_IEFC627I;
		else if (n->len > 0 && !alphabetic(n->text[0]))
			id = MSG_IEF647I;
	}
	jcl_wrong(c, id, n, field);
	return false;
}

/* The place of a word in a blank-separated list; -1: it is not there. */
static int
word_at(const char *list, const char *word)
{
	size_t len = strlen(word), n;
	int i = 0;

	for (; *list != '\0'; list += n + (list[n] == ' '), i++) {
		n = strcspn(list, " ");
		if (n == len && memcmp(list, word, n) == 0)
			return i;
	}
	return -1;
}

bool
jcl_word_in(const char *list, const char *word)
{
	return word_at(list, word) >= 0;
}

int
jcl_word(struct jcl_conv *c, const struct jcl_node *n, const char *field,
    const char *words)
{
	int i = -1;

	if ((n->kind == JCL_NODE_WORD || n->kind == JCL_NODE_QUOTED) &&
	    n->list == NULL)
		i = word_at(words, n->text);
	if (i < 0)
		jcl_wrong(c, MSG_IEF643I, n, field);
	return i;
}

void
jcl_keep_params(
    struct jcl_conv *c, const struct jcl_node *top, struct jcl_params *p)
{
	const struct jcl_node *n;
	struct jcl_param *list;
	int i = 0;

	p->list = NULL;
	p->n = 0;
	list = jcl_new(c, ((size_t)jcl_count(top) + 1) * sizeof(*list));
	if (list == NULL)
		return;
	for (n = top->first; n != NULL; n = n->next) {
		if (n->kind == JCL_NODE_EMPTY)
			continue;
		if (n->kind == JCL_NODE_KEY) {
			list[i].keyword = n->text;
			list[i].value = jcl_raw(c, n->first);
		} else {
			list[i].value = jcl_raw(c, n);
		}
		i++;
	}
	p->list = list;
	p->n = i;
}

const char *
jcl_param_find(const struct jcl_params *p, const char *keyword)
{
	int i;

	for (i = 0; i < p->n; i++) {
		if (p->list[i].keyword != NULL &&
		    strcmp(p->list[i].keyword, keyword) == 0)
			return p->list[i].value;
	}
	return NULL;
}

void
jcl_subparameters(struct jcl_conv *c, struct jcl_node *n,
    void (*keyword)(struct jcl_conv *c, struct jcl_node *n, void *to),
    void (*positional)(struct jcl_conv *c, struct jcl_node *n, int i, void *to),
    void *to)
{
	struct jcl_node *list = jcl_as_list(c, n), *p;
	int i = 0;

	if (list == NULL)
		return;
	for (p = list->first; p != NULL; p = p->next, i++) {
		if (p->kind == JCL_NODE_EMPTY)
			continue;
		if (p->kind != JCL_NODE_KEY)
			positional(c, p, i, to);
		else if (!jcl_empty(p->first))
			keyword(c, p, to);
	}
}

/* --- references to steps -------------------------------------------------- */

static bool
same(const char *name, const char *s, size_t len)
{
	return name != NULL && strlen(name) == len && memcmp(name, s, len) == 0;
}

/* A step of the procedure that a level is, by name; -1: it has none. */
static int
step_of_level(
    const struct jcl_conv *c, int serial, const char *name, size_t len)
{
	const struct jcl_step *s = c->steps.items;
	const int *serials = c->step_levels.items;
	int i;

	for (i = 0; i < c->steps.n; i++) {
		if (serials[i] == serial && same(s[i].name, name, len))
			return i;
	}
	return -1;
}

/*
 * A name alone is a step of the same procedure, else of one that called it (an
 * EXEC may give its COND to the steps of what it calls), else of the job;
 * STEP.PROCSTEP is a step of the procedure that STEP called. The first of a
 * name is the one.
 */
int
jcl_step_named(struct jcl_conv *c, const char *step, size_t len,
    const char *procstep, size_t procstep_len)
{
	const struct jcl_step *s = c->steps.items;
	const struct jcl_level *l;
	int i;

	if (procstep == NULL) {
		for (l = c->level; l != NULL; l = l->outer) {
			if ((i = step_of_level(c, l->serial, step, len)) >= 0)
				return i;
		}
		return -1;
	}
	for (i = 0; i < c->steps.n; i++) {
		if (same(s[i].caller, step, len) &&
		    same(s[i].name, procstep, procstep_len))
			return i;
	}
	return -1;
}

/* The step of a node STEP or STEP.PROCSTEP. */
static bool
step_of(
    struct jcl_conv *c, const struct jcl_node *n, const char *field, int *stepp)
{
	const char *dot;
	int i = -1;

	if (n->kind == JCL_NODE_WORD && n->list == NULL) {
		dot = strchr(n->text, '.');
		if (dot == NULL)
			i = jcl_step_named(c, n->text, n->len, NULL, 0);
		else
			i = jcl_step_named(c, n->text, (size_t)(dot - n->text),
			    dot + 1, strlen(dot + 1));
	}
	if (i < 0)
		jcl_wrong(c, MSG_IEF645I, n, field);
	*stepp = i;
	return i >= 0;
}

/* --- COND ----------------------------------------------------------------- */

/* (code,operator) or (code,operator,step). */
static void
cond_test(struct jcl_conv *c, const struct jcl_node *list, bool job,
    struct jcl_cond *cond)
{
	const struct jcl_node *code = jcl_item_at(list, 0);
	const struct jcl_node *op = jcl_item_at(list, 1);
	const struct jcl_node *step = jcl_item_at(list, 2);
	struct jcl_test t = {.step = JCL_ANY_STEP};
	int64_t v;
	int o;

	if (jcl_count(list) > (job ? 2 : 3)) {
		jcl_wrong(c, MSG_IEF640I, list, "COND");
		return;
	}
	if (jcl_empty(code) || jcl_empty(op)) {
		jcl_wrong(c, MSG_IEF646I, list, "COND");
		return;
	}
	if (!jcl_number(c, code, "COND", CODE_MAX, &v) ||
	    (o = jcl_word(c, op, "COND", "GT GE EQ NE LT LE")) < 0)
		return;
	if (!jcl_empty(step) && !step_of(c, step, "COND", &t.step))
		return;
	t.code = (int)v;
	t.op = (enum jcl_op)o;
	if (cond->ntests == JCL_TESTS_MAX) {
		jcl_wrong(c, MSG_IEF640I, list, "COND");
		return;
	}
	cond->tests[cond->ntests++] = t;
}

static void
cond_item(struct jcl_conv *c, const struct jcl_node *n, bool job,
    struct jcl_cond *cond)
{
	if (n->kind == JCL_NODE_LIST)
		cond_test(c, n, job, cond);
	else if (!job && jcl_is(n, "EVEN") && !cond->only)
		cond->even = true;
	else if (!job && jcl_is(n, "ONLY") && !cond->even)
		cond->only = true;
	else if (!jcl_empty(n))
		jcl_wrong(c, MSG_IEF643I, n, "COND");
}

void
jcl_cond_bind(
    struct jcl_conv *c, struct jcl_node *n, bool job, struct jcl_cond *cond)
{
	const struct jcl_node *i;

	memset(cond, 0, sizeof(*cond));
	if (jcl_empty(n))
		return;
	if (n->kind != JCL_NODE_LIST) {
		cond_item(c, n, job, cond);
		return;
	}
	i = n->first;
	if (i->kind == JCL_NODE_WORD && !jcl_is(i, "EVEN") &&
	    !jcl_is(i, "ONLY")) {
		cond_test(c, n, job, cond);
		return;
	}
	for (; i != NULL; i = i->next)
		cond_item(c, i, job, cond);
}

/* --- TIME, REGION --------------------------------------------------------- */

void
jcl_time_bind(struct jcl_conv *c, struct jcl_node *n, struct jcl_time *t)
{
	struct jcl_node *list;
	const struct jcl_node *m, *s;
	int64_t minutes = 0, seconds = 0;

	memset(t, 0, sizeof(*t));
	if (jcl_empty(n) || (list = jcl_as_list(c, n)) == NULL)
		return;
	m = jcl_item_at(list, 0);
	s = jcl_item_at(list, 1);
	if (jcl_is(m, "NOLIMIT") || jcl_is(m, "MAXIMUM")) {
		t->kind = JCL_TIME_NOLIMIT;
		return;
	}
	if (jcl_count(list) > 2) {
		jcl_wrong(c, MSG_IEF640I, n, "TIME");
		return;
	}
	if (!jcl_empty(m) && !jcl_number(c, m, "TIME", MINUTES_MAX, &minutes))
		return;
	if (!jcl_empty(s) && !jcl_number(c, s, "TIME", 59, &seconds))
		return;
	if (minutes == 1440 && seconds == 0) {
		t->kind = JCL_TIME_NOLIMIT;
		return;
	}
	t->kind = JCL_TIME_LIMIT;
	t->seconds = (int)(minutes * 60 + seconds);
}

void
jcl_region_bind(struct jcl_conv *c, struct jcl_node *n, int64_t *kp)
{
	struct jcl_node digits = *n;
	char text[16];
	int64_t v, scale = 1;
	char unit;

	*kp = -1;
	if (jcl_empty(n))
		return;
	if (n->kind != JCL_NODE_WORD || n->list != NULL ||
	    n->len >= sizeof(text) || n->len == 0) {
		jcl_wrong(c, MSG_IEF644I, n, "REGION");
		return;
	}
	memcpy(text, n->text, n->len + 1);
	unit = text[n->len - 1];
	if (unit == 'K' || unit == 'M') {
		text[n->len - 1] = '\0';
		scale = unit == 'M' ? 1024 : 1;
	}
	digits.text = text;
	digits.len = strlen(text);
	if (jcl_number(c, &digits, "REGION", REGION_MAX_K / scale, &v))
		*kp = v * scale;
}

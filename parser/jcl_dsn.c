/* Data set names, back references, volumes: what DDs are named by. */
#include <string.h>

#include "base/dsname.h"
#include "parser/jcl_int.h"

/* --- back references ------------------------------------------------------ */

static const struct jcl_dd *
find_dd(struct jcl_dd *const *dds, int n, const char *name)
{
	int i;

	for (i = 0; i < n; i++) {
		if (dds[i] != NULL && strcmp(dds[i]->name, name) == 0)
			return dds[i];
	}
	return NULL;
}

const struct jcl_dd *
jcl_dd_find(const struct jcl_step *s, const char *name)
{
	return find_dd(s->dds, s->ndds, name);
}

static const struct jcl_dd *
dd_of_step(struct jcl_conv *c, int step, const char *name)
{
	const struct jcl_step *s;

	if (step < 0)
		return NULL;
	if (step == c->step && c->step_open)
		return find_dd(c->dds.items, c->dds.n, name);
	s = (const struct jcl_step *)c->steps.items + step;
	return jcl_dd_find(s, name);
}

const struct jcl_dd *
jcl_referback(struct jcl_conv *c, const struct jcl_node *n, const char *field)
{
	const struct jcl_dd *dd = NULL;
	const char *a, *b, *d;
	int step;

	if (n->kind == JCL_NODE_WORD && n->list == NULL &&
	    strncmp(n->text, "*.", 2) == 0) {
		a = n->text + 2;
		b = strchr(a, '.');
		d = b != NULL ? strchr(b + 1, '.') : NULL;
		if (b == NULL) {
			dd = find_dd(c->dds.items, c->dds.n, a);
		} else if (d == NULL) {
			step = jcl_step_named(c, a, (size_t)(b - a), NULL, 0);
			dd = dd_of_step(c, step, b + 1);
		} else {
			step = jcl_step_named(
			    c, a, (size_t)(b - a), b + 1, (size_t)(d - b - 1));
			dd = dd_of_step(c, step, d + 1);
		}
	}
	if (dd == NULL)
		jcl_wrong(c, MSG_IEF645I, n, field);
	return dd;
}

const struct jcl_output *
jcl_output_named(struct jcl_conv *c, const char *name, size_t len)
{
	struct jcl_output **o = c->outputs.items;
	int i;

	for (i = c->outputs.n - 1; i >= 0; i--) {
		if (strlen(o[i]->name) == len &&
		    memcmp(o[i]->name, name, len) == 0)
			return o[i];
	}
	return NULL;
}

/* --- data set names ------------------------------------------------------- */

/* Which message is it that a data set name is wrong? */
static enum msg_id
name_error(const char *s, size_t len)
{
	if (memchr(s, '&', len) != NULL)
		return MSG_IEFC627I;
	if (len > DSNAME_MAX)
		return MSG_IEF642I;
	if (memchr(s, '*', len) != NULL)
		return MSG_IEFC628I;
	if (memchr(s, '+', len) != NULL)
		return MSG_IEFC626I;
	if (len == 0 || s[0] == '.' || s[len - 1] == '.' ||
	    strstr(s, "..") != NULL)
		return MSG_IEFC624I;
	if ((s[0] >= '0' && s[0] <= '9') || s[0] == '-')
		return MSG_IEF647I;
	return MSG_IEF632I;
}

/* (MEMBER), (+1) */
static void
bind_member(struct jcl_conv *c, const struct jcl_node *list, const char *field,
    struct jcl_dsn *dsn)
{
	const struct jcl_node *m = list->first;

	if (m->next != NULL || m->kind != JCL_NODE_WORD || m->list != NULL) {
		jcl_wrong(c, MSG_IEF641I, m, field);
		return;
	}
	if (dsname_relative(m->text, &dsn->generation)) {
		dsn->relative = true;
		if (dsn->kind == JCL_DSN_TEMP ||
		    strlen(dsn->name) > GDG_BASE_MAX)
			jcl_wrong(c, MSG_IEF642I, m, field);
		return;
	}
	if (jcl_name(c, m, field, MEMBER_MAX, &dsn->member))
		return;
	dsn->member = NULL;
}

/* &&NAME; &NAME too, which is a symbol that nobody has set. */
static bool
bind_temporary(struct jcl_conv *c, const struct jcl_node *n, const char *field,
    struct jcl_dsn *dsn)
{
	const char *name = n->text + strspn(n->text, "&");

	if (n->text[0] != '&')
		return false;
	if (name - n->text > 2 || !jcl_label_valid(name, strlen(name), 8)) {
		jcl_wrong(c,
		    strlen(name) > 8 && strchr(name, '.') == NULL
			? MSG_IEF642I
			: MSG_IEFC627I,
		    n, field);
		return true;
	}
	dsn->kind = JCL_DSN_TEMP;
	dsn->name = name;
	return true;
}

void
jcl_dsn_bind(struct jcl_conv *c, struct jcl_node *n, const char *field,
    struct jcl_dsn *dsn)
{
	memset(dsn, 0, sizeof(*dsn));
	if (n->kind != JCL_NODE_WORD && n->kind != JCL_NODE_QUOTED) {
		jcl_wrong(c, MSG_IEF632I, n, field);
		return;
	}
	if (n->kind == JCL_NODE_WORD && strncmp(n->text, "*.", 2) == 0) {
		dsn->ref = jcl_referback(c, n, field);
		if (dsn->ref != NULL)
			dsn->kind = JCL_DSN_REF;
		return;
	}
	if (jcl_is(n, "NULLFILE")) {
		dsn->kind = JCL_DSN_NULLFILE;
		dsn->name = n->text;
		return;
	}
	if (!bind_temporary(c, n, field, dsn)) {
		if (!dsname_valid(n->text, n->len)) {
			jcl_wrong(c, name_error(n->text, n->len), n, field);
			return;
		}
		dsn->kind = JCL_DSN_NAME;
		dsn->name = n->text;
	}
	if (n->list != NULL && dsn->kind != JCL_DSN_NONE)
		bind_member(c, n->list, field, dsn);
}

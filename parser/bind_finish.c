/*
 * When a whole command was read without a fault: defaults, required
 * parameters, exclusive groups.
 */
#include <stdlib.h>
#include <string.h>

#include "parser/bind_int.h"

static const struct ams_param *
coded_of_group(const struct ams_plist *l, int group)
{
	int i;

	for (i = 0; i < l->nparams; i++) {
		if (l->params[i].desc->group == group)
			return &l->params[i];
	}
	return NULL;
}

/* Values behind those coded, from the default's words. */
static bool
default_values(struct bind *b, struct ams_param *p)
{
	const char *s = p->desc->dflt;
	struct ams_value *v;
	size_t len;
	int i;

	for (i = 0; *s != '\0' && i < bind_values_max(p->desc); i++) {
		len = strcspn(s, " ");
		if (i >= p->nvalues) {
			v = &p->values[i];
			v->text = arena_strndup(b->arena, s, len);
			if (v->text == NULL)
				return bind_no_memory(b);
			v->len = len;
			if (p->desc->type == AMS_INT)
				v->num = strtoll(v->text, NULL, 10);
			p->nvalues = i + 1;
		}
		s += len;
		s += strspn(s, " ");
	}
	return true;
}

static bool
add_defaults(struct bind *b, const struct ams_desc *table, struct ams_plist *l)
{
	const struct ams_desc *d;
	struct ams_param *p;
	int i;

	for (i = 0; i < l->nparams; i++) {
		p = &l->params[i];
		if (p->desc->dflt != NULL && p->nvalues > 0 &&
		    !default_values(b, p))
			return false;
	}
	for (d = table; d->keyword != NULL; d++) {
		if (d->dflt == NULL || ams_find(l, d->keyword) != NULL ||
		    (d->group != 0 && coded_of_group(l, d->group) != NULL))
			continue;
		p = bind_add_param(b, l, d, NULL);
		p->defaulted = true;
		if (d->type != AMS_FLAG &&
		    (!bind_new_values(b, p, 0) || !default_values(b, p)))
			return false;
	}
	return true;
}

static bool
check_required(struct bind *b, const struct ams_desc *table,
    const struct ams_plist *l, const char *owner)
{
	const struct ams_desc *d;
	int i;

	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_REQUIRED) == 0)
			continue;
		if (d->group != 0 ? coded_of_group(l, d->group) == NULL
				  : !ams_coded(l, d->keyword))
			return bind_fail_end(b, MSG_IDC3225I, owner);
	}
	for (i = 0; i < l->nparams; i++) {
		d = l->params[i].desc;
		if (l->params[i].nvalues > 0 &&
		    l->params[i].nvalues < bind_values_min(d))
			return bind_fail_end(b, MSG_IDC3225I, d->keyword);
	}
	return true;
}

static bool
check_groups(struct bind *b, const struct ams_plist *l)
{
	const struct ams_desc *d;
	int i;

	for (i = 0; i < l->nparams; i++) {
		d = l->params[i].desc;
		if (d->group != 0 &&
		    coded_of_group(l, d->group) != &l->params[i])
			return bind_fail_end(b, MSG_IDC3226I, d->keyword);
	}
	return true;
}

bool
bind_finish(struct bind *b, const struct ams_desc *table, struct ams_plist *l,
    const char *owner)
{
	struct ams_param *p;
	int i, j;

	if (!check_required(b, table, l, owner) || !check_groups(b, l))
		return false;
	for (i = 0; i < l->nparams; i++) {
		p = &l->params[i];
		if (p->sub != NULL &&
		    !bind_finish(b, p->desc->sub, p->sub, p->desc->keyword))
			return false;
		for (j = 0; j < p->nvalues; j++) {
			if (p->values[j].sub != NULL &&
			    !bind_finish(b, p->desc->sub, p->values[j].sub,
				p->desc->keyword))
				return false;
		}
	}
	return add_defaults(b, table, l);
}

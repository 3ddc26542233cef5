/*
 * Operand fields of statements to nodes: symbols substituted, the end of the
 * operands, characters that are not JCL's, the grammar's errors.
 */
#include <string.h>

#include "parser/jcl_int.h"

/* Where a blank outside apostrophes, which a symbol has brought, ends the
 * operands; what follows is comment. *openp: an apostrophe was not closed. */
static size_t
end_of_operands(const struct jcl_field *f, bool *openp)
{
	size_t i;

	*openp = false;
	for (i = 0; i < f->len && (*openp || f->text[i] != ' '); i++)
		*openp ^= f->text[i] == '\'';
	return i;
}

/* After substitution the end of the operands is looked for again (JCL
 * Reference, "Coding symbols in comments"). */
static struct jcl_field *
cut_operands(struct jcl_conv *c, struct jcl_field *f)
{
	size_t end;
	char *text;
	bool open;

	end = end_of_operands(f, &open);
	if (open) {
		jcl_say(c, MSG_IEFC621I, NULL, NULL, NULL);
		return NULL;
	}
	if (end == f->len)
		return f;
	if ((text = jcl_new(c, end + 2)) == NULL)
		return NULL;
	memcpy(text, f->text, end);
	f->text = text;
	f->len = end;
	return f;
}

struct jcl_field *
jcl_substituted(struct jcl_conv *c, const struct jcl_stmt *s, bool *changedp)
{
	struct jcl_field *f;
	bool too_long;

	*changedp = false;
	if (s->broken || (f = jcl_new(c, sizeof(*f))) == NULL)
		return NULL;
	if (jcl_substitute(
		&c->symbols, s->kind, &s->field, f, changedp, &too_long))
		return f;
	if (too_long)
		jcl_note(c, JCL_ERROR, NULL,
		    "more than %d characters of operands, symbols "
		    "substituted",
		    JCL_TEXT_MAX);
	else
		c->nomem = true;
	return NULL;
}

/* Characters that are not JCL's stand in apostrophes alone. Lower case that
 * was coded so has been told of already. */
static bool
jcl_character(char ch)
{
	return (ch >= 'A' && ch <= 'Z') || (ch >= 'a' && ch <= 'z') ||
	       (ch >= '0' && ch <= '9') ||
	       (ch != '\0' && strchr("@#$.*&+-/%", ch) != NULL);
}

static void
check_characters(struct jcl_conv *c, const struct jcl_node *n)
{
	struct jcl_node at = *n;
	char bad[5] = "";
	size_t i;
	int k = 0;

	for (i = 0; i < n->len && jcl_character(n->text[i]); i++)
		;
	if (i == n->len)
		return;
	at.at += i;
	do {
		bad[k++] = n->text[i++];
	} while (
	    k < 4 && i < n->len && ((unsigned char)n->text[i] & 0xC0) == 0x80);
	jcl_say(c, MSG_IEFC620I, &at, bad, jcl_on(c));
}

/* Words of a list and below; the depth of lists is bounded. */
static void
check_words(struct jcl_conv *c, const struct jcl_node *list)
{
	const struct jcl_node *n;

	for (n = list->first; n != NULL; n = n->next) {
		if (n->kind == JCL_NODE_WORD)
			check_characters(c, n);
		if (n->kind == JCL_NODE_LIST ||
		    (n->kind == JCL_NODE_KEY && strcmp(n->text, "DLM") != 0))
			check_words(c, n);
		if (n->list != NULL)
			check_words(c, n->list);
	}
}

struct jcl_node *
jcl_nodes(struct jcl_conv *c, const struct jcl_field *f)
{
	struct jcl_node at = {0};
	struct jcl_parse p;
	struct jcl_node *top;

	if ((top = jcl_parse_field(&p, c->arena, f)) != NULL) {
		check_words(c, top);
		return top;
	}
	if (p.nomem) {
		c->nomem = true;
		return NULL;
	}
	at.field = f;
	at.at = p.error_at;
	jcl_say(c, p.id, &at, jcl_on(c), NULL);
	return NULL;
}

struct jcl_node *
jcl_changed_nodes(struct jcl_conv *c, struct jcl_field *f, bool changed)
{
	if (changed) {
		jcl_list_substitution(c, f);
		if ((f = cut_operands(c, f)) == NULL)
			return NULL;
	}
	return jcl_nodes(c, f);
}

struct jcl_node *
jcl_operands(struct jcl_conv *c, const struct jcl_item *it)
{
	struct jcl_field *f;
	bool changed;

	if ((f = jcl_substituted(c, it->stmt, &changed)) == NULL)
		return NULL;
	return jcl_changed_nodes(c, f, changed);
}

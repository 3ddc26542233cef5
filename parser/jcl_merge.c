/*
 * How a DD is overridden: keyword by keyword, DCB subparameter by subparameter;
 * what excludes each other is replaced.
 */
#include <string.h>

#include "parser/jcl_dd_int.h"

/* What goes when the override has this keyword (or, with *, in-stream data). */
static const struct {
	const char *keyword, *gone;
} replaced[] = {
    {"*", "DSN DSNAME DISP SPACE UNIT VOL VOLUME LABEL SYSOUT DDNAME PATH "
	  "PATHOPTS PATHMODE PATHDISP AMP LIKE REFDD SUBSYS EXPDT RETPD"},
    {"SYSOUT", "* DSN DSNAME DISP SPACE UNIT VOL VOLUME LABEL DDNAME PATH "
	       "PATHOPTS PATHMODE PATHDISP AMP LIKE REFDD SUBSYS EXPDT "
	       "RETPD"},
    {"DSN", "* SYSOUT DDNAME PATH PATHOPTS PATHMODE PATHDISP OUTPUT DEST "
	    "COPIES HOLD OUTLIM"},
    {"PATH", "* DSN DSNAME DISP SPACE UNIT VOL VOLUME LABEL SYSOUT DDNAME "
	     "AMP LIKE REFDD EXPDT RETPD RECORG"},
    {"SUBSYS", "* SYSOUT DDNAME PATH PATHOPTS PATHMODE PATHDISP"},
    {"DDNAME", "* DSN DSNAME DISP SPACE UNIT VOL VOLUME LABEL SYSOUT PATH "
	       "PATHOPTS PATHMODE PATHDISP AMP LIKE REFDD"},
};

/* DSN and VOL are DSNAME and VOLUME. */
static const char *
plain_keyword(const char *keyword)
{
	if (strcmp(keyword, "DSNAME") == 0)
		return "DSN";
	if (strcmp(keyword, "VOLUME") == 0)
		return "VOL";
	return keyword;
}

/* "*" for *, DATA and DUMMY. */
static const char *
key_of(const struct jcl_node *n)
{
	if (n->kind == JCL_NODE_KEY)
		return plain_keyword(n->text);
	return n->kind == JCL_NODE_EMPTY ? "" : "*";
}

/* What DUMMY leaves: DCB and its subparameters. */
static const char dcb_keywords[] =
    "DCB RECFM LRECL BLKSIZE DSORG KEYLEN BUFNO LIMCT OPTCD";

static bool
takes_away(const struct jcl_node *over, const char *key)
{
	const char *by = key_of(over);
	size_t i;

	if (jcl_is(over, "DUMMY"))
		return !jcl_word_in(dcb_keywords, key) &&
		       !jcl_word_in(jcl_dcb_others, key);
	if (over->kind == JCL_NODE_KEY && jcl_empty(over->first))
		return false;
	for (i = 0; i < sizeof(replaced) / sizeof(replaced[0]); i++) {
		if (strcmp(replaced[i].keyword, by) == 0 &&
		    jcl_word_in(replaced[i].gone, key))
			return true;
	}
	return false;
}

static bool
is_gone(const struct jcl_node *base, const struct jcl_node *over)
{
	const struct jcl_node *n;
	const char *key = key_of(base);

	for (n = over->first; n != NULL; n = n->next) {
		if (n->kind == JCL_NODE_EMPTY)
			continue;
		if (strcmp(key_of(n), key) == 0 || takes_away(n, key))
			return true;
	}
	return false;
}

static struct jcl_node *
copy_into(struct jcl_conv *c, struct jcl_node *list, const struct jcl_node *n)
{
	struct jcl_node *copy = jcl_new(c, sizeof(*copy));

	if (copy == NULL)
		return NULL;
	*copy = *n;
	copy->next = NULL;
	if (list->last != NULL)
		list->last->next = copy;
	else
		list->first = copy;
	list->last = copy;
	return copy;
}

/* Subparameters of DCB are overridden one by one; what is positional, the
 * model, is the override's alone. */
static void
merge_dcb(struct jcl_conv *c, struct jcl_node *key, struct jcl_node *base)
{
	struct jcl_node *over = jcl_as_list(c, key->first), *merged, *n;

	base = jcl_as_list(c, base);
	merged = jcl_new(c, sizeof(*merged));
	if (over == NULL || base == NULL || merged == NULL)
		return;
	merged->kind = JCL_NODE_LIST;
	merged->field = key->field;
	merged->at = key->first->at;
	merged->end = key->first->end;
	for (n = over->first; n != NULL; n = n->next)
		copy_into(c, merged, n);
	for (n = base->first; n != NULL; n = n->next) {
		if (n->kind == JCL_NODE_KEY && !is_gone(n, over))
			copy_into(c, merged, n);
	}
	key->first = key->last = merged;
}

struct jcl_node *
jcl_dd_merge(struct jcl_conv *c, struct jcl_node *base, struct jcl_node *over)
{
	struct jcl_node *top = jcl_new(c, sizeof(*top)), *n, *dcb = NULL;

	if (top == NULL)
		return NULL;
	top->kind = JCL_NODE_LIST;
	top->field = over->field;
	/* What is positional comes first. */
	for (n = base->first; n != NULL; n = n->next) {
		if (n->kind != JCL_NODE_KEY && n->kind != JCL_NODE_EMPTY &&
		    !is_gone(n, over))
			copy_into(c, top, n);
	}
	for (n = over->first; n != NULL; n = n->next) {
		struct jcl_node *copy = copy_into(c, top, n);

		if (copy != NULL && strcmp(key_of(n), "DCB") == 0 &&
		    !jcl_empty(n->first))
			dcb = copy;
	}
	for (n = base->first; n != NULL; n = n->next) {
		if (n->kind != JCL_NODE_KEY)
			continue;
		if (dcb != NULL && strcmp(n->text, "DCB") == 0 &&
		    !jcl_empty(n->first))
			merge_dcb(c, dcb, n->first);
		else if (!is_gone(n, over))
			copy_into(c, top, n);
	}
	if (top->first == NULL)
		copy_into(c, top, over->first);
	return top;
}

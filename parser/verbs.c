/* All functional verbs, and look-ups in tables and in bound parameters. */
#include <string.h>

#include "parser/ams_int.h"
#include "parser/verb_int.h"

const struct ams_verb *const ams_verbs[] = {
    &ams_verb_allocate,
    &ams_verb_alter,
    &ams_verb_bldindex,
    &ams_verb_chklist,
    &ams_verb_cnvtcat,
    &ams_verb_create,
    &ams_verb_dcollect,
    &ams_verb_define,
    &ams_verb_delete,
    &ams_verb_diagnose,
    &ams_verb_examine,
    &ams_verb_export,
    &ams_verb_exportra,
    &ams_verb_import,
    &ams_verb_importra,
    &ams_verb_listcat,
    &ams_verb_listcra,
    &ams_verb_listdata,
    &ams_verb_print,
    &ams_verb_repro,
    &ams_verb_resetcat,
    &ams_verb_setcache,
    &ams_verb_shcds,
    &ams_verb_verify,
    NULL,
};

bool
ams_word_in(const char *list, const char *word, size_t len)
{
	const char *p = list;
	size_t n;

	while (p != NULL && *p != '\0') {
		n = strcspn(p, " ");
		if (n == len && memcmp(p, word, len) == 0)
			return true;
		p += n;
		p += strspn(p, " ");
	}
	return false;
}

static const struct ams_verb *
find_in(const struct ams_verb *const *verbs, const char *word, size_t len)
{
	size_t i;

	for (i = 0; verbs[i] != NULL; i++) {
		if (ams_word_in(verbs[i]->verb, word, len) ||
		    ams_word_in(verbs[i]->others, word, len))
			return verbs[i];
	}
	return NULL;
}

const struct ams_verb *
ams_verb_find(const char *word, size_t len)
{
	return find_in(ams_verbs, word, len);
}

const struct ams_verb *
ams_tso_find(const char *word, size_t len)
{
	return find_in(ams_tso_verbs, word, len);
}

const struct ams_desc *
ams_desc_find(const struct ams_desc *table, const char *word, size_t len)
{
	const struct ams_desc *d;

	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_POSITIONAL) != 0)
			continue;
		if (ams_word_in(d->keyword, word, len) ||
		    ams_word_in(d->others, word, len))
			return d;
	}
	return NULL;
}

/* The first of the words from list on that begins with word; NULL none. */
static const char *
word_beginning(const char *list, const char *word, size_t len, size_t *lenp)
{
	const char *p = list;
	size_t n;

	for (; p != NULL && *p != '\0'; p += strspn(p, " ")) {
		n = strcspn(p, " ");
		if (n >= len && memcmp(p, word, len) == 0) {
			*lenp = n;
			return p;
		}
		p += n;
	}
	return NULL;
}

const char *
ams_word_short(const char *list, const char *word, size_t len, size_t *lenp)
{
	const char *p = list, *found = NULL;
	size_t n, found_len = 0;
	int begin = 0;

	for (; (p = word_beginning(p, word, len, &n)) != NULL; p += n) {
		if (n == len) {
			*lenp = n;
			return p;
		}
		found = p;
		found_len = n;
		begin++;
	}
	if (begin != 1)
		return NULL;
	*lenp = found_len;
	return found;
}

const struct ams_desc *
ams_desc_find_short(const struct ams_desc *table, const char *word, size_t len)
{
	const struct ams_desc *d = ams_desc_find(table, word, len);
	const struct ams_desc *found = NULL;
	size_t n;

	if (d != NULL)
		return d;
	for (d = table; d->keyword != NULL; d++) {
		if ((d->flags & AMS_POSITIONAL) != 0 ||
		    (word_beginning(d->keyword, word, len, &n) == NULL &&
			word_beginning(d->others, word, len, &n) == NULL))
			continue;
		if (found != NULL)
			return NULL;
		found = d;
	}
	return found;
}

const struct ams_param *
ams_find(const struct ams_plist *l, const char *kw)
{
	int i;

	for (i = 0; l != NULL && i < l->nparams; i++) {
		if (strcmp(l->params[i].desc->keyword, kw) == 0)
			return &l->params[i];
	}
	return NULL;
}

bool
ams_given(const struct ams_plist *l, const char *kw)
{
	return ams_find(l, kw) != NULL;
}

bool
ams_coded(const struct ams_plist *l, const char *kw)
{
	const struct ams_param *p = ams_find(l, kw);

	return p != NULL && !p->defaulted;
}

const struct ams_plist *
ams_sub(const struct ams_plist *l, const char *kw)
{
	const struct ams_param *p = ams_find(l, kw);

	return p != NULL ? p->sub : NULL;
}

const char *
ams_text(const struct ams_plist *l, const char *kw, int i)
{
	const struct ams_param *p = ams_find(l, kw);

	return p != NULL && i >= 0 && i < p->nvalues ? p->values[i].text : NULL;
}

int64_t
ams_num(const struct ams_plist *l, const char *kw, int i, int64_t dflt)
{
	const struct ams_param *p = ams_find(l, kw);

	return p != NULL && i >= 0 && i < p->nvalues ? p->values[i].num : dflt;
}

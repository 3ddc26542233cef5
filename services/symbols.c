/* System symbols in texts. */
#include <ctype.h>
#include <string.h>

#include "base/dsname.h"
#include "services/symbols.h"

enum { EXTRA_MAX = 64 };

/* The value of the symbol at p, without its &; *lenp: of its name. */
static const char *
value_of(const struct ds_config *cfg, const char *p, size_t *lenp)
{
	size_t len = 0;

	while (isalnum((unsigned char)p[len]) || strchr("@#$", p[len]) != NULL)
		if (p[len] == '\0')
			break;
		else
			len++;
	*lenp = len;
	for (unsigned i = 0; i < cfg->nsymbols; i++)
		if (strlen(cfg->symbols[i].name) == len &&
		    memcmp(cfg->symbols[i].name, p, len) == 0)
			return cfg->symbols[i].value;
	return NULL;
}

bool
ds_symbols_put(
    const struct ds_config *cfg, const char *text, char *out, size_t size)
{
	size_t at = 0, name = 0, len;
	const char *value;

	for (const char *p = text; *p != '\0';) {
		value = *p == '&' ? value_of(cfg, p + 1, &name) : NULL;
		if (value != NULL) {
			p += 1 + name;
			p += *p == '.';
			len = strlen(value);
		} else {
			value = p++;
			len = 1;
		}
		if (at + len >= size)
			return false;
		memcpy(out + at, value, len);
		at += len;
	}
	out[at] = '\0';
	return true;
}

bool
ds_symbols_name(const struct ds_config *cfg, const char *text)
{
	/* & is of a symbol that is not defined */
	static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@#$-.&";
	char name[DSNAME_MAX + 1];

	if (text[strspn(text, set)] != '\0' ||
	    !ds_symbols_put(cfg, text, name, sizeof(name)))
		return false;
	return strchr(name, '&') != NULL || dsname_valid(name, strlen(name));
}

bool
ds_symbolic_alias(const struct ds_config *cfg, struct ds_entry *ent)
{
	char text[EXTRA_MAX];

	if (ent->type != DS_ALIAS ||
	    !ds_extra_get(ent->extra, DS_SYMBOLIC, text, sizeof(text)))
		return false;
	if (!ds_symbols_put(cfg, text, ent->related, sizeof(ent->related)) ||
	    !dsname_valid(ent->related, strlen(ent->related)))
		ent->related[0] = '\0';
	return true;
}

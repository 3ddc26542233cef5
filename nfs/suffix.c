/* What stands behind the comma of a name. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "nfs/suffix.h"
#include "services/define.h"

enum {
	WORD_MAX = 16,
	VALUE_MAX = 24,
	NUMBER_MAX = 16777215,
	U16_MAX = 65535,
	KEY_MAX = 255,
	LRECL_MAX = 32760,
	DIR_MAX = 8191
};

/* A word and what is in its parentheses; has: there are some. */
struct word {
	char name[WORD_MAX + 1], value[VALUE_MAX + 1];
	bool has;
};

/* "12" or "12,34", each from least to most; b NULL: one. The second may be
 * missing: it stays as it is. */
static bool
numbers(const char *s, uint32_t least, uint32_t most, uint32_t *a, uint32_t *b)
{
	uint32_t *const to[] = {a, b};
	char *end;
	unsigned long n;

	for (int i = 0; i < 2 && to[i] != NULL; i++) {
		if (!isdigit((unsigned char)*s) || strlen(s) > VALUE_MAX)
			return false;
		n = strtoul(s, &end, 10);
		if (n < least || n > most || end - s > 9)
			return false;
		*to[i] = (uint32_t)n;
		if (*end == '\0')
			return true;
		if (*end != ',')
			return false;
		s = end + 1;
	}
	return false;
}

static bool
one(const char *s, uint32_t least, uint32_t most, uint32_t *np)
{
	return numbers(s, least, most, np, NULL);
}

static bool
set_recfm(struct suffix *sx, const char *value)
{
	char up[VALUE_MAX + 1];
	size_t i;

	for (i = 0; value[i] != '\0'; i++)
		up[i] = (char)toupper((unsigned char)value[i]);
	up[i] = '\0';
	return ds_recfm_parse(up, &sx->recfm, &sx->ctlchar);
}

static bool
set_dsorg(struct suffix *sx, const char *value)
{
	static const struct {
		const char *name;
		bool cluster;
		enum ds_org org;
	} all[] = {{"ps", false, DS_ORG_PS}, {"indexed", true, DS_ORG_KSDS},
	    {"nonindexed", true, DS_ORG_ESDS}, {"numbered", true, DS_ORG_RRDS}};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (strcasecmp(value, all[i].name) == 0) {
			sx->cluster = all[i].cluster;
			sx->org = all[i].org;
			return true;
		}
	return false;
}

static bool
set_dsntype(struct suffix *sx, const char *value)
{
	sx->pds = strcasecmp(value, "pds") == 0;
	return sx->pds || strcasecmp(value, "library") == 0;
}

static bool
set_class(char out[9], const char *value)
{
	const size_t n = strlen(value);

	if (n == 0 || n > 8)
		return false;
	for (size_t i = 0; i <= n; i++)
		out[i] = (char)toupper((unsigned char)value[i]);
	return true;
}

/* Words with parentheses. */
static bool
take_value(struct suffix *sx, const char *w, const char *v)
{
	if (strcasecmp(w, "recfm") == 0)
		return set_recfm(sx, v);
	if (strcasecmp(w, "lrecl") == 0)
		return one(v, 1, LRECL_MAX, &sx->lrecl);
	if (strcasecmp(w, "blksize") == 0)
		return one(v, 0, LRECL_MAX, &sx->blksize);
	if (strcasecmp(w, "space") == 0)
		return numbers(v, 0, NUMBER_MAX, &sx->pri, &sx->sec);
	if (strcasecmp(w, "dsorg") == 0)
		return set_dsorg(sx, v);
	if (strcasecmp(w, "keys") == 0)
		return numbers(v, 0, LRECL_MAX, &sx->keylen, &sx->rkp) &&
		       sx->keylen >= 1 && sx->keylen <= KEY_MAX;
	if (strcasecmp(w, "recordsize") == 0)
		return numbers(
			   v, 1, NUMBER_MAX, &sx->avglrecl, &sx->maxlrecl) &&
		       sx->maxlrecl >= sx->avglrecl;
	if (strcasecmp(w, "shareoptions") == 0)
		return numbers(v, 1, 4, &sx->share_region, &sx->share_system);
	if (strcasecmp(w, "dsntype") == 0)
		return set_dsntype(sx, v);
	if (strcasecmp(w, "dir") == 0)
		return one(v, 1, DIR_MAX, &sx->dir);
	if (strcasecmp(w, "dataclas") == 0)
		return set_class(sx->dataclas, v);
	if (strcasecmp(w, "storclas") == 0)
		return set_class(sx->storclas, v);
	if (strcasecmp(w, "mgmtclas") == 0)
		return set_class(sx->mgmtclas, v);
	if (strcasecmp(w, "srv_ccsid") == 0)
		return one(v, 1, U16_MAX, &sx->ccsid);
	return false;
}

static bool
take_plain(struct suffix *sx, const char *w)
{
	static const char *const anyway[] = {
	    "lf", "blankstrip", "nofastfilesize", "nonspanned"};

	if (ops_view_named(w, strlen(w), &sx->view))
		return sx->has_view = true;
	for (size_t i = 0; i < sizeof(anyway) / sizeof(anyway[0]); i++)
		if (strcasecmp(w, anyway[i]) == 0)
			return true;
	if (strcasecmp(w, "spanned") == 0)
		return sx->spanned = true;
	if (strcasecmp(w, "trks") == 0)
		return (sx->unit = DS_UNIT_TRK) != 0;
	if (strcasecmp(w, "cyls") == 0)
		return (sx->unit = DS_UNIT_CYL) != 0;
	if (strcasecmp(w, "recs") == 0)
		return (sx->unit = DS_UNIT_REC) != 0;
	return false;
}

/* The next word, and behind its comma; false: it reads wrong. */
static bool
get_word(const char **atp, const char *end, struct word *w)
{
	const char *at = *atp, *open;
	size_t n;

	for (n = 0; at + n < end && at[n] != ',' && at[n] != '('; n++)
		;
	if (n == 0 || n > WORD_MAX)
		return false;
	snprintf(w->name, sizeof(w->name), "%.*s", (int)n, at);
	at += n;
	w->has = at < end && *at == '(';
	if (w->has) {
		open = ++at;
		while (at < end && *at != ')')
			at++;
		if (at == end || at - open > VALUE_MAX)
			return false;
		snprintf(
		    w->value, sizeof(w->value), "%.*s", (int)(at - open), open);
		at++;
	}
	if (at < end && *at != ',')
		return false;
	*atp = at < end ? at + 1 : end;
	return at + 1 != end; /* a comma has something behind it */
}

/* Do they go together? */
static bool
fit(const struct suffix *sx)
{
	if (sx->cluster && (sx->recfm != DS_RECFM_NONE || sx->lrecl != 0 ||
			       sx->pds || sx->dir != 0))
		return false;
	if (!sx->cluster &&
	    (sx->keylen != 0 || sx->spanned || sx->share_region != 0 ||
		sx->unit == DS_UNIT_REC))
		return false;
	/* An amount has a unit. */
	return (sx->pri == 0) == (sx->unit == DS_UNIT_NONE);
}

enum ops_status
suffix_parse(const char *name, size_t *lenp, struct suffix *outp)
{
	const char *comma = memchr(name, ',', *lenp), *end = name + *lenp, *at;
	struct suffix sx = {.recfm = DS_RECFM_NONE};
	struct word w;

	if (comma != NULL) {
		at = comma + 1;
		if (at == end)
			return OPS_INVAL;
		while (at < end)
			if (!get_word(&at, end, &w) ||
			    !(w.has ? take_value(&sx, w.name, w.value)
				    : take_plain(&sx, w.name)))
				return OPS_INVAL;
		if (!fit(&sx))
			return OPS_INVAL;
		*lenp = (size_t)(comma - name);
	}
	*outp = sx;
	return OPS_OK;
}

/*
 * define-storclas, define-mgmtclas and define-dataclas of catamount.conf: a
 * name, and words behind commas; a word may have a value, and that commas in
 * parentheses.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "services/define.h"
#include "services/system_int.h"

enum { TEXT_MAX = 512, CYLINDERS_MAX = 262668 };

const char ds_class_data_takes[] =
    "a new name, of 32 at most, and words of data classes behind commas";
const char ds_class_storage_takes[] =
    "a new name, of 64 at most, behind which ,guaranteed and ,pool=(V1 V2) may "
    "stand";
const char ds_class_management_takes[] =
    "a new name, of 64 at most, behind which ,expire=, ,limit= and ,rolloff= "
    "may stand";

/* The next word of *textp, which ends at a comma outside of parentheses; NULL:
 * there is none. Its value, behind '=', is "" when it has none. */
static char *
next_word(char **textp, char **valuep)
{
	static char none[] = "";
	char *word = *textp, *p, *eq;
	int depth = 0;

	if (word == NULL)
		return NULL;
	for (p = word; *p != '\0' && (*p != ',' || depth > 0); p++)
		depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
	*textp = *p == ',' ? p + 1 : NULL;
	*p = '\0';
	eq = strchr(word, '=');
	*valuep = eq != NULL ? eq + 1 : none;
	if (eq != NULL)
		*eq = '\0';
	return word;
}

/* One to max numbers of up to most each, "N", "N M" or "(N,M)". */
static unsigned
numbers(const char *value, uint32_t most, uint32_t *out, unsigned max)
{
	unsigned n = 0;
	char *end;
	long long v;

	for (value += strspn(value, "( \t"); *value != '\0';) {
		errno = 0;
		v = strtoll(value, &end, 10);
		if (n == max || end == value || errno != 0 || v < 0 ||
		    v > most || strchr("), \t", *end) == NULL)
			return 0;
		out[n++] = (uint32_t)v;
		value = end + strspn(end, "), \t");
	}
	return n;
}

static bool
number(const char *value, uint32_t least, uint32_t most, uint32_t *out)
{
	return strpbrk(value, "(, \t") == NULL &&
	       numbers(value, most, out, 1) == 1 && *out >= least;
}

/* False: this word, with its value, is what is wrong. */
static bool
wrong(struct ds_config *cfg, const char *word, const char *value)
{
	snprintf(cfg->wrong, sizeof(cfg->wrong), "%.20s%s%.20s", word,
	    value[0] != '\0' ? "=" : "", value);
	return false;
}

/* The name of a class, the first word, in either case; it has no value. */
static bool
take_name(struct ds_config *cfg, char out[9], char **restp)
{
	char *value, *name = next_word(restp, &value);

	ds_config_fold(name);
	if (value[0] != '\0' || !member_valid(name, strlen(name)))
		return wrong(cfg, name, value);
	snprintf(out, 9, "%s", name);
	return true;
}

/* --- storage classes ------------------------------------------------------ */

static bool
storage_word(struct ds_storclas *c, const char *word, const char *value)
{
	if (strcasecmp(word, "guaranteed") == 0 && value[0] == '\0') {
		c->guaranteed = true;
		return true;
	}
	return strcasecmp(word, "pool") == 0 && c->npool == 0 &&
	       ds_pool_read(value, c->pool, &c->npool);
}

bool
ds_class_storage(struct ds_config *cfg, const char *text)
{
	struct ds_storclas *c = &cfg->storclases[cfg->nstorclases];
	char copy[TEXT_MAX], *rest = copy, *word, *value;

	if (cfg->nstorclases == DS_CLASSES || strlen(text) >= sizeof(copy))
		return false;
	strcpy(copy, text);
	memset(c, 0, sizeof(*c));
	if (!take_name(cfg, c->name, &rest))
		return false;
	for (unsigned i = 0; i < cfg->nstorclases; i++)
		if (strcmp(cfg->storclases[i].name, c->name) == 0)
			return wrong(cfg, c->name, "");
	while ((word = next_word(&rest, &value)) != NULL)
		if (!storage_word(c, word, value))
			return wrong(cfg, word, value);
	cfg->nstorclases++;
	return true;
}

/* --- management classes --------------------------------------------------- */

/* Days, or a date as yyyy/ddd. */
static bool
expire(struct ds_mgmtclas *c, const char *value)
{
	unsigned year, day;
	int n = 0;

	if (sscanf(value, "%4u/%3u%n", &year, &day, &n) == 2 &&
	    value[n] == '\0' && year >= 1900 && day >= 1 && day <= 366) {
		c->expire_date = year * 1000 + day;
		return true;
	}
	return number(value, 1, 93000, &c->expire_days);
}

static bool
management_word(struct ds_mgmtclas *c, const char *word, const char *value)
{
	if (strcasecmp(word, "expire") == 0)
		return expire(c, value);
	if (strcasecmp(word, "limit") == 0)
		return c->limited = number(value, 0, 93000, &c->limit);
	if (strcasecmp(word, "rolloff") != 0)
		return false;
	c->rolloff = strcasecmp(value, "keep") == 0     ? DS_ROLLOFF_KEEP
		     : strcasecmp(value, "expire") == 0 ? DS_ROLLOFF_EXPIRE
							: DS_ROLLOFF_GROUP;
	return c->rolloff != DS_ROLLOFF_GROUP;
}

bool
ds_class_management(struct ds_config *cfg, const char *text)
{
	struct ds_mgmtclas *c = &cfg->mgmtclases[cfg->nmgmtclases];
	char copy[TEXT_MAX], *rest = copy, *word, *value;

	if (cfg->nmgmtclases == DS_CLASSES || strlen(text) >= sizeof(copy))
		return false;
	strcpy(copy, text);
	memset(c, 0, sizeof(*c));
	if (!take_name(cfg, c->name, &rest))
		return false;
	for (unsigned i = 0; i < cfg->nmgmtclases; i++)
		if (strcmp(cfg->mgmtclases[i].name, c->name) == 0)
			return wrong(cfg, c->name, "");
	while ((word = next_word(&rest, &value)) != NULL)
		if (!management_word(c, word, value))
			return wrong(cfg, word, value);
	cfg->nmgmtclases++;
	return true;
}

/* --- data classes --------------------------------------------------------- */

static bool
flags(struct ds_dataclas *c, const char *value, bool addressable)
{
	c->extended = true;
	c->addressable |= addressable;
	return value[0] == '\0';
}

static bool
recorg(struct ds_dataclas *c, const char *value)
{
	static const struct {
		const char *word;
		enum ds_org org;
	} orgs[] = {{"ks", DS_ORG_KSDS}, {"es", DS_ORG_ESDS},
	    {"rr", DS_ORG_RRDS}, {"ls", DS_ORG_LDS}};

	for (size_t i = 0; i < sizeof(orgs) / sizeof(orgs[0]); i++)
		if (strcasecmp(value, orgs[i].word) == 0)
			c->recorg = orgs[i].org;
	return c->recorg != DS_ORG_NONE;
}

/* trk(p,s), cyl(p) and so on. */
static bool
space(struct ds_dataclas *c, const char *value)
{
	static const struct {
		const char *word;
		enum ds_unit unit;
		uint32_t most;
	} units[] = {{"trk", DS_UNIT_TRK, CYLINDERS_MAX * 15},
	    {"cyl", DS_UNIT_CYL, CYLINDERS_MAX}, {"rec", DS_UNIT_REC, 0xFFFFFF},
	    {"kb", DS_UNIT_KB, 0xFFFFFF}, {"mb", DS_UNIT_MB, 0xFFFFFF}};
	size_t len = strcspn(value, "(");
	uint32_t n[2] = {0, 0};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strncasecmp(value, units[i].word, len) == 0 &&
		    units[i].word[len] == '\0' && value[len] == '(' &&
		    numbers(value + len, units[i].most, n, 2) > 0) {
			c->unit = units[i].unit;
			c->pri = n[0];
			c->sec = n[1];
		}
	return c->pri > 0;
}

static bool
two(const char *value, uint32_t most, unsigned *ap, unsigned *bp)
{
	uint32_t n[2];

	if (numbers(value, most, n, 2) != 2)
		return false;
	*ap = n[0];
	*bp = n[1];
	return true;
}

static bool
recfm(struct ds_dataclas *c, const char *value)
{
	char ctl = '\0', up[8];

	snprintf(up, sizeof(up), "%s", value);
	ds_config_fold(up);
	return strlen(value) < sizeof(up) &&
	       ds_recfm_parse(up, &c->recfm, &ctl) && ctl == '\0';
}

static bool
data_word(struct ds_dataclas *c, const char *word, const char *value)
{
	if (strcasecmp(word, "extended") == 0 ||
	    strcasecmp(word, "addressable") == 0)
		return flags(c, value, (word[0] | 0x20) == 'a');
	if (strcasecmp(word, "recorg") == 0)
		return recorg(c, value);
	if (strcasecmp(word, "space") == 0)
		return space(c, value);
	if (strcasecmp(word, "volumes") == 0)
		return number(value, 1, DS_POOL_MAX, &c->volumes);
	if (strcasecmp(word, "keys") == 0)
		return two(value, 32760, &c->keylen, &c->rkp) &&
		       c->keylen >= 1 && c->keylen <= 255;
	if (strcasecmp(word, "recordsize") == 0)
		return two(value, 0x7FFFFFFF, &c->avglrecl, &c->maxlrecl) &&
		       c->avglrecl >= 1 && c->avglrecl <= c->maxlrecl;
	if (strcasecmp(word, "cisize") == 0)
		return number(value, 512, 32768, &c->cisize);
	if (strcasecmp(word, "freespace") == 0)
		return c->free_given =
			   two(value, 100, &c->fspc_ci, &c->fspc_ca);
	if (strcasecmp(word, "shareoptions") == 0)
		return two(value, 4, &c->share_region, &c->share_system) &&
		       c->share_region >= 1 && c->share_system >= 3;
	if (strcasecmp(word, "lrecl") == 0)
		return number(value, 1, 32760, &c->lrecl);
	return strcasecmp(word, "recfm") == 0 && recfm(c, value);
}

bool
ds_class_data(struct ds_config *cfg, const char *text)
{
	struct ds_dataclas *c = &cfg->dataclases[cfg->ndataclases];
	char copy[TEXT_MAX], *rest = copy, *word, *value;

	if (cfg->ndataclases == DS_DATACLASES || strlen(text) >= sizeof(copy))
		return false;
	strcpy(copy, text);
	memset(c, 0, sizeof(*c));
	if (!take_name(cfg, c->name, &rest))
		return false;
	for (unsigned i = 0; i < cfg->ndataclases; i++)
		if (strcmp(cfg->dataclases[i].name, c->name) == 0)
			return wrong(cfg, c->name, "");
	while ((word = next_word(&rest, &value)) != NULL)
		if (!data_word(c, word, value))
			return wrong(cfg, word, value);
	cfg->ndataclases++;
	return true;
}

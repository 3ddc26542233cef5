/* dsvol class: the classes that catamount.conf defines. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "admin/admin.h"
#include "base/entry.h"
#include "services/define.h"

/* A class by its words, as catamount.conf has them, and as an object's. */
struct class
{
	const char *kind, *name;
	json_t *o;        /* NULL: lines */
	char words[1024]; /* behind the name */
	bool chosen;      /* it is that of data sets that name none */
};

static void
begin(struct class *c, const struct dsvol *d, const char *kind,
    const char *name, const char *usual)
{
	memset(c, 0, sizeof(*c));
	c->kind = kind;
	c->name = name;
	c->chosen = strcmp(name, usual) == 0;
	if (d->json)
		c->o = json_pack("{s:s, s:s, s:b}", "type", kind, "name", name,
		    "default", c->chosen);
}

static void
add_word(struct class *c, const char *word, const char *value)
{
	size_t at = strlen(c->words);

	if (c->o != NULL)
		json_object_set_new(c->o, word,
		    value[0] != '\0' ? json_string(value) : json_true());
	snprintf(c->words + at, sizeof(c->words) - at, " %s%s%s", word,
	    value[0] != '\0' ? "=" : "", value);
}

static void
add_number(struct class *c, const char *word, uint32_t n)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", n);
	add_word(c, word, text);
}

static void
add_pair(struct class *c, const char *word, uint32_t a, uint32_t b)
{
	char text[32];

	snprintf(text, sizeof(text), "(%u,%u)", a, b);
	add_word(c, word, text);
}

static bool
end(struct class *c)
{
	if (c->o != NULL)
		return dsvol_print_object(c->o);
	return printf("%-11s %-8s %-7s%s\n", c->kind, c->name,
		   c->chosen ? "default" : "", c->words) > 0;
}

static bool
storage(const struct dsvol *d, const struct ds_storclas *sc, const char *usual)
{
	char pool[DS_POOL_MAX * (VOLSER_MAX + 1) + 3] = "(";
	struct class c;

	begin(&c, d, "storclas", sc->name, usual);
	if (sc->guaranteed)
		add_word(&c, "guaranteed", "");
	for (unsigned i = 0; i < sc->npool; i++)
		snprintf(pool + strlen(pool), sizeof(pool) - strlen(pool),
		    "%s%s", i > 0 ? " " : "", sc->pool[i]);
	strcat(pool, ")");
	if (sc->npool > 0)
		add_word(&c, "pool", pool);
	return end(&c);
}

static bool
management(
    const struct dsvol *d, const struct ds_mgmtclas *mc, const char *usual)
{
	char date[16];
	struct class c;

	begin(&c, d, "mgmtclas", mc->name, usual);
	if (mc->expire_days != 0)
		add_number(&c, "expire", mc->expire_days);
	if (mc->expire_date != 0) {
		snprintf(date, sizeof(date), "%04u/%03u",
		    mc->expire_date / 1000, mc->expire_date % 1000);
		add_word(&c, "expire", date);
	}
	if (mc->limited)
		add_number(&c, "limit", mc->limit);
	if (mc->rolloff != DS_ROLLOFF_GROUP)
		add_word(&c, "rolloff",
		    mc->rolloff == DS_ROLLOFF_KEEP ? "keep" : "expire");
	return end(&c);
}

static void
add_space(struct class *c, const struct ds_dataclas *dc)
{
	static const char *const units[] = {[DS_UNIT_CYL] = "cyl",
	    [DS_UNIT_TRK] = "trk",
	    [DS_UNIT_REC] = "rec",
	    [DS_UNIT_KB] = "kb",
	    [DS_UNIT_MB] = "mb"};
	char text[48];

	if (dc->unit == DS_UNIT_NONE)
		return;
	snprintf(
	    text, sizeof(text), "%s(%u,%u)", units[dc->unit], dc->pri, dc->sec);
	add_word(c, "space", text);
}

static bool
data(const struct dsvol *d, const struct ds_dataclas *dc, const char *usual)
{
	static const char *const orgs[] = {[DS_ORG_KSDS] = "ks",
	    [DS_ORG_ESDS] = "es",
	    [DS_ORG_RRDS] = "rr",
	    [DS_ORG_LDS] = "ls"};
	char recfm[8];
	struct class c;

	begin(&c, d, "dataclas", dc->name, usual);
	if (dc->extended)
		add_word(&c, dc->addressable ? "addressable" : "extended", "");
	if (dc->recorg != DS_ORG_NONE)
		add_word(&c, "recorg", orgs[dc->recorg]);
	add_space(&c, dc);
	if (dc->volumes > 0)
		add_number(&c, "volumes", dc->volumes);
	if (dc->keylen > 0)
		add_pair(&c, "keys", dc->keylen, dc->rkp);
	if (dc->maxlrecl > 0)
		add_pair(&c, "recordsize", dc->avglrecl, dc->maxlrecl);
	if (dc->cisize > 0)
		add_number(&c, "cisize", dc->cisize);
	if (dc->free_given)
		add_pair(&c, "freespace", dc->fspc_ci, dc->fspc_ca);
	if (dc->share_region > 0)
		add_pair(
		    &c, "shareoptions", dc->share_region, dc->share_system);
	if (dc->recfm != DS_RECFM_NONE)
		add_word(&c, "recfm", ds_recfm_name(dc->recfm, '\0', recfm));
	if (dc->lrecl > 0)
		add_number(&c, "lrecl", dc->lrecl);
	return end(&c);
}

int
dsvol_class(struct dsvol *d)
{
	const struct ds_config *cfg = ds_system_config(d->sys);
	bool ok = true;

	for (unsigned i = 0; i < cfg->nstorclases && ok; i++)
		ok = storage(d, &cfg->storclases[i], cfg->storclas);
	for (unsigned i = 0; i < cfg->nmgmtclases && ok; i++)
		ok = management(d, &cfg->mgmtclases[i], cfg->mgmtclas);
	for (unsigned i = 0; i < cfg->ndataclases && ok; i++)
		ok = data(d, &cfg->dataclases[i], cfg->dataclas);
	return ok ? DSVOL_OK : DSVOL_FAILED;
}

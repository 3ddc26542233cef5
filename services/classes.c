/*
 * Classes of storage management: where catamount.conf defines some of a kind, a
 * data set has one of these, so that a name mistyped is found, and what it says
 * holds; where it defines none, any name is kept, as it says nothing to us.
 */
#include <string.h>

#include "base/date.h"
#include "services/define_int.h"

const struct ds_storclas *
ds_storclas_get(const struct ds_config *cfg, const char *name)
{
	for (unsigned i = 0; i < cfg->nstorclases && cfg->sms; i++)
		if (strcmp(cfg->storclases[i].name, name) == 0)
			return &cfg->storclases[i];
	return NULL;
}

const struct ds_mgmtclas *
ds_mgmtclas_get(const struct ds_config *cfg, const char *name)
{
	for (unsigned i = 0; i < cfg->nmgmtclases && cfg->sms; i++)
		if (strcmp(cfg->mgmtclases[i].name, name) == 0)
			return &cfg->mgmtclases[i];
	return NULL;
}

const struct ds_dataclas *
ds_dataclas_get(const struct ds_config *cfg, const char *name)
{
	for (unsigned i = 0; i < cfg->ndataclases && cfg->sms; i++)
		if (strcmp(cfg->dataclases[i].name, name) == 0)
			return &cfg->dataclases[i];
	return NULL;
}

enum ds_status
ds_classes_check(const struct ds_config *cfg, const char *storclas,
    const char *mgmtclas, const char *dsn, struct ds_diag *diag)
{
	if (storclas[0] != '\0' && cfg->nstorclases > 0 &&
	    ds_storclas_get(cfg, storclas) == NULL)
		return ds_fail(diag, DS_INVALID, dsn,
		    "the storage class %s is not defined here", storclas);
	if (mgmtclas[0] != '\0' && cfg->nmgmtclases > 0 &&
	    ds_mgmtclas_get(cfg, mgmtclas) == NULL)
		return ds_fail(diag, DS_INVALID, dsn,
		    "the management class %s is not defined here", mgmtclas);
	return DS_OK;
}

enum ds_status
ds_dataclas_check(const struct ds_config *cfg, const char *dataclas,
    const char *dsn, struct ds_diag *diag)
{
	if (dataclas[0] != '\0' && cfg->ndataclases > 0 &&
	    ds_dataclas_get(cfg, dataclas) == NULL)
		return ds_fail(diag, DS_INVALID, dsn,
		    "the data class %s is not defined here", dataclas);
	return DS_OK;
}

const char (*ds_class_pool(const struct ds_config *cfg, const char *storclas,
    unsigned *np))[VOLSER_MAX + 1]
{
	const struct ds_storclas *sc = ds_storclas_get(cfg, storclas);

	*np = sc != NULL && sc->npool > 0 ? sc->npool : cfg->npool;
	return sc != NULL && sc->npool > 0 ? sc->pool : cfg->pool;
}

bool
ds_class_has(const struct ds_config *cfg, const char *volser)
{
	for (unsigned i = 0; i < cfg->nstorclases && cfg->sms; i++)
		if (ds_pool_has(cfg->storclases[i].pool[0],
			cfg->storclases[i].npool, volser))
			return true;
	return false;
}

/* The dates that never come are later than any. */
static bool
is_later(uint32_t date, uint32_t than)
{
	return date == 9999999 || date == 1999365 || date == 1999366 ||
	       date > than;
}

uint32_t
ds_class_expires(
    const struct ds_config *cfg, const char *mgmtclas, uint32_t coded)
{
	const struct ds_mgmtclas *mc = ds_mgmtclas_get(cfg, mgmtclas);
	uint32_t last;

	if (mc == NULL)
		return coded;
	if (coded != 0 && mc->limited && mc->limit == 0)
		coded = 0; /* a date that is said counts for nothing */
	if (coded == 0 && mc->expire_date != 0)
		coded = mc->expire_date;
	else if (coded == 0 && mc->expire_days != 0)
		coded = ds_date_add(ds_today(), (int)mc->expire_days);
	if (coded == 0 || !mc->limited || mc->limit == 0)
		return coded;
	last = ds_date_add(ds_today(), (int)mc->limit);
	return is_later(coded, last) ? last : coded;
}

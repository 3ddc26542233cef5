/*
 * Our data set at the access methods' interface: a key-sequenced one of the
 * workload's records, made without names, catalog or commands.
 */
#ifndef CATAMOUNT_BENCH_KSDS_H
#define CATAMOUNT_BENCH_KSDS_H

#include <string.h>

#include "access-methods/am.h"
#include "bench/engines/workload.h"

/* Of data and index component, by enum sphere_part. */
struct ksds_shape {
	uint32_t ci_len[SPHERE_PARTS], cis_per_ca[SPHERE_PARTS];
	uint32_t flags; /* DS_A_EXTADDR, for both */
};

static inline void
ksds_describe(
    struct comp_attr *a, enum sphere_part part, const struct ksds_shape *sh)
{
	memset(a, 0, sizeof(*a));
	a->part = part;
	a->org = DS_ORG_KSDS;
	strcpy(a->cluster, "BENCH.KSDS");
	strcpy(a->name,
	    part == SPHERE_DATA ? "BENCH.KSDS.DATA" : "BENCH.KSDS.INDEX");
	a->ci_len = sh->ci_len[part];
	a->cis_per_ca = sh->cis_per_ca[part];
	a->keylen = BENCH_KEYLEN;
	a->avglrecl = a->maxlrecl = BENCH_LRECL;
	a->ccsid = 1047;
	a->flags = sh->flags;
	a->space_type = DS_SPACE_CYL;
	a->space_pri = a->space_sec = 1;
	a->first_cas = 1;
}

/* Make it, empty; the name that am_open takes. */
static inline enum ds_status
ksds_make(struct volume *vol, const struct ksds_shape *sh,
    char name[SPHERE_NAME_LEN], struct ds_diag *diag)
{
	struct comp_attr data, index;
	enum ds_status st;

	ksds_describe(&data, SPHERE_DATA, sh);
	ksds_describe(&index, SPHERE_INDEX, sh);
	if ((st = sphere_id_new(data.id, diag)) != DS_OK ||
	    (st = sphere_id_new(index.id, diag)) != DS_OK ||
	    (st = sphere_id_new(data.sphere, diag)) != DS_OK)
		return st;
	memcpy(index.sphere, data.sphere, SPHERE_ID_LEN);
	memcpy(index.peer, data.id, SPHERE_ID_LEN);
	memcpy(data.peer, index.id, SPHERE_ID_LEN);
	sphere_id_name(data.id, name);
	return sphere_create(vol, &data, &index, diag);
}

#endif

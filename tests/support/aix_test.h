/* What the tests of alternate indexes share: a base with alternate indexes in a
 * directory of its own. Include after cmocka.h. */
#ifndef CATAMOUNT_TESTS_SUPPORT_AIX_TEST_H
#define CATAMOUNT_TESTS_SUPPORT_AIX_TEST_H

#include "access-methods/vsam/aix.h"
#include "tests/support/vsam_test.h"

enum { AIX_TEST_MAX = 3 };

struct aset {
	struct vset base;
	struct {
		struct comp_attr data, index;
		char name[SPHERE_NAME_LEN];
		uint64_t space; /* control areas it may still get */
	} aix[AIX_TEST_MAX];
	int n;
};

/* One more alternate index; flags DS_A_NONUNIQKEY, DS_A_UPGRADE. Pointers of a
 * record are limited by maxlrecl. */
static UNUSED_OK void
aset_add(struct aset *as, uint32_t keylen, uint32_t axrkp, uint32_t flags,
    uint32_t ci_len, uint32_t maxlrecl)
{
	int i = as->n++;
	struct comp_attr *d = &as->aix[i].data, *x = &as->aix[i].index;

	test_attrs(d, x, ci_len, 4, 1);
	memcpy(d->base, as->base.data.id, SPHERE_ID_LEN);
	d->axrkp = axrkp;
	d->keylen = x->keylen = (uint16_t)keylen;
	d->rkp = AIX_HEADER_LEN;
	d->flags = flags;
	d->avglrecl = d->maxlrecl = maxlrecl;
	x->ci_len = 512;
	x->cis_per_ca = 49;
	sphere_id_name(d->id, as->aix[i].name);
	as->aix[i].space = 1000000;
	assert_ok(
	    sphere_create(as->base.vol, d, x, &as->base.diag), &as->base.diag);
}

static UNUSED_OK enum ds_status
aset_extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	uint64_t *space = ctx;

	if (part == SPHERE_DATA) {
		if (*space < min_cas)
			return ds_fail(diag, DS_NOSPACE, "TEST.AIX", NULL);
		*space -= min_cas;
	}
	*casp = min_cas;
	return DS_OK;
}

/* Open the base with all alternate indexes; path: the number of the one to go
 * through, or -1. */
static UNUSED_OK enum ds_status
aset_open(struct aset *as, unsigned intent, int path)
{
	struct am_aix aix[AIX_TEST_MAX];
	struct am_parms parms = {.intent = intent};
	struct vset *vs = &as->base;
	enum ds_status st;

	memset(aix, 0, sizeof(aix));
	for (int i = 0; i < as->n; i++) {
		aix[i].data_name = as->aix[i].name;
		aix[i].upgrade = (as->aix[i].data.flags & DS_A_UPGRADE) != 0;
		aix[i].sphere.extend = aset_extend;
		aix[i].sphere.extend_ctx = &as->aix[i].space;
	}
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = vs;
	parms.aix = aix;
	parms.naix = (size_t)as->n;
	parms.path = path >= 0 ? &aix[path] : NULL;
	st = am_open(vs->vol, vs->name, &parms, &vs->file, &vs->diag);
	if (st == DS_OK)
		assert_int_equal(am_pos_new(vs->file, &vs->pos), DS_OK);
	return st;
}

/* Alternate index records in ascending order, put into an empty one. */
static UNUSED_OK void
aset_load(struct aset *as, int i, const uint8_t *const *recs,
    const uint32_t *lens, size_t n)
{
	struct am_parms parms = {.intent = AM_OUTPUT | AM_SEQ};
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	struct ds_diag *d = &as->base.diag;

	parms.sphere.extend = aset_extend;
	parms.sphere.extend_ctx = &as->aix[i].space;
	assert_ok(am_open(as->base.vol, as->aix[i].name, &parms, &file, d), d);
	assert_int_equal(am_pos_new(file, &pos), DS_OK);
	for (size_t r = 0; r < n; r++)
		assert_ok(am_put(pos, recs[r], lens[r], 0, true, NULL, d), d);
	am_pos_free(&pos);
	assert_ok(am_close(&file, d), d);
}

/* Each alternate index of the closed set, by itself and against the base. */
static UNUSED_OK enum ds_status
aset_check(struct aset *as)
{
	struct volume *vol = as->base.vol;
	struct ds_diag *d = &as->base.diag;
	enum ds_status st = DS_OK;

	for (int i = 0; i < as->n && st == DS_OK; i++) {
		st = am_verify(vol, as->aix[i].name, vset_report, NULL, d);
		if (st == DS_OK)
			st = am_verify_aix(
			    vol, as->aix[i].name, vset_report, NULL, d);
	}
	return st;
}

static UNUSED_OK void
aset_free(struct aset *as)
{
	vset_free(&as->base);
}

#endif

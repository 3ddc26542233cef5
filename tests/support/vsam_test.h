/* What the tests of VSAM sets share: a set in a directory of its own, opened,
 * closed and verified in one line each. Include after cmocka.h. */
#ifndef CATAMOUNT_TESTS_SUPPORT_VSAM_TEST_H
#define CATAMOUNT_TESTS_SUPPORT_VSAM_TEST_H

#include "access-methods/am.h"
#include "access-methods/volume/volume.h"
#include "tests/support/sphere_test.h"

struct vset {
	char *dir;
	struct volume *vol;
	char name[SPHERE_NAME_LEN], index_name[SPHERE_NAME_LEN];
	struct comp_attr data, index;
	struct am_file *file;
	struct am_pos *pos;
	struct ds_diag diag;
	uint64_t space; /* control areas that sphere_extend may still get */
};

static UNUSED_OK enum ds_status
vset_extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	struct vset *vs = ctx;

	if (part == SPHERE_DATA) {
		/* threads may share the set, each by its own opening */
		if (__atomic_load_n(&vs->space, __ATOMIC_RELAXED) < min_cas)
			return ds_fail(diag, DS_NOSPACE, "TEST.SET", NULL);
		__atomic_fetch_sub(&vs->space, min_cas, __ATOMIC_RELAXED);
	}
	*casp = min_cas;
	return DS_OK;
}

/* Attributes with 8-byte keys at 0; a test changes what it wants, then makes
 * the files. */
static UNUSED_OK void
vset_attrs(struct vset *vs, enum ds_org org, uint32_t ci_len,
    uint32_t cis_per_ca, uint32_t maxlrecl)
{
	memset(vs, 0, sizeof(*vs));
	vs->dir = test_dir_new();
	test_attrs(&vs->data, &vs->index, ci_len, cis_per_ca, 1);
	vs->data.org = vs->index.org = org;
	vs->data.avglrecl = vs->data.maxlrecl = maxlrecl;
	vs->data.keylen = vs->index.keylen = org == DS_ORG_KSDS    ? 8
					     : org == DS_ORG_VRRDS ? 4
								   : 0;
	vs->index.ci_len = 512;
	vs->index.cis_per_ca = 49;
	vs->space = 1000000;
}

static UNUSED_OK void
vset_create(struct vset *vs)
{
	bool index =
	    vs->data.org == DS_ORG_KSDS || vs->data.org == DS_ORG_VRRDS;

	sphere_id_name(vs->data.id, vs->name);
	sphere_id_name(vs->index.id, vs->index_name);
	if (!index)
		memset(vs->data.peer, 0, sizeof(vs->data.peer));
	assert_int_equal(vol_open(vs->dir, false, &vs->vol, &vs->diag), DS_OK);
	assert_int_equal(sphere_create(vs->vol, &vs->data,
			     index ? &vs->index : NULL, &vs->diag),
	    DS_OK);
}

static UNUSED_OK enum ds_status
vset_open(struct vset *vs, unsigned intent)
{
	struct am_parms parms = {0};
	enum ds_status st;

	parms.intent = intent;
	parms.sphere.extend = vset_extend;
	parms.sphere.extend_ctx = vs;
	st = am_open(vs->vol, vs->name, &parms, &vs->file, &vs->diag);
	if (st == DS_OK)
		assert_int_equal(am_pos_new(vs->file, &vs->pos), DS_OK);
	return st;
}

static UNUSED_OK enum ds_status
vset_close(struct vset *vs)
{
	am_pos_free(&vs->pos);
	return am_close(&vs->file, &vs->diag);
}

static UNUSED_OK void
vset_abandon(struct vset *vs)
{
	am_pos_free(&vs->pos);
	am_abandon(&vs->file);
}

static UNUSED_OK void
vset_report(void *ctx, enum sphere_part part, uint64_t rba, const char *what)
{
	unsigned *n = ctx;

	if (n == NULL)
		fprintf(stderr, "# %s %llu: %s\n",
		    part == SPHERE_DATA ? "data" : "index",
		    (unsigned long long)rba, what);
	else
		++*n;
}

/* The closed set has no fault. */
static UNUSED_OK void
vset_verify(struct vset *vs)
{
	assert_int_equal(
	    am_verify(vs->vol, vs->name, vset_report, NULL, &vs->diag), DS_OK);
}

static UNUSED_OK void
vset_free(struct vset *vs)
{
	vset_abandon(vs);
	vol_close(&vs->vol);
	test_dir_free(vs->dir);
}

#endif

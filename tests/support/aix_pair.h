/*
 * A base with an upgrade set of two, for the tests of its crashes: records of
 * PAIR_REC bytes have a key of four digits, an alternate key of two digits that
 * many have, and one of four that is their own. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_AIX_PAIR_H
#define CATAMOUNT_TESTS_SUPPORT_AIX_PAIR_H

#include "access-methods/am_int.h"
#include "tests/support/aix_test.h"
#include "tests/support/boot.h"

enum { PAIR_REC = 40 };

/* Valid until the next one. */
static UNUSED_OK const uint8_t *
pair_rec(unsigned key, unsigned alt)
{
	static uint8_t r[PAIR_REC + 1];

	snprintf((char *)r, sizeof(r), "%04u%02u%04u%30s", key % 10000,
	    alt % 100, key % 10000, "");
	return r;
}

/* The alternate index record of the one base record there is at first. */
static UNUSED_OK void
pair_load_aix(struct aset *as, int i, const uint8_t *altkey, size_t keylen)
{
	uint8_t r[32] = {1, 4, 0, 1, (uint8_t)keylen};
	const uint8_t *one = r;
	uint32_t len = (uint32_t)(5 + keylen + 4);

	memcpy(r + 5, altkey, keylen);
	memcpy(r + 5 + keylen, "0001", 4);
	aset_load(as, i, &one, &len, 1);
}

/* The set with record 1, which has this alternate key. */
static UNUSED_OK void
pair_make(struct aset *as, unsigned alt)
{
	struct vset *vs = &as->base;
	uint8_t rec[PAIR_REC];

	memcpy(rec, pair_rec(1, alt), PAIR_REC);
	vset_attrs(vs, DS_ORG_KSDS, 512, 3, PAIR_REC);
	vs->data.keylen = vs->index.keylen = 4;
	vset_create(vs);
	as->n = 0;
	aset_add(as, 2, 4, DS_A_NONUNIQKEY | DS_A_UPGRADE, 512, 300);
	aset_add(as, 4, 6, DS_A_UPGRADE, 512, 13);
	assert_ok(vset_open(vs, AM_OUTPUT | AM_SEQ), &vs->diag);
	assert_ok(am_put(vs->pos, rec, PAIR_REC, 0, true, NULL, &vs->diag),
	    &vs->diag);
	assert_ok(vset_close(vs), &vs->diag);
	pair_load_aix(as, 0, rec + 4, 2);
	pair_load_aix(as, 1, rec + 6, 4);
}

/* A fault around the directory's volume, and the set on that; what it had is
 * what there is after it. */
static UNUSED_OK struct volume *
pair_wrap(struct aset *as, struct vol_fault *plan)
{
	struct volume *inner = NULL, *vol = NULL, *plain = as->base.vol;
	struct ds_diag *d = &as->base.diag;

	assert_ok(vol_open(as->base.dir, false, &inner, d), d);
	assert_ok(vol_fault_wrap(&inner, plan, &vol, d), d);
	as->base.vol = vol;
	return plain;
}

/* Off again; did the power go? */
static UNUSED_OK void
pair_unwrap(struct aset *as, struct volume *plain, bool cut)
{
	vol_close(&as->base.vol);
	if (cut)
		boot_again(as->base.dir);
	as->base.vol = plain;
}

#endif

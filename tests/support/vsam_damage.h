/*
 * A small VSAM set whose control intervals are damaged as some bytes say,
 * with checksums that fit, and then read, changed and verified in every way.
 * What it must do: end, and stay inside its memory. For the fuzz target and
 * for a test with random bytes; neither has cmocka's words in here.
 *
 * The bytes: the kind of set; then patches of six: part, control interval
 * (one byte), where (two bytes, X'8000': from the right end), what (two).
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_VSAM_DAMAGE_H
#define CATAMOUNT_TESTS_SUPPORT_VSAM_DAMAGE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/am.h"
#include "base/bytes.h"

enum {
	DAMAGE_RECORDS = 60,
	DAMAGE_STEPS = 400,
	DAMAGE_KINDS = 6,
	DAMAGE_MANY = 40
};

static const struct damage_kind {
	enum ds_org org;
	uint32_t flags, ci_len, maxlrecl, maxlen; /* maxlen of those put */
} damage_kinds[DAMAGE_KINDS] = {
    {DS_ORG_KSDS, 0, 512, 300, 300},
    {DS_ORG_KSDS, DS_A_SPANNED, 512, 2008, 1500},
    {DS_ORG_ESDS, DS_A_SPANNED, 512, 2008, 1500},
    {DS_ORG_RRDS, 0, 512, 100, 100},
    {DS_ORG_VRRDS, 0, 512, 300, 300},
    {DS_ORG_LDS, 0, 4096, 0, 4096},
};

static inline void
damage_must(enum ds_status st)
{
	if (st != DS_OK)
		abort();
}

static inline enum ds_status
damage_extend(void *ctx, enum sphere_part part, uint64_t min_cas,
    uint64_t *casp, struct ds_diag *diag)
{
	uint64_t *left = ctx;

	(void)part;
	if (min_cas > *left)
		return ds_fail(diag, DS_NOSPACE, "A", NULL);
	*left -= min_cas;
	*casp = min_cas;
	return DS_OK;
}

struct damage {
	const struct damage_kind *kind;
	struct volume *vol;
	char name[SPHERE_NAME_LEN], index_name[SPHERE_NAME_LEN];
	bool index;
	uint64_t space;
	uint8_t rec[4096];
};

static inline void
damage_make(struct damage *d)
{
	const struct damage_kind *k = d->kind;
	struct comp_attr data, index;

	memset(&data, 0, sizeof(data));
	damage_must(sphere_id_new(data.id, NULL));
	damage_must(sphere_id_new(data.sphere, NULL));
	data.org = k->org;
	data.flags = k->flags;
	strcpy(data.name, "A.DATA");
	strcpy(data.cluster, "A");
	data.ci_len = k->ci_len;
	data.cis_per_ca = 4;
	data.first_cas = 1;
	data.maxlrecl = data.avglrecl = k->maxlrecl;
	d->index = k->org == DS_ORG_KSDS || k->org == DS_ORG_VRRDS;
	data.keylen = d->index ? 4 : 0;
	index = data;
	damage_must(sphere_id_new(index.id, NULL));
	index.part = SPHERE_INDEX;
	index.ci_len = 512;
	memcpy(index.peer, data.id, SPHERE_ID_LEN);
	if (d->index)
		memcpy(data.peer, index.id, SPHERE_ID_LEN);
	sphere_id_name(data.id, d->name);
	sphere_id_name(index.id, d->index_name);
	damage_must(
	    sphere_create(d->vol, &data, d->index ? &index : NULL, NULL));
}

static inline enum ds_status
damage_open(struct damage *d, unsigned intent, struct am_file **filep,
    struct am_pos **posp)
{
	struct am_parms parms = {.intent = intent};
	enum ds_status st;

	parms.sphere.extend = damage_extend;
	parms.sphere.extend_ctx = &d->space;
	st = am_open(d->vol, d->name, &parms, filep, NULL);
	if (st == DS_OK && am_pos_new(*filep, posp) != DS_OK)
		abort();
	return st;
}

/* Record i; sets with slots and linear ones have one length alone. */
static inline uint32_t
damage_record(struct damage *d, uint32_t i)
{
	const struct damage_kind *k = d->kind;

	memset(d->rec, (int)i, sizeof(d->rec));
	be32_put(d->rec, i);
	if (k->org == DS_ORG_RRDS || k->org == DS_ORG_LDS)
		return k->maxlen;
	return i % 5 == 0 ? k->maxlen : 20 + i * 37 % (k->maxlen / 4);
}

static inline enum ds_status
damage_put(struct damage *d, struct am_pos *pos, uint32_t i)
{
	uint32_t len = damage_record(d, i);
	bool slots =
	    d->kind->org == DS_ORG_RRDS || d->kind->org == DS_ORG_VRRDS;

	return am_put(pos, d->rec, len, slots ? i + 1 : 0, i % 2, NULL, NULL);
}

/* Loaded; then some go, so that control areas are free. */
static inline void
damage_load(struct damage *d)
{
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	struct am_rec got;
	uint32_t i;

	damage_must(damage_open(d, AM_OUTPUT, &file, &pos));
	for (i = 0; i < DAMAGE_RECORDS; i++)
		damage_must(damage_put(d, pos, i * 2));
	am_pos_free(&pos);
	damage_must(am_close(&file, NULL));
	if (!d->index)
		return;
	damage_must(damage_open(d, AM_INPUT | AM_OUTPUT, &file, &pos));
	for (i = 0; i < DAMAGE_RECORDS / 2; i++) {
		damage_must(am_get(pos, &got, NULL));
		if (i > 15)
			damage_must(am_erase(pos, NULL));
	}
	am_pos_free(&pos);
	damage_must(am_close(&file, NULL));
}

static inline void
damage_patch(struct sphere *sp, const uint8_t p[6])
{
	enum sphere_part part = p[0] & 1 ? SPHERE_INDEX : SPHERE_DATA;
	const struct comp_attr *attr = sphere_attr(sp, part);
	uint32_t off = be16_get(p + 2), i;
	struct sphere_buf *buf = NULL;
	uint64_t cis;

	if (attr == NULL)
		return;
	cis = sphere_state(sp)->part[part].hurba / attr->ci_len;
	if (buf_get(sp, part, p[1] % cis * attr->ci_len, BUF_WRITE, &buf,
		NULL) != DS_OK)
		abort();
	for (i = 0; i < 2; i++)
		buf->data[off & 0x8000
			      ? attr->ci_len - 1 -
				    (off + i) % (attr->ci_len < 64 ? 1 : 64)
			      : (off + i) % attr->ci_len] = p[4 + i];
	buf_dirty(sp, buf, buf->records ^ (p[0] >> 7), buf->bytes);
	buf_release(sp, &buf);
}

static inline void
damage_read(struct damage *d, unsigned intent)
{
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	struct am_rec got;
	struct am_want want[DAMAGE_MANY] = {0};
	uint8_t keys[DAMAGE_MANY][4];
	enum ds_status st = DS_OK;
	uint32_t i;
	int back;

	if (damage_open(d, intent, &file, &pos) != DS_OK)
		return;
	for (back = 0; back < 2; back++) {
		am_point(pos, back ? AM_LAST : AM_FIRST, AM_GE, back, NULL, 0,
		    0, NULL);
		/* after damage it goes on, or tells the same again */
		for (i = 0; i < DAMAGE_STEPS; i++)
			if ((st = am_get(pos, &got, NULL)) == DS_EOD)
				break;
			else if (st == DS_OK && got.len > 0)
				d->rec[0] ^= got.data[got.len - 1];
		for (i = 0; i < 20; i++)
			am_point(
			    pos, AM_RRN, AM_GE, back, NULL, 0, i * 7, NULL);
		for (i = 0; i < 20; i++)
			am_point(
			    pos, AM_RBA, AM_GE, back, NULL, 0, i * 100, NULL);
	}
	for (i = 0; i < DAMAGE_MANY; i++) {
		be32_put(keys[i], i * 3);
		want[i].key = keys[i];
		want[i].num = i * 100;
	}
	for (i = 0; i < 2; i++) {
		for (uint32_t k = 0; k < DAMAGE_MANY; k++)
			want[k].st = DS_NOTFOUND;
		am_get_many(
		    pos, i == 0 ? AM_KEY : AM_RBA, want, DAMAGE_MANY, 4, NULL);
		for (uint32_t k = 0; k < DAMAGE_MANY; k++)
			if (want[k].st == DS_OK && want[k].rec.len > 0)
				d->rec[0] ^=
				    want[k].rec.data[want[k].rec.len - 1];
	}
	am_pos_free(&pos);
	am_abandon(&file);
}

static inline void
damage_change(struct damage *d)
{
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	struct am_rec got;
	uint32_t i, len;

	if (damage_open(d, AM_INPUT | AM_OUTPUT, &file, &pos) != DS_OK)
		return;
	for (i = 1; i < DAMAGE_RECORDS * 2; i += 6) {
		damage_put(d, pos, i);
		damage_put(d, pos, i + 1);
		if (am_point(pos, AM_RRN, AM_GE, false, NULL, 0, i, NULL) !=
		    DS_OK)
			continue;
		if (am_get(pos, &got, NULL) == DS_OK &&
		    got.len <= sizeof(d->rec)) {
			len = damage_record(d, i);
			memcpy(d->rec, got.data, got.len < 8 ? got.len : 8);
			am_update(pos, d->rec, len, NULL);
		}
		if (am_get(pos, &got, NULL) == DS_OK)
			am_erase(pos, NULL);
	}
	am_pos_free(&pos);
	am_close(&file, NULL);
}

/* In an empty directory, which is empty again behind it. */
static inline void
damage_run(struct volume *vol, const uint8_t *in, size_t len)
{
	struct damage d = {.vol = vol, .space = 64};
	struct sphere *sp = NULL;
	size_t i;

	if (len < 1)
		return;
	d.kind = &damage_kinds[in[0] % DAMAGE_KINDS];
	damage_make(&d);
	damage_load(&d);
	damage_must(sphere_open(vol, d.name, SPHERE_UPDATE, NULL, &sp, NULL));
	for (i = 1; i + 6 <= len; i += 6)
		damage_patch(sp, in + i);
	damage_must(sphere_commit(sp, true, NULL));
	sphere_close(&sp);
	damage_read(&d, AM_INPUT);
	damage_read(&d, AM_INPUT | AM_SEQ);
	damage_read(&d, AM_INPUT | AM_ADDRESSED);
	damage_read(&d, AM_INPUT | AM_INDEX);
	am_verify(vol, d.name, NULL, NULL, NULL);
	damage_change(&d);
	am_verify(vol, d.name, NULL, NULL, NULL);
	damage_must(sphere_remove(
	    vol, d.name, d.index ? d.index_name : NULL, false, NULL));
}

#endif

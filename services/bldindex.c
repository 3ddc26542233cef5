/* BLDINDEX: read the base, sort, load the alternate index. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/aix.h"
#include "services/bldindex.h"
#include "services/dataset_int.h"
#include "services/define_int.h"
#include "base/sort.h"

struct build {
	const struct ds_build *how;
	struct aix_shape sh;
	struct ds_file *base, *aix;
	struct sorter *sort;
	uint64_t keys; /* that were sorted */
	/* the alternate index record in hand */
	uint8_t *rec;
	uint32_t n, most; /* pointers: there, and that it may have */
	uint64_t excess;
};

enum ds_status
ds_build_base(struct ds_system *sys, const char *name, char out[DSNAME_MAX + 1],
    struct ds_improper *howp, struct ds_diag *diag)
{
	struct ds_file *file = NULL;
	struct ds_target tg = {0};
	enum ds_status st;

	if ((st = ds_target_find(sys, name, &tg, diag)) != DS_OK)
		return st;
	/* A path over an alternate index leads to that, not to the base. */
	if (tg.ent->type != DS_CLUSTER || tg.via != NULL)
		st = ds_fail(diag, DS_INVALID, name, "IDC3641I");
	else
		snprintf(out, DSNAME_MAX + 1, "%s", tg.ent->name);
	ds_target_free(&tg);
	if (st != DS_OK)
		return st;
	st = file_open_am(sys, out, DD_SHR, DS_INPUT, &file, diag);
	if (st == DS_OK)
		*howp = ds_attrs(file)->improper;
	ds_abandon(&file);
	return st;
}

/* The entries of the alternate index; they must be of base. */
static enum ds_status
find_aix(struct ds_system *sys, const char *base, const char *name,
    struct ds_target *tg, const struct ds_entry **aixp,
    const struct ds_entry **datap, struct ds_diag *diag)
{
	const struct ds_entry *aix;
	enum ds_status st;

	if ((st = ds_target_find(sys, name, tg, diag)) != DS_OK)
		return st;
	aix = tg->via != NULL ? tg->via : tg->ent;
	if (aix->type != DS_AIX)
		return ds_fail(diag, DS_INVALID, name, "IDC2640I");
	*aixp = aix;
	*datap = tg->via != NULL ? tg->via_data : tg->data;
	for (size_t i = 0; i < aix->nassocs; i++)
		if (aix->assocs[i].type == DS_CLUSTER &&
		    strcmp(aix->assocs[i].name, base) == 0)
			return DS_OK;
	return ds_fail(diag, DS_INVALID, name, "IDC2642I");
}

static void
note(struct build *b, enum ds_build_fault fault, const uint8_t *key,
    const uint8_t *ptr)
{
	struct ds_build_note n = {.fault = fault,
	    .key = key,
	    .keylen = b->sh.keylen,
	    .by_key = b->sh.by_key,
	    .ptr = ptr,
	    .ptr_len = b->sh.ptr_len,
	    .excess = b->excess};

	if (ptr != NULL && !b->sh.by_key)
		n.rba = aix_pointer_rba(&b->sh, ptr);
	if (b->how->note != NULL)
		b->how->note(b->how->ctx, &n);
}

static bool
stopped(const struct build *b)
{
	return b->how->stop != NULL && b->how->stop(b->how->ctx);
}

static void
tell_begin(const struct build *b, uint64_t n, struct ds_file *base)
{
	if (b->how->begin != NULL)
		b->how->begin(b->how->ctx, n, base);
}

static enum ds_status
read_base(struct build *b, struct ds_diag *diag)
{
	uint8_t item[2 * AIX_POINTER_MAX], *ptr = item + b->sh.keylen;
	const uint8_t *key;
	uint64_t at, records;
	struct ds_rec rec;
	enum ds_status st;

	if (!ds_how_far(b->base, &at, &records))
		records = 0;
	tell_begin(b, records, b->base);
	while ((st = ds_get(b->base, &rec, diag)) == DS_OK) {
		if (stopped(b))
			return ds_fail(diag, DS_EOD, NULL, "stopped");
		if (!aix_pointer_to(&b->sh, rec.data, rec.rba, ptr))
			return ds_fail(diag, DS_BADRBA, ds_attrs(b->base)->name,
			    "RBAs of four bytes end at 4 GiB");
		key = aix_key_of(&b->sh, rec.data, rec.len);
		if (key == NULL) {
			note(b, DS_BUILD_NOKEY, NULL, ptr);
			continue;
		}
		memcpy(item, key, b->sh.keylen);
		if ((st = sorter_add(b->sort, item,
			 b->sh.keylen + b->sh.ptr_len, diag)) != DS_OK)
			return st;
		b->keys++;
	}
	return st == DS_EOD ? DS_OK : st;
}

/* Write the record in hand. */
static enum ds_status
put_rec(struct build *b, struct ds_diag *diag)
{
	const uint8_t *key = b->rec + AIX_HEADER_LEN;
	uint8_t copy[AIX_POINTER_MAX];
	uint32_t len;

	if (b->n == 0)
		return DS_OK;
	if (b->excess > 0 && !b->sh.unique)
		note(b, DS_BUILD_EXCESS, key, NULL);
	memcpy(copy, key, b->sh.keylen);
	len = aix_rec_begin(&b->sh, copy, b->n, b->rec);
	b->n = 0;
	b->excess = 0;
	return ds_put(b->aix, b->rec, len, diag);
}

static enum ds_status
take(struct build *b, const uint8_t *item, struct ds_diag *diag)
{
	uint8_t *key = b->rec + AIX_HEADER_LEN;
	const uint8_t *ptr = item + b->sh.keylen;
	enum ds_status st;

	if (b->n > 0 && memcmp(key, item, b->sh.keylen) != 0 &&
	    (st = put_rec(b, diag)) != DS_OK)
		return st;
	if (b->n == 0)
		memcpy(key, item, b->sh.keylen);
	if (b->n < b->most) {
		memcpy(key + b->sh.keylen + (size_t)b->n * b->sh.ptr_len, ptr,
		    b->sh.ptr_len);
		b->n++;
		return DS_OK;
	}
	b->excess++;
	if (b->sh.unique)
		note(b, DS_BUILD_NONUNIQUE, key, ptr);
	return DS_OK;
}

static enum ds_status
load(struct build *b, struct ds_diag *diag)
{
	const uint8_t *item;
	uint32_t len;
	enum ds_status st;

	if ((st = sorter_end(b->sort, diag)) != DS_OK)
		return st;
	tell_begin(b, b->keys, NULL);
	while ((st = sorter_next(b->sort, &item, &len, diag)) == DS_OK) {
		if (stopped(b))
			return ds_fail(diag, DS_EOD, NULL, "stopped");
		if ((st = take(b, item, diag)) != DS_OK)
			return st;
	}
	return st == DS_EOD ? put_rec(b, diag) : st;
}

static void
set_shape(struct build *b, const struct ds_entry *aix_data)
{
	const struct ds_attrs *base = ds_attrs(b->base);
	struct aix_shape *sh = &b->sh;

	sh->keylen = aix_data->keylen;
	sh->axrkp = aix_data->axrkp;
	sh->unique = (aix_data->flags & DS_A_NONUNIQKEY) == 0;
	sh->max_len = aix_data->maxlrecl;
	sh->by_key = base->org == DS_ORG_KSDS;
	sh->base_rkp = base->rkp;
	sh->ptr_len = base->keylen;
}

static enum ds_status
prepare(struct build *b, struct ds_system *sys, const struct ds_entry *data,
    const struct ds_entry *base_data, struct ds_diag *diag)
{
	struct sort_parms sort = {0};
	uint32_t room;

	set_shape(b, data);
	b->sh.ptr_len = define_pointer_len(base_data);
	if (b->sh.keylen == 0 || b->sh.keylen > AIX_POINTER_MAX ||
	    b->sh.ptr_len == 0 ||
	    b->sh.max_len < AIX_HEADER_LEN + b->sh.keylen + b->sh.ptr_len)
		return ds_fail(diag, DS_CORRUPT, data->name,
		    "attributes that do not fit together");
	room = b->sh.max_len - AIX_HEADER_LEN - b->sh.keylen;
	b->most = room / b->sh.ptr_len;
	if (b->most > AIX_POINTERS_MAX)
		b->most = AIX_POINTERS_MAX;
	if (b->sh.unique)
		b->most = 1;
	if ((b->rec = malloc(b->sh.max_len)) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	/* pointers of equal keys in their own order: all bytes are the key */
	sort.dir = ds_system_root(sys);
	sort.key_len = b->sh.keylen + b->sh.ptr_len;
	sort.memory = b->how->memory;
	return sorter_new(&sort, &b->sort, diag);
}

static enum ds_status
build(struct build *b, struct ds_system *sys, const char *base,
    const struct ds_entry *aix, const struct ds_entry *data,
    struct ds_diag *diag)
{
	struct ds_target tg = {0};
	enum ds_status st;

	st = file_open_am(sys, base, DD_SHR, DS_INPUT | DS_SEQ, &b->base, diag);
	if (st == DS_OK)
		st = file_open_am(sys, aix->name, DD_OLD,
		    DS_OUTPUT | DS_SEQ | DS_RESET | DS_BUILD, &b->aix, diag);
	if (st == DS_OK)
		st = ds_target_find(sys, base, &tg, diag);
	if (st == DS_OK)
		st = prepare(b, sys, data, tg.data, diag);
	ds_target_free(&tg);
	if (st == DS_OK && (st = read_base(b, diag)) == DS_OK)
		st = load(b, diag);
	if (st == DS_OK)
		st = ds_close(&b->aix, diag);
	if (st == DS_OK)
		st = aix_set_behind(sys, aix, false, diag);
	return st;
}

enum ds_status
ds_build_aix(struct ds_system *sys, const char *base, const char *name,
    const struct ds_build *how, struct ds_diag *diag)
{
	const struct ds_entry *aix = NULL, *data = NULL;
	struct build b = {.how = how};
	struct ds_target tg = {0};
	enum ds_status st;

	st = find_aix(sys, base, name, &tg, &aix, &data, diag);
	if (st == DS_OK)
		st = build(&b, sys, base, aix, data, diag);
	sorter_free(&b.sort);
	free(b.rec);
	ds_abandon(&b.aix);
	ds_abandon(&b.base);
	ds_target_free(&tg);
	return st;
}

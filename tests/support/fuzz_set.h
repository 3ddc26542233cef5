/*
 * For fuzz targets: a small KSDS in a directory in memory, loaded once, and put
 * back as it was after who changed it.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_FUZZ_SET_H
#define CATAMOUNT_TESTS_SUPPORT_FUZZ_SET_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access-methods/am_int.h"
#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"

enum { CI_LEN = 512, CIS = 3, RECORDS = 40, LEN = 60 };

static char dir[] = "/dev/shm/fuzz-set-XXXXXX"; /* in memory */
static struct volume *vol;
static char data_name[SPHERE_NAME_LEN], index_name[SPHERE_NAME_LEN];
static struct log_key set_key; /* of its log */

/* The components as they were loaded: a writer changes them. */
static struct saved {
	uint8_t *bytes;
	size_t len;
} saved[2];

static enum ds_status
extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	(void)ctx;
	(void)part;
	(void)diag;
	*casp = min_cas;
	return DS_OK;
}

static void
must(enum ds_status st)
{
	if (st != DS_OK)
		abort();
}

static void
clean_up(void)
{
	sphere_remove(vol, data_name, index_name, false, NULL);
	vol_close(&vol);
	rmdir(dir);
}

static void
attrs(struct comp_attr *data, struct comp_attr *index)
{
	memset(data, 0, sizeof(*data));
	for (int i = 0; i < SPHERE_ID_LEN; i++) {
		data->id[i] = (uint8_t)(i + 1);
		data->sphere[i] = (uint8_t)(i + 50);
	}
	data->org = DS_ORG_KSDS;
	data->ci_len = CI_LEN;
	data->cis_per_ca = CIS;
	data->first_cas = 8;
	data->keylen = 8;
	data->avglrecl = data->maxlrecl = 200;
	*index = *data;
	index->id[0] = 99;
	index->part = SPHERE_INDEX;
	index->cis_per_ca = 49;
	index->first_cas = 1;
	memcpy(index->peer, data->id, SPHERE_ID_LEN);
	memcpy(data->peer, index->id, SPHERE_ID_LEN);
	sphere_id_name(data->id, data_name);
	sphere_id_name(index->id, index_name);
}

static void
load(void)
{
	struct am_parms parms = {.intent = AM_OUTPUT};
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	uint8_t rec[LEN] = {0};
	struct sphere_state state;

	parms.sphere.extend = extend;
	must(am_open(vol, data_name, &parms, &file, NULL));
	must(am_pos_new(file, &pos));
	for (uint64_t i = 0; i < RECORDS; i++) {
		be64_put(rec, i * 10);
		must(am_put(pos, rec, LEN, 0, true, NULL, NULL));
	}
	am_pos_free(&pos);
	must(am_close(&file, NULL));
	must(sphere_read_state(vol, data_name, &state, NULL, NULL));
	set_key.seq = state.seq;
	set_key.epoch = state.reset_epoch;
}

static FILE *
component(int part, const char *mode)
{
	char path[200];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir,
	    part == 0 ? data_name : index_name);
	if ((f = fopen(path, mode)) == NULL)
		abort();
	return f;
}

static void
save(void)
{
	for (int part = 0; part < 2; part++) {
		struct saved *s = &saved[part];
		FILE *f = component(part, "rb");

		fseek(f, 0, SEEK_END);
		s->len = (size_t)ftell(f);
		rewind(f);
		s->bytes = malloc(s->len);
		if (s->bytes == NULL || fread(s->bytes, 1, s->len, f) != s->len)
			abort();
		fclose(f);
	}
}

static void
restore(void)
{
	for (int part = 0; part < 2; part++) {
		FILE *f = component(part, "wb");

		if (fwrite(saved[part].bytes, 1, saved[part].len, f) !=
		    saved[part].len)
			abort();
		fclose(f);
	}
}

static void
set_up(void)
{
	struct comp_attr data, index;

	if (vol != NULL)
		return;
	if (mkdtemp(dir) == NULL)
		abort();
	must(vol_open(dir, false, &vol, NULL));
	attrs(&data, &index);
	must(sphere_create(vol, &data, &index, NULL));
	memcpy(set_key.data, data.id, LOG_ID_LEN);
	memcpy(set_key.sphere, data.sphere, LOG_ID_LEN);
	load();
	save();
	atexit(clean_up);
}

#endif

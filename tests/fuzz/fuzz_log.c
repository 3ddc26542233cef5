/*
 * libFuzzer: a redo log of foreign operations, done again by a reader. The set
 * is always the same small one; header, record headers and CRCs are made
 * right, so that the fuzzer gets behind them.
 *
 * Input: records, each its length (2), the number of its operations (1), and
 * the operations. A length that is too long takes the rest.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access-methods/am.h"
#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"
#include "base/crc32c.h"

enum { FUZZ_MAX = 256 * 1024, CI_LEN = 512, CIS = 3, RECORDS = 40, LEN = 60 };

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t len);

static char dir[] = "/dev/shm/fuzz-log-XXXXXX"; /* in memory */
static struct volume *vol;
static char data_name[SPHERE_NAME_LEN], index_name[SPHERE_NAME_LEN];
static struct log_key key;

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
	key.seq = state.seq;
	key.epoch = state.reset_epoch;
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
	memcpy(key.data, data.id, LOG_ID_LEN);
	memcpy(key.sphere, data.sphere, LOG_ID_LEN);
	load();
	atexit(clean_up);
}

/* A log of the records in the input; its length. */
static size_t
log_make(const uint8_t *in, size_t len, uint8_t *mem)
{
	size_t at = LOG_HEADER_LEN;
	uint64_t lsn = 1;

	memset(mem, 0, LOG_HEADER_LEN);
	memcpy(mem, log_magic, 8);
	be32_put(mem + LOG_H_VERSION, LOG_VERSION);
	memcpy(mem + LOG_H_SPHERE, key.sphere, LOG_ID_LEN);
	memcpy(mem + LOG_H_DATA, key.data, LOG_ID_LEN);
	be64_put(mem + LOG_H_SEQ, key.seq);
	be64_put(mem + LOG_H_EPOCH, key.epoch);
	be64_put(mem + LOG_H_LSN, lsn);
	be32_put(mem + LOG_H_CRC, log_header_crc(mem));
	while (len >= 3) {
		size_t n = be16_get(in);
		uint8_t *rec = mem + at;

		n = n < len - 3 ? n : len - 3;
		memset(rec, 0, LOG_REC_HEADER_LEN);
		be32_put(rec + LOG_R_LEN, (uint32_t)(LOG_REC_HEADER_LEN + n));
		be64_put(rec + LOG_R_LSN, lsn++);
		be64_put(rec + LOG_R_SEQ, key.seq);
		be32_put(rec + LOG_R_NOPS, in[2]);
		memcpy(rec + LOG_REC_HEADER_LEN, in + 3, n);
		be32_put(rec + LOG_R_CRC,
		    crc32c(rec + LOG_R_LEN, LOG_REC_HEADER_LEN + n - 4));
		at += LOG_REC_HEADER_LEN + n;
		in += 3 + n;
		len -= 3 + n;
	}
	return at;
}

static void
none(void *ctx, enum sphere_part part, uint64_t rba, const char *what)
{
	(void)ctx;
	(void)part;
	(void)rba;
	(void)what;
}

/* Read all of it, whatever it is. */
static void
use(void)
{
	struct am_parms parms = {.intent = AM_INPUT};
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	struct am_rec rec;
	struct sphere_state state;
	struct ds_diag d;
	int n = 0;

	sphere_read_state(vol, data_name, &state, NULL, &d);
	am_verify(vol, data_name, none, NULL, &d);
	if (am_open(vol, data_name, &parms, &file, &d) != DS_OK)
		return;
	if (am_pos_new(file, &pos) == DS_OK)
		while (am_get(pos, &rec, &d) == DS_OK && n++ < 1000)
			continue;
	am_pos_free(&pos);
	am_close(&file, &d);
}

int
LLVMFuzzerTestOneInput(const uint8_t *in, size_t len)
{
	char name[LOG_NAME_LEN];
	struct vol_file *file = NULL;
	uint8_t *mem;
	size_t n;

	if (len > FUZZ_MAX)
		return 0;
	set_up();
	/* a record's header for each three bytes of input, at the most */
	mem = malloc(LOG_HEADER_LEN + len * (LOG_REC_HEADER_LEN + 1));
	if (mem == NULL)
		return 0;
	n = log_make(in, len, mem);
	log_name(key.data, name);
	must(vol_file_open(vol, name, VOL_CREATE | VOL_SCRATCH, &file, NULL));
	must(vol_write(file, 0, mem, n, NULL));
	vol_file_close(&file);
	use();
	must(vol_remove(vol, name, NULL));
	free(mem);
	return 0;
}

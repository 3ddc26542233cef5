/*
 * libFuzzer: a library whose records are not what they should be, used in every
 * way.
 *
 * Input: changes to the records of a small sound library, four bytes each:
 * which record, an offset in it (2), a value; offset X'FFFF' drops the record,
 * X'FFFE' cuts it to value bytes, X'FFFD' adds value to its last byte and
 * makes it a further record. The component itself is sound.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access-methods/bpam/bpam_int.h"
#include "base/bytes.h"

enum { RECORDS_MAX = 64, REC_MAX = 512, CI = 512, BLOCKS_MAX = 100 };

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t len);

struct rec {
	uint8_t data[REC_MAX];
	uint32_t len;
};

static char dir[] = "/dev/shm/fuzz-library-XXXXXX"; /* in memory */
static struct volume *vol;
static struct rec sound[RECORDS_MAX], recs[RECORDS_MAX];
static int nsound, nrecs;
static struct comp_attr data_attr, index_attr;
static char name[SPHERE_NAME_LEN], index_name[SPHERE_NAME_LEN];

static void
must(bool ok)
{
	if (!ok)
		abort();
}

static void
clean_up(void)
{
	vol_close(&vol);
	rmdir(dir);
}

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
create(void)
{
	data_attr = (struct comp_attr){.part = SPHERE_DATA,
	    .org = DS_ORG_PO,
	    .ci_len = CI,
	    .cis_per_ca = 4,
	    .keylen = BPAM_KEY_LEN,
	    .maxlrecl = CI - 7,
	    .recfm = DS_RECFM_VB,
	    .lrecl = 255,
	    .first_cas = 8};
	memset(data_attr.id, 7, sizeof(data_attr.id));
	memset(data_attr.sphere, 8, sizeof(data_attr.sphere));
	strcpy(data_attr.name, "A.LIB");
	strcpy(data_attr.cluster, "A.LIB");
	index_attr = data_attr;
	index_attr.part = SPHERE_INDEX;
	index_attr.id[0] = 9;
	memcpy(data_attr.peer, index_attr.id, SPHERE_ID_LEN);
	memcpy(index_attr.peer, data_attr.id, SPHERE_ID_LEN);
	sphere_id_name(data_attr.id, name);
	sphere_id_name(index_attr.id, index_name);
	must(sphere_create(vol, &data_attr, &index_attr, NULL) == DS_OK);
}

static struct bpam *
open_library(bool output)
{
	struct bpam_parms parms = {.output = output, .blocks = 3};
	struct bpam *lib = NULL;

	parms.sphere.extend = extend;
	if (bpam_open(vol, name, &parms, &lib, NULL) != DS_OK)
		return NULL;
	return lib;
}

static void
write_member(struct bpam *lib, const char *member, unsigned n)
{
	struct bpam_writer *wr = NULL;
	uint8_t data[200];

	if (bpam_writer_new(lib, &wr, NULL) != DS_OK)
		return;
	memset(data, (int)n, sizeof(data));
	for (unsigned i = 0; i < n; i++)
		bpam_write(wr, data, i * 37 % sizeof(data), NULL, NULL);
	bpam_stow(&wr, member, true, "user", 4, NULL);
}

/* The records of a library of three members, an alias and a loose content. */
static void
make_sound(void)
{
	struct am_parms parms = {.intent = AM_INPUT};
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	struct am_rec got;
	struct bpam *lib;

	create();
	must((lib = open_library(true)) != NULL);
	write_member(lib, "A", 3);
	write_member(lib, "B", 12);
	write_member(lib, "C", 0);
	write_member(lib, "A", 4);
	must(bpam_alias(lib, "X", "B", "u2", 2, NULL) == DS_OK);
	must(bpam_close(&lib, NULL) == DS_OK);
	must(am_open(vol, name, &parms, &file, NULL) == DS_OK);
	must(am_pos_new(file, &pos) == DS_OK);
	while (am_get(pos, &got, NULL) == DS_OK) {
		must(nsound < RECORDS_MAX / 2 && got.len <= REC_MAX);
		memcpy(sound[nsound].data, got.data, got.len);
		sound[nsound++].len = got.len;
	}
	am_pos_free(&pos);
	am_close(&file, NULL);
	sphere_remove(vol, name, index_name, false, NULL);
}

static int
by_key(const void *a, const void *b)
{
	const struct rec *x = a, *y = b;

	return memcmp(x->data, y->data, BPAM_KEY_LEN);
}

static void
change(const uint8_t *in, size_t len)
{
	memcpy(recs, sound, sizeof(recs));
	nrecs = nsound;
	for (; len >= 4; in += 4, len -= 4) {
		struct rec *r = &recs[in[0] % nrecs];
		const uint16_t at = be16_get(in + 1);

		if (at == 0xFFFF)
			r->len = 0;
		else if (at == 0xFFFE && in[3] < r->len)
			r->len = in[3];
		else if (at == 0xFFFD && nrecs < RECORDS_MAX) {
			recs[nrecs] = *r;
			recs[nrecs++].data[BPAM_KEY_LEN - 1] += in[3];
		} else if (at < r->len)
			r->data[at] = in[3];
	}
	qsort(recs, (size_t)nrecs, sizeof(recs[0]), by_key);
}

static void
load(void)
{
	struct am_parms parms = {.intent = AM_OUTPUT};
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;

	parms.sphere.extend = extend;
	must(am_open(vol, name, &parms, &file, NULL) == DS_OK);
	must(am_pos_new(file, &pos) == DS_OK);
	for (int i = 0; i < nrecs; i++)
		if (recs[i].len >= BPAM_KEY_LEN) /* twice the same: refused */
			am_put(pos, recs[i].data, recs[i].len, 0, true, NULL,
			    NULL);
	am_pos_free(&pos);
	must(am_close(&file, NULL) == DS_OK);
}

static void
read_all(struct bpam *lib, const char *member)
{
	struct bpam_reader *rd = NULL;
	const uint8_t *data;
	volatile uint8_t sum = 0; /* each byte is looked at */
	uint64_t off = 0, records;
	uint32_t len = 0;

	if (bpam_reader_new(lib, member, &rd, NULL) != DS_OK)
		return;
	records = bpam_reader_entry(rd)->records;
	while (bpam_read(rd, &data, &len, &off, NULL) == DS_OK)
		for (uint32_t i = 0; i < len; i++)
			sum += data[i];
	must(len <= 255);
	(void)sum;
	bpam_seek_rrn(rd, records, NULL);
	bpam_seek_rrn(rd, records / 2 + 1, NULL);
	if (bpam_seek_off(rd, off, NULL) == DS_OK)
		bpam_read(rd, &data, &len, &off, NULL);
	bpam_seek_off(rd, off / 2, NULL);
	bpam_reader_free(&rd);
}

static void
look(struct bpam *lib)
{
	struct bpam_entry ent = {0};
	struct bpam_walk walk = {0};
	uint8_t block[BPAM_BLOCK_LEN];
	uint32_t used, total;
	int n = 0;

	while (bpam_next(lib, ent.name, &ent, NULL) == DS_OK) {
		must(++n <= RECORDS_MAX * 2);
		read_all(lib, ent.name);
	}
	bpam_blocks(lib, &used, &total, NULL);
	while (walk.blocks < BLOCKS_MAX &&
	       bpam_block(lib, &walk, block, NULL) == DS_OK)
		must(be16_get(block) <= BPAM_BLOCK_LEN);
}

/* Into components of their own, which go again. */
static void
compress(struct bpam *lib)
{
	const struct sphere_parms parms = {.extend = extend};
	char to[SPHERE_NAME_LEN], to_index[SPHERE_NAME_LEN];
	struct comp_attr d = data_attr, x = index_attr;

	d.id[1] = x.id[1] = 1;
	memcpy(d.peer, x.id, SPHERE_ID_LEN);
	memcpy(x.peer, d.id, SPHERE_ID_LEN);
	sphere_id_name(d.id, to);
	sphere_id_name(x.id, to_index);
	must(sphere_create(vol, &d, &x, NULL) == DS_OK);
	bpam_compress(lib, vol, to, &parms, NULL, NULL);
	must(sphere_remove(vol, to, to_index, false, NULL) == DS_OK);
}

static void
use(struct bpam *lib)
{
	write_member(lib, "B", 5);
	bpam_rename(lib, "A", "AA", NULL);
	bpam_alias(lib, "Y", "C", NULL, 0, NULL);
	bpam_user(lib, "X", "123456", 6, NULL);
	bpam_delete(lib, "B", NULL);
	write_member(lib, "D", 2);
	compress(lib);
	look(lib);
}

int
LLVMFuzzerTestOneInput(const uint8_t *in, size_t len)
{
	struct bpam *lib;

	if (vol == NULL) {
		must(mkdtemp(dir) != NULL);
		must(vol_open(dir, false, &vol, NULL) == DS_OK);
		atexit(clean_up);
		make_sound();
	}
	change(in, len);
	create();
	load();
	if ((lib = open_library(false)) != NULL) {
		look(lib);
		bpam_close(&lib, NULL);
	}
	am_examine(vol, name, AM_TEST_INDEX | AM_TEST_DATA, NULL, NULL, NULL,
	    NULL, NULL);
	if ((lib = open_library(true)) != NULL) {
		use(lib);
		bpam_close(&lib, NULL);
	}
	must(sphere_remove(vol, name, index_name, false, NULL) == DS_OK);
	return 0;
}

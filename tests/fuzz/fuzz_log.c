/*
 * libFuzzer: the two files of a redo log, mapped and durable, with foreign
 * operations, done again by a reader or a writer. The set is always the same
 * small one; header, record headers and CRCs are made right, so that the fuzzer
 * gets behind them.
 *
 * Input: how (1, see enum how), then records, each its length (2), the number
 * of its operations (1), and the operations. A length that is too long takes
 * the rest.
 */
#include "base/crc32c.h"
#include "tests/support/fuzz_set.h"

enum { FUZZ_MAX = 256 * 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *in, size_t len);

enum how {
	IN_DURABLE = 1, /* the durable file has the records */
	IN_BOTH = 2,    /* the mapped one, too, of another boot */
	WRITER = 4,     /* who recovers is a writer */
	RAW = 8,     /* the durable file is the input itself, header and all */
	SEALED = 16, /* ... with its CRC made right */
	LATER = 32,  /* the durable file is of a later state */
};

/* A log of the records in the input; its length. */
static size_t
log_make(const uint8_t *in, size_t len, uint8_t *mem)
{
	size_t at = LOG_HEADER_LEN;
	uint64_t lsn = 1;

	memset(mem, 0, LOG_HEADER_LEN);
	memcpy(mem, log_magic, 8);
	be32_put(mem + LOG_H_VERSION, LOG_VERSION);
	memcpy(mem + LOG_H_SPHERE, set_key.sphere, LOG_ID_LEN);
	memcpy(mem + LOG_H_DATA, set_key.data, LOG_ID_LEN);
	be64_put(mem + LOG_H_SEQ, set_key.seq);
	be64_put(mem + LOG_H_EPOCH, set_key.epoch);
	be64_put(mem + LOG_H_LSN, lsn);
	be32_put(mem + LOG_H_CRC, log_header_crc(mem));
	while (len >= 3) {
		size_t n = be16_get(in);
		uint8_t *rec = mem + at;

		n = n < len - 3 ? n : len - 3;
		memset(rec, 0, LOG_REC_HEADER_LEN);
		be32_put(rec + LOG_R_LEN, (uint32_t)(LOG_REC_HEADER_LEN + n));
		be64_put(rec + LOG_R_LSN, lsn++);
		be64_put(rec + LOG_R_SEQ, set_key.seq);
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

/* Read all of it, whatever it is; a writer changes something, too. */
static void
use(unsigned how)
{
	struct am_parms parms = {.intent = AM_INPUT};
	struct am_file *file = NULL;
	struct am_pos *pos = NULL;
	uint8_t rec[LEN] = {0};
	struct am_rec got;
	struct sphere_state state;
	struct ds_diag d;
	int n = 0;

	sphere_read_state(vol, data_name, &state, NULL, &d);
	am_verify(vol, data_name, none, NULL, &d);
	parms.sphere.extend = extend;
	if (how & WRITER)
		parms.intent |= AM_OUTPUT | AM_DURABLE;
	if (am_open(vol, data_name, &parms, &file, &d) != DS_OK)
		return;
	if (am_pos_new(file, &pos) == DS_OK) {
		while (am_get(pos, &got, &d) == DS_OK && n++ < 1000)
			continue;
		be64_put(rec, 15);
		if (how & WRITER)
			am_put(pos, rec, LEN, 0, false, NULL, &d);
	}
	am_pos_free(&pos);
	am_close(&file, &d);
}

static void
put_file(const char *name, const uint8_t *mem, size_t len)
{
	struct vol_file *file = NULL;

	must(vol_file_open(vol, name, VOL_CREATE | VOL_SCRATCH, &file, NULL));
	if (len > 0)
		must(vol_write(file, 0, mem, len, NULL));
	vol_file_close(&file);
}

static void
put_logs(const uint8_t *in, size_t len, unsigned how)
{
	char mapped[LOG_NAME_LEN], durable[LOG_NAME_LEN];
	/* a record's header for each three bytes of input, at the most */
	uint8_t *mem =
	    calloc(1, LOG_HEADER_LEN + len * (LOG_REC_HEADER_LEN + 1));
	size_t n;

	if (mem == NULL)
		abort();
	log_name(set_key.data, mapped);
	spare_name(set_key.data, durable);
	if (how & RAW) {
		memcpy(mem, in, n = len);
		if (how & SEALED)
			be32_put(mem + LOG_H_CRC, log_header_crc(mem));
		put_file(durable, mem, n);
	}
	n = log_make(in, len, mem);
	if ((how & (IN_DURABLE | IN_BOTH)) == 0 || (how & IN_BOTH))
		put_file(mapped, mem, n);
	if (how & LATER) {
		be64_put(mem + LOG_H_SEQ, set_key.seq + 1);
		be32_put(mem + LOG_H_CRC, log_header_crc(mem));
	}
	if ((how & (IN_DURABLE | IN_BOTH)) && !(how & RAW))
		put_file(durable, mem, n);
	free(mem);
}

static void
remove_logs(void)
{
	char name[LOG_NAME_LEN];

	log_name(set_key.data, name);
	vol_remove(vol, name, NULL);
	spare_name(set_key.data, name);
	vol_remove(vol, name, NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *in, size_t len)
{
	if (len > FUZZ_MAX || len < 1)
		return 0;
	set_up();
	put_logs(in + 1, len - 1, in[0]);
	use(in[0]);
	remove_logs();
	if (in[0] & WRITER)
		restore();
	return 0;
}

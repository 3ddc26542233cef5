/*
 * Data sets and records of the tests of sharing. Functions are inline: no test
 * uses all of them.
 *
 * A record, 64 bytes:
 *
 *	offset  len  field
 *	   0     8   key: writer and number, decimal
 *	   8     4   alternate key: number modulo 50, decimal
 *	  12     8   version, from 1: counts the updates of the record
 *	  20    40   filled by key and version
 *	  60     4   CRC-32C of the 60 bytes before
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_SHARING_H
#define CATAMOUNT_TESTS_SUPPORT_SHARING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "services/bldindex.h"
#include "services/dataset.h"
#include "tests/support/define.h"

enum { REC_LEN = 64, REC_KEYLEN = 8, WRITER_RECS = 10000 };

static inline void
rec_make(
    uint8_t rec[REC_LEN], unsigned writer, unsigned number, uint64_t version)
{
	char text[32];

	snprintf(text, sizeof(text), "%08u%04u", writer * WRITER_RECS + number,
	    number % 50);
	memcpy(rec, text, 12);
	be64_put(rec + 12, version);
	memset(rec + 20, (int)(number * 31 + version), 40);
	be32_put(rec + 60, crc32c(rec, 60));
}

/* Is it one of ours, whole? */
static inline bool
rec_read(const uint8_t *rec, size_t len, unsigned *writerp, unsigned *numberp,
    uint64_t *versionp)
{
	uint8_t want[REC_LEN];
	char text[REC_KEYLEN + 1];
	unsigned key;

	if (len != REC_LEN)
		return false;
	memcpy(text, rec, REC_KEYLEN);
	text[REC_KEYLEN] = '\0';
	key = (unsigned)strtoul(text, NULL, 10);
	*writerp = key / WRITER_RECS;
	*numberp = key % WRITER_RECS;
	*versionp = be64_get(rec + 12);
	rec_make(want, *writerp, *numberp, *versionp);
	return memcmp(rec, want, REC_LEN) == 0;
}

static inline void
share_ok(enum ds_status st, const struct ds_diag *diag)
{
	if (st != DS_OK)
		fail_msg("%s: %s: %s (%s)", ds_status_name(st), diag->name,
		    diag->text, diag->holder);
}

/* base "": a cluster; else an alternate index of it, with UPGRADE. */
static inline void
share_define_org(struct ds_system *sys, const char *name, const char *base,
    enum ds_org org, int share, bool reuse)
{
	const bool aix = base[0] != '\0';
	struct ds_define_cluster def;
	struct ds_defined out;
	struct ds_diag diag;

	def_init(&def, name);
	def.org = org;
	def.cluster.unit = DS_UNIT_TRK;
	def.cluster.pri = 15;
	def.cluster.sec = 15;
	def.cluster.cisize = 1024;
	if (org == DS_ORG_KSDS) {
		def.cluster.keylen = aix ? 4 : REC_KEYLEN;
		def.cluster.rkp = aix ? 8 : 0;
	}
	def.cluster.avglrecl = REC_LEN;
	def.cluster.maxlrecl = aix ? 32000 : REC_LEN;
	if (aix) {
		def.cluster.cisize = 32768;
		snprintf(def.relate, sizeof(def.relate), "%s", base);
		def.unique = 0;
		def.upgrade = 1;
	}
	def.cluster.share_region = share;
	def.cluster.share_system = 3;
	def.cluster.reuse = reuse;
	share_ok(ds_define_cluster(sys, &def, &out, &diag), &diag);
}

static inline void
share_define(struct ds_system *sys, const char *name, const char *base,
    int share, bool reuse)
{
	share_define_org(sys, name, base, DS_ORG_KSDS, share, reuse);
}

static inline void
share_define_esds(struct ds_system *sys, const char *name, int share)
{
	share_define_org(sys, name, "", DS_ORG_ESDS, share, false);
}

static inline void
share_path(struct ds_system *sys, const char *name, const char *entry)
{
	struct ds_define_path def;
	struct ds_diag diag;

	memset(&def, 0, sizeof(def));
	snprintf(def.name, sizeof(def.name), "%s", name);
	snprintf(def.entry, sizeof(def.entry), "%s", entry);
	def.update = 1;
	share_ok(ds_define_path(sys, &def, &diag), &diag);
}

/* The set has records 0 to n - 1 of writer 0, version 1. */
static inline void
share_load(struct ds_system *sys, const char *name, unsigned n)
{
	struct ds_file *file = NULL;
	uint8_t rec[REC_LEN];
	struct ds_diag diag;

	share_ok(ds_open_name(
		     sys, name, DS_OUTPUT | DS_SEQ | DS_RESET, &file, &diag),
	    &diag);
	for (unsigned i = 0; i < n; i++) {
		rec_make(rec, 0, i, 1);
		share_ok(ds_put(file, rec, sizeof(rec), &diag), &diag);
	}
	share_ok(ds_close(&file, &diag), &diag);
}

static inline void
share_build(struct ds_system *sys, const char *base, const char *aix)
{
	const struct ds_build how = {.memory = 1 << 20};
	struct ds_diag diag;

	share_ok(ds_build_aix(sys, base, aix, &how, &diag), &diag);
}

static inline void
share_fault(void *ctx, const struct ds_found *found)
{
	(void)ctx;
	print_message("%s RBA %llu: %s\n", found->component,
	    (unsigned long long)found->rba, found->what);
}

/* Every invariant of the data set, and of base and alternate index. */
static inline void
share_examine(struct ds_system *sys, const char *name)
{
	struct ds_examine *ex = NULL;
	struct ds_diag diag;

	share_ok(ds_examine_open(sys, name, &ex, &diag), &diag);
	share_ok(ds_examine_test(
		     ex, DS_TEST_INDEX, share_fault, NULL, NULL, NULL, &diag),
	    &diag);
	share_ok(ds_examine_test(
		     ex, DS_TEST_DATA, share_fault, NULL, NULL, NULL, &diag),
	    &diag);
	ds_examine_close(&ex);
}

#endif

/*
 * BLDINDEX: an alternate index built from its base, by a sort of alternate keys
 * and pointers.
 */
#ifndef CATAMOUNT_SERVICES_BLDINDEX_H
#define CATAMOUNT_SERVICES_BLDINDEX_H

#include "services/dataset.h"

enum ds_build_fault {
	DS_BUILD_NOKEY,     /* the base record ends before the key does */
	DS_BUILD_NONUNIQUE, /* the key has a record already; ptr is left out */
	DS_BUILD_EXCESS,    /* more pointers than a record holds: excess */
};

struct ds_build_note {
	enum ds_build_fault fault;
	const uint8_t *key; /* alternate; NULL for DS_BUILD_NOKEY */
	size_t keylen;
	bool by_key;        /* ptr is a prime key; else rba */
	const uint8_t *ptr; /* NULL for DS_BUILD_EXCESS */
	size_t ptr_len;
	uint64_t rba;
	uint64_t excess;
};

struct ds_build {
	size_t memory; /* bytes for the sort */
	void (*note)(void *ctx, const struct ds_build_note *note);
	bool (*stop)(void *ctx); /* asked between records; NULL: never */
	/* n of what stop is then asked for each come now: records of base, of
	 * which n is 0 when it is not known, or keys, when base is NULL. base
	 * is borrowed until the next. NULL: not wanted. */
	void (*begin)(void *ctx, uint64_t n, struct ds_file *base);
	void *ctx;
};

/* The base cluster that name stands for, in out, and how OPEN found it.
 * DS_INVALID with "IDC3641I": none; DS_OPEN_EMPTY: it was never loaded. */
enum ds_status ds_build_base(struct ds_system *sys, const char *name,
    char out[DSNAME_MAX + 1], struct ds_improper *howp, struct ds_diag *diag);
/*
 * Build the alternate index that name (its own, or a path's) stands for.
 * DS_INVALID with "IDC2640I": not an alternate index, "IDC2642I": not of that
 * base; DS_OPEN_NORESET: it has records and not REUSE; all of ds_open_name.
 * DS_EOD: stop said so. On failure it is empty, or as it was.
 */
enum ds_status ds_build_aix(struct ds_system *sys, const char *base,
    const char *name, const struct ds_build *how, struct ds_diag *diag);

#endif

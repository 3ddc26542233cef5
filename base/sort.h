/*
 * Records sorted by a key in them, with bounded memory: what does not fit goes
 * to runs in a temporary file and is merged. Records with equal keys stay in
 * the order in which they were added.
 */
#ifndef CATAMOUNT_BASE_SORT_H
#define CATAMOUNT_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct sorter;

struct sort_parms {
	/* Where the temporary file is made, when one is needed; it has no
	 * name, so nothing stays. Copied. */
	const char *dir;
	uint32_t key_off, key_len; /* bytes of a record that order it */
	size_t memory; /* bytes of records and of what orders them; a record is
			  kept however little it is */
};

enum ds_status sorter_new(
    const struct sort_parms *parms, struct sorter **sp, struct ds_diag *diag);
void sorter_free(struct sorter **sp); /* NULL is fine */
/* A record of len bytes, its key whole. After a failure the sorter can only be
 * freed. DS_FULL, DS_IO, DS_NOFILE: of the temporary file. */
enum ds_status sorter_add(
    struct sorter *s, const uint8_t *rec, uint32_t len, struct ds_diag *diag);
/* No more are added. */
enum ds_status sorter_end(struct sorter *s, struct ds_diag *diag);
/* The next in order, borrowed until the next call; DS_EOD. */
enum ds_status sorter_next(struct sorter *s, const uint8_t **recp,
    uint32_t *lenp, struct ds_diag *diag);
size_t sorter_runs(const struct sorter *s); /* that were written, for tests */

#endif

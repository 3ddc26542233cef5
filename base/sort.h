/*
 * Records of one length, sorted as bytes, with bounded memory: what does not
 * fit goes to runs in a temporary file and is merged.
 */
#ifndef CATAMOUNT_BASE_SORT_H
#define CATAMOUNT_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct sorter;

/* dir: where the temporary file is made, when one is needed; it has no name, so
 * nothing stays. memory: bytes, at least a few records are kept. */
enum ds_status sorter_new(const char *dir, size_t rec_len, size_t memory,
    struct sorter **sp, struct ds_diag *diag);
void sorter_free(struct sorter **sp); /* NULL is fine */
enum ds_status sorter_add(
    struct sorter *s, const uint8_t *rec, struct ds_diag *diag);
/* No more are added. */
enum ds_status sorter_end(struct sorter *s, struct ds_diag *diag);
/* The next in order, borrowed until the next call; DS_EOD. */
enum ds_status sorter_next(
    struct sorter *s, const uint8_t **recp, struct ds_diag *diag);
size_t sorter_runs(const struct sorter *s); /* that were written, for tests */

#endif

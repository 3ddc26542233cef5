/*
 * SYSOUT data sets: records that programs print, each data set a file of a
 * job's spool, with the bytes as they were written. A DD writes one
 * (dd_alloc_sysout); this reads them back. doc/formats/spool.md has the format.
 */
#ifndef CATAMOUNT_SERVICES_SYSOUT_H
#define CATAMOUNT_SERVICES_SYSOUT_H

#include <stddef.h>
#include <stdint.h>

#include "base/entry.h"
#include "base/status.h"
#include "services/dataset.h"

/*
 * A DD whose records go to the file path, which the first open makes; each
 * later open adds to it. dcb is JCL's, NULL: nothing was said.
 */
enum ds_status dd_alloc_sysout(struct dd_table *dds, const char *ddname,
    const char *path, const struct dd_dcb *dcb, struct ds_diag *diag);

struct sysout; /* one that is read */

/* What its first writer said of its records. */
struct sysout_attrs {
	enum ds_recfm recfm;
	char ctlchar; /* 'A' ASA, 'M' machine code, 0 none */
	uint32_t lrecl;
	uint16_t ccsid;
};

/* DS_NOFILE: nobody has opened it; DS_CORRUPT with the offset; DS_VERSION. */
enum ds_status sysout_open(
    const char *path, struct sysout **sop, struct ds_diag *diag);
void sysout_close(struct sysout **sop); /* NULL is fine */
const struct sysout_attrs *sysout_attrs(const struct sysout *so);
/* The next record, borrowed until the next call. DS_EOD; DS_CORRUPT: a record
 * that a dying writer left short. */
enum ds_status sysout_get(struct sysout *so, const uint8_t **datap,
    uint32_t *lenp, struct ds_diag *diag);
/*
 * The next record as a line of UTF-8 without trailing blanks, borrowed until
 * the next call; *ctlp is what its control character asks for: ' ' a new line,
 * '0' and '-' one or two empty ones first, '1' a new page, '+' none.
 */
enum ds_status sysout_line(struct sysout *so, char *ctlp, const char **linep,
    size_t *lenp, struct ds_diag *diag);

#endif

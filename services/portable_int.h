/*
 * Inside services: the portable format. doc/formats/portable.md has it in full.
 *
 * A portable data set is a stream of items - one header, the records, one
 * trailer - that are cut into segments; a segment is a record of the data set:
 *
 *	offset  len  field
 *	  +0     1   kind of the item: enum port_kind
 *	  +1     1   X'80' its first segment, X'40' its last
 *	  +2         bytes of the item
 */
#ifndef CATAMOUNT_SERVICES_PORTABLE_INT_H
#define CATAMOUNT_SERVICES_PORTABLE_INT_H

#include "services/portable.h"
#include "services/staged.h"

enum port_kind { PORT_HEADER = 1, PORT_RECORD = 2, PORT_TRAILER = 3 };

enum {
	PORT_SEGMENT_HEAD = 2,
	PORT_FIRST = 0x80,
	PORT_LAST = 0x40,
	PORT_SEGMENT_MIN = 32,    /* the shortest that a target must take */
	PORT_SEGMENT_MAX = 32752, /* the longest that is written */
	PORT_NUMBER_LEN = 8,      /* in front of a record: slot number, or 0 */
	PORT_TRAILER_LEN = 20,
	PORT_HEADER_MAX = 1 << 20,
	PORT_RECORD_MAX = 1 << 30,
	PORT_PATHS_MAX = 1000,
	PORT_VERSION = 1
};

/* --- segments: portable_io.c ---------------------------------------------- */

struct port_writer {
	struct ds_file *out;
	uint32_t max;            /* bytes of a segment */
	uint32_t check;          /* of all segments so far */
	uint64_t records, bytes; /* of the records, for the trailer */
	uint8_t seg[PORT_SEGMENT_MAX];
};

/* DS_INVALID: records of out do not hold a segment, or are text. */
enum ds_status port_writer_set(
    struct port_writer *w, struct ds_file *out, struct ds_diag *diag);
enum ds_status port_put(struct port_writer *w, enum port_kind kind,
    const void *head, size_t head_len, const void *data, size_t len,
    struct ds_diag *diag);
enum ds_status port_put_trailer(struct port_writer *w, struct ds_diag *diag);

struct port_reader {
	struct ds_file *in;
	uint32_t check;
	uint64_t records, bytes;
	uint8_t *item;
	size_t len, room;
};

/* The next item, in item and len. limit: bytes that it may have. DS_CORRUPT. */
enum ds_status port_get(struct port_reader *r, size_t limit,
    enum port_kind *kindp, struct ds_diag *diag);
/* The item in hand is the trailer, and says what was read; nothing follows. */
enum ds_status port_check_trailer(struct port_reader *r, struct ds_diag *diag);
void port_reader_free(struct port_reader *r);

/* --- the header: portable_head.c ------------------------------------------ */

struct port_head {
	struct ds_define_cluster def;
	struct tm exported;
	bool temporary, inhibit;
	bool linear; /* records are control intervals */
	struct staged_path *paths;
	size_t npaths;
};

void port_head_init(struct port_head *h); /* all absent */
void port_head_free(struct port_head *h);
/* DS_NOMEM. *textp is the caller's to free. */
enum ds_status port_head_write(const struct port_head *h, char **textp,
    size_t *lenp, struct ds_diag *diag);
/* DS_CORRUPT, DS_VERSION. */
enum ds_status port_head_read(
    const char *text, size_t len, struct port_head *h, struct ds_diag *diag);

/* --- a catalog: portable_catalog.c ---------------------------------------- */

struct port_catalog {
	char name[DSNAME_MAX + 1]; /* "": the header is of no catalog */
	struct tm exported;
	uint64_t bytes;
	char (*aliases)[DSNAME_MAX + 1];
	size_t naliases;
};
void port_catalog_free(struct port_catalog *c);
/* name stays "" when text is another header. DS_CORRUPT. */
enum ds_status port_catalog_head(
    const char *text, size_t len, struct port_catalog *c, struct ds_diag *diag);
/* The image behind the header in hand becomes the catalog. */
enum ds_status port_catalog_load(struct ds_system *sys, struct port_reader *rd,
    const struct port_catalog *c, bool aliases, ds_stop_fn *stop, void *ctx,
    struct ds_copied *donep, struct ds_diag *diag);

#endif

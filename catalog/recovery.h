/*
 * The recovery area of a catalog, NAME.cra: what every committed transaction
 * did to its rows, so that the file can be made again when it is lost.
 *
 * Header, RECOVERY_HEADER bytes, numbers big-endian:
 *
 *	offset  len  field
 *	  +0     8   "CTMTRECA"
 *	  +8     4   version, 1
 *	 +12     4   version of the catalog's tables
 *	 +16    32   identity of the area, hexadecimal
 *	 +48    44   name of the catalog, padded with X'00'
 *	 +92    36   boot of the system that wrote last
 *	+128     4   1: changes are missing behind its end
 *	+132    56   X'00'
 *	+188     4   CRC-32C of what is before
 *
 * Frames follow, one a transaction (several of a copy of all rows):
 *
 *	  +0     4   length of the records
 *	  +4     4   CRC-32C of what follows but the last field
 *	  +8     4   CRC-32C of the frame before; of the first 0
 *	 +12     n   records
 *	 +n+12   4   length of the records
 *
 * A record: table (a byte, place in recovery_tables), 'P' or 'D', the row's
 * number (8 bytes); of 'P', which puts a row, the number of its columns (1
 * byte) and the columns. A column begins with a byte: 0 NULL; 1 to 9 an integer
 * of one byte less, two's complement; 16 text, 17 bytes, length (4 bytes)
 * before them; 64 to 255 text of so many characters less 64.
 *
 * meta's item 'recovery' of the catalog, changed by the same transaction, is
 * "identity length crc dead": where its last frame ends and that frame's CRC.
 * What is behind was never committed.
 */
#ifndef CATAMOUNT_CATALOG_RECOVERY_H
#define CATAMOUNT_CATALOG_RECOVERY_H

#include "catalog/cat_int.h"

enum {
	RECOVERY_VERSION = 1,
	RECOVERY_HEADER = 192,
	RECOVERY_ID = 32,
	RECOVERY_BOOT = 36,
	RECOVERY_FRAME = 16, /* around its records */
	RECOVERY_TABLES = 13,
	RECOVERY_GONE = 10,      /* a record that a row goes */
	RECOVERY_SOME = 1 << 18, /* bytes of a frame of a copy of all rows */
	RECOVERY_MOST = 1 << 26, /* more is written as such a copy */
};

/* Tables by their numbers in records. Only ever added to. */
extern const char *const recovery_tables[RECOVERY_TABLES];

struct recovery_header {
	uint32_t version, schema;
	char id[RECOVERY_ID + 1];
	char name[DSNAME_MAX + 1];
	char boot[RECOVERY_BOOT + 1];
	bool incomplete;
};

/* What the catalog knows of its area: meta's item. */
struct recovery_mark {
	char id[RECOVERY_ID + 1];
	uint64_t len;
	uint32_t crc;
	uint64_t dead; /* bytes of records that later ones replace, about */
};

/* What an open catalog's area is kept by. */
struct recovery_change {
	int64_t row;
	uint8_t table;
	bool fresh; /* it replaces none */
};

struct cat_recovery {
	int fd;                   /* -1: not open */
	char id[RECOVERY_ID + 1]; /* of the area that fd is */
	struct recovery_change *changes;
	size_t n, cap;
	bool apart;     /* the entry that is being put is not noted */
	bool begun;     /* the frame has records of entries that were put */
	bool anew;      /* what was changed is not known */
	uint8_t *frame; /* being made */
	size_t len, room;
	bool nomem;
	bool unflushed;
	bool reboot; /* the area was written last before this boot */
	sqlite3_stmt *rows[RECOVERY_TABLES];
};

/* --- recovery_rows.c ------------------------------------------------------ */

/* A frame begins: it has no records. */
bool recovery_begin(struct cat_recovery *rec);
/* The row that st is at, from column first on. */
void recovery_row(struct cat_recovery *rec, uint8_t table, int64_t row,
    sqlite3_stmt *st, int first);
/* A row that changed, as it is now. */
bool recovery_change(struct cat_file *file, const struct recovery_change *c);
/* The frame is written behind m, which moves. */
bool recovery_end(struct cat_recovery *rec, int fd, struct recovery_mark *m);

/* --- recovery_file.c ------------------------------------------------------ */

bool recovery_path(
    char out[PATH_MAX], const char *dir, const char *name, const char *tail);
void recovery_boot(char boot[RECOVERY_BOOT + 1]);
bool recovery_header_write(int fd, const struct recovery_header *h);
/* DS_CORRUPT, DS_VERSION. */
enum ds_status recovery_header_read(
    int fd, struct recovery_header *hp, struct ds_diag *diag);
void recovery_mark_text(const struct recovery_mark *m, char *out, size_t size);
bool recovery_mark_parse(const char *text, struct recovery_mark *mp);
/* The whole of len bytes at an offset; false: not all. */
bool recovery_read(int fd, uint64_t at, void *buf, size_t len);
bool recovery_write(int fd, uint64_t at, const void *buf, size_t len);
/*
 * The frame at m->len, behind one of m->crc; *recordsp is the caller's to free.
 * m moves behind it. false: there is none that is whole.
 */
bool recovery_frame_read(int fd, uint64_t size, struct recovery_mark *m,
    uint8_t **recordsp, size_t *lenp);

#endif

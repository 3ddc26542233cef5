/*
 * Inside volume/: the pieces of a file that lies on several volumes.
 *
 *	span.c		the volume and its files: who gets which request
 *	span_piece.c	what says where the pieces are, and what each says
 */
#ifndef CATAMOUNT_AM_VOLUME_SPAN_INT_H
#define CATAMOUNT_AM_VOLUME_SPAN_INT_H

#include "access-methods/volume/volume_int.h"

enum { SPAN_PAGE = 4096 }; /* before the bytes of a piece */

struct span_volume {
	struct volume vol;
	struct volume *inner;
	struct vol_peers peers;
};

/* The pieces of a component's file, from its table; n 0: it has none. */
struct span_table {
	unsigned n;
	struct vol_piece piece[VOL_PIECES_MAX];
};

static inline struct span_volume *
span_of(struct volume *vol)
{
	return (struct span_volume *)(void *)vol;
}

/* Read the table that belongs to the file name of sv. */
enum ds_status span_table_read(struct span_volume *sv, const char *name,
    struct span_table *table, struct ds_diag *diag);
/* Remove all pieces that the table has, and the table. */
enum ds_status span_drop_pieces(
    struct span_volume *sv, const char *name, struct ds_diag *diag);
/* Open a piece that must be there, and the right one. */
enum ds_status span_piece_open(struct span_volume *sv, const char *name,
    const struct vol_piece *piece, unsigned mode, struct vol_file **filep,
    struct ds_diag *diag);

#endif

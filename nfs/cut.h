/*
 * A stream of bytes cut into records again, what view.h makes of them:
 *
 *	binary	a record each max bytes; the last one may be shorter, and is
 *		filled with X'00' where all have one length
 *	text	a record each line; filled with blanks where all have one
 *		length; the last line may lack its newline
 *	rdw	as its descriptor words say
 *
 * It comes in pieces of any size, in order.
 */
#ifndef CATAMOUNT_NFS_CUT_H
#define CATAMOUNT_NFS_CUT_H

#include "nfs/ops.h"

struct cut_parms {
	enum ops_view view;
	bool fixed;     /* all records are max long */
	uint32_t min;   /* bytes of the shortest; of one that is not fixed */
	uint32_t max;   /* bytes of the longest */
	uint16_t ccsid; /* of text */
	bool whole; /* the end within a record of one length is DS_INVALID */
};

/* rec is borrowed for the call. Another outcome ends the cutting with it. */
typedef enum ds_status cut_fn(
    void *ctx, const uint8_t *rec, size_t len, struct ds_diag *diag);

struct cutter;

enum ds_status cut_new(const struct cut_parms *parms, cut_fn *fn, void *ctx,
    struct cutter **cutp, struct ds_diag *diag);
void cut_free(struct cutter **cutp); /* NULL is fine */
/* DS_BADLENGTH: a record is too long, or too short; DS_BADTEXT: characters that
 * the code page lacks; DS_INVALID: a descriptor word. */
enum ds_status cut_feed(
    struct cutter *c, const uint8_t *buf, size_t len, struct ds_diag *diag);
/* Would an end here be within a record? */
bool cut_within(const struct cutter *c);
enum ds_status cut_end(struct cutter *c, struct ds_diag *diag);

#endif

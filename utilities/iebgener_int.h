/* Inside IEBGENER: what its statements say. */
#ifndef CATAMOUNT_UTILITIES_IEBGENER_INT_H
#define CATAMOUNT_UTILITIES_IEBGENER_INT_H

#include "base/dsname.h"
#include "services/library.h"
#include "utilities/record_int.h"

enum { GENER_ALIASES = 16 }; /* of a member */

/* MEMBER, or the whole of a sequential output. */
struct gener_member {
	char name[MEMBER_MAX + 1]; /* "": none */
	char alias[GENER_ALIASES][MEMBER_MAX + 1];
	unsigned naliases;
	struct record_group *groups;
	struct gener_member *next;
};

struct gener_plan {
	bool given;       /* GENERATE was coded */
	bool partitioned; /* MEMBER was */
	bool edits;       /* some RECORD has FIELDs */
	struct gener_member *members;
};

/* Read SYSIN. False: it is wrong, which was said. Literals are converted by
 * the tables of the input and of the output. */
bool gener_read(struct utility *u, struct arena *arena,
    const struct dd_text *in, const struct dd_text *out,
    struct gener_plan *planp);

#endif

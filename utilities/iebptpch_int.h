/* Inside IEBPTPCH: what its statements say, and the lines made of it. */
#ifndef CATAMOUNT_UTILITIES_IEBPTPCH_INT_H
#define CATAMOUNT_UTILITIES_IEBPTPCH_INT_H

#include "utilities/record_int.h"

enum {
	PTPCH_LINE = 120, /* characters of a printed line */
	PTPCH_CARD = 80,
	PTPCH_TITLES = 2,
};

/* MEMBER, or all of a sequential data set. */
struct ptpch_member {
	char name[MEMBER_MAX + 1]; /* "": all of them */
	struct record_group *groups;
	struct ptpch_member *next;
};

struct ptpch_plan {
	bool punch;   /* else PRINT */
	bool po;      /* TYPORG=PO */
	char preform; /* 'A', 'M': records have control characters; 0 */
	bool total;   /* TOTCONV= */
	enum record_conversion totconv;
	uint32_t cntrl;            /* spacing, 1 to 3 */
	uint32_t strtaft, stopaft; /* records passed over; most; 0 all */
	uint32_t skip;             /* every so many-th; 0 each */
	uint32_t initpg, maxline;
	bool numbered; /* CDSEQ= */
	uint32_t cdseq, cdincr;
	uint8_t titles[PTPCH_TITLES][PTPCH_LINE]; /* in SYSUT2's code page */
	uint32_t ntitles;
	struct ptpch_member *members; /* NULL: none were named */
	bool edits;
};

/* Read SYSIN. False: it is wrong, which was said. */
bool ptpch_read(struct utility *u, struct arena *arena,
    const struct dd_text *in, const struct dd_text *out,
    struct ptpch_plan *planp);

#endif

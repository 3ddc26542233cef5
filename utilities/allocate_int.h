/*
 * Inside ALLOCATE: one allocation, and what its files share.
 */
#ifndef CATAMOUNT_UTILITIES_ALLOCATE_INT_H
#define CATAMOUNT_UTILITIES_ALLOCATE_INT_H

#include "base/dsname.h"
#include "utilities/idcams_int.h"

enum { ALLOC_SPEC_MAX = 1600, ALLOC_DDNAME_MAX = 8 };

struct allocation {
	struct ams_run *run;
	const struct ams_plist *top;
	char dd[ALLOC_DDNAME_MAX + 1];
	char dsn[DSNAME_MAX + ALLOC_DDNAME_MAX + 3]; /* with its member */
	bool is_new, temporary;
	bool made;             /* a cluster was */
	struct ds_entry *like; /* LIKE, REFDD; or NULL */
	char spec[ALLOC_SPEC_MAX];
};

/* allocate_new.c: append to the SPEC; what a new one is made with. */
void allocate_add(struct allocation *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* RECFM, LRECL and BLKSIZE as coded, or of what it is like. */
void allocate_add_dcb(struct allocation *a);
/* ... and space, volumes, kind, expiration: of a data set that is no cluster.
 */
void allocate_add_new(struct allocation *a);
/* The cluster is defined now. False: said so. */
bool allocate_cluster(struct allocation *a);
/* No DD leads to it: it goes again. */
void allocate_unmake_cluster(struct allocation *a);

/* allocate_words.c: nothing is coded whose subject is not here. False: said
 * so. */
bool allocate_can_be(struct allocation *a, bool vsam);
/* PATH and what goes with it, or the terminal, to the SPEC. */
bool allocate_add_path(struct allocation *a);
void allocate_add_terminal(struct allocation *a);

#endif

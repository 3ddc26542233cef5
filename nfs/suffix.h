/*
 * Inside the data set half: what stands behind the comma of a name, as IBM's
 * server has it (cpn2co23, dacre): how it is read, and what one that is made is
 * to be.
 *
 *	text binary rdw			the view
 *	lf blankstrip nofastfilesize	as it is anyway
 *	recfm(fb) lrecl(80) blksize(n)
 *	space(p,s) trks cyls		amount of space; recs: of a cluster
 *	dsorg(ps) dsorg(indexed) dsorg(nonindexed) dsorg(numbered)
 *	keys(len,offset) recordsize(average,maximum) spanned nonspanned
 *	shareoptions(r,s)		of clusters
 *	dsntype(pds) dsntype(library) dir(n)
 *	dataclas(x) storclas(x) mgmtclas(x) srv_ccsid(n)
 *
 * What is there keeps its attributes, whatever is said.
 */
#ifndef CATAMOUNT_NFS_SUFFIX_H
#define CATAMOUNT_NFS_SUFFIX_H

#include "base/entry.h"
#include "nfs/ops.h"

struct suffix {
	bool has_view;
	enum ops_view view;
	enum ds_recfm recfm; /* NONE: not said */
	char ctlchar;
	uint32_t lrecl, blksize; /* 0: not said */
	unsigned unit;           /* enum ds_unit */
	uint32_t pri, sec;
	bool cluster; /* of this organization */
	enum ds_org org;
	uint32_t keylen, rkp; /* 0: not said */
	uint32_t avglrecl, maxlrecl;
	bool spanned;
	uint32_t share_region, share_system;
	bool pds;
	uint32_t dir;
	char dataclas[9], storclas[9], mgmtclas[9];
	uint32_t ccsid;
};

/* name is NAME or NAME,word,...; *lenp becomes the length of NAME. OPS_INVAL:
 * there is no such word, or not with such a value. */
enum ops_status suffix_parse(
    const char *name, size_t *lenp, struct suffix *outp);

#endif

/*
 * Inside the data set half: a stream of bytes becomes the records of a data set
 * or member.
 */
#ifndef CATAMOUNT_NFS_PUBLISH_H
#define CATAMOUNT_NFS_PUBLISH_H

#include "nfs/cut.h"
#include "nfs/stream.h"
#include "services/dataset.h"

/* What a stream is for. */
struct target {
	char name[DSNAME_MAX + 1];              /* of the data set */
	char file[DSNAME_MAX + MEMBER_MAX + 3]; /* name, or name(member) */
	bool member, cluster;
	enum ds_org org;
	uint16_t keylen;
	uint32_t rkp;
	bool empty; /* a cluster that was never loaded */
	/* Its records are written in this view: of a cluster binary has no ends
	 * of records that differ. */
	bool view_ok;
	struct cut_parms cut;
	/* Another when the content is another; of a cluster how many records
	 * it has. */
	uint64_t was;
};

/* Of the data set that node leads to now. DS_UNSUPPORTED: its records are not
 * written here. */
enum ds_status target_find(struct ds_system *sys, const struct node *node,
    struct target *tp, struct ds_diag *diag);
/* May bytes be changed in front of the end, in this view? Where the length of a
 * record cannot be told from bytes it would be made up. */
bool target_may_edit(const struct target *t);

struct content {
	const struct stream *stream; /* whose head is of no interest */
	enum stream_mode mode;
	uint64_t base, size;
};
/* fn for each record of the content (cut.h). */
enum ds_status content_cut(const struct target *t, const struct content *c,
    cut_fn *fn, void *ctx, struct ds_diag *diag);
/* All or nothing; of no cluster. DS_OPEN_INUSE: somebody has it. */
enum ds_status publish(struct ds_system *sys, const struct target *t,
    const struct content *c, struct ds_diag *diag);

#endif

/*
 * Nodes of the name space, and the handles that clients have of them.
 *
 * A handle:
 *
 *	offset  len  field
 *	  +0     1   X'C3'
 *	  +1     1   version, 1
 *	  +2     1   enum node_kind
 *	  +3     1   enum ops_view
 *	  +4     2   export, big-endian: what the protocol half says
 *	  +6     8   identity of the data set (services/locate.h), the number of
 *		     a temporary file, or zeros
 *	 +14     -   its text: the member, the level, the name of the group, or
 *		     of a link the group and its number, "A.B(-1)"
 *
 * So it is good as long as the data set is there, whatever its name becomes,
 * and whoever serves it. A handle is no permission: each operation asks again.
 */
#ifndef CATAMOUNT_NFS_HANDLE_H
#define CATAMOUNT_NFS_HANDLE_H

#include "base/dsname.h"
#include "nfs/ops.h"
#include "services/locate.h"

enum node_kind {
	NODE_ROOT = 1, /* all data sets */
	NODE_LEVEL,    /* those below a level */
	NODE_SET,      /* a data set; a partitioned one is a directory */
	NODE_MEMBER,
	NODE_GROUP,   /* a generation data group */
	NODE_LINK,    /* in it: a relative number */
	NODE_SCRATCH, /* a file of a temporary name (scratch.h) */
};

enum { NODE_TEXT_MAX = 50 };

struct node {
	enum node_kind kind;
	enum ops_view view;
	uint16_t export;
	uint8_t id[DS_IDENTITY_LEN];
	char text[NODE_TEXT_MAX + 1];
};

void handle_encode(const struct node *node, struct ops_fh *fhp);
/* False: no handle of ours. */
bool handle_decode(const struct ops_fh *fh, struct node *nodep);
/* Never 0; the same for each export. */
uint64_t node_fileid(const struct node *node);
/* Of a link: *nump is 0 or below. */
bool node_link_parse(
    const struct node *node, char group[DSNAME_MAX + 1], int *nump);

/* FNV-1a, its bits mixed well. */
uint64_t hash_bytes(uint64_t seed, const void *data, size_t len);

#endif

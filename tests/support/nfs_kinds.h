/*
 * Sequential data sets and members that are written as files, in which views.
 * Include after tests/support/nfs_write.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_NFS_KINDS_H
#define CATAMOUNT_TESTS_SUPPORT_NFS_KINDS_H

enum { MANY = 300 };

struct kind {
	const char *name, *path;
	bool fixed;
	unsigned views; /* those that it is written in, a bit each */
};
/* path: behind the tree of a view */
static const struct kind kinds[] = {
    {"A.FB", "A.FB", true, 7},
    {"A.VB", "A.VB", false, 7},
    {"A.LIB(M)", "A.LIB/M", true, 1 << OPS_BINARY},
    {"A.VLIB(M)", "A.VLIB/M", false, 1 << OPS_RDW | 1 << OPS_BINARY},
    {"A.PDS(M)", "A.PDS/M", true, 1 << OPS_TEXT},
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static inline void
make_sets(struct fixture *f, uint32_t n)
{
	set_nonvsam(f, "A.FB", DS_RECFM_FB, 0);
	set_nonvsam(f, "A.VB", DS_RECFM_VB, 0);
	set_nonvsam(f, "A.LIB", DS_RECFM_FB, 2);
	set_nonvsam(f, "A.VLIB", DS_RECFM_VB, 2);
	set_nonvsam(f, "A.PDS", DS_RECFM_FB, 1);
	for (int k = 0; k < KINDS; k++)
		set_fill(f, kinds[k].name, 0, n, kinds[k].fixed);
}

static inline void
open_path(
    struct serving *s, const struct kind *k, enum ops_view v, struct ops_fh *fh)
{
	char path[80];

	snprintf(path, sizeof(path), "%s/%s", ops_view_names[v], k->path);
	assert_int_equal(walk(s, path, fh), OPS_OK);
}

/* Binary has no ends of records that differ. */
static inline bool
keeps_ends(const struct kind *k, enum ops_view v)
{
	return k->fixed || v != OPS_BINARY;
}

#endif

/*
 * Inside DEFINE: what is worked out before anything is changed, and the one
 * function that changes names, space and files.
 *
 *	define.c	the steps that change something, and their undoing
 *	define_attr.c	DEFINE's words, MODEL and defaults to attributes
 *	define_name.c	generated component names
 *	define_aix.c	alternate indexes and their bases; paths
 *	define_ps.c	non-VSAM data sets
 *	define_po.c	... that are partitioned
 */
#ifndef CATAMOUNT_SERVICES_DEFINE_INT_H
#define CATAMOUNT_SERVICES_DEFINE_INT_H

#include "services/define.h"
#include "services/space.h"
#include "services/system_int.h"

enum {
	PART_PIECES = 5,
	DEFINE_VOLUMES = DS_POOL_MAX
}; /* extents of a primary */

/* One component to be made. */
struct define_part {
	struct ds_entry *ent; /* DATA, INDEX, or the PS entry itself */
	struct comp_attr attr;
	uint32_t tracks, unit; /* of the primary */
	uint64_t ca_bytes;     /* bytes of RBA a unit of tracks stands for */
};

struct define_plan {
	char catalog[DSNAME_MAX + 1]; /* that will hold the entries */
	struct ds_entry *cluster;     /* or alternate index; NULL for PS */
	struct ds_entry *base;        /* of an alternate index, else NULL */
	struct define_part part[SPHERE_PARTS];
	int nparts;
	/* volumes to be tried in turn; further ones become candidates */
	char volumes[DEFINE_VOLUMES][VOLSER_MAX + 1];
	int nvolumes;
	int ntry; /* how many are tried; 0: all */
	/* those of an index that says others than its data; 0: none */
	char index_volumes[DEFINE_VOLUMES][VOLSER_MAX + 1];
	int nindex_volumes;
	bool pool;      /* they are those SMS chooses from: no candidates */
	int candidates; /* under SMS: '*' cells behind the one used */
	/* The names may be those of what goes in the same transaction. */
	bool replaces;
	const char *temporary; /* holder of its intent T; NULL: it is none */
};

/* What is in hand between the steps: the volumes that are used, and the
 * intents; the last is of an index away from its data, whose file begins with
 * them. */
struct define_taken {
	int used[SPHERE_PARTS];
	int64_t intents[SPHERE_PARTS + 1];
};

void define_plan_free(struct define_plan *plan);
/* Do the attributes of a data set that is no cluster go together? The block
 * size, if none is said, is the system's. */
enum ds_status define_ps_format(
    const struct ds_define_ps *def, uint32_t *blksizep, struct ds_diag *diag);

/* Make what the plan says: all or nothing. On success the entries have their
 * volume cells, extents and identities. */
enum ds_status define_make(
    struct ds_system *sys, struct define_plan *plan, struct ds_diag *diag);

/*
 * The steps of define_make one by one, for who does something in between. Hold
 * the name; under an intent of holder space and files, or nothing; within a
 * transaction the entries, whose failure is undone by the caller.
 */
struct enq;
enum ds_status define_hold(struct ds_system *sys, const char *name,
    struct enq **enqp, struct ds_diag *diag);
enum ds_status define_files(struct ds_system *sys, struct define_plan *plan,
    const char *holder, struct define_taken *tk, struct ds_diag *diag);
enum ds_status define_enter(struct ds_system *sys, struct define_plan *plan,
    const struct define_taken *tk, struct ds_diag *diag);
void define_undo(struct ds_system *sys, struct define_plan *plan,
    const struct define_taken *tk);
/* What was made, for the messages. */
void define_report(const struct define_plan *plan,
    const struct ds_define_cluster *def, struct ds_defined *out);

/* DELETE, and also(also_ctx) within the transaction that removes the entries;
 * nothing is deleted when that fails. */
enum ds_status delete_and(struct ds_system *sys, const char *name,
    const struct ds_delete_opts *opts,
    void (*deleted)(void *ctx, enum ds_type type, const char *name), void *ctx,
    enum ds_status (*also)(void *also_ctx, struct ds_diag *diag),
    void *also_ctx, struct ds_diag *diag);

/* Which volumes: under SMS the pool's of the storage class, unless that has
 * guaranteed space; else the list, which must be there ("IDC3506I") and whose
 * members must be known (DS_CAT_NOVOLUME). */
enum ds_status define_volumes(struct ds_system *sys, const char *storclas,
    char (*volumes)[VOLSER_MAX + 1], int nvolumes, struct define_plan *plan,
    struct ds_diag *diag);

/* The catalog that will hold name; in: CATALOG, or "". DS_CAT_DUPLICATE when
 * name is there; DS_CAT_SECURITY: the one who asks has not ALTER of it. */
enum ds_status define_catalog(struct ds_system *sys, const char *in,
    const char *name, char catalog[DSNAME_MAX + 1], struct ds_diag *diag);
/* The same for whom nobody asks: a job that makes its temporary data set. */
enum ds_status define_catalog_of(struct ds_system *sys, const char *in,
    const char *name, char catalog[DSNAME_MAX + 1], struct ds_diag *diag);
enum ds_status define_new_name(struct ds_system *sys, const char *catalog,
    const char *name, struct ds_diag *diag);

/* A volume has a name once: DS_CAT_DUPLICATE if an entry of another catalog has
 * a file there under the name that ent's is to have. In a transaction. */
enum ds_status define_name_once(struct ds_system *sys, const char *catalog,
    const struct ds_entry *ent, const char *name, struct ds_diag *diag);
/* DS_CAT_RELATED: the name that a component is given leads to another catalog
 * than that of its cluster (SC23-6846, "Generic Catalog Selection"). */
enum ds_status define_same_route(struct ds_system *sys, const char *catalog,
    const char *name, struct ds_diag *diag);

/* The component of a sequential data set, but for its identities; the space
 * of its primary is counted in control areas. */
void define_ps_attr(const struct ds_entry *ent, struct comp_attr *attr);

/*
 * define_po.c: a sequential data set's plan becomes a library's, with an index
 * that has no entry; and its own record is made, which the next open for output
 * does if that fails.
 */
enum ds_status define_po_plan(const struct ds_define_ps *def,
    struct define_plan *plan, struct ds_diag *diag);
void define_po_made(struct ds_system *sys, const char *name);
/* A part without an entry in the catalog, nor space in the ledger. */
static inline bool
define_hidden(const struct define_part *part)
{
	return part->ent->name[0] == '\0';
}

/* The checks that access method services makes of DEFINE CLUSTER's words by
 * itself, before the catalog is asked for the name. */
enum ds_status define_words(struct ds_system *sys,
    const struct ds_define_cluster *def, struct ds_diag *diag);
/* Fill plan from DEFINE CLUSTER. */
enum ds_status define_attrs(struct ds_system *sys,
    const struct ds_define_cluster *def, struct define_plan *plan,
    struct ds_diag *diag);

/* The base that an alternate index relates to; it may have one. *datap is its
 * data component. The caller frees both. */
enum ds_status define_base(struct ds_system *sys, const char *catalog,
    const char *relate, struct ds_entry **basep, struct ds_entry **datap,
    struct ds_diag *diag);
/* Bytes of a pointer to a record of base. */
uint32_t define_pointer_len(const struct ds_entry *data);

/*
 * May the one who asks give this name ("": none was said) to a component of
 * cluster? Below its cluster's name it is that one's business; elsewhere it
 * keeps a name from those whose names they are, and takes ALTER of it.
 */
enum ds_status define_may_name(struct ds_system *sys, const char *cluster,
    const char *component, struct ds_diag *diag);

/* A free name for a component; suffix "DATA" or "INDEX". */
enum ds_status define_component_name(struct ds_system *sys, const char *catalog,
    const char *cluster, const char *suffix, char out[DSNAME_MAX + 1],
    struct ds_diag *diag);

/* Of a volume, for a sequential data set that is neither LARGE nor in extended
 * format, and for a PDS. Source: SC23-6855, "Large Format Data Sets". */
enum { BASIC_TRACKS = 65535 };

#endif

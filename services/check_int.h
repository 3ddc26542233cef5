/* Between check.c, which looks through volumes and catalogs, and check_again.c,
 * which judges what was noted there. */
#ifndef CATAMOUNT_SERVICES_CHECK_INT_H
#define CATAMOUNT_SERVICES_CHECK_INT_H

#include "services/check.h"
#include "services/system_int.h"

/* What is to be looked at again. */
struct suspect {
	enum ds_check_kind kind;
	char volser[VOLSER_MAX + 1];
	uint8_t id[SPHERE_ID_LEN];
	char name[DSNAME_MAX + 1], catalog[DSNAME_MAX + 1]; /* of an entry */
	int64_t intent;
	char work; /* the intent's kind */
};

struct checking {
	struct ds_system *sys;
	const struct ds_check *how;
	struct ds_diag *diag;
	struct ds_checked sum;
	char volser[VOLSER_MAX + 1]; /* in hand */
	struct suspect *v;
	size_t n, cap;
	/* Of one suspect, to be told when its transaction is done; mend: the
	 * ledger is to be mended in it. */
	struct ds_check_found *told;
	size_t ntold, told_cap;
	bool mend;
	/* Catalogs, not connected, whose command was told. */
	char (*apart)[DSNAME_MAX + 1];
	size_t napart;
	/* Components that entries name, each as often as one does. */
	uint8_t (*ids)[SPHERE_ID_LEN];
	size_t nids, ids_cap;
	enum ds_status st; /* of a callback */
};

bool check_is_chosen(const struct checking *k, const char *volser);

/* Identity of a component by the name of its file; false: it is none. */
bool check_id_get(const char *file, uint8_t id[SPHERE_ID_LEN]);
/* The number of a track, from 0, by its cylinder and head. */
uint32_t check_track(uint32_t cchh);
/* Has the ledger the tracks of this cell for ent's component, however they are
 * cut? Faults of the catalog are k->st. */
bool check_same_tracks(struct checking *k, const struct ds_entry *ent,
    const struct ds_volume_cell *cell);
/* Is the file of the component missing, or a piece of it? On which volume;
 * false also when that is not known. */
bool check_no_file(struct checking *k, const struct ds_entry *ent,
    char volser[VOLSER_MAX + 1]);

/* Is its file there and damaged? diag says how. */
bool check_is_damaged(
    struct checking *k, const struct ds_entry *ent, struct ds_diag *diag);

/* Look again while nobody changes a catalog; tell, and mend if that is asked
 * for. */
enum ds_status check_again(struct checking *k, const struct suspect *s);

#endif

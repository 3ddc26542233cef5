/*
 * Control area reclaim: a control area of a key-sequenced set whose control
 * intervals have all become empty leaves the index and is used again, with its
 * sequence-set record, for the next new one.
 *
 * As on z/OS the control area at RBA 0 and that of the highest keys stay. The
 * first one always holds the lowest keys, so each that goes has another before
 * it in key order. Its range of keys goes to the one behind.
 */
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

/* The record before that of path at level points over it. */
static enum ds_status
unlink_record(struct ksds_change *ch, const struct ksds_path *path,
    uint32_t level, uint64_t next, struct ds_diag *diag)
{
	struct vsam_file *vf = ch->vf;
	struct vsam_ix_node *node = NULL;
	struct sphere_buf *prev = NULL;
	uint64_t rba;
	enum ds_status st;

	if ((st = ksds_path_prev(vf, path, level, &prev, diag)) != DS_OK)
		return st;
	rba = prev->rba;
	buf_release(vf->sp, &prev);
	if ((st = ksds_change_copy(ch, rba, level, &node, diag)) != DS_OK)
		return st;
	if (node->next_rba != path->at[level - 1].buf->rba)
		return vsam_fault(vf, SPHERE_INDEX, rba, DS_CORRUPTIX,
		    "horizontal pointer to another record", diag);
	node->next_rba = next;
	return DS_OK;
}

static enum ds_status
drop_record(struct ksds_change *ch, const struct ksds_path *path,
    uint32_t level, struct ds_diag *diag)
{
	const struct vsam_ix_node *node = ksds_node(path->at[level - 1].buf);
	enum ds_status st;

	st = unlink_record(ch, path, level, node->next_rba, diag);
	if (st != DS_OK)
		return st;
	return ksds_change_free(ch, path->at[level - 1].buf->rba, level, diag);
}

/* What is left of the way up: the record below has another last key. */
static enum ds_status
lower_key(struct ksds_change *ch, const struct ksds_path *path, uint32_t level,
    const uint8_t *key, uint32_t len, bool *fitsp, struct ds_diag *diag)
{
	struct vsam_ix_node *node = NULL;
	uint32_t entry;
	enum ds_status st;

	for (; level <= path->levels; level++) {
		entry = path->at[level - 1].entry;
		st = ksds_change_copy(
		    ch, path->at[level - 1].buf->rba, level, &node, diag);
		if (st != DS_OK)
			return st;
		vsam_ix_set_key(node, entry, 1, key, len);
		*fitsp = *fitsp && vsam_ix_fits(node);
		if (entry + 1 < node->n)
			break;
	}
	return DS_OK;
}

/* The entries that lead to the leaf of path go; *fitsp false: a record above
 * would become too long, nothing is to be done. */
static enum ds_status
take_out(struct ksds_change *ch, const struct ksds_path *path, bool *fitsp,
    struct ds_diag *diag)
{
	struct vsam_ix_node *node = NULL;
	uint32_t level, entry, last;
	enum ds_status st = DS_OK;

	for (level = 1; st == DS_OK && level < path->levels; level++) {
		if (level > 1 && ksds_node(path->at[level - 1].buf)->n > 1)
			break;
		st = drop_record(ch, path, level, diag);
	}
	if (st == DS_OK)
		st = ksds_change_copy(
		    ch, path->at[level - 1].buf->rba, level, &node, diag);
	if (st != DS_OK)
		return st;
	entry = path->at[level - 1].entry;
	if (node->n < 2)
		return vsam_fault(ch->vf, SPHERE_INDEX,
		    path->at[level - 1].buf->rba, DS_CORRUPTIX,
		    "index with one entry for more records", diag);
	vsam_ix_remove(node, entry, 1);
	*fitsp = vsam_ix_fits(node);
	last = node->n - 1;
	if (entry <= last)
		return DS_OK;
	return lower_key(ch, path, level + 1, vsam_ix_key(node, last),
	    node->len[last], fitsp, diag);
}

/* Has the CA of the leaf no record, and may it go? */
static enum ds_status
may_go(struct vsam_file *vf, const struct vsam_ix_node *leaf, bool *mayp,
    struct ds_diag *diag)
{
	uint64_t records = 0, bytes = 0;
	enum ds_status st;

	*mayp = false;
	if (leaf->base_rba == 0 || leaf->next_rba == 0)
		return DS_OK;
	st = side_ca_sum(vf->sp, SPHERE_DATA, leaf->base_rba / vf->ca_len,
	    &records, &bytes, diag);
	*mayp = st == DS_OK && records == 0;
	return st;
}

enum ds_status
ksds_reclaim(struct vsam_file *vf, const uint8_t *key, struct ds_diag *diag)
{
	const struct vsam_ix_node *leaf;
	struct ksds_path path;
	struct ksds_change ch;
	bool may = false, fits = false;
	enum ds_status st;

	if ((st = ksds_descend(vf, key, &path, diag)) != DS_OK)
		return st;
	leaf = ksds_node(path.at[0].buf);
	st = may_go(vf, leaf, &may, diag);
	if (st == DS_OK && may) {
		ksds_change_begin(&ch, vf);
		st = take_out(&ch, &path, &fits, diag);
		if (st == DS_OK && fits) {
			ch.state.part[SPHERE_DATA].spare[VSAM_SPARE_USED_CIS] -=
			    leaf->n;
			ksds_change_apply(&ch);
		}
		ksds_change_drop(&ch);
	}
	ksds_path_release(vf, &path);
	return st;
}

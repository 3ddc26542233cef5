/*
 * The counted index: the side entry of an index record has the sums of all
 * that is below it, so that a place in the stream of records, in key order, is
 * found from the top, and a record's place by adding what is before it at each
 * level.
 *
 * A node keeps the sums up to each of its entries once they were asked for; a
 * change below it makes them stale (buf_changes). Sets from before there were
 * sums are counted from below when they are asked for.
 */
#include <stdlib.h>
#include <string.h>

#include "access-methods/vsam/vsam_int.h"

enum ds_status
ksds_path_hold(
    struct vsam_file *vf, const struct ksds_path *path, struct ds_diag *diag)
{
	enum ds_status st = DS_OK;
	uint32_t i;

	for (i = 0; st == DS_OK && i < path->levels; i++)
		st = sums_hold(vf->sp, path->at[i].buf->rba, diag);
	return st;
}

void
ksds_path_add(struct vsam_file *vf, const struct ksds_path *path,
    uint64_t records, uint64_t bytes)
{
	struct sphere_sums more = {records, bytes};
	uint32_t i;

	if (records == 0 && bytes == 0)
		return;
	for (i = 0; i < path->levels; i++)
		sums_add(vf->sp, path->at[i].buf->rba, &more);
}

/* A set without sums: those of the records below, one by one. */
static enum ds_status
count_below(struct vsam_file *vf, const struct vsam_ix_node *node,
    struct sphere_sums *cum, struct ds_diag *diag)
{
	const struct sphere_sums *below;
	struct sphere_sums sums = {0};
	struct sphere_buf *buf = NULL;
	uint32_t i;
	enum ds_status st = DS_OK;

	for (i = 0; st == DS_OK && i < node->n; i++) {
		st = ksds_node_get(vf, (uint64_t)node->ptr[i] * vf->dim.ci_len,
		    node->level - 1, &buf, diag);
		if (st == DS_OK)
			st = ksds_node_sums(vf, buf, &below, diag);
		if (st == DS_OK) {
			sums.records += below[ksds_node(buf)->n - 1].records;
			sums.bytes += below[ksds_node(buf)->n - 1].bytes;
			cum[i] = sums;
		}
		buf_release(vf->sp, &buf);
	}
	return st;
}

enum ds_status
ksds_node_sums(struct vsam_file *vf, struct sphere_buf *buf,
    const struct sphere_sums **cump, struct ds_diag *diag)
{
	struct vsam_ix_node *node = ksds_node(buf);
	bool counted = sphere_state(vf->sp)->counted;
	uint64_t stamp = counted ? buf_changes(buf) : sums_changes(vf->sp);
	struct sphere_sums *cum;
	enum ds_status st;

	*cump = node->cum;
	if (node->cum != NULL && node->stamp == stamp)
		return DS_OK;
	if ((cum = calloc(node->n, sizeof(*cum))) == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	if (node->level == 1)
		st = side_sums(vf->sp, SPHERE_DATA, node->base_rba, node->ptr,
		    node->n, cum, diag);
	else if (counted)
		st = side_sums(
		    vf->sp, SPHERE_INDEX, 0, node->ptr, node->n, cum, diag);
	else
		st = count_below(vf, node, cum, diag);
	if (st != DS_OK) {
		free(cum);
		return st;
	}
	free(node->cum);
	*cump = node->cum = cum;
	node->stamp = stamp;
	return DS_OK;
}

/* The first entry with which the sums, after before, reach beyond place; n:
 * none. */
static uint32_t
entry_at(const struct sphere_sums *cum, uint32_t n,
    const struct sphere_measure *m, uint64_t place)
{
	uint32_t lo = 0, hi = n, mid;

	while (lo < hi) {
		mid = (lo + hi) / 2;
		if (sphere_measure(m, &cum[mid]) > place)
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo;
}

enum ds_status
ksds_find_place(struct vsam_file *vf, const struct sphere_measure *m,
    uint64_t place, struct sphere_buf **leafp, uint32_t *entryp,
    struct sphere_sums *beforep, struct ds_diag *diag)
{
	const struct comp_state *d = &sphere_state(vf->sp)->part[SPHERE_DATA];
	const struct comp_state *ix = &sphere_state(vf->sp)->part[SPHERE_INDEX];
	struct sphere_sums before = {0}, all = {d->records, d->bytes};
	const struct sphere_sums *cum;
	struct sphere_buf *buf = NULL;
	uint64_t rba = ix->root_rba;
	uint32_t level, entry = 0;
	enum ds_status st = DS_OK;

	if (place >= sphere_measure(m, &all) || ix->levels == 0 ||
	    ix->levels > VSAM_IX_LEVELS)
		return ds_fail(diag, DS_NOTFOUND, vf->data->name, NULL);
	for (level = ix->levels; level > 0; level--) {
		buf_release(vf->sp, &buf);
		st = ksds_node_get(vf, rba, level, &buf, diag);
		if (st == DS_OK)
			st = ksds_node_sums(vf, buf, &cum, diag);
		if (st != DS_OK)
			break;
		entry = entry_at(cum, ksds_node(buf)->n, m,
		    place - sphere_measure(m, &before));
		if (entry == ksds_node(buf)->n) {
			st = vsam_fault(vf, SPHERE_INDEX, rba, DS_CORRUPTIX,
			    "the counts below are not those of the record "
			    "above",
			    diag);
			break;
		}
		if (entry > 0) {
			before.records += cum[entry - 1].records;
			before.bytes += cum[entry - 1].bytes;
		}
		rba = (uint64_t)ksds_node(buf)->ptr[entry] * vf->dim.ci_len;
	}
	if (st == DS_OK) {
		*leafp = buf;
		*entryp = entry;
		*beforep = before;
		buf = NULL;
	}
	buf_release(vf->sp, &buf);
	return st;
}

enum ds_status
ksds_path_before(struct vsam_file *vf, const struct ksds_path *path,
    struct sphere_sums *beforep, struct ds_diag *diag)
{
	struct sphere_sums before = {0};
	const struct sphere_sums *cum;
	uint32_t i, entry;
	enum ds_status st;

	for (i = 0; i < path->levels; i++) {
		if ((entry = path->at[i].entry) == 0)
			continue;
		st = ksds_node_sums(vf, path->at[i].buf, &cum, diag);
		if (st != DS_OK)
			return st;
		before.records += cum[entry - 1].records;
		before.bytes += cum[entry - 1].bytes;
	}
	*beforep = before;
	return DS_OK;
}

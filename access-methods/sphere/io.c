/* Bytes of an open sphere's components: reads through the overlay, writes. */
#include <stdio.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

const char *
comp_name(const struct component *comp)
{
	return comp->attr.name[0] != '\0' ? comp->attr.name : comp->file_name;
}

void
sphere_layouts(
    const struct sphere *sp, const struct comp_layout *lo[SPHERE_PARTS])
{
	for (unsigned i = 0; i < SPHERE_PARTS; i++)
		lo[i] = i < sp->nparts ? &sp->comp[i].lo : NULL;
}

enum ds_status
sphere_check(
    const struct sphere *sp, enum sphere_part part, struct ds_diag *diag)
{
	if ((unsigned)part >= sp->nparts)
		return ds_fail(diag, DS_INVALID, sphere_name(sp),
		    "the data set has no index component");
	if (sp->broken)
		return ds_fail(diag, DS_IO, sphere_name(sp),
		    "an earlier commit failed; the data set must be closed");
	return DS_OK;
}

void
overlay_patch(const struct sphere *sp, enum sphere_part part, uint64_t offset,
    uint8_t *buf, size_t len)
{
	uint64_t end = offset + len;

	for (size_t i = 0; i < sp->overlay.nextents; i++) {
		const struct batch_extent *ext = &sp->overlay.extents[i];
		uint64_t lo = ext->offset > offset ? ext->offset : offset;
		uint64_t hi = ext->offset + ext->len;

		hi = hi < end ? hi : end;
		if (ext->part == part && lo < hi)
			memcpy(buf + (lo - offset),
			    ext->image + (lo - ext->offset), (size_t)(hi - lo));
	}
}

enum ds_status
sphere_peek(struct sphere *sp, enum sphere_part part, uint64_t rba,
    uint8_t *image, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	struct frame *frame;
	enum ds_status st;

	if ((st = sphere_check(sp, part, diag)) != DS_OK)
		return st;
	if (rba >= sp->state.part[part].harba || rba % comp->lo.ci_len != 0)
		return ds_fail_rba(diag, DS_BADRBA, comp_name(comp), rba,
		    "not a control interval of the component");
	if ((frame = pool_find(&comp->pool, rba)) != NULL) {
		memcpy(image, frame->buf.data, comp->lo.ci_len);
		return DS_OK;
	}
	return comp_read(sp, part, layout_offset(&comp->lo, rba), image,
	    comp->lo.ci_len, diag);
}

enum ds_status
comp_read(struct sphere *sp, enum sphere_part part, uint64_t offset, void *buf,
    size_t len, struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	enum ds_status st = vol_read(comp->file, offset, buf, len, diag);

	if (st != DS_OK) {
		if (diag != NULL)
			snprintf(diag->name, sizeof(diag->name), "%s",
			    comp_name(comp));
		if (diag != NULL)
			diag->io_reason = part == SPHERE_INDEX ? 8 : 4;
		return st;
	}
	/* Others may write in place: what was read is of one time, or nothing.
	 */
	if (!share_valid(sp))
		return DS_AGAIN;
	if (sp->overlaid)
		overlay_patch(sp, part, offset, buf, len);
	return DS_OK;
}

enum ds_status
comp_write_durable(struct vol_file *file, uint64_t offset, void *buf,
    size_t len, struct ds_diag *diag)
{
	struct iovec iov = {buf, len};
	struct vol_req req = {.write = true,
	    .durable = true,
	    .offset = offset,
	    .iov = &iov,
	    .niov = 1};
	enum ds_status st;

	if ((st = vol_submit(file, &req, diag)) != DS_OK)
		return st;
	return vol_wait(file, &req, diag);
}

enum ds_status
comp_direct(struct sphere *sp, enum sphere_part part, struct vol_file **filep,
    struct ds_diag *diag)
{
	struct component *comp = &sp->comp[part];
	unsigned mode =
	    VOL_DIRECT | (sp->mode & SPHERE_UPDATE ? VOL_WRITE : VOL_READ);
	enum ds_status st;

	if (comp->direct == NULL &&
	    (st = vol_file_open(
		 sp->vol, comp->file_name, mode, &comp->direct, diag)) != DS_OK)
		return st;
	*filep = comp->direct;
	return DS_OK;
}

/* A component's file looked at without opening it: header, state, length. */
#include <string.h>

#include "access-methods/sphere/sphere_int.h"

static enum ds_status
look_length(struct volume *vol, const struct comp_attr *attr, uint64_t hurba,
    struct ds_diag *diag)
{
	struct vol_file *file = NULL;
	char name[SPHERE_NAME_LEN];
	struct comp_layout lo;
	enum ds_status st;

	sphere_id_name(attr->id, name);
	if (!layout_of(&lo, attr))
		return ds_fail(diag, DS_CORRUPT, attr->name,
		    "the header has impossible lengths");
	if ((st = vol_file_open(vol, name, VOL_READ, &file, diag)) != DS_OK)
		return st;
	if (vol_size(file) < layout_file_len(&lo, hurba))
		st = ds_fail_rba(diag, DS_CORRUPT, attr->name, hurba,
		    attr->part == SPHERE_INDEX
			? "its index is shorter than its high-used RBA"
			: "the file is shorter than its high-used RBA");
	vol_file_close(&file);
	return st;
}

enum ds_status
sphere_look(struct volume *vol, const char *name,
    const uint8_t id[SPHERE_ID_LEN], struct ds_diag *diag)
{
	static const uint8_t none[SPHERE_ID_LEN];
	struct comp_attr attr, index;
	struct sphere_state state;
	char peer[SPHERE_NAME_LEN];
	enum ds_status st;

	if ((st = sphere_read_attr(vol, name, &attr, diag)) != DS_OK)
		return st;
	if (memcmp(attr.id, id, SPHERE_ID_LEN) != 0)
		return ds_fail(diag, DS_CORRUPT, attr.name,
		    "the header is another component's");
	if (attr.part != SPHERE_DATA)
		return DS_OK; /* its data component has the state */
	if ((st = sphere_read_state(vol, name, &state, NULL, diag)) != DS_OK ||
	    (st = look_length(
		 vol, &attr, state.part[SPHERE_DATA].hurba, diag)) != DS_OK ||
	    memcmp(attr.peer, none, SPHERE_ID_LEN) == 0)
		return st;
	sphere_id_name(attr.peer, peer);
	st = sphere_read_attr(vol, peer, &index, diag);
	if (st == DS_CORRUPT ||
	    (st == DS_OK && memcmp(index.id, attr.peer, SPHERE_ID_LEN) != 0))
		return ds_fail(diag, DS_CORRUPT, attr.name,
		    "the header of its index cannot be read");
	return st != DS_OK ? st
			   : look_length(vol, &index,
				 state.part[SPHERE_INDEX].hurba, diag);
}

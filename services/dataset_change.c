/* Records of an open cluster that are changed where they are. */
#include "access-methods/am.h"
#include "services/dataset_int.h"

static enum ds_status
position(const struct ds_file *file, struct am_pos **posp, struct ds_diag *diag)
{
	struct am_pos *pos =
	    (file->intent & DS_OUTPUT) != 0 ? file_am_pos(file) : NULL;

	if (pos == NULL)
		return ds_fail(diag, DS_NOACCESS, file->attrs.name,
		    "records cannot be changed here");
	*posp = pos;
	return DS_OK;
}

enum ds_status
ds_update(
    struct ds_file *file, const void *data, size_t len, struct ds_diag *diag)
{
	struct am_pos *pos = NULL;
	enum ds_status st = position(file, &pos, diag);

	return st == DS_OK ? am_update(pos, data, len, diag) : st;
}

enum ds_status
ds_erase(struct ds_file *file, struct ds_diag *diag)
{
	struct am_pos *pos = NULL;
	enum ds_status st = position(file, &pos, diag);

	return st == DS_OK ? am_erase(pos, diag) : st;
}

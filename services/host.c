/* Host files: what readers and writers share. */
#include <stdio.h>
#include <string.h>

#include "services/host_int.h"

bool
recfm_is_fixed(enum ds_recfm recfm)
{
	return recfm == DS_RECFM_F || recfm == DS_RECFM_FB ||
	       recfm == DS_RECFM_FBS;
}

bool
recfm_is_variable(enum ds_recfm recfm)
{
	return recfm == DS_RECFM_V || recfm == DS_RECFM_VB ||
	       recfm == DS_RECFM_VS || recfm == DS_RECFM_VBS;
}

uint32_t
recfm_max_len(enum ds_recfm recfm, uint32_t lrecl, uint32_t blksize)
{
	if (recfm_is_fixed(recfm))
		return lrecl;
	if (recfm_is_variable(recfm))
		return (lrecl > HOST_RDW_LEN ? lrecl : HOST_LRECL_MAX) -
		       HOST_RDW_LEN;
	if (lrecl != 0)
		return lrecl;
	return blksize != 0 ? blksize : HOST_LRECL_MAX;
}

void
host_name(const char *path, char out[HOST_NAME_LEN])
{
	ds_diag_name(
	    strcmp(path, "-") == 0 ? "standard input or output" : path, out);
}

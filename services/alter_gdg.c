/*
 * ALTER of generation data groups: the words of a base, and ROLLIN of a
 * generation.
 */
#include "services/alter_int.h"

enum ds_status
alter_gdg(struct alter_set *set, struct ds_diag *diag)
{
	(void)set;
	(void)diag;
	return DS_OK;
}

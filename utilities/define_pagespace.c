/*
 * DEFINE PAGESPACE: an entry of its own type with one linear component, in
 * pages of 4096 bytes. There is no auxiliary storage manager that would use it.
 */
#include <string.h>

#include "utilities/define_int.h"

enum { PAGE_LEN = 4096 };

int
ams_define_pagespace(struct ams_run *run, const struct ams_plist *top)
{
	struct ds_define_cluster def = {.pagespace = true};

	ams_read_cluster(&def, top, ams_sub(top, "PAGESPACE"));
	def.org = DS_ORG_LDS;
	def.org_given = true;
	def.cluster.cisize = PAGE_LEN;
	if (ams_coded(ams_sub(top, "PAGESPACE"), "SWAP"))
		strcat(def.extra, "SWAP=YES\n");
	return ams_define_made(run, &def);
}

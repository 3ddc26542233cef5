/*
 * New partitioned data sets. The data component has the space that was asked
 * for; the index, which z/OS has no counterpart of, takes some of the host.
 */
#include <stdio.h>
#include <string.h>

#include "access-methods/bpam/bpam.h"
#include "services/define_int.h"
#include "services/library.h"

enum {
	PO_INDEX_CI = 1024,   /* at least */
	PO_INDEX_CIS = 24,    /* of a control area */
	PO_RECORD_CONTROL = 7 /* RDF and CIDF of a control interval of one */
};

void
ds_library_index_id(
    const uint8_t data[SPHERE_ID_LEN], uint8_t index[SPHERE_ID_LEN])
{
	memcpy(index, data, SPHERE_ID_LEN);
	index[SPHERE_ID_LEN - 1] ^= 1;
}

/* One writer of a PDS, any number of a PDSE; readers beside them. */
static void
set_entry(const struct ds_define_ps *def, struct ds_entry *ent)
{
	ent->org = DS_ORG_PO;
	ent->share_region = def->library ? 4 : 2;
	ent->share_system = 3;
	if (def->library)
		ent->flags |= DS_A_LIBRARY;
	else
		snprintf(ent->extra + strlen(ent->extra),
		    sizeof(ent->extra) - strlen(ent->extra), "DIRBLOCKS=%u\n",
		    def->dirblocks);
}

enum ds_status
define_po_plan(const struct ds_define_ps *def, struct define_plan *plan,
    struct ds_diag *diag)
{
	struct define_part *data = &plan->part[SPHERE_DATA];
	struct define_part *index = &plan->part[SPHERE_INDEX];
	struct comp_attr *a = &data->attr;
	uint32_t ci;

	if (!def->library && def->dirblocks == 0)
		return ds_fail(diag, DS_INVALID, def->name,
		    "a PDS needs directory blocks");
	set_entry(def, data->ent);
	a->org = DS_ORG_PO;
	a->keylen = BPAM_KEY_LEN;
	a->avglrecl = a->maxlrecl = a->ci_len - PO_RECORD_CONTROL;
	a->flags = data->ent->flags | DS_A_EXTADDR;
	if ((index->ent = ds_entry_new()) == NULL)
		return ds_fail(diag, DS_NOMEM, def->name, NULL);
	index->attr = *a;
	index->attr.part = SPHERE_INDEX;
	ci = space_index_ci(a->cis_per_ca, BPAM_KEY_LEN);
	index->attr.ci_len = ci < PO_INDEX_CI ? PO_INDEX_CI : ci;
	index->attr.cis_per_ca = PO_INDEX_CIS;
	index->attr.first_cas = 1;
	index->unit = 1;
	/* On one volume, as on z/OS. */
	plan->candidates = 0;
	plan->nparts = SPHERE_PARTS;
	return DS_OK;
}

void
define_po_made(struct ds_system *sys, const char *name)
{
	struct ds_library *lib = NULL;

	if (ds_library_open(sys, name, DD_OLD, true, &lib, NULL) == DS_OK)
		ds_library_close(&lib, NULL);
}

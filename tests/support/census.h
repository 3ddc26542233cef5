/*
 * Do the catalog, the volume VOL001 and its ledger say the same? Functions are
 * inline. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_CENSUS_H
#define CATAMOUNT_TESTS_SUPPORT_CENSUS_H

#include <string.h>

#include "services/system_int.h"
#include "tests/support/define.h"

struct census {
	struct ds_system *sys;
	int entries, components, files, intents;
	uint32_t tracks;
};

static inline bool
census_see(void *ctx, const struct ds_entry *ent)
{
	static const uint8_t none[16];
	struct census *c = ctx;
	char name[SPHERE_NAME_LEN];
	uint8_t index[SPHERE_ID_LEN];
	struct volume *vol;
	size_t i, j;

	c->entries++;
	if (memcmp(ent->comp_id, none, 16) == 0)
		return true;
	c->components++;
	assert_int_equal(ds_component(c->sys, ent, name, &vol, NULL), DS_OK);
	assert_true(vol_exists(vol, name));
	if (ent->org == DS_ORG_PO) {
		c->components++;
		ds_library_index_id(ent->comp_id, index);
		sphere_id_name(index, name);
		assert_true(vol_exists(vol, name));
	}
	for (i = 0; i < ent->nvolumes; i++)
		for (j = 0; j < ent->volumes[i].nextents; j++)
			c->tracks += ent->volumes[i].extents[j].tracks;
	return true;
}

/* Names, files and space agree. Returns how many entries there are. */
static inline int
census_check(const char *root, int intents)
{
	struct ds_system *sys = NULL;
	struct cat_volume vol;
	struct census c = {0};
	struct ds_diag diag;
	struct volume *v;

	assert_int_equal(ds_system_open(root, &sys, NULL, &diag), DS_OK);
	c.sys = sys;
	assert_int_equal(cat_list(ds_system_catalog(sys), NULL, CAT_ALL, NULL,
			     census_see, &c, &diag),
	    DS_OK);
	assert_int_equal(ds_system_volume(sys, "VOL001", &v, &diag), DS_OK);
	assert_int_equal(vol_list(v, count_file, &c.files, &diag), DS_OK);
	assert_int_equal(cat_intent_list(ds_system_catalog(sys), count_intent,
			     &c.intents, &diag),
	    DS_OK);
	assert_int_equal(
	    cat_volume_get(ds_system_catalog(sys), "VOL001", &vol, &diag),
	    DS_OK);
	assert_int_equal(c.intents, intents);
	if (intents == 0) {
		assert_int_equal(c.files, c.components);
		assert_int_equal(vol.used_tracks, c.tracks);
	}
	ds_system_close(&sys);
	return c.entries;
}

#endif

/* Commands of TSO that are none of access method services: FREE, LISTDS,
 * PROFILE. Operands as SC28-1969 has them (mem). */
#include <stddef.h>

#include "parser/verb_int.h"

enum { G_WHAT = 1, G_END, G_PREFIX };

static const struct ams_desc free_params[] = {
    ROW("FILE", "DDNAME F FI DD", AMS_DD, "DDs to be freed", .values_min = 1,
	.values_max = 255),
    ROW("DSNAME", "DATASET DSN DA", AMS_DSN, "data sets to be freed",
	.values_min = 1, .values_max = 255),
    FLAG("ALL", NULL, 0, "all that were allocated"),
    FLAG("KEEP", NULL, G_END, "kept"),
    FLAG("CATALOG", NULL, G_END, "kept and catalogued"),
    FLAG("UNCATALOG", NULL, G_END, "uncatalogued"),
    FLAG("DELETE", NULL, G_END, "deleted"),
    TABLE_END,
};

static const struct ams_verb verb_free = {
    .verb = "FREE",
    .others = "UNALLOC",
    .params = free_params,
    .help = "free what was allocated",
};

static const struct ams_desc listds[] = {
    ROW("DSLIST", NULL, AMS_DSN, "data sets", .values_min = 1,
	.values_max = 255, .flags = AMS_POSITIONAL | AMS_REQUIRED),
    FLAG("MEMBERS", NULL, 0, "and their members"),
    FLAG("HISTORY", NULL, 0, "and their dates"),
    FLAG("STATUS", NULL, 0, "and the DDs that have them"),
    TABLE_END,
};

static const struct ams_verb verb_listds = {
    .verb = "LISTDS",
    .others = "LISTD",
    .params = listds,
    .help = "attributes of data sets",
};

static const struct ams_desc profile[] = {
    ROW("PREFIX", NULL, AMS_NAME, "what unquoted names begin with",
	.group = G_PREFIX),
    FLAG("NOPREFIX", NULL, G_PREFIX, "names are as written"),
    TABLE_END,
};

static const struct ams_verb verb_profile = {
    .verb = "PROFILE",
    .others = "PROF",
    .params = profile,
    .help = "the prefix of names",
};

const struct ams_verb *const ams_tso_verbs[] = {
    &verb_free, &verb_listds, &verb_profile, NULL};

/* DEFINE USERCATALOG, MASTERCATALOG (the same), and ALIAS. */
#include <stdio.h>
#include <string.h>

#include "services/catalogs.h"
#include "utilities/define_int.h"

/* Words that are kept with the connector: a catalog of ours has no buffers,
 * strings or control intervals to be tuned. */
static void
read_words(struct ds_define_ucat *def, const struct ams_plist *l)
{
	static const char *const words[] = {"BUFFERSPACE", "BUFND", "BUFNI",
	    "STRNO", "CONTROLINTERVALSIZE", "EATTR", "LOG"};
	static const char *const flags[] = {"VOLCATALOG", "VSAMCATALOG", "LOCK",
	    "ECSHARING", "NOECSHARING", "SUSPEND", "RESUME", "RLSENABLE",
	    "RLSQUIESCE", "WRITECHECK"};
	static const char *const pairs[] = {
	    "FREESPACE", "RECORDSIZE", "SHAREOPTIONS"};
	size_t i, n = 0, size = sizeof(def->extra);

	for (i = 0; i < sizeof(words) / sizeof(words[0]) && n < size; i++)
		if (ams_coded(l, words[i]))
			n += (size_t)snprintf(def->extra + n, size - n,
			    "%s=%s\n", words[i], ams_text(l, words[i], 0));
	for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]) && n < size; i++)
		if (ams_coded(l, pairs[i]))
			n += (size_t)snprintf(def->extra + n, size - n,
			    "%s=%lld %lld\n", pairs[i],
			    (long long)ams_num(l, pairs[i], 0, 0),
			    (long long)ams_num(l, pairs[i], 1, 0));
	for (i = 0; i < sizeof(flags) / sizeof(flags[0]) && n < size; i++)
		if (ams_coded(l, flags[i]))
			n += (size_t)snprintf(
			    def->extra + n, size - n, "%s=YES\n", flags[i]);
}

/* Space and volumes may be said of DATA instead. */
static void
read_ucat(struct ds_define_ucat *def, const struct ams_plist *top,
    const struct ams_plist *l)
{
	struct ds_define_level data = {0};

	ams_read_level(&def->level, l);
	ams_read_level(&data, ams_sub(top, "DATA"));
	if (def->level.unit == DS_UNIT_NONE) {
		def->level.unit = data.unit;
		def->level.pri = data.pri;
		def->level.sec = data.sec;
	}
	if (def->level.nvolumes == 0) {
		memcpy(def->level.volumes, data.volumes,
		    sizeof(def->level.volumes));
		def->level.nvolumes = data.nvolumes;
	}
	def->expires = ams_read_expiry(l);
	def->reconnect = ams_coded(l, "RECONNECT");
	ams_copy_text(def->storclas, sizeof(def->storclas), l, "STORAGECLASS");
	ams_copy_text(
	    def->mgmtclas, sizeof(def->mgmtclas), l, "MANAGEMENTCLASS");
	ams_copy_text(def->dataclas, sizeof(def->dataclas), l, "DATACLASS");
	ams_copy_text(def->catalog, sizeof(def->catalog), top, "CATALOG");
	read_words(def, l);
}

static int
define_ucat(
    struct ams_run *run, const struct ams_plist *top, const struct ams_plist *l)
{
	struct ds_define_ucat def = {0};
	struct ds_defined made = {0};
	struct ds_diag diag = {0};
	enum ds_status st;

	read_ucat(&def, top, l);
	st = ds_define_ucat(run->sys, &def, &made, &diag);
	if (st == DS_OK) {
		ams_say_defined(run, &made);
		return ams_end(run, CC_OK);
	}
	ams_catalog_error(run, st, &diag, def.level.name);
	if (st == DS_CAT_DUPLICATE || st == DS_CAT_UNAVAIL)
		ams_note(run, true, "%s", diag.text);
	return ams_end(run, CC_FAILED);
}

int
ams_define_usercatalog(struct ams_run *run, const struct ams_plist *top)
{
	return define_ucat(run, top, ams_sub(top, "USERCATALOG"));
}

int
ams_define_mastercatalog(struct ams_run *run, const struct ams_plist *top)
{
	return define_ucat(run, top, ams_sub(top, "MASTERCATALOG"));
}

int
ams_define_alias(struct ams_run *run, const struct ams_plist *top)
{
	const struct ams_plist *l = ams_sub(top, "ALIAS");
	struct ds_define_alias def = {0};
	struct ds_diag diag = {0};
	enum ds_status st;

	ams_copy_text(def.name, sizeof(def.name), l, "NAME");
	ams_copy_text(def.target, sizeof(def.target), l, "RELATE");
	ams_copy_text(def.symbolic, sizeof(def.symbolic), l, "SYMBOLICRELATE");
	ams_copy_text(def.catalog, sizeof(def.catalog), top, "CATALOG");
	st = ds_define_alias(run->sys, &def, &diag);
	if (st == DS_OK)
		return ams_end(run, CC_OK);
	ams_catalog_error(
	    run, st, &diag, st == DS_CAT_NOTFOUND ? def.target : def.name);
	if (st == DS_CAT_RELATED)
		ams_note(run, true, "%s", diag.text);
	return ams_end(run, CC_FAILED);
}

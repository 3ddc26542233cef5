/* DEFINE GENERATIONDATAGROUP, and generations by their relative numbers. */
#include <stdio.h>
#include <string.h>

#include "services/gdg.h"
#include "utilities/define_int.h"

/* The words of a base, and what they are in its entry. */
static const struct {
	const char *yes, *no;
	uint32_t flag;
} words[] = {
    {"EMPTY", "NOEMPTY", DS_A_EMPTY},
    {"SCRATCH", "NOSCRATCH", DS_A_SCRATCH},
    {"PURGE", "NOPURGE", DS_A_PURGE},
    {"FIFO", "LIFO", DS_A_FIFO},
    {"EXTENDED", "NOEXTENDED", DS_A_GDGEXT},
};

int
ams_define_gdg(struct ams_run *run, const struct ams_plist *top)
{
	const struct ams_plist *l = ams_sub(top, "GENERATIONDATAGROUP");
	struct ds_define_gdg def = {0};
	struct ds_diag diag = {0};
	enum ds_status st;
	size_t i;

	ams_copy_text(def.name, sizeof(def.name), l, "NAME");
	ams_copy_text(def.owner, sizeof(def.owner), l, "OWNER");
	ams_copy_text(def.catalog, sizeof(def.catalog), top, "CATALOG");
	def.limit = (int)ams_num(l, "LIMIT", 0, 0);
	def.expires = ams_read_expiry(l);
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (ams_coded_flag(l, words[i].yes, words[i].no) == 1)
			def.flags |= words[i].flag;
	st = ds_define_gdg(run->sys, &def, &diag);
	if (st == DS_OK)
		return ams_end(run, CC_OK);
	ams_catalog_error(run, st, &diag, def.name);
	return ams_end(run, CC_FAILED);
}

bool
ams_is_relative(const struct ams_value *v)
{
	int number;

	return v->has_member && dsname_relative(v->member, &number);
}

enum ds_status
ams_generation(struct ams_run *run, const struct ams_value *v,
    char out[AMS_GENERATION], struct ds_diag *diag)
{
	enum ds_status st;
	int number = 0;

	dsname_relative(v->member, &number);
	st = ds_gdg_existing(run->sys, v->text, number, out, diag);
	if (st != DS_OK)
		snprintf(out, AMS_GENERATION, "%.*s(%s)", DSNAME_MAX, v->text,
		    v->member);
	/* a base that is not there has a name of its own in the message */
	if (st == DS_CAT_NOTFOUND && diag->name[0] != '\0' &&
	    strcmp(diag->name, v->text) != 0)
		snprintf(diag->name, sizeof(diag->name), "%s", out);
	return st;
}

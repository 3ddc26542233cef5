/* EXPORT DISCONNECT and IMPORT CONNECT: user catalogs that leave a root or
 * come to it. */
#include <stdio.h>
#include <string.h>

#include "services/catalogs.h"
#include "utilities/idcams_int.h"

int
ams_disconnect(struct ams_run *run, const struct ams_command *cmd)
{
	const char *name = ams_text(cmd->top, "ENTRYNAME", 0);
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_ucat_disconnect(run->sys, name, &diag);
	if (st != DS_OK) {
		ams_catalog_error(run, st, &diag, name);
		return ams_end(run, CC_FAILED);
	}
	sysprint_msgv(run->sp, MSG_IDC0622I, name, NULL);
	return ams_end(run, CC_OK);
}

struct connection {
	struct ams_run *run;
	int cc;
};

/* The catalog is connected; data sets there can be listed, not opened. */
static void
missing(void *ctx, const char *volser)
{
	struct connection *c = ctx;

	ams_note(c->run, false, "volume %s is not in this root", volser);
	c->cc = CC_WARNING;
}

static int
connect_one(struct connection *c, const struct ams_plist *object)
{
	const char *name = ams_text(object, "NAME", 0);
	const char *volser = ams_text(object, "VOLUMES", 0);
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_ucat_connect(c->run->sys, name, volser != NULL ? volser : "*",
	    missing, c, &diag);
	if (st == DS_OK) {
		sysprint_msgv(c->run->sp, MSG_IDC0603I, name, NULL);
		return CC_OK;
	}
	ams_catalog_error(c->run, st, &diag, name);
	if (st == DS_CAT_DUPLICATE || st == DS_CAT_UNAVAIL)
		ams_note(c->run, true, "%s", diag.text);
	sysprint_msgv(c->run->sp, MSG_IDC3608I, name, NULL);
	return CC_FAILED;
}

int
ams_connect(struct ams_run *run, const struct ams_command *cmd)
{
	const struct ams_param *p = ams_find(cmd->top, "OBJECTS");
	struct connection c = {run, CC_OK};
	int i, one;

	for (i = 0; p != NULL && i < p->nvalues; i++) {
		one = connect_one(&c, p->values[i].sub);
		c.cc = one > c.cc ? one : c.cc;
	}
	return ams_end(run, c.cc);
}

/* compress: a PDS gives back what replaced and deleted members had. */
#include <inttypes.h>
#include <stdio.h>

#include "dsn/dsn_int.h"

static bool
compress(struct dsn *d, const char *dsn)
{
	struct ds_compressed c;
	struct ds_diag diag = {0};
	enum ds_status st;

	if ((st = ds_pds_compress(d->sys, dsn, &c, &diag)) != DS_OK) {
		dsn_say_status(dsn, st, &diag);
		return false;
	}
	if (c.library)
		printf("%s is a PDSE: nothing is to be done\n", dsn);
	else
		printf("%s has %" PRIu64 " bytes free, before %" PRIu64 "\n",
		    dsn, c.free_after, c.free_before);
	return true;
}

bool
dsn_compress(struct dsn *d, int n, char *const *args)
{
	struct name name;
	bool ok = true;

	for (int i = 0; i < n && !dsn_stopped(); i++) {
		if (!dsn_name_parse(d, args[i], false, false, &name)) {
			ok = false;
		} else if (name.has_member) {
			dsn_say("%s: a library is compressed, not a member",
			    args[i]);
			ok = false;
		} else if (!compress(d, name.dsn)) {
			ok = false;
		}
	}
	return ok;
}

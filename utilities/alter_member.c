/* ALTER of a member's name: PDS(OLD) becomes PDS(NEW). */
#include <string.h>

#include "utilities/alter_int.h"
#include "utilities/member_int.h"

int
alter_member(struct ams_run *run, const struct ams_value *entry,
    const struct ams_value *newname)
{
	if (newname == NULL || !entry->has_member || !newname->has_member ||
	    strcmp(entry->text, newname->text) != 0)
		sysprint_msgv(run->sp, MSG_IDC3530I, NULL);
	else
		return ams_end(run, member_rename(run, entry->text,
					entry->member, newname->member));
	if (entry->has_member)
		sysprint_msgv(run->sp, MSG_IDC0534I, entry->member, NULL);
	else
		sysprint_msgv(run->sp, MSG_IDC0532I, entry->text, NULL);
	return ams_end(run, CC_FAILED);
}

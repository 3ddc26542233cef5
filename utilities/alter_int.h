/* ALTER of members: a command of its own behind the same verb. */
#ifndef CATAMOUNT_UTILITIES_ALTER_INT_H
#define CATAMOUNT_UTILITIES_ALTER_INT_H

#include "utilities/idcams_int.h"

/* ALTER entry NEWNAME(newname), one of which names a member; newname NULL: not
 * coded. Ends the command. */
int alter_member(struct ams_run *run, const struct ams_value *entry,
    const struct ams_value *newname);

#endif

/* Inside dsprofile: words. */
#ifndef CATAMOUNT_ADMIN_PROFILE_INT_H
#define CATAMOUNT_ADMIN_PROFILE_INT_H

#include "admin/profile.h"

/* In place: upper case, without RACF's quotes. */
void profile_upper(char *s);
/* A level in any case; false, and said: it is none. */
bool profile_level(const char *word, enum ds_access *levelp);

#endif

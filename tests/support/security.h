/*
 * A root in which profiles are asked, and users who ask. Functions are inline:
 * no test uses all of them. Include after services.h of this folder.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_SECURITY_H
#define CATAMOUNT_TESTS_SUPPORT_SECURITY_H

#include "services/security_int.h"

static const struct ds_profile_words no_words = {NULL, -1, -1, -1};

/* security=on; the one who asks is the root's owner until as() says another. */
static inline void
guard(struct fixture *f)
{
	f->sys->config.security = true;
}

static inline void
as(struct fixture *f, const char *userid)
{
	assert_int_equal(ds_system_act_as(f->sys, userid, &f->diag), DS_OK);
	assert_string_equal(ds_system_user(f->sys), userid);
}

static inline void
as_owner(struct fixture *f)
{
	assert_int_equal(
	    ds_system_act_for(f->sys, getuid(), NULL, -1, &f->diag), DS_OK);
}

static inline void
profile(struct fixture *f, const char *name, enum ds_access uacc)
{
	struct ds_profile_words words = no_words;

	words.uacc = (int)uacc;
	assert_int_equal(ds_profile_add(f->sys, name, &words, &f->diag), DS_OK);
}

static inline void
permit(
    struct fixture *f, const char *name, const char *id, enum ds_access access)
{
	assert_int_equal(
	    ds_profile_permit(f->sys, name, id, &access, &f->diag), DS_OK);
}

static inline bool
refused(enum ds_status st)
{
	return st == DS_CAT_SECURITY || st == DS_OPEN_SECURITY;
}

#endif

/*
 * Who may do what: the decision, who asks, who may change profiles. The rules
 * are those of services/security.h, which says where they come from.
 */
#include <sys/wait.h>

#include "tests/support/services.h"
#include "tests/support/child.h"
#include "tests/support/security.h"
#include "services/alter.h"
#include "services/catalogs.h"

static bool
may(struct fixture *f, const char *name, enum ds_access level)
{
	enum ds_status st = ds_authorize(f->sys, name, level, &f->diag);

	assert_true(st == DS_OK || st == DS_CAT_SECURITY);
	return st == DS_OK;
}

/* The most that he may. */
static enum ds_access
most(struct fixture *f, const char *name)
{
	enum ds_access level = DS_ACCESS_ALTER;

	while (level > DS_ACCESS_NONE && !may(f, name, level))
		level--;
	return level;
}

static void
security_off_asks_nobody(void **state)
{
	struct fixture *f = *state;

	as(f, "ANNA");
	assert_int_equal(most(f, "BERT.DATA"), DS_ACCESS_ALTER);
	f->diag.status = DS_OK;
	guard(f);
	assert_int_equal(most(f, "BERT.DATA"), DS_ACCESS_NONE);
}

/* Each level of an access list and each that is asked for. */
static void
a_level_has_what_is_below_it(void **state)
{
	struct fixture *f = *state;

	guard(f);
	as_owner(f);
	profile(f, "PAY.**", DS_ACCESS_NONE);
	for (int has = 0; has < DS_ACCESSES; has++) {
		as_owner(f);
		permit(f, "PAY.**", "ANNA", (enum ds_access)has);
		as(f, "ANNA");
		for (int asks = 0; asks < DS_ACCESSES; asks++)
			if (may(f, "PAY.X", (enum ds_access)asks) !=
			    (asks <= has))
				fail_msg("has %d, asks %d", has, asks);
	}
}

static void
ones_own_first_qualifier_is_his(void **state)
{
	struct fixture *f = *state;

	guard(f);
	as_owner(f);
	profile(f, "ANNA.**", DS_ACCESS_NONE);
	permit(f, "ANNA.**", "ANNA", DS_ACCESS_NONE);
	as(f, "ANNA");
	assert_int_equal(most(f, "ANNA.X"), DS_ACCESS_ALTER);
	assert_int_equal(most(f, "ANNA"), DS_ACCESS_ALTER);
	assert_int_equal(most(f, "ANNAX.X"), DS_ACCESS_NONE);
	assert_int_equal(most(f, "ANN.X"), DS_ACCESS_NONE);
}

static void
what_no_profile_protects_is_nobodys_or_alls(void **state)
{
	struct fixture *f = *state;

	guard(f);
	as(f, "ANNA");
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_NONE);
	f->sys->config.protectall = false;
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_ALTER);
	as_owner(f);
	profile(f, "PAY.X", DS_ACCESS_READ);
	as(f, "ANNA");
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_READ);
	assert_int_equal(most(f, "PAY.Y"), DS_ACCESS_ALTER);
}

static void
the_roots_owner_has_operations(void **state)
{
	struct fixture *f = *state;

	guard(f);
	as_owner(f);
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_ALTER);
	profile(f, "PAY.**", DS_ACCESS_NONE);
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_ALTER);
	assert_int_equal(
	    ds_authorize_operations(f->sys, "VOL001", &f->diag), DS_OK);
	as(f, "ANNA");
	assert_int_equal(ds_authorize_operations(f->sys, "VOL001", &f->diag),
	    DS_CAT_SECURITY);
}

static void
groups_come_from_the_catalog(void **state)
{
	struct fixture *f = *state;

	guard(f);
	as_owner(f);
	profile(f, "PAY.**", DS_ACCESS_NONE);
	permit(f, "PAY.**", "STAFF", DS_ACCESS_UPDATE);
	as(f, "ANNA");
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_NONE);
	assert_int_equal(
	    ds_group_connect(f->sys, "ANNA", "STAFF", true, &f->diag),
	    DS_CAT_SECURITY);
	as_owner(f);
	assert_int_equal(
	    ds_group_connect(f->sys, "ANNA", "STAFF", true, &f->diag), DS_OK);
	as(f, "ANNA");
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_UPDATE);
	as(f, "BERT");
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_NONE);
	as_owner(f);
	assert_int_equal(
	    ds_group_connect(f->sys, "ANNA", "STAFF", false, &f->diag), DS_OK);
	as(f, "ANNA");
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_NONE);
}

/* What another process changes counts from the next question on. */
static void
a_change_is_seen_at_once(void **state)
{
	struct fixture *f = *state;
	struct ds_system *other = NULL;
	const enum ds_access read = DS_ACCESS_READ;

	guard(f);
	as_owner(f);
	profile(f, "PAY.**", DS_ACCESS_NONE);
	as(f, "ANNA");
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_NONE);
	assert_int_equal(ds_system_open(f->dir, &other, NULL, NULL), DS_OK);
	assert_int_equal(
	    ds_profile_permit(other, "PAY.**", "ANNA", &read, NULL), DS_OK);
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_READ);
	assert_int_equal(
	    ds_profile_permit(other, "PAY.**", "ANNA", NULL, NULL), DS_OK);
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_NONE);
	assert_int_equal(
	    ds_profile_add(other, "PAY.X",
		&(struct ds_profile_words){NULL, DS_ACCESS_CONTROL, -1, -1},
		NULL),
	    DS_OK);
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_CONTROL);
	assert_int_equal(ds_profile_delete(other, "PAY.X", NULL), DS_OK);
	assert_int_equal(most(f, "PAY.X"), DS_ACCESS_NONE);
	ds_system_close(&other);
}

struct heard {
	struct ds_denial d;
	int n;
};

static void
hear(void *ctx, const struct ds_denial *d)
{
	struct heard *h = ctx;

	h->d = *d;
	h->n++;
}

static void
warning_grants_and_tells(void **state)
{
	struct fixture *f = *state;
	struct ds_profile_words words = no_words;
	struct heard h = {0};

	guard(f);
	ds_system_on_denied(f->sys, hear, &h);
	as_owner(f);
	words.uacc = DS_ACCESS_READ;
	words.warning = 1;
	assert_int_equal(
	    ds_profile_add(f->sys, "PAY.*", &words, &f->diag), DS_OK);
	as(f, "ANNA");
	assert_true(may(f, "PAY.X", DS_ACCESS_READ));
	assert_int_equal(h.n, 0);
	assert_true(may(f, "PAY.X", DS_ACCESS_ALTER));
	assert_int_equal(h.n, 1);
	assert_true(h.d.warning);
	assert_string_equal(h.d.userid, "ANNA");
	assert_string_equal(h.d.dsn, "PAY.X");
	assert_string_equal(h.d.profile, "PAY.*");
	assert_int_equal(h.d.wanted, DS_ACCESS_ALTER);
	assert_int_equal(h.d.allowed, DS_ACCESS_READ);
	assert_false(may(f, "PAY.X.Y", DS_ACCESS_READ));
	assert_int_equal(h.n, 2);
	assert_false(h.d.warning);
	assert_string_equal(h.d.profile, "");
}

/* --- who asks ---------------------------------------------------------------
 */

static void
who_has_no_id_has_uacc_alone(void **state)
{
	const uid_t nobody_knows = 3999999999U;
	struct fixture *f = *state;

	guard(f);
	as_owner(f);
	profile(f, "PAY.A", DS_ACCESS_READ);
	profile(f, "PAY.B", DS_ACCESS_NONE);
	permit(f, "PAY.B", "*", DS_ACCESS_READ);
	assert_int_equal(
	    ds_system_act_for(f->sys, nobody_knows, NULL, -1, &f->diag), DS_OK);
	assert_string_equal(ds_system_user(f->sys), "");
	assert_int_equal(most(f, "PAY.A"), DS_ACCESS_READ);
	assert_int_equal(most(f, "PAY.B"), DS_ACCESS_NONE);
	as(f, "ANNA");
	assert_int_equal(most(f, "PAY.B"), DS_ACCESS_READ);
}

/* The login root, which each host has as uid 0: its ID is ROOT by itself. */
static void
a_login_has_the_id_that_the_catalog_says(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(
	    ds_system_act_for(f->sys, 0, NULL, -1, &f->diag), DS_OK);
	assert_string_equal(ds_system_user(f->sys), "ROOT");
	as_owner(f);
	assert_int_equal(
	    ds_login_set(f->sys, "root", "ADMIN", &f->diag), DS_OK);
	assert_int_equal(
	    ds_system_act_for(f->sys, 0, NULL, -1, &f->diag), DS_OK);
	assert_string_equal(ds_system_user(f->sys), "ADMIN");
	as_owner(f);
	assert_int_equal(
	    ds_login_set(f->sys, "root", "1BAD", &f->diag), DS_INVALID);
	assert_int_equal(ds_login_set(f->sys, "root", NULL, &f->diag), DS_OK);
	assert_int_equal(
	    ds_system_act_for(f->sys, 0, NULL, -1, &f->diag), DS_OK);
	assert_string_equal(ds_system_user(f->sys), "ROOT");
}

/* A server says so for each request: another list of groups is another one who
 * asks. The group of number 0 is root wherever there is one. */
static void
a_server_asks_for_the_groups_that_it_was_told(void **state)
{
	const uid_t nobody_knows = 3999999999U;
	static const gid_t root[] = {0};
	struct fixture *f = *state;
	struct ds_system *sys = f->sys;

	guard(f);
	as_owner(f);
	profile(f, "PAY.**", DS_ACCESS_NONE);
	permit(f, "PAY.**", "ROOT", DS_ACCESS_READ);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(
		    ds_system_act_for(sys, nobody_knows, root, 1, &f->diag),
		    DS_OK);
		assert_int_equal(most(f, "PAY.X"), DS_ACCESS_READ);
		assert_int_equal(
		    ds_system_act_for(sys, nobody_knows, root, 1, &f->diag),
		    DS_OK);
		assert_int_equal(most(f, "PAY.X"), DS_ACCESS_READ);
		assert_int_equal(
		    ds_system_act_for(sys, nobody_knows, NULL, 0, &f->diag),
		    DS_OK);
		assert_int_equal(most(f, "PAY.X"), DS_ACCESS_NONE);
		assert_int_equal(
		    ds_system_act_for(sys, nobody_knows, NULL, -1, &f->diag),
		    DS_OK);
		assert_int_equal(most(f, "PAY.X"), DS_ACCESS_NONE);
	}
	as(f, "ANNA");
	assert_int_equal(most(f, "MISC.X"), DS_ACCESS_NONE);
	assert_int_equal(ds_system_act_as(sys, NULL, &f->diag), DS_OK);
	assert_int_equal(most(f, "MISC.X"), DS_ACCESS_ALTER);
}

/* --- who may change profiles ------------------------------------------------
 */

struct found {
	struct ds_profile p;
	size_t npermits;
	int n;
	bool hidden;
};

static bool
note(void *ctx, const struct ds_profile *p, bool hidden)
{
	struct found *o = ctx;

	o->p = *p;
	o->npermits = p->npermits;
	o->hidden = hidden;
	o->n++;
	return true;
}

static void
profiles_are_changed_by_whom_they_are_of(void **state)
{
	const enum ds_access read = DS_ACCESS_READ;
	struct ds_profile_words words = no_words;
	struct fixture *f = *state;
	struct found o = {0};

	guard(f);
	as_owner(f);
	profile(f, "PAY.**", DS_ACCESS_NONE);
	profile(f, "PAY.X", DS_ACCESS_NONE);
	permit(f, "PAY.**", "ANNA", DS_ACCESS_ALTER);
	permit(f, "PAY.X", "ANNA", DS_ACCESS_ALTER);
	as(f, "ANNA");
	/* ALTER of a generic profile is for data, of a discrete one for it */
	assert_int_equal(
	    ds_profile_permit(f->sys, "PAY.**", "BERT", &read, &f->diag),
	    DS_CAT_SECURITY);
	assert_int_equal(
	    ds_profile_permit(f->sys, "PAY.X", "BERT", &read, &f->diag), DS_OK);
	words.owner = "ANNA";
	assert_int_equal(ds_profile_alter(f->sys, "PAY.X", &words, &f->diag),
	    DS_CAT_SECURITY);
	assert_int_equal(ds_profile_add(f->sys, "PAY.Y", &no_words, &f->diag),
	    DS_CAT_SECURITY);
	/* her own, for which she may have another owner */
	assert_int_equal(
	    ds_profile_add(f->sys, "ANNA.**", &no_words, &f->diag), DS_OK);
	assert_int_equal(ds_profile_add(f->sys, "ANNA.**", &no_words, &f->diag),
	    DS_CAT_DUPLICATE);
	assert_int_equal(
	    ds_profile_list(f->sys, "ANNA.**", note, &o, &f->diag), DS_OK);
	assert_string_equal(o.p.owner, "ANNA");
	assert_int_equal(o.p.created, 2026060);
	/* the owner of a profile changes it, and has no access by that */
	as_owner(f);
	assert_int_equal(
	    ds_profile_alter(f->sys, "PAY.**", &words, &f->diag), DS_OK);
	permit(f, "PAY.**", "ANNA", DS_ACCESS_NONE);
	as(f, "ANNA");
	assert_false(may(f, "PAY.Z", DS_ACCESS_READ));
	permit(f, "PAY.**", "BERT", DS_ACCESS_READ);
	as(f, "BERT");
	assert_int_equal(
	    ds_profile_delete(f->sys, "PAY.X", &f->diag), DS_CAT_SECURITY);
	assert_int_equal(
	    ds_profile_delete(f->sys, "PAY.NONE", &f->diag), DS_CAT_NOTFOUND);
	/* he sees it, but not who else may */
	o.n = 0;
	assert_int_equal(
	    ds_profile_list(f->sys, "PAY.**", note, &o, &f->diag), DS_OK);
	assert_int_equal(o.n, 1);
	assert_true(o.hidden);
	assert_int_equal(o.npermits, 0);
	as(f, "CARL");
	assert_int_equal(ds_profile_list(f->sys, "PAY.**", note, &o, &f->diag),
	    DS_CAT_NOTFOUND);
	o.n = 0;
	assert_int_equal(
	    ds_profile_list(f->sys, NULL, note, &o, &f->diag), DS_OK);
	assert_int_equal(o.n, 0);
}

static void
a_name_finds_the_profile_that_protects_it(void **state)
{
	struct fixture *f = *state;
	struct found o = {0};

	as_owner(f);
	profile(f, "PAY.**", DS_ACCESS_NONE);
	profile(f, "PAY.A*", DS_ACCESS_READ);
	permit(f, "PAY.A*", "STAFF", DS_ACCESS_UPDATE);
	assert_int_equal(
	    ds_profile_list(f->sys, "PAY.ABC", note, &o, &f->diag), DS_OK);
	assert_string_equal(o.p.name, "PAY.A*");
	assert_int_equal(o.npermits, 1);
	assert_int_equal(
	    ds_profile_list(f->sys, "PAY.BC", note, &o, &f->diag), DS_OK);
	assert_string_equal(o.p.name, "PAY.**");
	assert_int_equal(ds_profile_list(f->sys, "PAY.B*", note, &o, &f->diag),
	    DS_CAT_NOTFOUND);
	assert_int_equal(
	    ds_profile_list(f->sys, "*.B", note, &o, &f->diag), DS_INVALID);
}

static void
a_check_asks_for_others_and_tells_nobody(void **state)
{
	struct fixture *f = *state;
	struct ds_decision d = {0};
	struct heard h = {0};

	guard(f);
	ds_system_on_denied(f->sys, hear, &h);
	as_owner(f);
	profile(f, "PAY.**", DS_ACCESS_READ);
	assert_int_equal(ds_access_check(f->sys, "ANNA", "PAY.X",
			     DS_ACCESS_UPDATE, &d, &f->diag),
	    DS_OK);
	assert_false(d.granted);
	assert_int_equal(d.allowed, DS_ACCESS_READ);
	assert_int_equal(d.why, DS_WHY_PROFILE);
	assert_string_equal(d.profile, "PAY.**");
	assert_int_equal(ds_access_check(f->sys, "ANNA", "ANNA.X",
			     DS_ACCESS_ALTER, &d, &f->diag),
	    DS_OK);
	assert_true(d.granted && d.why == DS_WHY_OWN);
	assert_int_equal(ds_access_check(f->sys, "ANNA", "MISC.X",
			     DS_ACCESS_READ, &d, &f->diag),
	    DS_OK);
	assert_true(!d.granted && d.why == DS_WHY_NONE);
	assert_int_equal(ds_access_check(f->sys, NULL, "MISC.X", DS_ACCESS_READ,
			     &d, &f->diag),
	    DS_OK);
	assert_true(d.granted && d.why == DS_WHY_OPERATIONS);
	assert_int_equal(h.n, 0);
	as(f, "ANNA");
	assert_int_equal(ds_access_check(f->sys, "BERT", "PAY.X",
			     DS_ACCESS_READ, &d, &f->diag),
	    DS_CAT_SECURITY);
	assert_int_equal(ds_access_check(f->sys, "ANNA", "PAY.X",
			     DS_ACCESS_READ, &d, &f->diag),
	    DS_OK);
	assert_true(d.granted);
	assert_int_equal(ds_access_check(f->sys, NULL, "PAY.*", DS_ACCESS_READ,
			     &d, &f->diag),
	    DS_INVALID);
}

/* --- profiles and what they protect ------------------------------------------
 */

static void
define_ps(struct fixture *f, const char *name)
{
	struct ds_define_ps def = {
	    .recfm = DS_RECFM_FB, .lrecl = 80, .unit = DS_UNIT_TRK, .pri = 1};

	strcpy(def.name, name);
	assert_int_equal(ds_define_ps(f->sys, &def, &f->diag), DS_OK);
}

static enum ds_status
rename_to(struct fixture *f, const char *name, const char *newname)
{
	struct ds_alter al = {.said = (uint64_t)1 << ALTER_W_NEWNAME};

	strcpy(al.newname, newname);
	return ds_alter(f->sys, name, &al, NULL, &f->diag);
}

static int
profiles_called(struct fixture *f, const char *name)
{
	struct found o = {0};

	return ds_profile_list(f->sys, name, note, &o, &f->diag) == DS_OK &&
	       strcmp(o.p.name, name) == 0;
}

/* A discrete profile is renamed and deleted with its data set; two of one name
 * cannot be: return code 114. A generic one stays. */
static void
a_discrete_profile_goes_with_its_data_set(void **state)
{
	struct ds_delete_opts keep = {.erase = -1, .noscratch = true};
	struct fixture *f = *state;

	as_owner(f);
	define_ps(f, "PAY.X");
	define_ps(f, "PAY.Z");
	profile(f, "PAY.**", DS_ACCESS_NONE);
	profile(f, "PAY.X", DS_ACCESS_READ);
	profile(f, "PAY.T", DS_ACCESS_READ);
	profile(f, "PAY.Z", DS_ACCESS_READ);
	permit(f, "PAY.X", "ANNA", DS_ACCESS_UPDATE);
	assert_int_equal(rename_to(f, "PAY.X", "PAY.T"), DS_CAT_PROFILE);
	assert_true(there(f, "PAY.X"));
	assert_int_equal(rename_to(f, "PAY.X", "PAY.Y"), DS_OK);
	assert_false(profiles_called(f, "PAY.X"));
	assert_true(profiles_called(f, "PAY.Y"));
	guard(f);
	as(f, "ANNA");
	assert_int_equal(most(f, "PAY.Y"), DS_ACCESS_UPDATE);
	as_owner(f);
	assert_int_equal(delete (f, "PAY.Y"), DS_OK);
	assert_false(profiles_called(f, "PAY.Y"));
	assert_true(profiles_called(f, "PAY.**"));
	/* its bytes stay, and are protected */
	assert_int_equal(
	    ds_delete(f->sys, "PAY.Z", &keep, NULL, NULL, &f->diag), DS_OK);
	assert_true(profiles_called(f, "PAY.Z"));
}

/* --- in a user catalog: two files do not commit as one -----------------------
 */

enum { DIED = 7 };

static void
die_with_copy(const char *step)
{
	if (strcmp(step, "alter: profile copied") == 0)
		_exit(DIED);
}

static void
rename_and_die(struct fixture *f)
{
	int status;
	pid_t pid;

	ds_system_close(&f->sys);
	if ((pid = child_fork()) == 0) {
		ds_step_hook = die_with_copy;
		if (ds_system_open(f->dir, &f->sys, NULL, NULL) == DS_OK)
			rename_to(f, "PAY.X", "PAY.Y");
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == DIED);
	assert_int_equal(
	    ds_system_open(f->dir, &f->sys, NULL, &f->diag), DS_OK);
}

/* Whoever dies between the two leaves a profile too many, and what it protects
 * is protected by either name. */
static void
a_profile_is_there_before_the_name(void **state)
{
	struct ds_define_ucat ucat = {.level.pri = 1};
	struct ds_define_alias alias = {.name = "PAY", .target = "SYS.CAT"};
	struct fixture *f = *state;
	struct ds_defined made;
	struct found o = {0};

	as_owner(f);
	level_absent(&ucat.level);
	strcpy(ucat.level.name, "SYS.CAT");
	ucat.level.unit = DS_UNIT_CYL;
	ucat.level.pri = 1;
	assert_int_equal(ds_define_ucat(f->sys, &ucat, &made, &f->diag), DS_OK);
	assert_int_equal(ds_define_alias(f->sys, &alias, &f->diag), DS_OK);
	define_ps(f, "PAY.X");
	define_ps(f, "PAY.THERE");
	profile(f, "PAY.X", DS_ACCESS_READ);
	permit(f, "PAY.X", "ANNA", DS_ACCESS_UPDATE);
	profile(f, "PAY.T", DS_ACCESS_READ);
	assert_int_equal(rename_to(f, "PAY.X", "PAY.T"), DS_CAT_PROFILE);
	assert_int_equal(rename_to(f, "PAY.X", "PAY.THERE"), DS_CAT_DUPLICATE);
	assert_false(profiles_called(f, "PAY.THERE"));
	rename_and_die(f);
	assert_true(there(f, "PAY.X"));
	assert_true(profiles_called(f, "PAY.X"));
	assert_int_equal(
	    ds_profile_list(f->sys, "PAY.Y", note, &o, &f->diag), DS_OK);
	assert_string_equal(o.p.name, "PAY.Y");
	assert_int_equal(o.npermits, 1);
	assert_int_equal(ds_profile_delete(f->sys, "PAY.Y", &f->diag), DS_OK);
	assert_int_equal(rename_to(f, "PAY.X", "PAY.Z"), DS_OK);
	assert_false(profiles_called(f, "PAY.X"));
	guard(f);
	as(f, "ANNA");
	assert_int_equal(most(f, "PAY.Z"), DS_ACCESS_UPDATE);
	as_owner(f);
	assert_int_equal(delete (f, "PAY.Z"), DS_OK);
	assert_false(profiles_called(f, "PAY.Z"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    T(security_off_asks_nobody),
	    T(a_level_has_what_is_below_it),
	    T(ones_own_first_qualifier_is_his),
	    T(what_no_profile_protects_is_nobodys_or_alls),
	    T(the_roots_owner_has_operations),
	    T(groups_come_from_the_catalog),
	    T(a_change_is_seen_at_once),
	    T(warning_grants_and_tells),
	    T(who_has_no_id_has_uacc_alone),
	    T(a_login_has_the_id_that_the_catalog_says),
	    T(a_server_asks_for_the_groups_that_it_was_told),
	    T(profiles_are_changed_by_whom_they_are_of),
	    T(a_name_finds_the_profile_that_protects_it),
	    T(a_check_asks_for_others_and_tells_nobody),
	    T(a_discrete_profile_goes_with_its_data_set),
	    T(a_profile_is_there_before_the_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

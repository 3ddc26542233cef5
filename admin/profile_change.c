/* dsprofile add, alter, delete, permit, connect, remove and login. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "admin/profile_int.h"

/* --- words ------------------------------------------------------------------
 */

void
profile_upper(char *s)
{
	size_t n = strlen(s);

	/* RACF's commands have whole names in quotes */
	if (n >= 2 && s[0] == '\'' && s[n - 1] == '\'') {
		memmove(s, s + 1, n - 2);
		s[n - 2] = '\0';
	}
	for (; *s != '\0'; s++)
		*s = (char)toupper((unsigned char)*s);
}

/* "key=value" and "KEY(value)" of this key: the value, in upper case; NULL: it
 * is another word. */
static char *
value_of(char *word, const char *key)
{
	const size_t n = strlen(key);
	size_t end;

	if (strncasecmp(word, key, n) != 0)
		return NULL;
	if (word[n] == '(') {
		end = strlen(word) - 1;
		if (end <= n || word[end] != ')')
			return NULL;
		word[end] = '\0';
	} else if (word[n] != '=') {
		return NULL;
	}
	profile_upper(word + n + 1);
	return word + n + 1;
}

bool
profile_level(const char *word, enum ds_access *levelp)
{
	char text[16];

	snprintf(text, sizeof(text), "%s", word);
	profile_upper(text);
	if (strlen(word) < sizeof(text) && ds_access_parse(text, levelp))
		return true;
	dsprofile_usage("'%s' is none of NONE, EXECUTE, READ, UPDATE, CONTROL "
			"and ALTER",
	    word);
	return false;
}

/* One word of add and alter. */
static bool
take_word(char *word, struct ds_profile_words *words)
{
	enum ds_access level;
	char *value;

	if (strcasecmp(word, "warning") == 0 ||
	    strcasecmp(word, "nowarning") == 0) {
		words->warning = strcasecmp(word, "warning") == 0;
		return true;
	}
	if ((value = value_of(word, "owner")) != NULL) {
		words->owner = value;
		return true;
	}
	if ((value = value_of(word, "uacc")) != NULL) {
		if (!profile_level(value, &level))
			return false;
		words->uacc = (int)level;
		return true;
	}
	if ((value = value_of(word, "audit")) != NULL) {
		if (!profile_level(value, &level))
			return false;
		words->audit = (int)level;
		return true;
	}
	dsprofile_usage("'%s' is not understood", word);
	return false;
}

static bool
take_words(struct dsprofile *d, struct ds_profile_words *words)
{
	*words = (struct ds_profile_words){NULL, -1, -1, -1};
	profile_upper(d->args[0]);
	for (int i = 1; i < d->nargs; i++)
		if (!take_word(d->args[i], words))
			return false;
	return true;
}

/* --- verbs ------------------------------------------------------------------
 */

static int
done(struct dsprofile *d, const char *what, enum ds_status st,
    const struct ds_diag *diag)
{
	if (st != DS_OK)
		return dsprofile_fail(what, st, diag);
	dsprofile_note_off(d);
	return DSPROFILE_OK;
}

int
dsprofile_add(struct dsprofile *d)
{
	struct ds_profile_words words;
	struct ds_diag diag = {0};

	if (!take_words(d, &words))
		return DSPROFILE_USAGE;
	return done(
	    d, "add", ds_profile_add(d->sys, d->args[0], &words, &diag), &diag);
}

int
dsprofile_alter(struct dsprofile *d)
{
	struct ds_profile_words words;
	struct ds_diag diag = {0};

	if (!take_words(d, &words))
		return DSPROFILE_USAGE;
	return done(d, "alter",
	    ds_profile_alter(d->sys, d->args[0], &words, &diag), &diag);
}

int
dsprofile_delete(struct dsprofile *d)
{
	struct ds_diag diag = {0};

	profile_upper(d->args[0]);
	return done(
	    d, "delete", ds_profile_delete(d->sys, d->args[0], &diag), &diag);
}

/* What permit says: PROFILE ID LEVEL, or RACF's ID(...) ACCESS(...). */
struct permitting {
	char *ids;
	enum ds_access level;
	bool has_level, gone;
};

static bool
take_permit(char *word, struct permitting *p)
{
	char *value;

	if ((value = value_of(word, "id")) != NULL) {
		p->ids = value;
	} else if ((value = value_of(word, "access")) != NULL) {
		p->has_level = true;
		return profile_level(value, &p->level);
	} else if (strcasecmp(word, "delete") == 0) {
		p->gone = true;
	} else if (p->ids == NULL) {
		profile_upper(word);
		p->ids = word;
	} else {
		p->has_level = true;
		return profile_level(word, &p->level);
	}
	return true;
}

int
dsprofile_permit(struct dsprofile *d)
{
	struct permitting p = {0};
	struct ds_diag diag = {0};
	enum ds_status st = DS_OK;
	char *id;

	profile_upper(d->args[0]);
	for (int i = 1; i < d->nargs; i++)
		if (!take_permit(d->args[i], &p))
			return DSPROFILE_USAGE;
	if (p.ids == NULL || p.has_level == p.gone)
		return dsprofile_usage(
		    "permit takes an ID, and a level or delete");
	while (st == DS_OK && (id = strsep(&p.ids, ",")) != NULL)
		st = ds_profile_permit(
		    d->sys, d->args[0], id, p.gone ? NULL : &p.level, &diag);
	return done(d, "permit", st, &diag);
}

static int
member(struct dsprofile *d, const char *verb, bool in)
{
	struct ds_diag diag = {0};
	char *group;

	profile_upper(d->args[0]);
	group = value_of(d->args[1], "group");
	if (group == NULL)
		profile_upper(group = d->args[1]);
	return done(d, verb,
	    ds_group_connect(d->sys, d->args[0], group, in, &diag), &diag);
}

int
dsprofile_connect(struct dsprofile *d)
{
	return member(d, "connect", true);
}

int
dsprofile_remove(struct dsprofile *d)
{
	return member(d, "remove", false);
}

int
dsprofile_login(struct dsprofile *d)
{
	const bool gone = strcmp(d->args[1], "delete") == 0;
	struct ds_diag diag = {0};

	profile_upper(d->args[1]);
	return done(d, "login",
	    ds_login_set(d->sys, d->args[0], gone ? NULL : d->args[1], &diag),
	    &diag);
}

/* The names that completion offers. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/dsname.h"
#include "services/alter.h"
#include "services/library.h"
#include "services/locate.h"
#include "services/security.h"
#include "services/system.h"
#include "shell/names.h"

enum { MEMBERS_MAX = 10000 };
enum { NAMES_MAX = 200 }; /* of a catalog; more nobody looks through */

struct to {
	void (*add)(void *to, const char *name);
	void *to;
};

static bool
add_dsn(void *ctx, const char *name)
{
	const struct to *t = ctx;

	t->add(t->to, name);
	return true;
}

static void
dds(const struct dd_table *table, const struct to *t)
{
	const char *name;
	size_t i;

	for (i = 0; (name = dd_name(table, i)) != NULL; i++)
		t->add(t->to, name);
}

static void
volumes(const struct ds_system *sys, const struct to *t)
{
	const struct ds_config *config = ds_system_config(sys);
	unsigned i;

	for (i = 0; i < config->npool; i++)
		t->add(t->to, config->pool[i]);
}

/* Those that begin with a dot only when a dot was typed. */
static void
files(const char *prefix, const struct to *t)
{
	const char *slash = strrchr(prefix, '/'), *last;
	char folder[PATH_MAX], path[PATH_MAX];
	struct dirent *de;
	struct stat sb;
	int len, n;
	DIR *dir;

	len = slash != NULL ? (int)(slash - prefix) + 1 : 0;
	last = prefix + len;
	n = snprintf(folder, sizeof(folder), "%.*s", len, prefix);
	if (n < 0 || n >= (int)sizeof(folder))
		return;
	if ((dir = opendir(len > 0 ? folder : ".")) == NULL)
		return;
	while ((de = readdir(dir)) != NULL) {
		if ((de->d_name[0] == '.' && last[0] != '.') ||
		    strncmp(de->d_name, last, strlen(last)) != 0 ||
		    strcmp(de->d_name, ".") == 0 ||
		    strcmp(de->d_name, "..") == 0)
			continue;
		n = snprintf(
		    path, sizeof(path) - 1, "%s%s", folder, de->d_name);
		if (n < 0 || n >= (int)sizeof(path) - 1)
			continue;
		if (stat(path, &sb) == 0 && S_ISDIR(sb.st_mode))
			strcat(path, "/");
		t->add(t->to, path);
	}
	closedir(dir);
}

/* One that others hold, or that is no library, has none to offer. */
static void
members(struct ds_system *sys, const char *library, const struct to *t)
{
	struct ds_library *lib = NULL;
	struct ds_member m;
	char after[sizeof(m.name)] = "";
	struct ds_decision may = {.granted = true};
	int n = 0;

	/* a key that is pressed is no attempt that a log should have */
	if (ds_system_config(sys)->security &&
	    (ds_access_check(sys, NULL, library, DS_ACCESS_READ, &may, NULL) !=
		    DS_OK ||
		!may.granted))
		return;
	if (ds_library_open(sys, library, DD_SHR, false, &lib, NULL) != DS_OK)
		return;
	for (; n < MEMBERS_MAX; n++) {
		if (ds_member_next(lib, after, &m, NULL) != DS_OK)
			break;
		t->add(t->to, m.name);
		memcpy(after, m.name, sizeof(after));
	}
	ds_library_close(&lib, NULL);
}

void
names_source(void *ctx, enum complete_kind kind, const char *prefix,
    void (*add)(void *to, const char *name), void *to)
{
	const struct names *names = ctx;
	struct to t = {add, to};

	switch (kind) {
	case COMPLETE_DSN:
		/* A catalog that cannot be read has nothing to offer. */
		(void)ds_names(
		    names->sys, prefix, NAMES_MAX, add_dsn, &t, NULL);
		break;
	case COMPLETE_DD:
		dds(names->dds, &t);
		break;
	case COMPLETE_VOLSER:
		volumes(names->sys, &t);
		break;
	case COMPLETE_MEMBER:
		members(names->sys, prefix, &t);
		break;
	case COMPLETE_FILE:
		files(prefix, &t);
		break;
	}
}

/* The keywords of ALTER that are of some entries only. NULLIFY's own words are
 * in a list of theirs. */
static const struct {
	const char *yes, *no;
} alter_keywords[] = {
#define X(word, keyword, opposite, levels) {keyword, opposite},
    ALTER_WORDS(X)
#undef X
};

static int
word_of(const char *keyword)
{
	for (int i = 0; i < (int)ALTER_W_NULL_BWO; i++)
		if (strcmp(alter_keywords[i].yes, keyword) == 0 ||
		    (alter_keywords[i].no != NULL &&
			strcmp(alter_keywords[i].no, keyword) == 0))
			return i;
	return -1;
}

bool
names_alters(void *ctx, const char *name, bool member, const char *keyword)
{
	const struct names *names = ctx;
	const int word = word_of(keyword);
	char plain[DSNAME_MAX + 1];
	struct ds_alter al = {0};
	struct ds_entry *ent = NULL;
	const char *misfit;
	bool fits;

	if (word < 0)
		return true;
	if (member)
		return word == ALTER_W_NEWNAME;
	/* Without its quotes, or its password. */
	snprintf(plain, sizeof(plain), "%s", name + (name[0] == '\''));
	plain[strcspn(plain, "'/")] = '\0';
	/* A pattern may fit entries of several types. */
	if (!dsname_valid(plain, strlen(plain)) ||
	    ds_find(names->sys, NULL, plain, &ent, NULL) != DS_OK)
		return true;
	al.said = (uint64_t)1 << word;
	fits = ds_alter_fits(ent, &al, &misfit);
	ds_entry_free(&ent);
	return fits;
}

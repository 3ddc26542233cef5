/* Procedures and INCLUDE groups: members of data sets, files of directories. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/codepage.h"
#include "jcl/job_int.h"
#include "jcl/procs.h"
#include "services/dataset.h"

#define SYSTEM_LIBRARY "SYS1.PROCLIB"

enum { MEMBER_BYTES_MAX = 16 * 1024 * 1024 };

struct procs {
	const struct job_env *env;
	char *text; /* of the last member */
	char library[DSNAME_MAX + 1];
};

struct procs *
procs_new(const struct job_env *env)
{
	struct procs *p = calloc(1, sizeof(*p));

	if (p != NULL)
		p->env = env;
	return p;
}

void
procs_free(struct procs **pp)
{
	if (*pp == NULL)
		return;
	free((*pp)->text);
	free(*pp);
	*pp = NULL;
}

/* --- files ---------------------------------------------------------------- */

/* 1, 0 or -1 as procs_member. */
static int
read_file(struct procs *p, const char *path, size_t *lenp)
{
	FILE *fp = fopen(path, "re");
	size_t n;

	if (fp == NULL)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	free(p->text);
	p->text = malloc(MEMBER_BYTES_MAX);
	n = p->text != NULL ? fread(p->text, 1, MEMBER_BYTES_MAX, fp) : 0;
	if (p->text == NULL || ferror(fp) || n == MEMBER_BYTES_MAX) {
		fclose(fp);
		return -1;
	}
	fclose(fp);
	*lenp = n;
	return 1;
}

static int
find_file(struct procs *p, const char *dir, const char *name, size_t *lenp)
{
	static const char *const ends[] = {"", ".jcl", ".prc"};
	char low[MEMBER_MAX + 1], path[4096 + 32];
	int found = 0;
	size_t i;

	for (i = 0; name[i] != '\0' && i < MEMBER_MAX; i++)
		low[i] = (char)tolower((unsigned char)name[i]);
	low[i] = '\0';
	for (i = 0; found == 0 && i < 6; i++) {
		if (snprintf(path, sizeof(path), "%s/%s%s", dir,
			i % 2 == 0 ? name : low, ends[i / 2]) < 0)
			return -1;
		found = read_file(p, path, lenp);
	}
	return found;
}

/* --- data sets ------------------------------------------------------------ */

static enum ds_status
read_records(struct procs *p, struct ds_file *file, size_t *lenp)
{
	const struct codepage *cp;
	struct ds_diag diag;
	struct ds_rec rec;
	enum ds_status st;
	size_t n = 0, size;
	FILE *fp;

	if ((st = codepage_get(ds_attrs(file)->ccsid, &cp, &diag)) != DS_OK)
		return st;
	free(p->text);
	p->text = NULL;
	if ((fp = open_memstream(&p->text, &size)) == NULL)
		return DS_NOMEM;
	while (
	    (st = ds_get(file, &rec, &diag)) == DS_OK && n < MEMBER_BYTES_MAX) {
		char *line = malloc((size_t)rec.len * CODEPAGE_UTF8_MAX + 1);
		size_t len;

		if (line == NULL) {
			st = DS_NOMEM;
			break;
		}
		len = codepage_to_utf8(cp, rec.data, rec.len, line);
		fwrite(line, 1, len, fp);
		fputc('\n', fp);
		free(line);
		n += len + 1;
	}
	if (fclose(fp) != 0)
		st = DS_NOMEM;
	*lenp = size;
	return st == DS_EOD ? DS_OK : st;
}

static int
find_member(struct procs *p, const char *dsn, const char *name, size_t *lenp)
{
	char full[DSNAME_MAX + MEMBER_MAX + 3];
	struct ds_file *file = NULL;
	struct ds_diag diag;
	enum ds_status st;

	snprintf(full, sizeof(full), "%.44s(%.8s)", dsn, name);
	st = ds_open_name(p->env->sys, full, DS_INPUT | DS_SEQ, &file, &diag);
	if (st == DS_NOMEMBER || st == DS_CAT_NOTFOUND)
		return 0;
	if (st == DS_OK)
		st = read_records(p, file, lenp);
	ds_abandon(&file);
	return st == DS_OK ? 1 : -1;
}

static int
find_in(struct procs *p, const char *dsn, const char *name, size_t *lenp)
{
	const struct job_binding *b = binding_find(p->env, dsn);

	snprintf(p->library, sizeof(p->library), "%.44s", dsn);
	return b != NULL ? find_file(p, b->dir, name, lenp)
			 : find_member(p, dsn, name, lenp);
}

int
procs_member(void *ctx, enum jcl_member_kind kind, const char *name,
    const char *const *order, int norder, struct jcl_member *mp)
{
	struct procs *p = ctx;
	bool private = true;
	int found = 0;
	size_t len = 0;

	(void)kind; /* both are members of the same libraries */
	for (int i = 0; found == 0 && i < norder; i++)
		found = find_in(p, order[i], name, &len);
	for (size_t i = 0; found == 0 && i < p->env->nproclibs; i++) {
		private = false;
		snprintf(p->library, sizeof(p->library), SYSTEM_LIBRARY);
		found = find_file(p, p->env->proclibs[i], name, &len);
	}
	if (found == 0) {
		private = false;
		found = find_in(p, SYSTEM_LIBRARY, name, &len);
	}
	if (found != 1)
		return found;
	*mp = (struct jcl_member){.text = p->text,
	    .len = len,
	    .library = p->library,
	    .private = private};
	return 1;
}

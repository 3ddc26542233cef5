/*
 * Portable data sets, the header: lines "WORD value", one for each thing that
 * is said of the cluster or alternate index. What is absent is not written; a
 * word that is not known is refused, so that nothing is silently lost.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/portable_int.h"

#define MAGIC "CATAMOUNT-PORTABLE"

/* What is read by sscanf is held to them: it takes a sign for unsigned, too. */
enum { SPACE_MAX = 999999999, EXPIRES_MAX = 9999999 };

enum kind { TEXT, NAME, INT, U32, I64, U16 };

struct field {
	const char *word;
	enum kind kind;
	size_t off, size;
	int64_t min, max, none; /* none: it is absent */
};

#define L(w, k, m, lo, hi, no)                                           \
	{                                                                \
		w, k, offsetof(struct ds_define_level, m),               \
		    sizeof(((struct ds_define_level *)0)->m), lo, hi, no \
	}
#define FLAG(w, m) L(w, INT, m, 0, 1, -1)

/* Of CLUSTER., DATA., INDEX. */
static const struct field level_fields[] = {
    L("NAME", NAME, name, 0, 0, 0),
    L("KEYLEN", INT, keylen, 1, 255, -1),
    L("KEYOFF", INT, rkp, 0, 32760, -1),
    L("AVGLRECL", I64, avglrecl, 1, INT32_MAX, -1),
    L("MAXLRECL", I64, maxlrecl, 1, INT32_MAX, -1),
    L("CISIZE", U32, cisize, 512, 32768, 0),
    L("FREESPACE-CI", INT, fspc_ci, 0, 100, -1),
    L("FREESPACE-CA", INT, fspc_ca, 0, 100, -1),
    L("SHARE-REGION", INT, share_region, 1, 4, 0),
    L("SHARE-SYSTEM", INT, share_system, 3, 4, 0),
    L("BUFFERSPACE", I64, bufspace, 0, INT32_MAX, -1),
    FLAG("ERASE", erase),
    FLAG("REUSE", reuse),
    FLAG("SPANNED", spanned),
    FLAG("SPEED", speed),
    FLAG("WRITECHECK", writecheck),
    FLAG("ORDERED", ordered),
    L("EXCEPTIONEXIT", TEXT, exceptexit, 0, 0, 0),
    L("OWNER", TEXT, owner, 0, 0, 0),
};

#define D(w, k, m, lo, hi, no)                                             \
	{                                                                  \
		w, k, offsetof(struct ds_define_cluster, m),               \
		    sizeof(((struct ds_define_cluster *)0)->m), lo, hi, no \
	}

static const struct field define_fields[] = {
    D("EXPIRES", U32, expires, 1, EXPIRES_MAX, 0),
    D("STORAGECLASS", TEXT, storclas, 0, 0, 0),
    D("MANAGEMENTCLASS", TEXT, mgmtclas, 0, 0, 0),
    D("DATACLASS", TEXT, dataclas, 0, 0, 0),
    D("CCSID", U16, ccsid, 1, UINT16_MAX, 0),
    D("RELATE", NAME, relate, 0, 0, 0),
    D("UNIQUEKEY", INT, unique, 0, 1, -1),
    D("UPGRADE", INT, upgrade, 0, 1, -1),
};

#define LEN(a) (sizeof(a) / sizeof((a)[0]))

static const char *const org_words[] = {
    [DS_ORG_NONE] = "",
    [DS_ORG_KSDS] = "INDEXED",
    [DS_ORG_ESDS] = "NONINDEXED",
    [DS_ORG_RRDS] = "NUMBERED",
    [DS_ORG_VRRDS] = "NUMBERED",
    [DS_ORG_LDS] = "LINEAR",
};

static void
level_init(struct ds_define_level *l)
{
	l->keylen = l->rkp = l->fspc_ci = l->fspc_ca = -1;
	l->avglrecl = l->maxlrecl = l->bufspace = -1;
	l->erase = l->reuse = l->spanned = l->speed = -1;
	l->writecheck = l->ordered = -1;
}

void
port_head_init(struct port_head *h)
{
	memset(h, 0, sizeof(*h));
	level_init(&h->def.cluster);
	level_init(&h->def.data);
	level_init(&h->def.index);
	h->def.unique = h->def.upgrade = -1;
}

void
port_head_free(struct port_head *h)
{
	free(h->paths);
	h->paths = NULL;
	h->npaths = 0;
}

/* --- numbers of any width ---------------------------------------------------
 */

static int64_t
number_get(const struct field *f, const void *base)
{
	const void *p = (const uint8_t *)base + f->off;

	switch (f->kind) {
	case INT:
		return *(const int *)p;
	case U32:
		return *(const uint32_t *)p;
	case U16:
		return *(const uint16_t *)p;
	default:
		return *(const int64_t *)p;
	}
}

static void
number_set(const struct field *f, void *base, int64_t v)
{
	void *p = (uint8_t *)base + f->off;

	switch (f->kind) {
	case INT:
		*(int *)p = (int)v;
		break;
	case U32:
		*(uint32_t *)p = (uint32_t)v;
		break;
	case U16:
		*(uint16_t *)p = (uint16_t)v;
		break;
	default:
		*(int64_t *)p = v;
		break;
	}
}

static bool
is_text(const struct field *f)
{
	return f->kind == TEXT || f->kind == NAME;
}

/* --- writing ----------------------------------------------------------------
 */

static void
write_fields(FILE *fp, const char *prefix, const struct field *f, size_t n,
    const void *base)
{
	for (; n > 0; f++, n--) {
		if (is_text(f)) {
			const char *s = (const char *)base + f->off;

			if (s[0] != '\0')
				fprintf(fp, "%s%s %s\n", prefix, f->word, s);
		} else if (number_get(f, base) != f->none) {
			fprintf(fp, "%s%s %lld\n", prefix, f->word,
			    (long long)number_get(f, base));
		}
	}
}

static void
write_level(FILE *fp, const char *prefix, const struct ds_define_level *l)
{
	write_fields(fp, prefix, level_fields, LEN(level_fields), l);
	if (l->unit != DS_UNIT_NONE)
		fprintf(fp, "%sSPACE %s %u %u\n", prefix,
		    l->unit == DS_UNIT_CYL ? "CYL" : "TRK", l->pri, l->sec);
	for (int i = 0; i < l->nvolumes; i++)
		fprintf(fp, "%sVOLUME %s\n", prefix, l->volumes[i]);
}

static void
write_extra(FILE *fp, const char *extra)
{
	size_t n;

	for (; *extra != '\0'; extra += n + (extra[n] == '\n')) {
		n = strcspn(extra, "\n");
		if (n > 0)
			fprintf(fp, "EXTRA %.*s\n", (int)n, extra);
	}
}

enum ds_status
port_head_write(
    const struct port_head *h, char **textp, size_t *lenp, struct ds_diag *diag)
{
	const struct tm *t = &h->exported;
	char *text = NULL;
	size_t len = 0;
	FILE *fp = open_memstream(&text, &len);
	bool good;

	if (fp == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	fprintf(fp, MAGIC " %d\n", PORT_VERSION);
	fprintf(fp, "EXPORTED %04d-%02d-%02dT%02d:%02d:%02d\n",
	    t->tm_year + 1900, t->tm_mon + 1, t->tm_mday, t->tm_hour, t->tm_min,
	    t->tm_sec);
	if (h->temporary)
		fprintf(fp, "TEMPORARY 1\n");
	if (h->inhibit)
		fprintf(fp, "INHIBIT 1\n");
	fprintf(fp, "ORGANIZATION %s\n", org_words[h->def.org]);
	write_fields(fp, "", define_fields, LEN(define_fields), &h->def);
	write_extra(fp, h->def.extra);
	write_level(fp, "CLUSTER.", &h->def.cluster);
	write_level(fp, "DATA.", &h->def.data);
	if (h->def.have_index)
		write_level(fp, "INDEX.", &h->def.index);
	for (size_t i = 0; i < h->npaths; i++)
		fprintf(fp, "PATH %s %d %u %s\n", h->paths[i].name,
		    h->paths[i].update ? 1 : 0, h->paths[i].expires,
		    h->paths[i].owner);
	good = ferror(fp) == 0;
	if (fclose(fp) != 0 || !good) {
		free(text);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	*textp = text;
	*lenp = len;
	return DS_OK;
}

/* --- reading: false is a line that cannot be --------------------------------
 */

static bool
parse_int(const char *s, int64_t min, int64_t max, int64_t *vp)
{
	long long v = 0;
	int n = 0;

	if (strlen(s) > 19 || sscanf(s, "%lld%n", &v, &n) != 1 ||
	    s[n] != '\0' || v < min || v > max)
		return false;
	*vp = v;
	return true;
}

/* Printable, no blanks at its ends: it goes into the catalog as it is. */
static bool
clean(const char *s)
{
	size_t n = strlen(s);

	for (size_t i = 0; i < n; i++)
		if ((unsigned char)s[i] < 0x20 || (unsigned char)s[i] > 0x7E)
			return false;
	return n > 0 && s[0] != ' ' && s[n - 1] != ' ';
}

static bool
read_field(const struct field *f, void *base, const char *value)
{
	int64_t v;

	if (is_text(f)) {
		if (strlen(value) >= f->size || !clean(value) ||
		    (f->kind == NAME && !dsname_valid(value, strlen(value))))
			return false;
		memcpy((char *)base + f->off, value, strlen(value) + 1);
		return true;
	}
	if (!parse_int(value, f->min, f->max, &v))
		return false;
	number_set(f, base, v);
	return true;
}

static const struct field *
field_of(const struct field *f, size_t n, const char *word)
{
	for (; n > 0; f++, n--)
		if (strcmp(f->word, word) == 0)
			return f;
	return NULL;
}

static bool
read_level(struct ds_define_level *l, const char *word, const char *value)
{
	const struct field *f = field_of(level_fields, LEN(level_fields), word);
	char unit[4];
	int n = 0;

	if (f != NULL)
		return read_field(f, l, value);
	if (strcmp(word, "VOLUME") == 0) {
		if (l->nvolumes == DS_VOLUMES_MAX ||
		    strlen(value) > VOLSER_MAX || !clean(value))
			return false;
		strcpy(l->volumes[l->nvolumes++], value);
		return true;
	}
	if (strcmp(word, "SPACE") != 0 ||
	    sscanf(value, "%3s %9u %9u%n", unit, &l->pri, &l->sec, &n) != 3 ||
	    value[n] != '\0' || l->pri > SPACE_MAX || l->sec > SPACE_MAX)
		return false;
	l->unit = strcmp(unit, "CYL") == 0   ? DS_UNIT_CYL
		  : strcmp(unit, "TRK") == 0 ? DS_UNIT_TRK
					     : DS_UNIT_NONE;
	return l->unit != DS_UNIT_NONE;
}

static bool
read_path(struct port_head *h, const char *value)
{
	struct staged_path *p;
	char name[DSNAME_MAX + 1], owner[9] = "";
	unsigned update, expires;
	int n = 0;

	if (h->npaths == PORT_PATHS_MAX ||
	    sscanf(value, "%44s %1u %7u%n %8[^\n]%n", name, &update, &expires,
		&n, owner, &n) < 3 ||
	    value[n + (value[n] == ' ')] != '\0' || update > 1 ||
	    expires > EXPIRES_MAX || !dsname_valid(name, strlen(name)) ||
	    (owner[0] != '\0' && !clean(owner)))
		return false;
	p = realloc(h->paths, (h->npaths + 1) * sizeof(*p));
	if (p == NULL)
		return false;
	h->paths = p;
	p = &p[h->npaths++];
	memset(p, 0, sizeof(*p));
	memcpy(p->name, name, sizeof(p->name));
	memcpy(p->owner, owner, sizeof(p->owner));
	p->update = update != 0;
	p->expires = expires;
	return true;
}

static bool
read_exported(struct tm *t, const char *value)
{
	int n = 0;

	if (strlen(value) != 19 ||
	    sscanf(value, "%4d-%2d-%2dT%2d:%2d:%2d%n", &t->tm_year, &t->tm_mon,
		&t->tm_mday, &t->tm_hour, &t->tm_min, &t->tm_sec, &n) != 6 ||
	    n != 19 || t->tm_year < 1900 || t->tm_mon < 1 || t->tm_mon > 12 ||
	    t->tm_mday < 1 || t->tm_mday > 31 || t->tm_hour < 0 ||
	    t->tm_hour > 23 || t->tm_min < 0 || t->tm_min > 59 ||
	    t->tm_sec < 0 || t->tm_sec > 60)
		return false;
	t->tm_year -= 1900;
	t->tm_mon--;
	return true;
}

static bool
read_org(struct port_head *h, const char *value)
{
	for (size_t i = DS_ORG_KSDS; i < LEN(org_words); i++)
		if (i != DS_ORG_VRRDS && strcmp(org_words[i], value) == 0)
			h->def.org = (enum ds_org)i;
	h->linear = h->def.org == DS_ORG_LDS;
	h->def.org_given = true;
	return h->def.org != DS_ORG_NONE;
}

static bool
read_line(struct port_head *h, char *line)
{
	char *value = strchr(line, ' ');
	size_t used = strlen(h->def.extra);
	const struct field *f;

	if (value == NULL)
		return false;
	*value++ = '\0';
	if (strncmp(line, "CLUSTER.", 8) == 0)
		return read_level(&h->def.cluster, line + 8, value);
	if (strncmp(line, "DATA.", 5) == 0)
		return read_level(&h->def.data, line + 5, value);
	if (strncmp(line, "INDEX.", 6) == 0) {
		h->def.have_index = true;
		return read_level(&h->def.index, line + 6, value);
	}
	f = field_of(define_fields, LEN(define_fields), line);
	if (f != NULL)
		return read_field(f, &h->def, value);
	if (strcmp(line, "EXPORTED") == 0)
		return read_exported(&h->exported, value);
	if (strcmp(line, "ORGANIZATION") == 0)
		return read_org(h, value);
	if (strcmp(line, "PATH") == 0)
		return read_path(h, value);
	if (strcmp(line, "TEMPORARY") == 0)
		return h->temporary = true;
	if (strcmp(line, "INHIBIT") == 0)
		return h->inhibit = true;
	if (strcmp(line, "EXTRA") != 0 || !clean(value) ||
	    used + strlen(value) + 2 > sizeof(h->def.extra))
		return false;
	snprintf(
	    h->def.extra + used, sizeof(h->def.extra) - used, "%s\n", value);
	return true;
}

/* What must be there whatever else is. */
static bool
is_whole(const struct port_head *h)
{
	return h->def.cluster.name[0] != '\0' && h->def.data.name[0] != '\0' &&
	       h->def.org != DS_ORG_NONE && h->exported.tm_year > 0 &&
	       h->def.have_index == (h->def.index.name[0] != '\0') &&
	       (h->def.relate[0] == '\0' || h->def.org == DS_ORG_KSDS);
}

enum ds_status
port_head_read(
    const char *text, size_t len, struct port_head *h, struct ds_diag *diag)
{
	char *copy = len < PORT_HEADER_MAX ? calloc(1, len + 1) : NULL;
	char *line, *next = copy;
	enum ds_status st = DS_OK;
	int64_t version = 0;

	if (copy == NULL)
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	memcpy(copy, text, len);
	line = strsep(&next, "\n");
	if (strlen(copy) + (next != NULL) + (next != NULL ? strlen(next) : 0) !=
		len ||
	    strncmp(line, MAGIC " ", sizeof(MAGIC)) != 0 ||
	    !parse_int(line + sizeof(MAGIC), 1, INT32_MAX, &version))
		st = ds_fail(diag, DS_CORRUPT, NULL,
		    "it is not a portable copy of this system");
	else if (version > PORT_VERSION)
		st = ds_fail(diag, DS_VERSION, NULL,
		    "it is of version %d of the format", (int)version);
	h->def.have_data = true;
	while (st == DS_OK && (line = strsep(&next, "\n")) != NULL)
		if (line[0] != '\0' && !read_line(h, line))
			st = ds_fail(diag, DS_CORRUPT, NULL,
			    "its header has a line that cannot be: %.60s",
			    line);
	if (st == DS_OK && !is_whole(h))
		st = ds_fail(diag, DS_CORRUPT, NULL,
		    "its header does not say all that it must");
	free(copy);
	return st;
}

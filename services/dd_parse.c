/*
 * The SPEC of a DD (see services/records.md):
 *
 *	DSN[(MEMBER)|(+1)][,new|old|shr|mod,recfm=,lrecl=,blksize=,space=,...]
 *	path:FILE[,recfm=,lrecl=,text|binary,...]	-[,...]	dummy[,...]
 *
 * Options are parted by commas outside parentheses; a comma in a FILE is
 * written twice.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/codepage.h"
#include "services/dd_int.h"

enum { OPTION_MAX = 512 };

/* Which kinds an option goes with. */
enum {
	FOR_DATASET = 1,
	FOR_PATH = 2,
	FOR_DUMMY = 4,
	FOR_ALL = 7,
};

struct parse {
	struct dd_part *part;
	struct ds_diag *diag;
	const char *spec;
	bool attributes; /* some were given for a data set */
	bool dsorg_ps;
	bool binary;
};

static enum ds_status invalid(struct parse *ps, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static enum ds_status
invalid(struct parse *ps, const char *fmt, ...)
{
	char why[160]; /* a SPEC may be of any length */
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	return ds_fail(ps->diag, DS_INVALID, NULL, "%s", why);
}

static bool
number(const char *s, uint32_t max, uint32_t *np)
{
	uint64_t n = 0;

	if (*s == '\0')
		return false;
	for (; *s != '\0'; s++) {
		if (!isdigit((unsigned char)*s))
			return false;
		n = n * 10 + (uint64_t)(*s - '0');
		if (n > max)
			return false;
	}
	*np = (uint32_t)n;
	return true;
}

static void
fold(char *s)
{
	for (; *s != '\0'; s++)
		*s = (char)toupper((unsigned char)*s);
}

/* --- options ---------------------------------------------------------------
 */

static enum ds_status
opt_disp(struct parse *ps, const char *word)
{
	static const struct {
		const char *word;
		enum dd_disp disp;
	} words[] = {
	    {"new", DD_NEW}, {"old", DD_OLD}, {"shr", DD_SHR}, {"mod", DD_MOD}};
	size_t i;

	if (ps->part->kind == DD_PATH) {
		if (strcasecmp(word, "mod") != 0)
			return invalid(ps, "%s does not go with a path", word);
		ps->part->host.mod = true;
		return DS_OK;
	}
	if (ps->part->disp_given)
		return invalid(ps, "a second disposition: %s", word);
	for (i = 0; i < 4; i++)
		if (strcasecmp(word, words[i].word) == 0)
			ps->part->disp = words[i].disp;
	ps->part->disp_given = true;
	return DS_OK;
}

static enum ds_status
opt_recfm(struct parse *ps, const char *value)
{
	char up[OPTION_MAX];

	snprintf(up, sizeof(up), "%s", value);
	fold(up);
	if (!ds_recfm_parse(up, &ps->part->host.recfm, &ps->part->host.ctlchar))
		return invalid(ps, "recfm=%s is not a record format", value);
	ps->attributes = true;
	return DS_OK;
}

static enum ds_status
opt_lrecl(struct parse *ps, const char *value)
{
	/* A file of the host may hold the longest records of a cluster. */
	const uint32_t most =
	    ps->part->kind == DD_DATASET ? HOST_LRECL_MAX : HOST_FILE_LRECL_MAX;

	if (!number(value, most, &ps->part->host.lrecl) ||
	    ps->part->host.lrecl == 0)
		return invalid(ps, "lrecl=%s is not 1 to %u", value, most);
	ps->attributes = true;
	return DS_OK;
}

static enum ds_status
opt_blksize(struct parse *ps, const char *value)
{
	if (!number(value, HOST_LRECL_MAX, &ps->part->host.blksize))
		return invalid(ps, "blksize=%s is not 0 to 32760", value);
	ps->attributes = true;
	return DS_OK;
}

static enum ds_status
opt_gdgorder(struct parse *ps, const char *value)
{
	static const char *const words[] = {[DS_GDG_USECATLG] = "usecatlg",
	    [DS_GDG_LIFO] = "lifo",
	    [DS_GDG_FIFO] = "fifo"};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcasecmp(value, words[i]) == 0) {
			ps->part->order = (enum ds_gdg_order)i;
			return DS_OK;
		}
	return invalid(
	    ps, "gdgorder=%.60s is not fifo, lifo or usecatlg", value);
}

static enum ds_status
opt_expdt(struct parse *ps, const char *value)
{
	uint32_t date;

	if (strlen(value) != 7 || !number(value, 9999999, &date) ||
	    date % 1000 == 0)
		return invalid(ps, "expdt=%s is not yyyyddd", value);
	ps->part->expires = date;
	ps->attributes = true;
	return DS_OK;
}

static enum ds_status
opt_ccsid(struct parse *ps, const char *value)
{
	const struct codepage *cp;
	struct host_spec *h = &ps->part->host;
	uint16_t ccsid;

	if (!codepage_parse(value, &ccsid))
		return invalid(ps, "ccsid=%s is not a code page", value);
	if (ps->part->kind == DD_PATH &&
	    (ccsid == CCSID_UTF8 || ccsid == CCSID_LATIN1)) {
		h->host_ccsid = ccsid;
		return DS_OK;
	}
	if (codepage_get(ccsid, &cp, NULL) != DS_OK)
		return invalid(ps, "ccsid=%s is not known here", value);
	h->ccsid = ccsid;
	ps->attributes = true;
	return DS_OK;
}

static enum ds_status
opt_dsorg(struct parse *ps, const char *value)
{
	if (strcasecmp(value, "po") != 0 && strcasecmp(value, "ps") != 0)
		return invalid(ps, "dsorg=%s is not po or ps", value);
	ps->part->partitioned = strcasecmp(value, "po") == 0;
	ps->dsorg_ps = !ps->part->partitioned;
	ps->attributes = true;
	return DS_OK;
}

static enum ds_status
opt_dsntype(struct parse *ps, const char *value)
{
	ps->part->kind_of_ps = ds_ps_kind(value);
	if (ps->part->kind_of_ps != DS_PS_UNSAID)
		return DS_OK;
	if (strcasecmp(value, "pds") != 0 && strcasecmp(value, "library") != 0)
		return invalid(ps,
		    "dsntype=%s is not basic, large, extreq, extpref, pds or "
		    "library",
		    value);
	ps->part->library = strcasecmp(value, "library") == 0;
	ps->part->dsntype = true;
	ps->attributes = true;
	return DS_OK;
}

/* TRK(p,s,d), CYL(p), and as in JCL (TRK,(p,s,d)); d are directory blocks. */
static enum ds_status
opt_space(struct parse *ps, const char *value)
{
	static const char delims[] = "(),";
	struct dd_part *p = ps->part;
	char copy[OPTION_MAX], *save = NULL, *unit, *pri, *sec, *dir, *more;

	snprintf(copy, sizeof(copy), "%s", value);
	unit = strtok_r(copy, delims, &save);
	pri = unit != NULL ? strtok_r(NULL, delims, &save) : NULL;
	sec = pri != NULL ? strtok_r(NULL, delims, &save) : NULL;
	dir = sec != NULL ? strtok_r(NULL, delims, &save) : NULL;
	more = dir != NULL ? strtok_r(NULL, delims, &save) : NULL;
	if (unit != NULL && strcasecmp(unit, "trk") == 0)
		p->unit = DS_UNIT_TRK;
	else if (unit != NULL && strcasecmp(unit, "cyl") == 0)
		p->unit = DS_UNIT_CYL;
	else
		return invalid(
		    ps, "space=%s: give trk(p,s) or cyl(p,s)", value);
	if (pri == NULL || !number(pri, 0xFFFFFF, &p->pri) || p->pri == 0 ||
	    (sec != NULL && !number(sec, 0xFFFFFF, &p->sec)) ||
	    (dir != NULL && !number(dir, 0xFFFFFF, &p->dirblocks)) ||
	    more != NULL)
		return invalid(
		    ps, "space=%s: give trk(p,s) or cyl(p,s)", value);
	ps->attributes = true;
	return DS_OK;
}

/* One serial, or (V1,V2,*): the others are what it may go on on. */
static enum ds_status
opt_vol(struct parse *ps, const char *value)
{
	char copy[OPTION_MAX], *save = NULL, *v, *to;
	struct dd_part *p = ps->part;
	int n = 0;

	snprintf(copy, sizeof(copy), "%s", value);
	for (v = strtok_r(copy, "(),", &save); v != NULL;
	     v = strtok_r(NULL, "(),", &save), n++) {
		bool any = n > 0 && strcmp(v, "*") == 0;

		fold(v);
		if (n == DS_VOLUMES_MAX ||
		    (!any && !volser_valid(v, strlen(v))))
			return invalid(
			    ps, "vol=%s is not a volume serial", value);
		to = n == 0 ? p->volser : p->more[n - 1];
		memcpy(to, v, strlen(v) + 1);
	}
	if (n == 0)
		return invalid(ps, "vol=%s is not a volume serial", value);
	p->nmore = n - 1;
	ps->attributes = true;
	return DS_OK;
}

static enum ds_status
take_class(struct parse *ps, const char *value, char out[9])
{
	char up[OPTION_MAX];

	snprintf(up, sizeof(up), "%s", value);
	fold(up);
	if (!member_valid(up, strlen(up)))
		return invalid(ps, "%s is no name of a class", value);
	snprintf(out, 9, "%.8s", up);
	ps->attributes = true;
	return DS_OK;
}

static enum ds_status
opt_storclas(struct parse *ps, const char *value)
{
	return take_class(ps, value, ps->part->storclas);
}

static enum ds_status
opt_mgmtclas(struct parse *ps, const char *value)
{
	return take_class(ps, value, ps->part->mgmtclas);
}

static enum ds_status
opt_dataclas(struct parse *ps, const char *value)
{
	return take_class(ps, value, ps->part->dataclas);
}

static enum ds_status
opt_text(struct parse *ps, const char *word)
{
	(void)word;
	ps->part->host.text = true;
	return DS_OK;
}

static enum ds_status
opt_binary(struct parse *ps, const char *word)
{
	(void)word;
	ps->binary = true;
	return DS_OK;
}

static enum ds_status
opt_bdw(struct parse *ps, const char *word)
{
	(void)word;
	ps->part->host.bdw = true;
	return DS_OK;
}

static enum ds_status
opt_noblankstrip(struct parse *ps, const char *word)
{
	(void)word;
	ps->part->host.noblankstrip = true;
	return DS_OK;
}

static enum ds_status
opt_amp(struct parse *ps, const char *value)
{
	char wrong[OPTION_MAX];

	if (dd_amp_parse(value, &ps->part->amp, wrong, sizeof(wrong)) == DS_OK)
		return DS_OK;
	return invalid(ps, "%.60s is nothing that amp= can say", wrong);
}

static const struct option {
	const char *name;
	int kinds;
	bool value; /* name=value */
	enum ds_status (*take)(struct parse *ps, const char *value);
} options[] = {
    {"new", FOR_DATASET, false, opt_disp},
    {"old", FOR_DATASET, false, opt_disp},
    {"shr", FOR_DATASET, false, opt_disp},
    {"mod", FOR_DATASET | FOR_PATH, false, opt_disp},
    {"recfm", FOR_ALL, true, opt_recfm},
    {"lrecl", FOR_ALL, true, opt_lrecl},
    {"blksize", FOR_ALL, true, opt_blksize},
    {"ccsid", FOR_ALL, true, opt_ccsid},
    {"space", FOR_DATASET, true, opt_space},
    {"expdt", FOR_DATASET, true, opt_expdt},
    {"gdgorder", FOR_DATASET, true, opt_gdgorder},
    {"dsorg", FOR_DATASET, true, opt_dsorg},
    {"dsntype", FOR_DATASET, true, opt_dsntype},
    {"amp", FOR_DATASET, true, opt_amp},
    {"vol", FOR_DATASET, true, opt_vol},
    {"storclas", FOR_DATASET, true, opt_storclas},
    {"mgmtclas", FOR_DATASET, true, opt_mgmtclas},
    {"dataclas", FOR_DATASET, true, opt_dataclas},
    {"text", FOR_PATH, false, opt_text},
    {"binary", FOR_PATH, false, opt_binary},
    {"bdw", FOR_PATH, false, opt_bdw},
    {"noblankstrip", FOR_PATH, false, opt_noblankstrip},
};

static enum ds_status
take_option(struct parse *ps, char *text)
{
	const int kind = ps->part->kind == DD_DATASET ? FOR_DATASET
			 : ps->part->kind == DD_PATH  ? FOR_PATH
						      : FOR_DUMMY;
	char *value = strchr(text, '=');
	const struct option *o;
	size_t i;

	if (value != NULL)
		*value++ = '\0';
	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		o = &options[i];
		if (strcasecmp(text, o->name) != 0)
			continue;
		if ((o->kinds & kind) == 0)
			return invalid(ps, "%s does not go here", text);
		if (o->value && (value == NULL || *value == '\0'))
			return invalid(ps, "%s= needs a value", text);
		if (!o->value && value != NULL)
			return invalid(ps, "%s takes no value", text);
		if (o->value && strlen(value) >= OPTION_MAX)
			return invalid(
			    ps, "the value of %s= is too long", text);
		return o->take(ps, o->value ? value : text);
	}
	return invalid(ps, "%s is not an option of a DD", text);
}

/* rest begins with the comma in front of the first option, or is empty; it is
 * cut to pieces. */
static enum ds_status
take_options(struct parse *ps, char *rest)
{
	enum ds_status st;
	int depth;
	char *p, *at;

	while (*rest != '\0') {
		at = ++rest;
		for (p = at, depth = 0; *p != '\0'; p++) {
			if (*p == '(')
				depth++;
			else if (*p == ')' && --depth < 0)
				break;
			else if (*p == ',' && depth == 0)
				break;
		}
		if (depth != 0)
			return invalid(ps, "parentheses do not match: %s", at);
		rest = p;
		if (*p == ',') {
			*p = '\0';
			if ((st = take_option(ps, at)) != DS_OK)
				return st;
			*rest = ',';
		} else if ((st = take_option(ps, at)) != DS_OK) {
			return st;
		}
	}
	return DS_OK;
}

/* --- what comes first ------------------------------------------------------
 */

/* The FILE of a path: up to a single comma; two commas are one of it. */
static enum ds_status
take_path(struct parse *ps, char *from, char **restp)
{
	struct host_spec *h = &ps->part->host;
	char *to;

	if ((h->path = to = malloc(strlen(from) + 1)) == NULL)
		return ds_fail(ps->diag, DS_NOMEM, NULL, NULL);
	while (*from != '\0') {
		if (*from == ',') {
			if (from[1] != ',')
				break;
			from++;
		}
		*to++ = *from++;
	}
	*to = '\0';
	*restp = from;
	if (h->path[0] == '\0')
		return invalid(ps, "path: needs a file name");
	return DS_OK;
}

static enum ds_status
take_dsn(struct parse *ps, char *from, char **restp)
{
	struct dd_part *p = ps->part;
	char *name = from, *open, *close;
	size_t n = strcspn(from, ",");
	char end = from[n];

	*restp = from + n;
	name[n] = '\0';
	if (strchr(name, '/') != NULL)
		return invalid(ps,
		    "%.60s is not a data set name; a file is path:FILE", name);
	open = strchr(name, '(');
	if (open != NULL) {
		*open++ = '\0';
		close = strchr(open, ')');
		if (close == NULL || close[1] != '\0')
			return invalid(
			    ps, "%s: a member is NAME(MEMBER)", name);
		*close = '\0';
		fold(open);
		p->relative = dsname_relative(open, &p->number);
		if (!p->relative && !member_valid(open, strlen(open)))
			return invalid(ps, "%.60s is not a member name", open);
		if (!p->relative)
			snprintf(p->member, sizeof(p->member), "%s", open);
	}
	fold(name);
	if (!dsname_valid(name, strlen(name)))
		return invalid(ps, "%.60s is not a data set name", name);
	snprintf(p->dsn, sizeof(p->dsn), "%s", name);
	**restp = end;
	return DS_OK;
}

/*
 * DSORG=PO by what is said: dsorg=po, a member, dsntype=, directory blocks.
 * Blocks alone are a PDS's, nothing at all makes a PDSE.
 */
static enum ds_status
check_po(struct parse *ps)
{
	struct dd_part *p = ps->part;

	if (ps->dsorg_ps &&
	    (p->member[0] != '\0' || p->dsntype || p->dirblocks != 0))
		return invalid(ps, "%s: dsorg=ps has no members", p->dsn);
	p->partitioned |=
	    p->member[0] != '\0' || p->dsntype || p->dirblocks != 0;
	if (!p->partitioned)
		return DS_OK;
	if (!p->dsntype)
		p->library = p->dirblocks == 0;
	if (!p->library && p->dirblocks == 0)
		return invalid(ps,
		    "%s: a PDS needs directory blocks, space=trk(p,s,d)",
		    p->dsn);
	if (p->nmore > 0)
		return invalid(ps, "%s: a library is on one volume", p->dsn);
	return DS_OK;
}

/* What options say together. */
static enum ds_status
check_part(struct parse *ps)
{
	struct dd_part *p = ps->part;
	struct host_spec *h = &p->host;
	enum ds_status st;

	if (p->kind == DD_DATASET) {
		if (p->disp_given && p->disp == DD_NEW) {
			if ((st = check_po(ps)) != DS_OK)
				return st;
			if (p->relative && p->number <= 0)
				return invalid(ps,
				    "%s: a new generation is (+1) and so on",
				    p->dsn);
			if (p->dataclas[0] != '\0')
				return DS_OK; /* which may have the rest */
			if (h->recfm == DS_RECFM_NONE)
				return invalid(ps, "%s: new needs recfm=%s",
				    p->dsn, h->lrecl == 0 ? " and lrecl=" : "");
			if (h->recfm != DS_RECFM_U && h->lrecl == 0)
				return invalid(
				    ps, "%s: new needs lrecl=", p->dsn);
		} else if (ps->attributes) {
			return invalid(
			    ps, "%s: attributes and space go with new", p->dsn);
		}
	}
	if (recfm_is_variable(h->recfm) && h->lrecl != 0 &&
	    h->lrecl <= HOST_RDW_LEN)
		return invalid(
		    ps, "lrecl= of variable records counts the descriptor");
	if (h->text && ps->binary)
		return invalid(ps, "text and binary exclude each other");
	if (h->bdw && (h->text || (h->recfm != DS_RECFM_NONE &&
				      !recfm_is_variable(h->recfm))))
		return invalid(ps, "bdw goes with binary recfm=V and VB");
	if ((h->noblankstrip || h->host_ccsid != 0) && !h->text)
		return invalid(ps, "%s goes with text",
		    h->noblankstrip ? "noblankstrip" : "that ccsid=");
	return DS_OK;
}

enum ds_status
dd_parse(const char *spec, struct dd_part **partp, struct ds_diag *diag)
{
	struct parse ps = {.diag = diag, .spec = spec};
	char *copy = strdup(spec), *rest = NULL;
	size_t n = strcspn(spec, ",");
	enum ds_status st;

	ps.part = calloc(1, sizeof(*ps.part));
	if (ps.part == NULL || copy == NULL) {
		st = ds_fail(diag, DS_NOMEM, NULL, NULL);
		goto out;
	}
	if (n == 0) {
		st = invalid(&ps, "a DD needs a data set or a path");
		goto out;
	}
	st = DS_OK;
	if (strncasecmp(spec, "path:", 5) == 0) {
		ps.part->kind = DD_PATH;
		st = take_path(&ps, copy + 5, &rest);
	} else if (n == 1 && spec[0] == '-') {
		ps.part->kind = DD_PATH;
		rest = copy + 1;
		if ((ps.part->host.path = strdup("-")) == NULL)
			st = ds_fail(diag, DS_NOMEM, NULL, NULL);
	} else if (n == 5 && strncasecmp(spec, "dummy", 5) == 0) {
		ps.part->kind = DD_DUMMY;
		rest = copy + 5;
	} else {
		ps.part->kind = DD_DATASET;
		st = take_dsn(&ps, copy, &rest);
	}
	if (st == DS_OK && (st = take_options(&ps, rest)) == DS_OK)
		st = check_part(&ps);
out:
	free(copy);
	if (st != DS_OK)
		dd_part_free(&ps.part);
	else
		*partp = ps.part;
	return st;
}

void
dd_part_free(struct dd_part **partp)
{
	if (partp == NULL || *partp == NULL)
		return;
	ds_target_let_go((*partp)->enqs);
	enq_free(&(*partp)->base);
	free((*partp)->host.path);
	free((*partp)->cards);
	free(*partp);
	*partp = NULL;
}

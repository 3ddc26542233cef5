/*
 * catamount.conf: keyword=value lines, '#' begins a comment. One table says
 * which keywords there are, how they are read and what a new root gets.
 */
#include <ctype.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "services/system_int.h"

enum { LINE_LEN = 512, LOGIN_LEN = 4096, WAIT_MS = 10000 };

/* The login in upper case, illegal characters removed, cut to 8. */
static void
default_userid(char out[9])
{
	char buf[LOGIN_LEN];
	struct passwd entry, *pw = NULL;
	const char *s = "";
	size_t n = 0;
	int c;

	/* Several threads may open a root. */
	if (getpwuid_r(geteuid(), &entry, buf, sizeof(buf), &pw) == 0 &&
	    pw != NULL)
		s = pw->pw_name;
	for (; *s != '\0' && n < 8; s++) {
		c = toupper((unsigned char)*s);
		if (strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ@#$", c) != NULL ||
		    (n > 0 && isdigit(c)))
			out[n++] = (char)c;
	}
	out[n] = '\0';
	if (n == 0)
		strcpy(out, "USER");
}

void
ds_config_default(struct ds_config *cfg)
{
	memset(cfg, 0, sizeof(*cfg));
	strcpy(cfg->master, "CATALOG.MASTER");
	cfg->sms = true;
	strcpy(cfg->storclas, "STANDARD");
	strcpy(cfg->pool[0], "VOL001");
	cfg->npool = 1;
	cfg->cylinders = 65520; /* the most without extended addressing */
	cfg->ccsid = 1047;
	cfg->wait_ms = WAIT_MS;
	cfg->protectall = true;
	default_userid(cfg->userid);
}

void
ds_config_fold(char *s)
{
	for (; *s != '\0'; s++)
		*s = (char)toupper((unsigned char)*s);
}

/* A name as it is kept: in upper case. False: it is too long. */
static bool
fold_into(char *out, size_t size, const char *name, size_t len)
{
	if (len >= size)
		return false;
	memcpy(out, name, len);
	out[len] = '\0';
	ds_config_fold(out);
	return true;
}

static bool
set_flag(bool *flagp, const char *value)
{
	if (strcasecmp(value, "on") != 0 && strcasecmp(value, "off") != 0)
		return false;
	*flagp = strcasecmp(value, "on") == 0;
	return true;
}

/* A name of 1 to 8 characters, or none. */
static bool
set_name(char *out, size_t size, const char *value)
{
	const size_t len = strlen(value);
	char name[9];

	if (!fold_into(name, sizeof(name), value, len) ||
	    (len > 0 && !member_valid(name, len)))
		return false;
	snprintf(out, size, "%s", name);
	return true;
}

static bool
set_number(const char *value, long low, long high, long *np)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(value, &end, 10);
	if (end == value || *end != '\0' || errno != 0 || n < low || n > high)
		return false;
	*np = n;
	return true;
}

bool
ds_pool_has(const char *pool, unsigned n, const char *volser)
{
	for (unsigned i = 0; i < n; i++)
		if (strcmp(pool + i * (VOLSER_MAX + 1), volser) == 0)
			return true;
	return false;
}

bool
ds_pool_read(const char *value, char (*pool)[VOLSER_MAX + 1], unsigned *np)
{
	static const char between[] = ", \t()";
	char volser[VOLSER_MAX + 1];
	size_t len;

	*np = 0;
	for (value += strspn(value, between); *value != '\0';
	     value += strspn(value, between)) {
		len = strcspn(value, between);
		if (*np == DS_POOL_MAX ||
		    !fold_into(volser, sizeof(volser), value, len) ||
		    !volser_valid(volser, len) ||
		    ds_pool_has(pool[0], *np, volser))
			return false;
		memcpy(pool[(*np)++], volser, sizeof(volser));
		value += len;
	}
	return *np > 0;
}

static bool
set_pool(struct ds_config *cfg, const char *value)
{
	return strpbrk(value, "()") == NULL &&
	       ds_pool_read(value, cfg->pool, &cfg->npool);
}

static bool
set_master(struct ds_config *cfg, const char *value)
{
	char name[DSNAME_MAX + 1];

	if (!fold_into(name, sizeof(name), value, strlen(value)) ||
	    !dsname_valid(name, strlen(name)))
		return false;
	strcpy(cfg->master, name);
	return true;
}

static bool
set_sms(struct ds_config *cfg, const char *value)
{
	return set_flag(&cfg->sms, value);
}

static bool
set_security(struct ds_config *cfg, const char *value)
{
	return set_flag(&cfg->security, value);
}

static bool
set_protectall(struct ds_config *cfg, const char *value)
{
	return set_flag(&cfg->protectall, value);
}

static bool
set_reserve(struct ds_config *cfg, const char *value)
{
	return set_flag(&cfg->reserve, value);
}

static bool
set_storclas(struct ds_config *cfg, const char *value)
{
	return set_name(cfg->storclas, sizeof(cfg->storclas), value);
}

static bool
set_mgmtclas(struct ds_config *cfg, const char *value)
{
	return set_name(cfg->mgmtclas, sizeof(cfg->mgmtclas), value);
}

static bool
set_dataclas(struct ds_config *cfg, const char *value)
{
	return set_name(cfg->dataclas, sizeof(cfg->dataclas), value);
}

/* NAME VALUE. */
static bool
add_symbol(struct ds_config *cfg, const char *value)
{
	const size_t len = strcspn(value, " \t");
	const char *text = value + len + strspn(value + len, " \t");
	char name[9];

	if (!fold_into(name, sizeof(name), value, len) ||
	    !member_valid(name, len) || cfg->nsymbols == DS_SYMBOLS ||
	    strlen(text) >= sizeof(cfg->symbols[0].value))
		return false;
	for (unsigned i = 0; i < cfg->nsymbols; i++)
		if (strcmp(cfg->symbols[i].name, name) == 0)
			return false;
	memcpy(cfg->symbols[cfg->nsymbols].name, name, len + 1);
	strcpy(cfg->symbols[cfg->nsymbols++].value, text);
	return true;
}

/* What jobs run with: jclrun knows what it means. */
static bool
add_job_word(struct ds_config *cfg, char word, const char *value)
{
	const size_t n = cfg->njobwords;

	if (value[0] == '\0' || n == DS_JOBWORDS ||
	    strlen(value) >= sizeof(cfg->jobwords[0].value))
		return false;
	cfg->jobwords[n].word = word;
	strcpy(cfg->jobwords[n].value, value);
	cfg->njobwords++;
	return true;
}

static bool
add_bind(struct ds_config *cfg, const char *value)
{
	return strchr(value, '=') != NULL && add_job_word(cfg, 'B', value);
}

static bool
add_proclib(struct ds_config *cfg, const char *value)
{
	return value[0] == '/' && add_job_word(cfg, 'P', value);
}

static bool
add_programs(struct ds_config *cfg, const char *value)
{
	return value[0] == '/' && add_job_word(cfg, 'X', value);
}

static bool
set_userid(struct ds_config *cfg, const char *value)
{
	return value[0] != '\0' &&
	       set_name(cfg->userid, sizeof(cfg->userid), value);
}

static bool
set_cylinders(struct ds_config *cfg, const char *value)
{
	long n = 0;

	if (!set_number(value, 2, 262668, &n))
		return false;
	cfg->cylinders = (uint32_t)n;
	return true;
}

static bool
set_ccsid(struct ds_config *cfg, const char *value)
{
	long n = 0;

	if (!set_number(value, 1, 65535, &n))
		return false;
	cfg->ccsid = (uint16_t)n;
	return true;
}

/* In seconds. */
static bool
set_wait(struct ds_config *cfg, const char *value)
{
	long n = 0;

	if (!set_number(value, 1, 3600, &n))
		return false;
	cfg->wait_ms = (unsigned)n * 1000;
	return true;
}

static const struct {
	const char *key;
	bool (*set)(struct ds_config *cfg, const char *value);
	const char *takes;
} keywords[] = {
    {"master", set_master, "a catalog name"},
    {"sms", set_sms, "on or off"},
    {"storclas", set_storclas, "a name of 1 to 8 characters, or nothing"},
    {"mgmtclas", set_mgmtclas, "a name of 1 to 8 characters, or nothing"},
    {"dataclas", set_dataclas, "a name of 1 to 8 characters, or nothing"},
    {"define-dataclas", ds_class_data, ds_class_data_takes},
    {"symbol", add_symbol,
	"a new name of 1 to 8 characters, and a value of up to 44"},
    {"define-storclas", ds_class_storage, ds_class_storage_takes},
    {"define-mgmtclas", ds_class_management, ds_class_management_takes},
    {"bind", add_bind, "DSN=DIR, or DSN=DIR,lrecl=N"},
    {"proclib", add_proclib, "an absolute path"},
    {"programs", add_programs, "an absolute path"},
    {"pool", set_pool, "1 to 59 different volume serials"},
    {"cylinders", set_cylinders, "2 to 262668"},
    {"ccsid", set_ccsid, "1 to 65535"},
    {"userid", set_userid, "a name of 1 to 8 characters"},
    {"reserve", set_reserve, "on or off"},
    {"wait", set_wait, "1 to 3600"},
    {"security", set_security, "on or off"},
    {"protectall", set_protectall, "on or off"},
};

/* False: no such keyword (*whyp NULL), or not what it takes (*whyp). */
static bool
set(struct ds_config *cfg, const char *key, const char *value,
    const char **whyp)
{
	size_t i;

	*whyp = NULL;
	for (i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		if (strcasecmp(key, keywords[i].key) == 0) {
			*whyp = keywords[i].takes;
			cfg->wrong[0] = '\0';
			return keywords[i].set(cfg, value);
		}
	return false;
}

/* Without blanks at both ends, in place. */
static char *
trim(char *s)
{
	char *end;

	while (isspace((unsigned char)*s))
		s++;
	for (end = s + strlen(s); end > s && isspace((unsigned char)end[-1]);)
		end--;
	*end = '\0';
	return s;
}

/* Split "key = value # comment". False for a line without either. */
static bool
split(char *line, char **keyp, char **valuep)
{
	char *p;

	/* '#' is a character of names: a comment starts a line or a word */
	for (p = line; *p != '\0'; p++)
		if (*p == '#' && (p == line || isspace((unsigned char)p[-1])))
			*p-- = '\0';
	*keyp = trim(line);
	if (**keyp == '\0')
		return false;
	p = strchr(*keyp, '=');
	*valuep = p != NULL ? trim(p + 1) : NULL;
	if (p != NULL) {
		*p = '\0';
		*keyp = trim(*keyp);
	}
	return true;
}

enum ds_status
ds_config_read(const char *path, struct ds_config *cfg, struct ds_diag *diag)
{
	char line[LINE_LEN], *key, *value;
	enum ds_status st = DS_OK;
	const char *why;
	FILE *fp;
	int n;

	if ((fp = fopen(path, "re")) == NULL)
		return ds_fail_errno(diag, errno, path, "the configuration");
	for (n = 1; st == DS_OK && fgets(line, sizeof(line), fp) != NULL; n++) {
		if (!split(line, &key, &value))
			continue;
		if (value == NULL)
			st = ds_fail(diag, DS_INVALID, path,
			    "line %d: not keyword=value", n);
		else if (!set(cfg, key, value, &why))
			st = why == NULL
				 ? ds_fail(diag, DS_INVALID, path,
				       "line %d: no keyword '%.40s'", n, key)
				 : ds_fail(diag, DS_INVALID, path,
				       "line %d: %.40s is %s, not '%.48s'", n,
				       key, why,
				       cfg->wrong[0] != '\0' ? cfg->wrong
							     : value);
	}
	if (st == DS_OK && ferror(fp))
		st = ds_fail_errno(diag, errno, path, "the configuration");
	fclose(fp);
	return st;
}

/* root= of /etc/catamount.conf, whatever else it says; false: none. */
bool
ds_config_root(const char *path, char out[PATH_MAX])
{
	char line[LINE_LEN], *key, *value;
	bool found = false;
	FILE *fp;

	if ((fp = fopen(path, "re")) == NULL)
		return false;
	while (!found && fgets(line, sizeof(line), fp) != NULL)
		if (split(line, &key, &value) && value != NULL &&
		    strcmp(key, "root") == 0 && value[0] != '\0') {
			snprintf(out, PATH_MAX, "%s", value);
			found = true;
		}
	fclose(fp);
	return found;
}

void
ds_config_write(FILE *fp, const struct ds_config *cfg)
{
	char pool[DS_POOL_MAX * (VOLSER_MAX + 1) + 1] = "";

	for (unsigned i = 0; i < cfg->npool; i++)
		snprintf(pool + strlen(pool), sizeof(pool) - strlen(pool),
		    "%s%s", i > 0 ? " " : "", cfg->pool[i]);
	fprintf(fp,
	    "# Catamount system root: keyword=value, '#' begins a comment.\n"
	    "#\n"
	    "# master     name of the master catalog\n"
	    "# sms        on: any VOLUMES goes to the pool, classes are\n"
	    "#            kept; off: VOLUMES is required and honoured\n"
	    "# storclas   storage, management and data class of data sets\n"
	    "# mgmtclas   that name none (sms=on)\n"
	    "# dataclas\n"
	    "# define-dataclas  NAME, and behind commas what data sets of\n"
	    "#            the class have that do not say it themselves:\n"
	    "#            extended, addressable, space=trk(5,5), volumes=2,\n"
	    "#            cisize=4096 ...; a line each (sms=on)\n"
	    "# symbol     NAME VALUE: what &NAME stands for in the\n"
	    "#            SYMBOLICRELATE of DEFINE ALIAS\n"
	    "# define-storclas  NAME, guaranteed (VOLUMES is honoured),\n"
	    "#            pool=(V1 V2) (its volumes); a line each (sms=on)\n"
	    "# define-mgmtclas  NAME, expire=DAYS, limit=DAYS,\n"
	    "#            rolloff=expire or keep; a line each (sms=on)\n"
	    "#            Where classes of a kind are defined, one that is\n"
	    "#            not is refused; catamount.conf(5) has all words\n"
	    "# bind, proclib, programs  as the options of jclrun: DSN=DIR,\n"
	    "#            a directory; a line each\n"
	    "# pool       serials of the volumes for new data sets, which go\n"
	    "#            to the first that has room; made when not there\n"
	    "# cylinders  capacity of a volume that is made, 2 to 262668\n"
	    "# ccsid      code page of new data sets, e.g. 1047, 37, 1140\n"
	    "# userid     user ID; without it the login in upper case\n"
	    "# reserve    on: host space for a data set is taken at DEFINE;\n"
	    "#            off: when it is first opened for output\n"
	    "# wait       seconds that a request, or a change of a catalog,\n"
	    "#            waits for another program's at most, 1 to 3600\n"
	    "# security   on: who may do what with a data set is asked of\n"
	    "#            profiles (dsprofile)\n"
	    "# protectall on: what no profile protects is for its user ID and\n"
	    "#            the root's owner alone; off: it is for all\n"
	    "\n"
	    "master=%s\nsms=%s\nstorclas=%s\nmgmtclas=%s\ndataclas=%s\n"
	    "pool=%s\ncylinders=%lu\nccsid=%u\n#userid=%s\nreserve=%s\n"
	    "wait=%u\nsecurity=%s\nprotectall=%s\n",
	    cfg->master, cfg->sms ? "on" : "off", cfg->storclas, cfg->mgmtclas,
	    cfg->dataclas, pool, (unsigned long)cfg->cylinders, cfg->ccsid,
	    cfg->userid, cfg->reserve ? "on" : "off", cfg->wait_ms / 1000,
	    cfg->security ? "on" : "off", cfg->protectall ? "on" : "off");
}

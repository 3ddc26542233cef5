/* The exports file: read, and asked for paths, clients and identities. */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "nfs/exports.h"
#include "nfs/peer.h"

enum { LINE_LEN = 4096, CLIENTS_MAX = 256, EXPORTS_MAX = 1024, NOBODY = 65534 };

static const char without[] = "/ 127.0.0.0/8,::1\n";

/* --- addresses ------------------------------------------------------------ */

/* "10.0.0.0/8", "::1", "*" */
static bool
read_client(const char *text, struct export_client *c)
{
	char host[INET6_ADDRSTRLEN + 1], *end;
	size_t len = strcspn(text, "/");
	unsigned long bits, most = 128;
	struct in_addr in;

	*c = (struct export_client){.bits = 0};
	if (strcmp(text, "*") == 0)
		return true;
	if (len >= sizeof(host))
		return false;
	memcpy(host, text, len);
	host[len] = '\0';
	if (inet_pton(AF_INET, host, &in) == 1) {
		peer_map(&in, c->addr);
		most = 32;
	} else if (inet_pton(AF_INET6, host, c->addr) != 1)
		return false;
	bits = most;
	if (text[len] == '/') {
		if (!isdigit((unsigned char)text[len + 1]))
			return false;
		bits = strtoul(text + len + 1, &end, 10);
		if (*end != '\0' || bits > most)
			return false;
	}
	c->bits = (unsigned)(bits + (most == 32 ? 96 : 0));
	return true;
}

static bool
is_from(const struct export_client *c, const struct sockaddr *peer)
{
	uint8_t addr[PEER_ADDR_LEN];
	unsigned bytes = c->bits / 8, rest = c->bits % 8;

	if (c->bits == 0)
		return true;
	if (!peer_address(peer, addr))
		return false;
	return memcmp(addr, c->addr, bytes) == 0 &&
	       (rest == 0 ||
		   ((addr[bytes] ^ c->addr[bytes]) >> (8 - rest)) == 0);
}

static bool
is_for(const struct export_line *e, const struct sockaddr *peer)
{
	for (size_t i = 0; i < e->nclients; i++)
		if (is_from(&e->clients[i], peer))
			return true;
	return false;
}

/* --- paths ---------------------------------------------------------------- */

struct path {
	bool in_view;
	enum ops_view view;
	char level[DSNAME_MAX + 1];
};

/* One more part of the level, which goes on behind a dot. */
static bool
add_part(struct path *p, const char *part, size_t n)
{
	size_t at = strlen(p->level);

	/* "." and ".." would lead past what is exported. */
	if (part[0] == '.' || memchr(part, '\0', n) != NULL ||
	    at + (at > 0) + n > DSNAME_MAX)
		return false;
	if (at > 0)
		p->level[at++] = '.';
	for (size_t i = 0; i < n; i++)
		p->level[at + i] = (char)toupper((unsigned char)part[i]);
	p->level[at + n] = '\0';
	return true;
}

/* "/", "/PAYROLL", "/text/PAYROLL/TEST"; slashes too many are one. */
static bool
read_path(const char *text, size_t len, struct path *p)
{
	const char *end = text + len, *part;
	size_t n;

	*p = (struct path){.in_view = false};
	if (len == 0 || *text != '/')
		return false;
	for (;;) {
		while (text < end && *text == '/')
			text++;
		if (text == end)
			return true;
		part = text;
		while (text < end && *text != '/')
			text++;
		n = (size_t)(text - part);
		if (!p->in_view && p->level[0] == '\0' &&
		    ops_view_named(part, n, &p->view))
			p->in_view = true;
		else if (!add_part(p, part, n))
			return false;
	}
}

/* path is the export's, or below it. */
static bool
covers(const struct export_line *e, const struct path *p)
{
	size_t n = strlen(e->level);

	if (e->in_view && (!p->in_view || p->view != e->view))
		return false;
	return n == 0 || (strncmp(e->level, p->level, n) == 0 &&
			     (p->level[n] == '\0' || p->level[n] == '.'));
}

/* --- lines ---------------------------------------------------------------- */

static bool
read_number(const char *text, uint32_t *np)
{
	unsigned long long n;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	n = strtoull(text, &end, 10);
	if (*end != '\0' || errno != 0 || n > UINT32_MAX)
		return false;
	*np = (uint32_t)n;
	return true;
}

static bool
read_squash(const char *text, enum squash *squashp)
{
	static const char *const words[] = {"root", "none", "all"};

	for (int i = 0; i < 3; i++)
		if (strcasecmp(text, words[i]) == 0) {
			*squashp = (enum squash)i;
			return true;
		}
	return false;
}

static bool
read_option(char *text, struct export_line *e)
{
	char *value = strchr(text, '=');

	if (strcasecmp(text, "ro") == 0 || strcasecmp(text, "rw") == 0) {
		e->writable = tolower((unsigned char)text[1]) == 'w';
		return true;
	}
	if (value == NULL)
		return false;
	*value++ = '\0';
	if (strcasecmp(text, "view") == 0)
		return !e->in_view &&
		       ops_view_named(value, strlen(value), &e->view);
	if (strcasecmp(text, "squash") == 0)
		return read_squash(value, &e->squash);
	if (strcasecmp(text, "anonuid") == 0)
		return read_number(value, &e->anon_uid);
	return strcasecmp(text, "anongid") == 0 &&
	       read_number(value, &e->anon_gid);
}

/* NULL, or what is wrong with the list. */
static const char *
read_clients(char *text, struct export_line *e)
{
	struct export_client *all = calloc(CLIENTS_MAX, sizeof(*all));
	char *save = NULL;

	if (all == NULL)
		return "no memory";
	e->clients = all;
	for (char *one = strtok_r(text, ",", &save); one != NULL;
	     one = strtok_r(NULL, ",", &save)) {
		if (e->nclients == CLIENTS_MAX)
			return "more than 256 clients";
		if (!read_client(one, &all[e->nclients++]))
			return "a client is no address";
	}
	return e->nclients > 0 ? NULL : "no client";
}

static void
name_export(struct export_line *e)
{
	uint32_t hash = 2166136261U; /* FNV-1a */

	if (e->in_view)
		snprintf(e->path, sizeof(e->path), "/%s%s%s",
		    ops_view_names[e->view], e->level[0] ? "/" : "", e->level);
	else
		snprintf(e->path, sizeof(e->path), "/%s", e->level);
	for (const char *p = e->path; *p != '\0'; p++)
		hash = (hash ^ (uint8_t)*p) * 16777619U;
	e->id = (uint16_t)(hash ^ (hash >> 16));
}

/* NULL, or what is wrong. */
static const char *
read_line(char *line, struct export_line *e)
{
	char *save = NULL, *path, *clients, *options;
	const char *wrong;
	struct path p;

	path = strtok_r(line, " \t\n", &save);
	clients = strtok_r(NULL, " \t\n", &save);
	options = strtok_r(NULL, " \t\n", &save);
	if (strtok_r(NULL, " \t\n", &save) != NULL)
		return "words behind the options";
	if (!read_path(path, strlen(path), &p) ||
	    (p.level[0] != '\0' && !dsname_valid(p.level, strlen(p.level))))
		return "no path: /, /LEVEL, /text/LEVEL";
	*e = (struct export_line){.in_view = p.in_view,
	    .view = p.view,
	    .anon_uid = NOBODY,
	    .anon_gid = NOBODY};
	memcpy(e->level, p.level, sizeof(e->level));
	name_export(e);
	if (clients == NULL)
		return "no client";
	if ((wrong = read_clients(clients, e)) != NULL || options == NULL)
		return wrong;
	save = NULL;
	for (char *o = strtok_r(options, ",", &save); o != NULL;
	     o = strtok_r(NULL, ",", &save))
		if (!read_option(o, e))
			return "an option that is none";
	return NULL;
}

/* Handles know an export by its number: two paths may not have one. */
static bool
clashes(const struct exports *ex, const struct export_line *e)
{
	for (size_t i = 0; i < ex->n; i++)
		if (ex->all[i].id == e->id &&
		    strcmp(ex->all[i].path, e->path) != 0)
			return true;
	return false;
}

static const char *
add_line(struct exports *ex, char *line)
{
	struct export_line *e;
	const char *wrong;

	if (strchr(line, '\n') == NULL && strlen(line) == LINE_LEN - 1)
		return "the line is too long";
	line[strcspn(line, "#")] = '\0';
	if (line[strspn(line, " \t\n")] == '\0')
		return NULL;
	if (ex->n == EXPORTS_MAX)
		return "more than 1024 exports";
	e = &ex->all[ex->n];
	*e = (struct export_line){.clients = NULL};
	wrong = read_line(line, e);
	if (wrong == NULL && clashes(ex, e))
		wrong = "the path has the number of another: export a level "
			"above or below";
	if (wrong == NULL)
		ex->n++;
	else
		free(e->clients);
	return wrong;
}

enum ds_status
exports_parse(
    FILE *fp, const char *name, struct exports **exportsp, struct ds_diag *diag)
{
	struct exports *ex = calloc(1, sizeof(*ex));
	enum ds_status st = DS_OK;
	char line[LINE_LEN];
	const char *wrong;
	unsigned number = 0;

	if (ex == NULL ||
	    (ex->all = calloc(EXPORTS_MAX, sizeof(*ex->all))) == NULL) {
		exports_free(&ex);
		return ds_fail(diag, DS_NOMEM, NULL, NULL);
	}
	while (st == DS_OK && fgets(line, sizeof(line), fp) != NULL) {
		number++;
		if ((wrong = add_line(ex, line)) != NULL)
			st = ds_fail(diag, DS_INVALID, name, "line %u: %s",
			    number, wrong);
	}
	if (st == DS_OK && ferror(fp))
		st = ds_fail_errno(diag, errno, name, NULL);
	if (st == DS_OK)
		*exportsp = ex;
	else
		exports_free(&ex);
	return st;
}

enum ds_status
exports_read(const char *path, struct exports **exportsp, struct ds_diag *diag)
{
	enum ds_status st;
	FILE *fp;

	if (path != NULL)
		fp = fopen(path, "re");
	else
		fp = fmemopen(
		    (void *)(uintptr_t)without, sizeof(without) - 1, "r");
	if (fp == NULL)
		return ds_fail_errno(diag, errno, path, NULL);
	st = exports_parse(fp, path, exportsp, diag);
	fclose(fp);
	return st;
}

void
exports_free(struct exports **exportsp)
{
	struct exports *ex = *exportsp;

	if (ex == NULL)
		return;
	for (size_t i = 0; i < ex->n; i++)
		free(ex->all[i].clients);
	free(ex->all);
	free(ex);
	*exportsp = NULL;
}

/* --- questions ------------------------------------------------------------ */

bool
exports_writable(const struct exports *ex)
{
	for (size_t i = 0; i < ex->n; i++)
		if (ex->all[i].writable)
			return true;
	return false;
}

const struct export_line *
exports_for(const struct exports *ex, const char *path, size_t len,
    const struct sockaddr *peer)
{
	const struct export_line *best = NULL;
	struct path p;

	if (!read_path(path, len, &p))
		return NULL;
	for (size_t i = 0; i < ex->n; i++) {
		const struct export_line *e = &ex->all[i];

		if (covers(e, &p) && is_for(e, peer) &&
		    (best == NULL || strlen(e->path) > strlen(best->path)))
			best = e;
	}
	return best;
}

const struct export_line *
exports_by_id(const struct exports *ex, uint16_t id,
    const struct sockaddr *peer, bool *knownp)
{
	*knownp = false;
	for (size_t i = 0; i < ex->n; i++)
		if (ex->all[i].id == id) {
			*knownp = true;
			if (is_for(&ex->all[i], peer))
				return &ex->all[i];
		}
	return NULL;
}

void
export_squash(const struct export_line *e, const struct rpc_cred *cred,
    struct ops_caller *callerp)
{
	bool all = e->squash == SQUASH_ALL || cred->flavor != RPC_AUTH_SYS;

	if (all || (e->squash == SQUASH_ROOT && cred->uid == 0))
		*callerp =
		    (struct ops_caller){.uid = e->anon_uid, .gid = e->anon_gid};
	else
		*callerp = (struct ops_caller){.uid = cred->uid,
		    .gid = cred->gid,
		    .gids = cred->gids,
		    .ngids = cred->ngids};
}

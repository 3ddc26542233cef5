/*
 * EXPORT and IMPORT of a user catalog: its image as the records of a portable
 * data set, its aliases in the header. doc/formats/portable.md.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "services/catalogs.h"
#include "services/portable_int.h"
#include "services/security_int.h"
#include "services/system_int.h"

#define MAGIC "CATAMOUNT-CATALOG"
enum { CHUNK = 30000, ALIASES_MAX = 1 << 15 };

void
port_catalog_free(struct port_catalog *c)
{
	free(c->aliases);
	memset(c, 0, sizeof(*c));
}

/* --- EXPORT --------------------------------------------------------------- */

static enum ds_status
write_head(struct port_writer *w, const struct ds_entry *ent, uint64_t bytes,
    const struct tm *t, struct ds_diag *diag)
{
	char *text = NULL;
	size_t len = 0, i;
	FILE *fp = open_memstream(&text, &len);
	enum ds_status st;
	bool good;

	if (fp == NULL)
		return ds_fail(diag, DS_NOMEM, ent->name, NULL);
	fprintf(fp, MAGIC " %d\nNAME %s\nBYTES %llu\n", PORT_VERSION, ent->name,
	    (unsigned long long)bytes);
	fprintf(fp, "EXPORTED %04d-%02d-%02dT%02d:%02d:%02d\n",
	    t->tm_year + 1900, t->tm_mon + 1, t->tm_mday, t->tm_hour, t->tm_min,
	    t->tm_sec);
	for (i = 0; i < ent->nassocs && i < ALIASES_MAX; i++)
		fprintf(fp, "ALIAS %s\n", ent->assocs[i].name);
	good = ferror(fp) == 0;
	if (fclose(fp) != 0 || !good)
		st = ds_fail(diag, DS_NOMEM, ent->name, NULL);
	else
		st = port_put(w, PORT_HEADER, NULL, 0, text, len, diag);
	free(text);
	return st;
}

static enum ds_status
write_image(struct port_writer *w, const uint8_t *buf, size_t len,
    ds_stop_fn *stop, void *ctx, struct ds_copied *done, struct ds_diag *diag)
{
	uint8_t number[PORT_NUMBER_LEN];
	enum ds_status st = DS_OK;
	size_t at, n;

	for (at = 0; at < len && st == DS_OK; at += n) {
		n = len - at < CHUNK ? len - at : CHUNK;
		if (stop != NULL && stop(ctx)) {
			done->stopped = true;
			return ds_fail(diag, DS_STOPPED, NULL, NULL);
		}
		be64_put(number, ++done->records);
		st = port_put(
		    w, PORT_RECORD, number, sizeof(number), buf + at, n, diag);
	}
	return st == DS_OK ? port_put_trailer(w, diag) : st;
}

static bool
is_master(struct ds_system *sys, const char *name)
{
	return strcmp(name, cat_master(sys->cat)) == 0;
}

/* The connector; of the master, which has none, its name alone: aliases and
 * connectors are in the image itself. */
static enum ds_status
find_catalog(struct ds_system *sys, const char *name, struct ds_entry **entp,
    struct ds_diag *diag)
{
	struct ds_entry *ent = NULL;
	enum ds_status st;

	if (is_master(sys, name)) {
		if ((ent = ds_entry_new()) == NULL)
			return ds_fail(diag, DS_NOMEM, name, NULL);
		ent->type = DS_UCAT;
		snprintf(ent->name, sizeof(ent->name), "%s", name);
		*entp = ent;
		return DS_OK;
	}
	st = cat_get(sys->cat, cat_master(sys->cat), name, &ent, diag);
	if (st == DS_OK && ent->type != DS_UCAT)
		st = ds_fail(diag, DS_CAT_TYPE, name, "it is not a catalog");
	if (st == DS_OK)
		*entp = ent;
	else
		ds_entry_free(&ent);
	return st;
}

enum ds_status
ds_export_catalog(struct ds_system *sys, const char *name, struct ds_file *out,
    ds_stop_fn *stop, void *ctx, struct tm *whenp, struct ds_copied *donep,
    struct ds_diag *diag)
{
	struct port_writer *w = calloc(1, sizeof(*w));
	struct ds_copied done = {0};
	struct ds_entry *ent = NULL;
	uint8_t *image = NULL;
	enum ds_status st;
	size_t len = 0;

	ds_now(whenp);
	if (w == NULL)
		return ds_fail(diag, DS_NOMEM, name, NULL);
	if ((st = find_catalog(sys, name, &ent, diag)) == DS_OK)
		st = security_catalog(sys, name, DS_ACCESS_ALTER, diag);
	if (st == DS_OK)
		st = cat_image(sys->cat, is_master(sys, name) ? NULL : name,
		    &image, &len, diag);
	if (st == DS_OK) {
		done.portable = true;
		st = port_writer_set(w, out, diag);
	}
	if (st == DS_OK)
		st = write_head(w, ent, len, whenp, diag);
	if (st == DS_OK)
		st = write_image(w, image, len, stop, ctx, &done, diag);
	cat_image_free(image);
	ds_entry_free(&ent);
	free(w);
	*donep = done;
	return st;
}

/* --- IMPORT --------------------------------------------------------------- */

static bool
add_alias(struct port_catalog *c, const char *name)
{
	void *p;

	if (!dsname_valid(name, strlen(name)) || c->naliases == ALIASES_MAX)
		return false;
	p = realloc(c->aliases, (c->naliases + 1) * sizeof(*c->aliases));
	if (p == NULL)
		return false;
	c->aliases = p;
	snprintf(c->aliases[c->naliases++], sizeof(*c->aliases), "%s", name);
	return true;
}

static bool
read_line(struct port_catalog *c, const char *line)
{
	struct tm *t = &c->exported;
	unsigned long long bytes;
	int n = 0;

	if (strncmp(line, "NAME ", 5) == 0 &&
	    dsname_valid(line + 5, strlen(line + 5))) {
		snprintf(c->name, sizeof(c->name), "%s", line + 5);
		return true;
	}
	if (strncmp(line, "ALIAS ", 6) == 0)
		return add_alias(c, line + 6);
	if (sscanf(line, "BYTES %18llu%n", &bytes, &n) == 1 &&
	    line[n] == '\0') {
		c->bytes = bytes;
		return true;
	}
	if (sscanf(line, "EXPORTED %4d-%2d-%2dT%2d:%2d:%2d%n", &t->tm_year,
		&t->tm_mon, &t->tm_mday, &t->tm_hour, &t->tm_min, &t->tm_sec,
		&n) != 6 ||
	    line[n] != '\0')
		return false;
	t->tm_year -= 1900;
	t->tm_mon--;
	return true;
}

enum ds_status
port_catalog_head(
    const char *text, size_t len, struct port_catalog *c, struct ds_diag *diag)
{
	const size_t magic = sizeof(MAGIC) - 1;
	char line[80];
	size_t at, n;
	int version = 0;

	if (len <= magic || memcmp(text, MAGIC " ", magic + 1) != 0)
		return DS_OK;
	for (at = 0; at < len; at += n + 1) {
		for (n = 0; at + n < len && text[at + n] != '\n'; n++)
			continue;
		if (n >= sizeof(line) || at + n == len)
			break;
		memcpy(line, text + at, n);
		line[n] = '\0';
		if (at == 0 && (sscanf(line, MAGIC " %4d", &version) != 1 ||
				   version != PORT_VERSION))
			return ds_fail(diag, DS_VERSION, NULL,
			    "a portable catalog of another version");
		if (at > 0 && !read_line(c, line))
			break;
	}
	if (at < len || c->name[0] == '\0' || c->bytes == 0) {
		c->name[0] = '\0';
		return ds_fail(diag, DS_CORRUPT, NULL,
		    "the header of the portable catalog is damaged");
	}
	return DS_OK;
}

/* All of it in memory, as it is checked as a whole. */
static enum ds_status
read_image(struct port_reader *rd, const struct port_catalog *c, uint8_t **bufp,
    ds_stop_fn *stop, void *ctx, struct ds_copied *done, struct ds_diag *diag)
{
	enum port_kind kind = PORT_RECORD;
	enum ds_status st = DS_OK;
	uint64_t room = 0, at = 0, n;
	uint8_t *p;

	while (st == DS_OK) {
		if (stop != NULL && stop(ctx)) {
			done->stopped = true;
			return ds_fail(diag, DS_STOPPED, NULL, NULL);
		}
		st = port_get(rd, PORT_RECORD_MAX, &kind, diag);
		if (st != DS_OK || kind != PORT_RECORD)
			break;
		n = rd->len - PORT_NUMBER_LEN;
		if (be64_get(rd->item) != ++done->records)
			return ds_fail(diag, DS_CORRUPT, NULL,
			    "a part of the image is missing");
		if (n > c->bytes - at)
			return ds_fail(diag, DS_CORRUPT, NULL,
			    "the image is longer than its header says");
		/* memory for what has come, not for what is claimed */
		if (at + n > room) {
			room = 2 * room + n;
			if ((p = realloc(*bufp, room)) == NULL)
				return ds_fail(diag, DS_NOMEM, NULL, NULL);
			*bufp = p;
		}
		memcpy(*bufp + at, rd->item + PORT_NUMBER_LEN, n);
		at += n;
	}
	if (st == DS_OK)
		st = port_check_trailer(rd, diag);
	if (st == DS_OK && at != c->bytes)
		st = ds_fail(diag, DS_CORRUPT, NULL,
		    "the image is shorter than its header says");
	return st;
}

/* A name that is something else by now is told and passed over. */
static enum ds_status
make_aliases(
    struct ds_system *sys, const struct port_catalog *c, struct ds_diag *diag)
{
	struct ds_define_alias def;
	enum ds_status st = DS_OK, one;
	size_t i;

	for (i = 0; i < c->naliases; i++) {
		memset(&def, 0, sizeof(def));
		memcpy(def.name, c->aliases[i], sizeof(def.name));
		memcpy(def.target, c->name, sizeof(def.target));
		one = ds_define_alias(sys, &def, diag);
		st = one != DS_OK ? one : st;
	}
	return st;
}

static enum ds_status
make_catalog(struct ds_system *sys, const struct port_catalog *c,
    const uint8_t *buf, struct ds_diag *diag)
{
	struct ds_entry *ent = ds_entry_new();
	struct ds_volume_cell *cell;
	enum ds_status st;

	if (ent == NULL || (cell = ds_entry_add_volume(ent)) == NULL) {
		ds_entry_free(&ent);
		return ds_fail(diag, DS_NOMEM, c->name, NULL);
	}
	ent->type = DS_UCAT;
	memcpy(ent->name, c->name, sizeof(ent->name));
	ent->created = ds_today();
	strcpy(cell->volser, sys->config.pool[0]);
	cell->devtype = DS_DEVTYPE_3390;
	st = cat_ucat_restore(sys->cat, ent, buf, (size_t)c->bytes, diag);
	ds_entry_free(&ent);
	return st;
}

enum ds_status
port_catalog_load(struct ds_system *sys, struct port_reader *rd,
    const struct port_catalog *c, bool aliases, ds_stop_fn *stop, void *ctx,
    struct ds_copied *donep, struct ds_diag *diag)
{
	struct ds_copied done = {.portable = true};
	uint8_t *buf = NULL;
	enum ds_status st;

	st = read_image(rd, c, &buf, stop, ctx, &done, diag);
	if (st == DS_OK) {
		st = is_master(sys, c->name) ? cat_master_restore(sys->cat, buf,
						   (size_t)c->bytes, diag)
					     : make_catalog(sys, c, buf, diag);
		done.portable = st == DS_CORRUPT;
	}
	free(buf);
	if (is_master(sys, c->name)) { /* its ledger came with it */
		*donep = done;
		return st;
	}
	if (st == DS_OK)
		st = ds_claim_catalog(sys, c->name, NULL, NULL, diag);
	if (st == DS_OK && aliases)
		st = make_aliases(sys, c, diag);
	*donep = done;
	return st;
}

/* dsvol list and dsvol vtoc: as lines for people, as objects for programs. */
#include <jansson.h>
#include <stdio.h>

#include "admin/admin.h"
#include "services/volumes.h"

enum { TRACKS_CYL = 15 };

static uint32_t
free_tracks(const struct ds_volume *v)
{
	return v->cylinders * TRACKS_CYL - DS_VOLUME_RESERVED - v->used_tracks;
}

static bool
list_object(const struct ds_volume *v)
{
	return dsvol_print_object(json_pack(
	    "{s:s, s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:i, s:b, s:b, s:b, s:s}",
	    "type", "volume", "volser", v->volser, "model",
	    model_name(v->cylinders), "cylinders", (int)v->cylinders,
	    "used_tracks", (json_int_t)v->used_tracks, "free_tracks",
	    (json_int_t)free_tracks(v), "largest_free_tracks",
	    (json_int_t)v->largest_tracks, "free_extents",
	    (json_int_t)v->free_pieces, "datasets", (int)v->components,
	    "online", v->online, "missing", v->missing, "pool", v->pool,
	    "directory", v->dir));
}

struct showing {
	const struct dsvol *d;
	const char *volser;
	bool ok, any;
};

static bool
list_one(void *ctx, const struct ds_volume *v)
{
	struct showing *s = ctx;

	if (s->d->json)
		return s->ok = list_object(v);
	if (!s->any)
		printf("%-6s %-8s %9s %10s %10s %10s %9s %-7s %-4s %s\n",
		    "VOLSER", "MODEL", "CYLINDERS", "USED-TRKS", "FREE-TRKS",
		    "LARGEST", "DATASETS", "STATUS", "POOL", "DIRECTORY");
	s->any = true;
	printf("%-6s %-8s %9u %10u %10u %10u %9u %-7s %-4s %s\n", v->volser,
	    model_name(v->cylinders), v->cylinders, v->used_tracks,
	    free_tracks(v), v->largest_tracks, v->components,
	    v->missing  ? "MISSING"
	    : v->online ? "ONLINE"
			: "OFFLINE",
	    v->pool ? "YES" : "NO", v->dir);
	return true;
}

int
dsvol_list(struct dsvol *d)
{
	struct showing s = {d, NULL, true, false};
	struct ds_diag diag = {0};
	enum ds_status st;

	st = ds_volume_list(d->sys, list_one, &s, &diag);
	if (st != DS_OK)
		return dsvol_fail("list", st, &diag);
	return s.ok ? DSVOL_OK : DSVOL_FAILED;
}

/* --- vtoc ----------------------------------------------------------------- */

/* Cylinder and head as LISTCAT has them: X'CCCCcccH'. */
static uint32_t
cchh(uint32_t track)
{
	uint32_t cyl = track / TRACKS_CYL;

	return (cyl & 0xFFFF) << 16 | (cyl >> 16) << 4 | track % TRACKS_CYL;
}

static const char *
row_name(const struct ds_vtoc_row *row)
{
	switch (row->kind) {
	case DS_VTOC_SYSTEM:
		return "(label, VTOC, VVDS)";
	case DS_VTOC_FREE:
		return "(free)";
	default:
		return row->name[0] != '\0' ? row->name : "(no entry)";
	}
}

static bool
vtoc_object(const struct showing *s, const struct ds_vtoc_row *row)
{
	static const char *const kinds[] = {"system", "dataset", "free"};
	char low[9], high[9];

	snprintf(low, sizeof(low), "%08X", cchh(row->low));
	snprintf(high, sizeof(high), "%08X", cchh(row->low + row->tracks - 1));
	return dsvol_print_object(
	    json_pack("{s:s, s:s, s:s, s:s?, s:s, s:s, s:I}", "type", "extent",
		"volser", s->volser, "kind", kinds[row->kind], "name",
		row->kind == DS_VTOC_DATASET && row->name[0] != '\0' ? row->name
								     : NULL,
		"low_cchh", low, "high_cchh", high, "tracks",
		(json_int_t)row->tracks));
}

static bool
vtoc_row(void *ctx, const struct ds_vtoc_row *row)
{
	struct showing *s = ctx;

	if (s->d->json)
		return s->ok = vtoc_object(s, row);
	if (!s->any)
		printf("%-8s %-8s %10s %s\n", "LOW-CCHH", "HIGH", "TRACKS",
		    "DATA SET");
	s->any = true;
	printf("%08X %08X %10u %s\n", cchh(row->low),
	    cchh(row->low + row->tracks - 1), row->tracks, row_name(row));
	return true;
}

int
dsvol_vtoc(struct dsvol *d)
{
	char volser[VOLSER_MAX + 1];
	struct showing s = {d, volser, true, false};
	struct ds_diag diag = {0};
	enum ds_status st;

	if (!dsvol_serial(d->args[0], volser))
		return DSVOL_USAGE;
	st = ds_volume_vtoc(d->sys, volser, vtoc_row, &s, &diag);
	if (st != DS_OK)
		return dsvol_fail("vtoc", st, &diag);
	return s.ok ? DSVOL_OK : DSVOL_FAILED;
}

/*
 * The identity page of a component: struct comp_attr on disk, big-endian.
 * The table of its fields is in doc/formats/component.md.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"
#include "base/crc32c.h"

enum {
	HEADER_VERSION = 3, /* with runs that fill side pages; before it 2 of
			       alternate indexes, 1 of all others */
	HEADER_RUNS = 74,
	HEADER_NAME = 144,
	HEADER_CLUSTER = 188,
	HEADER_BASE = 232,
};

static const uint8_t header_magic[8] = {'C', 'T', 'M', 'T', 'C', 'O', 'M', 'P'};

/* Values on disk: these enumerations may grow and never change. */
static_assert(SPHERE_DATA == 0 && SPHERE_INDEX == 1, "part");
static_assert(DS_ORG_KSDS == 1 && DS_ORG_PS == 6 && DS_ORG_PO == 7, "org");
static_assert(DS_RECFM_F == 1 && DS_RECFM_VBS == 8, "recfm");
static_assert(DS_SPACE_TRACK == 1 && DS_SPACE_BLOCK == 3, "space");
static_assert(HEADER_NAME + DSNAME_MAX == HEADER_CLUSTER, "names");
static_assert(HEADER_CLUSTER + DSNAME_MAX == HEADER_BASE, "names");
static_assert(HEADER_BASE + SPHERE_ID_LEN <= HEADER_SECTOR, "sector");

static uint32_t
header_crc(const uint8_t page[COMP_PAGE])
{
	uint8_t copy[COMP_PAGE];

	memcpy(copy, page, COMP_PAGE);
	be32_put(copy + 12, 0);
	return crc32c(copy, COMP_PAGE);
}

bool
comp_has_base(const struct comp_attr *attr)
{
	return !sphere_id_is_none(attr->base);
}

/* --- the catalog's words ----------------------------------------------------
 */

enum { WORDS_THERE = 1, CLASS_LEN = 30, EXTRA_LEN = 96, WORDS_END = 510 };
static_assert((int)WORDS_END <= (int)HEADER_SECTOR, "sector");

static void
text_put(uint8_t *field, size_t len, const char *text)
{
	memcpy(field, text, strnlen(text, len));
}

static void
words_encode(const struct comp_words *w, uint8_t *page)
{
	if (!w->there)
		return;
	page[248] = w->share_region;
	page[249] = w->share_system;
	page[250] = WORDS_THERE;
	page[251] = (uint8_t)w->whole_type;
	be32_put(page + 252, w->bufspace);
	text_put(page + 256, 8, w->owner);
	text_put(page + 264, 8, w->whole_owner);
	text_put(page + 272, 8, w->exceptexit);
	text_put(page + 280, CLASS_LEN, w->storclas);
	text_put(page + 310, CLASS_LEN, w->mgmtclas);
	text_put(page + 340, CLASS_LEN, w->dataclas);
	text_put(page + 370, DSNAME_MAX, w->catalog);
	text_put(page + 414, EXTRA_LEN, w->extra);
}

/* Graphic characters, and line ends where there may be lines. */
static bool
text_get(const uint8_t *field, size_t len, bool lines, char *out)
{
	size_t n = strnlen((const char *)field, len), i;

	for (i = 0; i < n; i++)
		if ((field[i] < ' ' || field[i] > '~') &&
		    !(lines && field[i] == '\n'))
			return false;
	memcpy(out, field, n);
	out[n] = '\0';
	return true;
}

/* What cannot be is not there: nothing but the catalog's making again goes by
 * it. */
static void
words_decode(const uint8_t *page, struct comp_words *wp)
{
	struct comp_words w = {.there = page[250] == WORDS_THERE};

	w.share_region = page[248];
	w.share_system = page[249];
	w.whole_type = (char)page[251];
	w.bufspace = be32_get(page + 252);
	if (w.there && text_get(page + 256, 8, false, w.owner) &&
	    text_get(page + 264, 8, false, w.whole_owner) &&
	    text_get(page + 272, 8, false, w.exceptexit) &&
	    text_get(page + 280, CLASS_LEN, false, w.storclas) &&
	    text_get(page + 310, CLASS_LEN, false, w.mgmtclas) &&
	    text_get(page + 340, CLASS_LEN, false, w.dataclas) &&
	    text_get(page + 370, DSNAME_MAX, false, w.catalog) &&
	    text_get(page + 414, EXTRA_LEN, true, w.extra))
		*wp = w;
}

/* The lowest that a reader must know. */
static uint32_t
header_version(const struct comp_attr *attr)
{
	if (!attr->short_runs)
		return HEADER_VERSION;
	return comp_has_base(attr) ? 2 : 1;
}

void
header_encode(const struct comp_attr *attr, uint8_t page[COMP_PAGE])
{
	memset(page, 0, COMP_PAGE);
	memcpy(page, header_magic, 8);
	be32_put(page + 8, header_version(attr));
	memcpy(page + 16, attr->id, SPHERE_ID_LEN);
	memcpy(page + 32, attr->sphere, SPHERE_ID_LEN);
	memcpy(page + 48, attr->peer, SPHERE_ID_LEN);
	page[64] = (uint8_t)attr->part;
	page[65] = (uint8_t)attr->org;
	page[66] = (uint8_t)attr->recfm;
	page[67] = (uint8_t)attr->ctlchar;
	page[68] = attr->fspc_ci;
	page[69] = attr->fspc_ca;
	be16_put(page + 70, attr->ccsid);
	be16_put(page + 72, attr->keylen);
	be16_put(page + HEADER_RUNS, attr->short_runs ? 0 : 1);
	be32_put(page + 76, attr->ci_len);
	be32_put(page + 80, attr->cis_per_ca);
	be32_put(page + 84, attr->rkp);
	be32_put(page + 88, attr->avglrecl);
	be32_put(page + 92, attr->maxlrecl);
	be32_put(page + 96, attr->flags);
	be32_put(page + 100, attr->lrecl);
	be32_put(page + 104, attr->blksize);
	be32_put(page + 108, attr->space_type);
	be32_put(page + 112, attr->space_pri);
	be32_put(page + 116, attr->space_sec);
	be32_put(page + 120, attr->created);
	be32_put(page + 124, attr->expires);
	be64_put(page + 128, attr->first_cas);
	be32_put(page + 136, attr->axrkp);
	memcpy(page + HEADER_BASE, attr->base, SPHERE_ID_LEN);
	memcpy(page + HEADER_NAME, attr->name, strnlen(attr->name, DSNAME_MAX));
	memcpy(page + HEADER_CLUSTER, attr->cluster,
	    strnlen(attr->cluster, DSNAME_MAX));
	words_encode(&attr->words, page);
	be32_put(page + 12, header_crc(page));
}

/* A name field: graphic characters, then zeros to its end. */
static bool
name_decode(const uint8_t *field, char out[DSNAME_MAX + 1])
{
	size_t len = strnlen((const char *)field, DSNAME_MAX);

	for (size_t i = 0; i < DSNAME_MAX; i++)
		if (i < len ? field[i] <= ' ' || field[i] > '~' : field[i] != 0)
			return false;
	memcpy(out, field, len);
	out[len] = '\0';
	return true;
}

/* Values that are possible each by itself and with the layout. */
static bool
attr_possible(const struct comp_attr *attr)
{
	struct comp_layout lo;

	return attr->part < SPHERE_PARTS && attr->org <= DS_ORG_PO &&
	       attr->recfm <= DS_RECFM_VBS && attr->fspc_ci <= 100 &&
	       attr->fspc_ca <= 100 && attr->space_type <= DS_SPACE_BLOCK &&
	       layout_of(&lo, attr) &&
	       attr->first_cas <= COMP_RBA_MAX / lo.ca_len;
}

static void
fields_decode(const uint8_t *page, struct comp_attr *attr)
{
	memcpy(attr->id, page + 16, SPHERE_ID_LEN);
	memcpy(attr->sphere, page + 32, SPHERE_ID_LEN);
	memcpy(attr->peer, page + 48, SPHERE_ID_LEN);
	attr->part = (enum sphere_part)page[64];
	attr->org = (enum ds_org)page[65];
	attr->recfm = (enum ds_recfm)page[66];
	attr->ctlchar = (char)page[67];
	attr->fspc_ci = page[68];
	attr->fspc_ca = page[69];
	attr->ccsid = be16_get(page + 70);
	attr->keylen = be16_get(page + 72);
	attr->short_runs =
	    be32_get(page + 8) < 3 || be16_get(page + HEADER_RUNS) == 0;
	attr->ci_len = be32_get(page + 76);
	attr->cis_per_ca = be32_get(page + 80);
	attr->rkp = be32_get(page + 84);
	attr->avglrecl = be32_get(page + 88);
	attr->maxlrecl = be32_get(page + 92);
	attr->flags = be32_get(page + 96);
	attr->lrecl = be32_get(page + 100);
	attr->blksize = be32_get(page + 104);
	attr->space_type = be32_get(page + 108);
	attr->space_pri = be32_get(page + 112);
	attr->space_sec = be32_get(page + 116);
	attr->created = be32_get(page + 120);
	attr->expires = be32_get(page + 124);
	attr->first_cas = be64_get(page + 128);
	attr->axrkp = be32_get(page + 136);
	memcpy(attr->base, page + HEADER_BASE, SPHERE_ID_LEN);
	words_decode(page, &attr->words);
}

enum ds_status
header_decode(const uint8_t page[COMP_PAGE], const char *name,
    struct comp_attr *attrp, struct ds_diag *diag)
{
	struct comp_attr attr;
	char own_name[SPHERE_NAME_LEN];

	if (memcmp(page, header_magic, 8) != 0)
		return ds_fail_rba(
		    diag, DS_CORRUPT, name, 0, "the file is not a component");
	if (be32_get(page + 12) != header_crc(page))
		return ds_fail_rba(diag, DS_CORRUPT, name, 0,
		    "the identity page does not fit its checksum");
	if (be32_get(page + 8) > HEADER_VERSION)
		return ds_fail(diag, DS_VERSION, name,
		    "component version %u, known up to %d",
		    (unsigned)be32_get(page + 8), HEADER_VERSION);
	memset(&attr, 0, sizeof(attr));
	fields_decode(page, &attr);
	if ((!attr.short_runs && be16_get(page + HEADER_RUNS) > 1) ||
	    !name_decode(page + HEADER_NAME, attr.name) ||
	    !name_decode(page + HEADER_CLUSTER, attr.cluster) ||
	    !attr_possible(&attr))
		return ds_fail_rba(diag, DS_CORRUPT, name, 0,
		    "the identity page has impossible values");
	sphere_id_name(attr.id, own_name);
	if (strcmp(own_name, name) != 0)
		return ds_fail_rba(diag, DS_CORRUPT, name, 0,
		    "the file is component %s under another name", own_name);
	*attrp = attr;
	return DS_OK;
}

/* --- in its file ------------------------------------------------------------
 */

enum ds_status
sphere_read_attr(struct volume *vol, const char *name, struct comp_attr *attrp,
    struct ds_diag *diag)
{
	uint8_t page[COMP_PAGE];
	struct vol_file *file = NULL;
	enum ds_status st;

	if ((st = vol_file_open(vol, name, VOL_READ, &file, diag)) != DS_OK)
		return st;
	if ((st = vol_read(file, 0, page, COMP_PAGE, diag)) == DS_OK)
		st = header_decode(page, name, attrp, diag);
	vol_file_close(&file);
	return st;
}

/* What no ALTER changes: identities and the layout of the file. */
static bool
same_component(const struct comp_attr *a, const struct comp_attr *b)
{
	return memcmp(a->id, b->id, SPHERE_ID_LEN) == 0 &&
	       memcmp(a->sphere, b->sphere, SPHERE_ID_LEN) == 0 &&
	       memcmp(a->peer, b->peer, SPHERE_ID_LEN) == 0 &&
	       memcmp(a->base, b->base, SPHERE_ID_LEN) == 0 &&
	       a->part == b->part && a->ci_len == b->ci_len &&
	       a->cis_per_ca == b->cis_per_ca && a->first_cas == b->first_cas &&
	       a->short_runs == b->short_runs;
}

enum ds_status
sphere_write_attr(struct volume *vol, const char *name,
    const struct comp_attr *attr, struct ds_diag *diag)
{
	uint8_t page[COMP_PAGE], next[COMP_PAGE];
	struct vol_file *file = NULL;
	struct comp_attr now, back;
	enum ds_status st;

	header_encode(attr, next);
	st = vol_file_open(vol, name, VOL_READ | VOL_WRITE, &file, diag);
	if (st != DS_OK)
		return st;
	if ((st = vol_read(file, 0, page, COMP_PAGE, diag)) == DS_OK)
		st = header_decode(page, name, &now, diag);
	if (st == DS_OK && (!same_component(&now, attr) ||
			       header_decode(next, name, &back, NULL) != DS_OK))
		st = ds_fail(diag, DS_INVALID, attr->name,
		    "impossible component attributes");
	if (st == DS_OK && memcmp(page, next, COMP_PAGE) != 0) {
		st = vol_write(file, 0, next, HEADER_SECTOR, diag);
		if (st == DS_OK)
			st = vol_flush(file, diag);
	}
	vol_file_close(&file);
	if (st != DS_OK && diag != NULL && attr->name[0] != '\0')
		snprintf(diag->name, sizeof(diag->name), "%s", attr->name);
	return st;
}

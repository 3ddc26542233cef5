/* The arithmetic of 3390 space. Pure functions. */
#include <stddef.h>
#include <string.h>

#include "services/space.h"

/*
 * The most tracks of a volume: 262,668 cylinders of an extended address
 * volume. An amount above it is refused before it can overflow.
 */
enum { TRACKS_MAX = 262668 * SPACE_TRACKS_CYL };

static uint32_t
ceil_div(uint32_t a, uint32_t b)
{
	return (a + b - 1) / b;
}

static uint64_t
ceil_div64(uint64_t a, uint64_t b)
{
	return a / b + (a % b != 0);
}

/*
 * A 3390 track is 1729 cells of 34 bytes. A record takes 10 cells for its
 * count field, 9 and the data's cells: the data with 6 bytes of overhead for
 * each started 232 of len + 6, and 6 more. Gives the published table
 * (49, 33, 12, 6, 3 for 512, 1024, 4096, 8192, 18432).
 */
uint32_t
space_records_per_track(uint32_t len)
{
	uint32_t cells;

	if (len == 0 || len > 56664)
		return 0;
	cells = 10 + 9 + ceil_div(len + 6 * ceil_div(len + 6, 232) + 6, 34);
	return 1729 / cells;
}

/* 512 to 8192 by 512, to 32768 by 2048; a linear data set by 4096. */
uint32_t
space_ci_round(uint32_t len, bool linear)
{
	uint32_t step = linear ? 4096 : len <= 8192 ? 512 : 2048;

	if (len > SPACE_CI_MAX)
		return 0;
	if (len == 0)
		len = 1;
	return ceil_div(len, step) * step;
}

uint32_t
space_physrec(uint32_t cisize)
{
	uint32_t parts, len, use, best = 0, best_use = 0;

	for (parts = 1; parts <= cisize / SPACE_CI_MIN; parts++) {
		len = cisize / parts;
		if (cisize % parts != 0 || space_ci_round(len, false) != len)
			continue;
		use = space_records_per_track(len) * len;
		if (use > best_use) {
			best_use = use;
			best = len;
		}
	}
	return best;
}

/*
 * The smaller amount, at most a cylinder, then up to what extended address
 * volumes allow: TRACKS(16 4) has 5 tracks in SC23-6855.
 */
uint32_t
space_ca_tracks(uint64_t pri, uint64_t sec)
{
	static const uint32_t sizes[] = {1, 3, 5, 7, 9, 15};
	uint64_t least = sec != 0 && sec < pri ? sec : pri;
	size_t i;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]) - 1; i++)
		if (least <= sizes[i])
			return sizes[i];
	return SPACE_TRACKS_CYL;
}

/*
 * An entry is the key at a compression of 3:1, F, L and the pointer (one byte
 * up to 256 control intervals, two above); a record has 24 bytes of header,
 * its control interval 7 of control information. Inferred, not published:
 * fits 512 for keys of 2 to 17 and 1024 for 26 at 45 CI/CA. At least three
 * entries with whole keys must fit, or an index level could not grow.
 */
uint32_t
space_index_ci(uint32_t cis_per_ca, uint32_t keylen)
{
	uint64_t entry = ceil_div(keylen, 3) + (cis_per_ca > 256 ? 4 : 3);
	uint64_t need = 31 + cis_per_ca * entry;
	uint64_t least = 31 + 3 * ((uint64_t)keylen + 5);

	if (need < least)
		need = least;
	return need > SPACE_CI_MAX ? 0 : space_ci_round((uint32_t)need, false);
}

/* --- control intervals ---------------------------------------------------- */

static bool
keyed(enum ds_org org)
{
	return org == DS_ORG_KSDS || org == DS_ORG_VRRDS;
}

/* The least data control interval that holds the largest record. */
static uint32_t
least_ci(const struct space_ask *ask)
{
	if (ask->org == DS_ORG_LDS || ask->spanned)
		return 1;
	/* VRRDS: the record number in front (mem) */
	return ask->maxlrecl + 7 + (ask->org == DS_ORG_VRRDS ? 4 : 0);
}

/* Records of the largest size on a track, for choosing. */
static uint32_t
records_on_track(uint32_t cisize, uint32_t maxlrecl)
{
	uint32_t physrec = space_physrec(cisize), fit;

	fit = (cisize - 10) / maxlrecl;
	if (fit == 0 && cisize - 7 >= maxlrecl)
		fit = 1;
	return fit * space_records_per_track(physrec) * physrec / cisize;
}

/*
 * z/OS takes 18,432, the size that uses a track best, wherever a record fits
 * (seen for records of 50 to 500 bytes). Above it, the size that puts most
 * records on a track, the smallest of equals (mem).
 */
static uint32_t
choose_ci(const struct space_ask *ask)
{
	uint32_t ci, n, best = 0, most = 0, least = least_ci(ask);

	if (ask->org == DS_ORG_LDS)
		return 4096;
	if (least + 3 <= 18432)
		return 18432;
	for (ci = space_ci_round(least, false); ci != 0 && ci <= SPACE_CI_MAX;
	     ci += 2048) {
		n = records_on_track(ci, ask->maxlrecl);
		if (n > most) {
			most = n;
			best = ci;
		}
	}
	return best;
}

static uint32_t
data_ci(const struct space_ask *ask)
{
	bool linear = ask->org == DS_ORG_LDS;
	uint32_t ci = ask->cisize;

	if (!linear && !ask->spanned && ask->maxlrecl > SPACE_CI_MAX)
		return 0;
	if (ci == 0)
		return choose_ci(ask);
	/* too small for the record: raised */
	if (ci < least_ci(ask))
		ci = least_ci(ask);
	return space_ci_round(ci, linear);
}

/* The valid size below, 0 for none. */
static uint32_t
smaller_ci(uint32_t ci, bool linear)
{
	uint32_t step = linear ? 4096 : ci <= 8192 ? 512 : 2048;

	return ci > step ? ci - step : 0;
}

/* --- amounts -------------------------------------------------------------- */

/* Control intervals on a track as a fraction: a track holds whole physical
 * records, a control interval may lie across tracks. */
static uint64_t
cis_in_tracks(const struct space_comp *c, uint64_t tracks)
{
	return tracks * c->physrecs_per_trk / (c->cisize / c->physrec);
}

static uint64_t
tracks_for_cis(const struct space_comp *c, uint64_t cis)
{
	return ceil_div64(cis * (c->cisize / c->physrec), c->physrecs_per_trk);
}

static uint64_t
cis_for_records(
    const struct space_ask *ask, const struct space_comp *c, uint64_t records)
{
	uint64_t per_ci, avg = ask->avglrecl;

	if (avg == 0)
		avg = 1;
	if (ask->spanned)
		return ceil_div64(records * avg, c->cisize - 10);
	if (ask->org == DS_ORG_RRDS)
		per_ci = (c->cisize - 4) / (ask->maxlrecl + 3);
	else if (ask->org == DS_ORG_VRRDS)
		per_ci = (c->cisize - 10) / (avg + 4);
	else
		per_ci = (c->cisize - 10) / avg;
	return ceil_div64(records, per_ci == 0 ? 1 : per_ci);
}

static uint64_t
tracks_for(const struct space_ask *ask, const struct space_comp *c,
    enum ds_unit unit, uint64_t amount)
{
	uint64_t bytes;

	switch (unit) {
	case DS_UNIT_CYL:
		return amount * SPACE_TRACKS_CYL;
	case DS_UNIT_REC:
		return tracks_for_cis(c, cis_for_records(ask, c, amount));
	case DS_UNIT_KB:
	case DS_UNIT_MB:
		bytes = amount * (unit == DS_UNIT_KB ? 1024 : 1048576);
		return tracks_for_cis(c, ceil_div64(bytes, c->cisize));
	default:
		return amount;
	}
}

static uint32_t
round_up(uint64_t tracks, uint32_t unit)
{
	return (uint32_t)(ceil_div64(tracks, unit) * unit);
}

/*
 * Amounts to tracks and a control area. Records and bytes that come to a
 * cylinder or more in both amounts become cylinders.
 */
static enum ds_status
set_space(const struct space_ask *ask, struct space_comp *c, enum ds_unit unit,
    uint32_t pri, uint32_t sec, struct ds_diag *diag)
{
	uint64_t p = tracks_for(ask, c, unit, pri);
	uint64_t s = tracks_for(ask, c, unit, sec);
	bool cyl = unit == DS_UNIT_CYL;

	if (p > TRACKS_MAX || s > TRACKS_MAX)
		return ds_fail(
		    diag, DS_CAT_NOSPACE, NULL, "more than a volume can have");
	if (unit != DS_UNIT_CYL && unit != DS_UNIT_TRK)
		cyl =
		    p >= SPACE_TRACKS_CYL && (s == 0 || s >= SPACE_TRACKS_CYL);
	c->tracks_per_ca = cyl ? SPACE_TRACKS_CYL : space_ca_tracks(p, s);
	c->pri_tracks = round_up(p, c->tracks_per_ca);
	c->sec_tracks = round_up(s, c->tracks_per_ca);
	c->type = cyl ? DS_SPACE_CYL : DS_SPACE_TRACK;
	c->pri = cyl ? c->pri_tracks / SPACE_TRACKS_CYL : c->pri_tracks;
	c->sec = cyl ? c->sec_tracks / SPACE_TRACKS_CYL : c->sec_tracks;
	c->cis_per_ca = (uint32_t)cis_in_tracks(c, c->tracks_per_ca);
	if (c->cis_per_ca == 0)
		return ds_fail(diag, DS_CAT_CISIZE, NULL,
		    "a control area of %u tracks holds no control interval "
		    "of %u bytes",
		    c->tracks_per_ca, c->cisize);
	return DS_OK;
}

static void
set_ci(struct space_comp *c, uint32_t cisize, uint32_t physrec)
{
	c->cisize = cisize;
	c->physrec = physrec;
	c->physrecs_per_trk = space_records_per_track(physrec);
}

/* --- the index ------------------------------------------------------------ */

/* Index records of all levels for that many control areas. */
static uint64_t
index_records(uint64_t cas, const struct space_comp *index, uint32_t keylen)
{
	uint64_t fan = (index->cisize - 31) / (ceil_div(keylen, 3) + 5);
	uint64_t n = cas, total = cas;

	if (fan < 2)
		fan = 2;
	while (n > 1) {
		n = ceil_div64(n, fan);
		total += n;
	}
	return total;
}

static enum ds_status
plan_index(const struct space_ask *ask, struct space_plan *plan,
    uint32_t index_ci, struct ds_diag *diag)
{
	struct space_comp *d = &plan->data, *x = &plan->index;
	uint64_t cas, more;
	uint32_t pri, sec;

	set_ci(x, index_ci, index_ci); /* one block, always */
	if (ask->index_unit != DS_UNIT_NONE)
		return set_space(ask, x, ask->index_unit, ask->index_pri,
		    ask->index_sec, diag);
	cas = space_cas(d, d->pri_tracks);
	more = space_cas(d, d->sec_tracks);
	pri = (uint32_t)tracks_for_cis(x, index_records(cas, x, ask->keylen));
	sec = more == 0 ? 1
			: (uint32_t)tracks_for_cis(
			      x, index_records(more, x, ask->keylen));
	return set_space(ask, x, DS_UNIT_TRK, pri, sec, diag);
}

/* The index control interval; a control area that needs a larger one than
 * there is loses control intervals. */
static uint32_t
index_ci(const struct space_ask *ask, struct space_comp *data)
{
	uint32_t ci, need;

	while ((need = space_index_ci(data->cis_per_ca, ask->keylen)) == 0)
		data->cis_per_ca--;
	ci = space_ci_round(ask->index_cisize, false);
	return ask->index_cisize != 0 && ci > need ? ci : need;
}

/* --- all together --------------------------------------------------------- */

static enum ds_status
plan_with_ci(const struct space_ask *ask, uint32_t ci, struct space_plan *plan,
    struct ds_diag *diag)
{
	enum ds_status st;

	memset(plan, 0, sizeof(*plan));
	set_ci(&plan->data, ci, space_physrec(ci));
	st = set_space(ask, &plan->data, ask->unit, ask->pri, ask->sec, diag);
	if (st != DS_OK)
		return st;
	if (keyed(ask->org)) {
		st = plan_index(ask, plan, index_ci(ask, &plan->data), diag);
		if (st != DS_OK)
			return st;
	}
	if (ask->spanned &&
	    ask->maxlrecl > (uint64_t)plan->data.cis_per_ca * (ci - 10))
		return ds_fail(diag, DS_INVALID, NULL,
		    "a control area holds %lu bytes of a spanned record",
		    (unsigned long)plan->data.cis_per_ca * (ci - 10));
	plan->bufspace = 2 * ci + plan->index.cisize;
	return DS_OK;
}

/*
 * BUFFERSPACE must hold two data control intervals and one of the index; it
 * makes the data control interval smaller as far as the record allows. False:
 * no size is small enough.
 */
static bool
fit_bufspace(const struct space_ask *ask, uint32_t ci, struct space_plan *plan)
{
	bool linear = ask->org == DS_ORG_LDS;
	uint32_t least = least_ci(ask);

	do
		if (plan_with_ci(ask, ci, plan, NULL) == DS_OK &&
		    ask->bufspace >= plan->bufspace)
			return true;
	while ((ci = smaller_ci(ci, linear)) != 0 && ci >= least);
	return false;
}

/* BUFFERSPACE that nothing fits in is raised to the least. */
enum ds_status
space_plan(
    const struct space_ask *ask, struct space_plan *planp, struct ds_diag *diag)
{
	uint32_t ci = data_ci(ask);
	struct space_plan plan;
	enum ds_status st;

	if (ci == 0)
		return ds_fail(diag, DS_CAT_CISIZE, NULL,
		    "a record of %u bytes fits no control interval",
		    ask->maxlrecl);
	if (ask->unit == DS_UNIT_NONE || ask->pri == 0 ||
	    (ask->index_unit != DS_UNIT_NONE && ask->index_pri == 0))
		return ds_fail(diag, DS_INVALID, NULL, "IDC3505I");
	if (ask->maxlrecl == 0 && ask->org != DS_ORG_LDS)
		return ds_fail(diag, DS_CAT_LRECL, NULL, "no record length");
	if (ask->bufspace < 0 || !fit_bufspace(ask, ci, &plan))
		if ((st = plan_with_ci(ask, ci, &plan, diag)) != DS_OK)
			return st;
	if (ask->bufspace > plan.bufspace)
		plan.bufspace = (uint32_t)ask->bufspace;
	*planp = plan;
	return DS_OK;
}

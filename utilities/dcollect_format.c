/*
 * DCOLLECT: the bytes of its records. Offsets are from the first byte behind
 * the record descriptor; names are IDCDOUT's. What nobody keeps here (last
 * reference, job and step of the creator, data set changed since its backup)
 * is zero or blank, as it is on z/OS where it is not known (mem).
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/bytes.h"
#include "utilities/dcollect_int.h"

enum { TRACK_BYTES = 56664, TRACKS_CYL = 15 }; /* of a 3390 */

static void
put_text(const struct codepage *cp, uint8_t *out, size_t len, const char *text)
{
	struct codepage_err err;
	size_t n = 0;

	if (codepage_from_utf8(cp, text, strlen(text), out, len, &n, &err) !=
	    DS_OK)
		n = 0;
	memset(out + n, codepage_blank(cp), len - n);
}

/* A length, then a name of 30. */
static void
put_class(const struct codepage *cp, uint8_t *out, const char *name)
{
	be16_put(out, (uint16_t)strlen(name));
	put_text(cp, out + 2, 30, name);
}

static uint32_t
fit(uint64_t n)
{
	return n > INT32_MAX ? INT32_MAX : (uint32_t)n;
}

static uint64_t
kb_of_tracks(uint64_t tracks)
{
	return tracks * TRACK_BYTES / 1024;
}

/* yyyyddd as X'yyyydddF'. */
static void
put_date(uint8_t *out, uint32_t date)
{
	uint32_t packed = 0xF;

	for (int shift = 4; shift < 32; shift += 4) {
		packed |= date % 10 << shift;
		date /= 10;
	}
	be32_put(out, packed);
}

/*
 *	 +0  2  DCULENG   length		+12  4  DCUTIME  1/100 seconds
 *	 +4  2  DCURCTYP  "D ", "A ", "V "	+16  4  DCUDATE  yyyydddF
 *	 +6  2  DCUVERS   2			+20  4  reserved
 *	 +8  4  DCUSYSID  the system
 */
static void
put_header(const struct codepage *cp, const struct tm *now, const char *type,
    uint8_t *out, size_t len)
{
	memset(out, 0, len);
	be16_put(out, (uint16_t)len);
	put_text(cp, out + 4, 2, type);
	be16_put(out + 6, 2);
	put_text(cp, out + 8, 4, "CTMT");
	be32_put(out + 12,
	    (uint32_t)((now->tm_hour * 60 + now->tm_min) * 60 + now->tm_sec) *
		100);
	put_date(out + 16,
	    (uint32_t)((now->tm_year + 1900) * 1000 + now->tm_yday + 1));
}

/* --- D: a data set on a volume ----------------------------------------------
 */

static bool
is_vsam(const struct ds_entry *ent)
{
	return ent->type == DS_DATA || ent->type == DS_INDEX;
}

static uint16_t
dsorg_of(const struct ds_entry *ent)
{
	if (is_vsam(ent))
		return 0x0008;
	return ent->org == DS_ORG_PO   ? 0x0200
	       : ent->org == DS_ORG_PS ? 0x4000
				       : 0;
}

static uint64_t
tracks_on(const struct ds_volume_cell *cell)
{
	uint64_t tracks = 0;

	for (size_t i = 0; i < cell->nextents; i++)
		tracks += cell->extents[i].tracks;
	return tracks;
}

/* What of the used bytes lies on the volume. */
static uint64_t
used_on(const struct ds_entry *ent, const struct ds_volume_cell *cell)
{
	uint64_t low, high, end = ent->stats.hurba;

	if (cell->nextents == 0 || !ent->stats_known)
		return 0;
	low = cell->extents[0].low_rba;
	high = cell->extents[cell->nextents - 1].high_rba + 1;
	if (end > high)
		end = high;
	return end > low ? end - low : 0;
}

static uint64_t
secondary_kb(const struct ds_entry *ent)
{
	return kb_of_tracks((uint64_t)ent->space_sec *
			    (ent->space_type == DS_SPACE_CYL ? TRACKS_CYL : 1));
}

static void
put_d_flags(const struct ds_entry *ent, uint8_t *out)
{
	/* DCDFLAG1: SMS-managed, PDSE, generation */
	out[69] = (uint8_t)((ent->flags & DS_A_SMS ? 0x40 : 0) |
			    (ent->flags & DS_A_LIBRARY ? 0x10 : 0) |
			    (ent->type == DS_GDS ? 0x08 : 0));
	/* DCDFLAG2: in a catalog; allocated, used, secondary are known */
	out[70] = 0x20 | 0x08 | 0x02;
	if (ent->stats_known)
		out[70] |= 0x04;
	/* DCDFLAG3: extended format */
	if (ent->flags & DS_A_EXTENDED)
		out[71] = 0x40;
}

/*
 *	 +24 44  DCDDSNAM		 +92  4  DCDUSESP  used
 *	 +68  1  DCDERROR		 +96  4  DCDSCALL  secondary
 *	 +69  3  DCDFLAG1 to 3		+104  4  DCDCREDT  created
 *	 +74  2  DCDDSORG		+108  4  DCDEXPDT  expires
 *	 +76  1  DCDRECRD		+116  6  DCDDSSER  first volume
 *	 +77  1  DCDNMEXT  extents	+122  2  DCDVOLSQ  volume, from 1
 *	 +78  6  DCDVOLSR		+132 32  DCDDATCL, STGCL, MGTCL, STGRP
 *	 +84  2  DCDBKLNG		+260  2  DCDCCSID
 *	 +86  2  DCDLRECL		+282  2  DCDSCNT   stripes
 *	 +88  4  DCDALLSP  allocated	+320  1  DCDFLAG5
 *	+352  8  DCDALLSX, USESX, SCALX, NMBLX: as ALLSP and so on
 */
size_t
dcollect_d(const struct codepage *cp, const struct tm *now,
    const struct ds_entry *ent, size_t n, uint8_t *out)
{
	const struct ds_volume_cell *cell = &ent->volumes[n];
	uint64_t alloc = kb_of_tracks(tracks_on(cell));
	uint64_t used = (used_on(ent, cell) + 1023) / 1024;

	put_header(cp, now, "D", out, DCOLLECT_D_LEN);
	put_text(cp, out + 24, 44, ent->name);
	put_d_flags(ent, out);
	be16_put(out + 74, dsorg_of(ent));
	out[76] = is_vsam(ent) ? 0 : ds_recfm_bits(ent->recfm, ent->ctlchar);
	out[77] = (uint8_t)(cell->nextents < 255 ? cell->nextents : 255);
	put_text(cp, out + 78, 6, cell->volser);
	be16_put(
	    out + 84, (uint16_t)(is_vsam(ent) ? ent->cisize : ent->blksize));
	be16_put(
	    out + 86, (uint16_t)(is_vsam(ent) ? ent->maxlrecl : ent->lrecl));
	be32_put(out + 88, fit(alloc));
	be32_put(out + 92, fit(used));
	be32_put(out + 96, fit(secondary_kb(ent)));
	put_date(out + 104, ent->created);
	put_date(out + 108, ent->expires);
	put_date(out + 112, 0);
	put_text(cp, out + 116, 6, ent->volumes[0].volser);
	be16_put(out + 122, (uint16_t)(n + 1));
	put_class(cp, out + 132, ent->dataclas);
	put_class(cp, out + 164, ent->storclas);
	put_class(cp, out + 196, ent->mgmtclas);
	put_class(cp, out + 228, "");
	be16_put(out + 260, ent->ccsid);
	be16_put(out + 282, ent->flags & DS_A_EXTENDED ? 1 : 0);
	put_text(cp, out + 288, 32, "");
	out[320] = ent->stats_known ? 0xE0 : 0xA0; /* DCDFLAG5: as DCDFLAG2 */
	put_text(cp, out + 328, 16, "");
	be64_put(out + 352, alloc);
	be64_put(out + 360, used);
	be64_put(out + 368, secondary_kb(ent));
	be16_put(out + 386, 0xFFFF); /* not encrypted (mem) */
	put_text(cp, out + 388, 64, "");
	return DCOLLECT_D_LEN;
}

/* --- A: what a VSAM component is of -----------------------------------------
 */

static void
put_a_flags(const struct ds_entry *ent, uint8_t *out)
{
	static const uint8_t orgs[] = {[DS_ORG_KSDS] = 0x80,
	    [DS_ORG_ESDS] = 0x40,
	    [DS_ORG_RRDS] = 0x20,
	    [DS_ORG_VRRDS] = 0x20,
	    [DS_ORG_LDS] = 0x10,
	    [DS_ORG_PO] = 0};
	bool aix = ds_entry_assoc(ent, DS_AIX) != NULL;

	/* DCAFLAG1: organization, alternate index, data, index */
	out[112] =
	    (uint8_t)((ent->org <= DS_ORG_LDS ? orgs[ent->org] : 0) |
		      (aix ? 0x04 : 0) | (ent->type == DS_DATA ? 0x02 : 0x01));
	/* DCAFLAG2: varying length, no statistics, more than 4 GiB */
	out[113] = (uint8_t)((ent->org == DS_ORG_VRRDS ? 0x20 : 0) |
			     (ent->stats_known ? 0 : 0x10) |
			     (ent->flags & DS_A_EXTADDR ? 0x04 : 0));
}

/*
 *	 +24 44  DCADSNAM		+148  4  DCACIS    CI splits
 *	 +68 44  DCAASSOC  its owner	+152  4  DCACAS    CA splits
 *	+112  2  DCAFLAG1, DCAFLAG2	+156  4  DCAEXC    EXCPs
 *	+116  4  DCAHURBA, HARBA	+160  2  DCARKP, DCAKLN
 *	+124  4  DCANLR	   records	+164  8  DCAHURBC, DCAHARBC
 *	+128  4  DCADLR, INR, UPR, RTR	+180  4  DCACISZ, DCACACI
 *	+144  4  DCAASP	   free bytes	+188  4  DCATRDT
 */
size_t
dcollect_a(const struct codepage *cp, const struct tm *now,
    const struct ds_entry *ent, uint8_t *out)
{
	const struct ds_stats *s = &ent->stats;
	const char *owner = ds_entry_assoc(ent, DS_CLUSTER);

	if (owner == NULL)
		owner = ds_entry_assoc(ent, DS_AIX);
	put_header(cp, now, "A", out, DCOLLECT_A_LEN);
	put_text(cp, out + 24, 44, ent->name);
	put_text(cp, out + 68, 44, owner != NULL ? owner : "");
	put_a_flags(ent, out);
	be32_put(out + 116, (uint32_t)(s->hurba > UINT32_MAX ? 0 : s->hurba));
	be32_put(out + 120, (uint32_t)(s->harba > UINT32_MAX ? 0 : s->harba));
	be32_put(out + 124, fit(s->rec_total));
	be32_put(out + 128, fit(s->rec_deleted));
	be32_put(out + 132, fit(s->rec_inserted));
	be32_put(out + 136, fit(s->rec_updated));
	be32_put(out + 140, fit(s->rec_retrieved));
	be32_put(out + 144, fit(s->freespc));
	be32_put(out + 148, fit(s->splits_ci));
	be32_put(out + 152, fit(s->splits_ca));
	be32_put(out + 156, fit(s->excps));
	be16_put(out + 160, (uint16_t)ent->rkp);
	be16_put(out + 162, ent->keylen);
	be64_put(out + 164, s->hurba);
	be64_put(out + 172, s->harba);
	be32_put(out + 180, ent->cisize);
	be32_put(out + 184, ent->cis_per_ca);
	put_date(out + 188, 0);
	return DCOLLECT_A_LEN;
}

/* --- V: a volume ------------------------------------------------------------
 */

/*
 *	 +24  6  DCVVOLSR		 +52  4  DCVLGEXT  largest extent free
 *	 +30  1  DCVFLAG1		 +56  4  DCVFREXT  free extents
 *	 +35  1  DCVPERCT  % free	 +68  8  DCVDVTYP
 *	 +36  4  DCVFRESP  free		 +80 32  DCVSTGGP
 *	 +40  4  DCVALLOC  allocated	+112  8  DCVDPTYP
 *	 +44  4  DCVVLCAP  capacity	+148  4  DCVFCYLS, DCVFTRKS
 */
size_t
dcollect_v(const struct codepage *cp, const struct tm *now,
    const struct ds_volume *vol, const struct dcollect_free *space,
    uint8_t *out)
{
	uint64_t tracks = (uint64_t)vol->cylinders * TRACKS_CYL;

	put_header(cp, now, "V", out, DCOLLECT_V_LEN);
	put_text(cp, out + 24, 6, vol->volser);
	out[30] = vol->pool ? 0x03 : 0; /* DCVMANGD */
	out[35] =
	    (uint8_t)(tracks > 0 ? 100 * (uint64_t)space->tracks / tracks : 0);
	be32_put(out + 36, fit(kb_of_tracks(space->tracks)));
	be32_put(out + 40, fit(kb_of_tracks(tracks - space->tracks)));
	be32_put(out + 44, fit(kb_of_tracks(tracks)));
	be32_put(out + 52, fit(kb_of_tracks(space->largest)));
	be32_put(out + 56, space->extents);
	put_text(cp, out + 68, 8, "3390");
	put_class(cp, out + 80, "");
	put_text(cp, out + 112, 8, "3390");
	be32_put(out + 148, space->cylinders);
	be32_put(out + 152, space->rest);
	return DCOLLECT_V_LEN;
}

/*
 * The lines of LISTCAT that say how a component is made and used: ATTRIBUTES
 * (of every type), STATISTICS, ALLOCATION, VOLUME.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "utilities/listcat_int.h"

/* --- ATTRIBUTES ---------------------------------------------------------- */

/* Words flow through cells of ten columns, left and right aligned in turn,
 * eight a line. */
struct flow {
	struct sysprint *sp;
	struct listing_line l;
	int cell;
};

static void
flow_word(struct flow *f, const char *word)
{
	static const int cols[8] = {8, 22, 37, 51, 66, 80, 95, 109};
	int col = cols[f->cell], n = (int)strlen(word);

	if (f->cell % 2 == 1 && n < 10)
		col += 10 - n;
	listing_put(&f->l, col, word);
	if (++f->cell == 8) {
		listing_out(f->sp, ' ', &f->l);
		f->cell = 0;
	}
}

static void
flow_flag(struct flow *f, const struct ds_entry *ent, unsigned flag,
    const char *yes, const char *no)
{
	const char *word = (ent->flags & flag) != 0 ? yes : no;

	if (word != NULL)
		flow_word(f, word);
}

const char *
listcat_organization(enum ds_org org)
{
	switch (org) {
	case DS_ORG_ESDS:
		return "NONINDEXED";
	case DS_ORG_RRDS:
	case DS_ORG_VRRDS:
		return "NUMBERED";
	case DS_ORG_LDS:
		return "LINEAR";
	default:
		return "INDEXED";
	}
}

bool
listcat_aix_data(const struct ds_entry *ent)
{
	return ent->type == DS_DATA && ent->nassocs > 0 &&
	       ent->assocs[0].type == DS_AIX;
}

static void
words_out(struct sysprint *sp, const struct ds_entry *ent)
{
	struct flow f = {.sp = sp};
	char shr[24];

	listing_clear(&f.l);
	snprintf(shr, sizeof(shr), "SHROPTNS(%u,%u)", ent->share_region,
	    ent->share_system);
	flow_word(&f, shr);
	flow_flag(&f, ent, DS_A_SPEED, "SPEED", "RECOVERY");
	flow_flag(&f, ent, DS_A_SUBALLOC, "SUBALLOC", "UNIQUE");
	flow_flag(&f, ent, DS_A_ERASE, "ERASE", "NOERASE");
	if (ent->type == DS_DATA)
		flow_word(&f, listcat_organization(ent->org));
	flow_flag(&f, ent, DS_A_WRITECHECK, "WRITECHECK", "NOWRITECHK");
	flow_flag(&f, ent, DS_A_ORDERED, "ORDERED", "UNORDERED");
	flow_flag(&f, ent, DS_A_REUSE, "REUSE", "NOREUSE");
	if (ent->type == DS_DATA)
		flow_flag(&f, ent, DS_A_SPANNED, "SPANNED", "NONSPANNED");
	if (listcat_aix_data(ent))
		flow_flag(&f, ent, DS_A_NONUNIQKEY, "NONUNIQKEY", "UNIQUEKEY");
	flow_flag(&f, ent, DS_A_EXTENDED, "EXTENDED", NULL);
	flow_flag(&f, ent, DS_A_EXTADDR, "EXT-ADDR", NULL);
	flow_flag(&f, ent, DS_A_INHIBIT, "INH-UPDATE", NULL); /* mem */
	flow_flag(&f, ent, DS_A_TEMPEXP, "TEMP-EXP", NULL);   /* mem */
	if (f.cell > 0)
		listing_out(sp, ' ', &f.l);
}

static void
attributes_component(struct sysprint *sp, const struct ds_entry *ent)
{
	struct listing_line l;

	listing_clear(&l);
	listing_num(&l, COL1, FIELD, "KEYLEN", ent->keylen);
	listing_num(&l, COL2, FIELD, "AVGLRECL", ent->avglrecl);
	listing_num(&l, COL3, FIELD, "BUFSPACE", ent->bufspace);
	listing_num(&l, COL4, FIELD, "CISIZE", ent->cisize);
	listing_out(sp, ' ', &l);
	listing_num(&l, COL1, FIELD, "RKP", ent->rkp);
	listing_num(&l, COL2, FIELD, "MAXLRECL", ent->maxlrecl);
	listing_field(
	    &l, COL3, FIELD, "EXCPEXIT", listcat_or_null(ent->exceptexit));
	listing_num(&l, COL4, FIELD, "CI/CA", ent->cis_per_ca);
	listing_out(sp, ' ', &l);
	if (listcat_aix_data(ent)) {
		listing_num(&l, COL1, FIELD, "AXRKP", ent->axrkp);
		listing_out(sp, ' ', &l);
	}
	words_out(sp, ent);
}

static void
attributes_gdg(struct sysprint *sp, const struct ds_entry *ent)
{
	struct listing_line l;
	unsigned f = ent->flags;

	listing_clear(&l);
	listing_num(&l, COL1, FIELD, "LIMIT", ent->gdg_limit);
	listing_put(&l, 38, f & DS_A_SCRATCH ? "SCRATCH" : "NOSCRATCH");
	listing_put(&l, 49, f & DS_A_EMPTY ? "EMPTY" : "NOEMPTY");
	listing_put(&l, 60, f & DS_A_FIFO ? "FIFO" : "LIFO");
	listing_put(&l, 71, f & DS_A_PURGE ? "PURGE" : "NOPURGE");
	listing_put(&l, 82, f & DS_A_GDGEXT ? "EXTENDED" : "NOEXTENDED");
	listing_out(sp, ' ', &l);
}

void
listcat_attributes(struct sysprint *sp, const struct ds_entry *ent)
{
	listing_text(sp, ' ', TITLE, "ATTRIBUTES");
	if (listcat_component(ent))
		attributes_component(sp, ent);
	else if (ent->type == DS_GDG)
		attributes_gdg(sp, ent);
	else if (ent->type == DS_AIX)
		listing_text(sp, ' ', COL1,
		    ent->flags & DS_A_UPGRADE ? "UPGRADE" : "NOUPGRADE");
	else if (ent->type == DS_PATH)
		listing_text(sp, ' ', COL1,
		    ent->flags & DS_A_UPDATE ? "UPDATE" : "NOUPDATE");
}

/* --- STATISTICS ---------------------------------------------------------- */

/* floor(sqrt(n)): an index record's entries are cut into sections of about
 * as many entries as there are sections. */
uint32_t
listcat_per_section(uint32_t n)
{
	uint32_t r = 0;

	while ((uint64_t)(r + 1) * (r + 1) <= n)
		r++;
	return r;
}

void
listcat_statistics(struct sysprint *sp, const struct ds_entry *ent,
    const struct listcat_form *form)
{
	const struct ds_stats *s = &ent->stats;
	bool ix = ent->type == DS_INDEX;
	char tod[24];
	struct listing_line l;

	listing_clear(&l);
	listing_text(sp, ' ', TITLE, "STATISTICS");
	listing_num(&l, COL1, FIELD, "REC-TOTAL", s->rec_total);
	listing_num(&l, COL2, FIELD, "SPLITS-CI", s->splits_ci);
	listing_num(&l, COL3, FIELD, "EXCPS", s->excps);
	if (ix)
		listing_put(&l, COL4, "INDEX:");
	listing_out(sp, ' ', &l);
	listing_num(&l, COL1, FIELD, "REC-DELETED", s->rec_deleted);
	listing_num(&l, COL2, FIELD, "SPLITS-CA", s->splits_ca);
	listing_num(&l, COL3, FIELD, "EXTENTS", s->extents);
	if (ix)
		listing_num(&l, COL4, FIELD, "LEVELS", s->levels);
	listing_out(sp, ' ', &l);
	listing_num(&l, COL1, FIELD, "REC-INSERTED", s->rec_inserted);
	listing_num(&l, COL2, FIELD, "FREESPACE-%CI", ent->fspc_ci);
	listing_put(&l, COL3, "SYSTEM-TIMESTAMP:");
	if (ix)
		listing_num(&l, COL4, FIELD, "ENTRIES/SECT",
		    listcat_per_section(form->data_cis_per_ca));
	listing_out(sp, ' ', &l);
	listing_num(&l, COL1, FIELD, "REC-UPDATED", s->rec_updated);
	listing_num(&l, COL2, FIELD, "FREESPACE-%CA", ent->fspc_ca);
	snprintf(tod, sizeof(tod), "X'%016" PRIX64 "'", s->tod);
	listing_put(&l, 71, tod);
	if (ix)
		listing_num(&l, 91, 28, "SEQ-SET-RBA", s->seqset_rba);
	listing_out(sp, ' ', &l);
	listing_num(&l, COL1, FIELD, "REC-RETRIEVED", s->rec_retrieved);
	listing_num(&l, COL2, FIELD, "FREESPC", s->freespc);
	if (ix)
		listing_num(&l, 91, 28, "HI-LEVEL-RBA", s->hilevel_rba);
	listing_out(sp, ' ', &l);
}

/* --- ALLOCATION and VOLUME ----------------------------------------------- */

const char *
listcat_space_type(enum ds_space type)
{
	static const char *const types[] = {
	    [DS_SPACE_NONE] = "TRACK",
	    [DS_SPACE_TRACK] = "TRACK",
	    [DS_SPACE_CYL] = "CYLINDER",
	    [DS_SPACE_BLOCK] = "BLOCK",
	};

	return types[type];
}

static void
space_out(struct sysprint *sp, const struct ds_entry *ent)
{
	struct listing_line l;

	listing_clear(&l);
	listing_text(sp, ' ', TITLE, "ALLOCATION");
	listing_field(
	    &l, COL1, FIELD, "SPACE-TYPE", listcat_space_type(ent->space_type));
	listing_num(&l, COL2, FIELD, "HI-A-RBA", ent->stats.harba);
	listing_out(sp, ' ', &l);
	listing_num(&l, COL1, FIELD, "SPACE-PRI", ent->space_pri);
	listing_num(&l, COL2, FIELD, "HI-U-RBA", ent->stats.hurba);
	listing_out(sp, ' ', &l);
	listing_num(&l, COL1, FIELD, "SPACE-SEC", ent->space_sec);
	listing_out(sp, ' ', &l);
}

const char *
listcat_volflag(int volflag)
{
	return volflag == DS_VOLFLAG_CANDIDATE  ? "CANDIDATE"
	       : volflag == DS_VOLFLAG_OVERFLOW ? "OVERFLOW"
						: "PRIME";
}

/* What of the component lies on this volume: its high allocated and high
 * used RBA. */
void
listcat_volume_rbas(const struct ds_entry *ent, const struct ds_volume_cell *v,
    uint64_t *harbap, uint64_t *hurbap)
{
	uint64_t low = UINT64_MAX, high = 0;
	size_t i;

	for (i = 0; i < v->nextents; i++) {
		if (v->extents[i].low_rba < low)
			low = v->extents[i].low_rba;
		if (v->extents[i].high_rba + 1 > high)
			high = v->extents[i].high_rba + 1;
	}
	*harbap = high;
	*hurbap = ent->stats.hurba <= low   ? 0
		  : ent->stats.hurba < high ? ent->stats.hurba
					    : high;
}

static void
extents_out(struct sysprint *sp, const struct ds_volume_cell *v)
{
	const struct ds_extent *x;
	struct listing_line l;
	size_t i;

	if (v->nextents == 0)
		return;
	listing_clear(&l);
	listing_text(sp, ' ', COL1, "EXTENTS:");
	for (i = 0; i < v->nextents; i++) {
		x = &v->extents[i];
		listing_hex(&l, COL1, "LOW-CCHH", x->low_cchh);
		listing_num(&l, COL2, FIELD, "LOW-RBA", x->low_rba);
		listing_num(&l, COL3, FIELD, "TRACKS", x->tracks);
		listing_out(sp, ' ', &l);
		listing_hex(&l, COL1, "HIGH-CCHH", x->high_cchh);
		listing_num(&l, COL2, FIELD, "HIGH-RBA", x->high_rba);
		listing_out(sp, ' ', &l);
	}
}

/* A candidate has no space yet: zeros, and type X'FF' (mem). */
static void
volume_out(struct sysprint *sp, const struct ds_entry *ent,
    const struct ds_volume_cell *v)
{
	bool used = v->volflag != DS_VOLFLAG_CANDIDATE;
	uint64_t harba, hurba;
	struct listing_line l;

	listcat_volume_rbas(ent, v, &harba, &hurba);
	listing_clear(&l);
	listing_text(sp, ' ', TITLE, "VOLUME");
	listing_field(&l, COL1, FIELD, "VOLSER", v->volser);
	listing_num(&l, COL2, FIELD, "PHYREC-SIZE", used ? ent->physrec : 0);
	listing_num(&l, COL3, FIELD, "HI-A-RBA", harba);
	listing_num(&l, COL4, FIELD, "EXTENT-NUMBER", v->nextents);
	listing_out(sp, ' ', &l);
	listing_hex(&l, COL1, "DEVTYPE", v->devtype);
	listing_num(
	    &l, COL2, FIELD, "PHYRECS/TRK", used ? ent->physrecs_per_trk : 0);
	listing_num(&l, COL3, FIELD, "HI-U-RBA", hurba);
	listing_field(&l, COL4, FIELD, "EXTENT-TYPE", used ? "X'00'" : "X'FF'");
	listing_out(sp, ' ', &l);
	listing_field(&l, COL1, FIELD, "VOLFLAG", listcat_volflag(v->volflag));
	listing_num(
	    &l, COL2, FIELD, "TRACKS/CA", used ? ent->tracks_per_ca : 0);
	listing_out(sp, ' ', &l);
	extents_out(sp, v);
}

/* The short form: serial numbers alone. */
void
listcat_volumes(struct sysprint *sp, const struct ds_entry *ent)
{
	struct listing_line l;
	size_t i;

	if (ent->nvolumes == 0)
		return;
	listing_clear(&l);
	listing_text(sp, ' ', TITLE, "VOLUMES");
	for (i = 0; i < ent->nvolumes; i++) {
		listing_field(
		    &l, COL1, FIELD, "VOLSER", ent->volumes[i].volser);
		listing_hex(&l, COL2, "DEVTYPE", ent->volumes[i].devtype);
		if (listcat_component(ent) || ent->type == DS_UCAT) /* mem */
			listing_field(&l, COL3, FIELD, "VOLFLAG",
			    listcat_volflag(ent->volumes[i].volflag));
		else
			listing_num(
			    &l, COL3, FIELD, "FSEQN", ent->volumes[i].fseqn);
		listing_out(sp, ' ', &l);
	}
}

void
listcat_allocation(struct sysprint *sp, const struct ds_entry *ent)
{
	size_t i;

	space_out(sp, ent);
	for (i = 0; i < ent->nvolumes; i++)
		volume_out(sp, ent, &ent->volumes[i]);
}

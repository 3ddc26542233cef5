/*
 * LISTCAT ALL against a real one: 86 pages that z/OS 2.x printed for 209
 * entries (../shared/data/zos-listcat.txt; SKIP where it is not there).
 *
 * Each entry's values are read out of the listing into a struct ds_entry, the
 * entries are listed again, and every line must come out as it was: labels,
 * columns, order, page breaks, counts. Only LBACKUP is masked, which the
 * catalog does not keep.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "tests/support/capture.h"
#include "utilities/listcat_int.h"

#define LISTING "../shared/data/zos-listcat.txt"

/* The value behind label and its dashes; false when it is not there. */
static bool
value(const char *line, const char *label, char *out, size_t size)
{
	const char *p = strstr(line, label);
	size_t n;

	if (p == NULL)
		return false;
	p += strlen(label);
	if (*p == ' ')
		p++;
	if (*p != '-')
		return false;
	p += strspn(p, "-");
	n = strcspn(p, " ");
	if (n >= size)
		return false;
	memcpy(out, p, n);
	out[n] = '\0';
	return true;
}

static uint64_t
number(const char *line, const char *label, uint64_t old)
{
	char v[64];

	if (!value(line, label, v, sizeof(v)))
		return old;
	if (v[0] == 'X')
		return strtoull(v + 2, NULL, 16);
	return strtoull(v, NULL, 10);
}

static uint32_t
date(const char *line, const char *label, uint32_t old)
{
	char v[64];

	if (!value(line, label, v, sizeof(v)))
		return old;
	return (
	    uint32_t)(strtoul(v, NULL, 10) * 1000 + strtoul(v + 5, NULL, 10));
}

static enum ds_type
type_of(const char *label)
{
	static const struct {
		const char *label;
		enum ds_type type;
	} t[] = {{"NONVSAM", DS_NONVSAM}, {"CLUSTER", DS_CLUSTER},
	    {"DATA", DS_DATA}, {"INDEX", DS_INDEX}, {"AIX", DS_AIX},
	    {"PATH", DS_PATH}, {"GDG", DS_GDG}};
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if (strncmp(label, t[i].label, strlen(t[i].label)) == 0)
			return t[i].type;
	return 0;
}

static void
word(struct ds_entry *e, const char *line, const char *w, unsigned flag)
{
	char pat[32];

	snprintf(pat, sizeof(pat), " %s ", w);
	if (strstr(line, pat) != NULL)
		e->flags |= flag;
}

static void
read_history(struct ds_entry *e, const char *line)
{
	char v[64];

	e->created = date(line, "CREATION", e->created);
	e->expires = date(line, "EXPIRATION", e->expires);
	if (value(line, "LAST ALTER", v, sizeof(v)))
		snprintf(e->extra, sizeof(e->extra), "ALTERED=%u",
		    date(line, "LAST ALTER", 0));
	if (strstr(line, "SMSDATA") != NULL ||
	    strstr(line, "SMS MANAGED") != NULL)
		e->flags |= DS_A_SMS;
	if (strstr(line, "DSNTYPE----------LIBRARY") != NULL)
		e->flags |= DS_A_LIBRARY;
	if (value(line, "STATUS", v, sizeof(v)) &&
	    strstr(line, "BWO") == NULL) {
		e->type = DS_GDS;
		e->gds_status = v[0];
	}
	if (value(line, "STORAGECLASS", v, sizeof(v)))
		snprintf(e->storclas, sizeof(e->storclas), "%.8s", v);
}

static void
read_attributes(struct ds_entry *e, const char *line)
{
	const char *p = strstr(line, "SHROPTNS(");

	e->keylen = (uint16_t)number(line, "KEYLEN", e->keylen);
	e->rkp = (uint32_t)number(line, " RKP", e->rkp);
	e->axrkp = (uint32_t)number(line, "AXRKP", e->axrkp);
	e->avglrecl = (uint32_t)number(line, "AVGLRECL", e->avglrecl);
	e->maxlrecl = (uint32_t)number(line, "MAXLRECL", e->maxlrecl);
	e->bufspace = (uint32_t)number(line, "BUFSPACE", e->bufspace);
	e->cisize = (uint32_t)number(line, "CISIZE", e->cisize);
	e->cis_per_ca = (uint32_t)number(line, "CI/CA", e->cis_per_ca);
	if (p != NULL) {
		e->share_region = (uint8_t)(p[9] - '0');
		e->share_system = (uint8_t)(p[11] - '0');
	}
	word(e, line, "ERASE", DS_A_ERASE);
	word(e, line, "REUSE", DS_A_REUSE);
	word(e, line, "SPANNED", DS_A_SPANNED);
	word(e, line, "NONUNIQKEY", DS_A_NONUNIQKEY);
	word(e, line, "UPGRADE", DS_A_UPGRADE);
	word(e, line, "UPDATE", DS_A_UPDATE);
	word(e, line, "SCRATCH", DS_A_SCRATCH);
	word(e, line, "EMPTY", DS_A_EMPTY);
	e->gdg_limit = (uint16_t)number(line, "LIMIT", e->gdg_limit);
	if (e->type == DS_CLUSTER)
		e->org = DS_ORG_KSDS; /* all ten are */
}

static void
read_statistics(struct ds_entry *e, const char *line)
{
	struct ds_stats *s = &e->stats;
	const char *p = strstr(line, "          X'");

	s->rec_total = number(line, "REC-TOTAL", s->rec_total);
	s->rec_deleted = number(line, "REC-DELETED", s->rec_deleted);
	s->rec_inserted = number(line, "REC-INSERTED", s->rec_inserted);
	s->rec_updated = number(line, "REC-UPDATED", s->rec_updated);
	s->rec_retrieved = number(line, "REC-RETRIEVED", s->rec_retrieved);
	s->splits_ci = number(line, "SPLITS-CI", s->splits_ci);
	s->splits_ca = number(line, "SPLITS-CA", s->splits_ca);
	s->excps = number(line, "EXCPS", s->excps);
	s->extents = (uint32_t)number(line, "EXTENTS", s->extents);
	e->fspc_ci = (uint8_t)number(line, "FREESPACE-%CI", e->fspc_ci);
	e->fspc_ca = (uint8_t)number(line, "FREESPACE-%CA", e->fspc_ca);
	s->freespc = number(line, "FREESPC", s->freespc);
	s->levels = (uint32_t)number(line, "LEVELS", s->levels);
	s->seqset_rba = number(line, "SEQ-SET-RBA", s->seqset_rba);
	s->hilevel_rba = number(line, "HI-LEVEL-RBA", s->hilevel_rba);
	if (p != NULL && strstr(line, "FREESPACE-%CA") != NULL)
		s->tod = strtoull(p + 12, NULL, 16);
	if (strstr(line, "SPACE-") != NULL) {
		s->harba = number(line, "HI-A-RBA", s->harba);
		s->hurba = number(line, "HI-U-RBA", s->hurba);
	}
}

static void
read_space(struct ds_entry *e, const char *line)
{
	struct ds_volume_cell *v = NULL;
	struct ds_extent x;
	char t[64];

	if (value(line, "SPACE-TYPE", t, sizeof(t)))
		e->space_type = t[0] == 'C' ? DS_SPACE_CYL : DS_SPACE_TRACK;
	e->space_pri = (uint32_t)number(line, "SPACE-PRI", e->space_pri);
	e->space_sec = (uint32_t)number(line, "SPACE-SEC", e->space_sec);
	e->physrec = (uint32_t)number(line, "PHYREC-SIZE", e->physrec);
	e->physrecs_per_trk =
	    (uint32_t)number(line, "PHYRECS/TRK", e->physrecs_per_trk);
	e->tracks_per_ca =
	    (uint32_t)number(line, "TRACKS/CA", e->tracks_per_ca);
	if (value(line, "VOLSER", t, sizeof(t))) {
		v = ds_entry_add_volume(e);
		snprintf(v->volser, sizeof(v->volser), "%.6s", t);
	}
	if (e->nvolumes == 0)
		return;
	v = &e->volumes[e->nvolumes - 1];
	v->devtype = (uint32_t)number(line, "DEVTYPE", v->devtype);
	if (strstr(line, "LOW-CCHH") != NULL) {
		memset(&x, 0, sizeof(x));
		x.low_cchh = (uint32_t)number(line, "LOW-CCHH", 0);
		x.low_rba = number(line, "LOW-RBA", 0);
		x.tracks = (uint32_t)number(line, "TRACKS", 0);
		assert_true(ds_entry_add_extent(v, &x));
	}
	if (strstr(line, "HIGH-CCHH") != NULL && v->nextents > 0) {
		v->extents[v->nextents - 1].high_cchh =
		    (uint32_t)number(line, "HIGH-CCHH", 0);
		v->extents[v->nextents - 1].high_rba =
		    number(line, "HIGH-RBA", 0);
	}
}

/* "DATA-----A.B" at print column 8. */
static bool
read_association(struct ds_entry *e, const char *line)
{
	if (strncmp(line + 1, "       ", 7) != 0 || line[8] == ' ' ||
	    strncmp(line + 17, "AWS.", 4) != 0)
		return false;
	return ds_entry_add_assoc(e, type_of(line + 8), line + 17);
}

static void
read_line(struct ds_entry *e, const char *line)
{
	char padded[200];

	snprintf(padded, sizeof(padded), "%.150s ", line);
	if (strncmp(line + 6, "IN-CAT --- ", 11) == 0) {
		snprintf(e->catalog, sizeof(e->catalog), "%.44s", line + 17);
		return;
	}
	if (read_association(e, line))
		return;
	read_history(e, padded);
	read_attributes(e, padded);
	read_statistics(e, padded);
	read_space(e, padded);
}

static char *
mask_lbackup(char *text)
{
	char *p = text;

	while ((p = strstr(p, "LBACKUP ---")) != NULL) {
		p += 11;
		memset(p, 'x', strcspn(p, "\n"));
	}
	return text;
}

struct relist {
	struct sysprint *sp;
	struct ds_entry *ent;
	uint64_t counts[LISTCAT_COUNTS];
	uint32_t data_cis_per_ca;
	int entries;
};

static void
list_entry(struct relist *r)
{
	struct listcat_form form = {LISTCAT_ALL, false, r->data_cis_per_ca};

	if (r->ent == NULL)
		return;
	if (r->ent->type == DS_DATA)
		r->data_cis_per_ca = r->ent->cis_per_ca;
	listcat_entry(r->sp, r->ent, &form);
	r->counts[listcat_kind(r->ent->type)]++;
	r->entries++;
	ds_entry_free(&r->ent);
}

static void
relist_line(struct relist *r, const char *line)
{
	if (line[0] == '1' || line[0] == '-' || line[0] == '\0')
		return;
	if (line[0] == '0' && line[1] != ' ' && line[1] != '\0' &&
	    type_of(line + 1) != 0) {
		list_entry(r);
		r->ent = ds_entry_new();
		assert_non_null(r->ent);
		r->ent->type = type_of(line + 1);
		snprintf(
		    r->ent->name, sizeof(r->ent->name), "%.44s", line + 17);
	} else if (strstr(line, "THE NUMBER OF ENTRIES") != NULL) {
		list_entry(r);
	} else if (r->ent != NULL) {
		read_line(r->ent, line);
	}
}

static char *
slurp(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text;
	size_t n;

	if (f == NULL)
		return NULL;
	text = calloc(1, 1000000);
	assert_non_null(text);
	n = fread(text, 1, 999999, f);
	fclose(f);
	text[n] = '\0';
	return text;
}

/* Fails with the first line that differs. */
static void
compare_lines(const char *got, const char *want)
{
	int line = 1;
	size_t g, w;

	while (*got != '\0' || *want != '\0') {
		g = strcspn(got, "\n");
		w = strcspn(want, "\n");
		if (g != w || memcmp(got, want, g) != 0)
			fail_msg("line %d:\n got [%.*s]\nwant [%.*s]", line,
			    (int)g, got, (int)w, want);
		got += g + (got[g] == '\n');
		want += w + (want[w] == '\n');
		line++;
	}
}

static void
relisted_entries_equal_a_zos_listing_line_by_line(void **state)
{
	struct capture cap = {0};
	struct sysprint_opts o = {true, true, false, capture_write, &cap};
	struct relist r = {0};
	char *want = slurp(LISTING), *copy, *line, *next;

	(void)state;
	assert_non_null(want);
	setenv("CATAMOUNT_CLOCK", "2022-09-01T15:36:44", 1);
	r.sp = sysprint_new(&o);
	sysprint_command(r.sp);
	line = copy = strdup(want);
	for (; line != NULL && *line != '\0'; line = next) {
		next = strchr(line, '\n');
		if (next != NULL)
			*next++ = '\0';
		if (strncmp(line, "    LISTCAT", 11) == 0 ||
		    strcmp(line, "            ALL") == 0)
			sysprint_echo(r.sp, line + 1, strlen(line + 1));
		else if (line[0] == '-' && r.entries == 0 && r.ent == NULL)
			sysprint_list(r.sp, line + 1);
		else
			relist_line(&r, line);
	}
	listcat_counts(r.sp, r.counts);
	sysprint_unlist(r.sp);
	sysprint_msgv(r.sp, MSG_IDC0001I, "0", NULL);
	sysprint_command(r.sp);
	sysprint_msgv(r.sp, MSG_IDC0002I, "0", NULL);
	assert_int_equal(r.entries, 209);
	compare_lines(mask_lbackup(cap.text), mask_lbackup(want));
	sysprint_free(&r.sp);
	capture_free(&cap);
	free(copy);
	free(want);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(relisted_entries_equal_a_zos_listing_line_by_line),
	};

	if (access(LISTING, R_OK) != 0) {
		printf("1..0 # SKIP no " LISTING "\n");
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}

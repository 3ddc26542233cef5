/*
 * IEBGENER: SYSUT1 to SYSUT2, as it stands, in parts or edited.
 *
 * A copy never shortens a record: what does not fit is IEB311I, before anything
 * is written. An output that is not whole is not closed, so the old content
 * stays.
 */
#include <stdio.h>
#include <string.h>

#include "base/codepage.h"
#include "utilities/iebgener_int.h"

static const struct utility_form form = {.title = "DATA SET UTILITY - GENERATE",
    .title_column = 1,
    .page_column = 99,
    .page = "PAGE ",
    .digits = 4,
    .open = MSG_IEB316I};

struct gener {
	struct utility u;
	struct arena *arena;
	struct dd_text in_text, out_text;
	struct ds_attrs from, to; /* by catalog and SPEC; to: of the open one */
	struct ds_file *in, *out;
	struct ds_library *lib; /* of MEMBER */
	struct gener_plan plan;
	uint8_t rec[RECORD_MOST];
};

/* --- data control blocks ---------------------------------------------------
 */

/* F, V, U; 0: not known. */
static char
kind_of(const struct ds_attrs *a)
{
	switch (a->recfm) {
	case DS_RECFM_F:
	case DS_RECFM_FB:
	case DS_RECFM_FBS:
		return 'F';
	case DS_RECFM_V:
	case DS_RECFM_VB:
	case DS_RECFM_VS:
	case DS_RECFM_VBS:
		return 'V';
	case DS_RECFM_U:
		return 'U';
	default:
		return 0;
	}
}

/*
 * May records of one go to the other as they are? What is no data set's (VSAM,
 * text of a file) has no format that could conflict; each record is looked at
 * when it is put.
 */
static bool
may_copy(const struct ds_attrs *from, const struct ds_attrs *to)
{
	const char f = kind_of(from), t = kind_of(to);

	if (from->dummy || to->dummy || from->vsam || to->vsam || from->text ||
	    f == 0 || t == 0)
		return true;
	if (f == 'F')
		return t == 'F' ? from->lrecl == to->lrecl : t == 'U';
	return f == t && (from->lrecl <= to->lrecl || to->lrecl == 0);
}

/* Did SYSUT2 lack something that came from SYSUT1? */
static void
warn_of_copied(struct gener *g)
{
	struct ds_attrs said = {0};

	if (ds_dd_attrs(g->u.run->dds, "SYSUT2", &said, NULL) != DS_OK ||
	    said.dummy || said.vsam)
		return;
	if (said.unsaid || said.recfm == DS_RECFM_NONE ||
	    (said.lrecl == 0 && said.recfm != DS_RECFM_U))
		utility_msg(&g->u, MSG_IEB352I, NULL);
}

/* --- records ---------------------------------------------------------------
 */

static bool
put(struct gener *g, const void *data, uint32_t len)
{
	enum ds_status st = ds_put(g->out, data, len, &g->u.diag);

	if (st == DS_OK)
		return true;
	if (st == DS_BADLENGTH)
		utility_msg(&g->u, MSG_IEB311I, NULL);
	utility_failed(&g->u, "SYSUT2", st);
	return false;
}

/* The next record; false: the end, or a failure that was said. */
static bool
get(struct gener *g, struct ds_rec *recp)
{
	enum ds_status st;

	if (utility_stopped(&g->u))
		return false;
	if ((st = ds_get(g->in, recp, &g->u.diag)) == DS_OK)
		return true;
	if (st != DS_EOD)
		utility_failed(&g->u, "SYSUT1", st);
	return false;
}

static bool
well(const struct gener *g)
{
	return !g->u.abended && g->u.cc < UT_FAILED;
}

static void
copy_all(struct gener *g)
{
	struct ds_rec rec;

	while (get(g, &rec) && put(g, rec.data, rec.len))
		continue;
}

/* False: there is nothing behind it, or it failed. */
static bool
copy_group(struct gener *g, const struct record_group *group)
{
	const struct ds_attrs *to = ds_attrs(g->out);
	uint32_t lrecl = to->lrecl;
	struct ds_rec rec;

	if (kind_of(to) == 'V' && lrecl > 4)
		lrecl -= 4;
	if (lrecl == 0 || lrecl > sizeof(g->rec))
		lrecl = sizeof(g->rec);
	while (get(g, &rec)) {
		bool last = record_ends(group, &rec);

		if (group->fields != NULL) {
			rec.len = record_edit(group->fields, rec.data, rec.len,
			    g->rec, lrecl, kind_of(to) == 'F',
			    g->out_text.blank);
			rec.data = g->rec;
		}
		if (!put(g, rec.data, rec.len))
			return false;
		if (last)
			return true;
	}
	return false;
}

/* --- what goes where -------------------------------------------------------
 */

/* Do all fields end inside the records of the output? */
static bool
fields_fit(struct gener *g)
{
	const struct gener_member *m;
	const struct record_group *gr;
	const struct record_field *f;
	uint32_t lrecl = g->to.lrecl;

	if (kind_of(&g->to) == 'V' && lrecl > 4)
		lrecl -= 4;
	if (lrecl == 0 || lrecl > RECORD_MOST)
		lrecl = RECORD_MOST;
	for (m = g->plan.members; m != NULL; m = m->next)
		for (gr = m->groups; gr != NULL; gr = gr->next)
			for (f = gr->fields; f != NULL; f = f->next)
				if ((uint64_t)f->to + f->out_len > lrecl) {
					utility_note(&g->u, UT_FAILED,
					    "A FIELD ENDS BEHIND THE RECORDS "
					    "OF SYSUT2, WHICH HAVE %u BYTES",
					    lrecl);
					return false;
				}
	return true;
}

/* CLOSE stows the member of a DD: a full directory is its abend. */
static void
close_sequential(struct gener *g)
{
	enum ds_status st = ds_close(&g->out, &g->u.diag);

	if (st == DS_DIRFULL) {
		program_log_msg(
		    g->u.run, MSG_IEC217I, "SYSUT2", g->u.diag.name);
		utility_abend(&g->u, ABEND_STOW, 0x0C, g->u.diag.text);
	} else if (st != DS_OK) {
		utility_failed(&g->u, "SYSUT2", st);
	}
}

static void
write_sequential(struct gener *g)
{
	const struct gener_member *m = g->plan.members;
	const struct record_group *group = m != NULL ? m->groups : NULL;

	g->out = utility_open(&g->u, "SYSUT2", DS_OUTPUT | DS_SEQ, &g->from);
	if (g->out == NULL)
		return;
	g->to = *ds_attrs(g->out);
	if (!g->plan.edits && !may_copy(&g->from, &g->to))
		utility_msg(&g->u, MSG_IEB311I, NULL);
	else if (group == NULL)
		copy_all(g);
	else if (fields_fit(g))
		for (; group != NULL && copy_group(g, group);
		     group = group->next)
			continue;
	if (well(g))
		close_sequential(g);
	utility_drop(&g->u, &g->out);
}

/* False: it failed, or the input has ended. */
static bool
write_member(struct gener *g, const struct gener_member *m)
{
	const struct record_group *group;
	enum ds_status st;
	bool more = true;

	st = ds_member_open(
	    g->lib, m->name, DS_OUTPUT | DS_SEQ, &g->out, &g->u.diag);
	if (st != DS_OK) {
		utility_open_failed(&g->u, "SYSUT2", st);
		return false;
	}
	for (group = m->groups; more && group != NULL; group = group->next)
		more = copy_group(g, group);
	if (well(g))
		utility_close(&g->u, &g->out, m->name);
	ds_abandon(&g->out);
	for (unsigned i = 0; well(g) && i < m->naliases; i++) {
		st = ds_member_alias(g->lib, m->alias[i], m->name, &g->u.diag);
		if (st != DS_OK)
			utility_failed(&g->u, m->alias[i], st);
	}
	return more && well(g);
}

/* Without a member its records are directory blocks; those of members count. */
static void
take_library(struct gener *g)
{
	const struct ds_entry *ent = ds_library_entry(g->lib);

	g->to.recfm = ent->recfm;
	g->to.lrecl = ent->lrecl;
}

static void
write_library(struct gener *g)
{
	const struct gener_member *m;
	char dsn[DSNAME_MAX + 1];
	enum ds_status st;

	if (utility_place(&g->u, "SYSUT2", dsn) != UT_LIBRARY) {
		utility_note(
		    &g->u, UT_FAILED, "MEMBER NEEDS A PARTITIONED SYSUT2");
		return;
	}
	if ((g->lib = utility_library(&g->u, "SYSUT2", dsn, &g->from)) == NULL)
		return;
	take_library(g);
	if (!g->plan.edits && !may_copy(&g->from, &g->to))
		utility_msg(&g->u, MSG_IEB311I, NULL);
	else if (fields_fit(g))
		for (m = g->plan.members; m != NULL && write_member(g, m);
		     m = m->next)
			continue;
	st = ds_library_close(&g->lib, &g->u.diag);
	if (st != DS_OK)
		utility_failed(&g->u, "SYSUT2", st);
}

/* SYSUT2's code page rules text of a file, and literals. */
static bool
open_input(struct gener *g)
{
	struct utility *u = &g->u;
	struct dd_table *dds = u->run->dds;
	enum ds_status st;

	st = ds_dd_attrs(dds, "SYSUT2", &g->to, &u->diag);
	if (st == DS_OPEN_NODD) {
		utility_open_failed(u, "SYSUT2", st);
		return false;
	}
	g->in = utility_open(u, "SYSUT1", DS_INPUT | DS_SEQ, &g->to);
	if (g->in == NULL)
		return false;
	g->from = *ds_attrs(g->in);
	st = dd_text_table(g->from.ccsid, &g->in_text, &u->diag);
	if (st == DS_OK)
		st = dd_text_table(g->to.ccsid, &g->out_text, &u->diag);
	if (st != DS_OK)
		utility_failed(u, "CODE PAGE", st);
	return st == DS_OK;
}

void
program_iebgener(struct program_run *run, struct program_end *endp)
{
	struct gener g = {.arena = arena_new()};
	struct utility *u = &g.u;

	if (!utility_begin(u, run, &form) || g.arena == NULL) {
		utility_cc(u, UT_FAILED);
		goto out;
	}
	if (!utility_sysin(u, "SYSIN") || !open_input(&g) ||
	    !gener_read(u, g.arena, &g.in_text, &g.out_text, &g.plan))
		goto out;
	warn_of_copied(&g);
	if (g.plan.partitioned)
		write_library(&g);
	else
		write_sequential(&g);
	if (well(&g)) {
		utility_text(u, ' ', "", 0);
		utility_line(u, ' ', "PROCESSING ENDED AT EOD");
	}
out:
	ds_abandon(&g.in);
	arena_free(&g.arena);
	utility_end(u, endp);
}

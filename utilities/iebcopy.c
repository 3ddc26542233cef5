/*
 * IEBCOPY: members from library to library, compressed in place, unloaded to
 * and loaded from sequential data sets.
 *
 * A member is stored whole or not at all. What was stored before a failure
 * stays, as on z/OS; IEB154I names it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/locate.h"
#include "utilities/iebcopy_int.h"

static const struct utility_form form = {
    .title = "IEBCOPY MESSAGES AND CONTROL STATEMENTS",
    .title_column = 24,
    .page_column = 109,
    .page = "PAGE ",
    .digits = -5,
    .open = MSG_COUNT, /* its number is not known */
    .failed = COPY_FAILED};

bool
copy_well(const struct copy *c)
{
	return !c->u.abended && c->u.cc < COPY_FAILED;
}

void
copy_failed(struct copy *c, const char *what, enum ds_status st)
{
	utility_failed(&c->u, what, st);
}

/* --- which members ---------------------------------------------------------
 */

bool
copy_takes(
    struct copy *c, const struct ds_member *m, char *toname, bool *replacep)
{
	struct copy_name *n;
	/* COPYGRP takes an alias by the name of its member, too */
	const char *main = c->op->group && m->alias ? m->main : "";

	memcpy(toname, m->name, sizeof(m->name));
	*replacep = c->input->replace;
	for (n = c->step->exclude; n != NULL; n = n->next)
		if (ds_member_match(n->name, m->name) ||
		    ds_member_match(n->name, main))
			return false;
	if (c->step->select == NULL)
		return true;
	for (n = c->step->select; n != NULL; n = n->next) {
		/* found in one input it is not looked for in the next */
		if ((n->found != NULL && n->found != c->input &&
			!ds_member_generic(n->name)) ||
		    (!ds_member_match(n->name, m->name) &&
			!ds_member_match(n->name, main)))
			continue;
		n->found = c->input;
		if (n->to[0] != '\0' && strcmp(n->name, m->name) == 0)
			memcpy(toname, n->to, sizeof(n->to));
		*replacep |= n->replace;
		return true;
	}
	return false;
}

bool
copy_may_write(
    struct copy *c, const struct ds_member *m, const char *to, bool replace)
{
	struct ds_member there;
	enum ds_status st;

	c->members++;
	st = ds_member_find(c->out, to, &there, &c->u.diag);
	if (st == DS_NOTFOUND || (st == DS_OK && replace))
		return true;
	if (st != DS_OK)
		copy_failed(c, m->name, st);
	else if (c->op->list)
		utility_note(&c->u, c->noreplace4 ? UT_WARNING : UT_OK,
		    "** %s IS IN THE OUTPUT DATA SET AND WAS NOT REPLACED", to);
	return false;
}

static void
say_stored(struct copy *c, const struct ds_member *m, const char *to)
{
	char padded[MEMBER_MAX + 1];

	c->copied++;
	if (!c->op->list)
		return;
	snprintf(padded, sizeof(padded), "%-8s", to);
	utility_msg(&c->u, MSG_IEB154I, padded, c->done, NULL);
	if (strcmp(m->name, to) != 0)
		utility_note(&c->u, UT_OK, "** FROM MEMBER %s", m->name);
}

bool
copy_stored(struct copy *c, const struct ds_member *m, const char *to)
{
	enum ds_status st = DS_OK;

	if (m->user_len > 0)
		st = ds_member_user(
		    c->out, to, m->user, m->user_len, &c->u.diag);
	if (st != DS_OK)
		copy_failed(c, to, st);
	else
		say_stored(c, m, to);
	return st == DS_OK;
}

bool
copy_alias(struct copy *c, const struct ds_member *m, const char *alias,
    const char *main)
{
	/* an alias is given to a name that is free */
	enum ds_status st = ds_member_delete(c->out, alias, &c->u.diag);

	if (st == DS_OK || st == DS_NOTFOUND)
		st = ds_member_alias(c->out, alias, main, &c->u.diag);
	if (st != DS_OK) {
		copy_failed(c, alias, st);
		return false;
	}
	return copy_stored(c, m, alias);
}

/* --- contents and their aliases --------------------------------------------
 */

bool
copy_note_content(struct copy *c, uint64_t id, const char *to)
{
	struct copy_content *more;

	if (c->ncontents == c->room) {
		c->room = c->room * 2 + 64;
		more = realloc(c->contents, c->room * sizeof(*more));
		if (more == NULL) {
			copy_failed(c, to, DS_NOMEM);
			return false;
		}
		c->contents = more;
	}
	c->contents[c->ncontents].id = id;
	snprintf(c->contents[c->ncontents].to, MEMBER_MAX + 1, "%s", to);
	c->ncontents++;
	return true;
}

static int
by_id(const void *a, const void *b)
{
	const struct copy_content *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

void
copy_sort_contents(struct copy *c)
{
	if (c->ncontents > 1)
		qsort(c->contents, c->ncontents, sizeof(*c->contents), by_id);
}

struct copy_content *
copy_find_content(const struct copy *c, uint64_t id)
{
	const struct copy_content key = {.id = id};

	return c->ncontents == 0 ? NULL
				 : bsearch(&key, c->contents, c->ncontents,
				       sizeof(*c->contents), by_id);
}

/* --- copying ---------------------------------------------------------------
 */

static bool
copy_records(struct copy *c, const char *from, const char *to)
{
	struct ds_file *in = NULL, *out = NULL;
	struct ds_diag *diag = &c->u.diag;
	struct ds_rec rec;
	enum ds_status st;

	st = ds_member_open(c->in, from, DS_INPUT | DS_SEQ, &in, diag);
	if (st == DS_OK)
		st = ds_member_open(c->out, to, DS_OUTPUT | DS_SEQ, &out, diag);
	while (st == DS_OK && !utility_stopped(&c->u) &&
	       (st = ds_get(in, &rec, diag)) == DS_OK)
		st = ds_put(out, rec.data, rec.len, diag);
	if (st == DS_EOD)
		st = ds_close(&out, diag);
	ds_abandon(&out);
	ds_abandon(&in);
	if (st != DS_OK && !c->u.abended)
		copy_failed(c, from, st);
	return st == DS_OK && !c->u.abended;
}

/* Members first, by name; then what is another name of one of them. An alias
 * whose member was not stored becomes a member. */
static void
copy_one(struct copy *c, const struct ds_member *m, bool aliases)
{
	char to[MEMBER_MAX + 1];
	const struct copy_content *of_it;
	struct ds_member of;
	bool replace, as_alias;

	as_alias = m->alias &&
		   ds_member_find(c->in, m->main, &of, NULL) == DS_OK &&
		   of.id == m->id && !of.alias;
	if (as_alias != aliases || !copy_takes(c, m, to, &replace) ||
	    !copy_may_write(c, m, to, replace))
		return;
	of_it = as_alias ? copy_find_content(c, m->id) : NULL;
	if (of_it != NULL)
		copy_alias(c, m, to, of_it->to);
	else if (copy_records(c, m->name, to) && copy_stored(c, m, to) &&
		 !as_alias)
		copy_note_content(c, m->id, to);
}

static void
copy_members(struct copy *c)
{
	c->ncontents = 0;
	for (int aliases = 0; copy_well(c) && aliases <= 1; aliases++) {
		struct ds_member m = {0};
		enum ds_status st = DS_OK;

		while (copy_well(c) && (st = ds_member_next(c->in, m.name, &m,
					    &c->u.diag)) == DS_OK)
			copy_one(c, &m, aliases == 1);
		if (copy_well(c) && st != DS_EOD)
			copy_failed(c, c->input->dd, st);
		copy_sort_contents(c);
	}
}

/* May records of one be records of the other, as they are? */
static bool
alike(const struct ds_entry *a, const struct ds_entry *b)
{
	static const char kinds[] = {[DS_RECFM_NONE] = 0,
	    [DS_RECFM_F] = 'F',
	    [DS_RECFM_FB] = 'F',
	    [DS_RECFM_FBS] = 'F',
	    [DS_RECFM_V] = 'V',
	    [DS_RECFM_VB] = 'V',
	    [DS_RECFM_VS] = 'S',
	    [DS_RECFM_VBS] = 'S',
	    [DS_RECFM_U] = 'U'};

	if (kinds[a->recfm] != kinds[b->recfm])
		return false;
	return kinds[a->recfm] == 'F'   ? a->lrecl == b->lrecl
	       : kinds[a->recfm] == 'U' ? true
					: a->lrecl <= b->lrecl;
}

/* --- what stands in front and behind ---------------------------------------
 */

static const char *
kind_of(struct ds_library *lib)
{
	return (ds_library_entry(lib)->flags & DS_A_LIBRARY) != 0 ? "PDSE"
								  : "PDS ";
}

static const char *
volume_of(struct ds_library *lib)
{
	const struct ds_entry *ent = ds_library_entry(lib);

	return ent->nvolumes > 0 ? ent->volumes[0].volser : "";
}

/* Tracks of its extents that hold nothing. */
static uint64_t
unused_tracks(struct copy *c)
{
	struct ds_entry *ent = NULL;
	uint64_t all = 0, used = 0, bytes;

	if (ds_find(c->u.run->sys, NULL, c->out_dsn, &ent, NULL) != DS_OK)
		return 0;
	for (size_t v = 0; v < ent->nvolumes; v++)
		for (size_t e = 0; e < ent->volumes[v].nextents; e++)
			all += ent->volumes[v].extents[e].tracks;
	bytes = (uint64_t)ent->cisize * ent->cis_per_ca;
	if (ent->stats_known && bytes > 0)
		used =
		    (ent->stats.hurba + bytes - 1) / bytes * ent->tracks_per_ca;
	ds_entry_free(&ent);
	return all > used ? all - used : 0;
}

/* What is left in the output; a PDSE's directory has no end. */
static void
say_unused(struct copy *c, uint32_t blocks)
{
	char number[24];

	if ((ds_library_entry(c->out)->flags & DS_A_LIBRARY) != 0)
		return;
	snprintf(number, sizeof(number), "%" PRIu64, unused_tracks(c));
	utility_msg(&c->u, MSG_IEB144I, number, c->op->out, NULL);
	snprintf(number, sizeof(number), "%" PRIu32, blocks);
	utility_msg(&c->u, MSG_IEB149I, number, NULL);
}

static uint32_t
unused_blocks(struct copy *c)
{
	uint32_t used = 0, total = 0;

	if (ds_library_blocks(c->out, &used, &total, NULL) != DS_OK)
		return 0;
	return total > used ? total - used : 0;
}

static void
say_counts(struct copy *c)
{
	char copied[24], members[24];

	if (c->members == 0) {
		utility_msg(&c->u, MSG_IEB159I, c->input->dd, NULL);
		return;
	}
	snprintf(copied, sizeof(copied), "%" PRIu64, c->copied);
	snprintf(members, sizeof(members), "%" PRIu64, c->members);
	utility_msg(
	    &c->u, MSG_IEB1098I, copied, members, c->done, c->input->dd, NULL);
}

/* --- operations ------------------------------------------------------------
 */

/* Is the DD's data set partitioned? False: there is no such DD, which was said.
 */
static bool
place(struct copy *c, const char *dd, char dsn[DSNAME_MAX + 1], bool *libp)
{
	const enum utility_place p = utility_place(&c->u, dd, dsn);

	if (p == UT_NODD)
		utility_open_failed(&c->u, dd, DS_OPEN_NODD);
	*libp = p == UT_LIBRARY;
	return p != UT_NODD;
}

static void
compress(struct copy *c)
{
	struct utility *u = &c->u;
	struct ds_compressed done = {0};
	enum ds_status st;

	if (c->step->select != NULL || c->step->exclude != NULL) {
		utility_note(u, COPY_FAILED,
		    "MEMBERS ARE NOT CHOSEN WHEN A DATA SET IS COMPRESSED");
		return;
	}
	c->out = utility_library(u, c->op->out, c->out_dsn, NULL);
	if (c->out == NULL)
		return;
	utility_msg(u, MSG_IEB1018I, kind_of(c->out), c->op->out,
	    volume_of(c->out), c->out_dsn, NULL);
	ds_library_abandon(&c->out); /* nobody is to have it open */
	st = ds_pds_compress(u->run->sys, c->out_dsn, &done, &u->diag);
	if (st != DS_OK) {
		copy_failed(c, "COMPRESS", st);
		return;
	}
	if (done.library)
		utility_note(u, UT_OK, "** A PDSE HAS NOTHING TO COMPRESS");
	c->out = utility_library(u, c->op->out, c->out_dsn, NULL);
	if (c->out != NULL)
		say_unused(c, unused_blocks(c));
	ds_library_abandon(&c->out);
}

/* A library to a library. */
static void
copy_library(struct copy *c)
{
	struct utility *u = &c->u;

	if ((c->in = utility_library(u, c->input->dd, c->in_dsn, NULL)) == NULL)
		return;
	utility_msg(u, MSG_IEB1013I, kind_of(c->in), c->input->dd,
	    volume_of(c->in), c->in_dsn, NULL);
	utility_msg(u, MSG_IEB1014I, kind_of(c->out), c->op->out,
	    volume_of(c->out), c->out_dsn, NULL);
	if (!alike(ds_library_entry(c->in), ds_library_entry(c->out))) {
		utility_note(u, COPY_FAILED,
		    "RECFM OR LRECL OF %s AND %s ARE NOT ALIKE", c->input->dd,
		    c->op->out);
	} else {
		if (c->op->list)
			utility_msg(
			    u, MSG_IEB167I, c->done, c->input->dd, NULL);
		copy_members(c);
		say_counts(c);
	}
	ds_library_abandon(&c->in);
}

/* One input into the library that is open for output. */
static void
copy_input(struct copy *c)
{
	struct ds_file *file;
	bool lib;

	c->members = c->copied = 0;
	c->done = "COPIED";
	if (!place(c, c->input->dd, c->in_dsn, &lib))
		return;
	if (strcmp(c->in_dsn, c->out_dsn) == 0) {
		utility_note(&c->u, COPY_FAILED,
		    "%s AND %s ARE THE SAME DATA SET, AMONG OTHER INPUTS",
		    c->input->dd, c->op->out);
		return;
	}
	if (lib) {
		copy_library(c);
		return;
	}
	c->done = "LOADED";
	file = utility_open(&c->u, c->input->dd, DS_INPUT | DS_SEQ, NULL);
	if (file == NULL)
		return;
	copy_load(c, file);
	if (copy_well(c))
		say_counts(c);
}

static void
say_not_found(struct copy *c)
{
	const struct copy_name *n;
	char padded[MEMBER_MAX + 1];

	for (n = c->step->select; n != NULL; n = n->next)
		if (n->found == NULL) {
			snprintf(padded, sizeof(padded), "%-8s", n->name);
			utility_msg(&c->u, MSG_IEB177I, padded, NULL);
		}
}

/* What members that come first are like, for an output that has none yet and
 * of which nobody has said what its records are. */
static struct ds_attrs
like_input(struct copy *c)
{
	struct ds_attrs like = {.recfm = DS_RECFM_NONE};
	struct ds_entry *ent = NULL;
	bool lib;

	if (!place(c, c->input->dd, c->in_dsn, &lib))
		return like;
	if (!lib)
		copy_load_like(c, &like);
	else if (ds_find(c->u.run->sys, NULL, c->in_dsn, &ent, NULL) == DS_OK)
		like = utility_like(ent);
	ds_entry_free(&ent);
	return like;
}

static void
copy_to_library(struct copy *c)
{
	const struct ds_attrs like = like_input(c);
	uint32_t blocks = 0;
	enum ds_status st;

	if (!copy_well(c) || (c->out = utility_library(&c->u, c->op->out,
				  c->out_dsn, &like)) == NULL)
		return;
	ds_library_defer(c->out);
	for (c->step = c->op->steps; copy_well(c) && c->step != NULL;
	     c->step = c->step->next) {
		for (c->input = c->step->inputs;
		     copy_well(c) && c->input != NULL;
		     c->input = c->input->next)
			copy_input(c);
		if (copy_well(c))
			say_not_found(c);
	}
	blocks = unused_blocks(c);
	say_unused(c, blocks);
	st = ds_library_close(&c->out, &c->u.diag);
	if (st != DS_OK)
		copy_failed(c, c->op->out, st);
}

static void
unload(struct copy *c, bool lib)
{
	c->done = "UNLOADED";
	c->members = c->copied = 0;
	if (!lib) {
		utility_note(&c->u, COPY_FAILED,
		    "NEITHER %s NOR %s IS PARTITIONED", c->input->dd,
		    c->op->out);
		return;
	}
	if (c->step->next != NULL || c->input->next != NULL) {
		utility_note(&c->u, COPY_FAILED,
		    "ONE DATA SET IS UNLOADED, NOT SEVERAL");
		return;
	}
	if ((c->in = utility_library(&c->u, c->input->dd, c->in_dsn, NULL)) ==
	    NULL)
		return;
	utility_msg(&c->u, MSG_IEB1013I, kind_of(c->in), c->input->dd,
	    volume_of(c->in), c->in_dsn, NULL);
	if (c->op->list)
		utility_msg(&c->u, MSG_IEB167I, c->done, c->input->dd, NULL);
	copy_unload(c, c->op->out);
	if (copy_well(c)) {
		say_not_found(c);
		say_counts(c);
	}
	ds_library_abandon(&c->in);
}

static void
run_op(struct copy *c)
{
	bool to_lib, from_lib;

	c->step = c->op->steps;
	c->input = c->step->inputs;
	if (!place(c, c->op->out, c->out_dsn, &to_lib) ||
	    !place(c, c->input->dd, c->in_dsn, &from_lib))
		return;
	if (!to_lib)
		unload(c, from_lib);
	else if (strcmp(c->in_dsn, c->out_dsn) == 0 && c->step->next == NULL &&
		 c->input->next == NULL)
		compress(c);
	else
		copy_to_library(c);
}

void
program_iebcopy(struct program_run *run, struct program_end *endp)
{
	struct copy c = {.arena = arena_new()};
	struct utility *u = &c.u;
	const struct copy_op *op;
	char cc[16];

	if (!utility_begin(u, run, &form) || c.arena == NULL) {
		utility_cc(u, COPY_FAILED);
		goto out;
	}
	if (copy_read_parm(&c) && utility_sysin(u, "SYSIN"))
		while (copy_well(&c) && (op = copy_read(&c)) != NULL) {
			c.op = op;
			run_op(&c);
		}
	ds_library_abandon(&c.in);
	ds_library_abandon(&c.out);
	if (u->cc > COPY_FAILED)
		u->cc = COPY_FAILED;
	snprintf(cc, sizeof(cc), "%d", u->cc);
	utility_msg(u, MSG_IEB147I, cc, NULL);
out:
	free(c.contents);
	arena_free(&c.arena);
	utility_end(u, endp);
}

/* IEBUPDTE: the old and the new master. */
#include <stdio.h>
#include <string.h>

#include "utilities/iebupdte_int.h"

bool
updte_is_old_needed(const struct updte *up)
{
	return strcmp(up->f.op, "CHANGE") == 0 ||
	       strcmp(up->f.op, "REPRO") == 0;
}

/* The name in the new master. */
const char *
updte_new_name(const struct updte *up)
{
	return up->f.member[0] != '\0' ? up->f.member : up->f.name;
}

bool
updte_to_library(const struct updte *up)
{
	return up->f.in_place ? up->old_place == UT_LIBRARY
			      : up->new_place == UT_LIBRARY;
}

/* Libraries are opened when a function needs them, and stay open. */
/* The old one in front: what the new one's records are may come from it. */
static bool
open_old_library(struct updte *up)
{
	struct utility *u = &up->u;
	struct ds_attrs own = {.recfm = DS_RECFM_NONE};

	/* updated in place it is output */
	if (up->old_lib != up->new_lib && !up->old_output && up->f.in_place)
		ds_library_abandon(&up->old_lib);
	if (up->old_lib != NULL)
		return true;
	up->old_output = up->f.in_place;
	up->old_lib = utility_library(
	    u, "SYSUT1", up->old_dsn, up->old_output ? &own : NULL);
	return up->old_lib != NULL;
}

bool
updte_open_libraries(struct updte *up)
{
	struct utility *u = &up->u;
	const bool new_lib = up->new_place == UT_LIBRARY;
	const bool old_lib = up->old_place == UT_LIBRARY;
	const bool one =
	    new_lib && old_lib && strcmp(up->old_dsn, up->new_dsn) == 0;
	struct ds_attrs like = {.org = DS_ORG_PS,
	    .recfm = DS_RECFM_FB,
	    .lrecl = UPDTE_CARD,
	    .fixed = true};

	if (old_lib && !one) {
		if (!open_old_library(up))
			return false;
		like = utility_like(ds_library_entry(up->old_lib));
	}
	if (new_lib && up->new_lib == NULL)
		up->new_lib = utility_library(u, "SYSUT2", up->new_dsn, &like);
	if (one)
		up->old_lib = up->new_lib;
	return !new_lib || up->new_lib != NULL;
}

void
updte_close_libraries(struct updte *up)
{
	struct utility *u = &up->u;
	enum ds_status st;

	if (up->old_lib != up->new_lib &&
	    (st = ds_library_close(&up->old_lib, &u->diag)) != DS_OK)
		utility_failed(u, "SYSUT1", st);
	if ((st = ds_library_close(&up->new_lib, &u->diag)) != DS_OK)
		utility_failed(u, "SYSUT2", st);
	up->old_lib = NULL;
}

bool
updte_is_member(struct updte *up, struct ds_library *lib, const char *name)
{
	struct ds_member m;
	enum ds_status st = ds_member_find(lib, name, &m, &up->u.diag);

	if (st != DS_OK && st != DS_NOTFOUND)
		utility_failed(&up->u, name, st);
	return st == DS_OK;
}

/* Do names and masters fit the function? */
bool
updte_check_function(struct updte *up)
{
	const bool old_lib = up->old_place == UT_LIBRARY;
	const bool add = strcmp(up->f.op, "ADD") == 0;
	bool there;

	if ((updte_to_library(up) && updte_new_name(up)[0] == '\0') ||
	    (old_lib && up->f.name[0] == '\0' && updte_is_old_needed(up)))
		return updte_wrong(up, "NAME= IS MISSING");
	if (up->new_only)
		return !updte_is_old_needed(up) ||
		       updte_wrong(up, "PARM=NEW HAS NO OLD MASTER");
	if (!old_lib)
		return !add || updte_to_library(up) ||
		       updte_wrong(
			   up, "ADD TO A SEQUENTIAL DATA SET NEEDS PARM=NEW");
	there = up->f.name[0] != '\0' &&
		updte_is_member(up, up->old_lib, up->f.name);
	if (!add && !there) {
		utility_note(&up->u, UT_WARNING,
		    "MEMBER NAME (%s) IS NOT IN THE OLD MASTER", up->f.name);
		return false;
	}
	if (add && there) {
		utility_note(&up->u, UT_WARNING,
		    "MEMBER NAME (%s) IS IN THE OLD MASTER: ADD REPLACES IT "
		    "WITH PARM=NEW ALONE",
		    up->f.name);
		return false;
	}
	return updte_well(up);
}

bool
updte_open_old(struct updte *up)
{
	struct utility *u = &up->u;
	enum ds_status st;

	if (up->old_place != UT_LIBRARY) {
		up->in = utility_open(u, "SYSUT1", DS_INPUT | DS_SEQ, NULL);
		return up->in != NULL;
	}
	st = ds_member_open(
	    up->old_lib, up->f.name, DS_INPUT | DS_SEQ, &up->in, &u->diag);
	if (st != DS_OK)
		utility_open_failed(u, "SYSUT1", st);
	return st == DS_OK;
}

bool
updte_open_new(struct updte *up)
{
	struct utility *u = &up->u;
	struct ds_library *lib = up->f.in_place ? up->old_lib : up->new_lib;
	const char *dd = up->f.in_place ? "SYSUT1" : "SYSUT2";
	enum ds_status st;

	if (!updte_to_library(up)) {
		up->out = utility_open(u, dd, DS_OUTPUT | DS_SEQ,
		    up->in != NULL ? ds_attrs(up->in)
				   : dd_cards_attrs(u->sysin));
		return up->out != NULL;
	}
	st = ds_member_open(
	    lib, updte_new_name(up), DS_OUTPUT | DS_SEQ, &up->out, &u->diag);
	if (st != DS_OK)
		utility_open_failed(u, dd, st);
	return st == DS_OK;
}

/* Records of a fixed length that have the sequence numbers. */
bool
updte_check_records(struct updte *up)
{
	const struct ds_attrs *a = ds_attrs(up->out);
	const uint16_t from = dd_cards_attrs(up->u.sysin)->ccsid;
	struct dd_text cards;
	enum ds_status st;

	if ((!a->fixed && !a->dummy) || a->lrecl > UPDTE_REC ||
	    (a->lrecl == 0 && !a->dummy)) {
		utility_note(&up->u, UT_FAILED,
		    "RECORDS OF THE NEW MASTER ARE NOT OF A FIXED LENGTH");
		return false;
	}
	up->lrecl = a->lrecl != 0 ? a->lrecl : UPDTE_CARD;
	if (up->f.seq.at + up->f.seq.len > up->lrecl ||
	    up->f.new_seq.at + up->f.new_seq.len > up->lrecl) {
		if (strcmp(up->f.op, "CHANGE") == 0)
			return updte_wrong(up,
			    "SEQFLD= IS BEHIND THE RECORDS OF THE NEW MASTER");
		up->f.seq = up->f.new_seq = (struct updte_field){0};
	}
	st = dd_text_table(a->ccsid, &up->text, &up->u.diag);
	if (st == DS_OK)
		st = dd_text_table(from, &cards, &up->u.diag);
	if (st != DS_OK) {
		utility_failed(&up->u, "CODE PAGE", st);
		return false;
	}
	for (int i = 0; i < 256; i++)
		up->xlate[i] = from == a->ccsid
				   ? (uint8_t)i
				   : up->text.to[(uint8_t)cards.from[i]];
	return true;
}

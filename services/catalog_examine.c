/* EXAMINE and VERIFY of catalogs. */
#include <stdio.h>
#include <string.h>

#include "services/catalogs.h"
#include "services/security_int.h"
#include "services/system_int.h"

struct looking {
	ds_catalog_fault_fn *fault;
	ds_stop_fn *stop;
	void *ctx;
	uint64_t faults;
};

static void
note_fault(void *ctx, const char *what)
{
	struct looking *l = ctx;

	l->faults++;
	l->fault(l->ctx, what);
}

static bool
ask(void *ctx)
{
	const struct looking *l = ctx;

	return l->stop != NULL && l->stop(l->ctx);
}

enum ds_status
ds_examine_catalog(struct ds_system *sys, const char *name, enum ds_test test,
    ds_catalog_fault_fn *fault, ds_stop_fn *stop, void *ctx,
    struct ds_examined *sump, struct ds_diag *diag)
{
	struct looking l = {.fault = fault, .stop = stop, .ctx = ctx};
	struct cat_examined sum = {0};
	enum ds_status st;

	st = security_catalog(sys, name, DS_ACCESS_CONTROL, diag);
	if (st == DS_OK)
		st = cat_examine(sys->cat,
		    strcmp(name, cat_master(sys->cat)) == 0 ? "" : name,
		    test == DS_TEST_DATA, note_fault, ask, &l, &sum, diag);
	if (st != DS_OK)
		return st;
	*sump = (struct ds_examined){.cis = sum.pages,
	    .empty_cis = sum.free_pages,
	    .records = sum.entries,
	    .bytes = sum.pages * sum.page_len,
	    .free_bytes = sum.free_pages * sum.page_len};
	return l.faults == 0 ? DS_OK
			     : ds_fail(diag, DS_CORRUPT, name,
				   "%llu faults of the catalog",
				   (unsigned long long)l.faults);
}

/* The first is told with the outcome. */
static void
keep_first(void *ctx, const char *what)
{
	char *text = ctx;

	if (text[0] == '\0')
		snprintf(text, sizeof(((struct ds_diag *)0)->text), "%s", what);
}

enum ds_status
ds_verify_catalog(
    struct ds_system *sys, const char *name, bool recover, struct ds_diag *diag)
{
	const char *in = strcmp(name, cat_master(sys->cat)) == 0 ? "" : name;
	char text[sizeof(((struct ds_diag *)0)->text)] = "";
	enum ds_status st;

	st = security_catalog(sys, name, DS_ACCESS_CONTROL, diag);
	if (st == DS_OK)
		st = cat_settle(sys->cat, in, diag);
	if (st == DS_OK && recover)
		st = cat_examine(
		    sys->cat, in, false, keep_first, NULL, text, NULL, diag);
	if (st == DS_OK && text[0] != '\0')
		st = ds_fail(diag, DS_CORRUPT, name, "%s", text);
	return st;
}

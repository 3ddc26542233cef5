/* dsvol check: volumes beside the catalogs, as lines or objects. */
#include <jansson.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/admin.h"
#include "services/check.h"

enum { LAST_COLUMN = 70 };

struct checking {
	const struct dsvol *d;
	bool ok; /* standard output took it */
};

static const char *
kind_word(enum ds_check_kind kind)
{
	static const char *const words[] = {
	    [DS_CHECK_FILE] = "no-entry",
	    [DS_CHECK_DAMAGED] = "damaged",
	    [DS_CHECK_ENTRY] = "no-file",
	    [DS_CHECK_EXTENTS] = "extents",
	    [DS_CHECK_NOBODY] = "nobody",
	    [DS_CHECK_LEDGER] = "ledger",
	    [DS_CHECK_TWICE] = "twice",
	    [DS_CHECK_VOLUME] = "no-volume",
	    [DS_CHECK_WORK] = "work",
	    [DS_CHECK_AREA] = "no-area",
	};

	return words[kind];
}

/* NULL is null. */
static const char *
or_null(const char *text)
{
	return text[0] != '\0' ? text : NULL;
}

static bool
found_object(const struct ds_check_found *f)
{
	return dsvol_print_object(
	    json_pack("{s:s, s:s, s:s, s:s?, s:s?, s:s, s:s?, s:b}", "type",
		"fault", "kind", kind_word(f->kind), "volser", f->volser,
		"name", or_null(f->name), "file", or_null(f->file), "text",
		f->text, "command", or_null(f->command), "mended", f->mended));
}

/* As cards of a deck: words in columns 3 to 70, "-" where it goes on. */
static void
print_command(const char *text)
{
	size_t at = 0, len;

	for (; *text != '\0'; text += len, text += *text == ' ') {
		len = strcspn(text, " ");
		if (at > 0 && at + 1 + len > LAST_COLUMN) {
			fputs(" -\n", stdout);
			at = 0;
		}
		at += (size_t)printf(
		    "%s%.*s", at > 0 ? " " : "  ", (int)len, text);
	}
	putchar('\n');
}

static void
found(void *ctx, const struct ds_check_found *f)
{
	struct checking *c = ctx;

	if (c->d->json) {
		c->ok &= found_object(f);
		return;
	}
	printf("%-6s %-8s %s%s%s: %s%s\n", f->volser, kind_word(f->kind),
	    f->name, f->name[0] != '\0' && f->file[0] != '\0' ? " " : "",
	    f->file[0] != '\0'           ? f->file
	    : f->name[0] != '\0'         ? ""
	    : f->kind == DS_CHECK_VOLUME ? "volume"
					 : "tracks",
	    f->text, f->mended ? " (mended)" : "");
	if (f->command[0] != '\0')
		print_command(f->command);
}

static bool
sum_object(const struct ds_checked *s)
{
	return dsvol_print_object(json_pack(
	    "{s:s, s:I, s:I, s:I, s:I, s:I, s:I}", "type", "checked", "volumes",
	    (json_int_t)s->volumes, "entries", (json_int_t)s->entries, "files",
	    (json_int_t)s->files, "extents", (json_int_t)s->extents, "found",
	    (json_int_t)s->found, "mended", (json_int_t)s->mended));
}

static void
print_sum(const struct ds_checked *s)
{
	printf("%" PRIu64 " volumes, %" PRIu64
	       " components of entries, %" PRIu64 " files, %" PRIu64
	       " extents: ",
	    s->volumes, s->entries, s->files, s->extents);
	if (s->found == 0)
		puts("nothing is wrong");
	else
		printf("%" PRIu64 " faults, %" PRIu64 " mended\n", s->found,
		    s->mended);
}

int
dsvol_check(struct dsvol *d)
{
	char(*volsers)[VOLSER_MAX + 1];
	struct checking c = {d, true};
	struct ds_check how = {.repair = d->repair, .found = found, .ctx = &c};
	struct ds_checked sum = {0};
	struct ds_diag diag = {0};
	enum ds_status st;
	int rc = DSVOL_OK;

	volsers = calloc((size_t)d->nargs + 1, sizeof(*volsers));
	if (volsers == NULL)
		return dsvol_fail("check", DS_NOMEM, &diag);
	for (int i = 0; i < d->nargs && rc == DSVOL_OK; i++)
		if (!dsvol_serial(d->args[i], volsers[i]))
			rc = DSVOL_USAGE;
	how.volsers = (const char(*)[VOLSER_MAX + 1]) volsers;
	how.n = (size_t)d->nargs;
	if (rc == DSVOL_OK &&
	    (st = ds_volume_check(d->sys, &how, &sum, &diag)) != DS_OK)
		rc = dsvol_fail("check", st, &diag);
	free(volsers);
	if (rc != DSVOL_OK)
		return rc;
	if (d->json)
		c.ok &= sum_object(&sum);
	else
		print_sum(&sum);
	if (!c.ok)
		return DSVOL_FAILED;
	return sum.found > sum.mended ? DSVOL_FOUND : DSVOL_OK;
}

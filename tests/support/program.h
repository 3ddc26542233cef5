/*
 * A step of a job without JCL: DDs as SPECs or cards, a program, what it ends
 * with and prints. Functions are inline: no test uses all of them.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_PROGRAM_H
#define CATAMOUNT_TESTS_SUPPORT_PROGRAM_H

#include "base/codepage.h"
#include "services/library.h"
#include "tests/support/services.h"
#include "utilities/program.h"

enum { STEP_TEXT = 65536, STEP_CARDS = 200, STEP_PATH = 256 };

struct step_log {
	char text[4096];
};

static inline void
step_log_line(void *ctx, const char *line)
{
	struct step_log *l = ctx;
	size_t at = strlen(l->text);

	snprintf(l->text + at, sizeof(l->text) - at, "%s\n", line);
}

struct job_step {
	struct fixture *f;
	struct dd_table *dds;
	struct step_log log;
	struct program_end end;
	char ended[PROGRAM_END_TEXT];
	char text[STEP_TEXT]; /* of the last step_print */
};

/* A new step; what the last one had is freed. */
static inline void
step_begin(struct job_step *s, struct fixture *f)
{
	dd_table_free(&s->dds);
	memset(s, 0, sizeof(*s));
	s->f = f;
	assert_int_equal(dd_table_new(f->sys, &s->dds), DS_OK);
}

static inline void
step_dd(struct job_step *s, const char *spec)
{
	enum ds_status st = dd_alloc(s->dds, spec, &s->f->diag);

	if (st != DS_OK)
		fail_msg(
		    "%s: %s %s", spec, ds_status_name(st), s->f->diag.text);
}

/* Lines, each with its newline. */
static inline void
step_cards(struct job_step *s, const char *dd, const char *lines)
{
	const char *cards[STEP_CARDS];
	char *copy = strdup(lines), *at = copy, *nl;
	size_t n = 0;

	for (; (nl = strchr(at, '\n')) != NULL; at = nl + 1) {
		*nl = '\0';
		assert_true(n < STEP_CARDS);
		cards[n++] = at;
	}
	assert_int_equal(
	    dd_alloc_instream(s->dds, dd, cards, n, &s->f->diag), DS_OK);
	free(copy);
}

/* A file of the test's directory, and a DD of it. */
static inline void
step_file(struct job_step *s, const char *dd, const char *options)
{
	char spec[STEP_PATH * 2];

	snprintf(
	    spec, sizeof(spec), "%s=path:%s/%s,%s", dd, s->f->dir, dd, options);
	step_dd(s, spec);
}

/* Run it with SYSPRINT in a file; its DDs are closed and gone behind it. */
static inline const char *
step_run(struct job_step *s, const char *name, const char *parm)
{
	struct program_run run = {.sys = s->f->sys,
	    .dds = s->dds,
	    .name = name,
	    .parm = parm,
	    .log = step_log_line,
	    .log_ctx = &s->log};
	const struct program *p = program_find(name);

	assert_non_null(p);
	if (!dd_exists(s->dds, "SYSPRINT"))
		step_file(s, "SYSPRINT", "text");
	p->run(&run, &s->end);
	program_end_text(&s->end, s->ended);
	assert_true(dd_table_end(s->dds, NULL));
	dd_table_free(&s->dds);
	return s->ended;
}

/* The lines of a file that step_file made. */
static inline const char *
step_print(struct job_step *s, const char *dd)
{
	char path[STEP_PATH];
	FILE *fp;
	size_t n;

	snprintf(path, sizeof(path), "%s/%s", s->f->dir, dd);
	if ((fp = fopen(path, "r")) == NULL)
		return "";
	n = fread(s->text, 1, sizeof(s->text) - 1, fp);
	s->text[n] = '\0';
	fclose(fp);
	return s->text;
}

/* The records of a data set or a member, as UTF-8 lines. */
static inline const char *
step_records(struct job_step *s, const char *name)
{
	struct ds_file *file = NULL;
	const struct codepage *cp;
	struct ds_rec rec;
	enum ds_status st;
	size_t at = 0;

	st = ds_open_name(
	    s->f->sys, name, DS_INPUT | DS_SEQ, &file, &s->f->diag);
	if (st != DS_OK) {
		snprintf(s->text, sizeof(s->text), "%s", ds_status_name(st));
		return s->text;
	}
	assert_int_equal(codepage_get(ds_attrs(file)->ccsid, &cp, NULL), DS_OK);
	while (ds_get(file, &rec, &s->f->diag) == DS_OK) {
		assert_true(at + 3 * rec.len + 2 < sizeof(s->text));
		at += codepage_to_utf8(cp, rec.data, rec.len, s->text + at);
		while (at > 0 && s->text[at - 1] == ' ')
			at--;
		s->text[at++] = '\n';
	}
	s->text[at] = '\0';
	ds_abandon(&file);
	return s->text;
}

/* Members of a library: "A B* C", * marks aliases. */
static inline const char *
step_members(struct job_step *s, const char *dsn)
{
	struct ds_library *lib = NULL;
	struct ds_member m = {0};

	s->text[0] = '\0';
	if (ds_library_open(s->f->sys, dsn, DD_SHR, false, &lib, &s->f->diag) !=
	    DS_OK)
		fail_msg("%s: %s", dsn, s->f->diag.text);
	while (ds_member_next(lib, m.name, &m, &s->f->diag) == DS_OK) {
		strcat(s->text, s->text[0] != '\0' ? " " : "");
		strcat(s->text, m.name);
		strcat(s->text, m.alias ? "*" : "");
	}
	ds_library_abandon(&lib);
	return s->text;
}

/* A data set by a SPEC with NEW, with these lines in it. */
static inline void
step_make(struct fixture *f, const char *spec, const char *lines)
{
	struct ds_file *file = NULL;
	const struct codepage *cp;
	struct dd_table *dds = NULL;
	uint8_t rec[1024];
	char dd[512];
	const char *nl;
	size_t n;

	snprintf(dd, sizeof(dd), "X=%s", spec);
	assert_int_equal(dd_table_new(f->sys, &dds), DS_OK);
	if (dd_alloc(dds, dd, &f->diag) != DS_OK)
		fail_msg("%s: %s", spec, f->diag.text);
	if (lines != NULL) {
		assert_int_equal(ds_open_dd(dds, "X", DS_OUTPUT | DS_SEQ, NULL,
				     &file, &f->diag),
		    DS_OK);
		assert_int_equal(
		    codepage_get(ds_attrs(file)->ccsid, &cp, NULL), DS_OK);
		for (; (nl = strchr(lines, '\n')) != NULL; lines = nl + 1) {
			memset(rec, codepage_blank(cp), sizeof(rec));
			assert_int_equal(
			    codepage_from_utf8(cp, lines, (size_t)(nl - lines),
				rec, sizeof(rec), &n, NULL),
			    DS_OK);
			if (ds_attrs(file)->fixed)
				n = ds_attrs(file)->lrecl;
			assert_int_equal(ds_put(file, rec, n, &f->diag), DS_OK);
		}
		assert_int_equal(ds_close(&file, &f->diag), DS_OK);
	}
	assert_true(dd_table_end(dds, NULL));
	dd_table_free(&dds);
}

static inline void
says(const char *text, const char *what)
{
	if (strstr(text, what) == NULL)
		fail_msg("%s\nis not in\n%s", what, text);
}

#endif

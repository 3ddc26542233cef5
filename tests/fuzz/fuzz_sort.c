/*
 * libFuzzer target: a whole step of SORT. The first byte: V, records of
 * variable length; what follows up to a line of "%%" are control statements,
 * then come records, a line each. Outputs are dummies and a data set in
 * memory's file system, where there is one.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "services/dataset.h"
#include "utilities/program.h"

enum { LINES = 256, WIDTH = 80 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct ds_system *sys;
static char dir[256];

static void
leave(void)
{
	char command[300];

	ds_system_close(&sys);
	snprintf(command, sizeof(command), "rm -rf '%s'", dir);
	if (system(command) != 0)
		perror(dir);
}

static void
enter(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(dir, sizeof(dir), "%s/fuzz_sort.XXXXXX",
	    tmp != NULL ? tmp : "/tmp");
	if (mkdtemp(dir) == NULL ||
	    ds_system_open(dir, &sys, NULL, NULL) != DS_OK)
		abort();
	atexit(leave);
}

struct lines {
	char text[LINES][WIDTH + 1];
	const char *cards[LINES];
	size_t n;
};

/* Lines up to "%%"; where the next ones begin. */
static const uint8_t *
split(const uint8_t *at, const uint8_t *end, struct lines *l)
{
	const uint8_t *nl;
	size_t n;

	for (l->n = 0; at < end && l->n < LINES; at = nl + (nl < end)) {
		nl = memchr(at, '\n', (size_t)(end - at));
		if (nl == NULL)
			nl = end;
		n = (size_t)(nl - at);
		if (n == 2 && memcmp(at, "%%", 2) == 0)
			return nl + (nl < end);
		if (n > WIDTH)
			n = WIDTH;
		for (size_t i = 0; i < n; i++)
			l->text[l->n][i] =
			    (char)(at[i] >= ' ' && at[i] < 0x7F ? at[i] : ' ');
		l->text[l->n][n] = '\0';
		l->cards[l->n] = l->text[l->n];
		l->n++;
	}
	return at;
}

static void
alloc(struct dd_table *dds, const char *name, const char *options)
{
	char spec[600];

	snprintf(
	    spec, sizeof(spec), "%s=path:%s/%s,%s", name, dir, name, options);
	if (dd_alloc(dds, spec, NULL) != DS_OK)
		abort();
}

static void
alloc_input(struct dd_table *dds, const struct lines *l, bool variable)
{
	char path[300];
	FILE *fp;

	if (!variable) {
		dd_alloc_instream(dds, "SORTIN", l->cards, l->n, NULL);
		dd_alloc_instream(dds, "SORTIN01", l->cards, l->n, NULL);
		return;
	}
	snprintf(path, sizeof(path), "%s/SORTIN", dir);
	if ((fp = fopen(path, "w")) == NULL)
		abort();
	for (size_t i = 0; i < l->n; i++)
		fprintf(fp, "%s\n", l->text[i]);
	fclose(fp);
	alloc(dds, "SORTIN", "text,recfm=VB,lrecl=84");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct lines cards, records;
	const bool variable = size > 0 && data[0] == 'V';
	const uint8_t *end = data + size;
	struct program_run run = {.name = "SORT"};
	struct program_end done;
	struct dd_table *dds = NULL;

	if (sys == NULL)
		enter();
	if (size == 0)
		return 0;
	split(split(data + 1, end, &cards), end, &records);
	if (dd_table_new(sys, &dds) != DS_OK)
		abort();
	dd_alloc_instream(dds, "SYSIN", cards.cards, cards.n, NULL);
	alloc_input(dds, &records, variable);
	dd_alloc(dds, "SYSOUT=dummy", NULL);
	dd_alloc(dds, "OUT1=dummy", NULL);
	dd_alloc(dds, "OUT2=dummy", NULL);
	alloc(dds, "SORTOUT",
	    variable ? "binary,recfm=VB,lrecl=84" : "binary,recfm=FB,lrecl=80");
	run.sys = sys;
	run.dds = dds;
	program_find("SORT")->run(&run, &done);
	dd_table_end(dds, NULL);
	dd_table_free(&dds);
	return 0;
}

/*
 * SORT on a file, as a step runs it, and the records for it.
 *
 *	sort make FILE MB	records of 100 bytes: a random key of 10
 *				printable bytes, noise, a newline at the end,
 *				so that sort(1) takes them as lines
 *	sort run FILE OUT	SORT FIELDS=(1,10,CH,A) in 256 MB, as FB 100
 *
 * The root is that of CATAMOUNT_ROOT: work files are made there.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "services/dataset.h"
#include "utilities/program.h"

enum { LEN = 100, KEY = 10, CHARS = 95, BATCH = 10000 };

static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return z ^ z >> 31;
}

static void
make_record(uint8_t *rec, uint64_t number, uint64_t *state)
{
	for (unsigned i = 0; i < KEY; i++)
		rec[i] = (uint8_t)(' ' + next_random(state) % CHARS);
	snprintf((char *)rec + KEY, 21, "%020llu", (unsigned long long)number);
	for (unsigned i = KEY + 20; i < LEN - 1; i++)
		rec[i] = (uint8_t)('A' + (number + i) % 26);
	rec[LEN - 1] = '\n';
}

static int
make_file(const char *path, uint64_t mb)
{
	static uint8_t batch[BATCH * LEN];
	const uint64_t records = mb * 1024 * 1024 / LEN;
	uint64_t state = 1, n = 0, i;
	FILE *fp = fopen(path, "w");

	if (fp == NULL)
		return 1;
	while (n < records) {
		for (i = 0; i < BATCH && n < records; i++)
			make_record(batch + i * LEN, n++, &state);
		if (fwrite(batch, LEN, i, fp) != i)
			return 1;
	}
	return fclose(fp) != 0;
}

static void
log_line(void *ctx, const char *line)
{
	(void)ctx;
	fprintf(stderr, "%s\n", line);
}

static int
run_sort(const char *in, const char *out)
{
	static const char *const cards[] = {
	    " SORT FIELDS=(1,10,CH,A)", " OPTION MAINSIZE=256M"};
	struct ds_system *sys = NULL;
	struct dd_table *dds = NULL;
	struct program_end end = {.code = 16};
	struct program_run run = {.name = "SORT", .log = log_line};
	struct ds_diag diag = {0};
	char spec[2][1024];
	enum ds_status st;

	snprintf(spec[0], sizeof(spec[0]),
	    "SORTIN=path:%s,binary,recfm=FB,lrecl=100", in);
	snprintf(spec[1], sizeof(spec[1]),
	    "SORTOUT=path:%s,binary,recfm=FB,lrecl=100", out);
	if ((st = ds_system_open(NULL, &sys, NULL, &diag)) == DS_OK &&
	    (st = dd_table_new(sys, &dds)) == DS_OK &&
	    (st = dd_alloc(dds, spec[0], &diag)) == DS_OK &&
	    (st = dd_alloc(dds, spec[1], &diag)) == DS_OK &&
	    (st = dd_alloc(dds, "SYSOUT=dummy", &diag)) == DS_OK &&
	    (st = dd_alloc_instream(dds, "SYSIN", cards, 2, &diag)) == DS_OK) {
		run.sys = sys;
		run.dds = dds;
		program_find("SORT")->run(&run, &end);
		dd_table_end(dds, NULL);
	}
	if (st != DS_OK)
		fprintf(stderr, "%s %s\n", ds_status_text(st), diag.text);
	dd_table_free(&dds);
	ds_system_close(&sys);
	return end.kind == PROGRAM_CODE ? (int)end.code : 240;
}

int
main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "make") == 0)
		return make_file(argv[2], strtoull(argv[3], NULL, 10));
	if (argc == 4 && strcmp(argv[1], "run") == 0)
		return run_sort(argv[2], argv[3]);
	fprintf(stderr, "usage: sort make FILE MB | run FILE OUT\n");
	return 2;
}

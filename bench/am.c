/*
 * Load and scan a key-sequenced data set at the access methods' interface,
 * without names, catalog or commands.
 *
 *	am load DIR FILE	make a data set in DIR, put the records of
 *				FILE (256 bytes, ascending 8-byte keys)
 *	am scan DIR		get them all, in key order
 *
 * DIR holds the name of its data component in the file NAME.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access-methods/am.h"
#include "base/bytes.h"

enum { LRECL = 256, KEYLEN = 8, CISIZE = 18432, INDEX_CISIZE = 512 };
enum { CIS_PER_CA = 45, CHUNK = 256 * 1024 };

static int
fail(const char *what, const struct ds_diag *diag)
{
	fprintf(stderr, "am: %s: %s %s %s\n", what,
	    ds_status_text(diag->status), diag->name, diag->text);
	return 1;
}

/* The benchmark's volume is as large as it likes. */
static enum ds_status
extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	(void)ctx;
	(void)diag;
	*casp = min_cas < 64 && part == SPHERE_DATA ? 64 : min_cas;
	return DS_OK;
}

static void
describe(struct comp_attr *a, enum sphere_part part)
{
	memset(a, 0, sizeof(*a));
	a->part = part;
	a->org = DS_ORG_KSDS;
	strcpy(a->cluster, "BENCH.KSDS");
	strcpy(a->name,
	    part == SPHERE_DATA ? "BENCH.KSDS.DATA" : "BENCH.KSDS.INDEX");
	a->ci_len = part == SPHERE_DATA ? CISIZE : INDEX_CISIZE;
	a->cis_per_ca = part == SPHERE_DATA ? CIS_PER_CA : 49;
	a->keylen = KEYLEN;
	a->avglrecl = a->maxlrecl = LRECL;
	a->ccsid = 1047;
	a->space_type = DS_SPACE_CYL;
	a->space_pri = a->space_sec = 1;
	a->first_cas = 1;
}

static enum ds_status
make(struct volume *vol, const char *dir, char name[SPHERE_NAME_LEN],
    struct ds_diag *diag)
{
	struct comp_attr data, index;
	enum ds_status st;
	char path[4096];
	FILE *fp;

	describe(&data, SPHERE_DATA);
	describe(&index, SPHERE_INDEX);
	if ((st = sphere_id_new(data.id, diag)) != DS_OK ||
	    (st = sphere_id_new(index.id, diag)) != DS_OK ||
	    (st = sphere_id_new(data.sphere, diag)) != DS_OK)
		return st;
	memcpy(index.sphere, data.sphere, SPHERE_ID_LEN);
	memcpy(index.peer, data.id, SPHERE_ID_LEN);
	memcpy(data.peer, index.id, SPHERE_ID_LEN);
	sphere_id_name(data.id, name);
	snprintf(path, sizeof(path), "%s/NAME", dir);
	if ((fp = fopen(path, "w")) == NULL || fprintf(fp, "%s", name) < 0 ||
	    fclose(fp) != 0)
		return ds_fail(diag, DS_IO, path, NULL);
	return sphere_create(vol, &data, &index, diag);
}

/* Put every record of fd. */
static enum ds_status
put_all(struct am_pos *pos, int fd, struct ds_diag *diag)
{
	static uint8_t chunk[CHUNK];
	enum ds_status st = DS_OK;
	ssize_t n, i;

	while (st == DS_OK && (n = read(fd, chunk, CHUNK)) > 0)
		for (i = 0; i + LRECL <= n && st == DS_OK; i += LRECL)
			st = am_put(pos, chunk + i, LRECL, 0, true, NULL, diag);
	return st;
}

static enum ds_status
get_all(struct am_pos *pos, struct ds_diag *diag)
{
	uint64_t sum = 0, n = 0;
	struct am_rec rec;
	enum ds_status st;

	while ((st = am_get(pos, &rec, diag)) == DS_OK) {
		sum += be64_get(rec.data);
		n++;
	}
	printf("%llu records, sum of keys %016llx\n", (unsigned long long)n,
	    (unsigned long long)sum);
	return st == DS_EOD ? DS_OK : st;
}

static int
run(const char *dir, const char *file)
{
	struct am_parms parms = {.intent = AM_SEQ};
	char name[SPHERE_NAME_LEN] = "", path[4096];
	struct volume *vol = NULL;
	struct am_file *am = NULL;
	struct am_pos *pos = NULL;
	struct ds_diag diag = {0};
	FILE *fp;
	int fd = -1;

	parms.intent |= file != NULL ? AM_OUTPUT : AM_INPUT;
	parms.sphere.extend = extend;
	if (vol_open(dir, false, &vol, &diag) != DS_OK)
		return fail("volume", &diag);
	if (file != NULL) {
		if ((fd = open(file, O_RDONLY | O_CLOEXEC)) < 0 ||
		    make(vol, dir, name, &diag) != DS_OK)
			return fail("make", &diag);
	} else {
		snprintf(path, sizeof(path), "%s/NAME", dir);
		if ((fp = fopen(path, "r")) == NULL ||
		    fgets(name, sizeof(name), fp) == NULL)
			return fail("NAME", &diag);
		fclose(fp);
	}
	if (am_open(vol, name, &parms, &am, &diag) != DS_OK ||
	    am_pos_new(am, &pos) != DS_OK)
		return fail("open", &diag);
	if ((fd >= 0 ? put_all(pos, fd, &diag) : get_all(pos, &diag)) != DS_OK)
		return fail("records", &diag);
	am_pos_free(&pos);
	if (am_close(&am, &diag) != DS_OK)
		return fail("close", &diag);
	vol_close(&vol);
	if (fd >= 0)
		close(fd);
	return 0;
}

int
main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "load") == 0)
		return run(argv[2], argv[3]);
	if (argc == 3 && strcmp(argv[1], "scan") == 0)
		return run(argv[2], NULL);
	fprintf(stderr, "usage: am load DIR FILE | scan DIR\n");
	return 2;
}

/* What the tests of volumes and spheres share: a directory of their own, and
 * spheres made in it. Include after cmocka.h. */
#ifndef CATAMOUNT_TESTS_SUPPORT_SPHERE_TEST_H
#define CATAMOUNT_TESTS_SUPPORT_SPHERE_TEST_H

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access-methods/sphere/sphere.h"

#define UNUSED_OK __attribute__((unused))

/* Thousands of small files: in memory, where that is possible. */
static UNUSED_OK void
test_dirs_in_memory(void)
{
	if (access("/dev/shm", W_OK) == 0)
		setenv("TMPDIR", "/dev/shm", 0);
}

static UNUSED_OK char *
test_dir_new(void)
{
	const char *base = getenv("TMPDIR");
	char path[200];

	snprintf(path, sizeof(path), "%s/catamount-test-XXXXXX",
	    base != NULL ? base : "/tmp");
	assert_non_null(mkdtemp(path));
	return strdup(path);
}

static UNUSED_OK void
test_dir_clear(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *de;

	assert_non_null(d);
	while ((de = readdir(d)) != NULL)
		if (de->d_name[0] != '.')
			unlinkat(dirfd(d), de->d_name, 0);
	closedir(d);
}

static UNUSED_OK void
test_dir_free(char *dir)
{
	test_dir_clear(dir);
	rmdir(dir);
	free(dir);
}

/* Attributes of a sphere with an index (both), or of an ESDS (data alone). */
static UNUSED_OK void
test_attrs(struct comp_attr *data, struct comp_attr *index, uint32_t ci_len,
    uint32_t cis_per_ca, uint64_t cas)
{
	memset(data, 0, sizeof(*data));
	assert_int_equal(sphere_id_new(data->id, NULL), DS_OK);
	assert_int_equal(sphere_id_new(data->sphere, NULL), DS_OK);
	data->part = SPHERE_DATA;
	data->org = index != NULL ? DS_ORG_KSDS : DS_ORG_ESDS;
	strcpy(data->name, "TEST.SET.DATA");
	strcpy(data->cluster, "TEST.SET");
	data->ci_len = ci_len;
	data->cis_per_ca = cis_per_ca;
	data->first_cas = cas;
	if (index == NULL)
		return;
	*index = *data;
	assert_int_equal(sphere_id_new(index->id, NULL), DS_OK);
	memcpy(index->peer, data->id, SPHERE_ID_LEN);
	memcpy(data->peer, index->id, SPHERE_ID_LEN);
	index->part = SPHERE_INDEX;
	strcpy(index->name, "TEST.SET.INDEX");
	index->ci_len = 512;
	index->cis_per_ca = 7;
	index->first_cas = 2;
}

/* A number that follows from two others, and looks like none of them. */
static UNUSED_OK uint64_t
test_mix(uint64_t a, uint64_t b)
{
	uint64_t x = a * 0x9E3779B97F4A7C15U + b * 0xBF58476D1CE4E5B9U + 1;

	x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
	x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
	return x ^ (x >> 31);
}

/* A control interval's content: known by its RBA and a version. */
static UNUSED_OK void
test_fill(uint8_t *data, uint32_t len, uint64_t rba, unsigned version)
{
	uint64_t x = rba * 0x9E3779B97F4A7C15U + version + 1;

	/* len is a multiple of 8. */
	for (uint32_t i = 0; i < len; i += 8) {
		x = x * 6364136223846793005U + 1442695040888963407U;
		memcpy(data + i, &x, 8);
	}
}

static UNUSED_OK bool
test_filled(const uint8_t *data, uint32_t len, uint64_t rba, unsigned version)
{
	uint64_t x = rba * 0x9E3779B97F4A7C15U + version + 1;

	for (uint32_t i = 0; i < len; i += 8) {
		x = x * 6364136223846793005U + 1442695040888963407U;
		if (memcmp(data + i, &x, 8) != 0)
			return false;
	}
	return true;
}

/* Always grants what is wanted and a little more. */
static UNUSED_OK enum ds_status
test_extend(void *ctx, enum sphere_part part, uint64_t min_cas, uint64_t *casp,
    struct ds_diag *diag)
{
	(void)part;
	(void)diag;
	if (ctx != NULL)
		++*(int *)ctx;
	*casp = min_cas + 1;
	return DS_OK;
}

#define assert_ok(call, diag)                                             \
	do {                                                              \
		enum ds_status st_ = (call);                              \
		if (st_ != DS_OK)                                         \
			fail_msg("%s: %s %s", #call, ds_status_name(st_), \
			    (diag)->text);                                \
	} while (0)

/* The files of attr, by the names that come from their identities. */
static UNUSED_OK void
test_sphere_new(struct volume *vol, const struct comp_attr attr[SPHERE_PARTS],
    bool with_index, char name[SPHERE_PARTS][SPHERE_NAME_LEN])
{
	struct ds_diag d;

	for (int p = 0; p < SPHERE_PARTS; p++)
		sphere_id_name(attr[p].id, name[p]);
	assert_ok(
	    sphere_create(vol, &attr[0], with_index ? &attr[1] : NULL, &d), &d);
}

static UNUSED_OK struct sphere *
test_sphere_open(struct volume *vol, const char *name, unsigned mode,
    const struct sphere_parms *parms)
{
	struct sphere *sp = NULL;
	struct ds_diag d;

	assert_ok(sphere_open(vol, name, mode, parms, &sp, &d), &d);
	return sp;
}

#endif

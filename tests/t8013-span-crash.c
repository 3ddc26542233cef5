/*
 * The power cuts of t8010 over two volumes: the files of the sphere go on on
 * the second one, and on a third from there, each with a border between two
 * control areas that the workload uses; the power goes for all at once. What
 * the next open finds is the last committed state or the new one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>

#include "access-methods/sphere/sphere_int.h"
#include "tests/support/long.h"
#include "tests/support/sphere_test.h"

enum { PEERS = 2 };
static struct volume *peers[PEERS];
static char peer_dirs[PEERS][300];

static enum ds_status
peer_get(
    void *ctx, const char *volser, struct volume **volp, struct ds_diag *diag)
{
	(void)ctx;
	(void)diag;
	*volp = peers[volser[0] - 'A'];
	return DS_OK;
}

static const struct vol_peers peer_table = {.get = peer_get};

/* Three directories, each behind the faults of one plan, if there is one. */
static enum ds_status
open_three(const char *dir, struct vol_fault *plan, struct volume **volp,
    struct ds_diag *diag)
{
	struct volume *home = NULL, *one = NULL;
	enum ds_status st = DS_OK;

	for (int i = 0; i < PEERS && st == DS_OK; i++) {
		vol_close(&peers[i]);
		st = vol_open(peer_dirs[i], false, &peers[i], diag);
		if (st == DS_OK && plan != NULL) {
			one = peers[i];
			peers[i] = NULL;
			st = vol_fault_wrap(&one, plan, &peers[i], diag);
		}
	}
	if (st == DS_OK)
		st = vol_open(dir, false, &home, diag);
	if (st == DS_OK && plan != NULL) {
		one = home;
		home = NULL;
		st = vol_fault_wrap(&one, plan, &home, diag);
	}
	return st == DS_OK ? vol_span_wrap(&home, &peer_table, volp, diag) : st;
}

static char home_dir[300];

static enum ds_status
span_open(
    const char *dir, bool readonly, struct volume **volp, struct ds_diag *diag)
{
	(void)readonly;
	snprintf(home_dir, sizeof(home_dir), "%s", dir);
	return open_three(dir, NULL, volp, diag);
}

/* The volume that was opened just now, again, behind faults. */
static enum ds_status
span_wrap(struct volume **innerp, struct vol_fault *plan, struct volume **volp,
    struct ds_diag *diag)
{
	vol_close(innerp);
	return open_three(home_dir, plan, volp, diag);
}

static void
span_close(struct volume **volp)
{
	vol_close(volp);
	for (int i = 0; i < PEERS; i++)
		vol_close(&peers[i]);
}

/* Borders behind the second and the third control area. */
static enum ds_status
span_create(struct volume *vol, const struct comp_attr *data,
    const struct comp_attr *index, struct ds_diag *diag)
{
	const struct comp_attr *attrs[] = {data, index};
	enum ds_status st = sphere_create(vol, data, index, diag);

	for (unsigned i = 0; i < 2; i++)
		for (unsigned n = 1; n <= PEERS && st == DS_OK; n++) {
			const struct comp_attr *a = attrs[i];
			struct vol_piece piece = {
			    .number = n, .volser = {(char)('A' + n - 1)}};
			char name[SPHERE_NAME_LEN];

			sphere_id_name(a->id, name);
			piece.start = sphere_file_len(
			    a, (n + 1) * (uint64_t)a->ci_len * a->cis_per_ca);
			st = vol_span_add(vol, name, &piece, 0, diag);
		}
	return st;
}

static char *
span_dir_new(void)
{
	for (int i = 0; i < PEERS; i++) {
		char *dir = test_dir_new();

		snprintf(peer_dirs[i], sizeof(peer_dirs[i]), "%s", dir);
		free(dir);
	}
	return test_dir_new();
}

static void
span_dir_clear(const char *dir)
{
	test_dir_clear(dir);
	for (int i = 0; i < PEERS; i++)
		test_dir_clear(peer_dirs[i]);
}

static void
span_dir_free(char *dir)
{
	span_dir_clear(dir);
	for (int i = 0; i < PEERS; i++)
		rmdir(peer_dirs[i]);
	test_dir_free(dir);
}

#define vol_open span_open
#define vol_fault_wrap span_wrap
#define vol_close span_close
#define sphere_create span_create
#define test_dir_new span_dir_new
#define test_dir_free span_dir_free
#define test_dir_clear span_dir_clear
#define main t8010_main
int t8010_main(void);
#include "tests/t8010-sphere-crash.c"
#undef main

/* The cuts in a recovery and in long loads meet nothing new here. */
int
main(void)
{
	cmocka_set_test_filter("a*_leaves_*");
	return t8010_main();
}

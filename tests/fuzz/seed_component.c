/*
 * Seeds of fuzz_component: seed_component DIR writes some small spheres into
 * DIR, some of them with a batch that was not written back. Linked with the
 * archives of base, volume and sphere.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "access-methods/sphere/sphere_int.h"
#include "base/bytes.h"

static char dir[] = "/tmp/seed-component-XXXXXX";

static void
check(enum ds_status st)
{
	if (st != DS_OK) {
		fprintf(stderr, "seed_component: %s\n", ds_status_name(st));
		exit(1);
	}
}

static void
append(FILE *out, const char *name, bool counted)
{
	static uint8_t bytes[1024 * 1024];
	char path[200];
	uint8_t count[4];
	ssize_t n = 0;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fd = open(path, O_RDONLY);
	if (fd >= 0) {
		n = read(fd, bytes, sizeof(bytes));
		close(fd);
	}
	n = n > 0 ? n : 0;
	be32_put(count, (uint32_t)n);
	if (counted)
		fwrite(count, 1, 4, out);
	fwrite(bytes, 1, (size_t)n, out);
	unlink(path);
}

static void
change(struct sphere *sp, enum sphere_part part, uint64_t n, uint8_t byte)
{
	uint32_t len = sphere_attr(sp, part)->ci_len;
	struct sphere_buf *buf = NULL;

	for (uint64_t i = 0; i < n; i++) {
		check(buf_get(sp, part, i * len, BUF_NEW, &buf, NULL));
		memset(buf->data, byte, len);
		buf_dirty(sp, buf, 2, 30);
		buf_release(sp, &buf);
	}
	if (sphere_state(sp)->part[part].hurba < n * len)
		sphere_state(sp)->part[part].hurba = n * len;
}

/* cut: the operation of the last commit before which the power goes; 0: it
 * ends well. */
static void
seed(const char *to, int number, uint32_t ci_len, bool with_index, uint64_t cut)
{
	struct comp_attr data = {.org = DS_ORG_KSDS, .name = "A.DATA"}, index;
	char name[3][BATCH_NAME_LEN], path[300];
	struct vol_fault plan = {.kind = VOL_FAULT_CUT, .seed = 4};
	struct volume *inner = NULL, *vol = NULL;
	struct sphere *sp = NULL;
	FILE *out;

	check(sphere_id_new(data.id, NULL));
	check(sphere_id_new(data.sphere, NULL));
	data.ci_len = ci_len;
	data.cis_per_ca = 3;
	data.first_cas = 3;
	index = data;
	index.part = SPHERE_INDEX;
	check(sphere_id_new(index.id, NULL));
	memcpy(index.peer, data.id, SPHERE_ID_LEN);
	if (with_index)
		memcpy(data.peer, index.id, SPHERE_ID_LEN);
	check(vol_open(dir, false, &inner, NULL));
	check(vol_fault_wrap(&inner, &plan, &vol, NULL));
	check(sphere_create(vol, &data, with_index ? &index : NULL, NULL));
	sphere_id_name(data.id, name[0]);
	sphere_id_name(index.id, name[1]);
	batch_name(data.id, name[2]);
	check(sphere_open(vol, name[0], SPHERE_UPDATE, NULL, &sp, NULL));
	change(sp, SPHERE_DATA, 5, 'a');
	if (with_index)
		change(sp, SPHERE_INDEX, 2, 'b');
	check(sphere_commit(sp, false, NULL));
	change(sp, SPHERE_DATA, 4, 'c');
	plan.at = cut > 0 ? plan.count + cut : 0;
	sphere_commit(sp, true, NULL);
	sphere_close(&sp);
	vol_close(&vol);
	snprintf(path, sizeof(path), "%s/component-%d", to, number);
	if ((out = fopen(path, "w")) == NULL)
		exit(1);
	for (int i = 0; i < 3; i++)
		append(out, name[i], i < 2);
	fclose(out);
}

int
main(int argc, char **argv)
{
	if (argc != 2 || mkdtemp(dir) == NULL) {
		fprintf(stderr, "usage: seed_component DIR\n");
		return 1;
	}
	mkdir(argv[1], 0777);
	seed(argv[1], 1, 512, false, 0);
	seed(argv[1], 2, 1536, true, 0);
	for (uint64_t cut = 1; cut < 12; cut++)
		seed(argv[1], 2 + (int)cut, 1536, true, cut);
	rmdir(dir);
	return 0;
}

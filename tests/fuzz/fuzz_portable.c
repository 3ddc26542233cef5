/*
 * libFuzzer target: bytes as a portable data set.
 *
 * The first byte chooses: the bytes as a file of variable records that IMPORT
 * reads to its end, into nothing; or as the header alone. What is read well
 * is written again, and must read the same.
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "services/portable_int.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool ok)
{
	if (!ok)
		abort();
}

/* A header that reads well is written, and the text of that is its own. */
static void
check_header(const uint8_t *data, size_t size)
{
	struct port_head h, again;
	char *one = NULL, *two = NULL;
	size_t n = 0, m = 0;

	port_head_init(&h);
	port_head_init(&again);
	if (port_head_read((const char *)data, size, &h, NULL) == DS_OK) {
		must(port_head_write(&h, &one, &n, NULL) == DS_OK);
		must(port_head_read(one, n, &again, NULL) == DS_OK);
		must(port_head_write(&again, &two, &m, NULL) == DS_OK);
		must(n == m && memcmp(one, two, n) == 0);
	}
	free(one);
	free(two);
	port_head_free(&h);
	port_head_free(&again);
}

static void
check_items(struct ds_file *in)
{
	struct port_reader rd = {.in = in};
	enum port_kind kind;
	uint64_t records = 0;

	while (port_get(&rd, PORT_HEADER_MAX, &kind, NULL) == DS_OK) {
		must(rd.len <= PORT_HEADER_MAX);
		if (kind == PORT_HEADER)
			check_header(rd.item, rd.len);
		records += kind == PORT_RECORD;
		if (kind == PORT_TRAILER) {
			port_check_trailer(&rd, NULL);
			break;
		}
	}
	must(rd.records == records);
	port_reader_free(&rd);
}

static char root[] = "/tmp/fuzz-portable-XXXXXX";

static void
remove_root(void)
{
	char cmd[64];

	snprintf(cmd, sizeof(cmd), "rm -rf '%s'", root);
	must(system(cmd) == 0);
}

static void
check_file(const uint8_t *data, size_t size)
{
	static struct ds_system *sys;
	struct ds_file *in = NULL;
	struct dd_table *table = NULL;
	char spec[64];
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (sys == NULL) {
		must(mkdtemp(root) != NULL && atexit(remove_root) == 0);
		must(ds_system_open(root, &sys, NULL, NULL) == DS_OK);
	}
	must(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	snprintf(spec, sizeof(spec), "IN=path:/proc/self/fd/%d,recfm=vbs", fd);
	must(dd_table_new(sys, &table) == DS_OK);
	must(dd_alloc(table, spec, NULL) == DS_OK);
	if (ds_open_dd(table, "IN", DS_INPUT | DS_SEQ, NULL, &in, NULL) ==
	    DS_OK)
		check_items(in);
	ds_abandon(&in);
	dd_table_free(&table);
	close(fd);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	if (data[0] & 1)
		check_header(data + 1, size - 1);
	else
		check_file(data + 1, size - 1);
	return 0;
}

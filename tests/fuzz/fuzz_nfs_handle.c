/*
 * libFuzzer target: bytes of an NFS client as a handle and as a name.
 *
 * The first byte says how many are the handle, the rest is the name. A handle
 * that reads well must be written as it was read; a name is a data set's or is
 * refused, and keeps within its length.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nfs/ops_int.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool ok)
{
	if (!ok)
		abort();
}

static void
look_at_handle(const uint8_t *data, size_t len, struct node *nodep)
{
	struct ops_fh fh = {.len = (uint8_t)len}, again;
	char group[DSNAME_MAX + 1];
	uint16_t export;
	int number;

	memcpy(fh.data, data, len);
	if (!handle_decode(&fh, nodep)) {
		must(!ops_fh_export(&fh, &export));
		nodep->kind = NODE_ROOT;
		return;
	}
	handle_encode(nodep, &again);
	must(again.len == fh.len && memcmp(again.data, fh.data, len) == 0);
	must(ops_fh_export(&fh, &export) && export == nodep->export);
	must(node_fileid(nodep) != 0);
	if (nodep->kind == NODE_LINK)
		must(node_link_parse(nodep, group, &number) && number <= 0 &&
		     strlen(group) <= GDG_BASE_MAX);
}

static void
look_at_name(struct found *dir, const char *name, size_t len)
{
	enum ops_view view = OPS_VIEWS;
	char dsn[DSNAME_MAX + 1];
	size_t n = len;

	must(names_suffix(name, &n, &view) != OPS_OK || n <= len);
	must(view <= OPS_VIEWS);
	if (names_dsn(dir, name, n, dsn))
		must(dsname_valid(dsn, strlen(dsn)));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct found dir = {0};
	size_t len;

	if (size == 0)
		return 0;
	len = data[0] % (OPS_FH_MAX + 1);
	data++;
	size--;
	len = len < size ? len : size;
	look_at_handle(data, len, &dir.node);
	if (dir.node.kind == NODE_LEVEL || dir.node.kind == NODE_GROUP)
		memcpy(dir.name, dir.node.text, DSNAME_MAX);
	else
		dir.node.kind = NODE_ROOT;
	if (size - len <= NAME_MAX_BYTES)
		look_at_name(&dir, (const char *)data + len, size - len);
	return 0;
}

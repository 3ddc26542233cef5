/* Nodes to handles and back; file numbers. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "nfs/handle.h"

enum {
	FH_MAGIC = 0xC3,
	FH_VERSION = 1,
	FH_HEAD = 14,
};
static_assert(FH_HEAD + NODE_TEXT_MAX <= OPS_FH_MAX, "a handle has room");

void
handle_encode(const struct node *node, struct ops_fh *fhp)
{
	const size_t len = strlen(node->text);

	memset(fhp, 0, sizeof(*fhp));
	fhp->data[0] = FH_MAGIC;
	fhp->data[1] = FH_VERSION;
	fhp->data[2] = (uint8_t)node->kind;
	fhp->data[3] = (uint8_t)node->view;
	be16_put(fhp->data + 4, node->export);
	memcpy(fhp->data + 6, node->id, DS_IDENTITY_LEN);
	memcpy(fhp->data + FH_HEAD, node->text, len);
	fhp->len = (uint8_t)(FH_HEAD + len);
}

bool
node_link_parse(const struct node *node, char group[DSNAME_MAX + 1], int *nump)
{
	const size_t len = strlen(node->text), n = strcspn(node->text, "(");
	char number[8];

	if (n > GDG_BASE_MAX || !dsname_valid(node->text, n) || len < n + 3 ||
	    len - n > sizeof(number) || node->text[len - 1] != ')')
		return false;
	snprintf(number, sizeof(number), "%.*s", (int)(len - n - 2),
	    node->text + n + 1);
	if (!dsname_relative(number, nump) || *nump > 0)
		return false;
	snprintf(group, DSNAME_MAX + 1, "%.*s", (int)n, node->text);
	return true;
}

/* Is what the text says a thing of this kind? */
static bool
sound(const struct node *node)
{
	const size_t len = strlen(node->text);
	char group[DSNAME_MAX + 1];
	int number;

	switch (node->kind) {
	case NODE_ROOT:
	case NODE_SET:
	case NODE_SCRATCH:
		return len == 0;
	case NODE_LEVEL:
	case NODE_GROUP:
		return dsname_valid(node->text, len);
	case NODE_MEMBER:
		return member_valid(node->text, len);
	case NODE_LINK:
		return node_link_parse(node, group, &number);
	}
	return false;
}

bool
handle_decode(const struct ops_fh *fh, struct node *nodep)
{
	struct node node = {0};
	size_t len;

	if (fh->len < FH_HEAD || fh->len > FH_HEAD + NODE_TEXT_MAX ||
	    fh->data[0] != FH_MAGIC || fh->data[1] != FH_VERSION ||
	    fh->data[2] < NODE_ROOT || fh->data[2] > NODE_SCRATCH ||
	    fh->data[3] >= OPS_VIEWS)
		return false;
	len = (size_t)fh->len - FH_HEAD;
	if (memchr(fh->data + FH_HEAD, '\0', len) != NULL)
		return false;
	node.kind = (enum node_kind)fh->data[2];
	node.view = (enum ops_view)fh->data[3];
	node.export = be16_get(fh->data + 4);
	memcpy(node.id, fh->data + 6, DS_IDENTITY_LEN);
	memcpy(node.text, fh->data + FH_HEAD, len);
	if (!sound(&node))
		return false;
	*nodep = node;
	return true;
}

uint64_t
hash_bytes(uint64_t seed, const void *data, size_t len)
{
	const uint8_t *p = data;
	uint64_t h = seed ^ 0xcbf29ce484222325u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ p[i]) * 0x100000001b3u;
	h ^= h >> 32;
	h *= 0xd6e8feb86659fd93u;
	return h ^ h >> 32;
}

uint64_t
node_fileid(const struct node *node)
{
	const uint8_t head[2] = {(uint8_t)node->kind, (uint8_t)node->view};
	uint64_t h = hash_bytes(0, head, sizeof(head));

	h = hash_bytes(h, node->id, sizeof(node->id));
	h = hash_bytes(h, node->text, strlen(node->text));
	return h != 0 ? h : 1;
}

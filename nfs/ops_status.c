/* What operations say and take, in the words of clients: outcomes as each
 * protocol says them, the names of views. */
#include <string.h>
#include <strings.h>

#include "nfs/ops.h"

static const struct {
	uint32_t v3, v4;
	const char *text;
} statuses[] = {
#define X(name, v3, v4, text) [name] = {v3, v4, text},
    OPS_STATUS_LIST(X)
#undef X
};

uint32_t
ops_status_v3(enum ops_status st)
{
	return statuses[st].v3;
}

uint32_t
ops_status_v4(enum ops_status st)
{
	return statuses[st].v4;
}

const char *
ops_status_text(enum ops_status st)
{
	return statuses[st].text;
}

const char *const ops_view_names[OPS_VIEWS] = {
    [OPS_BINARY] = "binary", [OPS_TEXT] = "text", [OPS_RDW] = "rdw"};

bool
ops_view_named(const char *name, size_t len, enum ops_view *viewp)
{
	for (int v = 0; v < OPS_VIEWS; v++)
		if (strlen(ops_view_names[v]) == len &&
		    strncasecmp(ops_view_names[v], name, len) == 0) {
			*viewp = (enum ops_view)v;
			return true;
		}
	return false;
}

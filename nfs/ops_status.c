/* Outcomes of operations, as each protocol says them. */
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

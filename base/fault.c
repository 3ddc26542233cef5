/* What can be wrong inside a data set: the table behind base/fault.h. */
#include "base/fault.h"

static const struct {
	const char *name;
	char test;
	const char *text;
} faults[] = {
#define X(name, test, text) {#name, test, text},
    DS_FAULT_LIST(X)
#undef X
};

char
ds_fault_test(enum ds_fault f)
{
	return faults[f].test;
}

const char *
ds_fault_text(enum ds_fault f)
{
	return faults[f].text;
}

const char *
ds_fault_name(enum ds_fault f)
{
	return faults[f].name;
}

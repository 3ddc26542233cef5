/* Outcomes of the library, and its version. */
#include <stdio.h>
#include <string.h>

#include "lib/lib_int.h"

const char *
ctm_version(void)
{
	return CATAMOUNT_VERSION;
}

static int
class_of(enum ds_status st)
{
	switch (ds_status_class(st)) {
	case 'R':
		return CTM_REQUEST;
	case 'O':
		return CTM_OPEN;
	case 'C':
		return CTM_CATALOG;
	default:
		return CTM_HOST;
	}
}

int
lib_request_outcome(enum ds_status st, const struct ds_diag *diag, bool writes,
    struct ctm_error *error)
{
	enum { IO_CODE = 12, READ_DATA = 4, WRITE_DATA = 16 };
	int outcome = lib_outcome(st, diag, error);

	if (st != DS_IO)
		return outcome;
	if (error == NULL)
		return CTM_REQUEST;
	error->error_class = CTM_REQUEST;
	error->code = IO_CODE;
	error->reason = writes ? WRITE_DATA : READ_DATA;
	if (diag->status == DS_IO && diag->io_reason != 0)
		error->reason = diag->io_reason;
	return CTM_REQUEST;
}

int
lib_open_outcome(
    enum ds_status st, const struct ds_diag *diag, struct ctm_error *error)
{
	struct ds_diag how = *diag;

	if (st != DS_CORRUPT && st != DS_CORRUPTIX && st != DS_IO)
		return lib_outcome(st, diag, error);
	if (how.status != st)
		memset(&how, 0, sizeof(how));
	if (how.text[0] == '\0')
		snprintf(how.text, sizeof(how.text), "%s", ds_status_text(st));
	how.status = DS_OPEN_IO;
	return lib_outcome(DS_OPEN_IO, &how, error);
}

int
lib_outcome(
    enum ds_status st, const struct ds_diag *diag, struct ctm_error *error)
{
	if (st == DS_OK)
		return CTM_OK;
	if (error == NULL)
		return class_of(st);
	memset(error, 0, sizeof(*error));
	error->error_class = class_of(st);
	error->code = ds_status_rc(st);
	error->reason = ds_status_reason(st);
	error->symbol = ds_status_name(st);
	snprintf(error->text, sizeof(error->text), "%s", ds_status_text(st));
	/* Details are those of this failure, or there are none. */
	if (diag->status != st && diag->status != DS_BUSY)
		return error->error_class;
	error->host_errno = diag->sys_errno;
	error->has_rba = diag->has_rba;
	error->rba = diag->has_rba ? diag->rba : 0;
	snprintf(error->name, sizeof(error->name), "%s", diag->name);
	snprintf(error->holder, sizeof(error->holder), "%s", diag->holder);
	if (diag->text[0] != '\0')
		snprintf(error->text, sizeof(error->text), "%s: %s",
		    ds_status_text(st), diag->text);
	return error->error_class;
}

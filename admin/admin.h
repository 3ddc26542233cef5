/* dsvol: what its verbs share. */
#ifndef CATAMOUNT_ADMIN_ADMIN_H
#define CATAMOUNT_ADMIN_ADMIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "services/system.h"

/* Exit statuses. */
enum {
	DSVOL_OK = 0,
	DSVOL_FOUND = 1, /* check: something is wrong still */
	DSVOL_FAILED = 12,
	DSVOL_USAGE = 16,
};

struct dsvol {
	struct ds_system *sys;
	bool json;
	uint32_t cylinders; /* 0: not said */
	const char *dir;    /* NULL: not said */
	bool adopt;
	bool repair, all;
	char **args; /* behind the verb */
	int nargs;
};

/* "dsvol: WHAT: " and the sentence of st, on standard error. DSVOL_FAILED. */
int dsvol_fail(const char *what, enum ds_status st, const struct ds_diag *diag);
/* A serial in upper case; false, and said: it cannot be one. */
bool dsvol_serial(const char *arg, char volser[VOLSER_MAX + 1]);

/* A data set name in upper case; false, and said: it cannot be one. */
bool dsvol_dsname(const char *arg, char name[DSNAME_MAX + 1]);

/* --- models.c ------------------------------------------------------------- */

/* Cylinders of a model, 3390-9 say, in whatever case; 0: there is none. */
uint32_t model_cylinders(const char *model);
/* The smallest model that has so many; EAV beyond the largest. */
const char *model_name(uint32_t cylinders);
/* Beyond 65,520 cylinders a volume has whole units of 21. */
uint32_t model_round(uint32_t cylinders);

/* An object as a line, and freed; false: it is NULL, or not written. */
struct json_t;
bool dsvol_print_object(struct json_t *o);

/* --- show.c, change.c, check.c, classes.c, move.c: the verbs; exit status
 * ----------------------------- */

int dsvol_list(struct dsvol *d);
int dsvol_vtoc(struct dsvol *d);
int dsvol_add(struct dsvol *d);
int dsvol_remove(struct dsvol *d);
int dsvol_vary(struct dsvol *d);
int dsvol_resize(struct dsvol *d);
int dsvol_pool(struct dsvol *d);
int dsvol_check(struct dsvol *d);
int dsvol_class(struct dsvol *d);
int dsvol_move(struct dsvol *d);

#endif

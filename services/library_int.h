/* Inside services: an open library, behind members and listings. */
#ifndef CATAMOUNT_SERVICES_LIBRARY_INT_H
#define CATAMOUNT_SERVICES_LIBRARY_INT_H

#include "access-methods/bpam/bpam.h"
#include "services/dataset_int.h"
#include "services/library.h"
#include "services/system_int.h"

struct ds_library {
	struct ds_system *sys;
	struct ds_target tg;
	struct enq *enqs[TARGET_NAMES]; /* SYSDSN */
	struct open_lock *lock;
	struct enq_owner *owner; /* of members and contents: this open's */
	struct ds_extender extender;
	struct bpam *bpam;
	char comp[SPHERE_NAME_LEN];
	bool output, alone; /* alone: nobody else has the data set */
};

/* Open what *tg is; it is the library's then, or freed. how: NULL, or buffers
 * that were asked for. */
enum ds_status library_open(struct ds_system *sys, struct ds_target *tg,
    enum dd_disp disp, bool output, const struct ds_open_parms *how,
    struct ds_library **libp, struct ds_diag *diag);
/* Requests of a writer that died are done again by who opens it next. */
void library_verify(
    struct ds_system *sys, const struct ds_target *tg, bool output);
/* A member is written, renamed or deleted by this open alone. */
enum ds_status library_hold_member(struct ds_library *lib, const char *member,
    struct enq **enqp, struct ds_diag *diag);

/* dataset_po.c: a member for records, or without one the directory. *tg is the
 * file's then, or freed. */
enum ds_status file_open_po(struct ds_system *sys, struct ds_target *tg,
    const char *name, const struct ds_open_parms *how, unsigned intent,
    struct ds_file **filep, struct ds_diag *diag);

#endif

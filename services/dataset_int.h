/*
 * Inside services: an open data set, whatever is behind it.
 */
#ifndef CATAMOUNT_SERVICES_DATASET_INT_H
#define CATAMOUNT_SERVICES_DATASET_INT_H

#include "access-methods/am.h"
#include "services/dataset.h"
#include "services/dd_int.h"

/*
 * What a kind of file does. Operations that are NULL are refused with
 * DS_BADOPTION (points) or DS_NOACCESS (get, put, replace). close and abandon
 * free priv, whatever they return.
 */
struct file_ops {
	enum ds_status (*get)(
	    struct ds_file *file, struct ds_rec *recp, struct ds_diag *diag);
	enum ds_status (*put)(struct ds_file *file, const void *data,
	    size_t len, uint64_t rrn, struct ds_diag *diag);
	enum ds_status (*replace)(struct ds_file *file, const void *data,
	    size_t len, struct ds_diag *diag);
	enum ds_status (*point_key)(struct ds_file *file, const void *key,
	    size_t keylen, struct ds_diag *diag);
	enum ds_status (*point_rba)(
	    struct ds_file *file, uint64_t rba, struct ds_diag *diag);
	/* NULL: records are passed over one by one, */
	enum ds_status (*point_rrn)(
	    struct ds_file *file, uint64_t rrn, struct ds_diag *diag);
	/* from the first record again. NULL: it cannot. */
	enum ds_status (*rewind)(struct ds_file *file, struct ds_diag *diag);
	enum ds_status (*close)(struct ds_file *file, struct ds_diag *diag);
	void (*abandon)(struct ds_file *file);
	bool keeps_short; /* ds_close_short closes it */
	/* ds_how_far. NULL: it cannot be told. */
	bool (*how_far)(struct ds_file *file, uint64_t *atp, uint64_t *ofp);
};

struct ds_file {
	const struct file_ops *ops;
	struct ds_attrs attrs;
	unsigned intent;   /* enum ds_intent */
	uint64_t next_rrn; /* of get, from 1 */
	uint64_t got;      /* bytes of what get gave */
	bool blank_fill;   /* short F records end in blanks */
	uint8_t *fill;     /* attrs.lrecl bytes, when needed */
	void *priv;
};

/* A file of ops; its priv is made by the caller. */
enum ds_status file_new(const struct file_ops *ops, unsigned intent,
    struct ds_file **filep, struct ds_diag *diag);

/* dataset_am.c: a cluster, a component, a sequential data set. disp is OLD,
 * SHR or MOD. */
enum ds_status file_open_am(struct ds_system *sys, const char *name,
    enum dd_disp disp, unsigned intent, struct ds_file **filep,
    struct ds_diag *diag);
/* The position of ds_get in a VSAM data set; NULL: it is none. */
struct am_pos;
struct am_pos *file_am_pos(const struct ds_file *file);
/* The same of what tg is, that has no entries yet (staged.h). */
struct staged;
enum ds_status file_open_staged(struct ds_system *sys, struct staged *sg,
    const struct ds_target *tg, unsigned intent, struct ds_file **filep,
    struct ds_diag *diag);
/*
 * dataset_aix.c: the alternate indexes that an open of tg needs, locked and
 * ready for am_open: those of the upgrade set for output, and a path's. load:
 * nobody shares them, as nobody shares the base.
 */
struct aix_opens;
enum ds_status aix_opens_make(struct ds_system *sys, const struct ds_target *tg,
    unsigned intent, bool load, struct aix_opens **aop, struct ds_diag *diag);
/* What am_open takes; borrowed. All are shared when one of them is: they have
 * one log. */
void aix_opens_parms(const struct aix_opens *ao, struct am_parms *parms);
/* The base is open: space that a dead process left is known. */
void aix_opens_opened(struct aix_opens *ao, struct am_file *am);

/* Note in the catalog whether its base may have been written without it. */
enum ds_status aix_set_behind(struct ds_system *sys, const struct ds_entry *aix,
    bool is, struct ds_diag *diag);
void aix_opens_free(struct aix_opens **aop); /* after am_close; NULL is fine */

/*
 * dataset_verify.c: OPEN's own VERIFY. When the last writer of what tg is did
 * not close it and nobody has it open, do so. The outcome is in *howp; what
 * keeps it from being done, the open will meet.
 */
void ds_verify_implied(struct ds_system *sys, const struct ds_target *tg,
    bool output, struct ds_improper *howp);
/* The same without changing anything. */
void ds_improper_look(struct volume *vol, const char *comp, bool durable,
    struct ds_improper *howp);
/* LOG(UNDO) or LOG(ALL): each request of each writer is durable. */
bool ds_logs_durably(const struct ds_entry *ent);

/* A fault of a component's file is told of the data set: the file's name, in
 * hexadecimal, says nothing to anybody. */
void dataset_name_fault(const char *name, struct ds_diag *diag);
/* What is wrong with opening, st, is said of the name that was asked for;
 * damage keeps its component. */
void dataset_open_fault(
    const char *name, enum ds_status st, struct ds_diag *diag);
/* dataset_host.c: a path, by part->host. */
enum ds_status file_open_host(struct ds_system *sys, const struct dd_part *part,
    unsigned intent, const struct ds_attrs *like, struct ds_file **filep,
    struct ds_diag *diag);

/* sysout.c: a SYSOUT DD. */
enum ds_status file_open_sysout(struct dd_table *dds, const char *ddname,
    const struct dd_part *part, unsigned intent, const struct ds_attrs *like,
    struct ds_file **filep, struct ds_diag *diag);

#endif

/*
 * Inside the access methods: what an organization provides. am.c opens the
 * sphere, chooses the table by comp_attr.org and keeps the struct below.
 */
#ifndef CATAMOUNT_AM_AM_INT_H
#define CATAMOUNT_AM_AM_INT_H

#include "access-methods/am.h"

struct am_ops {
	/* After the sphere is open and open-time checks common to all are
	 * made. Sets file->priv. */
	enum ds_status (*open)(struct am_file *file, struct ds_diag *diag);
	/* Finish loaders and pending output; am.c then commits. */
	enum ds_status (*finish)(struct am_file *file, struct ds_diag *diag);
	/* Free priv; drops loaders. */
	void (*free)(struct am_file *file);
	enum ds_status (*pos_new)(struct am_pos *pos);
	void (*pos_free)(struct am_pos *pos);
	enum ds_status (*point)(struct am_pos *pos, enum am_how how,
	    enum am_match match, bool backward, const void *arg, size_t arglen,
	    uint64_t num, struct ds_diag *diag);
	enum ds_status (*get)(
	    struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag);
	/* By full key; NULL: am.c asks for one after the other. n is checked.
	 */
	enum ds_status (*get_many)(struct am_pos *pos, struct am_want *want,
	    size_t n, size_t keylen, struct ds_diag *diag);
	enum ds_status (*put)(struct am_pos *pos, const void *data, size_t len,
	    uint64_t rrn, bool sequential, uint64_t *rbap,
	    struct ds_diag *diag);
	enum ds_status (*update)(struct am_pos *pos, const void *data,
	    size_t len, struct ds_diag *diag);
	enum ds_status (*erase)(struct am_pos *pos, struct ds_diag *diag);
	/* NULL: there is no stream. */
	enum ds_status (*offset)(struct am_pos *pos, uint64_t extra,
	    uint64_t *offsetp, struct ds_diag *diag);
	/* Others changed the set: places in it are to be found again. NULL:
	 * there are none. */
	void (*moved)(struct am_file *file);
	/* The record that the last get gave is to come once more. */
	void (*again)(struct am_pos *pos);
};

struct am_file {
	const struct am_ops *ops;
	struct sphere *sphere;
	unsigned intent;  /* enum am_intent */
	bool loading;     /* output into an empty set */
	bool logged;      /* a request is complete when the log has it */
	bool shared;      /* others may change it */
	bool whole;       /* bpam/: requests that are one change */
	uint64_t version; /* of the sphere, when places were last right */
	bool durable;     /* ... and safe from a power cut as well */
	int warning;      /* of OPEN */
	enum am_bias bias;
	uint32_t ring_moves; /* CIs read in a row before the ring takes over */
	unsigned strno;      /* strings of rpl.h; 0: any number */
	unsigned strings;    /* ... in use */
	struct am_rpl *rpls; /* all of them */
	struct am_bulk bulk; /* AM_BULK; dir until ops->open returns */
	void *priv;          /* the organization's */
};

/* Records that follow the one given last, of one length and side by side:
 * am_get gives them without asking the organization, to whom they count as
 * given. wanted: am_get asks, and will do so. */
struct am_run {
	const uint8_t *data; /* of the next */
	uint64_t rba, rrn;   /* rrn 0: not known */
	uint32_t len, left;
	bool wanted;
};

struct am_pos {
	struct am_file *file;
	int feedback; /* of the last put or update */
	/* RBA of the record that the last update stored, in a set where it may
	 * have moved: KSDS, VRRDS, and what is over them. */
	uint64_t stored;
	/* Get means to update or erase what it gives: so in a file open for
	 * output, unless a request of rpl.h says something else. */
	bool for_update;
	uint64_t locked; /* names the record that others may not change; 0 */
	void *priv;      /* the organization's */
	/* am_many.c: copies of records, and where they came from */
	uint8_t *many;
	size_t many_cap;
	struct am_pos *aside;
	struct am_run run;
};

/* am_lock.c: a get for update where others write too. */
enum ds_status am_get_locked(
    struct am_pos *pos, struct am_rec *recp, struct ds_diag *diag);
/* Has the position the record that is to be changed? DS_NOUPDATE. */
enum ds_status am_lock_check(const struct am_pos *pos, struct ds_diag *diag);
void am_lock_end(struct am_pos *pos); /* it was changed */

void am_many_free(struct am_pos *pos); /* am_many.c */

/* Bytes in front of a VRRDS's record: its number. */
enum { AM_VRRDS_NUMBER = 4 };

/* --- smb.c --- */
enum ds_status smb_check(const struct am_parms *parms, struct ds_diag *diag);
/* The file's bias by its intent, and the buffers that follow from it. */
void smb_choose(struct am_file *file, const struct am_parms *parms,
    struct sphere_parms *sparms);
void smb_loading(struct am_file *file); /* it is a load */

extern const struct am_ops ksds_ops;  /* vsam/ */
extern const struct am_ops esds_ops;  /* vsam/; also KSDS with AM_ADDRESSED */
extern const struct am_ops rrds_ops;  /* vsam/ */
extern const struct am_ops vrrds_ops; /* vsam/ */
extern const struct am_ops lds_ops;   /* vsam/ */
extern const struct am_ops qsam_ops;  /* qsam/ */

/*
 * vsam/aix.c: put the alternate indexes of parms, as far as the intent needs
 * them, around an open base. *basep becomes the file to use; on failure it is
 * still the base alone.
 */
enum ds_status aix_attach(struct volume *vol, const struct am_parms *parms,
    struct am_file **basep, struct ds_diag *diag);

/* vsam/aix.c: the base that file stands for (file itself without alternate
 * indexes); is it read by a path, and has it ones that change with it? */
struct aix_view {
	struct am_file *base;
	bool path, upgrades;
	uint32_t keylen, rkp; /* of the path's key, in a base record */
};
void aix_view(struct am_file *file, struct aix_view *viewp);

/* vsam/file.c: a commit if one is due, before a request changes anything. */
enum ds_status vsam_room(struct am_file *file, struct ds_diag *diag);

/* vsam/cnv.c: control intervals of data; not of a linear set, whose records
 * they are. The caller releases *bufp, and brackets what changes. */
enum ds_status vsam_cnv_get(struct am_file *file, uint64_t rba,
    struct sphere_buf **bufp, struct ds_diag *diag);
/* DS_BADCI, DS_KEYCHANGED; the RBA is one that vsam_cnv_get gave. */
enum ds_status vsam_cnv_update(struct am_file *file, uint64_t rba,
    const uint8_t *ci, struct ds_diag *diag);
/* At the end of an entry-sequenced set. */
enum ds_status vsam_cnv_add(struct am_file *file, const uint8_t *ci,
    uint64_t *rbap, struct ds_diag *diag);

/* am.c: whatever one request changes is one record of the log. */
enum ds_status am_request_begin(struct am_file *file, struct ds_diag *diag);
void am_look_again(struct am_file *file);
enum ds_status am_catch_up(struct am_file *file, struct ds_diag *diag);
/*
 * A request that reads a shared set is made again from its start while it is
 * DS_AGAIN; before each time all that others completed is seen. *stp begins as
 * DS_AGAIN. False: *stp is the outcome, after too many times DS_TIMEOUT.
 *	for (int n = 0; am_again(file, &n, &st, diag);)
 *		st = ...;
 */
bool am_again(struct am_file *file, int *triesp, enum ds_status *stp,
    struct ds_diag *diag);
enum ds_status am_request_end(
    struct am_file *file, enum ds_status st, struct ds_diag *diag);

/* am_examine's part: an open sphere, mode SPHERE_READ; sum is zeros. */
enum ds_status vsam_examine(struct sphere *sp, unsigned tests,
    am_found_fn *report, am_stop_fn *stop, void *ctx, struct am_examined *sum,
    struct ds_diag *diag);
/* bpam/: the same for what is in the records of a library; opens it itself. */
enum ds_status bpam_examine(struct volume *vol, const char *data_name,
    am_found_fn *report, am_stop_fn *stop, void *ctx, struct ds_diag *diag);
enum ds_status qsam_examine(struct sphere *sp, am_found_fn *report,
    am_stop_fn *stop, void *ctx, struct am_examined *sum, struct ds_diag *diag);

#endif

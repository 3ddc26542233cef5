/*
 * Inside ENQ: the files of a root, owners, and the holder table.
 *
 * root/enq/locks has no content. Locks on its bytes, which are
 * open-file-description locks of the owners' descriptors, are all there is:
 *
 *	from     to               byte
 *	0        2^62             a resource, at the hash of its name
 *	2^62     2^62 + 2^61      its gate, at half the hash: who waits has it
 *	2^62 + 2^61, 16384 bytes  a slot of the holder table is in use
 */
#ifndef CATAMOUNT_SERVICES_ENQ_INT_H
#define CATAMOUNT_SERVICES_ENQ_INT_H

#include <sys/stat.h>

#include "services/enq.h"

#define ENQ_GATES (UINT64_C(1) << 62)
#define ENQ_SLOTS (ENQ_GATES + (UINT64_C(1) << 61))

enum { ENQ_SLOTS_MAX = 16384 };

/* The files of a root that all owners of a process share. */
struct enq_root {
	struct enq_root *next;
	dev_t dev;
	ino_t ino; /* of the locks file */
	int holders;
	bool readonly; /* we may share, and say nothing in the table */
	int refs;
};

/* A resource that an owner holds. */
struct enq_res {
	struct enq_res *next;
	uint64_t hash;
	int refs;    /* takes, */
	int excs;    /* exclusive ones of them */
	int slot;    /* -1: none was free */
	bool passed; /* it was held before we began: a job's, not ours to free
		      */
	char qname[17], rname[177]; /* cut, for the table */
};

struct enq_owner {
	char root_path[4096];
	struct enq_root *root; /* NULL: nothing taken yet */
	struct enq_res *held;
	struct enq_res *wanted; /* for their slots in the table */
	int locks;              /* its descriptor: what makes it an owner; -1 */
	int refs;               /* itself, and each struct enq */
	pid_t pid;              /* a child of fork owns nothing */
	bool has_job, adopted;
	char job[16];
	void (*waiting)(void *ctx, const struct ds_diag *diag);
	void *ctx;
};

struct enq {
	struct enq_owner *owner;
	struct enq_res *res;
	enum enq_mode mode;
};

/* --- enq_file.c: the files, and locks on bytes ------------------------------
 */

/* F_UNLCK, F_RDLCK, F_WRLCK on one byte. 0, or -1 and errno. */
int enq_byte(int fd, uint64_t at, short how);
/* Has another description a lock that how conflicts with? */
bool enq_byte_taken(int fd, uint64_t at, short how);
/* A descriptor of the locks file of its own, and the root's other file. */
enum ds_status enq_root_open(const char *path, int *locksp,
    struct enq_root **rootp, struct ds_diag *diag);
/* The root that the descriptor locks is of; DS_INVALID: of another. */
enum ds_status enq_root_join(
    const char *path, int locks, struct enq_root **rootp, struct ds_diag *diag);
void enq_root_close(struct enq_root **rootp); /* NULL is fine */

/* --- enq_table.c: who has what ----------------------------------------------
 */

/* A slot of the owner's; -1 when there is none. */
int enq_slot_take(const struct enq_owner *owner);
void enq_slot_write(const struct enq_owner *owner, const struct enq_res *res,
    enum enq_mode mode, bool waiting);
void enq_slot_free(const struct enq_owner *owner, int slot);
/* "job X (idcams, process 12) and 2 more", of those who are not the owner. */
void enq_slot_find(
    const struct enq_owner *owner, uint64_t hash, char *out, size_t size);
/* The job's name of an owner. */
void enq_job_name(const struct enq_owner *owner, char out[16]);

#endif

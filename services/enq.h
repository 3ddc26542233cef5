/*
 * ENQ: named locks between owners, in one process or many, freed when the
 * owner goes. Open-file-description locks on root/enq/, and a holder table for
 * messages.
 *
 * An owner is a job, an open data set, a client of a server, a thread. What an
 * owner holds already it gets again, shared becoming exclusive when nobody
 * else has it; it has it until as many enq_free, and is shared again when the
 * last that wanted it exclusive has gone. Owners conflict, be they of one
 * process or of two.
 *
 * Who waits is next: what comes later and cannot share with it waits too, or
 * is refused. Nobody waits longer than asked for. Nobody holds a part of a
 * list while waiting for the rest, so lists never wait for each other.
 */
#ifndef CATAMOUNT_SERVICES_ENQ_H
#define CATAMOUNT_SERVICES_ENQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/dsname.h"
#include "base/status.h"

struct enq_owner;
struct enq; /* a name that an owner holds */

enum enq_mode { ENQ_SHR, ENQ_EXC };

/* "SYSDSN" and a data set name, say. */
struct enq_name {
	const char *qname, *rname;
	enum enq_mode mode;
};

/*
 * job is what other owners' messages call it, "" nothing but the program,
 * NULL what enq_set_job says. No file is touched before the first take.
 */
enum ds_status enq_owner_new(const char *root, const char *job,
    struct enq_owner **ownerp, struct ds_diag *diag);
/* All that it holds is free at once; each struct enq is still to be freed. */
void enq_owner_free(struct enq_owner **ownerp); /* NULL is fine */
/* Call waiting once when a wait begins: diag says for what and for whom. */
void enq_owner_tell(struct enq_owner *owner,
    void (*waiting)(void *ctx, const struct ds_diag *diag), void *ctx);

/*
 * Take a name within timeout_ms (0: at once), or until the process is asked to
 * end (stop.h). DS_BUSY: diag->holder says who
 * has it. DS_CAT_SECURITY: exclusive, in a root that may not be written.
 */
enum ds_status enq_take(struct enq_owner *owner, const char *qname,
    const char *rname, enum enq_mode mode, int timeout_ms, struct enq **enqp,
    struct ds_diag *diag);
/* All of names or none, in whatever order they are given; one struct enq for
 * each of them in enqs. */
enum ds_status enq_take_list(struct enq_owner *owner,
    const struct enq_name *names, size_t n, int timeout_ms, struct enq **enqs,
    struct ds_diag *diag);
/*
 * The names, one or two, that whoever allocates the data set name holds as
 * SYSDSN: what it is an alias of, a path and what that leads to. Of a name that
 * is not there itself.
 */
enum { ENQ_DSNAMES = 2 };
struct ds_system;
enum ds_status ds_allocation_names(struct ds_system *sys, const char *name,
    char out[ENQ_DSNAMES][DSNAME_MAX + 1], size_t *np, struct ds_diag *diag);
/* Would enq_take get it now? Takes nothing. */
enum ds_status enq_test(struct enq_owner *owner, const char *qname,
    const char *rname, enum enq_mode mode, struct ds_diag *diag);
void enq_free(struct enq **enqp); /* NULL is fine */
/* Does this owner hold it, in whatever mode? */
bool enq_held(struct enq_owner *owner, const char *qname, const char *rname);
/* The job's name of owners that have none of their own; "" at the start. */
void enq_set_job(const char *name);

/* --- who has what --------------------------------------------------------- */

struct enq_holder {
	char qname[17], rname[177];
	char job[17], program[17]; /* job may be "" */
	pid_t pid;
	uint64_t start; /* of the process, ticks since boot */
	bool exclusive;
	bool waiting; /* it has not got it yet */
	bool ended;   /* the process; one that it started goes on for it */
};

/*
 * All who hold or want rname (NULL: each) of qname (NULL: each). fn answers
 * false to hear no more. The table serves people: an owner that found no room
 * in it holds its names all the same.
 */
enum ds_status enq_who(const char *root, const char *qname, const char *rname,
    bool (*fn)(void *ctx, const struct enq_holder *h), void *ctx,
    struct ds_diag *diag);

/* "job X (idcams, process 12)", as messages say it. */
void enq_holder_text(const struct enq_holder *h, char *out, size_t size);

/* --- programs that an owner starts ---------------------------------------- */

/* The environment variable that hands an owner to a program. */
#define ENQ_ENV "CATAMOUNT_ENQ"

/*
 * A job's names are to stay held while its programs run, even when the job's
 * own process dies, and a program of ours is to get what its job has. The
 * caller gives the text as ENQ_ENV to the program and clears FD_CLOEXEC of
 * enq_owner_fd in the child, between fork and exec. Until the child has ended
 * the parent takes and frees nothing of this owner. The caller frees *textp.
 */
enum ds_status enq_owner_pass(
    struct enq_owner *owner, char **textp, struct ds_diag *diag);
int enq_owner_fd(const struct enq_owner *owner); /* -1: nothing taken yet */
/*
 * The owner that text says, in the program that was started. What it held
 * before stays held, whatever is freed here. DS_INVALID: not of this root, or
 * the descriptor did not come along.
 */
enum ds_status enq_owner_adopt(const char *root, const char *text,
    struct enq_owner **ownerp, struct ds_diag *diag);

#endif

/*
 * ENQ: named locks between processes, freed when the holder dies.
 * Open-file-description locks on root/enq/, and a holder table for messages.
 *
 * The owner is the process: what it holds already it gets again, shared
 * becoming exclusive when nobody else has it, and is free after as many
 * enq_free.
 */
#ifndef CATAMOUNT_SERVICES_ENQ_H
#define CATAMOUNT_SERVICES_ENQ_H

#include <stdbool.h>

#include "base/status.h"

struct enq; /* a held lock */

enum enq_mode { ENQ_SHR, ENQ_EXC };

/*
 * Take qname/rname ("SYSDSN", a data set name) within timeout_ms (0: test,
 * at once). DS_BUSY: diag->holder says who (job or program, process).
 */
enum ds_status enq_take(const char *root, const char *qname, const char *rname,
    enum enq_mode mode, int timeout_ms, struct enq **enqp,
    struct ds_diag *diag);
void enq_free(struct enq **enqp); /* NULL is fine */
/* Does this process hold it, in whatever mode? */
bool enq_held(const char *root, const char *qname, const char *rname);
/* The job's name for other processes' messages; "" (the start) is none. */
void enq_set_job(const char *name);

#endif

/*
 * Inside libcatamount: systems, open files and strings, and outcomes made
 * those of include/catamount.h.
 */
#ifndef CATAMOUNT_LIB_LIB_INT_H
#define CATAMOUNT_LIB_LIB_INT_H

#include <pthread.h>

#include "access-methods/rpl.h"
#include "include/catamount.h"
#include "services/dataset.h"
#include "services/system.h"

/* An opened root for one file; idle ones wait for the next. */
struct lib_root {
	struct lib_root *next;
	struct ds_system *sys;
};

struct ctm_system {
	pthread_mutex_t lock; /* of idle */
	struct lib_root *idle;
	struct lib_root *first; /* whose names all files share */
	char root[4096];
	unsigned wait_ms; /* 0: as the configuration says */
};

struct ctm_pool {
	struct sphere_lsr *lsr;
	size_t count; /* of subpools */
};

struct ctm_file {
	struct ctm_system *system;
	struct lib_root *root;
	struct dd_table *dds; /* of ctm_open_dd */
	struct ds_file *ds;
	struct am_file *am; /* NULL: not VSAM */
	struct ctm_string *strings;
	/* of a bulk load */
	void (*duplicate)(void *context, const struct ctm_record *record,
	    const void *key, size_t key_length);
	void *duplicate_context;
};

struct ctm_string {
	struct ctm_string *next;
	struct ctm_file *file;
	struct am_rpl *rpl; /* NULL: the file's one position */
};

/* The class of st; error (NULL is fine) says it all. */
int lib_outcome(
    enum ds_status st, const struct ds_diag *diag, struct ctm_error *error);
/* The same of a record request: errors of the host are register 15 = 12, with
 * what was read; a write is one of the data component's log. */
int lib_request_outcome(enum ds_status st, const struct ds_diag *diag,
    bool writes, struct ctm_error *error);
/* The same of an open: damage and errors of the host are its code 132. */
int lib_open_outcome(
    enum ds_status st, const struct ds_diag *diag, struct ctm_error *error);
/* Frees all strings of a file. */
void lib_strings_free(struct ctm_file *file);

#endif

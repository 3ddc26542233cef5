/*
 * Inside dsn: what its commands share. Each command returns whether all that
 * was asked for is done; what is not has been told on standard error.
 */
#ifndef CATAMOUNT_DSN_DSN_INT_H
#define CATAMOUNT_DSN_DSN_INT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/dsname.h"
#include "services/dataset.h"
#include "services/library.h"
#include "services/locate.h"
#include "services/system.h"

struct progress;

/* Records as bytes of the host: lines, as they are, or each behind its record
 * descriptor. */
enum view { VIEW_TEXT, VIEW_BINARY, VIEW_RDW };

struct dsn {
	struct ds_system *sys;
	struct progress *progress; /* NULL: nobody watches */
	bool longer, all, json;    /* ls, stat */
	bool recursive, force, purge;
	bool merge, reuse; /* clusters that have records */
	enum view view;
	const char *like, *made_as; /* --like, --new; NULL */
	const char *suffix;         /* of files that members become */
};

/* --- say.c -------------------------------------------------------------- */
void dsn_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void dsn_say_status(
    const char *what, enum ds_status st, const struct ds_diag *diag);
/* Standard output is complete; false: told why not. */
bool dsn_say_flush(void);
bool dsn_stopped(void);
void dsn_stop_set_up(void);
void dsn_stop_end(void); /* end by the signal that came, if one did */

/* --- name.c ------------------------------------------------------------- */
enum { PATTERN_MAX = 80 };

/* A name as it was given, in upper case. */
struct name {
	char dsn[PATTERN_MAX + 1]; /* may be a mask where one is good */
	char member[PATTERN_MAX + 1];
	bool has_member;
	bool generic;  /* the member is a pattern */
	bool relative; /* it was; dsn is the generation, or the base of one
			  that is to come */
	int number;
};

enum { FULL_MAX = DSNAME_MAX + MEMBER_MAX + 16 };

/* mask: '*' and '%' are good in the data set name; make: so is (+1). False:
 * told. */
bool dsn_name_parse(
    struct dsn *d, const char *text, bool mask, bool make, struct name *np);
/* DSN, DSN(MEMBER) or DSN(+1). */
void dsn_name_full(const struct name *n, char out[FULL_MAX + 1]);
/* The entry that a name stands for, an alias followed. The caller frees. */
enum ds_status dsn_name_entry(struct dsn *d, const char *dsn,
    struct ds_entry **entp, struct ds_diag *diag);
/* Is it there, and partitioned? */
bool dsn_name_is_library(struct dsn *d, const char *dsn);

struct members {
	char (*v)[MEMBER_MAX + 1];
	size_t n, cap;
};
bool dsn_members_add(struct members *l, const char *name);
void dsn_members_free(struct members *l);
/* Those that match, "*" all; without aliases if main_alone. False: told, also
 * when there is none, unless the pattern is "*". */
bool dsn_members_match(struct ds_library *lib, const char *pattern,
    bool main_alone, struct members *l);

/* --- copy.c ------------------------------------------------------------- */
/* A string that the caller frees; NULL: no memory, told. */
char *dsn_format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* "NAME=path:FILE,..." of a file of the host, "-" being the standard one. For
 * output records of recs go there, for input they will go to recs. */
char *dsn_host_spec(const struct dsn *d, const char *ddname, const char *path,
    const struct ds_attrs *recs, bool output);
/* All records of one to the other. verb NULL: no progress is shown. False:
 * told. */
bool dsn_copy_records(struct dsn *d, const char *verb, struct ds_file *in,
    struct ds_file *out, const char *from, const char *to);
/* Close what is complete, drop what is not; false when it was not, or did not
 * become so. */
bool dsn_copy_end(struct ds_file **outp, const char *to, bool whole);
/* Open the DD called OUT for new content: an empty cluster for records in any
 * order. False: told. */
bool dsn_copy_open_out(struct dsn *d, struct dd_table *dds, const char *to,
    const struct ds_attrs *like, struct ds_file **outp);
/* The run is at its end. False: told, and what it made is gone again. */
bool dsn_copy_finish(struct dd_table **ddsp, bool whole);
/* How a data set like the one called model is made: "new,recfm=...", a
 * sequential one, a library, or (NONE) what the model is. NULL: told. */
char *dsn_copy_like(struct dsn *d, const char *model, enum ds_org org);
/* The same of a cluster, at once. */
bool dsn_copy_define(struct dsn *d, const char *model, const char *dsn);
bool dsn_copy_is_vsam(struct dsn *d, const char *dsn);

/* --- facts.c ------------------------------------------------------------ */
/* What the catalog and the components say of a data set, in short. */
struct facts {
	const struct ds_entry *ent;
	struct ds_entry *whole, *data, *index; /* owned; index may be NULL */
	char dsorg[8];
	char recfm[8];
	bool known; /* counts are */
	uint64_t records, used, allocated;
	uint32_t lrecl, blksize, extents;
	const char *volume;
};
enum ds_status dsn_facts_get(struct dsn *d, const char *catalog,
    const char *name, struct facts *fp, struct ds_diag *diag);
void dsn_facts_free(struct facts *f);
void dsn_facts_print_long(const struct facts *f);
bool dsn_facts_print_json(const struct facts *f);
bool dsn_facts_print_stat(const struct facts *f);
bool dsn_member_print_json(const char *dsn, const struct ds_member *m);
void dsn_member_print_long(const struct ds_member *m);
bool dsn_member_print_stat(const char *dsn, const struct ds_member *m);

/* --- commands ----------------------------------------------------------- */
bool dsn_ls(struct dsn *d, int n, char *const *args);
bool dsn_stat(struct dsn *d, int n, char *const *args);
bool dsn_cat(struct dsn *d, int n, char *const *args);
bool dsn_get(struct dsn *d, int n, char *const *args);
bool dsn_put(struct dsn *d, int n, char *const *args);
/* One file, as to says; several, as members of it. */
bool dsn_put_file(struct dsn *d, const char *path, const struct name *n);
bool dsn_put_members(struct dsn *d, int n, char *const *args, struct name *to);
bool dsn_cp(struct dsn *d, int n, char *const *args);
bool dsn_mv(struct dsn *d, int n, char *const *args);
bool dsn_rm(struct dsn *d, int n, char *const *args);
bool dsn_mkdir(struct dsn *d, int n, char *const *args);
bool dsn_compress(struct dsn *d, int n, char *const *args);

#endif

/*
 * Outcomes: what a function that can fail returns, and the details that a
 * message needs.
 *
 * Each value has a class, a return code and a reason code:
 *
 *	R  a record request; register 15 and the RPL feedback code
 *	O  an open; register 15 and the ACB error code (ACBERFLG)
 *	C  the catalog; return code and reason code of IDC3009I
 *	S  the host system or ourselves; no z/OS code
 *
 * Source: SYM6-1 IDARMRCD, IDAERRCD (MVS 3.8) and SC23-6855.
 */
#ifndef CATAMOUNT_BASE_STATUS_H
#define CATAMOUNT_BASE_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#define DS_STATUS_LIST(X)                                                      \
	X(DS_OK, 'R', 0, 0, "completed")                                       \
	/* record requests, register 15 = 8 */                                 \
	X(DS_EOD, 'R', 8, 4, "end of data")                                    \
	X(DS_DUPLICATE, 'R', 8, 8, "duplicate record")                         \
	X(DS_DUPAIX, 'R', 8, 8, "duplicate key in the upgrade set")            \
	X(DS_SEQUENCE, 'R', 8, 12, "record out of sequence")                   \
	X(DS_NOTFOUND, 'R', 8, 16, "record not found")                         \
	X(DS_LOCKED, 'R', 8, 20, "record in use by another request")           \
	X(DS_NOSPACE, 'R', 8, 28, "data set cannot be extended")               \
	X(DS_BADRBA, 'R', 8, 32, "invalid RBA")                                \
	X(DS_AREASMALL, 'R', 8, 44, "area too small for the record")           \
	X(DS_STRINGS, 'R', 8, 64, "no string is free for the request")         \
	X(DS_NOACCESS, 'R', 8, 68, "access not allowed by the open intent")    \
	X(DS_KEYTOESDS, 'R', 8, 72, "keyed request to an entry-sequenced set") \
	X(DS_NOINSERT, 'R', 8, 76,                                             \
	    "insert by address to a keyed or numbered set")                    \
	X(DS_NOERASE, 'R', 8, 80, "erase not allowed here")                    \
	X(DS_BADLOCATE, 'R', 8, 84, "locate mode not allowed here")            \
	X(DS_NOPOSITION, 'R', 8, 88, "no positioning for sequential request")  \
	X(DS_NOUPDATE, 'R', 8, 92, "update without a previous get for update") \
	X(DS_KEYCHANGED, 'R', 8, 96, "key changed on update")                  \
	X(DS_LENCHANGED, 'R', 8, 100, "record length changed on update")       \
	X(DS_BADOPTION, 'R', 8, 104, "invalid combination of options")         \
	X(DS_BADLENGTH, 'R', 8, 108, "record length invalid")                  \
	X(DS_BADKEYLEN, 'R', 8, 112, "generic key length invalid")             \
	X(DS_LOADING, 'R', 8, 116, "request not allowed during load")          \
	X(DS_LOCSPAN, 'R', 8, 132, "locate mode for a spanned record")         \
	X(DS_SPANADDR, 'R', 8, 136,                                            \
	    "addressed request for a spanned record of a keyed set")           \
	X(DS_SEGMENTS, 'R', 8, 140,                                            \
	    "segments of a record do not fit together")                        \
	X(DS_NOBASE, 'R', 8, 144, "alternate index pointer without a record")  \
	X(DS_TOOMANY, 'R', 8, 148, "too many alternate index pointers")        \
	X(DS_BADCI, 'R', 8, 156, "invalid control interval")                   \
	X(DS_BADRRN, 'R', 8, 192, "invalid relative record number")            \
	X(DS_RRNADDR, 'R', 8, 196,                                             \
	    "addressed request to a relative record data set")                 \
	X(DS_NOTBYPATH, 'R', 8, 200, "addressed request through a path")       \
	X(DS_PUTBACKWARD, 'R', 8, 204, "put to insert backward")               \
	X(DS_BADENDREQ, 'R', 8, 208, "nothing to be ended")                    \
	/* record requests, register 15 = 12 */                                \
	X(DS_CORRUPT, 'R', 12, 4, "damaged bytes on disk")                     \
	X(DS_CORRUPTIX, 'R', 12, 8, "damaged index")                           \
	/* open */                                                             \
	X(DS_OPEN_NOTCLOSED, 'O', 4, 116, "not properly closed last time")     \
	X(DS_OPEN_NODD, 'O', 8, 128, "DD name not in the step")                \
	X(DS_OPEN_IO, 'O', 8, 132, "I/O error or invalid component")           \
	X(DS_OPEN_NOENTRY, 'O', 8, 148, "catalog entry not found")             \
	X(DS_OPEN_SECURITY, 'O', 8, 152, "security check failed")              \
	X(DS_OPEN_EMPTY, 'O', 8, 160, "empty data set opened for input")       \
	X(DS_OPEN_INUSE, 'O', 8, 168, "data set not available, in use")        \
	X(DS_OPEN_NOTVSAM, 'O', 8, 188, "not a data set of this kind")         \
	X(DS_OPEN_EMPTYPATH, 'O', 8, 196,                                      \
	    "path over an empty alternate index")                              \
	X(DS_OPEN_CISIZE, 'O', 8, 220,                                         \
	    "control interval larger than the pool's buffers")                 \
	X(DS_OPEN_NORESET, 'O', 8, 232, "reset of a data set without REUSE")   \
	/* catalog */                                                          \
	X(DS_CAT_UNAVAIL, 'C', 4, 6, "catalog not available")                  \
	X(DS_CAT_NOTFOUND, 'C', 8, 42, "entry not found")                      \
	X(DS_CAT_DUPLICATE, 'C', 8, 38, "duplicate entry name")                \
	X(DS_CAT_FULL, 'C', 20, 0, "no space in catalog")                      \
	X(DS_CAT_SECURITY, 'C', 56, 6, "security verification failed")         \
	X(DS_CAT_PROFILE, 'C', 114, 0, "duplicate profile")                    \
	X(DS_CAT_TYPE, 'C', 60, 0, "invalid entry type for the action")        \
	X(DS_CAT_NOSPACE, 'C', 68, 20, "no space on volume")                   \
	X(DS_CAT_NOVOLUME, 'C', 72, 0, "volume not mounted")                   \
	X(DS_CAT_RELATED, 'C', 80, 0, "invalid related object")                \
	X(DS_CAT_UNEXPIRED, 'C', 84, 6, "unexpired purge date")                \
	X(DS_CAT_INUSE, 'C', 184, 0, "data set in use")                        \
	X(DS_CAT_LRECL, 'C', 192, 0, "record length exceeds 32761")            \
	X(DS_CAT_CISIZE, 'C', 196, 0, "control interval size too large")       \
	X(DS_CAT_KEY, 'C', 204, 0, "key extends beyond the record")            \
	X(DS_CAT_BUFSPACE, 'C', 208, 0, "buffer space too small")              \
	X(DS_CAT_NOVVR, 'C', 50, 5, "volume record not found")                 \
	X(DS_CAT_NOTEMPTY, 'C', 152, 0, "generation data group not empty")     \
	/* the host and ourselves */                                           \
	X(DS_NOMEM, 'S', 0, 0, "no memory")                                    \
	X(DS_IO, 'S', 0, 0, "input/output error")                              \
	X(DS_EXIST, 'S', 0, 0, "file exists")                                  \
	X(DS_NOFILE, 'S', 0, 0, "no such file")                                \
	X(DS_FULL, 'S', 0, 0, "no space on the host file system")              \
	X(DS_BUSY, 'S', 0, 0, "in use")                                        \
	X(DS_TIMEOUT, 'S', 0, 0, "waited too long")                            \
	X(DS_STOPPED, 'S', 0, 0, "ended before its end")                       \
	X(DS_INVALID, 'S', 0, 0, "invalid argument")                           \
	X(DS_BADTEXT, 'S', 0, 0, "text cannot be converted")                   \
	X(DS_BADBLOCK, 'S', 0, 0, "bad record or block descriptor")            \
	X(DS_VERSION, 'S', 0, 0, "written by a newer version")                 \
	X(DS_UNSUPPORTED, 'S', 0, 0, "not built yet")                          \
	X(DS_NOMEMBER, 'S', 0, 0, "there is no such member")                   \
	X(DS_DIRFULL, 'S', 0, 0, "no space left in the directory")             \
	/* inside: what a reader saw is of no time; he looks again */          \
	X(DS_AGAIN, 'S', 0, 0, "changed by another meanwhile")

enum ds_status {
#define X(name, class, rc, rsn, text) name,
	DS_STATUS_LIST(X)
#undef X
};

enum { DS_DIAG_NAME = 256 }; /* bytes of a name, NUL included */

/*
 * Details of a failure, for the message. Filled by whoever finds the fault;
 * callers further out may add the name. Never read on DS_OK.
 */
struct ds_diag {
	enum ds_status status;
	/* Data set, component, catalog or host path: of one that is too long
	 * the end, behind "/...". */
	char name[DS_DIAG_NAME];
	bool has_rba;
	uint64_t rba;  /* bytes from the component's start, or a file offset */
	int sys_errno; /* errno of the host, or 0 */
	char module[16]; /* IGG0CLxx of IDC3009I, or "" for the usual one */
	char holder[80]; /* DS_BUSY, DS_*_INUSE: who holds it */
	char text[200];  /* one sentence of detail, no newline */
	bool explains;   /* text says what no code of z/OS does: told always */
	/* DS_IO of a read: the reason code that the request has on z/OS,
	 * 4 data, 8 index, 12 sequence set; 0: not known, or a write. */
	int io_reason;
};

char ds_status_class(enum ds_status st); /* 'R' 'O' 'C' 'S' */
int ds_status_rc(enum ds_status st);     /* return code, see above */
int ds_status_reason(enum ds_status st); /* reason code */
const char *ds_status_text(enum ds_status st);
const char *ds_status_name(enum ds_status st); /* "DS_EOD" */

/* A name or path as a diag has it. */
void ds_diag_name(const char *name, char out[DS_DIAG_NAME]);

/*
 * Fill diag (NULL is fine) and return st: return ds_fail(diag, DS_IO, ...).
 * name may be NULL. fmt is printf's, and may be NULL.
 */
enum ds_status ds_fail(struct ds_diag *diag, enum ds_status st,
    const char *name, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for a byte position in a component. */
enum ds_status ds_fail_rba(struct ds_diag *diag, enum ds_status st,
    const char *name, uint64_t rba, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
/* The same from errno: ENOSPC, EDQUOT and EFBIG become DS_FULL, ENOENT
 * DS_NOFILE, EEXIST DS_EXIST, ENOMEM DS_NOMEM, all else DS_IO. */
enum ds_status ds_fail_errno(struct ds_diag *diag, int err, const char *name,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/*
 * "no such file: /a/b: detail: reason of the host; held by JOB ...": words of
 * ours alone. What said, which stands in front, or a part has already is not
 * said twice.
 */
enum { DS_SENTENCE_MAX = 832 };
const char *ds_status_sentence(const char *said, enum ds_status st,
    const struct ds_diag *diag, char out[DS_SENTENCE_MAX]);

#endif

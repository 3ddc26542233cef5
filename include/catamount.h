/*
 * libcatamount: catalogued data sets of a Catamount system root, by record.
 * See catamount(3). The whole interface is in this file; C11 and C++.
 *
 * Every function that can fail returns CTM_OK or the class of what went wrong,
 * and tells it in *error (NULL is fine). Pointers to be filled in are last but
 * for error, and are written on CTM_OK alone.
 *
 * Threads: an open file, with its strings, is used by one thread at a time;
 * different files by different threads at once, and a system by any number.
 */
#ifndef CATAMOUNT_H
#define CATAMOUNT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CTM_API __attribute__((visibility("default")))
#else
#define CTM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define CTM_VERSION_MAJOR 0
#define CTM_VERSION_MINOR 1

/* The version of the library, "0.1.0". */
CTM_API const char *ctm_version(void);

/* --- outcomes --------------------------------------------------------------
 */

enum ctm_class {
	CTM_OK = 0,
	CTM_REQUEST = 1, /* a record request: register 15 and RPL feedback */
	CTM_OPEN = 2,    /* an open: register 15 and ACB error code */
	CTM_CATALOG = 3, /* return and reason code of the catalog */
	CTM_HOST = 4     /* the host system, or a mistake of the caller */
};

/* Reasons of CTM_REQUEST that programs ask for, return code 8. */
enum ctm_reason {
	CTM_END_OF_DATA = 4,
	CTM_DUPLICATE = 8,
	CTM_OUT_OF_SEQUENCE = 12,
	CTM_NOT_FOUND = 16,
	CTM_RECORD_IN_USE = 20,
	CTM_NO_SPACE = 28,
	CTM_BAD_RBA = 32,
	CTM_AREA_TOO_SMALL = 44,
	CTM_NO_POSITION = 88,
	CTM_NO_GET_FOR_UPDATE = 92,
	CTM_KEY_CHANGED = 96,
	CTM_BAD_OPTIONS = 104,
	CTM_BAD_LENGTH = 108
};

struct ctm_error {
	int error_class;    /* enum ctm_class */
	int code;           /* return code */
	int reason;         /* reason code */
	const char *symbol; /* of the outcome, a constant: "DS_EOD" */
	int host_errno;     /* errno of the host, or 0 */
	int has_rba;
	uint64_t rba;    /* where damage is */
	char name[256];  /* data set, component or file */
	char holder[80]; /* in use: by whom */
	char text[280];  /* one sentence */
};

/* --- the system root -------------------------------------------------------
 */

struct ctm_system;

/* root NULL: $CATAMOUNT_ROOT, else as /etc/catamount.conf says, else
 * ~/.local/share/catamount. It is made when it is not there. */
CTM_API int ctm_system_open(
    const char *root, struct ctm_system **systemp, struct ctm_error *error);
/* All files are closed before. Sets the pointer NULL; NULL is fine. */
CTM_API void ctm_system_close(struct ctm_system **systemp);
/* How long a request or an open waits for another program's at most,
 * milliseconds, 1 at least; for what is opened from now on. Else as wait= of
 * the root's catamount.conf says, which is ten seconds when nothing does. */
CTM_API void ctm_system_wait(struct ctm_system *system, unsigned milliseconds);

/* --- files -----------------------------------------------------------------
 */

struct ctm_file;

enum ctm_intent {
	CTM_INPUT = 1 << 0,
	CTM_OUTPUT = 1 << 1, /* put, update, erase; get too, but while an empty
				data set is filled */
	CTM_RESET = 1 << 2,  /* start empty: REUSE; with CTM_OUTPUT */
	CTM_SEQUENTIAL = 1 << 3, /* what will be asked for mostly */
	CTM_DIRECT = 1 << 4,
	CTM_CONTROL = 1 << 5, /* whole control intervals too */
	CTM_DURABLE = 1 << 6, /* a completed put, update or erase outlives a
				 power cut, as with LOG(ALL) of DEFINE */
	CTM_BULK = 1 << 7 /* with CTM_OUTPUT, an empty or reset KSDS or VRRDS:
			     records come in any order, are sorted and loaded
			     at the close */
};

enum ctm_disposition {
	CTM_DEFAULT, /* SHR for input, OLD for output */
	CTM_SHR,
	CTM_OLD,
	CTM_MOD /* a sequential data set is extended, not replaced */
};

/* System-managed buffering: ACCBIAS. */
enum ctm_bias {
	CTM_BIAS_SYSTEM, /* chosen by the intent */
	CTM_BIAS_USER,   /* bufnd, bufni, bufsp alone */
	CTM_BIAS_SO,     /* sequential optimized */
	CTM_BIAS_SW,     /* sequential weighted */
	CTM_BIAS_DO,     /* direct optimized */
	CTM_BIAS_DW      /* direct weighted */
};

/*
 * A resource pool (LSR): buffers that several files share, as BLDVRP makes it.
 * The pool and all files that are open by it are used by one thread at a time.
 */
struct ctm_pool;

struct ctm_subpool {
	unsigned length;  /* bytes of a buffer, a multiple of 512 */
	unsigned buffers; /* 3 at least */
	int index, data;  /* of which components; both 0: of both */
};

CTM_API int ctm_pool_new(const struct ctm_subpool *subpools, size_t count,
    struct ctm_pool **poolp, struct ctm_error *error);
/* CTM_HOST, and nothing happened: a file is open by it. NULL is fine. */
CTM_API int ctm_pool_free(struct ctm_pool **poolp, struct ctm_error *error);
/* How many buffers a subpool has, and how many of these hold nothing; from 0,
 * as in subpools of ctm_pool_new. CTM_HOST: there is no such subpool. */
CTM_API int ctm_pool_buffers(const struct ctm_pool *pool, size_t subpool,
    unsigned *buffersp, unsigned *freep, struct ctm_error *error);

struct ctm_record;

/* Zeros, but for size, are the defaults. */
struct ctm_open_parms {
	size_t size; /* sizeof(struct ctm_open_parms) */
	int disposition;
	unsigned strno; /* strings with a position at most; 0: any number */
	unsigned bufnd, bufni; /* buffers; 0: chosen here */
	uint64_t bufsp;        /* bytes of buffers; 0: chosen here */
	int durable; /* each completed request outlives a power cut too, not
			only the program */
	int bias;    /* enum ctm_bias; bufnd and bufsp win over it */
	uint64_t smbvsp, smbvspi; /* bytes of data and index buffers for
				     CTM_BIAS_DO; 0: chosen here */
	struct ctm_pool *pool;    /* buffers of this pool; NULL: its own */
	/*
	 * CTM_BULK. Bytes of memory for the sort, beyond which it takes a work
	 * file below the root; 0: chosen here. duplicate is told at the close
	 * of each record whose key was put before, and which is left out, in
	 * key order; both pointers are lent for the call, and it makes no
	 * request. NULL: the close is CTM_DUPLICATE, and nothing is stored.
	 */
	uint64_t bulk_memory;
	void (*duplicate)(void *context, const struct ctm_record *record,
	    const void *key, size_t key_length);
	void *duplicate_context;
};

/*
 * Open a cluster, a path, an alternate index or a component (these two for
 * input) or a sequential data set, by name; parms may be NULL. The data set is
 * held until it is closed. DSN(MEMBER) is a member of a partitioned data set,
 * in the way of a sequential one; what is written replaces it at the close.
 * Without a member the directory is read, in blocks of 256 bytes.
 */
CTM_API int ctm_open(struct ctm_system *system, const char *name,
    unsigned intent, const struct ctm_open_parms *parms,
    struct ctm_file **filep, struct ctm_error *error);
/*
 * The same for what a DD says: a data set, or a file of the host, as --dd of
 * idcams(1) has it behind the equals sign: "path:/tmp/x,text,lrecl=80". Read or
 * written in sequence.
 */
CTM_API int ctm_open_dd(struct ctm_system *system, const char *spec,
    unsigned intent, struct ctm_file **filep, struct ctm_error *error);
/* Complete and durable, or the outcome says why not. Frees, strings too. NULL
 * is fine. */
CTM_API int ctm_close(struct ctm_file **filep, struct ctm_error *error);
/* Close as if the program had died: completed requests stay, a load is
 * dropped. */
CTM_API void ctm_abandon(struct ctm_file **filep);
/* What is completed is durable now. Not while an empty data set is filled. A
 * point of durability, no transaction: a power cut before it may leave some. */
CTM_API int ctm_commit(struct ctm_file *file, struct ctm_error *error);

/*
 * What an open says beside success, as the ACB does: 100 an alternate index
 * that should change with the data set is empty, and stays so; 118 the last
 * writer did not close, what it had completed is there; 116 likewise, but its
 * log is gone, damaged or of before a power cut, and requests since its last
 * commit may be lost: until an open for output or VERIFY; 0.
 */
CTM_API int ctm_open_warning(const struct ctm_file *file);

enum ctm_organization {
	CTM_KSDS = 1,
	CTM_ESDS,
	CTM_RRDS,
	CTM_VRRDS,
	CTM_LDS,
	CTM_PS
};

struct ctm_attributes {
	char name[256];
	int organization;
	int is_path;                     /* keys are alternate keys */
	int is_component;                /* records in RBA order */
	int spanned, reuse, unique;      /* unique: keys of a path are */
	unsigned key_length, key_offset; /* bytes; of a path its own */
	unsigned record_max;             /* bytes; 0: not known */
	unsigned record_average;
	unsigned ci_length, cis_per_ca; /* 0: no control intervals */
	unsigned ccsid;                 /* of the records */
	int loading; /* opened empty for output: records come in order */
};

CTM_API void ctm_file_attributes(
    const struct ctm_file *file, struct ctm_attributes *attributes);

enum ctm_part { CTM_DATA, CTM_INDEX };

/* Since the data set was defined, and now. */
struct ctm_statistics {
	uint64_t records, bytes; /* in the data set */
	uint64_t inserted, deleted, updated, retrieved;
	uint64_t ci_splits, ca_splits, excps;
	uint64_t hurba, harba;
	unsigned extents, levels;
};

/* What the buffers of a part are, and what they did since the open. */
struct ctm_buffers {
	char bias[4]; /* chosen: "SO"; CO, CR of a load; "" as by USER */
	unsigned buffers, length; /* there are, bytes of each */
	uint64_t hits, reads;     /* found in them, read into them */
};
CTM_API int ctm_file_buffers(struct ctm_file *file, int part,
    struct ctm_buffers *buffers, struct ctm_error *error);

/* CTM_HOST: a file without that part. */
CTM_API int ctm_file_statistics(struct ctm_file *file, int part,
    struct ctm_statistics *statistics, struct ctm_error *error);

/* --- requests --------------------------------------------------------------
 */

struct ctm_string; /* a position of its own in an open file */

/* Options of a request: what OPTCD says. */
enum ctm_option {
	/* what the argument is; one of them */
	CTM_KEY = 1 << 0, /* a key; of a relative record set its number */
	CTM_ADR = 1 << 1, /* the RBA of a record */
	CTM_CNV = 1 << 2, /* the RBA of a control interval; CTM_CONTROL */
	CTM_REC = 1 << 3, /* the number of a record, from 1, in the order of
			     the data set; not of z/OS */
	/* one of them */
	CTM_SEQ = 1 << 4, /* the next one */
	CTM_DIR = 1 << 5, /* the one that the argument says */
	CTM_SKP = 1 << 6, /* likewise, by ascending keys */
	/* any */
	CTM_BWD = 1 << 7,  /* backward, else forward */
	CTM_LRD = 1 << 8,  /* the last record; with CTM_BWD */
	CTM_UPD = 1 << 9,  /* get for update; put in its place */
	CTM_NSP = 1 << 10, /* a direct request keeps its position */
	CTM_KGE = 1 << 11, /* equal or the next greater, else equal */
	CTM_GEN = 1 << 12, /* generic: the leading bytes of a key */
	CTM_LOC = 1 << 13  /* locate: lent, else moved into the area */
};

struct ctm_request {
	unsigned options; /* enum ctm_option */
	const void *key;
	size_t key_length; /* bytes */
	uint64_t number;   /* RBA, or number from 1 */
	void *area;        /* where a record is moved to */
	size_t area_length;
};

struct ctm_record {
	const void
	    *data;     /* in the area; lent until the string's next request */
	size_t length; /* also with CTM_AREA_TOO_SMALL */
	uint64_t rba;
	uint64_t number;   /* of a relative record; else 0, or where it is known
			      the number in the data set's order */
	int duplicate_key; /* get: the next record has the same alternate key;
			      put: another one has it */
};

CTM_API int ctm_string_new(struct ctm_file *file, struct ctm_string **stringp,
    struct ctm_error *error);
CTM_API void ctm_string_free(struct ctm_string **stringp);

CTM_API int ctm_point(struct ctm_string *string,
    const struct ctm_request *request, struct ctm_error *error);
CTM_API int ctm_get(struct ctm_string *string,
    const struct ctm_request *request, struct ctm_record *record,
    struct ctm_error *error);

/* One of many records asked for at once. */
struct ctm_want {
	const void *key; /* CTM_KEY: a whole key */
	uint64_t number; /* else, and of a relative record set */
	int outcome;     /* CTM_OK: record is it */
	int reason;      /* else the reason code, CTM_NOT_FOUND for one */
	struct ctm_record record; /* lent until the next request */
};
enum { CTM_MANY_MAX = 256 };
/*
 * count records at once, in any order, faster than one by one: access is
 * CTM_KEY, CTM_ADR or CTM_REC. CTM_OK when each was found or is not there. The
 * position stays.
 */
CTM_API int ctm_get_many(struct ctm_string *string, unsigned access,
    size_t key_length, struct ctm_want *wants, size_t count,
    struct ctm_error *error);

/*
 * A data set as a stream: its records in their order, each followed by extra
 * bytes of the caller's (1 for a newline, say). How long it is; the position
 * at the record that has the byte at offset; where the record that was given
 * last begins. All cost the same for a large data set. Not through a path.
 */
CTM_API int ctm_size(struct ctm_file *file, uint64_t extra, uint64_t *bytesp,
    uint64_t *recordsp, struct ctm_error *error);
CTM_API int ctm_point_offset(struct ctm_string *string, uint64_t offset,
    uint64_t extra, struct ctm_error *error);
CTM_API int ctm_offset(struct ctm_string *string, uint64_t extra,
    uint64_t *offsetp, struct ctm_error *error);

/* record may be NULL, else tells where it is. */
CTM_API int ctm_put(struct ctm_string *string,
    const struct ctm_request *request, const void *data, size_t length,
    struct ctm_record *record, struct ctm_error *error);
CTM_API int ctm_erase(struct ctm_string *string,
    const struct ctm_request *request, struct ctm_error *error);
CTM_API int ctm_endrequest(struct ctm_string *string, struct ctm_error *error);

#ifdef __cplusplus
}
#endif

#endif

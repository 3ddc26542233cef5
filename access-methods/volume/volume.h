/*
 * A volume: where components live, and the only way to their bytes. The
 * backend is chosen by URI; local directories (file.c) are the one there is,
 * fault.c wraps another for the tests. Nothing above may assume a local file,
 * a mapping or a POSIX lock.
 *
 * Component files are named by 32 hexadecimal digits (the component's
 * identity), so a rename in the catalog touches no file.
 */
#ifndef CATAMOUNT_AM_VOLUME_VOLUME_H
#define CATAMOUNT_AM_VOLUME_VOLUME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "base/status.h"

struct volume;   /* an open volume */
struct vol_file; /* an open component file */
struct fault_volume;

enum vol_mode {
	VOL_READ = 1,
	VOL_WRITE = 2,    /* implies reading */
	VOL_CREATE = 4,   /* must not exist; DS_EXIST else */
	VOL_DIRECT = 8,   /* past the page cache where the backend can */
	VOL_SCRATCH = 16, /* with VOL_CREATE: a power cut may take the file */
	VOL_LATER = 32,   /* with VOL_CREATE: the name lasts from the next
			     vol_sync on, not at once */
};

/*
 * One transfer. Offsets, lengths and addresses are multiples of vol_align for
 * a VOL_DIRECT file; others are free. A read past the end gives zeros, and
 * done tells how many bytes were really there.
 */
struct vol_req {
	bool write;
	bool durable;      /* as O_DSYNC: on disk when it completes */
	uint64_t offset;   /* bytes */
	struct iovec *iov; /* borrowed until vol_wait */
	int niov;
	/* the backend's */
	size_t done;
	int error; /* errno, 0 */
	bool pending;
	struct vol_req *next;
};

/*
 * Open the volume at uri: "file:/dir" or "/dir"; the directory exists.
 * readonly: no file may be created or written.
 */
enum ds_status vol_open(
    const char *uri, bool readonly, struct volume **volp, struct ds_diag *diag);
void vol_close(struct volume **volp);

size_t vol_align(const struct volume *vol);     /* bytes, e.g. 4096 */
size_t vol_best_size(const struct volume *vol); /* of a bulk request, bytes */
/* Free bytes of the backing store. */
uint64_t vol_free(const struct volume *vol);

enum ds_status vol_file_open(struct volume *vol, const char *name,
    unsigned mode, struct vol_file **filep, struct ds_diag *diag);
void vol_file_close(struct vol_file **filep); /* does not flush */
enum ds_status vol_remove(
    struct volume *vol, const char *name, struct ds_diag *diag);
/* Remove it; the name is gone for good from the next vol_sync on. */
enum ds_status vol_drop(
    struct volume *vol, const char *name, struct ds_diag *diag);
/* What was made with VOL_LATER and dropped so far lasts from now on. */
enum ds_status vol_sync(struct volume *vol, struct ds_diag *diag);
/* Give a file another name, which nobody has (DS_EXIST), at once: of several
 * who try one succeeds, for the others the file is gone (DS_NOFILE). It lasts
 * from the next vol_sync on. Nobody has the file open. */
enum ds_status vol_rename(
    struct volume *vol, const char *from, const char *to, struct ds_diag *diag);
bool vol_exists(struct volume *vol, const char *name);
/* Call fn for each component file; stops when fn returns false. */
enum ds_status vol_list(struct volume *vol,
    bool (*fn)(void *ctx, const char *name), void *ctx, struct ds_diag *diag);

/* Start a transfer; it may complete at once. Then wait for it. A short write
 * is an error (DS_FULL or DS_IO). A file takes any number at a time. */
enum ds_status vol_submit(
    struct vol_file *file, struct vol_req *req, struct ds_diag *diag);
enum ds_status vol_wait(
    struct vol_file *file, struct vol_req *req, struct ds_diag *diag);

/* The two in one, for small things. Short reads give zeros. */
enum ds_status vol_read(struct vol_file *file, uint64_t offset, void *buf,
    size_t len, struct ds_diag *diag);
enum ds_status vol_write(struct vol_file *file, uint64_t offset,
    const void *buf, size_t len, struct ds_diag *diag);

/* Everything written so far is on disk when it returns. */
enum ds_status vol_flush(struct vol_file *file, struct ds_diag *diag);
/* Space for [offset, offset+len) is sure from now on, or DS_FULL. */
enum ds_status vol_reserve(
    struct vol_file *file, uint64_t offset, uint64_t len, struct ds_diag *diag);
enum ds_status vol_truncate(
    struct vol_file *file, uint64_t len, struct ds_diag *diag);
uint64_t vol_size(struct vol_file *file); /* bytes */
/* How many bytes of [offset, offset + len) a file that is not VOL_DIRECT could
 * give from memory now; 0 if that is unknown. */
uint64_t vol_cached(struct vol_file *file, uint64_t offset, uint64_t len);

/*
 * The first len bytes of the file as memory; those behind its end must not be
 * touched before vol_reserve has made them. What is stored there outlives the
 * process at once, and the machine at the next vol_flush. Once an open file,
 * for reading alone if that is how it is open; it goes when the file is
 * closed. DS_UNSUPPORTED: the backend has no such thing.
 */
enum ds_status vol_map(
    struct vol_file *file, size_t len, uint8_t **memp, struct ds_diag *diag);
/* Soon [offset, offset + len) of the map will be stored to: a hint. */
void vol_map_prepare(struct vol_file *file, size_t offset, size_t len);

/*
 * Locks on bytes of a file, which need not be there. They belong to the open
 * file and end when that is closed or its process dies; they keep out other
 * open files alone, and only those that ask.
 */
enum vol_lock { VOL_UNLOCK, VOL_LOCK_SHR, VOL_LOCK_EXC };
/* Take, change or give up, at once. DS_BUSY: another's lock is in the way.
 * DS_UNSUPPORTED: the backend has none. VOL_LOCK_EXC is for files that are open
 * for writing. */
enum ds_status vol_lock(struct vol_file *file, uint64_t offset, uint64_t len,
    enum vol_lock how, struct ds_diag *diag);
/* Would VOL_LOCK_EXC be refused? True also when that is not known. */
bool vol_locked(struct vol_file *file, uint64_t offset, uint64_t len);
/* Was the file not removed since it was opened? */
bool vol_named(struct vol_file *file);

/*
 * A volume whose component files may go on on others: the beginning of a file
 * is here, further pieces of it have its name on peers, and offsets run on
 * through all of them. What is no component's file stays here.
 */
enum { VOL_SERIAL_LEN = 7, VOL_PIECES_MAX = 58 };
struct vol_peers {
	/* The volume of that serial number, not spanned; borrowed as long as
	 * the spanned one is open. */
	enum ds_status (*get)(void *ctx, const char *volser,
	    struct volume **volp, struct ds_diag *diag);
	void *ctx;
};
/* Takes over *innerp; it is what peers.get of others may give. */
enum ds_status vol_span_wrap(struct volume **innerp,
    const struct vol_peers *peers, struct volume **volp, struct ds_diag *diag);
/* The one behind it; of any other, itself. */
struct volume *vol_span_inner(struct volume *vol);

/* A piece: number counts from 1, start is where it begins in the file, a
 * multiple of vol_align. */
struct vol_piece {
	unsigned number;
	uint64_t start;
	char volser[VOL_SERIAL_LEN]; /* where it is */
};
/*
 * Make the file of a piece of name on piece->volser, with len bytes reserved,
 * lasting. It counts for nothing until it is added. On failure there is none.
 */
enum ds_status vol_span_make(struct volume *vol, const char *name,
    const struct vol_piece *piece, uint64_t len, struct ds_diag *diag);
/*
 * The file that has name here goes on in the piece, which is made if it is not
 * there; from now on, or after a failure perhaps. It is no error if that has
 * been done before. Pieces are added in the order of their numbers.
 */
enum ds_status vol_span_add(struct volume *vol, const char *name,
    const struct vol_piece *piece, uint64_t len, struct ds_diag *diag);

/* The pieces of name behind its beginning here, ascending; *np 0: none. */
enum ds_status vol_span_pieces(struct volume *vol, const char *name,
    struct vol_piece pieces[VOL_PIECES_MAX], unsigned *np,
    struct ds_diag *diag);

/*
 * The fault-injecting wrapper: counts every operation of its files and, at
 * the chosen one, fails (errno), tears (writes a part), cuts the power (this
 * and every later operation fails; unsynced writes are kept or lost by the
 * seed), or ends the process as kill -9 does (likewise, and all that was
 * written is kept). For tests.
 */
enum vol_fault_op {
	VOL_OP_OPEN,
	VOL_OP_CREATE,
	VOL_OP_READ,
	VOL_OP_WRITE,
	VOL_OP_FLUSH,
	VOL_OP_RESERVE,
	VOL_OP_TRUNCATE,
	VOL_OP_MAP,
	VOL_OP_DROP,
	VOL_OP_RENAME, /* name is the new one */
	VOL_OP_SYNC,
	VOL_OP_LIST,
};

struct vol_fault {
	uint64_t at; /* the operation to strike, from 1; 0 never */
	enum {
		VOL_FAULT_ERRNO,
		VOL_FAULT_TEAR,
		VOL_FAULT_CUT,
		VOL_FAULT_KILL,
	} kind;
	int error;      /* errno for VOL_FAULT_ERRNO, e.g. ENOSPC, EIO */
	unsigned seed;  /* which unsynced writes a power cut keeps */
	uint64_t count; /* operations seen: written by the wrapper */
	bool struck;    /* written by the wrapper */
	/* Told of each operation before it counts; NULL: nobody is. */
	void (*see)(
	    void *ctx, enum vol_fault_op op, const char *name, uint64_t offset);
	void *ctx;
	struct fault_volume *volumes; /* the wrapper's; NULL at first */
	bool before; /* the power goes before the operation has begun */
};
/* Takes over *innerp; plan is borrowed until vol_close. Volumes of one plan
 * have one count, and the power goes for all at once. */
enum ds_status vol_fault_wrap(struct volume **innerp, struct vol_fault *plan,
    struct volume **volp, struct ds_diag *diag);
/* Cut the power, or end the process (VOL_FAULT_KILL), between two operations.
 */
void vol_fault_now(struct volume *vol);
/* Another process after one that was ended, with a plan of its own: what the
 * dead one wrote and did not flush is still at risk. No file is open. */
void vol_fault_again(struct volume *vol, struct vol_fault *plan);

#endif

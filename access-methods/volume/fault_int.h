/*
 * Inside the fault-injecting volume: what it knows of its files. fault.c has
 * the operations, fault_cut.c what is left of them when the power goes.
 */
#ifndef CATAMOUNT_AM_VOLUME_FAULT_INT_H
#define CATAMOUNT_AM_VOLUME_FAULT_INT_H

#include "access-methods/volume/volume_int.h"

enum { SECTOR = 512 }; /* bytes that a disk writes whole */

enum change_kind { CHANGE_WRITE, CHANGE_RESERVE };

struct change {
	enum change_kind kind;
	bool durable;
	uint64_t offset;
	size_t len;
	size_t old_len; /* bytes that were there before */
	uint8_t *old, *new;
};

struct fault_node {
	struct fault_node *next;
	char name[VOL_NAME_MAX];
	unsigned refs;          /* open files, and one while it has a name */
	struct vol_file *inner; /* for writing; NULL: never changed */
	uint64_t flushed_size;
	struct change *log;
	size_t nlog, cap;
	uint8_t *map, *map_flushed; /* of map_len bytes each; NULL: none */
	size_t map_len, map_end;    /* the file has map_end bytes of it */
	unsigned map_users;         /* open files that share it */
};

/* A change of the directory that no vol_sync has made last. */
struct fault_name {
	struct fault_name *next;
	char name[VOL_NAME_MAX];
	bool dropped;
	char from[VOL_NAME_MAX]; /* renamed; "": made, if not dropped */
};

struct fault_volume {
	struct volume vol;
	struct volume *inner;
	struct vol_fault *plan;
	struct fault_volume *next; /* of the same plan */
	struct fault_node *nodes;
	struct fault_name *names;
	bool dark; /* the power is gone */
	uint64_t random;
};

struct fault_file {
	struct vol_file file;
	struct fault_node *node;
	struct vol_file *inner;
};

/* --- fault_cut.c -----------------------------------------------------------
 */

uint32_t fault_dice(struct fault_volume *fv, uint32_t sides);
/* Bytes that a file of size bytes has of its map. */
size_t fault_map_end(const struct fault_node *node, uint64_t size);
/* What the map holds goes to the file. */
void fault_map_write(struct fault_node *node);
/* What was stored since the last flush becomes writes that may be lost. */
void fault_map_log(struct fault_node *node);
void fault_map_free(struct fault_node *node);
void fault_process_ends(struct fault_volume *fv);
/* Nothing was done since a flush. */
void fault_log_clear(struct fault_node *node);
void fault_node_unref(struct fault_node *node);
/* A new entry, zeroed; NULL: no memory. */
struct change *fault_log_add(struct fault_node *node);
/* Returns errno, 0. */
int fault_log_write(struct fault_node *node, uint64_t offset,
    const uint8_t *data, size_t len, bool durable);
/* What names were made, dropped and changed since the last sync lasts, or, at
 * a power cut, as the dice say. */
void fault_settle_names(struct fault_volume *fv, bool cut);
/* Where the change of a name is noted; *it is NULL: nowhere. */
struct fault_name **fault_find_name(
    struct fault_volume *fv, const char *name, bool dropped);
bool fault_note_name(struct fault_volume *fv, const char *name, bool dropped);
/* The power goes: make the files what the disk may have of them. */
void fault_power_cut(struct fault_volume *fv);

#endif

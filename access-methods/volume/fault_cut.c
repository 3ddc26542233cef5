/*
 * What is left when the power goes.
 *
 * Each file keeps what was done to it since its last flush, with the bytes that
 * were there before. The cut takes all of it back and does a part again, as a
 * disk may: each write whole, not at all, or some of its 512-byte sectors,
 * chosen by the seed. A durable write stays whatever is chosen for those before
 * it. Files appear and disappear at once but for those made later, renamed and
 * dropped, which do from the next vol_sync on. A truncation is on disk at once,
 * and what the file had before with it.
 *
 * A mapped file is memory of its own here, which goes to the file when it is
 * read or closed, or the process ends; at a power cut any of its sectors that
 * changed since the last flush may be lost.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "access-methods/volume/fault_int.h"

uint32_t
fault_dice(struct fault_volume *fv, uint32_t sides)
{
	fv->random = fv->random * 6364136223846793005U + 1442695040888963407U;
	return (uint32_t)(fv->random >> 33) % sides;
}

/* --- maps -----------------------------------------------------------------
 */

size_t
fault_map_end(const struct fault_node *node, uint64_t size)
{
	return size < node->map_len ? (size_t)size : node->map_len;
}

/* What the map holds goes to the file. */
void
fault_map_write(struct fault_node *node)
{
	if (node->map != NULL)
		vol_write(node->inner, 0, node->map, node->map_end, NULL);
}

void
fault_map_log(struct fault_node *node)
{
	for (size_t at = 0; at < node->map_end; at += SECTOR) {
		size_t n = node->map_end - at;

		n = n < SECTOR ? n : SECTOR;
		if (memcmp(node->map + at, node->map_flushed + at, n) == 0)
			continue;
		vol_write(node->inner, at, node->map_flushed + at, n, NULL);
		fault_log_write(node, at, node->map + at, n, false);
		vol_write(node->inner, at, node->map + at, n, NULL);
	}
}

void
fault_map_free(struct fault_node *node)
{
	free(node->map);
	free(node->map_flushed);
	node->map = node->map_flushed = NULL;
}

void
fault_process_ends(struct fault_volume *fv)
{
	for (fv = fv->plan->volumes; fv != NULL; fv = fv->next) {
		fv->dark = true;
		for (struct fault_node *node = fv->nodes; node;
		     node = node->next)
			fault_map_write(node);
	}
}

/* --- the log
 * ------------------------------------------------------------------ */

void
fault_log_clear(struct fault_node *node)
{
	for (size_t i = 0; i < node->nlog; i++) {
		free(node->log[i].old);
		free(node->log[i].new);
	}
	node->nlog = 0;
}

void
fault_node_unref(struct fault_node *node)
{
	if (--node->refs > 0)
		return;
	fault_log_clear(node);
	fault_map_free(node);
	free(node->log);
	vol_file_close(&node->inner);
	free(node);
}

/* A new entry, zeroed; NULL: no memory. */
struct change *
fault_log_add(struct fault_node *node)
{
	if (node->nlog == node->cap) {
		size_t cap = node->cap > 0 ? 2 * node->cap : 16;
		struct change *log = realloc(node->log, cap * sizeof(*log));

		if (log == NULL)
			return NULL;
		node->log = log;
		node->cap = cap;
	}
	memset(&node->log[node->nlog], 0, sizeof(node->log[0]));
	return &node->log[node->nlog++];
}

int
fault_log_write(struct fault_node *node, uint64_t offset, const uint8_t *data,
    size_t len, bool durable)
{
	struct change *ch = fault_log_add(node);
	uint64_t size = vol_size(node->inner);

	if (ch == NULL)
		return ENOMEM;
	ch->kind = CHANGE_WRITE;
	ch->durable = durable;
	ch->offset = offset;
	ch->len = len;
	if (offset < size)
		ch->old_len =
		    size - offset < len ? (size_t)(size - offset) : len;
	ch->old = malloc(len + 1);
	ch->new = malloc(len + 1);
	if (ch->old == NULL || ch->new == NULL)
		return ENOMEM;
	memcpy(ch->new, data, len);
	if (vol_read(node->inner, offset, ch->old, len, NULL) != DS_OK)
		return EIO;
	return 0;
}

static void
redo_write(struct fault_volume *fv, struct fault_node *node, struct change *ch)
{
	uint32_t choice = ch->durable ? 0 : fault_dice(fv, 3);

	if (choice == 0) {
		vol_write(node->inner, ch->offset, ch->new, ch->len, NULL);
		return;
	}
	if (choice == 1)
		return;
	for (size_t at = 0; at < ch->len; at += SECTOR) {
		size_t n = ch->len - at < SECTOR ? ch->len - at : SECTOR;

		if (fault_dice(fv, 2) == 0)
			vol_write(node->inner, ch->offset + at, ch->new + at, n,
			    NULL);
	}
}

/* Each sector of a map is on disk as it is, or as it was flushed. */
static void
redo_map(struct fault_volume *fv, struct fault_node *node)
{
	if (node->map == NULL)
		return;
	for (size_t at = 0; at < node->map_end; at += SECTOR) {
		size_t n = node->map_end - at;

		n = n < SECTOR ? n : SECTOR;
		if (memcmp(node->map + at, node->map_flushed + at, n) != 0 &&
		    fault_dice(fv, 2) == 0)
			vol_write(node->inner, at, node->map + at, n, NULL);
	}
}

static void
redo(struct fault_volume *fv, struct fault_node *node, struct change *ch)
{
	if (ch->kind == CHANGE_WRITE)
		redo_write(fv, node, ch);
	else if (fault_dice(fv, 2) == 0)
		vol_reserve(node->inner, ch->offset, ch->len, NULL);
}

/*
 * Until the next sync a name made later may go, and a dropped one may come
 * back, with the power. A dropped file therefore stays below until then.
 */
void
fault_settle_names(struct fault_volume *fv, bool cut)
{
	for (struct fault_name *nm = fv->names, *next; nm != NULL; nm = next) {
		next = nm->next;
		if (nm->from[0] != '\0') {
			if (cut && fault_dice(fv, 2) == 0)
				vol_rename(fv->inner, nm->name, nm->from, NULL);
		} else if (nm->dropped ? !cut || fault_dice(fv, 2) == 0
				       : cut && fault_dice(fv, 2) == 0) {
			vol_remove(fv->inner, nm->name, NULL);
		}
		free(nm);
	}
	fv->names = NULL;
}

struct fault_name **
fault_find_name(struct fault_volume *fv, const char *name, bool dropped)
{
	struct fault_name **at = &fv->names;

	while (*at != NULL &&
	       ((*at)->dropped != dropped || strcmp((*at)->name, name) != 0))
		at = &(*at)->next;
	return at;
}

bool
fault_note_name(struct fault_volume *fv, const char *name, bool dropped)
{
	struct fault_name *nm = calloc(1, sizeof(*nm));

	if (nm == NULL)
		return false;
	strcpy(nm->name, name);
	nm->dropped = dropped;
	nm->next = fv->names;
	fv->names = nm;
	return true;
}

/* The power goes: make the files what the disk may have of them. */
static void
cut_volume(struct fault_volume *fv)
{
	fv->dark = true;
	for (struct fault_node *node = fv->nodes; node; node = node->next) {
		for (size_t i = node->nlog; i-- > 0;) {
			struct change *ch = &node->log[i];

			if (ch->kind == CHANGE_WRITE && ch->old_len > 0)
				vol_write(node->inner, ch->offset, ch->old,
				    ch->old_len, NULL);
		}
		if (node->nlog > 0)
			vol_truncate(node->inner, node->flushed_size, NULL);
		for (size_t i = 0; i < node->nlog; i++)
			redo(fv, node, &node->log[i]);
		redo_map(fv, node);
		fault_log_clear(node);
	}
	fault_settle_names(fv, true);
}

void
fault_power_cut(struct fault_volume *fv)
{
	struct fault_volume *other = fv->plan->volumes;

	cut_volume(fv);
	for (; other != NULL; other = other->next)
		if (!other->dark)
			cut_volume(other);
}

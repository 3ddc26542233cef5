/*
 * The directory: entries in the order of their names in EBCDIC, what STOW and
 * BLDL do with them, and the blocks that BSAM would read.
 *
 * A block has 256 bytes: a halfword with the bytes used, itself included, then
 * whole entries: name (8), TTR (3), a byte with X'80' for an alias and the
 * halfwords of user data, user data. Behind the last is one of eight X'FF'.
 * Source: SC23-6855 "Partitioned Data Set Directory".
 */
#include <string.h>

#include "access-methods/bpam/bpam_int.h"
#include "base/bytes.h"

enum {
	BLOCK_ROOM = BPAM_BLOCK_LEN - 2,
	ENTRY_FIXED =
	    12, /* bytes of an entry without user data; the end mark */
	/* of a full block at least: it had no room for the largest entry */
	BLOCK_LEAST = BLOCK_ROOM - ENTRY_FIXED - BPAM_USER_MAX + 1,
	FLAG_ALIAS = 1,
};

/* --- entries ---------------------------------------------------------------
 */

uint32_t
bpam_entry_put(const struct bpam_entry *ent, uint8_t *rec)
{
	memset(rec, 0, BPAM_NAME_LEN);
	bpam_key_name(rec, ent->name);
	rec[13] = ent->alias ? FLAG_ALIAS : 0;
	rec[14] = ent->user_len;
	if (ent->alias)
		bpam_name_put(rec + 15, ent->main);
	be64_put(rec + 23, ent->id);
	be64_put(rec + 31, ent->records);
	be64_put(rec + 39, ent->bytes);
	be64_put(rec + 47, ent->changed);
	memcpy(rec + BPAM_NAME_LEN, ent->user, ent->user_len);
	return BPAM_NAME_LEN + ent->user_len;
}

enum ds_status
bpam_entry_get(const struct bpam *lib, const uint8_t *rec, uint32_t len,
    struct bpam_entry *entp, struct ds_diag *diag)
{
	struct bpam_entry e = {0};

	/* More behind the name would make the same name come again and again.
	 */
	if (len < BPAM_NAME_LEN || be32_get(rec + 9) != 0 ||
	    rec[14] > BPAM_USER_MAX || rec[14] % 2 ||
	    len != BPAM_NAME_LEN + (uint32_t)rec[14] ||
	    !bpam_name_get(rec + 1, e.name))
		return ds_fail(diag, DS_CORRUPT, bpam_attr(lib)->name,
		    "a directory entry is damaged");
	e.alias = (rec[13] & FLAG_ALIAS) != 0;
	e.user_len = rec[14];
	if (e.alias && !bpam_name_get(rec + 15, e.main))
		return ds_fail(diag, DS_CORRUPT, bpam_attr(lib)->name,
		    "alias %s is of no member", e.name);
	e.id = be64_get(rec + 23);
	e.records = be64_get(rec + 31);
	e.bytes = be64_get(rec + 39);
	e.changed = be64_get(rec + 47);
	memcpy(e.user, rec + BPAM_NAME_LEN, e.user_len);
	*entp = e;
	return DS_OK;
}

enum ds_status
bpam_find(struct bpam *lib, const char *name, struct bpam_entry *entp,
    struct ds_diag *diag)
{
	uint8_t key[BPAM_KEY_LEN];
	enum ds_status st;
	uint32_t len = 0;

	if (!member_valid(name, strlen(name)))
		return ds_fail(diag, DS_NOTFOUND, name, NULL);
	bpam_key_name(key, name);
	st = bpam_rec_get(lib, lib->pos, key, false, lib->rec, &len, diag);
	if (st == DS_NOTFOUND)
		return ds_fail(diag, DS_NOTFOUND, bpam_attr(lib)->name,
		    "there is no member %s", name);
	return st == DS_OK ? bpam_entry_get(lib, lib->rec, len, entp, diag)
			   : st;
}

enum ds_status
bpam_next(struct bpam *lib, const char *name, struct bpam_entry *entp,
    struct ds_diag *diag)
{
	uint8_t key[BPAM_KEY_LEN];
	enum ds_status st;
	uint32_t len = 0;

	memset(key, 0, sizeof(key));
	key[0] = BPAM_NAME;
	if (name[0] != '\0')
		bpam_key_name(key, name);
	/* The bytes behind a name are zeros: this is just behind it. */
	key[BPAM_KEY_LEN - 1] = name[0] != '\0';
	st = bpam_rec_get(lib, lib->pos, key, true, lib->rec, &len, diag);
	if (st == DS_NOTFOUND || (st == DS_OK && lib->rec[0] != BPAM_NAME))
		return ds_fail(diag, DS_EOD, bpam_attr(lib)->name, NULL);
	return st == DS_OK ? bpam_entry_get(lib, lib->rec, len, entp, diag)
			   : st;
}

/* --- room ------------------------------------------------------------------
 */

static uint32_t
entry_size(const struct bpam_entry *ent)
{
	return ENTRY_FIXED + ent->user_len;
}

/* Blocks that entries fill one after the other. */
struct pack {
	uint32_t blocks, used;
};

static void
pack_add(struct pack *p, uint32_t size)
{
	if (p->blocks == 0 || p->used + size > BLOCK_ROOM) {
		p->blocks++;
		p->used = 0;
	}
	p->used += size;
}

/* The whole directory, with ent in its place (NULL: as it is). */
static enum ds_status
pack_all(struct bpam *lib, const struct bpam_entry *ent, uint32_t *blocksp,
    struct ds_diag *diag)
{
	uint8_t mine[MEMBER_MAX], other[MEMBER_MAX];
	struct bpam_entry e = {0};
	struct pack p = {0, 0};
	bool placed = ent == NULL;
	enum ds_status st;
	int order;

	if (ent != NULL)
		bpam_name_put(mine, ent->name);
	while ((st = bpam_next(lib, e.name, &e, diag)) == DS_OK) {
		bpam_name_put(other, e.name);
		order = placed ? 1 : memcmp(mine, other, MEMBER_MAX);
		if (!placed && order <= 0) {
			pack_add(&p, entry_size(ent));
			placed = true;
		}
		if (order != 0)
			pack_add(&p, entry_size(&e));
	}
	if (st != DS_EOD)
		return st;
	if (!placed)
		pack_add(&p, entry_size(ent));
	pack_add(&p, ENTRY_FIXED);
	*blocksp = p.blocks;
	return DS_OK;
}

/* Is there room for ent, when all entries together have so many bytes? */
static enum ds_status
check_room(struct bpam *lib, const struct bpam_entry *ent, uint64_t bytes,
    struct ds_diag *diag)
{
	enum ds_status st;
	uint32_t blocks = 0;

	if (lib->library ||
	    (bytes + ENTRY_FIXED + BLOCK_LEAST - 1) / BLOCK_LEAST <=
		lib->blocks)
		return DS_OK;
	if ((st = pack_all(lib, ent, &blocks, diag)) != DS_OK)
		return st;
	if (blocks <= lib->blocks)
		return DS_OK;
	return ds_fail(diag, DS_DIRFULL, bpam_attr(lib)->name,
	    "its %u directory blocks are full", lib->blocks);
}

/* --- changes ---------------------------------------------------------------
 */

/* The totals after an entry of some size went (0: none) and another came. */
static enum ds_status
count(
    struct bpam_change *ch, uint32_t gone, uint32_t come, struct ds_diag *diag)
{
	uint8_t rec[BPAM_LIBRARY_LEN];
	struct bpam_head head = {0};
	enum ds_status st;

	if (gone == come)
		return DS_OK;
	if ((st = bpam_head_get(ch->lib, &head, diag)) != DS_OK)
		return st;
	if (head.dir_bytes < gone || (gone != 0 && head.names == 0))
		return ds_fail(diag, DS_CORRUPT, bpam_attr(ch->lib)->name,
		    "the directory's totals do not fit");
	head.dir_bytes += (uint64_t)come - gone;
	head.names += (uint64_t)(come != 0) - (gone != 0);
	return bpam_update(ch, rec, bpam_head_put(&head, rec), diag);
}

static enum ds_status
check_new(struct bpam *lib, const struct bpam_entry *ent, uint32_t old_size,
    struct ds_diag *diag)
{
	struct bpam_head head = {0};
	enum ds_status st;

	if (entry_size(ent) <= old_size)
		return DS_OK;
	if ((st = bpam_head_get(lib, &head, diag)) != DS_OK)
		return st;
	return check_room(
	    lib, ent, head.dir_bytes - old_size + entry_size(ent), diag);
}

/* A name goes; what it led to has one less. */
static enum ds_status
remove_name(
    struct bpam_change *ch, const struct bpam_entry *ent, struct ds_diag *diag)
{
	uint8_t key[BPAM_KEY_LEN];
	enum ds_status st;

	bpam_key_name(key, ent->name);
	if ((st = bpam_erase(ch, key, diag)) == DS_OK)
		st = count(ch, entry_size(ent), 0, diag);
	return st == DS_OK ? bpam_names_add(ch, ent->id, -1, diag) : st;
}

/* What is done with each alias of a content. */
typedef enum ds_status alias_fn(struct bpam_change *ch, struct bpam_entry *ent,
    void *ctx, struct ds_diag *diag);

/* All entries but name that lead to its content: a walk of the directory, for
 * contents that have several. */
static enum ds_status
each_alias(struct bpam_change *ch, const struct bpam_entry *of, alias_fn *fn,
    void *ctx, struct ds_diag *diag)
{
	struct bpam_end end = {0};
	struct bpam_entry e = {0};
	enum ds_status st;

	if ((st = bpam_end_get(ch->lib, of->id, &end, diag)) != DS_OK ||
	    end.names <= 1)
		return st;
	while ((st = bpam_next(ch->lib, e.name, &e, diag)) == DS_OK)
		if (e.id == of->id && strcmp(e.name, of->name) != 0 &&
		    (st = fn(ch, &e, ctx, diag)) != DS_OK)
			return st;
	return st == DS_EOD ? DS_OK : st;
}

static enum ds_status
drop_alias(struct bpam_change *ch, struct bpam_entry *ent, void *ctx,
    struct ds_diag *diag)
{
	(void)ctx;
	return remove_name(ch, ent, diag);
}

static enum ds_status
follow_main(struct bpam_change *ch, struct bpam_entry *ent, void *ctx,
    struct ds_diag *diag)
{
	uint8_t rec[BPAM_NAME_LEN + BPAM_USER_MAX];
	const char *new = ctx;

	memset(ent->main, 0, sizeof(ent->main));
	memcpy(ent->main, new, strlen(new));
	return bpam_update(ch, rec, bpam_entry_put(ent, rec), diag);
}

static enum ds_status
enter_new(
    struct bpam_change *ch, const struct bpam_entry *ent, struct ds_diag *diag)
{
	uint8_t rec[BPAM_NAME_LEN + BPAM_USER_MAX];
	enum ds_status st;

	if ((st = check_new(ch->lib, ent, 0, diag)) != DS_OK)
		return st;
	if ((st = bpam_put(ch, rec, bpam_entry_put(ent, rec), diag)) != DS_OK)
		return st;
	return count(ch, 0, entry_size(ent), diag);
}

/*
 * The aliases of a member of a PDSE go with its old content; those of a PDS
 * still lead to that, as their TTR does. Source: IGW01552I, form 3.
 */
enum ds_status
bpam_enter(struct bpam_change *ch, struct bpam_entry *ent, bool replace,
    uint64_t *oldp, struct ds_diag *diag)
{
	uint8_t rec[BPAM_NAME_LEN + BPAM_USER_MAX];
	struct bpam *lib = ch->lib;
	struct bpam_entry old;
	enum ds_status st;

	*oldp = 0;
	st = bpam_find(lib, ent->name, &old, diag);
	if (st == DS_NOTFOUND)
		return enter_new(ch, ent, diag);
	if (st == DS_OK && !replace)
		return ds_fail(diag, DS_EXIST, bpam_attr(lib)->name,
		    "member %s is there", ent->name);
	if (st == DS_OK)
		st = check_new(lib, ent, entry_size(&old), diag);
	if (st == DS_OK && lib->library && !old.alias)
		st = each_alias(ch, &old, drop_alias, NULL, diag);
	if (st == DS_OK)
		st = bpam_update(ch, rec, bpam_entry_put(ent, rec), diag);
	if (st == DS_OK)
		st = bpam_names_add(ch, old.id, -1, diag);
	/* A name stays a name. */
	if (st == DS_OK && entry_size(&old) != entry_size(ent) &&
	    (st = count(ch, entry_size(&old), 0, diag)) == DS_OK)
		st = count(ch, 0, entry_size(ent), diag);
	*oldp = old.id;
	return st;
}

static enum ds_status
rename_in(struct bpam_change *ch, const char *old, const char *new,
    struct ds_diag *diag)
{
	uint8_t rec[BPAM_NAME_LEN + BPAM_USER_MAX], key[BPAM_KEY_LEN];
	struct bpam *lib = ch->lib;
	struct bpam_entry ent, other;
	enum ds_status st;

	if ((st = bpam_find(lib, old, &ent, diag)) != DS_OK)
		return st;
	st = bpam_find(lib, new, &other, diag);
	if (st == DS_OK)
		return ds_fail(diag, DS_EXIST, bpam_attr(lib)->name,
		    "member %s is there", new);
	if (st != DS_NOTFOUND)
		return st;
	bpam_key_name(key, old);
	if ((st = bpam_erase(ch, key, diag)) != DS_OK)
		return st;
	memset(ent.name, 0, sizeof(ent.name));
	memcpy(ent.name, new, strlen(new));
	/* Another order may need another block. */
	st = check_room(lib, &ent, UINT32_MAX, diag);
	if (st == DS_OK)
		st = bpam_put(ch, rec, bpam_entry_put(&ent, rec), diag);
	if (st == DS_OK && !ent.alias) {
		char main[MEMBER_MAX + 1];

		memcpy(main, ent.name, sizeof(main));
		st = each_alias(ch, &ent, follow_main, main, diag);
	}
	return st;
}

enum ds_status
bpam_rename(
    struct bpam *lib, const char *old, const char *new, struct ds_diag *diag)
{
	struct bpam_change ch;
	enum ds_status st;

	if (!member_valid(new, strlen(new)))
		return ds_fail(diag, DS_INVALID, bpam_attr(lib)->name,
		    "%.20s is no name of a member", new);
	if ((st = bpam_begin(lib, &ch, diag)) != DS_OK)
		return st;
	st = bpam_end(&ch, rename_in(&ch, old, new, diag), diag);
	return st == DS_OK ? bpam_done(lib, diag) : st;
}

enum ds_status
bpam_delete(struct bpam *lib, const char *name, struct ds_diag *diag)
{
	struct bpam_entry ent = {0};
	struct bpam_change ch;
	enum ds_status st;

	if ((st = bpam_begin(lib, &ch, diag)) != DS_OK)
		return st;
	st = bpam_find(lib, name, &ent, diag);
	if (st == DS_OK && lib->library && !ent.alias)
		st = each_alias(&ch, &ent, drop_alias, NULL, diag);
	if (st == DS_OK)
		st = remove_name(&ch, &ent, diag);
	st = bpam_end(&ch, st, diag);
	if (st == DS_OK)
		st = bpam_done(lib, diag);
	if (st == DS_OK && lib->library) {
		struct bpam_end end = {0};

		if (bpam_end_get(lib, ent.id, &end, NULL) == DS_OK &&
		    end.names == 0)
			bpam_clean(lib, ent.id, NULL);
	}
	return st;
}

static enum ds_status
alias_in(struct bpam_change *ch, const char *main, struct bpam_entry *alias,
    struct ds_diag *diag)
{
	struct bpam *lib = ch->lib;
	struct bpam_entry of, there;
	enum ds_status st;

	if ((st = bpam_find(lib, main, &of, diag)) != DS_OK)
		return st;
	if ((st = bpam_find(lib, alias->name, &there, diag)) == DS_OK)
		return ds_fail(diag, DS_EXIST, bpam_attr(lib)->name,
		    "member %s is there", alias->name);
	if (st != DS_NOTFOUND)
		return st;
	alias->alias = true;
	memcpy(alias->main, of.alias ? of.main : of.name, sizeof(alias->main));
	alias->id = of.id;
	alias->records = of.records;
	alias->bytes = of.bytes;
	alias->changed = of.changed;
	if ((st = enter_new(ch, alias, diag)) != DS_OK)
		return st;
	return bpam_names_add(ch, of.id, 1, diag);
}

/* An entry with a name and user data; DS_INVALID. */
static enum ds_status
entry_of(const struct bpam *lib, const char *name, const void *user,
    size_t user_len, struct bpam_entry *ent, struct ds_diag *diag)
{
	if (!member_valid(name, strlen(name)) || user_len > BPAM_USER_MAX ||
	    user_len % 2 != 0)
		return ds_fail(diag, DS_INVALID, bpam_attr(lib)->name,
		    "no name of a member, or bad user data");
	memset(ent, 0, sizeof(*ent));
	memcpy(ent->name, name, strlen(name));
	ent->user_len = (uint8_t)user_len;
	if (user_len > 0)
		memcpy(ent->user, user, user_len);
	return DS_OK;
}

enum ds_status
bpam_alias(struct bpam *lib, const char *alias, const char *main,
    const void *user, size_t user_len, struct ds_diag *diag)
{
	struct bpam_entry ent;
	struct bpam_change ch;
	enum ds_status st;

	st = entry_of(lib, alias, user, user_len, &ent, diag);
	if (st == DS_OK)
		st = bpam_begin(lib, &ch, diag);
	if (st != DS_OK)
		return st;
	st = bpam_end(&ch, alias_in(&ch, main, &ent, diag), diag);
	return st == DS_OK ? bpam_done(lib, diag) : st;
}

static enum ds_status
user_in(
    struct bpam_change *ch, const struct bpam_entry *new, struct ds_diag *diag)
{
	uint8_t rec[BPAM_NAME_LEN + BPAM_USER_MAX];
	struct bpam_entry ent;
	enum ds_status st;
	uint32_t old;

	if ((st = bpam_find(ch->lib, new->name, &ent, diag)) != DS_OK)
		return st;
	old = entry_size(&ent);
	ent.user_len = new->user_len;
	memcpy(ent.user, new->user, sizeof(ent.user));
	if ((st = check_new(ch->lib, &ent, old, diag)) != DS_OK ||
	    (st = bpam_update(ch, rec, bpam_entry_put(&ent, rec), diag)) !=
		DS_OK ||
	    entry_size(&ent) == old)
		return st;
	if ((st = count(ch, old, 0, diag)) == DS_OK)
		st = count(ch, 0, entry_size(&ent), diag);
	return st;
}

enum ds_status
bpam_user(struct bpam *lib, const char *name, const void *user, size_t user_len,
    struct ds_diag *diag)
{
	struct bpam_entry ent;
	struct bpam_change ch;
	enum ds_status st;

	st = entry_of(lib, name, user, user_len, &ent, diag);
	if (st == DS_OK)
		st = bpam_begin(lib, &ch, diag);
	if (st != DS_OK)
		return st;
	st = bpam_end(&ch, user_in(&ch, &ent, diag), diag);
	return st == DS_OK ? bpam_done(lib, diag) : st;
}

/* --- blocks ----------------------------------------------------------------
 */

enum ds_status
bpam_blocks(
    struct bpam *lib, uint32_t *usedp, uint32_t *totalp, struct ds_diag *diag)
{
	enum ds_status st;
	uint32_t used = 0;

	if ((st = pack_all(lib, NULL, &used, diag)) != DS_OK)
		return st;
	*usedp = used;
	*totalp = lib->library || lib->blocks < used ? used : lib->blocks;
	return DS_OK;
}

static void
block_entry(uint8_t *p, const struct bpam_entry *ent)
{
	bpam_name_put(p, ent->name);
	p[8] = (uint8_t)(ent->id >> 16);
	p[9] = (uint8_t)(ent->id >> 8);
	p[10] = (uint8_t)ent->id;
	p[11] = (uint8_t)((ent->alias ? 0x80 : 0) | ent->user_len / 2);
	memcpy(p + ENTRY_FIXED, ent->user, ent->user_len);
}

enum ds_status
bpam_block(struct bpam *lib, struct bpam_walk *walk, uint8_t *block,
    struct ds_diag *diag)
{
	struct bpam_entry ent = {0};
	enum ds_status st = DS_EOD;
	uint32_t used = 2;

	/* Behind the end mark a PDS has blocks that are not in use. */
	if (walk->last && (lib->library || walk->blocks >= lib->blocks))
		return ds_fail(diag, DS_EOD, bpam_attr(lib)->name, NULL);
	memset(block, 0, BPAM_BLOCK_LEN);
	while (!walk->last) {
		st = bpam_next(lib, walk->after, &ent, diag);
		if (st != DS_OK && st != DS_EOD)
			return st;
		if (used + (st == DS_OK ? entry_size(&ent) : ENTRY_FIXED) >
		    BPAM_BLOCK_LEN)
			break;
		if (st == DS_OK) {
			block_entry(block + used, &ent);
			used += entry_size(&ent);
			memcpy(walk->after, ent.name, sizeof(walk->after));
		} else {
			memset(block + used, 0xFF, MEMBER_MAX);
			used += ENTRY_FIXED;
			walk->last = true;
		}
	}
	if (used > 2)
		be16_put(block, (uint16_t)used);
	walk->blocks++;
	return DS_OK;
}

/*
 * DEFINE by few words, and the counting of what it leaves. Functions are
 * inline: no test uses all of them. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_DEFINE_H
#define CATAMOUNT_TESTS_SUPPORT_DEFINE_H

#include <string.h>

#include "services/define.h"

/* No parameter was given. */
static inline void
level_absent(struct ds_define_level *l)
{
	memset(l, 0, sizeof(*l));
	l->keylen = l->rkp = -1;
	l->avglrecl = l->maxlrecl = -1;
	l->fspc_ci = l->fspc_ca = -1;
	l->bufspace = -1;
	l->erase = l->reuse = l->spanned = l->speed = -1;
	l->writecheck = l->ordered = -1;
}

static inline void
def_init(struct ds_define_cluster *def, const char *name)
{
	memset(def, 0, sizeof(*def));
	level_absent(&def->cluster);
	level_absent(&def->data);
	level_absent(&def->index);
	strcpy(def->cluster.name, name);
	def->org = DS_ORG_KSDS;
}

/* DEFINE CLUSTER (NAME(name) CYL(1 5) KEYS(11 0) RECORDSIZE(300 300)) */
static inline void
def_ksds(struct ds_define_cluster *def, const char *name)
{
	def_init(def, name);
	def->cluster.unit = DS_UNIT_CYL;
	def->cluster.pri = 1;
	def->cluster.sec = 5;
	def->cluster.keylen = 11;
	def->cluster.rkp = 0;
	def->cluster.avglrecl = def->cluster.maxlrecl = 300;
}

/* DEFINE CLUSTER (NAME(name) TRK(1 1)) */
static inline void
def_small(struct ds_define_cluster *def, const char *name)
{
	def_init(def, name);
	def->cluster.unit = DS_UNIT_TRK;
	def->cluster.pri = def->cluster.sec = 1;
}

/* DEFINE CLUSTER (NAME(name) TRK(10 5) RECORDSIZE(len len) VOLUMES(* * *)),
 * with KEYS(8 0) if it is a KSDS */
static inline void
def_on_three_volumes(struct ds_define_cluster *def, const char *name,
    enum ds_org org, int32_t len)
{
	def_init(def, name);
	def->org = org;
	def->org_given = true;
	def->cluster.unit = DS_UNIT_TRK;
	def->cluster.pri = 10;
	def->cluster.sec = 5;
	def->cluster.avglrecl = def->cluster.maxlrecl = len;
	if (org == DS_ORG_KSDS) {
		def->cluster.keylen = 8;
		def->cluster.rkp = 0;
	}
	def->cluster.nvolumes = 3;
	for (int i = 0; i < 3; i++)
		strcpy(def->cluster.volumes[i], "*");
}

/* For vol_list; ctx: an int. */
static inline bool
count_file(void *ctx, const char *name)
{
	(void)name;
	++*(int *)ctx;
	return true;
}

/* For cat_intent_list; ctx: an int. */
static inline bool
count_intent(void *ctx, int64_t id, char kind, const char *volser,
    const uint8_t comp_id[16], const char *holder)
{
	(void)id;
	(void)kind;
	(void)volser;
	(void)comp_id;
	(void)holder;
	++*(int *)ctx;
	return true;
}

#endif

/*
 * Between the objects of DEFINE: how their common words are read, and what is
 * said of a cluster that was made.
 */
#ifndef CATAMOUNT_UTILITIES_DEFINE_INT_H
#define CATAMOUNT_UTILITIES_DEFINE_INT_H

#include "services/define.h"
#include "utilities/idcams_int.h"

/* The first value of kw, "" when it is not there. */
void ams_copy_text(
    char *out, size_t size, const struct ams_plist *l, const char *kw);
/* What was coded; a default counts as none. */
int64_t ams_coded_num(
    const struct ams_plist *l, const char *kw, int i, int64_t none);
/* 1 yes was coded, 0 no was, -1 neither. */
int ams_coded_flag(const struct ams_plist *l, const char *yes, const char *no);
/* VOLUMES; how many there are. */
int ams_read_volumes(
    char volumes[59][VOLSER_MAX + 1], const struct ams_plist *l);
/* The same under another word. */
int ams_read_volume_list(char volumes[59][VOLSER_MAX + 1],
    const struct ams_plist *l, const char *kw);
/* One level's words; l NULL: it was not coded. */
void ams_read_level(struct ds_define_level *v, const struct ams_plist *l);
/* TO or FOR as yyyyddd, 0 neither. */
uint32_t ams_read_expiry(const struct ams_plist *l);
/* A cluster's words and those of its DATA and INDEX. */
void ams_read_cluster(struct ds_define_cluster *def,
    const struct ams_plist *top, const struct ams_plist *l);
/* IDC0508I, IDC0509I, IDC0512I, IDC0181I. */
void ams_say_defined(struct ams_run *run, const struct ds_defined *d);
/* Define it, say what came of it, end the function. */
int ams_define_made(struct ams_run *run, const struct ds_define_cluster *def);

/* define_catalog.c: these objects, whole. */
int ams_define_usercatalog(struct ams_run *run, const struct ams_plist *top);
int ams_define_mastercatalog(struct ams_run *run, const struct ams_plist *top);
int ams_define_alias(struct ams_run *run, const struct ams_plist *top);
/* The objects that have files of their own. */
int ams_define_pagespace(struct ams_run *run, const struct ams_plist *top);
int ams_define_gdg(struct ams_run *run, const struct ams_plist *top);

/* recatalog.c: false: RECATALOG is not coded. */
bool ams_define_recatalog(
    struct ams_run *run, const struct ams_plist *top, int *ccp);

#endif

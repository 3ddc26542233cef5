/* The names that completion offers: of the catalog, DDs, volumes, files. */
#ifndef CATAMOUNT_SHELL_NAMES_H
#define CATAMOUNT_SHELL_NAMES_H

#include "services/dataset.h"
#include "shell/complete.h"

struct names {
	struct ds_system *sys;
	struct dd_table *dds;
};

/* The names of struct complete_source; ctx is a struct names. */
void names_source(void *ctx, enum complete_kind kind, const char *prefix,
    void (*add)(void *to, const char *name), void *to);
/* And its alters. */
bool names_alters(
    void *ctx, const char *name, bool member, const char *keyword);

#endif

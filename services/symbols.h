/*
 * System symbols, &NAME, as catamount.conf defines them: what texts that hold
 * them stand for.
 */
#ifndef CATAMOUNT_SERVICES_SYMBOLS_H
#define CATAMOUNT_SERVICES_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/entry.h"
#include "services/system.h"

/* text with each &NAME, and the period that ends it, replaced by its value. A
 * symbol that is not defined stays. False: out is too short. */
bool ds_symbols_put(
    const struct ds_config *cfg, const char *text, char *out, size_t size);

/* The extra line of an alias by SYMBOLICRELATE. */
#define DS_SYMBOLIC "SYMBOLIC"
/* Can text become the name of a data set? With symbols that are not defined
 * yet it may; all that is no symbol has to be characters of names. */
bool ds_symbols_name(const struct ds_config *cfg, const char *text);
/* The entry of an alias by SYMBOLICRELATE gets the name that its text stands
 * for now as related, "" when that is no name; others stay as they are. True:
 * it is such an alias. */
bool ds_symbolic_alias(const struct ds_config *cfg, struct ds_entry *ent);

#endif

/* idcams --who: who has a data set. */
#ifndef CATAMOUNT_SHELL_WHO_H
#define CATAMOUNT_SHELL_WHO_H

#include <stdbool.h>

#include "services/system.h"

/* To standard output; false: said on standard error why not. */
bool who_print(struct ds_system *sys, const char *name);

#endif

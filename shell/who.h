/* idcams --who: who has a data set. */
#ifndef CATAMOUNT_SHELL_WHO_H
#define CATAMOUNT_SHELL_WHO_H

#include <stdbool.h>

#include "services/system.h"
#include "utilities/json.h"

/* To standard output, or as objects to json; false: said on standard error why
 * not. */
bool who_print(
    struct ds_system *sys, const char *name, struct json_report *json);

#endif

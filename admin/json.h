/* Objects for programs: what dsvol and dsprofile share. */
#ifndef CATAMOUNT_ADMIN_JSON_H
#define CATAMOUNT_ADMIN_JSON_H

#include <jansson.h>
#include <stdbool.h>

/* On standard output, a line. Takes it; NULL (no memory) is false. */
bool admin_print_object(json_t *o);

#endif

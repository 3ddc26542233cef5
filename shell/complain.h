/* Messages of idcams itself, on standard error: "idcams: ...". */
#ifndef CATAMOUNT_SHELL_COMPLAIN_H
#define CATAMOUNT_SHELL_COMPLAIN_H

#include "base/status.h"

void complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* "WHAT: " and the sentence of st (base/status.h). */
void complain_status(
    const char *what, enum ds_status st, const struct ds_diag *diag);

/* Hear each message, without the program's name, as it is printed. NULL: no
 * more. */
void complain_also(void (*hear)(void *ctx, const char *text), void *ctx);

#endif

/*
 * OUTFILE(dd) of PRINT and LISTCAT: the listing goes to a data set, as VBA
 * records with ASA control characters and without page headings. Messages
 * stay on SYSPRINT.
 */
#ifndef CATAMOUNT_UTILITIES_OUTFILE_INT_H
#define CATAMOUNT_UTILITIES_OUTFILE_INT_H

#include "utilities/idcams_int.h"

struct outfile;

/*
 * The listing of a command: of its OUTFILE, or SYSPRINT itself (then *outp is
 * NULL). NULL: messages are printed.
 */
struct sysprint *outfile_open(
    struct ams_run *run, const struct ams_plist *top, struct outfile **outp);
/* Do lines go nowhere? What makes them may as well not. NULL: no. */
bool outfile_is_dummy(const struct outfile *out);
/* False: messages are printed. NULL is fine. */
bool outfile_close(struct ams_run *run, struct outfile **outp);

#endif

/*
 * The records that the command reader reads: from files, standard input, -e
 * strings, the SYSIN DD or a terminal, one after the other as one input.
 */
#ifndef CATAMOUNT_SHELL_DECK_H
#define CATAMOUNT_SHELL_DECK_H

#include <stdbool.h>
#include <stddef.h>

#include "services/dataset.h"

enum { DECK_RECORD_MAX = 32760 }; /* characters, as LRECL's limit */

struct deck;

struct deck *deck_new(void); /* NULL: no memory */
void deck_free(struct deck **deckp);

/* Add an input. False: a message was printed on standard error. path "-" is
 * standard input; a file is opened now, so that nothing is done of a run
 * whose second file is not there. */
bool deck_add_file(struct deck *deck, const char *path);
/* One -e; text is borrowed until deck_free. */
bool deck_add_text(struct deck *deck, const char *text);
/* Records of a person: read gives one, UTF-8, borrowed until its next call; 1
 * a record, 0 the end, -1 an error or the end of the process. It deals with
 * SIGINT itself. */
bool deck_add_terminal(struct deck *deck,
    int (*read)(void *ctx, const char **recp, size_t *lenp), void *ctx);
/* Is all of it there already, in memory or in files of the disk? */
bool deck_never_waits(const struct deck *deck);
/* Takes over *filep. */
bool deck_add_dd(struct deck *deck, struct ds_file **filep);

/*
 * The read of struct ams_ops; ctx is the deck. A record is ISO 8859-1, made
 * of UTF-8 (of the data set's code page from SYSIN) with tabs expanded to
 * columns of 8. -1 after a message on standard error: an I/O error, a line
 * over DECK_RECORD_MAX characters or one that is not text; and without one
 * after an interrupt.
 */
int deck_read(void *ctx, const char **recp, size_t *lenp);

#endif

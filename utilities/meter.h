/* The progress of a command on standard error, in one line that is rewritten
 * and goes at the end. */
#ifndef CATAMOUNT_UTILITIES_METER_H
#define CATAMOUNT_UTILITIES_METER_H

#include <stdbool.h>

struct progress;

/* wanted: 1 --progress, 0 --no-progress, -1: where standard error is a
 * terminal. NULL: nothing is to be shown. */
struct progress *meter_open(int wanted);
/* Something else is about to be printed: the line goes. */
void meter_clear(void);
/* The same for a line of standard output, where that shares the terminal. */
void meter_output(void);

#endif

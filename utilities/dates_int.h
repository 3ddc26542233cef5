/* Dates as catalogs have them: yyyyddd. */
#ifndef CATAMOUNT_UTILITIES_DATES_INT_H
#define CATAMOUNT_UTILITIES_DATES_INT_H

#include "services/define.h"

/* FOR(9999) keeps an entry for ever. */
enum { DATE_FOREVER_DAYS = 9999, DATE_NEVER = DS_DATE_NEVER };

#endif

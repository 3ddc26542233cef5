/* Dates as catalogs have them: yyyyddd. */
#ifndef CATAMOUNT_UTILITIES_DATES_INT_H
#define CATAMOUNT_UTILITIES_DATES_INT_H

#include <stdint.h>

/* FOR(9999) keeps an entry for ever. */
enum { DATE_FOREVER_DAYS = 9999, DATE_NEVER = 9999999 };

/* The date so many days later (earlier: negative). Years 1 to 9999. */
uint32_t date_add(uint32_t yyyyddd, int days);

#endif

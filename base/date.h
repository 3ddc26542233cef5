/* Dates as catalogs have them: yyyyddd, the year and its day from 1. */
#ifndef CATAMOUNT_BASE_DATE_H
#define CATAMOUNT_BASE_DATE_H

#include <stdbool.h>
#include <stdint.h>

enum {
	DS_DATE_NEVER = 9999999,
	DS_DATE_FOREVER_DAYS = 9999, /* FOR(9999) keeps an entry for ever */
};

bool ds_leap_year(int64_t year);
/* The date so many days later (earlier: negative). Years 1 to 9999, later ones
 * DS_DATE_NEVER. */
uint32_t ds_date_add(uint32_t yyyyddd, int days);

#endif

/* Arithmetic of dates, in the Gregorian calendar. */
#include "base/date.h"

bool
ds_leap_year(int64_t year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int64_t
days_of(int64_t year)
{
	return ds_leap_year(year) ? 366 : 365;
}

uint32_t
ds_date_add(uint32_t yyyyddd, int days)
{
	int64_t y = yyyyddd / 1000, d = (int64_t)(yyyyddd % 1000) + days;

	while (d > days_of(y) && y < 9999)
		d -= days_of(y++);
	while (d < 1 && y > 1)
		d += days_of(--y);
	if (d > days_of(y))
		return DS_DATE_NEVER;
	return d < 1 ? 0 : (uint32_t)(y * 1000 + d);
}

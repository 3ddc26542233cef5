/* Dates as catalogs have them: yyyyddd. */
#include <stdbool.h>

#include "utilities/dates_int.h"

static bool
is_leap(int64_t y)
{
	return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}

static int64_t
days_of(int64_t y)
{
	return is_leap(y) ? 366 : 365;
}

uint32_t
date_add(uint32_t yyyyddd, int days)
{
	int64_t y = yyyyddd / 1000, d = (int64_t)(yyyyddd % 1000) + days;

	while (d > days_of(y) && y < 9999)
		d -= days_of(y++);
	while (d < 1 && y > 1)
		d += days_of(--y);
	if (d > days_of(y))
		return DATE_NEVER;
	return d < 1 ? 0 : (uint32_t)(y * 1000 + d);
}

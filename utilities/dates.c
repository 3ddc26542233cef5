/* Dates as catalogs have them: yyyyddd. */
#include <stdbool.h>

#include "services/define.h"
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

uint32_t
date_expiry(const struct ams_plist *l)
{
	int64_t days;

	if (ams_coded(l, "TO"))
		return (uint32_t)ams_num(l, "TO", 0, 0);
	if (!ams_coded(l, "FOR"))
		return 0;
	days = ams_num(l, "FOR", 0, 0);
	if (days >= DATE_FOREVER_DAYS)
		return DATE_NEVER;
	return date_add(ds_today(), (int)days);
}

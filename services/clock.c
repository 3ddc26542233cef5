/*
 * Today, by the clock that tests can set: CATAMOUNT_CLOCK in the environment,
 * yyyy-mm-ddThh:mm:ss, stands still; else local time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "services/system_int.h"
#include "services/define.h"

/* False for anything but a date and time of that form that there is. */
static bool
parse(const char *s, struct tm *tmp)
{
	struct tm tm, norm;
	int n = 0;

	memset(&tm, 0, sizeof(tm));
	if (strlen(s) != 19 ||
	    sscanf(s, "%4d-%2d-%2dT%2d:%2d:%2d%n", &tm.tm_year, &tm.tm_mon,
		&tm.tm_mday, &tm.tm_hour, &tm.tm_min, &tm.tm_sec, &n) != 6 ||
	    n != 19)
		return false;
	tm.tm_year -= 1900;
	tm.tm_mon--;
	norm = tm;
	if (timegm(&norm) == (time_t)-1 || norm.tm_mday != tm.tm_mday ||
	    norm.tm_mon != tm.tm_mon || norm.tm_hour != tm.tm_hour ||
	    norm.tm_min != tm.tm_min || norm.tm_sec != tm.tm_sec)
		return false;
	*tmp = norm;
	return true;
}

void
ds_now(struct tm *tmp)
{
	const char *set = getenv("CATAMOUNT_CLOCK");
	time_t t;

	if (set != NULL && parse(set, tmp))
		return;
	t = time(NULL);
	if (localtime_r(&t, tmp) == NULL)
		gmtime_r(&t, tmp);
}

uint32_t
ds_today(void)
{
	struct tm tm;

	memset(&tm, 0, sizeof(tm));
	ds_now(&tm);
	return (uint32_t)((tm.tm_year + 1900) * 1000 + tm.tm_yday + 1);
}

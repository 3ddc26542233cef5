/* ISPF's statistics of a member: ispf.h has the table. */
#include <string.h>

#include "base/bytes.h"
#include "base/codepage.h"
#include "services/ispf.h"

enum { EXTENDED = 0x20, USER_LEN = 8, YEAR_DAYS = 366 };

/* Two digits of a byte. */
static bool
digits(uint8_t byte, unsigned max, uint8_t *np)
{
	unsigned n = (byte >> 4) * 10U + (byte & 15U);

	if (byte >> 4 > 9 || (byte & 15) > 9 || n > max)
		return false;
	*np = (uint8_t)n;
	return true;
}

static bool
day_get(const uint8_t *p, uint32_t *dayp)
{
	uint8_t century, year, day;

	if (p[0] > 9 || !digits(p[1], 99, &year) || !digits(p[2], 99, &day) ||
	    p[3] >> 4 > 9 || (p[3] & 15) != 15)
		return false;
	century = p[0];
	*dayp =
	    (1900U + century * 100U + year) * 1000U + day * 10U + (p[3] >> 4);
	return *dayp % 1000 >= 1 && *dayp % 1000 <= YEAR_DAYS;
}

static uint8_t
packed(uint32_t n)
{
	return (uint8_t)(n / 10 << 4 | n % 10);
}

static bool
day_put(uint32_t day, uint8_t *p)
{
	const uint32_t year = day / 1000, n = day % 1000;

	if (year < 1900 || year > 2899 || n < 1 || n > YEAR_DAYS)
		return false;
	p[0] = (uint8_t)((year - 1900) / 100);
	p[1] = packed(year % 100);
	p[2] = packed(n / 10);
	p[3] = (uint8_t)(n % 10 << 4 | 15);
	return true;
}

static bool
user_get(const uint8_t *p, char user[USER_LEN])
{
	const struct codepage *cp = NULL;
	size_t n = USER_LEN - 1;

	if (codepage_get(CCSID_1047, &cp, NULL) != DS_OK)
		return false;
	while (n > 0 && p[n - 1] == codepage_blank(cp))
		n--;
	memset(user, 0, USER_LEN);
	for (size_t i = 0; i < n; i++) {
		uint32_t code = codepage_to_unicode(cp, p[i]);

		if (code < ' ' || code > '~')
			return false;
		user[i] = (char)code;
	}
	return true;
}

static bool
user_put(const char user[USER_LEN], uint8_t *p)
{
	const struct codepage *cp = NULL;

	if (codepage_get(CCSID_1047, &cp, NULL) != DS_OK)
		return false;
	memset(p, codepage_blank(cp), USER_LEN);
	for (size_t i = 0; i < USER_LEN - 1 && user[i] != '\0'; i++)
		if (!codepage_from_unicode(cp, (unsigned char)user[i], &p[i]))
			return false;
	return true;
}

bool
ds_ispf_get(const uint8_t *user, size_t len, struct ds_ispf *statsp)
{
	struct ds_ispf s = {0};

	if (len < DS_ISPF_LEN || user[0] > 99 || user[1] > 99 ||
	    !digits(user[3], 59, &s.second) || !day_get(user + 4, &s.created) ||
	    !day_get(user + 8, &s.changed) || !digits(user[12], 23, &s.hour) ||
	    !digits(user[13], 59, &s.minute) || !user_get(user + 20, s.user))
		return false;
	s.version = user[0];
	s.mod = user[1];
	s.lines = be16_get(user + 14);
	s.initial = be16_get(user + 16);
	s.modified = be16_get(user + 18);
	if ((user[2] & EXTENDED) != 0 && len >= DS_ISPF_LONG) {
		s.lines = be32_get(user + 28);
		s.initial = be32_get(user + 32);
		s.modified = be32_get(user + 36);
	}
	*statsp = s;
	return true;
}

static uint16_t
short_count(uint32_t n)
{
	return n > UINT16_MAX ? UINT16_MAX : (uint16_t)n;
}

size_t
ds_ispf_put(const struct ds_ispf *s, uint8_t user[DS_ISPF_LONG])
{
	const bool extended = s->lines > UINT16_MAX ||
			      s->initial > UINT16_MAX ||
			      s->modified > UINT16_MAX;

	memset(user, 0, DS_ISPF_LONG);
	if (s->version > 99 || s->mod > 99 || s->hour > 23 || s->minute > 59 ||
	    s->second > 59 || !day_put(s->created, user + 4) ||
	    !day_put(s->changed, user + 8) || !user_put(s->user, user + 20))
		return 0;
	user[0] = s->version;
	user[1] = s->mod;
	user[3] = packed(s->second);
	user[12] = packed(s->hour);
	user[13] = packed(s->minute);
	be16_put(user + 14, short_count(s->lines));
	be16_put(user + 16, short_count(s->initial));
	be16_put(user + 18, short_count(s->modified));
	if (!extended) {
		user[28] = user[29] = 0x40;
		return DS_ISPF_LEN;
	}
	user[2] = EXTENDED;
	be32_put(user + 28, s->lines);
	be32_put(user + 32, s->initial);
	be32_put(user + 36, s->modified);
	return DS_ISPF_LONG;
}

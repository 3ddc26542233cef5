/*
 * Data set names: syntax, generic names, levels, masks. See dsname.h.
 *
 * All matching is by qualifiers. Names and patterns are short (44 characters),
 * but a mask with many '**' would still cost exponential time if each tried
 * every split, so the last '**' alone is retried: what lies between two of
 * them can always be matched as early as possible.
 */
#include <string.h>

#include "base/dsname.h"

enum { QUALIFIER_MAX = 8 };

/* ctype.h would ask the locale. */
static bool
is_initial(char c)
{
	return (c >= 'A' && c <= 'Z') || c == '@' || c == '#' || c == '$';
}

static bool
is_later(char c)
{
	return is_initial(c) || (c >= '0' && c <= '9') || c == '-';
}

static bool
qualifier_valid(const char *q, size_t len)
{
	size_t i;

	if (len == 0 || len > QUALIFIER_MAX || !is_initial(q[0]))
		return false;
	for (i = 1; i < len; i++) {
		if (!is_later(q[i]))
			return false;
	}
	return true;
}

static bool
star_or_qualifier(const char *q, size_t len)
{
	return (len == 1 && q[0] == '*') || qualifier_valid(q, len);
}

/* Characters that stand for themselves or for one character count; an
 * asterisk may stand for none. */
static bool
mask_qualifier_valid(const char *q, size_t len)
{
	size_t i, counted = 0;

	if (len == 0)
		return false;
	for (i = 0; i < len; i++) {
		if (q[i] == '*')
			continue;
		counted++;
		if (q[i] == '%')
			continue;
		if (i == 0 ? !is_initial(q[i]) : !is_later(q[i]))
			return false;
	}
	return counted <= QUALIFIER_MAX;
}

/* Do all qualifiers of name (len bytes, no NUL needed) pass test? */
static bool
each_qualifier(
    const char *name, size_t len, bool (*test)(const char *q, size_t len))
{
	size_t start = 0, i;

	if (len == 0 || len > DSNAME_MAX)
		return false;
	for (i = 0; i <= len; i++) {
		if (i < len && name[i] != '.')
			continue;
		if (!test(name + start, i - start))
			return false;
		start = i + 1;
	}
	return true;
}

bool
dsname_valid(const char *name, size_t len)
{
	return each_qualifier(name, len, qualifier_valid);
}

bool
member_valid(const char *name, size_t len)
{
	return qualifier_valid(name, len);
}

bool
volser_valid(const char *name, size_t len)
{
	size_t i;

	if (len == 0 || len > VOLSER_MAX)
		return false;
	for (i = 0; i < len; i++) {
		if (!is_later(name[i]))
			return false;
	}
	return true;
}

int
dsname_qualifiers(const char *name)
{
	int n;

	if (*name == '\0')
		return 0;
	for (n = 1; *name != '\0'; name++)
		n += *name == '.';
	return n;
}

bool
dsname_generic(const char *pattern)
{
	return strchr(pattern, '*') != NULL;
}

bool
dsname_generic_valid(const char *pattern, size_t len)
{
	return each_qualifier(pattern, len, star_or_qualifier);
}

bool
dsname_mask_valid(const char *mask, size_t len)
{
	if (len >= 2 && mask[0] == '*' && mask[1] == '*')
		return false;
	return each_qualifier(mask, len, mask_qualifier_valid);
}

static size_t
qualifier_len(const char *s)
{
	return strcspn(s, ".");
}

/* The next qualifier, or NULL behind the last one. */
static const char *
qualifier_next(const char *s)
{
	s += qualifier_len(s);
	return *s == '.' ? s + 1 : NULL;
}

/* Does the qualifier q fit p, where '%' is one and '*' any characters? */
static bool
qualifier_match(const char *p, size_t plen, const char *q, size_t qlen)
{
	size_t i = 0, j = 0, star = plen, at = 0;

	while (j < qlen) {
		if (i < plen && p[i] == '*') {
			star = i++;
			at = j;
		} else if (i < plen && (p[i] == '%' || p[i] == q[j])) {
			i++;
			j++;
		} else if (star < plen) {
			i = star + 1;
			j = ++at;
		} else {
			return false;
		}
	}
	while (i < plen && p[i] == '*')
		i++;
	return i == plen;
}

/* Where a match of a generic name ended: at the ends of both, or where. */
static const char *
generic_walk(const char *pattern, const char *name)
{
	const char *p = pattern, *q = name;
	size_t plen, qlen;

	while (p != NULL && q != NULL) {
		plen = qualifier_len(p);
		qlen = qualifier_len(q);
		if (!(plen == 1 && *p == '*') &&
		    (plen != qlen || memcmp(p, q, plen) != 0))
			return NULL;
		p = qualifier_next(p);
		if (p == NULL)
			return q + qlen;
		q = qualifier_next(q);
	}
	return NULL;
}

bool
dsname_match(const char *pattern, const char *name)
{
	const char *rest = generic_walk(pattern, name);

	return rest != NULL && *rest == '\0';
}

bool
dsname_level_match(const char *pattern, const char *name)
{
	const char *rest = generic_walk(pattern, name);

	return rest != NULL && *rest == '.';
}

bool
dsname_mask_match(const char *mask, const char *name)
{
	const char *p = mask, *q = name, *star = NULL, *at = NULL;
	size_t plen;

	while (q != NULL) {
		plen = p != NULL ? qualifier_len(p) : 0;
		if (p != NULL && plen == 2 && memcmp(p, "**", 2) == 0) {
			p = star = qualifier_next(p);
			at = q;
			if (p == NULL)
				return true;
		} else if (p != NULL &&
			   qualifier_match(p, plen, q, qualifier_len(q))) {
			p = qualifier_next(p);
			q = qualifier_next(q);
		} else if (star != NULL) {
			p = star;
			q = at = qualifier_next(at);
		} else {
			return false;
		}
	}
	while (p != NULL && qualifier_len(p) == 2 && memcmp(p, "**", 2) == 0)
		p = qualifier_next(p);
	return p == NULL;
}

size_t
dsname_literal_prefix(const char *pattern)
{
	size_t n = strcspn(pattern, "*%");

	/* "A.**" takes A as well, so the period is not part of it. */
	if (n > 0 && pattern[n - 1] == '.' &&
	    strncmp(pattern + n, "**", 2) == 0)
		n--;
	return n;
}

bool
dsname_component(char *out, const char *cluster, const char *suffix)
{
	static const char word[] = "CLUSTER";
	const char *last = strrchr(cluster, '.');
	size_t keep = strlen(cluster), slen = strlen(suffix);
	bool dot = true;

	last = last == NULL ? cluster : last + 1;
	if (strcmp(last, word) == 0) {
		keep -= sizeof(word) - 1;
		dot = false;
	}
	if (keep + dot + slen > DSNAME_MAX)
		return false;
	memcpy(out, cluster, keep);
	if (dot)
		out[keep++] = '.';
	memcpy(out + keep, suffix, slen + 1);
	return true;
}

/* --- generations ---------------------------------------------------------- */

enum { GDS_QUALIFIER = 8, GDG_HIGH = 9000, GDG_LOW = 1000 };

/* n digits as a number, -1 when they are none. */
static int
digits(const char *s, int n)
{
	int value = 0;

	for (; n > 0; n--, s++) {
		if (*s < '0' || *s > '9')
			return -1;
		value = value * 10 + (*s - '0');
	}
	return value;
}

bool
dsname_generation(const char *name, char *base, int *numberp, int *versionp)
{
	const char *dot = strrchr(name, '.');
	int number, version;

	if (dot == NULL || dot == name || strlen(dot + 1) != GDS_QUALIFIER ||
	    dot[1] != 'G' || dot[6] != 'V' || dot - name > GDG_BASE_MAX)
		return false;
	number = digits(dot + 2, 4);
	version = digits(dot + 7, 2);
	if (number <= 0 || version < 0)
		return false;
	if (base != NULL) {
		memcpy(base, name, (size_t)(dot - name));
		base[dot - name] = '\0';
	}
	if (numberp != NULL)
		*numberp = number;
	if (versionp != NULL)
		*versionp = version;
	return true;
}

bool
dsname_relative(const char *text, int *relp)
{
	bool sign = text[0] == '+' || text[0] == '-';
	size_t n = strlen(text + sign);
	int value;

	if (n == 0 || n > 4 || (value = digits(text + sign, (int)n)) < 0)
		return false;
	*relp = text[0] == '-' ? -value : value;
	return true;
}

/* From 0; places are 1 to 9999 in the first round. */
static int64_t
round_of(int64_t place)
{
	int64_t at = place - 1;

	return at >= 0 ? at / GDG_ROUND : -((-at - 1) / GDG_ROUND) - 1;
}

int
gdg_number(int64_t place)
{
	return (int)(place - round_of(place) * GDG_ROUND);
}

int64_t
gdg_place(int number, int64_t oldest, int64_t newest)
{
	int64_t at;

	if (oldest == 0 && newest == 0)
		return number;
	at = round_of(newest);
	if (round_of(oldest) < at)
		at -= number >= GDG_LOW;
	else if (number < GDG_LOW && gdg_number(newest) > GDG_HIGH)
		at++;
	return at * GDG_ROUND + number;
}

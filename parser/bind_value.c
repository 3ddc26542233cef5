/*
 * One scalar of the tree to one value: type, range, length, password, member.
 */
#include <string.h>

#include "base/date.h"
#include "base/dsname.h"
#include "parser/bind_int.h"

static bool
is_constant(const struct ams_node *n)
{
	return n->kind == AMS_NODE_HEX || n->kind == AMS_NODE_BIN;
}

/* Is it folded in quotes, too, when lower case is? TSO folds names there; other
 * strings are data, and an owner is a text. */
static bool
is_folded(const struct bind *b, const struct ams_desc *d)
{
	if (!b->cards->set->fold)
		return false;
	switch (d->type) {
	case AMS_DSN:
	case AMS_MEMBER:
	case AMS_GENERIC:
	case AMS_DD:
	case AMS_VOLSER:
		return true;
	case AMS_NAME:
		return strcmp(d->keyword, "OWNER") != 0;
	default:
		return false;
	}
}

static void
fold(char *s, size_t len)
{
	for (; len > 0; s++, len--)
		if (*s >= 'a' && *s <= 'z')
			*s = (char)(*s - 'a' + 'A');
}

static int
digit(char c, int radix)
{
	int v = radix;

	if (c >= '0' && c <= '9')
		v = c - '0';
	else if (c >= 'A' && c <= 'F')
		v = c - 'A' + 10;
	return v < radix ? v : -1;
}

/* Digits to a number; false when there are none or a wrong one. Too large a
 * number becomes INT64_MAX, and *bigp true. */
static bool
to_number(const char *s, size_t len, int radix, int64_t *np, bool *bigp)
{
	int64_t n = 0;
	size_t i;
	int d;

	*bigp = false;
	for (i = 0; i < len; i++) {
		if ((d = digit(s[i], radix)) < 0)
			return false;
		if (n > (INT64_MAX - d) / radix)
			*bigp = true;
		n = *bigp ? INT64_MAX : n * radix + d;
	}
	*np = n;
	return len > 0;
}

static bool
bind_int(struct bind *b, const struct ams_desc *d, int i,
    const struct ams_node *n, struct ams_value *v)
{
	int radix = n->kind == AMS_NODE_HEX   ? 16
		    : n->kind == AMS_NODE_BIN ? 2
					      : 10;
	bool second = i == 1 && d->max2 != 0, big;
	int64_t lo = second ? d->min2 : d->min, hi = second ? d->max2 : d->max;

	if (!to_number(n->item, n->item_len, radix, &v->num, &big))
		return bind_fail(b, MSG_IDC3220I, n);
	if (n->bad)
		return bind_fail(b, MSG_IDC3214I, n);
	if (big || v->num < lo || v->num > hi)
		return bind_fail(b, MSG_IDC3221I, n);
	return true;
}

/* The 366th day, which 1999 has too: it stands for never. */
static bool
has_day(int64_t year, int64_t day)
{
	return day >= 1 && (day <= 365 || (day == 366 && (ds_leap_year(year) ||
							     year == 1999)));
}

/* yyddd of this century's predecessor, or yyyyddd. */
static bool
bind_date(struct bind *b, const struct ams_node *n, struct ams_value *v)
{
	bool big;

	if (is_constant(n))
		return bind_fail(b, MSG_IDC3214I, n);
	if (!to_number(n->text, n->len, 10, &v->num, &big))
		return bind_fail(b, MSG_IDC3220I, n);
	if (n->len != 5 && n->len != 7)
		return bind_fail(b, MSG_IDC3203I, n);
	if (n->len == 5)
		v->num += 1900000;
	if (!has_day(v->num / 1000, v->num % 1000))
		return bind_fail(b, MSG_IDC3221I, n);
	return true;
}

bool
bind_only_chars(const char *s, size_t len, const char *extra)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if ((s[i] >= 'A' && s[i] <= 'Z') ||
		    (s[i] >= '0' && s[i] <= '9') || s[i] == '@' ||
		    s[i] == '#' || s[i] == '$')
			continue;
		if (s[i] == '\0' || strchr(extra, s[i]) == NULL)
			return false;
	}
	return len > 0;
}

/* A serial number, '*' for SMS to choose (or '******' for the system residence
 * volume), or a system symbol. */
static bool
volume_valid(const char *s, size_t len)
{
	if (len > 0 && strspn(s, "*") == len)
		return len <= VOLSER_MAX;
	if (len > 1 && s[0] == '&')
		return len <= VOLSER_MAX &&
		       bind_only_chars(s + 1, len - 1, ".");
	return volser_valid(s, len);
}

/* A name of at most 8 characters; in quotes it may have any. */
static bool
bind_name(struct bind *b, const struct ams_node *n, bool ddname)
{
	if (is_constant(n))
		return bind_fail(b, MSG_IDC3214I, n);
	if (n->len > MEMBER_MAX)
		return bind_fail(b, MSG_IDC3201I, n);
	if (ddname ? !member_valid(n->text, n->len)
		   : n->len == 0 || (n->kind == AMS_NODE_WORD &&
					!bind_only_chars(n->text, n->len, "-")))
		return bind_fail(b, MSG_IDC3203I, n);
	return true;
}

static bool
bind_volume(struct bind *b, const struct ams_node *n)
{
	if (is_constant(n))
		return bind_fail(b, MSG_IDC3214I, n);
	if (n->len > VOLSER_MAX)
		return bind_fail(b, MSG_IDC3201I, n);
	if (!volume_valid(n->text, n->len))
		return bind_fail(b, MSG_IDC3203I, n);
	return true;
}

static bool
bind_string(struct bind *b, const struct ams_desc *d, const struct ams_node *n)
{
	if (is_constant(n) && n->bad)
		return bind_fail(b, MSG_IDC3214I, n);
	if (n->len > (size_t)d->max)
		return bind_fail(b, MSG_IDC3201I, n);
	if (n->len < (size_t)d->min)
		return bind_fail(b, MSG_IDC3203I, n);
	return true;
}

/* A member, a pattern of members, or a relative generation: +1, 0, -1. */
static bool
member_text_valid(const char *s, size_t len, bool generic)
{
	size_t sign = len > 1 && (s[0] == '+' || s[0] == '-') ? 1 : 0, i;

	if (len == 0 || len > MEMBER_MAX)
		return false;
	for (i = sign; i < len && s[i] >= '0' && s[i] <= '9'; i++)
		continue;
	if (i == len)
		return len - sign <= 4;
	return member_valid(s, len) ||
	       (generic && bind_only_chars(s, len, "*%-") &&
		   strpbrk(s, "*%") != NULL);
}

static bool
set_member(struct bind *b, const struct ams_desc *d, const struct ams_node *n,
    const char *s, size_t len, struct ams_value *v)
{
	char member[MEMBER_MAX + 1] = "";

	if (len > MEMBER_MAX)
		return bind_fail(b, MSG_IDC3203I, n);
	memcpy(member, s, len);
	if (is_folded(b, d))
		fold(member, len);
	if (!member_text_valid(member, len, d->type == AMS_GENERIC))
		return bind_fail(b, MSG_IDC3203I, n);
	memcpy(v->member, member, sizeof(member));
	v->has_member = true;
	return true;
}

/* The (member) behind a name. */
static bool
bind_member(struct bind *b, const struct ams_desc *d,
    const struct ams_node *name, struct ams_value *v)
{
	const struct ams_node *m = name->list->first;

	if (!name->list->adjacent || m == NULL || m->kind == AMS_NODE_LIST ||
	    m->list != NULL)
		return bind_fail(b, MSG_IDC3212I, name);
	if (m->next != NULL)
		return bind_fail(b, MSG_IDC3209I, m);
	if (m->password != NULL)
		return bind_fail(b, MSG_IDC3217I, m);
	if (is_constant(m))
		return bind_fail(b, MSG_IDC3214I, m);
	if (m->len > MEMBER_MAX)
		return bind_fail(b, MSG_IDC3203I, m);
	return set_member(b, d, m, m->text, m->len, v);
}

static bool
bind_dsn(struct bind *b, const struct ams_desc *d, const struct ams_node *n,
    struct ams_value *v)
{
	const char *paren = NULL;
	size_t len = n->len;
	bool ok;

	if (is_constant(n))
		return bind_fail(b, MSG_IDC3214I, n);
	/* 'A.B(C)': the member may be inside the quotes. */
	if (d->type != AMS_DSN && n->kind == AMS_NODE_QUOTED && len > 1 &&
	    n->text[len - 1] == ')')
		paren = memchr(n->text, '(', len);
	if (paren != NULL)
		len = (size_t)(paren - n->text);
	ok = dsname_valid(n->text, len) ||
	     ((d->flags & AMS_TERMINAL) != 0 && n->kind == AMS_NODE_WORD &&
		 len == 1 && n->text[0] == '*' && n->list == NULL);
	if (!ok && d->type == AMS_GENERIC)
		ok = dsname_generic_valid(n->text, len) ||
		     dsname_mask_valid(n->text, len);
	if (!ok)
		return bind_fail(b, MSG_IDC3203I, n);
	if (paren == NULL)
		return true;
	if (!set_member(b, d, n, paren + 1, n->len - len - 2, v))
		return false;
	v->len = len;
	v->text = arena_strndup(b->arena, n->text, len);
	return v->text != NULL || bind_no_memory(b);
}

/* One of the words; cut short, it becomes the whole one. */
static bool
bind_word(struct bind *b, const struct ams_desc *d, const struct ams_node *n,
    struct ams_value *v)
{
	const char *word;
	size_t len;

	if (n->kind != AMS_NODE_WORD)
		return bind_fail(b, MSG_IDC3211I, n);
	if (ams_word_in(d->words, n->text, n->len))
		return true;
	if (!b->shortened ||
	    (word = ams_word_short(d->words, n->text, n->len, &len)) == NULL)
		return bind_fail(b, MSG_IDC3211I, n);
	v->len = len;
	v->text = arena_strndup(b->arena, word, len);
	return v->text != NULL || bind_no_memory(b);
}

static bool
bind_type(struct bind *b, const struct ams_desc *d, int i,
    const struct ams_node *n, struct ams_value *v)
{
	switch (d->type) {
	case AMS_DSN:
	case AMS_MEMBER:
	case AMS_GENERIC:
		return bind_dsn(b, d, n, v);
	case AMS_DD:
		return bind_name(b, n, true);
	case AMS_NAME:
		return bind_name(b, n, false);
	case AMS_VOLSER:
		return bind_volume(b, n);
	case AMS_INT:
		return bind_int(b, d, i, n, v);
	case AMS_DATE:
		return bind_date(b, n, v);
	case AMS_STRING:
		return bind_string(b, d, n);
	case AMS_WORD:
		return bind_word(b, d, n, v);
	case AMS_FLAG:
	case AMS_LIST:
	case AMS_SUBLISTS:
		break; /* have no scalar values */
	}
	return bind_fail(b, MSG_IDC3211I, n);
}

static bool
bind_password(struct bind *b, const struct ams_desc *d,
    const struct ams_node *n, struct ams_value *v)
{
	if (n->password == NULL)
		return true;
	if ((d->flags & AMS_PASSWORD) == 0 || n->password_len == 0 ||
	    n->password_len >= sizeof(v->password))
		return bind_fail(b, MSG_IDC3217I, n);
	memcpy(v->password, n->password, n->password_len);
	v->password[n->password_len] = '\0';
	return true;
}

static bool
takes_member(const struct ams_desc *d)
{
	return d->type == AMS_MEMBER || d->type == AMS_GENERIC;
}

bool
bind_value(struct bind *b, const struct ams_desc *d, int i,
    const struct ams_node *n, struct ams_value *v)
{
	struct ams_node folded;
	char *text;

	if (n->kind == AMS_NODE_LIST || n->kind == AMS_NODE_SLASH)
		return bind_fail(b, MSG_IDC3205I, n);
	if (n->kind == AMS_NODE_QUOTED && n->bad)
		return bind_fail(b, MSG_IDC3201I, n);
	v->text = text = arena_memdup(b->arena, n->text, n->len + 1);
	if (text == NULL)
		return bind_no_memory(b);
	if (n->kind == AMS_NODE_QUOTED && is_folded(b, d)) {
		fold(text, n->len);
		folded = *n;
		folded.text = text;
		n = &folded;
	}
	v->len = n->len;
	v->quoted = n->kind == AMS_NODE_QUOTED;
	v->hex = is_constant(n);
	cards_pos(b->cards, n->span.at, &v->line, &v->column);
	if (!bind_type(b, d, i, n, v) || !bind_password(b, d, n, v))
		return false;
	if (n->list == NULL)
		return true;
	if (!takes_member(d) || v->has_member)
		return bind_fail(b, MSG_IDC3212I, n);
	return bind_member(b, d, n, v);
}

/*
 * libFuzzer target: bytes as what a person types, through the gathering of
 * lines and completion, and as a deck through --check. A place in the text is
 * the first byte.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parser/ams.h"
#include "shell/complete.h"
#include "shell/gather.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	const char *text;
	size_t left;
	size_t used; /* so that what comes is looked at */
};

static void
names(void *ctx, enum complete_kind kind, const char *prefix,
    void (*add)(void *to, const char *name), void *to)
{
	static const char *const some[] = {
	    "A.B", "A.", "VOL001", "/tmp/", "MEMBER"};

	(void)ctx;
	add(to, some[kind]);
	add(to, prefix);
}

static void
try_complete(const char *text, size_t len)
{
	static const struct complete_source src = {.names = names};
	struct completions c;

	complete(text, len, &src, &c);
	if (c.start > len || completions_common(&c) > 4096)
		abort();
	completions_free(&c);
}

static int
next(void *ctx, const char **recp, size_t *lenp)
{
	struct input *in = ctx;
	const char *end;

	if (in->left == 0)
		return 0;
	*recp = in->text;
	end = memchr(in->text, '\n', in->left);
	*lenp = end != NULL ? (size_t)(end - in->text) : in->left;
	in->left -= *lenp + (end != NULL);
	in->text += *lenp + (end != NULL);
	return 1;
}

static void
gather_all(const char *text, size_t len, bool batch)
{
	struct input in = {.text = text, .left = len};
	enum gather_more more = GATHER_WHOLE;
	struct gather g = {0};
	const char *rec;
	size_t n;

	gather_start(&g, batch);
	while (next(&in, &rec, &n) == 1) {
		if (more == GATHER_WHOLE)
			gather_start(&g, batch);
		more = gather_line(&g, rec, n);
		try_complete(g.joined, g.joined_len);
		while (more == GATHER_WHOLE && gather_record(&g, &rec, &n))
			in.used += n;
	}
	gather_free(&g);
}

static void
found(void *ctx, const struct ams_finding *f)
{
	struct input *in = ctx;

	if (f->line < 1 || f->column < 1)
		abort();
	in->used += strlen(f->text);
}

static void
check(const char *text, size_t len, bool margins)
{
	struct input in = {.text = text, .left = len};
	const struct ams_ops ops = {.ctx = &in, .read = next, .finding = found};
	struct ams_settings set = {.fold = !margins};

	if (margins) {
		set.left = 2;
		set.right = 72;
	}
	if (!ams_check(&ops, &set, NULL, NULL))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data + 1;
	size_t at;

	if (size < 2)
		return 0;
	at = data[0] < size - 1 ? data[0] : size - 1;
	try_complete(text, at);
	gather_all(text, size - 1, (data[0] & 1) != 0);
	check(text, size - 1, (data[0] & 1) != 0);
	return 0;
}

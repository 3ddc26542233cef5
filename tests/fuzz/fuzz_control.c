/* libFuzzer target: control statements of the utilities. The first byte says
 * whether "./" stands in front; cards are lines. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "utilities/control_int.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct bytes {
	const char *at, *end;
};

static int
next_line(void *ctx, const char **textp, size_t *lenp)
{
	struct bytes *b = ctx;
	const char *nl;

	if (b->at == b->end)
		return 0;
	nl = memchr(b->at, '\n', (size_t)(b->end - b->at));
	*textp = b->at;
	*lenp = (size_t)((nl != NULL ? nl : b->end) - b->at);
	b->at = nl != NULL ? nl + 1 : b->end;
	return 1;
}

/* Every text ends where its length says, every list is finite. */
static void
walk(const struct control_value *v, int depth)
{
	uint32_t n;
	char name[9];

	for (; v != NULL; v = v->next) {
		if (depth > CONTROL_DEPTH || v->key == NULL ||
		    v->text[v->len] != '\0')
			abort();
		control_number(v, UINT32_MAX, &n);
		control_name(v, name, sizeof(name));
		walk(v->list, depth + 1);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {(const char *)data, (const char *)data + size};
	struct control_source src = {.next = next_line, .ctx = &b};
	struct arena *arena = arena_new();
	struct control_stmt stmt;
	enum control_got got;
	char why[CONTROL_WHY];

	if (size > 0)
		src.dotted = *b.at++ == '.';
	while ((got = control_next(&src, arena, &stmt, why)) != CONTROL_END) {
		if (got == CONTROL_FAILED ||
		    (got == CONTROL_BAD) != (why[0] != '\0'))
			abort();
		if (got == CONTROL_STMT)
			walk(stmt.operands, 0);
		arena_free(&arena);
		arena = arena_new();
	}
	arena_free(&arena);
	return 0;
}

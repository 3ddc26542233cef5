/* Lines that a test catches. */
#include <stdlib.h>
#include <string.h>

#include "tests/support/capture.h"

bool
capture_write(void *ctx, const char *line, size_t len)
{
	struct capture *cap = ctx;
	char *p = realloc(cap->text, cap->len + len + 2);

	if (p == NULL)
		return false;
	cap->text = p;
	memcpy(p + cap->len, line, len);
	cap->len += len;
	p[cap->len++] = '\n';
	p[cap->len] = '\0';
	return true;
}

void
capture_free(struct capture *cap)
{
	free(cap->text);
	cap->text = NULL;
	cap->len = 0;
}

/* A SYSPRINT in memory: each line with a newline, for comparing whole. */
#ifndef CATAMOUNT_TESTS_SUPPORT_CAPTURE_H
#define CATAMOUNT_TESTS_SUPPORT_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>

struct capture {
	char *text; /* NUL-terminated; the caller frees. NULL: nothing yet */
	size_t len;
};

/* For sysprint_opts.write; ctx is the struct capture. */
bool capture_write(void *ctx, const char *line, size_t len);
void capture_free(struct capture *cap);

#endif

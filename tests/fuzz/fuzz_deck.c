/* Any bytes as a deck: shell/deck.c gives records within the limit, without
 * tabs, or stops. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "shell/deck.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct deck *deck = deck_new();
	int fd = memfd_create("deck", MFD_CLOEXEC);
	const char *rec;
	char path[40];
	size_t len;

	if (deck == NULL || fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (!deck_add_file(deck, path))
		abort();
	while (deck_read(deck, &rec, &len) == 1)
		if (len > DECK_RECORD_MAX || memchr(rec, '\t', len) != NULL)
			abort();
	deck_free(&deck);
	close(fd);
	return 0;
}

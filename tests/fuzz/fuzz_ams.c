/*
 * libFuzzer target: bytes as a deck, through the whole command reader.
 *
 * The first byte chooses margins, folding, EXEC PARM and what commands end
 * with; the rest are the records.
 */
#include <stddef.h>
#include <stdint.h>

#include "tests/support/reader_promises.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0)
		promises_read((const char *)data + 1, size - 1, data[0]);
	return 0;
}

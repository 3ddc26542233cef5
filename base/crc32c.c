/* CRC-32C, by isa-l. */
#include <isa-l/crc.h>

#include "base/crc32c.h"

uint32_t
crc32c(const void *p, size_t len)
{
	uint32_t crc = 0xFFFFFFFFU;
	const unsigned char *at = p;

	/* isa-l takes an int length. */
	while (len > 0) {
		size_t n = len < (1U << 30) ? len : (1U << 30);

		crc = crc32_iscsi((unsigned char *)(uintptr_t)at, (int)n, crc);
		at += n;
		len -= n;
	}
	return ~crc;
}

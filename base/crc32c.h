/* CRC-32C (Castagnoli, as in iSCSI). */
#ifndef CATAMOUNT_BASE_CRC32C_H
#define CATAMOUNT_BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* The CRC of len bytes at p. crc32c("123456789") is X'E3069283'. */
uint32_t crc32c(const void *p, size_t len);
/* The same by isa-l, whatever the processor has: for tests. */
uint32_t crc32c_plain(const void *p, size_t len);

#endif

/*
 * Another boot of the machine: after a power cut in a test, the mapped logs of
 * a directory say that they are of one before. Include after cmocka.h.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_BOOT_H
#define CATAMOUNT_TESTS_SUPPORT_BOOT_H

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "access-methods/log/log.h"
#include "base/bytes.h"
#include "tests/support/sphere_test.h"

static UNUSED_OK void
boot_file(const char *path)
{
	static const uint8_t none[LOG_ID_LEN];
	uint8_t h[LOG_H_LEN];
	int fd = open(path, O_RDWR | O_CLOEXEC);

	assert_true(fd >= 0);
	/* A header that the cut left torn stays so. */
	if (pread(fd, h, sizeof(h), 0) == (ssize_t)sizeof(h) &&
	    memcmp(h + LOG_H_BOOT, none, LOG_ID_LEN) != 0 &&
	    be32_get(h + LOG_H_CRC) == log_header_crc(h)) {
		h[LOG_H_BOOT]++;
		be32_put(h + LOG_H_CRC, log_header_crc(h));
		assert_int_equal(
		    pwrite(fd, h, sizeof(h), 0), (ssize_t)sizeof(h));
	}
	close(fd);
}

static UNUSED_OK void
boot_again(const char *dir)
{
	char path[600];
	struct dirent *de;
	DIR *d = opendir(dir);

	assert_non_null(d);
	while ((de = readdir(d)) != NULL) {
		size_t len = strlen(de->d_name);

		if (len < 4 || strcmp(de->d_name + len - 4, ".log") != 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, de->d_name);
		boot_file(path);
	}
	closedir(d);
}

#endif

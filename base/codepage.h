/*
 * Code pages: single-byte EBCDIC by CCSID, and the host's UTF-8 and
 * ISO 8859-1.
 *
 * A page maps its 256 bytes to 256 different characters, so text made from a
 * record gives the record back:
 *
 *	X'15'  U+0085 NEXT LINE, in every EBCDIC page
 *	X'25'  U+240A SYMBOL FOR LINE FEED, in every EBCDIC page
 *	LF     stands for no byte: it separates records
 *	a byte that the page leaves undefined, or gives a character twice
 *	       U+F700 + the byte (private use)
 *
 * CCSID 819 as a page of records is the same with X'0A' as U+240A. All other
 * characters are those of the C library's iconv.
 */
#ifndef CATAMOUNT_BASE_CODEPAGE_H
#define CATAMOUNT_BASE_CODEPAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum {
	CCSID_LATIN1 = 819, /* ISO 8859-1 */
	CCSID_1047 = 1047,  /* Latin 1, open systems; a root's default */
	CCSID_UTF8 = 1208,  /* a host side only */
};

enum { CODEPAGE_UTF8_MAX = 3 }; /* bytes of UTF-8 that a byte becomes */

struct codepage; /* a page; lives as long as the process */

/* Where text could not be converted. */
struct codepage_err {
	size_t pos;     /* bytes from the start of the input */
	size_t column;  /* characters in front of it, plus one */
	uint32_t code;  /* the character */
	uint16_t ccsid; /* the page that lacks it */
	bool malformed; /* not UTF-8 at all; code is the byte */
};

/* DS_UNSUPPORTED: not a single-byte EBCDIC page that is known, nor 819. */
enum ds_status codepage_get(
    uint32_t ccsid, const struct codepage **cpp, struct ds_diag *diag);
uint16_t codepage_ccsid(const struct codepage *cp);
/* "1047", "IBM-1047", "IBM1047", "CP037", "UTF-8", "ISO8859-1", any case. The
 * page need not exist. */
bool codepage_parse(const char *s, uint16_t *ccsidp);

uint32_t codepage_to_unicode(const struct codepage *cp, uint8_t byte);
bool codepage_from_unicode(
    const struct codepage *cp, uint32_t code, uint8_t *bytep);
uint8_t codepage_blank(const struct codepage *cp); /* X'40' in EBCDIC */

/* Records to UTF-8: every byte has its character. out has room for
 * CODEPAGE_UTF8_MAX * len bytes; returns how many were written. */
size_t codepage_to_utf8(
    const struct codepage *cp, const uint8_t *in, size_t len, char *out);
/*
 * UTF-8 to a record: out has room for max bytes. DS_BADTEXT: a character that
 * the page lacks (LF is one) or malformed UTF-8; DS_BADLENGTH: more than max
 * characters; *errp says where. errp may be NULL.
 */
enum ds_status codepage_from_utf8(const struct codepage *cp, const char *in,
    size_t len, uint8_t *out, size_t max, size_t *outlenp,
    struct codepage_err *errp);

/*
 * The same for ISO 8859-1, a byte for a byte. DS_BADTEXT: the other side has
 * no such character; X'25' is one of them, since LF is taken.
 */
enum ds_status codepage_to_latin1(const struct codepage *cp, const uint8_t *in,
    size_t len, char *out, struct codepage_err *errp);
enum ds_status codepage_from_latin1(const struct codepage *cp, const char *in,
    size_t len, uint8_t *out, struct codepage_err *errp);

/*
 * A character constant (FROMKEY, literals, PARM; UTF-8) in the code page of
 * the data set that it meets. DS_BADTEXT with the position in diag->text.
 */
enum ds_status codepage_constant(uint32_t ccsid, const char *text, size_t len,
    uint8_t *out, size_t max, size_t *outlenp, struct ds_diag *diag);

/* "character U+20AC in column 7 is not in code page 1047". */
void codepage_err_text(const struct codepage_err *err, char *out, size_t size);

#endif

/*
 * SYSPRINT: headings, ASA control, page depth, spacing, translation.
 *
 * Page geometry, that of z/OS: 53 print lines a page counting the heading, 120
 * columns; heading with TIME at column 67, date 89, PAGE 102, the number right
 * aligned ending at 112. Output forms: plain (with or without page headings),
 * or with an ASA control character in front. Lines are ISO 8859-1, whatever
 * the writer makes of them: UTF-8, or records in a data set's code page.
 */
#ifndef CATAMOUNT_UTILITIES_SYSPRINT_H
#define CATAMOUNT_UTILITIES_SYSPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/msg.h"
#include "base/status.h"

struct sysprint;

struct sysprint_opts {
	bool asa;   /* control character in front of each line */
	bool pages; /* headings and page breaks */
	bool lower; /* print lower case (chains TN, SN); else as '.' */
	/* Where lines go: text without a line end; false stops the run. NULL:
	 * none are made. */
	bool (*write)(void *ctx, const char *line, size_t len);
	void *ctx;
};

struct report;

struct sysprint *sysprint_new(const struct sysprint_opts *opts);
void sysprint_free(struct sysprint **spp);
/* Who is told what goes through: see utilities/report.h. Borrowed; NULL:
 * nobody, as at the start. */
void sysprint_report(struct sysprint *sp, const struct report *report);
const struct report *sysprint_listener(const struct sysprint *sp);
bool sysprint_prints(const struct sysprint *sp); /* lines are wanted */
/* The lines from here on were told as what they show; no more. May be nested.
 */
void sysprint_known(struct sysprint *sp, bool known);
void sysprint_set_lower(struct sysprint *sp, bool lower);
bool sysprint_lower(const struct sysprint *sp);

enum { SYSPRINT_WIDTH = 120, SYSPRINT_DEPTH = 53 };

/* One line; ctl is ASA ' ', '0', '-' or '1'. Text is characters of the print
 * chain's input (bytes of Latin-1 or ASCII); unprintable ones become '.'.
 * Trailing blanks are dropped, what is behind SYSPRINT_WIDTH is cut off. */
void sysprint_line(struct sysprint *sp, char ctl, const char *text, size_t len);
/* The same for up to SYSPRINT_WIDTH characters that sysprint_printed gave, the
 * last no blank: nothing of it is looked at. */
void sysprint_ready(
    struct sysprint *sp, char ctl, const char *text, size_t len);
/* What is printed for a character. */
char sysprint_printed(const struct sysprint *sp, char c);
/* A message with its spacing; wrapped at the line width. */
void sysprint_msg(struct sysprint *sp, const struct msg *m);
/* Message by parts: sysprint_msgv(sp, MSG_IDC0005I, "12", NULL). */
void sysprint_msgv(struct sysprint *sp, enum msg_id id, ...);
/*
 * A command is about to be read: the empty line that z/OS prints in front of
 * each (modal ones and the end of the input too); double spaced after a
 * message. Behind a listing with a subtitle it begins a new page.
 */
void sysprint_command(struct sysprint *sp);
/* A record of the input, as read (the whole record). */
void sysprint_echo(struct sysprint *sp, const char *rec, size_t len);

/*
 * Start a listing: the next line begins a page with this subtitle under the
 * heading (ASA '-'), repeated on each page until sysprint_unlist, after which
 * the page goes on; the next command's echo starts a new page.
 */
void sysprint_list(struct sysprint *sp, const char *subtitle);
void sysprint_unlist(struct sysprint *sp);
/* The next line begins a page (with the subtitle, while there is one). */
void sysprint_eject(struct sysprint *sp);
/* write said false, or the listener did */
bool sysprint_failed(const struct sysprint *sp);

#endif

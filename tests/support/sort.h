/*
 * A step of SORT: lines in, cards, lines out. Functions are inline: no test
 * uses all of them.
 */
#ifndef CATAMOUNT_TESTS_SUPPORT_SORT_H
#define CATAMOUNT_TESTS_SUPPORT_SORT_H

#include "tests/support/program.h"

static const char sort_fb80[] = "recfm=FB,lrecl=80";

/*
 * A.IN with lines as SORTIN (NULL: as it is), A.OUT as SORTOUT, both with these
 * attributes; cards as SYSIN. A.OUT is made when it is not there.
 */
static inline void
sort_begin(struct job_step *s, struct fixture *f, const char *in,
    const char *out, const char *lines, const char *cards)
{
	char spec[200];

	if (lines != NULL) {
		snprintf(spec, sizeof(spec), "A.IN,new,%s", in);
		step_make(f, spec, lines);
	}
	step_begin(s, f);
	step_dd(s, "SORTIN=A.IN,shr");
	if (out != NULL) {
		snprintf(spec, sizeof(spec), "SORTOUT=A.OUT,%s%s",
		    there(f, "A.OUT") ? "old" : "new,",
		    there(f, "A.OUT") ? "" : out);
		step_dd(s, spec);
	}
	step_cards(s, "SYSIN", cards);
	step_file(s, "SYSOUT", "text");
}

/* The lines of A.OUT when cards make this of FB 80 records. */
static inline void
sort_gives(struct fixture *f, const char *lines, const char *cards,
    const char *parm, const char *expected)
{
	struct job_step s = {0};
	char said[STEP_TEXT];

	sort_begin(&s, f, sort_fb80, sort_fb80, there(f, "A.IN") ? NULL : lines,
	    cards);
	step_run(&s, "SORT", parm);
	snprintf(said, sizeof(said), "%s", step_print(&s, "SYSOUT"));
	if (strcmp(s.ended, "0000") != 0)
		fail_msg("%s\n%s", s.ended, said);
	if (strcmp(step_records(&s, "A.OUT"), expected) != 0)
		fail_msg("%s\nis not\n%s\nof\n%s", s.text, expected, said);
}

/* Code 16, this message, and A.OUT is as it was. */
static inline void
sort_fails(struct fixture *f, const char *lines, const char *cards,
    const char *message)
{
	struct job_step s = {0};

	sort_begin(&s, f, sort_fb80, sort_fb80, there(f, "A.IN") ? NULL : lines,
	    cards);
	assert_string_equal(step_run(&s, "SORT", NULL), "0016");
	says(step_print(&s, "SYSOUT"), message);
	says(s.text, " ICE052I 0 END OF DFSORT\n");
	assert_string_equal(step_records(&s, "A.OUT"), "");
}

#endif

/*
 * ALLOCATE, words that are not about data sets: files of the host, the
 * terminal, and those whose subject is not here.
 */
#include <stdio.h>
#include <string.h>

#include "utilities/allocate_int.h"

#define SPOOL "asks for a spool, which is not here"

/* A spool, attribute lists, classes of what is no cluster. */
bool
allocate_can_be(struct allocation *a, bool vsam)
{
	static const struct {
		const char *keyword, *why;
		bool vsam_too;
	} none[] = {
	    {"SYSOUT", SPOOL, true},
	    {"DEST", SPOOL, true},
	    {"COPIES", SPOOL, true},
	    {"HOLD", SPOOL, true},
	    {"BURST", SPOOL, true},
	    {"CHARS", SPOOL, true},
	    {"FCB", SPOOL, true},
	    {"FLASH", SPOOL, true},
	    {"FORMS", SPOOL, true},
	    {"MODIFY", SPOOL, true},
	    {"OUTDES", SPOOL, true},
	    {"SEGMENT", SPOOL, true},
	    {"SPIN", SPOOL, true},
	    {"UCS", SPOOL, true},
	    {"WRITER", SPOOL, true},
	    {"USING", "names an attribute list of TSO, which is not here",
		true},
	    {"ALTFILE", "asks for another SYSIN, which is not here", true},
	    {"SUBSYS", "asks for a subsystem, which is not here", true},
	    {"SECMODEL", "copies a profile, which dsprofile does here", true},
	    {"DATACLAS", "is for clusters", false},
	    {"STORCLAS", "is for clusters", false},
	    {"MGMTCLAS", "is for clusters", false},
	};

	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		if (!ams_coded(a->top, none[i].keyword) ||
		    (vsam && !none[i].vsam_too))
			continue;
		ams_note(a->run, false, "ALLOCATE %s %s", none[i].keyword,
		    none[i].why);
		return false;
	}
	return true;
}

/* The path as the host has it: the deck is ISO 8859-1 inside, a comma of a SPEC
 * is written twice. */
static void
add_host_name(struct allocation *a, const char *path)
{
	for (const char *p = path; *p != '\0'; p++) {
		const unsigned char c = (unsigned char)*p;

		if (c >= 0x80)
			allocate_add(
			    a, "%c%c", 0xC0 | (c >> 6), 0x80 | (c & 0x3F));
		else
			allocate_add(a, c == ',' ? ",," : "%c", c);
	}
}

static bool
has_word(const struct ams_plist *top, const char *keyword, const char *word)
{
	const char *text;

	for (int i = 0; (text = ams_text(top, keyword, i)) != NULL; i++)
		if (strcmp(text, word) == 0)
			return true;
	return false;
}

bool
allocate_add_path(struct allocation *a)
{
	const char *data = ams_text(a->top, "FILEDATA", 0);
	const char *disp = ams_text(a->top, "PATHDISP", 0);
	const char *why = NULL;

	if (has_word(a->top, "PATHOPTS", "OEXCL"))
		why = "PATHOPTS(OEXCL) wants a file that is not there, which "
		      "is not looked at";
	if (disp != NULL && strcmp(disp, "DELETE") == 0)
		why = "PATHDISP(DELETE) deletes a file, which is left to the "
		      "host";
	if (why != NULL) {
		ams_note(a->run, false, "ALLOCATE %s", why);
		return false;
	}
	allocate_add(a, "path:");
	add_host_name(a, ams_text(a->top, "PATH", 0));
	if (data != NULL && strcmp(data, "TEXT") == 0)
		allocate_add(a, ",text");
	if (has_word(a->top, "PATHOPTS", "OAPPEND"))
		allocate_add(a, ",mod");
	allocate_add_dcb(a);
	return true;
}

void
allocate_add_terminal(struct allocation *a)
{
	allocate_add(a, "-,text");
	allocate_add_dcb(a);
}

/* HELP for messages: what stands behind those that people meet most, in words
 * of ours. */
#include <stddef.h>
#include <string.h>

#include "shell/help_int.h"

static const struct {
	const char *number, *meaning;
} meanings[] = {
    {"IDC0001I", "The command is done; the code is what LASTCC has now."},
    {"IDC0002I", "The end; the code is MAXCC, which is the exit status too."},
    {"IDC0005I", "How many records REPRO wrote or PRINT printed."},
    {"IDC0204I", "The IF around it did not hold, so it was checked alone."},
    {"IDC0206I", "A comma where nothing is to be separated; it is ignored."},
    {"IDC0233I", "Count the parentheses: there are more right ones."},
    {"IDC0234I", "Count the parentheses: the end of the command closed some. A "
		 "continuation mark may be missing."},
    {"IDC0508I", "Where the data component is; 0 means that it has its space."},
    {"IDC0509I",
	"Where the index component is; 0 means that it has its space."},
    {"IDC0512I", "A name that was not given was made by the usual rules."},
    {"IDC0531I", "ALTER has changed the entry."},
    {"IDC0532I",
	"Nothing of the entry is changed; the message in front says why."},
    {"IDC0550I", "The entry is gone from the catalog, and what it named."},
    {"IDC0551I", "Said of each entry that stays, with the reason in front."},
    {"IDC0594I", "The portable copy is complete; IMPORT reads it."},
    {"IDC0604I", "When the copy that IMPORT reads was made."},
    {"IDC0652I", "The alternate index has a key for each base record."},
    {"IDC1566I", "LISTCAT skipped it; the message in front says why: most "
		 "often no entry has this name or not the type asked for."},
    {"IDC1646I", "The record of an alternate key is full: a larger RECORDSIZE "
		 "of the alternate index holds more."},
    {"IDC1653I",
	"It can be used, but what is told in front of it has been left out."},
    {"IDC2642I", "The base that it was defined for, by RELATE, is another one "
		 "than INDATASET or INFILE names."},
    {"IDC2654I", "The message in front says why; the alternate index is empty "
		 "or as it was."},
    {"IDC3003I", "The reasons stand in the messages in front of it."},
    {"IDC3009I",
	"The catalog's return code: 8 not found, or there already; 56 not "
	"allowed; 60 wrong type of entry; 68 no space; 84 not expired; 152 "
	"generations are left; 184 in use; 192 to 208 a size that does not "
	"fit. The reason code tells more; a line behind it says it in words."},
    {"IDC3012I", "No catalog that is searched has an entry of this name. "
		 "LISTCAT LEVEL(first.qualifiers) shows what there is."},
    {"IDC3013I", "An entry of this name is there. DELETE it first, or take "
		 "another name."},
    {"IDC3014I", "IDC3009I behind it has the catalog's return code."},
    {"IDC3020I", "The volumes of the pool have not that much space left, "
		 "perhaps not in few enough pieces."},
    {"IDC3023I", "Its expiration date is to come: DELETE with PURGE."},
    {"IDC3028I",
	"Somebody has it open or allocated: idcams --who NAME says who."},
    {"IDC3200I", "One positional parameter too many, or what must stand in "
		 "parentheses does not."},
    {"IDC3201I", "A name or string is longer than its parameter takes."},
    {"IDC3202I", "A syntax error: the message in front says which. Nothing of "
		 "the command was done."},
    {"IDC3203I", "A name or constant is too long, or has characters that its "
		 "parameter does not take."},
    {"IDC3205I", "A parenthesis or slash where none belongs."},
    {"IDC3207I", "After a condition code of 16 nothing more is done."},
    {"IDC3208I", "The keyword wants something in parentheses behind it."},
    {"IDC3211I", "No parameter of this command, or of this list, is so "
		 "spelled. HELP command shows them; an unclosed parenthesis in "
		 "front is the usual cause."},
    {"IDC3213I", "The same parameter twice in one list."},
    {"IDC3216I", "A syntax error in a command that would not be done."},
    {"IDC3218I", "More lists of sub-parameters than the parameter takes."},
    {"IDC3219I", "No command begins with this word. In a deck the command "
		 "begins in column 2, in upper case; a lost continuation mark "
		 "makes a parameter look like a command."},
    {"IDC3220I", "A number wants decimal digits, X'..' or B'..'."},
    {"IDC3221I", "A number outside the limits of its parameter."},
    {"IDC3225I", "What is required is not coded. HELP command shows it."},
    {"IDC3226I", "Two parameters exclude one another."},
    {"IDC3300I",
	"The data set was not opened: IDC3351I or the line behind says why."},
    {"IDC3302I", "A record was not read or written; the line behind says why."},
    {"IDC3308I",
	"A record of this key is there. REPRO with REPLACE writes over it."},
    {"IDC3309I", "The record is longer or shorter than the target takes: "
		 "compare RECORDSIZE, or LRECL."},
    {"IDC3314I",
	"The record's key is not above the one in front: sort the input."},
    {"IDC3351I",
	"VSAM's return code. OPEN: 116 not closed by its last writer (VERIFY), "
	"128 no such DD, 132 not readable, 148 no such entry, 152 not allowed, "
	"160 never loaded, 168 in use by others (who: idcams --who), 188 "
	"another kind of data set, 232 has records and is not REUSE. Records: "
	"4 the end, 8 duplicate key, 12 out of sequence, 16 not found, 28 no "
	"space, 104 not possible here, 108 wrong length, 192 no such relative "
	"record."},
    {"IDC3643I",
	"The base must have records before its alternate index is built."},
    {"IDC4227I", "ELSE has no THEN clause in front of it: a blank or comment "
		 "line without a continuation mark may be in between."},
    {"IDC4228I", "END where a clause must stand."},
    {"IDC4229I", "IF wants LASTCC or MAXCC, a comparand and a number."},
    {"IDC4230I", "SET wants LASTCC or MAXCC, an equal sign and a number."},
    {"IDC4232I", "THEN must follow the expression of IF."},
    {"IDC4236I", "The last line ends in a continuation mark."},
    {"IDC4237I", "IFs are nested more than 10 deep."},
};

const char *
help_message_meaning(const char *number)
{
	size_t i;

	for (i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (strcmp(number, meanings[i].number) == 0)
			return meanings[i].meaning;
	return NULL;
}

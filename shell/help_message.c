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
    {"IDC0234I", "Count the parentheses: the end of the command closed some. "
		 "A continuation mark may be missing."},
    {"IDC0508I", "Where the data component is; 0 means that it has its space."},
    {"IDC0509I",
	"Where the index component is; 0 means that it has its space."},
    {"IDC0512I", "A name that was not given was made by the usual rules."},
    {"IDC0550I", "The entry is gone from the catalog, and what it named."},
    {"IDC0551I", "Said of each entry that stays, with the reason in front."},
    {"IDC1646I", "The record of an alternate key is full: a larger "
		 "RECORDSIZE of the alternate index holds more."},
    {"IDC3003I", "The reasons stand in the messages in front of it."},
    {"IDC3009I", "The catalog's return and reason code: 8 the name was not "
		 "found or is there already, 68 no space, 84 not expired, 56 "
		 "not allowed."},
    {"IDC3012I", "No catalog that is searched has an entry of this name. "
		 "LISTCAT LEVEL(first.qualifiers) shows what there is."},
    {"IDC3013I", "An entry of this name is there. DELETE it first, or take "
		 "another name."},
    {"IDC3020I", "The volumes of the pool have not that much space left, "
		 "perhaps not in few enough pieces."},
    {"IDC3023I", "Its expiration date is to come: DELETE with PURGE."},
    {"IDC3202I", "A syntax error: the message in front says which. Nothing "
		 "of the command was done."},
    {"IDC3203I", "A name or constant is too long, or has characters that its "
		 "parameter does not take."},
    {"IDC3205I", "A parenthesis or slash where none belongs."},
    {"IDC3207I", "After a condition code of 16 nothing more is done."},
    {"IDC3208I", "The keyword wants something in parentheses behind it."},
    {"IDC3211I", "No parameter of this command, or of this list, is so "
		 "spelled. HELP command shows them; an unclosed parenthesis "
		 "in front is the usual cause."},
    {"IDC3213I", "The same parameter twice in one list."},
    {"IDC3216I", "A syntax error in a command that would not be done."},
    {"IDC3219I", "No command begins with this word. In a deck the command "
		 "begins in column 2, in upper case; a lost continuation mark "
		 "makes a parameter look like a command."},
    {"IDC3221I", "A number outside the limits of its parameter."},
    {"IDC3225I", "What is required is not coded. HELP command shows it."},
    {"IDC3226I", "Two parameters exclude one another."},
    {"IDC3300I", "The data set was not opened: IDC3351I or the line behind "
		 "says why."},
    {"IDC3302I", "A record was not read or written; the line behind says "
		 "why."},
    {"IDC3314I", "The record's key is not above the one in front: sort the "
		 "input."},
    {"IDC3351I", "VSAM's return code: of OPEN 160 empty or never loaded, 168 "
		 "in use by others (who: idcams --who), 128 no such DD, 152 "
		 "not allowed; of records 8 a duplicate key, 28 no space."},
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

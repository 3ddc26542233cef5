/*
 * HELP for messages: what stands behind each that this system gives, and what
 * to do, in words of ours. In the order of base/messages.def. What is issued
 * and not here is found by t4801.
 */
#include <stddef.h>
#include <string.h>

#include "shell/help_int.h"

static const struct {
	const char *number, *meaning;
} meanings[] = {
    {"IDC0001I", "The command is done; the code is what LASTCC has now."},
    {"IDC0002I", "The end; the code is MAXCC, which is the exit status too."},
    {"IDC0005I", "How many records REPRO wrote or PRINT printed."},
    {"IDC0014I", "The code of a command that TSO ran, when it is not 0."},
    {"IDC0181I",
	"A class of storage management that the data set was defined with."},
    {"IDC0204I", "The IF around it did not hold, so it was checked alone."},
    {"IDC0206I", "A comma where nothing is to be separated; it is ignored."},
    {"IDC0222I", "A semicolon or the end stands inside apostrophes: an "
		 "apostrophe may be missing, or one too many."},
    {"IDC0233I", "Count the parentheses: there are more right ones."},
    {"IDC0234I", "Count the parentheses: the end of the command closed some. A "
		 "continuation mark may be missing."},
    {"IDC0508I", "Where the data component is; 0 means that it has its space."},
    {"IDC0509I",
	"Where the index component is; 0 means that it has its space."},
    {"IDC0512I", "A name that was not given was made by the usual rules."},
    {"IDC0526I", "ADDVOLUMES or REMOVEVOLUMES: 0 means that the volume was "
		 "added or taken away."},
    {"IDC0531I", "ALTER has changed the entry."},
    {"IDC0532I",
	"Nothing of the entry is changed; the message in front says why."},
    {"IDC0534I", "ALTER left the member's name as it is; the message in front "
		 "says why."},
    {"IDC0535I", "The member has its new name."},
    {"IDC0548I", "The member stays; the message in front says why."},
    {"IDC0549I", "The member is gone; its space comes back when the PDS is "
		 "compressed (dsn compress), in a PDSE at once."},
    {"IDC0550I", "The entry is gone from the catalog, and what it named."},
    {"IDC0551I", "Said of each entry that stays, with the reason in front."},
    {"IDC0594I", "The portable copy is complete; IMPORT reads it."},
    {"IDC0603I",
	"The user catalog has a connector now: its entries are found."},
    {"IDC0604I", "When the copy that IMPORT reads was made."},
    {"IDC0611I", "IMPORT replaces a set of this name."},
    {"IDC0622I", "The connector is gone; the user catalog and its entries "
		 "stay. IMPORT CONNECT brings it back."},
    {"IDC0652I", "The alternate index has a key for each base record."},
    {"IDC01700I", "The index is tested: its records, pointers and keys."},
    {"IDC01701I", "The data are tested: control intervals, records and keys."},
    {"IDC01708I", "Of the data component, as far as it is used."},
    {"IDC01709I", "The data are in order."},
    {"IDC01710I", "Records found by reading the data component."},
    {"IDC01711I", "Control intervals that are in use and hold no record."},
    {"IDC01712I", "The longest record found."},
    {"IDC01713I", "The control interval with the fault, as it is on disk, for "
		  "the message in front."},
    {"IDC01714I",
	"Where in the control interval that was displayed, in hexadecimal."},
    {"IDC01720I", "The record of the index with the fault, as it is on disk, "
		  "for the message in front."},
    {"IDC01721I", "The same record of the index as displayed last."},
    {"IDC01722I", "Of the bytes of the control intervals in use."},
    {"IDC01724I", "The index is in order."},
    {"IDC1543I", "The new values are those that the set has by default: "
		 "nothing changes."},
    {"IDC1544I", "The new values are those that the set has: nothing changes."},
    {"IDC1565I", "The entry is there and of another type than the words of "
		 "LISTCAT ask for."},
    {"IDC1566I", "LISTCAT skipped it; the message in front says why: most "
		 "often no entry has this name or not the type asked for."},
    {"IDC1569I", "Only clusters, alternate indexes, paths, page spaces, groups "
		 "and non-VSAM data sets have a date to go by."},
    {"IDC1644I", "The base record ends in front of the alternate key, so it is "
		 "left out of the index. Compare KEYS with the records."},
    {"IDC1645I", "A second base record has this alternate key, and the index "
		 "is UNIQUEKEY: define it with NONUNIQUEKEY to keep both."},
    {"IDC1646I", "The record of an alternate key is full: a larger RECORDSIZE "
		 "of the alternate index holds more."},
    {"IDC1653I",
	"It can be used, but what is told in front of it has been left out."},
    {"IDC1927I", "PARM MARGINS wants a left and a right column, the left one "
		 "smaller; 2 and 72 are used."},
    {"IDC11704I", "A key in the index is below the one in front of it. Copy "
		  "the records elsewhere and load the set anew."},
    {"IDC11705I", "Two entries of the index lead to the same place, or to "
		  "none. Copy the records elsewhere and load the set anew."},
    {"IDC11707I", "Two records of the sequence set claim the same control "
		  "area. Copy the records elsewhere and load the set anew."},
    {"IDC11711I", "The index has another number of records than it says of "
		  "itself. The data are not affected."},
    {"IDC11724I", "A control area of the data has no record in the sequence "
		  "set, so what it holds is not found by key."},
    {"IDC11725I", "The set says another first or last record of the sequence "
		  "set than there is."},
    {"IDC11728I", "A control interval that counts as free holds records, or "
		  "its counts are wrong."},
    {"IDC11733I", "A record's key is below the one in front of it. Copy the "
		  "records in key order and load the set anew."},
    {"IDC2553I", "ERASE is for what has data of its own: clusters, alternate "
		 "indexes and page spaces."},
    {"IDC2559I", "A pattern names many data sets, a member is of one: leave "
		 "one of them out."},
    {"IDC2563I", "Space and volumes are of DATA and INDEX: code those beside "
		 "CLUSTER, ALTERNATEINDEX and PATH. The types that have "
		 "neither are not listed."},
    {"IDC2640I", "OUTDATASET or OUTFILE of BLDINDEX names an alternate index, "
		 "or a path over one."},
    {"IDC2642I", "The base that it was defined for, by RELATE, is another one "
		 "than INDATASET or INFILE names."},
    {"IDC2654I", "The message in front says why; the alternate index is empty "
		 "or as it was."},
    {"IDC2900I", "MASK takes one name in a command; use a DELETE for each."},
    {"IDC21701I", "What is wrong stands in front, by place. Copy the records "
		  "elsewhere by REPRO and load the set anew."},
    {"IDC21703I", "What is wrong stands in front, by place. Copy what is "
		  "readable elsewhere by REPRO and load the set anew; BLDINDEX "
		  "makes an alternate index anew."},
    {"IDC3003I", "The reasons stand in the messages in front of it."},
    {"IDC3004I", "The system has no more memory for this command. Fewer names, "
		 "or smaller buffers, need less."},
    {"IDC3006I", "Nothing was done, as the first record asked for is not "
		 "there: see the message in front."},
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
    {"IDC3016I", "The catalog is not there, locked or suspended, or its file "
		 "cannot be opened; a line behind says which. LISTCAT UCAT ALL "
		 "shows those there are."},
    {"IDC3017I", "The disk that holds the catalog's file is full."},
    {"IDC3018I", "A profile does not allow it: dsprofile shows which, "
		 "audit.log in the root what was refused."},
    {"IDC3019I", "The entry is of another type than the command or its words "
		 "ask for. LISTCAT ENT(name) shows its type."},
    {"IDC3020I", "The volumes of the pool have not that much space left, "
		 "perhaps not in few enough pieces."},
    {"IDC3021I", "No volume of this serial number is there and online: dsvol "
		 "list shows them."},
    {"IDC3022I", "What the entry would belong to is missing or of a kind that "
		 "cannot have it: an alternate index wants a KSDS or ESDS "
		 "without REUSE, a path a cluster or alternate index."},
    {"IDC3023I", "Its expiration date is to come: DELETE with PURGE."},
    {"IDC3028I",
	"Somebody has it open or allocated: idcams --who NAME says who."},
    {"IDC3029I",
	"A record is at most 32,761 bytes long unless the cluster is SPANNED."},
    {"IDC3030I", "A control interval is at most 32,768 bytes long."},
    {"IDC3031I",
	"Key offset and key length together exceed the maximum of RECORDSIZE."},
    {"IDC3032I", "BUFFERSPACE has to hold two control intervals of the data "
		 "and one of the index."},
    {"IDC3034I", "The name of the profile that is to be made is taken."},
    {"IDC3190I", "ALTER knows the word, but not for entries of this type. HELP "
		 "ALTER and LISTCAT ENT(name) help."},
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
    {"IDC3209I",
	"One value too many, or a parenthesis forgotten behind this one."},
    {"IDC3210I", "Each of a row of lists has parentheses of its own: "
		 "OBJECTS((A ...) (B ...))."},
    {"IDC3211I", "No parameter of this command, or of this list, is so "
		 "spelled. HELP command shows them; an unclosed parenthesis in "
		 "front is the usual cause."},
    {"IDC3212I", "What is named takes nothing in parentheses, or the list is "
		 "nested too deep."},
    {"IDC3213I", "The same parameter twice in one list."},
    {"IDC3214I", "X'..' wants pairs of hexadecimal digits, B'..' zeros and "
		 "ones; names take neither."},
    {"IDC3216I", "A syntax error in a command that would not be done."},
    {"IDC3217I", "No password can stand behind this name."},
    {"IDC3218I", "More lists of sub-parameters than the parameter takes."},
    {"IDC3219I", "No command begins with this word. In a deck the command "
		 "begins in column 2, in upper case; a lost continuation mark "
		 "makes a parameter look like a command."},
    {"IDC3220I", "A number wants decimal digits, X'..' or B'..'."},
    {"IDC3221I", "A number outside the limits of its parameter."},
    {"IDC3223I", "The parameter takes fewer values than are coded; HELP "
		 "command shows how many."},
    {"IDC3225I", "What is required is not coded. HELP command shows it."},
    {"IDC3226I", "Two parameters exclude one another."},
    {"IDC3300I",
	"The data set was not opened: IDC3351I or the line behind says why."},
    {"IDC3301I",
	"What was written may not be complete: the line behind says why."},
    {"IDC3302I", "A record was not read or written; the line behind says why."},
    {"IDC3304I", "There is no DD of this name: allocate one with --dd "
		 "NAME=..., the shell's DD, ALLOCATE, or a DD statement."},
    {"IDC3308I",
	"A record of this key is there. REPRO with REPLACE writes over it."},
    {"IDC3309I", "The record is longer or shorter than the target takes: "
		 "compare RECORDSIZE, or LRECL."},
    {"IDC3310I", "The key has more bytes than the keys of the set. LISTCAT ALL "
		 "shows KEYLEN."},
    {"IDC3312I",
	"The host refuses the file, or the kind of data set is not one that "
	"this command opens; a line behind and standard error say more."},
    {"IDC3314I",
	"The record's key is not above the one in front: sort the input."},
    {"IDC3317I", "The disk failed to read or write, or bytes on it are "
		 "damaged. EXAMINE says where."},
    {"IDC3326I", "By a path a record would not be found by its primary key: "
		 "name the base cluster."},
    {"IDC3327I", "Another record has this alternate key already, and that "
		 "index is UNIQUEKEY."},
    {"IDC3330I", "The library has no such member: dsn ls LIBRARY shows them."},
    {"IDC3331I", "The library has a member of this name already."},
    {"IDC3351I",
	"VSAM's return code. OPEN: 116 not closed by its last writer (VERIFY), "
	"128 no such DD, 132 not readable, 148 no such entry, 152 not allowed, "
	"160 never loaded, 168 in use by others (who: idcams --who), 188 "
	"another kind of data set, 232 has records and is not REUSE. Records: "
	"4 the end, 8 duplicate key, 12 out of sequence, 16 not found, 28 no "
	"space, 104 not possible here, 108 wrong length, 192 no such relative "
	"record."},
    {"IDC3501I", "MODEL names an entry of another type: a cluster for a "
		 "cluster, a data component for a data component."},
    {"IDC3503I",
	"DEVICETYPES, FILESEQUENCENUMBERS and VOLUMES have to be as many."},
    {"IDC3505I",
	"Space is given once: for the cluster, or for each of its components."},
    {"IDC3506I", "Without storage management (sms=off) the command has to name "
		 "VOLUMES."},
    {"IDC3507I", "The organization has no default RECORDSIZE: code it."},
    {"IDC3515I", "RECORDSIZE is average, then maximum."},
    {"IDC3519I",
	"REUSE or NOREUSE holds for the whole cluster: code it for CLUSTER."},
    {"IDC3521I", "Relative records have slots and cannot be SPANNED."},
    {"IDC3522I", "A record over 32,761 bytes goes over several control "
		 "intervals: code SPANNED."},
    {"IDC3523I", "G0000V00 and a period are added to the name of a group."},
    {"IDC3524I",
	"KEYRANGES go upward, do not overlap, and are no longer than the key."},
    {"IDC3529I", "What stands for the asterisk makes the new name too long."},
    {"IDC3530I", "A member gets another name in its own library: "
		 "NEWNAME(LIBRARY(NEW))."},
    {"IDC3536I", "A pattern and its NEWNAME have one asterisk each."},
    {"IDC3538I", "UNIQUEKEY and UPGRADE can be had by an alternate index that "
		 "is empty: define it anew and build it."},
    {"IDC3539I", "KEYS and RECORDSIZE change while a set has no records."},
    {"IDC3540I", "A record of this length does not fit into a control interval "
		 "of the set."},
    {"IDC3541I",
	"The alternate key would reach beyond the records of the base."},
    {"IDC3542I",
	"Both values of RECORDSIZE are the same for fixed relative records."},
    {"IDC3545I", "They are what the set was defined with, and are not the "
		 "default that ALTER may replace."},
    {"IDC3546I", "The key would reach beyond the maximum of RECORDSIZE."},
    {"IDC3547I", "KEYS and RECORDSIZE are of clusters, alternate indexes, "
		 "paths to them and their data components."},
    {"IDC3568I",
	"A level ends in a whole qualifier: LEVEL(A.B), not LEVEL(A.B.*)."},
    {"IDC3581I", "A catalog is copied whole, without FROM and TO words."},
    {"IDC3582I", "The copy makes no sense between these two: a CIMODE copy of "
		 "unlike sets, or records without numbers into relative "
		 "records that are there."},
    {"IDC3583I", "A key is for sets with keys, an address for entry order or a "
		 "KSDS, a number for relative records."},
    {"IDC3592I",
	"EXPORT copies clusters, alternate indexes and user catalogs."},
    {"IDC3602I",
	"What IMPORT had defined goes again; the message in front says why."},
    {"IDC3606I", "What INFILE or INDATASET names is no copy that EXPORT made, "
		 "or it is damaged; a line behind says where."},
    {"IDC3607I",
	"The set that is there may be replaced only if EXPORT TEMPORARY made "
	"the copy from it. DELETE it first, or import under a NEWNAME."},
    {"IDC3608I", "The message in front says why; CONNECT wants the name and "
		 "the volume of a catalog that is there."},
    {"IDC3612I", "What has the name already is no cluster or alternate index: "
		 "DELETE it first, or import under a NEWNAME."},
    {"IDC3613I",
	"The copy that IMPORT reads was not opened: see the message in front."},
    {"IDC3615I", "OUTFILE's DD names another data set than the one imported."},
    {"IDC3617I", "The set that is there has other attributes than the exported "
		 "one: DELETE it, or define it alike."},
    {"IDC3625I",
	"The set is defined and empty: IMPORT with INTOEMPTY loads it."},
    {"IDC3641I", "INDATASET or INFILE of BLDINDEX names the base cluster, or a "
		 "path over the base itself."},
    {"IDC3643I",
	"The base must have records before its alternate index is built."},
    {"IDC31467I", "REPRO stops at so many errors: ERRORLIMIT sets how many."},
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

#!/bin/bash
# Commands whose subject this system does not have: each is read and checked
# whole, says why it cannot be done, and ends with 12; the deck goes on.
. "$(dirname "$0")/support/tap.sh"

# refuses COMMAND: one line of ours, code 12, nothing else.
refuses() {
	printf '  %s\n' "$1" >deck
	run 12 "$1: code 12" "$idcams" --asa --no-pages deck
	is "$(grep -c '^0CATAMOUNT ' out) $(grep -c 'IDC3[02]0[^3]' out)" \
	    "1 0" "$1: says why"
	is "$(grep -c 'NOT BUILT' out)" 0 "$1: and not that it may come"
}

refuses "SETCACHE VOLUME(VOL001) DEVICE ON"
refuses "LISTDATA COUNTS VOLUME(VOL001) ALL"
refuses "SHCDS LISTSUBSYS(ALL)"
refuses "SHCDS LISTALL"
refuses "SHCDS FRSETRR(A.B)"
refuses "ALTER ATLIB LIBRARYENTRY NUMBERSLOTS(3)"
refuses "ALTER VA0001 VOLUMEENTRY LOCATION(SHELF) USEATTRIBUTE(SCRATCH)"
refuses "ALTER ATLIB DESCRIPTION(NEW)"
refuses "ALTER CATALOG.MASTER VVDSSPACE(10 10)"
refuses "DELETE SYS1.VVDS.VVOL001 RECOVERY"
refuses "CREATE LIBRARYENTRY(NAME(L1))"
refuses "CNVTCAT INFILE(A) OUTFILE(B)"
refuses "CHKLIST INFILE(A)"
refuses "LISTCRA INFILE(A)"
refuses "EXPORTRA CRA((A ALL)) OUTFILE(B)"
refuses "IMPORTRA INFILE(A) OUTFILE(B)"
refuses "RESETCAT CATALOG(A.B)"
refuses "DEFINE SPACE(TRK(5) VOLUMES(VOL001))"
refuses "REPRO IDS(A.B) ODS(A.C) ENCIPHER(PRIVATEKEY)"
refuses "REPRO IDS(A.B) ODS(A.C) RLSSOURCE(YES)"
refuses "REPRO IDS(A.B) ODS(A.C) INSERTSHIFT((0 5) (10 20))"
refuses "PRINT IDS(A.B) INSERTALL"
refuses "PRINT IDS(A.B) DBCS"

# What has no more than its name: a verb that z/OS does not have is a mistake.
printf '  SETCACHE VOLUME(VOL001) DEVICE ON\n  LISTCAT LVL(NO.SUCH)\n' >deck
run 12 "the next command is done" "$idcams" --asa --no-pages deck
like "$(cat out)" "IDC3012I|IDC0001I" "with its own outcome"
finish

#!/bin/bash
# Words of DEFINE CLUSTER that contradict one another or name something that is
# not there: message and code. Texts are those of MVS 3.8's IDC3xxxI.
. "$(dirname "$0")/support/tap.sh"

# says TITLE COMMAND... WANTED: the messages of the last command.
says() {
	local title=$1 wanted=${*: -1}

	printf '%s\n' "${@:2:$#-2}" >deck
	is "$("$idcams" --no-pages deck 2>err | grep -E '^IDC(3|0001)')" \
	    "$wanted" "$title"
}
failed='IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12'
bypassed='IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. CONDITION CODE IS 12'
ok='IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0'
notfound='IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42'
ranges="IDC3524I KEYRANGE VALUES EXCEED KEYLENGTH OR ARE NOT IN ASCENDING ORDER"
type="IDC3501I MODEL ENTYPE IS NOT CONSISTENT WITH THE OBJECT BEING DEFINED"

says "a missing model is named, not the new cluster" \
    " DEFINE CL(NAME(A.NEW) MODEL(A.NONE))" "IDC3012I ENTRY A.NONE NOT FOUND
$notfound
$failed"
says "a model is there" " DEFINE CL(NAME(A.M) TRK(1) RECSZ(80 80) KEYS(4 0))" \
    "$ok"
says "an index is no model of a data component" \
    " DEFINE CL(NAME(A.NEW) TRK(1)) DATA(MODEL(A.M.INDEX))" "$type
$failed"
says "LINEAR has no keys" " DEFINE CL(NAME(A.NEW) LINEAR TRK(1) KEYS(4 0))" \
    "IDC3226I INCONSISTENT PARAMETERS INVOLVING 'KEYS'
$bypassed"
says "NONINDEXED has no free space" \
    " DEFINE CL(NAME(A.NEW) NIXD TRK(1)) DATA(FSPC(10 10))" \
    "IDC3226I INCONSISTENT PARAMETERS INVOLVING 'FREESPACE'
$bypassed"
for org in NIXD 'NUMD RECSZ(80 80)' LINEAR; do
	says "$org: none at all is what it has" \
	    " DEFINE CL(NAME(A.F0) $org FSPC(0 0) TRK(1)) DATA(FSPC(0))
 DELETE A.F0 PURGE" "$ok
$ok"
done
# Of a NONINDEXED cluster z/OS 1.10 keeps and lists KEYS.
says "NONINDEXED KEYS are kept, and not looked at" \
    " DEFINE CL(NAME(A.F0) NIXD RECSZ(2 2) KEYS(8 0) TRK(1))
 DELETE A.F0 PURGE" "$ok
$ok"

n=0
kr() { # TITLE RANGES WANTED
	n=$((n + 1))
	says "$1" " DEFINE CL(NAME(A.K$n) TRK(1) RECSZ(80 80) KEYS(2 0) -" \
	    "   KRNG($2))" "$3"
}
kr "ascending key ranges are accepted" "(00 49)(50 99)" "$ok"
kr "letters come before digits, as in EBCDIC" "(A Z)(00 99)" "$ok"
kr "a range that descends is refused" "(X'80' X'7F')" "$ranges
$failed"
kr "a value longer than the key is refused" "(000 999)" "$ranges
$failed"
kr "ranges that descend are refused" "(50 99)(00 49)" "$ranges
$failed"
kr "ranges that overlap are refused" "(00 50)(50 99)" "$ranges
$failed"
says "what was refused left nothing" " LISTCAT ENT(A.NEW)" \
    "IDC3012I ENTRY A.NEW NOT FOUND
$notfound
${ok%0}4"

# Without SMS a volume is named, and has to be there: return code 72.
sed -i 's/^sms=.*/sms=off/' "$CATAMOUNT_ROOT/catamount.conf"
notmounted="IDC3021I USER VOLUME NOT MOUNTED
IDC3009I ** VSAM CATALOG RETURN CODE IS 72 - REASON CODE IS IGG0CLEX-0
$failed"
says "a volume that is not there" \
    " DEFINE CL(NAME(A.NEW) TRK(1) RECSZ(80 80) KEYS(4 0) VOL(NOVOL1))" \
    "$notmounted"
says "nor one of the index alone" \
    " DEFINE CL(NAME(A.NEW) RECSZ(80 80) KEYS(4 0)) -" \
    "   DATA(TRK(1) VOL(VOL001)) INDEX(TRK(1) VOL(NOVOL1))" "$notmounted"
says "no volume at all" " DEFINE CL(NAME(A.NEW) TRK(1) RECSZ(80 80) KEYS(4 0))" \
    "IDC3506I A REQUIRED VOLUME LIST HAS BEEN OMITTED
$failed"
says "and nothing is left of them" " LISTCAT ENT(A.NEW)" \
    "IDC3012I ENTRY A.NEW NOT FOUND
$notfound
${ok%0}4"
finish

#!/bin/bash
# A catalog that is named where a data set belongs is told to be one, and one
# that is not there has one pair of codes in all commands.
. "$(dirname "$0")/support/tap.sh"

c() { # COMMAND: its messages
	"$idcams" --no-pages -e "$1" 2>&1
}
c 'DEFINE USERCATALOG(NAME(UC.A) TRK(1) VOL(*))' >out
like "$(cat out)" 'CODE WAS 0' "a user catalog"
c 'DEFINE NONVSAM(NAME(NV.A) DEVT(3390) VOL(V1))' >out

# 188 is the ACB error code for what the open cannot process (SC23-6855).
for cat in UC.A CATALOG.MASTER; do
	cmd="PRINT INDATASET($cat)"
	c "$cmd" >out
	like "$(cat out)" 'OPEN RETURN CODE IS 188' "$cmd: code 188"
	like "$(cat out)" "$cat IS A CATALOG: LISTCAT" "... and why"
	# A LISTCAT of a z/OS 2.x master has these names (44 zeros); keys and
	# records: SC23-6846, DEFINE USERCATALOG.
	c "LISTCAT ENTRIES($cat) CATALOG($cat) ALL" >out
	like "$(cat out)" 'CLUSTER ------- 0{44}$' "$cat in itself: a cluster"
	like "$(cat out)" "   DATA ------- $cat\$" "... its data"
	like "$(cat out)" "   INDEX ------ $cat.CATINDEX\$" "... its index"
	like "$(cat out)" 'KEYLEN-+45 +AVGLRECL-+4086' "... keys, records"
	like "$(cat out)" 'RKP-+9 +MAXLRECL-+32400' "... places, lengths"
	like "$(cat out)" 'SHROPTNS\(3,4\)' "... and sharing"
done
# What an entry is, is a record: the first 0, the second NV.A and UC.A.
c 'LISTCAT ENTRIES(UC.A) CATALOG(UC.A) ALL' >out
like "$(cat out)" 'REC-TOTAL-+0 ' "an empty catalog has no records"
c 'LISTCAT ENTRIES(CATALOG.MASTER) ALL' >out
like "$(cat out)" 'REC-TOTAL-+2 ' "the master two"
size=$(stat -c %s "$CATAMOUNT_ROOT/catalogs/CATALOG.MASTER.db")
ok "... and its file is what is allocated" \
    test "$(sed -n 's/.*HI-A-RBA-*\([1-9][0-9]*\)$/\1/p' out)" -ge "$size"
c 'LISTCAT ENTRIES(UC.A)' >out
like "$(cat out)" 'USERCATALOG --- UC.A' "elsewhere it is a connector"
c 'LISTCAT ENTRIES(CATALOG.MASTER) CLUSTER' >out
ok "types hold for it as well" test "$(grep -c 'IN-CAT ---' out)" = 1

c 'EXAMINE NAME(NO.SUCH)' >out
like "$(cat out)" 'ENTRY NO.SUCH NOT FOUND' "what is nothing is not found"
ok "... and is called no catalog" test "$(grep -c 'IS A CATALOG' out)" = 0

# 4-6 and IDC3016I, as z/OS has it for a catalog that cannot be had.
for cmd in 'LISTCAT' 'LISTCAT ENTRIES(NV.A)' 'DELETE NV.A' 'DELETE NV.*' \
    'DELETE (NV.A)' 'ALTER NV.A OWNER(X)' 'ALTER NV.* OWNER(X)' \
    'DEFINE NONVSAM(NAME(NV.B) DEVT(3390) VOL(V1))' \
    'DEFINE ALIAS(NAME(AL.A) RELATE(NV.A))' \
    'DEFINE GDG(NAME(GD.A) LIMIT(1))' \
    'DEFINE CLUSTER(NAME(CL.A) TRK(1))'; do
	c "$cmd CATALOG(NO.CAT)" >out
	ok "$cmd of a catalog that is not there" \
	    grep -q 'IDC3016I CATALOG IS NOT AVAILABLE' out
	like "$(cat out)" 'RETURN CODE IS 4 - REASON CODE IS IGG0CLEX-6' \
	    "... is 4-6"
done
finish

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
	c "LISTCAT ENTRIES($cat) CATALOG($cat)" >out
	like "$(cat out)" "$cat IS A CATALOG: LISTCAT" \
	    "LISTCAT of $cat in itself says that it is one"
done
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

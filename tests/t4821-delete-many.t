#!/bin/bash
# DELETEs of many entries are a few transactions; what is told is true all the
# same, whatever is among them, whenever the process dies and whatever fails.
. "$(dirname "$0")/support/tap.sh"

entries() { # LEVEL: how many of any type
	"$idcams" --no-pages -e "listcat level($1) name" | grep -c 'IN-CAT ---'
}
nonvsam() { # FROM TO LEVEL
	seq -f "  DEFINE NONVSAM(NAME($3.N%07.0f) DEVT(3390) VOL(V00001))" \
	    "$1" "$2"
}

# Of all kinds: 300 names, one unexpired, an alias, a cluster (three entries),
# a group with one generation (two entries).
{
	nonvsam 1 300 A
	printf '  DEFINE NONVSAM(NAME(A.NKEPT) DEVT(3390) VOL(V1) -\n'
	printf '    TO(2999001))\n'
	printf '  DEFINE ALIAS(NAME(A.NALIAS) RELATE(A.N0000100))\n'
	printf '  DEFINE CLUSTER(NAME(A.NK) TRK(1))\n'
	printf '  DEFINE GDG(NAME(A.G) LIMIT(2))\n'
	printf '  DEFINE NONVSAM(NAME(A.G.G0001V00) DEVT(3390) VOL(V1))\n'
} >deck
ok "entries of all kinds" "$idcams" deck
is "$(entries A)" 307 "... are there"
printf '  DELETE A.N* MASK\n  LISTCAT LEVEL(A) NAME\n' >deck
"$idcams" --no-pages deck >out
is $? 8 "one of a mask stays: code 8"
# 300 names, the alias, the cluster with data and index.
is "$(grep -c 'IDC0550I' out)" 304 "... and all others are told as deleted"
like "$(cat out)" 'IDC0551I \*\* ENTRY A.NKEPT NOT DELETED' "... it is told"
is "$(grep -c 'IN-CAT ---' out)" 3 "a listing behind it shows what is left"
is "$(entries A)" 3 "... and another process sees the same"

# Each DELETE a command of its own, DEFINEs between.
{
	nonvsam 1 200 B
	seq -f "  DELETE B.N%07.0f" 1 100
	printf '  DELETE B.N0000001\n'
	printf '  IF LASTCC = 8 THEN DELETE B.N0000101\n'
	nonvsam 1 1 B
	seq -f "  DELETE B.N%07.0f NONVSAM NOSCRATCH" 102 150
	printf '  DELETE (B.N0000151 B.NONE B.N0000152)\n'
	printf '  LISTCAT LEVEL(B) NAME\n'
} >deck
"$idcams" --no-pages deck >out
is $? 8 "a deck of DELETEs and DEFINEs"
is "$(grep -c 'IDC0551I' out)" 2 "... two are not there"
# 200 + 1 - 152 are left.
is "$(grep -c 'IN-CAT ---' out)" 49 "... it lists what is left"
is "$(entries B)" 49 "... which is so"

# Whatever is deleted by itself stands between them.
{
	nonvsam 1 9 C
	printf '  DEFINE UCAT(NAME(UC.C) TRK(1) VOL(*))\n'
	printf '  DEFINE GDG(NAME(C.G) LIMIT(2))\n'
	printf '  DEFINE CLUSTER(NAME(C.K) TRK(1) NONINDEXED)\n'
	printf '  ALLOCATE DSNAME(C.PDS) NEW CATALOG DSORG(PO) SPACE(1 1) -\n'
	printf '    TRACKS DIR(1) RECFM(F B) LRECL(80) FILE(P)\n'
	printf '  DELETE C.N0000001\n  DELETE UC.C UCAT\n'
	printf '  DELETE C.N0000002\n  DELETE C.G GDG RECOVERY\n'
	printf '  DELETE C.N0000003\n  DELETE C.K\n'
	printf '  DELETE C.N0000004\n  DELETE C.PDS(NONE)\n'
	printf '  DELETE C.N0000005\n  DELETE C.N*6 MASK\n'
	printf '  DELETE C.N0000007\n  DELETE C.NONE VVR\n'
} >deck
"$idcams" --no-pages deck >out
is $? 8 "what goes by itself stands between them"
is "$(grep -c 'IDC0550I' out)" 11 "... all that is there goes"
is "$(entries C)" 3 "... all else is left"

# FORCE of a user catalog.
{
	printf '  DEFINE UCAT(NAME(UC.F) TRK(1) VOL(*))\n'
	printf '  DEFINE ALIAS(NAME(F) RELATE(UC.F))\n'
	nonvsam 1 300 F
	printf '  DELETE F.N0000001\n'
	printf '  DELETE UC.F UCAT FORCE\n'
} >deck
"$idcams" --no-pages deck >out
is $? 0 "a user catalog goes with all in it"
is "$(grep -c 'IDC0550I' out)" 301 "... each entry is told"

# What a killed run had told is gone; nothing else is half gone.
nonvsam 1 20000 K >deck
ok "many names" "$idcams" deck
"$idcams" --no-pages -e 'delete k.** mask' >kill.out &
pid=$!
for ((i = 0; i < 600; i++)); do
	[ "$(stat -c %s kill.out)" -gt 100000 ] && break
	sleep 0.02
done
kill -9 $pid
wait $pid 2>/dev/null
told=$(grep -c 'IDC0550I.*DELETED$' kill.out)
left=$(entries K)
ok "a killed run had told of some ($told)" test "$told" -gt 0
ok "... which are gone ($left are left)" test $((left + told)) -le 20000
ok "what it left is a whole catalog" "$idcams" -e \
    'diagnose icfcatalog indataset(catalog.master)'
ok "the next run deletes the rest" "$idcams" -e 'delete k.** mask'
is "$(entries K)" 0 "... all of it"

# A file that must not grow stands for a full disk: the log of the catalog.
export CATAMOUNT_ROOT=$work/full
seq -f "  DEFINE NONVSAM(NAME(L.N%07.0f) DEVT(3390) -
    VOL(V00001 V00002 V00003 V00004 V00005 V00006))" 1 100 >deck
ok "a root to be full" "$idcams" deck
printf '  DELETE L.*\n  LISTCAT LEVEL(L) NAME\n' >deck
(
	trap '' XFSZ
	ulimit -f 34
	"$idcams" --no-pages deck 2>err
	echo "rc $?"
) | cat >out
# A slow machine makes several groups of them, of which the first may have room.
lost=$(sed -n 's/.*LAST \([0-9]*\) ENTRIES DEFINED OR DELETED ABOVE WERE NOT.*/\1/p' out |
	awk '{ n += $1 } END { print n + 0 }')
told=$(grep -c 'IDC0550I.*DELETED$' out)
ok "a group that fails is told of before the next command ($lost)" \
    test "$lost" -gt 0
like "$(cat out)" 'rc 12' "... with code 12"
is "$(entries L)" "$((100 - told + lost))" "... and all of it is there still"
finish

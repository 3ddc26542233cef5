#!/bin/bash
# A catalog that was disconnected keeps what it names: neither RECATALOG nor
# DELETE VVR or NVR takes its files, dsvol check and DIAGNOSE say whose they
# are. Two entries of one file are told, and one of them goes without it.
# SC23-6846, EXPORT DISCONNECT: data sets of the catalog stay as they are.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"
dsvol=$build/bin/dsvol
dsn=$build/bin/dsn

check() { "$dsvol" check "$@" >out 2>err; }
run() { printf '  %s\n' "$@" | "$idcams" - >log 2>&1; }
kinds() { sed -n 's/^[A-Z0-9]\{1,6\} *\([a-z-]*\) .*/\1/p' out | sort | xargs; }
connect="IMPORT CONNECT OBJECTS((UCAT.MV DEVICETYPE(3390) VOLUMES(VOL001)))"
k="KEYS(4 0) RECSZ(20 20) TRK(1 1)"
sets="mv.a, mv.lib"

yes 'a record' | head -9 >recs
run "DEFINE UCAT(NAME(UCAT.MV) TRK(1 1) VOL(VOL001))" \
    "DEFINE ALIAS(NAME(MV) RELATE(UCAT.MV))" \
    "DEFINE CLUSTER(NAME(MV.K) $k)" "DEFINE CLUSTER(NAME(M.K) $k)"
"$dsn" put --new recfm=fb,lrecl=80 recs mv.a
"$dsn" mkdir mv.lib
"$dsn" put recs 'mv.lib(m)'
run "EXPORT UCAT.MV DISCONNECT"
is $? 0 "a catalog with data sets ($sets, MV.K) is disconnected"
(cd root/catalogs && ls UCAT.MV*) >files
check
is "$?,$(kinds)" "1,no-entry no-entry no-entry no-entry no-entry" \
    "its five files are in no catalog of the root"
is "$(grep -c 'of the catalog UCAT.MV, which is not connected' out)" 5 \
    "and told to be of that one"
grep -v '^[A-Z0-9]' out >deck
is "$(sed -e ':a' -e '/-$/N; s/ -\n  / /; ta' deck)" "  $connect" \
    "with the one command that connects it"
is "$("$dsvol" --format json check | grep -c "\"command\": *\"$connect")" 1 \
    "as an object too"

# --- what would take them --------------------------------------------------
why="CATAMOUNT ** IT IS OF CATALOG UCAT.MV, WHICH IS NOT CONNECTED"
for deck in "DEFINE NONVSAM(NAME(MV.A) DEVT(3390) VOL(VOL001) RECATALOG)" \
    "DEFINE NONVSAM(NAME(MV.LIB) DEVT(3390) VOL(VOL001) RECATALOG)" \
    "DEFINE CLUSTER(NAME(MV.K) INDEXED VOL(VOL001) RECATALOG)"; do
	"$idcams" --asa --no-pages -e "$deck" >out
	is "$? $(grep -cF "$why" out) $(grep -c 'CODE IS 50 ' out)" "12 1 1" \
	    "${deck:0:30}: refused, and why"
done
for deck in "DELETE MV.K.DATA VVR" "DELETE MV.K.INDEX VVR" \
    "DELETE MV.A NVR" "DELETE MV.LIB NVR" \
    "DELETE MV.A NVR TEST"; do
	"$idcams" --asa --no-pages \
	    -e "$deck" >out
	is "$? $(grep -cF "$why" out)" "8 1" "$deck: refused"
done
"$idcams" --asa --no-pages -e "DIAGNOSE VVDS IDS(SYS1.VVDS.VVOL001)" >out
is "$(grep -c 'IS OF CATALOG UCAT.MV, WHICH IS NOT CONNECTED' out)" 5 \
    "DIAGNOSE says so as well"
"$dsvol" check --repair >/dev/null
is "$(cd root/catalogs && ls UCAT.MV*)" "$(cat files)" \
    "nothing is written beside the catalog's file"
run "$connect" "DEFINE ALIAS(NAME(MV) RELATE(UCAT.MV))"
is $? 0 "connected again"
check
is $? 0 "nothing is wrong"
is "$("$dsn" cat mv.a | cmp - recs 2>&1; "$dsn" cat 'mv.lib(m)' |
    cmp - recs 2>&1)" "" "and all is there"

# --- a file of the folder that cannot be connected counts for nothing -------
run "EXPORT UCAT.MV DISCONNECT"
mv root/catalogs/UCAT.MV.db ./kept.db
cp kept.db root/catalogs/OLD.COPY.db
head -c 5000 /dev/urandom >root/catalogs/UCAT.MV.db
check
is "$(grep -c 'in no catalog' out)" 5 "a damaged file is no catalog, nor is a copy"
run "DEFINE NONVSAM(NAME(MV.A) DEVT(3390) VOL(VOL001) RECATALOG)"
is $? 0 "RECATALOG is the way then"
rm root/catalogs/OLD.COPY.db
mv kept.db root/catalogs/UCAT.MV.db

# --- two entries of one file -----------------------------------------------
run "$connect" "DEFINE ALIAS(NAME(MV) RELATE(UCAT.MV))"
check
is "$?,$(kinds)" "1,twice" "the catalog is back, and one file has two entries"
like "$(cat out)" \
    'MV.A .*: of the catalogs CATALOG.MASTER and UCAT.MV, which both' \
    "which is told with both catalogs"
is "$(grep -A1 '^VOL001 twice' out | tail -1)" \
    "  DELETE MV.A NOSCRATCH CATALOG(CATALOG.MASTER)" \
    "and the command for the one that is not the file's own"
run "DELETE MV.A CATALOG(CATALOG.MASTER)"
is $? 0 "DELETE of one of them, even without NOSCRATCH,"
is "$("$dsn" cat mv.a | cmp - recs 2>&1)" "" "leaves the file to the other"
check
is $? 0 "with its tracks; nothing is wrong"
run "DELETE MV.A" "DELETE MV.K" "DELETE MV.LIB"
check
is "$?,$(ls root/volumes/VOL001 | grep -c '^[0-9a-f]\{32\}$')" "0,2" \
    "the last one takes it along: M.K alone has files"
finish

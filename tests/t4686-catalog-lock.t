#!/bin/bash
# User catalogs that are locked or suspended: DEFINE UCAT LOCK, ALTER LOCK,
# UNLOCK, SUSPEND, RESUME. The return code of a catalog that is not available is
# that of the facts (4); the detail is our own.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

body_drop=(-e '^   [A-Z]' -e '^[0 -]$' -e '^0IDC0002I')
altered() {
	echo "0IDC0531I ENTRY $1 ALTERED
$(cc 0)"
}

printf 'AA one\nBB two\n' >in.txt
cat >make <<'DECK'
  DEFINE UCAT(NAME(UCAT.ONE) TRK(1 1) VOL(V1))
  DEFINE ALIAS(NAME(A) RELATE(UCAT.ONE))
  DEFINE CLUSTER(NAME(A.K) TRK(2 1) RECSZ(6 20) KEYS(2 0))
  REPRO INFILE(IN) OUTDATASET(A.K)
  DEFINE UCAT(NAME(UCAT.TWO) TRK(1 1) VOL(V1) LOCK)
  DEFINE ALIAS(NAME(B) RELATE(UCAT.TWO))
  DEFINE CLUSTER(NAME(M.K) TRK(2 1) RECSZ(6 20) KEYS(2 0))
DECK
run 0 "two catalogs" "$idcams" \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text" make
# refused WHY WHAT COMMAND: that is what a command says
refused() {
	echo "  $3" >deck
	"$idcams" deck >out 2>&1
	is "$?" 12 "$2"
	like "$(cat out)" 'VSAM CATALOG RETURN CODE IS 4 ' "$2: the code"
	like "$(cat out)" "CATAMOUNT \*\* THE CATALOG IS $1" "$2: the reason"
}
refused LOCKED "DEFINE UCAT LOCK keeps definitions out" \
    "DEFINE CLUSTER(NAME(B.K) TRK(1 1) LINEAR)"
refused LOCKED "whatever names the catalog" \
    "DEFINE CLUSTER(NAME(X.K) TRK(1 1) LINEAR) CATALOG(UCAT.TWO)"
says "UNLOCK lets them in" "  ALTER UCAT.TWO UNLOCK
  DEFINE NONVSAM(NAME(B.N) DEVT(3390) VOL(V1))" "$(altered UCAT.TWO)
$(cc 0)"
says "ALTER LOCK and SUSPEND" "  ALTER UCAT.ONE LOCK
  ALTER UCAT.TWO SUSPEND" "$(altered UCAT.ONE)
$(altered UCAT.TWO)"
refused LOCKED "an entry is not altered" "ALTER A.K OWNER(ME)"
refused SUSPENDED "nor in a suspended one" "ALTER B.N OWNER(ME)"
nok "nor deleted" "$idcams" -e 'DELETE A.K PURGE'
nok "nor read" "$idcams" -e 'PRINT INDATASET(A.K)'
"$idcams" -e 'PRINT INDATASET(A.K)' >out 2>&1
like "$(cat out)" 'THE CATALOG IS LOCKED' "which says why"
nok "nor listed" "$idcams" -e 'LISTCAT ENTRIES(A.K)'
nok "nothing is merged from it" "$idcams" \
    -e 'REPRO MERGECAT INDATASET(UCAT.ONE) OUTDATASET(CATALOG.MASTER)'
nok "or into it" "$idcams" -e \
    'REPRO MERGECAT IDS(CATALOG.MASTER) ODS(UCAT.TWO) ENTRIES(M.K)'
run 0 "the master is listed, and the connector" "$idcams" \
    -e 'LISTCAT ENTRIES(UCAT.ONE M.K) ALL'
"$idcams" --format json -e 'LISTCAT ENTRIES(UCAT.ONE UCAT.TWO) HISTORY' >out
is "$(grep -o '"\(locked\|suspended\)": *[a-z]*' out | tr -d '" ' |
    paste -sd,)" "locked:true,suspended:true" \
    "JSON says so"
run 0 "other catalogs are open" "$idcams" -e 'ALTER M.K OWNER(ME)'
run 0 "a rebuilding is not kept out" "$idcams" --rebuild
nok "UNLOCK and RESUME are not one another" "$idcams" -e 'ALTER UCAT.TWO UNLOCK' \
    -e 'ALTER B.N OWNER(ME)'
says "LOCK is of catalogs" "  ALTER M.K LOCK" \
    "$(echo '  ALTER M.K ECSHARING' >deck; body deck | sed s/ECSHARING/LOCK/)"
says "UNLOCK and RESUME" "  ALTER UCAT.ONE UNLOCK
  ALTER UCAT.TWO RESUME" "$(altered UCAT.ONE)
$(altered UCAT.TWO)"
run 0 "all is there" "$idcams" -e 'LISTCAT ENTRIES(A.K B.N)'
run 0 "a locked one is disconnected" "$idcams" -e 'ALTER UCAT.TWO LOCK' \
    -e 'EXPORT UCAT.TWO DISCONNECT'
run 0 "and connected without its lock" "$idcams" \
    -e 'IMPORT CONNECT OBJECTS((UCAT.TWO VOLUMES(V1) DEVT(3390)))' \
    -e 'LISTCAT CATALOG(UCAT.TWO)'

# --- DIAGNOSE LOCK: locked while it works
run 0 "an entry more" "$idcams" -e 'ALTER UCAT.ONE UNLOCK' \
    -e 'ALTER UCAT.TWO RESUME'
says "DIAGNOSE with LOCK finds what it finds without" \
    "  DIAGNOSE ICFCATALOG INDATASET(UCAT.ONE) LOCK" \
    "0CATAMOUNT 0 ERRORS FOUND
$(cc 0)"
run 0 "and the catalog is to be had again" "$idcams" -e 'LISTCAT ENTRIES(A.K)' \
    -e 'ALTER A.K OWNER(ME)'
"$idcams" --format json -e 'LISTCAT ENTRIES(UCAT.ONE) ALL' >out
is "$(grep -c '"locked": *true' out)" 0 "nor is it listed as locked"
run 0 "one that is locked" "$idcams" -e 'ALTER UCAT.ONE LOCK'
refused LOCKED "it is not diagnosed" "DIAGNOSE ICFCATALOG IDS(UCAT.ONE) LOCK"
refused LOCKED "and stays locked" "ALTER A.K OWNER(ME)"
run 0 "it is unlocked" "$idcams" -e 'ALTER UCAT.ONE UNLOCK'
"$idcams" -e 'DIAGNOSE ICFCATALOG IDS(CATALOG.MASTER) LOCK' >out
is "$? $(grep -o 'RETURN CODE IS [0-9]*' out)" "12 RETURN CODE IS 60" \
    "a master catalog is not locked (SC23-6853)"
"$idcams" -e 'DIAGNOSE VVDS IDS(SYS1.VVDS.VVOL001) LOCK' >out
is "$? $(grep -o 'RETURN CODE IS [0-9]*' out)" "12 RETURN CODE IS 60" \
    "nor a volume's data set"

# --- REPRO has no such words (SC23-6846, syntax)
for word in LOCK UNLOCK 'CATALOG(UCAT.ONE)'; do
	says "REPRO ${word%%(*}" "  REPRO IDS(A.K) OFILE(OUT) $word" \
	    "0IDC3211I KEYWORD '${word%%(*}' IS IMPROPER
0IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. CONDITION CODE IS 12" \
	    --dd OUT=dummy
done
finish

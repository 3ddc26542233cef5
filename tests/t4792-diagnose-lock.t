#!/bin/bash
# DIAGNOSE LOCK: while it works nobody else has the catalog; when it is killed,
# the catalog stays locked, as ALTER LOCK leaves it, until ALTER UNLOCK. It is
# stopped at work: tried until that was before its end.
. "$(dirname "$0")/support/tap.sh"

{
	echo "  DEFINE UCAT(NAME(U.CAT) TRK(1 1) VOL(V1))"
	echo "  DEFINE ALIAS(NAME(D) RELATE(U.CAT))"
	for i in {1..300}; do
		echo "  DEFINE CLUSTER(NAME(D.K$i) TRK(1 1) KEYS(8 0))"
	done
} >deck
run 0 "a user catalog of clusters" "$idcams" deck

locked() {
	"$idcams" -e 'LISTCAT ENTRIES(D.K1)' >out 2>&1
	grep -q 'THE CATALOG IS LOCKED' out
}
# One DIAGNOSE, stopped while it has the lock; pid is its number.
try() {
	"$idcams" -e 'DIAGNOSE ICFCATALOG IDS(U.CAT) LIST LOCK' >listing &
	pid=$!
	until locked; do
		[[ $(cat /proc/$pid/stat 2>/dev/null) == *') '[!Z]* ]] || break
	done
	kill -STOP $pid 2>/dev/null
	locked && return
	kill -CONT $pid 2>/dev/null
	wait $pid
	return 1
}
start() {
	local n

	for n in {1..60}; do
		try && return
	done
	return 1
}
if start; then
	pass "while it works the catalog is locked"
	nok "others define nothing" "$idcams" \
	    -e 'DEFINE NVSAM(NAME(D.N) DEVT(3390) VOL(V1))'
	nok "and read nothing" "$idcams" -e 'PRINT IDS(D.K1)'
	run 0 "other catalogs are to be had" "$idcams" \
	    -e 'LISTCAT ENTRIES(U.CAT)'
	kill -CONT $pid
	status=0
	wait $pid || status=$?
	is $status 0 "it finds no errors"
	is "$(grep -c 'AGREE$' listing)" 600 "each component was compared"
	nok "then it lets the others in" locked
else
	skip "it was never stopped in time" "while it works the catalog is locked"
fi
if start; then
	kill -9 $pid
	wait $pid 2>/dev/null
	ok "killed, it leaves the catalog locked" locked
else
	skip "it was never stopped in time" "killed, it leaves the catalog locked"
fi
run 0 "ALTER UNLOCK ends that" "$idcams" -e 'ALTER U.CAT UNLOCK' \
    -e 'LISTCAT ENTRIES(D.K1)'
finish

#!/bin/bash
# DIAGNOSE LOCK: while it works nobody else has the catalog; when it is killed,
# the catalog stays locked, as ALTER LOCK leaves it, until ALTER UNLOCK. It is
# held at work by a pipe of a page that nobody reads, into which LIST does not
# fit: 180 lines of 60 characters.
. "$(dirname "$0")/support/tap.sh"
command -v perl >/dev/null || skip_all "no perl(1)"

{
	echo "  DEFINE UCAT(NAME(U.CAT) TRK(1 1) VOL(V1))"
	echo "  DEFINE ALIAS(NAME(D) RELATE(U.CAT))"
	for i in {1..90}; do
		echo "  DEFINE CLUSTER(NAME(D.K$i) TRK(1 1) RECSZ(80 80) KEYS(8 0))"
	done
} >deck
run 0 "a user catalog of clusters" "$idcams" deck
mkfifo pipe
exec 7<>pipe
perl -e 'fcntl(STDIN, 1031, 4096)' <&7 # F_SETPIPE_SZ

# start: DIAGNOSE, until it has locked the catalog.
start() {
	"$idcams" -e 'DIAGNOSE ICFCATALOG IDS(U.CAT) LIST LOCK' \
	    >pipe 2>err 7<&- &
	pid=$!
	until locked; do
		kill -0 $pid 2>/dev/null || break
		sleep 0.05
	done
}
locked() {
	"$idcams" -e 'LISTCAT ENTRIES(D.K1)' >out 2>&1
	grep -q 'THE CATALOG IS LOCKED' out
}
start
ok "while it works the catalog is locked" kill -0 $pid
nok "others define nothing" "$idcams" -e 'DEFINE NVSAM(NAME(D.N) DEVT(3390) VOL(V1))'
nok "and read nothing" "$idcams" -e 'PRINT IDS(D.K1)'
run 0 "other catalogs are to be had" "$idcams" -e 'LISTCAT ENTRIES(U.CAT)'
cat <&7 >listing &
reader=$!
status=0
wait $pid || status=$?
is $status 0 "it finds no errors"
run 0 "and lets the others in" "$idcams" -e 'LISTCAT ENTRIES(D.K1)'
for ((i = 0; i < 200; i++)); do # what it wrote last may be on its way
	[ "$(grep -c 'AGREE$' listing)" -ge 180 ] && break
	sleep 0.05
done
kill $reader
wait $reader 2>/dev/null
is "$(grep -c 'AGREE$' listing)" 180 "each component was compared"

start
kill -9 $pid
wait $pid 2>/dev/null
ok "killed, it leaves the catalog locked" locked
run 0 "ALTER UNLOCK ends that" "$idcams" -e 'ALTER U.CAT UNLOCK' \
    -e 'LISTCAT ENTRIES(D.K1)'
finish

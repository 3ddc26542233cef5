#!/bin/bash
# dsvol check: faults of ledger, entries and files, each made by hand in a root
# that is at rest, told, and mended where the ledger alone is wrong; what
# others do meanwhile is none. The tables: doc/formats/catalog.md.
. "$(dirname "$0")/support/tap.sh"
dsvol=$build/bin/dsvol
dsn=$build/bin/dsn
db=root/catalogs/CATALOG.MASTER.db

check() { "$dsvol" check "$@" >out 2>err; }
run() { printf '  %s\n' "$@" | "$idcams" - >log 2>&1; }
sql() { sqlite3 "$db" "PRAGMA foreign_keys=ON; $1"; }
# kinds: what was found, in order, one line
kinds() { sed -n 's/^[A-Z0-9]\{1,6\} *\([a-z-]*\) .*/\1/p' out | sort | xargs; }
# The tracks of a component: volser|low|tracks of its first extent
space_of() {
	sql "SELECT s.volser, s.low, s.tracks FROM space s JOIN entry e
	    ON e.comp_id = s.comp_id WHERE e.name = '$1' ORDER BY s.low LIMIT 1"
}

run "DEFINE CLUSTER(NAME(A.K) INDEXED KEYS(8 0) RECORDSIZE(80 80) TRK(2 1))" \
    "DEFINE CLUSTER(NAME(A.E) NONINDEXED RECORDSIZE(80 80) TRK(2 1))" \
    "DEFINE CLUSTER(NAME(A.R) NUMBERED RECORDSIZE(80 80) TRK(2 1))" \
    "DEFINE CLUSTER(NAME(A.L) LINEAR TRK(2 1))" \
    "DEFINE AIX(NAME(A.X) RELATE(A.K) KEYS(4 8) RECORDSIZE(40 80) TRK(1 1))" \
    "DEFINE NONVSAM(NAME(A.NONE) DEVT(3390) VOL(VOL009))"
yes record | head -100 >recs
"$dsn" put --new recfm=FB,lrecl=80 recs a.ps
"$dsn" mkdir --new 'recfm=FB,lrecl=80,dsntype=pds,space=trk(2,1,2)' a.pds
"$dsn" mkdir a.pdse
"$dsn" put recs 'a.pds(m)'
run "DEFINE USERCATALOG(NAME(UCAT.U) TRK(1) VOLUME(VOL001))" \
    "DEFINE ALIAS(NAME(U) RELATE(UCAT.U))" \
    "DEFINE CLUSTER(NAME(U.K) INDEXED KEYS(8 0) RECORDSIZE(80 80) TRK(2 1))"
"$dsvol" add VOL002 --cylinders 10 >/dev/null
check
is $? 0 "nothing is wrong with what was made"
like "$(cat out)" 'nothing is wrong' "and that is said"
# a user catalog has no component of its own
is "$(sed 's/,[^,]* extents:.*//' out)" \
    "2 volumes, 12 components of entries, 14 files" \
    "two of A.K, A.X, U.K, one of others; libraries have an index besides"
check VOL009
is $? 12 "a volume that is not there"
check vol002
is "$?,$(cut -c1-9 out)" "0,1 volumes" "one volume alone"

# --- files without entries -------------------------------------------------
run "DELETE A.X NOSCRATCH" "DELETE A.E NOSCRATCH" "DELETE A.R NOSCRATCH" \
    "DELETE A.L NOSCRATCH" "DELETE A.PS NOSCRATCH" "DELETE A.PDS NOSCRATCH" \
    "DELETE U.K NOSCRATCH"
check
is $? 1 "files that no entry names"
is "$(kinds | tr ' ' '\n' | sort | uniq -c | xargs)" "10 no-entry" \
    "are told, indexes too"
grep -v '^[A-Z0-9]' out >deck
is "$(sed -e ':a' -e '/-$/N; s/ -\n  / /; ta' deck | sort)" \
    "  DEFINE ALTERNATEINDEX(NAME(A.X) RELATE(A.K) VOLUMES(VOL001) RECATALOG)
  DEFINE CLUSTER(NAME(A.E) NONINDEXED VOLUMES(VOL001) RECATALOG)
  DEFINE CLUSTER(NAME(A.L) LINEAR VOLUMES(VOL001) RECATALOG)
  DEFINE CLUSTER(NAME(A.R) NUMBERED VOLUMES(VOL001) RECATALOG)
  DEFINE CLUSTER(NAME(U.K) INDEXED VOLUMES(VOL001) RECATALOG)
  DEFINE NONVSAM(NAME(A.PDS) DEVICETYPES(3390) VOLUMES(VOL001) RECATALOG)
  DEFINE NONVSAM(NAME(A.PS) DEVICETYPES(3390) VOLUMES(VOL001) RECATALOG)" \
    "with the commands that make the entries again"
check --repair
is $? 1 "--repair leaves files and their tracks"
"$idcams" deck >log 2>&1
is $? 0 "the commands are good"
check
is $? 0 "and nothing is wrong"
is "$("$dsn" cat a.ps | cmp - recs && "$dsn" cat 'a.pds(m)' | cmp - recs)" "" \
    "the records are there"

# --- entries without files -------------------------------------------------
file=$(sql "SELECT lower(hex(comp_id)) FROM entry WHERE name = 'A.R.DATA'")
mv "root/volumes/VOL001/$file" .
check
is "$?,$(kinds)" "1,no-file" "an entry whose file is gone"
like "$(cat out)" "VOL001 no-file  A.R.DATA $file:" "is named, its file too"
check --repair
is "$?,$(kinds)" "1,no-file" "and is not to be mended here"
"$dsvol" vary VOL001 offline
check
is $? 0 "of a volume that is offline no file is missed"
"$dsvol" vary VOL001 online
mv "$file" root/volumes/VOL001/
check
is $? 0 "put back, it is there"
printf 'no header' >root/volumes/VOL001/00112233445566778899aabbccddeeff
check
is "$?,$(kinds)" "1,damaged" "a file of that kind of name that is no component"
rm root/volumes/VOL001/00112233445566778899aabbccddeeff

# --- the ledger ------------------------------------------------------------
faults() { # TITLE KINDS-WITHOUT-REPAIR
	check
	is "$?,$(kinds)" "1,$2" "$1"
	check --repair
	is $? 0 "  it is mended"
	check
	is "$?,$(kinds)" "0," "  and nothing is wrong then"
}
before=$("$dsvol" list --format json)
IFS='|' read -r vol low tracks <<<"$(space_of A.E.DATA)"
sql "DELETE FROM space WHERE volser = '$vol' AND low = $low"
faults "tracks that the ledger has forgotten" "extents ledger"
is "$("$dsvol" list --format json)" "$before" "  all is as it was"
sql "DELETE FROM space WHERE volser = '$vol' AND low = $low;
    INSERT INTO gap VALUES ('$vol', $low, $tracks)"
faults "tracks of a data set that are free" extents
is "$("$dsvol" list --format json | sed 's/"free_extents":[0-9]*//')" \
    "$(sed 's/"free_extents":[0-9]*//' <<<"$before")" "  all is as it was"
sql "UPDATE space SET tracks = tracks - 1 WHERE volser = '$vol' AND low = $low"
faults "fewer tracks than there are" "extents ledger"
sql "UPDATE gap SET low = 5000, tracks = tracks - (5000 - low) WHERE
    low = (SELECT MAX(low) FROM gap WHERE volser = '$vol')
    AND volser = '$vol'"
faults "tracks that are neither free nor taken" ledger
sql "UPDATE gap SET low = low - 1, tracks = tracks + 1 WHERE
    low = (SELECT MAX(low) FROM gap WHERE volser = '$vol')
    AND volser = '$vol'"
faults "tracks that are free and taken" ledger
is "$("$dsvol" list --format json | sed 's/"free_extents":[0-9]*//')" \
    "$(sed 's/"free_extents":[0-9]*//' <<<"$before")" "all is as it was"
sql "UPDATE gap SET tracks = tracks - 30 WHERE low =
    (SELECT MAX(low) FROM gap WHERE volser = 'VOL002') AND volser = 'VOL002';
    INSERT INTO space VALUES ('VOL002', 120, 30,
    x'00112233445566778899AABBCCDDEEFF')"
faults "tracks of a component that is nowhere" nobody
# A.L's entry says that it is where A.E is
IFS='|' read -r vol low tracks <<<"$(space_of A.E.DATA)"
sql "UPDATE extent SET (low_cchh, high_cchh) = (SELECT x.low_cchh, x.high_cchh
    FROM extent x JOIN entry e ON e.id = x.entry_id WHERE e.name = 'A.E.DATA')
    WHERE entry_id = (SELECT id FROM entry WHERE name = 'A.L.DATA')"
faults "an entry that says the tracks of another" extents
sql "INSERT INTO intent (kind, volser, comp_id, holder) VALUES ('X', 'VOL002',
    x'00112233445566778899AABBCCDDEEFF', '1.2.3')"
"$dsvol" vary VOL002 offline
"$dsvol" vary VOL002 online
check
is $? 0 "what a dead program left is settled when it can be"

# --- several volumes -------------------------------------------------------
export CATAMOUNT_ROOT=$PWD/two
"$dsvol" list >/dev/null 2>&1
"$dsvol" resize VOL001 --cylinders 2
"$dsvol" add VOL002 --cylinders 4
"$dsvol" pool add VOL002
yes record | head -20000 >many # 1.6 MB: 28 tracks of 57,344 bytes
ok "a data set on two volumes" "$dsn" put --new \
    'recfm=FB,lrecl=80,space=trk(10,5),vol=(VOL001,*,*)' many b.ps
is "$("$dsn" stat b.ps | sed -n 's/^volumes *//p')" "VOL001 VOL002 *" \
    "goes on on the second"
check
is "$?,$(kinds)" "0," "nothing is wrong with it"
piece=$(ls two/volumes/VOL002 | grep -E '^[0-9a-f]{32}$')
mv "two/volumes/VOL002/$piece" .
check
is "$?,$(kinds),$(cut -c1-6 out | head -1)" "1,no-file,VOL002" \
    "a piece that is gone"
mv "$piece" two/volumes/VOL002/
run "DELETE B.PS NOSCRATCH"
check VOL002
is "$?,$(kinds)" "1,no-entry" "a piece of what is in no catalog"
like "$(cat out)" "VOL002 no-entry $piece: a piece of" "is told as one"
export CATAMOUNT_ROOT=$PWD/root

# --- for programs ----------------------------------------------------------
mv "root/volumes/VOL001/$file" .
check --format json
is $? 1 "JSON"
is "$(head -1 out)" "{\"type\":\"fault\",\"kind\":\"no-file\",\"volser\":\"VOL001\",\"name\":\"A.R.DATA\",\"file\":\"$file\",\"text\":\"the entry is there, its file is not\",\"command\":null,\"mended\":false}" \
    "a fault is an object"
is "$(tail -1 out | sed 's/"\(volumes\|entries\|files\|extents\)":[0-9]*,//g')" \
    '{"type":"checked","found":1,"mended":0}' "and so is the sum"
mv "$file" root/volumes/VOL001/
check --format json >/dev/full
check

# --- while others work -----------------------------------------------------
for i in 1 2; do
	for n in 1 2 3 4 5 6; do
		echo "  DEFINE CLUSTER(NAME(W.K$i) INDEXED KEYS(8 0) TRK(1 1))"
		echo "  DEFINE CLUSTER(NAME(U.W$i) NUMBERED TRK(1 1))"
		echo "  DELETE W.K$i"
		echo "  DELETE U.W$i"
	done >work.$i
	"$idcams" work.$i >work.log.$i 2>&1 &
	pids[i]=$!
	while "$dsn" put recs "a.pdse(m$i)" && [ ! -e stop ]; do :; done &
	puts[i]=$!
done
bad=0
for n in 1 2 3 4 5 6 7 8; do
	check --repair || { bad=1; cat out; }
	grep -q 'nothing is wrong' out || { bad=1; cat out; }
done
: >stop
wait "${pids[1]}" && wait "${pids[2]}"
is $? 0 "others work"
wait "${puts[1]}" "${puts[2]}"
is $bad 0 "and what they do is no fault"
check
is $? 0 "nothing is wrong at the end"
finish

#!/bin/bash
# dsvol move: data sets of every organization to another volume, with their
# records, their alternate indexes and their space; what cannot go is told.
. "$(dirname "$0")/support/tap.sh"
dsvol=$build/bin/dsvol
dsn=$build/bin/dsn

move() { "$dsvol" move "$@" >out 2>err; }
run() {
	local c a=()

	for c; do a+=(-e "$c"); done
	"$idcams" "${a[@]}" >log 2>&1
}
volume() { "$dsn" stat "$1" | sed -n 's/^volumes *//p'; }
used() { "$dsvol" list --format json | grep "\"$1\"" | sed 's/.*"used_tracks":\([0-9]*\).*/\1/'; }
sound() { is "$("$dsvol" check | grep -c 'nothing is wrong')" 1 "$1"; }

awk 'BEGIN { for (i = 1; i <= 5000; i++)
    printf "%08d%08d of a record\n", i, 9000 - i }' >keyed
run "DEFINE CLUSTER(NAME(A.K) INDEXED TRK(5 5) KEYS(8 0) RECORDSIZE(80 80) SHAREOPTIONS(2 3))" \
    "DEFINE CLUSTER(NAME(A.E) NONINDEXED TRK(5 5) RECORDSIZE(40 80))" \
    "DEFINE CLUSTER(NAME(A.R) NUMBERED TRK(5 5) RECORDSIZE(80 80))" \
    "DEFINE GDG(NAME(A.G) LIMIT(3))"
"$dsn" put keyed a.k
"$dsn" put keyed a.e
run "DEFINE AIX(NAME(A.X) RELATE(A.K) TRK(5 5) KEYS(8 8) RECORDSIZE(40 40) UNIQUEKEY UPGRADE)" \
    "DEFINE PATH(NAME(A.P) PATHENTRY(A.X))" \
    "BLDINDEX INDATASET(A.K) OUTDATASET(A.X)"
"$dsn" put --new recfm=VB,lrecl=84,space='trk(2,2)' keyed a.ps
"$dsn" mkdir --new 'recfm=FB,lrecl=80,dsntype=pds,space=trk(5,1,2)' a.pds
"$dsn" put keyed 'a.pds(one)'
"$dsn" put --new recfm=FB,lrecl=80 keyed 'a.g(+1)'
run "DEFINE USERCATALOG(NAME(UCAT.U) TRK(1) VOLUME(VOL001))" \
    "DEFINE ALIAS(NAME(U) RELATE(UCAT.U))"
"$dsn" put --new recfm=FB,lrecl=80 keyed u.ps
"$dsvol" add VOL002 --cylinders 100
"$dsn" cat a.k >k.before
"$dsn" cat a.p >p.before
total=$(used VOL001)
sound "a root to begin with"

move VOL001 VOL002 a.k
is "$?,$(cat out)" "0,A.K: from VOL001 to VOL002" "a cluster"
is "$(volume A.K),$(volume A.X)" "VOL002,VOL002" "with its alternate index"
ok "  has its records" sh -c "'$dsn' cat a.k | cmp - k.before"
ok "  by the path, too" sh -c "'$dsn' cat a.p | cmp - p.before"
run "EXAMINE NAME(A.K) INDEXTEST DATATEST" "EXAMINE NAME(A.X) INDEXTEST DATATEST"
is $? 0 "  and no fault"
echo 99999999newnewnewnew >more
"$dsn" put --merge more a.k
is "$?,$("$dsn" cat a.k | tail -1)" "0,99999999newnewnewnew" "  it goes on there"
is "$((total - $(used VOL001)))" "$(used VOL002)" "its space is the other volume's"
sound "ledger, entries and files agree"
move VOL001 VOL002 a.k
is $? 12 "one that is not there"
like "$(cat err)" 'A.K: .*not on volume VOL001' "is told"
move VOL002 VOL001 a.x.data
is "$?,$(volume A.K)" "0,VOL001" "by the name of a part, and back"
move VOL001 VOL002 a.none
is $? 12 "what is nowhere"
move VOL001 VOL002 a.g
is $? 12 "a group is no data set"
move VOL001 VOL001 a.k
is $? 12 "to the same volume"
move VOL001 VOL009 a.k
is $? 12 "to none"
move VOL001 VOL002
is $? 16 "a name is needed"

# --- in use ----------------------------------------------------------------
# its reader is slower than the pipe
mkfifo fifo
"$dsn" cat a.e >fifo &
exec 3<fifo
read -r first <&3
move VOL001 VOL002 a.e
is $? 12 "one that is open"
like "$(cat err)" 'A.E.*held by ' "is told by whom"
cat <&3 >/dev/null
exec 3<&-
wait

# --- no room ---------------------------------------------------------------
"$dsvol" add VOL003 --cylinders 2
run "DEFINE CLUSTER(NAME(A.BIG) NONINDEXED TRK(20) RECORDSIZE(80 80))"
move VOL001 VOL003 a.big
is "$?,$(volume A.BIG),$(used VOL003)" "12,VOL001,0" "what has no room stays"
like "$(cat err)" 'no space' "and that is told"

# --- all -------------------------------------------------------------------
"$dsn" cat --binary a.ps >ps.before
move VOL001 VOL002 --all
is $? 0 "all of a volume"
is "$(used VOL001),$(ls root/volumes/VOL001 | grep -cE '^[0-9a-f]{32}$')" "0,0" \
    "nothing is left on it"
is "$(sort out | sed 's/:.*//' | xargs)" \
    "A.BIG A.E A.G.G0001V00 A.K A.PDS A.PS A.R U.PS" "each is told once"
ok "records are there: ESDS" sh -c "'$dsn' cat a.e | cmp - keyed"
ok "  sequential" sh -c "'$dsn' cat --binary a.ps | cmp - ps.before"
ok "  members" sh -c "'$dsn' cat 'a.pds(one)' | cmp - keyed"
ok "  generations" sh -c "'$dsn' cat 'a.g(0)' | cmp - keyed"
ok "  of a user catalog" sh -c "'$dsn' cat u.ps | cmp - keyed"
sound "ledger, entries and files agree at the end"
"$dsvol" pool add VOL002 && "$dsvol" pool remove VOL001 &&
    "$dsvol" remove VOL001
is $? 0 "the volume can go"
run "DELETE A.K" "DELETE A.PDS"
is $? 0 "what was moved can be deleted"
sound "without a trace"
finish

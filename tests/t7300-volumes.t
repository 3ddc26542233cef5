#!/bin/bash
# dsvol: volumes made, listed, shown, resized, varied, removed; the pool. A
# volume of n cylinders has (n - 1) * 15 tracks for data sets: a 3390 cylinder
# has 15 tracks, the first is the system's.
. "$(dirname "$0")/support/tap.sh"
dsvol=$build/bin/dsvol

vol() { "$dsvol" "$@" >out 2>err; }
run() { "$idcams" "$@" >out 2>err; }
# one field of dsvol list --format json
field() { # VOLSER KEY
	"$dsvol" list --format json | grep "\"volser\":\"$1\"" |
	    sed "s/.*\"$2\":\"\{0,1\}\([^\",}]*\).*/\1/"
}
cluster() { # NAME TRACKS
	echo "DEFINE CLUSTER(NAME($1) NUMBERED RECORDSIZE(80 80) TRACKS($2)" \
	    "VOLUMES(*))"
}

"$idcams" -e 'LISTCAT' >out 2>&1
vol add v2 --cylinders 4
is "$?,$(field V2 cylinders),$(field V2 free_tracks),$(field V2 online)" \
    "0,4,45,true" "a volume of 4 cylinders has 45 tracks"
is "$(field V2 pool),$(ls -d root/volumes/V2)" "false,root/volumes/V2" \
    "it has a folder, and the pool is not changed"
vol add V2
is "$?" 12 "a serial is a volume's once"
like "$(cat err)" "V2: the volume exists" "and that is said"
: >plain
vol add V2A --dir "$PWD/plain/v2a"
like "$?,$(cat err)" "12,.*plain/v2a: .*: Not a directory" \
    "what the host says is said, too"
for bad in V.1 TOOLONG7 ''; do
	vol add "$bad"
	is $? 16 "'$bad' is no serial"
done
vol add V9 --cylinders 1
is $? 16 "a volume of one cylinder has no room"
vol add M9 --model 3390-9
is "$?,$(field M9 cylinders),$(field M9 model)" "0,10017,3390-9" \
    "a 3390-9 has 10017 cylinders"
vol add E1 --cylinders 65521
is "$?,$(field E1 cylinders),$(cat err)" \
    "0,65541,dsvol: 65541 cylinders, in whole units of 21" \
    "beyond 65520 cylinders come in units of 21: 21 * 3121"

# Elsewhere.
mkdir full
touch full/file
vol add D1 --dir "$work/full" --cylinders 4
is "$?" 12 "a directory that holds something is refused"
vol add D1 --dir full --cylinders 4
is "$?" 12 "a directory must be absolute"
vol add D1 --dir "$work/else where" --cylinders 4
is "$?,$(field D1 directory)" "0,$work/else where" "one with a blank is made"

# The pool.
printf '# mine\n' >>root/catamount.conf
sed 's/^pool=.*/pool=D1/' root/catamount.conf >want
vol pool add D1
is "$?,$(vol pool; paste -sd, out)" "0,VOL001,D1" "the pool has one more"
vol pool add D1
is $? 12 "but once"
vol pool add NONE
is "$?,$(cat err)" "12,dsvol: pool: volume not mounted: NONE: there is no volume of this name" \
    "a volume of the pool is there"
vol remove D1
is $? 12 "a volume of the pool is not removed"
vol pool remove VOL001
is "$?,$(cmp root/catamount.conf want 2>&1)" "0," \
    "catamount.conf is as it was but for its pool"
vol pool remove D1
is $? 12 "the last one stays in the pool"

# Space. A secondary space of 5 tracks makes control areas of 5. 10 and 5 tracks of the 45 are given by first fit from track 15 on;
# cylinder 2 is X'0002', its first head 0: 15 + 10 = track 25 is X'0001000A'.
run -e "$(cluster A.R '10 5')" -e "$(cluster A.S '5 5')"
is $? 0 "data sets go to the pool's volume"
is "$(ls 'else where' | grep -cv '\.')" 2 "their files are in its directory"
vol vtoc d1
is "$(cat out)" "LOW-CCHH HIGH         TRACKS DATA SET
00000000 0000000E         15 (label, VTOC, VVDS)
00010000 00010009         10 A.R.DATA
0001000A 0001000E          5 A.S.DATA
00020000 0003000E         30 (free)" "the VTOC shows each piece"
vol vtoc D1 --format json
is "$(sed -n 2p out)" '{"type":"extent","volser":"D1","kind":"dataset","name":"A.R.DATA","low_cchh":"00010000","high_cchh":"00010009","tracks":10}' \
    "and as an object"
is "$(field D1 used_tracks),$(field D1 largest_free_tracks),$(field D1 datasets)" \
    "15,30,2" "list counts them"
run -e "$(cluster A.T '35 5')"
is $? 12 "35 tracks are too many"
like "$(cat out)" "RETURN CODE IS 68" "which is return code 68"
is "$(field D1 used_tracks),$(ls 'else where' | grep -cv '\.')" "15,2" \
    "and nothing is left of it"
vol resize D1 --cylinders 5
run -e "$(cluster A.T '35 5')"
is "$?,$(field D1 free_tracks)" "0,10" "after a cylinder more they fit"
vol resize D1 --cylinders 4
is "$?,$(field D1 cylinders)" "12,5" "in use, the last cylinder cannot go"
like "$(cat err)" "at least" "the message says how far it can"
run -e 'DELETE A.T'
vol resize D1 --cylinders 2
is "$?,$(field D1 free_tracks),$(field D1 free_extents)" "0,0,0" \
    "free again, all behind the data sets can"
vol resize D1 --cylinders 1
is $? 16 "less than two is no capacity"
vol resize D1 --cylinders 4
is "$?,$(field D1 largest_free_tracks)" "0,30" "and comes back as one piece"

# Offline.
vol vary D1 offline
is "$?,$(field D1 online)" "0,false" "a volume goes offline"
run -e 'LISTCAT ENT(A.R) ALL'
is $? 0 "LISTCAT goes on"
run -e 'VERIFY DATASET(A.R)'
is $? 12 "its data sets are not opened"
like "$(cat out)" "THE VOLUME IS OFFLINE" "and the message says why"
run -e 'DELETE A.R'
is $? 8 "nor deleted"
like "$(cat out)" "RETURN CODE IS 72" "which is return code 72"
run -e 'DIAGNOSE ICFCATALOG INDATASET(CATALOG.MASTER)'
is "$?,$(grep -c 'A\.R' out)" "0,0" "DIAGNOSE says nothing against them"
"$idcams" --rebuild >out 2>err
is "$?,$(cat out)" "0," "--rebuild neither"
run -e "$(cluster A.U '1 0')"
is $? 12 "nothing is defined where no volume of the pool is online"
like "$(cat out)" "IDC3021I USER VOLUME NOT MOUNTED" "that is IDC3021I"
vol pool add V2
run -e "$(cluster A.U '1 0')"
is $? 0 "with another in the pool it is"
vol vtoc V2
like "$(cat out)" "A.U.DATA" "there"
sed -i 's/^sms=.*/sms=off/' root/catamount.conf
run -e "DEFINE CLUSTER(NAME(A.V) NUMBERED RECORDSIZE(80 80) TRACKS(1) VOLUMES(D1))"
is $? 12 "without SMS, a volume that is offline is refused by its name"
like "$(cat out)" "IDC3021I" "by IDC3021I, too"
sed -i 's/^pool=.*/& Q8 Q9/' root/catamount.conf
run -e "DEFINE CLUSTER(NAME(A.W) NUMBERED RECORDSIZE(80 80) TRACKS(1) VOLUMES(Q9))"
is $? 0 "one of the pool that is not there yet is made when it is named"
vol vtoc Q9
like "$(cat out)" "A.W.DATA" "and has the data set"
run -e "ALTER A.W.DATA ADDVOLUMES(Q8)"
is $? 0 "ALTER may name one first, too"
run -e "DEFINE CLUSTER(NAME(A.V) NUMBERED RECORDSIZE(80 80) TRACKS(1) VOLUMES(Q7))"
is $? 12 "one that is not in the pool is not made"
like "$(cat out)" "IDC3021I USER VOLUME NOT MOUNTED
IDC3009I .* RETURN CODE IS 72 " "but IDC3021I"
run -e 'DELETE A.W'
sed -i 's/^pool=\(.*\) Q8 Q9/pool=\1/' root/catamount.conf
vol remove Q8
vol remove Q9
sed -i 's/^sms=.*/sms=on/' root/catamount.conf
vol vary D1 ONLINE
run -e 'VERIFY DATASET(A.R)' -e 'DELETE A.R' -e 'DELETE A.S'
is $? 0 "online, it is as it was"
vol vary D1 away
is $? 16 "nothing but online and offline is understood"
vol vary NONE online
is $? 12 "a volume that is not there is not varied"

# Two who change the pool at once lose nothing of each other.
for i in 1 2 3 4 5 6 7 8; do
	"$dsvol" add "P$i" --cylinders 2
done
for i in 1 2 3 4 5 6 7 8; do
	"$dsvol" pool add "P$i" 2>err.$i &
done
wait
vol pool
is "$(grep -c '^P' out)" 8 "eight at once add to the pool"
for i in 1 2 3 4 5 6 7 8; do
	"$dsvol" pool remove "P$i" && "$dsvol" remove "P$i"
done
vol list
is "$(grep -c '^P' out)" 0 "and go one after another"

# Offline while it is in use: the data set goes on on its next candidate.
vol add O1 --cylinders 2
vol add O2 --cylinders 4
vol pool add O1
vol pool add O2
vol pool remove D1
vol pool remove V2
run -e "DEFINE CLUSTER(NAME(A.W) NONINDEXED RECORDSIZE(80 80) TRACKS(5 5) VOLUMES(* *))"
awk 'BEGIN { for (i = 0; i < 12000; i++) printf "%08d%72s", i, "x" }' >in.bin
mkfifo pipe
run --dd I=path:pipe,recfm=fb,lrecl=80 -e 'REPRO INFILE(I) OUTDATASET(A.W)' &
exec 9>pipe
head -c 400000 in.bin >&9 # more than a pipe holds: the set is open
vol vary O1 offline
tail -c +400001 in.bin >&9
exec 9>&-
wait %%
is $? 0 "a load goes on when its volume is varied offline"
"$dsvol" vtoc O2 >out
like "$(cat out)" "A.W.DATA" "on the next one"
vol vary O1 online
run --dd O=path:o.bin,recfm=fb,lrecl=80 -e 'REPRO INDATASET(A.W) OUTFILE(O)'
is "$(cmp in.bin o.bin 2>&1)" "" "and all of it is there"
run -e 'DELETE A.W'
vol pool add D1
vol pool remove O1
vol pool remove O2
vol remove O1
vol remove O2

# Away.
vol remove V2
is $? 12 "a volume with data sets stays"
run -e 'DELETE A.U'
vol pool remove V2
vol remove V2
is "$?,$(field V2 volser),$(ls root/volumes)" "0,,E1
M9
VOL001" "an empty one goes, with its folder"
vol remove V2
is $? 12 "once"
vol frobnicate
is "$?,$(cat err)" "16,usage: dsvol [--root DIR] COMMAND; dsvol --help" \
    "a command that there is not is said"
vol --help
is "$?,$(head -1 out)" "0,usage: dsvol [--root DIR] COMMAND" "--help"
missing=
for o in $(grep -o -e '--[a-z]*' out | sort -u); do
	grep -qe "Fl -${o#--}" "$top/man/dsvol.1" || missing="$missing $o"
done
is "$missing" "" "the manual page has each option"
finish

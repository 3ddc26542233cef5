#!/bin/bash
# Data sets over several volumes: what does not fit the first goes on on the
# next candidate, for every organization; when the last is full the request
# fails and what was there stays. Volumes of 4 cylinders have 45 tracks for data
# sets (the first cylinder is the system's).
. "$(dirname "$0")/support/tap.sh"

run() { # options and commands; SYSPRINT to out
	"$idcams" "$@" >out 2>err
}
files() { # component files on a volume
	ls "root/volumes/$1" 2>/dev/null | grep -cv '\.'
}
volumes() { # VOLSER of each VOLUME group of a component, in order
	run -e "LISTCAT ENT($1) ALL"
	sed -n "/ $2 -/,/ INDEX -/p" out | grep -o 'VOLSER-*[A-Z0-9*]*' |
	    sed 's/VOLSER-*//' | tr '\n' ' '
}
tracks() { # of a component, all volumes
	sed -n "/ $1 -/,/ INDEX -/p" out |
	    sed -n 's/.*TRACKS-*\([0-9]*\)$/\1/p' | paste -sd+ | bc
}
content() {
	rm -f o.bin
	run --dd "O=path:o.bin,recfm=fb,lrecl=$2" \
	    -e "REPRO INDATASET($1) OUTFILE(O)"
}

"$idcams" -e 'LISTCAT' >out 2>&1
sed -i 's/^pool=.*/pool=VOLA VOLB, VOLC/; s/^cylinders=.*/cylinders=4/' \
    root/catamount.conf
awk 'BEGIN { for (i = 0; i < 30000; i++)
	printf "%08d%192s", i, "the rest of record " i }' >in.bin
head -c 4600000 in.bin >part.bin
in=--dd\ I=path:in.bin,recfm=fb,lrecl=200

# By hand: 18,432 bytes hold 90 records with one RDF a record's two (92 less
# the control fields), 3 control intervals a track: 30,000 records are more
# than 45 tracks and less than 135.
run -e 'DEFINE CLUSTER(NAME(A.K) KEYS(8 0) RECORDSIZE(200 200) TRACKS(10 5) VOLUMES(* * *) REUSE)' \
    $in -e 'REPRO INFILE(I) OUTDATASET(A.K)'
is $? 0 "a key-sequenced set that needs three volumes is loaded"
is "$(volumes A.K DATA)" "VOLA VOLB VOLC " "its data are on them, in order"
is "$(volumes A.K INDEX)" "VOLA * * " "its index has candidates left"
run -e 'LISTCAT ENT(A.K.DATA) ALL'
like "$(grep -c 'VOLFLAG-*PRIME' out)" '^3$' "each has its VOLUME group"
like "$(cat out)" "LOW-RBA-*2211840 *TRACKS" \
    "RBAs run on: 40 tracks, 120 control intervals, lie before"
content A.K 200
is "$(cmp in.bin o.bin 2>&1)" "" "all its records come back"
run -e 'EXAMINE NAME(A.K) INDEXTEST DATATEST' -e 'VERIFY DATASET(A.K)'
is $? 0 "EXAMINE and VERIFY find nothing"
run -e "PRINT INDATASET(A.K) HEX FROMKEY(X'3030303239393939')"
like "$(cat out)" 'KEY OF RECORD - 3030303239393939' \
    "a record of the last volume by its key"
run $in -e 'REPRO INFILE(I) OUTDATASET(A.K) REUSE'
content A.K 200
is "$(cmp in.bin o.bin 2>&1)" "" "it is emptied and loaded again"
run -e 'DELETE A.K ERASE'
is "$?,$(files VOLA),$(files VOLB),$(files VOLC),$(ls root/volumes/VOLA)" \
    "0,0,0,0," "DELETE takes the files of all volumes"

# The other organizations; records of 200 bytes, of one control interval for
# a linear set.
for org in NONINDEXED NUMBERED; do
	run -e "DEFINE CLUSTER(NAME(A.X) $org RECORDSIZE(200 200) TRACKS(10 5) VOLUMES(* * *))" \
	    $in -e 'REPRO INFILE(I) OUTDATASET(A.X)'
	content A.X 200
	is "$(cmp in.bin o.bin 2>&1),$(files VOLC)" ",1" "$org on three volumes"
	run -e 'EXAMINE NAME(A.X) DATATEST' -e 'DELETE A.X'
	is "$?,$(files VOLA)$(files VOLB)$(files VOLC)" "0,000" \
	    "whole, and all space is given back"
done
run -e "DEFINE CLUSTER(NAME(A.X) NUMBERED RECORDSIZE(150 200) TRACKS(10 5) VOLUMES(* * *))" \
    $in -e 'REPRO INFILE(I) OUTDATASET(A.X)'
content A.X 200
is "$(cmp in.bin o.bin 2>&1),$(files VOLC)" ",1" \
    "relative records of varying length"
run -e 'EXAMINE NAME(A.X) DATATEST' -e 'DELETE A.X'
is $? 0 "likewise"
head -c 5120000 in.bin >lds.bin
run -e "DEFINE CLUSTER(NAME(A.X) LINEAR TRACKS(10 5) VOLUMES(* * *))" \
    --dd I=path:lds.bin,recfm=fb,lrecl=4096 -e 'REPRO INFILE(I) OUTDATASET(A.X)'
content A.X 4096
is "$(cmp -n 5120000 lds.bin o.bin 2>&1),$(files VOLC)" ",1" "a linear set"
run -e 'DELETE A.X'

# Growth by records out of order, an index that outgrows its volume, and a
# secondary amount of zero, which means a new volume each time (SC23-6855).
run -e "DEFINE CLUSTER(NAME(A.Z) KEYS(8 0) RECORDSIZE(200 200) VOLUMES(* * *)) DATA(TRACKS(30 0)) INDEX(TRACKS(1 1))" \
    --dd I=path:part.bin,recfm=fb,lrecl=200 -e 'REPRO INFILE(I) OUTDATASET(A.Z)'
is "$?,$(volumes A.Z DATA)$(tracks DATA)" "0,VOLA VOLB VOLC 90" \
    "without secondary space each volume has the primary amount"
run -e 'DELETE A.Z'
shuf -n 9000 --random-source=in.bin -i 0-29999 >keys
awk '{ printf "%08d%192s", $1, "x" }' keys >mix.bin
run -e "DEFINE CLUSTER(NAME(A.R) KEYS(8 0) RECORDSIZE(200 200) TRACKS(5 5) VOLUMES(* * *))" \
    --dd ONE=path:one.bin,recfm=fb,lrecl=200 \
    --dd MIX=path:mix.bin,recfm=fb,lrecl=200 -e 'LISTCAT'
sort keys | head -n 1 | awk '{ printf "%08d%192s", $1, "x" }' >one.bin
run --dd ONE=path:one.bin,recfm=fb,lrecl=200 \
    --dd MIX=path:mix.bin,recfm=fb,lrecl=200 \
    -e 'REPRO INFILE(ONE) OUTDATASET(A.R)' \
    -e 'REPRO INFILE(MIX) OUTDATASET(A.R) REPLACE'
is $? 0 "records are inserted in any order"
like "$(volumes A.R DATA)" '^VOLA VOLB ' "onto a second volume"
content A.R 200
is "$(sort -n keys | awk '{ printf "%08d%192s", $1, "x" }' | cmp - o.bin)" "" \
    "and come back in order"
run -e 'EXAMINE NAME(A.R) INDEXTEST DATATEST'
is $? 0 "EXAMINE finds nothing"
run -e 'DELETE A.R'

# The last volume is full.
run -e "DEFINE CLUSTER(NAME(A.F) KEYS(8 0) RECORDSIZE(200 200) TRACKS(10 5) VOLUMES(* *))" \
    $in -e 'REPRO INFILE(I) OUTDATASET(A.F)'
rc=$?
is $rc 12 "when the last volume is full REPRO fails"
like "$(cat out)" 'IDC3351I \*\* VSAM I/O RETURN CODE IS 28' "with the code of no space"
run -e "DEFINE CLUSTER(NAME(A.G) KEYS(8 0) RECORDSIZE(200 200) TRACKS(5 5) VOLUMES(* *))" \
    --dd I=path:one.bin,recfm=fb,lrecl=200 -e 'REPRO INFILE(I) OUTDATASET(A.G)'
run $in -e 'REPRO INFILE(I) OUTDATASET(A.G) REPLACE'
is $? 12 "so does a loaded set that grows"
run -e 'EXAMINE NAME(A.G) INDEXTEST DATATEST'
is $? 0 "which is whole"
content A.G 200
n=$(($(wc -c <o.bin) / 200))
[ "$n" -gt 10000 ]
is $? 0 "and has the records until then"
head -c $((n * 200 - 200)) in.bin >head.bin
is "$(head -c $((n * 200 - 200)) o.bin | cmp - head.bin)" "" "all of them"
run -e 'DELETE A.F' -e 'DELETE A.G'

# An alternate index begins on its base's volume, which the base has filled
# when it is built.
run -e 'DEFINE CLUSTER(NAME(A.A) KEYS(8 0) RECORDSIZE(200 200) TRACKS(5 5) VOLUMES(* * *))' \
    -e 'DEFINE AIX(NAME(A.AIX) RELATE(A.A) KEYS(60 140) RECORDSIZE(73 73) UNIQUEKEY UPGRADE TRACKS(5 5) VOLUMES(* * *))' \
    -e 'DEFINE PATH(NAME(A.PATH) PATHENTRY(A.AIX))' \
    --dd I=path:part.bin,recfm=fb,lrecl=200 \
    -e 'REPRO INFILE(I) OUTDATASET(A.A) COUNT(15000)' \
    -e 'BLDINDEX INDATASET(A.A) OUTDATASET(A.AIX)'
# 4: the base is loaded before it (open code 100)
is $? 4 "an alternate index is built"
run -e 'LISTCAT ENT(A.AIX) ALL'
like "$(sed -n '/ DATA -/,/ INDEX -/p' out | grep -c 'VOLFLAG-*PRIME')" '^[23]$' \
    "over several volumes"
run -e 'EXAMINE NAME(A.AIX) INDEXTEST DATATEST' -e 'VERIFY DATASET(A.A) RECOVER'
is $? 0 "and fits its base"
content A.PATH 200
is "$(wc -c <o.bin)" 3000000 "all records come by the path"
run -e 'DELETE A.A'
is "$?,$(files VOLA)$(files VOLB)$(files VOLC)" "0,000" "DELETE takes it too"

# Sequential data sets: the secondary amount on each volume; a rewrite is a
# file of its own, on all of them, and the old content stays until its end. What
# a full volume ends keeps the records that were written, as on z/OS.
ps() { # options of the DD, input
	run --dd "O=A.PS,$1" --dd "I=path:$2,recfm=fb,lrecl=200" \
	    -e 'REPRO INFILE(I) OUTFILE(O)'
}
ps 'new,recfm=fb,lrecl=200,space=trk(10,10)' in.bin
is $? 12 "a sequential data set without candidates keeps to its volume"
run -e 'DELETE A.PS'
ps 'new,recfm=fb,lrecl=200,space=trk(10,10),vol=(VOLA,*,*)' in.bin
content A.PS 200
is "$(cmp in.bin o.bin 2>&1),$(files VOLA)$(files VOLB)$(files VOLC)" ",111" \
    "with candidates it goes on on them"
tr 'r' 'q' <in.bin >new.bin
ps old new.bin
is $? 0 "it is written again"
content A.PS 200
is "$(cmp new.bin o.bin 2>&1),$(files VOLA)$(files VOLB)$(files VOLC)" ",111" \
    "the new content is on all three, the old is gone from them"
cat in.bin in.bin >twice.bin
ps old twice.bin
is $? 12 "a rewrite that does not fit fails"
kept=$(sed -n 's/.*NUMBER OF RECORDS PROCESSED WAS \([0-9]*\).*/\1/p' out)
content A.PS 200
is "$(cmp <(head -c $((kept * 200)) twice.bin) o.bin 2>&1),$(files VOLA)$(files VOLB)$(files VOLC)" \
    ",111" "and keeps what it counts ($kept), and no file beside it"
ok "which is not all" test "$kept" -gt 0 -a \
    "$kept" -lt "$(($(wc -c <twice.bin) / 200))"
ps old new.bin
head -c 2000 in.bin >small.bin
ps mod small.bin
cat new.bin small.bin | cmp - <(content A.PS 200; cat o.bin)
is $? 0 "MOD adds at the end"
run -e 'DELETE A.PS'
is "$?,$(files VOLA)$(files VOLB)$(files VOLC)" "0,000" "all is deleted"

# One that is missing.
run -e "DEFINE CLUSTER(NAME(A.M) KEYS(8 0) RECORDSIZE(200 200) TRACKS(10 5) VOLUMES(* * *))" \
    $in -e 'REPRO INFILE(I) OUTDATASET(A.M)'
mv root/volumes/VOLB root/gone
content A.M 200
[ $? -ne 0 ]
is $? 0 "a set whose second volume is gone is not read"
like "$(cat out err)" 'VOLB' "the message names the volume"
like "$(cat out err)" 'A\.M' "and the data set"
mkdir -m 700 root/volumes/VOLB
content A.M 200
like "$(cat out err)" 'VOLB' "so it does when the volume is another one"
is "$(ls root/volumes/VOLB)" "" "nothing is made there"
run -e 'LISTCAT ENT(A.M) ALL'
is $? 0 "it can be listed"
rmdir root/volumes/VOLB
mv root/gone root/volumes/VOLB
content A.M 200
is "$(cmp in.bin o.bin 2>&1)" "" "back in its place, all is there"
run -e 'DELETE A.M'

# Without SMS the list says where.
sed -i 's/^sms=.*/sms=off/' root/catamount.conf
run -e "DEFINE CLUSTER(NAME(B.K) KEYS(8 0) RECORDSIZE(200 200) TRACKS(10 5) VOLUMES(VOLC VOLA))" \
    --dd I=path:part.bin,recfm=fb,lrecl=200 -e 'REPRO INFILE(I) OUTDATASET(B.K)'
is "$?,$(volumes B.K DATA)" "0,VOLC VOLA " "VOLUMES without SMS are taken in order"
content B.K 200
is "$(cmp part.bin o.bin 2>&1)" "" "with all records"
run -e 'DELETE B.K'
is "$(files VOLA)$(files VOLC)" "00" "and deleted"

run -e "DEFINE CLUSTER(NAME(B.D) KEYS(8 0) RECORDSIZE(200 200) TRACKS(10 5) VOLUMES(VOLC VOLC VOLA VOLA))" \
    $in -e 'REPRO INFILE(I) OUTDATASET(B.D)'
is $? 12 "a volume that is said twice is used once"
run -e 'DELETE B.D'

# An index with VOLUMES of its own. By hand: 23,000 records of 180 or less a
# control area of a track (2 control intervals and their sequence set record
# apart) are more areas than an index track has control intervals, 49.
run -e "DEFINE CLUSTER(NAME(B.I) KEYS(8 0) RECORDSIZE(200 200)) DATA(TRACKS(1 1) VOLUMES(VOLA VOLC)) INDEX(TRACKS(1 0) VOLUMES(VOLB VOLC))"
rc=$?
like "$(cat out)" 'IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOLB' \
    "an index goes where its own VOLUMES says"
run --dd I=path:part.bin,recfm=fb,lrecl=200 -e 'REPRO INFILE(I) OUTDATASET(B.I)'
is "$rc,$?" "0,0" "such a set is loaded"
run -e 'LISTCAT ENT(B.I) ALL'
like "$(sed -n '/ INDEX -/,$p' out | grep -m1 'VOLSER')" 'VOLB .*HI-A-RBA-*25088' \
    "LISTCAT shows it there"
is "$(sed -n '/ INDEX -/,$p' out | grep -c PRIME)" 2 "and where it went on"
content B.I 200
is "$(cmp part.bin o.bin 2>&1)" "" "its records come back"
run -e "PRINT INDATASET(B.I) HEX FROMKEY(X'3030303232393939')"
like "$(cat out)" 'KEY OF RECORD - 3030303232393939' "by key too"
run -e 'EXAMINE NAME(B.I) INDEXTEST DATATEST'
is $? 0 "EXAMINE finds nothing"
run -e 'PRINT INDATASET(B.I.INDEX) COUNT(1)'
is $? 0 "the index can be read alone"
run -e 'DELETE B.I'
is "$?,$(ls root/volumes/*/ | grep -c '^[0-9a-f]')" "0,0" \
    "DELETE leaves no file on any volume"

finish

#!/bin/bash
# What ends for want of space says so as z/OS does and leaves nothing behind:
# return code 68 of DEFINE, 28 of VSAM, B37, D37 and E37 of what is not VSAM's.
# A volume of 3 cylinders has 30 tracks for data sets, one cylinder being the
# system's.
. "$(dirname "$0")/support/tap.sh"
dsvol=$build/bin/dsvol

run() { "$idcams" "$@" >out 2>err; }
used() { # tracks of a volume
	"$dsvol" list --format json | grep "\"volser\":\"$1\"" |
	    sed 's/.*"used_tracks":\([0-9]*\).*/\1/'
}
files() { ls "root/volumes/$1" | grep -cv '\.'; }
ps() { # SPACE, further words of the DD
	run --dd I=path:in.bin,recfm=fb,lrecl=80 \
	    --dd "O=A.PS,new,space=($1),recfm=fb,lrecl=80$2" \
	    -e 'REPRO INFILE(I) OUTFILE(O)'
}

"$idcams" -e 'LISTCAT' >out 2>&1
"$dsvol" add S1 --cylinders 3 && "$dsvol" pool add S1 &&
    "$dsvol" pool remove VOL001
awk 'BEGIN { for (i = 0; i < 60000; i++) printf "%08d%72s", i, "x" }' >in.bin

# DEFINE: two data sets fill the volume to its last track; one more does not
# fit. The text of the messages is z/OS's.
run -e 'DEFINE CLUSTER(NAME(A.R) NUMBERED RECORDSIZE(80 80) CYLINDERS(1) VOLUMES(*))' \
    -e 'DEFINE CLUSTER(NAME(A.S) NUMBERED RECORDSIZE(80 80) CYLINDERS(1) VOLUMES(*))'
is "$?,$(used S1)" "0,30" "what fills a volume to the track fits"
run -e 'DEFINE CLUSTER(NAME(A.T) NUMBERED RECORDSIZE(80 80) TRACKS(1) VOLUMES(*))'
is $? 12 "one track more does not"
is "$(grep ^IDC3 out | head -2)" "IDC3020I INSUFFICIENT SPACE ON USER VOLUME
IDC3009I ** VSAM CATALOG RETURN CODE IS 68 - REASON CODE IS IGG0CLEX-20" \
    "that is return code 68"
is "$(used S1),$(files S1)" "30,2" "nothing of it is left"
run -e 'LISTCAT ENT(A.T)'
is $? 4 "no entry either"
run -e 'DELETE A.S'

# A cluster: 15 tracks are left; 2 data tracks and 1 of the index take space
# in steps of one track until they are gone.
run -e 'DEFINE CLUSTER(NAME(A.K) KEYS(8 0) RECORDSIZE(80 80) TRACKS(2 1) VOLUMES(*))' \
    --dd I=path:in.bin,recfm=fb,lrecl=80 -e 'REPRO INFILE(I) OUTDATASET(A.K)'
is $? 12 "a cluster that outgrows its volume fails"
like "$(cat out)" 'IDC3351I \*\* VSAM I/O RETURN CODE IS 28' "with code 28"
n=$(sed -n 's/IDC0005I NUMBER OF RECORDS PROCESSED WAS //p' out)
run -e 'VERIFY DATASET(A.K)' -e 'EXAMINE NAME(A.K) INDEXTEST DATATEST'
is $? 0 "it is whole"
run --dd O=path:o.bin,recfm=fb,lrecl=80 -e 'REPRO INDATASET(A.K) OUTFILE(O)'
is "$(cmp <(head -c "$((n * 80))" in.bin) o.bin 2>&1)" "" \
    "and has the records that were counted"
run -e 'DELETE A.K'
is "$(used S1),$(files S1)" "15,1" "deleted, all is free again"

# Sequential data sets: no secondary space is D37; none left, and the 16 extents
# of a volume, are B37; the last of several volumes is E37.
ps 'trk,(2,0)' ''
is $? 12 "without secondary space the primary is all"
like "$(cat out)" 'CATAMOUNT \*\* D37-04: NO SECONDARY SPACE' "that is D37"
run -e 'DELETE A.PS'
ps 'trk,(10,10)' ''
is $? 12 "a volume that is full ends it"
like "$(cat out)" 'CATAMOUNT \*\* B37-04: VOLUME S1 IS FULL' "that is B37"
n=$(sed -n 's/IDC0005I NUMBER OF RECORDS PROCESSED WAS //p' out)
run --dd O=path:o.bin,recfm=fb,lrecl=80 -e 'REPRO INDATASET(A.PS) OUTFILE(O)'
is "$(cmp <(head -c "$((n * 80))" in.bin) o.bin 2>&1)" "" \
    "it has the records that were counted"
run -e 'DELETE A.PS'
is "$(used S1),$(files S1)" "15,1" "and nothing is left of it"
"$dsvol" resize S1 --cylinders 10
ps 'trk,(1,1)' ''
like "$(cat out)" 'CATAMOUNT \*\* B37-04: IT HAS 16 EXTENTS' \
    "16 extents are the most: B37"
run -e 'DELETE A.PS'
"$dsvol" resize S1 --cylinders 3
"$dsvol" add S2 --cylinders 2
"$dsvol" pool add S2
ps 'trk,(10,5)' ',vol=(S1,S2)'
is $? 12 "two volumes are not enough"
like "$(cat out)" 'CATAMOUNT \*\* E37-04: ' "that is E37"
run -e 'DELETE A.PS'
is "$(used S1),$(files S1),$(used S2),$(files S2)" "15,1,0,0" \
    "nothing is left on either"

# A member of a library, which has one volume.
run --dd I=path:in.bin,recfm=fb,lrecl=80 \
    --dd "O=A.PO(OLD),new,space=(trk,(3,1,1)),recfm=fb,lrecl=80" \
    -e 'REPRO INFILE(I) OUTFILE(O) COUNT(10)'
is $? 0 "a member is written"
run --dd I=path:in.bin,recfm=fb,lrecl=80 --dd 'O=A.PO(BIG),shr' \
    -e 'REPRO INFILE(I) OUTFILE(O)'
is $? 12 "another one does not fit"
like "$(cat out)" 'CATAMOUNT \*\* E37-04: ' "that is E37"
run -e 'LISTCAT ENT(A.PO) ALL' -e "PRINT INDATASET(A.PO(OLD)) COUNT(1)"
is $? 0 "the member that was there stays"
run -e "PRINT INDATASET(A.PO(BIG))"
is $? 12 "the one that did not fit is not there"
finish

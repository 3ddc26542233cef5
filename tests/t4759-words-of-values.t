#!/bin/bash
# Values at their edges: a key without bytes, what a NONVSAM entry does not know.
. "$(dirname "$0")/support/tap.sh"

run() { # DECK-LINE...
	printf '  %s\n' "$@" >deck
	"$idcams" --no-pages deck >out 2>&1
}
printf 'AAAA1\nBBBB2\n' >in.txt
printf '  %s\n' 'DEFINE CLUSTER(NAME(A.K) TRK(1) KEYS(4 0) RECSZ(5 5))' \
    'REPRO INFILE(IN) OUTDATASET(A.K)' >deck
ok "a cluster with two records" \
    "$idcams" --dd IN=path:in.txt,text,recfm=FB,lrecl=5 deck
# 112: the length of a generic key is 0 or too large (SC23-6855).
for verb in PRINT REPRO; do
	run "$verb INDATASET(A.K) FROMKEY(*) OUTFILE(O)"
	"$idcams" --no-pages --dd O=dummy deck >out 2>&1
	is $? 12 "$verb FROMKEY(*): code 12"
	like "$(cat out)" 'IDC3302I +ACTION ERROR ON A.K' "... action error"
	like "$(cat out)" 'IDC3351I \*\* VSAM I/O RETURN CODE IS 112' "... 112"
	like "$(cat out)" 'IDC3006I' "... in positioning"
	ok "... no word of a key that is too long" \
	    test "$(grep -c IDC3310I out)" = 0
done
run 'PRINT INDATASET(A.K) FROMKEY(AAAAA) CHARACTER'
like "$(cat out)" 'IDC3310I \*\* KEY SUPPLIED IS LONGER' "one that is, is"
run 'PRINT INDATASET(A.K) FROMKEY(B*) CHARACTER'
like "$(cat out)" 'PROCESSED WAS 1' "a generic key of one byte"
run 'PRINT INDATASET(A.K) TOKEY(*) CHARACTER'
like "$(cat out)" 'PROCESSED WAS 2' "any key is a TOKEY of no bytes"

# An entry alone says nothing of records, a data set that was made here does.
run 'DEFINE NONVSAM(NAME(A.V) DEVT(3390) VOL(V1))'
"$idcams" --format json -e 'LISTCAT ENT(A.V) ALL' >out 2>&1
like "$(cat out)" '"lrecl":null,"blksize":null' "an entry alone has no lengths"
run 'ALLOCATE DSNAME(A.S) NEW CATALOG SPACE(1 1) TRACKS RECFM(F B) LRECL(80)'
"$idcams" --format json -e 'LISTCAT ENT(A.S) ALL' >out 2>&1
like "$(cat out)" '"lrecl":80,"blksize":[0-9]' "a data set has"
finish

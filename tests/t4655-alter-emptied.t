#!/bin/bash
# KEYS, RECORDSIZE and TYPE of a set that had records and was emptied by REUSE:
# what is left of the old ones on the volume is never taken for new ones.
# EXAMINE looks at every control interval, index and total.
. "$(dirname "$0")/support/tap.sh"

run() { # commands, with the inputs; SYSPRINT to out
	"$idcams" --no-pages --dd "K=path:k.txt,text,recfm=v,lrecl=100" \
	    --dd "E=path:e.txt,text,recfm=v,lrecl=100" \
	    --dd "S=path:s.txt,text,recfm=v,lrecl=100" \
	    --dd "B=path:b.bin,recfm=f,lrecl=4096" "$@" >out 2>err
}
records() {
	grep -o 'PROCESSED WAS [0-9]*' out | grep -o '[0-9]*$' | tr '\n' ' '
}
sound() { # NAME: EXAMINE's verdicts and its number of records
	run -e "EXAMINE NAME($1) DATATEST"
	grep -oE 'COMPLETE - NO ERRORS|CONTAINS [0-9]* RECORDS|^IDC[123].*' out |
	    tr '\n' ' '
}

awk 'BEGIN { for (i = 0; i < 2000; i++)
	printf "%064d of %d\n", i, i }' >k.txt
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "%08d is one\n", i }' >s.txt
head -c 28672 k.txt >b.bin # seven of 4096
: >e.txt

run -e 'DEFINE CL(NAME(A.K) TRK(5 5) CISZ(2048) RECSZ(100 200) REUSE)' \
    -e 'REPRO IFILE(K) ODS(A.K)'
is "$(records)" "2000 " "2,000 records by a key of 64 bytes"
run -e 'ALTER A.K KEYS(8 0)'
like "$(cat out)" IDC3539I "keys of a set with records stay"
run -e 'REPRO IFILE(E) ODS(A.K) REUSE' -e 'ALTER A.K KEYS(8 0)' \
    -e 'REPRO IFILE(S) ODS(A.K)'
is "$?,$(records)" "0,0 3000 " "emptied, it takes records by a key of 8"
is "$(sound A.K)" "COMPLETE - NO ERRORS COMPLETE - NO ERRORS CONTAINS 3000 RECORDS " \
    "and is sound"
run -e 'PRINT IDS(A.K) CHARACTER FROMKEY(00002999)'
is "$(records)" "1 " "the last is found by its key"

run -e 'DEFINE CL(NAME(A.E) NIXD TRK(5 5) CISZ(4096) RECSZ(50 100) REUSE)' \
    -e 'REPRO IFILE(K) ODS(A.E)'
run -e 'REPRO IFILE(E) ODS(A.E) REUSE' -e 'ALTER A.E TYPE(LINEAR)' \
    -e 'REPRO IFILE(B) ODS(A.E)' -e 'REPRO IFILE(B) ODS(A.E)'
is "$?,$(records)" "0,0 7 7 " "emptied, it takes control intervals"
is "$(sound A.E)" "COMPLETE - NO ERRORS CONTAINS 14 RECORDS " "and is sound"
rm -f o.bin
"$idcams" --dd "O=path:o.bin,recfm=f,lrecl=4096" \
    -e 'REPRO IDS(A.E) OFILE(O) COUNT(14)' >out 2>err
is "$(cat b.bin b.bin | cmp - o.bin 2>&1)" "" "its bytes are those put in"

# Records of 15 bytes; the control intervals stay what they are.
run -e 'DEFINE CL(NAME(A.T) NIXD TRK(1 1) CISZ(4096) RECSZ(31 80))' \
    -e 'REPRO IFILE(S) ODS(A.T)'
sound A.T >/dev/null
cis=$(grep -oE '[0-9]+ CONTROL INTERVALS ENC' out)
run -e 'ALTER A.T TYPE(LINEAR)'
is "$?,$(sound A.T)" \
    "0,COMPLETE - NO ERRORS CONTAINS ${cis%% *} RECORDS " \
    "a set with records is made linear"
is "$(grep -oE '[0-9]+ CONTROL INTERVALS ENC' out)" "$cis" \
    "of as many control intervals"
run -e 'PRINT IDS(A.T) DUMP COUNT(1)'
like "$(grep '^000000' out)" 'F0F0F0F0 F0F0F0F0 4089A240' \
    "the first begins with the first record"

run -e 'DEFINE CL(NAME(A.V) TRK(5 5) CISZ(2048) NUMBERED RECSZ(50 100) REUSE)' \
    -e 'REPRO IFILE(S) ODS(A.V)' -e 'ALTER A.V.DATA FREESPACE(30 30)' \
    -e 'REPRO IFILE(S) ODS(A.V) REUSE'
is "$?,$(sound A.V)" \
    "0,COMPLETE - NO ERRORS COMPLETE - NO ERRORS CONTAINS 3000 RECORDS " \
    "a set loaded again with free space is sound"
finish

#!/bin/bash
# Relative record sets of varying length, linear sets and spanned records
# through idcams: DEFINE, REPRO from and to, PRINT, LISTCAT. Lengths and RBAs
# by hand: a CI of 512 takes 502 bytes of a segment.
. "$(dirname "$0")/support/tap.sh"

run() { # options and commands; SYSPRINT to out
	"$idcams" "$@" >out 2>err
}
word() { # of LISTCAT: label, which of its occurrences
	grep -o "$1-*[0-9]*" out | sed -n "${2}p" | sed 's/.*-//'
}

# --- VRRDS
printf 'ONE\nTWENTYTWO\nX\n' >v.txt
run -e 'DEFINE CLUSTER(NAME(MY.V) NUMBERED RECORDSIZE(5 100) TRK(1 1))' \
    -e 'DEFINE CLUSTER(NAME(MY.W) NUMBERED RECORDSIZE(5 99) TRK(1 1))' \
    --dd I=path:v.txt,text,recfm=V,lrecl=104 \
    -e 'REPRO INFILE(I) OUTDATASET(MY.V)' \
    -e 'REPRO INDATASET(MY.V) OUTDATASET(MY.W) SKIP(1)' \
    -e 'PRINT INDATASET(MY.W) CHARACTER'
is $? 0 "a VRRDS is loaded from text, copied and printed"
like "$(cat out)" 'RELATIVE RECORD NUMBER - 2
TWENTYTWO' "a record keeps its number and length"
like "$(cat out)" 'RELATIVE RECORD NUMBER - 3
X' "and so does the one behind"
run -e 'LISTCAT ENT(MY.V) ALL'
like "$(cat out)" 'NUMBERED ' "LISTCAT says NUMBERED"
is "$(grep -c 'INDEX ------ MY.V.INDEX' out)" 1 "and lists the index"
is "$(word KEYLEN 1),$(word REC-TOTAL 1),$(word MAXLRECL 1)" 4,3,100 \
    "keys of four bytes, three records"
is "$(word LEVELS 1)" 1 "an index of one level"
run -e 'REPRO INDATASET(MY.V) OUTDATASET(MY.W)'
is $? 8 "a number that is there is an error of the record"
like "$(cat out)" 'IDC3308I' "a duplicate"
run -e 'REPRO INDATASET(MY.V) OUTDATASET(MY.W) REPLACE'
is $? 0 "REPLACE puts it over the old one"
run --dd O=path:o.txt,text -e 'REPRO INDATASET(MY.W) OUTFILE(O)'
is "$(cat o.txt)" "$(cat v.txt)" "text comes back as it was"
run -e 'PRINT INDATASET(MY.V) FROMNUMBER(2) TONUMBER(2) HEX'
like "$(cat out)" 'E3E6C5D5E3E8E3E6D6' "PRINT by number"
is "$(grep -c 'RECORD NUMBER' out)" 1 "one of them"
run -e 'PRINT INDATASET(MY.V.DATA) COUNT(1) HEX'
like "$(cat out)" '00000001D6D5C5' "the data component has the number in front"
run -e 'DEFINE CLUSTER(NAME(MY.E) NONINDEXED RECORDSIZE(5 100) TRK(1 1))' \
    -e 'REPRO INDATASET(MY.V) OUTDATASET(MY.E)' \
    -e 'DEFINE CLUSTER(NAME(MY.V2) NUMBERED RECORDSIZE(5 100) TRK(1 1))' \
    -e 'REPRO INDATASET(MY.E) OUTDATASET(MY.V2)' \
    -e 'VERIFY DATASET(MY.V2)' \
    --dd O=path:o.txt,text -e 'REPRO INDATASET(MY.V2) OUTFILE(O)'
is $? 0 "to an entry-sequenced set and from it"
is "$(cat o.txt)" "$(cat v.txt)" "nothing is lost"

# --- linear
head -c 12288 /dev/zero | tr '\0' 'A' >l.bin # three CIs
run -e 'DEFINE CLUSTER(NAME(MY.L) LINEAR TRK(1 1))' \
    -e 'PRINT INDATASET(MY.L)'
like "$(cat out)" 'NUMBER OF RECORDS PROCESSED WAS 12$' \
    "a linear set that was never loaded has the CIs of its space"
run --dd I=path:l.bin,recfm=F,lrecl=4096 \
    -e 'REPRO INFILE(I) OUTDATASET(MY.L)'
is $? 0 "records of a CI load a linear set"
like "$(cat out)" 'RECORDS PROCESSED WAS 3$' "three of them"
# a track has twelve CIs of 4096
run -e 'PRINT INDATASET(MY.L) HEX'
is "$(grep -c 'RBA OF RECORD' out)" 12 "PRINT goes to the end of the allocation"
like "$(grep 'RBA OF RECORD' out | sed -n 12p | tr -s ' ')" \
    'RBA OF RECORD - 45056' \
    "by RBA"
run --dd O=path:o.bin,recfm=F,lrecl=4096 \
    -e 'REPRO INDATASET(MY.L) OUTFILE(O)'
is "$(stat -c %s o.bin)" 49152 "REPRO as well"
ok "the data comes first" cmp -n 12288 l.bin o.bin
ok "then zeros" cmp -i 12288:0 -n 36864 o.bin /dev/zero
run --dd O=path:o.bin,recfm=F,lrecl=4096 \
    -e 'REPRO INDATASET(MY.L) OUTFILE(O) COUNT(2)'
is "$(stat -c %s o.bin)" 8192 "COUNT ends it"
run --dd I=path:v.txt,text,recfm=F,lrecl=80 \
    -e 'REPRO INFILE(I) OUTDATASET(MY.L)'
is $? 8 "other lengths are errors of their records"
like "$(cat out)" 'IDC3309I' "of length"
run -e 'LISTCAT ENT(MY.L) ALL'
like "$(cat out)" 'LINEAR ' "LISTCAT says LINEAR"
is "$(word HI-U-RBA 1)" 12288 "and the high-used RBA of the load"
run -e 'VERIFY DATASET(MY.L)'
is $? 0 "VERIFY opens and closes it"

# --- spanned
perl -e 'for my $k (1, 2, 3) {
	my $n = (100, 1100, 4000)[$k - 1];
	my $r = sprintf("%08d", $k) . chr(64 + $k) x ($n - 8);
	print pack("nn", $n + 4, 0), $r }' >s.bin
S='SPANNED RECORDSIZE(100 5000) CISZ(512) TRK(1 1)'
run -e "DEFINE CLUSTER(NAME(MY.S) KEYS(8 0) $S)" \
    -e "DEFINE CLUSTER(NAME(MY.T) NONINDEXED $S)" \
    --dd I=path:s.bin,recfm=VB,lrecl=5004 \
    -e 'REPRO INFILE(I) OUTDATASET(MY.S)' \
    -e 'REPRO INDATASET(MY.S) OUTDATASET(MY.T)' \
    --dd O=path:o.bin,recfm=VB,lrecl=5004 \
    -e 'REPRO INDATASET(MY.T) OUTFILE(O)'
is $? 0 "spanned records from a file to a KSDS, an ESDS and a file"
ok "they are what they were" cmp s.bin o.bin
run -e 'PRINT INDATASET(MY.S)'
# 5000 = X'1388': the last line of 4000 bytes is at X'F80'
is "$(grep -c 'KEY OF RECORD' out)" 3 "PRINT shows each once"
like "$(cat out)" '0F80 ' "to its last byte"
run -e 'PRINT INDATASET(MY.T) COUNT(3)'
# CI 0; CIs 1 to 3; from CI 4
is "$(grep -o 'RBA OF RECORD - .*' out | tr -s ' \n' ' ')" \
    'RBA OF RECORD - 0 RBA OF RECORD - 512 RBA OF RECORD - 2048 ' \
    "an ESDS by RBA"
run -e 'PRINT INDATASET(MY.S.DATA)'
is $? 12 "the data component of a KSDS is not read by address"
like "$(cat out)" '136' "feedback 136"
run -e 'LISTCAT ENT(MY.S) ALL'
is "$(grep -c ' SPANNED' out)" 1 "LISTCAT says SPANNED"
is "$(word REC-TOTAL 1)" 3 "and counts records, not segments"
run -e 'VERIFY DATASET(MY.S)' -e 'VERIFY DATASET(MY.T)'
is $? 0 "VERIFY finds both whole"
finish

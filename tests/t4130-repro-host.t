#!/bin/bash
# REPRO between host files and data sets through idcams: fills, code pages,
# slots, and what a failed copy leaves. Bytes by the IBM-1047 and 273 charts.
. "$(dirname "$0")/support/tap.sh"

run() { # options and commands; SYSPRINT to out
	"$idcams" "$@" >out 2>err
}
hex() { od -An -v -tx1 "$1" | tr -d ' \n'; }

printf 'AB\n\nC\n' >in.txt
run --dd I=path:in.txt,text --dd O=MY.PS,new,recfm=FB,lrecl=3 \
    -e 'REPRO INFILE(I) OUTFILE(O)'
is $? 0 "text goes to a new data set"
run --dd I=MY.PS,shr --dd O=path:out.bin -e 'REPRO INFILE(I) OUTFILE(O)'
is "$(hex out.bin)" c1c240404040c34040 "short lines were filled with blanks"
run --dd O=path:out.txt,text \
    -e 'REPRO INDATASET(MY.PS) OUTFILE(O)'
is "$(cat out.txt; echo x)" "$(cat in.txt; echo x)" "text comes back as it was"

printf '\xc3\x84\n' >german.txt
run --dd I=path:german.txt,text --dd O=MY.GER,new,recfm=F,lrecl=1,ccsid=273 \
    -e 'REPRO INFILE(I) OUTFILE(O)'
run --dd O=path:out.bin,recfm=F,lrecl=1 \
    -e 'REPRO INDATASET(MY.GER) OUTFILE(O)'
is "$(hex out.bin)" 4a "text takes the code page of the data set"

printf '\0\5\0\0a\0\6\0\0bc' >v.bin
run --dd I=path:v.bin,recfm=VB --dd O=path:out.bin,recfm=F,lrecl=2 \
    -e 'REPRO INFILE(I) OUTFILE(O)'
is "$(hex out.bin)" 61006263 "short binary records fill with zeros"

printf 'OLD' >keep.bin
printf '\0\5\0\0a\0\3\0\0' >bad.bin
run --dd I=path:bad.bin,recfm=VB --dd O=path:keep.bin,recfm=F,lrecl=1 \
    -e 'REPRO INFILE(I) OUTFILE(O)'
is $? 12 "a bad descriptor ends the copy with 12"
is "$(grep -o 'PROCESSED WAS .*' out)" "PROCESSED WAS 1" "and counts a record"
is "$(cat keep.bin)" a "which the output has"
printf 'OLD' >keep.bin
head -c 3000000 /dev/zero >big.bin
(ulimit -f 1000
run --dd I=path:big.bin,recfm=F,lrecl=1 --dd O=path:keep.bin,recfm=F,lrecl=1 \
    -e 'REPRO INFILE(I) OUTFILE(O)')
is "$(grep -o 'PROCESSED WAS .*' out)" "PROCESSED WAS 0" \
    "an output that fails itself counts none"
is "$(cat keep.bin)" OLD "and stays as it was"
printf '\0\5\0\0a\0\6\0\0bb\0\5\0\0c\0\7\0\0ddd' >mix.bin
run --dd I=path:mix.bin,recfm=V --dd O=MY.ERR,new,recfm=F,lrecl=1 \
    -e 'REPRO INFILE(I) OUTFILE(O) ERRORLIMIT(2)'
is "$? $(grep -o 'PROCESSED WAS .*' out)" "12 PROCESSED WAS 0" \
    "records that are too long fail the copy"
printf 'OLD' >keep.bin
run --dd I=path:mix.bin,recfm=V --dd O=path:keep.bin,recfm=F,lrecl=1 \
    -e 'REPRO INFILE(I) OUTFILE(O)'
is "$? $(grep -o 'PROCESSED WAS .*' out) $(cat keep.bin)" \
    "12 PROCESSED WAS 0 OLD" "of a file of the host, too, which stays"
run --dd I=path:mix.bin,recfm=V --dd O=path:none.bin,recfm=F,lrecl=1 \
    -e 'REPRO INFILE(I) OUTFILE(O)'
is "$? $(ls none.bin 2>/dev/null)" "12 " "and is not made"
run --dd O=path:out.bin -e 'REPRO INDATASET(MY.ERR) OUTFILE(O)'
is "$(cat out.bin)" "" "and the sequential data set is as it was"
printf 'ABCD\n' >long.txt
run --dd I=path:long.txt,text,recfm=F,lrecl=3 --dd O=MY.PS,old \
    -e 'REPRO INFILE(I) OUTFILE(O)'
is $? 12 "a line too long ends the copy with 12"
run --dd O=path:out.txt,text -e 'REPRO INDATASET(MY.PS) OUTFILE(O)'
is "$(cat out.txt; echo x)" "$(cat in.txt; echo x)" \
    "and the data set is as it was"
run --dd I=path:bad.bin,recfm=VB --dd O=MY.PS,mod \
    -e 'REPRO INFILE(I) OUTFILE(O)'
run --dd O=path:out.bin -e 'REPRO INDATASET(MY.PS) OUTFILE(O)'
is "$(hex out.bin)" c1c240404040c34040610000 \
    "an append that ends early has what came before"

printf 'aabbcc' >r.bin
run -e 'DEFINE CLUSTER(NAME(MY.R1) NUMBERED RECORDSIZE(2 2) TRACKS(1 1))' \
    -e 'DEFINE CLUSTER(NAME(MY.R2) NUMBERED RECORDSIZE(2 2) TRACKS(1 1))' \
    --dd I=path:r.bin,recfm=F,lrecl=2 \
    -e 'REPRO INFILE(I) OUTDATASET(MY.R1)' \
    -e 'REPRO INDATASET(MY.R1) OUTDATASET(MY.R2) SKIP(2)' \
    -e 'PRINT INDATASET(MY.R2)'
is "$(grep 'RECORD NUMBER' out)" "RELATIVE RECORD NUMBER - 3" \
    "a record keeps its number between relative record data sets"

# RECORDSIZE(4 4) allows shorter records: RDWs by hand, 4 and the length.
printf '\0\10\0\0aaaa\0\6\0\0bb' >v.bin
printf 'aaaabbbb' >f.bin
rm -f out.bin
run -e 'DEFINE CLUSTER(NAME(MY.E1) NONINDEXED RECORDSIZE(4 4) TRACKS(1 1))' \
    -e 'DEFINE CLUSTER(NAME(MY.E2) NONINDEXED RECORDSIZE(4 4) TRACKS(1 1))' \
    -e 'REPRO INFILE(V) OUTDATASET(MY.E1)' \
    -e 'REPRO INFILE(F) OUTDATASET(MY.E2)' \
    -e 'REPRO INDATASET(MY.E1) OUTFILE(O)' \
    -e 'REPRO INDATASET(MY.E2) OUTFILE(P)' \
    --dd V=path:v.bin,recfm=V --dd F=path:f.bin,recfm=F,lrecl=4 \
    --dd O=path:out.bin --dd P=path:outf.bin
ok "records shorter than the maximum come out as they are" cmp out.bin v.bin
ok "records of the maximum length come out as F" cmp outf.bin f.bin
head -c 65522 /dev/urandom >long.bin
run -e 'DEFINE CLUSTER(NAME(MY.L1) NONINDEXED RECORDSIZE(32761 32761) -
        TRACKS(9 9) CONTROLINTERVALSIZE(32768))' \
    -e 'REPRO INFILE(I) OUTDATASET(MY.L1)' \
    -e 'REPRO INDATASET(MY.L1) OUTFILE(O)' \
    -e 'REPRO INDATASET(MY.L1) OUTFILE(P)' \
    --dd I=path:long.bin,recfm=F,lrecl=32761 --dd O=path:out.bin \
    --dd P=path:outv.bin,recfm=V
is $? 0 "records of 32761 bytes are read and written"
ok "byte for byte" cmp out.bin long.bin
run -e 'REPRO INFILE(V) OUTDATASET(MY.L1)' -e 'REPRO INFILE(V) OUTFILE(O)' \
    --dd V=path:outv.bin,recfm=V --dd O=path:out.bin,recfm=F,lrecl=32761
ok "with descriptors too" cmp out.bin long.bin

printf 'x' | run --dd I=-,recfm=F,lrecl=1 --dd O=path:out.bin \
    -e 'REPRO INFILE(I) OUTFILE(O)'
is "$(cat out.bin)" x "- reads standard input"
finish

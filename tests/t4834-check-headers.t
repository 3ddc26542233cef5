#!/bin/bash
# dsvol check reads the header, the state and the length of each file that has an
# entry: one that was overwritten or cut is told with its data set's name.
. "$(dirname "$0")/support/tap.sh"

dsvol=$build/bin/dsvol
seq -f '%03.0f' 1 500 >in.txt
"$idcams" --dd "I=path:$work/in.txt,text,recfm=fb,lrecl=3" \
    -e 'DEFINE CLUSTER(NAME(A.K) KEYS(3 0) RECSZ(3 3) TRK(1 1))' \
    -e 'REPRO IFILE(I) ODS(A.K)' >made 2>&1
"$build/bin/dsn" put --new recfm=fb,lrecl=80 in.txt D.SEQ
printf 'one\n' >one.txt
"$build/bin/dsn" mkdir C.LIB --new recfm=fb,lrecl=80
"$build/bin/dsn" put one.txt 'C.LIB(M)'
run 0 "nothing is wrong at first" "$dsvol" check
cp -a root/volumes/VOL001 save
# struck HOW FILE: the check tells it, and of one data set alone
struck() {
	"$dsvol" check >out
	is "$? $(grep -c '^VOL001 damaged ' out) $(grep -c ' 1 faults' out)" \
	    "1 1 1" "$1"
	awk '/damaged/ { print $3 }' out >>names
	cp -a "save/$2" root/volumes/VOL001/
}
for f in save/*; do
	f=${f##*/}
	case $f in *.*) continue ;; esac
	at=root/volumes/VOL001/$f
	for len in 0 4096 20000; do
		truncate -s $len "$at"
		struck "a file of $len bytes" "$f"
	done
	dd if=/dev/zero of="$at" bs=4096 count=1 conv=notrunc status=none
	struck "a header of zeros" "$f"
done
is "$(sort names | uniq -c | awk '{ print $2, $1 }')" "A.K.DATA 8
C.LIB 8
D.SEQ 4" "an index is its data's, a library's too"
f=$(basename "$(grep -l 'D[.]SEQ' -r save | head -n 1)")
g=$(for g in save/*; do case $g in *.* | */"$f") ;; *) basename "$g" ;; esac; done |
    head -n 1)
cp "save/$g" "root/volumes/VOL001/$f"
"$dsvol" check >out
like "$(cat out)" "^VOL001 damaged " "another component's bytes"
cp -a "save/$f" root/volumes/VOL001/
run 0 "put back, nothing is wrong" "$dsvol" check
finish

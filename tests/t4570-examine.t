#!/bin/bash
# EXAMINE through idcams: messages (base/messages.def), condition codes, what
# it says of other organizations. Numbers are worked out by hand.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"

run() { # options and commands; SYSPRINT to out
	"$idcams" --no-pages "$@" >out 2>err
}
said() { messages | head -n "$1" | tr '\n' '|'; }
messages() { grep -o 'IDC[0-9]*I.*\|CATAMOUNT.*' out; }

# 2000 records of 100 bytes in CIs of 18432: 184 in each, 45 CIs a CA; 11 of
# them are used. Free: 10 * 18, 18432 - 10 - 16000... of 45 * 18432 bytes.
awk 'BEGIN { for (i = 1; i <= 2000; i++) printf "%08d the record\n", i }' >in.txt
run --dd "in=path:$work/in.txt,text,recfm=fb,lrecl=100" \
    -e 'define cluster(name(a.b) keys(8 0) recordsize(100 100) -
        cylinders(1 1))' -e 'repro infile(in) outdataset(a.b)'
run -e 'EXAMINE NAME(A.B)'
is "$? $(messages | head -3 | tr '\n' '|')" \
    "0 IDC01700I INDEXTEST BEGINS|IDC01724I INDEXTEST COMPLETE - NO ERRORS DETECTED|IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0|" \
    "INDEXTEST alone is the default"
run -e 'EXAMINE NAME(A.B) NOINDEXTEST DATATEST'
is "$(messages | head -7)" "IDC01701I DATATEST BEGINS
IDC01709I DATATEST COMPLETE - NO ERRORS DETECTED
IDC01708I 45 CONTROL INTERVALS ENCOUNTERED
IDC01710I DATA COMPONENT CONTAINS 2000 RECORDS
IDC01711I DATA COMPONENT CONTAINS 0 DELETED CONTROL INTERVALS
IDC01712I MAXIMUM LENGTH DATA RECORD CONTAINS 100 BYTES
IDC01722I 75 PERCENT FREE SPACE" "DATATEST says what it has seen"
run -e 'EXAMINE NAME(A.B) ITEST DTEST ELIMIT(0)'
is "$? $(messages | grep -c NO.ERRORS)" "0 2" "both tests, by their short names"
run -e 'EXAMINE NAME(A.B) NOINDEXTEST NODATATEST'
is "$? $(messages | head -1)" \
    "0 IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0" \
    "no test is no fault"

# --- what cannot be tested
run -e 'EXAMINE NAME(NO.SUCH)'
is "$? $(messages | head -1)" "12 IDC3012I ENTRY NO.SUCH NOT FOUND" \
    "an entry that is not there"
run -e 'DEFINE CLUSTER(NAME(A.NEW) TRK(1) KEYS(4 0) RECSZ(9 9))' \
    -e 'EXAMINE NAME(A.NEW)'
is "$? $(messages | grep 3351)" "12 IDC3351I ** VSAM OPEN RETURN CODE IS 160" \
    "a cluster that was never loaded is 160"

# --- other organizations
for org in nixd numd linear; do
	sz='recordsize(100 100)'
	[ $org = linear ] && sz=
	run --dd "in=path:$work/in.txt,text,recfm=fb,lrecl=100" \
	    -e "define cluster(name(a.$org) $org $sz cylinders(1 1))"
	if [ $org = linear ]; then
		head -c 8192 /dev/zero >bin
		run --dd "in=path:$work/bin,recfm=f,lrecl=4096" \
		    -e "repro infile(in) outdataset(a.$org)"
	else
		run --dd "in=path:$work/in.txt,text,recfm=fb,lrecl=100" \
		    -e "repro infile(in) outdataset(a.$org)"
	fi
	run -e "examine name(a.$org)"
	is "$? $(messages | head -1) $(messages | grep -c 01709)" \
	    "0 CATAMOUNT A.${org^^} HAS NO INDEX, ITS DATA ARE TESTED 1" \
	    "$org: the data are tested"
done
run --dd "in=path:$work/in.txt,text" --dd o=a.seq,new,recfm=fb,lrecl=100 \
    -e 'repro infile(in) outfile(o)' -e 'examine name(a.seq) datatest'
is "$? $(messages | grep 01710)" \
    "0 IDC01710I DATA COMPONENT CONTAINS 2000 RECORDS" \
    "a sequential data set too"

# --- an alternate index is against its base too
printf '0001ZZ333\n0002AA222\n0003ZZ111\n' >aix.txt
run --dd "I=path:aix.txt,text" \
    -e 'DEFINE CLUSTER(NAME(B) TRK(1 1) KEYS(4 0) RECSZ(9 9))' \
    -e 'REPRO INFILE(I) OUTDATASET(B)' \
    -e 'DEFINE AIX(NAME(B.X) RELATE(B) TRK(1 1) KEYS(2 4) NOUPGRADE)' \
    -e 'BLDINDEX INDATASET(B) OUTDATASET(B.X)' \
    -e 'EXAMINE NAME(B.X) INDEXTEST DATATEST'
is "$? $(messages | grep -c 'NO ERRORS')" "0 2" "an alternate index is tested"
printf '0004MM444\n' >aix.txt
run --dd "I=path:aix.txt,text" -e 'REPRO INFILE(I) OUTDATASET(B)' \
    -e 'EXAMINE NAME(B.X) INDEXTEST DATATEST'
is "$? $(messages | grep AX-I)" \
    "4 CATAMOUNT B.X.DATA RBA 0: AX-I4: OTHER NUMBER OF POINTERS THAN RECORDS" \
    "one that is not kept up warns with code 4"
is "$(messages | grep -c '01709\|21703') $(messages | grep -c 'NO ERRORS BUT')" \
    "0 1" "and neither that there are no errors nor that they are major"

# A path with NOUPDATE is there to leave the upgrade set alone: no fault of it,
# as with NOUPGRADE, whatever becomes of the path; until it is built again.
printf '0004MM444\n' >aix.txt
printf '0005NN555\n' >aix2.txt
run --dd "I=path:aix.txt,text" --dd "J=path:aix2.txt,text" \
    -e 'DEFINE CLUSTER(NAME(C) TRK(1 1) KEYS(4 0) RECSZ(9 9))' \
    -e 'DEFINE AIX(NAME(C.X) RELATE(C) TRK(1 1) KEYS(2 4) REUSE UPGRADE)' \
    -e 'DEFINE PATH(NAME(C.P) PATHENTRY(C) NOUPDATE)' \
    -e 'REPRO INFILE(I) OUTDATASET(C)' \
    -e 'BLDINDEX INDATASET(C) OUTDATASET(C.X)' \
    -e 'REPRO INFILE(J) OUTDATASET(C.P)' \
    -e 'DELETE C.P PATH' \
    -e 'EXAMINE NAME(C.X) INDEXTEST DATATEST'
is "$? $(messages | grep AX-I) $(messages | grep -c '01709\|21703')" \
    "4 CATAMOUNT C.X.DATA RBA 0: AX-I4: OTHER NUMBER OF POINTERS THAN RECORDS 0" \
    "nor is one whose base was written through a path with NOUPDATE"
run -e 'BLDINDEX INDATASET(C) OUTDATASET(C.X)' \
    -e 'EXAMINE NAME(C.X) INDEXTEST DATATEST'
is "$? $(messages | grep -c 'NO ERRORS')" "0 2" "until it is built again"

# --- damage: a byte of the first record's filling, in the data component
comp=$(grep -laF A.B.DATA volumes/*/* 2>/dev/null ||
    grep -laF A.B.DATA "$CATAMOUNT_ROOT"/volumes/*/* | head -n 1)
at=$(LC_ALL=C grep -obUaP '\xf0\xf0\xf0\xf0\xf0\xf0\xf0\xf1\x40' "$comp" |
    head -n 1 | cut -d: -f1)
printf 'X' | dd of="$comp" bs=1 seek=$((at + 50)) conv=notrunc 2>/dev/null
run -e 'EXAMINE NAME(A.B)'
is $? 0 "INDEXTEST does not read the data"
run -e 'EXAMINE NAME(A.B) INDEXTEST DATATEST'
is "$? $(messages | sed -n 4,5p | tr '\n' '|')" \
    "8 CATAMOUNT A.B.DATA RBA 0: DAMAGED BYTES ON DISK: THE CONTROL INTERVAL DOES NOT FIT ITS CHECKSUM|IDC01713I DATA CONTROL INTERVAL DISPLAY AT RBA 0 FOLLOWS|" \
    "a byte on disk is told with component and RBA"
like "$(cat out)" 'IDC21703I MAJOR ERRORS FOUND BY DATATEST' "and summed up"
is "$(grep -c '^0[0-9A-F]\{5\}  ' out)" 576 \
    "the control interval is shown, 32 bytes a line"
run -e 'EXAMINE NAME(A.B) NOINDEXTEST DATATEST ERRORLIMIT(0)'
is "$? $(messages | grep -c 'IDC21703I\|RBA 0')" "8 1" \
    "ERRORLIMIT(0) keeps details away, not the outcome"
run -e 'VERIFY DATASET(A.B)'
is $? 0 "VERIFY reads no records"
run -e 'VERIFY DATASET(A.B) RECOVER'
is "$? $(said 3)" \
    "12 IDC3302I  ACTION ERROR ON A.B|IDC3351I ** VSAM I/O RETURN CODE IS 4|CATAMOUNT ** A.B.DATA: 2 FAULTS FOUND, WHICH EXAMINE NAMES|" \
    "RECOVER checks every invariant"
# The statistics, behind identity and two slots (doc/formats/component.md).
run --dd "in=path:$work/in.txt,text,recfm=fb,lrecl=100" \
    -e 'define cluster(name(c.b) keys(8 0) recordsize(100 100) -
        cylinders(1 1))' -e 'repro infile(in) outdataset(c.b)'
ccomp=$(grep -laF C.B.DATA "$CATAMOUNT_ROOT"/volumes/*/* | head -n 1)
printf 'XXXX' | dd of="$ccomp" bs=1 seek=$((3 * 4096 + 40)) conv=notrunc 2>/dev/null
run -e 'EXAMINE NAME(C.B) ITEST DTEST'
is "$? $(messages | grep STATISTICS)" \
    "4 CATAMOUNT C.B.DATA RBA 0: THE STATISTICS BLOCK IS DAMAGED" \
    "damaged statistics are a warning"
run -e 'LISTCAT ENTRIES(C.B) ALL'
is "$(grep -o 'REC-TOTAL-*[0-9]*' out | head -1 | tr -d -)" RECTOTAL2000 \
    "and the number of records is not among them"
run -e 'VERIFY DATASET(C.B) RECOVER'
is $? 0 "nothing else is wrong"
# The state and the identity: nothing opens.
dd if=/dev/zero of="$comp" bs=4096 count=4 conv=notrunc 2>/dev/null
run -e 'EXAMINE NAME(A.B) DATATEST'
is "$? $(messages | grep 3351)" "12 IDC3351I ** VSAM OPEN RETURN CODE IS 132" \
    "a header that is gone is an error of OPEN"
finish

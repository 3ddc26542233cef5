#!/bin/bash
# Members of partitioned data sets by command: REPRO and PRINT, DELETE and
# ALTER with their lines and codes, what fails and leaves the old member. The
# lines are of facts on DELETE, ALTER and their messages (MVS 3.8 and a log of
# z/OS); the bytes of a directory are worked out by hand.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

# text MEMBER: the records of a member as lines.
text() {
	printf '  REPRO INDATASET(%s) OUTFILE(O)\n' "$1" >deck
	"$idcams" --dd "O=path:$work/o,text" deck >/dev/null 2>&1 || return 1
	cat o
}

printf 'one\ntwo\n' >a.txt
printf 'three\n' >b.txt
printf 'a line of more than twenty bytes\nshort\n' >long.txt
a=(--dd "A=path:$work/a.txt,text") b=(--dd "B=path:$work/b.txt,text")
long=(--dd "L=path:$work/long.txt,recfm=V,lrecl=84,text")

for kind in pds library; do
	set="T.${kind^^}"
	new="new,recfm=FB,lrecl=20,dsntype=$kind"
	[ $kind = pds ] && new+=,space='trk(2,2,1)'
	says "$kind: REPRO into a member of a new one" \
	    "  REPRO INFILE(A) OUTFILE(O)" "$(records 2)
$(cc 0)" "${a[@]}" --dd "O=$set(ONE),$new"
	is "$(text "$set(ONE)")" "one
two" "$kind: its records come back"
	says "$kind: REPRO of a member into a member" \
	    "  REPRO INDATASET($set(ONE)) OUTDATASET($set(TWO))" "$(records 2)
$(cc 0)"
	says "$kind: a member is replaced whole" \
	    "  REPRO INFILE(B) OUTDATASET($set(TWO))" "$(records 1)
$(cc 0)" "${b[@]}"
	is "$(text "$set(TWO)")" "three" "$kind: it has the new records alone"
	# Data set names in the order of concatenation, records likewise.
	printf '  REPRO INFILE(I) OUTFILE(O)\n' >deck
	ok "$kind: members are concatenated" "$idcams" --dd "I=$set(TWO)" \
	    --dd "I=$set(ONE)" --dd "O=path:$work/o,text" deck
	is "$(cat o)" "three
one
two" "$kind: in the order of their DDs"
	# pain B20: what does not fit is an error, and the old member stays.
	printf '  REPRO INFILE(L) OUTDATASET(%s(TWO))\n' "$set" >deck
	"$idcams" "${long[@]}" deck >out 2>err
	is $? 12 "$kind: a record that is too long fails the REPRO"
	is "$(text "$set(TWO)")" "three" "$kind: and the member is as it was"

	# Bytes used 38: two entries of 12 and the end mark. TTRs count contents.
	printf '  PRINT INDATASET(%s) DUMP COUNT(1)\n' "$set" >deck
	is "$(body deck | grep '^ 000000')" \
	    ' 000000  0026D6D5 C5404040 40400000 0100E3E6   D6404040 40400000 0300FFFF FFFFFFFF   *..ONE     ....TWO     ..........*' \
	    "$kind: without a member the directory is read"

	says "$kind: a member that is not there" \
	    "  PRINT INDATASET($set(NONE)) CHARACTER" \
	    "0IDC3300I  ERROR OPENING $set(NONE)
 IDC3312I ** SYSTEM UNABLE TO OPEN
 CATAMOUNT ** THERE IS NO SUCH MEMBER
$(records 0)
$failed"
	says "$kind: records without a member to go to" \
	    "  REPRO INFILE(A) OUTDATASET($set)" \
	    "0IDC3300I  ERROR OPENING $set
 IDC3312I ** SYSTEM UNABLE TO OPEN
 CATAMOUNT ** RECORDS GO TO A MEMBER, WHICH IS TO BE NAMED
$(records 0)
$failed" "${a[@]}"

	says "$kind: ALTER renames a member" \
	    "  ALTER $set(TWO) NEWNAME($set(THREE))" \
	    "0IDC0535I MEMBER TWO RENAMED
$(cc 0)"
	is "$(text "$set(THREE)")" "three" "$kind: which has its records"
	says "$kind: ALTER of what is not there" \
	    "  ALTER $set(TWO) NEWNAME($set(FOUR))" \
	    "0IDC3302I  ACTION ERROR ON $set
 IDC3330I ** TWO NOT FOUND
 IDC0534I **MEMBER TWO NOT RENAMED
$(cc 8)"
	says "$kind: ALTER to what is there" \
	    "  ALTER $set(ONE) NEWNAME($set(THREE))" \
	    "0IDC3302I  ACTION ERROR ON $set
 IDC3331I ** THREE ALREADY EXISTS
 IDC0534I **MEMBER ONE NOT RENAMED
$(cc 8)"
	says "$kind: ALTER into another data set" \
	    "  ALTER $set(ONE) NEWNAME(T.OTHER(ONE))" \
	    "0IDC3530I ENTRY AND NEWNAME PDS NAMES MUST BE THE SAME
 IDC0534I **MEMBER ONE NOT RENAMED
$failed"

	says "$kind: DELETE of a member" "  DELETE $set(THREE)" \
	    "0IDC0549I MEMBER THREE DELETED
$(cc 0)"
	says "$kind: DELETE of what is not there" "  DELETE $set(THREE)" \
	    "0IDC3302I  ACTION ERROR ON $set
 IDC3330I ** THREE NOT FOUND
 IDC0548I ** MEMBER THREE NOT DELETED
$(cc 8)"
	for m in AB1 AB2 AC1 B1; do
		printf '  REPRO INFILE(B) OUTDATASET(%s(%s))\n' "$set" $m
	done >deck
	ok "$kind: more members" "$idcams" "${b[@]}" deck
	says "$kind: TEST lists what would go" "  DELETE $set(A%1) TEST" \
	    "0CATAMOUNT TEST: MEMBER AB1 WOULD BE DELETED
0CATAMOUNT TEST: MEMBER AC1 WOULD BE DELETED
$(cc 0)"
	says "$kind: DELETE with % takes one character" \
	    "  DELETE $set(A%1)" "0IDC0549I MEMBER AB1 DELETED
0IDC0549I MEMBER AC1 DELETED
$(cc 0)"
	says "$kind: a pattern that takes nothing" "  DELETE $set(Z*)" \
	    "0IDC3302I  ACTION ERROR ON $set
 IDC3330I ** Z* NOT FOUND
 IDC0548I ** MEMBER Z* NOT DELETED
$(cc 8)"
	says "$kind: DELETE with * takes the rest" "  DELETE $set(*)" \
	    "0IDC0549I MEMBER AB2 DELETED
0IDC0549I MEMBER B1 DELETED
0IDC0549I MEMBER ONE DELETED
$(cc 0)"
	# pain A14: it is a NONVSAM entry like others.
	printf '  LISTCAT ENTRIES(%s) ALL\n' "$set" >deck
	ok "$kind: LISTCAT ALL" "$idcams" deck
	is "$(body deck | sed -n 1p)" \
	    "0NONVSAM ------- $set" "$kind: lists it as NONVSAM"
	is "$("$idcams" deck | grep -c 'DSNTYPE----------LIBRARY')" \
	    $([ $kind = library ]; echo $((! $?))) \
	    "$kind: and a PDSE as one"
	printf '  EXAMINE NAME(%s)\n' "$set" >deck
	is "$(body deck | grep -c 'DATATEST COMPLETE - NO ERRORS DETECTED')" 1 \
	    "$kind: EXAMINE finds nothing wrong"
	says "$kind: a member by a generic name" "  DELETE T.*(ONE)" \
	    "0IDC2559I MEMBER CAN NOT BE SPECIFIED WITH A GENERIC NAME
 IDC0548I ** MEMBER ONE NOT DELETED
$(cc 8)"
	says "$kind: DELETE of all of it" "  DELETE $set" \
	    "0IDC0550I ENTRY (A) $set DELETED
$(cc 0)"
	is "$(ls root/volumes/VOL001 | grep -c '^[0-9a-f]*$')" 0 \
	    "$kind: no file is left"
done

says "ERASE is for clusters: the member stays" "  DELETE NO.PDS(M) ERASE" \
    "0IDC2553I ERASE OPTION IS INVALID FOR ENTRY TYPE
 IDC0548I ** MEMBER M NOT DELETED
$(cc 8)"
says "nor has a cluster members" "  DELETE NO.PDS(M) CLUSTER" \
    "0IDC3019I INVALID ENTRY TYPE FOR REQUESTED ACTION
 IDC3009I ** VSAM CATALOG RETURN CODE IS 60 - REASON CODE IS IGG0CLEX-0
 IDC0548I ** MEMBER M NOT DELETED
$(cc 8)"
says "DELETE of a member of what is not there" "  DELETE NO.PDS(M)" \
    "0IDC3012I ENTRY NO.PDS NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
 IDC0548I ** MEMBER M NOT DELETED
$(cc 8)"
for i in $(seq 20); do
	echo "  REPRO INFILE(B) OUTDATASET(T.FULL(M$i))"
done | sed '1s/OUTDATASET.*/OUTFILE(O)/' >deck
ok "a directory of one block takes 20 members" "$idcams" "${b[@]}" \
    --dd "O=T.FULL(M1),new,recfm=FB,lrecl=20,space=trk(1,1,1)" deck
says "and no more" "  REPRO INFILE(B) OUTDATASET(T.FULL(M21))" \
    "0IDC3301I  ERROR CLOSING T.FULL(M21)
 CATAMOUNT ** ITS 1 DIRECTORY BLOCKS ARE FULL
$(records 0)
$failed" "${b[@]}"
says "a member that is there is replaced still" \
    "  REPRO INFILE(A) OUTDATASET(T.FULL(M7))" "$(records 2)
$(cc 0)" "${a[@]}"

# FILE of a DD that is SHR: another that has the data set stays in.
says "in use by the job itself as SHR: FILE leaves it so" \
    "  DELETE T.FULL(M8) FILE(S)" "0IDC0549I MEMBER M8 DELETED
$(cc 0)" --dd S=T.FULL,shr
says "MOD adds a member" "  REPRO INFILE(B) OUTFILE(O)" "$(records 1)
$(cc 0)" "${b[@]}" --dd "O=T.FULL(NEW),mod"
says "and does not extend one" "  REPRO INFILE(B) OUTFILE(O)" \
    "0IDC3300I  ERROR OPENING T.FULL(NEW)
 IDC3312I ** SYSTEM UNABLE TO OPEN
 CATAMOUNT ** MOD DOES NOT EXTEND A MEMBER THAT IS THERE
$(records 0)
$failed" "${b[@]}" --dd "O=T.FULL(NEW),mod"
says "a data set without members has none" \
    "  PRINT INDATASET(T.PS(M))" \
    "0IDC3300I  ERROR OPENING T.PS(M)
 IDC3351I ** VSAM OPEN RETURN CODE IS 188
$(records 0)
$failed" --dd "O=T.PS,new,recfm=FB,lrecl=80"
finish

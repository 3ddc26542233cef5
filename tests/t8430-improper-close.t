#!/bin/bash
# A writer is killed before it closes: what OPEN, VERIFY and EXAMINE say of it,
# and that the next open finds the data set closed. 116 and 118 are the ACB
# error codes of an open that worked (base/status.h); condition code 4.
. "$(dirname "$0")/support/tap.sh"
[ -x "$idcams" ] || skip_all "no $idcams"

run() { # options and commands; SYSPRINT to out
	"$idcams" --no-pages "$@" >out 2>err
}
messages() { grep -o 'IDC[0-9]*I.*\|CATAMOUNT.*' out; }
said() { messages | head -n "$1" | tr '\n' '|'; }

cat /proc/self/io /proc/self/wchan >/dev/null 2>&1 ||
    skip_all "/proc does not tell what a process waits for"
mkfifo f1
io() { sed -n 's/^rchar: //p' /proc/$pid/io; }
# A writer that has put records of 9 bytes and waits for more on descriptor 4:
# it has read them, and waits for the next in the pipe.
writer() { # data set, records
	local before i

	"$idcams" --dd "I=path:f1,recfm=f,lrecl=9" \
	    -e "REPRO INFILE(I) OUTDATASET($1)" >killed.out 2>&1 &
	pid=$!
	exec 4>f1
	for ((i = 0; i < 5000; i++)); do
		grep -qE "pipe|poll" /proc/$pid/wchan && break
		sleep 0.01
	done
	before=$(io)
	printf %s "$2" | iconv -f ascii -t IBM1047 >&4
	for ((i = 0; i < 5000; i++)); do
		[ "$(io)" -ge $((before + ${#2})) ] &&
		    grep -qE "pipe|poll" /proc/$pid/wchan && break
		sleep 0.01
	done
}
gone() {
	kill -KILL $pid
	wait $pid 2>/dev/null
	exec 4>&-
}
killed() { # data set, records
	writer "$@"
	gone
}
n=0
litter() { ls "$CATAMOUNT_ROOT"/volumes/*/ | grep -c '\.'; }

printf '0001ZZ333\n0002AA222\n0003ZZ111\n' >in.txt
run --dd I=path:in.txt,text \
    -e 'DEFINE CLUSTER(NAME(A.B) TRK(1 1) KEYS(4 0) RECSZ(9 9))' \
    -e 'REPRO INFILE(I) OUTDATASET(A.B)' \
    -e 'DEFINE AIX(NAME(A.X) RELATE(A.B) TRK(1 1) KEYS(2 4))' \
    -e 'BLDINDEX INDATASET(A.B) OUTDATASET(A.X)' \
    -e 'DEFINE PATH(NAME(A.P) PATHENTRY(A.X))'
is $? 0 "a cluster with an alternate index"
redone='CATAMOUNT ** NOT CLOSED BY ITS LAST WRITER: 2 REQUESTS DONE AGAIN FROM ITS LOG'
warned="IDC3300I  ERROR OPENING A.B|IDC3351I ** VSAM OPEN RETURN CODE IS 118|$redone|"

# --- EXAMINE looks and leaves it
killed A.B 0004MM4440005NN555
run -e 'EXAMINE NAME(A.B) ITEST DTEST'
is "$? $(said 3)" "4 $warned" "EXAMINE says that it was not closed"
is "$(messages | grep 01710)" "IDC01710I DATA COMPONENT CONTAINS 5 RECORDS" \
    "and tests what the log makes of it"
run -e 'EXAMINE NAME(A.B)'
is $? 4 "the mark stays"

# --- PRINT: OPEN verifies
run -e 'PRINT INDATASET(A.B) CHARACTER'
is "$? $(said 3)" "4 $warned" "PRINT opens it with 118"
is "$(messages | grep 0005I)" "IDC0005I NUMBER OF RECORDS PROCESSED WAS 5" \
    "and has all that was put"
run -e 'PRINT INDATASET(A.B) CHARACTER' -e 'EXAMINE NAME(A.X) ITEST DTEST' \
    -e 'PRINT INDATASET(A.P) CHARACTER'
is "$? $(grep -c 3351 out)" "0 0" \
    "the next opens find cluster and alternate index closed"
is "$(litter)" 0 "no log or batch file is left"

# --- REPRO: either side
killed A.B 0006MM4440007NN555
run --dd O=path:got.txt,text -e 'REPRO INDATASET(A.B) OUTFILE(O)'
is "$? $(said 3) $(wc -l <got.txt)" "4 $warned 7" "REPRO from it"
killed A.B 0008MM4440009NN555
printf '0010QQ000\n' >more.txt
run --dd I=path:more.txt,text -e 'REPRO INFILE(I) OUTDATASET(A.B)'
is "$? $(said 3)" "4 $warned" "REPRO into it"
run -e 'EXAMINE NAME(A.B) ITEST DTEST'
is "$? $(messages | grep 01710)" \
    "0 IDC01710I DATA COMPONENT CONTAINS 10 RECORDS" "has both"
killed A.B 0011MM4440012NN555
run -e 'PRINT INDATASET(A.P) CHARACTER'
is "$? $(said 2)" \
    "4 IDC3300I  ERROR OPENING A.P|IDC3351I ** VSAM OPEN RETURN CODE IS 118|" \
    "by a path it is the base that was not closed"

killed A.B 0013MM4440014NN555
run -e 'DEFINE AIX(NAME(A.Y) RELATE(A.B) TRK(1 1) KEYS(3 6))' \
    -e 'BLDINDEX INDATASET(A.B) OUTDATASET(A.Y)' -e 'EXAMINE NAME(A.Y) DTEST'
is "$? $(grep -c '3351I.*118\|A.Y SUCCESSFULLY BUILT' out)" "4 2" \
    "BLDINDEX of it"
run -e 'DELETE A.Y'

# --- VERIFY
for words in 'VERIFY DATASET(A.B)' 'VERIFY FILE(D)' 'VERIFY DATASET(A.P)' \
    'VERIFY DATASET(A.B.DATA)' 'VERIFY DATASET(A.B) RECOVER'; do
	killed A.B "00$((++n + 20))MM444"
	run --dd D=A.B -e "$words"
	is "$? $(said 1)" \
	    "0 IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0|" \
	    "$words closes it"
	run -e 'EXAMINE NAME(A.B) DATATEST' -e 'EXAMINE NAME(A.X) DATATEST'
	is "$? $(litter)" "0 0" "with its alternate index, nothing is left"
done
run -e 'VERIFY DATASET(A.B)'
is $? 0 "VERIFY of what was closed"
run -e 'DEFINE CLUSTER(NAME(A.NEW) TRK(1 1) KEYS(4 0) RECSZ(9 9))' \
    -e 'VERIFY DATASET(A.NEW) RECOVER' -e 'PRINT INDATASET(A.NEW)'
is "$? $(messages | grep 3351)" "12 IDC3351I ** VSAM OPEN RETURN CODE IS 160" \
    "VERIFY leaves a cluster that was never loaded as it is"

# --- a first load that dies was none
killed A.NEW 0001MM4440002NN555
run -e 'PRINT INDATASET(A.NEW)'
is "$? $(messages | grep 3351)" "12 IDC3351I ** VSAM OPEN RETURN CODE IS 160" \
    "a first load that dies leaves a cluster that was never loaded"
run -e 'VERIFY DATASET(A.NEW)'
is $? 0 "VERIFY leaves it so"

# --- in use
writer A.B 0040MM444
run -e 'VERIFY DATASET(A.B)'
is "$? $(messages | grep 3351)" "12 IDC3351I ** VSAM OPEN RETURN CODE IS 168" \
    "VERIFY of what is open elsewhere is 168"
kill -STOP $pid
run -e 'EXAMINE NAME(A.B)'
is "$? $(messages | grep 3351)" "12 IDC3351I ** VSAM OPEN RETURN CODE IS 168" \
    "and EXAMINE of what is being written"
gone
run -e 'VERIFY DATASET(A.B)'
is $? 0 "as soon as the writer is gone it is verified"

# --- the log is gone
lost='CATAMOUNT ** ITS LOG IS GONE OR DAMAGED: REQUESTS SINCE THE LAST COMMIT MAY BE LOST'
lose() {
	killed A.B "00$((++n + 50))MM444"
	rm -f "$CATAMOUNT_ROOT"/volumes/*/*.log
}
lose
run -e 'EXAMINE NAME(A.B)'
is "$? $(said 3)" \
    "4 IDC3300I  ERROR OPENING A.B|IDC3351I ** VSAM OPEN RETURN CODE IS 116|$lost|" \
    "without its log it is 116"
run -e 'PRINT INDATASET(A.B) CHARACTER COUNT(1)'
is "$? $(said 3)" \
    "4 IDC3300I  ERROR OPENING A.B|IDC3351I ** VSAM OPEN RETURN CODE IS 116|$lost|" \
    "which OPEN says"
run -e 'PRINT INDATASET(A.B) CHARACTER COUNT(1)'
is "$? $(said 3)" \
    "4 IDC3300I  ERROR OPENING A.B|IDC3351I ** VSAM OPEN RETURN CODE IS 116|$lost|" \
    "again and again to who only reads"
printf '0048QQ000\n' >more.txt
run --dd I=path:more.txt,text -e 'REPRO INFILE(I) OUTDATASET(A.B)'
is "$? $(grep -c '3351I.*116' out)" "4 1" "an open for output says it too"
run -e 'PRINT INDATASET(A.B) CHARACTER COUNT(1)' -e 'EXAMINE NAME(A.B) DTEST'
is "$? $(grep -c 3351 out)" "0 0" "and decides"
lose
run -e 'VERIFY DATASET(A.B)'
is "$? $(messages | grep 3351)" "4 IDC3351I ** VSAM OPEN RETURN CODE IS 116" \
    "VERIFY says it too"
run -e 'VERIFY DATASET(A.B) RECOVER'
is $? 0 "once"
# A log whose header says nothing, and one with another byte in its record: the
# first record begins at 4096 (doc/formats/log.md).
for at in 0 4180; do
	killed A.B "00$((++n + 60))MM444"
	printf '\xAA\x55\xAA\x55' | dd of="$(echo "$CATAMOUNT_ROOT"/volumes/*/*.log)" \
	    bs=1 seek=$at conv=notrunc 2>/dev/null
	run -e 'PRINT INDATASET(A.B) CHARACTER COUNT(1)'
	is "$? $(said 3)" \
	    "4 IDC3300I  ERROR OPENING A.B|IDC3351I ** VSAM OPEN RETURN CODE IS 116|$lost|" \
	    "so it is with a log that is damaged at $at"
	run -e 'VERIFY DATASET(A.B)'
	is "$? $(grep -c '3351I.*116' out) $(ls "$CATAMOUNT_ROOT"/volumes/*/*.bad | wc -l)" \
	    "4 1 1" "VERIFY keeps it aside"
	run -e 'EXAMINE NAME(A.B) ITEST DTEST' -e 'EXAMINE NAME(A.X) ITEST DTEST'
	is "$? $(grep -c 'NO ERRORS' out)" "0 4" "what was committed is whole"
done

# Of five requests the third is damaged. Bytes 4 to 7 of a record are its length
# (doc/formats/log.md).
len() { # offset
	local b

	read -ra b < <(od -An -tu1 -j $(($1 + 4)) -N 4 "$log")
	echo $((b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3]))
}
killed A.B 0070MM4440071MM4440072MM4440073MM4440074MM444
log=$(echo "$CATAMOUNT_ROOT"/volumes/*/*.log)
at=$((4096 + $(len 4096)))
at=$((at + $(len $at)))
printf '\xAA\x55' | dd of="$log" bs=1 seek=$((at + 50)) conv=notrunc 2>/dev/null
cp "$log" saved
two='CATAMOUNT ** NOT CLOSED BY ITS LAST WRITER: 2 REQUESTS DONE AGAIN FROM ITS LOG'
three='CATAMOUNT ** AT LEAST 3 OF THEM ARE'
rm -f "$CATAMOUNT_ROOT"/volumes/*/*.bad
for again in 1 2; do
	run -e 'PRINT INDATASET(A.B) CHARACTER FROMKEY(0070)'
	is "$? $(messages | sed -n '2,5p' | tr '\n' '|')" \
	    "4 IDC3351I ** VSAM OPEN RETURN CODE IS 116|$two|$lost|$three|" \
	    "who reads sees the two requests before the damage, and that three are lost"
	is "$(messages | grep 0005I)" \
	    "IDC0005I NUMBER OF RECORDS PROCESSED WAS 2" "as they are"
	cmp -s "$log" saved
	is $? 0 "and leaves the log"
done
run -e 'VERIFY DATASET(A.B)'
is "$? $(messages | sed -n '2,5p' | tr '\n' '|')" \
    "4 IDC3351I ** VSAM OPEN RETURN CODE IS 116|$two|$lost|$three|" \
    "VERIFY says the same"
kept=$(cd "$CATAMOUNT_ROOT"/volumes && ls ./*/*.bad)
is "$(messages | grep KEPT | tr A-Z a-z)" \
    "catamount ** a damaged log is kept as file ${kept##*/}" "and where the log is"
cmp -s "$CATAMOUNT_ROOT/volumes/$kept" saved
is $? 0 "as it was"
run -e 'VERIFY DATASET(A.B) RECOVER' -e 'EXAMINE NAME(A.B) ITEST DTEST'
is "$? $(grep -c 'NO ERRORS' out)" "0 2" "once, and the set is whole"
run -e 'DELETE A.B'
is "$? $(litter)" "0 0" "it goes with the data set"
finish

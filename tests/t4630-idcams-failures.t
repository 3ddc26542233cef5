#!/bin/bash
# Commands that fail: messages, order of lines and codes as z/OS has them for
# the same case (or as the second-level texts of MVS 3.8 say); what z/OS has no
# message for is said in CATAMOUNT lines.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

# without the numbers of processes, too
body() {
	local deck=$1

	shift
	"$idcams" --asa --no-pages "$@" "$deck" 2>err |
	    grep -v "${body_drop[@]}" | sed -E 's/PROCESS [0-9]+/PROCESS n/'
}
none='0IDC0005I NUMBER OF RECORDS PROCESSED WAS 0'

printf 'AA one\nBB two\nCC three\n' >in.txt
in=(--dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text")
cat >deck <<'END'
  DEFINE CLUSTER(NAME(T.KSDS) TRK(1 1) RECSZ(10 20) KEYS(2 0) TO(2030001))
  DEFINE CLUSTER(NAME(T.ESDS) TRK(1 1) RECSZ(10 20) NONINDEXED)
  DEFINE CLUSTER(NAME(T.EMPTY) TRK(1 1) RECSZ(10 20) KEYS(2 0))
  REPRO INFILE(IN) OUTDATASET(T.KSDS)
END
run 0 "three clusters are there" "$idcams" "${in[@]}" deck

says "an empty cluster cannot be read" "  REPRO IDS(T.EMPTY) ODS(T.ESDS)" \
    "0IDC3300I  ERROR OPENING T.EMPTY
 IDC3351I ** VSAM OPEN RETURN CODE IS 160
$none
$failed"
says "REUSE of a loaded cluster without REUSE is refused" \
    "  REPRO INFILE(IN) ODS(T.KSDS) REUSE" \
    "0IDC3300I  ERROR OPENING T.KSDS
 IDC3351I ** VSAM OPEN RETURN CODE IS 232
$none
$failed" "${in[@]}"
says "CANCEL ends the step, as a line of our own says" "  PRINT INFILE(NODD)
  CANCEL
  PRINT INFILE(NODD)" \
    "0IDC3300I  ERROR OPENING NODD
 IDC3304I ** JCL STATEMENT MISSING
$none
$failed
0CATAMOUNT CANCEL ENDED THE STEP"
says "a missing DD" "  PRINT INFILE(NODD)" \
    "0IDC3300I  ERROR OPENING NODD
 IDC3304I ** JCL STATEMENT MISSING
$none
$failed"
says "a host file that is not there" "  PRINT INFILE(X)" \
    "0IDC3300I  ERROR OPENING X
 IDC3312I ** SYSTEM UNABLE TO OPEN
 CATAMOUNT ** /NO/SUCH: CANNOT OPEN: NO SUCH FILE OR DIRECTORY
$none
$failed" --dd "X=path:/no/such,recfm=V,lrecl=80,text"
says "duplicate keys and short records are errors of theirs" \
    "  REPRO INFILE(IN) ODS(T.KSDS) ERRORLIMIT(3)" \
    "0IDC3302I  ACTION ERROR ON T.KSDS
 IDC3308I ** DUPLICATE RECORD X'C1C1'
0IDC3302I  ACTION ERROR ON T.KSDS
 IDC3308I ** DUPLICATE RECORD X'C2C2'
0IDC3302I  ACTION ERROR ON T.KSDS
 IDC3308I ** DUPLICATE RECORD X'C3C3'
0IDC31467I MAXIMUM ERROR LIMIT REACHED.
$none
$failed" "${in[@]}"
says "REPLACE takes them" "  REPRO INFILE(IN) ODS(T.KSDS) REPLACE" \
    "0IDC0005I NUMBER OF RECORDS PROCESSED WAS 3
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0" "${in[@]}"
says "a key behind the last" "  REPRO IDS(T.KSDS) ODS(T.ESDS) FROMKEY(DD)" \
    "0IDC3302I  ACTION ERROR ON T.KSDS
 IDC3351I ** VSAM I/O RETURN CODE IS 16
$none
0IDC3006I FUNCTION TERMINATED DUE TO BEGINNING POSITIONING ERROR"
says "an address within a record" "  PRINT IDS(T.KSDS) FROMADDRESS(1)" \
    "0IDC3302I  ACTION ERROR ON T.KSDS
 IDC3351I ** VSAM I/O RETURN CODE IS 32
$none
0IDC3006I FUNCTION TERMINATED DUE TO BEGINNING POSITIONING ERROR"
says "an unexpired entry stays" "  DELETE T.KSDS" \
    "0IDC3023I UNEXPIRED PURGE DATE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 84 - REASON CODE IS IGG0CLEX-6
 IDC0551I ** ENTRY T.KSDS NOT DELETED
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 8"
says "a duplicate name" "  DEFINE CLUSTER(NAME(T.KSDS) TRK(1 1))" \
    "0IGD17101I DATA SET T.KSDS
 NOT DEFINED BECAUSE DUPLICATE NAME EXISTS IN CATALOG
 RETURN CODE IS 8 REASON CODE IS 38 IGG0CLEH
 IGD17219I UNABLE TO CONTINUE DEFINE OF DATA SET
 T.KSDS
0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
$failed"
says "a set is not copied to itself" "  REPRO IDS(T.KSDS) ODS(T.KSDS) REPLACE" \
    "0IDC3300I  ERROR OPENING T.KSDS
 IDC3351I ** VSAM OPEN RETURN CODE IS 168
 CATAMOUNT ** HELD BY THIS PROGRAM ITSELF
$none
$failed"
says "a command without an action" "  SHCDS LISTDS(T.KSDS)" \
    "0CATAMOUNT SHCDS ASKS FOR RECORD-LEVEL SHARING; THERE IS NO SMSVSAM SERVER HERE, AND SHAREOPTIONS DECIDE WHO SHARES
$failed"

# Another process has it: refused at once, and who it is.
# The one that asks whether it is held may come in the holder's way, which then
# ends at once: it is started again.
mkfifo pipe
exec 9<>pipe
hold() {
	"$idcams" --dd K=T.KSDS,old - <pipe >/dev/null 2>&1 9>&- &
	holder=$!
}
hold
printf '  PRINT IDS(T.KSDS) COUNT(1)\n' >deck
for ((i = 0; i < 400; i++)); do
	"$idcams" deck 2>&1 | grep -q "HELD BY IDCAMS" && break
	kill -0 $holder 2>/dev/null || hold
	sleep 0.05
done
says "a data set in use names its holder" "  REPRO IDS(T.KSDS) ODS(T.ESDS)" \
    "0IDC3300I  ERROR OPENING T.KSDS
 IDC3351I ** VSAM OPEN RETURN CODE IS 168
 CATAMOUNT ** HELD BY IDCAMS (PROCESS n)
$none
$failed"
echo ' SET MAXCC = 0' >deck
"$idcams" --dd i=t.ksds,old deck >out 2>err
is "$? $(sed 's/[0-9]\{1,\}/n/g' err)" \
    "16 idcams: i=t.ksds,old: in use; held by idcams (process n)" \
    "a DD says it once, on standard error"
says "so does DELETE" "  DELETE T.KSDS PURGE" \
    "0IDC3028I DATA SET IN USE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 184 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** HELD BY IDCAMS (PROCESS n)
 IDC0551I ** ENTRY T.KSDS NOT DELETED
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 8"
exec 9>&-
wait
says "it can be deleted when the holder has ended" "  DELETE T.KSDS PURGE" \
    "0IDC0550I ENTRY (D) T.KSDS.DATA DELETED
0IDC0550I ENTRY (I) T.KSDS.INDEX DELETED
0IDC0550I ENTRY (C) T.KSDS DELETED
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0"
finish

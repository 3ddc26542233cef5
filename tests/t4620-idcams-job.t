#!/bin/bash
# A whole job: delete what is not there, define, load, print, list, delete.
# Its SYSPRINT, line by line, against tests/data/t4620-job.txt, which was
# written by hand from listings of z/OS for the same commands.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

printf '0001ADAMS\n0002BAKER\n0003Clark\n' >in.txt
cat >deck <<'END'
  /* LOAD AND SHOW */
  DELETE PAY.MASTER CLUSTER PURGE
  SET MAXCC=0
  DEFINE CLUSTER(NAME(PAY.MASTER) INDEXED -
    KEYS(4 0) RECORDSIZE(20 40) TRACKS(1 1))
  REPRO INFILE(IN) OUTDATASET(PAY.MASTER)
  IF LASTCC = 0 THEN -
    PRINT INDATASET(PAY.MASTER) CHARACTER SKIP(1)
  PRINT INDATASET(PAY.MASTER) TOKEY(0001)
  LISTCAT ENTRIES(PAY.MASTER) HISTORY
  DELETE PAY.MASTER
END
run 0 "the job ends with 0" "$idcams" --asa \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=40,text" deck
same out "$top/tests/data/t4620-job.txt" "its SYSPRINT is that of z/OS"

# The plain form is the same with empty lines for the spacing.
run 0 "it runs again" "$idcams" \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=40,text" deck
awk '/^[01]/ && NR > 1 { print "" } /^-/ { print ""; print "" }
    { line = substr($0, 2); sub(/ +$/, "", line); print line }' \
    "$top/tests/data/t4620-job.txt" >plain
same out plain "the plain form spaces by empty lines"

# TN shows lower case; SYSPRINT may be a data set of VBA records.
run 0 "chain TN" "$idcams" --graphics TN \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=40,text" deck
like "$(cat out)" "^0003Clark$" "chain TN prints lower case"
run 0 "SYSPRINT as a DD" "$idcams" --dd "SYSPRINT=path:$work/list" \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=40,text" deck
is "$(wc -c <out)" 0 "nothing goes to standard output then"
# Its first record: length X'0075' = 4 + 113, '1' and "IDCAMS" in EBCDIC.
is "$(head -c 11 list | od -An -tx1 | tr -d ' ')" "00750000f1c9c4c3c1d4e2" \
    "it holds RDWs, ASA control characters and EBCDIC"
finish

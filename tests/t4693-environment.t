#!/bin/bash
# ENVIRONMENT says what the records of a host file are, over what its DD says;
# of a data set of the system it must be true.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

printf 'AAAABBBBCCCC' >in
printf '  REPRO INFILE(IN ENV(RECFM(FB) RECSZ(4))) OUTFILE(OUT)\n' >deck
run 0 "FIXBLK and RECORDSIZE of an input without attributes" "$idcams" \
    --dd "IN=path:$work/in" --dd "OUT=path:$work/out,recfm=fb,lrecl=4" deck
like "$(cat out)" "AAAABBBBCCCC" "copied"
printf '  PRINT INFILE(IN ENVIRONMENT(RECORDFORMAT(F) RECORDSIZE(6))) HEX\n' >deck
run 0 "they win over the DD's" "$idcams" \
    --dd "IN=path:$work/in,recfm=fb,lrecl=4" deck
like "$(cat out)" "^414141414242" "six bytes a record"
is "$(grep -c 'RECORD SEQUENCE' out)" 2 "so two records"
printf '  PRINT INFILE(IN) HEX\n' >deck
run 0 "but for one command" "$idcams" \
    --dd "IN=path:$work/in,recfm=fb,lrecl=4" deck
is "$(grep -c 'RECORD SEQUENCE' out)" 3 "three records again"

cat >deck <<'END'
  REPRO INFILE(IN ENV(RECFM(F) RECSZ(4))) -
    OUTFILE(OUT ENV(RECFM(VARBLK) RECSZ(80) BLKSZ(800)))
END
run 0 "VARBLK of an output without attributes" "$idcams" \
    --dd "IN=path:$work/in" --dd "OUT=path:$work/v" deck
# Record descriptors of 8 bytes, the data behind them.
is "$(od -An -tx1 v | tr -d ' \n')" \
    "000800004141414100080000424242420008000043434343" "has descriptors"
cat >deck <<'END'
  REPRO INFILE(IN ENV(RECFM(F) RECSZ(4) NLBL UNLD PDEV(3390) DUMMY)) -
    OUTFILE(OUT)
END
run 0 "words of ISAM and tapes ask for nothing" "$idcams" \
    --dd "IN=path:$work/in" --dd "OUT=path:$work/w,recfm=fb,lrecl=4" deck
same w in "the same bytes"

printf '  REPRO INFILE(IN) OUTFILE(OUT)\n' >deck
run 0 "a data set of the system" "$idcams" \
    --dd "IN=path:$work/in,recfm=fb,lrecl=4" \
    --dd "OUT=E.PS,new,recfm=fb,lrecl=4,space=trk(1,1)" deck
printf '  PRINT INDATASET(E.PS ENV(RECFM(VB)))\n' >deck
is "$(body deck)" "0IDC3300I  ERROR OPENING E.PS
 IDC3312I ** SYSTEM UNABLE TO OPEN
 CATAMOUNT ** ENVIRONMENT SAYS WHAT IT IS NOT: IT HAS RECFM FB, LRECL 4
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 0
0IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12" "is what it is"
printf '  PRINT INDATASET(E.PS ENV(RECFM(FB) RECSZ(4)))\n' >deck
run 0 "and says so" "$idcams" deck
finish

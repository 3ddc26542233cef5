#!/bin/bash
# Rules of single commands that no other test has: what z/OS refuses and what
# it lists, as facts of its books and of MVS 3.8 have them (the row is named at
# each), with lines of our own where z/OS's text is not known.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

printf 'AA one\nBB two\nCC six\n' >in.txt
in=(--dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text")
cat >deck <<'END'
  DEFINE CLUSTER(NAME(T.E) TRK(1 1) RECSZ(6 20) NONINDEXED)
  DEFINE CLUSTER(NAME(T.R1) TRK(1 1) RECSZ(6 6) NUMBERED)
  DEFINE CLUSTER(NAME(T.R2) TRK(1 1) RECSZ(6 6) NUMBERED)
  DEFINE CLUSTER(NAME(T.K) TRK(1 1) RECSZ(6 20) KEYS(2 0)) -
    DATA(NAME(T.D)) INDEX(NAME(X.I))
  DEFINE NONVSAM(NAME(T.NV) DEVICETYPES(3390) VOLUMES(VOL001))
  REPRO INFILE(IN) OUTDATASET(T.E)
END
run 0 "data sets are there" "$idcams" "${in[@]}" deck

# --- DELETE: ERASE of what is not VSAM (IDC2553I), TEST, EXCLUDE -------------
says "ERASE is for clusters: the entry stays" \
    "  DELETE (T.NV) ERASE" \
    "0IDC2553I ERASE OPTION IS INVALID FOR ENTRY TYPE
 IDC0551I ** ENTRY T.NV NOT DELETED
$(cc 8)"
says "TEST lists what would go" "  DELETE T.** MASK TEST EXCLUDE(T.R1 T.E*)" \
    "0CATAMOUNT TEST: ENTRY (D) T.D WOULD BE DELETED
0CATAMOUNT TEST: ENTRY (I) X.I WOULD BE DELETED
0CATAMOUNT TEST: ENTRY (C) T.K WOULD BE DELETED
0CATAMOUNT TEST: ENTRY (A) T.NV WOULD BE DELETED
0CATAMOUNT TEST: ENTRY (D) T.R2.DATA WOULD BE DELETED
0CATAMOUNT TEST: ENTRY (C) T.R2 WOULD BE DELETED
$(cc 0)"
says "TEST says what would be refused" "  DELETE T.NV ERASE TEST" \
    "0IDC2553I ERASE OPTION IS INVALID FOR ENTRY TYPE
 IDC0551I ** ENTRY T.NV NOT DELETED
$(cc 8)"
says "TEST has deleted nothing" "  REPRO IDS(T.E) OFILE(O)" \
    "$(records 3)
$(cc 0)" --dd O=dummy
# To a dummy OUTFILE no line is made; what is said is the same.
for to in dummy "path:$work/listing,text"; do
	says "PRINT to ${to%%:*} counts its records" \
	    "  PRINT IDS(T.E) OUTFILE(O) HEX" "$(records 3)
$(cc 0)" --dd "O=$to"
	says "PRINT to ${to%%:*} tells of a COUNT that is not there" \
	    "  PRINT IDS(T.E) OUTFILE(O) COUNT(4)" "$(records 3)
$(cc 4)" --dd "O=$to"
	says "PRINT to ${to%%:*} tells where it cannot begin" \
	    "  PRINT IDS(T.E) OUTFILE(O) FROMADDRESS(3)" \
	    "0IDC3302I  ACTION ERROR ON T.E
 IDC3351I ** VSAM I/O RETURN CODE IS 32
$(records 0)
0IDC3006I FUNCTION TERMINATED DUE TO BEGINNING POSITIONING ERROR" --dd "O=$to"
done
says "EXCLUDE leaves alone what it names" \
    "  DELETE T.N* MASK EXCLUDE(T.NV)" "$(cc 0)"
says "a name that EXCLUDE has as well is left alone" \
    "  DELETE T.NV EXCLUDE(T.NV)" "0CATAMOUNT T.NV IS EXCLUDED
$(cc 0)"

# --- REPRO into relative record data sets (IDC3582I, IDC3308I) ---------------
says "an empty RRDS gets numbers from 1 on" "  REPRO INFILE(IN) ODS(T.R1)
  REPRO INFILE(IN) ODS(T.R2) COUNT(2)" \
    "$(records 3)
$(cc 0)
$(records 2)
$(cc 0)" "${in[@]}"
says "one with records takes no others (2.11)" \
    "  REPRO IDS(T.E) ODS(T.R1)" \
    "0IDC3582I INPUT DATA SET ORGANIZATION INCOMPATIBLE WITH OUTPUT DATA SET
$(records 0)
$failed"
says "but those of an RRDS, by their numbers (4.3)" \
    "  REPRO IDS(T.R1) ODS(T.R2)" \
    "0IDC3302I  ACTION ERROR ON T.R2
 IDC3308I ** DUPLICATE RECORD 1
0IDC3302I  ACTION ERROR ON T.R2
 IDC3308I ** DUPLICATE RECORD 2
$(records 1)
$(cc 8)"
says "and they can be read" "  REPRO IDS(T.R2) OFILE(O)" "$(records 3)
$(cc 0)" --dd "O=path:$work/r2,recfm=F,lrecl=6"
is "$(iconv -f IBM1047 -t UTF-8 r2)" "AA oneBB twoCC six" "in their order"

# --- LISTCAT: what is indented (2.13) ----------------------------------------
# entries COMMAND: the lines that name entries.
entries() {
	printf '%s\n' "$1" >deck
	"$idcams" --asa --no-pages deck 2>err |
	    grep -E '^0 *(CLUSTER|DATA|INDEX|NONVSAM|GDG BASE|AIX|PATH) -'
}
is "$(entries "  LISTCAT")" "0CLUSTER ------- T.E
0DATA ---------- T.E.DATA
0CLUSTER ------- T.K
0DATA ---------- T.D
0INDEX --------- X.I
0NONVSAM ------- T.NV
0CLUSTER ------- T.R1
0DATA ---------- T.R1.DATA
0CLUSTER ------- T.R2
0DATA ---------- T.R2.DATA" "a whole catalog is listed flush left"
is "$(entries "  LISTCAT LEVEL(T)")" "0CLUSTER ------- T.E
0DATA ---------- T.E.DATA
0CLUSTER ------- T.K
0DATA ---------- T.D
0NONVSAM ------- T.NV
0CLUSTER ------- T.R1
0DATA ---------- T.R1.DATA
0CLUSTER ------- T.R2
0DATA ---------- T.R2.DATA" "so is a level, with what is below it alone"
is "$(entries "  LISTCAT ENTRIES(T.*)")" "0CLUSTER ------- T.E
0   DATA ------- T.E.DATA
0CLUSTER ------- T.K
0   DATA ------- T.D
0   INDEX ------ X.I
0NONVSAM ------- T.NV
0CLUSTER ------- T.R1
0   DATA ------- T.R1.DATA
0CLUSTER ------- T.R2
0   DATA ------- T.R2.DATA" "a cluster of a generic name has its components"
is "$(entries "  LISTCAT ENTRIES(T.*.DATA)")" "0DATA ---------- T.E.DATA
0DATA ---------- T.R1.DATA
0DATA ---------- T.R2.DATA" "a component that alone matches is listed for itself"
is "$(entries "  LISTCAT ENTRIES(X.*)")" "0INDEX --------- X.I" \
    "so is one named apart from its cluster"
is "$(entries "  LISTCAT ENTRIES(T.*) INDEX")" "0   INDEX ------ X.I" \
    "a type keyword drops the others"

# --- OUTFILE of fixed records ------------------------------------------------
printf '  LISTCAT ENTRIES(T.NV) OUTFILE(O)\n' >deck
run 0 "a listing goes to a file of fixed records" "$idcams" \
    --dd "O=path:$work/fb,recfm=FB,lrecl=121" deck
is "$(($(stat -c %s fb) % 121))" 0 "they have one length"
is "$(tr -dc '\0' <fb | wc -c)" 0 "and are filled with blanks, not zeros"
run 0 "so does SYSPRINT" "$idcams" \
    --dd "SYSPRINT=path:$work/sp,recfm=FB,lrecl=121" deck --dd O=dummy
is "$(tr -dc '\0' <sp | wc -c)" 0 "filled with blanks"

# --- host paths have their ddname --------------------------------------------
says "a relative path" "  REPRO INFILE(L) ODS(T.R1)" \
    "0IDC3300I  ERROR OPENING L
 IDC3312I ** SYSTEM UNABLE TO OPEN
 CATAMOUNT ** CANNOT OPEN: NO SUCH FILE OR DIRECTORY
$(records 0)
$failed" --dd "L=path:no.such,recfm=F,lrecl=6"
like "$("$idcams" --dd "L=path:in.txt,recfm=V,lrecl=80,text" \
    -e 'print infile(l) char')" '^LISTING OF DATA SET -L$' \
    "PRINT's subtitle, by -e too"

# --- an interrupt ends the command at work -----------------------------------
# Records without end: once a megabyte has gone through the pipe, the copy runs.
mkfifo pipe
{ head -c 1000000 /dev/zero | tr '\0' 'A'; : >begun; exec yes AAAAA; } >pipe &
printf '  DEFINE CLUSTER(NAME(T.I) CYL(9 99) RECSZ(6 6) NONINDEXED)
  REPRO INFILE(IN) ODS(T.I)\n  LISTCAT\n' >deck
"$idcams" --asa --no-pages --dd "IN=path:$work/pipe,recfm=F,lrecl=6" deck \
    >out 2>err &
pid=$!
while [ ! -e begun ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
kill -TERM $pid
wait $pid
is $? 143 "a copy without end ends by the signal"
like "$(cat out)" 'CATAMOUNT INTERRUPTED' "says so"
like "$(cat out)" 'IDC3003I' "with code 12"
unlike "$(cat out)" 'LISTING FROM' "no other command is done"
n=$(sed -n 's/.*IDC0005I NUMBER OF RECORDS PROCESSED WAS //p' out)
says "what was copied is there" "  REPRO IDS(T.I) OFILE(O)" "$(records "$n")
$(cc 0)" --dd O=dummy

# --- positioning, dates of a sphere, growth ----------------------------------
cat >deck <<'END'
  DEFINE CLUSTER(NAME(Q.R) TRK(1 1) RECSZ(6 6) NUMBERED)
  DEFINE CLUSTER(NAME(Q.K) TRK(1 1) RECSZ(6 20) KEYS(2 0))
  DEFINE AIX(NAME(Q.X) RELATE(Q.K) KEYS(3 3) RECSZ(10 100) TRK(1 1) -
    FOR(9999))
  REPRO INFILE(IN) ODS(Q.R)
END
run 0 "three slots, a base with an alternate index" "$idcams" "${in[@]}" deck
says "FROMNUMBER behind the last slot in use cannot be found (16)" \
    "  REPRO IDS(Q.R) OFILE(O) FROMNUMBER(4)" \
    "0IDC3302I  ACTION ERROR ON Q.R
 IDC3351I ** VSAM I/O RETURN CODE IS 16
$(records 0)
0IDC3006I FUNCTION TERMINATED DUE TO BEGINNING POSITIONING ERROR" --dd O=dummy
says "an alternate index that has not expired keeps its base (84)" \
    "  DELETE Q.K" \
    "0IDC3023I UNEXPIRED PURGE DATE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 84 - REASON CODE IS IGG0CLEX-6
 CATAMOUNT ** FOR Q.X
 IDC0551I ** ENTRY Q.K NOT DELETED
$(cc 8)"
says "PURGE takes them all" "  DELETE Q.K PURGE" \
    "$(printf '0IDC0550I ENTRY (%s) %s DELETED\n' D Q.X.DATA I Q.X.INDEX \
	G Q.X D Q.K.DATA I Q.K.INDEX C Q.K)
$(cc 0)"
# 16 MiB: more than sixteen extents of a cylinder have.
head -c 16777200 /dev/zero >large
says "a data set made without space= grows as it must" \
    "  REPRO INFILE(IN) OFILE(OUT)" "$(records 209715)
$(cc 0)" --dd "IN=path:$work/large,recfm=F,lrecl=80" \
    --dd "OUT=Q.LARGE,new,recfm=FB,lrecl=80"
finish

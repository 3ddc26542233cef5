#!/bin/bash
# ALLOCATE: a ddname for the commands that follow, a data set made when it is
# new, and what becomes of it at the end of the run.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

body_drop+=(-e IDC0181I)
done0='0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0'
# lists NAME: is there such an entry?
lists() {
	"$idcams" -e "listcat entries($1)" >out 2>&1
}
printf 'AAAABBBBCCCC' >in
in=(--dd "IN=path:$work/in,recfm=fb,lrecl=4")

cat >deck <<'END'
  ALLOCATE DATASET(A.PS) FILE(NEWPS) NEW SPACE(2 1) TRACKS -
    RECFM(F B) LRECL(4) BLKSIZE(400) DSORG(PS) CATALOG
  REPRO INFILE(IN) OUTFILE(NEWPS)
  PRINT INFILE(NEWPS) HEX
END
run 0 "a new data set, used by its ddname" "$idcams" "${in[@]}" deck
is "$(grep -c 'RECORD SEQUENCE' out)" 3 "has what was copied"
run 0 "and is there afterwards" lists A.PS
cat >deck <<'END'
  ALLOC DA(A.PS) F(IT) SHR
  PRINT INFILE(IT) COUNT(1)
  ALLOC DSN(A.PS) DDNAME(IT) OLD
END
run 12 "SHR, and the same ddname again" "$idcams" deck
like "$(cat out)" "PROCESSED WAS 1" "is read"
like "$(cat out)" "IKJ56246I FILE IT NOT ALLOCATED, FILE IN USE" "in use"
says "without a word it must be there" "  ALLOCATE DSNAME(NO.SUCH) FILE(X)" \
    "0IKJ56228I DATA SET NO.SUCH NOT IN CATALOG OR CATALOG CAN NOT BE ACCESSED
$failed"
says "NEW must not" "  ALLOC DSN(A.PS) F(X) NEW SPACE(1) TRACKS RECFM(F) LRECL(4)" \
    "0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
$failed"

# --- LIKE, units, what becomes of it ---------------------------------------------
# attributes NAME: RECFM LRECL BLKSIZE and space, as LISTCAT and the DD have it
cat >deck <<'END'
  ALLOC DSN(A.LIKE) F(X) NEW LIKE(A.PS)
  REPRO INFILE(IN) OUTFILE(X)
  ALLOC DSN(A.REF) F(Y) NEW REFDD(X) LRECL(8) BLKSIZE(800)
  REPRO INFILE(IN8) OUTFILE(Y)
END
printf 'AAAABBBBCCCCDDDD' >in8
run 0 "LIKE and REFDD" "$idcams" "${in[@]}" \
    --dd "IN8=path:$work/in8,recfm=fb,lrecl=8" deck
cat >deck <<'END'
  ALLOC DSN(A.BLK) F(X) NEW SPACE(100) BLOCK(6144) RECFM(U) BLKSIZE(6144)
  ALLOC DSN(A.AVG) F(Y) NEW SPACE(10 5) AVBLOCK(560) AVGREC(K) -
    RECFM(FB) LRECL(80)
  ALLOC DSN(A.CYL) F(Z) NEW SPACE(16) TRACKS ROUND RECFM(FB) LRECL(80)
  LISTCAT LEVEL(A) ALLOCATION
END
run 0 "blocks, records, whole cylinders" "$idcams" deck
# A 3390 track has 8 blocks of 6144: 13 tracks. 10 K of 560 bytes are 103
# tracks of 55,996 bytes.
cat >deck <<'END'
  ALLOC DSN(A.GONE) F(X) NEW SPACE(1) TRACKS RECFM(FB) LRECL(4) DELETE
  REPRO INFILE(IN) OUTFILE(X)
  ALLOC F(TEMP) SPACE(1 1) TRACKS RECFM(FB) LRECL(4)
  REPRO INFILE(X) OUTFILE(TEMP)
  PRINT INFILE(TEMP) HEX COUNT(3)
  LISTCAT LEVEL(SYS22244) NAME
END
run 0 "DELETE, and one without a name" "$idcams" "${in[@]}" deck
is "$(grep -c 'RECORD SEQUENCE' out)" 3 "both hold records meanwhile"
like "$(cat out)" "NONVSAM ------- SYS22244.T153644.RA000" "its name is z/OS's"
run 4 "at the end A.GONE is gone" lists A.GONE
run 4 "so is the temporary one" lists "'SYS22244.*.*.*.*'"
cat >deck <<'END'
  ALLOCATE FILE(TMP) NEW SPACE(1) TRACKS DELETE
  REPRO INFILE(IN) OUTFILE(TMP)
  REPRO INFILE(IN) OUTFILE(TMP)
  PRINT INFILE(TMP) CHARACTER
  REPRO INFILE(TMP) OUTFILE(HOST)
  ALLOCATE FILE(T2) NEW SPACE(1) TRACKS LRECL(80) DELETE
  REPRO INFILE(TEN) OUTFILE(T2)
  REPRO INFILE(T2) OUTFILE(HOST2)
END
printf '%s\n' short 'a record that is longer' x >ten
run 0 "without RECFM a new data set is of undefined length" "$idcams" \
    --dd "IN=path:$work/in,recfm=fb,lrecl=4" --dd "HOST=path:$work/host,text" \
    --dd "TEN=path:$work/ten,text" --dd "HOST2=path:$work/host2,text" deck
is "$(grep -c 'RECORD SEQUENCE' out)" 3 "each record is a block of its own"
is "$(cat host2)" "$(cat ten)" "of its own length, with LRECL as well"
printf '  ALLOC DSN(A.REF) F(X) OLD UNCATALOG\n' >deck
run 0 "UNCATALOG" "$idcams" deck
run 4 "takes the entry away" lists A.REF
printf '  ALLOC DSN(A.MOD) F(X) MOD SPACE(1) TRACKS RECFM(FB) LRECL(4)
  REPRO INFILE(IN) OUTFILE(X)\n' >deck
run 0 "MOD makes what is not there" "$idcams" "${in[@]}" deck
run 0 "and adds to what is" "$idcams" "${in[@]}" deck
printf '  ALLOC DSN(A.MOD) F(X) SHR\n  PRINT INFILE(X) HEX\n' >deck
run 0 "printed" "$idcams" deck
is "$(grep -c 'RECORD SEQUENCE' out)" 6 "twice three records"
printf '  ALLOC DSN(A.DATE) F(X) NEW SPACE(1) TRACKS RECFM(FB) LRECL(4) -
    RETPD(10)\n  LISTCAT ENTRIES(A.DATE) HISTORY\n' >deck
run 0 "RETPD" "$idcams" deck
like "$(cat out)" "EXPIRATION------2022.254" "counts from today"

# --- clusters ---------------------------------------------------------------------
cat >deck <<'END'
  ALLOC DSN(A.KS) F(K) NEW RECORG(KS) KEYLEN(2) KEYOFF(1) LRECL(4) -
    SPACE(1 1) TRACKS
  REPRO INFILE(IN) OUTFILE(K)
  LISTCAT ENTRIES(A.KS) ALL
  ALLOC DSN(A.KS2) F(K2) NEW LIKE(A.KS)
  REPRO INFILE(K) OUTFILE(K2)
  ALLOC DSN(A.LS) F(L) NEW RECORG(LS) SPACE(1) TRACKS DELETE
  LISTCAT ENTRIES(A.KS2 A.LS) ALL
END
run 0 "RECORG makes clusters" "$idcams" "${in[@]}" deck
is "$(grep -c 'KEYLEN-----------------2     AVGLRECL---------------4' out)" 2 \
    "with their keys, LIKE too"
is "$(grep -c 'LINEAR' out)" 1 "and a linear one"
run 4 "which DELETE takes away" lists A.LS
run 0 "but not the others" lists A.KS2

# --- members ------------------------------------------------------------------------
cat >deck <<'END'
  ALLOC DSN(A.LIB(ONE)) F(X) NEW SPACE(1 1) TRACKS DIR(5) DSORG(PO) -
    DSNTYPE(PDS) RECFM(FB) LRECL(4)
  REPRO INFILE(IN) OUTFILE(X)
END
run 0 "a library is made with its first member" "$idcams" "${in[@]}" deck
printf '  ALLOC DSN(A.LIB(ONE)) F(X) SHR\n  PRINT INFILE(X) HEX\n' >deck
run 0 "which is read by a ddname of its own" "$idcams" deck
is "$(grep -c 'RECORD SEQUENCE' out)" 3 "whole"

cat >deck <<'END'
  ALLOC DSN(A.PDSE) F(P) NEW SPACE(1 1) TRACKS DSNTYPE(LIBRARY) -
    RECFM(FB) LRECL(4)
  ALLOC DSN(A.LIB2(TWO)) F(X) NEW LIKE(A.LIB)
  REPRO INFILE(IN) OUTFILE(X)
  ALLOC DSN(A.PDSE2(TWO)) F(Y) NEW LIKE(A.PDSE)
  REPRO INFILE(IN) OUTFILE(Y)
  DCOLLECT OUTFILE(DC) VOLUMES(*) NOVOLUMEINFO
END
run 0 "LIKE of a PDS and a PDSE" "$idcams" "${in[@]}" \
    --dd "DC=path:$work/dc" deck
# DCDDSORG X'0200', and of a PDSE X'10' of DCDFLAG1, five bytes before it.
is "$(od -An -v -tx1 dc | tr -d ' \n' | grep -o '[45]0....00000200' |
    cut -c 1 | sort | tr '\n' ' ')" "4 4 5 5 " "are what they are like"

# --- generations ----------------------------------------------------------------------
cat >deck <<'END'
  DEFINE GDG(NAME(A.G) LIMIT(3) SCRATCH)
  ALLOC DSN(A.G(+1)) F(X) NEW SPACE(1 1) TRACKS RECFM(F B) LRECL(4)
  REPRO INFILE(IN) OUTFILE(X)
  ALLOC DSN(A.G(+2)) F(Y) NEW LIKE(A.G.G0001V00) DELETE
END
run 0 "new generations" "$idcams" "${in[@]}" deck
run 0 "one is there" lists A.G.G0001V00
run 4 "the other was to be deleted" lists A.G.G0002V00
printf '  ALLOC DSN(A.G(0)) F(X) SHR\n  PRINT INFILE(X) HEX\n' >deck
run 0 "and is the current one" "$idcams" deck
is "$(grep -c 'RECORD SEQUENCE' out)" 3 "with what was copied"

# --- what is not here ----------------------------------------------------------------
says "SYSOUT" "  ALLOC F(X) SYSOUT(A) DSN(A.PS)" \
    "0CATAMOUNT ALLOCATE SYSOUT ASKS FOR A SPOOL, WHICH IS NOT HERE
$failed"
says "classes of what is no cluster" \
    "  ALLOC F(X) DSN(A.N) NEW SPACE(1) TRACKS RECFM(F) LRECL(4) DATACLAS(D)" \
    "0CATAMOUNT ALLOCATE DATACLAS IS FOR CLUSTERS
$failed"
says "DUMMY" "  ALLOC F(X) DUMMY
  REPRO INFILE(IN) OUTFILE(X)" "$done0
$(records 3)
$done0" "${in[@]}"
says "attributes that cannot be" \
    "  ALLOC F(X) DSN(A.N) NEW SPACE(1) TRACKS RECFM(F T) LRECL(4)" \
    "0CATAMOUNT A.N NOT ALLOCATED: RECFM=FT IS NOT A RECORD FORMAT
$failed"
finish

#!/bin/bash
# ALLOCATE is TSO's command: keywords cut short, REUSE, several data sets behind
# each other, the terminal, files of the host.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

body_drop+=(-e IDC0181I)
done0='0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0'
printf 'AAAA\nBBBB\nCCCC\n' >in
in=(--dd "IN=path:$work/in,text,recfm=fb,lrecl=4" --dd "HOST=path:$work/host,text")
# prints DECK: what HOST holds behind the run of DECK
prints() {
	rm -f host
	printf '%s\n' "$1" >deck
	"$idcams" "${in[@]}" deck >out 2>err
	tr '\n' ' ' <host 2>/dev/null
}
improper() {
	echo "0IDC3211I KEYWORD '$1' IS IMPROPER
0IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. CONDITION CODE IS 12"
}

# --- truncation -------------------------------------------------------------------
# Any beginning of a keyword that is no other keyword's (TSO/E Command
# Reference); FI, DA, SP and TR as decks have them.
says "keywords and words cut short" "  ALLOC DA('A.PS') FI(D1) NE SP(2,1) TR -
    RECF(F,B) LR(4) BLK(400) DSO(PS) CAT
  REPRO INFILE(IN) OUTFILE(D1)
  ALLOC DD(D3) DSN('A.LIB') NEW SPA(1) TRA DIR(3) DSNT(PD) REC(F) LRECL(4)" \
    "$done0
$(records 3)
$done0
$(improper REC)" "${in[@]}"
says "what begins several is none of them" "  ALLOC RE F(X) DA(A.PS)" \
    "$(improper RE)"
says "a word of several neither" "  ALLOC F(X) DA(A.N) NEW DSNT(EXT)" \
    "$(improper EXT)"
says "nor what is longer" "  ALLOC FILEX(X) DA(A.PS)" "$(improper FILEX)"
says "DSNTYPE(LIB) is LIBRARY" "  ALLOC F(L) DA('A.LIB') NEW SP(1) TR -
    DSNTYPE(LIB) RECFM(F,B) LRECL(80)
  ALLOC F(M) DA('A.LIB(ONE)') SHR" "$done0
$done0"
says "other commands have none of it" "  LISTC ENTR(A.PS)" "$(improper ENTR)"

# --- REUSE ------------------------------------------------------------------------
is "$(prints "  ALLOC FI(X) DA('A.PS') OLD REUSE
  ALLOC FI(X) DA('A.PS') SHR REUSE
  ALLOC FI(Y) DA('A.PS') SHR
  REPRO INFILE(Y) OUTFILE(HOST)")" "AAAA BBBB CCCC " \
    "REUSE takes a free ddname, frees one in use, its ENQ too"
says "without it the ddname is in use" "  ALLOC FI(X) DA('A.PS') SHR
  ALLOC FI(X) DA('A.PS') SHR" "$done0
0IKJ56246I FILE X NOT ALLOCATED, FILE IN USE
$failed"
says "what was to be deleted goes then" "  ALLOC F(X) DA(A.TMP) NEW SP(1) TR -
    RECFM(F) LRECL(4) DELETE
  ALLOC F(X) DUMMY REU
  LISTC ENT(A.TMP)" "$done0
$done0
0IDC3012I ENTRY A.TMP NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
 IDC1566I ** A.TMP NOT LISTED
0         THE NUMBER OF ENTRIES PROCESSED WAS:
0         THE NUMBER OF PROTECTED ENTRIES SUPPRESSED WAS 0
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 4"
says "SYSIN is open and stays" "  ALLOC F(SYSIN) DUMMY REUSE" \
    "0IKJ56246I FILE SYSIN NOT ALLOCATED, FILE IN USE
$failed" --dd "SYSIN=path:$work/deck,text"

# --- several data sets --------------------------------------------------------------
printf 'DDDD\n' >in2
show "  ALLOC F(X) DA(A.P2) NEW SP(1) TR RECFM(F,B) LRECL(4)
  REPRO INFILE(IN2) OUTFILE(X)" --dd "IN2=path:$work/in2,text,recfm=fb,lrecl=4" >/dev/null
is "$(prints "  ALLOC F(X) DA('A.P2' A.PS 'A.P2') SHR
  REPRO INFILE(X) OUTFILE(HOST)")" "DDDD AAAA BBBB CCCC DDDD " \
    "are read behind each other"
says "all of them or none" "  ALLOC F(X) DA(A.PS A.NONE) SHR
  ALLOC F(X) DUMMY" "0IKJ56228I DATA SET A.NONE NOT IN CATALOG OR CATALOG CAN NOT BE ACCESSED
$failed
$done0"
says "none of them is new" "  ALLOC F(X) DA(A.PS A.NONE) NEW SP(1) TR
  ALLOC F(X) DA(A.PS *) SHR" \
    "0CATAMOUNT ALLOCATE OF SEVERAL DATA SETS TAKES SUCH AS ARE THERE
$failed
0CATAMOUNT ALLOCATE OF SEVERAL DATA SETS TAKES SUCH AS ARE THERE
$failed"
show "  ALLOC F(X) DA(A.D1) NEW SP(1) TR RECFM(F) LRECL(4)
  ALLOC F(Y) DA(A.D2) NEW SP(1) TR RECFM(F) LRECL(4)" >/dev/null
says "DELETE is of each" "  ALLOC F(X) DA(A.D1 A.D2) OLD DEL
  ALLOC F(X) DUMMY REUSE
  DELETE A.D2 NOSCRATCH" "$done0
$done0
0IDC3012I ENTRY A.D2 NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
 IDC0551I ** ENTRY A.D2 NOT DELETED
0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 8"

# --- the terminal, files of the host ------------------------------------------------
says "the terminal stands where it is printed" "  ALLOC F(X) DA(A.PS) SHR
  ALLOC F(T) DA(*)
  REPRO INFILE(X) OUTFILE(T)" "$done0
$done0
AAAA
BBBB
CCCC
$(records 3)
$done0"
says "in quotes it is a wrong name" "  ALLOC F(T) DA('*')" \
    "0IDC3203I ITEM '*' DOES NOT ADHERE TO RESTRICTIONS
0IDC3202I ABOVE TEXT BYPASSED UNTIL NEXT COMMAND. CONDITION CODE IS 12"
mkdir 'Aé'
cat >deck <<END
  ALLOC F(X) DA(A.PS) SHR
  ALLOC F(P) PATH('$work/Aé/o,ne') PATHO(OWRONLY,OCREAT) PATHM(SIRUSR) -
    PATHD(KEEP,DELETE) FILEDATA(TEXT)
  REPRO INFILE(X) OUTFILE(P)
  ALLOC F(P) PATH('$work/Aé/o,ne') PATHO(OWRONLY,OAPPEND) FILEDATA(TEXT) REUSE
  REPRO INFILE(X) OUTFILE(P) COUNT(1)
  ALLOC F(B) PATH('$work/bin') RECFM(F) LRECL(4)
  REPRO INFILE(X) OUTFILE(B)
END
run 0 "PATH" "$idcams" --parm "MARGINS(2 200)" deck
is "$(cat 'Aé/o,ne' 2>&1 | tr '\n' ' ')" "AAAA BBBB CCCC AAAA " "as text, added to"
is "$(od -An -tx1 bin | tr -d ' \n')" c1c1c1c1c2c2c2c2c3c3c3c3 "and binary"
says "what PATH cannot do" "  ALLOC F(P) PATH('/no/x') PATHDISP(DELETE)
  ALLOC F(P) PATH('/no/x') PATHOPTS(OCREAT OEXCL)
  ALLOC F(P) PATH('/no/x') DA(A.PS)" \
    "0CATAMOUNT ALLOCATE PATHDISP(DELETE) DELETES A FILE, WHICH IS LEFT TO THE HOST
$failed
0CATAMOUNT ALLOCATE PATHOPTS(OEXCL) WANTS A FILE THAT IS NOT THERE, WHICH IS NOT LOOKED AT
$failed
0CATAMOUNT ALLOCATE PATH EXCLUDES THE DATA SET OF DSNAME
$failed"
says "what is not here" "  ALLOC F(P) SUBSYS(LAM) DA(A.PS)
  ALLOC F(P) ALTFILE(Q) DA(A.PS)
  ALLOC F(P) WRI(INTRDR) DA(A.PS)" \
    "0CATAMOUNT ALLOCATE SUBSYS ASKS FOR A SUBSYSTEM, WHICH IS NOT HERE
$failed
0CATAMOUNT ALLOCATE ALTFILE ASKS FOR ANOTHER SYSIN, WHICH IS NOT HERE
$failed
0CATAMOUNT ALLOCATE WRITER ASKS FOR A SPOOL, WHICH IS NOT HERE
$failed"
finish

#!/bin/bash
# Alternate indexes and paths through idcams, from DEFINE to DELETE. Records,
# orders and codes are worked out by hand; messages as in base/messages.def.
. "$(dirname "$0")/support/tap.sh"

run() { # options and commands; SYSPRINT to out
	"$idcams" "$@" >out 2>err
}
# What a data set reads as, by REPRO to a text file.
read_as() { # name, more words of REPRO
	rm -f got.txt
	run --dd O=path:got.txt,text -e "REPRO INDATASET($1) OUTFILE(O) ${2-}"
	cat got.txt 2>/dev/null
}
load() { # name, lines
	printf '%s\n' "${@:2}" >in.txt
	run --dd I=path:in.txt,text -e "REPRO INFILE(I) OUTDATASET($1)"
}
messages() { grep -o 'IDC[0-9]*I.*\| *PRIME .*' out; }

# --- KSDS: account number 0-3, name 4-5, card 6-8
run -e 'DEFINE CLUSTER(NAME(A.B) TRK(1 1) KEYS(4 0) RECSZ(9 9))'
run -e 'DEFINE AIX(NAME(A.NAME) RELATE(A.B) TRK(1 1) KEYS(2 4))' \
    -e 'DEFINE PATH(NAME(A.NAME.PATH) PATHENTRY(A.NAME))' \
    -e 'DEFINE AIX(NAME(A.CARD) RELATE(A.B) TRK(1 1) KEYS(3 6) UNIQUEKEY)' \
    -e 'DEFINE PATH(NAME(A.CARD.PATH) PATHENTRY(A.CARD))' \
    -e 'DEFINE PATH(NAME(A.ALONE) PATHENTRY(A.B) NOUPDATE)'
is $? 0 "alternate indexes and paths are defined over a cluster"
run -e 'PRINT INDATASET(A.NAME.PATH)'
like "$(cat out)" 'VSAM OPEN RETURN CODE IS 160' "an empty base is empty by a path"
run -e 'BLDINDEX INDATASET(A.B) OUTDATASET(A.NAME)'
is "$? $(messages | head -1)" "12 IDC3643I A.B IS EMPTY" \
    "BLDINDEX needs a base that was loaded"
load A.B 0001ZZ333 0002AA222 0003ZZ111 0004MM444
is "$? $(messages | head -2 | tr '\n' ' ')" \
    "4 IDC3300I  ERROR OPENING A.B IDC3351I ** VSAM OPEN RETURN CODE IS 100 " \
    "a base is loaded while its alternate indexes are empty: warning 100"
is "$(messages | sed -n 3p)" "IDC0005I NUMBER OF RECORDS PROCESSED WAS 4" \
    "and its records are there"
run -e 'PRINT INDATASET(A.NAME.PATH)'
like "$(cat out)" 'VSAM OPEN RETURN CODE IS 196' \
    "a path over an alternate index that was not built is 196"
run -e 'BLDINDEX INDATASET(A.B) OUTDATASET(A.NAME A.CARD.PATH)'
is "$? $(messages | head -2 | tr '\n' ' ')" \
    "0 IDC0652I A.NAME SUCCESSFULLY BUILT IDC0652I A.CARD.PATH SUCCESSFULLY BUILT " \
    "BLDINDEX builds by the name of the alternate index or of a path"
is "$(read_as A.NAME.PATH | tr '\n' ' ')" \
    "0002AA222 0004MM444 0001ZZ333 0003ZZ111 " "a path reads by alternate key"
is "$(read_as A.CARD.PATH | tr '\n' ' ')" \
    "0003ZZ111 0002AA222 0001ZZ333 0004MM444 " "so does one of unique keys"
is "$(read_as A.NAME.PATH 'FROMKEY(M) TOKEY(MM)')" 0004MM444 \
    "FROMKEY and TOKEY are alternate keys"
run -e 'PRINT INDATASET(A.NAME.PATH) CHARACTER COUNT(1)'
like "$(cat out)" '^KEY OF RECORD - AA$' "PRINT names records by them"
run -e 'PRINT INDATASET(A.NAME) HEX SKIP(2)'
# flag, pointer length, 2 pointers, key length, ZZ, 0001, 0003 in EBCDIC
like "$(cat out)" '^0104000202E9E9F0F0F0F1F0F0F0F3$' \
    "an alternate index by its own name has VSAM's records"

# --- the upgrade set
load A.B 0005AA555
is "$? $(read_as A.NAME.PATH | tr '\n' ' ')" \
    "0 0002AA222 0005AA555 0004MM444 0001ZZ333 0003ZZ111 " \
    "what is put into the base comes by the path"
load A.B 0006AA555 0007BB777
is "$? $(messages | head -2 | tr '\n' ' ')" \
    "8 IDC3302I  ACTION ERROR ON A.B IDC3327I ** DUPLICATE RECORD IN UPGRADE SET - BASE RECORD X'F0F0F0F6' " \
    "a duplicate of a unique alternate key is refused"
is "$(read_as A.B | tail -1) $(read_as A.NAME.PATH | grep -c 0006)" \
    "0007BB777 0" "and is nowhere"
printf '0002YY222\n' >in.txt
run --dd I=path:in.txt,text -e 'REPRO INFILE(I) OUTDATASET(A.B) REPLACE'
is "$? $(read_as A.NAME.PATH | tr '\n' ' ')" \
    "0 0005AA555 0007BB777 0004MM444 0002YY222 0001ZZ333 0003ZZ111 " \
    "a record that is replaced moves to its new alternate key"
printf '0009CC999\n' >in.txt
run --dd I=path:in.txt,text -e 'REPRO INFILE(I) OUTDATASET(A.NAME.PATH)'
is "$? $(read_as A.CARD.PATH | tail -1)" "0 0009CC999" \
    "a record is put in by a path"
run --dd I=path:in.txt,text \
    -e 'REPRO INFILE(I) OUTDATASET(A.NAME.PATH) REPLACE'
is "$? $(messages | head -2 | tail -1)" \
    "12 IDC3326I ** REPLACE INVALID FOR OUTPUT THROUGH A PATH" \
    "REPLACE by a path is refused"
run --dd I=path:in.txt,text -e 'REPRO INFILE(I) OUTDATASET(A.NAME)'
is $? 12 "an alternate index is not written by its own name"

# Card 999 is there already; by the path of names the base's key is shown.
printf '0020XX999\n' >in.txt
run --dd I=path:in.txt,text -e 'REPRO INFILE(I) OUTDATASET(A.NAME.PATH)'
is "$? $(messages | sed -n 2p)" \
    "8 IDC3327I ** DUPLICATE RECORD IN UPGRADE SET - BASE RECORD X'F0F0F2F0'" \
    "a duplicate in the upgrade set is told by the key of the base"

# --- LISTCAT and MODEL of paths
run -e 'LISTCAT ENT(A.B)'
is "$(grep -o '^ *[A-Z]* -* A\.[.A-Z]*' out | tr -s ' -' ' ' | tr '\n' '|')" \
    "CLUSTER A.B| DATA A.B.DATA| INDEX A.B.INDEX| PATH A.ALONE|" \
    "LISTCAT of a cluster lists a path over the cluster itself"
run -e 'DEFINE PATH(NAME(A.M) PATHENTRY(A.NAME) MODEL(A.ALONE))' \
    -e 'DEFINE PATH(NAME(A.M2) PATHENTRY(A.NAME) MODEL(A.ALONE) UPDATE)' \
    -e 'LISTCAT ENT(A.M A.M2) ALL'
is "$? $(grep -o 'NOUPDATE$\|UPDATE$' out | tr '\n' ' ')" "0 NOUPDATE UPDATE " \
    "what a path does not say is its MODEL's"
run -e 'DEFINE PATH(NAME(A.M3) PATHENTRY(A.NAME) MODEL(A.B))'
is "$? $(messages | head -1)" \
    "12 IDC3501I MODEL ENTYPE IS NOT CONSISTENT WITH THE OBJECT BEING DEFINED" \
    "the MODEL of a path is a path"
run -e 'DEFINE PATH(NAME(A.M3) PATHENTRY(A.NAME) MODEL(A.M9))'
is "$? $(messages | head -1)" "12 IDC3012I ENTRY A.M9 NOT FOUND" \
    "one that is not there is told"
run -e 'DELETE (A.M A.M2)'

# --- NOUPDATE and NOUPGRADE
load A.ALONE 0010DD010
is "$? $(read_as A.B | tail -1) $(read_as A.NAME.PATH | grep -c 0010)" \
    "0 0010DD010 0" "a path with NOUPDATE leaves the upgrade set alone"
run -e 'BLDINDEX INDATASET(A.B) OUTDATASET(A.NAME)'
is "$? $(messages | tr '\n' ' ')" \
    "8 IDC3300I  ERROR OPENING A.NAME IDC3351I ** VSAM OPEN RETURN CODE IS 232 IDC2654I A.NAME WAS NOT BUILT IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 8 IDC0002I IDCAMS PROCESSING COMPLETE. MAXIMUM CONDITION CODE WAS 8 " \
    "one that has records is built again only with REUSE"
run -e 'BLDINDEX INDATASET(A.NAME.PATH) OUTDATASET(A.NAME)'
is "$? $(messages | grep -o 'IDC3641I.*')" \
    "12 IDC3641I A.NAME.PATH NOT A BASE CLUSTER" \
    "a path over the alternate index is no base to build it from"
run -e 'DELETE A.NAME' \
    -e 'DEFINE AIX(NAME(A.NAME) REL(A.B) TRK(1 1) KEYS(2 4) REUSE NUPG)' \
    -e 'DEFINE PATH(NAME(A.NAME.PATH) PATHENTRY(A.NAME))' \
    -e 'BLDINDEX INDATASET(A.B) OUTDATASET(A.NAME)' \
    -e 'BLDINDEX INDATASET(A.B) OUTDATASET(A.NAME)'
is "$? $(read_as A.NAME.PATH | tr '\n' ' ')" \
    "0 0005AA555 0007BB777 0009CC999 0010DD010 0004MM444 0002YY222 0001ZZ333 0003ZZ111 " \
    "it is deleted, defined with REUSE and built twice"
load A.B 0011EE011
is "$? $(read_as A.NAME.PATH | grep -c 0011) $(read_as A.B | grep -c 0011)" \
    "0 0 1" "one with NOUPGRADE does not follow its base"

# --- ESDS, short records, excess pointers, duplicates
run -e 'DEFINE CLUSTER(NAME(E.B) TRK(1 1) RECSZ(20 40) NIXD)' \
    -e 'DEFINE AIX(NAME(E.X) REL(E.B) TRK(1 1) KEYS(2 3) RECSZ(15 15) REUSE)' \
    -e 'DEFINE PATH(NAME(E.P) PATHENTRY(E.X))' \
    -e 'DEFINE AIX(NAME(E.U) REL(E.B) TRK(1 1) KEYS(2 3) UNQK REUSE)'
printf '%s\n' 111BB one 222AA 333BB 444BB >in.txt
run --dd I=path:in.txt,text -e 'REPRO INFILE(I) OUTDATASET(E.B)'
# RBAs: 0, 5, 8, 13, 18; a record of 15 holds two pointers of four bytes
run -e 'BLDINDEX INDATASET(E.B) OUTDATASET(E.X E.U)'
is "$? $(messages | head -8)" "4 IDC1644I ALTERNATE INDEX KEY NOT IN BASE RECORD 5
IDC1646I 1 EXCESS PRIME RBA VALUES FOR AIX KEY X'C2C2'
IDC1653I E.X BUILT WITH ERRORS
IDC1644I ALTERNATE INDEX KEY NOT IN BASE RECORD 5
IDC1645I NONUNIQUE AIX KEY X'C2C2'
         PRIME RBA IS 13
IDC1645I NONUNIQUE AIX KEY X'C2C2'
         PRIME RBA IS 18" "BLDINDEX tells what it leaves out"
# The record X'C2C2' of E.X has no pointer to 18, that of E.U none to 13 and 18.
lacks='CATAMOUNT E.X.DATA RBA 0: AX-I4: RECORDS HAVE NO ROOM FOR ALL POINTERS: 1 BASE RECORDS ARE NOT POINTED TO'
run -e 'EXAMINE NAME(E.X) ITEST DTEST'
is "$? $(grep AX-I out)" "4 $lacks" \
    "EXAMINE knows that there is no room for more, and warns"
lacks=${lacks/E.X/E.U}
run -e 'EXAMINE NAME(E.U) ITEST DTEST'
is "$? $(grep AX-I out)" "4 ${lacks/ 1 BASE/ 2 BASE}" \
    "likewise of a unique key"
run -e 'VERIFY DATASET(E.B) RECOVER'
is $? 0 "which RECOVER takes for sound"
is "$(read_as E.P | tr '\n' ' ')" "222AA 111BB 333BB " \
    "the first pointers are kept, in order of arrival"
load E.B 555BB
is "$? $(messages | sed -n 2p)" \
    "8 IDC3327I ** DUPLICATE RECORD IN UPGRADE SET - BASE RECORD X'F5F5F5C2C2'" \
    "a duplicate is told for an ESDS, too"
run -e 'DELETE E.U'
load E.B 555BB
is "$? $(messages | sed -n 2p)" "8 IDC3351I ** VSAM I/O RETURN CODE IS 148" \
    "too many pointers are 148"
is "$(read_as E.B | tail -1)" 444BB "and the base has no such record"
load E.B 555AA
is "$? $(read_as E.P | head -2 | tr '\n' ' ')" "0 222AA 555AA " \
    "an ESDS upgrades its alternate index"

# --- long records, many of them, a sort with work files
run -e 'DEFINE CLUSTER(NAME(L.B) CYL(2 1) KEYS(6 0) RECSZ(8 8))' \
    -e 'DEFINE AIX(NAME(L.X) REL(L.B) TRK(15 15) KEYS(2 6) CISZ(4096))' \
    -e 'DEFINE PATH(NAME(L.P) PATHENTRY(L.X))'
seq -f '%06g' 1 20000 | awk '{ print $0 ($1 % 4 ? "XX" : "YY") }' >in.txt
run --dd I=path:in.txt,text -e 'REPRO INFILE(I) OUTDATASET(L.B)'
run -e 'BLDINDEX INDATASET(L.B) OUTDATASET(L.X) EXTERNALSORT'
# (32600 - 5 - 2) / 6 = 5432 pointers of 15000 and of 5000
is "$? $(messages | head -1)" \
    "4 IDC1646I 9568 EXCESS PRIME KEY VALUES FOR AIX KEY X'E7E7'" \
    "spanned records of an alternate index have 32600 bytes at most"
read_as L.P >by-path
grep XX in.txt | head -5432 >want
grep YY in.txt >>want
same by-path want "and are read by the path, each record once"

# --- what is refused
run -e 'DEFINE AIX(NAME(N.X) REL(N.NONE) TRK(1) KEYS(2 0))'
is "$? $(messages | head -1)" "12 IDC3012I ENTRY N.NONE NOT FOUND" \
    "the base must be there"
refused() { # return code, title, command
	run -e "$3"
	like "$(cat out)" "RETURN CODE IS $1 " "$2"
}
run -e 'DEFINE CLUSTER(NAME(N.R) TRK(1) RECSZ(9 9) NUMD)' \
    -e 'DEFINE CLUSTER(NAME(N.U) TRK(1) RECSZ(9 9) KEYS(2 0) REUSE)'
refused 80 "a relative record base is refused" \
    'DEFINE AIX(NAME(N.X) REL(N.R) TRK(1) KEYS(2 0))'
refused 80 "a base with REUSE is refused" \
    'DEFINE AIX(NAME(N.X) REL(N.U) TRK(1) KEYS(2 0))'
refused 80 "an alternate index of an alternate index is refused" \
    'DEFINE AIX(NAME(N.X) REL(A.CARD) TRK(1) KEYS(2 0))'
refused 80 "a path over a path is refused" \
    'DEFINE PATH(NAME(N.P) PATHENTRY(A.CARD.PATH))'
refused 204 "a key behind the base's records is refused" \
    'DEFINE AIX(NAME(N.X) REL(A.B) TRK(1) KEYS(2 8))'
refused 204 "records without room for one pointer are refused" \
    'DEFINE AIX(NAME(N.X) REL(A.B) TRK(1) KEYS(2 4) RECSZ(10 10))'
run -e 'BLDINDEX INDATASET(A.B) OUTDATASET(E.X A.B A.CARD.DATA)'
is "$? $(messages | head -6 | tr '\n' ' ')" \
    "8 IDC2642I E.X NOT RELATED TO BASE IDC2654I E.X WAS NOT BUILT IDC2640I A.B NOT AN AIX IDC2654I A.B WAS NOT BUILT IDC2640I A.CARD.DATA NOT AN AIX IDC2654I A.CARD.DATA WAS NOT BUILT " \
    "BLDINDEX builds alternate indexes of the base alone"

# --- the end
run -e 'DELETE A.CARD'
is "$(messages | head -4 | tr '\n' ' ')" \
    "IDC0550I ENTRY (R) A.CARD.PATH DELETED IDC0550I ENTRY (D) A.CARD.DATA DELETED IDC0550I ENTRY (I) A.CARD.INDEX DELETED IDC0550I ENTRY (G) A.CARD DELETED " \
    "an alternate index goes with its paths"
is "$(read_as A.B | wc -l)" 9 "and its base stays"
run -e 'DELETE A.B'
is "$(messages | sed -n 's/IDC0550I ENTRY //p' | tr '\n' ' ')" \
    "(R) A.ALONE DELETED (R) A.NAME.PATH DELETED (D) A.NAME.DATA DELETED (I) A.NAME.INDEX DELETED (G) A.NAME DELETED (D) A.B.DATA DELETED (I) A.B.INDEX DELETED (C) A.B DELETED " \
    "a cluster goes with all of them, itself last"
finish

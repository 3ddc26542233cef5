#!/bin/bash
# What people complain of in emulators and in their own jobs, read in issues,
# mails and manuals, each turned into a statement that holds here. Statements
# are numbered A1 to A39; not every number is in use.
#
# Elsewhere: A4 and A38 (a killed writer) t8430, t9110; A27 (every FROM and TO)
# t4730; A30 (the columns of a z/OS) t4600, t4610; A32 (EXAMINE finds damage,
# VERIFY mends) t4570; A33 (who may share what) t4700; A34 (statistics move)
# t4735. A2 is about the file status of programs, A23 says that IDCAMS is the
# way to define a data set. A10 (10,000 aliases) t2005; A11 (RECATALOG) t4683.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

# says TITLE CODE DECK WANTED [OPTION...]: the messages, with control characters.
says() {
	local title=$1 code=$2 wanted=$4 status

	printf '%s\n' "$3" >deck
	shift 4
	"$idcams" --asa --no-pages "$@" deck >out 2>err
	status=$?
	is "$(grep -v -e '^  ' -e '^[0 ]$' -e '^0IDC0002I' out |
	    sed -E 's/PROCESS [0-9]+/PROCESS n/')
code $status" "$wanted
code $code" "$title"
}
cc() {
	echo "0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS $1"
}
records() {
	echo "0IDC0005I NUMBER OF RECORDS PROCESSED WAS $1"
}
failed='0IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12'
absent() {
	echo "0IDC3012I ENTRY $1 NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
 IDC0551I ** ENTRY $1 NOT DELETED
$(cc 8)"
}
cannot_open() { # NAME CODE
	echo "0IDC3300I  ERROR OPENING $1
 IDC3351I ** VSAM OPEN RETURN CODE IS $2
$(records 0)
$failed"
}

printf '%s\n' AA1X11 BB2X22 CC3X11 >in.txt
in=(--dd "IN=path:$work/in.txt,text,recfm=V,lrecl=40")
cat >deck <<'END'
  DEFINE CLUSTER(NAME(P.K) TRK(1 1) RECSZ(6 20) KEYS(3 0))
  DEFINE CLUSTER(NAME(P.E) TRK(1 1) RECSZ(6 20) NIXD)
  DEFINE CLUSTER(NAME(P.R) TRK(1 1) RECSZ(6 6) NUMD)
  DEFINE CLUSTER(NAME(P.V) TRK(1 1) RECSZ(6 20) NUMD)
  DEFINE CLUSTER(NAME(P.L) TRK(1 1) LINEAR)
  DEFINE CLUSTER(NAME(P.L2) TRK(1 1) LINEAR)
  DEFINE CLUSTER(NAME(P.LOADED) TRK(1 1) RECSZ(6 20) KEYS(3 0))
  DEFINE CLUSTER(NAME(P.ESDS) TRK(1 1) RECSZ(6 20) NIXD)
  REPRO INFILE(IN) ODS(P.LOADED)
  REPRO INFILE(IN) ODS(P.ESDS)
  DEFINE NONVSAM(NAME(P.N) DEVT(3390) VOL(VOL001))
END
run 0 "data sets are there" "$idcams" "${in[@]}" deck

# A1: a cluster that was never loaded cannot be read: open code 160, code 12.
# A3: at the OPEN, whatever its organization, never at the first GET.
for set in K E R V; do
	says "A1 A3: P.$set was never loaded" 12 "  PRINT IDS(P.$set)" \
	    "$(cannot_open P.$set 160)"
done
# Linear data sets have no such state: the whole space is data (IBM's REPRO
# reads to the end of the last extent). A track has twelve CIs of 4096 bytes.
says "A1: a linear data set is read to the end of its space" 0 \
    "  REPRO IDS(P.L) ODS(P.L2)" "$(records 12)
$(cc 0)"
says "A1: nor can it be copied from" 12 "  REPRO IDS(P.K) ODS(P.E)" \
    "$(cannot_open P.K 160)"
says "A1: it can be copied to, from then on it is read" 0 \
    "  REPRO INFILE(IN) ODS(P.K) COUNT(1)
  PRINT IDS(P.K) OFILE(O)" "$(records 1)
$(cc 0)
$(records 1)
$(cc 0)" "${in[@]}" --dd O=dummy

# A6: an alternate index record that cannot hold all pointers keeps the first
# ones, IDC1646I says how many are left out, code 4. 5 + 2 + one key of 3.
says "A6: pointers without room are counted" 4 \
    "  DEFINE AIX(NAME(P.X) RELATE(P.LOADED) KEYS(2 4) TRK(1 1) RECSZ(10 10))
  BLDINDEX IDS(P.LOADED) ODS(P.X)
  REPRO IDS(P.X) OFILE(O)" \
    "0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0512I NAME GENERATED-(D) P.X.DATA
0IDC0512I NAME GENERATED-(I) P.X.INDEX
 IDC0181I STORAGECLASS USED IS STANDARD
$(cc 0)
0IDC1646I 1 EXCESS PRIME KEY VALUES FOR AIX KEY X'F1F1'
0IDC1653I P.X BUILT WITH ERRORS
$(cc 4)
$(records 2)
$(cc 0)" --dd "O=path:$work/x,recfm=F,lrecl=10"
is "$(iconv -f IBM1047 -t UTF-8 <(tail -c +6 x | head -c 5))" 11AA1 \
    "A6: the first pointer is kept"

# A9: a DEFINE that no volume has room for leaves nothing, no file either.
find "$CATAMOUNT_ROOT" -path '*volumes*' -type f | sort >before
says "A9: no room: 68, and no entry" 12 \
    "  DEFINE CLUSTER(NAME(P.HUGE) CYL(16000000) RECSZ(80 80) KEYS(4 0))
  DELETE P.HUGE
  DELETE P.HUGE.DATA" \
    "0IDC3020I INSUFFICIENT SPACE ON USER VOLUME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 68 - REASON CODE IS IGG0CLEX-20
$failed
$(absent P.HUGE)
$(absent P.HUGE.DATA)"
find "$CATAMOUNT_ROOT" -path '*volumes*' -type f | sort >after
same after before "A9: and no file"

# A12: with a cluster its components go, in the catalog and on the volume.
says "A12: DELETE takes the components" 0 "  DELETE P.V CLUSTER" \
    "0IDC0550I ENTRY (D) P.V.DATA DELETED
0IDC0550I ENTRY (I) P.V.INDEX DELETED
0IDC0550I ENTRY (C) P.V DELETED
$(cc 0)"
find "$CATAMOUNT_ROOT" -path '*volumes*' -type f | sort >after
is "$(diff before after | grep -c '^<') $(diff before after | grep -c '^>')" \
    "2 0" "A12: their two files are gone, no other"
says "A12: nothing is left below the name" 8 "  DELETE P.V.*" "$(absent 'P.V.*')"

# A14: LISTCAT ALL of what is not VSAM is an entry, code 0.
echo '  LISTCAT ENTRIES(P.N) ALL' >deck
run 0 "A14: LISTCAT ALL of a non-VSAM entry" "$idcams" --asa --no-pages deck
is "$(grep -c -e '^0NONVSAM ------- P.N$' -e 'VOLSER-*VOL001' out)" 2 \
    "A14: has its name and volume"
cat >deck <<'END'
  ALLOCATE DSNAME('P.LIB') NEW CATALOG SPACE(1 1) TRACKS -
    DSORG(PO) DIR(5) RECFM(F B) LRECL(80) BLKSIZE(800)
  LISTCAT ENTRIES(P.LIB) ALL
END
run 0 "A14: LISTCAT ALL of a partitioned data set" "$idcams" --asa --no-pages deck
is "$(grep -c -e '^0NONVSAM ------- P.LIB$' -e 'VOLSER-*VOL001' out)" 2 \
    "A14: is an entry with a volume, too"

# A15: a listing does not need the data set, whoever has it.
# A18, A39: what is in use says so by number and by holder, and stays.
mkfifo pipe
exec 9<>pipe
hold() {
	"$idcams" --dd "K=${1:-P.LOADED},old" - <pipe >/dev/null 2>&1 9>&- &
	holder=$!
}
hold
echo '  PRINT IDS(P.LOADED) COUNT(1)' >deck
for ((i = 0; i < 400; i++)); do
	"$idcams" deck 2>&1 | grep -q 'HELD BY IDCAMS' && break
	kill -0 $holder 2>/dev/null || hold
	sleep 0.05
done
echo '  LISTCAT ENTRIES(P.LOADED) ALL' >deck
run 0 "A15: LISTCAT of a set that is held" "$idcams" deck
is "$(grep -o 'REC-TOTAL-*[0-9]*' out | head -1 | tr -d -)" RECTOTAL3 \
    "A15: with its statistics"
says "A39: open code 168 names the holder" 12 "  REPRO IDS(P.LOADED) ODS(P.E)" \
    "0IDC3300I  ERROR OPENING P.LOADED
 IDC3351I ** VSAM OPEN RETURN CODE IS 168
 CATAMOUNT ** HELD BY IDCAMS (PROCESS n)
$(records 0)
$failed"
says "A18: DELETE of what is in use is refused" 8 "  DELETE P.LOADED" \
    "0IDC3028I DATA SET IN USE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 184 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** HELD BY IDCAMS (PROCESS n)
 IDC0551I ** ENTRY P.LOADED NOT DELETED
$(cc 8)"
exec 9>&-
wait $holder
says "A18: and nothing of it went" 0 "  REPRO IDS(P.LOADED) OFILE(O)
  REPRO IDS(P.X) OFILE(O)" "$(records 3)
$(cc 0)
$(records 2)
$(cc 0)" --dd O=dummy

# A17, A20: DELETE of an absent entry is 8 with its three lines; the next
# command runs.
for type in '' ' CLUSTER' ' NONVSAM NOSCRATCH' ' PURGE' ' ALTERNATEINDEX' ' PATH'; do
	says "A17 A20: DELETE of an absent entry$type" 8 \
	    "  DELETE P.NONE$type
  REPRO IDS(P.ESDS) OFILE(O)" "$(absent P.NONE)
$(records 3)
$(cc 0)" --dd O=dummy
done

# A22: records by address, of an ESDS and of a KSDS; the pointers of an
# alternate index over an ESDS are addresses.
for set in ESDS LOADED; do
	echo "  PRINT IDS(P.$set) CHAR FROMADDRESS(6) TOADDRESS(6)" >deck
	run 0 "A22: P.$set by address" "$idcams" deck
	is "$(grep -A1 'RBA OF RECORD' out | tr -s ' ' | tr '\n' '|')" \
	    'RBA OF RECORD - 6|BB2X22|' "A22: the record at 6"
done
says "A22: an alternate index over an ESDS" 0 \
    "  DEFINE AIX(NAME(P.EX) RELATE(P.ESDS) KEYS(2 0) TRK(1 1) RECSZ(11 40) -
    UNIQUEKEY) DATA(NAME(P.EX.D)) INDEX(NAME(P.EX.I))
  BLDINDEX IDS(P.ESDS) ODS(P.EX)
  REPRO IDS(P.EX) OFILE(O)" \
    "0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL001 IS 0
 IDC0181I STORAGECLASS USED IS STANDARD
$(cc 0)
0IDC0652I P.EX SUCCESSFULLY BUILT
$(cc 0)
$(records 3)
$(cc 0)" --dd "O=path:$work/ex,recfm=F,lrecl=11"
# Flag 0, pointers of 4, one of them, key of 2; keys AA, BB, CC; RBAs 0, 6, 12.
is "$(od -An -v -tx1 -w11 ex | tr -d ' ' | tr '\n' ' ')" \
    "0004000102c1c100000000 0004000102c2c200000006 0004000102c3c30000000c " \
    "A22: its pointers are RBAs"

# A25: a level with every type of entry is listed, each with its type.
printf '  DEFINE PATH(NAME(P.P) PATHENTRY(P.X))\n  LISTCAT LEVEL(P)\n' >deck
run 0 "A25: LISTCAT LEVEL" "$idcams" --asa --no-pages deck
is "$(sed -nE 's/^0([A-Z]+) -+ P\..*/\1/p' out | sort | uniq -c |
    awk '{ printf "%s %s ", $1, $2 }')" \
    "2 AIX 7 CLUSTER 9 DATA 4 INDEX 2 NONVSAM 1 PATH " "A25: of every type"
cat >deck <<'END'
  DEFINE GDG(NAME(Q.G) LIMIT(3))
  ALLOCATE DSNAME('Q.G(+1)') NEW CATALOG SPACE(1 1) TRACKS -
    RECFM(F B) LRECL(80)
  DEFINE ALIAS(NAME(Q.A) RELATE(P.N))
  DEFINE CLUSTER(NAME(Q.K) TRK(1 1) RECSZ(6 20) KEYS(3 0))
  DEFINE AIX(NAME(Q.X) RELATE(Q.K) KEYS(2 4) TRK(1 1) RECSZ(10 10))
  DEFINE PATH(NAME(Q.P) PATHENTRY(Q.X))
  DEFINE PAGESPACE(NAME(Q.PAGE) CYL(1) VOL(VOL001))
  DEFINE UCAT(NAME(Q.UCAT) TRK(1 1) VOL(VOL001))
  LISTCAT LEVEL(Q)
END
"$idcams" --asa --no-pages deck >out 2>err
is "$(sed -nE 's/^0 *([A-Z ]+) -+ Q\..*/\1/p' out | sed 's/ *$//' | sort | uniq -c |
    awk '{ print $2 $3, $1 }' | tr '\n' ' ')" \
    "AIX 1 ALIAS 1 CLUSTER 1 DATA 3 GDGBASE 1 INDEX 2 NONVSAM 1 PAGESPACE 1 PATH 1 USERCATALOG 1 " \
    "A25: bases, generations, aliases, catalogs and page spaces, too"

# A18: a generation that is in use stays, however it is named.
exec 9<>pipe
hold Q.G.G0001V00
echo '  PRINT IDS(Q.G(0)) COUNT(1)' >deck
for ((i = 0; i < 400; i++)); do
	"$idcams" deck 2>&1 | grep -q 'HELD BY IDCAMS' && break
	kill -0 $holder 2>/dev/null || hold Q.G.G0001V00
	sleep 0.05
done
for n in Q.G.G0001V00 'Q.G(0)' 'Q.G GDG FORCE'; do
	echo "  DELETE $n" >deck
	run 8 "A18: DELETE $n while a generation is in use" "$idcams" deck
	like "$(cat out)" 'HELD BY IDCAMS' "A18: names the holder"
done
exec 9>&-
wait $holder
echo '  LISTCAT ENTRIES(Q.G Q.G.G0001V00)' >deck
run 0 "A18: and both are there" "$idcams" deck

# A6: 11,000 pointers are a record of 5 + 1 + 11,000 * 5 bytes, over 32,760.
seq -f '%05.0fX' 11000 >same.txt
cat >deck <<'END'
  DEFINE CLUSTER(NAME(R.K) CYL(1 1) RECSZ(6 6) KEYS(5 0))
  REPRO INFILE(IN) ODS(R.K)
  DEFINE AIX(NAME(R.X) RELATE(R.K) KEYS(1 5) CYL(1 1) -
    RECSZ(100 60000) SPANNED)
  BLDINDEX IDS(R.K) ODS(R.X)
  DEFINE PATH(NAME(R.P) PATHENTRY(R.X))
  REPRO IDS(R.P) OFILE(O)
END
run 0 "A6: an alternate index record of more than 32,760 bytes" "$idcams" deck \
    --dd "IN=path:$work/same.txt,text,recfm=F,lrecl=6" --dd O=dummy
is "$(grep -c 'PROCESSED WAS 11000$' out)" 2 "A6: leads to all of its records"

# A28: keys are in the order of EBCDIC bytes: letters before digits, and so do
# FROMKEY and TOKEY.
echo M-DATA >one.txt
printf '%s\n' 9 A Z a 0 z | sed 's/$/-DATA/' >mixed.txt
says "A28: any order is taken into a set with a record" 0 \
    "  DEFINE CLUSTER(NAME(P.M) TRK(1 1) RECSZ(6 20) KEYS(1 0))
  REPRO INFILE(ONE) ODS(P.M)
  REPRO INFILE(MIXED) ODS(P.M)
  REPRO IDS(P.M) OFILE(O)
  REPRO IDS(P.M) OFILE(P) FROMKEY(Z)" \
    "0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0512I NAME GENERATED-(D) P.M.DATA
0IDC0512I NAME GENERATED-(I) P.M.INDEX
 IDC0181I STORAGECLASS USED IS STANDARD
$(cc 0)
$(records 1)
$(cc 0)
$(records 6)
$(cc 0)
$(records 7)
$(cc 0)
$(records 3)
$(cc 0)" --dd "MIXED=path:$work/mixed.txt,text,recfm=V,lrecl=20" \
    --dd "ONE=path:$work/one.txt,text,recfm=V,lrecl=20" \
    --dd "O=path:$work/o.txt,text" --dd "P=path:$work/p.txt,text"
is "$(cut -c1 o.txt p.txt | tr -d '\n')" azAMZ09Z09 \
    "A28: lower case, upper case, digits"

# A35: SET LASTCC=0 does not clear the code of the step, SET MAXCC=0 does, 16
# ends the stream.
for deck in 'LASTCC 8' 'MAXCC 0'; do
	printf '  DELETE P.NONE\n  SET %s = 0\n' "${deck% *}" >deck
	run "${deck#* }" "A35: SET ${deck% *}=0 makes ${deck#* }" "$idcams" deck
done
printf '  SET MAXCC = 16\n  DELETE P.ESDS\n' >deck
run 16 "A35: SET MAXCC=16" "$idcams" --asa --no-pages deck
unlike "$(cat out)" 'DELETE' "A35: the rest is not even read"
like "$(cat out)" '^0IDC3207I REMAINDER OF COMMAND INPUT STREAM IGNORED$' \
    "A35: and that is said"

# A37: a step's code can be asserted, one by one.
for code in 0 4 8 12 16; do
	printf '  SET MAXCC = %d\n' $code >deck
	run $code "A37: code $code is the program's" "$idcams" deck
done
finish

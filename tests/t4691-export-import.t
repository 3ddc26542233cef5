#!/bin/bash
# EXPORT and IMPORT: what comes back is what went, records and catalog, for
# every organization; the messages in their order; what is refused.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

body_drop+=(-e IDC0181I)
done0='0IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0'
created='0IDC0594I PORTABLE DATA SET CREATED SUCCESSFULLY ON 09/01/22 AT 15:36:44'
was='0IDC0604I DATA SET BEING IMPORTED WAS EXPORTED ON 09/01/22 AT 15:36:44'
out=(--dd "OUT=path:$work/copy")
back=(--dd "IN=path:$work/copy")

# state NAME: its entries, without what an open or a load changes: times,
# transfers, what was read, and where on the volume it is.
state() {
	printf '  LISTCAT ENTRIES(%s) ALL\n' "$1" >deck
	"$idcams" --asa --no-pages deck |
	    sed -e 's/EXCPS-*[0-9]*//; s/REC-RETRIEVED-*[0-9]*//' \
		-e "s/X'[0-9A-F]*'//" -e '/CCHH/d' -e '/TEMP-EXP/d' |
	    sed -n '/---- /,/THE NUMBER OF ENTRIES/p'
}
# records_of NAME: each record with its number or key, as PRINT has it.
records_of() {
	printf '  PRINT INDATASET(%s) HEX\n' "$1" >deck
	"$idcams" --asa --no-pages deck | sed 's/RBA OF RECORD - [0-9]*/RBA/'
}

# --- round trips --------------------------------------------------------------
awk 'BEGIN { for (i = 1; i <= 900; i++)
	printf "%06d %-*s\n", i, i % 60 + 1, "RECORD " i }' >in.txt
awk 'BEGIN { for (i = 1; i <= 40; i++) {
	printf "%06d ", i
	for (k = 0; k < 900 * (i % 9); k++) printf "%c", 65 + k % 26
	print "" } }' >long.txt
in=(--dd "IN=path:$work/in.txt,recfm=V,lrecl=90,text"
    --dd "FIX=path:$work/in.txt,recfm=FB,lrecl=70,text"
    --dd "LONG=path:$work/long.txt,recfm=V,lrecl=9000,text")
dd if=/dev/urandom of=pages bs=4096 count=300 2>dd.err
in+=(--dd "PAGES=path:$work/pages,recfm=fb,lrecl=4096")

# trip NAME LOAD: the cluster is loaded, goes, and comes back the same.
trip() {
	local name=$1

	if [ -n "$2" ]; then
		printf '  %s\n' "$2" >deck
		run 0 "$name: loaded" "$idcams" "${in[@]}" deck
	fi
	state "$name" >state.was
	records_of "$name" >records.was
	printf '  EXPORT %s OUTFILE(OUT)\n' "$name" >deck
	run 0 "$name: exported" "$idcams" "${out[@]}" deck
	printf '  LISTCAT ENTRIES(%s)\n' "$name" >deck
	run 4 "$name: gone" "$idcams" deck
	printf '  IMPORT INFILE(IN) OUTDATASET(%s)\n' "$name" >deck
	run 0 "$name: imported" "$idcams" "${back[@]}" deck
	records_of "$name" >records.now
	state "$name" >state.now
	same records.now records.was "$name: its records"
	same state.now state.was "$name: its catalog entries"
	if [ -n "$2" ]; then
		printf '  EXAMINE NAME(%s) DATATEST\n' "$name" >deck
		run 0 "$name: in order" "$idcams" deck
	fi
}

cat >deck <<'END'
  DEFINE CLUSTER(NAME(T.KSDS) TRK(1 1) RECSZ(20 90) KEYS(6 0) -
    FREESPACE(20 10) SHR(2 3) OWNER(ME) CISZ(1024) LOG(UNDO) -
    TO(2020001)) DATA(NAME(T.D) ERASE SPEED) INDEX(NAME(T.I))
  DEFINE PATH(NAME(T.KPATH) PATHENTRY(T.KSDS) NOUPDATE OWNER(YOU))
  DEFINE CLUSTER(NAME(T.ESDS) TRK(1 1) RECSZ(20 90) NONINDEXED CISZ(512))
  DEFINE CLUSTER(NAME(T.RRDS) TRK(1 1) RECSZ(70 70) NUMBERED REUSE)
  DEFINE CLUSTER(NAME(T.VRRDS) TRK(1 1) RECSZ(70 90) NUMBERED)
  DEFINE CLUSTER(NAME(T.LDS) TRK(1 1) LINEAR)
  DEFINE CLUSTER(NAME(T.KSPAN) TRK(1 1) RECSZ(900 9000) KEYS(6 0) -
    SPANNED CISZ(2048) ORDERED WRITECHECK)
  DEFINE CLUSTER(NAME(T.ESPAN) TRK(1 1) RECSZ(900 9000) NIXD SPANNED -
    CISZ(2048))
  DEFINE CLUSTER(NAME(T.NEVER) CYL(1 1) RECSZ(20 90) KEYS(6 0))
END
run 0 "clusters are there" "$idcams" deck
trip T.KSDS "REPRO INFILE(IN) OUTDATASET(T.KSDS)"
trip T.ESDS "REPRO INFILE(IN) OUTDATASET(T.ESDS)"
trip T.RRDS "REPRO INFILE(FIX) OUTDATASET(T.RRDS)"
trip T.VRRDS "REPRO INFILE(IN) OUTDATASET(T.VRRDS)"
trip T.LDS "REPRO INFILE(PAGES) OUTDATASET(T.LDS)"
trip T.KSPAN "REPRO INFILE(LONG) OUTDATASET(T.KSPAN)"
trip T.ESPAN "REPRO INFILE(LONG) OUTDATASET(T.ESPAN)"
trip T.NEVER ""
# Slots that are not used: from 700 on, and up to 100.
cat >deck <<'END'
  DEFINE CLUSTER(NAME(T.GAPS) TRK(1 1) RECSZ(70 70) NUMBERED)
  DEFINE CLUSTER(NAME(T.VGAPS) TRK(1 1) RECSZ(60 90) NUMBERED)
  REPRO INDATASET(T.RRDS) OUTDATASET(T.GAPS) FROMNUMBER(700)
  REPRO INDATASET(T.RRDS) OUTDATASET(T.GAPS) FROMNUMBER(50) TONUMBER(100)
  REPRO INDATASET(T.GAPS) OUTDATASET(T.VGAPS)
END
run 0 "relative record sets with gaps" "$idcams" deck
trip T.GAPS ""
trip T.VGAPS ""
printf '  PRINT INDATASET(T.VGAPS) FROMNUMBER(101) COUNT(600)\n' >deck
"$idcams" deck >out
is "$(sed -n 's/.*RECORD NUMBER - *//p' out | head -n 1)" 700 \
    "a number is kept"
printf '  LISTCAT ENTRIES(T.KPATH) ALL\n' >deck
run 0 "the path came with its cluster" "$idcams" deck
like "$(cat out)" 'CLUSTER--T.KSDS' "and leads to it"
like "$(cat out)" 'NOUPDATE' "as it was"

# --- alternate indexes ----------------------------------------------------------
# aix NAME BASE KEYS WORDS: one over the last digit and the word, built.
aix() {
	cat >deck <<-END
	  DEFINE AIX(NAME($1) RELATE($2) KEYS($3) TRK(1 1) $4)
	  DEFINE PATH(NAME($1.PATH) PATHENTRY($1))
	  BLDINDEX INDATASET($2) OUTDATASET($1)
	END
	run 0 "$1: built" "$idcams" deck
}
aix T.AIX1 T.KSDS "2 4" "NONUNIQUEKEY CISZ(2048)"
aix T.AIX2 T.ESDS "6 0" "UNIQUEKEY"
for pair in "T.KSDS T.AIX1" "T.ESDS T.AIX2"; do
	base=${pair% *} aix=${pair#* }
	state "$aix" >state.was
	records_of "$aix" >records.was
	records_of "$aix.PATH" >path.was
	cat >deck <<-END
	  EXPORT $aix OUTFILE(OUT) TEMPORARY
	  EXPORT $base OUTFILE(OUT2)
	END
	run 0 "$aix: exported, and its base" "$idcams" "${out[@]}" \
	    --dd "OUT2=path:$work/base" deck
	is "$(grep -c 'IDC0550I ENTRY (G)' out)" 1 \
	    "$base: takes its alternate index with it"
	cat >deck <<-END
	  IMPORT INFILE(IN) OUTDATASET($aix)
	  IMPORT INFILE(IN2) OUTDATASET($base)
	  IMPORT INFILE(IN) OUTDATASET($aix)
	END
	run 12 "$aix: comes behind its base alone" "$idcams" "${back[@]}" \
	    --dd "IN2=path:$work/base,recfm=vbs" deck
	is "$(grep -c 'CONDITION CODE WAS 0$' out)" 2 "$aix: both are there"
	records_of "$aix" >records.now
	records_of "$aix.PATH" >path.now
	state "$aix" >state.now
	same records.now records.was "$aix: its records"
	same state.now state.was "$aix: its catalog entries"
	same path.now path.was "$aix: its path"
	printf '  EXAMINE NAME(%s) DATATEST\n' "$aix" >deck
	run 0 "$aix: fits its base" "$idcams" deck
done

# The copy of T.AIX2 and its base, which gets one record more.
printf '000000 new\n' >more.txt
printf '  REPRO INFILE(IN) OUTDATASET(T.ESDS)\n' >deck
run 0 "the base goes on" "$idcams" \
    --dd "IN=path:$work/more.txt,recfm=V,lrecl=90,text" deck
printf '  EXPORT T.AIX2 OUTFILE(OUT) TEMPORARY\n' >deck
run 0 "a copy of then" "$idcams" --dd "OUT=path:$work/then" deck
says "the pointers of another time are not taken" \
    "  DELETE T.AIX2
  IMPORT INFILE(IN) OUTDATASET(T.AIX2)" \
    "0IDC0550I ENTRY (R) T.AIX2.PATH DELETED
0IDC0550I ENTRY (D) T.AIX2.DATA DELETED
0IDC0550I ENTRY (I) T.AIX2.INDEX DELETED
0IDC0550I ENTRY (G) T.AIX2 DELETED
$done0
$was
0IDC3014I CATALOG ERROR
 CATAMOUNT ** ITS POINTERS ARE NOT THOSE OF THE BASE AS IT IS NOW: DEFINE IT AND USE BLDINDEX
0IDC3602I IMPORT OF DATA SET FAILED AFTER DEFINE - DELETE ATTEMPTED
$(records 0)
$failed" "${back[@]}"
printf '  IMPORT INFILE(IN) OUTDATASET(T.AIX2)\n' >deck
run 0 "those of now are" "$idcams" --dd "IN=path:$work/then,recfm=vbs" deck
cat >deck <<'END'
  DELETE T.AIX2
  DEFINE AIX(NAME(T.AIX2) RELATE(T.ESDS) KEYS(6 0) TRK(1 1) UNIQUEKEY)
  IMPORT INFILE(IN) OUTDATASET(T.AIX2) INTOEMPTY
  EXAMINE NAME(T.AIX2) DATATEST
END
run 0 "and one that is there is built" "$idcams" "${back[@]}" deck

# --- what is there already ------------------------------------------------------
cat >deck <<'END'
  DEFINE CLUSTER(NAME(U.K) TRK(1 1) RECSZ(20 90) KEYS(6 0))
  REPRO INFILE(IN) OUTDATASET(U.K) COUNT(3)
END
run 0 "three records" "$idcams" "${in[@]}" deck
says "TEMPORARY keeps the source" "  EXPORT U.K OUTFILE(OUT) TEMP INHS INHT" \
    "$(records 3)
$created
$done0" "${out[@]}"
state U.K >/dev/null
like "$(cat deck)" U.K "it is there"
printf '  LISTCAT ENTRIES(U.K) ALL\n' >deck
run 0 "listed" "$idcams" deck
is "$(grep -c TEMP-EXP out) $(grep -c INH-UPDATE out)" "2 2" \
    "as exported, and read only"
says "which keeps records out" "  REPRO INFILE(IN) OUTDATASET(U.K)" \
    "0IDC3300I  ERROR OPENING U.K
 IDC3351I ** VSAM OPEN RETURN CODE IS 168
$(records 0)
$failed" "${in[@]}"
says "its copy takes its place" "  IMPORT INFILE(IN) OUTDATASET(U.K)" \
    "$was
0IDC0611I DATA SET TO BE IMPORTED ALREADY EXISTS - DELETE ATTEMPTED
0IDC0550I ENTRY (D) U.K.DATA DELETED
0IDC0550I ENTRY (I) U.K.INDEX DELETED
0IDC0550I ENTRY (C) U.K DELETED
0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL001 IS 0
$(records 3)
$done0" "${back[@]}"
says "which was not exported, so it stays" \
    "  IMPORT INFILE(IN) OUTDATASET(U.K)" "$was
0IDC3607I DELETE UNSUCCESSFUL - NOT A TEMPORARY DATA SET
$(records 0)
$failed" "${back[@]}"
printf '  LISTCAT ENTRIES(U.K) ALL\n' >deck
run 0 "listed again" "$idcams" deck
is "$(grep -c TEMP-EXP out) $(grep -c INH-UPDATE out)" "0 2" \
    "INHIBITTARGET made it read only"

cat >deck <<'END'
  DEFINE CLUSTER(NAME(U.N) TRK(1 1) RECSZ(20 90) KEYS(6 0))
  DEFINE CLUSTER(NAME(U.E) TRK(1 1) RECSZ(20 90) NONINDEXED)
  DEFINE CLUSTER(NAME(U.S) TRK(1 1) RECSZ(20 89) KEYS(6 0))
  DEFINE NONVSAM(NAME(U.NV) DEVICETYPES(3390) VOLUMES(VOL001))
END
run 0 "empty clusters" "$idcams" deck
# into NAME WORDS MESSAGES
into() {
	says "into $1 $2: $(echo "$3" | sed -n '1s/^0\(IDC.....\).*/\1/p')" \
	    "  IMPORT INFILE(IN) OUTDATASET($1) $2 -
    OBJECTS((U.K NEWNAME($1)))" "$was
$3
$failed" "${back[@]}"
}
into U.N "" "0IDC3625I 'INTOEMPTY' KEYWORD NEEDED TO IMPORT INTO AN EMPTY DATA SET
$(records 0)"
into U.E INTOEMPTY "0IDC3617I ATTRIBUTES OF PREDEFINED ENTRY INCOMPATIBLE WITH THOSE EXPORTED
$(records 0)"
into U.S INTOEMPTY "0IDC3617I ATTRIBUTES OF PREDEFINED ENTRY INCOMPATIBLE WITH THOSE EXPORTED
$(records 0)"
into U.NV "" "0IDC3612I DELETE UNSUCCESSFUL - NOT A CLUSTER OR AIX
$(records 0)"
says "another name needs NEWNAME" "  IMPORT INFILE(IN) OUTDATASET(U.N)" "$was
0IDC3615I DSNAME ON OUTFILE JCL STATEMENT INCORRECT
$(records 0)
$failed" "${back[@]}"
says "OBJECTS names what is in the copy" \
    "  IMPORT INFILE(IN) OUTDATASET(U.K) OBJECTS((NO.SUCH VOLUMES(VOL001)))" \
    "$was
0IDC3012I ENTRY NO.SUCH NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
$failed" "${back[@]}"
says "components keep their names, and one is there" \
    "  IMPORT INFILE(IN) OUTDATASET(U.X) OBJECTS((U.K NEWNAME(U.X)))" "$was
0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
$(records 0)
$failed" "${back[@]}"
says "INTOEMPTY loads it" \
    "  IMPORT INFILE(IN) OUTDATASET(U.N) INTOEMPTY -
    OBJECTS((U.K NEWNAME(U.N)))" \
    "$was
$(records 3)
$done0" "${back[@]}"
records_of U.N | sed s/U.N/U.K/ >records.now
records_of U.K >records.was
same records.now records.was "with all that was exported"
printf '  LISTCAT ENTRIES(U.N) ALL\n' >deck
run 0 "listed" "$idcams" deck
is "$(grep -c INH-UPDATE out)" 2 "and read only, as INHIBITTARGET said"
cat >deck <<'END'
  EXPORT U.N OUTFILE(OUT) TEMPORARY
  IMPORT INFILE(IN) OUTFILE(SELF)
END
run 0 "OUTFILE names a DD that holds the target" "$idcams" "${out[@]}" \
    "${back[@]}" --dd SELF=U.N,old deck
is "$(grep -c 'IDC0611I' out) $(grep -c 'ENTRY (C) U.N DELETED' out)" "1 1" \
    "which is replaced"
says "a DD that is none" "  IMPORT INFILE(IN) OUTFILE(NODD)" \
    "0IDC3300I  ERROR OPENING NODD
 IDC3304I ** JCL STATEMENT MISSING
$failed" "${back[@]}"

cat >deck <<'END'
  DEFINE CLUSTER(NAME(U.P) TRK(1 1) RECSZ(20 90) KEYS(6 0)) -
    DATA(NAME(U.P.D)) INDEX(NAME(U.P.I))
  DEFINE PATH(NAME(U.PATH) PATHENTRY(U.P) NOUPDATE)
  REPRO INFILE(TEXT) OUTDATASET(U.P) COUNT(5)
  EXPORT U.P OUTFILE(OUT)
  DEFINE CLUSTER(NAME(U.P) TRK(1 1) RECSZ(20 90) KEYS(6 0)) -
    DATA(NAME(U.P.D)) INDEX(NAME(U.P.I))
  IMPORT INFILE(IN) OUTDATASET(U.P) INTOEMPTY
  REPRO INDATASET(U.PATH) OUTFILE(DUM)
END
run 0 "INTOEMPTY makes the paths" "$idcams" --dd "OUT=path:$work/p" \
    --dd "IN=path:$work/p" --dd DUM=dummy \
    --dd "TEXT=path:$work/in.txt,recfm=V,lrecl=90,text" deck
is "$(grep -c 'PROCESSED WAS 5' out)" 4 "which lead to the records"

# --- what cannot be exported or written -----------------------------------------
says "neither cluster nor alternate index" "  EXPORT U.NV OUTFILE(OUT)" \
    "0IDC3592I THE ENTRY NAME IS NOT CLUSTER OR ALTERNATE INDEX
$failed" --dd "OUT=path:$work/none"
says "no entry" "  EXPORT U.NONE OUTFILE(OUT)" \
    "0IDC3012I ENTRY U.NONE NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
$failed" --dd "OUT=path:$work/none"
says "records that cannot hold a segment" "  EXPORT U.K OUTFILE(OUT)" \
    "0IDC3606I PORTABILITY DATA SET IN ERROR
 CATAMOUNT ** OUT: A PORTABLE COPY HAS RECORDS OF VARIABLE LENGTH, NO TEXT: RECFM VBS IS USUAL
$(records 0)
$failed" --dd "OUT=path:$work/none,recfm=fb,lrecl=80"
nok "and no file is left" test -e none
printf '  LISTCAT ENTRIES(U.K)\n' >deck
run 0 "nor is the source deleted" "$idcams" deck

# --- user catalogs ------------------------------------------------------------------
cat >deck <<'END'
  DEFINE USERCATALOG(NAME(UCAT.ONE) CYL(1 1) VOLUME(VOL001))
  DEFINE ALIAS(NAME(C) RELATE(UCAT.ONE))
  DEFINE CLUSTER(NAME(C.K) TRK(1 1) RECSZ(20 90) KEYS(6 0))
  DEFINE PATH(NAME(C.P) PATHENTRY(C.K))
  DEFINE AIX(NAME(C.X) RELATE(C.K) KEYS(2 4) TRK(1 1) NONUNIQUEKEY)
  REPRO INFILE(TEXT) OUTDATASET(C.K) COUNT(50)
  BLDINDEX INDATASET(C.K) OUTDATASET(C.X)
  EXPORT C.X OUTFILE(X) TEMPORARY
  EXPORT C.K OUTFILE(K) TEMPORARY
  IMPORT INFILE(K) OUTDATASET(C.K) CATALOG(UCAT.ONE)
  IMPORT INFILE(X) OUTDATASET(C.X)
  EXAMINE NAME(C.X) DATATEST
  LISTCAT CATALOG(UCAT.ONE) NAME
END
# 4: its base is loaded before the alternate index is built
run 4 "a data set of a user catalog" "$idcams" --dd "X=path:$work/x" \
    --dd "K=path:$work/k" --dd "TEXT=path:$work/in.txt,recfm=V,lrecl=90,text" \
    deck
is "$(grep -o '^[A-Z]* -* C\.[A-Z.]*' out | tr -s '-' | tr '\n' ' ')" \
    "CLUSTER - C.K DATA - C.K.DATA INDEX - C.K.INDEX AIX - C.X DATA - C.X.DATA INDEX - C.X.INDEX PATH - C.P " \
    "comes back into it"
printf '  DELETE C.K\n  IMPORT INFILE(K) OUTDATASET(C.K) CATALOG(NO.SUCH)\n' >deck
run 12 "no such catalog" "$idcams" --dd "K=path:$work/k" deck
printf '  LISTCAT LEVEL(C)\n' >deck
"$idcams" deck >out
is "$(grep -c -e '---- C[.]' out)" 0 "nothing is made"

# --- a sequential data set of the system -----------------------------------------
cat >deck <<'END'
  EXPORT U.N OUTFILE(OUT)
  IMPORT INDATASET(U.COPY) OUTDATASET(U.N)
  EXPORT U.N OUTDATASET(U.COPY) TEMPORARY
  IMPORT INDATASET(U.COPY) OUTDATASET(U.N)
END
run 0 "a VBS data set, blocked as z/OS does" "$idcams" --dd \
    "OUT=U.COPY,new,recfm=vbs,lrecl=100,blksize=2048,space=trk(1,1)" deck
records_of U.N | sed s/U.N/U.K/ >records.now
same records.now records.was "and back"

# --- a tiny segment -----------------------------------------------------------------
printf '  EXPORT T.ESPAN OUTFILE(OUT) TEMPORARY\n' >deck
run 0 "in segments of 32 bytes" "$idcams" \
    --dd "OUT=path:$work/tiny,recfm=vb,lrecl=36" deck
records_of T.ESPAN >records.was
printf '  IMPORT INFILE(IN) OUTDATASET(T.ESPAN)\n' >deck
run 0 "and back" "$idcams" --dd "IN=path:$work/tiny,recfm=vb,lrecl=36" deck
records_of T.ESPAN >records.now
same records.now records.was "each record is put together again"
finish

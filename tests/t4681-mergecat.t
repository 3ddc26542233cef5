#!/bin/bash
# REPRO MERGECAT and REPRO of a whole catalog. z/OS's texts are not known: what
# is said of entries is our own (CATAMOUNT ...).
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

body_drop=(-e '^   [A-Z]' -e '^[0 -]$' -e '^0IDC0002I')
names() {
	echo "  LISTCAT CATALOG($1)" >deck
	body deck | sed '/THE NUMBER OF ENTRIES/,$d' |
	    sed -n 's/^0\([A-Z]*\)[A-Z ]* -* \(.*\)$/\1 \2/p' | paste -sd' '
}

printf 'AA one\nBB two\n' >in.txt
cat >make <<'END'
  DEFINE UCAT(NAME(UCAT.ONE) TRK(1 1) VOL(V1))
  DEFINE UCAT(NAME(UCAT.TWO) TRK(1 1) VOL(V1))
  DEFINE ALIAS(NAME(A) RELATE(UCAT.ONE))
  DEFINE ALIAS(NAME(B) RELATE(UCAT.TWO))
  DEFINE CLUSTER(NAME(A.K) TRK(1 1) RECSZ(6 20) KEYS(2 0))
  REPRO INFILE(IN) OUTDATASET(A.K)
  DEFINE AIX(NAME(A.X) RELATE(A.K) TRK(1 1) KEYS(3 3))
  DEFINE PATH(NAME(A.P) PATHENTRY(A.X))
  BLDINDEX INDATASET(A.K) OUTDATASET(A.X)
  DEFINE NONVSAM(NAME(A.NV) DEVT(3390) VOL(VOL001))
  DEFINE ALIAS(NAME(A.AL) RELATE(A.NV))
  DEFINE CLUSTER(NAME(A.Z) TRK(1 1) LINEAR)
END
run 0 "two catalogs, entries in one" "$idcams" \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text" make
all=$(names UCAT.ONE)
before=$(echo '  LISTCAT CATALOG(UCAT.ONE) ALL' >deck; body deck |
    grep -v -e IN-CAT -e EXCPS)

says "a name takes what is tied to it along" \
    "  REPRO MERGECAT INDATASET(UCAT.ONE) OUTDATASET(UCAT.TWO) ENTRIES(A.P)" \
    "0CATAMOUNT ENTRY (R) A.P MERGED INTO UCAT.TWO
0CATAMOUNT ENTRY (G) A.X MERGED INTO UCAT.TWO
0CATAMOUNT ENTRY (C) A.K MERGED INTO UCAT.TWO
0CATAMOUNT ENTRY (D) A.X.DATA MERGED INTO UCAT.TWO
0CATAMOUNT ENTRY (I) A.X.INDEX MERGED INTO UCAT.TWO
0CATAMOUNT ENTRY (D) A.K.DATA MERGED INTO UCAT.TWO
0CATAMOUNT ENTRY (I) A.K.INDEX MERGED INTO UCAT.TWO
$(records 7)
$(cc 0)"
is "$(names UCAT.ONE)" "ALIAS A.AL NONVSAM A.NV CLUSTER A.Z DATA A.Z.DATA" \
    "the others stay"
says "a level, and no more words than needed" \
    "  REPRO IDS(UCAT.ONE) ODS(UCAT.TWO) MRGC LEVEL(A) MESSAGELEVEL(SHORT)" \
    "$(records 4)
$(cc 0)"
is "$(names UCAT.ONE)" "" "all have moved"
is "$(names UCAT.TWO)" "$all" "and are there as they were"
is "$(echo '  LISTCAT CATALOG(UCAT.TWO) ALL' >deck; body deck |
    grep -v -e IN-CAT -e EXCPS)" "$(sed 's/UCAT.ONE/UCAT.TWO/' <<<"$before")" \
    "with all that LISTCAT shows"
says "what is not there is told" \
    "  REPRO MERGECAT IDS(UCAT.ONE) ODS(UCAT.TWO) ENT(A.NO)" \
    "0IDC3012I ENTRY A.NO NOT FOUND
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEG-42
 CATAMOUNT ** ENTRY A.NO NOT MERGED
$(records 0)
$(cc 8)"
cat >deck <<'END'
  DELETE A ALIAS
  DEFINE ALIAS(NAME(A) RELATE(UCAT.TWO))
  REPRO INDATASET(A.P) OUTFILE(OUT)
END
run 0 "by a new alias the data sets are found, by their path" "$idcams" \
    --dd "OUT=path:$work/out.txt,text" deck
is "$(sort out.txt)" "$(cat in.txt)" "with their records"
says "a name that is there keeps an entry where it is" \
    "  DEFINE NONVSAM(NAME(A.NV) DEVT(3390) VOL(X)) CATALOG(UCAT.ONE)
  REPRO MERGECAT IDS(UCAT.ONE) ODS(UCAT.TWO)" \
    "$(cc 0)
0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
 CATAMOUNT ** ENTRY A.NV NOT MERGED
$(records 0)
$(cc 8)"
says "the same catalog is no target" \
    "  REPRO MERGECAT IDS(UCAT.ONE) ODS(UCAT.ONE)" \
    "0CATAMOUNT SOURCE AND TARGET ARE THE SAME CATALOG
$failed"
says "ENTRIES without MERGECAT is not copied as a whole" \
    "  REPRO IDS(UCAT.ONE) ODS(UCAT.TWO) ENT(A.K)" \
    "0CATAMOUNT ENTRIES AND LEVEL GO WITH MERGECAT
$failed"
says "connectors stay in the master, all else may leave it" \
    "  DEFINE NONVSAM(NAME(M.NV) DEVT(3390) VOL(VOL001))
  REPRO MERGECAT IDS(CATALOG.MASTER) ODS(UCAT.ONE)" \
    "$(cc 0)
0CATAMOUNT ENTRY (A) M.NV MERGED INTO UCAT.ONE
$(records 1)
$(cc 0)"
says "and come back" \
    "  REPRO MERGECAT IDS(UCAT.ONE) ODS(CATALOG.MASTER) ENT(M.*)" \
    "0CATAMOUNT ENTRY (A) M.NV MERGED INTO CATALOG.MASTER
$(records 1)
$(cc 0)"

# --- in use ------------------------------------------------------------------
mkfifo pipe
"$idcams" --dd X=A.K,old - <pipe >/dev/null 2>&1 &
pid=$!
exec 7>pipe
echo '  REPRO MERGECAT IDS(UCAT.TWO) ODS(UCAT.ONE) ENT(A.Z A.K)' >merge
for ((i = 0; i < 100; i++)); do
	"$idcams" --who A.K >who 2>&1
	grep -q idcams who && break
	sleep 0.1
done
is "$(body merge | sed 's/PROCESS [0-9]*/PROCESS N/')" \
    "0CATAMOUNT ENTRY (C) A.Z MERGED INTO UCAT.ONE
0CATAMOUNT ENTRY (D) A.Z.DATA MERGED INTO UCAT.ONE
0IDC3028I DATA SET IN USE
 IDC3009I ** VSAM CATALOG RETURN CODE IS 184 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** HELD BY IDCAMS (PROCESS N)
 CATAMOUNT ** ENTRY A.K NOT MERGED
$(records 2)
$(cc 8)" "what others have open stays, the rest moves"
exec 7>&-
wait $pid

# --- a whole catalog ---------------------------------------------------------
says "a catalog is copied into an empty one" \
    "  DEFINE UCAT(NAME(UCAT.COPY) TRK(1 1) VOL(V1))
  REPRO INDATASET(UCAT.TWO) OUTDATASET(UCAT.COPY)" \
    "0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL001 IS 0
 IDC0181I STORAGECLASS USED IS STANDARD
$(cc 0)
$(records 9)
$(cc 0)"
is "$(names UCAT.COPY)" "$(names UCAT.TWO)" "with all entries"
says "not into one that has entries" "  REPRO IDS(UCAT.TWO) ODS(UCAT.COPY)" \
    "0IDC3014I CATALOG ERROR
 IDC3009I ** VSAM CATALOG RETURN CODE IS 152 - REASON CODE IS IGG0CLEX-0
 CATAMOUNT ** THE TARGET CATALOG HAS ENTRIES
$(records 0)
$failed"
says "a lost catalog is replaced by its copy" \
    "  DELETE UCAT.TWO UCAT RECOVERY NODISCONNECT
  DELETE UCAT.TWO UCAT RECOVERY
  DEFINE UCAT(NAME(UCAT.TWO) TRK(1 1) VOL(V1))
  REPRO IDS(UCAT.COPY) ODS(UCAT.TWO)
  DELETE UCAT.COPY UCAT RECOVERY
  DEFINE ALIAS(NAME(A) RELATE(UCAT.TWO))" \
    "0IDC0550I ENTRY (U) UCAT.TWO DELETED
$(cc 0)
0IDC0550I ENTRY (U) UCAT.TWO DELETED
$(cc 0)
0IDC0508I DATA ALLOCATION STATUS FOR VOLUME VOL001 IS 0
0IDC0509I INDEX ALLOCATION STATUS FOR VOLUME VOL001 IS 0
 IDC0181I STORAGECLASS USED IS STANDARD
$(cc 0)
$(records 9)
$(cc 0)
0IDC0550I ENTRY (U) UCAT.COPY DELETED
$(cc 0)
$(cc 0)"
run 0 "and the data sets are found by it" "$idcams" \
    -e 'EXAMINE NAME(A.K) DATATEST'

# --- killed at any time ------------------------------------------------------
{
	for ((i = 0; i < 60; i++)); do
		echo "  DEF NVSAM(NAME(R.N$i) DEVT(3390) VOL(V)) CAT(UCAT.ONE)"
		echo "  DEF ALIAS(NAME(R.A$i) RELATE(R.N$i)) CAT(UCAT.ONE)"
	done
} >many
run 0 "sixty data sets, an alias each" "$idcams" many
from=ONE to=TWO
bad=
for ms in 0.04 0.08 0.12 0.2 0.3 0.5; do
	echo "  REPRO MERGECAT IDS(UCAT.$from) ODS(UCAT.$to) LEVEL(R)" >merge
	"$idcams" merge >/dev/null 2>&1 &
	pid=$!
	sleep $ms
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	count=$({ names UCAT.ONE; names UCAT.TWO; } | tr ' ' '\n' |
	    grep -c '^R\.')
	twice=$({ names UCAT.ONE; names UCAT.TWO; } | tr ' ' '\n' |
	    grep '^R\.' | sort | uniq -d | wc -l)
	[ "$count $twice" = "120 0" ] || bad="$bad $ms: $count $twice"
	t=$from from=$to to=$t
done
is "$bad" "" "kill -9 at any time leaves each entry in one catalog"
finish

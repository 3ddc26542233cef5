#!/bin/bash
# What an OPEN says of a data set that is not simply there and loaded: an
# upgrade set that is not built (100), a linear data set that was never
# written, a generation data group without generations. Codes: IEC161I 039 of
# the system messages (ACBERFLG 100, OPEN goes on), IBM's note on REPRO of
# linear data sets (it reads to the end of the last extent), IKJ56228I of
# dynamic allocation. Numbers by hand.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

body_drop=(-e '^   [A-Z]' -e '^[0 -]$' -e '^0IDC0002I' -e '^0IDC05' -e '^ IDC0181I')
printf '%s\n' 0001AAone 0002BBtwo 0003CCthree >in.txt
printf '%s\n' 0004DDfour >more.txt
in=(--dd "IN=path:$work/in.txt,text,recfm=V,lrecl=40"
    --dd "MORE=path:$work/more.txt,text,recfm=V,lrecl=40")
warned() { # NAME RECORDS
	echo "0IDC3300I  ERROR OPENING $1
 IDC3351I ** VSAM OPEN RETURN CODE IS 100
$(records "$2")
$(cc 4)"
}
copied() {
	echo "$(records "$1")
$(cc 0)"
}

# --- 100: an alternate index of the upgrade set is not built
cat >deck <<'END'
  DEFINE CLUSTER(NAME(O.K) TRK(1 1) RECSZ(20 40) KEYS(4 0))
  DEFINE AIX(NAME(O.X) RELATE(O.K) KEYS(2 4) TRK(1 1))
  DEFINE AIX(NAME(O.STALE) RELATE(O.K) KEYS(2 4) TRK(1 1) NOUPGRADE)
  DEFINE PATH(NAME(O.NOUPD) PATHENTRY(O.K) NOUPDATE)
  DEFINE CLUSTER(NAME(O.E) TRK(1 1) RECSZ(20 40) NONINDEXED)
  DEFINE AIX(NAME(O.EX) RELATE(O.E) KEYS(2 4) TRK(1 1))
END
run 0 "clusters with alternate indexes" "$idcams" deck
says "a load with an upgrade set that is not built is warned of" \
    "  REPRO INFILE(IN) OUTDATASET(O.K)" "$(warned O.K 3)" "${in[@]}"
says "an entry-sequenced one too" \
    "  REPRO INFILE(IN) OUTDATASET(O.E)" "$(warned O.E 3)" "${in[@]}"
says "so are records that are added" \
    "  REPRO INFILE(MORE) OUTDATASET(O.K)" "$(warned O.K 1)" "${in[@]}"
says "not who only reads" \
    "  REPRO INDATASET(O.K) OUTFILE(OUT)" "$(copied 4)" --dd OUT=dummy
says "nor by a path with NOUPDATE, which has no upgrade set" \
    "  REPRO INFILE(MORE) OUTDATASET(O.NOUPD) REPLACE" "$(copied 1)" "${in[@]}"
says "an error is more than the warning" \
    "  REPRO INFILE(MORE) OUTDATASET(O.K)" \
    "0IDC3300I  ERROR OPENING O.K
 IDC3351I ** VSAM OPEN RETURN CODE IS 100
0IDC3302I  ACTION ERROR ON O.K
 IDC3308I ** DUPLICATE RECORD X'F0F0F0F4'
$(records 0)
$(cc 8)" "${in[@]}"
says "BLDINDEX ends the warning, whatever NOUPGRADE has" \
    "  BLDINDEX INDATASET(O.K) OUTDATASET(O.X)
  REPRO INFILE(MORE) OUTDATASET(O.K) REPLACE" \
    "0IDC0652I O.X SUCCESSFULLY BUILT
$(cc 0)
$(copied 1)" "${in[@]}"
is "$("$idcams" --format json "${in[@]}" -e 'REPRO INFILE(MORE) ODS(O.E)' |
    grep -c '"IDC3351I".*"100"')" 1 "JSON has the code as an insert"

# --- a linear data set that was never written: 2 tracks of 12 CIs of 4096
cat >deck <<'END'
  DEFINE CLUSTER(NAME(O.L) TRK(2 1) LINEAR)
  DEFINE CLUSTER(NAME(O.M) TRK(1 1) LINEAR)
END
run 0 "linear data sets" "$idcams" deck
head -c $((24 * 4096)) /dev/zero >zeros
says "it is read to the end of its space" \
    "  REPRO INDATASET(O.L) OUTFILE(OUT)" "$(copied 24)" \
    --dd "OUT=path:$work/got"
same got zeros "as zeros"
says "its data component too" \
    "  REPRO INDATASET(O.L.DATA) OUTFILE(OUT)" "$(copied 24)" \
    --dd "OUT=path:$work/got,recfm=F,lrecl=4096"
says "a copy has as much" "  REPRO INDATASET(O.L) OUTDATASET(O.M)" \
    "$(copied 24)"
"$build/bin/dsn" cat --binary O.M >got
same got zeros "byte for byte"
head -c 12288 /dev/zero | tr '\0' Z >z
run 0 "a cluster for dsn" "$idcams" \
    -e 'DEFINE CLUSTER(NAME(O.N) TRK(1 1) LINEAR)'
ok "dsn puts into one that was never written" \
    "$build/bin/dsn" put --binary z O.N
"$build/bin/dsn" cat --binary O.N >got
head -c $((9 * 4096)) /dev/zero | cat z - >want
same got want "and what is behind stays zeros"
nok "but not over records" "$build/bin/dsn" put --binary z O.N
says "TO and FROM are of its control intervals" \
    "  REPRO IDS(O.L) OUTFILE(OUT) FROMADDRESS(8192) COUNT(22)
  REPRO IDS(O.L) OUTFILE(OUT) SKIP(23) COUNT(2)" "$(copied 22)
$(records 1)
$(cc 4)" --dd OUT=dummy

# --- a group without generations
run 0 "a group" "$idcams" -e 'DEFINE GDG(NAME(O.G) LIMIT(3))'
none='0IKJ56228I DATA SET O.G NOT IN CATALOG OR CATALOG CAN NOT BE ACCESSED'
says "a group without generations has nothing that could be allocated" \
    "  PRINT INDATASET(O.G)
  REPRO INDATASET(O.G) OUTDATASET(O.K)
  REPRO INDATASET(O.K) OUTDATASET(O.G)" "$none
$(records 0)
$failed
$none
$(records 0)
$failed
$none
$(records 0)
$failed"
says "what is no group is told as what it is" \
    "  PRINT INDATASET(O.G(MEM))" "0IDC3300I  ERROR OPENING O.G(MEM)
 IDC3351I ** VSAM OPEN RETURN CODE IS 188
$(records 0)
$failed"
run 16 "nor by a DD" "$idcams" --dd G=O.G,shr -e 'PRINT INFILE(G)'
like "$(cat err)" 'O\.G.*it has no generations' "which says why"
run 0 "a generation comes" "$idcams" --dd "IN=path:$work/in.txt,text,recfm=V,lrecl=40" \
    -e 'ALLOCATE DSN(O.G(+1)) NEW CATALOG TRACKS SPACE(1 1) RECFM(V B) LRECL(40)' \
    -e 'REPRO INFILE(IN) ODS(O.G(+1))'
says "and the group is read" "  REPRO INDATASET(O.G) OUTFILE(OUT)" \
    "$(copied 3)" --dd OUT=dummy

finish

#!/bin/bash
# EXPORT and IMPORT of a user catalog: of one moment, whole or not at all.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

body_drop=(-e '^   [A-Z]' -e '^[0 -]$' -e '^0IDC0002I')
all() {
	echo '  LISTCAT CATALOG(UCAT.ONE) ALL' >deck
	body deck "$@"
}

cat >make <<'END'
  DEFINE UCAT(NAME(UCAT.ONE) TRK(1 1) VOL(V1))
  DEFINE ALIAS(NAME(A) RELATE(UCAT.ONE))
  DEFINE ALIAS(NAME(A.B) RELATE(UCAT.ONE))
  DEFINE CLUSTER(NAME(A.K) TRK(2 1) RECSZ(6 20) KEYS(2 0))
  DEFINE CLUSTER(NAME(A.B.E) TRK(1 1) RECSZ(6 20) NONINDEXED)
END
run 0 "a catalog with two clusters and two aliases" "$idcams" make
before=$(all)
out=(--dd "O=path:$work/cat.bin,recfm=VBS,lrecl=32760")
says "a catalog is exported with TEMPORARY alone" "  EXPORT UCAT.ONE OFILE(O)" \
    "0CATAMOUNT A CATALOG IS EXPORTED WITH TEMPORARY, OR DISCONNECTED
$failed" "${out[@]}"
echo '  EXPORT UCAT.ONE OUTFILE(O) TEMPORARY' >deck
# Date and time of IDC0594I are those of CATAMOUNT_CLOCK.
is "$(body deck "${out[@]}" | sed 's/WAS [0-9]*$/WAS n/')" \
    "0IDC0005I NUMBER OF RECORDS PROCESSED WAS n
0IDC0594I PORTABLE DATA SET CREATED SUCCESSFULLY ON 09/01/22 AT 15:36:44
$(sed 's/0$/n/' <<<"$(cc 0)")" "EXPORT says when"
imp='  IMPORT INFILE(O) OUTDATASET(UCAT.ONE) ALIAS'
says "IMPORT does not touch one that is there" "$imp" \
    "0IDC0604I DATA SET BEING IMPORTED WAS EXPORTED ON 09/01/22 AT 15:36:44
0IDC3013I DUPLICATE DATA SET NAME
 IDC3009I ** VSAM CATALOG RETURN CODE IS 8 - REASON CODE IS IGG0CLEH-38
0IDC0005I NUMBER OF RECORDS PROCESSED WAS 0
$failed" "${out[@]}"
run 0 "the catalog goes" "$idcams" -e 'DELETE UCAT.ONE UCAT RECOVERY'

# --- damage ------------------------------------------------------------------
size=$(stat -c %s cat.bin)
bad=
for at in 5 30 60 200 5000 30100 $((size / 2)) $((size - 30)) $((size - 1)); do
	cp cat.bin hurt.bin
	byte=$(od -An -tu1 -j $at -N 1 hurt.bin)
	printf "$(printf '\\x%02x' $((byte ^ 0x41)))" |
	    dd of=hurt.bin bs=1 seek=$at conv=notrunc 2>/dev/null
	echo "$imp" >deck
	"$idcams" --dd "O=path:$work/hurt.bin,recfm=VBS,lrecl=32760" deck \
	    >got 2>&1
	[ $? -eq 12 ] || bad="$bad byte $at taken"
	ls root/catalogs | grep -q UCAT && bad="$bad byte $at: a file is left"
done
is "$bad" "" "a wrong byte anywhere is refused, and nothing is left"
bad=
for len in 0 3 20 100 5000 $((size / 2)) $((size - 1)); do
	head -c $len cat.bin >hurt.bin
	"$idcams" --dd "O=path:$work/hurt.bin,recfm=VBS,lrecl=32760" deck \
	    >got 2>&1
	[ $? -eq 12 ] || bad="$bad $len taken"
	ls root/catalogs | grep -q UCAT && bad="$bad $len: a file is left"
done
is "$bad" "" "so is one that is cut"

# --- back --------------------------------------------------------------------
echo "$imp" >deck
run 0 "IMPORT brings it back" "$idcams" "${out[@]}" deck
is "$(all)" "$before" "with all that LISTCAT shows"
echo '  LISTCAT ENT(UCAT.ONE) ALL' >deck
is "$(body deck | grep -o 'ALIAS----.*' | paste -sd,)" \
    "ALIAS----A,ALIAS----A.B" "and its aliases"
run 0 "a data set is deleted by it" "$idcams" -e 'DELETE A.B.E'
cat >deck <<'END'
  DELETE UCAT.ONE UCAT RECOVERY
  IMPORT INFILE(O) OUTDATASET(UCAT.ONE)
END
run 0 "without ALIAS" "$idcams" "${out[@]}" deck
echo '  LISTCAT ENT(UCAT.ONE) ALL' >deck
like "$(body deck)" 'ASSOCIATIONS--------.NULL.' "it has none"
# The copy is older than the deletion: its entry has nothing on a volume.
says "DIAGNOSE tells what is not there any more" \
    "  DIAGNOSE INDATASET(UCAT.ONE)" \
    "0CATAMOUNT ENTRY A.B.E.DATA HAS NO COMPONENT ON VOL001
0CATAMOUNT 1 ERROR FOUND
$(cc 8)"

# --- while it is written to ----------------------------------------------------
{
	echo '  DEFINE ALIAS(NAME(W) RELATE(UCAT.ONE))'
	for ((i = 0; i < 200; i++)); do
		echo "  DEFINE NONVSAM(NAME(W.N$i) DEVT(3390) VOL(V))"
		echo "  DEFINE ALIAS(NAME(W.A$i) RELATE(W.N$i))"
	done
} >many
"$idcams" many >/dev/null 2>&1 &
pid=$!
bad=
for ((i = 0; i < 4; i++)); do
	"$idcams" --dd "O=path:$work/w.bin,recfm=VBS,lrecl=32760" \
	    -e 'EXPORT UCAT.ONE OUTFILE(O) TEMPORARY' >got 2>&1 ||
	    bad="$bad export $i"
	echo "$imp" >deck
	"$idcams" --root "other$i" \
	    --dd "O=path:$work/w.bin,recfm=VBS,lrecl=32760" deck \
	    >got 2>&1 || bad="$bad import $i"
done
wait $pid || bad="$bad writer"
is "$bad" "" "a catalog is exported while it is written to"
finish

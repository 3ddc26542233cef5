#!/bin/bash
# Catalogs and a kill -9 at any time: making, connecting, deleting and
# rebuilding them; and the entries of other kinds by MERGECAT and --rebuild.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

body_drop=(-e '^   [A-Z]' -e '^[0 -]$' -e '^0IDC0002I')
all() {
	echo "  LISTCAT CATALOG($1) ALL" >deck
	body deck | grep -v -e CCHH -e EXCPS | sed 's/UCAT\.[A-Z]*/UCAT/'
}
# killed SECONDS COMMAND...: started, killed after so long.
killed() {
	local after=$1 pid

	shift
	"$@" >/dev/null 2>&1 &
	pid=$!
	sleep "$after"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
}

# --- generations, a library, a page space --------------------------------------
printf 'AA one\nBB two\n' >in.txt
cat >make <<'END'
  DEFINE UCAT(NAME(UCAT.ONE) TRK(1 1) VOL(V1))
  DEFINE UCAT(NAME(UCAT.TWO) TRK(1 1) VOL(V1))
  DEFINE ALIAS(NAME(G) RELATE(UCAT.ONE))
  DEFINE GDG(NAME(G.G) LIMIT(3) SCRATCH)
  DEFINE PAGESPACE(NAME(G.PAGE) CYL(1) VOL(VOL001))
END
run 0 "a group and a page space" "$idcams" make
cat >load <<'END'
  REPRO INFILE(IN) OUTFILE(G1)
  REPRO INFILE(IN) OUTFILE(P1)
  REPRO INFILE(IN) OUTFILE(P2)
END
in=(--dd "IN=path:$work/in.txt,text,recfm=V,lrecl=80")
run 0 "a generation, a library with two members" "$idcams" "${in[@]}" \
    --dd "G1=G.G(+1),new,recfm=FB,lrecl=80,space=trk(1,1)" \
    --dd "P1=G.PDS(M1),new,recfm=FB,lrecl=80,space=trk(1,1,1)" \
    --dd "P2=G.PDS(M2),old" load
run 0 "another generation" "$idcams" "${in[@]}" \
    --dd "G1=G.G(+1),new,recfm=FB,lrecl=80,space=trk(1,1)" \
    -e 'REPRO INFILE(IN) OUTFILE(G1)'
before=$(all UCAT.ONE)
echo '  REPRO MERGECAT INDATASET(UCAT.ONE) OUTDATASET(UCAT.TWO)' >deck
run 0 "all move" "$idcams" deck
is "$(all UCAT.TWO)" "$before" "as they were, the group with its generations"
rm -f root/catalogs/UCAT.TWO.db*
run 0 "their catalog is lost" "$idcams" --rebuild
is "$(all UCAT.TWO | grep -A30 -e 'G.PDS$' -e 'G.PAGE$' | grep -v -e '^ *[A-Z]* -*[0-9]*$')" \
    "$(echo "$before" | grep -A30 -e 'G.PDS$' -e 'G.PAGE$' | grep -v -e '^ *[A-Z]* -*[0-9]*$')" \
    "the library and the page space come back as they were"
"$idcams" -e 'DELETE G ALIAS' >/dev/null
"$idcams" -e 'DEFINE ALIAS(NAME(G) RELATE(UCAT.TWO))' >/dev/null
run 0 "a member is read" "$idcams" --dd "M=G.PDS(M2)" \
    --dd "O=path:$work/out.txt,text" -e 'REPRO INFILE(M) OUTFILE(O)'
same out.txt in.txt "whole"

"$idcams" -e 'DELETE G.PDS NOSCRATCH' >/dev/null
files=$(ls root/volumes/VOL001 | wc -l)
run 0 "a library that is in no catalog goes by NVR" "$idcams" \
    -e 'DELETE G.PDS NVR'
is "$(ls root/volumes/VOL001 | wc -l)" $((files - 2)) "with its directory"

# --- killed --------------------------------------------------------------------
cat >life <<'END'
  DEFINE UCAT(NAME(UCAT.X) TRK(1 1) VOL(V1))
  DEFINE ALIAS(NAME(X) RELATE(UCAT.X))
  DEFINE CLUSTER(NAME(X.A) TRK(1 1) LINEAR)
  EXPORT UCAT.X DISCONNECT
  IMPORT CONNECT OBJECTS((UCAT.X DEVT(3390) VOL(VOL001)))
  DEFINE ALIAS(NAME(X) RELATE(UCAT.X))
  DEFINE CLUSTER(NAME(X.B) TRK(1 1))
  DELETE UCAT.X UCAT FORCE
END
bad=
for s in 0.02 0.05 0.08 0.1 0.12 0.15 0.18 0.2 0.25 0.3; do
	killed $s "$idcams" life
	"$idcams" -e LISTCAT >got 2>&1 || bad="$bad $s: LISTCAT"
	# Whatever it left, all can be had back and then deleted.
	"$idcams" --rebuild >got 2>&1 || bad="$bad $s: rebuild"
	for c in CATALOG.MASTER UCAT.ONE UCAT.TWO; do
		"$idcams" -e "DIAGNOSE INDATASET($c)" >got 2>&1 ||
		    bad="$bad $s: $c"
	done
	if "$idcams" -e 'LISTCAT ENT(UCAT.X)' >got 2>&1; then
		"$idcams" -e 'DIAGNOSE INDATASET(UCAT.X)' >got 2>&1 ||
		    bad="$bad $s: UCAT.X"
		"$idcams" -e 'DELETE UCAT.X UCAT FORCE' >got 2>&1 ||
		    bad="$bad $s: DELETE"
	fi
	"$idcams" -e 'DELETE X.** MASK' >got 2>&1
done
is "$bad" "" "a kill while catalogs come and go leaves nothing unusable"
"$idcams" -e 'DEFINE UCAT(NAME(UCAT.Y) TRK(1 1))' >/dev/null
"$idcams" -e 'DELETE UCAT.Y UCAT' >/dev/null
is "$(ls -A root/catalogs | grep -v -e '^CATALOG.MASTER.db' \
    -e '^UCAT.\(ONE\|TWO\).db')" "" "and the next one that is made sweeps up"

{
	echo '  DEFINE UCAT(NAME(UCAT.X) TRK(1 1) VOL(V1))'
	echo '  DEFINE ALIAS(NAME(X) RELATE(UCAT.X))'
	for ((i = 0; i < 20; i++)); do
		echo "  DEFINE CLUSTER(NAME(X.C$i) TRK(1 1))"
	done
} >deck
run 0 "twenty clusters" "$idcams" deck
before=$(all UCAT.X)
bad=
for s in 0.03 0.06 0.1 0.15; do
	rm -f root/catalogs/UCAT.X.db*
	killed $s "$idcams" --rebuild
	"$idcams" --rebuild >got 2>&1 || bad="$bad $s"
	[ "$(all UCAT.X)" = "$before" ] || bad="$bad $s: other"
	"$idcams" -e 'DIAGNOSE INDATASET(UCAT.X)' >got 2>&1 || bad="$bad $s: D"
done
is "$bad" "" "a kill while one is rebuilt: the next --rebuild ends it"
mkdir keep
bad=
for s in 0.03 0.08 0.15; do
	mv root/catalogs/* keep/
	killed $s "$idcams" --rebuild
	"$idcams" --rebuild >got 2>&1 || bad="$bad $s"
	[ "$(all UCAT.X)" = "$before" ] || bad="$bad $s: other"
	rm -f keep/*
done
is "$bad" "" "and while all are"
for l in G X; do echo "  LISTCAT LEVEL($l) ALL"; done >deck
is "$(body deck | grep -o "LOW-CCHH-----X'[0-9A-F]*'" | sort | uniq -d)" "" \
    "no two data sets have the same tracks"
finish

#!/bin/bash
# IMPORT of what is on several volumes: it grows over them while it is loaded,
# before it has a name; what fails or is killed leaves nothing on any of them.
. "$(dirname "$0")/support/tap.sh"

"$idcams" -e 'LISTCAT' >out 2>&1
# Volumes of 4 cylinders: 45 tracks each for data sets.
sed -i 's/^pool=.*/pool=VOLA VOLB, VOLC/; s/^cylinders=.*/cylinders=4/' \
    root/catamount.conf
awk 'BEGIN { for (i = 0; i < 20000; i++)
	printf "%08d%192s", i, "the rest of record " i }' >in.bin
cat >deck <<'END'
  DEFINE CLUSTER(NAME(V.K) KEYS(8 0) RECORDSIZE(200 200) -
    TRACKS(10 5) VOLUMES(* * *))
  REPRO INFILE(I) OUTDATASET(V.K)
END
run 0 "a cluster on several volumes" "$idcams" \
    --dd I=path:in.bin,recfm=fb,lrecl=200 deck
# Its volumes, with its tracks on each; no extents, which depend on what else
# was there.
volumes() {
	"$idcams" -e 'LISTCAT ENT(V.K) ALL' | grep -o 'VOLSER-*[A-Z0-9*]*'
}
world() {
	find "$CATAMOUNT_ROOT/volumes" -type f | grep -v '\.' | sort
	printf '  DCOLLECT OUTFILE(O) VOLUMES(*) NODATAINFO\n' >dcol
	# the times of the records are of no interest: DCUTIME, DCUDATE
	"$idcams" --dd "O=path:$work/o" dcol >/dev/null 2>&1
	od -An -v -tx1 -w164 o | cut -c 1-48,73-
	"$idcams" --no-pages -e 'LISTCAT NAME'
}
volumes >volumes.was
is "$(sort -u volumes.was | wc -l | tr -d ' ')" 3 "on three of them"
printf '  EXPORT V.K OUTFILE(O)\n' >deck
run 0 "exported" "$idcams" --dd O=path:copy deck
world >empty
printf '  IMPORT INFILE(I) OUTDATASET(V.K)\n' >import
run 0 "imported" "$idcams" --dd I=path:copy import
volumes >volumes.now
same volumes.now volumes.was "on the same volumes"
run 0 "in order" "$idcams" -e 'EXAMINE NAME(V.K) DATATEST'
"$idcams" --dd O=path:back,recfm=fb,lrecl=200 \
    -e 'REPRO INDATASET(V.K) OUTFILE(O)' >out 2>&1
same back in.bin "byte for byte"

"$idcams" -e 'DELETE V.K' >out 2>&1
world >now
same now empty "deleted: all space is free again"
partly=
for ((i = 1; i <= ${CATAMOUNT_KILLS:-12}; i++)); do
	"$idcams" --dd I=path:copy import >out 2>err &
	pid=$!
	sleep "0.$(printf %03d $((RANDOM % 120)))"
	kill -KILL $pid 2>/dev/null
	wait $pid 2>/dev/null
	"$idcams" -e 'EXAMINE NAME(V.K) DATATEST' >out 2>&1 &&
	    "$idcams" -e 'DELETE V.K' >out 2>&1
	world >now
	cmp -s now empty || partly+=" $i"
done
is "$partly" "" "killed at any time: nothing is left on any volume"

# The volumes are filled, but for too little.
cat >deck <<'END'
  DEFINE CLUSTER(NAME(V.A) LINEAR TRACKS(40 0))
  DEFINE CLUSTER(NAME(V.B) LINEAR TRACKS(40 0))
END
run 0 "two volumes are full" "$idcams" deck
world >before
run 12 "there is no space for it" "$idcams" --no-pages --dd I=path:copy import
like "$(cat out)" "^IDC3602I" "which is told"
world >after
same after before "and nothing is left"

# --- without SMS a copy goes where it was, or where OBJECTS says --------------------
"$idcams" -e 'DELETE (V.A V.B)' >out 2>&1
sed -i 's/^sms=.*/sms=off/' root/catamount.conf
cat >deck <<'END'
  DEFINE CLUSTER(NAME(V.N) KEYS(8 0) RECORDSIZE(200 200) -
    TRACKS(10 5) VOLUMES(VOLA VOLB)) DATA(NAME(V.N.D)) -
    INDEX(NAME(V.N.I) VOLUMES(VOLC))
  REPRO INFILE(I) OUTDATASET(V.N) COUNT(2000)
  EXPORT V.N OUTFILE(O) TEMPORARY
  IMPORT INFILE(O) OUTDATASET(V.N)
  LISTCAT ENT(V.N) VOLUME
END
run 0 "an index away from its data" "$idcams" \
    --dd I=path:in.bin,recfm=fb,lrecl=200 --dd O=path:copy2 deck
is "$(grep -o 'VOLSER-*[A-Z0-9*]*' out | sed 's/VOLSER-*//' | tr '\n' ' ')" \
    "VOLA VOLB VOLC " "comes back there, candidates too"
cat >deck <<'END'
  IMPORT INFILE(O) OUTDATASET(V.M) -
    OBJECTS((V.N NEWNAME(V.M) VOLUMES(VOLB)) -
    (V.N.D NEWNAME(V.M.D)) (V.N.I NEWNAME(V.M.I)))
  LISTCAT ENT(V.M) VOLUME
  EXAMINE NAME(V.M) DATATEST
END
run 0 "VOLUMES of OBJECTS" "$idcams" --dd O=path:copy2 deck
is "$(grep -o 'VOLSER-*[A-Z0-9*]*' out | sed 's/VOLSER-*//' | tr '\n' ' ')" \
    "VOLB VOLB " "move it"
finish

#!/bin/bash
# Catalogs lost and made again of their recovery areas: everything that was
# defined is there as it was, what it protects included; and without areas what
# is not known again is told, with code 4.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/sysprint.sh"

export CATAMOUNT_ROOT=$work/root
# Everything that commands say of the root.
all() {
	for c in CATALOG.MASTER UCAT.ONE UCAT.TWO; do
		echo "  LISTCAT CATALOG($c) ALL" >deck
		body deck | grep -v -e EXCPS
	done
	"$bin/dsvol" list
	"$bin/dsvol" vtoc VOL001
	"$bin/dsprofile" list
	"$bin/dsprofile" groups
	"$bin/dsprofile" logins
}
bin=$(dirname "$idcams")
printf 'AA one\nBB two\n' >in.txt
cat >make <<'END'
  DEFINE UCAT(NAME(UCAT.ONE) TRK(1 1) VOL(V1))
  DEFINE UCAT(NAME(UCAT.TWO) TRK(1 1) VOL(V1))
  DEFINE ALIAS(NAME(U1) RELATE(UCAT.ONE))
  DEFINE ALIAS(NAME(U1.SUB) RELATE(UCAT.TWO))
  DEFINE NONVSAM(NAME(U1.TAPE) VOL(T00001 T00002) DEVT(3480 3480))
  DEFINE CLUSTER(NAME(U1.K) TRK(2 1) KEYS(2 0) RECSZ(6 20) -
    VOL(VOL001 * *))
  DEFINE CLUSTER(NAME(U1.SUB.K) TRK(1 1) KEYS(2 0) RECSZ(6 20))
  DEFINE ALIAS(NAME(U1.AL) RELATE(U1.TAPE))
  DEFINE GDG(NAME(U1.G) LIMIT(2) SCRATCH FIFO)
  DEFINE NONVSAM(NAME(U1.G.G0001V00) VOL(T00001) DEVT(3480))
  DEFINE ALIAS(NAME(M.AL) SYMBOLICRELATE('U1.K'))
  DEFINE CLUSTER(NAME(M.E) TRK(1 1) NIXD RECSZ(6 20))
END
run 0 "entries of many kinds" "$idcams" make
run 0 "records" "$idcams" --dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text" \
    -e 'REPRO INFILE(IN) OUTDATASET(U1.K)'
cat >index <<'END'
  DEFINE AIX(NAME(U1.X) RELATE(U1.K) TRK(1 1) KEYS(3 3) UPG)
  BLDINDEX INDATASET(U1.K) OUTDATASET(U1.X)
  DEFINE PATH(NAME(U1.P) PENT(U1.X))
END
run 0 "an alternate index and its path" "$idcams" index
run 0 "a generation with bytes" "$idcams" \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text" \
    --dd "G=U1.G(+1),new,recfm=FB,lrecl=80,space=trk(1,1)" \
    -e 'REPRO INFILE(IN) OUTFILE(G)'
run 0 "a volume elsewhere" "$bin/dsvol" add far --dir "$work/far" --cylinders 7
run 0 "a small one" "$bin/dsvol" add small --cylinders 10
run 0 "which is offline" "$bin/dsvol" vary small offline
run 0 "a profile" "$bin/dsprofile" add 'U1.**' uacc=NONE warning
run 0 "with an access list" "$bin/dsprofile" permit 'U1.**' PAYGRP READ
run 0 "a group" "$bin/dsprofile" connect SOMEONE PAYGRP
run 0 "a user ID" "$bin/dsprofile" login some.one SOMEONE
all >before

rm -rf root/catalogs
run 0 "the directory of the catalogs is lost, and made again" "$idcams" --rebuild
is "$(paste -sd, out)" \
    "catalog CATALOG.MASTER,catalog UCAT.ONE,catalog UCAT.TWO" \
    "with three catalogs"
all >after
same after before "everything is said as it was"
run 0 "and agrees with the volumes" "$bin/dsvol" check
run 0 "a second time" "$idcams" --rebuild
is "$(cat out)" "" "there is nothing to do"
run 0 "by the path records are read" "$idcams" \
    --dd "O=path:$work/out.txt,text" -e 'REPRO INDATASET(U1.P) OUTFILE(O)'
same out.txt in.txt "whole"
run 0 "the group goes on with its numbers" "$idcams" \
    --dd "IN=path:$work/in.txt,recfm=V,lrecl=80,text" \
    --dd "G=U1.G(+1),new,recfm=FB,lrecl=80,space=trk(1,1)" \
    -e 'REPRO INFILE(IN) OUTFILE(G)'
run 0 "and has let one go" "$idcams" -e 'LISTCAT ENTRIES(U1.G) ALL'
like "$(cat out)" 'U1.G.G0003V00' "the newest is there"
unlike "$(cat out)" 'U1.G.G0001V00' "the oldest is not"

# --- what was not finished -----------------------------------------------------
all >before
rm root/catalogs/UCAT.ONE.db*
run 0 "one is lost, and changes that were made since its area began are there" \
    "$idcams" --rebuild
all >after
same after before "as they were"
rm root/catalogs/*
kills=0
for after in 0.002 0.005 0.01 0.02 0.04; do
	"$idcams" --rebuild >/dev/null 2>&1 &
	pid=$!
	sleep "$after"
	kill -9 $pid 2>/dev/null && kills=$((kills + 1))
	wait $pid 2>/dev/null
done
run 0 "a rebuilding that was killed is begun again" "$idcams" --rebuild
all >after
same after before "with the same end"

rm root/catalogs/*
for i in 1 2 3 4; do
	"$idcams" --rebuild >rebuilt.$i 2>&1 || echo "code $?" >>rebuilt.$i
done &
for i in 5 6 7 8; do
	"$idcams" --rebuild >rebuilt.$i 2>&1 || echo "code $?" >>rebuilt.$i &
done
wait
is "$(cat rebuilt.* | sort -u | paste -sd,)" \
    "catalog CATALOG.MASTER,catalog UCAT.ONE,catalog UCAT.TWO" \
    "of several that rebuild at once each is good"
all >after
same after before "with the same end"

# --- areas that are not whole --------------------------------------------------
rm root/catalogs/*
size=$(stat -c %s root/recovery/UCAT.ONE.cra)
truncate -s $((size - 1)) root/recovery/UCAT.ONE.cra
run 4 "an area that ends too early" "$idcams" --rebuild
is "$(grep not: out)" "all of catalog UCAT.ONE not: what has no bytes on \
volumes is lost as far as no line says otherwise" "is told"
run 0 "what was in front is there" "$idcams" -e 'LISTCAT ENTRIES(U1.TAPE U1.P)'
run 0 "and all is right now" "$idcams" --rebuild

rm -rf root/catalogs root/recovery
run 4 "without areas" "$idcams" --rebuild
is "$(sort out)" "$(sort <<'END'
alias U1
alias U1.SUB
all of catalog CATALOG.MASTER not: profiles, groups, user IDs, aliases, volumes' sizes and states are lost as far as no line says otherwise
catalog CATALOG.MASTER
catalog UCAT.ONE
catalog UCAT.TWO
data set M.E
data set U1.G.G0002V00
data set U1.G.G0003V00
data set U1.K
data set U1.SUB.K
data set U1.X
generation U1.G.G0002V00 not: its base U1.G is lost, it is a data set of its own
generation U1.G.G0003V00 not: its base U1.G is lost, it is a data set of its own
volume SMALL
END
)" "it is told what is known again, and what is not"
run 0 "aliases lead to what they led to" "$idcams" -e 'LISTCAT ENTRIES(U1.SUB.K U1.K)'
run 0 "and areas are there again" test -f root/recovery/UCAT.TWO.cra

# --- catalogs go ---------------------------------------------------------------
run 0 "a catalog goes" "$idcams" -e 'DELETE UCAT.TWO UCAT FORCE'
run 1 "and its area with it" test -e root/recovery/UCAT.TWO.cra
finish

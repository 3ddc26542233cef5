#!/bin/bash
# The master catalog is saved by EXPORT TEMPORARY, while it is in use, and comes
# back by idcams --restore when its file is lost: entries, user catalogs and
# aliases, volumes as they were, profiles. SC23-6846, EXPORT: TEMPORARY is
# required of a catalog that is not disconnected.
. "$(dirname "$0")/support/tap.sh"

dsn=$build/bin/dsn
profile=$build/bin/dsprofile
dsvol=$build/bin/dsvol
out=(--dd "O=path:$work/a,,b.exp")
lose() { rm -f root/catalogs/CATALOG.MASTER.db*; }
listing() {
	"$idcams" --no-pages -e 'listcat all' -e 'listcat catalog(ucat.one) all' |
	    grep -v '^IDCAMS  SYSTEM'
}
{
	echo 'one line' >in.txt
	"$dsn" put --new recfm=fb,lrecl=80 in.txt pay.ps
	"$idcams" -e 'define ucat(name(ucat.one) trk(1 1) vol(vol001))' \
	    -e 'define alias(name(a.b) relate(ucat.one))' \
	    -e 'define cluster(name(m.k) trk(2 1) recsz(80 80) keys(2 0))' \
	    -e 'define gdg(name(m.g) limit(3))' \
	    -e 'define alias(name(m.al) relate(pay.ps))'
	"$dsn" put --new recfm=fb,lrecl=80 in.txt a.b.ps
	"$dsvol" add small --cylinders 10
	"$dsvol" vary small offline
	"$profile" add 'pay.**' uacc=read
	"$profile" permit 'pay.**' carl alter
	"$profile" connect carl grp
	"$profile" login carlo carl
} >/dev/null 2>&1
run 12 "a catalog is exported with TEMPORARY alone" "$idcams" "${out[@]}" \
    -e 'export catalog.master ofile(o)'
run 0 "the master is exported" "$idcams" "${out[@]}" \
    -e 'export catalog.master ofile(o) temporary'
like "$(cat out)" IDC0594I "which IDC0594I says"
listing >before
{ "$profile" list; "$profile" list --access 'pay.**'; "$dsvol" list; } \
    >state 2>&1

# --- what is not done
run 12 "what is there is not restored over" "$idcams" --restore a,b.exp
like "$(cat err)" 'has entries' "which is told"
run 12 "nor imported over" "$idcams" "${out[@]}" \
    -e 'import ifile(o) ods(catalog.master)'
listing >now
same now before "and it is as it was"
"$idcams" --dd "O=path:$work/u.exp" -e 'export ucat.one ofile(o) temporary' \
    >/dev/null
areas=$(ls root/recovery)
lose
nok "without it there is nothing" "$idcams" -e 'listcat'
run 12 "a copy that is not there" "$idcams" --restore nowhere
nok "makes no other" "$idcams" -e listcat
head -c 9000 a,b.exp >cut.exp
run 12 "a copy that was cut is refused" "$idcams" --restore cut.exp
run 12 "one of another catalog" "$idcams" --restore u.exp
run 12 "and a file that is none" "$idcams" --restore in.txt
is "$(ls -A root/catalogs | grep -c restore)" 0 "nothing is left of them"
is "$(ls root/recovery)" "$areas" "and no recovery area lost"
cp -r root kept
run 0 "by which it is had as well" "$idcams" --rebuild
listing >now
same now before "as it was"
rm -rf root
mv kept root

# --- back
run 0 "--restore brings it back" "$idcams" --restore a,b.exp
like "$(cat out)" '^catalog CATALOG.MASTER of 20' "and says of when"
listing >now
same now before "with all that LISTCAT shows"
{ "$profile" list; "$profile" list --access 'pay.**'; "$dsvol" list; } \
    >now 2>&1
same now state "profiles, and volumes as they were"
is "$("$dsn" cat pay.ps; "$dsn" cat a.b.ps; "$dsn" cat m.al)" "one line
one line
one line" "data sets are read through each of them"
is "$("$idcams" -e 'diagnose icfcatalog ids(catalog.master)' |
    grep -o '0 ERRORS FOUND')" "0 ERRORS FOUND" "nothing is wrong"

# --- what came after the copy
"$dsn" put --new recfm=fb,lrecl=80 in.txt pay.new
"$idcams" -e 'delete m.k' >/dev/null
lose
run 0 "an older copy" "$idcams" --restore a,b.exp
like "$(cat err)" 'rebuild' "says what is to be done then"
run 0 "--rebuild enters what is newer" "$idcams" --rebuild
like "$(cat out)" 'PAY.NEW' "the data set that was made since"
is "$("$dsn" cat pay.new)" 'one line' "is read"
"$idcams" -e 'diagnose icfcatalog ids(catalog.master)' >out
like "$(cat out)" 'M.K.DATA HAS NO COMPONENT' "what was deleted since is told"

# --- a new root, while the old one is written to
for ((i = 0; i < 120; i++)); do
	echo "  DEFINE NONVSAM(NAME(W.N$i) DEVT(3390) VOL(V))"
done >many
"$idcams" many >/dev/null 2>&1 &
pid=$!
bad=
for i in 1 2; do
	"$idcams" --dd "O=path:$work/w$i.exp" \
	    -e 'export catalog.master ofile(o) temporary' >got 2>&1 ||
	    bad="$bad export $i"
	"$idcams" --root "other$i" --dd "O=path:$work/w$i.exp" \
	    -e 'import ifile(o) ods(catalog.master)' \
	    -e 'listcat entries(pay.ps m.g)' >got 2>&1 || bad="$bad import $i"
done
wait $pid || bad="$bad writer"
is "$bad" "" "it is exported while it is written to, and imported into a new root"

# --- who may
echo security=on >>root/catamount.conf
"$profile" add 'catalog.master' uacc=update 2>/dev/null
CATAMOUNT_USER=ANNA "$idcams" --dd "O=path:$work/s.exp" \
    -e 'export catalog.master ofile(o) temporary' >out 2>err
is "$? $(grep -c 'INTENT(ALTER' err)" "12 1" "to export it takes ALTER"
lose
CATAMOUNT_USER=ANNA run 12 "to restore it, the owner of the root" \
    "$idcams" --restore a,b.exp
run 0 "who may" "$idcams" --restore a,b.exp
finish

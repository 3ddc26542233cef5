#!/bin/bash
# dsn: data sets, members and generations to the host and back, copied, renamed,
# listed and deleted; what fails has a code, is told, and leaves what was there.
# Bytes are worked out by hand: EBCDIC of IBM-1047, RDWs by SC23-6855.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44
dsn=$build/bin/dsn

# fails TITLE STATUS PATTERN COMMAND...: it ends so, and tells so.
fails() {
	local title=$1 status=$2 pattern=$3

	shift 3
	"$@" >out 2>err
	is $? "$status" "$title"
	ok "  it is told: $pattern" grep -q -e "$pattern" err
}
hex() {
	od -An -v -tx1 "$1" | tr -d ' \n'
}

# --- sequential ------------------------------------------------------------
printf 'one\ntwo\n' >a.txt
fails "put to what is not there" 1 '--new ATTRIBUTES or --like' \
    "$dsn" put a.txt my.seq
ok "put makes a data set" "$dsn" put --new recfm=FB,lrecl=5 a.txt my.seq
is "$("$dsn" cat MY.SEQ)" "one
two" "cat gives lines, the name in any case"
"$dsn" cat --binary my.seq >b
# "one  two  "
is "$(hex b)" 9695854040a3a6964040 "binary F records stand back to back"
"$dsn" get --rdw my.seq r
is "$(hex r)" 000900009695854040000900""00a3a6964040 \
    "with --rdw each stands behind its descriptor"
fails "--new of what is there" 1 . "$dsn" put --new recfm=FB,lrecl=5 a.txt my.seq
printf 'longer than five\n' >long.txt
fails "a line that is too long" 1 'record 1' "$dsn" put long.txt my.seq
is "$("$dsn" cat my.seq)" "one
two" "the old content stands"
printf 'x\n' | "$dsn" put - my.seq
is "$("$dsn" cat my.seq)" x "standard input replaces it"
ok "binary comes back" "$dsn" put --binary b my.seq
ok "and descriptors do" "$dsn" put --rdw r my.seq
is "$("$dsn" cat my.seq)" "one
two" "with the same records"
fails "a binary file that ends inside a record" 1 . "$dsn" put --binary a.txt my.seq
fails "a new one of a file that is not there" 1 . \
    "$dsn" put --new recfm=FB,lrecl=5 none my.none
fails "is not made" 1 'no such name' "$dsn" ls my.none
ok "put --like" "$dsn" put --like my.seq a.txt my.like
is "$("$dsn" stat my.like | grep -E '^(recfm|lrecl|records|bytes) ')" \
    'recfm      FB
lrecl      5
records    2
bytes      10' "has its attributes"
printf 'a,b\n' >'c,d.txt'
ok "a file's name has a comma" "$dsn" put 'c,d.txt' my.like
ok "get into a directory" "$dsn" get my.like "$work"
is "$(cat MY.LIKE)" 'a,b' "names the file after the data set"

# --- libraries -------------------------------------------------------------
ok "mkdir makes a PDSE" "$dsn" mkdir my.lib
ok "and a PDS" "$dsn" mkdir --new 'recfm=VB,lrecl=255,space=trk(2,2,5)' my.pds
mkdir d
printf 'alpha\n' >d/alpha.cbl
printf 'beta\nb2\n' >d/beta.cbl
for lib in my.lib my.pds; do
	ok "$lib: a directory becomes members" "$dsn" put d $lib
	is "$("$dsn" ls "$lib(*)")" "ALPHA
BETA" "$lib: they are listed"
	is "$("$dsn" ls "$lib(b*)")" BETA "$lib: by a pattern, too"
	is "$("$dsn" cat "$lib(beta)")" "beta
b2" "$lib: and read"
	fails "$lib: a member that is not there" 1 'no such member' \
	    "$dsn" cat "$lib(none)"
	ok "$lib: get of all members" "$dsn" get --suffix .txt "$lib(*)" got
	is "$(cd got && ls; cat BETA.txt)" "ALPHA.txt
BETA.txt
beta
b2" "$lib: makes a file of each"
	ok "$lib: a member is renamed" "$dsn" mv "$lib(beta)" "$lib(gamma)"
	ok "$lib: copied in its library" "$dsn" cp "$lib(gamma)" "$lib(beta)"
	ok "$lib: one is deleted" "$dsn" rm "$lib(gamma)"
	is "$("$dsn" ls "$lib(*)")" "ALPHA
BETA" "$lib: two are left"
	fails "$lib: deleting by a pattern" 1 'force' "$dsn" rm "$lib(*)"
	fails "$lib: a library without -r" 1 '-r deletes' "$dsn" rm $lib
done
fails "cat of a library" 1 'its members are' "$dsn" cat my.lib
printf 'x\n' >d/much-too-long.cbl
fails "a name that is no member's" 1 'not a member name' "$dsn" put d my.lib
is "$("$dsn" ls 'my.lib(*)' | wc -l)" 2 "stores nothing"
rm d/much-too-long.cbl
printf 'x\n' >d/alpha.txt
fails "two files of one name" 1 'both be member ALPHA' "$dsn" put d my.lib
rm d/alpha.txt
ok "put makes a library for a directory" "$dsn" put --like my.pds d my.new
is "$("$dsn" ls 'my.new(*)'; "$dsn" cat 'my.new(beta)')" "ALPHA
BETA
beta
b2" "with all members"
printf 'a line of more than eighty bytes%060d\n' 0 >d/beta.cbl
fails "a file that does not fit" 1 'record 1' "$dsn" put d my.lib
ok "  how many are stored is told" grep -q '1 of 2 files' err
is "$("$dsn" cat 'my.lib(beta)')" "beta
b2" "the old member stands"
mkdir e
fails "a directory without files" 1 'no files' "$dsn" put e my.lib
ok "a library is copied whole" "$dsn" cp my.pds my.copy
is "$("$dsn" ls 'my.copy(*)'; "$dsn" cat 'my.copy(beta)')" "ALPHA
BETA
beta
b2" "with its members"
is "$("$dsn" stat my.copy | grep -E '^(dsorg|recfm|lrecl) ')" 'dsorg      PO
recfm      VB
lrecl      255' "and its kind"
ok "a member to a new data set" "$dsn" cp 'my.pds(beta)' my.from
is "$("$dsn" cat my.from; "$dsn" stat my.from | grep -E '^(dsorg|recfm)')" \
    "beta
b2
dsorg      PS
recfm      VB" "is a sequential one of its format"
ok "and onto it" "$dsn" cp 'my.pds(alpha)' my.from
is "$("$dsn" cat my.from)" alpha "replaces it"
ok "a data set to a member of a new library" "$dsn" cp my.from 'my.made(x)'
is "$("$dsn" cat 'my.made(*)')" alpha "makes it"
fails "a library onto a data set" 1 'go to a library' "$dsn" cp my.pds my.like

# --- clusters --------------------------------------------------------------
"$idcams" -e 'define cluster(name(my.ksds) keys(3 0) recordsize(10 20) tracks(1 1))' >/dev/null
printf 'ccc 3\naaa 1\nbbb 2\n' >k.txt
ok "records in any order load an empty KSDS" "$dsn" put k.txt my.ksds
is "$("$dsn" cat my.ksds)" "aaa 1
bbb 2
ccc 3" "and stand in that of their keys"
printf 'bbb x\nddd 4\n' >k2.txt
fails "a KSDS that has records" 1 '--merge adds' "$dsn" put k2.txt my.ksds
ok "--merge" "$dsn" put --merge k2.txt my.ksds
is "$("$dsn" cat my.ksds)" "aaa 1
bbb x
ccc 3
ddd 4" "adds and replaces by key"
fails "--reuse of one without REUSE" 1 . "$dsn" put --reuse k2.txt my.ksds
ok "cp makes a cluster like it" "$dsn" cp my.ksds my.k2
is "$("$dsn" cat my.k2)" "$("$dsn" cat my.ksds)" "with the same records"
is "$("$dsn" stat my.k2 | grep -E '^(dsorg|key_length|records) ')" \
    'dsorg      KSDS
records    4
key_length 3' "and keys"
ok "mv" "$dsn" mv my.k2 my.k3
is "$("$dsn" ls my.k3)" MY.K3 "gives it another name"
fails "mv onto a name that is there" 1 . "$dsn" mv my.k3 my.ksds
printf 'aaa 1\naaa 2\n' >dup.txt
fails "a key that comes twice" 1 . "$dsn" put --like my.ksds dup.txt my.dup
fails "leaves no new cluster" 1 'no such name' "$dsn" ls my.dup

# --- generations -----------------------------------------------------------
"$idcams" -e 'define gdg(name(my.gdg) limit(2) scratch)' >/dev/null
for i in 1 2 3; do
	echo "run $i" >g.txt
	"$dsn" put --new recfm=VB,lrecl=80 g.txt 'my.gdg(+1)' || echo not made
done >made 2>&1
is "$(cat made)" "" "generations are made"
is "$("$dsn" cat 'my.gdg(0)' 'my.gdg(-1)')" "run 3
run 2" "and read by relative numbers"
is "$("$dsn" ls my.gdg)" "MY.GDG
MY.GDG.G0002V00
MY.GDG.G0003V00" "the group keeps its limit"
fails "a new one that fails" 1 . \
    "$dsn" put --new recfm=FB,lrecl=3 long.txt 'my.gdg(+1)'
is "$("$dsn" ls my.gdg | wc -l)" 3 "is not there"

# --- ls, stat, rm ----------------------------------------------------------
is "$("$dsn" ls 'my.k*')" "MY.K3
MY.KSDS" "names are in order"
is "$("$dsn" ls -l my.seq | tr -s ' ')" \
    "PS FB 5 27995 2 10 VOL001 2022.244 MY.SEQ" "the long form"
is "$("$dsn" ls --format json my.seq | jq -r '.name, .records, .bytes')" \
    "MY.SEQ
2
10" "JSON"
fails "ls of nothing" 1 'no such name' "$dsn" ls your
fails "a name that is none" 1 'not a data set name' "$dsn" ls 'a..b'
fails "a wrong option" 2 'does not go with' "$dsn" ls --merge
fails "a wrong command" 2 'not a command' "$dsn" list
fails "rm of a mask without -r" 1 'with -r' "$dsn" rm 'my.**'
fails "rm -r without --force" 1 'would go' "$dsn" rm -r my
ok "lists what would go" grep -qx MY.SEQ out
is "$("$dsn" ls | grep -c '^MY\.')" 13 "and deletes nothing"
"$idcams" -e 'alter my.seq to(2099365)' >/dev/null
fails "one that has not expired" 1 'unexpired' "$dsn" rm my.seq
ok "--purge deletes it" "$dsn" rm --purge my.seq
ok "rm -r --force" "$dsn" rm -r --force my
is "$("$dsn" ls my 2>/dev/null)" "" "deletes all below a name"
# A listing that cannot be written is no success.
"$dsn" mkdir my.lib
fails "a full device" 1 'standard output' sh -c "'$dsn' ls >/dev/full"
finish

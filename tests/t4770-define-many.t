#!/bin/bash
# Many DEFINE NONVSAMs of one deck are a few transactions; what is told is true
# all the same, whenever the process dies and whatever fails among them.
. "$(dirname "$0")/support/tap.sh"

entries() { # LEVEL: how many
	"$idcams" --no-pages -e "listcat level($1) nonvsam name" |
	    grep -c '^NONVSAM'
}
nonvsam() { # FROM TO LEVEL
	seq -f "  DEFINE NONVSAM(NAME($3.N%07.0f) DEVT(3390) VOL(V00001))" \
	    "$1" "$2"
}

ok "a deck of 300" "$idcams" <(nonvsam 1 300 A)
is "$(entries A)" 300 "they are there"

# Codes and messages of each are those that it has alone.
{
	nonvsam 301 400 A
	nonvsam 350 350 A
	nonvsam 401 500 A
	printf '  IF LASTCC = 0 THEN DEFINE NONVSAM(NAME(A.IF) DEVT(3390) -\n'
	printf '    VOL(V00001))\n'
	nonvsam 2 2 A
	printf '  IF LASTCC = 12 THEN LISTCAT ENTRIES(A.N0000500) NAME\n'
	nonvsam 501 600 A
} >deck
"$idcams" --no-pages deck >out
is $? 12 "names that are there already: code 12"
is "$(grep -c 'IDC3013I' out)" 2 "... each is told"
is "$(grep -c 'IDC0001I.*CODE WAS 0' out)" 302 "... the others are made"
is "$(grep -c '^NONVSAM' out)" 1 "a listing between sees what was defined"
is "$(entries A)" 601 "all but the doubles are there"

# A generation is rolled in, a relation made, between entries of a group.
{
	printf '  DEFINE GDG(NAME(G.G) LIMIT(2))\n'
	nonvsam 1 5 G.A
	for g in 1 2 3; do
		printf '  DEFINE NONVSAM(NAME(G.G.G%04dV00) -\n' $g
		printf '    DEVT(3390) VOL(V00001))\n'
		nonvsam 1$g 1$g G.A
	done
	nonvsam 21 25 G.A
	printf '  DEFINE ALIAS(NAME(G.ALIAS) RELATE(G.A.N0000025))\n'
	nonvsam 31 35 G.A
	printf '  DELETE G.A.N0000035 NOSCRATCH\n'
	printf '  DELETE G.ALIAS ALIAS\n'
} >deck
ok "generations and aliases between them" "$idcams" deck
is "$(entries G.A)" 17 "... and the entries around them"
is "$(entries G.G)" 2 "... two generations are left"

# The catalogs are not locked while a deck is waited for.
mkfifo fifo
"$idcams" --no-pages fifo >out &
pid=$!
exec 3>fifo
nonvsam 1 50 P >&3
for ((i = 0; i < 600 && $(entries P) < 49; i++)); do sleep 0.1; done
ok "another process defines while a deck waits for its next command" \
    "$idcams" -e 'define nonvsam(name(p.other) devt(3390) volumes(v00001))'
exec 3>&-
wait $pid
is $? 0 "... and the deck ends well"
is "$(entries P)" 51 "... with everything there"

# What a killed run had told is there. A pipe takes what is let out.
nonvsam 1 40000 K >deck
"$idcams" --no-pages deck >kill.out &
pid=$!
for ((i = 0; i < 600; i++)); do
	[ "$(stat -c %s kill.out)" -gt 300000 ] && break
	sleep 0.05
done
kill -9 $pid
wait $pid 2>/dev/null
told=$(grep -c 'IDC0001I.*CODE WAS 0' kill.out)
there=$(entries K)
ok "a killed run had told of some ($told)" test "$told" -gt 0
ok "... and they are there ($there)" test "$there" -ge "$told"
is "$("$idcams" --no-pages -e 'listcat level(k) name' | grep '^NONVSAM' |
	sed -n 's/.*-//; $p' | sed 's/.*N0*//')" "$there" \
    "... in order, without a hole"
ok "the next run goes on" "$idcams" <(nonvsam 50001 50010 K)
ok "what it wrote is a whole catalog" "$idcams" -e \
    'diagnose icfcatalog indataset(catalog.master)'

# A file that must not grow stands for a full disk. 100 entries of 6 volumes are
# more than the 34 KiB that the log may have.
limited() { # KiB DECK
	(
		trap '' XFSZ
		ulimit -f "$1"
		"$idcams" --no-pages "$2" 2>err
		echo "rc $?"
	) | cat >out
}
seq -f "  DEFINE NONVSAM(NAME(F.N%07.0f) DEVT(3390) -
    VOL(V00001 V00002 V00003 V00004 V00005 V00006))" 1 100 >deck
printf '  LISTCAT ENTRIES(F.N0000001) NAME\n' >>deck
export CATAMOUNT_ROOT=$work/full
"$idcams" -e 'set lastcc = 0' >out 2>&1
limited 34 deck
# A slow machine makes several groups of them, of which the first may have room.
lost=$(sed -n 's/.*LAST \([0-9]*\) ENTRIES DEFINED OR DELETED ABOVE WERE NOT.*/\1/p' out |
	awk '{ n += $1 } END { print n + 0 }')
ok "a group that fails is told of before the next command ($lost)" \
    test "$lost" -gt 0
like "$(cat out)" 'rc 12' "... with code 12"
well=$(sed '/LISTCAT/,$d' out | grep -c 'IDC0001I.*CODE WAS 0')
is "$(entries F)" "$((well - lost))" "... and is not there"
nonvsam 1 8000 L >deck
limited 1000 deck
told=$(grep -c 'IDC0001I.*CODE WAS 0' out)
ok "a disk that is full ends the run" grep -qE 'rc (12|16)' out
there=$(entries L)
ok "... and what it had told ($told) is there ($there)" test \
    "$there" -ge "$told" -a "$there" -lt 8000
finish

#!/bin/bash
# Generations by name and number in commands: (+1) is what this run has made;
# what keeps a group is named; a new name of a generation says what it is.
. "$(dirname "$0")/support/tap.sh"

run() { # DECK-LINE...
	printf '  %s\n' "$@" >deck
	"$idcams" --no-pages deck >out 2>&1
}
run 'DEFINE GDG(NAME(G.B) LIMIT(3))' \
    'DEFINE NONVSAM(NAME(X.Y) DEVT(3390) VOL(VOL001))' \
    'ALTER X.Y NEWNAME(G.B.G0001V00)'
is $? 0 "a data set gets the name of a generation"
like "$(cat out)" 'CATAMOUNT \*\* G.B.G0001V00 IS DEFERRED: ALTER ROLLIN' \
    "... it is told that it is not in the group yet"
run 'DELETE G.B GDG'
is $? 8 "the group stays"
like "$(cat out)" 'RETURN CODE IS 152' "... not empty"
like "$(cat out)" 'CATAMOUNT \*\* FOR G.B.G0001V00' "... for whom is told"
# DEFERRED of another run: it is no (+1) of this one.
for c in 'DELETE G.B(+1)' 'ALTER G.B(+1) OWNER(ME)' 'LISTCAT ENT(G.B(+1))'; do
	run "$c"
	like "$(cat out)" 'ENTRY G.B\(\+1\) NOT FOUND' \
	    "$c of what another run left is not found"
done
run 'PRINT INDATASET(G.B(+1))'
is $? 12 "... nor is it read"
run 'LISTCAT ENT(G.B.G0001V00)'
is $? 0 "... it is still there"
run 'ALTER G.B.G0001V00 ROLLIN' 'LISTCAT ENT(G.B(0))'
is $? 0 "... and is rolled in by its name"
like "$(cat out)" 'NONVSAM -+ G.B.G0001V00' "... as the newest"
run 'ALTER G.B.G0001V00 NEWNAME(X.Z)' 'ALTER X.Z NEWNAME(X.A)'
ok "other names say nothing" test "$(grep -c DEFERRED out)" = 0

# What this run makes is its (+1), and its own (+2).
printf 'A\n' >one
"$idcams" --no-pages --dd 'IN=path:one,recfm=FB,lrecl=4,text' \
    --dd 'N=G.B(+1),new,recfm=FB,lrecl=4' \
    --dd 'M=G.B(+2),new,recfm=FB,lrecl=4' \
    -e 'REPRO INFILE(IN) OUTFILE(N)' -e 'LISTCAT ENT(G.B(+1))' \
    -e 'PRINT INDATASET(G.B(+1)) CHARACTER' \
    -e 'DELETE G.B(+2)' -e 'DELETE G.B(+3)' >out 2>&1
is $? 8 "(+3) was not made"
like "$(cat out)" 'NONVSAM -+ G.B.G0001V00' "(+1) was: it is listed"
like "$(cat out)" 'PROCESSED WAS 1' "... and read"
like "$(cat out)" 'ENTRY \(H\) G.B.G0002V00 DELETED' "... and (+2) deleted"
like "$(cat out)" 'G.B\(\+3\) NOT DELETED' "... and (+3) is told not to be"
finish

#!/bin/bash
# dsn compress: a PDS that is full of old contents takes new ones again. A
# content of 500 records of 80 bytes has two of the six control intervals of
# three tracks, and no part of a third.
. "$(dirname "$0")/support/tap.sh"
dsn=$build/bin/dsn

yes one | head -500 >one.txt
yes two | head -500 >two.txt
"$dsn" mkdir --new 'recfm=FB,lrecl=80,space=trk(3,0,2)' my.pds 2>/dev/null
ok "a member" "$dsn" put one.txt 'my.pds(mem)'
ok "is replaced" "$dsn" put two.txt 'my.pds(mem)'
"$dsn" put one.txt 'my.pds(mem)' 2>err
is $? 1 "until there is no room"
ok "  it is told" grep -q D37 err
ok "compress" "$dsn" compress MY.PDS
"$dsn" compress my.pds >out
ok "says what is free" grep -Eqx \
    'MY.PDS has [1-9][0-9]* bytes free, before [1-9][0-9]*' out
ok "the member is as it was" sh -c "'$dsn' cat 'my.pds(mem)' | cmp - two.txt"
ok "there is room again" "$dsn" put one.txt 'my.pds(mem)'
"$dsn" mkdir my.pdse
is "$("$dsn" compress my.pdse)" "MY.PDSE is a PDSE: nothing is to be done" \
    "a PDSE has nothing to be compressed"
"$dsn" compress 'my.pds(mem)' 2>err
is $? 1 "a member is not compressed"
"$dsn" compress my.none my.pdse >out 2>err
is $? 1 "what is not there fails"
ok "  and the others are done" grep -q MY.PDSE out
finish

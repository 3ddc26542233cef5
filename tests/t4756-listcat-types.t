#!/bin/bash
# LISTCAT: types that have no space or no date beside the words that ask for
# them (rules of MVS 3.8's IDCLC01, which the examples of SC23-6846 keep), and
# CDILVL: components with the clusters of a level (SC23-6853, CSICLDI).
. "$(dirname "$0")/support/tap.sh"

list() { # WORDS: the listing to out; status is its code
	"$idcams" --no-pages -e "LISTCAT $1" >out 2>&1
}
names() { # WORDS: type and name of what is listed, in its order
	list "$1"
	sed -nE 's/^ *(CLUSTER|DATA|INDEX|AIX|PATH|NONVSAM|ALIAS|GDG BASE) -+ (.*)/\1 \2/p' \
	    out | paste -sd,
}
{
	echo '  DEFINE CLUSTER(NAME(A.K) TRK(1) KEYS(4 0) RECSZ(9 9)) -'
	echo '    DATA(NAME(X.D)) INDEX(NAME(X.I))'
	echo '  DEFINE CLUSTER(NAME(A.M) TRK(1) KEYS(4 0) RECSZ(9 9)) -'
	echo '    DATA(NAME(X.MD)) INDEX(NAME(A.MI))'
	echo '  DEFINE CLUSTER(NAME(A.N) TRK(1) NONINDEXED)'
	echo '  DEFINE NONVSAM(NAME(A.V) DEVT(3390) VOL(V1))'
	echo '  DEFINE ALIAS(NAME(A.AL) RELATE(A.V))'
	echo '  DEFINE GDG(NAME(A.G) LIMIT(2))'
	echo '  DEFINE CLUSTER(NAME(B.K) TRK(1) NONINDEXED) DATA(NAME(A.BD))'
} >deck
"$idcams" deck >out 2>&1
is $? 0 "clusters with components of other names, and what else there is"

# Nothing is left of the types: the message, no counts.
for w in 'ALIAS ALLOCATION' 'ALIAS VOLUME' 'CLUSTER ALLOCATION' \
    'CLUSTER VOLUME' 'ALTERNATEINDEX ALLOCATION' 'PATH VOLUME' \
    'NONVSAM ALLOCATION' 'GDG VOLUME' 'USERCATALOG ALLOCATION' \
    'PAGESPACE VOLUME' 'ALIAS CLUSTER VOLUME'; do
	list "LEVEL(A) $w"
	is $? 8 "$w: code 8"
	is "$(grep -c 'IDC2563I ALLOCATION/VOLUME PARAMETER IS INVALID' out)" \
	    1 "... IDC2563I, once"
	ok "... and no listing" test "$(grep -c 'ENTRIES PROCESSED' out)" = 0
done
# Some are left: they are listed.
is "$(names 'LEVEL(A) ALIAS NONVSAM VOLUME')" 'NONVSAM A.V' \
    "types that have volumes are listed"
like "$(cat out)" 'IDC2563I' "... with the message"
like "$(cat out)" 'HIGHEST CONDITION CODE WAS 8' "... and code 8"
# Beside its components a cluster may be asked for: the book's own examples.
for w in 'CLUSTER DATA INDEX ALTERNATEINDEX PATH ALLOCATION' \
    'CLUSTER DATA INDEX ALTERNATEINDEX PATH GDG NONVSAM VOLUME' \
    'DATA ALLOCATION' 'INDEX VOLUME' 'NONVSAM VOLUME' 'USERCATALOG VOLUME' \
    'ALIAS ALL' 'ALIAS HISTORY' 'ALLOCATION' 'VOLUME'; do
	list "LEVEL(A) $w"
	ok "$w: no complaint" test "$(grep -c 'IDC2563I' out)" = 0
done
# Types without a date: a warning, and they are listed.
for w in ALIAS DATA INDEX USERCATALOG 'ALIAS DATA'; do
	list "LEVEL(A) $w EXPIRATION(3)"
	is $? 4 "$w EXPIRATION(3): code 4"
	like "$(cat out)" 'IDC1569I EXPIRATION PARAMETER DOES NOT APPLY' "... why"
	like "$(cat out)" 'ENTRIES PROCESSED' "... and a listing"
done
for w in CLUSTER NONVSAM GDG PATH ALTERNATEINDEX 'ALIAS NONVSAM' ''; do
	list "LEVEL(A) $w EXPIRATION(9999)"
	ok "${w:-no type} EXPIRATION: no complaint" \
	    test "$(grep -c 'IDC1569I' out)" = 0
done
list 'ALIAS CREATION(0)'
is $? 0 "ALIAS CREATION is no matter"
list 'LEVEL(A) ALIAS NONVSAM ALLOCATION EXPIRATION(3)'
is "$(grep -c 'IDC1569I' out)" 0 "what is dropped already has no second message"

# Of a level: what matches alone, or what belongs to what matches.
is "$(names 'LEVEL(A) CLUSTER DATA INDEX')" \
    'CLUSTER A.K,CLUSTER A.M,INDEX A.MI,CLUSTER A.N,DATA A.N.DATA,DATA A.BD' \
    "a level has the components of its own names"
is "$(names 'LEVEL(A) CLUSTER DATA INDEX CDILVL')" \
    'CLUSTER A.K,DATA X.D,INDEX X.I,CLUSTER A.M,DATA X.MD,INDEX A.MI,CLUSTER A.N,DATA A.N.DATA,DATA A.BD' \
    "CDILVL: those of its clusters, in their place, once"
list 'LEVEL(A) ALL CDILVL'
is "$(grep -c 'CISIZE' out)" 6 "... with all that is known of them"
is "$(names 'LEVEL(A) DATA CDILVL')" \
    'DATA X.D,DATA X.MD,DATA A.N.DATA,DATA A.BD' "... of a type alone"
is "$(names 'ENTRIES(A.K) CDILVL')" 'CLUSTER A.K,DATA X.D,INDEX X.I' \
    "ENTRIES has them anyway"
like "$("$idcams" --format json -e 'LISTCAT LEVEL(A) CDILVL' 2>&1)" \
    '"name": *"X.D"' "... as JSON too"
finish

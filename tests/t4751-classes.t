#!/bin/bash
# Storage and management classes: where the root defines some, one that it does
# not is refused, by DEFINE, ALTER and a DD, and nothing is left; LISTCAT and
# IDC0181I, IDC0182I show those that are used.
. "$(dirname "$0")/support/tap.sh"

run() { "$idcams" "$@" >out 2>err; }
def() { # NAME WORDS
	run -e "DEFINE CLUSTER(NAME($1) TRACKS(1 1) RECORDSIZE(80 80) KEYS(4 0) ${2:-})"
}
classes() { # of an entry
	run -e "LISTCAT ENT($1) ALL"
	grep -o -m 2 -E '(STORAGE|MANAGEMENT)CLASS ?-*[A-Z0-9()]*' out |
	    sed 's/.*-//' | tr '\n' ' '
}

def A.ANY 'STORAGECLASS(SITE) MANAGEMENTCLASS(KEEP)'
is "$?,$(classes A.ANY)" "0,SITE KEEP " "without definitions any name is taken"
printf '%s\n' define-storclas=STANDARD define-storclas=FAST \
    define-mgmtclas=DAYS30 >>root/catamount.conf
def A.ONE 'STORAGECLASS(FAST) MANAGEMENTCLASS(DAYS30)'
is $? 0 "those that are defined are taken"
like "$(cat out)" 'IDC0181I STORAGECLASS USED IS FAST' "IDC0181I says which"
is "$(classes A.ONE)" "FAST DAYS30 " "LISTCAT shows them"
def A.TWO
is "$?,$(classes A.TWO)" "0,STANDARD (NULL) " "none need be said"
def A.NO 'STORAGECLASS(FSAT)'
is $? 12 "a storage class mistyped is refused"
like "$(cat out)" 'THE STORAGE CLASS FSAT IS NOT DEFINED HERE' "by its name"
def A.NO 'MANAGEMENTCLASS(DAYS3)'
is $? 12 "so is a management class"
like "$(cat out)" 'THE MANAGEMENT CLASS DAYS3 IS NOT DEFINED HERE' "and it"
run -e 'LISTCAT ENT(A.NO)'
is "$?,$(ls root/volumes/VOL001 | grep -cv '\.')" "4,6" "nothing is left of it"
run -e 'ALTER A.ONE STORAGECLASS(FSAT)'
is "$?,$(classes A.ONE)" "12,FAST DAYS30 " "ALTER gives no such class"
run -e 'ALTER A.ONE STORAGECLASS(STANDARD)'
is "$?,$(classes A.ONE)" "0,STANDARD DAYS30 " "but one that is defined"
run -e 'ALTER A.ANY OWNER(ME)'
is $? 0 "what has another from before goes on"
sed -i 's/^storclas=.*/storclas=GONE/' root/catamount.conf
run --dd 'O=A.PS,new,space=(trk,1),recfm=fb,lrecl=80' -e 'LISTCAT ENT(A.ANY)'
is $? 16 "a default that is not defined is no class of a DD either"
sed -i 's/^storclas=.*/storclas=STANDARD/' root/catamount.conf
echo define-storclas=FAST >>root/catamount.conf
run -e 'LISTCAT'
is $? 16 "a class is defined once"
like "$(cat err)" 'define-storclas is a new name' "and that is said"
finish

#!/bin/bash
# Data classes: extended format and extended addressability come from one, as
# on z/OS, where LISTCAT then has the words EXTENDED and EXT-ADDR. The limit
# of 4 GiB is t1280's.
. "$(dirname "$0")/support/tap.sh"

run() {
	printf '%s\n' "$@" >deck
	"$idcams" --no-pages deck 2>err
}
# The attribute words of a component that begin with EXT.
words() {
	run " LISTCAT ENT($1) ALL" | grep -o -w -E 'EXTENDED|EXT-ADDR' | tr '\n' ' '
}
verdict() {
	grep -E '^(IDC(3|0001)|CATAMOUNT)' | tr '\n' '/'
}
def() { # NAME WORDS
	run " DEFINE CL(NAME($1) TRK(1 1) RECSZ(80 80) KEYS(4 0) ${2:-})"
}
ok='IDC0001I FUNCTION COMPLETED, HIGHEST CONDITION CODE WAS 0/'

is "$(def A.ANY 'DATACLASS(SITE)' | verdict)" "$ok" \
    "without defined classes any name is taken"
is "$(words A.ANY.DATA)" "" "and gives nothing"
cat >>"$CATAMOUNT_ROOT/catamount.conf" <<'END'
define-dataclas=PLAIN
define-dataclas=EXT,extended
define-dataclas=LARGE,addressable
END
is "$(def A.PLAIN 'DATACLAS(PLAIN)' | verdict)" "$ok" "a class by its name"
is "$(words A.PLAIN.DATA)" "" "one of no words gives nothing"
is "$(def A.EXT 'DATACLAS(EXT)' | verdict)" "$ok" "extended format"
is "$(words A.EXT.DATA)" "EXTENDED " "is in the data component"
is "$(def A.LARGE 'DATACLAS(LARGE)' | verdict)" "$ok" "addressability"
is "$(words A.LARGE.DATA)" "EXTENDED EXT-ADDR " "is extended format too"
is "$(words A.LARGE.INDEX)" "EXTENDED EXT-ADDR " "of the index as well"
is "$(run ' ALTER A.EXT EXTENDEDADDRESSABLE' | verdict)" "$ok" \
    "ALTER gives it to extended format"
is "$(words A.EXT.DATA)" "EXTENDED EXT-ADDR " "as LISTCAT says then"
is "$(run ' ALTER A.PLAIN EXTENDEDADDRESSABLE' | verdict)" \
    "IDC3190I 'EXTENDEDADDRESSABLE' PARAMETER INVALID WITH ENTRY TYPE/IDC3003I\
 FUNCTION TERMINATED. CONDITION CODE IS 12/" "and to no other"
run " DEFINE CL(NAME(A.COPY) MODEL(A.LARGE))" >/dev/null
is "$(words A.COPY.DATA)" "EXTENDED EXT-ADDR " "a model has its class"
is "$(def A.NO 'DATACLAS(NOPE)' | verdict | tr a-z A-Z)" \
    "IDC3014I CATALOG ERROR/CATAMOUNT ** THE DATA CLASS NOPE IS NOT DEFINED\
 HERE/IDC3003I FUNCTION TERMINATED. CONDITION CODE IS 12/" \
    "a class that is not defined is refused"
is "$(run ' LISTCAT ENT(A.NO)' | grep -c IDC3012I)" 1 "and leaves nothing"
is "$(def A.NONE | verdict)" "$ok" "none need be said"
is "$(words A.NONE.DATA)" "" "and it is not extended then"
sed -i 's/^dataclas=.*/dataclas=LARGE/' "$CATAMOUNT_ROOT/catamount.conf"
def A.DEFAULT >/dev/null
is "$(words A.DEFAULT.DATA)" "EXTENDED EXT-ADDR " "the root's own is taken"
# An alternate index over it has pointers of 8 bytes where RBAs are used.
run " DEFINE CL(NAME(A.E) TRK(1 1) RECSZ(20 20) NIXD)" \
    " DEFINE AIX(NAME(A.X) REL(A.E) TRK(1 1) RECSZ(13 17) KEYS(4 0))" \
    " DEFINE AIX(NAME(A.Y) REL(A.E) TRK(1 1) RECSZ(13 16) KEYS(4 0))" >out
is "$(grep -c '^IDC0001I' out)" 2 "5 + 4 + 8 bytes hold a pointer, 16 do not"
sed -i 's/^sms=.*/sms=off/' "$CATAMOUNT_ROOT/catamount.conf"
def A.NOSMS 'VOL(VOL001) DATACLAS(LARGE)' >/dev/null
is "$(words A.NOSMS.DATA)" "" "without SMS there are no classes"
finish

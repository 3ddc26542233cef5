#!/bin/bash
# SYMBOLICRELATE takes what can become the name of a data set: an alias that can
# never lead anywhere is refused when it is defined. Rules of names: SC23-6855,
# "Data Set Names"; apostrophes alone delimit a string of a command
# (SC23-6846, "How to Code Access Method Services Commands").
. "$(dirname "$0")/support/tap.sh"

"$idcams" -e 'LISTCAT' >/dev/null 2>&1
printf 'symbol=REL V2R5\nsymbol=BAD 9-\nsymbol=LONG ABCDEFGH\n' \
    >>"$CATAMOUNT_ROOT/catamount.conf"
# takes TEXT, refuses TEXT TITLE
takes() {
	run 0 "$2" "$idcams" -e "DEFINE ALIAS(NAME(A.L) SYMBOLICRELATE($1))" \
	    -e 'DELETE A.L ALIAS'
}
refuses() {
	"$idcams" -e "DEFINE ALIAS(NAME(A.L) SYMBOLICRELATE($1))" >out 2>err
	is "$?,$("$idcams" -e 'LISTCAT ENT(A.L)' 2>/dev/null |
	    grep -c 'ALIAS ------- A.L')" "12,0" "$2"
}
run() { # STATUS TITLE COMMAND
	local want=$1 title=$2

	shift 2
	"$@" >out 2>err
	is $? "$want" "$title"
}
takes "'S1.&REL..LIB'" "a symbol that makes a name"
takes "'S1.&LATER..LIB'" "a symbol that is not defined yet"
takes "'&REL'" "a symbol alone"
takes "'S1.LIB'" "no symbol at all"
takes S1.LIB "and no apostrophes"
refuses '"S1.LIB"' "quotation marks are no delimiters"
grep -q 'CATAMOUNT \*\* "S1.LIB" DOES NOT BECOME A DATA SET NAME' out &&
    pass "which is said" || fail "which is said"
refuses "'S1..LIB'" "an empty qualifier"
refuses "'s1.lib'" "lower case"
refuses "'S1.&BAD'" "a symbol whose value is no qualifier"
refuses "'S1.&LONG.&REL'" "a qualifier that becomes too long"
refuses "'S1 LIB'" "a blank"
refuses "'S1.&REL.(M)'" "a member"
finish

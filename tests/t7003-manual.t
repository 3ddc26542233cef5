#!/bin/bash
# The manual page has every option of the program and every attribute of a DD.
. "$(dirname "$0")/support/tap.sh"

page=$top/man/idcams.1
for o in $("$idcams" --help | grep -oE -e '--[a-z-]+' | sort -u); do
	ok "$o" grep -qE "Fl -?${o#--}( |$|,)" "$page"
done
sed -n '/^} options\[\] = {/,/^};/p' "$top/services/dd_parse.c" |
    grep -oE '"[a-z]+"' | tr -d '"' >attributes
for o in $("$build/bin/dsn" --help | grep -oE -e '--[a-z-]+' | sort -u); do
	ok "dsn $o" grep -qE "Fl -?${o#--}( |$|,)" "$top/man/dsn.1"
done
for o in $("$build/bin/jclrun" --help | grep -oE -e '--[a-z-]+' | sort -u); do
	ok "jclrun $o" grep -qE "Fl -?${o#--}( |$|,)" "$top/man/jclrun.1"
done
ok "attributes are found" test "$(wc -l <attributes)" -ge 14
while read -r a; do
	case $a in new | old | shr | mod) continue ;; esac
	ok "$a has words of its own" grep -qE "^\.(Ql|It) $a" "$page"
done <attributes
ok "dispositions are named" grep -q "shr|old|mod|new" "$page"
# The library: each function, each constant, and each member of what is passed.
lib=$top/man/catamount.3
sed -n '/^#ifdef __cplusplus/,$p' "$top/include/catamount.h" |
    grep -oE '\b(ctm_[a-z_]+ *\(|CTM_[A-Z_]+)' | tr -d ' (' | sort -u |
    grep -vE '^CTM_(API|VERSION_(MAJOR|MINOR))$' >names
ok "names of the library are found" test "$(wc -l <names)" -ge 80
while read -r n; do
	ok "$n" grep -qE "^\.(Nm|Fn|It Dv|Dv|Pq .*Dv|Po|Dv) (.*[ ,])?$n\b" "$lib"
done <names
members_of() { # the structs of the header, without comments and arguments
	perl -0pe 's!/\*.*?\*/!!gs; s/\(\*(\w+)\)\([^)]*\)/$1/g' \
	    "$top/include/catamount.h" |
	    sed -n '/^struct ctm_[a-z_]* {/,/^};/p' |
	    grep -oE '[a-z_]+(\[[0-9]+\])?[,;]' | tr -d '],;[0-9' | sort -u
}
members_of >members
ok "members are found" test "$(wc -l <members)" -ge 50
while read -r m; do
	ok "member $m" grep -qE "^\.(V[at]|Pq|Po|Li|No).*\b$m\b" "$lib"
done <members
ok "man can show that one" \
    bash -c "man -l '$lib' >shown 2>&1 || ! command -v man"
ok "man can show it" bash -c "man -l '$page' >shown 2>&1 || ! command -v man"
finish

#!/bin/bash
# The manual page has every option of the program and every attribute of a DD.
. "$(dirname "$0")/support/tap.sh"

page=$top/man/idcams.1
for o in $("$idcams" --help | grep -oE -e '--[a-z-]+' | sort -u); do
	ok "$o" grep -qE "Fl -?${o#--}( |$|,)" "$page"
done
sed -n '/^} options\[\] = {/,/^};/p' "$top/services/dd_parse.c" |
    grep -oE '"[a-z]+"' | tr -d '"' >attributes
ok "attributes are found" test "$(wc -l <attributes)" -ge 14
while read -r a; do
	case $a in new | old | shr | mod) continue ;; esac
	ok "$a has words of its own" grep -qE "^\.(Ql|It) $a" "$page"
done <attributes
ok "dispositions are named" grep -q "shr|old|mod|new" "$page"
ok "man can show it" bash -c "man -l '$page' >shown 2>&1 || ! command -v man"
finish

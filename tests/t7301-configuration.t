#!/bin/bash
# The manual page of catamount.conf has each keyword that there is, and its
# example is one that is taken.
. "$(dirname "$0")/support/tap.sh"
page=$top/man/catamount.conf.5

missing=
words=$(sed -n '/^} keywords\[\] = {/,/^};/s/^ *{"\([a-z-]*\)", .*/\1/p' \
    "$top/services/config.c")
for w in $words; do
	grep -q "Li $w=" "$page" || missing="$missing $w"
done
is "$missing" "" "each keyword is there"
ok "and there are some" test "$(wc -w <<<"$words")" -gt 10
"$idcams" -e 'LISTCAT' >out 2>&1
sed -n '/^\.Bd/,/^\.Ed/p' "$page" | grep '=' >>root/catamount.conf
"$idcams" -e 'DEFINE CLUSTER(NAME(A.B) TRACKS(1 1) KEYS(4 0) RECORDSIZE(80 80) STORAGECLASS(FAST) DATACLASS(LARGE))' >out 2>err
is "$?,$(cat err)" "0," "the example is taken"
is "$(ls root/volumes | paste -sd,)" "SSD001,SSD002,VOL001,WORK01,WORK02" \
    "its pools are made"
finish

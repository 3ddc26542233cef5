#!/bin/bash
# DEFINE CLUSTER: access method services checks its words before it asks the
# catalog for the name, so what is wrong with both is told of the words (MVS 3.8,
# IDCDE01: parameters, model, then the DEFINE request).
. "$(dirname "$0")/support/tap.sh"

cmd() { # COMMAND: its messages to out
	"$idcams" --no-pages -e "$1" >out 2>&1
}
k='NAME(A.K)'
cmd "DEFINE CLUSTER($k TRK(1) KEYS(4 0) RECSZ(9 9))"
is $? 0 "a cluster"
while read -r number words; do
	for cat in '' ' CATALOG(NO.CAT)'; do
		cmd "DEFINE CLUSTER($k $words)$cat"
		is $? 12 "$words$cat: code 12"
		like "$(cat out)" "$number" "... $number"
		ok "... and nothing of the name or the catalog" test \
		    "$(grep -cE 'IGD17101I|IDC3013I|IDC3016I' out)" = 0
	done
done <<'END'
IDC3522I TRK(1) KEYS(4 0) RECSZ(40000 40000)
IDC3515I TRK(1) KEYS(4 0) RECSZ(9 5)
IDC3521I TRK(1) NUMBERED SPANNED RECSZ(9 9)
IDC3505I KEYS(4 0) RECSZ(9 9)
IDC3507I RECORDS(10) NONINDEXED
IDC3226I TRK(1) NONINDEXED RECSZ(9 9) FREESPACE(10 10)
END
# What the catalog checks it checks of a new name: a key outside of the record.
cmd "DEFINE CLUSTER($k TRK(1) KEYS(4 9) RECSZ(9 9))"
like "$(cat out)" 'IDC3013I DUPLICATE DATA SET NAME' \
    "a key that does not fit waits behind the name"
cmd 'DEFINE CLUSTER(NAME(A.L) TRK(1) KEYS(4 9) RECSZ(9 9))'
like "$(cat out)" 'RETURN CODE IS 204' "... and is told of a new one"
# Without storage management VOLUMES is such a word.
echo 'sms=off' >>"$CATAMOUNT_ROOT/catamount.conf"
cmd "DEFINE CLUSTER($k TRK(1) KEYS(4 0) RECSZ(9 9))"
like "$(cat out)" 'IDC3506I' "VOLUMES is asked for in front of the name"
cmd "DEFINE CLUSTER($k TRK(1) KEYS(4 0) RECSZ(9 9) VOL(VOL001))"
like "$(cat out)" 'IDC3013I DUPLICATE DATA SET NAME' "... which comes then"
finish

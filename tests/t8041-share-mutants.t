#!/bin/sh
# The test of stopped openers, with its instants compiled in; and it notices each
# part of sharing that is left out: it must fail for every one of them.
cd "$(dirname "$0")/.." || exit 1
tmp=$(mktemp -d "${CATAMOUNT_TMP:-${TMPDIR:-/tmp}}/catamount-test.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
export TMPDIR="$tmp" # what fails leaves its directory behind: below ours

echo 1..7
if ! ${CC:-cc} -I. -D_GNU_SOURCE -DLOG_MUTANTS -DSHARE_MUTANTS -std=c11 -O1 -w \
    -o "$tmp/share" tests/t8040-share-stop.c \
    "${CATAMOUNT_BUILD:-build}/lib/libmutants.a" -lcmocka -lisal -luring; then
	echo "Bail out! the test of stopped openers does not compile"
	exit 1
fi

n=0
report() { # status, title
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
left_out() { # variable, number, what
	env "$1=$2" timeout 300 "$tmp/share" >/dev/null 2>&1
	rc=$?
	test $rc -ne 0 && test $rc -ne 124 # not by the clock
	report $? "the test notices $3"
}
"$tmp/share" >"$tmp/out" 2>&1
report $? "beside openers that stop or die at each instant the others are right"
left_out SHARE_MUTANT 1 "that writing in place is not told"
left_out SHARE_MUTANT 2 "that what is read meanwhile is believed"
left_out SHARE_MUTANT 3 "that images are kept though records were not seen"
left_out SHARE_MUTANT 4 "that a commit with more than its log is not told"
left_out SHARE_MUTANT 5 "that nobody mends what a dead writer left"
left_out LOG_MUTANT 1 "that no CRC is looked at in the copy of records"

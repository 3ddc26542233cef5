#!/bin/sh
# The log's test notices each check and order that is left out: it is compiled
# with a switch that can leave out one, and must fail for every one of them. With
# none it passes, killed at each instant of a request.
cd "$(dirname "$0")/.." || exit 1
tmp=$(mktemp -d "${CATAMOUNT_TMP:-${TMPDIR:-/tmp}}/catamount-test.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
export TMPDIR="$tmp" # what fails leaves its directory behind: below ours

echo 1..5
if ! ${CC:-cc} -I. -D_GNU_SOURCE -DLOG_MUTANTS -std=c11 -O1 -w \
    -o "$tmp/log" tests/t8020-log-damage.c \
    "${CATAMOUNT_BUILD:-build}/lib/libmutants.a" -lcmocka -lisal -luring; then
	echo "Bail out! the log's test does not compile"
	exit 1
fi

n=0
report() { # status, title
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
left_out() { # number, what
	LOG_MUTANT=$1 "$tmp/log" >/dev/null 2>&1
	test $? -ne 0
	report $? "the log's test notices $2"
}
"$tmp/log" >/dev/null 2>&1
report $? "killed at each instant, requests are whole"
left_out 1 "that no CRC is looked at"
left_out 2 "that a log of another state is taken"
left_out 3 "that the tail moves before the record is there"
left_out 4 "that the tail moves a request late"

#!/bin/sh
# The tests of durable requests notice each step that is left out: they are
# compiled with a switch that can leave out one, and one of them must fail for
# every one.
cd "$(dirname "$0")/.." || exit 1
tmp=$(mktemp -d "${CATAMOUNT_TMP:-${TMPDIR:-/tmp}}/catamount-test.XXXXXX") || exit 1
[ -w /dev/shm ] && mem=$(mktemp -d /dev/shm/catamount-test.XXXXXX)
trap 'rm -rf "$tmp" ${mem:+"$mem"}' EXIT
export TMPDIR="${mem:-$tmp}" # what fails leaves its directory behind: below ours

echo 1..9
compile() {
	if ! ${CC:-cc} -I. -D_GNU_SOURCE -DLOG_MUTANTS -std=c11 -O1 -w "$@"; then
		echo "Bail out! the tests do not compile"
		exit 1
	fi
}
for test in t8026-durable-crash t8028-durable-group; do
	compile -o "$tmp/$test" "tests/$test.c" \
	    "${CATAMOUNT_BUILD:-build}/lib/libmutants.a" -lcmocka -lisal \
	    -luring -lpthread
done

n=0
report() { # status, title
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
left_out() { # number, what, test
	LOG_MUTANT=$1 "$tmp/$3" >/dev/null 2>&1
	test $? -ne 0
	report $? "it is noticed $2"
}
crash=t8026-durable-crash
"$tmp/$crash" >/dev/null 2>&1
report $? "a death loses nothing durable"
"$tmp/t8028-durable-group" >/dev/null 2>&1
report $? "nor in a group"
left_out 1 "that no CRC is looked at" $crash
left_out 5 "that a drain is not on disk" $crash
left_out 6 "that it is told to be over before it is written" $crash
left_out 7 "that a durable file of another state is believed" $crash
left_out 8 "that it is not looked at after a cut" $crash
left_out 9 "that it counts beside what a recovery used" t8028-durable-group
left_out 10 "that a file of the pool keeps its header" $crash

#!/bin/sh
# The crash test notices each flush that is left out, that of damage the checksum
# of a state and of a side page: they are compiled with a switch that can leave
# out one, and must fail for every one of them. (That they pass with all of them
# is t8010 and t8000.)
cd "$(dirname "$0")/.." || exit 1
tmp=$(mktemp -d) || exit 1
# A mutant dies half-way and leaves its volumes: in memory, but in a directory
# that this test removes.
mem=$(mktemp -d -p /dev/shm 2>/dev/null) || mem=$tmp
trap 'rm -rf "$tmp" "$mem"' EXIT
trap 'exit 130' HUP INT TERM

echo 1..9
compile() { # program, test
	if ! ${CC:-cc} -I. -D_GNU_SOURCE -DSPHERE_MUTANTS -std=c11 -O1 -w \
	    -o "$tmp/$1" "tests/$2.c" \
	    "${CATAMOUNT_BUILD:-build}/lib/libmutants.a" -lcmocka -lisal \
	    -luring; then
		echo "Bail out! $2 does not compile"
		exit 1
	fi
}
compile crash t8010-sphere-crash
compile damage t8000-component-damage

n=0
report() { # status, title
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
left_out() { # number, what
	TMPDIR=$mem SPHERE_SKIP_FLUSH=$1 "$tmp/crash" >/dev/null 2>&1
	test $? -ne 0
	report $? "the crash test notices a missing flush of $2"
}
left_out 1 "loaders' runs"
left_out 2 "the batch"
left_out 3 "what is written in place"
left_out 4 "the state"
left_out 5 "the open-for-output mark"
left_out 6 "the reset"
left_out 7 "a batch written back"
believed() { # number, what
	TMPDIR=$mem SPHERE_SKIP_FLUSH=$1 "$tmp/damage" >/dev/null 2>&1
	test $? -ne 0
	report $? "the test of damage notices that the CRC of $2 is not looked at"
}
believed 39 "a state"
believed 40 "a side page"

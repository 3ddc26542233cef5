#!/bin/bash
# The benchmark runs: every engine that is installed gives its rows, what is
# not there is said. Small, once, and no figure is looked at.
. "$(dirname "$0")/support/tap.sh"

export BENCH_DIR=$PWD/data BENCH_OUT=$PWD/out ASAN_OPTIONS=detect_leaks=0
mkdir out

# All rows of an engine are there: its program and the script did them all.
rows() { # ENGINE ROW...
	local e=$1 r

	shift
	for r; do
		grep -q "\"row\":\"$r\",\"engine\":\"$e\"" out/results-4.jsonl || {
			echo "no $r of $e"
			return 1
		}
	done
}

if [ ! -x "$build/bench/engines/catamount" ]; then
	skip_all "make bench-programs was not run"
fi

ok "a run of 4 MB ends well" env BENCH_MB=4 BENCH_RUNS=1 BENCH_CLUSTERS=10 \
    BENCH_ENTRIES=1000 \
    "$top/bench/run" "$build"
ok "ours has its rows" rows catamount load size put-random scan-cold \
    scan-first scan scan-copy get get2 get16 offset commit1 commit100 \
    commit32 unsynced insert-full insert-free beside-reads beside-writes
ok "the machine's limits have theirs" rows flat load scan-cold scan-first scan \
    commit1
ok "idcams has its rows" rows idcams repro-load repro-cold repro-warm \
    print-warm dump define delete cluster-bytes cluster-extents \
    define-nonvsam lookup level complete directory listcat-level
ok "the sqlite3 shell has the rows that entries are measured by" \
    rows sqlite3 define-nonvsam lookup list
ok "all names in order have one" rows dsn list
ok "SORT has its row, and sort(1)" rows catamount sort
ok "... of the same bytes" rows coreutils sort
for e in lmdb bdb sqlite rocksdb gnucobol; do
	if [ ! -x "$build/bench/engines/$e" ]; then
		ok "$e is not installed, and that is said" \
		    rows "$e" missing
	elif [ $e = gnucobol ]; then
		ok "$e has its rows" rows $e load load-random scan-cold \
		    scan-first get unsynced insert-full
	else
		ok "$e has its rows" rows $e load size load-random scan-cold \
		    scan-first scan scan-copy get get2 commit1 commit100 \
		    unsynced insert-full insert-free beside-reads \
		    beside-writes
	fi
done
ok "the table says of each target whether it holds" \
    grep -qE '^[0-9]+ [a-z ]+(, [0-9]+ [a-z ]+)*$' out/results.txt
ok "the plot is there" grep -q '^</svg>$' out/results.svg
nok "nothing is left behind" test -e data
nok "what has no room is refused before anything is written" \
    env BENCH_MB=900000000 BENCH_RUNS=1 "$top/bench/run" "$build"
nok "... and leaves nothing" test -e data
finish

#!/bin/sh
# The crash proof notices each sync, order and check that is left out: it is
# compiled with a switch for each and must fail for every one, by what it finds.
# (That it passes with all of them is t8050 itself; t8022 and t8027 leave out
# more of the log.)
cd "$(dirname "$0")/.." || exit 1
tmp=$(mktemp -d "${CATAMOUNT_TMP:-${TMPDIR:-/tmp}}/catamount-test.XXXXXX") || exit 1
[ -w /dev/shm ] && mem=$(mktemp -d /dev/shm/catamount-test.XXXXXX)
trap 'rm -rf "$tmp" ${mem:+"$mem"}' EXIT
trap 'exit 130' HUP INT TERM
export TMPDIR="${mem:-$tmp}" # what fails leaves its directory behind: below ours

if ! ${CC:-cc} -I. -D_GNU_SOURCE -DSPHERE_MUTANTS -DLOG_MUTANTS \
    -DCRASH_MUTANTS -std=c11 -O1 -w -o "$tmp/crash" tests/t8050-crash-proof.c \
    "${CATAMOUNT_BUILD:-build}/lib/libmutants.a" -lcmocka -lisal \
    -luring -lpthread; then
	echo "Bail out! the crash proof does not compile"
	exit 1
fi
# One of five, but all with CATAMOUNT_LONG.
every=5
[ -n "$CATAMOUNT_LONG" ] && every=1
CRASH_MUTANT=list "$tmp/crash" | awk "NR % $every == 0" >"$tmp/list"
echo "1..$(wc -l <"$tmp/list")"
CATAMOUNT_SEED=${CATAMOUNT_SEED:-5}
export CATAMOUNT_SEED
unset CATAMOUNT_LONG
n=0
while IFS= read -r mutant; do
	n=$((n + 1))
	# What one seed does not meet another may.
	for seed in "$CATAMOUNT_SEED" 8; do
		CATAMOUNT_SEED=$seed CRASH_MUTANT=$mutant timeout 300 \
		    "$tmp/crash" >/dev/null 2>&1 </dev/null
		rc=$?
		[ $rc -eq 0 ] || [ $rc -eq 124 ] || break
	done
	if [ $rc -ne 0 ] && [ $rc -ne 124 ]; then
		echo "ok $n - it is noticed: $mutant"
	else
		echo "not ok $n - it is noticed: $mutant"
	fi
	rm -rf "$TMPDIR"/catamount-test-*
done <"$tmp/list"

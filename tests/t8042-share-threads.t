#!/bin/sh
# Threads that share a set, each with an opening of its own, under
# ThreadSanitizer, which must report nothing.
cd "$(dirname "$0")/.." || exit 1
tmp=$(mktemp -d "${CATAMOUNT_TMP:-${TMPDIR:-/tmp}}/catamount-test.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
export TMPDIR="$tmp"

echo 'int main(void) { return 0; }' >"$tmp/empty.c"
if ! ${CC:-cc} -fsanitize=thread -o "$tmp/empty" "$tmp/empty.c" 2>/dev/null ||
    ! "$tmp/empty"; then
	echo "1..0 # SKIP no ThreadSanitizer here"
	exit 0
fi
echo 1..1
if ! ${CC:-cc} -I. -D_GNU_SOURCE -std=c11 -O1 -g -w -fsanitize=thread \
    -o "$tmp/threads" access-methods/*.c access-methods/*/*.c base/*.c \
    tests/t1294-share-threads.c -lcmocka -lisal -luring; then
	echo "Bail out! the threads' test does not compile"
	exit 1
fi
if "$tmp/threads" >"$tmp/out" 2>&1; then
	echo "ok 1 - threads that share a set give no report"
else
	sed 's/^/# /' "$tmp/out"
	echo "not ok 1 - threads that share a set give no report"
fi

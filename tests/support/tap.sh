# TAP for tests that are shell scripts. Source it first:
#
#	#!/bin/bash
#	# What this file claims.
#	. "$(dirname "$0")/support/tap.sh"
#	ok "cc 0 for a good deck" "$idcams" good.ams
#	is "$(cat out)" "expected text" "the listing has ..."
#	finish
#
# It sets
#	top	  the project's directory (absolute)
#	build	  where the programs are: $CATAMOUNT_BUILD, else build (absolute)
#	idcams	  the program of that name
#	work	  an empty directory of this test's own; the current directory
# and removes work at the end, whatever the end is. CATAMOUNT_ROOT is a
# directory in work that does not exist yet, so no test sees a user's data.
# Expected values are written in the test and say where they come from.

set -u
export LC_ALL=C.UTF-8 TZ=UTC
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${CATAMOUNT_BUILD:-build}
case $build in /*) ;; *) build=$top/$build ;; esac
idcams=$build/bin/idcams
work=$(mktemp -d "${CATAMOUNT_TMP:-${TMPDIR:-/tmp}}/catamount-test.XXXXXX") || exit 2
cd "$work" || exit 2
export CATAMOUNT_ROOT=$work/root HOME=$work/home
mkdir home
tap_n=0
tap_failed=0
tap_planned=

tap_cleanup() {
	local status=$?

	cd /
	chmod -R u+rwX "$work" 2>/dev/null
	rm -rf "$work"
	exit $status
}
trap tap_cleanup EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# plan N: how many tests there will be. Optional: finish prints it else.
plan() {
	tap_planned=$1
	echo "1..$1"
}

# skip_all WHY: nothing here can be tested.
skip_all() {
	echo "1..0 # SKIP $*"
	exit 0
}

# diag TEXT: comment lines, for whoever reads a failure.
diag() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

pass() {
	tap_n=$((tap_n + 1))
	echo "ok $tap_n - $1"
}

fail() {
	tap_n=$((tap_n + 1))
	tap_failed=$((tap_failed + 1))
	echo "not ok $tap_n - $1"
}

# skip WHY TITLE: one test that cannot be run here.
skip() {
	tap_n=$((tap_n + 1))
	echo "ok $tap_n - $2 # SKIP $1"
}

# ok TITLE COMMAND...: the command ends with 0. What it prints is shown on
# failure alone.
ok() {
	local title=$1 status=0

	shift
	"$@" >"$work/.tap" 2>&1 || status=$?
	if [ $status -eq 0 ]; then
		pass "$title"
	else
		fail "$title"
		diag "status $status: $*"
		head -c 4000 "$work/.tap" | sed 's/^/# /'
	fi
}

# nok TITLE COMMAND...: the command does not end with 0.
nok() {
	local title=$1

	shift
	if "$@" >"$work/.tap" 2>&1; then
		fail "$title"
		diag "status 0: $*"
	else
		pass "$title"
	fi
}

# is GOT WANTED TITLE: two strings are equal.
is() {
	if [ "$1" = "$2" ]; then
		pass "$3"
	else
		fail "$3"
		diag "got:    ${1:0:2000}"
		diag "wanted: ${2:0:2000}"
	fi
}

# like GOT REGEX TITLE: an extended regular expression matches, line by line.
like() {
	if printf '%s\n' "$1" | grep -Eq -- "$2"; then
		pass "$3"
	else
		fail "$3"
		diag "no line matches $2 in:"
		diag "${1:0:4000}"
	fi
}

unlike() {
	if printf '%s\n' "$1" | grep -Eq -- "$2"; then
		fail "$3"
		diag "a line matches $2 in:"
		diag "${1:0:4000}"
	else
		pass "$3"
	fi
}

# run STATUS TITLE COMMAND...: the command ends with this status. Standard
# output is kept in the file out, standard error in err.
run() {
	local want=$1 title=$2 status=0

	shift 2
	"$@" >"$work/out" 2>"$work/err" || status=$?
	if [ $status -eq "$want" ]; then
		pass "$title"
	else
		fail "$title"
		diag "status $status, wanted $want: ${*:0:40}"
		tail -n 20 "$work/out" | cut -c1-200 | sed 's/^/# out: /'
		head -n 20 "$work/err" | cut -c1-200 | sed 's/^/# err: /'
	fi
}

# same FILE FILE TITLE: the files are equal, byte for byte.
same() {
	if cmp -s "$1" "$2"; then
		pass "$3"
	else
		fail "$3"
		diag "$(cmp "$1" "$2" 2>&1)"
		diff -a "$1" "$2" 2>&1 | head -n 20 | cut -c1-200 |
		    sed 's/^/# /'
	fi
}

# finish: the plan, and the exit status. The last line of a test.
finish() {
	[ -n "$tap_planned" ] || echo "1..$tap_n"
	[ "$tap_failed" -eq 0 ]
	exit
}

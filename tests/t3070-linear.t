#!/bin/bash
# Decks of any size are read in linear time: instructions are counted, not
# seconds. Four times as much of the same thing costs four times as much, within
# a tenth, less what a run costs that does nothing. What grows with the square
# would be sixteen times.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_ROOT=$work/none

count() { # DECK: instructions of reading it
	valgrind --tool=cachegrind --cache-sim=no \
	    --cachegrind-out-file=/dev/null "$idcams" "$1" 2>&1 >out |
	    sed -n 's/.*I *refs: *//p' | tr -d ,
}
# deck SHAPE N
deck() {
	case $1 in
	commands)
		echo '  IF MAXCC > 0 THEN DO'
		yes '  DELETE (A.B A.C(MEM)) PURGE SCRATCH' | head -n "$2"
		echo '  END'
		;;
	errors) yes '  DEFINE CLUSTER(NAME(A.B) KEYS(0 X) TRK(1 1))' |
	    head -n "$2" ;;
	ifs) yes '  IF LASTCC = 0 THEN DO
  SET LASTCC = 0
  END
  ELSE SET MAXCC = 4' | head -n "$((4 * $2))" ;;
	records)
		echo '  DELETE ( -'
		yes '   A.B.C, /* A COMMENT */ -' | head -n "$2"
		echo '   A.B ) NOPE'
		;;
	joined)
		echo '  LISTCAT ENTRIES('"'"'A+'
		yes '     BC+' | head -n "$2"
		echo "  ')"
		;;
	comments)
		echo '  LISTCAT NOPE /* -'
		yes ' * / THIS IS /* NO END -' | head -n "$2"
		echo ' END */'
		;;
	blanks)
		yes '                      ' | head -n "$2"
		echo '  SET MAXCC = 0'
		;;
	nested)
		echo '  LISTCAT ENTRIES(A) -'
		yes ' ((((((((((((((((((((((((((((( -' | head -n "$2"
		echo '  A'
		;;
	esac
}
# linear SHAPE N TITLE
linear() {
	local a b

	deck "$1" "$2" >"$1.1"
	deck "$1" $((4 * $2)) >"$1.4"
	a=$(count "$1.1") b=$(count "$1.4")
	ok "$3" awk -v a="$a" -v b="$b" -v once="$once" 'BEGIN {
		print once, a, b, (b - once) / (a - once)
		exit !((b - once) / (a - once) < 4.4 && b > a)
	}'
}

echo '  SET MAXCC = 0' >deck
"$idcams" deck >out 2>&1 # the root is made by the first
once=
valgrind --tool=none "$idcams" deck >out 2>&1 && once=$(count deck)
[ -n "$once" ] || skip_all "instructions cannot be counted here"
linear commands 150 "functional commands, in a false branch"
linear errors 150 "commands with errors"
linear ifs 150 "IF, DO, END, ELSE and SET"
linear records 150 "records of one command, and names of one list"
linear joined 150 "a constant that is joined from many records"
linear comments 150 "a comment over many records, with slashes and asterisks"
linear blanks 1000 "blank records"
linear nested 100 "parentheses that nothing ends"

# The sizes that are promised, whole: 100,000 commands, and 10 MB of records of
# 80 columns.
deck commands 100000 >deck
run 0 "100,000 commands are read" "$idcams" deck
is "$(grep -c '^IDC0204I' out)" 100000 "each says that it was bypassed"
{
	echo '  IF MAXCC > 0 THEN DO'
	yes '  DEFINE NONVSAM(NAME(A.B.C) -
    DEVICETYPES(3390) VOLUMES(VOL001)) /* A COMMENT, UP TO COLUMN 72   */' |
	    awk '{ printf "%-72s%08d\n", $0, NR * 10 }' | head -n 129456
	echo '  END'
} >deck
ok "a deck of 10 MB" test "$(stat -c %s deck)" -gt 10000000
run 0 "is read" "$idcams" deck
is "$(grep -c '^IDC0204I' out)" 64728 "and each of its commands is there"
finish

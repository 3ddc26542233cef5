#!/bin/bash
# DEFINE, LISTCAT and DELETE of many clusters in one deck cost by the cluster,
# however many there are: instructions are counted, not seconds. The rate at
# 10,000 is in the rows define and delete of the benchmark.
. "$(dirname "$0")/support/tap.sh"

count() { # DECK
	valgrind --tool=cachegrind --cache-sim=no \
	    --cachegrind-out-file=/dev/null "$idcams" --no-pages "$1" 2>&1 >out |
	    sed -n 's/.*I *refs: *//p' | tr -d ,
}
echo '  SET MAXCC = 0' >deck
"$idcams" deck >out 2>err # makes the root
once=
valgrind --tool=none "$idcams" deck >out 2>&1 && once=$(count deck)
[ -n "$once" ] || skip_all "instructions cannot be counted here"

declare -A cost
for n in 25 100; do
	seq "$n" | sed "s/.*/  DEFINE CLUSTER(NAME(N$n.C&) TRK(1 1) KEYS(8 0)) -\n\
    DATA(NAME(N$n.D&)) INDEX(NAME(N$n.I&))/" >define.$n
	printf '  LISTCAT LEVEL(N%d) ALL\n' "$n" >listcat.$n
	seq "$n" | sed "s/.*/  DELETE N$n.C&/" >delete.$n
	for what in define listcat delete; do
		cost[$what.$n]=$(count $what.$n)
		case $what in
		define) is "$(grep -c 'CODE WAS 0$' out)" $((n + 1)) \
		    "$n are defined" ;;
		listcat) like "$(cat out)" "^ +CLUSTER -+$n\$" "listed" ;;
		delete) is "$(grep -c IDC0550I out)" $((3 * n)) "deleted" ;;
		esac
	done
done
for what in define listcat delete; do
	ok "four times as many: $what costs four times as much" awk \
	    -v a="${cost[$what.25]}" -v b="${cost[$what.100]}" -v o="$once" '
	    BEGIN { print o, a, b; exit !((b - o) / (a - o) < 4.6) }'
done
finish
